// What messages of TypeErrors call the expression that is no function and so on.
function check(...tests) {
  for (const test of tests) {
    try {
      test();
      console.log("ok");
    } catch (e) {
      console.log(e.name + ": " + e.message);
    }
  }
}
(function () {
  const u = undefined, n = null, o = { a: { b: 1 }, s: "str", arr: [1, 2], f() { return {}; } }, i = 3, key = "kk";
  function f() { return 5; }
  class K { static q = 1; m() { this.z(); } g() { super.foo(); } }
  check(
    () => ({}).x(),
    () => { const [a] = o; },
    () => i(),
    () => undefined(),
    () => `a`(),
    () => (i || 1)(),
    () => new K().m(),
    () => o.arr[0](),
    () => u`x`,
    () => (({ a: { b } }) => b)({}),
    () => { const { a } = f().q; },
    () => { for (const { a } of [u]) ; },
    () => new K(...5),
    () => new u(),
    () => new (o.a.b)(),
    () => [2, 1].sort(5),
    () => "a" in 5,
    () => o.q.r(),
    () => { class D extends o.f() {} },
    () => i.x(),
    () => { K.q(); },
    () => (i ** 2)(),
    () => o[`t${i}`](),
    () => o[i = 1](),
    () => o.f()()(),
    () => ((a) => a.b())(o),
    () => new o.y(...[1]),
    () => /*c*/ o /*d*/ . /*e*/ y /*f*/ (),
    () => Array.from({ length: 1 }, o),
    () => [].at.call(u),
    () => { const [a, b] = f(); },
    () => { const { a: b } = u; },
    () => { let a, b; [a, b] = o; },
  );
})();
(function () {
  const u = undefined, n = null, o = { a: { b: 1 }, s: "str", arr: [1, 2], f() { return {}; } }, key = "kk"; let i = 3, w = 1, x, y = 2;
  function f() { return 5; }
  class K { #p = 1; m() { this.#p(); } static #s = 2; static t() { K.#s(); } g(k) { super[k](); } n() { new this.#p(); } i() { for (const z of this.#p); } h() { for (const z of this); } s() { [...this]; } d() { const [a] = this; } e() { const {a} = this.q; } }
  check(
    () => (i + 1 + w)(),
    () => [1, [i]](),
    () => new K().h(),
    () => { const [a] = `a${i}` && 5; },
    () => { let a; [a] = { q: 1 }; },
    () => { const [a] = o?.q; },
    () => { const { a } = i ? u : 1; },
    () => { for (const z of new K().q); },
    () => { for (const z of `a${i}` + 1 && 1) ; },
    () => f(...u, 1),
    () => new K(...f()),
    () => (([[a]]) => a)([5]),
    () => [5].map(([a]) => a),
    () => o[1.5](),
    () => o.f?.().x(),
    () => 1e21.x(),
    () => eval2(),
    () => [1].map(q => q.z()),
    () => { throw o.y(); },
    () => f(o.y()),
    () => (i === 1)(),
    () => new (o.a.q)(),
    () => new this(),
    () => o["f"]()(),
    () => (function () {}).x(),
    () => `${i}`.y(),
    () => (o.a + "").y(),
  );
})();

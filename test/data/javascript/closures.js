// Closures: counters, per-iteration bindings, recursion, captured parameters.
function counter(start) {
  let n = start;
  return { up: () => ++n, down() { return --n; }, get value() { return n; } };
}
const a = counter(5), b = counter(-1);
console.log(a.up(), a.up(), a.down(), b.down(), a.value, b.value);
const fs = [];
for (let i = 0; i < 3; i++) fs.push(() => i);
console.log(fs.map(f => f()).join());
const gs = [];
for (var j = 0; j < 3; j++) gs.push(() => j);
console.log(gs.map(f => f()).join());
const hs = [];
for (let i = 0; i < 3; i++) { hs.push(() => i++); i += 0; }
console.log(hs.map(f => f()).join(), hs.map(f => f()).join());
for (const x of ["p", "q"]) fs.push(() => x);
for (const k in { m: 1, n: 2 }) fs.push(() => k);
console.log(fs.map(f => f()).join("-"));
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
const fact = function self(n) { return n <= 1 ? 1 : n * self(n - 1); };
console.log(fib(15), fact(10));
function add(x) { return y => z => x + y + z; }
console.log(add(1)(2)(3), add("a")("b")("c"));
function outer() {
  var v = 1;
  function inner() { v++; return arguments.length + v; }
  return inner(1, 2) + inner() + v;
}
console.log(outer());
const compose = (...fns) => x => fns.reduceRight((acc, f) => f(acc), x);
console.log(compose(x => x + 1, x => x * 2)(10));
function memo(f) { const seen = {}; return n => n in seen ? seen[n] : (seen[n] = f(n)); }
const sq = memo(n => n * n);
console.log(sq(4), sq(4), sq(5));
{ let shadow = 1; { let shadow = 2; fs.push(() => shadow); } fs.push(() => shadow); }
console.log(fs[fs.length - 2](), fs[fs.length - 1]());
try { later(); } catch (e) { console.log(e.name, e.message); }
function later() { return notYet; }
let notYet = 1;
console.log(later());
try { console.log(tdz); let tdz = 1; } catch (e) { console.log(e.name, e.message); }
try { const c = 1; c = 2; } catch (e) { console.log(e.name, e.message); }
console.log(typeof undeclared, typeof hoisted, hoisted());
function hoisted() { return "up"; }
switch (2) { case 1: let sw = 1; case 2: try { sw; } catch (e) { console.log(e.message); } }
console.log((function () { return typeof this; })(), (function () { "use strict"; return typeof this; })());
while (true) { let once = 7; fs.push(() => once); once = 8; break; }
console.log(fs.pop()());
if (true) { function block() { return "block"; } }
console.log(block());
const twice = f => (...xs) => f(f(...xs));
console.log(twice(x => x * 3)(2));

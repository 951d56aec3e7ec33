// errors through inlined and typed code
function area(s) { return s.w * s.h(); }
function total(list) { let t = 0; for (let i = 0; i < list.length; i++) t += area(list[i]); return t; }
try { console.log(total([{ w: 2, h() { return 3; } }, { w: 1 }])); } catch (e) { console.log(e.message); }
const math = { sq: x => x * x, twice(f, x) { return f(f(x)); } };
try { math.twice(5, 1); } catch (e) { console.log(e.message); }
try { math.cube(3); } catch (e) { console.log(e.message); }
function outer() { return inner(); } function inner() { return undefinedFn.prop; } let undefinedFn;
try { outer(); } catch (e) { console.log(e.message); }
function rethrow() { try { undefinedFn(); } catch (e) { throw e; } }
try { rethrow(); } catch (e) { console.log(e.message); }
function viaFinally() { try { return undefinedFn.call; } finally { console.log("f"); } }
try { viaFinally(); } catch (e) { console.log(e.message); }
function fin2() { try { undefinedFn(1, 2); } finally { console.log("f2"); } }
try { fin2(); } catch (e) { console.log(e.message); }
function deep(n) { return n ? deep(n - 1) : undefinedFn(); }
try { deep(50); } catch (e) { console.log(e.message); }
const thrower = () => { throw new TypeError("mine"); };
try { thrower(); } catch (e) { console.log(e.message); }
try { [1].map(() => undefinedFn()); } catch (e) { console.log(e.message); }
try { [1].map(thrower); } catch (e) { console.log(e.message); }
try { throw undefined; } catch (e) { console.log(e); }
function throwsUndefined() { throw undefined; }
try { throwsUndefined(); } catch (e) { console.log(e); }
class A { constructor() { this.init(); } } class B extends A { }
try { new B(); } catch (e) { console.log(e.message); }
class C { get bad() { return this.nope(); } static make() { return new this.Missing(); } }
try { new C().bad; } catch (e) { console.log(e.message); } try { C.make(); } catch (e) { console.log(e.message); }
try { `${{ toString() { return undefinedFn(); } }}`; } catch (e) { console.log(e.message); }
try { for (const x of [1, 2]) { for (const y of x) ; } } catch (e) { console.log(e.message); }
let caught = 0; for (let i = 0; i < 100; i++) { try { (i % 2 ? math.sq : undefinedFn)(i); } catch (e) { caught++; if (i < 2) console.log(e.message); } } console.log(caught);
function loop(o, n) { let s = 0; for (let i = 0; i < n; i++) s = (s + o.step(i)) | 0; return s; }
console.log(loop({ step: i => i }, 100)); try { loop({}, 3); } catch (e) { console.log(e.message); }
try { loop({ step: 5 }, 3); } catch (e) { console.log(e.message); } try { loop(null, 3); } catch (e) { console.log(e.message); }
undefinedFn.final();

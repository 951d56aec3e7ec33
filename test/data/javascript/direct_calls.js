// Functions that are called directly: arguments, exceptions, recursion, closures.
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
function ackermann(m, n) { return m === 0 ? n + 1 : n === 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
function even(n) { return n === 0 ? true : odd(n - 1); }
function odd(n) { return n === 0 ? false : even(n - 1); }
console.log(fib(16), ackermann(2, 3), even(101), odd(77));
// Too few and too many arguments, defaults, rest, arguments.
function two(a, b) { return `${a} ${b}`; }
function many(a, ...rest) { return a + rest.length; }
function defaults(a, b = a * 2) { return a + b; }
function counted() { return arguments.length; }
for (let i = 0; i < 2; i++) {
  console.log(two(i), two(i, 1), two(i, 1, 2), two(), many(i), many(i, 1, 2, 3), defaults(i), defaults(i, 5));
  console.log(counted(), counted(1, 2, 3, 4, 5));
}
// Exceptions leave through several calls, and calls go on after them.
function fails(n) { if (n % 3 === 0) throw new Error(`at ${n}`); return n; }
function passes(n) { try { return fails(n) + 1; } finally { log.push(n); } }
const log = [];
let sum = 0;
for (let i = 0; i < 7; i++) {
  try { sum += passes(i); } catch (e) { sum += 100; log.push(e.message); }
}
console.log(sum, log.join());
function deep(n) { return 1 + deep(n + 1); }
function mutual(n) { return 1 + other(n); }
function other(n) { return 1 + mutual(n); }
for (let i = 0; i < 2; i++) {
  for (const f of [deep, mutual]) {
    try { f(0); } catch (e) { console.log(e instanceof RangeError, e.message); }
  }
  try { deep(0); } catch (e) { console.log(e.name); }
}
console.log(fib(10), even(50));
// Values of all kinds, also as results; a variable that holds one function, then another.
function same(x) { return x; }
let kinds = "";
for (const v of [1, 1.5, "s", null, undefined, true, { a: 1 }, [2], same]) kinds += typeof same(v) + " ";
console.log(kinds);
let which = function (x) { return x + 1; };
let trace = "";
for (let i = 0; i < 6; i++) {
  trace += which(i) + " ";
  if (i === 2) which = x => x * 10;
  if (i === 4) which = Math.sqrt;
}
console.log(trace);
try { for (let i = 0; i < 3; i++) { if (i === 1) which = 5; which(i); } } catch (e) { console.log(e.name); }
// this, in sloppy and strict functions and in methods.
function sloppy() { return typeof this; }
function strict() { "use strict"; return typeof this; }
const object = { sloppy, strict, own() { return this === object; } };
for (let i = 0; i < 2; i++) console.log(sloppy(), strict(), object.sloppy(), object.strict(), object.own());
// Numbers that stop being integers, -0, and unused results.
function product(a, b) { return a * b; }
let p = 1, zero = 0;
for (let i = 1; i < 25; i++) { p = product(p, i); zero = 1 / product(-i, 0); product(i, i); }
console.log(p, zero);
function square(x) { return x * x; }
let squares = 0;
for (let i = 0; i < 100000; i += 997) squares += square(i);
console.log(squares);
// Closures: each call has variables of its own; generators of functions.
function counter(start) { let n = start; return () => n++; }
const counters = [];
for (let i = 0; i < 3; i++) counters.push(counter(i * 10));
let out = "";
for (const c of counters) out += `${c()} ${c()} `;
console.log(out);
function hoisted(n) { return inner(n) + inner(n + 1); function inner(k) { return k * n; } }
let h = 0;
for (let i = 0; i < 5; i++) h += hoisted(i);
console.log(h);

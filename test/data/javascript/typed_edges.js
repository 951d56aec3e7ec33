// numbers at the edges
function add(a, b) { return a + b; }
function inc(x) { x++; return x; }
function mul(a, b) { return a * b; }
function sub(a, b) { return a - b; }
const M = 2147483647, m = -2147483648;
console.log(add(M, 1), add(m, -1), inc(M), mul(M, M), mul(-1, 0), Object.is(mul(-1, 0), -0), sub(m, 1), mul(m, -1));
let s = 0;
for (let i = 0; i < 70; i++) { s = (s + i * 1000000007) | 0; }
console.log(s);
let f = 1; for (let i = 1; i < 25; i++) f *= i; console.log(f);
let neg = 0; for (let i = 5; i > -5; i--) { const z = i * 0; if (Object.is(z, -0)) neg++; } console.log(neg);
function mods() { const out = []; for (let i = -3; i < 4; i++) { out.push(i % 2, Object.is(i % 3, -0), 7 % i); } return out; }
console.log(mods().join());
function shifts(x) { return [x << 31, x >> 1, x >>> 0, x >>> 1, x << 33, x >>> 33, ~x, -x, +x]; }
console.log(shifts(-1), shifts(5), shifts(2 ** 31), shifts(2 ** 32 + 5), shifts(NaN), shifts(-0.5), shifts(1e20));
function trunc(x) { let t = 0; for (let i = 0; i < 3; i++) t += (x / (i + 1)) | 0; return t; }
console.log(trunc(10), trunc(-7), trunc(1e10), trunc(NaN), trunc(Infinity), trunc(2147483648 * 2));
const a = new Int8Array(4), c = new Uint8ClampedArray(3), u = new Uint32Array(2), d = new Float32Array(2), h = new Int16Array(3);
for (let i = -2; i < 6; i++) { a[i] = i * 100; c[i] = i * 100.5; u[i] = -i; d[i] = i / 3; h[i] = 70000 * i; }
console.log(a, c, u, d, h, a[-1], a[4], a[1.5], u[0] - 1, u[1] + 1);
console.log(u[1] | 0, u[1] >>> 0, u[1] > 0, u[1] === 4294967295, -u[1], u[1] * u[1]);
function sum(arr) { let t = 0; for (let i = 0; i <= arr.length; i++) t += arr[i]; return t; }
console.log(sum(a), sum([1, 2, 3]), sum("abc"), sum(new Float64Array([1.5, 2])));
let log = [];
const o = { valueOf() { log.push("v"); return 3; } };
function mixed(x, y) { let r = []; for (let i = 0; i < 2; i++) r.push(x + y, x - y, x * y, x < y, x & y, x == y); return r; }
console.log(mixed(o, 2), mixed(2, o), mixed("5", 2), mixed(undefined, 1), mixed(null, 1), mixed(true, 1), log.length);
function order() { const seen = []; const p = n => ({ valueOf() { seen.push(n); return n; } }); const r = p(1) + p(2) * p(3); return [r, seen.join()]; }
console.log(order());
function fin(n) { let k = 0; for (let i = 0; i < n; i++) { try { if (i % 3 === 0) continue; if (i % 5 === 4) throw i; k += i; } catch (e) { k -= e; } finally { k++; } } return k; }
console.log(fin(20));
function late() { try { return x1 + 1; } catch (e) { return e.name; } } 
console.log(late()); let x1 = 5; console.log(late());
let counter = 0; function bump() { counter++; return counter; } for (let i = 0; i < 5; i++) bump(); console.log(counter);
let ov = 2147483645; for (let i = 0; i < 6; i++) { ov++; } console.log(ov, ov | 0);
let w = 4294967290; for (let i = 0; i < 10; i++) w += 1; console.log(w, w >>> 0);
let big = 9007199254740990; for (let i = 0; i < 5; i++) big++; console.log(big);
let big2 = 2 ** 31; big2 = big2 * big2 * 2; for (let i = 0; i < 3; i++) big2++; console.log(big2);
let un; for (let i = 0; i < 3; i++) { if (i == 1) un = i; console.log(un === undefined, un === null, un == null, typeof un, un + 1); }
function cmp(x, y) { let r = 0; for (let i = 0; i < 2; i++) { r = r * 2 + (x < y); r = r * 2 + (x >= y); r = r * 2 + (x !== y); } return r; }
console.log(cmp(1, 2), cmp(2, 1.5), cmp(NaN, 1), cmp("b", "a"), cmp(-0, 0), cmp(1, "1"), cmp(undefined, undefined));
function rec(n) { return n < 2 ? n : rec(n - 1) + rec(n - 2); } console.log(rec(12));
function pick(flag) { const p = new Int32Array(3), q = new Int32Array(5); let r = flag ? p : q; for (let i = 0; i < 6; i++) { r[i] = i; if (i === 3) r = flag ? q : p; } return [p.join(), q.join(), r.length].join("|"); }
console.log(pick(true), pick(false));
const view = new Float64Array(1), bytes = new Uint8Array(view.buffer); bytes.fill(255); console.log(view[0], view[0] === view[0], view[0] + 1);
console.log(Math.imul(4294967295, 5), Math.imul(-5, 12), Math.imul(65536, 65536), Math.floor(-5), Math.sqrt(16), Math.sqrt(-1), Math.sqrt(2));
function im(n) { let h = 0x811c9dc5; for (let i = 0; i < n; i++) { h ^= i; h = Math.imul(h, 0x01000193); } return h >>> 0; } console.log(im(50));
for (let i = 0, x = 10; i < 3; i++) { x = x - 20; console.log(x, -x, x / 4, x % 7, x ** 2, !x, !(x + 10)); }
const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i++ * 2); console.log(fs.map(f => f() + f()));
switch (rec(3)) { case 1: console.log("one"); break; case 2: console.log("two"); }
let str = ""; for (let i = 0; i < 3; i++) str += i; console.log(str, str * 1 + 1);
function args() { let t = 0; for (let i = 0; i < arguments.length; i++) t += arguments[i]; return t; } console.log(args(1, 2, 3.5), args("a", 1));
function def(p = 4, ...rest) { let t = p; for (let i = 0; i < rest.length; i++) t += rest[i]; return t; } console.log(def(), def(1, 2, 3));
console.log([1, 2, 3].map((x, i) => x * i + 1).reduce((p, q) => p + q, 0), [3, 1, 2].sort((p, q) => p - q).join());

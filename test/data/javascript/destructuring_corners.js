const { a = 1, b: { c = 2, ...rest } = {}, ...others } = { b: { d: 4, e: 5 }, x: 9, y: [1] };
console.log(a, c, rest, others);
const [p, , q = p, [r] = [7], ...s] = [1, 2, undefined, undefined, 5, 6];
console.log(p, q, r, s);
let m = 1, n = 2; [m, n] = [n, m]; console.log(m, n);
const o = {}; [o.x, o["y"], ...o.z] = "hello"; ({ length: o.n } = "four"); console.log(o);
function f({ x = 10, y: [z, w = z] = [1] } = {}, ...[first, ...tail]) { return [x, z, w, first, tail]; }
console.log(f(), f({ x: 1, y: [2, 3] }, 4, 5, 6), f.length, f({ x: null }));
const key = "dyn"; const { [key]: v, [`${key}2`]: v2 = "d" } = { dyn: 1 }; console.log(v, v2);
console.log([...new Set([3, 1, 3])], [..."héé", ...[1, [2]]], Math.max(...[1, 5], ...new Set([9])), { ...null, ...[7, 8], ..."ab", ...{ a: 1 } });
const clone = { ...{ get g() { return 5; } } }; console.log(Object.getOwnPropertyDescriptor(clone, "g"));
for (const [i, { n: name, t: [tag] = ["none"] }] of [{ n: "A" }, { n: "B", t: ["x"] }].entries()) console.log(i, name, tag);
const fns = []; for (var i = 0; i < 3; i++) { let j = i; fns.push(() => [i, j++]); } console.log(fns.map(f => f()), fns.map(f => f()));
for (let k = 0, get = () => k; k < 2; k++) console.log(get(), k);
const gen = (a, b = a, c = () => a + b) => { a = 5; return [a, b, c()]; }; console.log(gen(1), gen(1, 2), gen(1, undefined, () => 0));
function args() { return [arguments.length, [...arguments], Array.prototype.slice.call(arguments, 1)]; } console.log(args(1, "b", null));
let u; u ??= 5; u &&= u + 1; u ||= 0; console.log(u, null?.x, undefined?.[1], (null)?.f(), o?.x?.length, o.no?.deep.deeper, delete o.x, "x" in o);
const tagged = (s, ...v) => s.raw.join("|") + v.join(","); console.log(tagged`a${1}\n${2}c`, `x${`y${1 + 1}`}z`);
console.log(((a, b) => a + b).length, (function () { return typeof this; }).call(5), (() => { "use strict"; return typeof void 0; })(), [1, 2, 3].includes(NaN), [NaN].includes(NaN), [NaN].indexOf(NaN));
label: { console.log("in"); if (o) break label; console.log("never"); }
var { length } = [1, 2, 3]; console.log(length, typeof length, (1, 2), void 0, typeof null, typeof (() => 1), !!"", !!"0");

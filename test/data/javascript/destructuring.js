const [a, , b = 10, [c, d] = [1, 2], ...e] = [1, 2, undefined, [7], 5, 6];
console.log(a, b, c, d, e);
const { x, y: { z: deep = 4, ...w } = {}, ["comp" + 1]: comp = "none", ...rest } = { x: 1, y: { q: 2, r: 3 }, comp1: 5, more: 6, last: 7 };
console.log(x, deep, w, comp, rest);
function f({ p = 1, q: { r } = { r: "dr" } } = {}, [s, t = s] = [9], ...[u, v]) { return [p, r, s, t, u, v]; }
console.log(f(), f({ p: 2, q: { r: 3 } }, [4], 5, 6, 7));
let m = 1, n = 2; [m, n] = [n, m]; console.log(m, n);
const arr = [1, 2, 3]; [arr[0], arr[2]] = [arr[2], arr[0]]; console.log(arr);
const o = {}; ({ a: o.one, b: o["two"], c: [o.three] } = { a: 1, b: 2, c: [3] }); console.log(o);
for (const { id, tags: [t0 = "none"] = [] } of [{ id: 1, tags: ["x"] }, { id: 2 }]) console.log(id, t0);
for (const [k, v] of Object.entries({ one: 1, two: 2 })) console.log(k, v);
const [i, j, ...chars] = "hello"; console.log(i, j, chars.join(""));
const [k1, k2] = new Map([["mk", "mv"]]); console.log(k1, k2);
const swap = ([p, q]) => [q, p]; console.log(swap([1, 2]));
let order = []; const log = v => (order.push(v), v);
const { [log("k1")]: v1 = log("d1"), [log("k2")]: v2 = log("d2") } = { k2: 1 }; console.log(order.join(), v1, v2);
function g(a, b = a + 1, c = () => a + b) { a = 10; return [a, b, c()]; } console.log(g(1), g(1, 5), g.length);
function h(...args) { return args.length + ":" + args.join(); } console.log(h(), h(1, 2), h(...[1, 2], 3, ..."ab"), h.length);
try { const [bad] = {}; } catch (e) { console.log(e.name); }
try { const { bad } = undefined; } catch (e) { console.log(e.name); }
const nestedDefault = ({ a: { b: { c = 3 } = {} } = {} } = {}) => c; console.log(nestedDefault(), nestedDefault({ a: { b: { c: 9 } } }));
let last; [, , last] = [1, 2, 3]; console.log(last);
let z1, z2; z1 = [z2] = [5, 6]; console.log(z1, z2);
console.log((({ length }) => length)("four"), (([...xs]) => xs.length)([1, 2, 3]));
var { length: len, [len - 1]: lastChar } = "abc"; console.log(len, lastChar);

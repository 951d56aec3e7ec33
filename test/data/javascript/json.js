console.log(JSON.stringify({ a: [1, "x", null, undefined, () => 1, NaN, { b: true }], u: undefined, d: "q\"\\\n\u0001\u2028", n: -0, e: 1e21 }));
console.log(JSON.stringify([1, { a: 2, b: [] , c: {} }], null, 2)); console.log(JSON.stringify({ a: [1, 2], b: { c: 3 } }, null, "--"));
console.log(JSON.stringify("s"), JSON.stringify(undefined), JSON.stringify(null), JSON.stringify([undefined]), JSON.stringify({ toJSON() { return { custom: 1 }; } }));
console.log(JSON.stringify({ a: 1, b: 2, c: { a: 3, d: 4 } }, ["a", "c"]), JSON.stringify({ a: 1, b: "x" }, (k, v) => typeof v === "number" ? v * 2 : v));
const p = JSON.parse('{"a":[1,2.5e3,-0.1,true,false,null],"s":"\\u0041\\n\\"","o":{"k":{}}}'); console.log(p, p.a[1], p.s.length, Object.keys(p.o));
for (const bad of ["{", "[1,]", "{'a':1}", "nul", "", "01", '"\n"']) try { JSON.parse(bad); console.log("ok?", bad); } catch (e) { console.log(e.name, e instanceof SyntaxError); }
const cyc = {}; cyc.self = cyc; try { JSON.stringify(cyc); } catch (e) { console.log(e.name); }
console.log(JSON.parse("[1,[2,[3]]]", (k, v) => Array.isArray(v) ? v.length : v), JSON.parse(" 5 "), JSON.parse('"x"'));
const deep = JSON.parse(JSON.stringify({ list: [{ id: 1, t: ["a"] }], m: { x: 1.25 } })); console.log(deep.list[0].t[0], deep.m.x);
class K { constructor() { this.p = 1; this.#q = 2; } #q; get g() { return 1; } } console.log(JSON.stringify(new K()), JSON.stringify({ "k y": 1, 5: 2 }), JSON.stringify(Object("str")), JSON.stringify([new Map(), new Set([1])]));

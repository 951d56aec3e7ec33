const m = new Map([["a", 1], ["b", 2]]);
m.set(NaN, "nan").set(0, "zero").set("a", 3);
console.log(m.size, m.get(NaN), m.get(-0), m.has("c"), m.delete("b"), m.delete("b"), [...m.keys()].join("|"));
for (const [k, v] of m) console.log(k, v);
m.forEach((v, k) => console.log(String(k) + "=" + v));
const s = new Set("mississippi");
console.log(s.size, [...s].join(""), s.has("s"), s.add("x").size);
const counts = new Map();
for (const w of "the cat and the dog and the bird".split(" ")) counts.set(w, (counts.get(w) ?? 0) + 1);
console.log([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([w, n]) => w + n).join(" "));
const unique = [...new Set([3, 1, 3, 2, 1])];
console.log(unique.join(), new Set(unique).size);
const order = new Set([1, 2, 3]);
for (const x of order) { if (x < 10) order.add(x + 10); if (x === 2) order.delete(3); }
console.log([...order].join());
const objKey = {}; m.set(objKey, "obj"); console.log(m.get(objKey), m.get({}));
for (const e of m.entries()) console.log(e.length);
console.log(Array.from(m.values()).length, Array.from(s, c => c.toUpperCase()).join(""));

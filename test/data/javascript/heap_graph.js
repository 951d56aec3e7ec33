class Heap { constructor(less = (a, b) => a < b) { this.items = []; this.less = less; }
  push(x) { const h = this.items; let i = h.push(x) - 1; while (i && this.less(h[i], h[(i - 1) >> 1])) { [h[i], h[(i - 1) >> 1]] = [h[(i - 1) >> 1], h[i]]; i = (i - 1) >> 1; } return this; }
  pop() { const h = this.items, top = h[0], last = h.pop(); if (h.length) { h[0] = last; let i = 0; for (;;) { let k = 2 * i + 1; if (k >= h.length) break; if (k + 1 < h.length && this.less(h[k + 1], h[k])) k++; if (!this.less(h[k], h[i])) break; [h[i], h[k]] = [h[k], h[i]]; i = k; } } return top; }
  get size() { return this.items.length; } }
const heap = new Heap(); [5, 3, 8, 1, 9, 2].forEach(x => heap.push(x)); const out = []; while (heap.size) out.push(heap.pop()); console.log(out);
const graph = { a: { b: 7, c: 9, f: 14 }, b: { a: 7, c: 10, d: 15 }, c: { a: 9, b: 10, d: 11, f: 2 }, d: { b: 15, c: 11, e: 6 }, e: { d: 6, f: 9 }, f: { a: 14, c: 2, e: 9 } };
function dijkstra(from) { const dist = new Map([[from, 0]]), prev = {}, q = new Heap((x, y) => x[0] < y[0]); q.push([0, from]);
  while (q.size) { const [d, n] = q.pop(); if (d > dist.get(n)) continue; for (const [to, w] of Object.entries(graph[n])) { const nd = d + w; if (nd < (dist.get(to) ?? Infinity)) { dist.set(to, nd); prev[to] = n; q.push([nd, to]); } } } return { dist, prev }; }
console.log(dijkstra("a"));
const det = m => m.length === 1 ? m[0][0] : m[0].reduce((s, v, i) => s + (i % 2 ? -1 : 1) * v * det(m.slice(1).map(r => r.filter((_, j) => j !== i))), 0);
console.log(det([[2, -1, 0], [1, 3, 2], [0, 5, -4]]), det([[1, 2], [3, 4]]));
const roman = n => [[1000, "M"], [900, "CM"], [500, "D"], [400, "CD"], [100, "C"], [90, "XC"], [50, "L"], [40, "XL"], [10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"]].reduce((s, [v, t]) => { while (n >= v) { s += t; n -= v; } return s; }, "");
console.log([1994, 2024, 49, 3999].map(roman).join(" "));
const knapsack = (items, cap) => { const best = new Int32Array(cap + 1); for (const { w, v } of items) for (let c = cap; c >= w; c--) best[c] = Math.max(best[c], best[c - w] + v); return best[cap]; };
console.log(knapsack([{ w: 12, v: 4 }, { w: 2, v: 2 }, { w: 1, v: 1 }, { w: 4, v: 10 }, { w: 1, v: 2 }], 15));
const wrap = (text, width) => text.split(" ").reduce((lines, word) => { const last = lines[lines.length - 1]; if (last !== undefined && (last + " " + word).length <= width) lines[lines.length - 1] = last + " " + word; else lines.push(word); return lines; }, []);
console.log(wrap("the quick brown fox jumps over the lazy dog and runs far away", 16).map(l => `|${l.padEnd(16)}|`).join("\n"));
const people = [["Ann", 30], ["Bob", 25], ["Cid", 30], ["Dan", 25], ["Eve", 30]].map(([name, age]) => ({ name, age }));
console.log(people.slice().sort((a, b) => a.age - b.age).map(p => p.name).join(), Object.entries(people.reduce((g, p) => { (g[p.age] ??= []).push(p.name); return g; }, {})));
const lcs = (a, b) => { const t = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill("")); for (let i = 1; i <= a.length; i++) for (let j = 1; j <= b.length; j++) t[i][j] = a[i - 1] === b[j - 1] ? t[i - 1][j - 1] + a[i - 1] : t[i - 1][j].length >= t[i][j - 1].length ? t[i - 1][j] : t[i][j - 1]; return t[a.length][b.length]; };
console.log(lcs("AGGTAB", "GXTXAYB"), lcs("kitten sitting", "sitting kitten"));
const flat = [1, [2, [3, [4, [5]]]]]; console.log(flat.flat(), flat.flat(Infinity), flat.flatMap(x => [x, x]), [..."abc"].map((c, i, all) => all[all.length - 1 - i] + c), [3, 4].concat(5, [6, [7]]), [1, 2, 3, 4, 5].copyWithin(0, 3), [1, 2, 3].lastIndexOf(3), Array.of(7, 8), [1, 2, 3].findLast(x => x < 3), [5, 1].toString(), [1, [2, [3]]].join(";"));

class Permutations {
  constructor(items) { this.items = items; this.index = items.map((_, i) => i); this.done = false; }
  next() {
    if (this.done) return { value: undefined, done: true };
    const value = this.index.map(i => this.items[i]), p = this.index;
    let i = p.length - 2; while (i >= 0 && p[i] > p[i + 1]) i--;
    if (i < 0) this.done = true;
    else { let j = p.length - 1; while (p[j] < p[i]) j--; [p[i], p[j]] = [p[j], p[i]]; for (let a = i + 1, b = p.length - 1; a < b; a++, b--) [p[a], p[b]] = [p[b], p[a]]; }
    return { value, done: false };
  }
}
const out = []; const it = new Permutations([..."abcd"]); for (let r = it.next(); !r.done; r = it.next()) out.push(r.value.join("")); console.log(out.length, out.join(" "));
const combos = (xs, k) => k === 0 ? [[]] : xs.flatMap((x, i) => combos(xs.slice(i + 1), k - 1).map(c => [x, ...c])); console.log(combos([1, 2, 3, 4], 2).map(c => c.join("")).join());
const subsets = xs => xs.reduce((acc, x) => acc.concat(acc.map(s => [...s, x])), [[]]); console.log(subsets([1, 2, 3]).map(s => "{" + s + "}").join(" "));
function heap(n, a, visit) { if (n === 1) return visit(a); for (let i = 0; i < n; i++) { heap(n - 1, a, visit); const j = n % 2 ? 0 : i; const t = a[j]; a[j] = a[n - 1]; a[n - 1] = t; } } let k = 0; heap(4, [1, 2, 3, 4], a => { if (++k % 6 === 0) console.log(a.join("")); });

function lcg(seed) { return () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % 1000; }
const next = lcg(42), data = Array.from({ length: 60 }, next);
const sorts = {
  bubble(a) { for (let i = 0; i < a.length; i++) for (let j = 0; j + 1 < a.length - i; j++) if (a[j] > a[j + 1]) { const t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } return a; },
  insertion(a) { for (let i = 1; i < a.length; i++) { const v = a[i]; let j = i - 1; for (; j >= 0 && a[j] > v; j--) a[j + 1] = a[j]; a[j + 1] = v; } return a; },
  quick(a) { if (a.length < 2) return a; const [p, ...rest] = a; return [...sorts.quick(rest.filter(x => x < p)), p, ...sorts.quick(rest.filter(x => x >= p))]; },
  merge(a) {
    if (a.length < 2) return a;
    const m = a.length >> 1, l = sorts.merge(a.slice(0, m)), r = sorts.merge(a.slice(m)), out = [];
    let i = 0, j = 0;
    while (i < l.length && j < r.length) out.push(l[i] <= r[j] ? l[i++] : r[j++]);
    return out.concat(l.slice(i), r.slice(j));
  },
  heap(a) {
    const sift = (i, n) => { for (;;) { let c = 2 * i + 1; if (c >= n) return; if (c + 1 < n && a[c + 1] > a[c]) c++; if (a[i] >= a[c]) return; [a[i], a[c]] = [a[c], a[i]]; i = c; } };
    for (let i = (a.length >> 1) - 1; i >= 0; i--) sift(i, a.length);
    for (let n = a.length - 1; n > 0; n--) { [a[0], a[n]] = [a[n], a[0]]; sift(0, n); }
    return a;
  },
  builtin(a) { return a.sort((x, y) => x - y); },
};
const expected = sorts.builtin([...data]).join();
for (const name of Object.keys(sorts)) console.log(name, sorts[name]([...data]).join() === expected);
console.log(expected);
console.log([3, 20, 100, 1].sort().join(), ["b", "a", "C"].sort().join(), [1, 2, 3].reverse().join());
const people = [{ n: "a", v: 2 }, { n: "b", v: 1 }, { n: "c", v: 2 }, { n: "d", v: 1 }];
console.log(people.sort((p, q) => p.v - q.v).map(p => p.n).join(""));

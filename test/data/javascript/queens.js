function queens(n) {
  let count = 0, first = null; const cols = [], used = new Set(), d1 = new Set(), d2 = new Set();
  (function place(r) {
    if (r === n) { count++; first ??= cols.slice(); return; }
    for (let c = 0; c < n; c++) {
      if (used.has(c) || d1.has(r + c) || d2.has(r - c)) continue;
      used.add(c); d1.add(r + c); d2.add(r - c); cols.push(c);
      place(r + 1);
      cols.pop(); used.delete(c); d1.delete(r + c); d2.delete(r - c);
    }
  })(0);
  return { count, first };
}
for (const n of [1, 4, 5, 6]) { const { count, first } = queens(n); console.log(n, count, first.join("")); }
function bits(n, c = 0, l = 0, r = 0) { const full = (1 << n) - 1; if (c === full) return 1; let k = 0; for (let free = full & ~(c | l | r); free;) { const b = free & -free; free ^= b; k += bits(n, c | b, (l | b) << 1, (r | b) >> 1); } return k; }
console.log(bits(7));

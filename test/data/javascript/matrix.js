function product(a, b, n) {
  const c = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) { let s = 0; for (let k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j]; c[i * n + j] = s; }
  return c;
}
const n = 8, a = new Float64Array(n * n), b = new Float64Array(n * n);
for (let i = 0; i < n * n; i++) { a[i] = i % 7 - 3; b[i] = (i * i) % 11 / 2; }
const c = product(a, b, n); console.log(c.slice(0, 8).join(" "), c.reduce((x, y) => x + y));
const ints = new Int32Array([1, 2, 3, 4]), mul = (x, y) => [x[0] * y[0] + x[1] * y[2], x[0] * y[1] + x[1] * y[3], x[2] * y[0] + x[3] * y[2], x[2] * y[1] + x[3] * y[3]];
let p = [1, 0, 0, 1]; for (let i = 0; i < 6; i++) p = mul(p, ints); console.log(p);
function det(m) { if (m.length === 1) return m[0][0]; return m[0].reduce((s, v, j) => s + (j % 2 ? -v : v) * det(m.slice(1).map(r => r.filter((_, k) => k !== j))), 0); }
console.log(det([[2, 0, 1], [1, 3, 2], [1, 1, 4]]));
function gauss(A, b) {
  const n = A.length, M = A.map((r, i) => [...r, b[i]]);
  for (let i = 0; i < n; i++) {
    let p = i; for (let r = i + 1; r < n; r++) if (Math.abs(M[r][i]) > Math.abs(M[p][i])) p = r;
    [M[i], M[p]] = [M[p], M[i]];
    for (let r = i + 1; r < n; r++) { const f = M[r][i] / M[i][i]; for (let k = i; k <= n; k++) M[r][k] -= f * M[i][k]; }
  }
  const x = new Array(n); for (let i = n - 1; i >= 0; i--) { let s = M[i][n]; for (let k = i + 1; k < n; k++) s -= M[i][k] * x[k]; x[i] = s / M[i][i]; }
  return x;
}
console.log(gauss([[2, 1, -1], [-3, -1, 2], [-2, 1, 2]], [8, -11, -3]).map(v => v.toFixed(6)).join());

function product(a, b, n) {
  const c = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      let s = 0;
      for (let k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
  return c;
}
const n = 24, a = new Float64Array(n * n), b = new Float64Array(n * n);
for (let i = 0; i < n * n; i++) { a[i] = i % 7 - 3; b[i] = i % 11 / 2; }
const c = product(a, b, n);
console.log(c[0], c[n * n - 1]);

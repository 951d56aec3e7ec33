function product(a, b, n) {
  const c = new Int32Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      let s = 0;
      for (let k = 0; k < n; k++) s = (s + Math.imul(a[i * n + k], b[k * n + j])) | 0;
      c[i * n + j] = s;
    }
  return c;
}
const n = 32, a = new Int32Array(n * n), b = new Int32Array(n * n);
for (let i = 0; i < n * n; i++) { a[i] = i % 7 - 3; b[i] = i % 11; }
const c = product(a, b, n);
console.log(c[0], c[n * n - 1]);

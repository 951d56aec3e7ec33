const A = (i, j) => 1 / ((i + j) * (i + j + 1) / 2 + i + 1);
function times(v, transposed) {
  const n = v.length, out = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += (transposed ? A(j, i) : A(i, j)) * v[j];
    out[i] = sum;
  }
  return out;
}
function norm(n) {
  let u = new Float64Array(n).fill(1), v;
  for (let i = 0; i < 4; i++) { v = times(times(u, false), true); u = times(times(v, false), true); }
  let vBv = 0, vv = 0;
  for (let i = 0; i < n; i++) { vBv += u[i] * v[i]; vv += v[i] * v[i]; }
  return Math.sqrt(vBv / vv);
}
console.log(norm(12).toFixed(9));

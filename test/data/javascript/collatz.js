let best = 0, bestN = 0;
for (let n = 1; n < 250; n++) {
  let x = n, steps = 0;
  while (x !== 1) { x = x & 1 ? 3 * x + 1 : x >> 1; steps++; }
  if (steps > best) { best = steps; bestN = n; }
}
console.log(bestN, best);

function longest(limit) {
  let best = 0, most = 0;
  for (let n = 1; n < limit; n++) {
    let x = n, steps = 0;
    while (x !== 1) {
      x = x & 1 ? 3 * x + 1 : x >> 1;
      steps++;
    }
    if (steps > most) { most = steps; best = n; }
  }
  return best;
}
console.log(longest(2000));

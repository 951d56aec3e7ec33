const width = 40, height = 16, rows = [];
for (let y = 0; y < height; y++) {
  let row = "";
  for (let x = 0; x < width; x++) {
    const cr = 3 * x / width - 2, ci = 2 * y / height - 1;
    let zr = 0, zi = 0, i = 0;
    while (i < 30 && zr * zr + zi * zi < 4) { const t = zr * zr - zi * zi + cr; zi = 2 * zr * zi + ci; zr = t; i++; }
    row += " .:-=+*#%@"[Math.floor(i / 30 * 9)];
  }
  rows.push(row);
}
console.log(rows.join("\n"));

function step(grid) {
  const h = grid.length, w = grid[0].length;
  return grid.map((row, y) => row.map((cell, x) => {
    let n = 0;
    for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) if (dy || dx) n += grid[(y + dy + h) % h][(x + dx + w) % w];
    return n === 3 || (cell && n === 2) ? 1 : 0;
  }));
}
let grid = [".#......", "..#.....", "###.....", "........", "........", "........"].map(r => [...r].map(c => c === "#" ? 1 : 0));
const show = g => g.map(r => r.map(c => c ? "#" : ".").join("")).join("\n");
for (let i = 0; i < 5; i++) grid = step(grid);
console.log(show(grid)); console.log(grid.flat().reduce((a, b) => a + b));

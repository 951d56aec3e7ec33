// Elements by index: holes, bounds, lengths that change, and what is no array.
function get(a, i) { return a[i]; }
function set(a, i, v) { a[i] = v; return a[i]; }
function attempt(f) { try { return f(); } catch (e) { return e.name; } }
const holes = [1, , 3], strings = ["a", "b"], nested = [[1], [2, [3]]];
const indices = [0, 1, 2, 3, -1, 1.5, 2 ** 31, 4294967295, NaN, -0, "0", "1", "x", null, undefined, true];
for (const a of [holes, strings, nested[1], "str", { 0: "zero", x: 1 }, 7, new Float32Array([0.5, 1.5])]) {
  console.log(indices.map(i => String(get(a, i))).join(" "));
}
console.log(attempt(() => get(null, 0)), attempt(() => get(undefined, "x")), attempt(() => set(null, 0, 1)));
Array.prototype[1] = "from the prototype";
console.log(get(holes, 1), get([], 1), get([0, undefined], 1));
delete Array.prototype[1];
// Writing in bounds, at the end, beyond it.
const grown = [];
for (let i = 0; i < 10; i++) grown[i] = i * i;
for (let i = 20; i < 24; i++) set(grown, i, i);
console.log(grown.length, grown[9], grown[15], grown[23], 15 in grown);
set(grown, -1, "minus"); set(grown, 1.5, "half"); set(grown, "2", "two");
console.log(grown[-1], grown["1.5"], grown[2], Object.keys(grown).length);
// The length changes in the loop.
const shrinking = [1, 2, 3, 4, 5, 6, 7, 8];
let visited = 0;
for (let i = 0; i < shrinking.length; i++) {
  visited += shrinking[i];
  if (i % 2) shrinking.pop();
  if (i === 1) shrinking.length = 5;
}
console.log(visited, shrinking.length);
const queue = [1];
let steps = 0;
for (let i = 0; i < queue.length; i++) { steps++; if (queue[i] < 40) queue.push(queue[i] * 2, queue[i] * 3); }
console.log(steps, queue.length, queue[queue.length - 1]);
shrinking.length = 2;
shrinking[0] = "x";
console.log(get(shrinking, 0), get(shrinking, 3), set(shrinking, 3, "y"), shrinking.length);
// Frozen, sealed, sparse, and with accessors.
const frozen = Object.freeze([1, 2, 3]), sealed = Object.seal([1, 2]);
console.log(set(frozen, 1, "no"), set(sealed, 1, "yes"), set(sealed, 2, "no"), frozen.length, sealed.length);
(function () { "use strict"; for (const a of [frozen, sealed]) console.log(attempt(() => { a[2] = 9; return a[2]; })); })();
const sparse = [1, 2];
sparse[1e6] = "far";
let found = 0;
for (const i of [0, 1, 2, 1e6, 1e6 + 1]) if (sparse[i] !== undefined) found++;
console.log(found, sparse.length);
const odd = [1, 2, 3];
Object.defineProperty(odd, 1, { get() { return "got"; }, set(v) { odd.last = v; } });
for (let i = 0; i < 3; i++) odd[i] = odd[i] + "!";
console.log(odd.join(" "), odd.last);
// Kinds mix in one place; sorting by hand; matrices of arrays.
const mixed = [3, "b", null, 1.5, undefined, { v: 1 }, [4], true];
let text = "";
for (let i = 0; i < mixed.length; i++) { const v = mixed[i]; mixed[i] = i; text += typeof v + mixed[i] + " "; }
console.log(text);
const numbers = [];
for (let i = 0, s = 7; i < 60; i++) { s = (s * 31 + 11) % 101; numbers[i] = s; }
for (let i = 1; i < numbers.length; i++)
  for (let k = i; k > 0 && numbers[k - 1] > numbers[k]; k--) {
    const t = numbers[k]; numbers[k] = numbers[k - 1]; numbers[k - 1] = t;
  }
console.log(numbers.slice(0, 8).join(), numbers[59]);
const a = [[1, 2], [3, 4]], b = [[5, 6], [7, 8]], c = [[0, 0], [0, 0]];
for (let i = 0; i < 2; i++) for (let j = 0; j < 2; j++) for (let k = 0; k < 2; k++) c[i][j] += a[i][k] * b[k][j];
console.log(JSON.stringify(c));
function args() { let s = 0; for (let i = 0; i < arguments.length; i++) { s += arguments[i]; arguments[i] = 0; } return s + arguments[0]; }
console.log(args(1, 2, 3), args("a"));

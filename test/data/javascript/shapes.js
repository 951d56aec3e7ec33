// Properties by shape: the same instruction meets objects of many shapes.
"use strict";
class Base {
  constructor(x) { this.x = x; }
  get twice() { return this.x * 2; }
  name() { return "base"; }
}
class Derived extends Base {
  constructor(x) { super(x); this.y = x + 1; }
  get x2() { return this.x + this.y; }
}
function read(o) { return o.x; }
function write(o, v) { o.x = v; return o.x; }
const plain = { x: 1 }, other = { y: 0, x: 2 }, getter = { get x() { return 3; } };
const inherited = Object.create({ x: 4 }), none = {};
const frozen = Object.freeze({ x: 5 }), withSetter = { set x(v) { this.w = v; }, get x() { return this.w; } };
const all = [plain, other, getter, inherited, none, frozen, withSetter, new Base(6), new Derived(7)];
function attempt(f) { try { return f(); } catch (e) { return e.name; } }
for (let round = 0; round < 3; round++) {
  let line = "";
  for (const o of all) line += `${read(o)} `;
  console.log(line);
  line = "";
  for (const o of all) line += `${attempt(() => write(o, round))} `;
  console.log(line, inherited.hasOwnProperty("x"), Object.keys(none).length);
}
for (const v of ["abc", 5, true, null, undefined, [1, 2], () => 1]) {
  console.log(typeof v, attempt(() => read(v)), attempt(() => write(v, 1)));
}
// A property becomes an accessor, is deleted and made again.
const changing = { a: 1, x: 10, b: 2 };
let seen = [];
for (let i = 0; i < 8; i++) {
  if (i === 2) Object.defineProperty(changing, "x", { get() { return 77; }, configurable: true });
  if (i === 3) delete changing.x;
  if (i === 4) changing.x = 12;
  if (i === 6) Object.defineProperty(changing, "x", { value: 13, writable: false });
  seen.push(read(changing), attempt(() => write(changing, i)));
}
console.log(seen.join(" "));
// The prototype changes below the loop.
const proto = { x: "p" }, child = Object.create(proto);
seen = [];
for (let i = 0; i < 6; i++) {
  if (i === 1) proto.x = "q";
  if (i === 2) child.x = "own";
  if (i === 3) delete child.x;
  if (i === 4) Object.setPrototypeOf(child, { x: "new" });
  seen.push(child.x);
}
console.log(seen.join(" "));
// Many properties make an object slow.
const many = { x: 0 };
for (let i = 0; i < 200; i++) {
  many["k" + i] = i;
  many.x += i;
  if (i % 50 === 0) console.log(many.x, Object.keys(many).length);
}
for (let i = 0; i < 150; i++) delete many["k" + i];
for (let i = 0; i < 3; i++) { many.x++; many.k199 += many.x; }
console.log(many.x, many.k199, Object.keys(many).length);
// Methods, fields in a loop, length of what is no array.
let sum = 0;
const objects = [];
for (let i = 0; i < 120; i++) objects.push(i % 3 ? new Derived(i) : i % 2 ? { x: i, twice: 1, length: i } : new Base(i));
for (const o of objects) { o.x += 1; sum += o.x + o.twice + (o.y || 0) + (o.length || 0); }
console.log(sum);
for (const v of [[1, 2, 3], "four", { length: 9 }, new Int8Array(5), (a, b) => a, new Map()]) {
  let n = 0;
  for (let i = 0; i < 2; i++) n += v.length || 0;
  console.log(n);
}
const distinct = [];
for (let i = 0; i < 130; i++) distinct.push({ ["p" + i]: i, x: i });
let total = 0;
for (let round = 0; round < 2; round++) for (const o of distinct) { total += o.x; o.x = -total % 7; }
console.log(total, distinct[129].x, distinct[129].p129);

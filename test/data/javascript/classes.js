class Shape {
  static count = 0;
  static { Shape.kinds = []; }
  #id;
  name = "shape";
  constructor(name) { this.#id = ++Shape.count; if (name) this.name = name; Shape.kinds.push(this.name); }
  get id() { return this.#id; }
  set label(v) { this.name = v.toUpperCase(); }
  get label() { return "<" + this.name + ">"; }
  area() { return 0; }
  describe() { return `${this.name} #${this.#id} area ${this.area().toFixed(2)}`; }
  static make(...args) { return new this(...args); }
  #secret() { return this.#id * 2; }
  reveal() { return this.#secret(); }
  static isShape(o) { return #id in o; }
}
class Circle extends Shape {
  r = 1;
  constructor(r) { super("circle"); this.r = r; }
  area() { return Math.PI * this.r ** 2; }
  describe() { return super.describe() + "!"; }
}
class Square extends Shape {
  constructor(s) { super("square"); this.s = s; }
  area() { return this.s * this.s; }
  ["dyn" + 1]() { return "computed"; }
  static make(s) { return super.make(s); }
}
class Unit extends Square { constructor() { super(1); } }
class Plain extends Shape {}
const shapes = [new Circle(2), new Square(3), new Unit(), new Plain("p"), Square.make(4), Shape.make("s")];
for (const s of shapes) console.log(s.describe(), s instanceof Square, s.id, s.reveal());
console.log(Shape.count, Shape.kinds.join());
shapes[0].label = "ball";
console.log(shapes[0].label, shapes[1].dyn1());
console.log(Shape.isShape(shapes[2]), Shape.isShape({}));
console.log(typeof Shape, Shape.name, Circle.name, new Circle(1).constructor.name);
try { Shape(); } catch (e) { console.log(e.name, e.message); }
class Bad extends Shape { constructor() { console.log("before"); this.x = 1; } }
try { new Bad(); } catch (e) { console.log(e.name, e.message); }
const Anon = class { who() { return "anon"; } };
console.log(new Anon().who(), Anon.name);
const Named = class Inner { static self() { return Inner; } };
console.log(Named.self() === Named, Named.name);
class Counter { n = 0; inc = () => { this.n++; return this; }; }
const { inc } = new Counter();
console.log(inc().n, inc().n);
class Stack extends Array { top() { return this[this.length - 1]; } }
class MyError extends Error { constructor(m) { super(m); this.name = "MyError"; this.code = 7; } }
try { throw new MyError("bad"); } catch (e) { console.log(e.name, e.message, e.code, e instanceof MyError, e instanceof Error, String(e)); }
const o = { base: 1, get twice() { return this.base * 2; }, set twice(v) { this.base = v / 2; }, toString() { return "o" + this.base; } };
o.twice = 10;
console.log(o.base, o.twice, `${o}`, o + "");
function Old(x) { this.x = x; }
Old.prototype.get = function () { return this.x; };
console.log(new Old(4).get(), new Old(4) instanceof Old, Object.keys(new Old(1)).join());
console.log(Object.keys(new Circle(1)).join());
class T { constructor() { this.t = new.target === T; } }
class U extends T {}
console.log(new T().t, new U().t);
class Node2 { constructor(v, next = null) { this.v = v; this.next = next; } }
let list = null;
for (let i = 0; i < 5; i++) list = new Node2(i, list);
let total = 0;
for (let n = list; n; n = n.next) total += n.v;
console.log(total);

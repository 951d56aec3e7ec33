const range = n => Array.from({ length: n }, (_, i) => i);
class Matrix { constructor(r, c, f) { this.rows = range(r).map(i => range(c).map(j => f(i, j))); } get size() { return [this.rows.length, this.rows[0].length].join("x"); } get transposed() { return new Matrix(this.rows[0].length, this.rows.length, (i, j) => this.rows[j][i]); } get trace() { return this.rows.reduce((s, r, i) => s + (r[i] ?? 0), 0); } }
const mx = new Matrix(2, 3, (i, j) => i * 3 + j); console.log(mx.size, mx.transposed.size, mx.trace, mx.transposed.rows.join(" | "));
const it = [10, 20][Symbol_iterator_name()](); function Symbol_iterator_name() { return "values"; }
console.log(it.next(), it.next(), it.next());
const e = new Map([["a", 1]]).entries(); console.log(e.next().value, e.next().done);
const temp = { c: 25, get f() { return this.c * 9 / 5 + 32; }, set f(v) { this.c = (v - 32) * 5 / 9; } }; temp.f = 212; console.log(temp.c, temp.f);
console.log(Object.entries(temp).length, "f" in temp, Object.getOwnPropertyDescriptor(temp, "c"));
class Base { get kind() { return "base"; } static get meta() { return "m"; } } class Derived extends Base { get kind() { return "derived>" + super.kind; } } console.log(new Derived().kind, Derived.meta);
class Lazy { get v() { const value = Math.sqrt(16); Object.defineProperty(this, "v", { value }); return value; } } const lz = new Lazy(); console.log(lz.v, lz.v, Object.keys(lz));
class Acc { #n = 0; get n() { return this.#n; } set n(v) { if (v < 0) throw new RangeError("negative"); this.#n = v; } get #twice() { return this.#n * 2; } twice() { return this.#twice; } static #count = 0; static make() { Acc.#count++; return new Acc(); } static get made() { return Acc.#count; } }
const acc = Acc.make(); acc.n = 5; acc.n += 2; acc.n++; console.log(acc.n, acc.twice(), Acc.made); try { acc.n = -1; } catch (err) { console.log(err.message); } console.log(acc, Object.keys(acc));
try { Acc.prototype.twice.call({}); } catch (err) { console.log(err.name); }
const ro = { get only() { return 1; } }; ro.only = 2; console.log(ro.only);
(() => { "use strict"; try { ro.only = 3; } catch (err) { console.log(err.name, err.message); } })();

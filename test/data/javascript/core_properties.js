const o = {b: 1, a: 2, 10: 'x', 2: 'y', [-1]: 'n', '01': 'z', 1.5: 'f'};
console.log(Object.keys(o).join(), JSON.stringify(o));
delete o.b; o.b = 3; console.log(Object.keys(o).join());
for (let i = 0; i < 100; i++) o['k' + i] = i;
console.log(Object.keys(o).length, o.k50, 'k99' in o, 'k100' in o, o.hasOwnProperty('a'));
for (let i = 0; i < 100; i += 2) delete o['k' + i];
console.log(Object.keys(o).length, o.k50, o.k51);
const fz = Object.freeze({x: 1, y: {z: 2}});
fz.x = 5; fz.q = 1; delete fz.x; fz.y.z = 3; console.log(fz, Object.isFrozen(fz));
(function () { 'use strict';
  try { fz.x = 5 } catch (e) { console.log(e.name, e.message) }
  try { fz.q = 5 } catch (e) { console.log(e.name, e.message) }
  try { delete fz.x } catch (e) { console.log(e.name, e.message) }
  try { undefinedVariable = 5 } catch (e) { console.log(e.name, e.message) }
  try { 'abc'.length = 1 } catch (e) { console.log(e.name, e.message) }
  try { 'abc'[0] = 'x' } catch (e) { console.log(e.name, e.message) }
  try { (5).x = 1 } catch (e) { console.log(e.name, e.message) }
  try { ({get a() {return 1}}).a = 2 } catch (e) { console.log(e.name, e.message) }
  try { Object.freeze([1,2]).push(3) } catch (e) { console.log(e.name, e.message) }
  try { Object.freeze([1,2])[0] = 3 } catch (e) { console.log(e.name, e.message) }
  try { Object.defineProperty({}, 'x', {value: 1}).x = 2 } catch (e) { console.log(e.name, e.message) }
  console.log(typeof this);
})();
(function () { console.log(typeof this, this === globalThis) })();
const p = {inherited: 1, get g() { return this.own * 2 }}; const c = Object.create(p, {own: {value: 21, enumerable: true}});
console.log(c.g, c.inherited, Object.getPrototypeOf(c) === p); for (const k in c) console.log(k);
c.inherited = 2; console.log(p.inherited, c.inherited);
const sealed = Object.seal({a: 1}); sealed.a = 2; sealed.b = 3; delete sealed.a; console.log(sealed, Object.isSealed(sealed));
const {a, ...rest} = {a: 1, b: 2, c: 3}; console.log(a, rest, {...rest, d: 4, ...[9, 8], ...'hi', ...null});
console.log(Object.entries({x: 1, y: [2]}), Object.fromEntries([['a', 1], ['b', 2]]), Object.assign({}, {q: 1}, null, {r: 2}));
const acc = {_v: 1, get v() { return this._v }, set v(x) { this._v = x * 2 }}; acc.v = 5; acc.v += 1; console.log(acc.v, Object.getOwnPropertyDescriptor(acc, 'v').set !== undefined);
console.log(Object.getOwnPropertyNames(class { static m() {} }), (function f(a, b) {}).length, (() => {}).name);
const arr = [1, 2, 3]; arr.x = 'y'; arr[5] = 6; console.log(arr, arr.length, 4 in arr, Object.keys(arr)); for (const i in arr) console.log(i);
arr.length = 2; console.log(arr, arr[2]); arr[4294967295] = 1; console.log(arr.length);
delete arr[0]; console.log(arr, 0 in arr); const big = []; big[1000000000] = 1; console.log(big.length, Object.keys(big)); big.length = 0; console.log(big);
try { null.x } catch (e) { console.log(e.message) } try { undefined.x.y } catch (e) { console.log(e.message) } try { null.x = 1 } catch (e) { console.log(e.message) } try { undefined[0] } catch (e) { console.log(e.message) }
try { 'x' in 'abc' } catch (e) { console.log(e.message) } try { ({}) instanceof 5 } catch (e) { console.log(e.message) } try { ({}) instanceof {} } catch (e) { console.log(e.message) }
try { [].length = -1 } catch (e) { console.log(e.name, e.message) } try { new Array(-1) } catch (e) { console.log(e.name, e.message) }
console.log(o.toString(), String(Object.create({})), `${[1, 2]}`, {}.toString.call([]), {}.toString.call(null), {}.toString.call(() => 1));
var x1 = {}; x1[x1] = 1; x1[null] = 2; x1[undefined] = 3; x1[true] = 4; x1[[1,2]] = 5; x1[1e3] = 6; console.log(x1);
console.log(((a, b) => a + b).length, (function (a, b = 1, c) {}).length, (function (...r) {}).length);
(function(){ arguments[0] = 9; console.log(arguments.length, [...arguments], Array.from(arguments), Object.keys(arguments)); })(1, 2, 3);

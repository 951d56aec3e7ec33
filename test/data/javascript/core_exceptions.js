function f(n) { try { if (n === 1) throw new Error('one'); if (n === 2) return 'ret'; if (n === 3) throw 5; return 'end' } catch (e) { if (n === 3) throw e + 1; return 'caught ' + e.message } finally { console.log('fin', n); if (n === 4) return 'override' } }
for (let i = 0; i < 5; i++) try { console.log(f(i)) } catch (e) { console.log('outer', e) }
const L = () => { for (let i = 0; i < 3; i++) { try { if (i == 1) continue; if (i == 2) break; console.log('body', i) } finally { console.log('f', i) } } return 'done' }; console.log(L());
try { try { throw new TypeError('a') } finally { throw new RangeError('b') } } catch (e) { console.log(e.name, e.message) }
let depth = 0; function deep() { depth++; deep() } try { deep() } catch (e) { console.log(e instanceof RangeError, e.message, depth > 1000) }
const e1 = new Error('outer', { cause: new Error('inner') }); console.log(e1.cause.message, e1.message, Object.keys(e1).length, e1.hasOwnProperty('message'), 'stack' in e1, typeof e1.stack);
console.log(String(new Error), String(new TypeError('x')), new Error('a') + '', Error('no new').message, Error.prototype.name, RangeError.prototype.name, new SyntaxError('s').toString());
const custom = { toString() { return 'custom!' } }; try { throw custom } catch (e) { console.log(`${e}`) } try { throw null } catch (e) { console.log(e) } try { throw undefined } catch { console.log('nobind') }
try { let q = 1; q() } catch (e) { console.log(e.name) } try { ({}).foo() } catch (e) { console.log(e.name) } try { undefinedFn() } catch (e) { console.log(e.message) } try { new 5 } catch (e) { console.log(e.name) }
try { tdz; let tdz = 1 } catch (e) { console.log(e.message) } try { const k = 1; k = 2 } catch (e) { console.log(e.message) } try { const k = 1; k++ } catch (e) { console.log(e.message) }
try { (function () { 'use strict'; undeclared = 1 })() } catch (e) { console.log(e.message) } undeclared2 = 5; console.log(undeclared2, typeof undeclared3, globalThis.undeclared2);
try { 'x'.repeat(-1) } catch (e) { console.log(e.name, e.message) } try { (1).toFixed(200) } catch (e) { console.log(e.name, e.message) } try { [].reduce((a, b) => a) } catch (e) { console.log(e.name, e.message) }
try { JSON.parse('{bad') } catch (e) { console.log(e.name) } try { const a = {}; a.a = a; JSON.stringify(a) } catch (e) { console.log(e.name) }
const closures = []; for (let i = 0; i < 3; i++) closures.push(() => i++); console.log(closures.map(f => f()), closures.map(f => f())); var vs = []; for (var j = 0; j < 3; j++) vs.push(() => j); console.log(vs.map(f => f()));
const counter = (() => { let c = 0; return { inc: () => ++c, get value() { return c } } })(); counter.inc(); counter.inc(); console.log(counter.value);
switch (3) { case 1: console.log(1); case 3: console.log(3); case 4: console.log(4); break; default: console.log('d') } switch ('z') { default: console.log('def'); case 'y': console.log('y') }
console.log(((a, { b = 2, c: { d } = { d: 3 } } = {}) => [a, b, d])(1), (function () { return typeof arguments })(), null ?? 'n', 0 ?? 1, undefined?.x, null?.[0], (void 0)?.(), ''?.length);
var h = hoisted(); function hoisted() { return 'h' } console.log(h); let n = null; n ??= 4; n ||= 5; n &&= 6; console.log(n, 2 ** 3 ** 2, (-2) ** 2, typeof typeof 1, !!'' + 1);
throw new E2('final'); function E2(m) { this.m = m }

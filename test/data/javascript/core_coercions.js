const vals = [undefined, null, true, false, 0, -0, 1, -1, 1.5, NaN, Infinity, '', '0', '1', ' 12 ', 'abc', '1e3', '0x10', [], [1], [1,2], {}, {valueOf(){return 7}}, {toString(){return 't'}}, function f(){}];
const show = v => { try { return typeof v === 'object' && v !== null ? (Array.isArray(v) ? 'A[' + v + ']' : 'O') : typeof v === 'function' ? 'F' : Object.is(v,-0) ? '-0' : typeof v + ':' + String(v); } catch (e) { return 'E' + e.message; } };
const ops = { '+': (a,b)=>a+b, '-': (a,b)=>a-b, '*': (a,b)=>a*b, '/': (a,b)=>a/b, '%': (a,b)=>a%b, '**': (a,b)=>a**b, '<': (a,b)=>a<b, '<=': (a,b)=>a<=b, '>': (a,b)=>a>b, '>=': (a,b)=>a>=b, '==': (a,b)=>a==b, '!=': (a,b)=>a!=b, '===': (a,b)=>a===b, '&': (a,b)=>a&b, '|': (a,b)=>a|b, '^': (a,b)=>a^b, '<<': (a,b)=>a<<b, '>>': (a,b)=>a>>b, '>>>': (a,b)=>a>>>b };
for (const name in ops) { let line = name; for (const a of vals) for (const b of vals) { if (typeof a === 'function' || typeof b === 'function') continue; line += ' ' + show(ops[name](a,b)); } console.log(line); }
for (const a of vals) { if (typeof a === 'function') continue; let x = a; x++; let y = a; --y; console.log(show(x), show(y), show(-a), show(+a), show(~a), show(!a), typeof a, a ? 1 : 0, `${a}`); }
for (const x of [1e21, 1e10, 4294967295, 4294967296, 2147483647, 2147483648, -2147483649, 1.9, -1.9, 1e300, 2**53, -(2**53), 6442450944.7]) console.log(x|0, x>>>0, ~x, x<<1, x>>1);
console.log(new Number(5) + 1, new String('a') + 'b', new Boolean(false) ? 1 : 0, new Number(3) == 3, new String('x') == 'x', new String('x') === 'x');
try { ({toString(){return {}}, valueOf(){return {}}}) + 1 } catch (e) { console.log(e.message) }
try { Object.create(null) + '' } catch (e) { console.log(e.message) }
console.log([1,[2,[3]]] + '', [null, undefined] + '|', String([]), [] == false, [0] == false, null >= 0, undefined == 0, 'b' > 'a', 'B' > 'a', '10' < '9', 10 < '9');
console.log(1 < 2 < 3, 3 > 2 > 1, '3' + 4 + 5, 3 + 4 + '5', [] + {}, +[], +{}, +'', +' ', +'1,2');
console.log((2**31) * (2**31), 0x7fffffff + 1, -0x80000000 - 1, 65536 * 65536, 46341 * 46341, 5 / 2, 6 / 3, -6 / 3, 0 / -3, 7 % -3, -7 % 3, 5.5 % 2, 2 ** -1, 2 ** 0.5, (-8) ** (1/3), 0 ** 0, NaN ** 0, 1 ** Infinity);

for (const c of 'a😀b') console.log(c, c.length); for (const [i, v] of ['x', 'y'].entries()) console.log(i, v);
const m = new Map([['a', 1], ['b', 2]]); for (const [k, v] of m) { console.log(k, v); if (k === 'a') { m.set('c', 3); m.delete('b') } }
const st = new Set([1, 2, 3]); for (const v of st) { console.log(v); if (v === 1) { st.delete(2); st.add(4) } if (v == 4) { st.delete(1); st.add(1); if (st.size > 9) break; st.clear() } }
const arr = [1, 2, 3]; for (const v of arr) { console.log(v); if (arr.length < 5) arr.push(v * 10) }
console.log([...'héy'], [...new Set([1, 1, 2])], [...m], Math.max(...[1, 5, 3]), [...[1, 2].keys()], Array.from(m.values()));
const [x, , y = 5, ...z] = [1, 2, undefined, 4, 5]; console.log(x, y, z); const [p, [q]] = 'ab'; console.log(p, q); let [u, v] = new Set([7, 8]);[u, v] = [v, u]; console.log(u, v);
try { for (const q of 5) { } } catch (e) { console.log(e.name) } try { const [r] = {} } catch (e) { console.log(e.name) } try { const { r } = null } catch (e) { console.log(e.name) } try { [...undefined] } catch (e) { console.log(e.name) }
for (const i in 'ab') console.log(i); for (const i in null) console.log(i); for (const i in [5, , 7]) console.log(i);
const del = { a: 1, b: 2, c: 3 }; for (const k in del) { console.log(k); delete del.b; del.d = 4 }
const f64 = new Float64Array([1.5, 2.5]); for (const q of f64) console.log(q); f64[0] = '7'; f64[5] = 1; console.log(f64[0], f64[5], f64.length, 1 in f64, 2 in f64);
const u8 = new Uint8Array(3); u8[0] = 257; u8[1] = -1; u8[2] = 1.9; console.log(u8); const c8 = new Uint8ClampedArray([300, -5, 1.5, 2.5, NaN]); console.log(c8);
const i32 = new Int32Array([2 ** 31, 1e10, -1.5]); console.log(i32, new Uint32Array([-1])[0], new Float32Array([0.1])[0], new Int16Array([40000])[0]);
outer: for (const a of [1, 2]) { for (const b of [1, 2]) { if (b === 2) continue outer; console.log(a, b) } }
const e = m.entries(); console.log(e.next(), [...e], e.next());

const u8 = new Uint8Array([1, 2, 300, -1]), i8 = new Int8Array([127, 128, 255]), c8 = new Uint8ClampedArray([-5, 300, 1.5, 2.5]);
console.log(u8, i8, c8, u8.length, u8.byteLength, Uint8Array.BYTES_PER_ELEMENT);
const f = Float64Array.from([1.5, 2.5, 3.5]); console.log(f, f.map(x => x * 2), f.reduce((a, b) => a + b), f.indexOf(2.5), f.join("|"));
const f32 = new Float32Array(2); f32[0] = 0.1; f32[5] = 1; f32.foo = 2; console.log(f32[0], f32[5], f32.length);
const buf = new ArrayBuffer(8), view = new Uint32Array(buf), bytes = new Uint8Array(buf, 2, 4); view[0] = 0x01020304; view[1] = 0xfffefdfc; console.log([...bytes], bytes.byteOffset, buf.byteLength);
const i32 = new Int32Array(5).fill(7, 1, 4); i32.set([1, 2], 3); console.log(i32, i32.subarray(1, 3), i32.slice(-2));
const s = new Int16Array([5, 1, -3, 100]); s.sort(); console.log(s, [...s].sort(), s.includes(-3), s.at(-1));
const sub = i32.subarray(0, 2); sub[0] = 99; console.log(i32[0]);
i32[1.5] = 3; i32["2"] = 42; i32[-1] = 5; console.log(i32[2], i32[1.5], i32[-1]);
const crc = new Uint32Array(256); for (let n = 0; n < 256; n++) { let c = n; for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1; crc[n] = c; }
const crc32 = t => { let c = -1; for (let i = 0; i < t.length; i++) c = crc[(c ^ t.charCodeAt(i)) & 255] ^ (c >>> 8); return (c ^ -1) >>> 0; };
console.log(crc32("123456789").toString(16), crc32(""));
const img = new Uint8ClampedArray(6 * 4); for (let i = 0; i < img.length; i++) img[i] = (i * 37) % 256;
const out = new Uint8ClampedArray(img.length); for (let y = 0; y < 4; y++) for (let x = 0; x < 6; x++) { let acc = 0, n = 0; for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) { const yy = y + dy, xx = x + dx; if (yy >= 0 && yy < 4 && xx >= 0 && xx < 6) { acc += img[yy * 6 + xx]; n++; } } out[y * 6 + x] = acc / n; }
console.log(out.join());
for (const v of new Uint16Array([1, 65536 + 2])) console.log(v);
console.log(f instanceof Float64Array, Array.isArray(f), Object.prototype.toString.call(f), f.filter(x => x > 2).length, f.every(x => x > 1));

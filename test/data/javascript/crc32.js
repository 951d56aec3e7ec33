const table = new Int32Array(256);
for (let i = 0; i < 256; i++) { let c = i; for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1; table[i] = c; }
function crc(bytes) { let c = ~0; for (let i = 0; i < bytes.length; i++) c = (c >>> 8) ^ table[(c ^ bytes[i]) & 0xff]; return ~c >>> 0; }
const bytes = new Uint8Array(1000); for (let i = 0; i < bytes.length; i++) bytes[i] = i * 7 + (i >> 3);
console.log(crc(bytes).toString(16), crc([]), crc([97, 98, 99]));
function adler(b) { let x = 1, y = 0; for (const v of b) { x = (x + v) % 65521; y = (y + x) % 65521; } return ((y << 16) | x) >>> 0; }
console.log(adler(bytes));

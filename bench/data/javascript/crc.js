function crc(bytes) {
  const table = new Int32Array(256);
  for (let i = 0; i < 256; i++) {
    let c = i;
    for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    table[i] = c;
  }
  let c = ~0;
  for (let i = 0; i < bytes.length; i++) c = (c >>> 8) ^ table[(c ^ bytes[i]) & 0xff];
  return ~c >>> 0;
}
const bytes = new Uint8Array(20000);
for (let i = 0; i < bytes.length; i++) bytes[i] = i * 7 + (i >> 3);
console.log(crc(bytes));

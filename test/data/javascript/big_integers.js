class Big {
  constructor(digits) { this.d = digits; }
  static from(s) { const d = []; for (let i = s.length; i > 0; i -= 4) d.push(Number(s.slice(Math.max(0, i - 4), i))); return new Big(d).trim(); }
  trim() { while (this.d.length > 1 && this.d[this.d.length - 1] === 0) this.d.pop(); return this; }
  add(o) { const r = []; let c = 0; for (let i = 0; i < Math.max(this.d.length, o.d.length) || c; i++) { const s = (this.d[i] || 0) + (o.d[i] || 0) + c; r.push(s % 10000); c = s >= 10000 ? 1 : 0; } return new Big(r); }
  mul(o) { const r = new Array(this.d.length + o.d.length).fill(0); for (let i = 0; i < this.d.length; i++) { let c = 0; for (let j = 0; j < o.d.length || c; j++) { const t = r[i + j] + this.d[i] * (o.d[j] ?? 0) + c; r[i + j] = t % 10000; c = Math.floor(t / 10000); } } return new Big(r).trim(); }
  toString() { return this.d.map((x, i) => i === this.d.length - 1 ? String(x) : String(x).padStart(4, "0")).reverse().join(""); }
}
let f = Big.from("1"); for (let i = 2; i <= 25; i++) f = f.mul(Big.from(String(i))); console.log(`${f}`);
let a = Big.from("0"), b = Big.from("1"); for (let i = 0; i < 120; i++) [a, b] = [b, a.add(b)]; console.log(String(a));
let p = Big.from("1"); for (let i = 0; i < 100; i++) p = p.add(p); console.log(p + "", Big.from("00012").toString(), Big.from("99999999").add(Big.from("1")) + "");

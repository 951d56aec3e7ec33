class HashMap {
  constructor(size = 16) { this.buckets = new Array(size).fill(null); this.count = 0; }
  static hash(key) { let h = 2166136261; for (let i = 0; i < key.length; i++) h = Math.imul(h ^ key.charCodeAt(i), 16777619); return h >>> 0; }
  find(key) { let e = this.buckets[HashMap.hash(key) % this.buckets.length]; while (e !== null && e.key !== key) e = e.next; return e; }
  get(key, fallback) { const e = this.find(key); return e === null ? fallback : e.value; }
  set(key, value) {
    const e = this.find(key);
    if (e !== null) { e.value = value; return this; }
    if (this.count >= this.buckets.length) this.grow();
    const i = HashMap.hash(key) % this.buckets.length;
    this.buckets[i] = { key, value, next: this.buckets[i] };
    this.count++;
    return this;
  }
  grow() {
    const old = this.buckets;
    this.buckets = new Array(old.length * 2).fill(null); this.count = 0;
    for (let e of old) for (; e; e = e.next) this.set(e.key, e.value);
  }
  delete(key) {
    const i = HashMap.hash(key) % this.buckets.length;
    for (let e = this.buckets[i], p = null; e; p = e, e = e.next) if (e.key === key) { if (p) p.next = e.next; else this.buckets[i] = e.next; this.count--; return true; }
    return false;
  }
}
const m = new HashMap(4);
for (let i = 0; i < 100; i++) m.set("key" + i % 37, i);
console.log(m.count, m.get("key5"), m.get("nope", "none"), m.delete("key5"), m.delete("key5"), m.count, m.buckets.length);
console.log(HashMap.hash("hello"), HashMap.hash(""));

class LruCache {
  #limit; #entries = new Map(); hits = 0; misses = 0;
  constructor(limit) { this.#limit = limit; }
  get(key) {
    if (!this.#entries.has(key)) { this.misses++; return undefined; }
    const value = this.#entries.get(key);
    this.#entries.delete(key); this.#entries.set(key, value);
    this.hits++;
    return value;
  }
  set(key, value) {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value);
    return this;
  }
  get size() { return this.#entries.size; }
}
const cache = new LruCache(3);
cache.set("a", 1).set("b", 2).set("c", 3);
console.log(cache.get("a"), cache.set("d", 4).get("b"), cache.size, cache);
const memo = new Map();
const fib = n => { if (n < 2) return n; if (memo.has(n)) return memo.get(n);
  const r = fib(n - 1) + fib(n - 2); memo.set(n, r); return r; };
console.log(fib(78), memo.size, [...memo.keys()].slice(0, 5), [...memo].at(-1));

function kind(x) {
  switch (typeof x) { case "number": if (x < 0) return "neg"; case "bigint": return "num"; case "string": return "str"; default: return "other"; }
}
console.log(kind(1), kind(-1), kind("s"), kind({}));
function fall(n) { let out = ""; switch (n) { case 1: out += "1"; case 2: out += "2"; break; default: out += "d"; case 3: out += "3"; } return out; }
console.log(fall(1), fall(2), fall(3), fall(4));
let log = "";
outer: for (let i = 0; i < 4; i++) { for (let j = 0; j < 4; j++) { if (j === 2) continue outer; if (i === 3) break outer; log += i + "" + j + " "; } }
console.log(log);
let i = 0; do { i++; if (i === 2) continue; if (i > 4) break; } while (i < 10); console.log(i);
block: { if (i > 3) break block; console.log("never"); }
for (var a = 0, b = 10; a < b; a++, b--); console.log(a, b);
for (;;) { if (i-- < 0) break; } console.log(i);
let n = 27, steps = 0; while (n !== 1) { n = n % 2 === 0 ? n / 2 : 3 * n + 1; steps++; } console.log(steps);
const grade = s => s >= 90 ? "A" : s >= 80 ? "B" : s >= 70 ? "C" : "F"; console.log([95, 85, 75, 5].map(grade).join(""));
console.log(0 || "x", 0 ?? "x", null ?? "y", "" && 1, 1 && 2, !0, !!"a", !null);
let x = null; x ??= 5; x ||= 6; x &&= 7; console.log(x);
console.log((1, 2, 3), void 0, typeof void 0, +"3", -"4", +true, ~5, 7 & 3, 5 | 8, 5 ^ 1, 1 << 5, -16 >> 2, -16 >>> 28);
for (const k in "ab") console.log(k); for (const c of "ab") console.log(c);
for (const k in [7, 8]) console.log(typeof k, k);
class P { constructor() { this.own = 1; } inherited() {} } P.prototype.shared = 2; for (const k in new P()) console.log(k);
const obj = { a: 1, b: 2, c: 3 }; for (const k in obj) { delete obj.b; console.log(k); }
if (0) ; else if ("") console.log("no"); else console.log("else");
var fizz = []; for (let q = 1; q <= 15; q++) fizz.push(q % 15 === 0 ? "FizzBuzz" : q % 5 === 0 ? "Buzz" : q % 3 === 0 ? "Fizz" : q); console.log(fizz.join(" "));
sw: switch (1) { case 1: for (;;) break sw; }
var day = 3, name; switch (day) { case 1: case 7: name = "weekend"; break; case 2: case 3: { let tmp = "week"; name = tmp + "day"; break; } } console.log(name);
switch (3) { case fall(1).length: console.log("x"); break; case 3: console.log("three"); }
while (true) { try { break; } finally { console.log("left"); } }

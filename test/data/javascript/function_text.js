// é nothing, then € later
function plain(a, b = 2) { /* c */ return a + b; }
const arrow = (x) => x * 2;
const short = x => ({ x });
class A { constructor(a) { this.a = a; } static make() { return new A(1); } static /* s */ get kind() { return "A"; } get x() { return 1; } ["comp" + 1](y) {} #p() {} static async = 1; }
class B extends A {}
const o = { m(q) { return q; }, get g() { return 1; }, 'quoted'() {}, f: function named() {} };
console.log(String(plain)); console.log("" + arrow); console.log(`${short}`);
console.log(A.toString()); console.log(B + ""); console.log(A.make + "|");
console.log(String(Object.getOwnPropertyDescriptor(A, "kind").get));
console.log(String(Object.getOwnPropertyDescriptor(A.prototype, "x").get));
console.log(String(A.prototype.comp1), String(o.m), String(o.quoted), String(o.f));
console.log(String(Object.getOwnPropertyDescriptor(o, "g").get));
console.log(String([].push), String(Math.max), String(Map), String(plain.bind(null)));
console.log(["x", plain, 1].join("-"));
console.log("\u20ac", plain.toString().length, String(function () { return "€😀"; }), String(() => 1));
try { Function.prototype.toString.call({}); } catch (e) { console.log(e.name, e.message); }
try { class C extends arrow {} } catch (e) { console.log(e.message); }
class S { static toString() { return "S!"; } } class T extends S {}
console.log(String(T), `${S}`, T + 1, plain == String(plain), arrow.toString === plain.toString);
console.log(Object.prototype.toString.call(plain), plain.hasOwnProperty("toString"));
console.log({ plain, A }, [arrow]);
console.log(typeof (plain + 1), isNaN(+plain), plain > 1, arrow["to" + "String"]());
try { arrow.missing(); } catch (e) { console.log(e.name); }

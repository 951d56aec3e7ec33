const vals = [0, 1, "", "0", "a", null, undefined, true, false, NaN, [], [0], {}];
for (const v of vals) console.log(String(v), !!v, Number(v), typeof v, v == 0, v == "", v == null);
let m = ""; for (const x of vals) { for (const y of vals) m += x == y ? "1" : x === y ? "?" : "0"; m += " "; } console.log(m);
console.log(vals.map(v => v + 1).join("|")); console.log(vals.map(v => v + "s").join("|")); console.log(vals.map(v => v - 1).join("|"));
console.log([1, 2] + [3], {} + [], [] + null, [null] + "", [undefined, null] + "", true + true, "3" * "4", "a" * 1, null + "x", +[], +{}, +"0x10", +" \n", +"1,2");
console.log("b" + "a" + +"a" + "a", 1 + - + 1, "2" + 1 - 1, "5" - - "3", [10] > 9, "abc" > null, undefined > 0, "2" > "12", 2 > "12", "a" > 1);
const d = { valueOf: () => 3, toString: () => "t" }; console.log(d + d, d * d, `${d}`, d + "", [d] + "", d < 4, d == 3, d == "t", { 3: "three" }[d.valueOf()], { t: 1 }[d]);
const noPrim = { valueOf() { return {}; }, toString() { return {}; } }; try { noPrim + 1; } catch (e) { console.log(e.name, e.message); }
try { null.foo; } catch (e) { console.log(e.message); } try { undefined.foo(); } catch (e) { console.log(e.message); } try { ({}).x.y; } catch (e) { console.log(e.message); }
try { "x" in "abc"; } catch (e) { console.log(e.name); } try { ({}) instanceof 5; } catch (e) { console.log(e.name); } try { new 5(); } catch (e) { console.log(e.name); }
console.log(Boolean(""), Boolean("false"), Boolean([]), new Boolean(false) ? 1 : 2, typeof new Number(5), new Number(5) + 1, new String("x").length, Object(1) == 1, new String("a") === "a");
console.log(parseInt(null), parseInt("Infinity"), Math.max("3", [4], true), Math.max(NaN, 1), Math.max(undefined), isNaN(undefined), isNaN(null), [] == ![], [2] * [3], ["a"] == "a");
console.log(1 + null, 1 + undefined, "1" + null, true + "1", true + undefined, [] - 1, [5] - [2], "10" / "4", "10" % 4, 2 ** "3", -"5", +"", ~"7", !"0", "1" << 2, null | 1, undefined ^ 2, "f" & 1);
let s = "5"; s += 1; s -= 1; console.log(s, typeof s); let u; u += 1; console.log(u); let o = {}; o.x += "a"; console.log(o.x); let b = true; b++; console.log(b);
console.log(0 == "0", 0 == [], "0" == [], null == 0, null <= 0, "" == null, NaN != NaN, [1] == [1], "1,2" == [1, 2], ({}) == "[object Object]");

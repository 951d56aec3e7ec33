function f(n) {
  try {
    if (n === 0) return "ret";
    if (n === 1) throw new Error("one");
    if (n === 2) null.x;
    return "end";
  } catch (e) {
    if (n === 2) return e.constructor.name;
    return "caught " + e.message;
  } finally {
    console.log("finally", n);
  }
}
for (let i = 0; i < 4; i++) console.log(f(i));
function g() { try { return 1; } finally { return 2; } }
function h() { for (let i = 0; ; i++) { try { if (i < 3) continue; break; } finally { console.log("loop", i); } } return "out"; }
console.log(g(), h());
function nested() {
  const log = [];
  try {
    try { log.push("a"); throw 1; }
    catch (e) { log.push("b" + e); throw 2; }
    finally { log.push("c"); }
  } catch (e) { log.push("d" + e); }
  finally { log.push("e"); }
  return log.join("");
}
console.log(nested());
outer: for (const x of [1, 2, 3]) {
  for (const y of [1, 2, 3]) {
    try { if (y === 2) continue outer; if (x === 3) break outer; console.log(x, y); }
    finally { console.log("f", x, y); }
  }
}
try { undefinedFunction(); } catch (e) { console.log(e.name + ": " + e.message); }
try { throw { code: 5 }; } catch ({ code }) { console.log(code); }
try { try { throw 1; } finally { console.log("inner"); } } catch { console.log("outer"); }
function deep(n) { if (n === 0) throw new RangeError("deep"); try { deep(n - 1); } finally { depth++; } }
let depth = 0;
try { deep(20); } catch (e) { console.log(e.message, depth, e instanceof RangeError); }
function ret() { l: try { return "x"; } finally { break l; } return "y"; }
console.log(ret());
const values = [];
for (const v of [1, "a", null, undefined, true, [1], { a: 1 }]) try { throw v; } catch (e) { values.push(e === v); }
console.log(values.join());
function parse(src) {
  let i = 0;
  const fail = m => { throw new SyntaxError(m + " at " + i); };
  function expr() { let v = term(); while (src[i] === "+" || src[i] === "-") { const op = src[i++]; const r = term(); v = op === "+" ? v + r : v - r; } return v; }
  function term() { let v = factor(); while (src[i] === "*" || src[i] === "/") { const op = src[i++]; const r = factor(); if (op === "/" && r === 0) throw new RangeError("division by zero"); v = op === "*" ? v * r : v / r; } return v; }
  function factor() { if (src[i] === "(") { i++; const v = expr(); if (src[i] !== ")") fail("expected )"); i++; return v; } let s = i; while (src[i] >= "0" && src[i] <= "9") i++; if (s === i) fail("expected number"); return Number(src.slice(s, i)); }
  const v = expr();
  if (i < src.length) fail("trailing");
  return v;
}
for (const s of ["1+2*3", "(1+2)*3", "2*(3", "7/0", "1+", "10/4-1x"]) try { console.log(s, parse(s)); } catch (e) { console.log(s, e.name, e.message); }
try { let o = {}; o.a.b = 1; } catch (e) { console.log(e.message); }
try { let o = null; o.a; } catch (e) { console.log(e.message); }
try { undefined[0]; } catch (e) { console.log(e.message); }
try { const [q] = null; } catch (e) { console.log(e.name); }
try { const { q } = null; } catch (e) { console.log(e.name); }
try { new (class A { constructor() { throw "ctor"; } })(); } catch (e) { console.log(e); }

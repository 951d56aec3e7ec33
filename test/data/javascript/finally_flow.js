const log = [];
function f(k) {
  for (let i = 0; i < 5; i++) {
    try {
      log.push(`t${i}`);
      if (i === k) return `ret${i}`;
      if (i === k + 1) break;
      if (i % 2) continue;
      if (i === 4) throw new Error("four");
    } catch (e) { log.push(e.message); return "caught"; }
    finally { log.push(`f${i}`); if (k === 9 && i === 2) return "override"; }
  }
  return "end";
}
for (const k of [0, 2, 7, 9]) console.log(f(k), log.splice(0).join(","));
outer: for (const a of [1, 2, 3]) {
  inner: for (const b of [1, 2, 3]) {
    try { if (b === 2) continue outer; if (a === 3) break outer; console.log(a, b); }
    finally { console.log("fin", a, b); }
  }
}
function g() { try { throw 1; } catch (e) { try { throw e + 1; } finally { console.log("inner"); } } finally { console.log("outer"); } }
try { g(); } catch (e) { console.log("got", e); }
function nested() { try { try { null.x; } finally { console.log("a"); } } catch ({ name, message }) { return name + ": " + message; } }
console.log(nested());
class AppError extends Error { constructor(m, code) { super(m); this.name = "AppError"; this.code = code; } get text() { return `${this.name}[${this.code}]: ${this.message}`; } }
try { throw new AppError("bad", 7); } catch (e) { console.log(e.text, e instanceof AppError, e instanceof Error, String(e), Object.keys(e)); }
const r = (() => { try { return "try"; } finally { log.push("x"); } })(); console.log(r, log);
do { try { continue; } finally { console.log("do"); } } while (false);
sw: switch (3) { case 3: try { break sw; } finally { console.log("switch"); } case 4: console.log("no"); }
try { undefined.foo; } catch (e) { console.log(e.message); } try { undefinedName; } catch (e) { console.log(e.message); }
try { (void 0)(); } catch (e) { console.log(e instanceof TypeError); }
try { const c = 1; c = 2; } catch (e) { console.log(e.message); } try { x; let x = 1; } catch (e) { console.log(e.message); }
try { [].reduce((a, b) => a); } catch (e) { console.log(e.message); } try { "x".repeat(-1); } catch (e) { console.log(e.message); }
try { new Array(-1); } catch (e) { console.log(e.message); } try { (1).toFixed(101); } catch (e) { console.log(e.message); }

function run(src, input = "") {
  const jump = {}, stack = [];
  for (let i = 0; i < src.length; i++) { if (src[i] === "[") stack.push(i); else if (src[i] === "]") { const s = stack.pop(); if (s === undefined) throw new SyntaxError("unmatched ]"); jump[i] = s; jump[s] = i; } }
  if (stack.length) throw new SyntaxError("unmatched [ at " + stack.pop());
  const tape = new Uint8Array(64); let p = 0, pc = 0, out = "", k = 0, steps = 0;
  while (pc < src.length) {
    if (++steps > 6000) throw new RangeError("too long");
    switch (src[pc]) {
      case ">": p++; break; case "<": p--; if (p < 0) throw new RangeError("left of tape"); break;
      case "+": tape[p]++; break; case "-": tape[p]--; break;
      case ".": out += String.fromCharCode(tape[p]); break; case ",": tape[p] = k < input.length ? input.charCodeAt(k++) : 0; break;
      case "[": if (!tape[p]) pc = jump[pc]; break; case "]": if (tape[p]) pc = jump[pc]; break;
    }
    pc++;
  }
  return out;
}
console.log(run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+."));
console.log(run(",[.,]", "echo"));
for (const bad of ["[", "]", "<", "+[]"]) try { run(bad); } catch (e) { console.log(e.name + ": " + e.message); }

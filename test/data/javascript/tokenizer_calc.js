const known = [Math.max, Math.floor].length;
function tokenize(text) {
  const tokens = []; let i = 0;
  while (i < text.length) {
    const ch = text[i];
    if (ch === " ") { i++; continue; }
    if (ch >= "0" && ch <= "9" || ch === ".") { let j = i; while (j < text.length && "0123456789.e".includes(text[j])) j++; tokens.push({ type: "num", value: Number(text.slice(i, j)) }); i = j; }
    else if (/* ident */ ch.toLowerCase() !== ch.toUpperCase()) { let j = i; while (j < text.length && text[j].toLowerCase() !== text[j].toUpperCase()) j++; tokens.push({ type: "id", value: text.slice(i, j) }); i = j; }
    else { tokens.push({ type: "op", value: ch }); i++; }
  }
  return tokens;
}
class Visitor { visit(node) { const m = this["visit" + node.kind]; if (!m) throw new TypeError(`no ${node.kind}`); return m.call(this, node); } }
class Evaluator extends Visitor {
  constructor(env) { super(); this.env = env; }
  visitNum({ value }) { return value; }
  visitId({ value }) { if (!(value in this.env)) throw new ReferenceError(`unknown ${value}`); return this.env[value]; }
  visitBin({ op, left, right }) { const l = this.visit(left), r = this.visit(right); return { "+": () => l + r, "-": () => l - r, "*": () => l * r, "/": () => l / r, "^": () => l ** r }[op](); }
  visitCall({ name, args }) { return Math[name](...args.map(a => this.visit(a))); }
}
class Printer extends Visitor { visitNum(n) { return String(n.value); } visitId(n) { return n.value; } visitBin({ op, left, right }) { return `(${this.visit(left)} ${op} ${this.visit(right)})`; } visitCall(n) { return `${n.name}(${n.args.map(a => this.visit(a)).join(", ")})`; } }
function parse(tokens) {
  let pos = 0; const peek = () => tokens[pos]?.value, next = () => tokens[pos++];
  const prec = { "+": 1, "-": 1, "*": 2, "/": 2, "^": 3 };
  const atom = () => { const t = next(); if (!t) throw new SyntaxError("end"); if (t.type === "num") return { kind: "Num", value: t.value };
    if (t.type === "id") { if (peek() !== "(") return { kind: "Id", value: t.value }; next(); const args = []; while (peek() !== ")") { args.push(expr(0)); if (peek() === ",") next(); } next(); return { kind: "Call", name: t.value, args }; }
    if (t.value === "(") { const e = expr(0); if (next()?.value !== ")") throw new SyntaxError("expected )"); return e; }
    if (t.value === "-") return { kind: "Bin", op: "-", left: { kind: "Num", value: 0 }, right: atom() };
    throw new SyntaxError(`bad ${t.value}`); };
  const expr = min => { let left = atom(); for (let p; (p = prec[peek()] ?? 0) > min;) { const op = next().value; left = { kind: "Bin", op, left, right: expr(op === "^" ? p - 1 : p) }; } return left; };
  const e = expr(0); if (pos < tokens.length) throw new SyntaxError(`rest ${peek()}`); return e;
}
for (const text of ["1 + 2 * 3", "(1+2)*3 - 4/8", "2^3^2", "-x * max(1, y, 3)", "1 +", "(1", "foo + 1", "1 2", "floor(7.9)*.5e1"]) {
  try { const tree = parse(tokenize(text)); console.log(text, "=>", new Printer().visit(tree), "=", new Evaluator({ x: 4, y: 5 }).visit(tree)); }
  catch (e) { console.log(text, "!!", `${e}`); }
}
console.log(tokenize("a+1"), JSON.stringify(parse(tokenize("f(x)+2")), null, 2));

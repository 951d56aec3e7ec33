class I<bits<4> op, string asm> { bits<4> Opcode = op; string Asm = asm; }
class Extra { int Cost = 1; }
multiclass rr_ri<bits<4> op, string name> {
  def _rr : I<op, !strconcat(name, " r, r")>;
  def _ri : I<op, !strconcat(name, " r, i")> { string Kind = "imm"; }
}
defm ADD : rr_ri<1, "add">;
defm SUB : rr_ri<2, "sub">, Extra;
multiclass nested<string n> {
  defm _a : rr_ri<3, n>;
  defm _b : rr_ri<4, n # "b">;
  def : I<5, n>;
  def NAME : I<6, NAME>;
  def "" # NAME # _tail : I<7, NAME>;
}
defm NEST : nested<"nest">;
multiclass more<string n, int k = 3> : nested<n> {
  def _more { int K = k; string Whole = NAME; }
}
defm MORE : more<"more">;
defm MORE5 : more<"more5", 5>;
multiclass two { def _two; }
defm BOTH : rr_ri<8, "both">, two;
multiclass loops<list<int> vs> {
  foreach v = vs in {
    def _ # v { int V = v; }
    if !gt(v, 1) then def _big # v; else def _small # v;
  }
  defvar total = !foldl(0, vs, a, b, !add(a, b));
  def _sum { int T = total; }
}
defm L : loops<[1, 2, 3]>;

class Op;
def ops : Op;
def outs : Op;
class R<int n> { int N = n; }
def r1 : R<1>;
def r2 : R<2>;
def d {
  dag empty = (ops);
  dag plain = (ops r1, r2);
  dag named = (ops r1:$a, r2:$b);
  dag name_only = (ops $a, $b);
  dag operator_name = (ops:$whole r1:$a);
  dag values = (ops 1, "text", [1, 2], {1, 0}, ?);
  dag nested = (ops (outs r1:$x), (ops));
  dag unset_operator = (? 1);
  dag inline = (ops R<7>:$c);
  dag sub = !con((ops r1:$a), (ops r2:$b), (ops));
}
class T<dag d> { dag D = d; dag E = (ops d, r1:$last); }
def t : T<(ops r2:$first)>;

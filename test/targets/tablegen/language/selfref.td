class Wrapper<dag d> { dag D = d; }
def ops;
def me : Wrapper<(ops me)>;
class Node { Node Next = ?; int V = 0; }
def n1 : Node { let V = 1; }
def n2 : Node { let Next = n1; let V = 2; }
def n3 : Node { let Next = n2; int Sum = !add(Next.V, Next.Next.V); }
class Maybe { Maybe self = !cast<Maybe>(NAME); }
def maybe : Maybe;

defvar flag = 1;
if flag then def yes; else def no;
if !eq(flag, 0) then { def never; } else { def otherwise { int V = flag; } }
if 1 then if 0 then def x; else def dangling;
class C<bit b> {
  int A = !if(b, 10, 20);
  string S = !cond(b: "set", 1: "clear");
}
def c0 : C<0>;
def c1 : C<1>;
foreach i = [0, 1, 2] in
  if !eq(i, 1) then def one; else { defvar d = !add(i, 100); def other # i { int D = d; } }

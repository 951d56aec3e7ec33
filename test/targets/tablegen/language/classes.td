// Defaults, named and positional arguments, arguments of arguments.
class Base<int a, int b = 2, string s = "x"> {
  int A = a;
  int B = b;
  string S = s;
  int Sum = !add(a, b);
}
class Derived<int q> : Base<q, !mul(q, 10)> { let S = "derived"; int Extra = B; }
class Later<int first, int second = !add(first, 1)> { int F = first; int G = second; }
class Forward;
class Forward { int Z = 1; }
def positional : Base<1, 3, "y">;
def defaulted : Base<1>;
def named : Base<5, s = "named">;
def named_all : Base<a = 1, s = "z", b = 9>;
def derived : Derived<4>;
def later : Later<10>;
def later2 : Later<10, 20>;
def forward : Forward;
class Two<Forward f> { int Y = f.Z; }
def two : Two<forward>;

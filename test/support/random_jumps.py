"""
Random C functions that call setjmp, with many values that are live across it.

Nothing that is read after a longjmp is changed after the setjmp, so that C defines the
result, `f(int, int)`.
"""

from random import Random

TYPES = ("int", "unsigned", "long long", "double", "float", "short")

HEAD = """#include <setjmp.h>
static jmp_buf outer, own;
static unsigned sum;
static void mix(unsigned x) { sum = sum * 31 + x; }
__attribute__((noinline)) static int opaque(int x) { volatile int y = x; return y; }
__attribute__((noinline)) static void throw(int depth, int code) {
  int kept[8];
  for (int i = 0; i < 8; i++) kept[i] = opaque(depth + i);
  if (depth > 0) throw(depth - 1, code); else longjmp(outer, code);
  for (int i = 0; i < 8; i++) mix(kept[i]);
}
__attribute__((noinline)) static void nested(int n) {
  if (setjmp(own) == 0) {
    for (int i = 0; i < n; i++) mix(opaque(i));
    longjmp(own, 5);
  }
  mix(n);
}
int f(int a, int c) {
"""


class Writer:
    """Writes one function."""

    def __init__(self, seed: int):
        self.random = Random(seed)
        self.lines: list[str] = []
        self.types = TYPES[: self.random.choice((2, 4, 6))]

    def expression(self, names: list[str], depth: int = 2) -> str:
        if depth == 0 or self.random.random() < 0.2:
            return f"(int){self.random.choice(names)}"
        lhs, rhs = (self.expression(names, depth - 1) for _ in range(2))
        return f"({lhs} {self.random.choice('+-*^&|')} {rhs})"

    def define(self, name: str, names: list[str]) -> None:
        type = self.random.choice(self.types)
        value = f"opaque({self.expression(names)})"
        value = f"{value} % 1000 / ({type})3" if type[0] in "df" else value
        self.lines.append(f"{type} {name} = {value};")
        names.append(name)

    def mix(self, names: list[str]) -> None:
        self.lines += [f"mix((int)({name}));" for name in names]

    def loop(self, number: int, outside: list[str]) -> None:
        """What runs after the setjmp, and may jump back to it."""
        index, names = f"j{number}", [*outside]
        most = self.random.randint(1, 5)
        self.lines.append(f"for (int {index} = 0; {index} < {most}; {index}++) {{")
        names.append(index)
        for k in range(self.random.randint(1, 14)):
            self.define(f"t{number}_{k}", names)
        if self.random.random() < 0.5:
            self.lines.append(f"nested({self.expression(names, 1)} & 7);")
        self.mix(self.random.sample(names, min(len(names), 8)))
        if self.random.random() < 0.6:
            depth, test = self.random.randint(0, 3), self.expression(names)
            self.lines.append(f"if (({test} & 3) == 1) throw({depth}, r + 1);")
        self.lines.append("}")

    def function(self) -> str:
        names, loops = ["a", "c"], self.random.random() < 0.6
        for k in range(self.random.randint(3, 30)):
            self.define(f"v{k}", names)
        values = names[2:]
        if loops:
            most = self.random.randint(1, 4)
            self.lines.append(f"for (int i = 0; i < {most}; i++) {{")
            names.append("i")
        for k in range(self.random.randint(1, 10)):
            self.define(f"w{k}", names)
        jumps = self.random.randint(1, 4)
        self.lines += ["int r = setjmp(outer);", f"if (r < {jumps}) {{"]
        for number in range(self.random.randint(1, 3)):
            self.loop(number, names)
        self.lines += [f"throw({self.random.randint(0, 3)}, r + 1);", "}", "mix(r);"]
        self.mix(names)
        if loops:
            self.lines.append("}")
        self.mix(values)
        return f"{HEAD}{chr(10).join(self.lines)}\nreturn sum;\n}}\n"


def random_jumps(seed: int) -> str:
    return Writer(seed).function()

"""
Random programs of loops: counters of all kinds, tests first and last, arrays, nests.

All loops end: bounds are made of the start, the step and a small number of iterations,
which is a constant or the low bits of an argument.
"""

from random import Random

from random_source import SourceProgram

SIZE = 64
BINARY = ("addi", "subi", "muli", "xori", "andi", "ori", "maxsi", "minui")


class _Writer:
    """Writes the body of @main(%x: i32, %n: i32, %a: memref, %b: memref)."""

    def __init__(self, random: Random):
        self.random = random
        self.lines: list[str] = []
        self.count = 0
        self.indent = 1

    def emit(self, text: str) -> None:
        self.lines.append("  " * self.indent + text)

    def value(self, text: str) -> str:
        self.count += 1
        self.emit(f"%v{self.count} = {text}")
        return f"%v{self.count}"

    def constant(self, value: int) -> str:
        return self.value(f"arith.constant {value} : i32")

    def address(self, pool: list[str]) -> str:
        """An index in the array, which often follows a counter."""
        random = self.random
        if random.randrange(6) == 0:
            return self.value(f"arith.constant {random.randrange(SIZE)} : index")
        base = random.choice(pool[-4:] if random.randrange(4) else pool[:4])
        if random.randrange(3):
            factor = self.constant(random.choice((1, 2, 3, 4, -1)))
            base = self.value(f"arith.muli {base}, {factor} : i32")
        if random.randrange(2):
            base = self.value(
                f"arith.addi {base}, {self.constant(random.randrange(-3, 9))} : i32"
            )
        mask = self.constant(SIZE - 1)
        low = self.value(f"arith.andi {base}, {mask} : i32")
        return self.value(f"arith.index_cast {low} : i32 to index")

    def statement(self, pool: list[str], depth: int) -> None:
        random = self.random
        kind = random.randrange(12)
        if kind < 5:
            name = random.choice(BINARY)
            lhs, rhs = random.choice(pool), random.choice(pool)
            pool.append(self.value(f"arith.{name} {lhs}, {rhs} : i32"))
        elif kind < 7:
            array = random.choice("abg")
            at = self.address(pool)
            pool.append(self.value(f"memref.load %{array}[{at}] : memref<{SIZE}xi32>"))
        elif kind < 9:
            array, value = random.choice("abg"), random.choice(pool)
            at = self.address(pool)
            self.emit(f"memref.store {value}, %{array}[{at}] : memref<{SIZE}xi32>")
        elif kind == 9:
            self.branch(pool, depth)
        elif depth < 3:
            self.loop(pool, depth + 1)

    def statements(self, pool: list[str], depth: int) -> None:
        for _ in range(self.random.randrange(1, 5)):
            self.statement(pool, depth)

    def branch(self, pool: list[str], depth: int) -> None:
        lhs, rhs = self.random.choice(pool), self.random.choice(pool)
        go = self.value(f"arith.cmpi slt, {lhs}, {rhs} : i32")
        result = f"%v{self.count + 1}"
        self.count += 1
        self.emit(f"{result} = scf.if {go} -> i32 {{")
        for word in ("} else {", "}"):
            self.indent += 1
            inner = list(pool)
            if self.random.randrange(2):
                self.statement(inner, depth + 1)
            self.emit(f"scf.yield {inner[-1]} : i32")
            self.indent -= 1
            self.emit(word)
        pool.append(result)

    def bounds(self) -> tuple[str, str, str, str]:
        """(condition, start, bound, step) of a loop that ends soon."""
        random = self.random
        condition = random.choice(("slt", "sle", "ult", "ule", "ne") * 2 + FALLING)
        step = random.choice((1, 1, 1, 2, 3, 4))
        most = random.choice((3, 8, 16))
        if random.randrange(2):
            trips = self.constant(random.randrange(most + 1))
        else:
            trips = self.value(f"arith.andi %n, {self.constant(most - 1)} : i32")
        near = random.choice((0, 0, 0, 1, 5, -7, 2**31 - 64))
        if condition[0] == "u":
            near = abs(near) + (step if condition in FALLING else 0)
        if condition not in FALLING:
            start = self.constant(near)
            span = self.value(f"arith.muli {trips}, {self.constant(step)} : i32")
            bound = self.value(f"arith.addi {start}, {span} : i32")
            return condition, start, bound, self.constant(step)
        near = max(near, -(2**31) + 8)
        bound = self.constant(near)
        span = self.value(f"arith.muli {trips}, {self.constant(step)} : i32")
        start = self.value(f"arith.addi {bound}, {span} : i32")
        return condition, start, bound, self.constant(-step)

    def loop(self, pool: list[str], depth: int) -> None:
        random = self.random
        condition, start, bound, step = self.bounds()
        values = [random.choice(pool) for _ in range(random.randrange(1, 3))]
        kind = random.randrange(5)
        number = self.count = self.count + 1
        types = ", ".join(["i32"] * (1 + len(values)))
        header = ", ".join(
            f"%w{number}_{i} = {v}" for i, v in enumerate((start, *values))
        )
        names = [f"%w{number}_{i}" for i in range(1 + len(values))]
        result = f"%v{number}"
        guarded = kind == 0 and random.randrange(2) == 0
        if guarded:
            go = self.value(f"arith.cmpi {condition}, {start}, {bound} : i32")
            self.emit(f"{result}:{len(names)} = scf.if {go} -> ({types}) {{")
            self.indent += 1
        inside = f"%d{number}" if guarded else result
        self.emit(
            f"{inside}:{len(names)} = scf.while ({header}) : ({types}) -> ({types}) {{"
        )
        self.indent += 1
        inner = [*pool, *names]
        passed = [*names]
        if kind == 0:  # tested last
            self.statements(inner, depth)
            after = [random.choice(inner[-4:]) for _ in values]
            next = self.value(f"arith.addi {names[0]}, {step} : i32")
            passed = [next, *after]
            # One iteration more may be needed: `ne` would miss its bound then.
            tested = names[0] if random.randrange(2) or condition == "ne" else next
            if guarded:
                tested = next
            elif condition == "ne":
                condition = "slt"
        else:
            tested = names[0]
            if random.randrange(4) == 0 and depth < 3:
                self.statement(inner, 9)
        go = self.value(f"arith.cmpi {condition}, {tested}, {bound} : i32")
        self.emit(f"scf.condition({go}) {', '.join(passed)} : {types}")
        self.indent -= 1
        self.emit("} do {")
        self.indent += 1
        names = [f"%u{number}_{i}" for i in range(len(names))]
        self.emit(f"^bb0({', '.join(f'{n}: i32' for n in names)}):")
        if kind == 0:
            self.emit(f"scf.yield {', '.join(names)} : {types}")
        else:
            inner = [*pool, *names]
            self.statements(inner, depth)
            after = [random.choice(inner[-4:]) for _ in values]
            if random.randrange(3) == 0:  # a sum, perhaps of a constant
                addend = random.choice((names[0], names[-1], "%x", self.constant(3)))
                after[0] = self.value(f"arith.addi {names[1]}, {addend} : i32")
            next = self.value(f"arith.addi {names[0]}, {step} : i32")
            self.emit(f"scf.yield {', '.join([next, *after])} : {types}")
        self.indent -= 1
        self.emit("}")
        if guarded:
            given = ", ".join(f"{inside}#{i}" for i in range(len(names)))
            self.emit(f"scf.yield {given} : {types}")
            self.indent -= 1
            self.emit("} else {")
            self.emit(f"  scf.yield {', '.join((start, *values))} : {types}")
            self.emit("}")
        pool += [f"{result}#{i}" for i in range(len(names))]
        if random.randrange(2):
            pool.pop()  # not all results are used


FALLING = ("sgt", "sge", "ugt", "uge")


def loop_program(random: Random) -> SourceProgram:
    """A program of some loops, one after the other or in each other."""
    writer = _Writer(random)
    pool = ["%x", "%n"]
    for _ in range(random.randrange(1, 4)):
        writer.loop(pool, random.choice((0, 0, 1, 2)))
    results = [random.choice(pool), random.choice(pool)]
    array = f"memref<{SIZE}xi32>"
    text = (
        f'memref.global "private" @g : {array} = dense<7>\n'
        f"func.func @main(%x: i32, %n: i32, %a: {array}, %b: {array})"
        " -> (i32, i32) {\n"
        f"  %g = memref.get_global @g : {array}\n"
        + "\n".join(writer.lines)
        + f"\n  return {', '.join(results)} : i32, i32\n}}\n"
    )
    inputs = ("i32", "i32", array, array)
    runs = tuple(
        (
            (random.getrandbits(32),),
            (random.getrandbits(32),),
            tuple(random.getrandbits(32) for _ in range(SIZE)),
            tuple(random.getrandbits(32) for _ in range(SIZE)),
        )
        for _ in range(3)
    )
    return SourceProgram(text, inputs, runs, random.choice((2, 3)))

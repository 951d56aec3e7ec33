"""
Random functions of LLVM IR whose result is defined: of six words, one word.

Integers of many widths, vectors, floats, branches, loops and memory. What LLVM leaves
open does not occur: divisors are positive, shifts less than the width, and floats are
only compared, selected and made integers of, so that no bit of a NaN is seen.
"""

from collections.abc import Callable, Sequence
from random import Random

from llvm_functions import WORDS

WIDTHS = (1, 8, 8, 13, 16, 24, 32, 32, 32, 33, 48, 64, 64, 128)
BINARY = ("add", "sub", "mul", "and", "or", "xor")
PAIRS = ("smax", "smin", "umax", "umin", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat")
CONDITIONS = ("eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge")
ORDERS = ("oeq", "ogt", "ole", "one", "ord", "ueq", "uge", "ult", "une", "uno")
VECTORS = {
    32: ("<4 x i8>", "<2 x i16>"),
    64: ("<8 x i8>", "<2 x i32>"),
    128: ("<4 x i32>", "<2 x i64>"),
}
SLOTS = 4
"""Words of memory."""

Value = tuple[str, str]
"""A type and a name."""


class FunctionWriter:
    def __init__(self, random: Random, steps: int):
        self.random = random
        self.lines: list[str] = []
        self.declarations: set[str] = set()
        self.count = 0
        self.block = "entry"
        self.integers: list[Value] = [("i64", f"%w{index}") for index in range(WORDS)]
        self.floats: list[Value] = []
        self.depth = 0
        self.emit(f"%memory = alloca [{SLOTS} x i64]", "ptr")
        for slot in range(SLOTS):
            self.store(f"{slot}", self.integers[slot])
        self.steps(steps)

    def emit(self, text: str, type: str) -> Value:
        """Append an instruction; `text` may have a name already."""
        if " = " not in text:
            self.count += 1
            text = f"%v{self.count} = {text}"
        self.lines.append(f"  {text}")
        return type, text.partition(" = ")[0]

    def pick(self, width: int | None = None) -> Value:
        """An integer, of a width if there is one given."""
        recent = self.integers[-8:] if self.random.randrange(3) else self.integers
        value = self.random.choice(recent)
        return value if width is None else self.resized(value, width)

    def resized(self, value: Value, width: int) -> Value:
        type, name = value
        own = int(type[1:])
        if own == width:
            return value
        how = "trunc" if own > width else self.random.choice(("zext", "sext"))
        return self.emit(f"{how} {type} {name} to i{width}", f"i{width}")

    def constant(self, width: int) -> int:
        choices = (0, 1, 2, 3, 5, 7, 10, 31, 255, 4095, 65535, 2**31 - 1, -1, -2, -7)
        number = self.random.choice((*choices, self.random.getrandbits(width)))
        number %= 1 << width
        return number - (number >> width - 1 << width)

    def operand(self, width: int) -> str:
        """The name of a value of a width, or a constant."""
        if self.random.randrange(4) == 0 and width > 1:
            return str(self.constant(width))
        return self.pick(width)[1]

    def call(self, name: str, type: str, operands: Sequence[str], suffix: str) -> Value:
        symbol = f"@llvm.{name}.{suffix}"
        kinds = ", ".join(each.split()[0] for each in operands)
        self.declarations.add(f"declare {type} {symbol}({kinds})")
        return self.emit(f"call {type} {symbol}({', '.join(operands)})", type)

    def steps(self, count: int) -> None:
        for _ in range(count):
            self.random.choice(STEPS)(self)

    # region Steps

    def binary(self) -> None:
        width = self.random.choice(WIDTHS)
        type = f"i{width}"
        operation = self.random.choice(BINARY)
        one, other = self.pick(width)[1], self.operand(width)
        self.integers.append(self.emit(f"{operation} {type} {one}, {other}", type))

    def division(self) -> None:
        width = self.random.choice([w for w in WIDTHS if 2 < w <= 64])
        type = f"i{width}"
        divisor = self.operand(width)
        _, positive = self.emit(f"and {type} {divisor}, {(1 << width - 1) - 1}", type)
        _, positive = self.emit(f"or {type} {positive}, 1", type)
        operation = self.random.choice(("udiv", "sdiv", "urem", "srem"))
        one = self.pick(width)[1]
        self.integers.append(self.emit(f"{operation} {type} {one}, {positive}", type))

    def shift(self) -> None:
        width = self.random.choice([w for w in WIDTHS if 1 < w])
        type = f"i{width}"
        operation = self.random.choice(("shl", "lshr", "ashr"))
        amount = str(self.random.randrange(width))
        if self.random.randrange(2):
            mask = (1 << width.bit_length() - 1) - 1
            amount = self.emit(f"and {type} {self.pick(width)[1]}, {mask}", type)[1]
        one = self.pick(width)[1]
        self.integers.append(self.emit(f"{operation} {type} {one}, {amount}", type))

    def compare(self) -> None:
        width = self.random.choice(WIDTHS)
        condition = self.random.choice(CONDITIONS)
        one, other = self.pick(width)[1], self.operand(width)
        bit = self.emit(f"icmp {condition} i{width} {one}, {other}", "i1")
        self.integers.append(bit)

    def select(self) -> None:
        width, bit = self.random.choice(WIDTHS), self.pick(1)[1]
        type = f"i{width}"
        one, other = self.pick(width)[1], self.operand(width)
        text = f"select i1 {bit}, {type} {one}, {type} {other}"
        self.integers.append(self.emit(text, type))

    def intrinsic(self) -> None:
        width = self.random.choice([w for w in WIDTHS if w > 2])
        type = f"i{width}"
        one = f"{type} {self.pick(width)[1]}"
        other = f"{type} {self.operand(width)}"
        match self.random.randrange(6):
            case 0 | 1:
                name, operands = self.random.choice(PAIRS), [one, other]
            case 2:
                name, operands = self.random.choice(("ctpop", "bitreverse")), [one]
            case 3:
                name = self.random.choice(("ctlz", "cttz", "abs"))
                operands = [one, "i1 false"]
            case 4 if width <= 64:
                name = self.random.choice(("fshl", "fshr"))
                operands = [one, other, f"{type} {self.operand(width)}"]
            case _:
                self.overflowing(type, one, other)
                return
        self.integers.append(self.call(name, type, operands, type))

    def overflowing(self, type: str, one: str, other: str) -> None:
        name = self.random.choice(("uadd", "sadd", "usub", "ssub", "umul", "smul"))
        pair = f"{{ {type}, i1 }}"
        symbol = f"@llvm.{name}.with.overflow.{type}"
        self.declarations.add(f"declare {pair} {symbol}({type}, {type})")
        _, both = self.emit(f"call {pair} {symbol}({one}, {other})", pair)
        for index, part in enumerate((type, "i1")):
            self.integers.append(
                self.emit(f"extractvalue {pair} {both}, {index}", part)
            )

    def vector(self) -> None:
        width = self.random.choice((32, 64, 128))
        vector = self.random.choice(VECTORS[width])
        names: list[str] = []
        for _ in range(2):
            _, name = self.pick(width)
            names.append(self.emit(f"bitcast i{width} {name} to {vector}", vector)[1])
        match self.random.randrange(3):
            case 0:
                operation = self.random.choice(BINARY)
                made = self.emit(f"{operation} {vector} {names[0]}, {names[1]}", vector)
            case 1:
                lanes = int(vector[1])
                mask = [self.random.randrange(2 * lanes) for _ in range(lanes)]
                chosen = ", ".join(f"i32 {lane}" for lane in mask)
                made = self.emit(
                    f"shufflevector {vector} {names[0]}, {vector} {names[1]}, "
                    f"<{lanes} x i32> <{chosen}>",
                    vector,
                )
            case _:
                element = vector[5:-1]
                name = self.random.choice(PAIRS)
                suffix = f"v{vector[1]}{element}"
                operands = [f"{vector} {each}" for each in names]
                symbol = f"@llvm.{name}.{suffix}"
                self.declarations.add(f"declare {vector} {symbol}({vector}, {vector})")
                made = self.emit(
                    f"call {vector} {symbol}({', '.join(operands)})", vector
                )
        self.integers.append(
            self.emit(f"bitcast {vector} {made[1]} to i{width}", f"i{width}")
        )

    def real(self) -> None:
        """A float of an integer, a sum of two, or what a comparison gives."""
        type = self.random.choice(("float", "double"))
        fitting = [value for value in self.floats if value[0] == type]
        if len(fitting) < 2 or not self.random.randrange(3):
            width = self.random.choice((8, 13, 32, 64))
            how = self.random.choice(("sitofp", "uitofp"))
            text = f"{how} i{width} {self.pick(width)[1]} to {type}"
            self.floats.append(self.emit(text, type))
            return
        (_, one), (_, other) = self.random.sample(fitting, 2)
        match self.random.randrange(4):
            case 0 | 1:
                operation = self.random.choice(("fadd", "fsub", "fmul", "fdiv"))
                text = f"{operation} {type} {one}, {other}"
                self.floats.append(self.emit(text, type))
            case 2:
                order = self.random.choice(ORDERS)
                text = f"fcmp {order} {type} {one}, {other}"
                self.integers.append(self.emit(text, "i1"))
            case _:
                whole = self.random.choice(("i8", "i32", "i64"))
                name = self.random.choice(("fptosi.sat", "fptoui.sat"))
                suffix = f"{whole}.{'f32' if type == 'float' else 'f64'}"
                self.integers.append(self.call(name, whole, [f"{type} {one}"], suffix))

    def store(self, slot: str, value: Value) -> None:
        at = self.emit(
            f"getelementptr [{SLOTS} x i64], ptr %memory, i32 0, i32 {slot}", "ptr"
        )
        self.lines.append(f"  store {value[0]} {value[1]}, ptr {at[1]}")

    def memory(self) -> None:
        """A store or a load at a variable place; narrower accesses see other bytes."""
        slot = self.emit(f"and i32 {self.pick(32)[1]}, {SLOTS - 1}", "i32")[1]
        width = self.random.choice((8, 13, 16, 24, 32, 64))
        if self.random.randrange(2):
            self.store(slot, self.pick(width))
            return
        at = self.emit(
            f"getelementptr [{SLOTS} x i64], ptr %memory, i32 0, i32 {slot}", "ptr"
        )
        width = self.random.choice((8, 16, 32, 64))
        self.integers.append(self.emit(f"load i{width}, ptr {at[1]}", f"i{width}"))

    def branch(self) -> None:
        """An `if` with an `else`; values of both sides meet in phis."""
        if self.depth > 2:
            return
        self.depth += 1
        bit = self.pick(1)[1]
        self.count += 1
        number, width = self.count, self.random.choice(WIDTHS)
        self.lines.append(f"  br i1 {bit}, label %then{number}, label %else{number}")
        ends: list[tuple[str, str]] = []
        for side in ("then", "else"):
            known = len(self.integers), len(self.floats)
            self.begin(f"{side}{number}")
            self.steps(self.random.randrange(4))
            ends.append((self.pick(width)[1], self.block))
            self.lines.append(f"  br label %join{number}")
            del self.integers[known[0] :], self.floats[known[1] :]
        self.begin(f"join{number}")
        sources = ", ".join(f"[ {value}, %{block} ]" for value, block in ends)
        self.integers.append(self.emit(f"phi i{width} {sources}", f"i{width}"))
        self.depth -= 1

    def loop(self) -> None:
        """A loop of a few rounds that carries a value."""
        if self.depth > 1:
            return
        self.depth += 1
        self.count += 1
        number, width = self.count, self.random.choice(WIDTHS)
        start, before = self.pick(width)[1], self.block
        self.lines.append(f"  br label %loop{number}")
        self.begin(f"loop{number}")
        head = len(self.lines)
        known = len(self.integers), len(self.floats)
        carried, index = f"%carried{number}", f"%index{number}"
        self.integers += [(f"i{width}", carried), ("i32", index)]
        self.steps(self.random.randrange(1, 5))
        _, latest = self.pick(width)
        if latest == carried:
            _, latest = self.emit(f"add i{width} {carried}, 1", f"i{width}")
        _, following = self.emit(f"add i32 {index}, 1", "i32")
        rounds = self.random.randrange(1, 6)
        _, more = self.emit(f"icmp ult i32 {following}, {rounds}", "i1")
        end = self.block
        self.lines.append(f"  br i1 {more}, label %loop{number}, label %after{number}")
        self.lines[head:head] = [
            f"  {carried} = phi i{width} [ {start}, %{before} ], [ {latest}, %{end} ]",
            f"  {index} = phi i32 [ 0, %{before} ], [ {following}, %{end} ]",
        ]
        del self.integers[known[0] :], self.floats[known[1] :]
        self.begin(f"after{number}")
        self.integers.append((f"i{width}", latest))
        self.depth -= 1

    # endregion

    def begin(self, block: str) -> None:
        self.lines.append(f"{block}:")
        self.block = block

    def text(self) -> str:
        """The module, whose function `f` gives all values combined."""
        total = "0"
        for value in self.integers[WORDS:]:
            width = int(value[0][1:])
            name = value[1]
            if width > 64:
                low = self.emit(f"lshr {value[0]} {name}, 64", value[0])
                _, name = self.emit(f"xor {value[0]} {name}, {low[1]}", value[0])
                value = value[0], name
            _, word = self.resized(value, 64)
            _, total = self.emit(f"mul i64 {total}, 31", "i64")
            _, total = self.emit(f"xor i64 {total}, {word}", "i64")
        words = ", ".join(f"i64 %w{index}" for index in range(WORDS))
        layout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
        return "\n".join(
            (
                f'target datalayout = "{layout}"',
                *sorted(self.declarations),
                f"define i64 @f({words}) {{\nentry:",
                *self.lines,
                f"  ret i64 {total}\n}}\n",
            )
        )


STEPS: Sequence[Callable[[FunctionWriter], None]] = (
    *(FunctionWriter.binary, FunctionWriter.binary, FunctionWriter.binary),
    *(FunctionWriter.division, FunctionWriter.shift, FunctionWriter.shift),
    *(FunctionWriter.compare, FunctionWriter.select, FunctionWriter.intrinsic),
    *(FunctionWriter.intrinsic, FunctionWriter.vector, FunctionWriter.real),
    *(FunctionWriter.real, FunctionWriter.memory, FunctionWriter.memory),
    *(FunctionWriter.branch, FunctionWriter.loop),
)


def random_function(random: Random, steps: int = 16) -> str:
    """The text of a module with the function `f`."""
    return FunctionWriter(random, steps).text()

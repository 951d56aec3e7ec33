"""
The algebra whose values are those of LLVM: it builds instructions as text.

A float that arithmetic has made is `raw`: where it is NaN, its bits are whatever the
processor gives. They become those of the canonical NaN where an instruction looks at
them, so a chain of sums costs what it costs in C. All other floats are exact bits.
"""

from collections.abc import Sequence
from typing import NamedTuple

from circ.dialects.common.builder import Builder

FLOAT_TYPES = {16: "half", 32: "float", 64: "double", 128: "fp128"}
_FLOAT_WIDTHS = {"bfloat": 16, **{name: width for width, name in FLOAT_TYPES.items()}}
_FRACTIONS = {16: 10, 32: 23, 64: 52, 128: 112}


class Value(NamedTuple):
    """An operand: its text and its type in LLVM."""

    text: str
    type: str
    raw: bool = False

    def __str__(self) -> str:
        return f"{self.type} {self.text}"


def vector_type(lanes: int, element: str) -> str:
    """The type of `lanes` elements; the element's own of none."""
    return f"<{lanes} x {element}>" if lanes else element


def lanes_in(type: str) -> int:
    """The lanes of a type of LLVM; 0 of a scalar's."""
    return int(type[1:].partition(" ")[0]) if type.startswith("<") else 0


def element_of(type: str) -> str:
    """The type of a lane; of a scalar's its own."""
    return type.rpartition(" ")[2].rstrip(">")


def joined(types: Sequence[str]) -> str:
    """The type of a function with these results."""
    return ("{ " + ", ".join(types) + " }") if len(types) > 1 else (*types, "void")[0]


class Parts:
    """What the functions of a module have in common."""

    def __init__(self) -> None:
        self.declarations: dict[str, str] = {}
        """Of external functions and intrinsics, by name."""
        self.nodes = ['!{!"branch_weights", i32 2000, i32 1}']
        """Metadata; the first is of branches that are taken."""

    def node(self, text: str) -> str:
        """A node of metadata; `{self}` in its text is the node itself."""
        name = f"!{len(self.nodes)}"
        self.nodes.append(text.format(self=name))
        return name

    def text(self) -> str:
        nodes = (f"!{number} = {node}" for number, node in enumerate(self.nodes))
        return "\n".join([*self.declarations.values(), *nodes, ""])


class Code:
    """The lines of one function."""

    def __init__(self, parts: Parts):
        self.lines: list[str] = []
        self.locals: list[str] = []
        """The variables of the function, as instructions."""
        self.parts = parts
        self.block = ""
        """The label of the block that is being written."""
        self._count = 0
        self.known: dict[tuple[str, str], Value] = {}
        """What has been converted in this block, by operand and purpose."""

    def fresh(self, prefix: str = "t") -> str:
        self._count += 1
        return f"{prefix}{self._count}"

    def local(self, type: str, align: int) -> str:
        """A new variable of the function."""
        name = f"%{self.fresh('m')}"
        self.locals.append(f"  {name} = alloca {type}, align {align}")
        return name

    def add(self, line: str) -> None:
        self.lines.append(f"  {line}")

    def let(self, type: str, instruction: str, raw: bool = False) -> Value:
        """The result of an instruction."""
        self._count += 1
        name = f"%t{self._count}"
        self.lines.append(f"  {name} = {instruction}")
        return Value(name, type, raw)

    def label(self, name: str) -> None:
        """Begin a block."""
        self.lines.append(f"{name}:")
        self.block = name
        self.known.clear()

    def call(
        self,
        result: str,
        name: str,
        arguments: Sequence[Value],
        raw: bool = False,
        attributes: str = "",
    ) -> Value:
        """A call of an external function or an intrinsic, which is declared."""
        types = ", ".join(argument.type for argument in arguments)
        self.parts.declarations[name] = f"declare {result} @{name}({types}){attributes}"
        given = ", ".join(map(str, arguments))
        text = f"call {result} @{name}({given}){attributes}"
        if result == "void":
            self.add(text)
            return Value("", result)
        return self.let(result, text, raw)

    def splat(self, value: Value, lanes: int) -> Value:
        """A scalar in every lane."""
        type = vector_type(lanes, value.type)
        if not value.text.startswith("%"):
            return Value(f"splat ({value})", type, value.raw)
        first = self.let(type, f"insertelement {type} poison, {value}, i64 0")
        zeros = f"<{lanes} x i32> zeroinitializer"
        text = f"shufflevector {first}, {type} poison, {zeros}"
        return self.let(type, text, value.raw)


_BINARY = {"and_": "and", "or_": "or"}
_SHIFTS = frozenset(("shl", "lshr", "ashr"))
_ARITHMETIC = frozenset(("fadd", "fsub", "fmul", "fdiv", "frem"))


class Llvm(Builder[Value]):
    """Scalars, or with `lanes` vectors of so many: all lanes at once."""

    own = frozenset(("not_",))
    fma_widths = (32, 64)
    widest_float = 256
    """Bits of floats that are computed in integers: LLVM writes these out in full."""

    def __init__(self, code: Code, lanes: int = 0):
        self.code, self.lanes = code, lanes
        self._prefix = f"v{lanes}" if lanes else ""

    # region Types

    def type_of(self, width: int) -> str:
        return vector_type(self.lanes, f"i{width}")

    def float_type(self, width: int) -> str:
        return vector_type(self.lanes, FLOAT_TYPES[width])

    def const(self, width: int, value: int) -> Value:
        bits = value & ((1 << width) - 1)
        if self.lanes:
            return Value(f"splat (i{width} {bits})", self.type_of(width))
        return Value(str(bits), f"i{width}")

    def _one_of(self, value: Value) -> bool:
        """Is it a float in LLVM's types?"""
        return "f" in value.type or "h" in value.type or "d" in value.type

    def exact(self, value: Value) -> Value:
        """The float with the bits that it has by the rules of llvlir."""
        if not value.raw:
            return value
        key = value.text, "exact"
        if (known := self.code.known.get(key)) is not None:
            return known
        width = _FLOAT_WIDTHS[element_of(value.type)]
        nan = self.code.let(
            vector_type(self.lanes, "i1"),
            f"fcmp uno {value.type} {value.text}, {value.text}",
        )
        found = self.code.let(value.type, f"select {nan}, {self._nan(width)}, {value}")
        self.code.known[key] = found
        return found

    def _nan(self, width: int) -> Value:
        fraction = _FRACTIONS[width]
        bits = (1 << width - 1) - (1 << fraction - 1)
        constant, type = self.const(width, bits), self.float_type(width)
        return Value(f"bitcast ({constant} to {type})", type)

    def as_float(self, width: int, value: Value) -> Value:
        """A value as a float, its bits as they are."""
        return self.as_type(FLOAT_TYPES[width], value)

    def as_type(self, element: str, value: Value) -> Value:
        """A value as a float of this type of LLVM, its bits as they are."""
        if self._one_of(value):
            return value
        type = vector_type(self.lanes, element)
        if not value.text.startswith("%"):
            return Value(f"bitcast ({value} to {type})", type)
        return self._converted(value, type)

    def as_bits(self, value: Value) -> Value:
        """A value as integers."""
        if not self._one_of(value):
            return value
        value = self.exact(value)
        width = _FLOAT_WIDTHS[element_of(value.type)]
        type = self.type_of(width)
        if not value.text.startswith("%"):
            return Value(f"bitcast ({value} to {type})", type)
        return self._converted(value, type)

    def _converted(self, value: Value, type: str) -> Value:
        key = value.text, type
        if (known := self.code.known.get(key)) is None:
            known = self.code.let(type, f"bitcast {value} to {type}")
            self.code.known[key] = known
        return known

    # endregion

    def build(
        self, name: str, widths: Sequence[int], operands: Sequence[Value]
    ) -> Value:
        if name in _ARITHMETIC:
            return self._float(name, widths[0], operands)
        if (method := getattr(self, f"_{name}", None)) is not None:
            return method(*widths, *operands)
        lhs, rhs = (self.as_bits(operand) for operand in operands)
        if name in _SHIFTS:
            rhs = self._amount(widths[0], rhs)
        instruction = _BINARY.get(name, name)
        return self.code.let(lhs.type, f"{instruction} {lhs}, {rhs.text}")

    def _amount(self, width: int, amount: Value) -> Value:
        """A shift amount modulo the width."""
        if width & (width - 1):
            limit = self.const(width, width)
            return self.code.let(amount.type, f"urem {amount}, {limit.text}")
        if amount.text.isdigit() and int(amount.text) < width:
            return amount
        limit = self.const(width, width - 1)
        return self.code.let(amount.type, f"and {amount}, {limit.text}")

    def _not_(self, width: int, value: Value) -> Value:
        value = self.as_bits(value)
        return self.code.let(value.type, f"xor {value}, {self.const(width, -1).text}")

    # region Division: LLVM's has no result by zero, nor where it overflows

    def _divided(self, operator: str, width: int, lhs: Value, rhs: Value) -> Value:
        lhs, rhs = self.as_bits(lhs), self.as_bits(rhs)
        code, one = self.code, self.const(width, 1)
        zero = self.icmp("eq", width, rhs, self.const(width, 0))
        signed, quotient = operator[0] == "s", operator.endswith("div")
        if signed and width == 1:
            return self.ite(1, zero, *self._of_bits(quotient, lhs))
        minus = bad = zero
        if signed:
            minus = self.icmp("eq", width, rhs, self.const(width, -1))
            bad = code.let(zero.type, f"or {zero}, {minus.text}")
        safe = self.ite(width, bad, one, rhs)
        found = code.let(lhs.type, f"{operator} {lhs}, {safe.text}")
        if signed and quotient:
            negative = code.let(lhs.type, f"sub {self.const(width, 0)}, {lhs.text}")
            found = self.ite(width, minus, negative, found)
        otherwise = self.const(width, -1) if quotient else lhs
        return self.ite(width, zero, otherwise, found)

    def _of_bits(self, quotient: bool, lhs: Value) -> tuple[Value, Value]:
        """The results of a signed division of single bits by 0, and by -1."""
        if quotient:
            return self.const(1, 1), lhs
        return lhs, self.const(1, 0)

    def _udiv(self, width: int, lhs: Value, rhs: Value) -> Value:
        return self._divided("udiv", width, lhs, rhs)

    def _sdiv(self, width: int, lhs: Value, rhs: Value) -> Value:
        return self._divided("sdiv", width, lhs, rhs)

    def _urem(self, width: int, lhs: Value, rhs: Value) -> Value:
        return self._divided("urem", width, lhs, rhs)

    def _srem(self, width: int, lhs: Value, rhs: Value) -> Value:
        return self._divided("srem", width, lhs, rhs)

    # endregion
    # region Conditions and widths

    def icmp(self, condition: str, width: int, lhs: Value, rhs: Value) -> Value:
        lhs, rhs = self.as_bits(lhs), self.as_bits(rhs)
        type = vector_type(self.lanes, "i1")
        return self.code.let(type, f"icmp {condition} {lhs}, {rhs.text}")

    def fcmp(self, condition: str, width: int, lhs: Value, rhs: Value) -> Value:
        lhs, rhs = self.as_float(width, lhs), self.as_float(width, rhs)
        type = vector_type(self.lanes, "i1")
        return self.code.let(type, f"fcmp {condition} {lhs}, {rhs.text}")

    def _ite(self, width: int, condition: Value, then: Value, other: Value) -> Value:
        floats = self._one_of(then), self._one_of(other)
        raw = then.raw and other.raw
        if any(floats):
            if not raw:
                then, other = self.exact(then), self.exact(other)
            element = element_of((then if floats[0] else other).type)
            then, other = self.as_type(element, then), self.as_type(element, other)
        return self.code.let(then.type, f"select {condition}, {then}, {other}", raw)

    def _zext(self, width: int, to: int, value: Value) -> Value:
        return self._resized("zext", width, to, value)

    def _sext(self, width: int, to: int, value: Value) -> Value:
        return self._resized("sext", width, to, value)

    def _resized(self, how: str, width: int, to: int, value: Value) -> Value:
        value = self.as_bits(value)
        if width == to:
            return value
        type = self.type_of(to)
        return self.code.let(type, f"{how} {value} to {type}")

    def _extract(self, width: int, high: int, low: int, value: Value) -> Value:
        value = self.as_bits(value)
        if low:
            amount = self.const(width, low)
            value = self.code.let(value.type, f"lshr {value}, {amount.text}")
        return self._resized("trunc", width, high - low + 1, value)

    def _concat(self, width: int, low_width: int, high: Value, low: Value) -> Value:
        to = width + low_width
        high, low = self._zext(width, to, high), self._zext(low_width, to, low)
        amount = self.const(to, low_width)
        high = self.code.let(high.type, f"shl {high}, {amount.text}")
        return self.code.let(high.type, f"or {high}, {low.text}")

    def _clz(self, width: int, value: Value) -> Value:
        return self.intrinsic("ctlz", width, value, Value("false", "i1"))

    def _ctz(self, width: int, value: Value) -> Value:
        return self.intrinsic("cttz", width, value, Value("false", "i1"))

    def intrinsic(self, name: str, width: int, *operands: Value) -> Value:
        """An intrinsic function of integers of one width."""
        values = [self.as_bits(operand) for operand in operands]
        full = f"llvm.{name}.{self._prefix}i{width}"
        return self.code.call(self.type_of(width), full, values)

    # endregion
    # region Floats

    def _float(self, name: str, width: int, operands: Sequence[Value]) -> Value:
        lhs, rhs = (self.as_float(width, operand) for operand in operands)
        return self.code.let(lhs.type, f"{name} {lhs}, {rhs.text}", raw=True)

    def float_intrinsic(
        self, name: str, width: int, *operands: Value, raw: bool = False
    ) -> Value:
        """An intrinsic function of floats of one width; of exact ones if not `raw`."""
        values = [self.as_float(width, operand) for operand in operands]
        if not raw:
            values = [self.exact(value) for value in values]
        full = f"llvm.{name}.{self._prefix}f{width}"
        return self.code.call(self.float_type(width), full, values, raw)

    def fneg(self, width: int, value: Value) -> Value:
        value = self.exact(self.as_float(width, value))
        return self.code.let(value.type, f"fneg {value}")

    def fma(self, width: int, x: Value, y: Value, z: Value) -> Value:
        """The product and sum, rounded once."""
        return self.float_intrinsic("fma", width, x, y, z, raw=True)

    def fabs(self, width: int, value: Value) -> Value:
        return self.float_intrinsic("fabs", width, value)

    def _fsqrt(self, width: int, value: Value) -> Value:
        found = self.float_intrinsic("sqrt", width, value, raw=True)
        # LLVM takes "NaN where the operand is below zero" for what a root is anyway:
        # the NaN that is asked for would be lost.
        return self.float_intrinsic("arithmetic.fence", width, found, raw=True)

    def _fconvert(self, width: int, to: int, value: Value) -> Value:
        value = self.as_float(width, value)
        if width == to:
            return value._replace(raw=True)
        how, type = "fpext" if width < to else "fptrunc", self.float_type(to)
        return self.code.let(type, f"{how} {value} to {type}", raw=True)

    def _sitofp(self, width: int, to: int, value: Value) -> Value:
        type = self.float_type(to)
        return self.code.let(type, f"sitofp {self.as_bits(value)} to {type}")

    def _uitofp(self, width: int, to: int, value: Value) -> Value:
        type = self.float_type(to)
        return self.code.let(type, f"uitofp {self.as_bits(value)} to {type}")

    def _fptosi(self, width: int, to: int, value: Value) -> Value:
        return self._to_integer("fptosi", width, to, value, (1 << to - 1) - 1)

    def _fptoui(self, width: int, to: int, value: Value) -> Value:
        return self._to_integer("fptoui", width, to, value, -1)

    def _to_integer(
        self, how: str, width: int, to: int, value: Value, most: int
    ) -> Value:
        value = self.as_float(width, value)
        prefix = self._prefix
        name = f"llvm.{how}.sat.{prefix}i{to}.{prefix}f{width}"
        found = self.code.call(self.type_of(to), name, [value])
        nan = self.fcmp("uno", width, value, value)
        return self.ite(to, nan, self.const(to, most), found)

    # endregion

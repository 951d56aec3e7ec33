"""
The algebra over Python source text: values are names and numbers, operations lines.

`IntegerText` computes with one lane, a Python integer as `Ints` has them; `LaneText`
with the sixteen lanes of a vector register, an array of numpy. What has no short
spelling calls `Ints`, for each lane. The text is generated code's (`python_blocks`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from circ.dialects.common.algebra import INTS
from circ.dialects.naplespu.register_file import LANES
from circ.targets.naplespu.simulator import python_lanes

Emit = Callable[[str], None]
"""Takes a line of the program."""


class Names:
    """Names of intermediate values, and of the constants of a program."""

    def __init__(self, emit: Emit):
        self.emit = emit
        self.constants: dict[str, object] = {}
        self._next = 0

    def let(self, text: str) -> str:
        """A name for the value of an expression."""
        name = f"t{self._next}"
        self._next += 1
        self.emit(f"{name} = {text}")
        return name

    def constant(self, name: str, value: object) -> str:
        self.constants.setdefault(name, value)
        return name


def _called(name: str) -> Callable[..., str]:
    """The method of an algebra that calls the operation of `Ints`."""

    def method(self: "_Text", width: int, *rest: str | int) -> str:
        return self.call(name, width, *rest)

    return method


class _Text(ABC):
    """Operations that are spelt alike for one lane and for all, and calls."""

    def __init__(self, names: Names):
        self.names = names
        self.let = names.let

    @abstractmethod
    def call(self, name: str, width: int, *rest: str | int) -> str:
        """The expression that calls an operation of `Ints` by its name."""

    @abstractmethod
    def const(self, width: int, value: int) -> str:
        """The expression of a constant."""

    def and_(self, width: int, lhs: str, rhs: str) -> str:
        return self.let(f"{lhs} & {rhs}")

    def or_(self, width: int, lhs: str, rhs: str) -> str:
        return self.let(f"{lhs} | {rhs}")

    def xor(self, width: int, lhs: str, rhs: str) -> str:
        return self.let(f"{lhs} ^ {rhs}")

    def lshr(self, width: int, lhs: str, rhs: str) -> str:
        return self.let(f"{lhs} >> {rhs}")

    def eq(self, width: int, lhs: str, rhs: str) -> str:
        return self.let(f"{lhs} == {rhs}")

    def ult(self, width: int, lhs: str, rhs: str) -> str:
        return self.let(f"{lhs} < {rhs}")

    def slt(self, width: int, lhs: str, rhs: str) -> str:
        sign = self.const(width, 1 << (width - 1))
        return self.let(f"({lhs} ^ {sign}) < ({rhs} ^ {sign})")

    udiv = _called("udiv")
    sdiv = _called("sdiv")
    urem = _called("urem")
    srem = _called("srem")
    ashr = _called("ashr")
    clz = _called("clz")
    ctz = _called("ctz")
    frem = _called("frem")
    fsqrt = _called("fsqrt")
    fconvert = _called("fconvert")
    uitofp = _called("uitofp")
    fptoui = _called("fptoui")


def _mask(width: int) -> int:
    return (1 << width) - 1


class IntegerText(_Text):
    """Python integers, always in `0 <= value < 2**width`; one bit may be a truth."""

    def call(self, name: str, width: int, *rest: str | int) -> str:
        function = self.names.constant(name, getattr(INTS, name))
        arguments = ", ".join(map(str, rest))
        return self.let(f"{function}({width}, {arguments})")

    def const(self, width: int, value: int) -> str:
        return str(value & _mask(width))

    def add(self, width: int, lhs: str, rhs: str) -> str:
        return self.let(f"{lhs} + {rhs} & {_mask(width)}")

    def sub(self, width: int, lhs: str, rhs: str) -> str:
        return self.let(f"{lhs} - {rhs} & {_mask(width)}")

    def mul(self, width: int, lhs: str, rhs: str) -> str:
        return self.let(f"{lhs} * {rhs} & {_mask(width)}")

    def shl(self, width: int, lhs: str, rhs: str) -> str:
        shifted = f"{lhs} << {rhs} & {_mask(width)}"
        return self.let(f"{shifted} if {rhs} < {width} else 0")

    def ite(self, width: int, condition: str, then: str, otherwise: str) -> str:
        return self.let(f"{then} if {condition} else {otherwise}")

    def zext(self, width: int, to: int, value: str) -> str:
        return self.let(f"+{value}") if width == 1 else value

    def sext(self, width: int, to: int, value: str) -> str:
        sign = 1 << (width - 1)
        return self.let(f"({value} ^ {sign}) - {sign} & {_mask(to)}")

    def extract(self, width: int, high: int, low: int, value: str) -> str:
        shifted = f"{value} >> {low}" if low else value
        if high == width - 1:
            return self.let(shifted)
        return self.let(f"{shifted} & {_mask(high - low + 1)}")

    def concat(self, width: int, low_width: int, high: str, low: str) -> str:
        return self.let(f"{high} << {low_width} | {low}")

    fadd = _called("fadd")
    fsub = _called("fsub")
    fmul = _called("fmul")
    fdiv = _called("fdiv")
    feq = _called("feq")
    flt = _called("flt")
    fle = _called("fle")
    sitofp = _called("sitofp")
    fptosi = _called("fptosi")


class LaneText(_Text):
    """
    Arrays of `LANES` elements of numpy: truths, or words of 32 or 64 bits.

    Other widths are in the low bits of the next of these.
    """

    def _type(self, width: int) -> str:
        if width == 1:
            return "bool_"
        return "uint32" if width <= 32 else "uint64"

    def _of(self, name: str) -> str:
        """A type of numpy by name."""
        return self.names.constant(name, getattr(np, name))

    def _function(self, name: str) -> str:
        return self.names.constant(f"np_{name}", getattr(np, name))

    def call(self, name: str, width: int, *rest: str | int) -> str:
        method = getattr(INTS, name)
        numbers = tuple(each for each in rest if isinstance(each, int))
        values = [each for each in rest if isinstance(each, str)]
        to = numbers[0] if name in ("fptosi", "sitofp", "sext", "zext") else width
        if name in ("feq", "flt", "fle"):
            to = 1
        type = getattr(np, self._type(to))

        def lanes(*values: Any) -> Any:
            rows = zip(*(value.tolist() for value in values), strict=True)
            found = [method(width, *numbers, *row) for row in rows]
            return np.array(found, type)

        suffix = "_".join(map(str, (name, width, *numbers)))
        function = self.names.constant(f"lanes_{suffix}", lanes)
        return self.let(f"{function}({', '.join(values)})")

    def const(self, width: int, value: int) -> str:
        value &= _mask(width)
        array = np.full(LANES, value, getattr(np, self._type(width)))
        return self.names.constant(f"k{width}_{value}", array)

    def same(self, value: str) -> str:
        """A scalar in every lane."""
        function = self.names.constant("same", python_lanes.same)
        return self.let(f"{function}({value})")

    def joined(self, bits: str) -> str:
        """One-bit lanes as a scalar, lane 0 lowest."""
        return f"{self.names.constant('joined', python_lanes.joined)}({bits})"

    def _fitted(self, width: int, text: str) -> str:
        """Without what the element has above the width."""
        if width in (32, 64):
            return self.let(text)
        return self.let(f"({text}) & {self.const(width, -1)}")

    def _cast(self, width: int, to: int, value: str) -> str:
        if self._type(width) == self._type(to):
            return value
        return self.let(f"{value}.astype({self._of(self._type(to))})")

    def add(self, width: int, lhs: str, rhs: str) -> str:
        return self._fitted(width, f"{lhs} + {rhs}")

    def sub(self, width: int, lhs: str, rhs: str) -> str:
        return self._fitted(width, f"{lhs} - {rhs}")

    def mul(self, width: int, lhs: str, rhs: str) -> str:
        return self._fitted(width, f"{lhs} * {rhs}")

    def shl(self, width: int, lhs: str, rhs: str) -> str:
        # Shifts of numpy by the width of the element or more give 0.
        return self._fitted(width, f"{lhs} << {rhs}")

    def ite(self, width: int, condition: str, then: str, otherwise: str) -> str:
        value = self.let(f"{otherwise}.copy()")
        return self._put(value, condition, then)

    def _put(self, value: str, condition: str, then: str) -> str:
        """Change an array that is new in place, which is faster than `where`."""
        put = self._function("putmask")
        self.names.emit(f"{put}({value}, {condition}, {then})")
        return value

    def zext(self, width: int, to: int, value: str) -> str:
        return self._cast(width, to, value)

    def sext(self, width: int, to: int, value: str) -> str:
        if width == to:
            return value
        if (width, to) == (32, 64):
            signed = f"{value}.view({self._of('int32')}).astype({self._of('int64')})"
            return self.let(f"{signed}.view({self._of('uint64')})")
        value = self._cast(width, to, value)
        sign = self.const(to, 1 << (width - 1))
        return self._fitted(to, f"({value} ^ {sign}) - {sign}")

    def extract(self, width: int, high: int, low: int, value: str) -> str:
        size = high - low + 1
        if size == 1:
            bit = self.const(width, 1 << low)
            return self.let(f"({value} & {bit}) != {self.const(width, 0)}")
        if low:
            value = self.let(f"{value} >> {self.const(width, low)}")
        value = self._cast(width, size, value)
        if size in (32, 64) or high == width - 1:
            return value
        return self.let(f"{value} & {self.const(size, -1)}")

    def concat(self, width: int, low_width: int, high: str, low: str) -> str:
        to = width + low_width
        high, low = self._cast(width, to, high), self._cast(low_width, to, low)
        return self.let(f"({high} << {self.const(to, low_width)}) | {low}")

    def _float(self, width: int, value: str) -> str:
        return f"{value}.view({self._of(f'float{width}')})"

    def _floats(self, width: int, lhs: str, operator: str, rhs: str) -> str:
        lhs, rhs = self._float(width, lhs), self._float(width, rhs)
        return self.let(f"{lhs} {operator} {rhs}")

    def _arithmetic(self, width: int, lhs: str, operator: str, rhs: str) -> str:
        value = self._floats(width, lhs, operator, rhs)
        # Bit for bit: numpy's own NaN is the canonical one.
        nans = np.full(LANES, np.nan, getattr(np, f"float{width}"))
        nan = self.names.constant(f"nan{width}", nans)
        self._put(value, f"{value} != {value}", nan)
        return self.let(f"{value}.view({self._of(f'uint{width}')})")

    def fadd(self, width: int, lhs: str, rhs: str) -> str:
        return self._arithmetic(width, lhs, "+", rhs)

    def fsub(self, width: int, lhs: str, rhs: str) -> str:
        return self._arithmetic(width, lhs, "-", rhs)

    def fmul(self, width: int, lhs: str, rhs: str) -> str:
        return self._arithmetic(width, lhs, "*", rhs)

    def fdiv(self, width: int, lhs: str, rhs: str) -> str:
        return self._arithmetic(width, lhs, "/", rhs)

    def feq(self, width: int, lhs: str, rhs: str) -> str:
        return self._floats(width, lhs, "==", rhs)

    def flt(self, width: int, lhs: str, rhs: str) -> str:
        return self._floats(width, lhs, "<", rhs)

    def fle(self, width: int, lhs: str, rhs: str) -> str:
        return self._floats(width, lhs, "<=", rhs)

    def sitofp(self, width: int, to: int, value: str) -> str:
        if (width, to) != (32, 32):
            return self.call("sitofp", width, to, value)
        number = f"{value}.view({self._of('int32')}).astype({self._of('float32')})"
        return self.let(f"{number}.view({self._of('uint32')})")

    def fptosi(self, width: int, to: int, value: str) -> str:
        if (width, to) != (32, 32):
            return self.call("fptosi", width, to, value)
        # Binary64 holds all numbers of both types.
        wide = self._of("float64")
        number = self.let(f"{self._float(32, value)}.astype({wide})")
        least, most = (
            self.names.constant(name, np.full(LANES, limit, np.float64))
            for name, limit in (("int_least", -(2.0**31)), ("int_most", 2.0**31 - 1))
        )
        self._put(number, f"{number} != {number}", most)
        clipped = f"{self._function('minimum')}({number}, {most})"
        clipped = f"{self._function('maximum')}({clipped}, {least})"
        integer, word = self._of("int64"), self._of("uint32")
        return self.let(f"{clipped}.astype({integer}).astype({word})")

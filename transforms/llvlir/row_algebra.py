"""
The algebra whose values are registers: it builds operations as rows.

Scalars of the widths that gen has; rows are those that gen has as well. A number is in
a general or float register, and is cast where the other is wanted.
"""

from collections.abc import Callable, Sequence

from xdsl.ir import Attribute, SSAValue

from circ.dialects.common.builder import Builder
from circ.dialects.common.reports import missed
from circ.dialects.common.runtime import PREFIX
from circ.dialects.llvlir.ops import CallOp
from circ.dialects.llvlir.types import F32, FloatType, integer
from circ.transforms.llvlir.maker import FLOATS, Maker

ROWS = {
    "add": "add.I",
    "sub": "sub.I",
    "mul": "mul.I",
    "mulhu": "mulhu.I",
    "mulhs": "mulh.I",
    "udiv": "divu.I",
    "sdiv": "div.I",
    "urem": "remu.I",
    "srem": "rem.I",
    "and_": "and.I",
    "or_": "or.I",
    "xor": "xor.I",
    "not_": "not.I",
    "shl": "sll.I",
    "lshr": "srl.I",
    "ashr": "sra.I",
    "clz": "clz.I",
    "ctz": "ctz.I",
    "zext": "zext.II",
    "sext": "sext.II",
}
"""The row that computes an operation."""


FLOAT_ROWS = {
    "fadd": "add.F",
    "fsub": "sub.F",
    "fmul": "mul.F",
    "fdiv": "div.F",
    "frem": "frem.F",
    "fsqrt": "sqrt.F",
}
"""The same for floats."""


CONVERSIONS = {
    "fconvert": "cvt.FF",
    "sitofp": "cvt.FI",
    "uitofp": "cvtu.FI",
    "fptosi": "cvt.IF",
    "fptoui": "cvtu.IF",
}


FLOAT_CONDITIONS = {
    "oeq": "eq",
    "olt": "lt",
    "ole": "le",
    "ogt": "gt",
    "oge": "ge",
    "une": "ne",
}
"""The conditions of `cmps.F`, by their names in the algebra."""


class RowAlgebra(Builder[SSAValue]):
    """Numbers in registers, on which rows compute."""

    own = frozenset(("mulhu", "mulhs", "not_"))
    fma_widths = (32,)

    def __init__(self, maker: Maker):
        self.maker = maker

    def known(self, value: SSAValue) -> int | None:
        return self.maker.bits_of(value)

    def const(self, width: int, value: int) -> SSAValue:
        return self.maker.constant(value, width)

    def build(
        self, name: str, widths: Sequence[int], operands: Sequence[SSAValue]
    ) -> SSAValue:
        if name in CONVERSIONS:
            width, to = widths
            return self._converted(name, width, to, operands[0])
        if name in FLOAT_ROWS:
            values = [self.maker.float_of(value) for value in operands]
            types = [FLOATS[widths[0]]]
            return self.maker.row(FLOAT_ROWS[name], *values, types=types)
        types = [integer(width) for width in reversed(widths)]
        values = map(self.maker.integer_of, operands)
        return self.maker.row(ROWS[name], *values, types=types)

    def float_row(self, name: str, type: Attribute) -> Callable[..., SSAValue]:
        """What adds or subtracts floats of a type, of any format."""

        def compute(width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
            return self.maker.row(f"{name}.F", lhs, rhs, types=(type,))

        return compute

    def fma(self, width: int, x: SSAValue, y: SSAValue, z: SSAValue) -> SSAValue:
        """The product and sum rounded once, by the run-time library."""
        maker, name = self.maker, f"{PREFIX}fma_f{width}"
        operands = [maker.float_of(value) for value in (x, y, z)]
        missed(maker.place, f"becomes a call of {name}")
        location = maker.place.location
        (result,) = maker.add(CallOp.create_(name, operands, [F32], location))
        return result

    def _converted(self, name: str, width: int, to: int, value: SSAValue) -> SSAValue:
        """To or from a float."""
        if name in ("sitofp", "uitofp"):
            source = integer(width)
        else:
            value, source = self.maker.float_of(value), FLOATS[width]
        result = integer(to) if name.startswith("fpto") else FLOATS[to]
        return self.maker.row(CONVERSIONS[name], value, types=(result, source))

    def icmp(
        self, condition: str, width: int, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        values = map(self.maker.integer_of, (lhs, rhs))
        return self.maker.compare(condition.removeprefix("s"), *values)

    def ite(
        self, width: int, condition: SSAValue, then: SSAValue, otherwise: SSAValue
    ) -> SSAValue:
        if (known := self.known(condition)) is not None:
            return then if known else otherwise
        for type in (then.type, otherwise.type):
            if isinstance(type, FloatType):
                then = self.maker.float_of(then, type.element)
                otherwise = self.maker.float_of(otherwise, type.element)
        return self.maker.choose(condition, then, otherwise)

    def extract(self, width: int, high: int, low: int, value: SSAValue) -> SSAValue:
        value = self.maker.integer_of(value)
        if low:
            value = self.lshr(width, value, self.const(width, low))
        types = integer(high - low + 1), integer(width)
        return self.maker.row("trunc.II", value, types=types)

    def fcmp(
        self, condition: str, width: int, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        values = [self.maker.float_of(value) for value in (lhs, rhs)]
        if condition == "uno":
            nans = [self.fcmp("une", width, value, value) for value in values]
            return self.maker.bit("or", *nans)
        types = (FLOATS[width],)
        name = FLOAT_CONDITIONS[condition]
        return self.maker.row("cmps.F", *values, types=types, condition=name)

"""
Rows that no machine level has, as rows that it has, on scalars and vectors alike.

Sums with a carry, and funnel shifts: those take the bits of two numbers, and are a
shift of each. What comes in from the other number is shifted by one, then by the rest,
so that an amount of 0 brings in nothing.
"""

from collections.abc import Callable

from xdsl.ir import SSAValue

from circ.dialects.llvlir.ops import FuncOp, RowOp
from circ.dialects.llvlir.rules import type_parameters
from circ.dialects.llvlir.semantics import SCALAR_BASE
from circ.dialects.llvlir.table import Row, rows
from circ.dialects.llvlir.types import VectorType, integer, is_number, width_of
from circ.transforms.llvlir.maker import Maker

BY_LANES = {base: name for name, base in SCALAR_BASE.items()}
"""What shifts by amounts in lanes is called."""


class _Rows:
    """Rows like the one that they replace: of its width, lanes and mask."""

    def __init__(self, maker: Maker, op: RowOp):
        self.maker = maker
        self.base = SCALAR_BASE.get(op.ROW.base, op.ROW.base)
        self.types = type_parameters(op.properties)
        self.width = width_of(self.types[-1])
        self.mask = op.operands[-1] if op.ROW.suffix == "VI" else None

    def row(self, base: str, *operands: SSAValue) -> SSAValue:
        """A row on what the replaced row computes with."""
        if self.mask is None:
            return self.maker.row(f"{base}.I", *operands, types=self.types)
        if isinstance(operands[-1].type, VectorType):
            base = BY_LANES.get(base, base)
        return self.maker.row(f"{base}.VI", *operands, self.mask, types=self.types)

    def constant(self, bits: int) -> SSAValue:
        """A number, in all lanes of a vector."""
        if self.mask is None:
            return self.maker.constant(bits, self.width)
        made = self.maker.make("splatui.VI", (self.mask,), self.types, imm=bits)
        return made.results[0]

    def one(self, bits: int) -> SSAValue:
        """A number in a scalar, as the amount of a shift."""
        return self.maker.constant(bits, self.width)


def _with_carry(k: _Rows, op: RowOp) -> SSAValue:
    lhs, rhs, carry = op.operands[:3]
    row = "add" if k.base.startswith("add") else "sub"
    bit = k.row("and", carry, k.constant(1))
    return k.row(row, k.row(row, lhs, rhs), bit)


def _funnel(k: _Rows, op: RowOp) -> SSAValue:
    """To the right the sign never comes in: the amount is below the width."""
    high, low = op.operands[:2]
    left = k.base.startswith("fsll")
    if k.width == 1:
        stays = high if left else low
        return k.row("or", stays, stays)
    imm = op.properties.get("imm")
    if is_number(imm):
        amount, rest = k.one(imm.data), k.one(k.width - 1 - imm.data)
    else:
        amount = op.operands[2]
        if isinstance(amount.type, VectorType):
            rest = k.row("xor", amount, k.constant(k.width - 1))
        else:
            types = (integer(k.width),)
            rest = k.maker.row("xor.I", amount, k.one(k.width - 1), types=types)
    shifted, other = (high, low) if left else (low, high)
    there, back = ("sll", "srl") if left else ("srl", "sll")
    coming = k.row(back, k.row(back, other, k.one(1)), rest)
    return k.row("or", k.row(there, shifted, amount), coming)


Expand = Callable[[_Rows, RowOp], SSAValue]


def _expansion(row: Row) -> Expand | None:
    if row.base in ("addc", "addcu", "subb", "subbu"):
        return _with_carry
    return _funnel if row.base.startswith("fs") and "shift" in row.category else None


EXPANSIONS: dict[str, Expand] = {
    row.name: expand for row in rows() if (expand := _expansion(row)) is not None
}
"""What becomes of each row."""


def expand_rows(function: FuncOp) -> None:
    """Replace the rows of a function that have an expansion."""
    maker = Maker()
    for block in function.body.blocks:
        for op in list(block.ops):
            if not isinstance(op, RowOp) or op.ROW.name not in EXPANSIONS:
                continue
            maker.move(op)
            made = EXPANSIONS[op.ROW.name](_Rows(maker, op), op)
            made.name_hint = op.results[0].name_hint
            op.results[0].replace_all_uses_with(made)
            op.detach()
            op.erase()

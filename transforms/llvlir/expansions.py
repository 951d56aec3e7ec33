"""
Rows that the machine lacks, as rows that it has, on scalars and vectors alike.

Counts and reversals of bits work on all fields of a number at once. Sums with a carry
are two sums. Funnel shifts take the bits of two numbers, and are a shift of each. What
comes in from the other number is shifted by one, then by the rest, so that an amount of
0 brings in nothing.
"""

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import SSAValue

from circ.dialects.common.memory import MemoryAttr
from circ.dialects.llvlir.ops import FuncOp, RowOp
from circ.dialects.llvlir.rules import type_parameters
from circ.dialects.llvlir.semantics import SCALAR_BASE, compute
from circ.dialects.llvlir.table import Row, rows
from circ.dialects.llvlir.types import VectorType, integer, is_number, width_of
from circ.transforms.llvlir.maker import Maker
from circ.transforms.llvlir.row_algebra import RowAlgebra

BY_LANES = {base: name for name, base in SCALAR_BASE.items()}
"""What shifts by amounts in lanes is called."""


WIDTHS = (1, 8, 16, 32, 64)
"""Of the integers that gen has."""


class _Rows:
    """Rows like the one that they replace: of its width, lanes and mask."""

    def __init__(self, maker: Maker, op: RowOp):
        self.maker = maker
        self.base = SCALAR_BASE.get(op.ROW.base, op.ROW.base)
        self.types = type_parameters(op.properties)
        self.width = width_of(self.types[-1])
        self.mask = op.operands[-1] if op.ROW.suffix == "VI" else None
        self.full = self.mask
        if self.mask is not None:
            lanes = self.types[0]
            assert is_number(lanes)
            ones = maker.make("const.I", (), (integer(lanes.data),), imm=-1)
            self.full = maker.row("mvm", *ones.results, types=())

    def row(self, base: str, *operands: SSAValue) -> SSAValue:
        """A row on what the replaced row computes with."""
        return self._row(base, self.full, operands)

    def last(self, base: str, *operands: SSAValue) -> SSAValue:
        """The row that gives the result, zero where the mask is off."""
        return self._row(base, self.mask, operands)

    def _row(
        self, base: str, mask: SSAValue | None, operands: Sequence[SSAValue]
    ) -> SSAValue:
        if mask is None:
            return self.maker.row(f"{base}.I", *operands, types=self.types)
        if isinstance(operands[-1].type, VectorType):
            base = BY_LANES.get(base, base)
        return self.maker.row(f"{base}.VI", *operands, mask, types=self.types)

    def constant(self, bits: int) -> SSAValue:
        """A number, in all lanes of a vector."""
        bits %= 1 << self.width
        if self.full is None:
            return self.maker.constant(bits, self.width)
        made = self.maker.make("splatui.VI", (self.full,), self.types, imm=bits)
        return made.results[0]

    def one(self, bits: int) -> SSAValue:
        """A number in a scalar, as the amount of a shift."""
        return self.maker.constant(bits, self.width)


def _with_carry(k: _Rows, op: RowOp) -> SSAValue:
    lhs, rhs, carry = op.operands[:3]
    row = "add" if k.base.startswith("add") else "sub"
    bit = k.row("and", carry, k.constant(1))
    return k.last(row, k.row(row, lhs, rhs), bit)


def _funnel(k: _Rows, op: RowOp) -> SSAValue:
    """To the right the sign never comes in: the amount is below the width."""
    high, low = op.operands[:2]
    left = k.base.startswith("fsll")
    if k.width == 1:
        stays = high if left else low
        return k.last("or", stays, stays)
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
    return k.last("or", k.row(there, shifted, amount), coming)


def _fields(k: _Rows, bits: int) -> SSAValue:
    """Ones in the lower half of each field of twice as many bits."""
    ones = (1 << bits) - 1
    return k.constant(sum(ones << low for low in range(0, k.width, 2 * bits)))


def _count(k: _Rows, op: RowOp) -> SSAValue:
    """Sums of neighbouring fields, until one byte has that of each; then of bytes."""
    value = op.operands[0]
    if k.width == 1:
        return k.last("or", value, value)
    for bits in (1, 2, 4):
        mask = _fields(k, bits)
        high = k.row("and", k.row("srl", value, k.one(bits)), mask)
        value = k.row("add", k.row("and", value, mask), high)
    bytes_ = sum(1 << low for low in range(0, k.width, 8))
    total = k.row("mul", value, k.constant(bytes_)) if k.width > 8 else value
    return k.last("srl", total, k.one(k.width - 8))


def _reversed_from(first: int) -> "Expand":
    """Exchange fields of so many bits and of all greater sizes."""

    def expand(k: _Rows, op: RowOp) -> SSAValue:
        value = op.operands[0]
        if k.width <= first:
            return k.last("or", value, value)
        bits = first
        while 2 * bits < k.width:
            mask = _fields(k, bits)
            high = k.row("and", k.row("srl", value, k.one(bits)), mask)
            low = k.row("sll", k.row("and", value, mask), k.one(bits))
            value = k.row("or", low, high)
            bits *= 2
        halves = k.row("srl", value, k.one(bits)), k.row("sll", value, k.one(bits))
        return k.last("or", *halves)

    return expand


Expand = Callable[[_Rows, RowOp], SSAValue]

BASES: dict[str, Expand] = {
    **dict.fromkeys(("addc", "addcu", "subb", "subbu"), _with_carry),
    "popc": _count,
    "brev": _reversed_from(1),
    "bswap": _reversed_from(8),
}
"""By name without suffix; and the funnel shifts."""


def _expansion(row: Row) -> Expand | None:
    if row.base.startswith("fs") and "shift" in row.category:
        return _funnel
    return BASES.get(row.base)


EXPANSIONS: dict[str, Expand] = {
    row.name: expand for row in rows() if (expand := _expansion(row)) is not None
}
"""What becomes of each row on integers."""


def _classify(maker: Maker, op: RowOp) -> SSAValue:
    """`class.F`, of the float's bits."""
    (value,) = op.operands
    return compute(RowAlgebra(maker), op, op.ROW, [maker.integer_of(value)])


UPDATES = {
    f"amo{base}.I": f"{base}.I"
    for base in ("add", "and", "or", "xor", "min", "max", "minu", "maxu")
}
"""What an atomic update does to the number in memory and its operand."""


def _update(maker: Maker, op: RowOp) -> SSAValue:
    """An atomic row on 64 bits: load, operation, store, as of words below gen."""
    address, *values = op.operands
    types = type_parameters(op.properties)
    memory = op.properties.get("memory")
    assert memory is None or isinstance(memory, MemoryAttr)
    old = maker.make("ld.I", (address,), types, imm=0, memory=memory).results[0]
    if op.ROW.base == "cmpswap":
        condition = op.properties["condition"]
        assert isinstance(condition, StringAttr)
        holds = maker.compare(condition.data, old, values[0])
        new = maker.choose(holds, values[1], old)
    elif op.ROW.base == "amoswap":
        new = values[0]
    else:
        new = maker.row(UPDATES[op.ROW.name], old, values[0], types=types)
    maker.make("st.I", (address, new), types, imm=0, memory=memory)
    return old


OTHERS: dict[str, tuple[Callable[[Maker, RowOp], SSAValue], tuple[int, ...]]] = {
    "class.F": (_classify, (32, 64)),
    **dict.fromkeys((*UPDATES, "amoswap.I", "cmpswap.I"), (_update, (64,))),
}
"""What becomes of further rows on scalars, and the widths at which it does."""


def expand_rows(function: FuncOp) -> None:
    """Replace the rows of a function that have an expansion."""
    maker = Maker()
    for block in function.body.blocks:
        for op in list(block.ops):
            if isinstance(op, RowOp) and op.ROW.name in EXPANDED:
                maker.move(op)
                _expand(maker, op)


EXPANDED = EXPANSIONS.keys() | OTHERS.keys()


def _expand(maker: Maker, op: RowOp) -> None:
    width = width_of(type_parameters(op.properties)[-1])
    expand, widths = OTHERS.get(op.ROW.name, (None, WIDTHS))
    if width not in widths:
        return  # gen diagnoses the type, or has the row
    if expand is None:
        made = EXPANSIONS[op.ROW.name](_Rows(maker, op), op)
    else:
        made = expand(maker, op)
    made.name_hint = op.results[0].name_hint
    op.results[0].replace_all_uses_with(made)
    op.detach()
    op.erase()

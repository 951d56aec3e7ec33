"""
Expands rows that the machine lacks into rows that compute their meaning.

On scalars and vectors alike: `VectorRows` has vectors as its values. Bits are counted
and reversed in all fields of a number at once, funnel shifts are a shift of each half.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from xdsl.dialects.builtin import Float32Type, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, SSAValue

from circ.dialects.common.bits import funnel, funnel_by, population, reverse_by_exchange
from circ.dialects.common.builder import Builder
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.reports import count, missed
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.exact import FUSED, parts_meaning
from circ.dialects.llvlir.integer_rows import add_carry, subtract_borrow
from circ.dialects.llvlir.ops import FuncOp, RowOp, create
from circ.dialects.llvlir.rules import type_parameters
from circ.dialects.llvlir.semantics import SCALAR_BASE, compute
from circ.dialects.llvlir.table import Row, rows
from circ.dialects.llvlir.types import VectorType, integer, is_basic_float, is_number
from circ.transforms.llvlir.maker import Maker
from circ.transforms.llvlir.row_algebra import ROWS, RowAlgebra

BY_LANES = {base: name for name, base in SCALAR_BASE.items()}
"""The shifts by a vector of amounts."""

SHIFTS = ("shl", "lshr", "ashr")

WIDTHS = (1, 8, 16, 32, 64)
"""Of the integers that gen has."""


class VectorRows(RowAlgebra):
    """
    Builds rows on all lanes of vectors, with the types of the row to replace.

    Constants and operations on scalars alone are scalars, and put into all lanes where
    the other operand is a vector; a scalar amount of a shift stays one.
    """

    def __init__(self, maker: Maker, op: RowOp):
        super().__init__(maker)
        self.types = type_parameters(op.properties)
        lanes = self.types[0]
        assert is_number(lanes)
        ones = maker.make("const.I", (), (integer(lanes.data),), imm=-1)
        self.full = maker.row("mvm", *ones.results, types=())

    def build(
        self, name: str, widths: Sequence[int], operands: Sequence[SSAValue]
    ) -> SSAValue:
        is_vector = [isinstance(value.type, VectorType) for value in operands]
        if not any(is_vector):
            return super().build(name, widths, operands)
        base = ROWS[name].removesuffix(".I")
        if name not in SHIFTS:
            operands = [self.splat(value) for value in operands]
        elif is_vector[1]:
            base = BY_LANES[base]
        return self.maker.row(f"{base}.VI", *operands, self.full, types=self.types)

    def splat(self, value: SSAValue) -> SSAValue:
        """A vector with a number in all lanes."""
        if isinstance(value.type, VectorType):
            return value
        if (bits := self.known(value)) is None:
            return self.maker.row("splat.VI", value, self.full, types=self.types)
        return self.maker.make(
            "splatui.VI", (self.full,), self.types, imm=bits
        ).results[0]

    def masked(self, vector: SSAValue, mask: SSAValue) -> SSAValue:
        """A result, zero where the mask is off: the row that gives it has the mask."""
        row = vector.owner
        if not isinstance(row, RowOp) or self.full not in row.operands[-1:]:
            row = self.maker.make("or.VI", (vector, vector, mask), self.types)
        row.operands[len(row.operands) - 1] = mask
        return row.results[0]


Meaning: TypeAlias = Callable[..., SSAValue]
"""A result from an algebra, a width and operands."""

BASES: dict[str, Meaning] = {
    **dict.fromkeys(("addc", "addcu"), add_carry),
    **dict.fromkeys(("subb", "subbu"), subtract_borrow),
    "popc": population,
}
"""By name without suffix; `_expansion` has the others."""


def _funnel(
    left: bool,
    k: Builder[SSAValue],
    width: int,
    high: SSAValue,
    low: SSAValue,
    amount: SSAValue | int,
) -> SSAValue:
    """A right shift never reads the sign: the amount is below the width."""
    if isinstance(amount, int):
        return funnel_by(k, width, left, high, low, amount % width)
    return funnel(k, width, left, high, low, amount)


def _reversal(size: int, k: Builder[SSAValue], width: int, value: SSAValue) -> SSAValue:
    return reverse_by_exchange(k, width, size, value)


def _expansion(row: Row) -> Meaning | None:
    if row.base.startswith("fs") and "shift" in row.category:
        return partial(_funnel, row.base.startswith("fsll"))
    if row.base in ("brev", "bswap"):
        return partial(_reversal, 1 if row.base == "brev" else 8)
    return BASES.get(row.base)


EXPANSIONS: dict[str, Meaning] = {
    row.name: expand for row in rows() if (expand := _expansion(row)) is not None
}
"""The expansion of each row on integers, over any builder."""


def _on_integers(maker: Maker, op: RowOp) -> SSAValue:
    """A row of `EXPANSIONS`, in its algebra."""
    meaning, width = (
        EXPANSIONS[op.ROW.name],
        width_of(type_parameters(op.properties)[-1]),
    )
    imm = op.properties.get("imm")
    constants = [imm.data] if is_number(imm) else []
    if op.ROW.suffix != "VI":
        return meaning(RowAlgebra(maker), width, *op.operands, *constants)
    *operands, mask = op.operands
    k = VectorRows(maker, op)
    return k.masked(meaning(k, width, *operands, *constants), mask)


def _on_bits(maker: Maker, op: RowOp) -> SSAValue:
    """A row of floats by its meaning on their bits."""
    bits = [maker.integer_of(value) for value in op.operands]
    found = compute(RowAlgebra(maker), op, op.ROW, bits)
    return maker.float_of(found) if op.ROW.result == "f" else found


def _composed(maker: Maker, op: RowOp) -> SSAValue | None:
    """`comp` in binary32 alone: its meaning in binary64, from sixteen bits or more."""
    to, source = type_parameters(op.properties)
    if not isinstance(to, Float32Type):
        return None
    k, width = RowAlgebra(maker), width_of(source)
    operands = [*op.operands]
    if width < 16:
        operands = [k.sext(width, 16, value) for value in operands]
        source = integer(16)
    compute = parts_meaning(k, "comp", (to, source), "rne")
    assert compute is not None
    return maker.float_of(compute(*operands))


FUSED_ROWS = tuple(f"{base}.F" for base in FUSED)
INDEXED = {
    "ldidx.I": "ld.I",
    "ldidxu.I": "ldu.I",
    "ldidx.F": "ld.F",
    "stidx.I": "st.I",
    "stidx.F": "st.F",
}
"""Accesses by base, index, stride and offset, and those by an address alone."""


def _indexed(maker: Maker, op: RowOp) -> SSAValue | None:
    base, index, stride, offset, *value = op.operands
    number = maker.row("mul.I", maker.row("mvr", index, types=()), stride)
    start = maker.row("add.I", maker.row("mvr", base, types=()), number)
    address = maker.row("mva", maker.row("add.I", start, offset), types=())
    memory, types = op.properties.get("memory"), type_parameters(op.properties)
    assert memory is None or isinstance(memory, MemoryAttr)
    name = INDEXED[op.ROW.name]
    made = maker.make(name, (address, *value), types, imm=0, memory=memory)
    return made.results[0] if made.results else None


def _symbol_plus(maker: Maker, op: RowOp) -> SSAValue:
    """`addpc`: the address of a symbol plus a distance."""
    label = op.properties["label"]
    assert isinstance(label, SymbolRefAttr)
    name, location = label.root_reference.data, op.location
    address = create("consta.L", label=name, location=location)
    types = type_parameters(op.properties)
    return maker.row("addp.I", *maker.add(address), *op.operands, types=types)


def _nothing(maker: Maker, op: RowOp) -> None:
    """A row that does nothing where there is no debugger."""


UPDATES = {
    f"amo{base}.I": f"{base}.I"
    for base in ("add", "and", "or", "xor", "min", "max", "minu", "maxu")
}
"""The operation of each atomic update."""


def _update(maker: Maker, op: RowOp) -> SSAValue:
    """An atomic row that gen lacks: load, operation, store, as of words below gen."""
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


Expansion: TypeAlias = Callable[[Maker, RowOp], SSAValue | None]


def _any(type: Attribute) -> bool:
    return True


def _is_known(type: Attribute) -> bool:
    return width_of(type) in WIDTHS


def _is_word(type: Attribute) -> bool:
    """Is it an integer of one word?"""
    return width_of(type) in WIDTHS[:-1]


def _is_of_words(type: Attribute) -> bool:
    """Has gen no atomic rows of the type?"""
    return not _is_word(type)


def _is_single(type: Attribute) -> bool:
    return isinstance(type, Float32Type)


EXPANDED: dict[str, tuple[Expansion, Callable[[Attribute], bool]]] = {
    **dict.fromkeys(EXPANSIONS, (_on_integers, _is_known)),
    **dict.fromkeys(("class.F", "frac.IF", "exp.IF"), (_on_bits, is_basic_float)),
    **dict.fromkeys(FUSED_ROWS, (_on_bits, _is_single)),
    **dict.fromkeys(INDEXED, (_indexed, _any)),
    **dict.fromkeys(("sysbr.I", "endbr.I"), (_nothing, _any)),
    "comp.FI": (_composed, _is_word),
    "addpc.I": (_symbol_plus, _any),
    **dict.fromkeys((*UPDATES, "amoswap.I", "cmpswap.I"), (_update, _is_of_words)),
}
"""The expansions, and at which last types of a row they apply."""


def expand_rows(function: FuncOp) -> None:
    """Replace the rows of a function that have an expansion."""
    maker = Maker()
    for block in function.body.blocks:
        for op in list(block.ops):
            if isinstance(op, RowOp) and op.ROW.name in EXPANDED:
                maker.move(op)
                _expand(maker, op)
    maker.erase_unused()


def _expand(maker: Maker, op: RowOp) -> None:
    expand, applies = EXPANDED[op.ROW.name]
    if not applies(type_parameters(op.properties)[-1]):
        return  # gen diagnoses the type, or has the row
    if op.properties.get("rounding") not in (None, StringAttr("rne")):
        return  # computed in integers
    made = expand(maker, op)
    if made is None and op.results:
        return
    count("operations expanded")
    missed(op, f"written out: there is no instruction for {op.ROW.name}")
    if made is not None:
        made.name_hint = made.name_hint or op.results[0].name_hint
        op.results[0].replace_all_uses_with(made)
    op.detach()
    op.erase()

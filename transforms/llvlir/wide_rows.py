"""
The rest of the rows on 64 bits: those that the levels above do not make.

Programs of llvlir itself have them. Most are another row with a constant, or the same
on each word; the least of two floats is a comparison and a choice.
"""

from collections.abc import Callable

from xdsl.ir import SSAValue

from circ.dialects.llvlir.ops import RowOp
from circ.dialects.llvlir.types import is_number
from circ.transforms.llvlir.wide_floats import SIGN, compare_floats
from circ.transforms.llvlir.wide_integers import (
    INTEGER_ROWS,
    Expand,
    add,
    compare,
    shift_left,
    shift_right,
    subtract,
)
from circ.transforms.llvlir.words import WORD, Pair, Words

Binary = Callable[[Words, Pair, Pair], Pair]


def logical_right(w: Words, a: Pair, amount: Pair) -> Pair:
    return shift_right(w, a, amount, "srl.I")


def arithmetic_right(w: Words, a: Pair, amount: Pair) -> Pair:
    return shift_right(w, a, amount, "sra.I")


def constant(w: Words, bits: int) -> Pair:
    return w.constant(bits), w.constant(bits >> WORD)


def immediate_of(op: RowOp, name: str = "imm") -> int:
    value = op.properties[name]
    assert is_number(value)
    return value.data


def _unary(compute: Callable[[Words, Pair], Pair]) -> Expand:
    def expand(w: Words, op: RowOp) -> None:
        w.give(op.results[0], compute(w, w.pair(op.operands[0])))

    return expand


def _binary(compute: Binary) -> Expand:
    def expand(w: Words, op: RowOp) -> None:
        lhs, rhs = map(w.pair, op.operands)
        w.give(op.results[0], compute(w, lhs, rhs))

    return expand


def _by_constant(compute: Binary) -> Expand:
    """A row with an immediate as its last operand."""

    def expand(w: Words, op: RowOp) -> None:
        value = w.pair(op.operands[0])
        result = compute(w, value, constant(w, immediate_of(op)))
        w.give(op.results[0], result)

    return expand


def _same(w: Words, a: Pair) -> Pair:
    return a


def _negate(w: Words, a: Pair) -> Pair:
    return subtract(w, constant(w, 0), a)


def _each(*rows: str, negated: bool = False) -> Binary:
    """Logic on each word; with `negated` the second operand is inverted before."""

    def compute(w: Words, a: Pair, b: Pair) -> Pair:
        words: list[SSAValue] = []
        for lhs, rhs in zip(a, b, strict=True):
            value = w.row("not.I", rhs) if negated else rhs
            value = w.row(rows[0], lhs, value)
            for row in rows[1:]:
                value = w.row(row, value)
            words.append(value)
        return words[0], words[1]

    return compute


def _least(condition: str) -> Binary:
    """The first where both stand in the condition, else the second."""

    def compute(w: Words, a: Pair, b: Pair) -> Pair:
        return w.select_pair(compare(w, condition, a, b), a, b)

    return compute


def _rotate(back: Binary, forth: Binary) -> Binary:
    """Amounts are modulo 64."""

    def compute(w: Words, a: Pair, amount: Pair) -> Pair:
        known = w.bits_of(amount[0])
        if known is not None:
            other = constant(w, -known % (2 * WORD))
        else:
            other = subtract(w, constant(w, 0), amount)
        return _each("or.I")(w, back(w, a, amount), forth(w, a, other))

    return compute


def _extract(w: Words, op: RowOp) -> None:
    mask = constant(w, (1 << immediate_of(op, "imm1")) - 1)
    value = w.pair(op.operands[0])
    value = logical_right(w, value, constant(w, immediate_of(op)))
    w.give(op.results[0], _each("and.I")(w, value, mask))


def _deposit(w: Words, op: RowOp) -> None:
    mask = constant(w, (1 << immediate_of(op, "imm1")) - 1)
    field = _each("and.I")(w, w.pair(op.operands[0]), mask)
    result = shift_left(w, field, constant(w, immediate_of(op)))
    w.give(op.results[0], result)


def _address(w: Words, op: RowOp) -> None:
    """A distance of 64 bits loses those above a word."""
    address, distance = op.operands
    low, _ = w.pair(distance)
    result = w.row(op.ROW.name, address, low)
    op.results[0].replace_all_uses_with(result)


def _difference(w: Words, op: RowOp) -> None:
    """The difference of two addresses has a sign."""
    low = w.row("pdiff.I", *op.operands)
    high = w.row("sra.I", low, w.constant(WORD - 1))
    w.give(op.results[0], (low, high))


# region Floats


def _copy_sign(row: str | None) -> Binary:
    """The magnitude of the first; `row` makes the sign of both, or inverts it."""

    def compute(w: Words, a: Pair, b: Pair) -> Pair:
        sign = b[1]
        if row is not None:
            sign = w.row(row, *((a[1], b[1]) if row == "xor.I" else (b[1],)))
        sign = w.row("and.I", sign, w.constant(SIGN))
        magnitude = w.row("and.I", a[1], w.constant(SIGN - 1))
        return a[0], w.row("or.I", magnitude, sign)

    return compute


def _least_float(condition: str, zeros: str) -> Binary:
    """Numbers are preferred to NaN, and -0 is below +0: `zeros` joins equal ones."""

    def compute(w: Words, a: Pair, b: Pair) -> Pair:
        first = w.select_pair(compare_floats(w, condition, a, b), a, b)
        equal = compare_floats(w, "eq", a, b)
        result = w.select_pair(equal, _each(zeros)(w, a, b), first)
        result = w.select_pair(compare_floats(w, "eq", b, b), result, a)
        return w.select_pair(compare_floats(w, "eq", a, a), result, b)

    return compute


# endregion

OTHER_ROWS: dict[str, Expand] = {
    "constu.I": INTEGER_ROWS["const.I"],
    "addu.I": INTEGER_ROWS["add.I"],
    "subu.I": INTEGER_ROWS["sub.I"],
    "mulu.I": INTEGER_ROWS["mul.I"],
    "ldu.I": INTEGER_ROWS["ld.I"],
    "mv": _unary(_same),
    "mv.F": _unary(_same),
    "neg.I": _unary(_negate),
    "addi.I": _by_constant(add),
    "subi.I": _by_constant(subtract),
    "slli.I": _by_constant(shift_left),
    "srli.I": _by_constant(logical_right),
    "srai.I": _by_constant(arithmetic_right),
    "nand.I": _binary(_each("and.I", "not.I")),
    "nor.I": _binary(_each("or.I", "not.I")),
    "xnor.I": _binary(_each("xor.I", "not.I")),
    "andc.I": _binary(_each("and.I", negated=True)),
    "orc.I": _binary(_each("or.I", negated=True)),
    "min.I": _binary(_least("lt")),
    "max.I": _binary(_least("gt")),
    "minu.I": _binary(_least("ult")),
    "maxu.I": _binary(_least("ugt")),
    "rol.I": _binary(_rotate(shift_left, logical_right)),
    "ror.I": _binary(_rotate(logical_right, shift_left)),
    "roli.I": _by_constant(_rotate(shift_left, logical_right)),
    "rori.I": _by_constant(_rotate(logical_right, shift_left)),
    "extract.I": _extract,
    "deposit.I": _deposit,
    "addp.I": _address,
    "subp.I": _address,
    "pdiff.I": _difference,
    "copysign.F": _binary(_copy_sign(None)),
    "copysign_xor.F": _binary(_copy_sign("xor.I")),
    "copysign_not.F": _binary(_copy_sign("not.I")),
    "min.F": _binary(_least_float("lt", "or.I")),
    "max.F": _binary(_least_float("gt", "and.I")),
}
"""What becomes of each, as in `INTEGER_ROWS` and `FLOAT_ROWS`."""

"""
Expands rows on numbers of 64 bits to rows on words.

A row computes on pairs of words what its meaning says; division and binary64 are calls
of the run-time library. A conversion that the library lacks goes through one that it
has and loses nothing. Accesses and addresses are written out here.
"""

from collections.abc import Callable, Sequence

from xdsl.ir import Attribute, SSAValue

from circ.dialects.common import arithmetic
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.pairs import Number, Pairs
from circ.dialects.common.reports import count, missed
from circ.dialects.common.runtime import PREFIX
from circ.dialects.llvlir.ops import CallOp, RowOp
from circ.dialects.llvlir.semantics import meaning_of
from circ.dialects.llvlir.types import F32, R32, is_number
from circ.transforms.llvlir.maker import I32, WORD, Maker
from circ.transforms.llvlir.row_algebra import RowAlgebra
from circ.transforms.llvlir.vector_memory import offset_of

Words = Number[SSAValue]

FUNCTIONS = {
    "udiv": "udiv64",
    "sdiv": "sdiv64",
    "urem": "urem64",
    "srem": "srem64",
    "fadd": "add_f64",
    "fsub": "sub_f64",
    "fmul": "mul_f64",
    "fdiv": "div_f64",
    "frem": "fmod_f64",
    "fsqrt": "sqrt_f64",
}
"""The function of the library that computes an operation on 64 bits."""


class LibraryPairs(Pairs[SSAValue]):
    """Pairs of words in registers, with the library's division and binary64."""

    def __init__(self, maker: Maker):
        super().__init__(RowAlgebra(maker), WORD)
        self.maker = maker

    def call(
        self, name: str, *values: Words, results: Sequence[Attribute] = (R32, R32)
    ) -> Words:
        """Call a function of the library; without types two words come back."""
        operands = [word for value in values for word in value]
        location = self.maker.place.location
        count("calls of the run-time library")
        missed(self.maker.place, f"becomes a call of {PREFIX}{name}")
        call = CallOp.create_(PREFIX + name, operands, results, location)
        return tuple(self.maker.add(call))

    def build(
        self, name: str, widths: Sequence[int], operands: Sequence[Words]
    ) -> Words:
        if name in FUNCTIONS:
            return self.call(FUNCTIONS[name], *operands)
        return super().build(name, widths, operands)

    def fcmp(self, condition: str, width: int, lhs: Words, rhs: Words) -> Words:
        """The library says below (-1), equal (0), above (1), or not at all (2)."""
        k = self.k
        if condition in ("false", "true"):
            return self.const(1, int(condition == "true"))
        (order,) = self.call("cmp_f64", lhs, rhs, results=(R32,))
        match condition:
            case "ogt":
                return (k.eq(WORD, order, k.const(WORD, 1)),)
            case "oge":  # 0 or 1
                return (k.ult(WORD, order, k.const(WORD, 2)),)
            case _:
                signed = {"olt": "slt", "ole": "sle", "oeq": "eq", "une": "ne"}
                zero = k.const(WORD, 0)
                return (arithmetic.icmp(k, signed[condition], WORD, order, zero),)

    def fconvert(self, width: int, to: int, value: Words) -> Words:
        if width == to:
            return value
        results = (F32,) if to == WORD else (R32, R32)
        return self.call(f"cvt_f{width}_f{to}", value, results=results)

    def sitofp(self, width: int, to: int, value: Words) -> Words:
        return self._to_float("i", width, to, self.sext(width, max(width, WORD), value))

    def uitofp(self, width: int, to: int, value: Words) -> Words:
        return self._to_float("u", width, to, self.zext(width, max(width, WORD), value))

    def _to_float(self, letter: str, width: int, to: int, value: Words) -> Words:
        name = f"cvt_{letter}{max(width, WORD)}_f{to}"
        return self.call(name, value, results=(F32,) if to == WORD else (R32, R32))

    def fptosi(self, width: int, to: int, value: Words) -> Words:
        word = self._to_integer("i", width, to, value)
        if to >= WORD:
            return word
        least, most = (
            self.const(WORD, -(1 << to - 1)),
            self.const(WORD, (1 << to - 1) - 1),
        )
        word = arithmetic.maxs(self, WORD, word, least)
        word = arithmetic.mins(self, WORD, word, most)
        return self.extract(WORD, to - 1, 0, word)

    def fptoui(self, width: int, to: int, value: Words) -> Words:
        word = self._to_integer("u", width, to, value)
        if to >= WORD:
            return word
        word = arithmetic.minu(self, WORD, word, self.const(WORD, (1 << to) - 1))
        return self.extract(WORD, to - 1, 0, word)

    def _to_integer(self, letter: str, width: int, to: int, value: Words) -> Words:
        value = self.fconvert(width, 2 * WORD, value)
        if to > WORD:
            return self.call(f"cvt_f64_{letter}64", value)
        return self.call(f"cvt_f64_{letter}32", value, results=(R32,))


# region Accesses and addresses


def _load(p: LibraryPairs, op: RowOp, address: Words) -> Words:
    low, high = (_access(p, op, "ld.I", n, [*address]).results[0] for n in (0, 1))
    return low, high


def _store(p: LibraryPairs, op: RowOp, address: Words, value: Words) -> Words:
    for n, word in enumerate(value):
        _access(p, op, "st.I", n, [*address, word])
    return ()


def _access(
    p: LibraryPairs, op: RowOp, row: str, n: int, operands: list[SSAValue]
) -> RowOp:
    """The access to one word of a number in memory: little-endian."""
    memory, order = op.properties.get("memory"), op.properties.get("order")
    if isinstance(memory, MemoryAttr):
        align = min(memory.align.data, WORD // 8)
        memory = MemoryAttr(
            WORD // 8, align, memory.space, memory.alias, memory.volatile
        )
    else:
        memory = None
    return p.maker.make(
        row,
        operands,
        (I32,),
        imm=offset_of(op, n * WORD // 8),
        order=order.data if is_number(order) else 0,
        memory=memory,
    )


def _address(p: LibraryPairs, op: RowOp, address: Words, distance: Words) -> Words:
    """A distance of 64 bits loses those above a word."""
    return (p.maker.row(op.ROW.name, *address, distance[0]),)


def _difference(p: LibraryPairs, op: RowOp, lhs: Words, rhs: Words) -> Words:
    """The difference of two addresses has a sign."""
    return p.sext(WORD, 2 * WORD, (p.maker.row("pdiff.I", *lhs, *rhs),))


# endregion

OTHERS: dict[str, Callable[..., Words]] = {
    **dict.fromkeys(("ld.I", "ldu.I", "ld.F"), _load),
    **dict.fromkeys(("st.I", "st.F"), _store),
    **dict.fromkeys(("addp.I", "subp.I"), _address),
    "pdiff.I": _difference,
}
"""Rows that act on more than values."""


def on_words(p: LibraryPairs, op: RowOp, operands: Sequence[Words]) -> Words | None:
    """The words of a row's result, if it has one; None where the row has no meaning."""
    if (other := OTHERS.get(op.ROW.name)) is not None:
        return other(p, op, *operands)
    function = meaning_of(p, op, op.ROW)
    return None if function is None else function(*operands)

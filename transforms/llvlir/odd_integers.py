"""
Integers of widths that gen lacks, such as i7, i24 and i1000, become words.

A number is words of 32 bits, the low one first, with zeros above its width; what a row
computes is computed on these (`common.words`). Arguments, results and what branches
pass become as many values. An access is one of each word, and of the bytes of the last.
"""

from collections.abc import Sequence

from xdsl.ir import Attribute, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.pairs import Number
from circ.dialects.common.reports import count
from circ.dialects.common.state import size_of
from circ.dialects.common.widths import width_of
from circ.dialects.common.words import DOUBLE, WORD, NoMeaning, Words, count_of
from circ.dialects.llvlir.ops import CompareBranchOp, FuncOp, RowOp
from circ.dialects.llvlir.semantics import attributes_of, integer_condition, meaning_of
from circ.dialects.llvlir.types import (
    R32,
    FloatType,
    GeneralType,
    integer,
)
from circ.transforms.llvlir.maker import FLOATS, Maker
from circ.transforms.llvlir.row_algebra import RowAlgebra
from circ.transforms.llvlir.splitting import Splitting
from circ.transforms.llvlir.vector_memory import offset_of

WIDTHS = (1, 8, 16, WORD, DOUBLE)
"""Of the integers that gen has, or that become two words."""
MOST = 1024
"""The widest integer: products take code in the square of its words."""


def is_odd(type: Attribute) -> bool:
    """Is it a register of an integer that gen lacks?"""
    return isinstance(type, GeneralType) and width_of(type) not in WIDTHS


class OddIntegers(Splitting):
    """Words for each integer of another width."""

    def __init__(self, function: FuncOp):
        super().__init__(function)
        self.maker = Maker()
        self.rows = RowAlgebra(self.maker)
        self.k = Words(self.rows)
        self._words: dict[SSAValue, Number[SSAValue]] = {}

    def is_split(self, type: Attribute) -> bool:
        return is_odd(type)

    def part_types(self, type: Attribute) -> Sequence[Attribute]:
        if not is_odd(type):
            return (type,)
        width = width_of(type)
        if width > MOST:
            raise unsupported(self.function, f"an integer of {width} bits in gen")
        return (R32,) * count_of(width)

    def give(self, value: SSAValue, parts: Sequence[SSAValue]) -> None:
        self._words[value] = tuple(parts)

    def parts_of(self, value: SSAValue) -> Number[SSAValue]:
        """The words of any integer; others are themselves."""
        if (known := self._words.get(value)) is not None:
            return known
        type = value.type
        if not isinstance(type, GeneralType):
            return (value,)
        width = width_of(type)
        if width in (1, WORD):
            return (value,)
        if width < WORD:
            return (self.rows.zext(width, WORD, value),)
        return tuple(self.k.parts(DOUBLE, value))

    def _whole(self, type: Attribute, words: Number[SSAValue]) -> SSAValue:
        """The register of a type that gen has."""
        if isinstance(type, FloatType):
            return self.maker.float_of(words[0])
        width = width_of(type)
        if width < WORD and width > 1:
            return self.rows.extract(WORD, width - 1, 0, words[0])
        return self.k.double(words)

    def convert_row(self, op: RowOp) -> None:
        types = [value.type for value in (*op.operands, *op.results)]
        if not any(map(is_odd, types)):
            return
        self.maker.move(op)
        count("operations split into words")
        try:
            words = self._converted(op)
        except NoMeaning:
            words = None
        if words is None:
            odd = next(type for type in types if is_odd(type))
            assert isinstance(odd, GeneralType)
            raise unsupported(op, f"type {odd.element} in gen")
        for result in op.results:
            if is_odd(result.type):
                self.give(result, words)
                self.name_parts(result, words)
            else:
                result.replace_all_uses_with(self._whole(result.type, words))
        self.old.append(op)

    def _converted(self, op: RowOp) -> Number[SSAValue] | None:
        """The words of a row's result, if it has one; None where there is no way."""
        match op.ROW.name:
            case "ld.I" | "ldu.I":
                return self._load(op)
            case "st.I":
                self._store(op)
                return ()
            case "mv":
                return self.parts_of(op.operands[0])
            case "addp.I" | "subp.I":
                return self._address(op)
            case "pdiff.I":
                difference = self.maker.row("pdiff.I", *op.operands)
                return self._resized(WORD, width_of(op.results[0].type), (difference,))
            case "cvt.FI" | "cvtu.FI":
                return self._to_float(op)
            case _:
                pass
        registers = [*op.operands, *op.results]
        if not all(isinstance(value.type, GeneralType) for value in registers):
            return None
        function = meaning_of(self.k, op, op.ROW)
        return function and function(*map(self.parts_of, op.operands))

    def _resized(self, width: int, to: int, value: Number[SSAValue]):
        """A signed integer, extended or its low bits."""
        if width < to:
            return self.k.sext(width, to, value)
        return value if width == to else self.k.extract(width, to - 1, 0, value)

    def _address(self, op: RowOp) -> Number[SSAValue]:
        address, distance = op.operands
        width = width_of(distance.type)
        (word,) = self._resized(width, WORD, self.parts_of(distance))
        return (self.maker.row(op.ROW.name, address, word),)

    def _to_float(self, op: RowOp) -> Number[SSAValue] | None:
        """Of up to 64 bits, by way of a number that gen has."""
        (to, _), _, _, rounding = attributes_of(op)
        (value,) = op.operands
        width = width_of(value.type)
        if width > DOUBLE or to not in FLOATS.values() or rounding != "rne":
            return None
        size = WORD if width <= WORD else DOUBLE
        words = self.parts_of(value)
        if op.ROW.name == "cvt.FI":
            words = tuple(self.k.signed(width, words, size))
        number, types = self.k.double(words), (to, integer(size))
        return (self.maker.row(op.ROW.name, number, types=types),)

    # region Accesses

    def _pieces(self, op: RowOp, width: int):
        """Offset and bits of each part of a number in memory."""
        start, end = 0, size_of(width)
        while start < end:
            size = next(size for size in (4, 2, 1) if size <= end - start)
            yield start, 8 * size
            start += size

    def _access(
        self, op: RowOp, row: str, start: int, bits: int, operands: list[SSAValue]
    ) -> RowOp:
        where = op.properties.get("memory")
        if isinstance(where, MemoryAttr):
            align = min(where.align.data, bits // 8, start & -start or bits // 8)
            where = MemoryAttr(
                bits // 8, align, where.space, where.alias, where.volatile
            )
        else:
            where = None
        return self.maker.make(
            row, operands, (integer(bits),), imm=offset_of(op, start), memory=where
        )

    def _load(self, op: RowOp) -> Number[SSAValue]:
        rows, width = self.rows, width_of(op.results[0].type)
        words = list[SSAValue]()
        for start, bits in self._pieces(op, width):
            made = self._access(op, "ld.I", start, bits, [op.operands[0]])
            (piece,) = made.results
            if bits < WORD:
                piece = rows.zext(bits, WORD, piece)
            if start % 4:
                amount = rows.const(WORD, 8 * (start % 4))
                piece = rows.shl(WORD, piece, amount)
                words[-1] = rows.or_(WORD, words[-1], piece)
            else:
                words.append(piece)
        return self.k.masked(width, words)

    def _store(self, op: RowOp) -> None:
        address, value = op.operands
        words = self.parts_of(value)
        for start, bits in self._pieces(op, width_of(value.type)):
            low, word = 8 * (start % 4), words[start // 4]
            if bits < WORD:
                word = self.rows.extract(WORD, low + bits - 1, low, word)
            self._access(op, "st.I", start, bits, [address, word])

    # endregion

    def compared(self, op: CompareBranchOp) -> tuple[str, SSAValue, SSAValue]:
        if not is_odd(op.lhs.type):
            return super().compared(op)
        self.maker.move(op)
        holds = integer_condition(self.k, op.condition.data, width_of(op.lhs.type))
        (truth,) = holds(self.parts_of(op.lhs), self.parts_of(op.rhs))
        return "ne", truth, self.maker.constant(0, 1)


def split_odd_integers(function: FuncOp) -> None:
    """Replace the integers of other widths in a function."""
    splitting = OddIntegers(function)
    splitting.run()
    splitting.maker.erase_unused()

"""
Bodies of functions in bytecode format 2 (docs/llvlir-bytecode.md, "Bodies").

One pass over the operations: each is looked up by what tells it apart, and either
extends the code before it or begins the next one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby
from typing import TypeAlias, cast

from xdsl.dialects.builtin import DenseArrayBase, IntAttr, IntegerType, StringAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.state import size_of
from circ.dialects.common.variadic import is_variadic
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir import ops as llvlir
from circ.dialects.llvlir.codes import CONDITIONS, ROUNDINGS
from circ.dialects.llvlir.rules import data_of, type_parameters
from circ.dialects.llvlir.table import Row
from circ.dialects.llvlir.types import (
    F32,
    F64,
    R1,
    R32,
    R64,
    GeneralType,
    is_number,
    r,
)
from circ.targets.llvlir.attributes import check_no_attributes
from circ.targets.llvlir.code_table import (
    CALL,
    CALL_INDIRECT,
    CALL_NAMED,
    ESCAPE,
    JUMP,
    MEMORY,
    NEXT,
    PARAMETERS_AND_RESULTS,
    RETURN,
    TABLE,
    VARIADIC,
    WEIGHTS,
    Atom,
    Code,
    code_table,
    natural_alignment,
    natural_memory,
    takes_any,
)
from circ.targets.llvlir.leb import Writer
from circ.targets.llvlir.type_codes import (
    write_register,
    write_type_parameters,
)

# pyright: reportPrivateUsage=false

SINGLE_PARAMETERS: tuple[Attribute, ...] = (F64, F32, R64, r(8), R1, r(16))
"""Single block parameters of these types have codes from 9 on."""
MOST_WORDS = 8
"""Up to as many block parameters of i32 have a code."""
OTHER_PARAMETERS = 15

ALIGN_BIT, SPACE_BIT, VOLATILE_BIT, SIZE_BIT, HAS_MEMORY = 1, 2, 4, 8, 16

TWO_WAY = (llvlir.CompareBranchOp, llvlir.PredicateBranchOp)
CodedOp: TypeAlias = llvlir.TableOp | llvlir.CompareBranchOp | llvlir.PredicateBranchOp
"""Operations that have a code of the table, or are written by their numbers."""

Symbols = Callable[[str, Operation], int]
"""The number of a name; a new name takes the next one."""
FunctionTypes = Callable[[Sequence[Attribute], Sequence[Attribute], Operation], int]


@dataclass(eq=False)
class Shape:
    """What operations that differ in operands and immediates alone have in common."""

    row: Row
    first: dict[int | None, Code]
    """The codes of the operation alone."""
    atom: Atom | None
    """None where only its number can be written."""
    escape: bytes
    """Its head where it has no code."""
    memory: bytes
    """The prefix of an access that is not natural."""
    alias: str
    immediates: tuple[tuple[str, Callable[[Writer, int], None]], ...]
    """The properties that hold them, and how each is written."""
    only_immediate: str | None
    """The property of its immediate, if it has one only."""
    has_label: bool
    has_data: bool
    """Has it a string?"""
    has_result: bool
    has_payload: bool
    """Is there anything to write or note beside its code and operands?"""
    extends: bool
    """May it be part of the code before it?"""


def write_parameters(writer: Writer, blocks: Sequence[Sequence[Attribute]]) -> None:
    """The types of the parameters of blocks, half a byte for each block."""
    nibbles: list[int] = []
    others = Writer(writer.profile)
    for types in blocks:
        if len(types) <= MOST_WORDS and all(type == R32 for type in types):
            nibbles.append(len(types))
        elif len(types) == 1 and types[0] in SINGLE_PARAMETERS:
            nibbles.append(MOST_WORDS + 1 + SINGLE_PARAMETERS.index(types[0]))
        else:
            nibbles.append(OTHER_PARAMETERS)
            others.unsigned(len(types))
            for type in types:
                write_register(others, type)
    for low, high in zip(nibbles[::2], [*nibbles[1::2], 0], strict=False):
        writer.data.append(low | high << 4)
    writer.data += others.data


def write_float_bits(writer: Writer, bits: int, width: int) -> None:
    """The number of bytes that are not zero at the end, and these, the high ones."""
    data = bits.to_bytes(size_of(width), "big").rstrip(b"\0")
    writer.string(data)


class BodyEncoder:
    """Writes bodies of functions of one module."""

    def __init__(
        self,
        symbols: Symbols,
        function_types: FunctionTypes,
        functions: int,
        profile: int = 1,
    ):
        self.profile = profile
        self.symbols = symbols
        self.function_types = function_types
        self.functions = functions
        """Names below this number are those of functions."""
        self.shapes: dict[tuple[object, ...], Shape] = {}
        """By the `id`s of attributes, all of which the module keeps alive."""
        self.equal_shapes: dict[tuple[object, ...], Shape] = {}
        self.type_numbers: dict[int, int] = {}
        """By the `id` of a type: a number for types that are equal."""
        self.types: dict[Attribute, int] = {}
        self.codes = code_table().first

    def body(self, func: llvlir.FuncOp, blocks: Sequence[Block]) -> bytes:
        """The bytes of a function's body, with its blocks in this order."""
        self.writer = Writer(self.profile)
        self.numbers: dict[int, int] = {
            id(block): number for number, block in enumerate(blocks)
        }
        self.places: dict[int, tuple[int, int]] = {}
        """By the `id` of a value: the number of its type, and its own number there."""
        self.counts = [0] * len(self.types)
        self.aliases: list[str] = []
        """The alias class of each access, in order."""
        self.code: Code | None = None
        """The code that may be extended."""
        self.payload = Writer(self.profile)
        self.distances: list[int] = []
        writer = self.writer
        for type in func.function_type.inputs.data[PARAMETERS_AND_RESULTS:]:
            write_register(writer, type)
        writer.unsigned(len(blocks))
        write_parameters(
            writer, [[value.type for value in block.args] for block in blocks[1:]]
        )
        for self.number, block in enumerate(blocks):
            for value in block.args:
                self._define(value)
            self.last: SSAValue | None = None
            op = block.first_op
            while op is not None:
                if op.attributes:
                    check_no_attributes(op)
                if isinstance(op, CodedOp):
                    self._row(op)
                else:
                    self._flush()
                    self._other(op)
                    self.last = None
                op = op._next_op
        self._flush()
        if any(self.aliases):
            for name, group in groupby(self.aliases):
                writer.unsigned(self.symbols(name, func) + 1 if name else 0)
                writer.unsigned(len(list(group)))
        return bytes(writer.data)

    # region Values

    def _type_number(self, type: Attribute) -> int:
        number = self.type_numbers.get(id(type))
        if number is None:
            number = self.types.setdefault(type, len(self.types))
            if number >= len(self.counts):
                self.counts.append(0)
            self.type_numbers[id(type)] = number
        return number

    def _define(self, value: SSAValue) -> None:
        number = self._type_number(value.type)
        self.counts[number] += 1
        self.places[id(value)] = (number, self.counts[number])

    def _distances(self, values: Sequence[SSAValue]) -> list[int]:
        found: list[int] = []
        places, counts = self.places, self.counts
        for value in values:
            type, number = places[id(value)]
            found.append(counts[type] + 1 - number)
        return found

    def _write_operands(self, values: Sequence[SSAValue]) -> None:
        write_distances(self.writer, self._distances(values))

    # endregion
    # region Operations of the table

    def _row(self, op: CodedOp) -> None:
        kind, properties = op.__class__, op.properties
        operands: Sequence[SSAValue] = op._operands
        is_branch = kind in TWO_WAY
        falls = is_branch and (
            self.numbers.get(id(op._successors[1])) == self.number + 1
        )
        first = id(operands[0]._type) if operands else 0
        if is_branch or _has_own(kind):
            shared = [
                id(attribute)
                for name, attribute in properties.items()
                if name not in _OF_ONE_OPERATION
            ]
            key = (kind, falls, first, *shared)
        else:
            key = (kind, first, *map(id, properties.values()))
        shape = self.shapes.get(key)
        if shape is None:
            shape = self.shapes[key] = self._equal_shape(op, falls)
        immediate: int | None = None
        if shape.only_immediate is not None:
            immediate = cast(IntAttr, properties[shape.only_immediate]).data
        weights = properties.get("weights") if is_branch else None
        links, code, before = 0, None, self.code
        last = self.last
        if before is not None and last is not None and shape.extends and not weights:
            index = 1
            for operand in operands[:2] if is_branch else operands:
                if operand is last:
                    links |= index
                index += index
            if links:
                found = before.extensions.get((shape.atom, links))  # pyright: ignore
                if found is not None:
                    code = found.get(immediate) or found.get(None)
        if code is None:
            links = 0
            if before is not None:
                self._flush()
            if weights is not None:
                self.writer.unsigned(WEIGHTS)
                pair = cast("DenseArrayBase[IntegerType]", weights)
                for weight in pair.get_values():
                    self.writer.unsigned(weight)
            if shape.memory:
                self.writer.data += shape.memory
            code = shape.first.get(immediate) or shape.first.get(None)
            if code is None:
                self.writer.data += shape.escape
                self.is_pending = True
        self.code = code
        if shape.has_payload:
            self._payload(op, shape, code, falls)
        places, counts, distances = self.places, self.counts, self.distances
        index = 1
        for operand in operands:
            if not links & index:
                type, number = places[id(operand)]
                distances.append(counts[type] + 1 - number)
            index += index
        if shape.has_result:
            result = self.last = op.results[0]
            type = self.type_numbers.get(id(result._type))
            if type is None:
                type = self._type_number(result._type)
            count = counts[type] = counts[type] + 1
            places[id(result)] = (type, count)
        else:
            self.last = None
        if code is None:
            self._flush()

    def _payload(
        self,
        op: CodedOp,
        shape: Shape,
        code: Code | None,
        falls: bool,
    ) -> None:
        """Add what stands between a code and its operands."""
        if code is None or code.steps[-1].immediate is None:
            for name, write in shape.immediates:
                write(self.payload, cast(IntAttr, op.properties[name]).data)
        if shape.has_label:
            label = cast(llvlir.TableOp, op).label
            assert label is not None
            self.payload.unsigned(self.symbols(label.root_reference.data, op))
        if shape.has_data:
            self.payload.string(data_of(op.properties["data"]))
        if shape.row.is_access:
            self.aliases.append(shape.alias)
        if isinstance(op, TWO_WAY):
            taken, next = op._successors
            self.payload.signed(self.numbers[id(taken)] - self.number)
            if not falls:
                self.payload.signed(self.numbers[id(next)] - self.number)

    is_pending = False

    def _flush(self) -> None:
        """Write the code that is not extended any more."""
        if self.code is None and not self.is_pending:
            return
        writer = self.writer
        if self.code is not None:
            writer.data.append(self.code.number)
        writer.data += self.payload.data
        write_distances(writer, self.distances)
        self.payload.data.clear()
        self.distances = []
        self.code, self.is_pending = None, False

    def _equal_shape(self, op: CodedOp, falls: bool) -> Shape:
        """The shape of an operation by the values of its attributes."""
        key = (
            *(op.__class__, falls, op._operands[0].type if op._operands else None),
            *(
                (name, attribute)
                for name, attribute in op.properties.items()
                if name not in _OF_ONE_OPERATION
            ),
        )
        shape = self.equal_shapes.get(key)
        if shape is None:
            shape = self.equal_shapes[key] = self._shape(op, falls)
        return shape

    def _shape(self, op: CodedOp, falls: bool) -> Shape:
        row, properties = op.ROW, op.properties
        if row.is_data:
            raise unsupported(op, "in a function, in bytecode, it")
        if isinstance(op, llvlir.CompareBranchOp):
            types: tuple[Attribute, ...] = (cast(GeneralType, op.lhs.type).element,)
        elif isinstance(op, llvlir.PredicateBranchOp):
            types = ()
        else:
            types = type_parameters(properties)
            if takes_any(row):
                types += (cast(GeneralType, op.operands[0].type).element,)
        condition = properties.get("condition")
        name = condition.data if isinstance(condition, StringAttr) else None
        order, rounding = properties.get("order"), properties.get("rounding")
        is_plain = not (is_number(order) and order.data) and (
            rounding is None or rounding == StringAttr("rne")
        )
        atom = Atom(row.number, types, name, falls) if is_plain else None
        prefix, alias = b"", ""
        if row.is_access:
            prefix, alias = _memory(row, types, properties.get("memory"))
        escape = Writer(self.profile)
        escape.unsigned(ESCAPE)
        escape.unsigned(row.number)
        _write_types(escape, row, types)
        if isinstance(op, TWO_WAY):
            escape.unsigned(falls)
        for letter in dict.fromkeys(row.inputs):
            if letter == "c":
                assert name is not None
                escape.unsigned(CONDITIONS[name])
            elif letter == "d":
                escape.unsigned(
                    ROUNDINGS[cast(StringAttr, rounding).data] if rounding else 0
                )
            elif letter == "o":
                escape.unsigned(order.data if is_number(order) else 0)
        is_branch = isinstance(op, TWO_WAY)
        immediates = () if is_branch else tuple(_immediates(row, types))
        has_label, has_data = "l" in row.inputs and not is_branch, "s" in row.inputs
        has_payload = bool(immediates) or row.is_access or is_branch
        has_payload |= has_label or has_data
        return Shape(
            row,
            self.codes.get(atom, {}) if atom else {},
            atom,
            bytes(escape.data),
            prefix,
            alias,
            immediates,
            immediates[0][0] if len(immediates) == 1 else None,
            has_label,
            has_data,
            row.result is not None,
            has_payload,
            atom is not None and not prefix,
        )

    # endregion
    # region Calls and branches

    def _other(self, op: Operation) -> None:
        writer = self.writer
        match op:
            case llvlir.CallOp() | llvlir.CallIndirectOp():
                self._call(op)
            case llvlir.RetOp():
                writer.unsigned(RETURN)
                self._write_operands(op.arguments)
            case llvlir.JumpOp() | llvlir.JumpLabelOp():
                target = self.numbers[id(op.target)] - self.number
                writer.unsigned(NEXT if target == 1 else JUMP)
                if target != 1:
                    writer.signed(target)
                self._write_operands(op.arguments)
            case llvlir.TableBranchOp():
                writer.unsigned(TABLE)
                writer.unsigned(len(op.targets))
                for block in op.successors:
                    writer.signed(self.numbers[id(block)] - self.number)
                self._write_operands(op.operands)
            case _:
                raise unsupported(op, "in bytecode, it")

    def _call(self, op: "llvlir.CallOp | llvlir.CallIndirectOp") -> None:
        writer = self.writer
        arguments = [value.type for value in op.arguments]
        results = op.result_types
        named = None
        if isinstance(op, llvlir.CallOp):
            named = self.symbols(op.callee.root_reference.data, op)
        is_direct = named is not None and named < self.functions
        if is_variadic(op):
            writer.unsigned(VARIADIC)
        if named is not None:
            writer.unsigned(CALL if is_direct else CALL_NAMED)
            writer.unsigned(named)
        else:
            writer.unsigned(CALL_INDIRECT)
        if not is_direct:
            writer.unsigned(self.function_types(arguments, results, op))
        elif is_variadic(op):
            writer.unsigned(len(arguments))
            for type in arguments:
                write_register(writer, type)
        for type in results[PARAMETERS_AND_RESULTS:]:
            write_register(writer, type)
        self._write_operands(op.operands)
        for value in op.results:
            self._define(value)

    # endregion


_OF_ONE_OPERATION = frozenset(
    ("imm", "imm1", "label", "data", "operandSegmentSizes", "weights")
)
"""Properties that do not belong to an operation's shape."""
_OWN_LETTERS = frozenset("ilsb")
"""The operand letters of these."""


@cache
def _has_own(kind: type[CodedOp]) -> bool:
    """May operations of a class have such properties?"""
    return not _OWN_LETTERS.isdisjoint(kind.ROW.inputs)


def write_distances(writer: Writer, distances: Sequence[int]) -> None:
    """
    Distances in pairs: half a byte each, where 0 stands for one above 15 that follows.

    The last of an odd number is a LEB.
    """
    data = writer.data
    pairs = iter(distances)
    for first in pairs:
        second = next(pairs, None)
        if second is None:
            if first < 0x80:
                data.append(first)
            else:
                writer.unsigned(first)
            return
        data.append((first if first < 16 else 0) | (second << 4 if second < 16 else 0))
        if first > 15:
            writer.unsigned(first - 16)
        if second > 15:
            writer.unsigned(second - 16)


def _immediates(
    row: Row, types: tuple[Attribute, ...]
) -> Iterator[tuple[str, Callable[[Writer, int], None]]]:
    """The properties of a row's immediates, and how each is written."""
    for letter, name in row.arguments:
        if letter != "i":
            continue
        assert name is not None
        if row.immediate in ("signed", "offset"):
            yield name, Writer.signed
        elif row.immediate == "bits":
            width = width_of(types[0])
            yield name, partial(write_float_bits, width=width)
        else:
            yield name, Writer.unsigned


def _memory(
    row: Row, types: tuple[Attribute, ...], attribute: Attribute | None
) -> tuple[bytes, str]:
    """The prefix of an access, empty for a natural one, and its alias class."""
    writer = Writer()
    writer.unsigned(MEMORY)
    if not isinstance(attribute, MemoryAttr):
        writer.unsigned(0)
        return bytes(writer.data), ""
    natural = natural_memory(row, types)
    size, align = attribute.size.data, attribute.align.data
    space, volatile = attribute.space.data, attribute.volatile.data
    flags = HAS_MEMORY | (VOLATILE_BIT if volatile else 0)
    flags |= SIZE_BIT if size != natural.size.data else 0
    flags |= ALIGN_BIT if align != natural_alignment(size) else 0
    flags |= SPACE_BIT if space else 0
    if flags == HAS_MEMORY:
        return b"", attribute.alias.data
    writer.unsigned(flags)
    if flags & SIZE_BIT:
        writer.unsigned(size)
    if flags & ALIGN_BIT:
        writer.unsigned(align.bit_length() - 1)
    if flags & SPACE_BIT:
        writer.unsigned(space)
    return bytes(writer.data), attribute.alias.data


def _write_types(writer: Writer, row: Row, types: tuple[Attribute, ...]) -> None:
    letters = row.parameters + ("I" if takes_any(row) else "")
    write_type_parameters(writer, letters, types)

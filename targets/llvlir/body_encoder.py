"""
Bodies of functions in bytecode format 2 (docs/llvlir-bytecode.md, "Bodies").

One pass over the operations: each is looked up by what tells it apart, and either
extends the code before it or begins the next one.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import cast

from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.variadic import is_variadic
from circ.dialects.common.widths import WORD
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
    NEXT,
    PARAMETERS_AND_RESULTS,
    RETURN,
    TABLE,
    VARIADIC,
    WEIGHTS,
    Atom,
    Code,
    code_table,
    takes_any,
)
from circ.targets.llvlir.leb import Writer
from circ.targets.llvlir.shapes import (
    TWO_WAY,
    UNMET,
    CodedOp,
    Kind,
    Shape,
    immediates_of,
    kind_of,
    known_of,
    memory_prefix,
)
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

Symbols = Callable[[str, Operation], int]
"""The number of a name; a new name takes the next one."""
FunctionTypes = Callable[[Sequence[Attribute], Sequence[Attribute], Operation], int]


def write_parameters(writer: Writer, blocks: Sequence[Sequence[Attribute]]) -> None:
    """The types of the parameters of blocks, half a byte for each block."""
    nibbles: list[int] = []
    others = Writer(writer.profile)
    for types in blocks:
        if not types:
            nibbles.append(0)
        elif len(types) <= MOST_WORDS and all(type == R32 for type in types):
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


class BodyEncoder:
    """Writes bodies of functions of one module."""

    def __init__(
        self,
        symbols: Symbols,
        function_types: FunctionTypes,
        functions: int,
        profile: int = 1,
        address_width: int = WORD,
    ):
        self.profile = profile
        self.symbols = symbols
        self.function_types = function_types
        self.functions = functions
        """Names below this number are those of functions."""
        self.known = known_of(profile, address_width)
        self.table = code_table(profile)

    def body(self, func: llvlir.FuncOp, blocks: Sequence[Block]) -> bytes:
        """The bytes of a function's body, with its blocks in this order."""
        self.writer = Writer(self.profile)
        self.numbers: dict[int, int] = {
            id(block): number for number, block in enumerate(blocks)
        }
        self.places: dict[SSAValue, int] = {}
        """The number of a value among those of its type."""
        self.counts = [0] * len(self.known.types)
        self.aliases: list[str] = []
        """The alias class of each access, in order."""
        self.payload = Writer(self.profile)
        writer = self.writer
        for type in func.function_type.inputs.data[PARAMETERS_AND_RESULTS:]:
            write_register(writer, type)
        writer.unsigned(len(blocks))
        write_parameters(
            writer, [[value.type for value in block.args] for block in blocks[1:]]
        )
        for self.number, block in enumerate(blocks):
            for value in block._args:
                self._define(value)
            op = block._first_op
            while op is not None:
                op = self._rows(op)
                if op is not None:
                    if op.attributes:
                        check_no_attributes(op)
                    self._other(op)
                    op = op._next_op
        if any(self.aliases):
            for name, group in groupby(self.aliases):
                writer.unsigned(self.symbols(name, func) + 1 if name else 0)
                writer.unsigned(len(list(group)))
        return bytes(writer.data)

    # region Values

    def _type_number(self, type: Attribute) -> int:
        known = self.known
        number = known.type_numbers.get(id(type))
        if number is None:
            number = known.types.setdefault(type, len(known.types))
            if number >= len(self.counts):
                self.counts.append(0)
            known.type_numbers[id(type)] = number
            known.attributes.append(type)
        return number

    def _define(self, value: SSAValue) -> None:
        number = self._type_number(value.type)
        self.counts[number] += 1
        self.places[value] = self.counts[number]

    def _distances(self, values: Sequence[SSAValue]) -> list[int]:
        found: list[int] = []
        places, counts = self.places, self.counts
        for value in values:
            type = self._type_number(value._type)
            found.append(counts[type] + 1 - places[value])
        return found

    def _write_operands(self, values: Sequence[SSAValue]) -> None:
        if values:
            write_distances(self.writer, self._distances(values))

    # endregion
    # region Operations of the table

    def _rows(self, op: Operation | None) -> Operation | None:
        """Write operations of the table; gives the next one that is not of it."""
        places, counts, writer = self.places, self.counts, self.writer
        kinds = self.known.kinds
        payload, add_alias = self.payload, self.aliases.append
        next_number = self.number + 1
        before: Code | None = None
        is_pending, distances = False, list[int]()
        last: SSAValue | None = None
        while op is not None:
            kind = kinds.get(op.__class__, UNMET)
            if kind is UNMET:
                kind = kinds[op.__class__] = kind_of(op)
            if kind is None:
                break
            if op.attributes:
                check_no_attributes(op)
            properties = op.properties
            operands: Sequence[SSAValue] = op._operands
            is_branch, falls = kind.is_branch, False
            if kind.only_types:
                key = id(properties.get("types"))
            else:
                if is_branch:
                    next = self.numbers.get(id(op._successors[1]))
                    falls = next == next_number
                first = id(operands[0]._type) if operands else 0
                key = (falls, first, *map(id, map(properties.get, kind.shared)))
            shape = kind.shapes.get(key)
            if shape is None:
                shape = kind.shapes[key] = self._equal_shape(op, kind, falls)
            immediate: int | None = None
            if shape.only_immediate is not None:
                attribute: IntAttr = properties[shape.only_immediate]  # pyright: ignore
                immediate = attribute.data
            prefix, weights = b"", None
            if shape.is_access:
                memory = properties.get("memory")
                found = shape.prefixes.get(id(memory))
                if found is None:
                    found = shape.prefixes[id(memory)] = memory_prefix(shape, memory)
                    self.known.attributes.append(memory)
                prefix, alias = found
                add_alias(alias)
            elif is_branch:
                weights = properties.get("weights")
            links, code = 0, None
            if before is not None and last is not None and not (prefix or weights):
                index = 1
                compared = len(shape.operands)
                for operand in operands[:compared] if is_branch else operands:
                    if operand is last:
                        links |= index
                    index += index
                if links:
                    codes = before.extensions.get((shape.atom, links))
                    if codes is not None:
                        code = codes.get(immediate) or codes.get(None)
            if code is None:
                links = 0
                if is_pending:
                    self._flush(before, distances)
                    distances = []
                if weights is not None:
                    writer.unsigned(WEIGHTS)
                    pair = cast("DenseArrayBase[IntegerType]", weights)
                    for weight in pair.get_values():
                        writer.unsigned(weight)
                if prefix:
                    writer.data += prefix
                code = shape.first.get(immediate) or shape.first.get(None)
                if code is None:
                    writer.data += shape.escape
            before, is_pending = code, True
            if immediate is not None and (
                code is None or code.steps[-1].immediate is None
            ):
                shape.immediates[0][1](payload, immediate)
            if shape.has_payload:
                self._payload(op, shape, falls)
            if links:
                index = 1
                for operand, type in zip(operands, shape.operands, strict=False):
                    if not links & index:
                        distances.append(counts[type] + 1 - places[operand])
                    index += index
            else:
                for operand, type in zip(operands, shape.operands, strict=False):
                    distances.append(counts[type] + 1 - places[operand])
            if is_branch:
                distances += self._distances(operands[len(shape.operands) :])
            type = shape.result
            if type >= 0:
                last = op.results[0]
                places[last] = counts[type] = counts[type] + 1
            else:
                last = None
            op = op._next_op
        if is_pending:
            self._flush(before, distances)
        return op

    def _payload(self, op: Operation, shape: Shape, falls: bool) -> None:
        """Add what stands between a code and its operands."""
        if shape.only_immediate is None:
            for name, write in shape.immediates:
                write(self.payload, cast(IntAttr, op.properties[name]).data)
        if isinstance(op, TWO_WAY):
            taken, next = op._successors
            self.payload.signed(self.numbers[id(taken)] - self.number)
            if not falls:
                self.payload.signed(self.numbers[id(next)] - self.number)
            return
        if "l" in shape.row.inputs:
            label = cast(llvlir.TableOp, op).label
            assert label is not None
            self.payload.unsigned(self.symbols(label.root_reference.data, op))
        if "s" in shape.row.inputs:
            self.payload.string(data_of(op.properties["data"]))

    def _flush(self, code: Code | None, distances: Sequence[int]) -> None:
        """Write a code that is not extended any more; an escaped row has none."""
        data, payload = self.writer.data, self.payload.data
        if code is not None:
            data.append(code.number)
        if payload:
            data += payload
            payload.clear()
        if distances:
            write_distances(self.writer, distances)

    def _equal_shape(self, op: Operation, kind: Kind, falls: bool) -> Shape:
        """The shape of an operation by the values of its attributes."""
        first = op._operands[0].type if op._operands else None
        values = [first, *map(op.properties.get, kind.shared)]
        self.known.attributes += values
        key = (falls, *values)
        shape = kind.equal_shapes.get(key)
        if shape is None:
            assert isinstance(op, CodedOp)
            shape = kind.equal_shapes[key] = self._shape(op, falls)
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
        immediates = () if is_branch else tuple(immediates_of(row, types))
        operands: Sequence[SSAValue] = op._operands
        if isinstance(op, llvlir.CompareBranchOp):
            operands = (op.lhs, op.rhs)
        elif isinstance(op, llvlir.PredicateBranchOp):
            operands = operands[:1]
        return Shape(
            row,
            types,
            self.table.first.get(atom, {}) if atom else {},
            self.table.numbers.get(atom, -1) if atom else -1,
            bytes(escape.data),
            immediates,
            immediates[0][0] if len(immediates) == 1 else None,
            row.is_access,
            tuple(self._type_number(value.type) for value in operands),
            self._type_number(op.results[0].type) if op.results else -1,
            is_branch or len(immediates) > 1 or not {"l", "s"}.isdisjoint(row.inputs),
        )

    # endregion
    # region Calls and branches

    def _other(self, op: Operation) -> None:
        writer = self.writer
        match op:
            case llvlir.JumpOp() | llvlir.JumpLabelOp():
                target = self.numbers[id(op._successors[0])] - self.number
                writer.data.append(NEXT if target == 1 else JUMP)
                if target != 1:
                    writer.signed(target)
                self._write_operands(op._operands)
            case llvlir.CallOp() | llvlir.CallIndirectOp():
                self._call(op)
            case llvlir.RetOp():
                writer.data.append(RETURN)
                self._write_operands(op._operands)
            case llvlir.TableBranchOp():
                writer.unsigned(TABLE)
                writer.unsigned(len(op.targets))
                for block in op.successors:
                    writer.signed(self.numbers[id(block)] - self.number)
                self._write_operands(op._operands)
            case _:
                raise unsupported(op, "in bytecode, it")

    def _call(self, op: "llvlir.CallOp | llvlir.CallIndirectOp") -> None:
        writer = self.writer
        arguments = [value.type for value in op.arguments]
        results = [value.type for value in op.results]
        named = None
        if isinstance(op, llvlir.CallOp):
            callee = cast(SymbolRefAttr, op.properties["callee"])
            named = self.symbols(callee.root_reference.data, op)
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
        self._write_operands(op._operands)
        for value in op.results:
            self._define(value)

    # endregion


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


def _write_types(writer: Writer, row: Row, types: tuple[Attribute, ...]) -> None:
    letters = row.parameters + ("I" if takes_any(row) else "")
    write_type_parameters(writer, letters, types)

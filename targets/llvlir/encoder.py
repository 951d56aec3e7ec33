"""
llvlir modules as bytecode of format 2 (docs/llvlir-bytecode.md).

A module is a list of items, functions and data, and sections for what these share.
Functions are encoded one at a time: only their bytes are kept until the end.
"""

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from xdsl.context import Context
from xdsl.dialects.builtin import FunctionType, ModuleOp, SymbolRefAttr
from xdsl.ir import Attribute, Block, Operation
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.address_width import ADDRESS_WIDTH, WIDE, address_width
from circ.dialects.common.collector import paused_collector
from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.memory import RUNTIME, SIGNATURE
from circ.dialects.common.runtime import C_FUNCTIONS, PREFIX
from circ.dialects.common.variadic import is_variadic
from circ.dialects.common.widths import WORD
from circ.dialects.llvlir import ops as llvlir
from circ.dialects.llvlir.profiles import PROFILE, profile_attribute, profile_of
from circ.dialects.llvlir.rules import data_of, type_parameters
from circ.dialects.llvlir.symbols import check_symbols
from circ.dialects.llvlir.table import row_of_name
from circ.dialects.llvlir.types import is_number
from circ.targets.binary_target import BinaryTarget
from circ.targets.llvlir.attributes import (
    ELSEWHERE,
    attribute_bytes,
    check_no_attributes,
)
from circ.targets.llvlir.body_encoder import BodyEncoder
from circ.targets.llvlir.format1_encoder import (
    HAS_SIGNATURE,
    IS_DECLARATION,
    IS_VARIADIC,
    MAGIC,
    VISIBILITIES,
    encode_format1,
    is_label_hint,
    layout,
)
from circ.targets.llvlir.leb import LONGEST_NAME, Writer
from circ.targets.llvlir.shapes import known_of
from circ.targets.llvlir.type_codes import (
    write_integer,
    write_registers,
    write_signature,
)

VERSION = 2
WIDE_ADDRESSES = 1
"""The flag of the header for addresses of 64 bits."""
OWN_CODES = 2
"""
The flag of the header for the codes of profile 2. Without it, which is read only, a
module of profile 2 has the codes of profile 1, as far as it has their rows.
"""
HAS_ATTRIBUTES = 32
"""The flag of a function that has attributes, beside those of format 1."""

NAMES, TYPES, FUNCTIONS, ITEMS, RECORDS, BLOCK_NAMES = range(1, 7)
"""The sections, in the order in which they must come."""

WIDTHS = ((1, "B"), (2, "H"), (4, "I"))
"""Bytes of the numbers of an array, and what `struct` calls them."""


def encode(
    module: ModuleOp,
    version: int = VERSION,
    *,
    names: bool = True,
    library: bool = True,
) -> bytes:
    """
    The bytecode of a verified module of llvlir.

    `version` is that of the format, 1 or 2; without `names` the names of blocks are
    left out, without `library` the bodies of functions of the run-time library, which
    are declared instead.
    """
    if version == 1:
        return encode_format1(module)
    with paused_collector(collect=False):
        return b"".join(pieces(module, names, library))


def write(module: ModuleOp, file: BinaryIO, names: bool = True) -> None:
    """Write the bytecode of a module piece by piece."""
    with paused_collector(collect=False):
        for piece in pieces(module, names):
            file.write(piece)


def write_reference(module: ModuleOp) -> bytes:
    """The bytecode of a module that has the run-time library from its reader."""
    return encode(module, library=False)


def is_of_library(func: llvlir.FuncOp) -> bool:
    """Is it a function that each installation has itself?"""
    name = func.sym_name.data
    return RUNTIME in func.attributes and (
        name.startswith(PREFIX) or name in C_FUNCTIONS
    )


def pieces(
    module: ModuleOp, names: bool = True, library: bool = True
) -> Iterator[bytes]:
    """The bytecode of a module in pieces, of which none is longer than a function."""
    check_symbols(module)
    functions = [op.sym_name.data for op in module.ops if isinstance(op, llvlir.FuncOp)]
    try:
        width = address_width(module)
    except VerifyException as error:
        raise Diagnostic(module.location, str(error)) from None
    encoder = ModuleEncoder(functions, names, library, profile_of(module), width)
    encoder.attributes({**module.attributes, **module.properties}, module)
    for op in module.ops:
        encoder.item(op)
    return encoder.finish()


@dataclass(frozen=True)
class BytecodeTarget(BinaryTarget):
    """Bytecode of a module of llvlir (docs/llvlir-bytecode.md)."""

    name = "llvlir-bytecode"

    def emit_bytes(self, ctx: Context, module: ModuleOp) -> bytes:
        return write_reference(module)


class ModuleEncoder:
    """
    Writes a module item by item, so that functions need not exist at the same time.

    The names of all its functions come first, in order.
    """

    def __init__(
        self,
        functions: Sequence[str],
        names: bool = True,
        library: bool = True,
        profile: int = 1,
        address_width: int = WORD,
    ):
        self.has_names, self.has_library, self.profile = names, library, profile
        self.address_width = address_width
        self.numbers: dict[str, int] = {}
        """Of the names of functions, then of others in the order of their first use."""
        for name in functions:
            if name in self.numbers:
                raise Diagnostic(None, f"symbol '{name}' is defined twice")
            self.numbers[name] = len(self.numbers)
        self.functions = len(functions)
        self.types: dict[bytes, int] = {}
        self.known_types: dict[
            tuple[tuple[int, ...], ...],
            tuple[int, Sequence[Attribute], Sequence[Attribute]],
        ] = {}
        """By the `id`s of the types of parameters and results, which stand with it."""
        self.flags = bytearray()
        self.type_numbers: list[int] = []
        self.records: list[bytes] = []
        self.items = Writer(profile)
        self.block_names = Writer(profile)
        self.section = "text"
        self.run = 0
        """How many functions have come since the last other item."""
        self.bodies = BodyEncoder(
            *(self._number, self._type, self.functions),
            *(self.profile, self.address_width),
        )

    # region Items

    def attributes(self, attributes: Mapping[str, Attribute], op: Operation) -> None:
        """The attributes of the module, before its items."""
        for name, value in attributes.items():
            if name == PROFILE:
                if value != profile_attribute(self.profile) or self.profile == 1:
                    raise unsupported(op, f"in bytecode, {PROFILE} = {value}")
                continue
            if name == ADDRESS_WIDTH:  # the header has it
                continue
            self._row("module")
            self._attribute(self.items, name, value, op)

    def item(self, op: Operation) -> None:
        """A function or data operation of the module, in order."""
        if isinstance(op, llvlir.FuncOp):
            self._function(op)
        elif isinstance(op, llvlir.TableOp) and op.ROW.is_data:
            self._data(op)
        else:
            raise unsupported(op, "outside functions, in bytecode, it")

    def _data(self, op: llvlir.TableOp) -> None:
        self._end_run()
        row, writer = op.ROW, self.items
        if row.name == "section":
            self.section = data_of(op.data).decode()
        elif self.section == "text":
            message = f"'{op.name}' must be in a section of data"
            raise Diagnostic(op.location, message)
        if row.name == "label.L":
            for name, value in op.attributes.items():
                self._row("attribute")
                self._attribute(writer, name, value, op)
        else:
            check_no_attributes(op)
        writer.unsigned(row.number)
        for letter, type in zip(
            row.parameters, type_parameters(op.properties), strict=True
        ):
            if letter == "I":
                write_integer(writer, type.width.data)  # pyright: ignore
            else:
                assert is_number(type)
                writer.unsigned(type.data)
        for letter, name in row.arguments:
            assert name is not None
            value = op.properties[name]
            if letter == "i":
                assert is_number(value)
                signed = row.immediate in ("signed", "offset")
                (writer.signed if signed else writer.unsigned)(value.data)
            elif letter == "l":
                assert isinstance(value, SymbolRefAttr)
                writer.unsigned(self._number(value.root_reference.data, op))
            else:
                writer.string(data_of(value))

    def _function(self, func: llvlir.FuncOp) -> None:
        if self.section != "text":
            self._row("section")
            self.items.string(b"text")
            self.section = "text"
        _check_name(func.sym_name.data, func)
        number = self._number(func.sym_name.data, func)
        assert number == len(self.records), "functions come in the order of their names"
        self.run += 1
        record = Writer(self.profile)
        blocks = list(func.body.blocks)
        if not self.has_library and is_of_library(func):
            blocks = []
        own = {
            name: value
            for name, value in func.attributes.items()
            if name not in ELSEWHERE
        }
        if own:
            record.unsigned(len(own))
            for name, value in own.items():
                self._attribute(record, name, value, func)
        signature = func.attributes.get(SIGNATURE)
        if signature is not None:
            if not isinstance(signature, FunctionType):
                raise unsupported(func, f"{SIGNATURE} of {signature}")
            write_signature(record, signature, func.location)
        visibility = func.sym_visibility.data if func.sym_visibility else None
        if visibility not in VISIBILITIES:
            raise unsupported(func, f"visibility '{visibility}'")
        flags = 2 * VISIBILITIES.index(visibility)
        flags |= 0 if blocks else IS_DECLARATION
        flags |= HAS_SIGNATURE if signature is not None else 0
        flags |= IS_VARIADIC if is_variadic(func) else 0
        flags |= HAS_ATTRIBUTES if own else 0
        self.flags.append(flags)
        type = func.function_type
        self.type_numbers.append(self._type(type.inputs.data, type.outputs.data, func))
        if blocks:
            body, blocks = self._body(func, blocks)
            record.data += body
        self.records.append(bytes(record.data))
        if self.has_names:
            taken: set[str] = set()
            for index, block in enumerate(blocks):
                hint = block.name_hint
                if index and hint and is_label_hint(hint) and hint not in taken:
                    taken.add(hint)
                    self.block_names.unsigned(number)
                    self.block_names.unsigned(index)
                    self.block_names.string(hint.encode())

    def _body(
        self, func: llvlir.FuncOp, blocks: Sequence[Block]
    ) -> tuple[bytes, Sequence[Block]]:
        """A body, and the blocks in an order with definitions before their uses."""
        names, types = len(self.numbers), len(self.types)
        try:
            return self.bodies.body(func, blocks), blocks
        except KeyError:
            # A use comes before its definition: once more, in another order.
            for known, count in ((self.numbers, names), (self.types, types)):
                while len(known) > count:
                    known.popitem()
            self.known_types.clear()
        blocks = layout(func)
        return self.bodies.body(func, blocks), blocks

    # endregion

    def finish(self) -> Iterator[bytes]:
        """The whole module in pieces, after its last item."""
        self._end_run()
        assert len(self.records) == self.functions
        head = Writer()
        head.data += MAGIC
        flags = WIDE_ADDRESSES if self.address_width == WIDE else 0
        flags |= OWN_CODES if self.profile == 2 else 0
        for number in (VERSION, self.profile, flags):
            head.unsigned(number)
        yield bytes(head.data)
        names = b"".join(name.encode() + b"\0" for name in self.numbers)
        yield from _section(NAMES, [names])
        types = Writer()
        if self.types:
            types.unsigned(len(self.types))
            types.data += b"".join(self.types)
        yield from _section(TYPES, [bytes(types.data)])
        yield from _section(FUNCTIONS, [self._index()])
        yield from _section(ITEMS, [bytes(self.items.data)])
        yield from _section(RECORDS, self.records)
        yield from _section(BLOCK_NAMES, [bytes(self.block_names.data)])
        # Forget what a large module has left.
        known_of(self.profile, self.address_width)

    def _index(self) -> bytes:
        """The flags, types and lengths of the functions, in arrays."""
        if not self.functions:
            return b""
        writer = Writer()
        writer.unsigned(self.functions)
        writer.data += self.flags
        for numbers in (self.type_numbers, [len(record) for record in self.records]):
            writer.data += packed(numbers)
        return bytes(writer.data)

    def _end_run(self) -> None:
        if self.run:
            self._row("function")
            self.items.unsigned(self.run)
            self.run = 0

    def _row(self, name: str) -> None:
        self.items.unsigned(row_of_name()[name].number)

    def _attribute(
        self, writer: Writer, name: str, value: Attribute, op: Operation
    ) -> None:
        _check_name(name, op)
        writer.string(name.encode())
        writer.string(attribute_bytes(op, name, value, self.profile))

    def _number(self, name: str, op: Operation) -> int:
        found = self.numbers.get(name)
        if found is None:
            _check_name(name, op)
            found = self.numbers[name] = len(self.numbers)
        return found

    def _type(
        self, inputs: Sequence[Attribute], outputs: Sequence[Attribute], op: Operation
    ) -> int:
        key = tuple(map(id, inputs)), tuple(map(id, outputs))
        known = self.known_types.get(key)
        if known is None:
            writer = Writer(self.profile)
            write_registers(writer, inputs)
            write_registers(writer, outputs)
            number = self.types.setdefault(bytes(writer.data), len(self.types))
            known = self.known_types[key] = number, inputs, outputs
        return known[0]


def packed(numbers: Sequence[int]) -> bytes:
    """An array of numbers, all of 1, 2 or 4 bytes, after a byte that says how many."""
    most = max(numbers)
    size, letter = next(width for width in WIDTHS if most < 1 << 8 * width[0])
    return bytes([size]) + struct.pack(f"<{len(numbers)}{letter}", *numbers)


def _section(number: int, content: Sequence[bytes]) -> Iterator[bytes]:
    size = sum(map(len, content))
    if size:
        head = Writer()
        head.unsigned(number)
        head.unsigned(size)
        yield bytes(head.data)
        yield from content


def _check_name(name: str, op: Operation) -> None:
    data = name.encode()
    if not 1 <= len(data) <= LONGEST_NAME or "\0" in name:
        message = f"a name in bytecode has 1 to {LONGEST_NAME} bytes and no NUL"
        raise Diagnostic(op.location, message)

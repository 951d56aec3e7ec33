"""
Bytecode as llvlir modules.

The input may be hostile: every read is checked, and an error is a `Diagnostic` with the
byte offset. Only the encoding that `encode` would produce is accepted. Memory is in
proportion to the input.
"""

import struct
from collections.abc import Sequence
from functools import lru_cache

from xdsl.dialects.builtin import (
    ArrayAttr,
    ModuleOp,
    StringAttr,
)
from xdsl.ir import Attribute, Block
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.address_width import (
    ADDRESS_WIDTH,
    WIDE,
    address_width_attr,
)
from circ.dialects.common.collector import paused_collector
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.fast_operations import (
    append_operation,
    link,
    make_block,
    make_region,
)
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.operation_search import blocks_of
from circ.dialects.common.variadic import MARK
from circ.dialects.common.widths import WORD
from circ.dialects.llvlir.ops import FuncOp, TableOp, int_attr, op_class
from circ.dialects.llvlir.profiles import PROFILE, profile_attribute
from circ.dialects.llvlir.rules import data_attr, immediate_bits, verify_properties
from circ.dialects.llvlir.symbols import check_symbols
from circ.dialects.llvlir.table import PROFILES, Row, row_of_number
from circ.targets.llvlir.attributes import read_attribute
from circ.targets.llvlir.body_decoder import BodyDecoder, FunctionType, symbol
from circ.targets.llvlir.encoder import (
    BLOCK_NAMES,
    FUNCTIONS,
    HAS_ATTRIBUTES,
    ITEMS,
    NAMES,
    OWN_CODES,
    RECORDS,
    TYPES,
    VERSION,
    WIDE_ADDRESSES,
    WIDTHS,
)
from circ.targets.llvlir.format1_decoder import MAX_MODULE, decode_format1, section_name
from circ.targets.llvlir.format1_encoder import (
    HAS_SIGNATURE,
    IS_DECLARATION,
    IS_VARIADIC,
    MAGIC,
    VISIBILITIES,
    is_label_hint,
)
from circ.targets.llvlir.leb import LONGEST_NAME, Reader
from circ.targets.llvlir.plans import Plans
from circ.targets.llvlir.type_codes import (
    function_type,
    read_integer,
    read_registers,
    read_signature,
)

# pyright: reportPrivateUsage=false

CHECKED = frozenset(
    ("array.NI", "ustring", "ustringz", "wstring", "wstringz", "align", "address")
)
"""Rows of data with rules beyond those by which they are read."""


def decode(
    data: bytes, filename: str | None = None, *, canonical: bool = False
) -> ModuleOp:
    """
    The module that the bytecode of either format stands for; it is verified.

    Where it must be `canonical`, only what `encode` writes by default is accepted: not
    format 1, and not profile 2 with the codes of profile 1.
    """
    reader = Reader(data, filename)
    if len(data) > MAX_MODULE:
        raise reader.error(0, f"a module has at most {MAX_MODULE} bytes")
    if data[: len(MAGIC)] != MAGIC:
        raise reader.error(0, "no llvlir bytecode: the first bytes are not 00 4C 56 4C")
    if data[len(MAGIC) : len(MAGIC) + 1] == b"\x01":
        if canonical:
            raise reader.error(len(MAGIC), "version 1 is not the one that is written")
        return decode_format1(data, filename)
    with paused_collector():
        file = Bytecode(data, filename)
        if canonical and file.codes != file.reader.profile:
            message = "profile 2 must have its own codes (flag 2)"
            raise reader.error(file.head_end - 1, message)
        return file.module()


class Bytecode:
    """
    A module in bytecode of format 2 whose functions are decoded one by one.

    `module` gives all of it, `function` one of its functions.
    """

    def __init__(self, data: bytes, filename: str | None = None):
        self.reader = reader = Reader(data, filename)
        self.data = data
        flags = self._header()
        self.address_width = WIDE if flags & WIDE_ADDRESSES else WORD
        self.codes = 2 if flags & OWN_CODES else 1
        """The profile whose codes it has."""
        self.head_end = reader.position
        self.sections = self._sections()
        self.raw_names = self._raw_names()
        self.names: dict[int, str] = {}
        self._index()
        self.decoder = BodyDecoder(
            *(reader, self._use_name, self._use_type),
            *(self._callee, self.functions),
            Plans(reader.profile, self.codes, self.address_width),
        )
        self.function_types = self._function_types()
        self.is_strict = False
        """Are names and types checked to come in the order of their first use?"""
        self.next_name, self.next_type = self.functions, 0

    # region Sections

    def _header(self) -> int:
        reader = self.reader
        reader.position = len(MAGIC)
        for what, known in (("version", (VERSION,)), ("profile", PROFILES)):
            start = reader.position
            number = reader.unsigned()
            if number not in known:
                raise reader.error(start, f"{what} {number} is not known")
            if what == "profile":
                reader.profile = number
        start = reader.position
        flags = reader.unsigned()
        if flags & ~(WIDE_ADDRESSES | (OWN_CODES if reader.profile == 2 else 0)):
            raise reader.error(start, f"flags {flags} is not known")
        return flags

    def _sections(self) -> dict[int, tuple[int, int]]:
        """Where the contents of each section begin and end."""
        reader = self.reader
        found: dict[int, tuple[int, int]] = {}
        before = 0
        while reader.position < len(self.data):
            start = reader.position
            number = reader.unsigned()
            if not before < number <= BLOCK_NAMES:
                raise reader.error(start, f"no section {number} must be here")
            before, at = number, reader.position
            size = reader.unsigned()
            left = len(self.data) - reader.position
            if not 1 <= size <= left:
                message = f"{size} bytes are announced, but {left} are left"
                raise reader.error(at, message)
            found[number] = (reader.position, reader.position + size)
            reader.position += size
        return found

    def _enter(self, section: int) -> bool:
        """Move the reader to a section; is there one?"""
        start, end = self.sections.get(section, (0, 0))
        self.reader.position, self.reader.end = start, end
        return start < end

    def _leave(self, what: str) -> None:
        if self.reader.position != self.reader.end:
            raise self.reader.error(
                self.reader.position, f"bytes are left after the {what}"
            )

    def _raw_names(self) -> list[bytes]:
        start, end = self.sections.get(NAMES, (0, 0))
        if start == end:
            return []
        if self.data[end - 1]:
            raise self.reader.error(end - 1, "the last name must end in NUL")
        return self.data[start : end - 1].split(b"\0")

    def _index(self) -> None:
        """Read the flags, types and lengths of the functions."""
        reader = self.reader
        self.functions, self.flags = 0, b""
        self.type_numbers: Sequence[int] = ()
        self.lengths: Sequence[int] = ()
        if self._enter(FUNCTIONS):
            start = reader.position
            self.functions = count = reader.unsigned(32)
            if not 1 <= count <= min(reader.end - start, len(self.raw_names)):
                raise reader.error(start, f"{count} functions cannot be here")
            self.flags = self.data[reader.position : reader.position + count]
            reader.position += count
            self.type_numbers = self._array(count)
            self.lengths = self._array(count)
            self._leave("index")
        start, end = self.sections.get(RECORDS, (0, 0))
        if sum(self.lengths) != end - start:
            message = "the functions of the index are not as long as their section"
            raise reader.error(start, message)

    def _array(self, count: int) -> Sequence[int]:
        reader = self.reader
        at = reader.position
        size = reader.byte()
        letter = dict(WIDTHS).get(size)
        if letter is None or size * count > reader.end - reader.position:
            raise reader.error(at, f"no array of {count} numbers of {size} bytes")
        numbers = struct.unpack_from(f"<{count}{letter}", self.data, reader.position)
        if size > 1 and not max(numbers) >> 4 * size:
            raise reader.error(at, "the numbers of an array must be as short as can be")
        reader.position += size * count
        return numbers

    def _function_types(self) -> list[FunctionType]:
        reader = self.reader
        found: list[FunctionType] = []
        if self._enter(TYPES):
            start = reader.position
            count = reader.unsigned(32)
            if not 1 <= count <= reader.end - start:
                raise reader.error(start, f"{count} types cannot be here")
            for _ in range(count):
                inputs = tuple(read_registers(reader, self.address_width))
                outputs = tuple(read_registers(reader, self.address_width))
                numbers = self.decoder.numbers(inputs), self.decoder.numbers(outputs)
                attribute = function_type(inputs, outputs)
                found.append(FunctionType(inputs, outputs, *numbers, attribute))
            self._leave("types")
        return found

    # endregion
    # region What bodies use

    def name_of(self, number: int) -> str:
        """The name with a number."""
        found = self.names.get(number)
        if found is None:
            data = self.raw_names[number]
            position = self.sections[NAMES][0]
            try:
                found = data.decode()
            except UnicodeDecodeError:
                raise self.reader.error(position, "a name must be UTF-8") from None
            if not 1 <= len(data) <= LONGEST_NAME:
                message = "a name must have 1 to 255 bytes and no NUL"
                raise self.reader.error(position, message)
            self.names[number] = found
        return found

    def _use_name(self, number: int, position: int) -> str:
        if number >= len(self.raw_names):
            raise self.reader.error(position, f"there is no name {number}")
        if number >= self.next_name:
            if self.is_strict and number > self.next_name:
                message = "names must come in the order of their first use"
                raise self.reader.error(position, message)
            self.next_name = number + 1
        return self.name_of(number)

    def _use_type(self, number: int, position: int) -> FunctionType:
        if number >= len(self.function_types):
            raise self.reader.error(position, f"there is no function type {number}")
        if number >= self.next_type:
            if self.is_strict and number > self.next_type:
                message = "function types must come in the order of their first use"
                raise self.reader.error(position, message)
            self.next_type = number + 1
        return self.function_types[number]

    def _callee(self, number: int, position: int) -> tuple[FunctionType, bool]:
        type = self.type_numbers[number]
        if type >= len(self.function_types):
            raise self.reader.error(position, f"there is no function type {type}")
        return self.function_types[type], bool(self.flags[number] & IS_VARIADIC)

    # endregion
    # region Functions

    def number_of(self, name: str) -> int | None:
        """The number of the function with a name."""
        try:
            number = self.raw_names.index(name.encode(), 0, self.functions)
        except ValueError:
            return None
        return number

    def start_of(self, number: int) -> int:
        """Where the record of a function begins."""
        return self.sections.get(RECORDS, (0, 0))[0] + sum(self.lengths[:number])

    def function(self, number: int) -> FuncOp:
        """One function, without looking at the others."""
        return self.read_function(number, self.start_of(number))

    def skip_head(self, number: int, start: int) -> None:
        """Move the reader from the start of a function to its body."""
        reader, flags = self.reader, self.flags[number]
        reader.position, reader.end = start, start + self.lengths[number]
        if flags & HAS_ATTRIBUTES:
            for _ in range(2 * reader.unsigned(32)):
                reader.string()
        if flags & HAS_SIGNATURE:
            read_signature(reader)

    def head_of(self, number: int, start: int) -> dict[str, Attribute]:
        """The attributes of a function; the reader is at its body then."""
        reader, flags = self.reader, self.flags[number]
        reader.position, reader.end = start, start + self.lengths[number]
        if flags >= 2 * HAS_ATTRIBUTES:
            raise reader.error(start, f"{flags} are no flags of a function")
        attributes: dict[str, Attribute] = {}
        if flags & HAS_ATTRIBUTES:
            at = reader.position
            count = reader.unsigned(32)
            if not count:
                raise reader.error(at, "no attributes must not be announced")
            for _ in range(count):
                name, value = read_attribute(reader, attributes)
                attributes[name] = value
        if flags & IS_VARIADIC:
            attributes |= MARK
        if flags & HAS_SIGNATURE:
            attributes[SIGNATURE] = read_signature(reader)
        return attributes

    def read_function(self, number: int, start: int) -> FuncOp:
        """The function whose record begins at a byte."""
        reader, flags = self.reader, self.flags[number]
        attributes = self.head_of(number, start)
        type = self._use_type(self.type_numbers[number], start)
        blocks: list[Block] = []
        if not flags & IS_DECLARATION:
            blocks = self.decoder.body(type.inputs, type)
        if reader.position != reader.end:
            raise reader.error(reader.position, "bytes are left in a function")
        return FuncOp.of(
            self.name_of(number),
            type.attribute,
            make_region(blocks),
            VISIBILITIES[flags // 2 % 4],
            attributes,
            reader.location(start),
        )

    # endregion
    # region The module

    def module(self) -> ModuleOp:
        """All of the module, verified."""
        reader = self.reader
        self.is_strict = True
        attributes: dict[str, Attribute] = {}
        block = make_block(())
        items = _Items(self, attributes, block)
        if self._enter(ITEMS):
            items.read()
        if len(items.functions) != self.functions:
            message = f"{self.functions} functions are in the index, not as many items"
            raise reader.error(reader.position, message)
        self._check_used()
        if reader.profile != 1:
            attributes[PROFILE] = profile_attribute(reader.profile)
        if self.address_width != WORD:
            attributes[ADDRESS_WIDTH] = address_width_attr(self.address_width)
        name = attributes.pop("sym_name", None)
        if name is not None and not isinstance(name, StringAttr):
            raise reader.error(len(self.data), "the module's name must be a string")
        # Functions and data are right by construction, but for symbols and signatures.
        module = ModuleOp(make_region([block]), attributes, name)
        self._check_signatures(items.functions)
        check_symbols(module, self.decoder.named_calls)
        self._block_names(items.functions)
        return module

    def _check_signatures(self, functions: Sequence[FuncOp]) -> None:
        """Check the signatures of functions against the types of their registers."""
        right: set[tuple[int, int]] = set()
        for func in functions:
            signature = func.attributes.get(SIGNATURE)
            key = id(signature), id(func.function_type)
            if signature is not None and key not in right:
                try:
                    func.check_signature()
                except VerifyException as error:
                    raise Diagnostic(func.location, str(error)) from None
                right.add(key)

    def _check_used(self) -> None:
        end = len(self.data)
        if self.next_name != len(self.raw_names):
            raise self.reader.error(end, f"name {self.next_name} is not used")
        if self.next_type != len(self.function_types):
            raise self.reader.error(end, f"function type {self.next_type} is not used")
        if len(set(self.raw_names)) != len(self.raw_names):
            raise self.reader.error(self.sections[NAMES][0], "a name is written twice")

    def _block_names(self, functions: Sequence[FuncOp]) -> None:
        reader = self.reader
        if not self._enter(BLOCK_NAMES):
            return
        blocks: dict[int, list[Block]] = {}
        before = (0, 0)
        taken: set[tuple[int, str]] = set()
        while reader.position < reader.end:
            start = reader.position
            key = reader.unsigned(32), reader.unsigned(32)
            name = reader.name()
            if key[0] >= len(functions) or not key[1] or key <= before:
                raise reader.error(start, "names of blocks must be in their order")
            if key[0] not in blocks:
                blocks = {key[0]: blocks_of(functions[key[0]].body)}
            if key[1] >= len(blocks[key[0]]):
                raise reader.error(start, f"there is no block {key[1]} to name")
            if not is_label_hint(name) or (key[0], name) in taken:
                raise reader.error(start, f"'{name}' is no name of a block here")
            taken.add((key[0], name))
            blocks[key[0]][key[1]].name_hint = name
            before = key

    # endregion


class _Items:
    """Reads the items of a module."""

    def __init__(
        self,
        owner: Bytecode,
        attributes: dict[str, Attribute],
        block: Block,
    ):
        self.owner, self.reader = owner, owner.reader
        self.module_attributes, self.block = attributes, block
        self.functions: list[FuncOp] = []
        self.section = "text"
        self.attributes: dict[str, Attribute] = {}
        """Of the object whose label follows."""

    def read(self) -> None:
        reader = self.reader
        after_functions = False
        record = self.owner.sections.get(RECORDS, (0, 0))[0]
        while reader.position < reader.end:
            start = reader.position
            number = reader.unsigned()
            row = row_of_number().get(number)
            name = "" if row is None else row.name
            if row is None:
                raise reader.error(start, f"{number} is no opcode")
            if name == "function" and self.section == "text" and not after_functions:
                count = reader.unsigned(32)
                if not 1 <= count <= self.owner.functions - len(self.functions):
                    raise reader.error(start, f"{count} functions are not there")
                place = reader.position, reader.end
                for _ in range(count):
                    number = len(self.functions)
                    func = self.owner.read_function(number, record)
                    record += self.owner.lengths[number]
                    self.functions.append(func)
                    link(self.block, func)
                reader.position, reader.end = place
                after_functions = True
                continue
            after_functions = False
            self._item(row, start)
        if self.attributes:
            raise reader.error(reader.end, "a label must follow its attributes")

    def _item(self, row: Row, start: int) -> None:
        reader = self.reader
        if row.name == "module" and not (
            self.block.first_op
            or self.attributes
            or "sym_name" in self.module_attributes
        ):
            name, value = read_attribute(reader, self.module_attributes)
            if name in (ADDRESS_WIDTH, PROFILE):
                raise reader.error(start, f"the header says '{name}'")
            self.module_attributes[name] = value
        elif row.name == "attribute" and self.section != "text":
            name, value = read_attribute(reader, self.attributes)
            self.attributes[name] = value
        elif row.name == "section" and not self.attributes:
            op = self._operation(row, start)
            self.section = section_name(op, reader, start)
        elif (
            self.section != "text"
            and row.is_data
            and (row.name == "label.L" or not self.attributes)
        ):
            op = self._operation(row, start)
            op.attributes |= self.attributes
            self.attributes = {}
        else:
            where = f"in section '{self.section}' outside functions"
            raise reader.error(start, f"'{row.name}' must not be {where}")

    def _operation(self, row: Row, start: int) -> TableOp:
        """Read an operation of data, and add it to the module."""
        reader = self.reader
        types: list[Attribute] = []
        for letter in row.parameters:
            if letter == "I":
                types.append(read_integer(reader))
            else:
                types.append(int_attr(reader.unsigned(32 if letter == "N" else 1)))
        properties: dict[str, Attribute] = {}
        if types:
            properties["types"] = _types(tuple(types))
        for letter, name in row.arguments:
            assert name is not None
            at = reader.position
            if letter == "i":
                match row.immediate:
                    case "signed":
                        value = reader.signed(immediate_bits(row, tuple(types)))
                    case "offset":
                        value = reader.signed()
                    case _:
                        value = reader.unsigned()
                properties[name] = int_attr(value)
            elif letter == "l":
                number = reader.unsigned(32)
                properties[name] = symbol(self.owner._use_name(number, at))
            else:
                properties[name] = data_attr(reader.string())
        if row.name in CHECKED:
            try:
                verify_properties(row, tuple(types), properties)
            except VerifyException as error:
                raise reader.error(start, f"'{row.name}': {error}") from None
        place = reader.location, start
        op = append_operation(
            self.block, op_class(row.name), (), None, properties, place
        )
        assert isinstance(op, TableOp)
        return op


@lru_cache(maxsize=1 << 8)
def _types(types: tuple[Attribute, ...]) -> ArrayAttr[Attribute]:
    return ArrayAttr(types)

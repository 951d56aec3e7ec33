"""
Bytecode of format 1 as llvlir modules.

The input may be hostile: every read is checked, and an error is a `Diagnostic` with the
byte offset. Only the encoding that `encode` would produce is accepted.
"""

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Attribute, Region

from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.variadic import MARK
from circ.dialects.common.verifier import verify_module
from circ.dialects.llvlir.ops import FuncOp, TableOp
from circ.dialects.llvlir.rules import data_of
from circ.dialects.llvlir.symbols import check_symbols
from circ.dialects.llvlir.table import Row
from circ.targets.llvlir.attributes import read_attribute
from circ.targets.llvlir.format1_encoder import (
    HAS_SIGNATURE,
    IS_DECLARATION,
    IS_VARIADIC,
    MAGIC,
    PROFILE,
    VERSION,
    VISIBILITIES,
)
from circ.targets.llvlir.function_reader import FunctionReader
from circ.targets.llvlir.leb import Reader
from circ.targets.llvlir.operation_reader import OperationReader
from circ.targets.llvlir.type_codes import read_registers, read_signature

MAX_MODULE = 64 << 20
"""Bytes of a module (docs/llvlir-bytecode.md)."""


def decode_format1(data: bytes, filename: str | None = None) -> ModuleOp:
    """The module that the bytecode stands for; it is verified."""
    reader = Reader(data, filename)
    if len(data) > MAX_MODULE:
        raise reader.error(0, f"a module has at most {MAX_MODULE} bytes")
    if data[: len(MAGIC)] != MAGIC:
        raise reader.error(0, "no llvlir bytecode: the first bytes are not 00 4C 56 4C")
    reader.position = len(MAGIC)
    for what, expected in (("version", VERSION), ("profile", PROFILE), ("flags", 0)):
        start = reader.position
        number = reader.unsigned()
        if number != expected:
            raise reader.error(start, f"{what} {number} is not known")
    start = reader.position
    length = reader.unsigned()
    if length != reader.end - reader.position:
        left = reader.end - reader.position
        raise reader.error(start, f"{length} bytes must follow, but {left} do")
    decoder = Decoder(reader)
    ops = decoder.module()
    name = decoder.module_attributes.pop("sym_name", None)
    if name is not None and not isinstance(name, StringAttr):
        raise reader.error(reader.end, "the module's name must be a string")
    module = ModuleOp(ops, decoder.module_attributes, name)
    check_symbols(module)
    verify_module(module)
    return module


class Decoder:
    """Reads the operation stream of a module."""

    def __init__(self, reader: Reader):
        self.reader = reader
        self.operations = OperationReader(reader)
        """The reader of operations outside functions."""
        self.section = "text"
        self.ops: list[FuncOp | TableOp] = []
        self.module_attributes: dict[str, Attribute] = {}
        self.attributes: dict[str, Attribute] = {}
        """The attributes of the function or object whose label follows."""
        self.function: FunctionReader | None = None
        """The reader of the current function's body."""
        self.define: Callable[[Sequence[Attribute], Region], FuncOp]
        """Creates the current function from its parameter types and body."""

    def module(self) -> list[FuncOp | TableOp]:
        reader = self.reader
        while reader.position < reader.end:
            start = reader.position
            row = self.operations.read_row(start)
            if self.function is not None and not self._ends_function(row):
                self.function.read(row, start)
            else:
                self._end_function()
                self._outside(row, start)
        self._end_function()
        if self.attributes:
            raise reader.error(reader.end, "a label must follow its attributes")
        return self.ops

    def _ends_function(self, row: Row) -> bool:
        if row.name in ("section", "attribute"):
            return True
        reader = self.reader
        # The linkage of a label is the one byte after the opcode.
        return (
            row.name == "label.L"
            and reader.position < reader.end
            and reader.data[reader.position] == 1
        )

    def _outside(self, row: Row, start: int) -> None:
        reader = self.reader
        if row.name == "attribute":
            name, value = read_attribute(reader, self.attributes)
            self.attributes[name] = value
        elif row.name == "module" and not (
            self.ops or self.attributes or "sym_name" in self.module_attributes
        ):
            name, value = read_attribute(reader, self.module_attributes)
            self.module_attributes[name] = value
        elif row.name == "label.L" and self.section == "text":
            linkage = reader.position
            if reader.unsigned() != 1:
                raise reader.error(linkage, "a local label must be in a function")
            self._start_function(reader.name(), start)
        elif row.name == "section" and not self.attributes:
            op = self.operations.read_operation(row, start, {})
            self.section = section_name(op, reader, start)
            self.ops.append(op)
        elif (
            self.section != "text"
            and row.is_data
            and (row.name == "label.L" or not self.attributes)
        ):
            op = self.operations.read_operation(row, start, {})
            op.attributes |= self.attributes
            self.attributes = {}
            self.ops.append(op)
        else:
            where = f"in section '{self.section}' outside functions"
            raise reader.error(start, f"'{row.name}' must not be {where}")

    def _start_function(self, name: str, start: int) -> None:
        reader = self.reader
        opcode = reader.position
        if (
            reader.position >= reader.end
            or self.operations.read_row(opcode).name != "function"
        ):
            message = "'function' must follow a global label in section 'text'"
            raise reader.error(opcode, message)
        size_at = reader.position
        size = reader.unsigned()
        if size > reader.end - reader.position:
            left = reader.end - reader.position
            message = f"{size} bytes are announced, but {left} are left"
            raise reader.error(size_at, message)
        outer_end, reader.end = reader.end, reader.position + size
        flags_at = reader.position
        flags = reader.unsigned()
        if flags >= 2 * IS_VARIADIC:
            raise reader.error(flags_at, f"{flags} are no flags of a function")
        inputs = read_registers(reader) if flags & IS_DECLARATION else None
        outputs = [*read_registers(reader)]
        attributes, self.attributes = self.attributes, {}
        attributes |= MARK if flags & IS_VARIADIC else {}
        if flags & HAS_SIGNATURE:
            attributes[SIGNATURE] = read_signature(reader)
        if reader.position != reader.end:
            raise reader.error(reader.position, "bytes are left in 'function'")
        reader.end = outer_end
        visibility = VISIBILITIES[flags // 2 % 4]
        location = reader.location(start)

        def define(inputs: Sequence[Attribute], body: Region) -> FuncOp:
            return FuncOp.create_(
                name, inputs, outputs, body, visibility, attributes, location
            )

        if inputs is None:
            self.function, self.define = FunctionReader(reader, name), define
        else:
            self.ops.append(define(inputs, Region()))

    def _end_function(self) -> None:
        if self.function is not None:
            body = self.function.finish()
            inputs = [argument.type for argument in body.blocks[0].args]
            self.ops.append(self.define(inputs, body))
            self.function = None


def section_name(op: TableOp, reader: Reader, start: int) -> str:
    """The name that a `section` gives; a diagnostic if it is no UTF-8."""
    try:
        return data_of(op.data).decode()
    except UnicodeDecodeError:
        raise reader.error(start, "the name of a section must be UTF-8") from None

"""
Attributes of modules and functions in the llvlir bytecode.

Those that circ and its users write: 0 for unit, 1 and a string, 2 with an integer type
and its value, 3 with a count and that many of these, 4 with a count and that many
numbers of i64, 5 for a kernel: its arguments, a string each, and what else is known of
it, a name and a value each, both after their count. Others are diagnosed.
"""

from collections.abc import Mapping
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    IntegerAttr,
    IntegerType,
    StringAttr,
    UnitAttr,
    i64,
)
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.kernel import KernelAttr
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.variadic import VARIADIC
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.types import is_integer, register_type
from circ.targets.llvlir.leb import Reader, Writer
from circ.targets.llvlir.type_codes import read_integer, write_integer

ELSEWHERE = frozenset({SIGNATURE, VARIADIC})
"""Attributes of functions that are part of `function`."""
MAX_NESTED = 8
"""The depth of nested lists."""


def attribute_bytes(
    op: Operation, name: str, value: Attribute, profile: int = 1
) -> bytes:
    """The encoded value of an attribute; a Diagnostic if there is no encoding."""
    writer = Writer(profile)
    if not _write(writer, value, 0):
        message = f"attribute '{name}' of '{op.name}', {value}, has no bytecode"
        raise Diagnostic(op.location, message)
    return bytes(writer.data)


def check_no_attributes(op: Operation) -> None:
    """Diagnose any attribute but the mark of a variadic call."""
    for name in op.attributes:
        if name != VARIADIC:
            message = f"attribute '{name}' of '{op.name}' has no bytecode"
            raise Diagnostic(op.location, message)


def _write(writer: Writer, value: Attribute, nested: int) -> bool:
    """Write a value if there is a code for it."""
    match value:
        case UnitAttr():
            writer.unsigned(0)
        case StringAttr():
            writer.unsigned(1)
            writer.string(value.data.encode())
        case IntegerAttr(type=type) if is_integer(type) and register_type(type):
            number = cast("IntegerAttr[IntegerType]", value).value.data
            if not -(1 << 63) <= number < 1 << 63:
                return False
            writer.unsigned(2)
            write_integer(writer, width_of(type))
            writer.signed(number)
        case ArrayAttr() if nested < MAX_NESTED:
            writer.unsigned(3)
            writer.unsigned(len(value))
            return all(_write(writer, part, nested + 1) for part in value)
        case DenseArrayBase(elt_type=element) if element == i64:
            writer.unsigned(4)
            writer.unsigned(len(value))
            for number in cast("DenseArrayBase[IntegerType]", value).get_values():
                writer.signed(number)
        case KernelAttr():
            writer.unsigned(5)
            writer.unsigned(len(value.texts))
            for text in value.texts:
                writer.string(text.encode())
            further = value.further.data
            writer.unsigned(len(further))
            for name, each in further.items():
                writer.string(name.encode())
                if not _write(writer, each, nested + 1):
                    return False
        case _:
            return False
    return True


def read_attribute(
    reader: Reader, attributes: Mapping[str, Attribute]
) -> tuple[str, Attribute]:
    """Read the name and value of an attribute, after the opcode."""
    start = reader.position
    name = reader.name()
    if name in attributes or name in ELSEWHERE:
        raise reader.error(start, f"attribute '{name}' must not be given here")
    size_at = reader.position
    size = len(reader.string())
    end, reader.end = reader.end, reader.position
    reader.position -= size
    value = _read(reader, 0)
    if reader.position != reader.end:
        raise reader.error(size_at, f"bytes are left in attribute '{name}'")
    reader.end = end
    return name, value


def _read(reader: Reader, nested: int) -> Attribute:
    start = reader.position
    match reader.unsigned():
        case 0:
            return UnitAttr()
        case 1:
            return StringAttr(_read_text(reader, start))
        case 2:
            type = read_integer(reader)
            assert is_integer(type)
            return IntegerAttr(reader.signed(min(width_of(type), 64)), type)
        case 3 if nested < MAX_NESTED:
            # Every value takes a byte at least, so a count beyond the input fails soon.
            count = reader.unsigned(32)
            return ArrayAttr([_read(reader, nested + 1) for _ in range(count)])
        case 4:
            count = reader.unsigned(32)
            numbers = [reader.signed(64) for _ in range(count)]
            return DenseArrayBase.from_list(i64, numbers)
        case 5 if nested < MAX_NESTED:
            return _read_kernel(reader, start, nested)
        case code:
            raise reader.error(start, f"{code} is no code of an attribute here")


def _read_text(reader: Reader, start: int) -> str:
    try:
        return reader.string().decode()
    except UnicodeDecodeError:
        raise reader.error(start, "a string must be UTF-8") from None


def _read_kernel(reader: Reader, start: int, nested: int) -> KernelAttr:
    """Read what is known of a kernel."""
    count = reader.unsigned(32)
    arguments = [_read_text(reader, start) for _ in range(count)]
    further: dict[str, Attribute] = {}
    for _ in range(reader.unsigned(32)):
        at = reader.position
        name = _read_text(reader, at)
        if name in further:
            raise reader.error(at, f"'{name}' must not be given twice")
        further[name] = _read(reader, nested + 1)
    try:
        return KernelAttr.of(arguments, further)
    except VerifyException as error:
        raise reader.error(start, f"a kernel: {error}") from None

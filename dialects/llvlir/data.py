"""
The data objects of an llvlir module.

A label begins an object, the rows after it are its bytes, an `align` before it (an
extension) gives its alignment, and its section says whether it is constant.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Operation

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import SCRATCHPAD_SPACE
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import TableOp
from circ.dialects.llvlir.rules import data_of, element_of, type_parameters

CONSTANT_SECTION, DATA_SECTION = "rodata", "data"
SCRATCHPAD_SECTION = "scratchpad"
"""
The section of objects in the scratchpad (docs/reference/naplespu-isa.md, section 4).
"""
DEFAULT_ALIGNMENT = 16
"""The alignment of an object without an `align`."""


@dataclass
class DataObject:
    """An object in a data section: its label, properties and bytes."""

    name: str
    section: str
    align: int
    location: LocationAttr
    data: bytearray = field(default_factory=bytearray)

    @property
    def space(self) -> int:
        """The address space of the object."""
        return SCRATCHPAD_SPACE if self.section == SCRATCHPAD_SECTION else 0

    @property
    def is_constant(self) -> bool:
        return self.section.strip(".").startswith(CONSTANT_SECTION)


def data_bytes(op: TableOp) -> bytes:
    """The bytes that a data operation emits, little-endian without padding."""
    match op.ROW.base:
        case "word":
            assert op.imm is not None
            width = width_of(element_of(op.ROW, type_parameters(op.properties)))
            size = (width + 7) // 8
            return (op.imm.data & ((1 << 8 * size) - 1)).to_bytes(size, "little")
        case "array" | "astring" | "ustring":
            return data_of(op.data)
        case "astringz" | "ustringz":
            return data_of(op.data) + b"\0"
        case "wstring" | "wstringz":
            end = b"\0\0" if op.ROW.base == "wstringz" else b""
            return data_of(op.data).decode().encode("utf-16-le") + end
        case base:
            raise Diagnostic(op.location, f"'llvlir.{base}' is no data")


def data_objects(ops: Iterable[Operation]) -> list[DataObject]:
    """The data objects of a module, from its operations."""
    objects: dict[str, DataObject] = {}
    current: DataObject | None = None
    section, align = DATA_SECTION, DEFAULT_ALIGNMENT
    for op in ops:
        if not isinstance(op, TableOp):
            continue
        match op.ROW.base:
            case "section":
                section, current = data_of(op.data).decode(), None
            case "align":
                assert op.imm is not None
                align, current = op.imm.data, None
            case "label":
                assert op.label is not None
                name = op.label.root_reference.data
                if name in objects:
                    raise Diagnostic(op.location, f"label '{name}' is defined twice")
                current = DataObject(name, section, align, op.location)
                objects[name] = current
                align = DEFAULT_ALIGNMENT
            case _ if current is not None:
                current.data += data_bytes(op)
            case _:
                raise Diagnostic(op.location, f"'{op.name}' has no label before it")
    return list(objects.values())

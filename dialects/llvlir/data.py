"""
The data objects of an llvlir module.

A label begins an object, the rows after it are its bytes, an `align` before it (an
extension) gives its alignment, and its section says whether it is constant. An object
of the section `external` is another module's. The label has the object's attributes.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Operation

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.globals import GlobalObject
from circ.dialects.common.memory import SCRATCHPAD_SPACE
from circ.dialects.common.relocations import Relocation
from circ.dialects.common.widths import WORD, width_of
from circ.dialects.llvlir.ops import TableOp
from circ.dialects.llvlir.rules import data_of, element_of, type_parameters

GlobalT = TypeVar("GlobalT", bound=GlobalObject)

CONSTANT_SECTION, DATA_SECTION = "rodata", "data"
SCRATCHPAD_SECTION = "scratchpad"
"""
The section of objects in the scratchpad (docs/reference/naplespu-isa.md, section 4).
"""
EXTERNAL_SECTION = "external"
"""The section of labels that another module defines."""
DEFAULT_ALIGNMENT = 16
"""The alignment of an object without an `align`."""


@dataclass
class DataObject:
    """An object in a data section: its label, properties and bytes."""

    label: TableOp
    section: str
    align: int
    address_bytes: int = WORD // 8
    """Of the words that hold addresses."""
    size: int = 0
    data: bytearray = field(default_factory=bytearray)
    """The first bytes; the rest is zero."""
    relocations: list[Relocation] = field(default_factory=list[Relocation])

    @property
    def name(self) -> str:
        assert self.label.label is not None
        return self.label.label.root_reference.data

    @property
    def location(self) -> LocationAttr:
        return self.label.location

    @property
    def is_declaration(self) -> bool:
        """Is the object defined by another module?"""
        return self.section == EXTERNAL_SECTION

    @property
    def space(self) -> int:
        """The address space of the object."""
        return SCRATCHPAD_SPACE if self.section == SCRATCHPAD_SECTION else 0

    @property
    def is_constant(self) -> bool:
        return self.section.strip(".").startswith(CONSTANT_SECTION)

    def as_global(self, level: type[GlobalT]) -> GlobalT:
        """The same object as the operation of another level."""
        data = bytes(self.data).rstrip(b"\0")
        return level.of(
            *(self.name, self.size, self.align, data, self.location),
            constant=self.is_constant,
            space=self.space,
            addresses=self.relocations,
            external=self.is_declaration,
            attributes=self.label.attributes,
        )

    def append(self, op: TableOp) -> None:
        """Add what a data operation emits."""
        if op.ROW.base == "zero":
            assert op.imm is not None
            self.size += op.imm.data
            return
        if op.ROW.base == "address":
            assert op.imm is not None and op.label is not None
            symbol = op.label.root_reference.data
            self.relocations.append(Relocation(self.size, symbol, op.imm.data))
            self.size += self.address_bytes
            return
        self.data += bytes(self.size - len(self.data)) + data_bytes(op)
        self.size = len(self.data)


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


def data_objects(
    ops: Iterable[Operation], address_width: int = WORD
) -> list[DataObject]:
    """The data objects of a module with such addresses, from its operations."""
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
                current = DataObject(op, section, align, address_width // 8)
                objects[name] = current
                align = DEFAULT_ALIGNMENT
            case _ if current is not None:
                if current.is_declaration:
                    message = f"'{op.name}': an external object has no bytes"
                    raise Diagnostic(op.location, message)
                current.append(op)
            case _:
                raise Diagnostic(op.location, f"'{op.name}' has no label before it")
    return list(objects.values())

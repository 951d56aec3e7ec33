"""The data of an llvlir module in the interpreter's memory."""

from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.llvlir.ops import TableOp
from circ.dialects.llvlir.rules import data_of, element_of, type_parameters
from circ.dialects.llvlir.types import width_of
from circ.targets.execute.memory import Memory


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


def place_data(module: ModuleOp, memory: Memory) -> dict[str, int]:
    """Give every label of a data section an object; addresses by label."""
    contents: dict[str, bytearray] = {}
    current: bytearray | None = None
    for op in module.ops:
        if not isinstance(op, TableOp):
            continue
        if op.ROW.base == "section":
            current = None
        elif op.ROW.base == "label":
            assert op.label is not None
            name = op.label.root_reference.data
            if name in contents:
                raise Diagnostic(op.location, f"label '{name}' is defined twice")
            current = contents[name] = bytearray()
        elif current is not None:
            current += data_bytes(op)
        else:
            raise Diagnostic(op.location, f"'{op.name}' has no label before it")
    addresses: dict[str, int] = {}
    for name, data in contents.items():
        addresses[name] = memory.allocate(len(data), 16)
        memory.write(addresses[name], data)
    return addresses

"""
The file formats of the commands: one table, with readers and writers.

A format holds a module, or an object file of NaplesPU. What a format needs is imported
when it is read or written.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from circ.dialects.common.diagnostics import Diagnostic
from circ.tools.command import decode, read_bytes, source_name, unknown

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp

Reader: TypeAlias = "Callable[[bytes, str], ModuleOp]"
"""From a file's contents and the name that diagnostics call it."""

Writer: TypeAlias = "Callable[[ModuleOp], str | bytes]"


def context() -> "Context":
    """All dialects that are installed, each loaded when it is first met."""
    from xdsl.context import Context
    from xdsl.universe import Universe

    ctx = Context()
    for name, dialect in Universe.get_multiverse().all_dialects.items():
        ctx.register_dialect(name, dialect)
    return ctx


def read_mlir(data: bytes, name: str) -> "ModuleOp":
    from circ.dialects.common.verifier import verify_module
    from circ.targets.mlir.parser import parse_module

    module = parse_module(context(), decode(data, name), name)
    verify_module(module)
    return module


def write_mlir(module: "ModuleOp") -> str:
    return f"{module}\n"


def read_gates(data: bytes, name: str) -> "ModuleOp":
    from circ.targets.circuit.gates_reader import read_gates

    return read_gates(decode(data, name), name)


def write_gates(module: "ModuleOp") -> str:
    from circ.targets.circuit.gates import write_gates

    return write_gates(module)


@dataclass(frozen=True)
class Format:
    """A file format; None where circ only does the other direction."""

    extension: str
    read: Reader | None
    write: Writer | None


FORMATS: Mapping[str, Format] = {
    "mlir": Format("mlir", read_mlir, write_mlir),
    "circuit-gates": Format("circuit", read_gates, write_gates),
}


def format_of(path: str) -> str:
    """The format of an input by its extension; the standard input is MLIR."""
    name = source_name(path)
    if name != path:
        return "mlir"
    extension = path.rpartition(".")[2]
    for format, entry in FORMATS.items():
        if entry.extension == extension and entry.read is not None:
            return format
    known = ", ".join(f".{entry.extension}" for entry in FORMATS.values())
    message = f"cannot tell the format of '{path}' by its name ({known})"
    raise Diagnostic(None, message)


def reader_of(format: str) -> Reader:
    entry = FORMATS.get(format)
    if entry is None:
        raise unknown("format", format, FORMATS)
    if entry.read is None:
        readable = ", ".join(name for name, known in FORMATS.items() if known.read)
        raise Diagnostic(None, f"cannot read '{format}'; what can be read: {readable}")
    return entry.read


def writer_of(format: str) -> Writer:
    entry = FORMATS.get(format)
    if entry is None:
        raise unknown("format", format, FORMATS)
    if entry.write is None:
        written = ", ".join(name for name, known in FORMATS.items() if known.write)
        raise Diagnostic(None, f"cannot write '{format}'; what can be: {written}")
    return entry.write


def read(path: str, format: str) -> "ModuleOp":
    """The module in a file, verified."""
    reader = reader_of(format)
    return reader(read_bytes(path), source_name(path))

"""
The file formats of the commands: one table, with readers and writers.

A file holds a module, or an object file of NaplesPU. What a format needs is imported
when it is read or written.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, TypeAlias

from circ.dialects.common.diagnostics import Diagnostic
from circ.tools.command import decode, read_bytes, source_name, unknown

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp

    from circ.targets.naplespu.objectfile import ObjectFile

ReadModule: TypeAlias = "Callable[[bytes, str], ModuleOp]"
"""From a file's contents and the name that diagnostics call it."""
ReadObject: TypeAlias = "Callable[[bytes, str], ObjectFile]"
WriteModule: TypeAlias = "Callable[[ModuleOp], str | bytes]"
WriteObject: TypeAlias = "Callable[[ObjectFile], str | bytes]"


def context() -> "Context":
    """All dialects that are installed, each loaded when it is first met."""
    from xdsl.context import Context

    ctx = Context()
    register_dialects(ctx)
    return ctx


def register_dialects(ctx: "Context") -> None:
    """All dialects that are installed; MLIR's own with what xDSL lacks of them."""
    from xdsl.universe import Universe

    from circ.dialects.source import dialect_named

    for name, dialect in Universe.get_multiverse().all_dialects.items():
        ctx.register_dialect(name, dialect_named(name, dialect))


# region Readers and writers


def read_mlir(data: bytes, name: str) -> "ModuleOp":
    from circ.dialects.common.verifier import verify_module
    from circ.targets.mlir.parser import parse_module

    module = parse_module(context(), decode(data, name), name)
    verify_module(module)
    return module


def write_mlir(module: "ModuleOp") -> str:
    from xdsl.printer import Printer

    text = StringIO()
    Printer(text).print_op(module)
    return f"{text.getvalue()}\n"


def read_gates(data: bytes, name: str) -> "ModuleOp":
    from circ.targets.circuit.gates import read_gates

    return read_gates(decode(data, name), name)


def write_gates(module: "ModuleOp") -> str:
    from circ.targets.circuit.gates import write_gates

    return write_gates(module)


def read_bytecode(data: bytes, name: str) -> "ModuleOp":
    from circ.dialects.common.verifier import verify_module
    from circ.targets.llvlir import decode

    module = decode(data, name)
    verify_module(module)
    return module


def write_bytecode(module: "ModuleOp") -> bytes:
    from circ.targets.llvlir import encode

    return encode(module)


def read_gen(data: bytes, name: str) -> "ModuleOp":
    from circ.targets.gen.reader import read_gen_text

    return read_gen_text(decode(data, name), name)


def write_gen(module: "ModuleOp") -> str:
    from circ.targets.gen.writer import write_gen_text

    return write_gen_text(module)


def write_assembly(module: "ModuleOp") -> str:
    from circ.targets.naplespu.emission import emit_assembly

    return emit_assembly(module)


def read_assembly(data: bytes, name: str) -> "ObjectFile":
    from circ.targets.naplespu.assembler import assemble

    return assemble(decode(data, name), name)


def write_object_as_assembly(object: "ObjectFile") -> str:
    from circ.targets.naplespu.disassembler import disassemble_object

    return disassemble_object(object)


def read_object(data: bytes, name: str) -> "ObjectFile":
    from circ.targets.naplespu.elf_reader import read_object

    return read_object(data, name)


def write_object(object: "ObjectFile") -> bytes:
    from circ.targets.naplespu.elf import write_object

    return write_object(object)


def write_module_as_object(module: "ModuleOp") -> bytes:
    from circ.targets.naplespu.emission import object_of

    return write_object(object_of(module))


# endregion


@dataclass(frozen=True)
class Format:
    """A file format; None for the directions in which there is nothing to do it."""

    extension: str
    read_module: "ReadModule | None" = None
    read_object: "ReadObject | None" = None
    write_module: "WriteModule | None" = None
    write_object: "WriteObject | None" = None


FORMATS: Mapping[str, Format] = {
    "mlir": Format("mlir", read_module=read_mlir, write_module=write_mlir),
    "circuit-gates": Format(
        "circuit", read_module=read_gates, write_module=write_gates
    ),
    "llvlir-bytecode": Format(
        "llvb", read_module=read_bytecode, write_module=write_bytecode
    ),
    "gen-text": Format("gen", read_module=read_gen, write_module=write_gen),
    "naplespu-asm": Format(
        "s",
        read_object=read_assembly,
        write_module=write_assembly,
        write_object=write_object_as_assembly,
    ),
    "naplespu-obj": Format(
        "o",
        read_object=read_object,
        write_module=write_module_as_object,
        write_object=write_object,
    ),
    "llvm-ir": Format("ll"),
}


def format_of(path: str) -> str:
    """The format of an input by its extension; the standard input is MLIR."""
    name = source_name(path)
    if name != path:
        return "mlir"
    extension = path.rpartition(".")[2]
    for format, entry in FORMATS.items():
        if entry.extension == extension:
            return format
    known = ", ".join(f".{entry.extension}" for entry in FORMATS.values())
    message = f"cannot tell the format of '{path}' by its name ({known})"
    raise Diagnostic(None, message)


def format_named(name: str) -> Format:
    if name not in FORMATS:
        raise unknown("format", name, FORMATS)
    return FORMATS[name]


def read_module(path: str) -> "ModuleOp":
    """The module in a file, verified; the name's extension says the format."""
    format = format_of(path)
    if (read := FORMATS[format].read_module) is None:
        known = ", ".join(name for name, entry in FORMATS.items() if entry.read_module)
        raise Diagnostic(None, f"'{path}': {format} is not read as a module ({known})")
    return read(read_bytes(path), source_name(path))


def translate(data: bytes, name: str, source: str, target: str) -> str | bytes:
    """The contents of a file of format `source` in format `target`."""
    reader, writer = format_named(source), format_named(target)
    if reader.read_module and writer.write_module:
        return writer.write_module(reader.read_module(data, name))
    if reader.read_object and writer.write_object:
        return writer.write_object(reader.read_object(data, name))
    pairs = "; ".join(f"{one} to {', '.join(many)}" for one, many in available())
    message = f"cannot translate {source} to {target}; what there is: {pairs}"
    raise Diagnostic(None, message)


def available() -> list[tuple[str, list[str]]]:
    """For each format that can be read, the formats that it can become."""
    pairs: list[tuple[str, list[str]]] = []
    for source, reader in FORMATS.items():
        targets = [
            target
            for target, writer in FORMATS.items()
            if (reader.read_module and writer.write_module)
            or (reader.read_object and writer.write_object)
        ]
        if targets:
            pairs.append((source, targets))
    return pairs

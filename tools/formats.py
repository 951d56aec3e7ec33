"""
The file formats of the commands: one table, with readers and writers.

A file holds a module, an object of NaplesPU, or an image: a program with all addresses
fixed. Objects become an image by linking. What a format needs is imported when it is
read or written.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import StringIO
from typing import TYPE_CHECKING, TypeAlias

from circ.dialects.common.diagnostics import Diagnostic
from circ.tools.command import decode, read_bytes, source_name, unknown

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.universe import Universe

    from circ.targets.naplespu.object.archive import Archive
    from circ.targets.naplespu.object.image import Image
    from circ.targets.naplespu.object.objectfile import ObjectFile

ReadModule: TypeAlias = "Callable[[bytes, str], ModuleOp]"
"""From a file's contents and the name that diagnostics call it."""
ReadObject: TypeAlias = "Callable[[bytes, str], ObjectFile]"
ReadImage: TypeAlias = "Callable[[bytes, str], Image]"
WriteModule: TypeAlias = "Callable[[ModuleOp], str | bytes]"
WriteObject: TypeAlias = "Callable[[ObjectFile], str | bytes]"
WriteImage: TypeAlias = "Callable[[Image], str | bytes]"


def context() -> "Context":
    """All dialects that are installed, each loaded when it is first met."""
    from xdsl.context import Context

    ctx = Context()
    register_dialects(ctx)
    return ctx


def register_dialects(ctx: "Context") -> None:
    """All dialects that are installed; MLIR's own with what xDSL lacks of them."""
    from circ.dialects.source import dialect_named

    for name, dialect in installed().all_dialects.items():
        ctx.register_dialect(name, dialect_named(name, dialect))


def installed() -> "Universe":
    """What all packages have registered; one that cannot be loaded is diagnosed."""
    from importlib.metadata import entry_points

    from xdsl.universe import Universe

    try:
        return Universe.get_multiverse()
    except Exception as error:  # whatever another's module raises
        for plugin in entry_points(group="xdsl.universe"):
            try:
                plugin.load()
            except Exception as own:
                what = f"{type(own).__name__}: {own}"
                message = f"the plug-in '{plugin.name}' ({plugin.value}) cannot be used"
                raise Diagnostic(None, f"{message}: {what}") from own
        raise Diagnostic(None, f"plug-ins cannot be used together: {error}") from error


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


def read_assembly(
    data: bytes, name: str, places: bool = False, include: Sequence[str] = ()
) -> "ObjectFile":
    from circ.targets.naplespu.assembler.assemble import assemble

    return assemble(decode(data, name), name, places, include)


def write_object_as_assembly(object: "ObjectFile") -> str:
    from circ.targets.naplespu.assembler.listing import disassemble_object

    return disassemble_object(object)


def write_image_as_assembly(image: "Image") -> str:
    from circ.targets.naplespu.assembler.listing import disassemble_image

    return disassemble_image(image)


def read_object(data: bytes, name: str) -> "ObjectFile":
    from circ.targets.naplespu.object.elf_reader import read_object

    return read_object(data, name)


def write_object(object: "ObjectFile") -> bytes:
    from circ.targets.naplespu.object.elf import write_object

    return write_object(object)


def write_module_as_object(module: "ModuleOp") -> bytes:
    from circ.targets.naplespu.emission import object_of

    return write_object(object_of(module))


def read_executable(data: bytes, name: str) -> "Image":
    from circ.targets.naplespu.object.elf_reader import read_executable

    return read_executable(data, name)


def write_executable(image: "Image") -> bytes:
    from circ.targets.naplespu.object.elf import write_executable

    return write_executable(image)


def read_hex(data: bytes, name: str) -> "Image":
    from circ.targets.naplespu.object.image import read_hex

    return read_hex(decode(data, name), name)


def write_standalone(image: "Image") -> str:
    from circ.targets.naplespu.object.image import write_standalone

    return write_standalone(image)


def write_readmemh(image: "Image") -> str:
    from circ.targets.naplespu.object.image import write_readmemh

    return write_readmemh(image)


# endregion


@dataclass(frozen=True)
class Format:
    """A file format; None for the directions in which there is nothing to do it."""

    extension: str
    read_module: "ReadModule | None" = None
    read_object: "ReadObject | None" = None
    read_image: "ReadImage | None" = None
    write_module: "WriteModule | None" = None
    write_object: "WriteObject | None" = None
    write_image: "WriteImage | None" = None
    layouts: "Mapping[str, WriteImage]" = field(default_factory=dict[str, "WriteImage"])
    """Other ways to write an image: what `{layout=…}` after the name may say."""

    @property
    def is_translated(self) -> bool:
        """Is it read, and not only known by its name?"""
        return bool(self.read_module or self.read_object or self.read_image)


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
        write_image=write_image_as_assembly,
    ),
    "naplespu-obj": Format(
        "o",
        read_object=read_object,
        write_module=write_module_as_object,
        write_object=write_object,
    ),
    "naplespu-elf": Format(
        "elf", read_image=read_executable, write_image=write_executable
    ),
    "naplespu-hex": Format(
        "hex",
        read_image=read_hex,
        write_image=write_standalone,
        layouts={"standalone": write_standalone, "readmemh": write_readmemh},
    ),
    "llvm-ir": Format("ll"),
}


IMAGE_FORMATS = frozenset(
    name for name, entry in FORMATS.items() if entry.read_object or entry.read_image
)
"""Machine code: what is, or links to, an image."""


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


def read_input(
    data: bytes,
    name: str,
    source: str,
    places: bool = False,
    include: Sequence[str] = (),
) -> "ObjectFile | Archive | Image":
    """
    An object, archive or image; `source` is a format that holds one of these.

    Files of the format naplespu-obj may be executables and archives too, and these
    may be linked with assembly. `places` and `include` are as in
    `assemble`.
    """
    from circ.targets.naplespu.object.archive import Archive, is_archive
    from circ.targets.naplespu.object.elf_reader import is_elf, read

    if source in ("naplespu-obj", "naplespu-asm") and is_archive(data):
        return Archive(data, name)
    if source == "naplespu-obj" or (source == "naplespu-asm" and is_elf(data)):
        return read(data, name)
    if source == "naplespu-asm":
        return read_assembly(data, name, places, include)
    entry = FORMATS[source]
    read_it = entry.read_object or entry.read_image
    assert read_it is not None
    return read_it(data, name)


def linked(
    inputs: "Sequence[ObjectFile | Archive | Image]",
    entry: str | None = None,
    definitions: Mapping[str, int] | None = None,
) -> "Image":
    """
    The program that the inputs are: an image alone, or objects and archives.

    `definitions` are symbols that objects need not define.
    """
    from circ.targets.naplespu.linker.link import link
    from circ.targets.naplespu.object.image import Image

    objects = [each for each in inputs if not isinstance(each, Image)]
    if len(objects) == len(inputs):
        return link(objects, entry=entry, definitions=definitions)
    (image, *others) = [each for each in inputs if isinstance(each, Image)]
    if objects or others:
        raise Diagnostic(None, "an executable cannot be linked with other files")
    if entry is None:
        return image
    if entry not in image.symbols:
        raise Diagnostic(None, f"the entry symbol '{entry}' is not defined")
    return replace(image, entry=image.symbols[entry].address)


def translate(
    inputs: Sequence[tuple[bytes, str]],
    source: str,
    target: str,
    entry: str | None = None,
    include: Sequence[str] = (),
) -> str | bytes:
    """
    The contents of files of format `source`, with their names, in format `target`.

    Several files are linked, with `entry` as the symbol where the program begins.
    """
    target, _, layout = target.partition("{")
    reader, writer = format_named(source), format_named(target)
    write_image = writer.write_image
    if layout:
        write_image = layout_named(layout, target, writer.layouts)
    single = inputs[0] if len(inputs) == 1 and entry is None else None
    if reader.read_module:
        if single is None:
            raise Diagnostic(None, "only objects and archives are linked")
        if writer.write_module and not layout:
            return writer.write_module(reader.read_module(*single))
        if write_image and writer.write_object is None:
            from circ.targets.naplespu.emission import object_of

            return write_image(linked([object_of(reader.read_module(*single))]))
    elif (reader.read_object or reader.read_image) and (
        write_image or writer.write_object
    ):
        from circ.targets.naplespu.object.objectfile import ObjectFile

        found = [
            read_input(data, name, source, include=include) for data, name in inputs
        ]
        if writer.write_object:
            if single is None or len(found) > 1:
                what = "naplespu-elf or naplespu-hex"
                raise Diagnostic(None, f"linking makes an image: {what}, not {target}")
            if isinstance(found[0], ObjectFile):
                return writer.write_object(found[0])
        if write_image:
            return write_image(linked(found, entry))
        raise Diagnostic(inputs[0][1], f"an image cannot become {target}")
    pairs = "; ".join(f"{one} to {', '.join(many)}" for one, many in available())
    message = f"cannot translate {source} to {target}; what there is: {pairs}"
    raise Diagnostic(None, message)


def layout_named(
    text: str, target: str, layouts: "Mapping[str, WriteImage]"
) -> "WriteImage":
    """The writer for `layout=NAME}` after the name of a format."""
    name = text.removeprefix("layout=").removesuffix("}").strip("\"'")
    if not text.startswith("layout=") or name not in layouts:
        known = ", ".join(layouts) or "none"
        raise Diagnostic(None, f"unknown layout '{name}' of {target} ({known})")
    return layouts[name]


def available() -> list[tuple[str, list[str]]]:
    """For each format that can be read, the formats that it can become."""
    pairs: list[tuple[str, list[str]]] = []
    for source, reader in FORMATS.items():
        has_image = reader.read_object or reader.read_image
        targets = [
            target
            for target, writer in FORMATS.items()
            if (reader.read_module and writer.write_module)
            or (reader.read_object and writer.write_object)
            or (has_image and writer.write_image)
            or (reader.read_module and writer.write_image and not writer.write_object)
        ]
        if targets:
            pairs.append((source, targets))
    return pairs

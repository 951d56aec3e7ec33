"""
The file formats of the commands: one table, with readers and writers.

A file holds a module, an object of NaplesPU, or an image: a program with all addresses
fixed. Objects become an image by linking. What a format needs is imported when it is
read or written.
"""

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import StringIO
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar, cast

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.mlir.dialects import context as context
from circ.targets.mlir.dialects import installed as installed
from circ.tools.command import STDIN, decode, read_bytes, source_name, unknown
from circ.tools.linking import DEFAULT_LINK, LinkSettings

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from circ.targets.naplespu.object.archive import Archive
    from circ.targets.naplespu.object.image import Image
    from circ.targets.naplespu.object.objectfile import ObjectFile

T = TypeVar("T", covariant=True)


@dataclass(frozen=True)
class Deferred(Generic[T]):
    """The function `module:name` of `circ.targets`, imported when it is called."""

    path: str

    def __call__(self, *arguments: object) -> T:
        return cast(T, resolve_name(f"circ.targets.{self.path}")(*arguments))


@dataclass(frozen=True)
class TextReader(Generic[T]):
    """A `Deferred` function that takes text, called with the bytes of a file."""

    path: str

    def __call__(self, data: bytes, name: str, *arguments: object) -> T:
        return Deferred[T](self.path)(decode(data, name), name, *arguments)


Reader: TypeAlias = Deferred[T] | TextReader[T] | Callable[[bytes, str], T]
Writer: TypeAlias = Deferred[str | bytes]


def read_mlir(data: bytes, name: str) -> "ModuleOp":
    from circ.dialects.common.verifier import verify_module
    from circ.targets.mlir.parser import parse_module

    module = parse_module(context(), decode(data, name), name)
    verify_module(module)
    if any(op.name.startswith("llvm.") for op in module.ops):
        from circ.tools.llvm_dialect import is_llvm_dialect, of_llvm_dialect

        if is_llvm_dialect(module):
            return of_llvm_dialect(module, name)
    if any(op.name == "gpu.module" for op in module.ops):
        from circ.transforms.conversion.gpu_to_kernels import convert_gpu

        convert_gpu(module)
    if any(op.name == module.name for op in module.ops):
        from circ.transforms.conversion.flatten_modules import flatten_modules

        flatten_modules(module)
    return module


def read_bytecode(data: bytes, name: str) -> "ModuleOp":
    """A module with the run-time library of this installation."""
    from circ.targets.llvlir import decode
    from circ.transforms.llvlir.runtime import define_runtime

    module = decode(data, name)
    define_runtime(module)
    return module


def write_mlir(module: "ModuleOp") -> str:
    from xdsl.printer import Printer

    text = StringIO()
    Printer(text).print_op(module)
    return f"{text.getvalue()}\n"


def write_dot(module: "ModuleOp") -> str:
    from circ.transforms.circuit.pictures.dot import write_dot

    return write_dot(module)


def write_html(module: "ModuleOp") -> str:
    from circ.transforms.circuit.pictures.html import write_html

    return write_html(module)


def write_module_as_object(module: "ModuleOp") -> bytes:
    from circ.targets.naplespu.emission import object_of
    from circ.targets.naplespu.object.elf import write_object

    return write_object(object_of(module))


ASSEMBLER: "TextReader[ObjectFile]" = TextReader("naplespu.assembler.assemble:assemble")
STANDALONE: Writer = Deferred("naplespu.object.image:write_standalone")


@dataclass(frozen=True)
class Format:
    """
    A file format; None for the directions in which there is nothing to do it.

    Readers take a file's contents and the name that diagnostics call it.
    """

    extension: str
    read_module: "Reader[ModuleOp] | None" = None
    read_object: "Reader[ObjectFile] | None" = None
    read_image: "Reader[Image] | None" = None
    write_module: "Writer | Callable[[ModuleOp], str | bytes] | None" = None
    write_object: Writer | None = None
    write_image: Writer | None = None
    layouts: Mapping[str, Writer] = field(default_factory=dict[str, Writer])
    """Other ways to write an image: what `{layout=…}` after the name may say."""
    rewrites: Mapping[str, Reader[str]] = field(
        default_factory=dict[str, "Reader[str]"]
    )
    """Formats that its text becomes without a module, by name."""
    level: str | None = "naplespu"
    """The level of a module that can be written; None for every level."""

    @property
    def is_translated(self) -> bool:
        """Does circ-translate read it?"""
        return bool(self.read_module or self.read_object or self.read_image)


SOURCE = "source"

JAVASCRIPT_TO_BYTECODE: "Reader[str]" = TextReader("javascript.modules:bytecode_of")

FORMATS: Mapping[str, Format] = {
    "mlir": Format("mlir", read_module=read_mlir, write_module=write_mlir, level=None),
    "circuit-gates": Format(
        "circuit",
        read_module=TextReader("circuit.gates:read_gates"),
        write_module=Deferred("circuit.gates:write_gates"),
        level="circuit",
    ),
    "circuit-dump": Format(
        "dump",
        read_module=TextReader("circuit.dump:read_dump"),
        write_module=Deferred("circuit.dump:write_dump"),
        level="circuit",
    ),
    "circuit-dot": Format("dot", write_module=write_dot, level="circuit"),
    "circuit-html": Format("html", write_module=write_html, level="circuit"),
    "llvlir-bytecode": Format(
        "llvb",
        read_module=read_bytecode,
        write_module=Deferred("llvlir.encoder:write_reference"),
        level="llvlir",
    ),
    "gen-text": Format(
        "gen",
        read_module=TextReader("gen.reader:read_gen_text"),
        write_module=Deferred("gen.writer:write_gen_text"),
        level="gen",
    ),
    "naplespu-asm": Format(
        "s",
        read_object=ASSEMBLER,
        write_module=Deferred("naplespu.emission:emit_assembly"),
        write_object=Deferred("naplespu.assembler.listing:disassemble_object"),
        write_image=Deferred("naplespu.assembler.listing:disassemble_image"),
    ),
    "naplespu-obj": Format(
        "o",
        read_object=Deferred("naplespu.object.elf_reader:read_object"),
        write_module=write_module_as_object,
        write_object=Deferred("naplespu.object.elf:write_object"),
    ),
    "naplespu-elf": Format(
        "elf",
        read_image=Deferred("naplespu.object.elf_reader:read_executable"),
        write_image=Deferred("naplespu.object.elf:write_executable"),
    ),
    "naplespu-hex": Format(
        "hex",
        read_image=TextReader("naplespu.object.image:read_hex"),
        write_image=STANDALONE,
        layouts={
            "standalone": STANDALONE,
            "readmemh": Deferred("naplespu.object.image:write_readmemh"),
        },
    ),
    "llvm-ir": Format(
        "ll",
        read_module=Deferred("llvm:read_llvm"),
        write_module=Deferred("execute.host.library:write_llvm_ir"),
        level="llvlir",
    ),
    "host-obj": Format(
        "host.o",
        write_module=Deferred("execute.host.library:write_object"),
        level="llvlir",
    ),
    "host-so": Format(
        "so",
        write_module=Deferred("execute.host.library:write_shared"),
        level="llvlir",
    ),
    "opencl": Format(
        "cl", read_module=Deferred("c.opencl:read_opencl"), level="source"
    ),
    "c": Format("c", read_module=Deferred("c.reader:read_c"), level=SOURCE),
    "javascript": Format(
        "js",
        read_module=TextReader("javascript.modules:read_javascript_module"),
        rewrites={"javascript-bytecode": JAVASCRIPT_TO_BYTECODE},
        level=SOURCE,
    ),
    "typescript": Format(
        "ts",
        read_module=TextReader("javascript.modules:read_javascript_module"),
        rewrites={"javascript-bytecode": JAVASCRIPT_TO_BYTECODE},
        level=SOURCE,
    ),
    "javascript-bytecode": Format(
        "jsbc",
        read_module=TextReader("javascript.modules:read_bytecode_module"),
        level="circuit",
    ),
}

IMAGE_FORMATS = frozenset(
    name for name, entry in FORMATS.items() if entry.read_object or entry.read_image
)
"""The formats of machine code: images, and objects that link to one."""


MAGIC = {
    b"\0LVL": "llvlir-bytecode",
    b"!<arch>\n": "naplespu-obj",
    b"BC\xc0\xde": "llvm-ir",
}
"""First bytes of binary files but ELF, which has two formats."""

TEXT_FORMS = {
    "gen-text": r"\s*\.decl_(?:function|external|global|attribute)\b",
    "circuit-gates": r"(?:\s|;.*\n)*\w+ = [A-Z][A-Z_0-9]*\s*(?:[\[{:]|$)",
    "naplespu-asm": r"(?:\s|#.*\n)*\.(?:text|globl|global|file|section|data)\b",
    "mlir": r"(?:\s|//.*\n)*(?:[#!]\w|module\b|\"?[a-z]\w*\.[a-z]\w*)",
}
"""How texts begin, for files whose names do not tell their format."""


def format_of(name: str, data: bytes) -> str:
    """The format of a file by its contents; of a text by its extension, if known."""
    from circ.targets.naplespu.object.elf_reader import is_elf, is_executable

    if is_elf(data):
        return "naplespu-elf" if is_executable(data) else "naplespu-obj"
    for magic, format in MAGIC.items():
        if data.startswith(magic):
            return format
    extension = name.rpartition(".")[2]
    for format, entry in FORMATS.items():
        if entry.extension == extension:
            return format
    text = data[:4096].decode(errors="replace")
    for format, form in TEXT_FORMS.items():
        if re.match(form, text):
            return format
    if not text.strip() or name == STDIN:
        return "mlir"  # what a wrong text is diagnosed as
    known = ", ".join(f".{entry.extension}" for entry in FORMATS.values())
    message = f"cannot tell the format of '{name}' by its contents or name ({known})"
    raise Diagnostic(None, message)


class File(NamedTuple):
    """An input that has been read, once: a pipe cannot be read again."""

    name: str
    """In locations."""
    data: bytes
    format: str


def read_file(path: str | None, format: str | None = None) -> File:
    """The contents of a file or of the standard input, and what they are."""
    data, name = read_bytes(path), source_name(path)
    return File(name, data, format or format_of(name, data))


def add_format_argument(parser: argparse.ArgumentParser) -> None:
    """`-f FORMAT`, that of the input."""
    help = "the format of the input, by name or extension; default what it contains"
    parser.add_argument(
        "-f", "--from", dest="source", metavar="FORMAT", type=format_name, help=help
    )


def add_target_argument(parser: argparse.ArgumentParser, default: str) -> None:
    """`-t FORMAT`, that of the output; the default in words."""
    help = f"the format of the output, by name or extension; default {default}"
    parser.add_argument("-t", "--to", dest="target", metavar="FORMAT", help=help)


def format_name(text: str) -> str:
    """The name of a format, given itself or by the extension of its files."""
    name = by_extension(text)
    format_named(name)
    return name


def by_extension(text: str) -> str:
    """
    `NAME` or `NAME{layout=…}`, which may have an extension in the place of the name.

    Other names, as of other packages' targets, stay as they are.
    """
    name, brace, layout = text.partition("{")
    names = {entry.extension: name for name, entry in FORMATS.items()}
    return names.get(name, name) + brace + layout


def format_named(name: str) -> Format:
    if name not in FORMATS:
        raise unknown("format", name, FORMATS)
    return FORMATS[name]


def module_in(file: File) -> "ModuleOp":
    """The module in a file, verified."""
    if (read := format_named(file.format).read_module) is None:
        known = ", ".join(name for name, entry in FORMATS.items() if entry.read_module)
        message = f"'{file.name}': {file.format} is not read as a module ({known})"
        raise Diagnostic(None, message)
    return read(file.data, file.name)


def read_module(path: str, format: str | None = None) -> "ModuleOp":
    """The module in a file, verified; its contents tell the default format."""
    return module_in(read_file(path, format))


def image_of(path: str) -> "Image | None":
    """The executable in a file; None where it is something else."""
    data = read_bytes(path)
    if format_of(path, data) != "naplespu-elf":
        return None
    return Deferred["Image"]("naplespu.object.elf_reader:read_executable")(data, path)


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
        return ASSEMBLER(data, name, places, include)
    entry = FORMATS[source]
    read_it = entry.read_object or entry.read_image
    assert read_it is not None
    return read_it(data, name)


def linked(
    inputs: "Sequence[ObjectFile | Archive | Image]",
    settings: LinkSettings = DEFAULT_LINK,
    definitions: Mapping[str, int] | None = None,
) -> "Image":
    """
    The program that the inputs are: an image alone, or objects and archives.

    `definitions` are symbols that objects need not define.
    """
    from circ.targets.naplespu.object.image import Image

    objects = [each for each in inputs if not isinstance(each, Image)]
    if len(objects) == len(inputs):
        return settings.link(objects, definitions)
    (image, *others) = [each for each in inputs if isinstance(each, Image)]
    if objects or others:
        raise Diagnostic(None, "an executable cannot be linked with other files")
    if settings.strip:
        image = replace(image, debug={})
    if (entry := settings.entry) is None:
        return image
    if entry not in image.symbols:
        raise Diagnostic(None, f"the entry symbol '{entry}' is not defined")
    return replace(image, entry=image.symbols[entry].address)


def translate(
    files: Sequence[File],
    target: str,
    settings: LinkSettings = DEFAULT_LINK,
    include: Sequence[str] = (),
) -> str | bytes:
    """The contents of files in format `target`; several files are linked."""
    writer, write_image = format_named(target.partition("{")[0]), image_writer(target)
    single = files[0] if len(files) == 1 and settings == DEFAULT_LINK else None
    formats = [file.format for file in files]
    if any(FORMATS[format].read_module for format in formats):
        if single is None:
            raise Diagnostic(None, "only objects and archives are linked")
        if (rewrite := FORMATS[single.format].rewrites.get(target)) is not None:
            return rewrite(single.data, single.name)
        if can_write_module(target):
            return write_module(module_in(single), target)
    elif IMAGE_FORMATS.issuperset(formats) and (write_image or writer.write_object):
        from circ.targets.naplespu.object.objectfile import ObjectFile

        found = [
            read_input(data, name, format, include=include)
            for name, data, format in files
        ]
        if writer.write_object:
            if single is None or len(found) > 1:
                what = "naplespu-elf or naplespu-hex"
                raise Diagnostic(None, f"linking makes an image: {what}, not {target}")
            if isinstance(found[0], ObjectFile):
                return writer.write_object(found[0])
        if write_image:
            return write_image(linked(found, settings))
        raise Diagnostic(files[0].name, f"an image cannot become {target}")
    pairs = "; ".join(f"{one} to {', '.join(many)}" for one, many in available())
    message = f"cannot translate {formats[0]} to {target}; what there is: {pairs}"
    raise Diagnostic(None, message)


MACHINE_FORMATS = frozenset(
    name for name, entry in FORMATS.items() if entry.write_image or entry.write_object
)
"""The formats of a machine's code."""

BYTECODE = "llvlir-bytecode"
HOST_FORMATS = ("llvm-ir", "host-obj", "host-so")


def translated_bytecode(
    files: Sequence[File],
    target: str,
    jobs: str,
    is_cached: bool,
    opt: int = 2,
    lift: bool = False,
) -> Sequence[File]:
    """The files; llvlir bytecode is compiled to objects if the target is code."""
    if target.partition("{")[0] not in MACHINE_FORMATS:
        return files
    if all(file.format != BYTECODE for file in files):
        return files
    from circ.tools.bytecode_compilation import compile_bytecode
    from circ.tools.code_cache import open_cache
    from circ.tools.jobs import runner
    from circ.tools.runs import CompileOptions

    options = CompileOptions(opt=opt)
    cache = open_cache() if is_cached else None
    processes = runner(jobs)
    try:
        return [
            File(
                file.name,
                compile_bytecode(file.data, file.name, options, processes, cache, lift),
                "naplespu-obj",
            )
            if file.format == BYTECODE
            else file
            for file in files
        ]
    finally:
        processes.close()


def image_writer(target: str) -> Writer | None:
    """What writes an image in the format `NAME` or `NAME{layout=…}`, if it can be."""
    name, _, layout = target.partition("{")
    writer = format_named(name)
    return layout_named(layout, name, writer.layouts) if layout else writer.write_image


def can_write_module(target: str) -> bool:
    """Can a module be written in the format, linked into an image if it is of one?"""
    name, _, layout = target.partition("{")
    writer = format_named(name)
    if writer.write_module and not layout:
        return True
    return image_writer(target) is not None and writer.write_object is None


def write_module(module: "ModuleOp", target: str) -> str | bytes:
    """The module in the format `NAME` or `NAME{layout=…}`; it is of the level."""
    check_level(module, target.partition("{")[0])
    if target not in (BYTECODE, "mlir"):
        from circ.transforms.pipelines import in_first_profile

        module = in_first_profile(module)
    if target in HOST_FORMATS:
        from circ.transforms.llvlir.float_environment import without_float_environment

        module = without_float_environment(module)
    write, write_image = format_named(target.partition("{")[0]), image_writer(target)
    if write.write_module and "{" not in target:
        return write.write_module(module)
    if write_image is None or write.write_object is not None:
        raise Diagnostic(None, f"a module cannot be written as {target}")
    from circ.targets.naplespu.emission import object_of

    return write_image(linked([object_of(module)]))


def check_level(module: "ModuleOp", format: str) -> None:
    """Diagnose a function of another level than that of which the format is."""
    from circ.dialects.common.module_functions import definitions
    from circ.transforms.pipelines import level_of, levels_between

    level, found = FORMATS[format].level, level_of(module)
    if level in (None, found):
        return
    for name, function in definitions(module).items():
        message = f"{format} is of level {level}, but '@{name}' of level {found}"
        if levels_between(found, str(level)):
            message += f"; 'lower-to-{level}' lowers it"
        raise Diagnostic(function.location, message)


def layout_named(text: str, target: str, layouts: Mapping[str, Writer]) -> Writer:
    """The writer for `layout=NAME}` after the name of a format."""
    name = text.removeprefix("layout=").removesuffix("}").strip("\"'")
    if not text.startswith("layout=") or name not in layouts:
        known = ", ".join(layouts) or "none"
        raise Diagnostic(None, f"unknown layout '{name}' of {target} ({known})")
    return layouts[name]


def available() -> list[tuple[str, list[str]]]:
    """Each format that can be read, with the formats it can be translated to."""
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

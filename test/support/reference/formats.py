"""The page of file formats and of the targets of `circ-opt -t`."""

from collections.abc import Iterator

from circ.tools.formats import FORMATS, Format, available
from circ.tools.universe import TARGETS, target_class
from reference.markdown import documentation, link, option_table, page, table

INTRODUCTION = """\
A file holds a module of one level, an object of NaplesPU (or an archive of them),
or an image: a program with all addresses fixed. A binary file is known by its
contents, a text by its extension, or by how it begins where that is none of these.
`circ-translate --from FORMAT --to FORMAT` converts, `circ-opt -t
FORMAT{OPTION=VALUE}` writes a module after passes, and `circ.load` and `circ.emit`
do the same from Python; for commands FORMAT may be an extension too, without the
point. A module must be of the format's level, which `lower-to-…` reaches
([passes.md](passes.md))."""

ABOUT = {
    "mlir": "Text of MLIR's syntax, with operations of any level; "
    "[input.md](../input.md) says what of MLIR's own dialects is accepted.",
    "circuit-gates": "[circuit-operations.md](circuit-operations.md) has its syntax.",
    "circuit-dump": "[circuit.md](circuit.md#10-gate-list-text) says what is read.",
    "circuit-html": "[watching-passes.md](../watching-passes.md) has an example.",
    "naplespu-asm": "Syntax and directives: [naplespu.md](../naplespu.md).",
}
"""What the docstrings of targets do not say."""


def formats_page() -> str:
    known = {n: e for n, e in FORMATS.items() if reads(e) or writes(e)}
    rows = [
        (link(n), f"`.{e.extension}`", e.level or "any", reads(e), writes(e))
        for n, e in known.items()
    ]
    parts = [table(("format", "extension", "level", "read as", "written from"), rows)]
    for name, entry in known.items():
        parts += [f"## {name}", *_format(name, entry)]
    return page("Files and targets", INTRODUCTION, *parts)


def _format(name: str, entry: Format) -> Iterator[str]:
    if name in TARGETS:
        target = target_class(TARGETS[name])
        yield documentation(target)
        yield option_table(target)
    yield ABOUT.get(name, "")
    translations = dict(available())
    if targets := translations.get(name):
        yield f"`circ-translate --from {name}` writes {', '.join(targets)}."
    if entry.layouts:
        names = ", ".join(f"`{name}{{layout={layout}}}`" for layout in entry.layouts)
        yield f"Layouts: {names}."


def reads(entry: Format) -> str:
    found = (
        ("module", entry.read_module),
        ("object", entry.read_object),
        ("image", entry.read_image),
    )
    return ", ".join(what for what, reader in found if reader)


def writes(entry: Format) -> str:
    found = (
        ("module", entry.write_module or entry.write_image),
        ("object", entry.write_object),
        ("image", entry.write_image),
    )
    return ", ".join(what for what, writer in found if writer)

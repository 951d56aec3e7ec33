"""
`circ-translate FILE... --from FORMAT --to FORMAT -o OUT`: one file format to another.

Design, section 4. A translation keeps the level: what a format cannot say is diagnosed
by its writer. Several objects and archives are linked. The formats are in
`circ.tools.formats`.
"""

import argparse
from collections.abc import Sequence

from circ.tools.command import (
    add_output_arguments,
    paused_collector,
    read_bytes,
    run_command,
    source_name,
    write_output,
)
from circ.tools.formats import FORMATS, format_named, translate


def argument_parser() -> argparse.ArgumentParser:
    layouts = ", ".join(
        f"{name}{{layout={layout}}}"
        for name, entry in FORMATS.items()
        for layout in entry.layouts
    )
    known = ", ".join(name for name, entry in FORMATS.items() if entry.is_translated)
    parser = argparse.ArgumentParser(
        "circ-translate",
        description="Translate a file to another format of the same program, or link "
        "objects and archives: naplespu-obj to naplespu-elf or naplespu-hex. A program "
        "with main and without _start gets circ's start-up code.",
        epilog=f"FORMAT is one of {known}, or, to write, one of {layouts}.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="input, - for stdin")
    add_output_arguments(parser)
    for option in ("from", "to"):
        parser.add_argument(f"--{option}", dest=option, metavar="FORMAT", required=True)
    parser.add_argument(
        "--entry", metavar="NAME", help="link: the symbol where the program begins"
    )
    parser.add_argument(
        "-I",
        dest="include",
        metavar="DIR",
        action="append",
        default=[],
        help="assembly: where '.include' and '.incbin' look for files",
    )
    return parser


def run(
    paths: Sequence[str],
    source: str,
    target: str,
    output: str | None,
    entry: str | None,
    include: Sequence[str],
) -> int:
    format_named(source)
    format_named(target.partition("{")[0])
    inputs = [(read_bytes(path), source_name(path)) for path in paths]
    write_output(output, translate(inputs, source, target, entry, include))
    return 0


def main() -> int:
    """The entry point of `circ-translate`."""

    def command() -> int:
        options = vars(argument_parser().parse_args())
        with paused_collector():
            return run(
                options["files"],
                options["from"],
                options["to"],
                options["output"],
                options["entry"],
                options["include"],
            )

    return run_command("circ-translate", command)

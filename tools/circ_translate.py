"""
`circ-translate FILE... --from FORMAT --to FORMAT -o OUT`: one file format to another.

A translation keeps the level; a writer diagnoses what its format cannot express.
Several objects and archives are linked. The formats are in `circ.tools.formats`.
"""

import argparse

from circ.tools.command import (
    ASSEMBLY_INCLUDE,
    add_include_argument,
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
    for option, dest in (("--from", "source"), ("--to", "target")):
        parser.add_argument(option, dest=dest, metavar="FORMAT", required=True)
    parser.add_argument(
        "--entry", metavar="NAME", help="link: the symbol where the program begins"
    )
    add_include_argument(parser, ASSEMBLY_INCLUDE)
    return parser


def run() -> int:
    options = argument_parser().parse_args()
    format_named(options.source)
    format_named(options.target.partition("{")[0])
    inputs = [(read_bytes(path), source_name(path)) for path in options.files]
    with paused_collector():
        data = translate(
            inputs, options.source, options.target, options.entry, options.include
        )
        write_output(options.output, data)
    return 0


def main() -> int:
    """The entry point of `circ-translate`."""
    return run_command("circ-translate", run)

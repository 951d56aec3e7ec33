"""
`circ-translate FILE --from FORMAT --to FORMAT -o OUT`: one file format to another.

Design, section 4. A translation keeps the level: what a format cannot say is diagnosed
by its writer. The formats are in `circ.tools.formats`.
"""

import argparse

from circ.tools.command import (
    add_arguments,
    paused_collector,
    read_bytes,
    run_command,
    source_name,
    write_output,
)
from circ.tools.formats import FORMATS, format_named, translate


def argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "circ-translate",
        description="Translate a file to another format of the same program.",
        epilog=f"FORMAT is one of {', '.join(FORMATS)}.",
    )
    add_arguments(parser)
    for option in ("from", "to"):
        parser.add_argument(f"--{option}", dest=option, metavar="FORMAT", required=True)
    return parser


def run(path: str, source: str, target: str, output: str | None) -> int:
    format_named(source)
    format_named(target)
    data = read_bytes(path)
    write_output(output, translate(data, source_name(path), source, target))
    return 0


def main() -> int:
    """The entry point of `circ-translate`."""

    def command() -> int:
        options = vars(argument_parser().parse_args())
        with paused_collector():
            return run(
                options["file"], options["from"], options["to"], options["output"]
            )

    return run_command("circ-translate", command)

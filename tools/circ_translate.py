"""
`circ-translate FILE... [-f FORMAT] -t FORMAT -o OUT`: one file format to another.

A translation keeps the level; a writer diagnoses what its format cannot express.
Several objects and archives are linked. The formats are in `circ.tools.formats`.
"""

import argparse
from os.path import splitext

from circ.dialects.common.collector import paused_collector
from circ.dialects.common.diagnostics import Diagnostic
from circ.tools.command import (
    ASSEMBLY_INCLUDE,
    UsageError,
    add_include_argument,
    add_output_arguments,
    write_output,
)
from circ.tools.completion import parse_arguments
from circ.tools.formats import (
    FORMATS,
    add_format_argument,
    add_target_argument,
    by_extension,
    format_named,
    read_file,
    translate,
    translated_bytecode,
)
from circ.tools.linking import LinkSettings, add_link_arguments
from circ.tools.running import run_command


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
        "objects and archives: naplespu-obj to naplespu-elf or naplespu-hex. llvlir "
        "bytecode is compiled where the format is that of machine code. A program "
        "with main and without _start gets circ's start-up code.",
        epilog=f"FORMAT is one of {known}, or, to write, one of {layouts}.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="input, - for stdin")
    add_output_arguments(parser)
    add_format_argument(parser)
    add_target_argument(parser, "what the extension of OUT says")
    add_link_arguments(parser)
    parser.add_argument(
        *("-j", "--jobs"),
        metavar="N",
        default="1",
        help="compile llvlir bytecode with N processes, default 1, 0 for as many as "
        "there are processors",
    )
    parser.add_argument(
        "-O",
        dest="opt",
        metavar="N",
        type=int,
        choices=range(4),
        default=2,
        help="how much to optimise llvlir bytecode, 0 to 3, default 2",
    )
    parser.add_argument(
        "--lift",
        action="store_true",
        help="optimise llvlir bytecode as circuits again (lift-llvlir{opt=N}), all "
        "functions of a file together, before it is compiled",
    )
    parser.add_argument(
        "--no-cache",
        action="store_true",
        help="compile llvlir bytecode that was compiled before, too",
    )
    parser.add_argument(
        "--dump",
        action="store_true",
        help="print the offset, bytes and meaning of each part of an llvlir bytecode",
    )
    parser.add_argument(
        "--sizes",
        action="store_true",
        help="with --dump: print how many bytes its parts take instead",
    )
    add_include_argument(parser, ASSEMBLY_INCLUDE)
    return parser


def run() -> int:
    options = parse_arguments(argument_parser())
    if options.dump or options.sizes:
        return _dump(options)
    target = options.target or splitext(options.output or "")[1][1:]
    if not target:
        raise UsageError("neither -t FORMAT nor the extension of -o OUT names a format")
    target = by_extension(target)
    format_named(target.partition("{")[0])
    files = [read_file(path, options.source) for path in options.files]
    with paused_collector():
        files = translated_bytecode(
            *(files, target, options.jobs, not options.no_cache),
            options.opt,
            options.lift,
        )
        data = translate(files, target, LinkSettings.of(options), options.include)
        write_output(options.output, data)
    return 0


def _dump(options: argparse.Namespace) -> int:
    """Print what the bytes of a module in llvlir bytecode mean."""
    from circ.targets.llvlir.dump import dump, sizes

    if not options.dump:
        raise UsageError("--sizes goes with --dump")
    texts: list[str] = []
    for path in options.files:
        name, data, format = read_file(path, options.source)
        if format != "llvlir-bytecode":
            raise Diagnostic(None, f"'{name}': --dump is for llvlir-bytecode")
        texts.append((sizes if options.sizes else dump)(data, name))
    write_output(options.output, "".join(texts))
    return 0


def main() -> int:
    """The entry point of `circ-translate`."""
    return run_command("circ-translate", run)

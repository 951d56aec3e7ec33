"""
`circ-new-dialect NAME DIR`: create a project with a dialect that runs at every level.

It can be installed and tested as it is: operations with verification, canonicalisation
and meaning, a pass, a lowering, lit tests and a CI file (docs/extending.md).
"""

import argparse
import re
import shlex
import shutil
import sys
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from circ.dialects.common.diagnostics import Diagnostic
from circ.tools.command import add_common_arguments, reason_of
from circ.tools.completion import parse_arguments
from circ.tools.formats import installed
from circ.tools.new_dialect import project
from circ.tools.running import run_command


def argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "circ-new-dialect",
        description="Create a project with a dialect that runs at every level.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "name", metavar="NAME", help="the name of dialect, Python package and project"
    )
    parser.add_argument(
        "directory", metavar="DIR", help="where it is created: new, or empty"
    )
    parser.add_argument(
        "--with-type", action="store_true", help="with a type of the dialect's own"
    )
    add_common_arguments(parser)
    return parser


def check_name(name: str) -> None:
    """Refuse what cannot be the name of a dialect and package, or is one already."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or name.endswith("_"):
        rule = "expected small letters, digits and '_', first a letter, '_' not last"
        raise Diagnostic(None, f"{name!r} cannot be the name of a dialect: {rule}")
    if iskeyword(name):
        raise Diagnostic(None, f"'{name}' is a keyword of Python")
    if name in installed().all_dialects:
        raise Diagnostic(None, f"there is a dialect '{name}' already")
    names = sys.stdlib_module_names | packages_distributions().keys()
    if name in names or find_spec(name) is not None:
        raise Diagnostic(None, f"there is a Python package '{name}' already")


def create(directory: Path, files: dict[str, str]) -> None:
    """Write all files below a directory that is new or empty, or none."""
    created = False
    try:
        if directory.is_dir():
            if next(directory.iterdir(), None) is not None:
                raise Diagnostic(None, f"the directory '{directory}' is not empty")
        else:
            directory.mkdir()
            created = True
    except OSError as error:
        message = f"cannot create '{directory}': {reason_of(error)}"
        raise Diagnostic(None, message) from None
    try:
        for name, text in files.items():
            path = directory / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except BaseException as error:
        for path in [directory] if created else [*directory.iterdir()]:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        if isinstance(error, OSError):
            message = f"cannot write '{directory}': {reason_of(error)}"
            raise Diagnostic(None, message) from None
        raise


def _main() -> int:
    arguments = parse_arguments(argument_parser())
    check_name(arguments.name)
    files = project(arguments.name, arguments.with_type)
    create(Path(arguments.directory), files)
    print(f"created the dialect '{arguments.name}': {len(files)} files. Try it:")
    print(f"  cd {shlex.quote(arguments.directory)}")
    print("  pip install -e '.[test]'")
    print("  pytest")
    return 0


def main() -> int:
    return run_command("circ-new-dialect", _main)

"""
Completion of command lines in bash, zsh and fish, by argcomplete.

Where that is installed (`circ-compiler[completion]`), its `register-python-argcomplete`
prints what a shell runs to have the completion of a command.
"""

import argparse
import os
from collections.abc import Callable, Iterable, Mapping
from pkgutil import resolve_name
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from argcomplete.completers import BaseCompleter

LISTS = frozenset(("passes", "features", "disable"))
"""Arguments that are several names, with commas between them."""


def parse_arguments(
    parser: argparse.ArgumentParser, arguments: list[str] | None = None
) -> argparse.Namespace:
    """The command line, parsed; answers a shell instead that wants it completed."""
    answer_shell(parser)
    return parser.parse_args(arguments)


def answer_shell(parser: argparse.ArgumentParser) -> None:
    """Print how the command line may go on and exit, if a shell asks for that."""
    if "_ARGCOMPLETE" in os.environ:
        from argcomplete import autocomplete

        autocomplete(parser, default_completer=cast("BaseCompleter", completions))


def completions(*, prefix: str, action: argparse.Action, **_: object) -> Iterable[str]:
    """What an argument may be that begins with `prefix`."""
    if (path := NAMES.get(action.dest)) is None:
        from argcomplete.completers import FilesCompleter

        return FilesCompleter()(prefix)
    found = cast(Iterable[str] | Callable[[], Iterable[str]], resolve_name(path))
    names = found() if callable(found) else found
    given, comma, _last = prefix.rpartition(",")
    before = given + comma if action.dest in LISTS else ""
    return [before + name for name in names]


def targets() -> Iterable[str]:
    """The names of all formats that are written."""
    from circ.tools.formats import FORMATS, installed

    return dict.fromkeys((*FORMATS, *installed().all_targets))


def passes() -> Iterable[str]:
    """The names of all passes."""
    from circ.tools.formats import installed

    return installed().all_passes


NAMES: Mapping[str, str] = {
    "source": "circ.tools.formats:FORMATS",
    "target": "circ.tools.completion:targets",
    "passes": "circ.tools.completion:passes",
    "stop_after": "circ.tools.completion:passes",
    "help_pass": "circ.tools.completion:passes",
    "level": "circ.transforms.pipelines:LEVELS",
    "disable": "circ.transforms.naplespu.passes:OPTIMIZATIONS",
    "cpu": "circ.targets.naplespu.description.subtarget:PROCESSORS",
}
"""Where the names are that an argument may be, by its name in the program."""

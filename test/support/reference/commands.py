"""The page of commands: the arguments that their parsers know."""

import argparse
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from pkgutil import resolve_name
from typing import Protocol, cast
from unittest.mock import patch

from reference.markdown import code, contents, linked, page, table

ROOT = Path(__file__).parents[3]

INTRODUCTION = """\
The arguments of every command, as `--help` prints them. A file name may be `-` for
standard input or output. The exit status is 0 for success, 1 after a diagnosed
error, 2 for a wrong command line and 70 after an
internal error ([diagnostics.md](../diagnostics.md)); [input.md](../input.md) and
[python.md](../python.md) have examples."""


LISTS = {
    "passes": "[passes.md](passes.md), xDSL's own in `--list-passes`",
    "targets": "[targets-and-formats.md](targets-and-formats.md)",
}
"""What stands for the lists of names in xDSL's help texts."""

XDSL_HELP = {
    "disable_verify": "Do not verify the module.",
    "version": "show program's version number and exit",
}
"""Of arguments of xDSL's driver that say nothing themselves."""


class Group(Protocol):
    """A group of arguments, which has a title in `--help`."""

    title: str | None


class _Found(BaseException):
    """The parser of a command, on its way out of it."""

    def __init__(self, parser: argparse.ArgumentParser):
        self.parser = parser


def commands_page() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    parsers = {name: parser_of(path) for name, path in project["scripts"].items()}
    parts = [INTRODUCTION, contents(parsers)]
    for name, parser in sorted(parsers.items()):
        parts += [f"## {name}", *_command(name, parser)]
    return page("Commands", *parts)


def parser_of(path: str) -> argparse.ArgumentParser:
    """The parser that the entry point of a command uses."""

    def found(parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        raise _Found(parser)

    main = cast("Callable[[], object]", resolve_name(path))
    try:
        with (
            patch.object(argparse.ArgumentParser, "parse_args", found),
            patch("sys.argv", [path]),
        ):
            main()
    except _Found as result:
        return result.parser
    raise AssertionError(f"{path} parses no arguments")


def _command(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    yield _text(parser, parser.description)
    groups = cast("list[Group]", vars(parser)["_action_groups"])
    actions = [cast("list[argparse.Action]", vars(g)["_group_actions"]) for g in groups]
    yield code(parser.usage % {"prog": name} if parser.usage else _usage(name, actions))
    for group, members in zip(groups, actions, strict=True):
        rows = [
            (_name(action), _text(parser, _help(action), vars(action)))
            for action in members
            if action.help != argparse.SUPPRESS
        ]
        if rows:
            yield table((group.title or "", "meaning"), rows)
    yield _text(parser, parser.epilog)


def _usage(name: str, groups: list[list[argparse.Action]]) -> str:
    forms = {"?": "[{}]", "+": "{} ...", "*": "[{} ...]"}
    operands = [
        forms.get(str(action.nargs), "{}").format(_metavar(action))
        for actions in groups
        for action in actions
        if not action.option_strings
    ]
    return f"{name} [options] {' '.join(operands)}"


def _metavar(action: argparse.Action) -> str:
    if isinstance(action.metavar, str):
        return action.metavar
    if action.choices is not None:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return action.dest.upper()


def _name(action: argparse.Action) -> str:
    if not action.option_strings:
        return f"`{_metavar(action)}`"
    value = "" if action.nargs == 0 else f" {_metavar(action)}"
    return f"`{', '.join(action.option_strings)}{value}`"


def _help(action: argparse.Action) -> str | None:
    return action.help or XDSL_HELP.get(action.dest)


def _text(
    parser: argparse.ArgumentParser,
    text: str | None,
    values: dict[str, object] | None = None,
) -> str:
    """A help text; the list of all passes is on a page of its own."""
    text = (text or "") % {**(values or {}), "prog": parser.prog}
    for name, link in LISTS.items():
        text = re.sub(rf"Available {name} are: .*", f"They are in {link}.", text)
    return linked(text.replace("<", "\\<"))

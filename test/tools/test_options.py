"""Each option that a command's `--help` shows is used by a test."""

import argparse
import re
import tomllib
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from pkgutil import resolve_name
from typing import cast

import pytest
from reference.commands import parser_of

from circ.targets.tablegen.backends import BACKENDS

ROOT = Path(__file__).parents[2]
COMMANDS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
SUFFIXES = {".mlir", ".py", ".s", ".td", ".test"}


@pytest.fixture(scope="module")
def words() -> dict[str, set[str]]:
    """What tests say: the words of each file, by the commands that it names."""
    found: dict[str, set[str]] = {name: set() for name in COMMANDS}
    for path in (ROOT / "test").rglob("*"):
        if path.suffix not in SUFFIXES or path == Path(__file__):
            continue
        text = path.read_text(errors="replace")
        said = set(re.findall(r"(?<![\w-])--?[A-Za-z][\w-]*", text))
        for command in COMMANDS:
            if re.search(f"{command}|{command.replace('-', '_')}", text):
                found[command] |= said
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_has_a_test(command: str, words: dict[str, set[str]]):
    actions = cast(
        "list[argparse.Action]", vars(parser_of(COMMANDS[command]))["_actions"]
    )
    options = [action.option_strings for action in actions if action.option_strings]
    said = words[command] | {"--help", "--version"}  # below
    if command == "circ-tblgen":  # test_circ_tblgen.test_every_generator_has_a_module
        said |= {f"-{name}" for name in BACKENDS}
    if command == "circ-cc":
        said |= {"-###", "-Wl,"}  # not words; test_circ_cc.py has them
    assert [names for names in options if said.isdisjoint(names)] == []


@pytest.mark.parametrize("option", ("-h", "--help", "-v", "--version"))
@pytest.mark.parametrize("command", COMMANDS)
def test_help_and_version(
    command: str,
    option: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.setattr("sys.argv", [command, option])
    main = cast(Callable[[], int], resolve_name(COMMANDS[command]))
    with pytest.raises(SystemExit) as exit:
        main()
    output = capsys.readouterr().out
    assert exit.value.code in (0, None)
    expected = (
        f"usage: {command} "
        if "h" in option
        else f"{command} {version('circ-compiler')}"
    )
    assert output.startswith(expected)

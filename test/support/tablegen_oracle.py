"""
What LLVM's own `llvm-tblgen` says of a description, where it is installed.

The goldens of the language tests come from it (`pytest --regenerate`), never from circ.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

ORACLE = "llvm-tblgen-19"
HAS_ORACLE = shutil.which(ORACLE) is not None

_DIAGNOSTIC = re.compile(
    r"^(?P<file>[^\n]*?):(?P<line>\d+):(?P<column>\d+): "
    r"(?P<kind>error|warning|note): (?P<text>[^\n]*)$",
    re.MULTILINE,
)


class Message(NamedTuple):
    """One diagnostic, without its file."""

    line: int
    column: int
    kind: str
    text: str


class Outcome(NamedTuple):
    """How a run of a command over a description ended."""

    status: int
    stdout: str
    messages: list[Message]
    stderr: str


def messages_of(stderr: str) -> list[Message]:
    """The diagnostics in what a tool wrote to stderr, in order."""
    return [
        Message(int(found["line"]), int(found["column"]), found["kind"], found["text"])
        for found in _DIAGNOSTIC.finditer(stderr)
    ]


def run_oracle(path: Path, *options: str) -> Outcome:
    """Run llvm-tblgen on a file; a crash has a negative status."""
    done = subprocess.run(
        [ORACLE, *options, str(path)], capture_output=True, text=True, check=False
    )
    messages = messages_of(done.stderr)
    return Outcome(done.returncode, done.stdout, messages, done.stderr)


def comparable(dump: str | dict[str, Any]) -> dict[str, Any]:
    """A JSON dump without source locations, which name files of the machine."""
    records: dict[str, Any] = json.loads(dump) if isinstance(dump, str) else dump
    for record in records.values():
        if isinstance(record, dict):
            record.pop("!locs", None)
    return records


def without_anonymous_numbers(dump: dict[str, Any]) -> dict[str, Any]:
    """
    The dump with `anonymous_N` renamed by contents, so that numbering is left out.

    Two anonymous records are the same if their fields are, names of other anonymous
    records apart; equal ones are counted.
    """
    text = re.compile(r"anonymous_\d+")
    named: dict[str, Any] = {}
    anonymous: list[str] = []
    for name, record in dump.items():
        plain = json.loads(text.sub("anonymous", json.dumps(record)))
        if text.search(name):
            anonymous.append(json.dumps([text.sub("anonymous", name), plain]))
        elif isinstance(plain, dict) and name == "!instanceof":
            named[name] = {key: sorted(found) for key, found in plain.items()}
        else:
            named[name] = plain
    return {"named": named, "anonymous": sorted(anonymous)}

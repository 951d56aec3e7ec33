"""
Run the code blocks of a page: `python run_page.py PAGE`, in a copy of the project.

What each kind of block means is told in CONTRIBUTING.md. Blocks run from top to bottom
in one Python session, one working directory and one set of files. The exit status is 0
if all did and showed what the page says.
"""

import doctest
import os
import re
import shutil
import site
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

FENCE = re.compile(
    r"^(?P<indent> *)```(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
INFO = re.compile(r'(\w+)(?: title="([^"]+)")?')
SHELL = ("sh", "console")
READERS = {
    "mlir": "circ-opt --split-input-file -o /dev/null",
    "tablegen": "circ-tblgen - -o /dev/null",
}
"""The command that checks a block of a language, if it is no file."""

MLIR_OPT = shutil.which("mlir-opt-19") or shutil.which("mlir-opt")
"""Other people's tool: where it is not installed, its commands are left out."""

TIMEOUT = 600


class PageError(Exception):
    """A block that cannot be run, or shows something else than what happens."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the file that it is about, and its first line."""

    language: str
    title: str | None
    text: str
    line: int


def blocks_of(text: str) -> Iterator[Block]:
    """The blocks of a page in order."""
    for fence in FENCE.finditer(text):
        line = text.count("\n", 0, fence.start()) + 2
        info = INFO.fullmatch(fence["info"].strip())
        if info is None:
            message = 'expected a language, and title="FILE" where it is a file'
            raise PageError(f"{line - 1}: {message}")
        indent = len(fence["indent"])
        lines = (each[indent:] for each in fence["text"].splitlines(keepends=True))
        yield Block(info[1], info[2], "".join(each or "\n" for each in lines), line)


def run_block(block: Block, session: dict[str, object]) -> None:
    """Do what a block says."""
    match block:
        case Block(language="diff", title=str(title)):
            change(Path(title), block.text)
        case Block(title=str(title)):
            create_or_compare(Path(title), block.text)
        case Block(language="text"):
            pass
        case Block(language="python"):
            run_python(block, session)
        case Block(language=language) if language in SHELL:
            for command, shown in commands(block.text):
                run_shell(command, shown)
        case Block(language=language) if language in READERS:
            run_shell(READERS[language], None, "\n" * (block.line - 1) + block.text)
        case _:
            raise PageError(
                f"'{block.language}' cannot be run: add a title, or say text"
            )


# Files


def create_or_compare(path: Path, text: str) -> None:
    """Write a file, or see that the block is an excerpt of the one that is there."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return
    # Formatters change the indentation of an excerpt, and the lines between functions.
    shown = _lines(text)
    found = [line for line in path.read_text().split("\n") if line.strip()]
    count = len(shown)
    if not any(
        _lines("\n".join(found[i : i + count])) == shown for i in range(len(found))
    ):
        raise PageError(f"this is not in {path}, which is:\n{path.read_text()}")


def _lines(text: str) -> list[str]:
    """The lines that are not blank, without their common indentation."""
    return [line for line in dedent(text).split("\n") if line.strip()]


def change(path: Path, text: str) -> None:
    """Apply the one hunk of a diff: lines of context, and with `-` and `+`."""
    lines = [line or " " for line in text.split("\n")[:-1]]
    before = "".join(f"{line[1:]}\n" for line in lines if line[0] != "+")
    after = "".join(f"{line[1:]}\n" for line in lines if line[0] != "-")
    found = path.read_text()
    if found.count(before) != 1:
        raise PageError(
            f"found {found.count(before)} times in {path}, which is:\n{found}"
        )
    path.write_text(found.replace(before, after))


# Commands


def commands(text: str) -> Iterator[tuple[str, str | None]]:
    """Commands with the output shown for each; None if it shows none."""
    if not re.search(r"^\$ ", text, re.MULTILINE):
        yield text, None
        return
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command = re.match(r"(?:[^\n]*\\\n)*[^\n]*\n", part)[0]
        yield command, part.removeprefix(command).strip("\n") or None


PRELUDE = f"""\
unset MAKEFLAGS MAKELEVEL MFLAGS  # of the `make test` that runs this
make() {{ command make -n "$@"; }}
mlir-opt() {{ {MLIR_OPT} "$@"; }}
set -e
"""


def run_shell(command: str, shown: str | None, text: str = "") -> None:
    """
    Run a command line and compare what it prints, where `…` stands for any text.

    It has to succeed, or to fail if an error is shown. A later command begins in the
    folder where it ended. `make` only plans: tests do not run the tests.
    """
    if "mlir-opt" in command and MLIR_OPT is None:
        return
    reader, writer = os.pipe()
    done = subprocess.run(
        ["bash", "-c", f"{PRELUDE}{command}\npwd >&{writer}\n"],
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        pass_fds=(writer,),
        timeout=TIMEOUT,
    )
    os.close(writer)
    with open(reader) as file:
        if folder := file.read().strip():
            os.chdir(folder)
    fails = shown is not None and re.search(r"\berror:", shown) is not None
    if (done.returncode != 0) != fails:
        raise PageError(f"$ {command}exit status {done.returncode}\n{done.stdout}")
    if shown is not None:
        pattern = ".*".join(map(re.escape, shown.expandtabs().split("…")))
        printed = done.stdout.strip("\n").expandtabs()
        if not re.fullmatch(pattern, printed, re.DOTALL):
            raise PageError(f"$ {command}prints\n{printed}\nbut the page has\n{shown}")


# Python


def run_python(block: Block, session: dict[str, object]) -> None:
    """Run statements, or a session with prompts and the results that it shows."""
    site.addsitedir(sysconfig.get_path("purelib"))  # what pip has installed by now
    if ">>> " not in block.text:
        code = "\n" * (block.line - 1) + block.text
        exec(compile(code, sys.argv[-1], "exec"), session)
        return
    test = doctest.DocTestParser().get_doctest(
        block.text, {}, sys.argv[-1], sys.argv[-1], block.line - 1
    )
    test.globs = session
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    report: list[str] = []
    if runner.run(test, out=report.append, clear_globs=False).failed:
        raise PageError("".join(report))


def main() -> int:
    page = sys.argv[-1]
    text = Path(page).read_text()
    session: dict[str, object] = {"__name__": "__main__"}
    sys.path[0] = ""  # the working directory
    try:
        for block in blocks_of(text):
            try:
                run_block(block, session)
            except PageError as error:
                raise PageError(f"{block.line}: {error}") from None
    except PageError as error:
        print(f"{page}:{error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""README and docs: commands run, code does what it says, links lead somewhere."""

import re
import shlex
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from naplespu_archives import archive_of

from circ.targets.gen.reader import read_gen_text
from circ.targets.gen.writer import write_gen_text
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.object.elf import write_object

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted((ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md")))
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_SPACE = r"(?:\s|#|//)+"  # a line break in a comment, too
_NUMBER = r"\d+(?:\.\d+)*"
_SECTIONS = (
    rf"sections?{_SPACE}({_NUMBER}(?:(?:,|{_SPACE}(?:and|to)){_SPACE}{_NUMBER})*)"
)
_CITATION = re.compile(
    rf"\b(docs/[\w/-]+\.md)(?:,{_SPACE}{_SECTIONS})?|\({_SECTIONS}\)"
)
_OUTSIDE = re.compile(
    r"naplespu_(?:isa|cycles)|circuit_ir\b|\bgen_ir\b|\.\./shared|\bfacts/"
    r"|(?:[Dd]esign|Circuit IR specification|Gen IR|llvlir document),\s+section"
)
"""Documents that are not in the repository."""

Run = Callable[[str], str]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run one command line of circ in this process; what it printed."""

    def call(line: str) -> str:
        command, *arguments = shlex.split(line)
        monkeypatch.setattr("sys.argv", [command, *arguments])
        main = import_module(f"circ.tools.{command.replace('-', '_')}").main
        status = main()
        out, err = capfd.readouterr()
        assert not status, f"{line}\n{err}"
        return out

    return call


def blocks(page: Path, language: str) -> list[str]:
    return [text for name, text in _BLOCK.findall(page.read_text()) if name == language]


def commands(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("circ-")]


def first(texts: list[str], word: str) -> str:
    return next(text for text in texts if word in text)


def test_commands_of_the_readme(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    lines = commands(first(blocks(ROOT / "README.md", ""), "circ-run"))
    assert len(lines) == 7
    printed = [run(line) for line in lines]
    assert [text for text in printed if text.startswith("21\n")] == printed[3:5]
    assert '"results": [21]' in printed[5]


def test_python_of_the_readme(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(ROOT)
    (code,) = blocks(ROOT / "README.md", "python")
    exec(code, {})
    assert "\tjret" in capsys.readouterr().out


MAIN = """
        .globl  main
main:   move_i32 s9, ra
        load32  s0, (s1)
        load32  s1, 4(s1)
        jmpsr   {}
        jmp     s9
"""
KERNEL = ".globl kernel\nkernel: load32 s1, (s1)\n add_i32 s0, s0, s1\n jret\n"
LIBRARY = ".globl sum\nsum: move_i32 s8, ra\n jmpsr kernel\n jmp s8\n"


def test_commands_of_linking(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    Path("main.s").write_text(MAIN.format("kernel"))
    main, kernel, library = (
        write_object(assemble(text, "t.s"))
        for text in (MAIN.format("sum"), KERNEL, LIBRARY)
    )
    Path("main.o").write_bytes(main)
    Path("kernel.o").write_bytes(kernel)
    archive = archive_of({"sum.o": library}, {"sum.o": ["sum"]}, "gnu")
    Path("libm.a").write_bytes(archive)
    np.save("input.npy", np.array([37], np.int32))
    lines = commands(first(blocks(DOCS / "naplespu.md", ""), "libm.a"))
    assert len(lines) == 5
    assert [run(line) for line in lines][-1] == "42\n"


def test_the_function_in_gen_text():
    text = first(blocks(DOCS / "gen-text.md", ""), ".decl_function")
    assert write_gen_text(read_gen_text(text, "gen-text.md")) == text


@pytest.mark.parametrize("name", ("tablegen.md", "proofs.md"))
def test_python_without_prompts(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    (code,) = blocks(DOCS / name, "python")
    if name == "proofs.md":
        with pytest.raises(AssertionError, match="0xfe"):
            exec(code, {})
        return
    found: dict[str, object] = {}
    exec(code, found)
    assert str(found["add"]) and "GPR32" in str(eval(code.splitlines()[-1], found))


def anchor(heading: str) -> str:
    """The name of a heading, as pages are shown on the web."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize(
    "folder", ("dialects", "targets", "transforms", "tools", "test", "bench", ".")
)
def test_citations(folder: str):
    """Each names a page of docs and a section there; `(section 2)` the last page."""
    suffixes = (".py", ".td", ".mlir", ".csv", ".tsv", ".md", ".s")
    texts = (ROOT / folder).rglob("*") if folder != "." else [*PAGES, DOCS / "conf.py"]
    for file in texts:
        if file.suffix not in suffixes or file == Path(__file__) or not file.is_file():
            continue
        text, numbers = file.read_text(), set[str]()
        assert not (found := _OUTSIDE.search(text)), f"{file}: {found}"
        for citation in _CITATION.finditer(text):
            if citation[1]:
                page = ROOT / citation[1]
                assert page.exists(), f"{file}: {citation[0]}"
                headings = _HEADING.findall(page.read_text())
                numbers = {heading.split()[0].rstrip(".") for heading in headings}
            for number in re.findall(_NUMBER, citation[2] or citation[3] or ""):
                assert number in numbers or not numbers, f"{file}: {citation[0]}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links(page: Path):
    for target in _LINK.findall(page.read_text()):
        if target.startswith("http"):
            continue
        path, _, part = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        if part:
            headings = map(anchor, _HEADING.findall(file.read_text()))
            assert part in headings, target

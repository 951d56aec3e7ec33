"""README and docs: every code block does what the page says, links lead somewhere."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from child_environment import child_environment
from command_server import served_commands
from run_page import PageError, blocks_of, run_block

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
FOLDERS = (DOCS, ROOT / "examples")
PAGES = sorted(
    (
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
        *(page for folder in FOLDERS for page in folder.rglob("*.md")),
    )
)
LONG = {"docs/extending.md", "docs/javascript.md"}
"""Pages that take a minute: one tests a package, one runs scripts at several levels."""
INSTALLS = re.compile(r"pip install (?!-e \. |'?(?:circ-compiler|\.\[c\]))")
"""Something else than circ itself."""
IGNORED = (".venv", ".git", "__pycache__", ".*_cache", "*.egg-info", "build")
_LINK = re.compile(r"(?s:```.*?```)|\]\(([^)\s]+)\)")
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
    r"naplespu_(?:isa|cycles)|circuit_ir\b|\bgen_ir\b|\b(?:design|style|xdsl)\.md"
    r"|\.\./shared|\bfacts/"
    r"|(?:[Dd]esign|Circuit IR specification|Gen IR|llvlir document),\s+section"
)
"""Documents that are not in the repository."""


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def has_code(page: Path) -> bool:
    """Has a page blocks that do something, or that are wrong?"""
    try:
        return any(block.language != "text" for block in blocks_of(page.read_text()))
    except PageError:
        return True


@pytest.fixture(scope="module")
def commands() -> Iterator[str]:
    """A folder of commands that start without delay, as a user's environment does."""
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("CIRC_VERIFY_EACH", raising=False)
        with served_commands() as folder:
            yield folder


PAGES_WITH_CODE = tuple(
    pytest.param(page, marks=pytest.mark.long) if name_of(page) in LONG else page
    for page in filter(has_code, PAGES)
)


@pytest.mark.parametrize("page", PAGES_WITH_CODE, ids=name_of)
def test_code_blocks(page: Path, tmp_path: Path, commands: str):
    """Run a page's blocks in a copy of the repository: see CONTRIBUTING.md."""
    pytest.importorskip("setuptools", minversion="77")  # builds what pages install
    copy = tmp_path / "circ"
    ignored = shutil.ignore_patterns(*IGNORED)
    shutil.copytree(ROOT, copy, symlinks=True, ignore=ignored)
    environment = child_environment(tmp_path / "environment")
    if not INSTALLS.search(page.read_text()):  # the server would not see the packages
        environment["PATH"] = f"{commands}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        ["python", ROOT / "test/support/run_page.py", page],
        # The pages of docs are written for the root of the repository.
        cwd=copy if DOCS in page.parents else copy / page.parent.relative_to(ROOT),
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("page", "message"),
    (
        ("```\ncirc-opt\n```", "expected a language"),
        ("```python linenums\n1\n```", "expected a language"),
        ("```json\n{}\n```", "'json' cannot be run"),
        ("```sh\ntrue\nfalse\ntrue\n```", "exit status 1"),
        ("```console\n$ echo a\n$ echo b\nc\n```", "prints\nb\n"),
        ("```console\n$ echo a: error: b\na: error: …\n```", "exit status 0"),
        ("```console\n$ echo a \\\n  b\nb … a\n```", "prints\na b\n"),
        ("```python\n>>> 1 + 1\n3\n```", "Got:\n    2\n"),
        ('```text title="a"\nb\n```\n```text title="a"\nc\n```', "not in a"),
        ('```text title="a"\nb\n```\n```diff title="a"\n-c\n```', "found 0 times"),
        ("- In a list:\n\n  ```mlir\n  func.func @f(\n  ```", "<stdin>:5:1: error"),
    ),
)
def test_wrong_blocks(
    page: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PageError) as error:
        for block in blocks_of(f"{page}\n"):
            run_block(block, {})
    assert message in str(error.value)


def test_right_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Files, changes, the working directory and Python's variables last."""
    page = """
```text title="folder/a.txt"
one
two
three
```
```diff title="folder/a.txt"
 one
-two
+2
```
```text title="folder/a.txt"
  2

  three
```
```console
$ cd folder
$ cat a.txt; pwd
one
2
three
…/folder
$ python -c 'raise SystemExit("error: none")'
error: none
$ make -f a.txt 2> /dev/null || echo "no targets"
no targets
```
```python
lines = open("a.txt").read().split()
```
```python
>>> lines
['one', ..., 'three']
```
"""
    monkeypatch.chdir(tmp_path)
    session: dict[str, object] = {}
    for block in blocks_of(page):
        run_block(block, session)


def test_the_site(tmp_path: Path):
    """`make docs` where its packages are installed: any warning is an error."""
    pytest.importorskip("sphinx")
    command = [sys.executable, "-m", "sphinx", "-qW", "--keep-going", DOCS, tmp_path]
    subprocess.run(command, check=True)
    start = (tmp_path / "start.html").read_text()
    assert "circ-run" in start and 'href="python.html"' in start


def test_every_page_is_listed():
    """In the README, and for the site's navigation in an index."""
    readme, index, reference = (
        set(_LINK.findall((ROOT / page).read_text()))
        for page in ("README.md", "docs/index.md", "docs/reference/index.md")
    )
    pages = {page.name for page in DOCS.glob("*.md")} - {"index.md"}
    assert pages <= index
    assert {f"docs/{page}" for page in pages} - {"docs/start.md"} <= readme
    pages = {page.name for page in (DOCS / "reference").glob("*.md")} - {"index.md"}
    assert pages <= reference


def anchor(heading: str) -> str:
    """The name of a heading, as pages are shown on the web."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize(
    "folder",
    ("dialects", "targets", "transforms", "tools", "test", "bench", "examples", "."),
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


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links(page: Path):
    for target in _LINK.findall(page.read_text()):
        if not target or target.startswith("http"):  # no target: a code block
            continue
        path, _, part = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        if part:
            headings = map(anchor, _HEADING.findall(file.read_text()))
            assert part in headings, target

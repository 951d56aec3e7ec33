"""`circ-new-dialect`: what it creates works as created, and what it refuses."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from child_environment import child_environment

from circ.tools.circ_new_dialect import main
from circ.tools.new_dialect import project

Environment = Mapping[str, str]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    pytest.importorskip("setuptools", minversion="77")
    return child_environment(tmp_path_factory.mktemp("environment"))


def run(environment: Environment, folder: Path, *command: str) -> str:
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# So does docs/extending.md, with a type.
@pytest.mark.long
@pytest.mark.parametrize("arguments", ((), ("--with-type",)), ids=("plain", "type"))
def test_the_project_passes_its_tests(
    arguments: tuple[str, ...], environment: Environment, tmp_path: Path
):
    name = "blend" if arguments else "tint"
    said = run(environment, tmp_path, "circ-new-dialect", name, "project", *arguments)
    commands = [line.strip() for line in said.splitlines()[1:]]
    assert commands == ["cd project", "pip install -e '.[test]'", "pytest"]
    run(environment, tmp_path, "bash", "-c", " && ".join(commands))
    code = tmp_path / "project"
    run(environment, code, "ruff", "check", "--select", "E,F,I,RUF,UP", ".")
    run(environment, code, "ruff", "format", "--check", ".")
    text = f"%x = arith.constant 1 : i8\n%y = {name}.rotate %x by 3 : i8\n"
    (code / "t.mlir").write_text(text)
    assert f"{name}.rotate" in run(environment, code, "xdsl-opt", "t.mlir")


def test_no_template_is_left_over():
    for with_type in (False, True):
        for path, text in project("blend", with_type).items():
            assert "@" not in path
            assert "@NAME@" not in text and "@if" not in text and "@end" not in text
    templates = Path(main.__code__.co_filename).parent / "new_dialect"
    assert len([*templates.glob("*.template")]) == len(project("blend", True)) - 1


@pytest.fixture
def refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    """What the command says, in one line, of a name and a directory."""
    monkeypatch.chdir(tmp_path)

    def call(name: str, directory: str = "new") -> str:
        monkeypatch.setattr("sys.argv", ["circ-new-dialect", name, directory])
        assert main() == 1
        out, err = capsys.readouterr()
        assert not out
        (line,) = err.splitlines()
        return line.removeprefix("circ-new-dialect: error: ")

    return call


@pytest.mark.parametrize(
    ("name", "message"),
    (
        ("", "'' cannot be the name of a dialect: expected small letters"),
        ("my-dialect", "'my-dialect' cannot be the name of a dialect"),
        ("Blend", "'Blend' cannot be the name of a dialect"),
        ("../blend", "'../blend' cannot be the name of a dialect"),
        ("blend\n", "'blend\\n' cannot be the name of a dialect"),
        ("2d", "'2d' cannot be the name of a dialect"),
        ("été", "'été' cannot be the name of a dialect"),
        ("lambda", "'lambda' is a keyword of Python"),
        ("arith", "there is a dialect 'arith' already"),
        ("circuit", "there is a dialect 'circuit' already"),
        ("decimal", "there is a Python package 'decimal' already"),
        ("filecheck", "there is a Python package 'filecheck' already"),
        ("numpy", "there is a Python package 'numpy' already"),
    ),
)
def test_refused_names(name: str, message: str, refused, tmp_path: Path):
    assert refused(name).startswith(message)
    assert not [*tmp_path.iterdir()]


def test_refused_directories(refused, tmp_path: Path):
    full = tmp_path / "full"
    full.mkdir()
    (full / "notes").write_text("mine")
    assert refused("blend", "full") == "the directory 'full' is not empty"
    assert refused("blend", "full/notes") == "cannot create 'full/notes': File exists"
    missing = "cannot create 'no/project': No such file or directory"
    assert refused("blend", "no/project") == missing
    assert [*tmp_path.rglob("*")] == [full, full / "notes"]
    assert (full / "notes").read_text() == "mine"


@pytest.mark.parametrize("exists", (False, True))
@pytest.mark.every(2)
def test_nothing_is_left_half_written(
    exists: bool, refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    if exists:
        (tmp_path / "new").mkdir()
    write, count = Path.write_text, iter(range(5))

    def write_text(path: Path, text: str, encoding: str | None = None) -> int:
        if next(count, None) is None:
            raise OSError(28, os.strerror(28))
        return write(path, text, encoding)

    monkeypatch.setattr(Path, "write_text", write_text)
    assert refused("blend") == "cannot write 'new': No space left on device"
    assert [*tmp_path.iterdir()] == ([tmp_path / "new"] if exists else [])
    assert not [*tmp_path.rglob("new/*")]

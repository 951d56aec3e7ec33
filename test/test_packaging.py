"""What is installed: modules, data files, commands, entry points."""

import importlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import venv
import zipfile
from collections.abc import Callable
from fnmatch import fnmatch
from importlib.metadata import distribution, metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FLOORS = ("dialects", "targets", "transforms", "tools")
FILES = [
    file.relative_to(ROOT)
    for floor in FLOORS
    for file in sorted((ROOT / floor).rglob("*"))
    if file.is_file() and "__pycache__" not in file.parts
]
LIBRARIES = (Path("targets/naplespu/libc"), Path("targets/javascript/runtime"))
"""Folders of C, which are data."""
MODULES = [
    ".".join(("circ", *file.with_suffix("").parts)).removesuffix(".__init__")
    for file in FILES
    if file.suffix == ".py"
]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())


@pytest.mark.parametrize("module", MODULES)
def test_module_can_be_imported(module: str):
    importlib.import_module(module)


def test_every_folder_is_a_package():
    """`find_packages` leaves out what is not, without a word; libraries are data."""
    folders = {file.parent for file in FILES if _library_of(file) is None}
    for folder in (*folders, *LIBRARIES):
        assert (ROOT / folder / "__init__.py").exists(), folder


def test_every_data_file_is_packaged():
    data = SETTINGS["tool"]["setuptools"]["package-data"]
    for file in FILES:
        if file.suffix == ".py":
            continue
        found = any(fnmatch(file.name, pattern) for pattern in data["*"])
        if not found and (library := _library_of(file)) is not None:
            inside = str(file.relative_to(library))
            patterns = data[".".join(("circ", *library.parts))]
            found = any(fnmatch(inside, pattern) for pattern in patterns)
        assert found, file


def _library_of(file: Path) -> Path | None:
    return next((each for each in LIBRARIES if file.is_relative_to(each)), None)


def test_the_package_links_to_each_folder():
    """A link to the root itself would be a tree without end for recursive tools."""
    entries = (ROOT / "src/circ").iterdir()
    links = {entry.name: entry.readlink() for entry in entries if entry.is_symlink()}
    assert links == {name: Path("../..", name) for name in FLOORS}


def test_commands_exist():
    for entry in distribution("circ-compiler").entry_points:
        if entry.group == "console_scripts":
            assert callable(entry.load())


def test_stock_xdsl_opt_knows_circ():
    help_text = subprocess.run(
        [Path(sys.executable).parent / "xdsl-opt", "--help"],
        env={**os.environ, "COLUMNS": "10000"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    from circ.tools.universe import PASSES, TARGETS

    assert all(name in help_text for name in (*PASSES, *TARGETS))


IMPORT_UP = {
    "dialects/common/probe.py": "from circ.tools import universe_probe\n",
    "tools/universe_probe.py": "",
    "targets/mlir/first.py": "from circ.targets.mlir import second\n",
    "targets/mlir/second.py": "from circ.targets.mlir import first\n",
    "targets/mlir/machine_probe.py": "from circ.targets.naplespu import chip\n",
    "targets/naplespu/chip.py": "",
}


def test_the_contracts_catch_imports_up_and_circles(tmp_path: Path):
    """A small project with circ's contracts and one offence against each."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    named = re.findall(r"'circ\.([\w.]+)'", str(contracts["importlinter"]))
    for module in (*FLOORS, "dialects.common", "targets.mlir", *named):
        package = tmp_path / "circ" / module.replace(".", "/")
        for folder in (package, *package.parents):
            if folder == tmp_path:
                break
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "__init__.py").touch()
    for name, text in IMPORT_UP.items():
        (tmp_path / "circ" / name).write_text(text)
    # Without -S the editable installation would find circ itself.
    program = (
        "import sys; sys.path[:0] = sys.argv[1:]; "
        "from importlinter.cli import lint_imports; "
        "sys.exit(lint_imports(config_filename=sys.argv[2] + '/pyproject.toml', "
        "no_cache=True))"
    )
    site_packages = next(p for p in sys.path if p.endswith("site-packages"))
    report = subprocess.run(
        [sys.executable, "-S", "-c", program, str(tmp_path), str(ROOT), site_packages],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert report.returncode == 1, report.stdout + report.stderr
    assert "circ.dialects.common.probe -> circ.tools.universe_probe" in report.stdout
    assert "No cycles are allowed in circ.targets.mlir" in report.stdout
    assert (
        "circ.targets.mlir.machine_probe -> circ.targets.naplespu.chip" in report.stdout
    )


def test_the_description_has_no_relative_links():
    """As the package index shows it; what setup.py computes is in the metadata."""
    information = metadata("circ-compiler")
    # The package importlib_metadata, where something imports it, gives it as a field.
    text = information.get_payload() or information["Description"]
    links = re.findall(r"\]\(([^)]+)\)", str(text))
    assert len(links) > 10
    assert all(link.startswith("https://") for link in links)


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with wheel and source distribution, which need a package index."""
    folder = tmp_path_factory.mktemp("distributions")
    environment = folder / "environment"
    venv.create(environment, with_pip=True)
    python = environment / "bin/python"
    subprocess.run([python, "-m", "pip", "install", "-q", "build", "twine"], check=True)
    subprocess.run([python, "-m", "build", "-o", folder, ROOT], check=True)
    files = sorted(folder.glob("circ_compiler-*"))
    assert len(files) == 2
    subprocess.run([python, "-m", "twine", "check", "--strict", *files], check=True)
    return folder


@pytest.mark.long
def test_wheel_holds_every_file(distributions: Path):
    (wheel,) = distributions.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"circ/{file.as_posix()}" for file in FILES} <= names
    assert {"circ/__init__.py", "circ/py.typed"} <= names


@pytest.mark.long
def test_source_distribution_is_the_repository(distributions: Path, tmp_path: Path):
    """Its tests pass, of which those of documents and packaging are run here."""
    (archive,) = distributions.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    assert all((tree / file).is_file() for file in FILES)
    python = distributions / "environment/bin/python"
    subprocess.run(
        [python, "-m", "pip", "install", "-q", "-e", f"{tree}[dev]"], check=True
    )
    tests = ("test/test_documents.py", "test/test_packaging.py", "test/tools")
    subprocess.run([python, "-m", "pytest", "-q", *tests], cwd=tree, check=True)


LEVELS = ("source", "circuit", "llvlir", "gen", "naplespu")


@pytest.mark.long
def test_a_new_dialect_in_a_fresh_environment(
    distributions: Path,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
):
    """From the wheel to an operation that runs at all levels; the seconds of it."""
    environment = tmp_path / "environment"
    path = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
    variables = os.environ | {"PATH": path}
    (wheel,) = distributions.glob("*.whl")
    project = tmp_path / "blend"
    times = list[str]()

    def run(folder: Path, *command: str | Path) -> str:
        start = time.perf_counter()
        done = subprocess.run(
            command, cwd=folder, env=variables, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        seconds = time.perf_counter() - start
        times.append(f"{Path(command[0]).name} {seconds:.1f} s")
        return done.stdout

    run(tmp_path, sys.executable, "-m", "venv", environment)
    run(tmp_path, "pip", "install", "-q", wheel)
    run(tmp_path, "circ-new-dialect", "blend", project, "--with-type")
    run(project, "pip", "install", "-q", ".[test]")
    assert re.search(r"\d+ passed", report := run(project, "pytest")), report
    program = project / "test/lit/ops.mlir"
    for command in ("circ-opt", "xdsl-opt"):
        assert "blend.rotate" in run(project, command, program)
        assert "lower-blend" in run(project, command, "--help")
    report = run(
        *(project, "circ-run", program, "--compare-levels", "--json"),
        *("--entry", "ops", "--", "200", "55"),
    )
    assert all(f'"{level}"' in report for level in LEVELS)
    assert '"results": [4640]' in report
    record_property("timing", ", ".join(times))


@pytest.mark.long
def test_c_in_a_fresh_environment(tmp_path: Path):
    """What the README says of C, as it is typed, in a copy of the repository."""
    files = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in files.stdout.splitlines():
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target, follow_symlinks=False)
    section = (ROOT / "README.md").read_text().partition("## C programs")[2]
    program, session = re.findall(r"```.*\n((?s:.*?))```", section)[:2]
    (tmp_path / "hello.c").write_text(program)
    variables = os.environ | {"CIRC_CACHE_DIR": str(tmp_path / "cache")}
    for step in session.removeprefix("$ ").split("\n$ "):
        command, _, expected = step.partition("\n")
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=variables,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        if expected:
            assert done.stdout.strip() == expected.strip()


USER = """
import circ
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.simulator import Machine

def program_counter(machine: Machine) -> int:
    return machine.pc

wrong: str = Diagnostic(None, "message").message + 1
"""


@pytest.mark.long
@pytest.mark.parametrize("editable", (False, True))
def test_type_checkers_see_circ(distributions: Path, tmp_path: Path, editable: bool):
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    python = environment / "bin/python"
    (wheel,) = distributions.glob("*.whl")
    what = ("-e", ROOT) if editable else (wheel,)
    install = (python, "-m", "pip", "install", "-q", "mypy", "pyright", *what)
    subprocess.run(install, check=True)
    (tmp_path / "user.py").write_text(USER)
    for checker in (
        ("mypy", "--strict"),
        ("pyright", "--pythonpath", python),
    ):
        report = subprocess.run(
            [python, "-m", *checker, "user.py"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert "user.py:9" in report.stdout.replace(str(tmp_path) + "/", "")
        assert "1 error" in report.stdout, report.stdout

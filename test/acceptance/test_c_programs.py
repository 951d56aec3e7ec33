"""
Real C programs print what they print on a host: those of test/data/c.

`make test` takes few programs, each in another configuration, and some as clang has
written them, which needs no clang; `make test-long` takes all in all configurations.
"""

import subprocess
from hashlib import sha256
from itertools import cycle
from pathlib import Path
from shutil import which

import pytest
from c_compiler import needs_clang
from c_programs import (
    COMPILED,
    FOLDER,
    PROGRAMS,
    Configuration,
    bitcode,
    circ_cc,
    executable,
)

MACHINE = [
    Configuration(clang, "naplespu", circ)
    for clang in ("-O0", "-O1", "-O2")
    for circ in (0, 2)
]
LEVELS = [
    Configuration("-O1", "source", 2),
    *(
        Configuration("-O1", level, circ)
        for level in ("circuit", "llvlir", "gen")
        for circ in (0, 2)
    ),
    *(Configuration(clang, "host", 2) for clang in ("-O0", "-O2")),
]
ROTATION = [*MACHINE[:3], LEVELS[0], *MACHINE[3:], LEVELS[3], *LEVELS[-2:]]
"""The configurations of `make test`, one after the other."""


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests compile."""
    monkeypatch.setenv("CIRC_CACHE", "0")


def check(name: str, configuration: Configuration, folder: Path) -> None:
    program = PROGRAMS[name]
    path = bitcode(program, configuration.clang, folder)
    if configuration.level == "naplespu":
        path = executable(path, configuration.opt, folder)
    program.check_run(path, configuration.level, configuration.opt)


@needs_clang
@pytest.mark.parametrize(
    ("name", "configuration"), [*zip(PROGRAMS, cycle(ROTATION))][12::24], ids=str
)
def test_some_programs(name: str, configuration: Configuration, tmp_path: Path):
    check(name, configuration, tmp_path)


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize("configuration", MACHINE, ids=str)
@pytest.mark.parametrize("name", PROGRAMS)
def test_on_the_machine(name: str, configuration: Configuration, tmp_path: Path):
    check(name, configuration, tmp_path)


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize("configuration", LEVELS, ids=str)
@pytest.mark.parametrize("name", PROGRAMS)
def test_at_levels(name: str, configuration: Configuration, tmp_path: Path):
    check(name, configuration, tmp_path)


@needs_clang
@pytest.mark.parametrize("name", ["dispatch", "streams"])
@pytest.mark.every(2, first=1)
def test_by_one_command(name: str, tmp_path: Path):
    """The whole program is optimised together."""
    path = tmp_path / "a.out"
    circ_cc("-O2", "-w", PROGRAMS[name].path, "-o", path)
    PROGRAMS[name].check_run(path)


# region Without clang


def compiled(name: str) -> Path:
    return FOLDER / "ll" / f"{name}{COMPILED[name]}.ll"


@pytest.mark.parametrize("name", COMPILED)
def test_golden_modules(
    name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
):
    """What clang makes of a program differs from version to version: by its source."""
    program, path = PROGRAMS[name], compiled(name)
    digest = sha256(program.path.read_bytes()).hexdigest()
    mark = f"; of the source with SHA-256 {digest}\n"
    if request.config.getoption("--regenerate"):
        monkeypatch.chdir(FOLDER)
        flags = (COMPILED[name], "-w", "-fno-ident", "-S", "-emit-llvm")
        circ_cc(*flags, program.path.name, "-o", path)
        path.write_text(mark + path.read_text())
    assert path.read_text().startswith(mark), f"{program.path} has changed"


ON_THE_WAY = [each for level in LEVELS[::-2] for each in (None, level)]
"""None is the machine."""


@pytest.mark.parametrize(
    ("name", "configuration"), [*zip(COMPILED, cycle(ON_THE_WAY))], ids=str
)
@pytest.mark.every(9)
def test_compiled_programs(
    name: str, configuration: Configuration | None, tmp_path: Path
):
    program, path = PROGRAMS[name], compiled(name)
    if configuration is None:
        program.check_run(executable(path, 2, tmp_path))
    else:
        program.check_run(path, configuration.level, configuration.opt)


# region On the host


@pytest.mark.long
@pytest.mark.skipif(which("gcc") is None, reason="gcc is not installed")
@pytest.mark.parametrize("optimization", ["-O0", "-O2"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_host_agrees(name: str, optimization: str, tmp_path: Path):
    program, path = PROGRAMS[name], tmp_path / "program"
    flags = (optimization, "-w", "-std=gnu11", "-ffp-contract=off")
    subprocess.run(["gcc", *flags, program.path, "-o", path, "-lm"], check=True)
    done = subprocess.run(
        [path, *program.arguments],
        input=program.stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    program.check(done.returncode, done.stdout)

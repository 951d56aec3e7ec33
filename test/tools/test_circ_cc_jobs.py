"""circ-cc in several processes, on a cluster, and with the cache."""

from pathlib import Path

import pytest
from c_compiler import Compiler
from dask_cluster import dask_cluster
from job_functions import module_of_functions

from circ.targets.naplespu.object.elf_reader import read_executable

PROGRAM = Path(__file__).with_name("data").joinpath("separate.ll")


@pytest.fixture(autouse=True)
def own_cache(cc: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIRC_CACHE", "1")
    monkeypatch.setenv("CIRC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("CIRC_CACHE_SIZE", raising=False)


def entries() -> list[Path]:
    return sorted(Path("cache").glob("code/??/*"))


def built(cc: Compiler, *arguments: object, program: bool = False) -> bytes:
    """What a command writes, which must say nothing."""
    kind = ("-nostdlib", "-e", "main") if program else ("-c",)
    status, out, err = cc("-O2", *kind, PROGRAM, "-o", "out", *arguments)
    assert (status, out, err) == (0, "", "")
    return Path("out").read_bytes()


@pytest.mark.parametrize("program", (False, True))
@pytest.mark.every(2, first=1)
def test_outputs_are_the_same(cc: Compiler, program: bool):
    first = built(cc, "--no-cache", program=program)
    assert not Path("cache").exists()
    assert built(cc, "-j", "2", program=program) == first
    count = len(entries())
    assert count > 4
    assert built(cc, program=program) == first
    assert built(cc, "--opt=0", program=program) != first
    assert len(entries()) > count


def test_nothing_is_compiled_twice(cc: Compiler, monkeypatch: pytest.MonkeyPatch):
    from circ.tools import llvm_compilation

    first = built(cc, program=True)
    monkeypatch.delattr(llvm_compilation, "compile_unit")
    assert built(cc, program=True) == first
    monkeypatch.setenv("CIRC_CACHE", "0")
    status, _, err = cc("-c", PROGRAM, "-o", "out")
    assert status == 70 and "compile_unit" in err


def test_a_damaged_cache_is_no_cache(cc: Compiler):
    first = built(cc, program=True)
    for entry in entries():
        entry.write_bytes(entry.read_bytes()[:-1] + b"?")
    assert built(cc, program=True) == first


def test_statistics(cc: Compiler):
    built(cc)
    status, out, _ = cc("--cache-stats")
    assert status == 0
    assert out.splitlines()[1] == f"entries:   {len(entries())}"
    status, out, _ = cc("--clear-cache")
    assert status == 0 and "entries:   0\n" in out
    assert entries() == []


def test_wrong_sizes(cc: Compiler, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CIRC_CACHE_SIZE", "many")
    status, _, err = cc("-c", PROGRAM)
    assert status == 1 and "CIRC_CACHE_SIZE must be a number" in err


def test_all_errors_are_told(cc: Compiler):
    """More functions than processes, two of which are not supported."""
    text = module_of_functions(12)
    for number in (3, 8):
        line = f"define i32 @f{number}(i32 %0) {{\n"
        text = text.replace(line, line + '  call void asm sideeffect "nop", ""()\n')
    Path("bad.ll").write_text(text)
    ended = {cc("-c", "--no-cache", f"-j{jobs}", "bad.ll") for jobs in (1, 3)}
    (one,) = ended
    assert one.status == 1
    assert one.err.count("inline assembly") == 2
    assert one.err.index("f3") < one.err.index("f8")


@pytest.mark.long
def test_a_cluster_that_loses_a_worker(cc: Compiler, monkeypatch: pytest.MonkeyPatch):
    Path("many.ll").write_text(module_of_functions(200))
    assert cc("-c", "-O2", "--no-cache", "many.ll", "-o", "one.o").status == 0
    with dask_cluster() as cluster:
        cluster.kill_after(20, monkeypatch)
        options = ("-c", "-O2", "--no-cache", "--jobs", cluster.address)
        ended = cc(*options, "many.ll", "-o", "two.o")
    assert ended.status == 0, ended.err
    assert "lost tcp://127.0.0.1:" in ended.err
    assert Path("one.o").read_bytes() == Path("two.o").read_bytes()


def test_programs_are_programs(cc: Compiler):
    built(cc, "-j2", program=True)
    image = read_executable(Path("out").read_bytes())
    assert image.symbols["main"].is_function

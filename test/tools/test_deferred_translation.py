"""Bytecode is translated later, elsewhere: the same results, the same machine code."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from c_programs import FOLDER, CProgram
from child_environment import child_environment
from float_environment import ACROSS
from llvlir_programs import parse
from xdsl.dialects.builtin import UnitAttr

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import RUNTIME
from circ.dialects.common.module_functions import definitions
from circ.targets.llvlir import decode
from circ.targets.llvlir.decoder import Bytecode
from circ.targets.llvlir.encoder import encode
from circ.targets.naplespu.object.elf_reader import read_object
from circ.targets.naplespu.object.objectfile import ObjectFile
from circ.tools import circ_cc, circ_run, circ_translate
from circ.tools.bytecode_compilation import Slices, compile_bytecode
from circ.tools.formats import read_bytecode, read_module
from circ.tools.jobs import Serial
from circ.tools.llvm_compilation import object_of_part
from circ.tools.runs import CompileOptions
from circ.tools.tasks import Result, Task
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import run_passes

Run = Callable[..., int]

SOME = ("queens", "recursion", "struct_varargs")
OTHERS = [path.stem for path in sorted(FOLDER.glob("*.c")) if path.stem not in SOME]


def code_of(given: ObjectFile) -> dict[str, tuple[bytes, object]]:
    """The machine code of each function, with what it refers to by name."""
    found: dict[str, tuple[bytes, object]] = {}
    for symbol in given.symbols:
        if symbol.section is None or not symbol.size:
            continue
        section = given.sections[symbol.section]
        if not section.executable:
            continue
        start, end = symbol.value, symbol.value + symbol.size
        references = [
            (each.offset - start, each.kind, given.symbols[each.symbol].name)
            for each in section.relocations
            if start <= each.offset < end and given.symbols[each.symbol].name
        ]
        found[symbol.name] = bytes(section.data[start:end]), references
    return found


def in_child(command: str) -> tuple[str, ...]:
    """How a command of circ is run in another process."""
    code = f"import sys; from circ.tools.{command} import main; sys.exit(main())"
    return (sys.executable, "-c", code)


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    def run(module: object, *arguments: object) -> int:
        monkeypatch.setattr(sys, "argv", ["circ", *map(str, arguments)])
        try:
            return module.main()  # pyright: ignore
        except SystemExit as exit:
            assert isinstance(exit.code, int)
            return exit.code

    yield run


def check_program(name: str, tmp_path: Path, command: Run) -> None:
    source = FOLDER / f"{name}.c"
    llvm, bytecode = tmp_path / f"{name}.bc", tmp_path / f"{name}.llvb"
    output, program = tmp_path / f"{name}.o", tmp_path / f"{name}.elf"
    assert not command(circ_cc, "-O2", "-c", "-emit-llvm", source, "-o", llvm)
    module = read_module(str(llvm))
    run_passes([make_pass("lower-to-llvlir", opt=2)], module)
    bytecode.write_bytes(encode(module, library=False))
    subprocess.run(
        [
            *(*in_child("circ_translate"), bytecode),
            *("-t", "naplespu-obj", "-o", output, "--no-cache"),
        ],
        check=True,
        env=child_environment(tmp_path),
    )
    code = code_of(read_object(output.read_bytes(), output.name))
    expected: dict[str, tuple[bytes, object]] = {}
    for part in Slices(module).parts().values():
        direct = object_of_part(part, "llvlir", CompileOptions())
        expected |= code_of(read_object(direct, name))
    assert {name: code[name] for name in expected} == expected
    assert not command(circ_cc, output, "-o", program)
    CProgram.read(source).check_run(program)


@pytest.mark.parametrize("name", SOME[:1])
def test_programs(name: str, tmp_path: Path, command: Run):
    check_program(name, tmp_path, command)


@pytest.mark.long
@pytest.mark.parametrize("name", (*SOME[1:], *OTHERS))
def test_all_programs(name: str, tmp_path: Path, command: Run):
    check_program(name, tmp_path, command)


PARTS = (
    """
    llvlir.func @main() -> !llvlir.r<i32> {
      %x = llvlir.const.I 20 : i32
      %y = llvlir.call @twice(%x) : (!llvlir.r<i32>) -> !llvlir.r<i32>
      %p = llvlir.consta.L @table : global
      %z = llvlir.ld.I %p, 4 memory<4> : i32
      %s = llvlir.add.I %y, %z : i32
      llvlir.ret %s : !llvlir.r<i32>
    }
    llvlir.func private @twice(!llvlir.r<i32>) -> !llvlir.r<i32>
    llvlir.section "external"
    llvlir.label.L @table : global
    """,
    """
    llvlir.func private @own(%x: !llvlir.r<i32>) -> !llvlir.r<i32>
        attributes {circ.linkage = "internal"} {
      %y = llvlir.add.I %x, %x : i32
      llvlir.ret %y : !llvlir.r<i32>
    }
    llvlir.func @twice(%x: !llvlir.r<i32>) -> !llvlir.r<i32> {
      %y = llvlir.call @own(%x) : (!llvlir.r<i32>) -> !llvlir.r<i32>
      llvlir.ret %y : !llvlir.r<i32>
    }
    llvlir.section "data"
    llvlir.align 4
    llvlir.label.L @table : global
    llvlir.word.I 1 : i32
    llvlir.word.I 2 : i32
    llvlir.address 0, @own
    """,
)


def test_several_modules_are_linked(tmp_path: Path, command: Run):
    paths = [tmp_path / "a.llvb", tmp_path / "b.llvb"]
    for path, text in zip(paths, PARTS, strict=True):
        path.write_bytes(encode(parse(text)))
    program = tmp_path / "p.elf"
    assert not command(circ_translate, *paths, "-t", "naplespu-elf", "-o", program)
    result = subprocess.run(
        [*in_child("circ_run"), program],
        check=True,
        capture_output=True,
        text=True,
        env=child_environment(tmp_path),
    )
    assert result.stdout == "42\n"


def test_processes_and_cache_do_not_show(
    tmp_path: Path, command: Run, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("CIRC_CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "b.llvb"
    path.write_bytes(encode(parse(PARTS[1])))
    expected = compile_bytecode(path.read_bytes(), str(path))
    for arguments in (("-j", 2, "--no-cache"), (), ()):
        output = tmp_path / "b.o"
        options = ("-t", "naplespu-obj", "-o", output, *arguments)
        assert not command(circ_translate, path, *options)
        assert output.read_bytes() == expected
    names = {s.name: s.is_global for s in read_object(expected, "b.o").symbols}
    assert names["twice"] and not names["own"]


INLINED = """
llvlir.func private @twice(%x: !llvlir.r<i32>) -> !llvlir.r<i32>
    attributes {circ.linkage = "internal"} {
  %y = llvlir.add.I %x, %x : i32
  llvlir.ret %y : !llvlir.r<i32>
}
llvlir.func @f(%x: !llvlir.r<i32>) -> !llvlir.r<i32>
    attributes {circ.signature = (i32) -> i32} {
  %y = llvlir.call @twice(%x) : (!llvlir.r<i32>) -> !llvlir.r<i32>
  %z = llvlir.call @twice(%y) : (!llvlir.r<i32>) -> !llvlir.r<i32>
  llvlir.ret %z : !llvlir.r<i32>
}
"""


def test_optimised_again(
    tmp_path: Path,
    command: Run,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    """All functions are known then; the cache keeps apart what was and was not."""
    monkeypatch.setenv("CIRC_CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "f.llvb"
    path.write_bytes(encode(parse(INLINED)))
    output = tmp_path / "f.o"
    objects: list[bytes] = []
    for arguments in ((), ("-O0", "--lift"), (), ("--lift",)):
        options = ("-t", "naplespu-obj", "-o", output, *arguments)
        for _ in range(2):  # the second time from the cache
            assert not command(circ_translate, path, *options)
        objects.append(output.read_bytes())
    plain, other, again, lifted = objects
    assert plain == again and len({plain, other, lifted}) == 3
    plain, lifted = (code_of(read_object(data, "f.o"))["f"] for data in (plain, lifted))
    assert plain[1] and not lifted[1]  # references to `twice`
    assert len(lifted[0]) < len(plain[0])
    assert not command(circ_run, output, "--entry", "f", "--", 5)
    assert capsys.readouterr().out == "20\n"


def test_functions_that_are_compiled_alone(
    tmp_path: Path, command: Run, capsys: pytest.CaptureFixture[str]
):
    """The one that raises exceptions knows that another one reads them."""
    path = tmp_path / "across.o"
    path.write_bytes(compile_bytecode(encode(parse(ACROSS)), "across.llvb"))
    for x, y, want in ((1.0, 3.0, 1), (1.0, 0.0, 8), (6.0, 3.0, 0)):
        assert not command(circ_run, path, "--entry", "f", "--", x, y)
        assert capsys.readouterr().out == f"{want}\n"


SEVERAL = """
llvlir.func private @own(%x: !llvlir.r<i32>) -> !llvlir.r<i32>
    attributes {circ.linkage = "internal", circ.inline = "never"} {
  %y = llvlir.mul.I %x, %x : i32
  llvlir.ret %y : !llvlir.r<i32>
}
llvlir.func @f(%x: !llvlir.r<i32>, %y: !llvlir.r<i32>) -> !llvlir.r<i32> {
  %p = llvlir.call @own(%x) : (!llvlir.r<i32>) -> !llvlir.r<i32>
  %q = llvlir.call @g(%y) : (!llvlir.r<i32>) -> !llvlir.r<i32>
  %z = llvlir.div.I %p, %q : i32
  llvlir.ret %z : !llvlir.r<i32>
}
llvlir.func @g(%x: !llvlir.r<i32>) -> !llvlir.r<i32>
    attributes {circ.inline = "never"} {
  %y = llvlir.call @own(%x) : (!llvlir.r<i32>) -> !llvlir.r<i32>
  %p = llvlir.consta.L @table : global
  %t = llvlir.ld.I %p, 4 memory<4> : i32
  %z = llvlir.add.I %y, %t : i32
  llvlir.ret %z : !llvlir.r<i32>
}
llvlir.section "data"
llvlir.align 4
llvlir.label.L @table : global
llvlir.word.I 1 : i32
llvlir.word.I 2 : i32
"""


def test_functions_are_optimised_again_in_several_processes():
    """The object is the same, however the functions are shared out."""
    data, options = encode(parse(SEVERAL)), CompileOptions()
    expected = compile_bytecode(data, "s.llvb", options, lift=True)
    assert {"f", "g", "own"} <= {s.name for s in read_object(expected, "s.o").symbols}
    for count in (2, 3, 7):
        processes = Shared(count)
        assert (
            compile_bytecode(data, "s.llvb", options, processes, lift=True) == expected
        )
        assert processes.asked[0] == count


class Shared(Serial):
    """As many processes as it says, all of them this one."""

    def __init__(self, jobs: int):
        self.jobs = jobs
        self.asked: list[int] = []

    def map(
        self,
        function: Callable[[Task], Result],
        tasks: Sequence[Task],
        what: str = "working",
    ) -> list[Result]:
        self.asked.append(len(tasks))
        return super().map(function, tasks, what)


CALLS_LIBRARY = """
llvlir.func @f(%p: !llvlir.r<i32>, %n: !llvlir.r<i32>) -> !llvlir.r<i32> {
  %r = llvlir.call @memset(%p, %n, %n)
      : (!llvlir.r<i32>, !llvlir.r<i32>, !llvlir.r<i32>) -> !llvlir.r<i32>
  llvlir.ret %r : !llvlir.r<i32>
}
llvlir.func private @memset(!llvlir.r<i32>, !llvlir.r<i32>, !llvlir.r<i32>)
    -> !llvlir.r<i32>
"""


def test_the_library_is_referenced():
    module = parse(CALLS_LIBRARY)
    definition = [op for op in module.ops][1]
    definition.attributes[RUNTIME] = UnitAttr()
    data = encode(module, library=False)
    assert [*definitions(decode(data))] == ["f"]
    read = read_bytecode(data, "f.llvb")
    assert [*definitions(read)] == ["f", "memset"]
    shorter = encode(read, library=False)
    assert encode(read_bytecode(shorter, "f.llvb")) == encode(read)
    assert len(encode(read)) > len(shorter) + 50
    objects = read_object(compile_bytecode(data, "f.llvb"), "f.o")
    assert "memset" in {s.name for s in objects.symbols if s.is_defined}


def test_errors_have_the_place_in_the_module():
    text = """
    llvlir.func @fine(%x: !llvlir.r<i32>) -> !llvlir.r<i32> {
      llvlir.ret %x : !llvlir.r<i32>
    }
    llvlir.func @f(%p: !llvlir.a) -> !llvlir.r<i32> {
      %y = llvlir.ld.I %p, 0 memory<4, space 9> : i32
      llvlir.ret %y : !llvlir.r<i32>
    }
    """
    data = encode(parse(text))
    place = Bytecode(data).start_of(1) + 1
    with pytest.raises(Diagnostic, match=f"f.llvb: byte {place}: error"):
        compile_bytecode(data, "f.llvb")

"""Level host: machine code of this computer does what llvlir's interpreter does."""

import ctypes
import random
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from c_compiler import needs_clang
from host_libraries import initialized, shared
from llvlir_examples import example
from llvlir_programs import FIBONACCI, verified
from xdsl.dialects.builtin import ModuleOp, StringAttr

import circ
from circ.dialects.common.address_width import ADDRESS_WIDTH, address_width_attr
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.widths import WORD
from circ.dialects.llvlir.linking import CONTROL_ROWS
from circ.dialects.llvlir.ops import FuncOp
from circ.dialects.llvlir.table import Row, rows
from circ.dialects.llvlir.types import AddressType
from circ.targets.execute.host.arena import Arena, WideArena
from circ.targets.execute.host.interpreter import Program, run
from circ.targets.execute.llvlir.interpreter import run as interpret
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import ExecutionLimit
from circ.targets.llvm.export.types import bits_of
from circ.transforms.compare_levels import HOST_TOO

EDGES = (
    *(0, 1, 5, 0x80000000, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000001),
    *(0x3F800000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001, 0xFFFB3DB7),
)


def results(source: str, *arguments: int) -> list[int]:
    return run(verified(source), "f", arguments, Arena()).results


# region All rows


def is_run(row: Row) -> bool:
    """Is there a function of the row that gives the same addresses here?"""
    return (
        row.category not in ("ext-stream", "data")
        and row.name not in ("label.L", "slot", "call", "call_indirect")
        # In modules that read flags other rows are computed outside: these have tests
        # of their own (`test_float_environment`), as jumps that link.
        and row.category != "fp-control"
        and row.name not in CONTROL_ROWS
    )


def all_rows(width: int) -> tuple[ModuleOp, list[FuncOp]]:
    """A module with a function for each row; of 64 bits, for each with addresses."""
    module, found = ModuleOp([]), list[FuncOp]()
    if width != WORD:
        module.attributes[ADDRESS_WIDTH] = address_width_attr(width)
    for row in filter(is_run, rows()):
        if width != WORD and not row.has_address:
            continue
        (func,) = (op for op in example(row, width).ops if isinstance(op, FuncOp))
        func.detach()
        func.properties["sym_name"] = StringAttr(f"f.{row.name}")
        module.body.block.add_op(func)
        found.append(func)
    return module, found


def word(source: random.Random) -> int:
    return source.choice(EDGES) if source.random() < 0.5 else source.getrandbits(32)


def number(source: random.Random, width: int) -> int:
    bits = sum(word(source) << low for low in range(0, width, 32))
    return bits & (1 << width) - 1


def operands(source: random.Random, func: FuncOp, place: int) -> list[int]:
    """Numbers; addresses in an object, and indices that stay in it."""
    indexed = "gather" in func.sym_name.data or "scatter" in func.sym_name.data
    values = list[int]()
    for position, type in enumerate(func.function_type.inputs):
        width = bits_of(type)
        if "idx" in func.sym_name.data and position == 1:
            values.append(source.randrange(100))
        elif isinstance(type, AddressType):
            values.append(place + source.choice((0, 4, 64)))
        elif "idx" in func.sym_name.data and 2 <= position < 4:
            values.append(source.choice((4, 8)))  # the stride, the offset
        elif indexed and position == 1:
            lane = width // 16
            values.append(sum(source.randrange(100) << lane * n for n in range(16)))
        else:
            values.append(number(source, width))
    return values


def outcome_of(run: object, arguments: Sequence[int]) -> list[int] | str:
    try:
        return run(arguments, None).results  # pyright: ignore
    except Diagnostic as error:
        return error.message


@pytest.mark.parametrize(
    "trials", (12, pytest.param(400, marks=pytest.mark.long)), ids=("few", "many")
)
@pytest.mark.parametrize("width", (32, 64))
@pytest.mark.every(3, first=2)
def test_rows_compute_what_the_interpreter_computes(width: int, trials: int):
    module, functions = all_rows(width)
    assert len(functions) > (250 if width == WORD else 40)
    source = random.Random(trials)
    memory, expected_memory = Arena(), Memory()
    if width != WORD:
        memory = WideArena()
        expected_memory = Memory(memory.end_of_objects(), limit=1 << width)
    program = Program(module, memory, {}, None)
    program.compile(functions, counted=False)
    place = memory.allocate(4096, 64)
    assert expected_memory.allocate(4096, 64) == place
    data = source.randbytes(4096)
    memory.write(place, data)
    expected_memory.write(place, data)
    for func in functions:
        name = func.sym_name.data
        interpreter = interpret.prepare(module, name, expected_memory)
        compiled = program.prepare(name)
        for _ in range(trials):
            arguments = operands(source, func, place + 64)
            want = outcome_of(interpreter, arguments)
            assert outcome_of(compiled, arguments) == want, (name, arguments)
        assert memory.read(place, 4096) == expected_memory.read(place, 4096), name


# endregion
# region Control


def test_counts_are_those_of_the_interpreter():
    counted = run(verified(FIBONACCI), "f", [10], Arena(), max_operations=10_000)
    assert counted.results == [55]
    assert (
        counted.operations
        == interpret(verified(FIBONACCI), "f", [10], Memory()).operations
    )
    assert run(verified(FIBONACCI), "f", [10], Arena()).operations == 0


def test_limit_has_the_interpreters_place():
    found = list[ExecutionLimit]()
    for runs, memory in ((interpret, Memory()), (run, Arena())):
        with pytest.raises(ExecutionLimit) as caught:
            runs(verified(FIBONACCI), "f", [20], memory, max_operations=1003)
        found.append(caught.value)
    assert found[0].message == found[1].message
    assert found[0].location == found[1].location


def test_deep_recursion_ends_in_a_diagnostic():
    source = """
    llvlir.func @f(%n: !llvlir.r<i32>) -> !llvlir.r<i32> {
      %x = llvlir.call @f(%n) : (!llvlir.r<i32>) -> !llvlir.r<i32>
      %y = llvlir.divu.I %n, %x : i32
      %z = llvlir.call @f(%y) : (!llvlir.r<i32>) -> !llvlir.r<i32>
      %s = llvlir.divu.I %z, %x : i32
      llvlir.ret %s : !llvlir.r<i32>
    }
    """
    for _ in range(2):
        with pytest.raises(Diagnostic, match="the stack of calls is exhausted"):
            results(source, 1)


def test_recursion_as_deep_as_the_interpreters():
    source = """
    llvlir.func @f(%n: !llvlir.r<i32>) -> !llvlir.r<i32> {
      %slot = llvlir.slot 4, 4
      llvlir.st.I %slot, 0, %n : i32
      %zero = llvlir.const.I 0 : i32
      llvlir.cmpbr.I eq, %n, %zero : i32, ^end(%n : !llvlir.r<i32>), ^more
    ^more:
      %less = llvlir.subi.I %n, 1 : i32
      %p = llvlir.mvr %slot
      %x = llvlir.call @g(%less, %p)
        : (!llvlir.r<i32>, !llvlir.r<i32>) -> !llvlir.r<i32>
      llvlir.j.L ^end(%x : !llvlir.r<i32>)
    ^end(%r: !llvlir.r<i32>):
      %mine = llvlir.ld.I %slot, 0 : i32
      %sum = llvlir.add.I %r, %mine : i32
      llvlir.ret %sum : !llvlir.r<i32>
    }
    llvlir.func @g(%n: !llvlir.r<i32>, %p: !llvlir.r<i32>) -> !llvlir.r<i32> {
      %x = llvlir.call @f(%n) : (!llvlir.r<i32>) -> !llvlir.r<i32>
      %a = llvlir.mva %p
      %y = llvlir.ld.I %a, 0 : i32
      %z = llvlir.add.I %x, %y : i32
      llvlir.ret %z : !llvlir.r<i32>
    }
    """
    assert results(source, 100_000) == [2 * (100_000 * 100_001 // 2) % (1 << 32)]


LOAD = """
llvlir.func @f(%p: !llvlir.r<i32>) -> !llvlir.r<i32> {
  %a = llvlir.mva %p
  %x = llvlir.ld.I %a, 0 : i32
  llvlir.ret %x : !llvlir.r<i32>
}
"""


@pytest.mark.parametrize("address", (0, 4, 0x7FFFFFFC, 0x80000000, 0xFFFFFFFE))
def test_access_outside_any_object(address: int):
    with pytest.raises(Diagnostic, match=f"access at {address:#x} is outside any obj"):
        results(LOAD, address)


def test_sum_of_an_address_wraps():
    source = LOAD.replace("%a = llvlir.mva %p", "%a = llvlir.mva %q").replace(
        "{",
        "{\n %c = llvlir.const.I 2147483647 : i32\n %q = llvlir.add.I %p, %c : i32",
        1,
    )
    memory = Arena()
    place = memory.allocate(8)
    memory.store(place, 4, 1234)
    start = (place - 0x7FFFFFFF) % (1 << 32)
    assert run(verified(source), "f", [start], memory).results == [1234]


def test_call_of_no_function():
    source = """
    llvlir.func @g(%x: !llvlir.r<i32>) -> !llvlir.r<i32> {
      %y = llvlir.addi.I %x, 1 : i32
      llvlir.ret %y : !llvlir.r<i32>
    }
    llvlir.func @f(%n: !llvlir.r<i32>) -> !llvlir.r<i32> {
      %g = llvlir.consta.L @g : global
      %a = llvlir.mvr %g
      %b = llvlir.add.I %a, %n : i32
      %h = llvlir.mva %b
      %y = llvlir.call_indirect %h(%n) : (!llvlir.r<i32>) -> !llvlir.r<i32>
      llvlir.ret %y : !llvlir.r<i32>
    }
    """
    assert results(source, 0) == [1]
    with pytest.raises(Diagnostic, match="there is no function at 0x"):
        results(source, 4)


def test_branch_by_table_with_equal_targets():
    source = """
    llvlir.func @f(%n: !llvlir.r<i32>, %x: !llvlir.r<i32>) -> !llvlir.r<i32> {
      llvlir.brtab %n, ^a(%n : !llvlir.r<i32>)
        [^a(%x : !llvlir.r<i32>), ^b, ^a(%n : !llvlir.r<i32>), ^b]
    ^a(%y: !llvlir.r<i32>):
      llvlir.ret %y : !llvlir.r<i32>
    ^b:
      %z = llvlir.const.I 77 : i32
      llvlir.ret %z : !llvlir.r<i32>
    }
    """
    assert [results(source, n, 9)[0] for n in range(6)] == [9, 77, 2, 77, 4, 5]


# endregion
# region Programs

PRINTS = """
func.func private @print_i32(i32)
func.func private @assert(i1)
func.func @f(%a: memref<4xi32>, %n: i32) -> i32 {
  %c = arith.constant 1 : index
  %x = memref.load %a[%c] : memref<4xi32>
  func.call @print_i32(%x) : (i32) -> ()
  %y = arith.addi %x, %n : i32
  %ok = arith.cmpi slt, %y, %n : i32
  func.call @assert(%ok) : (i1) -> ()
  memref.store %y, %a[%c] : memref<4xi32>
  return %y : i32
}
"""


def test_functions_of_python_and_arrays():
    data = np.array([1, -7, 3, 4], np.int32)
    found = circ.run(PRINTS, data, 5, level="host")
    assert found.results == [-2] and found.output == "-7\n"
    assert found.arrays[0].tolist() == [1, -2, 3, 4] and data[1] == -7
    with pytest.raises(Diagnostic, match="assertion failed"):
        circ.run(PRINTS, -data, 5, level="host")
    # What has failed leaves nothing behind.
    assert circ.run(PRINTS, data, 5, level="host").results == [-2]


def test_runs_in_several_threads_of_python():
    found = list[object]()

    def work(n: int) -> None:
        data = np.full(4, -n, np.int32)
        found.append(circ.run(PRINTS, data, 1, level="host").results == [1 - n])

    threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4


def test_comparison_of_all_levels_with_the_host():
    token = HOST_TOO.set(True)
    try:
        runs = circ.compare_levels(PRINTS, np.full(4, -7, np.int32), 5)
    finally:
        HOST_TOO.reset(token)
    assert [*runs] == ["source", "circuit", "llvlir", "host", "gen", "naplespu"]
    assert runs["host"].counters == runs["llvlir"].counters


def test_what_the_host_does_not_do():
    with pytest.raises(Diagnostic, match="level host does not trace"):
        circ.run(PRINTS, np.full(4, 1, np.int32), 5, level="host", trace=print)


PROGRAM = r"""
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf back;
static int order(const void *a, const void *b) { return *(int *)a - *(int *)b; }
static void leave(int n) { if (!n) longjmp(back, 42); leave(n - 1); }
int main(int argc, char **argv) {
  int data[6] = {5, 3, 9, 1, 7, 2}; char line[32];
  qsort(data, 6, sizeof *data, order);
  for (int i = 0; i < 6; i++) printf("%d ", data[i]);
  int code = setjmp(back);
  if (!code) leave(5);
  double *p = malloc(8 * sizeof *p); p[3] = argc / 2.0;
  printf("%d %s %g\n", code, argv[1], p[3]);
  while (fgets(line, sizeof line, stdin)) printf("<%s", line);
  return 7;
}
"""


@needs_clang
def test_program_in_c(tmp_path: Path):
    path = tmp_path / "program.c"
    path.write_text(PROGRAM)
    found = circ.run(path, level="host", argv=["x"], stdin=b"one\ntwo\n")
    assert found.output == "1 2 3 5 7 9 42 x 1\n<one\n<two\n"
    assert found.status == 7


# endregion
# region Libraries

LIBRARY = """
memref.global "private" constant @table : memref<4xi32> = dense<[3, 1, 4, 1]>
func.func private @twice(f64) -> f64
func.func @f(%a: memref<4xi32>, %i: index, %x: f64) -> (f64) {
  %t = memref.get_global @table : memref<4xi32>
  %u = memref.load %t[%i] : memref<4xi32>
  memref.store %u, %a[%i] : memref<4xi32>
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
"""


def test_text_is_that_of_llvm():
    import llvmlite.binding as llvm

    text = circ.emit(LIBRARY, "llvm-ir")
    assert isinstance(text, str)
    module = llvm.parse_assembly(text)
    module.verify()
    names = {function.name for function in module.functions}
    assert {"f", "circ_initialize"} <= names


@needs_clang
def test_shared_library(tmp_path: Path):
    library = shared(LIBRARY, tmp_path / "library.so")
    free = ctypes.c_uint32.in_dll(library, "circ_end").value
    memory = initialized(library)
    library.f.restype = ctypes.c_double
    found = library.f(free, 2, ctypes.c_double(1.5))
    assert found == 2.25
    assert int.from_bytes(memory[free + 8 : free + 12], "little") == 4


# endregion

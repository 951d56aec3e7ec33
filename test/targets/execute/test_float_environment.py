"""The dynamic rounding mode and accrued exceptions, in the interpreter and the host."""

import ctypes
from pathlib import Path
from random import Random

import pytest
from c_compiler import needs_clang
from float_environment import ACROSS, with_environment
from host_libraries import initialized, shared
from llvlir_programs import verified
from vector_rows import function_of, value_of
from xdsl.dialects.builtin import Float32Type, Float64Type, ModuleOp, StringAttr
from xdsl.ir import Attribute

import circ
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.exact_floats import MODES
from circ.dialects.llvlir.ops import RowOp
from circ.dialects.llvlir.rows import int_attr
from circ.dialects.llvlir.table import row_of_name, rows
from circ.dialects.llvlir.types import integer
from circ.targets.execute.host import interpreter as host
from circ.targets.execute.host.arena import Arena
from circ.targets.execute.llvlir import interpreter as llvlir
from circ.targets.execute.memory import Memory

DIVIDE = """
llvlir.func @f(
    %mode: !llvlir.r<i32>, %x: !llvlir.f<f32>, %y: !llvlir.f<f32>
) -> (!llvlir.f<f32>, !llvlir.r<i32>, !llvlir.r<i32>) {
  llvlir.fsetrm %mode
  %z = llvlir.div.F %x, %y round dyn : f32
  %raised = llvlir.fgetex
  %found = llvlir.fgetrm
  llvlir.ret %z, %raised, %found : !llvlir.f<f32>, !llvlir.r<i32>, !llvlir.r<i32>
}
"""
ONE, THREE = 0x3F800000, 0x40400000
THIRD = 0x3EAAAAAA
"""A third, rounded down."""


def both(module: ModuleOp, arguments: list[int]) -> list[int]:
    """The results, which are the same in the interpreter and on the host."""
    found = llvlir.run(module, "f", arguments, Memory()).results
    assert host.run(module, "f", arguments, Arena()).results == found
    return [*found]


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_dynamic_rounding(mode: int):
    module = verified(DIVIDE)
    up = MODES[mode] in ("rne", "rup", "rmm")
    assert both(module, [mode, ONE, THREE]) == [THIRD + up, 1, mode]


def test_exceptions_of_a_division():
    module = verified(DIVIDE)
    assert both(module, [0, ONE, 0]) == [0x7F800000, 8, 0]
    assert both(module, [0, 0, 0])[1] == 16
    assert both(module, [2, 1, THREE]) == [0, 3, 2]
    assert both(module, [0, THREE, ONE]) == [THREE, 0, 0]


@pytest.mark.parametrize("mode", (5, 7, 8))
def test_reserved_mode(mode: int):
    module = verified(DIVIDE)
    for run, memory in ((llvlir.run, Memory()), (host.run, Arena())):
        with pytest.raises(Diagnostic, match=f"must be from 0 to 4, but is {mode}"):
            run(module, "f", [mode, ONE, ONE], memory)


def test_flags_accrue_and_are_set():
    module = verified("""
    llvlir.func @f(%x: !llvlir.f<f32>, %y: !llvlir.f<f32>, %set: !llvlir.r<i32>)
        -> (!llvlir.r<i32>, !llvlir.r<i32>) {
      %q = llvlir.div.F %x, %y : f32
      %n = llvlir.sqrt.F %y : f32
      %first = llvlir.fgetex
      llvlir.fsetex %set
      %s = llvlir.add.F %x, %y : f32
      %second = llvlir.fgetex
      llvlir.ret %first, %second : !llvlir.r<i32>, !llvlir.r<i32>
    }
    """)
    # 1 / -0, and the root of -0; then what is set, of which there are five flags.
    assert both(module, [ONE, 1 << 31, 0xFF]) == [8, 31]
    assert both(module, [ONE, 0xBF800000, 0]) == [16, 0]
    assert both(module, [ONE, 0x33000000, 4]) == [1, 5]


@pytest.mark.parametrize("level", ("gen", "naplespu"))
def test_machines_have_both_in_memory(level: str):
    source = DIVIDE.replace(
        ") {", ") attributes {circ.signature = (i32, f32, f32) -> (f32, i32, i32)} {"
    )
    for arguments in ((2, 1.0, 3.0), (3, 1.0, 3.0), (0, 1.0, 0.0), (1, 1e-38, 1e10)):
        want = circ.run(source, *arguments, level="llvlir").results
        assert circ.run(source, *arguments, level=level).results == want


@needs_clang
def test_library_of_the_host(tmp_path: Path):
    library = shared(ACROSS, tmp_path / "library.so")
    initialized(library)
    library.f.argtypes = (ctypes.c_float, ctypes.c_float)
    assert [library.f(1.0, 3.0), library.f(1.0, 0.0)] == [1, 9]


TYPES: tuple[dict[str, Attribute], ...] = (
    {"I": integer(32), "F": Float32Type(), "V": int_attr(4)},
    {"I": integer(64), "F": Float64Type(), "V": int_attr(2)},
)
ROWS = [row.name for row in rows() if "d" in row.operands]
QUICK = ("add.F", "madd.F", "cvt.FI", "sqrt.VF", "comp.FI")


@pytest.mark.parametrize("reads_flags", (False, True), ids=("results", "flags"))
@pytest.mark.parametrize("types", TYPES, ids=("words", "doubles"))
@pytest.mark.parametrize(
    "name",
    [n if n in QUICK else pytest.param(n, marks=pytest.mark.long) for n in ROWS],
)
@pytest.mark.every(7, first=3)
def test_rows_in_all_modes(name: str, types: dict[str, Attribute], reads_flags: bool):
    """As in each mode by its own name."""
    row, random = row_of_name()[name], Random(name)
    parameters = [types[letter] for letter in row.parameters]
    if row.suffix.endswith("FF"):
        parameters[-1] = Float64Type()
        parameters[-2] = Float32Type()
    func = function_of(row, parameters, random)
    inputs = func.function_type.inputs.data
    (op,) = (op for op in func.walk() if isinstance(op, RowOp) and op.ROW is row)
    op.properties["rounding"] = StringAttr("dyn")
    dynamic = with_environment(func, reads_flags)
    for mode, rounding in enumerate(MODES):
        static = function_of(row, parameters, random)
        (op,) = (op for op in static.walk() if isinstance(op, RowOp) and op.ROW is row)
        op.properties["rounding"] = StringAttr(rounding)
        expected = with_environment(static, reads_flags)
        for _ in range(4):
            operands = [value_of(random, type) for type in inputs]
            found = both(dynamic, [*operands, mode])
            assert found == both(expected, [*operands, mode])

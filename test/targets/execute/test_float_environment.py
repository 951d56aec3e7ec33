"""The dynamic rounding mode and accrued exceptions, in the interpreter and the host."""

from random import Random

import pytest
from llvlir_programs import verified
from vector_rows import function_of, value_of
from xdsl.dialects.builtin import Float32Type, Float64Type, ModuleOp, StringAttr
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.exact_floats import MODES
from circ.dialects.llvlir.ops import FuncOp, RetOp, RowOp, create
from circ.dialects.llvlir.rows import int_attr
from circ.dialects.llvlir.table import row_of_name, rows
from circ.dialects.llvlir.types import R32, integer
from circ.targets.execute.host import interpreter as host
from circ.targets.execute.host.arena import Arena
from circ.targets.execute.llvlir import interpreter as llvlir
from circ.targets.execute.memory import Memory
from circ.transforms.pipelines import compile

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


def test_machine_names_what_it_lacks():
    for name in ("fgetrm", "fgetex", "fsetrm", "fsetex"):
        with pytest.raises(Diagnostic, match="rounding mode and no exception flags"):
            compile(verified(of_row(name)), "gen")
    with pytest.raises(Diagnostic, match="rounding mode dyn of f32 in gen"):
        compile(verified(rounded("add.F")), "gen")


def of_row(name: str) -> str:
    if name.startswith("fget"):
        body = f"%x = llvlir.{name}\n llvlir.ret %x : !llvlir.r<i32>"
        return f"llvlir.func @f() -> !llvlir.r<i32> {{ {body} }}"
    return f"llvlir.func @f(%x: !llvlir.r<i32>) {{ llvlir.{name} %x\n llvlir.ret }}"


def rounded(name: str) -> str:
    return f"""
    llvlir.func @f(%x: !llvlir.f<f32>) -> !llvlir.f<f32> {{
      %y = llvlir.{name} %x, %x round dyn : f32
      llvlir.ret %y : !llvlir.f<f32>
    }}
    """


TYPES: tuple[dict[str, Attribute], ...] = (
    {"I": integer(32), "F": Float32Type(), "V": int_attr(4)},
    {"I": integer(64), "F": Float64Type(), "V": int_attr(2)},
)
ROWS = [row.name for row in rows() if "d" in row.operands]
QUICK = ("add.F", "madd.F", "cvt.FI", "sqrt.VF", "comp.FI")


def with_environment(func: FuncOp, reads_flags: bool) -> ModuleOp:
    """The function after `fsetrm` of a further argument, and then with `fgetex`."""
    block = func.body.block
    mode = block.insert_arg(R32, len(block.args))
    first, last = block.first_op, block.last_op
    assert first and isinstance(last, RetOp)
    block.insert_op_before(create("fsetrm", [mode]), first)
    values = [*last.arguments]
    if reads_flags:
        flags = create("fgetex")
        block.insert_op_before(flags, last)
        values += flags.results
    block.insert_op_before(RetOp.create_(values), last)
    last.detach()
    last.erase()
    types = [argument.type for argument in block.args]
    results = [value.type for value in values]
    made = FuncOp.create_("f", types, results, func.detach_region(func.body))
    return ModuleOp([made])


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

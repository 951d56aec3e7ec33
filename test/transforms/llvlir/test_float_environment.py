"""
The rounding mode and exceptions in memory: what llvlir's own are, of every row that may
raise an exception, in every mode.
"""

from random import Random

import pytest
from float_environment import ACROSS, with_environment
from llvlir_programs import verified
from one_row import bits_of, number_of
from vector_rows import function_of, joined, registers_of
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Attribute

import circ
from circ.dialects.common.exact_floats import MODES
from circ.dialects.common.verifier import verify_module
from circ.dialects.llvlir.ops import FuncOp, RowOp
from circ.dialects.llvlir.rows import int_attr
from circ.dialects.llvlir.table import Row, row_of_name, rows
from circ.dialects.llvlir.types import NAMED_FLOATS, R32, FormatType, integer
from circ.targets.execute.gen import interpreter as gen
from circ.targets.execute.llvlir import interpreter as llvlir
from circ.targets.execute.memory import Memory
from circ.targets.llvlir.encoder import write_reference
from circ.tools.formats import read_bytecode
from circ.transforms.conversion.llvlir_to_gen import ConvertLlvlirToGenPass
from circ.transforms.llvlir.float_environment import write_out_float_environment
from circ.transforms.llvlir.legalize import LlvlirLegalizePass

FORMATS = {str(type): type for type in (*NAMED_FLOATS.values(), FormatType(3, 5))}
BASES = (
    *("add", "sub", "mul", "div", "sqrt", "frem", "madd", "msub", "mnadd", "mnsub"),
    *("min", "max", "cmps", "cvt", "cvtu", "comp", "pair.add", "pair.sub", "cumsum"),
)
ROWS = [
    row.name
    for row in rows()
    if "F" in row.suffix and (row.base in BASES or row.name == "mul.VFD")
]
QUICK = (
    *("add.F:f32:rup", "div.F:f16:dyn", "cvt.IF:f64:dyn", "cmps.F:f32:dyn"),
    *(
        "cumsum.VF:f32:rne",
        "cvt.FF:f32:dyn",
        "cvt.FF:f64:rne",
        "sqrt.VF:bf16:dyn",
        "mul.F:f64:dyn",
    ),
    *(
        "cmps.VIF:f32:rne",
        "mul.VFD:f32:rne",
        "comp.FI:!llvlir.fv<3, 5>:rdn",
        "min.F:f128:rne",
    ),
)


def types_of(row: Row, format: Attribute) -> list[Attribute]:
    other = FORMATS["f64" if str(format) == "f32" else "f32"]
    floats, widths = iter((format, other)), iter((32, 64))
    return [
        int_attr(4)
        if letter == "V"
        else integer(next(widths))
        if letter == "I"
        else next(floats)
        for letter in row.parameters
    ]


def module_of(case: str, random: Random) -> tuple[ModuleOp, list[Attribute]]:
    """The row's function, which ends with the exceptions."""
    name, format, rounding = case.split(":")
    row = row_of_name()[name]
    func = function_of(row, types_of(row, FORMATS[format]), random)
    (op,) = (op for op in func.walk() if isinstance(op, RowOp) and op.ROW is row)
    if "d" in row.operands:
        op.properties["rounding"] = StringAttr(rounding)
    module = with_environment(func, True)
    verify_module(module)
    return module, [*func.function_type.inputs.data]


CASES = [
    f"{name}:{format}:{rounding}"
    for name in ROWS
    for format in FORMATS
    for rounding in ("rne", "rup", "dyn")
    if "d" in row_of_name()[name].operands or rounding == "rne"
    if not (name == "mul.VFD" and format not in ("f16", "f32"))
]


def marked(cases: tuple[str, ...]) -> list[object]:
    return [
        case if case in cases else pytest.param(case, marks=pytest.mark.long)
        for case in dict.fromkeys((*cases, *CASES))
    ]


@pytest.mark.parametrize("case", marked(QUICK))
def test_at_llvlir(case: str):
    random = Random(case)
    module, inputs = module_of(case, random)
    made = module.clone()
    write_out_float_environment(made)
    verify_module(made)
    (func,) = (op for op in module.ops if isinstance(op, FuncOp))
    outputs = func.function_type.outputs.data
    seen = set[int]()
    for trial in range(60):
        values = [bits_of(random, type) for type in inputs]
        values.append(trial % len(MODES))
        want, found = (
            list(map(number_of, outputs, llvlir.run(m, "f", values, Memory()).results))
            for m in (module, made)
        )
        assert want == found, list(map(hex, values))
        seen.add(want[-1])
    assert len(seen) > 1 or case not in QUICK  # some rows are exact in some formats


AT_GEN = ("add.F:f32:rup", "div.F:f16:dyn", "cumsum.VF:f32:rne", "cvt.IF:f64:dyn")


@pytest.mark.parametrize("case", marked(AT_GEN))
def test_at_gen(case: str):
    random = Random(case)
    module, inputs = module_of(case, random)
    inputs.append(R32)
    lowered = module.clone()
    LlvlirLegalizePass().apply(Context(), lowered)
    ConvertLlvlirToGenPass().apply(Context(), lowered)
    (func,) = (op for op in module.ops if isinstance(op, FuncOp))
    outputs = func.function_type.outputs.data
    for trial in range(5):
        values = [bits_of(random, type) for type in inputs[:-1]]
        values.append(trial % len(MODES))
        want = llvlir.run(module, "f", values, Memory()).results
        registers = registers_of(random, inputs, values)
        found = joined(outputs, gen.run(lowered, "f", registers, Memory()).results)
        assert list(map(number_of, outputs, want)) == list(
            map(number_of, outputs, found)
        ), list(map(hex, values))


def test_legalized_bytecode():
    """The functions are the module's: an installation does not know them."""
    module = verified(ACROSS)
    LlvlirLegalizePass().apply(Context(), module)
    module = read_bytecode(write_reference(module), "f.llvb")
    assert circ.run(module, 1.0, 3.0, level="gen", entry="f").results == [1]


def test_parts_that_were_written_out_before():
    """A module with such a part and a new function has one object."""
    module = verified(ACROSS)
    LlvlirLegalizePass().apply(Context(), module)
    (func,) = (op for op in verified(ASKS).ops if isinstance(op, FuncOp))
    func.detach()
    module.body.block.add_op(func)
    assert circ.run(module, 1.0, 3.0, level="gen", entry="f").results == [1]
    assert circ.run(module, level="gen", entry="g2").results == [0]


ASKS = """
llvlir.func @g2() -> !llvlir.r<i32> attributes {circ.signature = () -> i32} {
  %mode = llvlir.fgetrm
  llvlir.ret %mode : !llvlir.r<i32>
}
"""

"""Floats of other formats and roundings at level host: machine code, not Python."""

from random import Random

import pytest
from one_row import bits_of, number_of
from vector_rows import function_of
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Attribute

from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import FuncOp, RowOp
from circ.dialects.llvlir.rows import int_attr
from circ.dialects.llvlir.table import Row, rows
from circ.dialects.llvlir.types import NAMED_FLOATS, A, FormatType, integer
from circ.targets.execute.host.arena import Arena
from circ.targets.execute.host.interpreter import Program
from circ.targets.execute.host.library import Library
from circ.targets.execute.llvlir.interpreter import run as interpret

FORMATS = {
    str(type): type
    for type in (*NAMED_FLOATS.values(), FormatType(3, 5), FormatType(6, 26))
}
MODES = ("rne", "rtz", "rdn", "rup", "rmm")
LACKING = ("frem",)
"""Of f128 and `fv`: it takes as many steps as the exponents differ by."""
QUICK = ("f16:rne", "bf16:rup", "f128:rtz", "f32:rmm", "!llvlir.fv<6, 26>:rdn")


def is_computed(row: Row) -> bool:
    """Does a row compute with floats?"""
    is_vector = row.category in ("vec-fp-arith", "vec-fp-pred", "vec-fp-conv")
    is_scalar = row.category in ("fp-arith", "fp-pred", "fp-conv", "ext-fp")
    return (is_vector or is_scalar) and "F" in row.suffix and row.base != "addc"


def types_of(row: Row, format: Attribute) -> list[Attribute]:
    other = FORMATS["f32"] if str(format) != "f32" else FORMATS["f64"]
    floats = iter((format, other))
    width = width_of(format) if row.base == "bits" else 32
    return [
        int_attr(4)
        if letter == "V"
        else integer(width)
        if letter == "I"
        else next(floats)
        for letter in row.parameters
    ]


def functions(format: str, mode: str, random: Random) -> list[FuncOp]:
    """A function for each row, or each that is rounded."""
    found = list[FuncOp]()
    for row in filter(is_computed, rows()):
        is_rounded = "d" in row.operands
        lacks = row.base in LACKING and (format == "f128" or "fv" in format)
        if lacks or row.suffix == "VFD":
            continue
        if not is_rounded and mode != "rne":
            continue
        func = function_of(row, types_of(row, FORMATS[format]), random)
        func.properties["sym_name"] = StringAttr(f"f.{row.name}")
        for op in func.walk():
            if isinstance(op, RowOp) and op.ROW is row and is_rounded:
                op.properties["rounding"] = StringAttr(mode)
        found.append(func)
    return found


@pytest.mark.parametrize(
    "case",
    [
        case if case in QUICK else pytest.param(case, marks=pytest.mark.long)
        for format in FORMATS
        for mode in MODES
        if (case := f"{format}:{mode}")
    ],
)
def test_rows_compute_what_the_interpreter_computes(case: str):
    format, _, mode = case.rpartition(":")
    random = Random(case)
    found = functions(format, mode, random)
    module = ModuleOp([*found])
    Library(module.clone()).text()  # a Diagnostic of what Python would have to compute
    memory = Arena()
    program = Program(module, memory, {}, None)
    program.compile(found, counted=False)
    for func in found:
        name, types = func.sym_name.data, func.function_type
        inputs, outputs = types.inputs.data, types.outputs.data
        interpreter = interpret.prepare(module, name, memory)
        compiled = program.prepare(name)
        for _ in range(20):
            values = [0 if type == A else bits_of(random, type) for type in inputs]
            want = interpreter(values, None).results
            got = compiled(values, None).results
            assert list(map(number_of, outputs, got)) == list(
                map(number_of, outputs, want)
            ), (name, list(map(hex, values)))

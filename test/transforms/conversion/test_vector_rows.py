"""Every row on vectors that gen has: under any mask both levels compute the same."""

from random import Random

import pytest
from llvlir_examples import example
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.verifier import verify_module
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import FuncOp
from circ.dialects.llvlir.table import Row, rows
from circ.dialects.llvlir.types import FloatType, MaskType, VectorType
from circ.targets.execute.gen import interpreter as gen
from circ.targets.execute.llvlir import interpreter as llvlir
from circ.targets.execute.memory import Memory
from circ.transforms.conversion.llvlir_to_gen import ConvertLlvlirToGenPass
from circ.transforms.conversion.to_gen.lanes import is_lane_row, lane_row

ROWS = [
    row
    for row in rows()
    if is_lane_row(row)
    and row.category not in ("vec-memory", "ext-stream")
    and row.name != "mvm"  # of an example with 32 lanes
]
CONVERTED = [row for row in ROWS if lane_row(row) is not None]
FLOATS = (0, 1 << 31, 0x3F800000, 0xC0490FDB, 0x7F800000, 0x4F7FFFFF, 0x3F000001)


def lane(random: Random, is_float: bool, width: int) -> int:
    if is_float and width == 32:
        return random.choice(FLOATS)
    if is_float:  # ordinary numbers
        return random.getrandbits(52) | random.randrange(1000, 1050) << 52
    return random.choice((random.getrandbits(width), random.randrange(4)))


def value(random: Random, type: Attribute) -> int:
    """Bits of an operand with interesting lanes."""
    if isinstance(type, MaskType):
        return random.choice((0xFFFF, 0, random.getrandbits(16)))
    is_vector = isinstance(type, VectorType)
    element = type.element if is_vector else type
    width = width_of(element)
    is_float = isinstance(type, FloatType) or (is_vector and "f" in str(element))
    lanes = [lane(random, is_float, width) for _ in range(16 if is_vector else 1)]
    return sum(bits << i * width for i, bits in enumerate(lanes))


def lowered(row: Row) -> tuple[ModuleOp, ModuleOp]:
    module = example(row)
    converted = module.clone()
    ConvertLlvlirToGenPass().apply(Context(), converted)
    verify_module(converted)
    return module, converted


def test_rows_that_are_converted():
    assert len(CONVERTED) == 88
    assert {"add.VI", "mul.VF", "select.VIF", "srlx.VI", "rolv.VI"} <= {
        row.name for row in CONVERTED
    }


@pytest.mark.parametrize("row", CONVERTED, ids=lambda row: row.name)
def test_row(row: Row):
    module, converted = lowered(row)
    func = next(op for op in module.ops if isinstance(op, FuncOp))
    types = func.function_type.inputs.data
    random = Random(row.name)
    for _ in range(8):
        bits = [value(random, type) for type in types]
        expected = llvlir.run(module, "f", bits, Memory()).results
        assert gen.run(converted, "f", bits, Memory()).results == expected, bits


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row not in CONVERTED], ids=lambda row: row.name
)
def test_other_row_is_diagnosed(row: Row):
    with pytest.raises(Diagnostic) as error:
        lowered(row)
    message = str(error.value)
    assert message.endswith(" is not supported")
    assert f"'llvlir.{row.name}'" in message or "'llvlir.func'" in message

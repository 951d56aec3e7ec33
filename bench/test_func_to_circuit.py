"""
The front end beside the nearest conversion that xDSL has: arith to RISC-V.

Both map one operation to one or a few; xDSL's leaves casts around each.
"""

from collections.abc import Callable
from itertools import product

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from xdsl.backend.riscv.lowering.convert_arith_to_riscv import ConvertArithToRiscvPass
from xdsl.context import Context
from xdsl.dialects import arith, builtin, func
from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.ir import Block, Operation, Region, SSAValue

from circ.transforms.conversion.func_to_circuit import convert_module

PASSES: dict[str, Callable[[ModuleOp], None]] = {
    "circ": convert_module,
    "xdsl": lambda module: ConvertArithToRiscvPass().apply(Context(), module),
}


def straight_line(operations: int) -> ModuleOp:
    """A function of that many additions and multiplications."""
    block = Block(arg_types=[i32, i32])
    values: list[SSAValue] = list(block.args)
    ops: list[Operation] = []
    for i in range(operations):
        kind = arith.AddiOp if i % 2 else arith.MuliOp
        op = kind(values[-1], values[-2])
        ops.append(op)
        values.append(op.result)
    block.add_ops([*ops, func.ReturnOp(values[-1])])
    function = func.FuncOp("f", ([i32, i32], [i32]), Region(block))
    return builtin.ModuleOp([function])


@pytest.mark.parametrize(
    ("compiler", "operations"),
    [*product(PASSES, (1_000, 10_000)), ("circ", 100_000)],  # xDSL: 20 s a round
)
def test_straight_line(benchmark: BenchmarkFixture, compiler: str, operations: int):
    benchmark.group = f"convert-func-to-circuit/{operations}"
    benchmark.extra_info["operations"] = operations
    benchmark.pedantic(
        PASSES[compiler], setup=lambda: ((straight_line(operations),), {}), rounds=3
    )

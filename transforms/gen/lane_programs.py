"""
`gen-lanes`: functions of one work-item become functions of several lanes (`lanes.py`).

Programs of lanes (`circ.lanes`) become functions of one work-item before.

Whatever a call passes as the lane and as their number, each lane has its own number,
and all have the same count. Calls are inlined before, where that is possible.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.kernel import IN_LANES, lane_parameters, lanes_made_for
from circ.dialects.gen import FuncOp, InputsOp, create, family_of, loadi
from circ.dialects.gen.types import LANE_COUNTS, LANES
from circ.transforms.gen.emitter import declare
from circ.transforms.gen.inlining import inline_calls
from circ.transforms.gen.lanes import execute_in_lanes


def number_lanes(functions: Sequence[FuncOp], lanes: int) -> set[FuncOp]:
    """Rewrite the programs of lanes among a module's functions; gives them."""
    programs = {
        func: parameters
        for func in functions
        if (parameters := lane_parameters(func)) is not None
    }
    named = {func.sym_name.data: func for func in functions}
    for func in programs:
        inline_calls(func, named)
    for func, parameters in programs.items():
        _number(func, parameters, lanes)
    return set(programs)


def _number(func: FuncOp, parameters: tuple[int, int], lanes: int) -> None:
    entry = func.body.blocks[0]
    inputs = next((op for op in entry.ops if isinstance(op, InputsOp)), None)
    registers = [] if inputs is None else list(inputs.registers)
    for place in parameters:
        if place >= len(registers) or family_of(registers[place]) != "dword":
            raise unsupported(func, f"{IN_LANES} of parameter {place}, which is no i32")
    assert inputs is not None
    lane, count = (registers[place] for place in parameters)
    new = declare(func)
    for place in parameters:
        registers[place] = new("dword", False)
    inputs.operands = registers
    entry.insert_ops_after(
        [create("SIMD_ID", "uint32", (lane,), ()), loadi(count, "uint32", lanes)],
        inputs,
    )
    del func.attributes[IN_LANES]


@dataclass(frozen=True)
class GenLanesPass(ModulePass):
    """Execute functions of one work-item in several lanes."""

    name = "gen-lanes"

    lanes: int = LANES
    """The number of lanes: 8 or 16."""
    uniform_inputs: bool = False
    """Are the arguments the same in all lanes?"""
    marked: bool = False
    """Only programs of lanes (`circ.lanes`), of which the arguments are the same?"""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.lanes not in LANE_COUNTS:
            raise Diagnostic(None, f"lanes must be 8 or 16, but is {self.lanes}")
        functions = [
            func
            for func in op.ops
            if isinstance(func, FuncOp)
            and func.lanes is None
            and not func.is_declaration
        ]
        for func in op.ops:
            made_for = lanes_made_for(func)
            if made_for is not None and (
                made_for != self.lanes or func not in functions
            ):
                what = f"a program made for {made_for} lanes in {self.lanes}"
                raise unsupported(func, what)
        programs = number_lanes(functions, self.lanes)
        for func in functions:
            if func in programs:
                execute_in_lanes(func, self.lanes, True)
            elif not self.marked:
                execute_in_lanes(func, self.lanes, self.uniform_inputs)

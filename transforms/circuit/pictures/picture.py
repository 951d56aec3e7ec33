"""
What pictures of circuits show: gates in the blocks where they would be executed.

Blocks are those of `schedule`; where a circuit has no order of execution, gates that
have no block of their own are shown as those that are never executed. Linear but for
the schedule.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.ir import Operation

from circ.dialects.circuit.control import FuncOp, RootGate
from circ.dialects.circuit.gate import Gate, value_results
from circ.dialects.circuit.shape import Group, shape_of
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.circuit.gates_writer import Names, bits_text, type_name
from circ.transforms.circuit.control_flow import control_flow
from circ.transforms.circuit.schedule import schedule

HIDDEN = (
    *("CIRCUIT_ROOT", "RETURN_LIST", "THROW_LIST"),
    *("CONSTANT_LIST", "ALLOCA_LIST", "ARG_LIST"),
)
"""Roots without a wire."""

NEVER = -1
"""The block of gates that are never executed."""


@dataclass(frozen=True)
class PicturedGate:
    name: str
    opcode: str
    detail: str
    """Its bits and its type."""
    block: int


@dataclass(frozen=True)
class PicturedBlock:
    name: str
    depth: int
    """In how many loops it is."""
    successors: Sequence[int]


@dataclass(frozen=True)
class Picture:
    """One function; gates and blocks by dense index."""

    name: str
    operations: Sequence[Operation]
    """The gates of the circuit, in the order of `gates`."""
    gates: Sequence[PicturedGate]
    wires: Sequence[tuple[int, int, Group]]
    """From which gate to which."""
    blocks: Sequence[PicturedBlock]
    layout: Sequence[int]
    """The blocks, each after its dominators."""


def picture(func: FuncOp) -> Picture:
    """The picture of a function."""
    flow = control_flow(func)
    try:
        block_of: Mapping[Operation, int] = schedule(func).block_of
    except Diagnostic:
        block_of = flow.block_of
    names = Names()
    operations = [
        gate
        for gate in func.body.block.ops
        if isinstance(gate, Gate) and gate.OPCODE not in HIDDEN
    ]
    index: dict[Operation, int] = {gate: k for k, gate in enumerate(operations)}
    gates: list[PicturedGate] = []
    wires: list[tuple[int, int, Group]] = []
    for k, gate in enumerate(operations):
        block = 0 if isinstance(gate, RootGate) else block_of.get(gate, NEVER)
        types = ", ".join(type_name(each.type) for each in value_results(gate))
        detail = " ".join(filter(None, (bits_text(gate), types)))
        gates.append(PicturedGate(names.of_gate(gate), gate.OPCODE, detail, block))
        for group, operands in shape_of(type(gate)).split(gate).items():
            for wire in operands:
                source = wire.owner
                assert isinstance(source, Operation)
                wires.append((index[source], k, group))
    blocks = [
        PicturedBlock(names.of_gate(states[0]), flow.loops.depth[block], successors)
        for block, (states, successors) in enumerate(
            zip(flow.states, flow.successors, strict=True)
        )
    ]
    name = func.sym_name.data
    return Picture(name, operations, gates, wires, blocks, flow.layout)

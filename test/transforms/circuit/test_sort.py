"""The order of gates: inputs first, the rest as it was."""

from pathlib import Path
from random import Random

import pytest
from xdsl.ir import Operation

from circ.dialects.circuit.control import ROOTS, FuncOp, LoopBeginOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import Role, role_of
from circ.targets.circuit.gates import read_gates, write_gates
from circ.transforms.circuit.schedule import schedule
from circ.transforms.circuit.sort import group_gates, sort_gates

DATA = Path(__file__).parents[2] / "data" / "circuit"
PROGRAMS = sorted(file.stem for file in DATA.glob("[DSUO]*.circuit"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_any_order_becomes_inputs_first(name: str):
    func = read_gates((DATA / f"{name}.circuit").read_text(), name).body.block.first_op
    assert isinstance(func, FuncOp)
    block = func.body.block
    gates = list(block.ops)
    Random(name).shuffle(gates)
    for gate in gates:
        block.detach_op(gate)
    block.add_ops(gates)
    sort_gates(func)
    assert tuple(type(gate) for gate in list(block.ops)[:8]) == ROOTS
    place = {gate: i for i, gate in enumerate(block.ops)}
    for gate in block.ops:
        operands = [gate_of(operand) for operand in gate.operands]
        if isinstance(gate, LoopBeginOp):
            operands = operands[:1]
        elif role_of(type(gate)) is Role.SELECTOR:
            if isinstance(operands[0], LoopBeginOp):
                operands = operands[:2]
        assert all(place[operand] < place[gate] for operand in operands)
    text = write_gates(func)
    sort_gates(func)
    assert write_gates(func) == text


@pytest.mark.parametrize("name", PROGRAMS)
def test_gates_are_grouped_where_they_are_executed(name: str):
    """Each block's gates follow its first state gate; the schedule stays the same."""
    func = read_gates((DATA / f"{name}.circuit").read_text(), name).body.block.first_op
    assert isinstance(func, FuncOp)
    before = schedule(func)
    group_gates(func)
    plan = schedule(func)
    block = -1
    order: dict[int, list[Operation]] = {}
    for gate in func.body.block.ops:
        if gate in plan.flow.block_of:
            block = plan.flow.block_of[gate]
        elif type(gate) not in ROOTS and gate in plan.block_of:
            assert plan.block_of[gate] == block
            order.setdefault(block, []).append(gate)
    assert plan.block_of == before.block_of
    for number, gates in order.items():
        computed = set(plan.gates[number])
        assert [gate for gate in gates if gate in computed] == plan.gates[number]


def test_what_is_never_executed_comes_last():
    text = "d = CONST[I32] {1}\nk = CONST[I32] {0}\nr = RETURN : SE | DE | k\n"
    func = read_gates(text, "t").body.block.first_op
    assert isinstance(func, FuncOp)
    group_gates(func)
    *_, result, dead = func.body.block.ops
    assert (result.name, dead.results[0].name_hint) == ("circuit.return", "d")

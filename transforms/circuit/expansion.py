"""
Gates replaced by circuits: a diamond, a loop, or any other with one entry.

Where the gate would be executed the circuit's states are put into the control flow
(`splice.py`). Its ARGs stand for the values that the gate takes, its DEPEND_ENTRY for
the memory, what it RETURNs for the gate's results. `diamond` and `loop` build such
circuits from functions that emit the values; others are parsed, or built as any
function is.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import FunctionType, StringAttr
from xdsl.ir import Attribute, Block, Region, SSAValue

from circ.dialects.circuit.control import (
    FuncOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    LoopBackOp,
    LoopBeginOp,
    MergeOp,
    ReturnOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.types import STATE
from circ.transforms.circuit.gate_maker import CircuitMaker, GateMaker
from circ.transforms.circuit.splice import Splicer, edges_of, is_straight

Emit: TypeAlias = Callable[[GateMaker, Sequence[SSAValue]], SSAValue]
"""Emits a value of an argument list; the gates float."""


def replace_by_circuits(func: FuncOp, circuits: Mapping[Gate, FuncOp]) -> int:
    """
    Replace gates by circuits; returns how many were.

    The gates have no states. Those stay that nothing needs, or that a DEPEND_RELAY of
    their own block needs. Costs one schedule if a circuit has control flow.
    """
    branching = [gate for gate, each in circuits.items() if not is_straight(each)]
    edges = edges_of(func, branching) if branching else {}
    straight = [gate for gate in circuits if is_straight(circuits[gate])]
    splicer = Splicer(func)
    # In the order of `edges`, in which gates of one block are executed.
    for gate in (*edges, *straight):
        splicer.splice(gate, circuits[gate], edges.get(gate))
    return len(edges) + len(straight)


def diamond(
    inputs: Sequence[Attribute],
    output: Attribute,
    condition: Emit,
    then: Emit,
    otherwise: Emit,
) -> FuncOp:
    """A circuit that computes one of two values of its arguments, by a condition."""
    maker = CircuitMaker()
    values = [maker.argument(index, type) for index, type in enumerate(inputs)]
    test = (maker.state, condition(maker, values))
    branch = maker.emit(IfBranchOp, test, (STATE,)).state
    sides = [
        maker.emit(side, (branch,), (STATE,)).state for side in (IfTrueOp, IfFalseOp)
    ]
    merge = maker.emit(MergeOp, sides, (STATE,)).state
    flows = (then(maker, values), otherwise(maker, values))
    result = maker.emit(ValueSelectorOp, (merge, *flows), (output,)).result
    return _function(maker, inputs, merge, result)


def loop(
    inputs: Sequence[Attribute],
    starts: Sequence[Emit],
    stays: Emit,
    nexts: Sequence[Emit],
    result: Emit,
) -> FuncOp:
    """
    A circuit with a loop that is tested first.

    `starts` emit what it carries, from the arguments; the others see what it carries,
    then the arguments: whether it stays, what it carries into the next iteration, and
    the result.
    """
    maker = CircuitMaker()
    arguments = [maker.argument(index, type) for index, type in enumerate(inputs)]
    first = [start(maker, arguments) for start in starts]
    head = maker.emit(LoopBeginOp, (maker.state, maker.state), (STATE,))
    selectors = [
        maker.emit(ValueSelectorOp, (head.state, value, value), (value.type,))
        for value in first
    ]
    values = [*(selector.result for selector in selectors), *arguments]
    test = (head.state, stays(maker, values))
    branch = maker.emit(IfBranchOp, test, (STATE,)).state
    stay = maker.emit(IfTrueOp, (branch,), (STATE,)).state
    back = maker.emit(LoopBackOp, (stay,), (STATE,)).state
    head.operands[1] = back
    for selector, next in zip(selectors, nexts, strict=True):
        selector.operands[2] = next(maker, values)
    leave = maker.emit(IfFalseOp, (branch,), (STATE,)).state
    return _function(maker, inputs, leave, result(maker, values))


def _function(
    maker: CircuitMaker, inputs: Sequence[Attribute], state: SSAValue, result: SSAValue
) -> FuncOp:
    maker.emit(ReturnOp, (state, maker.depend, result))
    type = FunctionType.from_lists([*inputs], [result.type])
    return FuncOp.create(
        properties={"sym_name": StringAttr("expansion"), "function_type": type},
        regions=[Region(Block(maker.gates))],
    )

"""Loops that test at the top, as structured loops and copies of arrays do."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.control import (
    PARALLEL,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
)
from circ.dialects.circuit.integers import AddOp
from circ.transforms.conversion.to_circuit.circuit_builder import CircuitBuilder, Loop


def branch_out(
    b: CircuitBuilder, condition: SSAValue, depend: SSAValue | None
) -> SSAValue:
    """Branch out of a loop: continue inside, and return the state outside."""
    branch = b.control(IfBranchOp, b.state, condition)
    inside, outside = b.control(IfTrueOp, branch), b.control(IfFalseOp, branch)
    b.enter_side(inside, depend)
    return outside


def close(
    b: CircuitBuilder, loop: Loop, values: Sequence[SSAValue], memory: bool
) -> None:
    """Jump back to the head of a loop with its values, on its only back edge."""
    b.go_back(loop, b.arrival(values, memory))
    b.end_loop(loop)


@dataclass(frozen=True)
class CountedLoop:
    """`while (index < bound) { …; index += step; }`, with the builder in its body."""

    loop: Loop
    step: SSAValue
    outside: SSAValue
    depend: SSAValue | None
    memory: bool

    @property
    def index(self) -> SSAValue:
        return self.loop.values[0].result

    @property
    def carried(self) -> list[SSAValue]:
        """The carried values but for the index; the results after the loop."""
        return [selector.result for selector in self.loop.values[1:]]


def begin_counted(
    b: CircuitBuilder,
    first: SSAValue,
    bound: SSAValue,
    step: SSAValue,
    initial: Sequence[SSAValue],
    memory: bool,
    less: str = "slt",
) -> CountedLoop:
    """Enter a loop and continue in its body."""
    loop = b.begin_loop([first, *initial], memory)
    condition = b.compare(ICmpOp, less, loop.values[0].result, bound)
    depend = b.part(memory)
    outside = branch_out(b, condition, depend)
    return CountedLoop(loop, step, outside, depend, memory)


def end_counted(
    b: CircuitBuilder, counted: CountedLoop, values: Sequence[SSAValue]
) -> list[SSAValue]:
    """Close the loop with the next carried values; returns the results."""
    following = b.compute(AddOp, counted.index.type, counted.index, counted.step)
    close(b, counted.loop, [following, *values], counted.memory)
    b.enter_side(counted.outside, counted.depend)
    return counted.carried


def loop_nest(
    b: CircuitBuilder,
    bounds: Sequence[tuple[SSAValue, SSAValue, SSAValue]],
    initial: Sequence[SSAValue],
    memory: bool,
    body: Callable[[list[SSAValue], list[SSAValue]], Sequence[SSAValue]],
    parallel: bool = False,
) -> list[SSAValue]:
    """
    A nest of loops, a `(first, bound, step)` each, outermost first.

    `body` takes the indices and the carried values, and returns the next of these.
    Iterations of `parallel` loops access memory as if in any order.
    """
    loops: list[CountedLoop] = []
    carried = list(initial)
    for first, bound, step in bounds:
        loops.append(begin_counted(b, first, bound, step, carried, memory))
        if parallel:
            loops[-1].loop.begin.attributes[PARALLEL] = UnitAttr()
        carried = loops[-1].carried
    values = list(body([loop.index for loop in loops], carried))
    while loops:
        values = end_counted(b, loops.pop(), values)
    return values


def when(
    b: CircuitBuilder,
    condition: SSAValue,
    body: Callable[[], Sequence[SSAValue]],
    otherwise: Sequence[SSAValue] = (),
) -> Sequence[SSAValue]:
    """The results of `body`, which accesses memory, if a condition holds."""
    depend = b.part(True)
    branch = b.control(IfBranchOp, b.state, condition)
    b.enter_side(b.control(IfTrueOp, branch), depend)
    arrivals = [b.arrival(body(), True)]
    b.enter_side(b.control(IfFalseOp, branch), depend)
    arrivals.append(b.arrival(otherwise, True))
    return b.merge(arrivals, True)

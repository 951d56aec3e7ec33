"""
What it costs to compute both values of a choice, or to branch and compute one.

A choice is what one condition decides: selectors of a merge whose branch does nothing
else, or SELECTs. All gates are total, so that both values can be computed.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import SelectOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import LoopBeginOp, ValueSelectorOp
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.memory import LoadOp
from circ.dialects.circuit.types import is_vector
from circ.dialects.common.machine import Costs
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.costs import EXPENSIVE, cost_of
from circ.transforms.circuit.induction import constant_sum

LIMIT = 6
"""Limit on what both sides and the choice of their values cost."""
MOST_WALKED = 48
"""Gates that are looked at for what a condition follows from."""
MOST_GATES = 24
"""That are looked at for the values of a choice."""


@dataclass(frozen=True)
class Choice:
    """Values that one condition chooses."""

    condition: SSAValue
    gates: Sequence[Operation]
    """Selectors of one merge, or SELECTs: before its values each has an operand."""
    edges: tuple[int, int] = (0, 1)
    """The numbers of the values, if the condition is true and if not."""

    def values(self, gate: Operation) -> list[SSAValue]:
        """What one of the gates chooses from."""
        return [gate.operands[1 + edge] for edge in self.edges]

    def one_sided(self, through: bool) -> dict[Operation, int]:
        """
        By gate that one side alone needs, the edge of that side.

        `through` choices that one side needs, or up to them. At most one gate more than
        `MOST_GATES`.
        """
        needed: dict[Operation, int] = {}
        work = [gate_of(value) for gate in self.gates for value in self.values(gate)]
        while work and len(needed) <= MOST_GATES:
            gate = work.pop()
            if gate in needed or not isinstance(gate, PureGate):
                continue
            if isinstance(gate, SelectOp) and not through:
                continue
            edges: set[int | None] = set()
            for use in gate.results[0].uses:
                if use.operation in self.gates and use.index > 0:
                    edges.add(use.index - 1)
                else:
                    edges.add(needed.get(use.operation))
            (edge, *others) = edges
            if edge is not None and not others:
                needed[gate] = edge
                work += map(gate_of, gate.operands)
        return needed

    def cost(self) -> int | None:
        """
        What SELECTs, and the gates that one side alone needs, cost; None of too much.

        What both sides need is computed anyway. Choices that one side needs do not
        count, nor what is behind them: each may be a branch by itself.
        """
        needed = self.one_sided(through=False)
        if len(needed) > MOST_GATES or any(type(gate) in EXPENSIVE for gate in needed):
            return None
        return sum(map(self._select_cost, self.gates)) + sum(map(cost_of, needed))

    def _select_cost(self, gate: Operation) -> int:
        """
        What a SELECT costs.

        A bit costs little, other values an operation more for each word.
        """
        type = gate.results[0].type
        if type == i1:
            return 1
        constants = [constant_of(value) for value in self.values(gate)]
        words = 2 if not is_vector(type) and width_of(type) > 32 else 1
        return words if 0 in constants or None not in constants else 2 * words

    def _has_zero(self, gate: Operation) -> bool:
        return 0 in map(constant_of, self.values(gate))

    def latency(self, costs: Costs) -> int:
        """Instructions that issue from the condition's operands to what is chosen."""
        is_product = all(map(self._has_zero, self.gates))
        sums = 2 * costs.add + costs.multiply
        return costs.latency * (costs.add + (costs.multiply if is_product else sums))

    def stall(self, costs: Costs) -> int:
        """Instructions that could issue until a branch has decided."""
        waits = any(
            isinstance(gate, LoadOp) for gate in behind_values((self.condition,))
        )
        return costs.latency * (costs.add + costs.branch + waits)

    def loads_constants(self, costs: Costs) -> bool:
        """
        Does a branch only load constants, and take less than the choice?

        A choice between a value and a constant but 0 is two additions (XOR) and a
        product, of which each waits for the one before. The branch lets the value be.
        """
        for gate in self.gates:
            constants = [constant_of(value) for value in self.values(gate)]
            is_bit = gate.results[0].type == i1
            if is_bit or 0 in constants or constants.count(None) != 1:
                return False
        return costs.branch + 1 < 2 * costs.add + costs.multiply

    def is_carried(self) -> bool:
        """
        Does the condition follow from what was chosen in the iteration before?

        Or from an earlier choice that it chooses from, as when such a loop is written
        out. SELECTs would wait for it, and then for what they choose from: a branch
        does not. It may be one where it compares what it chooses, which is a minimum or
        maximum. Choices between a value and 0 are a product, which is as fast.
        """
        if all(map(self._has_zero, self.gates)):
            return False
        wanted: set[Operation] = {*self.gates}
        condition = gate_of(self.condition)
        flows = [value for gate in self.gates for value in self.values(gate)]
        flows = [value for value in flows if constant_of(value) is None]
        compared = {gate_of(value) for value in condition.operands}
        compares = compared & {*map(gate_of, flows)}
        earlier: set[Operation] = set()
        for gate in behind_values((self.condition,)):
            if isinstance(gate, SelectOp) or (
                isinstance(gate, ValueSelectorOp) and not _is_at_loop(gate)
            ):
                earlier.add(gate)
            if isinstance(gate, ValueSelectorOp) and _is_at_loop(gate):
                following = gate.flows[1]
                is_counter = constant_sum(following)[0] is gate.result
                if not is_counter and wanted & {*behind_values((following,))}:
                    return True
        return not compares and bool(earlier & {*behind_values(flows)})


def behind_values(values: Sequence[SSAValue]) -> Iterator[Operation]:
    """Gates that values are computed by in one iteration, the nearest first."""
    found: dict[Operation, None] = dict.fromkeys(map(gate_of, values))
    work = deque(found)
    for _ in range(MOST_WALKED):
        if not work:
            return
        gate = work.popleft()
        yield gate
        flows: Sequence[SSAValue] = ()
        if isinstance(gate, PureGate):
            flows = gate.operands
        elif isinstance(gate, ValueSelectorOp) and not _is_at_loop(gate):
            flows = gate.flows
        for flow in flows:
            if (before := gate_of(flow)) not in found:
                found[before] = None
                work.append(before)


def _is_at_loop(selector: ValueSelectorOp) -> bool:
    return isinstance(gate_of(selector.merge), LoopBeginOp)

"""Copies of a loop's body, one after the other, and of whole loops."""

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Operation, SSAValue, Use

from circ.dialects.circuit.control import (
    DependRelayOp,
    DependSelectorOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    MergeOp,
    OrdinaryBlockOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.types import DEPEND, STATE, DependType
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.loops import Loop

Known = dict[SSAValue, SSAValue]
"""What stands for wires of a loop in a copy of it."""


class LoopCopier:
    """Copies of one loop, put in front of it."""

    def __init__(self, loop: Loop):
        self.loop = loop
        self.selectors: list[ValueSelectorOp | DependSelectorOp] = [
            *loop.selectors,
            *loop.depends,
        ]
        self._fixed = [loop.head, loop.branch, loop.stay, loop.back]
        own = set(map(id, (*self._fixed, *self.selectors)))
        self.body = [
            gate for gate in (*loop.states, *loop.members) if id(gate) not in own
        ]
        """What an iteration computes: all but head, test, back edge and selectors."""
        self.made: list[Operation] = []
        """The copies, and the gates after the loop that use them."""
        self._made: set[int] = set()
        """The `id`s of the copies."""

    @property
    def gates(self) -> list[Operation]:
        """All gates of the loop, and the first one after it."""
        return [*self._fixed, self.loop.leave, *self.selectors, *self.body]

    def add(self, gate: Operation) -> None:
        """Put a gate into the function, after those that were put there before."""
        block = self.loop.head.parent_block()
        assert block is not None
        block.insert_op_before(gate, self.loop.head)
        self.made.append(gate)
        self._made.add(id(gate))

    def iteration(
        self,
        state: SSAValue,
        flows: Sequence[SSAValue],
        body: Sequence[Operation] | None = None,
    ) -> Known:
        """
        An iteration after a state, given the selectors' values, without its test.

        The loop is one that is tested first.
        """
        loop = self.loop
        assert loop.is_tested_first
        place = OrdinaryBlockOp.create(
            operands=[state], result_types=[STATE], location=loop.stay.location
        )
        self.add(place)
        known: Known = {
            loop.stay.results[0]: place.state,
            loop.leave.results[0]: place.state,
        }
        for selector, flow in zip(self.selectors, flows, strict=True):
            if isinstance(selector, DependSelectorOp):
                # Accesses that use the loop's memory must not move above the iteration.
                relay = DependRelayOp.create(
                    operands=[place.state, flow],
                    result_types=[DEPEND],
                    location=selector.location,
                )
                self.add(relay)
                flow = relay.depend
            known[selector.results[0]] = flow
        self.copy(self.body if body is None else body, known)
        return known

    def copy(self, gates: Sequence[Operation], known: Known) -> None:
        """Copy gates; `known` has what stands for wires, and gets the copies."""
        copies: list[Operation] = []
        for gate in gates:
            copy = gate.clone_without_regions()
            copies.append(copy)
            for result, made in zip(gate.results, copy.results, strict=True):
                known[result] = made
        for copy in copies:
            copy.operands = [known.get(value, value) for value in copy.operands]
            self.add(copy)

    def next_flows(self, known: Mapping[SSAValue, SSAValue]) -> list[SSAValue]:
        """The selectors' values after an iteration."""
        flows = (selector.flows[1] for selector in self.selectors)
        return [known.get(flow, flow) for flow in flows]

    def write_out(
        self, state: SSAValue, flows: Sequence[SSAValue], trips: int
    ) -> list[Known]:
        """Iterations after a state, which then stand for the loop to gates after it."""
        written: list[Known] = []
        for _ in range(trips):
            known = self.iteration(state, flows)
            written.append(known)
            state = known[self.loop.back.predecessor]
            flows = self.next_flows(known)
        self._replace_after(self.without_iterations(state, flows))
        return written

    def without_iterations(self, state: SSAValue, flows: Sequence[SSAValue]) -> Known:
        """What stands for the loop after a state if it ends with these values."""
        return self.iteration(state, flows, self._used_after())

    def copy_beside(self) -> Known:
        """A copy of the loop that control enters from where it enters this one."""
        known: Known = {}
        self.copy(self.gates, known)
        return known

    def outside_uses(self) -> list[Use]:
        """The uses of wires of the loop, or of its exit, by other gates."""
        inside = {id(gate) for gate in self.gates} | self._made
        return [
            use
            for gate in self.gates
            for result in gate.results
            for use in result.uses
            if id(use.operation) not in inside
        ]

    def copy_behind(self) -> Known:
        """A copy of the loop that control enters where it leaves this one."""
        known: Known = {}
        self.copy(self.gates, known)
        for gate in (self.loop.head, *self.selectors):
            copy = gate_of(known[gate.results[0]])
            if gate is self.loop.head:
                copy.operands[0] = self.loop.leave.results[0]
            else:
                copy.operands[1] = gate.results[0]
        self._replace_after(known)
        return known

    def _used_after(self) -> list[Operation]:
        """The gates of the body, no states, that what comes after the loop needs."""
        inside = {id(gate) for gate in self.gates} | self._made
        copied = {id(gate) for gate in self.body}
        needed: list[Operation] = []
        seen: set[int] = set()
        work = [
            gate
            for gate in self.body
            if any(id(u.operation) not in inside for r in gate.results for u in r.uses)
        ]
        while work:
            gate = work.pop()
            if id(gate) in seen or id(gate) not in copied:
                continue
            seen.add(id(gate))
            needed.append(gate)
            work.extend(gate_of(value) for value in gate.operands)
        return needed

    def _replace_after(self, known: Mapping[SSAValue, SSAValue]) -> None:
        """Hand other values to the gates after the loop."""
        gates = self.gates
        inside = {id(gate) for gate in gates} | self._made
        for gate in gates:
            for result in gate.results:
                for use in list(result.uses):
                    if id(use.operation) not in inside:
                        use.operation.operands[use.index] = known[result]
                        self.made.append(use.operation)


def split_loop(
    loop: Loop, condition: SSAValue, location: LocationAttr
) -> tuple[Known, list[Operation]]:
    """
    Run the loop where a condition holds, and a copy of it elsewhere.

    Returns what stands for the wires of the loop in the copy, and what has changed.
    """
    copier = LoopCopier(loop)

    def copy(state: SSAValue) -> Known:
        copies = copier.copy_beside()
        gate_of(copies[loop.head.state]).operands[0] = state
        return copies

    return _enter_if(copier, condition, location, copy)


def guard_loop(
    loop: Loop, condition: SSAValue, location: LocationAttr
) -> Sequence[Operation]:
    """Run a loop that is tested first only where a condition holds for its test."""
    copier = LoopCopier(loop)
    flows = [selector.flows[0] for selector in copier.selectors]
    _, changed = _enter_if(
        copier,
        condition,
        location,
        lambda state: copier.without_iterations(state, flows),
    )
    return changed


def _enter_if(
    copier: LoopCopier,
    condition: SSAValue,
    location: LocationAttr,
    otherwise: Callable[[SSAValue], Known],
) -> tuple[Known, list[Operation]]:
    """Run the loop where a condition holds, and what a function makes elsewhere."""
    loop, maker = copier.loop, GateMaker(location)
    block = loop.head.parent_block()
    assert block is not None
    branch = maker.emit(IfBranchOp, (loop.head.operands[0], condition), (STATE,))
    loop.head.operands[0] = maker.emit(IfTrueOp, (branch.state,), (STATE,)).state
    other = maker.emit(IfFalseOp, (branch.state,), (STATE,)).state
    copies = otherwise(other)
    uses = copier.outside_uses()
    leave = loop.leave.results[0]
    merge = maker.emit(MergeOp, (leave, copies[leave]), (STATE,))
    after = maker.emit(OrdinaryBlockOp, (merge.state,), (STATE,))
    selected: Known = {leave: after.state}
    for use in uses:
        value = use.operation.operands[use.index]
        if value not in selected:
            is_depend = isinstance(value.type, DependType)
            selected[value] = maker.emit(
                DependSelectorOp if is_depend else ValueSelectorOp,
                (merge.state, value, copies[value]),
                (value.type,),
            ).results[0]
        use.operation.operands[use.index] = selected[value]
    block.insert_ops_before(maker.gates, loop.head)
    users = (use.operation for use in uses)
    return copies, [*copier.made, *copier.gates, *maker.gates, *users]

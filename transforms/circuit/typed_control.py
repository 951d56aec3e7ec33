"""
Control around bytecodes that become gates: those that cannot throw, and fast paths.

A fast path is a branch before the JS_BYTECODE, which stays as the other side; both
sides meet again where it has not thrown.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from xdsl.dialects.builtin import DenseArrayBase, i1, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue, Use

from circ.dialects.circuit.control import (
    DependRelayOp,
    DependSelectorOp,
    IfBranchOp,
    IfExceptionOp,
    IfFalseOp,
    IfSuccessOp,
    IfTrueOp,
    MergeOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.integers import AndOp
from circ.dialects.circuit.language import JsBytecodeOp
from circ.dialects.circuit.types import DEPEND, STATE
from circ.transforms.circuit.javascript_types import JsType
from circ.transforms.circuit.typed_values import TypedValues, form_of

OFTEN, RARELY = (1000, 1), (1, 1000)
"""The weights of the branches to a fast path, and to what follows its exception."""


class Fast(NamedTuple):
    """What a fast path gives: memory after it, and a value, if any."""

    flow: SSAValue
    value: SSAValue | None = None
    throws: SSAValue | None = None
    """Has it thrown, if it may?"""


class Path(NamedTuple):
    """A fast path that is made: where it begins, and where its sides meet."""

    branch: IfBranchOp | None
    """To the fast side, if one condition alone leads there."""
    state: SSAValue
    flow: SSAValue
    """The end of the fast side, and memory there."""
    normal: SSAValue
    depend: SSAValue
    """The same of the bytecode's side."""
    merge: MergeOp
    after: DependSelectorOp
    chosen: ValueSelectorOp | None
    own: SSAValue
    """The value of the bytecode itself."""

    def is_only_for(self, gate: JsBytecodeOp) -> bool:
        """Does nothing but a bytecode follow, and use memory and the value?"""
        if self.branch is None or self.chosen is None:
            return False
        wires = self.after.depend, self.chosen.result
        if not all(wire.has_one_use() for wire in wires):
            return False
        if gate.predecessor is not self.merge.state:
            return False
        users = [use.operation for wire in wires for use in wire.uses]
        expected = (gate, self.after, self.chosen)
        states = [use.operation for use in self.merge.state.uses]
        return users == [gate, gate] and all(user in expected for user in states)


Test = Callable[[SSAValue], SSAValue]
"""A condition that reads memory, which it is given."""


class _Ends(NamedTuple):
    """What uses a bytecode's state where it has not thrown, its memory and result."""

    states: Sequence[Use]
    depends: Sequence[Use]
    results: Sequence[Use]

    @staticmethod
    def of(gate: JsBytecodeOp, normal: SSAValue) -> "_Ends":
        return _Ends([*normal.uses], [*gate.depend.uses], [*gate.result.uses])


class TypedControl:
    """Rewires the states and dependencies around JS_BYTECODE gates."""

    def __init__(self, values: TypedValues):
        self.values = values
        self.is_repeated = True
        """May the bytecode be executed often, so that fast paths pay?"""
        self.removed: list[Operation] = []
        """Gates that nothing executes any more; their results are replaced at last."""
        self.kept_uses: set[tuple[Operation, int]] = set()
        """Operands that need the result of the bytecode itself."""

    def normal_state(self, gate: JsBytecodeOp) -> SSAValue:
        """The state in which a bytecode has not thrown."""
        for use in gate.state.uses:
            if isinstance(use.operation, IfSuccessOp):
                return use.operation.state
        return gate.state

    def after(self, gate: JsBytecodeOp) -> SSAValue:
        """Memory after a bytecode that has not thrown."""
        state = self.normal_state(gate)
        if state is gate.state:
            return gate.depend
        operands = state, gate.depend
        return self.values.emit(DependRelayOp, operands, (DEPEND,)).results[0]

    def bypass(self, gate: JsBytecodeOp, flow: SSAValue | None = None) -> None:
        """Control goes past a bytecode, which cannot throw; `flow` is memory then."""
        sides = [use.operation for use in gate.state.uses]
        state: SSAValue = gate.predecessor
        if any(isinstance(side, IfExceptionOp) for side in sides):
            never = self.values.constant(i1, 0)
            branch = self.values.emit(IfBranchOp, (state, never), (STATE,))
            for side in sides:
                kind = IfTrueOp if isinstance(side, IfExceptionOp) else IfFalseOp
                made = self.values.emit(kind, branch.results, (STATE,))
                side.results[0].replace_all_uses_with(made.results[0])
                side.detach()
                side.erase()
        else:
            gate.state.replace_all_uses_with(state)
        gate.depend.replace_all_uses_with(gate.flow if flow is None else flow)
        self.removed.append(gate)

    def fast_path(
        self,
        gate: JsBytecodeOp,
        condition: SSAValue | None,
        make: Callable[[SSAValue], Fast],
        type: JsType,
        unformed: JsType,
        tests: Sequence[Test] = (),
        prepare: Callable[[SSAValue], SSAValue] | None = None,
    ) -> Path:
        """
        Where the conditions hold, do what `make` makes of memory, else the bytecode.

        `tests` are made where the condition and those before hold. `type` is that of
        the result, `unformed` what is known of the bytecode's own. `prepare` adds what
        is done in front of the bytecode: memory after it.
        """
        fast, slows = gate.predecessor, list[SSAValue]()
        flow = gate.flow
        if condition is not None:
            fast, slow = self.branch(fast, condition, OFTEN)
            slows.append(slow)
            flow = self._relay(fast, gate.flow)
        for test in tests:
            fast, slow = self.branch(fast, test(flow), OFTEN)
            slows.append(slow)
            flow = self._relay(fast, gate.flow)
        ends = _Ends.of(gate, self.normal_state(gate))
        made = make(flow)
        slow, flow = self._joined(slows, gate.flow)
        if prepare is not None:
            flow = prepare(flow)
        thrown: SSAValue | None = None
        after_fast = made.flow
        if made.throws is not None:
            thrown, fast = self.branch(fast, made.throws, RARELY)
            after_fast = self._relay(fast, made.flow)
        path = self._meet(gate, fast, after_fast, made.value, type, unformed, ends)
        if thrown is not None:
            self._throw(gate, thrown, self._relay(thrown, made.flow))
        gate.operands = [slow, flow, *gate.arguments]
        if len(slows) > 1 or prepare is not None or thrown is not None:
            return path
        first = gate_of(gate_of(slow).operands[0])
        assert isinstance(first, IfBranchOp)
        return path._replace(branch=first)

    def extend(
        self,
        path: Path,
        gate: JsBytecodeOp,
        condition: SSAValue | None,
        value: SSAValue,
        type: JsType,
        unformed: JsType,
    ) -> Path:
        """
        The fast path in front of a bytecode executes this, too, under its condition.

        The other side executes both bytecodes, so that one test is made for two.
        """
        branch, chosen = path.branch, path.chosen
        assert branch is not None and chosen is not None
        if condition is not None:
            both = self.values.compute(AndOp, i1, branch.condition, condition)
            branch.operands = [branch.predecessor, both]
        ends = _Ends.of(gate, self.normal_state(gate))
        extended = self._meet(gate, path.state, path.flow, value, type, unformed, ends)
        arguments = [*gate.arguments]
        place = arguments.index(chosen.result)
        arguments[place] = path.own
        gate.operands = [path.normal, path.depend, *arguments]
        self.kept_uses.add((gate, len(gate.operands) - len(arguments) + place))
        for old in (chosen, path.after, path.merge):
            old.detach()
            old.erase()
        return extended._replace(branch=branch)

    def _meet(
        self,
        gate: JsBytecodeOp,
        fast: SSAValue,
        flow: SSAValue,
        value: SSAValue | None,
        type: JsType,
        unformed: JsType,
        ends: "_Ends",
    ) -> Path:
        """A fast side meets that of the bytecode where this has not thrown."""
        values = self.values
        normal = self.normal_state(gate)
        merge = values.emit(MergeOp, (fast, normal), (STATE,))
        depend = gate.depend
        if normal is not gate.state:
            depend = self._relay(normal, depend)
        operands = merge.state, flow, depend
        after = values.emit(DependSelectorOp, operands, (DEPEND,))
        chosen: ValueSelectorOp | None = None
        if value is not None:
            own = values.formed(gate.result, unformed, type)
            operands = merge.state, value, own
            form = value.type
            chosen = values.emit(ValueSelectorOp, operands, (form,))
            self._keep(_new_uses(gate.result, ends.results))
            if form == i64 and form_of(type) == i64 and not type.is_integer:
                _replace(ends.results, chosen.result)
            else:
                values.forms[gate.result] = chosen.result, type
        for use in ends.depends:
            if not self._is_thrown(use.operation):
                use.operation.operands[use.index] = after.depend
        self._go_on(ends.states, merge.state)
        return Path(
            *(None, fast, flow, normal, depend, merge, after, chosen, gate.result)
        )

    def branch(
        self, state: SSAValue, condition: SSAValue, weights: tuple[int, int]
    ) -> tuple[SSAValue, SSAValue]:
        """The states where a condition holds, and where it does not."""
        likely: dict[str, Attribute] = {
            "weights": DenseArrayBase.from_list(i32, weights)
        }
        values = self.values
        made = values.emit(IfBranchOp, (state, condition), (STATE,), likely).results
        then = values.emit(IfTrueOp, made, (STATE,)).results[0]
        return then, values.emit(IfFalseOp, made, (STATE,)).results[0]

    def _joined(
        self, states: Sequence[SSAValue], depend: SSAValue
    ) -> tuple[SSAValue, SSAValue]:
        """One state after those of several tests, and memory there."""
        relays = [self._relay(state, depend) for state in states]
        if len(states) == 1:
            return states[0], relays[0]
        merge = self.values.emit(MergeOp, states, (STATE,)).results[0]
        operands = merge, *relays
        flow = self.values.emit(DependSelectorOp, operands, (DEPEND,)).results[0]
        return merge, flow

    def can_throw(self, gate: JsBytecodeOp) -> bool:
        """Does something follow its exception?"""
        return any(isinstance(use.operation, IfExceptionOp) for use in gate.state.uses)

    def _throw(self, gate: JsBytecodeOp, state: SSAValue, flow: SSAValue) -> None:
        """What follows the exception of a bytecode follows another one, too."""
        (side,) = (
            use.operation
            for use in gate.state.uses
            if isinstance(use.operation, IfExceptionOp)
        )
        uses = [*side.state.uses]
        merge = self.values.emit(MergeOp, (side.state, state), (STATE,)).results[0]
        for use in uses:
            if not isinstance(relay := use.operation, DependRelayOp):
                use.operation.operands[use.index] = merge
                continue
            operands = merge, self._relay(side.state, relay.flow), flow
            selector = self.values.emit(DependSelectorOp, operands, (DEPEND,))
            relay.depend.replace_all_uses_with(selector.results[0])
            relay.detach()
            relay.erase()

    def _go_on(self, uses: Sequence[Use], merge: SSAValue) -> None:
        """What followed a state follows a merge, where memory is what it says."""
        for use in uses:
            if isinstance(relay := use.operation, DependRelayOp):
                relay.depend.replace_all_uses_with(relay.flow)
                relay.detach()
                relay.erase()
            else:
                use.operation.operands[use.index] = merge

    def _relay(self, state: SSAValue, depend: SSAValue) -> SSAValue:
        return self.values.emit(DependRelayOp, (state, depend), (DEPEND,)).results[0]

    def _is_thrown(self, gate: Operation) -> bool:
        """Is it memory after an exception?"""
        if not isinstance(gate, DependRelayOp):
            return False
        return isinstance(gate.operands[0].owner, IfExceptionOp)

    def _keep(self, uses: Sequence[Use]) -> None:
        self.kept_uses.update((use.operation, use.index) for use in uses)


def _new_uses(value: SSAValue, before: Sequence[Use]) -> Sequence[Use]:
    """The uses of a value that were not there before."""
    old = set(before)
    return [use for use in value.uses if use not in old]


def _replace(uses: Sequence[Use], wire: SSAValue) -> None:
    for use in uses:
        use.operation.operands[use.index] = wire

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


Test = Callable[[SSAValue], SSAValue]
"""A condition that reads memory, which it is given."""


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
    ) -> None:
        """
        Where the conditions hold, do what `make` makes of memory, else the bytecode.

        `tests` are made where the condition and those before hold. `type` is that of
        the result, `unformed` what is known of the bytecode's own. `prepare` adds what
        is done in front of the bytecode: memory after it.
        """
        values = self.values
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
        normal = self.normal_state(gate)
        state_uses = [*normal.uses]
        depend_uses = [*gate.depend.uses]
        result_uses = [*gate.result.uses]
        made = make(flow)
        slow, flow = self._joined(slows, gate.flow)
        if prepare is not None:
            flow = prepare(flow)
        thrown: SSAValue | None = None
        after_fast = made.flow
        if made.throws is not None:
            thrown, fast = self.branch(fast, made.throws, RARELY)
            after_fast = self._relay(fast, made.flow)
        merge = values.emit(MergeOp, (fast, normal), (STATE,)).results[0]
        depend = gate.depend
        if normal is not gate.state:
            depend = self._relay(normal, depend)
        operands = merge, after_fast, depend
        after = values.emit(DependSelectorOp, operands, (DEPEND,)).results[0]
        if made.value is not None:
            own = values.formed(gate.result, unformed, type)
            operands = merge, made.value, own
            form = made.value.type
            chosen = values.emit(ValueSelectorOp, operands, (form,)).results[0]
            self._keep(_new_uses(gate.result, result_uses))
            if form == i64 and form_of(type) == i64 and not type.is_integer:
                _replace(result_uses, chosen)
            else:
                values.forms[gate.result] = chosen, type
        for use in depend_uses:
            if not self._is_thrown(use.operation):
                use.operation.operands[use.index] = after
        self._go_on(state_uses, merge)
        if thrown is not None:
            self._throw(gate, thrown, self._relay(thrown, made.flow))
        gate.operands = [slow, flow, *gate.arguments]

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

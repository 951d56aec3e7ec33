"""
The verifier of whole circuits.

Circuit IR specification; the rule numbers in messages are those of the reference
compiler's verifier: 1 to 21 are rules of single gates, G4 to G12 are the steps over the
whole graph (G4 unreachable predecessors, G5 cycles without LOOP_BACK, G6 irreducible
loops, G9 cycles of data, G12 values used where they are not available). "seed" marks
rules of the specification that the reference compiler does not check. Unlike it, every
gate is checked, dead ones too, and a selector's flows are held to G12 like any use.

One pass over the gates and one over the wires; dominators cost O(n log n).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue
from xdsl.irdl import VerificationContext
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit.comparisons import FCmpOp, ICmpOp
from circ.dialects.circuit.constants import ArgOp
from circ.dialects.circuit.control import (
    GENERAL_STATES,
    RELAY_STATES,
    DefaultCaseOp,
    DependEntryOp,
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    IfBranchOp,
    IfExceptionOp,
    IfFalseOp,
    IfSuccessOp,
    IfTrueOp,
    LoopBackOp,
    LoopBeginOp,
    MergeOp,
    MergingState,
    RootGate,
    StateEntryOp,
    StateGate,
    SwitchBranchOp,
    SwitchCaseOp,
    TerminalState,
    ValueSelectorOp,
)
from circ.dialects.circuit.conversions import ConversionGate
from circ.dialects.circuit.gate import Gate, gate_of
from circ.dialects.circuit.integers import RevOp
from circ.dialects.circuit.memory import LoadElementOp, LoadOp, StoreElementOp, StoreOp
from circ.dialects.circuit.shape import Group, group_of, shape_of
from circ.dialects.circuit.types import DEPEND, STATE, width_of
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dominance import NONE, DominatorTree

ELEMENT_STATES = (LoadElementOp, StoreElementOp)
"""State gates that compute, and may throw."""

PASSABLE_STATES = (*GENERAL_STATES, *ELEMENT_STATES)
"""The states that most state gates may follow."""

Selector = ValueSelectorOp | DependSelectorOp


def verify_circuit(func: FuncOp) -> None:
    """Raise a `Diagnostic` at the first gate that breaks a rule."""
    gates = list(func.body.block.ops)
    _check_roots(func, gates)
    _check_gates(gates)
    _check_arguments(gates)
    graph = StateGraph.of(gates)
    for state in graph.states:
        _check_successors(state)
    graph.check()
    _check_availability(gates, graph)


def _wrong(gate: Operation, message: str, rule: str) -> Diagnostic:
    opcode = gate.OPCODE if isinstance(gate, Gate) else f"'{gate.name}'"
    return Diagnostic(gate.location, f"{opcode} {message} ({rule})")


def _opcode(wire: SSAValue) -> str:
    gate = gate_of(wire)
    return gate.OPCODE if isinstance(gate, Gate) else f"'{gate.name}'"


# region Single gates


def _check_roots(func: FuncOp, gates: Iterable[Operation]) -> None:
    seen: set[str] = set()
    for gate in gates:
        if not isinstance(gate, Gate):
            raise Diagnostic(gate.location, f"'{gate.name}' is not a gate")
        if isinstance(gate, RootGate):
            if gate.name in seen:
                raise _wrong(gate, "must be the only one of its kind", "rule 16")
            seen.add(gate.name)
    if StateEntryOp.name not in seen:
        message = f"@{func.sym_name.data} has no STATE_ENTRY (rule 16)"
        raise Diagnostic(func.location, message)


def _check_gates(gates: Iterable[Operation]) -> None:
    """The rules of each gate alone; gates of equal types are looked at once."""
    right: set[tuple[int, ...]] = set()
    for gate in gates:
        # The types live as long as their gates: identity will do.
        types = [id(operand.type) for operand in gate.operands]
        results = [id(result.type) for result in gate.results]
        key = (id(type(gate)), len(types), *types, *results)
        if key not in right:
            _check_types(gate)
            right.add(key)
        if isinstance(gate, StateGate):
            _check_predecessors(gate)
        elif isinstance(gate, Selector):
            _check_selector(gate)
        elif isinstance(gate, DependRelayOp):
            _check_relay(gate)
        try:
            gate.verify_()
        except VerifyException as error:
            raise _wrong(gate, str(error), "seed") from None


def _check_predecessors(gate: StateGate) -> None:
    """Rules 2, 3 and 4: which states a state may follow."""
    wires = shape_of(type(gate)).split(gate)[Group.STATES]
    for index, wire in enumerate(wires):
        before = gate_of(wire)
        match gate:
            case IfTrueOp() | IfFalseOp():
                allowed, rule = (IfBranchOp,), "rule 2"
            case SwitchCaseOp() | DefaultCaseOp():
                allowed, rule = (SwitchBranchOp,), "rule 3"
            case LoopBeginOp() if index:
                allowed, rule = (LoopBackOp,), "rule 4"
            case _:
                allowed, rule = PASSABLE_STATES, "rule 4"
        if wire.type == STATE and isinstance(before, allowed):
            continue
        if len(allowed) == 1:
            wanted = f"needs {allowed[0].OPCODE} as its predecessor"
        else:
            wanted = "needs a general state as its predecessor"
        raise _wrong(gate, f"{wanted}, but has {_opcode(wire)}", rule)
    if isinstance(gate, LoopBeginOp) and len(wires) < 2:
        wanted = "needs an entry and at least one LOOP_BACK"
        raise _wrong(gate, f"{wanted}, but has {len(wires)} predecessors", "seed")
    if isinstance(gate, MergeOp) and not wires:
        raise _wrong(gate, "needs at least one predecessor", "rule 1")


def _check_selector(gate: Selector) -> None:
    merge = gate_of(gate.merge)
    if not isinstance(merge, MergingState):
        wanted = "needs MERGE or LOOP_BEGIN as its state"
        raise _wrong(gate, f"{wanted}, but has {_opcode(gate.merge)}", "rule 20")
    if len(gate.flows) != len(merge.predecessors):
        raise _wrong(
            gate,
            f"needs a flow for each of the {len(merge.predecessors)} predecessors "
            f"of its {merge.OPCODE}, but has {len(gate.flows)}",
            "rule 20",
        )


def _check_relay(gate: DependRelayOp) -> None:
    if not isinstance(gate_of(gate.branch), RELAY_STATES):
        wanted = "needs a side of a branch or ORDINARY_BLOCK as its state"
        raise _wrong(gate, f"{wanted}, but has {_opcode(gate.branch)}", "rule 21")


def _check_types(gate: Operation) -> None:
    """The kinds of wires in each group, and the types of the values."""
    assert isinstance(gate, Gate)
    shape = shape_of(type(gate))
    groups = shape.split(gate)
    for group, wires in groups.items():
        if not shape.operands[group].accepts(len(wires)):
            raise _wrong(gate, f"has {len(wires)} {group.value} operands", "rule 1")
    for group, arity in shape.results.items():
        count = sum(group is group_of(result.type) for result in gate.results)
        if not arity.accepts(count):
            raise _wrong(gate, f"has {count} {group.value} results", "rule 1")
    for wire in groups[Group.STATES]:
        if wire.type != STATE:
            raise _wrong(gate, f"needs a state, but has {_opcode(wire)}", "rule 4")
    for wire in groups[Group.DEPENDS]:
        if wire.type != DEPEND:
            wanted = "needs a gate with an effect as its dependency"
            raise _wrong(gate, f"{wanted}, but has {_opcode(wire)}", "rule 14")
    # The result comes first: operands are held against the gate's own type (FLEX).
    context = VerificationContext()
    for result in gate.results:
        if shape.given is not None and result.type not in (STATE, DEPEND):
            try:
                shape.given.verify(result.type, context)
            except VerifyException:
                message = f"cannot give a value of type {result.type}"
                raise _wrong(gate, message, "rule 6") from None
    rule = _type_rule(gate)
    last = len(shape.constraints) - 1
    for index, wire in enumerate(groups[Group.VALUES]):
        if wire.type in (STATE, DEPEND):
            raise _wrong(gate, f"needs a value, but has {_opcode(wire)}", rule)
        try:
            shape.constraints[min(index, last)].verify(wire.type, context)
        except VerifyException:
            wanted = _wanted(gate, index)
            raise _wrong(gate, f"{wanted}, but has {wire.type}", rule) from None


def _type_rule(gate: Gate) -> str:
    match gate:
        case IfBranchOp():
            return "rule 5"
        case RevOp():
            return "rule 7"
        case LoadOp():
            return "rule 8"
        case StoreOp():
            return "rule 9"
        case LoadElementOp() | StoreElementOp():
            return "rule 12"
        case ICmpOp() | FCmpOp():
            return "rule 13"
        case _:
            return "rule 6"


def _wanted(gate: Gate, index: int) -> str:
    """What the operand must be, in words."""
    match gate:
        case IfBranchOp():
            return "needs a condition of type i1"
        case RevOp():
            return "needs an operand of type i1"
        case LoadOp() | StoreOp():
            return "needs an address of type !circuit.arch"
        case ICmpOp():
            return "needs two integers of one type"
        case FCmpOp():
            return "needs two floats of one type"
        case _:
            if len(gate.results) == 1 and not isinstance(gate, ConversionGate):
                return f"needs operands of its own type {gate.results[0].type}"
            return f"cannot take its value operand {index}"


def _check_arguments(gates: Iterable[Operation]) -> None:
    """Several ARG gates may stand for one parameter, which has one type."""
    first: dict[int, ArgOp] = {}
    for gate in gates:
        if isinstance(gate, ArgOp):
            other = first.setdefault(gate.index.data, gate)
            if other.result.type != gate.result.type:
                message = f"{gate.index.data} must have one type"
                types = f"{other.result.type} and {gate.result.type}"
                raise _wrong(gate, f"{message}, but has {types}", "seed")


# endregion
# region State gates


def _states(gates: Iterable[Operation]) -> list[Gate]:
    """The entry and all state gates; the entry comes first."""
    states: list[Gate] = []
    for gate in gates:
        if isinstance(gate, StateEntryOp):
            states.insert(0, gate)
        elif isinstance(gate, StateGate):
            states.append(gate)
    return states


def successors_of(state: Operation) -> list[StateGate]:
    """The state gates behind a state, one for each of their uses of it."""
    return [
        use.operation
        for result in state.results
        if result.type == STATE
        for use in result.uses
        if isinstance(use.operation, StateGate)
    ]


def _check_successors(state: Gate) -> None:
    """Rules 17 and 18: how many states follow a state, and of which kinds."""
    after = successors_of(state)
    match state:
        case TerminalState():
            return
        case IfBranchOp():
            wanted = "two successors, an IF_TRUE and an IF_FALSE"
            if len(after) != 2:
                raise _wrong(state, f"needs {wanted}, but has {len(after)}", "rule 17")
            if type(after[0]) is type(after[1]):
                both = f"but has two {after[0].OPCODE}"
                raise _wrong(state, f"needs {wanted}, {both}", "rule 18")
        case SwitchBranchOp():
            _check_cases(state, after)
        case LoopBackOp() if len(after) == 1 and not isinstance(after[0], LoopBeginOp):
            wanted = f"needs LOOP_BEGIN behind it, but has {after[0].OPCODE}"
            raise _wrong(state, wanted, "rule 17")
        case LoadElementOp() | StoreElementOp() if len(after) == 2:
            if {type(gate) for gate in after} != {IfSuccessOp, IfExceptionOp}:
                wanted = "needs one successor, or IF_SUCCESS and IF_EXCEPTION"
                raise _wrong(state, wanted, "rule 18")
        case _ if len(after) != 1:
            message = f"needs one state successor, but has {len(after)}"
            raise _wrong(state, message, "rule 17")
        case _:
            return


def _check_cases(branch: SwitchBranchOp, after: Iterable[StateGate]) -> None:
    width = width_of(branch.selector.type)
    seen: set[int] = set()
    defaults = 0
    for side in after:
        if isinstance(side, SwitchCaseOp):
            value = side.value.data
            if not 0 <= value < 1 << width:
                message = f"{value} does not fit {branch.selector.type}"
                raise _wrong(side, message, "seed")
            if value in seen:
                message = f"{value} must be the only one of its SWITCH_BRANCH"
                raise _wrong(side, message, "seed")
            seen.add(value)
        else:
            defaults += 1
    if defaults != 1:
        message = f"needs one DEFAULT_CASE, but has {defaults}"
        raise _wrong(branch, message, "seed")


@dataclass(frozen=True)
class StateGraph:
    """The sequential part: states by dense index, the entry first."""

    states: list[Gate]
    index: dict[Operation, int]
    successors: list[list[int]]
    tree: DominatorTree

    @staticmethod
    def of(gates: Iterable[Operation]) -> "StateGraph":
        states = _states(gates)
        index: dict[Operation, int] = {state: i for i, state in enumerate(states)}
        successors = [[index[s] for s in successors_of(state)] for state in states]
        tree = DominatorTree.compute(successors)
        return StateGraph(states, index, successors, tree)

    def check(self) -> None:
        """Steps G4, G5 and G6."""
        predecessors = [0] * len(self.states)
        for i in self.tree.reverse_postorder:
            for wire in self.states[i].operands:
                if wire.type == STATE:
                    before = gate_of(wire)
                    if not self.tree.is_reachable(self.index[before]):
                        message = f"follows {_opcode(wire)}, which is never reached"
                        raise _wrong(self.states[i], message, "G4")
                    if not isinstance(before, LoopBackOp):
                        predecessors[i] += 1
        work = [0]
        reached = 0
        while work:
            i = work.pop()
            reached += 1
            if isinstance(self.states[i], LoopBackOp):
                continue
            for successor in self.successors[i]:
                predecessors[successor] -= 1
                if not predecessors[successor]:
                    work.append(successor)
        if reached != len(self.tree.reverse_postorder):
            for i in self.tree.reverse_postorder:
                if predecessors[i] > 0:
                    message = "is on a cycle of states without LOOP_BACK"
                    raise _wrong(self.states[i], message, "G5")
        for i in self.tree.reverse_postorder:
            if isinstance(self.states[i], LoopBackOp):
                (head,) = self.successors[i]
                if not self.tree.dominates(head, i):
                    message = "must be dominated by its LOOP_BEGIN"
                    raise _wrong(self.states[i], message, "G6")


# endregion
# region Availability of values


def data_inputs(gate: Operation) -> list[Operation]:
    """The gates whose values or dependencies a gate takes."""
    return [gate_of(wire) for wire in gate.operands if wire.type != STATE]


def data_order(gates: Iterable[Operation]) -> list[Operation]:
    """
    Gates behind the gates whose wires they take; selectors wait for none.

    A cycle that no selector cuts is a `Diagnostic` (G9). Linear; the order is stable.
    """
    gates = list(gates)
    waits: dict[Operation, int] = {}
    order: list[Operation] = []
    for gate in gates:
        count = 0 if isinstance(gate, Selector) else len(data_inputs(gate))
        waits[gate] = count
        if not count:
            order.append(gate)
    at = 0
    while at < len(order):
        for result in order[at].results:
            if result.type == STATE:
                continue
            for use in result.uses:
                user = use.operation
                if not isinstance(user, Selector):
                    waits[user] -= 1
                    if not waits[user]:
                        order.append(user)
        at += 1
    if len(order) != len(gates):
        raise _cycle(next(gate for gate in gates if waits[gate]), waits)
    return order


def _cycle(gate: Operation, waits: dict[Operation, int]) -> Diagnostic:
    """Go from a waiting gate to one that it waits for until one comes again."""
    seen: set[Operation] = set()
    while gate not in seen:
        seen.add(gate)
        gate = next(other for other in data_inputs(gate) if waits[other])
    return _wrong(gate, "is on a cycle of data without a selector", "G9")


def earliest_states(
    order: Iterable[Operation], graph: StateGraph
) -> dict[Operation, int]:
    """
    For each gate (in data order) the first state in which it can be computed.

    It is the lowest of its inputs' in the dominator tree, which must be on one path;
    that of a selector or relay is the state it hangs on.
    """
    tree, index = graph.tree, graph.index
    earliest: dict[Operation, int] = {}
    for gate in order:
        if isinstance(gate, StateGate):
            earliest[gate] = index[gate]
        elif isinstance(gate, Selector | DependRelayOp):
            earliest[gate] = index[gate_of(gate.operands[0])]
        else:
            place = 0
            for before in data_inputs(gate):
                other = earliest[before]
                if not tree.is_reachable(other):
                    place = other
                    break
                if tree.dominates(place, other):
                    place = other
                elif not tree.dominates(other, place):
                    raise _wrong(gate, "takes values of two separate paths", "G12")
            earliest[gate] = place
    return earliest


def _check_availability(gates: list[Operation], graph: StateGraph) -> None:
    """Steps G9 and G12: each gate's earliest state dominates every use."""
    tree, index = graph.tree, graph.index
    order = data_order(gates)
    earliest = earliest_states(order, graph)
    for gate in order:
        if isinstance(gate, Selector):
            merge = gate_of(gate.merge)
            for flow, edge in zip(gate.flows, merge.operands, strict=True):
                at = index[gate_of(edge)]
                _check_use(gate, gate_of(flow), earliest, at, tree)
        elif isinstance(gate, StateGate | DependRelayOp):
            for before in data_inputs(gate):
                if not isinstance(before, DependEntryOp):
                    _check_use(gate, before, earliest, earliest[gate], tree)


def _check_use(
    gate: Operation,
    before: Operation,
    earliest: dict[Operation, int],
    at: int,
    tree: DominatorTree,
) -> None:
    place = earliest[before]
    if tree.depth[at] != NONE and not tree.dominates(place, at):
        opcode = before.OPCODE if isinstance(before, Gate) else before.name
        raise _wrong(gate, f"uses {opcode}, which is not available there", "G12")


# endregion

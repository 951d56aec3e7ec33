"""
The verifier of whole circuits.

The numbers in messages are those of the rules in docs/reference/circuit.md, section 8.
Every gate is checked, dead ones too, and a selector's flows are held to G12 like any
use.

One pass over the gates and one over the wires; dominators cost O(n log n).
"""

from collections.abc import Iterable, Sequence

from xdsl.ir import Operation, SSAValue
from xdsl.irdl import VerificationContext
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit.comparisons import FCmpOp, ICmpOp
from circ.dialects.circuit.constants import ArgOp, ConstantOp
from circ.dialects.circuit.control import (
    GENERAL_STATES,
    RELAY_STATES,
    ROOTS,
    DefaultCaseOp,
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
    ReturnOp,
    StateGate,
    SwitchBranchOp,
    SwitchCaseOp,
    TerminalState,
    ValueSelectorOp,
)
from circ.dialects.circuit.conversions import ConversionGate
from circ.dialects.circuit.gate import Gate, gate_of
from circ.dialects.circuit.graph import CircuitGraph, Role, broken, named, opcode_of
from circ.dialects.circuit.integers import RevOp
from circ.dialects.circuit.language import (
    THROWING,
    JsBytecodeOp,
    LoadElementOp,
    StoreElementOp,
)
from circ.dialects.circuit.mathematics import MathOp
from circ.dialects.circuit.memory import (
    AllocaOp,
    LoadOp,
    StoreOp,
)
from circ.dialects.circuit.shape import Group, group_of, shape_of
from circ.dialects.circuit.type_rules import check_types, has_check
from circ.dialects.circuit.types import DEPEND, STATE, ArchType
from circ.dialects.circuit.vectors import BroadcastOp, LaneOp, SetLaneOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.local_rules import KNOWN, Rule, numbering, rules_around
from circ.dialects.common.widths import width_of

PASSABLE_STATES = (*GENERAL_STATES, *THROWING)
"""The states that most state gates may follow."""

ROOT_KINDS = frozenset[type[Operation]](ROOTS)

WITH_ATTRIBUTES = frozenset[type[Operation]](
    (ConstantOp, ArgOp, ICmpOp, FCmpOp, AllocaOp, MathOp, JsBytecodeOp)
)
"""Gates whose definitions have rules for more than types."""

Selector = ValueSelectorOp | DependSelectorOp


class KnownGates:
    """
    Gate classes with types that were verified already.

    For the circuits of one module, whose attributes must stay alive.
    """

    def __init__(self) -> None:
        self.right: dict[tuple[object, ...], int] = {}
        """
        By gate class with types that break no rule about types: the width of addresses
        among these, 0 where there are none.
        """
        self.number = numbering({})
        self.verify_shape = KNOWN.verifier()


def verify_circuit(func: FuncOp, known: KnownGates | None = None) -> CircuitGraph:
    """Raise a `Diagnostic` at the first gate that breaks a rule; gives the graph."""
    graph = CircuitGraph.of(func)
    _check_roots(func, graph.gates)
    word = _check_gates(graph, known or KnownGates())
    _check_function_type(func, graph.gates)
    _check_declared(func, word)
    for gate, after in zip(graph.states, graph.successors, strict=True):
        successors = [graph.gates[graph.states[state]] for state in after]
        _check_successors(graph.gates[gate], successors)
    _check_states(graph)
    _check_availability(graph)
    return graph


def _typed(wire: SSAValue) -> str:
    """A value by its type and its gate."""
    return f"{wire.type} of {named(gate_of(wire))}"


# region Single gates


def _check_roots(func: FuncOp, gates: Iterable[Operation]) -> None:
    seen: set[type[Operation]] = set()
    for gate in gates:
        if type(gate) in ROOT_KINDS:
            if type(gate) in seen:
                raise broken(gate, "must be the only one of its kind", "rule 16")
            seen.add(type(gate))
    for root in ROOTS:
        if root not in seen:
            message = f"@{func.sym_name.data} has no {root.OPCODE} (rule 16)"
            raise Diagnostic(func.location, message)


def _word_of(gate: Operation, word: int) -> int:
    """
    The width of the addresses among a gate's wires, 0 where there are none.

    Rule 6: it is `word`, that of the function's other gates, unless this is 0.
    """
    own = 0
    for wire in (*gate.operands, *gate.results):
        if not isinstance(wire.type, ArchType):
            continue
        own = wire.type.bitwidth
        if word not in (0, own):
            wanted = f"needs addresses of type {ArchType(word)} as its function has"
            raise broken(gate, f"{wanted}, but has {_typed(wire)}", "rule 6")
        word = own
    return own


def _check_declared(func: FuncOp, word: int) -> None:
    """Rule 6 of parameters that no gate reads; `word` is the width that gates have."""
    for type in (*func.type.inputs, *func.type.outputs):
        if isinstance(type, ArchType):
            if word not in (0, type.bitwidth):
                message = f"@{func.sym_name.data} has {type} in its type"
                wanted = f"but addresses of type {ArchType(word)}"
                raise Diagnostic(func.location, f"{message}, {wanted} (rule 6)")
            word = type.bitwidth


def _check_gates(graph: CircuitGraph, known: KnownGates) -> int:
    """The rules of each gate alone; gives the width of their addresses, or 0."""
    right, number, word = known.right, known.number, 0
    for gate, role in zip(graph.gates, graph.roles, strict=True):
        key = (
            type(gate),
            len(gate.results),
            *[number(result.type) for result in gate.results],
            *[number(operand.type) for operand in gate.operands],
        )
        if key not in right:
            _check_types(gate)
            right[key] = _word_of(gate, word)
            _check_definition(gate, known.verify_shape)
        elif type(gate) in WITH_ATTRIBUTES:
            _check_definition(gate, known.verify_shape)
        if right[key] not in (0, word):
            word = _word_of(gate, word)
        if gate.attributes or has_check(gate):
            check_types(gate)
        match role:
            case Role.STATE:
                assert isinstance(gate, StateGate)
                _check_predecessors(gate)
            case Role.SELECTOR:
                assert isinstance(gate, ValueSelectorOp | DependSelectorOp)
                _check_selector(gate)
            case Role.RELAY:
                assert isinstance(gate, DependRelayOp)
                _check_relay(gate)
            case _:
                pass
    return word


def _check_definition(gate: Operation, verify_shape: Rule) -> None:
    """The rules of the gate's own definition."""
    try:
        verify_shape(gate)
    except VerifyException as error:
        raise broken(gate, str(error), "specification") from None


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
            case IfSuccessOp() | IfExceptionOp():
                allowed, rule = THROWING, "specification"
            case LoopBeginOp() if index:
                allowed, rule = (LoopBackOp,), "rule 4"
            case _:
                allowed, rule = PASSABLE_STATES, "rule 4"
        if wire.type == STATE and isinstance(before, allowed):
            continue
        if len(allowed) == 1:
            wanted = f"needs {allowed[0].OPCODE} as its predecessor"
        elif allowed is THROWING:
            wanted = "needs a gate that may throw as its predecessor"
        else:
            wanted = "needs a general state as its predecessor"
        raise broken(gate, f"{wanted}, but has {named(gate_of(wire))}", rule)
    if isinstance(gate, LoopBeginOp) and len(wires) < 2:
        wanted = "needs an entry and at least one LOOP_BACK"
        raise broken(
            gate, f"{wanted}, but has {len(wires)} predecessors", "specification"
        )
    if isinstance(gate, MergeOp) and not wires:
        raise broken(gate, "needs at least one predecessor", "rule 1")


def _check_selector(gate: Selector) -> None:
    merge = gate_of(gate.merge)
    if not isinstance(merge, MergingState):
        wanted = "needs MERGE or LOOP_BEGIN as its state"
        raise broken(gate, f"{wanted}, but has {named(gate_of(gate.merge))}", "rule 20")
    if len(gate.flows) != len(merge.predecessors):
        raise broken(
            gate,
            f"needs a flow for each of the {len(merge.predecessors)} predecessors "
            f"of its {merge.OPCODE}, but has {len(gate.flows)}",
            "rule 20",
        )


def _check_relay(gate: DependRelayOp) -> None:
    if not isinstance(gate_of(gate.branch), RELAY_STATES):
        wanted = "needs a side of a branch or ORDINARY_BLOCK as its state"
        raise broken(
            gate, f"{wanted}, but has {named(gate_of(gate.branch))}", "rule 21"
        )


def _check_types(gate: Operation) -> None:
    """The kinds of wires in each group, and the types of the values."""
    assert isinstance(gate, Gate)
    shape = shape_of(type(gate))
    groups = shape.split(gate)
    for group, wires in groups.items():
        if not shape.operands[group].accepts(len(wires)):
            raise broken(gate, f"has {len(wires)} {group.value} operands", "rule 1")
    for group, arity in shape.results.items():
        count = sum(group is group_of(result.type) for result in gate.results)
        if not arity.accepts(count):
            raise broken(gate, f"has {count} {group.value} results", "rule 1")
    for wire in groups[Group.STATES]:
        if wire.type != STATE:
            raise broken(
                gate, f"needs a state, but has {named(gate_of(wire))}", "rule 4"
            )
    for wire in groups[Group.DEPENDS]:
        if wire.type != DEPEND:
            wanted = "needs a gate with an effect as its dependency"
            raise broken(gate, f"{wanted}, but has {named(gate_of(wire))}", "rule 14")
    # The result comes first: operands are held against the gate's own type (FLEX).
    context = VerificationContext()
    for result in gate.results:
        if shape.given is not None and result.type not in (STATE, DEPEND):
            try:
                shape.given.verify(result.type, context)
            except VerifyException:
                message = f"cannot give a value of type {result.type}"
                raise broken(gate, message, "rule 6") from None
    last = len(shape.constraints) - 1
    for index, wire in enumerate(groups[Group.VALUES]):
        if wire.type in (STATE, DEPEND):
            _, rule = _type_rule(gate, index)
            raise broken(gate, f"needs a value, but has {named(gate_of(wire))}", rule)
        try:
            shape.constraints[min(index, last)].verify(wire.type, context)
        except VerifyException:
            wanted, rule = _type_rule(gate, index)
            raise broken(gate, f"{wanted}, but has {_typed(wire)}", rule) from None


_NO_OPERAND = "cannot take its value operand {}"
_TYPE_RULES: dict[type[Operation], tuple[str, str]] = {
    IfBranchOp: ("needs a condition of type i1", "rule 5"),
    RevOp: ("needs an operand of type i1", "rule 7"),
    LoadOp: ("needs an address of type !circuit.arch", "rule 8"),
    StoreOp: ("needs an address of type !circuit.arch", "rule 9"),
    LoadElementOp: (_NO_OPERAND, "rule 12"),
    StoreElementOp: (_NO_OPERAND, "rule 12"),
    ICmpOp: ("needs two integers of one type", "rule 13"),
    FCmpOp: ("needs two floats of one type", "rule 13"),
}


def _type_rule(gate: Gate, index: int) -> tuple[str, str]:
    """The requirement on a value operand, and the number of its rule."""
    wanted, rule = _TYPE_RULES.get(type(gate), (_NO_OPERAND, "rule 6"))
    others = ConversionGate | BroadcastOp | LaneOp | SetLaneOp | StateGate
    is_typed = len(gate.results) == 1 and not isinstance(gate, others)
    if type(gate) not in _TYPE_RULES and is_typed:
        return f"needs operands of its own type {gate.results[0].type}", rule
    return wanted.format(index), rule


def _check_function_type(func: FuncOp, gates: Iterable[Operation]) -> None:
    """ARG and RETURN gates agree with the function's type."""
    try:
        for rule in rules_around(FuncOp):
            rule(func)
    except VerifyException as error:
        raise Diagnostic(func.location, f"'{func.name}': {error}") from None
    inputs, outputs = func.type.inputs.data, func.type.outputs.data
    for gate in gates:
        if isinstance(gate, ArgOp):
            index, type = gate.index.data, gate.result.type
            if index >= len(inputs):
                message = f"{index} must be below {len(inputs)}, the function's arity"
                raise broken(gate, message, "specification")
            if type != inputs[index]:
                message = f"{index} must have one type, but has {inputs[index]}"
                raise broken(gate, f"{message} and {type}", "specification")
        elif isinstance(gate, ReturnOp):
            types = tuple(value.type for value in gate.values)
            if types != outputs:
                wanted, has = (f"({', '.join(map(str, t))})" for t in (outputs, types))
                raise broken(
                    gate, f"must give {wanted}, but gives {has}", "specification"
                )


# endregion
# region State gates


def _check_successors(state: Operation, after: Sequence[Operation]) -> None:
    """Rules 17 and 18: the number and the classes of a state's successors."""
    match state:
        case TerminalState():
            return
        case IfBranchOp():
            wanted = "two successors, an IF_TRUE and an IF_FALSE"
            if len(after) != 2:
                raise broken(state, f"needs {wanted}, but has {len(after)}", "rule 17")
            if type(after[0]) is type(after[1]):
                both = f"but has two {opcode_of(after[0])}"
                raise broken(state, f"needs {wanted}, {both}", "rule 18")
        case SwitchBranchOp():
            _check_cases(state, after)
        case LoopBackOp() if len(after) == 1 and not isinstance(after[0], LoopBeginOp):
            wanted = f"needs LOOP_BEGIN as its successor, but has {named(after[0])}"
            raise broken(state, wanted, "rule 17")
        case LoadElementOp() | StoreElementOp() | JsBytecodeOp() if (
            state.row.throws if isinstance(state, JsBytecodeOp) else len(after) == 2
        ):
            found = {type(gate) for gate in after}
            if len(after) != 2 or found != {IfSuccessOp, IfExceptionOp}:
                wanted = "needs the successors IF_SUCCESS and IF_EXCEPTION"
                raise broken(state, wanted, "rule 18")
        case _ if len(after) != 1:
            message = f"needs one state successor, but has {len(after)}"
            raise broken(state, message, "rule 17")
        case _ if isinstance(after[0], IfSuccessOp | IfExceptionOp):
            message = f"needs both sides or none, but has {named(after[0])} alone"
            raise broken(state, message, "rule 18")
        case _:
            return


def _check_cases(branch: SwitchBranchOp, after: Iterable[Operation]) -> None:
    width = width_of(branch.selector.type)
    seen: set[int] = set()
    defaults = 0
    for side in after:
        if isinstance(side, SwitchCaseOp):
            value = side.value.data
            if not 0 <= value < 1 << width:
                message = f"{value} does not fit {branch.selector.type}"
                raise broken(side, message, "specification")
            if value in seen:
                message = f"{value} must be the only one of its SWITCH_BRANCH"
                raise broken(side, message, "specification")
            seen.add(value)
        else:
            defaults += 1
    if defaults != 1:
        message = f"needs one DEFAULT_CASE, but has {defaults}"
        raise broken(branch, message, "specification")


def _check_states(graph: CircuitGraph) -> None:
    """Steps G4, G5 and G6 over the reachable states."""
    tree, gates, states = graph.tree, graph.gates, graph.states
    waits = [0] * len(states)
    is_back = [type(gates[i]) is LoopBackOp for i in states]
    for state in tree.reverse_postorder:
        for before in graph.predecessors[states[state]]:
            other = graph.number[before]
            if not tree.is_reachable(other):
                name = named(gates[before])
                message = f"follows {name}, which is never reached"
                raise broken(gates[states[state]], message, "G4")
            waits[state] += not is_back[other]
    work = [0]
    for state in work:  # grows
        if not is_back[state]:
            for after in graph.successors[state]:
                waits[after] -= 1
                if not waits[after]:
                    work.append(after)
    if len(work) != len(tree.reverse_postorder):
        state = next(state for state in tree.reverse_postorder if waits[state] > 0)
        message = "is on a cycle of states without LOOP_BACK"
        raise broken(gates[states[state]], message, "G5")
    for state in tree.reverse_postorder:
        if is_back[state] and not tree.dominates(graph.successors[state][0], state):
            message = "must be dominated by its LOOP_BEGIN"
            raise broken(gates[states[state]], message, "G6")


# endregion


def _check_availability(graph: CircuitGraph) -> None:
    """Steps G9 and G12: each gate's earliest state dominates every use."""
    tree, earliest, number = graph.tree, graph.earliest, graph.number
    for gate, role in enumerate(graph.roles):
        if role is Role.SELECTOR:
            merge = graph.predecessors[gate][0]
            edges = [number[before] for before in graph.predecessors[merge]]
        elif role is Role.STATE or role is Role.RELAY:
            edges = [earliest[gate]] * len(graph.inputs[gate])
        else:
            continue
        for before, at in zip(graph.inputs[gate], edges, strict=True):
            if tree.is_reachable(at) and not tree.dominates(earliest[before], at):
                name = named(graph.gates[before])
                message = f"uses {name}, which is not available there"
                raise broken(graph.gates[gate], message, "G12")

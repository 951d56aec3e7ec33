"""
Calls replaced by the gates of their callees, and other gates by circuits.

A CALL has no state: like any gate it floats, and takes its place in the order of
effects from its dependency. A callee without branches is all data: its gates take the
call's dependency and arguments, and float too. One with control flow needs a state to
continue, so that the caller is scheduled first (`schedule.py`): the call is executed in
the block that the scheduler chooses, and the callee's states go where that block ends,
in front of its branch, RETURN or LOOP_BACK, or on its edge to a merge. All gates of the
block float, so that those which need the call's results come after it by themselves;
only a DEPEND_RELAY of the block that needs them would not, and its calls stay.

The wires of a call put its effects in order, and its callee's effects take these wires;
LOADs that no wire puts before a call come before its writes as before
(`schedule_memory.py`).

ALLOCA gates become the caller's: an object that was new in each call holds what the
last one left there, which no program can tell from undefined contents. What alias
classes say of accesses in the callee is true of memory that the callee alone knows: the
classes of its own objects get new names, those of globals stay, others
(`arg0` of an argument without aliases) are dropped.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import CallSiteLoc, LocationAttr, UnknownLoc
from xdsl.ir import Attribute, Block, Operation, SSAValue

from circ.dialects.circuit.constants import ArgOp
from circ.dialects.circuit.control import (
    ROOTS,
    DependEntryOp,
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    IfBranchOp,
    LoopBackOp,
    MergeOp,
    ReturnOp,
    StateEntryOp,
    StateGate,
    SwitchBranchOp,
    TerminalState,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import (
    Gate,
    GateT,
    depend_result,
    depends_of,
    gate_of,
    state_result,
    value_results,
    values_of,
)
from circ.dialects.circuit.graph import Role, role_of
from circ.dialects.circuit.memory import CallOp, LoadOp, StoreOp
from circ.dialects.circuit.types import DEPEND, STATE
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import (
    FRAME_CLASS,
    GLOBAL_CLASS,
    MemoryAttr,
    is_private,
    memory,
    private,
)
from circ.dialects.common.operation_search import operations_in
from circ.transforms.circuit.schedule import Schedule, schedule

ROOT_KINDS = frozenset[type[Operation]](ROOTS)
ENDS = (TerminalState, IfBranchOp, SwitchBranchOp, LoopBackOp)
"""State gates at the end of a block that a callee's states go in front of."""


def is_straight(func: FuncOp) -> bool:
    """Has a function no control flow: is its RETURN right behind its STATE_ENTRY?"""
    states = operations_in(func.body, StateGate)
    return len(states) == 1 and isinstance(states[0], ReturnOp)


@dataclass
class Edge:
    """A wire between two state gates, as an operand of the second."""

    gate: Operation
    index: int

    @property
    def state(self) -> SSAValue:
        return self.gate.operands[self.index]

    @state.setter
    def state(self, state: SSAValue) -> None:
        self.gate.operands[self.index] = state


def edges_of(caller: FuncOp, calls: Sequence[GateT]) -> dict[GateT, Edge]:
    """
    Where callees with control flow can go, in the order of execution in each block.

    Calls (or other gates) that no live gate needs, and those that a relay of their own
    block needs, are left out, and all where the caller cannot be scheduled. Costs one
    schedule.
    """
    try:
        plan = schedule(caller)
    except Diagnostic:
        return {}  # which lowering reports, if it comes to that
    return edges_in(plan, calls)


def edges_in(plan: Schedule, calls: Sequence[GateT]) -> dict[GateT, Edge]:
    """The same by a schedule of the caller."""
    late = _before_relays(plan)
    wanted = {id(call): call for call in calls if id(call) not in late}
    found: dict[GateT, Edge] = {}
    for block, gates in enumerate(plan.gates):
        edge: Edge | None = None
        for gate in gates:
            if (call := wanted.get(id(gate))) is not None:
                if edge is None and (edge := _last_edge(plan, block)) is None:
                    break
                found[call] = edge
    return found


def _last_edge(plan: Schedule, block: int) -> Edge | None:
    """The edge at the end of a block; None where the last state may throw."""
    last = plan.flow.states[block][-1]
    if isinstance(last, ENDS):
        return Edge(last, 0)
    state = state_result(last)
    assert state is not None
    after = [use for use in state.uses if isinstance(use.operation, StateGate)]
    return Edge(after[0].operation, after[0].index) if len(after) == 1 else None


def _before_relays(plan: Schedule) -> set[int]:
    """The `id`s of gates that a relay of their own block needs; linear."""
    block_of = plan.block_of
    found: set[int] = set()
    for relay, block in block_of.items():
        work: list[Operation] = [relay] if type(relay) is DependRelayOp else []
        while work:
            for wire in work.pop().operands:
                gate = gate_of(wire)
                floats = role_of(type(gate)) is Role.DATA
                if floats and block_of.get(gate) == block and id(gate) not in found:
                    found.add(id(gate))
                    work.append(gate)
    return found


class Splicer:
    """Replaces calls, and other gates without states, in one function."""

    def __init__(self, caller: FuncOp):
        self._block: Block = caller.body.block
        (self._entry,) = operations_in(caller.body, DependEntryOp)
        self._classes: set[str] | None = None

    def splice(self, call: Gate, callee: FuncOp, edge: Edge | None) -> None:
        """
        Replace a call; `edge` may be None for a callee without control flow.

        Another gate is replaced as a call with its values as arguments would be.
        """
        arguments = call.arguments if isinstance(call, CallOp) else [*values_of(call)]
        memory = next(depends_of(call), self._entry.depend)
        known: dict[SSAValue, SSAValue] = {}
        copies: list[tuple[Operation, Operation]] = []
        returns: list[ReturnOp] = []
        locate, rename = _call_site(call.location), self._renaming()
        for gate in callee.body.block.ops:
            match gate:
                case ArgOp():
                    known[gate.result] = arguments[gate.index.data]
                case DependEntryOp():
                    known[gate.depend] = memory
                case StateEntryOp():
                    if edge is not None:
                        known[gate.state] = edge.state
                case ReturnOp():
                    returns.append(gate)
                case _ if type(gate) not in ROOT_KINDS:
                    copies.append((gate, _copy(gate, locate, rename, known)))
                case _:
                    pass
        for gate, copy in copies:
            copy.operands = [known[operand] for operand in gate.operands]
        new = [copy for _, copy in copies]
        state, depend, values = _join(call, returns, known, new)
        self._block.insert_ops_before(new, call)
        if edge is not None and state is not None:
            edge.state = state
        replaced = values if depend_result(call) is None else [depend, *values]
        for result, value in zip(call.results, replaced, strict=True):
            if value.name_hint is None:
                value.name_hint = result.name_hint
            result.replace_all_uses_with(value)
        call.detach()
        call.erase()

    def _renaming(self) -> Callable[[str], str]:
        """What the alias classes of a callee are called in the caller."""
        names: dict[str, str] = {}

        def rename(name: str) -> str:
            if name.startswith(GLOBAL_CLASS):
                return name
            if not name.startswith(FRAME_CLASS):
                return ""
            if name not in names:
                new = self._new_class()
                names[name] = private(new) if is_private(name) else new
            return names[name]

        return rename

    def _new_class(self) -> str:
        """The name of an alias class that the caller does not have yet."""
        if self._classes is None:
            self._classes = {
                gate.memory.alias.data.partition(".")[0]
                for gate in self._block.ops
                if isinstance(gate, LoadOp | StoreOp) and gate.memory is not None
            }
        number = len(self._classes)
        while (name := f"{FRAME_CLASS}{number}") in self._classes:
            number += 1
        self._classes.add(name)
        return name


def _copy(
    gate: Operation,
    locate: Callable[[LocationAttr], LocationAttr],
    rename: Callable[[str], str],
    known: dict[SSAValue, SSAValue],
) -> Operation:
    """A gate of a callee, without its operands; its results become known."""
    properties = gate.properties.copy()
    access = properties.get("memory")
    if isinstance(access, MemoryAttr) and access.alias.data:
        properties["memory"] = with_class(access, rename(access.alias.data))
    copy = type(gate).create(
        result_types=gate.result_types,
        properties=properties,
        attributes=gate.attributes.copy(),
        location=locate(gate.location),
    )
    for result, made in zip(gate.results, copy.results, strict=True):
        made.name_hint = result.name_hint
        known[result] = made
    return copy


def with_class(access: MemoryAttr, alias: str) -> MemoryAttr:
    return memory(
        access.size.data,
        access.align.data,
        access.space.data,
        alias,
        bool(access.volatile.data),
    )


def _call_site(caller: LocationAttr) -> Callable[[LocationAttr], LocationAttr]:
    """Locations of a callee as those of code inlined at a call."""
    found: dict[int, LocationAttr] = {}

    def locate(callee: LocationAttr) -> LocationAttr:
        if isinstance(caller, UnknownLoc):
            return callee
        if (location := found.get(id(callee))) is None:
            location = found[id(callee)] = CallSiteLoc(callee, caller)
        return location

    return locate


def _join(
    call: Gate,
    returns: Sequence[ReturnOp],
    known: Mapping[SSAValue, SSAValue],
    new: list[Operation],
) -> tuple[SSAValue | None, SSAValue, Sequence[SSAValue]]:
    """
    The state, memory and values after a callee; no state if none was given to it.

    Several RETURNs meet in a MERGE. Without any, what follows takes a MERGE that is
    never reached, and dead-gate elimination removes both.
    """
    if len(returns) == 1:
        (only,) = returns
        depend, *values = (known[operand] for operand in only.operands[1:])
        return known.get(only.predecessor), depend, values

    def emit(gate: type[Gate], operands: Sequence[SSAValue], type: Attribute):
        created = gate.create(
            operands=operands, result_types=[type], location=call.location
        )
        new.append(created)
        return created.results[0]

    flows = [[known[operand] for operand in gate.operands] for gate in returns]
    state = emit(MergeOp, [flow[0] for flow in flows], STATE)
    depend = emit(DependSelectorOp, [state, *(flow[1] for flow in flows)], DEPEND)
    values = [
        emit(ValueSelectorOp, [state, *(flow[2 + i] for flow in flows)], result.type)
        for i, result in enumerate(value_results(call))
    ]
    return state, depend, values

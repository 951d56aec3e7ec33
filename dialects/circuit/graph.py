"""
A circuit by dense integers: gates, their wires, states and dominators.

Verifier, interpreter and passes number the gates once and then work on these lists;
asking operations and use lists over and over would cost several times as much.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache, cached_property
from itertools import chain
from operator import attrgetter, is_

from xdsl.ir import Operation, OpResult, SSAValue

from circ.dialects.circuit.control import (
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    StateEntryOp,
    StateGate,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import Gate, PureGate
from circ.dialects.circuit.types import StateType
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dominance import NONE, DominatorTree
from circ.dialects.common.operation_search import Subclasses


class Role(Enum):
    """The role of a gate in the graph."""

    ENTRY = auto()
    STATE = auto()
    SELECTOR = auto()
    RELAY = auto()
    DATA = auto()
    """Computation gates and the other roots."""


@cache
def role_of(gate: type[Operation]) -> Role | None:
    """The role of a class of gates; None for an operation that is not a gate."""
    if not issubclass(gate, Gate):
        return None
    if issubclass(gate, StateEntryOp):
        return Role.ENTRY
    if issubclass(gate, StateGate):
        return Role.STATE
    if issubclass(gate, ValueSelectorOp | DependSelectorOp):
        return Role.SELECTOR
    return Role.RELAY if issubclass(gate, DependRelayOp) else Role.DATA


IS_PURE = Subclasses(PureGate)
"""Is it a class of gates that take no states?"""


_OWNER = attrgetter("op")


def operands_of(gate: Operation) -> Sequence[OpResult]:
    """The wires that a gate takes; circuits have no block arguments."""
    # Building the view `operands`, or a cast, costs more than the use of a wire.
    return gate._operands  # pyright: ignore[reportPrivateUsage, reportReturnType]


def broken(gate: Operation, message: str, rule: str) -> Diagnostic:
    """The diagnostic of a gate that breaks a rule."""
    return Diagnostic(gate.location, f"{opcode_of(gate)} {message} ({rule})")


def opcode_of(gate: Operation) -> str:
    return gate.OPCODE if isinstance(gate, Gate) else f"'{gate.name}'"


def named(gate: Operation) -> str:
    """A gate, or the wire that it gives, as messages have it: opcode and name."""
    hints = (result.name_hint for result in gate.results if result.name_hint)
    return next((f"{opcode_of(gate)} %{hint}" for hint in hints), opcode_of(gate))


@dataclass(frozen=True, eq=False)
class CircuitGraph:
    """The gates of a function in block order, and what connects them."""

    gates: list[Operation]
    roles: list[Role]
    index: dict[int, int]
    """From the `id` of a gate to its index in `gates`."""
    inputs: list[list[int]]
    """By gate: the gates that give its dependencies and values, in operand order."""
    predecessors: list[list[int]]
    """By gate: the gates that give its states, in operand order."""
    states: list[int]
    """The state gates, the entry first: gates by the number of the state."""
    number: list[int]
    """By gate: its number among the states, `NONE` for other gates."""
    successors: list[list[int]]
    """By state number: the state gates that follow, in block order."""
    wires: list[Sequence[OpResult]]
    """By gate: its operands, which are other objects after a change."""

    @staticmethod
    def of(func: FuncOp) -> "CircuitGraph":
        """
        Number a function's gates; linear.

        The last graph is given again while its gates and their operands are the same.
        """
        if func.body.block.args:
            message = f"@{func.sym_name.data} has block arguments, not ARG gates"
            raise Diagnostic(func.location, message)
        gates: list[Operation] = []
        wires: list[Sequence[OpResult]] = []
        gate = func.body.block.first_op
        # Fields, as below: properties cost more than the rest of such loops.
        while gate is not None:
            gates.append(gate)
            wires.append(gate._operands)  # pyright: ignore[reportPrivateUsage, reportArgumentType]
            gate = gate._next_op  # pyright: ignore[reportPrivateUsage]
        for last in _LAST:
            if last.is_of(gates, wires):
                return last
        index = dict(zip(map(id, gates), range(len(gates)), strict=True))
        # What is done for each wire is done in C.
        owners = map(_OWNER, chain.from_iterable(wires))
        before = [*map(index.__getitem__, map(id, owners))]
        roles: list[Role] = []
        inputs: list[list[int]] = []
        predecessors: list[list[int]] = []
        states = [NONE]
        none: list[int] = []
        first = 0
        for i, gate in enumerate(gates):
            kind = type(gate)
            last = first + len(wires[i])
            role = role_of(kind)
            if role is None:
                raise Diagnostic(gate.location, f"'{gate.name}' is not a gate")
            if IS_PURE[kind]:
                predecessors.append(none)
            else:
                start = first
                for wire in wires[i]:  # states come first
                    if type(wire._type) is not StateType:  # pyright: ignore[reportPrivateUsage]
                        break
                    first += 1
                predecessors.append(before[start:first])
            inputs.append(before[first:last])
            first = last
            roles.append(role)
            if role is Role.STATE:
                states.append(i)
            elif role is Role.ENTRY:
                if states[0] != NONE:
                    raise broken(gate, "must be the only one of its kind", "rule 16")
                states[0] = i
        if states[0] == NONE:
            message = f"@{func.sym_name.data} has no STATE_ENTRY (rule 16)"
            raise Diagnostic(func.location, message)
        number = [NONE] * len(gates)
        for state, i in enumerate(states):
            number[i] = state
        successors: list[list[int]] = [[] for _ in states]
        for state, i in enumerate(states):
            for before_state in predecessors[i]:
                if number[before_state] != NONE:
                    successors[number[before_state]].append(state)
        graph = CircuitGraph(
            *(gates, roles, index, inputs, predecessors, states, number, successors),
            wires,
        )
        _LAST[:] = (graph,)
        return graph

    def is_of(
        self, gates: Sequence[Operation], wires: Sequence[Sequence[OpResult]]
    ) -> bool:
        """Is it the graph of these gates with these operands?"""
        return (
            len(gates) == len(self.gates)
            and all(map(is_, gates, self.gates))
            and all(map(is_, wires, self.wires))
        )

    @cached_property
    def tree(self) -> DominatorTree:
        """Dominators of the states, by their numbers."""
        return DominatorTree.compute(self.successors)

    def state_of(self, gate: int) -> int:
        """The number of the state that a selector or relay is attached to."""
        return self.number[self.predecessors[gate][0]]

    def at(self, wire: SSAValue) -> int:
        """The index of the gate that defines a wire."""
        return self.index[id(wire.owner)]

    @cached_property
    def data_order(self) -> list[int]:
        """
        Gates in topological order of data, ignoring the operands of selectors.

        A cycle that no selector cuts is a `Diagnostic` (G9). Linear.
        """
        users: list[list[int]] = [[] for _ in self.gates]
        waits = [0] * len(self.gates)
        order: list[int] = []
        selector = Role.SELECTOR
        for i, (role, inputs) in enumerate(zip(self.roles, self.inputs, strict=True)):
            if role is selector or not inputs:
                order.append(i)
                continue
            waits[i] = len(inputs)
            for before in inputs:
                users[before].append(i)
        for i in order:  # grows
            for user in users[i]:
                waits[user] -= 1
                if not waits[user]:
                    order.append(user)
        if len(order) != len(self.gates):
            raise self._cycle(waits)
        return order

    def _cycle(self, waits: list[int]) -> Diagnostic:
        """Follow unprocessed operands until a gate repeats, which is on a cycle."""
        gate = next(i for i, count in enumerate(waits) if count)
        seen: set[int] = set()
        while gate not in seen:
            seen.add(gate)
            gate = next(i for i in self.inputs[gate] if waits[i])
        return broken(
            self.gates[gate], "is on a cycle of data without a selector", "G9"
        )

    @cached_property
    def earliest(self) -> list[int]:
        """
        By gate: the number of the first state in which it can be computed.

        It is the deepest of its inputs' states, which must be on one path of the
        dominator tree (else a `Diagnostic`, G12); a selector or relay is at the state
        it is attached to. A gate that needs an unreachable state has an unreachable
        one.
        """
        tree = self.tree
        depth, dominates = tree.depth, tree.dominates
        roles, inputs, data = self.roles, self.inputs, Role.DATA
        earliest = [0] * len(self.gates)
        for i in self.data_order:
            role = roles[i]
            if role is data:
                place = 0
                for before in inputs[i]:
                    other = earliest[before]
                    if other == place:
                        continue
                    if depth[other] == NONE:
                        place = other
                        break
                    if dominates(place, other):
                        place = other
                    elif not dominates(other, place):
                        name = named(self.gates[before])
                        message = f"takes {name} and a value of a separate path"
                        raise broken(self.gates[i], message, "G12")
                earliest[i] = place
            elif role is Role.SELECTOR or role is Role.RELAY:
                earliest[i] = self.state_of(i)
            else:
                earliest[i] = self.number[i]
        return earliest


_LAST: list[CircuitGraph] = []
"""The graph that was made last: most passes change nothing."""

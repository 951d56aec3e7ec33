"""
Circuits as z3 terms over those of their arguments and memory, path by path.

Each dependency wire is a memory of its own, so that what a LOAD sees is what its wire
says. Objects of the frame that only LOADs and STOREs know are memories of their own,
too; all others, globals and arguments' are in one. A loop is followed as often as some
input has it executed; inputs must be such that this is not often.

A program is taken to be valid: its accesses stay in the object from which the address
is computed, and what is no such address, or an argument, is in no object of the frame.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.constants import ArgOp, ConstantOp, SymbolOp
from circ.dialects.circuit.control import (
    DependAndOp,
    DependEntryOp,
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    IfBranchOp,
    IfTrueOp,
    MergingState,
    ReturnOp,
    SwitchBranchOp,
    SwitchCaseOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.graph import CircuitGraph, Role
from circ.dialects.circuit.memory import AllocaOp, CallOp, GlobalOp, LoadOp, StoreOp
from circ.dialects.common.memory import may_overlap
from circ.dialects.common.state import load, store
from circ.dialects.common.terms import (
    TERMS,
    Bytes,
    Term,
    assert_equal,
    is_possible,
    symbol,
)
from circ.dialects.common.widths import width_of

WORD = 32
MOST_STATES = 120
"""States on one path."""

ONE = TERMS.const(1, 1)
ZERO = TERMS.const(1, 0)
FIXED = (ArgOp, ConstantOp, SymbolOp, AllocaOp, DependEntryOp)

Change = tuple[Operation, str, tuple[Term, ...]]
"""A STORE or CALL, the object that it writes, and its operands."""


def negated(bit: Term) -> Term:
    return TERMS.xor(1, bit, ONE)


def implied(condition: Term, bit: Term) -> Term:
    return TERMS.or_(1, negated(condition), bit)


def apart(one: Term, size: int, other: Term, other_size: int) -> Term:
    """Have two ranges on the circle of addresses no byte in common?"""
    distance = TERMS.sub(WORD, other, one)
    behind = negated(TERMS.ult(WORD, distance, TERMS.const(WORD, size)))
    last = TERMS.const(WORD, (1 << WORD) - other_size)
    return TERMS.and_(1, behind, negated(TERMS.ult(WORD, last, distance)))


def within(address: Term, size: int, base: Term, room: int) -> Term:
    """Is a range in an object?"""
    if size > room:
        return ZERO
    distance = TERMS.sub(WORD, address, base)
    return negated(TERMS.ult(WORD, TERMS.const(WORD, room - size), distance))


@dataclass
class Access:
    """An access on a path."""

    condition: Term
    is_store: bool
    alias: str
    address: Term
    size: int


@dataclass
class Path:
    """Where control is, under which condition, and what has been computed."""

    state: int
    condition: Term
    known: dict[SSAValue, Term] = field(default_factory=dict[SSAValue, Term])
    memory: dict[SSAValue, tuple[Change, ...]] = field(
        default_factory=dict[SSAValue, tuple[Change, ...]]
    )
    steps: int = 0


@dataclass
class Outcome:
    """What a path returns, and the memory that it leaves."""

    condition: Term
    values: list[Term]
    memory: Bytes


@dataclass
class CircuitTerms:
    """A function's outcomes for all inputs that are `assumed`."""

    func: FuncOp
    assumed: list[Term] = field(default_factory=list[Term])
    outcomes: list[Outcome] = field(default_factory=list[Outcome])
    valid: list[Term] = field(default_factory=list[Term])
    """What is true where the program is valid."""
    accesses: list[Access] = field(default_factory=list[Access])

    def __post_init__(self) -> None:
        self.graph = graph = CircuitGraph.of(self.func)
        self.at: list[list[Operation]] = [[] for _ in graph.states]
        self.selectors: list[list[Operation]] = [[] for _ in graph.states]
        for i, gate in enumerate(graph.gates):
            if graph.roles[i] is Role.SELECTOR:
                self.selectors[graph.earliest[i]].append(gate)
            elif not isinstance(gate, FIXED):
                self.at[graph.earliest[i]].append(gate)
        module = self.func.parent_op()
        assert isinstance(module, ModuleOp)
        self.globals = {
            op.sym_name.data: op for op in module.ops if isinstance(op, GlobalOp)
        }
        allocas = [gate for gate in graph.gates if isinstance(gate, AllocaOp)]
        for number, gate in enumerate(allocas):  # passes keep the names
            gate.result.name_hint = gate.result.name_hint or f"object{number}"
        self.private = [gate for gate in allocas if self._is_private(gate)]
        self.shared = [gate for gate in allocas if gate not in self.private]
        self._materialized: dict[tuple[str, tuple[int, ...]], Bytes] = {}
        self._kept: list[object] = []
        self._lay_out()
        self._run()

    # region Objects

    def _is_private(self, alloca: AllocaOp) -> bool:
        work: list[SSAValue] = [alloca.result]
        for value in work:  # grows
            for use in value.uses:
                gate = use.operation
                if isinstance(gate, StoreOp) and use.index == 1:
                    return False
                if isinstance(gate, PureGate):
                    work += gate.results
                elif not isinstance(gate, LoadOp | StoreOp):
                    return False
        return True

    def _object(self, gate: AllocaOp | SymbolOp) -> tuple[str, int]:
        """The name and size of an object."""
        if isinstance(gate, SymbolOp):
            name = gate.symbol.string_value()
            known = self.globals.get(name)
            return name, 0 if known is None else known.size.data
        assert gate.result.name_hint is not None
        return "%" + gate.result.name_hint, gate.size.data

    def _roots(self, value: SSAValue) -> set[Operation]:
        """What an address is computed from."""
        seen: set[Operation] = set()
        work = [gate_of(value)]
        while work:
            gate = work.pop()
            if gate not in seen:
                seen.add(gate)
                if isinstance(gate, PureGate):
                    work += map(gate_of, gate.operands)
                elif isinstance(gate, ValueSelectorOp):
                    work += map(gate_of, gate.flows)
        return {gate for gate in seen if not isinstance(gate, PureGate)}

    def _lay_out(self) -> None:
        """Objects do not overlap, and constants have their values."""
        objects = [(name, op.size.data) for name, op in self.globals.items()]
        objects += map(self._object, (*self.private, *self.shared))
        for (one, size), (other, other_size) in combinations(objects, 2):
            first, second = symbol(one, WORD), symbol(other, WORD)
            self.valid.append(apart(first, size, second, other_size))
        self._hold_constants(Bytes("memory"))

    def _hold_constants(self, memory: Bytes) -> None:
        for name, op in self.globals.items():
            if op.constant is not None and not op.relocations:
                for offset, byte in enumerate(op.content.ljust(op.size.data, b"\0")):
                    place = TERMS.const(WORD, offset)
                    address = TERMS.add(WORD, symbol(name, WORD), place)
                    value = TERMS.const(8, byte)
                    self.valid.append(TERMS.eq(8, memory.load(address, 1), value))

    def _region(self, value: SSAValue) -> str:
        """The memory that an access is in."""
        for gate in self._roots(value):
            if gate in self.private:
                assert isinstance(gate, AllocaOp)
                return self._object(gate)[0]
        return ""

    def _check(self, path: Path, gate: LoadOp | StoreOp, address: Term) -> None:
        """Record an access, and what is true of it where the program is valid."""
        value = gate.result if isinstance(gate, LoadOp) else gate.value
        size = (width_of(value.type) + 7) // 8
        alias = "" if gate.memory is None else gate.memory.alias.data
        is_store = isinstance(gate, StoreOp)
        roots = self._roots(gate.address)
        objects = [each for each in roots if isinstance(each, AllocaOp | SymbolOp)]
        valid: list[Term] = []
        if len(objects) == 1 and self._object(objects[0])[1]:
            name, room = self._object(objects[0])
            valid.append(within(address, size, symbol(name, WORD), room))
        elif not objects:
            is_loaded = any(isinstance(each, LoadOp | CallOp) for each in roots)
            for alloca in (*self.private, *(() if is_loaded else self.shared)):
                name, room = self._object(alloca)
                valid.append(apart(address, size, symbol(name, WORD), room))
        if is_store:
            for name, op in self.globals.items():
                if op.constant is not None:
                    room = op.size.data
                    valid.append(apart(address, size, symbol(name, WORD), room))
        self.valid += (implied(path.condition, each) for each in valid)
        self.accesses.append(Access(path.condition, is_store, alias, address, size))

    # endregion
    # region Execution

    def _run(self) -> None:
        work = [Path(0, ONE)]
        while work:
            path = work.pop()
            path.steps += 1
            assert path.steps < MOST_STATES, "a loop has too many iterations"
            gate = self.graph.gates[self.graph.states[path.state]]
            following = self.graph.successors[path.state]
            if isinstance(gate, ReturnOp):
                values = [self._value(path, value) for value in gate.values]
                memory = self._bytes("", self._memory(path, gate.depend))
                self.outcomes.append(Outcome(path.condition, values, memory))
            elif isinstance(gate, IfBranchOp | SwitchBranchOp):
                selector = self._value(path, gate.operands[1])
                for after in following:
                    bit = self._is_taken(gate, after, selector)
                    bit = TERMS.and_(1, path.condition, bit)
                    if is_possible(bit, *self.assumed):
                        fork = replace(
                            path,
                            condition=bit,
                            known=dict(path.known),
                            memory=dict(path.memory),
                        )
                        self._enter(fork, after)
                        work.append(fork)
            else:
                (after,) = following
                self._enter(path, after)
                work.append(path)

    def _is_taken(self, branch: Operation, side: int, selector: Term) -> Term:
        """Does control go to a side of a branch?"""
        gate = self.graph.gates[self.graph.states[side]]
        if isinstance(gate, IfTrueOp):
            return selector
        values = [
            each.value.data
            for use in branch.results[0].uses
            if isinstance(each := use.operation, SwitchCaseOp)
        ]
        if isinstance(gate, SwitchCaseOp):
            values = [gate.value.data]
        any_of = selector if isinstance(branch, IfBranchOp) else ZERO
        for value in values:
            width = selector.size()
            same = TERMS.eq(width, selector, TERMS.const(width, value))
            any_of = TERMS.or_(1, any_of, same)
        return any_of if isinstance(gate, SwitchCaseOp) else negated(any_of)

    def _enter(self, path: Path, state: int) -> None:
        """Let control go on to a state: its selectors change, the rest is forgotten."""
        gate = self.graph.gates[self.graph.states[state]]
        values: dict[SSAValue, Term] = {}
        memory: dict[SSAValue, tuple[Change, ...]] = {}
        if isinstance(gate, MergingState):
            before = self.graph.predecessors[self.graph.states[state]]
            edge = before.index(self.graph.states[path.state])
            for selector in self.selectors[state]:
                flow = selector.operands[1 + edge]
                if isinstance(selector, DependSelectorOp):
                    memory[selector.depend] = self._memory(path, flow)
                else:
                    values[selector.results[0]] = self._value(path, flow)
        for forgotten in self.at[state]:
            for result in forgotten.results:
                path.known.pop(result, None)
                path.memory.pop(result, None)
        path.known |= values
        path.memory |= memory
        path.state = state

    def _value(self, path: Path, value: SSAValue) -> Term:
        if value not in path.known:
            path.known[value] = self._compute(path, value)
        return path.known[value]

    def _compute(self, path: Path, value: SSAValue) -> Term:
        gate = gate_of(value)
        match gate:
            case ArgOp():
                return symbol(f"arg{gate.index.data}", width_of(value.type))
            case ConstantOp():
                return TERMS.const(width_of(value.type), gate.bits.data)
            case SymbolOp() | AllocaOp():
                return symbol(self._object(gate)[0], WORD)
            case PureGate():
                operands = [self._value(path, operand) for operand in gate.operands]
                return gate.evaluate(TERMS, operands)
            case LoadOp():
                address = self._value(path, gate.address)
                self._check(path, gate, address)
                region = self._region(gate.address)
                memory = self._bytes(region, self._memory(path, gate.flow))
                return load(TERMS, memory, width_of(value.type), address)
            case CallOp():
                memory = self._bytes("", self._memory(path, gate.flow))
                results = self._call(gate, memory, self._arguments(path, gate))
                return results[[id(each) for each in gate.results_].index(id(value))]
            case _:
                raise AssertionError(f"{gate.name} gives no value")

    def _arguments(self, path: Path, gate: CallOp) -> tuple[Term, ...]:
        return tuple(self._value(path, value) for value in gate.arguments)

    def _call(
        self, gate: CallOp, memory: Bytes, arguments: Sequence[Term]
    ) -> list[Term]:
        callee = gate_of(gate.callee)
        assert isinstance(callee, SymbolOp)
        widths = [width_of(result.type) for result in gate.results_]
        name = callee.symbol.string_value()
        return memory.copy().call(name, [*arguments], widths)

    def _memory(self, path: Path, depend: SSAValue) -> tuple[Change, ...]:
        """What has changed the memory of a wire, in order."""
        if depend not in path.memory:
            path.memory[depend] = self._changes(path, gate_of(depend))
        return path.memory[depend]

    def _changes(self, path: Path, gate: Operation) -> tuple[Change, ...]:
        match gate:
            case DependEntryOp():
                return ()
            case LoadOp() | DependRelayOp():
                return self._memory(path, gate.flow)
            case StoreOp():
                address = self._value(path, gate.address)
                if gate.depend not in path.known:
                    path.known[gate.depend] = ONE
                    self._check(path, gate, address)
                value = self._value(path, gate.value)
                region = self._region(gate.address)
                change = (gate, region, (address, value))
                return (*self._memory(path, gate.flow), change)
            case CallOp():
                change = (gate, "", self._arguments(path, gate))
                return (*self._memory(path, gate.flow), change)
            case DependAndOp():
                found: list[Change] = []
                for flow in gate.flows:
                    known = list(map(id, found))
                    changes = self._memory(path, flow)
                    self._kept.append(changes)
                    found += (each for each in changes if id(each) not in known)
                return tuple(found)
            case _:
                raise AssertionError(f"{gate.name} gives no memory")

    def _bytes(self, region: str, changes: Sequence[Change]) -> Bytes:
        """A memory after changes."""
        changes = tuple(each for each in changes if each[1] == region)
        key = (region, tuple(map(id, changes)))
        if key in self._materialized:
            return self._materialized[key]
        if not changes:
            memory = self._initial(region)
        else:
            gate, _, operands = changes[-1]
            memory = self._bytes(region, changes[:-1]).copy()
            if isinstance(gate, StoreOp):
                address, value = operands
                store(TERMS, memory, width_of(gate.value.type), address, value)
            else:
                assert isinstance(gate, CallOp)
                callee = gate_of(gate.callee)
                assert isinstance(callee, SymbolOp)
                widths = [width_of(result.type) for result in gate.results_]
                memory.call(callee.symbol.string_value(), [*operands], widths)
                self._hold_constants(memory)
        self._kept.append(changes)
        self._materialized[key] = memory
        return memory

    def _initial(self, region: str) -> Bytes:
        """What an object holds first: in one of the frame, zeros do for anything."""
        memory = Bytes(f"memory{region}")
        for alloca in (*self.private, *self.shared):
            name, size = self._object(alloca)
            if region == (name if alloca in self.private else ""):
                for offset in range(size):
                    place = TERMS.const(WORD, offset)
                    address = TERMS.add(WORD, symbol(name, WORD), place)
                    memory.store(address, 1, TERMS.const(8, 0))
        return memory

    # endregion

    def chosen(self, of: Sequence[Term]) -> Term:
        """The term of the path that is taken."""
        found = of[-1]
        for outcome, term in zip(self.outcomes[:-1], of[:-1], strict=True):
            found = TERMS.ite(term.size(), outcome.condition, term, found)
        return found

    def overlaps(self) -> Iterator[Term]:
        """Whether accesses that are said not to overlap, by their classes, do."""
        for one, other in combinations(self.accesses, 2):
            if not may_overlap(one.alias, other.alias):
                both = TERMS.and_(1, one.condition, other.condition)
                are_apart = apart(one.address, one.size, other.address, other.size)
                if one.is_store or other.is_store:
                    yield TERMS.and_(1, both, negated(are_apart))


def assert_equivalent(before: CircuitTerms, after: FuncOp) -> None:
    """Prove that a function does what it did, for all inputs, memories and calls."""
    found = CircuitTerms(after, before.assumed)
    given = [*before.assumed, *before.valid]
    for values in zip(
        *(
            zip(*(o.values for o in run.outcomes), strict=True)
            for run in (before, found)
        ),
        strict=True,
    ):
        old, new = values
        assert_equal(found.chosen(new), before.chosen(old), *given)
    anywhere = symbol("anywhere", WORD)
    bytes = [
        run.chosen([outcome.memory.load(anywhere, 1) for outcome in run.outcomes])
        for run in (before, found)
    ]
    for alloca in before.shared:
        size = alloca.size.data
        name = f"%{alloca.result.name_hint}"
        given.append(apart(anywhere, 1, symbol(name, WORD), size))
    assert_equal(bytes[1], bytes[0], *given)
    overlap = ZERO
    for bit in found.overlaps():
        overlap = TERMS.or_(1, overlap, bit)
    assert_equal(overlap, ZERO, *given)

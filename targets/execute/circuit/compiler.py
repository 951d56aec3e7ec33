"""
Circuits prepared for execution: control nodes, and steps computed on demand.

Each value has a slot, which is None while the value is not computed. The slots of the
gates whose earliest state (`earliest_states`) is the same are contiguous, so that one
assignment clears them when control reaches that state again: only then may a selector
that they depend on have changed.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.constants import ArgOp, ConstantOp, SymbolOp
from circ.dialects.circuit.control import (
    DependAndOp,
    DependEntryOp,
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    IfBranchOp,
    IfExceptionOp,
    IfTrueOp,
    LoopBeginOp,
    MergingState,
    PassingState,
    ReturnOp,
    StateEntryOp,
    StateGate,
    SwitchBranchOp,
    SwitchCaseOp,
    ThrowOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.graph import Role
from circ.dialects.circuit.language import (
    EXCEPTION,
    LIBRARY_CALLS,
    STRINGS,
    THROWER,
    THROWING,
    ConstStringOp,
    JsBytecodeOp,
    LoadElementOp,
    StoreElementOp,
)
from circ.dialects.circuit.memory import (
    AllocaOp,
    CallOp,
    LoadOp,
    StoreOp,
)
from circ.dialects.circuit.types import STATE
from circ.dialects.circuit.verifier import verify_circuit
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dominance import NONE
from circ.dialects.common.variadic import is_variadic
from circ.targets.execute.circuit.code import CallSite, Code, End, Node
from circ.targets.execute.circuit.free_loads import free_loads
from circ.targets.execute.circuit.steps import (
    DONE,
    alloca_step,
    buffer_step,
    load_step,
    long_step,
    store_step,
    string_step,
)
from circ.targets.execute.expressions import (
    EXPRESSIONS,
    Slots,
    Step,
    operand_names,
    step_factory,
)
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import Trace
from circ.targets.execute.symbols import Symbols
from circ.targets.execute.variable_arguments import NONE as NO_ARGUMENTS

READY = frozenset[type[Operation]](
    (ConstantOp, ArgOp, SymbolOp, DependEntryOp, ValueSelectorOp, DependSelectorOp)
)
"""Gates whose values are available without computation."""

PLAN_LIMIT = 64
"""The limit on gates listed in a fixed order for a node; others are demanded."""


def _done(slots: Slots) -> int:
    return DONE


class Compiler:
    """Compiles one function; `symbols` gives their addresses."""

    def __init__(
        self,
        func: FuncOp,
        memory: Memory,
        symbols: Symbols,
        trace: Trace | None,
    ):
        self.graph = verify_circuit(func)
        self.func, self.memory, self.trace = func, memory, trace
        self.symbols = symbols
        live = self._live()
        self.order = [i for i in self.graph.data_order if live[i]]
        self.free = free_loads(self.graph, self.order)
        self.faults = {load: NONE for loads in self.free.values() for load in loads}
        """By unordered LOAD: the slot of the error met when it was executed early."""
        self.slots: dict[SSAValue, int] = {}
        self.primary = [NONE] * len(live)
        """By gate: its first slot; `NONE` where nothing demands it."""
        self.ready = [type(gate) in READY for gate in self.graph.gates]
        self.callees: dict[int, int] = {}
        """By the `id` of a call of a language's library: the slot of the address."""
        self.template: Slots = [0]
        """The first slot is `frame_machine.DYNAMIC`."""
        self.code = Code(
            func=func,
            template=self.template,
            parameters=[],
            allocas=[],
            further=None,
            needs=[],
            steps=[],
            calls={},
            entry=Node(func),
        )
        self.thrower: str | None = None
        """The function that is called to throw; its result is returned."""
        if (thrower := func.attributes.get(THROWER)) is not None:
            assert isinstance(thrower, SymbolRefAttr)
            self.thrower = thrower.string_value()

    def compile(self) -> Code:
        if is_variadic(self.func):
            self.code.further = len(self.template)
            self.template.append(NO_ARGUMENTS)
        self._number()
        code, ready, primary = self.code, self.ready, self.primary
        code.needs.extend([] for _ in self.template)
        code.steps.extend(None for _ in self.template)
        for i in self.order:
            if not ready[i]:
                slot = primary[i]
                inputs = self.graph.inputs[i]
                code.needs[slot] = [primary[k] for k in inputs if not ready[k]]
                code.steps[slot] = self._step(self.graph.gates[i], slot)
        self._load_before_writes()
        self._connect()
        return code

    # region Slots

    def _live(self) -> bytearray:
        """
        By gate: does a reachable state demand it, directly or indirectly?

        A loop demands its memory, so that effects before an endless loop happen.
        """
        graph, tree = self.graph, self.graph.tree
        live = bytearray(len(graph.gates))
        work = [graph.states[state] for state in tree.reverse_postorder]
        for i in work:
            live[i] = isinstance(graph.gates[i], THROWING)
        for i, gate in enumerate(graph.gates):
            if type(gate) is DependSelectorOp and tree.is_reachable(graph.state_of(i)):
                if type(graph.gates[graph.predecessors[i][0]]) is LoopBeginOp:
                    live[i] = True
                    work.append(i)
        while work:
            for before in graph.inputs[work.pop()]:
                if not live[before]:
                    live[before] = True
                    work.append(before)
        return live

    def _new_slots(self, gate: int, value: int | None = None) -> None:
        self.primary[gate] = len(self.template)
        for result in self.graph.gates[gate].results:
            if result.type != STATE:
                self.slots[result] = len(self.template)
                self.template.append(value)

    def _number(self) -> None:
        """Assign slots: constants first, then by earliest state, selectors first."""
        graph, earliest = self.graph, self.graph.earliest
        count = len(graph.states)
        self.selectors: list[list[int]] = [[] for _ in range(count)]
        self.relays: list[list[int]] = [[] for _ in range(count)]
        computed: list[list[int]] = [[] for _ in range(count)]
        for i in self.order:
            match graph.gates[i]:
                case ConstantOp() as gate:
                    self._new_slots(i, gate.bits.data)
                case DependEntryOp():
                    self._new_slots(i, DONE)
                case SymbolOp() as gate:
                    name = gate.symbol.string_value()
                    self._new_slots(i, self.symbols.address_of(name, gate.location))
                case _ if isinstance(gate := graph.gates[i], LIBRARY_CALLS):
                    address = self.symbols.address_of(gate.callee_name, gate.location)
                    self.callees[id(gate)] = len(self.template)
                    self.template.append(address)
                    if isinstance(gate, StoreElementOp):
                        self.template.append(None)  # whether it has thrown
                    if isinstance(gate, JsBytecodeOp) and gate.row.is_variadic:
                        self.code.allocas.append(len(self.template))
                        self.template.append(None)
                    computed[earliest[i]].append(i)
                case ArgOp() as gate:
                    self._new_slots(i, 0)
                    self.code.parameters.append((self.primary[i], gate.index.data))
                case _ if graph.roles[i] is Role.SELECTOR:
                    self.selectors[earliest[i]].append(i)
                case _:
                    computed[earliest[i]].append(i)
                    if graph.roles[i] is Role.RELAY:
                        self.relays[earliest[i]].append(i)
        self.ranges: list[tuple[int, int]] = []
        for selectors, others in zip(self.selectors, computed, strict=True):
            first = len(self.template)
            for i in selectors:
                self._new_slots(i)
            for i in others:
                self._new_slots(i)
                if i in self.faults:
                    self.faults[i] = len(self.template)
                    self.template.append(None)
                if isinstance(graph.gates[i], AllocaOp):
                    self.code.allocas.append(self.primary[i])
            self.ranges.append((first, len(self.template)))

    # endregion
    # region Nodes

    def _connect(self) -> None:
        graph, code = self.graph, self.code
        nodes = [Node(graph.gates[i]) for i in graph.states]
        loops = graph.tree.loops
        for i in graph.tree.reverse_postorder:
            node, state = nodes[i], graph.gates[graph.states[i]]
            if loops.depth[i] and not isinstance(state, MergingState):
                node.first, end = self.ranges[i]
                node.forget = [None] * (end - node.first)
            node.demands = [self.primary[relay] for relay in self.relays[i]]
            after = [nodes[k] for k in graph.successors[i]]
            match state:
                case IfBranchOp():
                    node.end = End.BRANCH
                    node.condition = self._demand(node, state.condition)
                    if not isinstance(after[0].state, IfTrueOp):
                        after.reverse()
                    node.taken, node.next = after
                case SwitchBranchOp():
                    node.end = End.SWITCH
                    node.condition = self._demand(node, state.selector)
                    for side in after:
                        if isinstance(side.state, SwitchCaseOp):
                            node.cases[side.state.value.data] = side
                        else:
                            node.next = side
                case ReturnOp():
                    node.end = End.RETURN
                    self._demand(node, state.depend)
                    node.values = [self._demand(node, value) for value in state.values]
                case JsBytecodeOp() | LoadElementOp() | StoreElementOp():
                    node.demands.append(self.primary[graph.states[i]])
                    if len(after) == 2:
                        node.end = End.SWITCH
                        node.condition = self._result(state)
                        if not isinstance(after[0].state, IfExceptionOp):
                            after.reverse()
                        node.cases[EXCEPTION], node.next = after
                    else:
                        self._go_on(node, graph.successors[i][0], after)
                case ThrowOp() if self.thrower is not None:
                    node.end = End.RETURN
                    slot = self._throw(state, self.thrower)
                    node.demands.append(slot)
                    node.values = [slot + 1]
                case ThrowOp():
                    node.end = End.THROW
                    self._demand(node, state.depend)
                    node.values = [self._demand(node, state.value)]
                case StateEntryOp() | PassingState() | SwitchCaseOp() | MergingState():
                    self._go_on(node, graph.successors[i][0], after)
                case _:
                    raise AssertionError(state.name)
            node.plan = self._plan(node.demands)
        code.entry = _skip_empty([nodes[i] for i in graph.tree.reverse_postorder])

    def _throw(self, gate: ThrowOp, name: str) -> int:
        """The slot of a call to throw; the next one is that of its result."""
        code, slot = self.code, len(self.template)
        self.template += None, None, self.symbols.address_of(name, gate.location)
        before = map(self.graph.at, (gate.depend, gate.value))
        code.needs += [self.primary[k] for k in before if not self.ready[k]], [], []
        code.steps += None, None, None
        arguments, results = [self.slots[gate.value]], [slot + 1]
        code.calls[slot] = CallSite(gate, slot + 2, arguments, results)
        return slot

    def _go_on(self, node: Node, successor: int, after: Sequence[Node]) -> None:
        """Go to the only successor."""
        (node.next,) = after
        node.end = End.GOTO
        if isinstance(node.next.state, MergingState):
            self._connect_edge(node, successor)

    def _connect_edge(self, node: Node, merge: int) -> None:
        """
        Selectors take the value of the edge; gates that depend on them are cleared.
        """
        node.end = End.MERGE
        before = self.graph.predecessors[self.graph.states[merge]]
        edge = before.index(self.graph.index[id(node.state)])
        for selector in self.selectors[merge]:
            flow = self.graph.gates[selector].operands[1 + edge]
            node.flows.append(self._demand(node, flow))
        node.weight += len(node.flows)
        node.target, end = self.ranges[merge]
        node.changed = [None] * (end - node.target - len(node.flows))

    def _demand(self, node: Node, wire: SSAValue) -> int:
        """The slot of a wire that must be computed before control leaves the node."""
        gate = self.graph.at(wire)
        if not self.ready[gate]:
            node.demands.append(self.primary[gate])
        return self.slots[wire]

    def _plan(self, demands: Sequence[int]) -> list[tuple[int, Step]] | None:
        """
        The demanded gates in an executable order; None where the list is too long.
        """
        code = self.code
        plan: list[tuple[int, Step]] = []
        seen: set[int] = set()
        work = list(reversed(demands))
        while work:
            slot = work[-1]
            if slot in seen:
                work.pop()
                continue
            missing = [need for need in code.needs[slot] if need not in seen]
            if missing:
                work.extend(reversed(missing))
            else:
                work.pop()
                seen.add(slot)
                step = code.steps[slot]
                if step is None or len(plan) == PLAN_LIMIT:
                    return None
                plan.append((slot, step))
            if len(work) > 4 * PLAN_LIMIT:
                return None
        return plan

    # endregion
    # region Steps

    def _result(self, gate: Operation) -> int:
        """The slot of what a function of the library gives; it may be an exception."""
        if isinstance(gate, StoreElementOp):
            return self.callees[id(gate)] + 1
        return self.slots[gate.results[-1]]

    def _step(self, gate: Operation, slot: int) -> Step | None:
        """Computes the gate's values and returns that of its first slot."""
        step = self._plain_step(gate, slot)
        if step is None or self.trace is None:
            return step
        trace, inner, text = self.trace, step, text_of(gate)

        def traced(slots: Slots) -> int:
            value = inner(slots)
            trace(f"{text} = {value:#x}")
            return value

        return traced

    def _plain_step(self, gate: Operation, slot: int) -> Step | None:
        operands = [self.slots[wire] for wire in gate.operands if wire.type != STATE]
        match gate:
            case PureGate() if not gate.IS_SHORT:
                return long_step(gate, operands)
            case PureGate():
                names = operand_names(len(operands))
                expression = gate.evaluate(EXPRESSIONS, names)
                return step_factory(expression, len(operands))(*operands)
            case LoadOp():
                return load_step(self.memory, gate, operands[1], slot + 1)
            case StoreOp():
                return store_step(self.memory, gate, operands[1], operands[2])
            case AllocaOp():
                return alloca_step(self.memory, gate)
            case CallOp():
                results = list(range(slot + 1, slot + len(gate.results)))
                site = CallSite(gate, operands[1], operands[2:], results)
                self.code.calls[slot] = site
                return None
            case _ if isinstance(gate, LIBRARY_CALLS):
                callee, results = self.callees[id(gate)], [self._result(gate)]
                arguments, before = operands[1:], list[Step]()
                if isinstance(gate, JsBytecodeOp) and gate.row.is_variadic:
                    first, *others = arguments
                    arguments = [first, callee + 1]
                    step = buffer_step(self.memory, gate, others, callee + 1)
                    before.append(step)
                site = CallSite(gate, callee, arguments, results, before)
                self.code.calls[slot] = site
                return None
            case ConstStringOp():
                address = self.symbols.address_of(STRINGS, gate.location)
                return string_step(self.memory, gate, address)
            case _:
                assert isinstance(gate, DependRelayOp | DependAndOp | StateGate), gate
                return _done

    def _load_before_writes(self) -> None:
        """
        Execute unordered LOADs on a write's dependency before the write.

        Dependencies order most LOADs before the write; nothing is done for those.
        """
        code = self.code
        early: dict[int, Step] = {}
        shared: dict[int, list[Step]] = {}
        for write, loads in self.free.items():
            slot = self.primary[write]
            if id(loads) not in shared:
                for load in loads:
                    if load not in early:
                        early[load] = self._early(load)
                shared[id(loads)] = [early[load] for load in loads]
            steps = shared[id(loads)]
            if (site := code.calls.get(slot)) is not None:
                site.before += steps
            elif (store := code.steps[slot]) is not None:
                code.steps[slot] = _after(steps, store)

    def _early(self, load: int) -> Step:
        """
        Execute a LOAD that may never be demanded, if its operands are available.

        An error is reported when the LOAD is demanded, if ever.
        """
        code, graph = self.code, self.graph
        inputs, primary, ready = graph.inputs, self.primary, self.ready
        gates = graph.gates
        slot, fault = primary[load], self.faults[load]
        plain = code.steps[slot]
        assert plain is not None
        faults: list[Diagnostic] = []

        def demanded(slots: Slots) -> int:
            if (number := slots[fault]) is not None:
                raise faults[number]
            return plain(slots)

        def early(slots: Slots) -> int:
            if slots[fault] is not None:
                return DONE
            work = [load]
            while work:
                gate = work[-1]
                if slots[primary[gate]] is not None:
                    work.pop()
                    continue
                step = code.steps[primary[gate]]
                eager = isinstance(gates[gate], PureGate | LoadOp)
                if ready[gate] or not eager or step is None:
                    return DONE  # not executed on this path
                missing = [k for k in inputs[gate] if slots[primary[k]] is None]
                if missing:
                    work += missing
                    continue
                try:
                    slots[primary[gate]] = step(slots)
                except Diagnostic as error:
                    slots[fault] = len(faults)
                    faults.append(error)
                    return DONE
            return DONE

        code.steps[slot] = demanded
        return early

    # endregion


def _after(steps: Sequence[Step], last: Step) -> Step:
    def step(slots: Slots) -> int:
        for before in steps:
            before(slots)
        return last(slots)

    return step


def text_of(gate: Operation) -> str:
    """The name of a gate in traces."""
    hints = [result.name_hint for result in gate.results if result.name_hint]
    return f"{gate.name} %{hints[0]}" if hints else gate.name


def _is_empty(node: Node) -> bool:
    return node.end is End.GOTO and not node.demands and not node.forget


def _skip_empty(nodes: Sequence[Node]) -> Node:
    """
    Skip empty nodes; `nodes` are in reverse postorder. Returns the entry.

    Only merges have several predecessors: the weight of any other node moves to its
    successor, that of a merge to its incoming edges.
    """

    def past(node: Node) -> Node:
        if not _is_empty(node) or isinstance(node.state, MergingState):
            return node
        assert node.next is not None
        node.next.weight += node.weight
        return node.next

    for node in reversed(nodes):
        node.next = node.next and past(node.next)
        node.taken = node.taken and past(node.taken)
        node.cases = {value: past(side) for value, side in node.cases.items()}
    for node in nodes:
        if node.end is End.MERGE and node.next is not None and _is_empty(node.next):
            node.weight += node.next.weight
            node.next = node.next.next
    return past(nodes[0])

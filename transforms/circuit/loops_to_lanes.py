"""
Loops become lanes: iterations side by side in the lanes of vectors.

    for (i = 0; i < n; i++)
      y[i] = a * x[i] + y[i];

becomes

    for (i = 0; i < (n & -16); i += 16)
      y[i : i + 16] = a * x[i : i + 16] + y[i : i + 16];
    for (; i < n; i++)
      y[i] = a * x[i] + y[i];

Which loops that pays for and is right for, `lane_plans.py` says. Of a nest it is the
one that costs least then: in a matrix product that of the columns, with the loop of the
products inside, which stays one for all lanes.

Counters and addresses stay scalars, those of the first lane. What is stored or reduced
becomes a vector, and so does what it is computed from, as far as it differs by
iteration; loads and stores are of rows. Iterations that are left over are executed by a
copy of the loop behind it. Rows must be aligned to be worth it: where that is not known
the loop asks, and a second copy is executed if they are not. A row beside a line takes
its lanes from there (`lane_lines.py`). Where there are fewer iterations than lanes,
each that is meant stores its own element.

A reduction has a partial result in each lane, which are joined behind the loop. Floats
are joined one after the other in their order, except with `float-reductions`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial, reduce

from xdsl.context import Context
from xdsl.dialects.builtin import IntAttr, ModuleOp, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.circuit.calls import callee_name
from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import (
    DependAndOp,
    FuncOp,
    LoopBeginOp,
    ValueSelectorOp,
    has_wide_addresses,
)
from circ.dialects.circuit.conversions import BitcastOp
from circ.dialects.circuit.gate import Gate, PureGate, gate_of
from circ.dialects.circuit.integers import AddOp, AndOp, OrOp
from circ.dialects.circuit.memory import CallOp, GlobalOp, LoadOp, StoreOp
from circ.dialects.circuit.types import (
    ARCH,
    VectorValueType,
    is_vector,
    lane_type,
    lane_width,
    vector_of,
)
from circ.dialects.circuit.vectors import BroadcastOp, LaneOp, SetLaneOp
from circ.dialects.common.algebra import INTS
from circ.dialects.common.kernel import IN_LANES
from circ.dialects.common.lanes import pack
from circ.dialects.common.memory import memory
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, done, missed
from circ.dialects.common.widths import width_of
from circ.targets.machines import machine_of
from circ.transforms.circuit.alias import Aliases, module_objects
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.dead_gates import erase_dead_gates
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.gvn import number_values
from circ.transforms.circuit.induction import counter_of
from circ.transforms.circuit.lane_plans import Plan, plan, type_of_lane
from circ.transforms.circuit.lane_tables import without_tables
from circ.transforms.circuit.linear import Polynomials
from circ.transforms.circuit.loop_copies import LoopCopier, split_loop
from circ.transforms.circuit.loops import loops_of
from circ.transforms.circuit.partial_unroll import (
    Groups,
    groups_of,
    groups_of_rest,
    shorten,
)
from circ.transforms.circuit.split_reductions import (
    Reduction,
    identity_of,
    joined,
    joining,
)


def loops_to_lanes(
    func: FuncOp,
    objects: dict[str, GlobalOp],
    lanes: int,
    line: int,
    any_order: bool = False,
) -> int:
    """
    Execute the loops of a function in lanes that qualify; returns their number.

    Linear but for pairs of the accesses of a loop. `line` is the alignment of rows.
    """
    if (loops := loops_of(func)) is None:
        return 0
    gates = loops.graph.gates
    if any(is_vector(result.type) for gate in gates for result in gate.results):
        return 0
    accesses = [gate for gate in gates if isinstance(gate, LoadOp | StoreOp)]
    aliases = Aliases(loops.graph, objects, accesses)
    plans: list[Plan] = []
    for loop in loops:
        found = plan(loop, aliases, lanes, any_order, line)
        if isinstance(found, str):
            missed(loop.head, f"not in lanes: {found}")
        else:
            plans.append(found)
    plans = without_tables(plans, aliases, accesses)
    plans.sort(key=lambda each: each.ratio)
    chosen: list[Plan] = []
    for each in plans:
        number, contains = each.loop.number, loops.forest.contains
        if not any(
            contains(number, other.loop.number) or contains(other.loop.number, number)
            for other in chosen
        ):
            chosen.append(each)
    changed: list[Operation] = []
    for each in chosen:
        done(each.loop.head, f"iterations in {lanes} lanes", lanes=lanes)
        changed += _Writer(each, aliases.polynomials).write()
    count("loops in lanes", len(chosen))
    if chosen:
        erase_dead_gates(func, changed)
        simplify(func, changed)
        number_values(func)
    return len(chosen)


class _Writer:
    """Lets one loop compute vectors."""

    def __init__(self, plan: Plan, polynomials: Polynomials):
        self.plan, self.loop = plan, plan.loop
        self.polynomials = polynomials
        self.maker = GateMaker(plan.loop.head.location)
        self.vectors: dict[SSAValue, SSAValue] = {}
        """By scalar of the loop: the vector of its values in all lanes."""
        self.elements: dict[SSAValue, list[SSAValue]] = {}
        """By result of a load that each lane makes: what they load."""
        self.added = {gate for gate in plan.vectors if isinstance(gate, AddOp)}
        self.lines: dict[tuple[int, int], SSAValue] = {}
        """Lines that are loaded as a whole, by group and place in it."""
        self.changed: list[Operation] = []

    def write(self) -> list[Operation]:
        """Rewrite the loop; what has changed."""
        plan, loop = self.plan, self.loop
        short = groups_of_rest(loop)
        if plan.rest is None and short is not None:
            self._split(groups_of(plan.test, short, None, self.maker).is_any)
        least = 2 if plan.reductions else 1
        groups = groups_of(plan.test, plan.lanes, plan.rest, self.maker, least)
        self._ask(groups)
        if plan.rest != 0:
            copier = LoopCopier(loop)
            behind = copier.copy_behind()
            self.changed += copier.made
            self.changed += shorten(loop, plan.test, groups, behind, True)
        counters = [each for each in loop.selectors if counter_of(loop, each)]
        self._compute()
        for selector in counters:
            counter = counter_of(loop, selector)
            assert counter is not None
            type = selector.result.type
            step = self.maker.constant(type, counter.step * plan.lanes)
            next = self.maker.compute(AddOp, type, selector.result, step)
            selector.operands[2] = next
        self._insert()
        return [*self.changed, *loop.states, *loop.selectors]

    def _insert(self) -> None:
        """Put new gates into the function."""
        block = self.loop.head.parent_block()
        assert block is not None
        block.insert_ops_before(self.maker.gates, self.loop.head)
        self.changed += self.maker.gates
        self.maker = GateMaker(self.loop.head.location)

    def _ask(self, groups: Groups) -> None:
        """
        Only where there is a row, and rows are aligned, are they accessed as such.

        How many iterations there are comes first: short loops ask nothing else. Each
        question has a copy of its own, so that the same one behind it is decided.
        """
        self._split(groups.is_any)
        maker, plan = self.maker, self.plan
        for object in plan.aligned:
            object.align = IntAttr(plan.line)
        if plan.checks:
            addresses = (
                self.polynomials.emit(maker, ARCH, check) for check in plan.checks
            )
            both = reduce(partial(maker.compute, OrOp, ARCH), addresses)
            mask = maker.constant(ARCH, plan.line - 1)
            low = maker.compute(AndOp, ARCH, both, mask)
            self._split(maker.compare(ICmpOp, "eq", low, maker.constant(ARCH, 0)))

    def _split(self, question: SSAValue | None) -> None:
        """Execute a copy of the loop where a question is answered with no."""
        self._insert()
        if question is not None:
            _, changed = split_loop(self.loop, question, self.loop.head.location)
            self.changed += changed

    # region Values

    def _type(self, value: SSAValue) -> VectorValueType:
        element = type_of_lane(value.type)
        assert element is not None
        return vector_of(element, self.plan.width)

    def _vector(self, value: SSAValue) -> SSAValue:
        """The vector of a value: it is known, the same in all lanes, or a counter."""
        if (vector := self.vectors.get(value)) is None:
            vector = self._broadcast(value)
            gate = gate_of(value)
            counter = None
            if isinstance(gate, ValueSelectorOp):
                if gate.merge is self.loop.head.state:
                    counter = counter_of(self.loop, gate)
            if counter is not None:
                type = self._type(value)
                steps = [
                    INTS.const(lane_width(type), counter.step * lane)
                    for lane in range(self.plan.width)
                ]
                offsets = self.maker.packed_constant(
                    type, pack(INTS, lane_width(type), steps)
                )
                vector = self.maker.compute(AddOp, type, vector, offsets)
            self.vectors[value] = vector
        return vector

    def _broadcast(self, value: SSAValue) -> SSAValue:
        """A vector with a value in all lanes."""
        maker, type = self.maker, self._type(value)
        if (bits := constant_of(value)) is not None:
            return maker.constant(type, bits)
        if value.type == ARCH:
            value = maker.compute(BitcastOp, i32, value)
        return maker.compute(BroadcastOp, type, value)

    def _compute(self) -> None:
        """Vectors for what stores and reductions need."""
        plan, maker = self.plan, self.maker
        own = {each.selector: each for each in plan.reductions}
        selectors: list[tuple[ValueSelectorOp, ValueSelectorOp]] = []
        for gate in plan.vectors:
            match gate:
                case ValueSelectorOp():
                    type = self._type(gate.result)
                    flows = [maker.constant(type, 0)] * len(gate.flows)
                    if (reduction := own.get(gate)) is not None:
                        root = reduction.gates[0]
                        flows[0] = self._broadcast(identity_of(root, gate, maker))
                    selector = maker.emit(
                        ValueSelectorOp, [gate.merge, *flows], (type,)
                    )
                    selectors.append((gate, selector))
                    self.vectors[gate.result] = selector.result
                case LoadOp():
                    self._load(gate)
                case _:
                    assert isinstance(gate, PureGate)
                    (result,) = gate.results
                    made = gate.__class__.create(
                        operands=[self._vector(value) for value in gate.operands],
                        result_types=[self._type(result)],
                        properties=gate.properties.copy(),
                        attributes=gate.attributes.copy(),
                        location=gate.location,
                    )
                    maker.gates.append(made)
                    self.vectors[result] = made.results[0]
        for gate, selector in selectors:
            first = 1 if gate in own else 0
            for place in range(first, len(gate.flows)):
                selector.operands[1 + place] = self._vector(gate.flows[place])
        for access in plan.rows:
            if isinstance(access, StoreOp):
                self._store(access)
        for reduction in plan.reductions:
            if plan.is_ordered(reduction):
                self._join_in_order(reduction)
            else:
                self._join(reduction)

    def _properties(
        self, access: LoadOp | StoreOp, value: SSAValue, align: int
    ) -> dict[str, Attribute]:
        known = access.memory
        size = self.plan.width * width_of(self._type(value).element_type) // 8
        space, alias = (
            (0, "") if known is None else (known.space.data, known.alias.data)
        )
        return {"memory": memory(size, align, space, alias)}

    def _load(self, load: LoadOp) -> None:
        if self.plan.is_by_lanes(load):
            self._load_elements(load)
            return
        maker, address, type = self.maker, load.address, self._type(load.result)
        is_falling = load in self.plan.falling
        if is_falling:
            before = width_of(type.element_type) // 8 * (self.plan.lanes - 1)
            address = maker.compute(AddOp, ARCH, address, maker.constant(ARCH, -before))
        made = maker.emit(
            LoadOp,
            (load.flow, address),
            (load.depend.type, type),
            self._properties(load, load.result, self.plan.rows[load]),
        )
        load.depend.replace_all_uses_with(made.depend)
        self.vectors[load.result] = made.result
        if is_falling:
            self.vectors[load.result] = self._turned(made.result)

    def _turned(self, vector: SSAValue) -> SSAValue:
        """The lanes of a vector in the opposite order."""
        maker, turned = self.maker, vector
        for lane, value in enumerate(reversed(self._lanes(vector, None))):
            place = maker.constant(ARCH, lane)
            turned = maker.compute(SetLaneOp, vector.type, turned, value, place)
        return turned

    def _load_elements(self, load: LoadOp) -> None:
        """Lanes from lines that are loaded as a whole, and elements one by one."""
        maker, plan, type = self.maker, self.plan, self._type(load.result)
        lines, depends = plan.lines.get(load), list[SSAValue]()

        def loaded(
            distance: int, type: Attribute, properties: Mapping[str, Attribute]
        ) -> SSAValue:
            address = self._moved(load.address, distance)
            types = (load.depend.type, type)
            made = maker.emit(LoadOp, (load.flow, address), types, properties)
            depends.append(made.depend)
            return made.result

        places = {} if lines is None else lines.lanes(plan.lanes)
        size = width_of(load.result.type) // 8
        elements: list[SSAValue] = []
        for lane in range(plan.lanes):
            if lines is None or lane not in places:
                found = loaded(lane * size, load.result.type, load.properties)
                elements.append(found)
                continue
            start, place = places[lane]
            if (line := self.lines.get((lines.group, start))) is None:
                bytes = lines.width * size
                properties = self._properties(load, load.result, bytes)
                line = loaded(start - lines.offset, type, properties)
                self.lines[lines.group, start] = line
            elements.append(self._lane(line, place, load.result.type))
        flow = load.flow
        if depends:
            flow = maker.emit(DependAndOp, depends, (load.depend.type,)).depend
        load.depend.replace_all_uses_with(flow)
        self.elements[load.result] = elements
        self.vectors[load.result] = self._packed(elements, type)

    def _packed(self, elements: list[SSAValue], type: VectorValueType) -> SSAValue:
        """
        A vector of elements, with anything in the lanes that are left over.

        Of a line that is other lanes of it: one shuffle sets all lanes then.
        """
        maker, vector = self.maker, self.maker.constant(type, 0)
        first = gate_of(elements[0])
        if isinstance(first, LaneOp):
            vector = first.vector
            shift = constant_of(first.index)
            assert shift is not None
            elements = [
                *elements,
                *(
                    self._lane(vector, (lane + shift) % self.plan.width, None)
                    for lane in range(len(elements), self.plan.width)
                ),
            ]
        line = vector
        for lane, value in enumerate(elements):
            place = maker.constant(ARCH, lane)
            if [*gate_of(value).operands] == [line, place]:
                continue
            if value.type == ARCH:
                value = maker.compute(BitcastOp, i32, value)
            vector = maker.compute(SetLaneOp, type, vector, value, place)
        return vector

    def _moved(self, address: SSAValue, distance: int) -> SSAValue:
        maker = self.maker
        return maker.compute(AddOp, ARCH, address, maker.constant(ARCH, distance))

    def _store_elements(self, store: StoreOp) -> None:
        """Each lane stores its element."""
        flow, size = store.flow, width_of(store.value.type) // 8
        for lane, value in enumerate(self._elements(store.value)):
            made = self.maker.emit(
                StoreOp,
                (flow, value, self._moved(store.address, lane * size)),
                (store.depend.type,),
                store.properties,
            )
            flow = made.depend
        store.depend.replace_all_uses_with(flow)

    def _elements(self, value: SSAValue) -> list[SSAValue]:
        """
        The scalars of a value in all lanes.

        Where elements that were loaded one by one are added for this use alone, that is
        done last, and no vector is made of them.
        """
        if (elements := self.elements.get(value)) is not None:
            return elements
        adds, terms = list[AddOp](), list[SSAValue]()
        end = value
        while end not in self.elements and end.has_one_use():
            add = gate_of(end)
            if not isinstance(add, AddOp) or add not in self.added:
                break
            adds.append(add)
            end, other = add.operands
            if other in self.elements or (
                end not in self.elements and not isinstance(gate_of(end), AddOp)
            ):
                end, other = other, end
            terms.append(other)
        if not adds or end not in self.elements:
            return self._lanes(self._vector(value), value.type)
        maker, type = self.maker, self._type(value)
        vectors = map(self._vector, reversed(terms))
        total = reduce(partial(maker.compute, AddOp, type), vectors)
        return [
            maker.compute(AddOp, value.type, element, lane)
            for element, lane in zip(
                self.elements[end], self._lanes(total, value.type), strict=True
            )
        ]

    def _store(self, store: StoreOp) -> None:
        if self.plan.is_by_lanes(store):
            self._store_elements(store)
            return
        made = self.maker.emit(
            StoreOp,
            (store.flow, self._vector(store.value), store.address),
            (store.depend.type,),
            self._properties(store, store.value, self.plan.rows[store]),
        )
        store.depend.replace_all_uses_with(made.depend)

    # endregion
    # region Reductions

    def _lanes(self, vector: SSAValue, type: Attribute | None) -> list[SSAValue]:
        """The scalars in the lanes of a vector."""
        return [self._lane(vector, lane, type) for lane in range(self.plan.lanes)]

    def _lane(self, vector: SSAValue, lane: int, type: Attribute | None) -> SSAValue:
        maker, place = self.maker, self.maker.constant(ARCH, lane)
        value = maker.compute(LaneOp, lane_type(vector.type), vector, place)
        return maker.compute(BitcastOp, ARCH, value) if type == ARCH else value

    def _join(self, reduction: Reduction) -> None:
        """Join the partial results of all lanes behind the loop."""
        selector, root = reduction.selector, reduction.gates[0]
        loop, maker = self.loop, self.maker
        uses = [u for u in selector.result.uses if not loop.computes(u.operation)]
        join = joining(root, maker)
        vector = self.vectors[selector.result]
        total = joined(self._lanes(vector, selector.result.type), join)
        if identity_of(root, selector, maker) is not selector.flows[0]:
            total = join(selector.flows[0], total)
        for use in uses:
            use.operation.operands[use.index] = total
            self.changed.append(use.operation)

    def _join_in_order(self, reduction: Reduction) -> None:
        """Join the values of all lanes in each iteration."""
        selector, root = reduction.selector, reduction.gates[0]
        ((term, _),) = reduction.terms
        total: SSAValue = selector.result
        gate = type(root)
        assert issubclass(gate, Gate)
        for lane in self._lanes(self._vector(term), total.type):
            operands = (total, lane) if root.operands[1] is term else (lane, total)
            total = self.maker.compute(gate, total.type, *operands)
        selector.operands[2] = total

    # endregion


def lane_functions(module: ModuleOp) -> set[str]:
    """The programs of lanes of a module, and what they call."""
    calls: dict[str, list[str]] = {}
    work: list[str] = []
    for func in module.ops:
        if isinstance(func, FuncOp):
            named = map(callee_name, operations_in(func.body, CallOp))
            calls[func.sym_name.data] = [name for name in named if name is not None]
            if IN_LANES in func.attributes:
                work.append(func.sym_name.data)
    found: set[str] = set()
    while work:
        if (name := work.pop()) not in found:
            found.add(name)
            work += calls.get(name, ())
    return found


@dataclass(frozen=True)
class CircuitLoopsToLanesPass(ModulePass):
    """Execute the iterations of loops side by side in the lanes of vectors."""

    name = "circuit-loops-to-lanes"

    lanes: int | None = None
    """How many lanes; by default those of the machine's vectors."""
    float_reductions: bool = False
    """May floats be summed up in any order, though that changes the result?"""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        machine = machine_of(op)
        lanes = machine.lanes if self.lanes is None else self.lanes
        if lanes < 2:
            return
        functions = [
            func
            for func in operations_in(op.body, FuncOp)
            if operations_in(func.body, LoopBeginOp) and not has_wide_addresses(func)
        ]
        if not functions:
            return
        objects, left_out = module_objects(op), lane_functions(op)
        for func in functions:
            if func.sym_name.data not in left_out:
                loops_to_lanes(
                    *(func, objects, lanes, machine.vector_bytes),
                    self.float_reductions,
                )

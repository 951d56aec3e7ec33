"""
Building a circuit from a function in SSA form, one operation after the other.

The builder tracks control and memory: the state in which the next operation executes,
and the dependency that the next access takes. Loads between two writes take the same
dependency and are joined before the next write, call or branch, so that independent
loads stay unordered. Values are not tied to states (sea of nodes): only block arguments
and results of regions become selectors.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import NoReturn, TypeAlias, TypeVar, cast

from xdsl.dialects.builtin import (
    FunctionType,
    LocationAttr,
    SymbolRefAttr,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.circuit.constants import SymbolOp
from circ.dialects.circuit.control import (
    DependAndOp,
    DependRelayOp,
    DependSelectorOp,
    LoopBackOp,
    LoopBeginOp,
    MergeOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.conversions import BitcastOp
from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.integers import MulOp
from circ.dialects.circuit.types import (
    ARCH,
    DEPEND,
    STATE,
    ValueType,
    wire_type,
)
from circ.dialects.common.diagnostics import Diagnostic, combined, name_of, unsupported
from circ.dialects.common.dispatch import handler_of
from circ.dialects.common.machine import Machine
from circ.dialects.common.memory import FRAME_CLASS
from circ.dialects.common.operation_search import Subclasses
from circ.dialects.common.signatures import dynamic_words
from circ.dialects.source.advice import advice, type_advice
from circ.dialects.source.allocations import repeated_allocations
from circ.dialects.source.layout import ArrayType, dynamic_type, view_type
from circ.transforms.circuit.gate_maker import CircuitMaker, GateT
from circ.transforms.conversion.to_circuit.wide_addresses import (
    CONVERSIONS,
    conversion,
    has_wide_addresses,
    wide,
)

AnalysisT = TypeVar("AnalysisT")
TypeT = TypeVar("TypeT", bound=Attribute)


def not_supported(op: Operation) -> Diagnostic:
    message = f"'{name_of(op)}': this operation is not supported"
    return Diagnostic(op.location, message + advice(op))


@dataclass(frozen=True)
class Arrival:
    """An edge to a merge: the state that it leaves and the values that it carries."""

    state: SSAValue
    depend: SSAValue
    side: SSAValue | None
    """The side of a branch on which the next access depends, if any."""
    values: Sequence[SSAValue]


@dataclass(frozen=True)
class Loop:
    """A loop whose back edges are still missing."""

    begin: LoopBeginOp
    depend: DependSelectorOp | None
    """None where the loop accesses no memory."""
    values: Sequence[ValueSelectorOp]
    backs: list[Arrival]


class NotConverted(Exception):
    """A use of a value whose operation could not be converted, which is known."""


class CircuitBuilder(CircuitMaker):
    """The circuit of one function under construction; see the module's docstring."""

    errors: list[Diagnostic]
    """Those of operations after which the conversion went on."""
    op: Operation
    """The operation that is being converted, for locations and diagnostics."""
    functions: Mapping[str, FunctionType | None]
    """The functions of the module, with their types where they are known."""
    globals: Mapping[str, ArrayType]
    """The global arrays of the module."""
    objects: Mapping[str, str]
    """The alias classes of the module's objects by address; empty where unknown."""
    variadic: AbstractSet[str]
    """The variadic functions of the module."""
    function: Operation
    """The function of the source."""
    repeated: AbstractSet[Operation]
    """Its allocations that are a new object each time they are executed."""
    is_wide: bool
    """Have its addresses, and other words, 64 bits?"""

    def __init__(
        self,
        function: Operation,
        machine: Machine,
        conversions: "Conversions",
        memory_operations: tuple[type[Operation], ...],
        functions: Mapping[str, FunctionType | None],
        globals: Mapping[str, ArrayType],
    ):
        self.op = self.function = function
        super().__init__()
        self.machine = machine
        self.is_wide = has_wide_addresses(function.parent_op())
        self.variadic = frozenset()
        self.objects = {}
        self.globals = globals
        self.functions = functions
        self.repeated = repeated_allocations(function)
        self._conversions = conversions
        self._memory_blocks = _blocks_with(function, memory_operations, self.repeated)
        self.errors = []
        self._failed: set[SSAValue] = set()
        """The results of operations that could not be converted."""
        self._values: dict[SSAValue, SSAValue] = {}
        self._dynamic: dict[SSAValue, Sequence[SSAValue]] = {}
        """The extents and strides of arrays, as far as they are dynamic."""
        self._defined: list[SSAValue] = []
        self._symbols: dict[str, SSAValue] = {}
        self._aliases: dict[SSAValue, str] = {}
        self._allocations = 0
        self._analyses: dict[object, object] = {}
        self._loads: list[SSAValue] = []
        self._side: SSAValue | None = None

    # region Gates

    @property
    def location(self) -> LocationAttr:
        return self.op.location

    def emit(
        self,
        gate: type[GateT],
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        properties: Mapping[str, Attribute] = {},
    ) -> GateT:
        """Append a gate; a word is one of the module's."""
        if self.is_wide:
            result_types = [*map(wide, result_types)]
            if gate in CONVERSIONS:
                kind = conversion(gate, operands[0], result_types[0])
                gate = cast("type[GateT]", kind)
        return super().emit(gate, operands, result_types, properties)

    def packed_constant(self, type: Attribute, bits: int) -> SSAValue:
        return super().packed_constant(self.wire(type), bits)

    def constant(self, type: Attribute, bits: int) -> SSAValue:
        return super().constant(self.wire(type), bits)

    def wire(self, type: TypeT) -> TypeT:
        """A type of wires; that of words is the module's."""
        return cast("TypeT", wide(type)) if self.is_wide else type

    def as_integer(self, word: SSAValue) -> SSAValue:
        """An ARCH as an i32."""
        return self.compute(BitcastOp, i32, word)

    def as_word(self, value: SSAValue) -> SSAValue:
        """An i32 as an ARCH."""
        return self.compute(BitcastOp, ARCH, value)

    def symbol(self, name: str) -> SSAValue:
        if (value := self._symbols.get(name)) is None:
            properties = {"symbol": SymbolRefAttr(name)}
            value = self.emit(SymbolOp, (), (ARCH,), properties).results[0]
            self._symbols[name] = value
        return value

    def control(
        self,
        gate: type[Gate],
        *operands: SSAValue,
        properties: Mapping[str, Attribute] = {},
    ) -> SSAValue:
        """The state that a state gate produces."""
        return self.emit(gate, operands, (STATE,), properties).results[0]

    def next_allocation(self) -> str:
        """The alias class of the function's next stack object."""
        name = f"{FRAME_CLASS}{self._allocations}"
        self._allocations += 1
        return name

    def analysis(self, analyze: Callable[[Operation], AnalysisT]) -> AnalysisT:
        """The result of an analysis of the function, computed at the first use."""
        if analyze not in self._analyses:
            self._analyses[analyze] = analyze(self.function)
        return cast(AnalysisT, self._analyses[analyze])

    def alias_of(self, array: SSAValue) -> str:
        """The alias class of an array of the source; empty where it is unknown."""
        return self._aliases.get(array, "")

    def set_alias(self, array: SSAValue, alias: str) -> None:
        self._aliases[array] = alias

    # endregion
    # region Values of the source

    def value(self, value: SSAValue) -> SSAValue:
        """The wire that carries a value of the source."""
        if (wire := self._values.get(value)) is None:
            if value in self._failed:
                raise NotConverted
            raise Diagnostic(
                self.op.location,
                f"'{self.op.name}': an operand is used where it is not defined",
            )
        return wire

    def operands(self) -> list[SSAValue]:
        """The wires of the operands of the operation being converted."""
        return self.wires(self.op.operands)

    def wires(self, values: Sequence[SSAValue]) -> list[SSAValue]:
        """The wires of values: several for an array of dynamic shape."""
        return [wire for v in values for wire in (self.value(v), *self.dynamic(v))]

    def dynamic(self, array: SSAValue) -> Sequence[SSAValue]:
        """The dynamic extents and strides of an array; nothing for other values."""
        if array in self._failed:
            raise NotConverted
        return self._dynamic.get(array, ())

    def word(self, value: SSAValue) -> SSAValue:
        """An operand of type index."""
        return self.value(value)

    def product(self, lhs: int | SSAValue, rhs: int | SSAValue) -> int | SSAValue:
        """The product of two words; a number where it is known."""
        lhs, rhs = (rhs, lhs) if isinstance(lhs, int) else (lhs, rhs)
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs * rhs
        if rhs == 1:
            return lhs
        return self.compute(MulOp, ARCH, self.as_wire(lhs), self.as_wire(rhs))

    def as_wire(self, word: int | SSAValue) -> SSAValue:
        """A word as a wire."""
        return self.constant(ARCH, word) if isinstance(word, int) else word

    def define(self, value: SSAValue, wire: SSAValue) -> None:
        """Map `value` to `wire`, until the scope is left."""
        self._values[value] = wire
        self._defined.append(value)
        if value.name_hint is not None and wire.name_hint is None:
            wire.name_hint = value.name_hint

    def define_array(
        self, array: SSAValue, address: SSAValue, dynamic: Sequence[int | SSAValue]
    ) -> None:
        """Map an array to its address and its dynamic extents and strides."""
        self.define(array, address)
        if dynamic:
            self._dynamic[array] = [*map(self.as_wire, dynamic)]

    def define_all(self, values: Sequence[SSAValue], wires: Sequence[SSAValue]) -> None:
        """The inverse of `wires`."""
        rest = iter(wires)
        for value in values:
            self.define(value, next(rest))
            if words := dynamic_words(value.type):
                self._dynamic[value] = [*islice(rest, words)]
        assert next(rest, None) is None, "a wire for each part of a value"

    def scope(self) -> int:
        """Begin a scope of values; `leave` ends it."""
        return len(self._defined)

    def leave(self, scope: int) -> None:
        """
        Forget the values defined in the scope: only blocks it dominates may use them.
        """
        while len(self._defined) > scope:
            del self._values[self._defined.pop()]

    def type_of(self, value: SSAValue) -> ValueType:
        """The wire type of a scalar or vector; a `Diagnostic` for other values."""
        if (type := wire_type(value.type)) is None:
            what = f"a value of type {value.type}"
            raise unsupported(self.op, what, type_advice(value.type))
        return self.wire(type)

    def types_of(self, values: Sequence[SSAValue]) -> list[ValueType]:
        """The types of the wires of values; a `Diagnostic` for unsupported ones."""
        found = [each for v in values for each in parameter_types(v.type) or (None,)]
        types = [self.wire(type) for type in found if type is not None]
        if len(types) < len(found):
            for value in values:
                if not parameter_types(value.type):
                    self.type_of(value)
        return types

    def passed(
        self, values: Sequence[SSAValue], targets: Sequence[SSAValue]
    ) -> list[SSAValue]:
        """The wires of values passed to block arguments or results."""
        if len(values) != len(targets):
            raise Diagnostic(
                self.op.location,
                f"'{self.op.name}': {len(targets)} values must be passed, "
                f"but there are {len(values)}",
            )
        wires: list[SSAValue] = []
        for value, target in zip(values, targets, strict=True):
            if value.type != target.type:
                raise Diagnostic(
                    self.op.location,
                    f"'{self.op.name}': a value of type {target.type} must be passed, "
                    f"but it is of type {value.type}",
                )
            self.types_of((value,))
            wires += self.wires((value,))
        return wires

    # endregion
    # region Operations

    def convert_operations(self, block: Block) -> Operation:
        """
        Convert all but the last operation of a block and return that.

        After an operation that cannot be converted, those that do not depend on it are
        still tried, so that all errors are found; the circuit is not used.
        """
        outer = self.op
        last = block.last_op
        if last is None:
            self.fail("a block without a terminator")
        for op in block.ops:
            self.op = op
            if op is last:
                break
            before = self.state, self.depend, self._side, self._loads
            try:
                if (conversion := handler_of(self._conversions, op)) is None:
                    raise not_supported(op)
                conversion(self, op)
            except (Diagnostic, NotConverted) as error:
                if isinstance(error, Diagnostic):
                    self.errors.append(error)
                self._failed.update(op.results)
                self.state, self.depend, self._side, self._loads = before
        self.op = outer
        return last

    @contextmanager
    def all_errors(self) -> Generator[None]:
        """Convert a function; at the end raise all of its errors as one Diagnostic."""
        try:
            yield
        except Diagnostic as error:
            self.errors.append(error)
        except NotConverted:
            pass
        if self.errors:
            self.find_unsupported()
            raise combined(self.errors)

    def find_unsupported(self) -> None:
        """Add the errors of operations without a conversion, wherever they are."""
        work = [region for region in reversed(self.function.regions)]
        while work:
            for block in work.pop().blocks:
                for op in block.ops:
                    if op is block.last_op:
                        continue
                    if handler_of(self._conversions, op) is None:
                        self.errors.append(not_supported(op))
                    else:
                        work += op.regions

    def fail(self, what: str) -> NoReturn:
        raise unsupported(self.op, what)

    def touches_memory(self, op: Operation) -> bool:
        """Does an operation access memory, or call, in any of its regions?"""
        return any(
            block in self._memory_blocks
            for region in op.regions
            for block in region.blocks
        )

    def block_touches_memory(self, block: Block) -> bool:
        return block in self._memory_blocks

    # endregion
    # region Memory order

    def flow(self) -> SSAValue:
        """The dependency after which the next load goes."""
        if self._side is not None:
            relay = self.emit(DependRelayOp, (self._side, self.depend), (DEPEND,))
            self.depend = relay.depend
            self._side = None
        return self.depend

    def loaded(self, depend: SSAValue) -> None:
        """Record a load that took `flow()`; later writes depend on it."""
        self._loads.append(depend)

    def joined(self) -> SSAValue:
        """The dependency that the next write takes: after all loads."""
        if self._loads:
            if len(self._loads) == 1:
                self.depend = self._loads[0]
            else:
                self.depend = self.emit(DependAndOp, self._loads, (DEPEND,)).depend
            self._loads = []
        return self.depend

    def before_write(self) -> SSAValue:
        """The dependency that a write or call takes."""
        self.flow()
        return self.joined()

    def wrote(self, depend: SSAValue) -> None:
        """
        Record a write that took `before_write()`; all later accesses depend on it.
        """
        self.depend = depend

    # endregion
    # region Control

    def part(self, memory: bool) -> SSAValue | None:
        """
        The dependency of a branch, for all of its sides.

        None without `memory`: nothing accesses it until control is merged again, and
        loads in flight stay unordered.
        """
        return self.joined() if memory else None

    def enter(
        self, state: SSAValue, depend: SSAValue | None, side: SSAValue | None = None
    ) -> None:
        """Continue in another state, after `depend` and the side of a branch."""
        self.state = state
        if depend is not None:
            self.depend, self._side, self._loads = depend, side, []

    def enter_side(self, state: SSAValue, depend: SSAValue | None) -> None:
        """Continue at one side of a branch that took `depend`."""
        self.enter(state, depend, side=state)

    def arrival(self, values: Sequence[SSAValue], memory: bool) -> Arrival:
        """Jump from the current state to a merge, with values for its selectors."""
        depend = self.joined() if memory else self.depend
        return Arrival(self.state, depend, self._side, values)

    def merge(self, arrivals: Sequence[Arrival], memory: bool) -> Sequence[SSAValue]:
        """
        Continue where several arrivals meet, and return the values that they carry.

        Without `memory` nothing has accessed it since the branch, and it is left alone.
        A single arrival needs no merge.
        """
        if len(arrivals) == 1:
            arrival = arrivals[0]
            depend = arrival.depend if memory else None
            self.enter(arrival.state, depend, arrival.side)
            return arrival.values
        states = [arrival.state for arrival in arrivals]
        merge = self.emit(MergeOp, states, (STATE,)).state
        depend = None
        if memory:
            flows = [arrival.depend for arrival in arrivals]
            selector = self.emit(DependSelectorOp, (merge, *flows), (DEPEND,))
            depend = selector.depend
        self.enter(merge, depend)
        return [
            self.compute(ValueSelectorOp, flows[0].type, merge, *flows)
            for flows in zip(*(arrival.values for arrival in arrivals), strict=True)
        ]

    def begin_loop(self, values: Sequence[SSAValue], memory: bool) -> Loop:
        """Continue at the head of a loop that is entered from the current state."""
        begin = self.emit(LoopBeginOp, (self.state,), (STATE,))
        selector = None
        if memory:
            flows = (begin.state, self.joined())
            selector = self.emit(DependSelectorOp, flows, (DEPEND,))
        self.enter(begin.state, selector.depend if selector else None)
        selectors = [
            self.emit(ValueSelectorOp, (begin.state, value), (value.type,))
            for value in values
        ]
        return Loop(begin, selector, selectors, [])

    def go_back(self, loop: Loop, arrival: Arrival) -> None:
        """Jump back to the header of a loop."""
        state = self.control(LoopBackOp, arrival.state)
        loop.backs.append(replace(arrival, state=state))

    def end_loop(self, loop: Loop) -> None:
        """Close the loop, now that all its back edges are known."""
        states = (back.state for back in loop.backs)
        loop.begin.operands = (*loop.begin.operands, *states)
        if loop.depend is not None:
            flows = (back.depend for back in loop.backs)
            loop.depend.operands = (*loop.depend.operands, *flows)
        for i, selector in enumerate(loop.values):
            values = (back.values[i] for back in loop.backs)
            selector.operands = (*selector.operands, *values)

    # endregion


Conversion: TypeAlias = Callable[[CircuitBuilder, Operation], None]
Conversions: TypeAlias = Mapping[type[Operation], Conversion]
"""The conversion of each class of operations."""


def parameter_types(type: Attribute) -> Sequence[ValueType]:
    """
    The types of a value's wires: those of an array are its address and its dynamic
    extents and strides. Nothing for an unsupported type.
    """
    if view_type(type) is not None or dynamic_type(type) is not None:
        return [ARCH] * (1 + dynamic_words(type))
    return [] if (wire := wire_type(type)) is None else [wire]


def makes_object(op: Operation) -> bool:
    """Is it an allocation of variable size?"""
    return op.name in ("memref.alloca", "memref.alloc") and len(op.operands) > 0


def _blocks_with(
    function: Operation,
    kinds: tuple[type[Operation], ...],
    others: AbstractSet[Operation],
) -> set[Block]:
    """Blocks that contain one of these classes or operations, at any depth."""
    found: set[Block] = set()
    is_wanted = Subclasses(*kinds)
    work: list[Region] = list(function.regions)
    while work:
        for block in work.pop().blocks:
            for op in block.ops:
                if op.regions:
                    work.extend(op.regions)
                if is_wanted[type(op)] or makes_object(op) or op in others:
                    around = op.parent
                    while around is not None and around not in found:
                        found.add(around)
                        parent = around.parent_op()
                        if parent is None or parent is function:
                            break
                        around = parent.parent
    return found

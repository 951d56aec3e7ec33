"""Operations of other packages: their meanings over the algebra of gates."""

from collections.abc import Callable, Sequence
from functools import partial

from xdsl.dialects.builtin import i32
from xdsl.ir import Attribute, Region, SSAValue

from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.circuit.types import (
    ARCH,
    DEPEND,
    is_vector,
    lane_count,
    lane_type,
    lane_width,
)
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dispatch import rule
from circ.dialects.common.meaning import HasMeaning, HasMemoryMeaning, HasRegionMeaning
from circ.dialects.common.memory import memory
from circ.dialects.common.signatures import dynamic_words
from circ.dialects.source.layout import view_type
from circ.dialects.source.meaning import (
    RESULTS,
    bodies_of,
    check_count,
    check_lanes,
)
from circ.transforms.circuit.gate_algebra import INTEGER, GateAlgebra, Types
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
)
from circ.transforms.conversion.to_circuit.vector_to_circuit import lane, of_lanes


class CheckedGates(GateAlgebra):
    """Gates for an operation; widths that circuits do not have are diagnosed."""

    maker: CircuitBuilder

    def _type(self, types: Types, width: int) -> Attribute:
        if width not in types:
            self.maker.fail(f"a meaning that computes with {width} bits")
        return super()._type(types, width)


class MeaningAlgebra(CheckedGates):
    """
    Gates that compute what `Algebra` says, for any amounts of shifts.

    Gates take the amounts modulo the width; circ's own meanings know that.
    """

    def integer(self, width: int) -> Attribute:
        """The type of integers of that width."""
        return self._type(INTEGER, width)

    def whole(self, name: str) -> Callable[..., SSAValue] | None:
        # The meanings of these names take the amount modulo the width, as gates do.
        if name in ("shl", "lshr", "ashr"):
            return partial(getattr(GateAlgebra, name), self)
        return super().whole(name)

    def shl(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._shift(super().shl, width, lhs, rhs, None)

    def lshr(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._shift(super().lshr, width, lhs, rhs, None)

    def ashr(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._shift(super().ashr, width, lhs, rhs, width - 1)

    def _shift(
        self,
        gate: Callable[[int, SSAValue, SSAValue], SSAValue],
        width: int,
        value: SSAValue,
        amount: SSAValue,
        most: int | None,
    ) -> SSAValue:
        """With an amount of the width or more: a shift by `most`, or zero."""
        known = self.known(amount)
        if known is not None and known < width:
            return gate(width, value, amount)
        inside = self.ult(width, amount, self.const(width, width))
        if most is not None:
            most_wire = self.const(width, most)
            return gate(width, value, self.ite(width, inside, amount, most_wire))
        shifted = gate(width, value, amount)
        return self.ite(width, inside, shifted, self.const(width, 0))


class GateMemory:
    """The memory of a circuit: each access is a gate (`State` of wires)."""

    def __init__(self, b: CircuitBuilder, k: MeaningAlgebra):
        self._b = b
        self._k = k

    def load(self, address: SSAValue, size: int, /) -> SSAValue:
        b = self._b
        operands = (b.flow(), self._k.cast(address, ARCH))
        types = (DEPEND, self._k.integer(8 * size))
        load = b.emit(LoadOp, operands, types, {"memory": memory(size)})
        b.loaded(load.depend)
        return load.result

    def store(self, address: SSAValue, size: int, value: SSAValue, /) -> None:
        b, k = self._b, self._k
        value = k.cast(value, k.integer(8 * size))
        operands = (b.before_write(), value, k.cast(address, ARCH))
        store = b.emit(StoreOp, operands, (DEPEND,), {"memory": memory(size)})
        b.wrote(store.depend)


def convert_meaning(b: CircuitBuilder, op: HasMeaning) -> None:
    check_lanes(op)
    types = [b.type_of(result) for result in op.results]
    operands = b.operands()
    k = MeaningAlgebra(b, [*(wire.type for wire in operands), *types, i32][0])
    computed = op.compute(k, operands)
    b.define_all(op.results, _values(b, k, types, computed, RESULTS))


def convert_memory_meaning(b: CircuitBuilder, op: HasMemoryMeaning) -> None:
    k = MeaningAlgebra(b, i32)
    computed = op.compute(k, GateMemory(b, k), _lanes(b, op.operands))
    b.define_all(op.results, _whole(b, k, op.results, computed, RESULTS))


def _values(
    b: CircuitBuilder,
    k: MeaningAlgebra,
    types: Sequence[Attribute],
    wires: Sequence[SSAValue],
    what: str,
) -> list[SSAValue]:
    """Computed wires as values of these types; `what` says how many there are."""
    check_count(b.op, wires, len(types), what)
    values: list[SSAValue] = []
    for wire, type in zip(wires, types, strict=True):
        if (found := lane_width(wire.type)) != (width := lane_width(type)):
            message = f"'{b.op.name}': its meaning computes a value of {found} bits"
            raise Diagnostic(b.op.location, f"{message} where one has {width}")
        values.append(k.cast(wire, type))
    return values


def convert_region_meaning(b: CircuitBuilder, op: HasRegionMeaning) -> None:
    """Each call of a body converts its region again, in place."""
    k = MeaningAlgebra(b, i32)

    def body(number: int, region: Region, arguments: Sequence[SSAValue]):
        scope = b.scope()
        what = f"calls region {number} with {{}} values"
        b.define_all(
            region.block.args, _whole(b, k, region.block.args, arguments, what)
        )
        last = b.convert_operations(region.block)
        yielded = _lanes(b, last.operands)
        b.leave(scope)
        return yielded

    regions = enumerate(bodies_of(op))
    bodies = [partial(body, number, region) for number, region in regions]
    computed = op.compute(k, bodies, _lanes(b, op.operands))
    b.define_all(op.results, _whole(b, k, op.results, computed, RESULTS))


def _lanes(b: CircuitBuilder, values: Sequence[SSAValue]) -> list[SSAValue]:
    """The wires of values, with each vector as its lanes."""
    return [
        part
        for wire in b.wires(values)
        for part in (
            [lane(b, wire, number) for number in range(lane_count(wire.type))]
            if is_vector(wire.type)
            else [wire]
        )
    ]


def _whole(
    b: CircuitBuilder,
    k: MeaningAlgebra,
    values: Sequence[SSAValue],
    parts: Sequence[SSAValue],
    what: str,
) -> list[SSAValue]:
    """The inverse of `_lanes`; `what` says of how many parts they are made."""
    wholes: list[Attribute] = []
    for value in values:
        type = ARCH if view_type(value.type) is not None else b.type_of(value)
        wholes += [type, *[ARCH] * dynamic_words(value.type)]
    types = [
        part
        for type in wholes
        for part in [lane_type(type)] * (lane_count(type) if is_vector(type) else 1)
    ]
    rest = iter(_values(b, k, types, parts, what))
    return [
        of_lanes(b, type, [next(rest) for _ in range(lane_count(type))])
        if is_vector(type)
        else next(rest)
        for type in wholes
    ]


MEANINGS: Conversions = dict(
    (
        rule(HasMeaning, convert_meaning),
        rule(HasMemoryMeaning, convert_memory_meaning),
        rule(HasRegionMeaning, convert_region_meaning),
    )
)

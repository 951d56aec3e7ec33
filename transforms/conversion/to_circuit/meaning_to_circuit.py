"""Operations of other packages: their meanings over the algebra of gates."""

from collections.abc import Sequence

from xdsl.dialects.builtin import i32
from xdsl.ir import Attribute, SSAValue

from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.circuit.types import ARCH, DEPEND
from circ.dialects.common.dispatch import rule
from circ.dialects.common.meaning import HasMeaning, HasMemoryMeaning
from circ.dialects.common.memory import memory
from circ.dialects.source.meaning import check_lanes
from circ.transforms.circuit.gate_algebra import INTEGER, GateAlgebra
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
)


class GateMemory:
    """The memory of a circuit: each access is a gate (`State` of wires)."""

    def __init__(self, b: CircuitBuilder, k: GateAlgebra):
        self._b = b
        self._k = k

    def load(self, address: SSAValue, size: int, /) -> SSAValue:
        b = self._b
        operands = (b.flow(), self._k.cast(address, ARCH))
        types = (DEPEND, INTEGER[8 * size])
        load = b.emit(LoadOp, operands, types, {"memory": memory(size)})
        b.loaded(load.depend)
        return load.result

    def store(self, address: SSAValue, size: int, value: SSAValue, /) -> None:
        b, k = self._b, self._k
        value = k.cast(value, INTEGER[8 * size])
        operands = (b.before_write(), value, k.cast(address, ARCH))
        store = b.emit(StoreOp, operands, (DEPEND,), {"memory": memory(size)})
        b.wrote(store.depend)


def convert_meaning(b: CircuitBuilder, op: HasMeaning) -> None:
    check_lanes(op)
    types = [b.type_of(result) for result in op.results]
    operands = b.operands()
    k = GateAlgebra(b, [*(wire.type for wire in operands), *types, i32][0])
    _define(b, k, types, op.compute(k, operands))


def convert_memory_meaning(b: CircuitBuilder, op: HasMemoryMeaning) -> None:
    types = [b.type_of(result) for result in op.results]
    k = GateAlgebra(b, i32)
    _define(b, k, types, op.compute(k, GateMemory(b, k), b.operands()))


def _define(
    b: CircuitBuilder,
    k: GateAlgebra,
    types: Sequence[Attribute],
    wires: Sequence[SSAValue],
) -> None:
    if len(wires) != len(types):
        b.fail(f"{len(wires)} computed results instead of {len(types)}")
    cast = [k.cast(wire, type) for wire, type in zip(wires, types, strict=True)]
    b.define_all(b.op.results, cast)


MEANINGS: Conversions = dict(
    (
        rule(HasMeaning, convert_meaning),
        rule(HasMemoryMeaning, convert_memory_meaning),
    )
)

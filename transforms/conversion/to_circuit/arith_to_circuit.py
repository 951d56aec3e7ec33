"""
`arith` to gates.

Integer operations are total and there is no poison (docs/reference/architecture.md,
section 2): shift amounts are taken modulo the width, and division by zero has a result.
Operations without a gate are expanded by their meanings in
`circ.dialects.common.arithmetic`.
"""

from collections.abc import Callable
from typing import TypeAlias

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
)
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.comparisons import FCmpOp, ICmpOp, SelectOp
from circ.dialects.circuit.conversions import (
    BitcastOp,
    FExtOp,
    FTruncOp,
    SExtOp,
    TruncOp,
    ZExtOp,
)
from circ.dialects.circuit.floats import FNegOp
from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.integers import (
    AddOp,
    MulHSOp,
    MulHUOp,
    MulOp,
)
from circ.dialects.circuit.types import (
    ValueType,
    is_vector,
    lane_count,
    lane_width,
    wire_type,
)
from circ.dialects.common.algebra import INTS
from circ.dialects.common.arithmetic import Meaning, meaning_at
from circ.dialects.common.dispatch import rule
from circ.dialects.common.half import float_bits
from circ.dialects.common.lanes import pack
from circ.dialects.common.widths import width_of
from circ.dialects.source import arith as own
from circ.dialects.source.layout import lane_of
from circ.targets.execute.source.global_arrays import dense_bits
from circ.transforms.circuit.gate_algebra import GATES, GateAlgebra
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversion,
    Conversions,
)

# region One gate

CONVERTING_GATES: dict[type[Operation], type[Gate]] = {
    **{op: GATES[name][0] for op, name in own.CONVERSIONS.items()},
    **dict.fromkeys((arith.TruncIOp, own.TruncIOp), TruncOp),
    arith.ExtFOp: FExtOp,
    arith.TruncFOp: FTruncOp,
}
"""Operations that are one gate, from one type to another."""


def one_gate(gate: type[Gate]) -> Conversion:
    """Convert an operation to one gate."""

    def convert(b: CircuitBuilder, op: Operation) -> None:
        result = op.results[0]
        type = b.type_of(result)
        b.define(result, b.emit(gate, b.operands(), (type,)).results[0])

    return convert


def type_conversion(gate: type[Gate]) -> Conversion:
    """Convert an operation to one gate between two types."""
    convert_it = one_gate(gate)

    def convert(b: CircuitBuilder, op: Operation) -> None:
        check_cast(b, op)
        convert_it(b, op)

    return convert


def check_cast(b: CircuitBuilder, op: Operation) -> tuple[ValueType, ValueType]:
    """
    The types of the operand and the result, which must have the same number of lanes.
    """
    source, target = b.type_of(op.operands[0]), b.type_of(op.results[0])
    if lane_count(source) != lane_count(target):
        b.fail(f"a cast from {op.operands[0].type} to {op.results[0].type}")
    return source, target


def convert_constant(b: CircuitBuilder, op: arith.ConstantOp) -> None:
    type = b.type_of(op.result)
    value = op.value
    if isinstance(value, IntegerAttr):
        b.define(op.result, b.constant(type, integer_bits(b, op.result.type, value)))
    elif isinstance(value, FloatAttr):
        bits = float_bits(op.result.type, width_of(type), value.value.data)
        b.define(op.result, b.constant(type, bits))
    elif isinstance(value, DenseIntOrFPElementsAttr) and is_vector(type):
        lanes = dense_bits(op, lane_of(op.result.type), value)
        if len(lanes) == 1:
            lanes *= lane_count(type)
        b.define(
            op.result, b.packed_constant(type, pack(INTS, lane_width(type), lanes))
        )
    else:
        b.fail(f"the constant {value}")


def integer_bits(b: CircuitBuilder, type: Attribute, value: IntegerAttr | int) -> int:
    """The bits of an integer; an `index` must fit in the machine's word."""
    number = value if isinstance(value, int) else value.value.data
    wire = wire_type(type)
    assert wire is not None
    width = width_of(b.wire(wire))
    if isinstance(type, IndexType) and not -(1 << width - 1) <= number < 1 << width:
        b.fail(f"the index {number}, which has more than {width} bits,")
    return INTS.const(width, number)


def convert_comparison(
    b: CircuitBuilder, op: arith.CmpiOp | arith.CmpfOp | own.CompareOp
) -> None:
    b.type_of(op.lhs)
    is_float = isinstance(op, arith.CmpfOp | own.CmpfOp)
    gate, condition = FCmpOp if is_float else ICmpOp, own.condition_of(op)
    b.define(op.result, b.compare(gate, condition, *b.operands()))


def index_cast(extension: type[Gate]) -> Conversion:
    """A cast between an integer and `index`, which is a machine word."""

    def convert(b: CircuitBuilder, op: Operation) -> None:
        source, target = check_cast(b, op)
        have, want = width_of(source), width_of(target)
        gate = extension if have < want else TruncOp if have > want else BitcastOp
        b.define(op.results[0], b.compute(gate, target, b.value(op.operands[0])))

    return convert


def convert_bitcast(b: CircuitBuilder, op: Operation) -> None:
    (value,), (result,) = op.operands, op.results
    source, target = check_cast(b, op)
    if width_of(source) != width_of(target):
        b.fail(f"a cast from {value.type} to {result.type}")
    b.define(result, b.compute(BitcastOp, target, b.value(value)))


# endregion
# region Several results


def convert_addui_extended(b: CircuitBuilder, op: arith.AddUIExtendedOp) -> None:
    """The sum, and as overflow bit whether it is below an operand."""
    lhs, rhs = b.operands()
    total = b.compute(AddOp, b.type_of(op.sum), lhs, rhs)
    b.define(op.sum, total)
    b.define(op.overflow, b.compare(ICmpOp, "ult", total, lhs))


def extended_product(upper: type[Gate]) -> Conversion:
    def convert(b: CircuitBuilder, op: Operation) -> None:
        for gate, result in zip((MulOp, upper), op.results, strict=True):
            b.define(result, b.compute(gate, b.type_of(result), *b.operands()))

    return convert


# endregion
# region Expansions

Expansion: TypeAlias = Callable[..., SSAValue]
"""From the builder and the operands, which have one type, to the result."""


def expansion(meaning: Meaning) -> Expansion:
    """The gate of a meaning, or the gates that it is expanded to."""
    name = meaning if isinstance(meaning, str) else meaning.__name__
    if name in GATES:
        gate, _, _ = GATES[name]

        def one(b: CircuitBuilder, *operands: SSAValue) -> SSAValue:
            return b.compute(gate, operands[0].type, *operands)

        return one

    def expand(b: CircuitBuilder, *operands: SSAValue) -> SSAValue:
        type = operands[0].type
        k = GateAlgebra(b, type)
        compute = meaning_at(k, meaning, lane_width(type))
        assert compute is not None
        return k.cast(compute(*operands), type)

    return expand


def computation(meaning: Meaning) -> Conversion:
    """The conversion of an operation whose operands have the type of its result."""
    expand = expansion(meaning)

    def convert(b: CircuitBuilder, op: Operation) -> None:
        (result,) = op.results
        b.type_of(result)
        b.define(result, expand(b, *b.operands()))

    return convert


def convert_select(b: CircuitBuilder, op: arith.SelectOp | own.SelectOp) -> None:
    if not isinstance(op.result.type, MemRefType):
        one_gate(SelectOp)(b, op)
        return
    condition = b.value(op.cond)
    sides = zip(b.wires((op.lhs,)), b.wires((op.rhs,)), strict=True)
    b.types_of(op.results)
    b.define_all(op.results, [b.select(condition, *pair) for pair in sides])


EXPANSIONS = {op: expansion(meaning) for op, meaning in own.BINARY.items()}
"""Binary operations on operands of one type."""

# endregion

ARITH_CONVERSIONS: Conversions = {
    **{op: computation(meaning) for op, meaning in own.BINARY.items()},
    **{op: type_conversion(gate) for op, gate in CONVERTING_GATES.items()},
    **dict.fromkeys((arith.IndexCastOp, own.IndexCastOp), index_cast(SExtOp)),
    own.IndexCastUIOp: index_cast(ZExtOp),
    **dict.fromkeys((arith.BitcastOp, vector.BitcastOp), convert_bitcast),
    arith.NegfOp: one_gate(FNegOp),
    arith.MulSIExtendedOp: extended_product(MulHSOp),
    arith.MulUIExtendedOp: extended_product(MulHUOp),
    **dict(
        (
            rule(arith.ConstantOp, convert_constant),
            rule(arith.SelectOp, convert_select),
            rule(own.SelectOp, convert_select),
            rule(arith.CmpiOp, convert_comparison),
            rule(arith.CmpfOp, convert_comparison),
            rule(own.CompareOp, convert_comparison),
            rule(arith.AddUIExtendedOp, convert_addui_extended),
        )
    ),
}

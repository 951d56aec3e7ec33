"""Operations of other packages, by what they say that they compute."""

from collections.abc import Sequence
from itertools import islice

from xdsl.ir import Operation, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dispatch import rule
from circ.dialects.common.lanes import pack, unpack
from circ.dialects.common.meaning import (
    HasMeaning,
    HasMemoryMeaning,
    HasRegionMeaning,
)
from circ.dialects.source.layout import lane_count, lane_width, vector_type
from circ.dialects.source.meaning import check_count, check_lanes
from circ.targets.execute.memory import CheckedMemory
from circ.targets.execute.source.builder import Builder, Compilers
from circ.targets.execute.source.region_meaning import compile_region_meaning
from circ.targets.execute.steps import Frame


def compile_meaning(builder: Builder, op: HasMeaning) -> None:
    check_lanes(op)
    values = (*op.operands, *op.results)
    lanes = lane_count(values[0].type) if values else 1
    if not values or vector_type(values[0].type) is None:
        widths = [builder.register(op, result) for result in op.results]

        def compute(operands: Sequence[int]) -> Sequence[int]:
            return checked(op, op.compute(INTS, operands), widths)

    else:
        inputs = [builder.vector(op, operand) for operand in op.operands]
        outputs = [builder.vector(op, result) for result in op.results]

        def compute(operands: Sequence[int]) -> Sequence[int]:
            columns = [
                unpack(INTS, lanes, width, operand)
                for width, operand in zip(inputs, operands, strict=True)
            ]
            lane_operands = ([column[i] for column in columns] for i in range(lanes))
            results = [
                checked(op, op.compute(INTS, each), outputs) for each in lane_operands
            ]
            return [
                pack(INTS, width, [lane[index] for lane in results])
                for index, width in enumerate(outputs)
            ]

    sources, targets = builder.slots(op.operands), builder.results(op)

    def step(frame: Frame) -> None:
        results = compute([frame[source] for source in sources])
        for target, result in zip(targets, results, strict=True):
            frame[target] = result

    builder.append(step)


def compile_memory_meaning(builder: Builder, op: HasMemoryMeaning) -> None:
    """A vector is its lanes, one after the other."""
    inputs = [
        (lane_count(operand.type), _part_width(builder, op, operand), slot)
        for operand in op.operands
        for slot in builder.slots((operand,))
    ]
    outputs = [
        (lane_count(result.type), _part_width(builder, op, result))
        for result in op.results
    ]
    widths = [width for lanes, width in outputs for _ in range(lanes)]
    memory = CheckedMemory(builder.memory, op.location)
    targets = builder.results(op)

    def step(frame: Frame) -> None:
        operands = [
            part
            for lanes, width, slot in inputs
            for part in unpack(INTS, lanes, width, frame[slot])
        ]
        parts = iter(checked(op, op.compute(INTS, memory, operands), widths))
        for target, (lanes, width) in zip(targets, outputs, strict=True):
            frame[target] = pack(INTS, width, [*islice(parts, lanes)])

    builder.append(step)


def _part_width(builder: Builder, op: Operation, value: SSAValue) -> int:
    """Bits of a number, of an address, or of a vector's lanes."""
    return lane_width(value.type) or builder.register(op, value)


def checked(
    op: HasMeaning | HasMemoryMeaning, results: Sequence[int], widths: Sequence[int]
) -> Sequence[int]:
    """The results; diagnoses another number of them, or more bits than their types."""
    check_count(op, results, len(widths))
    for index, (result, width) in enumerate(zip(results, widths, strict=True)):
        if result >> width:
            message = f"'{op.name}' computes {result:#x} for result {index}, which has"
            raise Diagnostic(op.location, f"{message} {width} bits")
    return results


MEANINGS: Compilers = dict(
    (
        rule(HasMeaning, compile_meaning),
        rule(HasMemoryMeaning, compile_memory_meaning),
        rule(HasRegionMeaning, compile_region_meaning),
    )
)

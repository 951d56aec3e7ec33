"""Operations of other packages, by what they say that they compute."""

from collections.abc import Sequence

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dispatch import rule
from circ.dialects.common.lanes import pack, unpack
from circ.dialects.common.meaning import (
    HasMeaning,
    HasMemoryMeaning,
    HasRegionMeaning,
)
from circ.dialects.source.layout import lane_count, vector_type
from circ.dialects.source.meaning import check_lanes, check_scalars
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
    check_scalars(op)
    widths = [builder.scalar(op, result) for result in op.results]
    for operand in op.operands:
        builder.register(op, operand)
    memory = CheckedMemory(builder.memory, op.location)
    sources, targets = builder.slots(op.operands), builder.results(op)

    def step(frame: Frame) -> None:
        operands = [frame[source] for source in sources]
        results = checked(op, op.compute(INTS, memory, operands), widths)
        for target, result in zip(targets, results, strict=True):
            frame[target] = result

    builder.append(step)


def checked(
    op: HasMeaning | HasMemoryMeaning, results: Sequence[int], widths: Sequence[int]
) -> Sequence[int]:
    """The results; diagnoses another number of them, or more bits than their types."""
    if len(results) != len(widths):
        message = f"'{op.name}' computes {len(results)} results, but has {len(widths)}"
        raise Diagnostic(op.location, message)
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

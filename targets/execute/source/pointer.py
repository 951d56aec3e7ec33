"""The accesses and objects of `pointer` in the source interpreter."""

from circ.dialects.common.algebra import INTS
from circ.dialects.common.dispatch import rule
from circ.dialects.common.state import load, store
from circ.dialects.source.pointer import (
    AllocateOp,
    ArrayOp,
    LoadOp,
    ObjectOp,
    ReleaseOp,
    StoreOp,
)
from circ.targets.execute.dynamic_objects import allocate, release_after
from circ.targets.execute.frame_machine import DYNAMIC, object_step
from circ.targets.execute.memory import CheckedMemory
from circ.targets.execute.source.builder import Builder, Compilers
from circ.targets.execute.steps import Frame


def compile_load(builder: Builder, op: LoadOp) -> None:
    width = builder.register(op, op.result)
    state = CheckedMemory(builder.memory, op.location, op.access)
    address, target = builder.slot(op.address), builder.slot(op.result)

    def step(frame: Frame) -> None:
        frame[target] = load(INTS, state, width, frame[address])

    builder.append(step)


def compile_store(builder: Builder, op: StoreOp) -> None:
    width = builder.register(op, op.value)
    state = CheckedMemory(builder.memory, op.location, op.access)
    source, address = builder.slot(op.value), builder.slot(op.address)

    def step(frame: Frame) -> None:
        store(INTS, state, width, frame[address], frame[source])

    builder.append(step)


def compile_object(builder: Builder, op: ObjectOp) -> None:
    """One object in each activation, however often the operation is executed."""
    size, align = op.size.data, op.align.data
    target = builder.slot(op.result)
    builder.append(
        object_step(builder.function, builder.memory, size, align, target, op.location)
    )


def compile_array(builder: Builder, op: ArrayOp) -> None:
    builder.copy(builder.slot(op.address), builder.slot(op.result))


def compile_allocate(builder: Builder, op: AllocateOp) -> None:
    """A new object each time, until the function returns."""
    memory, location, align = builder.memory, op.location, op.align.data
    size, target = builder.slot(op.size), builder.slot(op.result)

    def step(frame: Frame) -> None:
        frame[target], frame[DYNAMIC] = allocate(
            memory, frame[DYNAMIC], frame[size], align, location
        )

    builder.append(step)


def compile_release(builder: Builder, op: ReleaseOp) -> None:
    memory, location, oldest = builder.memory, op.location, builder.slot(op.address)

    def step(frame: Frame) -> None:
        frame[DYNAMIC] = release_after(memory, frame[DYNAMIC], frame[oldest], location)

    builder.append(step)


POINTER: Compilers = dict(
    (
        rule(LoadOp, compile_load),
        rule(StoreOp, compile_store),
        rule(ObjectOp, compile_object),
        rule(ArrayOp, compile_array),
        rule(AllocateOp, compile_allocate),
        rule(ReleaseOp, compile_release),
    )
)

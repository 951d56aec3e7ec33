"""
Instructions of gen in functions of several lanes.

A varying register is one number with lane 0 in its lowest bits. An instruction is
executed lane by lane, from lane 0 up, each as in a function of one lane; one that
writes a uniform register is executed for lane 0 only. An access whose memory operand
has the size of all lanes is one of contiguous elements, which is checked. A BLOCK
access is from the address of lane 0 on: the first element of each lane, then the second
one of each.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.ir import SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.lanes import lane_at, pack, unpack
from circ.dialects.common.widths import width_of
from circ.dialects.gen import Instruction, is_uniform
from circ.dialects.gen.semantics import table_element
from circ.targets.execute.memory import CheckedMemory, Memory
from circ.targets.execute.steps import Frame, Step

Index: TypeAlias = dict[SSAValue, int]


def each_lane(
    op: Instruction,
    index: Index,
    lanes: int,
    step_of: Callable[[Instruction, Index], Step],
    memory: Memory,
) -> Step:
    """The step of an instruction, lane by lane, over a frame of its own registers."""
    local = {register: i for i, register in enumerate(dict.fromkeys(op.operands))}
    step_of_lane = step_of(op, local)
    is_block = op.flag("block")
    written = op.dsts or (() if is_block else op.srcs)
    count = 1 if written and all(map(is_uniform, written)) else lanes
    srcs = [(local[src], index[src], _lane_bits(src)) for src in op.srcs]
    dsts = [(local[dst], index[dst], _lane_bits(dst)) for dst in op.dsts]
    size, address = len(local), local[op.srcs[0]] if op.srcs else 0
    if is_row(op, lanes):
        step_of_lane = _in_a_row(
            op,
            address,
            lanes,
            step_of_lane,
            CheckedMemory(memory, op.location, op.access),
        )

    def step(registers: Frame) -> None:
        frames: list[Frame] = []
        for lane in range(count):
            frame = [0] * size
            for to, at, width in srcs:
                value = registers[at]
                frame[to] = value >> lane * width & (1 << width) - 1 if width else value
            if is_block:
                first = frames[0] if frames else frame
                frame[address] = first[address] + lane * op.scalar.bytes
            step_of_lane(frame)
            frames.append(frame)
        for at, to, width in dsts:
            results = [frame[at] for frame in frames]
            registers[to] = pack(INTS, width, results) if width else results[0]

    return step


def is_row(op: Instruction, lanes: int) -> bool:
    """Does an access promise that its lanes are contiguous?"""
    access = op.access
    if access is None or op.ROW.kind not in ("Load", "Store"):
        return False
    address, is_one = op.srcs[0], len(op.operands) == 2
    whole = access.size.data == lanes * op.scalar.bytes
    return whole and is_one and not is_uniform(address)


def _in_a_row(
    op: Instruction, address: int, lanes: int, step_of_lane: Step, state: CheckedMemory
) -> Step:
    """
    The step of a lane, after a check that its address follows that of the lane before.
    """
    size, seen = op.scalar.bytes, list[int]()

    def step(frame: Frame) -> None:
        place = frame[address]
        if seen and place != (seen[0] + len(seen) * size) % (1 << 32):
            seen.clear()
            message = f"'{op.name}': the lanes are not contiguous"
            raise Diagnostic(op.location, message)
        if not seen:
            state.check_row(place, lanes * size)
        seen.append(place)
        step_of_lane(frame)
        if len(seen) == lanes:
            seen.clear()

    return step


def _lane_bits(register: SSAValue) -> int:
    """Bits of a lane; 0 of a uniform register."""
    return 0 if is_uniform(register) else width_of(register.type)


def across_lanes(op: Instruction, index: Index, lanes: int) -> Step | None:
    """An instruction that crosses lanes; None for the others."""
    opcode = op.ROW.opcode
    if not opcode.startswith("SIMD_") and opcode not in ("REGION", "INDIRECT_MOV"):
        return None
    (dst,) = op.dsts
    to, width = index[dst], width_of(dst.type)
    count = 1 if is_uniform(dst) else lanes
    columns = [(index[src], width_of(src.type), is_uniform(src)) for src in op.srcs]

    def values(registers: Frame, place: int) -> Sequence[int]:
        at, bits, uniform = columns[place]
        if uniform:
            return [registers[at]] * lanes
        return unpack(INTS, lanes, bits, registers[at])

    def step(registers: Frame) -> None:
        match opcode:
            case "SIMD_SIZE":
                results = [lanes] * count
            case "SIMD_ID":
                results = list(range(count))
            case "SIMD_ANY":
                results = [int(any(values(registers, 0)))] * count
            case "SIMD_ALL":
                results = [int(all(values(registers, 0)))] * count
            case "REGION":
                results = [values(registers, 0)[op.integer("offset") % lanes]] * count
            case "INDIRECT_MOV":
                *table, last = range(len(op.srcs))
                # A uniform register has one place in the table.
                elements = [
                    values(registers, place)[: 1 if columns[place][2] else lanes]
                    for place in table
                ]
                offset = op.integer("offset")
                results = [
                    table_element(INTS, elements, width, offset, index)
                    for index in values(registers, last)[:count]
                ]
            case _:  # SIMD_SHUFFLE: lane numbers modulo the lanes
                whole = pack(INTS, width, values(registers, 0))
                places = values(registers, 1)[:count]
                results = [lane_at(INTS, lanes, width, whole, at) for at in places]
        registers[to] = pack(INTS, width, results)

    return step

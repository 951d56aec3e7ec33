"""
Blocks that one lane executes at most: those behind a test of the lane's number.

    for (l = 0; l < lanes; l++) if (lane == l) …

is how lanes do one after the other what they must not do together, such as an atomic
operation. Accesses there are those of single registers.
"""

from xdsl.ir import Operation, SSAValue

from circ.dialects.gen import (
    CondBranchOp,
    Instruction,
    create,
    family_of,
    written_by,
)
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.emitter import NewRegister
from circ.transforms.gen.plain_control_flow import integer_of


def single_lane_blocks(
    flow: ControlFlow, varying: set[SSAValue]
) -> dict[int, SSAValue]:
    """
    By block: the single register with the number of the lane that is there.

    Behind a loop lanes of all its iterations come together, so that a block must be in
    the same loop as its test; lanes in different iterations have no single number.
    """
    loops, lanes = flow.loops, lane_numbers(flow)
    before: list[list[int]] = [[] for _ in flow.blocks]
    for node, targets in enumerate(flow.successors):
        for target in targets:
            before[target].append(node)
    found: dict[int, SSAValue] = {}
    for node, block in enumerate(flow.blocks):
        if len(before[node]) != 1 or loops.irreducible:
            continue
        (above,) = before[node]
        if loops.header[node] != loops.header[above]:
            continue
        branch = flow.blocks[above].last_op
        if not isinstance(branch, CondBranchOp):
            continue
        test = _writer_before(branch, branch.condition)
        wanted = "EQ" if branch.taken is block else "NE"
        if not isinstance(test, Instruction) or test.ROW.opcode != wanted:
            continue
        for lane, number in (test.srcs, test.srcs[::-1]):
            if (
                lane in lanes
                and number not in varying
                and _writer_before(branch, number, test) is None
                and not any(number in written_by(op) for op in block.ops)
            ):
                found[node] = number
    return found


def lane_numbers(flow: ControlFlow) -> set[SSAValue]:
    """Registers that SIMD_ID writes, and nothing else."""
    writers: dict[SSAValue, list[Operation]] = {}
    for block in flow.blocks:
        for op in block.ops:
            for register in written_by(op):
                writers.setdefault(register, []).append(op)
    return {
        register
        for register, (first, *others) in writers.items()
        if not others and isinstance(first, Instruction)
        if first.ROW.opcode == "SIMD_ID"
    }


def _writer_before(
    end: Operation, register: SSAValue, start: Operation | None = None
) -> Operation | None:
    """What writes a register last in a block, after `start` and before `end`."""
    op = end.prev_op
    while op is not start and op is not None:
        if register in written_by(op):
            return op
        op = op.prev_op
    return None


def access_alone(
    op: Instruction,
    number: SSAValue,
    here: SSAValue,
    varying: set[SSAValue],
    new: NewRegister,
) -> list[Operation]:
    """The access of one lane, by single registers; its results go to that lane."""
    made: list[Operation] = []
    location = op.location

    def single(register: SSAValue) -> SSAValue:
        if register not in varying:
            return register
        one = new(family_of(register), True)
        type = integer_of(register)
        sources = (register, number)
        made.append(create("SIMD_SHUFFLE", type, (one,), sources, location=location))
        return one

    srcs = [single(register) for register in op.srcs]
    dsts = [new(family_of(register), True) for register in op.dsts]
    access = create(op.ROW.opcode, op.text("type"), dsts, srcs, location=location)
    for name, value in op.properties.items():
        access.properties.setdefault(name, value)
    made.append(access)
    for register, value in zip(op.dsts, dsts, strict=True):
        type, kept = integer_of(register), (here, value, register)
        made.append(create("SEL", type, (register,), kept, location=location))
    return made

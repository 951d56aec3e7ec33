"""
Branches on the number of a lane against a constant, which all lanes execute together.

    if (lane < 14) …

What is left of a row of items is done by lanes that are known: where such a branch is
the only way to a block, the mask of the block is computed there once more, so that what
selects its accesses sees a constant, and whether a lane has come is no question.
"""

from collections.abc import Collection
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue

from circ.dialects.gen import CondBranchOp, FuncOp, Instruction, create, loadi
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.emitter import NewRegister
from circ.transforms.gen.known_registers import KnownRegisters
from circ.transforms.gen.single_lane import lane_numbers

OPPOSITE = {"LT": "GE", "GE": "LT", "LE": "GT", "GT": "LE", "EQ": "NE", "NE": "EQ"}


@dataclass(frozen=True)
class LaneTest:
    """`lane < number`, say, of unsigned numbers."""

    opcode: str
    number: int

    def lanes(self, count: int) -> int:
        """How many lanes there are for which it is true."""
        holds = {
            "LT": self.number.__gt__,
            "GE": self.number.__le__,
            "LE": self.number.__ge__,
            "GT": self.number.__lt__,
            "EQ": self.number.__eq__,
            "NE": self.number.__ne__,
        }[self.opcode]
        return sum(map(holds, range(count)))

    def mask(self, here: SSAValue, new: NewRegister) -> list[Operation]:
        """What computes the mask of the lanes for which it is true."""
        lane, number = new("dword", False), new("dword", True)
        return [
            create("SIMD_ID", "uint32", (lane,), ()),
            loadi(number, "uint32", self.number),
            create(self.opcode, "uint32", (here,), (lane, number)),
        ]


def lane_tests(
    func: FuncOp, flow: ControlFlow, partial: Collection[int]
) -> dict[int, LaneTest]:
    """
    By block that only lanes of one test come to, from where all lanes are.

    `partial` are the blocks that have masks, in the order of execution.
    """
    lanes, known = lane_numbers(flow), KnownRegisters(func, flow)
    before: list[list[int]] = [[] for _ in flow.blocks]
    for node, targets in enumerate(flow.successors):
        for target in targets:
            before[target].append(node)
    found: dict[int, LaneTest] = {}
    for node in partial:
        if len(before[node]) != 1:
            continue
        (above,) = before[node]
        if above in found and len(flow.successors[above]) == 1:
            found[node] = found[above]
        if above in partial:
            continue
        branch = flow.blocks[above].last_op
        if not isinstance(branch, CondBranchOp) or branch.taken is branch.next:
            continue
        test = _only_writer(known, branch.condition, branch)
        if not isinstance(test, Instruction) or test.ROW.opcode not in OPPOSITE:
            continue
        if test.source_scalar.name not in ("uint32", "int32") or len(test.srcs) != 2:
            continue
        lane, number = test.srcs[0], known.constant(test.srcs[1], test)
        if lane not in lanes or _only_writer(known, lane, test) is None:
            continue
        if number is not None and number < 1 << 31:
            opcode = test.ROW.opcode
            if branch.taken is not flow.blocks[node]:
                opcode = OPPOSITE[opcode]
            found[node] = LaneTest(opcode, number)
    return found


def _only_writer(
    known: KnownRegisters, register: SSAValue, use: Operation
) -> Operation | None:
    """The one instruction that writes a register, before an operation reads it."""
    writers = known.writers.get(register, ())
    if len(writers) != 1:
        return None
    (writer,) = writers
    assert writer.parent is not None and use.parent is not None
    if writer.parent is use.parent:
        return writer if known.position[writer] < known.position[use] else None
    above, below = (known.flow.number[block] for block in (writer.parent, use.parent))
    return writer if known.flow.tree.dominates(above, below) else None

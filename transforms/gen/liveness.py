"""
Live registers of gen functions, by block.

Registers that no block reads before it writes them are live across no edge: they are
numbered last, which keeps the bit sets short and the iteration cheap.
"""

from dataclasses import dataclass, replace

from xdsl.ir import Block, SSAValue

from circ.dialects.common.dominance import NONE
from circ.dialects.common.operation_search import blocks_of
from circ.dialects.gen import FuncOp, read_by, written_by
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.common.liveness import bits_of, numbers_of, solve


@dataclass(frozen=True)
class Liveness:
    """
    Live registers at the ends of blocks; bit `i` stands for `registers[i]`.

    What is live into the entry block is read before anything has written it.
    """

    registers: list[SSAValue]
    index: dict[SSAValue, int]
    blocks: list[Block]
    block_index: dict[Block, int]
    exposed: list[int]
    """What a block reads before it writes it, if it does."""
    written: list[int]
    """What a block writes, of the registers that are live across an edge."""
    live_in: list[int]
    live_out: list[int]

    @staticmethod
    def compute(func: FuncOp) -> "Liveness":
        """
        The live registers of a function with a body.

        Linear in instructions, and in blocks times the words of a set.
        """
        blocks = blocks_of(func.body)
        exposed: list[set[SSAValue]] = []
        written: list[set[SSAValue]] = []
        for block in blocks:
            reads, writes = _summary(block)
            exposed.append(reads)
            written.append(writes)
        across = set[SSAValue]().union(*exposed)
        handles: list[SSAValue] = [register.handle for register in func.registers]
        registers = [handle for handle in handles if handle in across]
        count = len(registers)
        registers += [handle for handle in handles if handle not in across]
        index = {handle: i for i, handle in enumerate(registers)}
        block_index = {block: i for i, block in enumerate(blocks)}
        successors = [
            [block_index[successor] for successor in block.last_op.successors]
            if block.last_op is not None
            else []
            for block in blocks
        ]
        read = [bits_of((index[r] for r in reads), count) for reads in exposed]
        killed = [
            bits_of((index[r] for r in writes & across), count) for writes in written
        ]
        live_in, live_out = solve(successors, read, killed)
        return Liveness(
            *(registers, index, blocks, block_index, read, killed, live_in, live_out)
        )

    def over_loops(self, flow: ControlFlow) -> "Liveness":
        """
        Liveness for lanes that leave a loop in different iterations.

        What a loop's exit needs and its head does not is live in all of the loop: a
        lane that has left it keeps its values while others go on.
        """
        live_in, live_out = list(self.live_in), list(self.live_out)
        members: dict[int, list[int]] = {}
        for block, header in enumerate(flow.loops.header):
            while header != NONE:
                members.setdefault(header, []).append(block)
                header = flow.loops.parent[header]
        for header in reversed(flow.loops.headers):  # inner loops first
            inside = set(members[header])
            kept = 0
            for block in inside:
                for target in flow.successors[block]:
                    if target not in inside:
                        kept |= live_out[block] & live_in[target]
            kept &= ~self.live_in[header]
            for block in inside if kept else ():
                live_in[block] |= kept
                live_out[block] |= kept
        return replace(self, live_in=live_in, live_out=live_out)

    def into(self, block: Block) -> list[SSAValue]:
        """The registers that are live on entry to a block."""
        return self.members(self.live_in[self.block_index[block]])

    def out_of(self, block: Block) -> list[SSAValue]:
        """The registers that are live on exit from a block."""
        return self.members(self.live_out[self.block_index[block]])

    def members(self, bits: int) -> list[SSAValue]:
        """The registers of a bit set, in order."""
        return [self.registers[number] for number in numbers_of(bits)]


def _summary(block: Block) -> tuple[set[SSAValue], set[SSAValue]]:
    """The registers a block reads before it writes them, and those it writes."""
    reads: set[SSAValue] = set()
    writes: set[SSAValue] = set()
    for op in block.ops:
        for register in read_by(op):
            if register not in writes:
                reads.add(register)
        writes.update(written_by(op))
    return reads, writes

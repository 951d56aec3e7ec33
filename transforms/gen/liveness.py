"""
Which registers are live where, a block at a time.

The textbook equations (Appel, "Modern Compiler Implementation", section 10.1) over bit
sets that are Python integers. Registers that no block reads before it writes them are
live across no edge: they are numbered last, so that the sets stay short, and have no
work in the iteration.
"""

from collections import deque
from dataclasses import dataclass

from xdsl.ir import Block, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.dominance import reverse_postorder
from circ.dialects.gen import FuncOp, Instruction, read_by, written_by

STRUCTURED = frozenset({"IF", "ELSE", "WHILE"})
"""Branches that are no terminators: the graph of blocks does not show where they go."""


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
    live_in: list[int]
    live_out: list[int]

    @staticmethod
    def compute(func: FuncOp) -> "Liveness":
        """
        The live registers of a function with a body.

        Linear in instructions; then each block is visited again only when a successor's
        set has grown, in postorder of the blocks.
        """
        blocks = list(func.body.blocks)
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
        live_in, live_out = _solve(
            successors,
            [_bits(index, reads, count) for reads in exposed],
            [_bits(index, writes & across, count) for writes in written],
        )
        return Liveness(registers, index, blocks, block_index, live_in, live_out)

    def into(self, block: Block) -> list[SSAValue]:
        """The registers that are live on entry to a block."""
        return self.members(self.live_in[self.block_index[block]])

    def out_of(self, block: Block) -> list[SSAValue]:
        """The registers that are live on exit from a block."""
        return self.members(self.live_out[self.block_index[block]])

    def members(self, bits: int) -> list[SSAValue]:
        """The registers of a bit set, in order."""
        found: list[SSAValue] = []
        base = 0
        for byte in bits.to_bytes((bits.bit_length() + 7) // 8, "little"):
            while byte:
                low = byte & -byte
                found.append(self.registers[base + low.bit_length() - 1])
                byte ^= low
            base += 8
        return found


def _summary(block: Block) -> tuple[set[SSAValue], set[SSAValue]]:
    """The registers a block reads before it writes them, and those it writes."""
    reads: set[SSAValue] = set()
    writes: set[SSAValue] = set()
    for op in block.ops:
        if isinstance(op, Instruction) and op.ROW.opcode in STRUCTURED:
            raise unsupported(op, "a structured branch")
        for register in read_by(op):
            if register not in writes:
                reads.add(register)
        writes.update(written_by(op))
    return reads, writes


def _bits(index: dict[SSAValue, int], registers: set[SSAValue], count: int) -> int:
    """A set of registers below `count` as an integer; linear in its size and bytes."""
    if not registers:
        return 0
    bits = bytearray(count // 8 + 1)
    for register in registers:
        number = index[register]
        bits[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(bits, "little")


def _solve(
    successors: list[list[int]], exposed: list[int], written: list[int]
) -> tuple[list[int], list[int]]:
    """The least solution of the equations, by a worklist over blocks."""
    count = len(successors)
    predecessors: list[list[int]] = [[] for _ in range(count)]
    for block, targets in enumerate(successors):
        for target in targets:
            predecessors[target].append(block)
    live_in, live_out = list(exposed), [0] * count
    order = reverse_postorder(successors)
    unreachable = set(range(count)).difference(order)
    work = deque((*unreachable, *reversed(order)))
    waiting = bytearray(b"\1" * count)
    while work:
        block = work.popleft()
        waiting[block] = 0
        out = 0
        for target in successors[block]:
            out |= live_in[target]
        live_out[block] = out
        new = exposed[block] | (out & ~written[block])
        if new != live_in[block]:
            live_in[block] = new
            for predecessor in predecessors[block]:
                if not waiting[predecessor]:
                    waiting[predecessor] = 1
                    work.append(predecessor)
    return live_in, live_out

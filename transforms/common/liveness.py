"""
What is live at the ends of blocks, for any kind of register or value.

The textbook equations (Appel, "Modern Compiler Implementation", section 10.1) over bit
sets that are Python integers.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush

from circ.dialects.common.dominance import DominatorTree, reverse_postorder


def solve(
    successors: Sequence[Sequence[int]],
    exposed: Sequence[int],
    written: Sequence[int],
) -> tuple[list[int], list[int]]:
    """
    What is live into and out of each block: the least solution of the equations.

    `exposed` are the sets of what a block reads before it writes it. After one round in
    postorder the sets at the heads of outermost loops are right, and what is missing
    elsewhere comes in through back edges: so blocks whose successors' sets have grown
    are visited again outer loops first, and a nest takes as many visits as it has
    blocks, however deep it is.
    """
    count = len(successors)
    predecessors: list[list[int]] = [[] for _ in range(count)]
    for block, targets in enumerate(successors):
        for target in targets:
            predecessors[target].append(block)
    live_in, live_out = list(exposed), [0] * count

    def grows(block: int) -> bool:
        out = 0
        for target in successors[block]:
            out |= live_in[target]
        live_out[block] = out
        new = exposed[block] | (out & ~written[block])
        if new == live_in[block]:
            return False
        live_in[block] = new
        return True

    order = reverse_postorder(successors)
    order += sorted(set(range(count)).difference(order))
    order.reverse()
    visited, waiting = bytearray(count), bytearray(count)
    for block in order:
        visited[block] = 1
        grows(block)
        if live_in[block]:
            for predecessor in predecessors[block]:
                waiting[predecessor] |= visited[predecessor]
    if not any(waiting):
        return live_in, live_out
    depth = DominatorTree.compute(successors).loops.depth
    place = [0] * count
    for i, block in enumerate(order):
        place[block] = i
    work = [(depth[block], place[block]) for block in range(count) if waiting[block]]
    heapify(work)
    while work:
        block = order[heappop(work)[1]]
        waiting[block] = 0
        if grows(block):
            for predecessor in predecessors[block]:
                if not waiting[predecessor]:
                    waiting[predecessor] = 1
                    heappush(work, (depth[predecessor], place[predecessor]))
    return live_in, live_out


def bits_of(numbers: Iterable[int], count: int) -> int:
    """A set of numbers below `count` as an integer; linear in its size and bytes."""
    bits: bytearray | None = None
    for number in numbers:
        if bits is None:
            bits = bytearray(count // 8 + 1)
        bits[number >> 3] |= 1 << (number & 7)
    return 0 if bits is None else int.from_bytes(bits, "little")


_NOT_ZERO = re.compile(rb"[^\0]")


def numbers_of(bits: int) -> Iterator[int]:
    """The members of a set, in order."""
    if bits.bit_length() > 256:
        # Most bytes are zero where a function is long: no Python code looks at them.
        data = bits.to_bytes(bits.bit_length() // 8 + 1, "little")
        for found in _NOT_ZERO.finditer(data):
            base = 8 * found.start()
            for number in numbers_of(found.group()[0]):
                yield base + number
        return
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low

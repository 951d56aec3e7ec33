"""
Live-range splitting: a value gets a live range of its own in a loop that uses it.

Where a function has more live values than registers, `naplespu.split` before a loop
splits the live range of a value that the loop uses (Cooper and Simpson, "Live Range
Splitting in a Graph Coloring Register Allocator", 1998). Each live range may then be
spilled without the other: a value that has no register between two loops is reloaded
once before the second, if that has enough registers. Nested loops split further.
Spilling removes the splits that it does not need.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from xdsl.ir import Region, SSAValue

from circ.dialects.common.dominance import NONE
from circ.dialects.common.loop_nest import LoopNest
from circ.dialects.common.reports import count
from circ.dialects.naplespu.ops import FuncOp
from circ.dialects.naplespu.pseudos import is_rematerializable
from circ.dialects.naplespu.spilling import SplitOp
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.naplespu.allocation.passing import register_operands
from circ.transforms.naplespu.allocation.register_supply import (
    Pressure,
    RegisterSupply,
    in_register,
)
from circ.transforms.naplespu.analysis.live_values import (
    block_of,
    home_of,
    location_of,
)
from circ.transforms.naplespu.function_pass import FunctionPass
from circ.transforms.naplespu.optimization.dead_code import erase_unreachable_blocks
from circ.transforms.naplespu.optimization.preheaders import Preheaders

MAX_USES = 32
"""Values with more uses are not split: finding their loops takes too long."""
MAX_PARTS = 16
"""The number of nested loops at which a value is split, innermost first."""


@dataclass(frozen=True)
class SplitLiveRangesPass(FunctionPass):
    """Split live ranges before loops if there are too few registers."""

    name = "naplespu-split-live-ranges"

    def run(self, func: FuncOp) -> None:
        split_live_ranges(func.body)


def split_live_ranges(body: Region) -> int:
    """
    Split one function's live ranges; before spilling.

    Returns the number of splits. Linear in instructions, and in the uses of what is
    live across edges times the loops around them.
    """
    erase_unreachable_blocks(body)
    flow = ControlFlow(body)
    if not flow.loops.headers:
        return 0
    pressure = Pressure(flow, RegisterSupply.of(body))
    if next(pressure.excesses(), None) is None:
        return 0
    splitter = _Splitter(flow)
    for value in pressure.live.values:
        if in_register(value):
            splitter.split(value)
    count("live ranges split", splitter.count)
    return splitter.count


class _Splitter:
    def __init__(self, flow: ControlFlow):
        self.flow = flow
        self.nest = LoopNest(flow.loops)
        self.preheaders = Preheaders(flow)
        self.count = 0

    def split(self, value: SSAValue) -> None:
        """Split a value before each loop that uses it, but does not define it."""
        number = self.flow.number
        uses = list(islice(value.uses, MAX_USES + 1))
        if len(uses) > MAX_USES:
            return
        home = self.nest.around(number[home_of(value)])
        constant = is_rematerializable(value)
        parts: dict[int, SSAValue] = {}
        for use in uses:
            user = use.operation
            # A constant that is passed on is made where it goes.
            if constant and use.index not in register_operands(user):
                continue
            block = number.get(block_of(user))
            if block is None:  # in a block that has been made in front of a loop
                continue
            part = value
            for loop in reversed(list(islice(self._loops(block, home), MAX_PARTS))):
                inner = parts.get(loop)
                if inner is None:
                    inner = parts[loop] = self._part(part, loop)
                part = inner
            if part is not value:
                user.operands[use.index] = part

    def _loops(self, block: int, home: int) -> Iterator[int]:
        """The loops around a block, innermost first, that do not contain another."""
        loop = self.nest.around(block)
        while loop not in (NONE, self.flow.tree.entry):  # nothing is in front of that
            if self.nest.contains(loop, home):
                break
            yield loop
            loop = self.flow.loops.parent[loop]

    def _part(self, value: SSAValue, loop: int) -> SSAValue:
        split = SplitOp.create(
            operands=[value],
            result_types=[value.type],
            location=location_of(value),
        )
        split.result.name_hint = value.name_hint
        self.preheaders.insert(loop, split)
        self.count += 1
        return split.result

"""
`naplespu-align-functions`: functions begin at lines of the instruction cache.

A line costs nine cycles when it is fetched for the first time. A function that begins
in the middle of one may be in one line more than it needs, and what it costs depends on
how long the functions before it are. Emission puts instructions that do nothing between
functions.
"""

from dataclasses import dataclass

from xdsl.dialects.builtin import IntAttr

from circ.dialects.naplespu.ops import FuncOp
from circ.targets.naplespu.description.memory_map import CACHE_LINE
from circ.transforms.naplespu.function_pass import FunctionPass


@dataclass(frozen=True)
class AlignFunctionsPass(FunctionPass):
    """Let functions begin at lines of the instruction cache."""

    name = "naplespu-align-functions"

    def run(self, func: FuncOp) -> None:
        func.align = IntAttr(CACHE_LINE)

"""
`naplespu-align-functions`: functions in as few lines of the cache as possible.

A line of instructions costs nine cycles when it is fetched for the first time. A
function that begins in the middle of one may be in one line more than it needs.
Emission puts instructions that do nothing in front of such functions.
"""

from dataclasses import dataclass

from xdsl.dialects.builtin import IntAttr

from circ.dialects.naplespu.ops import FuncOp
from circ.targets.naplespu.description.memory_map import CACHE_LINE
from circ.transforms.naplespu.function_pass import FunctionPass


@dataclass(frozen=True)
class AlignFunctionsPass(FunctionPass):
    """Let functions begin where they are in as few lines of the cache as possible."""

    name = "naplespu-align-functions"

    def run(self, func: FuncOp) -> None:
        func.lines = IntAttr(CACHE_LINE)

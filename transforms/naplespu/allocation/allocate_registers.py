"""
Register allocation: values take the types of their registers.

What goes in is in SSA form, and nowhere are more values live than there are registers
(`naplespu-spill`): then the first register that is free where a value appears will do
(`coloring`). The function stays as it is but for the types: a branch may pass a value
to a block argument in another register, and calls take their arguments from anywhere,
until `naplespu-insert-copies` makes of that copies.
"""

from dataclasses import dataclass

from xdsl.ir import Region

from circ.dialects.common.reports import count
from circ.dialects.naplespu.ops import FuncOp
from circ.dialects.naplespu.registers import register
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.common.retype import retype
from circ.transforms.naplespu.allocation.coloring import Coloring, first_free
from circ.transforms.naplespu.allocation.register_supply import RegisterSupply
from circ.transforms.naplespu.function_pass import FunctionPass
from circ.transforms.naplespu.optimization.dead_code import erase_unreachable_blocks


@dataclass(frozen=True)
class AllocateRegistersPass(FunctionPass):
    """Assign registers to values; spilling has made sure that there are enough."""

    name = "naplespu-allocate-registers"

    def run(self, func: FuncOp) -> None:
        allocate(func.body)


def allocate(body: Region) -> None:
    """
    Allocate the registers of one function.

    Raises a Diagnostic where more values are live than there are registers.
    """
    erase_unreachable_blocks(body)
    coloring = Coloring(ControlFlow(body), RegisterSupply.of(body))
    chosen = coloring.run(first_free)
    for value, number in chosen.items():
        retype(value, register(number))
    count("values in registers", len(chosen))
    count("registers used", len(set(chosen.values())))

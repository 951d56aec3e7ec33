"""`cf` to state gates and selectors: the terminators of regions of basic blocks."""

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from xdsl.dialects import cf
from xdsl.ir import Operation, Region, SSAValue

from circ.dialects.common.diagnostics import Diagnostic
from circ.transforms.conversion.to_circuit.arith_to_circuit import integer_bits
from circ.transforms.conversion.to_circuit.blocks_to_circuit import (
    Edge,
    RegionConversion,
)
from circ.transforms.conversion.to_circuit.circuit_builder import CircuitBuilder

Exit = Callable[[Operation], None]
"""Converts a terminator that leaves the region; the builder is at its end."""


def convert_region(
    b: CircuitBuilder,
    region: Region,
    arguments: Sequence[SSAValue],
    exits: type[Operation],
    leave: Exit,
) -> None:
    """
    Convert the reachable blocks, and call `leave` for terminators of class `exits`.

    Afterwards the builder has no current state: the caller merges the exits.
    """
    _CfRegion(b, region, exits, leave).run(arguments)


class _CfRegion(RegionConversion):
    def __init__(
        self,
        b: CircuitBuilder,
        region: Region,
        exits: type[Operation],
        leave: Exit,
    ):
        super().__init__(b, region)
        self._exits, self._leave = exits, leave

    def convert_terminator(self, op: Operation) -> None:
        b = self._b
        match op:
            case cf.BranchOp():
                self.jump((op.successor, op.arguments))
            case cf.ConditionalBranchOp():
                then = op.then_block, op.then_arguments
                otherwise = op.else_block, op.else_arguments
                self.branch(b.value(op.cond), then, otherwise)
            case cf.SwitchOp() if op.case_blocks:
                b.type_of(op.flag)
                default = op.default_block, op.default_operands
                self.switch(b.value(op.flag), self._cases(op), default)
            case cf.SwitchOp():
                self.jump((op.default_block, op.default_operands))
            case _ if isinstance(op, self._exits):
                self._leave(op)
            case _:
                b.fail("this terminator")

    def _cases(self, op: cf.SwitchOp) -> Iterator[tuple[int, Edge]]:
        seen: set[int] = set()
        edges = zip(op.case_blocks, op.case_operand, strict=True)
        for value, edge in zip(_case_values(op), edges, strict=True):
            bits = integer_bits(self._b, op.flag.type, value)
            if bits in seen:
                message = f"'{op.name}': the case {value} is given twice"
                raise Diagnostic(op.location, message)
            seen.add(bits)
            yield bits, edge


def _case_values(op: cf.SwitchOp) -> Sequence[int]:
    assert op.case_values is not None, "verified: there are cases"
    return cast(Sequence[int], op.case_values.get_values())

"""
Programs of profile 1 of llvlir in the rows of profile 2.

No compiler writes profile 2 yet; tests and measurements of its bytecode need programs.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from circ.dialects.common.address_width import address_width
from circ.dialects.llvlir.ops import (
    CompareBranchOp,
    FuncOp,
    JumpLabelOp,
    JumpOp,
    PredicateBranchOp,
    TableOp,
)
from circ.dialects.llvlir.profiles import PROFILE, profile_attribute
from circ.dialects.llvlir.rows import int_attr
from circ.dialects.llvlir.rules import type_parameters
from circ.dialects.llvlir.table import rows
from circ.dialects.llvlir.types import GeneralType, integer, is_number
from circ.transforms.llvlir.maker import Maker
from circ.transforms.llvlir.second_values import condition_of, memory_of, order_of

PREDICATES = {"cmps.I": "cmp.CI", "cmps.F": "cmp.CF"}
SELECTIONS = ("select.I", "select.F")
RENAMED = {row.becomes: row.name for row in rows(2) if row.becomes}
"""Rows with the same operands in both profiles, and others, which come before."""
LITTLE_ENDIAN = 0
ACCESSES = {
    "ld.I": "ld.EI",
    "ldu.I": "ldu.EI",
    "ld.F": "ldf.F",
    "st.I": "st.EI",
    "st.F": "stf.F",
}


def to_second_profile(module: ModuleOp) -> ModuleOp:
    """
    A copy of a module of profile 1 that has profile 2.

    Programs compiled from C are known; a KeyError names a row that is not.
    """
    module = module.clone()
    module.attributes[PROFILE] = profile_attribute(2)
    for func in module.ops:
        if isinstance(func, FuncOp):
            writer = _Writer(Maker(address_width(module)))
            for op in [op for block in func.body.blocks for op in block.ops]:
                writer.replace(op)
            writer.maker.erase_unused()
    return module


class _Writer:
    """Replaces operations; `maker` builds in front of the one being replaced."""

    def __init__(self, maker: Maker):
        self.maker = maker
        self.predicates: dict[SSAValue, SSAValue] = {}
        """By the bit that a comparison gives."""

    def replace(self, op: Operation) -> None:
        self.maker.move(op)
        match op:
            case JumpOp():
                made = JumpLabelOp.create_(op.target, op.arguments, op.location)
                self.maker.add(made)
            case CompareBranchOp():
                self._branch(op)
            case TableOp() if op.ROW.profile == 1 or op.ROW.name in SELECTIONS:
                results = self._row(op)
                for old, new in zip(op.results, results, strict=True):
                    old.replace_all_uses_with(new)
            case _:
                return
        op.detach()
        op.erase()

    def _branch(self, op: CompareBranchOp) -> None:
        predicate = self._compared(op.condition.data, op.lhs, op.rhs)
        weights = op.weights
        self.maker.add(
            PredicateBranchOp.of(
                predicate,
                (op.taken, op.taken_arguments),
                (op.next, op.next_arguments),
                None if weights is None else weights.get_values(),  # pyright: ignore
                op.location,
            )
        )

    def _row(self, op: TableOp) -> Sequence[SSAValue]:
        maker, name = self.maker, op.ROW.name
        types, operands = type_parameters(op.properties), list(op.operands)
        if name in PREDICATES:
            predicate = maker.row(
                PREDICATES[name], *operands, types=types, condition=condition_of(op)
            )
            bit = maker.row("setb.I", predicate, types=(integer(1),))
            self.predicates[bit] = predicate
            return (bit,)
        if name == "select.I":
            operands[0] = self._predicate(operands[0])
            return (maker.row("p2.select.I", *operands, types=types),)
        if name == "select.F":
            mask = maker.row("mvm", operands.pop(0), types=())
            return (maker.row("p2.select.F", *operands, mask, types=types),)
        if name in ACCESSES:
            return self._access(op)
        made = maker.make(RENAMED[name], operands, types)
        made.properties |= op.properties
        return made.results

    def _access(self, op: TableOp) -> Sequence[SSAValue]:
        """An access in a byte order; rows of profile 2 have no offset."""
        maker, operands = self.maker, list(op.operands)
        assert is_number(op.imm)
        if op.imm.data:
            offset = maker.constant(op.imm.data, maker.address_width)
            word = (integer(maker.address_width),)
            operands[0] = maker.row("addp.I", operands[0], offset, types=word)
        types = type_parameters(op.properties)
        if op.ROW.suffix == "I":
            types = (int_attr(LITTLE_ENDIAN), *types)
        name, order = ACCESSES[op.ROW.name], order_of(op)
        made = maker.make(name, operands, types, order=order, memory=memory_of(op))
        return made.results

    def _predicate(self, bit: SSAValue) -> SSAValue:
        found = self.predicates.get(bit)
        if found is None:
            found = self._compared("ne", bit, self.maker.constant(0, 1))
        return found

    def _compared(self, condition: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        assert isinstance(lhs.type, GeneralType)
        types = (lhs.type.element,)
        return self.maker.row("cmp.CI", lhs, rhs, types=types, condition=condition)

"""
The class of operations that the table describes wholly, and what it is made from.
"""

from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import ClassVar

from xdsl.dialects.builtin import (
    ArrayAttr,
    BytesAttr,
    IntAttr,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Operation, OpTrait
from xdsl.ir.core import OpTraits
from xdsl.irdl import (
    irdl_op_definition,
    opt_prop_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    EffectInstance,
    IsTerminator,
    MemoryAllocEffect,
    MemoryEffect,
    MemoryReadEffect,
    MemoryWriteEffect,
    Pure,
)

from circ.dialects.common.fast_operations import FastOperation
from circ.dialects.common.local_rules import LocalRules
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.llvlir import text
from circ.dialects.llvlir.rules import verify_row
from circ.dialects.llvlir.table import Row


class RowOp(FastOperation):
    """An operation that the table describes."""

    ROW: ClassVar[Row]


@irdl_op_definition
class TableOp(RowOp, LocalRules):
    """
    An operation that is wholly described by its row.

    Register operands come in the order of the row's operand letters; the other letters
    are properties. The second immediate is `imm1`.
    """

    name = "llvlir.row"

    inputs = var_operand_def()
    outputs = var_result_def()
    types = opt_prop_def(ArrayAttr[Attribute])
    """One attribute a type parameter of the row."""
    imm = opt_prop_def(IntAttr)
    imm1 = opt_prop_def(IntAttr)
    condition = opt_prop_def(StringAttr)
    order = opt_prop_def(IntAttr)
    """Memory order; by default 0, none."""
    rounding = opt_prop_def(StringAttr)
    """Rounding mode; by default `rne`."""
    label = opt_prop_def(SymbolRefAttr)
    data = opt_prop_def(StringAttr | BytesAttr)
    memory = opt_prop_def(MemoryAttr)

    @classmethod
    def parse(cls, parser: Parser) -> "TableOp":
        return text.parse_row(cls, cls.ROW, parser)

    def print(self, printer: Printer) -> None:
        text.print_row(self, self.ROW, printer)


class RoundingEffect(MemoryEffect):
    """No effect, unless the rounding mode is the dynamic one."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance] | None:
        dynamic = op.properties.get("rounding") == StringAttr("dyn")
        return None if dynamic else frozenset()


_TRAITS: dict[str, tuple[OpTrait, ...]] = {
    "none": (Pure(),),
    "rounding": (RoundingEffect(),),
    "read": (MemoryReadEffect(),),
    "write": (MemoryWriteEffect(),),
    "alloc": (MemoryAllocEffect(),),
    "end": (IsTerminator(),),
    "unknown": (),
}


def traits_of(row: Row) -> OpTraits:
    """The traits of the operations of a row: their effects."""
    return traits_def(*_TRAITS[row.effect])


def verify(self: TableOp) -> None:
    """The verifier of the classes made from the table."""
    verify_row(self, self.ROW)


@lru_cache(maxsize=1 << 14)
def int_attr(value: int) -> IntAttr:
    """The attribute of an integer, cached."""
    return IntAttr(value)


@lru_cache(maxsize=1 << 10)
def string_attr(value: str) -> StringAttr:
    """The attribute of a short string, cached."""
    return StringAttr(value)

"""tmp"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import func
from xdsl.ir import Attribute

from circ.dialects.common.kernel import KernelAttr


@dataclass(frozen=True)
class Step:
    """A part of a kernel between barriers, a function that each item executes."""

    name: str
    number: int | None = None
    """Of a kernel with barriers; the first one is 0."""
    shared: Sequence[tuple[int, Attribute]] = ()
    """Values that all items share: where they are in the context, and their types."""


@dataclass(frozen=True)
class KernelContext:
    """What lives across barriers: bytes of a group, and bytes of an item."""

    group: int = 0
    item: int = 0

    def bytes(self, items: int) -> int:
        return self.group + self.item * items


def cut_at_barriers(
    function: func.FuncOp, kernel: KernelAttr
) -> tuple[list[Step], KernelContext]:
    return [Step(function.sym_name.data)], KernelContext()

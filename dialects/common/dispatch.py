"""Tables of functions by the class of the operation that they take."""

from collections.abc import Callable, Mapping
from typing import TypeVar, cast

from xdsl.ir import Operation

BuilderT = TypeVar("BuilderT")
HandlerT = TypeVar("HandlerT")
OpT = TypeVar("OpT", bound=Operation)


def rule(
    op: type[OpT], handle: Callable[[BuilderT, OpT], None]
) -> tuple[type[Operation], Callable[[BuilderT, Operation], None]]:
    """An entry of a table: what handles the operations of one class."""
    return op, cast(Callable[[BuilderT, Operation], None], handle)


def handler_of(
    table: Mapping[type[Operation], HandlerT], op: Operation
) -> HandlerT | None:
    """The entry of an operation's class or of its nearest base class."""
    for cls in op.__class__.__mro__:
        if (handler := table.get(cls)) is not None:
            return handler
    return None

"""What the code of a module of llvlir runs in."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from xdsl.ir import Attribute, Operation

from circ.dialects.llvlir.ops import CallIndirectOp, CallOp, FuncOp, TableOp
from circ.targets.llvm.export.values import Code, Value

Call = CallOp | CallIndirectOp


class Environment(Protocol):
    """What the code of a module runs in."""

    counted: bool
    """Does it count operations?"""
    mirrored: bool
    """Are the addresses there again before and behind their 4 GiB?"""
    accrues: bool
    """Are exceptions of floats noted?"""

    def address_of(self, op: TableOp, name: str) -> str:
        """The address of a function or an object, which an operation names: an i32."""
        ...

    def is_apart(self, func: FuncOp) -> bool:
        """Is a function in another module of LLVM than what is being written?"""
        ...

    def caller(self, op: CallIndirectOp) -> str | None:
        """
        The function that calls what is at an address, its first argument.

        None if an indirect call is a choice between `functions`.
        """
        ...

    def definition(self, name: str) -> FuncOp | None:
        """The function of a name, which may be a declaration."""
        ...

    def functions(self) -> Iterable[tuple[int, FuncOp]]:
        """The functions that have addresses, after all addresses have been taken."""
        ...

    def base(self, code: Code, space: int) -> str:
        """The pointer to address 0 of a space."""
        ...

    def stack(self, code: Code) -> str:
        """The pointer to the end of the stack, which grows down."""
        ...

    def computed(
        self, code: Code, op: TableOp, values: Sequence[Value]
    ) -> Value | None:
        """The result of an operation on values that is computed outside, if any."""
        ...

    def external(
        self, code: Code, op: Call, name: str, values: Sequence[Value]
    ) -> list[Value]:
        """Call a function of the environment."""
        ...

    def fail(
        self, code: Code, location: Attribute, message: str, values: Sequence[Value]
    ) -> None:
        """End the program with a diagnostic, in whose text the values (i64) are."""
        ...

    def count(self, code: Code, operations: Sequence[Operation]) -> None:
        """Count operations that are going to be executed, up to the limit."""
        ...

    def set_jump(
        self, code: Code, op: Call, buffer: Value, marks: list[str], place: str
    ) -> Value:
        """Note in `place` where to go on after a longjmp; the result of setjmp."""
        ...

    def leave(self, code: Code, marks: Sequence[str]) -> None:
        """Forget what a function has noted that now returns."""
        ...

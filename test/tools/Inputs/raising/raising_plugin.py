"""A plug-in with a pass that fails."""

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.universe import Universe

ERRORS: dict[str, Callable[[], BaseException]] = {
    "key": lambda: KeyError("no such thing"),
    "memory": MemoryError,
    "interrupt": KeyboardInterrupt,
    "pipe": BrokenPipeError,
    "file": lambda: FileNotFoundError(2, "No such file", "table.tsv"),
    "unsupported": lambda: NotImplementedError("vectors"),
}


@dataclass(frozen=True)
class RaisingPass(ModulePass):
    """Raise an exception if an operation of a name is there."""

    name = "test-raise"
    when: str = "arith.muli"
    """The operation's name."""
    error: str = "key"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if any(each.name == self.when for each in op.walk()):
            if self.error == "recursion":
                self.apply_again(ctx, op)
            raise ERRORS[self.error]()

    def apply_again(self, ctx: Context, op: ModuleOp) -> None:
        self.apply_again(ctx, op)


UNIVERSE = Universe(all_passes={"test-raise": lambda: RaisingPass})

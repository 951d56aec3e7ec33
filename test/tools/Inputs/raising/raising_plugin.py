"""A plug-in with a pass that fails, and one that reports what it sees."""

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.universe import Universe

from circ.dialects.common.diagnostics import warn
from circ.dialects.common.reports import done

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


@dataclass(frozen=True)
class RemarksPass(ModulePass):
    """Remark additions and multiplications, and warn of multiplications."""

    name = "test-remarks"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for each in op.walk():
            if each.name in ("arith.addi", "arith.muli"):
                done(each, "looked at")
            if each.name == "arith.muli":
                warn(each.location, "multiplications are slow")


@dataclass(frozen=True)
class BreakPass(ModulePass):
    """Remove an operand of a multiplication."""

    name = "test-break"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for each in op.walk():
            if each.name == "arith.muli":
                each.operands = each.operands[:1]


PASSES = (BreakPass, RaisingPass, RemarksPass)
UNIVERSE = Universe(
    all_passes={each.name: lambda each=each: each for each in PASSES},
)

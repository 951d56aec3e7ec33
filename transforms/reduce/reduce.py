"""
Makes a module small while it stays interesting, at any level of circ.

A candidate that the verifiers refuse is never shown to the test.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from xdsl.dialects.builtin import ModuleOp

from circ.dialects.circuit.calls import check_calls
from circ.dialects.circuit.control import FuncOp as CircuitOp
from circ.dialects.circuit.verifier import verify_circuit
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.verifier import verify_module
from circ.transforms.pipelines import level_of
from circ.transforms.reduce.control import (
    DropBlockArguments,
    DropDeadGates,
    InlineRegion,
    JoinBlocks,
    TakeBranch,
    TakeSide,
)
from circ.transforms.reduce.delta import DeltaDebugger, Interesting, Reduction
from circ.transforms.reduce.operations import (
    DropOperations,
    DropParameters,
    DropSymbols,
    ShrinkConstants,
    argument_instead,
    constant_instead,
    operand_instead,
)

Write = Callable[[ModuleOp], str | bytes]


class InPlace(Protocol):
    """A way to make a module smaller by changing it."""

    def sites(self, module: ModuleOp) -> Sequence[object]:
        """Where it applies, in an order that depends on the module alone."""
        ...

    def apply(self, module: ModuleOp, start: int, end: int) -> bool:
        """Apply it in place to a range of sites; returns whether the module changed."""
        ...


class OnCopy(NamedTuple):
    """A reduction in place, applied to copies; what is not valid is none."""

    way: InPlace

    def sites(self, program: ModuleOp) -> Sequence[object]:
        return self.way.sites(program)

    def reduced(self, program: ModuleOp, start: int, end: int) -> ModuleOp | None:
        copy = program.clone()
        return copy if self.way.apply(copy, start, end) and is_valid(copy) else None


def reductions(level: str) -> list[Reduction[ModuleOp]]:
    """The reductions of a level; those that remove most come first."""
    found: list[InPlace] = [DropSymbols(), DropOperations(level)]
    if level == "circuit":
        found += [TakeSide(0), TakeSide(-1), DropDeadGates()]
    else:
        found += [TakeBranch(level, 0), TakeBranch(level, -1), JoinBlocks()]
    found += [
        DropOperations(level, (constant_instead, operand_instead(0), argument_instead)),
        DropOperations(level, (operand_instead(0), argument_instead)),
        DropOperations(level, (operand_instead(1),)),
    ]
    if level == "source":
        found += [InlineRegion(level, region) for region in range(3)]
        found += [DropParameters(results=True), DropParameters(results=False)]
    if level != "circuit":
        found.append(DropBlockArguments(level))
    found += [ShrinkConstants(choice) for choice in range(3)]
    return [OnCopy(way) for way in found]


class Reducer(DeltaDebugger[ModuleOp]):
    """Reduces one module; `best` is the smallest that was interesting up to now."""

    def __init__(
        self,
        module: ModuleOp,
        write: Write,
        interesting: Interesting,
        accepted: Callable[[str | bytes], None],
        limit: int | None = None,
    ):
        def written(module: ModuleOp) -> str | bytes | None:
            try:
                return write(module)
            except Diagnostic:  # what the format cannot say
                return None

        ways = reductions(level_of(module))
        super().__init__(module, ways, written, interesting, accepted, limit)

    def left(self) -> str:
        return f"{sum(1 for _ in self.best.walk()) - 1} operations left"


def is_valid(module: ModuleOp) -> bool:
    """Do the verifiers accept the module?"""
    try:
        verify_module(module)
        for op in module.ops:
            if isinstance(op, CircuitOp):
                verify_circuit(op)
        check_calls(module)
    except Diagnostic:
        return False
    return True

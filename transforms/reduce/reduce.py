"""
Makes a module small while it stays interesting: delta debugging over IR.

Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input": each
reduction has a list of sites; it is tried on all of them, then on halves, quarters and
so on down to single ones. That is at most two candidates a site and a round, and rounds
repeat until one changes nothing. The order is fixed, so that a reduction can be done
again. A candidate that the verifiers refuse is never shown to the test.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

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
from circ.transforms.reduce.operations import (
    DropOperations,
    DropParameters,
    DropSymbols,
    ShrinkConstants,
    argument_instead,
    constant_instead,
    operand_instead,
)

Interesting = Callable[[str | bytes], bool]
"""Does a candidate's text still show the fault?"""

Write = Callable[[ModuleOp], str | bytes]


class Reduction(Protocol):
    """One way to make a module smaller."""

    def sites(self, module: ModuleOp) -> Sequence[object]:
        """Where it applies, in an order that depends on the module alone."""
        ...

    def apply(self, module: ModuleOp, start: int, end: int) -> bool:
        """Apply it in place to a range of sites; returns whether the module changed."""
        ...


def reductions(level: str) -> list[Reduction]:
    """The reductions of a level; those that remove most come first."""
    found: list[Reduction] = [DropSymbols(), DropOperations(level)]
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
    return found


class Reducer:
    """Reduces one module; `best` is the smallest that was interesting up to now."""

    def __init__(
        self,
        module: ModuleOp,
        write: Write,
        interesting: Interesting,
        accepted: Callable[[str | bytes], None],
    ):
        self.best = module
        self.write, self.interesting, self.accepted = write, interesting, accepted
        self.tried = 0
        """How many candidates the test has seen."""
        self._seen: set[str | bytes] = {write(module)}

    def run(self) -> ModuleOp:
        """Repeat all reductions until none makes the module smaller."""
        ways = reductions(level_of(self.best))
        while any([self.reduce_by(way) for way in ways]):
            pass
        return self.best

    def reduce_by(self, way: Reduction) -> bool:
        """Try a reduction on ever smaller chunks of its sites, from the last one on."""
        changed = False
        size = len(way.sites(self.best))
        while size:
            end = len(way.sites(self.best))
            while end > 0:
                start = max(0, end - size)
                if self.attempt(way, start, end):
                    changed = True
                    start = min(start, len(way.sites(self.best)))
                end = start
            size //= 2
        return changed

    def attempt(self, way: Reduction, start: int, end: int) -> bool:
        candidate = self.best.clone()
        if not way.apply(candidate, start, end) or not is_valid(candidate):
            return False
        try:
            text = self.write(candidate)
        except Diagnostic:  # what the format cannot say
            return False
        if text in self._seen:
            return False
        self._seen.add(text)
        self.tried += 1
        if not self.interesting(text):
            return False
        self.best = candidate
        self.accepted(text)
        return True


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

"""
The dynamic rounding mode and the accrued exceptions of a run.

Both begin at 0: to nearest even, and none. Exceptions accrue only in modules that read
them, since no other can tell.
"""

from collections.abc import Callable, Sequence

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.exact_floats import MODES
from circ.dialects.llvlir.ops import TableOp
from circ.targets.execute.steps import Frame, Step

ALL_FLAGS = 31


class FloatEnvironment:
    """See the module's docstring."""

    def __init__(self, accrues: bool):
        self.mode = self.flags = 0
        self.accrues = accrues

    def reset(self) -> None:
        self.mode = self.flags = 0

    def control(
        self, op: TableOp, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """A step that reads or sets the mode or the flags."""

        def get_mode(frame: Frame) -> None:
            frame[results[0]] = self.mode

        def set_mode(frame: Frame) -> None:
            mode = frame[operands[0]]
            if mode >= len(MODES):
                last = len(MODES) - 1
                message = f"a rounding mode must be from 0 to {last}, but is {mode}"
                raise Diagnostic(op.location, message)
            self.mode = mode

        def get_flags(frame: Frame) -> None:
            frame[results[0]] = self.flags

        def set_flags(frame: Frame) -> None:
            self.flags = frame[operands[0]] & ALL_FLAGS

        return {
            "fgetrm": get_mode,
            "fsetrm": set_mode,
            "fgetex": get_flags,
            "fsetex": set_flags,
        }[op.ROW.name]

    def in_mode(self, steps: Sequence[Step]) -> Step:
        """The step of the mode at that time, of one for each of `MODES`."""

        def step(frame: Frame) -> None:
            steps[self.mode](frame)

        return step

    def accruing(
        self,
        step: Step,
        operands: Sequence[int],
        flags: Callable[..., int],
        parts: Sequence[Callable[[int], object]],
    ) -> Step:
        """The step, after what it raises has been noted: it may write an operand."""

        def noted(frame: Frame) -> None:
            values = zip(parts, operands, strict=True)
            self.flags |= flags(*[part(frame[slot]) for part, slot in values])
            step(frame)

        return noted

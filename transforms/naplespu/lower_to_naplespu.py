"""`lower-to-naplespu`: all steps from the module's own level down to machine code."""

from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from circ.targets.naplespu.description.subtarget import set_subtarget
from circ.transforms.pipelines import LowerPass


@dataclass(frozen=True)
class LowerToNaplespuPass(LowerPass):
    """Lower any level above it to NaplesPU machine code."""

    name = "lower-to-naplespu"
    level: ClassVar[str] = "naplespu"
    cpu: str | None = None
    """The processor; the published chip where the module says nothing else."""
    features: tuple[str, ...] = ()
    """Subtarget features by name; `-` in front takes one away."""
    disable: tuple[str, ...] = ()
    """Optimisations that do not run, by name."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        set_subtarget(op, self.cpu, self.features)
        self.lower(ctx, op, self.disable)

"""The target `gen-text`: gen in the textual form of Beignet's dump."""

from dataclasses import dataclass
from typing import IO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

from circ.targets.gen.writer import write_gen_text


@dataclass(frozen=True)
class GenTextTarget(Target):
    """Print the module as gen-text (docs/gen-text.md)."""

    name = "gen-text"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(write_gen_text(module))

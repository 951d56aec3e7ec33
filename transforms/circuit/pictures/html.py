"""
A page that shows circuits: `page.html.template` with what the pictures say.

The page needs nothing else; it places blocks and gates itself, in time linear in gates
and wires. `StageRecorder` collects the circuits after each pass, which the page shows
side by side.
"""

import json
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import IO, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.utils.target import Target

from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.shape import Group
from circ.dialects.common.reports import LIBRARY
from circ.transforms.circuit.pictures.picture import Picture, picture
from circ.transforms.pipelines import LowerPass, PassObserver

TEMPLATE, DATA = "page.html.template", "/*DATA*/"

KINDS = {group: k for k, group in enumerate(Group)}


class StageRecorder(PassObserver):
    """
    What the page shows: functions before the first pass, and after each change.

    A gate that a pass leaves has the same number before and after it.
    """

    def __init__(self) -> None:
        self.stages: list[dict[str, object]] = []
        self._numbers: dict[Operation, int] = {}
        """Gates stay alive here, so that no other one gets a number again."""
        self._last: dict[str, str] = {}

    def before(self, step: ModulePass, module: ModuleOp) -> None:
        if not self.stages and not LIBRARY.get():
            self.record("", module)

    def after(self, step: ModulePass, module: ModuleOp) -> None:
        if not LIBRARY.get() and not isinstance(step, LowerPass):
            self.record(str(step.pipeline_pass_spec()), module)

    def record(self, title: str, module: ModuleOp) -> None:
        """Add the functions that are not as they were before."""
        functions: dict[str, object] = {}
        for op in module.ops:
            if isinstance(op, FuncOp):
                shown = self._function(picture(op))
                text = json.dumps(shown)
                if self._last.get(op.sym_name.data) != text:
                    self._last[op.sym_name.data] = text
                    functions[op.sym_name.data] = shown
        if functions:
            self.stages.append({"title": title, "functions": functions})

    def _function(self, func: Picture) -> Mapping[str, object]:
        """A function as the page reads it."""
        keys = [
            self._numbers.setdefault(gate, len(self._numbers))
            for gate in func.operations
        ]
        return {
            "gates": [
                [key, gate.name, gate.opcode, gate.detail, gate.block]
                for key, gate in zip(keys, func.gates, strict=True)
            ],
            "wires": [[a, b, KINDS[group]] for a, b, group in func.wires],
            "blocks": [[b.name, b.depth, list(b.successors)] for b in func.blocks],
            "layout": list(func.layout),
        }


RECORDED: ContextVar[StageRecorder | None] = ContextVar("RECORDED", default=None)
"""What a command has recorded of the passes it ran."""


@dataclass(frozen=True)
class CircuitHtmlTarget(Target):
    """
    A page that shows circuits in a browser, alone or after each pass of `-p`.

    State wires are red, dependencies blue and values grey; gates are in the blocks
    where they would be executed, which can be folded. The page can be zoomed and
    searched; a slider chooses a pass, whose circuit is shown beside the one before it.
    """

    name: ClassVar[str] = "circuit-html"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        recorder = RECORDED.get() or StageRecorder()
        recorder.record("", module)
        output.write(page(recorder.stages))


def write_html(module: ModuleOp) -> str:
    """The page for a module alone."""
    recorder = StageRecorder()
    recorder.record("", module)
    return page(recorder.stages)


def page(stages: Sequence[Mapping[str, object]]) -> str:
    """The page for circuits at several stages."""
    template = (Path(__file__).parent / TEMPLATE).read_text(encoding="utf-8")
    # Inside a script nothing but its end tag and comments means anything to a browser.
    data = json.dumps(stages, separators=(",", ":")).replace("<", "\\u003c")
    return template.replace(DATA, data)

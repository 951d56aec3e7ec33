"""Circuits as graphs for Graphviz: a cluster a block, wires in colours."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.shape import Group
from circ.transforms.circuit.pictures.picture import NEVER, Picture, picture

COLOURS = {Group.STATES: "#c0392b", Group.DEPENDS: "#2471a3", Group.VALUES: "#7f8c8d"}
"""Of wires."""


@dataclass(frozen=True)
class CircuitDotTarget(Target):
    """
    Graphs for Graphviz: gates in clusters, the blocks where they would be executed.

    State wires are red, dependencies blue and values grey.
    """

    name: ClassVar[str] = "circuit-dot"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(write_dot(module))


def write_dot(module: ModuleOp) -> str:
    """A graph a function; `dot` draws all of a file."""
    functions = [picture(op) for op in module.ops if isinstance(op, FuncOp)]
    return "".join(f"{line}\n" for each in functions for line in _graph(each))


def _graph(func: Picture) -> Iterator[str]:
    yield f"digraph {_quoted(func.name)} {{"
    yield '  node [shape=box, style=filled, fillcolor=white, fontname="Helvetica"];'
    inside: dict[int, list[int]] = {}
    for k, gate in enumerate(func.gates):
        inside.setdefault(gate.block, []).append(k)
    for block in (block for block in (*func.layout, NEVER) if block in inside):
        title = "never executed" if block == NEVER else func.blocks[block].name
        yield f"  subgraph {_quoted(f'cluster_{block}')} {{"
        yield f"    label={_quoted(title)};"
        for k in inside[block]:
            gate = func.gates[k]
            label = " ".join(filter(None, (gate.name, "=", gate.opcode, gate.detail)))
            yield f"    g{k} [label={_quoted(label)}];"
        yield "  }"
    for source, user, group in func.wires:
        yield f'  g{source} -> g{user} [color="{COLOURS[group]}"];'
    yield "}"


def _quoted(text: str) -> str:
    """A string of the language; a backslash in a label would be an escape."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

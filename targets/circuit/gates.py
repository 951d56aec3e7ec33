"""
Gate-list text, one gate a line.

    name = OPCODE[type] {bits} : states | dependencies | values

`SE` and `DE` are the entries, the other roots are implied; gates may be used before
their line; `;` starts a comment. In an operand group a gate's name denotes its state,
its dependency or its value, and `name#1` the second value of a CALL. Bits are decimal,
hexadecimal or float numbers, a condition, `@symbol`, or a memory operand; the decimal
or float of a CONST is its value, the hexadecimal number its bit pattern. Where
addresses have 64 bits their type is `ARCH64`, also of ALLOCA and SYMBOL. A value type
may be followed by a secondary type, by name or word: `[I64:JS_SMI]`. A line may end in
`attributes {...}`, a dictionary in MLIR's text.

A file holds one function, named after the file, or several, each after a line
`;; function NAME`; `;; signature TYPE` there is the type in source terms, which is
inferred where that line is missing (`circ.dialects.circuit.inference`). The writer
gives the first line for each function of a module, so that a name outlives its file's,
and the second where gates and calls alone do not say the type. `;; attributes {...}`
has other attributes of the function, or of the module before the first one, and
`;; operation TEXT` what else is in a module: declarations and objects in memory.
"""

from dataclasses import dataclass
from typing import IO, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

from circ.targets.circuit.gates_reader import read_gates
from circ.targets.circuit.gates_writer import write_gates

__all__ = ["CircuitGatesTarget", "read_gates", "write_gates"]


@dataclass(frozen=True)
class CircuitGatesTarget(Target):
    """Gate lists: text with one gate a line."""

    name: ClassVar[str] = "circuit-gates"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(write_gates(module))

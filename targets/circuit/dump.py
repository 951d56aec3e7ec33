"""
Dumps of circuits as ArkCompiler logs them: one object in JSON's manner a gate and line.

    {"id":7, "op":"ADD", "MType":"I32, bitfield=0x0, type=NJS_VALUE, stamp=1, mark=0, ",
     "in":[[], [], [5, 6], [], []], "out":[9]},

(on one line). The lists of `in` are states, dependencies, values, frame states and
roots, by the gates' numbers. A line `==== After PASS [METHOD@RECORD@FILE] ====` begins
the gates of a function, one `==== End ... ====` ends them; of several dumps of a
function the last one counts. Other lines of a log, and its colours, mean nothing.
Opcodes may be those of the compiler's code or the specification's; conditions of ICMP
are numbered as in the code, the signed ones from 7 to 10.

Reading passes over what a circuit does not have: types of the collector, marks, stamps,
users, frame states and roots. Extensions say what dumps have no place for: `"comment"`
has bits that are no number, as gate lists have them in braces; `"attributes"` those of
a gate, or of the function at CIRCUIT_ROOT; `"12#1"` is the second value of gate 12;
there are types like V4I32; lines `;; attributes {...}` and `;; operation TEXT` are as
in gate lists.
"""

from dataclasses import dataclass
from typing import IO, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

from circ.targets.circuit.dump_reader import read_dump
from circ.targets.circuit.dump_writer import write_dump

__all__ = ["CircuitDumpTarget", "read_dump", "write_dump"]


@dataclass(frozen=True)
class CircuitDumpTarget(Target):
    """Dumps of gates as ArkCompiler logs them."""

    name: ClassVar[str] = "circuit-dump"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(write_dump(module))

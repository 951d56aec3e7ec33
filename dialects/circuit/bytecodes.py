"""
The bytecodes of JavaScript, as data: what JS_BYTECODE gates execute.

`bytecodes.csv` names them as ArkCompiler does; rows marked as extensions are circ's
own. Numbers are append-only. The builder of circuits, the verifier, the prototypes of
the run-time library and the documentation derive from the table.
"""

import csv
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

FIRST_CALLED = 32
"""From this number on, a bytecode is a function of the run-time library."""

LIBRARY = "js_"
"""What the names of the library's functions begin with."""

ACCUMULATOR, ENVIRONMENT, ARGUMENTS = "acc", "env", "args"


@dataclass(frozen=True)
class Bytecode:
    """One row of the table."""

    number: int
    name: str
    operands: str
    """
    A letter an operand: `r` register, `n` a range of registers (its length, then the
    first), `i` 32-bit integer, `f` double, `s` string, `m` method, `l` label.
    """
    inputs: tuple[str, ...]
    """What it reads besides: acc, env, this, function, newtarget, args."""
    output: str
    """What it writes: `acc`, `env` or `none`."""
    throws: bool
    """May it throw an exception?"""
    effect: str
    """On memory: `none`, `read` or `write`."""
    result: str
    """The type of its result, or the rule for it."""
    is_extension: bool
    meaning: str

    @property
    def is_called(self) -> bool:
        """Is it a function of the run-time library, and so a JS_BYTECODE gate?"""
        return self.number >= FIRST_CALLED

    @property
    def function(self) -> str:
        """The library's function that executes it."""
        return LIBRARY + self.name

    @property
    def is_variadic(self) -> bool:
        """Has it a range of registers, which are the library's further arguments?"""
        return "n" in self.operands

    @cached_property
    def fixed_inputs(self) -> int:
        """How many values it takes besides those in a range of registers."""
        return len(self.operands) + len(self.inputs) + (ARGUMENTS in self.inputs)


@cache
def bytecodes() -> dict[str, Bytecode]:
    """The rows of the table by name, in its order."""
    text = (Path(__file__).parent / "bytecodes.csv").read_text(encoding="utf-8")
    return {row["name"]: _bytecode(row) for row in csv.DictReader(text.splitlines())}


def _bytecode(row: dict[str, str]) -> Bytecode:
    return Bytecode(
        number=int(row["number"]),
        name=row["name"],
        operands=row["operands"],
        inputs=tuple(row["inputs"].split()),
        output=row["output"],
        throws=row["throws"] == "yes",
        effect=row["effect"],
        result=row["result"],
        is_extension=row["extension"] == "yes",
        meaning=row["meaning"],
    )

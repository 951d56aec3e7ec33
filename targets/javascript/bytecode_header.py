"""
The prototypes of the run-time library's functions that execute bytecodes.

`python -m circ.targets.javascript.bytecode_header` writes `runtime/bytecodes.h`.
"""

from pathlib import Path

from circ.dialects.circuit.bytecodes import ARGUMENTS, Bytecode, bytecodes

HEADER = Path(__file__).parent / "runtime" / "bytecodes.h"

PLAIN = {"i": "int64_t", "n": "uint64_t", "m": "uint64_t"}
"""The letters of operands that are no values."""

INPUTS = {"function": "function", "this": "this", "newtarget": "new_target"}


def bytecode_header() -> str:
    """The text of `bytecodes.h`."""
    prototypes = "\n".join(map(_prototype, filter(_is_called, bytecodes().values())))
    return f"""\
/* Generated from dialects/circuit/bytecodes.csv by bytecode_header.py. */
#ifndef JS_BYTECODES_H
#define JS_BYTECODES_H

#include "values.h"

{prototypes}

/* What was thrown; afterwards nothing is. */
value js_get_exception(void);

#endif
"""


def _is_called(bytecode: Bytecode) -> bool:
    return bytecode.is_called


def _prototype(bytecode: Bytecode) -> str:
    if bytecode.is_variadic:
        parameters = ["uint64_t count", "..."]
    else:
        operands = [
            f"{PLAIN.get(letter, 'value')} {letter}{k}"
            for k, letter in enumerate(bytecode.operands)
        ]
        parameters = [*operands, *(_input(name) for name in bytecode.inputs)]
    return f"value {bytecode.function}({', '.join(parameters) or 'void'});"


def _input(name: str) -> str:
    if name == ARGUMENTS:
        return "uint64_t argc, uint64_t argv"
    return f"value {INPUTS.get(name, name)}"


if __name__ == "__main__":
    HEADER.write_text(bytecode_header(), encoding="utf-8")

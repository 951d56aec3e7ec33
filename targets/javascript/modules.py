"""Programs in JavaScript and in its bytecode as modules of circuits."""

from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.verifier import verify_module
from circ.targets.javascript.bytecode import Program
from circ.targets.javascript.bytecode_text import read_bytecode, write_bytecode
from circ.targets.javascript.program_builder import build_circuits


def read_javascript_module(text: str, filename: str) -> ModuleOp:
    """The circuits of a script; TypeScript if the file's name says so."""
    from circ.targets.javascript.reader import read_javascript

    return _module(read_javascript(text, filename))


def bytecode_of(text: str, filename: str) -> str:
    """The bytecode of a script as text."""
    from circ.targets.javascript.reader import read_javascript

    return write_bytecode(read_javascript(text, filename))


def read_bytecode_module(text: str, filename: str) -> ModuleOp:
    """The circuits of a program in bytecode."""
    return _module(read_bytecode(text, filename))


def _module(program: Program) -> ModuleOp:
    module = build_circuits(program)
    verify_module(module)
    return module

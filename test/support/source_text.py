"""MLIR text to a verified module, and back."""

from io import StringIO

from xdsl.dialects.builtin import ModuleOp
from xdsl.printer import Printer

from circ.dialects.common.verifier import verify_module
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context


def read(text: str) -> ModuleOp:
    module = parse_module(context(), text, "t.mlir")
    verify_module(module)
    return module


def written(module: ModuleOp, generic: bool = False) -> str:
    text = StringIO()
    Printer(text, print_generic_format=generic).print_op(module)
    return text.getvalue() + "\n"

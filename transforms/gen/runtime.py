"""
Functions of a machine's run-time library in gen, compiled by circ itself.

Each is compiled once a process; a module gets a copy.
"""

from functools import cache

from xdsl.context import Context
from xdsl.dialects import arith, cf, func, math
from xdsl.dialects.builtin import Builtin, StringAttr, UnitAttr

from circ.dialects.gen import FuncOp
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.runtime import path_of
from circ.transforms import pipelines

RUNTIME = "circ.runtime"
"""The attribute of functions that circ added to a module."""


@cache
def _compiled(name: str) -> FuncOp:
    path = path_of(name)
    context = Context()
    for dialect in (Builtin, arith.Arith, cf.Cf, func.Func, math.Math):
        context.load_dialect(dialect)
    source = parse_module(context, path.read_text(encoding="utf-8"), path.name)
    # The library is written in the shape that it is to have.
    module = pipelines.compile(source, "gen", opt=0)
    (function,) = (op for op in module.ops if isinstance(op, FuncOp))
    assert function.sym_name.data == name
    function.sym_visibility = StringAttr("private")
    function.attributes[RUNTIME] = UnitAttr()
    function.detach()
    return function


def runtime_function(name: str) -> FuncOp:
    """A copy of a function of the library."""
    return _compiled(name).clone()

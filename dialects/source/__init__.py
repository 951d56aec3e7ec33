"""
MLIR's own dialects as circ reads them: xDSL's, and the operations that xDSL 0.74 lacks.

A dialect of that name replaces xDSL's in circ's commands (`dialect_named`); its other
operations, attributes and interfaces are xDSL's very classes. docs/xdsl-notes.md says
which operations these are.
"""

from collections.abc import Callable
from importlib import import_module

from xdsl.ir import Dialect

COMPLETED = {
    "affine": "circ.dialects.source.affine",
    "arith": "circ.dialects.source.arith",
    "dlti": "circ.dialects.source.dlti",
    "func": "circ.dialects.source.func",
    "gpu": "circ.dialects.source.gpu",
    "memref": "circ.dialects.source.memref",
    "scf": "circ.dialects.source.scf",
    "ub": "circ.dialects.source.ub",
    "vector": "circ.dialects.source.vector",
}
"""By name of the dialect, the module whose `DIALECT` it is."""


def dialect_named(name: str, factory: Callable[[], Dialect]) -> Callable[[], Dialect]:
    """The factory of a dialect for circ's commands, in place of xDSL's `factory`."""
    path = COMPLETED.get(name)
    if path is None:
        return factory

    def completed() -> Dialect:
        dialect = import_module(path).DIALECT
        assert isinstance(dialect, Dialect), path
        return dialect

    return completed

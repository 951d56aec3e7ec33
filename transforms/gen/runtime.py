"""Functions of the run-time library in gen."""

from circ.dialects.gen import FuncOp
from circ.transforms.runtime.library import library_function


def runtime_function(name: str) -> FuncOp:
    """A copy of a function of the library."""
    function = library_function(name, "gen")
    assert isinstance(function, FuncOp)
    return function

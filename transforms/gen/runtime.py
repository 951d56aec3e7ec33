"""Functions of the run-time library in gen."""

from circ.dialects.gen import FuncOp
from circ.targets.machines import DEFAULT
from circ.transforms.runtime.library import library_function


def runtime_function(name: str, target: str = DEFAULT) -> FuncOp:
    """A copy of a function of a machine's library."""
    function = library_function(name, "gen", target)
    assert isinstance(function, FuncOp)
    return function

"""
How other objects see the names of a machine module: as global, weak or local symbols.

Functions of the run-time library are weak, since other objects have them too.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from circ.dialects.common.linkage import INTERNAL, WEAK, aliases_of, linkage_of
from circ.dialects.common.memory import RUNTIME
from circ.dialects.common.module_functions import symbol_of


class Binding(NamedTuple):
    """A name of a definition or declaration."""

    is_global: bool = True
    is_weak: bool = False

    def line(self, name: str) -> str:
        """The directive that says so; nothing for a local symbol."""
        if not self.is_global:
            return ""
        return f"\t{'.weak' if self.is_weak else '.globl'}\t{name}\n"


Bindings = Mapping[str, Binding]


def bindings_of(module: ModuleOp) -> Bindings:
    """The bindings of all names of a module's functions and objects."""
    return {name: binding for op in module.ops for name, binding in _names(op)}


def names_of(op: Operation) -> list[str]:
    """The names of a function or object, its own one first."""
    name = symbol_of(op)
    assert name is not None, op.name
    return [name, *(alias for alias, _ in aliases_of(op))]


def _names(op: Operation) -> Iterator[tuple[str, Binding]]:
    name, linkage = symbol_of(op), linkage_of(op)
    assert name is not None, op.name
    is_weak = linkage == WEAK or RUNTIME in op.attributes
    is_local = linkage == INTERNAL or is_local_name(name)
    yield name, Binding(not is_local, is_weak and not is_local)
    for alias, is_weak in aliases_of(op):
        yield alias, Binding(is_weak=is_weak)


def is_local_name(name: str) -> bool:
    """Is it a name that no other object may refer to?"""
    return name.startswith(".L")

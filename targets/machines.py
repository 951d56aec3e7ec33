"""
The machines that code is compiled for, by name, and that of a module.

A module names its machine by the attribute `circ.target`, and what is special about it
by `circ.cpu` and `circ.features`, so that passes that run alone know it. Other packages
add machines by entry points of the group `circ.machines`, each of which names a
function from a module to its `Machine` record, as `MACHINES` does here.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pkgutil import resolve_name
from typing import cast

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.machine import Machine

MACHINES: Mapping[str, str] = {"naplespu": "circ.targets.naplespu.machine:machine_for"}
"""circ's own, as `module:function`."""
DEFAULT = "naplespu"
"""The default machine."""
ENTRY_POINTS = "circ.machines"
TARGET = "circ.target"
"""The attribute of a module that names its machine."""
HOST = "host"
"""The level at which llvlir runs as machine code of the host."""


def code_level(level: str) -> str:
    """The level of the code that runs at a level: the host has none of its own."""
    return "llvlir" if level == HOST else level


@cache
def installed() -> Mapping[str, str]:
    """Machines of other packages, as `module:function` by name."""
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=ENTRY_POINTS)}


def is_machine(name: str) -> bool:
    """Is there a machine of that name?"""
    return name in MACHINES or name in installed()


def machine_of(op: Operation, target: str | None = None) -> Machine:
    """
    The machine that the module around an operation is for, or that of a name.

    Raises a Diagnostic where there is none of that name.
    """
    top = op
    while (parent := top.parent_op()) is not None:
        top = parent
    name = target_of(top) if target is None else target
    path = MACHINES.get(name) or installed().get(name)
    if path is None:
        known = ", ".join(sorted({*MACHINES, *installed()}))
        raise Diagnostic(top.location, f"unknown target '{name}' ({known})")
    return cast(Callable[[Operation], Machine], resolve_name(path))(top)


def target_of(module: Operation) -> str:
    """The name of the machine that a module is for."""
    name = module.attributes.get(TARGET)
    if name is None:
        return DEFAULT
    if not isinstance(name, StringAttr):
        raise Diagnostic(module.location, f"{TARGET} must be a string")
    return name.data


def set_target(module: ModuleOp, name: str | None) -> None:
    """Say which machine a module is for; None leaves it as it is."""
    if name is not None and name != target_of(module):
        machine_of(module, name)
        module.attributes[TARGET] = StringAttr(name)

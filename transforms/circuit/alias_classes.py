"""
Alias classes of accesses, from the objects that their addresses are in.

A conversion gives classes for what it sees of one function. Once calls are inlined and
tail calls are loops, more is known: which object an address is in, and which objects of
the frame nothing else reaches. As classes, the scheduler of circuits
(`schedule_memory.py`) and those of the machine know it too.
"""

from collections.abc import Iterable, Sequence

from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.memory import AllocaOp, GlobalOp, LoadOp, StoreOp
from circ.dialects.circuit.types import is_vector
from circ.dialects.common.memory import (
    FRAME_CLASS,
    GLOBAL_CLASS,
    MemoryAttr,
    is_private,
    memory,
    private,
)
from circ.dialects.common.reports import count
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.alias import Aliases
from circ.transforms.circuit.splice import with_class

Access = LoadOp | StoreOp


def class_of(access: Access) -> str:
    """The alias class of an access, empty where unknown."""
    return "" if access.memory is None else access.memory.alias.data


def classify(aliases: Aliases, accesses: Iterable[Access]) -> int:
    """
    Give accesses the classes of their objects; returns how many got another one.

    Linear. Where there are classes of other kinds than objects of the frame and
    globals, such as parts of arrays, only objects that nothing else reaches get one.
    """
    accesses = list(accesses)
    objects: dict[AllocaOp | GlobalOp, list[Access]] = {}
    used: set[str] = set()
    for access in accesses:
        used.add(class_of(access).partition(".")[0])
        if (base := aliases.of(access).base) is not None:
            objects.setdefault(base, []).append(access)
    known = {"", FRAME_CLASS, GLOBAL_CLASS.rstrip(".")}
    plain = {name.rstrip("0123456789") for name in used} <= known
    changed = 0
    for base, group in objects.items():
        if isinstance(base, GlobalOp):
            name = GLOBAL_CLASS + base.sym_name.data
        else:
            name = _frame_class(group, used)
        if base in aliases.private and all(map(_is_scalar, group)):
            name = private(name) if name and not is_private(name) else name
        elif plain:
            group = [access for access in group if not class_of(access)]
        else:
            continue
        for access in group if name else ():
            if class_of(access) != name:
                _set_class(access, name)
                changed += 1
    count("accesses classified", changed)
    return changed


def number_classes(func: FuncOp) -> None:
    """Number the classes of objects of the frame in the order of the circuit."""
    names: dict[str, str] = {}
    for gate in func.body.block.ops:
        known = gate.properties.get("memory")
        if isinstance(known, MemoryAttr):
            name, dot, rest = (alias := known.alias.data).partition(".")
            if name.startswith(FRAME_CLASS):
                new = names.setdefault(name, f"{FRAME_CLASS}{len(names)}") + dot + rest
                if new != alias:
                    gate.properties["memory"] = with_class(known, new)


def _frame_class(group: Sequence[Access], used: set[str]) -> str:
    """The one class of accesses to an object of the frame, or a new one."""
    names = {name for access in group if (name := class_of(access))}
    if len(names) > 1:
        return ""
    if names:
        (name,) = names
        return name if name.startswith(FRAME_CLASS) else ""
    number = len(used)
    while (name := f"{FRAME_CLASS}{number}") in used:
        number += 1
    used.add(name)
    return name


def _is_scalar(access: Access) -> bool:
    """Does an access stay one? Those to vectors may become calls."""
    value = access.result if isinstance(access, LoadOp) else access.value
    return not is_vector(value.type)


def _set_class(access: Access, name: str) -> None:
    known = access.memory
    if known is None:
        value = access.result if isinstance(access, LoadOp) else access.value
        known = memory((width_of(value.type) + 7) // 8)
    access.properties["memory"] = with_class(known, name)

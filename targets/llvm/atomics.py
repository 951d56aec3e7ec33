"""
Atomic accesses, in one thread: LangRef, 'fence', 'cmpxchg' and 'atomicrmw'.

NaplesPU has no atomic access: another thread may come between a load and its store.
All of them are volatile, so that a loop that waits for another thread reads each time.
"""

from xdsl.dialects import arith

from circ.targets.llvm.arithmetic import floats
from circ.targets.llvm.elements import integers, select
from circ.targets.llvm.function_reader import FunctionReader, Handler, Parts
from circ.targets.llvm.memory import Kind, access_flags, load, space_of, store
from circ.targets.llvm.tokens import Cursor


def read_fence(f: FunctionReader, cursor: Cursor) -> None:
    """Accesses stay in order in one thread."""


ATOMICS = {
    "add": "add",
    "sub": "sub",
    "and": "and_",
    "or": "or_",
    "xor": "xor",
    "max": "maxs",
    "min": "mins",
    "umax": "maxu",
    "umin": "minu",
}
_ATOMIC_FLOATS = {
    "fadd": arith.AddfOp,
    "fsub": arith.SubfOp,
    "fmax": arith.MaxnumfOp,
    "fmin": arith.MinnumfOp,
}


def read_atomicrmw(f: FunctionReader, cursor: Cursor) -> Parts:
    """A load, the operation and a store: NaplesPU has no atomic access."""
    access_flags(cursor)
    name = cursor.take()
    pointer, (address,) = f.typed(cursor)
    kind = Kind(True, space_of(f, pointer))
    cursor.expect(",")
    type, value = f.typed(cursor)
    align = f.module.layout.align(type)
    before = load(f, type, address, align, kind)
    match name:
        case "xchg":
            after = value
        case "nand":
            after = integers(f, type, "not_", integers(f, type, "and_", before, value))
        case _ if name in ATOMICS:
            after = integers(f, type, ATOMICS[name], before, value)
        case _ if name in _ATOMIC_FLOATS:
            after = floats(f, _ATOMIC_FLOATS[name], type, before, value)
        case _:
            f.fail(f"'atomicrmw {name}'")
    store(f, type, after, address, align, kind)
    return before


def read_cmpxchg(f: FunctionReader, cursor: Cursor) -> Parts:
    """Always succeeds where the values are equal."""
    cursor.accept("weak")
    access_flags(cursor)
    pointer, (address,) = f.typed(cursor)
    kind = Kind(True, space_of(f, pointer))
    cursor.expect(",")
    type, expected = f.typed(cursor)
    cursor.expect(",")
    _, value = f.typed(cursor)
    align = f.module.layout.align(type)
    before = load(f, type, address, align, kind)
    width = getattr(type, "width", 32)
    (equal,) = f.integers(type).icmp("eq", width, tuple(before), tuple(expected))
    store(f, type, select(f, equal, value, before), address, align, kind)
    return [*before, equal]


ATOMIC: dict[str, Handler] = {
    "fence": read_fence,
    "atomicrmw": read_atomicrmw,
    "cmpxchg": read_cmpxchg,
}

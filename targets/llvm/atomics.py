"""
Atomic accesses, in one thread: LangRef, 'fence', 'cmpxchg' and 'atomicrmw'.

In a module with kernels each is a function that lanes execute in turn.

NaplesPU has no atomic access: another thread may come between a load and its store.
All of them are volatile, so that a loop that waits for another thread reads each time.
"""

from collections.abc import Sequence

from xdsl.dialects import arith, func
from xdsl.dialects.builtin import SymbolRefAttr, UnitAttr
from xdsl.ir import Block, Operation, Region

from circ.dialects.common.kernel import IN_TURN
from circ.dialects.common.symbols import set_private
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


def _in_turn(read: Handler) -> Handler:
    """What is read as a call, in a module with kernels."""

    def read_call(f: FunctionReader, cursor: Cursor) -> Parts | None:
        with f.collected() as ops:
            results = read(f, cursor)
        if not f.module.has_kernels or results is None:
            for op in ops:
                f.emit(op)
            return results
        return _call(f, ops, results)

    return read_call


def _call(f: FunctionReader, ops: Sequence[Operation], results: Parts) -> Parts:
    """Move operations to a function of their own, and call it."""
    own = {result for op in ops for result in op.results}
    operands = (operand for op in ops for operand in op.operands)
    given = [*dict.fromkeys(operand for operand in operands if operand not in own)]
    types = [value.type for value in results]
    block = Block(arg_types=[value.type for value in given])
    parameters = dict(zip(given, block.args, strict=True))
    for op in ops:
        op.operands = [parameters.get(operand, operand) for operand in op.operands]
    block.add_ops([*ops, func.ReturnOp(*results)])
    name = f"{IN_TURN}.{len(f.module.in_turn)}"
    function = func.FuncOp(name, (block.arg_types, types), Region(block))
    function.location = f.location
    function.attributes[IN_TURN] = UnitAttr()
    set_private(function)
    f.module.in_turn.append(function)
    return f.make(func.CallOp, given, types, {"callee": SymbolRefAttr(name)})


ATOMIC: dict[str, Handler] = {
    "fence": read_fence,
    "atomicrmw": _in_turn(read_atomicrmw),
    "cmpxchg": _in_turn(read_cmpxchg),
}

"""
Atomic operations of kernels at source level: items do them one after the other.

Each becomes a call of a function that lanes execute in turn (`circ.in_turn`), with the
element as an array without dimensions. The kernel's attribute says `takes_turns`, and
`global_atomics` where the memory is not known to be a group's own: the machine has no
atomic access, which leaves that to one thread.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import (
    FunctionType,
    MemRefType,
    ModuleOp,
    StridedLayoutAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.rewriter import Rewriter

from circ.dialects.common.kernel import (
    GLOBAL_ATOMICS,
    IN_TURN,
    KERNEL,
    TAKES_TURNS,
    KernelAttr,
    kernel_of,
)
from circ.dialects.common.memory import SCRATCHPAD_SPACE
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.symbols import set_private, symbols_in
from circ.dialects.source import pointer
from circ.dialects.source.layout import ArrayType, dynamic_type, space_of, view_type
from circ.dialects.source.memref import ATOMIC_KINDS, AtomicRMWOp


def take_turns(module: ModuleOp) -> None:
    """Make calls of the atomic operations of a module's kernels, and mark these."""
    functions = definitions(module)
    for function in [*functions.values()]:
        kernel = kernel_of(function)
        if kernel is None or not isinstance(function, func.FuncOp):
            continue
        marks: set[str] = set()
        for reached in _reached(function, functions):
            is_called = IN_TURN in reached.attributes
            for op in [*reached.walk()]:
                if is_called or isinstance(op, AtomicRMWOp):
                    marks |= _marks(op)
                if not is_called and isinstance(op, AtomicRMWOp):
                    _call_in_turn(module, op)
        if marks:
            further = {
                **kernel.further.data,
                **dict.fromkeys(sorted(marks), UnitAttr()),
            }
            function.attributes[KERNEL] = KernelAttr.of(kernel.texts, further)


def has_atomics(op: Operation) -> bool:
    """Is there an atomic operation in an operation, or in a function that it calls?"""
    module = op
    while module is not None and not isinstance(module, ModuleOp):
        module = module.parent_op()
    functions = {} if module is None else definitions(module)
    return any(
        isinstance(each, AtomicRMWOp)
        for part in _reached(op, functions)
        for each in part.walk()
    )


def _reached(op: Operation, functions: Mapping[str, Operation]) -> Sequence[Operation]:
    """An operation, and the functions that are referred to in it, each once."""
    found, known = [op], {op}
    for part in found:
        for each in part.walk():
            for name in symbols_in(each.properties.values()):
                called = functions.get(name)
                if called is not None and called not in known:
                    known.add(called)
                    found.append(called)
    return found


def _marks(op: Operation) -> set[str]:
    """What a kernel says because of an operation that items do in turn."""
    match op:
        case AtomicRMWOp():
            space = space_of(cast("ArrayType", op.memref.type))
        case pointer.LoadOp() | pointer.StoreOp():
            space = op.access.space.data
        case _:
            return {TAKES_TURNS}
    own = space == SCRATCHPAD_SPACE
    return {TAKES_TURNS} if own else {TAKES_TURNS, GLOBAL_ATOMICS}


def _call_in_turn(module: ModuleOp, op: AtomicRMWOp) -> None:
    """Replace an operation, unless its array or its indices are to be diagnosed."""
    array = view_type(op.memref.type) or dynamic_type(op.memref.type)
    if array is None or len(op.indices) != array.get_num_dims():
        return
    kind, type = list(ATOMIC_KINDS)[op.kind.value.data], op.value.type
    space = space_of(array)
    name = f"{IN_TURN}.{kind}.{type}.{space}"
    element = MemRefType[Attribute](
        array.element_type, [], StridedLayoutAttr([], None), array.memory_space
    )
    if name not in definitions(module):
        module.body.block.add_op(_update(op, name, element))
    ones = [1] * len(op.indices)
    place = memref.SubviewOp.get(op.memref, [*op.indices], ones, ones, element)
    call = func.CallOp(name, [op.value, place.result], [type])
    place.location = call.location = op.location
    Rewriter.replace_op(op, [place, call])


def _update(op: AtomicRMWOp, name: str, element: Attribute) -> func.FuncOp:
    """A function that does what an operation does, to the element that it is given."""
    type = op.value.type
    block = Block(arg_types=[type, element])
    update = AtomicRMWOp.create(
        operands=block.args, result_types=[type], properties={"kind": op.kind}
    )
    block.add_ops([update, func.ReturnOp(update.result)])
    signature = FunctionType.from_lists([type, element], [type])
    made = func.FuncOp(name, signature, Region(block))
    made.attributes[IN_TURN] = UnitAttr()
    set_private(made)
    for part in made.walk():
        part.location = op.location
    return made

"""
What a kernel's registers hold on entry, of structs that are passed by value.

A host passes the address of a struct. Of an argument `structure.N` the registers are
loaded from there before the kernel begins: the pushed ones, and the argument's own with
the first bytes.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from xdsl.dialects.builtin import FunctionType
from xdsl.ir import SSAValue

from circ.dialects.common.kernel import kernel_of, struct_bytes
from circ.dialects.common.memory import SIGNATURE, MemoryAttr, memory
from circ.dialects.common.signatures import registers_each
from circ.dialects.gen.function import FuncOp
from circ.dialects.gen.rules import family_of
from circ.dialects.gen.types import FAMILY_BYTES, shape_of

STRUCT_ALIGN = 4
"""The alignment of the struct that a host passes, in bytes."""


def struct_access(size: int, offset: int) -> MemoryAttr:
    """The memory operand of an access to a part of a struct."""
    return memory(size, min(size & -size, STRUCT_ALIGN, offset & -offset or size))


def argument_registers(func: FuncOp) -> list[Sequence[SSAValue]]:
    """
    The registers of each argument of a kernel; those of hidden parameters are last.

    An argument that has a source type may be in several.
    """
    kernel = kernel_of(func)
    count = 0 if kernel is None else len(kernel.kinds)
    signature = func.attributes.get(SIGNATURE)
    each = [1] * count
    if isinstance(signature, FunctionType):
        shapes = tuple(map(shape_of, func.inputs_of_families))
        each = registers_each(signature.inputs.data[:count], shapes)
    ends = [*accumulate(each, initial=0)]
    return [func.inputs[first:end] for first, end in pairwise(ends)]


def structs_of(func: FuncOp) -> list[SSAValue]:
    """The registers of the arguments of kind `structure.N`."""
    kernel = kernel_of(func)
    return [
        registers[0]
        for registers, kind in zip(
            argument_registers(func), () if kernel is None else kernel.kinds
        )
        if struct_bytes(kind, "structure") is not None
    ]


def loads_on_entry(
    func: FuncOp,
) -> Iterator[tuple[SSAValue, SSAValue, MemoryAttr, int]]:
    """Registers, those with the address, operands, offsets: in the order of loading."""
    kernel = kernel_of(func)
    if kernel is None or func.is_declaration:
        return
    inputs = [registers[0] for registers in argument_registers(func)]
    own = [
        (inputs[number], number, 0)
        for number, kind in enumerate(kernel.kinds)
        if struct_bytes(kind, "structure") is not None
    ]
    pushed = [
        (register.handle, *place)
        for register in func.registers
        if (place := register.pushed_from) is not None
    ]
    # An argument's own register has the address until all others are loaded.
    for register, number, offset in (*pushed, *own):
        size = FAMILY_BYTES[family_of(register)]
        yield register, inputs[number], struct_access(size, offset), offset

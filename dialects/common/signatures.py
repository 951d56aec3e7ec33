"""
Whether the registers of a function can hold what its `circ.signature` says.

The signature is in source terms, registers are those of a level. One holds as many
bits as a value has; what the levels below split is as many registers as it has parts:
vectors of other lengths are vectors of `LANES` lanes, lanes of 64 bits scalars, and
those two words.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import NamedTuple

from xdsl.dialects.builtin import (
    AnyFloat,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneType,
    VectorType,
)
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.memory import SIGNATURE

WORD = 32
"""Bits of an address, and of an `index`."""
WIDE = 64
LANES = 16
"""Of a vector of the machine; lane 0 is in the lowest bits."""

IN_MEMORY = "circ.results_in_memory"
"""
The attribute of functions that return their results at an address that they are given.

It is the first argument and the first result; vectors and masks are results as before.
"""


class Shape(NamedTuple):
    """What a register holds."""

    lanes: int
    """0 of a scalar, which a vector of one lane is not."""
    width: int
    """Bits of a scalar or of each lane."""

    def __str__(self) -> str:
        bits = f"{self.width} bit{'' if self.width == 1 else 's'}"
        return f"{self.lanes} lanes of {bits}" if self.lanes else bits


def layout(lanes: int, width: int) -> tuple[int, int]:
    """How many parts a vector has, and the lanes of each; one lane is a scalar."""
    return (lanes, 1) if width == WIDE else (-(-lanes // LANES), LANES)


def shape_of(type: Attribute) -> Shape | None:
    """The shape of a value of a source type; None where no register holds one."""
    match type:
        case IntegerType():
            return Shape(0, type.width.data)
        case IndexType() | MemRefType() | FunctionType() | NoneType():
            return Shape(0, WORD)  # none: a parameter that nothing reads
        case VectorType():
            element, lanes = shape_of(type.element_type), prod(type.get_shape())
            if type.get_num_scalable_dims() or lanes < 1 or element is None:
                return None
            return Shape(lanes, element.width)
        case _ if isinstance(type, AnyFloat):
            return Shape(0, type.bitwidth)
        case _:
            return None


def _split(shape: Shape) -> list[Shape]:
    """The parts of a value that is split; of another one, itself."""
    if shape.lanes and (shape.lanes != LANES or shape.width == WIDE):
        count, lanes = layout(*shape)
        return [Shape(lanes if lanes > 1 else 0, shape.width)] * count
    return [Shape(0, WORD)] * 2 if shape == (0, WIDE) else [shape]


def _forms(shape: Shape) -> Iterator[list[Shape]]:
    """The registers that may hold a value: one, or one for each part, and so on."""
    form = [shape]
    yield form
    while (parts := [part for whole in form for part in _split(whole)]) != form:
        form = parts
        yield form


def check_signature(
    function: Operation,
    inputs: Sequence[Shape] | None = None,
    outputs: Sequence[Shape] | None = None,
) -> FunctionType | None:
    """
    Check `circ.signature` against the registers of a function; None without one.

    `inputs` and `outputs` are the shapes of the registers of parameters and results;
    None where the level does not say. Raises a VerifyException.
    """
    signature = function.attributes.get(SIGNATURE)
    if signature is None:
        return None
    if not isinstance(signature, FunctionType):
        message = f"'{SIGNATURE}' must be a function type, but is {signature}"
        raise VerifyException(message)
    for types, registers, what in (
        (signature.inputs.data, inputs, "argument"),
        (signature.outputs.data, outputs, "result"),
    ):
        check_values(types, registers, what)
    return signature


def check_values(
    types: Sequence[Attribute],
    registers: Sequence[Shape] | None,
    what: str,
    first: int = 0,
) -> None:
    """Check values of source types, numbered from `first`, against their registers."""
    place = 0
    for position, type in enumerate(types, first):
        subject = f"{what} {position} of '{SIGNATURE}', {type},"
        shape = shape_of(type)
        if shape is None:
            raise VerifyException(f"{subject} is of a type that no register holds")
        if registers is None:
            continue
        for form in _forms(shape):
            if registers[place : place + len(form)] == form:
                place += len(form)
                break
        else:
            found = ", ".join(map(str, registers[place:])) or "none is left"
            message = f"{subject} is not what the function's registers hold: {found}"
            raise VerifyException(message)
    if registers is not None and place < len(registers):
        raise VerifyException(
            f"{what} {first + len(types)} of the function is not in '{SIGNATURE}'"
        )


def check_machine(
    function: Operation,
    inputs: Sequence[bool],
    outputs: Sequence[Sequence[bool]],
    some: bool = False,
) -> None:
    """
    As `check_signature`, of a function whose registers only are vectors or are not.

    `inputs` may be `some` of the arguments, the first of their kinds, where the others
    are on the stack; `outputs` are the results of each return. Masks are scalars.
    """
    signature = check_signature(function)
    if signature is None:
        return
    taken, given = (_vectors(types) for types in (signature.inputs, signature.outputs))
    if taken is None or given is None:
        return
    if IN_MEMORY in function.attributes:
        taken, given = [False, *taken], [False, *filter(None, given)]
        outputs = [[vectors[0], *filter(None, vectors)] for vectors in outputs]
    if some:
        left, wanted = Counter(inputs), taken
        taken = list[bool]()
        for vector in wanted:
            taken += [vector] if left[vector] > 0 else []
            left[vector] -= 1
    for what, wanted, found in (
        ("arguments", taken, inputs),
        *(("results", given, each) for each in outputs),
    ):
        if [*found] != wanted:
            raise VerifyException(
                f"'{SIGNATURE}' has {what} in {_named(wanted)}, "
                f"but the function in {_named(found)}"
            )


def _vectors(types: Iterable[Attribute]) -> list[bool] | None:
    """Of the registers of values, which are vectors; None where that is not known."""
    found: list[bool] = []
    for type in types:
        shape = shape_of(type)
        assert shape is not None, "it was checked"
        *_, form = _forms(shape)
        if any(part.width > WORD for part in form):
            return None
        found += [part.lanes > 0 and part.width > 1 for part in form]
    return found


def _named(vectors: Sequence[bool]) -> str:
    files = ("scalar", "vector")
    return f"({', '.join(files[vector] for vector in vectors)})"

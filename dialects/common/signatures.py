"""
Whether the registers of a function can hold what its `circ.signature` says.

The signature has source types, the registers are those of a level. A value is in one
register of its shape, or it is split: a vector of another length into vectors of
`SPLIT_LANES` lanes, one with lanes of 64 bits into scalars, and those into two words.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import prod
from typing import NamedTuple

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneType,
    StridedLayoutAttr,
    VectorType,
)
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.address_width import widest_address
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.represented import representation_of
from circ.dialects.common.widths import WORD

WIDE = 64
"""Bits of the numbers that machines with registers of 32 bits have as two words."""
MOST_LANES = 256
"""Limit on the lanes of a vector above the machine level, in all its dimensions."""
SPLIT_LANES = 16
"""Of the vectors that a vector is split into; lane 0 is in the lowest bits."""

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

    @property
    def is_vector(self) -> bool:
        """Is it held in a vector register? Masks are scalars."""
        return self.lanes > 0 and self.width > 1

    def __str__(self) -> str:
        bits = f"{self.width} bit{'' if self.width == 1 else 's'}"
        return f"{self.lanes} lanes of {bits}" if self.lanes else bits


def layout(lanes: int, width: int) -> tuple[int, int]:
    """How many parts a vector has, and the lanes of each; one lane is a scalar."""
    return (lanes, 1) if width == WIDE else (-(-lanes // SPLIT_LANES), SPLIT_LANES)


def shape_of(type: Attribute) -> Shape | None:
    """The shape of a value of a source type; None where no register holds one."""
    match type := representation_of(type):
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


def dynamic_words(type: Attribute) -> int:
    """The words after the address of an array: its dynamic extents and strides."""
    if not isinstance(type, MemRefType):
        return 0
    extents, layout = type.get_shape(), type.layout
    strides = layout.get_strides() if isinstance(layout, StridedLayoutAttr) else ()
    return extents.count(DYNAMIC_INDEX) + [*strides].count(None)


def _split(shape: Shape, word: int) -> list[Shape]:
    """The parts of a value that is split; of another one, itself."""
    wide = word < shape.width == WIDE
    if shape.lanes and wide:
        return [Shape(0, WIDE)] * shape.lanes
    if shape.lanes and shape.lanes != SPLIT_LANES:
        return [Shape(SPLIT_LANES, shape.width)] * -(-shape.lanes // SPLIT_LANES)
    return [Shape(0, word)] * 2 if wide else [shape]


@cache
def _forms(
    type: Attribute, word: int = WORD, addresses: int = WORD
) -> list[tuple[Shape, ...]]:
    """
    The registers that may hold a value: one, or one for each part, and so on.

    Verifiers ask for the same few types after every pass. None hold some types.
    `addresses` is the width of addresses, and of what is as wide as one.
    """
    shape = shape_of(type)
    forms: list[tuple[Shape, ...]] = []
    form = () if shape is None else (shape,) * (1 + dynamic_words(type))
    if addresses > WORD and isinstance(type, IndexType | MemRefType | FunctionType):
        # Not the last form, which is that of machines with words of 32 bits.
        forms.append((Shape(0, WIDE),) * len(form))
    while form and (not forms or form != forms[-1]):
        forms.append(form)
        form = tuple(part for whole in form for part in _split(whole, word))
    return forms


def check_signature(
    function: Operation,
    inputs: tuple[Shape, ...] | None = None,
    outputs: tuple[Shape, ...] | None = None,
) -> FunctionType | None:
    """
    Check `circ.signature` against the registers of a function; None without one.

    `inputs` and `outputs` are the shapes of the registers of parameters and results;
    None where the level does not say. Raises a VerifyException.
    """
    signature = function.attributes.get(SIGNATURE)
    if signature is None:
        return None
    return _checked(signature, inputs, outputs, widest_address(function))


@cache
def _checked(
    signature: Attribute,
    inputs: tuple[Shape, ...] | None,
    outputs: tuple[Shape, ...] | None,
    addresses: int,
) -> FunctionType:
    if not isinstance(signature, FunctionType):
        message = f"'{SIGNATURE}' must be a function type, but is {signature}"
        raise VerifyException(message)
    check_values(signature.inputs.data, inputs, "argument", addresses=addresses)
    check_values(signature.outputs.data, outputs, "result", addresses=addresses)
    return signature


def check_values(
    types: Sequence[Attribute],
    registers: tuple[Shape, ...] | None,
    what: str,
    first: int = 0,
    addresses: int = WORD,
) -> None:
    """Check values of source types, numbered from `first`, against their registers."""
    place = 0
    for position, type in enumerate(types, first):
        if not (forms := _forms(type, addresses=addresses)):
            found = "is of a type that no register holds"
        elif registers is None:
            continue
        else:
            if (taken := _taken(forms, registers, place)) is not None:
                place += taken
                continue
            held = ", ".join(map(str, registers[place:])) or "none is left"
            found = f"is not what the function's registers hold: {held}"
        raise VerifyException(f"{what} {position} of '{SIGNATURE}', {type}, {found}")
    if registers is not None and place < len(registers):
        raise VerifyException(
            f"{what} {first + len(types)} of the function is not in '{SIGNATURE}'"
        )


def _taken(
    forms: Sequence[tuple[Shape, ...]], registers: tuple[Shape, ...], place: int
) -> int | None:
    """How many registers from `place` on hold a value; None if they do not."""
    lengths = (len(f) for f in forms if registers[place : place + len(f)] == f)
    return next(lengths, None)


def registers_each(
    types: Sequence[Attribute], registers: tuple[Shape, ...]
) -> list[int]:
    """How many registers hold each value of some source types, which fit."""
    counts: list[int] = []
    for type in types:
        counts.append(_taken(_forms(type), registers, sum(counts)) or 0)
    return counts


def check_register_files(
    function: Operation,
    word: int,
    inputs: Sequence[bool],
    outputs: Sequence[Sequence[bool]],
    some: bool = False,
) -> None:
    """
    Check `circ.signature` against the register files of a machine's function.

    `word` is the width of the machine's scalar registers and of its lanes in bits.
    `inputs` and `outputs` tell for each parameter, and for each result of each return,
    whether its register is a vector register; masks are in scalar ones. With `some`,
    `inputs` are the first parameters of each register file, and the stack has the rest.
    Raises a VerifyException.
    """
    signature = check_signature(function)
    if signature is None or (files := _register_files(signature, word)) is None:
        return
    taken, given = files
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


@cache
def _register_files(
    signature: FunctionType, word: int
) -> tuple[list[bool], list[bool]] | None:
    """
    For each register of the arguments and of the results: is it a vector register?

    None where that is not known, since a value is wider than the machine's registers.
    """
    taken, given = (
        [part for type in types for part in _forms(type, word)[-1]]
        for types in (signature.inputs, signature.outputs)
    )
    if any(part.width > word for part in (*taken, *given)):
        return None
    return [part.is_vector for part in taken], [part.is_vector for part in given]


def _named(vectors: Sequence[bool]) -> str:
    files = ("scalar", "vector")
    return f"({', '.join(files[vector] for vector in vectors)})"

"""
What operations of llvlir have in common, as the encoder of bytecode needs it.

Operations of one shape differ in operands, immediates and memory operands alone. Shapes
are found by the `id`s of attributes, and kept from one module to the next one.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from xdsl.ir import Attribute, Operation

from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.state import size_of
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir import ops as llvlir
from circ.dialects.llvlir.table import Row
from circ.targets.llvlir.code_table import (
    MEMORY,
    Code,
    natural_alignment,
    natural_memory,
    takes_any,
)
from circ.targets.llvlir.leb import Writer

ALIGN_BIT, SPACE_BIT, VOLATILE_BIT, SIZE_BIT, HAS_MEMORY = 1, 2, 4, 8, 16

TWO_WAY = (llvlir.CompareBranchOp, llvlir.PredicateBranchOp)
CodedOp: TypeAlias = llvlir.TableOp | llvlir.CompareBranchOp | llvlir.PredicateBranchOp
"""Operations that have a code of the table, or are written by their numbers."""


@dataclass(eq=False, slots=True)
class Shape:
    """What operations that differ in operands and immediates alone have in common."""

    row: Row
    types: tuple[Attribute, ...]
    first: dict[int | None, Code]
    """The codes of the operation alone."""
    atom: int
    """The number of its atom, -1 where only its number can be written."""
    escape: bytes
    """Its head where it has no code."""
    immediates: tuple[tuple[str, Callable[[Writer, int], None]], ...]
    """The properties that hold them, and how each is written."""
    only_immediate: str | None
    """The property of its immediate, if it has one only."""
    is_access: bool
    operands: tuple[int, ...]
    """The numbers of the types of its operands, without those passed to successors."""
    result: int
    """The number of the type of its result, -1 without one."""
    has_payload: bool
    """Are there bytes between its code and its operands, beside its only immediate?"""
    prefixes: dict[int, tuple[bytes, str]] = field(
        default_factory=dict[int, tuple[bytes, str]]
    )
    """
    By the `id` of a memory operand, the prefix of the access and its alias class.

    The prefix is empty for a natural access.
    """


@dataclass(eq=False, slots=True)
class Kind:
    """What is known of the operations of a class."""

    shared: tuple[str, ...]
    """The properties that tell their shapes apart."""
    only_types: bool
    """Are they told apart by their type parameters alone?"""
    is_branch: bool
    shapes: dict[int | tuple[int, ...], Shape] = field(
        default_factory=dict[int | tuple[int, ...], Shape]
    )
    """By the `id`s of attributes."""
    equal_shapes: dict[tuple[object, ...], Shape] = field(
        default_factory=dict[tuple[object, ...], Shape]
    )


class Known:
    """Shapes and types that were met, in this module or in one before it."""

    def __init__(self) -> None:
        self.kinds: dict[type[Operation], Kind | None] = {}
        """None for operations that are not of the table."""
        self.type_numbers: dict[int, int] = {}
        """By the `id` of a type: a number for types that are equal."""
        self.types: dict[Attribute, int] = {}
        self.attributes: list[Attribute | None] = []
        """Keeps alive the attributes whose `id`s are used."""


MOST_KNOWN = 1 << 14
"""Attributes that are kept from one module to the next one."""
_known: dict[tuple[int, int], Known] = {}
"""By profile and width of addresses, which the types of operands depend on."""


def known_of(profile: int, address_width: int) -> Known:
    """What is known from earlier modules, if it is not too much."""
    key = profile, address_width
    found = _known.get(key)
    if found is None or len(found.attributes) > MOST_KNOWN:
        found = _known[key] = Known()
    return found


def kind_of(op: Operation) -> Kind | None:
    """What is known of the class of an operation; None if it is not of the table."""
    if not isinstance(op, CodedOp):
        return None
    is_branch = isinstance(op, TWO_WAY)
    letters = {"c": "condition", "d": "rounding", "o": "order"}
    shared = [name for letter, name in letters.items() if letter in op.ROW.inputs]
    if op.ROW.parameters and not is_branch:
        shared.append("types")
    only_types = shared == ["types"] and not takes_any(op.ROW)
    return Kind(tuple(shared), only_types, is_branch)


UNMET = Kind((), False, False)
"""Stands for the kind of a class that was not met yet."""


def write_float_bits(writer: Writer, bits: int, width: int) -> None:
    """The number of bytes that are not zero at the end, and these, the high ones."""
    data = bits.to_bytes(size_of(width), "big").rstrip(b"\0")
    writer.string(data)


def immediates_of(
    row: Row, types: tuple[Attribute, ...]
) -> Iterator[tuple[str, Callable[[Writer, int], None]]]:
    """The properties of a row's immediates, and how each is written."""
    for letter, name in row.arguments:
        if letter != "i":
            continue
        assert name is not None
        if row.immediate in ("signed", "offset"):
            yield name, Writer.signed
        elif row.immediate == "bits":
            width = width_of(types[0])
            yield name, partial(write_float_bits, width=width)
        else:
            yield name, Writer.unsigned


def memory_prefix(shape: Shape, attribute: Attribute | None) -> tuple[bytes, str]:
    """The prefix of an access, empty for a natural one, and its alias class."""
    writer = Writer()
    writer.unsigned(MEMORY)
    if not isinstance(attribute, MemoryAttr):
        writer.unsigned(0)
        return bytes(writer.data), ""
    natural = natural_memory(shape.row, shape.types)
    size, align = attribute.size.data, attribute.align.data
    space, volatile = attribute.space.data, attribute.volatile.data
    flags = HAS_MEMORY | (VOLATILE_BIT if volatile else 0)
    flags |= SIZE_BIT if size != natural.size.data else 0
    flags |= ALIGN_BIT if align != natural_alignment(size) else 0
    flags |= SPACE_BIT if space else 0
    if flags == HAS_MEMORY:
        return b"", attribute.alias.data
    writer.unsigned(flags)
    if flags & SIZE_BIT:
        writer.unsigned(size)
    if flags & ALIGN_BIT:
        writer.unsigned(align.bit_length() - 1)
    if flags & SPACE_BIT:
        writer.unsigned(space)
    return bytes(writer.data), attribute.alias.data

"""
Arguments and results of NaplesPU functions, by the calling convention.

docs/reference/naplespu-isa.md, sections 1.3 and 1.4. A number has a scalar register or
a word on the stack; so have sixteen bools, the low bits of it. A vector has a vector
register, or 64 bytes, whatever the width of its lanes. Outside it is one number, as at
all levels.
"""

import struct
from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import FunctionType
from xdsl.ir import Attribute

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.lanes import pack, unpack
from circ.dialects.common.struct_layout import StructLayout
from circ.dialects.naplespu.register_file import LANES, SP
from circ.dialects.naplespu.registers import FIRST_VECTOR
from circ.dialects.source.layout import lane_width, register_width, vector_type
from circ.targets.naplespu.description.calling_convention import (
    FILES,
    STACK_ALIGNMENT,
    WORD,
    StackPlace,
    argument_places,
)
from circ.targets.naplespu.description.returned_struct import returned_struct
from circ.targets.naplespu.simulator.machine import Machine

WORD_BITS = 8 * WORD


def in_vector(type: Attribute) -> bool:
    """Is a value of a source type in a vector register?"""
    return vector_type(type) is not None and lane_width(type) != 1


def is_mask(type: Attribute) -> bool:
    """Is a value of a source type sixteen bools?"""
    return vector_type(type) is not None and lane_width(type) == 1


def struct_of(signature: FunctionType) -> StructLayout | None:
    """The struct in which a function returns its numbers, if it does."""
    widths = [
        register_width(type) or WORD_BITS
        for type in signature.outputs
        if vector_type(type) is None
    ]
    return returned_struct(widths, sum(map(is_mask, signature.outputs)))


def check_words(signature: FunctionType, entry: str) -> None:
    """Diagnose what the convention cannot pass: more than a word, many results."""
    for type in (*signature.inputs, *signature.outputs):
        width = lane_width(type) if in_vector(type) else register_width(type)
        if width is not None and width > WORD_BITS:
            message = f"'{entry}': type {type} at level naplespu is not supported"
            raise Diagnostic(None, message)
    vectors = sum(map(in_vector, signature.outputs))
    scalars = len(signature.outputs) - vectors
    if struct_of(signature) is not None:
        scalars = 1 + sum(map(is_mask, signature.outputs))
    counts = (scalars, vectors)
    for count, file in zip(counts, FILES, strict=True):
        if count > (most := len(file.results)):
            message = f"'{entry}': more than {most} results are not supported"
            raise Diagnostic(None, message)


def pass_arguments(
    machine: Machine, types: Sequence[Attribute], values: Sequence[int], stack: int
) -> None:
    """Into registers, and where these end into memory from `sp`, below `stack`, on."""
    vectors = list(map(in_vector, types))
    places, size = argument_places(vectors)
    machine.scalar[SP] = stack - -(-size // STACK_ALIGNMENT) * STACK_ALIGNMENT
    for type, place, value, vector in zip(types, places, values, vectors, strict=True):
        words = [value]
        if vector:
            words = unpack(INTS, LANES, lane_width(type) or 0, value)
        if isinstance(place, StackPlace):
            data = struct.pack(f"<{len(words)}I", *words)
            machine.memory.write(machine.scalar[SP] + place.offset, data)
        elif vector:
            machine.vector[place - FIRST_VECTOR] = words
        else:
            machine.scalar[place] = value


def passed_arguments(machine: Machine, types: Sequence[Attribute]) -> list[int]:
    """The arguments of a call that has just been made."""
    vectors = list(map(in_vector, types))
    places, _ = argument_places(vectors)
    values: list[int] = []
    for type, place, vector in zip(types, places, vectors, strict=True):
        if isinstance(place, StackPlace):
            size = WORD * LANES if vector else WORD
            data = machine.memory.read(machine.scalar[SP] + place.offset, size)
            words = struct.unpack(f"<{size // WORD}I", data)
        elif vector:
            words = machine.vector[place - FIRST_VECTOR]
        else:
            words = [machine.scalar[place]]
        values.append(_value(type, words))
    return values


def results_of(machine: Machine, signature: FunctionType) -> list[int]:
    """What a function that has just returned gives back."""
    scalars, vectors = (iter(file.results) for file in FILES)
    stored: Iterator[int] | None = None
    if (layout := struct_of(signature)) is not None:
        start = machine.scalar[next(scalars)]
        stored = iter(
            [
                int.from_bytes(machine.memory.read(start + offset, size), "little")
                for offset, size in zip(layout.offsets, layout.sizes, strict=True)
            ]
        )
    values: list[int] = []
    for type in signature.outputs:
        if in_vector(type):
            words = machine.vector[next(vectors) - FIRST_VECTOR]
        elif stored is not None and not is_mask(type):
            words = [next(stored)]
        else:
            words = [machine.scalar[next(scalars)]]
        values.append(_value(type, words))
    return values


def _value(type: Attribute, words: Sequence[int]) -> int:
    """The bits of a value, from its register: what is above it is anything."""
    if not in_vector(type):
        return words[0] & ((1 << (register_width(type) or WORD_BITS)) - 1)
    width = lane_width(type) or 0
    return pack(INTS, width, [word & ((1 << width) - 1) for word in words])

"""
The one-byte codes of bytecode format 2, from `codes.csv`.

A code stands for one to three operations with their types, conditions and sometimes an
immediate. Each operation after the first uses the result of the one before it; such
operands, written `^0`, take no bytes. Every beginning of a sequence in the table is in
the table too, so that an encoder extends a sequence operation by operation.

Each profile has a column of its own.

A line is a row's name, its type parameters, its condition, `next` for a branch whose
other successor is the following block, `#` and a fixed immediate, and the operands that
are the previous result. Accesses are natural ones.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from xdsl.ir import Attribute

from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.common.widths import WORD
from circ.dialects.llvlir.codes import CONDITIONS
from circ.dialects.llvlir.rows import int_attr
from circ.dialects.llvlir.rules import access_width
from circ.dialects.llvlir.table import Row, row_of_name
from circ.dialects.llvlir.types import (
    RegisterType,
    f,
    general,
    integer,
    is_integer,
    is_number,
)
from circ.dialects.llvlir.typing import value_types

ESCAPE, MEMORY, WEIGHTS, VARIADIC = range(4)
"""Codes of a row written by its number, and of prefixes."""
JUMP, NEXT, RETURN, TABLE, CALL, CALL_NAMED, CALL_INDIRECT = range(4, 11)
FIRST = 12
"""The first code of `codes.csv`; 11 is reserved."""

PARAMETERS_AND_RESULTS = 8
"""Types of values that no byte stands for are repeated after this number of them."""


class Atom(NamedTuple):
    """What tells operations apart in the table, but for immediates and operands."""

    row: int
    """The number of the row."""
    types: tuple[Attribute, ...]
    """Type parameters, and the element of an operand of any type."""
    condition: str | None
    falls: bool
    """Does the following block come next?"""


@dataclass(frozen=True)
class Step:
    """One operation of a code."""

    atom: Atom
    row: Row
    immediate: int | None
    """The fixed immediate."""
    links: int
    """The operands that are the previous result, as bits."""
    operands: tuple[RegisterType, ...]
    """The types of all register operands."""
    result: RegisterType | None
    number: int
    """That of the atom, by which extensions are looked up."""


@dataclass(eq=False)
class Code:
    """An entry of the table."""

    number: int
    steps: tuple[Step, ...]
    extensions: "dict[tuple[int, int], dict[int | None, Code]]" = field(
        default_factory=dict[tuple[int, int], "dict[int | None, Code]"]
    )
    """
    The codes with one more operation, by its atom's number and its linked operands.

    Then by the fixed immediate, None if it is free.
    """
    fixed: tuple[frozenset[int], ...] = ()
    """By step, the immediates that have codes of their own."""

    @property
    def text(self) -> str:
        """The line of the table."""
        return "; ".join(_step_text(step) for step in self.steps)


def register_types(
    row: Row, types: tuple[Attribute, ...], address_width: int = WORD
) -> tuple[tuple[RegisterType, ...], RegisterType | None]:
    """
    The types of a row's register operands and of its result.

    For a row of any type its operand's element follows the type parameters.
    """
    if row.name == "cmpbr.I":
        (element,) = types
        assert is_integer(element)
        return (general(element), general(element)), None
    if row.values[1:2] in (("r?",), ("a?",)):
        element = types[len(row.parameters)]
        assert is_integer(element)
        from circ.dialects.llvlir.ops import any_result

        result = any_result(row, general(element))
        return (general(element),), result  # pyright: ignore[reportReturnType]
    result, *operands = value_types(row, types, address_width)
    return tuple(type for type in operands if type is not None), result


def takes_any(row: Row) -> bool:
    """Does the row take a register of any type?"""
    return "r?" in row.values[1:]


@cache
def natural_memory(row: Row, types: tuple[Attribute, ...]) -> MemoryAttr:
    """The memory operand of an access as its type has it."""
    width = access_width(row, types)
    if "V" in row.parameters and is_number(types[0]):
        width *= types[0].data
    size = (width + 7) // 8
    return memory(size, natural_alignment(size))


def natural_alignment(size: int) -> int:
    """That of an access of so many bytes: the largest power of two that divides it."""
    return size & -size


@dataclass(frozen=True)
class CodeTable:
    """All codes of a profile."""

    first: dict[Atom, dict[int | None, Code]]
    """The codes of single operations, then by the fixed immediate."""
    codes: tuple[Code | None, ...]
    """By number."""
    numbers: dict[Atom, int]
    """Those of the atoms in the table."""


@cache
def code_table(profile: int = 1) -> CodeTable:
    """The codes that were made for a profile; they are checked here."""
    first: dict[Atom, dict[int | None, Code]] = {}
    numbers: dict[Atom, int] = {}
    codes: list[Code | None] = [None] * FIRST
    with open(Path(__file__).with_name("codes.csv"), newline="") as file:
        for record in csv.DictReader(file):
            steps = tuple(_steps(record[f"profile{profile}"], numbers))
            assert all(step.row.is_of(profile) for step in steps), record
            code = Code(int(record["code"]), steps)
            assert code.number == len(codes), record
            codes.append(code)
            *before, last = steps
            found = first.setdefault(last.atom, {}) if not before else None
            if found is None:
                parent = _code_of(first, before)
                found = parent.extensions.setdefault((last.number, last.links), {})
            assert last.immediate not in found, record
            found[last.immediate] = code
    assert len(codes) <= 256
    table = CodeTable(first, (*codes, *[None] * (256 - len(codes))), numbers)
    for code in codes:
        if code is not None:
            code.fixed = tuple(
                _fixed(first, code.steps, i) for i in range(len(code.steps))
            )
    return table


def _code_of(first: dict[Atom, dict[int | None, Code]], steps: list[Step]) -> Code:
    """The code of a sequence that is in the table."""
    code = first[steps[0].atom][steps[0].immediate]
    for step in steps[1:]:
        code = code.extensions[step.number, step.links][step.immediate]
    return code


def _fixed(
    first: dict[Atom, dict[int | None, Code]], steps: tuple[Step, ...], index: int
) -> frozenset[int]:
    step = steps[index]
    if index:
        parent = _code_of(first, list(steps[:index]))
        siblings = parent.extensions[step.number, step.links]
    else:
        siblings = first[step.atom]
    return frozenset(number for number in siblings if number is not None)


def _steps(text: str, numbers: dict[Atom, int]) -> Iterator[Step]:
    for part in text.split("; "):
        name, *words = part.split(" ")
        row = row_of_name()[name]
        types: list[Attribute] = []
        count = len(row.parameters) + takes_any(row)
        for word in words[:count]:
            types.append(_type(word))
        condition, falls, immediate, links = None, False, None, 0
        for word in words[count:]:
            if word in CONDITIONS:
                condition = word
            elif word == "next":
                falls = True
            elif word[0] == "#":
                immediate = int(word[1:])
            else:
                assert word[0] == "^", text
                links |= 1 << int(word[1:])
        atom = Atom(row.number, tuple(types), condition, falls)
        operands, result = register_types(row, atom.types)
        number = numbers.setdefault(atom, len(numbers))
        yield Step(atom, row, immediate, links, operands, result, number)


def _type(word: str) -> Attribute:
    if word[0] == "i":
        return integer(int(word[1:]))
    return f(int(word[1:])).element if word[0] == "f" else int_attr(int(word))


def _step_text(step: Step) -> str:
    words = [step.row.name]
    for type in step.atom.types:
        words.append(str(type.data) if is_number(type) else str(type))
    if step.atom.condition is not None:
        words.append(step.atom.condition)
    if step.atom.falls:
        words.append("next")
    if step.immediate is not None:
        words.append(f"#{step.immediate}")
    words += (f"^{i}" for i in range(len(step.operands)) if step.links >> i & 1)
    return " ".join(words)

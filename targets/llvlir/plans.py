"""
What the decoder of bodies does for each code of the table, and for rows without one.
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, cast

from xdsl.dialects import builtin
from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Attribute

from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.widths import WORD, width_of
from circ.dialects.llvlir.ops import (
    RowOp,
    int_attr,
    op_class,
    string_attr,
)
from circ.dialects.llvlir.rules import (
    immediate_bits,
    immediate_range,
)
from circ.dialects.llvlir.table import Row
from circ.dialects.llvlir.types import R32, RegisterType, address
from circ.targets.llvlir.body_encoder import MOST_WORDS, SINGLE_PARAMETERS
from circ.targets.llvlir.code_table import (
    Code,
    code_table,
    natural_memory,
    register_types,
)

# pyright: reportPrivateUsage=false


class Types:
    """Numbers for register types: operands are looked up by these."""

    def __init__(self, address_width: int) -> None:
        self.address_width = address_width
        self.numbers: dict[Attribute, int] = {}
        self.types: list[RegisterType] = []

    def number(self, type: RegisterType) -> int:
        found = self.numbers.get(type)
        if found is None:
            found = self.numbers[type] = len(self.types)
            self.types.append(type)
        return found


class FunctionType(NamedTuple):
    """The type of functions, with the numbers of its types."""

    inputs: tuple[RegisterType, ...]
    outputs: tuple[RegisterType, ...]
    input_numbers: tuple[int, ...]
    output_numbers: tuple[int, ...]
    attribute: builtin.FunctionType
    """That of functions, also where all arguments of a call are known."""


class Immediate(NamedTuple):
    """How an immediate is read."""

    property: str
    kind: str
    bits: int
    low: int
    high: int
    """Its range; the end is excluded."""


@dataclass(eq=False, slots=True)
class Plan:
    """What the decoder does for one operation of a code."""

    row: Row
    op: type[RowOp]
    properties: dict[str, Attribute]
    immediates: tuple[Immediate, ...]
    forbidden: frozenset[int]
    """Immediates that have a code of their own."""
    fixed: int | None
    """The immediate that its code has."""
    has_label: bool
    has_data: bool
    """Has it a string?"""
    is_access: bool
    natural: MemoryAttr | None
    is_branch: bool
    falls: bool
    ends: bool
    """Does it end a block?"""
    sources: tuple[tuple[int, int], ...]
    """
    By operand, the number of its type and its bit, 0 where it is the last result.
    """
    free: int
    """How many operands are written."""
    result_type: RegisterType | None
    result: int
    """The number of the result's type; -1 without a result."""
    atom: int
    """The number of its atom, -1 if it is not in the table."""
    has_payload: bool
    """Are there bytes between its code and its operands?"""
    is_special: bool
    """Is it an access, or has it a rule beyond those of the table?"""


class Entry(NamedTuple):
    """What the decoder does for one code, or for a row written by its number."""

    code: Code | None
    plans: tuple[Plan, ...]
    free: int
    """How many operands are written but for those passed to successors."""
    has_payload: bool

    @classmethod
    def of(cls, code: Code | None, plans: tuple[Plan, ...]) -> "Entry":
        has_payload = any(plan.has_payload for plan in plans)
        return cls(code, plans, sum(plan.free for plan in plans), has_payload)


TWO_WAY = frozenset(("cmpbr.I", "brl.L"))
"""Rows of branches to one of two blocks."""

CHECKED = frozenset(("field", "slot", "align", "type"))
"""Immediates that have rules beyond a range."""


def plan_of(
    types: Types,
    row: Row,
    parameters: tuple[Attribute, ...],
    atom: int,
    extra: dict[str, Attribute],
    links: int = 0,
    immediate: int | None = None,
    forbidden: frozenset[int] = frozenset(),
    falls: bool = False,
) -> Plan:
    """
    The plan of a row, with the number of its atom or -1.

    It raises VerifyException for wrong type parameters.
    """
    operands, result = register_types(row, parameters, types.address_width)
    own = parameters[: len(row.parameters)]
    is_branch = row.name in TWO_WAY
    properties = dict[str, Attribute]()
    if own and not is_branch:
        properties["types"] = ArrayAttr(own)
    properties |= extra
    immediates: list[Immediate] = []
    if immediate is not None:
        properties["imm"] = int_attr(immediate)
    elif not is_branch:
        for letter, name in row.arguments:
            if letter == "i":
                assert name is not None
                immediates.append(_immediate(row, own, name))
    natural = natural_memory(row, own) if row.is_access else None
    if natural is not None:
        properties["memory"] = natural
    return Plan(
        row,
        op_class(row.name),
        properties,
        tuple(immediates),
        forbidden,
        immediate,
        "l" in row.inputs and not is_branch,
        "s" in row.inputs,
        row.is_access,
        natural,
        is_branch,
        falls,
        is_branch or row.effect == "end",
        tuple(
            (types.number(type), ~links & 1 << index)
            for index, type in enumerate(operands)
        ),
        len(operands) - links.bit_count(),
        result,
        -1 if result is None else types.number(result),
        atom,
        is_branch or bool(immediates) or not {"l", "s"}.isdisjoint(row.inputs),
        row.is_access or row.immediate in CHECKED or "s" in row.inputs,
    )


def _immediate(row: Row, types: tuple[Attribute, ...], name: str) -> Immediate:
    if name == "imm1":
        high = 1 << 32 if row.immediate == "slot" else 1 << 31
        low = 0 if row.immediate == "type" else 1
        return Immediate(name, "unsigned", 64, low, high)
    low, high = immediate_range(row, types)
    match row.immediate:
        case "signed" | "offset":
            kind, bits = "signed", 64
            if row.immediate == "signed":
                bits = immediate_bits(row, types)
        case "bits":
            kind, bits = "bits", width_of(types[0])
        case "unsigned" | "lanes":
            kind, bits = "unsigned", immediate_bits(row, types)
        case _:
            kind, bits = "unsigned", 64
    return Immediate(name, kind, bits, low, high)


@cache
def _known_types(codes: int, address_width: int) -> Types:
    """The types of a table's codes, with their plans made from them."""
    types = Types(address_width)
    for type in (R32, address(address_width), *SINGLE_PARAMETERS):
        types.number(type)  # pyright: ignore[reportArgumentType]
    return types


@cache
def _plans(codes: int, address_width: int) -> tuple[tuple[Entry | None, ...], Types]:
    """For each code of a table its plans, and the numbers of types that these use."""
    types = _known_types(codes, address_width)
    found: list[Entry | None] = []
    for code in code_table(codes).codes:
        if code is None:
            found.append(None)
            continue
        plans: list[Plan] = []
        for step, fixed in zip(code.steps, code.fixed, strict=True):
            extra = dict[str, Attribute]()
            if step.atom.condition is not None:
                extra["condition"] = string_attr(step.atom.condition)
            plans.append(
                plan_of(
                    *(types, step.row, step.atom.types, step.number, extra, step.links),
                    step.immediate,
                    fixed if step.immediate is None else frozenset(),
                    step.atom.falls,
                )
            )
        found.append(Entry.of(code, tuple(plans)))
    return tuple(found), types


@cache
def _parameters(
    codes: int, address_width: int
) -> tuple[tuple[tuple[RegisterType, ...], tuple[int, ...]], ...]:
    number = _known_types(codes, address_width).number
    words = [(R32,) * count for count in range(MOST_WORDS + 1)]
    others = [(cast(RegisterType, type),) for type in SINGLE_PARAMETERS]
    return tuple((types, tuple(map(number, types))) for types in (*words, *others))


@cache
def _codes(profile: int, codes: int, address_width: int) -> tuple[Entry | None, ...]:
    """The codes of a table all rows of which a profile has."""
    return tuple(
        None if entry and not all(p.row.is_of(profile) for p in entry.plans) else entry
        for entry in _plans(codes, address_width)[0]
    )


class Plans:
    """
    The plans for one module: those of the table, and of rows written by number.

    The table is that of the profile whose `codes` the module has.
    """

    def __init__(
        self, profile: int = 1, codes: int = 1, address_width: int = WORD
    ) -> None:
        known = _plans(codes, address_width)[1]
        self.profile = profile
        self.table = code_table(codes)
        self.codes = _codes(profile, codes, address_width)
        """The plans of each code, None where there is no code."""
        self.parameters = _parameters(codes, address_width)
        """By half a byte, the types of the parameters of a block and their numbers."""
        self.types = Types(address_width)
        self.types.numbers = dict(known.numbers)
        self.types.types = list(known.types)
        self.escaped: dict[bytes, Entry] = {}
        """By the bytes that name a row and its types."""

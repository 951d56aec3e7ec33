"""
The parts of bodies in bytecode format 2: numbers, distances, prefixes, escaped rows.

The input may be hostile: an error is a `Diagnostic` with the byte offset.
"""

from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.memory import MemoryAttr, known_memory
from circ.dialects.common.state import size_of
from circ.dialects.llvlir.codes import CONDITIONS, MAX_ORDER, ROUNDINGS
from circ.dialects.llvlir.ops import (
    int_attr,
    string_attr,
)
from circ.dialects.llvlir.rules import (
    FLOAT_CONDITIONS,
    is_float_row,
    verify_widths,
)
from circ.dialects.llvlir.table import Row, row_of_number
from circ.dialects.llvlir.types import R32, RegisterType, VectorType
from circ.dialects.llvlir.typing import value_types
from circ.targets.llvlir.body_encoder import (
    MOST_WORDS,
    OTHER_PARAMETERS,
    SINGLE_PARAMETERS,
)
from circ.targets.llvlir.code_table import (
    ESCAPE,
    Atom,
    natural_alignment,
    takes_any,
)
from circ.targets.llvlir.leb import Reader
from circ.targets.llvlir.plans import TWO_WAY, Entry, Immediate, Plan, Plans, plan_of
from circ.targets.llvlir.shapes import (
    ALIGN_BIT,
    HAS_MEMORY,
    SIZE_BIT,
    SPACE_BIT,
    VOLATILE_BIT,
)
from circ.targets.llvlir.type_codes import (
    check_size,
    read_float,
    read_integer,
    read_number,
    read_register,
    read_registers,
)

# pyright: reportPrivateUsage=false

MAX_OPERATIONS = 1 << 20
MAX_BLOCKS = 1 << 16
"""Operations and blocks of a function (docs/llvlir-bytecode.md)."""

CONDITION_NAMES = {code: name for name, code in CONDITIONS.items()}
ROUNDING_NAMES = {code: name for name, code in ROUNDINGS.items()}

_NOT_ESCAPED = frozenset(("j.L", "jl.L", "call", "call_indirect", "ret", "brtab"))


class Prefix(NamedTuple):
    """A memory operand that is not natural; 0 for a natural size or alignment."""

    size: int
    align: int
    space: int
    volatile: bool


class BodyReader:
    """Reads the parts of one body; `position` is that of the next byte."""

    def __init__(self, reader: Reader, plans: Plans):
        self.reader = reader
        self.plans = plans
        self.data = reader.data
        self.position = reader.position
        self.values: list[list[SSAValue]] = []
        """By the number of a type."""
        self.homes: list[list[int]] = []
        """The number of the block of each value."""
        self.number: int = 0
        """The number of the block."""
        self.count: int = 0
        """The number of blocks."""

    def fail(self, position: int, message: str) -> NoReturn:
        raise self.reader.error(position, message)

    def fail_distance(self, position: int, distance: int) -> NoReturn:
        message = f"distance {distance} goes beyond the first value of its type"
        self.fail(position, message)

    def read_unsigned(self, width: int = 64) -> int:
        byte = self.data[self.position]
        if byte < 0x80 and width > 6:
            self.position += 1
            return byte
        self.reader.position = self.position
        found = self.reader.unsigned(width)
        self.position = self.reader.position
        return found

    def read_signed(self, width: int = 64) -> int:
        byte = self.data[self.position]
        if byte < 0x80 and width > 6:
            self.position += 1
            return byte - 0x80 if byte & 0x40 else byte
        self.reader.position = self.position
        found = self.reader.signed(width)
        self.position = self.reader.position
        return found

    def read_string(self) -> bytes:
        self.reader.position = self.position
        found = self.reader.string()
        self.position = self.reader.position
        return found

    def read_distances(self, count: int) -> Sequence[int]:
        """Read the distances of as many operands."""
        data, at = self.data, self.position
        if count == 1:
            distance = data[at]
            if 0 < distance < 0x80:
                self.position = at + 1
                return (distance,)
        elif count == 2:
            packed = data[at]
            low, high = packed & 15, packed >> 4
            if low and high:
                self.position = at + 1
                return (low, high)
        found: list[int] = []
        for _ in range(count >> 1):
            packed = data[self.position]
            self.position += 1
            found.append(packed & 15 or self.read_unsigned(32) + 16)
            found.append(packed >> 4 or self.read_unsigned(32) + 16)
        if count & 1:
            at = self.position
            distance = self.read_unsigned(32)
            if not distance:
                self.fail(at, "a distance must be at least 1")
            found.append(distance)
        return found

    def read_immediate(self, immediate: Immediate, plan: Plan) -> int:
        at = self.position
        if immediate.kind == "signed":
            found = self.read_signed(immediate.bits)
        elif immediate.kind == "unsigned":
            found = self.read_unsigned(immediate.bits)
        else:
            found = self.float_bits(size_of(immediate.bits))
        if not immediate.low <= found < immediate.high:
            low, high = immediate.low, immediate.high - 1
            self.fail(at, f"immediate must be from {low} to {high}, but is {found}")
        if found in plan.forbidden:
            self.fail(at, f"{found} has a code of its own")
        return found

    def float_bits(self, size: int) -> int:
        at = self.position
        used = self.read_unsigned(16)
        data = self.data[self.position : self.position + used]
        if used > size or len(data) < used or data[-1:] == b"\0":
            self.fail(
                at, f"a float constant has {size} bytes, without zeros at the end"
            )
        self.position += used
        return int.from_bytes(data.ljust(size, b"\0"), "big")

    def read_target(self) -> int:
        at = self.position
        target = self.number + self.read_signed(32)
        if not 0 < target < self.count:
            self.fail(at, f"there is no block {target} to branch to")
        return target

    def repeated(self, expected: RegisterType) -> None:
        at = self.reader.position
        if read_register(self.reader, self.plans.types.address_width) != expected:
            raise self.reader.error(at, f"the type {expected} must be repeated")

    def read_parameters(
        self, count: int
    ) -> list[tuple[tuple[RegisterType, ...], tuple[int, ...]]]:
        """The types of the parameters of blocks, and the numbers of these types."""
        reader = self.reader
        at = reader.position
        size = (count + 1) // 2
        if size > reader.end - at:
            raise reader.error(at, "more bytes are needed, but the input ends")
        packed = reader.data[at : at + size]
        reader.position = at + size
        nibbles = [nibble for byte in packed for nibble in (byte & 15, byte >> 4)]
        if nibbles[count:] not in ([], [0]):
            raise reader.error(reader.position - 1, "the last half byte must be 0")
        found: list[tuple[tuple[RegisterType, ...], tuple[int, ...]]] = []
        known, number = self.plans.parameters, self.plans.types.number
        for nibble in nibbles[:count]:
            if nibble != OTHER_PARAMETERS:
                found.append(known[nibble])
            else:
                start = reader.position
                types = tuple(read_registers(reader, self.plans.types.address_width))
                if (len(types) <= MOST_WORDS and all(t == R32 for t in types)) or (
                    len(types) == 1 and types[0] in SINGLE_PARAMETERS
                ):
                    message = "these types of parameters must be written as half a byte"
                    raise reader.error(start, message)
                found.append((types, tuple(map(number, types))))
        return found

    def grow(self) -> None:
        while len(self.values) < len(self.plans.types.types):
            self.values.append([])
            self.homes.append([])

    def read_escaped(self, start: int) -> Entry:
        reader, data = self.reader, self.data
        at = reader.position = self.position
        number = reader.unsigned()
        row = row_of_number().get(number)
        if row is None or not row.is_of(self.plans.profile):
            self.fail(at, f"{number} is no opcode")
        is_branch = row.name in TWO_WAY
        if row.category in ("data", "ext-stream") or (
            row.name in _NOT_ESCAPED or row.name == "label.L"
        ):
            self.fail(at, f"'{row.name}' must not be in a function")
        types: list[Attribute] = []
        for letter in row.parameters + ("I" if takes_any(row) else ""):
            types.append(_read_type(reader, letter))
        falls = bool(reader.unsigned(1)) if is_branch else False
        extra: dict[str, Attribute] = {}
        condition: str | None = None
        is_plain = True
        for letter in dict.fromkeys(row.inputs):
            where = reader.position
            if letter == "c":
                condition = CONDITION_NAMES.get(code := reader.unsigned())
                if condition is None or (
                    is_float_row(row) and condition not in FLOAT_CONDITIONS
                ):
                    self.fail(where, f"{code} is no code of a condition")
                extra["condition"] = string_attr(condition)
            elif letter == "d":
                code = reader.unsigned()
                if code not in ROUNDING_NAMES:
                    self.fail(where, f"{code} is no code of a rounding mode")
                if code:
                    extra["rounding"] = string_attr(ROUNDING_NAMES[code])
                    is_plain = False
            elif letter == "o":
                order = reader.unsigned()
                if order > MAX_ORDER:
                    self.fail(where, f"{order} is no memory order")
                if order:
                    extra["order"] = int_attr(order)
                    is_plain = False
        self.position = reader.position
        key = data[at : self.position]
        entry = self.plans.escaped.get(key)
        if entry is not None:
            self.grow()
            return entry
        atom = Atom(number, tuple(types), condition, falls) if is_plain else None
        table = self.plans.table
        codes = table.first.get(atom, {}) if atom else {}
        if None in codes:
            self.fail(start, f"'{row.name}' must be written with its code")
        fixed = frozenset(code for code in codes if code is not None)
        try:
            _check_types(row, tuple(types), reader, at)
            plan = plan_of(
                *(self.plans.types, row, tuple(types)),
                *(table.numbers.get(atom, -1) if atom else -1, extra, 0, None),
                fixed,
                falls,
            )
        except VerifyException as error:
            self.fail(at, f"'{row.name}': {error}")
        entry = self.plans.escaped[key] = Entry.of(None, (plan,))
        self.grow()
        return entry

    def read_memory(self) -> "Prefix | None":
        """Read the prefix of an access; its size is 0 where it is the natural one."""
        at = self.position
        flags = self.read_unsigned()
        if not flags:
            return None
        if flags >= 2 * HAS_MEMORY or flags <= HAS_MEMORY:
            self.fail(at, f"{flags} are no flags of an access")
        size = self.read_unsigned(32) if flags & SIZE_BIT else 0
        align = 1 << self.read_unsigned(6) if flags & ALIGN_BIT else 0
        space = self.read_unsigned(32) if flags & SPACE_BIT else 0
        if (flags & SIZE_BIT and not size) or (flags & SPACE_BIT and not space):
            self.fail(at, "a size or space of 0 must not be written")
        return Prefix(size, align, space, bool(flags & VOLATILE_BIT))

    def prefixed(self, start: int, prefix: "Prefix", plan: Plan) -> MemoryAttr:
        natural = plan.natural
        assert natural is not None
        if prefix.size == natural.size.data:
            self.fail(start, "the natural size of an access must not be written")
        size = prefix.size or natural.size.data
        aligned = natural_alignment(size)
        if prefix.align == aligned:
            self.fail(start, "the natural alignment of an access must not be written")
        try:
            align, volatile = prefix.align or aligned, prefix.volatile
            return known_memory(size, align, prefix.space, "", volatile)
        except VerifyException as error:
            self.fail(start, f"no memory operand: {error}")

    def check_prefixed(self, at: int, access: bool) -> None:
        """Check that a prefix precedes what it is for."""
        code = self.data[self.position]
        found = self.plans.codes[code]
        if code == ESCAPE:
            self.reader.position = self.position + 1
            row = row_of_number().get(self.reader.unsigned())
        else:
            row = None if found is None else found.plans[0].row
        if row is None or not (row.is_access if access else row.name in TWO_WAY):
            what = "an access" if access else "a two-way branch"
            self.fail(at, f"a prefix of {what} precedes something else")


def _read_type(reader: Reader, letter: str) -> Attribute:
    match letter:
        case "I":
            return read_integer(reader)
        case "F":
            return read_float(reader)
        case _:
            return int_attr(read_number(reader, letter))


def _check_types(
    row: Row, types: tuple[Attribute, ...], reader: Reader, at: int
) -> None:
    own = types[: len(row.parameters)]
    for type in value_types(row, own):
        if isinstance(type, VectorType):
            check_size(reader, at, type.lanes.data, type.element)
    verify_widths(row, own)

"""
The operation table of llvlir, as data.

`operations.csv` holds the 281 rows of the llvlir document (numbers 1 to 281 in its
order) and circ's extensions (from 512). Numbers are append-only, since the bytecode
writes them; operation classes, bytecode, documentation and tests derive from the table.
The column `document_operands` keeps what the document says where circ corrects it
(docs/llvlir-bytecode.md lists why).

The newer document is profile 2: `profile2.csv` has the rows that it adds or changes,
and the names of those it removes. All others belong to both profiles, circ's own too.
"""

import csv
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

EXTENSIONS = 512
"""The first number of circ's own rows."""

PROFILES = (1, 2)

REGISTER_LETTERS = "arfxmtqp"
"""In profile 2 also types `t`, predicates `q` (document: `b`) and procedures `p`."""
PARAMETER_LETTERS = "IFNLVTPAE"
"""
Suffix letters that take a type parameter; 2, 4, D and Q take none.

C, a condition, is an operand here, as in profile 1.
"""

PROPERTIES = {
    "c": "condition",
    "o": "order",
    "d": "rounding",
    "l": "label",
    "s": "data",
    "b": "data",
}
"""The property of each operand letter that is no register and no immediate."""


@dataclass(frozen=True)
class Row:
    """One operation of the table."""

    number: int
    name: str
    """The full name with the suffix, as in the document: `add.VI`, `mv.x.x.VI`."""
    suffix: str
    """The type suffix, one letter a type parameter (and 2 4 D Q, which take none)."""
    operands: str
    """Operand letters; the first is that of the result, or `v` for none."""
    values: tuple[str, ...]
    """
    The type of the result (`-`: none) and of each register operand, in order.

    The register letter, then the element: I and F are the first type parameter of
    their kind, J and G the second, A the width of addresses, a number the width; `?` is
    any type, the same in result and operand. `/2 /4 *2 *4` change the lanes of a
    vector, `:2` doubles the width of its elements.
    """
    immediate: str
    """
    The rule for the immediates: `signed` or `unsigned` of the element's width, `bits`
    of a float, the bits of all `lanes`, an `amount` below the width, a `field` within
    it (offset, count), a memory `offset` in bytes, a `slot` (size, alignment), an
    `align`ment, of a `type` (two numbers at most), or any `number`.
    """
    category: str
    effect: str
    """
    `none`, `rounding` (none but under the dynamic rounding mode), `read`, `write` or
    `alloc` of memory, `end` of a block, `unknown`.
    """
    description: str
    document_operands: str
    profile: int | None = None
    """The profile that has the row; None for both."""
    becomes: str = ""
    """The row of profile 1, if there is one, that does the same with its operands."""

    @cached_property
    def base(self) -> str:
        """The name without the type suffix."""
        return self.name.rpartition(".")[0] if self.suffix else self.name

    @cached_property
    def parameters(self) -> str:
        """The suffix letters that take a type parameter."""
        return "".join(letter for letter in self.suffix if letter in PARAMETER_LETTERS)

    @cached_property
    def crosses_lanes(self) -> bool:
        """Do lanes of the result depend on other lanes of the operands?"""
        horizontal = self.category in ("vec-horiz", "vec-fp-horiz")
        return horizontal and self.base not in ("sext", "zext", "trunc")

    def is_of(self, profile: int) -> bool:
        """Has a profile the row?"""
        return self.profile in (None, profile)

    @property
    def is_data(self) -> bool:
        """Does the row belong to data sections, outside functions?"""
        return self.category == "data" or self.name == "label.L"

    @cached_property
    def is_access(self) -> bool:
        """Does the row access memory through an address?"""
        accesses = "memory" in self.category or self.category == "atomic"
        return accesses and "a" in self.inputs

    @cached_property
    def has_address(self) -> bool:
        """Is one of its registers an address?"""
        return "a" in self.operands

    @cached_property
    def properties(self) -> tuple[str, ...]:
        """The names of the properties of its operations."""
        return (
            *(("types",) if self.parameters else ()),
            *(name for _, name in self.arguments if name is not None),
            *(("memory",) if self.is_access else ()),
        )

    @cached_property
    def arguments(self) -> tuple[tuple[str, str | None], ...]:
        """Each operand letter with the property that holds it; None for registers."""
        immediates = iter(("imm", "imm1"))
        return tuple(
            (letter, next(immediates) if letter == "i" else PROPERTIES.get(letter))
            for letter in self.inputs
        )

    @property
    def inputs(self) -> str:
        """The operand letters without that of the result."""
        return self.operands[1:]

    @property
    def result(self) -> str | None:
        """The register letter of the result, None without one."""
        return None if self.operands[0] == "v" else self.operands[0]


def _row(record: dict[str, str]) -> Row:
    return Row(
        int(record["number"]),
        record["name"],
        record["suffix"],
        record["operands"],
        tuple(record["values"].split()),
        record["immediate"],
        record["category"],
        record["effect"],
        record["description"],
        record["document_operands"],
    )


def _records(name: str) -> list[dict[str, str]]:
    with open(Path(__file__).with_name(name), newline="") as file:
        return list(csv.DictReader(file))


@cache
def all_rows() -> tuple[Row, ...]:
    """The rows of both profiles, in the order of their numbers."""
    changes = _records("profile2.csv")
    # A changed row keeps its name in profile 1 and has `p2.` before it in profile 2.
    gone = {
        record["name"].removeprefix(CHANGED)
        for record in changes
        if record["change"] != "added"
    }
    found = [
        replace(row, profile=1) if row.name in gone else row
        for row in map(_row, _records("operations.csv"))
    ]
    found += (
        replace(_row(record), profile=2, becomes=record["becomes"])
        for record in changes
        if record["change"] != "removed"
    )
    return tuple(sorted(found, key=lambda row: row.number))


CHANGED = "p2."
"""Before the names of rows of profile 2 that have other operands in profile 1."""


@cache
def rows(profile: int = 1) -> tuple[Row, ...]:
    """The rows of a profile, in the order of their numbers."""
    return tuple(row for row in all_rows() if row.is_of(profile))


@cache
def row_of_name() -> dict[str, Row]:
    """Rows by full name."""
    return {row.name: row for row in all_rows()}


@cache
def row_of_number() -> dict[int, Row]:
    """Rows by opcode number."""
    return {row.number: row for row in all_rows()}

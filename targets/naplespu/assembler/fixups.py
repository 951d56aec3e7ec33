"""
What of an assembled file is known only when all labels are.
"""

from dataclasses import dataclass
from typing import NamedTuple

from circ.targets.naplespu.assembler.expressions import Value
from circ.targets.naplespu.assembler.instruction_text import ParsedInstruction
from circ.targets.naplespu.object.objectfile import RelocationKind

_RELOCATIONS = {
    "encode_target": RelocationKind.BRANCH,
    "encode_high_half": RelocationKind.ABS_HIGH_LEA,
    "encode_low_half": RelocationKind.ABS_LOW_LEA,
}
"""What the linker does, by the method that encodes the operand."""
_HALVES = {"hi": "encode_high_half", "lo": "encode_low_half"}
"""The same for `hi` and `lo` of an address in other instructions."""
_DISTANCES = {"encode_target", "encode_simm9"}
"""Methods of operands that are a distance from the instruction."""
_LOCAL_ADDRESS = "_lea"
"""The one instruction beside loads and stores with an address from `pc`."""


@dataclass(frozen=True)
class Source:
    """A file, or the expansion of a directive or macro in it."""

    filename: str
    what: str = ""
    """The macro or directive, for messages."""
    entered_at: "Location | None" = None


class Location(NamedTuple):
    line: int
    column: int
    source: Source


class Expression(NamedTuple):
    """An expression whose operators need the values of labels that follow."""

    text: str
    location: "Location"
    labels: dict[str, Value]
    """Values of `.`, of numbered labels, and of names of numbers."""


@dataclass
class Definition:
    section: int
    offset: int


class Fixup(NamedTuple):
    """Bytes of a section whose value is known only when all labels are."""

    section: int
    offset: int
    size: int
    """Bytes of data, or 0 for an instruction."""
    parsed: ParsedInstruction | None
    value: Value | Expression
    location: Location
    kind: RelocationKind = RelocationKind.ABS32
    """Of a relocation that is no instruction."""


def relocation_of(parsed: ParsedInstruction) -> tuple[RelocationKind, bool] | None:
    """
    What completes an instruction with a symbol; is the field a distance?

    None where the value of an expression must be a number.
    """
    symbol = parsed.symbol
    assert symbol is not None
    encoder = _HALVES.get(symbol.half, parsed.symbolic.encoder)
    if symbol.expression and encoder not in _RELOCATIONS:
        return None
    if encoder in _RELOCATIONS:
        return _RELOCATIONS[encoder], encoder in _DISTANCES
    if parsed.instruction.mnemonic == _LOCAL_ADDRESS:
        return RelocationKind.PCREL_LEA, True
    return RelocationKind.PCREL_MEM, True

"""
Branches that reach: displacements of the code as it will lie in memory.

Jumps, branches and calls have 18 signed bits (docs/reference/naplespu-isa.md, section
2.3). Where a target is further away its address is computed in `tr`, which no value is
in:

    beqz s1, far        bnez s1, near           jmpsr far     leah tr, far
                        leah tr, far                          leal tr, far
                        leal tr, far                          addi ra, pc, 8
                        jmp tr                                jmp tr
                    near:

The far call sets `ra` itself, since the published hardware returns from `jmpsr tr` to
the wrong address.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from xdsl.dialects.builtin import LocationAttr

from circ.dialects.naplespu.register_file import PC, RA, TR
from circ.targets.naplespu.description.instructions import Instruction, instructions
from circ.targets.naplespu.object.objectfile import ObjectBounds, RelocationKind
from circ.targets.naplespu.object.stack_maps import MappedValue

WORD_BYTES = 4
REACH = 1 << 17
"""A displacement is at least -REACH and below REACH."""


@dataclass(frozen=True)
class Emitted:
    """One machine instruction before its place is known."""

    instruction: Instruction
    operands: dict[str, int]
    location: LocationAttr
    target: str | None = None
    """The label or symbol whose address or displacement completes the operands."""
    addend: int = 0
    """What is added to the address of a symbol."""
    bounds: ObjectBounds | None = None
    """Where the object of an access is."""
    stack_map: tuple[MappedValue, ...] | None = None
    """Of a call: what is live across it for the garbage collector."""
    reads_line: bool = False
    """Is it a vector load of which only some lanes are meant?"""


@dataclass(frozen=True)
class Label:
    """A name for the place of the next instruction."""

    name: str
    is_function: bool = False


Item = Label | Emitted

RELOCATED = {
    "JMPSR_OFF": ("target", RelocationKind.BRANCH),
    "LEAH": ("addr16", RelocationKind.ABS_HIGH_LEA),
    "LEAL": ("addr16", RelocationKind.ABS_LOW_LEA),
}
"""The field that an address completes, and how the linker does that, by record."""
FAR_JUMP: Sequence[tuple[str, dict[str, int]]] = (
    ("LEAH", {"dst": TR}),
    ("LEAL", {"dst": TR}),
    ("JUMPREG", {"cond": TR}),
)
"""What goes anywhere: records and registers."""
_SLACK = 1 << 14
"""Bytes after the code that veneers may fill."""
INVERSE = {"BEQZ": "BNEZ", "BNEZ": "BEQZ"}
_LONG_WORDS = {"JMP": 3, "BEQZ": 4, "BNEZ": 4, "JMPSR_OFF": 4}
"""Instructions of the form that reaches everything, by the record that does not."""


def relax(items: Sequence[Item]) -> list[Item]:
    """
    The same code with far branches in their long form.

    Branches only ever become longer, so that this ends; a round is linear and more
    than a few are rare. What is defined elsewhere is taken to be at the end of the
    code, where the linker can put a veneer.
    """
    if WORD_BYTES * sum(isinstance(item, Emitted) for item in items) < REACH - _SLACK:
        return list(items)
    long: set[int] = set()
    while True:
        places: dict[str, int] = {}
        branches: list[tuple[int, int]] = []
        place = 0
        for i, item in enumerate(items):
            if isinstance(item, Label):
                places[item.name] = place
                continue
            record = item.instruction.record
            if record in _LONG_WORDS and i not in long:
                branches.append((i, place))
            words = _LONG_WORDS[record] if i in long else 1
            place += WORD_BYTES * words
        end = place + _SLACK
        far = {
            i
            for i, place in branches
            if not -REACH <= _place_of(items[i], places, end) - place < REACH
        }
        if not far:
            break
        long |= far
    numbers = count()
    relaxed: list[Item] = []
    for i, item in enumerate(items):
        if i in long and isinstance(item, Emitted):
            relaxed += _long_form(item, f".Lnear_{next(numbers)}")
        else:
            relaxed.append(item)
    return relaxed


def _place_of(item: Item, places: dict[str, int], default: int) -> int:
    assert isinstance(item, Emitted) and item.target is not None
    return places.get(item.target, default)


def _long_form(item: Emitted, near: str) -> list[Item]:
    records = instructions()
    record = item.instruction.record

    def emit(record: str, operands: dict[str, int], target: str | None) -> Emitted:
        return Emitted(records[record], operands, item.location, target)

    *address, last = FAR_JUMP
    jump: list[Item] = [emit(*each, item.target) for each in address]
    if record == "JMPSR_OFF":
        back = {"dst": RA, "src": PC, "imm": 2 * WORD_BYTES}
        jump.append(emit("ADDSSI", back, None))
    jump.append(replace(emit(*last, None), stack_map=item.stack_map))
    if record in INVERSE:
        skip = replace(item, instruction=records[INVERSE[record]], target=near)
        return [skip, *jump, Label(near)]
    return jump

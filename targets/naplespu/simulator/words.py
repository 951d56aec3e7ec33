"""
What counts of an instruction's word for time: registers, unit, latency and access.

Units and latencies are those of the description's itineraries (`Features.td`).
"""

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from circ.dialects.naplespu.register_file import LANES, RA, RM
from circ.dialects.naplespu.semantics import ACCESSES
from circ.targets.naplespu.description.encoding import decode
from circ.targets.naplespu.generated.instr_info import INSTRUCTIONS, SCHEDULE_CLASSES
from circ.targets.naplespu.generated.subtarget import SCHEDULING_MODELS
from circ.targets.naplespu.simulator import decoding

Register: TypeAlias = int
"""A scalar register's number, or that of a vector register and `VECTORS`."""
VECTORS = 64

MODEL = SCHEDULING_MODELS["NaplesPUModel"]
OTHER = "Other"
"""The class of words that the hardware executes and no record describes."""
INTEGER = "Integer"
_PREFIX = "IIC_"
_WRITE_PORT = 1 << MODEL.units.index("WritePort")


class Word(NamedTuple):
    """What counts of an instruction, whatever its address."""

    schedule_class: str
    latency: int
    """Cycles from its issue until its result can be used."""
    unit: int
    every: int
    """So many cycles after it another one can enter the unit."""
    writes: frozenset[Register]
    is_written_late: bool
    """Does its result wait where one of the integer pipe is ready, too?"""
    reads: frozenset[Register]
    access: tuple[bool, bool, int] | None
    """A load, in the scratchpad, bytes."""
    vector: bool


_NOTHING = Word(OTHER, 1, 0, 1, frozenset(), False, frozenset(), None, False)


@lru_cache(maxsize=1 << 16)
def word_of(word: int) -> Word:
    """What counts of a word."""
    decoded = decode(word)
    if decoded is None:
        return _NOTHING
    instruction, operands = decoded
    name = SCHEDULE_CLASSES[INSTRUCTIONS[instruction.opcode].schedule_class]
    writes, reads = set[Register](), set[Register]()
    for number, operand in enumerate(instruction.operands):
        if operand.numbers is None or operand.name not in operands:
            continue
        register = operands[operand.name]
        register += VECTORS * (operand.register_class == "VR512W")
        (writes if number < instruction.output_count else reads).add(register)
        if operand.tied_to >= 0:
            reads.add(register)
    vector = any(register >= VECTORS for register in writes | reads)
    if vector:
        reads.add(RM)
    if instruction.record == "JRET":
        reads.add(RA)
    access = None
    it = decoding.decode(word)
    if it.format == "M" and it.operation is not None:
        what = ACCESSES[it.operation]
        size = what.element * (LANES if what.vector else 1)
        access = what.load, it.scratchpad, size
    itinerary = MODEL.itineraries.get(name)
    if itinerary is None:
        return _NOTHING._replace(
            writes=frozenset(writes), reads=frozenset(reads), vector=vector
        )
    unit = itinerary.stages[0]
    kind = name.removeprefix(_PREFIX)
    has_port = any(stage.units & _WRITE_PORT for stage in itinerary.stages)
    return Word(
        kind,
        itinerary.operand_cycles[0],
        unit.units,
        unit.cycles,
        frozenset(writes),
        has_port and kind != INTEGER,
        frozenset(reads),
        access,
        vector,
    )

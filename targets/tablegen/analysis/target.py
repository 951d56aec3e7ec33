"""
The target that the records describe: its instructions, numbered as LLVM 19 does.

What every instruction backend starts from: `Target(records).instructions` has the
generic instructions first, in LLVM's order, then the target's pseudos, then the others,
each with its operands (`instruction.py`).
"""

from functools import cached_property

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen.analysis.generic_opcodes import GENERIC_OPCODES
from circ.targets.tablegen.analysis.instruction import GENERIC_NAMESPACE
from circ.targets.tablegen.analysis.operands import read_instruction
from circ.targets.tablegen.analysis.registers import Registers
from circ.targets.tablegen.records import OLDEST, Record, RecordKeeper


class Target:
    """A description as a target; a bad one raises Diagnostic."""

    def __init__(self, records: RecordKeeper):
        """Read the instructions; the target's own record only when asked for."""
        self.records = records
        if not records.derived("Instruction"):
            raise Diagnostic(None, "No 'Instruction' subclasses defined!")
        self.instructions = tuple(
            read_instruction(record, opcode)
            for opcode, record in enumerate(enumeration_order(records))
        )
        """All instructions, by opcode."""
        self.by_name = {each.name: each for each in self.instructions}
        """The instructions by name."""

    @cached_property
    def record(self) -> Record:
        """The one record of class Target."""
        targets = self.records.derived("Target")
        if not targets:
            raise Diagnostic(None, "No 'Target' subclasses defined!")
        if len(targets) != 1:
            raise targets[1].error("Multiple subclasses of Target defined!")
        return targets[0]

    @cached_property
    def registers(self) -> Registers:
        """The registers, which not all backends read."""
        return Registers(self.records)

    @property
    def has_record(self) -> bool:
        """Is there a record of class Target? Patterns alone do without."""
        return bool(self.records.derived("Target"))

    @property
    def name(self) -> str:
        """The target's name: that of its record."""
        return self.record.name

    @cached_property
    def namespace(self) -> str:
        """The namespace of the target's own instructions."""
        for instruction in self.instructions:
            if not instruction.is_generic:
                return instruction.record.string("Namespace")
        raise Diagnostic(None, "No instructions defined!")

    @property
    def encodes_by_position(self) -> bool:
        """Do fields of words go to operands in order where names do not tell?"""
        field = "decodePositionallyEncodedOperands"
        return self.records.compat <= OLDEST or self.instruction_set.is_on(field)

    @property
    def instruction_set(self) -> Record:
        """The record of class InstrInfo."""
        return self.record.record("InstructionSet")


def enumeration_order(records: RecordKeeper) -> list[Record]:
    """
    The instructions by opcode.

    The order is LLVM's: generic ones in its fixed order, pseudos, then others, each by
    name. Generic ones that LLVM 19 does not know, as of older trees, follow those it
    knows. The instructions that an OpcodeOrder lists come first of the target's own, so
    that a new one does not change the opcodes of others.
    """
    generic = {name: number for number, name in enumerate(GENERIC_OPCODES)}
    listed = _listed_order(records)

    def key(record: Record) -> tuple[int, int, bytes]:
        name = record.name.encode()
        if record.fields.get("Namespace") == GENERIC_NAMESPACE:
            return 0, generic.get(record.name, len(generic)), name
        if record in listed:
            return 1, listed[record], name
        return 2, not record.flag("isPseudo"), name

    return sorted(records.derived("Instruction"), key=key)


def _listed_order(records: RecordKeeper) -> dict[Record, int]:
    """The positions of the instructions that an OpcodeOrder lists."""
    positions: dict[Record, int] = {}
    for order in records.derived("OpcodeOrder"):
        for record in order.records("Order"):
            if record in positions:
                raise order.error(f"'{record.name}' has two places in OpcodeOrder")
            positions[record] = len(positions)
    return positions

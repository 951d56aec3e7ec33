"""Which registers the field of an instruction word can hold."""

from circ.targets.tablegen.analysis.registers import Registers
from circ.targets.tablegen.records import Record


def numbers_by_encoding(
    registers: Registers, register_class: Record, low: int, instruction: Record
) -> dict[int, int]:
    """
    Numbers of a class's registers by encoding; of equal ones the first.

    The field has the bits `low` of an encoding. Diagnostic, at the instruction, where
    these do not tell registers apart that have different encodings.
    """
    found: dict[int, int] = {}
    for number in registers.members(register_class):
        register = registers.registers[number - 1]
        first = registers.registers[
            found.setdefault(register.encoding & low, number) - 1
        ]
        if first.encoding != register.encoding:
            raise instruction.error(
                f"'{instruction.name}' has {low.bit_count()} bits for a register of "
                f"{register_class.name}, in which {first.name} and {register.name} "
                "are the same"
            )
    return found

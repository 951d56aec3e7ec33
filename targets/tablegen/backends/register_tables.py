"""What encoders, printers and parsers know of registers: numbers, encodings, names."""

from circ.targets.tablegen.analysis.registers import Registers
from circ.targets.tablegen.backends.python_text import PythonText
from circ.targets.tablegen.records import Record


class RegisterTables(Registers):
    """The registers of a target as parts of generated modules."""

    def by_encoding(
        self, register_class: Record, low: int, place: Record
    ) -> dict[int, int]:
        """
        Numbers of a class's registers by encoding; of equal ones the first.

        A field has the bits `low` of an encoding. Diagnostic, at `place`, where these
        do not tell registers apart that have different encodings.
        """
        found: dict[int, int] = {}
        for number in self.members(register_class):
            register = self.registers[number - 1]
            first = self.registers[
                found.setdefault(register.encoding & low, number) - 1
            ]
            if first.encoding != register.encoding:
                raise place.error(
                    f"'{place.name}' has {low.bit_count()} bits for a register of "
                    f"{register_class.name}, in which {first.name} and {register.name} "
                    "are the same"
                )
        return found

    def add_encodings(self, out: PythonText) -> None:
        """`REGISTER_ENCODINGS`, by register number."""
        encodings = [0, *(register.encoding for register in self.registers)]
        out.packed("REGISTER_ENCODINGS", encodings)
        out.add('"""By register number; 0 is no register."""')

    def add_names(self, out: PythonText) -> None:
        """`REGISTER_NAMES`, by register number."""
        names = ["", *(register.assembly_name for register in self.registers)]
        out.packed("REGISTER_NAMES", names)
        out.add('"""By register number; 0 is no register."""')

"""What encoders, printers and parsers know of registers: numbers, encodings, names."""

from circ.targets.tablegen.analysis.registers import Registers
from circ.targets.tablegen.backends.python_text import PythonText, quoted
from circ.targets.tablegen.records import Record


class RegisterTables(Registers):
    """The registers of a target as parts of generated modules."""

    def by_encoding(self, register_class: Record) -> dict[int, int]:
        """Numbers of a class's registers by encoding; of equal ones the first."""
        found: dict[int, int] = {}
        for number in self.members(register_class):
            found.setdefault(self.registers[number - 1].encoding, number)
        return found

    def add_encodings(self, out: PythonText) -> None:
        """`REGISTER_ENCODINGS`, by register number."""
        rows = ["0", *(str(register.encoding) for register in self.registers)]
        out.table("REGISTER_ENCODINGS = (", rows, ")")
        out.add('"""By register number; 0 is no register."""')

    def add_names(self, out: PythonText) -> None:
        """`REGISTER_NAMES`, by register number."""
        names = (quoted(register.assembly_name) for register in self.registers)
        out.table("REGISTER_NAMES = (", ['""', *names], ")")
        out.add('"""By register number; 0 is no register."""')

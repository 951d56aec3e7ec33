"""What encoders, printers and parsers know of registers: numbers, encodings, names."""

from circ.targets.tablegen.analysis.registers import Registers
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.python_text import PythonText, quoted
from circ.targets.tablegen.records import Record


class RegisterTables:
    """The registers of a target by number; number 0 is no register."""

    def __init__(self, target: Target):
        self.model = Registers(target.records)
        self.registers = self.model.registers
        self._members: dict[Record, tuple[int, ...]] = {}

    def number(self, register: Record) -> int:
        """The number of a register's record."""
        return self.model[register].number

    def members(self, register_class: Record) -> tuple[int, ...]:
        """The numbers of a class's registers, in the class's order."""
        found = self._members.get(register_class)
        if found is None:
            members = register_class["MemberList"]
            registers = self.model.evaluate(members, register_class)
            found = tuple(register.number for register in registers)
            self._members[register_class] = found
        return found

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

"""What encoders, printers and parsers know of registers: numbers, encodings, names."""

import re
from functools import cached_property

from circ.targets.tablegen.backends.python_text import PythonText
from circ.targets.tablegen.records import Dag, Record
from circ.targets.tablegen.target import Target


def _key(record: Record) -> tuple[object, ...]:
    parts = re.findall(r"\d+|\D+", record.name)
    return (len(parts), parts[::2], [(len(p), p) for p in parts[1::2]])


class RegisterTables:
    """The registers of a target, by number; number 0 is no register."""

    def __init__(self, target: Target):
        self.records = sorted(target.records.derived("Register"), key=_key)
        self.numbers = {r.name: i for i, r in enumerate(self.records, 1)}

    def add_encodings(self, out: PythonText) -> None:
        """`REGISTER_ENCODINGS`, by register number."""
        rows = ["0", *(str(r.integer("HWEncoding")) for r in self.records)]
        out.table("REGISTER_ENCODINGS = (", rows, ")")
        out.add('"""By register number; 0 is no register."""')

    def members(self, register_class: Record) -> list[int]:
        return [
            self.numbers[a.value.name]
            for a in register_class.dag("MemberList").arguments
            if isinstance(a.value, Record)
        ]

    def by_encoding(self, register_class: Record) -> dict[int, int]:
        """Numbers of a class's registers by encoding; of equal ones the first."""
        found: dict[int, int] = {}
        for number in self.members(register_class):
            found.setdefault(self.records[number - 1].integer("HWEncoding"), number)
        return found

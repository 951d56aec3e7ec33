"""
InstAlias records: another spelling of an instruction, some of its operands given.

Document: LLVM 19, `llvm/Target/Target.td`, class InstAlias; messages are LLVM's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from circ.targets.tablegen.analysis.instruction import (
    Instruction,
    MachineOperand,
    Operand,
    register_class_of,
)
from circ.targets.tablegen.analysis.orders import numeric_order
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.records import Bits, DagArgument, Record


class ResultOperand(NamedTuple):
    """What an alias says about one operand, or a part of it, of its instruction."""

    operand: Operand
    part: int | None
    """The part meant, None for the whole operand."""
    name: str
    """The name in the alias's assembly string; empty where `value` is given."""
    value: Record | int
    """The class or type of a named operand, else the register or number it must be."""

    @property
    def number(self) -> int:
        """The first machine operand that it is about."""
        return self.operand.number + (self.part or 0)

    @property
    def register(self) -> Record | None:
        """The register that it must be."""
        fixed = isinstance(self.value, Record) and not self.name
        return self.value if fixed and isinstance(self.value, Record) else None


@dataclass(frozen=True)
class Alias:
    """One alias: its record, the instruction, and all that it says of operands."""

    record: Record
    instruction: Instruction
    operands: tuple[ResultOperand, ...]


def read_aliases(target: Target) -> list[Alias]:
    """All aliases, anonymous ones in the order of their numbers."""
    records = sorted(
        target.records.derived("InstAlias"),
        key=lambda record: numeric_order(record.name),
    )
    return [_Reader(target, record).alias() for record in records]


def is_implied(instruction: Instruction, part: MachineOperand) -> bool:
    """Is it tied to an operand of its own class, so that no alias names it?"""
    if part.tied_to is None:
        return False
    return part.record is instruction.machine_operands[part.tied_to].record


class _Reader:
    """One alias while it is read."""

    def __init__(self, target: Target, record: Record):
        self.registers = target.registers
        self.record = record
        result = record.dag("ResultInst")
        if result.operator is None or result.operator.name not in target.by_name:
            raise record.error("result of inst alias should be an instruction")
        self.instruction = target.by_name[result.operator.name]
        self.arguments = result.arguments
        self.next = 0

    def alias(self) -> Alias:
        self.check_names()
        operands: list[ResultOperand] = []
        for operand in self.instruction.operands:
            parts = operand.parts
            if len(parts) == 1 and is_implied(self.instruction, parts[0]):
                continue
            operands.extend(self.operand(operand))
        if self.next != len(self.arguments):
            raise self.record.error("too many operands for instruction!")
        return Alias(self.record, self.instruction, tuple(operands))

    def check_names(self) -> None:
        """The same name must mean the same class everywhere."""
        seen: dict[str, Record] = {}
        for value, name in self.arguments:
            if isinstance(value, Record) and name is not None:
                first = seen.setdefault(name, value)
                if first is not value:
                    raise self.record.error(
                        f"result value ${name} is both {first.name} and {value.name}!"
                    )

    def argument(self) -> DagArgument:
        if self.next >= len(self.arguments):
            raise self.record.error("not enough arguments for instruction!")
        return self.arguments[self.next]

    def operand(self, operand: Operand) -> Iterator[ResultOperand]:
        argument = self.argument()
        kind, parts = operand.record, operand.parts
        several = len(parts) > 1
        value = self.matched(argument, kind, several)
        if value is not None:
            self.next += 1
            name = argument.name or ""
            if not several or parser_class_name(kind) != "Imm":
                yield ResultOperand(operand, None, name, value)
                return
            for index, part in enumerate(parts):
                part_name = f"{name}.{part.info_name}"
                yield ResultOperand(operand, index, part_name, part.record)
            return
        if not several:
            raise self.mismatch(kind)
        for index, part in enumerate(parts):
            argument = self.argument()
            value = self.matched(argument, part.record, False)
            if value is None:
                raise self.mismatch(part.record if index else kind)
            self.next += 1
            yield ResultOperand(operand, index, argument.name or "", value)

    def mismatch(self, kind: Record) -> Exception:
        return self.record.error(
            f"result argument #{self.next} does not match instruction operand class "
            f"{kind.name}"
        )

    def matched(
        self, argument: DagArgument, kind: Record, several: bool
    ) -> Record | int | None:
        """What an argument gives for an operand, None where it does not fit."""
        value, name = argument
        if isinstance(value, Bits):
            value = value.value
        if isinstance(value, int):
            if several or not kind.is_a("Operand"):
                return None
            if name is not None:
                raise self.record.error(
                    f"result argument #{self.next} must not have a name!"
                )
            return value
        if not isinstance(value, Record):
            return None
        if value is kind:
            if name is None:
                raise self.record.error(
                    f"result argument #{self.next} must have a name!"
                )
            return value
        wanted, given = register_class(kind), register_class(value)
        if given is not None:
            if wanted is None:
                return None
            inside = set(self.registers.members(given)) <= set(
                self.registers.members(wanted)
            )
            return value if inside else None
        if value.is_a("Register"):
            return self.fixed(value, name, wanted)
        if kind.is_a("Operand") and value.is_a("Operand"):
            return value if kind["Type"] is value["Type"] else None
        return None

    def fixed(
        self, register: Record, name: str | None, wanted: Record | None
    ) -> Record | None:
        if wanted is None:
            return None
        if self.registers[register].number not in self.registers.members(wanted):
            raise self.record.error(
                f"fixed register {register.name} is not a member of the {wanted.name} "
                "register class!"
            )
        if name is not None:
            raise self.record.error(
                "result fixed register argument must not have a name!"
            )
        return register


def register_class(kind: Record) -> Record | None:
    """The class that an operand's record is or wraps, or begins with."""
    if kind.is_a("OptionalDefOperand"):
        info = kind.dag("MIOperandInfo").arguments
        first = info[0].value if info else None
        return first if isinstance(first, Record) else None
    return register_class_of(kind)


def parser_class_name(kind: Record) -> str:
    """The name of the operand's ParserMatchClass, or empty."""
    parser_class = kind.fields.get("ParserMatchClass")
    return parser_class.string("Name") if isinstance(parser_class, Record) else ""

"""
An instruction with its operands, as its record lists them and as the machine has them.

`OutOperandList` and `InOperandList` become `Operand`s; what `MIOperandInfo` makes of
each becomes `MachineOperand`s with their numbers.

Messages are as LLVM 19 words them.
"""

from dataclasses import dataclass, field

from circ.targets.tablegen.records import Record

GENERIC_NAMESPACE = "TargetOpcode"
POINTER_CLASS = "PointerLikeRegClass"


@dataclass(slots=True, eq=False)
class MachineOperand:
    """
    One operand of the machine instruction: what an encoder or a printer can ask for.

    `name` and `record` are of this part: the register class or operand type that
    `MIOperandInfo` names, or those of the whole operand where it names none.
    """

    number: int
    """Its place among the instruction's machine operands (`MI.getOperand(number)`)."""
    name: str
    """`base` of `(MemOperand $base, $offset):$address`; else the operand's name."""
    info_name: str | None
    """Its name within MIOperandInfo, by which `$address.base` refers to it."""
    record: Record
    """The register class, register operand or operand type."""
    encoder_method: str
    """What encodes this part alone, or empty."""
    is_encoded: bool = True
    """False where DisableEncoding, or a method for the whole operand, excludes it."""
    tied_to: int | None = None
    """The number of the machine operand that must be the same register."""
    is_early_clobber: bool = False

    @property
    def is_constrained(self) -> bool:
        """Has it a tie or an early clobber? Only one of them is allowed."""
        return self.tied_to is not None or self.is_early_clobber

    @property
    def register_class(self) -> Record | None:
        """The class whose registers it takes, if it is a register of one."""
        return register_class_of(self.record)

    @property
    def is_register(self) -> bool:
        """Is it a register, perhaps of a class that only code knows?"""
        return self.register_class is not None or self.record.is_a(POINTER_CLASS)


@dataclass(slots=True, eq=False)
class Operand:
    """One operand as the instruction lists it: `GPR:$rd`, `MemOperand:$address`."""

    index: int
    """Its place in the lists, outputs first, variable_ops left out."""
    name: str
    record: Record
    is_output: bool
    parts: tuple[MachineOperand, ...]
    """One machine operand, or as many as MIOperandInfo has."""
    is_explicit: bool
    """Does the instruction itself name the parts, as `(MemOperand $base, $offset)`?"""

    @property
    def number(self) -> int:
        """The number of its first machine operand."""
        return self.parts[0].number

    @property
    def operand_type(self) -> str:
        """`MCOI::OPERAND_REGISTER`, or what the operand's record names."""
        if has_methods(self.record):
            namespace = self.record.string("OperandNamespace")
            return f"{namespace}::{self.record.string('OperandType')}"
        if self.record.is_a("RegisterClass"):
            return "MCOI::OPERAND_REGISTER"
        return "MCOI::OPERAND_UNKNOWN"

    @property
    def print_method(self) -> str:
        """The method that prints it: `printOperand` unless its record names one."""
        if has_methods(self.record):
            return self.record.string("PrintMethod")
        return "printOperand"

    @property
    def encoder_method(self) -> str:
        """What encodes the whole operand, or empty; see also the parts' methods."""
        return encoder_method(self.record)


@dataclass(slots=True, eq=False)
class Instruction:
    """An instruction of the target with its number and operands."""

    record: Record
    opcode: int
    operands: tuple[Operand, ...]
    output_count: int
    """How many of the operands are outputs (`NumDefs` of LLVM's descriptor)."""
    is_variadic: bool
    """Does it take any number of further operands (`variable_ops`)?"""
    machine_operands: tuple[MachineOperand, ...] = field(init=False)
    """All parts of all operands, by number."""
    machine_output_count: int = field(init=False)
    """How many of the machine operands, from the first, are outputs."""
    by_name: dict[str, Operand] = field(init=False)
    """The operands by the names that the lists give them, without `$`."""

    def __post_init__(self) -> None:
        self.machine_operands = tuple(
            part for operand in self.operands for part in operand.parts
        )
        self.machine_output_count = sum(
            len(operand.parts) for operand in self.operands if operand.is_output
        )
        self.by_name = {operand.name: operand for operand in self.operands}

    @property
    def machine_inputs(self) -> tuple[MachineOperand, ...]:
        """The machine operands after the outputs."""
        return self.machine_operands[self.machine_output_count :]

    @property
    def name(self) -> str:
        """The record's name, which names the opcode."""
        return self.record.name

    @property
    def is_generic(self) -> bool:
        """Is it one that all targets share, such as COPY?"""
        return self.record.fields.get("Namespace") == GENERIC_NAMESPACE

    @property
    def is_pseudo(self) -> bool:
        """Does it stand for others, without an encoding of its own?"""
        return self.record.flag("isPseudo")

    @property
    def is_predicable(self) -> bool:
        """May it be made conditional?"""
        return not self.record.flag("isUnpredicable") and (
            self.record.flag("isPredicable") or self.has_operand_of("PredicateOp")
        )

    def has_operand_of(self, class_name: str) -> bool:
        """Has it an operand whose record is of this class?"""
        return any(operand.record.is_a(class_name) for operand in self.operands)

    def part(self, text: str) -> MachineOperand:
        """
        The machine operand that `$name`, `$part` or `$name.part` means.

        Raises LLVM's diagnostics where it means none, or one of several parts.
        """
        where = f"{self.name}: "
        if not text.startswith("$"):
            raise self.record.error(f"{where}Illegal operand name: '{text}'")
        name, dot, part_name = text[1:].partition(".")
        if dot and not part_name:
            raise self.record.error(f"{where}illegal empty suboperand name in '{text}'")
        if alias := self._alias(name):
            if part_name:
                raise self.record.error(
                    f"{where}Cannot use dotted suboperand name within suboperand "
                    f"'{name}'"
                )
            return alias
        operand = self.operand(name)
        if not part_name:
            if len(operand.parts) == 1:
                return operand.parts[0]
            raise self.record.error(
                f"{where}Illegal to refer to whole operand part of complex "
                f"operand '{text}'"
            )
        for part in operand.parts:
            if part.info_name == part_name:
                return part
        raise self.record.error(f"{where}unknown suboperand name in '{text}'")

    def operand(self, name: str) -> Operand:
        """The operand of this name, without `$`."""
        if name not in self.by_name:
            raise self.record.error(
                f"'{self.name}' does not have an operand named '${name}'!"
            )
        return self.by_name[name]

    def find(self, name: str) -> Operand | MachineOperand | None:
        """What a field of the encoding or of the assembly string called this means."""
        return self._alias(name) or self.by_name.get(name)

    def _alias(self, name: str) -> MachineOperand | None:
        """The part that the instruction itself names so."""
        for operand in self.operands:
            if operand.is_explicit:
                for part in operand.parts:
                    if part.name == name:
                        return part
        return None


def has_methods(record: Record) -> bool:
    """Is it an operand type, which names its methods and its kind?"""
    return record.is_a("RegisterOperand") or record.is_a("Operand")


def encoder_method(record: Record) -> str:
    """What encodes an operand of the record, or empty."""
    return record.string("EncoderMethod") if has_methods(record) else ""


def register_class_of(record: Record) -> Record | None:
    """The register class that an operand's record is or wraps."""
    if record.is_a("RegisterOperand"):
        record = record.record("RegClass")
    return record if record.is_a("RegisterClass") else None

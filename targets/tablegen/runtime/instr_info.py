"""The types of the tables of `-gen-instr-info`, and what its predicates ask."""

from enum import IntFlag
from typing import NamedTuple, Protocol


class Flag(IntFlag):
    """What may be asked of an instruction: LLVM's MCID flags."""

    PRE_ISEL_OPCODE = 1 << 0
    VARIADIC = 1 << 1
    HAS_OPTIONAL_DEF = 1 << 2
    PSEUDO = 1 << 3
    META = 1 << 4
    RETURN = 1 << 5
    EH_SCOPE_RETURN = 1 << 6
    CALL = 1 << 7
    BARRIER = 1 << 8
    TERMINATOR = 1 << 9
    BRANCH = 1 << 10
    INDIRECT_BRANCH = 1 << 11
    COMPARE = 1 << 12
    MOVE_IMM = 1 << 13
    MOVE_REG = 1 << 14
    BITCAST = 1 << 15
    SELECT = 1 << 16
    DELAY_SLOT = 1 << 17
    FOLDABLE_AS_LOAD = 1 << 18
    MAY_LOAD = 1 << 19
    MAY_STORE = 1 << 20
    MAY_RAISE_FP_EXCEPTION = 1 << 21
    PREDICABLE = 1 << 22
    NOT_DUPLICABLE = 1 << 23
    UNMODELED_SIDE_EFFECTS = 1 << 24
    COMMUTABLE = 1 << 25
    CONVERTIBLE_TO_3_ADDR = 1 << 26
    USES_CUSTOM_INSERTER = 1 << 27
    HAS_POST_ISEL_HOOK = 1 << 28
    REMATERIALIZABLE = 1 << 29
    CHEAP_AS_A_MOVE = 1 << 30
    EXTRA_SRC_REG_ALLOC_REQ = 1 << 31
    EXTRA_DEF_REG_ALLOC_REQ = 1 << 32
    REG_SEQUENCE = 1 << 33
    EXTRACT_SUBREG = 1 << 34
    INSERT_SUBREG = 1 << 35
    CONVERGENT = 1 << 36
    ADD = 1 << 37
    TRAP = 1 << 38
    VARIADIC_OPS_ARE_DEFS = 1 << 39
    AUTHENTICATED = 1 << 40


class OperandInfo(NamedTuple):
    """What a machine operand of an instruction may be."""

    name: str
    register_class: str | None
    """The register class, or None for what is not a register."""
    operand_type: str
    flags: tuple[str, ...] = ()
    """Of LookupPtrRegClass, Predicate, OptionalDef, BranchTarget."""
    tied_to: int = -1
    """The number of the operand that is the same register, or -1."""
    is_early_clobber: bool = False


class Instruction(NamedTuple):
    """The descriptor of an instruction."""

    name: str
    operand_count: int
    definition_count: int
    """How many operands, from the first, are results."""
    size: int
    """In bytes; 0 if it has no encoding of its own."""
    schedule_class: int
    flags: Flag
    target_flags: int
    """TSFlags, whose bits mean what the target's description says."""
    implicit_uses: tuple[str, ...]
    implicit_definitions: tuple[str, ...]
    operands: tuple[OperandInfo, ...]


class MachineOperand(Protocol):
    """What the predicates ask of an operand."""

    def is_reg(self) -> bool: ...
    def is_imm(self) -> bool: ...
    def is_global(self) -> bool: ...
    def is_virtual(self) -> bool:
        """Is the register a virtual one?"""
        ...

    def get_reg(self) -> int:
        """The register's number; 0 is none."""
        ...

    def get_imm(self) -> int: ...


class MachineInstruction(Protocol):
    """What the predicates ask of an instruction."""

    def get_opcode(self) -> int: ...
    def get_num_operands(self) -> int: ...
    def get_operand(self, index: int) -> MachineOperand: ...

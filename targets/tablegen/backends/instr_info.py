"""
`-gen-instr-info`: what the instructions are, by opcode.

The module has the enumeration of the opcodes, a descriptor of each instruction (LLVM's
MCInstrDesc), the function predicates and the instruction mappings.

Facts: `tablegen` section 1b.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from circ.targets.tablegen.analysis.effects import Effects, effects_of
from circ.targets.tablegen.analysis.instruction import (
    Instruction,
    MachineOperand,
    Operand,
)
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.instruction_mappings import add_mappings
from circ.targets.tablegen.backends.instruction_predicates import add_predicates
from circ.targets.tablegen.backends.python_text import (
    LINE_LENGTH,
    PythonText,
    python_name,
    quoted,
    tuple_of,
)
from circ.targets.tablegen.records import Bits, Record, RecordKeeper

OperandRow: TypeAlias = tuple[str, str, str, str, str, str]

_CLASSES = '''

class OperandInfo(NamedTuple):
    """What a machine operand of an instruction may be."""

    name: str
    register_class: str | None
    """The register class, or None for what is not a register."""
    operand_type: str
    flags: tuple[str, ...]
    """Of LookupPtrRegClass, Predicate, OptionalDef, BranchTarget."""
    tied_to: int
    """The number of the operand that is the same register, or -1."""
    is_early_clobber: bool


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
    operands: tuple[OperandInfo, ...]'''

_NAMED = '''

def getNamedOperandIdx(opcode: int, name: str) -> int:
    """The number of the machine operand of this name, or -1."""
    return _NAMED_OPERANDS.get(opcode, {}).get(name, -1)'''

_NAMES = (
    "Flag",
    "Functions",
    "INSTRUCTIONS",
    "INSTRUCTION_LIST_END",
    "Instruction",
    "MachineInstruction",
    "MachineOperand",
    "Opcode",
    "OperandInfo",
    "SCHEDULE_CLASSES",
    "functions",
    "getNamedOperandIdx",
    "mi",
    "opcode",
)
"""What the module itself uses: the description's names keep away from these."""

# (name, field of the record), in the order of LLVM's MCID::Flag; the fields that are
# None are worked out below.
_FLAGS = (
    ("PRE_ISEL_OPCODE", "isPreISelOpcode"),
    ("VARIADIC", None),
    ("HAS_OPTIONAL_DEF", None),
    ("PSEUDO", "isPseudo"),
    ("META", "isMeta"),
    ("RETURN", "isReturn"),
    ("EH_SCOPE_RETURN", "isEHScopeReturn"),
    ("CALL", "isCall"),
    ("BARRIER", "isBarrier"),
    ("TERMINATOR", "isTerminator"),
    ("BRANCH", "isBranch"),
    ("INDIRECT_BRANCH", "isIndirectBranch"),
    ("COMPARE", "isCompare"),
    ("MOVE_IMM", "isMoveImm"),
    ("MOVE_REG", "isMoveReg"),
    ("BITCAST", None),
    ("SELECT", "isSelect"),
    ("DELAY_SLOT", "hasDelaySlot"),
    ("FOLDABLE_AS_LOAD", "canFoldAsLoad"),
    ("MAY_LOAD", None),
    ("MAY_STORE", None),
    ("MAY_RAISE_FP_EXCEPTION", "mayRaiseFPException"),
    ("PREDICABLE", None),
    ("NOT_DUPLICABLE", "isNotDuplicable"),
    ("UNMODELED_SIDE_EFFECTS", None),
    ("COMMUTABLE", "isCommutable"),
    ("CONVERTIBLE_TO_3_ADDR", "isConvertibleToThreeAddress"),
    ("USES_CUSTOM_INSERTER", "usesCustomInserter"),
    ("HAS_POST_ISEL_HOOK", "hasPostISelHook"),
    ("REMATERIALIZABLE", "isReMaterializable"),
    ("CHEAP_AS_A_MOVE", "isAsCheapAsAMove"),
    ("EXTRA_SRC_REG_ALLOC_REQ", "hasExtraSrcRegAllocReq"),
    ("EXTRA_DEF_REG_ALLOC_REQ", "hasExtraDefRegAllocReq"),
    ("REG_SEQUENCE", "isRegSequence"),
    ("EXTRACT_SUBREG", "isExtractSubreg"),
    ("INSERT_SUBREG", "isInsertSubreg"),
    ("CONVERGENT", "isConvergent"),
    ("ADD", "isAdd"),
    ("TRAP", "isTrap"),
    ("VARIADIC_OPS_ARE_DEFS", "variadicOpsAreDefs"),
    ("AUTHENTICATED", "isAuthenticated"),
)


def generate(records: RecordKeeper) -> str:
    """The module for a description."""
    target = Target(records)
    text = PythonText(
        "gen-instr-info",
        f"Instructions of target {target.name}.",
        {"enum": "IntEnum IntFlag", "typing": "NamedTuple Protocol"},
    )
    for name in _NAMES:
        text.claim(name)
    _add_opcodes(text, target)
    _add_descriptors(text, target)
    _add_named_operands(text, target)
    add_predicates(text, target)
    add_mappings(text, target)
    return text.text()


def _add_opcodes(text: PythonText, target: Target) -> None:
    numbers = [(each.record, each.opcode) for each in target.instructions]
    text.enumeration("Opcode", "The instructions, numbered as LLVM does.", numbers)
    text.add("", "", f"INSTRUCTION_LIST_END = {len(target.instructions)}")


def _add_descriptors(text: PythonText, target: Target) -> None:
    flags = [(name, f"1 << {place}") for place, (name, _) in enumerate(_FLAGS)]
    what = "What may be asked of an instruction: LLVM's MCID flags."
    text.enumeration("Flag", what, flags, "IntFlag")
    text.add(_CLASSES)
    effects = effects_of(target)
    renaming = target.record.integer("AllowRegisterRenaming") != 0
    schedule = _schedule_classes(target)
    flag_sets: dict[tuple[str, ...], int] = {}
    operand_lists: dict[tuple[OperandRow, ...], int] = {}
    rows: list[tuple[str, ...]] = []
    for instruction in target.instructions:
        record = instruction.record
        flags = _flags(instruction, effects[instruction.name], renaming)
        operands = tuple(
            _operand_row(operand, part)
            for operand in instruction.operands
            for part in operand.parts
        )
        rows.append(
            (
                quoted(instruction.name),
                str(len(instruction.machine_operands)),
                str(instruction.output_count),
                str(record.integer("Size")),
                str(schedule.numbers[instruction.name]),
                f"_FLAGS[{flag_sets.setdefault(flags, len(flag_sets))}]",
                hex(_target_flags(record)),
                _names(record.records("Uses")),
                _names(record.records("Defs")),
                f"_OPERANDS[{operand_lists.setdefault(operands, len(operand_lists))}]",
            )
        )
    text.add("", "")
    text.items("SCHEDULE_CLASSES = (", map(quoted, schedule.names), ")")
    text.add('"""The names of the schedule classes, by number."""', "")
    text.add("_FLAGS = (")
    for flags in flag_sets:
        terms = [f"Flag.{flag}" for flag in flags] or ["Flag(0)"]
        line = f"    {' | '.join(terms)},"
        if len(line) > LINE_LENGTH:
            line = "\n".join(("    (", *_lines_of(terms), "    ),"))
        text.add(line)
    text.add(")", "", "_OPERANDS: tuple[tuple[OperandInfo, ...], ...] = (")
    for operands in operand_lists:
        if not operands:
            text.add("    (),")
            continue
        text.add("    (")
        for row in operands:
            text.row("        OperandInfo(", row, "),")
        text.add("    ),")
    text.add(")", "", "INSTRUCTIONS: tuple[Instruction, ...] = (")
    for row in rows:
        text.row("    Instruction(", row, "),")
    text.add(")", '"""The descriptors, by opcode."""')


def _lines_of(terms: Sequence[str]) -> list[str]:
    return [
        f"        {'| ' if place else ''}{term}" for place, term in enumerate(terms)
    ]


class _ScheduleClasses(NamedTuple):
    names: tuple[str, ...]
    numbers: dict[str, int]
    """By the instruction's name."""


def _schedule_classes(target: Target) -> _ScheduleClasses:
    """
    Number itineraries and lists of SchedRW by first use; 0 has neither.

    What processors' models make of them (InstRW) does not split the classes here.
    """
    positions = {"": 0}
    numbers: dict[str, int] = {}
    for instruction in target.instructions:
        record = instruction.record
        parts: list[str] = []
        if record.is_set("Itinerary"):
            parts.append(record.record("Itinerary").name)
        if parts == ["NoItinerary"]:
            parts = []
        if record.is_set("SchedRW"):
            uses = record.records("SchedRW")
            parts += [each.name for each in uses if each.is_a("SchedWrite")]
            parts += [each.name for each in uses if not each.is_a("SchedWrite")]
        name = "_".join(parts)
        numbers[instruction.name] = positions.setdefault(name, len(positions))
    return _ScheduleClasses(
        tuple(name or "NoInstrModel" for name in positions), numbers
    )


def _flags(
    instruction: Instruction, effects: Effects, allows_renaming: bool
) -> tuple[str, ...]:
    """The names of the flags that are set, in order."""
    derived = {
        "VARIADIC": instruction.is_variadic,
        "HAS_OPTIONAL_DEF": instruction.has_operand_of("OptionalDefOperand"),
        "BITCAST": effects.is_bitcast,
        "MAY_LOAD": effects.may_load,
        "MAY_STORE": effects.may_store,
        "PREDICABLE": instruction.is_predicable,
        "UNMODELED_SIDE_EFFECTS": effects.has_side_effects,
    }
    if not allows_renaming:
        derived["EXTRA_SRC_REG_ALLOC_REQ"] = True
        derived["EXTRA_DEF_REG_ALLOC_REQ"] = True
    return tuple(
        name
        for name, field in _FLAGS
        if derived.get(name) or (field and instruction.record.flag(field))
    )


def _target_flags(record: Record) -> int:
    """The bits of TSFlags, all of which must be known."""
    bits = record["TSFlags"]
    value = bits.value if isinstance(bits, Bits) else bits
    if not isinstance(value, int):
        raise record.error(f"Invalid TSFlags bit in {record.name}")
    return value


def _operand_row(operand: Operand, part: MachineOperand) -> OperandRow:
    """The fields of OperandInfo; type and kind are those of the whole operand."""
    register_class = part.register_class
    kinds = (
        ("LookupPtrRegClass", part.record.is_a("PointerLikeRegClass")),
        ("Predicate", operand.record.is_a("PredicateOp")),
        ("OptionalDef", operand.record.is_a("OptionalDefOperand")),
        ("BranchTarget", operand.record.is_a("BranchTargetOperand")),
    )
    name = operand.name
    if len(operand.parts) > 1:
        name = f"{name}.{part.info_name or part.number - operand.number}"
    return (
        quoted(name),
        quoted(register_class.name) if register_class else "None",
        quoted(operand.operand_type),
        tuple_of([quoted(kind) for kind, has in kinds if has]),
        str(-1 if part.tied_to is None else part.tied_to),
        str(part.is_early_clobber),
    )


def _names(records: Sequence[Record]) -> str:
    return tuple_of([quoted(record.name) for record in records])


def _add_named_operands(text: PythonText, target: Target) -> None:
    """Where UseNamedOperandTable asks for it, the numbers of operands by name."""
    rows: list[tuple[str, list[str]]] = []
    for instruction in target.instructions:
        if instruction.record.flag("UseNamedOperandTable"):
            row = [
                f"{quoted(operand.name)}: {operand.number}"
                for operand in instruction.operands
            ]
            rows.append((f"Opcode.{python_name(instruction.name)}", row))
    if not rows:
        return
    text.add("", "_NAMED_OPERANDS: dict[int, dict[str, int]] = {")
    for name, row in rows:
        text.row(f"    {name}: {{", row, "},")
    text.add("}", _NAMED)

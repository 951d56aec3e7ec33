"""
`-gen-instr-info`: descriptors of the instructions, by opcode.

The module has the enumeration of the opcodes, a descriptor of each instruction (LLVM's
MCInstrDesc), the function predicates and the instruction mappings.
"""

from collections.abc import Sequence

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
    Code,
    PythonText,
    call,
    mask,
    member,
)
from circ.targets.tablegen.records import Bits, Record, RecordKeeper
from circ.targets.tablegen.runtime.target import Flag, OperandInfo

_NAMED = '''

def getNamedOperandIdx(opcode: int, name: str) -> int:
    """The number of the machine operand of this name, or -1."""
    return _NAMED_OPERANDS.get(opcode, {}).get(name, -1)'''

_IMPORTS = {
    "enum": "IntEnum",
    "typing": "Protocol",
    "circ.targets.tablegen.runtime.target": "Flag Instruction OperandInfo",
    "circ.targets.tablegen.runtime.instruction_predicates": (
        "MachineInstruction MachineOperand"
    ),
}
_NAMES = (
    "Functions",
    "INSTRUCTIONS",
    "INSTRUCTION_LIST_END",
    "Opcode",
    "SCHEDULE_CLASSES",
    "functions",
    "getNamedOperandIdx",
    "mi",
    "opcode",
)
"""Names that the module uses itself."""

_FLAGS = {
    Flag.PRE_ISEL_OPCODE: "isPreISelOpcode",
    Flag.PSEUDO: "isPseudo",
    Flag.META: "isMeta",
    Flag.RETURN: "isReturn",
    Flag.EH_SCOPE_RETURN: "isEHScopeReturn",
    Flag.CALL: "isCall",
    Flag.BARRIER: "isBarrier",
    Flag.TERMINATOR: "isTerminator",
    Flag.BRANCH: "isBranch",
    Flag.INDIRECT_BRANCH: "isIndirectBranch",
    Flag.COMPARE: "isCompare",
    Flag.MOVE_IMM: "isMoveImm",
    Flag.MOVE_REG: "isMoveReg",
    Flag.SELECT: "isSelect",
    Flag.DELAY_SLOT: "hasDelaySlot",
    Flag.FOLDABLE_AS_LOAD: "canFoldAsLoad",
    Flag.MAY_RAISE_FP_EXCEPTION: "mayRaiseFPException",
    Flag.NOT_DUPLICABLE: "isNotDuplicable",
    Flag.COMMUTABLE: "isCommutable",
    Flag.CONVERTIBLE_TO_3_ADDR: "isConvertibleToThreeAddress",
    Flag.USES_CUSTOM_INSERTER: "usesCustomInserter",
    Flag.HAS_POST_ISEL_HOOK: "hasPostISelHook",
    Flag.REMATERIALIZABLE: "isReMaterializable",
    Flag.CHEAP_AS_A_MOVE: "isAsCheapAsAMove",
    Flag.EXTRA_SRC_REG_ALLOC_REQ: "hasExtraSrcRegAllocReq",
    Flag.EXTRA_DEF_REG_ALLOC_REQ: "hasExtraDefRegAllocReq",
    Flag.REG_SEQUENCE: "isRegSequence",
    Flag.EXTRACT_SUBREG: "isExtractSubreg",
    Flag.INSERT_SUBREG: "isInsertSubreg",
    Flag.CONVERGENT: "isConvergent",
    Flag.ADD: "isAdd",
    Flag.TRAP: "isTrap",
    Flag.VARIADIC_OPS_ARE_DEFS: "variadicOpsAreDefs",
    Flag.AUTHENTICATED: "isAuthenticated",
}
"""The fields of records that set flags; the other flags are derived."""


def generate(records: RecordKeeper) -> PythonText:
    """The module for a description."""
    target = Target(records)
    out = PythonText(f"Instructions of target {target.name}.", _IMPORTS)
    out.claimed.update(_NAMES)
    numbers = [(each.name, each.opcode, each.record) for each in target.instructions]
    out.enumeration("Opcode", "The instructions, numbered as LLVM does.", numbers)
    out.add("", "", f"INSTRUCTION_LIST_END = {len(target.instructions)}")
    _add_descriptors(out, target)
    _add_named_operands(out, target)
    add_predicates(out, target)
    add_mappings(out, target)
    return out


def _add_descriptors(out: PythonText, target: Target) -> None:
    effects = effects_of(target)
    renaming = target.record.integer("AllowRegisterRenaming") != 0
    schedule_classes = {"NoInstrModel": 0}
    flag_sets: dict[Flag, int] = {}
    operand_lists: dict[tuple[OperandInfo, ...], int] = {}
    rows: list[Code] = []
    for instruction in target.instructions:
        record = instruction.record
        flags = _flags(instruction, effects[instruction.name], renaming)
        operands = tuple(
            _operand_info(operand, part)
            for operand in instruction.operands
            for part in operand.parts
        )
        schedule = schedule_classes.setdefault(
            _schedule_class(record), len(schedule_classes)
        )
        flag_number = flag_sets.setdefault(flags, len(flag_sets))
        operand_number = operand_lists.setdefault(operands, len(operand_lists))
        row = call(
            "Instruction",
            instruction.name,
            len(instruction.machine_operands),
            instruction.output_count,
            record.integer("Size"),
            schedule,
            Code(f"_FLAGS[{flag_number}]"),
            mask(_target_flags(record)),
            _names(record.records("Uses")),
            _names(record.records("Defs")),
            Code(f"_OPERANDS[{operand_number}]"),
        )
        rows.append(row)
    what = "The names of the schedule classes, by number."
    out.packed("SCHEDULE_CLASSES", list(schedule_classes), what)
    rows_of_flags = [call("Flag", mask(each)) for each in flag_sets]
    names = [" | ".join(flag.name or "" for flag in each) for each in flag_sets]
    out.table("_FLAGS", rows_of_flags, comments=names)
    out.table("_OPERANDS: tuple[tuple[OperandInfo, ...], ...]", list(operand_lists))
    what = "The descriptors, by opcode."
    out.table("INSTRUCTIONS: tuple[Instruction, ...]", rows, what)


def _schedule_class(record: Record) -> str:
    """
    The name of the itinerary and list of SchedRW; NoInstrModel for neither.

    What processors' models make of them (InstRW) does not split the classes here.
    """
    names: list[str] = []
    if record.is_set("Itinerary"):
        names += {record.record("Itinerary").name} - {"NoItinerary"}
    if record.is_set("SchedRW"):
        uses = record.records("SchedRW")
        names += [each.name for each in uses if each.is_a("SchedWrite")]
        names += [each.name for each in uses if not each.is_a("SchedWrite")]
    return "_".join(names) or "NoInstrModel"


def _flags(instruction: Instruction, effects: Effects, allows_renaming: bool) -> Flag:
    """The flags that are set."""
    found = {flag for flag, field in _FLAGS.items() if instruction.record.flag(field)}
    derived = {
        Flag.VARIADIC: instruction.is_variadic,
        Flag.HAS_OPTIONAL_DEF: instruction.has_operand_of("OptionalDefOperand"),
        Flag.BITCAST: effects.is_bitcast,
        Flag.MAY_LOAD: effects.may_load,
        Flag.MAY_STORE: effects.may_store,
        Flag.PREDICABLE: instruction.is_predicable,
        Flag.UNMODELED_SIDE_EFFECTS: effects.has_side_effects,
        Flag.EXTRA_SRC_REG_ALLOC_REQ: not allows_renaming,
        Flag.EXTRA_DEF_REG_ALLOC_REQ: not allows_renaming,
    }
    found |= {flag for flag, is_set in derived.items() if is_set}
    return Flag(sum(found))


def _target_flags(record: Record) -> int:
    """The bits of TSFlags, all of which must be known."""
    bits = record["TSFlags"]
    value = bits.value if isinstance(bits, Bits) else bits
    if not isinstance(value, int):
        raise record.error(f"Invalid TSFlags bit in {record.name}")
    return value


def _operand_info(operand: Operand, part: MachineOperand) -> OperandInfo:
    """A machine operand's type and flags are those of the whole operand."""
    register_class = part.register_class
    flags = (
        ("LookupPtrRegClass", part.record.is_a("PointerLikeRegClass")),
        ("Predicate", operand.record.is_a("PredicateOp")),
        ("OptionalDef", operand.record.is_a("OptionalDefOperand")),
        ("BranchTarget", operand.record.is_a("BranchTargetOperand")),
    )
    name = operand.name
    if len(operand.parts) > 1:
        name = f"{name}.{part.info_name or part.number - operand.number}"
    return OperandInfo(
        name,
        register_class.name if register_class else None,
        operand.operand_type,
        tuple(flag for flag, is_set in flags if is_set),
        -1 if part.tied_to is None else part.tied_to,
        part.is_early_clobber,
    )


def _names(records: Sequence[Record]) -> tuple[str, ...]:
    return tuple(record.name for record in records)


def _add_named_operands(out: PythonText, target: Target) -> None:
    """Where UseNamedOperandTable asks for it, the numbers of operands by name."""
    table = {
        member("Opcode", instruction.name): {
            operand.name: operand.number for operand in instruction.operands
        }
        for instruction in target.instructions
        if instruction.record.flag("UseNamedOperandTable")
    }
    if table:
        out.table("_NAMED_OPERANDS: dict[int, dict[str, int]]", table)
        out.add(_NAMED)

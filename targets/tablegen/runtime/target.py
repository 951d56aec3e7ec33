"""Tables of `-gen-instr-info`, `-gen-register-info` and `-gen-subtarget`."""

from collections.abc import Mapping, Sequence
from enum import IntFlag
from typing import ClassVar, NamedTuple

# region Instructions


class Flag(IntFlag):
    """Properties of an instruction: LLVM's MCID flags."""

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
    """A machine operand: LLVM's MCOperandInfo."""

    name: str
    register_class: str | None
    """None where the operand is not a register."""
    operand_type: str
    flags: tuple[str, ...] = ()
    """Of LookupPtrRegClass, Predicate, OptionalDef, BranchTarget."""
    tied_to: int = -1
    """The number of the operand that must be the same register, or -1."""
    is_early_clobber: bool = False


class Instruction(NamedTuple):
    """The descriptor of an instruction: LLVM's MCInstrDesc."""

    name: str
    operand_count: int
    definition_count: int
    """Operands that are results; they come first."""
    size: int
    """In bytes; 0 if it has no encoding of its own."""
    schedule_class: int
    flags: Flag
    target_flags: int
    """TSFlags, whose bits mean what the target's description says."""
    implicit_uses: tuple[str, ...]
    implicit_definitions: tuple[str, ...]
    operands: tuple[OperandInfo, ...]


# endregion
# region Registers


class RegisterInfo(NamedTuple):
    """One register."""

    name: str
    assembly_name: str
    encoding: int
    dwarf_numbers: tuple[int, ...]
    """One a flavour; negative where there is none."""
    sub_registers: Mapping[int, int]
    """By sub-register index."""
    super_registers: tuple[int, ...]
    """Smaller ones first."""
    aliases: tuple[int, ...]
    """The other registers that overlap this one."""
    units: tuple[int, ...]
    """Registers overlap where they share a unit."""
    costs: tuple[int, ...]
    """The additional cost of a use, by cost model."""
    alternative_names: tuple[str | None, ...]
    """By index of alternative names."""


class RegisterClassInfo(NamedTuple):
    """One register class; sizes are in bits, sets are masks by number."""

    name: str
    members: tuple[int, ...]
    """In the order of allocation."""
    alternative_orders: tuple[tuple[int, ...], ...]
    types: tuple[str, ...]
    register_size: int
    spill_size: int
    spill_alignment: int
    copy_cost: int
    is_allocatable: bool
    allocation_priority: int
    flags: int
    member_mask: int
    sub_class_mask: int
    """The class itself included."""
    sub_class_with: Mapping[int, int]
    """The largest sub-class whose members all have a sub-register, by its index."""
    classes_reaching: Mapping[int, int]
    """By index, the classes whose sub-registers are all in this class."""


class SubRegisterInfo(NamedTuple):
    """One sub-register index; in bits, -1 where it depends on the register."""

    name: str
    size: int
    offset: int


class RegisterFile(NamedTuple):
    """The tables of a target; registers, classes and indices are given by number."""

    registers: Sequence[RegisterInfo]
    by_name: Mapping[str, int]
    classes: Sequence[RegisterClassInfo]
    composed_indices: Mapping[tuple[int, int], int]
    by_dwarf_number: Sequence[Mapping[int, int]]

    def register_named(self, assembly_name: str) -> int:
        """The register of a name in assembly, 0 for none."""
        return self.by_name.get(assembly_name, 0)

    def name_of(self, register: int, alternative: int | None = None) -> str | None:
        """The name in assembly, or another one; None where it has no such name."""
        info = self.registers[register]
        if alternative is None:
            return info.assembly_name
        return info.alternative_names[alternative]

    def sub_register(self, register: int, index: int) -> int:
        """A sub-register, 0 for none."""
        return self.registers[register].sub_registers.get(index, 0)

    def sub_register_index(self, register: int, part: int) -> int:
        """The index of a sub-register, 0 for none."""
        for index, sub in self.registers[register].sub_registers.items():
            if sub == part:
                return index
        return 0

    def matching_super_register(
        self, part: int, index: int, register_class: int
    ) -> int:
        """The register of a class whose sub-register is `part`, 0 for none."""
        for register in self.registers[part].super_registers:
            if (
                self.contains(register_class, register)
                and self.sub_register(register, index) == part
            ):
                return register
        return 0

    def compose_indices(self, outer: int, inner: int) -> int:
        """The index of a sub-register's sub-register, 0 for none; 0 is the whole."""
        if not outer or not inner:
            return outer or inner
        return self.composed_indices.get((outer, inner), 0)

    def overlaps(self, one: int, other: int) -> bool:
        """Whether a write to one register can change the other."""
        return one == other != 0 or other in self.registers[one].aliases

    def contains(self, register_class: int, register: int) -> bool:
        """Whether a register is in a class."""
        return self.classes[register_class].member_mask >> register & 1 != 0

    def has_sub_class(self, register_class: int, other: int) -> bool:
        """Whether another class is a sub-class of a class, or the same."""
        return self.classes[register_class].sub_class_mask >> other & 1 != 0

    def common_sub_class(self, one: int, other: int) -> int | None:
        """The largest common sub-class."""
        return _first(
            self.classes[one].sub_class_mask & self.classes[other].sub_class_mask
        )

    def sub_class_with(self, register_class: int, index: int) -> int | None:
        """The largest sub-class whose registers all have a sub-register."""
        return self.classes[register_class].sub_class_with.get(index)

    def matching_super_class(
        self, register_class: int, part: int, index: int
    ) -> int | None:
        """The largest sub-class whose sub-registers by an index are in `part`."""
        reaching = self.classes[part].classes_reaching.get(index, 0)
        return _first(reaching & self.classes[register_class].sub_class_mask)

    def dwarf_number(self, register: int, flavour: int = 0) -> int:
        """The number of a register in debugging information, -1 for none."""
        numbers = self.registers[register].dwarf_numbers
        return numbers[flavour] if flavour < len(numbers) else -1

    def register_of_dwarf(self, number: int, flavour: int = 0) -> int:
        """The register of a number in debugging information, 0 for none."""
        if flavour >= len(self.by_dwarf_number):
            return 0
        return self.by_dwarf_number[flavour].get(number, 0)


def _first(mask: int) -> int | None:
    return (mask & -mask).bit_length() - 1 if mask else None


# endregion
# region Subtargets


class FeatureInfo(NamedTuple):
    """One feature; sets of features are masks by number."""

    name: str
    description: str
    number: int
    implies: int
    """What it implies directly."""
    closure: int
    """The feature itself and all that it implies."""
    implied_by: int
    """The feature itself and all that imply it."""


class ProcessorInfo(NamedTuple):
    """One processor."""

    name: str
    features: int
    """The features listed for it."""
    tune_features: int
    closure: int
    """Its features and all that they imply."""
    tune_closure: int
    scheduling: str
    """The name of its model in SCHEDULING_MODELS."""


class Stage(NamedTuple):
    """A pipeline stage of an instruction, on one of some units: LLVM's InstrStage."""

    cycles: int
    units: int
    """A mask, by position in the units of the model."""
    next_cycles: int
    """Cycles from the start of this stage to that of the next."""
    is_reserved: bool
    """Whether the unit is reserved rather than required."""


class Itinerary(NamedTuple):
    """The pipeline usage of a class of instructions."""

    micro_operations: int
    stages: tuple[Stage, ...]
    operand_cycles: tuple[int, ...]
    """By operand, the cycle after issue in which it is written or read."""
    bypasses: tuple[int, ...]
    """By operand, a mask of forwarding paths."""

    def latency(self) -> int:
        """Cycles from the start of the first stage to the latest end of a stage."""
        start = end = 0
        for stage in self.stages:
            end = max(end, start + stage.cycles)
            start += stage.next_cycles
        return end


class SchedulingModel(NamedTuple):
    """The scheduling model of a processor."""

    name: str
    issue_width: int
    micro_operation_buffer: int
    loop_buffer: int
    load_latency: int
    high_latency: int
    mispredict_penalty: int
    schedules_after_allocation: bool
    is_complete: bool
    units: tuple[str, ...]
    bypasses: tuple[str, ...]
    itineraries: Mapping[str, Itinerary]
    """By name of the class of instructions."""


class Selection(NamedTuple):
    """The selected features, and messages for the user."""

    features: int
    messages: tuple[str, ...]


class SubtargetTables(NamedTuple):
    """The features and processors of a target, by name, sorted, and its models."""

    features: Mapping[str, FeatureInfo]
    processors: Mapping[str, ProcessorInfo]
    models: Mapping[str, SchedulingModel]

    def select_features(
        self, cpu: str = "", tune_cpu: str = "", features: str = ""
    ) -> Selection:
        """
        The features of a processor, changed by a list such as `+v9,-vis`.

        A name without a sign is added. Unknown processors and features are ignored and
        reported; the name `help`, and the feature `+cpuhelp`, add what there is to
        choose.
        """
        chosen = 0
        messages: list[str] = []
        if cpu == "help":
            messages.append(self.help_text())
        elif cpu in self.processors:
            chosen |= self.processors[cpu].closure
        elif cpu:
            messages.append(_unknown(cpu, "processor"))
        if tune_cpu in self.processors:
            chosen |= self.processors[tune_cpu].tune_closure
        elif tune_cpu not in ("", cpu):
            messages.append(_unknown(tune_cpu, "processor"))
        for item in features.split(","):
            name = item[1:] if item[:1] in ("+", "-") else item
            if name == "help" or item == "+cpuhelp":
                messages.append(self.help_text(name != "cpuhelp"))
            elif name not in self.features:
                if item:
                    messages.append(_unknown(item, "feature"))
            elif item[0] == "-":
                chosen &= ~self.features[name].implied_by
            else:
                chosen |= self.features[name].closure
        return Selection(chosen, tuple(messages))

    def help_text(self, with_features: bool = True) -> str:
        """The processors and features, one a line."""
        lines = ["Available CPUs for this target:", ""]
        lines += [
            f"  {name} - Select the {name} processor." for name in self.processors
        ]
        if with_features:
            width = max(map(len, self.features), default=0)
            lines += ["", "Available features for this target:", ""]
            lines += [
                f"  {name:{width}} - {feature.description}."
                for name, feature in self.features.items()
            ]
            lines += [
                "",
                "Use +feature to enable a feature, or -feature to disable it.",
            ]
        return "\n".join(lines)

    def scheduling_model(self, cpu: str) -> SchedulingModel:
        """The model of a processor; an empty one where there is no such processor."""
        known = self.processors.get(cpu)
        return self.models["NoSchedModel" if known is None else known.scheduling]


class FeatureAttributes:
    """
    Attributes that features set: defaults until `parse_subtarget_features` is called.
    """

    _tables: ClassVar[SubtargetTables]
    _settings: ClassVar[Sequence[tuple[int, str, int]]] = ()
    """Features, and the minimum values of the attributes that they set."""

    def __init__(self) -> None:
        self.feature_bits: int = 0

    def parse_subtarget_features(
        self, cpu: str, tune_cpu: str = "", features: str = ""
    ) -> tuple[str, ...]:
        """Select features and set their attributes; messages for the user."""
        bits, messages = self._tables.select_features(cpu, tune_cpu, features)
        self.feature_bits = bits
        for feature, attribute, value in self._settings:
            if bits >> feature & 1 and (
                isinstance(value, bool) or getattr(self, attribute) < value
            ):
                setattr(self, attribute, value)
        return messages

    def has(self, feature: int) -> bool:
        """Whether a feature is enabled."""
        return self.feature_bits >> feature & 1 != 0


def _unknown(name: str, what: str) -> str:
    return f"'{name}' is not a recognized {what} for this target (ignoring {what})"


# endregion

"""
The registers of a target: sub-registers, their indices, tuples, and overlap.

Everything that a description leaves out is inferred as LLVM does: registers are
numbered in its order, inherited sub-registers get composed indices (`a_then_b`), a
register that straddles the parts of a larger one gets a concatenated index (`a_b`), and
registers overlap when they share a register unit.

The fields are those of `Register`, `RegisterTuples` and `SubRegIndex` in `Target.td`.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen.analysis.orders import numeric_order, register_order
from circ.targets.tablegen.analysis.set_theory import Sets, field_expander
from circ.targets.tablegen.analysis.sub_register_indices import SubRegisterIndex
from circ.targets.tablegen.records import Record, RecordKeeper, Value

T = TypeVar("T")


@dataclass(eq=False, repr=False)
class TargetRegister:
    """One register of the target; numbers start at 1."""

    record: Record
    number: int
    explicit: "list[tuple[SubRegisterIndex, TargetRegister]]" = field(
        default_factory=list
    )
    """The sub-registers that the description lists."""
    sub_registers: "dict[SubRegisterIndex, TargetRegister]" = field(
        default_factory=dict
    )
    """All sub-registers, by number of the index."""
    super_registers: "list[TargetRegister]" = field(default_factory=list)
    """All registers that this one is part of, smaller ones first."""
    aliases: "list[TargetRegister]" = field(default_factory=list)
    units: set[int] = field(default_factory=set)
    index_of: "dict[TargetRegister, SubRegisterIndex]" = field(default_factory=dict)
    """The index of each sub-register."""
    leads: "list[TargetRegister]" = field(default_factory=list)
    """The registers made of sub-registers of which this one is the first."""

    @property
    def name(self) -> str:
        """The name of the record, or of the tuple's parts joined by `_`."""
        return self.record.name

    @property
    def is_artificial(self) -> bool:
        """Does the register only stand for a part that nothing can name?"""
        return self.record.flag("isArtificial")

    @property
    def is_covered(self) -> bool:
        """Is its value all that of its sub-registers?"""
        return self.record.flag("CoveredBySubRegs")

    @property
    def is_constant(self) -> bool:
        """Does it always hold the same value, like a register of zeros?"""
        return self.record.flag("isConstant")

    @property
    def assembly_name(self) -> str:
        """The name in assembly; the record's own name if it has no other."""
        return self.record.string("AsmName") or self.name

    @property
    def encoding(self) -> int:
        """The number of the register in instruction words; unset bits are 0."""
        return self.record.bits("HWEncoding").known[0]

    @property
    def shares_dwarf_numbers(self) -> bool:
        """Are its numbers in debugging information those of another register?"""
        return self.record.is_set("DwarfAlias")

    @property
    def dwarf_numbers(self) -> tuple[int, ...]:
        """Numbers in debugging information, one a flavour; negative for none."""
        record = self.record
        if self.shares_dwarf_numbers:
            record = record.record("DwarfAlias")
        return record.integers("DwarfNumbers")

    @property
    def costs(self) -> tuple[int, ...]:
        """What each use costs more than others of its class, one a cost model."""
        costs = self.record["CostPerUse"]
        return (
            (costs,) if isinstance(costs, int) else self.record.integers("CostPerUse")
        )

    def index_for(self, part: "TargetRegister") -> SubRegisterIndex:
        """The index of a sub-register; an error if it cannot be reached by one."""
        if part not in self.index_of:
            raise self.record.error(f"No SubRegIndex for {part.name} in {self.name}")
        return self.index_of[part]

    def alternative_name(self, index: Record) -> str | None:
        """The name for an index of alternative names, or for what it falls back to."""
        seen: set[Record] = set()
        while index not in seen:
            seen.add(index)
            if index.name == "NoRegAltName":
                return self.assembly_name
            indices = self.record.records("RegAltNameIndices")
            if index in indices:
                return self._name_at(indices.index(index), index)
            fallback = index.fields.get("FallbackRegAltNameIndex")
            if not isinstance(fallback, Record):
                return None
            index = fallback
        return None

    def _name_at(self, position: int, index: Record) -> str:
        names = self.record.strings("AltNames")
        if position >= len(names):
            raise self.record.error(
                f"Register definition missing alt name for '{index.name}'."
            )
        return names[position]


def default_mode(record: Record, what: str) -> Record:
    """What a selection by hardware mode has for the default mode, else its first."""
    if not record.is_a("HwModeSelect"):
        return record
    objects = record.records("Objects")
    for mode, item in zip(record.records("Modes"), objects, strict=False):
        if mode.name == "DefaultMode":
            return item
    if not objects:
        raise record.error(f"no {what} for the default mode")
    return objects[0]


class Registers:
    """
    The registers and sub-register indices of a target, numbered as LLVM does.

    `registers` and `indices` are in the order of their numbers, which start at 1;
    `units` has, by register unit, the one or two registers that it is made for.
    """

    def __init__(self, records: RecordKeeper):
        self.records = records
        self.sets = Sets(
            records,
            {
                "RegisterClass": field_expander("MemberList"),
                "CalleeSavedRegs": field_expander("SaveList"),
                "RegisterTuples": _expand_tuples,
            },
        )
        self.indices: list[SubRegisterIndex] = []
        self.registers: list[TargetRegister] = []
        self.units: list[tuple[TargetRegister, ...]] = []
        self._index_of: dict[Record, SubRegisterIndex] = {}
        self._register_of: dict[Record, TargetRegister] = {}
        self._members: dict[Record, tuple[int, ...]] = {}
        self._by_parts: dict[tuple[SubRegisterIndex, ...], SubRegisterIndex] = {}
        self._read_indices()
        self._read_registers()
        self._link()
        done: set[TargetRegister] = set()
        for register in _postorder(self.registers, _listed_parts):
            done.add(register)
            self._infer_sub_registers(register)
            self._make_units(register, done)
        for index in self.indices:
            _close_parts(index)
            if index.parts:
                self._by_parts.setdefault(tuple(index.parts), index)
        for register in self.registers:
            if register.is_covered:
                self._find_straddling(register)
        self._finish()

    def __getitem__(self, record: Record) -> TargetRegister:
        return self.member(record, record)

    def evaluate(self, expression: Value, owner: Record) -> list[TargetRegister]:
        """The registers of a set expression."""
        return [
            self.member(item, owner) for item in self.sets.evaluate(expression, owner)
        ]

    def member(self, record: Record, owner: Record) -> TargetRegister:
        """The register of a record that a set or list at `owner` names."""
        if record not in self._register_of:
            raise owner.error(f"'{record.name}' is not a register")
        return self._register_of[record]

    def members(self, register_class: Record) -> tuple[int, ...]:
        """The numbers of a class's registers, in the class's order."""
        found = self._members.get(register_class)
        if found is None:
            registers = self.evaluate(register_class["MemberList"], register_class)
            found = tuple(register.number for register in registers)
            self._members[register_class] = found
        return found

    def covered(self, registers: Iterable[TargetRegister]) -> set[TargetRegister]:
        """The registers whose whole value is in the given ones."""
        found: dict[TargetRegister, None] = {}
        for register in registers:
            found[register] = None
            found.update(dict.fromkeys(register.sub_registers.values()))
        work = deque(found)
        while work:
            for candidate in work.popleft().super_registers:
                if not candidate.is_covered or candidate in found:
                    continue
                if all(sub in found for sub in candidate.sub_registers.values()):
                    found[candidate] = None
                    work.append(candidate)
        return set(found)

    def overlapping(self, register: TargetRegister) -> list[TargetRegister]:
        """The other registers that share a unit with this one, by number."""
        found = {other for unit in register.units for other in self._by_unit[unit]}
        found.discard(register)
        return sorted(found, key=lambda other: other.number)

    def _new_index(self, name: str, record: Record | None = None) -> SubRegisterIndex:
        index = SubRegisterIndex(name, len(self.indices) + 1, record)
        self.indices.append(index)
        return index

    def _read_indices(self) -> None:
        records = sorted(
            self.records.derived("SubRegIndex"),
            key=lambda record: numeric_order(record.name),
        )
        for record in records:
            index = self._index_of[record] = self._new_index(record.name, record)
            ranges = record.fields.get("SubRegRanges")
            chosen = (
                default_mode(ranges, "range") if isinstance(ranges, Record) else record
            )
            index.size, index.offset = chosen.integer("Size"), chosen.integer("Offset")
        for record in records:
            index = self._index_of[record]
            if composed := self._listed_indices(record, "ComposedOf"):
                if len(composed) != 2:
                    raise record.error("ComposedOf must have exactly two entries")
                if not composed[0].compose(composed[1], index):
                    raise record.error("Ambiguous ComposedOf entries")
            if parts := self._listed_indices(record, "CoveringSubRegIndices"):
                if len(parts) < 2:
                    raise record.error("CoveredBySubRegs must have two or more entries")
                index.parts = parts

    def _listed_indices(self, record: Record, name: str) -> list[SubRegisterIndex]:
        return [self._index_of[item] for item in record.records(name)]

    def _read_registers(self) -> None:
        groups = [list(self.records.derived("Register"))]
        tuples = [
            list(self.sets.expand(record) or ())
            for record in self.records.derived("RegisterTuples")
        ]
        if groups[0] and groups[0][0].is_a("X86Reg"):
            # LLVM 19 sorts the tuples of this one target in between.
            groups[0].extend(record for group in tuples for record in group)
        else:
            groups.extend(tuples)
        names: set[str] = set()
        for group in groups:
            for record in sorted(group, key=_position):
                if record.name in names:
                    raise record.error(f"register '{record.name}' is defined twice")
                names.add(record.name)
                register = TargetRegister(record, len(self.registers) + 1)
                self.registers.append(register)
                self._register_of[record] = register

    def _link(self) -> None:
        """Read the references between registers."""
        for register in self.registers:
            record = register.record
            indices = self._listed_indices(record, "SubRegIndices")
            parts = record.records("SubRegs")
            if len(indices) != len(parts):
                raise record.error("SubRegs and SubRegIndices must have the same size")
            register.explicit = [
                (index, self.member(part, record))
                for index, part in zip(indices, parts, strict=True)
            ]
            if register.is_covered and register.explicit:
                register.explicit[0][1].leads.append(register)
            for alias in record.records("Aliases"):
                other = self.member(alias, record)
                register.aliases.append(other)
                other.aliases.append(register)

    def _infer_sub_registers(self, register: TargetRegister) -> None:
        """Inherit the sub-registers of sub-registers, under new names where needed."""
        subs = register.sub_registers
        for index, sub in register.explicit:
            if not sub.is_artificial:
                index.is_artificial = False
            if index in subs:
                raise register.record.error(
                    f"SubRegIndex {index.name} appears twice in Register "
                    f"{register.name}"
                )
            subs[index] = sub
            register.index_of.setdefault(sub, index)
        orphans: set[TargetRegister] = set()
        for _, part in register.explicit:
            for index, sub in part.sub_registers.items():
                if index in subs:
                    orphans.add(sub)
                else:
                    subs[index] = sub
        indices = self._name_orphans(register, orphans)
        # Backwards, so that the innermost name is the one that is extended.
        while indices and orphans:
            index = indices.pop()
            for inner, sub in subs[index].sub_registers.items():
                if sub in orphans:
                    orphans.discard(sub)
                    subs[self._composite(index, inner)] = sub
        register.sub_registers = _by_number(subs)
        for index, sub in register.sub_registers.items():
            if sub is register:
                raise register.record.error(
                    f"Register {register.name} has itself as a sub-register"
                )
            known = register.index_of.setdefault(sub, index)
            if known is not index:
                raise register.record.error(
                    f"Sub-register can't have two names: {sub.name} available as "
                    f"{index.name} and {known.name}"
                )
        for index, sub in register.explicit:
            if sub.is_covered and not sub.is_artificial and not index.parts:
                index.parts = [
                    register.index_for(part)
                    for inner, part in sub.explicit
                    if not inner.is_artificial
                ]

    def _name_orphans(
        self, register: TargetRegister, orphans: set[TargetRegister]
    ) -> list[SubRegisterIndex]:
        """Give inherited sub-registers names that the description composes."""
        indices = [index for index, _ in register.explicit]
        for index in indices:  # grows while it is walked
            inner = register.sub_registers[index].sub_registers
            for part, both in _by_number(index.composites).items():
                if part not in inner or both in register.sub_registers:
                    continue
                if inner[part] in orphans:
                    orphans.discard(inner[part])
                    register.sub_registers[both] = inner[part]
                    indices.append(both)
        return indices

    def _composite(
        self, outer: SubRegisterIndex, inner: SubRegisterIndex
    ) -> SubRegisterIndex:
        known = outer.composites.get(inner)
        if known is None:
            known = self._new_index(f"{outer.name}_then_{inner.name}")
            outer.compose(inner, known)
        return known

    def _make_units(self, register: TargetRegister, done: set[TargetRegister]) -> None:
        """One unit a leaf register, or one a pair of registers that alias by decree."""
        for _, sub in register.explicit:
            register.units |= sub.units
        for other in register.aliases:
            if other not in done:
                other.units.add(len(self.units))
                register.units.add(len(self.units))
                self.units.append((register, other))
        if not register.units:
            register.units.add(len(self.units))
            self.units.append((register,))

    def _find_straddling(self, register: TargetRegister) -> None:
        """
        Find sub-registers that the description does not list.

        With QQ0 = Q0 Q1, Q0 = D0 D1 and Q1 = D2 D3, the register D1_D2 is a part of
        QQ0 too. Candidates are registers that begin with a part of this one.
        """
        subs, index_of = register.sub_registers, register.index_of
        found: list[tuple[SubRegisterIndex, TargetRegister]] = []
        work = deque(subs.values())
        while work:
            for candidate in work.popleft().leads:
                if candidate is register or candidate in index_of:
                    continue
                parts = _parts_inside(candidate, index_of)
                if parts is None:
                    continue
                index = self._concatenation(parts)
                if index not in subs:
                    subs[index] = candidate
                    index_of[candidate] = index
                    found.append((index, candidate))
                    work.append(candidate)
        for index, candidate in found:
            for inner, sub in candidate.sub_registers.items():
                index.compose(inner, register.index_for(sub))
        register.sub_registers = _by_number(subs)

    def _concatenation(self, parts: list[SubRegisterIndex]) -> SubRegisterIndex:
        """The index of parts side by side, made if there is none."""
        known = self._by_parts.get(tuple(parts))
        if known is None:
            known = self._new_index("_".join(part.name for part in parts))
            known.parts = parts
            known.size = sum(part.size for part in parts)
            if all(
                left.offset + left.size == right.offset
                for left, right in pairwise(parts)
            ):
                known.offset = parts[0].offset
            self._by_parts[tuple(parts)] = known
        return known

    @cached_property
    def _by_unit(self) -> dict[int, list[TargetRegister]]:
        by_unit: dict[int, list[TargetRegister]] = {}
        for register in self.registers:
            for unit in register.units:
                by_unit.setdefault(unit, []).append(register)
        return by_unit

    def _finish(self) -> None:
        """List super-registers and complete the compositions of indices."""
        shapes: dict[tuple[object, ...], int] = {}
        shape_of: dict[TargetRegister, int] = {}
        for register in _postorder(self.registers, _all_parts):
            shape: list[object] = []
            for index, sub in register.sub_registers.items():
                sub.super_registers.append(register)
                shape += (index.number, shape_of[sub])
                if not register.is_artificial and not sub.is_artificial:
                    index.is_artificial = False
            shape_of[register] = shapes.setdefault(tuple(shape), len(shapes))
        seen: set[int] = set()
        for register in self.registers:
            if shape_of[register] in seen:  # composes as its equals do
                continue
            seen.add(shape_of[register])
            for outer, part in register.sub_registers.items():
                for inner, sub in part.sub_registers.items():
                    outer.compose(inner, register.index_for(sub))


def _by_number(
    table: "dict[SubRegisterIndex, T]",
) -> "dict[SubRegisterIndex, T]":
    return dict(sorted(table.items(), key=lambda item: item[0].number))


def _listed_parts(register: TargetRegister) -> list[TargetRegister]:
    return [sub for _, sub in register.explicit]


def _all_parts(register: TargetRegister) -> list[TargetRegister]:
    return list(register.sub_registers.values())


def _position(record: Record) -> tuple[int, object]:
    """The order of registers: by `PositionOrder` where set, then by name."""
    return record.integer("PositionOrder"), register_order(record.name)


def _postorder(
    roots: Iterable[TargetRegister],
    parts: Callable[[TargetRegister], list[TargetRegister]],
) -> Iterator[TargetRegister]:
    """All registers, each after its parts; linear, without recursion."""
    done: set[TargetRegister] = set()
    for root in roots:
        stack = [(root, iter(parts(root)))] if root not in done else []
        open_registers = {root}
        while stack:
            register, rest = stack[-1]
            part = next(rest, None)
            if part is None:
                stack.pop()
                open_registers.discard(register)
                done.add(register)
                yield register
            elif part in open_registers:
                raise part.record.error(
                    f"Register {part.name} has itself as a sub-register"
                )
            elif part not in done:
                open_registers.add(part)
                stack.append((part, iter(parts(part))))


def _close_parts(index: SubRegisterIndex) -> None:
    """Replace parts of an index that have parts themselves."""
    flat: list[SubRegisterIndex] = []
    work = [(part, (index,)) for part in reversed(index.parts)]
    while work:
        part, around = work.pop()
        if part in around:
            location = index.record.location if index.record else None
            raise Diagnostic(location, f"SubRegIndex {part.name} is part of itself")
        if not part.parts:
            flat.append(part)
        work += [(inner, (*around, part)) for inner in reversed(part.parts)]
    index.parts = flat


def _parts_inside(
    candidate: TargetRegister, index_of: dict[TargetRegister, SubRegisterIndex]
) -> list[SubRegisterIndex] | None:
    """The indices of a candidate's parts in another register, None if one has none."""
    if len(candidate.explicit) == 1:
        return None
    parts: list[SubRegisterIndex] = []
    for _, sub in candidate.explicit:
        if sub not in index_of:
            return None
        parts.extend(index_of[sub].parts or [index_of[sub]])
    return parts


_FROM_TUPLES = ("SubRegIndices", "PositionOrder")
_CLEARED = ("Aliases", "DwarfNumbers")


def _expand_tuples(sets: Sets, tuples: Record) -> Iterator[Record]:
    """
    The registers that a record of `RegisterTuples` makes, by zipping up its sets.

    Each takes the fields of its first part, except for what makes it a tuple.
    """
    columns = [sets.evaluate(item, tuples) for item in tuples.list("SubRegs")]
    if len(columns) != len(tuples.records("SubRegIndices")):
        raise tuples.error("SubRegs and SubRegIndices must have the same size")
    if len(columns) < 2:
        raise tuples.error("Tuples must have at least 2 sub-registers")
    names = tuples.strings("RegAsmNames")
    for position, parts in enumerate(zip(*columns, strict=False)):
        name = "_".join(part.name for part in parts)
        if names and position >= len(names):
            raise tuples.error(f"Register tuple definition missing name for '{name}'.")
        first = parts[0]
        fields: dict[str, Value] = {**first.fields, "SubRegs": parts}
        fields.update((field, ()) for field in _CLEARED)
        fields.update(
            (field, tuples[field]) for field in _FROM_TUPLES if field in tuples.fields
        )
        fields["AsmName"] = names[position] if names else ""
        fields["CoveredBySubRegs"] = 1
        fields.pop("DwarfAlias", None)
        yield Record(name, first.superclasses, fields, first.types, tuples.location)

"""
The selection patterns of a description: `Pattern` records, and those of instructions.

Each becomes rules: a typed source, the results, and how specific the source is. The
order of rules is that of complexity, then of the cost of the result, then of the
description (patterns of instructions first).

Documents: LLVM 19, `llvm/Target/TargetSelectionDAG.td`, section "Selection Pattern
Support"; messages as LLVM words them.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from circ.targets.tablegen.analysis.instruction import Instruction, register_class_of
from circ.targets.tablegen.analysis.operands import read_instruction
from circ.targets.tablegen.analysis.orders import numeric_order
from circ.targets.tablegen.analysis.pattern_trees import Reader, Tree
from circ.targets.tablegen.analysis.pattern_types import TypeSystem
from circ.targets.tablegen.records import Dag, DagArgument, Record, RecordKeeper, Value


@dataclass(eq=False)
class Rule:
    """One way to select: where the source is found, the result is as good."""

    record: Record
    source: Tree
    result: Tree
    result_names: tuple[str | None, ...] = ()
    """Of an instruction's own pattern, the outputs that are set, in order."""
    clobbers: tuple[str, ...] = ()

    @property
    def complexity(self) -> int:
        """How specific the source is, and what the record adds to that."""
        return _size(self.source) + self.record.integer("AddedComplexity")

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the predicates that must hold."""
        return tuple(each.name for each in self.record.records("Predicates"))

    @property
    def cost(self) -> int:
        """The number of instructions and nodes of the result."""
        return sum(
            tree.operator is not None
            and (tree.operator.is_a("Instruction") or tree.operator.is_a("SDNode"))
            for tree in self.result.walk()
        )


def _size(tree: Tree) -> int:
    """LLVM's measure: 3 a node, 2 a number, 3 an operand of a complex pattern."""
    size = 0
    for each in tree.walk():
        if isinstance(each.value, int):
            size += 5
        elif (pattern := each.complex_pattern) is not None:
            stated = pattern.integer("Complexity")
            size += pattern.integer("NumOperands") * 3 if stated == -1 else stated
        elif each.operator is not None:
            size += 3
        if each.predicates:
            size += 1
    return size


class PatternReader:
    """Reads all patterns of a description."""

    def __init__(self, records: RecordKeeper):
        """Read the types first."""
        self.records = records
        self.types = TypeSystem(records)
        self._instructions: dict[str, Instruction] = {}

    def rules(self) -> list[Rule]:
        """The rules, the most complex first."""
        found = [
            variant
            for rule in (*self._of_instructions(), *self._of_patterns())
            for variant in _variants(rule)
        ]
        return sorted(found, key=lambda rule: (-rule.complexity, rule.cost))

    def instruction(self, record: Record) -> Instruction:
        """An instruction's operands."""
        if record.name not in self._instructions:
            self._instructions[record.name] = read_instruction(record, 0)
        return self._instructions[record.name]

    # region Pattern records

    def _of_patterns(self) -> Iterator[Rule]:
        for record in sorted(self.records.derived("Pattern"), key=_order):
            source = record.dag("PatternToMatch")
            results = record.list("ResultInstrs")
            if len(results) != 1:
                raise record.error(
                    "Cannot use multiple results in a pattern with one source!"
                )
            reader = Reader(self.types, record)
            for tree in reader.source(source):
                bound = names_of(tree)
                result = reader.result(results[0], None, bound)
                rule = Rule(record, tree, result)
                _check_names(record, tree)
                self._finish(rule, reader)
                yield rule

    def _finish(self, rule: Rule, reader: Reader) -> None:
        """Type the result like the source."""
        record, source, result = rule.record, rule.source, rule.result
        if source.is_leaf and not source.predicates:
            raise record.error("Cannot use the leaf of a pattern as its root!")
        if result.types and source.types:
            self._give_type(rule, reader)
        reader.infer(result)
        _check_nodes(rule)
        if len(result.types) < len(source.types):
            raise record.error(
                f"The source has {len(source.types)} results, but the result "
                f"'{result}' has {len(result.types)}"
            )
        for tree in result.walk():
            if tree.operator is not None and tree.operator.is_a("Instruction"):
                self._check_operands(rule, reader, tree)

    def _give_type(self, rule: Rule, reader: Reader) -> None:
        source, result = rule.source, rule.result
        possible = [reader.closed(result, types) for types in result.types]
        for index, wanted in enumerate(source.types):
            if index < len(possible):
                if not possible[index] & wanted:
                    raise rule.record.error(
                        f"Type inference contradiction found: '{result}' for '{source}'"
                    )
                result.types[index] = wanted

    def _check_operands(self, rule: Rule, reader: Reader, tree: Tree) -> None:
        """The operands of an instruction can have the types that they get."""
        assert tree.operator is not None
        if tree.operator.is_a("StandardPseudoInstruction"):
            return
        parts = self.instruction(tree.operator).machine_inputs
        for child, part in zip(flattened(tree), parts):
            if (
                part.register_class is not None
                and child.types
                and not child.is_constant
                and not (isinstance(child.value, Record) and not child.name)
                and not child.types[0] & reader.accepted(part.register_class)
                and not _is_complex(rule.source, child.name)
            ):
                raise rule.record.error(
                    f"Type inference contradiction found: '{child}' of type "
                    f"{'/'.join(sorted(child.types[0]))} in operand '{part.name}' of "
                    f"{tree.operator.name}"
                )

    # endregion
    # region Patterns of instructions

    def _of_instructions(self) -> Iterator[Rule]:
        for record in self.records.derived("Instruction"):
            patterns = record.fields.get("Pattern")
            if not isinstance(patterns, tuple) or not patterns:
                continue
            sources: list[Dag] = []
            clobbers: list[str] = []
            for pattern in patterns:
                if not isinstance(pattern, Dag) or pattern.operator is None:
                    raise record.error("Pattern has unexpected operator type!")
                if pattern.operator.name == "implicit":
                    clobbers += _registers(record, pattern)
                else:
                    sources.append(pattern)
            if len(sources) > 1:
                raise record.error("Cannot use multiple sources in one instruction")
            for source in sources:
                yield from self._of_instruction(record, source, tuple(clobbers))

    def _of_instruction(
        self, record: Record, source: Dag, clobbers: tuple[str, ...]
    ) -> Iterator[Rule]:
        reader = Reader(self.types, record)
        destinations: tuple[DagArgument, ...] = ()
        value: Value = source
        assert source.operator is not None
        if source.operator.name == "set":
            if len(source.arguments) < 2:
                raise record.error("set requires a destination and a value!")
            *set_to, last = source.arguments
            destinations, value = tuple(set_to), last.value
        for tree in reader.source(value, [each.value for each in destinations]):
            if len(tree.types) != len(destinations):
                raise record.error(
                    f"set of {len(destinations)} destinations, but '{tree}' has "
                    f"{len(tree.types)} results"
                )
            self._type_destinations(reader, tree, destinations)
            _check_names(record, tree)
            result = self._own_result(record, reader, tree)
            names = tuple(each.name for each in destinations)
            rule = Rule(record, tree, result, names, clobbers)
            self._finish_own(rule, reader, destinations)
            self._check_listed(record, tree, destinations)
            yield rule

    def _finish_own(
        self, rule: Rule, reader: Reader, destinations: tuple[DagArgument, ...]
    ) -> None:
        operands = self.instruction(rule.record).operands
        outputs = {operand.name for operand in operands if operand.is_output}
        registers: list[str] = []
        for each in destinations:
            if isinstance(each.value, Record) and each.value.is_a("Register"):
                registers.append(each.value.name)
            elif each.name not in outputs:
                raise rule.record.error(f"set destination ${each.name} is no output")
        reader.infer(rule.result)
        self._check_operands(rule, reader, rule.result)
        rule.result_names = tuple(
            each.name if each.name in outputs else None for each in destinations
        )
        rule.clobbers = (*registers, *rule.clobbers)

    def _check_listed(
        self, record: Record, source: Tree, destinations: tuple[DagArgument, ...]
    ) -> None:
        """A pattern sets all outputs, and names inputs, with the classes they have."""
        instruction = self.instruction(record)
        classes = {part.name: part.record for part in instruction.machine_operands}
        classes |= {operand.name: operand.record for operand in instruction.operands}
        set_names = [each.name for each in destinations]
        for index, operand in enumerate(instruction.operands):
            if operand.is_output and operand.name not in set_names:
                what = "exist in operand list!"
                if index >= len(destinations):
                    what = "appear in the instruction pattern"
                raise record.error(f"Operand ${operand.name} does not {what}")
        for value, name in destinations:
            if name in classes and not _same_class(value, classes[name]):
                raise record.error(f"Operand ${name} class mismatch!")
        for tree in source.walk():
            if not tree.name or tree.name in set_names:
                continue
            if tree.name not in classes:
                raise record.error(
                    f"Input operand ${tree.name} occurs in pattern but not in operands "
                    "list!"
                )
            if not _same_class(tree.value, classes[tree.name]):
                raise record.error(
                    f"Operand ${tree.name}'s register class disagrees between the "
                    "operand and pattern"
                )

    def _type_destinations(
        self, reader: Reader, tree: Tree, destinations: tuple[DagArgument, ...]
    ) -> None:
        for index, destination in enumerate(destinations):
            if not tree.types[index] & reader.accepted(destination.value):
                raise reader.record.error(
                    f"Type inference contradiction found: '{tree}' is "
                    f"{'/'.join(tree.types[index])}"
                )

    def _own_result(self, record: Record, reader: Reader, source: Tree) -> Tree:
        """The instruction with the inputs that its pattern names."""
        bound = names_of(source)
        children: list[Tree] = []
        for operand in self.instruction(record).operands:
            if operand.is_output:
                continue
            if operand.name in bound:
                children.append(reader.result(None, operand.name, bound))
                continue
            if all(part.name in bound for part in operand.parts):
                children += (
                    reader.result(None, part.name, bound) for part in operand.parts
                )
                continue
            defaults = operand.record.fields.get("DefaultOps")
            if not isinstance(defaults, Dag):
                raise record.error(
                    f"Operand ${operand.name} does not appear in the instruction "
                    "pattern"
                )
            children += default_operands(reader, operand.record)
        return reader.operation(record, children, bound)

    # endregion


def default_operands(reader: Reader, operand: Record) -> list[Tree]:
    """The trees of an operand that a pattern leaves out."""
    arguments = operand.dag("DefaultOps").arguments
    return [reader.result(value, name, {}) for value, name in arguments]


def _check_names(record: Record, source: Tree) -> None:
    """Registers of a source have names."""
    for tree in source.walk():
        if isinstance(tree.value, Record) and not tree.name:
            if tree.value.is_a("RegisterClass") or tree.value.is_a("RegisterOperand"):
                raise record.error(f"Input {tree.value.name} must be named!")


def check_inputs(rule: Rule) -> None:
    """
    A name of the source is in the result, unless it says that operands are equal.

    Unlike in LLVM, the operand of a fragment whose predicate reads it is in use too.
    """
    counts = Counter(tree.name for tree in rule.source.walk() if tree.name)
    used = {tree.name for tree in rule.result.walk()}
    for tree in rule.source.walk():
        for predicate in tree.predicates:
            words = set(re.findall(r"\w+", predicate.code))
            used |= {predicate.operands[w].name for w in words & {*predicate.operands}}
    for name, count in counts.items():
        if count == 1 and name not in used:
            raise rule.record.error(f"Pattern has dead named input: ${name}")


def _same_class(mentioned: Value, declared: Record) -> bool:
    """Is the class or operand type that a pattern mentions the one of the operand?"""
    if not isinstance(mentioned, Record):
        return True
    known = ("RegisterClass", "RegisterOperand", "Operand")
    if mentioned is declared or not any(map(mentioned.is_a, known)):
        return True
    found = register_class_of(mentioned)
    return found is not None and found is register_class_of(declared)


def names_of(source: Tree) -> Mapping[str, Tree]:
    """The tree of each name, the first where one is repeated."""
    found: dict[str, Tree] = {}
    for tree in source.walk():
        if tree.name:
            found.setdefault(tree.name, tree)
    return found


def flattened(tree: Tree) -> list[Tree]:
    """The operands, those of `(MemOperand $base, $offset)` among them."""
    found: list[Tree] = []
    for child in tree.children:
        if child.operator is not None and child.operator.is_a("Operand"):
            found += child.children
        else:
            found.append(child)
    return found


def _is_complex(source: Tree, name: str | None) -> bool:
    tree = names_of(source).get(name or "")
    return tree is not None and tree.complex_pattern is not None


def _registers(record: Record, pattern: Dag) -> list[str]:
    found: list[str] = []
    for argument in pattern.arguments:
        value = argument.value
        if not isinstance(value, Record) or not value.is_a("Register"):
            raise record.error("Implicitly defined value should be a register!")
        found.append(value.name)
    return found


def _check_nodes(rule: Rule) -> None:
    """Nodes of a result are selected in turn: all their types must be known."""
    for tree in rule.result.walk():
        if tree.operator is None or not tree.operator.is_a("SDNode"):
            continue
        for types in (*tree.types, *(child.types[0] for child in tree.children)):
            if len(types) != 1:
                raise rule.record.error(
                    f"Could not infer all types in pattern result! In '{rule.result}' "
                    f"it is '{tree}'"
                )


def _order(record: Record) -> tuple[object, ...]:
    """Anonymous records in the order of their numbers, after those with names."""
    if record.is_anonymous:
        return True, numeric_order(record.name)
    return False, record.name


# region Commuted operands


def _variants(rule: Rule) -> Iterator[Rule]:
    """The rule, and as it is with the operands of commutative nodes exchanged."""
    seen: set[str] = set()
    for source in _commuted(rule.source):
        shape = _shape(source)
        if shape not in seen:
            seen.add(shape)
            yield replace(rule, source=source)


def _commuted(tree: Tree) -> Iterator[Tree]:
    """All orders; the depth is that of the description's text."""
    if not tree.children:
        yield tree
        return
    orders: list[tuple[Tree, ...]] = [()]
    for child in tree.children:
        variants = list(_commuted(child))
        orders = [(*order, variant) for order in orders for variant in variants]
    operator = tree.operator
    assert operator is not None
    commutes = operator.is_a("SDNode") and any(
        each.name == "SDNPCommutative" for each in operator.records("Properties")
    )
    for children in orders:
        yield replace(tree, children=children)
    if commutes and len(tree.children) > 1:
        for first, second, *rest in orders:
            yield replace(tree, children=(second, first, *rest))


def _shape(tree: Tree) -> str:
    """
    A tree's text, in which plain operands are alike but for repeated names.

    Predicates that name operands keep the names apart.
    """
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for each in tree.walk():
        if each.name:
            counts[each.name] = counts.get(each.name, 0) + 1
    text: list[str] = []
    for each in tree.walk():
        value = each.operator or each.value
        label = value.name if isinstance(value, Record) else str(value)
        if isinstance(value, Record) and (
            value.is_a("ValueType")
            or value.is_a("RegisterClass")
            or value.name == "node"
        ):
            label = "any"
        if each.name and counts[each.name] > 1:
            label += names.setdefault(each.name, f"${len(names)}")
        fragments = ",".join(each.fragment.name for each in each.predicates)
        text.append(f"{label}/{len(each.children)}/{fragments}/{each.types}")
    return " ".join(text)


# endregion

"""
Selection rules as programs over slots: checks of the source, steps of the result.

`matching` defines what programs consist of. Their predicates and transforms are
expressions of the description: here these are the names of functions that a generated
module defines.
"""

import ast
import builtins
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, count
from typing import cast

from circ.targets.tablegen.analysis.pattern_trees import FragmentPredicate, Reader, Tree
from circ.targets.tablegen.analysis.pattern_types import OTHER
from circ.targets.tablegen.analysis.patterns import (
    PatternReader,
    Rule,
    default_operands,
    flattened,
)
from circ.targets.tablegen.backends.python_text import (
    Code,
    one_line,
    parsed,
    python_name,
)
from circ.targets.tablegen.matching import (
    Alternative,
    Assign,
    Check,
    Complex,
    Constant,
    Emit,
    Holds,
    Leaf,
    Literal,
    Name,
    Node,
    Number,
    Predicate,
    Same,
    Select,
    Signature,
    Step,
    Transform,
)
from circ.targets.tablegen.records import Record


@dataclass
class Program:
    """A rule as an `Alternative` of a signature."""

    rule: Rule
    signature: str
    alternative: Alternative
    selected: list[str]
    """The signatures that its steps select."""
    takes_more: bool
    """Whether it matches nodes of the source besides the root."""


# region Expressions of the description


@dataclass
class Functions:
    """The functions of a module: predicates and transforms, each once."""

    reserved: frozenset[str]
    """Names that the module uses itself."""
    lines: list[str] = field(default_factory=list[str])
    names: dict[tuple[str, str, str], Code] = field(
        default_factory=dict[tuple[str, str, str], Code]
    )

    def define(
        self,
        record: Record,
        what: str,
        code: str,
        parameters: dict[str, str],
        required: tuple[str, ...] = (),
    ) -> tuple[Code, list[str]]:
        """
        A function of an expression: its name, and which parameters it takes.

        `parameters` are the names that the expression may use, with their types;
        those that are `required` are parameters even where it does not.
        """
        free = {*required, *_free_names(record, what, code)}
        if unknown := sorted(free - parameters.keys()):
            raise record.error(
                f"{what} of '{record.name}' uses unknown name '{unknown[0]}'"
            )
        expression = one_line(code)
        used = [name for name in parameters if name in free]
        typed = ", ".join(f"{name}: {parameters[name]}" for name in used)
        key = (record.name, expression, typed)
        name = self.names.get(key)
        if name is None:
            stem = python_name(record.name)
            taken = self.reserved | set(self.names.values()) | vars(builtins).keys()
            others = (f"{stem}_{number}" for number in count(2))
            name = Code(next(n for n in chain([stem], others) if n not in taken))
            self.names[key] = name
            result = "int" if what == "transform" else "bool"
            if result == "bool":
                expression = f"bool({expression})" if _is_plain(code) else expression
            self.lines.append(f"def {name}({typed}) -> {result}: return {expression}")
        return name, used


def _is_plain(code: str) -> bool:
    """Whether the value may not be a bool: an arithmetic expression or a name."""
    body = ast.parse(code.strip(), mode="eval").body
    return isinstance(body, ast.BinOp | ast.Name)


def _free_names(record: Record, what: str, code: str) -> frozenset[str]:
    try:
        return _names(code)
    except (SyntaxError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else error
        raise record.error(
            f"{what} of '{record.name}' is not a Python expression: {reason}"
        ) from error


@cache
def _names(code: str) -> frozenset[str]:
    """The free names of an expression, without builtins."""
    found = [
        node
        for node in ast.walk(ast.parse(code.strip(), mode="eval"))
        if isinstance(node, ast.Name)
    ]
    bound = {node.id for node in found if isinstance(node.ctx, ast.Store)}
    names = {node.id for node in found} - bound
    return frozenset(name for name in names if not hasattr(builtins, name))


# endregion


@dataclass
class _Slots:
    """The slots of a name of the source, and that of its value if it is constant."""

    slots: tuple[int, ...]
    number: int | None = None
    transform: Record | None = None


class _Builder:
    """The program of one rule."""

    def __init__(self, rule: Rule, reader: PatternReader, functions: Functions):
        self.rule = rule
        self.reader = reader
        self.functions = functions
        self.checks: list[Check] = []
        self.steps: list[Step] = []
        self.selected: list[str] = []
        self.count = 0
        self.bound: dict[str, _Slots] = {}
        self.slot_of: dict[int, int] = {}
        self.number_of: dict[int, int] = {}
        self.numbers: dict[int, int] = {}
        self.assigned: list[tuple[str, int]] = []
        self.takes_more = False

    def _add(self, count: int = 1) -> int:
        """Slots for so many values; the first of them."""
        first = self.count
        self.count += count
        return first

    def _step(self, step: Step, results: int = 1) -> list[int]:
        """Add a step; the slots of its results."""
        self.steps.append(step)
        first = self._add(results)
        return list(range(first, first + results))

    # region Source

    def match(self) -> str:
        """Make the checks; the root's signature."""
        root = self.rule.source
        if root.operator is None or not root.operator.is_a("SDNode"):
            raise self.rule.record.error(
                f"The root of a pattern must be a node, but is '{root}'"
            )
        if root.is_constant and not root.children:
            signature = Signature(_opcode(root), (root.type,), (root.type,))
            slot = self._add()
            self._match_leaf(root, slot)
        else:
            signature = _signature(root)
            work = [(child, self._add()) for child in root.children]
            for child, slot in work:  # grows: inner nodes add their operands
                work += self._match(child, slot)
        for tree in root.walk():
            self._check_predicates(tree)
        self._match_complex(root)
        return str(signature)

    def _match(self, tree: Tree, slot: int) -> list[tuple[Tree, int]]:
        """Check one operand; its own operands with their slots."""
        operator = tree.operator
        if (
            operator is not None
            and operator.is_a("SDNode")
            and (not tree.is_constant or tree.children)
            and tree.types != [frozenset({OTHER})]  # a label matches by its type
        ):
            self.takes_more = True
            self.checks.append(Node(slot, str(_signature(tree))))
            self._bind(tree, (slot,))
            return [(child, self._add()) for child in tree.children]
        self._match_leaf(tree, slot)
        return []

    def _match_leaf(self, tree: Tree, slot: int) -> None:
        value = tree.operator or tree.value
        width = self._width(tree)
        self.slot_of[id(tree)] = slot
        if isinstance(value, int):
            self.checks.append(Literal(slot, width, value))
        elif tree.is_constant:
            predicate = self._immediate_predicate(tree)
            named = cast(Callable[[int], bool] | None, predicate)
            self.checks.append(Constant(slot, width, named))
            self.number_of[id(tree)] = self._add()
        elif value is not None and tree.is_leaf and tree.types == [frozenset({OTHER})]:
            # A condition code, or a type that is an operand, is matched by its name.
            if tree.name is None:
                self.checks.append(Leaf(slot, value.name))
        elif value is not None and value.is_a("Register"):
            self.assigned.append((value.name, slot))
            return
        elif tree.complex_pattern is not None:
            return  # found last, since it may be dear
        self._bind(tree, (slot,))

    def _immediate_predicate(self, tree: Tree) -> Code | None:
        """The first predicate, if it is of the constant alone: part of the check."""
        for predicate in tree.predicates[:1]:
            if _is_of_number(tree, predicate):
                name, used = self.functions.define(
                    predicate.fragment,
                    "predicate",
                    _with_imm(predicate.code),
                    {"imm": "int"},
                )
                if used != ["imm"]:
                    raise predicate.fragment.error(
                        f"predicate of '{predicate.fragment.name}' does not use 'imm'"
                    )
                return name
        return None

    def _bind(self, tree: Tree, slots: tuple[int, ...]) -> None:
        self.slot_of[id(tree)] = slots[0]
        name = tree.name
        if name is None:
            return
        known = self.bound.get(name)
        if known is not None:
            self.checks += (
                Same(first, second) for first, second in zip(known.slots, slots)
            )
            return
        self.bound[name] = _Slots(slots, self.number_of.get(id(tree)), tree.transform)

    def _check_predicates(self, tree: Tree) -> None:
        for place, predicate in enumerate(tree.predicates):
            if place or not _is_of_number(tree, predicate):
                self._check_predicate(tree, predicate)

    def _check_predicate(self, tree: Tree, predicate: FragmentPredicate) -> None:
        fragment = predicate.fragment
        parameters = {"known": "Known"}
        slots: dict[str, int] = {}
        own = {**predicate.operands, "N": tree, "imm": tree}
        for name, operand in own.items():
            found = self._find(operand)
            if found is None:
                continue
            number = self.number_of.get(id(found))
            parameters[name] = "object" if number is None else "int"
            slots[name] = self.slot_of[id(found)] if number is None else number
        name, used = self.functions.define(
            fragment, "predicate", predicate.code, parameters, required=("known",)
        )
        taken = [slots[name] for name in used if name in slots]
        self.checks.append(Holds(cast(Predicate, name), tuple(taken)))

    def _find(self, operand: Tree) -> Tree | None:
        """The tree of this rule that an operand of a fragment became."""
        if id(operand) in self.slot_of:
            return operand
        if operand.name is not None:
            for tree in self.rule.source.walk():
                if tree.name == operand.name and id(tree) in self.slot_of:
                    return tree
        return None

    def _match_complex(self, root: Tree) -> None:
        for tree in root.walk():
            if (pattern := tree.complex_pattern) is None:
                continue
            slot = self.slot_of[id(tree)]
            operands = pattern.integer("NumOperands")
            function = pattern.string("SelectFunc")
            self.checks.append(Complex(slot, function, operands))
            first = self._add(operands)
            found = tuple(range(first, first + operands))
            for child, place in zip(tree.children, found):
                self._bind(child, (place,))
            if tree.name:
                self._bind(tree, found)

    def _width(self, tree: Tree) -> int:
        return self.reader.types.shapes[tree.type].number_bits if tree.types else 0

    # endregion
    # region Result

    def build(self) -> list[int]:
        """Make the steps; the slots of the results."""
        for register, slot in self.assigned:
            self.steps.append(Assign(register, slot))
        result = self.rule.result
        slots = self._build(result)
        if self.rule.result_names:
            assert result.operator is not None
            outputs = [
                operand.name
                for operand in self.reader.instruction(result.operator).operands
                if operand.is_output
            ]
            registers = iter(self.rule.clobbers)
            return [
                self._step(Name(next(registers)))[0]
                if name is None
                else slots[outputs.index(name)]
                for name in self.rule.result_names
            ]
        return slots[: len(self.rule.source.types)]

    def _build(self, tree: Tree) -> list[int]:
        """Add steps for a tree, as deep as the description's text; its results."""
        operator = tree.operator
        if operator is None:
            return self._leaf(tree)
        if operator.name == "COPY_TO_REGCLASS":
            return self._build(tree.children[0])[:1]
        if operator.is_a("SDNodeXForm"):
            return self._transform(operator, tree)
        arguments = tuple(self._arguments(tree))
        if operator.is_a("SDNode"):
            signature = str(_signature(tree))
            self.selected.append(signature)
            return self._step(Select(signature, arguments), len(tree.types))
        immediates = 0
        if not operator.is_a("StandardPseudoInstruction"):
            inputs = self.reader.instruction(operator).machine_inputs
            immediates = sum(
                1 << place
                for place, part in enumerate(inputs)
                if part.register_class is None
            )
        results = len(tree.types)
        emit = Emit(operator.name, arguments, immediates, results)
        return self._step(emit, results)

    def _arguments(self, tree: Tree) -> list[int]:
        """The slots of the operands, numbers of immediate operands as numbers."""
        operator = tree.operator
        assert operator is not None
        children = flattened(tree)
        if not operator.is_a("Instruction"):
            return [slot for child in children for slot in self._build(child)[:1]]
        if operator.is_a("StandardPseudoInstruction"):
            return [slot for child in children for slot in self._build(child)]
        instruction = self.reader.instruction(operator)
        slots: list[int] = []
        parts = instruction.machine_inputs
        if len(children) < len(instruction.operands) - instruction.output_count:
            children = self._with_defaults(instruction.record, children)
        for child in children:
            place = len(slots)
            is_register = place < len(parts) and parts[place].register_class is not None
            slots += self._operand(child, is_register)
        if len(slots) < len(parts):
            raise self.rule.record.error(
                f"Instruction '{operator.name}' expects more than the provided "
                f"{len(slots)} operands!"
            )
        if len(slots) > len(parts) and not instruction.is_variadic:
            raise self.rule.record.error(
                f"Instruction '{operator.name}' was provided {len(slots)} operands "
                f"but expected only {len(parts)}!"
            )
        return slots

    def _with_defaults(self, record: Record, children: Sequence[Tree]) -> list[Tree]:
        """Operands with defaults that the pattern leaves out."""
        reader = Reader(self.reader.types, self.rule.record)
        given = iter(children)
        found: list[Tree] = []
        inputs = [
            operand
            for operand in self.reader.instruction(record).operands
            if not operand.is_output
        ]
        left = len(children)
        for place, operand in enumerate(inputs):
            has_default = operand.record.fields.get("DefaultOps") is not None
            needed = sum(
                each.record.fields.get("DefaultOps") is None for each in inputs[place:]
            )
            if has_default and left <= needed:
                found += default_operands(reader, operand.record)
            elif left:
                found.append(next(given))
                left -= 1
        return [*found, *given]

    def _operand(self, child: Tree, is_register: bool) -> list[int]:
        if child.operator is None and child.name:
            return self._named(child.name, is_register)
        return self._build(child)

    def _leaf(self, tree: Tree) -> list[int]:
        value = tree.value
        if tree.name:
            return self._named(tree.name, is_register=True)
        if isinstance(value, int):
            if value not in self.numbers:
                (self.numbers[value],) = self._step(Number(value))
            return [self.numbers[value]]
        assert isinstance(value, Record)
        return self._step(Name(value.name))

    def _named(self, name: str, is_register: bool) -> list[int]:
        """The slots of a name of the source; that of the value for a constant."""
        known = self.bound.get(name)
        if known is None:
            raise self.rule.record.error(
                f"Cannot find value named ${name} in input pattern!"
            )
        if known.transform is not None:
            if known.number is None:
                raise self.rule.record.error(
                    f"transform '{known.transform.name}' of what is not constant"
                )
            return self._transformed(known.transform, [known.number])
        if is_register or known.number is None:
            return list(known.slots)
        return [known.number]

    def _transform(self, transform: Record, tree: Tree) -> list[int]:
        slots: list[int] = []
        for child in tree.children:
            known = self.bound.get(child.name or "")
            if child.operator is not None and child.operator.is_a("SDNodeXForm"):
                slots += self._transform(child.operator, child)
            elif isinstance(child.value, int) and not child.name:
                slots += self._leaf(child)
            elif known is not None and known.number is not None:
                slots.append(known.number)
            else:
                raise self.rule.record.error(
                    f"transform '{transform.name}' of what is not constant: '{child}'"
                )
        return self._transformed(transform, slots)

    def _transformed(self, transform: Record, slots: Sequence[int]) -> list[int]:
        parameters: Sequence[str] = ("imm",)
        if transform.is_set("Parameters"):
            parameters = transform.strings("Parameters")
        if len(parameters) != len(slots):
            raise self.rule.record.error(
                f"transform '{transform.name}' takes {len(parameters)} operands, "
                f"but is given {len(slots)}"
            )
        code = _with_imm(transform.string("XFormFunction"))
        name, used = self.functions.define(
            transform, "transform", code, dict.fromkeys(parameters, "int")
        )
        taken = [slot for name, slot in zip(parameters, slots) if name in used]
        return self._step(Transform(cast(Callable[..., int], name), tuple(taken)))

    # endregion


def _is_of_number(tree: Tree, predicate: FragmentPredicate) -> bool:
    """Whether a predicate depends on its constant alone."""
    if predicate.is_immediate:
        return True
    free = _free_names(predicate.fragment, "predicate", predicate.code)
    return tree.is_constant and not tree.children and free <= {"N", "imm"}


def immediate_predicate(record: Record) -> str:
    """An operand's ImmediateCode as an expression of `imm`; empty for none."""
    code = record.fields.get("ImmediateCode")
    if not isinstance(code, str) or not code.strip():
        return ""
    code = _with_imm(code)
    if parsed(code) is None:
        return ""  # LLVM's own are in C++
    return one_line(code) if _names(code) == frozenset({"imm"}) else ""


def _with_imm(code: str) -> str:
    """Expressions may call a number `imm`, or `Imm` or `N` as LLVM's do."""
    return re.sub(r"\b(Imm|N)\b", "imm", code)


def _opcode(tree: Tree) -> str:
    assert tree.operator is not None
    return tree.operator.string("Opcode")


def _signature(tree: Tree) -> Signature:
    return Signature(
        _opcode(tree),
        tuple(child.type for child in tree.children),
        tuple(next(iter(types)) for types in tree.types),
    )


def program_of(rule: Rule, reader: PatternReader, functions: Functions) -> Program:
    """The program of a rule; its functions are added to those of the module."""
    builder = _Builder(rule, reader, functions)
    signature = builder.match()
    results = builder.build()
    alternative = Alternative(
        f"{rule.source} => {rule.result}",
        tuple(builder.checks),
        tuple(builder.steps),
        tuple(results),
        rule.complexity,
        tuple(rule.features),
        tuple(rule.clobbers),
    )
    return Program(rule, signature, alternative, builder.selected, builder.takes_more)

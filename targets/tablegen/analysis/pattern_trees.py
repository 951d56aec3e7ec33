"""
The dags of selection patterns as typed trees, with fragments expanded.

A source tree has nodes (`SDNode`), complex patterns and leaves; a result tree has
instructions, nodes that are selected in turn, transforms and leaves.

Documents: LLVM 19, `llvm/Target/TargetSelectionDAG.td`, section "Selection DAG Pattern
Fragments"; messages as LLVM words them.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import NamedTuple

from circ.targets.tablegen.analysis.instruction import register_class_of
from circ.targets.tablegen.analysis.pattern_types import (
    OTHER,
    Types,
    TypeSystem,
    constraints_of,
    narrowed,
)
from circ.targets.tablegen.records import Bits, Dag, Record, Value

CONSTANTS = frozenset({"constant", "float_constant"})
"""Opcodes of constants, as `circ/SelectionDAG.td` has them."""
OPEN: Types = frozenset({"*"})
"""Any type: replaced by all that there are when types are inferred."""
LLVM_CONSTANTS = frozenset(
    f"ISD::{target}Constant{float}" for target in ("", "Target") for float in ("", "FP")
)


FLAGS = (
    "IsUnindexed",
    "IsNonExtLoad",
    "IsAnyExtLoad",
    "IsSignExtLoad",
    "IsZeroExtLoad",
    "IsTruncStore",
    "IsNonTruncStore",
    "IsAtomic",
    *(
        f"IsAtomicOrdering{ordering}"
        for ordering in (
            *("Monotonic", "Acquire", "Release", "AcquireRelease"),
            *("SequentiallyConsistent", "AcquireOrStronger", "ReleaseOrStronger"),
        )
    ),
    "HasNoUse",
)
"""Ready-made predicates of accesses that a driver knows by name."""


@dataclass(frozen=True)
class FragmentPredicate:
    """The code of a fragment's predicate, and the operands that it may name."""

    fragment: Record
    code: str
    is_immediate: bool
    operands: Mapping[str, "Tree"]


class Scope(NamedTuple):
    """The fragments that a part of a source is in, and what their operands are."""

    bound: Mapping[str, "Tree"]
    fragments: tuple[str, ...]


@dataclass(eq=False)
class Tree:
    """
    A node with children, or a leaf.

    A leaf has a `value`: a number, a record (a type, a register or its class, a
    complex pattern) or None for `$name` alone.
    """

    operator: Record | None = None
    children: tuple["Tree", ...] = ()
    value: Record | int | None = None
    name: str | None = None
    types: list[Types] = field(default_factory=list[Types])
    """The possible types of each result."""
    predicates: tuple[FragmentPredicate, ...] = ()
    transform: Record | None = None
    """What the fragment's `OperandTransform` does where the result names the tree."""

    @property
    def is_leaf(self) -> bool:
        return self.operator is None

    @property
    def is_constant(self) -> bool:
        """Is it `imm` or `fpimm`, or a number?"""
        if self.operator is not None:
            opcode = self.operator.fields.get("Opcode")
            return opcode in CONSTANTS or opcode in LLVM_CONSTANTS
        return isinstance(self.value, int)

    @property
    def complex_pattern(self) -> Record | None:
        """The complex pattern that it is, as a node or as a leaf."""
        value = self.operator or self.value
        is_complex = isinstance(value, Record) and value.is_a("ComplexPattern")
        return value if is_complex and isinstance(value, Record) else None

    @property
    def type(self) -> str:
        """The one type of the first result."""
        (type,) = self.types[0]
        return type

    def walk(self) -> Iterator["Tree"]:
        """The tree and all below it, parents first."""
        work: list[Tree] = [self]
        while work:
            tree = work.pop()
            yield tree
            work.extend(reversed(tree.children))

    def __str__(self) -> str:
        name = f":${self.name}" if self.name else ""
        if self.operator is None:
            if self.value is None:
                return f"${self.name}"
            text = self.value if isinstance(self.value, int) else self.value.name
            if self.predicates:
                return f"({self.predicates[-1].fragment.name} {text}{name})"
            return f"{text}{name}"
        text = " ".join([self.operator.name, *map(str, self.children)])
        if self.predicates:
            fragment = self.predicates[-1].fragment
            if self.is_constant and not self.children:
                return f"{fragment.name}{name}"
            text = f"{text} where {fragment.name}"
        elif self.is_constant:
            return f"{self.operator.name}{name}"
        return f"({text}){name}"


class Reader:
    """Reads the dags of one pattern; `record` is where errors are."""

    def __init__(self, types: TypeSystem, record: Record):
        """Start with the types that registers hold; those that are named join them."""
        self.types = types
        self.record = record
        self.universe: Types = types.held | {OTHER, types.pointer}

    # region Sources

    def source(self, value: Value, results: Sequence[Value] = ()) -> list[Tree]:
        """
        The trees of a source: several where a fragment has alternatives.

        `results` are the classes of the registers that it sets, where that is known.
        """
        trees = [_copy(tree) for tree in self._read(value, None, Scope({}, ()))]
        for tree in trees:
            for index, register_class in enumerate(results[: len(tree.types)]):
                if tree.types[index] == OPEN:
                    tree.types[index] = self._declared(register_class)
        return [self._typed(tree) for tree in trees]

    def _declared(self, operand: Value) -> Types:
        found = register_class_of(operand) if isinstance(operand, Record) else None
        return OPEN if found is None else self.types.of_class(found)

    def _read(self, value: Value, name: str | None, scope: Scope) -> list[Tree]:
        if isinstance(value, Bits):
            value = value.value
        if isinstance(value, int):
            return [Tree(value=value, name=name, types=[OPEN])]
        if isinstance(value, Dag):
            return self._read_dag(value, name or value.name, scope)
        if name is not None and name in scope.bound:
            return [replace(scope.bound[name])]
        if value is None and name is not None:
            return [Tree(name=name, types=[OPEN])]
        if not isinstance(value, Record):
            raise self.record.error("Unknown leaf kind in a pattern!")
        if value.is_a("SDNode") or (
            value.is_a("PatFrags") and not value.is_a("ComplexPattern")
        ):
            return self._read_operation(value, (), name, scope)
        return [self._leaf(value, name)]

    def _leaf(self, value: Record, name: str | None) -> Tree:
        types = OPEN
        if value.is_a("CondCode") or (value.is_a("ValueType") and name is None):
            types = frozenset({OTHER})
        elif value.is_a("ValueType"):
            types = self._mentioned(value)
        elif value.is_a("RegisterOperand"):
            value = value.record("RegClass")
            types = self.types.of_class(value)
        elif value.is_a("RegisterClass"):
            types = self.types.of_class(value)
        elif value.is_a("Register"):
            types = OPEN
        elif value.is_a("ComplexPattern"):
            types = self._mentioned(value.record("Ty"))
        elif value.is_a("Operand"):
            types = self._mentioned(value.record("Type"))
        elif value.name not in ("node", "srcvalue"):
            raise self.record.error(f"Unknown leaf value '{value.name}' in a pattern!")
        return Tree(value=value, name=name, types=[types])

    def _mentioned(self, type: Record) -> Types:
        """A type that the pattern names, which is one of those that there are then."""
        types = frozenset({self.types.named(type)})
        self.universe |= types
        return types

    def _read_dag(self, dag: Dag, name: str | None, scope: Scope) -> list[Tree]:
        operator = dag.operator
        if operator is None:
            raise self.record.error("Pattern has unexpected operator type!")
        lists = [self._read(value, label, scope) for value, label in dag.arguments]
        return [
            tree
            for children in product(*lists)
            for tree in self._read_operation(operator, children, name, scope)
        ]

    def _read_operation(
        self,
        operator: Record,
        children: Sequence[Tree],
        name: str | None,
        scope: Scope,
    ) -> list[Tree]:
        if operator.is_a("ValueType"):
            tree = self._as_type(children, operator)
            tree.name = name or tree.name
            return [tree]
        if operator.is_a("PatFrags"):
            return self._expand(operator, children, name, scope.fragments)
        if operator.is_a("SDNode"):
            count = operator.record("TypeProfile").integer("NumResults")
            types = [OPEN] * count
        elif operator.is_a("ComplexPattern"):
            types = [self._mentioned(operator.record("Ty"))]
            if len(children) != operator.integer("NumOperands"):
                raise self.record.error(
                    f"'{operator.name}' complex pattern requires "
                    f"{operator.integer('NumOperands')} operands!"
                )
        elif operator.is_a("SDPatternOperator"):
            raise self.record.error(f"'{operator.name}' is no node or fragment")
        else:
            raise self.record.error(f"Unrecognized node '{operator.name}'!")
        return [Tree(operator, tuple(children), None, name, types)]

    def _expand(
        self,
        fragment: Record,
        children: Sequence[Tree],
        name: str | None,
        inside: tuple[str, ...],
    ) -> list[Tree]:
        """The trees of a fragment, with the children in place of its operands."""
        if fragment.name in inside:
            raise self.record.error(f"Pattern fragment '{fragment.name}' is recursive!")
        bound = self._operands_of(fragment, children)
        _check_parameters(fragment)
        predicates = self._predicates(fragment, bound)
        transform = fragment.fields.get("OperandTransform")
        if not isinstance(transform, Record) or not transform.string("XFormFunction"):
            transform = None
        trees = [
            tree
            for body in fragment.list("Fragments")
            for tree in self._read(body, None, Scope(bound, (*inside, fragment.name)))
        ]
        for tree in trees:
            tree.name = name or tree.name
            tree.predicates = (*tree.predicates, *predicates)
            tree.transform = transform or tree.transform
        return trees

    def _operands_of(
        self, fragment: Record, children: Sequence[Tree]
    ) -> dict[str, Tree]:
        """The children by the names that the fragment gives its operands."""
        arguments = fragment.dag("Operands").arguments
        if len(arguments) != len(children):
            raise self.record.error(
                f"'{fragment.name}' fragment requires {len(arguments)} operands!"
            )
        pairs = zip(arguments, children)
        return {each.name: child for each, child in pairs if each.name is not None}

    def _predicates(
        self, fragment: Record, bound: Mapping[str, Tree]
    ) -> list[FragmentPredicate]:
        found: list[FragmentPredicate] = []
        for code_field in ("PredicateCode", "ImmediateCode"):
            code = fragment.fields.get(code_field)
            if isinstance(code, str) and code.strip():
                is_immediate = code_field == "ImmediateCode"
                found.append(FragmentPredicate(fragment, code, is_immediate, bound))
        memory = [
            f'known.holds("{flag}")'
            if fragment.flag(flag)
            else f'not known.holds("{flag}")'
            for flag in FLAGS
            if fragment.is_set(flag)
        ]
        for name in ("MemoryVT", "ScalarMemoryVT"):
            if isinstance(memory_type := fragment.fields.get(name), Record):
                fact = json.dumps(f"{name} {memory_type.name}")
                memory.append(f"known.holds({fact})")
        spaces = fragment.fields.get("AddressSpaces")
        if isinstance(spaces, tuple):
            memory.append(f"known.address_space in {spaces!r}")
        alignment = fragment.fields.get("MinAlignment")
        if isinstance(alignment, int):
            memory.append(f"known.alignment >= {alignment}")
        if memory:
            code = " and ".join(memory)
            found.append(FragmentPredicate(fragment, code, False, {}))
        return found

    # endregion
    # region Results

    def result(self, value: Value, name: str | None, bound: Mapping[str, Tree]) -> Tree:
        """The tree of a result, whose names are those of the source."""
        if isinstance(value, Bits):
            value = value.value
        if isinstance(value, int):
            return Tree(value=value, types=[OPEN])
        if isinstance(value, Dag):
            return self._result_dag(value, bound)
        if name is not None:
            if name not in bound:
                raise self.record.error(
                    f"Cannot find value named ${name} in input pattern!"
                )
            types = list(bound[name].types)
            tree = Tree(value=value_of(value), name=name, types=types)
            if types and not types[0] & self.accepted(value):
                raise self._contradiction(tree)
            return tree
        if not isinstance(value, Record):
            raise self.record.error("Unknown leaf kind in a pattern result!")
        if any(map(value.is_a, ("Instruction", "OutPatFrag", "SDNode"))):
            return self.operation(value, (), bound)
        known = ("Register", "RegisterClass", "SubRegIndex", "RegisterOperand")
        if not any(map(value.is_a, known)) and value.name != "zero_reg":
            raise self.record.error(
                f"Unknown leaf value '{value.name}' in a pattern result!"
            )
        if value.is_a("RegisterOperand"):
            value = value.record("RegClass")
        return Tree(value=value, types=[OPEN])

    def _result_dag(self, dag: Dag, bound: Mapping[str, Tree]) -> Tree:
        operator = dag.operator
        if operator is None:
            raise self.record.error("Pattern result has unexpected operator type!")
        arguments = [self.result(value, name, bound) for value, name in dag.arguments]
        return self.operation(operator, arguments, bound)

    def _as_type(self, trees: Sequence[Tree], type: Record) -> Tree:
        """The tree of `(i32 tree)`."""
        if len(trees) != 1:
            raise self.record.error("Type cast only takes one operand!")
        (tree,) = trees
        wanted = self._mentioned(type)
        if not tree.types:
            raise self.record.error(f"Type cast of '{tree}', which has no result")
        if tree.types[0] != OPEN and not tree.types[0] & wanted:
            raise self._contradiction(tree)
        tree.types[0] = wanted
        return tree

    def operation(
        self, operator: Record, children: Sequence[Tree], bound: Mapping[str, Tree]
    ) -> Tree:
        if operator.is_a("ValueType"):
            return self._as_type(children, operator)
        if operator.is_a("PatFrags"):
            (body,) = operator.list("Fragments")
            inner = self._operands_of(operator, children)
            return self._substituted(body, inner, bound)
        if operator.is_a("Instruction"):
            results = len(operator.dag("OutOperandList").arguments)
        elif operator.is_a("SDNode"):
            results = operator.record("TypeProfile").integer("NumResults")
        elif operator.is_a("SDNodeXForm") or operator.is_a("Operand"):
            results = 1
        else:
            raise self.record.error(f"Unrecognized node '{operator.name}'!")
        return Tree(operator, tuple(children), types=[OPEN] * results)

    def _substituted(
        self, value: Value, inner: Mapping[str, Tree], bound: Mapping[str, Tree]
    ) -> Tree:
        """The body of an OutPatFrag; its depth is that of the description's text."""
        if isinstance(value, Dag) and value.operator is not None:
            children = [
                inner[name]
                if name and name in inner and not isinstance(argument, Dag)
                else self._substituted(argument, inner, bound)
                for argument, name in value.arguments
            ]
            return self.operation(value.operator, children, bound)
        return self.result(value, None, bound)

    # endregion
    # region Types

    def _contradiction(self, tree: Tree) -> Exception:
        return self.record.error(f"Type inference contradiction found in '{tree}'")

    def _typed(self, root: Tree) -> Tree:
        """Give each value of a source its one type."""
        self.infer(root)
        for tree in root.walk():
            if any(len(types) != 1 for types in tree.types):
                raise self.record.error(
                    f"Could not infer all types in pattern! In '{root}' it is '{tree}'"
                )
        return root

    def infer(self, root: Tree) -> None:
        """Narrow the types in a tree until nothing changes."""
        trees = list(root.walk())
        for tree in trees:
            if tree.operator is not None and tree.operator.is_a("SDNode"):
                for each in tree.operator.record("TypeProfile").records("Constraints"):
                    if each.is_a("SDTCisVT"):
                        self._mentioned(each.record("VT"))
        named: dict[str, list[Tree]] = {}
        for tree in trees:
            self._check_count(tree)
            tree.types = [self.closed(tree, types) for types in tree.types]
            if tree.is_leaf and tree.name and tree.types:
                named.setdefault(tree.name, []).append(tree)
        changed = True
        while changed:
            changed = any([self._narrow(tree) for tree in trees])
            for same in named.values():
                changed |= self._unify(same)

    def _copied_to(self, tree: Tree) -> Record:
        """The class that a COPY_TO_REGCLASS gives, its second operand."""
        if len(tree.children) == 2:
            found = tree.children[1].value
            if isinstance(found, Record) and register_class_of(found):
                return found
        raise self.record.error("COPY_TO_REGCLASS takes a value and a class")

    def closed(self, tree: Tree, types: Types) -> Types:
        """The types that there are where any was meant; of an instruction, its own."""
        if types != OPEN:
            return types
        operator = tree.operator
        if operator is None or not operator.is_a("Instruction"):
            return self.universe
        if operator.name == "COPY_TO_REGCLASS":
            register_class = self._copied_to(tree)
            return self.types.fit(register_class, self.universe)
        output = operator.dag("OutOperandList").arguments[0].value
        return self.accepted(output)

    def accepted(self, operand: Value) -> Types:
        """The types that an operand of an instruction can have."""
        found = register_class_of(operand) if isinstance(operand, Record) else None
        return self.universe if found is None else self.types.fit(found, self.universe)

    def _unify(self, leaves: Sequence[Tree]) -> bool:
        """Leaves of one name have one type."""
        common = leaves[0].types[0]
        for leaf in leaves[1:]:
            common &= leaf.types[0]
        if not common:
            raise self._contradiction(leaves[0])
        changed = any(leaf.types[0] != common for leaf in leaves)
        for leaf in leaves:
            leaf.types[0] = common
        return changed

    def _check_count(self, tree: Tree) -> None:
        operator = tree.operator
        if operator is not None and operator.name == "COPY_TO_REGCLASS":
            self._copied_to(tree)
        if operator is None or not operator.is_a("SDNode"):
            return
        count = operator.record("TypeProfile").integer("NumOperands")
        if count not in (-1, len(tree.children)):
            raise self.record.error(
                f"{operator.name} node requires exactly {count} operands!"
            )

    def _narrow(self, tree: Tree) -> bool:
        operator = tree.operator
        if operator is None or not operator.is_a("SDNode"):
            return False
        constraints, results, _ = constraints_of(
            self.types, operator.record("TypeProfile")
        )
        for child in tree.children:
            if not child.types:
                raise self.record.error(
                    f"'{child}' has no result to be an operand of {operator.name}"
                )
        operands = [*tree.types, *(child.types[0] for child in tree.children)]
        used = [c for c in constraints if max(c.operand, c.other) < len(operands)]
        found = narrowed(operands, used)
        if found == operands:
            return False
        if not all(found):
            raise self._contradiction(tree)
        tree.types = found[:results]
        for child, types in zip(tree.children, found[results:]):
            child.types[0] = types
        return True

    # endregion


def _copy(tree: Tree) -> Tree:
    """A tree that shares nothing; its depth is that of the description's text."""
    return replace(
        tree, children=tuple(map(_copy, tree.children)), types=list(tree.types)
    )


def _check_parameters(fragment: Record) -> None:
    """The names in a fragment are its operands; each of these occurs."""
    parameters = [argument.name for argument in fragment.dag("Operands").arguments]
    used: set[str | None] = set()
    work: list[Value] = list(fragment.list("Fragments"))
    while work:
        dag = work.pop()
        for value, name in dag.arguments if isinstance(dag, Dag) else ():
            work.append(value)
            is_node = isinstance(value, Record) and value.name == "node"
            if value is None or is_node or name in parameters:
                used.add(name)
    for name in parameters:
        if name not in used:
            raise fragment.error(
                f"'{name}' does not occur in pattern or was multiply specified!"
            )
    for name in sorted(used - {None, *parameters}, key=str):
        raise fragment.error(
            f"Operands list does not contain an entry for operand '{name}'!"
        )


def value_of(value: Value) -> Record | int | None:
    """The value of a leaf, where it is one that leaves have."""
    return value if isinstance(value, Record | int) else None

"""
Verifying each shape of operation once.

Nearly all rules of an operation without regions look at nothing but its class, the
types of its operands and results, its properties and its attributes; in large functions
few of these combinations differ. xDSL 0.74 takes 20 µs for the declared constraints of
one operation, remembering that the combination was found right takes three.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from inspect import getclosurevars, isfunction
from typing import ClassVar, TypeAlias

from xdsl.dialects.builtin import FunctionType, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, Operation, OpTraits
from xdsl.irdl import IRDLOperation
from xdsl.traits import (
    IsolatedFromAbove,
    OpTrait,
    ReturnLike,
    SameOperandsAndResultType,
    SymbolTable,
)

from circ.dialects.common.linkage import aliases_of
from circ.dialects.common.stock_dialect_checks import CHECKS

CALL = "func.call"

Key: TypeAlias = tuple[object, ...]
Rule: TypeAlias = Callable[[Operation], None]

MAX_ATTRIBUTES = 1 << 17
"""The cache is cleared when it holds more attributes than this."""


class LocalRules:
    """
    Marks an operation class whose own `verify_` is local.

    It looks at nothing but the types of operands and results, properties and
    attributes: not at defining operations, users or parents.
    """

    SEEN_OF: ClassVar[Callable[[Attribute], object] | None] = None
    """What it looks at of a type, by which operations are told apart; None for all."""


LOCAL_TRAITS = (SameOperandsAndResultType, ReturnLike)
"""Traits that check types and numbers; any other trait with a rule may look further."""


@cache
def rules_beyond(kind: type[Operation]) -> tuple[Rule, ...] | None:
    """
    The rules of a class that may not be local; None where they cannot be told apart.

    xDSL wraps a class's own `verify_` in one that checks the declared constraints and
    traits first.
    """
    if not issubclass(kind, IRDLOperation):
        return None
    definition = kind.get_irdl_definition()
    own = Operation.verify_
    if not issubclass(kind, LocalRules):
        own = getclosurevars(kind.verify_).nonlocals.get("custom_verify")
        if not isfunction(own):
            return None
    rules: list[Rule] = [
        trait.verify
        for trait in definition.traits
        if type(trait).verify is not OpTrait.verify
        and not isinstance(trait, LOCAL_TRAITS)
    ]
    if own is not Operation.verify_:
        rules.append(own)
    return tuple(rules)


@cache
def rules_of_shape(kind: type[Operation]) -> tuple[Rule, ...] | None:
    """The rules to check for each operation of a known shape; None for all of them."""
    rules = None if kind.name == CALL else rules_beyond(kind)
    check = CHECKS.get(kind.name)
    return rules if rules is None or check is None else (*rules, check)


@cache
def rules_around(kind: type[Operation]) -> tuple[Rule, ...]:
    """
    The rules of a class of operations with regions, but for isolation.

    xDSL looks at all operations inside, for each operation that is isolated, and again
    for the module; where values are visible is checked anyway.
    """
    check = CHECKS.get(kind.name)
    checks = () if check is None else (check,)
    whole: Rule = kind.verify_
    own = getclosurevars(whole).nonlocals.get("custom_verify")
    if not issubclass(kind, IRDLOperation) or not isfunction(own):
        return (whole, *checks)
    definition = kind.get_irdl_definition()
    traits = tuple(
        trait for trait in definition.traits if type(trait) is not IsolatedFromAbove
    )
    declared = replace(definition, traits=OpTraits(lambda: traits))
    return (declared.verify, own, *checks)


def numbering(numbers: dict[Attribute, int]) -> Callable[[Attribute], int]:
    """
    Gives equal attributes equal numbers, and adds them to `numbers`.

    Hashing an attribute takes a microsecond, so that each object is hashed once; it
    must be alive as long as this function is used.
    """
    by_id: dict[int, int] = {}

    def number(attribute: Attribute) -> int:
        found = by_id.get(id(attribute))
        if found is None:
            found = numbers.setdefault(attribute, len(numbers))
            by_id[id(attribute)] = found
        return found

    return number


class Callees:
    """Functions by name, looked up in constant time; xDSL searches the whole module."""

    def __init__(self) -> None:
        self._tables: dict[Operation, dict[Attribute | None, Operation]] = {}
        self.aliases: set[Attribute] = set()
        """Further names of functions, which xDSL does not know."""

    def fits(self, call: Operation) -> bool:
        """Is the callee a function of the call's types? If not, xDSL reports why."""
        module = call.parent_op()
        while module is not None and not module.has_trait(SymbolTable):
            module = module.parent_op()
        if module is None:
            return False
        if (table := self._tables.get(module)) is None:
            blocks = (block for region in module.regions for block in region.blocks)
            inside = (op for block in blocks for op in block.ops)
            functions = [op for op in inside if op.name == "func.func"]
            table = self._tables[module] = {
                op.properties.get("sym_name"): op for op in reversed(functions)
            }
            others: dict[Attribute, Operation] = {
                StringAttr(name): op for op in functions for name, _ in aliases_of(op)
            }
            self.aliases |= others.keys()
            for name, op in others.items():
                table.setdefault(name, op)
        callee = call.properties.get("callee")
        if not isinstance(callee, SymbolRefAttr) or len(callee.nested_references):
            return False
        function = table.get(callee.root_reference)
        type = None if function is None else function.properties.get("function_type")
        return (
            isinstance(type, FunctionType)
            and type.inputs.data == tuple(value.type for value in call.operands)
            and type.outputs.data == tuple(value.type for value in call.results)
        )


def _callee(call: Operation) -> Attribute | None:
    callee = call.properties.get("callee")
    return callee.root_reference if isinstance(callee, SymbolRefAttr) else None


class KnownShapes:
    """Combinations of class, types, properties and attributes that were verified."""

    def __init__(self) -> None:
        self._numbers: dict[Attribute, int] = {}
        self._shapes: set[Key] = set()

    def verifier(self) -> Rule:
        """
        Verifies an operation without regions as its `verify_` does.

        Valid for one walk, during which the module's attributes must stay alive.
        """
        if len(self._numbers) > MAX_ATTRIBUTES:
            self._numbers.clear()
            self._shapes.clear()
        shapes, number = self._shapes, numbering(self._numbers)
        callees = Callees()

        def verify(op: Operation) -> None:
            kind = type(op)
            rules = rules_beyond(kind)
            if rules is None:
                op.verify_()
                return
            seen = (kind.SEEN_OF if issubclass(kind, LocalRules) else None) or number
            key: Key = (
                kind,
                *[seen(operand.type) for operand in op.operands],
                None,
                *[seen(result.type) for result in op.results],
            )
            is_call = op.name == CALL
            fits = not is_call or callees.fits(op)
            if is_call and fits and callees.aliases and _callee(op) in callees.aliases:
                return
            for name, attribute in op.properties.items():
                # The callee is checked each time.
                of_call = is_call and isinstance(attribute, SymbolRefAttr)
                key += (name, None if of_call else number(attribute))
            for name, attribute in op.attributes.items():
                key += (name, None, number(attribute))
            if op.successors:
                key += (None, len(op.successors))
            if key not in shapes or not fits:
                op.verify_()
                shapes.add(key)
                return
            if is_call:
                return
            for rule in rules:
                rule(op)

        return verify


KNOWN = KnownShapes()

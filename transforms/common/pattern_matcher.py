"""
Runs tables of selection patterns (`circ-tblgen -gen-dag-isel`) over a source's nodes.

A node comes with the signature of what it computes and with its operands: numbers where
they are constant, else whatever the machine's side has as values. The alternatives of
the signature are tried in the table's order, those that cannot match operands which are
constant or not left out beforehand, so that finding them is one look-up. A pattern with
inner nodes sees what earlier nodes were through `Context.nodes`: only of nodes that are
pure, so that one that is matched again is at worst computed twice, and its first
instruction is dead where it has no other user. Time is linear in the nodes that are
selected; the depth of calls is that of results in the description, not of the source.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from circ.targets.tablegen.matching import (
    Alternative,
    Check,
    Complex,
    Constant,
    Emit,
    Holds,
    Known,
    Leaf,
    Literal,
    Name,
    Node,
    Number,
    Roots,
    Same,
    Select,
    Signature,
    Step,
    Transform,
    names_of,
)

Slots = list[object]


class Context(Known, Protocol):
    """One function's selection, as far as matching needs it."""

    nodes: dict[object, tuple[frozenset[str], Sequence[object]]]
    """By value, the signatures of the node that computed it, and its operands."""


C = TypeVar("C", bound=Context)
C_contra = TypeVar("C_contra", bound=Context, contravariant=True)

Run = Callable[[C, Slots], None]
Test = Callable[[C, Slots], bool]


class Machine(Protocol[C_contra]):
    """What the machine's side gives to a matcher."""

    def emitter(self, step: Emit) -> Callable[[C_contra, Slots], None]:
        """What adds an instruction and its results."""
        ...

    def finder(
        self, function: str
    ) -> Callable[[C_contra, object], Sequence[object] | None]:
        """What finds the operands of a complex pattern."""
        ...

    def folder(self, signature: Signature) -> Callable[..., int | None] | None:
        """What computes a node whose operands are all constant, where it is one."""
        ...

    def finisher(
        self, signature: Signature
    ) -> Callable[[C_contra, object], None] | None:
        """What is to be noted of a node's first result."""
        ...


class NoPatternError(Exception):
    """No alternative of a signature matches."""

    def __init__(self, signature: str):
        super().__init__(signature)
        self.signature = signature


@dataclass(slots=True)
class Bound(Generic[C]):
    """An alternative that is ready to run."""

    tests: Sequence[Test[C]]
    steps: Sequence[Run[C]]
    results: tuple[int, ...]
    is_new: bool
    """Is the first result an instruction's, rather than an operand or a constant?"""
    next: "Root[C] | None" = None
    """The node to go on with, where the result is one."""
    arguments: Sequence[tuple[int, int]] = ()
    """Slots of its operands, each with a mask for constants."""


@dataclass(slots=True)
class Root(Generic[C]):
    """A signature that nodes have."""

    signature: Signature
    names: frozenset[str]
    """The signature, and those that leave its signedness open."""
    alternatives: Sequence[Alternative]
    is_asked: bool
    """Is it an inner node of any pattern?"""
    fold: Callable[..., int | None] | None
    finish: Callable[[C, object], None] | None
    full: int
    by_constants: dict[int, list[Bound[C]]] = field(
        default_factory=dict[int, list[Bound[C]]]
    )
    """What to try, by which operands are constant (a bit each)."""


class Matcher(Generic[C]):
    """A table, bound to a machine; it serves all functions."""

    def __init__(self, table: Roots, machine: Machine[C], features: Sequence[str] = ()):
        """`features` are the predicates of the subtarget that hold."""
        self.table = table
        self.machine = machine
        self.features = frozenset(features)
        self.roots: dict[str, Root[C]] = {}
        self.asked = frozenset(
            check.signature
            for alternatives in table.values()
            for alternative in alternatives
            for check in alternative.checks
            if isinstance(check, Node)
        )

    def root(self, text: str) -> Root[C]:
        """The root for a signature."""
        root = self.roots.get(text)
        if root is None:
            signature = Signature.parse(text)
            names = names_of(signature)
            found = [each for name in names for each in self.table.get(name, ())]
            root = Root[C](
                signature,
                frozenset(names),
                [each for each in found if self.features.issuperset(each.features)],
                not self.asked.isdisjoint(names),
                self.machine.folder(signature),
                self.machine.finisher(signature),
                (1 << len(signature.operands)) - 1,
            )
            root.alternatives = sorted(
                root.alternatives, key=lambda each: -each.complexity
            )
            self.roots[text] = root
        return root

    def select(
        self, context: C, root: Root[C], operands: Sequence[object]
    ) -> tuple[object, ...]:
        """Build the best result for a node; its values. NoPatternError if none is."""
        while True:
            constants = 0
            bit = 1
            for operand in operands:
                if operand.__class__ is int:
                    constants |= bit
                bit <<= 1
            if constants == root.full and root.fold is not None:
                folded = root.fold(*operands)
                if folded is not None:
                    return (folded,)
            candidates = root.by_constants.get(constants)
            if candidates is None:
                candidates = self._bind(root, constants)
            for bound in candidates:
                slots = list(operands)
                for test in bound.tests:
                    if not test(context, slots):
                        break
                else:
                    break
            else:
                raise NoPatternError(str(root.signature))
            for step in bound.steps:
                step(context, slots)
            if bound.next is None:
                results = tuple([slots[slot] for slot in bound.results])
                if results:
                    self._finish(context, root, bound, operands, results[0])
                return results
            root = bound.next
            operands = _operands(slots, bound.arguments)

    def _finish(
        self,
        context: C,
        root: Root[C],
        bound: Bound[C],
        operands: Sequence[object],
        result: object,
    ) -> None:
        if root.is_asked and bound.is_new:
            context.nodes.setdefault(result, (root.names, operands))
        if root.finish is not None:
            root.finish(context, result)

    def attempt(
        self,
        context: C,
        root: Root[C],
        alternative: Alternative,
        operands: Sequence[object],
    ) -> tuple[object, ...] | None:
        """What one alternative makes of a node; None where it does not match."""
        bound = self._bound(alternative, len(operands))
        slots = list(operands)
        if not all(test(context, slots) for test in bound.tests):
            return None
        for step in bound.steps:
            step(context, slots)
        if bound.next is not None:
            return self.select(context, bound.next, _operands(slots, bound.arguments))
        results = tuple(slots[slot] for slot in bound.results)
        if results:
            self._finish(context, root, bound, operands, results[0])
        return results

    # region Binding

    def _bind(self, root: Root[C], constants: int) -> list[Bound[C]]:
        count = len(root.signature.operands)
        found = [
            self._bound(alternative, count)
            for alternative in root.alternatives
            if all(_is_possible(each, constants, count) for each in alternative.checks)
        ]
        root.by_constants[constants] = found
        return found

    def _bound(self, alternative: Alternative, operands: int) -> Bound[C]:
        tests = [self._test(check) for check in alternative.checks]
        last = alternative.steps[-1] if alternative.steps else None
        if not isinstance(last, Select) or not _is_last(alternative, operands):
            steps = [self._step(step) for step in alternative.steps]
            is_new = _is_emitted(alternative, operands)
            return Bound(tests, steps, alternative.results, is_new)
        steps = [self._step(step) for step in alternative.steps[:-1]]
        root = self.root(last.signature)
        arguments = _arguments(root.signature, last.slots)
        return Bound(tests, steps, alternative.results, False, root, arguments)

    def _test(self, check: Check) -> Test[C]:
        match check:
            case Node(slot, signature):
                return _test_node(slot, signature)
            case Constant(slot, width, predicate):
                return _test_constant(slot, width, predicate)
            case Literal(slot, width, value):
                return _test_literal(slot, width, value)
            case Leaf(slot, name):
                return lambda context, slots: slots[slot] == name
            case Same(first, second):
                return lambda context, slots: slots[first] == slots[second]
            case Holds(predicate, places):
                return _test_predicate(predicate, places)
            case Complex(slot, function, _):
                return _test_complex(slot, self.machine.finder(function))

    def _step(self, step: Step) -> Run[C]:
        match step:
            case Emit():
                return self.machine.emitter(step)
            case Select(text, places):
                return self._select_step(text, places)
            case Number(value):
                return lambda context, slots: slots.append(value)
            case Name(name):
                return lambda context, slots: slots.append(name)
            case Transform(function, places):
                return lambda context, slots: slots.append(
                    function(*[slots[place] for place in places])
                )
            case _:
                raise AssertionError("gen has no physical registers")

    def _select_step(self, text: str, places: Sequence[int]) -> Run[C]:
        root = self.root(text)
        arguments = _arguments(root.signature, places)

        def run(context: C, slots: Slots) -> None:
            slots.extend(self.select(context, root, _operands(slots, arguments)))

        return run

    # endregion


def constant_width(type: str) -> int:
    """
    The bits of a type's constants, 32 for what is not a number.

    A vector has one constant in all lanes; of bools it is a bit a lane.
    """
    match = re.fullmatch(r"(?:v(\d+))?[if](\d+)", type)
    if match is None:
        return 32
    lanes, width = match.groups()
    return int(lanes) if lanes is not None and width == "1" else int(width)


def _arguments(signature: Signature, slots: Sequence[int]) -> Sequence[tuple[int, int]]:
    return [
        (slot, (1 << constant_width(type)) - 1)
        for slot, type in zip(slots, signature.operands, strict=True)
    ]


def _operands(slots: Slots, arguments: Sequence[tuple[int, int]]) -> Slots:
    """The operands of a node in a result: constants as bits of their types."""
    return [
        value & mask if isinstance(value := slots[slot], int) else value
        for slot, mask in arguments
    ]


def _is_last(alternative: Alternative, operands: int) -> bool:
    """Are the results those of the last step?"""
    count = operands + sum(map(_added, (*alternative.checks, *alternative.steps[:-1])))
    added = _added(alternative.steps[-1])
    return alternative.results == tuple(range(count, count + added))


def _is_emitted(alternative: Alternative, operands: int) -> bool:
    """Is the first result one of an instruction?"""
    count = operands + sum(map(_added, alternative.checks))
    for step in alternative.steps:
        added = _added(step)
        if alternative.results and count <= alternative.results[0] < count + added:
            return isinstance(step, Emit)
        count += added
    return False


def _added(part: Check | Step) -> int:
    """The slots that a check or step adds."""
    match part:
        case Node(_, signature):
            return len(Signature.parse(signature).operands)
        case Complex(_, _, count) | Emit(_, _, _, count):
            return count
        case Select(signature, _):
            return len(Signature.parse(signature).results)
        case Constant() | Number() | Name() | Transform():
            return 1
        case _:
            return 0


def _is_possible(check: Check, constants: int, count: int) -> bool:
    """Can a check of a root's operand hold where these operands are constant?"""
    match check:
        case Node(slot) if slot < count:
            return not constants >> slot & 1
        case Constant(slot) | Literal(slot) if slot < count:
            return bool(constants >> slot & 1)
        case _:
            return True


# region Checks


def _test_node(slot: int, signature: str) -> Test[C]:
    def test(context: C, slots: Slots) -> bool:
        node = context.nodes.get(slots[slot])
        if node is None or signature not in node[0]:
            return False
        slots.extend(node[1])
        return True

    return test


def _test_constant(
    slot: int, width: int, predicate: Callable[[int], bool] | None
) -> Test[C]:
    mask = (1 << width) - 1
    sign = 1 << width >> 1

    def test(context: C, slots: Slots) -> bool:
        value = slots[slot]
        if not isinstance(value, int):
            return False
        value = ((value & mask) ^ sign) - sign
        if predicate is not None and not predicate(value):
            return False
        slots.append(value)
        return True

    return test


def _test_literal(slot: int, width: int, wanted: int) -> Test[C]:
    mask = (1 << width) - 1

    def test(context: C, slots: Slots) -> bool:
        value = slots[slot]
        return isinstance(value, int) and not (value - wanted) & mask

    return test


def _test_predicate(predicate: Callable[..., bool], places: Sequence[int]) -> Test[C]:
    return lambda context, slots: predicate(
        context, *[slots[place] for place in places]
    )


def _test_complex(
    slot: int, find: Callable[[C, object], Sequence[object] | None]
) -> Test[C]:
    def test(context: C, slots: Slots) -> bool:
        found = find(context, slots[slot])
        if found is None:
            return False
        slots.extend(found)
        return True

    return test


# endregion

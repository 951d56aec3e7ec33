"""
Operators as nodes: what is kept while an operand is not known.

Each operator folds as soon as its operands allow it (`folding` has the functions) and
is tried again after every substitution. The operators that bind names, choose an
operand or look records up have classes of their own.
"""

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from circ.targets.tablegen.language.folding import FOLDS, FoldError, integer_of
from circ.targets.tablegen.language.resolvers import (
    MapResolver,
    Resolver,
    ShadowResolver,
    TrackingResolver,
)
from circ.targets.tablegen.language.source import Fatal, Place
from circ.targets.tablegen.language.types import INT, STRING, ListType, RecordType, Type
from circ.targets.tablegen.language.values import (
    AnonymousName,
    DagValue,
    Definition,
    Integer,
    List,
    Node,
    String,
    bit_of,
    dag,
    definition_of,
    list_of,
    pooled,
    string,
    truth,
)

if TYPE_CHECKING:
    from circ.targets.tablegen.language.entities import Entity

Owner: TypeAlias = "Entity | None"
"""The definition or class that an expression stands in, to report errors at."""

SHARED_WEIGHT = 128
"""From this weight on a value is looked up before it is resolved again."""


class Expression(Node):
    """An expression that waits until its operands are known"""

    __slots__ = ("operands",)

    is_retried: ClassVar[bool] = False
    """Is it tried again at the very end even if nothing changed?"""

    def __init__(self, operands: tuple[Node, ...], type: Type | None):
        super().__init__(type, True)
        self.measure(operands)
        self.operands = operands

    def resolve(self, resolver: Resolver) -> Node:
        new = tuple([o.resolve(resolver) if o.is_open else o for o in self.operands])
        if new == self.operands and not (self.is_retried and resolver.is_final):
            return self
        return self.apply(new, resolver)

    def apply(self, operands: tuple[Node, ...], resolver: Resolver) -> Node:
        """The result for other operands, or the expression of these."""
        raise AssertionError(f"{type(self)} is not applied")


class Operation(Expression):
    """An operator that `folding` has a function for"""

    __slots__ = ("operator",)

    def __init__(self, operator: str, operands: tuple[Node, ...], type: Type):
        super().__init__(operands, type)
        self.operator = operator

    def spell(self) -> str:
        first, *_ = self.operands
        match self.operator:
            case "listelem" | "listslice":
                return f"{first}[{self.operands[1]}]"
            case "rangec":
                return f"{first}...{self.operands[1]}"
            case "getdagarg":
                name = f"!getdagarg<{self.type}>"
            case operator:
                name = f"!{operator}"
        return f"{name}({', '.join(map(str, self.operands))})"

    def apply(self, operands: tuple[Node, ...], resolver: Resolver) -> Node:
        assert self.type is not None
        return operate(self.operator, operands, self.type, resolver.entity)


class Choice(Operation):
    """`!if`: the arm that is not taken is not looked at"""

    __slots__ = ()

    def resolve(self, resolver: Resolver) -> Node:
        memo = resolver.memo
        if self.weight < SHARED_WEIGHT or memo is None:
            return self._resolve(resolver)
        # A fold nests choices with shared parts, as many as there are paths.
        known = memo.known.get(self)
        if known is not None:
            if known[1]:
                resolver.note_unresolved()
            return known[0]
        blocked = memo.blocked
        tracking = TrackingResolver(resolver)
        tracking.keeps_unset_bits = resolver.keeps_unset_bits
        value = self._resolve(tracking)
        if memo.blocked == blocked:
            memo.known[self] = (value, tracking.found_unresolved)
        return value

    def _resolve(self, resolver: Resolver) -> Node:
        condition, then, otherwise = self.operands
        known = condition.resolve(resolver)
        if known is not condition:
            number = integer_of(known)
            if number is not None:
                return (then if number else otherwise).resolve(resolver)
        new = (known, then.resolve(resolver), otherwise.resolve(resolver))
        return self if new == self.operands else self.apply(new, resolver)


_operation = pooled(Operation)
_choice = pooled(Choice)


def operate(
    operator: str, operands: tuple[Node, ...], type: Type, owner: Owner
) -> Node:
    """The result of an operator, or the operator itself for later."""
    classes, takes_type, compute = FOLDS[operator]
    if classes is None or all(map(isinstance, operands, classes)):
        try:
            found = compute(*operands, type) if takes_type else compute(*operands)
        except FoldError as error:
            found = _recovered(error, owner)
        if found is not None:
            return found
    make = _choice if operator == "if" else _operation
    return make(operator, operands, type)


def _recovered(error: FoldError, owner: Owner) -> Node:
    """Report the error if evaluation goes on, and there is a place for it."""
    if owner is None or error.instead is None:
        raise Fatal(_places(owner), error.text) from None
    owner.world.reporter.error(owner.places, error.text)
    return error.instead


def _places(owner: Owner) -> tuple[Place, ...]:
    return owner.places if owner else ()


def concatenate(left: Node, right: Node) -> Node:
    """Two strings in one."""
    return operate("strconcat", (left, right), STRING, None)


def concatenate_lists(left: Node, right: Node) -> Node:
    """Two lists in one."""
    assert left.type is not None
    return operate("listconcat", (left, right), left.type, None)


class Cast(Expression):
    """`!cast<type>(operand)`"""

    __slots__ = ()

    is_retried = True

    def spell(self) -> str:
        return f"!cast<{self.type}>({self.operands[0]})"

    def apply(self, operands: tuple[Node, ...], resolver: Resolver) -> Node:
        (operand,) = operands
        assert self.type is not None
        return cast(operand, self.type, resolver.entity, resolver.is_final)


_cast = pooled(Cast)


def cast(operand: Node, type: Type, owner: Owner, is_final: bool = False) -> Node:
    """`!cast<type>(operand)`"""
    found = None
    if type is STRING:
        if isinstance(operand, String):
            found = operand.convert(STRING)
            assert found is not None
            return found
        if isinstance(operand, Definition):
            return string(str(operand))
        number = operand.convert(INT)
        if isinstance(number, Integer):
            return string(str(number.value))
    elif isinstance(type, RecordType) and isinstance(operand, String):
        found = _record_named(operand, type, owner, is_final)
    return found or operand.convert(type) or _cast((operand,), type)


def _is_own_name(name: String, owner: "Entity") -> bool:
    mine = owner.name
    return name is (mine.final_name() if isinstance(mine, AnonymousName) else mine)


def _record_named(
    name: String, type: RecordType, owner: Owner, is_final: bool
) -> Node | None:
    places = _places(owner)
    entity = type.world.definitions.get(name.value)
    if entity is None and owner is not None and _is_own_name(name, owner):
        # Its type is only known in the end.
        if not is_final:
            return None
        entity = owner
    if entity is None:
        if is_final:
            raise Fatal(places, f"Undefined reference to record: '{name.value}'")
        return None
    found = definition_of(entity)
    assert found.type is not None
    if not found.type.is_a(type):
        raise Fatal(
            places,
            f"Expected type '{type}', got '{found.type}' in: !cast<{type}>({name})",
        )
    return found


def cast_to(value: Node, type: Type) -> Node | None:
    """The value as one of a type, perhaps only later; None if that cannot be."""
    mine = value.type
    if mine is None or mine is type:
        return value
    found = value.convert(type)
    if found is not None:
        return found
    return cast(value, type, None) if mine.converts_to(type) else None


class Conditional(Expression):
    """`!cond(condition: value, …)`; the operands are these in turn"""

    __slots__ = ()

    def spell(self) -> str:
        pairs = zip(self.operands[::2], self.operands[1::2], strict=True)
        return f"!cond({', '.join(f'{test}: {result}' for test, result in pairs)})"

    def bit(self, index: int) -> Node:
        return bit_of(self, index)  # of a `bit` too, as in LLVM

    def apply(self, operands: tuple[Node, ...], resolver: Resolver) -> Node:
        assert self.type is not None
        return conditional(operands, self.type, resolver.entity)


_conditional = pooled(Conditional)


def conditional(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node:
    """`!cond`: the first result whose condition holds."""
    all_known = True
    for test, result in zip(operands[::2], operands[1::2], strict=True):
        number = integer_of(test)
        if number is None:
            all_known = False
            break
        if number:
            found = result.convert(type)
            if found is not None:
                return found
            all_known = False
            break
    node = _conditional(operands, type)
    if all_known:
        name = owner.name.unquoted() if owner else ""
        raise Fatal(
            _places(owner), f"{name} does not have any true condition in:{node}"
        )
    return node


class Binder(Expression):
    """An operator whose last operand, the body, has names of its own"""

    __slots__ = ("names",)

    def __init__(
        self, operands: tuple[Node, ...], names: tuple[str, ...], type: Type | None
    ):
        super().__init__(operands, type)
        self.names = names

    def resolve(self, resolver: Resolver) -> Node:
        *outer, body = self.operands
        new = [operand.resolve(resolver) for operand in outer]
        if body.is_open:
            body = body.resolve(ShadowResolver(resolver, self.names))
        operands = (*new, body)
        return self if operands == self.operands else self.apply(operands, resolver)


class Loop(Binder):
    """`!foreach(name, sequence, body)` and `!filter`"""

    __slots__ = ("operator",)

    def __init__(
        self, operator: str, name: str, sequence: Node, body: Node, type: Type
    ):
        super().__init__((sequence, body), (name,), type)
        self.operator = operator

    def spell(self) -> str:
        sequence, body = self.operands
        return f"!{self.operator}({self.names[0]}, {sequence}, {body})"

    def apply(self, operands: tuple[Node, ...], resolver: Resolver) -> Node:
        sequence, body = operands
        assert self.type is not None
        owner = resolver.entity
        return loop(self.operator, self.names[0], sequence, body, self.type, owner)


_loop = pooled(Loop)


def loop(
    operator: str, name: str, sequence: Node, body: Node, type: Type, owner: Owner
) -> Node:
    """`!foreach` over a list or dag, `!filter` of a list."""
    found = None
    if isinstance(sequence, List):
        assert isinstance(type, ListType)
        results = [_apply(name, item, body, owner) for item in sequence.elements]
        if operator == "foreach":
            return list_of(tuple(results), type.element)
        found = _chosen(sequence, results, type)
    elif isinstance(sequence, DagValue) and operator == "foreach":
        return _apply_to_dag(name, sequence, body, owner)
    return found or _loop(operator, name, sequence, body, type)


def _apply(name: str, value: Node, body: Node, owner: Owner) -> Node:
    return body.resolve(MapResolver(owner, {name: value})) if body.is_open else body


def _chosen(sequence: List, tests: list[Node], type: ListType) -> Node | None:
    chosen: list[Node] = []
    for item, test in zip(sequence.elements, tests, strict=True):
        number = integer_of(test)
        if number is None:
            return None
        if number:
            chosen.append(item)
    return list_of(tuple(chosen), type.element)


def _apply_to_dag(name: str, value: DagValue, body: Node, owner: Owner) -> Node:
    operator = _apply(name, value.operator, body, owner)
    arguments = tuple(
        [
            _apply_to_dag(name, argument, body, owner)
            if isinstance(argument, DagValue)
            else _apply(name, argument, body, owner)
            for argument in value.arguments
        ]
    )
    if operator is value.operator and arguments == value.arguments:
        return value
    return dag(operator, None, arguments, value.names)


class Fold(Binder):
    """`!foldl(start, sequence, accumulator, item, body)`"""

    __slots__ = ()

    def spell(self) -> str:
        start, sequence, body = self.operands
        return f"!foldl({start}, {sequence}, {', '.join(self.names)}, {body})"

    def bit(self, index: int) -> Node:
        return bit_of(self, index)  # of a `bit` too, as in LLVM

    def apply(self, operands: tuple[Node, ...], resolver: Resolver) -> Node:
        start, sequence, body = operands
        return fold(start, sequence, self.names, body, resolver.entity)


_fold = pooled(Fold)


def fold(
    start: Node, sequence: Node, names: tuple[str, ...], body: Node, owner: Owner
) -> Node:
    """`!foldl`; the names are those of the accumulator and the item."""
    if not isinstance(sequence, List):
        return _fold((start, sequence, body), names, start.type)
    accumulator = start
    for item in sequence.elements:
        values = {names[0]: accumulator, names[1]: item}
        accumulator = body.resolve(MapResolver(owner, values))
    return accumulator


class TypeTest(Expression):
    """`!isa<type>(value)`"""

    __slots__ = ("tested",)

    name: ClassVar[str] = "isa"

    def __init__(self, tested: Type, value: Node):
        super().__init__((value,), INT)
        self.tested = tested

    def spell(self) -> str:
        return f"!{self.name}<{self.tested}>({self.operands[0]})"

    def apply(self, operands: tuple[Node, ...], resolver: Resolver) -> Node:
        return type_test(self.tested, operands[0])


_type_test = pooled(TypeTest)


def type_test(tested: Type, value: Node) -> Node:
    """`!isa`: answered as soon as the static types decide it."""
    mine = value.type
    if mine is not None:
        if mine.converts_to(tested):
            return truth(True)
        if not isinstance(tested, RecordType):
            return truth(False)
        if not tested.converts_to(mine) or isinstance(value, Definition):
            return truth(False)
    return _type_test(tested, value)


class Existence(TypeTest):
    """`!exists<type>(name)`, decided at the end if there is no such record yet"""

    __slots__ = ()

    name = "exists"
    is_retried = True

    def apply(self, operands: tuple[Node, ...], resolver: Resolver) -> Node:
        (name,) = operands
        return existence(self.tested, name, resolver.entity, resolver.is_final)


_existence = pooled(Existence)


def existence(tested: Type, value: Node, owner: Owner, is_final: bool = False) -> Node:
    """`!exists`"""
    if isinstance(value, String) and isinstance(tested, RecordType):
        entity = tested.world.definitions.get(value.value)
        if entity is not None:
            return truth(entity.record_type().is_a(tested))
        if is_final:
            if owner is None or not _is_own_name(value, owner):
                return truth(False)
            return truth(owner.record_type().is_a(tested))
    return _existence(tested, value)


class FieldOf(Expression):
    """`value.field`"""

    __slots__ = ("field",)

    def __init__(self, record: Node, field: str, type: Type):
        super().__init__((record,), type)
        self.field = field

    def spell(self) -> str:
        return f"{self.operands[0]}.{self.field}"

    def resolve(self, resolver: Resolver) -> Node:
        (old,) = self.operands
        new = old.resolve(resolver)
        return self if new is old else field_of(new, self.field, resolver.entity)


_field_of = pooled(FieldOf)


def field_of(record: Node, field: str, owner: Owner) -> Node:
    """The field of a record if it is known."""
    if isinstance(record, Definition):
        entity = record.entity
        if entity is owner:
            raise Fatal(
                entity.places,
                f"Attempting to access field '{field}' of '{record}' "
                "is a forbidden self-reference",
            )
        value = entity.values.get(field)
        if value is not None and not value.is_open:
            return value
    type = record.field_type(field)
    assert type is not None
    return _field_of(record, field, type)

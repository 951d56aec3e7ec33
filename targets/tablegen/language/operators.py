"""
Operators as nodes: what is kept while an operand is not known.

Each operator folds as soon as its operands allow it (`folding` has the functions) and
is tried again after every substitution. The operators that bind names, choose an
operand or look records up have classes of their own.

Facts: `tablegen` section 2.7.
"""

from typing import TYPE_CHECKING, TypeAlias

from circ.targets.tablegen.language.folding import FOLDS, integer_of, join_lists
from circ.targets.tablegen.language.resolvers import (
    MapResolver,
    Resolver,
    ShadowResolver,
    TrackingResolver,
)
from circ.targets.tablegen.language.source import Fatal
from circ.targets.tablegen.language.types import INT, STRING, ListType, RecordType, Type
from circ.targets.tablegen.language.values import (
    POOL,
    AnonymousName,
    DagValue,
    Definition,
    Integer,
    List,
    Node,
    String,
    dag,
    definition_of,
    list_of,
    string,
    truth,
    unique,
)

if TYPE_CHECKING:
    from circ.targets.tablegen.language.entities import Entity

Owner: TypeAlias = "Entity | None"


SHARED_WEIGHT = 128
"""From this weight on a value is looked up before it is resolved again."""


class Operation(Node):
    """An operator whose operands are not all known"""

    __slots__ = ("operands", "operator")

    def __init__(self, operator: str, operands: tuple[Node, ...], type: Type):
        super().__init__(type, True)
        self.measure(operands)
        self.operator = operator
        self.operands = operands

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

    def resolve(self, resolver: Resolver) -> Node:
        new = tuple([o.resolve(resolver) if o.is_open else o for o in self.operands])
        if new == self.operands:
            return self
        assert self.type is not None
        return operate(self.operator, new, self.type, resolver.entity)


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
        if new == self.operands:
            return self
        assert self.type is not None
        return operate("if", new, self.type, resolver.entity)


class Cast(Operation):
    """`!cast`, tried again at the very end even if nothing changed"""

    __slots__ = ()

    def spell(self) -> str:
        return f"!cast<{self.type}>({self.operands[0]})"

    def resolve(self, resolver: Resolver) -> Node:
        operand = self.operands[0].resolve(resolver)
        if operand is self.operands[0] and not resolver.is_final:
            return self
        assert self.type is not None
        return cast(operand, self.type, resolver.entity, resolver.is_final)


def operate(
    operator: str, operands: tuple[Node, ...], type: Type, owner: Owner
) -> Node:
    """The result of an operator, or the operator itself for later."""
    found = FOLDS[operator](operands, type, owner)
    if found is not None:
        return found
    key = (Operation, operator, operands, type)
    node = POOL.get(key)
    if node is None:
        kind = Choice if operator == "if" else Operation
        node = unique(key, kind(operator, operands, type))
    return node


def concatenate(left: Node, right: Node) -> Node:
    """Two strings in one."""
    if isinstance(left, String) and isinstance(right, String):
        return string(left.value + right.value, left.is_code or right.is_code)
    return operate("strconcat", (left, right), STRING, None)


def concatenate_lists(left: Node, right: Node) -> Node:
    """Two lists in one."""
    if isinstance(left, List) and isinstance(right, List):
        return join_lists(left, right)
    assert left.type is not None
    return operate("listconcat", (left, right), left.type, None)


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
    if found is None:
        found = operand.convert(type)
    if found is not None:
        return found
    key = (Cast, operand, type)
    node = POOL.get(key)
    return node if node is not None else unique(key, Cast("cast", (operand,), type))


def _is_own_name(name: String, owner: Owner) -> bool:
    if owner is None:
        return False
    mine = owner.name
    return name is (mine.final_name() if isinstance(mine, AnonymousName) else mine)


def _record_named(
    name: String, type: RecordType, owner: Owner, is_final: bool
) -> Node | None:
    places = owner.places if owner else ()
    entity = type.world.definitions.get(name.value)
    if entity is None and _is_own_name(name, owner):
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


class Conditional(Node):
    """`!cond(condition: value, …)`"""

    __slots__ = ("conditions", "results")

    def __init__(
        self, conditions: tuple[Node, ...], results: tuple[Node, ...], type: Type
    ):
        super().__init__(type, True)
        self.measure((*conditions, *results))
        self.conditions = conditions
        self.results = results

    def spell(self) -> str:
        pairs = zip(self.conditions, self.results, strict=True)
        return f"!cond({', '.join(f'{test}: {result}' for test, result in pairs)})"

    def resolve(self, resolver: Resolver) -> Node:
        conditions = tuple([c.resolve(resolver) for c in self.conditions])
        results = tuple([r.resolve(resolver) for r in self.results])
        if conditions == self.conditions and results == self.results:
            return self
        assert self.type is not None
        return conditional(conditions, results, self.type, resolver.entity)


def conditional(
    conditions: tuple[Node, ...], results: tuple[Node, ...], type: Type, owner: Owner
) -> Node:
    """`!cond`: the first result whose condition holds."""
    all_known = True
    for test, result in zip(conditions, results, strict=True):
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
    key = (Conditional, conditions, results, type)
    node = POOL.get(key)
    if node is None:
        node = unique(key, Conditional(conditions, results, type))
    if all_known:
        places = owner.places if owner else ()
        name = owner.name.unquoted() if owner else ""
        raise Fatal(places, f"{name} does not have any true condition in:{node}")
    return node


class Loop(Node):
    """`!foreach` and `!filter`"""

    __slots__ = ("body", "operator", "sequence", "variable")

    def __init__(
        self, operator: str, variable: str, sequence: Node, body: Node, type: Type
    ):
        super().__init__(type, True)
        self.measure((sequence, body))
        self.operator = operator
        self.variable = variable
        self.sequence = sequence
        self.body = body

    def spell(self) -> str:
        return f"!{self.operator}({self.variable}, {self.sequence}, {self.body})"

    def resolve(self, resolver: Resolver) -> Node:
        sequence = self.sequence.resolve(resolver)
        body = self.body
        if body.is_open:
            body = body.resolve(ShadowResolver(resolver, (self.variable,)))
        if sequence is self.sequence and body is self.body:
            return self
        assert self.type is not None
        return loop(
            self.operator, self.variable, sequence, body, self.type, resolver.entity
        )


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
    if found is not None:
        return found
    key = (Loop, operator, name, sequence, body, type)
    node = POOL.get(key)
    if node is None:
        node = unique(key, Loop(operator, name, sequence, body, type))
    return node


def _apply(name: str, value: Node, body: Node, owner: Owner) -> Node:
    if not body.is_open:
        return body
    resolver = MapResolver(owner)
    resolver.values[name] = value
    return body.resolve(resolver)


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


class Fold(Node):
    """`!foldl(start, list, accumulator, item, body)`"""

    __slots__ = ("body", "names", "sequence", "start")

    def __init__(self, start: Node, sequence: Node, names: tuple[str, str], body: Node):
        super().__init__(start.type, True)
        self.measure((start, sequence, body))
        self.start = start
        self.sequence = sequence
        self.names = names
        self.body = body

    def spell(self) -> str:
        names = ", ".join(self.names)
        return f"!foldl({self.start}, {self.sequence}, {names}, {self.body})"

    def resolve(self, resolver: Resolver) -> Node:
        start = self.start.resolve(resolver)
        sequence = self.sequence.resolve(resolver)
        body = self.body
        if body.is_open:
            body = body.resolve(ShadowResolver(resolver, self.names))
        if start is self.start and sequence is self.sequence and body is self.body:
            return self
        return fold(start, sequence, self.names, body, resolver.entity)


def fold(
    start: Node, sequence: Node, names: tuple[str, str], body: Node, owner: Owner
) -> Node:
    """`!foldl`"""
    if isinstance(sequence, List):
        accumulator = start
        for item in sequence.elements:
            values = {names[0]: accumulator, names[1]: item}
            accumulator = body.resolve(MapResolver(owner, values))
        return accumulator
    key = (Fold, start, sequence, names, body)
    node = POOL.get(key)
    return node if node else unique(key, Fold(start, sequence, names, body))


class TypeTest(Node):
    """`!isa<type>(value)`"""

    __slots__ = ("tested", "value")

    def __init__(self, tested: Type, value: Node):
        super().__init__(INT, True)
        self.measure((value,))
        self.tested = tested
        self.value = value

    def spell(self) -> str:
        return f"!isa<{self.tested}>({self.value})"

    def resolve(self, resolver: Resolver) -> Node:
        value = self.value.resolve(resolver)
        return self if value is self.value else type_test(self.tested, value)


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
    key = (TypeTest, tested, value)
    node = POOL.get(key)
    return node if node else unique(key, TypeTest(tested, value))


class Existence(Node):
    """`!exists<type>(name)`, decided at the end if there is no such record yet"""

    __slots__ = ("tested", "value")

    def __init__(self, tested: Type, value: Node):
        super().__init__(INT, True)
        self.measure((value,))
        self.tested = tested
        self.value = value

    def spell(self) -> str:
        return f"!exists<{self.tested}>({self.value})"

    def resolve(self, resolver: Resolver) -> Node:
        value = self.value.resolve(resolver)
        if value is self.value and not resolver.is_final:
            return self
        return existence(self.tested, value, resolver.entity, resolver.is_final)


def existence(tested: Type, value: Node, owner: Owner, is_final: bool = False) -> Node:
    """`!exists`"""
    if isinstance(value, String) and isinstance(tested, RecordType):
        entity = tested.world.definitions.get(value.value)
        if entity is not None:
            return truth(entity.record_type().is_a(tested))
        if is_final and owner is not None and _is_own_name(value, owner):
            return truth(owner.record_type().is_a(tested))
        if is_final:
            return truth(False)
    key = (Existence, tested, value)
    node = POOL.get(key)
    return node if node else unique(key, Existence(tested, value))


class FieldOf(Node):
    """`value.field`"""

    __slots__ = ("field", "record")

    def __init__(self, record: Node, field: str, type: Type):
        super().__init__(type, True)
        self.measure((record,))
        self.record = record
        self.field = field

    def spell(self) -> str:
        return f"{self.record}.{self.field}"

    def resolve(self, resolver: Resolver) -> Node:
        record = self.record.resolve(resolver)
        if record is self.record:
            return self
        return field_of(record, self.field, resolver.entity)


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
    key = (FieldOf, record, field)
    node = POOL.get(key)
    return node if node else unique(key, FieldOf(record, field, type))

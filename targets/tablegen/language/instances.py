"""
How records come about: inheriting, instantiating classes in values, and finishing.

The order of the steps is that of llvm-tblgen.
"""

from collections.abc import Sequence
from typing import NamedTuple

from circ.targets.tablegen.language.entities import Check, Entity, World
from circ.targets.tablegen.language.folding import integer_of
from circ.targets.tablegen.language.operators import cast_to
from circ.targets.tablegen.language.resolvers import (
    MapResolver,
    RecordResolver,
    Resolver,
    TrackingResolver,
    mentions_variables,
)
from circ.targets.tablegen.language.source import NOWHERE, Abort, Fatal, Place, Reporter
from circ.targets.tablegen.language.types import STRING, BitsType, Type, record_type
from circ.targets.tablegen.language.values import (
    AnonymousName,
    BitOf,
    Bits,
    Node,
    String,
    Variable,
    bits,
    definition_of,
    pooled,
    variable,
)

DEEPEST = 1500
"""Classes that instantiate each other: more is taken for an infinite recursion."""


class Argument(NamedTuple):
    """A template argument by its qualified name, and its position unless named."""

    name: str
    value: Node
    position: int | None


class Instance(Node):
    """`Class<arguments>` whose arguments are not all known"""

    __slots__ = ("arguments", "cls", "made")

    def __init__(self, cls: Entity, arguments: tuple[Argument, ...]):
        super().__init__(record_type(cls.world, [cls]), True)
        self.measure([argument.value for argument in arguments])
        self.cls = cls
        self.arguments = arguments
        self.made: Node | None = None

    def spell(self) -> str:
        if self.cls.world.compat <= 9:
            values = ", ".join(str(value) for _, value, _ in self.arguments)
            return f"{self.cls.class_name}<{values}>"
        arguments = ", ".join(
            f'"{name}": {value}' if position is None else f"{position}: {value}"
            for name, value, position in self.arguments
        )
        return f"{self.cls.class_name}<{arguments}>"

    def resolve(self, resolver: Resolver) -> Node:
        tracking = TrackingResolver(resolver)
        changed = False
        arguments: list[Argument] = []
        for argument in self.arguments:
            value = argument.value
            if value.is_open:
                new = value.resolve(tracking)
                if new is not value:
                    changed = True
                    argument = Argument(argument.name, new, argument.position)
            arguments.append(argument)
        if not changed:
            return self
        new_instance = _instance(self.cls, tuple(arguments))
        return new_instance if tracking.found_unresolved else _made(new_instance)


_instance = pooled(Instance)


def instance(cls: Entity, arguments: tuple[Argument, ...]) -> Node:
    """`Class<arguments>`: a definition without a name as soon as all is known."""
    node = _instance(cls, arguments)
    if node.made is not None:
        return node.made
    for argument in arguments:
        if argument.value.is_open and mentions_variables(argument.value):
            return node
    return _made(node)


def _made(node: Instance) -> Node:
    if node.made is not None:
        return node.made
    cls = node.cls
    world = cls.world
    if world.depth >= DEEPEST:
        raise Fatal(cls.places, f"class '{cls.class_name}' is instantiated without end")
    world.depth += 1
    entity = Entity(
        world, AnonymousName(world.next_anonymous()), cls.places, is_anonymous=True
    )
    add_fields(entity, cls, NOWHERE)
    entity.checks = cls.checks
    resolver = MapResolver(entity, cls.defaults)
    for name, value, _ in node.arguments:
        resolver.values[name] = value
    substitute(entity, resolver)
    entity.parents = cls.with_parents()
    finish(entity, None)
    world.definitions[entity.class_name] = entity
    run_checks(entity)
    world.depth -= 1
    node.made = definition_of(entity)
    return node.made


def fitted(value: Node, type: Type) -> Node | None:
    """The value as a field of the type holds it, None if it does not fit."""
    found = cast_to(value, type)
    if found is not None and isinstance(type, BitsType) and not isinstance(found, Bits):
        return bits(tuple([found.bit(index) for index in range(type.width)]))
    return found


def substitute(entity: Entity, resolver: Resolver) -> None:
    """Resolve the references in the fields, the checks and the name."""
    if entity.name.is_open:
        entity.name = entity.name.resolve(resolver)
    if entity.pending:
        _substitute_fields(entity, resolver)
    if entity.checks:
        entity.checks = tuple([check.resolve(resolver) for check in entity.checks])


def _substitute_fields(entity: Entity, resolver: Resolver) -> None:
    values = entity.values
    still: list[str] = []
    for name in entity.pending:
        old = values[name]
        if not old.is_open:
            continue
        new = old.resolve(resolver)
        if new is not old:
            type = entity.declarations[name].type
            if new.type is not type:
                fit = fitted(new, type)
                if fit is None:
                    of_type = f"of type '{new.type}' " if new.type else ""
                    raise Fatal(
                        entity.places,
                        f"Invalid value {of_type}found when setting field '{name}' of "
                        f"type '{type}' after resolving references: {new.unquoted()}",
                    )
                new = fit
            values[name] = new
        if new.is_open:
            still.append(name)
    entity.pending = still


def add_fields(entity: Entity, cls: Entity, place: Place) -> None:
    """Take over the fields of a class."""
    if cls.moved:
        new = {n: at for n, at in cls.moved.items() if n not in entity.declarations}
        entity.moved = {**entity.moved, **new} if entity.declarations else cls.moved
    if not entity.declarations:
        entity.declarations = cls.declarations
        entity.shares = True
        entity.values = cls.values.copy()
        entity.pending = cls.pending
        return
    for name, declaration in cls.declarations.items():
        value = cls.values[name]
        mine = entity.declarations.get(name)
        if mine is None:
            entity.declare(declaration, value)
        else:
            redeclare(entity, mine.type, name, declaration.type, value, place)


def redeclare(
    entity: Entity, type: Type, name: str, new_type: Type, value: Node, place: Place
) -> None:
    """A field that is there already takes the value of a new declaration."""
    fit = fitted(value, type)
    if fit is None:
        raise entity.world.reporter.abort(
            place,
            f"New definition of '{name}' of type '{new_type}' is incompatible with "
            f"previous definition of type '{type}'",
        )
    entity.set(name, fit)


def inherit(
    entity: Entity, cls: Entity, arguments: Sequence[Argument], place: Place
) -> None:
    """Make a class or definition derive from a class."""
    reporter = entity.world.reporter
    add_fields(entity, cls, place)
    resolver = MapResolver(entity)
    resolver.values.update(resolved_arguments(reporter, cls, arguments, place))
    entity.checks += cls.checks
    own = implicit_name(entity, ":") if entity.is_class else entity.name
    resolver.values[f"{cls.class_name}:NAME"] = own
    substitute(entity, resolver)
    family = cls.with_parents()
    if not entity.parents:
        entity.parents = family
    else:
        for ancestor in family:
            if ancestor in entity.parents:
                raise reporter.abort(
                    place, f"Already subclass of '{ancestor.class_name}'!"
                )
        entity.parents = {**entity.parents, **family}
    entity.type_cache = None


def implicit_name(entity: Entity, separator: str) -> Variable:
    """The reference by which a class (`:`) or multiclass (`::`) knows NAME."""
    return variable(f"{entity.class_name}{separator}NAME", STRING)


def resolved_arguments(
    reporter: Reporter, cls: Entity, arguments: Sequence[Argument], place: Place
) -> dict[str, Node]:
    """The value of each template argument, given or default."""
    values: dict[str, Node] = {}
    for name, value, _ in arguments:
        if name in values:
            raise reporter.abort(
                place, f"We can only specify the template argument '{name}' once"
            )
        values[name] = value
    if len(values) == len(cls.arguments):
        return values
    for name, declaration in cls.arguments.items():
        if name in values:
            continue
        default = cls.defaults[name]
        if not default.is_complete():
            reporter.error(place, f"value not specified for template argument '{name}'")
            reporter.note(declaration.place, f"declared in '{cls.class_name}'")
            raise Abort
        values[name] = default
    return values


def finish(entity: Entity, name: Node | None) -> None:
    """Resolve the references between the fields of a definition."""
    if entity.pending or entity.name.is_open or entity.checks:
        substitute(entity, RecordResolver(entity, name, True))


def _is_reference(entity: Entity, bit: Node) -> bool:
    if isinstance(bit, BitOf):
        base = bit.base
        return isinstance(base, Variable) and base.name in entity.declarations
    return isinstance(bit, Variable)


def check_concrete(entity: Entity) -> None:
    """Report fields that have unresolved references and may not."""
    for name in entity.pending:
        value = entity.values[name]
        if not value.is_open or entity.declarations[name].may_stay_open:
            continue
        if isinstance(value, Bits) and all(
            _is_reference(entity, value.bits[index]) for index in value.open_bits
        ):
            continue
        entity.world.reporter.error(
            entity.places,
            f"Initializer of '{name}' in '{entity.class_name}' could not be fully "
            f"resolved: {value}",
        )


def run_checks(entity: Entity) -> None:
    """Run the assertions and dumps of a finished definition."""
    if not entity.checks:
        return
    resolver = RecordResolver(entity, None, True)
    checks = [check.resolve(resolver) for check in entity.checks]
    # All assertions, then all dumps.
    for check in sorted(checks, key=lambda check: check.condition is None):
        run_check(entity.world.reporter, check)


def run_check(reporter: Reporter, check: Check) -> None:
    """An `assert` that fails is an error; a `dump` is a note."""
    place, condition, message = check
    text = message.value if isinstance(message, String) else None
    if condition is None:
        if text is None:
            reporter.error(place, "dump value is not of type string")
        else:
            reporter.note(place, text)
        return
    number = integer_of(condition)
    if number is None:
        reporter.error(place, "assert condition must of type bit, bits, or int.")
    elif number == 0:
        reporter.error(place, "assertion failed")
        reporter.note(
            NOWHERE, "(assert message is not a string)" if text is None else text
        )


def add_definition(world: World, entity: Entity) -> None:
    """Finish a definition and enter it."""
    reporter = world.reporter
    new_name = None
    previous = world.definitions.get(entity.class_name)
    if previous is not None:
        if not entity.is_anonymous:
            reporter.error(entity.places, f"def already exists: {entity.class_name}")
            reporter.note(previous.places, "location of previous definition")
            raise Abort
        new_name = AnonymousName(world.next_anonymous())
    finish(entity, new_name)
    check_concrete(entity)
    if not isinstance(entity.name, String):
        raise reporter.abort(
            entity.places, f"record name '{entity.name}' could not be fully resolved"
        )
    run_checks(entity)
    for defset in world.defsets:
        value = definition_of(entity)
        assert value.type is not None
        if not value.type.is_a(defset.element):
            reporter.error(
                entity.places,
                f"adding record of incompatible type '{value.type}' to defset",
            )
            reporter.note(defset.place, "location of defset declaration")
            raise Abort
        defset.elements.append(value)
    world.definitions[entity.name.value] = entity

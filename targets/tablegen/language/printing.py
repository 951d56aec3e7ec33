"""Records as TableGen prints them: `--print-records`, `--print-detailed-records`."""

from collections.abc import Iterator
from os.path import basename

from circ.targets.tablegen.language.entities import Declaration, Entity, World
from circ.targets.tablegen.language.interpreter import deep_recursion
from circ.targets.tablegen.language.source import Place
from circ.targets.tablegen.language.types import STRING
from circ.targets.tablegen.language.values import NOTHING, Node, String


def _field_text(declaration: Declaration, value: Node) -> str:
    kind = str(declaration.type)
    if declaration.type is STRING and isinstance(value, String) and value.is_code:
        kind = "code"
    prefix = "field " if declaration.may_stay_open else ""
    if value is NOTHING:
        return f"{prefix}{kind} {declaration.name}"
    return f"{prefix}{kind} {declaration.name} = {value}"


def definition_text(entity: Entity) -> str:
    """A class or definition without the word before it, ending in a newline."""
    head = entity.name.unquoted()
    if entity.arguments:
        arguments = (
            _field_text(argument, entity.defaults[name])
            for name, argument in entity.arguments.items()
        )
        head += f"<{', '.join(arguments)}>"
    head += " {"
    if entity.parents:
        names = " ".join(cls.class_name for cls in entity.parents)
        head += f"\t// {names}"
    lines = [head]
    fields = list(entity.declarations.values())
    for is_open in (True, False):
        lines.extend(
            f"  {_field_text(declaration, entity.values[declaration.name])};"
            for declaration in fields
            if declaration.may_stay_open == is_open
        )
    lines.append("}\n")
    return "\n".join(lines)


def sorted_by_name(entities: dict[str, Entity]) -> list[Entity]:
    """All of them in the order of the bytes of their names."""
    return [entities[name] for name in sorted(entities)]


def print_records(world: World) -> Iterator[str]:
    """All classes and definitions, piece by piece."""
    with deep_recursion():
        yield "------------- Classes -----------------\n"
        for entity in sorted_by_name(world.classes):
            yield "class " + definition_text(entity)
        yield "------------- Defs -----------------\n"
        for entity in sorted_by_name(world.definitions):
            yield "def " + definition_text(entity)


def print_detailed_records(world: World, file: str) -> Iterator[str]:
    """
    Global variables, classes and definitions with the places of everything.

    `file` is the name of the description as it was given.
    """
    with deep_recursion():
        yield f"DETAILED RECORDS for file {file}\n"
        yield _heading("Global Variables", len(world.globals))
        for name in sorted(world.globals):
            yield f"{name} = {world.globals[name]}\n"
        for title, entities in (
            ("Classes", sorted_by_name(world.classes)),
            ("Records", sorted_by_name(world.definitions)),
        ):
            yield _heading(title, len(entities)).removesuffix("\n")
            for entity in entities:
                yield "\n" + _detailed_text(entity)


def _heading(title: str, count: int) -> str:
    return f"\n{'-' * 20} {title} ({count}) {'-' * 20}\n\n"


def _detailed_text(entity: Entity) -> str:
    position = entity.world.reporter.sources.position

    def place_text(place: Place) -> str:
        file, line, _ = position(place)
        return f"|{basename(file)}:{line}|"

    first, *others = entity.places
    lines = [f"{entity.name.unquoted()}  {place_text(first)}"]
    if others:
        lines.append(f"  Defm sequence: {' '.join(map(place_text, reversed(others)))}")
    if entity.is_class:
        lines.append(f"  Template args:{'' if entity.arguments else ' (none)'}")
        lines.extend(
            f"    {_field_text(argument, entity.defaults[name])}  "
            f"{place_text(argument.place)}"
            for name, argument in entity.arguments.items()
        )
    direct = set(entity.direct_parents())
    names = [
        cls.class_name if cls in direct else f"({cls.class_name})"
        for cls in entity.parents
    ]
    lines.append(f"  Superclasses: {' '.join(names) or '(none)'}")
    lines.append(f"  Fields:{'' if entity.declarations else ' (none)'}")
    lines.extend(
        f"    {_field_text(declaration, entity.values[name])}  "
        f"{place_text(entity.moved.get(name, declaration.place))}"
        for name, declaration in entity.declarations.items()
    )
    return "\n".join(lines) + "\n"

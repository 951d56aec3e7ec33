"""
Records as TableGen prints them: `--print-records`.

Facts: `tablegen` section 2.11.
"""

from collections.abc import Iterator

from circ.targets.tablegen.entities import Declaration, Entity, World
from circ.targets.tablegen.recursion import deep_recursion
from circ.targets.tablegen.types import STRING
from circ.targets.tablegen.values import NOTHING, Node, String


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

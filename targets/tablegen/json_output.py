"""
Records in JSON: `--dump-json`, piece by piece.

The form is llvm-tblgen's: no spaces, keys sorted. The text of a value is kept in its
node, since the same values recur in many records.
"""

from collections.abc import Callable, Iterator
from heapq import merge
from json.encoder import encode_basestring
from operator import itemgetter
from os.path import basename

from circ.targets.tablegen.language.entities import Declaration, Entity, World
from circ.targets.tablegen.language.interpreter import deep_recursion
from circ.targets.tablegen.language.printing import sorted_by_name
from circ.targets.tablegen.language.values import (
    BitOf,
    Bits,
    DagValue,
    Definition,
    List,
    Node,
    String,
    Variable,
)

VERSION = 1

_quoted: Callable[[str], str] = encode_basestring


def json_string(text: str) -> str:
    """A string in quotes; only what must be escaped is."""
    if not text.isascii():
        text = text.encode("latin-1").decode("utf-8", "replace")
    return _quoted(text)


def json_value(node: Node) -> str:
    """A value in JSON."""
    if node.json is None:
        node.json = _encode(node)
    return node.json


def _encode(node: Node) -> str:
    match node:
        case String():
            return json_string(node.value)
        case Bits():
            return f"[{','.join([json_value(bit) for bit in node.bits])}]"
        case List():
            return f"[{','.join([json_value(item) for item in node.elements])}]"
        case Definition():
            name = json_string(str(node))
            return f'{{"def":{name},"kind":"def","printable":{name}}}'
        case DagValue():
            return _encode_dag(node)
        case Variable():
            name = json_string(node.name)
            return f'{{"kind":"var","printable":{name},"var":{name}}}'
        case BitOf(base=Variable()):
            return (
                f'{{"index":{node.index},"kind":"varbit",'
                f'"printable":{json_string(str(node))},'
                f'"var":{json_string(str(node.base))}}}'
            )
        case _ if node.is_unset:
            return "null"
        case _:
            return f'{{"kind":"complex","printable":{json_string(str(node))}}}'


def _encode_dag(node: DagValue) -> str:
    arguments = ",".join(
        [
            f"[{json_value(value)},{'null' if name is None else json_string(name)}]"
            for value, name in zip(node.arguments, node.names, strict=True)
        ]
    )
    name = "" if node.name is None else f'"name":{json_string(node.name)},'
    return (
        f'{{"args":[{arguments}],"kind":"dag",{name}'
        f'"operator":{json_value(node.operator)},'
        f'"printable":{json_string(str(node))}}}'
    )


class _Shape:
    """What all records with the same declarations have in common."""

    def __init__(self, declarations: dict[str, Declaration]):
        self.open_fields = ",".join(
            json_string(name)
            for name, declaration in declarations.items()
            if declaration.may_stay_open
        )
        keys = [*declarations, *_SPECIAL]
        self.keys = sorted((key, json_string(key)) for key in keys)


_SPECIAL = ("!anonymous", "!fields", "!locs", "!name", "!superclasses")


def dump_json(world: World) -> Iterator[str]:
    """The whole dump; `!locs` has the `file:line` of each place of a definition."""
    with deep_recursion():
        yield from _dump(world)


def _dump(world: World) -> Iterator[str]:
    definitions = sorted_by_name(world.definitions)
    instances: dict[str, list[str]] = {name: [] for name in sorted(world.classes)}
    for entity in definitions:
        name = json_string(entity.class_name)
        for cls in entity.parents:
            instances[cls.class_name].append(name)
    head = {
        "!instanceof": "{"
        + ",".join(
            f"{json_string(name)}:[{','.join(names)}]"
            for name, names in instances.items()
        )
        + "}",
        "!tablegen_json_version": str(VERSION),
    }
    # Names that begin with a mark may come before or after those of definitions.
    entries = merge(
        _records(world, definitions), sorted(head.items()), key=itemgetter(0)
    )
    separator = "{"
    for name, text in entries:
        yield f"{separator}{json_string(name)}:{text}"
        separator = ","
    yield "}\n"


def _records(world: World, definitions: list[Entity]) -> Iterator[tuple[str, str]]:
    """Name and text of each definition."""
    shapes: dict[int, _Shape] = {}
    position = world.reporter.sources.position
    for entity in definitions:
        shape = shapes.get(id(entity.declarations))
        if shape is None:
            shape = shapes[id(entity.declarations)] = _Shape(entity.declarations)
        places = [position(place) for place in entity.places]
        locations = ",".join(
            [json_string(f"{basename(file)}:{line}") for file, line, _ in places]
        )
        yield entity.class_name, _record(entity, shape, locations)


def _record(entity: Entity, shape: _Shape, locations: str) -> str:
    parents = ",".join([f'"{cls.class_name}"' for cls in entity.parents])
    special = {
        "!anonymous": "true" if entity.is_anonymous else "false",
        "!fields": f"[{shape.open_fields}]",
        "!locs": f"[{locations}]",
        "!name": json_string(entity.class_name),
        "!superclasses": f"[{parents}]",
    }
    values = entity.values
    parts: list[str] = []
    for key, quoted in shape.keys:
        node = values.get(key)
        text = special[key] if node is None else node.json or json_value(node)
        parts.append(f"{quoted}:{text}")
    return f"{{{','.join(parts)}}}"

"""
The parser of types and values.

The order of look-ups, conversions and errors is LLVM's. `owner` is the definition or
class whose body a value stands in, None elsewhere.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from circ.targets.tablegen.language.entities import Entity
from circ.targets.tablegen.language.instances import (
    Argument,
    instance,
    resolved_arguments,
)
from circ.targets.tablegen.language.operators import (
    cast,
    cast_to,
    concatenate,
    concatenate_lists,
    field_of,
    operate,
)
from circ.targets.tablegen.language.source import Abort, Fatal, Place
from circ.targets.tablegen.language.token_stream import Mode, TokenStream
from circ.targets.tablegen.language.types import (
    BIT,
    CODE,
    DAG,
    INT,
    STRING,
    BitsType,
    ListType,
    Type,
    bits_type,
    common_type,
    record_type,
)
from circ.targets.tablegen.language.values import (
    UNSET,
    Bits,
    Integer,
    Node,
    String,
    Variable,
    bits,
    bits_of,
    dag,
    definition_of,
    integer,
    list_of,
    string,
)

Owner: TypeAlias = Entity | None

WIDEST_BITS = 1 << 16
LONGEST_RANGE = 1 << 20


class ClassReference(NamedTuple):
    """A class or multiclass and the template arguments that are given to it."""

    cls: Entity
    arguments: tuple[Argument, ...]
    place: Place


class ValueParser(TokenStream):
    """Parses types and values; `OperatorParser` adds the operators."""

    def parse_operation(self, owner: Owner, wanted: Type | None) -> Node:
        """An operator and its operands."""
        raise AssertionError("OperatorParser has it")

    # Types

    def parse_type(self) -> Type:
        """`bit`, `bits<n>`, `int`, `string`, `code`, `dag`, `list<T>` or a class."""
        match self.kind:
            case "bit":
                found = BIT
            case "int":
                found = INT
            case "string":
                found = STRING
            case "code":
                found = CODE if String.separate_code else STRING
            case "dag":
                found = DAG
            case "id":
                found = self.world.type_aliases.get(self.word)
                if found is None:
                    return self._class_type()
            case "bits":
                self.advance()
                self.expect("<", "expected '<' after bits type")
                if not self.at("number"):
                    raise self.error("expected integer in bits<n> type")
                width = self.number
                if not 0 <= width <= WIDEST_BITS:
                    raise self.error(f"a width of {width} bits is out of range")
                self.advance()
                self.expect(">", "expected '>' at end of bits<n> type")
                return bits_type(width)
            case "list":
                self.advance()
                self.expect("<", "expected '<' after list type")
                element = self.parse_type()
                self.expect(">", "expected '>' at end of list<ty> type")
                return element.list_of()
            case _:
                raise self.error("Unknown token when expecting a type")
        self.advance()
        return found

    def _class_type(self) -> Type:
        try:
            return record_type(self.world, [self.parse_class_name()])
        except Abort:
            raise self.error("unknown class name") from None

    def parse_class_name(self) -> Entity:
        """The name of a class."""
        name = self.word_at("id", "expected name for ClassID")
        cls = self.world.classes.get(name)
        if cls is None:
            message = f"Couldn't find class '{name}'"
            if name in self.world.multiclasses:
                message += f". Use 'defm' if you meant to use multiclass '{name}'"
            self.reporter.error(self.place, message)
        self.advance()
        if cls is None:
            raise Abort
        return cls

    # Ranges

    def parse_range_list(self) -> list[int]:
        """`7-4,1`: the positions in the order they are written."""
        ranges: list[int] = []
        self.parse_range(ranges)
        while self.consume(","):
            self.parse_range(ranges)
        return ranges

    def parse_range(self, ranges: list[int], first: Node | None = None) -> None:
        """One position, or from one to another in either direction."""
        if first is None:
            first = self._range_end()
        if not isinstance(first, Integer):
            raise self.error("expected integer or bitrange")
        start = first.value
        if start < 0:
            raise self.error("invalid range, cannot be negative")
        if self.kind in {"...", "-"}:
            self.advance()
            last = self._range_end()
            if not isinstance(last, Integer):
                raise self.error("expected integer value as end of range")
            end = last.value
        elif self.kind == "number":
            end = -self.number
            self.advance()
        else:
            ranges.append(start)
            return
        if end < 0:
            raise self.error("invalid range, cannot be negative")
        if abs(end - start) > LONGEST_RANGE:
            raise self.error(f"range {start}...{end} is too long")
        step = 1 if start < end else -1
        ranges.extend(range(start, end + step, step))

    def _range_end(self) -> Node | None:
        """A value, None if it is wrong: that is an error here too."""
        try:
            return self.parse_value(None)
        except Abort:
            return None

    def _slice_element(self, owner: Owner) -> Node:
        place = self.place
        first = self.parse_value(owner)
        if self.kind in {"...", "-"}:
            self.advance()
            last_place = self.place
            last = self.parse_value(owner)
            if last.type is not INT:
                raise self.error(f"expected int...int, got {last.type}", last_place)
        elif self.kind == "number":
            if self.number > 0:
                raise self.error("invalid range, cannot be negative")
            last = integer(-self.number)
            self.advance()
        else:
            return first
        if first.type is not INT:
            raise self.error(f"expected int...int, got {first.type}", place)
        return operate("rangec", (first, last), INT.list_of(), owner)

    def _slice_elements(self, owner: Owner) -> Node:
        """What stands in `[…]` after a list: an index, or a list of indexes."""
        single = True
        items: list[Node] = []
        slices: list[Node] = []
        while True:
            place = self.place
            value = self._slice_element(owner)
            if isinstance(value.type, ListType):
                if value.type.element is not INT:
                    raise self.error(f"expected list<int>, got {value.type}", place)
                if items:
                    slices.append(list_of(tuple(items), INT))
                    items = []
                slices.append(value)
                single = False
            elif value.type is not INT:
                raise self.error(f"unhandled type {value.type} in range", place)
            else:
                items.append(value)
            if not self.consume(","):
                break
            single = False
            if self.kind == "]":
                break
        if single:
            return items[0]
        if items:
            slices.append(list_of(tuple(items), INT))
        result = slices[0]
        for other in slices[1:]:
            result = concatenate_lists(result, other)
        return result

    # Values

    def parse_value(
        self, owner: Owner, wanted: Type | None = None, mode: Mode = Mode.VALUE
    ) -> Node:
        """A value with its suffixes: `{bits}`, `[slice]`, `.field` and `#`."""
        place = self.place
        result = self._simple_value(owner, wanted, mode)
        while True:
            match self.kind:
                case "{":
                    if mode is Mode.NAME:
                        return result
                    result = self._bit_range(result)
                case "[":
                    result = self._list_slice(owner, result, place)
                case ".":
                    result = self._field(owner, result)
                case "#":
                    result = self._paste(owner, wanted, result, place)
                case _:
                    return result

    def _bit_range(self, value: Node) -> Node:
        place = self.place
        self.advance()
        ranges = self.parse_range_list()
        found = value.bit_range(ranges[::-1])
        if found is None:
            raise self.error("Invalid bit range for value", place)
        self.expect("}", "expected '}' at end of bit range list")
        return found

    def _list_slice(self, owner: Owner, value: Node, place: Place) -> Node:
        if value.type is None:
            raise self.error("Invalid value, list expected", place)
        type = value.type
        if not isinstance(type, ListType):
            raise self.error(f"Type '{type}' is invalid, list expected", place)
        self.advance()
        index = self._slice_elements(owner)
        if isinstance(index.type, ListType):
            result = operate("listslice", (value, index), type, owner)
        else:
            result = operate("listelem", (value, index), type.element, owner)
        self.expect("]", "expected ']' at end of list slice")
        return result

    def _field(self, owner: Owner, value: Node) -> Node:
        self.advance()
        name = self.word_at("id", "expected field identifier after '.'")
        if value.field_type(name) is None:
            raise self.error(f"Cannot access field '{name}' of value '{value}'")
        result = field_of(value, name, owner)
        self.advance()
        return result

    def _paste(
        self, owner: Owner, wanted: Type | None, left: Node, place: Place
    ) -> Node:
        if left.type is None:
            raise self.error("LHS of paste is not typed!", place)
        if isinstance(left.type, ListType):
            self.advance()
            if self.kind in {":", ";", "{"}:
                return left
            return concatenate_lists(left, self.parse_value(owner, wanted))
        if left.type is not STRING:
            left = cast(left, STRING, owner)
        paste_place = self.place
        self.advance()
        if self.kind in {":", ";", "{"}:
            return concatenate(left, string(""))
        right = self.parse_value(owner, None, Mode.NAME)
        if right.type is None:
            raise self.error("RHS of paste is not typed!", paste_place)
        if right.type is not STRING:
            right = cast(right, STRING, owner)
        return concatenate(left, right)

    def _simple_value(self, owner: Owner, wanted: Type | None, mode: Mode) -> Node:
        kind = self.kind
        if kind == "id":
            return self._identifier(owner, mode)
        if kind == "number":
            result = integer(self.number)
        elif kind == "text":
            return self._strings()
        elif kind == "[":
            return self._list(owner, wanted)
        elif kind == "(":
            return self._dag(owner)
        elif kind[0] == "!":
            return self.parse_operation(owner, wanted)
        elif kind == "{":
            return self._bits(owner)
        elif kind == "?":
            result = UNSET
        elif kind == "binary":
            result = bits_of(*self.binary)
        elif kind == "true":
            result = integer(1)
        elif kind == "false":
            result = integer(0)
        elif kind == "fragment":
            result = string(self.word, True)
        elif kind == "#" and self.compat <= 9:
            # A leading or doubled paste means nothing.
            self.advance()
            return self._simple_value(owner, wanted, mode)
        else:
            raise self.error("Unknown or reserved token when parsing a value")
        self.advance()
        return result

    def _strings(self) -> Node:
        text = self.word
        self.advance()
        while self.kind == "text":
            text += self.word
            self.advance()
        return string(text)

    def _identifier(self, owner: Owner, mode: Mode) -> Node:
        place = self.place
        name = self.word
        self.advance()
        if self.kind == "=":
            # A named argument, unless the value is wrong here anyway.
            return string(name)
        if self.kind != "<":
            return self._named_value(owner, name, place, mode)
        cls = self.world.classes.get(name)
        if cls is None:
            raise self.error(f"Expected a class name, got '{name}'", place)
        self.advance()
        arguments = self.parse_arguments(owner, cls, ":")
        arguments = self.check_arguments(cls, arguments, place)
        resolved_arguments(self.reporter, cls, arguments, place)
        return instance(cls, arguments)

    def _named_value(self, owner: Owner, name: str, place: Place, mode: Mode) -> Node:
        found = self.scope.find(name)
        if found is not None:
            return found
        if mode is Mode.NAME:
            return string(name)
        found = self.global_value(name)
        if found is not None:
            return found
        if (
            owner is not None
            and not owner.is_class
            and self.multiclass is None
            and owner.name is string(name)
        ):
            return cast(string(name), owner.record_type(), owner)
        raise self.error(f"Variable not defined: '{name}'", place)

    def global_value(self, name: str) -> Node | None:
        """The definition, `defvar` or `defset` of a name."""
        entity = self.world.definitions.get(name)
        return definition_of(entity) if entity else self.world.globals.get(name)

    def _bits(self, owner: Owner) -> Node:
        place = self.place
        self.advance()
        items: list[Node] = []
        if self.kind != "}":
            items = self.parse_values(owner)
        self.expect("}", "expected '}' at end of bit list value")
        parts: list[Node] = []
        for index, item in enumerate(items):
            if isinstance(item, Bits):
                parts.extend(reversed(item.bits))
            elif isinstance(item, Variable) and isinstance(item.type, BitsType):
                parts.extend(item.bit(i) for i in reversed(range(item.type.width)))
            else:
                bit = cast_to(item, BIT)
                if bit is None:
                    raise self.error(
                        f"Element #{index} ({item}) is not convertable to a bit", place
                    )
                parts.append(bit)
        return bits(tuple(reversed(parts)))

    def parse_values(self, owner: Owner, wanted: Type | None = None) -> list[Node]:
        """Values with commas between them."""
        values = [self.parse_value(owner, wanted)]
        while self.kind == ",":
            self.advance()
            # A trailing comma is accepted.
            if self.at("]"):
                break
            values.append(self.parse_value(owner, wanted))
        return values

    def _list(self, owner: Owner, wanted: Type | None) -> Node:
        self.advance()
        given = None
        if wanted is not None:
            if not isinstance(wanted, ListType):
                raise self.error(f"Encountered a list when expecting a {wanted}")
            given = wanted.element
        values: list[Node] = []
        if self.kind != "]":
            values = self.parse_values(owner, given)
        self.expect("]", "expected ']' at end of list value")
        written = None
        if self.consume("<"):
            written = self.parse_type()
            self.expect(">", "expected '>' at end of list element type")
        return list_of(tuple(values), self._element_type(values, given, written))

    def _element_type(
        self, values: Sequence[Node], given: Type | None, written: Type | None
    ) -> Type:
        """The type of the elements of a list, from them and what is around."""
        element: Type | None = None
        for value in values:
            if value.type is None or value.type is element:
                continue
            element = common_type(element, value.type) if element else value.type
            if element is None:
                raise self.error("Incompatible types in list elements")
        if written is not None:
            if element is not None and not element.converts_to(written):
                raise self.error("Incompatible types in list elements")
            element = written
        if element is None:
            if given is None:
                raise self.error("No type for list")
            return given
        if given is not None and not element.converts_to(given):
            raise self.error(
                f"Element type mismatch for list: element type '{element}' not "
                f"convertible to '{given}"
            )
        return element

    def _dag(self, owner: Owner) -> Node:
        self.advance()
        if self.kind not in {"id", "!cast", "?", "!getdagop"}:
            raise self.error("expected identifier in dag init")
        operator = self.parse_value(owner)
        name = None
        if self.consume(":"):
            name = self.take_word("variable", "expected variable name in dag operator")
        arguments: list[Node] = []
        names: list[str | None] = []
        while self.kind != ")":
            if self.kind == "variable":
                arguments.append(UNSET)
                names.append(self.word)
                self.advance()
            else:
                arguments.append(self.parse_value(owner))
                label = None
                if self.consume(":"):
                    label = self.take_word(
                        "variable", "expected variable name in dag literal"
                    )
                names.append(label)
            if not self.consume(","):
                break
        self.expect(")", "expected ')' in dag init")
        return dag(operator, name, tuple(arguments), tuple(names))

    # Template arguments

    def parse_arguments(
        self, owner: Owner, cls: Entity, separator: str
    ) -> tuple[Argument, ...]:
        """The arguments after `<`, up to and with `>`."""
        if self.consume(">"):
            return ()
        declared = list(cls.arguments)
        arguments: list[Argument] = []
        has_named = False
        while True:
            index = len(arguments)
            if index >= len(declared):
                raise self.error(f"Too many template arguments: {index + 1}")
            place = self.place
            wanted = None if has_named else cls.arguments[declared[index]].type
            value = self.parse_value(owner, wanted)
            if self.kind == "=":
                if not isinstance(value, String):
                    raise self.error(
                        "The name of named argument should be a valid identifier", place
                    )
                name = f"{cls.class_name}{separator}{value.value}"
                if name not in cls.arguments:
                    raise self.error(f"Argument {value} doesn't exist", place)
                self.advance()
                place = self.place
                value = self.parse_value(owner, cls.arguments[name].type)
                if value.is_unset:
                    raise self.error(
                        "The value of named argument should be initialized, but we "
                        f"got '{value}'",
                        place,
                    )
                arguments.append(Argument(name, value, None))
                has_named = True
            elif has_named:
                raise self.error(
                    "Positional argument should be put before named argument", place
                )
            else:
                arguments.append(Argument(declared[index], value, index))
            if self.consume(">"):
                return tuple(arguments)
            self.expect(",", "Expected comma before next argument")

    def check_arguments(
        self, cls: Entity, arguments: tuple[Argument, ...], place: Place
    ) -> tuple[Argument, ...]:
        """The arguments in their declared types."""
        checked: list[Argument] = []
        for argument in arguments:
            name, value, position = argument
            wanted = cls.arguments[name].type
            if value.type is not None and value.type is not wanted:
                converted = cast_to(value, wanted)
                if converted is None and self.compat <= 9:
                    converted = value
                if converted is None:
                    raise Fatal(
                        place,
                        f"Value specified for template argument '{name}' is of type "
                        f"{value.type}; expected type {wanted}: {value}",
                    )
                argument = Argument(name, converted, position)
            checked.append(argument)
        return tuple(checked)

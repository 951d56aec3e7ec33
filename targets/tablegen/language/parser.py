"""The parser of statements: what they declare is entered as they are read."""

from collections.abc import Callable, Iterable, Iterator

from circ.targets.tablegen.language.definition_parser import DefinitionParser, Let
from circ.targets.tablegen.language.entities import (
    Defset,
    Entity,
    Entry,
    LoopEntry,
    Multiclass,
    World,
)
from circ.targets.tablegen.language.instances import (
    implicit_name,
    inherit,
    resolved_arguments,
)
from circ.targets.tablegen.language.lexer import Lexer, Tokens
from circ.targets.tablegen.language.operators import concatenate, operate
from circ.targets.tablegen.language.source import Abort, Place
from circ.targets.tablegen.language.types import BIT, INT, ListType, RecordType
from circ.targets.tablegen.language.value_parser import Owner
from circ.targets.tablegen.language.values import (
    ONE,
    AnonymousName,
    Node,
    Variable,
    integer,
    list_of,
    string,
    variable,
)

IN_MULTICLASS = frozenset("assert def defm defvar dump foreach if let".split())


class Parser(DefinitionParser):
    """Reads a description and evaluates it."""

    def __init__(self, world: World, tokens: Tokens, lexer: Lexer):
        super().__init__(world, tokens, lexer)
        self._statements: dict[str, Callable[[], None]] = {
            "assert": self._assert,
            "class": self._class,
            "def": self._def,
            "defm": self._defm,
            "defset": self._defset,
            "deftype": self._deftype,
            "defvar": self._defvar,
            "dump": self._dump,
            "foreach": self._foreach,
            "if": self._if,
            "let": self._let_in,
            "multiclass": self._multiclass,
        }

    def parse_file(self) -> None:
        """All statements."""
        self._object_list()
        if self.kind != "end":
            raise self.error("Unexpected token at top level")

    def _object_list(self) -> None:
        while self.kind in self._statements:
            self._object()

    def _object(self) -> None:
        kind = self.kind
        if self.multiclass is not None or self.loops:
            inside = "multiclass" if self.multiclass is not None else "foreach loop"
            if kind in {"class", "defset", "deftype", "multiclass"}:
                raise self.error(f"{kind} is not allowed inside {inside}")
        if kind not in self._statements:
            raise self.error(
                "Expected assert, class, def, defm, defset, dump, foreach, if, or let"
            )
        self._statements[kind]()

    # Multiclasses

    def _multiclass(self) -> None:
        self.advance()
        name = self.word_at("id", "expected identifier after multiclass for name")
        if name in self.world.multiclasses:
            raise self.error(f"multiclass '{name}' already defined")
        entity = Entity(self.world, string(name), (self.place,))
        multiclass = Multiclass(entity, [])
        self.world.multiclasses[name] = multiclass
        self.multiclass = multiclass
        self.advance()
        self.push(multiclass=entity)
        if self.at("<"):
            self._template_arguments(entity, None, "::")
        inherits = self.consume(":")
        if inherits:
            self._base_multiclasses(multiclass)
        if not self.at("{"):
            if not inherits:
                raise self.error("expected '{' in multiclass definition")
            self.expect(";", "expected ';' in multiclass definition")
        else:
            self.advance()
            if self.at("}"):
                raise self.error("multiclass must contain at least one def")
            while not self.at("}"):
                if self.kind not in IN_MULTICLASS:
                    raise self.error(
                        "expected 'assert', 'def', 'defm', 'defvar', 'dump', "
                        "'foreach', 'if', or 'let' in multiclass body"
                    )
                self._object()
            self.advance()
            self._no_semicolon("A multiclass body")
        self._warn_of_unused(entity)
        self.pop()
        self.multiclass = None

    def _base_multiclasses(self, multiclass: Multiclass) -> None:
        while True:
            base, values = self._multiclass_reference(multiclass.entity)
            own = implicit_name(base.entity, "::").name
            values[own] = implicit_name(multiclass.entity, "::")
            self._run(base.entries, values, False, multiclass.entries)
            if not self.consume(","):
                break

    def _multiclass_reference(self, owner: Owner) -> tuple[Multiclass, dict[str, Node]]:
        """A multiclass and the values of its arguments."""
        place = self.place
        if self.kind != "id":
            raise self.error("expected name for MultiClassID")
        multiclass = self.world.multiclasses.get(self.word)
        if multiclass is None:
            raise self.error(f"Couldn't find multiclass '{self.word}'")
        self.advance()
        entity = multiclass.entity
        arguments = ()
        if self.consume("<"):
            arguments = self.parse_arguments(owner, entity, "::")
            # LLVM takes those of a multiclass that another one is made from as they
            # are, and LLVM 9 all of them.
            if owner is None and self.compat > 9:
                arguments = self.check_arguments(entity, arguments, place)
        return multiclass, resolved_arguments(self.reporter, entity, arguments, place)

    def _defm(self) -> None:
        self.advance()
        name = self._object_name()
        if name is None:
            name = AnonymousName(self.world.next_anonymous())
            if self.multiclass:
                own = implicit_name(self.multiclass.entity, "::")
                name = concatenate(own, name)
        self.expect(":", "expected ':' after defm identifier")
        new: list[Entry] = []
        is_final = self.multiclass is None and not self.loops
        has_classes = False
        while True:
            place = self.place
            multiclass, values = self._multiclass_reference(None)
            values[implicit_name(multiclass.entity, "::").name] = name
            self._run(multiclass.entries, values, is_final, new, place)
            if not self.consume(","):
                break
            if not self.at("id"):
                raise self.error("expected identifier")
            has_classes = self.word in self.world.classes
            if has_classes:
                break
        while has_classes:
            reference = self._class_reference(None)
            for entity in _entities(new):
                inherit(entity, *reference)
            has_classes = self.consume(",")
        for entry in new:
            for entity in _entities([entry]):
                self._apply_lets(entity)
            try:
                self._add_entry(entry)
            except Abort:
                # LLVM goes on with the others, whatever was wrong with this one.
                continue
        self.expect(";", "expected ';' at end of defm")

    # Statements around others

    def _group(self, what: str) -> None:
        """One statement, or several in braces."""
        if self.kind != "{":
            self._object()
            return
        place = self.place
        self.advance()
        self._object_list()
        self._closing(what, place)

    def _closing(self, what: str, opened: Place) -> None:
        if not self.consume("}"):
            self.reporter.error(self.place, f"expected '}}' at end of {what}")
            raise self.error("to match this '{'", opened)

    def _let_in(self) -> None:
        self.advance()
        lets: list[Let] = []
        while True:
            place = self.place
            name = self.take_word("id", "expected identifier in let definition")
            bits = self._let_bits("<", ">", "expected '>' at end of range list")
            value = self.parse_value(None)
            lets.append(Let(name, bits, value, place))
            if not self.consume(","):
                break
        self.lets.append(lets)
        self.expect("in", "expected 'in' at end of top-level 'let'")
        self.push()
        self._group("top level let command")
        self.pop()
        self.lets.pop()

    def _foreach(self) -> None:
        place = self.place
        self.advance()
        iterator, sequence = self._iteration()
        self.expect("in", "Unknown tok")
        self.push(iterator=iterator)
        self.loops.append(LoopEntry(place, iterator, sequence, []))
        self._group("foreach command")
        self.pop()
        self._add_entry(self.loops.pop())

    def _iteration(self) -> tuple[Variable, Node]:
        """`name = list`"""
        try:
            return self._iteration_parts()
        except Abort:
            raise self.error("expected declaration in for") from None

    def _iteration_parts(self) -> tuple[Variable, Node]:
        name = self.take_word("id", "Expected identifier in foreach declaration")
        self.expect("=", "Expected '=' in foreach declaration")
        positions: list[int] = []
        if self.consume("{"):
            positions = self.parse_range_list()
            self.expect("}", "expected '}' at end of bit range list")
        else:
            place = self.place
            value = self.parse_value(None)
            if isinstance(value.type, ListType):
                return variable(name, value.type.element), value
            if value.type is None:
                raise self.error(f"expected a list, got '{value}'", place)
            self.parse_range(positions, value)
        numbers = tuple(integer(position) for position in positions)
        return variable(name, INT), list_of(numbers, INT)

    def _if(self) -> None:
        place = self.place
        self.advance()
        condition = self.parse_value(None)
        self.expect("then", "Unknown tok")
        none, once = list_of((), BIT), list_of((ONE,), BIT)
        self._branch(place, (condition, once, none), "then")
        if self.consume("else"):
            self._branch(place, (condition, none, once), "else")

    def _branch(self, place: Place, choice: tuple[Node, ...], name: str) -> None:
        """A clause is a loop of one round or none."""
        rounds = operate("if", choice, BIT.list_of(), None)
        self.loops.append(LoopEntry(place, None, rounds, []))
        self.push()
        self._group(f"'{name}' clause")
        self.pop()
        self._add_entry(self.loops.pop())

    # The others

    def _defset(self) -> None:
        self.advance()
        place = self.place
        type = self.parse_type()
        if not isinstance(type, ListType):
            raise self.error("expected list type", place)
        name = self.word_at("id", "expected identifier")
        if self.global_value(name) is not None:
            raise self.error("def or global variable of this name already exists")
        self.advance()
        self.expect("=", "expected '='")
        opened = self.place
        self.expect("{", "expected '{'")
        defset = Defset(type.element, place, [])
        self.world.defsets.append(defset)
        self._object_list()
        self.world.defsets.pop()
        self._closing("defset", opened)
        self.world.globals[name] = list_of(tuple(defset.elements), type.element)

    def _deftype(self) -> None:
        self.advance()
        name = self.word_at("id", "expected identifier")
        if name in self.world.type_aliases or name in self.world.classes:
            raise self.error(f"type of this name '{name}' already exists")
        self.advance()
        self.expect("=", "expected '='")
        place = self.place
        type = self.parse_type()
        if isinstance(type, RecordType):
            raise self.error(f"cannot define type alias for class type '{type}'", place)
        self.world.type_aliases[name] = type
        self.expect(";", "expected ';'")


def _entities(entries: Iterable[Entry]) -> Iterator[Entity]:
    """The definitions among entries, those in loops included."""
    for entry in entries:
        if isinstance(entry, Entity):
            yield entry
        elif isinstance(entry, LoopEntry):
            yield from _entities(entry.entries)

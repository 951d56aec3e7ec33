"""The parser of definitions and classes, and of what stands in their bodies."""

from collections.abc import Sequence
from typing import NamedTuple

from circ.targets.tablegen.language.entities import (
    Check,
    Declaration,
    Entity,
    Entry,
    LoopEntry,
    World,
)
from circ.targets.tablegen.language.instances import (
    add_definition,
    fitted,
    implicit_name,
    inherit,
    redeclare,
    run_check,
    substitute,
)
from circ.targets.tablegen.language.lexer import Lexer, Tokens
from circ.targets.tablegen.language.operator_parser import OperatorParser
from circ.targets.tablegen.language.operators import (
    Choice,
    cast_to,
    concatenate,
    operate,
)
from circ.targets.tablegen.language.resolvers import MapResolver, MentionsResolver
from circ.targets.tablegen.language.source import Abort, Fatal, Place
from circ.targets.tablegen.language.token_stream import Mode
from circ.targets.tablegen.language.types import (
    STRING,
    BitsType,
    StringType,
    Type,
    bits_type,
)
from circ.targets.tablegen.language.value_parser import ClassReference, Owner
from circ.targets.tablegen.language.values import (
    NOTHING,
    AnonymousName,
    Bits,
    Definition,
    List,
    Node,
    Variable,
    string,
    unset,
)
from circ.targets.tablegen.language.values import bits as make_bits


class Let(NamedTuple):
    """`name<bits> = value`: what a field, or some of its bits, are set to."""

    name: str
    bits: tuple[int, ...]
    """The least significant first; none for the whole field."""
    value: Node
    place: Place


class DefinitionParser(OperatorParser):
    """Reads definitions and classes; `Parser` adds the statements around them."""

    def __init__(self, world: World, tokens: Tokens, lexer: Lexer):
        super().__init__(world, tokens, lexer)
        self.lets: list[list[Let]] = []
        """The `let … in` around, outermost first."""
        self.loops: list[LoopEntry] = []
        """The loops that are being read; what they hold is run at their end."""

    # Where definitions go: into a loop, a multiclass, or the world

    def _add_entry(self, entry: Entry) -> None:
        if self.loops:
            self.loops[-1].entries.append(entry)
            return
        entries = self.multiclass.entries if self.multiclass else None
        if isinstance(entry, LoopEntry):
            self._run_loop(entry, {}, entries is None, entries)
        elif entries is not None:
            entries.append(entry)
        elif isinstance(entry, Check):
            run_check(self.reporter, entry)
        else:
            add_definition(self.world, entry)

    def _run_loop(
        self,
        loop: LoopEntry,
        values: dict[str, Node],
        is_final: bool,
        into: list[Entry] | None,
    ) -> None:
        """Unroll a loop if its list is known, else keep it for later."""
        sequence = loop.sequence.resolve(MapResolver(None, values))
        if isinstance(sequence, Choice) and is_final:
            sequence = self._decided(loop, sequence, values)
        if not isinstance(sequence, List):
            if is_final:
                raise self.error(
                    f"attempting to loop over '{sequence}', expected a list", loop.place
                )
            assert into is not None
            kept = LoopEntry(loop.place, loop.variable, sequence, [])
            into.append(kept)
            self._run(loop.entries, values, is_final, kept.entries)
            return
        for element in sequence.elements:
            inner = dict(values)
            if loop.variable is not None:
                inner[loop.variable.name] = element
            self._run(loop.entries, inner, is_final, into)

    def _decided(
        self, loop: LoopEntry, choice: Choice, values: dict[str, Node]
    ) -> Node:
        """The list of an `if` whose condition has to be decided now."""
        resolver = MapResolver(None, values)
        resolver.is_final = True
        condition, then, otherwise = choice.operands
        known = condition.resolve(resolver)
        if known is condition:
            raise self.error(
                f"unable to resolve if condition '{known}' at end of containing scope",
                loop.place,
            )
        assert choice.type is not None
        return operate("if", (known, then, otherwise), choice.type, None)

    def _run(
        self,
        entries: Sequence[Entry],
        values: dict[str, Node],
        is_final: bool,
        into: list[Entry] | None,
        place: Place | None = None,
    ) -> None:
        """Substitute in all entries; what comes out goes into a list or the world."""
        for entry in entries:
            if isinstance(entry, LoopEntry):
                self._run_loop(entry, values, is_final, into)
            elif isinstance(entry, Check):
                check = entry.resolve(MapResolver(None, values))
                if into is None:
                    run_check(self.reporter, check)
                else:
                    into.append(check)
            else:
                entity = entry.copy()
                if place is not None:
                    entity.places = (*entity.places, place)
                substitute(entity, MapResolver(entity, values))
                if into is None:
                    add_definition(self.world, entity)
                else:
                    into.append(entity)

    # Definitions and classes

    def _object_name(self) -> Node | None:
        """The name of a `def` or `defm`, None if it has none."""
        if self.kind in {":", ";", "{"}:
            return None
        multiclass = self.multiclass
        owner = multiclass.entity if multiclass else None
        name = self.parse_value(owner, STRING, Mode.NAME)
        if multiclass is None or name.is_unset:
            return None if name.is_unset else name
        own = implicit_name(multiclass.entity, "::")
        mentions = MentionsResolver(own.name)
        name.resolve(mentions)
        return name if mentions.found else concatenate(own, name)

    def _def(self) -> None:
        place = self.place
        self.advance()
        name_place = self.place if self.kind == "id" else place
        name = self._object_name()
        is_anonymous = name is None
        if name is None:
            name, name_place = AnonymousName(self.world.next_anonymous()), place
        elif not isinstance(name.type, StringType):
            raise Fatal(name_place, f"Record name '{name}' is not a string!")
        entity = Entity(self.world, name, (name_place,), is_anonymous=is_anonymous)
        self._object_body(entity)
        self._add_entry(entity)

    def _object_body(self, entity: Entity) -> None:
        """Parents, the lets around, and the body."""
        self.push(entity=entity)
        if self.consume(":"):
            while True:
                cls, arguments, place = self._class_reference(entity)
                inherit(entity, cls, arguments, place)
                if not self.consume(","):
                    break
        self._apply_lets(entity)
        self._body(entity)
        self.pop()

    def _class_reference(self, owner: Owner) -> ClassReference:
        place = self.place
        cls = self.parse_class_name()
        if not self.consume("<"):
            return ClassReference(cls, (), place)
        arguments = self.parse_arguments(owner, cls, ":")
        return ClassReference(cls, self.check_arguments(cls, arguments, place), place)

    def _apply_lets(self, entity: Entity) -> None:
        for lets in self.lets:
            for let in lets:
                self._apply_let(entity, let)

    def _apply_let(self, entity: Entity, let: Let) -> None:
        self._set_value(entity, let)
        entity.moved = {**entity.moved, let.name: let.place}

    def _body(self, entity: Entity) -> None:
        if self.consume(";"):
            return
        self.expect("{", "Expected '{' to start body or ';' for declaration only")
        while self.kind != "}":
            self._body_item(entity)
        self.advance()
        self._no_semicolon("A class or def body")

    def _no_semicolon(self, what: str) -> None:
        if self.kind == ";":
            self.reporter.error(self.place, f"{what} should not end with a semicolon")
            self.reporter.note(-1, "Semicolon ignored; remove to eliminate this error")
            self.advance()

    def _body_item(self, entity: Entity) -> None:
        match self.kind:
            case "let":
                self._let(entity)
            case "assert":
                self._assert(entity)
            case "defvar":
                self._defvar(entity)
            case "dump":
                self._dump(entity)
            case _:
                self._declaration(entity)
                self.expect(";", "expected ';' after declaration")

    def _let(self, entity: Entity) -> None:
        self.advance()
        place = self.place
        name = self.take_word("id", "expected field identifier after let")
        bits = self._let_bits("{", "}", "expected '}' at end of bit list")
        declaration = entity.declarations.get(name)
        if declaration is None:
            raise self.error(f"Value '{name}' unknown!")
        wanted = declaration.type
        if bits and isinstance(wanted, BitsType):
            wanted = bits_type(len(bits))
        value = self.parse_value(entity, wanted)
        self.expect(";", "expected ';' after let expression")
        self._apply_let(entity, Let(name, bits, value, place))

    def _let_bits(self, opening: str, closing: str, message: str) -> tuple[int, ...]:
        """The bits that a `let` sets, as of `Let`, and the `=` after them."""
        bits: list[int] = []
        if self.consume(opening):
            bits = self.parse_range_list()
            self.expect(closing, message)
        self.expect("=", "expected '=' in let expression")
        return tuple(reversed(bits))

    def _set_value(self, entity: Entity, let: Let) -> None:
        """Give a field, or some bits of it, a value."""
        name, positions, value, place = let
        declaration = entity.declarations.get(name)
        if declaration is None:
            raise self.error(f"Value '{name}' unknown!", place)
        if not positions:
            if isinstance(value, Variable) and value.name == name:
                raise self.error("Recursion / self-assignment forbidden", place)
        else:
            value = self._merged_bits(entity, let)
        fit = fitted(value, declaration.type)
        if fit is None:
            entity.values[name] = NOTHING
            raise self._incompatible(place, name, declaration.type, value)
        entity.set(name, fit)

    def _incompatible(self, place: Place, name: str, type: Type, value: Node) -> Abort:
        of_type = ""
        if isinstance(value, Bits):
            # The quote is LLVM's.
            of_type = f" of type bit initializer with length {len(value.bits)}'"
        elif value.type is not None:
            of_type = f" of type '{value.type}'"
        return self.error(
            f"Field '{name}' of type '{type}' is incompatible with value "
            f"'{value}'{of_type}",
            place,
        )

    def _merged_bits(self, entity: Entity, let: Let) -> Node:
        name, positions, value, place = let
        current = entity.values[name]
        if not isinstance(current, Bits):
            raise self.error(f"Value '{name}' is not a bits type", place)
        new = cast_to(value, bits_type(len(positions)))
        if new is None:
            raise self.error("Initializer is not compatible with bit range", place)
        merged = list(current.bits)
        seen: set[int] = set()
        for index, position in enumerate(positions):
            # LLVM has one message for both.
            if position in seen or position >= len(merged):
                raise self.error(
                    f"Cannot set bit #{position} of value '{name}' more than once",
                    place,
                )
            seen.add(position)
            merged[position] = new.bit(index)
        return make_bits(tuple(merged))

    def _declaration(self, entity: Entity) -> None:
        """A field with its value."""
        may_stay_open = self.consume("field")
        type = self.parse_type()
        name, place = self._declared_name()
        if name in self.scope.variables:
            raise self.error("local variable of this name already exists", place)
        self.advance()
        value = unset(type)
        existing = entity.declarations.get(name)
        if existing is None:
            entity.declare(Declaration(name, type, place, may_stay_open), value)
        else:
            redeclare(entity, existing.type, name, type, value, place)
        if self.consume("="):
            place = self.place
            try:
                given = self.parse_value(entity, type)
                self._set_value(entity, Let(name, (), given, place))
            except Abort:
                # LLVM goes on from wherever the error left it.
                return

    def _declared_name(self) -> tuple[str, Place]:
        name = self.word_at("id", "Expected identifier in declaration")
        if name == "NAME":
            raise self.error("'NAME' is a reserved variable name")
        return name, self.place

    def _template_arguments(self, entity: Entity, owner: Owner, separator: str) -> None:
        """The declarations between `<` and `>`."""
        self.advance()
        while True:
            start = self.place
            self.consume("field")
            type = self.parse_type()
            name, place = self._declared_name()
            self.advance()
            qualified = f"{entity.class_name}{separator}{name}"
            default = unset(type)
            declaration = Declaration(qualified, type, place)
            if self.consume("="):
                default = self._default(qualified, type, owner) or default
            if qualified in entity.arguments:
                raise self.error(
                    "template argument with the same name has already been defined",
                    start,
                )
            entity.arguments[qualified] = declaration
            entity.defaults[qualified] = default
            if not self.consume(","):
                break
        self.expect(">", "expected '>' at end of template argument list")

    def _default(self, name: str, type: Type, owner: Owner) -> Node | None:
        place = self.place
        try:
            value = self.parse_value(owner, type)
            fit = fitted(value, type)
            if fit is None:
                raise self._incompatible(place, name, type, value)
            return fit
        except Abort:
            return None

    def _warn_of_unused(self, entity: Entity) -> None:
        for name, declaration in entity.arguments.items():
            if name not in entity.used:
                self.reporter.warning(
                    declaration.place, f"unused template argument: {name}"
                )

    def _class(self) -> None:
        self.advance()
        name = self.word_at("id", "expected class name after 'class' keyword")
        entity = self.world.classes.get(name)
        if entity is None:
            entity = Entity(self.world, string(name), (self.place,), is_class=True)
            self.world.classes[name] = entity
        elif entity.declarations or entity.parents or entity.arguments:
            raise self.error(f"Class '{name}' already defined")
        else:
            entity.places = (self.place,)
        if name in self.world.type_aliases:
            raise self.error(f"there is already a defined type alias '{name}'")
        self.advance()
        self.push(entity=entity)
        if self.at("<"):
            self._template_arguments(entity, entity, ":")
        self._object_body(entity)
        self._warn_of_unused(entity)
        self.pop()

    # Statements in bodies and elsewhere

    def _defvar(self, entity: Entity | None = None) -> None:
        self.advance()
        name = self.word_at("id", "expected identifier")
        if name in self.scope.variables:
            raise self.error("local variable of this name already exists")
        if entity is not None and name in entity.declarations:
            raise self.error("field of this name already exists")
        is_global = self.scope.parent is None
        if is_global and self.global_value(name) is not None:
            raise self.error("def or global variable of this name already exists")
        self.advance()
        self.expect("=", "expected '='")
        value = self.parse_value(entity)
        self.expect(";", "expected ';'")
        if is_global:
            self.world.globals[name] = value
        else:
            self.scope.variables[name] = value

    def _assert(self, entity: Entity | None = None) -> None:
        self.advance()
        place = self.place
        condition = self.parse_value(entity)
        self.expect(",", "expected ',' in assert statement")
        message = self.parse_value(entity)
        self.expect(";", "expected ';'")
        self._add_check(entity, Check(place, condition, message))

    def _dump(self, entity: Entity | None = None) -> None:
        place = self.place
        self.advance()
        message = self.parse_value(entity)
        if isinstance(message, Definition):
            message = operate("repr", (message,), STRING, entity)
        self.expect(";", "expected ';'")
        self._add_check(entity, Check(place, None, message))

    def _add_check(self, entity: Entity | None, check: Check) -> None:
        if entity is not None:
            entity.checks = (*entity.checks, check)
        else:
            self._add_entry(check)

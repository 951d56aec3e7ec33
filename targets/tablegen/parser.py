"""
The parser of statements: what they declare is entered as they are read.

Facts: `tablegen` section 2.5.
"""

from collections.abc import Sequence
from typing import NamedTuple

from circ.targets.tablegen.entities import (
    Check,
    Declaration,
    Defset,
    Entity,
    Entry,
    LoopEntry,
    Multiclass,
)
from circ.targets.tablegen.instances import (
    add_definition,
    fitted,
    implicit_name,
    inherit,
    redeclare,
    resolved_arguments,
    run_check,
    substitute,
)
from circ.targets.tablegen.operator_parser import OperatorParser
from circ.targets.tablegen.operators import Choice, cast_to, concatenate, operate
from circ.targets.tablegen.resolvers import MapResolver, MentionsResolver
from circ.targets.tablegen.source import Abort, Fatal, Place
from circ.targets.tablegen.token_stream import Mode
from circ.targets.tablegen.types import (
    BIT,
    INT,
    STRING,
    BitsType,
    ListType,
    RecordType,
    Type,
    bits_type,
)
from circ.targets.tablegen.value_parser import ClassReference, Owner
from circ.targets.tablegen.values import (
    ONE,
    UNSET,
    AnonymousName,
    Bits,
    Definition,
    List,
    Node,
    Variable,
    integer,
    list_of,
    string,
    unset_bits,
    variable,
)
from circ.targets.tablegen.values import bits as make_bits

STATEMENTS = frozenset(
    (
        "assert class def defm defset deftype defvar dump foreach if let multiclass"
    ).split()
)
IN_MULTICLASS = frozenset("assert def defm defvar dump foreach if let".split())


class Let(NamedTuple):
    """`name<bits> = value` of a `let … in`."""

    name: str
    bits: tuple[int, ...]
    """The least significant first; none for the whole field."""
    value: Node
    place: Place


class Loop(NamedTuple):
    """A loop that is being read."""

    place: Place
    variable: Variable | None
    sequence: Node
    entries: list[Entry]


class Parser(OperatorParser):
    """Reads a description and evaluates it."""

    def parse_file(self) -> None:
        """All statements."""
        self.lets: list[list[Let]] = []
        self.loops: list[Loop] = []
        self._object_list()
        if self.kind != "end":
            raise self.error_here("Unexpected token at top level")

    def _object_list(self) -> None:
        while self.kind in STATEMENTS:
            self._object()

    def _object(self) -> None:
        kind = self.kind
        if self.multiclass is not None or self.loops:
            inside = "multiclass" if self.multiclass is not None else "foreach loop"
            if kind in {"class", "defset", "deftype", "multiclass"}:
                raise self.error_here(f"{kind} is not allowed inside {inside}")
        match kind:
            case "def":
                self._def()
            case "class":
                self._class()
            case "let":
                self._let_in()
            case "defm":
                self._defm()
            case "multiclass":
                self._multiclass()
            case "foreach":
                self._foreach()
            case "if":
                self._if()
            case "defvar":
                self._defvar(None)
            case "defset":
                self._defset()
            case "deftype":
                self._deftype()
            case "assert":
                self._assert(None)
            case "dump":
                self._dump(None)
            case _:
                raise self.error_here(
                    "Expected assert, class, def, defm, defset, dump, foreach, if, or "
                    "let"
                )

    # Where definitions go: into a loop, a multiclass, or the world

    def _add_entry(self, entry: Entry) -> None:
        if self.loops:
            self.loops[-1].entries.append(entry)
            return
        entries = self.multiclass.entries if self.multiclass else None
        if isinstance(entry, LoopEntry):
            self._run_loop(entry, {}, entries is None, entries, None)
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
        place: Place | None,
    ) -> None:
        """Unroll a loop if its list is known, else keep it for later."""
        sequence = loop.sequence.resolve(MapResolver(None, values))
        if isinstance(sequence, Choice) and is_final:
            sequence = self._decided(loop, sequence, values)
        if not isinstance(sequence, List):
            if is_final:
                raise self.reporter.abort(
                    loop.place,
                    f"attempting to loop over '{sequence}', expected a list",
                )
            assert into is not None
            kept = LoopEntry(loop.place, loop.variable, sequence, [])
            into.append(kept)
            self._run(loop.entries, values, is_final, kept.entries, place)
            return
        for element in sequence.elements:
            if loop.variable is None:
                self._run(loop.entries, values, is_final, into, None)
                continue
            inner = dict(values)
            inner[loop.variable.name] = element
            self._run(loop.entries, inner, is_final, into, None)

    def _decided(
        self, loop: LoopEntry, choice: Choice, values: dict[str, Node]
    ) -> Node:
        """The list of an `if` whose condition has to be decided now."""
        resolver = MapResolver(None, values)
        resolver.is_final = True
        condition, then, otherwise = choice.operands
        known = condition.resolve(resolver)
        if known is condition:
            raise self.reporter.abort(
                loop.place,
                f"unable to resolve if condition '{known}' at end of containing scope",
            )
        assert choice.type is not None
        return operate("if", (known, then, otherwise), choice.type, None)

    def _run(
        self,
        entries: Sequence[Entry],
        values: dict[str, Node],
        is_final: bool,
        into: list[Entry] | None,
        place: Place | None,
    ) -> None:
        """Substitute in all entries; what comes out goes into a list or the world."""
        for entry in entries:
            if isinstance(entry, LoopEntry):
                self._run_loop(entry, values, is_final, into, None)
            elif isinstance(entry, Check):
                resolver = MapResolver(None, values)
                condition = entry.condition
                check = Check(
                    entry.place,
                    condition.resolve(resolver) if condition else None,
                    entry.message.resolve(resolver),
                )
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
        if self.kind == "id":
            name_place = self.place
        else:
            name_place = place
        name = self._object_name()
        if name is None:
            entity = Entity(
                self.world,
                AnonymousName(self.world.next_anonymous()),
                (place,),
                is_anonymous=True,
            )
        else:
            entity = Entity(self.world, name, (name_place,))
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
            for name, bits, value, place in lets:
                self._set_value(entity, place, name, bits, value)

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
        if self.kind != "id":
            raise self.error_here("expected field identifier after let")
        place = self.place
        name = self.word
        self.advance()
        bits: list[int] = []
        if self.consume("{"):
            bits = self.parse_range_list()
            self.expect("}", "expected '}' at end of bit list")
        self.expect("=", "expected '=' in let expression")
        declaration = entity.declarations.get(name)
        if declaration is None:
            raise self.error_here(f"Value '{name}' unknown!")
        wanted = declaration.type
        if bits and isinstance(wanted, BitsType):
            wanted = bits_type(len(bits))
        value = self.parse_value(entity, wanted)
        self.expect(";", "expected ';' after let expression")
        self._set_value(entity, place, name, tuple(reversed(bits)), value)

    def _set_value(
        self,
        entity: Entity,
        place: Place,
        name: str,
        positions: tuple[int, ...],
        value: Node,
    ) -> None:
        """Give a field, or some bits of it, a value."""
        declaration = entity.declarations.get(name)
        if declaration is None:
            raise self.reporter.abort(place, f"Value '{name}' unknown!")
        if not positions:
            if isinstance(value, Variable) and value.name == name:
                raise self.reporter.abort(
                    place, "Recursion / self-assignment forbidden"
                )
        else:
            value = self._merged_bits(entity, place, name, positions, value)
        fit = fitted(value, declaration.type)
        if fit is None:
            raise self._incompatible(place, name, declaration.type, value)
        entity.set(name, fit)

    def _incompatible(self, place: Place, name: str, type: Type, value: Node) -> Abort:
        of_type = ""
        if isinstance(value, Bits):
            of_type = f" of type bit initializer with length {len(value.bits)}"
        elif value.type is not None:
            of_type = f" of type '{value.type}'"
        return self.reporter.abort(
            place,
            f"Field '{name}' of type '{type}' is incompatible with value "
            f"'{value}'{of_type}",
        )

    def _merged_bits(
        self,
        entity: Entity,
        place: Place,
        name: str,
        positions: tuple[int, ...],
        value: Node,
    ) -> Node:
        current = entity.values[name]
        if not isinstance(current, Bits):
            raise self.reporter.abort(place, f"Value '{name}' is not a bits type")
        new = cast_to(value, bits_type(len(positions)))
        if new is None:
            raise self.reporter.abort(
                place, "Initializer is not compatible with bit range"
            )
        merged = list(current.bits)
        seen: set[int] = set()
        for index, position in enumerate(positions):
            if position >= len(merged):
                raise self.reporter.abort(
                    place, f"Bit #{position} of value '{name}' is out of range"
                )
            if position in seen:
                raise self.reporter.abort(
                    place,
                    f"Cannot set bit #{position} of value '{name}' more than once",
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
            raise self.reporter.abort(
                place, "local variable of this name already exists"
            )
        self.advance()
        value: Node = UNSET
        if isinstance(type, BitsType):
            value = unset_bits(type.width)
        existing = entity.declarations.get(name)
        if existing is None:
            entity.declare(Declaration(name, type, place, may_stay_open), value)
        else:
            redeclare(entity, existing.type, name, type, value, place)
        if self.consume("="):
            place = self.place
            try:
                given = self.parse_value(entity, type)
                self._set_value(entity, place, name, (), given)
            except Fatal:
                raise
            except Abort:
                # LLVM goes on from wherever the error left it.
                return

    def _declared_name(self) -> tuple[str, Place]:
        if self.kind != "id":
            raise self.error_here("Expected identifier in declaration")
        if self.word == "NAME":
            raise self.error_here("'NAME' is a reserved variable name")
        return self.word, self.place

    def _template_arguments(self, entity: Entity, owner: Owner, separator: str) -> None:
        """The declarations between `<` and `>`."""
        self.advance()
        while True:
            start = self.place
            if self.kind == "field":
                self.advance()
            type = self.parse_type()
            name, place = self._declared_name()
            self.advance()
            qualified = f"{entity.class_name}{separator}{name}"
            is_new = qualified not in entity.arguments
            default: Node = UNSET
            if isinstance(type, BitsType):
                default = unset_bits(type.width)
            declaration = Declaration(qualified, type, place)
            if self.consume("="):
                default = self._default(qualified, type, owner) or default
            if not is_new:
                raise self.reporter.abort(
                    start,
                    "template argument with the same name has already been defined",
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
        except Fatal:
            raise
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
        if self.kind != "id":
            raise self.error_here("expected class name after 'class' keyword")
        name = self.word
        entity = self.world.classes.get(name)
        if entity is None:
            entity = Entity(self.world, string(name), (self.place,), is_class=True)
            self.world.classes[name] = entity
        elif entity.declarations or entity.parents or entity.arguments:
            raise self.error_here(f"Class '{name}' already defined")
        else:
            entity.places = (self.place,)
        if name in self.world.type_aliases:
            raise self.error_here(f"there is already a defined type alias '{name}'")
        self.advance()
        self.push(entity=entity)
        if self.kind == "<":
            self._template_arguments(entity, entity, ":")
        self._object_body(entity)
        self._warn_of_unused(entity)
        self.pop()

    # Multiclasses

    def _multiclass(self) -> None:
        self.advance()
        if self.kind != "id":
            raise self.error_here("expected identifier after multiclass for name")
        name = self.word
        if name in self.world.multiclasses:
            raise self.error_here(f"multiclass '{name}' already defined")
        entity = Entity(self.world, string(name), (self.place,))
        multiclass = Multiclass(entity, [])
        self.world.multiclasses[name] = multiclass
        self.multiclass = multiclass
        self.advance()
        self.push(multiclass=entity)
        if self.kind == "<":
            self._template_arguments(entity, None, "::")
        inherits = self.consume(":")
        if inherits:
            self._base_multiclasses(multiclass)
        if self.kind != "{":
            if not inherits:
                raise self.error_here("expected '{' in multiclass definition")
            self.expect(";", "expected ';' in multiclass definition")
        else:
            self.advance()
            if self.kind == "}":
                raise self.error_here("multiclass must contain at least one def")
            while self.kind != "}":
                if self.kind not in IN_MULTICLASS:
                    raise self.error_here(
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
            self._run(base.entries, values, False, multiclass.entries, None)
            if not self.consume(","):
                break

    def _multiclass_reference(self, owner: Owner) -> tuple[Multiclass, dict[str, Node]]:
        """A multiclass and the values of its arguments."""
        place = self.place
        if self.kind != "id":
            raise self.error_here("expected name for ClassID")
        multiclass = self.world.multiclasses.get(self.word)
        if multiclass is None:
            raise self.error_here(f"Couldn't find multiclass '{self.word}'")
        self.advance()
        entity = multiclass.entity
        arguments = ()
        if self.consume("<"):
            arguments = self.parse_arguments(owner, entity, "::")
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
        if self.kind != ":":
            raise self.error_here("expected ':' after defm identifier")
        self.advance()
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
            if self.kind != "id":
                raise self.error_here("expected identifier")
            has_classes = self.word in self.world.classes
            if has_classes:
                break
        while has_classes:
            reference = self._class_reference(None)
            for entry in new:
                self._inherit_all(entry, reference)
            has_classes = self.consume(",")
        for entry in new:
            self._apply_lets_to_all(entry)
            self._add_entry(entry)
        self.expect(";", "expected ';' at end of defm")

    def _inherit_all(self, entry: Entry, reference: ClassReference) -> None:
        if isinstance(entry, Entity):
            inherit(entry, *reference)
        elif isinstance(entry, LoopEntry):
            for inner in entry.entries:
                self._inherit_all(inner, reference)

    def _apply_lets_to_all(self, entry: Entry) -> None:
        if isinstance(entry, Entity):
            self._apply_lets(entry)
        elif isinstance(entry, LoopEntry):
            for inner in entry.entries:
                self._apply_lets_to_all(inner)

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
            raise self.reporter.abort(opened, "to match this '{'")

    def _let_in(self) -> None:
        self.advance()
        lets: list[Let] = []
        while True:
            if self.kind != "id":
                raise self.error_here("expected identifier in let definition")
            name, place = self.word, self.place
            self.advance()
            bits: list[int] = []
            if self.consume("<"):
                bits = self.parse_range_list()
                self.expect(">", "expected '>' at end of range list")
            self.expect("=", "expected '=' in let expression")
            value = self.parse_value(None)
            lets.append(Let(name, tuple(reversed(bits)), value, place))
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
        self.loops.append(Loop(place, iterator, sequence, []))
        self._group("foreach command")
        self.pop()
        self._add_entry(LoopEntry(*self.loops.pop()))

    def _iteration(self) -> tuple[Variable, Node]:
        """`name = list`"""
        try:
            return self._iteration_parts()
        except Fatal:
            raise
        except Abort:
            raise self.error_here("expected declaration in for") from None

    def _iteration_parts(self) -> tuple[Variable, Node]:
        if self.kind != "id":
            raise self.error_here("Expected identifier in foreach declaration")
        name = self.word
        self.advance()
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
                raise self.reporter.abort(place, f"expected a list, got '{value}'")
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
        self.loops.append(Loop(place, None, rounds, []))
        self.push()
        self._group(f"'{name}' clause")
        self.pop()
        self._add_entry(LoopEntry(*self.loops.pop()))

    # The others

    def _is_outermost(self) -> bool:
        return self.scope.parent is None

    def _defvar(self, entity: Entity | None) -> None:
        self.advance()
        if self.kind != "id":
            raise self.error_here("expected identifier")
        name = self.word
        if name in self.scope.variables:
            raise self.error_here("local variable of this name already exists")
        if entity is not None and name in entity.declarations:
            raise self.error_here("field of this name already exists")
        if self._is_outermost() and self.global_value(name) is not None:
            raise self.error_here("def or global variable of this name already exists")
        self.advance()
        self.expect("=", "expected '='")
        value = self.parse_value(entity)
        self.expect(";", "expected ';'")
        if self._is_outermost():
            self.world.globals[name] = value
        else:
            self.scope.variables[name] = value

    def _defset(self) -> None:
        self.advance()
        place = self.place
        type = self.parse_type()
        if not isinstance(type, ListType):
            raise self.reporter.abort(place, "expected list type")
        if self.kind != "id":
            raise self.error_here("expected identifier")
        name = self.word
        if self.global_value(name) is not None:
            raise self.error_here("def or global variable of this name already exists")
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
        if self.kind != "id":
            raise self.error_here("expected identifier")
        name = self.word
        if name in self.world.type_aliases or name in self.world.classes:
            raise self.error_here(f"type of this name '{name}' already exists")
        self.advance()
        self.expect("=", "expected '='")
        place = self.place
        type = self.parse_type()
        if isinstance(type, RecordType):
            raise self.reporter.abort(
                place, f"cannot define type alias for class type '{type}'"
            )
        self.world.type_aliases[name] = type
        self.expect(";", "expected ';'")

    def _assert(self, entity: Entity | None) -> None:
        self.advance()
        place = self.place
        condition = self.parse_value(entity)
        self.expect(",", "expected ',' in assert statement")
        message = self.parse_value(entity)
        self.expect(";", "expected ';'")
        self._add_check(entity, Check(place, condition, message))

    def _dump(self, entity: Entity | None) -> None:
        self.advance()
        place = self.place
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

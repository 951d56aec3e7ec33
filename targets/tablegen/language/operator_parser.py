"""The parser of operators: which operands each takes, and of which type it is."""

from contextlib import suppress

from circ.targets.tablegen.language.operators import (
    cast,
    conditional,
    existence,
    fold,
    loop,
    operate,
    type_test,
)
from circ.targets.tablegen.language.source import Abort, Place
from circ.targets.tablegen.language.types import (
    BIT,
    DAG,
    INT,
    STRING,
    ListType,
    RecordType,
    StringType,
    Type,
    common_type,
    record_type,
)
from circ.targets.tablegen.language.value_parser import Owner, ValueParser
from circ.targets.tablegen.language.values import List, Node, integer, variable

UNARY_TYPES: dict[str, Type | None] = {
    "!tolower": STRING,
    "!toupper": STRING,
    "!repr": STRING,
    "!not": INT,
    "!logtwo": INT,
    "!size": INT,
    "!empty": INT,
    "!head": None,
    "!tail": None,
    "!cast": None,
    "!getdagop": None,
}
"""By operator of one operand, the type of the result if it is always the same."""

NUMERIC = frozenset("add sub mul div and or xor sra srl shl".split())
COMPARISONS = frozenset("eq ne lt le gt ge".split())
NESTING = frozenset("strconcat listconcat con add mul and or xor".split())
"""Operators that take any number of operands, from the right."""

BINARY_TYPES: dict[str, tuple[Type | None, Type | None]] = {
    **dict.fromkeys(NUMERIC, (INT, INT)),
    **dict.fromkeys(COMPARISONS, (BIT, None)),
    "con": (DAG, DAG),
    "setdagop": (DAG, DAG),
    "strconcat": (STRING, STRING),
    "interleave": (STRING, None),
    "getdagname": (STRING, DAG),
    "getdagarg": (None, DAG),
    "listconcat": (None, None),
    "listremove": (None, None),
    "listsplat": (None, None),
}
"""By operator of two operands, the types of result and first operand if fixed."""

STRING_OPERATORS: dict[str, tuple[Type, tuple[tuple[str, Type], ...], int]] = {
    "!substr": (
        STRING,
        (("string", STRING), ("start position", INT), ("length", INT)),
        (1 << 63) - 1,
    ),
    "!find": (
        INT,
        (("source string", STRING), ("target string", STRING), ("start position", INT)),
        0,
    ),
}
"""Type of the result, the operands, and the last one if it is left out."""


class OperatorParser(ValueParser):
    """Parses `!operator(…)`."""

    def parse_operation(self, owner: Owner, wanted: Type | None) -> Node:
        kind = self.kind
        if kind in UNARY_TYPES:
            return self._unary(kind, owner)
        match kind:
            case "!isa" | "!exists":
                return self._test(kind, owner)
            case "!cond":
                return self._cond(owner, wanted)
            case "!foldl":
                return self._fold(owner)
            case "!foreach" | "!filter":
                return self._loop(kind, owner, wanted)
            case "!dag" | "!if" | "!subst" | "!setdagarg" | "!setdagname":
                return self._ternary(kind, owner, wanted)
            case "!substr" | "!find":
                return self._of_strings(kind, owner, wanted)
            case "!range":
                return self._range(owner)
            case _:
                return self._binary(kind[1:], owner, wanted)

    def _operator_type(self, operator: str) -> Type:
        """`<type>` after an operator."""
        found = None
        if self.consume("<"):
            if self.at("code") and self.compat > 9:
                self.reporter.error(
                    self.place,
                    "the 'code' type is not allowed in bang operators; use 'string'",
                )
            with suppress(Abort):
                found = self.parse_type()
        if found is None or not self.consume(">"):
            self.reporter.error(self.place, "expected type name for operator")
            raise self.error(f"did not get type for {operator} operator")
        return found

    def _unary(self, kind: str, owner: Owner) -> Node:
        type = UNARY_TYPES[kind]
        self.advance()
        if kind == "!cast":
            type = self._operator_type("unary")
        elif kind == "!getdagop":
            type = record_type(self.world, ())
            if self.kind == "<":
                type = self._operator_type("unary")
                if not isinstance(type, RecordType):
                    self.reporter.error(
                        self.place, "type for !getdagop must be a record type"
                    )
        self.expect("(", "expected '(' after unary operator")
        operand = self.parse_value(owner)
        if kind in {"!size", "!empty"}:
            if operand.type is not DAG and not isinstance(
                operand.type, ListType | StringType
            ):
                raise self.error(
                    "expected string, list, or dag type argument in unary operator"
                )
        elif kind in {"!head", "!tail"}:
            type = self._head_or_tail_type(kind, operand)
        self.expect(")", "expected ')' in unary operator")
        assert type is not None
        if kind == "!cast":
            return cast(operand, type, owner)
        return operate(kind[1:], (operand,), type, owner)

    def _head_or_tail_type(self, kind: str, operand: Node) -> Type:
        type = operand.type
        if not isinstance(type, ListType):
            raise self.error("expected list type argument in unary operator")
        if isinstance(operand, List):
            if not operand.elements:
                raise self.error("empty list argument in unary operator")
            element = operand.elements[0].type
            if element is None:
                raise self.error("untyped list element in unary operator")
            return element if kind == "!head" else element.list_of()
        return type.element if kind == "!head" else type

    def _test(self, kind: str, owner: Owner) -> Node:
        self.advance()
        type = self._operator_type(kind)
        self.expect("(", f"expected '(' after type of {kind}")
        place = self.place
        operand = self.parse_value(owner)
        if kind == "!exists" and not isinstance(operand.type, StringType):
            message = "expected string type argument in !exists operator"
            if isinstance(operand.type, RecordType):
                message += ", please use !isa instead"
            raise self.error(message, place)
        self.expect(")", f"expected ')' in {kind}")
        if kind == "!isa":
            return type_test(type, operand)
        return existence(type, operand, owner)

    # Operators of two or more operands

    def _binary(self, operator: str, owner: Owner, wanted: Type | None) -> Node:
        operator_place = self.place
        self.advance()
        type, operand_type = BINARY_TYPES[operator]
        if operator == "getdagarg":
            type = self._operator_type("!getdagarg")
        elif operator in {"listconcat", "listremove"}:
            operand_type = wanted
        if type is not None and wanted is not None and not type.converts_to(wanted):
            raise self.error(
                f"expected value of type '{wanted}', got '{type}'", operator_place
            )
        self.expect("(", "expected '(' after binary operator")
        operands: list[Node] = []
        while True:
            place = self.place
            operand = self.parse_value(owner, operand_type)
            operands.append(operand)
            if operand.type is None:
                raise self._untyped(operand, operator_place)
            if operand_type is None:
                if operator == "listsplat" and len(operands) == 1:
                    self._check_splat(operand.type, wanted, operator_place)
                operand_type = self._operand_type(
                    operator, operand.type, len(operands), place
                )
            else:
                common = common_type(operand_type, operand.type)
                if common is None:
                    raise self.error(
                        f"expected value of type '{operand_type}', got "
                        f"'{operand.type}'",
                        place,
                    )
                if operator not in NUMERIC:
                    operand_type = common
            match operator:
                case "setdagop":
                    operand_type = record_type(self.world, ())
                case "getdagarg":
                    operand_type = None
                case "getdagname":
                    operand_type = INT
                case _:
                    pass
            if not self.consume(","):
                break
        self.expect(")", "expected ')' in operator")
        if operator in {"listconcat", "listremove"}:
            type = operand_type
        elif operator == "listsplat":
            assert operands[0].type is not None
            type = operands[0].type.list_of()
        assert type is not None
        if operator in NESTING:
            while len(operands) > 2:
                last = operands.pop()
                operands[-1] = operate(operator, (operands[-1], last), type, owner)
        if len(operands) != 2:
            raise self.error("expected two operands to operator", operator_place)
        return operate(operator, (operands[0], operands[1]), type, owner)

    def _untyped(self, operand: Node, operator_place: Place) -> Abort:
        return self.error(
            f"expected value to be a typed value, got '{operand}'", operator_place
        )

    def _check_splat(self, type: Type, wanted: Type | None, place: Place) -> None:
        """The element type of a `!listsplat` must fit the list that is wanted."""
        if wanted is None:
            return
        if not isinstance(wanted, ListType):
            raise self.error(
                f"expected output type to be a list, got type '{wanted}'", place
            )
        if not type.list_of().converts_to(wanted):
            raise self.error(
                f"expected first arg type to be '{type}', got value of type "
                f"'{wanted.element}'",
                place,
            )

    def _operand_type(
        self, operator: str, type: Type, count: int, place: Place
    ) -> Type | None:
        """The type that the next operands must have, if any, from that of the last."""
        is_comparable = type.converts_to(INT) or type.converts_to(STRING)
        match operator:
            case "listconcat" | "listremove":
                is_right = isinstance(type, ListType)
                expected = "expected a list, got value of"
            case "listsplat":
                is_right = count != 2 or type is INT
                expected = "expected second parameter to be an int, got value of"
            case "eq" | "ne":
                is_right = is_comparable or isinstance(type, RecordType)
                expected = "expected bit, bits, int, string, or record; got value of"
            case "getdagarg":
                is_right = type is INT or isinstance(type, StringType)
                expected = "expected integer index or string name, got"
            case "interleave" if count == 1:
                is_right = type is STRING.list_of() or type.converts_to(INT.list_of())
                expected = "expected list of string, int, bits, or bit; got value of"
            case "interleave":
                is_right = count != 2 or isinstance(type, StringType)
                expected = "expected second argument to be a string, got value of"
            case _:
                is_right = is_comparable
                expected = "expected bit, bits, int, or string; got value of"
        if not is_right:
            raise self.error(f"{expected} type '{type}'", place)
        if operator == "interleave" or (operator == "listsplat" and count <= 2):
            return None
        return type

    # Operators of three operands

    def _ternary(self, kind: str, owner: Owner, wanted: Type | None) -> Node:
        self.advance()
        type: Type | None = None
        if kind in {"!dag", "!setdagarg", "!setdagname"}:
            type, wanted = DAG, None
        self.expect("(", "expected '(' after ternary operator")
        first = self.parse_value(owner)
        self.expect(",", "expected ',' in ternary operator")
        second_place = self.place
        second = self.parse_value(owner, wanted)
        self.expect(",", "expected ',' in ternary operator")
        third_place = self.place
        third = self.parse_value(owner, wanted)
        self.expect(")", "expected ')' in binary operator")
        match kind:
            case "!dag":
                self._check_dag(second, second_place, third, third_place)
            case "!if":
                type = self._if_type(second, third)
            case "!subst":
                type = third.type
                if type is None:
                    raise self.error("could not get type for !subst")
            case _:
                self._check_setdag(kind, second, second_place, third, third_place)
        assert type is not None
        return operate(kind[1:], (first, second, third), type, owner)

    def _check_dag(
        self, children: Node, children_place: Place, names: Node, names_place: Place
    ) -> None:
        if children.type is not None and not isinstance(children.type, ListType):
            raise self.error(
                f"expected list of children, got type '{children.type}'", children_place
            )
        if names.type is not None and names.type is not STRING.list_of():
            raise self.error(
                f"expected list<string>, got type '{names.type}'", names_place
            )
        if children.type is None and names.type is None:
            raise self.error(
                "cannot have both unset children and unset names in !dag",
                children_place,
            )

    def _check_setdag(
        self, kind: str, key: Node, key_place: Place, new: Node, new_place: Place
    ) -> None:
        if key.type is not INT and not isinstance(key.type, StringType):
            got = f"type '{key.type}'" if key.type else f"'{key}'"
            raise self.error(
                f"expected integer index or string name, got {got}", key_place
            )
        if (
            kind == "!setdagname"
            and new.type is not None
            and not isinstance(new.type, StringType)
        ):
            raise self.error(
                f"expected string or unset name, got type '{new.type}'", new_place
            )

    def _if_type(self, then: Node, otherwise: Node) -> Type:
        first = then.type or otherwise.type
        second = otherwise.type or then.type
        if first is None or second is None:
            raise self.error("could not get type for !if")
        common = common_type(first, second)
        if common is None:
            raise self.error(f"inconsistent types '{first}' and '{second}' for !if")
        return common

    def _cond(self, owner: Owner, wanted: Type | None) -> Node:
        self.advance()
        self.expect("(", "expected '(' after !cond operator")
        operands: list[Node] = []
        while not self.consume(")"):
            operands.append(self.parse_value(owner))
            self.expect(":", "expected ':'  following a condition in !cond operator")
            operands.append(self.parse_value(owner, wanted))
            if self.consume(")"):
                break
            self.expect(",", "expected ',' or ')' following a value in !cond operator")
        if not operands:
            raise self.error(
                "there should be at least 1 'condition : value' in the !cond operator"
            )
        type: Type | None = None
        for result in operands[1::2]:
            if result.type is None:
                continue
            common = common_type(type, result.type) if type else result.type
            if common is None:
                raise self.error(
                    f"inconsistent types '{type}' and '{result.type}' for !cond"
                )
            type = common
        if type is None:
            raise self.error("could not determine type for !cond from its arguments")
        return conditional(tuple(operands), type, owner)

    def _of_strings(self, kind: str, owner: Owner, wanted: Type | None) -> Node:
        """An operator of three operands, of which the last may be left out."""
        type, wanted_operands, default = STRING_OPERATORS[kind]
        self.advance()
        self.expect("(", f"expected '(' after {kind} operator")
        operands: list[Node] = []
        place = self.place
        for what, operand_type in wanted_operands:
            if len(operands) == 2 and not self.at(","):
                place = self.place
                operands.append(integer(default))
                break
            if operands:
                self.expect(",", f"expected ',' in {kind} operator")
            place = self.place
            operand = self.parse_value(owner)
            if operand.type is None:
                raise self.error(
                    f"could not determine type of the {what} in {kind}", place
                )
            if not operand.type.is_a(operand_type):
                raise self.error(
                    f"expected {operand_type}, got type '{operand.type}'", place
                )
            operands.append(operand)
        self.expect(")", f"expected ')' in {kind} operator")
        if wanted is not None and not type.converts_to(wanted):
            raise self.error(f"expected value of type '{wanted}', got '{type}'", place)
        return operate(kind[1:], tuple(operands), type, owner)

    def _range(self, owner: Owner) -> Node:
        operator_place = self.place
        self.advance()
        self.expect("(", "expected '(' after !range operator")
        operands: list[Node] = []
        while True:
            if len(operands) >= 3:
                raise self.error("expected at most three values of integer")
            place = self.place
            operand = self.parse_value(owner)
            operands.append(operand)
            type = operand.type
            if type is None:
                raise self._untyped(operand, operator_place)
            first = len(operands) == 1
            if not first and isinstance(operands[0].type, ListType):
                raise self.error(
                    f"expected one list, got extra value of type '{type}'", place
                )
            if type is not INT and not (first and isinstance(type, ListType)):
                wanted = "list or int, got value" if first else "value"
                got = f" of type '{type}'"
                if not first:
                    got = f" of type 'int', got '{type}'"
                raise self.error(f"expected {wanted}{got}", place)
            if not self.consume(","):
                break
        self.expect(")", "expected ')' in operator")
        if len(operands) == 1:
            end = operands[0]
            if isinstance(end.type, ListType):
                end = operate("size", (end,), INT, owner)
            operands = [integer(0), end]
        if len(operands) == 2:
            operands.append(integer(1))
        return operate("range", tuple(operands), INT.list_of(), owner)

    # Operators that bind names

    def _is_bound(self, owner: Owner, name: str) -> bool:
        return name in self.bound_names or (
            owner is not None and name in owner.declarations
        )

    def _bound_body(
        self, owner: Owner, names: dict[str, Type], wanted: Type | None = None
    ) -> Node:
        """The operand in which the names stand for what the operator binds."""
        self.push(entity=owner)
        for name, type in names.items():
            self.scope.variables[name] = variable(name, type)
        self.bound_names.extend(names)
        try:
            return self.parse_value(owner, wanted)
        finally:
            del self.bound_names[-len(names) :]
            self.pop()

    def _loop(self, kind: str, owner: Owner, wanted: Type | None) -> Node:
        """`!foreach` or `!filter`."""
        operator_place = self.place
        self.advance()
        self.expect("(", "expected '(' after !foreach/!filter")
        name = self.take_word(
            "id", "first argument of !foreach/!filter must be an identifier"
        )
        if self._is_bound(owner, name):
            raise self.error(f"iteration variable '\"{name}\"' is already defined")
        self.expect(",", "expected ',' in !foreach/!filter")
        sequence = self.parse_value(owner)
        self.expect(",", "expected ',' in !foreach/!filter")
        body_wanted: Type | None = None
        match sequence.type:
            case None:
                raise self.error("could not get type of !foreach/!filter list or dag")
            case ListType(element=item):
                if wanted is not None and not isinstance(wanted, ListType):
                    raise self.error(
                        f"expected value of type '{wanted}', but got list type",
                        operator_place,
                    )
                if wanted is not None:
                    body_wanted = wanted.element if kind == "!foreach" else INT
                is_dag = False
            case _ if sequence.type is DAG and kind == "!foreach":
                if wanted is not None and wanted is not DAG:
                    raise self.error(
                        f"expected value of type '{wanted}', but got dag type",
                        operator_place,
                    )
                item, is_dag = DAG, True
            case _:
                what = "list or dag" if kind == "!foreach" else "list"
                raise self.error(f"{kind} must have a {what} argument")
        body = self._bound_body(owner, {name: item}, body_wanted)
        self.expect(")", "expected ')' in !foreach/!filter")
        type: Type = item
        if kind == "!filter":
            type = item.list_of()
        elif not is_dag:
            if body.type is None:
                raise self.error("could not get type of !foreach result expression")
            type = body.type.list_of()
        return loop(kind[1:], name, sequence, body, type, owner)

    def _fold(self, owner: Owner) -> Node:
        """`!foldl`."""
        self.advance()
        self.expect("(", "expected '(' after !foldl")
        start = self.parse_value(owner)
        if start.type is None:
            raise self.error(f"could not get type of !foldl start: '{start}'")
        self.expect(",", "expected ',' in !foldl")
        sequence = self.parse_value(owner)
        if sequence.type is None:
            raise self.error(f"could not get type of !foldl list: '{sequence}'")
        if not isinstance(sequence.type, ListType):
            raise self.error(
                f"!foldl list must be a list, but is of type '{sequence.type}"
            )
        self.expect(",", "expected ',' in !foldl")
        names: list[str] = []
        for ordinal, side in (("third", "left"), ("fourth", "right")):
            name = self.word_at(
                "id", f"{ordinal} argument of !foldl must be an identifier"
            )
            if self._is_bound(owner, name):
                raise self.error(f"{side} !foldl variable '\"{name}\"' already defined")
            names.append(name)
            self.advance()
            self.expect(",", "expected ',' in !foldl")
        first, second = names
        types = {first: start.type, second: sequence.type.element}
        body = self._bound_body(owner, types)
        if body.type is None:
            raise self.error("could not get type of !foldl expression")
        if body.type is not start.type:
            raise self.error(
                f"!foldl expression must be of same type as start ({start.type}), but "
                f"is of type {body.type}"
            )
        self.expect(")", "expected ')' in fold operator")
        return fold(start, sequence, (first, second), body, owner)

"""
The parser of operators: which operands each takes, and of which type it is.

Facts: `tablegen` section 2.7.
"""

from collections.abc import Sequence
from contextlib import suppress

from circ.targets.tablegen.language.binding_parser import BindingParser
from circ.targets.tablegen.language.operators import (
    cast,
    conditional,
    existence,
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
from circ.targets.tablegen.language.value_parser import Owner
from circ.targets.tablegen.language.values import List, Node, integer

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

NUMERIC = frozenset("add sub mul div and or xor sra srl shl".split())
COMPARISONS = frozenset("eq ne lt le gt ge".split())
NESTING = frozenset("strconcat listconcat con add mul and or xor".split())
"""Operators that take any number of operands, from the right."""

LONGEST_SUBSTRING = (1 << 63) - 1


class OperatorParser(BindingParser):
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
                return self.parse_fold(owner)
            case "!foreach" | "!filter":
                return self.parse_loop(kind, owner, wanted)
            case "!dag" | "!if" | "!subst" | "!setdagarg" | "!setdagname":
                return self._ternary(kind, owner, wanted)
            case "!substr":
                return self._substr(owner, wanted)
            case "!find":
                return self._find(owner, wanted)
            case "!range":
                return self._range(owner)
            case _:
                return self._binary(kind[1:], owner, wanted)

    def _operator_type(self) -> Type | None:
        """`<type>` after an operator, None if it is wrong."""
        if self.kind != "<":
            self.reporter.error(self.place, "expected type name for operator")
            return None
        self.advance()
        if self.at("code") and self.compat > 9:
            self.reporter.error(
                self.place,
                "the 'code' type is not allowed in bang operators; use 'string'",
            )
        found = None
        with suppress(Abort):
            found = self.parse_type()
        if found is None or not self.at(">"):
            self.reporter.error(self.place, "expected type name for operator")
            return None
        self.advance()
        return found

    def _unary(self, kind: str, owner: Owner) -> Node:
        type = UNARY_TYPES[kind]
        self.advance()
        if kind == "!cast":
            type = self._operator_type()
            if type is None:
                raise self.error_here("did not get type for unary operator")
        elif kind == "!getdagop":
            type = record_type(self.world, ())
            if self.kind == "<":
                type = self._operator_type()
                if type is None:
                    raise self.error_here("did not get type for unary operator")
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
                raise self.error_here(
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
            raise self.error_here("expected list type argument in unary operator")
        if isinstance(operand, List):
            if not operand.elements:
                raise self.error_here("empty list argument in unary operator")
            element = operand.elements[0].type
            if element is None:
                raise self.error_here("untyped list element in unary operator")
            return element if kind == "!head" else element.list_of()
        return type.element if kind == "!head" else type

    def _test(self, kind: str, owner: Owner) -> Node:
        self.advance()
        type = self._operator_type()
        if type is None:
            raise self.error_here(f"did not get type for {kind} operator")
        self.expect("(", f"expected '(' after type of {kind}")
        place = self.place
        operand = self.parse_value(owner)
        if kind == "!isa":
            self.expect(")", "expected ')' in !isa")
            return type_test(type, operand)
        if isinstance(operand.type, RecordType):
            raise self.reporter.abort(
                place,
                "expected string type argument in !exists operator, please use !isa "
                "instead",
            )
        if not isinstance(operand.type, StringType):
            raise self.reporter.abort(
                place, "expected string type argument in !exists operator"
            )
        self.expect(")", "expected ')' in !exists")
        return existence(type, operand, owner)

    # Operators of two or more operands

    def _binary(self, operator: str, owner: Owner, wanted: Type | None) -> Node:
        operator_place = self.place
        self.advance()
        type: Type | None = None
        operand_type: Type | None = None
        if operator in NUMERIC:
            type = operand_type = INT
        elif operator in COMPARISONS:
            type = BIT
        else:
            match operator:
                case "con" | "setdagop":
                    type = operand_type = DAG
                case "strconcat":
                    type = operand_type = STRING
                case "interleave":
                    type = STRING
                case "listconcat" | "listremove":
                    operand_type = wanted
                case "getdagname":
                    type, operand_type = STRING, DAG
                case "getdagarg":
                    type, operand_type = self._operator_type(), DAG
                    if type is None:
                        raise self.error_here(
                            "did not get type for !getdagarg operator"
                        )
                case _:
                    pass
        if type is not None and wanted is not None and not type.converts_to(wanted):
            raise self.reporter.abort(
                operator_place, f"expected value of type '{wanted}', got '{type}'"
            )
        self.expect("(", "expected '(' after binary operator")
        operands: list[Node] = []
        while True:
            place = self.place
            operand = self.parse_value(owner, operand_type)
            operands.append(operand)
            if operand.type is None:
                raise self.reporter.abort(
                    operator_place,
                    f"expected value to be a typed value, got '{operand}'",
                )
            if operand_type is None:
                operand_type = self._first_operand_type(
                    operator, operand.type, len(operands), wanted, operator_place, place
                )
            else:
                common = common_type(operand_type, operand.type)
                if common is None:
                    raise self.reporter.abort(
                        place,
                        f"expected value of type '{operand_type}', got "
                        f"'{operand.type}'",
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
            raise self.reporter.abort(
                operator_place, "expected two operands to operator"
            )
        return operate(operator, (operands[0], operands[1]), type, owner)

    def _first_operand_type(
        self,
        operator: str,
        type: Type,
        count: int,
        wanted: Type | None,
        operator_place: Place,
        place: Place,
    ) -> Type | None:
        """The type that the following operands must have, from the one at hand."""
        message = None
        any_record = record_type(self.world, ())
        is_comparable = type.converts_to(INT) or type.converts_to(STRING)
        match operator:
            case "listconcat" | "listremove":
                if not isinstance(type, ListType):
                    message = f"expected a list, got value of type '{type}'"
            case "listsplat":
                if wanted is not None and count == 1:
                    if not isinstance(wanted, ListType):
                        raise self.reporter.abort(
                            operator_place,
                            f"expected output type to be a list, got type '{wanted}'",
                        )
                    if not type.list_of().converts_to(wanted):
                        raise self.reporter.abort(
                            operator_place,
                            f"expected first arg type to be '{type}', got value of "
                            f"type '{wanted.element}'",
                        )
                if count == 2 and type is not INT:
                    message = (
                        "expected second parameter to be an int, got value of type "
                        f"'{type}'"
                    )
                elif count <= 2:
                    return None
            case "eq" | "ne":
                if not is_comparable and not type.converts_to(any_record):
                    message = (
                        "expected bit, bits, int, string, or record; got value of "
                        f"type '{type}'"
                    )
            case "lt" | "le" | "gt" | "ge":
                if not is_comparable:
                    message = (
                        "expected bit, bits, int, or string; got value of type "
                        f"'{type}'"
                    )
            case "getdagarg":
                if type is not INT and not isinstance(type, StringType):
                    message = (
                        f"expected integer index or string name, got type '{type}'"
                    )
            case "interleave":
                if count == 1:
                    if type is not STRING.list_of() and not type.converts_to(
                        INT.list_of()
                    ):
                        message = (
                            "expected list of string, int, bits, or bit; got value of "
                            f"type '{type}'"
                        )
                elif count == 2 and not isinstance(type, StringType):
                    message = (
                        "expected second argument to be a string, got value of type "
                        f"'{type}'"
                    )
                if message is None:
                    return None
            case _:
                raise AssertionError(f"!{operator} has fixed operand types")
        if message is not None:
            raise self.reporter.abort(place, message)
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
                    raise self.error_here("could not get type for !subst")
            case _:
                self._check_setdag(kind, second, second_place, third, third_place)
        assert type is not None
        return operate(kind[1:], (first, second, third), type, owner)

    def _check_dag(
        self, children: Node, children_place: Place, names: Node, names_place: Place
    ) -> None:
        if children.type is not None and not isinstance(children.type, ListType):
            raise self.reporter.abort(
                children_place,
                f"expected list of children, got type '{children.type}'",
            )
        if names.type is not None and names.type is not STRING.list_of():
            raise self.reporter.abort(
                names_place, f"expected list<string>, got type '{names.type}'"
            )
        if children.type is None and names.type is None:
            raise self.reporter.abort(
                children_place,
                "cannot have both unset children and unset names in !dag",
            )

    def _check_setdag(
        self, kind: str, key: Node, key_place: Place, new: Node, new_place: Place
    ) -> None:
        if key.type is not INT and not isinstance(key.type, StringType):
            got = f"type '{key.type}'" if key.type else f"'{key}'"
            raise self.reporter.abort(
                key_place, f"expected integer index or string name, got {got}"
            )
        if (
            kind == "!setdagname"
            and new.type is not None
            and not isinstance(new.type, StringType)
        ):
            raise self.reporter.abort(
                new_place, f"expected string or unset name, got type '{new.type}'"
            )

    def _if_type(self, then: Node, otherwise: Node) -> Type:
        first = then.type or otherwise.type
        second = otherwise.type or then.type
        if first is None or second is None:
            raise self.error_here("could not get type for !if")
        common = common_type(first, second)
        if common is None:
            raise self.error_here(
                f"inconsistent types '{first}' and '{second}' for !if"
            )
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
            raise self.error_here(
                "there should be at least 1 'condition : value' in the !cond operator"
            )
        type: Type | None = None
        for result in operands[1::2]:
            if result.type is None:
                continue
            common = common_type(type, result.type) if type else result.type
            if common is None:
                raise self.error_here(
                    f"inconsistent types '{type}' and '{result.type}' for !cond"
                )
            type = common
        if type is None:
            raise self.error_here(
                "could not determine type for !cond from its arguments"
            )
        return conditional(tuple(operands), type, owner)

    def _typed(self, owner: Owner, what: str, type: Type, operator: str) -> Node:
        """An operand of a string operator."""
        place = self.place
        value = self.parse_value(owner)
        if value.type is None:
            raise self.reporter.abort(
                place, f"could not determine type of the {what} in {operator}"
            )
        if not value.type.is_a(type):
            raise self.reporter.abort(
                place, f"expected {type}, got type '{value.type}'"
            )
        return value

    def _substr(self, owner: Owner, wanted: Type | None) -> Node:
        operands = (("string", STRING), ("start position", INT), ("length", INT))
        last = integer(LONGEST_SUBSTRING)
        return self._of_strings("!substr", operands, last, STRING, owner, wanted)

    def _find(self, owner: Owner, wanted: Type | None) -> Node:
        operands = (
            ("source string", STRING),
            ("target string", STRING),
            ("start position", INT),
        )
        return self._of_strings("!find", operands, integer(0), INT, owner, wanted)

    def _of_strings(
        self,
        kind: str,
        wanted_operands: Sequence[tuple[str, Type]],
        last: Node,
        type: Type,
        owner: Owner,
        wanted: Type | None,
    ) -> Node:
        """An operator of three operands, of which the last may be left out."""
        self.advance()
        self.expect("(", f"expected '(' after {kind} operator")
        *first, optional = wanted_operands
        operands: list[Node] = []
        for what, operand_type in first:
            if operands:
                self.expect(",", f"expected ',' in {kind} operator")
            operands.append(self._typed(owner, what, operand_type, kind))
        last_place = self.place
        if self.consume(","):
            last_place = self.place
            last = self._typed(owner, *optional, kind)
        self.expect(")", f"expected ')' in {kind} operator")
        if wanted is not None and not type.converts_to(wanted):
            raise self.reporter.abort(
                last_place, f"expected value of type '{wanted}', got '{type}'"
            )
        return operate(kind[1:], (*operands, last), type, owner)

    def _range(self, owner: Owner) -> Node:
        operator_place = self.place
        self.advance()
        self.expect("(", "expected '(' after !range operator")
        operands: list[Node] = []
        while True:
            if len(operands) >= 3:
                raise self.error_here("expected at most three values of integer")
            place = self.place
            operand = self.parse_value(owner)
            operands.append(operand)
            type = operand.type
            if type is None:
                raise self.reporter.abort(
                    operator_place,
                    f"expected value to be a typed value, got '{operand}'",
                )
            first = len(operands) == 1
            if not first and isinstance(operands[0].type, ListType):
                raise self.reporter.abort(
                    place, f"expected one list, got extra value of type '{type}'"
                )
            if type is not INT and not (first and isinstance(type, ListType)):
                wanted = "list or int, got value" if first else "value"
                got = f" of type '{type}'"
                if not first:
                    got = f" of type 'int', got '{type}'"
                raise self.reporter.abort(place, f"expected {wanted}{got}")
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

"""
What the operators compute once their operands are known.

Each function takes the operands and returns None if the operator has to wait; it raises
`FoldError` for operands that the operator is not defined on. `folds` says which
operator it is for, and of which classes the operands must be.
"""

import operator
from collections.abc import Callable
from typing import TypeAlias, TypeVar

from circ.targets.tablegen.language.printing import definition_text
from circ.targets.tablegen.language.source import Fatal
from circ.targets.tablegen.language.types import INT, ListType, Type
from circ.targets.tablegen.language.values import (
    ONE,
    UNSET,
    ZERO,
    DagValue,
    Definition,
    Integer,
    List,
    Node,
    String,
    Unset,
    Variable,
    dag,
    definition_of,
    integer,
    list_of,
    signed,
    string,
    truth,
    variable,
)

FoldFunction: TypeAlias = Callable[..., Node | None]
Classes: TypeAlias = type[Node] | tuple[type[Node], ...]
F = TypeVar("F", bound=FoldFunction)

LONGEST_LIST = 1 << 20
LONGEST_STRING = 1 << 26

FOLDS: dict[str, tuple[tuple[Classes, ...] | None, bool, FoldFunction]] = {}
"""
By operator: the classes of its operands (None for any), and its function.

In between, does that take the type of the result after the operands?
"""


class FoldError(Exception):
    """An operator is not defined on its operands; where it stands its caller knows."""

    def __init__(self, text: str, instead: Node | None = None):
        super().__init__(text)
        self.text = text
        self.instead = instead
        """The result with which evaluation goes on, None if it ends."""


def folds(name: str, *classes: Classes, takes_type: bool = False) -> Callable[[F], F]:
    """Enter a function, called once the operands are of these classes, if any."""

    def enter(compute: F) -> F:
        FOLDS[name] = classes or None, takes_type, compute
        return compute

    return enter


def integer_of(value: Node) -> int | None:
    """The number that a value is, if it is one."""
    if isinstance(value, Integer):
        return value.value
    if value.is_open or value.type is None:
        return None
    number = value.convert(INT)
    return number.value if isinstance(number, Integer) else None


# Numbers


def _arithmetic(compute: Callable[[int, int], int]) -> FoldFunction:
    def fold(left: Node, right: Node) -> Node | None:
        a, b = integer_of(left), integer_of(right)
        return None if a is None or b is None else integer(signed(compute(a, b)))

    return fold


def _divide(a: int, b: int) -> int:
    if b == 0:
        raise FoldError("Illegal operation: division by zero")
    if a == -(1 << 63) and b == -1:
        raise FoldError("Illegal operation: INT64_MIN / -1")
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": _divide,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: a << (b & 63),
    "sra": lambda a, b: a >> (b & 63),
    "srl": lambda a, b: (a & 0xFFFF_FFFF_FFFF_FFFF) >> (b & 63),
}
for _name, _compute in _ARITHMETIC.items():
    folds(_name)(_arithmetic(_compute))


@folds("not")
def _not(value: Node) -> Node | None:
    number = integer_of(value)
    return None if number is None else truth(number == 0)


@folds("logtwo")
def _logtwo(value: Node) -> Node | None:
    number = integer_of(value)
    if number is None:
        return None
    if number <= 0:
        raise FoldError(
            "Illegal operation: logtwo is undefined on arguments less than or "
            "equal to 0"
        )
    return integer(number.bit_length() - 1)


# Comparisons and choice


def _comparison(compare: Callable[..., bool]) -> FoldFunction:
    compares_records = compare in (operator.eq, operator.ne)

    def fold(left: Node, right: Node) -> Node | None:
        if isinstance(left, Definition) and isinstance(right, Definition):
            if not compares_records:
                return None
            return ONE if compare(left, right) else ZERO
        a, b = integer_of(left), integer_of(right)
        if a is not None and b is not None:
            return ONE if compare(a, b) else ZERO
        if isinstance(left, String) and isinstance(right, String):
            return ONE if compare(left.value, right.value) else ZERO
        return None

    return fold


for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    folds(_name)(_comparison(getattr(operator, _name)))


@folds("if")
def _if(test: Node, then: Node, otherwise: Node) -> Node | None:
    number = integer_of(test)
    return None if number is None else then if number else otherwise


# Strings


def _check_characters(count: int) -> None:
    if count > LONGEST_STRING:
        raise FoldError(f"string of {count} characters is too long")


def _text(value: str, is_code: bool = False) -> String:
    """A string, within what memory should hold."""
    _check_characters(len(value))
    return string(value, is_code)


@folds("tolower", String)
def _tolower(text: String) -> Node:
    return string(text.value.encode("latin-1").lower().decode("latin-1"))


@folds("toupper", String)
def _toupper(text: String) -> Node:
    return string(text.value.encode("latin-1").upper().decode("latin-1"))


@folds("strconcat", String, String)
def _strconcat(left: String, right: String) -> Node:
    return _text(left.value + right.value, left.is_code or right.is_code)


@folds("interleave", List, String)
def _interleave(values: List, delimiter: String) -> Node | None:
    parts: list[str] = []
    is_code = False
    for value in values.elements:
        if isinstance(value, String):
            parts.append(value.value)
            is_code |= value.is_code and bool(parts[1:])
            continue
        number = integer_of(value)
        if number is None:
            return None
        parts.append(str(number))
    _check_characters(sum(map(len, parts)) + len(delimiter.value) * len(parts))
    return string(delimiter.value.join(parts), is_code)


@folds("substr", String, Integer, Integer)
def _substr(text: String, start: Integer, length: Integer) -> Node:
    size = len(text.value)
    if not 0 <= start.value <= size:
        raise FoldError(
            f"!substr start position is out of range 0...{size}: {start.value}",
            string("", text.is_code),
        )
    rest = text.value[start.value :]
    if length.value < 0:
        raise FoldError(
            "!substr length must be nonnegative", string(rest, text.is_code)
        )
    return string(rest[: length.value], text.is_code)


@folds("find", String, String, Integer)
def _find(source: String, target: String, start: Integer) -> Node:
    size = len(source.value)
    if not 0 <= start.value <= size:
        raise FoldError(
            f"!find start position is out of range 0...{size}: {start.value}",
            integer(-1),
        )
    return integer(source.value.find(target.value, start.value))


@folds("subst", takes_type=True)
def _subst(old: Node, new: Node, value: Node, type: Type) -> Node | None:
    match old, new, value:
        case Definition(), Definition(), Definition():
            same = str(old) == str(value)
            return definition_of((new if same else value).entity)
        case Variable(), Variable(), Variable():
            return variable((new if old.name == value.name else value).name, type)
        case String(), String(), String():
            if not old.value:
                raise FoldError("!subst target string must not be empty")
            return _text(value.value.replace(old.value, new.value))
        case _:
            return None


@folds("repr")
def _repr(value: Node) -> Node | None:
    if isinstance(value, Definition):
        return string(definition_text(value.entity))
    return None if value.is_open else string(str(value))


# Lists


def _element(type: Type | None) -> Type:
    assert isinstance(type, ListType)
    return type.element


def _check_elements(count: int) -> None:
    if count > LONGEST_LIST:
        raise FoldError(f"list of {count} elements is too long")


@folds("head", List)
def _head(value: List) -> Node:
    if not value.elements:
        raise FoldError("empty list argument in !head")
    return value.elements[0]


@folds("tail", List)
def _tail(value: List) -> Node:
    if not value.elements:
        raise FoldError("empty list argument in !tail")
    return list_of(value.elements[1:], _element(value.type))


def _length(value: List | DagValue | String) -> int:
    match value:
        case List():
            return len(value.elements)
        case DagValue():
            return len(value.arguments)
        case String():
            return len(value.value)


@folds("size", (List, DagValue, String))
def _size(value: List | DagValue | String) -> Node:
    return integer(_length(value))


@folds("empty", (List, DagValue, String))
def _empty(value: List | DagValue | String) -> Node:
    return truth(_length(value) == 0)


@folds("listconcat", List, List)
def _listconcat(left: List, right: List) -> Node:
    elements = left.elements + right.elements
    _check_elements(len(elements))
    return list_of(elements, _element(left.type))


@folds("listsplat", Node, Integer)
def _listsplat(value: Node, count: Integer) -> Node | None:
    if value.type is None:
        return None
    if count.value < 0:
        raise FoldError(f"!listsplat count is negative: {count.value}")
    _check_elements(count.value)
    return list_of((value,) * count.value, value.type)


@folds("listremove", List, List)
def _listremove(left: List, right: List) -> Node:
    removed = set(right.elements)
    kept = tuple([e for e in left.elements if e not in removed])
    return list_of(kept, _element(left.type))


@folds("listelem", List, Integer)
def _listelem(value: List, index: Integer) -> Node | None:
    if not 0 <= index.value < len(value.elements):
        return None
    return value.elements[index.value]


@folds("listslice", List, List)
def _listslice(value: List, indexes: List) -> Node | None:
    found: list[Node] = []
    for index in indexes.elements:
        element = _listelem(value, index) if isinstance(index, Integer) else None
        if element is None:
            return None
        found.append(element)
    return list_of(tuple(found), _element(value.type))


def _numbers(numbers: range) -> Node:
    _check_elements(len(numbers))
    return list_of(tuple([integer(number) for number in numbers]), INT)


@folds("rangec", Integer, Integer)
def _rangec(first: Integer, last: Integer) -> Node:
    a, b = first.value, last.value
    return _numbers(range(a, b + 1) if a <= b else range(a, b - 1, -1))


@folds("range", Integer, Integer, Integer)
def _range(start: Integer, end: Integer, step: Integer) -> Node:
    if step.value == 0:
        raise FoldError("Step of !range can't be 0", list_of((), INT))
    return _numbers(range(start.value, end.value, step.value))


# Dags


@folds("con", DagValue, DagValue)
def _con(left: DagValue, right: DagValue) -> Node | None:
    a, b = left.operator, right.operator
    if not isinstance(a, Definition | Unset) or not isinstance(b, Definition | Unset):
        return None
    if a is not b and not a.is_unset and not b.is_unset:
        raise Fatal(
            (),
            f"Concatenated Dag operators do not match: '{left}' vs. '{right}'",
        )
    arguments = left.arguments + right.arguments
    if len(arguments) > LONGEST_LIST:
        raise FoldError("dag has too many arguments")
    return dag(b if a.is_unset else a, None, arguments, left.names + right.names)


@folds("dag", Node, (List, Unset), (List, Unset))
def _dag(operator: Node, children: List | Unset, names: List | Unset) -> Node | None:
    arguments = children.elements if isinstance(children, List) else ()
    labels = names.elements if isinstance(names, List) else ()
    if children.is_unset and names.is_unset:
        return None
    if children.is_unset:
        arguments = (UNSET,) * len(labels)
    if names.is_unset:
        labels = (UNSET,) * len(arguments)
    if len(arguments) != len(labels):
        return None
    if not all(isinstance(label, String | Unset) for label in labels):
        return None
    texts = tuple(x.value if isinstance(x, String) else None for x in labels)
    return dag(operator, None, arguments, texts)


def _argument_index(operator: str, value: DagValue, key: Integer | String) -> int:
    """The index of an argument by number or name."""
    count = len(value.arguments)
    if isinstance(key, String):
        if key.value in value.names:
            return value.names.index(key.value)
        wrong = f"key '{key.value}' is not found"
    elif key.value < 0:
        wrong = f"index {key.value} is negative"
    elif key.value >= count:
        wrong = f"index {key.value} is out of range (dag has {count} arguments)"
    else:
        return key.value
    raise FoldError(f"!{operator} {wrong}")


@folds("getdagop", DagValue, takes_type=True)
def _getdagop(value: DagValue, type: Type) -> Node:
    operator = value.operator
    if operator.type is not None and not operator.type.is_a(type):
        raise FoldError(
            f"Expected type '{type}', got '{operator.type}' in: !getdagop({value})"
        )
    return operator


@folds("getdagarg", DagValue, (Integer, String), takes_type=True)
def _getdagarg(value: DagValue, key: Integer | String, type: Type) -> Node:
    found = value.arguments[_argument_index("getdagarg", value, key)]
    if found.type is not None and not found.type.converts_to(type):
        return UNSET
    return found


@folds("getdagname", DagValue, Integer)
def _getdagname(value: DagValue, index: Integer) -> Node:
    count = len(value.names)
    if not 0 <= index.value < count:
        raise FoldError(
            f"!getdagname index is out of range 0...{count - 1}: {index.value}"
        )
    name = value.names[index.value]
    return UNSET if name is None else string(name)


@folds("setdagarg", DagValue, (Integer, String), Node)
def _setdagarg(value: DagValue, key: Integer | String, new: Node) -> Node:
    index = _argument_index("setdagarg", value, key)
    arguments = (*value.arguments[:index], new, *value.arguments[index + 1 :])
    return dag(value.operator, value.name, arguments, value.names)


@folds("setdagname", DagValue, (Integer, String), (String, Unset))
def _setdagname(value: DagValue, key: Integer | String, new: String | Unset) -> Node:
    index = _argument_index("setdagname", value, key)
    name = new.value if isinstance(new, String) else None
    names = (*value.names[:index], name, *value.names[index + 1 :])
    return dag(value.operator, value.name, value.arguments, names)


@folds("setdagop", DagValue, Definition)
def _setdagop(value: DagValue, operator: Definition) -> Node:
    return dag(operator, None, value.arguments, value.names)

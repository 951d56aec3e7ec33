"""
What the operators compute once their operands are known.

Each function takes the operands, the type of the result and the definition being built
(for the place of an error), and returns None if the operator has to wait.

Facts: `tablegen` section 2.7.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

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

if TYPE_CHECKING:
    from circ.targets.tablegen.language.entities import Entity

Owner: TypeAlias = "Entity | None"
FoldFunction: TypeAlias = Callable[[tuple[Node, ...], Type, Owner], Node | None]

LONGEST_LIST = 1 << 20
LONGEST_STRING = 1 << 26


def failure(owner: Owner, text: str) -> Fatal:
    """The error that an operator stops at, to raise."""
    return Fatal(owner.places if owner else (), text)


def complain(owner: Owner, text: str) -> None:
    """An error after which evaluation goes on, where there is a place for it."""
    if owner is None:
        raise failure(owner, text)
    owner.world.reporter.error(owner.places, text)


def integer_of(value: Node) -> int | None:
    """The number that a value is, if it is one."""
    if isinstance(value, Integer):
        return value.value
    if value.type is None:
        return None
    number = value.convert(INT)
    return number.value if isinstance(number, Integer) else None


def text_of(value: str, owner: Owner, is_code: bool = False) -> String:
    """A string, within what memory should hold."""
    if len(value) > LONGEST_STRING:
        raise failure(owner, f"string of {len(value)} characters is too long")
    return string(value, is_code)


def checked_list(elements: tuple[Node, ...], type: Type, owner: Owner = None) -> List:
    """A list, within what memory should hold."""
    if len(elements) > LONGEST_LIST:
        raise failure(owner, f"list of {len(elements)} elements is too long")
    return list_of(elements, type)


def _arithmetic(compute: Callable[[int, int, Owner], int]) -> FoldFunction:
    def fold(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
        del type
        left, right = integer_of(operands[0]), integer_of(operands[1])
        if left is None or right is None:
            return None
        return integer(signed(compute(left, right, owner)))

    return fold


def _quotient(left: int, right: int, owner: Owner) -> int:
    if right == 0:
        raise failure(owner, "Illegal operation: division by zero")
    if left == -(1 << 63) and right == -1:
        raise failure(owner, "Illegal operation: INT64_MIN / -1")
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _shifted_right(left: int, right: int) -> int:
    return (left & 0xFFFF_FFFF_FFFF_FFFF) >> (right & 63)


def _comparison(
    numbers: Callable[[int, int], bool], strings: Callable[[str, str], bool]
) -> FoldFunction:
    def fold(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
        del type, owner
        left, right = operands
        a, b = integer_of(left), integer_of(right)
        if a is not None and b is not None:
            return ONE if numbers(a, b) else ZERO
        if isinstance(left, String) and isinstance(right, String):
            return ONE if strings(left.value, right.value) else ZERO
        return None

    return fold


def _identity(order: FoldFunction, same: bool) -> FoldFunction:
    def fold(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
        left, right = operands
        if isinstance(left, Definition) and isinstance(right, Definition):
            return ONE if (left is right) == same else ZERO
        return order(operands, type, owner)

    return fold


def _logical_not(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    number = integer_of(operands[0])
    return None if number is None else truth(number == 0)


def _logtwo(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    number = integer_of(operands[0])
    if number is None:
        return None
    if number <= 0:
        raise failure(
            owner,
            "Illegal operation: logtwo is undefined on arguments less than or "
            "equal to 0",
        )
    return integer(number.bit_length() - 1)


def _lower(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    value = operands[0]
    if not isinstance(value, String):
        return None
    return string(value.value.encode("latin-1").lower().decode("latin-1"))


def _upper(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    value = operands[0]
    if not isinstance(value, String):
        return None
    return string(value.value.encode("latin-1").upper().decode("latin-1"))


def _head(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    value = operands[0]
    if not isinstance(value, List):
        return None
    if not value.elements:
        raise failure(owner, "empty list argument in !head")
    return value.elements[0]


def _tail(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    value = operands[0]
    if not isinstance(value, List):
        return None
    if not value.elements:
        raise failure(owner, "empty list argument in !tail")
    assert isinstance(value.type, ListType)
    return list_of(value.elements[1:], value.type.element)


def _length(value: Node) -> int | None:
    match value:
        case List():
            return len(value.elements)
        case DagValue():
            return len(value.arguments)
        case String():
            return len(value.value)
        case _:
            return None


def _size(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    length = _length(operands[0])
    return None if length is None else integer(length)


def _empty(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    length = _length(operands[0])
    return None if length is None else truth(length == 0)


def _repr(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    value = operands[0]
    if isinstance(value, Definition):
        return string(definition_text(value.entity))
    return None if value.is_open else string(str(value))


def _getdagop(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    value = operands[0]
    if not isinstance(value, DagValue):
        return None
    operator = value.operator
    if operator.type is not None and not operator.type.is_a(type):
        raise failure(
            owner,
            f"Expected type '{type}', got '{operator.type}' in: !getdagop({value})",
        )
    return operator


def join_lists(left: List, right: List) -> List:
    """Both lists, in the type of the first."""
    assert isinstance(left.type, ListType)
    return checked_list(left.elements + right.elements, left.type.element)


def _listconcat(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    left, right = operands
    if not isinstance(left, List) or not isinstance(right, List):
        return None
    assert isinstance(left.type, ListType)
    elements = left.elements + right.elements
    return checked_list(elements, left.type.element, owner)


def _listsplat(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    value, count = operands
    if not isinstance(count, Integer) or value.type is None:
        return None
    if count.value < 0:
        raise failure(owner, f"!listsplat count is negative: {count.value}")
    if count.value > LONGEST_LIST:
        raise failure(owner, f"list of {count.value} elements is too long")
    return list_of((value,) * count.value, value.type)


def _listremove(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    left, right = operands
    if not isinstance(left, List) or not isinstance(right, List):
        return None
    assert isinstance(left.type, ListType)
    removed = set(right.elements)
    kept = tuple([e for e in left.elements if e not in removed])
    return list_of(kept, left.type.element)


def _listelem(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    value, index = operands
    if not isinstance(value, List) or not isinstance(index, Integer):
        return None
    if not 0 <= index.value < len(value.elements):
        return None
    return value.elements[index.value]


def _listslice(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    value, indexes = operands
    if not isinstance(value, List) or not isinstance(indexes, List):
        return None
    found: list[Node] = []
    for index in indexes.elements:
        if not isinstance(index, Integer):
            return None
        if not 0 <= index.value < len(value.elements):
            return None
        found.append(value.elements[index.value])
    assert isinstance(value.type, ListType)
    return list_of(tuple(found), value.type.element)


def _numbers(numbers: range, owner: Owner) -> Node:
    if len(numbers) > LONGEST_LIST:
        raise failure(owner, f"list of {len(numbers)} elements is too long")
    return list_of(tuple([integer(number) for number in numbers]), INT)


def _closed_range(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    first, last = operands
    if not isinstance(first, Integer) or not isinstance(last, Integer):
        return None
    a, b = first.value, last.value
    return _numbers(range(a, b + 1) if a <= b else range(a, b - 1, -1), owner)


def _range(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    start, end, step = operands
    if not (
        isinstance(start, Integer)
        and isinstance(end, Integer)
        and isinstance(step, Integer)
    ):
        return None
    if step.value == 0:
        complain(owner, "Step of !range can't be 0")
        return _numbers(range(0), owner)
    return _numbers(range(start.value, end.value, step.value), owner)


def _strconcat(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    left, right = operands
    if not isinstance(left, String) or not isinstance(right, String):
        return None
    return text_of(left.value + right.value, owner, left.is_code or right.is_code)


def _interleave(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    values, delimiter = operands
    if not isinstance(values, List) or not isinstance(delimiter, String):
        return None
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
    size = sum(map(len, parts)) + len(delimiter.value) * len(parts)
    if size > LONGEST_STRING:
        raise failure(owner, f"string of {size} characters is too long")
    return string(delimiter.value.join(parts), is_code)


def _con(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    left, right = operands
    if not isinstance(left, DagValue) or not isinstance(right, DagValue):
        return None
    a, b = left.operator, right.operator
    if not all(isinstance(op, Definition) or op.is_unset for op in (a, b)):
        return None
    if a is not b and not a.is_unset and not b.is_unset:
        raise Fatal(
            (),
            f"Concatenated Dag operators do not match: '{left}' vs. '{right}'",
        )
    if len(left.arguments) + len(right.arguments) > LONGEST_LIST:
        raise failure(owner, "dag has too many arguments")
    return dag(
        b if a.is_unset else a,
        None,
        left.arguments + right.arguments,
        left.names + right.names,
    )


def _dag(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    operator, children, names = operands
    if not isinstance(children, List) and not children.is_unset:
        return None
    if not isinstance(names, List) and not names.is_unset:
        return None
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
    if not all(isinstance(label, String) or label.is_unset for label in labels):
        return None
    texts = tuple(x.value if isinstance(x, String) else None for x in labels)
    return dag(operator, None, arguments, texts)


def _argument_index(value: DagValue, key: Node) -> int | str:
    """The index of an argument by number or name, or what is wrong."""
    count = len(value.arguments)
    if isinstance(key, Integer):
        if key.value < 0:
            return f"index {key.value} is negative"
        if key.value >= count:
            return f"index {key.value} is out of range (dag has {count} arguments)"
        return key.value
    assert isinstance(key, String)
    if key.value in value.names:
        return value.names.index(key.value)
    return f"key '{key.value}' is not found"


def _getdagarg(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    value, key = operands
    if not isinstance(value, DagValue) or not isinstance(key, Integer | String):
        return None
    index = _argument_index(value, key)
    if isinstance(index, str):
        raise failure(owner, f"!getdagarg {index}")
    found = value.arguments[index]
    if found.type is not None and not found.type.converts_to(type):
        return UNSET
    return found


def _getdagname(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    value, index = operands
    if not isinstance(value, DagValue) or not isinstance(index, Integer):
        return None
    count = len(value.names)
    if not 0 <= index.value < count:
        raise failure(
            owner,
            f"!getdagname index is out of range 0...{count - 1}: {index.value}",
        )
    name = value.names[index.value]
    return UNSET if name is None else string(name)


def _setdagarg(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    value, key, new = operands
    if not isinstance(value, DagValue) or not isinstance(key, Integer | String):
        return None
    index = _argument_index(value, key)
    if isinstance(index, str):
        raise failure(owner, f"!setdagarg {index}")
    arguments = (*value.arguments[:index], new, *value.arguments[index + 1 :])
    return dag(value.operator, value.name, arguments, value.names)


def _setdagname(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    value, key, new = operands
    if not isinstance(value, DagValue) or not isinstance(key, Integer | String):
        return None
    if not isinstance(new, String) and not new.is_unset:
        return None
    index = _argument_index(value, key)
    if isinstance(index, str):
        raise failure(owner, f"!setdagname {index}")
    name = new.value if isinstance(new, String) else None
    names = (*value.names[:index], name, *value.names[index + 1 :])
    return dag(value.operator, value.name, value.arguments, names)


def _setdagop(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    value, operator = operands
    if not isinstance(value, DagValue) or not isinstance(operator, Definition):
        return None
    return dag(operator, None, value.arguments, value.names)


def _subst(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    old, new, value = operands
    match old, new, value:
        case Definition(), Definition(), Definition():
            same = str(old) == str(value)
            return definition_of((new if same else value).entity)
        case Variable(), Variable(), Variable():
            return variable((new if old.name == value.name else value).name, type)
        case String(), String(), String():
            if not old.value:
                raise failure(owner, "!subst target string must not be empty")
            return text_of(value.value.replace(old.value, new.value), owner)
        case _:
            return None


def _if(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    number = integer_of(operands[0])
    return None if number is None else operands[1 if number else 2]


def _substr(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    value, start, length = operands
    if not (
        isinstance(value, String)
        and isinstance(start, Integer)
        and isinstance(length, Integer)
    ):
        return None
    size = len(value.value)
    if not 0 <= start.value <= size:
        complain(
            owner,
            f"!substr start position is out of range 0...{size}: {start.value}",
        )
        return string("", value.is_code)
    if length.value < 0:
        complain(owner, "!substr length must be nonnegative")
        return string(value.value[start.value :], value.is_code)
    end = start.value + length.value
    return string(value.value[start.value : end], value.is_code)


def _find(operands: tuple[Node, ...], type: Type, owner: Owner) -> Node | None:
    source, target, start = operands
    if not (
        isinstance(source, String)
        and isinstance(target, String)
        and isinstance(start, Integer)
    ):
        return None
    size = len(source.value)
    if not 0 <= start.value <= size:
        complain(
            owner, f"!find start position is out of range 0...{size}: {start.value}"
        )
        return integer(-1)
    return integer(source.value.find(target.value, start.value))


FOLDS: dict[str, FoldFunction] = {
    "add": _arithmetic(lambda a, b, _: a + b),
    "sub": _arithmetic(lambda a, b, _: a - b),
    "mul": _arithmetic(lambda a, b, _: a * b),
    "div": _arithmetic(_quotient),
    "and": _arithmetic(lambda a, b, _: a & b),
    "or": _arithmetic(lambda a, b, _: a | b),
    "xor": _arithmetic(lambda a, b, _: a ^ b),
    "shl": _arithmetic(lambda a, b, _: a << (b & 63)),
    "sra": _arithmetic(lambda a, b, _: a >> (b & 63)),
    "srl": _arithmetic(lambda a, b, _: _shifted_right(a, b)),
    "eq": _identity(_comparison(lambda a, b: a == b, lambda a, b: a == b), True),
    "ne": _identity(_comparison(lambda a, b: a != b, lambda a, b: a != b), False),
    "lt": _comparison(lambda a, b: a < b, lambda a, b: a < b),
    "le": _comparison(lambda a, b: a <= b, lambda a, b: a <= b),
    "gt": _comparison(lambda a, b: a > b, lambda a, b: a > b),
    "ge": _comparison(lambda a, b: a >= b, lambda a, b: a >= b),
    "not": _logical_not,
    "logtwo": _logtwo,
    "tolower": _lower,
    "toupper": _upper,
    "head": _head,
    "tail": _tail,
    "size": _size,
    "empty": _empty,
    "repr": _repr,
    "getdagop": _getdagop,
    "getdagarg": _getdagarg,
    "getdagname": _getdagname,
    "setdagarg": _setdagarg,
    "setdagname": _setdagname,
    "setdagop": _setdagop,
    "con": _con,
    "dag": _dag,
    "listconcat": _listconcat,
    "listsplat": _listsplat,
    "listremove": _listremove,
    "listelem": _listelem,
    "listslice": _listslice,
    "rangec": _closed_range,
    "range": _range,
    "strconcat": _strconcat,
    "interleave": _interleave,
    "subst": _subst,
    "if": _if,
    "substr": _substr,
    "find": _find,
}

"""
Expressions of NaplesPU assembly: numbers, characters, labels and operators.

Operators and precedence are those of the GNU assembler, which LLVM's MC has for ELF:
`+` and `-` bind less than `&`, `|` and `^`, and shifts as much as products. A value is
a number, perhaps plus the address of one label and minus that of another; only sums and
differences keep labels. `hi(x)` and `lo(x)` are the halves of a number
or of an address, as `moveih` and `moveil` take them (docs/reference/naplespu-isa.md,
section 1.7).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

NAME = r"[A-Za-z_.$][\w.$@]*"
UNSIGNED = (
    r"(?:0[xX][0-9a-fA-F]{1,40}|0[bB][01]{1,40}|0[0-7]{0,40}|[1-9][0-9]{0,40})"
    r"U?L{0,2}(?!\w)"
)
DIRECTIONAL = r"[0-9]{1,9}[bf](?!\w)"
"""The next or the last label that is a number."""
_TOKEN = re.compile(
    rf"""\s*(?: (?P<number>{UNSIGNED})
              | '(?P<character>\\.|[^\\\n])'
              | (?P<half>hi|lo) (?=\s*\()
              | (?P<name>{NAME}|{DIRECTIONAL})
              | (?P<operator><<|>>|<=|>=|<>|==|!=|&&|\|\||[-+*/%&|^~()<>!])
            )\s*""",
    re.VERBOSE,
)
_PART = re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^\\\n]|\\.)'|[^,])*""")
CHARACTERS = {"n": 10, "t": 9, "r": 13, "b": 8, "f": 12, "0": 0}
"""What a backslash makes of letters, in characters and strings."""
_LIMIT = 1 << 64
_LARGEST_SHIFT = 63


def separated(text: str) -> list[str]:
    """Split at commas outside of strings and characters."""
    if "'" not in text and '"' not in text:
        return text.split(",")
    found: list[str] = []
    at = 0
    while True:
        match = _PART.match(text, at)
        assert match is not None
        found.append(match[0])
        at = match.end() + 1
        if at > len(text):
            return found


class ExpressionError(ValueError):
    """An expression without a value; `column` counts from 0."""

    def __init__(self, column: int, message: str):
        super().__init__(message)
        self.column = column
        self.message = message


class SyntaxProblem(ExpressionError):
    """Text that is no expression."""


class UnknownNumber(ExpressionError):
    """An operator on labels, whose distance may be known when all labels are."""


class Value(NamedTuple):
    """`number + plus - minus`, of which `half` is taken; names are empty for none."""

    number: int
    plus: str = ""
    minus: str = ""
    half: str = ""

    @property
    def is_number(self) -> bool:
        return not self.plus and not self.minus

    @property
    def is_symbol(self) -> bool:
        """Is it an address, with an addend?"""
        return bool(self.plus) and not self.minus


class _Operator(NamedTuple):
    """An operator on the stack of the parser."""

    name: str
    column: int
    precedence: int


def _divide(left: int, right: int) -> int:
    """Towards zero, as in C."""
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_WORD = (1 << 64) - 1


def _truth(value: bool) -> int:
    return -1 if value else 0


_BINARY: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "*": (6, lambda x, y: x * y),
    "/": (6, _divide),
    "%": (6, lambda x, y: x - _divide(x, y) * y),
    "<<": (6, lambda x, y: x << y),
    ">>": (6, lambda x, y: (x & _WORD) >> y),
    "&": (5, lambda x, y: x & y),
    "^": (5, lambda x, y: x ^ y),
    "|": (5, lambda x, y: x | y),
    "+": (4, lambda x, y: x + y),
    "-": (4, lambda x, y: x - y),
    "==": (3, lambda x, y: _truth(x == y)),
    "!=": (3, lambda x, y: _truth(x != y)),
    "<>": (3, lambda x, y: _truth(x != y)),
    "<": (3, lambda x, y: _truth(x < y)),
    "<=": (3, lambda x, y: _truth(x <= y)),
    ">": (3, lambda x, y: _truth(x > y)),
    ">=": (3, lambda x, y: _truth(x >= y)),
    "&&": (2, lambda x, y: int(bool(x and y))),
    "||": (1, lambda x, y: int(bool(x or y))),
}
"""Precedence and meaning on numbers."""
_PREFIX = 7
_UNARY: dict[str, Callable[[int], int]] = {
    "+": lambda x: x,
    "-": lambda x: -x,
    "~": lambda x: ~x,
    "!": lambda x: int(not x),
    "hi": lambda x: x >> 16 & 0xFFFF,
    "lo": lambda x: x & 0xFFFF,
}


def number_of(literal: str) -> int:
    """The value of an unsigned literal: decimal, 0x, 0b, or octal after a 0."""
    try:
        return int(literal, 0)
    except ValueError:
        literal = literal.rstrip("UL")
        is_octal = literal[0] == "0" and literal.isdigit()
        return int(literal, 8 if is_octal else 0)


Distance = Callable[[str, str], "int | None"]
"""The first label minus the second; None where that is not known yet."""


def _unknown(label: str, other: str) -> None:
    return None


class Scope(NamedTuple):
    """What names mean; a name without a value is that of a label."""

    values: Mapping[str, Value] = {}
    distance: Distance = _unknown


EMPTY = Scope()


def evaluate(text: str, scope: Scope = EMPTY) -> Value:
    """
    The value of an expression; a known distance of labels is a number.

    Raises UnknownNumber where an operator wants the value of a label.
    """
    distance = scope.distance
    values: list[Value] = []
    operators: list[_Operator] = []
    wants_value = True
    for match in _tokens(text):
        column = match.start(match.lastgroup or 0)
        token = match[match.lastgroup or 0]
        if wants_value:
            if match.lastgroup == "operator" and token == "(":
                operators.append(_Operator("(", column, 0))
            elif match.lastgroup == "half" or (
                match.lastgroup == "operator" and token in _UNARY
            ):
                name = token if match.lastgroup == "half" else f"unary {token}"
                operators.append(_Operator(name, column, _PREFIX))
            elif match.lastgroup == "operator":
                raise SyntaxProblem(column, f"expected a value before '{token}'")
            else:
                values.append(_operand(match, scope.values))
                wants_value = False
        elif match.lastgroup == "operator" and token == ")":
            while operators and operators[-1].name != "(":
                _apply(values, operators.pop(), distance)
            if not operators:
                raise SyntaxProblem(column, "')' without '('")
            operators.pop()
        elif match.lastgroup == "operator" and token in _BINARY:
            precedence, _ = _BINARY[token]
            while operators and operators[-1].precedence >= precedence:
                _apply(values, operators.pop(), distance)
            operators.append(_Operator(token, column, precedence))
            wants_value = True
        else:
            raise SyntaxProblem(column, f"expected an operator before '{token}'")
    if wants_value:
        raise SyntaxProblem(len(text), "expected a value")
    while operators:
        if operators[-1].name == "(":
            raise SyntaxProblem(operators[-1].column, "'(' without ')'")
        _apply(values, operators.pop(), distance)
    return values[0]


def _tokens(text: str) -> Iterator[re.Match[str]]:
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            start = at + len(text[at:]) - len(text[at:].lstrip())
            raise SyntaxProblem(start, f"'{text[start:]}' is no expression")
        yield match
        at = match.end()


def _operand(match: re.Match[str], values: Mapping[str, Value]) -> Value:
    if (name := match["name"]) is not None:
        return values.get(name) or Value(0, name)
    if (character := match["character"]) is not None:
        escaped = character[1:]
        return Value(
            CHARACTERS.get(escaped, ord(escaped)) if escaped else ord(character)
        )
    return Value(number_of(match["number"]))


def _apply(values: list[Value], operator: _Operator, distance: Distance) -> None:
    """Replace the operands on the stack by the result."""
    right = values.pop()
    if operator.precedence == _PREFIX:
        values.append(_prefixed(operator, right))
        return
    left = values.pop()
    if left.half or right.half:
        raise ExpressionError(operator.column, "half of an address is no number")
    if operator.name in "+-" and not (left.is_number and right.is_number):
        values.append(_sum(operator, left, right, distance))
        return
    if not left.is_number or not right.is_number:
        raise UnknownNumber(
            operator.column, f"'{operator.name}' takes numbers, but is given an address"
        )
    if operator.name in "/%" and not right.number:
        raise ExpressionError(operator.column, "division by zero")
    if operator.name in ("<<", ">>") and not 0 <= right.number <= _LARGEST_SHIFT:
        message = f"a shift must be by 0..{_LARGEST_SHIFT}, but is by {right.number}"
        raise ExpressionError(operator.column, message)
    _, compute = _BINARY[operator.name]
    values.append(_checked(operator, Value(compute(left.number, right.number))))


def _prefixed(operator: _Operator, value: Value) -> Value:
    name = operator.name.removeprefix("unary ")
    if value.is_number:
        return _checked(operator, Value(_UNARY[name](value.number)))
    if value.half:
        raise ExpressionError(operator.column, "half of an address is no number")
    if name == "+":
        return value
    if name == "-" and (value.minus or not value.plus):
        return Value(-value.number, value.minus, value.plus)
    if name in ("hi", "lo") and not value.minus:
        return value._replace(half=name)
    raise UnknownNumber(
        operator.column, f"'{name}' takes a number, but is given an address"
    )


def _sum(operator: _Operator, left: Value, right: Value, distance: Distance) -> Value:
    """A sum or difference with at most one label added and one subtracted."""
    if operator.name == "-":
        right = Value(-right.number, right.minus, right.plus)
    plus = [name for name in (left.plus, right.plus) if name]
    minus = [name for name in (left.minus, right.minus) if name]
    for name in [name for name in plus if name in minus]:
        plus.remove(name)
        minus.remove(name)
    if len(plus) > 1 or len(minus) > 1:
        raise UnknownNumber(operator.column, "addresses cannot be added")
    number = left.number + right.number
    if plus and minus and (apart := distance(plus[0], minus[0])) is not None:
        return _checked(operator, Value(number + apart))
    return _checked(operator, Value(number, "".join(plus), "".join(minus)))


def _checked(operator: _Operator, value: Value) -> Value:
    if not -_LIMIT < value.number < _LIMIT:
        raise ExpressionError(operator.column, "a number must have 64 bits")
    return value

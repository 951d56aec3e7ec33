"""
Macros of assembly: parameters, arguments and expansion.

As in LLVM's MC (`AsmParser`): spaces and commas separate arguments, `name=value` names
one; in a body `\\name` is an argument without the quotes of a string, `\\@` counts the
calls, and `\\()` separates a name from what follows.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from circ.targets.naplespu.assembler.expressions import NAME
from circ.targets.naplespu.assembler.lines import Line, StatementError

_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<string>"(?:[^"\\]|\\.)*")
      | '(?:[^\\\n]|\\.)'
      | (?P<operator><<|>>|<=|>=|<>|==|!=|&&|\|\||[-+~/*=|^&!<>])
      | [\w.$@?]+
      | .""",
    re.VERBOSE | re.DOTALL,
)
_PARAMETER = re.compile(rf"\s*,?\s*({NAME})\s*(?::\s*(\w*)\s*)?(=)?")
_NAMED = re.compile(rf"({NAME})\s*=(?!=)\s*")
_SEPARATOR = re.compile(r"\s*,?\s*")
_SPACE = re.compile(r"\s*")
_SUBSTITUTED = re.compile(r"\\(?:(@)|([\w.$]+)|(\(\)))")


@dataclass(frozen=True)
class Parameter:
    name: str
    default: str = ""
    is_required: bool = False
    takes_rest: bool = False


@dataclass(frozen=True)
class Macro:
    name: str
    parameters: Sequence[Parameter]
    filename: str
    body: list[Line] = field(default_factory=list[Line])


def parse_macro(text: str, filename: str) -> Macro:
    """The macro that `.macro` begins, still without a body."""
    head = re.match(rf"({NAME})", text)
    if head is None:
        raise StatementError("expected the name of a macro")
    parameters: list[Parameter] = []
    at = head.end()
    while text[at:].strip(" \t,"):
        match = _PARAMETER.match(text, at)
        if match is None:
            raise StatementError(f"'{text[at:].strip()}' is no parameter")
        name, qualifier, has_default = match.groups()
        at = match.end()
        if qualifier not in (None, "req", "vararg"):
            raise StatementError(
                f"'{qualifier}' is not a valid parameter qualifier for '{name}' "
                f"(req, vararg)"
            )
        if parameters and parameters[-1].takes_rest:
            raise StatementError(
                f"vararg parameter '{parameters[-1].name}' must be the last parameter"
            )
        if any(name == other.name for other in parameters):
            raise StatementError(f"there are two parameters named '{name}'")
        default = ""
        if has_default:
            default, at = _argument(text, _skip(text, at))
        parameters.append(
            Parameter(name, default, qualifier == "req", qualifier == "vararg")
        )
    return Macro(head[1], parameters, filename)


def arguments_of(text: str, macro: Macro) -> dict[str, str]:
    """The values of a macro's parameters in a call."""
    parameters = macro.parameters
    names = [parameter.name for parameter in parameters]
    given = [""] * len(parameters)
    at, has_names = 0, False
    for number, parameter in enumerate(parameters):
        where = number
        if match := _NAMED.match(text, at):
            if match[1] not in names:
                raise StatementError(
                    f"parameter named '{match[1]}' does not exist for macro "
                    f"'{macro.name}'"
                )
            has_names, where, at = True, names.index(match[1]), match.end()
        elif has_names and at < len(text):
            raise StatementError("positional and named arguments cannot be mixed")
        if parameter.takes_rest:
            value, at = text[at:], len(text)
        else:
            value, at = _argument(text, at)
        if value:
            given[where] = value
        at = _skip(text, at, _SEPARATOR)
        if at >= len(text):
            break
    if at < len(text):
        raise StatementError(f"macro '{macro.name}' is given too many arguments")
    for number, parameter in enumerate(parameters):
        if given[number]:
            continue
        if parameter.is_required:
            raise StatementError(
                f"missing value for required parameter '{parameter.name}' of macro "
                f"'{macro.name}'"
            )
        given[number] = parameter.default
    return dict(zip(names, given, strict=True))


def listed_arguments(text: str) -> list[str]:
    """The values that `.irp` goes through."""
    values: list[str] = []
    at = 0
    while at < len(text):
        value, at = _argument(text, at)
        values.append(value)
        at = _skip(text, at, _SEPARATOR)
    return values


def _skip(text: str, at: int, pattern: re.Pattern[str] = _SPACE) -> int:
    match = pattern.match(text, at)
    assert match is not None
    return match.end()


def _argument(text: str, at: int) -> tuple[str, int]:
    """
    One argument, and where it ends.

    Outside of parentheses a space ends it that is not beside an operator.
    """
    value: list[str] = []
    depth = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None
        token = match[0]
        if depth == 0:
            if token == ",":
                break
            if match["space"] is not None:
                end = match.end()
                match = _TOKEN.match(text, end)
                if match is None or match["operator"] is None:
                    at = end
                    break
                token = match[0]
            if token == "=":
                raise StatementError("'=' in an argument that is not named")
            if match["operator"] is not None:
                value.append(token)
                at = _skip(text, match.end())
                continue
        depth += (token == "(") - (token == ")" and depth > 0)
        value.append(token[1:-1] if match["string"] is not None else token)
        at = match.end()
    if depth:
        raise StatementError("unbalanced parentheses in an argument")
    return "".join(value), at


def expanded(body: Sequence[Line], values: Mapping[str, str], count: int) -> list[Line]:
    """The lines of a body with values in the place of parameters."""
    return [
        _expanded(line, values, count) if "\\" in line[1] else line for line in body
    ]


def _expanded(line: Line, values: Mapping[str, str], count: int) -> Line:
    number, text, outer = line
    result: list[str] = []
    pieces: list[tuple[int, int, bool]] = []
    length = at = 0

    def put(piece: str, column: int, is_text: bool) -> None:
        nonlocal length
        if piece:
            pieces.append((length, column, is_text))
            result.append(piece)
            length += len(piece)

    for match in _SUBSTITUTED.finditer(text):
        value = values.get(match[2]) if match[2] else ""
        if match[1]:
            value = str(count)
        if value is not None:
            put(text[at : match.start()], at, True)
            put(value, match.start(), False)
            at = match.end()
    put(text[at:], at, True)
    if outer is not None:
        pieces = [(start, *_through(outer, column, t)) for start, column, t in pieces]
    return number, "".join(result), pieces or [(0, 0, True)]


def _through(
    outer: Sequence[tuple[int, int, bool]], column: int, is_text: bool
) -> tuple[int, bool]:
    """The column in the original of a line that is itself an expansion."""
    start, there, was_text = [piece for piece in outer if piece[0] <= column][-1]
    return there + (column - start) * was_text, is_text and was_text

"""
Annotations of the diagnostics that a source is expected to produce, as in MLIR's tests.

`// expected-error @+1 {{text}}` says that an error whose message contains the text is
reported for the next line. `docs/diagnostics.md` lists the forms.
"""

import re
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import (
    ON_WARNING,
    Diagnostic,
    located,
    position_of,
)
from circ.dialects.common.reports import LISTENERS, Remark

ANNOTATION = re.compile(
    r"expected-(?P<kind>error|warning|remark)(?P<re>-re)?"
    r" *(?:@ *(?P<where>[+-]\d+|above|below|unknown))?"
    r" *(?P<count>\d+)? *\{\{(?P<text>(?:(?!expected-(?:error|warning|remark)).)*)\}\}"
)
INTENDED = re.compile(r"expected-(?:error|warning|remark)(?:-re)? *(?:@|\d|\{\{)")
"""Looks like an annotation, whether or not it is one."""

REMARK = re.compile(r"expected-remark")


@dataclass(frozen=True)
class Expected:
    """A diagnostic that is expected once."""

    kind: str
    line: int | None
    """The line of the diagnostic; None if it has none."""
    text: str
    pattern: re.Pattern[str]
    annotation: Diagnostic
    """The error if it is not produced."""

    def matches(self, diagnostic: Diagnostic, line: int | None) -> bool:
        return (
            diagnostic.kind == self.kind
            and line == self.line
            and self.pattern.search(diagnostic.message) is not None
        )


@contextmanager
def listening(
    listener: Callable[[Diagnostic], None], remarks: re.Pattern[str] | None
) -> Generator[None]:
    """
    Listen to warnings, and to remarks of the passes whose name matches, if to any.
    """

    def listen(remark: Remark) -> None:
        if remarks and remarks.search(remark.pass_name):
            listener(remark)

    more = [] if remarks is None else [listen]
    listeners = [*LISTENERS.get(), *more]
    with bound(LISTENERS, listeners), bound(ON_WARNING, listener):
        yield


def annotations_in(text: str, name: str) -> list[Expected]:
    """What a source expects; a Diagnostic if an annotation is malformed."""
    found: list[Expected] = []
    lines = text.split("\n")
    annotated = [INTENDED.search(line) is not None for line in lines]
    for number, line in enumerate(lines, 1):
        begun = len(INTENDED.findall(line))
        matches = list(ANNOTATION.finditer(line))
        if len(matches) < begun:
            column = (INTENDED.search(line) or matches[0]).start() + 1
            form = "expected-error @+1 {{text}}"
            message = f"malformed annotation: the form is '{form}'"
            raise Diagnostic(located(name, number, column), message)
        for match in matches:
            kind, content = match["kind"], match["text"]
            pattern = _pattern(content) if match["re"] else re.escape(content)
            place = located(name, number, match.start() + 1)
            try:
                compiled = re.compile(pattern)
            except re.error as error:
                raise Diagnostic(place, f"malformed annotation: {error}") from None
            missing = f'expected {kind} "{content}" was not produced'
            target = _line(match["where"], number, annotated)
            each = Expected(kind, target, content, compiled, Diagnostic(place, missing))
            found += [each] * int(match["count"] or 1)
    return found


def _pattern(text: str) -> str:
    """A regular expression for text in which `{{…}}` holds regular expressions."""
    parts = re.split(r"\{\{(.*?)\}\}", text)
    return "".join(f"(?:{p})" if i % 2 else re.escape(p) for i, p in enumerate(parts))


def _line(where: str | None, number: int, annotated: Sequence[bool]) -> int | None:
    """The line that an annotation at a line is about."""
    if where == "unknown":
        return None
    if where in ("above", "below"):
        # The next line that is no annotation: several may be about the same one.
        step = 1 if where == "below" else -1
        number += step
        while 0 < number <= len(annotated) and annotated[number - 1]:
            number += step
        return number
    return number + int(where or 0)


def differences(
    text: str, name: str, produced: Sequence[Diagnostic]
) -> list[Diagnostic]:
    """The errors about diagnostics that are not expected, or not produced."""
    try:
        # Longer texts first, so that a short one does not take what they need.
        left = sorted(annotations_in(text, name), key=lambda each: -len(each.text))
    except Diagnostic as error:
        return [error]
    errors: list[Diagnostic] = []
    for diagnostic in produced:
        position = position_of(diagnostic.location)
        line = position.line.data if position is not None else None
        for i, expected in enumerate(left):
            if expected.matches(diagnostic, line):
                del left[i]
                break
        else:
            message = f"unexpected {diagnostic.kind}: {diagnostic.message}"
            errors.append(Diagnostic(diagnostic.location, message))
    return [*errors, *(each.annotation for each in left)]

"""
Diagnostics: how circ reports errors in an input.

xDSL's attributes are imported where they are needed: that import takes longer than a
whole command without IR.
"""

import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar, cast

from xdsl.utils.exceptions import DiagnosticException

if TYPE_CHECKING:
    from xdsl.dialects.builtin import FileLineColLoc, IntAttr, StringAttr
    from xdsl.ir import Attribute, Operation


Item = TypeVar("Item")
Result = TypeVar("Result")


class Diagnostic(DiagnosticException):
    """
    An error in the user's input, with its location.

    `location` is a location attribute, plain text for inputs without lines (`FILE: byte
    12`), or None if there is none. The tools print `LOCATION: error: MESSAGE`, the
    source line with a caret if there is one, and exit with status 1. A `kind` other
    than "error" is only printed. Stock `xdsl-opt` prints it with
    `--verify-diagnostics`.
    """

    def __init__(
        self, location: "Attribute | str | None", message: str, kind: str = "error"
    ):
        super().__init__(message)
        self.kind = kind
        self.location = location
        self.message = message

    def __reduce__(self) -> tuple[object, ...]:
        """Another process gets all of it, not the message alone."""
        return Diagnostic, (self.location, self.message, self.kind)

    @property
    def each(self) -> "Sequence[Diagnostic]":
        """The errors: this one, or those of `Diagnostics`."""
        return (self,)

    def __str__(self) -> str:
        place = place_of(self.location)
        text = f"{self.kind}: {self.message}"
        return f"{place}: {text}" if place else text


class Diagnostics(Diagnostic):
    """
    Several errors of one input, each on a line of its own.

    Its location and message are those of the first one.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]):
        first = diagnostics[0]
        super().__init__(first.location, first.message, first.kind)
        self._diagnostics = diagnostics

    def __reduce__(self) -> tuple[object, ...]:
        return Diagnostics, (self._diagnostics,)

    @property
    def each(self) -> Sequence[Diagnostic]:
        return self._diagnostics

    def __str__(self) -> str:
        return "\n".join(map(str, self.each))


MOST_ERRORS = 20
"""Readers and verifiers stop after as many errors."""


def raise_errors(errors: Sequence[Diagnostic]) -> None:
    """Raise the errors of an input, if there are any."""
    if errors:
        raise combined(errors)


def for_each(function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """The function's results for all items; the errors are raised together."""
    results: list[Result] = []
    errors: list[Diagnostic] = []
    for item in items:
        try:
            results.append(function(item))
        except Diagnostic as error:
            errors.append(error)
    raise_errors(errors)
    return results


def combined(errors: Sequence[Diagnostic]) -> Diagnostic:
    """
    One diagnostic for all, by location.

    Those that differ in their notes only are one, as from a macro that is used twice.
    """
    every: dict[str, Diagnostic] = {}
    for error in (error for each in errors for error in each.each):
        every.setdefault(str(error).partition("\n")[0], error)
    if len(every) == 1:
        return errors[0]
    files: dict[str, int] = {}

    def order(error: Diagnostic) -> tuple[int, int, int]:
        """What has no position comes last."""
        if (position := position_of(error.location)) is None:
            return sys.maxsize, 0, 0
        file = files.setdefault(position.filename.data, len(files))
        return file, position.line.data, position.column.data

    return Diagnostics(sorted(every.values(), key=order)[:MOST_ERRORS])


def extended(error: Diagnostic, text: str) -> Diagnostic:
    """The error with more text after its message, or after that of each of several."""
    return combined([Diagnostic(e.location, f"{e.message}{text}") for e in error.each])


ON_WARNING: ContextVar[Callable[[Diagnostic], object] | None] = ContextVar(
    "ON_WARNING", default=None
)
"""Is told of warnings: commands print them, otherwise Python's `warnings` do."""


def warn(location: "Attribute | str | None", message: str) -> None:
    """Warn of something in the input that does not end the work."""
    warning = Diagnostic(location, message, "warning")
    if (told := ON_WARNING.get()) is not None:
        told(warning)
    else:
        import warnings  # only ever needed here

        warnings.warn(str(warning), stacklevel=2)


def position_of(location: "Attribute | str | None") -> "FileLineColLoc | None":
    """The first file position that a location attribute names, None without one."""
    from xdsl.dialects.builtin import (
        ArrayAttr,
        CallSiteLoc,
        FileLineColLoc,
        FusedLoc,
        NameLoc,
    )

    match location:
        case FileLineColLoc():
            return location
        case NameLoc():
            return position_of(location.location)
        case CallSiteLoc():
            return position_of(location.callee) or position_of(location.caller)
        case FusedLoc() if isinstance(location.locations, ArrayAttr):
            parts = cast("ArrayAttr[Attribute]", location.locations)
            for part in parts:
                if position := position_of(part):
                    return position
            return None
        case _:
            return None


def place_of(location: "Attribute | str | None") -> str | None:
    """
    `FILE:LINE:COL` of a location attribute; None if it has no position.

    A name without a position is given as it is (`FILE: byte 12` of a binary input).
    """
    if isinstance(location, str):
        return location
    if position := position_of(location):
        line, column = position.line.data, position.column.data
        return f"{position.filename.data}:{line}:{column}"
    from xdsl.dialects.builtin import NameLoc

    return location.desc.data if isinstance(location, NameLoc) else None


def located(filename: str, line: int, column: int) -> "FileLineColLoc":
    """The location attribute of a 1-based line and column."""
    from xdsl.dialects.builtin import FileLineColLoc

    return FileLineColLoc(_file_name(filename), _place(line), _place(column))


@lru_cache(maxsize=4)
def _file_name(name: str) -> "StringAttr":
    from xdsl.dialects.builtin import StringAttr

    return StringAttr(name)


@lru_cache(maxsize=4096)
def _place(number: int) -> "IntAttr":
    """A line or column; making the attribute takes most of the time of `located`."""
    from xdsl.dialects.builtin import IntAttr

    return IntAttr(number)


def name_of(op: "Operation") -> str:
    """The name that the user wrote, also of an operation that is not registered."""
    from xdsl.dialects.builtin import UnregisteredOp

    return op.op_name.data if isinstance(op, UnregisteredOp) else op.name


def unsupported(op: "Operation", what: str, advice: str = "") -> Diagnostic:
    """The diagnostic of a conversion for an operation that it does not accept."""
    return Diagnostic(op.location, f"'{name_of(op)}': {what} is not supported{advice}")


@contextmanager
def unsupported_diagnosed(what: str) -> Generator[None]:
    """Turn what xDSL's passes and targets raise into a Diagnostic on one line."""
    try:
        yield
    except Diagnostic:
        raise
    except (DiagnosticException, NotImplementedError) as error:
        message = " ".join(str(error).split()) or type(error).__name__
        raise Diagnostic(None, f"{what}: {message}") from error

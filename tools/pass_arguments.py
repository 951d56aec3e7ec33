"""Pipelines and targets as command lines write them: `name{option=value},name`."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from inspect import formatannotation
from typing import Any, TypeVar, cast

from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import ArgSpec, ArgSpecConvertible, parse_pipeline
from xdsl.utils.exceptions import ArgSpecParseError, ParseError

from circ.dialects.common.diagnostics import Diagnostic
from circ.tools.command import UsageError, unknown

Configurable = TypeVar("Configurable", bound=ArgSpecConvertible)


def parse_passes(
    text: str, available: Mapping[str, Callable[[], type[ModulePass]]]
) -> list[ModulePass]:
    """The passes of a pipeline; an unknown name is diagnosed."""
    passes: list[ModulePass] = []
    for spec in specs(text, "-p", lambda text: list(parse_pipeline(text))):
        if spec.name not in available:
            raise unknown("pass", spec.name, available)
        passes.append(configured(available[spec.name], spec, "pass"))
    return passes


def specs(
    text: str, option: str, parse: Callable[[str], list[ArgSpec]]
) -> list[ArgSpec]:
    """Parse names with options in braces; xDSL raises various errors."""
    try:
        return parse(text)
    except ArgSpecParseError as error:
        reason = str(error).rstrip().rpartition("\n")[2].strip()
    except ParseError as error:
        reason = error.msg
    except (StopIteration, RuntimeError):  # after the end
        reason = "unexpected end"
    raise UsageError(f"malformed {option} '{text}': {reason}")


def configured(
    factory: Callable[[], type[Configurable]], spec: ArgSpec, kind: str
) -> Configurable:
    """A pass or target with the options it was given."""
    try:
        return factory().from_spec(spec)
    except ModuleNotFoundError as error:
        missing = error.name
        raise Diagnostic(
            None, f"{kind} '{spec.name}' needs the package '{missing}'"
        ) from error
    except ValueError as error:
        reason = _wrong_option(factory(), spec) or error
        raise UsageError(f"{kind} '{spec.name}': {reason}") from None


def _wrong_option(cls: type[ArgSpecConvertible], spec: ArgSpec) -> str | None:
    """What is wrong with the first option whose value is not of its type."""
    types = {field.name: field.type for field in fields(cast(Any, cls))}
    for name, values in spec.parameters.items():
        try:
            cls.from_spec(ArgSpec(spec.name, {name: values}))
        except ValueError as error:
            if str(error).startswith("Incompatible types"):
                wanted = formatannotation(types[name.replace("-", "_")])
                given = ",".join(map(str, values)) or "without a value"
                return f"option '{name}' must be {wanted}, but is {given}"
    return None

"""What commands print about passes and plug-ins: from docstrings and entry points."""

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from importlib.metadata import entry_points
from textwrap import dedent
from typing import NamedTuple

from xdsl.passes import ModulePass
from xdsl.utils.target import Target

from circ.tools.command import unknown

Passes = Mapping[str, Callable[[], type[ModulePass]]]

GROUPS = ("xdsl.universe", "circ.machines")
"""Entry points by which packages add to circ."""


def pass_list(passes: Passes) -> Iterator[str]:
    """A line for each pass: its name and the first line of its docstring."""
    width = max(map(len, passes))
    for name in sorted(passes):
        yield f"{name:{width}}  {_documentation(passes[name]()).partition(chr(10))[0]}"


def pass_help(name: str, passes: Passes) -> Iterator[str]:
    """The docstring of a pass, and its options with defaults and docstrings."""
    if name not in passes:
        raise unknown("pass", name, passes)
    cls = passes[name]()
    yield name
    yield ""
    yield description(cls)
    options = [*options_of(cls)]
    if options:
        yield ""
        yield "options:"
    for option in options:
        default = f" (default {option.default})" if option.default else ""
        yield f"  {option.name}: {option.type}{default}"
        for line in option.text.splitlines():
            yield f"      {line}"


class Option(NamedTuple):
    """An option of a pass or target, as text."""

    name: str
    type: str
    default: str
    """Empty where there is none."""
    text: str


def options_of(cls: type[ModulePass] | type[Target]) -> Iterator[Option]:
    """The options of a pass or target with the strings after their fields."""
    texts = _option_texts(cls)
    for each in fields(cls):
        if each.init:
            default = "" if each.default is MISSING else str(each.default)
            type = inspect.formatannotation(each.type)
            name = each.name.replace("_", "-")
            yield Option(name, type, default, texts.get(each.name, ""))


def description(cls: type[ModulePass]) -> str:
    """
    The docstring of a pass, with what its module's says after the first paragraph.

    The latter only if the module has no other pass.
    """
    module = sys.modules[cls.__module__]
    defined = [
        each
        for each in vars(module).values()
        if isinstance(each, type) and each.__module__ == module.__name__
    ]
    if sum(issubclass(each, ModulePass) for each in defined) != 1:
        return _documentation(cls)
    _, _, details = inspect.cleandoc(module.__doc__ or "").partition("\n\n")
    return "\n\n".join(filter(None, (_documentation(cls), details)))


def plugins() -> Iterator[str]:
    """A line for each entry point by which a package adds to circ."""
    for group in GROUPS:
        for entry in sorted(entry_points(group=group), key=lambda each: each.name):
            package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else "?"
            yield f"{group}: {entry.name} = {entry.value} ({package})"


def _documentation(cls: type[ModulePass]) -> str:
    """The class's own docstring; a dataclass without one has its signature."""
    text = inspect.cleandoc(cls.__doc__ or "")
    return "" if text.startswith(f"{cls.__name__}(") else text


def _option_texts(cls: type) -> dict[str, str]:
    """The strings after the fields of a class and of those that it extends."""
    texts: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if not is_dataclass(base):
            continue
        (tree,) = ast.parse(dedent(inspect.getsource(base))).body
        assert isinstance(tree, ast.ClassDef)
        for entry, after in zip(tree.body, tree.body[1:], strict=False):
            match entry, after:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str() as text)),
                ):
                    texts[name] = inspect.cleandoc(text)
                case _:
                    pass
    return texts

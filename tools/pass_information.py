"""What commands print about passes and plug-ins: from docstrings and entry points."""

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields
from importlib.metadata import entry_points
from textwrap import dedent

from xdsl.passes import ModulePass

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
    yield _documentation(cls)
    texts = _option_texts(cls)
    options = [each for each in fields(cls) if each.init]
    if options:
        yield ""
        yield "options:"
    for option in options:
        default = "" if option.default is MISSING else f" (default {option.default})"
        type = inspect.formatannotation(option.type)
        yield f"  {option.name.replace('_', '-')}: {type}{default}"
        for line in texts.get(option.name, "").splitlines():
            yield f"      {line}"


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


def _option_texts(cls: type[ModulePass]) -> dict[str, str]:
    """The strings after the fields of a class and of those that it extends."""
    texts: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if not issubclass(base, ModulePass) or base is ModulePass:
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

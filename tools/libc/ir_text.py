"""
Modules of LLVM IR, as text, parted into one for each function.

The compilers print one definition a block of lines, so that lines are enough: what is
not a definition (types, attributes, metadata) goes into every part.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

TRIPLE = "armv7-unknown-none-eabihf"
DATA_LAYOUT = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
"""Those of clang for circ's target; Zig's compiler has a triple of its own."""

_NAME = r'@("[^"]+"|[\w$.]+)'
_REFERENCE = re.compile(_NAME)
_VARIABLE = re.compile(rf"^{_NAME} = .*?\b(?:global|constant)\b")
_EXTERNAL = re.compile(rf"^{_NAME} = (?:external|extern_weak)\b")
_ALIAS = re.compile(rf"^{_NAME} = .*?\balias\b.*, ptr {_NAME}$")
_FUNCTION = re.compile(rf"^define .*?{_NAME}\(")
_LOCAL = re.compile(r"^(?:define |@\S+ = )(?:private|internal) ")
_STRING_ATTRIBUTE = re.compile(
    r' "(?:target-cpu|target-features|no-trapping-math|stack-protector-buffer-size'
    r'|frame-pointer|probe-stack|uwtable)"(?:="[^"]*")?'
)
_EMPTY_ASSEMBLY = re.compile(r'^  (?:tail )?call void asm sideeffect "", .*\n', re.M)
_LINKAGE = re.compile(
    r"^define (?:(?:private|internal|weak|weak_odr|linkonce_odr|hidden|dso_local"
    r"|local_unnamed_addr|fastcc|noundef) )*"
)


@dataclass
class Definition:
    """A function or variable: its lines, and the names in them."""

    name: str
    text: str
    is_function: bool
    is_local: bool
    references: set[str] = field(default_factory=set[str])

    @property
    def is_state(self) -> bool:
        """Is it a variable that functions change?"""
        return not self.is_function and " constant " not in self.text.split("\n")[0]


@dataclass
class IRText:
    """A module as text."""

    definitions: dict[str, Definition] = field(default_factory=dict[str, Definition])
    aliases: dict[str, str] = field(default_factory=dict[str, str])
    declarations: dict[str, str] = field(default_factory=dict[str, str])
    declared_variables: dict[str, str] = field(default_factory=dict[str, str])
    rest: list[str] = field(default_factory=list[str])
    """Types, attributes, metadata."""

    @property
    def public(self) -> list[str]:
        """The functions that other modules see."""
        return [
            definition.name
            for definition in self.definitions.values()
            if definition.is_function and not definition.is_local
        ]


def cleaned(text: str, source: str) -> str:
    """
    The module as one of circ's, from a source of that name.

    What only a code generator for the triple looks at is left out, and so is the empty
    assembly by which Zig keeps computations that set flags: there are none.
    """
    text = _STRING_ATTRIBUTE.sub("", text)
    text = _EMPTY_ASSEMBLY.sub("", text)
    for what, value in (
        ("source_filename", source),
        ("target datalayout", DATA_LAYOUT),
        ("target triple", TRIPLE),
    ):
        text = re.sub(rf'^{what} = ".*"$', f'{what} = "{value}"', text, flags=re.M)
    return text


def read_text(text: str) -> IRText:
    module = IRText()
    for lines in _blocks(text):
        first = lines.split("\n", 1)[0]
        if alias := _ALIAS.match(first):
            module.aliases[alias[1]] = alias[2]
        elif external := _EXTERNAL.match(first):
            module.declared_variables[external[1]] = first
        elif match := _FUNCTION.match(first) or _VARIABLE.match(first):
            is_function = first.startswith("define")
            name = match[1]
            module.definitions[name] = Definition(
                name,
                lines,
                is_function,
                _LOCAL.match(first) is not None,
                set(_REFERENCE.findall(lines)) - {name},
            )
        elif first.startswith("declare"):
            name = _REFERENCE.findall(first)[0]
            module.declarations[name] = lines
        elif first and not first.startswith(";"):
            module.rest.append(lines)
    return module


def _blocks(text: str) -> Iterator[str]:
    """The lines of a module, those of a function's definition as one."""
    function: list[str] = []
    for line in text.splitlines():
        if function or (line.startswith("define") and line.endswith("{")):
            function.append(line)
            if line == "}":
                yield "\n".join(function)
                function = []
        else:
            yield line


def part(module: IRText, name: str, public: Iterable[str]) -> tuple[str, set[str]]:
    """
    The module with one of its functions, and which variables it has.

    What the function needs comes with it, but for what is public, which is declared.
    """
    public = frozenset(public)
    needed, work, outside = {name: None}, [name], dict[str, None]()
    while work:
        for reference in sorted(module.definitions[work.pop()].references):
            if reference in needed or reference in outside:
                continue
            if reference in public or reference not in module.definitions:
                outside[reference] = None
            else:
                needed[reference] = None
                work.append(reference)
    lines = list(module.rest)
    outside_text = module.declarations | module.declared_variables
    for reference in outside:
        if reference in module.definitions:
            lines.append(_declaration(module.definitions[reference]))
        else:
            lines.append(outside_text[reference])
    definitions = [module.definitions[reference] for reference in needed]
    lines += [definition.text for definition in definitions]
    state = {entry.name for entry in definitions if entry.is_state}
    return "\n".join(lines) + "\n", state


def exported(text: str, local: str, name: str) -> str:
    """The module with its function `local` for others to see, as `name`."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if (match := _FUNCTION.match(line)) and match[1] == local:
            lines[number] = _LINKAGE.sub("define ", line)
    return "".join(lines).replace(f"@{local}(", f"@{name}(")


def _declaration(definition: Definition) -> str:
    """The declaration of a function that this module defines."""
    header = definition.text.split("\n", 1)[0].removesuffix(" {")
    return _LINKAGE.sub("declare ", header)

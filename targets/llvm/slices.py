"""
A module of LLVM IR in parts that can be compiled alone.

The input is text as LLVM prints it: a definition, a type or a node of metadata a line,
functions from `define` to a line `}`. Each function becomes a slice: a module with it
and with what it refers to, functions and variables as declarations. One more has the
variables. What is internal to the module is visible between slices; `Slices.local` are
the names that others must not see.

A slice does not depend on the rest of the module: attribute groups, metadata and what
is internal are numbered anew, in the order in which they are met, and of debug
information only what locations need is kept. So equal functions have equal slices,
whatever was changed elsewhere. The work is linear in the text of the module and of the
slices.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

LOCAL = ("private", "internal")
DISCARDED = {"linkonce": "weak", "linkonce_odr": "weak_odr"}
"""What is left out where it is not used, and what it is if it must stay."""
LINKAGES = frozenset(
    {
        *LOCAL,
        *DISCARDED,
        *DISCARDED.values(),
        "appending",
        "available_externally",
        "common",
        "extern_weak",
        "external",
    }
)

NAME = r'(?:[-\w$.]+|"[^"]*")'
TOKEN = re.compile(rf'[@$]{NAME}|%(?:[-a-zA-Z$._][-\w$.]*|"[^"]*"|\d+)|[!#]\d+|"[^"]*"')
"""Names and numbers of a line; strings are met so that what is in them is not."""
NUMBERED = re.compile(rf'@{NAME}|"[^"]*"|[!#]\d+')
UNNAMED = re.compile(r'"[^"]*"|@(\d+)')
HAS_UNNAMED = re.compile(
    r"^(?:@\d|(?:define|declare) [^\"(]*(?:\([^()]*\)[^\"(]*)*@\d)", re.M
)
BLOCK_OF = re.compile(rf"blockaddress\(@({NAME}),")
DEBUG_RECORD = re.compile(r"\s*#dbg_")
LABEL_COMMENT = re.compile(r"\s*; (?:preds = |No predecessors!).*")
SUFFIX = re.compile(
    r'section "[^"]*"|partition "[^"]*"|code_model "[^"]*"|comdat(?:\(.*\))?'
    r"|align \d+|(?:no_)?sanitize_\w+|![\w.]+ !\d+"
)
"""What follows the initial value of a variable, separated by commas."""
TYPE = re.compile(r", type: !\d+")
ANY_TYPE = ', type: !DIBasicType(tag: DW_TAG_unspecified_type, name: "")'
UNWANTED = re.compile(
    r", (?:type|retainedNodes|declaration|templateParams|thrownTypes|containingType"
    r"|annotations|targetFuncName|enums|retainedTypes|globals|imports|macros"
    r'|checksumkind|checksum|source): (?:!\d+|!\{\}|null|"[^"]*"|\w+)(?=[,)])'
)
"""Fields of debug information that locations do not need."""
ASSIGNMENT = re.compile(r", !DIAssignID !\d+")


MAIN = "main"
CALLED_BY_MAIN = {"llvm.global_ctors", "llvm.global_dtors"}
"""Variables that say what is called before and after `main`."""

PLACEHOLDER = "circ.local "
"""
How slices call what is internal to the module, with a number: its real name may be one
that the compiler numbers, such as `.str.5`.
"""
_IN_TEXT = re.compile(rf"{PLACEHOLDER}(\d+)")


@dataclass(frozen=True)
class Slice:
    """A module of LLVM IR that is a part of another one."""

    name: str
    """That of its first function; empty for variables."""
    text: str
    names: Sequence[str]
    """The symbols that the text calls by a `PLACEHOLDER`."""


@dataclass(frozen=True)
class Slices:
    """The parts of a module."""

    parts: Sequence[Slice]
    local: frozenset[str]
    """The symbols that are internal to the module."""


def renamed(text: str, names: Sequence[str]) -> str:
    """A text, such as a symbol's name, with the real names of a slice's."""
    return _IN_TEXT.sub(lambda match: names[int(match[1])], text) if names else text


def slices_of(text: str) -> Slices:
    """The parts of a module, whose text is as LLVM prints it."""
    module = _Module(_named(text))
    parts: list[Slice] = []
    for group in module.groups():
        name = next((n for n in group if n in module.functions), "")
        parts.append(Slice(_symbol(name), *module.slice_of(group)))
    local = {
        _symbol(name) for name, linkage in module.linkages.items() if linkage in LOCAL
    }
    return Slices(parts, frozenset(local))


def _named(text: str) -> str:
    """The same with names for functions and variables that have numbers only."""
    if HAS_UNNAMED.search(text) is None:
        return text
    return UNNAMED.sub(lambda m: f"@.unnamed.{m[1]}" if m[1] else m[0], text)


def _symbol(name: str) -> str:
    """The symbol that a name as it is written stands for."""
    if not name.startswith('"'):
        return name
    return re.sub(r"\\([0-9A-Fa-f]{2})", lambda m: chr(int(m[1], 16)), name[1:-1])


def _tokens(text: str) -> Iterator[str]:
    return (token for token in TOKEN.findall(text) if token[0] != '"')


@dataclass
class _Module:
    """The lines of a module by what they define; names are without `@`."""

    text: str
    header: list[str] = field(default_factory=list[str])
    functions: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Bodies, the line `define` first, without what is not code."""
    variables: dict[str, str] = field(default_factory=dict[str, str])
    aliases: dict[str, str] = field(default_factory=dict[str, str])
    linkages: dict[str, str] = field(default_factory=dict[str, str])
    declarations: dict[str, str] = field(default_factory=dict[str, str])
    """How a slice that does not define it declares each function or variable."""
    others: dict[str, str] = field(default_factory=dict[str, str])
    """Types, comdats, attribute groups, metadata: definitions by token."""
    units: Sequence[str] = ()
    """The compile units, in order."""
    flags: str = ""
    _references: dict[str, Sequence[str]] = field(
        default_factory=dict[str, Sequence[str]]
    )

    def __post_init__(self) -> None:
        lines = iter(self.text.split("\n"))
        for line in lines:
            match line[:1]:
                case "@":
                    self._variable(line)
                case "d" if line.startswith("define "):
                    self._function(line, lines)
                case "d" if line.startswith("declare "):
                    name, declaration = _declared(line)
                    self.declarations[name] = declaration
                case "%" | "$":
                    self.others[line.partition(" = ")[0]] = line
                case "a" if line.startswith("attributes "):
                    token = line.partition(" = ")[0].removeprefix("attributes ")
                    self.others[token] = line
                case "!":
                    self._metadata(line)
                case "" | ";":
                    pass
                case "t" | "m":  # target, module asm
                    self.header.append(line)
                case _:
                    pass

    # Reading

    def _function(self, line: str, lines: Iterator[str]) -> None:
        name, declaration = _declared(line)
        self.declarations[name] = declaration
        body = [line]
        for inner in lines:
            if inner == "}":
                break
            if inner and not DEBUG_RECORD.match(inner):
                if inner[0] != " ":
                    inner = LABEL_COMMENT.sub("", inner)
                body.append(ASSIGNMENT.sub("", inner))
        linkage = _linkage(line.split(" ", 2)[1])
        if linkage == "available_externally":
            return  # its definition is in another module
        self.linkages[name] = linkage
        start = f"define {linkage} " if linkage else "define "
        body[0] = f"define {_visible(linkage)}{line.removeprefix(start)}"
        self.functions[name] = [*body, "}"]

    def _variable(self, line: str) -> None:
        token, _, definition = line.partition(" = ")
        name = token[1:]
        linkage = _linkage(definition.split(" ", 1)[0])
        rest = definition.removeprefix(linkage).lstrip()
        words = _words_before_type(rest)
        if words[-1:] in (["alias"], ["ifunc"]):
            self.linkages[name] = linkage
            self.aliases[name] = f"{token} = {_visible(linkage)}{rest}"
            self.declarations[name] = _declared_alias(token, rest, len(" ".join(words)))
            return
        if linkage in ("external", "extern_weak"):
            self.declarations[name] = line
            return
        self.declarations[name] = _declared_variable(token, rest, len(" ".join(words)))
        if linkage != "available_externally":
            self.linkages[name] = linkage
            self.variables[name] = f"{token} = {_visible(linkage)}{rest}"

    def _metadata(self, line: str) -> None:
        token, _, definition = line.partition(" = ")
        if token[1:].isdecimal():
            if definition.startswith(("distinct !DI", "!DI")):
                if "!DIGlobalVariable(" in line:  # has to have a type
                    line = TYPE.sub(ANY_TYPE, line)
                line = UNWANTED.sub("", line)
            self.others[token] = line
        elif token == "!llvm.dbg.cu":
            self.units = [*_tokens(definition)]
        elif token == "!llvm.module.flags":
            self.flags = line

    # Parts

    def groups(self) -> list[list[str]]:
        """
        What is in each slice: a function, with its aliases; all variables.

        What says which functions are constructors is with `main`, which calls them.
        Blocks whose addresses are taken have to be in the slice that does that.
        """
        owner: dict[str, str] = {}

        def find(name: str) -> str:
            while owner.get(name, name) != name:
                name = owner[name]
            return name

        if MAIN in self.functions:
            owner.update(dict.fromkeys(CALLED_BY_MAIN & self.variables.keys(), MAIN))
        for name, line in self.variables.items():
            for function in BLOCK_OF.findall(line):
                owner[find(name)] = find(function)
        for name, body in self.functions.items():
            for line in body:
                if "blockaddress(" in line:
                    for function in BLOCK_OF.findall(line):
                        if find(function) != find(name):
                            owner[find(function)] = find(name)
        for name, line in self.aliases.items():
            seen = {name}
            while (base := self._base_of(line)) in self.aliases and base not in seen:
                seen.add(base)
                line = self.aliases[base]
            owner[name] = find(base) if base not in seen else ""
        groups: dict[str, list[str]] = {name: [] for name in self.functions}
        for name in (*self.functions, *self.variables, *self.aliases):
            root = find(name)
            if root not in self.functions:
                root = ""
            groups.setdefault(root, []).append(name)
        return [group for group in groups.values() if group]

    def _base_of(self, alias: str) -> str:
        tokens = [token for token in _tokens(alias) if token[0] == "@"]
        return tokens[1][1:] if len(tokens) > 1 else ""

    def _definition(self, name: str) -> list[str]:
        if name in self.functions:
            return self.functions[name]
        return [self.variables.get(name) or self.aliases[name]]

    def _needed(self, token: str, text: str) -> Sequence[str]:
        """The tokens of the definition of another, each once."""
        found = self._references.get(token)
        if found is None:
            found = self._references[token] = [*dict.fromkeys(_tokens(text))]
        return found

    def slice_of(self, group: Sequence[str]) -> tuple[str, Sequence[str]]:
        """
        A module with the definitions of a group, and all that they need.

        Also the symbols that it calls by a placeholder.
        """
        own = {f"@{name}" for name in group}
        needed: dict[str, str] = {}
        work = deque[Iterable[str]]()
        for name in group:
            work.append(_tokens("\n".join(self._definition(name))))
        if self.flags:
            work.append(_tokens(self.flags))
        while work:
            for token in work.popleft():
                if token in own or token in needed:
                    continue
                is_symbol = token[0] == "@"
                line = (self.declarations if is_symbol else self.others).get(
                    token[1:] if is_symbol else token
                )
                if line is not None:
                    needed[token] = line
                    work.append(self._needed(token, line))
        parts: dict[str, list[str]] = {kind: [] for kind in "%$@#!"}
        for token, line in needed.items():
            parts[token[0]].append(line)
        units = [unit for unit in self.units if unit in needed]
        named = [f"!llvm.dbg.cu = !{{{', '.join(units)}}}"] if units else []
        if self.flags:
            named.append(self.flags)
        lines = [*self.header, *parts["%"], *parts["$"], *parts["@"]]
        # The addresses of blocks by number have to precede the blocks.
        for name in sorted(group, key=self.functions.__contains__):
            lines += self._definition(name)
        lines += [*parts["#"], *named, *parts["!"]]
        return self._renamed("\n".join(lines) + "\n", needed)

    def _renamed(self, text: str, tokens: Iterable[str]) -> tuple[str, Sequence[str]]:
        """Metadata and attribute groups numbered in the order of `tokens`."""
        new: dict[str, str] = {}
        counts = {"!": 0, "#": 0}
        for token in tokens:
            if (kind := token[0]) in counts:
                new[token] = f"{kind}{counts[kind]}"
                counts[kind] += 1
        names: list[str] = []

        def rename(match: re.Match[str]) -> str:
            token = match[0]
            if token not in new and self.linkages.get(token[1:]) in LOCAL:
                new[token] = f'@"{PLACEHOLDER}{len(names)}"'
                names.append(_symbol(token[1:]))
            return new.get(token, token)

        return NUMBERED.sub(rename, text), names


# region Lines


def _linkage(word: str) -> str:
    return word if word in LINKAGES else ""


def _visible(linkage: str) -> str:
    """The linkage in a slice: others see it, and it stays if nothing uses it."""
    if linkage in LOCAL or not linkage:
        return ""
    return f"{DISCARDED.get(linkage, linkage)} "


def _declared(line: str) -> tuple[str, str]:
    """The name of a function, and the line that declares it."""
    line = re.sub(r" ![\w.]+ !\d+", "", line)
    start = next(m.start() for m in TOKEN.finditer(line) if m[0][0] == "@")
    end = _end_of_brackets(line, line.index("(", _end_of_name(line, start)))
    words = line[:start].split(" ")[1:]
    weak = "extern_weak " if words[:1] == ["extern_weak"] else ""
    if words and words[0] in LINKAGES:
        del words[0]
    name = line[start + 1 : _end_of_name(line, start)]
    return name, f"declare {weak}{' '.join(words)}{line[start:end]}"


def _end_of_name(line: str, start: int) -> int:
    """The end of a name that begins at `start` with its `@`."""
    match = re.compile(NAME).match(line, start + 1)
    assert match is not None, line
    return match.end()


BRACKETS = re.compile(r'"[^"]*"|[][(){}<>]')


def _end_of_brackets(line: str, start: int) -> int:
    """The end of what begins at `start` with a bracket."""
    depth = 0
    for match in BRACKETS.finditer(line, start):
        if match[0] in ("[", "(", "{", "<"):
            depth += 1
        elif match[0][0] != '"':
            depth -= 1
            if depth == 0:
                return match.end()
    raise AssertionError(line)


def _words_before_type(definition: str) -> list[str]:
    """The words of a variable or alias up to the one that says which it is."""
    words: list[str] = []
    for word in definition.split(" "):
        words.append(word)
        if word in ("global", "constant", "alias", "ifunc"):
            break
    return words


def _end_of_type(line: str, start: int) -> int:
    """The end of the type that begins at `start`."""
    if line[start] in "[{<":
        return _end_of_brackets(line, start)
    if line[start] == "%":
        return _end_of_name(line, start)
    match = re.compile(r"\w+").match(line, start)
    assert match is not None, line
    end = match.end()
    if line.startswith(" addrspace(", end) or line[end : end + 1] == "(":
        end = _end_of_brackets(line, line.index("(", end))
    return end


def _declared_variable(token: str, rest: str, before: int) -> str:
    """The declaration of a variable; its type begins behind `before`."""
    end = _end_of_type(rest, before + 1)
    suffixes: list[str] = []
    tail = rest
    while True:
        tail, comma, suffix = tail.rpartition(", ")
        if not comma or SUFFIX.fullmatch(suffix) is None:
            break
        if suffix.startswith("align "):
            suffixes.append(f", {suffix}")
    words = rest[:end].replace("externally_initialized ", "")
    return f"{token} = external {words}{''.join(suffixes)}"


def _declared_alias(token: str, rest: str, before: int) -> str:
    """The declaration of what an alias stands for: a function or a variable."""
    end = _end_of_type(rest, before + 1)
    type = rest[before + 1 : end]
    if rest[end : end + 2] == " (":
        return (
            f"declare {type} {token}{rest[end + 1 : _end_of_brackets(rest, end + 1)]}"
        )
    return f"{token} = external global {type}"


# endregion

"""
The command line of circ-cc, read: inputs in order, stages, and what goes to clang.

The options are those of `option_table`; a command line that is wrong in itself is a
`UsageError`.
"""

import argparse
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from circ.tools.command import UsageError, read_text
from circ.tools.compiler_driver.option_table import (
    EMITTED,
    LEVELS,
    Action,
    Option,
    Value,
    option_of,
    refusal,
)

STAGES = ("preprocessed", "nothing", "asm", "obj", "elf", "hex")
"""Last stages, the earliest first; that counts where options name several."""

OPTIMIZATIONS = {
    **{"0": 0, "1": 1, "2": 2, "3": 3, "4": 3, "fast": 3},
    **{"": 1, "g": 1, "s": 2, "z": 2},
}
"""What circ does for a level of `-O`."""

LANGUAGES = {
    "c": "c",
    "c-header": "c",
    "cpp-output": "i",
    "ir": "ll",
    "assembler": "s",
    "assembler-with-cpp": "S",
    "none": None,
}
"""The extension that names of languages, as of `-x`, stand for."""

ONLY_DEPENDENCIES = ("-M", "-MM")

CLUSTER = "dask://"

MOST_NESTED = 100
"""Response files in response files."""


@dataclass(frozen=True)
class Input:
    """A file, or a library of `-l`."""

    name: str
    """Its path, or what follows `-l`."""
    is_library: bool = False
    language: str | None = None
    """The extension whose language `-x` gives it."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """The command line, typed."""

    inputs: Sequence[Input]
    clang_flags: Sequence[str]
    """Those of the user's that the C compiler gets."""
    stage: str = "elf"
    """The last one: one of `STAGES`, or a level."""
    output: str | None = None
    emit_llvm: bool = False
    optimization: str = "0"
    """What follows `-O`."""
    opt: int = 0
    """circ's part of the optimisation."""
    debug_level: str | None = None
    """What follows `-g`, None without it."""
    include: Sequence[str] = ()
    library_paths: Sequence[str] = ()
    entry: str | None = None
    wanted: Sequence[str] = ()
    """Symbols that are linked though nothing uses them."""
    no_stdlib: bool = False
    no_libraries: bool = False
    no_startup: bool = False
    no_headers: bool = False
    strip: bool = False
    jobs: str = "1"
    """A number, 0 for that of the processors, or the address of a cluster."""
    clang: str | None = None
    cpu: str | None = None
    features: Sequence[str] = ()
    disable: Sequence[str] = ()
    no_cache: bool = False
    cache_stats: bool = False
    clear_cache: bool = False
    verbose: bool = False
    plan_only: bool = False
    save_temps: bool = False
    linker: Sequence[str] = ()
    """Of the linker's arguments those that it does not have."""
    version: bool = False
    dump_machine: bool = False
    dump_version: bool = False

    @property
    def has_lines(self) -> bool:
        """Does the output tell the lines of the source?"""
        return self.debug_level not in (None, "0")

    @property
    def links(self) -> bool:
        """Is the output a program?"""
        return self.stage in ("elf", "hex") and not self.emit_llvm

    @property
    def joins_modules(self) -> bool:
        """Are LLVM modules linked before they are compiled?"""
        return self.links and self.opt >= 2


def parse(arguments: Sequence[str]) -> Options:
    """The command line without the name of the program."""
    return _Parser(arguments).options()


@dataclass
class _Parser:
    """What the arguments read so far say."""

    arguments: Sequence[str]
    inputs: list[Input] = field(default_factory=list[Input])
    values: dict[str, str] = field(default_factory=dict[str, str])
    lists: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    flags: set[str] = field(default_factory=set[str])
    stages: dict[str, str] = field(default_factory=dict[str, str])
    """The option by the stage that it names."""
    clang_flags: list[str] = field(default_factory=list[str])
    language: str | None = None

    def options(self) -> Options:
        self._read()
        for name in ("features", "disable"):
            texts = self.lists.pop(name, [])
            self.lists[name] = [part for text in texts for part in text.split(",")]
        linker = self._linker_arguments()
        optimization = self._optimization()
        given: dict[str, object] = {
            **dict.fromkeys(self.flags, True),
            **self.values,
            **self.lists,
            "inputs": self.inputs,
            "clang_flags": self.clang_flags,
            "stage": self._stage(),
            "optimization": optimization,
            "opt": self._circ_optimization(optimization),
            "jobs": self._jobs(),
            "linker": linker,
        }
        return Options(**vars(argparse.Namespace(**given)))

    def _read(self) -> None:
        words = _expanded(self.arguments)
        for word in words:
            if word == "--":
                for path in words:
                    self._add_input(path)
            elif word == "-" or not word.startswith("-"):
                self._add_input(word)
            elif reason := refusal(word):
                raise UsageError(reason)
            elif found := option_of(word):
                self._take(word, *found, words)
            else:
                self.clang_flags.append(word)
                if word in ONLY_DEPENDENCIES:
                    self.stages["preprocessed"] = word

    def _add_input(self, path: str) -> None:
        self.inputs.append(Input(path, language=self.language))

    def _take(
        self, word: str, option: Option, value: str | None, words: Iterator[str]
    ) -> None:
        given = [word]
        if value is None and option.value not in (Value.NONE, Value.JOINED):
            value = next(words, None)
            if value is None:
                raise UsageError(f"'{option.name}' needs an argument: {option.metavar}")
            given.append(value)
        text = value or ""
        match option.action:
            case Action.FLAG:
                self.flags.add(option.field)
            case Action.STORE if option.name == "-x":
                self.language = language(text)
            case Action.STORE:
                self.values[option.field] = text
            case Action.APPEND:
                self.lists.setdefault(option.field, []).append(text)
            case Action.STAGE:
                if option.choices and text not in option.choices:
                    known = ", ".join(option.choices)
                    raise UsageError(f"--emit takes one of {known}, not '{text}'")
                self.stages.setdefault(option.stage or text, word)
            case Action.LIBRARY:
                self.inputs.append(Input(text, is_library=True))
            case Action.CLANG:
                self.clang_flags += given
            case Action.IGNORE:
                pass
        if option.name in ("-I", "-O", "-g"):
            self.clang_flags += given

    def _stage(self) -> str:
        """The earliest of the stages that are named, after linking by default."""
        for level in LEVELS:
            if (given := self.stages.get(level)) and len(self.stages) > 1:
                others = ", ".join(each for each in self.stages.values())
                raise UsageError(f"'{given}' says what the output is: not {others}")
            if given:
                return level
        return next((stage for stage in STAGES if stage in self.stages), "elf")

    def _optimization(self) -> str:
        level = self.values.get("optimization", "0")
        if level not in OPTIMIZATIONS:
            known = ", ".join(f"-O{name}" for name in OPTIMIZATIONS)
            raise UsageError(f"there is no '-O{level}' ({known})")
        return level

    def _circ_optimization(self, optimization: str) -> int:
        given = self.values.get("opt")
        if given is None:
            return OPTIMIZATIONS[optimization]
        if given not in ("0", "1", "2", "3"):
            raise UsageError(f"--opt takes 0 ... 3, not '{given}'")
        return int(given)

    def _jobs(self) -> str:
        given = self.values.get("jobs", "1")
        if not given.startswith(CLUSTER):
            if not (given.isascii() and given.isdecimal()):
                message = f"-j takes a number or {CLUSTER}HOST:PORT, not '{given}'"
                raise UsageError(message)
        return given

    def _linker_arguments(self) -> list[str]:
        """Take those arguments of the linker that are options of circ-cc."""
        unknown: list[str] = []
        words = (
            word for text in self.lists.pop("linker", []) for word in text.split(",")
        )
        for word in words:
            name, _, value = word.partition("=")
            match name:
                case "-e" | "--entry":
                    self.values["entry"] = value or next(words, "")
                case "-u" | "--undefined":
                    self.lists.setdefault("wanted", []).append(value or next(words, ""))
                case "-s" | "-S" | "--strip-all" | "--strip-debug":
                    self.flags.add("strip")
                case _ if word not in HARMLESS:
                    unknown.append(word)
                case _:
                    pass
        return unknown


HARMLESS = frozenset(
    ("", "-static", "--start-group", "--end-group", "-(", "-)", "--gc-sections")
)
"""Arguments of linkers that name what circ's does anyhow, or that change no result."""


def _expanded(arguments: Sequence[str], depth: int = 0) -> Iterator[str]:
    """The arguments, with those of response files in the place of `@FILE`."""
    for word in arguments:
        if not word.startswith("@") or len(word) == 1:
            yield word
            continue
        if depth == MOST_NESTED:
            raise UsageError(f"'{word}' is nested too deeply")
        try:
            words = shlex.split(read_text(word[1:]))
        except ValueError as error:
            raise UsageError(f"'{word}': {error}") from None
        yield from _expanded(words, depth + 1)


def language(name: str) -> str | None:
    """The extension that a language of `-x` stands for; None for `none`."""
    from circ.tools.formats import FORMATS

    if name in LANGUAGES:
        return LANGUAGES[name]
    for format, entry in FORMATS.items():
        if name in (format, entry.extension) and entry.read_module:
            return entry.extension
    known = ", ".join(LANGUAGES)
    raise UsageError(f"unknown language '{name}' of -x ({known}, formats of circ)")


assert {*STAGES, *LEVELS} >= {*EMITTED}

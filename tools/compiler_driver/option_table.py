"""
The options of circ-cc: names, values and help, in one table.

Parser, `--help` and completion derive from it. What is not in it goes to the C
compiler.
"""

import argparse
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from circ.tools.command import add_crash_arguments, version_of


class Value(Enum):
    """How an option takes its value."""

    NONE = auto()
    JOINED = auto()
    """In the same word, and it may be empty: `-O2`, `-g`."""
    SEPARATE = auto()
    """In the next word."""
    EITHER = auto()
    """In the same word or in the next one: `-Idir`, `-I dir`."""
    LONG = auto()
    """In the next word or after `=`: `--clang PATH`, `--clang=PATH`."""


class Action(Enum):
    """What is done with an option."""

    FLAG = auto()
    STORE = auto()
    """The last value counts."""
    APPEND = auto()
    STAGE = auto()
    """Names the last stage; the value is `Option.stage`, or what is given."""
    LIBRARY = auto()
    """An input of the linker, in its place among the others."""
    CLANG = auto()
    """Goes to the C compiler as it is."""
    IGNORE = auto()


@dataclass(frozen=True)
class Option:
    """An option of the command line."""

    name: str
    value: Value
    action: Action
    help: str = ""
    """None in the list of options if empty."""
    metavar: str = ""
    field: str = ""
    """That of `Options` which it sets."""
    stage: str = ""
    choices: Sequence[str] = ()


LEVELS = ("circuit", "llvlir", "gen", "naplespu")
"""Levels at which `--emit` prints a program, as MLIR."""

EMITTED = (*LEVELS, "asm", "obj", "elf", "hex")
"""What `--emit` may name."""


def _flag(name: str, field: str, help: str) -> Option:
    return Option(name, Value.NONE, Action.FLAG, help, field=field)


def _store(name: str, value: Value, metavar: str, field: str, help: str) -> Option:
    return Option(name, value, Action.STORE, help, metavar, field)


def _append(name: str, value: Value, metavar: str, field: str, help: str) -> Option:
    return Option(name, value, Action.APPEND, help, metavar, field)


def _stage(name: str, stage: str, help: str) -> Option:
    return Option(name, Value.NONE, Action.STAGE, help, stage=stage)


def _clang(name: str, metavar: str = "", help: str = "") -> Option:
    value = Value.EITHER if metavar else Value.NONE
    return Option(name, value, Action.CLANG, help, metavar)


def _ignored(*names: str) -> list[Option]:
    return [Option(name, Value.NONE, Action.IGNORE) for name in names]


OPTIONS: Sequence[Option] = (
    _store("-o", Value.EITHER, "OUT", "output", "output file, - for stdout"),
    _stage("-E", "preprocessed", "only preprocess; to stdout by default"),
    _stage("-fsyntax-only", "nothing", "only look for errors in C"),
    _stage("-S", "asm", "compile to assembly"),
    _stage("-c", "obj", "compile to an object, do not link"),
    Option(
        "--emit",
        Value.LONG,
        Action.STAGE,
        "a level, printed as MLIR (to stdout by default), or a kind of file",
        "WHAT",
        choices=EMITTED,
    ),
    _flag(
        "-emit-llvm",
        "emit_llvm",
        "with -S or -c LLVM's text or bitcode, otherwise the bitcode of all inputs, "
        "joined as for linking",
    ),
    Option(
        "-O",
        Value.JOINED,
        Action.STORE,
        "optimisation: 0 (default), 1, 2, 3, s, z or g; at 2 and 3 a program is linked "
        "before it is compiled",
        "LEVEL",
        "optimization",
    ),
    _store(
        "--opt",
        Value.LONG,
        "N",
        "opt",
        "circ's part of -O, 0 ... 3, where it is to differ from clang's",
    ),
    Option(
        "-g", Value.JOINED, Action.STORE, "keep lines of the source", "", "debug_level"
    ),
    _append("-I", Value.EITHER, "DIR", "include", "where #include looks for files"),
    _clang("-D", "NAME[=TEXT]", "define a macro"),
    _clang("-U", "NAME", "undefine a macro"),
    _clang("-include", "FILE", "include a file first"),
    _clang("-isystem", "DIR", "where #include looks after the directories of -I"),
    _store("-x", Value.EITHER, "LANG", "", "the language of the files that follow"),
    Option("-l", Value.EITHER, Action.LIBRARY, "link libNAME.a", "NAME"),
    _append("-L", Value.EITHER, "DIR", "library_paths", "where -l looks for libraries"),
    _store(
        "-e", Value.SEPARATE, "NAME", "entry", "the symbol where the program begins"
    ),
    _append("-u", Value.SEPARATE, "NAME", "wanted", "link what defines a symbol, too"),
    _flag("-nostdlib", "no_stdlib", "link neither the C library nor start-up code"),
    _flag("-nodefaultlibs", "no_libraries", "do not link the C library"),
    _flag("-nolibc", "no_libraries", "the same"),
    _flag("-nostartfiles", "no_startup", "do not link start-up code"),
    _flag("-nostdinc", "no_headers", "leave out the C library's headers"),
    _flag("-s", "strip", "leave lines of the source out of the program"),
    _store(
        "-j",
        Value.EITHER,
        "N",
        "jobs",
        "compile with N processes, default 1, 0 for as many as there are processors",
    ),
    _store("--jobs", Value.LONG, "N", "jobs", "the same, or dask://HOST:PORT"),
    _flag("--no-cache", "no_cache", "compile what was compiled before, too"),
    _flag("--cache-stats", "cache_stats", "say how full the cache is, and exit"),
    _flag("--clear-cache", "clear_cache", "remove what is in the cache, and exit"),
    _store("--clang", Value.LONG, "PATH", "clang", "the C compiler"),
    _store("--cpu", Value.LONG, "NAME", "cpu", "the processor; default naplespu"),
    _append(
        "--features", Value.LONG, "NAME,...", "features", "features of the processor"
    ),
    _append(
        "--disable", Value.LONG, "NAME,...", "disable", "optimisations to leave out"
    ),
    _flag("-v", "verbose", "print each step as a command, and do it"),
    _flag("-###", "plan_only", "print the steps and do nothing"),
    _flag("-save-temps", "save_temps", "keep what is between the steps"),
    _flag("--save-temps", "save_temps", ""),
    _flag("-save-temps=cwd", "save_temps", ""),
    _flag("-save-temps=obj", "save_temps", ""),
    _append("-Wl,", Value.JOINED, "ARG,...", "linker", "arguments of the linker"),
    _append("-Xlinker", Value.EITHER, "ARG", "linker", "an argument of the linker"),
    _flag("--version", "version", "print the version"),
    _flag("-dumpmachine", "dump_machine", ""),
    _flag("-dumpversion", "dump_version", ""),
    # What the next word belongs to, which is no input.
    *(_clang(name, "FILE") for name in ("-MF", "-MT", "-MQ", "-imacros")),
    *(_clang(name, "DIR") for name in ("-iquote", "-idirafter", "-isysroot")),
    *(_clang(name, "DIR") for name in ("-iprefix", "-iwithprefix", "-iframework")),
    *(_clang(name, "ARG") for name in ("-Xclang", "-Xpreprocessor", "-mllvm")),
    *(_clang(name, "ARG") for name in ("--param", "--sysroot", "-Xassembler")),
    # What is so anyhow.
    *_ignored("-static", "-pipe", "-no-pie", "-m32", "-mlittle-endian", "-pthread"),
)

BY_NAME: Mapping[str, Option] = {option.name: option for option in OPTIONS}

LONGEST = max(map(len, BY_NAME))

MACHINE = "the target is NaplesPU; --cpu NAME chooses the processor"
REFUSED: Mapping[str, str] = {
    r"--?target(=.*)?|-triple(=.*)?|-arch|-b": MACHINE,
    r"-m(arch|cpu|tune|fpu|float-abi|abi)=.*": MACHINE,
    r"-m(thumb|arm|64|x32|16|big-endian)": MACHINE,
    r"-shared|-dynamiclib|-rdynamic|-pie|-static-pie": "programs are linked statically",
    r"-r|--relocatable": "'python -m ziglang ar' makes archives of objects",
    r"-fsanitize=.*(address|thread|memory|leak).*|-fopenmp.*|--?coverage|-pg": (
        "circ has no run-time library for it"
    ),
    r"-T.*": "there are no linker scripts",
}
"""What circ-cc does not take, by regular expression, and why."""


def refusal(word: str) -> str | None:
    """Why an option is not taken; None for one that may be."""
    for pattern, reason in REFUSED.items():
        if re.fullmatch(pattern, word):
            return f"'{word}' is not taken: {reason}"
    return None


def option_of(word: str) -> tuple[Option, str | None] | None:
    """
    The option that a word is, and the value within it, if any.

    The longest name that fits counts: `-include` is no `-i`, `-O2` is `-O`.
    """
    for length in range(min(len(word), LONGEST), 1, -1):
        option = BY_NAME.get(word[:length])
        if option is None:
            continue
        rest = word[length:]
        match option.value:
            case Value.NONE | Value.SEPARATE if not rest:
                return option, None
            case Value.JOINED:
                return option, rest
            case Value.EITHER:
                return option, rest or None
            case Value.LONG if not rest or rest[0] == "=":
                return option, rest[1:] if rest else None
            case _:
                continue
    return None


def argument_parser() -> argparse.ArgumentParser:
    """For `--help` and completion only: C compilers' options are not argparse's."""
    parser = argparse.ArgumentParser(
        "circ-cc",
        usage="%(prog)s FILE... [options]",
        description="Compile and link C programs for NaplesPU. Files are C (.c, .i), "
        "LLVM IR (.ll, .bc), assembly (.s, .S), objects and archives (.o, .a), and "
        "modules of circ (.mlir, .llvb, .js ...); @FILE stands for the arguments in a "
        "file. The output is a.out by default.",
        epilog="All other options go to the C compiler.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("files", metavar="FILE", nargs="+", help="input, - for stdin")
    for option in OPTIONS:
        if not (help := option.help):
            continue
        dest = option.field or option.name.strip("-") or option.name
        if option.metavar:
            choices, metavar = option.choices or None, option.metavar
            add(option.name, dest=dest, metavar=metavar, choices=choices, help=help)
        else:
            add(option.name, dest=dest, action="store_true", help=help)
    add_crash_arguments(parser)
    return parser


def version() -> str:
    return version_of("circ-cc")

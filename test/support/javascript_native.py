"""
Programs in JavaScript's bytecode as native programs: the oracle of the front end.

Each instruction is one statement of C over the run-time library, so that what the front
end makes runs without the levels of circuits. The library is compiled once a folder.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from circ.targets import javascript
from circ.targets.javascript.builtins import holders, installed
from circ.targets.javascript.bytecode import (
    KINDS,
    Function,
    Instruction,
    Label,
    Program,
    Range,
)

RUNTIME = Path(javascript.__file__).parent / "runtime"

_ZIG = (sys.executable, "-m", "ziglang")
_HAS_GCC = shutil.which("gcc") is not None
_OWN = (*_ZIG, "cc", "-fno-sanitize=undefined", "-ffp-contract=off")
CC = ("gcc",) if _HAS_GCC else _OWN
AR = ("ar",) if _HAS_GCC else (*_ZIG, "ar")
"""A C compiler for this computer: the one that `[dev]` installs where it has none."""

FLAGS = ("-std=gnu11", "-w", "-iquote", str(RUNTIME))

STRICT = 16

CONSTANTS = {
    "ldtrue": "JS_TRUE",
    "ldfalse": "JS_FALSE",
    "ldnull": "JS_NULL",
    "ldundefined": "JS_UNDEFINED",
    "ldhole": "JS_HOLE",
    "ldnan": "JS_NAN",
    "ldinfinity": "js_from_double(__builtin_inf())",
    "ldfunction": "function",
    "ldthis": "this",
    "ldnewtarget": "new_target",
}

INPUTS = {"newtarget": "new_target", "args": "argc, js_from_pointer(argv)"}


class Outcome(NamedTuple):
    output: str
    errors: str
    status: int


class Strings:
    """The string constants of a program by number."""

    def __init__(self):
        self._numbers: dict[str, int] = {}

    def __getitem__(self, text: str) -> int:
        return self._numbers.setdefault(text, len(self._numbers))

    def __len__(self) -> int:
        return len(self._numbers)

    def words(self) -> Iterator[int]:
        """`@js.text`: for each its length, and its bytes or UTF-16 units."""
        for text in self._numbers:
            units = text.encode("utf-16-le", "surrogatepass")
            wide = any(units[1::2])
            data = units if wide else units[::2]
            yield len(units) // 2 | wide << 31
            data += bytes(-len(data) % 4)
            yield from (
                int.from_bytes(data[k : k + 4], "little")
                for k in range(0, len(data), 4)
            )


class Expressions:
    """What messages name, and where it is: `@js.expressions`."""

    def __init__(self):
        self._places: dict[str, int] = {}
        self._words = [0]

    def __getitem__(self, text: str) -> int:
        if text and text not in self._places:
            self._places[text] = 4 * len(self._words)
            strings = Strings()
            strings[text]
            self._words += strings.words()
        return self._places.get(text, 0)

    def text(self) -> str:
        words = [4 * len(self._words), *self._words[1:]]
        return ", ".join(f"{word}u" for word in words)


def c_program(program: Program) -> str:
    """The program as C."""
    strings = Strings()
    numbers = {function.name: k for k, function in enumerate(program.functions)}
    expressions = Expressions()
    bodies = [_function(f, numbers, strings, expressions) for f in program.functions]
    methods = [
        f"const struct method m{k} = {{f{k}, {function.parameters}, "
        f"{KINDS.index(function.kind) | STRICT * function.strict}, "
        f"{strings[function.display_name]}, {function.text[0]}, {function.text[1]}}};"
        for k, function in enumerate(program.functions)
    ]
    names = program.names | {
        operand
        for function in program.functions
        for each in function.code
        if isinstance(each, Instruction)
        for operand in each.operands
        if isinstance(operand, str)
    }
    install = list(_install(names, strings))
    words = ", ".join(f"{word}u" for word in strings.words())
    source = Strings()
    source[program.source]
    source_words = ", ".join(f"{word}u" for word in source.words())
    return "\n".join(
        (
            '#include "bytecodes.h"',
            '#include "builtins.h"',
            '#include "errors.h"',
            *(f"code f{k}; extern const struct method m{k};" for k in numbers.values()),
            *bodies,
            *methods,
            f"static const uint32_t text[] = {{{words}}};",
            f"static const uint32_t source[] = {{{source_words}}};",
            f"static const uint32_t expressions[] = {{{expressions.text()}}};",
            f"static value strings[{len(strings) or 1}];",
            "static void install(void) {",
            *install,
            "}",
            "int main(void) {",
            f"  return js_start(text, strings, {len(strings)}, install, &m0, source, "
            "expressions);",
            "}",
            "",
        )
    )


def _install(names: set[str], strings: Strings) -> Iterator[str]:
    numbers = holders()
    for row in installed(names):
        start = f"  js_install_{row.kind}({numbers[row.holder]}, "
        start += f"js_strings[{strings[row.name]}], "
        match row.kind:
            case "constructor":
                own = numbers[row.name], numbers[f"{row.name}.prototype"]
                yield f"{start}{row.symbol}, {row.length}, {own[0]}, {own[1]});"
            case "value":
                yield f"{start}{_value(row.symbol)});"
            case "object":
                yield f"{start}{numbers[row.symbol]});"
            case _:
                yield f"{start}{row.symbol}, {row.length});"


def _value(text: str) -> str:
    if text == "undefined":
        return "JS_UNDEFINED"
    return _double(float(text))


def _double(value: float) -> str:
    if value != value:
        return "JS_NAN"
    if value in (float("inf"), float("-inf")):
        return f"js_from_double({'-' if value < 0 else ''}__builtin_inf())"
    return f"js_from_double({value.hex()})"


def _function(
    function: Function,
    numbers: dict[str, int],
    strings: Strings,
    expressions: Expressions,
) -> str:
    k = numbers[function.name]
    registers = [f"a{n} = argv[{n}]" for n in range(function.parameters)]
    registers += [f"v{n} = JS_UNDEFINED" for n in range(function.registers)]
    registers += [f"saved{n} = JS_UNDEFINED" for n in range(len(function.handlers))]
    lines = [
        f"value f{k}(value function, value new_target, value this, uint32_t argc, "
        "value *argv) {",
        "  value acc = JS_UNDEFINED, env = JS_UNDEFINED;",
        *(f"  value {register};" for register in registers),
    ]
    starts: dict[str, list[int]] = {}
    for n, handler in enumerate(function.handlers):
        starts.setdefault(handler.start.name, []).append(n)
    places = {
        each.name: position
        for position, each in enumerate(function.code)
        if isinstance(each, Label)
    }
    ranges = [
        (places[handler.start.name], places[handler.end.name])
        for handler in function.handlers
    ]
    for position, each in enumerate(function.code):
        if isinstance(each, Label):
            lines.append(f" {each.name}:;")
            lines += [f"  saved{n} = env;" for n in starts.get(each.name, ())]
            continue
        inside = (n for n, (a, b) in enumerate(ranges) if a <= position < b)
        handler = next(inside, None)
        out = "return JS_EXCEPTION" if handler is None else f"goto handler{handler}"
        if each.bytecode.name != "throw":
            out = f"{{ js_nameexception({expressions[each.text]}); {out}; }}"
        lines.append(f"  {_statement(each, out, numbers, strings)}")
    lines.append("  return JS_UNDEFINED;")
    for n, handler in enumerate(function.handlers):
        lines.append(f" handler{n}: env = saved{n}; acc = js_get_exception();")
        lines.append(f"  goto {handler.target.name};")
    return "\n".join((*lines, "}"))


def _statement(
    each: Instruction, out: str, numbers: dict[str, int], strings: Strings
) -> str:
    row, operands = each.bytecode, each.operands
    match row.name, operands:
        case "lda", (register,):
            return f"acc = {register};"
        case "sta", (register,):
            return f"{register} = acc;"
        case "mov", (target, source):
            return f"{target} = {source};"
        case "ldai", (number,):
            return f"acc = js_from_int({number});"
        case "fldai", (float() as number,):
            return f"acc = {_double(number)};"
        case "lda_str", (str() as text,):
            return f"acc = js_strings[{strings[text]}];"
        case "jmp", (Label(name),):
            return f"goto {name};"
        case "jeqz", (Label(name),):
            return f"if (acc == JS_FALSE) goto {name};"
        case "jnez", (Label(name),):
            return f"if (acc == JS_TRUE) goto {name};"
        case "return", _:
            return "return acc;"
        case "returnundefined", _:
            return "return JS_UNDEFINED;"
        case "throw", _:
            return f"js_exception = acc; {out};"
        case _ if row.name in CONSTANTS:
            return f"acc = {CONSTANTS[row.name]};"
        case _:
            pass
    arguments: list[str] = []
    for letter, operand in zip(row.operands, operands, strict=True):
        match letter, operand:
            case "s", str():
                arguments.append(f"js_strings[{strings[operand]}]")
            case "m", str():
                arguments.append(f"(uintptr_t)&m{numbers[operand]}")
            case "n", Range(length, _):
                arguments += (str(length), *map(str, operand.registers))
            case _:
                arguments.append(str(operand))
    arguments += (INPUTS.get(name, name) for name in row.inputs)
    call = f"{row.function}({', '.join(arguments)})"
    if row.output == "none":
        return f"if ({call} == JS_EXCEPTION) {out};" if row.throws else f"{call};"
    check = f" if ({row.output} == JS_EXCEPTION) {out};" if row.throws else ""
    return f"{row.output} = {call};{check}"


def native_library(folder: Path) -> Path:
    """The run-time library as an archive in a folder."""
    archive = folder / "libjs.a"
    if archive.exists():
        return archive
    objects: list[Path] = []
    for source in sorted(RUNTIME.glob("*.c")):
        objects.append(folder / f"{source.stem}.o")
        _run(*CC, "-O1", "-g", *FLAGS, "-c", str(source), "-o", str(objects[-1]))
    _run(*AR, "rcs", str(archive), *map(str, objects))
    return archive


def run_natively(program: Program, folder: Path, name: str = "program") -> Outcome:
    """Compile the program with the library in the folder, and execute it."""
    archive = native_library(folder)
    source, executable = folder / f"{name}.c", folder / name
    source.write_text(c_program(program), encoding="utf-8")
    _run(*CC, "-O0", *FLAGS, str(source), str(archive), "-lm", "-o", str(executable))
    done = subprocess.run(
        [executable], capture_output=True, timeout=60, stdin=subprocess.DEVNULL
    )
    return Outcome(
        done.stdout.decode(errors="replace"),
        done.stderr.decode(errors="replace"),
        done.returncode,
    )


def run_in_node(path: Path) -> Outcome:
    """What Node.js makes of a script."""
    done = subprocess.run(["node", path], capture_output=True, timeout=60)
    return Outcome(done.stdout.decode(), done.stderr.decode(), done.returncode)


def _run(*command: str):
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:4000]

"""
The reader of dumps, which `circ.targets.circuit.dump` describes.

Each gate becomes a line of gate-list text, whose reader does the rest.
"""

import re
from collections.abc import Mapping, Sequence
from json import JSONDecodeError, loads
from pathlib import PurePath
from typing import TypeGuard, cast

from xdsl.dialects.builtin import DictionaryAttr, FunctionType, ModuleOp

from circ.dialects.circuit.bytecodes import bytecodes
from circ.dialects.common.diagnostics import MOST_ERRORS, Diagnostic, raise_errors
from circ.dialects.common.memory import SIGNATURE
from circ.targets.circuit.dump_opcodes import CONDITIONS, SWAPPED, opcode_read
from circ.targets.circuit.gates_line import Line
from circ.targets.circuit.gates_reader import (
    OPCODES,
    GateModule,
    Reader,
    read_attribute,
    type_of_name,
)

BANNER = re.compile(r"==+ *After (.*?) *\[(.+?)@.*\] *==+")
END = re.compile(r"==+ *End\b.*==+")
MODULE_LINE = re.compile(r";; (attributes|operation) (.*)")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
MISSING = re.compile(r"[\[,]\s*N\s*[\],]")
FIELD = re.compile(r"bitfield=(0[xX][0-9a-fA-F]{1,16})\b")
MACHINE_TYPE = re.compile(r"\s*([A-Z0-9]+(?: [A-Z0-9]+)*)\s*,")

GROUPS = 5
"""States, dependencies, values, frame states and roots."""

ENTRIES = {"STATE_ENTRY": "SE", "DEPEND_ENTRY": "DE"}
ROOTS = (
    *("CIRCUIT_ROOT", "RETURN_LIST", "ARG_LIST", *ENTRIES),
    *("CONSTANT_LIST", "THROW_LIST", "ALLOCA_LIST"),
)

STATES_DROPPED = ("GET_EXCEPTION",)
"""Gates with a state here and none in the specification's manner."""

DEPENDS_DROPPED = ("IF_EXCEPTION",)

NUMBERED = ("ARG", "SWITCH_CASE", "ALLOCA", "LOAD_ELEMENT", "STORE_ELEMENT")
"""Gates whose bit field is a number in gate-list text, too."""


class DumpLine(Line):
    """A gate as gate-list text; what is wrong with it is wrong where it begins."""

    def __init__(self, text: str, filename: str, number: int, column: int):
        super().__init__(text, filename, number)
        self.column = column

    def error(self, message: str, at: int | None = None) -> Diagnostic:
        place = Line(" " * self.column, self.filename, self.number)
        return place.error(message, self.column)


class _Dump:
    """The gates of one function, and what their numbers stand for."""

    def __init__(self, reader: Reader):
        self.reader = reader
        self.entries: dict[int, str] = {}
        self.roots: set[int] = set()
        self.pending: list[tuple[Mapping[str, object], DumpLine]] = []
        """Gates may use entries that come after them."""

    def finish(self) -> None:
        for gate, line in self.pending:
            try:
                line.text = self._text(gate, line)
                self.reader.read_line(line)
            except Diagnostic as error:
                self.reader.errors.append(error)
                if len(self.reader.errors) == MOST_ERRORS:
                    return

    def add(self, gate: Mapping[str, object], line: DumpLine) -> None:
        number, opcode = _number(gate, line), _word(gate, "op", line)
        if opcode not in ROOTS:
            self.pending.append((gate, line))
            return
        if opcode in self.entries.values() or number in self.roots:
            raise line.error(f"{opcode} must stand once (rule 16)")
        self.roots.add(number)
        if opcode in ENTRIES:
            if ENTRIES[opcode] in self.entries.values():
                raise line.error(f"{opcode} must stand once (rule 16)")
            self.entries[number] = ENTRIES[opcode]
        if "attributes" in gate:
            text = _word(gate, "attributes", line)
            found = read_attribute(line, 0, text)
            if not isinstance(found, DictionaryAttr):
                raise line.error("attributes must be a dictionary")
            if not isinstance(found.data.get(SIGNATURE), FunctionType | None):
                raise line.error("a signature must be a function type")
            self.reader.func.attributes |= found.data

    def _text(self, gate: Mapping[str, object], line: DumpLine) -> str:
        """The line of gate-list text that a gate is."""
        mtype = _word(gate, "MType", line)
        if (found := MACHINE_TYPE.match(mtype)) is None:
            raise line.error("MType must begin with a machine type and a comma")
        types = [] if found[1] == "NOVALUE" else found[1].split(" ")
        written = _word(gate, "op", line)
        type = type_of_name(types[0]) if types else None
        opcode = opcode_read(written, type)
        if opcode not in OPCODES:
            raise line.error(f"'{written}' has no counterpart in circ")
        states, depends, values, *_ = self._groups(gate, line)
        if opcode in STATES_DROPPED:
            states = []
        if opcode in DEPENDS_DROPPED:
            depends = []
        if written == SWAPPED:
            values.reverse()
        text = f"{_number(gate, line)} = {opcode}"
        if types:
            text += f"[{', '.join(types)}]"
        if bits := _bits(gate, opcode, mtype, line):
            text += f" {bits}"
        text += " : " + " | ".join(", ".join(g) for g in (states, depends, values))
        if "attributes" in gate:
            text += f" attributes {_word(gate, 'attributes', line)}"
        return text.replace("\n", " ")

    def _groups(self, gate: Mapping[str, object], line: DumpLine) -> list[list[str]]:
        groups = gate.get("in")
        if not _is_list(groups) or len(groups) != GROUPS:
            raise line.error(f"'in' must be {GROUPS} lists of numbers")
        found: list[list[str]] = []
        for group in groups:
            if not _is_list(group):
                raise line.error(f"'in' must be {GROUPS} lists of numbers")
            found.append([self._name(each, line) for each in group])
        return found

    def _name(self, number: object, line: DumpLine) -> str:
        if isinstance(number, int) and not isinstance(number, bool):
            return self.entries.get(number, str(number))
        if isinstance(number, str) and re.fullmatch(r"[0-9]+#[0-9]+", number):
            return number
        raise line.error(f"'in' must be {GROUPS} lists of numbers")


def _bits(gate: Mapping[str, object], opcode: str, mtype: str, line: DumpLine) -> str:
    """The text in braces; nothing where a gate of that opcode has none."""
    if "comment" in gate and (text := _word(gate, "comment", line)).startswith("{"):
        return text
    if opcode == "JS_BYTECODE":
        return f"{{{_bytecode(_word(gate, 'bytecode', line))}}}"
    if (field := FIELD.search(mtype)) is None:
        raise line.error("MType must have a bitfield of at most 64 bits")
    bits = int(field[1], 16)
    if opcode in NUMBERED:
        return f"{{{bits}}}"
    if opcode == "CONSTANT":
        return f"{{{bits:#x}}}"
    if opcode in CONDITIONS:
        names = {number: name for name, number in CONDITIONS[opcode].items()}
        if bits not in names:
            raise line.error(f"{bits} is not the number of a condition of {opcode}")
        return f"{{{names[bits].upper()}}}"
    if opcode == "IF_BRANCH" and bits:
        return f"{{{bits & 0xFFFF_FFFF}, {bits >> 32}}}"
    return ""


def _bytecode(name: str) -> str:
    """The bytecode of a name, after which the code says its operands' formats."""
    name = name.lower()
    while name not in bytecodes() and "_" in name:
        name = name.rpartition("_")[0]
    return name


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, list)


def _number(gate: Mapping[str, object], line: DumpLine) -> int:
    number = gate.get("id")
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise line.error("'id' must be a number")
    return number


def _word(gate: Mapping[str, object], key: str, line: DumpLine) -> str:
    text = gate.get(key)
    if not isinstance(text, str):
        raise line.error(f"a gate must have '{key}', a text")
    return text


def _object(line: DumpLine) -> Mapping[str, object]:
    """The object on a line."""
    text = line.text[line.column :].rstrip().removesuffix(",")
    try:
        value: object = loads(text)
    except JSONDecodeError as error:
        if MISSING.search(text):
            raise line.error("an input is missing (N)") from None
        raise line.error(f"a gate must be an object in JSON: {error.msg}") from None
    except (ValueError, RecursionError):
        raise line.error("a gate must be an object in JSON") from None
    assert isinstance(value, dict), "it begins with a brace"
    return cast("dict[str, object]", value)


def read_dump(text: str, filename: str) -> ModuleOp:
    """
    The module that a log has the gates of, verified.

    Anything wrong is a `Diagnostic`, as for gate lists.
    """
    module = GateModule(filename)
    dumps: dict[str, _Dump] = {}
    current: _Dump | None = None
    is_open = True
    for number, content in enumerate(COLOUR.sub("", text).split("\n"), 1):
        if found := BANNER.search(content):
            name, is_open = found[2], True
            current = dumps[name] = _Dump(module.begin(name, number))
        elif END.search(content):
            is_open = False
        elif found := MODULE_LINE.match(content):
            line = Line(content, filename, number)
            module.note(line, found[1], found.start(2), None)
        elif is_open and (column := content.find('{"id"')) >= 0:
            if current is None:
                name = PurePath(filename).stem or "main"
                current = dumps[name] = _Dump(module.begin(name, number))
            line = DumpLine(content, filename, number, column)
            try:
                current.add(_object(line), line)
            except Diagnostic as error:
                current.reader.errors.append(error)
    if not module.operations:
        raise Diagnostic(f"{filename}:1:1", "there is no gate in the log")
    for dump in dumps.values():
        dump.finish()
        raise_errors(dump.reader.errors)
    return module.finish()

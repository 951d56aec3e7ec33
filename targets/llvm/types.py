"""
The types of LLVM IR and their layout in memory: LangRef, sections 'Type System' and
'Data Layout'.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import SCRATCHPAD_SPACE
from circ.targets.llvm.tokens import Cursor

POINTER_BYTES = WORD_BYTES = 4
LINE = 64
"""Bytes of a cache line, and of a row of sixteen words."""

LARGE = 16
"""Bytes: LLVM's targets align objects of more to as many, as malloc does."""


@dataclass(frozen=True)
class Integer:
    """`iN`."""

    width: int


@dataclass(frozen=True)
class Float:
    """`half`, `bfloat`, `float` or `double`."""

    width: int
    is_brain: bool = False


@dataclass(frozen=True)
class Pointer:
    """`ptr`, of 32 bits."""

    space: int = 0
    """The memory that it points to, as circ numbers them; `GENERIC` where any."""
    width: int = 8 * POINTER_BYTES


@dataclass(frozen=True)
class Vector:
    """`<N x T>`."""

    lanes: int
    element: "Type"


@dataclass(frozen=True)
class Array:
    """`[N x T]`."""

    count: int
    element: "Type"


@dataclass(frozen=True)
class Struct:
    """`{…}`, or `<{…}>` packed."""

    fields: tuple["Type", ...]
    is_packed: bool = False


@dataclass(frozen=True)
class Function:
    """`T (T, …)`."""

    result: "Type"
    parameters: tuple["Type", ...]
    is_variadic: bool = False


@dataclass(frozen=True)
class Void:
    """`void`, and `label`, `metadata` and `token`, which are no values here."""

    name: str = "void"


Type: TypeAlias = Integer | Float | Pointer | Vector | Array | Struct | Function | Void

VOID, POINTER, BIT = Void(), Pointer(), Integer(1)

GENERIC = -1

FLAT_SPACES: Mapping[str, int] = {"0": 0}
OPENCL_SPACES: Mapping[str, int] = {
    **dict.fromkeys(("0", "1", "2"), 0),
    "3": SCRATCHPAD_SPACE,
    "4": GENERIC,
}
"""Private, global, constant and local memory: the scratchpad has the last."""

_FLOATS = {
    "half": Float(16),
    "bfloat": Float(16, True),
    "float": Float(32),
    "double": Float(64),
}
_REFUSED = ("x86_fp80", "fp128", "ppc_fp128", "x86_amx", "target")
_INTEGER = re.compile(r"i(\d+)$")


class TypeReader:
    """Reads types; knows those that the module names."""

    def __init__(self) -> None:
        self.definitions: dict[str, str] = {}
        """The text of each named type."""
        self.spaces = FLAT_SPACES
        """The memories that address spaces are."""
        self._named: dict[str, Type] = {}
        self._known: dict[str, Type] = {"ptr": POINTER, "void": VOID, **_FLOATS}

    def read(self, cursor: Cursor) -> Type:
        """A type; one that is followed by parameters is that of a function."""
        type = self._simple(cursor)
        while cursor.next == "(":
            type = self._function(type, cursor)
        return type

    def _simple(self, cursor: Cursor) -> Type:
        token = cursor.take()
        if (known := self._known.get(token)) is not None:
            if token == "ptr" and cursor.accept("addrspace"):
                cursor.expect("(")
                space = cursor.take()
                cursor.expect(")")
                if space not in self.spaces:
                    message = f"a pointer to address space {space} is not supported"
                    raise Diagnostic(None, message)
                return Pointer(self.spaces[space])
            return known
        if match := _INTEGER.match(token):
            self._known[token] = made = Integer(int(match[1]))
            return made
        match token:
            case "<":
                if cursor.accept("{"):
                    fields = self._fields(cursor, "}")
                    cursor.expect(">")
                    return Struct(fields, True)
                if cursor.next == "vscale":
                    raise Diagnostic(None, "scalable vectors are not supported")
                lanes, element = self._sequence(cursor, ">")
                return Vector(lanes, element)
            case "[":
                count, element = self._sequence(cursor, "]")
                return Array(count, element)
            case "{":
                return Struct(self._fields(cursor, "}"))
            case "label" | "metadata" | "token":
                return Void(token)
            case _ if token.startswith("%"):
                return self._of_name(token)
            case _ if token in _REFUSED:
                raise Diagnostic(None, f"the type {token} is not supported")
            case _:
                raise AssertionError(f"not a type: {token} in {cursor.tokens}")

    def _sequence(self, cursor: Cursor, end: str) -> tuple[int, Type]:
        count = int(cursor.take())
        cursor.expect("x")
        element = self.read(cursor)
        cursor.expect(end)
        return count, element

    def _fields(self, cursor: Cursor, end: str) -> tuple[Type, ...]:
        fields: list[Type] = []
        while not cursor.accept(end):
            fields.append(self.read(cursor))
            cursor.accept(",")
        return tuple(fields)

    def _function(self, result: Type, cursor: Cursor) -> Function:
        cursor.expect("(")
        parameters: list[Type] = []
        is_variadic = False
        while not cursor.accept(")"):
            if cursor.accept("..."):
                is_variadic = True
            else:
                parameters.append(self.read(cursor))
            cursor.accept(",")
        return Function(result, tuple(parameters), is_variadic)

    def _of_name(self, name: str) -> Type:
        if (known := self._named.get(name)) is None:
            text = self.definitions.get(name, "opaque")
            if text == "opaque":
                return Struct(())  # of a declared variable: LLVM allows nothing else
            from circ.targets.llvm.tokens import tokens_of

            known = self._named[name] = self.read(Cursor(tokens_of(text)))
        return known


def round_up(offset: int, align: int) -> int:
    return -(-offset // align) * align


@dataclass(frozen=True)
class Layout:
    """A data layout, from the string of a module: sizes in bytes."""

    text: str

    @cached_property
    def _integers(self) -> Mapping[int, int]:
        """The alignments of integers in bytes, by their widths."""
        found = {1: 1, 8: 1, 16: 2, 32: 4, 64: 4}
        for part in self.text.split("-"):
            if match := re.match(r"i(\d+):(\d+)", part):
                found[int(match[1])] = int(match[2]) // 8
        return found

    @cached_property
    def _others(self) -> Mapping[str, int]:
        """The alignments of floats and vectors, as `f64` and `v128`."""
        found = {"f16": 2, "f32": 4, "f64": 8, "v64": 8, "v128": 16}
        for part in self.text.split("-"):
            if match := re.match(r"([fv]\d+):(\d+)", part):
                found[match[1]] = int(match[2]) // 8
        return found

    def check(self) -> None:
        """Diagnose a layout of another kind of machine than 32 bits, little-endian."""
        parts = self.text.split("-")
        if parts[0] == "E":
            raise Diagnostic(None, "the data layout is big-endian")
        if not self.text:
            return
        pointers = [part for part in parts if re.match(r"p0?:", part)]
        bits = pointers[0].split(":")[1] if pointers else "64"
        if bits != "32":
            message = f"the data layout has pointers of {bits} bits, not 32"
            raise Diagnostic(None, message)

    def align(self, type: Type) -> int:
        """The ABI alignment."""
        match type:
            case Integer(width):
                fits = [w for w in self._integers if w >= width]
                return self._integers[min(fits) if fits else max(self._integers)]
            case Float(width):
                return self._others[f"f{width}"]
            case Pointer():
                return POINTER_BYTES
            case Array(_, element):
                return self.align(element)
            case Vector():
                bits = _vector_bits(type)
                known = self._others.get(f"v{bits}")
                return known or 1 << max(-(-bits // 8) - 1, 0).bit_length()
            case Struct(fields, is_packed):
                return 1 if is_packed else max(map(self.align, fields), default=1)
            case Function() | Void():
                raise AssertionError(type)

    def preferred_align(self, type: Type) -> int:
        """
        The alignment of a global variable that does not say its own.

        LLVM makes such variables of heap objects, as arrays of bytes, and lets targets
        align large ones to 16.
        """
        if (size := self.size(type)) > LARGE:
            return max(self.align(type), LARGE)
        return max(self.align(type), WORD_BYTES if size >= WORD_BYTES else 1)

    def object_align(self, type: Type, align: int) -> int:
        """
        The alignment that an object gets: that of a word at least.

        Programs take addresses of members of packed structures now and then, which C
        leaves undefined, and which other compilers' layouts happen to align. Arrays of
        numbers, and what is smaller than a word, stay where they are.
        """
        scalars = isinstance(type, Array) and isinstance(type.element, Integer | Float)
        if scalars or self.size(type) < WORD_BYTES:
            return align
        return max(align, WORD_BYTES)

    def global_align(self, type: Type, align: int) -> int:
        """
        The alignment of an object in no section of its own: arrays begin at lines.

        So those of at least two lines do, whose loops may be executed in lanes.
        """
        align = self.object_align(type, align)
        is_long = isinstance(type, Array) and self.size(type) >= 2 * LINE
        return max(align, LINE) if is_long else align

    def store_size(self, type: Type) -> int:
        """The bytes that a store writes."""
        match type:
            case Integer(width) | Float(width):
                return -(-width // 8)
            case Pointer():
                return POINTER_BYTES
            case Vector():
                return -(-_vector_bits(type) // 8)
            case Array(count, element):
                return count * self.size(element)
            case Struct():
                return self.offsets(type)[-1]
            case Function() | Void():
                raise AssertionError(type)

    def size(self, type: Type) -> int:
        """The bytes from one element of an array to the next."""
        return round_up(self.store_size(type), self.align(type))

    def offsets(self, type: Struct) -> Sequence[int]:
        """Where each field begins, and last where the struct ends, padding included."""
        found: list[int] = []
        end = 0
        for field in type.fields:
            start = end if type.is_packed else round_up(end, self.align(field))
            found.append(start)
            end = start + self.size(field)
        return [*found, round_up(end, self.align(type))]


def _vector_bits(type: Vector) -> int:
    """Lanes follow each other without padding."""
    assert not isinstance(type.element, Array | Struct | Function | Void | Vector)
    return type.lanes * type.element.width

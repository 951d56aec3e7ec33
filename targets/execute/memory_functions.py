"""
C's functions on memory, for levels above the run-time library.

From llvlir on, a `func.func private` with the name and C type of one of these is a
function of the library (`targets/naplespu/runtime`); the interpreters of the source and
of circuits have the same functions here. Pointers are arrays or addresses.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import FunctionType, IndexType, i32, i64
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.source.layout import space_of, view_type
from circ.targets.execute.hooks import External
from circ.targets.execute.memory import Memory

COPY = "__circ_copy"
"""The function that copies arrays: `memcpy` without a result."""

WORD_MASK = (1 << 32) - 1


def _copy(memory: Memory, arguments: Sequence[int]) -> int:
    """Byte by byte: bytes that were written may be read again."""
    to, start, count = arguments
    period = (to - start) & WORD_MASK
    if 0 < period < count:
        data = memory.read(start, period)
        data = (data * (count // period + 1))[:count]
    else:
        data = memory.read(start, count)
    memory.write(to, data)
    return to


def _move(memory: Memory, arguments: Sequence[int]) -> int:
    to, start, count = arguments
    memory.write(to, memory.read(start, count))
    return to


def _set(memory: Memory, arguments: Sequence[int]) -> int:
    to, value, count = arguments
    memory.read(to, count)  # it is an object's, or diagnosed, before it is made here
    memory.write(to, bytes([value & 0xFF]) * count)
    return to


def _compare(memory: Memory, arguments: Sequence[int]) -> int:
    one, other, count = arguments
    for x, y in zip(memory.read(one, count), memory.read(other, count), strict=True):
        if x != y:
            return (x - y) & WORD_MASK
    return 0


FUNCTIONS: dict[str, tuple[str, Callable[[Memory, Sequence[int]], int]]] = {
    "memcpy": ("pointer (pointer, pointer, int)", _copy),
    "memmove": ("pointer (pointer, pointer, int)", _move),
    "memset": ("pointer (pointer, int, int)", _set),
    "memcmp": ("int (pointer, pointer, int)", _compare),
}
"""The C types, and the implementation."""


@dataclass(frozen=True)
class MemoryFunction(External):
    """A function that accesses memory."""

    on: Callable[[Memory], External]
    """The function itself, which is given the memory of a run."""


def copier(memory: Memory) -> External:
    """The function `COPY`, which needs no declaration."""

    def effect(arguments: Sequence[int]) -> None:
        _copy(memory, arguments)

    return External((i32,) * 3, effect)


def bind_memory(
    name: str, declared: FunctionType, location: Attribute
) -> MemoryFunction | None:
    """The hook of a declared function; None for an unknown name."""
    if name not in FUNCTIONS:
        return None
    text, compute = FUNCTIONS[name]
    check_declared(name, text, declared, location)
    types = declared.inputs.data

    def on(memory: Memory) -> External:
        return External(types, lambda arguments: [compute(memory, arguments)])

    def missing(arguments: Sequence[int]) -> None:
        message = f"the function '{name}' of the run-time library is not linked"
        raise Diagnostic(None, message)

    return MemoryFunction(types, missing, on)


def check_declared(
    name: str, text: str, declared: FunctionType, location: Attribute
) -> None:
    """Diagnose a declaration that is not of the C type in a text."""
    result, _, rest = text.rstrip(")").partition(" (")
    kinds = rest.split(", ") if rest else []
    outputs, is_long = declared.outputs.data, result == "long long"
    if (
        len(declared.inputs) != len(kinds)
        or not all(map(_fits, kinds, declared.inputs))
        or len(outputs) != (result != "void")
        or not all(type == i64 if is_long else _is_word(type) for type in outputs)
    ):
        message = f"the external function '{name}' is of type {text}"
        raise Diagnostic(location, f"{message}, but is declared as {declared}")


def _is_word(type: Attribute) -> bool:
    return type == i32 or isinstance(type, IndexType)


def _fits(kind: str, type: Attribute) -> bool:
    array = view_type(type) if kind == "pointer" else None
    return _is_word(type) or (array is not None and not space_of(array))

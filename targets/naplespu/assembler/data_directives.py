"""
The directives of assembly about contents: numbers, strings, padding, files.

Each takes the assembler and the rest of the statement, as in LLVM's MC (`AsmParser`).
"""

import sys

from circ.targets.naplespu.assembler.assembled import LARGEST_SECTION
from circ.targets.naplespu.assembler.expressions import Value
from circ.targets.naplespu.assembler.fixups import Expression, Fixup
from circ.targets.naplespu.assembler.lines import parts, string_bytes
from circ.targets.naplespu.assembler.reader import AssemblerReader
from circ.targets.naplespu.assembler.real_literals import real_bytes
from circ.targets.naplespu.object.debug_lines import leb128, uleb128

FILLER = b"\xff\xff\xff\xff"
"""The safe padding of code: a word that decode drops."""


def align(
    assembler: AssemblerReader, rest: str, power: bool = False, unit: int = 1
) -> None:
    """`.align n, fill, most`: no padding where it would be more than `most` bytes."""
    given = parts(rest) if rest else []
    if not 1 <= len(given) <= 3:
        assembler.fail(f"takes 1 to 3 integers, but is given {len(given)}")
    first = assembler.integers(given[0], 1, 1)[0]
    fill, most = (
        assembler.integers(part, 1, 1)[0] if part else None
        for part in [*given[1:], "", ""][:2]
    )
    alignment = 1 << first if power and 0 <= first < 32 else first
    if not alignment and not power:
        alignment = 1  # as in LLVM's MC
    check_alignment(assembler, alignment)
    section = assembler.section
    missing = -section.size % alignment
    if most is not None and missing > most:
        return
    section.alignment = max(section.alignment, alignment)
    if fill is not None:
        if missing % unit:
            assembler.fail(f"{missing} bytes are no multiple of {unit}")
        assembler.emit(_filling(assembler, fill, unit) * (missing // unit))
    elif section.executable:
        head = -section.size % 4 if missing >= 4 else missing
        assembler.emit(bytes(min(head, missing)))
        assembler.emit(FILLER * ((missing - head) // 4))
    else:
        assembler.emit(bytes(missing))


def check_alignment(assembler: AssemblerReader, alignment: int) -> None:
    if alignment < 1 or alignment.bit_count() != 1 or alignment > LARGEST_SECTION:
        assembler.fail(f"alignment must be a power of two, but is {alignment}")


def _number(assembler: AssemblerReader, what: str, number: int, size: int) -> bytes:
    """The bytes of a number, signed or unsigned, that must fit."""
    limit = 1 << (8 * size)
    if not -limit // 2 <= number < limit:
        range = f"{-limit // 2}..{limit - 1}"
        assembler.fail(f"{what} must be in {range}, but is {number}")
    return (number % limit).to_bytes(size, "little")


def _filling(assembler: AssemblerReader, fill: int, size: int = 1) -> bytes:
    return _number(assembler, "fill", fill, size)


def _repeat(assembler: AssemblerReader, piece: bytes, count: int) -> None:
    """Emit `piece` so many times; the size is checked first."""
    if not 0 <= count * len(piece) <= LARGEST_SECTION:
        assembler.fail(
            f"size must be in 0..{LARGEST_SECTION}, but is {count * len(piece)}"
        )
    if assembler.current in assembler.zeros and not any(piece):
        assembler.reserve(count * len(piece))
    else:
        assembler.emit(piece * count)


def space(assembler: AssemblerReader, rest: str) -> None:
    size, *fill = assembler.integers(rest, 1, 2)
    _repeat(assembler, _filling(assembler, fill[0] if fill else 0), size)


def fill(assembler: AssemblerReader, rest: str) -> None:
    """`.fill repeat, size, value`: of the value at most 32 bits count."""
    repeat, *options = assembler.integers(rest, 1, 3)
    size = options[0] if options else 1
    value = options[1] if len(options) > 1 else 0
    if size < 0:
        assembler.fail(f"size must not be negative, but is {size}")
    if repeat < 0:
        assembler.warn("a negative count fills nothing")
        return
    if size > 8:
        assembler.warn("a size of more than 8 is 8")
    size = min(size, 8)
    if size > 4 and not 0 <= value < 1 << 32:
        assembler.warn("of the value 32 bits are taken")
    low = value % (1 << 8 * min(size, 4))
    _repeat(assembler, low.to_bytes(size, "little"), repeat)


def dcb(assembler: AssemblerReader, rest: str, size: int) -> None:
    repeat, value = assembler.integers(rest, 2, 2)
    _repeat(assembler, _filling(assembler, value, size), repeat)


def ds(assembler: AssemblerReader, rest: str, size: int) -> None:
    (repeat,) = assembler.integers(rest, 1, 1)
    _repeat(assembler, bytes(size), repeat)


def origin(assembler: AssemblerReader, rest: str) -> None:
    """`.org offset, fill`: advance to an offset of this section."""
    where, *fill = parts(rest)
    if len(fill) > 1:
        assembler.fail("takes a place and a fill")
    target = assembler.value(where)
    if isinstance(target, Expression):
        target = assembler.final(target)
    offset, size = assembler.own_offset(target), assembler.section.size
    if offset is None:
        assembler.fail("the place must be known, and in this section")
    if offset < size:
        assembler.fail(f"the place must not be above {size}, but is {offset}")
    piece = _filling(assembler, assembler.integers(fill[0], 1, 1)[0] if fill else 0)
    _repeat(assembler, piece, offset - size)


def data(assembler: AssemblerReader, rest: str, size: int) -> None:
    """`.byte`, `.half` and `.word` with integers, symbols or differences."""
    for part in parts(rest) if rest else ():
        value = assembler.value(part)
        if isinstance(value, Value) and value.is_number:
            assembler.emit(_number(assembler, "value", value.number, size))
            continue
        if assembler.current in assembler.zeros:
            assembler.fail(f"section '{assembler.section.name}' holds only zeros")
        fixup = Fixup(
            assembler.current,
            assembler.section.size,
            size,
            None,
            value,
            assembler.location,
        )
        assembler.fixups.append(fixup)
        assembler.emit(bytes(size))


def real(assembler: AssemblerReader, rest: str, size: int) -> None:
    for part in parts(rest) if rest else ():
        assembler.emit(real_bytes(part, size))


def leb128s(assembler: AssemblerReader, rest: str, signed: bool) -> None:
    """Numbers as LEB128."""
    for number in assembler.integers(rest, 1, sys.maxsize):
        if number < 0 and not signed:
            assembler.fail(f"value must not be negative, but is {number}")
        assembler.emit(leb128(number) if signed else uleb128(number))


def string(assembler: AssemblerReader, rest: str, terminator: bytes) -> None:
    for part in parts(rest) if rest else ():
        assembler.emit(string_bytes(part) + terminator)


def include_binary(assembler: AssemblerReader, rest: str) -> None:
    """`.incbin "file", skip, count`."""
    name, *options = parts(rest)
    if len(options) > 2:
        assembler.fail("takes a file, what is skipped and a count")
    skip, count = (
        assembler.integers(part, 1, 1)[0] if part else None
        for part in [*options, "", ""][:2]
    )
    if skip is not None and skip < 0:
        assembler.fail(f"what is skipped must not be negative, but is {skip}")
    _, content = assembler.file_contents(name)
    content = content[skip or 0 :]
    if count is not None and count < 0:
        assembler.warn("a negative count has no effect")
        count = None
    assembler.emit(content[:count])

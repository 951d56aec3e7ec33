"""Memory: LangRef, section 'Memory Access and Addressing Operations'."""

from collections.abc import Iterator
from functools import cache
from math import gcd
from typing import NamedTuple

from xdsl.dialects.builtin import IntAttr, VectorType, i16, i32
from xdsl.ir import Attribute, SSAValue

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.source.pointer import (
    AllocateOp,
    LoadOp,
    ObjectOp,
    StoreOp,
    bytes_of,
)
from circ.targets.llvm.elements import (
    extended,
    of_elements,
    packed,
    resized,
    truncated,
    width_of,
)
from circ.targets.llvm.function_reader import FunctionReader, Handler, Parts
from circ.targets.llvm.tokens import Cursor
from circ.targets.llvm.types import (
    GENERIC,
    POINTER,
    Array,
    Float,
    Integer,
    Pointer,
    Struct,
    Type,
    Vector,
)
from circ.targets.llvm.values import BYTES, lanes_of, parts_of, scalar_of


class Kind(NamedTuple):
    """How an access is done, and in which memory."""

    volatile: bool = False
    space: int = 0


PLAIN, VOLATILE = Kind(), Kind(volatile=True)

FLAGS = frozenset(("inbounds", "nusw", "nuw"))


# region Accesses


def load(
    f: FunctionReader,
    type: Type,
    address: SSAValue,
    align: int,
    kind: Kind = PLAIN,
) -> Parts:
    """The value of a type at an address."""
    found: list[SSAValue] = []
    for leaf, offset in leaves_of(f, type):
        at = f.algebra().add(32, address, f.word(offset))
        found += _load(f, leaf, at, gcd(align, offset) if offset else align, kind)
    return found


def store(
    f: FunctionReader,
    type: Type,
    value: Parts,
    address: SSAValue,
    align: int,
    kind: Kind = PLAIN,
) -> None:
    """Write a value of a type at an address."""
    rest = iter(value)
    for leaf, offset in leaves_of(f, type):
        at = f.algebra().add(32, address, f.word(offset))
        parts = [next(rest) for _ in parts_of(leaf)]
        _store(f, leaf, parts, at, gcd(align, offset) if offset else align, kind)


def leaves_of(f: FunctionReader, type: Type) -> Iterator[tuple[Type, int]]:
    """The scalars and whole vectors of a type, with their offsets."""
    match type:
        case Struct(fields):
            offsets = f.module.layout.offsets(type)
            elements = list(zip(fields, offsets, strict=False))
        case Array(count, element):
            size = f.module.layout.size(element)
            elements = [(element, k * size) for k in range(count)]
        case Vector(lanes, element) if not lanes_of(type):
            assert isinstance(element, Integer | Float | Pointer)
            if element.width % 8:
                f.fail(f"a vector of {element.width} bits a lane in memory")
            elements = [(element, k * element.width // 8) for k in range(lanes)]
        case _:
            yield type, 0
            return
    for element, offset in elements:
        for leaf, inner in leaves_of(f, element):
            yield leaf, offset + inner


def access(
    f: FunctionReader, type: Attribute, address: SSAValue, align: int, kind: Kind
) -> SSAValue:
    """Load one value as the memory has it."""
    operand = _operand(type, align, kind)
    (result,) = f.make(LoadOp, [address], [type], {"memory": operand})
    return result


def put(
    f: FunctionReader, value: SSAValue, address: SSAValue, align: int, kind: Kind
) -> None:
    operand = _operand(value.type, align, kind)
    f.make(StoreOp, [value, address], [], {"memory": operand})


@cache
def _operand(type: Attribute, align: int, kind: Kind) -> MemoryAttr:
    """What is known of an access to a value; few differ, and making one takes long."""
    return memory(bytes_of(type), align, volatile=kind.volatile, space=kind.space)


def _load(
    f: FunctionReader, type: Type, address: SSAValue, align: int, kind: Kind
) -> Parts:
    (first, *_) = types = parts_of(type)
    k = f.algebra()
    match type:
        case Integer(width):
            size = -(-width // 8)
            if width == 8 * size and size in BYTES:
                return [access(f, first, address, align, kind)]
            return _load_pieces(f, width, address, align, kind)
        case Float(16):
            return [k.cast(access(f, i16, address, align, kind), first)]
        case Vector(lanes, element):
            if isinstance(element, Integer) and element.width not in (8, 16, 32, 64):
                return _load_bits(f, type, address, align, kind)
            stored = _stored(first, lanes, element)
            whole = access(f, stored, address, align, kind)
            return [f.algebra(lanes).cast(whole, first)]
        case _:
            return [access(f, types[0], address, align, kind)]


def _stored(type: Attribute, lanes: int, element: Type) -> Attribute:
    """The vector in memory: halves are 16 bits there."""
    half = isinstance(element, Float) and element.width == 16
    return VectorType(i16, [lanes]) if half else type


def _pieces(size: int) -> list[tuple[int, int]]:
    """The accesses of an integer of so many bytes: offsets and sizes."""
    found: list[tuple[int, int]] = []
    offset = 0
    for piece in (8, 4, 2, 1):
        while size - offset >= piece:
            found.append((offset, piece))
            offset += piece
    return found


def _load_pieces(
    f: FunctionReader, width: int, address: SSAValue, align: int, kind: Kind
) -> Parts:
    """An integer whose size is no power of two, piece by piece."""
    k, size = f.integers(Integer(width)), -(-width // 8)
    bits = 8 * size
    total = k.const(bits, 0)
    for offset, piece in _pieces(size):
        at = f.algebra().add(32, address, f.word(offset))
        part = access(f, BYTES[piece], at, gcd(align, offset) or align, kind)
        wide = k.zext(8 * piece, bits, (part,))
        moved = arithmetic.shl(k, bits, wide, k.const(bits, 8 * offset))
        total = k.or_(bits, total, moved) if offset else wide
    return k.extract(bits, width - 1, 0, total)


def _load_bits(
    f: FunctionReader, type: Vector, address: SSAValue, align: int, kind: Kind
) -> Parts:
    """Lanes that are no whole bytes: adjacent bits of an integer."""
    assert isinstance(type.element, Integer)
    width = type.element.width
    total = width * type.lanes
    k = f.integers(Integer(total))
    number = tuple(_load(f, Integer(total), address, align, kind))
    return of_elements(
        f,
        type,
        [
            k.extract(total, (lane + 1) * width - 1, lane * width, number)
            for lane in range(type.lanes)
        ],
    )


def _store(
    f: FunctionReader,
    type: Type,
    value: Parts,
    address: SSAValue,
    align: int,
    kind: Kind,
) -> None:
    match type:
        case Integer(width):
            size = -(-width // 8)
            if width == 8 * size and size in BYTES:
                put(f, value[0], address, align, kind)
                return
            k, bits = f.integers(type), 8 * size
            whole = k.zext(width, bits, tuple(value))
            for offset, piece in _pieces(size):
                last = 8 * (offset + piece) - 1
                (part,) = k.extract(bits, last, 8 * offset, whole)
                at = f.algebra().add(32, address, f.word(offset))
                put(f, part, at, gcd(align, offset) or align, kind)
        case Float(16):
            put(f, f.algebra().cast(value[0], i16), address, align, kind)
        case Vector(lanes, element):
            if isinstance(element, Integer) and element.width not in (8, 16, 32, 64):
                whole = packed(f, type, value)
                _store(
                    f,
                    Integer(lanes * element.width),
                    whole,
                    *(address, align, kind),
                )
                return
            stored = _stored(value[0].type, lanes, element)
            whole = f.algebra(lanes).cast(value[0], stored)
            put(f, whole, address, align, kind)
        case _:
            put(f, value[0], address, align, kind)


def access_flags(cursor: Cursor) -> bool:
    """Is the access volatile? An atomic one is: what another thread does may show."""
    return bool(cursor.skip_words(frozenset(("volatile", "atomic"))))


def space_of(f: FunctionReader, pointer: Type) -> int:
    """The memory to which a pointer points, or a vector of them."""
    scalar = scalar_of(pointer)
    space = scalar.space if isinstance(scalar, Pointer) else 0
    if space == GENERIC:
        f.fail("an access by a pointer of which the address space is not known")
    return space


def alignment(f: FunctionReader, cursor: Cursor, type: Type) -> int:
    """`, align N` among what follows; else the type's."""
    tokens = cursor.tokens
    for index in range(cursor.index, len(tokens) - 1):
        if tokens[index] == "align":
            return int(tokens[index + 1])
    return f.module.layout.align(type)


def read_load(f: FunctionReader, cursor: Cursor) -> Parts:
    volatile = access_flags(cursor)
    type = f.module.types.read(cursor)
    cursor.expect(",")
    pointer, (address,) = f.typed(cursor)
    kind = Kind(volatile, space_of(f, pointer))
    return load(f, type, address, alignment(f, cursor, type), kind)


def read_store(f: FunctionReader, cursor: Cursor) -> None:
    volatile = access_flags(cursor)
    type, value = f.typed(cursor)
    cursor.expect(",")
    pointer, (address,) = f.typed(cursor)
    kind = Kind(volatile, space_of(f, pointer))
    store(f, type, value, address, alignment(f, cursor, type), kind)


# endregion
# region Objects and addresses


def object_of(f: FunctionReader, size: int, align: int) -> SSAValue:
    """A new object of the frame."""
    properties: dict[str, Attribute] = {"size": IntAttr(size), "align": IntAttr(align)}
    return f.make(ObjectOp, [], [i32], properties)[0]


def new_object(f: FunctionReader, size: SSAValue, align: int) -> SSAValue:
    """An object that is made each time that it is executed."""
    properties: dict[str, Attribute] = {"align": IntAttr(align)}
    return f.make(AllocateOp, [size], [i32], properties)[0]


def read_alloca(f: FunctionReader, cursor: Cursor) -> Parts:
    """In the first block an object of the frame, elsewhere a new one each time."""
    if cursor.accept("inalloca"):
        f.fail("'inalloca'")
    cursor.accept("swifterror")
    type = f.module.types.read(cursor)
    size = f.module.layout.size(type)
    align, count = f.module.layout.align(type), None
    count_type: Type = POINTER
    while cursor.accept(","):
        if cursor.accept("align"):
            align = int(cursor.take())
        elif cursor.next.startswith("!"):
            break
        elif cursor.next != "addrspace":
            count_type, count = f.typed(cursor)
    known = 1
    if count is not None:
        number = f.known(count[0])
        known = number if number is not None else None
    align = f.module.layout.object_align(type, align)
    if known is not None and f.is_first_block:
        return [object_of(f, size * known, align)]
    k = f.algebra()
    if count is None:
        total = f.word(size)
    else:
        (words,) = resized(f, count_type, POINTER, count)
        total = k.mul(32, words, f.word(size))
    return [new_object(f, total, align)]


def read_getelementptr(f: FunctionReader, cursor: Cursor) -> Parts:
    """The base, then what variable indices add, then the constant rest."""
    cursor.skip_words(FLAGS)
    type = f.module.types.read(cursor)
    cursor.expect(",")
    base_type, base = f.typed(cursor)
    indices: list[tuple[Type, Parts]] = []
    while cursor.accept(",") and not cursor.next.startswith("!"):
        indices.append(f.typed(cursor))
    lanes = max([lanes_of(t) for t in (base_type, *(t for t, _ in indices))])
    if lanes and not lanes_of(base_type):
        base = [f.splat(base[0], lanes)]
    for each in (base_type, *(t for t, _ in indices)):
        if isinstance(each, Vector) and not lanes_of(each):
            f.fail(f"a vector of {each.lanes} addresses")
    k, address, offset, first = f.algebra(lanes), base[0], 0, True
    for index_type, index in indices:
        known = None if lanes_of(index_type) else f.known(index[0])
        if known is not None:
            width = index_type.width if isinstance(index_type, Integer) else 32
            step = to_signed(width, known)
            if first:
                offset += step * f.module.layout.size(type)
            else:
                by, type = f.module.constants.step(type, step)
                offset += by
        else:
            if not first:
                if isinstance(type, Struct):
                    f.fail("a field by a vector of indices")
                _, type = f.module.constants.step(type, 0)
            scaled = _scaled(f, index_type, index, f.module.layout.size(type), lanes)
            address = k.add(32, address, scaled)
        first = False
    return [k.add(32, address, k.const(32, offset))]


def _scaled(
    f: FunctionReader, type: Type, index: Parts, size: int, lanes: int
) -> SSAValue:
    """An index as 32 bits, times the size."""
    k, width = f.algebra(lanes), width_of(type)
    target = Vector(lanes_of(type), Integer(32)) if lanes_of(type) else Integer(32)
    if width > 32:
        index = truncated(f, type, target, index)
    elif width < 32:
        index = extended(f, "sext", type, target, index)
    (word,) = index
    if lanes and not lanes_of(type):
        word = f.splat(word, lanes)
    if size == 1:
        return word
    if size & (size - 1) == 0 and size:
        return k.shl(32, word, k.const(32, size.bit_length() - 1))
    return k.mul(32, word, k.const(32, size))


# endregion


MEMORY: dict[str, Handler] = {
    "load": read_load,
    "store": read_store,
    "alloca": read_alloca,
    "getelementptr": read_getelementptr,
}

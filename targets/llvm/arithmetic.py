"""Arithmetic, comparisons and casts: LangRef, 'Binary Operations' to 'Conversion'."""

from collections.abc import Callable, Sequence

from xdsl.dialects import arith
from xdsl.ir import Attribute, Operation

from circ.dialects.source.arith import CmpfOp, CmpiOp
from circ.targets.llvm import wide_floats
from circ.targets.llvm.elements import (
    by_element,
    extended,
    integers,
    of_elements,
    packed,
    resized,
    select,
    truncated,
    width_of,
)
from circ.targets.llvm.function_reader import FunctionReader, Handler, Parts
from circ.targets.llvm.memory import load, object_of, store
from circ.targets.llvm.source_algebra import NO_FLAGS, OPERATIONS, WORD, Number
from circ.targets.llvm.tokens import Cursor
from circ.targets.llvm.types import BIT, Float, Integer, Type, Vector
from circ.targets.llvm.values import lanes_of, parts_of, scalar_of

FLAGS = frozenset(
    (
        *("nuw", "nsw", "exact", "disjoint", "nneg", "samesign"),
        *("fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"),
    )
)
"""Flags that promise something, or allow it; circ's operations need neither."""

INTEGER = {
    "add": "add",
    "sub": "sub",
    "mul": "mul",
    "udiv": "udiv",
    "sdiv": "sdiv",
    "urem": "urem",
    "srem": "srem",
    "shl": "shl",
    "lshr": "lshr",
    "ashr": "ashr",
    "and": "and_",
    "or": "or_",
    "xor": "xor",
}
FLOAT = ("fadd", "fsub", "fmul", "fdiv", "frem")


def read_integer_operation(name: str) -> Handler:
    def read(f: FunctionReader, cursor: Cursor) -> Parts:
        flags = cursor.skip_words(FLAGS)
        type, left = f.typed(cursor)
        cursor.expect(",")
        # Lanes see consecutive elements in a sum.
        is_sum = "disjoint" in flags and f.kernel is not None
        operation = "add" if is_sum else name
        return integers(f, type, operation, left, f.value(type, cursor))

    return read


def floats(
    f: FunctionReader, kind: type[Operation], type: Type, *operands: Parts
) -> Parts:
    """An operation of `arith` or `math` on floats, lane by lane."""

    def compute(values: Sequence[Number]) -> Parts:
        operands = [value for (value,) in values]
        return f.make(kind, operands, [operands[0].type], NO_FLAGS)

    return by_element(type, compute, *operands)


def read_float_operation(kind: type[Operation]) -> Handler:
    def read(f: FunctionReader, cursor: Cursor) -> Parts:
        cursor.skip_words(FLAGS)
        type, left = f.typed(cursor)
        operands = [left]
        if cursor.accept(",") and not cursor.next.startswith("!"):  # metadata
            operands.append(f.value(type, cursor))
        return floats(f, kind, type, *operands)

    return read


def read_icmp(f: FunctionReader, cursor: Cursor) -> Parts:
    cursor.skip_words(FLAGS)
    condition = cursor.take()
    type, left = f.typed(cursor)
    cursor.expect(",")
    right = f.value(type, cursor)
    k, width = f.integers(type), width_of(type)
    return by_element(
        type, lambda values: k.icmp(condition, width, *values), left, right
    )


assert set(CmpiOp.CONDITIONS) >= {"eq", "ne", "slt", "ult", "sge", "uge"}


def read_fcmp(f: FunctionReader, cursor: Cursor) -> Parts:
    cursor.skip_words(FLAGS)
    condition = cursor.take()
    assert condition in CmpfOp.CONDITIONS, condition
    type, left = f.typed(cursor)
    cursor.expect(",")
    right = f.value(type, cursor)
    k, width = f.algebra(lanes_of(type)), width_of(type)

    def compare(values: Sequence[Number]) -> Parts:
        (one,), (other,) = values
        return [k.fcmp(condition, width, one, other)]

    return by_element(type, compare, left, right)


def read_select(f: FunctionReader, cursor: Cursor) -> Parts:
    cursor.skip_words(FLAGS)
    condition_type, condition = f.typed(cursor)
    cursor.expect(",")
    type, then = f.typed(cursor)
    cursor.expect(",")
    _, otherwise = f.typed(cursor)
    if isinstance(condition_type, Vector) and not lanes_of(type):

        def choose(values: Sequence[Number]) -> Parts:
            (bit,), one, other = values
            return select(f, bit, one, other)

        return by_element(type, choose, condition, then, otherwise)
    return select(f, condition[0], then, otherwise)


def read_freeze(f: FunctionReader, cursor: Cursor) -> Parts:
    """Poison is zero everywhere, so that nothing changes."""
    return f.typed(cursor)[1]


# region Casts


def _cast(cursor: Cursor, f: FunctionReader) -> tuple[Type, Parts, Type]:
    cursor.skip_words(FLAGS)
    source, value = f.typed(cursor)
    cursor.expect("to")
    return source, value, f.module.types.read(cursor)


def read_trunc(f: FunctionReader, cursor: Cursor) -> Parts:
    source, value, target = _cast(cursor, f)
    return truncated(f, source, target, value)


def read_extension(name: str) -> Handler:
    def read(f: FunctionReader, cursor: Cursor) -> Parts:
        source, value, target = _cast(cursor, f)
        return extended(f, name, source, target, value)

    return read


def read_pointer_cast(f: FunctionReader, cursor: Cursor) -> Parts:
    """Between a pointer, which is 32 bits, and an integer: zeros above."""
    source, value, target = _cast(cursor, f)
    return resized(f, source, target, value)


def read_float_resize(f: FunctionReader, cursor: Cursor) -> Parts:
    source, value, target = _cast(cursor, f)
    kind = arith.ExtFOp if width_of(source) < width_of(target) else arith.TruncFOp
    return _each(f, kind, source, target, value)


def _each(
    f: FunctionReader,
    kind: type[Operation],
    source: Type,
    target: Type,
    value: Parts,
) -> Parts:
    result = element_part(target)
    return by_element(source, lambda values: f.make(kind, values[0], [result]), value)


def element_part(type: Type) -> Attribute:
    """The type of a value, or of each element of a vector that no value holds whole."""
    return parts_of(type)[0]


def read_to_integer(name: str) -> Handler:
    def read(f: FunctionReader, cursor: Cursor) -> Parts:
        source, value, target = _cast(cursor, f)
        return float_to_integer(f, name, source, target, value)

    return read


def float_to_integer(
    f: FunctionReader, name: str, source: Type, target: Type, value: Parts
) -> Parts:
    """`fptosi` or `fptoui`: saturates at the integer that holds the result."""
    to = width_of(target)
    if to > WORD and isinstance(source, Vector):
        f.fail(f"'{f.instruction}' to a vector of {to} bits a lane")
    k, width = f.integers(target), width_of(source)
    if width == 16:
        value = widened(f, source, value)
        width = 32
    if to > WORD:
        return wide_floats.to_integer(k, name, width, to, tuple(value))
    convert: Callable[[int, int, Number], Number] = getattr(k, name)
    return by_element(source, lambda values: convert(width, to, *values), value)


def widened(f: FunctionReader, type: Type, value: Parts) -> Parts:
    """Halves as floats."""
    single = _with_scalar(type, Float(32))
    return _each(f, arith.ExtFOp, type, single, value)


def _with_scalar(type: Type, scalar: Float | Integer) -> Type:
    return Vector(type.lanes, scalar) if isinstance(type, Vector) else scalar


def read_to_float(name: str) -> Handler:
    kind, _ = OPERATIONS[name]
    is_signed = name == "sitofp"

    def read(f: FunctionReader, cursor: Cursor) -> Parts:
        source, value, target = _cast(cursor, f)
        width = width_of(source)
        k, result = f.integers(source), element_part(target)
        if width > WORD:
            return _from_wide(f, name, source, target, value)
        own = f.algebra(lanes_of(source))

        def convert(values: Sequence[Number]) -> Parts:
            (number,) = values
            (whole,) = k.signed(width, number) if is_signed else number
            return [own.emit(kind, [whole], result)]

        return by_element(source, convert, value)

    return read


def _from_wide(
    f: FunctionReader, name: str, source: Type, target: Type, value: Parts
) -> Parts:
    """Integers of more than a word to floats; a half is what it is of a float."""
    if isinstance(source, Vector):
        f.fail(f"'{f.instruction}' of a vector of {width_of(source)} bits a lane")
    k, to = f.integers(source), max(width_of(target), 32)
    bits = wide_floats.from_integer(k, name, width_of(source), to, tuple(value))
    made = [f.algebra().cast(bits[0], parts_of(Float(to))[0])]
    if width_of(target) == to:
        return made
    return _each(f, arith.TruncFOp, Float(to), target, made)


def read_bitcast(f: FunctionReader, cursor: Cursor) -> Parts:
    source, value, target = _cast(cursor, f)
    return bitcast(f, source, target, value)


def bitcast(f: FunctionReader, source: Type, target: Type, value: Parts) -> Parts:
    """The same bits as another type; through memory where lanes change."""
    before, after = parts_of(source), parts_of(target)
    if before == after:
        return value
    same = len(before) == len(after) == 1 and lanes_of(source) == lanes_of(target)
    if same and not isinstance(source, Vector) == isinstance(target, Vector) is False:
        return [f.algebra(lanes_of(source)).cast(value[0], after[0])]
    if BIT in (scalar_of(source), scalar_of(target)):
        return _bits(f, source, target, value)
    layout = f.module.layout
    size = max(layout.size(source), layout.size(target))
    place = object_of(f, size, 8)
    store(f, source, value, place, 8)
    return load(f, target, place, 8)


def _bits(f: FunctionReader, source: Type, target: Type, value: Parts) -> Parts:
    """Between a vector of bits and an integer."""
    if isinstance(source, Vector) and source.element == BIT:
        return bitcast(f, Integer(source.lanes), target, packed(f, source, value))
    assert isinstance(target, Vector)
    whole = Integer(target.lanes)
    number = tuple(bitcast(f, source, whole, value))
    k, count = f.integers(whole), target.lanes
    lanes = [k.extract(count, lane, lane, number) for lane in range(count)]
    return of_elements(f, target, lanes)


# endregion

_FLOAT_KINDS = {name: OPERATIONS[name][0] for name in (*FLOAT, "fneg")}

ARITHMETIC: dict[str, Handler] = {
    **{name: read_integer_operation(own) for name, own in INTEGER.items()},
    **{name: read_float_operation(kind) for name, kind in _FLOAT_KINDS.items()},
    "icmp": read_icmp,
    "fcmp": read_fcmp,
    "select": read_select,
    "freeze": read_freeze,
    "trunc": read_trunc,
    "zext": read_extension("zext"),
    "sext": read_extension("sext"),
    "fptrunc": read_float_resize,
    "fpext": read_float_resize,
    "fptosi": read_to_integer("fptosi"),
    "fptoui": read_to_integer("fptoui"),
    "sitofp": read_to_float("sitofp"),
    "uitofp": read_to_float("uitofp"),
    "ptrtoint": read_pointer_cast,
    "ptrtoaddr": read_pointer_cast,
    "inttoptr": read_pointer_cast,
    "addrspacecast": read_pointer_cast,
    "bitcast": read_bitcast,
}

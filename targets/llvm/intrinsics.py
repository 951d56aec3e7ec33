"""Intrinsic functions: LangRef, section 'Intrinsic Functions'."""

from collections.abc import Sequence

from xdsl.dialects import arith, func, math
from xdsl.dialects.builtin import SymbolRefAttr, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.source.pointer import ReleaseOp
from circ.targets.llvm.arguments import Arguments, Intrinsic, read_arguments
from circ.targets.llvm.arithmetic import floats
from circ.targets.llvm.elements import (
    by_element,
    divided,
    element,
    extended,
    integers,
    resized,
    width_of,
)
from circ.targets.llvm.float_intrinsics import (
    FUNCTIONS,
    both_parts,
    fraction_and_exponent,
    function,
    is_class,
    multiply_add,
    of_floats,
    rounded_to_integer,
    sine_and_cosine,
    to_integer,
)
from circ.targets.llvm.function_reader import FunctionReader, Parts
from circ.targets.llvm.integer_meanings import (
    Meaning,
    Overflow,
    funnel_shift,
    population,
    reversed_fields,
    saturating,
    saturating_shift,
    signed_difference,
    signed_product,
    signed_sum,
    unsigned_difference,
    unsigned_product,
    unsigned_sum,
)
from circ.targets.llvm.memory import load, new_object, space_of, store
from circ.targets.llvm.memory_functions import call_function, copy, fill
from circ.targets.llvm.source_algebra import WORD, Number
from circ.targets.llvm.tokens import Cursor, unquoted
from circ.targets.llvm.types import (
    POINTER,
    Type,
    Vector,
)


def read_intrinsic(
    f: FunctionReader, token: str, result: Type, cursor: Cursor
) -> Parts:
    """A call of `@llvm.…`; a name may end in types."""
    name = unquoted(token).removeprefix("llvm.")
    f.instruction = f"llvm.{name}"
    key = name
    while key not in INTRINSICS:
        key, dot, _ = key.rpartition(".")
        if not dot:
            if name.startswith(REFUSED):
                f.fail(f"'llvm.{name}'")
            f.fail(f"the intrinsic 'llvm.{name}'")
    arguments = [(each.type, each.value) for each in read_arguments(f, cursor)]
    found = INTRINSICS[key](f, result, arguments)
    return found if found is not None else ()


REFUSED = ("coro.", "eh.")


# region Integers


def _integer(name: str) -> Intrinsic:
    """An operation of the algebra; further arguments are promises."""

    def make(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
        count = 1 if name in ("abs_", "clz", "ctz") else len(arguments)
        return integers(f, result, name, *(value for _, value in arguments[:count]))

    return make


def _meaning(meaning: Meaning, count: int = 0) -> Intrinsic:
    """A meaning over integers of the type of the first argument."""

    def make(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
        type = arguments[0][0]
        k, width = f.integers(type), width_of(type)
        values = [value for _, value in arguments[: count or len(arguments)]]
        return by_element(type, lambda values: meaning(k, width, *values), *values)

    return make


def _funnel_shift(left: bool) -> Intrinsic:
    """Two numbers shifted as one; a call makes a wide amount less than the width."""
    meaning = funnel_shift(left)

    def make(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
        k, width = f.integers(result), width_of(result)

        def compute(values: Sequence[Number]) -> Parts:
            high, low, amount = values
            if width > WORD and width & (width - 1) and k.known(amount) is None:
                by = k.const(width, width)
                amount = tuple(divided(f, "urem", width, amount, by))
            return meaning(k, width, high, low, amount)

        return by_element(result, compute, *(value for _, value in arguments))

    return make


def _overflowing(meaning: Overflow) -> Intrinsic:
    """A meaning that gives a result and a bit: whether that is wrong."""

    def make(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
        type = arguments[0][0]
        k, width = f.integers(type), width_of(type)
        columns = [
            by_element(
                type,
                lambda values, part=part: meaning(k, width, *values)[part],
                *(value for _, value in arguments),
            )
            for part in (0, 1)
        ]
        return [*columns[0], *columns[1]]

    return make


def _three_way(signed: bool) -> Intrinsic:
    """-1, 0 or 1."""
    less = "slt" if signed else "ult"

    def make(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
        (type, a), (_, b) = arguments
        k, width, to = f.integers(type), width_of(type), width_of(result)

        def compute(values: Sequence[Number]) -> Parts:
            left, right = values
            below = k.icmp(less, width, left, right)
            above = k.icmp(less, width, right, left)
            return k.sub(to, k.zext(1, to, above), k.zext(1, to, below))

        return by_element(type, compute, a, b)

    return make


# endregion
# region Reductions


def _reduced(name: str) -> Intrinsic:
    """All lanes of integers by one operation."""

    def make(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
        ((type, value),) = arguments
        assert isinstance(type, Vector)
        total = element(f, type, value, 0)
        for lane in range(1, type.lanes):
            total = integers(f, result, name, total, element(f, type, value, lane))
        return total

    return make


def _reduced_floats(kind: type[Operation], starts: bool) -> Intrinsic:
    """All lanes of floats, in order; a sum and a product begin with a number."""

    def make(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
        type, value = arguments[-1]
        assert isinstance(type, Vector)
        lanes = [element(f, type, value, lane) for lane in range(type.lanes)]
        total = arguments[0][1] if starts else lanes.pop(0)
        for lane in lanes:
            total = floats(f, kind, result, total, lane)
        return total

    return make


# endregion
# region Memory


def _copy(f: FunctionReader, result: Type, arguments: Arguments) -> None:
    """`llvm.memcpy`: few bytes in place."""
    (target, source), spaces, count = _operands(f, arguments)
    known = f.known(count)
    if known is not None:
        copy(f, target, source, known, f.argument_alignment, spaces)
    elif any(spaces):
        f.fail("a copy of local memory whose size is not known")
    else:
        call_function(f, "memcpy", target, source, count)


def _operands(
    f: FunctionReader, arguments: Arguments
) -> tuple[tuple[SSAValue, SSAValue], tuple[int, int], SSAValue]:
    """Target and source of a copy, the memories they are in, and how many bytes."""
    (target_type, (target,)), (source_type, (source,)), (type, size) = arguments[:3]
    count = _count(f, type, size)
    spaces = space_of(f, target_type), space_of(f, source_type)
    return (target, source), spaces, count


def _count(f: FunctionReader, type: Type, size: Parts) -> SSAValue:
    """How many bytes, as a word."""
    if (known := f.known(size[0])) is not None:
        return f.word(known)
    return resized(f, type, POINTER, size)[0]


def _move(f: FunctionReader, result: Type, arguments: Arguments) -> None:
    (target, source), spaces, count = _operands(f, arguments)
    if any(spaces):
        _copy(f, result, arguments)  # all is read before anything is written
    else:
        call_function(f, "memmove", target, source, count)


def _set(f: FunctionReader, result: Type, arguments: Arguments) -> None:
    (target_type, (target,)), (byte_type, byte), (type, size) = arguments[:3]
    count = _count(f, type, size)
    (value,) = extended(f, "zext", byte_type, POINTER, byte)
    if not (space := space_of(f, target_type)):
        call_function(f, "memset", target, value, count)
    elif (known := f.known(count)) is not None:
        fill(f, target, value, known, f.argument_alignment, space)
    else:
        f.fail("filling local memory whose size is not known")


def _object_size(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
    """What is not known: 0 where a minimum is asked for, else all ones."""
    is_minimum = f.known(arguments[1][1][0])
    return f.scalar(result, 0 if is_minimum else INTS.const(width_of(result), -1))


def _start_list(f: FunctionReader, result: Type, arguments: Arguments) -> None:
    """A list of arguments is the address of the next one."""
    if f.variable_area is None:
        f.fail("'va_start' in a function that is not variadic,")
    store(f, POINTER, [f.variable_area], arguments[0][1][0], 4)


def _copy_list(f: FunctionReader, result: Type, arguments: Arguments) -> None:
    (_, (target,)), (_, (source,)) = arguments
    store(f, POINTER, load(f, POINTER, source, 4), target, 4)


def _stack_position(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
    """An empty object: what is made after it ends where the stack is restored."""
    return [new_object(f, f.word(0), 1)]


def _restore_stack(f: FunctionReader, result: Type, arguments: Arguments) -> None:
    f.make(ReleaseOp, arguments[0][1], [])


def _mask_pointer(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
    (type, value), (mask_type, mask) = arguments
    return integers(f, type, "and_", value, resized(f, mask_type, POINTER, mask))


# endregion
# region Others


def _nothing(f: FunctionReader, result: Type, arguments: Arguments) -> None:
    """A promise, or a note for optimisers and debuggers."""


def _first(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
    return arguments[0][1]


def _number(value: int) -> Intrinsic:
    def make(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
        return f.scalar(result, value)

    return make


TRAPPED = 128 + 6
"""The exit status of a program that traps: that of one that aborts."""


def _trap(f: FunctionReader, result: Type, arguments: Arguments) -> None:
    f.module.use_external("circ_exit", [i32], [])
    callee: dict[str, Attribute] = {"callee": SymbolRefAttr("circ_exit")}
    f.make(func.CallOp, [f.word(TRAPPED)], [], callee)


def _clock(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
    f.module.use_external("circ_clock", [], [i64])
    callee: dict[str, Attribute] = {"callee": SymbolRefAttr("circ_clock")}
    return f.make(func.CallOp, [], [i64], callee)


# endregion

_OVERFLOWING: dict[str, Overflow] = {
    "uadd": unsigned_sum,
    "usub": unsigned_difference,
    "sadd": signed_sum,
    "ssub": signed_difference,
    "umul": unsigned_product,
    "smul": signed_product,
}
_IGNORED = (
    *("lifetime.start", "lifetime.end", "assume", "donothing", "prefetch"),
    *("sideeffect", "experimental.noalias.scope.decl", "invariant.end"),
    *("dbg.declare", "dbg.value", "dbg.label", "dbg.assign", "va_end"),
    *("pseudoprobe", "fake.use", "debugtrap", "var.annotation"),
)
_IDENTITIES = (
    *("expect", "expect.with.probability", "launder.invariant.group", "ssa.copy"),
    *("strip.invariant.group", "annotation", "ptr.annotation", "arithmetic.fence"),
    *("canonicalize", "preserve.array.access.index"),
)

INTRINSICS: dict[str, Intrinsic] = {
    **{
        name: _integer(own)
        for name, own in (
            *(("smax", "maxs"), ("smin", "mins"), ("umax", "maxu"), ("umin", "minu")),
            *(("abs", "abs_"), ("ctlz", "clz"), ("cttz", "ctz")),
        )
    },
    "ctpop": _meaning(population),
    "bswap": _meaning(reversed_fields(8)),
    "bitreverse": _meaning(reversed_fields(1)),
    **{
        f"{name}.with.overflow": _overflowing(each)
        for name, each in _OVERFLOWING.items()
    },
    **{
        f"{name}.sat": _meaning(saturating(each, name[0] == "s", name.endswith("add")))
        for name, each in _OVERFLOWING.items()
        if not name.endswith("mul")
    },
    "sshl.sat": _meaning(saturating_shift(True)),
    "ushl.sat": _meaning(saturating_shift(False)),
    "fshl": _funnel_shift(True),
    "fshr": _funnel_shift(False),
    "scmp": _three_way(True),
    "ucmp": _three_way(False),
    "fabs": of_floats(math.AbsFOp),
    "sqrt": of_floats(math.SqrtOp),
    "floor": of_floats(math.FloorOp),
    "ceil": of_floats(math.CeilOp),
    "trunc": of_floats(math.TruncOp),
    "rint": of_floats(math.RoundEvenOp),
    "nearbyint": of_floats(math.RoundEvenOp),
    "roundeven": of_floats(math.RoundEvenOp),
    "round": of_floats(math.RoundOp),
    "copysign": of_floats(math.CopySignOp),
    "minnum": of_floats(arith.MinnumfOp),
    "maxnum": of_floats(arith.MaxnumfOp),
    "minimumnum": of_floats(arith.MinnumfOp),
    "maximumnum": of_floats(arith.MaxnumfOp),
    "minimum": of_floats(arith.MinimumfOp),
    "maximum": of_floats(arith.MaximumfOp),
    "fma": function("fma", math.FmaOp),
    "fmuladd": multiply_add,
    "modf": both_parts,
    "sincos": sine_and_cosine,
    "frexp": fraction_and_exponent,
    **{name: function(name, single) for name, single in FUNCTIONS.items()},
    "fptosi.sat": to_integer("fptosi"),
    "fptoui.sat": to_integer("fptoui"),
    "lround": rounded_to_integer(math.RoundOp),
    "llround": rounded_to_integer(math.RoundOp),
    "lrint": rounded_to_integer(math.RoundEvenOp),
    "llrint": rounded_to_integer(math.RoundEvenOp),
    "is.fpclass": is_class,
    **{
        f"vector.reduce.{name}": _reduced(own)
        for name, own in (
            *(("add", "add"), ("mul", "mul"), ("and", "and_"), ("or", "or_")),
            *(("xor", "xor"), ("smax", "maxs"), ("smin", "mins")),
            *(("umax", "maxu"), ("umin", "minu")),
        )
    },
    "vector.reduce.fadd": _reduced_floats(arith.AddfOp, True),
    "vector.reduce.fmul": _reduced_floats(arith.MulfOp, True),
    "vector.reduce.fmax": _reduced_floats(arith.MaxnumfOp, False),
    "vector.reduce.fmin": _reduced_floats(arith.MinnumfOp, False),
    "vector.reduce.fmaximum": _reduced_floats(arith.MaximumfOp, False),
    "vector.reduce.fminimum": _reduced_floats(arith.MinimumfOp, False),
    "memcpy": _copy,
    "memcpy.inline": _copy,
    "memmove": _move,
    "memset": _set,
    "memset.inline": _set,
    "objectsize": _object_size,
    "va_start": _start_list,
    "va_copy": _copy_list,
    "ptrmask": _mask_pointer,
    **dict.fromkeys(_IGNORED, _nothing),
    **dict.fromkeys(_IDENTITIES, _first),
    "is.constant": _number(0),
    "stacksave": _stack_position,
    "stackrestore": _restore_stack,
    "frameaddress": _number(0),
    "returnaddress": _number(0),
    "invariant.start": _number(0),
    "allow.runtime.check": _number(1),
    "allow.ubsan.check": _number(1),
    "get.rounding": _number(1),
    "trap": _trap,
    "ubsantrap": _trap,
    "readcyclecounter": _clock,
    "readsteadycounter": _clock,
}

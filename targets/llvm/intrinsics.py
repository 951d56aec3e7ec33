"""Intrinsic functions: LangRef, section 'Intrinsic Functions'."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.dialects import arith, func, math
from xdsl.dialects.builtin import SymbolRefAttr, i32, i64
from xdsl.ir import Attribute, Operation

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import INTS
from circ.targets.llvm.arguments import Argument, read_arguments
from circ.targets.llvm.arithmetic import bitcast, floats, widened
from circ.targets.llvm.elements import (
    by_element,
    element,
    extended,
    integers,
    of_elements,
    resized,
    width_of,
)
from circ.targets.llvm.function_reader import FunctionReader, Parts
from circ.targets.llvm.integer_meanings import (
    Meaning,
    Overflow,
    funnel_shift,
    is_negative,
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
from circ.targets.llvm.memory import load, store
from circ.targets.llvm.memory_functions import call_function, copy
from circ.targets.llvm.source_algebra import Number
from circ.targets.llvm.tokens import Cursor, unquoted
from circ.targets.llvm.types import (
    POINTER,
    Float,
    Integer,
    Type,
    Vector,
)
from circ.targets.llvm.values import lanes_of, parts_of, scalar_of

Arguments: TypeAlias = Sequence[Argument]
Intrinsic: TypeAlias = Callable[[FunctionReader, Type, Arguments], "Parts | None"]
"""From the type of the result and the arguments to the parts of the result."""


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
    found = INTRINSICS[key](f, result, read_arguments(f, cursor))
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
# region Floats


def _float(kind: type[Operation]) -> Intrinsic:
    def make(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
        return floats(f, kind, result, *(value for _, value in arguments))

    return make


def _function(name: str, single: type[Operation] | None) -> Intrinsic:
    """A function of C's library; of f32 one of `math`, where there is one."""

    def make(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
        width = width_of(result)
        if single is not None and width <= 32:
            return floats(f, single, result, *(value for _, value in arguments))
        types = [parts_of(scalar_of(type))[0] for type, _ in arguments]
        own = name if width == 64 else f"{name}f"
        if width == 16:
            f.fail(f"'{f.instruction}'")
        part = parts_of(scalar_of(result))[0]
        f.module.use_external(own, types, [part])
        callee: dict[str, Attribute] = {"callee": SymbolRefAttr(own)}
        lanes = result.lanes if isinstance(result, Vector) else 0
        if not lanes:
            operands = [part for _, (part,) in arguments]
            return f.make(func.CallOp, operands, [part], callee)
        assert isinstance(result, Vector)
        found: list[Parts] = []
        for lane in range(lanes):
            operands = [
                element(f, type, value, lane)[0]
                if isinstance(type, Vector)
                else value[0]
                for type, value in arguments
            ]
            found.append(f.make(func.CallOp, operands, [part], callee))
        return of_elements(f, result, found)

    return make


def _multiply_add(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
    """`llvm.fmuladd`: a product and a sum, each rounded."""
    (_, x), (_, y), (_, z) = arguments
    return floats(f, arith.AddfOp, result, floats(f, arith.MulfOp, result, x, y), z)


def _to_integer(name: str) -> Intrinsic:
    """Saturating; NaN is 0."""

    def make(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
        ((type, value),) = arguments
        if width_of(type) == 16:
            value = widened(f, type, value)
            single = Float(32)
            type = Vector(type.lanes, single) if isinstance(type, Vector) else single
        width, to = width_of(type), width_of(result)
        if to > 64:
            f.fail(f"'{f.instruction}' to {to} bits")
        k, own = f.integers(result), f.algebra(lanes_of(type))
        size = next(each for each in (8, 16, 32, 64) if to <= each)

        def compute(values: Sequence[Number]) -> Parts:
            ((number,),) = values
            whole: Number = (getattr(own, name)(width, size, number),)
            if size != to:
                pairs = k.pairs
                high = (1 << to) - 1 if name == "fptoui" else (1 << to - 1) - 1
                if name == "fptoui":
                    whole = arithmetic.minu(pairs, size, whole, pairs.const(size, high))
                else:
                    low = pairs.const(size, -high - 1)
                    whole = arithmetic.maxs(pairs, size, whole, low)
                    whole = arithmetic.mins(pairs, size, whole, pairs.const(size, high))
                whole = k.extract(size, to - 1, 0, whole)
            is_number = (own.fcmp("ord", width, number, number),)
            return k.ite(to, is_number, whole, k.const(to, 0))

        return by_element(type, compute, value)

    return make


def _rounded_to_integer(kind: type[Operation]) -> Intrinsic:
    """`lround` and the like; C leaves open what is out of range."""

    def make(f: FunctionReader, result: Type, arguments: Arguments) -> Parts | None:
        ((type, value),) = arguments
        rounded = floats(f, kind, type, value)
        return _to_integer("fptosi")(f, result, [(type, rounded)])

    return make


def _is_class(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
    """`llvm.is.fpclass`: a mask of ten classes, from signalling NaN to +infinity."""
    (type, value), (_, mask) = arguments
    wanted = f.known(mask[0]) or 0
    width = width_of(type)
    fraction = {16: 10, 32: 23, 64: 52}[width]
    if isinstance(scalar := scalar_of(type), Float) and scalar.is_brain:
        fraction = 7
    number = _with_integers(type, width)
    raw = bitcast(f, type, number, value)
    k = f.integers(number)
    infinity = ((1 << width - 1 - fraction) - 1) << fraction
    quiet = 1 << fraction - 1

    def compute(values: Sequence[Number]) -> Parts:
        (pattern,) = values
        size = k.and_(width, pattern, k.const(width, (1 << width - 1) - 1))
        negative = is_negative(k, width, pattern)
        positive = k.xor(1, negative, k.const(1, 1))

        def below(limit: int) -> Number:
            return k.ult(width, size, k.const(width, limit))

        def between(low: int, high: int) -> Number:
            return k.and_(1, k.xor(1, below(low), k.const(1, 1)), below(high))

        top = 1 << width - 1
        zero, subnormal = below(1), between(1, 1 << fraction)
        normal, infinite = (
            between(1 << fraction, infinity),
            between(infinity, infinity + 1),
        )
        signalling = between(infinity + 1, infinity | quiet)
        is_quiet = between(infinity | quiet, top)
        classes = [signalling, is_quiet]
        magnitudes = [infinite, normal, subnormal, zero]
        classes += [k.and_(1, negative, each) for each in magnitudes]
        classes += [k.and_(1, positive, each) for each in magnitudes[::-1]]
        found = k.const(1, 0)
        for bit, each in enumerate(classes):
            if wanted >> bit & 1:
                found = k.or_(1, found, each)
        return found

    return by_element(number, compute, raw)


def _with_integers(type: Type, width: int) -> Type:
    """The type with integers in the place of floats."""
    whole = Integer(width)
    return Vector(type.lanes, whole) if isinstance(type, Vector) else whole


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
    (_, (target,)), (_, (source,)), (type, size) = arguments[:3]
    (count,) = resized(f, type, POINTER, size)
    known = f.known(count)
    if known is not None:
        copy(f, target, source, known, f.argument_alignment)
    else:
        call_function(f, "memcpy", target, source, count)


def _move(f: FunctionReader, result: Type, arguments: Arguments) -> None:
    (_, (target,)), (_, (source,)), (type, size) = arguments[:3]
    (count,) = resized(f, type, POINTER, size)
    call_function(f, "memmove", target, source, count)


def _set(f: FunctionReader, result: Type, arguments: Arguments) -> None:
    (_, (target,)), (byte_type, byte), (type, size) = arguments[:3]
    (count,) = resized(f, type, POINTER, size)
    (value,) = extended(f, "zext", byte_type, POINTER, byte)
    call_function(f, "memset", target, value, count)


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
_FUNCTIONS: dict[str, type[Operation] | None] = {
    "sin": math.SinOp,
    "cos": math.CosOp,
    "tan": math.TanOp,
    "asin": math.AsinOp,
    "acos": math.AcosOp,
    "atan": math.AtanOp,
    "atan2": math.Atan2Op,
    "sinh": math.SinhOp,
    "cosh": math.CoshOp,
    "tanh": math.TanhOp,
    "exp": math.ExpOp,
    "exp2": math.Exp2Op,
    "exp10": None,
    "log": math.LogOp,
    "log2": math.Log2Op,
    "log10": math.Log10Op,
    "pow": math.PowFOp,
    "ldexp": None,
}
_IGNORED = (
    *("lifetime.start", "lifetime.end", "assume", "donothing", "prefetch"),
    *("sideeffect", "experimental.noalias.scope.decl", "invariant.end"),
    *("dbg.declare", "dbg.value", "dbg.label", "dbg.assign", "va_end"),
    *("stackrestore", "pseudoprobe", "fake.use", "debugtrap", "var.annotation"),
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
    "fshl": _meaning(funnel_shift(True)),
    "fshr": _meaning(funnel_shift(False)),
    "scmp": _three_way(True),
    "ucmp": _three_way(False),
    "fabs": _float(math.AbsFOp),
    "sqrt": _float(math.SqrtOp),
    "floor": _float(math.FloorOp),
    "ceil": _float(math.CeilOp),
    "trunc": _float(math.TruncOp),
    "rint": _float(math.RoundEvenOp),
    "nearbyint": _float(math.RoundEvenOp),
    "roundeven": _float(math.RoundEvenOp),
    "round": _float(math.RoundOp),
    "copysign": _float(math.CopySignOp),
    "minnum": _float(arith.MinnumfOp),
    "maxnum": _float(arith.MaxnumfOp),
    "minimumnum": _float(arith.MinnumfOp),
    "maximumnum": _float(arith.MaxnumfOp),
    "minimum": _float(arith.MinimumfOp),
    "maximum": _float(arith.MaximumfOp),
    "fma": _float(math.FmaOp),
    "fmuladd": _multiply_add,
    **{name: _function(name, single) for name, single in _FUNCTIONS.items()},
    "fptosi.sat": _to_integer("fptosi"),
    "fptoui.sat": _to_integer("fptoui"),
    "lround": _rounded_to_integer(math.RoundOp),
    "llround": _rounded_to_integer(math.RoundOp),
    "lrint": _rounded_to_integer(math.RoundEvenOp),
    "llrint": _rounded_to_integer(math.RoundEvenOp),
    "is.fpclass": _is_class,
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
    "stacksave": _number(0),
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

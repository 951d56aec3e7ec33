"""Intrinsics on floats: LangRef, 'Standard C/C++ Library Intrinsics' and neighbours."""

from collections.abc import Sequence

from xdsl.dialects import arith, func, math
from xdsl.dialects.builtin import SymbolRefAttr, i32
from xdsl.ir import Attribute, Operation

from circ.dialects.common import arithmetic
from circ.targets.llvm.arguments import Arguments, Intrinsic
from circ.targets.llvm.arithmetic import bitcast, float_to_integer, floats, widened
from circ.targets.llvm.elements import (
    by_element,
    element,
    of_elements,
    width_of,
)
from circ.targets.llvm.function_reader import FunctionReader, Parts
from circ.targets.llvm.integer_meanings import (
    is_negative,
)
from circ.targets.llvm.memory import load
from circ.targets.llvm.source_algebra import WORD, Number
from circ.targets.llvm.types import (
    Float,
    Integer,
    Type,
    Vector,
)
from circ.targets.llvm.values import lanes_of, parts_of, scalar_of


def of_floats(kind: type[Operation]) -> Intrinsic:
    def make(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
        return floats(f, kind, result, *(value for _, value in arguments))

    return make


def function(name: str, single: type[Operation] | None) -> Intrinsic:
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


def both_parts(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
    """`llvm.modf`: the fraction, which has the number's sign, and the whole part."""
    ((type, value),) = arguments
    whole = floats(f, math.TruncOp, type, value)
    rest = floats(f, arith.SubfOp, type, value, whole)
    k, width = f.algebra(lanes_of(type)), width_of(type)

    def fraction(values: Sequence[Number]) -> Parts:
        (difference,), (number,), (integer,) = values
        none = k.fcmp("oeq", width, number, integer)  # infinities have none either
        return [k.ite(width, none, k.cast(k.const(width, 0), number.type), difference)]

    part = by_element(type, fraction, rest, value, whole)
    return [*floats(f, math.CopySignOp, type, part, value), *whole]


def sine_and_cosine(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
    """`llvm.sincos`."""
    type = arguments[0][0]
    return [
        part
        for name, single in (("sin", math.SinOp), ("cos", math.CosOp))
        for part in function(name, single)(f, type, arguments) or ()
    ]


def fraction_and_exponent(
    f: FunctionReader, result: Type, arguments: Arguments
) -> Parts:
    """`llvm.frexp`, by C's function."""
    ((type, (value,)),) = arguments
    name = {32: "frexpf", 64: "frexp"}.get(width_of(type))
    if name is None or lanes_of(type):
        f.fail(f"'{f.instruction}'")
    f.module.use_external(name, [value.type, i32], [value.type])
    place = f.shared_object("exponent", 4, 4)
    callee: dict[str, Attribute] = {"callee": SymbolRefAttr(name)}
    found = f.make(func.CallOp, [value, place], [value.type], callee)
    return [*found, *load(f, Integer(32), place, 4)]


def multiply_add(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
    """`llvm.fmuladd`: a product and a sum, each rounded."""
    (_, x), (_, y), (_, z) = arguments
    return floats(f, arith.AddfOp, result, floats(f, arith.MulfOp, result, x, y), z)


def to_integer(name: str) -> Intrinsic:
    """Saturating; NaN is 0."""

    def make(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
        ((type, value),) = arguments
        if width_of(type) == 16:
            value = widened(f, type, value)
            single = Float(32)
            type = Vector(type.lanes, single) if isinstance(type, Vector) else single
        width, to = width_of(type), width_of(result)
        if to > WORD:
            return float_to_integer(f, name, type, result, value)
        k, own = f.integers(result), f.algebra(lanes_of(type))
        size = next(each for each in (8, 16, 32, 64) if to <= each)

        def compute(values: Sequence[Number]) -> Parts:
            ((number,),) = values
            whole: Number = (getattr(own, name)(width, size, number),)
            if size != to:
                pairs = k
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


def rounded_to_integer(kind: type[Operation]) -> Intrinsic:
    """`lround` and the like; C leaves open what is out of range."""

    def make(f: FunctionReader, result: Type, arguments: Arguments) -> Parts | None:
        ((type, value),) = arguments
        rounded = floats(f, kind, type, value)
        return to_integer("fptosi")(f, result, [(type, rounded)])

    return make


def is_class(f: FunctionReader, result: Type, arguments: Arguments) -> Parts:
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


FUNCTIONS: dict[str, type[Operation] | None] = {
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
"""Functions of C, with the operation that computes them for `float`."""


def library_function(name: str) -> str | None:
    """The function of C that calls of an intrinsic become; None for other names."""
    if not name.startswith("llvm."):
        return None
    key, _, type = name.removeprefix("llvm.").partition(".")
    if key == "sincos" or key not in (*FUNCTIONS, "fma", "frexp"):
        return None
    return {"f32": f"{key}f", "f64": key}.get(type.rpartition("v")[2][-3:])

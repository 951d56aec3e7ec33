"""Every operation of LLVM IR that circ reads, at the types that matter."""

from collections.abc import Iterator
from math import isnan, ldexp
from struct import pack, unpack

from llvm_functions import FLOATS, Case, Guard, Type

INTEGERS = tuple(
    Type(f"i{n}") for n in (1, 3, 8, 13, 16, 24, 32, 33, 48, 63, 64, 65, 96, 128)
)
INTEGER_VECTORS = tuple(
    Type(element, lanes)
    for element, lanes in (
        *(("i1", 4), ("i8", 3), ("i8", 8), ("i16", 4), ("i32", 2), ("i32", 4)),
        *(("i64", 2), ("i24", 2), ("i16", 1)),
    )
)
FLOAT_TYPES = (Type("half"), Type("float"), Type("double"))
FLOAT_VECTORS = (Type("float", 2), Type("float", 4), Type("double", 2), Type("half", 4))
WIDE = 64
"""Of wider integers, operations that programs do not use are not supported."""


def number(element: str, bits: int) -> float:
    code = {"half": ("<H", "<e"), "float": ("<I", "<f"), "double": ("<Q", "<d")}
    integer, real = code[element]
    return unpack(real, pack(integer, bits))[0]


def signed(width: int, value: int) -> int:
    return value - (value >> width - 1 << width)


def divisible(width: int, is_signed: bool) -> Guard:
    def guard(a: int, b: int) -> bool:
        overflows = is_signed and a == 1 << width - 1 and signed(width, b) == -1
        return b != 0 and not overflows

    return guard


def integer_cases(type: Type) -> Iterator[Case]:
    width, text = type.lane_bits, type.suffix

    def binary(operation: str, guard: Guard | None = None) -> Case:
        body = f"  %r = {operation} {type} %a, %b"
        return Case(f"{operation} {text}", (type, type), type, body, guard)

    for operation in ("add", "sub", "mul", "and", "or", "xor"):
        yield binary(operation)
    # The host's code calls functions for wide divisions, which it lacks.
    for operation in ("udiv", "urem", "sdiv", "srem") if width <= WIDE else ():
        yield binary(operation, divisible(width, operation[0] == "s"))
    for operation in ("shl", "lshr", "ashr"):
        yield binary(operation, lambda a, b: b < width)
    bit = type.of("i1")
    for condition in (
        "eq",
        "ne",
        "ult",
        "ule",
        "ugt",
        "uge",
        "slt",
        "sle",
        "sgt",
        "sge",
    ):
        body = f"  %r = icmp {condition} {type} %a, %b"
        yield Case(f"icmp {condition} {text}", (type, type), bit, body)
    body = f"  %r = select {bit} %c, {type} %a, {type} %b"
    if 2 * type.words + bit.words <= 6:
        yield Case(f"select {text}", (type, type, bit), type, body)
    yield from integer_intrinsics(type)


def intrinsic(
    name: str,
    type: Type,
    count: int,
    result: Type | None = None,
    constants: str = "",
    guard: Guard | None = None,
    loose: str = "",
) -> Case:
    """A call of `llvm.NAME` with operands of the type and constants."""
    result = result or type
    suffix = (
        f"{result.suffix}.{type.suffix}"
        if ".sat" in name[:11] and "fp" in name
        else type.suffix
    )
    symbol = f"@llvm.{name}.{suffix}"
    operands = ", ".join(f"{type} %{each}" for each in "abc"[:count])
    given = operands + (f", {constants}" if constants else "")
    kinds = [str(type)] * count + [
        each.split()[0] for each in constants.split(", ") if each
    ]
    return Case(
        f"{name} {suffix} {constants}".strip(),
        (type,) * count,
        result,
        f"  %r = call {result} {symbol}({given})",
        guard,
        (f"declare {result} {symbol}({', '.join(kinds)})",),
        loose,
    )


def integer_intrinsics(type: Type) -> Iterator[Case]:
    width = type.lane_bits
    for name in ("smax", "smin", "umax", "umin"):
        yield intrinsic(name, type, 2)
    for name in ("uadd.sat", "usub.sat", "sadd.sat", "ssub.sat"):
        yield intrinsic(name, type, 2)
    for name in ("ushl.sat", "sshl.sat"):
        yield intrinsic(name, type, 2, guard=lambda a, b: b < width)
    yield intrinsic("abs", type, 1, constants="i1 false")
    yield intrinsic(
        "abs", type, 1, constants="i1 true", guard=lambda a: a != 1 << width - 1
    )
    for name in ("ctlz", "cttz"):
        yield intrinsic(name, type, 1, constants="i1 false")
        yield intrinsic(name, type, 1, constants="i1 true", guard=lambda a: a != 0)
    yield intrinsic("ctpop", type, 1)
    yield intrinsic("bitreverse", type, 1)
    if width % 16 == 0:
        yield intrinsic("bswap", type, 1)
    for name in ("fshl", "fshr"):
        if width <= WIDE or width == 128:  # others divide
            yield intrinsic(name, type, 3)
    for name in ("uadd", "usub", "sadd", "ssub", "umul", "smul"):
        yield from overflowing(name, type)


def overflowing(name: str, type: Type) -> Iterator[Case]:
    pair = f"{{ {type}, {type.of('i1')} }}"
    symbol = f"@llvm.{name}.with.overflow.{type.suffix}"
    for index, result in enumerate((type, type.of("i1"))):
        yield Case(
            f"{name}.with.overflow {type.suffix} {index}",
            (type, type),
            result,
            f"  %pair = call {pair} {symbol}({type} %a, {type} %b)\n"
            f"  %r = extractvalue {pair} %pair, {index}",
            None,
            (f"declare {pair} {symbol}({type}, {type})",),
        )


def large_cases() -> Iterator[Case]:
    """What clang does with adjacent bit-fields."""
    for type in map(Type, ("i129", "i136", "i160", "i192")):
        width, text = type.bits, type.suffix
        for name in ("add", "sub", "mul", "and", "or", "xor"):
            body = f"  %r = {name} {type} %a, %b"
            yield Case(f"{name} {text}", (type, type), type, body)
        for name in ("shl", "lshr", "ashr"):
            body = f"  %m = and {type} %b, 127\n  %r = {name} {type} %a, %m"
            yield Case(f"{name} {text}", (type, type), type, body)
        for condition in ("eq", "ne", "ult", "uge", "slt", "sle", "sgt"):
            body = f"  %r = icmp {condition} {type} %a, %b"
            yield Case(f"icmp {condition} {text}", (type, type), Type("i1"), body)
        body = f"  %m = and {type} %a, {(1 << width - 1) - 5}\n  %r = or {type} %m, -9"
        yield Case(f"constants {text}", (type,), type, body)
        body = (
            f"  %p = alloca {type}\n  store {type} %a, ptr %p, align 1\n"
            f"  %r = load volatile {type}, ptr %p, align 1"
        )
        yield Case(f"memory {text}", (type,), type, body)
    for type in map(Type, ("i129", "i136", "i192", "i200", "i320", "i384")):
        width, text = type.bits, type.suffix
        for name in ("shl", "lshr", "ashr"):
            for amount in (0, 1, 63, 64, 77, 107, 127, width - 1):
                body = f"  %r = {name} {type} %a, {amount}"
                yield Case(f"{name} {amount} {text}", (type,), type, body)
        for other in map(Type, ("i1", "i8", "i29", "i64", "i100", "i128", "i150")):
            if other.bits < width:
                yield conversion("trunc", type, other)
                yield conversion("zext", other, type)
                yield conversion("sext", other, type)


def comparison_cases(type: Type) -> Iterator[Case]:
    """`scmp` and `ucmp`, whose result has a type of its own."""
    result = Type("i8", type.lanes)
    for name in ("scmp", "ucmp"):
        symbol = f"@llvm.{name}.{result.suffix}.{type.suffix}"
        yield Case(
            f"{name} {type.suffix}",
            (type, type),
            result,
            f"  %r = call {result} {symbol}({type} %a, {type} %b)",
            None,
            (f"declare {result} {symbol}({type}, {type})",),
        )


def conversion_cases() -> Iterator[Case]:
    """Between integers, between floats, and from one to the other."""
    for lanes in (0, 2):
        chosen = INTEGERS[::3] if lanes else INTEGERS
        integers = [
            Type(t.element, lanes) for t in chosen if t.bits * max(1, lanes) <= 128
        ]
        for source in integers:
            for target in integers:
                wider = target.lane_bits - source.lane_bits
                for operation in (
                    ("trunc",) if wider < 0 else ("zext", "sext") if wider else ()
                ):
                    yield conversion(operation, source, target)
        for real in FLOAT_TYPES:
            real = Type(real.element, lanes)
            for whole in integers:
                if whole.lane_bits > WIDE:
                    continue
                for operation in ("sitofp", "uitofp"):
                    yield conversion(operation, whole, real)
                for operation in ("fptosi", "fptoui"):
                    guard = representable(real, whole, operation == "fptosi")
                    yield conversion(operation, real, whole, guard)
                    yield intrinsic(f"{operation}.sat", real, 1, whole)
            for other in FLOAT_TYPES:
                other = Type(other.element, lanes)
                wider = other.lane_bits - real.lane_bits
                if wider and wider != 16 - 64:  # the host calls a function it lacks
                    name = "fpext" if wider > 0 else "fptrunc"
                    yield conversion(name, real, other, loose="nan")


def conversion(
    name: str, source: Type, target: Type, guard: Guard | None = None, loose: str = ""
) -> Case:
    body = f"  %r = {name} {source} %a to {target}"
    text = f"{name} {source.suffix} {target.suffix}"
    return Case(text, (source,), target, body, guard, (), loose)


def representable(real: Type, whole: Type, is_signed: bool) -> Guard:
    width = whole.lane_bits
    low = -(1 << width - 1) if is_signed else 0
    high = 1 << width - 1 if is_signed else 1 << width

    def guard(bits: int) -> bool:
        value = number(real.element, bits)
        return (
            not isnan(value) and abs(value) < ldexp(1, 70) and low <= int(value) < high
        )

    return guard


def float_cases(type: Type) -> Iterator[Case]:
    text = type.suffix
    for operation in ("fadd", "fsub", "fmul", "fdiv", "frem"):
        body = f"  %r = {operation} {type} %a, %b"
        yield Case(f"{operation} {text}", (type, type), type, body, None, (), "nan")
    # Halves are computed as floats, which makes their NaNs one.
    loose = "nan" if type.element == "half" else ""
    body = f"  %r = fneg {type} %a"
    yield Case(f"fneg {text}", (type,), type, body, None, (), loose)
    bit = type.of("i1")
    for condition in (
        *("oeq", "ogt", "oge", "olt", "ole", "one", "ord", "true"),
        *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "false"),
    ):
        body = f"  %r = fcmp {condition} {type} %a, %b"
        yield Case(f"fcmp {condition} {text}", (type, type), bit, body)
    body = f"  %r = select {bit} %c, {type} %a, {type} %b"
    yield Case(f"select {text}", (type, type, bit), type, body)
    for name in ("fabs", "sqrt", "floor", "ceil", "trunc", "rint", "nearbyint"):
        yield intrinsic(name, type, 1, loose=loose if name == "fabs" else "nan")
    for name in ("roundeven", "round"):
        yield intrinsic(name, type, 1, loose="nan")
    yield intrinsic("copysign", type, 2, loose=loose)
    quiet = _no_signalling_nan(type)
    for name in ("minnum", "maxnum"):
        yield intrinsic(name, type, 2, guard=quiet, loose="zero")
    for name in ("minimum", "maximum"):
        yield intrinsic(name, type, 2, loose="nan")
    if type.element == "float" and 3 * type.words <= 6:  # of doubles it is a call
        yield intrinsic("fma", type, 3, loose="nan")
    for mask in (*(1 << bit for bit in range(10)), 3, 504, 264, 1023, 0):
        yield intrinsic("is.fpclass", type, 1, bit, f"i32 {mask}")


def _no_signalling_nan(type: Type) -> Guard:
    width, fraction = FLOATS[type.element]

    def is_quiet(bits: int) -> bool:
        size = bits % (1 << width - 1)
        infinity = (1 << width - 1) - (1 << fraction)
        return size <= infinity or size >= infinity | 1 << fraction - 1

    return lambda a, b: is_quiet(a) and is_quiet(b)


def _inside(type: Type) -> Guard:
    return lambda lane, index, *others: index < type.lanes


def vector_cases(type: Type) -> Iterator[Case]:
    text, element = type.suffix, Type(type.element)
    index = Type("i32")
    declared = f"{type} %a, i32 %b"
    body = f"  %r = extractelement {declared}"
    yield Case(f"extractelement {text}", (type, index), element, body, _inside(type))
    body = f"  %r = insertelement {type} %a, {element} %c, i32 %b"
    operands = (type, index, element)
    yield Case(f"insertelement {text}", operands, type, body, _inside(type))
    masks = {
        "reverse": [*range(type.lanes)][::-1],
        "both": [lane * 3 % (2 * type.lanes) for lane in range(type.lanes)],
        "longer": [*range(type.lanes), type.lanes, 0][: type.lanes + 1],
        "splat": [0] * type.lanes,
        "shorter": [2 * type.lanes - 1],
    }
    for name, mask in masks.items():
        result = Type(type.element, len(mask))
        if result.bits > 128:
            continue
        lanes = ", ".join(f"i32 {lane}" for lane in mask)
        body = (
            f"  %r = shufflevector {type} %a, {type} %b, <{len(mask)} x i32> <{lanes}>"
        )
        yield Case(f"shufflevector {name} {text}", (type, type), result, body)
    if type.element in FLOATS:
        names = ("fmax", "fmin", "fmaximum", "fminimum")
        for name in names:
            quiet = _no_signalling_nan(type)
            yield reduction(name, type, lambda a: quiet(a, a))
        for name in ("fadd", "fmul"):
            symbol = f"@llvm.vector.reduce.{name}.{text}"
            yield Case(
                f"vector.reduce.{name} {text}",
                (type, element),
                element,
                f"  %r = call {element} {symbol}({element} %b, {type} %a)",
                None,
                (f"declare {element} {symbol}({element}, {type})",),
                "nan",
            )
    else:
        for name in ("add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"):
            yield reduction(name, type)


def reduction(name: str, type: Type, guard: Guard | None = None) -> Case:
    loose = "zero" if name in ("fmax", "fmin") else "nan"
    element = Type(type.element)
    symbol = f"@llvm.vector.reduce.{name}.{type.suffix}"
    return Case(
        f"vector.reduce.{name} {type.suffix}",
        (type,),
        element,
        f"  %r = call {element} {symbol}({type} %a)",
        guard,
        (f"declare {element} {symbol}({type})",),
        loose,
    )


def bitcast_cases() -> Iterator[Case]:
    for bits in (32, 64, 128, 24):
        types = [
            t
            for t in (*INTEGERS, *INTEGER_VECTORS, *FLOAT_TYPES, *FLOAT_VECTORS)
            if t.bits == bits
        ]
        for source in types:
            for target in types:
                if source != target:
                    yield conversion("bitcast", source, target)


GROUPS = {
    **{f"{type.suffix}": list(integer_cases(type)) for type in INTEGERS},
    **{f"{type.suffix}": list(integer_cases(type)) for type in INTEGER_VECTORS},
    "three-way": [
        c for t in (*INTEGERS, *INTEGER_VECTORS[1:]) for c in comparison_cases(t)
    ],
    "large": list(large_cases()),
    "conversions": list(conversion_cases()),
    "bitcasts": list(bitcast_cases()),
    **{t.suffix: list(float_cases(t)) for t in (*FLOAT_TYPES, *FLOAT_VECTORS)},
    "lanes": [c for t in (*INTEGER_VECTORS, *FLOAT_VECTORS) for c in vector_cases(t)],
}
"""All cases, by what a test names."""

"""What operators, elements and built-in functions give, by types of their values."""

from collections.abc import Sequence

from circ.transforms.circuit.javascript_types import (
    ANY,
    ARITHMETIC,
    BY_RESULT,
    DOUBLE,
    ELEMENTS,
    INT32_HIGH,
    LONGEST,
    NUMBER,
    NUMBERS,
    SAFE,
    Builtin,
    JsType,
    Kind,
    TypedArray,
    integers,
    object_of,
    subtract,
)

UNDEFINED = JsType(Kind.UNDEFINED)

ONE = integers(1, 1)


def step_type(name: str, types: Sequence[JsType]) -> JsType:
    """What a step of a counter gives."""
    grows, types = name in ("inc", "add2"), (*types, ONE)
    low, high = types[0].low, types[0].high
    by = types[1] if grows else subtract(integers(0, 0), types[1])
    return integers(max(low + by.low, -SAFE), min(high + by.high, SAFE))


def arithmetic_type(name: str, types: Sequence[JsType]) -> JsType:
    """What an operator gives that computes numbers (`+` strings too)."""
    match name:
        case "inc":
            name, types = "add2", (types[0], ONE)
        case "dec":
            name, types = "sub2", (types[0], ONE)
        case "neg" if types[0].is_integer and not types[0].low <= 0 <= types[0].high:
            return integers(-types[0].high, -types[0].low)
        case _:
            pass
    is_number = all(type.is_number for type in types)
    if not is_number and name == "add2":
        if any(type.kinds == Kind.STRING for type in types):
            return JsType(Kind.STRING)
        return JsType(NUMBERS | Kind.STRING, 0, 0)
    if is_number and name != "neg" and name in ARITHMETIC:
        if all(type.is_integer for type in types):
            return ARITHMETIC[name](*types)
    if is_number and (name == "div2" or any(type.is_double for type in types)):
        return DOUBLE
    return NUMBER


def element_type(of: JsType, index: JsType) -> JsType:
    """What reading an element gives."""
    array = of.typed_array
    if array is None or not is_inside(array, index):
        return ANY
    return ELEMENTS[array.constructor].type


def is_inside(array: TypedArray, index: JsType) -> bool:
    """Is an index that of an element for certain?"""
    return index.is_integer and 0 <= index.low and index.high < array.least


def constructed_type(types: Sequence[JsType]) -> JsType:
    """`new` of a typed array; the operands begin with their number."""
    identity = types[1].identity if types[1].kinds == Kind.OBJECT else None
    if not isinstance(identity, Builtin) or identity.name not in ELEMENTS:
        return BY_RESULT["object"]
    least, most = 0, INT32_HIGH
    given = types[2] if len(types) > 2 else UNDEFINED
    if given.is_integer and given.low <= LONGEST and given.high >= 0:
        # Others throw a RangeError.
        least, most = max(given.low, 0), min(given.high, LONGEST)
    return object_of(TypedArray(identity.name, least, most))


def builtin_type(name: str, types: Sequence[JsType]) -> JsType:
    """What a built-in function gives."""
    if name == "Math.imul" and is_inlined(name, types):
        return BY_RESULT["int"]
    if is_inlined(name, types):
        return DOUBLE if name == "Math.sqrt" else types[0]
    return ANY


def is_inlined(name: str, types: Sequence[JsType]) -> bool:
    """Does a call of a built-in function become gates?"""
    match name:
        case "Math.imul":
            return len(types) == 2 and all(type.is_integer for type in types)
        case "Math.floor" | "Math.ceil" | "Math.trunc" | "Math.round":
            return len(types) == 1 and types[0].is_integer
        case "Math.sqrt":
            return len(types) == 1 and types[0].is_number
        case _:
            return False

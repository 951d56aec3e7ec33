"""
What the operations of llvlir compute, once, over the algebra.

Integer rows are in `integer_rows`, horizontal ones in `horizontal`, and fused rows,
parts of floats and formats without operations of their own in `exact`. Vector
operations are their scalar rows lane by lane; lanes that the mask turns off are zero.
There is no meaning here for memory, atomic and control operations and dynamic rounding.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common import arithmetic, directed
from circ.dialects.common.algebra import INTS, Algebra, V
from circ.dialects.common.arithmetic import Meaning, meaning_at
from circ.dialects.common.exact_floats import FORMATS
from circ.dialects.common.lanes import lane_at, with_lane
from circ.dialects.common.rounding import copysign
from circ.dialects.common.soft_floats import Soft
from circ.dialects.common.widths import WORD, width_of
from circ.dialects.llvlir.exact import (
    FUSED,
    PARTS,
    double_product,
    exact_meaning,
    fused_meaning,
    parts_meaning,
)
from circ.dialects.llvlir.horizontal import horizontal_meaning
from circ.dialects.llvlir.integer_rows import (
    address_meaning,
    immediate_meaning,
    integer_meaning,
)
from circ.dialects.llvlir.rows import TableOp
from circ.dialects.llvlir.rules import type_parameters
from circ.dialects.llvlir.soft import kinds, soft_meaning
from circ.dialects.llvlir.table import Row, row_of_name
from circ.dialects.llvlir.types import (
    FLOAT_FORMATS,
    format_of,
    is_basic_float,
    is_integer,
    is_number,
    width_of_addresses,
)


def compute(k: Algebra[V], op: Operation, row: Row, operands: Sequence[V]) -> V:
    """The result of a scalar operation, which must have a meaning."""
    function = meaning_of(k, op, row)
    assert function is not None, f"{op.name} has no meaning"
    return function(*operands)


def meaning_of(k: Algebra[V], op: Operation, row: Row) -> Callable[..., V] | None:
    """The function of a scalar operation; None if it has no meaning."""
    addresses = width_of_addresses(op) if row.has_address else WORD
    return meaning(k, row, *attributes_of(op), addresses)


def attributes_of(
    op: Operation,
) -> tuple[tuple[Attribute, ...], tuple[int, ...], str | None, str]:
    """Type parameters, immediates, condition and rounding of an operation."""
    properties = op.properties
    immediates = tuple(
        attribute.data
        for name in ("imm", "imm1")
        if is_number(attribute := properties.get(name))
    )
    condition = properties.get("condition")
    rounding = properties.get("rounding")
    return (
        type_parameters(properties),
        immediates,
        condition.data if isinstance(condition, StringAttr) else None,
        rounding.data if isinstance(rounding, StringAttr) else "rne",
    )


_CONSTANTS = ("const", "constu")


def constant_of(value: SSAValue) -> int | None:
    """The bits of a constant; None if the value is not one."""
    op = value.owner
    if not isinstance(op, TableOp) or op.imm is None or op.ROW.base not in _CONSTANTS:
        return None
    function = meaning_of(INTS, op, op.ROW)
    # Vectors, and formats that are not computed with, have their bits as they are.
    return op.imm.data if function is None else function()


def meaning(
    k: Algebra[V],
    row: Row,
    types: Sequence[Attribute],
    immediates: Sequence[int] = (),
    condition: str | None = None,
    rounding: str = "rne",
    addresses: int = WORD,
) -> Callable[..., V] | None:
    """
    The function of a row on bit patterns; None if it has no meaning.

    Addresses have so many bits. Of vector rows, only those that insert or extract a
    lane, and moves.
    """
    found = _meaning(k, row, types, immediates, condition, rounding, addresses)
    widest = getattr(k, "widest_float", 0)
    if found is None and 0 < max(map(_float_width, types), default=0) <= widest:
        return soft_meaning(k, row, types, immediates, condition, rounding)
    return found


def _float_width(type: Attribute) -> int:
    return width_of(type) if isinstance(type, FLOAT_FORMATS) else 0


def _meaning(
    k: Algebra[V],
    row: Row,
    types: Sequence[Attribute],
    immediates: Sequence[int],
    condition: str | None,
    rounding: str,
    addresses: int,
) -> Callable[..., V] | None:
    if row.base in ("lane", "setlane") and is_number(types[0]):
        function = lane_at if row.base == "lane" else with_lane
        return partial(function, k, types[0].data, width_of(types[1]))
    if row.name == "mv.x.x.VI":
        return partial(_same, k)
    if any(letter in row.operands for letter in "xm"):
        return None
    widths = [width_of(type) for type in types if not is_number(type)]
    unknown = any(_unknown_format(type) for type in types)
    if getattr(k, "any_format", False):
        others = unknown or rounding != "rne" or row.base in (*FUSED, "comp")
        if others and row.base not in ("frac", "exp"):
            return soft_meaning(k, row, types, immediates, condition, rounding)
    if row.base in PARTS:
        return parts_meaning(k, row.base, types, rounding)
    if row.base in FUSED:
        return fused_meaning(k, row.base, types[-1], rounding)
    if unknown:
        if k is not INTS:
            return None
        found = exact_meaning(row, types, immediates, condition, rounding)
        return cast("Callable[..., V] | None", found)
    if rounding != "rne":
        return _rounded(k, row, widths, rounding)
    match row.suffix:
        case "I" if condition is not None and row.base == "cmps":
            return integer_condition(k, condition, widths[0])
        case "F" if condition is not None:
            return partial(arithmetic.fcmp, k, _FLOAT_CONDITION[condition], widths[0])
        case "I" if immediates:
            return immediate_meaning(k, row.base, widths[0], immediates)
        case "I" if row.has_address:
            return address_meaning(k, row.base, widths[0], addresses)
        case "I":
            return integer_meaning(k, row.base, widths[0])
        case "F" if row.base == "const":
            return partial(k.const, widths[0], immediates[0])
        case "F" if row.base == "mv":
            return partial(_same, k)
        case "F":
            return meaning_at(k, _FLOAT.get(row.base), widths[0])
        case "":
            return partial(_same, k) if row.base in ("mv", "mva", "mvr") else None
        case "II" | "FF" | "FI" | "IF":
            return _conversion(k, row.name, widths)
        case _:
            return None


def _unknown_format(type: Attribute) -> bool:
    """Is it a float type that the algebra does not have?"""
    return not (is_integer(type) or is_number(type) or is_basic_float(type))


def _same(k: Algebra[V], value: V) -> V:
    return value


# region Conditions

_FLOAT_CONDITION = {
    "fa": "false",
    "eq": "oeq",
    "lt": "olt",
    "le": "ole",
    "gt": "ogt",
    "ge": "oge",
    "ne": "une",
    "tr": "true",
}


def integer_condition(k: Algebra[V], condition: str, width: int) -> Callable[[V, V], V]:
    """The comparison of two integers as one bit (lt is signed, ult unsigned)."""
    if condition in ("fa", "tr"):
        return partial(_constant, k, int(condition == "tr"))
    if condition in ("lt", "le", "gt", "ge"):
        condition = f"s{condition}"
    return partial(arithmetic.icmp, k, condition, width)


def _constant(k: Algebra[V], value: int, lhs: V, rhs: V) -> V:
    return k.const(1, value)


# endregion
# region Floats


def _sign_of(k: Algebra[V], width: int, value: V) -> V:
    return k.and_(width, value, k.const(width, 1 << (width - 1)))


def _copysign_xor(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.xor(width, lhs, _sign_of(k, width, rhs))


def _copysign_not(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return copysign(k, width, lhs, arithmetic.fneg(k, width, rhs))


def _class(k: Algebra[V], width: int, value: V) -> V:
    return kinds(Soft(k, FORMATS[f"f{width}"]), value)


_FLOAT: dict[str, Meaning] = {
    "add": "fadd",
    "sub": "fsub",
    "mul": "fmul",
    "div": "fdiv",
    "frem": "frem",
    "sqrt": "fsqrt",
    "select": "ite",
    "copysign": copysign,
    "copysign_xor": _copysign_xor,
    "copysign_not": _copysign_not,
    "min": arithmetic.fmin,
    "max": arithmetic.fmax,
    "abs": arithmetic.fabs,
    "neg": arithmetic.fneg,
    "class": _class,
}


def _rounded(
    k: Algebra[V], row: Row, widths: Sequence[int], mode: str
) -> Callable[..., V] | None:
    """The meaning of a row under a rounding mode other than to nearest even."""
    if mode not in directed.MODES:
        return None
    if row.suffix == "F" and row.base in directed.ARITHMETIC:
        return partial(directed.arithmetic, mode, row.base, widths[0], k)
    match row.name:
        case "cvt.FI" | "cvtu.FI":
            to, width = widths
            signed = row.name == "cvt.FI"
            return partial(directed.from_integer, mode, signed, width, to, k)
        case "cvt.FF":
            to, width = widths
            return partial(directed.convert, mode, width, to, k)
        case _:
            return None


# endregion
# region Conversions


def _conversion(
    k: Algebra[V], name: str, widths: Sequence[int]
) -> Callable[..., V] | None:
    function = _CONVERSIONS.get(name)
    to, width = widths
    return function and cast("Callable[..., V]", partial(function, k, width, to))


_CONVERSIONS: dict[str, Callable[..., object]] = {
    "sext.II": arithmetic.sext,
    "zext.II": arithmetic.zext,
    "trunc.II": arithmetic.trunc,
    "cvt.FI": arithmetic.sitofp,
    "cvtu.FI": arithmetic.uitofp,
    "cvt.IF": arithmetic.fptosi,
    "cvtu.IF": arithmetic.fptoui,
    "cvt.FF": arithmetic.fconvert,
    "bits.IF": arithmetic.same_bits,
    "bits.FI": arithmetic.same_bits,
}

# endregion
# region Vectors

SCALAR_BASE = {
    "srlx": "srl",
    "srax": "sra",
    "sllx": "sll",
    "fsrlx": "fsrl",
    "fsrax": "fsra",
    "fsllx": "fsll",
    "rorv": "ror",
    "rolv": "rol",
}
"""The scalar names of vector rows whose names differ."""


def scalar_row(row: Row) -> Row | None:
    """The scalar row that a vector row applies to each lane; None if there is none."""
    name = f"{SCALAR_BASE.get(row.base, row.base)}.{row.suffix[1:]}"
    # The document gives addc's one type the wrong letter.
    return row_of_name().get("addc.F" if name == "addc.I" else name)


def lane_meaning(
    k: Algebra[V],
    row: Row,
    types: Sequence[Attribute],
    immediates: Sequence[int] = (),
    condition: str | None = None,
    rounding: str = "rne",
) -> Callable[..., list[V]] | None:
    """
    The function of a vector row; vectors and masks are lists of lanes.

    None if the row has no meaning.
    """
    if not row.suffix.startswith("V") or not is_number(types[0]):
        return None
    lanes, elements = types[0].data, types[1:]
    kinds = [token[0] for token in row.values[1:]]
    width = 1 if row.values[0] == "m" else width_of(elements[0])
    if (function := horizontal_meaning(k, row, types)) is not None:
        return function
    if row.name in MOVES_TO_VECTOR:
        return partial(_to_vector, k, lanes, width)
    if row.name in MOVES_FROM_VECTOR:
        return partial(_from_vector, k)
    if row.name == "select.VI":
        return partial(_lanes, partial(_choose, k, width), lanes, kinds)
    if row.base == "const":
        return partial(_constant_lanes, k, lanes, width, immediates[0])
    if row.base in ("splati", "splatui"):
        lane = partial(k.const, width, immediates[0])
    elif row.base == "splat":
        lane = partial(_same, k)
    elif row.name == "select.VIF":
        lane = partial(_choose_nonzero, k, width_of(elements[0]), width_of(elements[1]))
        width = width_of(elements[1])
    elif row.name == "class.VIF":
        kind = meaning(k, row_of_name()["class.F"], elements[1:])
        if kind is None:
            return None
        lane = partial(_resized_class, k, width, kind)
    elif row.name == "cmps.VIF":
        compare = row_of_name()["cmps.F"]
        holds = meaning(k, compare, elements[1:], condition=condition)
        if holds is None:
            return None
        lane = partial(_all_ones, k, width, holds)
    elif row.name == "mul.VFD" and width != 32:
        if k is not INTS:
            return None
        product = partial(double_product, format_of(elements[0]))
        lane, width = cast("Callable[..., V]", product), 2 * width
    elif row.base in ("mul", "mulu") and row.suffix.endswith("D"):
        lane, width = partial(_double_product, k, row.name, width), 2 * width
    else:
        scalar = scalar_row(row)
        if scalar is None or kinds[-1:] != ["m"]:
            return None
        lane = meaning(k, scalar, elements, immediates, condition, rounding)
        if lane is None:
            return None
    return partial(_lanes, partial(_masked, k, width, lane), lanes, kinds)


MOVES_TO_VECTOR = ("mv.x.r.VI", "mv.x.f.VF")
"""A scalar becomes lane 0; the other lanes are zero."""
MOVES_FROM_VECTOR = ("mv.r.x.VI", "mv.f.x.VF")
"""Lane 0 becomes a scalar."""


def _to_vector(k: Algebra[V], lanes: int, width: int, value: V) -> list[V]:
    return [value, *[k.const(width, 0)] * (lanes - 1)]


def _from_vector(k: Algebra[V], values: Sequence[V]) -> list[V]:
    return [values[0]]


def _choose(k: Algebra[V], width: int, then: V, otherwise: V, mask: V) -> V:
    return k.ite(width, mask, then, otherwise)


def _resized_class(k: Algebra[V], width: int, kind: Callable[[V], V], value: V) -> V:
    found = kind(value)
    if width > CLASS_WIDTH:
        return k.zext(CLASS_WIDTH, width, found)
    if width < CLASS_WIDTH:
        return k.extract(CLASS_WIDTH, width - 1, 0, found)
    return found


CLASS_WIDTH = 32
"""Of the result of `class.F`."""


def _choose_nonzero(
    k: Algebra[V], width: int, to: int, number: V, then: V, otherwise: V
) -> V:
    return k.ite(
        to, arithmetic.icmp(k, "ne", width, number, k.const(width, 0)), then, otherwise
    )


def _all_ones(
    k: Algebra[V], width: int, holds: Callable[[V, V], V], lhs: V, rhs: V
) -> V:
    bit = holds(lhs, rhs)
    return bit if width == 1 else k.sext(1, width, bit)


def _double_product(k: Algebra[V], name: str, width: int, lhs: V, rhs: V) -> V:
    """The product at twice the width of the operands."""
    wide = 2 * width
    if name == "mul.VFD":
        return k.fmul(wide, k.fconvert(width, wide, lhs), k.fconvert(width, wide, rhs))
    extend = k.sext if name == "mul.VID" else k.zext
    return k.mul(wide, extend(width, wide, lhs), extend(width, wide, rhs))


def _constant_lanes(k: Algebra[V], lanes: int, width: int, bits: int) -> list[V]:
    return [k.const(width, bits >> lane * width) for lane in range(lanes)]


def _masked(k: Algebra[V], width: int, lane: Callable[..., V], *operands: V) -> V:
    return k.ite(width, operands[-1], lane(*operands[:-1]), k.const(width, 0))


def _lanes(
    lane: Callable[..., V],
    lanes: int,
    kinds: Sequence[str],
    *operands: Sequence[V] | V,
) -> list[V]:
    """Apply a function lane by lane; scalar operands are the same in every lane."""
    columns = [
        cast("Sequence[V]", operand) if kind in "xm" else [cast("V", operand)] * lanes
        for operand, kind in zip(operands, kinds, strict=True)
    ]
    return [lane(*values) for values in zip(*columns, strict=True)]


# endregion

"""
What gen's instructions are as nodes of selection patterns.

An instruction's signature is its opcode, with the kinds of its types after it (`int`
and `uint`, bool among them, or `float`; of conversions the source's too), and the types
of its operands and results: `LT.uint i8, i8 -> i1`. Patterns may leave the kinds out
(`circ/Gen.td`). The other way, a signature has gen's meaning: what folds constants and
what proofs compare with. In a function of several lanes an instruction on registers of
all lanes has vectors of the types: `LT.uint v16i8, v16i8 -> v16i1`.
"""

from collections.abc import Callable
from functools import cache, partial

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.gen.semantics import bitcast, meaning
from circ.dialects.gen.table import ROW_OF_OPCODE, TWO_TYPES
from circ.dialects.gen.types import LANES, SCALARS, Scalar
from circ.targets.tablegen.matching import Signature

ADDRESS = "i32"
VECTOR = f"v{LANES}"
"""The prefix of vector types."""
LABEL = "OtherVT"


def type_of(scalar: Scalar) -> str:
    """The name of a scalar type in patterns."""
    return f"{'f' if scalar.is_float else 'i'}{scalar.width}"


def kind_of(scalar: Scalar) -> str:
    """The suffix of an opcode for a type."""
    if scalar.is_float:
        return "float"
    return "int" if scalar.signed else "uint"


@cache
def signature_of(opcode: str, type: str, source: str) -> str:
    """The signature of an instruction that reads and writes one value of each."""
    scalar, operand = SCALARS[type], SCALARS[source]
    row = ROW_OF_OPCODE[opcode]
    result, name = type_of(scalar), f"{opcode}.{kind_of(scalar)}"
    operands = [type_of(operand)] * row.sources[-1]
    match row.kind:
        case "Compare":
            result = "i1"
        case "Select":
            operands[0] = "i1"
        case "SimdShuffle":
            operands[1] = ADDRESS
        case "Load" | "Symbol" | "Frame":
            operands = [ADDRESS]
        case "Store":
            return str(Signature(name, (result, ADDRESS), ()))
        case "Convert" | "BitCast":
            name += f".{kind_of(operand)}"
            operands = [type_of(operand)]
        case _:
            pass
    return str(Signature(name, tuple(operands), (result,)))


def is_vector(type: str) -> bool:
    """Is a type of patterns a vector?"""
    return type.startswith(VECTOR)


@cache
def vector_signature_of(opcode: str, type: str, source: str) -> str:
    """The signature of an instruction that computes in each lane."""
    return str(in_lanes(Signature.parse(signature_of(opcode, type, source))))


def in_lanes(signature: Signature) -> Signature:
    """The vector form of a scalar signature."""
    operands = tuple(VECTOR + type for type in signature.operands)
    return Signature(
        signature.opcode, operands, tuple(VECTOR + type for type in signature.results)
    )


def of_one_lane(signature: Signature) -> Signature | None:
    """The scalar form of an elementwise vector signature; None if it is none."""
    types = (*signature.operands, *signature.results)
    if not types or not all(map(is_vector, types)):
        return None
    if signature.opcode.startswith("SIMD_"):
        return None
    return Signature(
        signature.opcode,
        tuple(type.removeprefix(VECTOR) for type in signature.operands),
        tuple(type.removeprefix(VECTOR) for type in signature.results),
    )


BRANCH = str(Signature("BRA", ("i1", LABEL), ()))
"""The signature of a conditional branch."""


def meaning_of(k: Algebra[V], signature: Signature) -> Callable[..., V] | None:
    """The meaning of a node over its operands; None if it has none."""
    opcode, *kinds = signature.opcode.split(".")
    row = ROW_OF_OPCODE.get(opcode)
    if row is None or not signature.results or row.kind in ("Load", "Symbol", "Frame"):
        return None
    if any(map(is_vector, (*signature.operands, *signature.results))):
        return None  # of each lane it is that of `of_one_lane`
    source = _scalar(signature.operands[-1], kinds[1] if len(kinds) > 1 else "")
    kind = kinds[0] if kinds else ""
    if row.kind == "Compare":
        return meaning(k, opcode, _scalar(signature.operands[0], kind).name)
    scalar = _scalar(signature.results[0], kind)
    if row.kind == "BitCast":
        return partial(_bitcast, k, scalar.width, source.width)
    if row.kind in TWO_TYPES:
        return meaning(k, opcode, scalar.name, source.name)
    return meaning(k, opcode, scalar.name)


def _bitcast(k: Algebra[V], width: int, source_width: int, value: V) -> V:
    return bitcast(k, width, 1, source_width, [value])[0]


def _scalar(type: str, kind: str) -> Scalar:
    """The scalar type of that name; signed only if the suffix says so."""
    return next(
        scalar
        for scalar in SCALARS.values()
        if type_of(scalar) == type and scalar.signed == (kind == "int")
    )

"""
The verifier of gen's instructions.

Beignet checks the same when an instruction is appended (docs/reference/gen.md, section
3), except that its float-only list can never fail and is left out here.
"""

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import IntAttr, StringAttr
from xdsl.ir import Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from circ.dialects.gen.table import TWO_TYPES, Row
from circ.dialects.gen.types import SCALARS, SPACES, RegisterType, Scalar

ATOMIC_PAYLOADS = {
    **dict.fromkeys(("AND", "OR", "XOR", "XCHG"), 1),
    **dict.fromkeys(("INC", "DEC"), 0),
    **dict.fromkeys(("ADD", "SUB", "IMAX", "IMIN", "UMAX", "UMIN"), 1),
    "CMPXCHG": 2,
}
"""Atomic operations, with the number of their operands besides the address."""

GROUP_OPERATIONS = (
    *("ANY", "ALL", "BROADCAST"),
    *("REDUCE_ADD", "REDUCE_MIN", "REDUCE_MAX"),
    *("INCLUSIVE_ADD", "INCLUSIVE_MIN", "INCLUSIVE_MAX"),
    *("EXCLUSIVE_ADD", "EXCLUSIVE_MIN", "EXCLUSIVE_MAX"),
)
"""Work-group and sub-group operations, from code 1."""

Registers = Sequence[SSAValue]

WORD = (1 << 32) - 1
"""The greatest value of an integer property other than an immediate."""


def family_of(register: SSAValue) -> str:
    """The family of a register handle."""
    assert isinstance(register.type, RegisterType)
    return register.type.family.data


def is_uniform(register: SSAValue) -> bool:
    """Does a register have one value for all lanes?"""
    assert isinstance(register.type, RegisterType)
    return bool(register.type.uniform.data)


def kind_of(register: SSAValue, lanes: int) -> str:
    """The type of a parameter in a register, in a function with that many lanes."""
    family = family_of(register)
    return family if lanes == 1 or is_uniform(register) else f"{family}x{lanes}"


def _count(what: str, registers: Registers, allowed: range) -> None:
    if len(registers) not in allowed:
        least, most = allowed[0], allowed[-1]
        wanted = str(least) if least == most else f"{least} to {most}"
        raise VerifyException(f"must have {wanted} {what}, but has {len(registers)}")


def _families(what: str, registers: Registers, family: str) -> None:
    for register in registers:
        if family_of(register) != family:
            raise VerifyException(
                f"{what} must be a register of family {family}, "
                f"but is {family_of(register)}"
            )


def scalar_of(op: Operation, name: str) -> Scalar:
    """The scalar type in a property."""
    attribute = op.properties[name]
    assert isinstance(attribute, StringAttr)
    scalar = SCALARS.get(attribute.data)
    if scalar is None:
        raise VerifyException(f"'{attribute.data}' is not a type of gen")
    return scalar


def _integer(op: Operation, name: str) -> int:
    return cast(IntAttr, op.properties[name]).data


def _name(op: Operation, name: str) -> str:
    attribute = op.properties[name]
    assert isinstance(attribute, StringAttr)
    return attribute.data


def verify_instruction(
    op: Operation, row: Row, dsts: Registers, srcs: Registers
) -> None:
    """Check all rules for an instruction of the table."""
    _verify_kind(op, row, dsts, srcs)
    for name, kind in row.properties.items():
        if kind.startswith("int") and name in op.properties and name != "value":
            number, most = _integer(op, name), 255 if name == "bti" else WORD
            if not 0 <= number <= most:
                raise VerifyException(f"{name} must be in 0..{most}, but is {number}")
    if "dynamic_bti" in op.properties and "bti" in op.properties:
        raise VerifyException("bti and dynamic_bti exclude each other")


def _verify_kind(op: Operation, row: Row, dsts: Registers, srcs: Registers) -> None:
    _count("destinations", dsts, row.destinations)
    counts, extra = row.sources, int("dynamic_bti" in op.properties)
    _count("sources", srcs, range(counts.start + extra, counts.stop + extra))
    if "space" in row.properties and _name(op, "space") not in SPACES:
        raise VerifyException(f"'{_name(op, 'space')}' is not an address space")
    if row.types == "none":
        _verify_untyped(op, row, dsts, srcs)
        return
    scalar = scalar_of(op, "type")
    if not row.accepts(scalar):
        raise VerifyException(f"{row.opcode} has no type {scalar.name}")
    if row.kind in TWO_TYPES:
        source = scalar_of(op, "src_type")
        if not row.accepts(source):
            raise VerifyException(f"{row.opcode} has no source type {source.name}")
        _verify_two_types(row, scalar, source, dsts, srcs)
    else:
        _verify_typed(op, row, scalar, dsts, srcs)


def _verify_typed(
    op: Operation, row: Row, scalar: Scalar, dsts: Registers, srcs: Registers
) -> None:
    family = scalar.family
    match row.kind:
        case "Compare":
            _families("the destination", dsts, "bool")
            _families("a source", srcs, family)
        case "Select":
            _families("the destination", dsts, family)
            _families("the condition", srcs[:1], "bool")
            _families("a source", srcs[1:], family)
        case "SimdShuffle" | "IndirectMov":
            _families("the destination", dsts, family)
            _families("the shuffled value", srcs[:-1], family)
            _families("the index", srcs[-1:], "dword")
        case "Load":
            _families("a loaded value", dsts, family)
        case "Store":
            last = len(srcs) - ("dynamic_bti" in op.properties)
            _families("a stored value", srcs[1:last], family)
        case "Atomic":
            _verify_atomic(op, family, dsts, srcs)
        case "LoadImm":
            _families("the destination", dsts, family)
            value = _integer(op, "value")
            if not 0 <= value < 1 << scalar.width:
                raise VerifyException(
                    f"the immediate must be bits of {scalar.name}, but is {value}"
                )
        case "WorkGroup" | "SubGroup":
            _verify_group(op, row, srcs)
            _families("the destination", dsts, family)
        case "Frame":
            _families("the destination", dsts, family)
            size, align = _integer(op, "size"), _integer(op, "align")
            if size < 1:
                raise VerifyException(f"a slot's size must be positive, but is {size}")
            if align < 1 or align.bit_count() != 1:
                raise VerifyException(
                    f"a slot's alignment must be a power of two, but is {align}"
                )
        case "MediaBlockRead":
            _families("the destination", dsts, family)
        case "MediaBlockWrite":
            _families("a written value", srcs[2:], family)
        case _:
            if row.opcode != "CBIT":  # a count may be of another family
                _families("the destination", dsts, family)
            _families("a source", srcs, family)


def _verify_atomic(
    op: Operation, family: str, dsts: Registers, srcs: Registers
) -> None:
    operation = _name(op, "operation")
    if operation not in ATOMIC_PAYLOADS:
        raise VerifyException(f"'{operation}' is not an atomic operation")
    count = 1 + ATOMIC_PAYLOADS[operation] + ("dynamic_bti" in op.properties)
    _count("sources", srcs, range(count, count + 1))
    _families("the destination", dsts, family)
    _families("a source after the address", srcs[1:], family)


def _verify_group(op: Operation, row: Row, srcs: Registers) -> None:
    operation = _name(op, "operation")
    if operation not in GROUP_OPERATIONS:
        raise VerifyException(f"'{operation}' is not a group operation")
    broadcast = operation == "BROADCAST"
    if row.kind == "SubGroup":
        _count("sources", srcs, range(2, 3) if broadcast else range(1, 2))
    else:
        _count("sources", srcs, range(2, 5) if broadcast else range(3, 4))


def _verify_two_types(
    row: Row, scalar: Scalar, source: Scalar, dsts: Registers, srcs: Registers
) -> None:
    if row.kind in ("Sample", "TypedWrite"):
        return  # accepted as they are: the message checks them
    _families("the destination", dsts, scalar.family)
    _families("the source", srcs, source.family)
    expected = {"F16TO32": ("float", "uint16"), "F32TO16": ("uint16", "float")}
    if row.opcode in expected and expected[row.opcode] != (scalar.name, source.name):
        to, origin = expected[row.opcode]
        raise VerifyException(f"{row.opcode} must be from {origin} to {to}")
    if row.kind == "BitCast":
        written, read = len(dsts) * scalar.width, len(srcs) * source.width
        if written != read:
            raise VerifyException(
                f"both tuples must have the same number of bytes, "
                f"but have {written // 8} and {read // 8}"
            )


def _verify_untyped(op: Operation, row: Row, dsts: Registers, srcs: Registers) -> None:
    match row.kind:
        case "Sync":
            mask = _integer(op, "mask")
            if not 1 <= mask <= 63:
                raise VerifyException(f"the mask must be in 1..63, but is {mask}")
        case "Region":
            _families("a register", (*dsts, *srcs), "dword")
        case "CalcTimestamp":
            if _integer(op, "timestamp_type") != 1:
                raise VerifyException("the timestamp's type must be 1")
            point = _integer(op, "point")
            if point not in (*range(20), 254, 255):
                raise VerifyException(
                    f"the point must be in 0..19, 254 or 255, but is {point}"
                )
        case "Printf":
            # Beignet prints the opcode alone, which is then all that is known.
            known = op.operands or _integer(op, "bti") or _integer(op, "number")
            if known and len(srcs) == len(op.operands):
                raise VerifyException("PRINTF must have a destination, or nothing")
        case "StoreProfiling":
            if _integer(op, "profiling_type") != 1:
                raise VerifyException("the profiling type must be 1")
        case _:
            pass

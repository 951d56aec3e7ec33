"""Division by constants, against numpy's and against the algebra's own."""

from collections.abc import Callable

import numpy as np
import pytest
from vectors import VECTORS, Vector
from xdsl.ir import SSAValue

from circ.dialects.common.algebra import INTS, Algebra, V, to_signed
from circ.dialects.common.terms import TERMS, assert_equal, symbol
from circ.dialects.gen import SCALARS, Instruction, RegisterOp
from circ.dialects.gen.semantics import meaning
from circ.transforms.gen.constant_division import (
    quotient,
    remainder,
    signed_magic,
    unsigned_magic,
)
from circ.transforms.gen.emitter import Emitter, Instructions

WORDS = 2**32
LARGE = sorted(
    {
        value
        for power in range(10, 33)
        for value in range(2**power - 3, 2**power + 4)
        if value < WORDS
    }
    | {641, 6700417, 10**6, 10**9, 715827883, 1431655765, 1431655766, 2863311531}
    | {3 * 2**30, 5 * 2**28, 7 * 2**27, 28 * 10**6, 1641, 274177, 2**32 - 1000}
    | {int(d) for d in np.random.default_rng(7).integers(1001, WORDS, 300)}
)
UNSIGNED = sorted({*range(1001), *LARGE})
SIGNED = sorted(
    {*range(-1000, 1001)} | {sign * d for d in LARGE if d <= 2**31 for sign in (1, -1)}
)
WITHOUT_MULTIPLIER = (0, 1, 2, 4, 2**16, 2**31, WORDS - 1)

INTERESTING = {
    (sign * 2**power + offset) % WORDS
    for power in range(33)
    for offset in (-1, 0, 1)
    for sign in (1, -1)
}


def dividends(divisor: int) -> Vector:
    """Ends of the range and both sides of multiples, the last ones above all."""
    magnitude = max(abs(divisor), 1)
    top = WORDS // magnitude
    signed_top = 2**31 // magnitude
    multiples = {0, 1, 2, top // 3, signed_top - 1, signed_top, top - 1, top}
    near = {
        (sign * multiple * magnitude + offset) % WORDS
        for multiple in multiples
        for offset in (-1, 0, 1)
        for sign in (1, -1)
    }
    return np.array(sorted(INTERESTING | near), np.uint64)


def evaluate(
    k: Algebra[V], signed: bool, n: V, divisor: int, opcode: str, width: int = 32
) -> V:
    """What a division by a constant computes."""
    divide = quotient if opcode == "DIV" else remainder
    return divide(k, width, signed, n, divisor % (1 << width))


def evaluate_code(
    k: Algebra[V], signed: bool, n: V, divisor: int, opcode: str, width: int
) -> V:
    """What the instructions for a division by a constant compute."""
    register = RegisterOp.of(SCALARS[f"int{width}"].family).handle
    emit = Emitter(lambda family, uniform: RegisterOp.of(family).handle)
    result = evaluate(
        Instructions(emit, signed), signed, register, divisor, opcode, width
    )
    registers: dict[SSAValue, V] = {register: n}
    for op in emit.ops:
        assert isinstance(op, Instruction)
        op.verify()
        if op.ROW.opcode == "LOADI":
            value = k.const(width, op.integer("value"))
        else:
            assert op.ROW.opcode not in ("DIV", "REM")
            compute = meaning(k, op.ROW.opcode, op.scalar.name)
            assert compute is not None
            value = compute(*(registers[source] for source in op.srcs))
        registers[op.dsts[0]] = value
    return registers[result]


def meant_by(k: Algebra[V], opcode: str, signed: bool) -> Callable[[int, V, V], V]:
    return {
        ("DIV", False): k.udiv,
        ("REM", False): k.urem,
        ("DIV", True): k.sdiv,
        ("REM", True): k.srem,
    }[opcode, signed]


@pytest.mark.parametrize("opcode", ["DIV", "REM"])
@pytest.mark.parametrize("signed", [False, True])
def test_all_divisions_of_eight_bits(opcode: str, signed: bool):
    """A proof at this width: every dividend by every divisor."""
    meant, n = meant_by(INTS, opcode, signed), np.arange(256, dtype=np.uint64)
    for divisor in range(256):
        expected = [meant(8, x, divisor) for x in range(256)]
        for computed in (evaluate, evaluate_code):
            found = computed(VECTORS, signed, n, divisor, opcode, 8)
            assert np.broadcast_to(found, n.shape).tolist() == expected, divisor


def check_sixteen_bits(signed: bool, divisor: int) -> None:
    """All dividends by one divisor, against numpy."""
    n = np.arange(1 << 16, dtype=np.uint64)
    wide = VECTORS.sext(16, 64, n).view(np.int64) if signed else n.view(np.int64)
    d = to_signed(16, divisor) if signed else divisor
    whole = np.abs(wide) // abs(d) * np.sign(wide) * (-1 if d < 0 else 1)
    for opcode, meant in ("DIV", whole), ("REM", wide - whole * d):
        found = evaluate(VECTORS, signed, n, divisor, opcode, 16)
        assert (found == (meant.view(np.uint64) & np.uint64(0xFFFF))).all(), divisor


@pytest.mark.parametrize("signed", [False, True])
def test_divisions_of_sixteen_bits(signed: bool):
    for divisor in range(1, 1 << 16, 809):
        check_sixteen_bits(signed, divisor)


@pytest.mark.long
@pytest.mark.parametrize("signed", [False, True])
def test_more_divisions_of_sixteen_bits(signed: bool):
    for divisor in range(1, 1 << 16, 5):
        check_sixteen_bits(signed, divisor)


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("divisor", WITHOUT_MULTIPLIER)
def test_dividends_of_32_bits(signed: bool, divisor: int):
    """Proved for all dividends; z3 does not decide it for real multipliers."""
    for opcode in ("DIV", "REM"):
        n, d = symbol("n", 32), TERMS.const(32, divisor)
        expected = meant_by(TERMS, opcode, signed)(32, n, d)
        assert_equal(evaluate(TERMS, signed, n, divisor, opcode), expected)


@pytest.mark.parametrize("opcode", ["DIV", "REM"])
@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.every(3, first=1)
def test_every_divisor(opcode: str, signed: bool):
    meant = meant_by(INTS, opcode, signed)
    for divisor in SIGNED if signed else UNSIGNED:
        n = dividends(divisor)
        found = evaluate(VECTORS, signed, n, divisor, opcode)
        expected = [meant(32, x, divisor % WORDS) for x in n.tolist()]
        assert np.broadcast_to(found, n.shape).tolist() == expected, divisor


def test_random_dividends():
    generator = np.random.default_rng(8)
    n = generator.integers(0, WORDS, 100_000, np.uint64)
    for divisor in (3, 7, 10, 14, 28, 100, 641, 10**9, 2**31 + 1, WORDS - 5):
        found = evaluate(VECTORS, False, n, divisor, "DIV")
        assert (found == n // np.uint64(divisor)).all(), divisor


def test_unsigned_magic_is_exact():
    """
    A multiplier m is right for all n < 2^32 if it is for the last one of remainder
    d - 1: the error n * (m * d - 2^p) / (d * 2^p) grows with n and must be below 1 / d.
    """
    for divisor in UNSIGNED[2:]:
        magic = unsigned_magic(divisor, 32)
        power = 32 + magic.shift
        multiplier = magic.multiplier + (WORDS if magic.add else 0)
        error = multiplier * divisor - (1 << power)
        last = WORDS - 1 - WORDS % divisor
        assert error >= 0 and last * error < 1 << power, divisor


def test_signed_magic_is_exact():
    """As above; the same n decides for both signs (Hacker's Delight, 10-3 and 10-5)."""
    for divisor in SIGNED:
        magnitude = abs(divisor)
        if magnitude < 2 or magnitude == 2**31:
            continue
        magic = signed_magic(divisor, 32)
        multiplier = to_signed(32, magic.multiplier)
        # The code adds or subtracts n where the sign is not the divisor's.
        if divisor > 0 > multiplier:
            multiplier += WORDS
        elif divisor < 0 < multiplier:
            multiplier -= WORDS
        power = 32 + magic.shift
        error = multiplier * divisor - (1 << power)
        top = 2**31 if divisor < 0 else 2**31 - 1  # the largest |n| of its sign
        last = top - (top + 1) % magnitude
        assert error > 0 and last * error < 1 << power, divisor


# The example tables of Hacker's Delight, second edition, section 10-15.
@pytest.mark.parametrize(
    ("divisor", "multiplier", "shift"),
    [
        (-5, 0x99999999, 1),
        (-3, 0x55555555, 1),
        (3, 0x55555556, 0),
        (5, 0x66666667, 1),
        (6, 0x2AAAAAAB, 0),
        (7, 0x92492493, 2),
        (9, 0x38E38E39, 1),
        (10, 0x66666667, 2),
        (25, 0x51EB851F, 3),
        (125, 0x10624DD3, 3),
        (625, 0x68DB8BAD, 8),
    ],
)
def test_published_signed_multipliers(divisor: int, multiplier: int, shift: int):
    magic = signed_magic(divisor, 32)
    assert (magic.multiplier, magic.shift) == (multiplier, shift)


@pytest.mark.parametrize(
    ("divisor", "multiplier", "shift", "add"),
    [
        (3, 0xAAAAAAAB, 1, False),
        (5, 0xCCCCCCCD, 2, False),
        (6, 0xAAAAAAAB, 2, False),
        (7, 0x24924925, 3, True),
        (9, 0x38E38E39, 1, False),
        (10, 0xCCCCCCCD, 3, False),
        (641, 0x00663D81, 0, False),
    ],
)
def test_published_unsigned_multipliers(
    divisor: int, multiplier: int, shift: int, add: bool
):
    magic = unsigned_magic(divisor, 32)
    assert (magic.multiplier, magic.shift, magic.add) == (multiplier, shift, add)

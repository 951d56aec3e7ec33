"""
What an address is the sum of, for LLVM to add in 64 bits.

The memory appears `REACH` times more before and behind its 4 GiB, so that a sum which
leaves the 32 bits of an address still finds the byte that it means. Its parts can then
be added to the pointer as signed numbers of 64 bits: steps of a counter, which in 32
bits might wrap, and constants become part of LLVM's addressing modes.

LLVM takes pointers that differ for different bytes. Two sums that are one byte's differ
if only one of them leaves the 32 bits, and LLVM could see that where large constants
are added, or bits that are set are lost in a shift: such sums are left as they are.
"""

from collections.abc import Sequence
from typing import NamedTuple

from xdsl.ir import Block, SSAValue

from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import TableOp
from circ.dialects.llvlir.rules import immediate_of
from circ.dialects.llvlir.semantics import constant_of

REACH = 5
"""How often the memory appears before its 4 GiB, and behind them."""
MOST_ADDED = 2 * REACH - 1
"""The factors of signed numbers together, 2 GiB each; a constant is as much as one."""
MOST_SHIFT = 3
"""Addressing modes have factors up to eight."""
MOST_ROWS = 16
"""Rows that are looked at for one address."""
WIDTH = 32
LARGE = 1 << 30
"""Constants that are too large to be added."""

SUMS = frozenset(("add.I", "addi.I", "addp.I", "mva"))
DIFFERENCES = frozenset(("sub.I", "subi.I", "subp.I"))
SHIFTS = frozenset(("sll.I", "slli.I"))
UNKNOWN = frozenset(
    ("and.I", "mul.I", "sext.II", "sra.I", "srai.I", "srl.I", "srli.I", "zext.II")
)
"""Rows of integers whose high bits LLVM does not know to be set."""
COMPUTING = frozenset(("arith", "shift", "bits", "ext-arith"))


class Address(NamedTuple):
    """A sum modulo 2 ** 32."""

    base: SSAValue | None
    """A number without a sign."""
    added: Sequence[tuple[SSAValue, int]]
    """Signed numbers, and by how many bits each is shifted left."""
    constant: int


def address_of(value: SSAValue, offset: int) -> Address:
    """The sum that an address plus a constant is."""
    if width_of(value.type) == WIDTH:
        for most_shift in (MOST_SHIFT, 0):
            if (found := _sum_of(value, offset, most_shift)) is not None:
                return found
    return Address(value, (), offset)


def _sum_of(value: SSAValue, constant: int, most_shift: int) -> Address | None:
    """The sum; None where it is too long or too large."""
    numbers, work = list[tuple[SSAValue, int]](), [(value, 0)]
    for _ in range(MOST_ROWS):
        if not work:
            break
        value, shift = work.pop()
        if (number := _small_constant(value)) is not None:
            constant += number << shift
        elif (terms := _terms_of(value)) is not None:
            constant += terms.constant << shift
            work += [(term, shift) for term in reversed(terms.values)]
        elif (scaled := _scaled(value)) and shift + scaled[1] <= most_shift:
            work.append((scaled[0], shift + scaled[1]))
        elif _is_known(value) or (shift and _may_be_large(value)):
            return None
        else:
            numbers.append((value, shift))
    place = _place_of_base(numbers)
    base = None if place is None else numbers.pop(place)[0]
    factors = sum(1 << shift for _, shift in numbers)
    if work or factors > MOST_ADDED or abs(constant) >= LARGE:
        return None
    return Address(base, numbers, constant)


class _Terms(NamedTuple):
    values: Sequence[SSAValue]
    constant: int = 0


def _terms_of(value: SSAValue) -> _Terms | None:
    """What a sum is made from, unless its constant is large."""
    op = value.owner
    if not isinstance(op, TableOp) or width_of(value.type) != WIDTH:
        return None
    name = op.ROW.name
    if name in SUMS and len(op.operands) > 1:
        return _Terms(op.operands)
    if name in SUMS and op.imm is None:
        return _Terms(op.operands)
    sign = 1 if name in SUMS else -1
    if name not in SUMS | DIFFERENCES:
        return None
    if len(op.operands) > 1:
        number = _small_constant(op.operands[1])
    else:
        number = _if_small(immediate_of(op))
    return None if number is None else _Terms(op.operands[:1], sign * number)


def _scaled(value: SSAValue) -> tuple[SSAValue, int] | None:
    """What is shifted left by a constant, and by how much."""
    op = value.owner
    if not isinstance(op, TableOp) or op.ROW.name not in SHIFTS:
        return None
    if width_of(value.type) != WIDTH:
        return None
    if len(op.operands) == 1:
        amount = immediate_of(op)
    else:
        amount = constant_of(op.operands[1])
    return None if amount is None else (op.operands[0], amount % WIDTH)


def _small_constant(value: SSAValue) -> int | None:
    if width_of(value.type) != WIDTH or (bits := constant_of(value)) is None:
        return None
    return _if_small(bits)


def _if_small(bits: int) -> int | None:
    """Bits as a signed number."""
    number = (bits + (1 << WIDTH - 1)) % (1 << WIDTH) - (1 << WIDTH - 1)
    return number if abs(number) < LARGE else None


def _is_known(value: SSAValue) -> bool:
    """Is it a constant, or computed from constants?"""
    op = value.owner
    if not isinstance(op, TableOp) or op.ROW.category not in COMPUTING:
        return constant_of(value) is not None
    return all(constant_of(operand) is not None for operand in op.operands)


def _may_be_large(value: SSAValue) -> bool:
    """May LLVM know that it has bits set that are lost when it is shifted?"""
    op = value.owner
    if not isinstance(op, TableOp) or op.ROW.category not in COMPUTING:
        return False
    return op.ROW.name not in UNKNOWN


def _place_of_base(numbers: Sequence[tuple[SSAValue, int]]) -> int | None:
    """Which of the numbers is most likely the pointer."""
    places = [place for place, (_, shift) in enumerate(numbers) if not shift]
    for place in places:
        owner = numbers[place][0].owner
        if isinstance(owner, TableOp) and owner.label is not None:
            return place
        if isinstance(owner, Block) and owner.prev_block is None:
            return place
    return places[0] if places else None

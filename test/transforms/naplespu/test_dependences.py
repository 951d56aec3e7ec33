"""Which accesses must stay in order: against the bytes that the machine accesses."""

from collections.abc import Iterable, Iterator
from functools import cache

import pytest
from overlaps import Case, check_overlaps, span
from xdsl.dialects.builtin import UnknownLoc
from xdsl.ir import Block

from circ.dialects.common.algebra import INTS
from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.naplespu.generated.operations import RECORDS
from circ.dialects.naplespu.ops import instruction
from circ.dialects.naplespu.register_file import LANES
from circ.dialects.naplespu.registers import scalar, vector
from circ.dialects.naplespu.semantics import ACCESSES, lane_base, lane_stride
from circ.targets.naplespu.description.subtarget import subtarget
from circ.transforms.naplespu.analysis.dependences import Dependences

SPACES = ("Mainmem", "Scratchpad")
SCALARS = [name for name in RECORDS if name.startswith(("L32", "S32"))]
VECTORS = [
    name
    for name in RECORDS
    if name.startswith(("LV32", "SV32")) and name.endswith("_U")
]
INDEXED = [name for name in RECORDS if name.startswith(("GLV32", "SSV32"))]
EDGES = [edge + n for edge in range(-64, 145, 16) for n in range(-4, 2)]
"""Where a scalar may touch a vector."""
MODEL = subtarget().model
REGISTERS = Block(arg_types=[scalar(0), scalar(1), scalar(4), vector(0), vector(1)])
A, B, DATA, LANES_DATA, LANES_BASE = REGISTERS.args


@cache
def access(
    record: str,
    offset: int = 0,
    result: int = 2,
    base: int = 0,
    known: MemoryAttr | None = None,
) -> RecordOp:
    """An access at an offset from s0 or s1, or at the addresses in v1."""
    wide = record in VECTORS or record in INDEXED
    place = LANES_BASE if record in INDEXED else (A, B)[base]
    loads = RECORDS[record].shape.outs
    return instruction(
        record,
        [place] if loads else [LANES_DATA if wide else DATA, place],
        [(vector if wide else scalar)(result)] if loads else [],
        imm=offset,
        memory=known,
        location=UnknownLoc(),
    )


def touched(record: str, address: int, strided: bool) -> frozenset[int]:
    """The bytes that the simulator accesses on a machine."""
    what, scratchpad = ACCESSES[RECORDS[record].operation], "Scratchpad" in record
    if not what.vector:
        return span(address, what.element)
    start = lane_base(INTS, what, strided, scratchpad, address)
    stride = lane_stride(what, strided, scratchpad)
    lanes = (span(start + stride * lane, what.element) for lane in range(LANES))
    return frozenset[int]().union(*lanes)


def is_misaligned(record: str, address: int) -> bool:
    """Such accesses of vectors to main memory trap."""
    alignment = ACCESSES[RECORDS[record].operation].alignment
    return "Mainmem" in record and address % alignment != 0


def cases(
    records: list[str],
    offsets: Iterable[int],
    result: int,
    stores: bool = False,
    strided: bool = True,
    base: int = 0x1000,
) -> Iterator[Case[RecordOp]]:
    for record in records:
        if not (stores and RECORDS[record].shape.outs):
            for offset in offsets:
                if record in VECTORS and is_misaligned(record, base + offset):
                    continue
                op = access(record, offset, result)
                yield op, touched(record, base + offset, strided)


def stay_in_order(one: RecordOp, other: RecordOp) -> bool:
    """Does the second wait for the first? The two ways round are the same."""
    found = [
        1 in Dependences(ops, MODEL).waiting[0] for ops in ((one, other), (other, one))
    ]
    assert found[0] == found[1]
    return found[0]


def of_space(records: list[str], space: str) -> list[str]:
    return [name for name in records if space in name]


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("first", (-256, -4, 248))
def test_scalars_that_share_a_byte_stay_in_order(space: str, first: int):
    """And no others; offsets at either end of the immediate's range, too."""
    records, offsets = of_space(SCALARS, space), range(first, first + 8)
    check_overlaps(
        stay_in_order,
        cases(records, offsets, 2, stores=True),
        cases(records, offsets, 3),
    )


@pytest.mark.parametrize("base", (0x1000, 0x1010, 0x1030))
@pytest.mark.parametrize("strided", (False, True))
@pytest.mark.parametrize("space", SPACES)
@pytest.mark.every(8, first=1)
def test_vectors_that_share_a_byte_stay_in_order(space: str, strided: bool, base: int):
    """Of narrow lanes more may: machines differ in where they are."""
    records = of_space(VECTORS, space)
    words = [name for name in records if "V32W" in name]
    scalars = [f"{name}_{space}" for name in ("S32B", "S32W", "L32SU")]
    for some, exact in ((words, True), (records, False)):
        near = cases(some, range(0, 128, 16), 2, True, strided, base)
        far = [
            *cases(some, range(-128, 160, 16), 3, False, strided, base),
            *cases(scalars, EDGES, 3, False, strided, base),
        ]
        check_overlaps(stay_in_order, near, far, exact)
    narrow = [name for name in records if RECORDS[name].shape.outs]
    check_overlaps(
        stay_in_order,
        cases(scalars, EDGES, 2, True, strided, base),
        cases(narrow, range(0, 128, 16), 3, False, strided, base),
        exact=False,
    )


def test_what_is_unknown_stays_in_order():
    store, load = access("S32W_Mainmem"), access("L32W_Mainmem", 4)
    assert not stay_in_order(store, load)
    assert stay_in_order(store, access("L32W_Mainmem", 4, base=1))
    for record in INDEXED:
        for other in ("S32W_Scratchpad", "SV32WScratchpad_U"):
            assert stay_in_order(access(record, 64), access(other))
    assert not stay_in_order(store, access("L32W_Scratchpad"))
    apart = [access("S32W_Mainmem", 0, known=memory(4, alias=name)) for name in "ab"]
    assert not stay_in_order(*apart) and stay_in_order(apart[0], store)
    volatile = [
        access("L32W_Mainmem", 8 * n, n + 2, known=memory(4, volatile=True))
        for n in (0, 1)
    ]
    assert stay_in_order(*volatile)


def test_a_load_of_its_own_base_is_at_the_old_one():
    """What is before it and disjoint is free; what is after it has another base."""
    load = access("L32W_Mainmem", 0, result=0)
    store, same = access("S32W_Mainmem", 4), access("S32W_Mainmem", 0)
    assert not Dependences([store, load], MODEL).waiting[0].get(1)
    assert Dependences([same, load], MODEL).waiting[0] == {1: 1}
    graph = Dependences([store, load, access("L32W_Mainmem", 8, 3)], MODEL)
    assert 2 in graph.waiting[0] and 2 in graph.waiting[1]

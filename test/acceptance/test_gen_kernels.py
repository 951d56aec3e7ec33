"""
Kernels written at level gen, dispatched at gen and on NaplesPU: lanes and threads.

Each has an oracle in numpy. Kernels that were lowered from source to a level are
dispatched from there as well.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pytest
from gen_kernels import kernel

import circ

Words: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[np.int32]]"
Given: TypeAlias = (
    "np.ndarray[tuple[int, ...], np.dtype[np.generic]] | int | str | bytes"
)

RUNS = (
    *(("gen", 1, 1), ("naplespu", 16, 8), ("gen", 8, 1), ("naplespu", 1, 8)),
    *(("gen", 16, 8), ("naplespu", 8, 1), ("gen", 16, 1), ("naplespu", 16, 1)),
)
"""Level, lanes and threads."""

ID = """
LABEL $0
LOADI.uint32 %two 2
MUL.int32 %g %group_id_0 %enqueued_local_size_0
ADD.int32 %g %g %local_id_0
SHL.int32 %at %g %two
"""
"""The number of the item among all, and the offset of its word."""


@dataclass(frozen=True)
class Kernel:
    arguments: str
    body: str
    given: Sequence[Given]
    expected: Callable[[], Mapping[int, Words]]
    """What the arrays have after it, by argument."""
    space: tuple[Sequence[int], Sequence[int]] = ((40,), (16,))
    """Global and local size."""
    attribute: str = ""
    head: str = ""
    offset: Sequence[int] = (0,)


def words(values: Sequence[int]) -> Words:
    return np.array(values, np.int64).astype(np.int32)


N = 40
SOME = words([(7 * i + 3) % 29 for i in range(N)])
OUT = words([0] * N)


def collatz(value: int) -> int:
    steps = 0
    while value > 1 and steps < 40:
        value, steps = (value // 2 if value % 2 == 0 else 3 * value + 1), steps + 1
    return steps


def nested(value: int) -> int:
    total = 0
    for i in range(value % 5):
        if i == 3:
            break
        for j in range(i + value % 3):
            if (j + value) % 4 == 2:
                continue
            total += i * j + 1
    return total


def groups(values: Words, size: int) -> list[Words]:
    return [values[first : first + size] for first in range(0, len(values), size)]


def each_group(values: Words, size: int, of: Callable[[Words], Words]) -> Words:
    return np.concatenate([of(group) for group in groups(values, size)])


def scan(values: Words, of: Callable[[int, int], int], start: int) -> list[int]:
    found = [start]
    for value in values[:-1]:
        found.append(of(found[-1], int(value)))
    return found


def three_results(group: Words) -> Words:
    total = int(group.sum())
    return words(
        [
            total
            + max(group[:i].max(initial=-(2**31)), -50) * 100
            + int(group[: i + 1].min()) * 1000
            for i in range(len(group))
        ]
    )


TEAM, MAP = "%thread_number %threadid", "(TheadID Map at SLM: 0)"
LOAD = "LOAD.int32.global.aligned {%x} %at bti:2"
STORE = "STORE.int32.global.aligned %at {%y} bti:3"

KERNELS = {
    "a loop with different ends": Kernel(
        "global src, global dst",
        f"""{ID} {LOAD}
        LOADI.int32 %y 0
        LOADI.int32 %first 1
        LOADI.int32 %three 3
        LOADI.int32 %most 40

        LABEL $1
        LE.int32 %b_end %x %first
        BRA<%b_end> -> label$5

        LABEL $2
        GE.int32 %b_long %y %most
        BRA<%b_long> -> label$5

        LABEL $3
        ADD.int32 %y %y %first
        AND.int32 %odd %x %first
        EQ.int32 %b_odd %odd %first
        SHR.uint32 %half %x %first
        MUL.int32 %x3 %x %three
        ADD.int32 %x3 %x3 %first
        SEL.int32 %x %b_odd %x3 %half
        BRA -> label$1

        LABEL $5
        {STORE}
        RET""",
        (SOME, OUT),
        lambda: {1: words([collatz(int(x)) for x in SOME])},
    ),
    "break and continue in nested loops": Kernel(
        "global src, global dst",
        f"""{ID} {LOAD}
        LOADI.int32 %y 0
        LOADI.int32 %i 0
        LOADI.int32 %first 1
        LOADI.int32 %three 3
        LOADI.int32 %four 4
        LOADI.int32 %five 5
        REM.int32 %n %x %five
        REM.int32 %m %x %three

        LABEL $1
        GE.int32 %b_done %i %n
        BRA<%b_done> -> label$9

        LABEL $2
        EQ.int32 %b_break %i %three
        BRA<%b_break> -> label$9

        LABEL $3
        LOADI.int32 %j 0
        ADD.int32 %end %i %m

        LABEL $4
        GE.int32 %b_inner %j %end
        BRA<%b_inner> -> label$8

        LABEL $5
        ADD.int32 %k %j %x
        REM.int32 %k %k %four
        EQ.int32 %b_skip %k %two
        BRA<%b_skip> -> label$7

        LABEL $6
        MAD.int32 %y %i %j %y
        ADD.int32 %y %y %first

        LABEL $7
        ADD.int32 %j %j %first
        BRA -> label$4

        LABEL $8
        ADD.int32 %i %i %first
        BRA -> label$1

        LABEL $9
        {STORE}
        RET""",
        (SOME, OUT),
        lambda: {1: words([nested(int(x)) for x in SOME])},
    ),
    "IF, ELSE and WHILE": Kernel(
        "global src, global dst",
        f"""{ID} {LOAD}
        LOADI.int32 %zero0 0
        LOADI.int32 %first 1
        LOADI.int32 %ten 10
        MOV.int32 %y %zero0
        GT.int32 %b_large %x %ten
        IF<%b_large> -> label$6

        LABEL $1
        SUB.int32 %y %x %ten

        LABEL $2
        ELSE -> label$7  <**>label: 6

        LABEL $3
        ADD.int32 %y %y %x
        SUB.int32 %x %x %first
        GT.int32 %b_more %x %zero0
        WHILE<%b_more> -> label$3

        LABEL $4
        ENDIF -> label$7

        LABEL $5
        {STORE}
        RET""",
        (SOME, OUT),
        lambda: {
            1: words([x - 10 if x > 10 else max(x * (x + 1) // 2, 0) for x in SOME])
        },
    ),
    "local memory, and a value that lives across a barrier": Kernel(
        "global src, global dst, local tile",
        f"""{ID} {LOAD}
        SHL.int32 %place %local_id_0 %two
        ADD.int32 %place %place %tile
        STORE.int32.local.aligned %place {{%x}} bti:254
        SYNC.workgroup.local_read.local_write

        LABEL $1
        LOADI.int32 %first 1
        SUB.int32 %other %local_size_0 %local_id_0
        SUB.int32 %other %other %first
        SHL.int32 %other %other %two
        ADD.int32 %other %other %tile
        LOAD.int32.local.aligned {{%y}} %other bti:254
        MAD.int32 %y %x %two %y
        {STORE}
        RET""",
        (SOME, OUT, "local:64"),
        lambda: {1: each_group(SOME, 16, lambda g: g[::-1] + 2 * g)},
    ),
    "a sum with barriers in a loop": Kernel(
        "global src, global dst",
        f"""{ID} {LOAD}
        LOADI.int32 %first 1
        SHL.int32 %place %local_id_0 %two
        STORE.int32.local.aligned %place {{%x}} bti:254
        LOADI.int32 %width 8
        LOADI.int32 %none 0

        LABEL $1
        SYNC.workgroup.local_read.local_write
        LT.int32 %b_adds %local_id_0 %width
        ADD.int32 %from %local_id_0 %width
        LT.int32 %b_inside %from %local_size_0
        AND.bool %b_adds %b_adds %b_inside
        IF<%b_adds> -> label$5

        LABEL $2
        SHL.int32 %from %from %two
        LOAD.int32.local.aligned {{%a}} %place bti:254
        LOAD.int32.local.aligned {{%b}} %from bti:254
        ADD.int32 %a %a %b
        STORE.int32.local.aligned %place {{%a}} bti:254
        ENDIF -> label$5

        LABEL $3
        SHR.uint32 %width %width %first
        NE.int32 %b_more %width %none
        BRA<%b_more> -> label$1

        LABEL $4
        SYNC.workgroup.local_read.local_write
        LOAD.int32.local.aligned {{%y}} %none bti:254
        {STORE}
        RET""",
        (SOME, OUT),
        lambda: {1: each_group(SOME, 16, lambda g: 0 * g + g.sum())},
        attribute="local_bytes = 64 : i32",
    ),
    "a struct in registers": Kernel(
        "global dst, byval.12 p",
        f"""{ID}
        LOADI.uint32 %bytes 8
        ADD.int32 %second %p %bytes
        LOAD.int32.private.aligned {{%a}} %p bti:1
        LOAD.int32.private.aligned {{%b}} %second bti:1
        MAD.int32 %y %g %a %b
        STORE.int32.global.aligned %at {{%y}} bti:2
        RET""",
        (OUT, words([3, 0, 5]).tobytes()),
        lambda: {0: words([3 * i + 5 for i in range(N)])},
    ),
    "a struct by computed indices": Kernel(
        "global dst, byval.16 p",
        f"""{ID}
        LOADI.uint32 %three 3
        AND.int32 %k %g %three
        SHL.int32 %k %k %two
        ADD.int32 %k %k %p
        LOAD.int32.private.aligned {{%y}} %k bti:1
        STORE.int32.global.aligned %at {{%y}} bti:2
        RET""",
        (OUT, words([5, -6, 7, 8]).tobytes()),
        lambda: {0: words([[5, -6, 7, 8][i % 4] for i in range(N)])},
    ),
    "a struct that is written": Kernel(
        "global dst, byval.16 p",
        f"""{ID}
        LOADI.uint32 %three 3
        AND.int32 %k %g %three
        SHL.int32 %k %k %two
        ADD.int32 %k %k %p
        LOAD.int32.private.aligned {{%y}} %k bti:1
        ADD.int32 %y %y %g
        STORE.int32.private.aligned %k {{%y}} bti:1
        LOAD.int32.private.aligned {{%a %b %c %d}} %p bti:1
        ADD.int32 %a %a %b
        ADD.int32 %c %c %d
        ADD.int32 %a %a %c
        STORE.int32.global.aligned %at {{%a}} bti:2
        RET""",
        (OUT, words([5, 6, 7, 8]).tobytes()),
        lambda: {0: words([26 + i for i in range(N)])},
    ),
    "sums, extremes and scans of groups": Kernel(
        "global src, global dst",
        f"""{ID} {LOAD}
        LOADI.int32 %least -50
        LOADI.int32 %hundred 100
        LOADI.int32 %thousand 1000
        WORKGROUP_REDUCE_ADD.int32 %y {TEAM} %x {MAP}
        WORKGROUP_EXCLUSIVE_MAX.int32 %m {TEAM} %x {MAP}
        WORKGROUP_INCLUSIVE_MIN.int32 %n {TEAM} %x {MAP}
        LT.int32 %b_low %m %least
        SEL.int32 %m %b_low %least %m
        MAD.int32 %y %m %hundred %y
        MAD.int32 %y %n %thousand %y
        {STORE}
        RET""",
        (SOME, OUT),
        lambda: {1: each_group(SOME, 16, three_results)},
    ),
    "votes, and what one item says": Kernel(
        "global src, global dst",
        f"""{ID} {LOAD}
        LOADI.int32 %seven 7
        LOADI.int32 %first 1
        GT.int32 %b_more %x %seven
        SEL.int32 %vote %b_more %x %first
        SUB.int32 %vote %vote %first
        WORKGROUP_ANY.int32 %p {TEAM} %vote {MAP}
        WORKGROUP_ALL.int32 %q {TEAM} %vote {MAP}
        WORKGROUP_BROADCAST.int32 %y %x %two Local X: %two {MAP}
        MAD.int32 %y %p %seven %y
        SUB.int32 %y %y %q
        {STORE}
        RET""",
        (SOME, OUT),
        lambda: {
            1: each_group(
                SOME,
                16,
                lambda g: 0 * g + 7 * int((g > 7).any()) + g[2] - int((g > 7).all()),
            )
        },
    ),
    "sub-groups": Kernel(
        "global src, global dst",
        f"""{ID} {LOAD}
        LOADI.int32 %last 15
        SIMD_ID.uint32 %lane
        SIMD_SIZE.uint32 %size
        SUBGROUP_INCLUSIVE_ADD.int32 %y %x
        SUBGROUP_BROADCAST.int32 %z %x Local ID: %two
        SUB.int32 %other %last %lane
        SIMD_SHUFFLE.int32 %w %x %other
        MUL.int32 %size %size %lane
        ADD.int32 %y %y %z
        ADD.int32 %y %y %w
        ADD.int32 %y %y %size
        {STORE}
        RET""",
        (SOME[:32], OUT[:32]),
        lambda: {
            1: each_group(
                SOME[:32],
                16,
                lambda g: words(np.cumsum(g) + g[2] + g[::-1] + 16 * np.arange(16)),
            )
        },
        space=((32,), (32,)),
    ),
    "atomic operations": Kernel(
        "global src, global dst, local count",
        f"""{ID} {LOAD}
        LOADI.int32 %none 0
        LOADI.int32 %four 4
        LOADI.int32 %seven 7
        STORE.int32.local.aligned %count {{%none}} bti:254
        SYNC.workgroup.local_read.local_write
        ATOMIC.local.ADD %old {{%count}} %x bti:254
        SYNC.workgroup.local_read.local_write
        LOAD.int32.local.aligned {{%sum}} %count bti:254
        ATOMIC.global.UMAX %old {{%none}} %sum bti:3
        REM.int32 %odd %x %seven
        EQ.int32 %b_seven %odd %none
        BRA<%b_seven> -> label$2

        LABEL $1
        RET

        LABEL $2
        ATOMIC.global.INC %old {{%four}} bti:3
        RET""",
        (SOME, OUT, "local:4"),
        lambda: {
            1: words(
                [
                    max(int(g.sum()) for g in groups(SOME, 16)),
                    int((SOME % 7 == 0).sum()),
                    *[0] * (N - 2),
                ]
            )
        },
    ),
    "a surface whose number is in a register": Kernel(
        "global src, global dst, value which",
        f"""{ID}
        LOAD.int32.mixed.aligned {{%x}} %at bti: %two
        ADD.int32 %y %x %which
        STORE.int32.mixed.aligned %at {{%y}} bti: %which
        RET""",
        (SOME, OUT, 3),
        lambda: {0: SOME, 1: SOME + 3},
    ),
    "accesses with predicates, some lanes elsewhere": Kernel(
        "global src, global dst",
        f"""{ID} {LOAD}
        LOADI.int32 %seven 7
        LOADI.int32 %unit 1
        MOV.int32 %y %seven
        AND.int32 %odd %x %unit
        EQ.int32 %b_odd %odd %unit
        GT.int32 %b_more %x %seven
        BRA<%b_more> -> label$2

        LABEL $1
        LOAD<%b_odd>.int32.global.aligned {{%y}} %at bti:2

        LABEL $2
        STORE<%b_odd>.int32.global.aligned %at {{%y}} bti:3
        ATOMIC<%b_more>.int32.global.ADD %old {{%at}} %unit bti:3
        RET""",
        (SOME, OUT),
        lambda: {
            1: words([(x % 2) * (7 if x > 7 else x) + (x > 7) for x in SOME.tolist()])
        },
    ),
    "private memory": Kernel(
        "global src, global dst",
        f"""{ID} {LOAD}
        LOADI.int32 %three 3
        LOADI.int32 %four 4
        ADD.int32 %next %stack_pointer %four
        STORE.int32.private.aligned %stack_pointer {{%x}} bti:1
        STORE.int32.private.aligned %next {{%three}} bti:1
        AND.int32 %k %x %four
        ADD.int32 %k %k %stack_pointer
        SYNC.workgroup.local_read
        LOAD.int32.private.aligned {{%y}} %k bti:1
        {STORE}
        RET""",
        (SOME, OUT),
        lambda: {1: words([3 if x & 4 else x for x in SOME])},
        attribute="stack_bytes = 8 : i32",
    ),
    "ids of three dimensions": Kernel(
        "global dst",
        """
        LABEL $0
        LOADI.int32 %two 2
        LOADI.int32 %at 0
        LOADI.int32 %ten 10
        MUL.int32 %z %group_id_2 %enqueued_local_size_2
        ADD.int32 %z %z %local_id_2
        MUL.int32 %y %group_id_1 %enqueued_local_size_1
        ADD.int32 %y %y %local_id_1
        MUL.int32 %x %group_id_0 %enqueued_local_size_0
        ADD.int32 %x %x %local_id_0
        MUL.int32 %at %z %global_size_1
        ADD.int32 %at %at %y
        MUL.int32 %at %at %global_size_0
        ADD.int32 %at %at %x
        SHL.int32 %at %at %two
        ADD.int32 %x %x %global_offset_0
        ADD.int32 %y %y %global_offset_1
        MAD.int32 %v %y %ten %x
        MAD.int32 %v %v %ten %work_dimension
        MAD.int32 %v %v %ten %local_size_0
        MAD.int32 %v %v %ten %num_groups_1
        MAD.int32 %v %v %zero %v
        STORE.int32.global.aligned %at {%v} bti:2
        RET""",
        (np.zeros((2, 4, 6), np.int32),),
        lambda: {
            0: words(
                [
                    ((((y + 1) * 10 + x + 7) * 10 + 3) * 10 + (4 if x < 4 else 2)) * 10
                    + 2
                    for _ in range(2)
                    for y in range(4)
                    for x in range(6)
                ]
            ).reshape(2, 4, 6)
        },
        space=((6, 4, 2), (4, 2, 1)),
        offset=(7, 1, 0),
    ),
    "blocks of sub-groups": Kernel(
        "global src, global dst",
        """
        LABEL $0
        LOADI.uint32 %bytes 128
        MUL.uint32 %at %group_id_0 %bytes
        BLOCKLOAD.uint32.global.aligned {%a %b} %at bti:2
        ADD.uint32 %b %a %b
        BLOCKSTORE.uint32.global.aligned %at {%b %a} bti:3
        RET""",
        (words(range(64)), OUT.copy().repeat(2)[:64]),
        lambda: {
            1: np.concatenate(
                [
                    part
                    for g in words(range(64)).reshape(2, 2, 16)
                    for part in (g[0] + g[1], g[0])
                ]
            )
        },
        space=((32,), (16,)),
    ),
    "numbers of 8, 16 and 64 bits": Kernel(
        "global src, global dst, value l_factor, value c_more",
        f"""{ID} {LOAD}
        CVT.int64.int32 %l_x %x
        MUL.int64 %l_x %l_x %l_factor
        LOADI.int64 %l_by 33
        SHR.uint64 %l_x %l_x %l_by
        CVT.int32.int64 %y %l_x
        CVT.int8.int32 %c_x %x
        ADDSAT.int8 %c_x %c_x %c_more
        SYNC.workgroup.local_read
        CVT.int32.int8 %z %c_x
        CVT.int16.int32 %h_x %x
        BSWAP.int16 %h_x %h_x
        CVT.int32.int16 %w %h_x
        ADD.int32 %y %y %z
        ADD.int32 %y %y %w
        {STORE}
        RET""",
        (SOME, OUT, 3_000_000_000, 120),
        lambda: {
            1: words(
                [
                    (x * 3_000_000_000 >> 33) + min(x + 120, 127) + (x << 8)
                    for x in SOME.tolist()
                ]
            )
        },
    ),
    "a table, and the number of the block": Kernel(
        "global src, global dst",
        f"""{ID} {LOAD}
        LOADI.int32 %three 3
        AND.int32 %k %x %three
        SHL.int32 %k %k %two
        SYMBOL.uint32 %table table
        ADD.int32 %k %k %table
        LOAD.int32.constant.aligned {{%y}} %k bti:0
        GT.int32 %b_more %x %three
        BRA<%b_more> -> label$2

        LABEL $1
        ADD.int32 %y %y %dwblockip

        LABEL $2
        {STORE}
        RET""",
        (SOME, OUT),
        lambda: {1: words([10 * (x % 4 + 1) + (x <= 3) for x in SOME.tolist()])},
        head=".decl_global table size:16 align:4 constant "
        + words([10, 20, 30, 40]).tobytes().hex(),
    ),
}


def run(name: str, level: str, lanes: int, threads: int, opt: int = 2) -> circ.Result:
    case = KERNELS[name]
    program = kernel(case.arguments, case.body, case.attribute, case.head)
    return circ.run(
        program,
        *case.given,
        level=level,
        lanes=lanes,
        threads=threads,
        global_size=case.space[0],
        local_size=case.space[1],
        offset=case.offset,
        opt=opt,
    )


def check(name: str, run: circ.Result) -> None:
    for position, want in KERNELS[name].expected().items():
        assert run.arrays[position].tolist() == want.tolist(), (name, position)


@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel(name: str):
    """At two of the runs in turn, all of which have three kernels at least."""
    first = 2 * [*KERNELS].index(name)
    for level, lanes, threads in (RUNS[first % 8], RUNS[(first + 1) % 8]):
        check(name, run(name, level, lanes, threads))


@pytest.mark.long
@pytest.mark.parametrize("opt", (0, 1, 2, 3))
@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_in_all_ways(name: str, opt: int):
    for level, lanes, threads in RUNS:
        check(name, run(name, level, lanes, threads, opt))


@pytest.mark.parametrize("name", [*KERNELS][:4])
def test_levels_agree(name: str):
    case = KERNELS[name]
    program = kernel(case.arguments, case.body, case.attribute, case.head)
    runs = circ.compare_levels(
        *(program, *case.given),
        global_size=case.space[0],
        local_size=case.space[1],
        lanes=16,
    )
    assert [*runs] == ["gen", "naplespu"]
    check(name, runs["gen"])


# region Lowered from source

REVERSE = """
func.func private @circ.barrier(i32)
func.func @k(%src: i32, %tile: i32, %scale: f32, %i: i32, %l: i32, %size: i32)
    attributes {
  circ.kernel = #circ.kernel<["global src", "local tile", "value scale"],
    {hidden = ["global_id_0", "local_id_0", "local_size_0"]}>
} {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %offset = arith.shli %i, %two : i32
  %at = arith.addi %src, %offset : i32
  %x = pointer.load %at : f32
  %own = arith.shli %l, %two : i32
  %to = arith.addi %tile, %own : i32
  pointer.store %x, %to memory <4, space 68> : f32
  BARRIER
  %last = arith.subi %size, %one : i32
  %other = arith.subi %last, %l : i32
  %other_offset = arith.shli %other, %two : i32
  %from = arith.addi %tile, %other_offset : i32
  %y = pointer.load %from memory <4, space 68> : f32
  %scaled = arith.mulf %y, %scale : f32
  %z = arith.addf %scaled, %x : f32
  pointer.store %z, %at : f32
  return
}
"""


@pytest.mark.parametrize("level", ["circuit", "llvlir", "gen"])
@pytest.mark.parametrize("barrier", [True, False])
def test_kernels_of_other_levels(level: str, barrier: bool):
    """With a barrier they run from gen on; without one an item sees only itself."""
    text = "func.call @circ.barrier(%one) : (i32) -> ()" if barrier else ""
    program = circ.compile(REVERSE.replace("BARRIER", text), level)
    x = np.arange(20, dtype=np.float32)
    size = 8 if barrier else 1
    want = np.concatenate([3 * g[::-1] + g for g in np.split(x, range(size, 20, size))])
    runs = circ.compare_levels(
        *(program, x, "local:32", 3.0),
        global_size=20,
        local_size=size,
        lanes=16,
        threads=8,
    )
    levels = ["circuit", "llvlir", "gen", "naplespu"]
    assert [*runs] == levels[levels.index("gen" if barrier else level) :]
    for run in runs.values():
        assert (run.arrays[0] == want).all()


def test_what_runs_from_gen_on():
    text = REVERSE.replace("BARRIER", "func.call @circ.barrier(%one) : (i32) -> ()")
    program = circ.compile(text, "circuit")
    given = np.zeros(8, np.float32), "local:32", 1.0
    with pytest.raises(circ.Diagnostic, match="with barriers runs from level gen on"):
        circ.run(program, *given, level="circuit", global_size=8)
    program = circ.compile(text.replace("@circ.barrier", "@other"), "naplespu")
    with pytest.raises(circ.Diagnostic, match="but is machine code"):
        circ.run(program, *given, global_size=8)


# endregion
# region The console, the clock, and what is diagnosed


@pytest.mark.parametrize(("level", "lanes", "threads"), [RUNS[6], RUNS[5]])
def test_printf(level: str, lanes: int, threads: int):
    body = f"""{ID} {LOAD}
    CVT.int64.int32 %l_x %x
    CVT.int8.int32 %c_x %x
    CVT.float.int32 %f %x
    LOADI.int32 %less -9
    ADD.int32 %c %g %two
    PRINTF %r {{%less %f %l_x %f %f %g %c_x}} bti:3 num:1
    RET"""
    formats = 'printf = ["no", "%d%% %.2f %ld %v2hlf %#x %u\\n"]'
    program = kernel("global src", body, formats)
    run = circ.run(
        *(program, SOME[:9]),
        global_size=9,
        local_size=9,
        level=level,
        lanes=lanes,
        threads=threads,
    )
    assert run.output.splitlines() == [
        f"-9% {x:.2f} {x} {x:f},{x:f} {f'{i:#x}' if i else 0} {x}"
        for i, x in enumerate(SOME[:9])
    ]


@pytest.mark.parametrize(("level", "lanes", "threads"), RUNS[:6])
def test_timestamps(level: str, lanes: int, threads: int):
    """An item's record: points 0 to 19, 254 and 255."""
    body = """
    LABEL $0
    CALC_TIMESTAMPTimeStamp pointer 254 (Type 1)
    LOADI.int32 %k 0
    LOADI.int32 %unit 1
    LOADI.int32 %most 10

    LABEL $1
    ADD.int32 %k %k %unit
    LT.int32 %b_more %k %most
    BRA<%b_more> -> label$1

    LABEL $2
    CALC_TIMESTAMPTimeStamp pointer 3 (Type 1)
    SYNC.workgroup.local_read
    CALC_TIMESTAMPTimeStamp pointer 255 (Type 1)
    STORE_PROFILING BTI 2 (Type 1)
    RET"""
    out = np.zeros((20, 22), np.int32)
    run = circ.run(
        *(kernel("global record", body), out),
        global_size=20,
        local_size=10,
        level=level,
        lanes=lanes,
        threads=threads,
    )
    record = run.arrays[0]
    begin, middle, end = record[:, 20], record[:, 3], record[:, 21]
    assert not record[:, [0, 1, 2, *range(4, 20)]].any()
    assert (begin <= middle).all() and (middle <= end).all()
    if level == "naplespu":  # its instructions are counted
        assert (middle - begin >= 10).all() and (end > middle).all()


OUTSIDE = {
    "above": ("LOADI.uint32 %more 124", "outside of surface 3, at 0x80"),
    "below": ("LOADI.int32 %more -8", "outside of surface 3, at 0xfffffff8"),
}


@pytest.mark.parametrize(("level", "lanes", "threads"), RUNS[:4])
@pytest.mark.parametrize("name", OUTSIDE)
def test_accesses_outside_of_surfaces(name: str, level: str, lanes: int, threads: int):
    more, message = OUTSIDE[name]
    body = f"{ID} {more}\n ADD.uint32 %at %at %more \n {STORE} \n RET"
    program = kernel("global src, global dst", body)
    with pytest.raises(circ.Diagnostic, match=message):
        circ.run(
            *(program, OUT[:64], OUT[:32]),
            global_size=2,
            local_size=2,
            level=level,
            lanes=lanes,
            threads=threads,
        )


def test_surfaces_that_there_are_not():
    body = f"{ID} {STORE} \n RET"
    with pytest.raises(circ.Diagnostic, match="outside of surface 3, at 0x0"):
        circ.run(kernel("global src", body), OUT, global_size=2, level="gen")
    body = f"{ID} STORE.int32.local.aligned %at {{%g}} bti:254 \n RET"
    program = kernel("local tile", body)
    with pytest.raises(circ.Diagnostic, match="outside of surface 254, at 0x40"):
        circ.run(program, "local:64", global_size=20, level="gen")


@pytest.mark.parametrize(("level", "lanes", "threads"), RUNS[:4])
def test_items_that_part_at_a_barrier(level: str, lanes: int, threads: int):
    body = f"""{ID}
    EQ.int32 %b_two %local_id_0 %two
    BRA<%b_two> -> label$2

    LABEL $1
    SYNC.workgroup.local_read

    LABEL $2
    RET"""
    with pytest.raises(
        circ.Diagnostic, match="not all items of a group reach the same"
    ):
        circ.run(
            *(kernel("global src", body), OUT),
            global_size=20,
            local_size=5,
            level=level,
            lanes=lanes,
            threads=threads,
        )


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("MOV.uint32 %a %profiling_timestamps0", "profiling_timestamps0 cannot be"),
        ("PRINTF", "PRINTF cannot be executed"),
        ("PRINTF %a {%dst} bti:3 num:7", "format 7, which the kernel does not have"),
        ("READ_ARF %a arf:11", "READ_ARF uint32 cannot be executed"),
    ],
)
def test_what_is_diagnosed(body: str, message: str):
    program = kernel("global dst", f"LABEL $0 \n {body} \n RET")
    with pytest.raises(circ.Diagnostic, match=message):
        circ.run(program, OUT, global_size=1, level="gen")


# endregion
# region Group operations at all types

OF_TYPE = {
    **{
        f"{sign}int{width}": f"{sign}int{width}"
        for sign in ("", "u")
        for width in (8, 16, 32, 64)
    },
    **{"half": "float16", "float": "float32", "double": "float64"},
}
LETTERS = {8: "c_", 16: "h_", 32: "w", 64: "l_"}
COMBINED = {"ADD": np.add, "MIN": np.minimum, "MAX": np.maximum}
OPERATIONS = "ANY ALL REDUCE_ADD INCLUSIVE_MAX EXCLUSIVE_MIN EXCLUSIVE_MAX".split()


def result_of(operation: str, values: Any) -> Any:
    """What the items of a group get."""
    kind, _, name = operation.partition("_")
    if not name:
        return [getattr(np, kind.lower())(values != 0)] * len(values)
    limits = np.finfo if values.dtype.kind == "f" else np.iinfo
    least, most = limits(values.dtype).min, limits(values.dtype).max
    if values.dtype.kind == "f":
        least, most = -np.inf, np.inf
    start = {"ADD": 0, "MIN": most, "MAX": least}[name]
    found = COMBINED[name].accumulate(np.append(values.dtype.type(start), values))
    if kind == "REDUCE":
        return [found[-1]] * len(values)
    return found[1:] if kind == "INCLUSIVE" else found[:-1]


@pytest.mark.parametrize("type", OF_TYPE)
def test_group_operations(type: str):
    kind = np.dtype(OF_TYPE[type])
    letter = LETTERS[8 * kind.itemsize]
    values = np.array([7, 3, 11, 0, 2, 9, 4, 4, 1, 5], kind)
    if kind.kind != "u":
        values[2] = -6
    lines = [
        *("LABEL $0", f"LOADI.uint32 %size {kind.itemsize}"),
        "LOADI.uint32 %row 10",
        "MUL.uint32 %at %local_id_0 %size",
        f"LOAD.{type}.global.aligned {{%{letter}x}} %at bti:2",
        "MUL.uint32 %row %row %size",
    ]
    for operation in OPERATIONS:
        lines += [
            f"WORKGROUP_{operation}.{type} %{letter}y {TEAM} %{letter}x {MAP}",
            f"STORE.{type}.global.aligned %at {{%{letter}y}} bti:3",
            "ADD.uint32 %at %at %row",
        ]
    program = kernel("global src, global dst", "\n".join([*lines, "RET"]))
    found = circ.run(
        *(program, values, np.zeros((len(OPERATIONS), 10), kind)),
        global_size=10,
        local_size=10,
        level="gen",
    ).arrays[1]
    for one, operation in zip(found, OPERATIONS, strict=True):
        want = np.array(result_of(operation, values), kind)
        if operation in ("ANY", "ALL"):  # integers at any type, as SIMD_ANY
            one, want = one.view(f"u{kind.itemsize}"), want.astype(np.uint8)
        assert (one == want).all(), (operation, one, want)


# endregion

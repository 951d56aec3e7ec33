"""Kernels written at level gen, with oracles in numpy: all that they can have."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

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

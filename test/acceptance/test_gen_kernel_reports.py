"""Kernels of gen: what they print, their clock, and what is diagnosed."""

import numpy as np
import pytest
from gen_kernel_cases import ID, LOAD, OUT, RUNS, SOME, STORE
from gen_kernels import kernel

import circ


@pytest.mark.parametrize(("level", "lanes", "threads"), [RUNS[6], RUNS[5]])
@pytest.mark.every(2)
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


@pytest.mark.parametrize(("level", "lanes", "threads"), RUNS[:2])
@pytest.mark.every(2)
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


@pytest.mark.parametrize(("level", "lanes", "threads"), RUNS[:2])
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

"""Functions of gen of several lanes: what lanes share, and in which order they go."""

import pytest
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.lanes import pack, unpack
from circ.targets.execute.gen import interpreter as gen
from circ.targets.execute.memory import Memory
from circ.targets.gen.reader import read_gen_text
from circ.targets.gen.writer import write_gen_text

NUMBERS = [7, 0, 1 << 31, 5, 4, 3, 2, 1]
FLAGS = [0, 0, 0, 1, 0, 0, 0, 0]


def function(body: str, outputs: str, registers: str = "") -> str:
    """`%0` and `%1` have a number a lane, `%2` one for all; `%3` and `%4` are free."""
    declared = [
        *(".decl.dword %0", ".decl.dword %1", ".decl.dword %2 uniform"),
        *(".decl.dword %3", ".decl.dword %4 uniform", *registers.split("; ")),
    ]
    declared = [line for line in declared if line]
    kinds = outputs.split()
    lines = [
        *(".decl_function f", ".decl_lanes 8", f"## {len(declared)} registers ##"),
        *declared,
        *("## 3 input registers ##", "decl_input.value %0 arg0"),
        *("decl_input.value %1 arg1", "decl_input.value %2 arg2"),
        f"## {len(kinds)} output registers ##",
        *(f"decl_output.{kind}" for kind in kinds),
        *("## 0 pushed register", "## 1 blocks ##", "LABEL $0"),
        *body.split("; "),
        *("", ".end_function", ""),
    ]
    return "\n".join(lines)


def run(module: ModuleOp, *arguments: int, memory: Memory | None = None) -> list[int]:
    return gen.run(module, "f", arguments, memory or Memory()).results


def executed(body: str, outputs: str, second: list[int], uniform: int) -> list[int]:
    module = read_gen_text(function(body, outputs))
    written = write_gen_text(module)
    assert write_gen_text(read_gen_text(written)) == written
    return run(module, pack(INTS, 32, NUMBERS), pack(INTS, 32, second), uniform)


@pytest.mark.parametrize(
    ("body", "expected"),
    (
        ("ADD.int32 %3 %0 %2; RET %3", [(x + 3) % 2**32 for x in NUMBERS]),
        ("MOV.int32 %3 %2; RET %3", [3] * 8),
        ("SIMD_ID.uint32 %3; RET %3", list(range(8))),
        ("SIMD_SIZE.uint32 %3; RET %3", [8] * 8),
        ("SIMD_ANY.int32 %3 %1; RET %3", [1] * 8),
        ("SIMD_ALL.int32 %3 %1; RET %3", [0] * 8),
        ("SIMD_ANY.int32 %3 %2; RET %3", [1] * 8),
        ("SIMD_SHUFFLE.int32 %3 %0 %2; RET %3", [5] * 8),
        ("SIMD_SHUFFLE.int32 %3 %0 %1; RET %3", [7, 7, 7, 0, 7, 7, 7, 7]),
    ),
)
def test_one_value_a_lane(body: str, expected: list[int]):
    (result,) = executed(body, "dwordx8", FLAGS, 3)
    assert unpack(INTS, 8, 32, result) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    (
        # An instruction that writes a uniform register is executed in lane 0.
        ("ADD.int32 %4 %0 %2; RET %4", 10),
        ("SIMD_ID.uint32 %4; RET %4", 0),
        ("SIMD_SHUFFLE.int32 %4 %0 %2; RET %4", 5),
        ("SIMD_ALL.int32 %4 %0; RET %4", 0),
    ),
)
def test_one_value_for_all(body: str, expected: int):
    assert executed(body, "dword", FLAGS, 3) == [expected]


def test_a_number_of_a_lane_counts_modulo_the_lanes():
    numbers = [8, 9, 15, 16, 2**32 - 1, 7, 6, 5]
    body = "SIMD_SHUFFLE.int32 %3 %0 %1; RET %3"
    (result,) = executed(body, "dwordx8", numbers, 0)
    assert unpack(INTS, 8, 32, result) == [NUMBERS[number % 8] for number in numbers]


def test_lanes_access_memory_from_the_first_up():
    """Two lanes store to one address: the last one stays."""
    memory = Memory()
    address = memory.allocate(32)
    places = [address + 4 * lane for lane in (0, 1, 2, 3, 3, 2, 6, 7)]
    body = (
        "STORE.int32.global.aligned %1 {%0} bti:255; "
        "LOAD.int32.global.aligned {%3} %1 bti:255; RET %3"
    )
    module = read_gen_text(function(body, "dwordx8"))
    values = pack(INTS, 32, NUMBERS), pack(INTS, 32, places)
    (result,) = run(module, *values, 0, memory=memory)
    assert unpack(INTS, 8, 32, result) == [7, 0, 3, 4, 4, 3, 2, 1]


def test_store_of_uniform_registers_is_one():
    memory = Memory()
    address = memory.allocate(4)
    body = "STORE.int32.global.aligned %2 {%2} bti:255; RET"
    run(read_gen_text(function(body, "")), 0, 0, address, memory=memory)
    assert memory.load(address, 4) == address


@pytest.mark.parametrize(
    ("text", "message"),
    (
        (function("RET %2", "dwordx8"), "the returned registers must be of families"),
        (function("RET %0", "dwordx16"), "the returned registers must be of families"),
        (function("RET %0", "dwordx5"), "'dwordx5' is not a family of registers"),
        (
            function("RET", "").replace("lanes 8", "lanes 9"),
            "a function must have 8 or 16 lanes, or none, but has 9",
        ),
    ),
)
def test_text_is_diagnosed(text: str, message: str):
    with pytest.raises(Diagnostic, match=message):
        read_gen_text(text)


def test_calls_take_what_the_lanes_are():
    inner = function("ADD.int32 %3 %0 %2; RET %3", "dwordx8").replace(" f\n", " g\n", 1)
    outer = function("CALL g {%3} {%1 %0 %2}; RET %3", "dwordx8")
    (result,) = run(read_gen_text(inner + outer), 5, pack(INTS, 32, NUMBERS), 1)
    assert unpack(INTS, 8, 32, result) == [(x + 1) % 2**32 for x in NUMBERS]
    wrong = function("CALL g {%4} {%1 %0 %2}; RET %3", "dwordx8")
    with pytest.raises(Diagnostic, match=r"the results of @g must be of families"):
        read_gen_text(inner + wrong)

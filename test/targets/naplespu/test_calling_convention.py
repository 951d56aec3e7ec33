"""
The calling convention of the description, as docs/reference/naplespu-isa.md, section 1
states it.
"""

import pytest

from circ.dialects.naplespu.registers import FIRST_VECTOR
from circ.targets.naplespu.description.calling_convention import (
    ARGUMENT_REGISTERS,
    CALL_ADDRESS,
    CALLEE_SAVED,
    CALLER_SAVED,
    FILES,
    RESULT_REGISTERS,
    STACK_ALIGNMENT,
    VECTOR_BYTES,
    VECTOR_SCRATCH,
    WORD,
    StackPlace,
    argument_places,
    faulty_vectors,
)
from circ.targets.naplespu.description.subtarget import subtarget
from circ.targets.naplespu.generated.calling_convention import (
    CALLEE_SAVED as SAVED,
)
from circ.targets.naplespu.generated.calling_convention import (
    NO_FLAGS,
    CallingState,
    CC_NaplesPU,
    RetCC_NaplesPU,
)
from circ.targets.naplespu.generated.register_info import Register


def test_scalar_registers():
    assert ARGUMENT_REGISTERS == tuple(range(8))
    assert RESULT_REGISTERS == tuple(range(6))
    assert CALLER_SAVED == tuple(range(50))
    assert CALLEE_SAVED == tuple(range(50, 58))
    assert CALL_ADDRESS in CALLER_SAVED and CALL_ADDRESS not in ARGUMENT_REGISTERS
    assert WORD == 4


def test_vector_registers():
    """Two are for parallel copies, and two are faulty on the published chip."""
    _, vectors = FILES
    numbers = range(FIRST_VECTOR, FIRST_VECTOR + 64)
    assert vectors.results == tuple(numbers[:6])
    assert vectors.caller_saved == tuple(numbers[:54])
    assert vectors.callee_saved == tuple(numbers[56:])
    assert VECTOR_SCRATCH == tuple(numbers[54:56])
    assert faulty_vectors(subtarget()) == (numbers[59], numbers[63])
    without = subtarget(features=("-v59-writes-mask",))
    assert faulty_vectors(without) == (numbers[63],)
    assert VECTOR_BYTES == STACK_ALIGNMENT == 64


def test_arguments_of_both_files():
    vectors = [True, False] * 9 + [False, True]
    found, size = argument_places(vectors)
    registers = [n for pair in zip(range(64, 72), range(8), strict=True) for n in pair]
    stack = [StackPlace(offset) for offset in (0, 64, 68, 128)]
    assert found == registers + stack and size == 192
    assert argument_places([False, True, False], variadic=True) == (
        [StackPlace(0), StackPlace(64), StackPlace(128)],
        132,
    )


def places(types: str, variadic: bool = False) -> list[str | int | None]:
    state = CallingState(variadic)
    assert state.analyze(CC_NaplesPU, ((type, NO_FLAGS) for type in types.split()))
    return [
        where.offset if where.register is None else Register(where.register).name
        for where in state.locations
    ]


@pytest.mark.parametrize(
    ("types", "expected"),
    (
        ("i32 f32 i8 i1", ["S0", "S1", "S2", "S3"]),
        ("v16i32 i32 v16f32 v16i8", ["V0", "S0", "V1", "V2"]),
        ("i32 " * 10, [*(f"S{i}" for i in range(8)), 0, 4]),
        ("v16i32 " * 9 + "i32 v16i32", [*(f"V{i}" for i in range(8)), 0, "S0", 64]),
    ),
)
def test_arguments(types: str, expected: list[str | int]):
    assert places(types) == expected


def test_variadic_functions_take_everything_on_the_stack():
    assert places("i32 f32 v16i32 i32", variadic=True) == [0, 4, 64, 128]


def test_results():
    state = CallingState()
    assert state.analyze(RetCC_NaplesPU, [("i32", NO_FLAGS)] * 6)
    assert not state.analyze(RetCC_NaplesPU, [("i32", NO_FLAGS)])


def test_saved_registers():
    saved = [register.name for register in SAVED["CSR_NaplesPU"]]
    assert saved == [
        *(f"S{i}" for i in range(50, 58)),
        *("MR_REG", "FP_REG", "RA_REG"),
        *(f"V{i}" for i in range(56, 64)),
    ]

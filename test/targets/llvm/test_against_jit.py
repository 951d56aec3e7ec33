"""
Each operation of LLVM IR computes what LLVM's own machine code for the host does.

Results are compared bit for bit, at the source level, on operands for which LLVM
defines the result; NaNs are one value where LLVM leaves their bits open.
"""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from llvm_cases import GROUPS, conversion, intrinsic
from llvm_functions import MASK, Case, Host, Type, module_of, words
from xdsl.dialects.func import CallOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.memory import Memory
from circ.targets.execute.source.interpreter import Program
from circ.targets.llvm import read_llvm

TRIES = 16
"""Operands tried for each operation; those out of its domain are left out."""
LIMIT = 1_000_000


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.every(9)
def test_group(group: str):
    cases = GROUPS[group]
    text = module_of(cases)
    host, program = Host(text), program_of(text)
    random = Random(group)
    wrong: list[str] = []
    for case in cases:
        operands = inputs(case, random)
        expected = [host_results(host, case, each) for each in operands]
        try:
            found = circ_results(program, case, operands)
        except Diagnostic as error:
            wrong.append(f"{case.name}: {error}")
            continue
        for row in zip(operands, expected, found, strict=True):
            if case.canonical(row[1]) != case.canonical(row[2]):
                shown = [[hex(word) for word in part] for part in row]
                wrong.append(f"{case.name}{shown[0]}: {shown[1]}, but is {shown[2]}")
                break
    assert not wrong, "\n".join(wrong)


def test_fma_of_doubles():
    """It is C's function, as the levels have none of 64 bits."""
    cases = [intrinsic("fma", type, 3) for type in (Type("double"), Type("float"))]
    module = read_llvm(module_of(cases).encode(), "fma.ll")
    calls = [op.callee.string_value() for op in module.walk() if isinstance(op, CallOp)]
    assert calls == ["fma"]


@pytest.mark.parametrize("name", ("fshl", "fshr"))
def test_wide_funnel_shift(name: str):
    """The amount is divided by the width; the host's code calls a function for that."""
    case = intrinsic(name, Type("i96"), 3)
    program = program_of(module_of([case]))
    for row in inputs(case, Random(name)):
        high, low, amount = (
            (row[k] | row[k + 1] << 64) % 2**96 for k in range(0, 6, 2)
        )
        amount = amount % 96 if name == "fshl" else -amount % 96
        expected = ((high << 96 | low) << amount >> 96) % 2**96
        (found,) = circ_results(program, case, [row])
        assert found == [expected & MASK, expected >> 64], row


@given(st.integers(0, MASK))
def test_double_to_half(bits: int):
    """Rounded once, as numpy does; the host's compiler calls a function for it."""
    case = conversion("fptrunc", Type("double"), Type("half"), loose="nan")
    program = program_of(module_of([case]))
    with np.errstate(all="ignore"):
        expected = np.uint64(bits).view(np.float64).astype(np.float16).view(np.uint16)
    (found,) = circ_results(program, case, [(bits, *[0] * 5)])
    assert case.canonical(found) == case.canonical([int(expected)])


def program_of(text: str) -> Program:
    return Program(read_llvm(text.encode(), "functions.ll"), Memory(), {}, None)


def inputs(case: Case, random: Random) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    for _ in range(20 * TRIES):
        if case.accepts(given := words(random)):
            found.append(given)
        if len(found) == TRIES:
            break
    return found


def host_results(host: Host, case: Case, given: tuple[int, ...]) -> list[int]:
    names = [f"{case.name}.{word}" for word in range(case.result.words)]
    return [host.function(name)(*given) for name in names]


def circ_results(
    program: Program, case: Case, operands: list[tuple[int, ...]]
) -> list[list[int]]:
    columns: list[list[int]] = []
    for word in range(case.result.words):
        name = f"{case.name}.{word}"
        run = program.prepare(name)
        columns.append([run([*g], LIMIT).results[0] & MASK for g in operands])
    return [list(row) for row in zip(*columns, strict=True)]

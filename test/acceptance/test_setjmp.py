"""Random C functions with setjmp and longjmp give the same at every level."""

import pytest
from random_jumps import random_jumps

import circ
from circ.targets.c.clang import find_clang
from circ.targets.c.reader import C_FLAGS, bitcode_of
from circ.targets.llvm import read_llvm


def check(seed: int, flag: str, opt: int) -> None:
    try:
        find_clang()
    except circ.Diagnostic:
        pytest.skip("there is no clang")
    text = random_jumps(seed).encode()
    token = C_FLAGS.set((flag, "-w"))
    try:
        module = read_llvm(bitcode_of(text, "jumps.c"), "jumps.c")
    finally:
        C_FLAGS.reset(token)
    circ.compare_levels(module, 3, 5, entry="f", opt=opt)


@pytest.mark.parametrize(("flag", "opt"), (("-O0", 2), ("-O2", 0)))
@pytest.mark.every(2, first=1)
def test_setjmp(flag: str, opt: int):
    check(1, flag, opt)


@pytest.mark.long
@pytest.mark.parametrize("opt", (0, 2))
@pytest.mark.parametrize("flag", ("-O0", "-O2"))
@pytest.mark.parametrize("seed", range(50))
def test_many(seed: int, flag: str, opt: int):
    check(seed, flag, opt)

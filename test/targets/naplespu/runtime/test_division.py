"""
The run-time library's divisions: the gen code that is linked in, on many operands.

That the method is exact follows from `test_the_last_remainder...`; its `long` form
looks at every divisor there is.
"""

from functools import cache
from itertools import product
from typing import Literal, cast

import numpy as np
import pytest
from gen_vectors import run_lanes
from native_search import NativeValues, Search
from vectors import VECTORS, Vector, Vectors
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, SSAValue

from circ.dialects.common.algebra import INTS, Algebra, V
from circ.dialects.gen import FuncOp, Instruction
from circ.dialects.gen.semantics import meaning
from circ.targets.execute.gen import interpreter as gen
from circ.targets.execute.memory import Memory
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Machine
from circ.transforms.gen.legalize import divisions_of, legalize_module
from circ.transforms.gen.runtime import runtime_function
from circ.transforms.pipelines import compile

MEANING = {
    f"__circ_{name}32{suffix}": getattr(INTS, name)
    for name in ("udiv", "urem", "sdiv", "srem")
    for suffix in ("", "_large")
}
FUNCTIONS = tuple(MEANING)
WITH_RECIPROCAL = ("__circ_udiv32_large", "__circ_urem32_large")
"""The others divide by these."""

POWERS = {2**k + offset for k in range(33) for offset in (-1, 0, 1)}
PRIMES = {5, 7, 641, 10007, 65521, 65537, 1000003, 2147483629, 2147483659, 4294967291}
INTERESTING = sorted(
    {
        value % 2**32
        for magnitude in POWERS | PRIMES | {10, 100, 1000, 10**9, 0x55555555}
        for value in (magnitude, -magnitude)
    }
)
FEW = (0, 1, 2, 3, 10, 2**16, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 2, 2**32 - 1)


@cache
def legal_function(name: str) -> FuncOp:
    """A function as it is linked in, all code in place."""
    function = runtime_function(name)
    legalize_module(ModuleOp([function]))
    assert not divisions_of(function)
    function.detach()
    return function


def run(name: str, n: Vector, d: Vector) -> Vector:
    return run_lanes(legal_function(name), n, d)


def expected(name: str, n: Vector, d: Vector) -> Vector:
    """By numpy's own division, on operands for which that is defined."""
    if "udiv" in name:
        return n // d
    if "urem" in name:
        return n % d
    wide = [VECTORS.sext(32, 64, value).view(np.int64) for value in (n, d)]
    quotient = np.abs(wide[0]) // np.abs(wide[1]) * np.sign(wide[0]) * np.sign(wide[1])
    remainder = wide[0] - quotient * wide[1]
    result = quotient if "sdiv" in name else remainder
    return result.view(np.uint64) & np.uint64(2**32 - 1)


def random_words(seed: int, count: int) -> Vector:
    """Numbers of which each length in bits is equally likely."""
    generator = np.random.default_rng(seed)
    words = generator.integers(0, 2**32, count, np.uint64)
    return words >> generator.integers(0, 32, count, np.uint64)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.every(3, first=2)
def test_random_operands(name: str):
    n = random_words(1, 1_000_000)
    d = np.maximum(random_words(2, 1_000_000), np.uint64(1))
    # Negative numbers of every length, too.
    n[::3] = (-n[::3].view(np.int64)).view(np.uint64) & np.uint64(2**32 - 1)
    d[::2] = (-d[::2].view(np.int64)).view(np.uint64) & np.uint64(2**32 - 1)
    assert (run(name, n, d) == expected(name, n, d)).all()


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.every(3, first=2)
def test_dividends_beside_multiples(name: str):
    """Where a quotient that is too small or too large by one would show."""
    generator = np.random.default_rng(3)
    d = np.maximum(random_words(4, 300_000), np.uint64(1))
    q = generator.integers(0, np.uint64(2**32 - 1) // d, endpoint=True, dtype=np.uint64)
    for offset in (-1, 0, 1):
        n = (q * d + np.uint64(offset % 2**64)) & np.uint64(2**32 - 1)
        assert (run(name, n, d) == expected(name, n, d)).all()


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.every(3, first=1)
def test_interesting_operands(name: str):
    """Division by zero and INT_MIN / -1 are among them."""
    pairs = list(product(INTERESTING, repeat=2))
    n, d = (np.array(values, np.uint64) for values in zip(*pairs, strict=True))
    meant = [MEANING[name](32, *pair) for pair in pairs]
    assert run(name, n, d).tolist() == meant


class Numpy(Vectors):
    """With the quotient of numpy's unsigned numbers."""

    def udiv(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        return lhs // rhs


NUMPY = Numpy()


def worst(k: Numpy, top: Vector, y: Vector, d: Vector) -> Vector:
    """
    The largest remainder `n - d * q` where `q = n * y >> 32`, over all `n <= top`.

    It grows with n until q does; since y is at most 2^32 / d, it is found either at the
    top or at the last n of the quotient before. All have 64 bits.
    """
    one, half = k.const(64, 1), k.const(64, 32)
    q = k.lshr(64, k.mul(64, top, y), half)
    at_top = k.sub(64, top, k.mul(64, q, d))
    product = k.add(64, k.shl(64, q, half), k.sub(64, y, one))
    last = k.sub(64, k.udiv(64, product, y), one)
    before = k.sub(64, last, k.mul(64, k.sub(64, q, one), d))
    below = k.ite(64, k.eq(64, q, k.const(64, 0)), k.const(64, 0), before)
    return k.ite(64, k.ult(64, at_top, below), below, at_top)


@cache
def reciprocal_code(name: str) -> tuple[FuncOp, Block]:
    """The function, and its block that computes the register y4."""
    function = runtime_function(name)
    for block in function.body.blocks:
        for op in block.ops:
            if isinstance(op, Instruction) and op.dsts[0].name_hint == "y4":
                return function, block
    raise AssertionError("no y4")


def reciprocal(k: Algebra[V], name: str, d: V) -> V:
    """What a function computes as y4, the reciprocal of a divisor."""
    function, block = reciprocal_code(name)
    registers: dict[SSAValue, V] = {
        op.handle: d for op in function.registers if op.handle.name_hint in ("n", "d")
    }
    entry = function.body.first_block
    assert entry is not None
    for op in (*entry.ops, *block.ops):
        if not isinstance(op, Instruction) or op.dsts[0] in registers:
            continue
        if op.ROW.opcode == "LOADI":
            registers[op.dsts[0]] = k.const(op.scalar.width, op.integer("value"))
            continue
        compute = meaning(k, op.ROW.opcode, op.scalar.name, op.source_scalar.name)
        assert compute is not None
        registers[op.dsts[0]] = compute(*(registers[source] for source in op.srcs))
        if op.dsts[0].name_hint == "y4":
            return registers[op.dsts[0]]
    raise AssertionError("no y4")


def last_remainder_fits(k: Numpy, name: str, d: Vector, quotients: int = 2) -> Vector:
    """After quotients by y4, fits at most one more, whatever the dividend is?"""
    y = k.zext(32, 64, reciprocal(k, name, d))
    d = k.zext(32, 64, d)
    positive = k.ult(64, k.const(64, 0), y)
    below = k.ult(64, k.mul(64, y, d), k.const(64, 2**32 + 1))
    rest = k.const(64, 2**32 - 1)
    for _ in range(quotients):
        rest = worst(k, rest, y, d)
    fits = k.ult(64, rest, k.add(64, d, d))
    return k.and_(1, k.and_(1, positive, below), fits)


def check_last_remainder(name: str, d: Vector) -> None:
    assert last_remainder_fits(NUMPY, name, d).all()


@pytest.mark.parametrize("name", WITH_RECIPROCAL)
def test_the_last_remainder_is_below_twice_the_divisor(name: str):
    words = np.arange(1, 1 << 17, dtype=np.uint64)
    check_last_remainder(name, words)
    check_last_remainder(name, np.uint64(2**32) - words)
    check_last_remainder(name, random_words(5, 200_000) | np.uint64(1))
    check_last_remainder(name, np.array(INTERESTING, np.uint64)[1:])
    for k in range(18, 32):
        near = np.uint64(2**k - 1000) + np.arange(2000, dtype=np.uint64)
        check_last_remainder(name, near)


def divisor_without_proof(last: int, quotients: int = 2) -> int | None:
    """The first divisor for which the code may be wrong."""

    def claim(k: NativeValues, d: object) -> object:
        values, divisor = cast(Numpy, k), cast(Vector, d)
        return last_remainder_fits(values, WITH_RECIPROCAL[0], divisor, quotients)

    return Search(claim).counterexample(1, last)


@pytest.mark.long
def test_the_last_remainder_for_every_divisor():
    """With it the division is proved: both functions share these steps."""
    assert divisor_without_proof(2**32 - 1) is None


def test_one_quotient_is_not_enough():
    """The compiled claim is numpy's, and fails for the same divisor first."""
    words = np.arange(1, 1 << 16, dtype=np.uint64)
    fits = last_remainder_fits(NUMPY, WITH_RECIPROCAL[0], words, 1)
    assert not fits.all()
    assert divisor_without_proof(1 << 16, 1) == words[fits == 0][0]
    assert divisor_without_proof(1 << 20) is None


def test_functions_share_the_steps_of_the_proof():
    """Up to the comparison, the block that divides is one and the same."""

    def steps(name: str) -> list[tuple[str, list[str | None]]]:
        _, block = reciprocal_code(name)
        found: list[tuple[str, list[str | None]]] = []
        for op in block.ops:
            if not isinstance(op, Instruction) or op.ROW.opcode == "LOADI":
                continue
            hints = [register.name_hint for register in op.operands]
            found.append((op.ROW.opcode, hints))
            if hints[0] == "r1":
                break
        return sorted(found, key=lambda step: str(step[1][0]))

    quotient, remainder = map(steps, WITH_RECIPROCAL)
    assert [step for step in quotient if step[1][0] != "q2"] == [
        step for step in remainder if step[1][0] != "q2"
    ]


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.every(3, first=2)
def test_interpreter_agrees(name: str):
    module = ModuleOp([legal_function(name).clone()])
    for n, d in product(FEW, repeat=2):
        result = gen.run(module, name, [n, d], Memory()).results
        assert result == [MEANING[name](32, n, d)], (n, d)


STOP = 0xFFFF_FFF0
RETURN_ADDRESS = 62


@cache
def machine_with_library(fp: Literal["ieee", "rtl"]) -> tuple[Machine, dict[str, int]]:
    module = ModuleOp([runtime_function(name) for name in FUNCTIONS])
    image = link([object_of(compile(module, "naplespu"))])
    machine = Machine(fp=fp)
    load(image, machine)
    return machine, {name: image.symbols[name].address for name in FUNCTIONS}


def run_machine(
    name: str, n: int, d: int, fp: Literal["ieee", "rtl"] = "ieee"
) -> tuple[int, int]:
    """The result and the number of instructions."""
    machine, addresses = machine_with_library(fp)
    machine.scalar[0], machine.scalar[1] = n, d
    machine.scalar[RETURN_ADDRESS] = STOP
    before = machine.instructions
    machine.run(addresses[name], limit=before + 1000, stop=STOP)
    return machine.scalar[0], machine.instructions - before


@pytest.mark.parametrize("fp", ["ieee", "rtl"])
@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.every(2)
def test_machine_agrees(name: str, fp: Literal["ieee", "rtl"]):
    words = [int(word) for word in random_words(6, 2000)]
    pairs = [*product(INTERESTING[::7], repeat=2), *zip(words, words[::-1])]
    for n, d in pairs:
        assert run_machine(name, n, d, fp)[0] == MEANING[name](32, n, d), (n, d)


@pytest.mark.parametrize(
    ("name", "small", "large"),
    [
        ("__circ_udiv32", 12, 40),
        ("__circ_urem32", 13, 40),
        ("__circ_sdiv32", 12, 62),
        ("__circ_srem32", 13, 59),
    ],
)
def test_instruction_counts(name: str, small: int, large: int):
    """No operands take more."""
    for n, d in ((0, 1), (7, 10), (100, 7), (2**23 - 1, 1), (2**23 - 1, 2**23 - 1)):
        assert run_machine(name, n, d)[1] <= small
    for n, d in ((2**32 - 1, 1), (1, 0), (2**31, 2**31), (12345678, 3)):
        assert run_machine(name, n, d)[1] <= large

"""
Division of small integers by way of floats: exact for all of them, on the hardware too.

`test_every_quotient_is_the_whole_part` is the proof by trial of what docs/naplespu.md
shows on paper: a dividend one below a multiple comes closest to the next quotient.
"""

from collections.abc import Iterator
from itertools import product
from typing import Literal

import numpy as np
import pytest
from gen_vectors import run_lanes
from vectors import Vector
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Region, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.gen import (
    SCALARS,
    CallOp,
    CondBranchOp,
    FuncOp,
    InputsOp,
    Instruction,
    RegisterOp,
    RetOp,
    create,
    loadi,
)
from circ.targets.naplespu.description.subtarget import set_subtarget
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Machine
from circ.transforms.gen.emitter import Emitter, Instructions
from circ.transforms.gen.float_division import SMALL, FloatDivision
from circ.transforms.gen.legalize import MOST_INLINED, legalize_module
from circ.transforms.pipelines import compile

TYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32")
OPCODES = ("DIV", "REM")
TOP = 1 << SMALL
STOP = 0xFFFF_FFF0


def function_of(ops: list[Instruction], *families: str) -> FuncOp:
    """Instructions that read what they read first as inputs; the last is the result."""
    written: set[SSAValue] = set()
    inputs: dict[SSAValue, None] = {}
    for op in ops:
        inputs |= dict.fromkeys(src for src in op.srcs if src not in written)
        written |= set(op.dsts)
    registers = [*dict.fromkeys([*inputs, *written])]
    declared = [value.owner for value in registers]
    result = ops[-1].dsts[0]
    block = Block([*declared, InputsOp.of([*inputs]), *ops, RetOp.of([result])])  # pyright: ignore
    kinds = [register.owner.family for register in inputs]  # pyright: ignore
    return FuncOp.of("f", kinds, [result.owner.family], Region(block))  # pyright: ignore


def register(family: str) -> SSAValue:
    return RegisterOp.of(family).handle


def quotient_code(division: FloatDivision, signed: bool = False) -> FuncOp:
    """`f(n, d)`, the quotient of small words."""
    n, d = register("dword"), register("dword")
    emit = Emitter(lambda family, uniform: register(family))
    k = Instructions(emit)
    (division.signed_quotient if signed else division.quotient)(k, n, d)
    return function_of([op for op in emit.ops if isinstance(op, Instruction)])


def operation(opcode: str, type: str) -> ModuleOp:
    """`f(a, b) = a op b`."""
    a, b, r = (register(SCALARS[type].family) for _ in range(3))
    return ModuleOp([function_of([create(opcode, type, [r], [a, b])])])


def check_quotients(n: Vector, d: Vector) -> None:
    for hardware in (False, True):
        found = run_lanes(SCALED, n, d, hardware=hardware)
        assert (found == n // d).all(), hardware
    assert (run_lanes(UNSCALED, n, d) == n // d).all()


SCALED = quotient_code(FloatDivision())
UNSCALED = quotient_code(FloatDivision(scaled=False))


def words(values: object) -> Vector:
    return np.asarray(values, np.uint64)


def test_boundaries():
    """Dividends beside multiples, for divisors and quotients of every length."""
    generator = np.random.default_rng(1)
    near = {p + o for k in range(SMALL + 1) for p in (1 << k,) for o in (-1, 0, 1)}
    special = sorted(x for x in near if 0 < x < TOP)
    divisors = [*special, *generator.integers(1, TOP, 500)]
    pairs: list[tuple[int, int]] = []
    for d in map(int, divisors):
        most = (TOP - 1) // d
        some = [q for q in special if q <= most]
        for q in (*some, most, *map(int, generator.integers(0, most + 1, 10))):
            pairs += ((n, d) for n in (q * d - 1, q * d, q * d + 1) if 0 <= n < TOP)
    n, d = zip(*pairs, strict=True)
    check_quotients(words(n), words(d))


def test_random_operands():
    generator = np.random.default_rng(2)
    n, d = (
        generator.integers(0, TOP, 200_000, np.uint64)
        >> generator.integers(0, SMALL, 200_000, np.uint64)
        for _ in range(2)
    )
    check_quotients(n, np.maximum(d, np.uint64(1)))


def multiples() -> Iterator[tuple[Vector, Vector]]:
    """All quotients and divisors with a product of at most 2^23, each pair once."""
    root = int(TOP**0.5)
    for x in range(1, root + 1):
        longer = np.arange(x, TOP // x + 1, dtype=np.uint64)
        yield longer, np.full(longer.shape, x, np.uint64)
        yield np.full(longer.shape, x, np.uint64), longer


@pytest.mark.long
def test_every_quotient_is_the_whole_part():
    """In numpy's floats, which round as IEEE does; the hardware's fault is added."""
    for q, d in multiples():
        dividend = (q * d - np.uint64(1)).astype(np.float32) * np.float32(256)
        scaled = (dividend / d.astype(np.float32)).astype(np.uint32)
        scaled[(scaled >= 128) & (scaled < 256)] = 0
        assert (scaled >> 8 == q - np.uint64(1)).all()


@pytest.mark.parametrize("division", [FloatDivision(), FloatDivision(scaled=False)])
@pytest.mark.parametrize("signed", [False, True])
def test_every_pair_of_bytes(division: FloatDivision, signed: bool):
    first = -128 if signed else 0
    pairs = list(product(range(first, first + 256), repeat=2))
    n, d = (np.array(column, np.int64) for column in zip(*pairs, strict=True))
    n, d = n[d != 0], d[d != 0]
    meant = np.abs(n) // np.abs(d) * np.sign(n) * np.sign(d)
    mask = np.uint64(2**32 - 1)
    bits = [values.view(np.uint64) & mask for values in (n, d, meant)]
    code = quotient_code(division, signed)
    for hardware in (False, True) if division.scaled else (False,):
        assert (run_lanes(code, *bits[:2], hardware=hardware) == bits[2]).all()


def values_of(width: int) -> list[int]:
    """Operands beside every power of two, and a few others."""
    near = {(1 << k) + o for k in range(width + 1) for o in (-1, 0, 1)}
    others = (3, 7, 10, 100, 200, 255, 1000, 12345, 99999, -7, -100, -12345)
    return sorted({x % (1 << width) for x in (*near, *others)})


@pytest.mark.parametrize("fp", ["ieee", "rtl"])
@pytest.mark.parametrize("opt", [1, 2])
@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("opcode", OPCODES)
@pytest.mark.every(5)
def test_machine(opcode: str, type: str, opt: int, fp: Literal["ieee", "rtl"]):
    """What comes above a small type in its register is anything."""
    scalar = SCALARS[type]
    meant = getattr(INTS, ("s" if scalar.signed else "u") + opcode.lower())
    image = link([object_of(compile(operation(opcode, type), "naplespu", opt))])
    machine = Machine(fp=fp)
    load(image, machine)
    values = values_of(scalar.width)
    for a, b in product(values[:: 1 + (scalar.width > 8)], repeat=2):
        machine.scalar[0] = a | (0x5A5A5A5A << scalar.width) & 0xFFFFFFFF
        machine.scalar[1] = b | (0xA5A5A5A5 << scalar.width) & 0xFFFFFFFF
        machine.scalar[61], machine.scalar[62] = 0x80000, STOP
        machine.run(image.symbols["f"].address, limit=10**7, stop=STOP)
        result = machine.scalar[0] % (1 << scalar.width)
        assert result == meant(scalar.width, a, b), (a, b)


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("opcode", OPCODES)
def test_lanes(opcode: str, type: str, scaled: bool):
    """The code in place, on all pairs of operands, with and without the erratum."""
    scalar = SCALARS[type]
    meant = getattr(INTS, ("s" if scalar.signed else "u") + opcode.lower())
    module = operation(opcode, type)
    if not scaled:
        set_subtarget(module, None, ["-ftoi-loses-byte"])
    legalize_module(module, inline=True)
    assert (opcodes(module, "SHL") == 0) or scaled or scalar.width == 32
    function = module.body.block.first_op
    assert isinstance(function, FuncOp)
    pairs = list(product(values_of(scalar.width), repeat=2))
    expected = [meant(scalar.width, *pair) for pair in pairs]
    n, d = map(words, zip(*pairs, strict=True))
    for hardware in (False, True) if scaled else (False,):
        found = run_lanes(function, n, d, hardware=hardware).tolist()
        assert found == expected, hardware


def opcodes(module: ModuleOp, name: str) -> int:
    return sum(
        isinstance(op, Instruction) and op.ROW.opcode == name for op in module.walk()
    )


def branches(module: ModuleOp) -> int:
    return sum(isinstance(op, CondBranchOp) for op in module.walk())


def test_known_ranges_need_no_test():
    """Bytes, a remainder's mask, and sums of such; a sum of many is no longer small."""
    byte, wide, mask, limit, total, r = (
        register(family) for family in ("byte", *["dword"] * 5)
    )
    ops = [
        create("CVT", "uint32", [wide], [byte], src_type="uint8"),
        loadi(limit, "uint32", 0xFFFF),
        create("AND", "uint32", [mask], [r, limit]),
        create("ADD", "uint32", [total], [wide, mask]),
        create("REM", "uint32", [r], [total, wide]),
    ]
    module = ModuleOp([function_of(ops)])
    legalize_module(module, inline=True)
    assert branches(module) == 0 and opcodes(module, "DIV") == 1
    function = module.body.block.first_op
    assert isinstance(function, FuncOp)
    for n, d in ((5, 77), (255, 70000), (0, 9)):
        found = run_lanes(function, words([n]), words([d]))
        total_of = n + (d & 0xFFFF)
        assert found.tolist() == [total_of % n if n else total_of]


def test_wide_ranges_need_one():
    byte, wide, limit, r = (register(f) for f in ("byte", *["dword"] * 3))
    ops = [
        create("CVT", "uint32", [wide], [byte], src_type="int8"),
        loadi(limit, "uint32", 0xFFFF),
        create("REM", "uint32", [r], [wide, limit]),
        create("REM", "uint32", [r], [limit, wide]),
    ]
    module = ModuleOp([function_of(ops)])
    legalize_module(module, inline=True)
    assert branches(module) > 0


@pytest.mark.parametrize("count", [MOST_INLINED, MOST_INLINED + 1])
def test_many_divisions_call_for_large_operands(count: int):
    a, b = register("dword"), register("dword")
    ops = [create("DIV", "uint32", [a], [a, b]) for _ in range(count)]
    module = ModuleOp([function_of(ops)])
    legalize_module(module, inline=True)
    calls = [op for op in module.walk() if isinstance(op, CallOp)]
    assert len(calls) == (0 if count <= MOST_INLINED else count)
    assert opcodes(module, "SHL") >= count

"""gen-reduce-strength: the same results without divisions and products by constants."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from gen_functions import (
    INTEGERS,
    meant,
    module_of,
    operation,
    registers,
    run,
    values_of,
)
from gen_vectors import run_lanes
from levels import parsed
from work import calls_in
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Region

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.verifier import verify_module
from circ.dialects.gen import (
    SCALARS,
    BranchOp,
    CondBranchOp,
    FuncOp,
    InputsOp,
    Instruction,
    RetOp,
    create,
    loadi,
)
from circ.dialects.source.signature import signature_of
from circ.targets.execute.marshal import Scalar
from circ.targets.naplespu.description.subtarget import subtarget
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.machine import costs_of
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Machine
from circ.transforms.compare_levels import compare_levels
from circ.transforms.gen.reduce_strength import GenReduceStrengthPass, reduce_strength
from circ.transforms.pipelines import compile

STOP = 0xFFFF_FFF0
COSTS = costs_of(subtarget())
OPCODES = ("DIV", "REM", "MUL", "MUL_HI")
SLOW = 6
"""Cycles of a product for which recipes are worth while."""


def opcodes(module: ModuleOp) -> list[str]:
    return [op.ROW.opcode for op in module.walk() if isinstance(op, Instruction)]


def reduced(module: ModuleOp, multiplier: int = 0) -> ModuleOp:
    GenReduceStrengthPass(multiplier=multiplier).apply(Context(), module)
    verify_module(module)
    return module


def function(module: ModuleOp) -> FuncOp:
    func = module.body.block.first_op
    assert isinstance(func, FuncOp)
    return func


@pytest.mark.parametrize("multiplier", [0, SLOW])
@pytest.mark.parametrize("type", INTEGERS)
@pytest.mark.parametrize("opcode", OPCODES)
@pytest.mark.every(5)
def test_interpreter_agrees(opcode: str, type: str, multiplier: int):
    compute = meant(opcode, type)
    values = values_of(SCALARS[type].width)
    for constant in values:
        module = reduced(operation(opcode, type, constant), multiplier)
        assert not {"DIV", "REM"} & {*opcodes(module)}
        for a in values:
            assert run(module, a) == [compute(a, constant)], (a, constant)


@pytest.mark.parametrize("multiplier", [1, SLOW])
@pytest.mark.parametrize("type", ["int8", "uint8"])
@pytest.mark.parametrize("opcode", OPCODES)
@pytest.mark.every(9, first=3)
def test_every_pair_of_bytes(opcode: str, type: str, multiplier: int):
    """A proof at this width, of all that the pass writes."""
    compute, n = meant(opcode, type), np.arange(256, dtype=np.uint64)
    for constant in range(256):
        module = reduced(operation(opcode, type, constant), multiplier)
        found = np.broadcast_to(run_lanes(function(module), n), n.shape)
        assert found.tolist() == [compute(x, constant) for x in range(256)], constant


NEAR_POWERS = {2**k + o for k in range(32) for o in (-1, 0, 1)}
FACTORS = sorted(
    {
        value % 2**32
        for magnitude in NEAR_POWERS | {3 << 16, 70001, 10**9, 255 * 255, 641 << 5}
        for value in (magnitude, -magnitude)
    }
    | {int(bits) for bits in np.random.default_rng(1).integers(0, 2**32, 50)}
)


@pytest.mark.parametrize("multiplier", [1, 2, 3, 10])
@pytest.mark.every(2)
def test_products_of_words(multiplier: int):
    """Both by random numbers and at the ends of the range."""
    random = np.random.default_rng(2).integers(0, 2**32, 100, np.uint64)
    n = np.concatenate([random, np.array(FACTORS, np.uint64)])
    for factor in FACTORS:
        module = operation("MUL", "int32", factor)
        reduce_strength(function(module), replace(COSTS, multiply=multiplier))
        found = np.broadcast_to(run_lanes(function(module), n), n.shape)
        assert (found == n * np.uint64(factor) & np.uint64(2**32 - 1)).all(), factor


def of_constants(opcode: str, type: str, constants: list[int]) -> ModuleOp:
    """A function `f0`, `f1`, … of each constant."""
    found = ModuleOp([])
    for number, constant in enumerate(constants):
        module = operation(opcode, type, constant)
        func = function(module)
        func.detach()
        func.properties["sym_name"] = func.sym_name.__class__(f"f{number}")
        found.body.block.add_op(func)
    return found


@pytest.mark.parametrize("type", INTEGERS)
@pytest.mark.parametrize("opcode", OPCODES)
@pytest.mark.every(6)
def test_machine_agrees(opcode: str, type: str):
    """The whole way down, where small types have unspecified upper bits."""
    width = SCALARS[type].width
    compute = meant(opcode, type)
    near = {
        (s * 2**k + o) % (1 << width)
        for k in range(width)
        for o in (-1, 0, 1)
        for s in (1, -1)
    }
    constants = sorted(near | {10 % (1 << width), (3 << 16) % (1 << width)})
    module = of_constants(opcode, type, constants)
    image = link([object_of(compile(module, "naplespu"))])
    machine = Machine()
    load(image, machine)
    for number, constant in enumerate(constants):
        for a in values_of(width):
            machine.scalar[0] = a | (0x5A5A5A5A << width) & 0xFFFFFFFF
            machine.scalar[61], machine.scalar[62] = 0x80000, STOP
            machine.run(image.symbols[f"f{number}"].address, limit=10**6, stop=STOP)
            result = machine.scalar[0] % (1 << width)
            assert result == compute(a, constant), (a, constant)


def vector_program(type: str, constants: list[int]) -> str:
    """Quotients, remainders and products of a vector by constants, in one result."""
    vector = f"vector<16x{type}>"
    lines, last = [f"func.func @f(%v: {vector}) -> {vector} {{"], "%v"
    for number, constant in enumerate(constants):
        lines.append(f"  %c{number} = arith.constant dense<{constant}> : {vector}")
        for name in ("divui", "divsi", "remui", "remsi", "muli"):
            value = f"%{name}{number}"
            lines.append(f"  {value} = arith.{name} %v, %c{number} : {vector}")
            lines.append(f"  {value}x = arith.muli {last}, %c0 : {vector}")
            lines.append(f"  {value}s = arith.addi {value}x, {value} : {vector}")
            last = f"{value}s"
    return "\n".join([*lines, f"  return {last} : {vector}", "}"])


@pytest.mark.parametrize(
    ("type", "constants"),
    [
        ("i8", [3, 1, 7, 10, 16, 100, -128, -1, -5]),
        ("i16", [3, 1, 7, 10, 256, 1000, 4096, -32768, -1, -300]),
        ("i32", [3, 7, 10, 1000, 65537, 1 << 20, 3 << 16, -(1 << 20), -(1 << 31), -7]),
    ],
)
@pytest.mark.every(2, first=1)
def test_lanes(type: str, constants: list[int]):
    """All levels agree, on the ends of the range among other lanes."""
    module = parsed(vector_program(type, constants))
    signature = signature_of(definitions(module)["f"])
    (vector,) = signature.inputs.data
    width, random = int(type[1:]), Random(type)
    values = [random.getrandbits(16 * width) for _ in range(3)]
    top = 1 << (width - 1)
    edges = [0, 1, 2, top - 1, top, top + 1, 2 * top - 2, 2 * top - 1]
    values.append(sum(x << i * width for i, x in enumerate(edges * 2)))
    inputs = [[Scalar(vector, bits)] for bits in values]
    runs = compare_levels(module, "f", signature, inputs)
    assert all("naplespu" in run for run in runs)


def instructions(module: ModuleOp) -> int:
    """What `f` takes, without its return."""
    image = link([object_of(compile(module, "naplespu"))])
    machine = Machine()
    load(image, machine)
    machine.scalar[62] = STOP
    machine.run(image.symbols["f"].address, limit=100, stop=STOP)
    return machine.instructions - 1


@pytest.mark.parametrize(
    ("type", "factor", "most"),
    [
        *(("int32", 100, 1), ("int32", -256, 1), ("int32", 1000, 2)),
        *(("int32", 1 << 20, 1), ("int32", 65537, 2), ("int32", -(1 << 20), 2)),
        *(("int32", 3 << 16, 2), ("int32", (1 << 20) - 1, 2), ("int32", 70001, 3)),
        *(("int16", 1 << 10, 1), ("int16", 1000, 2), ("int8", 77, 1)),
    ],
)
def test_instructions_of_a_product(type: str, factor: int, most: int):
    bits = factor % (1 << SCALARS[type].width)
    assert instructions(operation("MUL", type, bits)) == most


def test_square_is_no_product_by_a_constant():
    ops, (a,) = registers("dword")
    block = Block([*ops, InputsOp.of([a]), create("MUL", "int32", [a], [a, a])])
    block.add_op(RetOp.of([a]))
    module = reduced(module_of([a], [a], block), SLOW)
    assert opcodes(module) == ["MUL"]


def test_constant_may_come_first():
    ops, (a, b) = registers("dword", "dword")
    code = [loadi(b, "int32", 1 << 20), create("MUL", "int32", [a], [b, a])]
    block = Block([*ops, InputsOp.of([a]), *code, RetOp.of([a])])
    module = reduced(module_of([a], [a], block))
    assert "MUL" not in opcodes(module)
    assert run(module, 3) == [3 << 20]


def test_wide_and_float_operations_stay():
    ops, (a, b, x, y) = registers("qword", "qword", "dword", "dword")
    code = [
        loadi(b, "int64", 1 << 20),
        create("MUL", "int64", [a], [a, b]),
        create("DIV", "int64", [a], [a, b]),
        loadi(y, "int32", 1 << 20),
        create("MUL", "float", [x], [x, y]),
    ]
    block = Block([*ops, InputsOp.of([a, x]), *code, RetOp.of([a, x])])
    module = module_of([a, x], [a, x], block)
    before = str(module)
    assert str(reduced(module)) == before


def test_multiplier_must_take_time():
    with pytest.raises(Diagnostic, match="cannot be negative"):
        reduced(ModuleOp([]), -1)


def test_register_written_twice_has_the_last_constant():
    ops, (a, b) = registers("dword", "dword")
    code = [
        loadi(b, "uint32", 10),
        create("DIV", "uint32", [a], [a, b]),
        loadi(b, "uint32", 7),
        create("DIV", "uint32", [a], [a, b]),
    ]
    block = Block([*ops, InputsOp.of([a]), *code, RetOp.of([a])])
    module = reduced(module_of([a], [a], block))
    assert "DIV" not in opcodes(module)
    assert run(module, 1000) == [14]


def test_register_written_in_a_loop_is_no_constant():
    """What is loaded before the loop is there in its first iteration only."""
    ops, (a, b, c) = registers("dword", "dword", "bool")
    entry, loop, last = (Block() for _ in range(3))
    entry.add_ops([*ops, InputsOp.of([a]), loadi(b, "uint32", 10), BranchOp.of(loop)])
    divide = create("DIV", "uint32", [a], [a, b])
    again = [loadi(b, "uint32", 7), create("LT", "uint32", [c], [b, a])]
    loop.add_ops([divide, *again, CondBranchOp.of(c, loop, last)])
    last.add_op(RetOp.of([a]))
    module = reduced(module_of([a], [a], entry, loop, last))
    assert opcodes(module).count("DIV") == 1
    assert run(module, 1000) == [2]


def test_input_that_is_loaded_again_is_no_constant():
    ops, (a, b) = registers("dword", "dword")
    code = [create("DIV", "uint32", [a], [a, b]), loadi(b, "uint32", 7)]
    block = Block([*ops, InputsOp.of([a, b]), *code, RetOp.of([a])])
    module = reduced(module_of([a, b], [a], block))
    assert run(module, 100, 3) == [33]


def test_constant_that_comes_after_the_division_is_none():
    """A register is 0 before it is written."""
    ops, (a, b) = registers("dword", "dword")
    code = [create("DIV", "uint32", [a], [a, b]), loadi(b, "uint32", 7)]
    block = Block([*ops, InputsOp.of([a]), *code, RetOp.of([a])])
    assert run(reduced(module_of([a], [a], block)), 100) == [2**32 - 1]


@pytest.mark.parametrize("dominates", [True, False])
def test_constant_of_another_block(dominates: bool):
    ops, (a, b, c) = registers("dword", "dword", "bool")
    blocks = [Block() for _ in range(3)]
    entry, side, last = blocks
    load_seven = loadi(b, "uint32", 7)
    entry.add_ops([*ops, InputsOp.of([a, c])])
    (entry if dominates else side).add_op(load_seven)
    entry.add_op(CondBranchOp.of(c, side, last))
    side.add_op(BranchOp.of(last))
    last.add_ops([create("DIV", "uint32", [a], [a, b]), RetOp.of([a])])
    module = reduced(module_of([a, c], [a], *blocks))
    assert ("DIV" in opcodes(module)) != dominates
    assert run(module, 100, 1) == [14]
    assert run(module, 100, 0) == [14 if dominates else 2**32 - 1]


def work_for(blocks: int) -> int:
    """The work for a chain of blocks, each with constants of another one."""
    ops, (a, b, c) = registers(*["dword"] * 3)
    chain = [Block() for _ in range(blocks)]
    constants = [loadi(b, "uint32", 10), loadi(c, "uint32", 1 << 20)]
    chain[0].add_ops([*ops, InputsOp.of([a]), *constants])
    for block, following in pairwise(chain):
        block.add_op(create("REM", "uint32", [a], [a, b]))
        block.add_op(create("MUL", "uint32", [a], [a, c]))
        block.add_op(BranchOp.of(following))
    chain[-1].add_op(RetOp.of([a]))
    module = ModuleOp([FuncOp.of("f", ["dword"], ["dword"], Region(chain))])
    return calls_in(lambda: reduce_strength(function(module), COSTS))


def test_work_is_linear():
    work_for(100)
    assert work_for(3000) < 12 * work_for(300)

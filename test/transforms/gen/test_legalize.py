"""gen-legalize: the same results without integer divisions."""

from collections.abc import Callable, Sequence
from itertools import pairwise, product

import pytest
from work import calls_in
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Region, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.verifier import verify_module
from circ.dialects.gen import (
    SCALARS,
    BranchOp,
    CallOp,
    CondBranchOp,
    FuncOp,
    InputsOp,
    RegisterOp,
    RetOp,
    create,
    loadi,
)
from circ.targets.execute import gen
from circ.targets.execute.memory import Memory
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.image import load
from circ.targets.naplespu.linker import link
from circ.targets.naplespu.simulator import Machine
from circ.transforms.gen.legalize import (
    FUNCTIONS,
    GenLegalizePass,
    divisions_of,
    legalize_module,
)
from circ.transforms.gen.runtime import runtime_function
from circ.transforms.pipelines import compile

STOP = 0xFFFF_FFF0
TYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32")


def registers(*families: str) -> tuple[list[RegisterOp], list[SSAValue]]:
    ops = [RegisterOp.of(family) for family in families]
    return ops, [op.handle for op in ops]


def module_of(
    inputs: Sequence[SSAValue], results: Sequence[SSAValue], *blocks: Block
) -> ModuleOp:
    """A module with one function `f`."""

    def families(handles: Sequence[SSAValue]) -> list[str]:
        return [handle.owner.family for handle in handles]  # pyright: ignore

    func = FuncOp.of("f", families(inputs), families(results), Region(blocks))
    module = ModuleOp([func])
    verify_module(module)
    return module


def division(opcode: str, type: str, divisor: int | None = None) -> ModuleOp:
    """`f(a, b) = a op b`, or `a op divisor`."""
    ops, (a, b) = registers(*[SCALARS[type].family] * 2)
    constants = [] if divisor is None else [loadi(b, type, divisor)]
    inputs = [a, b] if divisor is None else [a]
    code = create(opcode, type, [a], [a, b])
    block = Block([*ops, InputsOp.of(inputs), *constants, code, RetOp.of([a])])
    return module_of(inputs, [a], block)


def run(module: ModuleOp, *arguments: int) -> list[int]:
    return gen.run(module, "f", arguments, Memory()).results


def meant(opcode: str, type: str) -> Callable[[int, int], int]:
    scalar = SCALARS[type]
    name = ("s" if scalar.signed else "u") + opcode.lower()
    function = getattr(INTS, name)
    return lambda lhs, rhs: function(scalar.width, lhs, rhs)


def legalized(module: ModuleOp) -> ModuleOp:
    """The module, by now without integer divisions."""
    GenLegalizePass().apply(Context(), module)
    verify_module(module)
    for func in module.ops:
        assert isinstance(func, FuncOp)
        assert not divisions_of(func)
    return module


def values_of(width: int) -> list[int]:
    top = 1 << (width - 1)
    near = (0, 1, 2, 3, 7, 10, top - 1, top, top + 1, 2 * top - 7, 2 * top - 2)
    return [*near, 2 * top - 1]


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("opcode", ["DIV", "REM"])
def test_variable_divisor(opcode: str, type: str):
    module = legalized(division(opcode, type))
    compute = meant(opcode, type)
    for a, b in product(values_of(SCALARS[type].width), repeat=2):
        assert run(module, a, b) == [compute(a, b)], (a, b)


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("opcode", ["DIV", "REM"])
def test_constant_divisor(opcode: str, type: str):
    compute = meant(opcode, type)
    for divisor in values_of(SCALARS[type].width):
        module = legalized(division(opcode, type, divisor))
        assert len(module.ops) == 1, "no call"
        for a in values_of(SCALARS[type].width):
            assert run(module, a) == [compute(a, divisor)], (a, divisor)


@pytest.mark.parametrize("type", ["int8", "uint8"])
@pytest.mark.parametrize("opcode", ["DIV", "REM"])
@pytest.mark.parametrize("divisor", [3, 7, 100, 128, 200, 255])
def test_every_dividend_of_a_byte(opcode: str, type: str, divisor: int):
    module = legalized(division(opcode, type, divisor))
    compute = meant(opcode, type)
    for a in range(256):
        assert run(module, a) == [compute(a, divisor)], a


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("opcode", ["DIV", "REM"])
def test_machine_agrees(opcode: str, type: str):
    """The whole way down, where small types have unspecified upper bits."""
    scalar = SCALARS[type]
    compute = meant(opcode, type)
    for divisor in (None, 10, (1 << scalar.width) - 4):
        image = link([object_of(compile(division(opcode, type, divisor), "naplespu"))])
        machine = Machine()
        load(image, machine)
        for a, b in product(values_of(scalar.width), repeat=2):
            machine.scalar[0] = a | (0x5A5A5A5A << scalar.width) & 0xFFFFFFFF
            machine.scalar[1] = b | (0xA5A5A5A5 << scalar.width) & 0xFFFFFFFF
            machine.scalar[61], machine.scalar[62] = 0x80000, STOP
            machine.run(image.symbols["f"].address, limit=10**6, stop=STOP)
            result = machine.scalar[0] % (1 << scalar.width)
            assert result == compute(a, b if divisor is None else divisor), (a, b)


def calls(module: ModuleOp) -> list[str]:
    return [
        op.callee.root_reference.data for op in module.walk() if isinstance(op, CallOp)
    ]


def added(module: ModuleOp) -> list[str]:
    names = [func.sym_name.data for func in module.ops if isinstance(func, FuncOp)]
    return names[1:]


def test_functions_are_added_once_and_only_if_used():
    ops, (a, b, c) = registers("dword", "dword", "dword")
    block = Block([*ops, InputsOp.of([a, b])])
    for _ in range(3):
        block.add_op(create("REM", "int32", [a], [b, a]))
        block.add_op(create("DIV", "uint32", [b], [a, b]))
    block.add_ops([create("MOV", "int32", [c], [a]), RetOp.of([c])])
    module = legalized(module_of([a, b], [c], block))
    assert sorted(calls(module)) == ["__circ_srem32"] * 3 + ["__circ_udiv32"] * 3
    assert sorted(added(module)) == ["__circ_srem32", "__circ_udiv32"]


def test_idempotent():
    module = legalized(division("DIV", "int32"))
    before = str(module)
    assert str(legalized(module)) == before


def test_function_that_is_there_already_serves_again():
    """Of an earlier run, before another pass made new divisions."""
    module = division("DIV", "uint32")
    module.body.block.add_op(runtime_function("__circ_udiv32"))
    legalized(module)
    assert added(module) == ["__circ_udiv32"]
    assert run(module, 100, 7) == [14]


def test_copies_of_a_function_are_independent():
    first, second = (runtime_function("__circ_udiv32") for _ in range(2))
    first.body.blocks[0].erase_op(first.body.blocks[0].ops.last)
    assert str(second) == str(runtime_function("__circ_udiv32")) != str(first)


def test_name_of_the_library_that_is_not_needed_is_free():
    module = division("DIV", "int32", 3)
    func = module.body.block.ops.first
    assert isinstance(func, FuncOp)
    module.body.block.add_op(FuncOp.of("__circ_sdiv32", ["dword"], []))
    legalize_module(module)
    assert run(module, 100) == [33]


def test_names_of_the_library_that_are_taken_are_diagnosed():
    for (opcode, signed), name in FUNCTIONS.items():
        module = division(opcode, "int32" if signed else "uint32")
        module.body.block.add_op(FuncOp.of(name, ["dword"] * 2, ["dword"]))
        with pytest.raises(Diagnostic, match=f"@{name} is a name of the run-time"):
            legalize_module(module)


def test_unknown_target_is_diagnosed():
    with pytest.raises(Diagnostic, match=r"unknown target 'gpu' \(naplespu\)"):
        GenLegalizePass(target="gpu").apply(Context(), ModuleOp([]))


def test_register_written_twice_is_no_constant():
    ops, (a, b) = registers("dword", "dword")
    code = [
        loadi(b, "uint32", 10),
        create("DIV", "uint32", [a], [a, b]),
        loadi(b, "uint32", 7),
        create("DIV", "uint32", [a], [a, b]),
    ]
    block = Block([*ops, InputsOp.of([a]), *code, RetOp.of([a])])
    module = legalized(module_of([a], [a], block))
    assert calls(module) == ["__circ_udiv32"] * 2
    assert run(module, 1000) == [14]


def test_input_that_is_loaded_again_is_no_constant():
    ops, (a, b) = registers("dword", "dword")
    code = [create("DIV", "uint32", [a], [a, b]), loadi(b, "uint32", 7)]
    block = Block([*ops, InputsOp.of([a, b]), *code, RetOp.of([a])])
    module = legalized(module_of([a, b], [a], block))
    assert run(module, 100, 3) == [33]


def test_constant_that_comes_after_the_division_is_none():
    """A register is 0 before it is written."""
    ops, (a, b) = registers("dword", "dword")
    code = [create("DIV", "uint32", [a], [a, b]), loadi(b, "uint32", 7)]
    block = Block([*ops, InputsOp.of([a]), *code, RetOp.of([a])])
    assert run(legalized(module_of([a], [a], block)), 100) == [2**32 - 1]


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
    module = legalized(module_of([a, c], [a], *blocks))
    assert calls(module) == ([] if dominates else ["__circ_udiv32"])
    assert run(module, 100, 1) == [14]
    assert run(module, 100, 0) == [14 if dominates else 2**32 - 1]


@pytest.mark.parametrize("first", ["DIV", "REM"])
@pytest.mark.parametrize("type", TYPES)
def test_quotient_and_remainder_are_one_call(first: str, type: str):
    second = "REM" if first == "DIV" else "DIV"
    ops, (a, b, q, r) = registers(*[SCALARS[type].family] * 4)
    code = [create(first, type, [q], [a, b]), create(second, type, [r], [a, b])]
    block = Block([*ops, InputsOp.of([a, b]), *code, RetOp.of([q, r])])
    module = legalized(module_of([a, b], [q, r], block))
    assert len(calls(module)) == 1
    for x, y in product(values_of(SCALARS[type].width), repeat=2):
        expected = [meant(opcode, type)(x, y) for opcode in (first, second)]
        assert run(module, x, y) == expected, (x, y)


def test_written_operand_ends_the_pair():
    """`a = a / b` has another a for the remainder."""
    ops, (a, b, r) = registers("dword", "dword", "dword")
    code = [
        create("DIV", "uint32", [a], [a, b]),
        create("REM", "uint32", [r], [a, b]),
        create("ADD", "uint32", [b], [b, b]),
        create("DIV", "uint32", [a], [a, b]),
    ]
    block = Block([*ops, InputsOp.of([a, b]), *code, RetOp.of([a, r])])
    module = legalized(module_of([a, b], [a, r], block))
    assert calls(module) == ["__circ_udiv32", "__circ_urem32", "__circ_udiv32"]
    assert run(module, 1000, 7) == [1000 // 7 // 14, 1000 // 7 % 7]


def work_for(blocks: int) -> int:
    """The work for a chain of blocks, each with three divisions."""
    ops, (a, b, c, q) = registers(*["dword"] * 4)
    chain = [Block() for _ in range(blocks)]
    chain[0].add_ops([*ops, InputsOp.of([a, b]), loadi(c, "uint32", 10)])
    for block, following in pairwise(chain):
        block.add_op(create("DIV", "uint32", [q], [a, b]))
        block.add_op(create("REM", "uint32", [q], [a, b]))
        block.add_op(create("DIV", "uint32", [a], [a, c]))
        block.add_op(BranchOp.of(following))
    chain[-1].add_op(RetOp.of([a]))
    func = FuncOp.of("f", ["dword"] * 2, ["dword"], Region(chain))
    module = ModuleOp([func])
    work = calls_in(lambda: legalize_module(module))
    assert not divisions_of(func)
    assert len(calls(module)) == blocks - 1
    return work


def test_work_is_linear():
    """Pairs, constants of other blocks, and new registers are found without search."""
    work_for(100)
    assert work_for(3000) < 12 * work_for(300)

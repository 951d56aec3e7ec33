"""gen-legalize: the same results without integer divisions."""

from itertools import pairwise, product

import pytest
from gen_functions import (
    INTEGERS,
    calls,
    meant,
    module_of,
    operation,
    registers,
    run,
    values_of,
)
from work import calls_in
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Region

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.verifier import verify_module
from circ.dialects.gen import (
    SCALARS,
    BranchOp,
    FuncOp,
    InputsOp,
    RetOp,
    create,
)
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Machine
from circ.transforms.gen.legalize import (
    FUNCTIONS,
    GenLegalizePass,
    divisions_of,
    legalize_module,
)
from circ.transforms.gen.runtime import runtime_function
from circ.transforms.pipelines import compile

STOP = 0xFFFF_FFF0


def legalized(module: ModuleOp) -> ModuleOp:
    """The module, by now without integer divisions."""
    GenLegalizePass().apply(Context(), module)
    verify_module(module)
    for func in module.ops:
        assert isinstance(func, FuncOp)
        assert not divisions_of(func)
    return module


@pytest.mark.parametrize("type", INTEGERS)
@pytest.mark.parametrize("opcode", ["DIV", "REM"])
@pytest.mark.every(4, first=1)
def test_variable_divisor(opcode: str, type: str):
    module = legalized(operation(opcode, type))
    compute = meant(opcode, type)
    for a, b in product(values_of(SCALARS[type].width), repeat=2):
        assert run(module, a, b) == [compute(a, b)], (a, b)


@pytest.mark.parametrize("type", INTEGERS)
@pytest.mark.parametrize("opcode", ["DIV", "REM"])
def test_machine_agrees(opcode: str, type: str):
    """The whole way down, where small types have unspecified upper bits."""
    scalar = SCALARS[type]
    compute = meant(opcode, type)
    for divisor in (None, 10, (1 << scalar.width) - 4):
        image = link([object_of(compile(operation(opcode, type, divisor), "naplespu"))])
        machine = Machine()
        load(image, machine)
        for a, b in product(values_of(scalar.width), repeat=2):
            machine.scalar[0] = a | (0x5A5A5A5A << scalar.width) & 0xFFFFFFFF
            machine.scalar[1] = b | (0xA5A5A5A5 << scalar.width) & 0xFFFFFFFF
            machine.scalar[61], machine.scalar[62] = 0x80000, STOP
            machine.run(image.symbols["f"].address, limit=10**6, stop=STOP)
            result = machine.scalar[0] % (1 << scalar.width)
            assert result == compute(a, b if divisor is None else divisor), (a, b)


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
    module = legalized(operation("DIV", "int32"))
    before = str(module)
    assert str(legalized(module)) == before


def test_function_that_is_there_already_serves_again():
    """Of an earlier run, before another pass made new divisions."""
    module = operation("DIV", "uint32")
    module.body.block.add_op(runtime_function("__circ_udiv32"))
    legalized(module)
    assert added(module) == ["__circ_udiv32"]
    assert run(module, 100, 7) == [14]


def test_copies_of_a_function_are_independent():
    first, second = (runtime_function("__circ_udiv32") for _ in range(2))
    first.body.blocks[0].erase_op(first.body.blocks[0].ops.last)
    assert str(second) == str(runtime_function("__circ_udiv32")) != str(first)


def test_name_of_the_library_that_is_not_needed_is_free():
    module = operation("DIV", "int32")
    module.body.block.add_op(FuncOp.of("__circ_srem32", ["dword"], []))
    legalize_module(module)
    assert run(module, 100, 3) == [33]


def test_names_of_the_library_that_are_taken_are_diagnosed():
    for (opcode, signed), name in FUNCTIONS.items():
        module = operation(opcode, "int32" if signed else "uint32")
        module.body.block.add_op(FuncOp.of(name, ["dword"] * 2, ["dword"]))
        with pytest.raises(Diagnostic, match=f"@{name} is a name of the run-time"):
            legalize_module(module)


def test_unknown_target_is_diagnosed():
    with pytest.raises(Diagnostic, match=r"unknown target 'gpu' \(naplespu\)"):
        GenLegalizePass(target="gpu").apply(Context(), ModuleOp([]))


@pytest.mark.parametrize("first", ["DIV", "REM"])
@pytest.mark.parametrize("type", INTEGERS)
@pytest.mark.every(5, first=2)
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


def test_constant_divisor_is_one_like_others():
    module = legalized(operation("DIV", "uint32", 7))
    assert calls(module) == ["__circ_udiv32"]
    assert run(module, 100) == [14]


def work_for(blocks: int) -> int:
    """The work for a chain of blocks, each with three divisions."""
    ops, (a, b, q) = registers(*["dword"] * 3)
    chain = [Block() for _ in range(blocks)]
    chain[0].add_ops([*ops, InputsOp.of([a, b])])
    for block, following in pairwise(chain):
        block.add_op(create("DIV", "uint32", [q], [a, b]))
        block.add_op(create("REM", "uint32", [q], [a, b]))
        block.add_op(create("DIV", "uint32", [a], [a, q]))
        block.add_op(BranchOp.of(following))
    chain[-1].add_op(RetOp.of([a]))
    func = FuncOp.of("f", ["dword"] * 2, ["dword"], Region(chain))
    module = ModuleOp([func])
    work = calls_in(lambda: legalize_module(module))
    assert not divisions_of(func)
    assert len(calls(module)) == 2 * (blocks - 1)
    return work


def test_work_is_linear():
    """Pairs and new registers are found without search."""
    work_for(100)
    assert work_for(3000) < 12 * work_for(300)

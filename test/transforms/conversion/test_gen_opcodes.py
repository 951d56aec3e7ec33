"""
Every opcode of gen at both levels that execute it: the right result or one diagnostic.

What NaplesPU computes is what the interpreter does; what either cannot do is diagnosed
at the instruction. Nothing is ignored: surfaces, memories, flags, special registers.
"""

from collections.abc import Iterator
from random import Random

import pytest
from gen_opcodes import DIAGNOSED, PLACE, Case, cases, levels_of, module_of
from xdsl.dialects.builtin import FunctionType, IntegerType, ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import memory
from circ.dialects.common.verifier import verify_module
from circ.dialects.gen import FAMILY_WIDTH, SCALARS, FuncOp, family_of
from circ.dialects.gen.table import HAND_WRITTEN, ROWS
from circ.dialects.gen.types import SPACES, SPECIAL_REGISTERS
from circ.dialects.gen.unsupported_features import FLAT_SPACES
from circ.dialects.source.layout import register_width
from circ.dialects.source.signature import signature_of
from circ.targets.execute.gen import interpreter as gen
from circ.targets.execute.levels import execute, externals_of
from circ.targets.execute.marshal import Scalar
from circ.targets.execute.memory import Memory
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.pipelines import passes, run_passes

FEWER_VERIFICATIONS = True

PLACES = ("SYMBOL", "FRAME")
"""Opcodes whose results are the level's own."""
SOURCES = ("uint8", "uint16", "int32", "half", "float", "double")
"""Types of the sources of conversions, all of which would be too many."""
FEW = ("bool", "int8", "half", "uint32", "float", "double")
"""Types of what is never executed, and of sixteen lanes (see `test_gen_results`)."""


def function_of(module: ModuleOp) -> FuncOp:
    return next(op for op in module.ops if isinstance(op, FuncOp))


def arguments_of(func: FuncOp, random: Random) -> list[int]:
    """A number for each lane of each input."""
    found: list[int] = []
    for register, type in zip(func.inputs, signature_of(func).inputs, strict=True):
        width, whole = FAMILY_WIDTH[family_of(register)], register_width(type)
        assert whole is not None
        found.append(0)
        for place in range(0, whole, width):
            lane = random.choice((0, 1, 3, 0x3F800000, random.getrandbits(64)))
            found[-1] |= lane % (1 << width) << place
    return found


def run(level: str, module: ModuleOp, arguments: list[int]) -> list[int]:
    """The results of `f` at a level."""
    if level == "gen":
        return gen.run(module, "f", arguments, Memory()).results
    signature = signature_of(function_of(module))
    run_passes(passes("gen", level, 0), module)
    given = [Scalar(*pair) for pair in zip(signature.inputs, arguments, strict=True)]
    return execute(level, module, "f", signature, given, {}).outcome.results


def outcome(level: str, module: ModuleOp, arguments: list[int]) -> list[int] | str:
    """Results, or the diagnostic, which is at the instruction."""
    try:
        return run(level, module, arguments)
    except Diagnostic as error:
        assert error.location == PLACE, error
        return error.message


def chosen(opcode: str, lanes: int) -> Iterator[Case]:
    for case in cases(lanes, opcode):
        every = opcode == "F32TO16" or (opcode not in DIAGNOSED and lanes < 16)
        few = every or case.type in (None, *FEW)
        if few and (case.source is None or case.source in (*SOURCES, case.type)):
            yield case


@pytest.mark.parametrize("lanes", (1, pytest.param(8, marks=pytest.mark.long), 16))
@pytest.mark.parametrize(
    "opcode", [row.opcode for row in ROWS if row.opcode not in HAND_WRITTEN]
)
@pytest.mark.every(18, first=12)
def test_each_opcode_is_executed_or_diagnosed(opcode: str, lanes: int):
    executed: set[str] = set()
    random = Random(opcode)
    for case in chosen(opcode, lanes):
        module = module_of(case)
        verify_module(module)
        arguments = arguments_of(function_of(module), random)
        found = {
            level: outcome(level, module, arguments) for level in ("gen", "naplespu")
        }
        executed |= {level for level in found if not isinstance(found[level], str)}
        above, machine = found["gen"], found["naplespu"]
        if isinstance(machine, str) or opcode in PLACES:
            continue
        assert not isinstance(above, str), (case, above)
        is_float = case.type in ("float", "half")
        assert above == machine or (is_float and has_nan(case, above)), case
    assert executed == levels_of(opcode, lanes)


def has_nan(case: Case, results: list[int]) -> bool:
    """Is a result not a number? Of those the bits are not specified."""
    scalar = SCALARS[case.type or ""]
    exponent = {"half": 0x7C00, "float": 0x7F800000}[scalar.name]
    lanes = [
        value >> place & (1 << scalar.width) - 1
        for value in results
        for place in range(0, case.lanes * scalar.width, scalar.width)
    ]
    return any(lane & (1 << scalar.width - 1) - 1 > exponent for lane in lanes)


# region Accesses


VARIATIONS = {
    **{f"bti = {bti}": "an access through a binding table" for bti in (0, 2, 254)},
    "dynamic_bti": "an access through a binding table",
    **{
        f"space = {space}": f"an access to {space} memory"
        for space in SPACES
        if space not in FLAT_SPACES
    },
    "memory = #circ.memory<1, space 3>": "address space 3",
}


SHARE = 8
"""One in so many cases of each variation is part of `make test`, and all over them."""


@pytest.mark.parametrize("share", (SHARE, pytest.param(1, marks=pytest.mark.long)))
@pytest.mark.parametrize("lanes", (1, 16))
@pytest.mark.parametrize(
    ("opcode", "variation"),
    [
        (opcode, variation)
        for opcode in ("LOAD", "STORE", "ATOMIC")
        for variation in VARIATIONS
    ],
)
def test_what_an_access_cannot_reach_is_diagnosed(
    opcode: str, lanes: int, variation: str, share: int
):
    name, _, value = variation.partition(" = ")
    given = {"space": value, "memory": memory(1, space=3)}.get(
        name, int(value) if value.isdecimal() else True
    )
    first = [*VARIATIONS].index(variation) % share
    for case in [*cases(lanes, opcode)][first::share]:
        properties = {**case.properties, name: given}
        module = module_of(Case(case.row, case.type, None, lanes, properties))
        verify_module(module)
        arguments = arguments_of(function_of(module), Random(1))
        what = VARIATIONS[variation]
        message = f"'gen.{opcode.lower()}': {what} cannot be executed"
        assert outcome("gen", module, arguments) == message
        found = outcome("naplespu", module, arguments)
        message = f"'gen.{opcode.lower()}': {what} on NaplesPU is not supported"
        assert found == message, (case, found)


def test_a_stateless_access_is_one_of_flat_addresses():
    for case in (*cases(1, "LOAD"), *cases(1, "STORE")):
        properties = {**case.properties, "bti": 255}
        module = module_of(Case(case.row, case.type, None, 1, properties))
        arguments = arguments_of(function_of(module), Random(1))
        for level in ("gen", "naplespu"):
            assert isinstance(outcome(level, module, arguments), list)


# endregion
# region Special registers

READ = """
gen.func @f() -> ({family}) attributes {{circ.signature = () -> {type}}} {{
  %x = gen.register special "{name}" : {register}
  gen.inputs
  {body}
}}
"""


@pytest.mark.parametrize("name", SPECIAL_REGISTERS)
def test_special_registers_are_constant_or_diagnosed(name: str):
    register = SPECIAL_REGISTERS[name]
    width = FAMILY_WIDTH[register.family.data]
    text = READ.format(
        family=register.family.data,
        type=f"i{width}",
        name=name,
        register=register,
        body="gen.ret %x",
    )
    constant = {"zero": 0, "one": 0xFFFFFFFF}.get(name)
    for level in ("gen", "naplespu"):
        module = parse_module(context(), text, "f.mlir")
        verify_module(module)
        if constant is not None:
            assert run(level, module, []) == [constant]
            continue
        with pytest.raises(
            Diagnostic, match=f"special register {name}|64-bit"
        ) as found:
            run(level, module, [])
        assert "f.mlir:" in str(found.value)


def test_a_special_register_that_is_not_read_does_not_matter():
    declared = "".join(
        f'  %x{i} = gen.register special "{name}" : {SPECIAL_REGISTERS[name]}\n'
        for i, name in enumerate(SPECIAL_REGISTERS)
    )
    text = "gen.func @f() -> (dword) attributes {circ.signature = () -> i32} {\n"
    text += declared + "  gen.inputs\n  gen.ret %x28\n}"
    for level in ("gen", "naplespu"):
        assert run(level, parse_module(context(), text, "f.mlir"), []) == [0xFFFFFFFF]


QUOTIENT = """
gen.func @f(dword) -> (dword) attributes {circ.signature = (i32) -> i32} {
  %ones = gen.register special "one" : !gen.reg<dword uniform>
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.div uint32 %x = %ones, %x
  gen.ret %x
}
"""


def test_passes_know_that_a_special_register_has_a_value():
    # A register that nothing writes is 0, and a division of small numbers is shorter.
    for level in ("gen", "naplespu"):
        module = parse_module(context(), QUOTIENT, "f.mlir")
        assert run(level, module, [3]) == [0x55555555]


# endregion

# region Threads

NEIGHBOUR = """
gen.global @table 32 align 4
gen.func private @__builtin_npu_read_control_reg(dword) -> (dword)
  attributes {{circ.signature = (i32) -> i32}}
gen.func @f() -> (dword) attributes {{circ.signature = () -> i32}} {{
  %two = gen.register : !gen.reg<dword>
  %id = gen.register : !gen.reg<dword>
  %a = gen.register : !gen.reg<dword>
  %last = gen.register : !gen.reg<dword>
  %p = gen.register : !gen.reg<bool>
  gen.loadi int32 %two {{value = 2}}
  gen.call @__builtin_npu_read_control_reg(%two) -> (%id)
  gen.symbol uint32 %last {{symbol = @table}}
  gen.shl int32 %a = %id, %two
  gen.add int32 %a = %last, %a
  gen.store int32 %a, %id {{space = global}}
  {sync}
  gen.loadi int32 %last {{value = 7}}
  gen.sub int32 %id = %last, %id
  gen.shl int32 %id = %id, %two
  gen.symbol uint32 %last {{symbol = @table}}
  gen.add int32 %a = %last, %id
  gen.load int32 %id = %a {{space = global}}
  gen.ret %id
}}
"""


def run_threads(sync: str) -> list[list[int]]:
    """What each of eight threads finds where the last but itself has stored."""
    module = parse_module(context(), NEIGHBOUR.format(sync=sync), "f.mlir")
    verify_module(module)
    signature = FunctionType.from_lists([], [IntegerType(32)])
    externals = externals_of(module, print)
    done = execute("gen", module, "f", signature, [], externals, threads=8).outcome
    return [done.results, *done.others]


def test_sync_is_a_barrier_of_all_threads():
    assert run_threads("gen.sync {mask = 25}") == [[7 - n] for n in range(8)]


def test_a_fence_waits_for_nobody():
    assert run_threads("gen.sync {mask = 24}") == [[0]] * 4 + [
        [n] for n in (3, 2, 1, 0)
    ]


def test_a_thread_that_waits_for_one_that_ended_is_diagnosed():
    early = """
      gen.eq int32 %p = %id, %two
      gen.bra_if %p, ^out, ^on
    ^out:
      gen.ret %id
    ^on:
      gen.sync {mask = 7}
    """
    with pytest.raises(Diagnostic, match="all threads wait") as found:
        run_threads(early)
    assert str(found.value).startswith("f.mlir:")


# endregion
# region Registers that nothing writes

UNWRITTEN = """
gen.func @f(dword) -> (dword) attributes {circ.signature = (i32) -> i32} {
  %x = gen.register : !gen.reg<dword>
  %never = gen.register : !gen.reg<dword>
  %no = gen.register : !gen.reg<bool>
  gen.inputs %x
  BODY
}
gen.func private @g(dword, dword) -> (dword)
    attributes {circ.signature = (i32, i32) -> i32} {
  %x = gen.register : !gen.reg<dword>
  %y = gen.register : !gen.reg<dword>
  gen.inputs %x, %y
  gen.add uint32 %x = %x, %y
  gen.ret %x
}
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    (
        ("gen.ret %never", 0),
        ("gen.call @g(%x, %never) -> (%x) gen.ret %x", 7),
        ("gen.add uint32 %x = %x, %never gen.ret %x", 7),
        ("gen.bra_if %no, ^yes, ^no ^no: gen.ret %x ^yes: gen.ret %never", 7),
    ),
)
def test_a_register_that_nothing_writes_is_zero(body: str, expected: int):
    for level in ("gen", "naplespu"):
        module = parse_module(context(), UNWRITTEN.replace("BODY", body), "f.mlir")
        verify_module(module)
        assert run(level, module, [7]) == [expected]


# endregion

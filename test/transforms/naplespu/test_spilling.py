"""
Where spill code is: never in a loop for a value that the loop does not need.

The rule: where a loop holds spill code, every value that is live all through it in a
register has an access in that loop, or one at least as deep elsewhere.
"""

from collections.abc import Iterator

import pytest
from levels import parsed
from random_gen import random_module
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.common.dominance import NONE
from circ.dialects.common.loop_nest import LoopNest
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.verifier import verify_module
from circ.dialects.naplespu.ops import CallOp, FuncOp
from circ.dialects.naplespu.spilling import SpillOp, StackType
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Scalar
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.naplespu.allocation.assign_stack_slots import assign_stack_slots
from circ.transforms.naplespu.allocation.register_supply import (
    Pressure,
    RegisterSupply,
    crossing_calls,
    elsewhere,
    in_register,
)
from circ.transforms.naplespu.allocation.rematerialize import rematerialize
from circ.transforms.naplespu.allocation.spill import spill
from circ.transforms.naplespu.allocation.split_live_ranges import split_live_ranges
from circ.transforms.naplespu.analysis.live_values import (
    LiveValues,
    block_of,
    home_of,
)
from circ.transforms.naplespu.passes import SELECT
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import compile, run_passes


def selected(module: ModuleOp) -> dict[str, FuncOp]:
    """Machine functions before they have registers, by name."""
    lowered = compile(module, "gen", disable=("inline", "reassociate"))
    run_passes([make_pass("gen-legalize")], lowered)
    run_passes([make_pass(SELECT.pass_name)], lowered)
    return {op.sym_name.data: op for op in lowered.ops if isinstance(op, FuncOp)}


def on_stack(value: SSAValue) -> bool:
    return isinstance(value.type, StackType)


def spill_code(block: Block) -> Iterator[Operation]:
    """Accesses to the stack, and what reads it when it passes values on."""
    for op in block.ops:
        if any(map(on_stack, (*op.operands, *op.results))):
            yield op


def in_loops(flow: ControlFlow) -> list[int]:
    """By depth of the loop, how many operations are spill code."""
    counts = [0] * (max(flow.loops.depth) + 1)
    for number, block in enumerate(flow.blocks):
        counts[flow.loops.depth[number]] += sum(1 for _ in spill_code(block))
    return counts


def idle(flow: ControlFlow, supply: RegisterSupply) -> list[tuple[int, SSAValue]]:
    """
    What breaks the rule: loops with spill code, and values they need not hold.

    In a function with calls the values of a loop compete in two classes, by whether
    they are live across a call: only what is live across one in a loop without calls
    is left out.
    """
    nest = LoopNest(flow.loops)
    live = LiveValues.compute(flow)
    crossing = crossing_calls(flow, live, elsewhere(live), supply)
    broken: list[tuple[int, SSAValue]] = []
    for header in flow.loops.headers:
        body = [
            number
            for number in range(len(flow.blocks))
            if nest.around(number) != NONE
            and nest.contains(header, nest.around(number))
        ]
        if not any(any(spill_code(flow.blocks[n])) for n in body):
            continue
        calls = any(isinstance(op, CallOp) for n in body for op in flow.blocks[n].ops)
        depth = flow.loops.depth[header]
        for value in live.members(live.live_in[header]):
            if not in_register(value) or (value in crossing and not calls):
                continue
            blocks = [home_of(value), *(block_of(u.operation) for u in value.uses)]
            numbers = [flow.number[block] for block in blocks]
            if all(flow.loops.depth[number] < depth for number in numbers):
                broken.append((header, value))
    return broken


def check(func: FuncOp) -> list[int]:
    rematerialize(func.body)
    split_live_ranges(func.body)
    spill(func.body)
    rematerialize(func.body)
    flow = ControlFlow(func.body)
    supply = RegisterSupply.of(func.body)
    assert next(Pressure(flow, supply).excesses(), None) is None
    assert not idle(flow, supply)
    return in_loops(flow)


PASSED = 12
"""Arguments of a call: eight in registers, the others on the stack."""


def two_loops(count: int, called: bool = False) -> str:
    """
    All values live from the start to the end; each loop reads its half of them.

    What is called in the loops takes arguments in registers and on the stack.
    """
    made, ended = [], []
    for k in range(count):
        made += [
            f"%c{k} = arith.constant {k * 77777 + 3} : i32",
            f"%v{k} = arith.muli %x, %c{k} : i32",
        ]
    total = "%r1"
    for k in range(count):
        ended.append(f"%e{k} = arith.subi %v{k}, {total} : i32")
        total = f"%e{k}"
    g_type = f"({', '.join(['i32'] * PASSED)}) -> i32"
    parameters = ", ".join(f"%p{i}: i32" for i in range(PASSED))
    folded, g_result = [], "%p0"
    for i in range(1, PASSED):
        folded.append(f"%q{i} = arith.subi %p{i}, {g_result} : i32")
        g_result = f"%q{i}"
    loops, start = [], "%x"
    for loop in range(2):
        body, last = [], "%s"
        for k in range(loop * count // 2, (loop + 1) * count // 2):
            body.append(f"%t{k} = arith.xori {last}, %v{k} : i32")
            body.append(f"%u{k} = arith.muli %t{k}, %x : i32")
            last = f"%u{k}"
        if called:
            half = range(loop * count // 2, (loop + 1) * count // 2)
            passed = [last, *(f"%v{half[i % len(half)]}" for i in range(1, PASSED))]
            body.append(f"%z = func.call @g({', '.join(passed)}) : {g_type}")
            last = "%z"
        loops.append(f"""
      %r{loop} = scf.for %i = %zero to %n step %one iter_args(%s = {start}) -> (i32) {{
        {chr(10).join(body)}
        scf.yield {last} : i32
      }}""")
        start = f"%r{loop}"
    return f"""
    func.func private @g({parameters}) -> i32 {{
      {chr(10).join(folded)}
      return {g_result} : i32
    }}
    func.func @main(%x: i32, %n: index) -> i32 {{
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      {chr(10).join(made)}
      {chr(10).join(loops)}
      {chr(10).join(ended)}
      return {total} : i32
    }}"""


@pytest.mark.parametrize(("count", "called"), ((80, False), (8, True)))
def test_values_of_another_loop_are_reloaded_in_front_of_it(count: int, called: bool):
    """Each loop alone has registers enough."""
    func = selected(parsed(two_loops(count, called)))["main"]
    outside, inside = check(func)
    assert outside > 0 and inside == 0


@pytest.mark.parametrize("count", (150, 400))
@pytest.mark.every(2)
def test_a_loop_that_needs_more_than_there_are(count: int):
    """What is left in registers is needed in the loop."""
    func = selected(parsed(two_loops(count)))["main"]
    _, inside = check(func)
    assert count - 2 * 58 <= inside <= count - 2 * 50


def two_vector_loops(count: int) -> str:
    """The same with vectors, in machine code; the scalars are few."""
    made = ["%v0 = naplespu.MOVE_VS_32(%x) : (!s) -> !v"]
    for k in range(1, count):
        made.append(f"%v{k} = naplespu.ADDVVI_U(%v{k - 1}), 7 : (!v) -> !v")
    ended, total = [], "%s1"
    for k in range(count):
        ended.append(f"%e{k} = naplespu.SUBVVV_U_32(%v{k}, {total}) : (!v, !v) -> !v")
        total = f"%e{k}"
    loops = []
    for loop in range(2):
        body, last = [], f"%s{loop}"
        for k in range(loop * count // 2, (loop + 1) * count // 2):
            body.append(f"%t{k} = naplespu.XORVVV_U_32({last}, %v{k}) : (!v, !v) -> !v")
            last = f"%t{k}"
        loops.append(f"""
        ^bb{loop + 1}(%i{loop} : !s, %s{loop} : !v):
          {chr(10).join(body)}
          %m{loop} = naplespu.ADDSSI(%i{loop}), -1 : (!s) -> !s
          naplespu.BNEZ %m{loop} : !s, ^bb{loop + 1}(%m{loop}, {last} : !s, !v),
            ^bb{loop + 2}(%n, {last} : !s, !v)""")
    text = f"""
    naplespu.func @main {{
    ^bb0(%x : !s, %n : !s):
      {chr(10).join(made)}
      naplespu.JMP ^bb1(%n, %v1 : !s, !v)
    {chr(10).join(loops)}
    ^bb3(%n1 : !s, %s1_end : !v):
      {chr(10).join(ended).replace("%s1)", "%s1_end)")}
      naplespu.JRET {total} : !v
    }}"""
    return text.replace("!s", "!naplespu.scalar").replace("!v", "!naplespu.vector")


@pytest.mark.parametrize(("count", "expected"), ((80, 0), (150, 150 - 2 * 58)))
def test_vectors_of_another_loop_are_reloaded_in_front_of_it(count: int, expected: int):
    module = parsed(two_vector_loops(count))
    (func,) = (op for op in module.ops if isinstance(op, FuncOp))
    outside, inside = check(func)
    assert outside > 0
    assert expected <= inside <= expected + 2 * (expected > 0) * 8


def test_many_accesses_outside_weigh_less_than_one_inside():
    """40 values are read 20 times each before a loop that reads 40 others."""
    made, used, body = [], [], []
    for k in range(80):
        made += [
            f"%c{k} = arith.constant {k * 99991 + 7} : i32",
            f"%v{k} = arith.muli %x, %c{k} : i32",
        ]
    total = "%x"
    for k in range(40):
        for turn in range(20):
            used.append(f"%t{k}_{turn} = arith.subi {total}, %v{k} : i32")
            total = f"%t{k}_{turn}"
    last = "%s"
    for k in range(40, 80):
        body.append(f"%u{k} = arith.subi %v{k}, {last} : i32")
        last = f"%u{k}"
    ended, end = [], "%r"
    for k in range(40):
        ended.append(f"%e{k} = arith.subi %v{k}, {end} : i32")
        end = f"%e{k}"
    text = f"""
    func.func @main(%x: i32, %n: index) -> i32 {{
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      {chr(10).join(made)}
      {chr(10).join(used)}
      %r = scf.for %i = %zero to %n step %one iter_args(%s = {total}) -> (i32) {{
        {chr(10).join(body)}
        scf.yield {last} : i32
      }}
      {chr(10).join(ended)}
      return {end} : i32
    }}"""
    outside, inside = check(selected(parsed(text))["main"])
    assert outside > 0 and inside == 0


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("registers", (60, 120))
@pytest.mark.every(6, first=3)
def test_random_programs(seed: int, registers: int):
    module, _ = random_module(seed, registers)
    run_passes([make_pass("gen-legalize")], module)
    run_passes([make_pass(SELECT.pass_name)], module)
    for func in module.ops:
        if isinstance(func, FuncOp):
            check(func)


def test_slots_are_as_many_as_live_values():
    """3,000 values, of which 100 are live at a time."""
    lines, slots = [], []
    for k in range(100):
        lines.append(f"%c{k} = arith.constant {k * 65537 + 5} : i32")
        lines.append(f"%v{k} = arith.muli %x, %c{k} : i32")
        slots.append(f"%v{k}")
    for k in range(100, 3_000):
        at, other = k % 100, (k * 7 + 1) % 100
        lines.append(f"%v{k} = arith.subi {slots[at]}, {slots[other]} : i32")
        slots[at] = f"%v{k}"
    total = "%x"
    for k, slot in enumerate(slots):
        lines.append(f"%r{k} = arith.xori {total}, {slot} : i32")
        total = f"%r{k}"
    body = "\n".join(lines)
    text = f"func.func @main(%x: i32) -> i32 {{\n{body}\nreturn {total} : i32\n}}"
    func = selected(parsed(text))["main"]
    spill(func.body)
    assert sum(isinstance(op, SpillOp) for op in func.walk()) > 50
    assert assign_stack_slots(func.body)["spill"] <= 100


@pytest.mark.parametrize("called", (False, True))
@pytest.mark.parametrize("count", (10, 40, 80, 150, 500))
@pytest.mark.every(6)
def test_loops_run_right(count: int, called: bool):
    module = parsed(two_loops(count, called))
    signature = signature_of(definitions(module)["main"])
    lowered = compile(module, "naplespu")
    verify_module(lowered)
    for rounds in (0, 1, 3):
        arguments = [
            Scalar(type, bits)
            for type, bits in zip(signature.inputs, (0x12345679, rounds), strict=True)
        ]
        expected, found = (
            execute(level, at, "main", signature, arguments, {}).outcome.results
            for level, at in (("source", module), ("naplespu", lowered))
        )
        assert list(expected) == list(found)

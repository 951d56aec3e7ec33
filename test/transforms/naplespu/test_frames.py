"""Frames, executed: large ones, dynamic objects, stack arguments and the lane mask."""

from collections.abc import Sequence
from random import Random
from typing import Literal

import pytest
from large_programs import many_arguments, nested_loops
from levels import parsed
from machine_runs import FINISH, run_function, run_words
from random_machine import Signature, Value
from work import calls_in
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.naplespu.register_file import FP, SP
from circ.dialects.naplespu.registers import number_of
from circ.targets.naplespu.description.subtarget import set_subtarget
from circ.targets.naplespu.simulator.machine import Machine
from circ.tools.formats import read_mlir
from circ.transforms.naplespu.analysis.value_ranges import fits_immediate
from circ.transforms.naplespu.finishing.frame_windows import window_of
from circ.transforms.naplespu.passes import ALLOCATE
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import compile, run_passes

MODES = ("rtl", "compiler")


def machine_code(text: str, features: Sequence[str] = ()) -> ModuleOp:
    text = text.replace("!s", "!naplespu.scalar").replace("!v", "!naplespu.vector")
    module = parsed(text)
    set_subtarget(module, None, features)
    steps = [
        *(make_pass(step.pass_name) for step in ALLOCATE),
        *map(make_pass, FINISH),
    ]
    run_passes(steps, module)
    return module


def run(
    text: str,
    arguments: Sequence[Value],
    results: Sequence[bool],
    memory: Literal["rtl", "compiler"] = "rtl",
) -> list[Value]:
    """Call `main` of the text; of each result it says whether it is a vector."""
    vectors = [isinstance(value, list) for value in arguments]
    signature = Signature("main", vectors, list(results))
    return run_function(
        machine_code(text), signature, list(arguments), 1_000_000, memory
    )


# A frame of `size` bytes, whose first and last words are read after the recursion.
RECURSION = """
naplespu.func @main {{
^bb0(%n : !s):
  %a = naplespu.frame_address 0 size {size} align 4 : !s
  %far = naplespu.LoadI32 {last} : !s
  %b = naplespu.ADDSSS_32(%a, %far) : (!s, !s) -> !s
  %m = naplespu.MULLSSI(%n), 17 : (!s) -> !s
  naplespu.S32W_Mainmem(%n, %a), 0 : (!s, !s) -> ()
  naplespu.S32W_Mainmem(%m, %b), 0 : (!s, !s) -> ()
  %v = naplespu.MOVE_VS_32(%m) : (!s) -> !v
  naplespu.BNEZ %n : !s, ^bb1, ^bb2(%n : !s)
^bb1:
  %less = naplespu.ADDSSI(%n), -1 : (!s) -> !s
  %r, %w = naplespu.JMPSR_OFF @main(%less) : (!s) -> (!s, !v)
  %l = naplespu.GET_LANEIimm(%w), 3 : (!v) -> !s
  %q = naplespu.ADDSSS_32(%r, %l) : (!s, !s) -> !s
  naplespu.JMP ^bb2(%q : !s)
^bb2(%s : !s):
  %x = naplespu.L32W_Mainmem(%a), 0 : (!s) -> !s
  %y = naplespu.L32W_Mainmem(%b), 0 : (!s) -> !s
  %t = naplespu.ADDSSS_32(%s, %x) : (!s, !s) -> !s
  %u = naplespu.ADDSSS_32(%t, %y) : (!s, !s) -> !s
  naplespu.JRET %u, %v : !s, !v
}}
"""


@pytest.mark.parametrize("size", (64, 252, 256, 320, 65536, 65536 - 64, 500_000))
def test_recursion_with_large_frames(size: int):
    def expected(n: int) -> int:
        inner = expected(n - 1) + 17 * (n - 1) if n else 0
        return (inner + n + 17 * n) & 0xFFFF_FFFF

    text = RECURSION.format(size=size, last=size - 4)
    assert run(text, [6], [False, True]) == [expected(6), [6 * 17] * 16]


# Each round makes an object, stores in it, and passes its address on the stack.
DYNAMIC = """
naplespu.func @read {
^bb0(%a : !s, %b : !s, %c : !s, %d : !s, %e : !s, %f : !s, %g : !s, %h : !s,
     %i : !s, %j : !s):
  %x = naplespu.L32W_Mainmem(%j), 0 : (!s) -> !s
  %y = naplespu.ADDSSS_32(%x, %i) : (!s, !s) -> !s
  naplespu.JRET %y : !s
}
naplespu.func @main {
^bb0(%n : !s, %size : !s, %v : !v):
  %slot = naplespu.frame_address 0 size 4 align ALIGN : !s
  %z = naplespu.LoadI32 0 : !s
  naplespu.JMP ^bb1(%n, %z, %slot : !s, !s, !s)
^bb1(%i : !s, %sum : !s, %last : !s):
  %p = naplespu.dynamic_alloca %size align ALIGN : !s
  naplespu.S32W_Mainmem(%i, %p), 0 : (!s, !s) -> ()
  naplespu.S32W_Mainmem(%n, %slot), 0 : (!s, !s) -> ()
  %r = naplespu.JMPSR_OFF @read(%i, %i, %i, %i, %i, %i, %i, %i, %i, %p)
    : (!s, !s, !s, !s, !s, !s, !s, !s, !s, !s) -> !s
  %k = naplespu.L32W_Mainmem(%p), 0 : (!s) -> !s
  %off = naplespu.ANDSSI(%p), LOW : (!s) -> !s
  %t = naplespu.ADDSSS_32(%sum, %r) : (!s, !s) -> !s
  %u = naplespu.ADDSSS_32(%t, %k) : (!s, !s) -> !s
  %w = naplespu.ADDSSS_32(%u, %off) : (!s, !s) -> !s
  %m = naplespu.ADDSSI(%i), -1 : (!s) -> !s
  naplespu.BNEZ %m : !s, ^bb1(%m, %w, %p : !s, !s, !s), ^bb2
^bb2:
  %x = naplespu.L32W_Mainmem(%slot), 0 : (!s) -> !s
  %o = naplespu.ANDSSI(%slot), LOW : (!s) -> !s
  %y = naplespu.ADDSSS_32(%w, %x) : (!s, !s) -> !s
  %s = naplespu.ADDSSS_32(%y, %o) : (!s, !s) -> !s
  %old = naplespu.L32W_Mainmem(%last), 0 : (!s) -> !s
  naplespu.JRET %s, %old, %v : !s, !s, !v
}
"""


@pytest.mark.parametrize("align", (4, 64, 256))
@pytest.mark.parametrize("size", (4, 100, 5000))
def test_dynamic_objects(align: int, size: int):
    low = min(align, 256) - 1
    text = DYNAMIC.replace("ALIGN", str(align)).replace("LOW", str(low))
    vector = list(range(16))
    total = sum(3 * i for i in range(1, 6)) + 5
    assert run(text, [5, size, vector], [False, False, True]) == [total, 2, vector]


# Sums `n` words behind the named arguments, and a vector behind those.
VARIADIC = """
naplespu.func @sum attributes {circ.variadic} {
^bb0(%n : !s, %k : !v):
  %from = naplespu.variable_arguments : !s
  %z = naplespu.LoadI32 0 : !s
  naplespu.BNEZ %n : !s, ^bb1(%n, %from, %z : !s, !s, !s), ^bb2(%z, %from : !s, !s)
^bb1(%i : !s, %at : !s, %s : !s):
  %x = naplespu.L32W_Mainmem(%at), 0 : (!s) -> !s
  %t = naplespu.ADDSSS_32(%s, %x) : (!s, !s) -> !s
  %next = naplespu.ADDSSI(%at), 4 : (!s) -> !s
  %m = naplespu.ADDSSI(%i), -1 : (!s) -> !s
  naplespu.BNEZ %m : !s, ^bb1(%m, %next, %t : !s, !s, !s), ^bb2(%t, %next : !s, !s)
^bb2(%r : !s, %end : !s):
  %up = naplespu.ADDSSI(%end), 63 : (!s) -> !s
  %p = naplespu.ANDSSI(%up), -64 : (!s) -> !s
  %v = naplespu.LV32WMainmem_U(%p), 0 : (!s) -> !v
  %w = naplespu.ADDVVV_U_32(%v, %k) : (!v, !v) -> !v
  naplespu.JRET %r, %w : !s, !v
}
naplespu.func @main {
^bb0(%a : !s, %b : !s, %c : !s, %v : !v, %w : !v):
  %n = naplespu.LoadI32 5 : !s
  %r, %x = naplespu.JMPSR_OFF variadic @sum(%n, %v, %a, %b, %c, %a, %b, %w)
    : (!s, !v, !s, !s, !s, !s, !s, !v) -> (!s, !v)
  %f = naplespu.LoadI32 @sum : !s
  %one = naplespu.LoadI32 1 : !s
  %q, %y = naplespu.JMPSR_REG variadic %f(%one, %w, %c, %v)
    : !s, (!s, !v, !s, !v) -> (!s, !v)
  naplespu.JRET %r, %q, %x, %y : !s, !s, !v, !v
}
"""


@pytest.mark.parametrize("memory", MODES)
def test_variadic_calls(memory: Literal["rtl", "compiler"]):
    v, w = list(range(16)), [1 << i for i in range(16)]
    both = [a + b for a, b in zip(v, w, strict=True)]
    found = run(VARIADIC, [3, 50, 700, v, w], [False, False, True, True], memory)
    assert found == [3 + 50 + 700 + 3 + 50, 700, both, both]


# What sets the mask brings it back, and its own saved vectors too: all lanes of them.
MASKED = """
naplespu.func @other {
^bb0(%m : !s, %v : !v):
  naplespu.WRITEMR(%m) : (!s) -> ()
  %a = naplespu.ADDVVI_U(%v), 1 : (!v) -> !v
  %r = naplespu.JMPSR_OFF @leaf(%a) : (!v) -> !v
  %x = naplespu.ADDVVV_U_32(%a, %r) : (!v, !v) -> !v
  %l = naplespu.GET_LANEIimm(%x), 0 : (!v) -> !s
  naplespu.JRET %l : !s
}
naplespu.func @leaf {
^bb0(%v : !v):
  naplespu.JRET %v : !v
}
naplespu.func @main {
^bb0(%m : !s, %v : !v):
  %w = naplespu.ADDVVI_U(%v), 100 : (!v) -> !v
  %l = naplespu.JMPSR_OFF @other(%m, %v) : (!s, !v) -> !s
  %x = naplespu.ADDVVV_U_32(%w, %v) : (!v, !v) -> !v
  naplespu.JRET %l, %x : !s, !v
}
"""


@pytest.mark.parametrize("memory", MODES)
@pytest.mark.parametrize("mask", (1, 0x8001, 0xFFFF))
def test_a_function_that_sets_the_mask(mask: int, memory: Literal["rtl", "compiler"]):
    v = [5 * i + 7 for i in range(16)]
    lane, vector = run(MASKED, [mask, v], [False, True], memory)
    assert lane == 2 * (v[0] + 1)
    assert vector == [2 * x + 100 for x in v]


def pressed(count: int) -> str:
    """So many vectors, each in use from one end of the function to the other."""
    lines = ["  %v0 = naplespu.MOVE_VS_32(%x) : (!s) -> !v"]
    for i in range(1, count):
        lines.append(f"  %v{i} = naplespu.ADDVVI_U(%v{i - 1}), 3 : (!v) -> !v")
    last = f"%v{count - 1}"
    for i in range(count):
        lines.append(f"  %w{i} = naplespu.XORVVV_U_32({last}, %v{i}) : (!v, !v) -> !v")
        last = f"%w{i}"
    body = "\n".join(lines)
    return f"""
    naplespu.func @main {{
    ^bb0(%x : !s):
    {body}
      naplespu.JRET {last} : !v
    }}"""


@pytest.mark.parametrize("memory", MODES)
@pytest.mark.parametrize("count", (58, 59, 62, 200, 400))
def test_more_vectors_than_registers(count: int, memory: Literal["rtl", "compiler"]):
    values = [11 + 3 * i for i in range(count)]
    expected = values[-1]
    for value in values:
        expected ^= value
    assert run(pressed(count), [11], [True], memory) == [[expected] * 16]


def test_far_slots_nearby_share_an_address():
    """Eight slots of 64 bytes are within 9 bits of one."""
    count = 300
    names = [op.name for op in machine_code(pressed(count)).walk()]
    stores, loads = (names.count(f"naplespu.{n}V32WMainmem_U") for n in "SL")
    addresses = names.count("naplespu.ADDSSS_32")
    assert stores > count - 64 and loads > count - 64
    assert addresses < 0.4 * (stores + loads)


def test_faulty_registers_are_used_where_they_are_none():
    text = pressed(64)

    def written(module: ModuleOp) -> set[str]:
        types = (r.type for op in module.walk() for r in op.results)
        return {str(type) for type in types}

    faulty = {f"!naplespu.vector<v{n}>" for n in (59, 63)}
    assert not faulty & written(machine_code(text))
    features = ["-v59-writes-mask", "-v63-branches"]
    assert faulty <= written(machine_code(text, features))


def test_work_grows_with_the_function():
    """Four times the vectors are four times the work, a little more for spilling."""

    def work(count: int) -> int:
        text = pressed(count)
        text = text.replace("!s", "!naplespu.scalar").replace("!v", "!naplespu.vector")
        module = parsed(text)
        steps = [make_pass(step.pass_name) for step in ALLOCATE]
        return calls_in(lambda: run_passes(steps, module, verify=False))

    work(100)  # what is imported and cached
    assert work(1600) < 5 * work(400)


@pytest.mark.parametrize(
    ("offset", "window"), ((255, 0), (256, 512), (767, 512), (768, 1024), (-256, 0))
)
def test_windows_are_what_an_offset_reaches(offset: int, window: int):
    assert window_of(offset) == window
    assert fits_immediate(offset - window_of(offset))


def addresses(module: ModuleOp) -> int:
    """How often an address in the frame is computed from `sp`."""
    return sum(
        op.name == "naplespu.ADDSSS_32" and number_of(op.operands[0].type) == SP
        for op in module.walk()
    )


@pytest.mark.parametrize(
    ("count", "least"), ((150, 100), pytest.param(500, 1000, marks=pytest.mark.long))
)
def test_blocks_share_the_address_of_far_slots(count: int, least: int):
    """Of many loops in each other, most have their counters far from `sp`."""
    program = nested_loops(count)
    module = compile(read_mlir(program.text.encode(), "nest.mlir"), "naplespu")
    accesses = sum(
        op.name in ("naplespu.L32W_Mainmem", "naplespu.S32W_Mainmem")
        and number_of(op.operands[-1].type) == FP
        for op in module.walk()
    )
    assert accesses > least
    assert 2 <= addresses(module) <= 12
    assert run_words(module, list(program.arguments), 1_000_000, Machine())[0] == (
        program.expected
    )


def scattered(rng: Random, values: int, diamonds: int, x: int) -> tuple[str, int]:
    """
    Diamonds that read values at random, all of which are live; the result for x.

    Each passes on a value of either side, which is live to the end.
    """
    held = {f"%v{i}": x + i % 200 for i in range(values)}
    lines = [
        f"{name} = naplespu.ADDSSI(%x), {i % 200} : (!s) -> !s"
        for i, name in enumerate(held)
    ]
    lines.append("naplespu.JMP ^a0(%x : !s)")
    total = x

    def add(last: str, more: str, to: str) -> str:
        lines.append(f"{to} = naplespu.ADDSSS_32({last}, {more}) : (!s, !s) -> !s")
        return to

    for n in range(diamonds):
        lines += (
            f"^a{n}(%s{n} : !s):",
            f"%c{n} = naplespu.ANDSSI(%s{n}), 1 : (!s) -> !s",
        )
        lines.append(f"naplespu.BNEZ %c{n} : !s, ^t{n}, ^e{n}")
        taken, known = "t" if total & 1 else "e", list(held)
        for side in "tej":
            joins = side == "j"
            lines.append(f"^j{n}(%j{n} : !s, %p{n} : !s):" if joins else f"^{side}{n}:")
            last = f"%j{n}" if joins else f"%s{n}"
            for k, read in enumerate(rng.choices(known, k=rng.randrange(3))):
                last = add(last, read, f"%{side}{n}_{k}")
                total += held[read] if joins or side == taken else 0
            if joins:
                lines.append(f"naplespu.JMP ^a{n + 1}({last} : !s)")
                continue
            one, other = rng.choices(known, k=2)
            passed = add(one, other, f"%{side}{n}_p")
            lines.append(f"naplespu.JMP ^j{n}({last}, {passed} : !s, !s)")
            if side == taken:
                held[f"%p{n}"] = held[one] + held[other]
    last = f"%r{diamonds}"
    lines.append(f"^a{diamonds}({last} : !s):")
    for i, (name, value) in enumerate(held.items()):
        last = add(last, name, f"%z{i}")
        total += value
    lines.append(f"naplespu.JRET {last} : !s")
    body = "\n".join(lines)
    text = f"naplespu.func @main {{\n^bb0(%x : !s):\n{body}\n}}"
    return text, total % (1 << 32)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.every(5, first=3)
def test_windows_after_branches(seed: int):
    """What an address register holds where branches meet depends on both sides."""
    rng = Random(seed)
    text, expected = scattered(rng, rng.choice((200, 400, 700)), 40, 5)
    assert run(text, [5], [False]) == [expected]


def test_far_loads_alone_share_addresses():
    """Arguments on the stack are only loaded; of 300 most are far."""
    program = many_arguments(300)
    module = compile(read_mlir(program.text.encode(), "arguments.mlir"), "naplespu")
    loads = sum(op.name == "naplespu.L32W_Mainmem" for op in module.walk())
    assert loads > 500
    assert addresses(module) < 0.1 * loads
    found = run_words(module, list(program.arguments), 1_000_000, Machine())
    assert found[0] == program.expected

"""Jumps that link, and calls of the system, at every level."""

from collections.abc import Sequence

import pytest
from llvlir_programs import verified

import circ
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.gen import interpreter as gen
from circ.targets.execute.host import interpreter as host
from circ.targets.execute.host.arena import Arena
from circ.targets.execute.llvlir import interpreter as llvlir
from circ.targets.execute.memory import Memory
from circ.transforms.pipelines import compile

COUNTER = """
llvlir.section "data"
llvlir.label.L @count : global
llvlir.word.I 5 : i32
llvlir.section "text"
llvlir.func private @increment() {
  %a = llvlir.consta.L @count : global
  %v = llvlir.ld.I %a, 0 : i32
  %w = llvlir.addi.I %v, 1 : i32
  llvlir.st.I %a, 0, %w : i32
  llvlir.ret
}
"""
JUMPS = f"""{COUNTER}
llvlir.func @f(%m: !llvlir.r<i32>) -> (!llvlir.r<i32>, !llvlir.r<i32>)
    attributes {{circ.signature = (i32) -> (i32, i32)}} {{
  %ten = llvlir.const.I 10 : i32
  %four = llvlir.const.I 4 : i32
  %l0 = llvlir.jal.L @increment : global
  %p = llvlir.consta.L @increment : global
  %l1 = llvlir.jalr %p
  llvlir.j.L ^loop(%m : !llvlir.r<i32>)
^loop(%n: !llvlir.r<i32>):
  %l2 = llvlir.cmpbrlr.I lt, %n, %ten, @increment : i32
  %l3 = llvlir.cmpbrlr.I ugt, %ten, %n, @increment : i32
  %next = llvlir.addi.I %n, 5 : i32
  llvlir.cmpbr.I lt, %next, %ten : i32, ^loop(%next : !llvlir.r<i32>), ^end
^end:
  %a = llvlir.addpc.I %four, @count : i32
  %b = llvlir.subp.I %a, %four : i32
  %v = llvlir.ld.I %b, 0 : i32
  %x, %y = llvlir.call @sum(%l0, %l1, %l2, %l3)
    : (!llvlir.a, !llvlir.a, !llvlir.a, !llvlir.a) -> (!llvlir.r<i32>, !llvlir.r<i32>)
  %s = llvlir.or.I %x, %y : i32
  llvlir.ret %v, %s : !llvlir.r<i32>, !llvlir.r<i32>
}}
llvlir.func private @sum(%a: !llvlir.a, %b: !llvlir.a, %c: !llvlir.a, %d: !llvlir.a)
    -> (!llvlir.r<i32>, !llvlir.r<i32>) {{
  %p = llvlir.mvr %a
  %q = llvlir.mvr %b
  %r = llvlir.mvr %c
  %s = llvlir.mvr %d
  %x = llvlir.or.I %p, %q : i32
  %y = llvlir.or.I %r, %s : i32
  llvlir.ret %x, %y : !llvlir.r<i32>, !llvlir.r<i32>
}}
"""


def runs(source: str, *arguments: int) -> dict[str, circ.Result]:
    return {
        level: circ.run(source, *arguments, entry="f", level=level) for level in LEVELS
    }


LEVELS = ("llvlir", "host", "gen", "naplespu")


@pytest.mark.parametrize(
    ("number", "count"), ((3, 11), (-7, 13), (30, 7), (9, 9), (10, 7))
)
def test_jumps(number: int, count: int):
    """`jal` and `jalr` each once; the branches as often as their conditions hold."""
    for level, run in runs(JUMPS, number).items():
        assert run.results == [count, 0], level


@pytest.mark.parametrize(
    ("type", "value"),
    (
        ("!llvlir.r<i32>", "i32"),
        ("!llvlir.f<f64>", "f64"),
        ("!llvlir.x<16xi32>", "vector<16xi32>"),
    ),
)
def test_sysret_ends_the_program(type: str, value: str):
    """Its number is the exit status; what the function returns does not matter."""
    source = f"""
    llvlir.func private @last() {{
      llvlir.sysret.I 7 : i32
    }}
    llvlir.func @f(%n: !llvlir.r<i32>) -> {type}
        attributes {{circ.signature = (i32) -> {value}}} {{
      %zero = llvlir.const.I 0 : i32
      llvlir.cmpbr.I lt, %n, %zero : i32, ^end, ^other
    ^other:
      %link = llvlir.jal.L @last : global
      llvlir.j.L ^end
    ^end:
      llvlir.sysret.I 9 : i32
    }}
    """
    for number, status in ((1, 7), (-1, 9)):
        for level, run in runs(source, number).items():
            assert (run.status, run.results) == (status, []), level


SYSTEM = """
llvlir.func private @circ_syscall(!llvlir.r<i32>)
    attributes {circ.signature = (i32) -> ()}
llvlir.func @f() attributes {circ.signature = () -> ()} {
  llvlir.syscall.I 5 : i32
  llvlir.sysbr.I 1 : i32
  llvlir.syscall.I 200 : i8
  llvlir.endbr.I 1 : i32
  llvlir.syscall.I 4294967298 : i64
  llvlir.ret
}
"""


def test_syscall():
    """Its number, as a word, is given to a function of the environment."""
    called: list[int] = []

    def system(arguments: Sequence[int]) -> Sequence[int]:
        called.extend(arguments)
        return ()

    module, hooks = verified(SYSTEM), {"circ_syscall": system}
    llvlir.run(module, "f", [], Memory(), hooks)
    host.run(module, "f", [], Arena(), hooks)
    lowered = compile(module, "gen")
    gen.run(lowered, "f", [], Memory(), hooks)
    assert called == [5, 200, 2] * 3


def test_syscall_without_a_system():
    module = verified("llvlir.func @f() { llvlir.syscall.I 5 : i32\n llvlir.ret }")
    message = "the external function 'circ_syscall' has no implementation here"
    for run, memory in ((llvlir.run, Memory()), (host.run, Arena())):
        with pytest.raises(Diagnostic, match=message):
            run(module, "f", [], memory)


CALLER = """
llvlir.func private @takes(%x: !llvlir.r<i32>) { llvlir.ret }
llvlir.func @f() { %link = llvlir.jal.L @NAME : global\n llvlir.ret }
"""


@pytest.mark.parametrize(
    ("name", "message"),
    (
        ("takes", "'llvlir.jal.L' passes nothing, but 'takes' is"),
        ("absent", "there is no function 'absent' to call"),
    ),
)
def test_jumps_to_what_cannot_be_called(name: str, message: str):
    module = verified(CALLER.replace("NAME", name))
    for run, memory in ((llvlir.run, Memory()), (host.run, Arena())):
        with pytest.raises(Diagnostic, match=message):
            run(module, "f", [], memory)
    with pytest.raises(Diagnostic, match=message):
        compile(module, "gen")


def test_the_link_is_no_function():
    source = f"""{COUNTER}
    llvlir.func @f() attributes {{circ.signature = () -> ()}} {{
      %link = llvlir.jal.L @increment : global
      %other = llvlir.jalr %link
      llvlir.ret
    }}
    """
    for level in ("llvlir", "host", "gen"):
        with pytest.raises(Diagnostic, match="there is no function at 0x0"):
            circ.run(source, entry="f", level=level)


def test_counts_are_those_of_the_interpreter():
    """Also where a jump that links ends a segment."""
    results = {
        level: circ.run(JUMPS, 3, entry="f", level=level, max_operations=1000)
        for level in ("llvlir", "host")
    }
    assert results["host"].counters == results["llvlir"].counters

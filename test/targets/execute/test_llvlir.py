"""The llvlir interpreter runs programs; what it cannot do is diagnosed."""

import pytest
from llvlir_programs import FIBONACCI, verified

from circ.dialects.common.algebra import float_to_bits
from circ.dialects.common.diagnostics import Diagnostic, located
from circ.dialects.llvlir.ops import TableOp
from circ.targets.execute.llvlir.interpreter import run
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import ExecutionLimit


def results(source: str, *arguments: int, memory: Memory | None = None) -> list[int]:
    return run(verified(source), "f", arguments, memory or Memory()).results


def test_recursion_and_operation_count():
    outcome = run(verified(FIBONACCI), "f", [10], Memory())
    assert outcome.results == [55]
    # 89 calls of three operations and 88 of eight.
    assert outcome.operations == 89 * 3 + 88 * 8


def test_deep_recursion_and_stack_slots():
    source = """
    llvlir.func @f(%n: !llvlir.r<i32>) -> !llvlir.r<i32> {
      %slot = llvlir.slot 4, 4
      llvlir.st.I %slot, 0, %n : i32
      %zero = llvlir.const.I 0 : i32
      llvlir.cmpbr.I eq, %n, %zero : i32, ^end(%n : !llvlir.r<i32>), ^more
    ^more:
      %less = llvlir.subi.I %n, 1 : i32
      %x = llvlir.call @f(%less) : (!llvlir.r<i32>) -> !llvlir.r<i32>
      llvlir.j.L ^end(%x : !llvlir.r<i32>)
    ^end(%r: !llvlir.r<i32>):
      %mine = llvlir.ld.I %slot, 0 : i32
      %sum = llvlir.add.I %r, %mine : i32
      llvlir.ret %sum : !llvlir.r<i32>
    }
    """
    memory = Memory()
    before = memory.allocate(4)
    memory.release(before)
    assert results(source, 20000, memory=memory) == [20000 * 20001 // 2]
    # Every slot was released again.
    assert memory.allocate(4) == before


def test_block_arguments_swap_at_once():
    source = """
    llvlir.func @f(%n: !llvlir.r<i32>) -> (!llvlir.r<i32>, !llvlir.r<i32>) {
      %one = llvlir.const.I 1 : i32
      %two = llvlir.const.I 2 : i32
      llvlir.j.L ^loop(%n, %one, %two
          : !llvlir.r<i32>, !llvlir.r<i32>, !llvlir.r<i32>)
    ^loop(%i: !llvlir.r<i32>, %a: !llvlir.r<i32>, %b: !llvlir.r<i32>):
      %j = llvlir.subi.I %i, 1 : i32
      %zero = llvlir.const.I 0 : i32
      llvlir.cmpbr.I gt, %j, %zero : i32, ^loop(%j, %b, %a
          : !llvlir.r<i32>, !llvlir.r<i32>, !llvlir.r<i32>), ^end
    ^end:
      llvlir.ret %a, %b : !llvlir.r<i32>, !llvlir.r<i32>
    }
    """
    assert results(source, 2) == [2, 1]
    assert results(source, 3) == [1, 2]


def test_memory_data_and_addresses():
    source = """
    llvlir.section "data"
    llvlir.label.L @table : global
    llvlir.word.I -2 : i16
    llvlir.wstringz "A\\E2\\82\\AC"
    llvlir.section "text"
    llvlir.func @f(%p: !llvlir.a, %n: !llvlir.r<i32>) -> !llvlir.r<i64> {
      %t = llvlir.consta.L @table : global
      %all = llvlir.ld.I %t, 0 : i64
      %q = llvlir.addp.I %p, %n : i32
      llvlir.st.I %q, -4, %all : i64
      %i = llvlir.mvr %q
      %back = llvlir.mva %i
      %low = llvlir.ld.I %back, -4 : i8
      %wide = llvlir.zext.II %low : i64, i8
      %sum = llvlir.add.I %all, %wide : i64
      llvlir.ret %sum : !llvlir.r<i64>
    }
    """
    memory = Memory()
    address = memory.allocate(8)
    data = b"\xfe\xff" + "A\u20ac".encode("utf-16-le") + b"\0\0"
    number = int.from_bytes(data, "little")
    assert results(source, address, 4, memory=memory) == [number + 0xFE]
    assert memory.read(address, 8) == data


def test_floats():
    source = """
    llvlir.func @f(%x: !llvlir.f<f32>, %n: !llvlir.r<i32>)
        -> (!llvlir.f<f32>, !llvlir.r<i1>, !llvlir.f<f64>) {
      %y = llvlir.cvt.FI %n : f32, i32
      %tenth = llvlir.const.F 0.1 : f32
      %p = llvlir.mul.F %y, %tenth : f32
      %c = llvlir.cmps.F lt, %x, %p : f32
      %s = llvlir.select.F %c, %x, %p : f32
      %d = llvlir.cvt.FF %s : f64, f32
      llvlir.ret %s, %c, %d : !llvlir.f<f32>, !llvlir.r<i1>, !llvlir.f<f64>
    }
    """
    three_tenths = float_to_bits(32, 0.30000001192092896)
    assert results(source, float_to_bits(32, 7.0), 3) == [
        three_tenths,
        0,
        float_to_bits(64, 0.30000001192092896),
    ]
    nan = 0x7FC00000
    assert results(source, nan, 3)[:2] == [three_tenths, 0]


def test_vectors_run_lane_by_lane():
    source = """
    llvlir.func @f(%p: !llvlir.a, %n: !llvlir.r<i32>, %bits: !llvlir.r<i4>) {
      %m = llvlir.mvm %bits : i4
      %ones = llvlir.const.I -1 : i4
      %all = llvlir.mvm %ones : i4
      %v = llvlir.ld.VI %p, 0, %all : 4xi32
      %s = llvlir.splat.VI %n, %all : 4xi32
      %sum = llvlir.add.VI %v, %s, %all : 4xi32
      %big = llvlir.cmps.VI gt, %sum, %v, %m : 4xi32
      %w = llvlir.select.VI %sum, %v, %big : 4xi32
      llvlir.st.VI %p, 0, %w, %all : 4xi32
      llvlir.ret
    }
    """
    memory = Memory()
    address = memory.allocate(16)
    memory.write(address, b"".join(bytes([i, 0, 0, 0]) for i in range(4)))
    assert results(source, address, 0x100, 0b0101, memory=memory) == []
    words = [memory.load(address + 4 * i, 4) for i in range(4)]
    assert words == [0x100, 1, 0x102, 3]


@pytest.mark.parametrize(
    ("line", "stored", "operand", "expected"),
    (
        ("llvlir.amoadd.I %p, %x : i32", 5, 7, 12),
        ("llvlir.amominu.I %p, %x : i32", 5, 0xFFFFFFFF, 5),
        ("llvlir.amomin.I %p, %x : i32", 5, 0xFFFFFFFF, 0xFFFFFFFF),
        ("llvlir.amoswap.I %p, %x : i32", 5, 7, 7),
        ("llvlir.cmpswap.I eq, %p, %x, %x : i32", 7, 7, 7),
        ("llvlir.cmpswap.I ne, %p, %x, %x : i32", 5, 7, 7),
        ("llvlir.cmpswap.I eq, %p, %x, %x : i32", 5, 7, 5),
    ),
)
def test_atomics(line: str, stored: int, operand: int, expected: int):
    memory = Memory()
    address = memory.allocate(4)
    memory.store(address, 4, stored)
    source = f"""
    llvlir.func @f(%p: !llvlir.a, %x: !llvlir.r<i32>) -> !llvlir.r<i32> {{
      %old = {line}
      llvlir.ret %old : !llvlir.r<i32>
    }}
    """
    assert results(source, address, operand, memory=memory) == [stored]
    assert memory.load(address, 4) == expected


CALL_EXTERNAL = """
llvlir.func private @out(!llvlir.r<i32>) -> !llvlir.r<i32>
llvlir.func @f(%x: !llvlir.r<i32>) -> !llvlir.r<i32> {
  %y = llvlir.call @out(%x) : (!llvlir.r<i32>) -> !llvlir.r<i32>
  llvlir.ret %y : !llvlir.r<i32>
}
"""


def test_hooks_are_called():
    hooks = {"out": lambda arguments: [arguments[0] * 2]}
    assert run(verified(CALL_EXTERNAL), "f", [21], Memory(), hooks).results == [42]


def test_trace_names_each_operation():
    lines: list[str] = []
    run(verified(FIBONACCI), "f", [1], Memory(), trace=lines.append)
    assert lines == [
        "llvlir.const.I -> 0x2",
        "llvlir.cmpbr.I <- 0x1 0x2",
        "llvlir.ret <- 0x1",
    ]


def diagnosed(source: str, *arguments: int) -> str:
    module = verified(source)
    for line, op in enumerate(module.walk()):
        op.location = located("t.mlir", line, 1)
    with pytest.raises(Diagnostic) as diagnostic:
        run(module, "f", arguments, Memory())
    return str(diagnostic.value)


def test_external_function_without_implementation():
    message = "the external function 'out' has no implementation here"
    assert diagnosed(CALL_EXTERNAL, 1) == f"t.mlir:3:1: error: {message}"


def body(line: str, types: str = "") -> str:
    return f"llvlir.func @f({types}) {{\n  {line}\n  llvlir.ret\n}}"


@pytest.mark.parametrize(
    ("source", "arguments", "message"),
    (
        (
            body("%x = llvlir.ld.I %p, 4 : i32", "%p: !llvlir.a"),
            [0x20000],
            "t.mlir:2:1: error: access of 4 bytes at 0x20004 is outside any object",
        ),
        (
            body("%x = llvlir.ld.I %p, -1 : i8", "%p: !llvlir.a"),
            [0],
            "t.mlir:2:1: error: access of 1 byte at 0xffffffff is outside any object",
        ),
        (
            body(
                "%x = llvlir.amoadd.I %p, %r : i32", "%p: !llvlir.a, %r: !llvlir.r<i32>"
            ),
            [0x10001, 0],
            "t.mlir:2:1: error: atomic access of 4 bytes at 0x10001 is not aligned",
        ),
        (
            body("llvlir.fsetrm %y", "%y: !llvlir.r<i32>"),
            [5],
            "t.mlir:2:1: error: a rounding mode must be from 0 to 4, but is 5",
        ),
        (
            body("%x = llvlir.consta.L @nowhere : global"),
            [],
            "t.mlir:2:1: error: 'llvlir.consta.L': 'nowhere' is neither a "
            "function nor data",
        ),
        (
            body("llvlir.call @g() : () -> ()"),
            [],
            "t.mlir:2:1: error: there is no function 'g' to call",
        ),
        (
            body("llvlir.call @f(%x) : (!llvlir.r<i32>) -> ()", "%x: !llvlir.r<i8>")
            .replace("%x)", "%z)")
            .replace("{\n", "{\n  %z = llvlir.const.I 1 : i32\n"),
            [1],
            "t.mlir:3:1: error: 'f' is called with other types than "
            "(!llvlir.r<i8>) -> ()",
        ),
        (body(""), [1], "t.mlir:1:1: error: 'f' takes 0 arguments, but 1 is given"),
        ("llvlir.func private @f()", [], "error: there is no function 'f' to execute"),
    ),
)
def test_diagnostics(source: str, arguments: list[int], message: str):
    assert diagnosed(source, *arguments) == message


def test_limit():
    source = "llvlir.func @f() {\n llvlir.j.L ^a\n^a:\n llvlir.j.L ^a\n}"
    with pytest.raises(ExecutionLimit, match="execution stopped after 1000 operations"):
        run(verified(source), "f", [], Memory(), max_operations=1000)
    outcome = run(verified(FIBONACCI), "f", [1], Memory(), max_operations=3)
    assert outcome.operations == 3
    with pytest.raises(ExecutionLimit):
        run(verified(FIBONACCI), "f", [1], Memory(), max_operations=2)


def test_operations_never_executed_are_not_refused():
    source = """
    llvlir.func @f(%x: !llvlir.r<i32>) -> !llvlir.r<i32> {
      llvlir.cmpbr.I fa, %x, %x : i32, ^never, ^end
    ^never:
      %m = llvlir.fgetrm
      llvlir.j.L ^end
    ^end:
      llvlir.ret %x : !llvlir.r<i32>
    }
    """
    assert results(source, 3) == [3]
    assert any(isinstance(op, TableOp) for op in verified(source).walk())

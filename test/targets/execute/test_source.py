"""Control flow, memory and limits of the source interpreter."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import ExecutionLimit
from circ.targets.execute.source import interpreter as source
from circ.targets.mlir.parser import parse_module

DATA = Path(__file__).parents[2] / "data" / "mlir"

Array = NDArray[np.generic]


def parse(text: str) -> ModuleOp:
    ctx = Context()
    for name, dialect in get_all_dialects().items():
        ctx.register_dialect(name, dialect)
    return parse_module(ctx, text, "t.mlir")


def results(text: str, *arguments: int, entry: str = "f") -> list[int]:
    return source.run(parse(text), entry, arguments, Memory()).results


def on_arrays(text: str, entry: str, *arrays: Array) -> list[Array]:
    """The arrays after a run."""
    memory = Memory()
    addresses = [memory.allocate(array.nbytes) for array in arrays]
    for address, array in zip(addresses, arrays, strict=True):
        memory.write(address, array.tobytes())
    source.run(parse(text), entry, addresses, memory)
    return [
        np.frombuffer(memory.read(address, a.nbytes), a.dtype).reshape(a.shape)
        for address, a in zip(addresses, arrays, strict=True)
    ]


# region Control flow

FIB = """
func.func @fib(%n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c = arith.cmpi slt, %n, %c2 : i32
  %r = scf.if %c -> (i32) {
    scf.yield %n : i32
  } else {
    %a = arith.subi %n, %c1 : i32
    %b = arith.subi %n, %c2 : i32
    %x = func.call @fib(%a) : (i32) -> i32
    %y = func.call @fib(%b) : (i32) -> i32
    %z = arith.addi %x, %y : i32
    scf.yield %z : i32
  }
  return %r : i32
}"""

COUNT_DOWN = """
func.func @f(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c = arith.cmpi eq, %n, %c0 : i32
  cf.cond_br %c, ^end(%c0 : i32), ^more
^more:
  %m = arith.subi %n, %c1 : i32
  %r = func.call @f(%m) : (i32) -> i32
  %s = arith.addi %r, %c1 : i32
  cf.br ^end(%s : i32)
^end(%v: i32):
  return %v : i32
}"""


def test_recursion():
    assert results(FIB, 15, entry="fib") == [610]


def test_deep_recursion_is_not_pythons():
    assert results(COUNT_DOWN, 50_000) == [50_000]


def test_endless_recursion_is_diagnosed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("circ.targets.execute.frame_machine.MAX_DEPTH", 100)
    with pytest.raises(Diagnostic, match="calls are nested deeper than 100"):
        results(COUNT_DOWN, 200)


def test_call_with_several_results():
    text = """
    func.func @f(%x: i32, %y: i32) -> (i32, i32) {
      %a, %b = func.call @swap(%x, %y) : (i32, i32) -> (i32, i32)
      return %a, %b : i32, i32
    }
    func.func @swap(%x: i32, %y: i32) -> (i32, i32) {
      return %y, %x : i32, i32
    }"""
    assert results(text, 1, 2) == [2, 1]


def test_jump_copies_all_at_once():
    text = """func.func @f(%n: i32, %x: i32, %y: i32) -> (i32, i32) {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      cf.br ^head(%n, %x, %y : i32, i32, i32)
    ^head(%i: i32, %a: i32, %b: i32):
      %c = arith.cmpi eq, %i, %c0 : i32
      %j = arith.subi %i, %c1 : i32
      cf.cond_br %c, ^end, ^head(%j, %b, %a : i32, i32, i32)
    ^end:
      return %a, %b : i32, i32
    }"""
    assert results(text, 3, 10, 20) == [20, 10]
    assert results(text, 4, 10, 20) == [10, 20]


def test_for_carries_values():
    text = """func.func @f(%n: index) -> (i32, i32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %x = arith.constant 0 : i32
      %y = arith.constant 1 : i32
      %a, %b = scf.for %i = %c0 to %n step %c1
          iter_args(%p = %x, %q = %y) -> (i32, i32) {
        %s = arith.addi %p, %q : i32
        scf.yield %q, %s : i32, i32
      }
      return %a, %b : i32, i32
    }"""
    assert results(text, 10) == [55, 89]
    assert results(text, 0) == [0, 1]
    assert results(text, 1 << 31) == [0, 1], "bounds are signed"


def test_for_with_narrow_variable():
    text = """func.func @f(%lb: i8, %ub: i8, %step: i8) -> i32 {
      %zero = arith.constant 0 : i32
      %r = scf.for %i = %lb to %ub step %step iter_args(%s = %zero) -> (i32) : i8 {
        %w = arith.extsi %i : i8 to i32
        %t = arith.addi %s, %w : i32
        scf.yield %t : i32
      }
      return %r : i32
    }"""
    assert results(text, 0xFD, 4, 3) == [(-3 + 0 + 3) & 0xFFFFFFFF]


def test_while_carries_other_values_than_it_tests():
    text = """func.func @f(%n: i32) -> (i32, i64) {
      %zero = arith.constant 0 : i64
      %one = arith.constant 1 : i32
      %a, %b = scf.while (%i = %n, %s = %zero) : (i32, i64) -> (i32, i64) {
        %w = arith.extui %i : i32 to i64
        %t = arith.addi %s, %w : i64
        %z = arith.constant 0 : i32
        %c = arith.cmpi ne, %i, %z : i32
        scf.condition(%c) %i, %t : i32, i64
      } do {
      ^bb0(%i: i32, %s: i64):
        %j = arith.subi %i, %one : i32
        scf.yield %j, %s : i32, i64
      }
      return %a, %b : i32, i64
    }"""
    assert results(text, 4) == [0, 10]
    assert results(text, 0) == [0, 0]


def test_index_switch():
    text = """func.func @f(%x: index) -> i32 {
      %r = scf.index_switch %x -> i32
      case 2 {
        %a = arith.constant 20 : i32
        scf.yield %a : i32
      }
      case -5 {
        %a = arith.constant 50 : i32
        scf.yield %a : i32
      }
      default {
        %a = arith.constant 0 : i32
        scf.yield %a : i32
      }
      return %r : i32
    }"""
    inputs = (2, -5 & 0xFFFFFFFF, 5)
    assert [results(text, x)[0] for x in inputs] == [20, 50, 0]


def test_switch():
    text = """func.func @f(%x: i32, %y: i32) -> i32 {
      cf.switch %x : i32, [
        default: ^end(%x : i32),
        7: ^end(%y : i32),
        -1: ^other
      ]
    ^other:
      %c = arith.constant 100 : i32
      return %c : i32
    ^end(%v: i32):
      return %v : i32
    }"""
    assert [results(text, x, 5)[0] for x in (7, 0xFFFFFFFF, 3)] == [5, 100, 3]


def test_execute_region_with_blocks():
    text = """func.func @f(%c: i1) -> i32 {
      %r = scf.execute_region -> i32 {
        %a = arith.constant 1 : i32
        %b = arith.constant 2 : i32
        cf.cond_br %c, ^x(%a : i32), ^x(%b : i32)
      ^x(%v: i32):
        scf.yield %v : i32
      }
      return %r : i32
    }"""
    assert results(text, 1) == [1]
    assert results(text, 0) == [2]


def test_call_inside_nested_regions():
    text = """func.func @f(%n: index) -> i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0 : i32
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
        %odd = arith.andi %i, %c1 : index
        %c = arith.cmpi eq, %odd, %c1 : index
        %t = scf.if %c -> (i32) {
          %u = func.call @plus(%s, %i) : (i32, index) -> i32
          scf.yield %u : i32
        } else {
          scf.yield %s : i32
        }
        scf.yield %t : i32
      }
      return %r : i32
    }
    func.func @plus(%s: i32, %i: index) -> i32 {
      %j = arith.index_cast %i : index to i32
      %r = arith.addi %s, %j : i32
      return %r : i32
    }"""
    assert results(text, 10) == [1 + 3 + 5 + 7 + 9]


def test_assertion():
    text = """func.func @f(%c: i1) {
      cf.assert %c, "c holds"
      return
    }"""
    assert results(text, 1) == []
    with pytest.raises(Diagnostic, match="assertion failed: c holds") as error:
        results(text, 0)
    assert str(error.value).startswith("t.mlir:2:7: error: ")


# endregion
# region Memory


@pytest.mark.parametrize("form", ("scf", "cf"))
@pytest.mark.parametrize("type", (np.int32, np.float32))
def test_matmul(form: str, type: type[np.generic]):
    name = f"matmul_{'i32' if type is np.int32 else 'f32'}"
    rng = np.random.default_rng(1)
    a, b = (rng.integers(-99, 99, (16, 16)).astype(type) for _ in range(2))
    c = rng.integers(-99, 99, (16, 16)).astype(type)
    text = (DATA / f"{name}.{form}.mlir").read_text()
    assert np.array_equal(on_arrays(text, name, a, b, c)[2], c + a @ b)


@pytest.mark.parametrize("form", ("scf", "cf"))
def test_conv2d(form: str):
    rng = np.random.default_rng(2)
    image, kernel, out = (
        rng.integers(-(2**31), 2**31, shape, np.int32)
        for shape in ((16, 16), (3, 3), (14, 14))
    )
    text = (DATA / f"conv2d_i32.{form}.mlir").read_text()
    expected = out.copy()
    for i, j in product(range(3), repeat=2):
        expected += image[i : i + 14, j : j + 14] * kernel[i, j]
    after = on_arrays(text, "conv2d_i32", image, kernel, out)
    assert np.array_equal(after[2], expected)
    assert np.array_equal(after[0], image)


@pytest.mark.parametrize("form", ("scf", "cf"))
def test_pool_max(form: str):
    rng = np.random.default_rng(3)
    image = rng.integers(-(2**31), 2**31, (1, 8, 8, 4), np.int32)
    out = np.full((1, 4, 4, 4), -(2**31), np.int32)
    text = (DATA / f"pool_max_i32.{form}.mlir").read_text()
    window = np.zeros((2, 2), np.int32)
    after = on_arrays(text, "pool_max_i32", image, window, out)
    expected = image.reshape(1, 4, 2, 4, 2, 4).max(axis=(2, 4))
    assert np.array_equal(after[2], expected)


@pytest.mark.parametrize("form", ("scf", "cf"))
def test_relu_bias(form: str):
    rng = np.random.default_rng(4)
    x = rng.standard_normal((8, 32)).astype(np.float32)
    bias = rng.standard_normal(32).astype(np.float32)
    text = (DATA / f"relu_bias_f32.{form}.mlir").read_text()
    after = on_arrays(text, "relu_bias_f32", x, bias, np.zeros_like(x))
    total = x + bias
    assert np.array_equal(after[2], np.where(total > 0, total, np.float32(0)))


@pytest.mark.parametrize(
    ("type", "dtype"),
    (("i1", np.bool_), ("i8", np.int8), ("i16", np.int16), ("f64", np.float64)),
)
def test_elements_lie_at_their_size(type: str, dtype: type[np.generic]):
    text = f"""func.func @f(%a: memref<3x4x{type}>, %b: memref<4x3x{type}>) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = memref.dim %a, %c0 : memref<3x4x{type}>
      %c4 = memref.dim %a, %c1 : memref<3x4x{type}>
      scf.for %i = %c0 to %c3 step %c1 {{
        scf.for %j = %c0 to %c4 step %c1 {{
          %x = memref.load %a[%i, %j] : memref<3x4x{type}>
          affine.store %x, %b[%j, %i] : memref<4x3x{type}>
        }}
      }}
      return
    }}"""
    a = (np.arange(12).reshape(3, 4) % 5 - 2).astype(dtype)
    after = on_arrays(text, "f", a, np.zeros((4, 3), dtype))
    assert np.array_equal(after[1], a.T)


def test_affine_accesses():
    text = """func.func @f(%a: memref<8xi32>) {
      %c3 = arith.constant 3 : index
      %x = affine.load %a[%c3 * 2 + 1] : memref<8xi32>
      affine.store %x, %a[%c3 - 3] : memref<8xi32>
      return
    }"""
    after = on_arrays(text, "f", np.arange(8, dtype=np.int32))
    assert after[0].tolist() == [7, 1, 2, 3, 4, 5, 6, 7]


def test_array_without_dimensions():
    text = """func.func @f(%a: memref<i32>) {
      %x = memref.load %a[] : memref<i32>
      %y = arith.addi %x, %x : i32
      memref.store %y, %a[] : memref<i32>
      return
    }"""
    assert on_arrays(text, "f", np.array(21, np.int32))[0] == 42


LOCAL = """
func.func @f(%n: i32) -> i32 {
  %a = memref.alloca() : memref<4xi32>
  %i = arith.constant 3 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  memref.store %n, %a[%i] : memref<4xi32>
  %c = arith.cmpi eq, %n, %c0 : i32
  %r = scf.if %c -> (i32) {
    scf.yield %c0 : i32
  } else {
    %m = arith.subi %n, %c1 : i32
    %s = func.call @f(%m) : (i32) -> i32
    scf.yield %s : i32
  }
  %x = memref.load %a[%i] : memref<4xi32>
  %t = arith.addi %r, %x : i32
  return %t : i32
}"""


def test_stack_objects_are_of_their_frame():
    memory = Memory()
    outcome = source.run(parse(LOCAL), "f", [100], memory)
    assert outcome.results == [5050]
    assert memory.allocate(16) == Memory().allocate(16), "all are released"


def test_access_outside_is_diagnosed_at_its_place():
    text = """func.func @f(%a: memref<4xi32>, %i: index) -> i32 {
      %x = memref.load %a[%i] : memref<4xi32>
      return %x : i32
    }"""
    memory = Memory()
    address = memory.allocate(16)
    module = parse(text)
    for index in (4, 0xFFFFFFFF):
        with pytest.raises(Diagnostic, match="outside any object") as error:
            source.run(module, "f", [address, index], memory)
        assert str(error.value).startswith("t.mlir:2:7: error: access of 4 bytes")


# endregion
# region Limits, hooks, what is not supported


def test_operations_are_counted():
    text = """func.func @f(%x: i32) -> i32 {
      %y = arith.addi %x, %x : i32
      %z = func.call @g(%y) : (i32) -> i32
      return %z : i32
    }
    func.func @g(%x: i32) -> i32 {
      return %x : i32
    }"""
    assert source.run(parse(text), "f", [1], Memory()).operations == 4


@pytest.mark.parametrize(
    "body",
    (
        "cf.br ^x\n^x:\n  cf.br ^x",
        """scf.while () : () -> () {
          %t = arith.constant true
          scf.condition(%t)
        } do {
          scf.yield
        }
        return""",
        """%z = arith.constant 0 : index
        %o = arith.constant 1 : index
        scf.for %i = %z to %o step %z {
        }
        return""",
    ),
)
def test_endless_program_is_stopped(body: str):
    module = parse(f"func.func @f() {{\n  {body}\n}}")
    with pytest.raises(ExecutionLimit, match="execution stopped after 1000 operations"):
        source.run(module, "f", [], Memory(), max_operations=1000)


def test_limit_is_exact():
    text = "func.func @f() {\n  %x = arith.constant 1 : i32\n  return\n}"
    source.run(parse(text), "f", [], Memory(), max_operations=2)
    with pytest.raises(ExecutionLimit):
        source.run(parse(text), "f", [], Memory(), max_operations=1)


def test_external_function_is_a_hook():
    text = """
    func.func private @twice(i32) -> i32
    func.func @f(%x: i32) -> i32 {
      %y = func.call @twice(%x) : (i32) -> i32
      return %y : i32
    }"""
    hooks = {"twice": lambda arguments: [2 * arguments[0]]}
    assert source.run(parse(text), "f", [21], Memory(), hooks).results == [42]
    with pytest.raises(Diagnostic, match="external function 'twice'") as error:
        source.run(parse(text), "f", [21], Memory())
    assert str(error.value).startswith("t.mlir:4:7: error: ")


def test_trace_has_a_line_an_operation():
    lines: list[str] = []
    text = """func.func @f(%x: i8) -> i8 {
      %y = arith.addi %x, %x : i8
      %t = arith.constant true
      %r = scf.if %t -> (i8) {
        scf.yield %y : i8
      } else {
        scf.yield %x : i8
      }
      return %r : i8
    }"""
    outcome = source.run(parse(text), "f", [0xFF], Memory(), trace=lines.append)
    assert lines == [
        "arith.addi -1, -1 -> -2",
        "arith.constant -> 1",
        "scf.if 1",
        "scf.yield -2",
        "func.return -2",
    ]
    assert outcome.operations == len(lines)


@pytest.mark.parametrize(
    ("operation", "message"),
    (
        ("%r = arith.addi %x, %x : i5", "'arith.addi': type i5"),
        ("%r = tensor.empty() : tensor<2xf32>", "'tensor.empty' is not supported"),
        ("%r = arith.constant dense<1> : vector<[4]xi32>", r"type vector<\[4\]xi32>"),
        ("%r = arith.addf %h, %h : f80", "type f80"),
        (
            "%r = memref.alloca(%i, %i) : memref<?x?xi7>",
            "type memref<\\?x\\?xi7>",
        ),
        ("%r = arith.bitcast %i : index to i64", "a cast of index to i64"),
        (
            "%r = memref.load %m[%i] : memref<4xi7, strided<[?]>>",
            "type memref<4xi7, strided<",
        ),
    ),
)
def test_unsupported_is_diagnosed_before_it_runs(operation: str, message: str):
    text = f"""
    func.func private @effect()
    func.func @f(%c: i1) {{
      func.call @effect() : () -> ()
      return
    ^never(%x: i5, %z: f32, %h: f80, %i: index, %m: memref<4xi7, strided<[?]>>):
      {operation}
      return
    }}"""
    effects: list[int] = []

    def effect(arguments: object) -> list[int]:
        effects.append(1)
        return []

    with pytest.raises(Diagnostic, match=message) as error:
        source.run(parse(text), "f", [0], Memory(), {"effect": effect})
    assert str(error.value).startswith("t.mlir:7:7: error: ")
    assert not effects


def test_argument_of_unsupported_type():
    text = "func.func @f(%x: i5) {\n  return\n}"
    with pytest.raises(Diagnostic, match=r"'func\.func': type i5"):
        results(text, 1)


def test_unknown_entry():
    with pytest.raises(Diagnostic, match="there is no function 'g'"):
        results("func.func @f() {\n  return\n}", entry="g")


# endregion

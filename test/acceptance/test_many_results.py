"""Functions with more results than NaplesPU has registers for them."""

import numpy as np
import pytest

KINDS = ("i32", "i8", "f32", "i1", "i16", "index")


def numbers(count: int) -> str:
    """A function of so many results of changing types, and one that calls it twice."""
    kinds = [KINDS[i % len(KINDS)] for i in range(count)]
    types = ", ".join(kinds)
    lines = [f"func.func @many(%x: i32, %y: f32) -> ({types}) {{"]
    for i, kind in enumerate(kinds):
        lines.append(f"  %c{i} = arith.constant {i * 37 + 5} : i32")
        lines.append(f"  %s{i} = arith.muli %x, %c{i} : i32")
        lines.append(
            {
                "i32": f"  %v{i} = arith.addi %s{i}, %x : i32",
                "f32": f"  %v{i} = arith.addf %y, %y : f32",
                "index": f"  %v{i} = arith.index_cast %s{i} : i32 to index",
            }.get(kind, f"  %v{i} = arith.trunci %s{i} : i32 to {kind}")
        )
    passed = ", ".join(f"%v{i}" for i in range(count))
    lines += [f"  return {passed} : {types}", "}"]
    lines += [
        f"func.func @main(%x: i32, %y: f32) -> ({types}, i32) {{",
        "  %one = arith.constant 1 : i32",
        "  %z = arith.addi %x, %one : i32",
        "  %f = func.constant @many : (i32, f32) -> (" + types + ")",
        f"  %a:{count} = func.call @many(%x, %y) : (i32, f32) -> ({types})",
        f"  %b:{count} = func.call_indirect %f(%z, %y) : (i32, f32) -> ({types})",
        "  %s = arith.addi %a#0, %b#0 : i32",
        f"  return {', '.join(f'%b#{i}' for i in range(count))}, %s : {types}, i32",
        "}",
    ]
    return "\n".join(lines)


def many(count: int):
    def meaning(x: int, y: float) -> tuple[object, ...]:
        results: list[object] = []
        for i in range(count):
            value = x * (i * 37 + 5)
            match KINDS[i % len(KINDS)]:
                case "i32":
                    results.append(value + x)
                case "f32":
                    results.append(np.float32(y) + np.float32(y))
                case _:
                    results.append(value)
        return tuple(results)

    return meaning


@pytest.mark.parametrize("count", [5, 6, 7, 13, 30])
@pytest.mark.every(3)
def test_results_of_all_types(agree, count: int):
    one = many(count)

    def main(x: int, y: float) -> tuple[object, ...]:
        return (*one(x + 1, y), one(x, y)[0] + one(x + 1, y)[0])

    text = numbers(count)
    agree(text, "many", one, [(3, 0.5), (-70000, 1.25)])
    agree(text, "main", main, [(3, 0.5), (-70000, 1.25)])


FIBONACCI = """
func.func @step(%n: i32) -> (i32, i32, i32, i32, i64, i64) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %one64 = arith.constant 1 : i64
  %done = arith.cmpi sle, %n, %zero : i32
  %r:6 = scf.if %done -> (i32, i32, i32, i32, i64, i64) {
    scf.yield %zero, %one, %one, %n, %one64, %one64 : i32, i32, i32, i32, i64, i64
  } else {
    %m = arith.subi %n, %one : i32
    %a:6 = func.call @step(%m) : (i32) -> (i32, i32, i32, i32, i64, i64)
    %b = arith.addi %a#0, %a#1 : i32
    %k = arith.addi %a#2, %n : i32
    %w = arith.muli %a#4, %a#5 : i64
    %n64 = arith.extsi %n : i32 to i64
    %v = arith.addi %a#5, %n64 : i64
    scf.yield %a#1, %b, %k, %n, %w, %v : i32, i32, i32, i32, i64, i64
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : i32, i32, i32, i32, i64, i64
}
func.func @main(%n: i32) -> (i32, i32, i32) {
  %c32 = arith.constant 32 : i64
  %r:6 = func.call @step(%n) : (i32) -> (i32, i32, i32, i32, i64, i64)
  %low = arith.trunci %r#4 : i64 to i32
  %shifted = arith.shrui %r#4, %c32 : i64
  %high = arith.trunci %shifted : i64 to i32
  %s = arith.addi %r#0, %r#2 : i32
  return %s, %low, %high : i32, i32, i32
}
"""


def fibonacci(n: int) -> tuple[int, int, int]:
    a, b, k, w, v = 0, 1, 1, 1, 1
    for i in range(1, n + 1):
        a, b, k, w, v = b, a + b, k + i, w * v, v + i
    return a + k, w, w >> 32


def test_recursion_with_words_of_wide_numbers(agree):
    agree(FIBONACCI, "main", fibonacci, [(0,), (1,), (10,), (25,)])


VARIADIC = """
func.func private @circ.va_arg_i32(i32) -> i32
func.func @spread(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32)
    attributes {circ.variadic} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = func.call @circ.va_arg_i32(%zero) : (i32) -> i32
  %d = func.call @circ.va_arg_i32(%one) : (i32) -> i32
  %s = arith.addi %c, %d : i32
  %t = arith.muli %c, %d : i32
  return %a, %b, %c, %d, %s, %t, %d, %a : i32, i32, i32, i32, i32, i32, i32, i32
}
func.func @main(%x: i32, %y: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32) {
  %f = func.constant @spread : (i32, i32) -> (i32, i32, i32, i32, i32, i32, i32, i32)
  %g = builtin.unrealized_conversion_cast %f
    : (i32, i32) -> (i32, i32, i32, i32, i32, i32, i32, i32)
    to (i32, i32, i32, i32) -> (i32, i32, i32, i32, i32, i32, i32, i32)
  %r:8 = func.call_indirect %g(%x, %y, %y, %x)
    : (i32, i32, i32, i32) -> (i32, i32, i32, i32, i32, i32, i32, i32)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7
    : i32, i32, i32, i32, i32, i32, i32, i32
}
"""


def test_variadic_function(agree):
    def main(x: int, y: int) -> tuple[int, ...]:
        return x, y, y, x, x + y, x * y, x, x

    agree(VARIADIC, "main", main, [(3, 4), (-1, 100)])


VECTORS = """
func.func @both(%v: vector<16xi32>, %x: i32)
    -> (i32, vector<16xi32>, i32, i32, i8, i32, i32, vector<16xi32>, i32) {
  %w = arith.addi %v, %v : vector<16xi32>
  %y = arith.muli %x, %x : i32
  %b = arith.trunci %y : i32 to i8
  return %x, %v, %y, %x, %b, %y, %x, %w, %y
    : i32, vector<16xi32>, i32, i32, i8, i32, i32, vector<16xi32>, i32
}
func.func @main(%v: vector<16xi32>, %x: i32) -> (vector<16xi32>, i32, i32) {
  %r:9 = func.call @both(%v, %x) : (vector<16xi32>, i32)
    -> (i32, vector<16xi32>, i32, i32, i8, i32, i32, vector<16xi32>, i32)
  %w = arith.muli %r#1, %r#7 : vector<16xi32>
  %b = arith.extsi %r#4 : i8 to i32
  %s = arith.addi %r#8, %b : i32
  return %w, %s, %r#5 : vector<16xi32>, i32, i32
}
"""


def test_vectors_stay_in_registers(agree):
    def both(v, x: int):
        y = x * x
        return x, v, y, x, y, y, x, v + v, y

    def main(v, x: int):
        byte = (x * x + 128) % 256 - 128
        return v * (v + v), x * x + byte, x * x

    lanes = np.arange(16, dtype=np.int32) - 5
    agree(VECTORS, "both", both, [(lanes, 7)])
    agree(VECTORS, "main", main, [(lanes, 7), (lanes * 3, 300)])

"""Functions that take any number of arguments, at every level."""

import re
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute, externals_of
from circ.targets.gen.reader import read_gen_text
from circ.targets.gen.writer import write_gen_text
from circ.targets.llvlir import decode, encode
from circ.targets.mlir.dialects import context
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.emission import emit_assembly
from circ.transforms.pipelines import LEVELS, compile

READERS = """
func.func private @circ.va_arg_i32(i32) -> i32
func.func private @circ.va_arg_f32(i32) -> f32
func.func private @circ.va_arg_i64(i32) -> i64
func.func private @circ.va_arg_f64(i32) -> f64
"""

SUM_INTEGERS = """
func.func @sum(%n: i32) -> i32 attributes {circ.variadic} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %zero to %n step %one iter_args(%s = %zero) -> i32 : i32 {
    %a = func.call @circ.va_arg_i32(%i) : (i32) -> i32
    %t = arith.muli %s, %n : i32
    %u = arith.addi %t, %a : i32
    scf.yield %u : i32
  }
  return %r : i32
}
"""

SUM_FLOATS = """
func.func @sum(%n: i32) -> f32 attributes {circ.variadic} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant 0.0 : f32
  %r = scf.for %i = %zero to %n step %one iter_args(%s = %none) -> f32 : i32 {
    %a = func.call @circ.va_arg_f32(%i) : (i32) -> f32
    %t = arith.addf %s, %a : f32
    scf.yield %t : f32
  }
  return %r : f32
}
"""


def calls(kind: str, counts: Sequence[int]) -> str:
    """Functions `callN(%x, %y)` that pass N numbers made from x and y to @sum."""
    add, multiply = ("addi", "muli") if kind == "i32" else ("addf", "mulf")
    lines: list[str] = []
    for count in counts:
        types = ", ".join(["i32"] + [kind] * count)
        lines.append(f"func.func @call{count}(%x: {kind}, %y: {kind}) -> {kind} {{")
        for i in range(count):
            before = "%x" if i == 0 else f"%v{i - 1}"
            lines.append(f"  %m{i} = arith.{multiply} {before}, %y : {kind}")
            lines.append(f"  %v{i} = arith.{add} %m{i}, %x : {kind}")
        passed = ", ".join(["%n"] + [f"%v{i}" for i in range(count)])
        lines.append(f"""  %n = arith.constant {count} : i32
  %f = func.constant @sum : (i32) -> {kind}
  %g = builtin.unrealized_conversion_cast %f : (i32) -> {kind} to ({types}) -> {kind}
  %r = func.call_indirect %g({passed}) : ({types}) -> {kind}
  return %r : {kind}
}}""")
    return "\n".join(lines)


def meaning_of_integers(count: int) -> Callable[[int, int], int]:
    def meaning(x: int, y: int) -> int:
        value, total = x, 0
        for _ in range(count):
            value = value * y + x
            total = (total * count + value) % 2**32
        return total

    return meaning


def meaning_of_floats(count: int) -> Callable[..., np.float32]:
    def meaning(x: float, y: float) -> np.float32:
        value, total = np.float32(x), np.float32(0)
        for _ in range(count):
            value = value * np.float32(y) + np.float32(x)
            total = total + value
        return total

    return meaning


COUNTS = (0, 1, 2, 5, 7, 8, 9, 15, 16, 17, 31, 40)


@pytest.mark.every(3, first=1)
def test_sums_of_integers(agree):
    text = READERS + SUM_INTEGERS + calls("i32", COUNTS)
    for count in COUNTS:
        inputs = [(3, 5), (-7, 2**30 + 1)]
        agree(text, f"call{count}", meaning_of_integers(count), inputs)


@pytest.mark.every(3, first=1)
def test_sums_of_floats(agree):
    text = READERS + SUM_FLOATS + calls("f32", COUNTS)
    for count in COUNTS:
        agree(text, f"call{count}", meaning_of_floats(count), [(1.5, 0.5), (0.1, -0.7)])


MIXED = (
    READERS
    + """
func.func @mixed(%a: i8, %b: i64, %which: i32, %c: f32, %d: i32, %e: i32, %f: i32,
    %g: i32, %h: i32, %i: i32) -> (i64, f64, i32) attributes {circ.variadic} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %last = arith.constant 5 : i32
  %v = func.call @circ.va_arg_i32(%zero) : (i32) -> i32
  %w = func.call @circ.va_arg_i64(%one) : (i32) -> i64
  %x = func.call @circ.va_arg_f64(%three) : (i32) -> f64
  %y = func.call @circ.va_arg_i32(%last) : (i32) -> i32
  %z = func.call @circ.va_arg_i32(%which) : (i32) -> i32
  %a64 = arith.extsi %a : i8 to i64
  %s = arith.addi %b, %w : i64
  %t = arith.addi %s, %a64 : i64
  %cc = arith.extf %c : f32 to f64
  %u = arith.addf %x, %cc : f64
  %p = arith.muli %v, %y : i32
  %q = arith.addi %p, %z : i32
  %r = arith.muli %q, %i : i32
  return %t, %u, %r : i64, f64, i32
}
func.func @through(%f: (i8, i64, i32, f32, i32, i32, i32, i32, i32, i32)
    -> (i64, f64, i32), %x: i32, %k: i32) -> i32 {
  %g = builtin.unrealized_conversion_cast %f
    : (i8, i64, i32, f32, i32, i32, i32, i32, i32, i32) -> (i64, f64, i32)
    to (i8, i64, i32, f32, i32, i32, i32, i32, i32, i32, i32, i64, f64, i32)
      -> (i64, f64, i32)
  %a = arith.constant -3 : i8
  %b = arith.extsi %x : i32 to i64
  %c = arith.constant 0.25 : f32
  %d = arith.sitofp %x : i32 to f64
  %c7 = arith.constant 7 : i32
  %r:3 = func.call_indirect %g(%a, %b, %k, %c, %x, %x, %x, %x, %x, %c7, %x, %b, %d, %c7)
    : (i8, i64, i32, f32, i32, i32, i32, i32, i32, i32, i32, i64, f64, i32)
      -> (i64, f64, i32)
  %low = arith.trunci %r#0 : i64 to i32
  %whole = arith.fptosi %r#1 : f64 to i32
  %s = arith.addi %low, %whole : i32
  %t = arith.addi %s, %r#2 : i32
  return %t : i32
}
func.func @main(%x: i32, %k: i32) -> i32 {
  %f = func.constant @mixed : (i8, i64, i32, f32, i32, i32, i32, i32, i32, i32)
    -> (i64, f64, i32)
  %r = func.call @through(%f, %x, %k)
    : ((i8, i64, i32, f32, i32, i32, i32, i32, i32, i32) -> (i64, f64, i32), i32, i32)
      -> i32
  return %r : i32
}
"""
)


def mixed(x: int, k: int) -> int:
    words = [x, x, x >> 31, 0, 0, 7]
    double = np.array([float(x)], dtype="<f8").view("<u4")
    words[3:5] = map(int, double)
    p = x * 7 + words[k]
    return 2 * x - 3 + int(x + 0.25) + p * 7


@pytest.mark.every(2)
def test_words_behind_many_named_arguments(agree):
    agree(MIXED, "main", mixed, [(9, 0), (9, 4), (1000, 5), (77, 2)])


NESTED = (
    READERS
    + """
func.func @inner(%k: i32) -> i32 attributes {circ.variadic} {
  %r = func.call @circ.va_arg_i32(%k) : (i32) -> i32
  return %r : i32
}
func.func @outer(%n: i32, %k: i32) -> i32 attributes {circ.variadic} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %mine = func.call @circ.va_arg_i32(%one) : (i32) -> i32
  %done = arith.cmpi eq, %n, %zero : i32
  %r = scf.if %done -> i32 {
    %f = func.constant @inner : (i32) -> i32
    %g = builtin.unrealized_conversion_cast %f
      : (i32) -> i32 to (i32, i32, i32, i32) -> i32
    %s = func.call_indirect %g(%k, %k, %mine, %n) : (i32, i32, i32, i32) -> i32
    scf.yield %s : i32
  } else {
    %m = arith.subi %n, %one : i32
    %f = func.constant @outer : (i32, i32) -> i32
    %g = builtin.unrealized_conversion_cast %f
      : (i32, i32) -> i32 to (i32, i32, i32, i32) -> i32
    %t = func.call_indirect %g(%m, %k, %m, %n) : (i32, i32, i32, i32) -> i32
    %s = arith.muli %t, %mine : i32
    scf.yield %s : i32
  }
  %again = func.call @circ.va_arg_i32(%one) : (i32) -> i32
  %sum = arith.addi %r, %again : i32
  return %sum : i32
}
func.func @main(%n: i32, %k: i32) -> i32 {
  %f = func.constant @outer : (i32, i32) -> i32
  %g = builtin.unrealized_conversion_cast %f
    : (i32, i32) -> i32 to (i32, i32, i32, i32) -> i32
  %r = func.call_indirect %g(%n, %k, %k, %n) : (i32, i32, i32, i32) -> i32
  return %r : i32
}
"""
)


def nested(n: int, k: int) -> int:
    def outer(n: int, k: int, *further: int) -> int:
        mine = further[1]
        if n == 0:
            return (k, mine, n)[k] + mine
        return outer(n - 1, k, n - 1, n) * mine + mine

    return outer(n, k, k, n)


def test_each_activation_has_its_own(agree):
    agree(NESTED, "main", nested, [(0, 1), (3, 0), (6, 1), (4, 2)])


def test_named_arguments_alone(agree):
    text = (
        SUM_INTEGERS
        + READERS
        + """
func.func @main(%n: i32) -> (i32, i32) {
  %a = func.call @sum(%n) : (i32) -> i32
  %f = func.constant @sum : (i32) -> i32
  %b = func.call_indirect %f(%n) : (i32) -> i32
  return %a, %b : i32, i32
}"""
    )
    agree(text, "main", lambda n: (0, 0), [(0,), (-5,)])


def test_formats_keep_it():
    """Bytecode and gen-text say of functions and calls that they are variadic."""
    for text in (NESTED, MIXED):
        module = parse_module(context(), text, "variadic.mlir")
        code = encode(compile(module, "llvlir"))
        decoded = decode(code)
        assert encode(decoded) == code
        gen = write_gen_text(compile(module, "gen"))
        assert gen.count(" variadic\n") == write_gen_text(
            compile(decoded, "gen")
        ).count(" variadic\n")
        assert gen.count("variadic") > 1
        assert write_gen_text(read_gen_text(gen)) == gen


def test_all_arguments_are_on_the_stack():
    text = READERS + SUM_INTEGERS + calls("i32", (2,))
    module = parse_module(context(), text, "variadic.mlir")
    assembly = emit_assembly(compile(module, "naplespu"))
    callee, caller = assembly.split("call2:")
    assert re.search(r"load32 s\d+, \(sp\)", callee)
    for offset in ("", "4", "8"):
        assert f", {offset}(sp)\n" in caller.split("jmpsr")[0]


def ran(text: str, level: str, entry: str = "main", *arguments: int) -> None:
    from circ.targets.execute.marshal import Scalar

    module = parse_module(context(), text, "wrong.mlir")
    signature = signature_of(definitions(module)[entry])
    externals = externals_of(module, print)
    given = [
        Scalar(type, bits)
        for type, bits in zip(signature.inputs, arguments, strict=True)
    ]
    execute(level, compile(module, level), entry, signature, given, externals)


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_there_must_be_such_an_argument(level: str):
    for arguments in ((0, 3), (2, -1 % 2**32)):
        with pytest.raises(Diagnostic, match="there is no argument number"):
            ran(NESTED, level, "main", *arguments)


WRONG = {
    "a further argument of type i8 is not supported": """
func.func @f(%g: (i32) -> i32, %x: i8, %n: i32) -> i32 {
  %h = builtin.unrealized_conversion_cast %g : (i32) -> i32 to (i32, i8) -> i32
  %r = func.call_indirect %h(%n, %x) : (i32, i8) -> i32
  return %r : i32
}""",
    "a cast from i32 to f32 is not supported": """
func.func @f(%x: i32) -> f32 {
  %r = builtin.unrealized_conversion_cast %x : i32 to f32
  return %r : f32
}""",
    "another use of it than a call is not supported": """
func.func @f(%g: (i32) -> i32, %x: i32) -> i32 {
  %h = builtin.unrealized_conversion_cast %g : (i32) -> i32 to (i32, i32) -> i32
  cf.br ^next(%h : (i32, i32) -> i32)
^next(%k: (i32, i32) -> i32):
  %r = func.call_indirect %k(%x, %x) : (i32, i32) -> i32
  return %r : i32
}""",
    "outside of a variadic function, it is not supported": READERS
    + """
func.func @f(%x: i32) -> i32 {
  %r = func.call @circ.va_arg_i32(%x) : (i32) -> i32
  return %r : i32
}""",
}


@pytest.mark.parametrize("message", WRONG)
def test_what_is_diagnosed(message: str):
    module = parse_module(context(), WRONG[message], "wrong.mlir")
    with pytest.raises(Diagnostic, match=message):
        compile(module, "circuit")


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_calls_must_know_that_a_function_is_variadic(level: str):
    text = (
        READERS
        + SUM_INTEGERS
        + """
func.func @apply(%f: (i32) -> i32, %n: i32) -> i32 {
  %r = func.call_indirect %f(%n) : (i32) -> i32
  return %r : i32
}
func.func @main(%n: i32) -> i32 {
  %f = func.constant @sum : (i32) -> i32
  %r = func.call @apply(%f, %n) : ((i32) -> i32, i32) -> i32
  return %r : i32
}"""
    )
    with pytest.raises(Diagnostic, match="variadic, but is called otherwise"):
        ran(text, level, "main", 0)

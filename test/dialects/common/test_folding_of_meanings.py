"""`canonicalize` folds operations that have a meaning and constant operands."""

import re

import numpy as np
import pytest
from own_dialect import parse
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.transforms.canonicalize import CanonicalizePass

import circ
from circ.dialects.common.verifier import verify_module


def function(body: str, result: str) -> ModuleOp:
    return parse(f"func.func @f() -> {result} {{\n{body}\nreturn %r : {result}\n}}")


def folded(module: ModuleOp) -> list[str]:
    """The operations of the function after canonicalisation, but the return."""
    CanonicalizePass().apply(Context(), module)
    verify_module(module)
    return [line.strip() for line in str(module).splitlines()[2:-3]]


LEAST = "%r = own.least %a, %b : TYPE"

FOLDED = {
    "integer": (
        "%a = arith.constant -5 : i32\n%b = arith.constant 7 : i32\n" + LEAST,
        "i32",
        ["%r = arith.constant -5 : i32"],
    ),
    "bit": (
        "%a = arith.constant true\n%b = arith.constant false\n" + LEAST,
        "i1",
        ["%r = arith.constant true"],
    ),
    "index": (
        "%a = arith.constant 4294967295 : index\n%b = arith.constant 0 : index\n"
        + LEAST,
        "index",
        ["%r = arith.constant -1 : index"],
    ),
    "float": (
        "%a = arith.constant 0x7F800000 : f32\n%b = arith.constant -0.0 : f32\n"
        + LEAST,
        "f32",
        ["%r = arith.constant -0.000000e+00 : f32"],
    ),
    "wide": (
        "%a = arith.constant 9223372036854775807 : i64\n"
        "%b = arith.constant -9223372036854775808 : i64\n" + LEAST,
        "i64",
        ["%r = arith.constant -9223372036854775808 : i64"],
    ),
    "vector": (
        "%a = arith.constant dense<[1, -2, 3]> : vector<3xi16>\n"
        "%b = arith.constant dense<0> : vector<3xi16>\n" + LEAST,
        "vector<3xi16>",
        ["%r = arith.constant dense<[0, -2, 0]> : vector<3xi16>"],
    ),
    "vector of floats": (
        "%a = arith.constant dense<[1.0, 2.0]> : vector<2xf64>\n"
        "%b = arith.constant dense<[0.5, 4.0]> : vector<2xf64>\n" + LEAST,
        "vector<2xf64>",
        ["%r = arith.constant dense<[5.000000e-01, 2.000000e+00]> : vector<2xf64>"],
    ),
    "represented": (
        "%i = arith.constant 5 : i16\n%j = arith.constant -5 : i16\n"
        "%a = builtin.unrealized_conversion_cast %i : i16 to !own.fixed\n"
        "%b = builtin.unrealized_conversion_cast %j : i16 to !own.fixed\n"
        "%c = own.least %a, %b : TYPE\n%r = own.least %c, %a : TYPE",
        "!own.fixed",
        [
            "%r = arith.constant -5 : i16",
            "%r_1 = builtin.unrealized_conversion_cast %r : i16 to !own.fixed",
        ],
    ),
    "constants of the dialect": (
        "%a = own.constant 2\n%b = own.constant 1\n" + LEAST,
        "!own.colour",
        ["%r = own.constant 1 : i64"],
    ),
    "several results": (
        "%a = arith.constant 4660 : i32\n%x, %r = own.split %a : i32 to !own.colour",
        "!own.colour",
        ["%r = own.constant 18 : i64"],
    ),
}


@pytest.mark.parametrize("name", FOLDED)
def test_folded(name: str):
    body, type, expected = FOLDED[name]
    module = function(body.replace("TYPE", type), type)
    before = circ.compare_levels(module)
    lines = folded(module)
    names = [re.sub(r"%r_\d+|%\d+", "%r", line) for line in lines]
    assert names == [re.sub(r"%r_\d+", "%r", line) for line in expected]
    after = circ.compare_levels(module)
    for level, run in before.items():
        assert np.array_equal(run.results, after[level].results)


STAYS = {
    "a variable operand": (
        "%a = arith.constant 1 : i32\n%b = func.call @f() : () -> i32\n" + LEAST,
        "i32",
    ),
    "a constant": ("%r = own.constant 1", "!own.colour"),
    "an index that no word has": (
        "%a = arith.constant 8589934592 : index\n%b = arith.constant 1 : index\n"
        + LEAST,
        "index",
    ),
}


@pytest.mark.parametrize("name", STAYS)
def test_not_folded(name: str):
    body, type = STAYS[name]
    lines = folded(function(body.replace("TYPE", type), type))
    assert len(lines) == len(body.splitlines())


def test_unused_operations_are_removed():
    text = """func.func @f(%x: i32) {
      %r = own.least %x, %x : i32
      return
    }"""
    assert folded(parse(text)) == []


def test_circuits_fold_too():
    body, type, _ = FOLDED["integer"]
    module = circ.compile(function(body.replace("TYPE", type), type), "circuit").module
    assert "circuit.icmp" not in str(module) and "circuit.const" in str(module)

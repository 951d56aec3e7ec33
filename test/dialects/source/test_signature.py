"""The type of a function in source terms, wherever it is kept."""

import pytest
from xdsl.dialects.builtin import FunctionType, IndexType, ModuleOp, NoneType, f32, i32

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.module_functions import (
    declarations,
    definitions,
    functions_of,
)
from circ.dialects.source.signature import signature_of
from circ.targets.circuit.gates import read_gates
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context

SOURCE = """
func.func private @g(i32)
func.func @f(%a: memref<2x3xf32>, %i: index) -> i32 {
  %x = arith.constant 1 : i32
  return %x : i32
}
"""


def source() -> ModuleOp:
    return parse_module(context(), SOURCE, "t.mlir")


def test_functions_and_declarations():
    module = source()
    assert [*definitions(module)] == ["f"]
    assert [*declarations(module)] == ["g"]


def test_source_says_its_type():
    (function,) = definitions(source()).values()
    assert str(signature_of(function)) == "(memref<2x3xf32>, index) -> i32"


def test_kept_type_comes_first():
    (function,) = definitions(source()).values()
    kept = FunctionType.from_lists([i32], [f32])
    function.attributes[SIGNATURE] = kept
    assert signature_of(function) == kept
    function.attributes[SIGNATURE] = i32
    with pytest.raises(Diagnostic, match=r"'circ\.signature' must be a function type"):
        signature_of(function)


def test_circuit_without_one():
    text = """
    x = ARG[ARCH] {0}
    y = ARG[F32] {2}
    r = RETURN : SE | DE | y, x
    """
    (function,) = functions_of(read_gates(text, "f.circuit"))
    index = IndexType()
    expected = FunctionType.from_lists([index, NoneType(), f32], [f32, index])
    assert signature_of(function) == expected


def test_lower_level_without_one():
    text = """
    llvlir.func @f(%x: !llvlir.r<i32>) -> !llvlir.r<i32> {
      llvlir.ret %x : !llvlir.r<i32>
    }"""
    (function,) = functions_of(parse_module(context(), text, "t.mlir"))
    with pytest.raises(Diagnostic, match=r"'f' has no 'circ\.signature'"):
        signature_of(function)

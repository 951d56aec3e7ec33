"""MLIR's dialect `llvm` is read as LLVM IR is."""

import pytest

import circ

PROGRAM = """
module {
  llvm.mlir.global external @table(dense<[1, 2, 3, 4]> : tensor<4xi32>)
    {addr_space = 0 : i32} : !llvm.array<4 x i32>
  llvm.func @f(%n: i32) -> i32 {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %table = llvm.mlir.addressof @table : !llvm.ptr
    llvm.br ^loop(%zero, %zero : i32, i32)
  ^loop(%k: i32, %sum: i32):
    %at = llvm.getelementptr %table[%k] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    %value = llvm.load %at : !llvm.ptr -> i32
    %total = llvm.add %sum, %value : i32
    %next = llvm.add %k, %one : i32
    %more = llvm.icmp "slt" %next, %n : i32
    llvm.cond_br %more, ^loop(%next, %total : i32, i32), ^end
  ^end:
    llvm.return %total : i32
  }
}
"""


def test_module_of_the_dialect():
    found = circ.compare_levels(circ.load(PROGRAM), 3)
    assert found["naplespu"].results == [6]


def test_operation_that_xdsl_does_not_convert():
    text = """
    llvm.func @f(%x: i32) -> i32 {
      %y = arith.addi %x, %x : i32
      llvm.return %y : i32
    }
    """
    with pytest.raises(circ.Diagnostic, match="xDSL cannot make LLVM IR"):
        circ.load(text)

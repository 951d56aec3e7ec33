"""Programs for the tests of circ-run, and the types of their fixtures."""

from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., int]
"""`circ-run` with arguments; gives its exit status."""
File = Callable[..., Path]
"""A file of a text, and a name that may be left out."""
Capture = pytest.CaptureFixture[str]

PROGRAM = """
func.func private @print_i32(i32)
func.func @f(%x: i32, %y: i8) -> (i32, i1) {
  func.call @print_i32(%x) : (i32) -> ()
  %z = arith.extsi %y : i8 to i32
  %s = arith.addi %x, %z : i32
  %c = arith.cmpi slt, %x, %z : i32
  return %s, %c : i32, i1
}
"""

REVERSE = """
func.func @g(%a: memref<2xi16>, %k: f32, %b: memref<2xi16>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %a[%c0] : memref<2xi16>
  %y = memref.load %a[%c1] : memref<2xi16>
  memref.store %y, %b[%c0] : memref<2xi16>
  memref.store %x, %b[%c1] : memref<2xi16>
  return %k : f32
}
"""

WIDE = """
func.func @w(%x: i64) -> i64 {
  %y = arith.muli %x, %x : i64
  return %y : i64
}
"""

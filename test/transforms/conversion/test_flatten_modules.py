"""Modules in modules, and the data layouts of modules."""

import pytest

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.mlir.parser import parse_module
from circ.tools.api import compare_levels
from circ.tools.formats import context
from circ.transforms.pipelines import compile

NESTED = """
module @outer {
  module @a {
    memref.global "private" constant @t : memref<2xi32> = dense<[1, 2]>
    func.func private @g(%x: i32) -> i32 {
      %c1 = arith.constant 1 : index
      %t = memref.get_global @t : memref<2xi32>
      %v = memref.load %t[%c1] : memref<2xi32>
      %y = arith.addi %x, %v : i32
      return %y : i32
    }
    func.func @f(%x: i32) -> i32 {
      %y = func.call @g(%x) : (i32) -> i32
      return %y : i32
    }
    module @b {
      func.func @f(%x: i32) -> i32 {
        %y = arith.muli %x, %x : i32
        return %y : i32
      }
    }
  }
  module {
    func.func @unnamed(%x: i32) -> i32 {
      %f = func.constant @g : (i32) -> i32
      %y = func.call_indirect %f(%x) : (i32) -> i32
      return %y : i32
    }
    func.func @g(%x: i32) -> i32 {
      %y = arith.addi %x, %x : i32
      return %y : i32
    }
  }
  func.func @f(%x: i32) -> i32 {
    return %x : i32
  }
}
"""


@pytest.mark.parametrize(
    ("entry", "result"), [("f", 5), ("a.f", 7), ("a.b.f", 25), ("unnamed", 10)]
)
def test_each_name_is_that_of_its_module(entry: str, result: int):
    runs = compare_levels(NESTED, 5, entry=entry)
    assert all(run.results == [result] for run in runs.values())


def test_nested_references():
    text = """
module {
  module @a {
    func.func @f() -> i32 {
      %c = arith.constant 7 : i32
      return %c : i32
    }
  }
  func.func @main() -> i32 {
    %r = "func.call"() {callee = @a::@f} : () -> i32
    return %r : i32
  }
}"""
    module = parse_module(context(), text, "t.mlir")
    assert "@a.f" in str(compile(module, "circuit"))


def test_two_symbols_of_one_name():
    text = "func.func @f() {\n return\n}\nmodule {\n func.func @f() {\n  return\n }\n}"
    with pytest.raises(Diagnostic, match="there are two symbols 'f'") as error:
        compile(parse_module(context(), text, "t.mlir"), "circuit")
    assert str(error.value).startswith("t.mlir:5:2: ")


FUNCTION = "func.func @f(%x: index) -> index { return %x : index }"


def with_layout(spec: str) -> str:
    attribute = f"dlti.dl_spec = #dlti.dl_spec<{spec}>"
    return f"module attributes {{{attribute}}} {{ {FUNCTION} }}"


SPECS = (
    "#dlti.dl_entry<index, 32>",
    '#dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<index, 32 : i64>',
    "#dlti.dl_entry<!llvm.ptr, dense<[64, 64, 64, 64]> : vector<4xi64>>",
    'index = 32, "dlti.endianness" = "little"',
)


def test_names_of_outer_modules_are_not_known():
    text = """module {
  module @a {
    func.func @f() -> memref<i32> {
      %m = memref.get_global @g : memref<i32>
      return %m : memref<i32>
    }
  }
  memref.global @g : memref<i32> = dense<4>
}"""
    with pytest.raises(Diagnostic, match="there is no symbol '@g' in its module"):
        compare_levels(text, entry="a.f")


@pytest.mark.parametrize("spec", SPECS)
def test_layouts_that_are_circs(spec: str):
    text = with_layout(spec)
    assert compare_levels(text, 4)["naplespu"].results == [4]
    module = parse_module(context(), text, "t.mlir")
    printed = str(module)
    assert str(parse_module(context(), printed, "t.mlir")) == printed
    assert "#dlti.dl_entry<" in printed


def test_target_specs_are_kept():
    spec = (
        '#dlti.target_device_spec<#dlti.dl_entry<"L1_cache_size_in_bytes", 4096 : i32>>'
    )
    text = f"""module attributes {{dlti.target_system_spec =
  #dlti.target_system_spec<"CPU" : {spec}>}} {{ {FUNCTION} }}"""
    printed = str(compile(parse_module(context(), text, "t.mlir"), "circuit"))
    assert f'#dlti.target_system_spec<"CPU" : {spec}>' in printed


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("#dlti.dl_entry<index, 64>", "an index of 64 bits, not 32"),
        (
            "#dlti.dl_entry<index, dense<[64, 64]> : vector<2xi64>>",
            "an index of 64 bits, not 32",
        ),
        ('#dlti.dl_entry<"dlti.endianness", "big">', "is big-endian"),
    ],
)
@pytest.mark.parametrize("level", ("source", "circuit"))
def test_layouts_that_contradict(spec: str, message: str, level: str):
    text = with_layout(spec)
    with pytest.raises(Diagnostic, match=message):
        if level == "source":
            compare_levels(text, 4)
        else:
            compile(parse_module(context(), text, "t.mlir"), level)

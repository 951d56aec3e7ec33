"""`operations_in` finds what `isinstance` would, in order, and as it was then."""

import pytest
from xdsl.ir import Operation

from circ.dialects.common.operation_search import (
    Subclasses,
    has_operation,
    operations_in,
)
from circ.dialects.gen import (
    FuncOp,
    InputsOp,
    Instruction,
    RegisterOp,
    RetOp,
    instructions_in,
)
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context

TEXT = """
gen.func @f(dword) -> (dword) {
  %a = gen.register : !gen.reg<dword>
  %b = gen.register : !gen.reg<dword>
  gen.inputs %a
  gen.add int32 %b = %a, %a
  gen.bra ^next
^next:
  gen.mul int32 %b = %b, %a
  gen.ret %b
}
"""


def function() -> FuncOp:
    module = parse_module(context(), TEXT, "search.mlir")
    (func,) = operations_in(module.body, FuncOp)
    return func


@pytest.mark.parametrize(
    "classes",
    [(Operation,), (Instruction,), (RegisterOp, RetOp), (InputsOp, Instruction)],
)
def test_as_isinstance_finds_them(classes: tuple[type[Operation], ...]):
    func = function()
    expected = [
        op for block in func.body.blocks for op in block.ops if isinstance(op, classes)
    ]
    assert expected
    assert operations_in(func.body, *classes) == expected


def test_one_block_alone():
    (entry, next) = function().body.blocks
    assert not operations_in(entry, RetOp)
    assert len(operations_in(next, RetOp)) == 1


def test_one_is_found_or_none():
    func = function()
    assert has_operation(func.body, RetOp)
    assert not has_operation(func.body, FuncOp)


def test_the_list_stays_while_operations_go():
    func = function()
    for op in operations_in(func.body, Instruction):
        op.detach()
        op.erase()
    assert not operations_in(func.body, Instruction)


def test_instructions_by_opcode():
    found = instructions_in(function(), "MUL", "ADD")
    assert [op.ROW.opcode for op in found] == ["ADD", "MUL"]


def test_a_class_is_looked_up_once():
    is_integer = Subclasses(int)
    assert is_integer[bool] and not is_integer[str]
    assert dict(is_integer) == {bool: True, str: False}

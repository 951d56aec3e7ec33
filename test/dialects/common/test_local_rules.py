"""What was found right once is not looked at again; anything else is."""

from collections.abc import Callable

import pytest
from xdsl.dialects import arith, func, test
from xdsl.dialects.builtin import IntAttr, ModuleOp, UnitAttr, f32, i32
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    traits_def,
)
from xdsl.traits import HasParent
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.local_rules import KnownShapes, LocalRules, rules_beyond
from circ.dialects.naplespu.generated.operations import operations

Change = Callable[[Operation], None]


@irdl_op_definition
class CheckedOp(IRDLOperation, LocalRules):
    """Its bound must be even."""

    name = "check.local"
    value = operand_def(i32)
    bound = prop_def(IntAttr)

    def verify_(self) -> None:
        calls.append(self.bound.data)
        if self.bound.data % 2:
            raise VerifyException("the bound must be even")


@irdl_op_definition
class UserOp(IRDLOperation):
    """Its rules look at what is around it."""

    name = "check.user"
    value = operand_def()
    traits = traits_def(HasParent(test.TestOp))

    def verify_(self) -> None:
        if not isinstance(self.value.owner, Block):
            raise VerifyException("the value must be an argument")


calls: list[int] = []


def checked(value: SSAValue, bound: int = 2) -> CheckedOp:
    return CheckedOp.create(operands=[value], properties={"bound": IntAttr(bound)})


def test_a_shape_is_verified_once():
    value = Block(arg_types=[i32]).args[0]
    verify = KnownShapes().verifier()
    calls.clear()
    for bound in (2, 2, 4, 2, 4):
        verify(checked(value, bound))
    assert calls == [2, 4]


def test_a_shape_stays_known_from_one_module_to_the_next():
    known = KnownShapes()
    calls.clear()
    for _ in range(3):
        known.verifier()(checked(Block(arg_types=[i32]).args[0]))
    assert calls == [2]


def test_what_is_wrong_is_wrong_each_time():
    value = Block(arg_types=[i32]).args[0]
    verify = KnownShapes().verifier()
    for _ in range(3):
        with pytest.raises(VerifyException, match="the bound must be even"):
            verify(checked(value, 3))


def float_operand(op: Operation) -> None:
    op.operands = (Block(arg_types=[f32]).args[0], *op.operands[1:])


def one_operand_less(op: Operation) -> None:
    op.operands = op.operands[1:]


def property_of(name: str, value: Attribute | None) -> Change:
    def change(op: Operation) -> None:
        op.properties.pop(name, None)
        if value is not None:
            op.properties[name] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        float_operand,
        one_operand_less,
        property_of("predicate", None),
        property_of("predicate", UnitAttr()),
        property_of("other", UnitAttr()),
    ],
)
def test_one_difference_is_another_shape(change: Change):
    verify = KnownShapes().verifier()
    block = Block(arg_types=[i32, i32])
    right = arith.CmpiOp(*block.args, 2)
    verify(right)
    broken = arith.CmpiOp(*block.args, 2)
    change(broken)
    with pytest.raises(VerifyException):
        verify(broken)


def test_rules_that_look_around_are_checked_each_time():
    verify = KnownShapes().verifier()
    argument = Block(arg_types=[i32]).args[0]
    made = test.TestOp(result_types=[i32]).results[0]
    verify(UserOp.create(operands=[argument]))
    with pytest.raises(VerifyException, match="must be an argument"):
        verify(UserOp.create(operands=[made]))


def test_machine_operations_have_local_rules_only():
    records = operations().values()
    assert len(records) > 100
    assert all(rules_beyond(record) == () for record in records)


def test_shapes_are_forgotten_when_they_are_too_many(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("circ.dialects.common.local_rules.MAX_ATTRIBUTES", 3)
    value = Block(arg_types=[i32]).args[0]
    known = KnownShapes()
    calls.clear()
    for bound in (2, 4, 6, 6):
        known.verifier()(checked(value, bound))
    assert calls == [2, 4, 6, 6]


def test_a_call_is_held_against_its_callee_each_time():
    function = func.FuncOp.external("f", [i32], [i32])
    other = func.FuncOp.external("g", [f32], [i32])
    user = func.FuncOp("user", ([i32], []))
    value = user.body.block.args[0]
    calls_of = [func.CallOp(name, [value], [i32]) for name in ("f", "f", "g", "h")]
    user.body.block.add_ops(calls_of)
    module = ModuleOp([function, other, user])
    verify = KnownShapes().verifier()
    verify(calls_of[0])
    verify(calls_of[1])
    with pytest.raises(VerifyException, match="expected operand type f32"):
        verify(calls_of[2])
    with pytest.raises(VerifyException, match="could not be found"):
        verify(calls_of[3])
    assert module.body.block.first_op is function

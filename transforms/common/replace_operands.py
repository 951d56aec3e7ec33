"""Several operands of one operation, replaced at once."""

from collections.abc import Mapping

from xdsl.ir import Operation, SSAValue, SSAValues


def replace_operands(op: Operation, new: Mapping[int, SSAValue]) -> None:
    """
    Replace the operands at some indices, in place; linear in all operands.

    xDSL's way copies all operands for each one that is replaced, or makes all uses
    anew; here the uses of the other operands stay as they are.
    """
    operands = list(op.operands)
    uses = op._operand_uses  # pyright: ignore[reportPrivateUsage]
    for index, value in new.items():
        operands[index].remove_use(uses[index])
        value.add_use(uses[index])
        operands[index] = value
    op._operands = SSAValues(operands)  # pyright: ignore[reportPrivateUsage]

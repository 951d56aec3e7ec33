"""
Checks that xDSL 0.74 omits for cf, scf, arith and func (docs/xdsl-notes.md).

Values passed to a block, a region or a result must match it in number and types; the
cases of a switch must be distinct; a predicate must exist. MLIR's verifiers check the
same.
"""

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.memory import SIGNATURE


def check_passed(values: Sequence[SSAValue], targets: Sequence[SSAValue]) -> None:
    """Raise unless the values can be passed to block arguments or results."""
    if len(values) != len(targets):
        plural = "" if len(targets) == 1 else "s"
        message = f"{len(targets)} value{plural} must be passed, but there "
        message += "is 1" if len(values) == 1 else f"are {len(values)}"
        raise VerifyException(message)
    for value, target in zip(values, targets, strict=True):
        if value.type != target.type:
            raise VerifyException(
                f"a value of type {target.type} must be passed, "
                f"but it is of type {value.type}"
            )


def check_branch(op: Operation) -> None:
    (block,) = op.successors
    check_passed(op.operands, block.args)


def check_conditional_branch(op: Operation) -> None:
    from xdsl.dialects import cf

    assert isinstance(op, cf.ConditionalBranchOp)
    check_passed(op.then_arguments, op.then_block.args)
    check_passed(op.else_arguments, op.else_block.args)


def check_switch(op: Operation) -> None:
    from xdsl.dialects import cf

    assert isinstance(op, cf.SwitchOp)
    check_passed(op.default_operands, op.default_block.args)
    for block, operands in zip(op.case_blocks, op.case_operand, strict=True):
        check_passed(operands, block.args)
    cases = [] if op.case_values is None else list(op.case_values.get_values())
    if len(cases) != len(op.case_blocks):
        raise VerifyException(f"{len(cases)} cases have {len(op.case_blocks)} blocks")
    met: set[object] = set()
    for case in cases:
        if case in met:
            raise VerifyException(f"the case {case} is given twice")
        met.add(case)


def check_if(op: Operation) -> None:
    _, otherwise = op.regions
    if op.results and not otherwise.blocks:
        raise VerifyException("an operation with results must have an else region")


def check_while(op: Operation) -> None:
    before, _ = op.regions
    check_passed(op.operands, before.block.args)


def check_yield(op: Operation) -> None:
    parent = op.parent_op()
    match parent.name if parent else None:
        case "scf.if" | "scf.index_switch" | "scf.execute_region":
            assert parent is not None
            check_passed(op.operands, parent.results)
        case "scf.while":
            assert parent is not None
            check_passed(op.operands, parent.regions[0].block.args)
        case _:
            pass  # xDSL checks the others


def check_condition(op: Operation) -> None:
    parent = op.parent_op()
    if parent is not None and parent.name == "scf.while":
        passed = op.operands[1:]
        check_passed(passed, parent.regions[1].block.args)
        check_passed(passed, parent.results)


def check_predicate(count: int) -> Callable[[Operation], None]:
    def check(op: Operation) -> None:
        predicate = op.properties["predicate"]
        assert isinstance(predicate, IntegerAttr)
        number = predicate.value.data
        if not 0 <= number < count:
            raise VerifyException(
                f"predicate must be 0 ... {count - 1}, but is {number}"
            )

    return check


def check_source_signature(op: Operation) -> None:
    """A signature attribute, if present, must equal the function's type."""
    written = op.attributes.get(SIGNATURE)
    if written is not None and written != op.properties["function_type"]:
        message = f"'{SIGNATURE}' must be the function's type, but is {written}"
        raise VerifyException(message)


CHECKS: dict[str, Callable[[Operation], None]] = {
    "func.func": check_source_signature,
    "cf.br": check_branch,
    "cf.cond_br": check_conditional_branch,
    "cf.switch": check_switch,
    "scf.if": check_if,
    "scf.while": check_while,
    "scf.yield": check_yield,
    "scf.condition": check_condition,
    "arith.cmpi": check_predicate(10),
    "arith.cmpf": check_predicate(16),
}
"""By operation name, so that unused dialects are not imported."""

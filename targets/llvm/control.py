"""Terminators: LangRef, section 'Terminator Instructions'."""

from xdsl.dialects import cf, func
from xdsl.dialects.builtin import DenseArrayBase, DenseIntElementsAttr, VectorType, i32
from xdsl.ir import Attribute, Block, SSAValue

from circ.dialects.common.algebra import to_signed
from circ.targets.llvm.function_reader import FunctionReader, Handler, Parts
from circ.targets.llvm.tokens import Cursor
from circ.targets.llvm.types import VOID, Integer


def _label(cursor: Cursor) -> str:
    cursor.expect("label")
    return cursor.take()


def read_ret(f: FunctionReader, cursor: Cursor) -> None:
    values: Parts = ()
    if cursor.next != "void":
        _, values = f.typed(cursor)
    f.emit(func.ReturnOp.create(operands=values, location=f.location))


def read_unreachable(f: FunctionReader, cursor: Cursor) -> None:
    """Returns zero: what calls before it do not return, or all is allowed."""
    values = f.zeros(f.signature.result) if f.signature.result != VOID else ()
    f.emit(func.ReturnOp.create(operands=values, location=f.location))


def branch(f: FunctionReader, label: str) -> None:
    block, values = f.successor(label)
    f.emit(cf.BranchOp.create(operands=values, successors=[block], location=f.location))


def branch_if(f: FunctionReader, bit: SSAValue, then: str, otherwise: str) -> None:
    (one, ones), (other, others) = f.successor(then), f.successor(otherwise)
    sizes = DenseArrayBase.from_list(i32, [1, len(ones), len(others)])
    f.emit(
        cf.ConditionalBranchOp.create(
            operands=[bit, *ones, *others],
            successors=[one, other],
            properties={"operandSegmentSizes": sizes},
            location=f.location,
        )
    )


def read_br(f: FunctionReader, cursor: Cursor) -> None:
    if cursor.next == "label":
        branch(f, _label(cursor))
        return
    _, (bit,) = f.typed(cursor)
    cursor.expect(",")
    then = _label(cursor)
    cursor.expect(",")
    otherwise = _label(cursor)
    if then == otherwise:
        branch(f, then)
    else:
        branch_if(f, bit, then, otherwise)


def read_switch(f: FunctionReader, cursor: Cursor) -> None:
    type, value = f.typed(cursor)
    assert isinstance(type, Integer)
    cursor.expect(",")
    default = _label(cursor)
    cursor.expect("[")
    cases: list[tuple[int, str]] = []
    while not cursor.accept("]"):
        case_type = f.module.types.read(cursor)
        number = f.module.constants.read(case_type, cursor)
        assert number is None or isinstance(number, int)
        cursor.expect(",")
        cases.append((number or 0, _label(cursor)))
    switch(f, type, value, default, cases)


def switch(
    f: FunctionReader,
    type: Integer,
    value: Parts,
    default: str,
    cases: list[tuple[int, str]],
) -> None:
    """A switch of 32 bits; of wider numbers, comparisons one after the other."""
    if type.width > 32:
        _compare(f, type, value, default, cases)
        return
    (flag,) = f.integers(type).zext(type.width, 32, tuple(value))
    block, values = f.successor(default)
    targets: list[Block] = []
    operands: list[SSAValue] = []
    sizes: list[int] = []
    for _, label in cases:
        target, own = f.successor(label)
        targets.append(target)
        operands += own
        sizes.append(len(own))
    properties: dict[str, Attribute] = {
        "operandSegmentSizes": DenseArrayBase.from_list(
            i32, [1, len(values), len(operands)]
        ),
        "case_operand_segments": DenseArrayBase.from_list(i32, sizes),
    }
    if cases:
        numbers = [to_signed(32, number) for number, _ in cases]
        vector = VectorType(i32, [len(cases)])
        properties["case_values"] = DenseIntElementsAttr.from_list(vector, numbers)
    f.emit(
        cf.SwitchOp.create(
            operands=[flag, *values, *operands],
            successors=[block, *targets],
            properties=properties,
            location=f.location,
        )
    )


def _compare(
    f: FunctionReader,
    type: Integer,
    value: Parts,
    default: str,
    cases: list[tuple[int, str]],
) -> None:
    k = f.integers(type)
    for number, label in cases:
        (equal,) = k.icmp("eq", type.width, tuple(value), k.const(type.width, number))
        block, values = f.successor(label)
        following = f.new_block()
        sizes = DenseArrayBase.from_list(i32, [1, len(values), 0])
        f.emit(
            cf.ConditionalBranchOp.create(
                operands=[equal, *values],
                successors=[block, following],
                properties={"operandSegmentSizes": sizes},
                location=f.location,
            )
        )
        f.continue_in(following)
    branch(f, default)


def read_indirectbr(f: FunctionReader, cursor: Cursor) -> None:
    """A switch over the numbers that stand for the addresses of the blocks."""
    _, address = f.typed(cursor)
    cursor.expect(",")
    cursor.expect("[")
    labels: list[str] = []
    while not cursor.accept("]"):
        labels.append(_label(cursor))
        cursor.accept(",")
    labels = list(dict.fromkeys(labels))
    if not labels:
        read_unreachable(f, cursor)
        return
    cases = [(f.module.block_number(f.token, label), label) for label in labels]
    switch(f, Integer(32), address, labels[0], cases[1:])


CONTROL: dict[str, Handler] = {
    "ret": read_ret,
    "unreachable": read_unreachable,
    "br": read_br,
    "switch": read_switch,
    "indirectbr": read_indirectbr,
}

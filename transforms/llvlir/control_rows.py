"""
Replaces jumps that link, and calls of the system, by calls of functions.

`jal`, `jalr` and `cmpbrlr` are calls without values (`dialects/llvlir/linking.py`), the
latter in a block of its own; `syscall` and `sysret` are calls of functions of the
environment, which are declared.
"""

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.linkage import aliases_in
from circ.dialects.common.module_functions import functions_of, name_of
from circ.dialects.common.reports import count
from circ.dialects.llvlir.linking import (
    CONTROL_ROWS,
    SYSTEM_CALL,
    SYSTEM_RETURN,
    check_linked,
    linked_name,
    system_number,
)
from circ.dialects.llvlir.ops import (
    CallIndirectOp,
    CallOp,
    CompareBranchOp,
    FuncOp,
    JumpOp,
    RetOp,
    TableOp,
)
from circ.dialects.llvlir.types import (
    R32,
    AddressType,
    FloatType,
    GeneralType,
    MaskType,
    VectorType,
    is_integer,
)
from circ.transforms.llvlir.maker import Maker


def expand_control_rows(function: FuncOp) -> None:
    """Replace the rows of `CONTROL_ROWS` in a function."""
    maker, found = Maker(), list[TableOp]()
    for block in function.body.blocks:
        for op in block.ops:
            if isinstance(op, TableOp) and op.ROW.name in CONTROL_ROWS:
                found.append(op)
    for op in found:
        maker.move(op)
        count("operations expanded")
        _expand(maker, function, op)
        for link in op.results:
            if link.first_use is not None:
                zero = maker.row("mva", maker.constant(0), types=())
                link.replace_all_uses_with(zero)
        op.detach()
        op.erase()


def _expand(maker: Maker, function: FuncOp, op: TableOp) -> None:
    match op.ROW.name:
        case "syscall.I":
            _call_system(maker, function, op, SYSTEM_CALL)
        case "sysret.I":
            _call_system(maker, function, op, SYSTEM_RETURN)
            results = function.function_type.outputs.data
            maker.add(RetOp.create_([_zero(maker, t) for t in results], op.location))
        case "jalr":
            maker.add(CallIndirectOp.create_(op.operands[0], (), (), op.location))
        case "jal.L":
            maker.add(_call(function, op))
        case _:
            _branch(maker, function, op)


def _call(function: FuncOp, op: TableOp) -> CallOp:
    """The call of a function that takes and gives nothing."""
    name = linked_name(op)
    callee = _functions(function).get(name)
    if not isinstance(callee, FuncOp):
        raise Diagnostic(op.location, f"there is no function '{name}' to call")
    check_linked(op, callee)
    return CallOp.create_(name, (), (), op.location)


def _functions(function: FuncOp) -> dict[str, Operation]:
    """The functions of the module, by all their names."""
    module = function.parent_op()
    assert isinstance(module, ModuleOp)
    named = {name_of(op): op for op in functions_of(module)}
    for alias, name in aliases_in(list(named.items())).items():
        named.setdefault(alias, named[name])
    return named


def _branch(maker: Maker, function: FuncOp, op: TableOp) -> None:
    """The call is in a block of its own, and goes on after the row."""
    block, following = op.parent, op.next_op
    assert block is not None and following is not None and op.condition is not None
    call, rest = Block([_call(function, op)]), block.split_before(following)
    call.add_op(JumpOp.create_(rest, (), op.location))
    region = block.parent
    assert region is not None
    region.insert_block_before(call, rest)
    lhs, rhs = op.operands
    branch = CompareBranchOp.branch(
        op.condition.data, lhs, rhs, call, (), rest, (), op.location
    )
    # After the row, which is erased; constants of it dominate both.
    block.add_op(branch)


def _call_system(maker: Maker, function: FuncOp, op: TableOp, name: str) -> None:
    if name not in _functions(function):
        module = function.parent_op()
        assert isinstance(module, ModuleOp)
        declaration = FuncOp.create_(
            name, [R32], [], visibility="private", location=op.location
        )
        module.body.block.add_op(declaration)
    number = maker.constant(system_number(op))
    maker.add(CallOp.create_(name, [number], (), op.location))


def _zero(maker: Maker, type: Attribute) -> SSAValue:
    """What a function returns that never does."""
    match type:
        case AddressType():
            return maker.row("mva", maker.constant(0), types=())
        case GeneralType() | FloatType():
            return maker.number(type.element, 0)
        case VectorType():
            row = "const.VI" if is_integer(type.element) else "const.VF"
            types = (type.lanes.data, type.element)
            return maker.make(row, (), types, imm=0).results[0]
        case _:
            assert isinstance(type, MaskType)
            bits = maker.constant(0, type.lanes.data)
            return maker.row("mvm", bits, types=())

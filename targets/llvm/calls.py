"""Calls: LangRef, 'call' and 'va_arg'; parameter attributes `byval` and `sret`."""

from xdsl.dialects import cf, func
from xdsl.dialects.builtin import DenseArrayBase, SymbolRefAttr, i32
from xdsl.ir import Attribute

from circ.dialects.common.memory import memory
from circ.dialects.source.pointer import CallOp, LoadOp
from circ.targets.llvm.arguments import (
    lane_by_lane,
    pass_fixed,
    pass_variable,
    read_arguments,
)
from circ.targets.llvm.arithmetic import FLAGS
from circ.targets.llvm.function_reader import FunctionReader, Handler, Parts
from circ.targets.llvm.intrinsics import read_intrinsic
from circ.targets.llvm.memory import load, store
from circ.targets.llvm.module_text import name_of, skip_attributes
from circ.targets.llvm.tokens import Cursor
from circ.targets.llvm.types import POINTER, Function, round_up
from circ.targets.llvm.values import parts_of


def read_call(f: FunctionReader, cursor: Cursor) -> Parts:
    cursor.skip_words(FLAGS)
    skip_attributes(cursor)
    type = f.module.types.read(cursor)
    function = type if isinstance(type, Function) else None
    result = type.result if isinstance(type, Function) else type
    token = cursor.next
    if token == "asm":
        f.fail("inline assembly")
    if token.startswith("@llvm."):
        cursor.index += 1
        return read_intrinsic(f, token, result, cursor)
    if token.startswith(("%", "@")):
        cursor.index += 1
        callee = None
    else:
        (callee,) = f.value(POINTER, cursor)
        token = ""
    arguments = read_arguments(f, cursor)
    if f.kernel is not None:
        if (parts := f.kernel.asked(name_of(token))) is not None:
            return parts
    fixed = len(function.parameters) if function else len(arguments)
    operands = [part for each in arguments[:fixed] for part in pass_fixed(f, each)]
    if function is not None and function.is_variadic:
        further = arguments[fixed:]
        if f.kernel is not None:
            further = [part for each in further for part in lane_by_lane(f, each)]
        operands.append(pass_variable(f, further))
    results = parts_of(result)
    if token.startswith("@"):
        token = f.module.resolved(token)
        name = f.module.callee(token, [value.type for value in operands], results)
        if name is not None:
            callee_symbol: dict[str, Attribute] = {"callee": SymbolRefAttr(name)}
            found = f.make(func.CallOp, operands, results, callee_symbol)
            return returned(f, name, found)
        (callee,) = f.scalar(POINTER, f.module.constants.symbol(token))
    elif token:
        (callee,) = f.parts(token)
    assert callee is not None
    return returned(f, "", f.make(CallOp, [callee, *operands], results))


def returned(f: FunctionReader, callee: str, results: Parts) -> Parts:
    """
    Continue after a call; in another block where it may return more than once.

    `setjmp` returns again from any call after it. Branches say so: from each such call
    to the block that begins with the return of `setjmp`, if a number that is always 0
    is not, which nothing but its volatile load can know. A call that is also reached
    without `setjmp` has none.
    """
    if callee in RETURNS_TWICE:
        again = f.new_block([i32])
        f.emit(
            cf.BranchOp.create(
                operands=results, successors=[again], location=f.location
            )
        )
        f.continue_in(again)
        f.second_returns.append((f.block.name, again))
        return again.args
    for name, again in f.second_returns:
        if f.is_dominated_by(name):
            following = f.new_block()
            (value,) = f.make(
                LoadOp,
                [f.opaque_zero()],
                [i32],
                {"memory": memory(4, volatile=True)},
            )
            bit = f.algebra().icmp("ne", 32, value, f.word(0))
            f.emit(
                cf.ConditionalBranchOp.create(
                    operands=[bit, value],
                    successors=[again, following],
                    properties={
                        "operandSegmentSizes": DenseArrayBase.from_list(i32, [1, 1, 0])
                    },
                    location=f.location,
                )
            )
            f.continue_in(following)
    return results


RETURNS_TWICE = frozenset(("setjmp", "_setjmp"))


def read_va_arg(f: FunctionReader, cursor: Cursor) -> Parts:
    """Load the argument at a list's address, which moves on."""
    _, (place,) = f.typed(cursor)
    cursor.expect(",")
    type = f.module.types.read(cursor)
    layout, k = f.module.layout, f.algebra()
    align = max(layout.align(type), 4)
    (address,) = load(f, POINTER, place, 4)
    if align > 4:
        address = k.add(32, address, f.word(align - 1))
        address = k.and_(32, address, f.word(-align))
    value = load(f, type, address, align)
    size = round_up(layout.size(type), 4)
    store(f, POINTER, [k.add(32, address, f.word(size))], place, 4)
    return value


CALLS: dict[str, Handler] = {"call": read_call, "va_arg": read_va_arg}

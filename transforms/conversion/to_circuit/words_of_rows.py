"""
Which integer registers of llvlir hold words: they become wires of ARCH.

Both are numbers of one width, and a BITCAST between them costs nothing, but the order
in which gates are scheduled follows from each gate. So code from `index` and arrays is
as it was: what is computed with a word is one. Where no function of a program takes or
returns words, as in C, addresses are integers that are cast for each access; functions
of the run-time library, which take them, say nothing about a program.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from xdsl.dialects.builtin import FunctionType
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from circ.dialects.circuit.types import ArchType
from circ.dialects.llvlir import ops as llvlir
from circ.dialects.llvlir.semantics import constant_of
from circ.dialects.llvlir.types import GeneralType


def has_words(types: Iterable[FunctionType]) -> bool:
    """Does a function of one of these types take or return words?"""
    return any(
        isinstance(value, ArchType)
        for type in types
        for value in (*type.inputs, *type.outputs)
    )


def words_of(
    func: llvlir.FuncOp, types: Mapping[str, FunctionType], register: GeneralType
) -> set[SSAValue]:
    """The values of a function, in such a register, that are words; linear in uses."""
    found = set[SSAValue]()
    work: list[SSAValue] = []

    def add(values: Iterator[SSAValue]) -> None:
        for value in values:
            if (
                value.type == register
                and value not in found
                and constant_of(value) is None
            ):
                found.add(value)
                work.append(value)

    own = types[func.sym_name.data]
    add(_words(func.body.blocks[0].args, own.inputs.data))
    for block in func.body.blocks:
        for op in block.ops:
            add(_seeds(op, own, types))
    while work:
        value = work.pop()
        if isinstance(value, BlockArgument):
            add(_passed_to(value))
        else:
            add(_alike(value.owner))  # pyright: ignore[reportArgumentType]
        for use in value.uses:
            add(_alike(use.operation))
            add(_passed(use.operation, value))
    return found


def _words(
    values: Sequence[SSAValue], types: Sequence[Attribute]
) -> Iterator[SSAValue]:
    """Those values that are of the type of words as wires."""
    return (
        value
        for value, type in zip(values, types, strict=False)
        if isinstance(type, ArchType)
    )


def _seeds(
    op: Operation, own: FunctionType, types: Mapping[str, FunctionType]
) -> Iterator[SSAValue]:
    match op:
        case llvlir.CallOp():
            called = types.get(op.callee.root_reference.data)
            if called is not None:
                yield from _words(op.arguments, called.inputs.data)
                yield from _words(op.outputs, called.outputs.data)
        case llvlir.RetOp():
            yield from _words(op.arguments, own.outputs.data)
        case llvlir.TableOp() if op.ROW.name in ("mva", "mvr"):
            yield from (*op.operands, *op.results)
        case _:
            pass


def is_uniform(op: Operation) -> bool:
    """Are all integers of an operation of one type, conditions aside?"""
    if isinstance(op, llvlir.CompareBranchOp):
        return True
    if not isinstance(op, llvlir.TableOp) or op.ROW.suffix not in ("I", ""):
        return False
    return all(value in ("rI", "r1", "r?", "-") for value in op.ROW.values)


def _alike(op: Operation) -> Iterator[SSAValue]:
    """The values that are words if one of them is."""
    if isinstance(op, llvlir.CompareBranchOp):
        yield from (op.lhs, op.rhs)
    elif is_uniform(op):
        yield from (*op.operands, *op.results)


def _edges(op: Operation) -> Iterator[tuple[Sequence[SSAValue], Sequence[SSAValue]]]:
    """The arguments of the blocks that a terminator goes to, and what it passes."""
    match op:
        case llvlir.JumpOp():
            yield op.target.args, op.arguments
        case llvlir.CompareBranchOp():
            yield op.taken.args, op.taken_arguments
            yield op.next.args, op.next_arguments
        case llvlir.TableBranchOp():
            yield op.default.args, op.default_arguments
            for block, passed in op.edges:
                yield block.args, passed
        case _:
            pass


def _passed(op: Operation, value: SSAValue) -> Iterator[SSAValue]:
    """The arguments of blocks that a value is passed to."""
    for arguments, values in _edges(op):
        for argument, passed in zip(arguments, values, strict=True):
            if passed is value:
                yield argument


def _passed_to(argument: BlockArgument) -> Iterator[SSAValue]:
    """What is passed to an argument of a block."""
    for before in argument.block.predecessors():
        assert before.last_op is not None
        for arguments, values in _edges(before.last_op):
            if (
                len(arguments) > argument.index
                and arguments[argument.index] is argument
            ):
                yield values[argument.index]

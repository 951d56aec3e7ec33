"""
Known alignment of vector accesses in the source, as powers of two.

An array has the alignment of its allocation or global, or the one that
`memref.assume_alignment` promises; that of an index follows from constants, the bounds
and steps of loops, sums and products. Allocations and globals that vectors access are
aligned to the size of the machine's vector registers, so that an access of all lanes at
a multiple of their number needs no run-time check.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import arith, cf, memref, scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IntegerAttr,
    ModuleOp,
    StridedLayoutAttr,
)
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.machine import Machine
from circ.dialects.source import views
from circ.dialects.source.layout import (
    ArrayType,
    array_alignment,
    byte_strides,
    dynamic_type,
    element_bytes,
    lane_count,
    space_of,
    view_type,
)
from circ.dialects.source.scf import ForallOp

ZERO = 1 << 32
"""The alignment of 0: more than any address has."""
DEPTH = 8
"""How many operations a chain of definitions is followed."""

_VECTOR = "vector."
"""The prefix of the names of vector operations."""


def known_alignment(
    machine: Machine,
    array: ArrayType,
    base: SSAValue,
    subscripts: Sequence[SSAValue],
    distance: int = 0,
) -> int:
    """
    The alignment of a vector access: from an element's up to that of a whole vector.

    Lane 0 is `distance` elements after the element at `subscripts`, which are values of
    the source.
    """
    size = element_bytes(array)
    if space_of(array):
        return size
    facts = _Facts(machine.vector_bytes)
    found = min(facts.base(base, DEPTH), _lowest(distance * size))
    for index, stride in zip(subscripts, _divisors(array), strict=True):
        if stride:
            found = min(found, facts.index(index, DEPTH) * _lowest(stride))
    return max(size, min(found, machine.vector_bytes))


def _divisors(array: ArrayType) -> Sequence[int]:
    """For each stride in bytes a number that it is a multiple of."""
    if dynamic_type(array) is None:
        return byte_strides(array)
    stride = element_bytes(array)
    if isinstance(layout := array.layout, StridedLayoutAttr):
        return [stride * (1 if s is None else s) for s in layout.get_strides()]
    divisors: list[int] = []
    for extent in reversed(array.get_shape()):
        divisors.append(stride)
        stride *= 1 if extent == DYNAMIC_INDEX else extent
    return divisors[::-1]


def is_accessed_by_vectors(machine: Machine, array: SSAValue) -> bool:
    """Does a vector operation access an array, or a view of it?"""
    work, seen = [array], {array}
    while work:
        for use in work.pop().uses:
            op = use.operation
            if op.name.startswith(_VECTOR) and _is_whole(machine, op):
                return True
            if isinstance(op, views.VIEWS):
                (result,) = op.results
                if result not in seen:
                    seen.add(result)
                    work.append(result)
    return False


def _is_whole(machine: Machine, op: Operation) -> bool:
    """Does an operation access whole vectors, so that their alignment matters?"""
    values = (*op.operands, *op.results)
    return any(lane_count(value.type) >= machine.lanes for value in values)


def globals_of_vectors(machine: Machine, module: ModuleOp) -> set[str]:
    """The names of the globals that vector operations access."""
    return {
        op.name_.root_reference.data
        for op in module.walk()
        if isinstance(op, memref.GetGlobalOp)
        and is_accessed_by_vectors(machine, op.memref)
    }


def allocated_alignment(
    machine: Machine, op: memref.AllocaOp | memref.AllocOp, array: ArrayType
) -> int:
    """The alignment of an allocation."""
    align = array_alignment(array, op.alignment)
    is_vector = is_accessed_by_vectors(machine, op.memref)
    return max(align, machine.vector_bytes) if is_vector else align


def _lowest(number: int) -> int:
    """The largest power of two that a number is a multiple of."""
    return number & -number if number else ZERO


@dataclass
class _Facts:
    """
    Alignments of values.

    A loop variable is assumed to be 0 while its next value is analysed: sums, products
    and selects of multiples of a power of two are multiples of it again.
    """

    whole: int
    """The alignment of allocations that vectors access."""
    assumed: set[SSAValue] = field(default_factory=set[SSAValue])

    def base(self, array: SSAValue, depth: int) -> int:
        """The alignment of the address of an array's first element."""
        type = dynamic_type(array.type) or view_type(array.type)
        element = 1 if type is None else element_bytes(type)
        if not depth:
            return element
        match op := array.owner:
            case memref.AllocaOp() | memref.AllocOp() | memref.GetGlobalOp():
                return self.whole  # the caller asks about a vector access
            case memref.AssumeAlignmentOp():
                promised = _lowest(op.alignment.value.data)
                return max(promised, self.base(op.memref, depth - 1))
            case Operation() if isinstance(op, views.VIEWS):
                try:
                    view = views.view_of(op)
                except Diagnostic:  # raised again when the operation is converted
                    return element
                found = min(self.base(view.base, depth - 1), _lowest(view.constant))
                for index, stride in view.scaled:
                    found = min(found, self.index(index, depth - 1) * _lowest(stride))
                return found
            case _:
                return element

    def index(self, value: SSAValue, depth: int) -> int:
        """The alignment of an index or integer; 1 if unknown."""
        if value in self.assumed:
            return ZERO
        if not depth:
            return 1
        if isinstance(value, BlockArgument):
            return self._argument(value, depth - 1)
        op = value.owner
        assert isinstance(op, Operation)
        match op:
            case arith.ConstantOp():
                number = _constant(value)
                return 1 if number is None else _lowest(number)
            case arith.AddiOp() | arith.SubiOp() | arith.OrIOp() | arith.XOrIOp():
                return self._least(op.operands, depth - 1)
            case arith.MinSIOp() | arith.MaxSIOp() | arith.MinUIOp() | arith.MaxUIOp():
                return self._least(op.operands, depth - 1)
            case arith.RemSIOp() | arith.RemUIOp():
                return self._least(op.operands, depth - 1)
            case arith.SelectOp():
                return self._least(op.operands[1:], depth - 1)
            case arith.IndexCastOp() | arith.ExtSIOp() | arith.ExtUIOp():
                return self.index(op.operands[0], depth - 1)
            case arith.MuliOp():
                lhs, rhs = (self.index(operand, depth - 1) for operand in op.operands)
                return min(lhs * rhs, ZERO)
            case arith.AndIOp():
                return max(self.index(operand, depth - 1) for operand in op.operands)
            case arith.ShLIOp():
                amount = _constant(op.rhs)
                if amount is None or not 0 <= amount < 32:
                    return 1
                return min(self.index(op.lhs, depth - 1) << amount, ZERO)
            case _:
                return 1

    def _least(self, values: Sequence[SSAValue], depth: int) -> int:
        found = ZERO
        for value in values:
            found = min(found, self.index(value, depth))
            if found == 1:
                break
        return found

    def _argument(self, value: BlockArgument, depth: int) -> int:
        """The alignment of a loop variable or block argument."""
        op, number = value.block.parent_op(), value.index
        is_entry = value.block.parent is not None and (
            value.block is value.block.parent.first_block
        )
        match op:
            case scf.ForOp() if number == 0:
                return self._least((op.lb, op.step), depth)
            case scf.ForOp():
                last = op.body.block.last_op
                assert last is not None
                again = last.operands[number - 1]
                return self._joined(value, (op.iter_args[number - 1], again), depth)
            case scf.ParallelOp():
                return self._least((op.lowerBound[number], op.step[number]), depth)
            case ForallOp() if number < len(op.steps):
                bounds = (op.lower_bounds[number], op.steps[number])
                return min(
                    _lowest(bound)
                    if isinstance(bound, int)
                    else self.index(bound, depth)
                    for bound in bounds
                )
            case _ if not is_entry:
                passed = list(_passed(value.block, number))
                return self._joined(value, passed, depth) if all(passed) else 1
            case _:
                return 1

    def _joined(
        self, value: SSAValue, values: Sequence[SSAValue | None], depth: int
    ) -> int:
        self.assumed.add(value)
        found = self._least([each for each in values if each is not None], depth)
        self.assumed.discard(value)
        return found


def _passed(block: Block, number: int) -> Iterator[SSAValue | None]:
    """The values that branches pass as a block argument; None for other terminators."""
    for before in block.predecessors():
        match last := before.last_op:
            case cf.BranchOp():
                yield last.operands[number]
            case cf.ConditionalBranchOp():
                for target, arguments in (
                    (last.then_block, last.then_arguments),
                    (last.else_block, last.else_arguments),
                ):
                    if target is block:
                        yield arguments[number]
            case _:
                yield None


def _constant(value: SSAValue) -> int | None:
    op = value.owner
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        return op.value.value.data
    return None

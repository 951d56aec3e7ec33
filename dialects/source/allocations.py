"""
How long allocations live, where arrays are carried by loops or returned.

An allocation is an object of the function's frame, the same one each time that it is
executed. Where a loop carries an array to its next iteration, an allocation that it
may be is a new object each time. None outlives its function.
"""

from collections.abc import Iterable, Set

from xdsl.dialects import cf, func, memref, scf
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation, SSAValue
from xdsl.utils.disjoint_set import DisjointSet

from circ.dialects.common.diagnostics import Diagnostic

_LOOPS = (scf.ForOp, scf.WhileOp, scf.ParallelOp)
_BRANCHES = (cf.BranchOp, cf.ConditionalBranchOp, cf.SwitchOp)


def repeated_allocations(function: Operation) -> Set[Operation]:
    """
    The allocations that are a new object each time that they are executed.

    An array that may be returned is diagnosed. Arrays that an operation connects, as
    operands, results or arguments of its blocks, count as the same array.
    """
    allocations: list[memref.AllocOp | memref.AllocaOp] = []
    carried: list[SSAValue] = []
    returned: list[tuple[Operation, SSAValue]] = []
    connected: list[list[SSAValue]] = []
    for op in function.walk():
        if isinstance(op, memref.AllocOp | memref.AllocaOp):
            allocations.append(op)
        own = _arrays(op.operands)
        if isinstance(op, _BRANCHES):
            carried += own
            own += [each for s in op.successors for each in _arrays(s.args)]
        elif isinstance(op, func.ReturnOp):
            returned += [(op, value) for value in own]
        elif op.next_op is None and (parent := op.parent_op()) is not function:
            if own and parent is not None:
                carried += own if isinstance(parent, _LOOPS) else ()
                own += _arrays(parent.results)
                own += [
                    each
                    for region in parent.regions
                    for block in region.blocks
                    for each in _arrays(block.args)
                ]
        if op is not function:
            own += _arrays(op.results)
            for region in op.regions:
                if region.first_block is not None:
                    own += _arrays(region.first_block.args)
        if len(own) > 1:
            connected.append(own)
    if not allocations or not (carried or returned):
        return frozenset()
    values = [value for group in connected for value in group]
    values += [made.memref for made in allocations]
    values += [*carried, *(value for _, value in returned)]
    classes = DisjointSet([*dict.fromkeys(values)])
    for first, *others in connected:
        for other in others:
            classes.union(first, other)
    by_class = {classes.find(made.memref): made for made in allocations}
    for op, value in returned:
        if (made := by_class.get(classes.find(value))) is not None:
            message = (
                f"'{op.name}': the array may be one that '{made.name}' allocates in "
                "this function, which does not outlive it (mlir-opt's "
                "--buffer-results-to-out-params makes it an argument)"
            )
            raise Diagnostic(op.location, message)
    kept = {classes.find(value) for value in carried}
    entry = function.regions[0].first_block
    return {
        made
        for made in allocations
        if made.parent is not entry and classes.find(made.memref) in kept
    }


def _arrays(values: Iterable[SSAValue]) -> list[SSAValue]:
    return [value for value in values if isinstance(value.type, MemRefType)]

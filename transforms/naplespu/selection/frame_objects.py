"""
The frame object that the accesses of each alias class are to.

The simulator checks accesses against it. An address is that of an object, a sum with
one, or a block argument that is passed such addresses; the object of a class is known
if all of its accesses have an address of the same object.
"""

from collections import defaultdict

from xdsl.dialects.builtin import DictionaryAttr, IntAttr
from xdsl.ir import Operation, Region, SSAValue

from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.ops import RecordOp, argument_passed
from circ.dialects.naplespu.pseudos import FrameAddressOp

_SUMS = {"ADDSSS_32": 2, "ADDSSI": 1, "SUBSSS_32": 1, "SUBSSI": 1, "MOVE_SS_32": 1}
"""By record, the number of operands that an address may come from."""


def frame_objects(body: Region) -> DictionaryAttr | None:
    """Object numbers by alias class; the code is not register-allocated yet."""
    objects: dict[SSAValue, set[int]] = defaultdict(set)
    work = [(op.result, op.number.data) for op in operations_in(body, FrameAddressOp)]
    if not work:
        return None
    accesses = [
        op for op in operations_in(body, RecordOp) if op.memory and op.memory.alias.data
    ]
    if not accesses:
        return None
    while work:
        value, number = work.pop()
        if number in objects[value]:
            continue
        objects[value].add(number)
        for use in value.uses:
            work += [(next, number) for next in _passed(use.operation, use.index)]
    found: dict[str, set[int]] = defaultdict(set)
    for op in accesses:
        assert op.memory is not None
        if op.memory.size.data < op.memory.align.data:
            continue  # a line around what is meant, which is not checked
        own = objects.get(op.operands[-1], set())
        found[op.memory.alias.data] |= own if len(own) == 1 else {-1}
    known = {alias: own.pop() for alias, own in found.items() if len(own) == 1}
    return DictionaryAttr({a: IntAttr(n) for a, n in known.items() if n >= 0})


def _passed(op: Operation, index: int) -> list[SSAValue]:
    """The values that are addresses in the same object if this operand is one."""
    if isinstance(op, RecordOp):
        return list(op.results) if index < _SUMS.get(op.RECORD.name, 0) else []
    argument = argument_passed(op, index)
    return [] if argument is None else [argument]

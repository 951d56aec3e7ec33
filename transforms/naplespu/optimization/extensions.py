"""
Extensions of bytes and halves that nobody needs (`naplespu-combine`).

Selection loads bytes and halves with their sign; a zero-extended one is masked then.
Where no use of a load needs the sign, neither directly nor as the block argument that
it is passed to, the load without sign gives the masked value itself. And a block
argument that only extended values are passed to is extended. Nor is an extension needed
of which only the low bits are used, such as those that a store of a byte writes.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from xdsl.ir import BlockArgument, Region, SSAValue, Use
from xdsl.rewriter import Rewriter

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.generated.operations import operations
from circ.dialects.naplespu.ops import ConditionalBranch, argument_passed
from circ.dialects.naplespu.semantics import ACCESSES
from circ.targets.naplespu.generated.instr_info import INSTRUCTIONS
from circ.transforms.naplespu.analysis.demanded_bits import (
    EXTENDED,
    DemandedBits,
    is_scalar,
    other_constant,
)
from circ.transforms.naplespu.analysis.live_values import terminator
from circ.transforms.naplespu.analysis.value_ranges import Ranges

AND = "and_i32"
UNSIGNED = 0xFF, 0xFFFF
EQUALITY = "cmpeq_i32", "cmpne_i32"


@cache
def unsigned_loads() -> Mapping[type[RecordOp], tuple[type[RecordOp], int]]:
    """By load that extends with the sign: the one with zeros, and the mask."""
    loads = {
        (access, INSTRUCTIONS[record.RECORD.opcode].schedule_class): record
        for record in operations().values()
        if (access := ACCESSES.get(record.RECORD.operation)) is not None
        and access.load
        and not access.vector
    }
    return {
        record: (loads[replace(access, signed=False), space], mask)
        for (access, space), record in loads.items()
        if access.signed
        for mask in [(1 << 8 * access.element) - 1]
    }


def combine_extensions(body: Region) -> int:
    """
    Let loads extend as their uses do, and drop extensions; returns how many.

    Linear: the uses of each value are looked at once for bytes and once for halves.
    """
    return _load_unsigned(body) + _drop_extensions(body) + _drop_ignored(body)


# region Loads


def _load_unsigned(body: Region) -> int:
    known = unsigned_loads()
    by_mask: dict[int, list[RecordOp]] = defaultdict(list)
    for op in operations_in(body, RecordOp):
        if (found := known.get(op.__class__)) is not None:
            by_mask[found[1]].append(op)
    changed = 0
    for mask, ops in by_mask.items():
        for op in _without_sign(mask, ops):
            _replace(op)
            changed += 1
    return changed


def _without_sign(mask: int, loads: Sequence[RecordOp]) -> Sequence[RecordOp]:
    """The loads whose sign nobody needs, some of whose uses extend them with zeros."""
    demanded = DemandedBits(op.results[0] for op in loads)
    sources: dict[SSAValue, list[SSAValue]] = defaultdict(list)
    masked: list[SSAValue] = []
    signed: list[SSAValue] = []
    seen: set[SSAValue] = set()
    work: list[SSAValue] = [op.results[0] for op in loads]
    while work:
        value = work.pop()
        if value in seen:
            continue
        seen.add(value)
        for use in value.uses:
            argument = argument_passed(use.operation, use.index)
            if argument is not None:
                sources[argument].append(value)
                work.append(argument)
            elif _masks(use) == mask:
                masked.append(value)
            elif demanded.of_use(use) > mask.bit_length() and _sees_sign(use, mask):
                signed.append(value)
    found = _closure(masked, sources) - _closure(signed, sources)
    return [op for op in loads if op.results[0] in found]


def _sees_sign(use: Use, mask: int) -> bool:
    """Does a use of all bits depend on whether they are extended with the sign?"""
    op = use.operation
    if not isinstance(op, RecordOp):
        return not isinstance(op, ConditionalBranch)
    if not is_scalar(op) or op.RECORD.operation not in EQUALITY:
        return True
    constant = other_constant(use)
    return constant is None or constant > mask >> 1


def _replace(op: RecordOp) -> None:
    """Load with zeros; what masks the load is that."""
    record, mask = unsigned_loads()[op.__class__]
    loaded = op.results[0]
    masked = [use.operation for use in loaded.uses if _masks(use) == mask]
    new = record.create(
        operands=op.operands,
        result_types=op.result_types,
        properties=op.properties,
        attributes=op.attributes,
        location=op.location,
    )
    Rewriter.replace_op(op, new)
    for user in masked:
        Rewriter.replace_op(user, (), new.results)


# endregion
# region Block arguments


def _drop_extensions(body: Region) -> int:
    """Drop those of block arguments that get nothing but extended values."""
    by_kind: dict[tuple[bool, int], list[RecordOp]] = defaultdict(list)
    for block in body.blocks:
        for argument in block.args:
            for use in argument.uses:
                if (kind := _extends(use, argument)) is not None:
                    assert isinstance(use.operation, RecordOp)
                    by_kind[kind].append(use.operation)
    if not by_kind:
        return 0
    passed: dict[SSAValue, list[SSAValue]] = defaultdict(list)
    arguments: set[SSAValue] = set()
    for block in body.blocks:
        op = terminator(block)
        for index, value in enumerate(op.operands):
            if (argument := argument_passed(op, index)) is not None:
                passed[value].append(argument)
                arguments.add(argument)
    ranges, changed = Ranges(), 0
    for (signed, bits), ops in by_kind.items():
        bits_of = ranges.signed_bits if signed else ranges.unsigned_bits
        others = [v for v in passed if v not in arguments and bits_of(v) > bits]
        extended = arguments - _closure(others, passed)
        for op in ops:
            value = next(v for v in op.operands if isinstance(v, BlockArgument))
            if value in extended:
                Rewriter.replace_op(op, (), [value])
                changed += 1
    return changed


def _extends(use: Use, value: SSAValue) -> tuple[bool, int] | None:
    """Whether a use extends a value with its sign, and the bits that it has then."""
    op = use.operation
    if isinstance(op, RecordOp) and is_scalar(op):
        if (bits := EXTENDED.get(op.RECORD.operation)) is not None:
            return True, bits
        if (mask := _masks(use)) in UNSIGNED:
            return False, mask.bit_length()
    return None


# endregion
# region Low bits


def _drop_ignored(body: Region) -> int:
    """Drop extensions of which only bits are used that they leave as they are."""
    every = (_extended(op) for op in operations_in(body, RecordOp))
    extensions = [use for use in every if use is not None]
    demanded = DemandedBits(use.operation.results[0] for use in extensions)
    changed = 0
    for use in extensions:
        op, mask = use.operation, _masks(use)
        assert isinstance(op, RecordOp)
        bits = EXTENDED[op.RECORD.operation] if mask is None else _low_ones(mask)
        if demanded.of(op.results[0]) <= bits:
            Rewriter.replace_op(op, (), [op.operands[use.index]])
            changed += 1
    return changed


def _extended(op: RecordOp) -> Use | None:
    """The operand that an operation extends or masks."""
    name = op.RECORD.operation
    if name in EXTENDED:
        return Use(op, 0) if is_scalar(op) else None
    uses = (Use(op, index) for index in range(len(op.operands) if name == AND else 0))
    return next((use for use in uses if _masks(use) is not None), None)


def _low_ones(mask: int) -> int:
    """How many of the low bits are ones up to the first zero."""
    return (~mask & mask + 1).bit_length() - 1


# endregion


def _closure(
    values: Iterable[SSAValue], next: Mapping[SSAValue, Iterable[SSAValue]]
) -> set[SSAValue]:
    """The values, and all that follow them."""
    found: set[SSAValue] = set()
    work = [*values]
    while work:
        value = work.pop()
        if value not in found:
            found.add(value)
            work += next.get(value, ())
    return found


def _masks(use: Use) -> int | None:
    """The constant with which a use masks a value."""
    op = use.operation
    if isinstance(op, RecordOp) and op.RECORD.operation == AND and is_scalar(op):
        return other_constant(use)
    return None

"""
How many of a scalar register's low bits matter, before register allocation.

A store of a byte needs eight bits of what it stores, and so does all that these bits of
a sum, a product or a block argument follow from. Carries go upwards only, so that low
bits follow from as many low bits.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from xdsl.ir import SSAValue, Use

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.naplespu.generated.operations import ScalarType
from circ.dialects.naplespu.ops import argument_passed
from circ.dialects.naplespu.pseudos import constant_of
from circ.dialects.naplespu.semantics import ACCESSES

WIDTH = 32
UPWARDS = {
    f"{name}_i32"
    for name in ("add", "sub", "mull", "and", "or", "xor", "not", "move", "sext32")
}
"""Operations whose low bits follow from as many low bits of each source."""
EXTENDED = {"sext8_i32": 8, "sext16_i32": 16}
"""The operations that extend with the sign, and how many bits."""


def is_scalar(op: RecordOp) -> bool:
    """Are all sources of an instruction scalar registers?"""
    return all(source is ScalarType for source in op.RECORD.shape.sources)


def other_constant(use: Use) -> int | None:
    """The bits of the constant that an operation of two sources also has."""
    op = use.operation
    assert isinstance(op, RecordOp)
    if op.imm is not None:
        return op.imm.data % (1 << WIDTH)
    return constant_of(op.operands[1 - use.index]) if len(op.operands) == 2 else None


@dataclass(frozen=True)
class _Flow:
    """What a use needs of an operand."""

    limit: int = WIDTH
    """The most bits."""
    into: SSAValue | None = None
    """Where it is only what is needed of this value."""
    shift: int = 0
    """How many bits further up the operand's bits are there."""

    def needed(self, of_result: int) -> int:
        return max(0, min(self.limit, of_result - self.shift))


class DemandedBits:
    """Of values, and of what is computed from them; near-linear in the uses."""

    def __init__(self, values: Iterable[SSAValue]):
        self._bits: dict[SSAValue, int] = {}
        sources: dict[SSAValue, list[tuple[SSAValue, _Flow]]] = defaultdict(list)
        work = [*values]
        while work:
            value = work.pop()
            if value in self._bits:
                continue
            bits = 0
            for use in value.uses:
                flow = _flow(use)
                if flow.into is None:
                    bits = max(bits, flow.limit)
                else:
                    sources[flow.into].append((value, flow))
                    work.append(flow.into)
            self._bits[value] = bits
        pending = [value for value, bits in self._bits.items() if bits]
        while pending:
            value = pending.pop()
            for source, flow in sources[value]:
                if (needed := flow.needed(self._bits[value])) > self._bits[source]:
                    self._bits[source] = needed
                    pending.append(source)

    def of(self, value: SSAValue) -> int:
        """The low bits of one of the values that matter."""
        return self._bits[value]

    def of_use(self, use: Use) -> int:
        """The low bits that a use of one of the values needs."""
        flow = _flow(use)
        return flow.limit if flow.into is None else flow.needed(self._bits[flow.into])


def _flow(use: Use) -> _Flow:
    op = use.operation
    if (argument := argument_passed(op, use.index)) is not None:
        return _Flow(into=argument)
    if not isinstance(op, RecordOp) or not is_scalar(op):
        return _Flow()
    name = op.RECORD.operation
    access = ACCESSES.get(name)
    if access is not None:
        stored = use.index == 0 and not access.load
        return _Flow(8 * access.element) if stored else _Flow()
    if name in EXTENDED:
        return _Flow(EXTENDED[name], op.results[0])
    if name == "shl_i32" and use.index == 0:
        amount = other_constant(use)
        return _Flow() if amount is None else _Flow(WIDTH, op.results[0], amount)
    if name not in UPWARDS:
        return _Flow()
    mask = other_constant(use) if name == "and_i32" else None
    return _Flow(WIDTH if mask is None else mask.bit_length(), op.results[0])

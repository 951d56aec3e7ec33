"""
Memory of several lanes: rows of consecutive elements, and slots of the frame.

An access to consecutive elements is one of the machine's. What the address of lane 0 is
computed from is computed once more, for that lane alone: the machine has scalars for
it, and knows the address of the row.
"""

from collections.abc import Set as AbstractSet

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Operation, SSAValue

from circ.dialects.common.memory import MemoryAttr
from circ.dialects.gen import FuncOp, Instruction, create, loadi, written_by
from circ.dialects.gen.rules import further_sources
from circ.transforms.gen.emitter import NewRegister
from circ.transforms.gen.strides import Strides


class LaneRows:
    """The accesses of a function of one lane that become rows of several."""

    def __init__(
        self,
        func: FuncOp,
        lanes: int,
        varying: AbstractSet[SSAValue],
        strides: Strides,
        new: NewRegister,
    ):
        self._lanes = lanes
        self._new = new
        self._rows: set[Instruction] = set()
        self._first: dict[SSAValue, SSAValue] = {}
        """By register with lanes: the one for what it is in lane 0."""
        writers: dict[SSAValue, list[Operation]] = {}
        work: list[SSAValue] = []
        for block in func.body.blocks:
            for op in block.ops:
                for register in written_by(op):
                    writers.setdefault(register, []).append(op)
                if (
                    isinstance(op, Instruction)
                    and op.ROW.kind in ("Load", "Store")
                    and len(op.operands) == 2 + further_sources(op)
                    and not op.scalar.is_bool
                    and op.srcs[0] in varying
                    and strides.of(op.srcs[0]) == op.scalar.bytes
                ):
                    self._rows.add(op)
                    work.append(op.srcs[0])
        while work:
            register = work.pop()
            if register in varying and register not in self._first:
                self._first[register] = new("dword", True)
                for op in writers[register]:
                    assert isinstance(op, Instruction), "it has a stride"
                    work += op.srcs

    def first_lane(self, op: Instruction) -> list[Operation]:
        """The instruction for lane 0 of what is written, if that is needed."""
        if len(op.dsts) != 1 or (dst := self._first.get(op.dsts[0])) is None:
            return []
        if op.ROW.opcode == "SIMD_ID":
            return [loadi(dst, "uint32", 0, location=op.location)]
        srcs = [self._first.get(register, register) for register in op.srcs]
        type = op.scalar.name
        return [create(op.ROW.opcode, type, (dst,), srcs, location=op.location)]

    def rewrite(self, op: Instruction) -> list[Operation]:
        """Let an access name its first element; what computes the addresses."""
        if op not in self._rows:
            return []
        size, access = op.scalar.bytes, op.access
        whole = IntAttr(size * self._lanes)
        if access is None:
            row = MemoryAttr(whole, size, 0, "", 0)
        else:
            space, alias, volatile = access.space, access.alias, access.volatile
            row = MemoryAttr(whole, access.align, space, alias, volatile)
        lane, factor, offset, place = (self._new("dword", False) for _ in range(4))
        first = self._first[op.srcs[0]]
        op.operands = [*op.dsts, place, *op.srcs[1:]]
        op.properties["memory"] = row
        location = op.location
        return [
            create("SIMD_ID", "uint32", (lane,), (), location=location),
            loadi(factor, "uint32", size, location=location),
            create("MUL", "uint32", (offset,), (lane, factor), location=location),
            create("ADD", "uint32", (place,), (offset, first), location=location),
        ]


def slots(op: Instruction, lanes: int, new: NewRegister) -> list[Operation]:
    """What a slot of the frame becomes: one for each lane."""
    (dst,), location = op.dsts, op.location
    align = op.integer("align")
    size = op.integer("size")
    size += -size % align
    base = new("dword", True)
    lane, stride, offset = (new("dword", False) for _ in range(3))
    return [
        create(
            *("FRAME", "uint32", (base,), ()),
            size=size * lanes,
            align=align,
            location=location,
        ),
        create("SIMD_ID", "uint32", (lane,), (), location=location),
        loadi(stride, "uint32", size, location=location),
        create("MUL", "uint32", (offset,), (lane, stride), location=location),
        create("ADD", "uint32", (dst,), (base, offset), location=location),
    ]

"""
Accesses to numbers that are not aligned to their size: a part at a time.

Packed structs and copies of bytes have them. A machine that accesses a number only at
a multiple of its size gets accesses of parts that are as wide as the alignment allows.
"""

from xdsl.ir import SSAValue

from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.common.reports import count, missed
from circ.dialects.gen import SCALARS, FuncOp, Instruction, create, instructions_in
from circ.dialects.gen.instructions import OTHERS_ANY, UNIT
from circ.dialects.gen.types import UNSIGNED
from circ.transforms.gen.emitter import Emitter, NewRegister


def split_accesses(function: FuncOp, new: NewRegister, word: int) -> None:
    """Split the accesses of a function to numbers of at most a `word` of bits."""
    for op in instructions_in(function, "LOAD", "STORE"):
        access = op.access
        if access is not None and access.align.data < op.scalar.bytes:
            if op.scalar.width <= word and not op.scalar.is_bool:
                count("unaligned accesses split")
                missed(op, f"an access aligned to {access.align.data}: in parts")
                _Split(function, op, access, new).run()


class _Split:
    """One access in parts, the low one first."""

    def __init__(
        self, function: FuncOp, op: Instruction, access: MemoryAttr, new: NewRegister
    ):
        self.op, self.emit = op, Emitter.like(function, op, new)
        self.size, self.part = op.scalar.bytes, access.align.data
        self.type = UNSIGNED[max(op.scalar.width, 32)]
        """The type in which parts are joined."""
        self.part_type = UNSIGNED[8 * self.part]
        self.whole_type = UNSIGNED[op.scalar.width]
        volatile = bool(access.volatile.data)
        self.predicate = op.predicate
        self.access = memory(
            self.part, self.part, access.space.data, access.alias.data, volatile
        )

    def run(self) -> None:
        address, *values = self.op.srcs
        if self.predicate is not None:
            values.pop()
        for number, dst in enumerate(self.op.dsts):
            self._load(dst, address, number * self.size)
        for number, value in enumerate(values):
            self._store(value, address, number * self.size)
        self.emit.replace(self.op)

    def _load(self, dst: SSAValue, address: SSAValue, offset: int) -> None:
        emit, joined = self.emit, None
        for start in range(0, self.size, self.part):
            place = emit.offset(address, offset + start)
            part = emit.new(SCALARS[self.part_type].family)
            self._access("LOAD", (part,), (place,))
            value = self._converted(part, self.part_type, self.type)
            if start:
                amount = emit.constant(self.type, 8 * start)
                value = emit.temporary("SHL", self.type, value, amount)
            if joined is not None:
                value = emit.temporary("OR", self.type, joined, value)
            joined = value
        assert joined is not None
        if self.predicate is not None and self.op.keeps_lanes:
            whole = self._converted(joined, self.type, self.whole_type)
            emit.put("SEL", self.whole_type, dst, self.predicate, whole, dst)
            return
        opcode = "MOV" if self.type == self.whole_type else "CVT"
        source = None if opcode == "MOV" else self.type
        emit.put(opcode, self.whole_type, dst, joined, src_type=source)

    def _store(self, value: SSAValue, address: SSAValue, offset: int) -> None:
        emit = self.emit
        whole = self._converted(value, self.whole_type, self.type)
        for start in range(0, self.size, self.part):
            part = whole
            if start:
                amount = emit.constant(self.type, 8 * start)
                part = emit.temporary("SHR", self.type, whole, amount)
            part = self._converted(part, self.type, self.part_type)
            self._access("STORE", (), (emit.offset(address, offset + start), part))

    def _converted(self, value: SSAValue, source: str, target: str) -> SSAValue:
        if source == target:
            return value
        return self.emit.temporary("CVT", target, value, src_type=source)

    def _access(
        self, opcode: str, dsts: tuple[SSAValue, ...], srcs: tuple[SSAValue, ...]
    ) -> None:
        if self.predicate is not None:
            srcs = (*srcs, self.predicate)
        part = create(
            opcode,
            self.part_type,
            dsts,
            srcs,
            predicated=self.predicate is not None,
            space=self.op.properties.get("space"),
            memory=self.access,
            location=self.op.location,
        )
        if self.predicate is not None:
            part.attributes[OTHERS_ANY] = UNIT
        self.emit.ops.append(part)

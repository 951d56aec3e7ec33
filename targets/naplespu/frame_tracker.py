"""What the simulator checks of accesses to objects of a frame, and of partial loads."""

from dataclasses import replace
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntAttr
from xdsl.ir import Attribute, Block, Operation

from circ.dialects.naplespu.ops import FuncOp, RecordOp
from circ.dialects.naplespu.register_file import FP, LANES, SP
from circ.dialects.naplespu.registers import ScalarType
from circ.dialects.naplespu.semantics import ACCESSES
from circ.targets.naplespu.object.branch_relaxation import Emitted
from circ.targets.naplespu.object.objectfile import ObjectBounds


class FrameTracker:
    """
    Where the objects of a function's frame are from `sp` or `fp`, at each instruction.

    Accesses may stand after the epilogue, where `sp` is higher by the frame's size.
    """

    def __init__(self, func: FuncOp):
        self._objects = (func.objects or DictionaryAttr({})).data
        self._size = 0 if func.frame is None else func.frame.data
        self._is_entry = False
        self._above: dict[int, int | None] = {}
        """By register, how far it is above where it is in the body; None: unknown."""

    def enter(self, block: Block) -> None:
        """Begin a block: only the entry has instructions before the frame is made."""
        self._is_entry = block.prev_block is None
        self._above = {SP: 0, FP: 0}
        if self._is_entry:
            self._above = {SP: self._size, FP: None}

    def with_bounds(self, op: Operation, item: Emitted) -> Emitted:
        """The instruction with what is to be checked of it."""
        if not isinstance(op, RecordOp):
            return item
        if self._objects:
            for result in op.results:
                self._note_write(op, result.type)
        # Most have none; to ask for the field takes longer.
        if "memory" not in op.properties or op.memory is None:
            return item
        access = ACCESSES.get(op.RECORD.operation)
        if access is None or access.indexed:
            return item
        if access.vector and op.memory.size.data < LANES * access.element:
            return replace(item, reads_line=access.load)
        return replace(item, bounds=self._bounds(op.memory.alias.data))

    def _bounds(self, alias: str) -> ObjectBounds | None:
        place = self._objects.get(alias)
        if place is None:
            return None
        numbers = cast(ArrayAttr[IntAttr], place).data
        register, start, end = (number.data for number in numbers)
        above = self._above[register]
        if above is None:
            return None
        return ObjectBounds(register, start - above, end - above)

    def _note_write(self, op: RecordOp, type: Attribute) -> None:
        if not isinstance(type, ScalarType) or not isinstance(type.index, IntAttr):
            return
        register = type.index.data
        if register not in self._above:
            return
        above, first = self._above[register], self._is_entry
        if register == SP:
            first = first and above == self._size
            own = op.RECORD.name == "ADDSSI" and op.operands[0].type == type
            if own and op.imm is not None and above is not None:
                self._above[SP] = above + op.imm.data
                return
            if above == 0 and op.RECORD.name == "ADDSSS_32":
                # A large frame goes. (Objects of frames that grow are found by `fp`.)
                self._above[SP] = self._size
                return
        elif first:
            first = above is None and self._above[SP] == 0
        # The first write in the entry is the prologue's.
        self._above[register] = 0 if first else None

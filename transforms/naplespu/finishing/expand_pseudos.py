"""
Expansion of pseudo operations that need no frame: constants, addresses, lane masks.

docs/reference/naplespu-isa.md, section 1.7: `movei` zero-extends its 16 bits; any other
constant is `moveih` and `moveil`, which keep the other half, and an address `leah` and
`leal`.

An operation under a mask of its own saves `rm` in `tr`, sets it, and restores it: `rm`
changes nowhere else unless the program writes it. In a function that writes the mask
itself, operations on all lanes run with all lanes enabled.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import IntAttr, LocationAttr, ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from circ.dialects.common.algebra import to_signed
from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count
from circ.dialects.naplespu.generated.operations import operations
from circ.dialects.naplespu.masked import (
    InsertElementOp,
    UnderMaskOp,
    VectorCopyOp,
    VectorSelectOp,
    has_mask,
)
from circ.dialects.naplespu.ops import (
    FuncOp,
    instruction,
)
from circ.dialects.naplespu.pseudos import (
    GetRegisterOp,
    LoadConstantOp,
    SplatConstantOp,
)
from circ.dialects.naplespu.register_file import ALL_LANES, RM, TR
from circ.dialects.naplespu.registers import scalar
from circ.transforms.naplespu.finishing.constants import (
    constant,
    expand_vector_constants,
)


@dataclass(frozen=True)
class ExpandPseudosPass(ModulePass):
    """Expand constants, addresses and masked operations into instructions."""

    name = "naplespu-expand-pseudos"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        expand_vector_constants(op)
        for func in operations_in(op.body, FuncOp):
            _expand_function(func)


def _expand_function(func: FuncOp) -> None:
    masked = has_mask(func.body)
    restored: Operation | None = None
    for op in operations_in(
        func.body,
        LoadConstantOp,
        SplatConstantOp,
        VectorSelectOp,
        InsertElementOp,
        UnderMaskOp,
        VectorCopyOp,
    ):
        count("pseudo instructions expanded")
        match op:
            case LoadConstantOp():
                Rewriter.replace_op(op, expand(op))
            case SplatConstantOp():
                restored = _Sequence(op, masked, restored).splat(op)
            case VectorSelectOp():
                restored = _Sequence(op, masked, restored).select(op)
            case InsertElementOp():
                restored = _Sequence(op, masked, restored).insert_element(op)
            case UnderMaskOp():
                restored = _Sequence(op, masked, restored).under_mask(op)
            case VectorCopyOp():
                restored = _Sequence(op, masked, restored).copy(op)


def expand(op: LoadConstantOp) -> list[RecordOp]:
    """The instructions of one constant or address, which the last one computes."""
    type = op.result.type
    if op.symbol is not None:
        symbol: dict[str, Attribute] = {"symbol": op.symbol}
        if op.addend is not None:
            symbol["imm"] = op.addend
        high = operations()["LEAH"].create(
            result_types=[type], properties=symbol, location=op.location
        )
        low = operations()["LEAL"].create(
            operands=high.results,
            result_types=[type],
            properties=symbol,
            location=op.location,
        )
        return [high, low]
    assert isinstance(op.value, IntAttr)
    return constant(op.value.data, type, ("MOVEISI", "MOVEIHSI", "MOVEILSI"), op)


class _Sequence:
    """
    The instructions that replace one operation.

    Each class of operations has a method that returns the operation that restores the
    mask, if any. If the sequence right before ends with restoring it, the mask is still
    saved.
    """

    def __init__(self, op: Operation, masked: bool, restored: Operation | None):
        self.op = op
        self.location: LocationAttr = op.location
        self.masked = masked
        """May some lanes be disabled at the operation?"""
        self.saved: SSAValue | None = None
        self.restored = restored

    def append(self, new: Operation) -> Operation:
        block = self.op.parent
        assert block is not None
        block.insert_op_before(new, self.op)
        return new

    def make(
        self, record: str, type: Attribute, *sources: SSAValue, imm: int | None = None
    ) -> SSAValue:
        new = instruction(record, sources, (type,), imm=imm, location=self.location)
        return self.append(new).results[0]

    def finish(self, result: SSAValue | None) -> Operation | None:
        """Restore the mask, and replace the operation's results."""
        restores: Operation | None = None
        if self.saved is not None:
            restores = instruction(
                "MOVE_SS_32", (self.saved,), (scalar(RM),), location=self.location
            )
            self.append(restores)
        Rewriter.replace_op(self.op, [], [] if result is None else [result])
        return restores

    # region The mask

    def save_mask(self) -> SSAValue:
        before = self.op.prev_op
        if self.saved is None and before is not None and before is self.restored:
            self.saved = before.operands[0]
            before.detach()
            before.erase()
        elif self.saved is None:
            count("lane masks saved")
            mask = GetRegisterOp.create(
                result_types=[scalar(RM)], location=self.location
            )
            self.append(mask)
            self.saved = self.make("MOVE_SS_32", scalar(TR), mask.result)
        return self.saved

    def enable_all_lanes(self) -> SSAValue:
        """The mask register with all lanes enabled; not saved if they are anyway."""
        self.save_mask()
        return self.make("MOVEISI", scalar(RM), imm=ALL_LANES)

    def set_mask(self, mask: SSAValue) -> None:
        self.save_mask()
        self.make("MOVE_SS_32", scalar(RM), mask)

    def moved(self, value: SSAValue, type: Attribute) -> SSAValue:
        """All lanes of a value in a register, copied if they are in another one."""
        if value.type == type:
            return value
        if self.masked:
            self.enable_all_lanes()
        return self.make("MOVE_VV_32", type, value)

    # endregion
    # region Operations

    def splat(self, op: SplatConstantOp) -> Operation | None:
        if self.masked:
            self.enable_all_lanes()
        records = ("MOVEIVI_U", "MOVEIHVI_U", "MOVEILVI_U")
        made = constant(op.value.data, op.result.type, records, op)
        for new in made:
            self.append(new)
        return self.finish(made[-1].results[0])

    def copy(self, op: VectorCopyOp) -> Operation | None:
        return self.finish(self.moved(op.source, op.result.type))

    def select(self, op: VectorSelectOp) -> Operation | None:
        type = op.result.type
        if op.true.type == type and op.old.type != type:
            # The lanes that are not selected go over those that are.
            all_lanes = self.enable_all_lanes() if self.masked else self.save_mask()
            self.make("XORSSS_32", scalar(RM), all_lanes, op.mask)
            return self.finish(self.make("MOVE_VV_M_32", type, op.old, op.true))
        kept = self.moved(op.old, type)
        if op.true.type == type:
            return self.finish(kept)
        self.set_mask(op.mask)
        return self.finish(self.make("MOVE_VV_M_32", type, op.true, kept))

    def insert_element(self, op: InsertElementOp) -> Operation | None:
        kept = self.moved(op.old, op.result.type)
        self.save_mask()
        if op.lane is not None:
            imm = to_signed(16, 1 << op.lane.data)
            self.make("MOVEISI", scalar(RM), imm=imm)
        else:
            assert op.position is not None
            one = self.make("MOVEISI", scalar(RM), imm=1)
            self.make("SLLSSS_32", scalar(RM), one, op.position)
        return self.finish(self.make("MOVE_VS_M_32", op.result.type, op.element, kept))

    def under_mask(self, op: UnderMaskOp) -> Operation | None:
        sources = list(op.registers)
        results: list[Attribute] = []
        if op.result is not None:
            assert op.old is not None
            results.append(op.result.type)
            sources.append(self.moved(op.old, op.result.type))
        self.set_mask(op.mask)
        new = instruction(
            op.record.data,
            sources,
            results,
            imm=None if op.imm is None else op.imm.data,
            memory=op.memory,
            location=self.location,
        )
        self.append(new)
        return self.finish(new.results[0] if results else None)

    # endregion

"""
`gen-return-in-memory`: functions with more results than there are registers for them.

The caller gives the address of room in its frame, as first argument, and loads the
results from there; the function stores them there, and returns the address. How many
results registers hold, the machine's calling convention says (`returned_struct`).
Vectors and lane masks stay results.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    LocationAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
)
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.common.machine import Machine
from circ.dialects.common.memory import SIGNATURE, memory
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, missed
from circ.dialects.common.signatures import IN_MEMORY
from circ.dialects.common.struct_layout import StructLayout
from circ.dialects.common.widths import width_of
from circ.dialects.gen import (
    CallIndirectOp,
    CallOp,
    FuncOp,
    InputsOp,
    RegisterOp,
    RetOp,
    family_of,
    frame,
    is_uniform,
    load,
    store,
)
from circ.dialects.gen.types import FAMILY_WIDTH, UNSIGNED, family_and_lanes
from circ.targets.machines import machine_of
from circ.transforms.gen.emitter import WORD, Emitter, declare

POINTER = "dword"


@dataclass(frozen=True)
class GenReturnInMemoryPass(ModulePass):
    """Return results in memory that the calling convention has no registers for."""

    name = "gen-return-in-memory"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        machine = machine_of(op)
        for func in op.ops:
            if isinstance(func, FuncOp):
                _Function(func, machine).run()


def struct_of(machine: Machine, kinds: Sequence[str]) -> StructLayout | None:
    """The struct for results of those families; None if registers hold them."""
    widths: list[int] = []
    masks = 0
    for kind in kinds:
        found = family_and_lanes(kind)
        assert found is not None, kind
        family, lanes = found
        if lanes > 1:
            masks += family == "bool"
        elif FAMILY_WIDTH[family] > WORD:
            return None  # which selection diagnoses
        else:
            widths.append(FAMILY_WIDTH[family])
    return machine.returned_struct(widths, masks)


class _Function:
    """The results and the calls of one function."""

    def __init__(self, func: FuncOp, machine: Machine):
        self.func = func
        self.machine = machine
        self.lanes = func.lane_count
        self.declare = declare(func)

    def run(self) -> None:
        func = self.func
        results = func.results_of_families
        if (layout := struct_of(self.machine, results)) is not None:
            count("functions that return in memory")
            missed(func, "results are returned in memory: they exceed the registers")
            kept = [kind for kind in results if kind not in FAMILY_WIDTH]
            func.result_families = _families([POINTER, *kept])
            func.input_families = _families([POINTER, *func.inputs_of_families])
            if SIGNATURE in func.attributes:
                func.attributes[IN_MEMORY] = UnitAttr()
            if not func.is_declaration:
                self._store(layout)
        for op in operations_in(func.body, CallOp, CallIndirectOp):
            self._call(op)

    def _emitter(self, location: LocationAttr) -> Emitter:
        """An emitter of uniform instructions."""
        return Emitter(self.declare, location, uniform=self.lanes > 1)

    def _store(self, layout: StructLayout) -> None:
        """Store the results at the address in the first argument."""
        func = self.func
        entry = func.body.first_block
        assert entry is not None
        pointer = self._emitter(func.location).new(POINTER)
        inputs = func.inputs
        first: Operation | None = entry.first_op
        while isinstance(first, RegisterOp):
            first = first.next_op
        assert first is not None, "an entry has inputs or a terminator"
        if isinstance(first, InputsOp):
            first, old = first.next_op, first
            assert first is not None
            old.detach()
            old.erase()
        entry.insert_op_before(InputsOp.of([pointer, *inputs], func.location), first)
        for block in func.body.blocks:
            if isinstance(last := block.last_op, RetOp):
                stored = [src for src in last.srcs if self._is_stored(src)]
                kept = [src for src in last.srcs if not self._is_stored(src)]
                emit = self._emitter(last.location)
                for i, src in enumerate(stored):
                    place = emit.offset(pointer, layout.offsets[i])
                    type, access = UNSIGNED[width_of(src.type)], memory(layout.sizes[i])
                    put = store(
                        place, (src,), type, memory=access, location=last.location
                    )
                    emit.ops.append(put)
                emit.ops.append(RetOp.of([pointer, *kept], last.location))
                emit.replace(last)

    def _is_stored(self, register: SSAValue) -> bool:
        return self.lanes == 1 or is_uniform(register)

    def _call(self, op: CallOp | CallIndirectOp) -> None:
        """Call with the address of a stack slot, and load the results from it."""
        stored = [dst for dst in op.dsts if self._is_stored(dst)]
        masks = sum(
            family_of(dst) == "bool" for dst in op.dsts if not self._is_stored(dst)
        )
        if any(width_of(dst.type) > WORD for dst in stored):
            return
        widths = [width_of(dst.type) for dst in stored]
        layout = self.machine.returned_struct(widths, masks)
        if layout is None:
            return
        location = op.location
        emit = self._emitter(location)
        room, back = emit.new(POINTER), emit.new(POINTER)
        emit.ops.append(frame(room, layout.size, layout.align, location=location))
        dsts = [back, *(dst for dst in op.dsts if not self._is_stored(dst))]
        if isinstance(op, CallOp):
            call = CallOp.of(op.callee, dsts, [room, *op.srcs], location)
        else:
            address, *srcs = op.srcs
            call = CallIndirectOp.of(address, dsts, [room, *srcs], location)
        call.attributes |= op.attributes
        emit.ops.append(call)
        for i, dst in enumerate(stored):
            place = emit.offset(room, layout.offsets[i])
            type, access = UNSIGNED[width_of(dst.type)], memory(layout.sizes[i])
            get = load((dst,), place, type, memory=access, location=location)
            emit.ops.append(get)
        emit.replace(op)


def _families(names: Sequence[str]) -> ArrayAttr[StringAttr]:
    return ArrayAttr(map(StringAttr, names))

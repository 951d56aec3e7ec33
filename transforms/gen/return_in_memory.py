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
from xdsl.rewriter import Rewriter

from circ.dialects.common.machine import Machine
from circ.dialects.common.memory import SIGNATURE, memory
from circ.dialects.common.signatures import IN_MEMORY
from circ.dialects.common.struct_layout import StructLayout
from circ.dialects.gen import (
    CallIndirectOp,
    CallOp,
    FuncOp,
    InputsOp,
    RegisterOp,
    RetOp,
    create,
    family_of,
    frame,
    is_uniform,
    load,
    loadi,
    store,
)
from circ.dialects.gen.rules import width_of
from circ.dialects.gen.types import FAMILY_WIDTH, family_and_lanes
from circ.targets.machines import machine_of

TYPES = {"bool": "bool", "byte": "uint8", "word": "uint16", "dword": "uint32"}
POINTER = "dword"


@dataclass(frozen=True)
class GenReturnInMemoryPass(ModulePass):
    """Return in memory what the calling convention has no registers for."""

    name = "gen-return-in-memory"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        machine = machine_of(op)
        for func in op.ops:
            if isinstance(func, FuncOp):
                _Function(func, machine).run()


def struct_of(machine: Machine, kinds: Sequence[str]) -> StructLayout | None:
    """The struct in which results of those families are returned, if they are."""
    widths: list[int] = []
    masks = 0
    for kind in kinds:
        found = family_and_lanes(kind)
        assert found is not None, kind
        family, lanes = found
        if lanes > 1:
            masks += family == "bool"
        elif family not in TYPES:
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

    def run(self) -> None:
        func = self.func
        results = func.results_of_families
        if (layout := struct_of(self.machine, results)) is not None:
            kept = [kind for kind in results if kind not in FAMILY_WIDTH]
            func.result_families = _families([POINTER, *kept])
            func.input_families = _families([POINTER, *func.inputs_of_families])
            if SIGNATURE in func.attributes:
                func.attributes[IN_MEMORY] = UnitAttr()
            if not func.is_declaration:
                self._store(layout)
        for block in func.body.blocks:
            for op in list(block.ops):
                if isinstance(op, CallOp | CallIndirectOp):
                    self._call(op)

    def _new(self, family: str, location: LocationAttr) -> SSAValue:
        """A further register of the function, with one value."""
        register = RegisterOp.of(family, uniform=self.lanes > 1, location=location)
        entry = self.func.body.first_block
        assert entry is not None and entry.first_op is not None
        entry.insert_op_before(register, entry.first_op)
        return register.handle

    def _store(self, layout: StructLayout) -> None:
        """Store what is returned where the first argument says."""
        func = self.func
        entry = func.body.first_block
        assert entry is not None
        pointer = self._new(POINTER, func.location)
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
                for i, src in enumerate(stored):
                    place = self._place(pointer, layout.offsets[i], last)
                    type, access = TYPES[family_of(src)], memory(layout.sizes[i])
                    put = store(
                        place, (src,), type, memory=access, location=last.location
                    )
                    block.insert_op_before(put, last)
                returned = RetOp.of([pointer, *kept], last.location)
                Rewriter.replace_op(last, returned)

    def _is_stored(self, register: SSAValue) -> bool:
        return self.lanes == 1 or is_uniform(register)

    def _place(self, pointer: SSAValue, offset: int, before: Operation) -> SSAValue:
        """The register with the address of a number; what makes it comes before."""
        if not offset:
            return pointer
        block, location = before.parent, before.location
        assert block is not None
        distance = self._new(POINTER, location)
        place = self._new(POINTER, location)
        block.insert_op_before(
            loadi(distance, "uint32", offset, location=location), before
        )
        block.insert_op_before(
            create("ADD", "uint32", (place,), (pointer, distance), location=location),
            before,
        )
        return place

    def _call(self, op: CallOp | CallIndirectOp) -> None:
        """Call with room for the results, and load them."""
        stored = [dst for dst in op.dsts if self._is_stored(dst)]
        masks = sum(
            family_of(dst) == "bool" for dst in op.dsts if not self._is_stored(dst)
        )
        if any(family_of(dst) not in TYPES for dst in stored):
            return
        widths = [*map(width_of, stored)]
        layout = self.machine.returned_struct(widths, masks)
        if layout is None:
            return
        block, location = op.parent, op.location
        assert block is not None
        room, back = self._new(POINTER, location), self._new(POINTER, location)
        block.insert_op_before(
            frame(room, layout.size, layout.align, location=location), op
        )
        dsts = [back, *(dst for dst in op.dsts if not self._is_stored(dst))]
        if isinstance(op, CallOp):
            call = CallOp.of(op.callee, dsts, [room, *op.srcs], location)
        else:
            address, *srcs = op.srcs
            call = CallIndirectOp.of(address, dsts, [room, *srcs], location)
        call.attributes |= op.attributes
        after = op.next_op
        assert after is not None, "a block ends with a terminator"
        Rewriter.replace_op(op, call)
        for i, dst in enumerate(stored):
            place = self._place(room, layout.offsets[i], after)
            type, access = TYPES[family_of(dst)], memory(layout.sizes[i])
            get = load((dst,), place, type, memory=access, location=location)
            block.insert_op_before(get, after)


def _families(names: Sequence[str]) -> ArrayAttr[StringAttr]:
    return ArrayAttr(map(StringAttr, names))

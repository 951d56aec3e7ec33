"""
Kernels of gen as functions that a dispatch calls for each item.

What a kernel has of Gen's hardware becomes parameters, calls and memory:

- A special register is a hidden parameter or computed from some; `stack_pointer` is
  private memory of the item, `block_ip` the number of the block.
- Surfaces of the binding table (`bti`) are the arguments of kind `global`, from number
  2 on in their order; addresses in them are offsets. An access that is not inside its
  surface is diagnosed: the sizes are further arguments. Surface 254 is the local memory
  of the group; 0, 1 and 255 have flat addresses.
- Lanes of the hardware are items of a sub-group (`gen_groups.py`).
- A timestamp is what the machine has counted; the profiling record has those of an
  item, `RECORD` words by its number among all items.

Barriers stay SYNC (`gen_barriers.py`).
"""

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import (
    ArrayAttr,
    IntAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.kernel import (
    CONTROL_REGISTER,
    GLOBAL_ATOMICS,
    KERNEL,
    OUTSIDE_SURFACE,
    SUBGROUP_ITEMS,
    KernelAttr,
    kernel_of,
)
from circ.dialects.common.memory import SCRATCHPAD_SPACE, SIGNATURE, MemoryAttr, memory
from circ.dialects.gen import (
    BranchOp,
    CallOp,
    CondBranchOp,
    FuncOp,
    InputsOp,
    Instruction,
    create,
    family_of,
    frame,
    loadi,
    read_by,
    written_by,
)
from circ.dialects.gen.arguments import argument_registers
from circ.dialects.gen.instructions import segments
from circ.dialects.gen.rules import further_sources
from circ.dialects.gen.unsupported_features import CONSTANTS, STATELESS
from circ.dialects.source.signature import signature_of
from circ.transforms.gen.emitter import Emitter, declare
from circ.transforms.gen.inlining import split_from
from circ.transforms.gen.lower_arguments import load_structs, lower_arguments
from circ.transforms.gen.plain_control_flow import make_plain
from circ.transforms.kernels.driver import HIDDEN
from circ.transforms.kernels.gen_groups import GROUP_KINDS, SLOT_BYTES, Group, print_of

FIRST_SURFACE, LAST_SURFACE, LOCAL_SURFACE = 2, 253, 254
FLAT_SURFACES = 0, 1, STATELESS
"""Constant memory, private memory, and none: their addresses are flat."""

STACK_BYTES = 1024
"""The private memory of an item where the kernel does not say how much it needs."""

CLOCK = 4
"""The control register that counts."""

POINTS = (*range(20), 254, 255)
"""The points of a profiling record, in the order of its words."""
RECORD = len(POINTS)

OF_FAMILY = {"bool": i1, "byte": i8, "word": i16, "dword": i32, "qword": i64}
FLOATS = {"float": f32, "double": f64}


Made: TypeAlias = tuple[KernelAttr, Sequence[Attribute], Sequence[int | None]]
"""A kernel's attribute, and the types and sizes that a dispatch must know."""


def make_function(module: ModuleOp, func: FuncOp) -> Made:
    """Rewrite a kernel of gen; it has the attribute no more."""
    if func.lanes is not None:
        raise unsupported(func, "the dispatch of a kernel of several lanes")
    lower_arguments(func)
    load_structs(func)
    make_plain(func)
    return _Maker(module, func).run()


class _Maker:
    def __init__(self, module: ModuleOp, func: FuncOp):
        kernel = kernel_of(func)
        assert kernel is not None
        self.module, self.func, self.kernel = module, func, kernel
        self.new = declare(func)
        self.head = Emitter(self.new, func.location)
        """What is computed before all else."""
        each = argument_registers(func)
        self.arguments = [registers[0] for registers in each]
        self.further_words = [registers[1:] for registers in each]
        """The registers of each argument after the first one."""
        self.own = func.inputs[sum(map(len, each)) :]
        self.hidden: dict[str, SSAValue] = {}
        """Parameters that are added, by their names."""
        self.sizes: dict[int | None, SSAValue] = {}
        self.bases: dict[int, SSAValue] = {}
        """By argument: what is at its surface's beginning."""
        self.points: dict[int, SSAValue] = {}
        self.further = dict(kernel.further.data)
        self.surfaces = [k for k, kind in enumerate(kernel.kinds) if kind == "global"]
        self.group = Group(self.head, self.parameter)

    def run(self) -> Made:
        func, entry = self.func, self.func.body.blocks[0]
        types = self._types()
        self._number_blocks()
        offsets = [op for op in self._instructions() if _is_local_offset(op)]
        for op in self._instructions():
            self._rewrite(op)
        self._name_special()
        given = [self._given(k, bool(offsets)) for k in range(len(self.arguments))]
        registers = [
            *(register for parts in given for register in parts),
            *self.sizes.values(),
            *self.own,
            *self.hidden.values(),
        ]
        inputs = next((op for op in entry.ops if isinstance(op, InputsOp)), None)
        new_inputs = InputsOp.of(registers, func.location)
        if inputs is None:
            last = func.registers[-1:]
            if last:
                entry.insert_op_after(new_inputs, last[0])
            else:
                assert entry.first_op is not None
                entry.insert_op_before(new_inputs, entry.first_op)
        else:
            entry.insert_op_before(new_inputs, inputs)
            inputs.detach()
            inputs.erase()
        entry.insert_ops_after(self.head.ops, new_inputs)
        func.input_families = ArrayAttr(StringAttr(family_of(r)) for r in registers)
        for name in (KERNEL, SIGNATURE):
            func.attributes.pop(name, None)
        texts = [*self.kernel.texts, *(f"value size{k}" for k in self.sizes)]
        hidden = [*self.kernel.names("hidden"), *self.hidden]
        self.further["hidden"] = ArrayAttr(map(StringAttr, hidden))
        if "item_memory" in self.hidden:
            self.further["item_bytes"] = IntegerAttr(SLOT_BYTES, 32)
        kernel = KernelAttr.of(texts, self.further)
        return kernel, [*types, *[i32] * len(self.sizes)], [*self.sizes]

    def parameter(self, name: str) -> SSAValue:
        """A hidden parameter."""
        if name not in self.hidden:
            self.hidden[name] = self.new("dword", False)
        return self.hidden[name]

    def _instructions(self) -> list[Instruction]:
        return [
            op
            for block in self.func.body.blocks
            for op in block.ops
            if isinstance(op, Instruction)
        ]

    # region Arguments

    def _types(self) -> list[Attribute]:
        """The types of the arguments; a value's is that of an instruction on it."""
        if SIGNATURE in self.func.attributes:
            inputs = signature_of(self.func).inputs.data
            return [*inputs[: len(self.arguments)]]
        found: dict[SSAValue, Attribute] = {}
        for op in self._instructions():
            if op.ROW.types == "value" and "src_type" not in op.properties:
                for register in op.srcs:
                    if op.scalar.name in FLOATS:
                        found.setdefault(register, FLOATS[op.scalar.name])
        return [
            found.get(register, OF_FAMILY[family_of(register)])
            if kind == "value"
            else i32
            for register, kind in zip(self.arguments, self.kernel.kinds, strict=True)
        ]

    def _given(self, number: int, is_offset: bool) -> list[SSAValue]:
        """The parameters for an argument; the base of its surface is the first."""
        register, kind = self.arguments[number], self.kernel.kinds[number]
        emit, parts = self.head, [register]
        code: list[Operation] = []
        if family_of(register) == "qword":
            parts = [emit.new("dword") for _ in range(1 if kind != "value" else 2)]
            name, source = (
                ("BITCAST", "uint32") if kind == "value" else ("CVT", "uint32")
            )
            code.append(
                create(
                    *(name, "uint64", (register,), parts),
                    src_type=source,
                    location=emit.location,
                )
            )
        if number in self.bases:
            base = self.bases[number]
            code.insert(0, create("MOV", "uint32", (base,), parts[:1]))
        if kind == "local" and is_offset:
            absolute = emit.new("dword")
            local = self.parameter("local_memory")
            code.append(create("SUB", "uint32", parts[:1], (absolute, local)))
            parts = [absolute]
        emit.ops[:0] = code
        return [*parts, *self.further_words[number]]

    # endregion
    # region Special registers

    def _number_blocks(self) -> None:
        """`block_ip` in a block is the number of it."""
        names = {"block_ip": "uint16", "dwblockip": "uint32"}
        for declared in self.func.registers:
            name = "" if declared.special is None else declared.special.data
            if name not in names:
                continue
            declared.special, type = None, names[name]
            for number, block in enumerate(self.func.body.blocks):
                op = next(
                    (op for op in block.ops if declared.handle in read_by(op)), None
                )
                if op is not None:
                    code = loadi(declared.handle, type, number, location=op.location)
                    block.insert_op_before(code, op)

    def _name_special(self) -> None:
        """Let special registers be parameters, or what is computed of them."""
        used = {
            register
            for block in self.func.body.blocks
            for op in block.ops
            for register in (*read_by(op), *written_by(op))
            if op.operands
        }
        for declared in self.func.registers:
            register = declared.handle
            if declared.special is None:
                continue
            name = declared.special.data
            if register not in used:
                declared.detach()
                declared.erase()
            elif self._is_computed(name, register):
                declared.special = None

    def _is_computed(self, name: str, register: SSAValue) -> bool:
        """Compute a special register at the beginning; the others are diagnosed."""
        emit, type = self.head, "uint32"
        if name in HIDDEN:
            emit.put("MOV", type, register, self.parameter(name))
        elif name in CONSTANTS:
            emit.load_constant(register, type, CONSTANTS[name])
        elif name == "barrier_id":
            emit.load_constant(register, type, 0)
        elif name in ("constant_addrspace_start", "stack_size"):
            known = self.kernel.size("stack_bytes", STACK_BYTES)
            emit.load_constant(register, "uint64", known if name[0] == "s" else 0)
        elif name in ("thread_number", "threadid"):
            group = self.group
            found = group.count if name == "thread_number" else group.number
            emit.put("MOV", type, register, found)
        elif name == "stack_pointer":
            bytes = self.kernel.size("stack_bytes", STACK_BYTES)
            place = emit.new("dword")
            emit.ops.append(frame(place, max(bytes, 1), 16, location=emit.location))
            if family_of(register) == "qword":
                emit.put("CVT", "uint64", register, place, src_type=type)
            else:
                emit.put("MOV", type, register, place)
        else:
            return False
        return True

    # endregion
    # region Instructions

    def _rewrite(self, op: Instruction) -> None:
        emit, row = Emitter(self.new, op.location), op.ROW
        if row.kind in GROUP_KINDS or row.opcode in GROUP_KINDS:
            self.group.rewrite(op, emit)
            emit.replace(op)
        elif row.kind == "Printf" and op.dsts:
            print_of(self.module, self.kernel, op, emit)
            emit.replace(op)
        elif row.kind == "CalcTimestamp":
            register = emit.constant("uint32", CLOCK)
            point = self._point(op.integer("point"))
            call = CallOp.of(CONTROL_REGISTER, [point], [register], op.location)
            emit.ops.append(call)
            emit.replace(op)
        elif row.kind == "StoreProfiling":
            record = self._record(op, emit)
            emit.replace(op)
            self._rewrite_access(record)
        elif "space" in row.properties:
            for each in self._each_of_block(op) if op.flag("block") else [op]:
                self._rewrite_access(each)

    def _point(self, number: int) -> SSAValue:
        if number not in self.points:
            self.points[number] = self.head.constant("uint32", 0)
        return self.points[number]

    def _record(self, op: Instruction, emit: Emitter) -> Instruction:
        """Store the timestamps of an item at its number among all items."""
        number = emit.constant("uint32", 0)
        for axis in (2, 1, 0):
            size = self.parameter(f"global_size_{axis}")
            place = emit.temporary(
                *("SUB", "uint32", self.parameter(f"global_id_{axis}")),
                self.parameter(f"global_offset_{axis}"),
            )
            number = emit.temporary("MUL", "uint32", number, size)
            number = emit.temporary("ADD", "uint32", number, place)
        step = emit.constant("uint32", 4 * RECORD)
        address = emit.temporary("MUL", "uint32", number, step)
        values = [self._point(point) for point in POINTS]
        record = create(
            *("STORE", "uint32", (), (address, *values)),
            space="global",
            bti=op.integer("bti"),
            memory=memory(4 * RECORD, 4),
            location=op.location,
        )
        emit.ops.append(record)
        return record

    # endregion
    # region Accesses

    def _rewrite_access(self, op: Instruction) -> None:
        """An access to a surface, which becomes one of a flat address."""
        number = op.integer("bti") if op.flag("bti") else STATELESS
        emit = Emitter(self.new, op.location)
        if op.flag("dynamic_bti"):
            base, size, surface = self._dynamic(op, emit)
        elif number == LOCAL_SURFACE or _is_local_offset(op):
            base, size = self.parameter("local_memory"), self._size(None)
            surface = emit.constant("uint32", LOCAL_SURFACE)
            access = op.access
            op.properties["memory"] = (
                memory(_bytes(op), op.scalar.bytes, SCRATCHPAD_SPACE)
                if access is None
                else MemoryAttr(
                    *(access.size, access.align, IntAttr(SCRATCHPAD_SPACE)),
                    *(access.alias, access.volatile),
                )
            )
            op.properties["space"] = StringAttr("local")
        else:
            if op.ROW.kind == "Atomic":
                self.further[GLOBAL_ATOMICS] = UnitAttr()
            op.properties.pop("bti", None)
            if number in FLAT_SURFACES:
                emit.insert_before(op)
                return
            place = number - FIRST_SURFACE
            surface = emit.constant("uint32", number)
            if place < len(self.surfaces):
                argument = self.surfaces[place]
                base, size = self._base(argument), self._size(argument)
            else:
                base = size = emit.constant("uint32", 0)
        op.properties.pop("bti", None)
        index = len(op.dsts)
        offset = _word(emit, op.operands[index])
        address = emit.temporary("ADD", "uint32", base, offset)
        op.operands[index] = address
        self._check(op, emit, surface, offset, size)

    def _each_of_block(self, op: Instruction) -> list[Instruction]:
        """
        BLOCK: from one address on, the first element of each item of a sub-group.

        Then comes the second one of each; the access of an item becomes several.
        """
        emit, size = Emitter(self.new, op.location), op.scalar.bytes
        start = _word(emit, op.srcs[0])
        step = emit.temporary(
            "MUL", "uint32", self.group.lane, emit.constant("uint32", size)
        )
        start = emit.temporary("ADD", "uint32", start, step)
        last = len(op.srcs) - further_sources(op)
        dsts, values, further = op.dsts, op.srcs[1:last], op.srcs[last:]
        properties = {
            name: value
            for name, value in op.properties.items()
            if name not in ("block", "operandSegmentSizes")
        }
        access = op.access
        properties["memory"] = memory(
            *(size, size if access is None else min(access.align.data, size)),
            0 if access is None else access.space.data,
        )
        made: list[Instruction] = []
        for k in range(len(dsts) + len(values)):
            address = emit.offset(start, k * SUBGROUP_ITEMS * size)
            part = create(
                *(op.ROW.opcode, op.text("type"), dsts[k : k + 1]),
                (address, *values[k : k + 1], *further),
                location=op.location,
            )
            part.properties |= properties
            emit.ops.append(part)
            made.append(part)
        emit.replace(op)
        return made

    def _base(self, argument: int) -> SSAValue:
        if argument not in self.bases:
            self.bases[argument] = self.new("dword", False)
        return self.bases[argument]

    def _size(self, argument: int | None) -> SSAValue:
        if argument not in self.sizes:
            self.sizes[argument] = self.new("dword", False)
        return self.sizes[argument]

    def _dynamic(
        self, op: Instruction, emit: Emitter
    ) -> tuple[SSAValue, SSAValue, SSAValue]:
        """Base and size of the surface whose number is in a register."""
        if op.ROW.kind == "Atomic":
            self.further[GLOBAL_ATOMICS] = UnitAttr()
        srcs = [*op.srcs]
        surface = srcs.pop()
        op.operands = [*op.dsts, *srcs]
        op.properties["operandSegmentSizes"] = segments(len(op.dsts), len(srcs))
        op.properties.pop("dynamic_bti")
        if (family := family_of(surface)) != "dword":
            source = {"byte": "uint8", "word": "uint16", "qword": "uint64"}[family]
            surface = emit.temporary("CVT", "uint32", surface, src_type=source)
        base = size = emit.constant("uint32", 0)
        whole = emit.constant("uint32", -1)
        for number in FLAT_SURFACES:
            here = emit.compare(
                "EQ", "uint32", surface, emit.constant("uint32", number)
            )
            size = emit.temporary("SEL", "uint32", here, whole, size)
        for place, argument in enumerate(self.surfaces):
            number = emit.constant("uint32", place + FIRST_SURFACE)
            here = emit.compare("EQ", "uint32", surface, number)
            of_argument = self._base(argument), self._size(argument)
            base = emit.temporary("SEL", "uint32", here, of_argument[0], base)
            size = emit.temporary("SEL", "uint32", here, of_argument[1], size)
        return base, size, surface

    def _check(
        self,
        op: Instruction,
        emit: Emitter,
        surface: SSAValue,
        offset: SSAValue,
        size: SSAValue,
    ) -> None:
        """Diagnose an access that is not inside a surface."""
        length = emit.constant("uint32", _bytes(op))
        room = emit.temporary("SUB", "uint32", size, length)
        fits = emit.compare("GE", "uint32", size, length)
        inside = emit.compare("LE", "uint32", offset, room)
        outside = emit.temporary("AND", "bool", fits, inside)
        outside = emit.temporary("XOR", "bool", outside, emit.constant("bool", 1))
        before = emit.insert_before(op)
        after, failed = split_from(before, op), Block()
        call = CallOp.of(OUTSIDE_SURFACE, [], [surface, offset], op.location)
        failed.add_ops([call, BranchOp.of(after, op.location)])
        before.add_op(CondBranchOp.of(outside, failed, after, None, op.location))
        self.func.body.insert_block_after([failed, after], before)

    # endregion


def _is_local_offset(op: Instruction) -> bool:
    """Is it an access to local memory, whose address is an offset in the group's?"""
    if "space" not in op.ROW.properties or op.flag("dynamic_bti"):
        return False
    if op.flag("bti"):
        return op.integer("bti") == LOCAL_SURFACE
    in_scratchpad = op.access is not None and op.access.space.data == SCRATCHPAD_SPACE
    return op.text("space") == "local" and not in_scratchpad


def _bytes(op: Instruction) -> int:
    """The bytes that an item accesses."""
    if op.ROW.kind == "Atomic":
        return op.scalar.bytes
    count = len(op.dsts) or len(op.srcs) - 1 - further_sources(op)
    return op.scalar.bytes * count


def _word(emit: Emitter, register: SSAValue) -> SSAValue:
    """An address, of which the lower 32 bits count."""
    if family_of(register) == "dword":
        return register
    return emit.temporary("CVT", "uint32", register, src_type="uint64")

"""
What the items of a group tell each other, and print, in kernels of gen.

As in kernels of other inputs (`conversion/gpu_exchange.py`): each item has a slot of
local memory, which it writes between two barriers; a sub-group are `SUBGROUP_ITEMS`
items in a row. They are what a hardware thread's lanes are to Gen, so that SIMD_ID is
the number of an item in its sub-group.

Reductions and scans are functions at source level, which the dispatch is made with.
"""

from collections.abc import Callable

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.kernel import PRINTF, SUBGROUP_ITEMS, KernelAttr
from circ.dialects.common.memory import SCRATCHPAD_SPACE, MemoryAttr, memory
from circ.dialects.common.module_functions import symbol_of
from circ.dialects.common.operation_search import operations_in
from circ.dialects.gen import (
    FAMILY_WIDTH,
    SCALARS,
    CallOp,
    FuncOp,
    GlobalOp,
    Instruction,
    Scalar,
    create,
    family_of,
    frame,
    store,
    symbol,
)
from circ.dialects.gen.types import FAMILY_BYTES, SIGNED, UNSIGNED
from circ.targets.c.opencl.formats import conversions, format_of_c
from circ.transforms.gen.emitter import Emitter

SLOT_BYTES, RESULT = 16, 8
"""An item's slot: the value that it gives, and what it gets."""

GROUP_KINDS = frozenset(
    "WorkGroup SubGroup SimdShuffle Region SIMD_ANY SIMD_ALL SIMD_ID SIMD_SIZE".split()
)
"""The classes, or opcodes, that are about other items."""

BARRIER_FLAGS = 7
"""SYNC's mask: of the group, with local memory."""

GROUP = "circ.group"
"""What the names of reductions begin with; operation and type follow."""


class Group:
    """The numbers of an item, and what others give it."""

    def __init__(self, head: Emitter, parameter: Callable[[str], SSAValue]):
        self.head, self.parameter = head, parameter
        self._found: dict[str, SSAValue] = {}

    def _once(self, name: str, opcode: str, *srcs: SSAValue) -> SSAValue:
        if name not in self._found:
            self._found[name] = self.head.temporary(opcode, "uint32", *srcs)
        return self._found[name]

    def _constant(self, number: int) -> SSAValue:
        name = f"c{number}"
        if name not in self._found:
            self._found[name] = self.head.constant("uint32", number)
        return self._found[name]

    @property
    def item(self) -> SSAValue:
        """The number of the item in its group."""
        sizes = [self.parameter(f"local_size_{axis}") for axis in range(2)]
        ids = [self.parameter(f"local_id_{axis}") for axis in range(3)]
        slices = self._once("slices", "MUL", ids[2], sizes[1])
        rows = self._once("rows", "ADD", slices, ids[1])
        before = self._once("before", "MUL", rows, sizes[0])
        return self._once("item", "ADD", before, ids[0])

    @property
    def items(self) -> SSAValue:
        sizes = [self.parameter(f"local_size_{axis}") for axis in range(3)]
        row = self._once("row", "MUL", sizes[0], sizes[1])
        return self._once("items", "MUL", row, sizes[2])

    @property
    def lane(self) -> SSAValue:
        """The number of the item in its sub-group."""
        return self._once("lane", "AND", self.item, self._constant(SUBGROUP_ITEMS - 1))

    @property
    def number(self) -> SSAValue:
        """The number of its sub-group."""
        return self._once("number", "DIV", self.item, self._constant(SUBGROUP_ITEMS))

    @property
    def count(self) -> SSAValue:
        """How many sub-groups there are."""
        rounded = self._once(
            "rounded", "ADD", self.items, self._constant(SUBGROUP_ITEMS - 1)
        )
        return self._once("count", "DIV", rounded, self._constant(SUBGROUP_ITEMS))

    @property
    def first(self) -> SSAValue:
        """The first item of the sub-group."""
        return self._once("first", "SUB", self.item, self.lane)

    @property
    def end(self) -> SSAValue:
        """The item after the sub-group's last one."""
        end = self._once("full", "ADD", self.first, self._constant(SUBGROUP_ITEMS))
        if "less" not in self._found:
            self._found["less"] = self.head.compare("LT", "uint32", end, self.items)
        return self._once("end", "SEL", self._found["less"], end, self.items)

    def rewrite(self, op: Instruction, emit: Emitter) -> None:
        """What an instruction about other items becomes."""
        (dst,), srcs = op.dsts, op.srcs
        match op.ROW.opcode:
            case "SIMD_ID":
                self._move(op, emit, self.lane)
            case "SIMD_SIZE":
                self._move(op, emit, emit.constant("uint32", SUBGROUP_ITEMS))
            case "SIMD_ANY" | "SIMD_ALL" as name:
                self._reduce(op, emit, name.removeprefix("SIMD_"), srcs[0], op.scalar)
            case "SIMD_SHUFFLE":
                self._from(op, emit, srcs[0], self._in_subgroup(emit, srcs[1]))
            case "REGION":
                number = emit.constant("uint32", op.integer("offset"))
                place = self._in_subgroup(emit, number)
                self._exchange(emit, srcs[0], "uint32", dst, place)
            case "SUBGROUP" if op.text("operation") == "BROADCAST":
                self._from(op, emit, srcs[0], self._in_subgroup(emit, srcs[1]))
            case "WORKGROUP" if op.text("operation") == "BROADCAST":
                place = srcs[1]
                if len(srcs) > 2:
                    for axis in reversed(range(len(srcs) - 1)):
                        own = srcs[1 + axis]
                        if axis == len(srcs) - 2:
                            place = own
                            continue
                        size = self.parameter(f"local_size_{axis}")
                        place = emit.temporary("MUL", "uint32", place, size)
                        place = emit.temporary("ADD", "uint32", place, own)
                self._from(op, emit, srcs[0], place)
            case _:
                name = op.text("operation")
                self._reduce(op, emit, name, srcs[-1], op.scalar)

    def _move(self, op: Instruction, emit: Emitter, number: SSAValue) -> None:
        (dst,), scalar = op.dsts, op.scalar
        if family_of(dst) == "dword" and not scalar.is_float:
            emit.put("MOV", "uint32", dst, number)
        else:
            emit.put("CVT", scalar.name, dst, number, src_type="uint32")

    def _in_subgroup(self, emit: Emitter, number: SSAValue) -> SSAValue:
        low = emit.constant("uint32", SUBGROUP_ITEMS - 1)
        return emit.temporary(
            "ADD", "uint32", self.first, emit.temporary("AND", "uint32", number, low)
        )

    def _place(self, emit: Emitter, item: SSAValue) -> SSAValue:
        size = emit.constant("uint32", SLOT_BYTES)
        offset = emit.temporary("MUL", "uint32", item, size)
        slots = self.parameter("item_memory")
        return emit.temporary("ADD", "uint32", slots, offset)

    def _put(self, emit: Emitter, value: SSAValue, type: str) -> SSAValue:
        """Write the item's slot between barriers; its address."""
        place = self._place(emit, self.item)
        for step in (None, value, None):
            if step is None:
                code = create("SYNC", None, (), (), mask=BARRIER_FLAGS)
            else:
                code = store(place, (value,), type, memory=_slot(value))
            code.location = emit.location
            emit.ops.append(code)
        return place

    def _get(self, emit: Emitter, dst: SSAValue, type: str, place: SSAValue) -> None:
        emit.ops.append(
            create(
                *("LOAD", type, (dst,), (place,)),
                space="global",
                memory=_slot(dst),
                location=emit.location,
            )
        )

    def _from(
        self, op: Instruction, emit: Emitter, value: SSAValue, item: SSAValue
    ) -> None:
        self._exchange(emit, value, op.scalar.name, op.dsts[0], item)

    def _exchange(
        self, emit: Emitter, value: SSAValue, type: str, dst: SSAValue, item: SSAValue
    ) -> None:
        """What another item gives."""
        place = self._place(emit, item)
        self._put(emit, value, type)
        self._get(emit, dst, type, place)

    def _reduce(
        self, op: Instruction, emit: Emitter, name: str, value: SSAValue, scalar: Scalar
    ) -> None:
        """A reduction of the group or the sub-group, or a scan up to the item."""
        is_whole = op.ROW.kind == "WorkGroup"
        first = emit.constant("uint32", 0) if is_whole else self.first
        kind, _, combined = name.partition("_")
        match kind:
            case "INCLUSIVE":
                one = emit.constant("uint32", 1)
                end = emit.temporary("ADD", "uint32", self.item, one)
            case "EXCLUSIVE":
                end = self.item
            case _:
                end = self.items if is_whole else self.end
        place = self._put(emit, value, scalar.name)
        function = f"{GROUP}.{combined or kind}.{scalar.name}"
        srcs = [self.parameter("item_memory"), place, first, end]
        emit.ops.append(CallOp.of(function, [], srcs, emit.location))
        self._get(emit, op.dsts[0], scalar.name, emit.offset(place, RESULT))


def _slot(register: SSAValue) -> MemoryAttr:
    """The memory operand of an access to a slot."""
    return memory(FAMILY_BYTES[family_of(register)], space=SCRATCHPAD_SPACE)


# region Reductions at source level

_TYPES = {"half": "f16", "float": "f32", "double": "f64", "bool": "i8"}
_IDENTITIES = {
    ("f16", "MIN"): "0x7C00",
    ("f16", "MAX"): "0xFC00",
    ("f32", "MIN"): "0x7F800000",
    ("f32", "MAX"): "0xFF800000",
    ("f64", "MIN"): "0x7FF0000000000000",
    ("f64", "MAX"): "0xFFF0000000000000",
}


def functions_called(func: FuncOp) -> str:
    """The functions of source level that a kernel calls, as text."""
    names = {op.callee_name for op in operations_in(func.body, CallOp)}
    made = [_reduction(name) for name in sorted(names) if name.startswith(GROUP)]
    if PRINTF in names:
        made.append(f"func.func private @{PRINTF}(i32, i32) -> i32")
    return "\n".join(made)


def _reduction(name: str) -> str:
    operation, scalar = name.removeprefix(f"{GROUP}.").split(".")
    type = _TYPES.get(scalar, "i" + scalar.lstrip("uint"))
    width = int(type[1:])
    if operation in ("ANY", "ALL"):
        type = f"i{width}"  # a float counts as set if one of its bits is
    is_float, signed = type[0] == "f", scalar.startswith("int")
    letter = "s" if signed else "u"
    start, code = "0.0" if is_float else "0", ""
    match operation:
        case "ADD":
            code = f"%more = arith.add{type[0]} %sum, %value : {type}"
        case "MIN" | "MAX" as which:
            kind = f"{which.lower()}numf" if is_float else f"{which.lower()}{letter}i"
            if not is_float:
                kind = f"{which.lower()}{letter}i"
                highest = (1 << width - signed) - 1
                start = str(highest if which == "MIN" else -(1 << width - 1) * signed)
            else:
                start = _IDENTITIES[type, which]
            code = f"%more = arith.{kind} %sum, %value : {type}"
        case _:
            combine = "ori" if operation == "ANY" else "andi"
            start = str(int(operation == "ALL"))
            code = f"""
            %none = arith.constant 0 : {type}
            %is_set = arith.cmpi ne, %value, %none : {type}
            %bit = arith.extui %is_set : i1 to {type}
            %more = arith.{combine} %sum, %bit : {type}
            """
    place = f"memory <{width // 8}, space {SCRATCHPAD_SPACE}>"
    return f"""
    func.func @"{name}"(%slots: i32, %own: i32, %first: i32, %end: i32) {{
      %one = arith.constant 1 : i32
      %size = arith.constant {SLOT_BYTES} : i32
      %result = arith.constant {RESULT} : i32
      %start = arith.constant {start} : {type}
      %total = scf.for %k = %first to %end step %one iter_args(%sum = %start)
          -> ({type}) : i32 {{
        %offset = arith.muli %k, %size : i32
        %at = arith.addi %slots, %offset : i32
        %value = pointer.load %at {place} : {type}
        {code}
        scf.yield %more : {type}
      }}
      %to = arith.addi %own, %result : i32
      pointer.store %total, %to {place} : {type}
      return
    }}
    """


# endregion
# region PRINTF


def print_of(
    module: ModuleOp, kernel: KernelAttr, op: Instruction, emit: Emitter
) -> None:
    """A call of C's function, whose further arguments are in memory."""
    number, formats = op.integer("number"), kernel.names("printf")
    if number >= len(formats):
        raise unsupported(op, f"format {number}, which the kernel does not have,")
    format = format_of_c(formats[number])
    text = format.encode() + b"\0"
    name = f"{PRINTF}.{text.hex()}"
    if name not in map(symbol_of, module.ops):
        made = GlobalOp.of(name, len(text), 1, text, op.location, constant=True)
        module.body.block.add_op(made)
    printed = conversions(format)
    if len(printed) != len(op.srcs):
        raise unsupported(op, f"{len(op.srcs)} values for {len(printed)} conversions")
    values: list[tuple[SSAValue, str, int]] = []
    size = 0
    for register, (length, letter) in zip(op.srcs, printed, strict=True):
        value, type = _promoted(register, length, letter, emit)
        size += -size % SCALARS[type].bytes
        values.append((value, type, size))
        size += SCALARS[type].bytes
    place, text_at = emit.new("dword"), emit.new("dword")
    emit.ops.append(frame(place, max(size, 1), 8, location=emit.location))
    for value, type, offset in values:
        at, where = emit.offset(place, offset), memory(SCALARS[type].bytes)
        emit.ops.append(store(at, (value,), type, memory=where, location=op.location))
    emit.ops.append(symbol(text_at, name, location=emit.location))
    emit.ops.append(CallOp.of(PRINTF, op.dsts, [text_at, place], emit.location))


def _promoted(
    register: SSAValue, length: str, letter: str, emit: Emitter
) -> tuple[SSAValue, str]:
    """A value as C passes it; its type is what the conversion prints."""
    family = family_of(register)
    if letter in "eEfFgGaA":
        if family == "word":
            register = emit.temporary("F16TO32", "float", register, src_type="uint16")
        if family != "qword":
            register = emit.temporary("CVT", "double", register, src_type="float")
        return register, "double"
    type = "uint64" if length == "ll" else "uint32"
    if family == "bool":
        bits = [emit.constant(type, bit) for bit in (1, 0)]
        return emit.temporary("SEL", type, register, *bits), type
    types = SIGNED if letter in "di" else UNSIGNED
    source = types[FAMILY_WIDTH[family]]
    if SCALARS[source].width != SCALARS[type].width:
        register = emit.temporary("CVT", type, register, src_type=source)
    return register, type


# endregion

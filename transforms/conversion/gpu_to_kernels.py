"""
MLIR's `gpu` dialect as kernels of the source level (`circ.kernel`).

A `gpu.func` becomes a function whose ids and sizes are hidden parameters; memory of a
group is in the scratchpad, at offsets from `local_memory`. What items of a group or
sub-group tell each other goes through a word of local memory for each item, between
barriers (`gpu_exchange.py`). `gpu.launch_func` is a call of what `kernel-dispatch`
makes of a copy of the kernel.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    FunctionType,
    IndexType,
    IntAttr,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    NoneAttr,
    StringAttr,
    SymbolRefAttr,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.kernel import (
    KERNEL,
    SUBGROUP_ITEMS,
    KernelAttr,
    kernel_of,
)
from circ.dialects.common.memory import SCRATCHPAD_SPACE
from circ.dialects.common.module_functions import definitions, symbol_of
from circ.dialects.source import gpu, pointer
from circ.dialects.source.gpu_attributes import AddressSpaceAttr
from circ.dialects.source.layout import (
    array_alignment,
    array_bytes,
    array_type,
)
from circ.dialects.source.memref import GlobalOp
from circ.transforms.conversion.gpu_exchange import SLOT_BYTES, Exchange
from circ.transforms.kernels.dispatch import Launch, add_dispatch, kernel_function
from circ.transforms.kernels.driver import LAUNCH, LINE

HIDDEN: dict[type[gpu.AxisOp], str] = {
    gpu.ThreadIdOp: "local_id",
    gpu.BlockIdOp: "group_id",
    gpu.BlockDimOp: "enqueued_local_size",
    gpu.GridDimOp: "num_groups",
    gpu.GlobalIdOp: "global_id",
}
"""The hidden parameters that operations stand for, before the number of the axis."""

MOST_ITEMS = 1024
"""The items of a group that the host starts, for whose slots there is memory."""

INDEX = IndexType()
_SPACES = {0: "global", 1: "global", 3: "workgroup", 5: "private"}
"""Numbers of address spaces as for NVIDIA's and AMD's machines."""


@dataclass(frozen=True)
class ConvertGpuToKernelsPass(ModulePass):
    """Convert `gpu.func` to kernels, and `gpu.launch_func` to calls."""

    name = "convert-gpu-to-kernels"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        convert_gpu(op)


def convert_gpu(module: ModuleOp) -> None:
    """
    Replace what a module has of `gpu`, in place.

    `@f` of a `gpu.module @m` stays `@f`, or is `@m.f` where there is another `@f`.
    """
    devices = [op for op in module.ops if isinstance(op, gpu.ModuleOp)]
    if not devices:
        return
    known = {name for op in module.ops if (name := symbol_of(op)) is not None}
    names: dict[tuple[str, str], str] = {}
    for device in devices:
        own = device.sym_name.data
        known.discard(own)
        renamed: dict[str, str] = {}
        for op in device.body.block.ops:
            if (name := symbol_of(op)) is not None:
                renamed[name] = f"{own}.{name}" if name in known else name
                known.add(renamed[name])
                names[own, name] = renamed[name]
        for op in [*device.body.block.ops]:
            op.detach()
            if isinstance(op, gpu.ModuleEndOp):
                continue
            _rename(op, renamed)
            module.body.block.insert_op_before(op, device)
        device.detach()
    for op in [*module.walk()]:
        _plain_spaces(op)
    shared = {
        op.sym_name.data: op.type
        for op in module.ops
        if isinstance(op, GlobalOp) and _is_shared(op.type)
    }
    for op in [*module.ops]:
        if isinstance(op, gpu.FuncOp):
            _Kernel(op, module, shared).convert()
        elif isinstance(op, GlobalOp) and op.sym_name.data in shared:
            op.detach()
    _launches(module, names)
    module.attributes.pop("gpu.container_module", None)


def _rename(op: Operation, names: dict[str, str]) -> None:
    if (name := symbol_of(op)) is not None:
        op.properties["sym_name"] = StringAttr(names[name])
    for inside in op.walk():
        for key, value in inside.properties.items():
            if isinstance(value, SymbolRefAttr):
                name = value.root_reference.data
                inside.properties[key] = SymbolRefAttr(names.get(name, name))


# region Address spaces


def _space(type: "MemRefType[Attribute]") -> str:
    match type.memory_space:
        case AddressSpaceAttr() as space:
            return str(space.data)
        case IntegerAttr() as number:
            return _SPACES.get(number.value.data, "")
        case _:
            return "global"


def _is_shared(type: Attribute) -> bool:
    return isinstance(type, MemRefType) and type.memory_space == _SCRATCHPAD


_SCRATCHPAD = IntegerAttr(SCRATCHPAD_SPACE, i64)


def _plain(type: Attribute) -> Attribute:
    """A type whose arrays are in circ's address spaces."""
    if isinstance(type, FunctionType):
        return FunctionType.from_lists(
            [*map(_plain, type.inputs)], [*map(_plain, type.outputs)]
        )
    if not isinstance(type, MemRefType):
        return type
    array = cast("MemRefType[Attribute]", type)
    if isinstance(array.memory_space, NoneAttr) or not (space := _space(array)):
        return array
    return _in_space(array, _SCRATCHPAD if space == "workgroup" else NoneAttr())


def _in_space(array: "MemRefType[Attribute]", space: Attribute) -> Attribute:
    return MemRefType[Attribute](array.element_type, array.shape, array.layout, space)


def _plain_spaces(op: Operation) -> None:
    for key, value in op.properties.items():
        op.properties[key] = _plain(value)
    values: list[SSAValue] = [*op.results]
    for region in op.regions:
        for block in region.blocks:
            values += block.args
    for value in values:
        if (type := _plain(value.type)) != value.type:
            Rewriter.replace_value_with_new_type(value, type)


# endregion
# region Kernels


class _Kernel:
    """Converts one function."""

    def __init__(
        self,
        op: gpu.FuncOp,
        module: ModuleOp,
        shared: "dict[str, MemRefType[Attribute]]",
    ):
        self.op, self.module, self.shared = op, module, shared
        self.entry = op.body.blocks[0]
        self.start = InsertPoint.at_start(self.entry)
        self.count = len(op.function_type.inputs)
        self.hidden: dict[str, SSAValue] = {}
        self.local_bytes = 0
        self.places: dict[str, SSAValue] = {}
        """Arrays of the module that the group has."""
        self.exchange = Exchange(module)
        self.slots = False

    def convert(self) -> None:
        op = self.op
        self._attributions()
        for inside in [*op.body.walk()]:
            self._operation(inside)
        names = [argument.name_hint for argument in self.entry.args]
        types = [argument.type for argument in self.entry.args]
        outputs = op.function_type.outputs.data
        made = func.FuncOp(
            op.sym_name.data,
            FunctionType.from_lists(types, outputs),
            op.detach_region(op.body),
            None if op.is_kernel else "private",
        )
        made.location = op.location
        if op.is_kernel:
            if outputs:
                raise unsupported(op, "a kernel that returns values")
            made.attributes[KERNEL] = self._attribute(types, names)
        elif self.hidden:
            raise unsupported(op, "an id or local memory outside of a kernel")
        self.module.body.block.insert_op_before(made, op)
        op.detach()

    def _attribute(
        self, types: Sequence[Attribute], names: Sequence[str | None]
    ) -> KernelAttr:
        texts = [
            f"{'global' if isinstance(type, MemRefType) else 'value'} {name or k}"
            for k, (type, name) in enumerate(
                zip(types[: self.count], names, strict=False)
            )
        ]
        further: dict[str, Attribute] = {}
        if self.hidden:
            further["hidden"] = ArrayAttr(map(StringAttr, self.hidden))
        if self.local_bytes:
            further["local_bytes"] = IntegerAttr(self.local_bytes, i32)
        if self.slots:
            further["item_bytes"] = IntegerAttr(SLOT_BYTES, i32)
        if size := self.op.block_size:
            further["group"] = DenseArrayBase.from_list(i64, [*size])
        return KernelAttr.of(texts, further)

    def _at_start(self, op: Operation) -> SSAValue:
        op.location = self.op.location
        Rewriter.insert_op(op, self.start)
        return op.results[0]

    def asked(self, name: str) -> SSAValue:
        """The hidden parameter of that name."""
        if (known := self.hidden.get(name)) is None:
            known = self.entry.insert_arg(i32, len(self.entry.args))
            known.name_hint = name
            self.hidden[name] = known
        return known

    def _attributions(self) -> None:
        own = self.entry.args[self.count :]
        for k, argument in enumerate(own):
            type = cast("MemRefType[Attribute]", argument.type)
            make = self._shared if k < self.op.shared else self._private
            argument.replace_all_uses_with(make(type, self.op))
            self.entry.erase_arg(argument)

    def _shared(self, type: "MemRefType[Attribute]", op: Operation) -> SSAValue:
        """An array of the group, in its local memory."""
        array, align = self._array(type, op)
        self.local_bytes += -self.local_bytes % align
        offset = self._at_start(
            arith.ConstantOp.from_int_and_width(self.local_bytes, 32)
        )
        self.local_bytes += array
        base = self.asked("local_memory")
        place = self._at_start(arith.AddiOp(base, offset))
        return self._view(place, _in_space(type, _SCRATCHPAD))

    def _private(self, type: "MemRefType[Attribute]", op: Operation) -> SSAValue:
        """An array of each item."""
        size, align = self._array(type, op)
        place = pointer.ObjectOp.build(
            properties={"size": IntAttr(size), "align": IntAttr(align)},
            result_types=[i32],
        )
        return self._view(self._at_start(place), type)

    def _view(self, address: SSAValue, type: Attribute) -> SSAValue:
        made = pointer.ArrayOp.build(operands=[address], result_types=[type])
        return self._at_start(made)

    def _array(self, type: Attribute, op: Operation) -> tuple[int, int]:
        """The bytes of an array, and its alignment."""
        if (array := array_type(type)) is None:
            raise unsupported(op, f"an array of type {type} in a kernel")
        return array_bytes(array), max(array_alignment(array, None), 4)

    def _operation(self, op: Operation) -> None:
        if isinstance(op, gpu.AxisOp):
            self._number(op, self.asked(f"{HIDDEN[type(op)]}_{op.axis}"))
            return
        match op:
            case gpu.BarrierOp():
                self._replace(op, *self.exchange.barrier())
            case gpu.ReturnOp():
                self._replace(op, func.ReturnOp(*op.operands))
            case memref.AllocaOp() if array_type(op.memref.type) is not None:
                made = self._private(op.memref.type, op)
                Rewriter.replace_op(op, [], [made])
            case memref.GetGlobalOp() if op.name_.string_value() in self.shared:
                name = op.name_.string_value()
                if name not in self.places:
                    self.places[name] = self._shared(self.shared[name], op)
                Rewriter.replace_op(op, [], [self.places[name]])
            case gpu.PrintfOp():
                self._replace(op, *self.exchange.printf(op))
            case gpu.SubgroupSizeOp():
                size = arith.ConstantOp(IntegerAttr(SUBGROUP_ITEMS, INDEX))
                Rewriter.replace_op(op, size)
            case gpu.LaneIdOp() | gpu.SubgroupIdOp() | gpu.NumSubgroupsOp():
                name = op.name.removeprefix("gpu.")
                call = self.exchange.number(name, self._items())
                Rewriter.insert_op(call, InsertPoint.before(op))
                self._number(op, call.results[0])
            case gpu.ShuffleOp():
                given = self._exchanged(op, op.value)
                self._replace(op, *self.exchange.shuffle(op, given))
            case gpu.AllReduceOp() | gpu.SubgroupReduceOp():
                given = self._exchanged(op, op.value)
                self._replace(op, *self.exchange.reduce(op, given))
            case _:
                if op.name.startswith("gpu.") and not isinstance(op, gpu.YieldOp):
                    raise unsupported(op, "this operation in a kernel")

    def _exchanged(self, op: Operation, value: SSAValue) -> Sequence[SSAValue]:
        if value.type not in (i8, i16, i32, i64, f32, f64):
            raise unsupported(op, f"a value of type {value.type}")
        self.slots = True
        return [self.asked("item_memory"), *self._items()]

    def _items(self) -> Sequence[SSAValue]:
        """The ids of an item and the sizes of its group."""
        return [
            self.asked(f"{what}_{axis}")
            for what in ("local_id", "local_size")
            for axis in range(3)
        ]

    def _number(self, op: Operation, value: SSAValue) -> None:
        Rewriter.replace_op(op, arith.IndexCastOp(value, INDEX))

    def _replace(self, op: Operation, *made: Operation) -> None:
        for new in made:
            new.location = op.location
        results = made[-1].results[: len(op.results)]
        Rewriter.replace_op(op, made, results)


# endregion


# region The host


def _launches(module: ModuleOp, names: dict[tuple[str, str], str]) -> None:
    """Calls of kernels that one thread executes, each group at a time."""
    dispatched: dict[str, Launch] = {}
    for op in [*module.walk()]:
        if not isinstance(op, gpu.LaunchFuncOp):
            continue
        if op.dependencies or op.asynchronous or op.cluster_x or op.dynamic_bytes:
            what = "a launch that is asynchronous, or has clusters or dynamic memory,"
            raise unsupported(op, what)
        parts = op.kernel.nested_references.data
        name = names.get(
            (op.kernel.root_reference.data, parts[-1].data if parts else "")
        )
        function = definitions(module).get(name or "")
        kernel = None if function is None else kernel_of(function)
        if kernel is None or function is None:
            raise Diagnostic(op.location, f"there is no kernel {op.kernel}")
        local_bytes = kernel.size("local_bytes")
        local_bytes += -local_bytes % LINE + kernel.size("item_bytes") * MOST_ITEMS
        copy = f"{name}.launched"
        if copy not in dispatched:
            cloned = function.clone()
            cloned.properties["sym_name"] = StringAttr(copy)
            module.body.block.insert_op_after(cloned, function)
            made = kernel_function(module, copy)
            dispatched[copy] = add_dispatch(module, copy, made, local_bytes)
        _Launch(op).convert(copy + LAUNCH, dispatched[copy], local_bytes)


class _Launch:
    """Converts one `gpu.launch_func`."""

    def __init__(self, op: gpu.LaunchFuncOp):
        self.op = op

    def _add(self, made: Operation) -> SSAValue:
        made.location = self.op.location
        Rewriter.insert_op(made, InsertPoint.before(self.op))
        return made.results[0]

    def _word(self, value: int | SSAValue) -> SSAValue:
        """A number as an `i32`."""
        if isinstance(value, int):
            return self._add(arith.ConstantOp.from_int_and_width(value, i32))
        if isinstance(value.type, IndexType):
            return self._add(arith.IndexCastOp(value, i32))
        return value if value.type == i32 else self._add(arith.TruncIOp(value, i32))

    def _product(self, first: SSAValue, *others: SSAValue) -> SSAValue:
        for other in others:
            first = self._add(arith.MuliOp(first, other))
        return first

    def convert(self, name: str, launch: Launch, local_bytes: int) -> None:
        op, word, context = self.op, self._word, launch.context
        numbers: dict[str, SSAValue | int] = {
            **{"work_dimension": 3, "threads": 1, "local_stride": local_bytes},
            **{"lane": 0, "lanes": 1},
        }
        block = [*map(word, op.block)]
        for axis, (groups, size) in enumerate(zip(op.grid, block, strict=True)):
            number = word(groups)
            numbers[f"num_groups_{axis}"] = number
            numbers[f"enqueued_local_size_{axis}"] = size
            numbers[f"global_size_{axis}"] = self._product(number, size)
        if context.bytes(1):
            items = self._product(word(context.item), *block)
            size = self._add(arith.AddiOp(items, word(context.group)))
            allocated = pointer.AllocateOp.build(
                operands=[size],
                properties={"align": IntAttr(LINE)},
                result_types=[i32],
            )
            numbers["context_base"] = self._add(allocated)
        given = [word(numbers.get(name, 0)) for name in launch.parameters]
        Rewriter.replace_op(op, func.CallOp(name, [*op.arguments, *given], []), [])


# endregion

"""
What the items of a group tell each other, in kernels that were `gpu` (MLIR).

Each item has a slot of local memory, by its number in the group. It writes the slot
between two barriers, and reads those of others behind them; so any number of lanes
gives the same. Sums are in the order of the items. A sub-group are
`SUBGROUP_ITEMS` items in a row.
"""

from collections.abc import Callable, Sequence

from xdsl.context import Context
from xdsl.dialects import arith, func, scf
from xdsl.dialects.builtin import (
    Builtin,
    Float16Type,
    Float32Type,
    Float64Type,
    FunctionType,
    IndexType,
    IntAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    f32,
    f64,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.kernel import BARRIER, PRINTF, SUBGROUP_ITEMS
from circ.dialects.common.memory import SCRATCHPAD_SPACE, memory
from circ.dialects.common.module_functions import INLINE, symbol_of
from circ.dialects.source import gpu, pointer
from circ.dialects.source.gpu_attributes import Reduction, ShuffleMode
from circ.dialects.source.pointer import POINTER, bytes_of
from circ.targets.mlir.parser import parse_module

PREFIX = "circ.gpu"
SLOT_BYTES = 8

COMBINED = {
    Reduction.ADD: ("addi", "addf"),
    Reduction.MUL: ("muli", "mulf"),
    Reduction.MINUI: ("minui", None),
    Reduction.MINSI: ("minsi", None),
    Reduction.MINNUMF: (None, "minnumf"),
    Reduction.MINIMUMF: (None, "minimumf"),
    Reduction.MAXUI: ("maxui", None),
    Reduction.MAXSI: ("maxsi", None),
    Reduction.MAXNUMF: (None, "maxnumf"),
    Reduction.MAXIMUMF: (None, "maximumf"),
    Reduction.AND: ("andi", None),
    Reduction.OR: ("ori", None),
    Reduction.XOR: ("xori", None),
}
"""The operations of `arith` on integers and on floats."""

_ITEM = "%x: i32, %y: i32, %z: i32, %sx: i32, %sy: i32, %sz: i32"
_NUMBERS = f"""
%slices = arith.muli %z, %sy : i32
%rows = arith.addi %slices, %y : i32
%before = arith.muli %rows, %sx : i32
%item = arith.addi %before, %x : i32
%slice = arith.muli %sx, %sy : i32
%items = arith.muli %slice, %sz : i32
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%size = arith.constant {SUBGROUP_ITEMS} : i32
%bits = arith.constant {SUBGROUP_ITEMS - 1} : i32
%lane_id = arith.andi %item, %bits : i32
%first = arith.subi %item, %lane_id : i32
%after = arith.subi %items, %first : i32
%count = arith.minui %after, %size : i32
%subgroup_id = arith.divui %item, %size : i32
%rounded = arith.addi %items, %bits : i32
%num_subgroups = arith.divui %rounded, %size : i32
"""

_TARGETS = {
    ShuffleMode.XOR: "arith.xori %lane_id, %offset",
    ShuffleMode.UP: "arith.subi %lane_id, %offset",
    ShuffleMode.DOWN: "arith.addi %lane_id, %offset",
    ShuffleMode.IDX: "arith.addi %c0, %offset",
}
"""The lanes whose values are asked for."""


class Exchange:
    """Makes calls, and the functions that they are of, in a module."""

    def __init__(self, module: ModuleOp):
        self.module = module

    def barrier(self) -> list[Operation]:
        self._declare(BARRIER, [i32], [])
        flags = arith.ConstantOp.from_int_and_width(1, i32)
        return [flags, func.CallOp(BARRIER, [flags.result], [])]

    def number(self, name: str, item: Sequence[SSAValue]) -> Operation:
        """`lane_id`, `subgroup_id` or `num_subgroups` of an item."""
        body = f"{_NUMBERS} return %{name} : i32"
        return self._call(name, _ITEM, body, item, [i32])

    def shuffle(self, op: gpu.ShuffleOp, given: Sequence[SSAValue]) -> list[Operation]:
        type, mode = op.value.type, op.mode.data
        body = f"""{_NUMBERS}
        %other = {_TARGETS[mode]} : i32
        %inside = arith.cmpi ult, %other, %width : i32
        %is_there = arith.cmpi ult, %other, %count : i32
        %valid = arith.andi %inside, %is_there : i1
        %from = arith.addi %first, %other : i32
        %number = arith.select %valid, %from, %item : i32
        {self._load("found", "number", type)}
        return %found, %valid : {type}, i1
        """
        parameters = f"%slots: i32, {_ITEM}, %offset: i32, %width: i32"
        operands = [*given, op.offset, op.width]
        name = f"shuffle.{mode}.{type}"
        call = self._call(name, parameters, body, operands, op.result_types)
        return [*self._put(op.value, given), call]

    def reduce(
        self, op: gpu.AllReduceOp | gpu.SubgroupReduceOp, given: Sequence[SSAValue]
    ) -> list[Operation]:
        type, combine = op.value.type, self._combine(op)
        put = self._put(op.value, given)
        parameters = f"%slots: i32, {_ITEM}"
        loop = f"""
        {self._load("start", "first_item", type)}
        %second = arith.addi %first_item, %c1 : i32
        %total = scf.for %k = %second to %end step %c1 iter_args(%sum = %start)
            -> ({type}) : i32 {{
          {self._load("value", "k", type)}
          %more = func.call @"{combine}"(%sum, %value) : ({type}, {type}) -> {type}
          scf.yield %more : {type}
        }}
        """
        if isinstance(op, gpu.SubgroupReduceOp):
            body = f"""{_NUMBERS}
            %first_item = arith.addi %first, %c0 : i32
            %end = arith.addi %first, %count : i32
            {loop}
            return %total : {type}
            """
            name = f"subgroup.{combine}"
            return [*put, self._call(name, parameters, body, given, [type])]
        body = f"""{_NUMBERS}
        %is_first = arith.cmpi eq, %item, %c0 : i32
        scf.if %is_first {{
          %first_item = arith.addi %c0, %c0 : i32
          %end = arith.addi %items, %c0 : i32
          {loop}
          pointer.store %total, %slots memory {self._memory(type)} : {type}
        }}
        return
        """
        total = self._call(f"total.{combine}", parameters, body, given, [])
        get = f"""
        %value = pointer.load %slots memory {self._memory(type)} : {type}
        return %value : {type}
        """
        found = self._call(f"first.{type}", "%slots: i32", get, given[:1], [type])
        return [*put, total, *self.barrier(), found]

    def _combine(self, op: gpu.AllReduceOp | gpu.SubgroupReduceOp) -> str:
        """The name of a function that combines two values."""
        type = op.value.type
        if op.op is None:
            return self._body_of(op)
        own = COMBINED[op.op.data][type in (f32, f64)]
        if own is None:
            raise unsupported(op, f"'{op.op.data}' of values of type {type}")
        name = f"{PREFIX}.{own}.{type}"
        body = f"%c = arith.{own} %a, %b : {type}\nreturn %c : {type}"
        self._define(name, f"%a: {type}, %b: {type}", body, [type])
        return name

    def _body_of(self, op: Operation) -> str:
        """The body of a reduction, as a function."""
        type, (body,) = op.operands[0].type, op.regions
        known = {symbol_of(other) for other in self.module.ops}
        number = next(k for k in range(len(known) + 1) if f"{PREFIX}.{k}" not in known)
        name = f"{PREFIX}.{number}"
        signature = FunctionType.from_lists([type, type], [type])
        made = func.FuncOp(name, signature, op.detach_region(body), "private")
        made.location = op.location
        made.attributes[INLINE] = StringAttr("always")
        for inside in [*made.body.walk()]:
            if isinstance(inside, gpu.YieldOp):
                Rewriter.replace_op(inside, func.ReturnOp(*inside.operands))
        self.module.body.block.add_op(made)
        return name

    def _put(self, value: SSAValue, given: Sequence[SSAValue]) -> list[Operation]:
        """Write the item's slot, between barriers."""
        type = value.type
        body = f"""{_NUMBERS}
        {self._place("item")}
        pointer.store %value, %item_at memory {self._memory(type)} : {type}
        return
        """
        parameters = f"%slots: i32, {_ITEM}, %value: {type}"
        call = self._call(f"put.{type}", parameters, body, [*given, value], [])
        return [*self.barrier(), call, *self.barrier()]

    def _memory(self, type: Attribute) -> str:
        return f"<{bytes_of(type)}, space {SCRATCHPAD_SPACE}>"

    def _place(self, item: str) -> str:
        return f"""
        %{item}_bytes = arith.constant {SLOT_BYTES} : i32
        %{item}_offset = arith.muli %{item}, %{item}_bytes : i32
        %{item}_at = arith.addi %slots, %{item}_offset : i32
        """

    def _load(self, result: str, item: str, type: Attribute) -> str:
        access = f"pointer.load %{item}_at memory {self._memory(type)} : {type}"
        return f"{self._place(item)} %{result} = {access}"

    def printf(self, op: gpu.PrintfOp) -> list[Operation]:
        """A call of C's function, whose further arguments are in memory."""
        made: list[Operation] = []

        def add(new: Operation) -> SSAValue:
            made.append(new)
            return new.results[0]

        def word(number: int) -> SSAValue:
            return add(arith.ConstantOp.from_int_and_width(number, i32))

        text = op.format.data.encode() + b"\0"
        name = f"{PREFIX}.text.{text.hex()}"
        if name not in map(symbol_of, self.module.ops):
            form = f'pointer.global @"{name}" {len(text)} align 1 constant'
            self._add(f'{form} = "{text.hex()}"')
        values = [self._promoted(op, value, add) for value in op.arguments]
        offset, places = 0, list[int]()
        for value in values:
            size = bytes_of(value.type)
            offset += -offset % size
            places.append(offset)
            offset += size
        made.append(
            frame := pointer.ObjectOp.build(
                properties={"size": IntAttr(max(offset, 1)), "align": IntAttr(8)},
                result_types=[i32],
            )
        )
        for value, place in zip(values, places, strict=True):
            at = add(arith.AddiOp(frame.result, word(place)))
            made.append(
                pointer.StoreOp.build(
                    operands=[value, at],
                    properties={"memory": memory(bytes_of(value.type))},
                )
            )
        self._declare(PRINTF, [i32, i32], [i32])
        address = pointer.AddressOfOp.build(
            properties={"symbol": SymbolRefAttr(name)}, result_types=[i32]
        )
        made.append(address)
        made.append(func.CallOp(PRINTF, [address.result, frame.result], [i32]))
        return made

    def _promoted(
        self, op: Operation, value: SSAValue, add: Callable[[Operation], SSAValue]
    ) -> SSAValue:
        """A value as C passes it to a function of any number of arguments."""
        match value.type:
            case IndexType():
                return add(arith.IndexCastOp(value, i32))
            case IntegerType() as type if type.width.data < 32:
                extend = arith.ExtUIOp if type.width.data == 1 else arith.ExtSIOp
                return add(extend(value, i32))
            case IntegerType() as type if type.width.data in (32, 64):
                return value
            case Float16Type() | Float32Type():
                return add(arith.ExtFOp(value, f64))
            case Float64Type():
                return value
            case type:
                raise unsupported(op, f"a value of type {type}")

    def _call(
        self,
        name: str,
        parameters: str,
        body: str,
        operands: Sequence[SSAValue],
        results: Sequence[Attribute],
    ) -> func.CallOp:
        name = name if name.startswith(PREFIX) else f"{PREFIX}.{name}"
        self._define(name, parameters, body, results)
        return func.CallOp(name, operands, results)

    def _declare(
        self, name: str, inputs: Sequence[Attribute], outputs: Sequence[Attribute]
    ) -> None:
        if name not in map(symbol_of, self.module.ops):
            self.module.body.block.add_op(func.FuncOp.external(name, inputs, outputs))

    def _define(
        self, name: str, parameters: str, body: str, results: Sequence[Attribute]
    ) -> None:
        if name in map(symbol_of, self.module.ops):
            return
        types = ", ".join(map(str, results))
        attributes = f'attributes {{{INLINE} = "always"}}'
        head = f'func.func private @"{name}"({parameters}) -> ({types})'
        self._add(f"{head} {attributes} {{ {body} }}")

    def _add(self, text: str) -> None:
        context = Context()
        for dialect in (Builtin, func.Func, arith.Arith, scf.Scf, POINTER):
            context.load_dialect(dialect)
        # What is called is elsewhere in the module, which is verified as a whole.
        made = parse_module(context, text, "<items of a group>")
        for op in [*made.ops]:
            op.detach()
            self.module.body.block.add_op(op)

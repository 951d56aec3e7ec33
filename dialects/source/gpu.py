"""
`gpu` with MLIR's syntax and the operations of kernels, of which xDSL 0.74 lacks some.

MLIR, dialect 'gpu'. What a kernel does not need stays xDSL's.
"""

from abc import ABC
from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Self

from xdsl.dialects import gpu
from xdsl.dialects.builtin import (
    DenseArrayBase,
    FunctionType,
    IndexType,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
    UnitAttr,
    i1,
    i32,
)
from xdsl.dialects.gpu import DimensionAttr
from xdsl.ir import (
    Attribute,
    Dialect,
    SSAValue,
)
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import (
    IsolatedFromAbove,
    IsTerminator,
    NoTerminator,
    Pure,
    SymbolOpInterface,
    SymbolTable,
)

from circ.dialects.source.gpu_attributes import (
    AddressSpaceAttr,
    AllReduceOpAttr,
    Reduction,
    ShuffleMode,
    ShuffleModeAttr,
)

INDEX = IndexType()
_SHARED, _KERNEL = "workgroup_attributions", "gpu.kernel"


@irdl_op_definition
class ModuleOp(IRDLOperation):
    """Functions that run on a device."""

    name = "gpu.module"
    sym_name = prop_def(SymbolNameConstraint())
    body = region_def("single_block")
    traits = traits_def(
        IsolatedFromAbove(), NoTerminator(), SymbolOpInterface(), SymbolTable()
    )
    assembly_format = "$sym_name attr-dict-with-keyword $body"


@irdl_op_definition
class ModuleEndOp(IRDLOperation):
    name = "gpu.module_end"
    traits = traits_def(IsTerminator())
    assembly_format = "attr-dict"


class AxisOp(IRDLOperation, ABC):
    """A number of an item, a group or all items, along an axis."""

    dimension = prop_def(DimensionAttr)
    upper_bound = opt_prop_def(IntegerAttr)
    result = result_def(INDEX)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {
            "dimension": DimensionAttr(parser.parse_str_enum(gpu.DimensionEnum))
        }
        if parser.parse_optional_keyword("upper_bound"):
            bound = parser.parse_integer()
            properties["upper_bound"] = IntegerAttr(bound, INDEX)
        return cls.create(
            result_types=[INDEX],
            properties=properties,
            attributes=parser.parse_optional_attr_dict(),
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.dimension.data}")
        if self.upper_bound is not None:
            printer.print_string(f" upper_bound {self.upper_bound.value.data}")
        printer.print_op_attributes(self.attributes)

    @property
    def axis(self) -> int:
        return "xyz".index(self.dimension.data)


@irdl_op_definition
class ThreadIdOp(AxisOp):
    name = "gpu.thread_id"


@irdl_op_definition
class BlockIdOp(AxisOp):
    name = "gpu.block_id"


@irdl_op_definition
class BlockDimOp(AxisOp):
    """The items of a group; the last one of an axis may have fewer."""

    name = "gpu.block_dim"


@irdl_op_definition
class GridDimOp(AxisOp):
    name = "gpu.grid_dim"


@irdl_op_definition
class GlobalIdOp(AxisOp):
    name = "gpu.global_id"


@irdl_op_definition
class LaneIdOp(IRDLOperation):
    name = "gpu.lane_id"
    result = result_def(INDEX)
    traits = traits_def(Pure())
    assembly_format = "attr-dict"


class SubgroupNumberOp(IRDLOperation, ABC):
    """A number of sub-groups."""

    result = result_def(INDEX)
    traits = traits_def(Pure())
    assembly_format = "attr-dict `:` type($result)"


@irdl_op_definition
class SubgroupIdOp(SubgroupNumberOp):
    name = "gpu.subgroup_id"


@irdl_op_definition
class NumSubgroupsOp(SubgroupNumberOp):
    name = "gpu.num_subgroups"


@irdl_op_definition
class SubgroupSizeOp(SubgroupNumberOp):
    name = "gpu.subgroup_size"


@irdl_op_definition
class BarrierOp(IRDLOperation):
    name = "gpu.barrier"
    assembly_format = "attr-dict"


@irdl_op_definition
class ReturnOp(IRDLOperation):
    name = "gpu.return"
    arguments = var_operand_def()
    traits = traits_def(IsTerminator())
    assembly_format = "attr-dict ($arguments^ `:` type($arguments))?"


@irdl_op_definition
class YieldOp(IRDLOperation):
    name = "gpu.yield"
    arguments = var_operand_def()
    traits = traits_def(IsTerminator())
    assembly_format = "attr-dict ($arguments^ `:` type($arguments))?"


@irdl_op_definition
class ShuffleOp(IRDLOperation):
    """The value of another item of the sub-group, and whether there is one."""

    name = "gpu.shuffle"
    value = operand_def()
    offset = operand_def(i32)
    width = operand_def(i32)
    mode = prop_def(ShuffleModeAttr)
    result = result_def()
    valid = result_def(i1)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        mode = ShuffleModeAttr(parser.parse_str_enum(ShuffleMode))
        start = parser.pos
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        return cls.create(
            operands=parser.resolve_operands(operands, [type, i32, i32], start),
            result_types=[type, i1],
            properties={"mode": mode},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.mode.data} ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)


class ReduceOp(IRDLOperation, ABC):
    """One value of those of many items."""

    value = operand_def()
    uniform = opt_prop_def(UnitAttr)
    result = result_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {}
        if kind := parser.parse_optional_str_enum(Reduction):
            properties["op"] = AllReduceOpAttr(kind)
        value = parser.parse_unresolved_operand()
        if parser.parse_optional_keyword("uniform"):
            properties["uniform"] = UnitAttr()
        regions = [parser.parse_region()] if cls.HAS_BODY else []
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_function_type()
        return cls.create(
            operands=[parser.resolve_operand(value, type.inputs.data[0])],
            result_types=type.outputs.data,
            properties=properties,
            attributes=attributes,
            regions=regions,
        )

    HAS_BODY: ClassVar[bool] = False

    def print(self, printer: Printer) -> None:
        if isinstance(kind := self.properties.get("op"), AllReduceOpAttr):
            printer.print_string(f" {kind.data}")
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        if self.uniform is not None:
            printer.print_string(" uniform")
        for region in self.regions:
            printer.print_string(" ")
            printer.print_region(region)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        types = FunctionType.from_lists([self.value.type], [self.result.type])
        printer.print_attribute(types)


@irdl_op_definition
class AllReduceOp(ReduceOp):
    """Of the items of a group."""

    name = "gpu.all_reduce"
    op = opt_prop_def(AllReduceOpAttr)
    body = region_def()
    HAS_BODY: ClassVar[bool] = True


@irdl_op_definition
class SubgroupReduceOp(ReduceOp):
    """Of the items of a sub-group."""

    name = "gpu.subgroup_reduce"
    op = prop_def(AllReduceOpAttr)


@irdl_op_definition
class PrintfOp(IRDLOperation):
    name = "gpu.printf"
    format = prop_def(StringAttr)
    arguments = var_operand_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        format = parser.parse_str_literal()
        parser.parse_optional_punctuation(",")
        attributes = parser.parse_optional_attr_dict()
        start = parser.pos
        operands = parser.parse_optional_undelimited_comma_separated_list(
            parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
        )
        arguments: Sequence[SSAValue] = ()
        if operands:
            parser.parse_punctuation(":")
            types = parser.parse_comma_separated_list(
                parser.Delimiter.NONE, parser.parse_type
            )
            arguments = parser.resolve_operands(operands, types, start)
        return cls.create(
            operands=arguments,
            properties={"format": StringAttr(format)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.format)
        printer.print_op_attributes(self.attributes)
        if self.arguments:
            printer.print_string(" ")
            printer.print_list(self.arguments, printer.print_ssa_value)
            printer.print_string(" : ")
            printer.print_list(self.arguments.types, printer.print_attribute)


@irdl_op_definition
class FuncOp(IRDLOperation):
    """A function of a device, whose memory of a group follows its arguments."""

    name = "gpu.func"
    sym_name = prop_def(SymbolNameConstraint())
    function_type = prop_def(FunctionType)
    known_block_size = opt_prop_def(DenseArrayBase.constr(i32))
    workgroup_attributions = opt_prop_def(IntegerAttr[IntegerType])
    body = region_def()
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    @property
    def is_kernel(self) -> bool:
        return _KERNEL in self.attributes

    @property
    def shared(self) -> int:
        """How many arguments are arrays of the group."""
        number = self.workgroup_attributions
        return number.value.data if isinstance(number, IntegerAttr) else 0

    @property
    def block_size(self) -> Sequence[int]:
        given = self.known_block_size
        return () if given is None else given.get_values()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_symbol_name()
        parse, paren = parser.parse_argument, parser.Delimiter.PAREN
        arguments = parser.parse_comma_separated_list(paren, parse)
        outputs: Sequence[Attribute] = ()
        if parser.parse_optional_punctuation("->"):
            if (
                types := parser.parse_optional_comma_separated_list(
                    paren, parser.parse_type
                )
            ) is None:
                types = [parser.parse_type()]
            outputs = types
        inputs = [argument.type for argument in arguments]
        properties: dict[str, Attribute] = {
            "sym_name": name,
            "function_type": FunctionType.from_lists(inputs, outputs),
        }
        for keyword in ("workgroup", "private"):
            if parser.parse_optional_keyword(keyword):
                own = parser.parse_comma_separated_list(paren, parse)
                arguments += own
                if keyword == "workgroup":
                    properties[_SHARED] = IntegerAttr(len(own), 64)
        is_kernel = parser.parse_optional_keyword("kernel") is not None
        given = parser.parse_optional_attr_dict_with_keyword()
        attributes = dict(given.data) if given is not None else {}
        if is_kernel:
            attributes[_KERNEL] = UnitAttr()
        if (size := attributes.pop("known_block_size", None)) is not None:
            properties["known_block_size"] = size
        body = parser.parse_region(arguments)
        return cls.create(properties=properties, attributes=attributes, regions=[body])

    def print(self, printer: Printer) -> None:
        arguments = self.body.blocks[0].args
        count = len(self.function_type.inputs)
        private = count + self.shared
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        parts = (
            ("", arguments[:count]),
            (" workgroup", arguments[count:private]),
            (" private", arguments[private:]),
        )
        for keyword, own in parts:
            if own or not keyword:
                printer.print_string(keyword)
                with printer.in_parens():
                    printer.print_list(own, printer.print_block_argument)
        if self.function_type.outputs.data:
            printer.print_string(" -> ")
            with printer.in_parens():
                printer.print_list(self.function_type.outputs, printer.print_attribute)
        attributes = dict(self.attributes)
        if attributes.pop(_KERNEL, None) is not None:
            printer.print_string(" kernel")
        if self.known_block_size is not None:
            attributes["known_block_size"] = self.known_block_size
        printer.print_op_attributes(attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)


def _print_typed(printer: Printer, value: SSAValue) -> None:
    printer.print_ssa_value(value)
    printer.print_string(" : ")
    printer.print_attribute(value.type)


@irdl_op_definition
class LaunchFuncOp(IRDLOperation):
    """A kernel executed for all items of an index space, as the host says."""

    name = "gpu.launch_func"
    dependencies = var_operand_def(gpu.AsyncTokenType)
    grid_x = operand_def()
    grid_y = operand_def()
    grid_z = operand_def()
    block_x = operand_def()
    block_y = operand_def()
    block_z = operand_def()
    cluster_x = opt_operand_def()
    cluster_y = opt_operand_def()
    cluster_z = opt_operand_def()
    dynamic_bytes = opt_operand_def(i32)
    arguments = var_operand_def()
    asynchronous = opt_operand_def()
    kernel = prop_def(SymbolRefAttr)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @property
    def grid(self) -> Sequence[SSAValue]:
        return self.grid_x, self.grid_y, self.grid_z

    @property
    def block(self) -> Sequence[SSAValue]:
        return self.block_x, self.block_y, self.block_z

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        kernel = parser.parse_attribute()
        paren, operand = parser.Delimiter.PAREN, parser.parse_unresolved_operand
        start = parser.pos
        sizes: list[UnresolvedOperand] = []
        for keyword in ("blocks", "threads"):
            parser.parse_keyword(keyword)
            parser.parse_keyword("in")
            sizes += parser.parse_comma_separated_list(paren, operand)
        type: Attribute = INDEX
        if parser.parse_optional_punctuation(":"):
            type = parser.parse_type()
        dynamic: list[SSAValue] = []
        if parser.parse_optional_keyword("dynamic_shared_memory_size"):
            dynamic = [parser.resolve_operand(operand(), i32)]
        arguments: list[SSAValue] = []
        if parser.parse_optional_keyword("args"):

            def argument() -> SSAValue:
                value = operand()
                parser.parse_punctuation(":")
                return parser.resolve_operand(value, parser.parse_type())

            arguments = parser.parse_comma_separated_list(paren, argument)
        attributes = parser.parse_optional_attr_dict()
        values = parser.resolve_operands(sizes, [type] * 6, start)
        return cls.build(
            operands=[[], *values, [], [], [], dynamic, arguments, []],
            properties={"kernel": kernel},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.kernel)
        for keyword, sizes in (("blocks", self.grid), ("threads", self.block)):
            printer.print_string(f" {keyword} in ")
            with printer.in_parens():
                printer.print_list(sizes, printer.print_ssa_value)
        if self.grid_x.type != INDEX:
            printer.print_string(" : ")
            printer.print_attribute(self.grid_x.type)
        if self.dynamic_bytes is not None:
            printer.print_string(" dynamic_shared_memory_size ")
            printer.print_ssa_value(self.dynamic_bytes)
        if self.arguments:
            printer.print_string(" args")
            with printer.in_parens():
                printer.print_list(self.arguments, partial(_print_typed, printer))
        printer.print_op_attributes(self.attributes)


class LaunchOp(gpu.LaunchOp):
    @classmethod
    def parse(cls, parser: Parser) -> Self:
        message = "'gpu.launch' is not supported: mlir-opt --gpu-kernel-outlining"
        parser.raise_error(f"{message} makes a kernel of it")


OPERATIONS = (
    *(AllReduceOp, BarrierOp, BlockDimOp, BlockIdOp, FuncOp, GlobalIdOp, GridDimOp),
    *(
        LaneIdOp,
        LaunchFuncOp,
        LaunchOp,
        ModuleEndOp,
        ModuleOp,
        NumSubgroupsOp,
        PrintfOp,
        ReturnOp,
    ),
    *(ShuffleOp, SubgroupIdOp, SubgroupReduceOp, SubgroupSizeOp, ThreadIdOp, YieldOp),
)
ATTRIBUTES = AddressSpaceAttr, AllReduceOpAttr, ShuffleModeAttr
_REPLACED = {definition.name for definition in (*OPERATIONS, *ATTRIBUTES)}

DIALECT = Dialect(
    "gpu",
    [*OPERATIONS, *(op for op in gpu.GPU.operations if op.name not in _REPLACED)],
    [*ATTRIBUTES, *(a for a in gpu.GPU.attributes if a.name not in _REPLACED)],
)

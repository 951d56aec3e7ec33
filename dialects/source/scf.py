"""
`scf` with `forall`, which xDSL 0.74 lacks, and with MLIR's syntax of other loops.

MLIR, dialect 'scf', operations of these names and `scf.forall.in_parallel`.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from xdsl.dialects import scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    IndexType,
    IntegerType,
    UnitAttr,
    i32,
    i64,
)
from xdsl.dialects.utils.dynamic_index_list import (
    get_dynamic_index_list,
    parse_dynamic_index_list_without_types,
    print_dynamic_index_list,
    verify_dynamic_index_list,
)
from xdsl.ir import Attribute, Block, Dialect, Operation, Region, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    lazy_traits_def,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, NoTerminator, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

T = TypeVar("T")
INDEX = IndexType()
Bound = SSAValue | int
"""A bound or step of a loop: a value, or a constant in the text."""


def _parse_variables(parser: Parser) -> list[Parser.UnresolvedArgument]:
    return parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
    )


def _parse_range(parser: Parser, parse: Callable[[Parser], T]) -> list[T]:
    """The bounds and steps of `= (%a) to (%b) step (%c)`."""
    found: list[T] = []
    parser.parse_punctuation("=")
    found.append(parse(parser))
    for word in ("to", "step"):
        parser.parse_characters(word)
        found.append(parse(parser))
    return found


def _parse_body(
    parser: Parser,
    arguments: Sequence[Parser.Argument],
    terminator: type[Operation],
) -> Region:
    """A region of one block, whose terminator may be omitted in the text."""
    region = parser.parse_region(arguments)
    if region.first_block is None:
        region.add_block(Block(arg_types=[argument.type for argument in arguments]))
    last = region.blocks[-1]
    if last.last_op is None or not last.last_op.has_trait(IsTerminator):
        regions = [Region(Block())] if terminator is InParallelOp else []
        last.add_op(terminator.create(regions=regions))
    return region


# region scf.for


class ForOp(scf.ForOp):
    """`scf.for unsigned %i = …`: a loop whose bound is compared unsigned."""

    @classmethod
    def parse(cls, parser: Parser) -> "ForOp":
        unsigned = parser.parse_optional_keyword("unsigned") is not None
        op = super().parse(parser)
        if unsigned:
            op.attributes["unsignedCmp"] = UnitAttr()
        return op


# endregion
# region scf.while


class WhileOp(scf.WhileOp):
    """`scf.while : () -> () { … }`: a loop that carries no values."""

    @classmethod
    def parse(cls, parser: Parser) -> "WhileOp":
        start = parser.pos
        if parser.parse_optional_punctuation(":") is None:
            return super().parse(parser)
        type = parser.parse_function_type()
        if type.inputs.data:
            parser.raise_error("initial values expected", start)
        before = parser.parse_region()
        parser.parse_keyword("do")
        op = cls((), type.outputs.data, before, parser.parse_region())
        if attributes := parser.parse_optional_attr_dict_with_keyword():
            op.attributes |= attributes.data
        return op

    def print(self, printer: Printer) -> None:
        """As xDSL's, which prints the location after the type as well."""
        arguments = self.before_region.block.args
        if arguments:
            printer.print_string(" (")
            for i, pair in enumerate(zip(arguments, self.arguments, strict=True)):
                printer.print_string(", " if i else "")
                self._print_pair(printer, pair)
            printer.print_string(")")
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)
        printer.print_string(" ")
        printer.print_region(self.before_region, print_entry_block_args=False)
        printer.print_string(" do ")
        printer.print_region(self.after_region)
        printer.print_op_attributes(self.attributes, print_keyword=True)


# endregion
# region scf.index_switch


class IndexSwitchOp(scf.IndexSwitchOp):
    """`default { }`: MLIR 19 omits the terminator of a region without results."""

    @classmethod
    def parse(cls, parser: Parser) -> "IndexSwitchOp":
        value = parser.parse_operand(INDEX)
        attributes = parser.parse_optional_attr_dict()
        types: list[Attribute] = []
        if parser.parse_optional_punctuation("->"):
            types = parser.parse_comma_separated_list(
                parser.Delimiter.NONE, parser.parse_type
            )
        cases: list[int] = []
        regions: list[Region] = []
        while parser.parse_optional_keyword("case"):
            cases.append(parser.parse_integer())
            regions.append(_parse_body(parser, (), scf.YieldOp))
        parser.parse_keyword("default")
        default = _parse_body(parser, (), scf.YieldOp)
        numbers = DenseArrayBase.from_list(i64, cases)
        return cls(value, numbers, default, regions, types, attributes)


# endregion
# region scf.parallel


class ParallelOp(scf.ParallelOp):
    """
    A parallel loop nest; circ runs it in lexicographic order of its indices.

    `scf.parallel (%i) = (%a) to (%b) step (%c) init (%x) -> i32 { … scf.reduce … }`
    """

    @classmethod
    def parse(cls, parser: Parser) -> "ParallelOp":
        variables = _parse_variables(parser)
        groups = _parse_range(parser, _parse_values)
        initial: Sequence[UnresolvedOperand] = ()
        start = parser.pos
        if parser.parse_optional_keyword("init"):
            initial = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_unresolved_operand
            )
        types: Sequence[Attribute] = ()
        if parser.parse_optional_punctuation("->"):
            listed = parser.parse_optional_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_type
            )
            types = [parser.parse_type()] if listed is None else listed
        groups.append(parser.resolve_operands(initial, types, start))
        arguments = [variable.resolve(INDEX) for variable in variables]
        region = _parse_body(parser, arguments, ReduceOp)
        attributes = parser.parse_optional_attr_dict()
        return cls.create(
            operands=[value for group in groups for value in group],
            result_types=types,
            regions=[region],
            properties={"operandSegmentSizes": _segments(groups)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        block = self.body.block
        printer.print_string(" (")
        printer.print_list(block.args, printer.print_ssa_value)
        for word, group in (
            (") = (", self.lowerBound),
            (") to (", self.upperBound),
            (") step (", self.step),
        ):
            printer.print_string(word)
            printer.print_list(group, printer.print_ssa_value)
        if self.initVals:
            printer.print_string(") init (")
            printer.print_list(self.initVals, printer.print_ssa_value)
            printer.print_string(") -> (")
            printer.print_list(self.result_types, printer.print_attribute)
        printer.print_string(") ")
        printer.print_region(
            self.body,
            print_entry_block_args=False,
            print_block_terminators=bool(self.initVals),
        )
        printer.print_op_attributes(self.attributes)


class ReduceOp(scf.ReduceOp):
    """`scf.reduce(%x, %y : i32, i32) { … }, { … }`: a region for each value."""

    @classmethod
    def parse(cls, parser: Parser) -> "ReduceOp":
        start = parser.pos
        values: list[UnresolvedOperand] = []
        types: list[Attribute] = []
        if parser.parse_optional_punctuation("("):
            values = parser.parse_comma_separated_list(
                parser.Delimiter.NONE, parser.parse_unresolved_operand
            )
            parser.parse_punctuation(":")
            types = parser.parse_comma_separated_list(
                parser.Delimiter.NONE, parser.parse_type
            )
            parser.parse_punctuation(")")
        regions: list[Region] = []
        if (region := parser.parse_optional_region()) is not None:
            regions.append(region)
            while parser.parse_optional_punctuation(","):
                regions.append(parser.parse_region())
        return cls.create(
            operands=parser.resolve_operands(values, types, start),
            regions=regions,
            attributes=parser.parse_optional_attr_dict(),
        )

    def print(self, printer: Printer) -> None:
        if self.args:
            printer.print_string("(")
            printer.print_list(self.args, printer.print_ssa_value)
            printer.print_string(" : ")
            printer.print_list(self.args.types, printer.print_attribute)
            printer.print_string(")")
        if self.reductions:
            printer.print_string(" ")
            printer.print_list(self.reductions, printer.print_region)
        printer.print_op_attributes(self.attributes)


def _parse_values(parser: Parser) -> Sequence[SSAValue]:
    start = parser.pos
    values = parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, parser.parse_unresolved_operand
    )
    return parser.resolve_operands(values, [INDEX] * len(values), start)


def _segments(groups: Sequence[Sequence[SSAValue]]) -> DenseArrayBase[IntegerType]:
    return DenseArrayBase.from_list(i32, [len(group) for group in groups])


# endregion
# region scf.forall


@irdl_op_definition
class InParallelOp(IRDLOperation):
    """The terminator of `scf.forall`; on memrefs it is empty."""

    name = "scf.forall.in_parallel"
    region = region_def()
    traits = traits_def(IsTerminator(), NoTerminator())

    @classmethod
    def parse(cls, parser: Parser) -> "InParallelOp":
        region = parser.parse_region()
        if region.first_block is None:
            region.add_block(Block())
        return cls.create(
            regions=[region], attributes=parser.parse_optional_attr_dict()
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_region(self.region)
        printer.print_op_attributes(self.attributes)


@irdl_op_definition
class ForallOp(IRDLOperation):
    """
    A parallel loop nest; circ runs it in lexicographic order of its indices.

    `scf.forall (%i, %j) in (%n, 4) { … }`, or `(%i) = (0) to (%n) step (2)`. Shared
    tensors are parsed, and diagnosed when the operation is converted.
    """

    name = "scf.forall"
    dynamic_lower = var_operand_def(IndexType)
    dynamic_upper = var_operand_def(IndexType)
    dynamic_step = var_operand_def(IndexType)
    outputs = var_operand_def()
    static_lower = prop_def(DenseArrayBase.constr(i64), prop_name="staticLowerBound")
    static_upper = prop_def(DenseArrayBase.constr(i64), prop_name="staticUpperBound")
    static_step = prop_def(DenseArrayBase.constr(i64), prop_name="staticStep")
    mapping = opt_prop_def(ArrayAttr)
    results_ = var_result_def()
    body = region_def("single_block")
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = lazy_traits_def(lambda: (RecursiveMemoryEffect(),))

    @property
    def lower_bounds(self) -> list[Bound]:
        return _mixed(self.static_lower, self.dynamic_lower)

    @property
    def upper_bounds(self) -> list[Bound]:
        return _mixed(self.static_upper, self.dynamic_upper)

    @property
    def steps(self) -> list[Bound]:
        return _mixed(self.static_step, self.dynamic_step)

    def verify_(self) -> None:
        for name, static, dynamic in (
            ("lower", self.static_lower, self.dynamic_lower),
            ("upper", self.static_upper, self.dynamic_upper),
            ("step", self.static_step, self.dynamic_step),
        ):
            values = static.get_values()
            verify_dynamic_index_list(
                values, dynamic, DYNAMIC_INDEX, f" of bounds '{name}'"
            )
            if len(values) != len(self.upper_bounds):
                raise VerifyException(
                    "the bounds and steps must be as many as the variables"
                )
        types = [argument.type for argument in self.body.block.args]
        expected = [INDEX] * len(self.upper_bounds) + [*self.outputs.types]
        if types != expected:
            raise VerifyException(
                "the body must take an index for each bound, then the shared outputs"
            )
        if not isinstance(self.body.block.last_op, InParallelOp):
            raise VerifyException("the body must end in scf.forall.in_parallel")

    @classmethod
    def parse(cls, parser: Parser) -> "ForallOp":
        variables = _parse_variables(parser)
        count = len(variables)
        groups: list[tuple[Sequence[UnresolvedOperand], Sequence[int]]] = []
        if parser.parse_optional_keyword("in"):
            groups = [((), [0] * count), _parse_bounds(parser), ((), [1] * count)]
        else:
            groups = _parse_range(parser, _parse_bounds)
        shared: list[tuple[Parser.UnresolvedArgument, UnresolvedOperand]] = []
        types: Sequence[Attribute] = ()
        start = parser.pos
        if parser.parse_optional_keyword("shared_outs"):

            def share() -> None:
                argument = parser.parse_argument(expect_type=False)
                parser.parse_punctuation("=")
                shared.append((argument, parser.parse_unresolved_operand()))

            parser.parse_comma_separated_list(parser.Delimiter.PAREN, share)
            parser.parse_punctuation("->")
            types = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_type
            )
        operands: list[Sequence[SSAValue]] = [
            parser.resolve_operands(values, [INDEX] * len(values), start)
            for values, _ in groups
        ]
        outputs = [operand for _, operand in shared]
        operands.append(parser.resolve_operands(outputs, types, start))
        arguments = [variable.resolve(INDEX) for variable in variables]
        arguments += [
            argument.resolve(type)
            for (argument, _), type in zip(shared, types, strict=True)
        ]
        region = _parse_body(parser, arguments, InParallelOp)
        attributes = parser.parse_optional_attr_dict()
        names = ("staticLowerBound", "staticUpperBound", "staticStep")
        properties: dict[str, Attribute] = {
            name: DenseArrayBase.from_list(i64, static)
            for name, (_, static) in zip(names, groups, strict=True)
        }
        properties["operandSegmentSizes"] = _segments(operands)
        if "mapping" in attributes:
            properties["mapping"] = attributes.pop("mapping")
        return cls.create(
            operands=[value for group in operands for value in group],
            result_types=types,
            regions=[region],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        block = self.body.block
        count = len(self.upper_bounds)
        printer.print_string(" (")
        printer.print_list(block.args[:count], printer.print_ssa_value)
        if self.lower_bounds == [0] * count and self.steps == [1] * count:
            printer.print_string(") in ")
            _print_bounds(printer, self.static_upper, self.dynamic_upper)
        else:
            printer.print_string(") = ")
            _print_bounds(printer, self.static_lower, self.dynamic_lower)
            printer.print_string(" to ")
            _print_bounds(printer, self.static_upper, self.dynamic_upper)
            printer.print_string(" step ")
            _print_bounds(printer, self.static_step, self.dynamic_step)
        if self.outputs:
            printer.print_string(" shared_outs(")
            for i, output in enumerate(self.outputs):
                printer.print_string(", " if i else "")
                printer.print_ssa_value(block.args[count + i])
                printer.print_string(" = ")
                printer.print_ssa_value(output)
            printer.print_string(") -> (")
            printer.print_list(self.result_types, printer.print_attribute)
            printer.print_string(")")
        printer.print_string(" ")
        printer.print_region(
            self.body,
            print_entry_block_args=False,
            print_block_terminators=bool(self.outputs),
        )
        attributes = dict(self.attributes)
        if self.mapping is not None:
            attributes["mapping"] = self.mapping
        printer.print_op_attributes(attributes)


def _mixed(
    static: DenseArrayBase[IntegerType], dynamic: Sequence[SSAValue]
) -> list[Bound]:
    return get_dynamic_index_list(static.get_values(), dynamic, DYNAMIC_INDEX)


def _parse_bounds(
    parser: Parser,
) -> tuple[Sequence[UnresolvedOperand], Sequence[int]]:
    return parse_dynamic_index_list_without_types(
        parser, DYNAMIC_INDEX, delimiter=parser.Delimiter.PAREN
    )


def _print_bounds(
    printer: Printer,
    static: DenseArrayBase[IntegerType],
    dynamic: Sequence[SSAValue],
) -> None:
    print_dynamic_index_list(
        printer,
        DYNAMIC_INDEX,
        dynamic,
        static.get_values(),
        delimiter=Parser.Delimiter.PAREN,
    )


# endregion

REPLACED: dict[type[Operation], type[Operation]] = {
    scf.ForOp: ForOp,
    scf.IndexSwitchOp: IndexSwitchOp,
    scf.ParallelOp: ParallelOp,
    scf.ReduceOp: ReduceOp,
    scf.WhileOp: WhileOp,
}

DIALECT = Dialect(
    "scf",
    [
        *(REPLACED.get(operation, operation) for operation in scf.Scf.operations),
        ForallOp,
        InParallelOp,
    ],
    [*scf.Scf.attributes],
)

"""Functions, calls and branches: the rows of llvlir that the table cannot describe."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar, Self, cast

from xdsl.dialects.builtin import (
    DenseArrayBase,
    FunctionType,
    IntegerType,
    LocationAttr,
    StringAttr,
    SymbolRefAttr,
    i32,
)
from xdsl.dialects.utils import parse_func_op_like, print_func_op_like
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    successor_def,
    traits_def,
    var_operand_def,
    var_result_def,
    var_successor_def,
)
from xdsl.irdl.operations import ParsePropInAttrDict
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    IsTerminator,
    ReturnLike,
)
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.address_width import ADDRESS_WIDTH, address_width
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import FunctionOp
from circ.dialects.common.signatures import check_signature
from circ.dialects.common.widths import WORD, width_of
from circ.dialects.llvlir import text
from circ.dialects.llvlir.codes import CONDITIONS
from circ.dialects.llvlir.profiles import profile_of
from circ.dialects.llvlir.rows import RowOp, string_attr
from circ.dialects.llvlir.table import Row, row_of_name
from circ.dialects.llvlir.types import (
    R32,
    REGISTER_TYPES,
    SECOND_TYPES,
    AddressType,
    GeneralType,
    shape_of,
)

# region Branches


def verify_edge(name: str, block: Block, values: Sequence[SSAValue]) -> None:
    types = [value.type for value in values]
    if types != [argument.type for argument in block.args]:
        expected = ", ".join(str(argument.type) for argument in block.args)
        given = ", ".join(str(type) for type in types)
        raise VerifyException(
            f"{name} takes arguments of types ({expected}), but is passed ({given})"
        )


def verify_weights(weights: DenseArrayBase[IntegerType] | None) -> None:
    """Check the weights of a two-way branch."""
    if weights is None:
        return
    found = weights.get_values()
    if len(found) != 2 or min(found) < 0:
        raise VerifyException(f"weights must be two counts, but are {list(found)}")


class JumpBase(RowOp):
    """Jump to a block."""

    arguments = var_operand_def()
    target = successor_def()

    traits = traits_def(IsTerminator())
    assembly_format = "$target (`(` $arguments^ `:` type($arguments) `)`)? attr-dict"

    @classmethod
    def create_(
        cls,
        block: Block,
        arguments: Sequence[SSAValue] = (),
        location: LocationAttr | None = None,
    ) -> Self:
        """A jump to `block` that passes it `arguments`."""
        return cls.create(operands=arguments, successors=[block], location=location)

    def verify_(self) -> None:
        verify_edge("the target", self.target, self.arguments)


@irdl_op_definition
class JumpOp(JumpBase):
    """Jump to a block: `llvlir.j.L ^bb1(%x : !llvlir.r<i32>)`."""

    name = "llvlir.j.L"
    ROW: ClassVar[Row] = row_of_name()["j.L"]


@irdl_op_definition
class CompareBranchOp(RowOp):
    """
    Compare two integers; go to `taken` where the condition holds, else to `next`.

    `llvlir.cmpbr.I lt, %x, %y : i32, ^bb1(%x : !llvlir.r<i32>), ^bb2`
    """

    name = "llvlir.cmpbr.I"
    ROW: ClassVar[Row] = row_of_name()["cmpbr.I"]

    condition = prop_def(StringAttr)
    weights = opt_prop_def(DenseArrayBase.constr(i32))
    """The relative frequencies of `taken` and `next`."""
    lhs = operand_def(GeneralType)
    rhs = operand_def(GeneralType)
    taken_arguments = var_operand_def()
    next_arguments = var_operand_def()
    taken = successor_def()
    next = successor_def()

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(IsTerminator())

    @staticmethod
    def branch(
        condition: str,
        lhs: SSAValue,
        rhs: SSAValue,
        taken: Block,
        taken_arguments: Sequence[SSAValue],
        next: Block,
        next_arguments: Sequence[SSAValue],
        location: LocationAttr | None = None,
        weights: tuple[int, int] | None = None,
    ) -> "CompareBranchOp":
        """A branch, taken if `condition` holds of `lhs` and `rhs` (lt is signed)."""
        properties: dict[str, Attribute] = {
            "condition": string_attr(condition),
            "operandSegmentSizes": segments(
                *(1, 1, len(taken_arguments), len(next_arguments))
            ),
        }
        if weights is not None:
            properties["weights"] = DenseArrayBase.from_list(i32, weights)
        return CompareBranchOp.create(
            operands=[lhs, rhs, *taken_arguments, *next_arguments],
            properties=properties,
            successors=[taken, next],
            location=location,
        )

    def verify_(self) -> None:
        if self.condition.data not in CONDITIONS:
            raise VerifyException(
                f"condition must be one of {', '.join(CONDITIONS)}, "
                f"but is {self.condition.data}"
            )
        if self.lhs.type != self.rhs.type:
            raise VerifyException(
                f"operands must have the same type, but have {self.lhs.type} "
                f"and {self.rhs.type}"
            )
        verify_weights(self.weights)
        verify_edge("the taken block", self.taken, self.taken_arguments)
        verify_edge("the next block", self.next, self.next_arguments)

    @classmethod
    def parse(cls, parser: Parser) -> "CompareBranchOp":
        condition = text.parse_condition(parser)
        parser.parse_punctuation(",")
        lhs = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        rhs = parser.parse_unresolved_operand()
        start = parser.pos
        type = text.parse_element(parser)
        operands = parser.resolve_operands((lhs, rhs), (type, type), start)
        taken, taken_arguments = text.parse_edge(parser)
        next, next_arguments = text.parse_edge(parser)
        weights = text.parse_weights(parser)
        op = cls.branch(
            condition,
            operands[0],
            operands[1],
            taken,
            taken_arguments,
            next,
            next_arguments,
            weights=weights,
        )
        op.attributes.update(parser.parse_optional_attr_dict())
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.condition.data}, ")
        printer.print_ssa_value(self.lhs)
        printer.print_string(", ")
        printer.print_ssa_value(self.rhs)
        printer.print_string(f" : i{width_of(self.lhs.type)}")
        text.print_edge(self.taken, self.taken_arguments, printer)
        text.print_edge(self.next, self.next_arguments, printer)
        text.print_weights(self.weights, printer)
        printer.print_op_attributes(self.attributes)


@cache
def segments(*sizes: int) -> DenseArrayBase:
    """The sizes of groups of operands, cached."""
    return DenseArrayBase.from_list(i32, sizes)


Edge = tuple[Block, Sequence[SSAValue]]
"""A block and the values passed to it."""


@irdl_op_definition
class TableBranchOp(RowOp):
    """
    Go to the target of an unsigned number; where there is none, to `default`.

    `llvlir.brtab %n, ^bb1(%x : !llvlir.r<i32>) [^bb2, ^bb3(%x : !llvlir.r<i32>)]`
    """

    name = "llvlir.brtab"
    ROW: ClassVar[Row] = row_of_name()["brtab"]

    counts = prop_def(DenseArrayBase.constr(i32))
    """How many values are passed to each target."""
    number = operand_def(R32)
    default_arguments = var_operand_def()
    target_arguments = var_operand_def()
    default = successor_def()
    targets = var_successor_def()

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(IsTerminator())

    @staticmethod
    def of(
        number: SSAValue,
        default: Edge,
        targets: Sequence[Edge],
        location: LocationAttr | None = None,
    ) -> "TableBranchOp":
        """A branch to the target of `number`, an i32."""
        passed = [value for _, values in targets for value in values]
        counts = [len(values) for _, values in targets]
        return TableBranchOp.create(
            operands=[number, *default[1], *passed],
            properties={
                "counts": DenseArrayBase.from_list(i32, counts),
                "operandSegmentSizes": segments(1, len(default[1]), len(passed)),
            },
            successors=[default[0], *(block for block, _ in targets)],
            location=location,
        )

    @property
    def edges(self) -> list[Edge]:
        """The targets, each with the values passed to it."""
        found: list[Edge] = []
        passed, start = self.target_arguments, 0
        for block, count in zip(self.targets, self.counts.get_values(), strict=True):
            end = start + count
            found.append((block, passed[start:end]))
            start = end
        return found

    def verify_(self) -> None:
        counts = cast(Sequence[int], self.counts.get_values())
        if len(counts) != len(self.targets) or not counts:
            raise VerifyException(
                f"there must be targets, each with a count, but there are "
                f"{len(self.targets)} with {len(counts)}"
            )
        if min(counts) < 0 or sum(counts) != len(self.target_arguments):
            raise VerifyException("the counts must be those of the targets' arguments")
        verify_edge("the default", self.default, self.default_arguments)
        for i, (block, passed) in enumerate(self.edges):
            verify_edge(f"target {i}", block, passed)

    @classmethod
    def parse(cls, parser: Parser) -> "TableBranchOp":
        number = parser.resolve_operand(parser.parse_unresolved_operand(), R32)
        default = text.parse_edge(parser)
        targets = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: text.parse_target(parser)
        )
        op = cls.of(number, default, targets)
        op.attributes.update(parser.parse_optional_attr_dict())
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.number)
        text.print_edge(self.default, self.default_arguments, printer)
        printer.print_string(" ")
        with printer.in_square_brackets():
            printer.print_list(
                self.edges, lambda edge: text.print_target(edge[0], edge[1], printer)
            )
        printer.print_op_attributes(self.attributes)


# endregion
# region Functions


def _verify_registers(
    op: RowOp | FunctionOp, types: Sequence[Attribute], what: str
) -> None:
    for type in types:
        if not isinstance(type, REGISTER_TYPES):
            raise VerifyException(f"{what} must be of register types, but has {type}")
        if isinstance(type, SECOND_TYPES) and profile_of(op) == 1:
            raise VerifyException(f"{what} has {type}, which is of profile 2")


def _verify_call(op: "CallOp | CallIndirectOp") -> None:
    _verify_registers(op, [value.type for value in op.arguments], "an argument")
    _verify_registers(op, [value.type for value in op.outputs], "a result")


def _is_of(kind: type[Operation], profile: int) -> bool:
    """May operations of a class be in functions of a profile?"""
    return not issubclass(kind, RowOp) or kind.ROW.is_of(profile)


@irdl_op_definition
class FuncOp(FunctionOp):
    """
    A function of basic blocks; the arguments of the entry block are its parameters.

    An empty region declares a function that is defined elsewhere.
    """

    name = "llvlir.func"

    function_type = prop_def(FunctionType)
    sym_visibility = opt_prop_def(StringAttr)

    @staticmethod
    def create_(
        name: str,
        inputs: Sequence[Attribute],
        outputs: Sequence[Attribute],
        body: Region | None = None,
        visibility: str | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        location: LocationAttr | None = None,
    ) -> "FuncOp":
        """A function with `body`; a declaration without one."""
        type = FunctionType.from_lists(inputs, outputs)
        return FuncOp.of(name, type, body, visibility, attributes, location)

    @staticmethod
    def of(
        name: str,
        type: FunctionType,
        body: Region | None = None,
        visibility: str | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        location: LocationAttr | None = None,
    ) -> "FuncOp":
        """A function of a type with `body`; a declaration without one."""
        properties: dict[str, Attribute] = {
            "sym_name": StringAttr(name),
            "function_type": type,
        }
        if visibility is not None:
            properties["sym_visibility"] = StringAttr(visibility)
        return FuncOp.create(
            properties=properties,
            attributes=attributes or {},
            regions=[Region() if body is None else body],
            location=location,
        )

    def verify_(self) -> None:
        inputs, outputs = (
            self.function_type.inputs.data,
            self.function_type.outputs.data,
        )
        profile = profile_of(self)
        _verify_registers(self, inputs, "a parameter")
        _verify_registers(self, outputs, "a result")
        self.check_signature()
        self._verify_addresses()
        entry = self.body.blocks.first
        if entry is None:
            return
        if inputs != tuple(argument.type for argument in entry.args):
            raise VerifyException(
                "the entry block's arguments must have the types of the inputs"
            )
        for block in self.body.blocks:
            _verify_registers(
                self, [value.type for value in block.args], "a block argument"
            )
            last = block.last_op
            if last is None or not last.has_trait(IsTerminator):
                raise VerifyException("every block must end in a terminator")
            if any(successor is entry for successor in last.successors):
                raise VerifyException("no branch may go to the entry block")
        self._verify_rows(profile)

    def check_signature(self) -> None:
        """Raise a VerifyException where the registers do not hold the signature."""
        type, module = self.function_type, self.parent_op()
        width = WORD if module is None else address_width(module)
        inputs = tuple(shape_of(each, width) for each in type.inputs)
        outputs = tuple(shape_of(each, width) for each in type.outputs)
        check_signature(self, inputs, outputs)

    def _verify_rows(self, profile: int) -> None:
        """Check that all rows are of the module's profile."""
        ops = [op for block in self.body.blocks for op in block.ops]
        # Once for each class, and then for the operation, which has a place.
        if all(_is_of(kind, profile) for kind in set(map(type, ops))):
            return
        op = next(op for op in ops if not _is_of(type(op), profile))
        message = f"'{op.name}' is no row of profile {profile} of llvlir"
        raise Diagnostic(op.location, message)

    def _verify_addresses(self) -> None:
        """All addresses have the width that the module states."""
        module = self.parent_op()
        if module is None:
            return
        width = address_width(module)
        types = [*self.function_type.inputs, *self.function_type.outputs]
        for block in self.body.blocks:
            types += [argument.type for argument in block.args]
            for op in block.ops:
                types += [result.type for result in op.results]
        for type in types:
            if type.__class__ is AddressType and width_of(type) != width:
                raise VerifyException(
                    f"the module's addresses have {width} bits ('{ADDRESS_WIDTH}'), "
                    f"but there is one of type {type}"
                )

    @classmethod
    def parse(cls, parser: Parser) -> "FuncOp":
        visibility = parser.parse_optional_visibility_keyword()
        start = parser.pos
        name, inputs, outputs, region, attributes, *others = parse_func_op_like(
            parser,
            reserved_attr_names=("sym_name", "function_type", "sym_visibility"),
        )
        if any(others):
            message = "parameters and results of llvlir.func have no attributes"
            parser.raise_error(message, start, parser.pos)
        return FuncOp.create_(
            name,
            list(inputs),
            list(outputs),
            region,
            None if visibility is None else visibility.data,
            attributes.data if attributes else None,
        )

    def print(self, printer: Printer) -> None:
        if self.sym_visibility:
            printer.print_string(f" {self.sym_visibility.data}")
        print_func_op_like(
            printer,
            self.sym_name,
            self.function_type,
            self.body,
            self.attributes,
            reserved_attr_names=("sym_name", "function_type", "sym_visibility"),
        )


@irdl_op_definition
class CallOp(RowOp):
    """
    Call a function of the module.

    `%r = llvlir.call @f(%x) : (!llvlir.r<i32>) -> !llvlir.r<i32>`
    """

    name = "llvlir.call"
    ROW: ClassVar[Row] = row_of_name()["call"]

    callee = prop_def(SymbolRefAttr)
    arguments = var_operand_def()
    outputs = var_result_def()

    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$callee `(` $arguments `)` attr-dict `:` functional-type($arguments, $outputs)"
    )

    @staticmethod
    def create_(
        callee: str,
        arguments: Sequence[SSAValue],
        results: Sequence[Attribute],
        location: LocationAttr | None = None,
    ) -> "CallOp":
        """A call of the function `callee`."""
        return CallOp.create(
            operands=arguments,
            result_types=results,
            properties={"callee": SymbolRefAttr(callee)},
            location=location,
        )

    def verify_(self) -> None:
        _verify_call(self)


@irdl_op_definition
class CallIndirectOp(RowOp):
    """
    Call the function at an address.

    `%r = llvlir.call_indirect %f(%x) : (!llvlir.r<i32>) -> !llvlir.r<i32>`
    """

    name = "llvlir.call_indirect"
    ROW: ClassVar[Row] = row_of_name()["call_indirect"]

    callee = operand_def(AddressType)
    arguments = var_operand_def()
    outputs = var_result_def()

    custom_directives = (text.CalleeAddress,)
    assembly_format = (
        "$callee `(` $arguments `)` attr-dict `:` functional-type($arguments, $outputs)"
        "custom<CalleeAddress>(type($callee))"
    )

    @staticmethod
    def create_(
        callee: SSAValue,
        arguments: Sequence[SSAValue],
        results: Sequence[Attribute],
        location: LocationAttr | None = None,
    ) -> "CallIndirectOp":
        """A call of the function at the address `callee`."""
        return CallIndirectOp.create(
            operands=[callee, *arguments],
            result_types=results,
            location=location,
        )

    def verify_(self) -> None:
        _verify_call(self)


@irdl_op_definition
class RetOp(RowOp):
    """Return from the function: `llvlir.ret %x : !llvlir.r<i32>`."""

    name = "llvlir.ret"
    ROW: ClassVar[Row] = row_of_name()["ret"]

    arguments = var_operand_def()

    traits = traits_def(IsTerminator(), ReturnLike())
    assembly_format = "($arguments^ `:` type($arguments))? attr-dict"

    @staticmethod
    def create_(
        values: Sequence[SSAValue] = (), location: LocationAttr | None = None
    ) -> "RetOp":
        """A return with `values`."""
        return RetOp.create(operands=values, location=location)

    def verify_(self) -> None:
        func = self.parent_op()
        if not isinstance(func, FuncOp):
            raise VerifyException("must be in a llvlir.func")
        expected = func.function_type.outputs.data
        given = tuple(value.type for value in self.arguments)
        if expected != given:
            raise VerifyException(
                f"must return ({', '.join(map(str, expected))}) as the function says, "
                f"but returns ({', '.join(map(str, given))})"
            )

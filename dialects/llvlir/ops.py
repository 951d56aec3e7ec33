"""
The operations of llvlir: one class a row of the table, and functions, calls, branches.

Functions have basic blocks; block arguments are the bytecode's `arg`, successor operands
its `pass` (facts of the llvlir document: docs/llvlir-bytecode.md). Classes of rows are
made from the table when they are first asked for.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BytesAttr,
    DenseArrayBase,
    FunctionType,
    IntAttr,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
    i32,
)
from xdsl.dialects.utils import parse_func_op_like, print_func_op_like
from xdsl.ir import Attribute, Block, Operation, OpTrait, Region, SSAValue
from xdsl.ir.core import OpTraits
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    successor_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.irdl.operations import ParsePropInAttrDict
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    CallableOpInterface,
    EffectInstance,
    IsolatedFromAbove,
    IsTerminator,
    MemoryAllocEffect,
    MemoryEffect,
    MemoryReadEffect,
    MemoryWriteEffect,
    Pure,
    ReturnLike,
    SymbolOpInterface,
)
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.memory import MemoryAttr
from circ.dialects.llvlir import text
from circ.dialects.llvlir.codes import CONDITIONS
from circ.dialects.llvlir.rules import verify_row
from circ.dialects.llvlir.table import Row, row_of_name, rows
from circ.dialects.llvlir.types import (
    REGISTER_TYPES,
    GeneralType,
    width_of,
)
from circ.dialects.llvlir.typing import mask_of, value_types

# region Rows


class RowOp(IRDLOperation):
    """An operation that the table describes."""

    ROW: ClassVar[Row]


@irdl_op_definition
class TableOp(RowOp):
    """
    An operation that is wholly described by its row.

    Register operands come in the order of the row's operand letters; the other letters
    are properties. The second immediate is `imm1`.
    """

    name = "llvlir.row"

    inputs = var_operand_def()
    outputs = var_result_def()
    types = opt_prop_def(ArrayAttr[Attribute])
    """One attribute a type parameter of the row."""
    imm = opt_prop_def(IntAttr)
    imm1 = opt_prop_def(IntAttr)
    condition = opt_prop_def(StringAttr)
    order = opt_prop_def(IntAttr)
    """Memory order; 0, none, where left out."""
    rounding = opt_prop_def(StringAttr)
    """Rounding mode; `rne` where left out."""
    label = opt_prop_def(SymbolRefAttr)
    data = opt_prop_def(StringAttr | BytesAttr)
    memory = opt_prop_def(MemoryAttr)

    def __post_init__(self) -> None:
        # No property has a default, so there is nothing to fill in.
        pass

    @classmethod
    def parse(cls, parser: Parser) -> "TableOp":
        return text.parse_row(cls, cls.ROW, parser)

    def print(self, printer: Printer) -> None:
        text.print_row(self, self.ROW, printer)


class RoundingEffect(MemoryEffect):
    """No effect, unless the rounding mode is the dynamic one."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance] | None:
        dynamic = op.properties.get("rounding") == StringAttr("dyn")
        return None if dynamic else frozenset()


_EFFECTS: dict[str, OpTrait | None] = {
    **dict.fromkeys(("const", "arith", "shift", "pred", "bits"), Pure()),
    **dict.fromkeys(("fp-conv", "fp-arith", "fp-pred", "ext-arith", "ext-fp"), Pure()),
    **dict.fromkeys(("vec-arith", "vec-shift", "vec-pred", "vec-bits"), Pure()),
    **dict.fromkeys(("vec-horiz", "vec-fp-conv", "vec-fp-arith"), Pure()),
    **dict.fromkeys(("vec-fp-pred", "vec-fp-horiz", "ext-vector"), Pure()),
    "ext-memory": MemoryAllocEffect(),
}
"""By category; a category without an entry has unknown effects."""


def _traits(row: Row) -> OpTraits:
    if row.name == "sysret.I":
        return traits_def(IsTerminator())
    if row.base in ("ld", "ldu", "ldidx", "ldidxu", "gather", "gatheru"):
        effect = MemoryReadEffect()
    elif row.base in ("st", "stidx", "scatter", "scatteru"):
        effect = MemoryWriteEffect()
    elif row.category == "constant" and row.result:
        effect = Pure()
    else:
        effect = _EFFECTS.get(row.category)
    if isinstance(effect, Pure) and "d" in row.operands:
        effect = RoundingEffect()
    return traits_def(effect) if effect else traits_def()


def _verify(self: TableOp) -> None:
    verify_row(self, self.ROW)


@cache
def op_class(name: str) -> type[RowOp]:
    """The class of the row with this full name (`add.I`, `mv.x.x.VI`)."""
    if name in _HAND_WRITTEN:
        return _HAND_WRITTEN[name]
    row = row_of_name()[name]
    assert row.category != "ext-stream", name
    identifier = "".join(
        part.capitalize() for part in name.replace("_", ".").split(".")
    )
    namespace: dict[str, object] = {
        "__doc__": row.description,
        "__module__": __name__,
        "name": f"llvlir.{name}",
        "ROW": row,
        "traits": _traits(row),
        "verify_": _verify,
    }
    return type(f"{identifier}Op", (TableOp,), namespace)


def op_classes() -> Iterator[type[Operation]]:
    """All operation classes: functions, and one a row but for those of the bytecode."""
    yield FuncOp
    for row in rows():
        if row.category != "ext-stream":
            yield op_class(row.name)


@lru_cache(maxsize=1 << 14)
def int_attr(value: int) -> IntAttr:
    """The attribute of an integer, cached."""
    return IntAttr(value)


@lru_cache(maxsize=1 << 10)
def string_attr(value: str) -> StringAttr:
    """The attribute of a short string, cached."""
    return StringAttr(value)


def data_attr(data: bytes) -> StringAttr | BytesAttr:
    """Bytes as the attribute that the parser reads back: a string where they are UTF-8."""
    try:
        return StringAttr(data.decode())
    except UnicodeDecodeError:
        return BytesAttr(data)


class _Template:
    """What all operations of one row with the same type parameters share."""

    __slots__ = ("op", "properties", "results", "row")

    def __init__(self, name: str, types: tuple[Attribute | int, ...]):
        self.op = op_class(name)
        self.row = self.op.ROW
        parameters = tuple(
            int_attr(type) if isinstance(type, int) else type for type in types
        )
        if not types and self.row.parameters == "L":
            parameters = (int_attr(1),)
        self.properties: dict[str, Attribute] = (
            {"types": ArrayAttr(parameters)} if parameters else {}
        )
        result = value_types(self.row, parameters)[0]
        self.results = () if result is None else (result,)


@cache
def _template(name: str, types: tuple[Attribute | int, ...]) -> _Template:
    return _Template(name, types)


def create(
    name: str,
    operands: Sequence[SSAValue] = (),
    types: Sequence[Attribute | int] = (),
    *,
    imm: int | None = None,
    imm1: int | None = None,
    condition: str | None = None,
    order: int = 0,
    rounding: str = "rne",
    label: str | None = None,
    data: bytes | None = None,
    memory: MemoryAttr | None = None,
    location: Attribute | None = None,
) -> RowOp:
    """
    The operation of the row `name`: operands and type parameters in the table's order.

    The immediate of `const.I` may also be given as an unsigned bit pattern. Types of
    operands are not checked here but by the verifier.
    """
    template = _template(name, tuple(types))
    row = template.row
    properties = template.properties.copy()
    results: Sequence[Attribute] = template.results
    if imm is not None:
        if row.name == "const.I":
            width = width_of(cast(Attribute, types[0]))
            imm = imm - (1 << width) if imm >> (width - 1) > 0 else imm
        properties["imm"] = int_attr(imm)
        if imm1 is not None:
            properties["imm1"] = int_attr(imm1)
    if condition is not None:
        properties["condition"] = string_attr(condition)
    if order:
        properties["order"] = int_attr(order)
    if rounding != "rne":
        properties["rounding"] = string_attr(rounding)
    if label is not None:
        properties["label"] = SymbolRefAttr(label)
    if data is not None:
        properties["data"] = data_attr(data)
    if memory is not None:
        properties["memory"] = memory
    if not results and row.result:
        results = (any_result(row, operands[0].type),)
    return template.op.create(
        operands=operands,
        result_types=results,
        properties=properties,
        location=cast("None", location),
    )


def any_result(row: Row, operand: Attribute) -> Attribute:
    """The result type of a row that takes any type (`mv`, `mvm`)."""
    if row.result == "m":
        assert isinstance(operand, GeneralType)
        return mask_of(operand)
    return operand


# endregion
# region Branches


def _verify_edge(name: str, block: Block, values: Sequence[SSAValue]) -> None:
    types = [value.type for value in values]
    if types != [argument.type for argument in block.args]:
        expected = ", ".join(str(argument.type) for argument in block.args)
        given = ", ".join(str(type) for type in types)
        raise VerifyException(
            f"{name} takes arguments of types ({expected}), but is passed ({given})"
        )


@irdl_op_definition
class JumpOp(RowOp):
    """Jump to a block: `llvlir.j.L ^bb1(%x : !llvlir.r<i32>)`."""

    name = "llvlir.j.L"
    ROW: ClassVar[Row] = row_of_name()["j.L"]

    arguments = var_operand_def()
    target = successor_def()

    traits = traits_def(IsTerminator())
    assembly_format = "$target (`(` $arguments^ `:` type($arguments) `)`)? attr-dict"

    @staticmethod
    def create_(
        block: Block,
        arguments: Sequence[SSAValue] = (),
        location: Attribute | None = None,
    ) -> "JumpOp":
        """A jump to `block` that passes it `arguments`."""
        return JumpOp.create(
            operands=arguments, successors=[block], location=cast("None", location)
        )

    def verify_(self) -> None:
        _verify_edge("the target", self.target, self.arguments)


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
    """How often, relatively, control goes to `taken` and to `next`."""
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
        location: Attribute | None = None,
        weights: tuple[int, int] | None = None,
    ) -> "CompareBranchOp":
        """A branch on `lhs` and `rhs` standing in `condition` (lt is signed)."""
        segments = _segments(len(taken_arguments), len(next_arguments))
        properties: dict[str, Attribute] = {
            "condition": string_attr(condition),
            "operandSegmentSizes": segments,
        }
        if weights is not None:
            properties["weights"] = DenseArrayBase.from_list(i32, weights)
        return CompareBranchOp.create(
            operands=[lhs, rhs, *taken_arguments, *next_arguments],
            properties=properties,
            successors=[taken, next],
            location=cast("None", location),
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
        if self.weights is not None:
            weights = cast("tuple[int, ...]", self.weights.get_values())
            if len(weights) != 2 or min(weights) < 0:
                raise VerifyException(
                    f"weights must be two counts, but are {list(weights)}"
                )
        _verify_edge("the taken block", self.taken, self.taken_arguments)
        _verify_edge("the next block", self.next, self.next_arguments)

    @classmethod
    def parse(cls, parser: Parser) -> "CompareBranchOp":
        return text.parse_compare_branch(cls, parser)

    def print(self, printer: Printer) -> None:
        text.print_compare_branch(self, printer)


@cache
def _segments(taken: int, next: int) -> DenseArrayBase:
    return DenseArrayBase.from_list(i32, (1, 1, taken, next))


# endregion
# region Functions


class FuncCallable(CallableOpInterface):
    @classmethod
    def get_callable_region(cls, op: Operation) -> Region:
        assert isinstance(op, FuncOp)
        return op.body

    @classmethod
    def get_argument_types(cls, op: Operation) -> tuple[Attribute, ...]:
        assert isinstance(op, FuncOp)
        return op.function_type.inputs.data

    @classmethod
    def get_result_types(cls, op: Operation) -> tuple[Attribute, ...]:
        assert isinstance(op, FuncOp)
        return op.function_type.outputs.data


def _verify_registers(types: Sequence[Attribute], what: str) -> None:
    for type in types:
        if not isinstance(type, REGISTER_TYPES):
            raise VerifyException(f"{what} must be of register types, but has {type}")


@irdl_op_definition
class FuncOp(IRDLOperation):
    """
    A function of basic blocks; the arguments of the entry block are its parameters.

    An empty region declares a function that is defined elsewhere.
    """

    name = "llvlir.func"

    sym_name = prop_def(SymbolNameConstraint())
    function_type = prop_def(FunctionType)
    sym_visibility = opt_prop_def(StringAttr)
    body = region_def()

    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface(), FuncCallable())

    @staticmethod
    def create_(
        name: str,
        inputs: Sequence[Attribute],
        outputs: Sequence[Attribute],
        body: Region | None = None,
        visibility: str | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        location: Attribute | None = None,
    ) -> "FuncOp":
        """A function with `body`, or a declaration where that is left out."""
        properties: dict[str, Attribute] = {
            "sym_name": StringAttr(name),
            "function_type": FunctionType.from_lists(inputs, outputs),
        }
        if visibility is not None:
            properties["sym_visibility"] = StringAttr(visibility)
        return FuncOp.create(
            properties=properties,
            attributes=attributes or {},
            regions=[Region() if body is None else body],
            location=cast("None", location),
        )

    def verify_(self) -> None:
        inputs, outputs = (
            self.function_type.inputs.data,
            self.function_type.outputs.data,
        )
        _verify_registers(inputs, "a parameter")
        _verify_registers(outputs, "a result")
        entry = self.body.blocks.first
        if entry is None:
            return
        if inputs != tuple(argument.type for argument in entry.args):
            raise VerifyException(
                "the entry block's arguments must have the types of the function's inputs"
            )
        for block in self.body.blocks:
            _verify_registers([value.type for value in block.args], "a block argument")
            last = block.last_op
            if last is None or not last.has_trait(IsTerminator):
                raise VerifyException("every block must end in a terminator")
            if any(successor is entry for successor in last.successors):
                raise VerifyException("no branch may go to the entry block")

    @classmethod
    def parse(cls, parser: Parser) -> "FuncOp":
        visibility = parser.parse_optional_visibility_keyword()
        name, inputs, outputs, region, attributes, _, _ = parse_func_op_like(
            parser,
            reserved_attr_names=("sym_name", "function_type", "sym_visibility"),
        )
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
        location: Attribute | None = None,
    ) -> "CallOp":
        """A call of the function `callee`."""
        return CallOp.create(
            operands=arguments,
            result_types=results,
            properties={"callee": SymbolRefAttr(callee)},
            location=cast("None", location),
        )

    def verify_(self) -> None:
        _verify_registers([value.type for value in self.arguments], "an argument")
        _verify_registers([value.type for value in self.outputs], "a result")


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
        values: Sequence[SSAValue] = (), location: Attribute | None = None
    ) -> "RetOp":
        """A return with `values`."""
        return RetOp.create(operands=values, location=cast("None", location))

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


_HAND_WRITTEN: dict[str, type[RowOp]] = {
    "j.L": JumpOp,
    "cmpbr.I": CompareBranchOp,
    "call": CallOp,
    "ret": RetOp,
}

# endregion

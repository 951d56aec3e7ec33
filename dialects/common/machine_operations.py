"""
Operations that are machine instructions, as `circ-tblgen -gen-xdsl-dialect` makes them.

A target's description gives each instruction a record: its number, its operands and
results by name and type of register, ties and effects. How an operation of such a
record is defined, written and checked is here, once for all targets.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from enum import Flag
from typing import ClassVar, NamedTuple

from xdsl.backend.register_type import RegisterType
from xdsl.dialects.builtin import ArrayAttr, IntAttr, StringAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    BaseAttr,
    irdl_op_definition,
    opt_prop_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.fast_operations import FastOperation
from circ.dialects.common.local_rules import LocalRules
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.operation_search import Subclasses

REGISTER = BaseAttr(RegisterType)


class Effects(Flag):
    """What an instruction does beside writing its outputs, as its record states."""

    NONE = 0
    LOAD = 1
    STORE = 2
    OTHER = 4
    """Side effects that neither operands nor memory accesses describe."""


class SharedRegisterType(RegisterType, ABC):
    """A type some of whose registers other types have too: a class, a sub-class."""

    @classmethod
    @abstractmethod
    def related(cls) -> tuple[type[RegisterType], ...]:
        """The types that have some of the same registers, by the same names."""


_IS_SHARED = Subclasses(SharedRegisterType)


class Immediate(NamedTuple):
    """The range of an immediate: its field in the instruction word, and a predicate."""

    width: int | None = None
    """Bits of the field, for a value with or without a sign; None for any."""
    absent: int = 0
    """Bits of the value that the word does not hold."""
    fixed: int = 0
    """The value of those bits."""
    predicate: Callable[[int], bool] | None = None

    def allows(self, value: int) -> bool:
        """Can it be this value?"""
        if self.predicate is not None and not self.predicate(value):
            return False
        if self.width is None:
            return True
        fits = -1 << self.width - 1 <= value < 1 << self.width
        return fits and value & self.absent == self.fixed


class Shape(NamedTuple):
    """The operands of an instruction by name, in the record's order."""

    outs: tuple[tuple[str, type[RegisterType]], ...]
    ins: tuple[tuple[str, type[RegisterType] | Immediate | None], ...]
    """Each with its type of register; else an immediate, None if it may be any."""
    ties: tuple[tuple[str, str], ...] = ()
    """Pairs (output, input) that must be one register."""

    @property
    def sources(self) -> tuple[type[RegisterType], ...]:
        """The types of the registers that are read."""
        return tuple(kind for _, kind in self.ins if isinstance(kind, type))

    @property
    def immediates(self) -> tuple[tuple[str, Immediate | None], ...]:
        """The immediates by name."""
        return tuple(
            (name, kind) for name, kind in self.ins if not isinstance(kind, type)
        )

    @property
    def immediate(self) -> str | None:
        """The name of the first immediate, if there is one."""
        return next((name for name, _ in self.immediates), None)


class Record(NamedTuple):
    """What an instruction is as an operation."""

    name: str
    opcode: int
    """Its number among the target's instructions."""
    operation: str
    """What it computes; forms of the same operation share it."""
    shape: Shape
    effects: Effects = Effects.NONE
    uses: tuple[str, ...] = ()
    """Registers that it reads though they are no operands."""
    defs: tuple[str, ...] = ()
    """Registers that it writes though they are no results."""
    is_control: bool = False
    """Whether it branches, calls or returns."""


class MachineOp(FastOperation, ABC):
    """An operation that becomes machine instructions in its place."""


class RecordOp(MachineOp, LocalRules, ABC):
    """
    One instruction record whose operands are registers and perhaps immediates.

    `imm` is the immediate, or the offset of a memory operand; where it is an address, a
    `symbol` may stand for it (plus `imm`). Where there are several, `more` has those
    that follow. Registers are the operands and results, in the record's order.
    """

    RECORD: ClassVar[Record]
    registers = var_operand_def(REGISTER)
    defined = var_result_def(REGISTER)
    imm = opt_prop_def(IntAttr)
    more = opt_prop_def(ArrayAttr[IntAttr])
    symbol = opt_prop_def(StringAttr)
    memory = opt_prop_def(MemoryAttr)

    @classmethod
    def parse(cls, parser: Parser) -> "RecordOp":
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        properties: dict[str, Attribute] = {}
        if (symbol := parser.parse_optional_symbol_name()) is not None:
            properties["symbol"] = StringAttr(symbol.data)
        if parser.parse_optional_punctuation(","):
            properties["imm"] = IntAttr(parser.parse_integer(allow_boolean=False))
            more: list[IntAttr] = []
            while parser.parse_optional_punctuation(","):
                more.append(IntAttr(parser.parse_integer(allow_boolean=False)))
            if more:
                properties["more"] = ArrayAttr(more)
        if parser.parse_optional_keyword("memory"):
            properties["memory"] = MemoryAttr.new(MemoryAttr.parse_parameters(parser))
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        type = parser.parse_function_type()
        return cls.create(
            operands=parser.resolve_operands(operands, type.inputs.data, position),
            result_types=type.outputs.data,
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string("(")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_string(")")
        if self.symbol is not None:
            printer.print_string(" ")
            printer.print_symbol_name(self.symbol.data)
        if self.imm is not None:
            printer.print_string(f", {self.imm.data}")
            for immediate in self.more or ():
                printer.print_string(f", {immediate.data}")
        if self.memory is not None:
            printer.print_string(" memory ")
            self.memory.print_parameters(printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        # (`print_operation_type` would print the location as well.)
        printer.print_function_type(self.operand_types, self.result_types)

    def verify_(self) -> None:
        shape = self.RECORD.shape
        _check_registers("operand", self.operands, shape.sources)
        _check_registers("result", self.results, [kind for _, kind in shape.outs])
        for out, source in shape.ties:
            self._check_tie(out, source)
        has_immediate = shape.immediate is not None
        if has_immediate != (self.imm is not None or self.symbol is not None):
            needs = "an" if has_immediate else "no"
            raise VerifyException(f"{self.RECORD.name} has {needs} immediate")
        if self.imm is not None:
            self._check_immediates(self.imm)

    def _check_immediates(self, first: IntAttr) -> None:
        """Their number, and what the instruction can have."""
        allowed = self.RECORD.shape.immediates
        values = [first.data, *(each.data for each in self.more or ())]
        if len(values) != len(allowed):
            raise VerifyException(
                f"{self.RECORD.name} has {len(allowed)} immediates, but is given "
                f"{len(values)}"
            )
        for (name, kind), value in zip(allowed, values):
            if kind is not None and not kind.allows(value) and self.symbol is None:
                raise VerifyException(f"{name} of {self.RECORD.name} cannot be {value}")

    def _check_tie(self, out: str, source: str) -> None:
        """One register once both are allocated; any two values before."""
        shape = self.RECORD.shape
        registers = [name for name, kind in shape.ins if kind is not None]
        result = self.results[[name for name, _ in shape.outs].index(out)].type
        operand = self.operands[registers.index(source)].type
        assert isinstance(result, RegisterType) and isinstance(operand, RegisterType)
        if not (result.is_allocated and operand.is_allocated):
            return
        is_one = result.register_name == operand.register_name
        if not is_one or not (
            isinstance(operand, type(result)) or _is_related(operand, type(result))
        ):
            raise VerifyException(
                f"{out} and {source} must be one register, but are {result} and "
                f"{operand}"
            )


def _check_registers(
    what: str, values: Sequence[SSAValue], types: Sequence[type[RegisterType]]
) -> None:
    if len(values) != len(types):
        raise VerifyException(f"needs {len(types)} {what}s, but has {len(values)}")
    for number, (value, type) in enumerate(zip(values, types)):
        if not isinstance(value.type, type) and not _is_in(value.type, type):
            raise VerifyException(
                f"{what} {number} must be of type !{type.name}, but is {value.type}"
            )


def _class_of_register(type: Attribute) -> object:
    """What `_check_registers` looks at: a class, unless others have its registers."""
    return type if _IS_SHARED[type.__class__] else type.__class__


def _is_related(given: Attribute, wanted: type[RegisterType]) -> bool:
    return isinstance(given, SharedRegisterType) and wanted in given.related()


def _is_in(given: Attribute, wanted: type[RegisterType]) -> bool:
    """Is the register, or any that it may become, one of a type's?"""
    if not isinstance(given, SharedRegisterType) or not _is_related(given, wanted):
        return False
    names = wanted.index_by_name().keys()
    is_sub_class = given.index_by_name().keys() <= names
    return is_sub_class or given.register_name.data in names


def define(dialect: str, records: Iterable[Record]) -> dict[str, type[RecordOp]]:
    """
    The operation classes of a dialect's records, by their names.

    Control flow has none: its operations have successors, which a dialect writes.
    """
    return {
        record.name: _define(dialect, record)
        for record in records
        if not record.is_control
    }


def _define(dialect: str, record: Record) -> type[RecordOp]:
    namespace: dict[str, object] = {
        "__doc__": f"The record {record.name}.",
        "__module__": __name__,
        "__annotations__": {"RECORD": ClassVar[Record]},
        "RECORD": record,
        "name": f"{dialect}.{record.name}",
    }
    if not record.shape.ties:
        namespace["SEEN_OF"] = staticmethod(_class_of_register)
    return irdl_op_definition(type(f"{record.name}Op", (RecordOp,), namespace))

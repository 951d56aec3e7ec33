"""
Gen's instructions: one operation class an opcode, generated from the table.

An instruction has two groups of operands, the handles of the registers that it writes
(`dsts`) and reads (`srcs`), and no results. `type` is the type of the operation, and
`src_type` that of the source where the two differ; the table has the further properties
of each opcode. The text is one form for all:

    gen.add int32 %d = %a, %b
    gen.cvt float from int32 %d = %s
    gen.store int32 %address, %value {space = global, memory = #circ.memory<4>}
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntAttr,
    LocationAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind

from circ.dialects.common.fast_operations import FastOperation
from circ.dialects.common.local_rules import LocalRules
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.gen.rules import scalar_of, verify_instruction
from circ.dialects.gen.table import (
    HAND_WRITTEN,
    ROW_OF_OPCODE,
    ROWS,
    TWO_TYPES,
    Row,
)
from circ.dialects.gen.text import parse_attributes, parse_registers, print_registers
from circ.dialects.gen.types import SCALARS, RegisterType, Scalar

# region Registers as operands


@cache
def segments(dsts: int, srcs: int) -> DenseArrayBase:
    """The property with the sizes of the operand groups."""
    return DenseArrayBase.from_list(i32, (dsts, srcs))


@cache
def _text(value: str) -> StringAttr:
    return StringAttr(value)


UNIT = UnitAttr()


class RegisterEffects(MemoryEffect):
    """
    Destinations are written and sources read; what is beyond registers is unknown.

    An instruction that only touches registers says exactly that, so that no pass takes
    it for dead (it has no results) or merges it with its like (it writes).
    """

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance] | None:
        assert isinstance(op, Instruction)
        if op.ROW.kind not in _REGISTERS_ONLY:
            return None
        return {EffectInstance(MemoryEffectKind.WRITE, dst) for dst in op.dsts} | {
            EffectInstance(MemoryEffectKind.READ, src) for src in op.srcs
        }


_REGISTERS_ONLY = (
    *("Nullary", "Unary", "Binary", "Ternary", "Select", "Compare"),
    *("Convert", "BitCast", "LoadImm", "Symbol", "Frame"),
)
"""Classes of instructions without other effects."""

OTHERS_ANY = "circ.others_any"
"""
The attribute of an access with a predicate whose other lanes get any value.

`gen-lanes` sets it where no lane needs what it had before.
"""

# endregion
# region The base class


class Instruction(FastOperation, LocalRules):
    """An instruction of the table."""

    ROW: ClassVar[Row]

    dsts = var_operand_def(RegisterType)
    srcs = var_operand_def(RegisterType)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(RegisterEffects())

    @property
    def scalar(self) -> Scalar:
        """The type of the operation; only of instructions that have one."""
        return scalar_of(self, "type")

    @property
    def source_scalar(self) -> Scalar:
        """The type of the sources: that of the operation unless it has two."""
        return scalar_of(self, "src_type" if "src_type" in self.properties else "type")

    def integer(self, name: str) -> int:
        """An integer property; 0 where an optional one is absent."""
        attribute = self.properties.get(name)
        return 0 if attribute is None else cast(IntAttr, attribute).data

    def text(self, name: str) -> str:
        """A string property."""
        attribute = self.properties[name]
        assert isinstance(attribute, StringAttr)
        return attribute.data

    def flag(self, name: str) -> bool:
        return name in self.properties

    @property
    def predicate(self) -> SSAValue | None:
        """The bool of the lanes that execute an access; None: all of them."""
        return self.srcs[-1] if self.flag("predicated") else None

    @property
    def keeps_lanes(self) -> bool:
        """Do lanes without the predicate keep what the destinations are?"""
        return self.flag("predicated") and OTHERS_ANY not in self.attributes

    @property
    def access(self) -> MemoryAttr | None:
        """The memory operand, if there is one."""
        attribute = self.properties.get("memory")
        return attribute if isinstance(attribute, MemoryAttr) else None

    def verify_(self) -> None:
        verify_instruction(self, self.ROW, self.dsts, self.srcs)

    @classmethod
    def parse(cls, parser: Parser) -> "Instruction":
        properties: dict[str, Attribute] = {}
        if cls.ROW.types != "none":
            properties["type"] = _parse_type(parser)
            if cls.ROW.kind in TWO_TYPES:
                parser.parse_keyword("from")
                properties["src_type"] = _parse_type(parser)
        dsts: list[SSAValue] = []
        srcs = parse_registers(parser)
        if parser.parse_optional_punctuation("="):
            dsts, srcs = srcs, parse_registers(parser)
        elif cls.ROW.sources.stop == 1:
            dsts, srcs = srcs, dsts
        properties |= _parse_properties(parser, cls.ROW.properties)
        properties["operandSegmentSizes"] = segments(len(dsts), len(srcs))
        return cls.create(
            operands=(*dsts, *srcs),
            properties=properties,
            attributes=parse_attributes(parser),
        )

    def print(self, printer: Printer) -> None:
        if "type" in self.properties:
            printer.print_string(f" {self.text('type')}")
        if "src_type" in self.properties:
            printer.print_string(f" from {self.text('src_type')}")
        if self.operands:
            printer.print_string(" ")
        print_registers(printer, self.dsts)
        if self.dsts and self.ROW.sources.stop > 1:
            printer.print_string(" = ")
        print_registers(printer, self.srcs)
        _print_properties(printer, self.ROW.properties, self.properties)
        printer.print_op_attributes(self.attributes, print_keyword=True)


def _parse_type(parser: Parser) -> StringAttr:
    position = parser.pos
    name = parser.parse_identifier()
    if name not in SCALARS:
        parser.raise_error(f"'{name}' is not a type of gen", position, parser.pos)
    return _text(name)


def _parse_properties(parser: Parser, kinds: Mapping[str, str]) -> dict[str, Attribute]:
    properties: dict[str, Attribute] = {}
    if not kinds or parser.parse_optional_punctuation("{") is None:
        return properties
    while True:
        position = parser.pos
        name = parser.parse_identifier()
        if name not in kinds or name in properties:
            parser.raise_error(f"unexpected '{name}'", position, parser.pos)
        kind = kinds[name].rstrip("?")
        if kind == "flag":
            properties[name] = UNIT
        else:
            parser.parse_punctuation("=")
            properties[name] = _parse_property(parser, kind)
        if parser.parse_optional_punctuation(",") is None:
            break
    parser.parse_punctuation("}")
    return properties


def _parse_property(parser: Parser, kind: str) -> Attribute:
    match kind:
        case "int":
            return IntAttr(parser.parse_integer(allow_boolean=False))
        case "name":
            return _text(parser.parse_identifier())
        case "symbol":
            return SymbolRefAttr(parser.parse_symbol_name())
        case _:
            return parser.parse_attribute()


def _print_properties(
    printer: Printer, kinds: Mapping[str, str], properties: dict[str, Attribute]
) -> None:
    present = [name for name in kinds if name in properties]
    if not present:
        return
    printer.print_string(" {")
    for index, name in enumerate(present):
        if index:
            printer.print_string(", ")
        printer.print_string(name)
        match properties[name]:
            case UnitAttr():
                pass
            case IntAttr() as value:
                printer.print_string(f" = {value.data}")
            case StringAttr() as value:
                printer.print_string(f" = {value.data}")
            case SymbolRefAttr() as value:
                printer.print_string(" = ")
                printer.print_symbol_name(value.root_reference.data)
            case value:
                printer.print_string(" = ")
                printer.print_attribute(value)
    printer.print_string("}")


# endregion
# region The generated classes

_CONSTRAINTS = {
    "int": IntAttr,
    "name": StringAttr,
    "symbol": SymbolRefAttr,
    "memory": MemoryAttr,
    "flag": UnitAttr,
}


def _class_of(row: Row) -> type[Instruction]:
    fields: dict[str, object] = {
        "__doc__": f"{row.opcode}: {row.description}.",
        "__module__": __name__,
        "name": row.operation_name,
        "__annotations__": {"ROW": ClassVar[Row]},
        "ROW": row,
    }
    if row.types != "none":
        fields["type"] = prop_def(StringAttr)
    if row.kind in TWO_TYPES:
        fields["src_type"] = prop_def(StringAttr)
    for name, kind in row.properties.items():
        constraint = _CONSTRAINTS[kind.rstrip("?")]
        optional = kind.endswith("?") or kind == "flag"
        # A field may not hide a method of the operation: the names get a suffix.
        fields[f"{name}_"] = (opt_prop_def if optional else prop_def)(
            constraint, prop_name=name
        )
    stem = row.opcode.title().replace("_", "")
    return irdl_op_definition(type(f"{stem}Op", (Instruction,), fields))


OP_CLASSES = {
    row.opcode: _class_of(row) for row in ROWS if row.opcode not in HAND_WRITTEN
}
"""The generated operation classes by opcode."""


# endregion
# region Constructors

Property = Attribute | int | str | bool | None


def create(
    opcode: str,
    type: str | None,
    dsts: Sequence[SSAValue],
    srcs: Sequence[SSAValue],
    *,
    src_type: str | None = None,
    location: LocationAttr | None = None,
    **properties: Property,
) -> Instruction:
    """
    An instruction from its opcode, type and registers.

    Further properties are plain values: integers, names, `True` for a flag, `None` or
    `False` for what is absent. Verification is the verifier's, not the constructor's.
    """
    attributes: dict[str, Attribute] = {
        "operandSegmentSizes": segments(len(dsts), len(srcs))
    }
    if type is not None:
        attributes["type"] = _text(type)
    if src_type is not None:
        attributes["src_type"] = _text(src_type)
    if properties:
        kinds = ROW_OF_OPCODE[opcode].properties
        for name, value in properties.items():
            if value is not None and value is not False:
                attributes[name] = _attribute(kinds[name], value)
    return OP_CLASSES[opcode].create(
        operands=(*dsts, *srcs),
        properties=attributes,
        location=location,
    )


def _attribute(kind: str, value: Attribute | int | str) -> Attribute:
    if isinstance(value, Attribute):
        return value
    if kind == "flag":
        return UNIT
    if isinstance(value, str):
        return SymbolRefAttr(value) if kind == "symbol" else _text(value)
    return IntAttr(value)


def loadi(
    dst: SSAValue, type: str, bits: int, *, location: LocationAttr | None = None
) -> Instruction:
    """LOADI: `dst` becomes the immediate with these (unsigned) bits."""
    return create("LOADI", type, (dst,), (), value=bits, location=location)


def load(
    dsts: Sequence[SSAValue],
    address: SSAValue,
    type: str,
    *,
    memory: MemoryAttr | None = None,
    location: LocationAttr | None = None,
) -> Instruction:
    """LOAD: consecutive elements of global memory from a byte address."""
    return create(
        "LOAD",
        type,
        dsts,
        (address,),
        space="global",
        memory=memory,
        location=location,
    )


def store(
    address: SSAValue,
    values: Sequence[SSAValue],
    type: str,
    *,
    memory: MemoryAttr | None = None,
    location: LocationAttr | None = None,
) -> Instruction:
    """STORE: consecutive elements of global memory from a byte address on."""
    return create(
        "STORE",
        type,
        (),
        (address, *values),
        space="global",
        memory=memory,
        location=location,
    )


def symbol(
    dst: SSAValue, name: str, *, location: LocationAttr | None = None
) -> Instruction:
    """SYMBOL: `dst` becomes the address of a function or global."""
    return create("SYMBOL", "uint32", (dst,), (), symbol=name, location=location)


def frame(
    dst: SSAValue, size: int, align: int, *, location: LocationAttr | None = None
) -> Instruction:
    """FRAME: `dst` becomes the address of this instruction's slot in the frame."""
    return create(
        "FRAME", "uint32", (dst,), (), size=size, align=align, location=location
    )


# endregion

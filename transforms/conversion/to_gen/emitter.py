"""Types, families and the place where instructions go on the way from llvlir to gen."""

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.signatures import LANES
from circ.dialects.gen import create, loadi
from circ.dialects.gen.control import RegisterOp
from circ.dialects.gen.types import SCALARS
from circ.dialects.llvlir.types import (
    AddressType,
    FloatType,
    GeneralType,
    MaskType,
    VectorType,
    width_of,
)

SIGNED = {1: "bool", 8: "int8", 16: "int16", 32: "int32", 64: "int64"}
UNSIGNED = {1: "bool", 8: "uint8", 16: "uint16", 32: "uint32", 64: "uint64"}
FLOAT = {32: "float", 64: "double"}
FAMILY = {1: "bool", 8: "byte", 16: "word", 32: "dword", 64: "qword"}


def family_of(op: Operation, type: Attribute) -> str:
    """The family of the register that holds a value of a register type."""
    family = None
    if isinstance(type, GeneralType | FloatType | AddressType):
        family = FAMILY.get(width_of(type))
    elif isinstance(type, VectorType) and type.lanes.data == LANES:
        family = FAMILY.get(width_of(type.element))
    elif isinstance(type, MaskType) and type.lanes.data == LANES:
        family = "bool"
    if family is None:
        raise unsupported(op, f"a value of type {type} in gen")
    return family


def is_varying(type: Attribute) -> bool:
    """Has a value of a register type one part a lane?"""
    return isinstance(type, VectorType | MaskType)


class Emitter:
    """Where instructions go, and the registers of values."""

    def __init__(self, lanes: bool = False) -> None:
        """With `lanes` registers have several lanes but for those of scalars."""
        self.lanes = lanes
        self.varying = False
        """Do new registers have several lanes?"""
        self.ops: list[Operation] = []
        self.registers: list[RegisterOp] = []
        self.register_of: dict[SSAValue, SSAValue] = {}
        self.location: LocationAttr | None = None

    def new(self, family: str, varying: bool | None = None) -> SSAValue:
        """A further register; of lanes where it is `varying`, or what comes is."""
        varying = self.varying if varying is None else varying
        register = RegisterOp.of(family, uniform=self.lanes and not varying)
        self.registers.append(register)
        return register.handle

    def put(
        self,
        opcode: str,
        type: str,
        dst: SSAValue,
        *srcs: SSAValue,
        src_type: str | None = None,
    ) -> None:
        """Append an instruction that writes one register."""
        self.ops.append(
            create(
                opcode, type, (dst,), srcs, src_type=src_type, location=self.location
            )
        )

    def temporary(
        self,
        opcode: str,
        type: str,
        *srcs: SSAValue,
        family: str | None = None,
        src_type: str | None = None,
    ) -> SSAValue:
        """Append an instruction; the new register that it writes."""
        dst = self.new(SCALARS[type].family if family is None else family)
        self.put(opcode, type, dst, *srcs, src_type=src_type)
        return dst

    def compare(self, opcode: str, type: str, *srcs: SSAValue) -> SSAValue:
        """Append a comparison; the new bool that it writes."""
        return self.temporary(opcode, type, *srcs, family="bool")

    def load_constant(self, dst: SSAValue, type: str, bits: int) -> None:
        """Append an immediate; negative numbers as their bits."""
        bits &= (1 << SCALARS[type].width) - 1
        self.ops.append(loadi(dst, type, bits, location=self.location))

    def constant(self, type: str, bits: int) -> SSAValue:
        """A new register with an immediate."""
        dst = self.new(SCALARS[type].family)
        self.load_constant(dst, type, bits)
        return dst

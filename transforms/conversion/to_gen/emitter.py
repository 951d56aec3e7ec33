"""The emitter of gen's instructions, and the registers of llvlir's values."""

from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.operation_search import Subclasses
from circ.dialects.common.widths import width_of
from circ.dialects.gen.control import RegisterOp
from circ.dialects.gen.types import FAMILY, LANES
from circ.dialects.llvlir.types import (
    AddressType,
    FloatType,
    FormatType,
    GeneralType,
    MaskType,
    VectorType,
)
from circ.transforms.gen.emitter import Emitter

IS_SCALAR = Subclasses(GeneralType, FloatType, AddressType)
IS_VARYING = Subclasses(VectorType, MaskType)


def family_of(op: Operation, type: Attribute) -> str:
    """The family of the register that holds a value of a register type."""
    family = None
    if isinstance(getattr(type, "element", None), FormatType):
        pass  # not the float of that width
    elif IS_SCALAR[type.__class__]:
        family = FAMILY.get(width_of(type))
    elif isinstance(type, VectorType) and type.lanes.data == LANES:
        family = FAMILY.get(width_of(type.element))
    elif isinstance(type, MaskType) and type.lanes.data == LANES:
        family = "bool"
    if family is None:
        raise unsupported(op, f"a value of type {type} in gen")
    return family


def is_varying(type: Attribute) -> bool:
    """Has a value of that type one element for each lane?"""
    return IS_VARYING[type.__class__]


class FunctionEmitter(Emitter):
    """Appends a function's instructions, and keeps the registers of its values."""

    def __init__(self, lanes: bool = False) -> None:
        """With `lanes` all registers but those of scalars are varying."""
        super().__init__(self._declare, uniform=lanes)
        self.lanes = lanes
        self.registers: list[RegisterOp] = []
        self.register_of: dict[SSAValue, SSAValue] = {}

    def _declare(self, family: str, uniform: bool) -> SSAValue:
        register = RegisterOp.of(family, uniform=uniform)
        self.registers.append(register)
        return register.handle

    def register(self, family: str, varying: bool) -> SSAValue:
        """A new register, varying or not."""
        return self.declare(family, self.lanes and not varying)

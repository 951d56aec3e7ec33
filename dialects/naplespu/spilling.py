"""
Values outside registers, and the pseudo operations that split live ranges.

During register allocation a value's type is its location: a register file or one
register (`registers.py`), the stack, or none if it is recomputed at its uses. Block
arguments, operands of branches, calls and returns, and results of calls may have any
location; all other operations work on registers. `naplespu-insert-copies` copies every
value to its destination, after which only registers are left.
"""

from collections.abc import Sequence
from typing import TypeGuard

from xdsl.backend.register_type import RegisterType
from xdsl.dialects.builtin import (
    ArrayAttr,
    IntAttr,
    NoneAttr,
    StringAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import (
    AnyOf,
    AttrConstraint,
    BaseAttr,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.machine_operations import MachineOp, SharedRegisterType
from circ.dialects.naplespu.generated.operations import (
    SCALAR_NUMBERS,
    ScalarType,
    VectorType,
)

FILES = ("scalar", "vector")
"""The register files, as types name them."""
AREAS = {"scalar": ("spill", "incoming"), "vector": ("vector_spill", "incoming")}
"""The areas of the frame for values of a file (`pseudos.SlotOp`)."""


@irdl_attr_definition
class StackType(ParametrizedAttribute, TypeAttribute):
    """
    A value on the stack: `!naplespu.stack<scalar>`, `!naplespu.stack<vector>`.

    `!naplespu.stack<scalar, spill 3>` once it has a slot.
    """

    name = "naplespu.stack"
    file: StringAttr
    area: StringAttr | NoneAttr
    slot: IntAttr | NoneAttr

    @staticmethod
    def of(vector: bool, area: str | None = None, slot: int = 0) -> "StackType":
        """The type of a value of a register file; without an area it has no slot."""
        if area is None:
            return _UNASSIGNED[vector]
        return StackType(StringAttr(FILES[vector]), StringAttr(area), IntAttr(slot))

    @property
    def is_vector(self) -> bool:
        return self.file.data == FILES[True]

    @property
    def numbered(self) -> tuple[str, int] | None:
        """The area and the number of the slot, once there is one."""
        if isinstance(self.area, StringAttr) and isinstance(self.slot, IntAttr):
            return self.area.data, self.slot.data
        return None

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        area: Attribute = NoneAttr()
        slot: Attribute = NoneAttr()
        with parser.in_angle_brackets():
            file = parser.parse_identifier("a register file")
            if parser.parse_optional_punctuation(","):
                area = StringAttr(parser.parse_identifier("the area of a slot"))
                number = parser.parse_integer(allow_boolean=False, allow_negative=False)
                slot = IntAttr(number)
        return (StringAttr(file), area, slot)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.file.data)
            if isinstance(self.area, StringAttr) and isinstance(self.slot, IntAttr):
                printer.print_string(f", {self.area.data} {self.slot.data}")

    def verify(self) -> None:
        _verify_file(self.file)
        if isinstance(self.area, NoneAttr) != isinstance(self.slot, NoneAttr):
            raise VerifyException("needs both an area and a slot, or neither")
        areas = AREAS[self.file.data]
        if isinstance(self.area, StringAttr) and self.area.data not in areas:
            raise VerifyException(
                f"area must be one of {', '.join(areas)}, but is {self.area.data}"
            )


@irdl_attr_definition
class RecomputedType(ParametrizedAttribute, TypeAttribute):
    """
    A value without a location, which is recomputed where it is copied to.

    `!naplespu.recomputed<scalar>`, `!naplespu.recomputed<vector>`: constants and
    addresses of the frame that are only passed on.
    """

    name = "naplespu.recomputed"
    file: StringAttr

    @staticmethod
    def of(vector: bool) -> "RecomputedType":
        """The type of a value of a register file."""
        return _RECOMPUTED[vector]

    @property
    def is_vector(self) -> bool:
        return self.file.data == FILES[True]

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return (StringAttr(parser.parse_identifier("a register file")),)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.file.data)

    def verify(self) -> None:
        _verify_file(self.file)


@irdl_attr_definition
class FrameType(SharedRegisterType):
    """
    The register from which the frame is reached: `!naplespu.frame`.

    Of the address of a frame object whose accesses have offsets from that register, so
    that it takes no other; which one it is, `sp` or `fp`, the frame's layout says.
    """

    name = "naplespu.frame"

    @classmethod
    def index_by_name(cls) -> dict[str, int]:
        return {name: SCALAR_NUMBERS[name] for name in ("sp", "fp")}

    @classmethod
    def infinite_register_prefix(cls) -> str:
        return "j_"

    @classmethod
    def related(cls) -> tuple[type[RegisterType], ...]:
        return (ScalarType,)


FRAME = FrameType.unallocated()


def _verify_file(file: StringAttr) -> None:
    if file.data not in FILES:
        raise VerifyException(
            f"register file must be one of {', '.join(FILES)}, but is {file.data}"
        )


_UNASSIGNED = [StackType(StringAttr(f), NoneAttr(), NoneAttr()) for f in FILES]
_RECOMPUTED = [RecomputedType(StringAttr(file)) for file in FILES]

REGISTER: AttrConstraint[ScalarType | VectorType] = AnyOf.get(
    BaseAttr(ScalarType), BaseAttr(VectorType)
)
STORED: AttrConstraint[ScalarType | VectorType | StackType] = AnyOf.get(
    BaseAttr(ScalarType), BaseAttr(VectorType), BaseAttr(StackType)
)
"""The locations of a call's results."""
PLACED: AttrConstraint[ScalarType | VectorType | StackType | RecomputedType] = (
    AnyOf.get(
        BaseAttr(ScalarType),
        BaseAttr(VectorType),
        BaseAttr(StackType),
        BaseAttr(RecomputedType),
    )
)
"""The locations of operands that branches, calls and returns pass on."""
SCALAR_CONSTANT: AttrConstraint[ScalarType | RecomputedType] = AnyOf.get(
    BaseAttr(ScalarType), BaseAttr(RecomputedType)
)
FRAME_ADDRESS: AttrConstraint[ScalarType | RecomputedType | FrameType] = AnyOf.get(
    BaseAttr(ScalarType), BaseAttr(RecomputedType), BaseAttr(FrameType)
)
VECTOR_CONSTANT: AttrConstraint[VectorType | RecomputedType] = AnyOf.get(
    BaseAttr(VectorType), BaseAttr(RecomputedType)
)
"""The locations of a constant: a register, or recomputed at its uses."""


def is_register(type: Attribute) -> TypeGuard[ScalarType | VectorType]:
    """Is it the type of a value in a register, assigned yet or not?"""
    kind = type.__class__  # `isinstance` of abstract classes takes three times as long
    return kind is ScalarType or kind is VectorType


def is_allocated(type: Attribute) -> bool:
    """Is it the type of one register?"""
    return is_register(type) and type.is_allocated


def is_vector(type: Attribute) -> bool:
    """Is it the type of a vector, at any location?"""
    kind = type.__class__
    if kind is ScalarType or kind is VectorType:
        return kind is VectorType
    return isinstance(type, StackType | RecomputedType) and type.is_vector


@irdl_op_definition
class SpillOp(MachineOp):
    """Spill a value: the result is its copy on the stack."""

    name = "naplespu.spill"
    value = operand_def(REGISTER)
    result = result_def(StackType)
    assembly_format = "$value attr-dict `:` type($value) `->` type($result)"

    def verify_(self) -> None:
        _verify_same_file(self)


@irdl_op_definition
class ReloadOp(MachineOp):
    """Reload a value from the stack into a register."""

    name = "naplespu.reload"
    value = operand_def(StackType)
    result = result_def(REGISTER)
    assembly_format = "$value attr-dict `:` type($value) `->` type($result)"

    def verify_(self) -> None:
        _verify_same_file(self)


@irdl_op_definition
class SplitOp(MachineOp):
    """
    A live-range split: spilling may give the result another location.

    A copy if both are in registers, and none if those are the same.
    """

    name = "naplespu.split"
    value = operand_def(REGISTER)
    result = result_def(REGISTER)
    assembly_format = "$value attr-dict `:` type($value) `->` type($result)"

    def verify_(self) -> None:
        _verify_same_file(self)


SAVED, LOWER_END = "circ.saved_registers", "circ.lower_end"
"""
Attributes of functions with stack maps: pairs of a register and the offset at which it
is saved, and the register of the frame's lower end.
"""


@irdl_op_definition
class StackMapOp(MachineOp):
    """
    Where the values are that a garbage collector manages, at the call before.

    It keeps the values, and becomes no instruction. Two words belong to a letter of
    `kinds` (`dialects/common/stack_maps.py`), the low one first. Once there are stack
    slots, `places` says for each word where it is: in the register of the next operand
    (`unit`), in a slot, at an offset from the frame's lower end, or nowhere (`none`),
    since it is a constant.
    """

    name = "naplespu.stack_map"
    kinds = prop_def(StringAttr)
    places = opt_prop_def(ArrayAttr)
    words = var_operand_def(PLACED)
    assembly_format = (
        "$kinds (`at` $places^)? (`(` $words^ `:` type($words) `)`)? attr-dict"
    )

    def verify_(self) -> None:
        count = len(self.words) if self.places is None else len(self.places)
        if count != 2 * len(self.kinds.data):
            raise VerifyException("must have two words for each letter")
        if self.places is not None and len(self.words) != sum(
            isinstance(place, UnitAttr) for place in self.places
        ):
            raise VerifyException("must have an operand for each word in a register")


def _verify_same_file(op: SpillOp | ReloadOp | SplitOp) -> None:
    if is_vector(op.value.type) != is_vector(op.result.type):
        raise VerifyException("value and result must be of the same register file")

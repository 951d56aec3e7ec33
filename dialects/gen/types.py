"""
The scalar types of gen's instructions and the families of its registers.

docs/reference/gen.md, sections 1 and 2: a register has no type, only a family (a width)
and a uniform flag; the type stands in the instruction.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from xdsl.dialects.builtin import IntAttr, StringAttr
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.signatures import SPLIT_LANES, Shape
from circ.dialects.common.widths import SizedType

FAMILY_WIDTH = {"bool": 1, "byte": 8, "word": 16, "dword": 32, "qword": 64}
"""The width of each family's registers, in bits."""

FAMILY_BYTES = {family: max(bits // 8, 1) for family, bits in FAMILY_WIDTH.items()}
"""The bytes of each family's registers in memory."""

LANES = SPLIT_LANES
"""The lanes of a vector value: one register of a function in SIMD16."""
LANE_COUNTS = (8, LANES)
"""The lane counts of functions that have several lanes."""


@cache
def family_and_lanes(kind: str) -> tuple[str, int] | None:
    """
    The family and the lanes of a parameter or result: `dword`, or `dwordx16`.

    None for any other text.
    """
    family, times, count = kind.partition("x")
    if family not in FAMILY_WIDTH:
        return None
    if not times:
        return family, 1
    return (family, int(count)) if count in map(str, LANE_COUNTS) else None


@cache
def width_of_kind(kind: str) -> int:
    """The width of a parameter or result in bits, over all lanes."""
    found = family_and_lanes(kind)
    assert found is not None, kind
    family, lanes = found
    return FAMILY_WIDTH[family] * lanes


@cache
def shape_of(kind: str) -> Shape:
    """The shape of a parameter or result."""
    found = family_and_lanes(kind)
    assert found is not None, kind
    family, lanes = found
    return Shape(lanes if lanes > 1 else 0, FAMILY_WIDTH[family])


@dataclass(frozen=True)
class Scalar:
    """One of the twelve types an instruction may have."""

    name: str
    width: int
    family: str
    signed: bool = False
    is_float: bool = False

    @property
    def is_bool(self) -> bool:
        return self.family == "bool"

    @property
    def is_integer(self) -> bool:
        return not (self.is_float or self.is_bool)

    @property
    def bytes(self) -> int:
        """Bytes in memory; a bool takes one."""
        return max(self.width // 8, 1)


SCALARS = {
    scalar.name: scalar
    for scalar in (
        Scalar("bool", 1, "bool"),
        Scalar("int8", 8, "byte", signed=True),
        Scalar("uint8", 8, "byte"),
        Scalar("int16", 16, "word", signed=True),
        Scalar("uint16", 16, "word"),
        Scalar("int32", 32, "dword", signed=True),
        Scalar("uint32", 32, "dword"),
        Scalar("int64", 64, "qword", signed=True),
        Scalar("uint64", 64, "qword"),
        Scalar("half", 16, "word", is_float=True),
        Scalar("float", 32, "dword", is_float=True),
        Scalar("double", 64, "qword", is_float=True),
    )
}
"""The types by name, in the order of Beignet's codes 0 to 11."""

SIGNED = {1: "bool", 8: "int8", 16: "int16", 32: "int32", 64: "int64"}
UNSIGNED = {1: "bool", 8: "uint8", 16: "uint16", 32: "uint32", 64: "uint64"}
FLOAT = {32: "float", 64: "double"}
FAMILY = {width: family for family, width in FAMILY_WIDTH.items()}
"""The types and the family of each width."""

SPACES = ("global", "local", "constant", "private", "mixed", "generic", "invalid")
"""The address spaces, by their codes."""


@irdl_attr_definition
class RegisterType(ParametrizedAttribute, SizedType):
    """A register: `!gen.reg<dword>`, or `!gen.reg<byte uniform>`."""

    name = "gen.reg"
    family: StringAttr = param_def(converter=StringAttr.get)
    uniform: IntAttr = param_def(converter=IntAttr.get)

    @property
    def bitwidth(self) -> int:
        """The width of a varying register is that of a lane."""
        return FAMILY_WIDTH[self.family.data]

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            family = parser.parse_identifier()
            uniform = parser.parse_optional_keyword("uniform") is not None
        return (StringAttr(family), IntAttr(int(uniform)))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.family.data)
            if self.uniform.data:
                printer.print_string(" uniform")

    def verify(self) -> None:
        if self.family.data not in FAMILY_WIDTH:
            raise VerifyException(
                f"a register's family must be one of {', '.join(FAMILY_WIDTH)}, "
                f"but is {self.family.data}"
            )
        if self.uniform.data not in (0, 1):
            raise VerifyException("a register's uniform flag must be 0 or 1")


@cache
def register_type(family: str, uniform: bool = False) -> RegisterType:
    """The one attribute for a family and a flag."""
    return RegisterType(family, int(uniform))


SPECIAL_REGISTERS = {
    name: register_type(family, uniform)
    for family, uniform, names in (
        ("dword", False, "local_id_0 local_id_1 local_id_2"),
        ("dword", True, "group_id_0 group_id_1 group_id_2"),
        ("dword", True, "num_groups_0 num_groups_1 num_groups_2"),
        ("dword", True, "local_size_0 local_size_1 local_size_2"),
        ("dword", True, "enqueued_local_size_0 enqueued_local_size_1"),
        ("dword", True, "enqueued_local_size_2"),
        ("dword", True, "global_size_0 global_size_1 global_size_2"),
        ("dword", True, "global_offset_0 global_offset_1 global_offset_2"),
        ("dword", False, "stack_pointer"),
        ("qword", True, "stack_buffer"),
        ("word", False, "block_ip"),
        ("dword", True, "barrier_id thread_number work_dimension zero one"),
        ("word", True, "retVal"),
        ("dword", False, "dwblockip"),
        ("qword", True, "profiling_buffer_pointer"),
        ("dword", False, "profiling_timestamps0 profiling_timestamps1"),
        ("dword", False, "profiling_timestamps2 profiling_timestamps3"),
        ("dword", False, "profiling_timestamps4"),
        ("dword", True, "threadid"),
        ("qword", True, "constant_addrspace_start stack_size"),
        ("qword", True, "enqueue_buffer_pointer"),
    )
    for name in names.split()
}
"""
The first registers of every Beignet function, by name, in order (%0 to %40).

circ declares one only where it is used.
"""

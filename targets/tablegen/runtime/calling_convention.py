"""
The state of argument assignment, which calling conventions change: LLVM's `CCState`.

A module of `-gen-callingconv` derives a class with the registers and types of its
target.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import Enum
from typing import ClassVar, NamedTuple, TypeAlias


class Conversion(Enum):
    """How a value is converted to its location type; the values are LLVM's names."""

    FULL = "Full"
    SIGN_EXTEND = "SExt"
    ZERO_EXTEND = "ZExt"
    ANY_EXTEND = "AExt"
    SIGN_EXTEND_UPPER = "SExtUpper"
    ZERO_EXTEND_UPPER = "ZExtUpper"
    ANY_EXTEND_UPPER = "AExtUpper"
    BIT_CONVERT = "BCvt"
    TRUNCATE = "Trunc"
    FLOAT_EXTEND = "FPExt"
    INDIRECT = "Indirect"


class ArgumentFlags(NamedTuple):
    """Attributes of a value: LLVM's `ArgFlags`."""

    sign_extend: bool = False
    zero_extend: bool = False
    in_register: bool = False
    struct_return: bool = False
    by_value: bool = False
    by_value_size: int = 0
    by_value_alignment: int = 1
    nest: bool = False
    split: bool = False
    """The first part of a value that was split."""
    consecutive_registers: bool = False
    preallocated: bool = False
    pointer: bool = False
    address_space: int = 0
    swift_self: bool = False
    swift_async: bool = False
    swift_error: bool = False
    control_flow_guard: bool = False


NO_FLAGS = ArgumentFlags()


class Location(NamedTuple):
    """Where a value is passed: a register, or a stack slot at an offset in bytes."""

    number: int
    """The index of the value in the call."""
    value_type: str
    type: str
    """The location type."""
    conversion: Conversion
    register: int | None
    offset: int | None


class Argument:
    """A value without a location yet; actions change its location type."""

    __slots__ = ("conversion", "flags", "number", "type", "value_type")

    def __init__(self, number: int, value_type: str, flags: ArgumentFlags = NO_FLAGS):
        self.number = number
        self.value_type = value_type
        self.type = value_type
        self.conversion = Conversion.FULL
        self.flags = flags

    def copy(self) -> "Argument":
        """A copy, for another convention to change."""
        other = Argument(self.number, self.value_type, self.flags)
        other.type, other.conversion = self.type, self.conversion
        return other

    def change(self, type: str, conversion: Conversion) -> None:
        """Set the location type, and how the value is converted to it."""
        self.type, self.conversion = type, conversion

    def promote(self, type: str, upper: bool = False) -> None:
        """Extend an integer as its flags ask, into the upper bits if `upper`."""
        name = "ANY_EXTEND"
        if self.flags.sign_extend:
            name = "SIGN_EXTEND"
        elif self.flags.zero_extend:
            name = "ZERO_EXTEND"
        self.change(type, Conversion[f"{name}_UPPER" if upper else name])


class State:
    """
    Allocated registers and stack of one call, and the locations of its values.

    `custom` has the functions that the description names (CCCustom), `features` what
    conditions may ask for.
    """

    overlaps: ClassVar[Mapping[int, Sequence[int]]] = {}
    """The overlapping registers of a register, where there are any."""
    type_sizes: ClassVar[Mapping[str, int]] = {}
    """Bytes of the types that take stack slots of their own size."""

    def __init__(
        self,
        variadic: bool = False,
        calling_convention: str = "C",
        features: Collection[str] = (),
        custom: "Mapping[str, Convention] | None" = None,
    ):
        self.variadic = variadic
        self.calling_convention = calling_convention
        self.features = features
        self.custom: Mapping[str, Convention] = {} if custom is None else custom
        self.locations: list[Location] = []
        self.allocated: set[int] = set()
        self.stack_size = 0
        self.stack_alignment = 1

    def analyze(
        self,
        convention: "Convention",
        values: Iterable[tuple[str, ArgumentFlags]],
    ) -> bool:
        """Assign locations to all values; False as soon as one has none."""
        for number, (value_type, flags) in enumerate(values):
            if not convention(Argument(number, value_type, flags), self):
                return False
        return True

    def mark(self, register: int) -> None:
        """Mark a register and all that overlap it as allocated."""
        self.allocated.add(register)
        self.allocated.update(self.overlaps.get(register, ()))

    def allocate(self, registers: Sequence[int], shadows: Sequence[int] = ()) -> int:
        """Allocate the first free register and its shadow; 0 if none is free."""
        for position, register in enumerate(registers):
            if register not in self.allocated:
                self.mark(register)
                if shadows:
                    self.mark(shadows[position])
                return register
        return 0

    def allocate_stack(
        self, size: int, alignment: int, shadows: Sequence[int] = ()
    ) -> int:
        """Allocate stack and all of the shadows; the offset of the slot."""
        for register in shadows:
            self.mark(register)
        offset = -(-self.stack_size // alignment) * alignment
        self.stack_size = offset + size
        self.stack_alignment = max(self.stack_alignment, alignment)
        return offset

    def size_of(self, type: str) -> int:
        """Bytes of a type, for stack slots without a fixed size."""
        if type not in self.type_sizes:
            raise LookupError(f"the description gives no size for type '{type}'")
        return self.type_sizes[type]

    def in_register(self, argument: Argument, register: int) -> bool:
        """Pass a value in a register."""
        return self._assign(argument, register, None)

    def on_stack(
        self, argument: Argument, size: int, alignment: int, shadows: Sequence[int] = ()
    ) -> bool:
        """Pass a value on the stack."""
        offset = self.allocate_stack(size, alignment, shadows)
        return self._assign(argument, None, offset)

    def by_value(self, argument: Argument, size: int, alignment: int) -> bool:
        """Pass a copy of an aggregate on the stack; size and alignment are minima."""
        flags = argument.flags
        size = -(-max(flags.by_value_size, size) // alignment) * alignment
        return self.on_stack(argument, size, max(flags.by_value_alignment, alignment))

    def call_custom(self, name: str, argument: Argument) -> bool:
        """Assign a location by a function of the caller."""
        if name not in self.custom:
            raise LookupError(f"no function '{name}' was given to the calling state")
        return self.custom[name](argument, self)

    def _assign(
        self, argument: Argument, register: int | None, offset: int | None
    ) -> bool:
        self.locations.append(
            Location(
                argument.number,
                argument.value_type,
                argument.type,
                argument.conversion,
                register,
                offset,
            )
        )
        return True


Convention: TypeAlias = Callable[[Argument, State], bool]
"""Assigns a location and returns True; False where no action applied."""

"""
Kernels: functions that a host starts for each work-item of an index space.

A kernel is one work-item's view, at every level a function with the attribute
`circ.kernel`:

    #circ.kernel<["global dst", "byval.8 point"], {group = array<i64: 16, 1, 1>}>

The first part has the kind and the name of each argument; then there may be

- `group`: the required size of a work-group;
- `hidden`: names of the special registers of gen whose values are parameters too, after
  the arguments: the ids and sizes that the kernel asks for, or some of `OWN_HIDDEN`;
- `global_atomics`, a unit: it has atomic operations on global memory;
- `takes_turns`, a unit: the items of a group do something one after the other, such as
  an atomic operation, so that no two threads may execute a group;
- `local_bytes`, `stack_bytes`: local memory of a group, private memory of an item;
- `item_bytes`: further local memory of a group, for each of its items;
- `pointer_bits`: 32, or 64;
- `printf`: the formats of PRINTF statements, by their numbers;
- `samplers`, `images`: the values of samplers, and the surfaces of images.

A struct is passed by value: `byval.8` is the address of the one copy for all items,
which none may write; of `structure.8` the first bytes are in the argument's register,
others in registers that gen calls pushed.

A *program of lanes* is a function with the attribute `circ.lanes = array<i64: I, J>`:
its parameter I is the number of a lane, and J is how many lanes there are. It is right
for any number of them: called with 0 and 1 it does all the work. Where its lanes are
executed side by side (`gen-lanes`) the other parameters are the same for all. One with
a third number is made for that many lanes, and right for no other number. Calls of a
function with the attribute `circ.in_turn`, such as an atomic operation, are executed by
one lane after the other; it is not inlined before.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    UnitAttr,
    i64,
)
from xdsl.ir import Attribute, Operation, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from circ.dialects.common.diagnostics import Diagnostic

KERNEL = "circ.kernel"
"""The attribute of kernels."""

IN_LANES = "circ.lanes"
"""The attribute of programs of lanes."""

IN_TURN = "circ.in_turn"
"""The attribute of functions that no two lanes may execute at once: atomic ones."""

CONTROL_REGISTER = "__builtin_npu_read_control_reg"
"""The function that reads a register of the thread, the same one for all its lanes."""

ARGUMENT = re.compile(
    r"(global|local|constant|value|(structure|byval)\.(0|[1-9][0-9]*)|image|pipe|)"
)
"""The kinds of arguments; that of a sampler is empty."""

GLOBAL_ATOMICS = "global_atomics"
TAKES_TURNS = "takes_turns"

OWN_HIDDEN = (
    *("local_memory", "item_memory", "lane", "lanes"),
    *(f"global_id_{axis}" for axis in range(3)),
)
"""The hidden parameters that are no special registers of gen."""

PRINTF = "circ.printf"
"""A function that prints a format, with its arguments in memory."""

BARRIER = "circ.barrier"
"""The function whose calls are barriers, above gen."""

OUTSIDE_SURFACE = "circ.outside_surface"
"""A function that ends a run: of the surface and the offset where it has no element."""

PARTED = "circ.parted"
"""A function that ends a run: items of a group are not all at one barrier."""

SUBGROUP_ITEMS = 16
"""The items of a sub-group: so many of a group in a row, in however many lanes."""

_NAMED = re.compile(r"(?P<kind>\S*) (?P<name>\S*)")
_NUMBERS, _TEXTS = ("group", "samplers", "images"), ("hidden", "printf")
_SIZES = ("local_bytes", "item_bytes", "stack_bytes", "pointer_bits")


@irdl_attr_definition
class KernelAttr(ParametrizedAttribute):
    """What a host has to know of a kernel."""

    name = "circ.kernel"
    arguments: ArrayAttr[StringAttr] = param_def()
    further: DictionaryAttr = param_def()

    @staticmethod
    def of(
        arguments: Iterable[str], further: Mapping[str, Attribute] | None = None
    ) -> "KernelAttr":
        return KernelAttr(
            ArrayAttr(map(StringAttr, arguments)), DictionaryAttr(further or {})
        )

    @property
    def texts(self) -> list[str]:
        """The kind and the name of each argument, with a blank between them."""
        return [text.data for text in self.arguments]

    @property
    def kinds(self) -> list[str]:
        return [text.partition(" ")[0] for text in self.texts]

    def size(self, name: str, default: int = 0) -> int:
        """`local_bytes`, `item_bytes`, `stack_bytes` or `pointer_bits`."""
        value = self.further.data.get(name)
        fits = isinstance(value, IntegerAttr)
        return cast("IntegerAttr[IntegerType]", value).value.data if fits else default

    def numbers(self, name: str) -> Sequence[int]:
        """`group`, `samplers` or `images`; empty where it is left out."""
        value = self.further.data.get(name)
        if not isinstance(value, DenseArrayBase):
            return ()
        return cast("DenseArrayBase[IntegerType]", value).get_values()

    def names(self, name: str) -> list[str]:
        """`hidden` or `printf`."""
        value = self.further.data.get(name)
        texts = value.data if isa(value, ArrayAttr[StringAttr]) else ()
        return [text.data for text in texts]

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            arguments = parser.parse_comma_separated_list(
                parser.Delimiter.SQUARE, parser.parse_str_literal
            )
            further: Mapping[str, Attribute] = {}
            if parser.parse_optional_punctuation(","):
                further = parser.parse_optional_dictionary_attr_dict()
        return cls.of(arguments, further).parameters

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.arguments)
            if self.further.data:
                printer.print_string(", ")
                printer.print_attribute(self.further)

    def verify(self) -> None:
        for text in self.texts:
            named = _NAMED.fullmatch(text)
            if named is None or ARGUMENT.fullmatch(named["kind"]) is None:
                message = f"'{text}' is not the kind and name of an argument"
                raise VerifyException(message)
        for name, value in self.further.data.items():
            if name in _NUMBERS:
                fits = isinstance(value, DenseArrayBase)
            elif name in _TEXTS:
                fits = isa(value, ArrayAttr[StringAttr])
            elif name in (GLOBAL_ATOMICS, TAKES_TURNS):
                fits = isinstance(value, UnitAttr)
            else:
                fits = name in _SIZES and isinstance(value, IntegerAttr)
            if not fits:
                raise VerifyException(f"'{name} = {value}' is not known of a kernel")
        group = self.numbers("group")
        if "group" in self.further.data and (len(group) != 3 or min(group) < 1):
            raise VerifyException(
                f"a group must have three sizes from 1, but has {[*group]}"
            )
        if self.size("pointer_bits", 32) not in (32, 64):
            raise VerifyException("a pointer must have 32 or 64 bits")


def kernel_of(func: Operation) -> KernelAttr | None:
    """What makes a function a kernel; None if it is none."""
    attribute = func.attributes.get(KERNEL)
    return attribute if isinstance(attribute, KernelAttr) else None


def struct_bytes(kind: str, prefix: str) -> int | None:
    """The size of a struct that an argument of that kind is."""
    name, dot, size = kind.partition(".")
    return int(size) if name == prefix and dot else None


def lane_parameters(func: Operation) -> tuple[int, int] | None:
    """Which parameters of a program of lanes are the lane and how many there are."""
    if IN_LANES not in func.attributes:
        return None
    numbers = _lane_numbers(func)
    if len(set(numbers[:2])) == 2 and len(numbers) < 4 and min(numbers) >= 0:
        return numbers[0], numbers[1]
    found = func.attributes[IN_LANES]
    message = f"{IN_LANES} must be the numbers of two parameters, but is {found}"
    raise Diagnostic(func.location, message)


def lanes_made_for(func: Operation) -> int | None:
    """How many lanes a program of lanes is made for; None for any number."""
    return next(iter(_lane_numbers(func)[2:]), None)


def _lane_numbers(func: Operation) -> Sequence[int]:
    attribute = func.attributes.get(IN_LANES)
    if not isinstance(attribute, DenseArrayBase):
        return ()
    return cast("DenseArrayBase[IntegerType]", attribute).get_values()


def set_lane_parameters(func: Operation, lane: int, lanes: int) -> None:
    numbers = [lane, lanes, *_lane_numbers(func)[2:]]
    func.attributes[IN_LANES] = DenseArrayBase.from_list(i64, numbers)

"""
The memory operand that every access carries at every level
(docs/reference/architecture.md, section 3).
"""

from collections.abc import Sequence
from functools import lru_cache

from xdsl.dialects.builtin import IntAttr, StringAttr
from xdsl.ir import Attribute, Dialect, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.kernel import KernelAttr
from circ.dialects.common.relocations import RelocationAttr


@irdl_attr_definition
class MemoryAttr(ParametrizedAttribute):
    """
    What is known of one access: `#circ.memory<4, align 2, alias "a", volatile>`.

    Size and alignment are in bytes. Where they are left out the alignment is the
    natural one (the size), the space 0, the alias class unknown and the access not
    volatile. Accesses of different alias classes never overlap, and those of a private
    class (`private`) only each other, whatever class the other has or not.

    A class is known in one function, and while that runs. Two kinds say more by their
    names: `FRAME_CLASS` and a number, of an object of the function's frame, and
    `GLOBAL_CLASS` and a name, which is the same in all functions.
    """

    name = "circ.memory"
    size: IntAttr = param_def(converter=IntAttr.get)
    align: IntAttr = param_def(converter=IntAttr.get)
    space: IntAttr = param_def(converter=IntAttr.get)
    alias: StringAttr = param_def(converter=StringAttr.get)
    volatile: IntAttr = param_def(converter=IntAttr.get)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        align, space, alias, volatile = None, 0, "", 0
        with parser.in_angle_brackets():
            size = parser.parse_integer(allow_boolean=False, allow_negative=False)
            while parser.parse_optional_punctuation(","):
                if parser.parse_optional_keyword("align"):
                    align = parser.parse_integer(allow_boolean=False)
                elif parser.parse_optional_keyword("alias"):
                    alias = parser.parse_str_literal()
                elif parser.parse_optional_keyword("volatile"):
                    volatile = 1
                else:
                    parser.parse_keyword("space")
                    space = parser.parse_integer(allow_boolean=False)
        return memory(size, align, space, alias, bool(volatile)).parameters

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_int(self.size.data)
            if self.align != self.size:
                printer.print_string(f", align {self.align.data}")
            if self.space.data:
                printer.print_string(f", space {self.space.data}")
            if self.alias.data:
                printer.print_string(", alias ")
                printer.print_string_literal(self.alias.data)
            if self.volatile.data:
                printer.print_string(", volatile")

    def verify(self) -> None:
        align = self.align.data
        if align < 1 or align.bit_count() != 1:  # (-4).bit_count() is 1
            raise VerifyException(f"alignment must be a power of two, but is {align}")
        if self.size.data < 1:
            raise VerifyException(f"size must be positive, but is {self.size.data}")


def memory(
    size: int,
    align: int | None = None,
    space: int = 0,
    alias: str = "",
    volatile: bool = False,
) -> MemoryAttr:
    """The attribute from plain values; alignment is the size where left out."""
    return MemoryAttr(size, size if align is None else align, space, alias, volatile)


@lru_cache(maxsize=1 << 12)
def known_memory(
    size: int, align: int, space: int, alias: str, volatile: bool
) -> MemoryAttr:
    """The attribute from plain values; the same object for the same ones."""
    return memory(size, align, space, alias, volatile)


_PRIVATE = ".own"


def private(alias: str) -> str:
    """The alias class of an object that no other address and no call reaches."""
    return alias + _PRIVATE


def is_private(alias: str) -> bool:
    return alias.endswith(_PRIVATE)


def may_overlap(one: str, other: str) -> bool:
    """May accesses of two alias classes, or of unknown ones, overlap?"""
    if one == other:
        return True
    known = one or other
    return not (one and other) and not is_private(known)


Circ = Dialect("circ", [], [KernelAttr, MemoryAttr, RelocationAttr])
"""The attributes that all levels share."""

FRAME_CLASS = "alloca"
GLOBAL_CLASS = "global."

SCRATCHPAD_SPACE = 68
"""
The address space of NaplesPU's scratchpad (docs/reference/naplespu-isa.md, section 4).
"""

RUNTIME = "circ.runtime"
"""The attribute of functions that circ added to a module: no program begins there."""

SIGNATURE = "circ.signature"
"""
The attribute that keeps a function's type in source terms through every level.

Its value is a builtin `FunctionType`: memref shapes and element types of arguments and
results, from which `circ-run` marshals at any level.
"""

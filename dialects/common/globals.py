"""
Objects in memory that a module names: one form of text at circuit, gen and naplespu.

`@table 16 align 4 constant = "0102…"`: a size, an alignment, whether the program may
write it, and its first bytes in hexadecimal; what they do not cover is zero. `space 68`
after the alignment is NaplesPU's scratchpad.
`addresses [@a, @b]` after them are words at its start: addresses of functions, globals
and, at gen and below, of labelled blocks.
"""

from abc import ABC
from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import (
    ArrayAttr,
    IntAttr,
    LocationAttr,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation, opt_prop_def, prop_def, traits_def
from xdsl.traits import SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.directives import Number
from circ.dialects.common.memory import SCRATCHPAD_SPACE

ADDRESS_BYTES = 4


class GlobalObject(IRDLOperation, ABC):
    """The fields, text and rules of a global; a dialect adds the name."""

    sym_name = prop_def(SymbolNameConstraint())
    size = prop_def(IntAttr)
    align = prop_def(IntAttr)
    data = prop_def(StringAttr, default_value=StringAttr(""))
    constant = opt_prop_def(UnitAttr)
    """Present where the program never writes the object."""
    space = opt_prop_def(IntAttr)
    """The address space; main memory where it is left out."""
    addresses = opt_prop_def(ArrayAttr[SymbolRefAttr])
    """Symbols whose addresses are the first words of the object."""
    traits = traits_def(SymbolOpInterface())
    custom_directives = (Number,)
    assembly_format = (
        "$sym_name custom<Number>($size) `align` custom<Number>($align) "
        "(`space` custom<Number>($space)^)? (`constant` $constant^)? "
        "(`=` $data^)? (`addresses` $addresses^)? attr-dict-with-keyword"
    )

    @classmethod
    def of(
        cls,
        name: str,
        size: int,
        align: int,
        data: bytes = b"",
        location: LocationAttr | None = None,
        *,
        constant: bool = False,
        space: int = 0,
        addresses: Sequence[str] = (),
    ) -> Self:
        """An object of `size` bytes that begins with `data`, or with `addresses`."""
        properties: dict[str, Attribute] = {
            "sym_name": StringAttr(name),
            "size": IntAttr(size),
            "align": IntAttr(align),
            "data": StringAttr(data.hex()),
        }
        if constant:
            properties["constant"] = UnitAttr()
        if space:
            properties["space"] = IntAttr(space)
        if addresses:
            properties["addresses"] = ArrayAttr(map(SymbolRefAttr, addresses))
        return cls.create(properties=properties, location=location)

    @property
    def symbols(self) -> list[str]:
        """The names of the symbols whose addresses come first."""
        if self.addresses is None:
            return []
        return [symbol.root_reference.data for symbol in self.addresses]

    @property
    def address_space(self) -> int:
        return 0 if self.space is None else self.space.data

    @property
    def content(self) -> bytes:
        """The object's bytes at start."""
        return bytes.fromhex(self.data.data).ljust(self.size.data, b"\0")

    def verify_(self) -> None:
        align = self.align.data
        if align < 1 or align.bit_count() != 1:
            raise VerifyException(f"alignment must be a power of two, but is {align}")
        if self.size.data < 1:
            raise VerifyException(f"size must be positive, but is {self.size.data}")
        try:
            data = bytes.fromhex(self.data.data)
        except ValueError:
            raise VerifyException("the bytes must be hexadecimal digits") from None
        if len(data) > self.size.data:
            raise VerifyException(
                f"{len(data)} bytes do not fit an object of {self.size.data}"
            )
        if self.space is not None and self.space.data != SCRATCHPAD_SPACE:
            raise VerifyException(
                f"address space must be {SCRATCHPAD_SPACE}, the scratchpad's, "
                f"but is {self.space.data}"
            )
        words = ADDRESS_BYTES * len(self.symbols)
        if words > self.size.data or any(data[:words]):
            raise VerifyException(
                f"{len(self.symbols)} addresses must fit the object, whose bytes are "
                "zero there"
            )

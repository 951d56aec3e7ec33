"""
Objects in memory that a module names: one form of text at all levels.

`@table 16 align 4 constant = "0102…"`: a size, an alignment, whether the program may
write it, and its first bytes in hexadecimal; what they do not cover is zero. `space 68`
after the alignment is NaplesPU's scratchpad.
`addresses [@a, @b, 12 @c + 4]` after them are words that hold addresses of functions,
globals and, at gen and below, of labelled blocks: the offset of a word, a symbol, and
what is added. A word without an offset comes right after the one before it.
`@table 16 align 4 external` is an object that another module defines. Linkage and
further names are attributes (`circ.linkage`, `circ.aliases`, `circ.weak_aliases`).
"""

from abc import ABC
from collections.abc import Iterable
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

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.directives import Number
from circ.dialects.common.linkage import COMMON, INTERNAL, aliases_of, linkage_of
from circ.dialects.common.memory import SCRATCHPAD_SPACE
from circ.dialects.common.relocations import (
    ADDRESS_BYTES,
    Addresses,
    Relocation,
    RelocationAttr,
)


class GlobalObject(IRDLOperation, ABC):
    """The fields, text and rules of a global; a dialect adds the name."""

    sym_name = prop_def(SymbolNameConstraint())
    size = prop_def(IntAttr)
    """In bytes; an empty object may share its address with another."""
    align = prop_def(IntAttr)
    external = opt_prop_def(UnitAttr)
    """Present where another module defines the object."""
    data = prop_def(StringAttr, default_value=StringAttr(""))
    constant = opt_prop_def(UnitAttr)
    """Present where the program never writes the object."""
    space = opt_prop_def(IntAttr)
    """The address space; main memory where it is left out."""
    addresses = opt_prop_def(ArrayAttr[RelocationAttr])
    """Words of the object that hold addresses of symbols, in order."""
    traits = traits_def(SymbolOpInterface())
    custom_directives = (Number, Addresses)
    assembly_format = (
        "$sym_name custom<Number>($size) `align` custom<Number>($align) "
        "(`space` custom<Number>($space)^)? (`external` $external^)? "
        "(`constant` $constant^)? (`=` $data^)? "
        "(`addresses` custom<Addresses>($addresses)^)? attr-dict-with-keyword"
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
        addresses: Iterable[Relocation] = (),
        external: bool = False,
        attributes: dict[str, Attribute] | None = None,
    ) -> Self:
        """An object of `size` bytes that begins with `data`, and its addresses."""
        properties: dict[str, Attribute] = {
            "sym_name": StringAttr(name),
            "size": IntAttr(size),
            "align": IntAttr(align),
            "data": StringAttr(data.hex()),
        }
        if constant:
            properties["constant"] = UnitAttr()
        if external:
            properties["external"] = UnitAttr()
        if space:
            properties["space"] = IntAttr(space)
        words = [
            RelocationAttr(offset, SymbolRefAttr(symbol), addend)
            for offset, symbol, addend in addresses
        ]
        if words:
            properties["addresses"] = ArrayAttr(words)
        return cls.create(
            properties=properties, attributes=attributes or {}, location=location
        )

    @property
    def relocations(self) -> list[Relocation]:
        """The words that hold addresses, in order."""
        return [] if self.addresses is None else [each.word for each in self.addresses]

    @property
    def address_space(self) -> int:
        return 0 if self.space is None else self.space.data

    @property
    def is_declaration(self) -> bool:
        """Is the object defined by another module?"""
        return self.external is not None

    @property
    def content(self) -> bytes:
        """The object's bytes at start, without the addresses."""
        return bytes.fromhex(self.data.data).ljust(self.size.data, b"\0")

    def verify_(self) -> None:
        align = self.align.data
        if align < 1 or align.bit_count() != 1:
            raise VerifyException(f"alignment must be a power of two, but is {align}")
        if self.size.data < 0:
            raise VerifyException(f"size must not be negative, but is {self.size.data}")
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
        self._verify_addresses(data)
        if self.attributes or self.external:
            self._verify_linkage()

    def _verify_addresses(self, data: bytes) -> None:
        end = 0
        for offset, symbol, _ in self.relocations:
            if offset < end:
                raise VerifyException(
                    f"the address of @{symbol} at {offset} must come after the one "
                    "before it"
                )
            end = offset + ADDRESS_BYTES
            if end > self.size.data or any(data[offset:end]):
                raise VerifyException(
                    f"the address of @{symbol} at {offset} must fit the object, whose "
                    "bytes are zero there"
                )

    def _verify_linkage(self) -> None:
        try:
            linkage, aliases = linkage_of(self), aliases_of(self)
        except Diagnostic as error:
            raise VerifyException(error.message) from None
        has_content = bool(self.data.data or self.addresses)
        if self.is_declaration and (aliases or has_content):
            raise VerifyException("an external object has neither bytes nor aliases")
        if self.is_declaration and linkage in (INTERNAL, COMMON):
            raise VerifyException(f"an external object must not be {linkage}")
        if linkage == COMMON and (has_content or self.constant or aliases):
            raise VerifyException("a common object has no bytes, and can be written")

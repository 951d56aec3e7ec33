"""
The width of a module's addresses: 32 bits, or 64 where its attribute says so.

`circ.address_width = 64 : i32` is stated from the circuit level on. The address
registers of llvlir have this width, and so have the words of data that hold addresses.
"""

from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.widths import WORD

ADDRESS_WIDTH = "circ.address_width"
"""The attribute of a module whose addresses have another width than 32 bits."""

WIDE = 64
ADDRESS_WIDTHS = (WORD, WIDE)


def address_width_attr(width: int) -> Attribute:
    """The value of the module's attribute."""
    return IntegerAttr(width, i32)


def checked_width(attribute: Attribute | None) -> int:
    """The width that the attribute states; raises a VerifyException."""
    if attribute is None:
        return WORD
    for width in ADDRESS_WIDTHS:
        if attribute == address_width_attr(width):
            return width
    widths = " or ".join(f"{width} : i32" for width in ADDRESS_WIDTHS)
    message = f"'{ADDRESS_WIDTH}' must be {widths}, but is {attribute}"
    raise VerifyException(message)


def address_width(module: Operation) -> int:
    """The width of the addresses of a module whose attribute is right."""
    return checked_width(module.attributes.get(ADDRESS_WIDTH))


def widest_address(function: Operation) -> int:
    """The width in a function's module; outside of one addresses may have 64 bits."""
    module = function.parent_op()
    return WIDE if module is None else address_width(module)

"""
Objects of dynamic size in the interpreters' memory.

A slot of the activation has their addresses, packed into one number, 64 bits each.
"""

from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dynamic_objects import MAX_BYTES
from circ.targets.execute.memory import Memory

PLACE = 64
"""Bits of an address in that number."""
MASK = (1 << PLACE) - 1


def allocate(
    memory: Memory, addresses: int, size: int, align: int, location: Attribute
) -> tuple[int, int]:
    """The address of a new object, and all addresses of the activation."""
    if size > MAX_BYTES:
        message = f"an object of {size} bytes does not fit the stack"
        raise Diagnostic(location, message)
    if align.bit_count() != 1:
        message = f"alignment must be a power of two, but is {align}"
        raise Diagnostic(location, message)
    address = memory.allocate(size, align, location)
    return address, addresses << PLACE | address


def release_after(
    memory: Memory, addresses: int, oldest: int, location: Attribute
) -> int:
    """Release what the activation has made after an object; the addresses left."""
    ends: list[int] = []
    while addresses and addresses & MASK != oldest:
        ends.append(addresses & MASK)
        addresses >>= PLACE
    if not addresses:
        message = f"{oldest:#x} is no object that the function has allocated"
        raise Diagnostic(location, message)
    for address in ends:
        memory.release(address)
    return addresses


def release(memory: Memory, addresses: int) -> None:
    """Release the objects of an activation, the last one first."""
    while addresses:
        memory.release(addresses & MASK)
        addresses >>= PLACE

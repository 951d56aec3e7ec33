"""
The further arguments of a variadic call, in a slot of the function's activation.

They are packed into one number: the words, the first one lowest, and a 1 above them.
"""

from collections.abc import Sequence

from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.variadic import words_read

WORD = 32
NONE = 1
"""No further arguments."""


def packed(values: Sequence[int], widths: Sequence[int]) -> int:
    """Split numbers of up to 32 bits, or of 64, into words."""
    bits, low = 0, 0
    for value, width in zip(values, widths, strict=True):
        bits |= value << low
        low += WORD if width <= WORD else width
    return bits | 1 << low


def argument(
    arguments: int, name: str, number: int, location: Attribute, results: int = 1
) -> list[int]:
    """
    The results of the external function of that name: one, or one for each word.

    Raises a `Diagnostic` where the call has no such argument.
    """
    words, count = words_read(name), arguments.bit_length() // WORD
    if not 0 <= number <= count - words:
        message = f"there is no argument number {number}: {count} words were passed"
        raise Diagnostic(location, message)
    bits = arguments >> WORD * number & (1 << WORD * words) - 1
    if results == 1:
        return [bits]
    mask = (1 << WORD) - 1
    return [bits >> WORD * i & mask for i in range(results)]

"""
Where programs lie in the memory of NaplesPU: the vendor's default linker script.

Addresses are those of docs/reference/naplespu-isa.md, section 3.3; the symbols are
those that the script defines.
"""

CACHE_LINE = 64
"""Bytes of a line of the caches (docs/reference/naplespu-isa.md, section 3.6)."""
TRAP_VECTOR = 0x380
"""The address of the trap handler."""
RESET_PC = 0x400
"""The entry point of every thread."""
STACKS_BASE = 0x0008_0000
STACK_SIZE = 16 * 1024
"""Bytes of stack of one thread."""
THREADS = 8
"""Hardware threads of a core."""
DATA_BASE = 0x0080_0000
SCRATCHPAD_SIZE = 1 << 16
"""Bytes of scratchpad, and the alignment that makes its link addresses right (4)."""
SCRATCHPAD_START, SCRATCHPAD_END = (
    "__scratchpad_data_start",
    "__scratchpad_data_end",
)
"""Symbols at both ends of the scratchpad section."""

LARGE_STACK_TOP, LARGE_STACK_SIZE = 0x0800_0000, 0x0080_0000
"""
Where the host puts the stack of thread 0, and how far below it the next thread's.

Programs with the C library have their stack there too, above all data.
"""
LARGE_STACKS = LARGE_STACK_TOP - LARGE_STACK_SIZE * THREADS
"""Where data must end; the stacks move up where it does not."""
LARGE_STACK_SYMBOL = "__circ_stack_top"
"""The upper end of the stack of a program, which the linker defines."""

SYMBOLS = {
    "stacks_base": STACKS_BASE,
    "stacks_dim": STACK_SIZE,
    "threads_per_core": THREADS,
}
"""Absolute symbols of the linker script."""


def stack_top(tile: int, thread: int) -> int:
    """The upper end of a thread's stack, as the vendor's start-up code intends it."""
    return STACKS_BASE + (tile * THREADS + thread + 1) * STACK_SIZE


def stacks_moved(end: int) -> int:
    """By how much large stacks are higher above data that ends there."""
    return max(0, -(-(end - LARGE_STACKS) // LARGE_STACK_SIZE)) * LARGE_STACK_SIZE

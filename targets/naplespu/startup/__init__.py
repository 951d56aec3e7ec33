"""
The code with which threads start, as objects: `start.s`, assembled on demand.

What it does is docs/reference/naplespu-isa.md, section 3.4, without the faults of the
vendor's that are described there: one stack for all threads, constructors that never
run, and threads that do not wait for memory.
"""

from functools import cache
from pathlib import Path

from circ.targets.naplespu.object.objectfile import ObjectFile

PROGRAM_SYMBOL = "__circ_program"
"""What the start-up code of programs defines."""


@cache
def startup_object() -> ObjectFile:
    """`_start`, which calls `main`, and the trap handler `isr0`."""
    return _assembled("start.s")


@cache
def program_object() -> ObjectFile:
    """The same for programs with the C library, whose `exit` it calls after `main`."""
    return _assembled("program.s", ".equ PROGRAM, 1\n")


def _assembled(name: str, first: str = "") -> ObjectFile:
    # Most programs that are linked need no assembler.
    from circ.targets.naplespu.assembler.assemble import assemble

    text = Path(__file__).with_name("start.s").read_text()
    return assemble(first + text, name)

"""
The code with which threads start, as an object: `start.s`, assembled on demand.

What it does is docs/reference/naplespu-isa.md, section 3.4, without the faults of the
vendor's that are described there: one stack for all threads, constructors that never
run, and threads that do not wait for memory.
"""

from functools import cache
from pathlib import Path

from circ.targets.naplespu.object.objectfile import ObjectFile


@cache
def startup_object() -> ObjectFile:
    """`_start`, which calls `main`, and the trap handler `isr0`."""
    # Most programs that are linked need no assembler.
    from circ.targets.naplespu.assembler.assemble import assemble

    text = Path(__file__).with_name("start.s").read_text()
    return assemble(text, "start.s")

"""Members of the C library in assembly: the system interface, setjmp and longjmp."""

from functools import cache
from pathlib import Path

from circ.targets.naplespu.object.objectfile import ObjectFile


@cache
def assembled(name: str) -> ObjectFile:
    """The file of that name without `.s`: `system` or `setjmp`."""
    from circ.targets.naplespu.assembler.assemble import assemble

    path = Path(__file__).with_name(f"{name}.s")
    return assemble(path.read_text(), path.name)

"""Program images in the memory of the simulator."""

from circ.targets.naplespu.description.memory_map import (
    SCRATCHPAD_END,
    SCRATCHPAD_SIZE,
    SCRATCHPAD_START,
)
from circ.targets.naplespu.object.image import Image
from circ.targets.naplespu.object.objectfile import SCRATCHPAD
from circ.targets.naplespu.simulator.machine import Machine


def load(image: Image, machine: Machine, preload: bool = True) -> None:
    """
    Put a program into the memory of a machine and its pc at the entry.

    With `preload` the scratchpad section is in the scratchpad too, where its low
    address bits point; otherwise that is left to start-up code
    (docs/reference/naplespu-isa.md, section 3.4). Where another linker has made it a
    part of a segment, its symbols say where it is.
    """
    for segment in image.segments:
        machine.memory.write(segment.address, segment.data)
        if preload and segment.name == SCRATCHPAD:
            machine.scratchpad.write(segment.address, segment.data)
    names = SCRATCHPAD_START, SCRATCHPAD_END
    if preload and all(name in image.symbols for name in names):
        start, end = (image.symbols[name].address for name in names)
        if start < end <= start + SCRATCHPAD_SIZE:
            machine.scratchpad.write(0, machine.memory.read(start, end - start))
    machine.pc = image.entry

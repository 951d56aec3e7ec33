"""The data of an llvlir module in the interpreter's memory."""

from xdsl.dialects.builtin import ModuleOp

from circ.dialects.llvlir.data import data_objects
from circ.targets.execute.memory import Memory


def place_data(module: ModuleOp, memory: Memory) -> dict[str, int]:
    """Give every label of a data section an object; addresses by label."""
    addresses: dict[str, int] = {}
    for item in data_objects(module.ops):
        space = memory.space(item.space)
        address = space.allocate(len(item.data), item.align, item.location)
        addresses[item.name] = address
        space.write(address, item.data)
    return addresses

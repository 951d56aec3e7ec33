"""
Kernels of OpenCL: what clang says of them, and what they ask for.

SPIR marks them by a calling convention, and tells of their arguments in metadata. The
ids and sizes that a kernel asks for are calls of declared functions, `circ.NAME`; each
becomes a parameter (docs/opencl.md). Variables that a work-group shares are at offsets
from another one.
"""

from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    i32,
    i64,
)
from xdsl.ir import Attribute, SSAValue

from circ.dialects.common.kernel import GLOBAL_ATOMICS, IN_TURN, TAKES_TURNS, KernelAttr
from circ.targets.llvm.function_reader import FunctionReader
from circ.targets.llvm.memory import object_of
from circ.targets.llvm.memory_functions import copy
from circ.targets.llvm.module_text import FunctionText
from circ.targets.llvm.types import round_up

CONVENTION = "spir_kernel"
ASKED = "circ."
"""How the names of functions begin that stand for what a kernel is told."""

BARRIER = "barrier"
GROUP_SLOT, GROUP_SLOT_BYTES = "group_slot", 8
"""Memory of a group, or an item, for the library's functions: of one number."""

LOCAL_MEMORY, ITEM_MEMORY = "local_memory", "item_memory"
KINDS = {"0": "value", "1": "global", "2": "constant", "3": "local"}
"""The kinds of arguments by their address spaces."""


def is_kernel(text: FunctionText) -> bool:
    return CONVENTION in text.header and text.header[0] == "define"


class Kernel:
    """A kernel while it is read."""

    def __init__(self, function: FunctionReader):
        self.function = function
        self._hidden: dict[str, SSAValue] = {}
        self._places: dict[str, int] = {}
        self._local_bytes = 0
        self._further: dict[str, Attribute] = {}

    def hidden(self, name: str) -> SSAValue:
        """The parameter that has a special register's value."""
        if (known := self._hidden.get(name)) is None:
            known = self._hidden[name] = self.function.add_argument()
        return known

    def asked(self, callee: str) -> Sequence[SSAValue] | None:
        """What a call gives that asks for something; None for other calls."""
        name = callee.removeprefix(ASKED)
        if callee.startswith(IN_TURN):
            self._further[TAKES_TURNS] = UnitAttr()
            return None
        if name in (callee, BARRIER):
            return None
        if name == GLOBAL_ATOMICS:
            self._further[GLOBAL_ATOMICS] = UnitAttr()
            return ()
        if name == GROUP_SLOT:
            self._further[TAKES_TURNS] = UnitAttr()
            base, offset = self._allot(name, GROUP_SLOT_BYTES, GROUP_SLOT_BYTES)
            k = self.function.algebra()
            return [k.add(32, base, self.function.word(offset))]
        if name == ITEM_MEMORY:
            self._further["item_bytes"] = IntegerAttr(GROUP_SLOT_BYTES, i32)
        return [self.hidden(name)]

    def own_structs(self) -> Iterator[tuple[str, Sequence[SSAValue]]]:
        """Parameters that the kernel writes to, as addresses of its own copies."""
        f, layout = self.function, self.function.module.layout
        for number, (type, is_read_only) in f.signature.by_value.items():
            if not is_read_only:
                name, size = f.signature.names[number], layout.size(type)
                align = layout.align(type)
                own = object_of(f, size, layout.object_align(type, align))
                copy(f, own, f.parts(name)[0], size, align)
                yield name, [own]

    def place(self, token: str) -> tuple[SSAValue, int]:
        """Where a variable is in the group's memory."""
        return self._allot(token, *self.function.module.local_objects[token])

    def _allot(self, name: str, size: int, align: int) -> tuple[SSAValue, int]:
        if (known := self._places.get(name)) is None:
            known = self._places[name] = round_up(self._local_bytes, align)
            self._local_bytes = known + size
        return self.hidden(LOCAL_MEMORY), known

    def attribute(self) -> KernelAttr:
        """What is known when all of the kernel has been read."""
        f, further = self.function, self._further
        spaces = self._metadata("kernel_arg_addr_space")
        names = self._metadata("kernel_arg_name")
        parameters = f.signature.parameters
        if len(names) != len(parameters):
            names = [str(number) for number in range(len(parameters))]
        if len(spaces) != len(parameters):
            f.fail("a kernel whose arguments are not described")
        kinds = [KINDS.get(space, "") for space in spaces]
        for number, (type, _) in f.signature.by_value.items():
            kinds[number] = f"byval.{f.module.layout.size(type)}"
        if group := self._metadata("reqd_work_group_size"):
            further["group"] = DenseArrayBase.from_list(i64, [*map(int, group)])
        if self._hidden:
            further["hidden"] = ArrayAttr(map(StringAttr, self._hidden))
        if self._local_bytes:
            further["local_bytes"] = IntegerAttr(self._local_bytes, i32)
        texts = [f"{kind} {name}" for kind, name in zip(kinds, names, strict=True)]
        return KernelAttr.of(texts, further)

    def _metadata(self, name: str) -> list[str]:
        """What follows the name of a kind of metadata in the function's header."""
        header = self.function.text.header
        if f"!{name}" not in header:
            return []
        node = header[header.index(f"!{name}") + 1]
        return self.function.module.text.operands(node)

"""
The addresses of a module's functions and objects, for the interpreters.

A function is an object of size 0. An object is placed, and its bytes are written, when
its address is first asked for, with the objects and functions whose addresses it
holds; those in the scratchpad come first, where the linker puts them.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation

from circ.dialects.common.address_width import address_width
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.globals import GlobalObject
from circ.dialects.common.linkage import WEAK, aliases_in, linkage_of
from circ.dialects.common.module_functions import has_body, is_function, name_of
from circ.dialects.common.relocations import Relocation
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import Hooks


class ObjectData(NamedTuple):
    """A global, as memory needs it."""

    name: str
    size: int
    align: int
    space: int
    data: bytes
    """The first bytes; the rest is zero."""
    relocations: list[Relocation]
    op: Operation
    """For its location and its attributes."""
    is_declaration: bool


def object_data(op: GlobalObject) -> ObjectData:
    return ObjectData(
        op.sym_name.data,
        op.size.data,
        op.align.data,
        op.address_space,
        bytes.fromhex(op.data.data),
        op.relocations,
        op,
        op.is_declaration,
    )


def objects_of(module: ModuleOp) -> list[ObjectData]:
    """The globals of a module, at any level but llvlir."""
    return [object_data(op) for op in module.ops if isinstance(op, GlobalObject)]


class Symbols:
    """See the module's docstring."""

    def __init__(
        self,
        module: ModuleOp,
        memory: Memory,
        hooks: Hooks,
        objects: Iterable[ObjectData],
    ):
        self._memory = memory
        self._address_bytes = address_width(module) // 8
        functions = [op for op in module.ops if is_function(op)]
        self._functions = {name_of(op) for op in functions}
        declared = [op for op in functions if not has_body(op)]
        self._objects: dict[str, ObjectData] = {}
        self._undefined: dict[str, Operation] = {}
        """Objects that are only declared."""
        for item in objects:
            if item.is_declaration:
                self._undefined[item.name] = item.op
            else:
                self._objects[item.name] = item
        defined = [(item.name, item.op) for item in self._objects.values()]
        defined += [(name_of(op), op) for op in functions if has_body(op)]
        self.aliases: Mapping[str, str] = aliases_in(defined)
        """Further names of definitions, each with the name of the definition."""
        absent = [(name_of(op), op) for op in declared]
        absent += self._undefined.items()
        self._weak = {
            name for name, op in absent if linkage_of(op) == WEAK and name not in hooks
        }
        self._addresses: dict[str, int] = {}
        self._names: dict[int, str] = {}
        for item in self._objects.values():
            if item.space:
                self.address_of(item.name, item.op.location)

    def definition(self, name: str) -> str:
        """The name of the definition that a name stands for."""
        return self.aliases.get(name, name)

    def is_undefined_weak(self, name: str) -> bool:
        """Has a weak declaration no definition, so that its address is 0?"""
        return name in self._weak and name not in self.aliases

    def objects(self) -> Iterable[ObjectData]:
        """The objects that the module defines."""
        return self._objects.values()

    def is_known(self, name: str) -> bool:
        """Does the module define or declare the name?"""
        return (
            name in self.aliases
            or name in self._objects
            or name in self._functions
            or name in self._undefined
        )

    def function_at(self, address: int, location: Attribute) -> str:
        """The function at an address; a `Diagnostic` where there is none."""
        if (name := self._names.get(address)) is None:
            raise Diagnostic(location, f"there is no function at {address:#x}")
        return name

    def address_of(self, name: str, location: Attribute | None = None) -> int:
        """The address of a function or object, which is placed if it was not."""
        if (known := self._addresses.get(name)) is not None:
            return known
        placed: list[ObjectData] = []
        work = [(name, location)]
        while work:
            symbol, location = work.pop()
            if symbol in self._addresses:
                continue
            definition = self.definition(symbol)
            if definition not in self._addresses:
                item = self._objects.get(definition)
                if item is None:
                    self._place_function(definition, location)
                else:
                    space = self._memory.space(item.space)
                    place = space.allocate(item.size, item.align, item.op.location)
                    self._addresses[definition] = place
                    placed.append(item)
                    found = item.op.location
                    work += [(word.symbol, found) for word in item.relocations]
            self._addresses[symbol] = self._addresses[definition]
        for item in placed:
            self._write(item)
        return self._addresses[name]

    def _place_function(self, name: str, location: Attribute | None) -> None:
        if self.is_undefined_weak(name):
            self._addresses[name] = 0
            return
        if name in self._undefined:
            message = f"the external object '{name}' is not defined"
            raise Diagnostic(location, message)
        self._addresses[name] = address = self._memory.allocate(0)
        self._names[address] = name

    def _write(self, item: ObjectData) -> None:
        memory, start = self._memory.space(item.space), self._addresses[item.name]
        memory.write(start, item.data)
        for offset, symbol, addend in item.relocations:
            word = self._addresses[symbol] + addend
            memory.store(start + offset, self._address_bytes, word)

"""Other names for functions and data objects of a module of llvlir."""

from collections.abc import Mapping

from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr

from circ.dialects.common.memory import (
    GLOBAL_CLASS,
    MemoryAttr,
    is_private,
    memory,
    private,
)
from circ.dialects.common.module_functions import symbol_of


def rename(module: ModuleOp, names: Mapping[str, str]) -> None:
    """Give functions and objects other names, wherever they are used."""
    for op in module.walk():
        for key in ("label", "callee"):
            value = op.properties.get(key)
            if isinstance(value, SymbolRefAttr):
                name = value.root_reference.data
                if name in names:
                    op.properties[key] = SymbolRefAttr(names[name])
        name = symbol_of(op)
        if name is not None and name in names:
            op.properties["sym_name"] = StringAttr(names[name])
        access = op.properties.get("memory")
        if isinstance(access, MemoryAttr):
            op.properties["memory"] = _renamed(access, names)


def _renamed(access: MemoryAttr, names: Mapping[str, str]) -> MemoryAttr:
    """An access with the alias class of an object's new name."""
    alias = access.alias.data
    name = alias.removeprefix(GLOBAL_CLASS).removesuffix(private(""))
    if not alias.startswith(GLOBAL_CLASS) or name not in names:
        return access
    new = GLOBAL_CLASS + names[name]
    return memory(
        access.size.data,
        access.align.data,
        access.space.data,
        private(new) if is_private(alias) else new,
        bool(access.volatile.data),
    )

"""The functions of a module, at every level."""

from abc import ABC
from collections.abc import Mapping
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    ModuleOp,
    StringAttr,
    SymbolNameConstraint,
)
from xdsl.ir import Attribute, Operation
from xdsl.irdl import prop_def, region_def, traits_def
from xdsl.traits import IsolatedFromAbove, SymbolOpInterface

from circ.dialects.common.fast_operations import FastOperation
from circ.dialects.common.memory import RUNTIME
from circ.dialects.common.variadic import is_variadic

INLINE = "circ.inline"
"""The attribute of functions that says "always" or "never" inline calls of them."""

NOALIAS, ADDRESS = "llvm.noalias", "circ.address"
"""
Attributes of arguments, beside which others are numbers: addresses of what the function
accesses by that argument alone, and other addresses.
"""


class FunctionOp(FastOperation, ABC):
    """The function operation of a level; one with an empty region is a declaration."""

    sym_name = prop_def(SymbolNameConstraint())
    body = region_def()
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())


def is_function(op: Operation) -> bool:
    """Is it a function of any level? (To import xDSL's class takes 30 ms.)"""
    return isinstance(op, FunctionOp) or op.name == "func.func"


def symbol_of(op: Operation) -> str | None:
    """The name that an operation defines; None if it defines none."""
    name = op.properties.get("sym_name")
    return name.data if isinstance(name, StringAttr) else None


def name_of(function: Operation) -> str:
    name = symbol_of(function)
    assert name is not None, function.name
    return name


def functions_of(module: ModuleOp) -> list[Operation]:
    return [op for op in module.ops if is_function(op)]


def has_body(function: Operation) -> bool:
    return any(region.blocks.first for region in function.regions)


def definitions(module: ModuleOp) -> dict[str, Operation]:
    """Functions with bodies, by name."""
    return {name_of(op): op for op in functions_of(module) if has_body(op)}


def entries(module: ModuleOp) -> dict[str, Operation]:
    """
    Functions where the user's program may begin, by name.

    One that takes any number of arguments is called by others alone.
    """
    functions = definitions(module)
    return {
        name: function
        for name, function in functions.items()
        if RUNTIME not in function.attributes and not is_variadic(function)
    }


def declarations(module: ModuleOp) -> dict[str, Operation]:
    """Functions that are defined elsewhere, by name."""
    return {name_of(op): op for op in functions_of(module) if not has_body(op)}


def argument_attributes(function: Operation, index: int) -> Mapping[str, Attribute]:
    """The attributes of one argument of a `func.func`."""
    attributes = function.properties.get("arg_attrs")
    if not isinstance(attributes, ArrayAttr):
        return {}
    found = cast("ArrayAttr[DictionaryAttr]", attributes).data[index]
    return found.data

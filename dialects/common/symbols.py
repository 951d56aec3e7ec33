"""Symbols of modules: what refers to them, and which a module keeps to itself."""

from collections.abc import Iterable, Iterator
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Operation, ParametrizedAttribute
from xdsl.irdl import IRDLOperation

from circ.dialects.common.linkage import INTERNAL, LINKAGE, aliases_of, linkage_of
from circ.dialects.common.module_functions import is_function, symbol_of

VISIBILITY = "sym_visibility"
PRIVATE = StringAttr("private")


def names_of(op: Operation) -> list[str]:
    """All names that an operation of a module defines."""
    name = symbol_of(op)
    return [] if name is None else [name, *(alias for alias, _ in aliases_of(op))]


def is_private(op: Operation) -> bool:
    """Can nothing outside of the module refer to a definition?"""
    visibility = op.properties.get(VISIBILITY) or op.attributes.get(VISIBILITY)
    return visibility == PRIVATE or linkage_of(op) == INTERNAL


def set_private(op: Operation) -> None:
    """Say of a definition that nothing outside of the module refers to it."""
    op.attributes[LINKAGE] = StringAttr(INTERNAL)
    if is_function(op):
        _visibility(op)[VISIBILITY] = PRIVATE


def set_public(op: Operation) -> None:
    """Take back what makes a definition private."""
    _visibility(op).pop(VISIBILITY, None)
    if linkage_of(op) == INTERNAL:
        del op.attributes[LINKAGE]


def _visibility(op: Operation) -> dict[str, Attribute]:
    """Where an operation has its visibility: some declare a property for it."""
    known = isinstance(op, IRDLOperation)
    declared = known and VISIBILITY in op.get_irdl_definition().properties
    return op.properties if declared else op.attributes


def symbols_in(attributes: Iterable[Attribute]) -> Iterator[str]:
    """The symbols, in the module's own scope, that attributes name anywhere inside."""
    work = [*attributes]
    while work:
        attribute = work.pop()
        if isinstance(attribute, SymbolRefAttr):
            yield attribute.root_reference.data
        elif isinstance(attribute, ArrayAttr):
            work += cast(Iterable[Attribute], attribute)
        elif isinstance(attribute, DictionaryAttr):
            work += attribute.data.values()
        elif isinstance(attribute, ParametrizedAttribute):
            work += attribute.parameters

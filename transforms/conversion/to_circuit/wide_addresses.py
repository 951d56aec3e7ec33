"""
What conversions to circuits do in a module whose addresses have 64 bits.

They are written for words (ARCH) of 32 bits. There the builder of circuits makes every
word one of 64, `index` among them, and conversions between words and integers those
that the widths need. What knows more of a word than that it is one is diagnosed.
"""

from collections.abc import Iterator, Sequence
from typing import cast

from xdsl.dialects.builtin import FunctionType, IndexType, MemRefType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit.conversions import BitcastOp, SExtOp, TruncOp, ZExtOp
from circ.dialects.circuit.types import ARCH, ARCH64
from circ.dialects.common.address_width import ADDRESS_WIDTH, WIDE, checked_width
from circ.dialects.common.diagnostics import Diagnostic, raise_errors, unsupported
from circ.dialects.common.meaning import HasMeaning, HasMemoryMeaning, HasRegionMeaning
from circ.dialects.common.widths import width_of
from circ.dialects.source.layout import ArrayType

CONVERSIONS = frozenset((BitcastOp, SExtOp, TruncOp, ZExtOp))
WHERE = "where addresses have 64 bits"


def has_wide_addresses(module: Operation | None) -> bool:
    """Does a module state addresses of 64 bits? A wrong width is a `Diagnostic`."""
    stated = None if module is None else module.attributes.get(ADDRESS_WIDTH)
    if module is None or stated is None:
        return False
    try:
        return checked_width(stated) == WIDE
    except VerifyException as error:
        raise Diagnostic(module.location, str(error)) from None


def wide(type: Attribute) -> Attribute:
    """The type of a wire in such a module."""
    return ARCH64 if type == ARCH else type


def conversion(
    gate: type[Operation], value: SSAValue, type: Attribute
) -> type[Operation]:
    """The conversion of a value to a word, or of a word, that its widths need."""
    width, to = width_of(value.type), width_of(type)
    if ARCH64 not in (value.type, type):
        return gate
    if width == to:
        return BitcastOp
    if width > to:
        return TruncOp
    return gate if gate is ZExtOp else SExtOp


def check_source(module: ModuleOp) -> None:
    """Diagnose operations of the source that have words of 32 bits."""
    raise_errors([*_errors(module)])


def _errors(module: ModuleOp) -> Iterator[Diagnostic]:
    for op in module.walk():
        types = _types_of(op)
        if op.name.startswith("pointer."):
            yield unsupported(op, f"a pointer of 32 bits {WHERE}")
        elif isinstance(op, FuncOp) and op.is_declaration and any(map(_is_word, types)):
            yield unsupported(op, f"an address or index of other code {WHERE}")
        elif any(map(_holds_words, types)):
            yield unsupported(op, f"an array of index {WHERE}")
        elif isinstance(op, HasMemoryMeaning) or (
            isinstance(op, HasMeaning | HasRegionMeaning) and any(map(_is_word, types))
        ):
            yield unsupported(op, f"this operation on an address or index {WHERE}")


def _types_of(op: Operation) -> Sequence[Attribute]:
    """The types of an operation's values, or of a function's."""
    if isinstance(op, FuncOp):
        return (*op.function_type.inputs, *op.function_type.outputs)
    arguments = (
        argument.type
        for region in op.regions
        for block in region.blocks
        for argument in block.args
    )
    return (*op.operand_types, *op.result_types, *arguments)


def _is_word(type: Attribute) -> bool:
    return isinstance(type, IndexType | MemRefType | FunctionType)


def _holds_words(type: Attribute) -> bool:
    if not isinstance(type, MemRefType):
        return False
    return isinstance(cast(ArrayType, type).element_type, IndexType)

"""
Conversion of types throughout a module, for passes that lower a dialect with types.

xDSL's `TypeConversionPattern` converts operations one by one until nothing changes: it
does not end where a new type contains an old one, and drops locations.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, SSAValue
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.diagnostics import Diagnostic
from circ.transforms.common.retype import retype

Convert: TypeAlias = Callable[[Attribute], Attribute | None]
"""The new type of a type; None for one that stays."""


Conversion: TypeAlias = Mapping[Attribute, Attribute] | Convert


def convert_types(root: Operation, conversion: Conversion) -> None:
    """
    Convert the types of all values in `root`, and those in its attributes.

    Results, block arguments, function types, and types inside of types and attributes
    (the elements of memrefs and vectors, the types of symbols) are converted, from the
    inside out and each once: what a conversion gives is not converted again. Casts
    (`builtin.unrealized_conversion_cast`) that no longer change a type are removed, so
    a pass first replaces the operations of its dialect by operations on casts of their
    operands, and then calls this. Linear. A type that an attribute cannot have is a
    Diagnostic, and nothing is changed.
    """
    if isinstance(conversion, Mapping):
        conversion = cast("Mapping[Attribute, Attribute]", conversion).get
    convert = _Converter(conversion)
    values: list[tuple[SSAValue, Attribute]] = []
    attributes: list[tuple[dict[str, Attribute], str, Attribute]] = []
    casts: list[UnrealizedConversionCastOp] = []
    for op in root.walk():
        try:
            arguments = (
                a for region in op.regions for b in region.blocks for a in b.args
            )
            for value in (*op.results, *arguments):
                if (new := convert(value.type)) is not value.type:
                    values.append((value, new))
            for held in (op.properties, op.attributes):
                for name, attribute in held.items():
                    if (new := convert(attribute)) is not attribute:
                        attributes.append((held, name, new))
        except VerifyException as error:
            message = " ".join(str(error).split())
            raise Diagnostic(op.location, f"'{op.name}': {message}") from error
        if isinstance(op, UnrealizedConversionCastOp):
            casts.append(op)
    for value, new in values:
        retype(value, new)
    for held, name, new in attributes:
        held[name] = new
    for op in casts:
        if list(op.operand_types) == list(op.result_types):
            for result, operand in zip(op.results, op.operands, strict=True):
                result.replace_all_uses_with(operand)
            op.detach()
            op.erase()


class _Converter:
    """A conversion of types, extended to what contains them."""

    def __init__(self, convert: Convert):
        self._convert = convert
        self._known: dict[Attribute, Attribute] = {}

    def __call__(self, attribute: Attribute) -> Attribute:
        """The converted attribute; the same object where nothing changes."""
        if (found := self._known.get(attribute)) is None:
            inside = self._inside(attribute)
            found = self._convert(inside)
            if found is None or found == attribute:
                found = inside
            self._known[attribute] = found
        return attribute if found == attribute else found

    def _inside(self, attribute: Attribute) -> Attribute:
        """The attribute with the attributes inside of it converted."""
        match attribute:
            case ParametrizedAttribute():
                parts = [*map(self, attribute.parameters)]
                if parts == [*attribute.parameters]:
                    return attribute
                return type(attribute).new(parts)
            case ArrayAttr():
                return ArrayAttr(map(self, attribute))
            case DictionaryAttr():
                return DictionaryAttr(
                    {name: self(part) for name, part in attribute.data.items()}
                )
            case _:
                return attribute

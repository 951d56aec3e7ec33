"""
`dlti` in the syntax of MLIR 19, which lists `#dlti.dl_entry<key, value>`.

The syntax of later versions, `key = value`, is read as well. A data layout must not
contradict circ's: a program would compute something else.
"""

from xdsl.dialects import dlti
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
)
from xdsl.ir import Attribute, Dialect
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from circ.dialects.common.address_width import address_width
from circ.dialects.common.diagnostics import Diagnostic

Entries = ArrayAttr[dlti.DataLayoutEntryAttr]


def _entry(parser: AttrParser) -> dlti.DataLayoutEntryAttr:
    key = parser.parse_attribute()
    if isinstance(key, dlti.DataLayoutEntryAttr):
        return key
    if parser.parse_optional_punctuation(":") is None:
        parser.parse_punctuation("=")
    return dlti.DataLayoutEntryAttr.new((key, parser.parse_attribute()))


class _Entries(dlti.DLTIEntryMap):
    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> tuple[Entries]:
        angle = parser.Delimiter.ANGLE
        entries = parser.parse_comma_separated_list(angle, lambda: _entry(parser))
        return (ArrayAttr(entries),)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_list(self.entries, printer.print_attribute)


@irdl_attr_definition(init=False)
class DataLayoutSpecAttr(_Entries):
    """A data layout: `#dlti.dl_spec<#dlti.dl_entry<index, 32>>`."""

    name = "dlti.dl_spec"


@irdl_attr_definition(init=False)
class TargetDeviceSpecAttr(_Entries):
    """The properties of a device."""

    name = "dlti.target_device_spec"


@irdl_attr_definition(init=False)
class MapAttr(_Entries):
    """Any other facts."""

    name = "dlti.map"


@irdl_attr_definition(init=False)
class TargetSystemSpecAttr(_Entries):
    """The devices of a system: `<"CPU" : #dlti.target_device_spec<…>>`."""

    name = "dlti.target_system_spec"

    def print_parameters(self, printer: Printer) -> None:
        def show(entry: dlti.DataLayoutEntryAttr) -> None:
            printer.print_attribute(entry.key)
            printer.print_string(" : ")
            printer.print_attribute(entry.value)

        with printer.in_angle_brackets():
            printer.print_list(self.entries, show)


def check_data_layout(module: ModuleOp) -> None:
    """Diagnose a layout with another endianness or another `index` than circ's."""
    spec, width = module.attributes.get(DataLayoutSpecAttr.name), address_width(module)
    if not isinstance(spec, DataLayoutSpecAttr):
        return
    for entry in spec.entries:
        key, value = entry.key, entry.value
        if key == StringAttr("dlti.endianness") and value == StringAttr("big"):
            message = "the data layout is big-endian, but circ's is little-endian"
            raise Diagnostic(module.location, message)
        if isinstance(key, IndexType) and _size(value) not in (None, width):
            size = _size(value)
            message = f"the data layout has an index of {size} bits, not {width}"
            raise Diagnostic(module.location, message)


def _size(value: Attribute) -> int | None:
    """The size in bits: a number, or the first of several."""
    match value:
        case IntegerAttr():
            return value.value.data
        case DenseIntOrFPElementsAttr():
            size = value.get_values()[0]
            return size if isinstance(size, int) else None
        case _:
            return None


DIALECT = Dialect(
    "dlti",
    [*dlti.DLTI.operations],
    [
        dlti.DataLayoutEntryAttr,
        DataLayoutSpecAttr,
        TargetDeviceSpecAttr,
        TargetSystemSpecAttr,
        MapAttr,
    ],
)

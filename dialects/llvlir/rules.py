"""
The verifier of operations that the table describes.

Each message states the rule, then the offending value.
"""

import operator
from collections.abc import Callable

from xdsl.dialects.builtin import ArrayAttr, BytesAttr, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.widths import WORD, width_of
from circ.dialects.llvlir.codes import (
    CONDITIONS,
    FLOAT_CONDITIONS,
    MAX_ORDER,
    ROUNDINGS,
)
from circ.dialects.llvlir.table import Row
from circ.dialects.llvlir.types import (
    GeneralType,
    is_integer,
    is_number,
    width_of_addresses,
)
from circ.dialects.llvlir.typing import mask_of, value_types

MAX_CONSTANT_WIDTH = 14_000
"""Python prints and reads integers of at most 4,300 digits."""

OPTIONAL = frozenset(("order", "rounding", "memory"))


def type_parameters(properties: dict[str, Attribute]) -> tuple[Attribute, ...]:
    """The type parameters of an operation."""
    types = properties.get("types")
    if types is None:
        return ()
    if not isinstance(types, ArrayAttr):
        raise VerifyException(f"types must be a list, but is {types}")
    return types.data  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def immediate_of(op: Operation, name: str = "imm") -> int:
    """An immediate of a row that has one."""
    immediate = op.properties[name]
    assert is_number(immediate)
    return immediate.data


def verify_row(op: Operation, row: Row) -> None:
    """Check an operation against its row."""
    properties = op.properties
    allowed = row.properties
    for name in properties:
        if name not in allowed:
            raise VerifyException(f"has no property '{name}'")
    for name in allowed:
        if name not in properties and name not in OPTIONAL:
            raise VerifyException(f"property '{name}' is required")
    if op.successors or op.regions:
        raise VerifyException("has neither successors nor regions")
    types = type_parameters(properties)
    addresses = width_of_addresses(op) if row.has_address else WORD
    expected = value_types(row, types, addresses)
    verify_widths(row, types)
    _verify_values(op, row, expected)
    verify_properties(row, types, properties)


def verify_properties(
    row: Row, types: tuple[Attribute, ...], properties: dict[str, Attribute]
) -> None:
    """Check the values of an operation's properties, but for its type parameters."""
    for name, attribute in properties.items():
        if name not in ("types", "imm1"):
            _verify_property(row, types, name, attribute, properties)


_WIDTHS: dict[str, tuple[Callable[[int, int], bool], str]] = {
    **dict.fromkeys(("sext", "zext"), (operator.gt, "be wider than")),
    "trunc": (operator.lt, "be narrower than"),
    "bits": (operator.eq, "have"),
}
"""How the width of the result compares with that of the operand."""


def verify_widths(row: Row, types: tuple[Attribute, ...]) -> None:
    rule = _WIDTHS.get(row.base)
    if rule is None:
        return
    holds, words = rule
    to, width = (width_of(type) for type in types[-2:])
    if not holds(to, width):
        raise VerifyException(f"result must {words} {width} bits, but has {to}")


def _verify_values(
    op: Operation, row: Row, expected: tuple[Attribute | None, ...]
) -> None:
    operands, results = op.operands, op.results
    if len(operands) != len(expected) - 1:
        raise VerifyException(
            f"takes {len(expected) - 1} register operands ({row.operands}), "
            f"but has {len(operands)}"
        )
    for index, (operand, type) in enumerate(zip(operands, expected[1:], strict=True)):
        if type is None:
            if not isinstance(operand.type, GeneralType):
                raise VerifyException(
                    f"operand {index} must be a general register, but is {operand.type}"
                )
        elif operand.type != type:
            raise VerifyException(
                f"operand {index} must be of type {type}, but is {operand.type}"
            )
    if len(results) != (row.result is not None):
        raise VerifyException(
            f"has {int(row.result is not None)} results, but is given {len(results)}"
        )
    if results:
        type = expected[0]
        if type is None:
            source = operands[0].type
            assert isinstance(source, GeneralType)
            type = mask_of(source) if row.result == "m" else source
        if results[0].type != type:
            raise VerifyException(
                f"result must be of type {type}, but is {results[0].type}"
            )


def _verify_property(
    row: Row,
    types: tuple[Attribute, ...],
    name: str,
    attribute: Attribute,
    properties: dict[str, Attribute],
) -> None:
    match name:
        case "imm":
            _verify_immediates(row, types, attribute, properties.get("imm1"))
        case "condition":
            names = FLOAT_CONDITIONS if is_float_row(row) else CONDITIONS
            _verify_name(name, attribute, names)
        case "rounding":
            _verify_name(name, attribute, ROUNDINGS)
        case "order":
            if not is_number(attribute) or not 0 <= attribute.data <= MAX_ORDER:
                raise VerifyException(
                    f"order must be from 0 to {MAX_ORDER}, but is {attribute}"
                )
        case "label":
            if not isinstance(attribute, SymbolRefAttr):
                raise VerifyException(f"label must be a symbol, but is {attribute}")
        case "memory":
            if not isinstance(attribute, MemoryAttr):
                raise VerifyException(
                    f"memory must be a #circ.memory, but is {attribute}"
                )
        case _:
            _verify_data(row, types, attribute)


def is_float_row(row: Row) -> bool:
    """Does the row compare floats?"""
    return "f" in row.inputs or "xF" in row.values


def _verify_name(
    name: str, attribute: Attribute, names: dict[str, int] | frozenset[str]
) -> None:
    if not isinstance(attribute, StringAttr) or attribute.data not in names:
        raise VerifyException(
            f"{name} must be one of {', '.join(sorted(names))}, but is {attribute}"
        )


def element_of(row: Row, types: tuple[Attribute, ...]) -> Attribute:
    """The first integer or float type parameter of a row."""
    return types[row.parameters.index("F" if "I" not in row.parameters else "I")]


def access_width(row: Row, types: tuple[Attribute, ...]) -> int:
    """The bits of an element that a row accesses; of an address where it has none."""
    if not {"I", "F"}.isdisjoint(row.parameters):
        return width_of(element_of(row, types))
    last = types[-1] if row.parameters[-1:] in ("A", "P") else None
    return last.data if is_number(last) else WORD


def immediate_bits(row: Row, types: tuple[Attribute, ...]) -> int:
    """The width of the immediate: that of the element, or of all lanes together."""
    width, lanes = width_of(element_of(row, types)), types[0]
    return (
        width * lanes.data if row.immediate == "lanes" and is_number(lanes) else width
    )


def _verify_immediates(
    row: Row,
    types: tuple[Attribute, ...],
    first: Attribute,
    second: Attribute | None,
) -> None:
    if not is_number(first) or not (second is None or is_number(second)):
        raise VerifyException(f"an immediate must be an integer, but is {first}")
    low, high = immediate_range(row, types)
    if not low <= first.data < high:
        raise VerifyException(
            f"immediate must be from {low} to {high - 1}, but is {first.data}"
        )
    if row.immediate == "align" and first.data & (first.data - 1):
        raise VerifyException(f"alignment must be a power of two, but is {first.data}")
    if second is None:
        return
    if row.immediate == "field":
        width = width_of(element_of(row, types))
        if second.data < 1 or first.data + second.data > width:
            raise VerifyException(
                f"the field must lie within {width} bits, but has offset {first.data} "
                f"and count {second.data}"
            )
    elif row.immediate == "type" and not 0 <= second.data < 1 << 31:
        raise VerifyException(
            f"the second immediate must be from 0 to 2^31 - 1, but is {second.data}"
        )
    elif row.immediate == "slot":
        align = second.data
        if not 1 <= align < 1 << 32 or align & (align - 1):
            raise VerifyException(f"alignment must be a power of two, but is {align}")


def immediate_range(row: Row, types: tuple[Attribute, ...]) -> tuple[int, int]:
    """The range of the first immediate of a row; the end is excluded."""
    match row.immediate:
        case "offset":
            return -(1 << 31), 1 << 31
        case "slot" | "align":
            return 1, 1 << 31
        case "number" | "type":
            return 0, 1 << 64
        case kind:
            width = immediate_bits(row, types)
            if kind in ("amount", "field"):
                return 0, width
            if width > MAX_CONSTANT_WIDTH:
                raise VerifyException(
                    f"an immediate has at most {MAX_CONSTANT_WIDTH} bits, "
                    f"but the type has {width}"
                )
            if kind == "signed":
                return -(1 << (width - 1)), 1 << (width - 1)
            return 0, 1 << width


def data_of(attribute: Attribute | None) -> bytes:
    """The bytes of a `data` property."""
    if isinstance(attribute, StringAttr):
        return attribute.data.encode()
    assert isinstance(attribute, BytesAttr), attribute
    return attribute.data


def data_attr(data: bytes) -> StringAttr | BytesAttr:
    """Bytes as the parser reads them: a string attribute if they are UTF-8."""
    try:
        return StringAttr(data.decode())
    except UnicodeDecodeError:
        return BytesAttr(data)


def _verify_data(row: Row, types: tuple[Attribute, ...], attribute: Attribute) -> None:
    if not isinstance(attribute, StringAttr | BytesAttr):
        raise VerifyException(f"data must be a string, but is {attribute}")
    if row.name == "array.NI":
        count, element = types
        assert is_number(count) and is_integer(element)
        size = count.data * ((element.width.data + 7) // 8)
        if len(data_of(attribute)) != size:
            raise VerifyException(
                f"data must be {size} bytes, but are {len(data_of(attribute))}"
            )
    elif isinstance(attribute, BytesAttr) and not row.name.startswith("astring"):
        raise VerifyException("data must be UTF-8")

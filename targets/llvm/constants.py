"""Constants and constant expressions: LangRef, section 'Constants'."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from circ.dialects.common.algebra import float_to_bits, to_signed
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.llvm.tokens import Cursor, unescaped
from circ.targets.llvm.types import (
    Array,
    Float,
    Integer,
    Layout,
    Pointer,
    Struct,
    Type,
    TypeReader,
    Vector,
)

WORD_MASK = (1 << 32) - 1


@dataclass(frozen=True)
class Address:
    """Addresses of symbols, each so many times, and a number added to them."""

    terms: Mapping[str, int]
    offset: int = 0

    def plus(self, other: "Address", times: int = 1) -> "Address | int":
        terms = dict(self.terms)
        for name, count in other.terms.items():
            terms[name] = terms.get(name, 0) + times * count
        return sum_of(
            {name: count for name, count in terms.items() if count},
            self.offset + times * other.offset,
        )


Scalar: TypeAlias = "int | Address"
"""The bits of a number, or addresses."""
Constant: TypeAlias = "Scalar | bytes | Sequence[Constant] | None"
"""A scalar, the bytes of an array, elements; None for zero of any type."""


def sum_of(terms: Mapping[str, int], offset: int) -> Scalar:
    offset &= WORD_MASK
    return Address(terms, offset) if terms else offset


def as_address(value: Scalar) -> Address:
    return Address({}, value) if isinstance(value, int) else value


_INTEGER = re.compile(r"[-+]?\d+$")
_ZERO = frozenset(("zeroinitializer", "undef", "poison", "null", "none", "false"))


@dataclass
class ConstantReader:
    """Reads constants of a module."""

    types: TypeReader
    layout: Layout
    block_number: Callable[[str, str], int]
    """The number that stands for the address of a block, from function and label."""
    aliases: Mapping[str, Address] = field(default_factory=dict[str, Address])
    """What the symbols stand for that are other names."""

    def typed(self, cursor: Cursor) -> tuple[Type, Constant]:
        type = self.types.read(cursor)
        return type, self.read(type, cursor)

    def read(self, type: Type, cursor: Cursor) -> Constant:
        """The constant of a type that follows."""
        token = cursor.take()
        if token in _ZERO:
            return None
        if token == "true":
            return 1
        if token.startswith("@"):
            return self.symbol(token)
        if token in ("[", "{", "<"):
            return self._elements(token, cursor)
        if token.startswith('c"'):
            return unescaped(token[2:-1]).encode("latin-1")
        if token == "splat":
            cursor.expect("(")
            _, value = self.typed(cursor)
            cursor.expect(")")
            assert isinstance(type, Vector)
            return [value] * type.lanes
        if isinstance(type, Integer | Pointer) and _INTEGER.match(token):
            return int(token) & (1 << type.width) - 1
        if isinstance(type, Integer) and token[:3] in ("u0x", "s0x"):
            return int(token[3:], 16) & (1 << type.width) - 1
        if isinstance(type, Float):
            return _float(type, token)
        return self._expression(token, cursor)

    def symbol(self, token: str) -> Scalar:
        return self.aliases.get(token) or Address({token: 1})

    def _elements(self, opening: str, cursor: Cursor) -> list[Constant]:
        """An array, struct or vector; `<{` begins a packed struct."""
        closing = {"[": "]", "{": "}", "<": ">"}[opening]
        if opening == "<" and cursor.accept("{"):
            found = self._elements("{", cursor)
            cursor.expect(">")
            return found
        found = list[Constant]()
        while not cursor.accept(closing):
            found.append(self.typed(cursor)[1])
            cursor.accept(",")
        return found

    def _expression(self, name: str, cursor: Cursor) -> Scalar:
        if name == "blockaddress":
            cursor.expect("(")
            function = cursor.take()
            cursor.expect(",")
            label = cursor.take()
            cursor.expect(")")
            return self.block_number(function, label)
        if name in ("dso_local_equivalent", "no_cfi"):
            return self.symbol(cursor.take())
        while cursor.next != "(":
            cursor.skip_group()  # inbounds, nuw, inrange(-8, 16)
        cursor.expect("(")
        match name:
            case "getelementptr":
                result = self._element(cursor)
            case "add" | "sub":
                left = self._scalar(cursor)
                cursor.expect(",")
                times = 1 if name == "add" else -1
                result = as_address(left).plus(as_address(self._scalar(cursor)), times)
            case "ptrtoint" | "ptrtoaddr" | "inttoptr" | "bitcast" | "addrspacecast":
                result = self._cast(name, cursor)
            case "trunc":
                result = self._cast(name, cursor)
            case "xor":
                left = self._scalar(cursor)
                cursor.expect(",")
                right = self._scalar(cursor)
                if not (isinstance(left, int) and isinstance(right, int)):
                    raise _not_constant(name)
                result = left ^ right
            case _:
                message = f"the constant expression '{name}' is not supported"
                raise Diagnostic(None, message)
        cursor.expect(")")
        return result

    def _scalar(self, cursor: Cursor) -> Scalar:
        _, value = self.typed(cursor)
        return _as_scalar(value)

    def _cast(self, name: str, cursor: Cursor) -> Scalar:
        source, value = self.typed(cursor)
        cursor.expect("to")
        target = self.types.read(cursor)
        scalar = _as_scalar(value)
        width = getattr(target, "width", 32)
        if isinstance(scalar, int):
            return scalar & (1 << width) - 1
        if width < 32 or not isinstance(source, Integer | Pointer):
            raise _not_constant(name)
        return scalar

    def _element(self, cursor: Cursor) -> Scalar:
        type = self.types.read(cursor)
        cursor.expect(",")
        base = as_address(self._scalar(cursor))
        offset, first = 0, True
        while cursor.accept(","):
            index_type, value = self.typed(cursor)
            index = _as_scalar(value)
            if not isinstance(index, int) or not isinstance(index_type, Integer):
                raise _not_constant("getelementptr")
            index = to_signed(index_type.width, index)
            if first:
                offset, first = index * self.layout.size(type), False
                continue
            by, type = self.step(type, index)
            offset += by
        return base.plus(Address({}, offset))

    def step(self, type: Type, index: int) -> tuple[int, Type]:
        """The offset of an element or field in an aggregate, and its type."""
        match type:
            case Struct(fields):
                return self.layout.offsets(type)[index], fields[index]
            case Array(_, element) | Vector(_, element):
                return index * self.layout.size(element), element
            case _:
                raise AssertionError(type)

    def leaves(self, type: Type, value: Constant) -> list[Scalar]:
        """The scalars of a constant, one after the other; those of vectors too."""
        match type:
            case Struct(fields):
                types: Sequence[Type] = fields
            case Array(count, element):
                types = [element] * count
            case Vector(lanes, element):
                types = [element] * lanes
            case _:
                return [_as_scalar(value)]
        if isinstance(value, bytes):
            return list(value)
        values = [None] * len(types) if value is None else value
        assert not isinstance(values, int | Address)
        return [
            leaf
            for type, each in zip(types, values, strict=True)
            for leaf in self.leaves(type, each)
        ]

    def write(self, type: Type, value: Constant, image: "Image", at: int) -> None:
        """Put a constant into an image."""
        if value is None:
            return
        if isinstance(value, bytes):
            image.data[at : at + len(value)] = value
            return
        if isinstance(value, Address):
            image.addresses.append((at, value))
            return
        if isinstance(value, int):
            size = self.layout.store_size(type)
            image.data[at : at + size] = value.to_bytes(size, "little")
            return
        match type:
            case Struct(fields):
                offsets = self.layout.offsets(type)
                for field_type, offset, each in zip(
                    fields, offsets, value, strict=False
                ):
                    self.write(field_type, each, image, at + offset)
            case Array(_, element):
                size = self.layout.size(element)
                for index, each in enumerate(value):
                    self.write(element, each, image, at + index * size)
            case Vector(_, element):
                self._write_lanes(element, value, image, at)
            case _:
                raise AssertionError(type)

    def _write_lanes(
        self, element: Type, value: Sequence[Constant], image: "Image", at: int
    ) -> None:
        """Lanes are adjacent bits."""
        assert isinstance(element, Integer | Float | Pointer)
        if element.width % 8 == 0:
            for index, each in enumerate(value):
                self.write(element, each, image, at + index * (element.width // 8))
            return
        bits = 0
        for index, each in enumerate(value):
            lane = _as_scalar(each)
            assert isinstance(lane, int)
            bits |= lane << index * element.width
        size = -(-len(value) * element.width // 8)
        image.data[at : at + size] = bits.to_bytes(size, "little")


@dataclass
class Image:
    """The bytes of an initialiser, and the addresses among them by offset."""

    data: bytearray
    addresses: list[tuple[int, Address]] = field(
        default_factory=list[tuple[int, Address]]
    )


def _as_scalar(value: Constant) -> Scalar:
    if value is None:
        return 0
    assert isinstance(value, int | Address), value
    return value


def _not_constant(name: str) -> Diagnostic:
    message = f"the constant expression '{name}' of an address is not supported"
    return Diagnostic(None, message)


def _float(type: Float, token: str) -> int:
    """
    The bits of a float: decimal, or hexadecimal as those of a double (0xH and 0xR: of a
    half).
    """
    if token.startswith(("0xH", "0xR")):
        return int(token[3:], 16)
    if token.startswith(("f0x", "0x")):
        bits = int(token.removeprefix("f")[2:], 16)
        if token.startswith("f") or type.width == 64:
            return bits
        from circ.dialects.common.algebra import bits_to_float

        return float_to_bits(type.width, bits_to_float(64, bits))
    value = float(token)
    if type.width == 16:
        from xdsl.dialects.builtin import bf16, f16

        from circ.dialects.common.half import float_bits

        return float_bits(bf16 if type.is_brain else f16, 16, value)
    return float_to_bits(type.width, value)

"""
Splits the vectors of a function into parts that gen has.

The parts are those that arguments are given in (`targets.execute.split_values`). What
lanes past the end of a vector hold is not specified, and so neither are those of its
masks: a row that accesses memory turns them off. See `vectors` for what rows become.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from xdsl.dialects.builtin import ArrayAttr, IntAttr, StringAttr
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.reports import count, is_remarking, missed
from circ.dialects.common.signatures import layout
from circ.dialects.common.widths import width_of
from circ.dialects.gen.types import LANES
from circ.dialects.llvlir.ops import FuncOp, RowOp, create, op_class
from circ.dialects.llvlir.rules import type_parameters
from circ.dialects.llvlir.semantics import scalar_row
from circ.dialects.llvlir.types import (
    R1,
    FloatType,
    GeneralType,
    MaskType,
    VectorType,
    integer,
    is_basic_float,
    is_integer,
    mask,
    register_type,
    vector,
)
from circ.dialects.llvlir.typing import value_types
from circ.transforms.llvlir.maker import I1, I32, Maker
from circ.transforms.llvlir.splitting import Splitting

I16 = integer(16)
ALL = (1 << LANES) - 1
"""The mask of all lanes of a part."""
WIDTHS = (1, 8, 16, 32, 64)
"""Of integer lanes that gen has."""

BYTES = 8
"""Of the widest number that gen has."""

Bit = int | SSAValue
"""A lane of a mask: known, or a value of one bit."""


def lane_count(type: Attribute) -> int:
    """The lanes of a vector or mask, 0 of any other value."""
    return type.lanes.data if isinstance(type, VectorType | MaskType) else 0


def is_known(element: Attribute) -> bool:
    """Does gen have numbers of that type? Lanes of others are scalars."""
    return is_basic_float(element) or (
        is_integer(element) and width_of(element) in WIDTHS
    )


def element_of(type: Attribute) -> Attribute:
    """The type of a vector's lanes."""
    assert isinstance(type, VectorType)
    return type.element


def lanes_of_parts(type: Attribute) -> int:
    """The lanes of each part of a vector: 1 of scalars."""
    if not isinstance(type, VectorType):
        return LANES
    if not is_known(type.element):
        return 1
    return layout(type.lanes.data, width_of(type.element))[1]


def part_types(type: Attribute) -> Sequence[Attribute]:
    """The types of a value's parts; its own type if not split or unknown to gen."""
    if not isinstance(type, VectorType | MaskType):
        return (type,)
    lanes = type.lanes.data
    if isinstance(type, MaskType):
        return (mask(LANES),) * layout(lanes, 1)[0]
    each, part = lanes_of_parts(type), register_type(type.element)
    if each == 1 and part is not None:
        return (part,) * lanes
    return (vector(LANES, type.element),) * -(-lanes // each)


def is_split(type: Attribute) -> bool:
    """Do values of the type become several parts, or one of another type?"""
    parts = part_types(type)
    return len(parts) > 1 or parts[0] != type


@dataclass(frozen=True, slots=True)
class Shape:
    """Properties of a type, computed once for each type."""

    parts: Sequence[Attribute]
    is_split: bool
    is_vector: bool
    is_mask: bool
    is_by_lanes: bool
    """Is each lane of the vector a part?"""

    @staticmethod
    def of(type: Attribute) -> "Shape":
        is_vector = isinstance(type, VectorType)
        return Shape(
            part_types(type),
            is_split(type),
            is_vector,
            isinstance(type, MaskType),
            is_vector and lanes_of_parts(type) == 1,
        )


class Vectors(Splitting):
    """The vectors of one function."""

    def __init__(
        self,
        function: FuncOp,
        handlers: Mapping[str, "Handler"],
        always: AbstractSet[str],
    ):
        """
        `handlers` convert the rows that are not simply computed lane by lane.

        `always` names rows that are converted whatever the lengths of their vectors.
        """
        super().__init__(function)
        self.handlers = handlers
        self.always = always
        self.maker = Maker()
        self._parts: dict[SSAValue, Sequence[SSAValue]] = {}
        self._shapes: dict[int, Shape] = {}
        self._types_of_parts: dict[int, Attribute] = {}
        self._seen: list[Attribute] = []
        """Keeps alive the attributes whose `id`s are keys: hashing them is slow."""
        self.known: dict[SSAValue, int] = {}
        """The bits of masks that are constants."""
        self.superfluous: dict[RowOp, None] = {}
        """Operations that may be left without a use, which gen might not have."""
        self._lanes: dict[SSAValue, dict[int, SSAValue]] = {}
        """Lanes of parts that are known as scalars."""
        self._origins: dict[SSAValue, tuple[SSAValue, int]] = {}
        """The part and the index there of scalars that are lanes."""
        self.bits: dict[SSAValue, Sequence[Bit]] = {}
        """The lanes of masks that are known as scalars."""
        self._masks: dict[int, SSAValue] = {}
        self._nowhere: dict[int, SSAValue] = {}

    # region Parts

    def shape(self, type: Attribute) -> Shape:
        """The properties of a type."""
        found = self._shapes.get(id(type))
        if found is None:
            self._seen.append(type)
            found = self._shapes[id(type)] = Shape.of(type)
        return found

    def types_of_parts(self, op: RowOp) -> Attribute:
        """The type parameters of the row on a part of the vectors of a row."""
        types = op.properties["types"]
        found = self._types_of_parts.get(id(types))
        if found is None:
            self._seen.append(types)
            found = ArrayAttr((IntAttr(LANES), *lane_types(op)))
            self._types_of_parts[id(types)] = found
        return found

    def part_types(self, type: Attribute) -> Sequence[Attribute]:
        return self.shape(type).parts

    def is_split(self, type: Attribute) -> bool:
        return self.shape(type).is_split

    def give(self, value: SSAValue, parts: Sequence[SSAValue]) -> None:
        self._parts[value] = parts

    def parts_of(self, value: SSAValue) -> Sequence[SSAValue]:
        """A value's parts, itself where it has none."""
        if not self.is_split(value.type):
            return (value,)
        if (bits := self.known.get(value)) is not None and value not in self._parts:
            count = len(self.part_types(value.type))
            return [self.mask(bits >> LANES * k & ALL) for k in range(count)]
        return self._parts[value]

    def define(self, result: SSAValue, parts: Sequence[SSAValue]) -> None:
        """The parts of a result of the row that is converted."""
        if self.is_split(result.type):
            self.name_parts(result, parts)
            self.give(result, parts)
        else:
            (value,) = parts
            if value.name_hint is None:
                value.name_hint = result.name_hint
            result.replace_all_uses_with(value)

    # endregion
    # region Masks

    def at_entry(self, *ops: Operation) -> SSAValue:
        """Insert operations at the function's start; returns the last one's result."""
        block = self.function.body.blocks.first
        assert block is not None and block.first_op is not None
        block.insert_ops_before(ops, block.first_op)
        return ops[-1].results[0]

    def mask(self, bits: int) -> SSAValue:
        """A constant mask of a part's lanes."""
        if (known := self._masks.get(bits)) is None:
            number = create("const.I", types=(I16,), imm=bits)
            known = self.at_entry(number, create("mvm", number.results))
            self._masks[bits] = known
        return known

    @property
    def full(self) -> SSAValue:
        """The mask of all lanes of a part."""
        return self.mask(ALL)

    def mask_for_values(self, value: SSAValue, k: int) -> SSAValue:
        """Part `k` of a mask; any lanes may be on past the end."""
        if (bits := self.known.get(value)) is None or not self.is_split(value.type):
            return self.parts_of(value)[k]
        exist = self._existing(value.type, k)
        part = bits >> LANES * k & ALL
        return self.mask(ALL if part & exist == exist else part)

    def mask_for_memory(self, value: SSAValue, k: int) -> SSAValue:
        """Part `k` of a mask; no lane is on past the end."""
        part = self.parts_of(value)[k]
        exist = self._existing(value.type, k)
        if value in self.known or exist == ALL:
            return part
        # A comparison gives no lane that its mask turns off.
        bits = self.maker.make("splatui.VI", (part,), (LANES, I1), imm=1).results[0]
        zero = self.maker.make("const.VI", (), (LANES, I1), imm=0).results[0]
        operands = (bits, zero, self.mask(exist))
        return self.maker.row("cmps.VI", *operands, types=(LANES, I1), condition="ne")

    def _existing(self, type: Attribute, k: int) -> int:
        """The lanes of part `k` that are those of the value."""
        return (1 << min(LANES, lane_count(type) - LANES * k)) - 1

    def flags(self, value: SSAValue) -> list[SSAValue]:
        """The bits of a mask, each an i1 in a register."""
        return [
            self.maker.constant(bit, 1) if isinstance(bit, int) else bit
            for bit in self.bits_of_mask(value)
        ]

    def bits_of_mask(self, value: SSAValue) -> list[Bit]:
        """Each lane of a mask."""
        lanes = lane_count(value.type)
        if (known := self.known.get(value)) is not None:
            return [known >> i & 1 for i in range(lanes)]
        if (found := self.bits.get(value) or self._compared_bits(value)) is not None:
            return list(found)
        bits: list[Bit] = []
        for k, part in enumerate(self.parts_of(value)):
            row = self.maker.make("splatui.VI", (part,), (LANES, I32), imm=1)
            for i in range(min(LANES, lanes - LANES * k)):
                number = self.lane(row.results[0], i)
                bits.append(self.maker.row("trunc.II", number, types=(I1, I32)))
        return bits

    def _compared_bits(self, value: SSAValue) -> Sequence[Bit] | None:
        """The lanes of a mask made from a vector of bits that are known scalars."""
        op = value.owner
        if not isinstance(op, RowOp) or op.ROW.name != "cmps.VI":
            return None
        lhs, rhs, mask = op.operands
        zero, count = rhs.owner, lane_count(value.type)
        if (
            element_of(lhs.type) != I1
            or op.properties["condition"] != StringAttr("ne")
            or not isinstance(zero, RowOp)
            or zero.ROW.name != "const.VI"
            or zero.properties["imm"] != IntAttr(0)
            or not self.is_full(mask)
        ):
            return None
        found: list[Bit] = []
        for k, part in enumerate(self.parts_of(lhs)):
            known = self._lanes.get(part, {})
            rest = range(min(LANES, count - k * LANES))
            if not all(i in known for i in rest):
                return None
            found += [known[i] for i in rest]
        return found

    def is_full(self, mask: SSAValue) -> bool:
        """Are all lanes known to be on?"""
        return self.known.get(mask) == (1 << lane_count(mask.type)) - 1

    def mask_of_bits(self, bits: Sequence[SSAValue]) -> list[SSAValue]:
        """The parts of a mask with these lanes."""
        maker, parts = self.maker, list[SSAValue]()
        for start in range(0, len(bits), LANES):
            number = maker.constant(0)
            for i, bit in enumerate(bits[start : start + LANES]):
                placed = maker.word_of_bit(bit)
                if i:
                    placed = maker.row("sll.I", placed, maker.constant(i))
                number = maker.row("or.I", number, placed) if i else placed
            short = maker.row("trunc.II", number, types=(I16, I32))
            parts.append(maker.row("mvm", short, types=()))
        return parts

    def masked(self, bit: Bit, value: SSAValue) -> SSAValue:
        """A number, or zero where the bit is off."""
        type = value.type
        assert isinstance(type, GeneralType | FloatType)
        if bit == 1:
            return value
        if not isinstance(bit, int) and type == R1:
            return self.maker.bit("and", value, bit)
        zero = self.maker.number(type.element, 0)
        return zero if isinstance(bit, int) else self.maker.choose(bit, value, zero)

    # endregion
    # region Lanes

    def lane(self, part: SSAValue, number: int) -> SSAValue:
        """A lane of a vector of sixteen."""
        if (known := self._lanes.get(part, {}).get(number)) is not None:
            return known
        found = self.lane_at(part, self.maker.constant(number))
        self._origins[found] = part, number
        return found

    def lane_at(self, part: SSAValue, number: SSAValue) -> SSAValue:
        """The lane of a vector of sixteen at a variable index, modulo sixteen."""
        element = element_of(part.type)
        name = "lane.VI" if is_integer(element) else "lane.VF"
        return self.maker.row(name, part, number, types=(LANES, element))

    def with_lane(
        self, part: SSAValue, value: SSAValue, number: SSAValue | int
    ) -> SSAValue:
        """A vector of sixteen with another lane."""
        index = self.maker.constant(number) if isinstance(number, int) else number
        element = element_of(part.type)
        name = "setlane.VI" if is_integer(element) else "setlane.VF"
        made = self.maker.row(name, part, value, index, types=(LANES, element))
        if isinstance(number, int):
            self._lanes[made] = self._lanes.get(part, {}) | {number: value}
        return made

    def same_lanes(self, part: SSAValue, value: SSAValue) -> None:
        """Record that a value is in each lane of a part."""
        self._lanes[part] = dict.fromkeys(range(LANES), value)

    def completed(self, part: SSAValue, lanes: int) -> SSAValue:
        """
        A cheaper equivalent of a part that was set lane by lane, if there is one.

        It has so many lanes; if they all are lanes of one or two vectors, those after
        the end are the first one, so that the machine shuffles whole vectors.
        """
        known = self._lanes.get(part, {})
        chosen = [known.get(i) for i in range(lanes)]
        origins = [self._origins.get(lane) if lane else None for lane in chosen]
        if None in origins:
            return part
        first = origins[0]
        assert first is not None and chosen[0] is not None
        if origins == [(first[0], i) for i in range(lanes)]:
            return first[0]
        if len({origin[0] for origin in origins if origin}) > 2:
            return part
        for i in range(lanes, LANES):
            part = self.with_lane(part, chosen[0], i)
        return part

    def splat(self, value: SSAValue) -> SSAValue:
        """A vector of sixteen lanes with a number in each."""
        type = value.type
        assert isinstance(type, GeneralType | FloatType)
        name = "splat.VF" if isinstance(type, FloatType) else "splat.VI"
        return self.maker.row(name, value, self.full, types=(LANES, type.element))

    def lanes(self, value: SSAValue) -> list[SSAValue]:
        """The lanes of a vector, as scalars."""
        parts = self.parts_of(value)
        if lanes_of_parts(value.type) == 1:
            return list(parts)
        count = lane_count(value.type)
        return [self.lane(parts[i // LANES], i % LANES) for i in range(count)]

    def assembled(self, type: Attribute, lanes: Sequence[SSAValue]) -> list[SSAValue]:
        """The parts of a vector of these lanes."""
        return list(lanes) if lanes_of_parts(type) == 1 else self.vectors_of(lanes)

    def vectors_of(self, lanes: Sequence[SSAValue]) -> list[SSAValue]:
        """Vectors of sixteen; lanes past the end repeat the most common lane."""
        parts: list[SSAValue] = []
        for start in range(0, len(lanes), LANES):
            chosen = lanes[start : start + LANES]
            ((usual, _),) = Counter(chosen).most_common(1)
            part = self.splat(usual)
            self.same_lanes(part, usual)
            for i, lane in enumerate(chosen):
                if lane is not usual:
                    part = self.with_lane(part, lane, i)
            parts.append(self.completed(part, len(chosen)))
        return parts

    # endregion
    # region Rows

    def nowhere(self, size: int) -> SSAValue:
        """The address, as a word, of an object that nothing else accesses."""
        size = -(-max(size, BYTES) // BYTES) * BYTES
        if (found := self._nowhere.get(size)) is None:
            slot = create("slot", imm=size, imm1=BYTES)
            found = self.at_entry(slot, create("mvr", slot.results))
            self._nowhere[size] = found
        return found

    def convert_row(self, op: RowOp) -> None:
        row = op.ROW
        handler = self.handlers.get(row.name)
        types = [value.type for value in (*op.operands, *op.results)]
        shapes = [self.shape(type) for type in types]
        if row.name not in self.always and not any(s.is_split for s in shapes):
            return
        self.maker.move(op)
        count("vector operations split")
        if is_remarking():
            self._remark(op)
        if handler is not None:
            handler(self, op)
        elif row.values[-1] == "m" and row.suffix.startswith("V"):
            lanewise(self, op)
        else:
            raise unsupported(op, "this operation in gen")

    def _remark(self, op: RowOp) -> None:
        """What is computed of no vector is a constant."""
        for type in (value.type for value in op.results if op.operands):
            shape = self.shape(type)
            parts = (
                f"{len(shape.parts)} {'scalars' if shape.is_by_lanes else 'vectors'}"
            )
            if shape.is_vector and (shape.is_by_lanes or len(shape.parts) > 1):
                missed(op, f"a vector of {lane_count(type)} lanes becomes {parts}")

    def expanded(self, op: RowOp, rows: Sequence[RowOp]) -> None:
        """Convert inserted rows, the last of which computes the row's result."""
        result = rows[-1].results[0]
        for row in rows:
            self.convert_row(row)
        self.maker.move(op)
        self.define(op.results[0], self.parts_of(result))
        self.old.append(op)

    def done(self, op: RowOp, parts: Sequence[SSAValue]) -> None:
        """Record the parts of a row's result."""
        self.define(op.results[0], parts)
        self.old.append(op)

    # endregion


def lane_types(op: RowOp) -> tuple[Attribute, ...]:
    """The type parameters of a row on vectors, without their number of lanes."""
    return type_parameters(op.properties)[1:]


Lane = Callable[[Sequence[SSAValue]], SSAValue]
"""What a row computes in a lane, from the lanes of its operands."""


def row_on_scalars(s: Vectors, op: RowOp) -> Lane:
    """The row on scalars that a row on vectors computes in each lane."""
    row = scalar_row(op.ROW)
    if row is None:
        raise unsupported(op, "this operation in gen")
    types = lane_types(op)
    kind, (type, *_) = op_class(row.name), value_types(row, types)
    assert type is not None
    properties = op.properties | {"types": ArrayAttr(types)}

    def lane(operands: Sequence[SSAValue]) -> SSAValue:
        made = kind.create(
            operands=operands,
            result_types=[type],
            properties=properties,
            location=op.location,
        )
        return s.maker.add(made)[0]

    return lane


def lanewise(
    s: Vectors,
    op: RowOp,
    lane_of: Callable[[Vectors, RowOp], Lane] = row_on_scalars,
) -> None:
    """The same row on each part; on scalars where each lane is a part."""
    if any(s.shape(v.type).is_by_lanes for v in (*op.operands, *op.results)):
        by_lanes(s, op, lane_of(s, op))
    else:
        by_parts(s, op)


def by_lanes(s: Vectors, op: RowOp, lane: Lane) -> None:
    """What a row computes in each lane; zero where the mask is off."""
    *values, mask = op.operands
    (result,) = op.results
    count, is_mask = lane_count(result.type), isinstance(result.type, MaskType)
    element = I1 if is_mask else element_of(result.type)
    columns = [
        s.lanes(value) if lane_count(value.type) else [value] * count
        for value in values
    ]
    lanes: list[SSAValue] = []
    for i, bit in enumerate(s.bits_of_mask(mask)):
        if bit == 0:
            lanes.append(s.maker.number(element, 0))
        else:
            lanes.append(s.masked(bit, lane([column[i] for column in columns])))
    if is_mask:
        s.bits[result] = lanes
        s.done(op, s.mask_of_bits(lanes))
    else:
        s.done(op, s.assembled(result.type, lanes))


def by_parts(s: Vectors, op: RowOp) -> Sequence[SSAValue]:
    """The same row on each part; gives the parts of its result."""
    (result,) = op.results
    types = s.part_types(result.type)
    columns: list[Sequence[SSAValue]] = []
    for value in op.operands:
        shape = s.shape(value.type)
        if shape.is_mask:
            columns.append([s.mask_for_values(value, k) for k in range(len(types))])
        else:
            columns.append(
                s.parts_of(value) if shape.is_vector else [value] * len(types)
            )
    properties = op.properties | {"types": s.types_of_parts(op)}
    parts: list[SSAValue] = []
    for k, part_type in enumerate(types):
        made = type(op).create(
            operands=[column[k] for column in columns],
            result_types=[part_type],
            properties=properties,
            location=op.location,
        )
        parts += s.maker.add(made)
    s.done(op, parts)
    return parts


Handler = Callable[[Vectors, RowOp], None]
"""Converts a row."""

"""
The parts of a function's vectors, and what every operation on them shares.

See `split_vectors` for what becomes of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast

from xdsl.dialects import arith, cf, func, scf, vector
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    VectorType,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.common.algebra import INTS, bits_to_float
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.dominance import reverse_postorder
from circ.dialects.source.layout import (
    LANES,
    WORD,
    is_float,
    lane_count,
    lane_of,
    vector_type,
    width_of,
)
from circ.targets.execute.vector_parts import (
    is_by_lanes,
    is_split,
    parts_of,
    split_signature,
    split_types,
)

STRUCTURE = ("func.", "cf.", "scf.", "arith.select", "builtin.unrealized_")
"""Operations that pass values on begin so, be they only function values."""
LANEWISE = ("arith.", "math.")
"""Operations that compute lane by lane begin so."""


class Splitter:
    """The operations of one function, in the order in which they are executed."""

    def __init__(
        self, function: func.FuncOp, handlers: Mapping[type[Operation], "Handler"]
    ):
        """The handlers are for operations that are not only done on each part."""
        self.function = function
        self.handlers = handlers
        self.parts: dict[SSAValue, list[SSAValue]] = {}
        self.old: list[Operation] = []
        self.old_arguments: list[tuple[Block, SSAValue]] = []
        self.op: Operation = function

    def run(self) -> None:
        self.function.function_type = split_signature(self.function.function_type)
        work = [self._operations(self.function.body)]
        while work:
            op = next(work[-1], None)
            if op is None:
                work.pop()
                continue
            self.op = op
            made = self._convert(op)
            work.extend(self._operations(region) for region in made.regions)
        for op in reversed(self.old):
            op.detach()
            op.erase(safe_erase=False)
        for block, argument in self.old_arguments:
            block.erase_arg(argument, safe_erase=False)  # pyright: ignore

    def _operations(self, region: Region) -> Iterator[Operation]:
        """The operations of a region, definitions first; its arguments are split."""
        blocks = list(region.blocks)
        if not blocks:  # a declaration, or nothing to do otherwise
            return iter(())
        for block in blocks:
            for argument in list(block.args):
                if not is_split(argument.type):
                    continue
                parts: list[SSAValue] = []
                for type in parts_of(argument.type):
                    parts.append(block.insert_arg(type, argument.index))
                self.parts[argument] = parts
                self.old_arguments.append((block, argument))
        index = {block: number for number, block in enumerate(blocks)}
        successors = [
            [index[next] for next in block.last_op.successors] if block.last_op else []
            for block in blocks
        ]
        order = reverse_postorder(successors)
        order += sorted(set(range(len(blocks))) - set(order))
        return iter([op for number in order for op in blocks[number].ops])

    # region New operations

    def add(self, op: Operation) -> Operation:
        block = self.op.parent
        assert block is not None
        block.insert_op_before(op, self.op)
        return op

    def make(
        self,
        kind: type[Operation],
        operands: Sequence[SSAValue],
        type: Attribute,
        properties: Mapping[str, Attribute] = {},
    ) -> SSAValue:
        """The result of a new operation in front of the one that is converted."""
        made = kind.create(
            operands=operands,
            result_types=[type],
            properties=dict(properties),
            location=self.op.location,
        )
        return self.add(made).results[0]

    def constant(self, type: Attribute, bits: int) -> SSAValue:
        return self.make(arith.ConstantOp, (), type, {"value": number(type, bits)})

    def index(self, number: int) -> SSAValue:
        """A number of type `index`, which may be negative."""
        return self.constant(IndexType(), INTS.const(WORD, number))

    def extract(self, value: SSAValue, lane: int) -> SSAValue:
        """A lane of a vector of sixteen."""
        properties = {"static_position": positions(lane)}
        return self.make(vector.ExtractOp, [value], lane_of(value.type), properties)

    def insert(self, value: SSAValue, dest: SSAValue, lane: int) -> SSAValue:
        properties = {"static_position": positions(lane)}
        return self.make(vector.InsertOp, [value, dest], dest.type, properties)

    def constants(self, type: Attribute, bits: Sequence[int]) -> list[SSAValue]:
        """The parts of a vector of constant lanes; what is behind them is the first."""
        element = lane_of(type)
        parts: list[SSAValue] = []
        for k, part in enumerate(parts_of(type)):
            if vector_type(part) is None:
                parts.append(self.constant(part, bits[k]))
                continue
            lanes = list(bits[k * LANES : (k + 1) * LANES])
            lanes += [lanes[0]] * (LANES - len(lanes))
            numbers = [number(element, lane) for lane in lanes]
            values = [cast(IntegerAttr, number).value.data for number in numbers]
            properties: dict[str, Attribute] = {
                "value": DenseIntOrFPElementsAttr.from_list(part, values)  # pyright: ignore
            }
            parts.append(self.make(arith.ConstantOp, (), part, properties))
        return parts

    def sum(self, one: SSAValue, other: SSAValue) -> SSAValue:
        """Of two numbers of type `index`."""
        return self.make(arith.AddiOp, [one, other], IndexType(), no_overflow())

    def compare(self, condition: str, one: SSAValue, other: SSAValue) -> SSAValue:
        """Do two integers stand in a condition of `arith.cmpi`?"""
        predicate = arith.CMPI_COMPARISON_OPERATIONS.index(condition)
        properties: dict[str, Attribute] = {"predicate": IntegerAttr(predicate, i64)}
        return self.make(arith.CmpiOp, [one, other], i1, properties)

    # endregion
    # region Lanes

    def of(self, value: SSAValue) -> list[SSAValue]:
        """A value's parts, itself where it has none."""
        return self.parts.get(value, [value])

    def lanes(self, value: SSAValue) -> list[SSAValue]:
        """The lanes of a vector, as scalars."""
        parts = self.of(value)
        if vector_type(parts[0].type) is None:
            return parts
        return [
            self.extract(parts[i // LANES], i % LANES)
            for i in range(lane_count(value.type))
        ]

    def assembled(self, type: Attribute, lanes: Sequence[SSAValue]) -> list[SSAValue]:
        """The parts of a vector of these lanes; what is behind them is the first."""
        types = parts_of(type)
        if vector_type(types[0]) is None:
            return list(lanes)
        parts: list[SSAValue] = []
        for k, part in enumerate(types):
            chosen = lanes[k * LANES : (k + 1) * LANES]
            value = self.make(vector.BroadcastOp, [chosen[0]], part)
            for i, lane in enumerate(chosen[1:], 1):
                value = self.insert(lane, value, i)
            parts.append(value)
        return parts

    def define(self, result: SSAValue, parts: Sequence[SSAValue]) -> None:
        """The parts of a result of the operation that is converted."""
        if is_split(result.type):
            self.parts[result] = list(parts)
        else:
            (value,) = parts
            result.replace_all_uses_with(value)

    # endregion

    def _convert(self, op: Operation) -> Operation:
        """Replace an operation; the one whose regions are to be converted."""
        values = (*op.operands, *op.results)
        if not any(is_split(value.type) for value in values) and not is_by_lanes(op):
            return op
        handler = self.handlers.get(type(op))
        if handler is None and op.name.startswith(LANEWISE):
            if any(vector_type(value.type) for value in values):
                handler = lanewise
        if handler is not None:
            handler(self, op)
        elif op.name.startswith(STRUCTURE) and not isinstance(op, scf.ReduceOp):
            made = self._structure(op)
            self.old.append(op)
            return made
        else:
            wrong = next(value for value in values if is_split(value.type))
            raise unsupported(op, f"a value of type {wrong.type}")
        self.old.append(op)
        return op

    def _structure(self, op: Operation) -> Operation:
        """The same operation that takes and gives parts."""
        operands = [part for operand in op.operands for part in self.of(operand)]
        counts = [len(self.of(operand)) for operand in op.operands]
        properties = dict(op.properties)
        if "operandSegmentSizes" in properties:
            sizes = _resized(properties["operandSegmentSizes"], counts)
            properties["operandSegmentSizes"] = sizes
        if isinstance(op, cf.SwitchOp):
            cases = op.case_operand_segments
            first = len(op.operands) - sum(map(int, cases.get_values()))
            properties["case_operand_segments"] = _resized(cases, counts[first:])
        made = type(op).create(
            operands=operands,
            result_types=split_types(op.result_types),
            properties=properties,
            attributes=dict(op.attributes),
            successors=list(op.successors),
            regions=[op.detach_region(region) for region in list(op.regions)],
            location=op.location,
        )
        self.add(made)
        results = iter(made.results)
        for result in op.results:
            parts = [next(results) for _ in parts_of(result.type)]
            for part in parts:
                part.name_hint = result.name_hint
            self.define(result, parts)
        return made


def _resized(sizes: Attribute, counts: Sequence[int]) -> DenseArrayBase:
    """Sizes of groups of operands, of which each has now so many."""
    assert isinstance(sizes, DenseArrayBase)
    rest = iter(counts)
    found = [sum(next(rest) for _ in range(int(n))) for n in sizes.get_values()]
    return DenseArrayBase.from_list(i32, found)


def positions(*lanes: int) -> DenseArrayBase:
    return DenseArrayBase.from_list(i64, lanes)


def no_overflow() -> dict[str, Attribute]:
    """The properties of a sum or product that wraps."""
    return {"overflowFlags": arith.IntegerOverflowAttr("none")}


def number(type: Attribute, bits: int) -> Attribute:
    """A scalar's attribute."""
    width = width_of(type)
    assert width is not None, type
    if is_float(type):
        return FloatAttr(bits_to_float(width, bits), type)  # pyright: ignore
    signed = bits - (1 << width) if width > 1 and bits >> (width - 1) else bits
    return IntegerAttr(signed, cast(IndexType, type))


def lanewise(s: Splitter, op: Operation) -> None:
    """On each part, or on each lane where a part is a scalar."""
    vectors = [v for v in (*op.operands, *op.results) if vector_type(v.type)]
    shapes = {cast(VectorType[Attribute], v.type).get_shape() for v in vectors}
    if len(shapes) > 1:
        types = ", ".join(str(value.type) for value in vectors)
        raise unsupported(op, f"values of types {types}")
    by_lanes = any(vector_type(parts_of(v.type)[0]) is None for v in vectors)
    if by_lanes:
        count = lane_count(vectors[0].type)
        columns = [
            s.lanes(v) if vector_type(v.type) else [v] * count for v in op.operands
        ]
        types = [[lane_of(result.type)] * count for result in op.results]
    else:
        count = len(parts_of(vectors[0].type))
        columns = [s.of(v) if vector_type(v.type) else [v] * count for v in op.operands]
        types = [parts_of(result.type) for result in op.results]
    rows: list[Operation] = []
    for k in range(count):
        made = type(op).create(
            operands=[column[k] for column in columns],
            result_types=[each[k] for each in types],
            properties=dict(op.properties),
            attributes=dict(op.attributes),
            location=op.location,
        )
        rows.append(s.add(made))
    for number, result in enumerate(op.results):
        found: list[SSAValue] = [row.results[number] for row in rows]
        s.define(result, s.assembled(result.type, found) if by_lanes else found)


Handler = Callable[[Splitter, Operation], None]
"""Replaces an operation."""

"""
Values in machine registers during instruction selection.

Constants are loaded, and scalars broadcast to vectors, once in each block that needs
them: `naplespu-hoist-constants` moves both.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import IntAttr, LocationAttr, StringAttr, UnknownLoc
from xdsl.ir import Attribute, Block, Operation, SSAValue

from circ.dialects.naplespu.generated.operations import VectorType, operations
from circ.dialects.naplespu.pseudos import (
    FrameAddressOp,
    LoadConstantOp,
    SplatConstantOp,
)
from circ.dialects.naplespu.register_file import LANES
from circ.dialects.naplespu.registers import SCALAR, VECTOR
from circ.dialects.naplespu.vector_constants import LoadLanesOp
from circ.targets.tablegen.matching import Signature
from circ.transforms.gen.signatures import in_lanes
from circ.transforms.naplespu.analysis.value_ranges import Ranges, is_value

UNKNOWN = UnknownLoc()

Source = SSAValue | int
"""A value in a register, or a constant as its bits."""


"""The mask of all lanes."""

SPLATS = frozenset(
    str(in_lanes(Signature("naplespu.splat", (), (type,)))._replace(operands=(type,)))
    for type in ("i8", "i16", "i32", "f32")
)
"""The signatures of a broadcast, for each type that a register may have."""


@dataclass(frozen=True)
class FrameObject:
    """An object in the frame, whose address FRAME computes."""

    number: int
    size: int
    align: int


@dataclass
class Values(Ranges):
    """The values of one function's code, which is appended to the current block."""

    blocks: Sequence[Block] = field(kw_only=True)
    """The blocks of machine code."""
    block: int = 0
    """The number of the current block."""
    location: LocationAttr = UNKNOWN
    nodes: dict[object, tuple[frozenset[str], Sequence[object]]] = field(
        default_factory=dict[object, tuple[frozenset[str], Sequence[object]]]
    )
    """By value: the signatures of the node that computed it, and its operands."""
    constants: dict[tuple[int, int], SSAValue] = field(
        default_factory=dict[tuple[int, int], SSAValue]
    )
    vectors: dict[tuple[int, tuple[int, ...]], SSAValue] = field(
        default_factory=dict[tuple[int, tuple[int, ...]], SSAValue]
    )
    splats: dict[tuple[int, SSAValue], SSAValue] = field(
        default_factory=dict[tuple[int, SSAValue], SSAValue]
    )
    """By block and scalar register: the vector register that it is broadcast to."""

    def append(self, op: Operation) -> None:
        """Append an operation to the current block."""
        self.blocks[self.block].add_op(op)

    def register(self, source: object) -> SSAValue:
        """A source in a register."""
        if is_value(source):
            return source
        assert isinstance(source, int)
        return self.constant(source % (1 << 32))

    def constant(self, bits: int) -> SSAValue:
        """A constant in a register, loaded once a block."""
        key = self.block, bits
        known = self.constants.get(key)
        if known is not None:
            return known
        op = self._load({"value": IntAttr(bits)})
        self.append(op)
        self.constants[key] = value = op.results[0]
        return value

    def vector(self, source: object) -> SSAValue:
        """A source in a vector register; scalars and constants are broadcast."""
        if not is_value(source):
            assert isinstance(source, int)
            return self.lanes((source % (1 << 32),) * LANES)
        return source if isinstance(source.type, VectorType) else self.splat(source)

    def scalar_of(self, source: object) -> SSAValue | None:
        """The scalar register that a vector is a broadcast of; None if unknown."""
        if not is_value(source):
            return self.register(source)
        if source.type == SCALAR:
            return source
        node = self.nodes.get(source)
        if node is None or node[0] is not SPLATS:
            return None
        (scalar,) = node[1]
        assert is_value(scalar)
        return scalar

    def lanes(self, words: tuple[int, ...]) -> SSAValue:
        """A constant of sixteen words, loaded once a block."""
        known = self.vectors.get((self.block, words))
        if known is not None:
            return known
        op: Operation = LoadLanesOp.of(words, self.location)
        if words.count(words[0]) == LANES:
            op = SplatConstantOp.create(
                properties={"value": IntAttr(words[0])},
                result_types=[VECTOR],
                location=self.location,
            )
        self.append(op)
        value = op.results[0]
        self.vectors[self.block, words] = value
        return value

    def splat(self, value: SSAValue) -> SSAValue:
        """A scalar broadcast to a vector register, once a block."""
        known = self.splats.get((self.block, value))
        if known is not None:
            return known
        move = operations()["MOVE_VS_32"].create(
            operands=[value], result_types=[VECTOR], location=self.location
        )
        self.append(move)
        (result,) = move.results
        self.splats[self.block, value] = result
        self.nodes[result] = (SPLATS, (value,))
        return result

    def address_of(self, symbol: object) -> SSAValue:
        """LoadI32 of the address of a function or global."""
        assert isinstance(symbol, StringAttr)
        op = self._load({"symbol": symbol})
        self.append(op)
        return op.results[0]

    def _load(self, properties: dict[str, Attribute]) -> LoadConstantOp:
        return LoadConstantOp.create(
            properties=properties, result_types=[SCALAR], location=self.location
        )

    def frame_address(self, object: FrameObject) -> SSAValue:
        """LOAD_EFFECTIVE_ADDR of an object whose offset is not known yet."""
        op = FrameAddressOp.create(
            properties={
                "number": IntAttr(object.number),
                "size": IntAttr(object.size),
                "align": IntAttr(object.align),
            },
            result_types=[SCALAR],
            location=self.location,
        )
        self.append(op)
        return op.results[0]

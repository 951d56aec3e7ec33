"""
Instruction selection for gen functions of sixteen lanes.

A varying register is a vector register; one of bools is a scalar register with one bit
for each lane. A value that is known to be equal in all lanes (a splat) is kept as one
constant or scalar register, computed once, and broadcast by `splat` where an
instruction needs a vector. Operations on constant lanes are folded. Memory accesses are
selected in `lane_accesses.py`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from xdsl.ir import SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.common.lanes import pack
from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.gen import Instruction, family_of, is_uniform
from circ.dialects.naplespu.pseudos import SplatConstantOp, constant_of
from circ.dialects.naplespu.register_file import ALL_LANES, LANES
from circ.dialects.naplespu.registers import VECTOR
from circ.dialects.naplespu.vector_constants import LoadLanesOp
from circ.transforms.common.pattern_matcher import NoPatternError, Root
from circ.transforms.gen.signatures import type_of, vector_signature_of
from circ.transforms.naplespu.analysis.value_ranges import is_value
from circ.transforms.naplespu.selection.selector import MATCHER, Selector, root_of
from circ.transforms.naplespu.selection.values import Source


def is_mask(register: SSAValue) -> bool:
    """Is a gen register a varying bool?"""
    return family_of(register) == "bool" and not is_uniform(register)


class LaneSelector(Selector, ABC):
    """Selection of a function of sixteen lanes, but for its memory accesses."""

    @abstractmethod
    def access_lanes(self, op: Instruction) -> None:
        """Select a LOAD or STORE with a varying register."""

    def select(self, op: Instruction) -> None:
        """Emit the instructions of one gen instruction."""
        opcode = op.ROW.opcode
        if all(map(is_uniform, op.operands)) and not opcode.startswith("SIMD_"):
            super().select(op)
            return
        self.location = op.location
        match opcode:
            case "MOV":
                self._assign(op.dsts[0], op.srcs[0], self.source(op, 0))
            case "LOADI":
                bits = op.integer("value")
                dst = op.dsts[0]
                self.write(dst, bits * ALL_LANES if is_mask(dst) else bits)
            case "LOAD" | "STORE":
                self.access_lanes(op)
            case "SYMBOL" | "FRAME":
                super().select(op)
            case "SIMD_SIZE":
                self.write(op.dsts[0], LANES)
            case "SIMD_ID":
                (dst,) = op.dsts
                self.write(dst, 0 if is_uniform(dst) else self.lane_numbers())
            case "SIMD_SHUFFLE":
                self._shuffle(op)
            case "SIMD_ANY" | "SIMD_ALL":
                self._test_lanes(op)
            case _:
                self._compute(op)

    def lane_numbers(self) -> SSAValue:
        """A vector with the number of each lane."""
        value = self.lanes(tuple(range(LANES)))
        self.nodes.setdefault(value, (frozenset({"SIMD_ID -> v16i32"}), ()))
        return value

    # region What is in registers

    def register_of(self, register: SSAValue) -> SSAValue:
        """The value of a gen register in a machine register of the matching file."""
        value = self.current.get(register, 0)
        if is_uniform(register) or is_mask(register):
            return self.register(value)
        return self.vector(value)

    def is_same(self, register: SSAValue, value: Source) -> bool:
        """Is the value of a gen register known to be equal in all lanes?"""
        if is_uniform(register):
            return True
        if isinstance(value, int):
            return not is_mask(register) or value in (0, ALL_LANES)
        return not is_mask(register) and value.type != VECTOR

    def one(self, register: SSAValue, value: Source) -> Source:
        """Lane 0 of a gen register."""
        if is_mask(register):
            if isinstance(value, int):
                return value & 1
            return self.compute("AND.uint i32, i32 -> i32", value, 1)
        if isinstance(value, int) or value.type != VECTOR:
            return value
        return self.compute("SIMD_SHUFFLE v16i32, i32 -> i32", value, 0)

    def all(self, register: SSAValue, value: Source) -> Source:
        """A gen register with all lanes: a constant, a vector, or a mask."""
        if family_of(register) == "bool":
            if not is_uniform(register):
                return value
            if isinstance(value, int):
                return (value & 1) * ALL_LANES
            return self.compute("naplespu.splat i1 -> v16i1", value)
        return self.vector(value) if is_value(value) else value

    def _assign(self, dst: SSAValue, src: SSAValue, value: Source) -> None:
        """Copy another register."""
        if is_uniform(dst):
            self.write(dst, self.one(src, value))
        else:
            self.write(dst, self.all(src, value) if is_mask(dst) else value)

    def _words(self, value: Source) -> tuple[int, ...] | None:
        """The lanes of a constant vector; None for any other."""
        if isinstance(value, int):
            return (value,) * LANES
        match value.owner:
            case LoadLanesOp() as op:
                return op.words
            case SplatConstantOp() as op:
                return (op.value.data,) * LANES
            case _:
                return None

    # endregion
    # region Computation

    def _compute(self, op: Instruction) -> None:
        """An operation that each lane computes on its own."""
        values = [self.source(op, i) for i in range(len(op.srcs))]
        pairs = list(zip(op.srcs, values, strict=True))
        (dst,) = op.dsts if len(op.dsts) == 1 else (None,)
        is_typed = "type" in op.properties
        if dst is None or not is_typed or any(map(self._is_wide, op.operands)):
            raise self.refusal(op)
        if is_uniform(dst) or all(self.is_same(*pair) for pair in pairs):
            self._compute_once(op, [self.one(*pair) for pair in pairs])
            return
        constants = [self._words(value) for value in values]
        if all(words is not None for words in constants):
            lanes = self._constant_lanes(op, pairs)
            if lanes is not None:
                self.write(dst, lanes)
                return
        root = MATCHER.root(vector_signature_of(*_key(op)))
        operands = [self.all(*pair) for pair in pairs]
        self.write(dst, self._selected(op, root, operands))

    def _is_wide(self, register: SSAValue) -> bool:
        return family_of(register) == "qword"

    def _selected(
        self, op: Instruction, root: Root[Selector] | None, operands: Sequence[object]
    ) -> Source:
        """The result of a node; a diagnostic if no pattern matches."""
        if root is None or len(root.signature.operands) != len(operands):
            raise self.refusal(op)
        try:
            (value,) = MATCHER.select(self, root, operands)
        except NoPatternError as error:
            raise self.refusal(op) from error
        assert is_value(value) or isinstance(value, int)
        return value

    def _compute_once(self, op: Instruction, operands: Sequence[Source]) -> None:
        """A result that is equal in all lanes, or of which only lane 0 is needed."""
        self._write_once(op.dsts[0], self._selected(op, root_of(op), operands))

    def _write_once(self, dst: SSAValue, value: Source) -> None:
        """Give all lanes of a register one value."""
        if not is_mask(dst):
            self.write(dst, value)
        elif isinstance(value, int):
            self.write(dst, (value & 1) * ALL_LANES)
        else:
            self.write(dst, self.compute("naplespu.splat i1 -> v16i1", value))

    def _constant_lanes(
        self, op: Instruction, pairs: Sequence[tuple[SSAValue, Source]]
    ) -> Source | None:
        """The folded result of an operation on constant lanes."""
        root = root_of(op)
        if root is None or root.fold is None:
            return None
        columns: list[Sequence[int]] = []
        for register, value in pairs:
            if family_of(register) == "bool":
                bits = self.all(register, value)
                assert isinstance(bits, int)
                columns.append([bits >> lane & 1 for lane in range(LANES)])
            else:
                words = self._words(value)
                assert words is not None
                columns.append(words)
        found: list[int] = []
        for operands in zip(*columns, strict=True):
            folded = root.fold(*operands)
            if folded is None:
                return None
            found.append(folded)
        if is_mask(op.dsts[0]):
            return pack(INTS, 1, found)
        if found.count(found[0]) == LANES:
            return found[0]
        return self.lanes(tuple(found))

    # endregion
    # region Across lanes

    def _shuffle(self, op: Instruction) -> None:
        """SIMD_SHUFFLE: lanes by their number modulo 16."""
        (dst,), (source, index) = op.dsts, op.srcs
        value, place = self.source(op, 0), self.source(op, 1)
        if self._is_wide(source):
            raise self.refusal(op)
        if self.is_same(source, value):
            self._assign(dst, source, value)
            return
        if place == 0 and is_uniform(dst):
            self.write(dst, self.first_lane(value))
            return
        type = type_of(op.scalar).replace("f16", "i16")  # the bits are moved
        if is_uniform(dst) or self.is_same(index, place):
            signature = f"SIMD_SHUFFLE v16{type}, i32 -> {type}"
            place = self.one(index, place)
        else:
            signature = f"SIMD_SHUFFLE v16{type}, v16i32 -> v16{type}"
        self.write(dst, self.compute(signature, value, place))

    def first_lane(self, value: Source) -> Source:
        """Lane 0 of a vector, computed from scalars if possible."""
        offset = 0
        base: Source = value
        while is_value(base) and base.type == VECTOR:
            owner = base.owner
            if isinstance(owner, LoadLanesOp):
                return (owner.words[0] + offset) % (1 << 32)
            if not isinstance(owner, RecordOp):
                break
            match owner.RECORD.name:
                case "MOVE_VS_32":
                    base = owner.operands[0]
                case "ADDVVS_U_32" if (
                    number := constant_of(owner.operands[1])
                ) is not None:
                    offset += number
                    base = owner.operands[0]
                case "ADDVVS_U_32" if (lane := _first(owner.operands[0])) is not None:
                    offset += lane
                    base = owner.operands[1]
                case _:
                    break
        if is_value(base) and base.type == VECTOR:
            base = self.compute("SIMD_SHUFFLE v16i32, i32 -> i32", base, 0)
        if offset:
            offset %= 1 << 32
            return self.compute("ADD.uint i32, i32 -> i32", base, offset)
        return base

    def _test_lanes(self, op: Instruction) -> None:
        """Whether any lane, or each of them, is not zero: 1 or 0."""
        (dst,), (source,) = op.dsts, op.srcs
        value = self.source(op, 0)
        if self._is_wide(source):
            raise self.refusal(op)
        if self.is_same(source, value):
            type = type_of(op.scalar).replace("f", "i")
            value = self.one(source, value)
            is_set = self.compute(f"NE.uint {type}, {type} -> i1", value, 0)
            self._write_once(dst, is_set)
            return
        if is_mask(source):
            mask = value
        else:
            type = "v16" + type_of(op.scalar).replace("f", "i")
            mask = self.compute(f"NE.uint {type}, {type} -> v16i1", value, 0)
        test = "any_lane" if op.ROW.opcode == "SIMD_ANY" else "all_lanes"
        self._write_once(dst, self.compute(f"naplespu.{test} v16i1 -> i1", mask))

    # endregion


def _first(value: SSAValue) -> int | None:
    """Lane 0 of a vector of constants."""
    owner = value.owner
    return owner.words[0] if isinstance(owner, LoadLanesOp) else None


def _key(op: Instruction) -> tuple[str, str, str]:
    """What the signature of an instruction depends on."""
    return (op.ROW.opcode, op.scalar.name, op.source_scalar.name)

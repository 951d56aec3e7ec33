"""
`gen-reduce-lanes`: reductions of all lanes of a vector in four steps.

A sum, product, bitwise operation, minimum or maximum of integers over the sixteen lanes
of one vector, in any order and perhaps with one more scalar, takes an instruction to
extract each lane and one or more to combine it. Here each lane is combined with the
next one, the result with the one two lanes on, then four and eight, each time after a
`simd_shuffle`. Floats would round differently in another order, and stay. Whether any
or every bool of a vector is set is one instruction.
"""

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, done
from circ.dialects.gen import (
    OP_CLASSES,
    FuncOp,
    Instruction,
    family_of,
    is_uniform,
    read_by,
    written_by,
)
from circ.dialects.gen.types import LANES
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.emitter import Emitter, NewRegister, declare
from circ.transforms.gen.known_registers import KnownRegisters

ALL = (1 << LANES) - 1
"""The bit mask of all lanes."""
JOINING = ("ADD", "MUL", "AND", "OR", "XOR")
"""Associative and commutative operations."""
QUESTIONS = {"OR": "SIMD_ANY", "AND": "SIMD_ALL"}
"""The opcodes that test whether any or every bool of a vector is set."""
GREATER, LESS = ("GT", "GE"), ("LT", "LE")


@dataclass(frozen=True)
class GenReduceLanesPass(ModulePass):
    """Reduce vectors in four steps instead of fifteen."""

    name = "gen-reduce-lanes"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp) and function.lane_count == LANES:
                reduce_lanes(function)


@dataclass(frozen=True)
class _Kind:
    """A reduction operation; a selection by a comparison is a minimum or maximum."""

    opcode: str
    """One of `JOINING`, or GT and LT for the larger and the smaller one."""
    type: str


@dataclass(frozen=True)
class _Part:
    """A partial result: the reduction of some lanes of one vector."""

    vector: SSAValue
    lanes: int
    first: int
    """The position from which on the vector must not change."""
    kind: _Kind | None = None
    """None for a single lane."""
    other: SSAValue | None = None
    """A scalar that is reduced, too."""
    since: int = 0
    """The position from which on that scalar must not change."""
    type: str = ""
    """The type at which lanes are moved."""


def reduce_lanes(function: FuncOp) -> None:
    """Rewrite one function; linear in its instructions."""
    facts: _Facts | None = None
    new: NewRegister | None = None
    for block in function.body.blocks:
        if len(operations_in(block, OP_CLASSES["SIMD_SHUFFLE"])) < LANES:
            continue
        facts = facts or _Facts(function)
        new = new or declare(function)
        for root, part in _found(block, facts):
            count("reductions of vectors")
            done(root, "a reduction of all lanes takes four steps")
            _replace(root, part, facts, new)


class _Facts:
    """The known values, readers and writers of a function's registers."""

    def __init__(self, function: FuncOp):
        self.flow = ControlFlow(function.body)
        self.known = KnownRegisters(function, self.flow)
        self.reads = Counter[SSAValue]()
        self.places: dict[tuple[SSAValue, Block], list[int]] = {}
        """By register and block, the positions of its writes, in order."""
        for block in function.body.blocks:
            for position, op in enumerate(block.ops):
                self.reads.update(read_by(op))
                for register in written_by(op):
                    self.places.setdefault((register, block), []).append(position)

    def is_written_once(self, register: SSAValue) -> bool:
        return len(self.known.writers.get(register, ())) == 1

    def writer(self, register: SSAValue, before: Instruction) -> Instruction | None:
        """The only writer of a register, if it comes before in the same block."""
        writers = self.known.writers.get(register, ())
        if len(writers) != 1 or not isinstance(op := writers[0], Instruction):
            return None
        position = self.known.position
        earlier = op.parent is before.parent and position[op] < position[before]
        return op if earlier else None

    def is_changed(
        self, register: SSAValue, block: Block, start: int, end: int
    ) -> bool:
        """Is a register written between two positions of a block?"""
        places = self.places.get((register, block), ())
        next = bisect_right(places, start)
        return next < len(places) and places[next] < end


def _found(block: Block, facts: _Facts) -> list[tuple[Instruction, _Part]]:
    """The operations of a block that complete the reduction of a whole vector."""
    parts: dict[SSAValue, _Part] = {}
    roots: list[tuple[Instruction, _Part]] = []
    for op in block.ops:
        if not isinstance(op, Instruction) or len(op.dsts) != 1:
            continue
        (dst,) = op.dsts
        part = _lane(op, facts) or _joined(op, parts, facts)
        if part is None:
            continue
        if part.lanes == ALL and part.kind is not None:
            end = facts.known.position[op]
            kept = not facts.is_changed(part.vector, block, part.first, end)
            if part.other is not None:
                kept &= not facts.is_changed(part.other, block, part.since, end)
            if kept:
                roots.append((op, part))
        elif facts.is_written_once(dst):
            parts[dst] = part
    return roots


def _lane(op: Instruction, facts: _Facts) -> _Part | None:
    """A partial result of one lane of a vector of integers, or of bools."""
    if op.ROW.opcode == "NE" and op.scalar.is_integer:
        shuffle = facts.writer(op.srcs[0], op)
        if shuffle is None or facts.known.constant(op.srcs[1], op) != 0:
            return None
        part = _lane(shuffle, facts)
        return part if part is not None and _is_bool(part.vector, op, facts) else None
    if op.ROW.opcode != "SIMD_SHUFFLE" or op.scalar.is_float:
        return None
    vector, number = op.srcs
    lane = facts.known.constant(number, op)
    if lane is None or is_uniform(vector) or not is_uniform(op.dsts[0]):
        return None
    first = facts.known.position[op]
    return _Part(vector, 1 << lane % LANES, first, type=op.scalar.name)


def _is_bool(vector: SSAValue, op: Instruction, facts: _Facts) -> bool:
    """Is each lane 1 or 0, by a mask?"""
    select = facts.writer(vector, op)
    return (
        select is not None
        and select.ROW.opcode == "SEL"
        and facts.known.constant(select.srcs[1], select) == 1
        and facts.known.constant(select.srcs[2], select) == 0
    )


def _joined(
    op: Instruction, parts: dict[SSAValue, _Part], facts: _Facts
) -> _Part | None:
    """The partial result of an operation on two of them, or on one and a scalar."""
    kind, sources, readers = _step(op, facts)
    if kind is None:
        return None
    found = [parts.get(source) for source in sources]
    usable = [
        part is not None
        and part.kind in (None, kind)
        and (part.kind is None or facts.reads[source] == readers)
        for part, source in zip(found, sources, strict=True)
    ]
    position = facts.known.position[op]
    lhs, rhs = found
    if all(usable):
        assert lhs is not None and rhs is not None
        if lhs.lanes & rhs.lanes or not _same_vector(lhs, rhs, facts):
            return None
        if lhs.other is not None and rhs.other is not None:
            return None
        with_other = lhs if lhs.other is not None else rhs
        return _Part(
            *(lhs.vector, lhs.lanes | rhs.lanes, min(lhs.first, rhs.first), kind),
            *(with_other.other, with_other.since, lhs.type),
        )
    if not any(usable):
        return None
    part, other = (lhs, sources[1]) if usable[0] else (rhs, sources[0])
    assert part is not None
    if part.other is not None:
        return None
    return _Part(
        *(part.vector, part.lanes, part.first, kind),
        *(other, position, part.type),
    )


def _same_vector(lhs: _Part, rhs: _Part, facts: _Facts) -> bool:
    """Are two partial results of the same vector? Bools each have one of their own."""
    if lhs.vector is rhs.vector:
        return True
    writers = [facts.known.writers.get(part.vector, []) for part in (lhs, rhs)]
    if any(len(ops) != 1 for ops in writers):
        return False
    one, two = (ops[0] for ops in writers)
    if not isinstance(one, Instruction) or not isinstance(two, Instruction):
        return False
    if one.ROW.opcode != "SEL" or two.ROW.opcode != "SEL":
        return False
    same = one.srcs[0] is two.srcs[0] and one.scalar.name == two.scalar.name
    constants = all(
        facts.known.constant(op.srcs[i], op) == value
        for op in (one, two)
        for i, value in ((1, 1), (2, 0))
    )
    if not same or not constants or one.parent is not two.parent:
        return False
    block, position = one.parent, facts.known.position
    assert block is not None
    start, end = sorted((position[one], position[two]))
    return not facts.is_changed(one.srcs[0], block, start, end)


def _step(
    op: Instruction, facts: _Facts
) -> tuple[_Kind | None, tuple[SSAValue, SSAValue], int]:
    """The reduction that an operation does, and how often it reads each operand."""
    nothing = None, (op.dsts[0], op.dsts[0]), 0
    if not all(map(is_uniform, op.operands)):
        return nothing
    if op.ROW.opcode in JOINING and not op.scalar.is_float:
        lhs, rhs = op.srcs
        return _Kind(op.ROW.opcode, op.scalar.name), (lhs, rhs), 1
    if op.ROW.opcode != "SEL":
        return nothing
    condition, true, false = op.srcs
    compare = facts.writer(condition, op)
    if (
        compare is None
        or compare.ROW.opcode not in (*GREATER, *LESS)
        or not compare.scalar.is_integer
        or compare.scalar.width != op.scalar.width
        or facts.reads[condition] != 1
        or true is false
        or {*compare.srcs} != {true, false}
    ):
        return nothing
    block, position = op.parent, facts.known.position
    assert block is not None
    if any(
        facts.is_changed(source, block, position[compare], position[op])
        for source in (true, false)
    ):
        return nothing
    larger = (compare.ROW.opcode in GREATER) == (compare.srcs[0] is true)
    return _Kind("GT" if larger else "LT", compare.scalar.name), (true, false), 2


class _Joiner:
    """Appends the instructions that combine values, varying or uniform ones."""

    def __init__(self, root: Instruction, new: NewRegister):
        self.lanes = Emitter(new, root.location)
        self.one = Emitter(new, root.location, uniform=True)
        self.ops = self.one.ops = self.lanes.ops

    def join(self, emit: Emitter, kind: _Kind, a: SSAValue, b: SSAValue) -> SSAValue:
        """The combination of two values; a select for the larger or smaller one."""
        if kind.opcode in JOINING:
            return emit.temporary(kind.opcode, kind.type, a, b)
        better = emit.compare(kind.opcode, kind.type, a, b)
        return emit.temporary("SEL", kind.type, better, a, b)

    def lanes_on(self, distance: int) -> SSAValue:
        """The numbers of the lanes at a distance, cyclically."""
        emit, word = self.lanes, "uint32"
        number = emit.temporary("SIMD_ID", word)
        place = emit.temporary("ADD", word, number, emit.constant(word, distance))
        return emit.temporary("AND", word, place, emit.constant(word, LANES - 1))

    def folded(self, kind: _Kind, part: _Part, in_loop: bool) -> SSAValue:
        """
        Combine lanes at distances of one, two, four and eight.

        In loops the lane numbers are constants, which are hoisted; elsewhere each
        shuffle computes them from the ones before.
        """
        emit, value, places = self.lanes, part.vector, self.lanes_on(1)
        for distance in (1, 2, 4, 8):
            if distance > 1 and in_loop:
                places = self.lanes_on(distance)
            elif distance > 1:
                places = emit.temporary("SIMD_SHUFFLE", "uint32", places, places)
            moved = emit.temporary("SIMD_SHUFFLE", part.type, value, places)
            value = self.join(emit, kind, value, moved)
        zero = self.one.constant("uint32", 0)
        return self.one.temporary("SIMD_SHUFFLE", part.type, value, zero)

    def asked(self, opcode: str, part: _Part) -> SSAValue:
        """Whether any lane is set, or every one."""
        found = self.one.temporary(opcode, part.type, part.vector)
        return self.one.compare("NE", "uint32", found, self.one.constant("uint32", 0))


def _replace(root: Instruction, part: _Part, facts: _Facts, new: NewRegister) -> None:
    """Replace an operation by a reduction of the vector; dead code is left."""
    kind, block = part.kind, root.parent
    assert kind is not None and block is not None
    joiner = _Joiner(root, new)
    if family_of(root.dsts[0]) == "bool":
        opcode = QUESTIONS.get(kind.opcode)
        if opcode is None or family_of(part.vector) != "dword":
            return
        result = joiner.asked(opcode, part)
    else:
        in_loop = facts.flow.loops.depth[facts.flow.number[block]] > 0
        result = joiner.folded(kind, part, in_loop)
    if part.other is not None:
        result = joiner.join(joiner.one, kind, result, part.other)
    joiner.one.put("MOV", kind.type, root.dsts[0], result)
    joiner.one.replace(root)

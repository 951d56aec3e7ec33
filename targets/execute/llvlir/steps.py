"""
Operations of llvlir as closures over the slots of a frame.

Every value is one unsigned integer: a vector has lane 0 in its lowest bits, a mask one
bit a lane.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation

from circ.dialects.common.algebra import INTS, to_signed
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.exact_floats import MODES
from circ.dialects.common.state import load, size_of, store, update
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.float_flags import flags_meaning, lane_flags
from circ.dialects.llvlir.ops import TableOp
from circ.dialects.llvlir.semantics import (
    attributes_of,
    constant_of,
    integer_condition,
    lane_meaning,
    meaning,
)
from circ.dialects.llvlir.table import row_of_name
from circ.dialects.llvlir.types import MaskType, VectorType, width_of_addresses
from circ.targets.execute.llvlir.float_environment import FloatEnvironment
from circ.targets.execute.memory import CheckedMemory, Memory
from circ.targets.execute.outcome import Trace
from circ.targets.execute.steps import Frame, Step, applied
from circ.targets.execute.symbols import Symbols

WITHOUT_EFFECT = ("fence", "sysbr.I", "endbr.I")
"""Rows that one thread at a time, without a debugger, does not notice."""

ACROSS_LANES = ("lane", "setlane", "mv.x.x")
"""Vector operations that are not lane-wise."""


LaneAddresses: TypeAlias = Callable[[Frame, int], Sequence[int]]
"""The addresses of all lanes; a mask tells which are accessed."""


def addresses_of(op: Operation) -> int:
    """All ones in the width of an operation's addresses, which wrap there."""
    return (1 << width_of_addresses(op)) - 1


def is_constant(op: Operation) -> bool:
    """Is it a constant, which needs no step?"""
    return any(constant_of(result) is not None for result in op.results)


class Steps:
    """Compiles operations for one memory and the symbols in it."""

    def __init__(
        self,
        memory: Memory,
        symbols: Symbols,
        trace: Trace | None,
        floats: FloatEnvironment,
    ):
        self.memory = memory
        self.symbols = symbols
        self.trace = trace
        self.floats = floats

    def compile(
        self, op: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step | None:
        """The closure of an operation; None where there is nothing to execute."""
        if not isinstance(op, TableOp):
            return _refuse(op)
        row = op.ROW
        if row.name in WITHOUT_EFFECT or is_constant(op):
            return None
        step = None
        match row.category:
            case "memory":
                step = self._memory(op, operands, results)
            case "vec-memory":
                step = self._vector_memory(op, operands, results)
            case "atomic":
                step = self._atomic(op, operands, results)
            case "fp-control":
                step = self.floats.control(op, operands, results)
            case _ if row.base in ("consta", "addpc"):
                step = self._address(op, operands, results[0])
            case _ if row.name == "mvm":
                step = applied(_same, operands, results[0])
            case _ if results:
                step = self._value(op, operands, results[0])
            case _:
                pass
        return step or _refuse(op)

    def tracer(
        self, op: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step | None:
        """A step that traces the operation, after it unless it ends its segment."""
        trace = self.trace
        if trace is None:
            return None
        slots = [*results] or [*operands]
        arrow = "->" if results else "<-"

        def step(frame: Frame) -> None:
            values = " ".join(f"{frame[slot]:#x}" for slot in slots)
            trace(f"{op.name} {arrow} {values}" if slots else op.name)

        return step

    def _value(self, op: TableOp, operands: Sequence[int], result: int) -> Step | None:
        """What computes a result from values alone, and the dynamic rounding mode."""
        *_, rounding = attributes_of(op)
        if rounding != "dyn":
            return self._rounded(op, operands, result, rounding)
        steps = [
            step
            for mode in MODES
            if (step := self._rounded(op, operands, result, mode)) is not None
        ]
        return self.floats.in_mode(steps) if len(steps) == len(MODES) else None

    def _rounded(
        self, op: TableOp, operands: Sequence[int], result: int, rounding: str
    ) -> Step | None:
        types, immediates, condition, _ = attributes_of(op)
        row, attributes = op.ROW, (types, immediates, condition, rounding)
        by_lanes = row.suffix.startswith("V") and row.base not in ACROSS_LANES
        if by_lanes:
            step = _vector(op, operands, result, lane_meaning(INTS, row, *attributes))
        else:
            function = meaning(INTS, row, *attributes, width_of_addresses(op))
            step = function and applied(function, operands, result)
        if step is None or not self.floats.accrues:
            return step
        flags = (lane_flags if by_lanes else flags_meaning)(row, *attributes)
        if flags is None:
            return step
        parts = [_unpacker(operand.type) for operand in op.operands]
        return self.floats.accruing(step, operands, flags, parts)

    def _address(
        self, op: TableOp, operands: Sequence[int], result: int
    ) -> Step | None:
        """Of a symbol, plus a signed distance where there is one."""
        assert op.label is not None
        name = op.label.root_reference.data
        if not self.symbols.is_known(name):
            message = f"'{op.name}': '{name}' is neither a function nor data"
            return _raise(op, message)
        address = self.symbols.address_of(name, op.location)

        def step(frame: Frame) -> None:
            frame[result] = address

        if not operands:
            return step
        (distance,), width = operands, width_of(op.operands[0].type)
        mask = addresses_of(op)

        def sum_step(frame: Frame) -> None:
            frame[result] = address + to_signed(width, frame[distance]) & mask

        return sum_step

    # region Memory

    def _memory_of(self, op: TableOp) -> CheckedMemory:
        """The memory of an access."""
        return CheckedMemory(self.memory, op.location, op.memory)

    def _memory(
        self, op: TableOp, operands: Sequence[int], results: Sequence[int]
    ) -> Step | None:
        if op.ROW.base in ("ldidx", "ldidxu", "stidx"):
            return self._indexed(op, operands, results)
        assert op.imm is not None
        address, offset = operands[0], op.imm.data
        state, mask = self._memory_of(op), addresses_of(op)
        if results:
            width, result = width_of(op.results[0].type), results[0]

            def load_step(frame: Frame) -> None:
                effective = frame[address] + offset & mask
                frame[result] = load(INTS, state, width, effective)

            return load_step
        width, value = width_of(op.operands[1].type), operands[1]

        def store_step(frame: Frame) -> None:
            effective = frame[address] + offset & mask
            store(INTS, state, width, effective, frame[value])

        return store_step

    def _indexed(
        self, op: TableOp, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """Base plus index times stride plus offset."""
        base, index, stride, offset, *value = operands
        state, mask = self._memory_of(op), addresses_of(op)
        width = width_of((op.results or op.operands[4:])[0].type)

        def address(frame: Frame) -> int:
            found = frame[base] + frame[index] * frame[stride] + frame[offset]
            return found & mask

        def load_step(frame: Frame) -> None:
            frame[results[0]] = load(INTS, state, width, address(frame))

        def store_step(frame: Frame) -> None:
            store(INTS, state, width, address(frame), frame[value[0]])

        return load_step if results else store_step

    def locked(
        self,
        op: TableOp,
        operands: Sequence[int],
        results: Sequence[int],
        reservation: int,
    ) -> Step:
        """
        Load-locked and store-conditional.

        A store succeeds (0) where the activation's last load-locked was of its address
        and width, and its value is still there; else nothing is stored (1). What it was
        of is in a slot, as one number that is 0 where there is none.
        """
        assert op.imm is not None
        offset, state = op.imm.data, self._memory_of(op)
        width = width_of(op.results[0].type)
        size, location = size_of(width), op.location
        address, result = operands[0], results[0]
        mask, unaligned = addresses_of(op), misaligned_bits(size)

        def effective(frame: Frame) -> int:
            found = frame[address] + offset & mask
            if found & unaligned:
                raise Diagnostic(location, not_aligned(size, found))
            return found

        def load_step(frame: Frame) -> None:
            place = effective(frame)
            value = frame[result] = load(INTS, state, width, place)
            frame[reservation] = reserved(place, width, value)

        def store_step(frame: Frame) -> None:
            place = effective(frame)
            old = load(INTS, state, width, place)
            kept = frame[reservation] == reserved(place, width, old)
            frame[reservation] = 0
            if kept:
                store(INTS, state, width, place, frame[operands[1]])
            frame[result] = INTS.const(width, int(not kept))

        return store_step if op.ROW.base == "sc" else load_step

    def _vector_memory(
        self, op: TableOp, operands: Sequence[int], results: Sequence[int]
    ) -> Step | None:
        type = op.results[0].type if results else op.operands[-2].type
        assert isinstance(type, VectorType)
        width, state = width_of(type.element), self._memory_of(op)
        bits, mask = (1 << width) - 1, operands[-1]
        if op.ROW.base in ("ld", "ldu", "st"):
            assert op.imm is not None
            place = operands[0], op.imm.data, addresses_of(op)
            addresses = _row(state, width, type.lanes.data, *place)
        else:
            index = op.operands[1].type
            assert isinstance(index, VectorType)
            base, numbers = operands[:2]
            addresses = _by_index(width, index, base, numbers, addresses_of(op))
        source, result = operands[-2], results[0] if results else 0

        def load_step(frame: Frame) -> None:
            value, on = 0, frame[mask]
            for lane, effective in enumerate(addresses(frame, on)):
                if on >> lane & 1:
                    value |= load(INTS, state, width, effective) << lane * width
            frame[result] = value

        def store_step(frame: Frame) -> None:
            value, on = frame[source], frame[mask]
            for lane, effective in enumerate(addresses(frame, on)):
                if on >> lane & 1:
                    store(INTS, state, width, effective, value >> lane * width & bits)

        return load_step if results else store_step

    def _atomic(
        self, op: TableOp, operands: Sequence[int], results: Sequence[int]
    ) -> Step | None:
        change = _atomic_update(op)
        if change is None:
            return None
        width = width_of(op.results[0].type)
        size, location = size_of(width), op.location
        address, values, result = operands[0], operands[1:], results[0]
        state, unaligned = self._memory_of(op), misaligned_bits(size)

        def step(frame: Frame) -> None:
            effective = frame[address]
            if effective & unaligned:
                raise Diagnostic(location, not_aligned(size, effective))
            others = [frame[slot] for slot in values]
            frame[result] = update(
                *(INTS, state, width, effective), lambda old: change(old, *others)
            )

        return step

    # endregion


LOCKED = ("ll.I", "llu.I", "sc.I")


def reserved(address: int, width: int, value: int) -> int:
    """What a load-locked was of, as one number."""
    return (value << 32 | width) << 64 | address


def misaligned_bits(size: int) -> int:
    """
    The bits that an aligned address has not.

    Atomic accesses are aligned to the largest power of two that divides their size.
    """
    return (size & -size) - 1


def not_aligned(size: int, address: int) -> str:
    return f"atomic access of {size} bytes at {address:#x} is not aligned"


def _row(
    state: CheckedMemory, width: int, lanes: int, address: int, offset: int, mask: int
) -> LaneAddresses:
    """Contiguous lanes; the whole vector must be aligned as the operation states."""
    size, every = size_of(width), (1 << lanes) - 1

    def addresses(frame: Frame, on: int) -> Sequence[int]:
        start = frame[address] + offset & mask
        if on == every:
            state.check_row(start, lanes * size)
        return [start + lane * size & mask for lane in range(lanes)]

    return addresses


def _by_index(
    width: int, index: VectorType, base: int, numbers: int, mask: int
) -> LaneAddresses:
    """Gather and scatter: a lane's index is signed and counts elements."""
    size, index_width = size_of(width), width_of(index.element)
    lanes = index.lanes.data

    def addresses(frame: Frame, on: int) -> Sequence[int]:
        start = frame[base]
        return [
            start + to_signed(index_width, number) * size & mask
            for number in _unpack(index_width, lanes, frame[numbers])
        ]

    return addresses


def _atomic_update(op: TableOp) -> Callable[..., int] | None:
    """Computes the new value from the old value and the operands."""
    types, _, condition, _ = attributes_of(op)
    if op.ROW.base == "amoswap":
        return _new
    if op.ROW.base == "cmpswap":
        assert condition is not None
        holds = integer_condition(INTS, condition, width_of(types[0]))

        def swap(old: int, expected: int, new: int) -> int:
            return new if holds(old, expected) else old

        return swap
    scalar = row_of_name().get(f"{op.ROW.base.removeprefix('amo')}.I")
    return None if scalar is None else meaning(INTS, scalar, types)


def _new(old: int, new: int) -> int:
    return new


def _vector(
    op: TableOp,
    operands: Sequence[int],
    result: int,
    function: Callable[..., Sequence[int]] | None,
) -> Step | None:
    if function is None:
        return None
    unpack = [_unpacker(operand.type) for operand in op.operands]
    width, _ = _shape(op.results[0].type)

    def step(frame: Frame) -> None:
        values = (
            part(frame[slot]) for part, slot in zip(unpack, operands, strict=True)
        )
        packed = 0
        for lane in reversed(function(*values)):
            packed = packed << width | lane
        frame[result] = packed

    return step


def _shape(type: Attribute) -> tuple[int, int]:
    """Bits of a lane, and the number of lanes; 0 for a scalar."""
    if isinstance(type, VectorType):
        return width_of(type.element), type.lanes.data
    if isinstance(type, MaskType):
        return 1, type.lanes.data
    return width_of(type), 0


def _unpacker(type: Attribute) -> Callable[[int], Sequence[int] | int]:
    width, lanes = _shape(type)
    return partial(_unpack, width, lanes) if lanes else _same


def _same(value: int) -> int:
    return value


def _unpack(width: int, lanes: int, value: int) -> Sequence[int]:
    bits = (1 << width) - 1
    return [value >> lane * width & bits for lane in range(lanes)]


def _refuse(op: Operation) -> Step:
    """
    An unsupported operation is diagnosed when it is executed, not when it is compiled.
    """
    rounding = op.properties.get("rounding")
    how = f" with rounding {rounding.data}" if isinstance(rounding, StringAttr) else ""
    return _raise(op, f"'{op.name}'{how} cannot be executed yet")


def _raise(op: Operation, message: str) -> Step:
    def step(frame: Frame) -> None:
        raise Diagnostic(op.location, message)

    return step

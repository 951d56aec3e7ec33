"""
What is known of the registers of a gen function: constants, and ranges of values.

Registers are mutable. One has a constant where the same LOADI wrote it last on every
path: the only one that ever writes it, or one of several, as where a constant shares
the register of a block argument that it is passed to. A range holds for all that is
ever written to a register, and for the 0 that it is before; what instructions compute
says it, over `BITS`.
"""

from collections.abc import Mapping
from typing import TypeAlias, TypeGuard

from xdsl.ir import Operation, SSAValue

from circ.dialects.common.known_bits import BITS, Range, unknown
from circ.dialects.common.widths import width_of
from circ.dialects.gen import FuncOp, Instruction, read_by, written_by
from circ.dialects.gen.semantics import meaning
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.common.liveness import numbers_of, solve
from circ.transforms.gen.merges import merges

Reads: TypeAlias = Mapping[tuple[Operation, SSAValue], int]
"""Constants by the operation that reads them, and by register."""

DEPTH = 4
"""How many instructions a range looks back, along definitions."""


class KnownRegisters:
    """The registers of one function, as it is on construction."""

    def __init__(self, function: FuncOp, flow: ControlFlow):
        self.flow = flow
        self.writers: dict[SSAValue, list[Operation]] = {}
        self.position: dict[Operation, int] = {}
        self._ranges: dict[tuple[SSAValue, int], Range] = {}
        for block in function.body.blocks:
            for position, op in enumerate(block.ops):
                self.position[op] = position
                for register in written_by(op):
                    self.writers.setdefault(register, []).append(op)
        self._reads: Reads = {}
        if function.lanes is None:  # several take turns at the sides of a branch
            self._reads = self._reaching_loads()

    def constant(self, register: SSAValue, use: Operation) -> int | None:
        """The constant in a register where an operation reads it; None if unknown."""
        writers = self.writers.get(register, ())
        if len(writers) > 1:
            return self._reads.get((use, register))
        if not writers or not _is_load(load := writers[0]):
            return None
        defined, used = load.parent, use.parent
        assert defined is not None and used is not None
        if defined is used:
            before = self.position[load] < self.position[use]
        else:
            number = self.flow.number
            before = self.flow.tree.dominates(number[defined], number[used])
        return load.integer("value") if before else None

    def range(self, register: SSAValue, depth: int = DEPTH) -> Range:
        """A range of all values that a register ever holds."""
        if not depth:
            return unknown(width_of(register.type))
        key = register, depth
        if (known := self._ranges.get(key)) is None:
            known = self._ranges[key] = self._joined(register, depth)
        return known

    def _reaching_loads(self) -> Reads:
        """
        Where constants are read from registers with several writers.

        Near-linear in instructions and edges, times the words of a set of registers.
        """
        blocks, tree = self.flow.blocks, self.flow.tree
        registers = [
            register
            for register, writers in self.writers.items()
            if len(writers) > 1 and any(map(_is_load, writers))
        ]
        if not registers:
            return {}
        bit = {register: 1 << i for i, register in enumerate(registers)}
        exposed, written = [0] * len(blocks), [0] * len(blocks)
        for number, block in enumerate(blocks):
            for op in block.ops:
                for register in read_by(op):
                    exposed[number] |= bit.get(register, 0) & ~written[number]
                for register in written_by(op):
                    written[number] |= bit.get(register, 0)
        live, _ = solve(self.flow.successors, exposed, written)
        merged = merges(self.flow.successors, tree, written, live)
        found: dict[tuple[Operation, SSAValue], int] = {}
        last = _LastWritten()
        for number in tree.preorder():
            last.enter(tree.depth[number])
            for i in numbers_of(merged[number]):
                last.write(registers[i], None)
            for op in blocks[number].ops:
                for register in read_by(op):
                    if (bits := last.constants.get(register)) is not None:
                        found[op, register] = bits
                written_bits = op.integer("value") if _is_load(op) else None
                for register in written_by(op):
                    if register in bit:
                        last.write(register, written_bits)
        return found

    def _joined(self, register: SSAValue, depth: int) -> Range:
        """What all writers of a register may write, and the 0 from before."""
        width = width_of(register.type)
        known, anything = BITS.const(width, 0), unknown(width)
        for op in self.writers.get(register, ()):
            written = self._written(op, depth - 1)
            if written is None or written.width != width:  # such as CBIT's count
                return anything
            known = known.join(written)
            if known == anything:
                break
        return known

    def _written(self, op: Operation, depth: int) -> Range | None:
        """The range of what an operation writes; None if unknown."""
        if _is_load(op):
            return BITS.const(op.scalar.width, op.integer("value"))
        if not isinstance(op, Instruction) or op.ROW.types == "none":
            return None
        names = op.scalar.name, op.source_scalar.name
        compute = meaning(BITS, op.ROW.opcode, *names)
        if compute is None or len(op.dsts) != 1:
            return None
        return compute(*[self.range(source, depth) for source in op.srcs])


class _LastWritten:
    """What was written last, on a walk down the dominator tree."""

    def __init__(self):
        self.constants: dict[SSAValue, int | None] = {}
        self._before: list[list[tuple[SSAValue, int | None]]] = []
        """By depth, what the block's writes have replaced."""

    def enter(self, depth: int) -> None:
        """Go to a block of a depth, from its parent or from below that."""
        while len(self._before) > depth:
            for register, bits in reversed(self._before.pop()):
                self.constants[register] = bits
        self._before.append([])

    def write(self, register: SSAValue, bits: int | None) -> None:
        self._before[-1].append((register, self.constants.get(register)))
        self.constants[register] = bits


def _is_load(op: Operation) -> TypeGuard[Instruction]:
    return isinstance(op, Instruction) and op.ROW.opcode == "LOADI"

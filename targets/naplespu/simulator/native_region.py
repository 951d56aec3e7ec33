# pyright: basic, reportArgumentType=false, reportCallIssue=false
"""
A region of NaplesPU code as one function of LLVM.

A region is a set of basic blocks that direct branches reach from one address and that
are executed now and then; its registers are values of LLVM. What an instruction
computes comes from `circ.dialects.naplespu.semantics`, here over LLVM values. A region
is left, with everything as it is in front of an instruction, where that one is not
translated (control registers, gathers and scatters), traps, writes code, touches a new
page, or is a vector of the scratchpad in two pages: the interpreter executes it. A
return goes on in the region where one of its calls is left. llvmlite has no types,
therefore this file is not checked strictly.
"""

import ctypes
import re
from array import array
from dataclasses import dataclass, field
from typing import Any

from llvmlite import binding, ir

from circ.dialects.naplespu import semantics
from circ.dialects.naplespu.register_file import ALL_LANES, LANES, PC, RA, RM, SP
from circ.dialects.naplespu.semantics import Access
from circ.targets.naplespu.object.objectfile import ObjectBounds
from circ.targets.naplespu.simulator.code_generator import CodeGenerator
from circ.targets.naplespu.simulator.decoding import Decoded, decode
from circ.targets.naplespu.simulator.memory import PAGE_BITS
from circ.targets.naplespu.simulator.native_memory import PagedMemory
from circ.targets.naplespu.simulator.native_values import (
    LONG,
    POINTER,
    WORD,
    Lanes,
    Values,
)
from circ.targets.naplespu.simulator.steps import WORD_MASK

_TOO_WIDE = re.compile(r"\bi(?:6[5-9]|[7-9]\d|\d{3,})\b")
"""Integers whose division is a library call, which may not be linked."""
MOST_BLOCKS = 256
"""Blocks of a region; the others are left to regions of their own."""
MOST_EDGES = 16
"""From returns to what follows calls; with more, all returns share one switch."""
LONGEST_BLOCK = 64
ARGUMENTS = 8
"""Scalars, vectors, input and output, counts, pages of memory and scratchpad."""
MOST_INSTRUCTIONS = 1 << 30
"""
The most of one call. They are counted in 32 bits: for trip counts of loops with two
exits LLVM needs twice the width, and a division of 128 bits would be a library call.
"""
LIMIT, COUNT, END, BLOCK, DONE, MASK = range(6)
"""
Input and output: how many instructions may be executed; how many were, where to go on,
and the instructions done of a block that was left within; the lane mask, both ways.
"""


@dataclass
class Code:
    """The straight-line code at an address."""

    start: int
    words: list[int] = field(default_factory=list)


@dataclass
class Compiled:
    """Code of the host for all threads of a core."""

    blocks: list[Code]
    call: object
    engine: object
    vectors: list[int]
    """Vector registers that it reads or writes."""


class Region:
    """Compiled code, and how often a thread left each of its blocks at its end."""

    def __init__(self, code: Compiled):
        self.code = code
        self.counts = array("Q", [0]) * len(code.blocks)
        self.calls = 0
        self.instructions = 0


def _host():
    """The processor that code is made for, with all that it can; an engine owns it."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(),
        features=binding.get_host_cpu_features().flatten(),
        opt=2,
    )


def compile_region(machine, start: int) -> Compiled | None:
    """The region at an address; None where the first instruction is not translated."""
    return _Compiler(machine, start).compile()


class _Compiler(CodeGenerator[Any]):
    k: Any
    lanes: Any

    def __init__(self, machine, start: int):
        self.state = self.machine = machine
        self.order: list[Code] = []
        self.module = ir.Module("region")
        kind = ir.FunctionType(WORD, [POINTER] * ARGUMENTS)
        self.function = ir.Function(self.module, kind, "region")
        (
            self.scalars_argument,
            self.vectors_argument,
            self.io,
            self.counts,
            *self.tables,
        ) = self.function.args
        entry = self.function.append_basic_block("entry")
        self.leave = self.function.append_basic_block("leave")
        self.b = ir.IRBuilder(entry)
        self.k = Values(self.b)
        self.lanes = Lanes(self.b)
        self.vector_type = self.lanes.of(WORD)
        self.registers = [self.b.alloca(WORD) for _ in range(64)]
        self.vectors: dict[int, object] = {}
        self.written: set[int] = {RA}
        self.mask = self.b.alloca(WORD)
        self.end = self.b.alloca(WORD)
        self.count = self.b.alloca(WORD)
        self.block = self.b.alloca(WORD)
        self.done = self.b.alloca(WORD)
        for number, place in enumerate(self.registers):
            self.b.store(self.b.load(self._scalar_at(number)), place)
        self.b.store(ir.Constant(WORD, 0), self.count)
        self.limit = self.b.trunc(self.b.load(self._io_at(LIMIT)), WORD)
        self.b.store(self.b.trunc(self.b.load(self._io_at(MASK)), WORD), self.mask)
        self.labels: dict[int, ir.Block] = {}
        self.start, self.blocks = start, 1
        self.pending = [start]
        self.returns: set[int] = set()
        self.leaving: list = []
        """Blocks of the host that return from calls, not terminated yet."""
        self.b.branch(self._label(start))

    def _element(self, pointer, type, number: int):
        """The place of an element of an array."""
        elements = self.b.bitcast(pointer, type.as_pointer())
        return self.b.gep(elements, [ir.Constant(WORD, number)])

    def _scalar_at(self, number: int):
        return self._element(self.scalars_argument, WORD, number)

    def _vector_at(self, number: int):
        return self._element(self.vectors_argument, self.vector_type, number)

    def _io_at(self, number: int):
        return self._element(self.io, LONG, number)

    # Blocks.

    def _label(self, pc: int):
        """The block at `pc`, or one that leaves for it."""
        if pc not in self.labels:
            label = self.labels[pc] = self.function.append_basic_block(f"at_{pc:x}")
            if pc == self.start or (
                self.blocks < MOST_BLOCKS
                and pc != self.machine.stop
                and self.machine.is_warm(pc)
            ):
                self.blocks += 1
                self.pending.append(pc)
            else:
                here = self.b.block
                self.b.position_at_end(label)
                self._exit(ir.Constant(WORD, pc), 0, 0)
                self.b.position_at_end(here)
        return self.labels[pc]

    def _exit(self, pc, block: int, done: int) -> None:
        self._set_exit(pc, block, done)
        self.b.branch(self.leave)

    def _set_exit(self, pc, block: int, done: int) -> None:
        self.b.store(pc, self.end)
        self.b.store(ir.Constant(WORD, block), self.block)
        self.b.store(ir.Constant(WORD, done), self.done)
        if done:
            self._add(done)

    def _add(self, size: int) -> None:
        total = self.b.add(self.b.load(self.count), ir.Constant(WORD, size))
        self.b.store(total, self.count)

    def compile(self) -> Compiled | None:
        self.pending = self.pending[:1]
        seen: set[int] = set()
        while self.pending:
            pc = self.pending.pop()
            if pc not in seen:
                seen.add(pc)
                self._block(pc)
        if not self.order[0].words:
            return None
        self._return()
        self._leave()
        return self._finish()

    def _return(self) -> None:
        """Go on where a call is left; many edges from many returns cost too much."""
        ends = self.leaving
        if len(ends) * len(self.returns) > MOST_EDGES:
            shared = self.function.append_basic_block("returning")
            for end in ends:
                self.b.position_at_end(end)
                self.b.branch(shared)
            ends = [shared]
        for end in ends:
            self.b.position_at_end(end)
            switch = self.b.switch(self.b.load(self.end), self.leave)
            for pc in sorted(self.returns):
                switch.add_case(ir.Constant(WORD, pc), self.labels[pc])

    def _leave(self) -> None:
        """Give back what was written."""
        self.b.position_at_end(self.leave)
        for number in sorted(self.written):
            self.b.store(self.b.load(self.registers[number]), self._scalar_at(number))
        for number, place in self.vectors.items():
            self.b.store(self.b.load(place), self._vector_at(number), align=4)
        for number, place in (
            (COUNT, self.count),
            (END, self.end),
            (BLOCK, self.block),
            (DONE, self.done),
            (MASK, self.mask),
        ):
            value = self.b.zext(self.b.load(place), LONG)
            self.b.store(value, self._io_at(number))
        self.b.ret(ir.Constant(WORD, 0))

    def _finish(self) -> Compiled:
        target = _host()
        module = binding.parse_assembly(str(self.module))
        options = binding.create_pipeline_tuning_options(speed_level=2)
        passes = binding.create_pass_builder(target, options)
        passes.getModulePassManager().run(module, passes)
        if _TOO_WIDE.search(str(module)):
            module = binding.parse_assembly(str(self.module))
        engine = binding.create_mcjit_compiler(module, target)
        engine.finalize_object()
        kind = ctypes.CFUNCTYPE(ctypes.c_uint32, *[ctypes.c_void_p] * ARGUMENTS)
        call = kind(engine.get_function_address("region"))
        return Compiled(self.order, call, engine, list(self.vectors))

    def _block(self, start: int) -> None:
        self.number = number = len(self.order)
        self.code = code = Code(start)
        self.order.append(code)
        self.b.position_at_end(self.labels[start])
        # The check of the limit needs the size: filled in after the body.
        fits = self.function.append_basic_block()
        head = self.b.block
        self.b.position_at_end(fits)
        self.pc = start
        memory = self.machine.memory
        while True:
            pc = self.pc
            if pc == self.machine.stop or len(code.words) == LONGEST_BLOCK:
                self.go_to(pc)
                break
            memory.watched.add(pc >> PAGE_BITS)
            here = not pc & 3 and self.machine.is_code(pc)
            it = decode(memory.load(pc, 4) if here else 0x6FFFFFFF)
            ends = it.format in ("JR", "J")
            code.words.append(it.word)
            if not (self.jump(it) if ends else self.compute(it)):
                code.words.pop()
                self._exit(ir.Constant(WORD, pc), number, len(code.words))
                break
            if ends:
                break
            self.pc = pc + 4 & WORD_MASK
        self.b.position_at_end(head)
        after = self.b.add(
            self.b.load(self.count), ir.Constant(WORD, max(len(code.words), 1))
        )
        stays = self.b.icmp_unsigned("<=", after, self.limit)
        out = self.function.append_basic_block()
        self.b.cbranch(stays, fits, out)
        self.b.position_at_end(out)
        self._exit(ir.Constant(WORD, start), number, 0)

    def _finished(self) -> None:
        """Count a block at its end."""
        self._add(len(self.code.words))
        place = self._element(self.counts, LONG, self.number)
        self.b.store(self.b.add(self.b.load(place), ir.Constant(LONG, 1)), place)

    def _guard(self, unwanted) -> None:
        """Leave in front of the instruction where `unwanted` is not zero."""
        out = self.function.append_basic_block()
        on = self.function.append_basic_block()
        self.b.cbranch(self.b.icmp_unsigned("!=", unwanted, unwanted.type(0)), out, on)
        self.b.position_at_end(out)
        self._exit(ir.Constant(WORD, self.pc), self.number, len(self.code.words) - 1)
        self.b.position_at_end(on)

    # Registers.

    def read(self, number: int):
        if number == PC:
            return ir.Constant(WORD, self.pc)
        return self.b.load(self.registers[number])

    def copy(self, value):
        return value

    def write(self, number: int, value) -> None:
        if number == PC:
            return
        self.written.add(number)
        self.b.store(value, self.registers[number])
        if number == RM:
            self.set_mask(value)

    def set_mask(self, value) -> None:
        self.b.store(self.b.and_(value, ir.Constant(WORD, ALL_LANES)), self.mask)

    def _vector(self, number: int):
        """The place of a vector register, loaded when the region is entered."""
        place = self.vectors.get(number)
        if place is None:
            with self.b.goto_entry_block():
                place = self.vectors[number] = self.b.alloca(self.vector_type)
                self.b.store(self.b.load(self._vector_at(number), align=4), place)
        return place

    def read_lanes(self, number: int):
        return self.b.load(self._vector(number))

    def write_lanes(self, number: int, new) -> None:
        place = self._vector(number)
        enabled = self.lanes.parted(self.b.load(self.mask))
        old = self.b.load(place)
        self.b.store(semantics.written(self.lanes, enabled, old, new), place)
        if self.machine.errata.sets_mask(number, True):
            self.set_mask(self.lanes.lane(new, 0))

    # Checks: code is left in front of an instruction that traps.

    def check_stack(self, stack: range, new) -> None:
        start = ir.Constant(WORD, stack.start)
        old = self.b.sub(self.read(SP), start)
        within = self.b.icmp_unsigned("<=", old, ir.Constant(WORD, len(stack)))
        below = self.b.icmp_unsigned("<", new, start)
        self._guard(self.b.and_(within, below))

    def lane(self, xs, index):
        self._guard(self.b.icmp_unsigned(">=", index, ir.Constant(WORD, LANES)))
        return self.lanes.lane(xs, index)

    def shuffle(self, xs, indices):
        k = self.lanes
        large = k.joined(k.ult(32, k.const(32, LANES - 1), indices))
        self._guard(self.b.and_(large, self.b.load(self.mask)))
        each = [k.same(k.lane(xs, lane)) for lane in range(LANES)]
        return semantics.get_lane(k, each, indices)

    def check_bounds(self, bounds: ObjectBounds, size: int, at) -> None:
        start = self.k.const(32, bounds.start)
        within = self.b.sub(at, self.b.add(self.read(bounds.register), start))
        most = bounds.end - bounds.start - size
        if most < 0:
            self._guard(ir.Constant(WORD, 1))
        else:
            self._guard(self.b.icmp_unsigned(">", within, ir.Constant(WORD, most)))

    def check_alignment(self, at, alignment: int, scratchpad: bool) -> None:
        self._guard(self.b.and_(at, ir.Constant(WORD, alignment - 1)))

    # Branches.

    def go_to(self, target: int) -> None:
        self._finished()
        self.b.branch(self._label(target))

    def go_by_zero(self, value, zero: int, other: int) -> None:
        self._finished()
        is_zero = self.k.eq(32, value, self.k.const(32, 0))
        self.b.cbranch(is_zero, self._label(zero), self._label(other))

    def link(self, following: int) -> None:
        self.write(RA, ir.Constant(WORD, following))
        self.returns.add(following)
        self._label(following)

    def leave_for(self, target) -> None:
        self._finished()
        self._exit(target, self.number, 0)

    def leave_by_return(self) -> None:
        self._finished()
        self._set_exit(self.read(RA), self.number, 0)
        self.leaving.append(self.b.block)

    # Memory.

    def address(self, it: Decoded):
        return self.b.add(self.read(it.first), self.k.const(32, it.immediate))

    def memory(self, scratchpad: bool):
        machine, tables = self.machine, self.tables[2 * scratchpad :][:2]
        memory = machine.scratchpad if scratchpad else machine.memory
        confined = memory.regions is not None
        return PagedMemory(self.b, tables, scratchpad, confined, self._guard)

    def access_lanes(self, it: Decoded, access: Access, at) -> bool:
        """A vector, or the words whose low bytes it is, in one piece."""
        k, errata, size = self.lanes, self.machine.errata, access.element
        register, scratchpad = it.destination, it.scratchpad
        state = self.memory(scratchpad)
        strided = errata.strided_narrow_loads
        alignment = size if scratchpad else access.alignment
        if alignment > 1:
            self.check_alignment(at, alignment, scratchpad)
        stride = semantics.lane_stride(access, strided, scratchpad)
        kind = k.of(ir.IntType(8 * stride))
        if scratchpad:
            state.whole(at, stride * LANES)
        first = semantics.lane_base(self.k, access, strided, scratchpad, at)
        if access.load:
            if scratchpad and errata.empty_mask_hangs:
                self._guard(self.k.eq(32, self.b.load(self.mask), self.k.const(32, 0)))
            least = 1 if self.pc in self.machine.reads_lines else access.alignment
            bits = state.load_as(kind, first, 1, least)
            bits = k.extract(8 * stride, 8 * size - 1, 0, bits)
            self.write_lanes(register, access.extend(k, bits))
            return True
        pointer = state.writable(first, kind, stride * LANES)
        new = access.truncate(k, self.read_lanes(register))
        masked = semantics.store_honours_mask(errata.stores_ignore_mask, scratchpad)
        if masked or stride > size:
            old = self.b.load(pointer, align=1)
            if stride > size:
                above = k.extract(32, 31, 8 * size, old)
                new = k.concat(32 - 8 * size, 8 * size, above, new)
            if masked:
                enabled = k.parted(self.b.load(self.mask))
                new = k.ite(8 * stride, enabled, new, old)
        state.store_as(pointer, new, 1)
        return True

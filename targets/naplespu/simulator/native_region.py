# pyright: basic, reportArgumentType=false, reportCallIssue=false
"""
A region of NaplesPU code as one function of LLVM.

A region is a set of basic blocks that direct branches reach from one address; its
registers are values of LLVM. What an instruction computes comes from
`circ.dialects.naplespu.semantics`, here over LLVM values. A region is left, with
everything as it is in front of an instruction, where that one is not translated
(control registers, gathers and scatters), traps, writes code, touches a new page, or is
a vector of the scratchpad in two pages: the interpreter executes it. A return goes on
in the region where one of its calls is left. llvmlite has no types, therefore this file
is not checked strictly.
"""

import ctypes
import re
from array import array
from dataclasses import dataclass, field

from llvmlite import binding, ir

from circ.dialects.naplespu import semantics
from circ.dialects.naplespu.register_file import ALL_LANES, LANES, PC, RA, RM, SP
from circ.targets.naplespu.simulator.decoding import Decoded, decode
from circ.targets.naplespu.simulator.memory import PAGE_BITS
from circ.targets.naplespu.simulator.native_memory import Place
from circ.targets.naplespu.simulator.native_values import (
    LONG,
    POINTER,
    WORD,
    Lanes,
    Values,
)
from circ.targets.naplespu.simulator.steps import WORD_MASK, moves_stack

_TOO_WIDE = re.compile(r"\bi(?:6[5-9]|[7-9]\d|\d{3,})\b")
"""Integers whose division is a function that the process need not have."""
MOST_BLOCKS = 256
MOST_EDGES = 16
"""From returns to what follows calls; with more, all returns share one switch."""
"""Blocks of a region; the others are left to regions of their own."""
LONGEST_BLOCK = 64
ARGUMENTS = 8
"""Scalars, vectors, input and output, counts, pages of memory and scratchpad."""
MOST_INSTRUCTIONS = 1 << 30
"""
Of one call. They are counted in 32 bits: where LLVM computes how often a loop with two
exits goes round it needs twice as many, and what divides 128 bits is no part of it.
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


class _Compiler:
    def __init__(self, machine, start: int):
        self.machine = machine
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
        self.pc = self.b.alloca(WORD)
        self.count = self.b.alloca(WORD)
        self.block = self.b.alloca(WORD)
        self.done = self.b.alloca(WORD)
        for number, place in enumerate(self.registers):
            self.b.store(self.b.load(self._scalar_at(number)), place)
        self.b.store(ir.Constant(WORD, 0), self.count)
        self.limit = self.b.trunc(self.b.load(self._io_at(LIMIT)), WORD)
        self.b.store(self.b.trunc(self.b.load(self._io_at(MASK)), WORD), self.mask)
        self.labels: dict[int, ir.Block] = {}
        self.pending = [start]
        self.returns: set[int] = set()
        self.leaving: list = []
        """Blocks of the host that return from calls, not terminated yet."""
        self.b.branch(self._label(start))

    # Places.

    def _scalar_at(self, number):
        words = self.b.bitcast(self.scalars_argument, WORD.as_pointer())
        return self.b.gep(words, [ir.Constant(WORD, number)])

    def _vector_at(self, number):
        vectors = self.b.bitcast(self.vectors_argument, self.vector_type.as_pointer())
        return self.b.gep(vectors, [ir.Constant(WORD, number)])

    def _io_at(self, number):
        longs = self.b.bitcast(self.io, LONG.as_pointer())
        return self.b.gep(longs, [ir.Constant(WORD, number)])

    # Blocks.

    def _label(self, pc: int):
        """The block at `pc`, or one that leaves for it."""
        if pc not in self.labels:
            label = self.labels[pc] = self.function.append_basic_block(f"at_{pc:x}")
            if len(self.labels) <= MOST_BLOCKS and pc != self.machine.stop:
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
        self.b.store(pc, self.pc)
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
            switch = self.b.switch(self.b.load(self.pc), self.leave)
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
            (END, self.pc),
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
        number = len(self.order)
        code = Code(start)
        self.order.append(code)
        self.b.position_at_end(self.labels[start])
        # The check of the limit needs the size: filled in after the body.
        fits = self.function.append_basic_block()
        head = self.b.block
        self.b.position_at_end(fits)
        pc = start
        memory = self.machine.memory
        while True:
            if pc == self.machine.stop or len(code.words) == LONGEST_BLOCK:
                self._leave_block(number, len(code.words), pc)
                break
            memory.watched.add(pc >> PAGE_BITS)
            here = not pc & 3 and self.machine.is_code(pc)
            word = memory.load(pc, 4) if here else 0x6FFFFFFF
            self.here = pc, number, len(code.words)
            ended = self._instruction(word, pc)
            if ended is None:
                self._exit(ir.Constant(WORD, pc), number, len(code.words))
                break
            code.words.append(word)
            if ended:
                break
            pc = pc + 4 & WORD_MASK
        self.b.position_at_end(head)
        after = self.b.add(
            self.b.load(self.count), ir.Constant(WORD, max(len(code.words), 1))
        )
        stays = self.b.icmp_unsigned("<=", after, self.limit)
        out = self.function.append_basic_block()
        self.b.cbranch(stays, fits, out)
        self.b.position_at_end(out)
        self._exit(ir.Constant(WORD, start), number, 0)

    def _finished(self, number: int, size: int) -> None:
        """Count a block at its end."""
        self._add(size)
        longs = self.b.bitcast(self.counts, LONG.as_pointer())
        place = self.b.gep(longs, [ir.Constant(WORD, number)])
        self.b.store(self.b.add(self.b.load(place), ir.Constant(LONG, 1)), place)

    def _leave_block(self, number: int, size: int, target: int) -> None:
        self._finished(number, size)
        self.b.branch(self._label(target))

    def _guard(self, unwanted) -> None:
        """Leave in front of the instruction where `unwanted` is not zero."""
        pc, number, done = self.here
        out = self.function.append_basic_block()
        on = self.function.append_basic_block()
        self.b.cbranch(self.b.icmp_unsigned("!=", unwanted, unwanted.type(0)), out, on)
        self.b.position_at_end(out)
        self._exit(ir.Constant(WORD, pc), number, done)
        self.b.position_at_end(on)

    # Registers.

    def _read(self, number: int, pc: int):
        if number == PC:
            return ir.Constant(WORD, pc)
        return self.b.load(self.registers[number])

    def _write(self, number: int, value) -> None:
        self.written.add(number)
        self.b.store(value, self.registers[number])
        if number == RM:
            self._set_mask(value)

    def _set_mask(self, value) -> None:
        self.b.store(self.b.and_(value, ir.Constant(WORD, ALL_LANES)), self.mask)

    def _vector(self, number: int):
        """The place of a vector register, loaded when the region is entered."""
        place = self.vectors.get(number)
        if place is None:
            with self.b.goto_entry_block():
                place = self.vectors[number] = self.b.alloca(self.vector_type)
                self.b.store(self.b.load(self._vector_at(number), align=4), place)
        return place

    def _read_lanes(self, number: int):
        return self.b.load(self._vector(number))

    def _write_lanes(self, number: int, new) -> None:
        place = self._vector(number)
        enabled = self.lanes.parted(self.b.load(self.mask))
        old = self.b.load(place)
        self.b.store(semantics.written(self.lanes, enabled, old, new), place)
        if self.machine.errata.sets_mask(number, True):
            self._set_mask(self.lanes.lane(new, 0))

    # Instructions. Did one end the block? None where it is not translated.

    def _instruction(self, word: int, pc: int) -> bool | None:
        it = decode(word)
        match it.format:
            case "R" | "I":
                return self._operation(it, pc)
            case "M":
                return self._access(it, pc)
            case "MOVEI":
                return self._move(it)
            case "JR" | "J":
                return self._jump(it, pc)
            case "invalid":
                return False
            case _:
                return None

    def _operation(self, it: Decoded, pc: int) -> bool | None:
        """Formats R and I, of which the second has no second register."""
        if it.format == "R" and self.machine.errata.branches(
            it.opcode, it.destination, it.to_vector
        ):
            return None
        operations, name = self.machine.operations, it.operation or ""
        first, second, destination = it.first, it.second, it.destination
        first_is_vector, second_is_vector = it.first_is_vector, it.second_is_vector
        to_vector = it.to_vector
        unary = name in operations.unary
        all_scalar = not first_is_vector and (unary or not second_is_vector)
        if not to_vector and destination == PC:
            return None
        if not to_vector and all_scalar:
            if name not in operations:
                return None
            sources = [self._read(first, pc)]
            if not unary:
                sources.append(
                    self.k.const(32, it.immediate)
                    if second is None
                    else self._read(second, pc)
                )
            result = semantics.compute(self.k, name, *sources, operations=operations)
            if (stack := self.machine.stack) is not None and moves_stack(it):
                self._guard(self._crosses(stack, self._read(SP, pc), result))
            self._write(destination, result)
            return False
        if not to_vector and not first_is_vector:
            return None
        k = self.lanes

        def lanes(number: int, is_vector: bool):
            if is_vector:
                return self._read_lanes(number)
            return k.same(self._read(number, pc))

        def second_lanes():
            if second is None:
                return k.const(32, it.immediate)
            return lanes(second, second_is_vector)

        if to_vector:
            if unary:
                result = operations.unary[name](k, lanes(first, first_is_vector))
            elif name in operations.binary:
                xs, ys = lanes(first, first_is_vector), second_lanes()
                result = operations.binary[name](k, xs, ys)
            elif name == "shuffle_i32" and first_is_vector and second_is_vector:
                result = self._shuffle(lanes(first, True), second_lanes())
            else:
                return None
            self._write_lanes(destination, result)
            return False
        if name == "crt_mask_i32":
            bits = semantics.mask_bit(k, self._read_lanes(first))
            self._write(destination, k.joined(bits))
        elif name == "getlane_i32" and not second_is_vector:
            index = k.lane(second_lanes(), 0)
            self._guard(self.b.icmp_unsigned(">=", index, ir.Constant(WORD, LANES)))
            self._write(destination, k.lane(self._read_lanes(first), index))
        elif predicate := operations.comparisons.get(name):
            bits = predicate(k, self._read_lanes(first), second_lanes())
            self._write(destination, k.joined(bits))
        else:
            return None
        return False

    def _crosses(self, stack: range, old, new):
        """Does `sp` leave the stack at its end?"""
        start = ir.Constant(WORD, stack.start)
        within = self.b.icmp_unsigned(
            "<=", self.b.sub(old, start), ir.Constant(WORD, len(stack))
        )
        return self.b.and_(within, self.b.icmp_unsigned("<", new, start))

    def _shuffle(self, xs, indices):
        """Indices of enabled lanes are checked (`compute_steps`)."""
        k = self.lanes
        large = k.joined(k.ult(32, k.const(32, LANES - 1), indices))
        self._guard(self.b.and_(large, self.b.load(self.mask)))
        each = [k.same(k.lane(xs, lane)) for lane in range(LANES)]
        return semantics.get_lane(k, each, indices)

    def _move(self, it: Decoded) -> bool | None:
        destination = it.destination
        if it.operation is None:
            return None
        move, immediate = semantics.IMMEDIATE_MOVES[it.operation], it.immediate
        if it.to_vector:
            old = self._read_lanes(destination)
            new = move(self.lanes, old, self.lanes.const(16, immediate))
            self._write_lanes(destination, new)
        elif destination == PC:
            return None
        else:
            old = self.b.load(self.registers[destination])
            self._write(destination, move(self.k, old, self.k.const(16, immediate)))
        if self.machine.errata.sets_mask(destination, it.to_vector):
            # As `compute_steps`: of what is written back, not of the register.
            zero = self.k.const(32, 0)
            self._set_mask(move(self.k, zero, self.k.const(16, immediate)))
        return False

    def _jump(self, it: Decoded, pc: int) -> bool | None:
        _, number, done = self.here
        size = done + 1
        register = it.destination
        taken, following = pc + it.immediate & WORD_MASK, pc + 4 & WORD_MASK
        match it.format, it.operation:
            case "J", "jmp":
                self._leave_block(number, size, taken)
            case "J", "jmpsr":
                self._call(following)
                self._leave_block(number, size, taken)
            case "JR", ("beqz" | "bnez") as name:
                zero = self.k.eq(32, self._read(register, pc), self.k.const(32, 0))
                self._finished(number, size)
                sides = self._label(taken), self._label(following)
                self.b.cbranch(zero, *(sides if name == "beqz" else sides[::-1]))
            case "JR", "jmp":
                self._finished(number, size)
                self._exit(self._read(register, pc), number, 0)
            case "JR", "jmpsr":
                target = self._read(register, pc)
                self._call(following)
                self._finished(number, size)
                self._exit(target, number, 0)
            case "JR", "jret":
                self._finished(number, size)
                target = self._read(RA, pc)
                self._set_exit(target, number, 0)
                self.leaving.append(self.b.block)
            case _:
                return None
        return True

    def _call(self, following: int) -> None:
        self._write(RA, ir.Constant(WORD, following))
        self.returns.add(following)
        self._label(following)

    def _access(self, it: Decoded, pc: int) -> bool | None:
        register = it.destination
        if it.operation is None:
            return None
        access, scratchpad = semantics.ACCESSES[it.operation], it.scratchpad
        if access.indexed or (access.load and not access.vector and register == PC):
            return None
        offset = self.k.const(32, it.immediate)
        at = self.b.add(self._read(it.first, pc), offset)
        tables = self.tables[2 * scratchpad :][:2]
        machine = self.machine
        memory = machine.scratchpad if scratchpad else machine.memory
        confined = memory.regions is not None
        state = Place(self.b, tables, scratchpad, confined, self._guard)
        if (bounds := machine.bounds.get(pc)) is not None:
            first = self.b.add(
                self._read(bounds.register, pc), self.k.const(32, bounds.start)
            )
            most = bounds.end - bounds.start - access.alignment
            within = self.b.sub(at, first)
            self._guard(
                ir.Constant(WORD, 1)
                if most < 0
                else self.b.icmp_unsigned(">", within, ir.Constant(WORD, most))
            )
        if access.vector:
            least = access.alignment
            if pc in machine.reads_lines:
                least = 1
            self._access_lanes(access, register, at, scratchpad, state, least)
            return False
        if access.element > 1:
            self._guard(self.b.and_(at, ir.Constant(WORD, access.element - 1)))
        if access.load:
            self._write(register, access.read(self.k, state, at))
        else:
            access.write(self.k, state, at, self._read(register, pc))
        return False

    def _access_lanes(
        self, access, register: int, at, scratchpad: bool, state, least: int
    ) -> None:
        """A vector, or what has the place of one, in one piece; `least` must exist."""
        k, errata, size = self.lanes, self.machine.errata, access.element
        strided = errata.strided_narrow_loads
        alignment = size if scratchpad else access.alignment
        if alignment > 1:
            self._guard(self.b.and_(at, ir.Constant(WORD, alignment - 1)))
        stride = semantics.lane_stride(access, strided, scratchpad)
        kind = k.of(ir.IntType(8 * stride))
        if scratchpad:
            state.whole(at, stride * LANES)
        first = semantics.lane_base(self.k, access, strided, scratchpad, at)
        if access.load:
            if scratchpad and errata.empty_mask_hangs:
                self._guard(self.k.eq(32, self.b.load(self.mask), self.k.const(32, 0)))
            bits = state.load_as(kind, first, 1, least)
            bits = k.extract(8 * stride, 8 * size - 1, 0, bits)
            self._write_lanes(register, access.extend(k, bits))
            return
        pointer = state.writable(first, kind, stride * LANES)
        new = access.truncate(k, self._read_lanes(register))
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

# pyright: basic, reportArgumentType=false, reportCallIssue=false
"""
Hot code of NaplesPU as machine code of the host, through llvmlite.

A region is a set of basic blocks that direct branches reach from one address; its
scalar registers are values of LLVM. What an instruction computes comes from
`circ.dialects.naplespu.semantics`, here over LLVM values. A region is left, with
everything as it is in front of an instruction, where that one is not translated
(vectors, control registers, jumps through registers), traps, writes code, or touches a
new page: the interpreter executes it. llvmlite has no types, therefore this file is
not checked strictly.
"""

import ctypes
from array import array
from dataclasses import dataclass, field

from llvmlite import binding, ir

from circ.dialects.naplespu import semantics
from circ.dialects.naplespu.register_file import PC, RA, RM
from circ.targets.naplespu.memory import PAGE_BITS, PAGE_SIZE, Memory
from circ.targets.naplespu.steps import WORD_MASK, names, signed

MOST_BLOCKS = 64
"""Blocks of a region; the others are left to regions of their own."""
LONGEST_BLOCK = 64
LEAST_GAIN, TRIALS = 100, 50
"""A region that executes fewer instructions a call after some calls is given up."""

_BIT, _BYTE, _WORD, _LONG = (ir.IntType(width) for width in (1, 8, 32, 64))
_FLOAT = ir.FloatType()
_POINTER = _BYTE.as_pointer()


class Values:
    """The algebra over LLVM values of the width in question (design, section 2)."""

    def __init__(self, builder: ir.IRBuilder):
        self.b = builder

    def const(self, width, value):
        return ir.Constant(ir.IntType(width), value & ((1 << width) - 1))

    def add(self, width, lhs, rhs):
        return self.b.add(lhs, rhs)

    def sub(self, width, lhs, rhs):
        return self.b.sub(lhs, rhs)

    def mul(self, width, lhs, rhs):
        return self.b.mul(lhs, rhs)

    def and_(self, width, lhs, rhs):
        return self.b.and_(lhs, rhs)

    def or_(self, width, lhs, rhs):
        return self.b.or_(lhs, rhs)

    def xor(self, width, lhs, rhs):
        return self.b.xor(lhs, rhs)

    def shl(self, width, lhs, rhs):
        return self._shift(width, self.b.shl(lhs, rhs), rhs)

    def lshr(self, width, lhs, rhs):
        return self._shift(width, self.b.lshr(lhs, rhs), rhs)

    def _shift(self, width, shifted, amount):
        inside = self.ult(width, amount, self.const(width, width))
        return self.b.select(inside, shifted, self.const(width, 0))

    def eq(self, width, lhs, rhs):
        return self.b.icmp_unsigned("==", lhs, rhs)

    def ult(self, width, lhs, rhs):
        return self.b.icmp_unsigned("<", lhs, rhs)

    def slt(self, width, lhs, rhs):
        return self.b.icmp_signed("<", lhs, rhs)

    def ite(self, width, condition, then, otherwise):
        return self.b.select(condition, then, otherwise)

    def zext(self, width, to, value):
        return value if width == to else self.b.zext(value, ir.IntType(to))

    def sext(self, width, to, value):
        return value if width == to else self.b.sext(value, ir.IntType(to))

    def extract(self, width, high, low, value):
        if low:
            value = self.b.lshr(value, self.const(width, low))
        size = high - low + 1
        return value if size == width else self.b.trunc(value, ir.IntType(size))

    def concat(self, width, low_width, high, low):
        to = width + low_width
        high = self.b.shl(self.zext(width, to, high), self.const(to, low_width))
        return self.b.or_(high, self.zext(low_width, to, low))

    def clz(self, width, value):
        return self.b.ctlz(value, ir.Constant(_BIT, 0))

    def ctz(self, width, value):
        return self.b.cttz(value, ir.Constant(_BIT, 0))

    def _float(self, bits):
        return self.b.bitcast(bits, _FLOAT)

    def _bits(self, value):
        nan = self.b.fcmp_unordered("uno", value, value)
        return self.b.select(
            nan, self.const(32, 0x7FC00000), self.b.bitcast(value, _WORD)
        )

    def fadd(self, width, lhs, rhs):
        return self._bits(self.b.fadd(self._float(lhs), self._float(rhs)))

    def fsub(self, width, lhs, rhs):
        return self._bits(self.b.fsub(self._float(lhs), self._float(rhs)))

    def fmul(self, width, lhs, rhs):
        return self._bits(self.b.fmul(self._float(lhs), self._float(rhs)))

    def fdiv(self, width, lhs, rhs):
        return self._bits(self.b.fdiv(self._float(lhs), self._float(rhs)))

    def feq(self, width, lhs, rhs):
        return self.b.fcmp_ordered("==", self._float(lhs), self._float(rhs))

    def flt(self, width, lhs, rhs):
        return self.b.fcmp_ordered("<", self._float(lhs), self._float(rhs))

    def fle(self, width, lhs, rhs):
        return self.b.fcmp_ordered("<=", self._float(lhs), self._float(rhs))

    def sitofp(self, width, to, value):
        return self.b.bitcast(self.b.sitofp(value, _FLOAT), _WORD)

    def fptosi(self, width, to, value):
        number = self._float(value)
        kind = ir.FunctionType(_WORD, [_FLOAT])
        name = "llvm.fptosi.sat.i32.f32"
        module = self.b.module
        saturating = module.globals.get(name) or ir.Function(module, kind, name)
        nan = self.b.fcmp_unordered("uno", number, number)
        largest = self.const(32, 0x7FFFFFFF)
        return self.b.select(nan, largest, self.b.call(saturating, [number]))


class Pages:
    """Where the pages of a memory are, for loads and for stores."""

    def __init__(self, memory: Memory):
        self.memory = memory
        count = memory.mask + 1 >> PAGE_BITS
        zero = ctypes.create_string_buffer(PAGE_SIZE)
        self._kept = [zero]
        self.loads = array("Q", [ctypes.addressof(zero)]) * count
        self.stores = array("Q", [0]) * count
        """0 for pages that do not exist yet or hold translated code."""
        self._known: dict[int, int] = {}
        self._closed: set[int] = set()

    def update(self) -> None:
        """Look for new pages, and for pages with code."""
        memory = self.memory
        if len(memory.pages) != len(self._known):
            for number, page in memory.pages.items():
                if number not in self._known:
                    place = ctypes.c_char.from_buffer(page)
                    self._kept.append(place)
                    self._known[number] = ctypes.addressof(place)
                    self.loads[number] = self.stores[number] = self._known[number]
                    self._closed.discard(number)
        if self._closed != memory.watched:
            for number in self._closed - memory.watched:
                self.stores[number] = self._known.get(number, 0)
            for number in memory.watched:
                self.stores[number] = 0
            self._closed = set(memory.watched)


@dataclass
class Code:
    """The straight-line code at an address."""

    start: int
    words: list[int] = field(default_factory=list)


@dataclass
class Region:
    """Compiled code, and how often each of its blocks was left at its end."""

    blocks: list[Code]
    counts: array
    call: object
    engine: object
    calls: int = 0
    instructions: int = 0


class _Compiler:
    def __init__(self, machine, start: int):
        self.machine = machine
        self.codes: dict[int, Code] = {}
        self.order: list[Code] = []
        self.module = ir.Module("region")
        kind = ir.FunctionType(_WORD, [_POINTER] * 7)
        self.function = ir.Function(self.module, kind, "region")
        (
            self.registers_argument,
            self.io,
            self.counts,
            *self.tables,
        ) = self.function.args
        entry = self.function.append_basic_block("entry")
        self.leave = self.function.append_basic_block("leave")
        self.b = ir.IRBuilder(entry)
        self.k = Values(self.b)
        self.registers = [self.b.alloca(_WORD) for _ in range(64)]
        self.written: set[int] = {RA}
        self.pc = self.b.alloca(_WORD)
        self.count = self.b.alloca(_LONG)
        self.block = self.b.alloca(_WORD)
        self.done = self.b.alloca(_WORD)
        for number, place in enumerate(self.registers):
            self.b.store(self.b.load(self._word_at(number)), place)
        self.b.store(ir.Constant(_LONG, 0), self.count)
        self.limit = self._load(_LONG, self.io)
        self.labels: dict[int, ir.Block] = {}
        self.pending = [start]
        self.b.branch(self._label(start))

    def _load(self, kind, pointer):
        return self.b.load(self.b.bitcast(pointer, kind.as_pointer()))

    def _word_at(self, number):
        words = self.b.bitcast(self.registers_argument, _WORD.as_pointer())
        return self.b.gep(words, [ir.Constant(_WORD, number)])

    def _label(self, pc: int):
        """The block at `pc`, or one that leaves for it."""
        if pc not in self.labels:
            label = self.labels[pc] = self.function.append_basic_block(f"at_{pc:x}")
            if len(self.labels) <= MOST_BLOCKS and pc != self.machine.stop:
                self.pending.append(pc)
            else:
                here = self.b.block
                self.b.position_at_end(label)
                self._exit(pc, 0, 0)
                self.b.position_at_end(here)
        return self.labels[pc]

    def _exit(self, pc: int, block: int, done: int) -> None:
        self.b.store(ir.Constant(_WORD, pc), self.pc)
        self.b.store(ir.Constant(_WORD, block), self.block)
        self.b.store(ir.Constant(_WORD, done), self.done)
        if done:
            self._add(done)
        self.b.branch(self.leave)

    def _add(self, size: int) -> None:
        total = self.b.add(self.b.load(self.count), ir.Constant(_LONG, size))
        self.b.store(total, self.count)

    def compile(self) -> Region | None:
        self.pending = self.pending[:1]
        seen: set[int] = set()
        while self.pending:
            pc = self.pending.pop()
            if pc not in seen:
                seen.add(pc)
                self._block(pc)
        if not self.order[0].words:
            return None
        self.b.position_at_end(self.leave)
        for number in self.written:
            self.b.store(self.b.load(self.registers[number]), self._word_at(number))
        longs = self.b.bitcast(self.io, _LONG.as_pointer())
        for index, value in enumerate((self.count, self.pc, self.block, self.done)):
            loaded = self.b.load(value)
            if loaded.type is not _LONG:
                loaded = self.b.zext(loaded, _LONG)
            self.b.store(loaded, self.b.gep(longs, [ir.Constant(_WORD, index + 1)]))
        self.b.ret(ir.Constant(_WORD, 0))
        return self._finish()

    def _finish(self) -> Region:
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        target = binding.Target.from_default_triple().create_target_machine(opt=2)
        module = binding.parse_assembly(str(self.module))
        options = binding.create_pipeline_tuning_options(speed_level=2)
        passes = binding.create_pass_builder(target, options)
        passes.getModulePassManager().run(module, passes)
        engine = binding.create_mcjit_compiler(module, target)
        engine.finalize_object()
        kind = ctypes.CFUNCTYPE(ctypes.c_uint32, *[ctypes.c_void_p] * 7)
        call = kind(engine.get_function_address("region"))
        counts = array("Q", [0]) * len(self.order)
        return Region(self.order, counts, call, engine)

    def _block(self, start: int) -> None:
        number = len(self.order)
        code = Code(start)
        self.order.append(code)
        self.b.position_at_end(self.labels[start])
        # The check of the limit needs the size: filled in behind the body.
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
            word = memory.load(pc, 4) if not pc & 3 else 0x6FFFFFFF
            ended = self._instruction(word, pc, number, len(code.words))
            if ended is None:
                self._exit(pc, number, len(code.words))
                break
            code.words.append(word)
            if ended:
                break
            pc = pc + 4 & WORD_MASK
        self.b.position_at_end(head)
        after = self.b.add(
            self.b.load(self.count), ir.Constant(_LONG, max(len(code.words), 1))
        )
        stays = self.b.icmp_unsigned("<=", after, self.limit)
        out = self.function.append_basic_block()
        self.b.cbranch(stays, fits, out)
        self.b.position_at_end(out)
        self._exit(start, number, 0)

    def _finished(self, number: int, size: int) -> None:
        """Count a block at its end."""
        self._add(size)
        longs = self.b.bitcast(self.counts, _LONG.as_pointer())
        place = self.b.gep(longs, [ir.Constant(_WORD, number)])
        self.b.store(self.b.add(self.b.load(place), ir.Constant(_LONG, 1)), place)

    def _leave_block(self, number: int, size: int, target: int) -> None:
        self._finished(number, size)
        self.b.branch(self._label(target))

    def _read(self, number: int, pc: int):
        if number == PC:
            return ir.Constant(_WORD, pc)
        return self.b.load(self.registers[number])

    def _write(self, number: int, value) -> None:
        self.written.add(number)
        self.b.store(value, self.registers[number])

    def _instruction(self, word: int, pc: int, number: int, done: int) -> bool | None:
        """Did the instruction end the block? None where it is not translated."""
        if word >> 30 == 0b00:
            if word & 0b1110:
                return None
            second = None if word >> 29 else word >> 6 & 63
            return self._operation(word >> 24 & 63, word, pc, second)
        if word >> 29 == 0b010:
            if word & 0b110 or word >> 24 & 31 not in names("I"):
                return None
            return self._operation(word >> 24 & 31, word, pc, None)
        if word >> 30 == 0b10:
            return self._access(word, pc, number, done)
        if word >> 30 == 0b11:
            return False
        match word >> 27:
            case 0b01100:
                return self._move(word)
            case 0b01110 | 0b01111:
                return self._jump(word, pc, number, done + 1)
            case _:
                return None

    def _operation(self, opcode: int, word: int, pc: int, second) -> bool | None:
        register_form = word >> 30 == 0b00
        name = names("R").get(opcode)
        operations = self.machine.operations
        destination = word >> 18 & 63
        if name is None or name not in operations or destination in (PC, RM):
            return None
        sources = [self._read(word >> 12 & 63, pc)]
        if name not in operations.unary:
            if register_form:
                sources.append(self._read(word >> 6 & 63, pc))
            else:
                sources.append(self.k.const(32, signed(word >> 3, 9)))
        result = semantics.compute(self.k, name, *sources, operations=operations)
        self._write(destination, result)
        return False

    def _move(self, word: int) -> bool | None:
        name = names("MOVEI").get(word >> 24 & 7)
        destination = word >> 18 & 63
        if name is None or word & 2 or destination in (PC, RM):
            return None
        immediate = self.k.const(16, word >> 2)
        old = self.b.load(self.registers[destination])
        move = semantics.IMMEDIATE_MOVES[name]
        self._write(destination, move(self.k, old, immediate))
        return False

    def _jump(self, word: int, pc: int, number: int, size: int) -> bool | None:
        register = word >> 18 & 63
        taken, following = pc + signed(word, 18) & WORD_MASK, pc + 4 & WORD_MASK
        format = "JR" if word >> 27 == 0b01110 else "J"
        match format, names(format).get(word >> 24 & 7):
            case "J", "jmp":
                self._leave_block(number, size, taken)
            case "J", "jmpsr":
                self._write(RA, ir.Constant(_WORD, following))
                self._leave_block(number, size, taken)
            case "JR", ("beqz" | "bnez") as name:
                zero = self.k.eq(32, self._read(register, pc), self.k.const(32, 0))
                self._finished(number, size)
                sides = self._label(taken), self._label(following)
                self.b.cbranch(zero, *(sides if name == "beqz" else sides[::-1]))
            case _:
                return None
        return True

    def _access(self, word: int, pc: int, number: int, done: int) -> bool | None:
        name = names("M").get(word >> 24 & 63)
        register = word >> 18 & 63
        if name is None:
            return None
        access = semantics.ACCESSES[name]
        if access.vector or (access.load and register in (PC, RM)):
            return None
        offset = self.k.const(32, signed(word >> 3, 9))
        at = self.b.add(self._read(word >> 12 & 63, pc), offset)
        if access.element > 1:
            low = self.b.and_(at, ir.Constant(_WORD, access.element - 1))
            self._guard(low, pc, number, done)
        state = _Place(self, bool(word & 2), lambda x: self._guard(x, pc, number, done))
        if access.load:
            self._write(register, access.read(self.k, state, at))
        else:
            access.write(self.k, state, at, self._read(register, pc))
        return False

    def _guard(self, unwanted, pc: int, number: int, done: int) -> None:
        """Leave in front of the instruction where `unwanted` is not zero."""
        out = self.function.append_basic_block()
        on = self.function.append_basic_block()
        self.b.cbranch(self.b.icmp_unsigned("!=", unwanted, unwanted.type(0)), out, on)
        self.b.position_at_end(out)
        self._exit(pc, number, done)
        self.b.position_at_end(on)


class _Place:
    """Main memory or scratchpad as a State of LLVM values."""

    def __init__(self, compiler: _Compiler, scratchpad: bool, guard):
        self.b = compiler.b
        self.guard = guard
        self.scratchpad = scratchpad
        self.loads, self.stores = compiler.tables[2 * scratchpad :][:2]

    def _page(self, table, address):
        if self.scratchpad:
            address = self.b.and_(address, ir.Constant(_WORD, 0xFFFF))
        index = self.b.lshr(address, ir.Constant(_WORD, PAGE_BITS))
        longs = self.b.bitcast(table, _LONG.as_pointer())
        place = self.b.gep(longs, [self.b.zext(index, _LONG)])
        offset = self.b.and_(address, ir.Constant(_WORD, PAGE_SIZE - 1))
        return self.b.load(place), self.b.zext(offset, _LONG)

    def load(self, address, size):
        page, offset = self._page(self.loads, address)
        kind = ir.IntType(8 * size)
        pointer = self.b.inttoptr(self.b.add(page, offset), kind.as_pointer())
        return self.b.load(pointer)

    def store(self, address, size, value):
        page, offset = self._page(self.stores, address)
        missing = self.b.icmp_unsigned("==", page, ir.Constant(_LONG, 0))
        self.guard(missing)
        kind = ir.IntType(8 * size)
        self.b.store(
            value, self.b.inttoptr(self.b.add(page, offset), kind.as_pointer())
        )


class Native:
    """The compiled regions of a machine."""

    def __init__(self, machine):
        self.machine = machine
        self.regions: dict[int, Region | None] = {}
        self.pages = Pages(machine.memory), Pages(machine.scratchpad)
        self.registers = (ctypes.c_uint32 * 64)()
        self.io = (ctypes.c_uint64 * 5)()
        tables = [t for p in self.pages for t in (p.loads, p.stores)]
        self.addresses = [table.buffer_info()[0] for table in tables]

    def compile(self, pc: int) -> None:
        self.regions[pc] = _Compiler(self.machine, pc).compile()

    def run(self, region: Region, pc: int, count: int) -> tuple[int, int]:
        """At most `count` instructions from `pc` on: how many, and where it ended."""
        machine = self.machine
        for pages in self.pages:
            pages.update()
        self.registers[:] = machine.scalar
        self.io[0] = count
        region.call(
            ctypes.addressof(self.registers),
            ctypes.addressof(self.io),
            region.counts.buffer_info()[0],
            *self.addresses,
        )
        machine.scalar[:] = self.registers
        _, executed, pc, number, done = self.io
        if done:
            machine.count_words(region.blocks[number], done, 1)
        region.calls += 1
        region.instructions += executed
        if region.calls >= TRIALS and region.instructions < LEAST_GAIN * region.calls:
            self._count(region)
            start = region.blocks[0].start
            self.regions[start] = None
        return executed, pc

    def fold(self) -> None:
        """Count what was executed."""
        for region in self.regions.values():
            if region is not None:
                self._count(region)

    def _count(self, region: Region) -> None:
        for number, block in enumerate(region.blocks):
            self.machine.count_words(block, len(block.words), region.counts[number])
            region.counts[number] = 0

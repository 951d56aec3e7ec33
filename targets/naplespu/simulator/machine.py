"""
An instruction-level simulator of one NaplesPU hardware thread; `system` has several.

It runs encoded words. `fp` says whose floats are computed: IEEE's or the hardware's,
which are those of all measurements. `memory` says which vector memory formats are used:
the hardware's, or those that the vendor's compiler assumes
(docs/reference/naplespu-isa.md, section 5.6). Where the two could differ elsewhere,
section 5.10 is followed. Time is that of a model (`timing`). `native` compiles what
is executed often.
"""

from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from operator import length_hint
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from circ.dialects.naplespu import semantics
from circ.dialects.naplespu.register_file import (
    ALL_LANES,
    LANES,
    PC,
    RM,
)
from circ.targets.naplespu.assembler.instruction_text import word_text
from circ.targets.naplespu.description.errata import COMPILER, PUBLISHED, Errata
from circ.targets.naplespu.description.memory_map import THREADS
from circ.targets.naplespu.object.objectfile import ObjectBounds
from circ.targets.naplespu.simulator.core import Core
from circ.targets.naplespu.simulator.memory import (
    OUTSIDE,
    PAGE_BITS,
    CodeWritten,
)
from circ.targets.naplespu.simulator.memory_steps import outside_memory
from circ.targets.naplespu.simulator.statistics import Statistics, statistics
from circ.targets.naplespu.simulator.steps import (
    WORD_MASK,
    MachineTrap,
    Step,
    ThreadEnd,
    ThreadStop,
    ThreadWait,
    Vectors,
)
from circ.targets.naplespu.simulator.timing import Timing
from circ.targets.naplespu.simulator.tracing import TraceEvent, changes
from circ.targets.naplespu.simulator.translation import translate

if TYPE_CHECKING:
    # Imported when they are needed: numpy and llvmlite take longer than short runs.
    from circ.targets.naplespu.simulator.native import Native
    from circ.targets.naplespu.simulator.python_blocks import BlockWriter, Generated
    from circ.targets.naplespu.simulator.python_lanes import Arrays, Lanes

__all__ = ("THREADS", "Core", "Engine", "Machine", "MachineTrap", "TraceEvent")

_LONGEST_BLOCK = 64
_MOST_BLOCKS = 1 << 16
HOT = 1000
"""A block executed so often is compiled by the engine `native`."""
RARE = 50
"""A block that is executed so much less often stays out of compiled regions."""
COST = 25_000
"""
Instructions that are executed in about the time that a block takes to compile.

Else code that is spread over many regions would be compiled all the time.
"""
WARM = 200
"""A block executed so often becomes generated Python with the engine `blocks`."""

# Control registers (section 3.6).
_TRAP_REASON, _STATUS, _ARGC, _ARGV, _THREADS, _NONCOHERENT = 10, 11, 12, 13, 14, 19
_DEBUG = range(20, 36)
_TILE, _THREAD, _GLOBAL, _ENABLED = 0, 2, 3, 6
_OF_THE_CORE = frozenset({_ARGC, _ARGV, *_DEBUG})
_WRITABLE = _OF_THE_CORE | {_STATUS}
_REQUEST, _GIVEN, _RESULT = 20, (21, 22, 23), 24
"""What programs ask the host for: docs/naplespu.md, the system interface."""
_RETIRED, _RETIRED_HIGH = {4, 16}, 5
_PROGRAM_COUNTER = 9
_INDEX = 63
"""The bits of a control register's number."""
_KNOWN = frozenset(range(20)) | frozenset(_DEBUG)


Engine: TypeAlias = Literal["reference", "blocks", "native"]
"""
`reference` executes one word after the other; `blocks` decodes blocks once, and
generates Python for those executed often; `native` compiles these with llvmlite (extra
`[jit]`). Results do not differ.
"""


def not_code(pc: int) -> MachineTrap:
    if pc & 3:
        return MachineTrap("an instruction must be aligned to 4 bytes", pc)
    return MachineTrap("execution has left the program's code", pc)


def native_engine(machine: "Machine") -> "Native":
    try:
        from circ.targets.naplespu.simulator.native import Native
    except ImportError as error:
        raise ValueError("engine 'native' needs llvmlite, extra [jit]") from error
    return Native(machine)


class Code(Protocol):
    """Consecutive words."""

    @property
    def start(self) -> int: ...
    @property
    def words(self) -> Sequence[int]: ...


@dataclass(slots=True)
class _Block:
    """A basic block; `last` is the step that may branch."""

    start: int
    words: tuple[int, ...]
    steps: tuple[Step, ...]
    last: Step | None
    size: int
    following: int
    runs: int = 0
    """How often the whole block was executed."""
    generated: "Generated | None" = None
    """All but what `last` may have to do, for blocks that are executed often."""


class Machine:
    """
    Registers, memory and the run loop of one thread.

    `scalar` and `vector` may be replaced or written in place between calls of
    `execute` and `run`; register 59 is the lane mask, and 63 is read as the address of
    the reading instruction, whatever is stored there.
    """

    def __init__(
        self,
        fp: Literal["ieee", "rtl"] = "ieee",
        memory: Literal["rtl", "compiler"] = "rtl",
        core: Core | None = None,
        thread: int = 0,
        engine: Engine = "blocks",
        errata: Errata | None = None,
    ):
        """
        A thread of a core of its own, unless one is given.

        `errata` are those of the published chip; of memory there are none where it is
        the compiler's.
        """
        if fp not in ("ieee", "rtl"):
            raise ValueError(f"fp must be 'ieee' or 'rtl', but is {fp!r}")
        if memory not in ("rtl", "compiler"):
            raise ValueError(f"memory must be 'rtl' or 'compiler', but is {memory!r}")
        self.scalar = [0] * 64
        self.scalar[RM] = ALL_LANES
        self.vector = [[0] * LANES for _ in range(64)]
        self.pc: int = 0
        if engine not in ("reference", "blocks", "native"):
            raise ValueError(
                f"engine must be 'reference', 'blocks' or 'native', but is {engine!r}"
            )
        self.engine: Engine = engine
        self.core = core or Core()
        self.thread = thread
        self.memory = self.core.memory
        self.scratchpad = self.core.scratchpad
        self.stack: range | None = None
        """Where `sp` may go when it is decremented; set before anything runs."""
        self.status = 0
        self.trap_reason = 0
        """Of the last trap that did not end the run (`System`)."""
        self.barrier: tuple[int, int] | None = None
        """The barrier at which the thread waits, and the instruction's address."""
        self.ended = False
        """Has the thread flushed the line that ends the kernel?"""
        self.instructions: int = 0
        """Instructions retired since the machine was made."""
        self.trace: Callable[[TraceEvent], None] | None = None
        self.operations = semantics.HARDWARE if fp == "rtl" else semantics.IEEE
        self.errata = errata or (PUBLISHED if memory == "rtl" else COMPILER)
        self.mask = ALL_LANES
        """The lanes that the pipeline has enabled: `rm` but for a lone `moveih rm`."""
        self.timing: Timing | None = None
        """Set before anything runs where cycles are asked for."""
        self._rm = ALL_LANES
        self._blocks: dict[int, _Block] = {}
        self.stop: int | None = None
        """Where `advance` ends."""
        self._steps: dict[tuple[int, int], Step] = {}
        self._executed = Counter[tuple[int, int]]()
        self._native = native_engine(self) if engine == "native" else None
        self._compiled: int = 0
        """What the engine `native` has compiled, as instructions of the same time."""
        self._generator: BlockWriter | None = None
        self.memory.translators.append(self._drop_blocks)

    @property
    def bounds(self) -> Mapping[int, ObjectBounds]:
        return self.core.bounds

    @property
    def reads_lines(self) -> Container[int]:
        return self.core.reads_lines

    def is_code(self, pc: int) -> bool:
        """May an instruction be there?"""
        code = self.core.code
        return code is None or any(pc in part for part in code)

    def read_control(self, index: int, pc: int) -> int:
        """What `read_cr` gives; the cycle counters count retired instructions."""
        index &= _INDEX
        if index not in _KNOWN:
            raise MachineTrap(f"control register {index} is undefined", pc)
        if index in _RETIRED:
            return self.instructions & WORD_MASK
        if index == _RETIRED_HIGH:
            return self.instructions >> 32
        if index == _PROGRAM_COUNTER:
            return pc
        if index == _STATUS:
            return self.status
        if index == _TRAP_REASON:
            return self.trap_reason
        return self._identity().get(index, self.core.control.get(index, 0))

    def _identity(self) -> dict[int, int]:
        core = self.core
        return {
            _TILE: core.tile,
            _THREAD: self.thread,
            _GLOBAL: self.thread,  # core 0 of its tile
            _ENABLED: core.enabled,
            _THREADS: THREADS,
        }

    def write_control(self, index: int, value: int) -> None:
        """What `write_cr` does; it is ignored for registers that only the host has."""
        index &= _INDEX
        if index == _STATUS:
            self.status = value
        elif index in _WRITABLE:
            control = self.core.control
            control[index] = value
            if index == _REQUEST and self.core.host is not None:
                given = [control.get(number, 0) for number in _GIVEN]
                result = self.core.host(self, value, given)
                if result is not None:
                    control[_REQUEST], control[_RESULT] = 0, result

    def arrive(self, barrier: int, others: int, pc: int) -> None:
        """
        What `barrier` does: the thread waits until enough others have arrived.

        The number of the barrier has nine bits, that of the others seven
        (docs/reference/naplespu-isa.md, section 3.7).
        A machine without other threads traps instead.
        """
        barrier, others = barrier & 511, others & 127
        if self.timing is not None:
            self.timing.arrived(barrier, others)
        barriers = self.core.barriers
        if barriers is None:
            if others:
                raise MachineTrap(f"barrier waits for {others} other threads", pc)
        elif not barriers.arrive(barrier, others, self):
            self.barrier = barrier, pc
            raise ThreadWait

    def use_native(self) -> None:
        """From now on compile what is executed often; ValueError without llvmlite."""
        if self._native is None:
            self._native = native_engine(self)
            self.engine = "native"

    def execute(self, word: int) -> None:
        """Execute `word` as if it had been fetched at `pc`."""
        self._enter()
        try:
            self._advance(word)
        except ThreadEnd:
            self.ended = True
        finally:
            self._leave()

    def run(
        self, entry: int, limit: int = 100_000_000, stop: int | None = None
    ) -> None:
        """
        Run from `entry` until pc is `stop` or the end-of-kernel line is flushed.

        After `limit` more instructions a `MachineTrap` ends a run that does not.
        """
        self.pc = entry
        self.ended = False
        self.advance(limit, stop)
        if not self.ended and self.pc != stop:
            raise MachineTrap(
                f"not at an end after {self.instructions} instructions", self.pc
            )

    def advance(self, count: int, stop: int | None = None) -> None:
        """
        Go on for `count` instructions, but not beyond `stop`, an end or a barrier.
        """
        self._enter()
        if stop != self.stop:
            self._drop_blocks()
            self.stop = stop
        try:
            if self.trace is None and self.engine != "reference":
                self._run_blocks(self.instructions + count)
            else:
                self._run_steps(self.instructions + count)
        except ThreadEnd:
            self.ended = True
        except ThreadWait:
            pass
        finally:
            self._leave()

    def _enter(self) -> None:
        if self.scalar[RM] != self._rm:
            self.mask = self.scalar[RM] & ALL_LANES

    def _leave(self) -> None:
        self._rm = self.scalar[RM]
        self.scalar[PC] = self.pc

    def executed(self) -> Counter[tuple[int, int]]:
        """How often each word was executed since the machine was made, by address."""
        self._fold()
        return self._executed.copy()

    def statistics(self) -> Statistics:
        """What was executed since the machine was made, and what it cost."""
        timed = None if self.timing is None else self.timing.costs()
        return statistics(self.executed(), timed)

    @property
    def native_instructions(self) -> int:
        """How many of the instructions were executed as code of the host."""
        return 0 if self._native is None else self._native.instructions

    def _drop_blocks(self) -> None:
        self._fold()
        self._blocks.clear()
        if self._native is not None:
            self._native.regions.clear()
        if self.timing is not None:
            self.timing.forget()

    def _fold(self) -> None:
        """Count the blocks that were executed."""
        for block in self._blocks.values():
            self.count_words(block, block.size, block.runs)
            block.runs = 0
        if self._native is not None:
            self._native.fold()

    def is_warm(self, pc: int) -> bool:
        """
        Does a block belong into a region that the engine `native` compiles?

        Near code with many calls most blocks are executed seldom, but would take as
        long to compile.
        """
        block = self._blocks.get(pc)
        return (0 if block is None else block.runs) >= HOT // RARE

    def count_words(self, block: Code, size: int, runs: int) -> None:
        """Count the first `size` instructions of a block `runs` times."""
        if runs:
            for number, word in enumerate(block.words[:size]):
                self._executed[block.start + 4 * number & WORD_MASK, word] += runs

    def _count(self, pc: int, words: Sequence[int]) -> None:
        """Count instructions in a row that were executed once."""
        self.instructions += len(words)
        for number, word in enumerate(words):
            self._executed[pc + 4 * number & WORD_MASK, word] += 1
        if self.timing is not None:
            self.timing.ran_part(pc, words)

    def _advance(self, word: int) -> None:
        pc = self.pc
        step = self._steps.get((pc, word))
        if step is None:
            if not self.is_code(pc):
                raise not_code(pc)
            if len(self._steps) >= _MOST_BLOCKS:
                self._steps.clear()
            step = self._steps[pc, word] = translate(self, word, pc).step
        following = pc + 4 & WORD_MASK
        try:
            target = step(self.scalar, self.vector)
        except CodeWritten:
            self.memory.forget_code()
            target = None
        except OUTSIDE:
            raise self._outside(pc, word, self.vector) from None
        except ThreadStop:
            self._count(pc, (word,))
            self.pc = following
            raise
        self._count(pc, (word,))
        self.pc = following if target is None else target

    def _fetch(self, pc: int) -> int:
        if pc & 3:
            raise not_code(pc)
        try:
            return self.memory.load(pc, 4)
        except OUTSIDE:
            raise not_code(pc) from None

    def _outside(self, pc: int, word: int, vector: Vectors) -> MachineTrap:
        """The trap of an access, by the word at `pc`, to where there is no memory."""
        return outside_memory(self, self.scalar, vector, word, pc)

    def _run_blocks(self, limit: int) -> None:
        """The fast loop: translated blocks, counted a block at a time."""
        blocks, stop = self._blocks, self.stop
        scalar: list[int] = self.scalar
        vector: Vectors = self.vector
        lanes: Arrays | None = None
        arrays: list[Lanes] = []
        warm, rounds = WARM if self.engine == "blocks" else HOT, [0]
        retired: int = self.instructions
        pc: int = self.pc
        block: _Block | None = None
        native = self._native
        left_native, timing = False, self.timing
        try:
            while pc != stop:
                block = blocks.get(pc) or self._translate_block(pc)
                if native is not None and not left_native:
                    ran = self._run_native(native, block, limit, retired)
                    if ran is not None:
                        done, pc = ran
                        retired += done
                        left_native = not done
                        continue
                left_native = False
                if retired + block.size > limit:
                    break
                generated = None
                if block.runs >= warm:
                    generated = block.generated or self._generate(block)
                    if native is not None and generated.has_vectors:
                        generated = None  # which has them elsewhere
                if generated is not None:
                    if generated.has_vectors and lanes is None:
                        lanes = self._take_lanes()
                        arrays, vector = lanes.arrays, lanes.lists
                target: int | None = None
                steps = iter(block.steps)
                try:
                    if generated is not None:
                        most = (limit - retired) // block.size
                        target = generated.run(scalar, arrays, vector, rounds, most)
                    else:
                        for step in steps:
                            step(scalar, vector)
                except (CodeWritten, *OUTSIDE) as error:
                    if generated is not None:
                        done = generated.done(error.__traceback__)
                    else:
                        done = len(block.steps) - length_hint(steps)
                    if not isinstance(error, CodeWritten):
                        at = pc + 4 * (done - 1) & WORD_MASK
                        word = block.words[done - 1]
                        raise self._outside(at, word, vector) from None
                    self.memory.forget_code()
                    self.instructions = retired
                    self._count(pc, block.words[:done])
                    retired += done
                    pc = pc + 4 * done & WORD_MASK
                    continue
                finally:
                    if generated is not None:
                        block.runs += rounds[0]
                        retired += rounds[0] * block.size
                        if timing is not None:
                            timing.ran(block.start, block.words, rounds[0])
                if target is not None:
                    pc = target
                    continue
                if block.last is None:
                    pc = block.following
                else:
                    self.instructions = retired + block.size - 1
                    self.pc = block.following
                    target = block.last(scalar, vector)
                    pc = block.following if target is None else target
                block.runs += 1
                retired += block.size
                if timing is not None:
                    timing.ran(block.start, block.words, 1)
        except ThreadStop:  # by the last step of a block
            self.instructions += 1
            assert block is not None
            block.runs += 1
            if timing is not None:
                timing.ran(block.start, block.words, 1)
            raise
        except MachineTrap as trap:
            done = (trap.pc - pc & WORD_MASK) // 4
            if block is not None and block.start == pc:
                self.instructions = retired
                self._count(pc, block.words[:done])
            self.instructions = retired + done
            self.pc = trap.pc
            raise
        finally:
            if lanes is not None:
                lanes.leave(self.vector)
        self.pc, self.instructions = pc, retired
        self._run_steps(limit)

    def _run_native(
        self, native: "Native", block: _Block, limit: int, retired: int
    ) -> tuple[int, int] | None:
        """What `Native.run` gives from a block on if it is compiled."""
        start, is_hot = block.start, block.runs >= HOT
        if is_hot and retired >= self._compiled and start not in native.regions:
            self._compiled += COST * native.compile(start)
        if (region := native.regions.get(start)) is None:
            return None
        if self.timing is not None:
            self.timing.lost()
        return native.run(region, start, limit - retired)

    def _run_steps(self, limit: int) -> None:
        """One instruction at a time, for traces and for the last ones of a limit."""
        while self.pc != self.stop and self.instructions < limit:
            pc, word = self.pc, self._fetch(self.pc)
            if self.trace is None:
                self._advance(word)
                continue
            retired = self.instructions
            scalar, vector = list(self.scalar), list(self.vector)
            try:
                self._advance(word)
            finally:
                if self.instructions != retired:
                    writes = changes(scalar, vector, self.scalar, self.vector)
                    self.trace(TraceEvent(pc, word, word_text(word), writes))

    def _generate(self, block: _Block) -> "Generated":
        """Make generated Python of a block."""
        if self._generator is None:
            from circ.targets.naplespu.simulator.python_blocks import BlockWriter

            self._generator = BlockWriter(self)
        loops = block.start != self.stop
        block.generated = self._generator.generate(
            block.start, block.words, block.steps, loops
        )
        return block.generated

    def _take_lanes(self) -> "Arrays":
        from circ.targets.naplespu.simulator.python_lanes import Arrays

        return Arrays(self.vector)

    def _translate_block(self, start: int) -> _Block:
        if len(self._blocks) >= _MOST_BLOCKS:  # running through empty memory
            self.memory.forget_code()
        steps: list[Step] = []
        words: list[int] = []
        last: Step | None = None
        pc = start
        while len(steps) < _LONGEST_BLOCK and (pc != self.stop or pc == start):
            if not self.is_code(pc):
                if steps:
                    break
                raise not_code(pc)
            words.append(self._fetch(pc))
            self.memory.watched.add(pc >> PAGE_BITS)
            step, ends_block = translate(self, words[-1], pc)
            pc = pc + 4 & WORD_MASK
            if ends_block:
                last = step
                break
            steps.append(step)
        size = len(steps) + (last is not None)
        block = _Block(start, tuple(words), tuple(steps), last, size, pc)
        self._blocks[start] = block
        return block

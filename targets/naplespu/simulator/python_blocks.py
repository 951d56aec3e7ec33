"""
Blocks of NaplesPU as generated Python: a function a block, registers as local names.

What an instruction computes comes from `circ.dialects.naplespu.semantics`, here over
Python text (`python_text`); vectors are arrays of numpy. What has no text of its own is
done by its step. A block that branches to its own start is a loop. Traps carry their
address; where a store has changed code, the line of the program says which one it was.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from types import CodeType, TracebackType
from typing import NamedTuple, TypeAlias, cast

from circ.dialects.naplespu import semantics
from circ.dialects.naplespu.register_file import ALL_LANES, LANES, PC, RA, RM, SP
from circ.dialects.naplespu.semantics import Access
from circ.targets.naplespu.object.objectfile import ObjectBounds
from circ.targets.naplespu.simulator import python_lanes
from circ.targets.naplespu.simulator.code_generator import CodeGenerator
from circ.targets.naplespu.simulator.decoding import Decoded, decode
from circ.targets.naplespu.simulator.memory import (
    ELEMENTS,
    PAGE_BITS,
    PAGE_SIZE,
    CodeWritten,
    Memory,
)
from circ.targets.naplespu.simulator.memory_steps import outside_object
from circ.targets.naplespu.simulator.python_lanes import LaneMemory, Lanes
from circ.targets.naplespu.simulator.python_text import IntegerText, LaneText, Names
from circ.targets.naplespu.simulator.steps import (
    WORD_MASK,
    MachineTrap,
    State,
    Step,
    Vectors,
    misaligned,
    stack_full,
)
from circ.targets.naplespu.simulator.timing import LINE_BITS

Run: TypeAlias = Callable[[list[int], list[Lanes], Vectors, list[int], int], int | None]
"""
Scalars, vectors, the same as lists, where to count, how often at most; gives the next
pc, or None where the block's last step must follow. It counts how often it was executed
completely, also where an exception ends it.
"""

_HEAD = "def block(s, V, L, rounds, most):"
_FILE = "<NaplesPU>"


class Generated(NamedTuple):
    """A block as a function."""

    run: Run
    has_vectors: bool
    lines: Sequence[int]
    """Which instruction a line of the function belongs to."""

    def done(self, traceback: TracebackType | None) -> int:
        """How many instructions an exception in the function has let happen."""
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename == _FILE:
                return self.lines[traceback.tb_lineno] + 1
            traceback = traceback.tb_next
        raise AssertionError("the exception is not of the block")


@lru_cache(maxsize=1 << 12)
def _compiled(source: str) -> CodeType:
    return compile(source, _FILE, "exec")


class BlockWriter:
    """Makes the functions of a machine's blocks."""

    def __init__(self, state: State):
        self.state = state
        self.lanes = LaneMemory(state.memory), LaneMemory(state.scratchpad)

    def generate(
        self, start: int, words: Sequence[int], steps: Sequence[Step], loops: bool
    ) -> Generated:
        """
        A block of words, of which all but perhaps the last have steps.

        With `loops` a branch to the start goes round within the function.
        """
        block = _Block(self, start, loops)
        for number, (word, step) in enumerate(zip(words, steps, strict=False)):
            block.instruction(number, word, step)
        last = words[-1] if len(words) > len(steps) else None
        return block.finish(last, len(words))


class _Block(CodeGenerator[str]):
    """One function as it grows."""

    step: Step
    """The step of the instruction."""
    end: list[str]
    """The lines that leave the function."""

    def __init__(self, generator: BlockWriter, start: int, loops: bool):
        self.generator, self.state = generator, generator.state
        self.start, self.loops = start, loops
        self.body: list[str] = []
        self.owners: list[int] = []
        self.number = 0
        self.pc = start
        self.names = Names(self.emit)
        self.k = IntegerText(self.names)
        self.lanes = LaneText(self.names)
        self.scalars: set[int] = set()
        self.vectors: set[int] = set()
        self.changed_scalars: set[int] = set()
        self.changed_vectors: set[int] = set()
        self.names.constant("state", self.state)
        self.names.constant("trap", MachineTrap)

    def emit(self, line: str) -> None:
        self.body.append(line)
        self.owners.append(self.number)

    @contextmanager
    def indented(self) -> Generator[None]:
        """What is emitted within belongs to the line in front."""
        first = len(self.body)
        yield
        for line in range(first, len(self.body)):
            self.body[line] = " " + self.body[line]

    # Registers.

    def read(self, number: int) -> str:
        if number == PC:
            return str(self.pc)
        self.scalars.add(number)
        return f"s{number}"

    def copy(self, value: str) -> str:
        return self.names.let(value)

    def write(self, number: int, value: str) -> None:
        if number == PC:
            return
        self.scalars.add(number)
        self.changed_scalars.add(number)
        self.emit(f"s{number} = {value}")
        if number == RM:
            self.set_mask(f"s{number}")

    def read_lanes(self, number: int) -> str:
        self.vectors.add(number)
        return f"v{number}"

    def write_lanes(self, number: int, new: str) -> None:
        self.vectors.add(number)
        self.changed_vectors.add(number)
        enabled = self.names.constant("enabled", python_lanes.enabled_lanes)
        self.emit(f"if state.mask == {ALL_LANES}: v{number} = {new}")
        self.emit("else:")
        with self.indented():
            bits = self.names.let(f"{enabled}(state.mask)")
            value = semantics.written(self.lanes, bits, f"v{number}", new)
            self.emit(f"v{number} = {value}")
        if self.state.errata.sets_mask(number, True):
            self.set_mask(f"int({new}[0])")

    def set_mask(self, value: str) -> None:
        self.emit(f"state.mask = {value} & {ALL_LANES}")

    # Instructions.

    def instruction(self, number: int, word: int, step: Step) -> None:
        self.number, self.pc = number, self.start + 4 * number & WORD_MASK
        self.step = step
        it = decode(word)
        if not self.compute(it):
            self.by_step(it)

    def by_step(self, it: Decoded) -> None:
        """Any instruction: registers go to where its step finds them, and back."""
        found = {it.destination, it.first}
        if it.second is not None:
            found.add(it.second)
        if (bounds := self.state.bounds.get(self.pc)) is not None:
            found.add(bounds.register)
        fields = sorted(found - {PC})
        name = self.names.constant(f"step{self.number}", self.step)
        for register in fields:
            self.emit(f"s[{register}] = {self.read(register)}")
            self.emit(f"V[{register}] = {self.read_lanes(register)}")
        self.emit(f"{name}(s, L)")
        for register in fields:
            self.changed_scalars.add(register)
            self.changed_vectors.add(register)
            self.emit(f"s{register} = s[{register}]")
            self.emit(f"v{register} = V[{register}]")

    def check_stack(self, stack: range, new: str) -> None:
        full = self.names.constant("stack_full", stack_full)
        crosses = f"{new} < {stack.start} <= {self.read(SP)} <= {stack.stop}"
        raised = f"{full}({self.names.constant('stack', stack)}, {self.pc})"
        self.emit(f"if {crosses}: raise {raised}")

    def lane(self, xs: str, index: str) -> str:
        reason = f'f"lane {{{index}}} of a vector is undefined"'
        self.emit(f"if {index} >= {LANES}: raise trap({reason}, {self.pc})")
        return f"int({xs}[{index}])"

    def shuffle(self, xs: str, indices: str) -> str:
        outside = self.names.constant("outside", python_lanes.outside)
        wrong = self.names.let(f"{outside}({indices}, state.mask)")
        reason = f'f"lane {{{wrong}[0]}} of a vector is undefined"'
        self.emit(f"if {wrong}: raise trap({reason}, {self.pc})")
        shuffled = self.names.constant("shuffled", python_lanes.shuffled)
        return self.names.let(f"{shuffled}({xs}, {indices})")

    # Memory.

    def _access(self, it: Decoded) -> bool:
        timing = self.state.timing
        if timing is not None and it.operation and not it.scratchpad:
            is_load = semantics.ACCESSES[it.operation].load
            line = self.names.let(f"{self.address(it)} >> {LINE_BITS}")
            lines = self.names.constant("lines", timing.caches.lines)
            touched = self.names.constant("touched", timing.touched)
            missed = f"{touched}({line}, {self.pc}, {is_load})"
            self.emit(f"if {line} not in {lines}: {missed}")
        return super()._access(it)

    def address(self, it: Decoded) -> str:
        base = self.read(it.first)
        return self.names.let(f"{base} + {it.immediate}") if it.immediate else base

    def check_bounds(self, bounds: ObjectBounds, size: int, at: str) -> None:
        offset = f"{at} - {self.read(bounds.register)}"
        most = bounds.end - bounds.start - size
        wrong = self.names.constant("outside_object", outside_object)
        its = self.names.constant(f"bounds{self.number}", bounds)
        raised = f"{wrong}({its}, {offset}, {size}, {at}, {self.pc})"
        place = f"{offset} - {bounds.start} & {WORD_MASK}"
        self.emit(f"if not 0 <= {place} <= {most}: raise {raised}")

    def check_alignment(self, at: str, alignment: int, scratchpad: bool) -> None:
        wrong = self.names.constant("misaligned", misaligned)
        arguments = f"{at} & {WORD_MASK}, {alignment}, {scratchpad}, {self.pc}"
        self.emit(f"if {at} & {alignment - 1}: raise {wrong}({arguments})")

    def memory(self, scratchpad: bool) -> "_MemoryText":
        memory = self.state.scratchpad if scratchpad else self.state.memory
        return _MemoryText(self.names, memory, "sm"[not scratchpad])

    def access_lanes(self, it: Decoded, access: Access, at: str) -> bool:
        """
        Elements in a row, in one page.

        Where that or the mask is in question, its step does what the code does not.
        """
        scratchpad, register, size = it.scratchpad, it.destination, access.element
        errata, memory = self.state.errata, self.generator.lanes[scratchpad]
        strided = errata.strided_narrow_loads
        stride = semantics.lane_stride(access, strided, scratchpad)
        partly = not scratchpad and self.pc in self.state.reads_lines
        if access.load:
            if errata.sets_mask(register, True):
                return False
            # What disabled lanes would load need not exist.
            confined = self.state.memory.regions is not None and not partly
            all_lanes = scratchpad or confined
        else:
            if stride > size:
                return False
            ignores = errata.stores_ignore_mask
            all_lanes = semantics.store_honours_mask(ignores, scratchpad)
        conditions = [f"state.mask == {ALL_LANES}"] if all_lanes else []
        if scratchpad:
            last = PAGE_SIZE - stride * LANES
            conditions.append(f"not {at} & {size - 1}")
            conditions.append(f"{at} & {PAGE_SIZE - 1} <= {last}")
        else:
            self.check_alignment(at, access.alignment, False)
        if conditions:
            self.emit(f"if {' and '.join(conditions)}:")
        with self.indented() if conditions else nullcontext():
            if access.load:
                load = self.names.constant(f"load_{scratchpad}", memory.load)
                first = semantics.lane_base(self.k, access, strided, scratchpad, at)
                bits = self.names.let(f"{load}({first}, {stride}, {partly})")
                bits = self.lanes.extract(32, 8 * size - 1, 0, bits)
                new = access.extend(self.lanes, bits)
                if all_lanes:
                    self.emit(f"{self.read_lanes(register)} = {new}")
                    self.changed_vectors.add(register)
                else:
                    self.write_lanes(register, new)
            else:
                store = self.names.constant(f"store_{scratchpad}", memory.store)
                lanes = access.truncate(self.lanes, self.read_lanes(register))
                self.emit(f"{store}({at}, {size}, {lanes})")
        if conditions:
            self.emit("else:")
            with self.indented():
                self.by_step(it)
        return True

    # The end.

    def going(self, target: int) -> list[str]:
        """The lines that go on at an address."""
        again = self.loops and target == self.start
        return ["if n < most: continue"] * again + [f"return {target}"]

    def go_to(self, target: int) -> None:
        self.end = self.going(target)

    def go_by_zero(self, value: str, zero: int, other: int) -> None:
        then = [f"  {line}" for line in self.going(other)]
        self.end = [f"if {value}:", *then, *self.going(zero)]

    def link(self, following: int) -> None:
        self.write(RA, str(following))

    def leave_for(self, target: str) -> None:
        self.end = [f"return {target}"]

    def leave_by_return(self) -> None:
        self.leave_for(self.read(RA))

    def finish(self, last: int | None, size: int) -> Generated:
        self.go_to(self.start + 4 * size & WORD_MASK)
        self.number, self.pc = size - 1, self.start + 4 * (size - 1) & WORD_MASK
        ends = last is None or self.jump(decode(last))
        end = ["n += 1", *self.end] if ends else ["return None"]
        lines = [_HEAD, " n = 0"]
        lines += [f" s{number} = s[{number}]" for number in sorted(self.scalars)]
        lines += [f" v{number} = V[{number}]" for number in sorted(self.vectors)]
        lines += [" try:", "  while True:"]
        head = len(lines)
        lines += [f"   {line}" for line in self.body]
        lines += [f"   {line}" for line in end]
        lines.append(" finally:")
        for number in sorted(self.changed_scalars):
            lines.append(f"  s[{number}] = s{number}")
        for number in sorted(self.changed_vectors):
            lines.append(f"  V[{number}] = v{number}")
        lines.append("  rounds[0] = n")
        space: dict[str, object] = dict(self.names.constants)
        exec(_compiled("\n".join(lines)), space)
        run = cast(Run, space["block"])
        owners = [0] * (head + 1) + self.owners
        return Generated(run, bool(self.vectors), owners)


class _MemoryText:
    """Main memory or scratchpad as a State of Python text."""

    def __init__(self, names: Names, memory: Memory, prefix: str):
        self.names, self.memory, self.prefix = names, memory, prefix

    def _number(self, address: str) -> str:
        last = self.memory.mask >> PAGE_BITS
        return self.names.let(f"{address} >> {PAGE_BITS} & {last}")

    def load(self, address: str, size: int) -> str:
        pages = self.names.constant(f"{self.prefix}_page", self.memory.pages.get)
        element = self.names.constant(f"load{size}", ELEMENTS[size].unpack_from)
        number = self._number(address)
        place = f"{address} & {PAGE_SIZE - 1}"
        if self.memory.regions is None:
            page = self.names.let(f"{pages}({number})")
            return self.names.let(f"{element}({page}, {place})[0] if {page} else 0")
        make = self.names.constant(f"{self.prefix}_make", self.memory.page)
        page = self.names.let(f"{pages}({number}) or {make}({number})")
        return self.names.let(f"{element}({page}, {place})[0]")

    def store(self, address: str, size: int, value: str) -> None:
        pages = self.names.constant(f"{self.prefix}_page", self.memory.pages.get)
        make = self.names.constant(f"{self.prefix}_make", self.memory.page)
        watched = self.names.constant(f"{self.prefix}_watched", self.memory.watched)
        element = self.names.constant(f"store{size}", ELEMENTS[size].pack_into)
        written = self.names.constant("CodeWritten", CodeWritten)
        number = self._number(address)
        page = self.names.let(f"{pages}({number}) or {make}({number})")
        place = f"{address} & {PAGE_SIZE - 1}"
        self.names.emit(f"{element}({page}, {place}, {value})")
        self.names.emit(f"if {number} in {watched}: raise {written}")

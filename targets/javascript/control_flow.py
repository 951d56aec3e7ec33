"""
The blocks of a function in bytecode, its exception edges, and which slots are live.

docs/javascript.md. A slot is what an instruction may read and
write: the accumulator, the environment, the registers, for each handler the
environment that there was where its range begins, the entry of a loop that has
several (all edges to such entries lead to blocks that branch to that entry), and where
the text is that the message of an exception names.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from circ.dialects.circuit.bytecodes import ACCUMULATOR, ENVIRONMENT
from circ.dialects.common.diagnostics import Diagnostic, place_of
from circ.dialects.common.dominance import DominatorTree, entries_of_cycles
from circ.targets.javascript.bytecode import (
    Function,
    Instruction,
    Label,
    Range,
    Register,
)

ACC, ENV = 0, 1
REGISTERS = 2
"""The number of the slot of the first register."""

JUMPS = ("jmp", "jeqz", "jnez")
THROW = "throw"
ENDS = ("jmp", "return", "returnundefined", THROW)
"""After which the next instruction is reached by a jump only."""


@dataclass(eq=False)
class Block:
    """Instructions that are executed one after the other."""

    number: int
    next: int | None = None
    """Where control goes after the last instruction, unless that jumps."""
    target: int | None = None
    """Where the last instruction jumps to."""
    code: list[Instruction] = field(default_factory=list[Instruction])
    landing: int | None = None
    """Where control goes if the last instruction throws, in the range of a handler."""
    handler: int | None = None
    """Of a landing: the handler that it belongs to."""
    thrown_to: int | None = None
    """The handler to whose target, which is `next`, the last instruction throws."""
    saved: list[int] = field(default_factory=list[int])
    """Slots that get the environment where the block begins."""
    entry: int | None = None
    """Of a block that leads to an entry of a loop with several: its number."""
    asked: int | None = None
    """Of a block that goes to `target` if the entry has this number, else to `next`."""

    @property
    def successors(self) -> list[int]:
        """In the order in which edges are made; one block may be there twice."""
        after = (self.next, self.target, self.landing)
        return [number for number in after if number is not None]


class ControlFlow:
    """The blocks of a function; block 0 is its entry."""

    def __init__(self, function: Function):
        self.function = function
        self.arguments = REGISTERS + function.registers
        """The slot of the first declared parameter."""
        self.handlers = self.arguments + function.parameters
        """The first slot of a handler's environment."""
        self.entry = self.handlers + len(function.handlers)
        """The slot of the number of a loop's entry."""
        self.expression = self.entry + 1
        """The slot of the place of the text that the message of an exception names."""
        self.slots = self.expression + 1
        self.has_names = any(
            isinstance(item, Instruction) and item.text for item in function.code
        )
        self.blocks: list[Block] = []
        self._places: dict[str, int] = {}
        """By label: the number of instructions before it."""
        self._find_labels()
        self._make_blocks()
        self.tree = self._dominators()
        if self.tree.loops.irreducible:
            self._add_entries()
            self.tree = self._dominators()

    def _find_labels(self) -> None:
        count = 0
        for item in self.function.code:
            if isinstance(item, Label):
                if item.name in self._places:
                    self.fail(f"label {item.name} is defined twice")
                self._places[item.name] = count
            else:
                self._check_registers(item)
                count += 1

    def fail(self, message: str, instruction: Instruction | None = None) -> NoReturn:
        place = None if instruction is None else place_of(instruction.location)
        if instruction is None or place is None:
            where = f"function {self.function.name}: "
            raise Diagnostic(self.function.location, where + message)
        raise Diagnostic(instruction.location, message)

    def _check_registers(self, instruction: Instruction) -> None:
        for register in registers_of(instruction):
            is_own = register.letter == "v"
            count = self.function.registers if is_own else self.function.parameters
            if register.number >= count:
                self.fail(f"there is no register {register}", instruction)

    def _place(self, label: Label, instruction: Instruction | None = None) -> int:
        if (place := self._places.get(label.name)) is None:
            self.fail(f"there is no label {label.name}", instruction)
        return place

    def _make_blocks(self) -> None:
        function = self.function
        code = [item for item in function.code if isinstance(item, Instruction)]
        ranges = [
            (self._place(start), self._place(end), self._place(target))
            for start, end, target in function.handlers
        ]
        around = _innermost(len(code), ranges)
        starts = {0, *self._places.values()}
        for place, instruction in enumerate(code):
            name = instruction.bytecode.name
            throws = instruction.bytecode.throws and around[place] is not None
            if name in JUMPS or name in ENDS or throws:
                starts.add(place + 1)
        begins = sorted(start for start in starts if start < len(code))
        number = {start: i for i, start in enumerate(begins)}
        landings = len(begins)
        for i, (start, end) in enumerate(zip(begins, [*begins[1:], len(code)])):
            block = Block(i, code=code[start:end])
            last = block.code[-1]
            if last.bytecode.name not in ENDS:
                block.next = self._number(number, end, last)
            if last.bytecode.name in JUMPS:
                label = last.operands[0]
                assert isinstance(label, Label)
                place = self._place(label, last)
                block.target = self._number(number, place, last)
            if last.bytecode.throws and (handler := around[end - 1]) is not None:
                if last.bytecode.name == THROW:
                    block.thrown_to = handler
                    block.next = self._number(number, ranges[handler][2], last)
                else:
                    block.landing = landings + handler
            self.blocks.append(block)
        if not self.blocks:
            self.fail("has no instructions")
        for i, (start, _, target) in enumerate(ranges):
            landing = Block(landings + i, handler=i)
            landing.next = self._number(number, target, None)
            self.blocks.append(landing)
            if start in number:
                self.blocks[number[start]].saved.append(self.handlers + i)

    def _number(
        self, number: dict[int, int], place: int, last: Instruction | None
    ) -> int:
        """The block that begins at a place."""
        if place not in number:
            self.fail("control reaches the end of the function", last)
        return number[place]

    def slot(self, register: Register) -> int:
        first = REGISTERS if register.letter == "v" else self.arguments
        return first + register.number

    def _dominators(self) -> DominatorTree:
        """
        Dominators of the blocks; node 0 is the entry, block i is node i + 1.

        A function may jump to its first instruction.
        """
        return DominatorTree.compute([[1], *self._successors()])

    def _successors(self) -> list[list[int]]:
        return [[after + 1 for after in block.successors] for block in self.blocks]

    def _add_entries(self) -> None:
        """Give each loop with several entries a head, which branches to them."""
        cycles = entries_of_cycles([[1], *self._successors()])
        before = [*self.blocks]
        heads: dict[int, tuple[int, int]] = {}
        """By entry: the head of its loop, and its number there."""
        for cycle in cycles:
            *asked, last = [node - 1 for node in cycle]
            head = len(self.blocks)
            for number, entry in enumerate(asked):
                block = Block(head + number, head + number + 1, entry, asked=number)
                self.blocks.append(block)
                heads[entry] = head, number
            self.blocks[-1].next = last
            heads[last] = head, len(asked)

        def led(after: int | None) -> int | None:
            """A block of this edge alone, which leads to the head."""
            if after is None or after not in heads:
                return after
            head, number = heads[after]
            self.blocks.append(Block(len(self.blocks), next=head, entry=number))
            return self.blocks[-1].number

        for block in before:
            block.next, block.target = led(block.next), led(block.target)
            block.landing = led(block.landing)
        # Block 0 is no such entry: its loop is entered at the beginning alone.

    # region Slots

    def uses_and_definitions(self, block: Block) -> tuple[int, int]:
        """Bit sets: slots read before they are written in a block; slots written."""
        used = defined = 0
        for slot in block.saved:
            used |= 1 << ENV
            defined |= 1 << slot
        if block.handler is not None:
            used |= 1 << (self.handlers + block.handler)
            defined |= 1 << ACC | 1 << ENV
            used |= self.has_names << self.expression
        if block.landing is not None:
            defined |= 1 << self.expression
        used |= (block.asked is not None) << self.entry
        defined |= (block.entry is not None) << self.entry
        for instruction in block.code:
            read, written = self.effects(instruction)
            used |= read & ~defined
            defined |= written
        if block.thrown_to is not None:
            used |= 1 << (self.handlers + block.thrown_to) & ~defined
            defined |= 1 << ENV
        return used, defined

    def effects(self, instruction: Instruction) -> tuple[int, int]:
        """Bit sets: the slots that an instruction reads, and those that it writes."""
        row = instruction.bytecode
        read = written = 0
        registers = registers_of(instruction)
        if row.name in ("sta", "mov"):
            written |= 1 << self.slot(next(registers))
        for register in registers:
            read |= 1 << self.slot(register)
        read |= (ACCUMULATOR in row.inputs) << ACC | (ENVIRONMENT in row.inputs) << ENV
        written |= (row.output == ACCUMULATOR) << ACC
        written |= (row.output == ENVIRONMENT) << ENV
        return read, written

    def live_in(self) -> tuple[list[int], list[int]]:
        """By block: bit sets of the slots live before it, and of those written."""
        effects = [self.uses_and_definitions(block) for block in self.blocks]
        before: list[list[int]] = [[] for _ in self.blocks]
        for block in self.blocks:
            for after in block.successors:
                before[after].append(block.number)
        live = [0] * len(self.blocks)
        work = [node - 1 for node in self.tree.reverse_postorder[1:]]
        waiting = set(work)
        while work:
            number = work.pop()
            waiting.discard(number)
            used, defined = effects[number]
            out = 0
            for after in self.blocks[number].successors:
                out |= live[after]
            now = used | (out & ~defined)
            if now != live[number]:
                live[number] = now
                for other in before[number]:
                    if other not in waiting:
                        waiting.add(other)
                        work.append(other)
        return live, [defined for _, defined in effects]

    # endregion


def registers_of(instruction: Instruction) -> Iterator[Register]:
    """The registers among the operands of an instruction, in order."""
    for operand in instruction.operands:
        if isinstance(operand, Register):
            yield operand
        elif isinstance(operand, Range):
            yield from operand.registers


def _innermost(count: int, ranges: list[tuple[int, int, int]]) -> list[int | None]:
    """By place: the first handler whose range it is in."""
    around: list[int | None] = [None] * count
    for handler in reversed(range(len(ranges))):
        start, end, _ = ranges[handler]
        around[start:end] = [handler] * max(end - start, 0)
    return around


def bits_of(set: int) -> Iterator[int]:
    """The numbers in a bit set, in order."""
    while set:
        low = set & -set
        yield low.bit_length() - 1
        set ^= low

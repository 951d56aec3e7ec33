"""
Bytecode of format 2 without operations: the bytes of each instruction.

What looks at a module without changing it, as a count or an index, need not make
operations, which take ten times as long.
"""

from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from circ.targets.llvlir.body_reader import MAX_BLOCKS, BodyReader
from circ.targets.llvlir.code_table import (
    CALL,
    CALL_INDIRECT,
    CALL_NAMED,
    ESCAPE,
    JUMP,
    MEMORY,
    NEXT,
    PARAMETERS_AND_RESULTS,
    RETURN,
    TABLE,
    VARIADIC,
    WEIGHTS,
)
from circ.targets.llvlir.decoder import Bytecode
from circ.targets.llvlir.format1_encoder import IS_DECLARATION
from circ.targets.llvlir.plans import Plan, Plans
from circ.targets.llvlir.type_codes import read_register

FULL_PAIRS = bytes(bool(byte & 15 and byte >> 4) for byte in range(256))
"""By byte: does it hold both of its distances?"""


class Layout(NamedTuple):
    """The bytes that follow a code of the table when all numbers are short."""

    numbers: int
    operands: int
    size: int
    """Of the whole instruction; 0 if it is read the long way."""


@dataclass(frozen=True)
class LightFunction:
    """A function as its instructions."""

    name: str
    blocks: int
    instructions: list[bytes]
    """Each with its prefixes, in order; none for a declaration."""
    sizes: dict[str, int]
    """Bytes of its parts: `head`, `blocks`, `instructions`, `aliases`."""

    @property
    def body(self) -> int:
        """The bytes of its blocks and instructions."""
        return self.sizes["blocks"] + self.sizes["instructions"]


def decode_light(data: bytes, filename: str | None = None) -> list[LightFunction]:
    """
    The functions of a module as instructions; nothing else of it is checked.

    Instructions end where those of a valid module do.
    """
    module = Bytecode(data, filename)
    starts = accumulate(module.lengths, initial=module.start_of(0))
    return [
        _function(module, number, start)
        for number, start in zip(range(module.functions), starts, strict=False)
    ]


def _function(module: Bytecode, number: int, start: int) -> LightFunction:
    reader = module.reader
    module.skip_head(number, start)
    head = reader.position - start
    blocks, instructions = 0, list[bytes]()
    after = at = reader.position
    if not module.flags[number] & IS_DECLARATION:
        body = _LightBody(module, number)
        at = body.position
        instructions = body.read()
        blocks, after = body.count, body.position
    sizes = {
        "head": head,
        "blocks": at - start - head,
        "instructions": after - at,
        "aliases": reader.end - after,
    }
    return LightFunction(module.name_of(number), blocks, instructions, sizes)


@cache
def _layouts(codes: int) -> tuple[Layout | None, ...]:
    """By code of a table."""
    found: list[Layout | None] = []
    for entry in Plans(codes, codes).codes:
        if entry is None:
            found.append(None)
            continue
        steps = entry.plans
        numbers = sum(len(step.immediates) + step.has_label for step in steps)
        operands = sum(step.free for step in steps)
        is_long = operands > 2 or any(
            step.is_branch or any(each.kind == "bits" for each in step.immediates)
            for step in steps
        )
        size = 0 if is_long else 1 + numbers + (operands > 0)
        found.append(Layout(numbers, operands, size))
    return tuple(found)


class _LightBody(BodyReader):
    """Finds the instructions of one body."""

    def __init__(self, module: Bytecode, number: int):
        super().__init__(module.reader, module.decoder.plans)
        self.module = module
        self.type = module.function_types[module.type_numbers[number]]
        reader = self.reader
        for _ in self.type.inputs[PARAMETERS_AND_RESULTS:]:
            read_register(reader)
        at = reader.position
        self.count = reader.unsigned()
        if not 1 <= self.count <= min(MAX_BLOCKS, reader.end - reader.position):
            raise reader.error(at, f"{self.count} is no number of blocks here")
        parameters = self.read_parameters(self.count - 1)
        self.passed = [0, *(len(types) for types, _ in parameters)]
        self.position = reader.position

    def read(self) -> list[bytes]:
        data, end, layouts = self.data, self.reader.end, _layouts(self.module.codes)
        found: list[bytes] = []
        add = found.append
        self.number, count = 0, self.count
        try:
            while self.number < count:
                start = at = self.position
                while True:
                    if at >= end:
                        self.fail(at, "more bytes are needed, but the input ends")
                    layout = layouts[data[at]]
                    if layout is None or not layout.size:
                        break
                    numbers, operands, size = layout
                    next = at + size
                    piece = data[at:next]
                    if operands == 2:
                        if not FULL_PAIRS[data[next - 1]]:
                            break
                        if numbers and not data[at + 1 : next - 1].isascii():
                            break
                    elif (numbers or operands) and not piece[1:].isascii():
                        break
                    add(piece)
                    start = at = next
                self.position = at
                self._instruction()
                add(data[start : self.position])
        except IndexError:
            self.fail(self.position, "more bytes are needed, but the input ends")
        return found

    def _instruction(self) -> None:
        """Read an instruction that is not short."""
        data = self.data
        start = self.position
        code = data[start]
        self.position += 1
        while code in (MEMORY, WEIGHTS, VARIADIC):
            if code == MEMORY:
                self.read_memory()
            elif code == WEIGHTS:
                self.read_unsigned(31)
                self.read_unsigned(31)
            is_variadic = code == VARIADIC
            code = data[self.position]
            self.position += 1
            if is_variadic and code == CALL:
                self._call(code, True)
                return
        entry = self.plans.codes[code]
        if entry is not None:
            self._row(start, entry.plans)
        elif code == ESCAPE:
            self._row(start, self.read_escaped(start).plans)
        elif code in (CALL, CALL_NAMED, CALL_INDIRECT):
            self._call(code, False)
        elif code in (JUMP, NEXT):
            target = self.read_target() if code == JUMP else self.number + 1
            self._end(self.passed[target])
        elif code == RETURN:
            self._end(len(self.type.outputs))
        elif code == TABLE:
            targets = [self.read_target() for _ in range(self.read_unsigned(32) + 1)]
            self._end(1 + sum(self.passed[target] for target in targets))
        else:
            self.fail(start, f"{code} is no code")

    def _row(self, start: int, steps: tuple[Plan, ...]) -> None:
        count, ends = 0, False
        for step in steps:
            count += step.free
            for immediate in step.immediates:
                self.read_immediate(immediate, step)
            if step.has_label:
                self.read_unsigned()
            if step.has_data:
                self.read_string()
            if step.is_branch:
                target = self.read_target()
                next = self.number + 1 if step.falls else self.read_target()
                count += self.passed[target] + self.passed[next]
            ends |= step.ends
        if ends:
            self._end(count)
        else:
            self.read_distances(count)

    def _end(self, operands: int) -> None:
        self.read_distances(operands)
        self.number += 1

    def _call(self, code: int, is_variadic: bool) -> None:
        module = self.module
        number = 0 if code == CALL_INDIRECT else self.read_unsigned()
        if code == CALL:
            number = module.type_numbers[number]
        else:
            number = self.read_unsigned()
        type = module.function_types[number]
        count = len(type.inputs) + (code == CALL_INDIRECT)
        reader = self.reader
        reader.position = self.position
        if is_variadic:
            count = reader.unsigned(32)
            for _ in range(count):
                read_register(reader)
        for _ in type.outputs[PARAMETERS_AND_RESULTS:]:
            read_register(reader)
        self.position = reader.position
        self.read_distances(count)

"""
Assembler and disassembler of the toy machine, on its generated tables.

What a description cannot say is here: how a line is taken apart, when a number is in
range, and where labels are. See docs/describe-a-target.md.

    python toy.py count.s
"""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from generated.asm_matcher import (
    NO_MNEMONIC,
    REGISTER_NUMBERS,
    Hooks,
    Match,
    Predicates,
    Renderers,
    match,
)
from generated.asm_writer import print_instruction
from generated.disassembler import DECODER_TABLE_16, decode
from generated.disassembler import Hooks as DecoderHooks
from generated.emitter import encode

TOKEN = re.compile(r"\s*(?:([()])|(-?\d+)|([a-z]\w*)|,)")


@dataclass(frozen=True)
class Written:
    """One operand as it is written: punctuation, a register, or a number."""

    token: str | None = None
    register: int = 0
    value: int | None = None


def in_range(width: int) -> Callable[[Written], bool]:
    limit = 1 << (width - 1)
    return lambda o: o.value is not None and -limit <= o.value < limit


def value_of(operand: Written) -> tuple[int]:
    assert operand.value is not None
    return (operand.value,)


MATCHER = Hooks(
    Predicates(isSigned6=in_range(6), isSigned9=in_range(9)),
    Renderers(addSigned6Operands=value_of, addSigned9Operands=value_of),
)


def signed(width: int) -> Callable[[int, int], tuple[int]]:
    """Reads a field in two's complement; the address is for distances that need it."""
    return lambda field, address: ((field ^ 1 << width - 1) - (1 << width - 1),)


DECODER = DecoderHooks(decode_signed6=signed(6), decode_signed9=signed(9))


def assemble(text: str) -> list[int]:
    """The words of a program; ValueError, with the line, where it is wrong."""
    lines = [line.partition(";")[0].strip() for line in text.splitlines()]
    labels: dict[str, int] = {}
    code: list[tuple[int, str]] = []
    for number, line in enumerate(lines, start=1):
        if line.endswith(":"):
            labels[line[:-1]] = len(code)
        elif line:
            code.append((number, line))
    words: list[int] = []
    for number, line in code:
        mnemonic, _, rest = line.partition(" ")
        operands = list(_operands(rest, labels, len(words), number))
        found = match(mnemonic, operands, MATCHER)
        if not isinstance(found, Match):
            reason = found.message or "does not fit"
            where = f"operand {found.place + 1} of '{mnemonic}'"
            if found.reason == NO_MNEMONIC:
                where, reason = f"'{mnemonic}'", "is no instruction"
            raise ValueError(f"line {number}: {where} {reason}")
        words.append(encode(found.opcode, found.operands))
    return words


def _operands(
    text: str, labels: dict[str, int], here: int, line: int
) -> Iterator[Written]:
    for token, number, name in TOKEN.findall(text):
        if token:
            yield Written(token=token)
        elif number:
            yield Written(value=int(number))
        elif name in REGISTER_NUMBERS:
            yield Written(register=REGISTER_NUMBERS[name])
        elif name and name not in labels:
            raise ValueError(f"line {line}: '{name}' is no register and no label")
        elif name:  # a distance from the next instruction
            yield Written(value=labels[name] - here - 1)


def disassemble(words: list[int]) -> list[str]:
    """One line a word; what is no instruction is shown as data."""
    lines: list[str] = []
    for word in words:
        decoded = decode(word, DECODER_TABLE_16, DECODER)
        if decoded is None:
            lines.append(f".word 0x{word:04x}")
        else:
            lines.append(print_instruction(decoded.opcode, decoded.operands))
    return lines


def main() -> None:
    words = assemble(Path(sys.argv[1]).read_text())
    for word, line in zip(words, disassemble(words)):
        print(f"{word:04x}  {line}")


if __name__ == "__main__":
    main()

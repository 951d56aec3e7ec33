"""LLVM IR as text in lines: what a reducer changes, and what its changes entail."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

NAME = r'(?:[-\w.$]+|"[^"]*")'
LOCAL = re.compile(rf"%{NAME}")
GLOBAL = re.compile(rf"@{NAME}")
LABEL = re.compile(rf"label (%{NAME})")
DEFINED = re.compile(rf"\s*(%{NAME}) = (.*)", re.DOTALL)
INCOMING = re.compile(rf",? *\[ (?:[^][]|\[[^][]*\])*, (%{NAME}) \]")
"""A value and a block of a phi; a constant may have brackets, too."""


@dataclass(frozen=True)
class Block:
    label: str
    """As others refer to it, such as `%exit`."""
    lines: tuple[str, ...]
    """The instructions, of which the last one is the terminator."""

    def successors(self) -> list[str]:
        return LABEL.findall(self.lines[-1]) if self.lines else []


@dataclass(frozen=True)
class Function:
    header: str
    blocks: tuple[Block, ...]

    def __str__(self) -> str:
        blocks = "".join(
            f"{block.label[1:]}:\n" + "".join(f"{line}\n" for line in block.lines)
            for block in self.blocks
        )
        return f"{self.header}\n{blocks}}}"

    def with_block(self, index: int, block: Block) -> "Function":
        """The function with another block, without what cannot be reached then."""
        old = self.blocks[index]
        lost = set(old.successors()) - set(block.successors())
        blocks = list(self.blocks)
        blocks[index] = block
        for position, other in enumerate(blocks):
            if other.label in lost:
                blocks[position] = without_incoming(other, {old.label})
        known = {block.label: block for block in blocks}
        reached, pending = {blocks[0].label}, [blocks[0].label]
        while pending:
            for label in known[pending.pop()].successors():
                if label in known and label not in reached:
                    reached.add(label)
                    pending.append(label)
        dead = known.keys() - reached
        left = [without_incoming(b, dead) for b in blocks if b.label in reached]
        return replace(self, blocks=tuple(left))


def without_incoming(block: Block, sources: "set[str]") -> Block:
    """A block whose phis have no values from some blocks."""

    def kept(match: re.Match[str]) -> str:
        return "" if match[1] in sources else match[0]

    lines: list[str] = []
    for line in block.lines:
        if " = phi " in line:
            head, bracket, rest = line.partition("[")
            rest = INCOMING.sub(kept, bracket + rest)
            line = f"{head}{rest.lstrip(', ')}"
        lines.append(line)
    return replace(block, lines=tuple(lines))


def substituted(text: str, names: Mapping[str, str]) -> str:
    """The text with local names replaced."""
    return LOCAL.sub(lambda match: names.get(match[0], match[0]), text)


def map_lines(function: Function, change: Callable[[str], str]) -> Function:
    return Function(
        change(function.header),
        tuple(
            Block(block.label, tuple(map(change, block.lines)))
            for block in function.blocks
        ),
    )


Part = Function | str
"""A definition with a body, or a line of the module."""


@lru_cache(maxsize=4)
def parts_of(text: str) -> tuple[Part, ...]:
    """The parts of a module as LLVM prints it, with every value and block named."""
    parts: list[Part] = []
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("define "):
            parts.append(_function(without_comment(line), lines))
        elif line and not line.startswith(";"):
            parts.append(line)
    return tuple(parts)


def without_comment(line: str) -> str:
    return line if '"' in line else line.partition(";")[0].rstrip()


def _function(header: str, lines: Iterator[str]) -> Function:
    blocks: list[Block] = []
    label, body = "", list[str]()
    for line in lines:
        if line == "}":
            break
        if not line.strip() or line.lstrip().startswith(";"):
            continue
        if line[0] not in " \t":
            if label:
                blocks.append(Block(label, tuple(body)))
            label, body = f"%{without_comment(line)[:-1]}", []
        elif body and is_open(body[-1]):  # the cases of a switch
            body[-1] += f" {without_comment(line).strip()}"
        else:
            body.append(without_comment(line))
    blocks.append(Block(label, tuple(body)))
    return Function(header, tuple(blocks))


def is_open(line: str) -> bool:
    return line.lstrip().startswith("switch ") and not line.endswith("]")


def text_of(parts: "tuple[Part, ...] | list[Part]") -> str:
    return "".join(f"{part}\n" for part in parts)

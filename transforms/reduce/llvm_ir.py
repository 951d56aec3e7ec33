# pyright: basic
"""
Makes a module of LLVM IR small: functions, blocks, instructions, globals, constants.

Changes are made in the printed text; LLVM's parser and verifier, of llvmlite, refuse
what is not valid. A value whose instruction goes becomes zero, or one of its operands.

llvmlite has no types, therefore this file is not checked strictly.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import llvmlite.binding as llvm

from circ.targets.llvm import canonical
from circ.transforms.reduce.delta import DeltaDebugger, Interesting, Reduction
from circ.transforms.reduce.llvm_text import (
    DEFINED,
    GLOBAL,
    LOCAL,
    Block,
    Function,
    Part,
    map_lines,
    parts_of,
    substituted,
    text_of,
)

Place = tuple[int, ...]
"""Part, block and line, as far as they apply."""


def parsed(text: str) -> llvm.ModuleRef:
    """A module in a context of its own, where its types keep their names."""
    return llvm.parse_assembly(text, canonical.new_context())


def named(data: bytes, name: str) -> str:
    """The text of a module, assembly or bitcode, with names for values and blocks."""
    text = str(canonical.parsed(data, name))
    # Passes, that which gives names among them, leave out what is not to be optimised.
    module = parsed(text.replace(" optnone ", " "))
    _run(module, "add_instruction_namer_pass")
    return text_of(parts_of(str(module)))


def _run(module: llvm.ModuleRef, *passes: str) -> None:
    llvm.initialize_native_target()
    machine = llvm.Target.from_default_triple().create_target_machine()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options())
    manager = llvm.create_new_module_pass_manager()
    for name in passes:
        getattr(manager, name)()
    manager.run(module, builder)


def is_valid(text: str) -> bool:
    try:
        parsed(text).verify()
    except RuntimeError:
        return False
    return True


class LlvmReduction(ABC):
    """A reduction that changes parts of the text."""

    @abstractmethod
    def sites(self, program: str) -> Sequence[Place]: ...

    @abstractmethod
    def apply(self, parts: list[Part], places: Sequence[Place]) -> None:
        """Apply to places in ascending order."""

    def reduced(self, program: str, start: int, end: int) -> str | None:
        parts = list(parts_of(program))
        self.apply(parts, self.sites(program)[start:end])
        text = text_of(parts)
        return text if text != program and is_valid(text) else None


class RunPasses(LlvmReduction):
    """Run one of LLVM's passes over the module; what is not shorter is refused."""

    def __init__(self, *passes: str):
        self.passes = passes

    def sites(self, program: str) -> Sequence[Place]:
        return [()]

    def apply(self, parts: list[Part], places: Sequence[Place]) -> None:
        before = text_of(parts)
        module = parsed(before)
        _run(module, *self.passes, "add_instruction_namer_pass")
        after = parts_of(str(module))
        if len(text_of(after)) < len(before):
            parts[:] = after


class ChangeParts(LlvmReduction):
    """Replace lines or functions of the module; None drops one with its uses."""

    def __init__(self, change: Callable[[Part], Part | None]):
        self.change = change

    def sites(self, program: str) -> Sequence[Place]:
        parts = enumerate(parts_of(program))
        return [(index,) for index, part in parts if self.change(part) != part]

    def apply(self, parts: list[Part], places: Sequence[Place]) -> None:
        lost: set[str] = set()
        for (index,) in reversed(places):
            changed = self.change(parts[index])
            if changed is not None:
                parts[index] = changed
                continue
            dropped = parts.pop(index)
            header = dropped if isinstance(dropped, str) else dropped.header
            if match := GLOBAL.search(header):
                lost.add(match[0])

        def without_lost(line: str) -> str:
            return GLOBAL.sub(lambda m: "null" if m[0] in lost else m[0], line)

        if lost:
            for index, part in enumerate(parts):
                is_line = isinstance(part, str)
                parts[index] = (
                    without_lost(part) if is_line else map_lines(part, without_lost)
                )


def is_symbol(part: Part) -> bool:
    return isinstance(part, Function) or part.startswith(("@", "declare "))


def dropped_symbol(part: Part) -> Part | None:
    return None if is_symbol(part) else part


def dropped_line(part: Part) -> Part | None:
    return part if is_symbol(part) or "datalayout" in str(part) else None


def zero_body(part: Part) -> Part | None:
    """A function that returns zero."""
    if isinstance(part, str):
        return part
    last = next(
        (b.lines[-1] for b in part.blocks if b.lines[-1].startswith("  ret ")), ""
    )
    match = re.match(r"  ret (.*) \S+$", last)
    line = f"  ret {match[1]} zeroinitializer" if match else "  ret void"
    if last in ("", "  ret void"):
        line = "  ret void" if last else "  unreachable"
    return replace(part, blocks=(Block(part.blocks[0].label, (line,)),))


def zero_value(part: Part) -> Part | None:
    """A global variable that is zero at first."""
    if isinstance(part, Function) or not part.startswith("@"):
        return part
    match = re.match(r"@.*? = .*?\b(?:global|constant) (?=\S)", part)
    if match is None:
        return part
    end, depth = match.end(), 0
    while end < len(part) and (depth or part[end] != " "):
        depth += (part[end] in "[{<(") - (part[end] in "]}>)")
        end += 1
    if end == len(part):  # an external one
        return part
    _, comma, alignment = part.rpartition(", align ")
    return f"{part[:end]} zeroinitializer{comma}{alignment if comma else ''}"


class ChangeLines(LlvmReduction):
    """Replace an instruction by another."""

    def __init__(self, change: Callable[[str], str]):
        self.change = change

    def sites(self, program: str) -> Sequence[Place]:
        lines = places_of_lines(parts_of(program))
        return [place for place, line in lines if self.change(line) != line]

    def apply(self, parts: list[Part], places: Sequence[Place]) -> None:
        chosen = set(places)
        for index in sorted({place[0] for place in places}):
            part = parts[index]
            assert isinstance(part, Function)
            blocks = list(part.blocks)
            for number, block in enumerate(blocks):
                lines = [
                    self.change(line) if (index, number, row) in chosen else line
                    for row, line in enumerate(block.lines)
                ]
                blocks[number] = replace(block, lines=tuple(lines))
            parts[index] = replace(part, blocks=tuple(blocks))


def places_of_lines(parts: Sequence[Part]) -> Iterator[tuple[Place, str]]:
    for index, part in enumerate(parts):
        if isinstance(part, Function):
            for number, block in enumerate(part.blocks):
                for row, line in enumerate(block.lines):
                    yield (index, number, row), line


class DropInstructions(LlvmReduction):
    """Drop instructions; uses become zero, or an operand by its position."""

    def __init__(self, operand: int | None = None):
        self.operand = operand

    def _replacement(self, line: str) -> tuple[str, str] | None:
        """The value's name and what replaces it; empty if there is none."""
        match = DEFINED.match(line)
        if self.operand is None:
            return (match[1], "zeroinitializer") if match else ("", "")
        operands = LOCAL.findall(match[2]) if match and " phi " not in line else []
        operands = [name for name in operands if f"label {name}" not in line]
        if match is None or self.operand >= len(operands):
            return None
        return match[1], operands[self.operand]

    def sites(self, program: str) -> Sequence[Place]:
        parts = parts_of(program)
        return [
            place
            for place, line in places_of_lines(parts)
            if self._replacement(line) and not self._is_last(parts, place)
        ]

    @staticmethod
    def _is_last(parts: Sequence[Part], place: Place) -> bool:
        part = parts[place[0]]
        assert isinstance(part, Function)
        return place[2] == len(part.blocks[place[1]].lines) - 1

    def apply(self, parts: list[Part], places: Sequence[Place]) -> None:
        chosen = set(places)
        for index in sorted({place[0] for place in places}):
            part = parts[index]
            assert isinstance(part, Function)
            names: dict[str, str] = {}
            blocks: list[Block] = []
            for number, block in enumerate(part.blocks):
                lines: list[str] = []
                for row, line in enumerate(block.lines):
                    if (index, number, row) not in chosen:
                        lines.append(line)
                    elif found := self._replacement(line):
                        name, instead = found
                        names[name] = names.get(instead, instead)
                blocks.append(replace(block, lines=tuple(lines)))
            for name in names:  # an operand may go in a later block
                while names[name] in names:
                    names[name] = names[names[name]]
                    if names[name] == name:
                        names[name] = "zeroinitializer"
            parts[index] = map_lines(
                replace(part, blocks=tuple(blocks)),
                lambda line, names=names: substituted(line, names),
            )


class TakeSuccessor(LlvmReduction):
    """Replace terminators by a branch to one successor, or the end of the function."""

    def __init__(self, choice: int | None):
        self.choice = choice

    def sites(self, program: str) -> Sequence[Place]:
        found: list[Place] = []
        for index, part in enumerate(parts_of(program)):
            if isinstance(part, Function):
                for number, block in enumerate(part.blocks):
                    count = len(block.successors())
                    if count and self.choice is None:
                        found.append((index, number))
                    elif self.choice is not None and self.choice < count > 1:
                        found.append((index, number))
        return found

    def apply(self, parts: list[Part], places: Sequence[Place]) -> None:
        for index in sorted({place[0] for place in places}):
            function = parts[index]
            assert isinstance(function, Function)
            labels = [
                function.blocks[number].label for i, number in places if i == index
            ]
            last = self._ending(function)
            for label in labels:
                known = [block.label for block in function.blocks]
                if label not in known:  # no longer reached
                    continue
                number = known.index(label)
                block = function.blocks[number]
                line = last
                if self.choice is not None:
                    line = f"  br label {block.successors()[self.choice]}"
                changed = replace(block, lines=(*block.lines[:-1], line))
                function = function.with_block(number, changed)
            parts[index] = function

    @staticmethod
    def _ending(function: Function) -> str:
        body = zero_body(function)
        assert isinstance(body, Function)
        return body.blocks[0].lines[0]


class JoinBlocks(LlvmReduction):
    """Append a block to its only predecessor, which branches to it alone."""

    def sites(self, program: str) -> Sequence[Place]:
        found: list[Place] = []
        for index, part in enumerate(parts_of(program)):
            if isinstance(part, Function):
                counts: dict[str, int] = {}
                for block in part.blocks:
                    for label in block.successors():
                        counts[label] = counts.get(label, 0) + 1
                for number, block in enumerate(part.blocks):
                    target = block.successors()
                    if (
                        len(target) == 1 == counts[target[0]]
                        and target[0] != block.label
                    ):
                        found.append((index, number))
        return found

    def apply(self, parts: list[Part], places: Sequence[Place]) -> None:
        for index, number in reversed(places):
            function = parts[index]
            assert isinstance(function, Function)
            block = function.blocks[number]
            (label,) = block.successors()
            after = next((b for b in function.blocks if b.label == label), None)
            if after is None or after is function.blocks[0] or after is block:
                continue
            joined = Block(block.label, (*block.lines[:-1], *after.lines))
            blocks = tuple(
                joined if other is block else other
                for other in function.blocks
                if other is not after
            )
            names = {label: block.label}
            parts[index] = map_lines(
                replace(function, blocks=blocks),
                lambda line, names=names: substituted(line, names),
            )


def pattern(old: str, new: str) -> Callable[[str], str]:
    """Replaces what matches everywhere in a line."""
    expression = re.compile(old)
    return lambda line: expression.sub(new, line)


def in_headers(old: str, new: str) -> Callable[[Part], Part | None]:
    """Replaces what matches in what begins a function, and in other lines."""
    change = pattern(old, new)
    return lambda part: (
        change(part)
        if isinstance(part, str)
        else replace(part, header=change(part.header))
    )


METADATA = r", ![\w.]+ ![\w.]+"
ATTRIBUTES = (
    r" #\d+|\b(?:noundef|dso_local|local_unnamed_addr|unnamed_addr|nonnull|nocapture"
    r"|readonly|writeonly|noalias|captures\([^)]*\)|dereferenceable\(\d+\)"
    r"|range\([^)]*\)) "
)
FLAGS = (
    r"\b(?:nsw|nuw|exact|inbounds|disjoint|samesign|nneg|tail|volatile|noundef"
    r"|inrange) "
)


def llvm_reductions() -> list[Reduction[str]]:
    """The reductions of LLVM IR; those that remove most come first."""
    return [
        ChangeParts(zero_body),
        ChangeParts(dropped_symbol),
        ChangeParts(dropped_line),
        RunPasses("add_global_dead_code_eliminate_pass"),
        RunPasses("add_simplify_cfg_pass"),
        *(TakeSuccessor(choice) for choice in (None, 0, 1)),
        JoinBlocks(),
        DropInstructions(),
        *(DropInstructions(operand) for operand in range(3)),
        RunPasses("add_dead_code_elimination_pass"),
        RunPasses("add_sroa_pass"),
        RunPasses("add_dead_arg_elimination_pass"),
        RunPasses("add_instruction_combine_pass"),
        ChangeParts(zero_value),
        ChangeLines(pattern(METADATA, "")),
        ChangeLines(pattern(FLAGS, "")),
        ChangeLines(pattern(ATTRIBUTES, "")),
        ChangeParts(in_headers(ATTRIBUTES, "")),
        ChangeLines(pattern(r"(?<=[ ,(])(?!align )-?\d{2,}(?=[,)]|$)", "0")),
        ChangeLines(pattern(r"(?<=i(?:32|64|16) )-?\d+", "1")),
    ]


def llvm_reducer(
    text: str,
    interesting: Interesting,
    accepted: Callable[[str | bytes], None],
    limit: int | None = None,
) -> DeltaDebugger[str]:
    """A reducer of what `named` gave."""
    ways = llvm_reductions()
    return DeltaDebugger(text, ways, str, interesting, accepted, limit)

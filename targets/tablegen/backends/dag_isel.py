"""
`-gen-dag-isel`: the selection patterns as a table for a matcher.

The module has a function for each predicate and transform, which are Python
expressions in the description, and the table `ROOTS` as `tablegen.matching` defines it:
by the signature of a pattern's root, its alternatives with checks and steps.
"""

import re
from collections.abc import Iterable
from typing import get_args

from circ.targets.tablegen.analysis.effects import check_effects
from circ.targets.tablegen.analysis.patterns import PatternReader, check_inputs
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.pattern_programs import (
    Functions,
    Program,
    program_of,
)
from circ.targets.tablegen.backends.python_text import (
    LINE_LENGTH,
    PythonText,
    quoted,
    tuple_of,
)
from circ.targets.tablegen.matching import Alternative, Check, Known, Step
from circ.targets.tablegen.records import RecordKeeper


def generate(records: RecordKeeper) -> str:
    """The module with the table of all patterns."""
    if records.derived("Instruction"):
        check_effects(Target(records))
    reader = PatternReader(records)
    functions = Functions(frozenset({*_NAMES, "ROOTS", "Roots"}))
    roots: dict[str, list[Program]] = {}
    for rule in reader.rules():
        program = program_of(rule, reader, functions)
        check_inputs(rule)
        roots.setdefault(program.signature, []).append(program)
    check_ends(roots)
    text = PythonText("gen-dag-isel", "Instruction selection: the table of patterns.")
    entries = [
        line
        for signature in sorted(roots)
        for line in _root(signature, roots[signature])
    ]
    words = set(re.findall(r"\w+", "\n".join((*entries, *functions.lines))))
    names = sorted(_NAMES & words | {"Roots"})
    text.add("from circ.targets.tablegen.matching import (")
    text.add(*(f"    {name}," for name in names), ")")
    text.add(*functions.lines, "", "", "ROOTS: Roots = {", *entries, "}")
    return text.text()


_NAMES = {
    each.__name__ for each in (*get_args(Check), *get_args(Step), Alternative, Known)
}
"""What the module may use of `matching`."""


def _root(signature: str, programs: Iterable[Program]) -> list[str]:
    lines = [f"    {quoted(signature)}: ("]
    for program in programs:
        lines += _alternative(program)
    return [*lines, "    ),"]


def _alternative(program: Program) -> list[str]:
    rule = program.rule
    lines = [
        "        Alternative(",
        *_string(f"{rule.source} => {rule.result}", 12),
        *_tuple(program.checks, 12),
        *_tuple(program.steps, 12),
        *_tuple(map(str, program.results), 12),
        f"            {rule.complexity},",
    ]
    for field, names in (("features", rule.features), ("clobbers", rule.clobbers)):
        if names:
            strings = tuple_of([quoted(name) for name in names])
            lines.append(f"            {field}={strings},")
    return [*lines, "        ),"]


def _string(text: str, indent: int) -> list[str]:
    """A string as one argument, on as many lines as it needs."""
    room = LINE_LENGTH - indent - 3
    pieces: list[str] = []
    while len(text) > room:
        cut = text.rfind(" ", 0, room) + 1 or room
        pieces.append(text[:cut])
        text = text[cut:]
    pieces.append(text)
    margin = " " * indent
    lines = [f"{margin}{quoted(piece)}" for piece in pieces]
    return [*lines[:-1], lines[-1] + ","]


def _tuple(items: Iterable[str], indent: int) -> list[str]:
    """A tuple as one argument: on one line, or an item a line."""
    found = tuple(items)
    margin = " " * indent
    line = f"{margin}{tuple_of(found)},"
    if len(line) <= LINE_LENGTH:
        return [line]
    return [f"{margin}(", *(f"{margin}    {item}," for item in found), f"{margin}),"]


def check_ends(roots: dict[str, list[Program]]) -> None:
    """
    No selection goes on for ever.

    A result's nodes are selected in turn. Where a pattern takes no node of the source
    besides its root, what it selects must lead back to the root by no way.
    """
    following = {
        signature: {
            selected: program
            for program in programs
            if not program.takes_more
            for selected in program.selected
        }
        for signature, programs in roots.items()
    }
    done: set[str] = set()
    for start in following:
        path: list[str] = []
        on_path: set[str] = set()
        work: list[tuple[str, bool]] = [(start, False)]
        while work:
            signature, leaving = work.pop()
            if leaving:
                path.pop()
                on_path.discard(signature)
                done.add(signature)
                continue
            if signature in done:
                continue
            path.append(signature)
            on_path.add(signature)
            work.append((signature, True))
            for selected, program in following.get(signature, {}).items():
                if selected in on_path:
                    raise program.rule.record.error(
                        f"selection of '{selected}' leads back to itself"
                    )
                work.append((selected, False))

"""
`-gen-dag-isel`: the selection patterns as a table for a matcher.

The module has a function for each predicate and transform, which are Python
expressions in the description, and the table `ROOTS` as `tablegen.matching` defines it:
by the signature of a pattern's root, its alternatives with checks and steps.
"""

from graphlib import CycleError, TopologicalSorter
from typing import get_args

from circ.targets.tablegen.analysis.effects import check_effects
from circ.targets.tablegen.analysis.patterns import PatternReader, check_inputs
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.pattern_programs import (
    Functions,
    Program,
    program_of,
)
from circ.targets.tablegen.backends.python_text import PythonText
from circ.targets.tablegen.matching import Alternative, Check, Known, Step
from circ.targets.tablegen.records import RecordKeeper

_CLASSES = (Alternative, Known, *get_args(Check), *get_args(Step))
_NAMES = sorted(("Roots", *(each.__name__ for each in _CLASSES)))
_IMPORTS = {"circ.targets.tablegen.matching": " ".join(_NAMES)}
"""What the module may use of `matching`."""


def generate(records: RecordKeeper) -> PythonText:
    """The module with the table of all patterns."""
    if records.derived("Instruction"):
        check_effects(Target(records))
    reader = PatternReader(records)
    functions = Functions(frozenset((*_NAMES, "ROOTS")))
    roots: dict[str, list[Program]] = {}
    for rule in reader.rules():
        program = program_of(rule, reader, functions)
        check_inputs(rule)
        roots.setdefault(program.signature, []).append(program)
    check_ends(roots)
    out = PythonText("Instruction selection: the table of patterns.", _IMPORTS)
    out.add(*[""] * bool(functions.lines), *functions.lines)
    table = {
        signature: [program.alternative for program in roots[signature]]
        for signature in sorted(roots)
    }
    out.table("ROOTS: Roots", table, is_nested=True)
    return out


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
    try:
        TopologicalSorter(following).prepare()
    except CycleError as error:
        selected, signature, *_ = error.args[1]
        program = following[signature][selected]
        message = f"selection of '{selected}' leads back to itself"
        raise program.rule.record.error(message) from None

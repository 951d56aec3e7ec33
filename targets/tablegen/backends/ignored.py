"""
Warnings of records that LLVM's backends read and circ's do not.

Documents: LLVM 19, `llvm/Target/Target.td`, `TargetSchedule.td`, `TargetItinerary.td`,
`TargetInstrPredicate.td`, `TargetMacroFusion.td`, `TargetPfmCounters.td` and
`GlobalISel/*.td`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen.language.source import Position
from circ.targets.tablegen.records import Record, RecordKeeper


class _Reason(NamedTuple):
    """Which backends it concerns (all if none are named), and what they do instead."""

    options: tuple[str, ...]
    text: str


_NO_BACKEND = "there is no backend for it"
_REASONS = {
    "ProcResourceKind ProcResourceUnits ProcResource ProcResGroup ProcWriteResources "
    "WriteRes SchedWriteRes ProcReadAdvance ReadAdvance SchedReadAdvance InstRW ItinRW "
    "SchedAlias SchedVariant SchedWriteVariant SchedReadVariant SchedVar WriteSequence "
    "RegisterFile RetireControlUnit MemoryQueue LoadQueue StoreQueue ComboFuncUnits "
    "STIPredicate IsZeroIdiomFunction IsDepBreakingFunction "
    "IsOptimizableRegisterMove": _Reason(
        ("gen-subtarget", "gen-instr-info"),
        "only itineraries and the figures of a model are scheduled by",
    ),
    "Fusion SimpleFusion SingleFusion ProcPfmCounters": _Reason(
        ("gen-subtarget",), _NO_BACKEND
    ),
    "Deprecated ComplexDeprecationPredicate": _Reason(
        ("gen-instr-info",), "deprecation is not reported"
    ),
    "CompressPat": _Reason((), _NO_BACKEND),
    "PseudoInstExpansion": _Reason((), f"{_NO_BACKEND}: pseudos are expanded by code"),
    "AdditionalEncoding": _Reason(
        ("gen-disassembler",), "an instruction has the encoding of its own Inst"
    ),
    "RegisterCategory": _Reason(("gen-register-info",), "no test for them is made"),
    "RegisterBank": _Reason(("gen-register-info",), _NO_BACKEND),
    "HwMode": _Reason(
        ("gen-register-info", "gen-dag-isel", "gen-subtarget", "gen-instr-info"),
        "sizes and types are those of the default mode",
    ),
}
IGNORED = {name: each for names, each in _REASONS.items() for name in names.split()}
"""By class; a record counts for the most derived one."""


_OF_THE_BASE = ("DefaultMode", "NoReadAdvance", "EponymousProcResourceKind")


def warnings(option: str, records: RecordKeeper) -> Iterator[Diagnostic]:
    """A warning for each class of which a backend ignores records, at the first."""
    found: dict[str, list[Record]] = {}
    seen: set[str] = set()
    for name in IGNORED:
        for record in records.derived(name):
            if record.name not in seen and record.name not in _OF_THE_BASE:
                seen.add(record.name)
                each = next(c for c in reversed(record.superclasses) if c in IGNORED)
                found.setdefault(each, []).append(record)
    for name, ignored in found.items():
        options, text = IGNORED[name]
        if options and option not in options:
            continue
        first = min(ignored, key=_place)
        count = f" ({len(ignored)} records)" if len(ignored) > 1 else ""
        yield Diagnostic(
            first.location, f"{name} is ignored{count}: {text}", kind="warning"
        )


def _place(record: Record) -> Position:
    place = record.place
    return place if isinstance(place, Position) else Position("", 0, 0)

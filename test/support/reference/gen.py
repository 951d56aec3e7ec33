"""The page of gen's opcodes."""

from collections.abc import Iterator, Sequence

from gen_opcodes import DIAGNOSED, FIXED, cases, module_of, reason

import circ
from circ.dialects.gen import SCALARS, Gen
from circ.dialects.gen.instructions import Instruction
from circ.dialects.gen.rules import ATOMIC_PAYLOADS, GROUP_OPERATIONS
from circ.dialects.gen.table import HAND_WRITTEN, ROWS, TWO_TYPES, Row
from reference.circuit import sum_of_two
from reference.markdown import code, link, operation_table, page, table

INTRODUCTION = """\
Every opcode of the table, `dialects/gen/opcodes.csv`: Beignet's 93 by their numbers,
and circ's own from 128. An instruction is the operation `gen.opcode` in lower case.
[gen.md](gen.md) explains types, registers and blocks, [gen-text.md](../gen-text.md) the
other text form."""

COLUMNS = """\
*Registers* are the numbers of destinations and sources. *Types* is the rule for the
type of an instruction: *any*; *value*, any but `bool`; *bits*, an integer or `bool`;
*integer*; *dword*, an integer of 32 bits; *none*, it has no type. *Properties* are
written in braces: a flag, `int`, `name`, `symbol` or `memory` (a memory operand), with
`?` where they are optional."""

RULES = """\
Integers wrap, and floats are IEEE 754, rounded to nearest even; each step on halves is
computed as floats and rounded once more. An instruction is executed for each lane;
*runs* says where: at *both*, on this level's interpreter and on NaplesPU, in one lane
and in sixteen, at all of its types or at those that it names. On NaplesPU it is one
instruction or several, or a call of the run-time library. What does not run is
diagnosed when it is executed or lowered. Functions of eight lanes run at gen."""

DIAGNOSED_TITLE = "What is diagnosed"

WRITTEN = "Functions, registers, branches, calls"
MANY = 8
"""An instruction with more sources is too long for an example."""

TITLES = {
    "Nullary": "Lanes",
    "Unary": "One source",
    "Binary": "Two sources",
    "Ternary": "Three sources",
    "Select": "Selection",
    "Compare": "Comparisons",
    "Convert": "Conversions",
    "Load": "Constants, addresses, memory",
    "Branch": "Control",
    "WorkGroup": "Groups of lanes, images, media",
}
KINDS = {
    "SimdShuffle": "Nullary",
    "BitCast": "Convert",
    **dict.fromkeys(("LoadImm", "Symbol", "Frame", "Store", "Atomic"), "Load"),
    **dict.fromkeys(("Ret", "Label", "Sync", "Wait"), "Branch"),
}
"""The groups of kinds that are not the first of theirs; others are the last group."""


def gen_page() -> str:
    groups: dict[str, list[Row]] = {title: [] for title in TITLES.values()}
    for row in ROWS:
        kind = KINDS.get(row.kind, row.kind)
        groups[TITLES.get(kind, TITLES["WorkGroup"])].append(row)
    names = {
        title: ", ".join(f"`{row.opcode}`" for row in members)
        for title, members in groups.items()
    }
    parts = ["\n".join(f"- {link(title)}: {text}" for title, text in names.items())]
    parts += [COLUMNS, RULES, *sum_of_two("gen", "gen-text")]
    parts[0] += f"\n- {link(DIAGNOSED_TITLE)}\n- {link(WRITTEN)}"
    for title, members in groups.items():
        parts += [f"## {title}", *_group(members)]
    parts += [f"## {DIAGNOSED_TITLE}", *_diagnosed()]
    others = (op for op in Gen.operations if not issubclass(op, Instruction))
    parts += [f"## {WRITTEN}", operation_table(others)]
    return page("Operations of gen", INTRODUCTION, *parts)


def _group(members: Sequence[Row]) -> Iterator[str]:
    header = ("number", "opcode", "registers", "types", "properties", "meaning", "runs")
    yield table(header, map(_row, members))
    if any(row.kind == "Atomic" for row in members):
        yield f"Operations of ATOMIC: {', '.join(ATOMIC_PAYLOADS)}."
    if any(row.kind == "WorkGroup" for row in members):
        yield f"Operations of WORKGROUP and SUBGROUP: {', '.join(GROUP_OPERATIONS)}."
    # One example for each form, in both texts.
    forms = {(row.kind, row.destinations, row.sources): row for row in members[::-1]}
    examples = [text for row in reversed(forms.values()) for text in _texts(row)]
    if examples:
        yield code("\n".join(examples))


def _row(row: Row) -> Sequence[str]:
    properties = ", ".join(
        f"`{name}`" if kind == "flag" else f"`{name}: {kind}`"
        for name, kind in row.properties.items()
    )
    second = " (two)" if row.kind in TWO_TYPES else ""
    return (
        str(row.number),
        f"`{row.opcode}`",
        f"{_count(row.destinations)} ← {_count(row.sources)}",
        row.types + second,
        properties,
        row.description,
        _runs(row),
    )


def _count(count: range) -> str:
    least, most = count[0], count[-1]
    return str(least) if least == most else f"{least} to {most}"


def _types(row: Row) -> Sequence[str | None]:
    """The types that an instruction may have; None for one without."""
    return [s.name for s in SCALARS.values() if row.accepts(s)] or [None]


def _runs(row: Row) -> str:
    if row.opcode in HAND_WRITTEN:
        return "both"
    if row.opcode in DIAGNOSED:
        return "no"
    if row.opcode == "SYNC":
        return "gen"
    types = [type for type in _types(row) if reason(row.opcode, type) is None]
    if len(types) == len(_types(row)):
        return "both"
    floats = ("half", "float", "double")
    names = [type or "" for type in types]
    if not {*names}.isdisjoint(floats):
        return f"both, at {', '.join(f'`{name}`' for name in names)}"
    return "both, at integers"


def _diagnosed() -> Iterator[str]:
    """Why, for which opcodes and types; and how many instructions run."""
    reasons: dict[tuple[str, str], list[str]] = {}
    runs = stops = 0
    for row in ROWS:
        if row.opcode in HAND_WRITTEN:
            continue
        found: dict[str, list[str]] = {}
        for type in _types(row):
            pairs = len(_types(row)) if row.kind in TWO_TYPES else 1
            if row.opcode in FIXED and type != FIXED[row.opcode][0]:
                continue
            pairs = 1 if row.opcode in FIXED else pairs
            if (why := reason(row.opcode, type)) is None:
                runs += pairs
            else:
                stops += pairs
                found.setdefault(why, []).append(type or "")
        for why, types in found.items():
            names = "all" if len(types) == len(_types(row)) else ", ".join(types)
            reasons.setdefault((why, names), []).append(f"`{row.opcode}`")
    rows = [(why, ", ".join(ops), types) for (why, types), ops in reasons.items()]
    yield table(("because it …", "opcodes", "types"), rows)
    yield (
        f"Of all opcodes at all types (and pairs of types), {runs} instructions run "
        f"and {stops} are diagnosed."
    )


def _texts(row: Row) -> Iterator[str]:
    """An instruction of the row in MLIR's syntax and in gen-text."""
    if row.opcode in HAND_WRITTEN or row.sources[0] > MANY:
        return
    found = [*cases(1, row.opcode)]
    case = next((case for case in found if case.type == "int32"), found[0])
    module = module_of(case)
    for text, start in (
        (str(module), row.operation_name),
        (str(circ.emit(module, "gen-text")), row.opcode),
    ):
        lines = (line.strip() for line in text.splitlines())
        yield next(line for line in lines if line.startswith(start))

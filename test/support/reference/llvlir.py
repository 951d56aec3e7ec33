"""The page of llvlir's operation table."""

from collections.abc import Iterator, Sequence
from functools import cache

from llvlir_examples import example_operation
from xdsl.dialects.builtin import ModuleOp

import circ
from circ.dialects.llvlir import Llvlir
from circ.dialects.llvlir.rows import TableOp
from circ.dialects.llvlir.table import Row, rows
from circ.targets.execute.llvlir.float_environment import FloatEnvironment
from circ.targets.execute.llvlir.steps import Steps
from circ.targets.execute.memory import Memory
from circ.targets.execute.symbols import Symbols
from circ.transforms.llvlir.first_profile import UNSPECIFIED
from reference.circuit import sum_of_two
from reference.markdown import code, link, operation_table, page, table

INTRODUCTION = """\
Every row of the operation table, `dialects/llvlir/operations.csv`: 281 of the
llvlir document in its order, and circ's own from 512. A row is the operation class
`llvlir.NAME` and the opcode of its number in the bytecode. [llvlir.md](llvlir.md)
explains registers, type parameters and names,
[llvlir-bytecode.md](../llvlir-bytecode.md) the file format and what circ corrects
in the document."""

COLUMNS = """\
*Types* are those of the register operands and of the result: `I`, `J` the first and
second integer parameter, `F`, `G` the float ones, `a` an address, `m` a mask of as
many lanes as the vectors have, `VxI` a vector (`V/2` and `2V`: with half and twice
the lanes, `2I`: with elements twice as wide), `i32` an integer of that width, `A` one
as wide as addresses.
*Bytecode* has the letter of the result (`v` for none) and those of the operands, as
in the file: registers `a r f x m`, immediate `i`, condition `c`, rounding `d`,
memory order `o`, label `l`, string `s`, bytes `b`; the rule of the immediates is in
parentheses. Effects on memory are in parentheses after the meaning. After each
table are examples of the text, one of each form."""

RULES = """\
Vector rows do in each lane what the scalar row does; a lane that the mask turns off
is zero in the result, and in sums of lanes it counts as zero. Roundings are to
nearest even where the operation says nothing else. NaN results are the quiet NaN
without payload."""

RUNS = """\
Rows are executed at this level and lowered to NaplesPU but where the last column
says otherwise: *not lowered* is diagnosed on the way to gen, which has nothing like
it."""

TITLES = {
    "data": "Data",
    "constant": "Labels and constants",
    "system": "System",
    "branch": "Control flow",
    "memory": "Memory",
    "arith": "Integers",
    "shift": "Shifts",
    "pred": "Comparison and selection of integers",
    "atomic": "Atomic updates",
    "bits": "Bits and widths",
    "fp-conv": "Conversions of floats",
    "fp-control": "Floating-point state",
    "fp-arith": "Floats",
    "fp-pred": "Comparison and selection of floats",
    "vec-memory": "Vectors in memory",
    "vec-arith": "Vectors of integers",
    "vec-shift": "Shifts of vectors",
    "vec-pred": "Comparison and selection of vectors",
    "vec-bits": "Bits of vectors",
    "vec-horiz": "Moves between lanes, widths",
    "vec-fp-conv": "Conversions of vectors",
    "vec-fp-arith": "Vectors of floats",
    "vec-fp-pred": "Comparison and selection of vectors of floats",
    "vec-fp-horiz": "Sums of lanes of floats",
    "ext-memory": "Extension: stack",
    "ext-arith": "Extension: integers",
    "ext-fp": "Extension: floats",
    "ext-vector": "Extension: vectors",
    "ext-branch": "Extension: calls and branches",
    "ext-stream": "Extension: the bytecode's own",
}
"""Headings of the table's categories."""

SECOND = "Profile 2"
SECOND_RULES = (
    """\
Rows that the newer document adds, or whose operands it changes (these have `p2.` in
front of their names). A `t` is a type, a `q` a branch predicate (`b` in the document),
a `p` a procedure; [llvlir.md](../llvlir.md#profile-2) says what circ has chosen, and
what they become in profile 1, which every level executes. Gone are
"""
    + ", ".join(f"`{row.name}`" for row in rows() if row.profile == 1)
    + "."
)
SECOND_TITLES = {
    "types": "Types",
    "thread": "Threads",
    "branch-safe": "Branches to labels and procedures",
    "branch-unsafe": "Branches to addresses",
    "memory-unsafe": "Memory by addresses",
    "object": "Objects",
    "memory-safe": "Memory by elements of types",
}

WRITTEN = "Text of functions, branches and calls"
NOTES = {
    "ext-stream": "These are written in the file only; as IR they are functions, block "
    "arguments and attributes of operations.",
}
EFFECTS = {
    "read": "reads memory",
    "write": "writes memory",
    "alloc": "allocates",
    "end": "ends its block",
}


def second_title(category: str) -> str:
    """The heading of rows of profile 2, unlike that of others of the category."""
    return SECOND_TITLES.get(category) or f"{TITLES[category]} of profile 2"


def llvlir_page() -> str:
    groups: dict[str, list[Row]] = {}
    for row in rows():
        groups.setdefault(row.category, []).append(row)
    added: dict[str, list[Row]] = {}
    for row in rows(2):
        if row.profile == 2:
            added.setdefault(row.category, []).append(row)
    links = [f"- {link(TITLES[name])}" for name in groups]
    links += (f"- {link(WRITTEN)}", f"- {link(SECOND)}")
    parts = ["\n".join(links), COLUMNS, RULES, RUNS, *sum_of_two("llvlir")]
    for name, members in groups.items():
        parts += [f"## {TITLES[name]}", NOTES.get(name, ""), *_group(members)]
    others = (op for op in Llvlir.operations if not issubclass(op, TableOp))
    parts += [f"## {WRITTEN}", operation_table(others), f"## {SECOND}", SECOND_RULES]
    for name, members in added.items():
        parts += [f"### {second_title(name)}", *_group(members)]
    return page("Operations of llvlir", INTRODUCTION, *parts)


def _group(members: Sequence[Row]) -> Iterator[str]:
    header = ("number", "row", "types", "bytecode", "meaning", "runs")
    yield table(header, map(_row, members))
    # One example for each form of operands.
    forms = {(row.suffix, row.operands): row for row in reversed(members)}
    examples = [_text(row) for row in reversed(forms.values()) if _text(row)]
    if examples:
        yield code("\n".join(examples))


def _row(row: Row) -> Sequence[str]:
    immediate = f" ({row.immediate})" if row.immediate else ""
    effect = f" ({EFFECTS[row.effect]})" if row.effect in EFFECTS else ""
    return (
        str(row.number),
        f"`{row.name}`",
        _types(row),
        f"`{row.operands}`{immediate}",
        row.description + effect,
        "" if row.category == "ext-stream" or row.is_data else _runs(row),
    )


def _types(row: Row) -> str:
    """`(operands) → result`; rows without either have no types."""
    result, *operands = (_type(token) for token in row.values)
    if not operands and not result:
        return ""
    arrow = f" → {result}" if result else ""
    return f"({', '.join(operands)}){arrow}"


def _type(token: str) -> str:
    letter, element = token[0], token[1:]
    if letter == "-":
        return ""
    if letter in "amtqp":
        return "m1" if token == "m1" else letter
    if element.isdigit():
        return f"{'i' if letter == 'r' else 'f'}{element}"
    if letter != "x":
        return "T" if element == "?" else element
    name, change = element[0], element[1:]
    if change == ":2":
        return f"Vx2{name}"
    lanes = f"{change[1]}V" if change.startswith("*") else f"V{change}"
    return f"{lanes}x{name}"


@cache
def _text(row: Row) -> str:
    """The operation in text; nothing for a row of the bytecode alone."""
    if row.category == "ext-stream":
        return ""
    module, _ = example_operation(row)
    lines = (line.strip() for line in str(module).splitlines())
    return next(line for line in lines if f"llvlir.{row.name}" in line)


def _runs(row: Row) -> str:
    """What the levels cannot do with a row, as its example has it."""
    if row.profile == 2:
        return "not specified" if row.name in UNSPECIFIED else ""
    module, _ = example_operation(row)
    try:
        circ.compile(module.clone(), level="gen")
    except circ.Diagnostic:
        assert _executes(row), row.name
        return "not lowered"
    return ""


def _executes(row: Row) -> bool:
    _, op = example_operation(row)
    count = len(op.operands)
    results = range(count, count + len(op.results))
    symbols = Symbols(ModuleOp([]), memory := Memory(), {}, ())
    steps = Steps(memory, symbols, None, FloatEnvironment(accrues=True))
    step = steps.compile(op, range(count), [*results])
    try:
        if step is not None:
            step([0] * (count + len(op.results)))
    except circ.Diagnostic as error:
        return "cannot be executed" not in error.message
    return True

"""Which rows run at which level: the table in docs/llvlir.md, and that they agree."""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from random import Random

import pytest
from llvlir_examples import example
from vector_rows import function_of, signed
from xdsl.dialects.builtin import Float32Type, Float64Type, ModuleOp, StringAttr
from xdsl.ir import Attribute

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.llvlir.exact import FUSED
from circ.dialects.llvlir.ops import FuncOp, TableOp
from circ.dialects.llvlir.rows import int_attr
from circ.dialects.llvlir.table import PROFILES, Row, row_of_name, rows
from circ.dialects.llvlir.types import AddressType, integer, shape_of
from circ.targets.execute.host.arena import Arena
from circ.targets.execute.host.interpreter import Program
from circ.targets.execute.llvlir.interpreter import run as interpret
from circ.targets.execute.marshal import Scalar
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import Run
from circ.transforms.compare_levels import HOST_TOO, compare_levels
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import compile, in_first_profile, run_passes

FEWER_VERIFICATIONS = True
PAGE = Path(__file__).parents[3] / "docs" / "llvlir.md"
REGIONS = {
    1: re.compile(r"(?<=<!-- coverage -->\n).*?(?=<!-- end of)", re.DOTALL),
    2: re.compile(r"(?<=<!-- coverage of profile 2 -->\n).*?(?=<!-- end)", re.DOTALL),
}
LEVELS = ("llvlir", "host", "gen", "circuit")
"""The last is what `lift-llvlir` takes."""
CONTROL = (
    *("j.L", "cmpbr.I", "brtab", "call", "call_indirect", "ret", "consta.L"),
    *("jl.L", "brl.L"),
)
"""Rows that the tests of programs execute."""


def in_functions(profile: int = 1) -> list[Row]:
    return [
        row
        for row in rows(profile)
        if row.category not in ("ext-stream", "data") and row.name != "label.L"
    ]


def function_named(module: ModuleOp, name: str) -> FuncOp:
    (found,) = (
        op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == name
    )
    return found


def is_refused(run: Run, func: FuncOp, place: int) -> bool:
    """Does a level say of the row that it does not execute it?"""
    arguments = [
        place if isinstance(type, AddressType) else 0
        for type in func.function_type.inputs
    ]
    try:
        run(arguments, None)
    except Diagnostic as error:
        return "cannot be executed" in error.message
    return False


def take(module: ModuleOp, single: ModuleOp, name: str) -> FuncOp:
    """Move what a module has into another one, its function `f` under another name."""
    func = function_named(single, "f")
    func.properties["sym_name"] = StringAttr(name)
    present = {op.sym_name.data for op in module.ops if isinstance(op, FuncOp)}
    has_data = any(isinstance(op, TableOp) for op in module.ops)
    for op in list(single.ops):
        op.detach()
        known = op.sym_name.data in present if isinstance(op, FuncOp) else has_data
        if not known:
            module.body.block.add_op(op)
    return func


@cache
def refused_rows(profile: int = 1) -> dict[str, list[str]]:
    """The rows that each level refuses, of those that a profile adds to the first."""
    module, functions = ModuleOp([]), dict[str, FuncOp]()
    found: dict[str, list[str]] = {level: [] for level in LEVELS}
    for row in in_functions(profile):
        if row.name in CONTROL or (profile != 1 and row.profile is None):
            continue
        try:
            single = in_first_profile(example(row))
        except Diagnostic:
            for names in found.values():
                names.append(row.name)
            continue
        try:
            compile(single, "gen")
        except Diagnostic:
            found["gen"].append(row.name)
        try:
            run_passes([make_pass("convert-llvlir-to-circuit")], single.clone())
        except Diagnostic:
            found["circuit"].append(row.name)
        functions[row.name] = take(module, single, f"f.{row.name}")
    memory, arena = Memory(), Arena()
    place = memory.allocate(4096, 64)
    assert arena.allocate(4096, 64) == place
    program = Program(module, arena, {}, None)
    program.compile([*functions.values()], counted=False)
    for name, func in functions.items():
        entry = func.sym_name.data
        if is_refused(interpret.prepare(module, entry, memory), func, place):
            found["llvlir"].append(name)
        if is_refused(program.prepare(entry), func, place):
            found["host"].append(name)
    return found


def table(profile: int) -> str:
    refused = refused_rows()
    if profile != 1:
        own, known = refused_rows(profile), row_of_name()
        refused = {
            level: [
                *(name for name in names if known[name].is_of(profile)),
                *own[level],
            ]
            for level, names in refused.items()
        }
    of_category: dict[str, list[str]] = defaultdict(list)
    for row in in_functions(profile):
        of_category[row.category].append(row.name)
    lines = ["", f"| category | rows | {' | '.join(LEVELS)} |"]
    lines.append("|---" * (2 + len(LEVELS)) + "|")
    totals = [0] * (1 + len(LEVELS))
    for category, names in of_category.items():
        counts = [len(names)]
        counts += [len(set(names) - {*refused[level]}) for level in LEVELS]
        totals = [a + b for a, b in zip(totals, counts, strict=True)]
        lines.append(f"| {category} | {' | '.join(map(str, counts))} |")
    lines += [f"| all | {' | '.join(map(str, totals))} |", ""]
    for level in LEVELS:
        names = " ".join(f"`{name}`" for name in refused[level]) or "none"
        lines.append(f"- not at {level}: {names}")
    return "\n".join([*lines, "", ""])


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.every(2, first=1)
def test_coverage_is_documented(request: pytest.FixtureRequest, profile: int):
    text, region = PAGE.read_text(), REGIONS[profile]
    found = region.search(text)
    assert found
    expected = table(profile)
    if request.config.getoption("--regenerate"):
        PAGE.write_text(region.sub(lambda _: expected, text))
    else:
        assert found[0] == expected


ROWS = (
    *("madd.F", "msub.F", "mnadd.F", "mnsub.F", "frac.IF", "exp.IF", "class.F"),
    *("comp.FI", "madd.VF", "mnsub.VF", "frac.VIF", "exp.VIF", "class.VIF"),
    *("lsr.VI", "lsl.VI", "lror.VI", "ltor.VI", "permute_16x4.VI", "permute_8x8.VI"),
    *("mv.x.r.VI", "mv.r.x.VI", "mv.x.f.VF", "mv.f.x.VF"),
)
QUICK = ("madd.F", "frac.IF", "class.VIF", "lror.VI", "permute_8x8.VI", "mv.x.r.VI")
EDGES = (0, 1 << 31, 1, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3F800000, 0x00800000)
TYPES: tuple[dict[str, Attribute], ...] = (
    {"I": integer(32), "F": Float32Type(), "V": int_attr(16)},
    {"I": integer(8), "F": Float64Type(), "V": int_attr(4)},
)


def operand(source: Random, type: Attribute) -> int:
    lanes, width = shape_of(type)
    size = max(lanes, 1) * width
    words = range(0, size, 32)
    bits = sum(
        (source.choice(EDGES) if source.random() < 0.5 else source.getrandbits(32))
        << low
        for low in words
    )
    return bits & (1 << size) - 1


@pytest.mark.parametrize("types", TYPES, ids=("words", "others"))
@pytest.mark.parametrize(
    "name",
    [n if n in QUICK else pytest.param(n, marks=pytest.mark.long) for n in ROWS],
)
@pytest.mark.every(13)
def test_rows_agree_at_all_levels(name: str, types: dict[str, Attribute]):
    row = row_of_name()[name]
    parameters = [types[letter] for letter in row.parameters]
    source = Random(name)
    func = function_of(row, parameters, source)
    signature = signed(func)
    columns = [*zip(signature.inputs, func.function_type.inputs, strict=True)]
    cases = [
        [Scalar(written, operand(source, type)) for written, type in columns]
        for _ in range(12)
    ]
    fused = row.base in (*FUSED, "comp") and types["F"] == Float64Type()
    last = "llvlir" if fused else None
    with bound(HOST_TOO, True):
        runs = compare_levels(
            ModuleOp([func]), "f", signature, cases, last=last, verify=False
        )
    assert "host" in runs[0] and (last or "naplespu") in runs[0]

"""
csmith programs give the host's checksum at -O0 and -O2 of clang and of circ.

The smaller ones are checked in as what clang makes of them, so that neither csmith
nor a C compiler is needed. `make fuzz` runs new ones.
"""

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import pytest
from csmith import (
    CONFIGURATIONS,
    OPT_LEVELS,
    CheckedIn,
    Skipped,
    Unit,
    checked_in,
    checksum,
    compiled_checksum,
    fault,
    missing,
    missing_clang,
)
from csmith_campaign import Reduction, campaign

PROGRAMS = [*checked_in()]
SHORT = 25
"""So many run in two configurations: those with the fewest instructions."""
HALVES = (CONFIGURATIONS[::3], CONFIGURATIONS[1:3])
"""In one of two configurations the C compiler optimises, and in one circ does."""
LEVELS = ("source", "circuit", "llvlir", "gen")
SEEDS, SHARD = range(1, 1001), 50


def seed_of(program: CheckedIn) -> str:
    return str(program.seed)


def check(
    program: CheckedIn,
    folder: Path,
    configurations: Sequence[tuple[int, int]] = CONFIGURATIONS,
) -> None:
    for c_opt, opt in configurations:
        llvm = program.assembly(c_opt, folder)
        found = fault(llvm, opt, program.expected)
        assert found is None, f"clang -O{c_opt}, circ -O{opt}: {found}"


@pytest.mark.parametrize(
    ("program", "configurations"),
    [*zip(PROGRAMS[:SHORT], cycle(HALVES))],
    ids=[*map(seed_of, PROGRAMS[:SHORT])],
)
@pytest.mark.every(12, first=3)
def test_checked_in(
    program: CheckedIn, configurations: Sequence[tuple[int, int]], tmp_path: Path
):
    check(program, tmp_path, configurations)


@pytest.mark.long
@pytest.mark.parametrize("program", PROGRAMS, ids=seed_of)
def test_all_configurations(program: CheckedIn, tmp_path: Path):
    check(program, tmp_path)


@pytest.mark.parametrize("program", PROGRAMS[: SHORT // 5], ids=seed_of)
@pytest.mark.every(3)
def test_other_levels(program: CheckedIn, tmp_path: Path):
    for c_opt in OPT_LEVELS:
        llvm = program.assembly(c_opt, tmp_path)
        for level in LEVELS:
            assert checksum(llvm, c_opt, level) == program.expected, level


@pytest.mark.parametrize("program", PROGRAMS[:3], ids=seed_of)
@pytest.mark.every(2, first=1)
def test_from_c(program: CheckedIn, tmp_path: Path):
    """The C compiler of this machine, and gcc's opinion where there is one."""
    if (reason := missing_clang()) is not None:
        pytest.skip(reason)
    unit = Unit.of(program.source(tmp_path))
    assert compiled_checksum(unit.assembly(2, tmp_path), 2) == program.expected
    if missing() is None:
        assert unit.agreed(tmp_path) == program.expected


@pytest.mark.parametrize(
    ("text", "reason"),
    (
        ("int x; unsigned checksum(void) { for (;;) if (x) x = 2; }", "blocks"),
        ("int z; unsigned checksum(void) { return 1 / z; }", "undefined"),
        ("unsigned checksum(void) { }", "gcc fails"),
    ),
)
def test_programs_that_say_nothing(text: str, reason: str, tmp_path: Path):
    if (lacking := missing()) is not None:
        pytest.skip(lacking)
    source = tmp_path / "program.c"
    source.write_text(text)
    with pytest.raises(Skipped, match=reason):
        Unit(source).agreed(tmp_path)


@pytest.mark.long
def test_a_fault_is_reduced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A planted one: circ is said to be wrong about every shift to the left."""
    if (lacking := missing()) is not None:
        pytest.skip(lacking)

    def planted(llvm: Path, *_: object) -> str | None:
        return "wrong checksum" if " shl " in llvm.read_text() else None

    monkeypatch.setattr("csmith_campaign.fault", planted)
    program = "int f(int x) { return x << 2; }\nunsigned checksum(void) {\n"
    program += "  int sum = 0;\n  for (int i = 0; i < 9; i++) sum += f(i);\n"
    program += "  return sum; }\n"
    reduction = Reduction(tmp_path, tmp_path, 0, 2, "wrong checksum")
    reduction.reduce_c(program)
    reduction.reduce_llvm()
    small = (tmp_path / "small.c").read_text()
    assert "<<" in small and "for" not in small and "checksum(" in small
    assert len((tmp_path / "small.ll").read_text().splitlines()) <= 10
    assert "circ-run small.ll" in (tmp_path / "reproduce.sh").read_text()


@pytest.mark.long
@pytest.mark.parametrize("start", SEEDS[::SHARD])
def test_campaign(start: int, jobs: str):
    if (reason := missing()) is not None:
        pytest.skip(reason)
    reports = campaign(range(start, start + SHARD), jobs)
    assert not [str(report) for report in reports if report.faults]

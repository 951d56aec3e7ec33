"""What a run of the tests that took too long says, and which cases it leaves out."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from budget import over_budget


def test_within_the_budget_nothing_is_said():
    assert over_budget(599.0, 600.0, 2, 0.5) is None
    assert over_budget(600.0, 600.0, 2, None) is None


@pytest.mark.parametrize(
    ("load", "end"),
    ((7.25, "this machine has 2, with a load of 7.2 on average"), (None, "has 2")),
)
def test_what_took_longer_says_so(load: float | None, end: str):
    line = over_budget(930.0, 600.0, 2, load)
    assert line is not None and line.startswith("slow: 15.5 minutes, and the budget is")
    assert "10.0 on two idle cores" in line and line.endswith(end)


def pytest_in(
    folder: Path, test: str, options: str
) -> subprocess.CompletedProcess[str]:
    """Run a file of tests with this suite's `conftest.py`."""
    (folder / "test_nothing.py").write_text(test)
    here = Path(__file__).parent
    (folder / "conftest.py").write_text((here / "conftest.py").read_text())
    options = f"-p no:cacheprovider --rootdir . -c {os.devnull} {options}"
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options.split()],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(here / "support")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("budget", "said"), (("0", True), ("1000000", False)))
@pytest.mark.every(2)
def test_a_run_never_fails_because_of_time(tmp_path: Path, budget: str, said: bool):
    test = "def test_nothing():\n    pass\n"
    done = pytest_in(tmp_path, test, f"--budget {budget} .")
    assert done.returncode == 0, done.stdout + done.stderr
    assert ("slow: " in done.stdout) == said
    assert (" s  test_nothing.py" in done.stdout) == said


CASES = """
import pytest

@pytest.mark.parametrize("n", range(8))
@pytest.mark.every(3, first=1)
def test_cases(n):
    pass
"""


@pytest.mark.parametrize(
    ("marks", "selected", "cases"),
    (
        ("not long", ".", "147"),
        ("long", ".", "02356"),
        ("not long", "test_nothing.py::test_cases[3]", "3"),
    ),
)
def test_some_cases_are_left_to_the_long_tests(
    tmp_path: Path, marks: str, selected: str, cases: str
):
    (tmp_path / "pytest.ini").write_text(f"[pytest]\naddopts = -m '{marks}'\n")
    done = pytest_in(tmp_path, CASES, f"-c pytest.ini --collect-only -q {selected}")
    assert re.findall(r"test_cases\[(\d)\]", done.stdout) == [*cases], done.stdout

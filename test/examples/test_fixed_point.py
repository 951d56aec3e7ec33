"""The fixed-point dialect: its own tests, and its README's commands."""

import subprocess
import sys
from operator import mul
from pathlib import Path

import pytest
from plugins import COMMANDS, installed

ROOT = Path(__file__).parents[2] / "examples" / "fixed_point"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    site = tmp_path_factory.mktemp("site")
    return installed(site, [ROOT / "fixed_point"], "fixed_point:UNIVERSE")


def run(environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    program, *arguments = command
    if program != sys.executable:
        program = str(COMMANDS / program)
    return subprocess.run(
        [program, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )


def test_lit_tests(environment: dict[str, str], tmp_path: Path):
    command = (sys.executable, "-c", "from lit.main import main; main()")
    output = ("--time-tests", "-v", "--output", str(tmp_path / "report.json"))
    done = run(environment, *command, *output, "tests")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("half", (0, 1))
def test_against_the_model(environment: dict[str, str], half: int):
    """In two processes, so that two cores are used."""
    names = (
        "binary or fir or vectors or text or comparison",
        "formats or integers or floats",
    )
    options = ("-q", "-p", "no:cacheprovider", "-n", "0", "-c", "/dev/null")
    done = run(
        environment,
        *(sys.executable, "-m", "pytest", *options, "--rootdir", "tests"),
        *("-k", names[half], "tests"),
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr


def test_readme_from_python(environment: dict[str, str]):
    (_, block) = (ROOT / "README.md").read_text().split("```python\n")
    done = run(environment, sys.executable, "-c", block.partition("```")[0])
    assert done.returncode == 0, done.stderr
    values = [float(text) for text in done.stdout.strip("[]\n").split()]
    samples, taps = [0, 0, 1, 2, -1, *[0] * 11], [0.25, 0.5, 0.25, 0]
    sums = [sum(map(mul, samples[i:], taps)) for i in range(13)]
    assert values == [max(total, 0) for total in sums]


def commands() -> list[str]:
    """The commands of the README, but the installation."""
    blocks = (ROOT / "README.md").read_text().split("```")[1::2]
    lines = [line for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith(("circ-run ", "circ-opt "))]


@pytest.mark.parametrize("command", commands())
def test_readme(environment: dict[str, str], command: str):
    line, _, expected = command.partition("  # ")
    done = run(environment, *line.replace("'", "").split())
    assert done.returncode == 0, done.stderr
    if expected:
        assert done.stdout.split() == expected.split()

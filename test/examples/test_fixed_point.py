"""The fixed-point dialect's own tests; its README is run as all pages are."""

import subprocess
import sys
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


@pytest.mark.long
def test_lit_tests(environment: dict[str, str], tmp_path: Path):
    command = (sys.executable, "-c", "from lit.main import main; main()")
    output = ("--time-tests", "-v", "--output", str(tmp_path / "report.json"))
    done = run(environment, *command, *output, "tests")
    assert done.returncode == 0, done.stdout + done.stderr


TESTS_OF_THE_MODEL = (
    *("text or comparison", "binary", "fir", "vectors"),
    *("formats", "integers", "floats"),
)


@pytest.mark.parametrize("names", TESTS_OF_THE_MODEL)
@pytest.mark.every(len(TESTS_OF_THE_MODEL))
def test_against_the_model(environment: dict[str, str], names: str):
    options = ("-q", "-p", "no:cacheprovider", "-n", "0", "-c", "/dev/null")
    done = run(
        environment,
        *(sys.executable, "-m", "pytest", *options, "--rootdir", "tests"),
        *("-k", names, "tests"),
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr

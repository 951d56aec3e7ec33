"""The example plug-in is found through its entry point, by circ-opt and by xdsl-opt."""

import subprocess
from pathlib import Path

import pytest
from plugins import COMMANDS, installed

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "examples" / "plugin"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The plug-in as pip would leave it: its module and its entry point on the path."""
    site = tmp_path_factory.mktemp("site")
    return installed(site, [PLUGIN / "toy_plugin.py"], "toy_plugin:UNIVERSE")


def run(environment: dict[str, str], command: str, *arguments: str, text: str = ""):
    return subprocess.run(
        [str(COMMANDS / command), *arguments],
        cwd=PLUGIN,
        env=environment,
        input=text,
        capture_output=True,
        text=True,
    )


def test_lowered_to_assembly(environment: dict[str, str]):
    pipeline = "lower-toy,lower-to-naplespu"
    done = run(
        environment, "circ-opt", "squares.mlir", "-p", pipeline, "-t", "naplespu-asm"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("mull_i32") == 2


def test_executed(environment: dict[str, str]):
    lowered = run(environment, "xdsl-opt", "squares.mlir", "-p", "lower-toy")
    assert lowered.returncode == 0, lowered.stderr
    done = run(environment, "circ-run", "-", "--", "3", "-4", text=lowered.stdout)
    assert (done.stdout, done.returncode) == ("25\n", 0), done.stderr


def test_meaning_at_every_level(environment: dict[str, str]):
    arguments = ("mean.mlir", "--compare-levels", "--json", "--", "2147483647", "-4")
    done = run(environment, "circ-run", *arguments)
    assert done.returncode == 0, done.stderr
    assert '"results": [1073741821]' in done.stdout
    assert all(f'"{level}"' in done.stdout for level in ("source", "gen", "naplespu"))


def test_unlowered_is_diagnosed(environment: dict[str, str]):
    done = run(environment, "circ-run", "squares.mlir", "--", "3", "4")
    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == (
        "squares.mlir:2:3: error: 'toy.square': this operation is not supported: "
        "its class has no meaning (HasMeaning, docs/extending.md)"
    )

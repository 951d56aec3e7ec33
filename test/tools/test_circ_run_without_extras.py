"""circ-run where only what circ needs is installed."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUN = """
import sys
sys.modules["llvmlite"] = None
from circ.tools.circ_run import main
sys.exit(main())
"""


@pytest.mark.parametrize("level", ("source", "circuit", "llvlir", "gen", "naplespu"))
def test_without_llvmlite(level: str):
    path = str(ROOT / "bench" / "data" / "gcd.mlir")
    command = [sys.executable, "-c", RUN, path, "--level", level, "--", "1071", "462"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("21\n", "")

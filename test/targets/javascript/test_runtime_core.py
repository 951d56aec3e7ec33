"""The core of JavaScript's run-time library, compiled natively and checked by C."""

import shutil
import subprocess
from pathlib import Path

import pytest

from circ.targets.javascript.builtins import FOLDER

RUNTIME = FOLDER / "runtime"
GCC = shutil.which("gcc")


@pytest.mark.skipif(GCC is None, reason="needs gcc")
@pytest.mark.parametrize(
    "sanitizers",
    (
        (),
        pytest.param(
            ("-fsanitize=undefined", "-fno-sanitize-recover"), marks=pytest.mark.long
        ),
    ),
    ids=("plain", "undefined"),
)
def test_core(sanitizers: tuple[str, ...], tmp_path: Path):
    program = tmp_path / "core"
    driver = Path(__file__).parent / "runtime_core.c"
    options = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-g", "-iquote", str(RUNTIME)]
    sources = [str(driver), *map(str, sorted(RUNTIME.glob("*.c")))]
    subprocess.run(
        [str(GCC), *options, *sanitizers, *sources, "-o", str(program), "-lm"],
        check=True,
    )
    result = subprocess.run(
        [program], capture_output=True, encoding="utf-8", check=False
    )
    assert result.stdout == "héllo €\n"
    assert result.stderr == "Uncaught TypeError: at the end\n"
    assert result.returncode == 1

"""Importing the generated modules costs little: they work nothing out."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LIMIT = 50.0
"""Milliseconds of processor time for all of them together."""
FILES = [
    *sorted((ROOT / "targets" / "naplespu" / "generated").glob("[a-z]*.py")),
    ROOT / "dialects" / "naplespu" / "generated" / "operations.py",
]
PROGRAM = f"""
import time
from importlib.util import module_from_spec, spec_from_file_location
import xdsl.backend.register_type, circ.dialects.common.machine
import circ.targets.tablegen.matching
start = time.process_time()
for number, file in enumerate({[str(file) for file in FILES]}):
    spec = spec_from_file_location(f"table{{number}}", file)
    spec.loader.exec_module(module_from_spec(spec))
print((time.process_time() - start) * 1000)
"""


def milliseconds(cache: Path) -> float:
    """As it is once the modules are compiled, which installing does."""
    environment = dict(os.environ, PYTHONPYCACHEPREFIX=str(cache))
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    return float(done.stdout)


def test_import_time(tmp_path: Path):
    assert len(FILES) > 8
    milliseconds(tmp_path)
    assert min(milliseconds(tmp_path) for _ in range(4)) < LIMIT

"""
The recipes of docs/input.md: what mlir-opt makes of tensors, linalg and affine runs.

`recipes/NAME.mlir` is the input and `NAME.lowered.mlir` what its recipe makes of it,
written by mlir-opt-19 under --regenerate and compared with it where it is installed.
The recipes themselves are read from the page.
"""

import re
import shlex
import shutil
import subprocess
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

RECIPES = Path(__file__).parent / "recipes"
DOCUMENT = Path(__file__).parents[2] / "docs" / "input.md"
NAMES = ("linalg", "affine", "vectors", "dynamic")
OPT = "mlir-opt-19"


def oracle(name: str) -> ModuleType:
    spec = spec_from_file_location(f"recipe_{name}", RECIPES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ORACLES = {name: oracle(name) for name in NAMES}
ENTRIES = [(name, entry) for name in NAMES for entry in ORACLES[name].INPUTS]


def options(name: str) -> list[str]:
    """The options of `mlir-opt NAME.mlir` on the page."""
    command = re.compile(rf"^mlir-opt {name}\.mlir((?:[^\n\\]|\\\n)*)", re.MULTILINE)
    match = command.search(DOCUMENT.read_text())
    assert match is not None, f"docs/input.md has no recipe for {name}"
    return shlex.split(match[1].replace("\\\n", " "))


@pytest.mark.parametrize("name", NAMES)
def test_recipe(name: str, request: pytest.FixtureRequest):
    if shutil.which(OPT) is None:
        pytest.skip(f"{OPT} is not installed")
    command = [OPT, str(RECIPES / f"{name}.mlir"), *options(name)]
    lowered = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    golden = RECIPES / f"{name}.lowered.mlir"
    if request.config.getoption("--regenerate"):
        golden.write_text(lowered)
    assert lowered == golden.read_text()


@pytest.mark.parametrize(
    ("name", "entry"), ENTRIES, ids=[f"{name}.{entry}" for name, entry in ENTRIES]
)
def test_lowered(agree, name: str, entry: str):
    text = (RECIPES / f"{name}.lowered.mlir").read_text()
    meaning = ORACLES[name]
    agree(text, entry, getattr(meaning, entry), meaning.INPUTS[entry])

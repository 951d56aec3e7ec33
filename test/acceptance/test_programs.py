"""
Programs as users bring them, each beside its meaning in Python.

`programs/NAME.mlir` has functions; `programs/NAME.py` a function of the same name for
each, and INPUTS by name. All levels must give the same bits, in results and arrays.
"""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

PROGRAMS = Path(__file__).parent / "programs"
NAMES = sorted(path.stem for path in PROGRAMS.glob("*.mlir"))


def oracle(name: str) -> ModuleType:
    spec = spec_from_file_location(f"oracle_{name}", PROGRAMS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ORACLES = {name: oracle(name) for name in NAMES}
ENTRIES = [(name, entry) for name in NAMES for entry in ORACLES[name].INPUTS]


@pytest.mark.parametrize(
    ("name", "entry"), ENTRIES, ids=[f"{name}.{entry}" for name, entry in ENTRIES]
)
def test_program(agree, name: str, entry: str):
    text = (PROGRAMS / f"{name}.mlir").read_text()
    meaning = ORACLES[name]
    agree(text, entry, getattr(meaning, entry), meaning.INPUTS[entry])

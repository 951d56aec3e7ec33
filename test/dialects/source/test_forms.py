"""
What mlir-opt 19 prints of each operation that circ supports, custom and generic.

`test/data/forms/example.mlir` has the examples, `pretty.mlir` and `generic.mlir` are
mlir-opt's output; both are the same module to circ.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from source_text import read

ROOT = Path(__file__).parents[3]
FORMS = ROOT / "test" / "data" / "forms"
PROGRAM = "mlir-opt-19"
OPTIONS = {"pretty": [], "generic": ["-mlir-print-op-generic"]}


def text_of(form: str) -> str:
    return (FORMS / f"{form}.mlir").read_text()


def test_both_forms_are_one_module():
    example = read((FORMS / "example.mlir").read_text())
    for form in OPTIONS:
        assert read(text_of(form)).is_structurally_equivalent(example), form


def test_there_is_an_example_of_each_operation():
    table = (ROOT / "docs" / "input.md").read_text()
    supported = set(re.findall(r"^\| `([\w.]+)` \| supported", table, re.MULTILINE))
    shown = set(re.findall(r'"([\w.]+)"\(', text_of("generic")))
    assert len(supported) > 100
    assert supported <= shown


@pytest.mark.skipif(shutil.which(PROGRAM) is None, reason=f"needs {PROGRAM}")
@pytest.mark.parametrize("form", OPTIONS)
def test_data_is_what_mlir_opt_prints(form: str):
    command = [PROGRAM, FORMS / "example.mlir", *OPTIONS[form]]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert printed == text_of(form)

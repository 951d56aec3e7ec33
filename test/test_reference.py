"""The generated pages of docs/reference say what the definitions say."""

from pathlib import Path

import pytest
from reference import PAGES
from reference.circuit import (
    argument,
    example_module,
    program_module,
    program_with,
)
from reference.gate_examples import PROGRAMS, PURE, Program
from reference.naplespu import SECTIONS, meaning_of

import circ
from circ.dialects.circuit import GATES
from circ.dialects.circuit.control import ROOTS

FOLDER = Path(__file__).parents[1] / "docs" / "reference"


@pytest.mark.parametrize("name", PAGES)
def test_golden_page(name: str, request: pytest.FixtureRequest):
    golden, text = FOLDER / name, PAGES[name]()
    if request.config.getoption("--regenerate"):
        golden.write_text(text)
    assert text == golden.read_text()


def test_every_gate_has_an_example():
    others = GATES.keys() - PURE.keys() - {root.OPCODE for root in ROOTS}
    assert [opcode for opcode in others if program_with(opcode) is None] == []


def test_every_operation_of_naplespu_has_a_meaning():
    operations = [name for names in SECTIONS.values() for name in names]
    assert [name for name in operations if not meaning_of(name)] == []


@pytest.mark.parametrize("name", PURE)
@pytest.mark.every(5)
def test_example_of_a_gate_agrees_at_every_level(name: str):
    module = example_module(PURE[name])
    for values in PURE[name].rows:
        circ.compare_levels(module, *map(argument, values))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.title)
def test_example_program_agrees_at_every_level(program: Program):
    module = program_module(program.text)
    entry = "f" if "function f" in program.text else "example"
    for values in program.runs:
        try:
            circ.compare_levels(module, *map(argument, values), entry=entry)
        except circ.Diagnostic as error:
            assert "was thrown" in error.message  # at every level alike

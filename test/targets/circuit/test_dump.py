"""Dumps of gates: what is read and written, and one diagnostic for anything else."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.circuit import example_module
from reference.gate_examples import PROGRAMS, PURE

import circ
from circ.dialects.circuit import GATES
from circ.dialects.circuit.control import ROOTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.circuit.dump import read_dump, write_dump
from circ.targets.circuit.gates import read_gates, write_gates

DATA = Path(__file__).parents[2] / "data" / "circuit"

EXAMPLES = {
    **{p.title: read_gates(p.text, "example.circuit") for p in PROGRAMS},
    **{opcode: example_module(example) for opcode, example in PURE.items()},
    **{p.stem: read_gates(p.read_text(), p.name) for p in DATA.glob("[DSUO]*.circuit")},
}


def test_examples_have_every_gate():
    found = {type(gate) for module in EXAMPLES.values() for gate in module.walk()}
    assert set(GATES.values()) - set(ROOTS) <= found


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_gate_is_read_as_written(name: str):
    """In both texts; a dump has numbers, and no names."""
    module = EXAMPLES[name]
    text = write_gates(module)
    assert write_gates(read_gates(text, "again.circuit")) == text
    dump = write_dump(module)
    again = read_dump(dump, "again.dump")
    assert write_dump(again) == dump
    assert [op.name for op in again.walk()] == [op.name for op in module.walk()]


LOG = (DATA / "compiler_log.dump").read_text()


def test_a_log_is_read():
    """With the code's names, numbers and order of operands; of the last dump."""
    assert write_gates(read_dump(LOG, "log.dump")) == (
        ";; function main\n"
        "arg = ARG[I32] {0}\n"
        "arg_1 = ARG[ARCH] {1}\n"
        "constant = CONST[I32] {-1}\n"
        "icmp = ICMP[I1] {SLT} : | | arg, constant\n"
        "store = STORE : | DE | arg, arg_1\n"
        "srem = SREM[I32] : | | arg, constant\n"
        "return = RETURN : SE | store | icmp\n"
    )


def test_a_program_is_read_and_runs(tmp_path: Path):
    path = tmp_path / "loop.circuit"
    path.write_text(next(p.text for p in PROGRAMS if p.title == "A loop"))
    dump = tmp_path / "loop.dump"
    dump.write_text(str(circ.emit(path, "circuit-dump")))
    assert circ.run(dump, 4).results == circ.run(path, 4).results


GATE = '{"id":5, "op":"ARG", "MType":"I32, bitfield=0x0, ", "in":[[],[],[],[],[]]},\n'


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("", "1:1: error: there is no gate in the log"),
        ('{"id":5,\n', "1:1: error: a gate must be an object in JSON"),
        ('{"id":5}', "1:1: error: a gate must have 'op', a text"),
        (f"x {GATE.replace('5', '-5', 1)}", "1:3: error: 'id' must be a number"),
        (GATE.replace("ARG", "STATE_SPLIT"), "'STATE_SPLIT' has no counterpart"),
        (GATE.replace("I32,", "I33,"), "'I33' is not a type"),
        (GATE.replace("I32,", ""), "MType must begin with a machine type and a comma"),
        (GATE.replace("0x0", "0x" + "f" * 17), "bitfield of at most 64 bits"),
        (GATE + GATE, "2:1: error: the name '5' is taken"),
        (GATE.replace("[[]", "[[N]"), "an input is missing (N)"),
        (GATE.replace("[[]", "[[7]"), "ARG needs 0 state operands, but has 1 (rule 1)"),
        (GATE.replace("[],[]]", "1]"), "'in' must be 5 lists of numbers"),
        (GATE.replace("[],[]]", '[],["x"]]'), "'in' must be 5 lists of numbers"),
        (GATE.replace("ARG", "ICMP").replace("0x0", "0xb"), "11 is not the number of"),
        (GATE.replace("ARG", "STATE_ENTRY") * 2, "STATE_ENTRY must stand once"),
        ('{"id":' + "[" * 100_000, "1:1: error: a gate must be an object in JSON"),
        ('{"id":' + "9" * 5_000 + "}", "1:1: error: a gate must be an object in JSON"),
    ),
)  # fmt: skip
def test_one_diagnostic_with_its_place(text: str, message: str):
    with pytest.raises(Diagnostic) as caught:
        read_dump(text, "a.dump")
    assert str(caught.value).startswith("a.dump:")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.data())
@settings(max_examples=100)
def test_mutated_text_is_read_or_diagnosed(data: st.DataObject):
    text = LOG
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 12))
        piece = data.draw(st.sampled_from(('"', "{", "9", "N", "[]", ",", "", "\n")))
        text = text[:start] + piece + text[end:]
    try:
        module = read_dump(text, "a.dump")
    except Diagnostic as error:
        assert error.location is not None
    else:
        assert write_dump(read_dump(write_dump(module), "b.dump")) == write_dump(module)

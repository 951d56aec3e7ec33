"""The toy machine of docs/describe-a-target.md: description, tables and assembler."""

import importlib
import re
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naplespu_description import INCLUDE, ROOT, records_of
from tablegen_modules import generate

TOY = ROOT / "examples" / "toy_target"
BACKENDS = (
    *("instr-info", "register-info", "emitter", "disassembler", "asm-writer"),
    *("asm-matcher", "callingconv", "subtarget", "xdsl-dialect"),
)
COUNT = (
    *(0x4400, 0x7206, 0x5600, 0x0498, 0x1002, 0x127F, 0x4600, 0x77F9, 0x1080),
    0x8000,
)


@pytest.fixture(scope="module")
def toy() -> Iterator[ModuleType]:
    """The example's own module, as where it is run."""
    sys.path.insert(0, str(TOY))
    yield importlib.import_module("toy")
    sys.path.remove(str(TOY))
    for name in [n for n in sys.modules if n.partition(".")[0] in ("toy", "generated")]:
        del sys.modules[name]


@pytest.mark.parametrize("backend", BACKENDS)
def test_golden(backend: str, request: pytest.FixtureRequest):
    golden = TOY / "generated" / f"{backend.replace('-', '_')}.py"
    text = generate(f"gen-{backend}", records_of(TOY / "Toy.td", INCLUDE))
    if request.config.getoption("--regenerate"):
        golden.write_text(text)
    assert text == golden.read_text()


def test_the_program(toy: ModuleType):
    assert tuple(toy.assemble((TOY / "count.s").read_text())) == COUNT
    assert tuple(toy.assemble("\n".join(toy.disassemble(list(COUNT))))) == COUNT


@given(st.lists(st.integers(0, 0xFFFF), min_size=1, max_size=50))
def test_words_survive_the_way_through_assembly(toy: ModuleType, words: list[int]):
    for word, line in zip(words, toy.disassemble(words), strict=True):
        if line.startswith(".word"):
            assert int(line.split()[1], 0) == word
        else:
            assert toy.assemble(line) == [word]


@pytest.mark.parametrize(
    ("line", "message"),
    (
        ("nand r1, r2, r3", "line 1: 'nand' is no instruction"),
        ("li r1, 256", "line 1: operand 2 of 'li' must be in -256..255"),
        ("add r1, r2, 3", "line 1: operand 3 of 'add' does not fit"),
        ("bz r1, nowhere", "line 1: 'nowhere' is no register and no label"),
    ),
)
def test_errors(toy: ModuleType, line: str, message: str):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        toy.assemble(line)

"""The generated modules are what the description gives, to the letter."""

from pathlib import Path

import pytest
from naplespu_description import ROOT, naplespu_records
from tablegen_modules import generate

from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends import BACKENDS

TABLES = Path("targets/naplespu/generated")
GENERATED = {
    "gen-asm-matcher": TABLES / "asm_matcher.py",
    "gen-asm-writer": TABLES / "asm_writer.py",
    "gen-callingconv": TABLES / "calling_convention.py",
    "gen-dag-isel": TABLES / "selection.py",
    "gen-disassembler": TABLES / "disassembler.py",
    "gen-emitter": TABLES / "emitter.py",
    "gen-instr-info": TABLES / "instr_info.py",
    "gen-register-info": TABLES / "register_info.py",
    "gen-subtarget": TABLES / "subtarget.py",
    "gen-xdsl-dialect": Path("dialects/naplespu/generated/operations.py"),
}


@pytest.mark.parametrize("option", GENERATED)
def test_golden(option: str, request: pytest.FixtureRequest):
    golden = ROOT / GENERATED[option]
    text = generate(option, naplespu_records())
    if request.config.getoption("--regenerate"):
        golden.write_text(text)
    assert text == golden.read_text()


OPCODES = ROOT / TABLES / "Opcodes.td"
OPCODES_HEAD = """\
// The order of NaplesPU's opcodes. A new instruction is added at the end, so that the
// others keep their numbers: `make goldens` does so. One that is gone is deleted here.

def NaplesPUOpcodes : OpcodeOrder<[
"""


def test_all_instructions_have_an_opcode_that_stays(request: pytest.FixtureRequest):
    instructions = Target(naplespu_records()).instructions
    names = "".join(f"  {each.name},\n" for each in instructions if not each.is_generic)
    text = f"{OPCODES_HEAD}{names}]>;\n"
    if request.config.getoption("--regenerate"):
        OPCODES.write_text(text)
    assert text == OPCODES.read_text()


def test_golden_folders_hold_nothing_else():
    folders = {path.parent for path in GENERATED.values()}
    found = {
        path.relative_to(ROOT)
        for folder in folders
        for path in (ROOT / folder).glob("*.py")
        if path.name != "__init__.py"
    }
    assert found == set(GENERATED.values())
    assert set(GENERATED) <= set(BACKENDS)

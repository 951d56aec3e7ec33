"""
Every generated module is Python, whatever the description names and leaves empty.

All tests generate by `tablegen_modules.generate`, which compiles what it gets; here are
all backends over all descriptions, and names that are not those of Python.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from naplespu_description import ROOT
from tablegen_modules import (
    DATA,
    INCLUDE,
    executed,
    generate,
    module_of,
    records_of,
    reference_records,
)
from tablegen_rejections import rejection

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen import load
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends import BACKENDS

HERE = Path(__file__).parent
DESCRIPTIONS = sorted(
    path for path in HERE.glob("*.td") if "circ/Target.td" in path.read_text()
)


def test_all_tests_use_the_helper():
    paths = [*ROOT.glob("test/**/test_*.py"), *ROOT.glob("test/support/*.py")]
    assert len(paths) > 100
    for path in paths:
        imports = re.findall(
            r"^from circ\S*backends\S* import .*", path.read_text(), re.M
        )
        assert not any(re.search(r"\bgenerate\b", line) for line in imports), path


@pytest.mark.parametrize("path", DESCRIPTIONS, ids=lambda path: path.stem)
def test_descriptions_of_other_tests(path: Path):
    assert made(load(path, [INCLUDE])) >= 4


@pytest.mark.parametrize("name", ("mini.td", "im2.td", "st.td"))
def test_reference_descriptions(name: str, tmp_path: Path):
    assert (DATA / name).exists()
    assert made(reference_records(name, tmp_path)) >= 4


def made(records: Any) -> int:
    """Run all backends; how many have something to say."""
    count = 0
    for option in BACKENDS:
        try:
            executed(generate(option, records))
        except Diagnostic:
            continue
        count += 1
    return count


TARGET = """
include "circ/Target.td"
include "circ/Gen.td"
include "circ/SearchableTable.td"
def TInfo : InstrInfo { let guessInstructionProperties = 0; }
"""
ODD = HERE / "odd_names.td"


@pytest.mark.parametrize("option", BACKENDS)
def test_odd_names(option: str):
    text = generate(option, load(ODD, [INCLUDE]))
    assert executed(text)


def test_odd_names_keep_their_meaning():
    records = load(ODD, [INCLUDE])
    emitter = module_of("gen-emitter", records)
    assert emitter.Hooks._fields == ("count_", "enc_1_", "enc_1__")
    decoder = module_of("gen-disassembler", records)
    assert decoder.Hooks._fields == ("x_dec", "dec_1___x")
    word = emitter.encode(
        Target(records).by_name["i.j\n"].opcode,
        (0b10110001,),
        emitter.Hooks(*[lambda opcode, operands, number: operands[number]] * 3),
    )
    found = decoder.decode(
        word,
        decoder.DECODER_TABLE_Thumb_2___32,
        decoder.Hooks(*[lambda value, address: (value,)] * 2),
    )
    assert found.operands == (0b10110001,)
    info = module_of("gen-register-info", records)
    assert info.REGISTERS[info.Register.for_].assembly_name.startswith('a"b\\c\n')
    features = module_of("gen-subtarget", records)
    assert features.FEATURES['f"x'].number == features.Feature.FX_


@pytest.mark.parametrize(
    ("option", "text", "message"),
    (
        (
            "gen-register-info",
            'def "a.b" : Register<"x">; def "a-b" : Register<"y">;'
            'def G : RegisterClass<"", [i32], 32, (add !cast<Register>("a.b"))>;',
            "'a-b' and 'a.b' are one name in Python",
        ),
        (
            "gen-subtarget",
            'def "a.b" : SubtargetFeature<"x", "X", "true", "">;'
            'def a_b : SubtargetFeature<"y", "Y", "true", "">;',
            "'a.b' and 'a_b' are one name in Python",
        ),
    ),
)
def test_names_that_python_cannot_tell_apart(
    option: str, text: str, message: str, tmp_path: Path
):
    assert rejection(option, TARGET + text, tmp_path) == message


def test_deep_trees(tmp_path: Path):
    """As many questions as a wide word has bits, each inside the one before."""
    text = "".join(
        f"""
        def I{bit} : Instruction {{
          let Namespace = "T"; let Size = 16; let OutOperandList = (outs);
          let InOperandList = (ins); field bits<128> Inst; let Inst{{{bit}}} = 1;
          {f"let Inst{{{bit - 1}-0}} = 0;" if bit else ""}
        }}"""
        for bit in range(128)
    )
    target = "def T : Target { let InstructionSet = TInfo; }"
    decoder = module_of(
        "gen-disassembler", records_of(TARGET + text + target, tmp_path)
    )
    for bit in range(128):
        found = decoder.decode(1 << bit, decoder.DECODER_TABLE_128)
        assert found is not None
        mask, match, opcode, *_ = decoder.LEAVES[
            next(i for i, leaf in enumerate(decoder.LEAVES) if leaf[2] == found.opcode)
        ]
        assert match == 1 << bit and mask == (2 << bit) - 1 and opcode == found.opcode

"""InstrMapping: tables from one form of an instruction to another."""

import re
from pathlib import Path
from typing import Any

import pytest
from tablegen_modules import DATA, module_of, records_of, reference_records

from circ.dialects.common.diagnostics import Diagnostic

BASE = """
include "circ/Target.td"
def R0 : Register<"r0"> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
class I : Instruction {
  let Namespace = "Toy";
  let OutOperandList = (outs);
  let InOperandList = (ins);
}
class Form<string base, string sense> { string Base = base; string Sense = sense; }
"""
MAPPING = """
def forms : InstrMapping {
  let FilterClass = "Form";
  let RowFields = ["Base"];
  let ColFields = ["Sense"];
  let KeyCol = [""];
  let ValueCols = [["t"]];
}
"""


def module(text: str, folder: Path) -> Any:
    return module_of("gen-instr-info", records_of(BASE + text, folder))


def message(text: str, folder: Path) -> str:
    with pytest.raises(Diagnostic) as error:
        module(text, folder)
    return error.value.message


def test_predicated_forms_of_the_reference_target(tmp_path: Path):
    """Every row of LLVM's table; what it leaves out is -1."""
    text = (DATA / "mini.gen-instr-info.inc").read_text()
    found = module_of("gen-instr-info", reference_records("mini.td", tmp_path))
    table = re.search(r"getPredOpcodeTable\[\]\[3\] = \{(.*?)\n\};", text, re.DOTALL)
    assert table
    rows = re.findall(
        r"\{ Mini::(\w+), (?:Mini::)?(\S+), (?:Mini::)?(\S+) \}", table[1]
    )
    wanted = {row[0]: row[1:] for row in rows}
    assert len(wanted) == 3
    for opcode in found.Opcode:
        for place, sense in enumerate(found.PredSense):
            name = wanted.get(opcode.name, ("", ""))[place]
            form = found.Opcode[name] if name in found.Opcode.__members__ else -1
            assert found.getPredOpcode(opcode, sense) == form, (opcode, sense)
    enum = re.search(r"enum PredSense \{(.*?)\}", text, re.DOTALL)
    assert enum
    assert [each.name for each in found.PredSense] == re.findall(r"\w+", enum[1])
    assert found.getPredOpcode(found.Opcode.ADD, 2) == -1
    assert found.getPredOpcode(100_000, found.PredSense.PredSense_true) == -1


def test_corner_cases(tmp_path: Path):
    found = module_of("gen-instr-info", reference_records("im2.td", tmp_path))
    a, a_t = found.Opcode.A, found.Opcode.A_t
    assert (found.toT(a), found.toT(a_t)) == (a_t, -1)
    assert (found.none(a), found.none(a_t)) == (-1, -1)
    sense, base = found.Sense, found.Base
    assert found.two(a, sense.Sense_t, base.Base_A) == a_t
    assert found.two(a, sense.Sense_u, base.Base_A) == -1
    assert [each.name for each in sense] == ["Sense_t", "Sense_u"]
    assert [each.name for each in base] == ["Base_A"]


def test_two_key_instructions_of_one_row_both_have_forms(tmp_path: Path):
    text = """
def A : I, Form<"a", "">; def A2 : I, Form<"a", ""> { let isPseudo = 1; }
def A_t : I, Form<"a", "t">;
"""
    found = module(text + MAPPING, tmp_path)
    assert found.forms(found.Opcode.A) == found.Opcode.A_t
    assert found.forms(found.Opcode.A2) == found.Opcode.A_t


def test_rows_compare_fields_of_any_type(tmp_path: Path):
    text = """
class Wide<int width, bits<2> kind, I other> {
  int Width = width; bits<2> Kind = kind; I Other = other; bit Flag = 0;
}
def N : I;
def A : I, Wide<8, 1, N>; def A_f : I, Wide<8, 1, N> { let Flag = 1; }
def B : I, Wide<16, 1, N>; def B_f : I, Wide<16, 2, N> { let Flag = 1; }
def flagged : InstrMapping {
  let FilterClass = "Wide";
  let RowFields = ["Width", "Kind", "Other"];
  let ColFields = ["Flag"];
  let KeyCol = ["0"];
  let ValueCols = [["1"]];
}
"""
    found = module(text, tmp_path)
    assert found.flagged(found.Opcode.A) == found.Opcode.A_f
    assert found.flagged(found.Opcode.B) == -1


def test_names_of_the_description_keep_away_from_the_module(tmp_path: Path):
    text = """
class Kinds<string k> { string Opcode = k; string Base = "b"; }
def A : I, Kinds<"x">; def B : I, Kinds<"y z">; def C : I, Kinds<"">;
def Flag : InstrMapping {
  let FilterClass = "Kinds";
  let RowFields = ["Base"];
  let ColFields = ["Opcode"];
  let KeyCol = ["x"];
  let ValueCols = [["y z"], [""]];
}
"""
    found = module(text, tmp_path)
    assert [each.name for each in found.Opcode_] == ["Opcode_y_z", "Opcode_"]
    assert found.Flag_(found.Opcode.A, 0) == found.Opcode.B
    assert found.Flag_(found.Opcode.A, found.Opcode_(1)) == found.Opcode.C


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (
            ('ValueCols = [["t"]]', "ValueCols = []"),
            "InstrMapping record `forms' has empty `ValueCols' field!",
        ),
        (
            ('ValueCols = [["t"]]', 'ValueCols = [["t", "u"]]'),
            "Record `forms', field `ValueCols' entries don't match with the entries in "
            "'ColFields' !",
        ),
        (
            ('KeyCol = [""]', "KeyCol = []"),
            "Record `forms', field `KeyCol' has fewer entries than 'ColFields'",
        ),
        (
            ('["Base"]', '["Nope"]'),
            'No value "Nope" found in "A" instruction description.',
        ),
        (
            ('["Sense"]', '["Nope"]'),
            'No value "Nope" found in "A" instruction description.',
        ),
        (
            ('ColFields = ["Sense"]', 'ColFields = ["Sense", "Sense"]'),
            "Record `forms', field `ColFields' repeats a field",
        ),
        (
            ("def forms", 'def A_t2 : I, Form<"a", "t">; def forms'),
            "Multiple matches found for `A', for the relation `forms', "
            'row fields ["a"], column `["t"]\'',
        ),
        (
            (
                "def forms",
                'def B : I, Form<"b", ""> ; def X : Form<"b", "t">; def forms',
            ),
            "'X' is in the relation `forms' but is no instruction",
        ),
        (
            ('[["t"]]', '[["a b"], ["a-b"]]'),
            "'Sense_a b' and 'Sense_a-b' are one name in Python",
        ),
    ],
)
def test_wrong_mappings(change: tuple[str, str], wanted: str, tmp_path: Path):
    text = 'def A : I, Form<"a", "">; def A_t : I, Form<"a", "t">;' + MAPPING
    assert change[0] in text
    assert message(text.replace(*change), tmp_path) == wanted


def test_key_column_may_be_too_long(tmp_path: Path):
    text = 'def A : I, Form<"a", "">; def A_t : I, Form<"a", "t">;' + MAPPING
    found = module(text.replace('KeyCol = [""]', 'KeyCol = ["", "x"]'), tmp_path)
    assert found.forms(found.Opcode.A) == found.Opcode.A_t

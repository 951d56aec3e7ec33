"""
What an introduction to TableGen shows, as descriptions of our own.

Document: an article of 2019 on describing processors in LLVM with TableGen: classes
with parameters, multiclasses, target flags, function predicates, instruction mappings.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tablegen_modules import module_of, records_of

from circ.targets.tablegen.records import Dag

BASE = """
include "circ/Target.td"
foreach n = 0...3 in def R#n : Register<"r"#n> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i32], 32, (sequence "R%u", 0, 3)>;
def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
class I<dag outputs, dag inputs> : Instruction {
  let Namespace = "Toy";
  let Size = 4;
  let OutOperandList = outputs;
  let InOperandList = inputs;
}
"""


def test_class_with_parameters(tmp_path: Path):
    """A class of sizes, two records of it, and one that changes a field."""
    text = """
class Sizes<int size, int slot, int align> {
  int RegSize = size;
  int SpillSize = slot;
  int SpillAlignment = align;
}
def Word : Sizes<32, 32, 32>;
def Flags : Sizes<1, 8, 8> { let SpillSize = 32; }
"""
    records = records_of(text, tmp_path)
    fields = ("RegSize", "SpillSize", "SpillAlignment")
    assert [records["Word"].integer(name) for name in fields] == [32, 32, 32]
    assert [records["Flags"].integer(name) for name in fields] == [1, 32, 8]
    assert records["Word"].is_a("Sizes")


def test_operand_class_with_defaults(tmp_path: Path):
    """An operand of several parts, whose way of parsing is a record by default."""
    text = """
def AnyAddress : AsmOperandClass { let Name = "Address"; }
def ByteAddress : AsmOperandClass {
  let Name = "ByteAddress";
  let SuperClasses = [AnyAddress];
}
class Address<string method, AsmOperandClass match = AnyAddress> : Operand<i32> {
  let PrintMethod = method;
  let MIOperandInfo = (ops GPR, i8imm, GPR, i32imm);
  let ParserMatchClass = match;
  let OperandType = "OPERAND_MEMORY";
}
def word_at : Address<"printWordAt">;
def byte_at : Address<"printByteAt", ByteAddress>;
def LOAD : I<(outs GPR:$d), (ins byte_at:$from, word_at:$other)>;
"""
    module = module_of("gen-instr-info", records_of(BASE + text, tmp_path))
    load = module.INSTRUCTIONS[module.Opcode.LOAD]
    kinds = [(each.register_class, each.operand_type) for each in load.operands[1:5]]
    assert kinds == [
        ("GPR", "MCOI::OPERAND_MEMORY"),
        (None, "MCOI::OPERAND_MEMORY"),
        ("GPR", "MCOI::OPERAND_MEMORY"),
        (None, "MCOI::OPERAND_MEMORY"),
    ]
    records = records_of(BASE + text, tmp_path)
    assert records["word_at"].record("ParserMatchClass").name == "AnyAddress"
    assert records["byte_at"].record("ParserMatchClass").records("SuperClasses") == (
        records["AnyAddress"],
    )


def test_multiclass_makes_both_forms(tmp_path: Path):
    """Three operations, each with registers only and with a constant."""
    text = """
def GPR; def Imm; def listed;
class inst<int number, string text, dag operands> {
  int Number = number;
  string Text = text;
  dag List = operands;
}
multiclass ri_inst<int number, string text> {
  def _rr : inst<number, !strconcat(text, " $dst, $src1, $src2"),
                 (listed GPR:$dst, GPR:$src1, GPR:$src2)>;
  def _ri : inst<number, !strconcat(text, " $dst, $src1, $src2"),
                 (listed GPR:$dst, GPR:$src1, Imm:$src2)>;
}
defm ADD : ri_inst<0b111, "add">;
defm SUB : ri_inst<0b101, "sub">;
defm MUL : ri_inst<0b100, "mul">;
"""
    records = records_of(text, tmp_path)
    found = {each.name: each for each in records.derived("inst")}
    assert sorted(found) == ["ADD_ri", "ADD_rr", "MUL_ri", "MUL_rr", "SUB_ri", "SUB_rr"]
    assert found["SUB_ri"].integer("Number") == 5
    assert found["SUB_ri"].string("Text") == "sub $dst, $src1, $src2"
    operands = found["MUL_ri"].dag("List")
    assert isinstance(operands, Dag)
    assert [(each.value, each.name) for each in operands.arguments] == [
        (records["GPR"], "dst"),
        (records["GPR"], "src1"),
        (records["Imm"], "src2"),
    ]


def test_multiclass_of_multiclasses(tmp_path: Path):
    text = """
class inst<string text> { string Text = text; }
multiclass forms<string text> { def _rr : inst<text>; def _ri : inst<text # "i">; }
multiclass widths<string text> {
  defm _32 : forms<text # ".w">;
  defm _64 : forms<text # ".d">;
}
defm ADD : widths<"add">;
"""
    records = records_of(text, tmp_path)
    texts = {each.name: each.string("Text") for each in records.derived("inst")}
    assert texts == {
        "ADD_32_ri": "add.wi",
        "ADD_32_rr": "add.w",
        "ADD_64_ri": "add.di",
        "ADD_64_rr": "add.d",
    }


SCALAR = 1 << 0
KIND_MASK = 0x7F << 1
KIND_MEMORY = 5 << 1


def test_target_flags(tmp_path: Path):
    """One bit that says scalar, seven that say the kind; masks are written by hand."""
    text = """
class Kind<bits<7> value> { bits<7> Value = value; }
def Arithmetic : Kind<1>;
def Memory : Kind<5>;
class Flagged<Kind kind> : I<(outs GPR:$d), (ins GPR:$a)> {
  bit Scalar = 0;
  Kind Type = kind;
  let TSFlags{0} = Scalar;
  let TSFlags{7-1} = Type.Value;
}
def LOAD : Flagged<Memory>;
let Scalar = 1 in {
  def S_ADD : Flagged<Arithmetic>;
  def S_LOAD : Flagged<Memory>;
}
"""
    module = module_of("gen-instr-info", records_of(BASE + text, tmp_path))
    flags = {each.name: each.target_flags for each in module.INSTRUCTIONS}
    assert (flags["LOAD"], flags["S_ADD"], flags["S_LOAD"]) == (0b1010, 0b11, 0b1011)
    assert [name for name in flags if flags[name] & SCALAR] == ["S_ADD", "S_LOAD"]
    memory = [name for name in flags if flags[name] & KIND_MASK == KIND_MEMORY]
    assert memory == ["LOAD", "S_LOAD"]


def operand(kind: str, value: int) -> Any:
    return SimpleNamespace(
        is_reg=lambda: kind == "reg",
        is_imm=lambda: kind == "imm",
        is_global=lambda: kind == "global",
        get_reg=lambda: value,
        get_imm=lambda: value,
    )


@pytest.mark.parametrize(
    ("opcode", "operands", "wanted"),
    [
        ("LEA32", [("reg", 1), ("reg", 2), ("reg", 3), ("imm", 4)], True),
        ("LEA16", [("reg", 1), ("reg", 2), ("reg", 3), ("global", 0)], True),
        ("LEA32", [("reg", 1), ("reg", 2), ("reg", 3), ("imm", 0)], False),
        ("LEA32", [("reg", 1), ("reg", 0), ("reg", 3), ("imm", 4)], False),
        ("LEA32", [("reg", 1), ("reg", 2), ("imm", 3), ("imm", 4)], False),
        ("ADD", [("reg", 1), ("reg", 2), ("reg", 3), ("imm", 4)], False),
    ],
)
def test_function_predicate(
    opcode: str, operands: list[tuple[str, int]], wanted: bool, tmp_path: Path
):
    """Is it an address of base, index and a displacement that counts?"""
    text = """
class Lea : I<(outs GPR:$d), (ins GPR:$base, GPR:$index, i32imm:$displacement)>;
def LEA16 : Lea; def LEA32 : Lea; def ADD : Lea;
def Counts : CheckAny<[
  CheckAll<[CheckIsImmOperand<3>, CheckNot<CheckZeroOperand<3>>]>,
  CheckNonPortable<"MI.get_operand(3).is_global()">
]>;
def LeaCases : MCOpcodeSwitchCase<[LEA16, LEA32], MCReturnStatement<CheckAll<[
  CheckIsRegOperand<1>, CheckValidRegOperand<1>,
  CheckIsRegOperand<2>, CheckValidRegOperand<2>, Counts
]>>>;
def LeaBody : MCOpcodeSwitchStatement<[LeaCases], MCReturnStatement<FalsePred>>;
def LeaQuestion : TIIPredicate<"isThreeOperandsLEA", LeaBody>;
"""
    module = module_of("gen-instr-info", records_of(BASE + text, tmp_path))
    machine = SimpleNamespace(
        get_opcode=lambda: module.Opcode[opcode],
        get_operand=lambda index: operand(*operands[index]),
    )
    assert module.isThreeOperandsLEA(machine) is wanted


def test_instruction_mapping(tmp_path: Path):
    """Plain instructions to the forms under a predicate that is true or false."""
    text = """
class PredRel { string BaseOpcode; string PredSense; }
multiclass Predicated<string name> {
  let BaseOpcode = name in {
    def "" : I<(outs), (ins)>, PredRel { let PredSense = ""; }
    def _pt : I<(outs), (ins)>, PredRel { let PredSense = "true"; }
    def _pf : I<(outs), (ins)>, PredRel { let PredSense = "false"; }
  }
}
defm ADD : Predicated<"ADD">;
defm SUB : Predicated<"SUB">;
let BaseOpcode = "JMP", PredSense = "" in def JMP : I<(outs), (ins)>, PredRel;
def getPredOpcode : InstrMapping {
  let FilterClass = "PredRel";
  let RowFields = ["BaseOpcode"];
  let ColFields = ["PredSense"];
  let KeyCol = [""];
  let ValueCols = [["true"], ["false"]];
}
"""
    module = module_of("gen-instr-info", records_of(BASE + text, tmp_path))
    opcode, sense = module.Opcode, module.PredSense
    wanted = {
        ("ADD", sense.PredSense_true): opcode.ADD_pt,
        ("ADD", sense.PredSense_false): opcode.ADD_pf,
        ("SUB", sense.PredSense_true): opcode.SUB_pt,
        ("SUB", sense.PredSense_false): opcode.SUB_pf,
    }
    for each in opcode:
        for value in sense:
            form = wanted.get((each.name, value), -1)
            assert module.getPredOpcode(each, value) == form

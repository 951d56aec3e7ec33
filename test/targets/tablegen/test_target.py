"""Instructions of a target, their order, operands and constraints."""

from pathlib import Path

import pytest
from tablegen_modules import (
    DATA,
    LLVM_INCLUDE,
    llvm_include,
    records_of,
    reference_records,
)

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen import load
from circ.targets.tablegen.analysis.instruction import Instruction
from circ.targets.tablegen.analysis.register_classes import RegisterSize
from circ.targets.tablegen.analysis.target import Target

BASE = """
include "circ/Target.td"
def R0 : Register<"r0"> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
def Mem : Operand<i32> {
  let MIOperandInfo = (ops GPR:$base, i32imm:$off);
  let OperandType = "OPERAND_MEMORY";
}
class I : Instruction {
  let Namespace = "Toy";
  let OutOperandList = (outs GPR:$a, GPR:$b);
  let InOperandList = (ins GPR:$c, GPR:$d, Mem:$m, (Mem $x, $y):$n);
}
"""


def instruction(body: str, folder: Path) -> Instruction:
    """The instruction X with this body."""
    records = records_of(f"{BASE}\ndef X : I {{ {body} }}", folder)
    return Target(records).by_name["X"]


def test_machine_operands_are_numbered_through(tmp_path: Path):
    found = instruction("", tmp_path)
    parts = [
        (part.number, part.name, part.info_name, part.record.name)
        for part in found.machine_operands
    ]
    assert parts == [
        (0, "a", None, "GPR"),
        (1, "b", None, "GPR"),
        (2, "c", None, "GPR"),
        (3, "d", None, "GPR"),
        (4, "m", "base", "GPR"),
        (5, "m", "off", "i32imm"),
        (6, "x", "base", "GPR"),
        (7, "y", "off", "i32imm"),
    ]
    assert found.output_count == found.machine_output_count == 2
    assert [operand.number for operand in found.operands] == [0, 1, 2, 3, 4, 6]
    assert found.by_name["m"].operand_type == "MCOI::OPERAND_MEMORY"
    assert found.by_name["a"].operand_type == "MCOI::OPERAND_REGISTER"
    assert found.machine_operands[4].register_class is found.by_name["a"].record
    assert found.machine_operands[5].register_class is None


def own_names(order: str, names: str, folder: Path) -> list[str]:
    """The target's own instructions by opcode, with an OpcodeOrder."""
    definitions = "".join(f"def {name} : I;\n" for name in names.split())
    info = f"def Order : OpcodeOrder<[{order}]>;"
    target = Target(records_of(f"{BASE}\n{definitions}{info}", folder))
    return [each.name for each in target.instructions if not each.is_generic]


def test_new_instructions_leave_other_opcodes_alone(tmp_path: Path):
    assert own_names("", "B D A C", tmp_path) == ["A", "B", "C", "D"]
    assert own_names("D, B", "B D", tmp_path) == ["D", "B"]
    assert own_names("D, B", "B D C A", tmp_path) == ["D", "B", "A", "C"]


def test_an_instruction_has_one_opcode(tmp_path: Path):
    with pytest.raises(Diagnostic) as error:
        own_names("A, B, A", "A B", tmp_path)
    assert error.value.message == "'A' has two places in OpcodeOrder"


def test_find_knows_operands_and_named_parts(tmp_path: Path):
    found = instruction("", tmp_path)
    assert found.find("m") is found.operands[4]
    assert found.find("y") is found.machine_operands[7]
    assert found.find("base") is None
    assert found.find("nope") is None


def test_methods_encode_the_whole_or_the_parts(tmp_path: Path):
    text = """
def Whole : Operand<i32> {
  let MIOperandInfo = (ops GPR:$base, i32imm:$off);
  let EncoderMethod = "encodeWhole";
}
def Byte : Operand<i32> { let EncoderMethod = "encodeByte"; }
def Parts : Operand<i32> { let MIOperandInfo = (ops Byte:$low, i32imm:$high); }
def Y : I { let InOperandList = (ins Whole:$w, (Parts $l, $h):$p, Byte:$e); }
"""
    found = Target(records_of(BASE + text, tmp_path)).by_name["Y"]
    methods = [
        (part.encoder_method, part.is_encoded) for part in found.machine_operands
    ]
    assert methods[2:] == [
        ("encodeWhole", True),
        ("", False),
        ("encodeByte", True),
        ("", True),
        ("encodeByte", True),
    ]
    assert found.by_name["w"].encoder_method == "encodeWhole"
    assert found.by_name["a"].encoder_method == ""
    assert found.by_name["e"].print_method == "printOperand"


def test_register_operand_is_of_its_class(tmp_path: Path):
    text = """
def Shown : RegisterOperand<GPR, "printShown">;
def Y : I { let InOperandList = (ins Shown:$s, variable_ops); }
"""
    found = Target(records_of(BASE + text, tmp_path)).by_name["Y"]
    shown = found.by_name["s"]
    assert shown.print_method == "printShown"
    assert shown.parts[0].register_class is not None
    assert shown.parts[0].register_class.name == "GPR"
    assert found.is_variadic
    assert len(found.machine_operands) == 3


def test_order_is_generic_then_pseudo_then_by_name(tmp_path: Path):
    text = """
def b : I; def a1 : I; def a10 : I; def Z : I; def _u : I;
def late : I { let isPseudo = 1; }
def Early : I { let isPseudo = 1; }
def COPY_OF_OLD : StandardPseudoInstruction;
"""
    target = Target(records_of(BASE + text, tmp_path))
    names = [each.name for each in target.instructions]
    assert names[:2] == ["PHI", "INLINEASM"]
    assert names[names.index("COPY_OF_OLD") :] == [
        "COPY_OF_OLD",
        "Early",
        "late",
        "Z",
        "_u",
        "a1",
        "a10",
        "b",
    ]
    assert [each.opcode for each in target.instructions] == list(range(len(names)))
    assert target.namespace == "Toy"
    assert target.name == "Toy"


def test_constraints(tmp_path: Path):
    found = instruction('let Constraints = "$a = $c,$m.off = $b";', tmp_path)
    ties = {part.number: part.tied_to for part in found.machine_operands}
    assert ties == {0: None, 1: None, 2: 0, 3: None, 4: None, 5: 1, 6: None, 7: None}
    found = instruction('let Constraints = "@earlyclobber $b,$a  =  $y";', tmp_path)
    assert [
        part.number for part in found.machine_operands if part.is_early_clobber
    ] == [1]
    assert found.machine_operands[7].tied_to == 0


def test_disabled_operands_are_not_encoded(tmp_path: Path):
    found = instruction('let DisableEncoding = "$a, $m.off\\t$x";', tmp_path)
    hidden = [part.number for part in found.machine_operands if not part.is_encoded]
    assert hidden == [0, 5, 6]


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        ("$a = $c ,$b = $d", "'X' does not have an operand named '$c '!"),
        (
            "$a = $c, @earlyclobber $b",
            "Unrecognized constraint ' @earlyclobber $b' in 'X'",
        ),
        ("@earlyclobber", "X: Illegal operand name: '@earlyclobber'"),
        (
            "@earlyclobber ",
            "Illegal format for @earlyclobber constraint in 'X': '@earlyclobber '",
        ),
        ("$a=$c", "Unrecognized constraint '$a=$c' in 'X'"),
        ("$a =$c", "Unrecognized constraint '$a =$c' in 'X'"),
        ("=$c", "Unrecognized constraint '=$c' in 'X'"),
        ("foo", "Unrecognized constraint 'foo' in 'X'"),
        (" ", "Unrecognized constraint ' ' in 'X'"),
        ("$a = ", "Illegal format for tied-to constraint: '$a = '"),
        ("$c = $d", "Input operands '$c' and '$d' of 'X' cannot be tied!"),
        ("$b = $a", "Output operands '$b' and '$a' of 'X' cannot be tied!"),
        (
            "$a = $c,$b = $c",
            "Operand '$c' of 'X' cannot have multiple constraints!",
        ),
        (
            "$a = $c,$a = $d",
            "Operand '$a' of 'X' cannot have multiple operands tied to it!",
        ),
        (
            "@earlyclobber $a,@earlyclobber $a",
            "Operand '$a' of 'X' cannot have multiple constraints!",
        ),
        (
            "$a = $m",
            "X: Illegal to refer to whole operand part of complex operand '$m'",
        ),
        ("$a = $m.", "X: illegal empty suboperand name in '$m.'"),
        ("$a = $m.zz", "X: unknown suboperand name in '$m.zz'"),
        ("$a = $c.zz", "X: unknown suboperand name in '$c.zz'"),
        (
            "$a = $x.base",
            "X: Cannot use dotted suboperand name within suboperand 'x'",
        ),
        ("$a = c", "X: Illegal operand name: 'c'"),
        ("$q = $a", "'X' does not have an operand named '$q'!"),
    ],
)
def test_wrong_constraints(constraints: str, message: str, tmp_path: Path):
    with pytest.raises(Diagnostic) as error:
        instruction(f'let Constraints = "{constraints}";', tmp_path)
    assert error.value.message == message


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('let DisableEncoding = "$q";', "'X' does not have an operand named '$q'!"),
        ('let DisableEncoding = "a";', "X: Illegal operand name: 'a'"),
        (
            "let InOperandList = (ins GPR);",
            "In instruction 'X', operand #2 has no name!",
        ),
        (
            "let InOperandList = (ins GPR:$a);",
            "In instruction 'X', operand #2 has the same name as a previous operand!",
        ),
        (
            "let InOperandList = (ins (Mem $x):$r);",
            "In instruction 'X', operand #2 has 1 sub-arg names, expected 2.",
        ),
        (
            "let InOperandList = (ins (Mem $x, $x):$r);",
            "In instruction 'X', operand #2 sub-arg #1 has the same name as a previous "
            "operand!",
        ),
        (
            "let InOperandList = (ins (Mem GPR:$x, $y):$r);",
            "In instruction 'X', operand #2 sub-arg #0 has unexpected operand "
            "(expected only $name).",
        ),
        (
            "let InOperandList = (ins (Mem ?, $y):$r);",
            "In instruction 'X', operand #2 has no name!",
        ),
        (
            "let InOperandList = (ins R0:$r);",
            "Unknown operand class 'R0' in 'X' instruction!",
        ),
        (
            "let InOperandList = (ins 3:$r);",
            "Illegal operand for the 'X' instruction!",
        ),
        (
            "let InOperandList = (outs);",
            "X: invalid def name for input list: use 'ins'",
        ),
        (
            "let OutOperandList = (ins);",
            "X: invalid def name for output list: use 'outs'",
        ),
        ("let OutOperandList = (?);", "X: invalid output list: use 'outs'"),
        (
            "let InOperandList = (ins Odd:$o);",
            "Bad value for MIOperandInfo in operand 'Odd'",
        ),
        (
            "let InOperandList = (ins Odder:$o);",
            "Bad value for MIOperandInfo in operand 'Odder'",
        ),
    ],
)
def test_wrong_operands(body: str, message: str, tmp_path: Path):
    text = """
def Odd : Operand<i32> { let MIOperandInfo = (ins GPR:$a); }
def Odder : Operand<i32> { let MIOperandInfo = (ops 1:$a); }
"""
    with pytest.raises(Diagnostic) as error:
        Target(records_of(f"{BASE}{text}def X : I {{ {body} }}", tmp_path))
    assert error.value.message == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('include "circ/Target.td"', "No 'Target' subclasses defined!"),
        (
            BASE + "def Toy2 : Target { let InstructionSet = ToyInstrInfo; }",
            "Multiple subclasses of Target defined!",
        ),
    ],
)
def test_wrong_targets(text: str, message: str, tmp_path: Path):
    target = Target(records_of(text, tmp_path))
    with pytest.raises(Diagnostic) as error:
        _ = target.record
    assert error.value.message == message


def test_description_without_instructions(tmp_path: Path):
    with pytest.raises(Diagnostic) as error:
        Target(records_of("class Instruction;", tmp_path))
    assert error.value.message == "No 'Instruction' subclasses defined!"
    with pytest.raises(Diagnostic) as error:
        _ = Target(records_of('include "circ/Target.td"', tmp_path)).namespace
    assert error.value.message == "No instructions defined!"


def test_reference_target(tmp_path: Path):
    names = [
        each.name
        for each in Target(reference_records("mini.td", tmp_path)).instructions
    ]
    assert names[-9:] == [
        "ADD",
        "ADD_pf",
        "ADD_pt",
        "DIV",
        "DIV_pt",
        "MUL",
        "SUB",
        "SUB_pf",
        "SUB_pt",
    ]


@pytest.mark.skipif(not LLVM_INCLUDE.exists(), reason="LLVM's include files are absent")
def test_all_generic_instructions_are_numbered(tmp_path: Path):
    target = Target(load(DATA / "mini.td", include=llvm_include(tmp_path)))
    assert target.by_name["G_UBFX"].opcode == 294
    assert target.by_name["ADD"].opcode == 295


@pytest.mark.parametrize(
    ("size", "fits"),
    (
        ((32, 32, 32), True),
        ((16, 32, 32), True),
        ((33, 32, 32), False),
        ((32, 33, 32), False),
        ((32, 32, 16), True),
        ((32, 32, 24), False),
        ((32, 32, 0), False),
    ),
)
def test_sizes_that_fit_in_others(size: tuple[int, int, int], fits: bool):
    assert RegisterSize(*size).fits_in(RegisterSize(32, 32, 32)) == fits

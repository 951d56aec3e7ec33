"""
What `-gen-dag-isel` diagnoses in patterns, in the words of llvm-tblgen.

The same text is read over LLVM's nodes where they are installed, and over gen's.
"""

import re
from pathlib import Path

import pytest
from tablegen_modules import INCLUDE, LLVM_INCLUDE, generate, llvm_include
from tablegen_oracle import HAS_ORACLE, run_oracle

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen import load

BASE = """
let Namespace = "T" in {
  foreach i = 0...3 in def R#i : Register<"r"#i>;
  def F0 : Register<"f0">;
}
def GPR : RegisterClass<"T", [i32], 32, (sequence "R%u", 0, 3)>;
def Low : RegisterClass<"T", [i32], 32, (sequence "R%u", 0, 1)>;
def FPR : RegisterClass<"T", [f32], 32, (add F0)>;
def number : Operand<i32>;
class I<dag outs, dag ins, list<dag> pattern = []> : Instruction {
  let Namespace = "T"; let Size = 4; let OutOperandList = outs;
  let InOperandList = ins; let Pattern = pattern; field bits<32> Inst = 1;
  let AsmString = "x"; let mayLoad = 0; let mayStore = 0; let hasSideEffects = 0;
}
class Open<dag outs, dag ins, list<dag> pattern = []> : I<outs, ins, pattern> {
  let mayLoad = ?; let mayStore = ?; let hasSideEffects = ?;
}
def ADD : I<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
def NEG : I<(outs GPR:$d), (ins GPR:$a)>;
def FADD : I<(outs FPR:$d), (ins FPR:$a, FPR:$b)>;
def QUIET : I<(outs), (ins GPR:$a, GPR:$b)>;
def READ : I<(outs GPR:$d), (ins GPR:$a)> { let mayLoad = 1; }
def WRITE : I<(outs), (ins GPR:$a, GPR:$b)> { let mayStore = 1; }
def effect : SDNode<"T::EFFECT", SDTypeProfile<0, 2, [SDTCisInt<0>, SDTCisInt<1>]>,
                    [SDNPHasChain, SDNPSideEffect]>;
def TInfo : InstrInfo;
def T : Target { let InstructionSet = TInfo; }
"""
STORING = "(store GPR:$a, GPR:$b)"
REJECTED = {
    "def : Pat<(add GPR:$a, GPR:$b), (NEG GPR:$a)>;": (
        "Pattern has dead named input: $b"
    ),
    "def : Pat<(add GPR:$a, imm:$b), (NEG GPR:$a)>;": (
        "Pattern has dead named input: $b"
    ),
    "def : Pat<(add (mul GPR:$a, GPR:$b):$m, GPR:$c), (ADD GPR:$a, "
    "(ADD GPR:$b, GPR:$c))>;": "Pattern has dead named input: $m",
    "def : Pat<(add:$r GPR:$a, GPR:$b), (ADD GPR:$a, GPR:$b)>;": (
        "Pattern has dead named input: $r"
    ),
    "def at : ComplexPattern<i32, 1, 'find'>;"
    "def : Pat<(i32 (load at:$x)), (READ R0)>;": "Pattern has dead named input: $x",
    "def f : PatFrag<(ops node:$x, node:$y), (add node:$x, node:$y)>;"
    "def : Pat<(f GPR:$a, GPR:$b), (NEG GPR:$a)>;": "Pattern has dead named input: $b",
    "def f : PatFrag<(ops node:$x, node:$y), (add node:$x, node:$x)>;"
    "def : Pat<(f GPR:$a, GPR:$b), (ADD GPR:$a, GPR:$b)>;": (
        "'y' does not occur in pattern or was multiply specified!"
    ),
    "def f : PatFrag<(ops node:$x), (add node:$x, node:$y)>;"
    "def : Pat<(f GPR:$a), (NEG GPR:$a)>;": (
        "Operands list does not contain an entry for operand 'y'!"
    ),
    "def : Pat<(add GPR:$a, GPR), (NEG GPR:$a)>;": "Input GPR must be named!",
    "def Z : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (add GPR:$a, GPR:$b))]>;": (
        "Input operand $b occurs in pattern but not in operands list!"
    ),
    "def Z : I<(outs GPR:$d, GPR:$e), (ins GPR:$a, GPR:$b),"
    " [(set GPR:$d, (add GPR:$a, GPR:$b))]>;": (
        "Operand $e does not appear in the instruction pattern"
    ),
    "def Z : I<(outs GPR:$e, GPR:$d), (ins GPR:$a, GPR:$b),"
    " [(set GPR:$d, (add GPR:$a, GPR:$b))]>;": (
        "Operand $e does not exist in operand list!"
    ),
    "def Z : I<(outs GPR:$d), (ins GPR:$a, GPR:$b),"
    " [(set Low:$d, (add GPR:$a, GPR:$b))]>;": "Operand $d class mismatch!",
    "def Z : I<(outs GPR:$d), (ins GPR:$a, GPR:$b),"
    " [(set GPR:$d, (add GPR:$a, Low:$b))]>;": (
        "Operand $b's register class disagrees between the operand and pattern"
    ),
    "def Z : I<(outs GPR:$d), (ins GPR:$a, number:$b),"
    " [(set GPR:$d, (add GPR:$a, GPR:$b))]>;": (
        "Operand $b's register class disagrees between the operand and pattern"
    ),
    f"def : Pat<{STORING}, (QUIET GPR:$a, GPR:$b)>;": (
        "Pattern doesn't match mayStore = 0"
    ),
    f"def Z : I<(outs), (ins GPR:$a, GPR:$b), [{STORING}]>;": (
        "Pattern doesn't match mayStore = 0"
    ),
    "let mayStore = 1 in def Z : I<(outs GPR:$d), (ins GPR:$a, GPR:$b),"
    " [(set GPR:$d, (add GPR:$a, GPR:$b))]>;": "Pattern doesn't match mayStore = 1",
    "def : Pat<(i32 (load GPR:$a)), (NEG GPR:$a)>;": (
        "Pattern doesn't match mayLoad = 0"
    ),
    "def : Pat<(effect GPR:$a, GPR:$b), (QUIET GPR:$a, GPR:$b)>;": (
        "Pattern doesn't match hasSideEffects = 0"
    ),
    f"def : Pat<{STORING}, (QUIET (NEG GPR:$a), GPR:$b)>;": (
        "pattern may store, but mayStore isn't set on the output instructions"
    ),
    "def : Pat<(i32 (load GPR:$a)), (NEG (NEG GPR:$a))>;": (
        "pattern may load, but mayLoad isn't set on the output instructions"
    ),
    "def : Pat<(effect GPR:$a, GPR:$b), (QUIET (NEG GPR:$a), GPR:$b)>;": (
        "pattern has side effects, but hasSideEffects isn't set on the output "
        "instructions"
    ),
}
ACCEPTED = (
    "def : Pat<(add GPR:$a, GPR:$b), (ADD GPR:$a, GPR:$b)>;",
    "def : Pat<(add GPR:$a, (mul GPR:$b, GPR:$b)), (NEG GPR:$a)>;",
    f"def : Pat<{STORING}, (WRITE GPR:$a, GPR:$b)>;",
    f"def : Pat<{STORING}, (WRITE (NEG GPR:$a), GPR:$b)>;",
    f"def Z : Open<(outs), (ins GPR:$a, GPR:$b), [{STORING}]>;",
    "def : Pat<(i32 (load GPR:$a)), (READ (NEG GPR:$a))>;",
    "def : Pat<(add GPR:$a, GPR:$b), (ADD (READ GPR:$a), GPR:$b)>;",
)


def of_gen(text: str) -> str:
    """The text over gen's nodes."""
    text = re.sub(r"\bload\b", "ld", re.sub(r"\bstore\b", "st", text))
    return f'include "circ/Target.td"\ninclude "circ/Gen.td"\n{BASE}{text}'


def message_of(path: Path, include: list[Path]) -> str:
    with pytest.raises(Diagnostic) as error:
        generate("gen-dag-isel", load(path, include))
    return error.value.message


@pytest.mark.parametrize("text", REJECTED)
def test_rejected(text: str, tmp_path: Path):
    message = REJECTED[text]
    text = text.replace("'find'", '"find"')
    path = tmp_path / "patterns.td"
    path.write_text(of_gen(text))
    assert message_of(path, [INCLUDE]) == message
    if not (HAS_ORACLE and LLVM_INCLUDE.exists()):
        return
    path.write_text(f'include "llvm/Target/Target.td"\n{BASE}{text}')
    include = llvm_include(tmp_path)
    assert message_of(path, include) == message
    options = ["-gen-dag-isel", *(f"-I{each}" for each in include), "-o", "/dev/null"]
    outcome = run_oracle(path, *options)
    assert outcome.status != 0  # sometimes a crash after the message
    errors = [each.text for each in outcome.messages if each.kind == "error"]
    assert any(each.endswith(message) for each in errors), errors


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted(text: str, tmp_path: Path):
    path = tmp_path / "patterns.td"
    path.write_text(of_gen(text))
    assert generate("gen-dag-isel", load(path, [INCLUDE]))
    if not (HAS_ORACLE and LLVM_INCLUDE.exists()):
        return
    path.write_text(f'include "llvm/Target/Target.td"\n{BASE}{text}')
    include = llvm_include(tmp_path)
    assert generate("gen-dag-isel", load(path, include))
    options = ["-gen-dag-isel", *(f"-I{each}" for each in include), "-o", "/dev/null"]
    assert run_oracle(path, *options).status == 0

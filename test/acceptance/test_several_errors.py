"""Several errors of one input are reported in one run: all of them, and no others."""

import re
import sys
from pathlib import Path

import pytest
from xdsl.dialects import func

from circ.dialects.common.diagnostics import Diagnostic, combined, located
from circ.targets.machines import machine_of
from circ.tools import circ_opt, circ_run, circ_translate
from circ.tools.formats import read_mlir
from circ.transforms.conversion.func_to_circuit import CONVERSIONS, MEMORY_OPERATIONS
from circ.transforms.conversion.to_circuit.circuit_builder import CircuitBuilder

ROOT = Path(__file__).parents[1]
MAINS = {
    "circ-opt": circ_opt.main,
    "circ-run": circ_run.main,
    "circ-translate": circ_translate.main,
}
# A marked line has an error whose message has the text after the mark.
INPUTS = {
    "circ-opt in.mlir": """
func.func @f(%x: i32) -> i64 {
  %a = "arith.addi"(%x) : (i32) -> i32                       // !! 'arith.addi':
  %b = "arith.addi"(%a, %x) : (i32, i32) -> i32
  "func.return"(%b) : (i32) -> ()                            // !! 'func.return':
}
func.func @good(%x: i32) -> i32 {
  func.return %x : i32
}
func.func @g(%c: i1, %x: i32) {
  scf.if %c {
    %y = arith.addi %x, %x : i32
    %d = "test.op"(%z) : (i32) -> i32                        // !! does not dominate
  }
  %z = arith.constant 1 : i32
  cf.br ^bb1
^bb1:
  %w = arith.constant 1 : i32                                // !! must end in a term
}
""",
    "circ-opt in.mlir -p lower-to-circuit": """
func.func @f(%x: f128) -> i32 {                              // !! an argument of type
  %c = arith.constant 3 : i32
  return %c : i32
}
func.func @g(%x: i32, %c: i1) -> i32 {
  %k = arith.constant 3.0 : f128                             // !! a value of type f128
  %m = memref.alloca() : memref<4xi77>                       // !! i77
  %i = arith.constant 0 : index
  %v = memref.load %m[%i] : memref<4xi77>                    // !! i77
  %r = scf.if %c -> i32 {
    %n = tensor.empty() : tensor<4xf32>                      // !! 'tensor.empty': this
    %e = arith.extui %c : i1 to i77                          // !! i77
    scf.yield %x : i32
  } else {
    scf.yield %x : i32
  }
  %s = scf.for %j = %i to %i step %i iter_args(%a = %r) -> i32 {
    %n = tensor.empty() : tensor<4xf32>                      // !! 'tensor.empty': this
    %y = arith.addi %a, %r : i32
    scf.yield %y : i32
  }
  cf.br ^a(%s : i32)
^a(%z: i32):
  %n = tensor.empty() : tensor<4xf32>                        // !! 'tensor.empty': this
  return %z : i32
}
func.func @good(%x: i32) -> i32 {
  return %x : i32
}
""",
    "circ-opt in.mlir --split-input-file": """
func.func @f(%x: i32) { return %y : i32 }                    // !! %y is used but not
// -----
func.func @g() { return }
// -----
func.func @h( { return }                                     // !! Expected
""",
    "circ-translate in.circuit --to mlir": """
;; function f
a = ARG[I32] {0}
b = FOO[I32] {0} ; !! 'FOO' is not an opcode
c = ADD[I32] : | | a, b
a = ADD[I32] : | | c, c ; !! the name 'a' is taken
;; function g
x = ARG[I32] {0}
y = ADD[I32] : | | x, z ; !! no gate is named 'z'
w = ADD[I32] : | | y, q ; !! no gate is named 'q'
r = RETURN : SE | DE | w
;; function h
x = ARG[I32] {0}
r = RETURN : SE | DE | x
""",
    "circ-translate in.gen --to mlir": """
.decl_function f
.decl_signature (i32) -> i32
## 3 registers ##
.decl.dword %0
.decl.dword %1
.decl.dword %2
## 1 input registers ##
decl_input.value %0 arg0
## 1 output registers ##
decl_output.dword
## 0 pushed register
## 1 blocks ##
LABEL $0
#!! 'ADX' is not an instruction
ADX.int32 %1 %0 %0
#!! %9 is not declared
MUL.int32 %2 %1 %9
ADD.int32 %1 %0 %0
#!! %7 is not declared
RET %7

.end_function
.decl_function g
#!! expected a number
## zero registers ##
.end_function
.decl_function h
## 0 registers ##
## 0 input registers ##
## 0 output registers ##
## 0 pushed register
## 1 block
LABEL $0
RET

.end_function
""",
    "circ-translate in.s --to naplespu-obj": """
f:
  foo s1, s2              # !! 'foo' is no NaplesPU instruction
  add_i32 s1, s2, s3
  add_i32 s1, s99, s3     # !! 'add_i32' takes
  jmp nowhere
  .word x - y             # (known at the end)
.Lend:
  jret
""",
    "circ-translate in.s --to naplespu-obj -o /dev/null": """
f:
  .word x - f             # !! 'x' is not defined
  .word f - y             # !! 'y' is not defined
  jret
""",
}
"""By command line, whose suffix says what is read."""


def located_errors(text: str) -> dict[int, str]:
    """The texts after the marks by line; a mark at its start is about the next one."""
    found: dict[int, str] = {}
    for number, line in enumerate(text.split("\n"), 1):
        _, mark, rest = line.partition("!! ")
        if mark:
            found[number + line.startswith("#!!")] = rest.strip()
    return found


@pytest.mark.parametrize("line", INPUTS)
def test_several_errors(
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.chdir(tmp_path)
    program, file, *_ = line.split()
    expected = located_errors(INPUTS[line])
    text = INPUTS[line]
    if file.endswith(".gen"):  # it has no comments
        text = "\n".join(line for line in text.split("\n") if line[:3] != "#!!")
        marks = sorted(expected)
        expected = {n - i - 1: expected[n] for i, n in enumerate(marks)}
    Path(file).write_text(text)
    monkeypatch.setattr(sys, "argv", line.split())
    assert MAINS[program]() == 1
    err = capsys.readouterr().err
    found = [
        (int(number), message)
        for number, message in re.findall(
            rf"^{re.escape(file)}:(\d+):\d+: error: (.*)$", err, re.MULTILINE
        )
    ]
    assert [number for number, _ in found] == sorted(expected), err
    for number, message in found:
        assert expected[number] in message


def test_at_most_twenty_are_reported(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    path = tmp_path / "in.mlir"
    bad = '  "arith.addi"() : () -> ()\n'
    path.write_text(f"func.func @f() {{\n{bad * 30}  return\n}}\n")
    monkeypatch.setattr(sys, "argv", ["circ-opt", str(path)])
    assert circ_opt.main() == 1
    assert capsys.readouterr().err.count(" error: ") == 20


def test_combined():
    first = Diagnostic(located("b.s", 9, 1), "one")
    second = Diagnostic(located("a.s", 3, 1), "two")
    third = Diagnostic(located("b.s", 2, 7), "three")
    last = Diagnostic(None, "four")
    assert combined([first, first]) is first
    noted = Diagnostic(first.location, "one\na.s:1:1: note: in this macro")
    assert combined([first, noted]) is first
    several = combined([last, combined([first, second]), third, first])
    # By line in each file; files in the order in which they are met.
    assert str(several) == (
        "b.s:2:7: error: three\nb.s:9:1: error: one\na.s:3:1: error: two\nerror: four"
    )
    assert several.message == "three" and len(several.each) == 4


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("acceptance/programs/**/*.mlir")), ids=lambda p: p.stem
)
def test_no_operation_that_is_converted_is_called_unsupported(path: Path):
    module = read_mlir(path.read_bytes(), str(path))
    for op in module.ops:
        if isinstance(op, func.FuncOp):
            builder = CircuitBuilder(
                op, machine_of(module), CONVERSIONS, MEMORY_OPERATIONS, {}, {}
            )
            builder.find_unsupported()
            assert builder.errors == []

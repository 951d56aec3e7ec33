"""Value numbering: how many gates go, and that programs run as before."""

import re
from pathlib import Path

import pytest

import circ
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.verifier import verify_circuit
from circ.targets.circuit.gates import read_gates
from circ.targets.execute.circuit.interpreter import run
from circ.targets.execute.memory import Memory
from circ.tools.formats import read_mlir
from circ.transforms.circuit.gvn import number_values
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import run_passes

DATA = Path(__file__).parents[2] / "data" / "circuit"
PROGRAMS = sorted(file.stem for file in DATA.glob("[DSUO]*.circuit"))
RUN = re.compile(r"f\(([^)]*)\)=")


def gone(*lines: str) -> int:
    arguments = [f"{name} = ARG[I32] {{{i}}}" for i, name in enumerate("xyz")]
    text = "\n".join([*arguments, *lines, "ret = RETURN : SE | DE | a, b"])
    func = read_gates(text, "f").body.block.first_op
    assert isinstance(func, FuncOp)
    count = number_values(func).gates
    verify_circuit(func)
    return count


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_run_as_before(name: str):
    text = (DATA / f"{name}.circuit").read_text()
    before, after = read_gates(text, name), read_gates(text, name)
    func = after.body.block.first_op
    assert isinstance(func, FuncOp)
    count = number_values(func).gates
    verify_circuit(func)
    if expected := re.search(r"^;; gvn (\d+)", text, re.MULTILINE):
        # The reference compiler does not number across ARG gates; none is double here.
        assert count == int(expected[1])
    for match in RUN.findall(text):
        values = [int(value) for value in match.split(",")]
        expected_results = run(before, name, values, Memory()).results
        assert run(after, name, values, Memory()).results == expected_results


@pytest.mark.parametrize(
    ("a", "b", "count"),
    (
        ("ADD[I32] : | | x, y", "ADD[I32] : | | y, x", 1),
        ("SUB[I32] : | | x, y", "SUB[I32] : | | y, x", 0),
        ("ICMP[I1] {SLT} : | | x, y", "ICMP[I1] {SLE} : | | x, y", 0),
        ("ICMP[I1] {SLT} : | | x, y", "ICMP[I1] {SGT} : | | y, x", 1),
        ("ICMP[I1] {SLT} : | | x, y", "ICMP[I1] {SLT} : | | y, x", 0),
        ("ZEXT[I64] : | | x", "SEXT[I64] : | | x", 0),
        ("BITCAST[F32] : | | x", "BITCAST[ARCH] : | | x", 0),
        ("CONST[I32] {7}", "CONST[I32] {7}", 1),
        ("CONST[I32] {7}", "CONST[I64] {7}", 0),
        ("ARG[I32] {2}", "SYMBOL {@g}", 1),
        ("SELECT[I32] : | | k, x, y", "SELECT[I32] : | | k, y, x", 0),
    ),
)
def test_pairs(a: str, b: str, count: int):
    assert gone(f"a = {a}", f"b = {b}", "k = CONST[I1] {0}") == count


def test_whole_trees_in_any_order():
    lines = ["b = MUL[I32] : | | q, q", "a = MUL[I32] : | | p, p"]
    lines += ["q = ADD[I32] : | | y, x", "p = ADD[I32] : | | x, y"]
    assert gone(*lines) == 2


def test_values_of_one_call_are_different():
    lines = ["g = SYMBOL {@g}", "c = CALL[I32, I32] : | DE | g"]
    lines += ["a = CLZ[I32] : | | c", "b = CLZ[I32] : | | c#1"]
    assert gone(*lines) == 0


def test_loads_and_selectors_are_left_alone():
    lines = ["p = ALLOCA[ARCH] {4}", "q = ALLOCA[ARCH] {4}"]
    lines += ["a = LOAD[I32] : | DE | p", "b = LOAD[I32] : | DE | p"]
    assert gone(*lines) == 0


EQUAL = """
func.func @g(%x: i32, %y: i32, %a: i32) -> i32 {
  %p = arith.muli %x, %y : i32
  %q = arith.muli %y, %x : i32
  %d = arith.subi %p, %q : i32
  %z = arith.constant 0 : i32
  %c = arith.cmpi eq, %d, %z : i32
  %r = scf.if %c -> i32 {
    %t = arith.addi %a, %d : i32
    scf.yield %t : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
"""


def test_what_follows_from_equal_values_is_simplified():
    circuit = str(circ.compile(EQUAL, level="circuit"))
    assert not re.search("circuit.(mul|sub|if_branch)", circuit)
    assert circ.compare_levels(EQUAL, 3, 4, 5)["circuit"].results == [5]


SELECTORS = """
func.func @f(%c: i1, %x: i32, %y: i32) -> i32 {
  %a, %b = scf.if %c -> (i32, i32) {
    %s = arith.addi %x, %y : i32
    %t = arith.addi %y, %x : i32
    scf.yield %s, %t : i32, i32
  } else {
    scf.yield %x, %x : i32, i32
  }
  %d = arith.xori %a, %b : i32
  return %d : i32
}
"""


def test_equal_selectors_are_merged():
    circuit = str(circ.compile(SELECTORS, level="circuit"))
    assert "selector" not in circuit and "branch" not in circuit
    assert circ.compare_levels(SELECTORS, 1, 4, 5)["circuit"].results == [0]


SIDES = """
func.func @f(%c: i1, %d: i1, %x: i32, %y: i32) -> i32 {
  %one = arith.constant 1 : i32
  %r = scf.if %c -> i32 {
    %p = arith.muli %x, %x : i32
    %q = arith.xori %p, %one : i32
    scf.yield %q : i32
  } else {
    %s = scf.if %d -> i32 {
      %p = arith.muli %x, %x : i32
      %q = arith.ori %p, %y : i32
      scf.yield %q : i32
    } else {
      %q = arith.addi OTHER : i32
      scf.yield %q : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}
"""


@pytest.mark.parametrize(
    ("other", "careful", "products"),
    (
        ("%x, %y", False, 1),
        # The last side would compute what it does not need.
        ("%x, %y", True, 2),
        # Here each side needs it.
        ("%p, %y", True, 1),
    ),
)
def test_careful_merging(other: str, careful: bool, products: int):
    text = SIDES.replace("OTHER", other)
    if "%p" in other:
        sum = "%q = arith.addi"
        text = text.replace(sum, "%p = arith.muli %x, %x : i32\n" + sum)
    module = read_mlir(text.encode(), "sides.mlir")
    steps = [
        make_pass("convert-func-to-circuit"),
        make_pass("circuit-gvn", careful=careful),
    ]
    run_passes(steps, module)
    assert str(module).count("circuit.mul") == products

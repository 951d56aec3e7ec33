"""`-gen-dag-isel`: what patterns become, and what is wrong with some."""

from pathlib import Path
from typing import Any

import pytest
from tablegen_modules import llvm_include, module_of, records_of
from tablegen_oracle import HAS_ORACLE

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen import load
from circ.targets.tablegen.matching import (
    Alternative,
    Assign,
    Complex,
    Constant,
    Emit,
    Holds,
    Leaf,
    Literal,
    Name,
    Node,
    Number,
    Same,
    Select,
    Signature,
    Transform,
)

BASE = """
include "circ/Target.td"
include "circ/Gen.td"
let Namespace = "Toy" in {
  def R0 : Register<"r0">;
  def R1 : Register<"r1">;
  def FLAGS : Register<"flags">;
}
def GPR : RegisterClass<"Toy", [i32, f32], 32, (add R0, R1)>;
class I<dag outs, dag ins, list<dag> pattern = []> : Instruction {
  let Namespace = "Toy";
  let OutOperandList = outs;
  let InOperandList = ins;
  let Pattern = pattern;
}
def simm9 : Operand<i32>, ImmLeaf<i32, [{ -256 <= imm <= 255 }]>;
def MEM : Operand<iPTR> { let MIOperandInfo = (ops GPR:$base, simm9:$offset); }
def ADDrr : I<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
def ADDri : I<(outs GPR:$d), (ins GPR:$a, simm9:$b)>;
def NEG : I<(outs GPR:$d), (ins GPR:$a)>;
def LOAD : I<(outs GPR:$d), (ins MEM:$at)>;
def STORE : I<(outs), (ins GPR:$value, MEM:$at)>;
"""

Roots = dict[str, tuple[Alternative, ...]]


def roots(text: str, folder: Path) -> Roots:
    return module_of("gen-dag-isel", records_of(BASE + text, folder)).ROOTS


def only(text: str, folder: Path) -> tuple[str, Alternative]:
    """The signature and the alternative of a description with one pattern."""
    ((signature, (alternative,)),) = roots(text, folder).items()
    return signature, alternative


def test_pattern_of_registers(tmp_path: Path):
    signature, found = only(
        "def : Pat<(i32 (sub i32:$x, i32:$y)), (ADDrr $x, (NEG $y))>;", tmp_path
    )
    assert signature == "SUB i32, i32 -> i32"
    assert found == Alternative(
        "(sub i32:$x i32:$y) => (ADDrr $x (NEG $y))",
        checks=(),
        steps=(Emit("NEG", (1,)), Emit("ADDrr", (0, 2))),
        results=(3,),
        complexity=3,
    )


def test_immediates_come_as_signed_numbers(tmp_path: Path):
    _, found = only(
        "def : Pat<(i32 (sub i32:$x, simm9:$y)), (ADDri $x, $y)>;", tmp_path
    )
    (check,) = found.checks
    assert isinstance(check, Constant)
    assert (check.slot, check.width) == (1, 32)
    assert check.predicate is not None
    assert [check.predicate(n) for n in (-257, -256, 255, 256)] == [
        False,
        True,
        True,
        False,
    ]
    # Slot 2 is what the check adds, and the second operand is no register.
    assert found.steps == (Emit("ADDri", (0, 2), immediates=0b10),)


def test_literals_are_of_the_inferred_type(tmp_path: Path):
    _, found = only("def : Pat<(i8 (sub i8:$x, -1)), (NEG $x)>;", tmp_path)
    assert found.checks == (Literal(1, 8, -1),)


def test_commutative_nodes_are_tried_both_ways(tmp_path: Path):
    found = roots(
        "def : Pat<(i32 (add i32:$x, simm9:$y)), (ADDri $x, $y)>;"
        "def : Pat<(i32 (add i32:$x, i32:$y)), (ADDrr $x, $y)>;",
        tmp_path,
    )["ADD i32, i32 -> i32"]
    assert [each.steps for each in found] == [
        (Emit("ADDri", (0, 2), 0b10),),
        (Emit("ADDri", (1, 2), 0b10),),
        (Emit("ADDrr", (0, 1)),),
    ]


def test_order_is_complexity_then_cost_then_description(tmp_path: Path):
    found = roots(
        """
        def : Pat<(i32 (sub i32:$x, i32:$y)), (ADDrr $x, (NEG $y))>;
        def : Pat<(i32 (sub i32:$x, i32:$y)), (ADDrr $x, $y)>;
        def : Pat<(i32 (sub i32:$x, i32:$y)), (ADDrr $y, $x)>;
        def : Pat<(i32 (sub i32:$x, 0)), (NEG $x)>;
        let AddedComplexity = 40 in
        def : Pat<(i32 (sub node, i32:$y)), (NEG $y)>;
        """,
        tmp_path,
    )["SUB i32, i32 -> i32"]
    assert [(each.complexity, each.steps[-1]) for each in found] == [
        (43, Emit("NEG", (1,))),
        (8, Emit("NEG", (0,))),
        (3, Emit("ADDrr", (0, 1))),
        (3, Emit("ADDrr", (1, 0))),
        (3, Emit("ADDrr", (0, 2))),
    ]


def test_inner_nodes_add_their_operands(tmp_path: Path):
    _, found = only(
        "def : Pat<(i32 (sub (shl i32:$x, i32:$y), i32:$x)), (ADDrr $x, $y)>;",
        tmp_path,
    )
    assert found.checks == (Node(0, "SHL i32, i32 -> i32"), Same(1, 2))
    assert found.steps == (Emit("ADDrr", (1, 3)),)


def test_variants_of_inner_nodes(tmp_path: Path):
    found = roots(
        "def : Pat<(i32 (add (mul i32:$x, 3), i32:$y)), (ADDrr $x, $y)>;", tmp_path
    )["ADD i32, i32 -> i32"]
    assert [each.checks for each in found] == [
        (Node(0, "MUL i32, i32 -> i32"), Literal(3, 32, 3)),
        (Node(0, "MUL i32, i32 -> i32"), Literal(2, 32, 3)),
        (Node(1, "MUL i32, i32 -> i32"), Literal(3, 32, 3)),
        (Node(1, "MUL i32, i32 -> i32"), Literal(2, 32, 3)),
    ]


def test_own_patterns_of_instructions(tmp_path: Path):
    found = roots(
        """
        def MUL : I<(outs GPR:$d), (ins GPR:$a, GPR:$b),
                    [(set GPR:$d, (mul i32:$b, i32:$a))]>;
        def PUT : I<(outs), (ins GPR:$value, GPR:$at), [(st i32:$value, i32:$at)]>;
        """,
        tmp_path,
    )
    assert found["MUL i32, i32 -> i32"][0].steps == (Emit("MUL", (1, 0)),)
    (store,) = found["STORE i32, i32"]
    assert (store.steps, store.results) == ((Emit("PUT", (0, 1), results=0),), ())


def test_several_results_and_physical_registers(tmp_path: Path):
    text = """
    def divide : SDNode<"DIVIDE", SDTypeProfile<2, 2, [
      SDTCisVT<0, i32>, SDTCisSameAs<0, 1>, SDTCisSameAs<1, 2>, SDTCisSameAs<2, 3>]>>;
    def add_flags : SDNode<"ADD_FLAGS", SDTypeProfile<2, 3, [
      SDTCisVT<0, i32>, SDTCisVT<1, i32>, SDTCisSameAs<0, 2>, SDTCisSameAs<0, 3>,
      SDTCisVT<4, i32>]>>;
    def DIV : I<(outs GPR:$q, GPR:$r), (ins GPR:$a, GPR:$b),
                [(set GPR:$r, GPR:$q, (divide GPR:$a, GPR:$b)), (implicit FLAGS)]>;
    def ADC : I<(outs GPR:$d), (ins GPR:$a, GPR:$b),
                [(set GPR:$d, FLAGS, (add_flags GPR:$a, GPR:$b, FLAGS))]>;
    """
    found = roots(text, tmp_path)
    (divide,) = found["DIVIDE i32, i32 -> i32, i32"]
    assert divide.steps == (Emit("DIV", (0, 1), results=2),)
    assert divide.results == (3, 2)
    assert divide.clobbers == ("FLAGS",)
    (add,) = found["ADD_FLAGS i32, i32, i32 -> i32, i32"]
    assert add.steps == (Assign("FLAGS", 2), Emit("ADC", (0, 1)), Name("FLAGS"))
    assert (add.results, add.clobbers) == ((3, 4), ("FLAGS",))


def test_operands_with_defaults_may_be_left_out(tmp_path: Path):
    text = """
    class OperandWithDefaultOps<ValueType type, dag defaults> : Operand<type> {
      dag DefaultOps = defaults;
    }
    def shift : OperandWithDefaultOps<i32, (ops (i32 7))>;
    def SHIFT : I<(outs GPR:$d), (ins GPR:$a, shift:$n),
                  [(set GPR:$d, (abs i32:$a))]>;
    def : Pat<(i32 (uabs i32:$x)), (SHIFT $x)>;
    def : Pat<(i32 (ctlz i32:$x)), (SHIFT $x, 3)>;
    """
    found = roots(text, tmp_path)
    for signature, number in (
        ("ABS.int i32 -> i32", 7),
        ("ABS.uint i32 -> i32", 7),
        ("LZD i32 -> i32", 3),
    ):
        (each,) = found[signature]
        assert each.steps == (Number(number), Emit("SHIFT", (0, 1), 0b10))


def test_fragments(tmp_path: Path):
    text = """
    def small : PatFrag<(ops node:$x), (i32 node:$x),
                        [{ known.unsigned_bits(N) <= 4 }]>;
    def both : PatFrags<(ops node:$x, node:$y),
                        [(sub node:$x, node:$y), (shl node:$y, node:$x)]>;
    def near : PatFrag<(ops node:$x, node:$a), (srl node:$x, node:$a),
                       [{ 0 < a < 4 and known.unsigned_bits(x) < 9 }]>;
    def : Pat<(i32 (both (small i32:$x), i32:$y)), (ADDrr $x, $y)>;
    def : Pat<(i32 (near i32:$x, imm:$a)), (NEG $x)>;
    """
    found = roots(text, tmp_path)
    (sub,), (shl,) = found["SUB i32, i32 -> i32"], found["SHL i32, i32 -> i32"]
    (sub_check,), (shl_check,) = sub.checks, shl.checks
    assert isinstance(sub_check, Holds) and isinstance(shl_check, Holds)
    assert sub_check.predicate is shl_check.predicate  # one function
    assert (sub_check.slots, shl_check.slots) == ((0,), (1,))
    assert shl.steps == (Emit("ADDrr", (1, 0)),)
    constant, holds = found["SHR i32, i32 -> i32"][0].checks
    assert constant == Constant(1, 32)
    assert isinstance(holds, Holds) and holds.slots == (0, 2)
    assert holds.predicate(Facts(8), "value", 3)
    assert not holds.predicate(Facts(9), "value", 3)
    assert not holds.predicate(Facts(8), "value", 4)


class Facts:
    """What a driver knows: every value fits so many bits."""

    def __init__(self, bits: int, space: int = 0, alignment: int = 4):
        self.bits = bits
        self.address_space = space
        self.alignment = alignment

    def unsigned_bits(self, value: object) -> int:
        return self.bits

    def holds(self, fact: str) -> bool:
        return fact == "IsSignExtLoad"


def test_accesses_by_space_and_address_mode(tmp_path: Path):
    text = """
    def address : ComplexPattern<i32, 2, "base_and_offset">;
    def near_load : PatFrag<(ops node:$at), (ld node:$at)> {
      let AddressSpaces = [0, 3];
      let MinAlignment = 4;
    }
    def : Pat<(i32 (near_load address:$at)), (LOAD $at)>;
    def : Pat<(i8 (sextload (address i32:$base, i32:$offset))), (LOAD $base, $offset)>;
    def : Pat<(st i32:$value, address:$at), (STORE $value, $at)>;
    """
    found = roots(text, tmp_path)
    (load,) = found["LOAD i32 -> i32"]
    holds, address = load.checks
    assert address == Complex(0, "base_and_offset", 2)
    assert load.steps == (Emit("LOAD", (1, 2), 0b10),)
    assert isinstance(holds, Holds)
    for facts, result in (
        (Facts(0, 3), True),
        (Facts(0, 1), False),
        (Facts(0, 3, 2), False),
    ):
        assert holds.predicate(facts) is result
    (narrow,) = found["LOAD i32 -> i8"]
    assert isinstance(narrow.checks[0], Holds)
    assert narrow.checks[0].predicate(Facts(0))
    assert narrow.steps == (Emit("LOAD", (1, 2), 0b10),)
    (store,) = found["STORE i32, i32"]
    assert store.steps == (Emit("STORE", (0, 2, 3), 0b100, results=0),)


def test_transforms(tmp_path: Path):
    text = """
    def negated : SDNodeXForm<imm, [{ -imm }]>;
    def difference : Transform<["a", "b"], [{ a - b }]>;
    def halved : ImmLeaf<i32, [{ imm % 2 == 0 }], SDNodeXForm<imm, [{ imm // 2 }]>>;
    def : Pat<(i32 (sub i32:$x, imm:$y)), (ADDri $x, (negated $y))>;
    def : Pat<(i32 (mad i32:$x, imm:$y, imm:$z)), (ADDri $x, (difference $z, $y))>;
    def : Pat<(i32 (mul i32:$x, halved:$y)), (ADDri $x, $y)>;
    """
    found = roots(text, tmp_path)

    def computed(signature: str, *numbers: int) -> tuple[int, tuple[int, ...]]:
        step = found[signature][0].steps[0]
        assert isinstance(step, Transform)
        return step.function(*numbers), step.slots

    assert computed("SUB i32, i32 -> i32", 5) == (-5, (2,))
    assert computed("MAD i32, i32, i32 -> i32", 5, 3) == (2, (4, 3))
    assert computed("MUL i32, i32 -> i32", 6) == (3, (2,))


def test_results_have_nodes_numbers_and_operands(tmp_path: Path):
    text = """
    def word : OutPatFrag<(ops node:$x), (i32 (COPY_TO_REGCLASS node:$x, GPR))>;
    def : Pat<(i8 (sub i8:$x, i8:$y)),
              (COPY_TO_REGCLASS (i32 (sub (word $x), (word $y))), GPR)>;
    def : Pat<(i32 (mul i32:$x, 1)), (i32 $x)>;
    def : Pat<(i32 (mul node, 0)), (i32 0)>;
    """
    found = roots(text, tmp_path)
    (narrow,) = found["SUB i8, i8 -> i8"]
    assert narrow.steps == (Select("SUB i32, i32 -> i32", (0, 1)),)
    assert narrow.results == (2,)
    one, zero = found["MUL i32, i32 -> i32"][::2]
    assert (one.checks, one.steps, one.results) == ((Literal(1, 32, 1),), (), (0,))
    assert (zero.steps, zero.results) == ((Number(0),), (2,))


def test_condition_codes_and_types_are_leaves(tmp_path: Path):
    text = """
    class CondCode;
    def LESS : CondCode;
    def compare : SDNode<"COMPARE", SDTypeProfile<1, 3, [
      SDTCisVT<0, i32>, SDTCisVT<1, i32>, SDTCisVT<2, i32>, SDTCisVT<3, OtherVT>]>>;
    def extend : SDNode<"EXTEND", SDTExtInreg>;
    def : Pat<(compare i32:$x, i32:$y, LESS), (ADDrr $x, $y)>;
    def : Pat<(i32 (extend i32:$x, i8)), (NEG $x)>;
    """
    found = roots(text, tmp_path)
    (compare,) = found["COMPARE i32, i32, OtherVT -> i32"]
    assert compare.checks == (Leaf(2, "LESS"),)
    (extend,) = found["EXTEND i32, OtherVT -> i32"]
    assert extend.checks == (Leaf(1, "i8"),)


def test_predicates_of_the_subtarget(tmp_path: Path):
    _, found = only(
        """
        def HasNeg : Predicate<"Subtarget->hasNeg()">;
        let Predicates = [HasNeg] in def : Pat<(i32 (abs i32:$x)), (NEG $x)>;
        """,
        tmp_path,
    )
    assert found.features == ("HasNeg",)


def test_sub_registers_and_classes_are_names(tmp_path: Path):
    _, found = only(
        """
        def low : SubRegIndex<16>;
        def : Pat<(i32 (abs i32:$x)),
                  (NEG (INSERT_SUBREG (i32 (IMPLICIT_DEF)),
                                      (EXTRACT_SUBREG $x, low), low))>;
        """,
        tmp_path,
    )
    assert found.steps == (
        Emit("IMPLICIT_DEF", ()),
        Name("low"),
        Emit("EXTRACT_SUBREG", (0, 2)),
        Name("low"),
        Emit("INSERT_SUBREG", (1, 3, 4)),
        Emit("NEG", (5,)),
    )


def test_signatures_are_their_text():
    for text in ("ADD i32, i32 -> i32", "STORE i32, i8", "X -> i1, i2", "NOP"):
        assert str(Signature.parse(text)) == text


def test_no_patterns(tmp_path: Path):
    assert roots("", tmp_path) == {}


ERRORS = {
    "def : Pat<(i32 (add i32:$x)), (NEG $x)>;": (
        "add node requires exactly 2 operands!"
    ),
    "def : Pat<(i32 (add i32:$x, i32:$y)), (NEG $z)>;": (
        "Cannot find value named $z in input pattern!"
    ),
    "def : Pat<(i32 (add i32:$x, i32:$y)), (NEG $x, $y)>;": (
        "Instruction 'NEG' was provided 2 operands but expected only 1!"
    ),
    "def : Pat<(i32 (add i32:$x, i32:$y)), (ADDrr $x)>;": (
        "Instruction 'ADDrr' expects more than the provided 1 operands!"
    ),
    "def : Pat<(add f32:$x, f32:$y), (ADDrr $x, $y)>;": (
        "Type inference contradiction found"
    ),
    "def : Pat<(bitconvert $x), (NEG $x)>;": ("Could not infer all types in pattern!"),
    "def : Pat<(i32 (add (i8 i32:$x), i32:$y)), (ADDrr $x, $y)>;": (
        "Type inference contradiction found"
    ),
    "def : Pat<(i64 (add i64:$x, i64:$y)), (ADDrr $x, $y)>;": (
        "Type inference contradiction found"
    ),
    "def : Pat<(i32 (trunc i64:$x)), (NEG i64:$x)>;": (
        "Type inference contradiction found: 'i64:$x' of type i64 in operand"
    ),
    "def : Pat<(i32 (NEG i32:$x)), (NEG $x)>;": "Unrecognized node 'NEG'!",
    "def : Pat<(i32 (add i32:$x, GPR32:$y)), (NEG $x)>;": None,
    "def thing; def : Pat<(i32 (add i32:$x, thing:$y)), (NEG $x)>;": (
        "Unknown leaf value 'thing' in a pattern!"
    ),
    "def thing; def : Pat<(i32 (abs i32:$x)), (NEG thing)>;": (
        "Unknown leaf value 'thing' in a pattern result!"
    ),
    "def thing; def : Pat<(i32 (abs i32:$x)), (thing $x)>;": (
        "Unrecognized node 'thing'!"
    ),
    "def : Pat<(i32 i32:$x), (NEG $x)>;": (
        "Cannot use the leaf of a pattern as its root!"
    ),
    "def : Pat<(i32 (abs i32:$x)), (STORE $x, $x, 0)>;": (
        "The source has 1 results, but the result"
    ),
    "def f : PatFrag<(ops node:$x), (abs node:$x)>;"
    "def : Pat<(i32 (f i32:$x, i32:$y)), (NEG $x)>;": (
        "'f' fragment requires 1 operands!"
    ),
    "def f : PatFrag<(ops node:$x), (f node:$x)>;"
    "def : Pat<(i32 (f i32:$x)), (NEG $x)>;": "Pattern fragment 'f' is recursive!",
    'def f : PatLeaf<(imm), "return true;">;'
    "def : Pat<(i32 (sub i32:$x, f:$y)), (NEG $x)>;": (
        "predicate of 'f' is not a Python expression"
    ),
    'def f : PatFrag<(ops node:$x), (abs node:$x), "wide(x)">;'
    "def : Pat<(i32 (f i32:$x)), (NEG $x)>;": (
        "predicate of 'f' uses unknown name 'wide'"
    ),
    'def f : SDNodeXForm<imm, "imm + other">;'
    "def : Pat<(i32 (sub i32:$x, imm:$y)), (ADDri $x, (f $y))>;": (
        "transform of 'f' uses unknown name 'other'"
    ),
    'def f : SDNodeXForm<imm, "-imm">;'
    "def : Pat<(i32 (sub i32:$x, i32:$y)), (ADDri $x, (f $y))>;": (
        "transform 'f' of what is not constant: '$y'"
    ),
    'def f : Transform<["a", "b"], "a - b">;'
    "def : Pat<(i32 (sub i32:$x, imm:$y)), (ADDri $x, (f $y))>;": (
        "transform 'f' takes 2 operands, but is given 1"
    ),
    'def c : ComplexPattern<i32, 2, "find">;'
    "def : Pat<(i32 (ld (c i32:$x))), (NEG $x)>;": (
        "'c' complex pattern requires 2 operands!"
    ),
    "def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (abs i32:$b))]>;": (
        "Operand $a does not appear in the instruction pattern"
    ),
    "def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$e, (abs i32:$a))]>;": (
        "set destination $e is no output"
    ),
    "def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d)]>;": (
        "set requires a destination and a value!"
    ),
    "def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (st i32:$a, i32:$a))]>;": (
        "set of 1 destinations, but"
    ),
    "def X : I<(outs GPR:$d), (ins GPR:$a),"
    "  [(set GPR:$d, (abs i32:$a)), (implicit GPR)]>;": (
        "Implicitly defined value should be a register!"
    ),
    "def : Pat<(i32 (sub i32:$x, i32:$y)), (mul $x, $y)>;"
    "def : Pat<(i32 (mul i32:$x, i32:$y)), (sub $x, $y)>;": "leads back to itself",
    "def : Pattern<(i32 (abs i32:$x)), [(NEG $x), (NEG $x)]>;": (
        "Cannot use multiple results"
    ),
}
ERRORS |= {
    f"def : Pat<(i32 (abs i32:$x)), (i32 (COPY_TO_REGCLASS{operands}))>;": (
        "COPY_TO_REGCLASS takes a value and a class"
    )
    for operands in ("", " $x", " $x, $x", " $x, $x, GPR", " GPR, $x")
}


@pytest.mark.parametrize("text", ERRORS, ids=lambda text: text.rpartition("Pat<")[2])
def test_errors(text: str, tmp_path: Path):
    with pytest.raises(Diagnostic) as raised:
        roots(text, tmp_path)
    message = ERRORS[text]
    if message is not None:
        assert message in raised.value.message
    assert raised.value.location is not None


def test_selection_may_come_back_with_less(tmp_path: Path):
    """A cycle is fine where each turn takes a node of the source."""
    found = roots(
        "def : Pat<(i32 (sub (mul i32:$x, node), i32:$z)), (sub $x, $z)>;", tmp_path
    )
    assert len(found["SUB i32, i32 -> i32"]) == 1


@pytest.mark.skipif(not HAS_ORACLE, reason="LLVM's include files are not installed")
def test_llvm_fragments(tmp_path: Path):
    """Patterns over LLVM's own nodes, with its fragments of accesses."""
    text = BASE.replace("circ/Target.td", "llvm/Target/Target.td").replace(
        'include "circ/Gen.td"', ""
    )
    text += """
    def : Pat<(i32 (sextloadi8 GPR:$at)), (NEG $at)>;
    def : Pat<(i32 (setlt i32:$x, i32:$y)), (ADDrr $x, $y)>;
    def : Pat<(store i32:$value, i32:$at), (STORE $value, $at, 0)>;
    """
    path = tmp_path / "llvm.td"
    path.write_text(text)
    records = load(path, include=llvm_include(tmp_path))
    found: dict[str, Any] = module_of("gen-dag-isel", records).ROOTS
    assert set(found) == {
        "ISD::LOAD i32 -> i32",
        "ISD::SETCC i32, i32, OtherVT -> i32",
        "ISD::STORE i32, i32",
    }
    (load_check,) = found["ISD::LOAD i32 -> i32"][0].checks[1:2]
    assert load_check.predicate(Facts(0))

"""Gate-list text: what is read and written, and one diagnostic for anything else."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.circuit.constants import ConstantOp
from circ.dialects.circuit.control import FuncOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.circuit.gates import read_gates, write_gates

DATA = Path(__file__).parents[2] / "data" / "circuit"
ACCEPTED = sorted(DATA.glob("[DSUO]*.circuit"))
ALL = sorted(DATA.glob("*.circuit"))


def function_of(module: ModuleOp) -> FuncOp:
    func = module.body.block.first_op
    assert isinstance(func, FuncOp)
    return func


@pytest.mark.parametrize("file", ACCEPTED, ids=lambda file: file.stem)
def test_round_trip_of_programs(file: Path):
    module = read_gates(file.read_text(), str(file))
    text = write_gates(module)
    assert text.startswith(f";; function {file.stem}\n")
    again = read_gates(text, "other.circuit")
    assert function_of(again).sym_name.data == file.stem
    assert write_gates(again) == text


EVERYTHING = """\
;; attributes {circ.program}
;; operation func.func private @printf(i32) -> i32 attributes {circ.variadic}
;; operation circuit.global @text 4 align 4 constant = "2564"
;; function main
;; signature (i32, memref<4xi32>) -> (i32, f32)
x = ARG[I32] {0}
p = ARG[ARCH] {1}
k = CONST[I32] {-3}
half = CONST[F32] {0.5}
nan = CONST[F64] {0x7ff8000000000000}
yes = CONST[I1] {1}
a = ALLOCA[ARCH] {8, align 16}
g = SYMBOL[ARCH] {@helper}
st = STORE {4, align 2, space 1, alias "a;b", volatile} : | DE | x, a
l = LOAD[I32] {4} : | st | a
l2 = LOAD[I32] : | st | p
both = DEPEND_AND : | l, l2
call = CALL[I32, F32] : | both | g, l, half
none = CALL : | call | g, call#1
c = ICMP[I1] {SLE} : | | x, call
fc = FCMP[I1] {UNE} : | | half, call#1
s = SELECT[I32] : | | fc, x, k
br = IF_BRANCH {1, 3} : SE | | c
t = IF_TRUE : br
f = IF_FALSE : br
rt = DEPEND_RELAY : t | none
sw = SWITCH_BRANCH : t | | s
c1 = SWITCH_CASE {4294967295} : sw
df = DEFAULT_CASE : sw
m = MERGE : c1, df, f
d = DEPEND_SELECTOR : m | rt, rt, none
v = VALUE_SELECTOR[I32] : m | | x, k, s
return = RETURN : m | d | v, call#1
;; operation circuit.global @table 8 align 4 addresses [@helper, @text + 1]
;; function helper
x = ARG[I32] {0}
y = ARG[F32] {1}
ob = ORDINARY_BLOCK : SE
lb = LOOP_BEGIN : ob, back attributes {circ.parallel}
i = VALUE_SELECTOR[I32] : lb | | x, i
w = ZEXT[I64] : | | i
b = ICMP[I1] {EQ} : | | x, i
br = IF_BRANCH : lb | | b
t = IF_TRUE : br
f = IF_FALSE : br
back = LOOP_BACK : t
throw = THROW : f | DE | w
;; function sum
;; signature (i32) -> i32
;; attributes {circ.thrower = @helper, circ.variadic}
x = ARG[I32] {0}
format = SYMBOL[ARCH] {@printf}
shown = CALL[I32] : | DE | format, x, x, x attributes {circ.variadic}
other = CALL : | shown | format attributes {circ.by_address}
return = RETURN : SE | other | shown
"""


def test_everything_that_can_be_written():
    assert write_gates(read_gates(EVERYTHING, "e.circuit")) == EVERYTHING


def test_a_function_alone_has_no_header():
    func = function_of(read_gates("r = RETURN : SE | DE\n", "f.circuit"))
    assert write_gates(func) == "return = RETURN : SE | DE\n"
    assert func.sym_name.data == "f"


def bits_of(type: str, number: str) -> int:
    text = f"k = CONST[{type}] {{{number}}}\nr = RETURN : SE | DE | k\n"
    func = function_of(read_gates(text, "f"))
    (constant,) = (g for g in func.body.block.ops if isinstance(g, ConstantOp))
    return constant.bits.data


def test_numbers():
    assert bits_of("I8", "-128") == 0x80
    assert bits_of("I8", "255") == 0xFF
    assert bits_of("I8", "0xff") == 0xFF
    assert bits_of("F32", "1.5") == 0x3FC00000
    assert bits_of("F32", "1") == 0x3F800000
    assert bits_of("F32", "-1e400") == 0xFF800000
    assert bits_of("F64", "0x7ff0000000000000") == 0x7FF << 52
    assert bits_of("I1", "-1") == 1


def test_conditions_by_number():
    text = "x = ARG[I8] {0}\nc = ICMP[I1] {13} : | | x, x\nr = RETURN : SE | DE | c\n"
    assert "{SLE}" in write_gates(read_gates(text, "f"))


def test_negative_case_is_of_the_selectors_type():
    text = (
        (DATA / "D4.circuit").read_text().replace("SWITCH_CASE {1}", "SWITCH_CASE {-1}")
    )
    assert "SWITCH_CASE {4294967295}" in write_gates(read_gates(text, "f"))


RETURN = "r = RETURN : SE | DE\n"


@pytest.mark.parametrize(
    ("line", "column", "message"),
    (
        ("x", 2, "expected '=', but the line ends"),
        ("= ADD", 1, "expected a gate's name, but found '='"),
        ("x = 7", 5, "expected an opcode, but found '7'"),
        ("x = ADDD[I8]", 5, "'ADDD' is not an opcode"),
        ("x = STATE_ENTRY", 5, "STATE_ENTRY is implied in every circuit"),
        ("SE = ARG[I8] {0}", 1, "the name 'SE' is taken"),
        ("x = ARG[I7] {0}", 9, "'I7' is not a type"),
        ("x = ARG[I8, I8] {0}", 8, "ARG gives one value, but has 2 types"),
        ("x = ARG {0}", 9, "ARG needs a type"),
        ("x = ICMP[I8] {EQ} : | | SE, SE", 9, "ICMP gives I1, but has I8"),
        ("x = MERGE[I8] : SE", 10, "MERGE gives no value, but has 1 types"),
        ("x = ARG[I8", 11, "expected ']', but the line ends"),
        ("x = ARG[I8]", 12, "ARG needs bits in braces"),
        ("x = ARG[I8] {-1}", 14, "expected an argument's index, but found '-1'"),
        ("x = ARG[I8] {0", 15, "expected '}', but the line ends"),
        ("x = ADD[I8] {0}", 13, "ADD has no bits"),
        ("x = CONST[I8] {256}", 16, "256 does not fit I8"),
        ("x = CONST[I8] {-129}", 16, "-129 does not fit I8"),
        ("x = CONST[I8] {1.5}", 16, "'1.5' is not a number of type I8"),
        ("x = CONST[F32] {1.5.5}", 17, "'1.5.5' is not a number of type F32"),
        ("x = CONST[I8] {y}", 16, "expected a number, but found 'y}'"),
        ("x = SYMBOL {y}", 13, "expected '@', but found 'y}'"),
        ("x = ICMP {LT} : | | SE, SE", 11, "'LT' is not a condition of ICMP"),
        ("x = ICMP {7} : | | SE, SE", 11, "'7' is not a condition of ICMP"),
        ("x = ALLOCA {8, align 3}", 22, "alignment must be a power of two, but is 3"),
        ("x = LOAD[I8] {0} : | DE | p", 15, "size must be positive, but is 0"),
        ("x = LOAD[I8] {3} : | DE | p", 15, "a size of 3 needs an alignment"),
        ("x = LOAD[I8] {1, fast} : | DE | p", 18, "expected 'volatile', but found"),
        ('x = LOAD[I8] {1, alias "\\q"} : | DE | p', 24, "malformed string"),
        ("x = IF_BRANCH {1} : SE | | p", 17, "expected ',', but found '}'"),
        ("x = ADD[I8] : | | q, q", 19, "no gate is named 'q'"),
        ("x = CLZ[I8] : | | p#1", 19, "'p' has 1 values, and none is number 1"),
        ("x = MERGE : SE#1", 13, "'SE#1' is no state"),
        ("x = ADD[I8] : | | p", 20, "ADD needs 2 value operands, but has 1 (rule 1)"),
        ("x = MERGE : SE | DE", 18, "MERGE needs 0 dependency operands, but has 1"),
        ("x = MERGE : SE | | | p", 20, "unexpected '|'"),
        ("x = CLZ[I8] : | | r", 19, "RETURN gives no value (rule 1)"),
        ("x = LOAD[I8] : | r | p", 18, "RETURN gives no dependency (rule 14)"),
        ("x = ORDINARY_BLOCK : r", 22, "RETURN must have no state successor (rule 17)"),
        (";; function a b", 1, "expected a gate's name"),
    ),
)
def test_malformed_lines(line: str, column: int, message: str):
    text = f"p = ARG[ARCH] {{9}}\n{RETURN}{line}\n"
    if line.startswith(";;"):
        read_gates(text, "f.circuit")  # any other comment
        return
    with pytest.raises(Diagnostic) as error:
        read_gates(text, "f.circuit")
    assert str(error.value).startswith(f"f.circuit:3:{column}: error: {message}")


@pytest.mark.parametrize(
    ("line", "column", "wanted"),
    (
        (";; funktion f", 4, "function"),
        (";; operations x", 4, "operation"),
        (";;atributes {}", 3, "attributes"),
    ),
)
def test_misspelt_declarations(line: str, column: int, wanted: str):
    with pytest.raises(Diagnostic) as error:
        read_gates(f"{line}\n{RETURN}", "f.circuit")
    message = f"is not a declaration; is it '{wanted}'?"
    assert str(error.value).startswith(f"f.circuit:1:{column}: error: '")
    assert message in str(error.value)


@pytest.mark.parametrize("line", (";; run 1 -> 2", ";; accept", ";; a loop", ";; fun"))
def test_other_comments(line: str):
    assert str(read_gates(f"{line}\n{RETURN}", "f")) == str(read_gates(RETURN, "f"))


@pytest.mark.parametrize(
    "text", ("i33", "(i32) -> i32 x", "(", "memref<", "(!a.b) -> ()")
)
def test_malformed_signature(text: str):
    with pytest.raises(Diagnostic, match=r"^f:2:14: error: "):
        read_gates(f";; function f\n;; signature {text}\n{RETURN}", "f")


def test_two_functions_of_one_name():
    text = f";; function f\n{RETURN};; function f\n{RETURN}"
    with pytest.raises(Diagnostic, match="f:3:1: error: there are two functions @f"):
        read_gates(text, "f")


def test_no_function():
    with pytest.raises(Diagnostic, match="STATE_ENTRY needs one state successor"):
        read_gates("; nothing\n", "f")


def test_other_operations_have_no_text():
    with pytest.raises(Diagnostic, match=r"'builtin\.module' has no gate-list text"):
        write_gates(ModuleOp([ModuleOp([])]))


def test_declarations_alone():
    text = ";; operation circuit.global @t 4 align 4\n"
    assert write_gates(read_gates(text, "f")) == text


@given(st.data())
@settings(max_examples=300)
def test_mutated_text_is_read_or_diagnosed(data: st.DataObject):
    """Whatever the text: a module that can be written and read, or a Diagnostic."""
    sources = [file.read_text() for file in ALL] + [EVERYTHING]
    text = data.draw(st.sampled_from(sources))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 12))
        other = data.draw(st.sampled_from(sources))
        at = data.draw(st.integers(0, len(other)))
        piece = data.draw(
            st.sampled_from(("", "{", "}", "|", "0x", "-", '"', "#", ";", "é", "9" * 9))
            | st.just(other[at : at + 15])
            | st.text(max_size=4)
        )
        text = text[:start] + piece + text[end:]
    try:
        module = read_gates(text, "f.circuit")
    except Diagnostic as error:
        assert error.message
        return
    written = write_gates(module)
    assert write_gates(read_gates(written, "f.circuit")) == written


MODULE = """\
;; attributes {circ.program}
;; operation circuit.global @table 8 align 4 constant = "01"
;; operation func.func private @printed(i32) -> () attributes {circ.variadic}
;; function main
;; attributes {circ.inline = "never"}
x = ARG[I32] {0}
f = SYMBOL[ARCH] {@printed}
call = CALL : | DE | f, x, x attributes {circ.variadic}
lb = LOOP_BEGIN : SE, back attributes {circ.parallel}
c = CONST[I1] {0}
br = IF_BRANCH : lb | | c
t = IF_TRUE : br
f_1 = IF_FALSE : br
back = LOOP_BACK : t
return = RETURN : f_1 | call | x
"""


def test_declarations_objects_and_attributes():
    text = write_gates(read_gates(MODULE, "m.circuit"))
    assert text == MODULE


@pytest.mark.parametrize(
    ("line", "message"),
    (
        (";; operation circuit.global @t", "m.circuit:1:"),
        (
            ";; operation circuit.func @f() -> () {}",
            "1:14: error: a circuit is",
        ),
        (";; attributes 3", "1:15: error: attributes must be a dictionary"),
        ("l = ORDINARY_BLOCK : SE attributes 3", "1:36: error: attributes must be a"),
        ("l = ORDINARY_BLOCK : SE attributes {", "1:36: error: "),
        (";; operation circuit.global @t 8 align 3", "m.circuit:1:14: error: "),
    ),
)
def test_wrong_lines_of_modules(line: str, message: str):
    with pytest.raises(Diagnostic) as caught:
        read_gates(f"{line}\nr = RETURN : SE | DE\n", "m.circuit")
    assert message in str(caught.value)

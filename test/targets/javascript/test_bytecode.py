"""Bytecode as text, and as circuits: what is read, built, and rejected where."""

from pathlib import Path

import pytest

from circ.dialects.circuit.control import FuncOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.circuit.gates import read_gates
from circ.targets.javascript.bytecode_text import read_bytecode, write_bytecode
from circ.targets.javascript.program_builder import build_circuits
from circ.tools import api

HEADER = '.function f "f" function parameters 1 registers 2\n'

EVERY_OPERAND = (
    HEADER.replace("\n", " strict text 0 16\n")
    + """\
  ldai -2147483648
  fldai 1.5e-07
  sta v0
  fldai -Infinity
  lda_str "a \\"b\\" ; \\u00e9"
  callrange 1 v0 named "o.f(...).\\u20ac"
  definefunc f 1
start:
  lda a0
end:
  jmp last
  throw
last:
  returnundefined
.handler start end last
.end
.source "function f(a) {}"
.names "Math" "x"
"""
)


def test_text_is_read_back():
    program = read_bytecode(EVERY_OPERAND, "a.jsbc")
    text = write_bytecode(program)
    assert text == write_bytecode(read_bytecode(text, "b.jsbc"))
    assert program.names == {"Math", "x"}
    (function,) = program.functions
    assert len(function.handlers) == 1
    assert (program.source, function.text) == ("function f(a) {}", (0, 16))


def test_comments_and_empty_lines_are_skipped():
    text = f'; about\n\n{HEADER}  lda_str ";"  ; a string\n  return\n.end ; done\n'
    (function,) = read_bytecode(text, "a.jsbc").functions
    assert len(function.code) == 2


def circuit(body: str, others: str = "") -> str:
    """The gates of the first function, by the names of their classes."""
    module = build_circuits(read_bytecode(f"{HEADER}{body}\n.end\n{others}", "a.jsbc"))
    func = next(op for op in module.ops if isinstance(op, FuncOp))
    return " ".join(type(gate).__name__ for gate in func.body.block.ops)


def test_moves_and_constants_become_no_gates():
    gates = circuit("ldai 1\nsta v0\nmov v1 v0\nlda v1\nreturn")
    assert "JsBytecode" not in gates
    assert gates.endswith("ConstantOp ReturnOp")


def test_what_is_thrown_without_a_handler_leaves_by_throw():
    assert circuit("lda a0\nthrow").endswith("ThrowOp")


def test_what_is_thrown_in_a_range_goes_to_the_handler():
    body = "s:\nlda a0\nthrow\nt:\nreturnundefined\nh:\nreturn\n.handler s t h"
    gates = circuit(body)
    assert "ThrowOp" not in gates
    assert "GetExceptionOp" not in gates


def test_a_caught_exception_is_taken_from_the_library():
    body = "s:\nlda a0\ninc\nt:\nreturn\nh:\nreturn\n.handler s t h"
    gates = circuit(body)
    assert gates.count("IfExceptionOp") == 1
    assert gates.count("GetExceptionOp") == 1


def test_loops_have_selectors_for_what_they_change():
    body = "l:\nlda a0\ninc\nsta a0\nlda v0\nless a0\njnez l\nreturnundefined"
    gates = circuit(body)
    assert gates.count("LoopBeginOp") == gates.count("LoopBackOp") == 1
    assert gates.count("ValueSelectorOp") == 1


def test_the_exception_of_a_call_with_a_name_is_named():
    body = 'lda a0\ncallarg0 named "o.f"\ncallarg0 named "o.f(...)"\nreturn'
    gates = circuit(body)
    assert gates.count("JsBytecodeOp") == 3
    assert gates.endswith(
        "MergeOp DependSelectorOp ValueSelectorOp JsBytecodeOp ConstantOp ReturnOp"
    )
    assert circuit(body.replace(" named", ";")).count("JsBytecodeOp") == 2


def test_a_caught_exception_is_named_before_it_is_taken():
    body = 's:\nlda a0\ncallarg0 named "f"\nt:\nreturn\nh:\nreturn\n.handler s t h'
    assert "JsBytecodeOp GetExceptionOp" in circuit(body)


REJECTED = [
    ("nothing\n", "a.jsbc:1:1: error: expected '.function', '.source' or"),
    (f"{HEADER}  lda\n.end\n", "a.jsbc:2:6: error: expected a register at the end"),
    (f"{HEADER}  lda b0\n.end\n", "a.jsbc:2:7: error: expected a register, but"),
    (f"{HEADER}  lda v0 v1\n.end\n", "a.jsbc:2:10: error: 'v1' is one word too many"),
    (f"{HEADER}  frob v0\n.end\n", "a.jsbc:2:3: error: there is no bytecode 'frob'"),
    (f"{HEADER}  ldai 1.5\n.end\n", "a.jsbc:2:8: error: expected an integer"),
    (f"{HEADER}  ldai 2147483648\n.end\n", "a.jsbc:2:8: error: 2147483648 does not"),
    (f"{HEADER}  fldai x\n.end\n", "a.jsbc:2:9: error: expected a double"),
    (f'{HEADER}  lda_str "a\n.end\n', "a.jsbc:2:10: error: a string is not closed"),
    (f'{HEADER}  lda_str "\\x"\n.end\n', "a.jsbc:2:11: error: expected a string"),
    (f"{HEADER}  lda v0\n", "a.jsbc:1:11: error: function f is not closed by '.end'"),
    (HEADER.replace("function p", "lambda p"), "a.jsbc:1:17: error: 'lambda' is none"),
    (f"{HEADER}  lda v0\n.end\n", "a.jsbc:2:3: error: control reaches the end"),
    (f"{HEADER}.end\n", "a.jsbc:1:11: error: function f: has no instructions"),
    (f"{HEADER}  lda v2\n  return\n.end\n", "a.jsbc:2:3: error: there is no register"),
    (f"{HEADER}  lda a1\n  return\n.end\n", "a.jsbc:2:3: error: there is no register"),
    (f"{HEADER}  jmp x\n.end\n", "a.jsbc:2:3: error: there is no label x"),
    (f"{HEADER}x:\nx:\n  return\n.end\n", "a.jsbc:1:11: error: function f: label x is"),
    (
        f"{HEADER}  definefunc g 0\n  return\n.end\n",
        "a.jsbc:2:3: error: there is no function g",
    ),
    (
        f"{HEADER}  return\n.end\n{HEADER}  return\n.end\n",
        "a.jsbc:4:11: error: there are two functions f",
    ),
    (f"{HEADER}  callrange 2\n.end\n", "a.jsbc:2:14: error: expected a register at"),
    (f"{HEADER}  callrange x v0\n.end\n", "a.jsbc:2:13: error: expected a number"),
    (f"{HEADER}  callrange 99 v0\n  return\n.end\n", "a.jsbc:2:3: error: there is no"),
    (f"{HEADER}  jmp\n.end\n", "a.jsbc:2:6: error: expected a label at the end"),
    (f"{HEADER}  return\n.handler x y z\n.end\n", "a.jsbc:1:11: error: function f: "),
    (f"{HEADER}  return\n.handler x\n.end\n", "a.jsbc:3:11: error: expected a label"),
    (".function f\n.end\n", "a.jsbc:1:12: error: expected a string at the end"),
    ('.function f "f" method parameters\n', "a.jsbc:1:34: error: expected a number"),
    ('.function f "f" method parameters 9999999\n', "a.jsbc:1:35: error: expected a"),
    (f"{HEADER}  return\n.end\n.names x\n", "a.jsbc:4:8: error: expected a string"),
    (
        f'{HEADER.rstrip()} text 0 3\n  return\n.end\n.source "😀"\n',
        "a.jsbc:1:11: error: text 0 3 is not within the 2 units of .source",
    ),
    (f"{HEADER.rstrip()} text 0\n", "a.jsbc:1:57: error: expected a place in"),
    (f"{HEADER}  return\n.end\n.source x\n", "a.jsbc:4:9: error: expected a string"),
    (f"{HEADER}  callarg0 named\n.end\n", "a.jsbc:2:17: error: expected a string at"),
    (f'{HEADER}  return named "f"\n.end\n', "a.jsbc:2:10: error: 'named' is one word"),
    (f"{HEADER}  return\n.end x\n", "a.jsbc:3:6: error: 'x' is one word too many"),
]


@pytest.mark.parametrize(("text", "message"), REJECTED)
def test_wrong_bytecode_is_diagnosed(text: str, message: str):
    with pytest.raises(Diagnostic) as caught:
        build_circuits(read_bytecode(text, "a.jsbc"))
    assert message in str(caught.value)


TWO_ENTRIES = """\
.function script "script" function parameters 0 registers 3
  ldai 0
  sta v0
loop:
  definefunc f 1
  callarg1 v0
  sta v1
  tryldglobalbyname "console"
  sta v2
  ldobjbyname "log"
  callthis1 v2 v1
  lda v0
  inc
  sta v0
  ldai 4
  less v0
  jnez loop
  returnundefined
.end
.function f "f" function parameters 1 registers 4
  lda_str ""
  sta v0
  ldai 0
  sta v1
  ldai 3
  sta v2
  lda a0
  jeqz first
  ldai 1
  stricteq a0
  jnez second
  ldai 2
  stricteq a0
  jnez inner
  jmp third
first:
  lda_str "a"
  add2 v0
  sta v0
second:
  lda_str "b"
  add2 v0
  sta v0
  lda v2
  dec
  sta v2
  jeqz end
inner:
  lda_str "i"
  add2 v0
  sta v0
third:
  lda_str "c"
  add2 v0
  sta v0
  lda v1
  inc
  sta v1
  ldai 4
  less v1
  jeqz end
  ldai 2
  mod2 v1
  jeqz inner
  jmp first
end:
  lda v0
  return
.end
.names "console" "log"
"""


@pytest.mark.parametrize(("level", "opt"), (("circuit", 0), ("naplespu", 2)))
@pytest.mark.every(2, first=1)
def test_loops_with_several_entries(level: str, opt: int, tmp_path: Path):
    """As the instructions say, one after the other."""
    path = tmp_path / "entries.jsbc"
    path.write_text(TWO_ENTRIES, encoding="utf-8")
    result = api.run(path, level=level, opt=opt)
    assert result.output == f"{chr(10).join(map(walked, range(4)))}\n"


def walked(start: int) -> str:
    """What `f` gives, by its labels."""
    text, rounds, left = "", 0, 3
    label = ("first", "second", "inner", "third")[start]
    while True:
        match label:
            case "first":
                text, label = text + "a", "second"
            case "second":
                text, left = text + "b", left - 1
                label = "inner" if left else "end"
            case "inner":
                text, label = text + "i", "third"
            case "third":
                text, rounds = text + "c", rounds + 1
                label = "inner" if rounds % 2 == 0 else "first"
                label = label if rounds < 4 else "end"
            case _:
                return text


THROWN_IN_HANDLER = """\
.function script "script" function parameters 0 registers 3
  ldai 0
  sta v0
start:
  ldundefined
  sta v2
  tryldglobalbyname "console"
  sta v1
  ldobjbyname "log"
  callthis1 v1 v0
  lda v0
  inc
  sta v0
  ldai 3
  less v0
  jeqz end
  lda v2
  ldobjbyname "log"
end:
  returnundefined
.handler start end start
.end
.names "console" "log"
"""


@pytest.mark.long
def test_a_handler_that_throws_to_itself(tmp_path: Path):
    path = tmp_path / "again.jsbc"
    path.write_text(THROWN_IN_HANDLER, encoding="utf-8")
    assert api.run(path, level="circuit").output == "0\n1\n2\n"


def test_a_program_needs_a_function():
    with pytest.raises(Diagnostic, match="a program needs a function"):
        build_circuits(read_bytecode("", "a.jsbc"))


BYTECODE = "x = ARG[I64] {0}\nj = JS_BYTECODE[I64] {%s} : SE | %s\n"
SIDES = "e = IF_EXCEPTION : j\ns = IF_SUCCESS : j\n"
LEAVE = "r = RETURN : e | j | x\nq = RETURN : s | j | x\n"
ADD = BYTECODE % ("add2", "DE | x, x")
PLAIN = BYTECODE % ("createemptyobject", "DE")

REJECTED_CIRCUITS = [
    (ADD + "r = RETURN : j | j | j", "2:1: error: JS_BYTECODE needs the successors"),
    (f"{ADD}e = IF_EXCEPTION : j\nr = RETURN : e | j | x", "2:1: error: JS_BYTECODE"),
    (
        f"{ADD}{SIDES}f = IF_EXCEPTION : j\np = RETURN : f | j | x\n{LEAVE}",
        "2:1: error: JS_BYTECODE needs the successors IF_SUCCESS and IF_EXCEPTION",
    ),
    (
        PLAIN + SIDES + LEAVE,
        "2:1: error: JS_BYTECODE needs one state successor, but has 2 (rule 17)",
    ),
    (
        BYTECODE % ("add2", "DE | x") + SIDES + LEAVE,
        "2:1: error: JS_BYTECODE add2 takes 2 values, but has 1",
    ),
    (
        (ADD + SIDES + LEAVE).replace("[I64] {0}", "[I32] {0}"),
        "2:1: error: JS_BYTECODE cannot take its value operand 0, but has i32 of ARG",
    ),
    (BYTECODE % ("frob", "DE"), "2:23: error: there is no bytecode 'frob'"),
    (
        BYTECODE % ("lda", "DE | x") + "r = RETURN : j | j | x",
        "2:1: error: JS_BYTECODE executes 'lda', which is no such bytecode",
    ),
    (
        BYTECODE % ("callrange", "DE") + SIDES + LEAVE,
        "2:1: error: JS_BYTECODE callrange takes at least 2 values, but has 0",
    ),
    (ADD.replace(" {add2}", ""), "2:22: error: JS_BYTECODE needs bits in braces"),
    (
        BYTECODE % ("add2", "x | x, x") + SIDES + LEAVE,
        "2:1: error: JS_BYTECODE needs a gate with an effect as its dependency",
    ),
    (
        f"{ADD}d = DEPEND_RELAY : j | j\n{SIDES}{LEAVE}",
        "3:1: error: DEPEND_RELAY needs a side of a branch or ORDINARY_BLOCK",
    ),
    (
        "x = ARG[I64] {0}\ne = IF_EXCEPTION : SE\nr = RETURN : e | DE | x",
        "2:1: error: IF",
    ),
    ('s = CONSTSTRING {"a"}', "1:18: error: expected a string's index"),
    ('s = CONSTSTRING {0, "a}', "1:21: error: expected a string, but found"),
    ('s = CONSTSTRING {0, "a"} : SE', "1:28: error: CONSTSTRING needs 0 state"),
    ('s = CONSTSTRING {-1, "a"}', "1:18: error: expected a string's index"),
    ("g = GET_EXCEPTION[I64] : SE | DE", "1:26: error: GET_EXCEPTION needs 0 state"),
    ("g = GET_EXCEPTION[I32] : | DE", "1:18: error: GET_EXCEPTION gives I64"),
    ("t = THROW : SE | DE", "1:20: error: THROW needs 1 value operands, but has 0"),
    (
        "x = ARG[I64] {0}\nt = THROW : SE | DE | x\nr = RETURN : t | DE | x",
        "3:14: error: THROW must have no state successor (rule 17)",
    ),
    (
        "x = ARG[I64] {0}\nl = LOAD_ELEMENT[I64] {3} : SE | DE | x",
        "2:40: error: LOAD_ELEMENT needs 2 value operands, but has 1",
    ),
]
"""Of the language's level."""


@pytest.mark.parametrize(("text", "message"), REJECTED_CIRCUITS)
def test_wrong_circuits_are_diagnosed(text: str, message: str):
    with pytest.raises(Diagnostic) as caught:
        read_gates(text, "c.circuit")
    assert str(caught.value).startswith(f"c.circuit:{message}")
    assert "\n" not in str(caught.value)

"""Bytecode as text, and as circuits: what is read, built, and rejected where."""

import pytest

from circ.dialects.circuit.control import FuncOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.javascript.bytecode_text import read_bytecode, write_bytecode
from circ.targets.javascript.program_builder import build_circuits

HEADER = '.function f "f" function parameters 1 registers 2\n'

EVERY_OPERAND = (
    HEADER
    + """\
  ldai -2147483648
  fldai 1.5e-07
  sta v0
  fldai -Infinity
  lda_str "a \\"b\\" ; \\u00e9"
  callrange 1 v0
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


REJECTED = [
    ("nothing\n", "a.jsbc:1:1: error: expected '.function' or '.names'"),
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
    (
        f"{HEADER}  lda a0\n  jeqz b\na:\n  lda v0\nb:\n  lda v1\n  jeqz a\n  return\n"
        ".end\n",
        "error: a loop is entered at two places",
    ),
]


@pytest.mark.parametrize(("text", "message"), REJECTED)
def test_wrong_bytecode_is_diagnosed(text: str, message: str):
    with pytest.raises(Diagnostic) as caught:
        build_circuits(read_bytecode(text, "a.jsbc"))
    assert message in str(caught.value)


def test_a_program_needs_a_function():
    with pytest.raises(Diagnostic, match="a program needs a function"):
        build_circuits(read_bytecode("", "a.jsbc"))

"""Functions, calls and branches: what their verifiers say, and symbols."""

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import Circ
from circ.dialects.llvlir import Llvlir
from circ.dialects.llvlir.symbols import check_symbols


def parse(source: str) -> ModuleOp:
    context = Context()
    for dialect in (Builtin, Circ, Llvlir):
        context.load_dialect(dialect)
    return Parser(context, source).parse_module()


def function(body: str, types: str = "%x: !llvlir.r<i32>", results: str = "") -> str:
    return f"llvlir.func @f({types}) {results} {{\n{body}\n}}"


@pytest.mark.parametrize(
    ("source", "message"),
    (
        (
            "llvlir.func private @f(i32)",
            "a parameter must be of register types, but has i32",
        ),
        (
            "llvlir.func private @f() -> index",
            "a result must be of register types, but has index",
        ),
        (
            function("llvlir.j.L ^b(%x : !llvlir.r<i32>)\n^b:\nllvlir.ret"),
            r"the target takes arguments of types \(\), but is passed",
        ),
        (
            function(
                "llvlir.cmpbr.I lt, %x, %x : i32, ^a, ^a\n"
                "^a(%y: !llvlir.a):\nllvlir.ret"
            ),
            r"the taken block takes arguments of types \(!llvlir.a\)",
        ),
        (
            function("llvlir.ret %x : !llvlir.r<i32>"),
            r"must return \(\) as the function says, but returns \(!llvlir.r<i32>\)",
        ),
        (function("llvlir.j.L ^a\n^a:\n%y = llvlir.mv %x : i32"), "terminator"),
        ("llvlir.ret", "must be in a llvlir.func"),
        (
            function(
                '"llvlir.cmpbr.I"(%x, %x) [^a, ^a] <{condition = "slt", '
                "operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : "
                "(!llvlir.r<i32>, !llvlir.r<i32>) -> ()\n^a:\nllvlir.ret"
            ),
            "condition must be one of fa, eq, lt",
        ),
        (
            function(
                '"llvlir.cmpbr.I"(%x, %z) [^a, ^a] <{condition = "lt", '
                "operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : "
                "(!llvlir.r<i32>, !llvlir.r<i8>) -> ()\n^a:\nllvlir.ret",
                "%x: !llvlir.r<i32>, %z: !llvlir.r<i8>",
            ),
            "operands must have the same type",
        ),
        (
            '"llvlir.func"() <{sym_name = "f", function_type = (!llvlir.a) -> ()}> '
            '({"llvlir.ret"() : () -> ()}) : () -> ()',
            "the entry block's arguments must have the types of the inputs",
        ),
        (
            '"llvlir.func"() <{sym_name = "f", function_type = () -> ()}> '
            '({\n^a:\n"llvlir.j.L"() [^a] : () -> ()}) : () -> ()',
            "no branch may go to the entry block",
        ),
    ),
)
def test_rejected(source: str, message: str):
    with pytest.raises(VerifyException, match=message):
        parse(source).verify()


@pytest.mark.parametrize(
    ("source", "message"),
    (
        (
            function("llvlir.cmpbr.I slt, %x, %x : i32, ^a, ^a\n^a:\nllvlir.ret"),
            "a condition expected",
        ),
        (
            function("llvlir.cmpbr.I lt, %x, %x : f32, ^a, ^a\n^a:\nllvlir.ret"),
            "must be an integer type",
        ),
    ),
)
def test_text_errors(source: str, message: str):
    with pytest.raises(ParseError, match=message):
        parse(source)


@pytest.mark.parametrize(
    ("source", "message"),
    (
        (function("llvlir.ret") * 2, "symbol 'f' is defined twice"),
        (
            "llvlir.label.L @f : global\n" + function("llvlir.ret"),
            "symbol 'f' is defined twice",
        ),
        (
            function("llvlir.call @g() : () -> ()\nllvlir.ret"),
            "no function 'g' to",
        ),
        (
            function("llvlir.call @f() : () -> ()\nllvlir.ret"),
            "'f' is called with other types than",
        ),
    ),
)
def test_symbols(source: str, message: str):
    module = parse(source)
    with pytest.raises(Diagnostic, match=message):
        check_symbols(module)

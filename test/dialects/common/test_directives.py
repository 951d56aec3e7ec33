"""What custom directives read and print, and what is said of malformed text."""

import pytest

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context

GEN = "gen.func @f(dword) -> () {\n%a = gen.register : !gen.reg<dword>\n"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    (
        ("circuit.func @f {\n circuit.alloca}", "2:16", "integer literal for 'size'"),
        ("circuit.func @f {\n %0 = circuit.arg -1 : i32}", "2:19", "for 'index'"),
        ("circuit.func @f {\n %0 = circuit.math 1 : f32}", "2:20", "for 'function'"),
        ("circuit.func @f {\n %0 = circuit.arg 0 : }", "2:23", "type expected"),
        ("gen.global @t 8 align", "1:22", "integer literal for 'align'"),
        ("gen.global @t 8 align 4 = 5", "1:1", "'gen.global'"),
        ("gen.global @t 8 align 4 = ", "1:27", "attribute"),
        (f"{GEN}gen.ret %a, }}", "3:13", "operand"),
        (f"{GEN}gen.ret %b }}", "3:9", "%b is used before its gen.register"),
        (f"{GEN}gen.call @f(%b) }}", "3:13", "%b is used before its gen.register"),
        (f"{GEN}gen.call @f(%a }}", "3:16", "Expected"),
        (f"{GEN}gen.call @f::@g(%a) }}", "3:1", "'gen.call'"),
        (f"{GEN}gen.call_indirect %b() }}", "3:19", "%b is used before its"),
    ),
)
def test_malformed_text(text: str, place: str, message: str):
    with pytest.raises(Diagnostic, match=message) as error:
        parse_module(context(), text, "f")
    assert str(error.value).startswith(f"f:{place}: error: ")


@pytest.mark.parametrize(
    "line",
    (
        "gen.call @f() attributes {a}",
        "gen.call @f(%a) -> (%a, %a)",
        "gen.call_indirect %a() -> (%a)",
        "gen.call_indirect %a(%a, %a) attributes {a}",
        "gen.ret",
    ),
)
def test_registers_are_printed_as_they_were_read(line: str):
    (func,) = parse_module(context(), f"{GEN}{line}\n}}", "f").ops
    assert str(func).split("\n")[2].strip() == line

"""The front end: what it writes for small scripts, and what it rejects."""

from cProfile import Profile
from pathlib import Path

import pytest

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.javascript.bytecode import Function, Label, Program, Range
from circ.targets.javascript.modules import read_javascript_module
from circ.targets.javascript.reader import read_javascript
from circ.tools.formats import read_mlir, write_mlir

pytest.importorskip("tree_sitter_javascript")

REJECTED = [
    line.split("\t")
    for line in (Path(__file__).parents[2] / "data/javascript/rejected.tsv")
    .read_text(encoding="utf-8")
    .splitlines()[1:]
]
"""Text, place, message."""


def read(text: str, filename: str = "a.js") -> Program:
    return read_javascript(text, filename)


def listing(function: Function) -> list[str]:
    """The code, an instruction or a label a text."""
    lines: list[str] = []
    for each in function.code:
        if isinstance(each, Label):
            lines.append(f"{each.name}:")
            continue
        operands = (
            f"{operand.length} {operand.first}"
            if isinstance(operand, Range)
            else operand.name
            if isinstance(operand, Label)
            else str(operand)
            for operand in each.operands
        )
        lines.append(" ".join((each.bytecode.name, *operands)))
    return lines


def function_of(text: str) -> list[str]:
    """The code of the first function in a script."""
    return listing(read(text).functions[1])


def rows(text: str) -> list[str]:
    """The names of the rows in the script's own code."""
    return [line.split()[0] for line in listing(read(text).functions[0])]


def test_variables_are_registers_and_comparisons_jump():
    assert function_of(
        "function f(n) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }"
    ) == [
        *("ldai 0", "sta v0", "ldai 0", "sta v1"),
        *("loop3:", "lda a0", "less v1", "jeqz end1"),
        *("lda v1", "add2 v0", "sta v0"),
        *("next2:", "lda v1", "inc", "sta v1", "jmp loop3"),
        *("end1:", "lda v0", "return", "returnundefined"),
    ]


def test_captured_variables_are_in_environments():
    program = read("let n = 1; const f = () => n++; f();")
    assert "newlexenv 1" in listing(program.functions[0])
    assert listing(program.functions[1])[:3] == [
        "ldlexenv",
        "ldlexvar 0 0",
        "tonumeric",
    ]


def test_an_operand_that_the_other_one_assigns_is_copied():
    code = function_of("function f(a) { return a + (a = 5) + a; }")
    assert code[:2] == ["lda a0", "sta v0"]
    assert "sta a0" in code


def test_iterations_have_environments_only_where_something_captures():
    assert "newlexenv" not in rows("for (let i = 0; i < 3; i++) { i; }")
    captured = rows("for (let i = 0; i < 3; i++) { (() => i)(); }")
    assert captured.count("newlexenv") == 2 == captured.count("poplexenv")


@pytest.mark.parametrize(
    ("text", "checks"),
    (
        ("let a = 1; a;", 0),
        ("a; let a = 1;", 1),
        ("let a = 1; function f() { return a; } f();", 0),
        ("function f() { return a; } let a = 1; f();", 0),
        ("function f() { return a; } f(); let a = 1;", 1),
        ("function f() { return g(); } function g() { return a; } let a; f();", 0),
        ("function f() { return g(); } function g() { return a; } f(); let a;", 1),
        ("const f = () => a; let a = f();", 1),
        ("const f = (x = a) => x; let a = 1; f();", 1),
        ("class A { static x = A.y; m() { return A; } } new A();", 0),
        ("class A extends A {}", 1),
        ("switch (1) { case 0: let a; a; break; default: a; }", 1),
        ("for (const x of x) {}", 1),
        ("for (;;) { let a = 1; a; }", 0),
    ),
)
def test_holes_are_asked_for_only_where_they_may_be(text: str, checks: int):
    """
    Only what is referred to before its declaration may be a hole.

    A function declaration is there before; it counts where it is referred to first.
    """
    code = [line for f in read(text).functions for line in listing(f)]
    assert sum(line.startswith("throw_undefined") for line in code) == checks


def test_handlers_are_innermost_first():
    script = read("try { try { f(); } catch {} } finally { g(); }").functions[0]
    (inner, outer) = script.handlers
    places = [each.name for each in script.code if isinstance(each, Label)]
    assert places.index(outer.start.name) < places.index(inner.start.name)
    assert places.index(inner.end.name) < places.index(outer.end.name)


def test_names_are_those_in_the_text():
    program = read("const { a, b: c } = o; c.d(`${e}`); ({ f, 'g': 1, h() {} });")
    assert set("abcdefho") <= program.names


def test_locations_are_those_of_characters():
    program = read("/* ä */ f();\n  x = 'é' + g();")
    calls = [
        str(each.location)
        for each in program.functions[0].code
        if not isinstance(each, Label) and each.bytecode.name == "callarg0"
    ]
    assert calls == ['loc("a.js":1:9)', 'loc("a.js":2:13)']


@pytest.mark.parametrize(("text", "place", "message"), REJECTED)
def test_rejected(text: str, place: str, message: str):
    """One diagnostic at the place."""
    with pytest.raises(Diagnostic) as caught:
        read(text + "\n")
    assert str(caught.value) == f"a.js:{place}: error: {message}"


@pytest.mark.parametrize("member", ("m() {}", "x = 1", "/* ; */ x"))
@pytest.mark.parametrize("word", ("static", "get", "set"))
def test_modifiers_at_the_end_of_a_line_are_diagnosed(word: str, member: str):
    """The grammar takes them for fields, which they are before a semicolon."""
    with pytest.raises(Diagnostic) as caught:
        read(f"class A {{\n  {word} // a;\n  {member}\n}}\n")
    message = f"a line that ends with '{word}' is not supported"
    assert str(caught.value) == f"a.js:2:3: error: {message}"
    read(f"class A {{ {word}\n ; {member}\n other; {word} = 1; {word} }}")


def test_each_unsupported_construct_is_diagnosed():
    with pytest.raises(Diagnostic) as caught:
        read("new Date();\nfunction f() {\n  return /x/;\n}\n")
    assert str(caught.value).splitlines() == [
        "a.js:1:5: error: 'Date' is not supported",
        "a.js:3:10: error: regular expressions are not supported",
    ]


CHAINS = (
    ("a" + " + a" * 5_000, 5_000),
    ("if (a) 1; " + "else if (a) 2; " * 5_000, 5_000),
    ("a ? 1 : " * 5_000 + "2", 5_000),
    ("a" + " && a" * 5_000, 5_000),
    ("a" + ".b()" * 400, 400),
)


@pytest.mark.parametrize(("text", "least"), CHAINS)
@pytest.mark.every(4)
def test_long_chains_are_no_nesting(text: str, least: int):
    assert len(read(f"let a; {text};").functions[0].code) > least


def test_deep_nesting_is_diagnosed():
    with pytest.raises(Diagnostic, match="nested too deeply"):
        read("(" * 5_000 + "1" + ")" * 5_000)


def test_work_is_near_linear():
    """Eight times the text takes about eight times the calls."""
    text = "function f%d(a, b) { let c = a + b; while (c < b) { c += g(c, 1); } }\n"

    def calls(count: int) -> int:
        script = "".join(text % k for k in range(count))
        profile = Profile()
        profile.runcall(read, script)
        return sum(entry.callcount for entry in profile.getstats())

    calls(10)
    assert calls(400) < 9 * calls(50)


def test_types_of_typescript_do_nothing():
    typed = """
    interface P { x: number }
    type T<U> = U | null;
    function f<T>(this: any, a: number, b?: string, c: T = null as any): asserts a { }
    let x: number = (1 as any)!, y = <string>"s";
    declare const z: number;
    class A<T> implements P { private readonly x: number = 1; declare q: T;
      abstract m(): void; constructor(a: number); constructor(b: any) {} }
    """
    plain = """
    function f(a, b, c = null) { }
    let x = (1), y = "s";
    class A { x = 1; constructor(b) {} }
    """
    first = [listing(each) for each in read(typed, "a.ts").functions]
    assert first == [listing(each) for each in read(plain).functions]


def test_strings_beyond_ascii_go_through_text():
    text = 'const o = { "\\ud83d"() { return "é"; } }; o["😀"] = "\\ude00";'
    module = read_javascript_module(text, "a.js")
    printed = write_mlir(module)
    assert write_mlir(read_mlir(printed.encode(), "a.mlir")) == printed


def test_names_may_have_escapes():
    plain, escaped = (
        read("var été, x; été = x;"),
        read("var \\u00e9t\\u{e9}, \\u0078; été = x;"),
    )
    assert listing(plain.functions[0]) == listing(escaped.functions[0])
    with pytest.raises(Diagnostic, match="beyond Unicode"):
        read("var \\u{110000};")

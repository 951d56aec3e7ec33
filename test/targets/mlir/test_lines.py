"""Lines like one that was read, and tokens: the same as xDSL's parser makes of them."""

import random
import re
from functools import cache
from io import StringIO
from pathlib import Path

import large_programs as programs
import pytest
from work import calls_in
from xdsl.context import Context
from xdsl.printer import Printer
from xdsl.utils.lexer import Input
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRTokenKind

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.mlir.lexer import LinearLexer
from circ.targets.mlir.lines import Lines
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.pipelines import LEVELS, compile

ROOT = Path(__file__).parents[3]
KERNELS = sorted((ROOT / "bench" / "data").glob("*.mlir"))


@cache
def all_dialects() -> Context:
    return context()


def read(text: str) -> str:
    """Everything that a module says, with places and names; or the diagnostic."""
    try:
        module = parse_module(all_dialects(), text, "t.mlir")
    except Diagnostic as error:
        return str(error)
    out = StringIO()
    Printer(out, print_generic_format=True, print_debuginfo=True).print_op(module)
    return out.getvalue()


def read_slowly(text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The same, without any line that is known."""
    with monkeypatch.context() as patch:
        patch.setattr(Lines, "learn", lambda *_: None)
        return read(text)


HEAD = "func.func @f(%a: i32, %b: i32, %w: i64) -> i32 {\n"
LINES = "  %x = arith.addi %a, %b : i32\n  %y = arith.addi %b, %a : i32\n"


@pytest.mark.parametrize(
    "line",
    (
        "  %z = arith.addi %x, %y : i32\n",
        "  %z = arith.addi %x, %x : i32\n",
        "  %z = arith.addi %x, %w : i32\n",
        "  %z = arith.addi %x, %later : i32\n",
        "  %x = arith.addi %a, %b : i32\n",
        "  %z = arith.addi %z, %b : i32\n",
        "  %0 = arith.addi %x, %y : i32\n",
        "  %z_1 = arith.addi %x, %y : i32\n",
        "  %z = arith.addi %x, %y : i32  // a comment\n",
        "  %z = arith.addi %x, %y : i32 // %c\n",
        "  %z = arith.addi %x, %y : i32 loc(unknown)\n",
        '  %z = arith.addi %x, %y : i32\n  loc("u.mlir":3:4)\n',
        "  %z = arith.addi %x, %y\n : i32\n",
        "  %z = arith.addi %x, %y : i32 %v = arith.addi %x, %y : i32\n",
        "  arith.addi %x, %y : i32\n",
        "  %z:1 = arith.addi %x, %y : i32\n",
        "  %z:2 = func.call @g() : () -> (i32, i32)\n",
        "  %z = arith.addi %x#0, %y : i32\n",
        "  %z = arith.subi %x, %y : i32\n  %v = arith.subi %y, %x : i32\n",
        "  %z = arith.addi %x, %y : i64\n",
        "  %z = arith.addi %x, %y : i32 }\n",
        "  %z = arith.addi %x, %y : i32 extra\n",
    ),
)
def test_lines_that_are_nearly_known(line: str, monkeypatch: pytest.MonkeyPatch):
    text = f"{HEAD}{LINES}{line}  func.return %x : i32\n}}\n"
    assert read(text) == read_slowly(text, monkeypatch)
    short = HEAD + LINES + line.rstrip("\n")  # the text ends there
    assert read(short) == read_slowly(short, monkeypatch)


PAIRS = """circuit.func @f {
  %d = circuit.depend_entry
  %p = circuit.arg 0 : !circuit.arch
  %e, %x = circuit.load %d, %p memory <4, alias "a"> : i32
"""


@pytest.mark.parametrize(
    "line",
    (
        '  %g, %y = circuit.load %e, %p memory <4, alias "a"> : i32\n',
        '  %g, %g = circuit.load %e, %p memory <4, alias "a"> : i32\n',
        '  %g, %x = circuit.load %e, %p memory <4, alias "a"> : i32\n',
        '  %g:2 = circuit.load %e, %p memory <4, alias "a"> : i32\n',
        '  %g,%y = circuit.load %e, %p memory <4, alias "a"> : i32\n',
        '  %g = circuit.load %e, %p memory <4, alias "a"> : i32\n',
        '  circuit.load %e, %p memory <4, alias "a"> : i32\n',
        '  %0, %1 = circuit.load %e, %p memory <4, alias "%d"> : i32\n',
        '  %g, %y = circuit.load %e, %p memory <4, alias "%p"> : i32\n',
        '  %g, %y = circuit.load %e, %p memory <4, alias "b"> : i32\n',
    ),
)
def test_lines_of_several_results_and_strings(
    line: str, monkeypatch: pytest.MonkeyPatch
):
    text = PAIRS + line + line.replace("%g", "%h").replace("%y", "%z") + "}\n"
    assert read(text) == read_slowly(text, monkeypatch)


def test_known_lines_of_several_results(monkeypatch: pytest.MonkeyPatch):
    """The line of a second load is that of the first."""
    known: list[bool] = []
    look_up = Lines.__getitem__

    def find(self: Lines, pieces: tuple[str, ...]):
        found = look_up(self, pieces)
        known.append(found is not None)
        return found

    monkeypatch.setattr(Lines, "__getitem__", find)
    read(PAIRS + PAIRS.splitlines()[-1].replace("%e, %x", "%g, %y") + "\n}\n")
    assert known == [False] * 4 + [True]


def test_what_follows_decides_where_an_operation_ends(monkeypatch: pytest.MonkeyPatch):
    """`return` takes the values of the next line, as line breaks mean nothing."""
    text = "func.func @f() {\n  func.return\n}\nfunc.func @g(%x: i32) -> i32 {\n"
    text += "  func.return\n  %x : i32\n}\n"
    assert read(text) == read_slowly(text, monkeypatch)
    assert "(i32) -> ()" in read(text)


def test_relative_names_are_not_remembered(monkeypatch: pytest.MonkeyPatch):
    text = "func.func @f() {\n  return\n}\nfunc.func @g() {\n  return\n}\n"
    assert read(text) == read_slowly(text, monkeypatch)


@pytest.mark.parametrize("kernel", KERNELS[::3], ids=lambda path: path.stem)
@pytest.mark.every(3, first=2)
def test_kernels_at_all_levels(kernel: Path, monkeypatch: pytest.MonkeyPatch):
    module = parse_module(all_dialects(), kernel.read_text(), "t.mlir")
    for level in LEVELS:
        text = str(compile(module, level))
        assert read(text) == read_slowly(text, monkeypatch)


def test_broken_texts(monkeypatch: pytest.MonkeyPatch):
    choice = random.Random(0)
    text = HEAD + LINES * 2 + programs.branches(30, 5).text
    for _ in range(150):
        lines = text.split("\n")
        at = choice.randrange(len(lines))
        match choice.randrange(4):
            case 0:
                lines.insert(at, choice.choice(lines))
            case 1:
                lines[at] = lines[at].replace(" ", "\n", choice.randrange(3))
            case 2:
                names = re.findall(r"%\w+", text)
                lines[at] = re.sub(r"%\w+", lambda _: choice.choice(names), lines[at])
            case _:
                place = choice.randrange(len(lines[at]) + 1)
                change = choice.choice(' %,:.{}()a1-"#^!/')
                lines[at] = lines[at][:place] + change + lines[at][place:]
        broken = "\n".join(lines)
        assert read(broken) == read_slowly(broken, monkeypatch)


def test_work_for_a_line():
    """A tenth of what xDSL's parser does for it."""
    ctx = context()
    small, large = (programs.straight_line(count).text for count in (500, 1500))
    work = [
        calls_in(lambda text=text: parse_module(ctx, text, "t"))
        for text in (small, small, large)
    ]
    assert work[2] - work[1] < 200 * 1000


def tokens(lexer: MLIRLexer) -> list[tuple[MLIRTokenKind, int, int] | str]:
    found: list[tuple[MLIRTokenKind, int, int] | str] = []
    try:
        while not found or found[-1][0] is not MLIRTokenKind.EOF:
            token = lexer.lex()
            assert token.text == token.span.text
            found.append((token.kind, token.span.start, token.span.end))
    except Exception as error:
        found.append(str(error))
    return found


class SlowLexer(MLIRLexer):
    """xDSL's lexer, but for its pattern for strings, which may take forever."""

    _unescaped_characters_regex = LinearLexer._unescaped_characters_regex


def test_tokens_are_those_of_xdsl():
    choice = random.Random(0)
    texts = [kernel.read_text() for kernel in KERNELS]
    signs = ["%a", "@", "#", "#-}", "{-#", "->", "...", '"', "0x", "0x1f", "1.", "1e3"]
    signs += [*"%^!:,()[]<>=+/*?|.-_{}\\", " ", "\n", "//", "x", "é", "½", "²", "12"]
    for _ in range(3000):
        count = choice.randrange(1, 9)
        texts.append("".join(choice.choice(signs) for _ in range(count)))
    for text in texts:
        input = Input(text, "t.mlir")
        assert tokens(LinearLexer(input)) == tokens(SlowLexer(input))

"""
What goes wrong is one clear diagnostic: malformed input, types, arguments, files.

Status 1 for what is wrong with the input, 2 for the command line itself; the place
where there is one; never a traceback. `main` is called in the process, to save time.
"""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from circ.tools import circ_opt, circ_run, circ_translate

MAINS = {
    "circ-run": circ_run.main,
    "circ-opt": circ_opt.main,
    "circ-translate": circ_translate.main,
}


class Ended(NamedTuple):
    status: object
    out: str
    err: str


Command = Callable[..., Ended]


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Run a command in a directory of its own; files are named without a path."""
    monkeypatch.chdir(tmp_path)

    def run(name: str, *arguments: str) -> Ended:
        monkeypatch.setattr(sys, "argv", [name, *arguments])
        try:
            status: object = MAINS[name]()
        except SystemExit as exit:
            status = exit.code
        return Ended(status, *capsys.readouterr())

    return run


def f(body: str, signature: str = "(%x: i32) -> i32") -> str:
    return f"func.func @f{signature} {{\n{body}\n}}\n"


NAMED = '"n"('
"""The beginning of a location that has a name."""

# By name: the text, the place, and what the message must say.
MALFORMED: dict[str, tuple[str, str, str]] = {
    "unclosed": ("func.func @f() {\n  return\n", "3:1", "'}' expected"),
    "too much": (f("return %x : i32") + "}\n", "4:1", "entire input"),
    "no MLIR": ("int main() { return 0; }", "1:1", "'int' is not registered"),
    "no type": (f("  %y = arith.addi %x, %x\n  return %y : i32"), "3:3", "':'"),
    "character": (f("  %y = arith.addi %x ; %x : i32"), "2:22", "Unexpected character"),
    "string": ('module attributes {a = "b\n} {}', "1:24", "string literal"),
    "null": ("func.func @f() {\n  return\n\0}\n", "3:1", "Unexpected character"),
    "undefined": (f("  return %y : i32"), "2:3", "%y is used but not defined"),
    "defined twice": (
        f("  %x = arith.constant 1 : i32\n  return %x : i32"),
        "2:3",
        "%x is already defined",
    ),
    "wrong type": (
        f("  %y = arith.addi %x, %x : i16\n  return %x : i32"),
        "2:19",
        "used with type i16",
    ),
    "unknown operation": (
        f("  %y = arith.foo %x : i32\n  return %x : i32"),
        "2:3",
        "'arith.foo' is not registered",
    ),
    "unknown dialect": (
        f('  "no.such"(%x) : (i32) -> ()\n  return %x : i32'),
        "2:3",
        "'no.such' is not registered",
    ),
    "alias": ("func.func @f(%x: !no) {\n  return\n}", "1:21", "alias '!no'"),
    "missing block": (f("  cf.br ^no"), "2:9", "block(s) no"),
    "block twice": (
        f("  cf.br ^a\n^a:\n  cf.br ^a\n^a:\n  return %x : i32"),
        "5:1",
        "re-declaration of block 'a'",
    ),
    "no terminator": (f("  %y = arith.addi %x, %x : i32"), "2:3", "terminator"),
    "nothing returned": (f("  return"), "2:3", "expected [i32], got []"),
    "symbol twice": (f("return %x : i32") * 2, "4:1", "@f must be defined once"),
    "no callee": (
        f("  %y = call @g(%x) : (i32) -> i32\n  return %y : i32"),
        "2:3",
        "'@g'",
    ),
    "call": (
        f("  %y = call @f() : () -> i32\n  return %y : i32"),
        "2:3",
        "number of operands",
    ),
    "too few passed": (
        f("  cf.br ^a\n^a(%y: i32):\n  return %y : i32"),
        "2:3",
        "'cf.br': 1 value must be passed, but there are 0",
    ),
    "wrong value passed": (
        f(
            "  %c = arith.cmpi eq, %x, %x : i32\n"
            "  cf.cond_br %c, ^a(%x : i32), ^a(%c : i1)\n"
            "^a(%y: i32):\n  return %y : i32"
        ),
        "3:3",
        "'cf.cond_br': a value of type i32 must be passed, but it is of type i1",
    ),
    "case twice": (
        f(
            "  cf.switch %x : i32, [\n    default: ^a, 1: ^a, 1: ^a\n  ]\n"
            "^a:\n  return %x : i32"
        ),
        "2:3",
        "the case 1 is given twice",
    ),
    "no else": (
        f(
            "  %y = scf.if %x -> (i1) {\n    scf.yield %x : i1\n  }\n  return %y : i1",
            "(%x: i1) -> i1",
        ),
        "2:3",
        "'scf.if': an operation with results must have an else region",
    ),
    "yield": (
        f(
            "  %y = scf.if %x -> (i32) {\n    scf.yield %x : i1\n  } else {\n"
            "    scf.yield %z : i32\n  }\n  return %x : i1",
            "(%x: i1, %z: i32) -> i1",
        ),
        "3:5",
        "'scf.yield': a value of type i32 must be passed, but it is of type i1",
    ),
    "while": (
        f(
            "  %t = arith.constant true\n"
            "  %r = scf.while (%a = %x) : (i32) -> i32 {\n"
            "    scf.condition(%t) %a, %a : i32, i32\n  } do {\n  ^bb0(%b: i32):\n"
            "    scf.yield %b : i32\n  }\n  return %r : i32"
        ),
        "4:5",
        "'scf.condition': 1 value must be passed, but there are 2",
    ),
    "dominance": (
        f(
            "  cf.cond_br %x, ^a, ^b\n^a:\n  %y = arith.addi %x, %x : i1\n  cf.br ^b\n"
            "^b:\n  return %y : i1",
            "(%x: i1) -> i1",
        ),
        "7:3",
        "%y is used where its definition does not dominate",
    ),
    "indices": (
        f(
            "  %a = memref.alloca() : memref<2x2xi32>\n"
            "  %y = memref.load %a[%x] : memref<2x2xi32>\n  return %x : index",
            "(%x: index) -> index",
        ),
        "3:3",
        "'memref.load': expected an index for each dimension",
    ),
    "condition": (
        f("  %y = arith.cmpi lt, %x, %x : i32\n  return %x : i32"),
        "2:3",
        "lt",
    ),
    "condition's number": (
        f(
            '  %y = "arith.cmpi"(%x, %x) <{predicate = 77 : i64}> '
            ": (i32, i32) -> i1\n  return %x : i32"
        ),
        "2:3",
        "predicate must be 0 ... 9, but is 77",
    ),
    "literal": (f("  %y = arith.constant 300 : i8"), "2:3", "300 is out of range"),
    "extension": (
        f("  %y = arith.extsi %x : i32 to i16\n  return %x : i32"),
        "2:3",
        "'arith.extsi'",
    ),
    "map": ("#m = affine_map<(d0) -> (d1)>", "1:26", "d1"),
    "operands": (
        f('  %y = "arith.addi"(%x) : (i32) -> i32\n  return %y : i32'),
        "2:3",
        "Expected 2 operands, but got 1",
    ),
    "deep regions": (
        "module {" * 4000 + "}" * 4000,
        "1:",
        "nested too deeply",
    ),
    "deep map": (
        f"#m = affine_map<(d0) -> ({'(' * 20000}d0{')' * 20000})>",
        "1:",
        "nested too deeply",
    ),
    "long sum": (
        f"#m = affine_map<(d0) -> (d0{' + d0' * 30000})>",
        "1:",
        "nested too deeply",
    ),
    "deep type": (
        f"func.func private @f({'tuple<' * 9000}i32{'>' * 9000})",
        "1:1",
        "nested too deeply",
    ),
    "deep place": (
        f"func.func private @f() loc({NAMED * 20000}unknown{')' * 20000})",
        "1:1",
        "nested too deeply",
    ),
    "deep attribute": (
        f"module attributes {{a = {'[' * 20000}{']' * 20000}}} {{}}",
        "1:1",
        "nested too deeply",
    ),
}


@pytest.mark.parametrize("name", ("circ-run", "circ-opt"))
@pytest.mark.parametrize("case", MALFORMED)
def test_malformed(command: Command, case: str, name: str):
    text, place, message = MALFORMED[case]
    Path("t.mlir").write_text(text)
    ended = command(name, "t.mlir")
    assert (ended.status, ended.out) == (1, "")
    line = ended.err.split("\n")[0]
    assert re.match(rf"t\.mlir:{place}(\d+)?:? error: ", line), line
    assert message in line
    # One diagnostic: then the source line and the caret.
    assert ended.err.count("error:") == 1
    assert len(ended.err.splitlines()) == 3, ended.err


TYPES = {
    "f80": "f80",
    "f128": "f128",
    "i7": "i7",
    "i128": "i128",
    "si32": "si32",
    "tensor": "tensor<4xi32>",
    "vector": "vector<4xi7>",
    "dynamic": "memref<?xi7>",
    "unranked": "memref<*xi32>",
    "layout": "memref<4x4xi32, affine_map<(d0, d1) -> (d1, d0)>>",
    "tuple": "tuple<i32, i32>",
    "complex": "complex<f32>",
}


@pytest.mark.parametrize("type", TYPES.values(), ids=TYPES)
def test_types_of_arguments(command: Command, type: str):
    Path("t.mlir").write_text(f"\nfunc.func @f(%x: {type}) {{\n  return\n}}\n")
    ended = command("circ-opt", "t.mlir", "-p", "lower-to-naplespu")
    assert ended.status == 1
    assert ended.err.startswith("t.mlir:2:1: error: 'func.func': an argument of type")
    assert len(ended.err.splitlines()) == 3
    ended = command("circ-run", "t.mlir", "--", "1")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("t.mlir:2:1: error: argument 0 of 'f': type ")
    assert " is not supported" in ended.err


@pytest.mark.parametrize("level", ("source", "circuit", "naplespu"))
@pytest.mark.parametrize(
    ("line", "what"),
    (
        ("%y = arith.sitofp %x : i32 to f80", "arith.sitofp"),
        ("%y = arith.extsi %x : i32 to i128", "arith.extsi"),
        ("%y = arith.constant dense<1> : tensor<2xi32>", "arith.constant"),
        ("%y = arith.constant 1.0 : f80", "arith.constant"),
        ("%y = memref.alloca(%n, %n) : memref<?x?xi7>", "memref.alloca"),
    ),
)
def test_types_inside(command: Command, line: str, what: str, level: str):
    text = f(f"  %n = arith.constant 3 : index\n  {line}\n  return %x : i32")
    Path("t.mlir").write_text(text)
    ended = command("circ-run", "t.mlir", "--level", level, "--", "1")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith(f"t.mlir:3:3: error: '{what}'"), ended.err
    assert "not supported" in ended.err
    assert len(ended.err.splitlines()) == 3


def test_operations_without_a_conversion(command: Command):
    Path("t.mlir").write_text(
        "func.func @f() {\n"
        '  "affine.if"() <{condition = affine_set<() : (0 == 0)>}> ({\n'
        '    "affine.yield"() : () -> ()\n  }, {}) : () -> ()\n  return\n}\n'
    )
    for level in ("source", "llvlir"):
        ended = command("circ-run", "t.mlir", "--level", level)
        assert ended.status == 1
        assert ended.err.startswith("t.mlir:2:3: error: 'affine.if'")


KERNEL = """
func.func @g(%x: i32) -> i32 {
  return %x : i32
}
func.func @f(%m: memref<2x3xi16>, %x: i8, %y: f32) -> i8 {
  return %x : i8
}
"""


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.mlir").write_text(KERNEL)
    np.save("good.npy", np.zeros((2, 3), np.int16))
    np.save("shape.npy", np.zeros((3, 2), np.int16))
    np.save("rank.npy", np.zeros(6, np.int16))
    np.save("dtype.npy", np.zeros((2, 3), np.int32))
    np.save("float.npy", np.zeros((2, 3), np.float32))
    np.save("order.npy", np.asfortranarray(np.zeros((2, 3), np.int16)))
    np.save("endian.npy", np.zeros((2, 3), ">i2"))
    np.save("object.npy", np.array([[{}] * 3] * 2, object), allow_pickle=True)
    np.savez("zip.npz", a=np.zeros((2, 3), np.int16))
    Path("text.npy").write_text("1 2 3")
    Path("empty.npy").write_bytes(b"")
    data = Path("good.npy").read_bytes()
    Path("short.npy").write_bytes(data[:-1])
    Path("header.npy").write_bytes(data[:20])


GOOD = ("good.npy", "1", "1")


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(
    ("arguments", "message"),
    (
        ((), "'f' takes 3 arguments, but 0 are given"),
        (("good.npy",), "'f' takes 3 arguments, but 1 is given"),
        ((*GOOD, "1"), "'f' takes 3 arguments, but 4 are given"),
        (("no.npy", "1", "1"), "argument 0: cannot read 'no.npy': No such file"),
        ((".", "1", "1"), "argument 0: cannot read '.': Is a directory"),
        (("7", "1", "1"), "argument 0: cannot read '7'"),
        (("", "1", "1"), "argument 0: cannot read ''"),
        (("shape.npy", "1", "1"), "must have shape 2x3, but has 3x2"),
        (("rank.npy", "1", "1"), "must have shape 2x3, but has 6"),
        (("dtype.npy", "1", "1"), "must hold int16 or uint16"),
        (("float.npy", "1", "1"), "but holds float32"),
        (("endian.npy", "1", "1"), "must hold int16"),
        (("order.npy", "1", "1"), "must be in C order"),
        (("object.npy", "1", "1"), "cannot read 'object.npy'"),
        (("zip.npz", "1", "1"), "cannot read 'zip.npz'"),
        (("text.npy", "1", "1"), "cannot read 'text.npy'"),
        (("empty.npy", "1", "1"), "cannot read 'empty.npy'"),
        (("short.npy", "1", "1"), "cannot read 'short.npy'"),
        (("header.npy", "1", "1"), "cannot read 'header.npy'"),
        (
            ("good.npy", "256", "1"),
            "argument 1: 256 is out of range -128 ... 255 of i8",
        ),
        (("good.npy", "-129", "1"), "argument 1: -129 is out of range"),
        (("good.npy", "0x100", "1"), "argument 1: 0x100 is out of range"),
        (("good.npy", "1.5", "1"), "argument 1: '1.5' is not an integer"),
        (("good.npy", "1_0", "1"), "argument 1: '1_0' is not an integer"),
        (("good.npy", "", "1"), "argument 1: '' is not an integer"),
        (("good.npy", "9" * 5000, "1"), "argument 1: "),
        (("good.npy", "good.npy", "1"), "argument 1: 'good.npy' is not an integer"),
        (("good.npy", "1", "x"), "argument 2: 'x' is not a number"),
        (("good.npy", "1", "1e99"), "argument 2: 1e99 is out of range of f32"),
    ),
)
def test_arguments(command: Command, arguments: tuple[str, ...], message: str):
    ended = command("circ-run", "k.mlir", "--entry", "f", "--", *arguments)
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("circ-run: error: ")
    assert message in ended.err
    assert len(ended.err.splitlines()) == 1


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(
    ("options", "status", "message"),
    (
        ("k.mlir --entry h", 1, "unknown entry 'h'"),
        ("k.mlir", 1, "--entry must name one of the functions: f, g"),
        ("k.mlir --entry g --level machine", 1, "unknown level 'machine'"),
        ("k.mlir --entry g --level Source", 1, "unknown level 'Source'"),
        ("k.mlir --entry g -O 4", 2, "-O"),
        ("k.mlir --entry g -O -1", 2, "-O"),
        ("k.mlir --entry g -O fast", 2, "invalid int value: 'fast'"),
        ("k.mlir --entry g --max-instructions -1", 2, "-1 is negative"),
        ("k.mlir --no-such-option", 2, "unrecognized arguments"),
        ("", 2, "the following arguments are required: FILE"),
        ("no.mlir", 1, "cannot read 'no.mlir': No such file or directory"),
        (".", 1, "."),
        ("k.txt", 1, "cannot read 'k.txt': No such file or directory"),
    ),
)
def test_options_of_circ_run(command: Command, options: str, status: int, message: str):
    ended = command("circ-run", *options.split(), "--", "1")
    assert (ended.status, ended.out) == (status, "")
    assert message in ended.err
    assert "Traceback" not in ended.err
    if status == 1:
        assert len(ended.err.splitlines()) == 1


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(
    ("options", "status", "message"),
    (
        ("k.mlir -p no-such-pass", 1, "unknown pass 'no-such-pass'"),
        ("k.mlir -p lower-to-circuits", 1, "did you mean 'lower-to-circuit'?"),
        ("k.mlir -p lower-to-gen{opt=9}", 1, "opt must be 0 ... 3, but is 9"),
        ("k.mlir -p lower-to-gen{nothing=1}", 2, "nothing"),
        ("k.mlir -p lower-to-gen{opt=fast}", 2, "opt"),
        ("k.mlir -p lower-to-gen{", 2, "malformed -p"),
        ("k.mlir -p lower-to-naplespu{cpu=x}", 1, "unknown cpu 'x'"),
        ("k.mlir -t no-such-target", 1, "unknown target 'no-such-target'"),
        ("k.mlir --no-such-option", 2, "unrecognized arguments"),
        ("k.mlir -o .", 1, "cannot write '.': Is a directory"),
        ("k.mlir -o no/such/place", 1, "cannot write 'no/such/place'"),
        ("no.mlir", 1, "cannot read 'no.mlir'"),
        (". -f mlir", 1, "cannot read '.': Is a directory"),
    ),
)
def test_options_of_circ_opt(command: Command, options: str, status: int, message: str):
    ended = command("circ-opt", *options.split())
    assert (ended.status, ended.out) == (status, "")
    assert message in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(
    ("options", "status", "message"),
    (
        ("k.mlir --from no --to mlir", 1, "unknown format 'no'"),
        ("k.mlir --from mlir --to no", 1, "unknown format 'no'"),
        ("k.mlir --from naplespu-obj --to naplespu-obj", 1, "k.mlir"),
        ("k.mlir --from llvlir-bytecode --to mlir", 1, "k.mlir"),
        ("good.npy --from mlir --to mlir", 1, "good.npy:1:1: error: "),
        ("k.mlir --from gen-text --to mlir", 1, "k.mlir:"),
        ("k.mlir --from circuit-gates --to mlir", 1, "k.mlir:"),
    ),
)
def test_options_of_circ_translate(
    command: Command, options: str, status: int, message: str
):
    ended = command("circ-translate", *options.split())
    assert (ended.status, ended.out) == (status, "")
    assert message in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize("name", ("circ-run", "circ-opt"))
def test_unreadable_files(command: Command, name: str):
    Path("binary.mlir").write_bytes(b"\x7fOLF\x01\x01\xff\xfe" * 9)
    Path("empty.mlir").write_bytes(b"")
    Path("folder.mlir").mkdir()
    ended = command(name, "binary.mlir")
    assert ended.status == 1
    assert ended.err.startswith("binary.mlir:1:7: error: byte 0xff is not UTF-8\n")
    ended = command(name, "folder.mlir")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err == f"{name}: error: cannot read 'folder.mlir': Is a directory\n"
    ended = command(name, "empty.mlir")
    if name == "circ-run":
        assert ended.err == "circ-run: error: the module has no function to run\n"
    else:
        assert ended.status == 0 and ended.out.startswith("builtin.module")


def test_external_functions(command: Command):
    Path("t.mlir").write_text(
        "func.func private @g(i32) -> i32\n"
        + f("  %y = call @g(%x) : (i32) -> i32\n  return %y : i32")
    )
    ended = command("circ-run", "t.mlir", "--", "1")
    assert ended.status == 1
    message = "t.mlir:3:3: error: the external function 'g' is not known\n"
    assert ended.err.startswith(message)
    Path("t.mlir").write_text(
        "func.func private @print_i32(f32)\n"
        + f("  call @print_i32(%x) : (f32) -> ()\n  return", "(%x: f32)")
    )
    ended = command("circ-run", "t.mlir", "--", "1")
    assert ended.status == 1
    assert "t.mlir:1:1: error: the external function 'print_i32' takes" in ended.err


@pytest.mark.parametrize("level", ("source", "circuit", "llvlir", "gen", "naplespu"))
def test_programs_without_end(command: Command, level: str):
    Path("t.mlir").write_text("func.func @f() {\n  cf.br ^a\n^a:\n  cf.br ^a\n}\n")
    options = ("--level", level, "--max-instructions", "3000")
    ended = command("circ-run", "t.mlir", *options)
    assert (ended.status, ended.out) == (1, "")
    assert "error: execution stopped after 3000 operations" in ended.err
    Path("t.mlir").write_text(
        f(
            "  %y = call @f(%x) : (i32) -> i32\n"
            "  %z = arith.addi %y, %x : i32\n  return %z : i32"
        )
    )
    ended = command("circ-run", "t.mlir", *options, "--", "1")
    assert (ended.status, ended.out) == (1, "")
    assert "error: execution stopped after 3000 operations" in ended.err


@pytest.mark.parametrize("level", ("source", "circuit", "llvlir", "gen"))
def test_accesses_outside_any_object(command: Command, level: str):
    Path("t.mlir").write_text(
        f(
            "  %a = memref.alloca() : memref<4xi32>\n"
            "  memref.store %x, %a[%i] : memref<4xi32>\n  return %x : i32",
            "(%x: i32, %i: index) -> i32",
        )
    )
    run = ("circ-run", "t.mlir", "--level", level, "-O", "1", "--", "1")
    assert command(*run, "3").out == "1\n"
    for index in ("4", "-1", "0x7fffffff"):
        ended = command(*run, index)
        assert (ended.status, ended.out) == (1, "")
        assert ended.err.startswith("t.mlir:3:3: error: access of 4 bytes at ")
        assert "outside any object" in ended.err


@pytest.mark.parametrize("level", ("source", "circuit", "llvlir", "gen", "naplespu"))
def test_recursion_deeper_than_python(command: Command, level: str):
    """No interpreter uses Python's stack for the program's."""
    Path("t.mlir").write_text(
        f(
            "  %zero = arith.constant 0 : i32\n  %one = arith.constant 1 : i32\n"
            "  %end = arith.cmpi eq, %x, %zero : i32\n"
            "  cf.cond_br %end, ^a, ^b\n^a:\n  return %zero : i32\n^b:\n"
            "  %y = arith.subi %x, %one : i32\n  %r = call @f(%y) : (i32) -> i32\n"
            "  %s = arith.addi %r, %one : i32\n  return %s : i32"
        )
    )
    ended = command("circ-run", "t.mlir", "--level", level, "--", "5000")
    assert (ended.status, ended.out, ended.err) == (0, "5000\n", "")


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    (
        (("circ-run", "t.mlir", "--", "1"), 1, b"t.mlir:2:3: error: %y is used"),
        (("circ-opt", "t.mlir", "-t", "x"), 1, b"unknown target 'x'"),
        (("circ-run",), 2, b"usage: circ-run FILE"),
    ),
)
@pytest.mark.every(2, first=1)
def test_as_processes(
    tmp_path: Path, arguments: tuple[str, ...], status: int, message: bytes
):
    """What the installed commands give to the shell."""
    (tmp_path / "t.mlir").write_text(f("  return %y : i32"))
    name, *rest = arguments
    program = Path(sys.executable).with_name(name)
    ended = subprocess.run([program, *rest], cwd=tmp_path, capture_output=True)
    assert (ended.returncode, ended.stdout) == (status, b"")
    assert message in ended.stderr and b"Traceback" not in ended.stderr

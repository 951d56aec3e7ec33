"""Types of circuits: inferred from gates and calls, explicit in text, checked."""

import pytest
from xdsl.dialects.builtin import ModuleOp, i32

from circ.dialects.circuit.calls import check_calls
from circ.dialects.circuit.control import FuncOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.targets.circuit.gates import read_gates, write_gates
from circ.targets.execute.marshal import Scalar
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.compare_levels import compare_levels

OTHER_ROOTS = " ".join(
    f"circuit.{name}"
    for name in (
        *("circuit_root", "return_list", "throw_list"),
        *("constant_list", "alloca_list", "arg_list"),
    )
)
GUARDED = """;; function main
n = ARG[I32] {{0}}
zero = CONST[I32] {{0}}
c = ICMP {{SLT}} : | | n, zero
br = IF_BRANCH : SE | | c
t = IF_TRUE : br
e = IF_FALSE : br
d = DEPEND_RELAY : t | DE
g = SYMBOL {{@g}}
h = SYMBOL {{@h}}
w = CONST[F64] {{2.5}}
v = BROADCAST[V16I32] : | | n
{call}
a = RETURN : t | r | {value}
b = RETURN : e | DE | n
;; function g
{callee}
"""
"""Calls @g where the argument is negative; else returns it."""

LOOPS = "lb = LOOP_BEGIN : SE, k\nk = LOOP_BACK : lb"
THROWS = "x = ARG[I32] {0}\nt = THROW : SE | DE | x"
NEVER_CALLED = {
    "throws": ("r = CALL[I32] : | d | g, n", THROWS, "(i32) -> i32"),
    "loops": ("r = CALL[I32] : | d | g, n", LOOPS, "(i32) -> i32"),
    "no argument": ("r = CALL[I32] : | d | g", LOOPS, "() -> i32"),
    "result of 64 bits": ("r = CALL[F64] : | d | g, n", LOOPS, "(i32) -> f64"),
    "vectors": ("r = CALL[V16I32] : | d | g, v", LOOPS, "(V) -> V"),
    "two words each": ("r = CALL[I32] : | d | g, w, w", LOOPS, "(f64, f64) -> i32"),
    "several results": (
        "r = CALL[I32, F64] : | d | g, w",
        LOOPS,
        "(f64) -> (i32, f64)",
    ),
    "last unused": ("r = CALL[I32] : | d | g, n, w", THROWS, "(i32, f64) -> i32"),
    "calls another such": (
        "r = CALL[I32] : | d | g, n",
        "x = ARG[I32] {0}\nh = SYMBOL {@h}\nr = CALL[F64] : | DE | h, x, x\n"
        "s = FPTOSI[I32] : | | r\nz = THROW : SE | r | s\n;; function h\n" + LOOPS,
        "(i32) -> i32",
    ),
    "calls itself for ever": (
        "r = CALL[I32] : | d | g, n, n",
        "x = ARG[I32] {1}\ng = SYMBOL {@g}\nr = CALL[I32] : | DE | g, x, x\n"
        "z = THROW : SE | r | r",
        "(i32, i32) -> i32",
    ),
}
SEVEN = "k = CONST[I32] {7}\nr = RETURN : SE | DE | k"
SECOND = "x = ARG[I32] {1}\nr = RETURN : SE | DE | x"
CALLED = {
    "all unused": ("r = CALL[I32] : | d | g, n, w", SEVEN, "(i32, f64) -> i32", 7),
    "vector unused": ("r = CALL[I32] : | d | g, v, n", SECOND, "(V, i32) -> i32", -3),
    "first unused": ("r = CALL[I32] : | d | g, w, n", SECOND, "(f64, i32) -> i32", -3),
    "last unused": (
        "r = CALL[I32] : | d | g, w, n, n",
        SECOND,
        "(f64, i32, i32) -> i32",
        -3,
    ),
    "middle unused": (
        "r = CALL[I32] : | d | g, n, w, n",
        "x = ARG[I32] {0}\ny = ARG[I32] {2}\nz = SUB[I32] : | | x, y\n"
        "r = RETURN : SE | DE | z",
        "(i32, f64, i32) -> i32",
        0,
    ),
    "selected address": (
        "c2 = ICMP {EQ} : | | n, zero\nf = SELECT[ARCH] : | | c2, h, g\n"
        "r = CALL[I32] : | d | f, w, n, n",
        SECOND + "\n;; function h\n" + THROWS.replace("{0}", "{2}"),
        "(f64, i32, i32) -> i32",
        -3,
    ),
    "address in memory": (
        "p = ALLOCA {4}\ns = STORE : | d | g, p\nf = LOAD[ARCH] : | s | p\n"
        "r = CALL[I32] : | f | f, w, n, n",
        SECOND,
        "(f64, i32, i32) -> i32",
        -3,
    ),
    "recursion": (
        "r = CALL[I32] : | d | g, n, w",
        "x = ARG[I32] {0}\nu = CONST[F64] {1.0}\nzero = CONST[I32] {0}\n"
        "c = ICMP {SLT} : | | x, zero\nbr = IF_BRANCH : SE | | c\nt = IF_TRUE : br\n"
        "e = IF_FALSE : br\nd = DEPEND_RELAY : t | DE\none = CONST[I32] {1}\n"
        "y = ADD[I32] : | | x, one\ng = SYMBOL {@g}\nq = CALL[I32] : | d | g, y, u\n"
        "s = ADD[I32] : | | q, one\nr1 = RETURN : t | q | s\nr2 = RETURN : e | DE | x",
        "(i32, f64) -> i32",
        3,
    ),
    "result unused": ("r = CALL[I32] : | d | g", SEVEN, "() -> i32", 7),
}


def text_of(call: str, callee: str) -> str:
    result = call.split("\nr = ")[-1].removeprefix("r = ")
    value = "r" if result.startswith("CALL[I32]") else "n"
    return GUARDED.format(call=call, callee=callee, value=value)


def type_of(module: ModuleOp, name: str) -> str:
    func = definitions(module)[name]
    assert isinstance(func, FuncOp)
    return str(func.type).replace("vector<16xi32>", "V")


def agree(module: ModuleOp, argument: int) -> list[int]:
    inputs = [[Scalar(i32, argument % (1 << 32))]]
    signature = signature_of(definitions(module)["main"])
    (runs,) = compare_levels(module, "main", signature, inputs, 2, 10_000)
    assert len(runs) == 4
    return list(runs["circuit"].execution.outcome.results)


@pytest.mark.parametrize("name", NEVER_CALLED)
def test_callee_that_never_returns(name: str):
    call, callee, type = NEVER_CALLED[name]
    module = read_gates(text_of(call, callee), "t.circuit")
    assert type_of(module, "g") == type
    assert agree(module, 7) == [7]


@pytest.mark.parametrize("name", CALLED)
def test_callee_that_ignores_arguments(name: str):
    call, callee, type, expected = CALLED[name]
    module = read_gates(text_of(call, callee), "t.circuit")
    assert type_of(module, "g") == type
    assert agree(module, -3) == [expected % (1 << 32)]
    assert agree(module, 5) == [5]


@pytest.mark.parametrize("program", [*NEVER_CALLED.values(), *CALLED.values()])
def test_texts_keep_the_types(program: tuple[str, ...]):
    module = read_gates(text_of(program[0], program[1]), "t.circuit")
    again = read_gates(write_gates(module), "t.circuit")
    assert write_gates(again) == write_gates(module)
    through = parse_module(context(), str(module), "t.mlir")
    assert str(through) == str(module)
    for name in definitions(module):
        assert type_of(module, name) == type_of(again, name)
    # Alone, the callee has no gates that say it all.
    func = definitions(module)["g"]
    func.detach()
    alone = read_gates(write_gates(ModuleOp([func])), "t.circuit")
    assert type_of(alone, "g") == program[2]


def test_text_without_a_type_is_as_gate_list_text():
    module = read_gates(text_of("r = CALL[I32] : | d | g, n, w", THROWS), "t.circuit")
    text = str(module)
    for name in definitions(module):
        func = definitions(module)[name]
        assert isinstance(func, FuncOp)
        text = text.replace(f"@{name}{func.type}", f"@{name}", 1)
    assert str(parse_module(context(), text, "t.mlir")) == str(module)


def test_what_nothing_says():
    text = "x = ARG[F32] {2}\nlb = LOOP_BEGIN : SE, k\nk = LOOP_BACK : lb"
    module = read_gates(text, "f.circuit")
    assert type_of(module, "f") == "(none, none, f32) -> ()"
    assert ";; signature" not in write_gates(module)


def test_calls_of_addresses_that_are_ambiguous_say_nothing():
    text = text_of(
        "p = ALLOCA {4}\ns = STORE : | d | g, p\nf = LOAD[ARCH] : | s | p\n"
        "q = CALL[I32] : | f | f, n\nr = CALL[I32] : | q | f, n, n",
        SEVEN,
    )
    assert type_of(read_gates(text, "t.circuit"), "g") == "() -> i32"


def test_signature_says_what_gates_do_not():
    text = ";; function f\n;; signature (memref<4xi8>, i32, vector<16xi8>) -> index\n"
    module = read_gates(f"{text}x = ARG[F32] {{1}}\n{LOOPS}", "f.circuit")
    assert type_of(module, "f") == (
        "(!circuit.arch, f32, vector<16xi8>) -> !circuit.arch"
    )
    assert write_gates(module).startswith(text)


@pytest.mark.parametrize(
    ("call", "callee", "message"),
    (
        ("CALL[I32] : | d | g", THROWS, "@g takes 1 argument, but the call gives 0"),
        ("CALL[I32] : | d | g, w", THROWS, "takes i32 as argument 0, but .* gives f64"),
        ("CALL[F64] : | d | g", SEVEN, r"expects \(f64\), but @g returns \(i32\)"),
        ("CALL : | d | g", SEVEN, r"expects \(\), but @g returns \(i32\)"),
        ("CALL[I32, I32] : | d | g", SEVEN, r"expects \(i32, i32\), but"),
        (
            "CALL[I32] : | d | g, n\nr2 = CALL[I32] : | d | g, n, n",
            SEVEN,
            "@g takes 1 argument, but the call gives 2",
        ),
        (
            "CALL[I32] : | d | g, n\nr2 = CALL[F64] : | d | g, n",
            LOOPS,
            r"expects \(f64\), but @g returns \(i32\)",
        ),
    ),
)
def test_calls_that_do_not_fit(call: str, callee: str, message: str):
    module = read_gates(text_of(f"r = {call}", callee), "t.circuit")
    with pytest.raises(Diagnostic, match=rf"t\.circuit:1[2-4]:1: error: .*{message}"):
        check_calls(module)
    with pytest.raises(Diagnostic, match=rf"t\.circuit:1[2-4]:1: error: .*{message}"):
        agree(module, 7)


@pytest.mark.parametrize(
    ("arguments", "message"),
    (
        ("%x, %x) : (i32, i32) -> ()", "@print_i32 takes 1 argument, but"),
        (") : () -> ()", "@print_i32 takes 1 argument, but the call gives 0"),
        ("%p) : (!circuit.arch) -> ()", "takes i32 as argument 0, but"),
        ("%x) : (i32) -> i32", r"expects \(i32\), but @print_i32 returns \(\)"),
    ),
)
def test_calls_of_declarations_that_do_not_fit(arguments: str, message: str):
    results = "%2, %y" if arguments.endswith("i32") else "%2"
    text = f"""func.func private @print_i32(i32)
    circuit.func @main(i32) -> i32 {{
      %0 = circuit.state_entry
      %1 = circuit.depend_entry {OTHER_ROOTS}
      %x = circuit.arg 0 : i32
      %p = circuit.symbol @print_i32
      {results} = circuit.call %1, %p({arguments}
      circuit.return %0, %2, %x : i32
    }}"""
    module = parse_module(context(), text, "t.mlir")
    with pytest.raises(Diagnostic, match=rf"t\.mlir:7:7: error: .*{message}"):
        agree(module, 7)


@pytest.mark.parametrize(
    ("type", "message"),
    (
        ("() -> i32", r"ARG 0 must be below 0, the function's arity"),
        ("(f32) -> i32", "ARG 0 must have one type, but has f32 and i32"),
        ("(none) -> i32", "ARG 0 must have one type, but has none and i32"),
        ("(i32) -> ()", r"RETURN must give \(\), but gives \(i32\)"),
        ("(i32) -> (i32, i32)", r"RETURN must give \(i32, i32\), but gives \(i32\)"),
        ("(i32) -> f32", r"RETURN must give \(f32\), but gives \(i32\)"),
        ("(i32, index) -> i32", "cannot take or return a value of type index"),
        ("(i32) -> none", "cannot take or return a value of type none"),
    ),
)
def test_gates_of_other_types(type: str, message: str):
    text = f"""circuit.func @f{type} {{
      %0 = circuit.state_entry
      %1 = circuit.depend_entry {OTHER_ROOTS}
      %x = circuit.arg 0 : i32
      circuit.return %0, %1, %x : i32
    }}"""
    module = parse_module(context(), text, "t.mlir")
    with pytest.raises(Diagnostic, match=rf"t\.mlir:[145]:[17]: error: .*{message}"):
        compare_levels(module, "f", signature_of(definitions(module)["f"]), [])


def test_returns_of_different_types():
    text = text_of("r = CALL[I32] : | d | g", SEVEN).replace("DE | n", "DE | w")
    with pytest.raises(Diagnostic, match=r"15:1: error: RETURN must give \(i32\), but"):
        read_gates(text, "t.circuit")

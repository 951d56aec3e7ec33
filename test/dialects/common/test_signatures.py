"""`circ.signature` against the registers of each level and the gates of circuits."""

import pytest
from source_text import read
from xdsl.dialects.builtin import FunctionType, ModuleOp, f64, i64
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.signatures import check_register_files


def llvlir(inputs: str, outputs: str, signature: str) -> str:
    def registers(types: str) -> str:
        return ", ".join(f"!llvlir.{type}" for type in types.split())

    return (
        f"llvlir.func private @f({registers(inputs)}) -> ({registers(outputs)}) "
        f"attributes {{circ.signature = {signature}}}"
    )


def circuit(arguments: str, result: str, signature: str) -> str:
    """A function that returns constants; `arguments` have their indices."""
    args = [arg.split(":") for arg in arguments.split()]
    gates = [f"circuit.arg {index} : {type}" for index, type in args]
    gates = [f"%a{i} = {gate}" for i, gate in enumerate(gates)]
    returned = ""
    if result:
        gates.append(f"%r = circuit.constant 0 : {result}")
        returned = f", %r : {result}"
    return f"""circuit.func @f attributes {{circ.signature = {signature}}} {{
      circuit.circuit_root
      %state = circuit.state_entry
      %depend = circuit.depend_entry
      circuit.return_list circuit.throw_list circuit.constant_list
      circuit.alloca_list circuit.arg_list
      {"; ".join(gates).replace("; ", chr(10))}
      circuit.return %state, %depend{returned}
    }}"""


@pytest.mark.parametrize(
    ("inputs", "outputs", "signature"),
    (
        ("", "", "() -> ()"),
        ("r<i32> r<i8>", "r<i1>", "(i32, i8) -> i1"),
        ("a r<i32> a a", "a", "(index, index, memref<3x4xf32>, () -> i1) -> index"),
        ("f<f16> f<bf16> f<f64> f<f128>", "r<i128>", "(f16, bf16, f64, f128) -> i128"),
        ("r<i32> r<i32> r<i32> r<i32>", "r<i64>", "(i64, f64) -> i64"),
        (
            "x<16xi32> m<16> x<16xi1>",
            "",
            "(vector<16xindex>, vector<4x4xi1>, vector<16xi1>) -> ()",
        ),
        ("x<4xi32> x<16xi32>", "", "(vector<4xi32>, vector<3xi32>) -> ()"),
        ("x<16xf32> x<16xf32> r<i8>", "", "(vector<20xf32>, i8) -> ()"),
        ("m<32> m<16> m<16>", "", "(vector<32xi1>, vector<32xi1>) -> ()"),
        ("x<2xi64> r<i64> r<i64>", "", "(vector<2xi64>, vector<2xi64>) -> ()"),
        ("r<i32> r<i32> r<i32> r<i32>", "r<i1>", "(vector<2xf64>) -> i1"),
        ("x<16xi8> f<f64> r<i32>", "", "(vector<1xi8>, vector<1xf64>, none) -> ()"),
        ("r<i24>", "", "(i24) -> ()"),
    ),
)
def test_registers_that_hold_the_values(inputs: str, outputs: str, signature: str):
    read(llvlir(inputs, outputs, signature))


VECTORS = (
    "(vector<16xi32>, vector<16xi16>, vector<16xi8>, vector<16xi1>) -> vector<16xf32>"
)

WRONG = (
    ("r<i32>", "", "() -> ()", "argument 0 of the function is not in"),
    ("r<i8> r<i32>", "", "(i8) -> ()", "argument 1 of the function is not in"),
    ("", "r<i32>", "() -> ()", "result 0 of the function is not in"),
    ("", "", "(i32) -> ()", "argument 0 .* i32, .* hold: none is left"),
    ("r<i32>", "", "(i64) -> ()", "argument 0 .* i64, .* hold: 32 bits"),
    ("", "r<i32>", "() -> (i32, i32)", "result 1 .* hold: none is left"),
    ("r<i8>", "r<i8>", "(i32) -> i32", "argument 0 .* i32, .* hold: 8 bits"),
    ("r<i64>", "", "(memref<4xi64>) -> ()", "argument 0 .* hold: 64 bits"),
    ("", "f<f64>", "() -> f32", "result 0 .* f32, .* hold: 64 bits"),
    ("x<16xi32>", "", "(vector<16xi8>) -> ()", "hold: 16 lanes of 32 bits"),
    ("x<16xi32>", "", "(i32) -> ()", "hold: 16 lanes of 32 bits"),
    ("r<i32>", "", "(vector<16xi32>) -> ()", "vector<16xi32>, .* hold: 32 bits"),
    ("x<16xi32>", "", "(vector<17xi32>) -> ()", "vector<17xi32>, is not"),
    ("x<8xi32>", "", "(vector<4xi32>) -> ()", "hold: 8 lanes of 32 bits"),
    ("r<i32>", "", "(tensor<4xi32>) -> ()", "is of a type that no register holds"),
    ("r<i32>", "", "(tuple<i32>) -> ()", "is of a type that no register holds"),
    ("r<i32>", "", "(memref<*xi32>) -> ()", "is of a type that no register holds"),
    ("x<16xi32>", "", "(vector<[16]xi32>) -> ()", "a type that no register holds"),
    ("r<i32>", "", '"(i32) -> i32"', "must be a function type, but is"),
    ("r<i32>", "", "42 : i32", "must be a function type, but is"),
    ("r<i32>", "", "[i32]", "must be a function type, but is"),
    ("r<i32>", "", "unit", "must be a function type, but is unit"),
)


@pytest.mark.parametrize(("inputs", "outputs", "signature", "message"), WRONG)
def test_registers_that_do_not_hold_them(
    inputs: str, outputs: str, signature: str, message: str
):
    with pytest.raises(Diagnostic, match=message):
        read(llvlir(inputs, outputs, signature))


@pytest.mark.parametrize(
    ("arguments", "result", "signature"),
    (
        ("0:i32 2:!circuit.arch", "f64", "(i32, i8, memref<4xi8>, f64) -> f64"),
        ("", "!circuit.arch", "() -> index"),
        ("0:vector<16xi8>", "", "(vector<16xi8>) -> ()"),
    ),
)
def test_gates_of_the_types(arguments: str, result: str, signature: str):
    read(circuit(arguments, result, signature))


@pytest.mark.parametrize(
    ("arguments", "result", "signature", "message"),
    (
        ("0:i8", "", "(i32) -> ()", "argument 0 .* i32, .* hold: 8 bits"),
        ("1:i64", "", "(i32, i32) -> ()", "argument 1 .* i32, .* hold: 64 bits"),
        ("5:i32", "", "(i32) -> ()", "argument 1 of the function is not in"),
        ("0:vector<16xi8>", "", "(i8) -> ()", "hold: 16 lanes of 8 bits"),
        ("", "i32", "() -> ()", "result 0 of the function is not in"),
        ("", "", "() -> i32", "result 0 .* hold: none is left"),
        ("", "f64", "() -> f32", "result 0 .* f32, .* hold: 64 bits"),
        ("", "", "(tensor<1xi1>) -> ()", "is of a type that no register holds"),
        ("", "", "1 : i32", "must be a function type"),
        ("0:i32", "", "(none) -> ()", "argument 0 is used, but has type none"),
    ),
)
def test_gates_of_other_types(
    arguments: str, result: str, signature: str, message: str
):
    with pytest.raises(Diagnostic, match=message):
        read(circuit(arguments, result, signature))


# region gen


def gen(inputs: str, outputs: str, signature: str, further: str = "") -> str:
    families = [", ".join(group.split()) for group in (inputs, outputs)]
    return (
        f"gen.func private @f({families[0]}) -> ({families[1]}) "
        f"attributes {{circ.signature = {signature}{further}}}"
    )


@pytest.mark.parametrize(
    ("inputs", "outputs", "signature"),
    (
        ("bool byte word dword qword", "", "(i1, i8, i16, i32, i64) -> ()"),
        ("word dword qword", "word", "(f16, f32, f64) -> bf16"),
        ("dword dword dword", "dword", "(index, memref<4xi64>, () -> i1) -> index"),
        ("dword dword dword", "dword dword", "(i64, i32) -> f64"),
        ("dwordx16 wordx16 bytex16 boolx16", "dwordx16", VECTORS),
        ("dwordx16 dwordx16", "dwordx16", "(vector<17xf32>) -> vector<4xi32>"),
        ("dwordx8", "boolx8", "(vector<8xi32>) -> vector<8xi1>"),
        ("dword dword", "qword", "(vector<1xi64>) -> vector<1xf64>"),
    ),
)
def test_registers_of_gen_that_hold_the_values(
    inputs: str, outputs: str, signature: str
):
    read(gen(inputs, outputs, signature))


@pytest.mark.parametrize(
    ("inputs", "outputs", "signature", "message"),
    (
        ("byte", "byte", "(i32) -> i32", "argument 0 .* i32, .* hold: 8 bits"),
        ("word", "", "(i8) -> ()", "hold: 16 bits"),
        ("dword", "", "(i16) -> ()", "hold: 32 bits"),
        ("dword", "", "(f16) -> ()", "hold: 32 bits"),
        ("dword", "", "(i64) -> ()", "hold: 32 bits"),
        ("dword dword dword", "", "(i64) -> ()", "argument 1 of the function is not"),
        ("qword", "", "(f32) -> ()", "hold: 64 bits"),
        ("qword", "", "(memref<4xf64>) -> ()", "hold: 64 bits"),
        ("byte", "", "(memref<4xi8>) -> ()", "hold: 8 bits"),
        ("dword", "", "(vector<16xi32>) -> ()", "hold: 32 bits"),
        ("dwordx16", "", "(i32) -> ()", "hold: 16 lanes of 32 bits"),
        ("dwordx16", "", "(vector<16xf16>) -> ()", "hold: 16 lanes of 32 bits"),
        ("dwordx8", "", "(vector<16xi32>) -> ()", "hold: 8 lanes of 32 bits"),
        ("bool", "", "(vector<16xi1>) -> ()", "hold: 1 bit"),
        ("dword", "dword", "(i32) -> ()", "result 0 of the function is not in"),
        ("dword", "", "(i32) -> i32", "result 0 .* hold: none is left"),
        ("dword", "", "() -> ()", "argument 0 of the function is not in"),
        ("dword", "", "i32", "must be a function type"),
    ),
)
def test_registers_of_gen_that_do_not_hold_them(
    inputs: str, outputs: str, signature: str, message: str
):
    with pytest.raises(Diagnostic, match=message):
        read(gen(inputs, outputs, signature))


def test_results_in_memory():
    many = "(i8) -> (i32, i32, i32, i32, i32, i32, i32)"
    place = ", circ.results_in_memory"
    read(gen("dword byte", "dword", many, place))
    with pytest.raises(Diagnostic, match=r"argument 0 .* i8, .* hold: 32 bits"):
        read(gen("dword dword", "dword", many, place))


# endregion
# region NaplesPU


def machine(arguments: str, results: str, signature: str, further: str = "") -> str:
    def values(names: str, letter: str) -> list[tuple[str, str]]:
        types = [f"!naplespu.{name}" for name in names.split()]
        return [(f"%{letter}{i}", type) for i, type in enumerate(types)]

    entry = ", ".join(f"{name}: {type}" for name, type in values(arguments, "a"))
    names, types = zip(*values(results, "r"), strict=True) if results else ([], [])
    made = [
        f"{name} = naplespu.get_register : {type}"
        for name, type in zip(names, types, strict=True)
    ]
    returned = f" {', '.join(names)} : {', '.join(types)}" if results else ""
    return "\n".join(
        (
            f"naplespu.func @f attributes {{circ.signature = {signature}{further}}} {{",
            f"^bb0({entry}):",
            *made,
            f"naplespu.JRET{returned}",
            "}",
        )
    )


@pytest.mark.parametrize(
    ("arguments", "results", "signature"),
    (
        ("scalar scalar scalar", "scalar", "(i8, i64) -> f32"),
        ("vector scalar", "vector", "(vector<16xf32>, vector<16xi1>) -> vector<3xi8>"),
        ("scalar<s0> vector<v0>", "scalar<s0>", "(index, vector<16xi8>) -> i1"),
        ("scalar scalar scalar scalar", "", "(vector<2xi64>) -> ()"),
        # The others are on the stack.
        ("scalar<s0> scalar<s1> vector<v0>", "", "(i64, vector<32xi8>, i8) -> ()"),
    ),
)
def test_registers_of_the_machine(arguments: str, results: str, signature: str):
    read(machine(arguments, results, signature))


@pytest.mark.parametrize(
    ("arguments", "results", "signature", "message"),
    (
        ("scalar", "", "() -> ()", r"arguments in \(\), .* function in \(scalar\)"),
        ("scalar<s0>", "", "() -> ()", r"arguments in \(\), .* in \(scalar\)"),
        ("vector<v0>", "", "(i64) -> ()", r"arguments in \(\), .* in \(vector\)"),
        ("scalar", "", "(i64) -> ()", r"arguments in \(scalar, scalar\)"),
        ("scalar", "", "(vector<16xi32>) -> ()", r"arguments in \(vector\)"),
        ("vector", "", "(i32) -> ()", r"arguments in \(scalar\)"),
        ("vector", "", "(vector<16xi1>) -> ()", r"arguments in \(scalar\)"),
        ("", "scalar", "() -> ()", r"results in \(\), .* function in \(scalar\)"),
        ("", "scalar", "() -> f64", r"results in \(scalar, scalar\)"),
        ("", "vector", "() -> i32", r"results in \(scalar\)"),
        ("", "", "() -> i32", r"results in \(scalar\)"),
        ("", "", "(tensor<1xi1>) -> ()", "is of a type that no register holds"),
    ),
)
def test_other_registers_of_the_machine(
    arguments: str, results: str, signature: str, message: str
):
    with pytest.raises(Diagnostic, match=message):
        read(machine(arguments, results, signature))


# endregion


@pytest.mark.parametrize("signature", ("(i64) -> i32", "() -> ()", "unit", "i32"))
@pytest.mark.parametrize("body", ("", " {\n  func.return %a : i32\n}"))
def test_functions_of_the_source_with_other_types(signature: str, body: str):
    parameter = "%a: i32" if body else "i32"
    text = f"func.func private @f({parameter}) -> i32 attributes {{circ.signature = "
    with pytest.raises(Diagnostic, match="must be the function's type"):
        read(f"{text}{signature}}}{body}")
    read(f"{text}(i32) -> i32}}{body}")


def test_register_files_depend_on_the_word_of_the_machine():
    function = ModuleOp([])
    function.attributes[SIGNATURE] = FunctionType.from_lists([i64, f64], [i64])
    check_register_files(function, 64, [False] * 2, [[False]])
    check_register_files(function, 32, [False] * 4, [[False] * 2])
    for word, registers in ((64, 4), (32, 2)):
        with pytest.raises(VerifyException, match="has arguments in"):
            check_register_files(function, word, [False] * registers, [])

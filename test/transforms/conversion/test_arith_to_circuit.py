"""
Operations of `arith` and `math`: the gates compute what the shared meanings say.

Every operation is converted at every type, and its gates are evaluated on the numbers
at which operations go wrong; rounded divisions on all pairs of eight bits.
"""

from collections.abc import Callable, Sequence
from itertools import product

import pytest
from xdsl.context import Context
from xdsl.dialects import arith, builtin, func, math
from xdsl.ir import SSAValue

from circ.dialects.circuit.constants import ArgOp, ConstantOp
from circ.dialects.circuit.control import FuncOp, ReturnOp
from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.verifier import verify_circuit
from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import INTS as k
from circ.dialects.common.algebra import float_to_bits, to_signed
from circ.targets.mlir.parser import parse_module
from circ.transforms.conversion.func_to_circuit import convert_module

Meaning = Callable[[int, int, int], int]

INTEGER_TYPES = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 32}
FLOAT_TYPES = {"f32": 32, "f64": 64}

INTEGER_MEANINGS: dict[str, Meaning] = {
    "arith.addi": k.add,
    "arith.subi": k.sub,
    "arith.muli": k.mul,
    "arith.divsi": k.sdiv,
    "arith.divui": k.udiv,
    "arith.remsi": k.srem,
    "arith.remui": k.urem,
    "arith.ceildivsi": lambda w, x, y: arithmetic.ceildivs(k, w, x, y),
    "arith.ceildivui": lambda w, x, y: arithmetic.ceildivu(k, w, x, y),
    "arith.floordivsi": lambda w, x, y: arithmetic.floordivs(k, w, x, y),
    "arith.andi": k.and_,
    "arith.ori": k.or_,
    "arith.xori": k.xor,
    "arith.shli": lambda w, x, y: arithmetic.shl(k, w, x, y),
    "arith.shrui": lambda w, x, y: arithmetic.lshr(k, w, x, y),
    "arith.shrsi": lambda w, x, y: arithmetic.ashr(k, w, x, y),
    "arith.minsi": lambda w, x, y: arithmetic.mins(k, w, x, y),
    "arith.minui": lambda w, x, y: arithmetic.minu(k, w, x, y),
    "arith.maxsi": lambda w, x, y: arithmetic.maxs(k, w, x, y),
    "arith.maxui": lambda w, x, y: arithmetic.maxu(k, w, x, y),
}

FLOAT_MEANINGS: dict[str, Meaning] = {
    "arith.addf": k.fadd,
    "arith.subf": k.fsub,
    "arith.mulf": k.fmul,
    "arith.divf": k.fdiv,
    "arith.minimumf": lambda w, x, y: arithmetic.fminimum(k, w, x, y),
    "arith.maximumf": lambda w, x, y: arithmetic.fmaximum(k, w, x, y),
    "arith.minnumf": lambda w, x, y: arithmetic.fmin(k, w, x, y),
    "arith.maxnumf": lambda w, x, y: arithmetic.fmax(k, w, x, y),
}


def integers(width: int) -> list[int]:
    numbers = {0, 1, 2, 3, 7, 8, 100, width - 1, width, width + 1}
    numbers |= {-n for n in numbers} | {1 << (width - 1), (1 << (width - 1)) - 1}
    return sorted({n & ((1 << width) - 1) for n in numbers})


def floats(width: int) -> list[int]:
    values = (0.0, 1.0, 1.5, 2.0**-126, 2.0**-149, 3e38, 1e300, 0.1, float("inf"))
    bits = [float_to_bits(width, sign * v) for v in values for sign in (1, -1)]
    return [*sorted(set(bits)), float_to_bits(width, float("nan"))]


def circuit(body: str, arguments: str, results: str) -> Callable[..., list[int]]:
    """
    The function of a straight-line body, as its gates compute it.

    The body names its arguments `%x %y …` and its results `%r`, `%s` ….
    """
    names = "xyz"
    types = arguments.split()
    parameters = ", ".join(f"%{n}: {t}" for n, t in zip(names, types, strict=False))
    returned = results.split()
    values = ", ".join(f"%{n}" for n, _ in zip("rs", returned, strict=False))
    text = (
        f"func.func @f({parameters}) -> ({', '.join(returned)}) {{\n  {body}\n"
        f"  func.return {values} : {', '.join(returned)}\n}}"
    )
    ctx = Context()
    for dialect in (builtin.Builtin, func.Func, arith.Arith, math.Math):
        ctx.load_dialect(dialect)
    module = parse_module(ctx, text, "test.mlir")
    convert_module(module)
    found = module.body.block.first_op
    assert isinstance(found, FuncOp)
    verify_circuit(found)
    gates = list(found.body.block.ops)

    def run(*operands: int) -> list[int]:
        known: dict[SSAValue, int] = {}
        for gate in gates:
            match gate:
                case ArgOp():
                    known[gate.result] = operands[gate.index.data]
                case ConstantOp():
                    known[gate.result] = gate.bits.data
                case PureGate():
                    inputs = [known[value] for value in gate.operands]
                    known[gate.results[0]] = gate.evaluate(k, inputs)
                case ReturnOp():
                    return [known[value] for value in gate.values]
                case _:
                    pass
        raise AssertionError("no RETURN")

    return run


def check(
    run: Callable[..., list[int]],
    inputs: Sequence[Sequence[int]],
    expected: Callable[..., list[int]],
) -> None:
    for operands in product(*inputs):
        assert run(*operands) == expected(*operands), operands


@pytest.mark.parametrize("type", INTEGER_TYPES)
@pytest.mark.parametrize("name", INTEGER_MEANINGS)
def test_integer_operations(name: str, type: str):
    width, meaning = INTEGER_TYPES[type], INTEGER_MEANINGS[name]
    run = circuit(f"%r = {name} %x, %y : {type}", f"{type} {type}", type)
    check(run, [integers(width)] * 2, lambda x, y: [meaning(width, x, y)])


@pytest.mark.parametrize("name", ("ceildivsi", "ceildivui", "floordivsi"))
@pytest.mark.every(2, first=1)
def test_rounded_divisions_of_all_bytes(name: str):
    run = circuit(f"%r = arith.{name} %x, %y : i8", "i8 i8", "i8")
    meaning = INTEGER_MEANINGS[f"arith.{name}"]
    check(run, [range(0, 256, 3), range(256)], lambda x, y: [meaning(8, x, y)])


@pytest.mark.parametrize("divisor", (-128, -4, -1, 0, 1, 2, 3, 64))
@pytest.mark.parametrize("name", ("ceildivsi", "ceildivui", "floordivsi"))
def test_rounded_divisions_by_constants(name: str, divisor: int):
    body = f"%c = arith.constant {divisor} : i8\n%r = arith.{name} %x, %c : i8"
    meaning = INTEGER_MEANINGS[f"arith.{name}"]
    check(
        circuit(body, "i8", "i8"),
        [range(256)],
        lambda x: [meaning(8, x, divisor & 255)],
    )


@pytest.mark.parametrize("type", FLOAT_TYPES)
@pytest.mark.parametrize("name", FLOAT_MEANINGS)
def test_float_operations(name: str, type: str):
    width, meaning = FLOAT_TYPES[type], FLOAT_MEANINGS[name]
    run = circuit(f"%r = {name} %x, %y : {type}", f"{type} {type}", type)
    check(run, [floats(width)] * 2, lambda x, y: [meaning(width, x, y)])


@pytest.mark.parametrize("type", INTEGER_TYPES)
@pytest.mark.parametrize("condition", arithmetic.INTEGER_CONDITIONS)
def test_integer_comparisons(condition: str, type: str):
    width = INTEGER_TYPES[type]
    run = circuit(f"%r = arith.cmpi {condition}, %x, %y : {type}", f"{type} " * 2, "i1")
    check(
        run,
        [integers(width)] * 2,
        lambda x, y: [arithmetic.icmp(k, condition, width, x, y)],
    )


@pytest.mark.parametrize("type", FLOAT_TYPES)
@pytest.mark.parametrize("condition", arithmetic.FLOAT_CONDITIONS)
def test_float_comparisons(condition: str, type: str):
    width = FLOAT_TYPES[type]
    run = circuit(f"%r = arith.cmpf {condition}, %x, %y : {type}", f"{type} " * 2, "i1")
    check(
        run,
        [floats(width)] * 2,
        lambda x, y: [arithmetic.fcmp(k, condition, width, x, y)],
    )


@pytest.mark.parametrize("type", {**INTEGER_TYPES, **FLOAT_TYPES})
def test_select(type: str):
    run = circuit(f"%r = arith.select %x, %y, %z : {type}", f"i1 {type} {type}", type)
    assert run(1, 0, 1) == [0]
    assert run(0, 0, 1) == [1]


@pytest.mark.parametrize("type", ("i8", "i16", "i32", "i64", "index"))
@pytest.mark.parametrize("signed", (True, False))
def test_extended_products(type: str, signed: bool):
    width = INTEGER_TYPES[type]
    name = "mulsi_extended" if signed else "mului_extended"
    run = circuit(
        f"%r, %s = arith.{name} %x, %y : {type}", f"{type} " * 2, f"{type} " * 2
    )

    def expected(x: int, y: int) -> list[int]:
        if signed:
            x, y = to_signed(width, x), to_signed(width, y)
        mask = (1 << width) - 1
        return [x * y & mask, x * y >> width & mask]

    check(run, [integers(width)] * 2, expected)


@pytest.mark.parametrize("type", ("i1", "i8", "i16", "i32", "i64"))
def test_extended_sum(type: str):
    width = INTEGER_TYPES[type]
    run = circuit(
        f"%r, %s = arith.addui_extended %x, %y : {type}, i1",
        f"{type} " * 2,
        f"{type} i1",
    )
    mask = (1 << width) - 1
    check(run, [integers(width)] * 2, lambda x, y: [x + y & mask, x + y >> width])


CONVERSIONS: list[tuple[str, str, str, Callable[[int], int]]] = [
    ("extsi", "i8", "i32", lambda x: k.sext(8, 32, x)),
    ("extsi", "i1", "i64", lambda x: k.sext(1, 64, x)),
    ("extui", "i16", "i64", lambda x: x),
    ("extui", "i1", "i8", lambda x: x),
    ("trunci", "i64", "i8", lambda x: x & 0xFF),
    ("trunci", "i32", "i1", lambda x: x & 1),
    ("index_cast", "i8", "index", lambda x: k.sext(8, 32, x)),
    ("index_cast", "i32", "index", lambda x: x),
    ("index_cast", "i64", "index", lambda x: x & 0xFFFFFFFF),
    ("index_cast", "index", "i16", lambda x: x & 0xFFFF),
    ("index_cast", "index", "i64", lambda x: k.sext(32, 64, x)),
    ("bitcast", "i32", "f32", lambda x: x),
    ("bitcast", "i64", "f64", lambda x: x),
    ("sitofp", "i32", "f32", lambda x: k.sitofp(32, 32, x)),
    ("sitofp", "i1", "f64", lambda x: k.sitofp(1, 64, x)),
    ("uitofp", "i64", "f32", lambda x: k.uitofp(64, 32, x)),
    ("fptosi", "f32", "i32", lambda x: k.fptosi(32, 32, x)),
    ("fptosi", "f64", "i8", lambda x: k.fptosi(64, 8, x)),
    ("fptoui", "f32", "i16", lambda x: k.fptoui(32, 16, x)),
    ("extf", "f32", "f64", lambda x: k.fconvert(32, 64, x)),
    ("truncf", "f64", "f32", lambda x: k.fconvert(64, 32, x)),
]


@pytest.mark.parametrize(("name", "source", "target", "meaning"), CONVERSIONS)
def test_conversions(
    name: str, source: str, target: str, meaning: Callable[[int], int]
):
    run = circuit(f"%r = arith.{name} %x : {source} to {target}", source, target)
    inputs = (
        floats(FLOAT_TYPES[source])
        if source in FLOAT_TYPES
        else integers(INTEGER_TYPES[source])
    )
    check(run, [inputs], lambda x: [meaning(x)])


UNARY: list[tuple[str, str, Callable[[int], int]]] = [
    ("arith.negf", "f32", lambda x: x ^ 1 << 31),
    ("arith.negf", "f64", lambda x: x ^ 1 << 63),
    ("math.absf", "f32", lambda x: x & ~(1 << 31)),
    ("math.absi", "i16", lambda x: abs(to_signed(16, x)) & 0xFFFF),
    ("math.ctlz", "i32", lambda x: 32 - x.bit_length()),
    ("math.cttz", "i32", lambda x: (x & -x).bit_length() - 1 if x else 32),
]


@pytest.mark.parametrize(("name", "type", "meaning"), UNARY)
def test_unary_operations(name: str, type: str, meaning: Callable[[int], int]):
    run = circuit(f"%r = {name} %x : {type}", type, type)
    inputs = (
        floats(FLOAT_TYPES[type])
        if type in FLOAT_TYPES
        else integers(INTEGER_TYPES[type])
    )
    check(run, [inputs], lambda x: [meaning(x)])


CONSTANTS = [
    ("-1 : i8", "i8", 0xFF),
    ("true", "i1", 1),
    ("false", "i1", 0),
    ("-5 : index", "index", 0xFFFFFFFB),
    ("4294967295 : index", "index", 0xFFFFFFFF),
    ("0.1 : f32", "f32", float_to_bits(32, 0.1)),
    ("-0.0 : f64", "f64", 1 << 63),
    ("0x7FC00000 : f32", "f32", 0x7FC00000),
    ("0xFF800000 : f32", "f32", 0xFF800000),
]


@pytest.mark.parametrize(("text", "type", "bits"), CONSTANTS)
def test_constants(text: str, type: str, bits: int):
    assert circuit(f"%r = arith.constant {text}", "", type)() == [bits]

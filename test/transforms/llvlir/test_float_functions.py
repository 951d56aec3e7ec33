"""Functions of a module for its rows of floats in integers."""

from random import Random

import numpy as np
import pytest
from one_row import float_bits
from xdsl.dialects.builtin import ModuleOp

import circ
from circ.dialects.common import exact_floats as exact
from circ.dialects.common.exact_floats import FORMATS, Format
from circ.dialects.llvlir.ops import CallOp, FuncOp
from circ.transforms.llvlir.legalize import MOST_OF_FLOAT
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import run_passes

PROGRAM = """
llvlir.func @g(%x: !llvlir.f<f128>, %y: !llvlir.f<f128>) -> !llvlir.f<f128> {
  %a = llvlir.add.F %x, %y : f128
  %b = llvlir.add.F %a, %y : f128
  %c = llvlir.add.F %b, %y round rup : f128
  llvlir.ret %c : !llvlir.f<f128>
}
llvlir.func @h(%x: !llvlir.f<f128>, %v: !llvlir.x<4x!llvlir.fv<6, 26>>,
    %m: !llvlir.m<4>) -> (!llvlir.f<f128>, !llvlir.x<4x!llvlir.fv<6, 26>>) {
  %a = llvlir.add.F %x, %x : f128
  %b = llvlir.neg.F %a : f128
  %w = llvlir.mul.VF %v, %v, %m : 4x!llvlir.fv<6, 26>
  llvlir.ret %b, %w : !llvlir.f<f128>, !llvlir.x<4x!llvlir.fv<6, 26>>
}
"""


def legalized(text: str) -> ModuleOp:
    module = circ.load(text).module
    run_passes([make_pass("llvlir-legalize")], module)
    return module


def test_rows_share_functions():
    module = legalized(PROGRAM)
    functions = {op.sym_name.data: op for op in module.ops if isinstance(op, FuncOp)}
    add, up = "__circ.soft_add_f128_rne", "__circ.soft_add_f128_rup"
    product = "__circ.soft_mul_fv6_26_rne"
    assert set(functions) == {"g", "h", add, up, product}
    called = {
        name: [op.callee.string_value() for op in func.walk() if isinstance(op, CallOp)]
        for name, func in functions.items()
    }
    assert called["g"] == [add, add, up]
    assert called["h"] == [add] + [product] * 4
    assert called[add] == called[up] == called[product] == []
    own = functions["g"].body.block.ops
    assert len(list(own)) < 10


def test_legalizing_twice_adds_nothing():
    module = legalized(PROGRAM)
    once = str(module)
    run_passes([make_pass("llvlir-legalize")], module)
    assert str(module) == once


def test_names_are_reserved():
    text = "llvlir.func @__circ.soft_add_f128_rne() {\n  llvlir.ret\n}\n" + PROGRAM
    with pytest.raises(circ.Diagnostic, match="is a name of the run-time library"):
        legalized(text)


@pytest.mark.parametrize("rest", (MOST_OF_FLOAT - 15, MOST_OF_FLOAT - 14, 4096))
@pytest.mark.parametrize("row", ("mul.F %x, %x", "abs.F %x"))
def test_widest(rest: int, row: str):
    text = f"""
llvlir.func @f(%n: !llvlir.r<i32>) -> !llvlir.r<i32> {{
  %x = llvlir.cvt.FI %n : !llvlir.fv<15, {rest}>, i32
  %y = llvlir.{row} : !llvlir.fv<15, {rest}>
  %z = llvlir.cvt.IF %y : i32, !llvlir.fv<15, {rest}>
  llvlir.ret %z : !llvlir.r<i32>
}}
"""
    if 15 + rest <= MOST_OF_FLOAT:
        legalized(text)
        return
    message = f"a float of {15 + rest} bits in gen is not supported"
    with pytest.raises(circ.Diagnostic, match=message):
        legalized(text)


def test_gen_has_no_float_of_the_same_width():
    text = """
llvlir.func @f(%x: !llvlir.f<!llvlir.fv<6, 26>>) -> !llvlir.f<!llvlir.fv<6, 26>> {
  %y = llvlir.add.F %x, %x : !llvlir.fv<6, 26>
  llvlir.ret %y : !llvlir.f<!llvlir.fv<6, 26>>
}
"""
    for step in ("convert-llvlir-to-gen", "convert-llvlir-to-circuit"):
        with pytest.raises(circ.Diagnostic, match="fv<6, 26>"):
            run_passes([make_pass(step)], circ.load(text).module)


LEVELS = [
    *("llvlir", "host", "gen"),
    pytest.param("naplespu", marks=pytest.mark.long),
]
TYPES = {
    "!llvlir.fv<11, 21>": Format(11, 20),
    "f128": FORMATS["f128"],
    "!llvlir.fv<31, 33>": Format(31, 32),
}


SECOND_PROFILE = """
module attributes {circ.llvlir_profile = 2 : i32} {
llvlir.func @f(%n: !llvlir.r<i32>) -> (!llvlir.r<i32>)
    attributes {circ.signature = (i32) -> i32} {
  %x = llvlir.cvt.FI %n : !llvlir.fv<6, 26>, i32
  %y = llvlir.rsqrt.F %x : !llvlir.fv<6, 26>
  %z = llvlir.div.F %x, %y : !llvlir.fv<6, 26>
  %w = llvlir.cvt.IF %z : i32, !llvlir.fv<6, 26>
  llvlir.ret %w : !llvlir.r<i32>
}
}
"""


@pytest.mark.parametrize("level", LEVELS)
def test_second_profile(level: str):
    assert circ.run(SECOND_PROFILE, 16, entry="f", level=level).results == [64]


PAIRS = 12


def remainders(type: str, bytes: int) -> str:
    """A function of an array of pairs, the first of which become the remainders."""
    words = PAIRS * bytes // 2
    lines = [
        f"llvlir.func @f(%p: !llvlir.a) attributes {{circ.signature = "
        f"(memref<{words}xi32>) -> ()}} {{"
    ]
    for pair in range(PAIRS):
        at = 2 * bytes * pair
        lines += (
            f"  %x{pair} = llvlir.ld.F %p, {at} : {type}",
            f"  %y{pair} = llvlir.ld.F %p, {at + bytes} : {type}",
            f"  %z{pair} = llvlir.frem.F %x{pair}, %y{pair} : {type}",
            f"  llvlir.st.F %p, {at}, %z{pair} : {type}",
        )
    return "\n".join([*lines, "  llvlir.ret", "}"])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "type",
    [t if t[-1] == ">" else pytest.param(t, marks=pytest.mark.long) for t in TYPES],
)
def test_remainders(type: str, level: str):
    """Of numbers far apart, too: each bit of the distance has its turn."""
    f, random = TYPES[type], Random(type)
    size = f.width // 8
    numbers = [random.getrandbits(f.width) for _ in range(PAIRS)]
    numbers += [float_bits(random, f) for _ in range(PAIRS)]
    data = b"".join(n.to_bytes(size, "little") for n in numbers)
    array = np.frombuffer(data, np.uint32)
    done = circ.run(remainders(type, size), array, entry="f", level=level).arrays[0]
    for pair, (x, y) in enumerate(zip(numbers[::2], numbers[1::2], strict=True)):
        at = 2 * size * pair
        found = int.from_bytes(done.tobytes()[at : at + size], "little")
        expected = exact.remainder(f, x, y)
        if f.is_nan(expected):
            assert f.is_nan(found)
        else:
            assert found == expected, (hex(x), hex(y))

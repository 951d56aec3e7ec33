"""
Functions of sixteen lanes in gen and on NaplesPU, by execution: what source programs
do not have, such as registers that only lane 0 is asked of, gathers and scatters.

What code does to memory is right whatever the hardware's vector accesses do there.
"""

from random import Random
from typing import Literal

import numpy as np
import pytest
from xdsl.dialects.builtin import FunctionType

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.verifier import verify_module
from circ.dialects.source.layout import array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.marshal import Array, Scalar
from circ.targets.execute.naplespu import program as naplespu
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.simulator.system import System
from circ.tools.formats import context
from circ.transforms import pipelines
from circ.transforms.compare_levels import compare_levels

KINDS = {
    "vector<16xi32>": "dword",
    "vector<16xf32>": "dword",
    "vector<16xi16>": "word",
    "vector<16xi8>": "byte",
    "vector<16xi1>": "bool",
    "i32": "dword uniform",
    "index": "dword uniform",
    "i16": "word uniform",
    "i8": "byte uniform",
    "i1": "bool uniform",
    "memref<64xi32>": "dword uniform",
    "memref<64xi16>": "word uniform",
    "memref<128xi8>": "dword uniform",
}


def register(type: str) -> str:
    return "dword uniform" if type.startswith("memref") else KINDS[type]


def parameter(type: str) -> str:
    family, _, uniform = register(type).partition(" ")
    return family if uniform else f"{family}x16"


def program(inputs: dict[str, str], results: dict[str, str], body: str) -> str:
    """A function whose registers are named by type; others are declared in the body."""
    lines = [
        f"  %{name} = gen.register : !gen.reg<{register(type)}>"
        for name, type in {**inputs, **results}.items()
    ]
    code = [f"  {line.strip()}" for line in body.strip().splitlines()]
    lines += [line for line in code if " = gen.register" in line]
    lines.append("  gen.inputs " + ", ".join(f"%{name}" for name in inputs))
    lines += [line for line in code if " = gen.register" not in line]
    lines.append("  gen.ret " + ", ".join(f"%{name}" for name in results))
    signature = f"({', '.join(inputs.values())}) -> ({', '.join(results.values())})"
    given = ", ".join(map(parameter, inputs.values()))
    gives = ", ".join(map(parameter, results.values()))
    head = f"gen.func @f({given}) -> ({gives}) lanes 16"
    if not results:
        head = f"gen.func @f({given}) lanes 16"
    attributes = f"attributes {{circ.signature = {signature}}}"
    scratch = "gen.global @scratch 64 align 4 space 68"
    return "\n".join((scratch, f"{head} {attributes} {{", *lines, "}"))


V, W, M = "vector<16xi32>", "vector<16xi16>", "vector<16xi1>"

LANE_ZERO = program(
    {"v": V, "u": "i32", "m": M, "w": W},
    {"a": "i32", "b": "i1", "c": "i16", "d": "i32", "e": "i1"},
    """
    gen.add int32 %a = %v, %u
    gen.lt int32 %b = %u, %v
    gen.cvt int16 from int32 %c = %v
    gen.sel int32 %d = %m, %v, %u
    gen.and bool %e = %m, %b
    """,
)
ACROSS = program(
    {"v": V, "i": V, "w": W, "u": "i32", "b": "i1"},
    {"x": V, "y": "i32", "t": "i16", "q": "i32", "r": "i16", "s": V},
    """
    %n = gen.register : !gen.reg<dword uniform>
    gen.simd_shuffle int32 %x = %v, %i
    gen.simd_shuffle int32 %y = %v, %u
    gen.simd_shuffle int16 %t = %w, %i
    gen.simd_any int32 %q = %v
    gen.simd_all int16 %r = %w
    gen.simd_size uint32 %n
    gen.simd_shuffle int32 %s = %v, %n
    gen.add int32 %s = %s, %n
    gen.simd_id uint32 %n
    gen.add int32 %s = %s, %n
    gen.sel int32 %s = %b, %s, %v
    """,
)
MOVES = program(
    {"v": V, "m": M, "u": "i32", "b": "i1"},
    {"x": V, "z": M, "y": "i32", "c": "i1", "p": V},
    """
    gen.mov int32 %x = %u
    gen.mov bool %z = %b
    gen.mov int32 %y = %v
    gen.mov bool %c = %m
    gen.simd_any int32 %p = %u
    gen.simd_all float %p = %v
    gen.sel int32 %p = %z, %p, %v
    gen.lt int32 %z = %x, %v
    gen.xor bool %z = %z, %m
    """,
)
GATHER = program(
    {"p": "memref<64xi32>", "i": V},
    {"x": V, "y": W, "z": "vector<16xi8>", "t": M, "same": V, "r": V},
    """
    %k = gen.register : !gen.reg<dword uniform>
    %a = gen.register : !gen.reg<dword>
    gen.loadi uint32 %k {value = 63}
    gen.and uint32 %a = %i, %k
    gen.loadi uint32 %k {value = 2}
    gen.shl uint32 %a = %a, %k
    gen.add uint32 %a = %p, %a
    gen.load int32 %x = %a {space = global, memory = #circ.memory<4>}
    gen.load int16 %y = %a {space = global, memory = #circ.memory<2>}
    gen.load int8 %z = %a {space = global, memory = #circ.memory<1>}
    gen.load uint8 %z = %a {space = global, memory = #circ.memory<1>}
    gen.load bool %t = %a {space = global, memory = #circ.memory<1>}
    gen.load int32 %same = %p {space = global, memory = #circ.memory<4>}
    gen.simd_id uint32 %a
    gen.shl uint32 %a = %a, %k
    gen.add uint32 %a = %p, %a
    gen.load int32 %r = %a {space = global, memory = #circ.memory<64, volatile>}
    """,
)
SCATTER = program(
    {"p": "memref<64xi32>", "q": "memref<128xi8>", "i": V, "v": V, "m": M, "u": "i32"},
    {},
    """
    %k = gen.register : !gen.reg<dword uniform>
    %a = gen.register : !gen.reg<dword>
    %b = gen.register : !gen.reg<byte>
    %c = gen.register : !gen.reg<word>
    gen.loadi uint32 %k {value = 63}
    gen.and uint32 %a = %i, %k
    gen.cvt int8 from int32 %b = %v
    gen.add uint32 %a = %q, %a
    gen.store int8 %a, %b {space = global, memory = #circ.memory<1>}
    gen.store bool %a, %m {space = global, memory = #circ.memory<1>}
    gen.loadi uint32 %k {value = 31}
    gen.and uint32 %a = %i, %k
    gen.loadi uint32 %k {value = 2}
    gen.shl uint32 %a = %a, %k
    gen.add uint32 %a = %p, %a
    gen.store int32 %a, %v {space = global, memory = #circ.memory<4>}
    gen.loadi uint32 %k {value = 128}
    gen.add uint32 %a = %a, %k
    gen.store int32 %a, %u {space = global, memory = #circ.memory<4>}
    gen.loadi uint32 %k {value = 4}
    gen.add uint32 %k = %k, %p
    gen.store int32 %k, %v {space = global, memory = #circ.memory<4>}
    """,
)
ROWS = program(
    {"p": "memref<64xi32>", "q": "memref<128xi8>", "u": "index"},
    {"x": V, "y": W, "z": "vector<16xi8>", "t": M, "f": "vector<16xf32>"},
    """
    %k = gen.register : !gen.reg<dword uniform>
    %n = gen.register : !gen.reg<dword>
    %a = gen.register : !gen.reg<dword>
    %b = gen.register : !gen.reg<dword>
    gen.loadi uint32 %k {value = 31}
    gen.and uint32 %u = %u, %k
    gen.simd_id uint32 %n
    gen.loadi uint32 %k {value = 2}
    gen.shl uint32 %a = %n, %k
    gen.shl uint32 %b = %u, %k
    gen.add uint32 %b = %p, %b
    gen.add uint32 %a = %b, %a
    gen.load int32 %x = %a {space = global, memory = #circ.memory<64, align 4>}
    gen.load float %f = %a {space = global, memory = #circ.memory<64, align 4>}
    gen.store int32 %a, %n {space = global, memory = #circ.memory<64, align 4>}
    gen.add uint32 %b = %q, %u
    gen.add uint32 %a = %b, %n
    gen.load int8 %z = %a {space = global, memory = #circ.memory<16, align 1>}
    gen.load bool %t = %a {space = global, memory = #circ.memory<16, align 1>}
    gen.loadi uint32 %k {value = 1}
    gen.shl uint32 %n = %n, %k
    gen.shl uint32 %b = %u, %k
    gen.add uint32 %b = %b, %q
    gen.add uint32 %a = %b, %n
    gen.load int16 %y = %a {space = global, memory = #circ.memory<32, align 2>}
    gen.store int16 %a, %y {space = global, memory = #circ.memory<32, align 2>}
    gen.shl uint32 %n = %n, %k
    gen.symbol uint32 %k {symbol = @scratch}
    gen.add uint32 %n = %n, %k
    gen.store int32 %n, %x {space = local, memory = #circ.memory<64, align 4, space 68>}
    gen.load int32 %x = %n {space = local, memory = #circ.memory<64, align 4, space 68>}
    """,
)
ALIGNED = program(
    {"p": "memref<64xi32>"},
    {"x": V},
    """
    %k = gen.register : !gen.reg<dword uniform>
    %n = gen.register : !gen.reg<dword>
    gen.loadi uint32 %k {value = 4}
    gen.simd_id uint32 %n
    gen.mul uint32 %n = %n, %k
    gen.add uint32 %n = %p, %n
    gen.load int32 %x = %n {space = global, memory = #circ.memory<64>}
    gen.add int32 %x = %x, %x
    gen.store int32 %n, %x {space = global, memory = #circ.memory<64>}
    """,
)
PROGRAMS = {
    "lane zero": LANE_ZERO,
    "across": ACROSS,
    "moves": MOVES,
    "gather": GATHER,
    "scatter": SCATTER,
    "rows": ROWS,
    "aligned": ALIGNED,
}
MODELS = ("rtl", "compiler")


def arguments(signature: FunctionType, random: Random) -> list[Array | Scalar]:
    found: list[Array | Scalar] = []
    for type in signature.inputs:
        if (array := array_type(type)) is not None:
            (extent,) = array.get_shape()
            width = int(str(array.element_type)[1:])
            words = [random.getrandbits(width) for _ in range(extent)]
            data = np.array(words, f"u{width // 8}").view(f"i{width // 8}")
            if width == 8:
                data &= 1  # bools are read there
            found.append(Array(array, "", data))
        else:
            bits = random.choice((0, random.getrandbits(512), random.getrandbits(5)))
            width = naplespu_width(type)
            found.append(Scalar(type, bits & ((1 << width) - 1)))
    return found


def naplespu_width(type: object) -> int:
    lanes, _, element = str(type).rpartition("x")
    number = int(element.strip("if>")) if "index" not in str(type) else 32
    return 16 * number if lanes else number


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.every(4)
def test_machine_does_what_gen_does(
    name: str, model: Literal["rtl", "compiler"], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        naplespu,
        "system_of",
        lambda s: System(s.threads, engine=s.engine, memory=model),
    )
    module = parse_module(context(), PROGRAMS[name], "t.mlir")
    verify_module(module)
    signature = signature_of(definitions(module)["f"])
    random = Random(name)
    inputs = [arguments(signature, random) for _ in range(12)]
    runs = compare_levels(module, "f", signature, inputs)
    assert all(set(run) == {"gen", "naplespu"} for run in runs)


INPUT = """
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
"""


def test_arguments_of_eight_lanes_are_one_diagnostic():
    text = "gen.func @f(dwordx8) lanes 8 {\n" + INPUT + "  gen.ret\n}"
    module = parse_module(context(), text, "t.mlir")
    with pytest.raises(Diagnostic, match="8 lanes as an argument or result is not"):
        pipelines.compile(module, "naplespu")


def test_a_row_that_is_none_is_one_diagnostic():
    body = """
    gen.add uint32 %i = %i, %p
    gen.load int32 %x = %i {space = global, memory = #circ.memory<64, align 4>}
    """
    text = program({"p": "memref<64xi32>", "i": V}, {"x": V}, body)
    module = parse_module(context(), text, "t.mlir")
    signature = signature_of(definitions(module)["f"])
    inputs = arguments(signature, Random(0))
    inputs[1] = Scalar(signature.inputs.data[1], 4 << 96 | 8 << 64 | 4 << 32)
    message = r"'gen.load': the lanes are not contiguous \(at level gen\)"
    with pytest.raises(Diagnostic, match=message):
        compare_levels(module, "f", signature, [inputs])

"""
Every intrinsic that is supported, at every level, beside what numpy makes of it.

One program has a function for each; what it is called with and what it must do comes
from the name alone, not from the table of circ.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import pytest
from xdsl.dialects.builtin import FunctionType
from xdsl.ir import Attribute

from circ.dialects.common.algebra import INTS
from circ.dialects.common.lanes import pack
from circ.dialects.common.module_functions import definitions
from circ.dialects.naplespu.intrinsics import intrinsics
from circ.dialects.source.layout import array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.marshal import Argument, Array, Scalar
from circ.targets.execute.naplespu import program as naplespu
from circ.targets.execute.text import text_of
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.description.subtarget import set_subtarget
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.image import Image
from circ.targets.naplespu.simulator.system import System
from circ.tools.formats import context
from circ.transforms.pipelines import compile

NAMES = [
    name
    for name, row in intrinsics().items()
    if row.record and name != "crossprodv16i32"
]
LANES = 16
COMPARISONS: dict[str, Callable[..., np.ndarray]] = {
    **{f"u{op}": getattr(np, long) for op, long in (("gt", "greater"), ("lt", "less"))},
    **{f"u{op[0]}e": getattr(np, f"{op}_equal") for op in ("greater", "less")},
    "gt": np.greater,
    "ge": np.greater_equal,
    "lt": np.less,
    "le": np.less_equal,
    "eq": np.equal,
    "ne": np.not_equal,
}
ACCESS = re.compile(
    r"block_(?P<what>load|store)v16(?P<kind>[iuf])(?P<width>8|16|32)"
    r"(?P<pad>_scratchpad)?(?P<masked>_masked)?"
)
INDEXED = re.compile(
    r"(?P<what>gather_load|scatter_store)(?P<kind>[if])32_scratchpad(?P<masked>_masked)?"
)


# region The program


def vector_of(kind: str) -> str:
    return f"vector<16x{'f' if kind == 'f' else 'i'}32>"


def array_of(kind: str, width: str, pad: object) -> str:
    element = f"{'f' if kind == 'f' else 'i'}{width}"
    return f"memref<16x{element}{', 68' if pad else ''}>"


def call(name: str, operands: str, types: str, result: str) -> str:
    return (
        f"func.call @__builtin_npu_{name}({operands}) : ({types}) -> {result or '()'}"
    )


def declaration(name: str, types: str, result: str) -> str:
    end = f" -> {result}" if result else ""
    return f"func.func private @__builtin_npu_{name}({types}){end}\n"


MASK = "  func.call @__builtin_npu_write_mask_reg(%m) : (i32) -> ()\n"


def through_pad(array: str, body: str) -> str:
    """`body` on `%p`, a scratchpad array with what `%a` has, which gets it back."""
    pad = array.replace(">", ", 68>")
    name = re.sub(r"\W+", "_", array)
    return f"""  %p = memref.get_global @{name} : {pad}
  memref.copy %a, %p : {array} to {pad}
{body}  memref.copy %p, %a : {pad} to {array}
"""


def access_function(name: str, parts: re.Match[str]) -> str:
    kind, width = parts["kind"], parts["width"]
    vector, array = vector_of(kind), array_of(kind, width, False)
    pointer = array_of(kind, width, parts["pad"])
    at = "%p" if parts["pad"] else "%a"
    if parts["what"] == "load":
        parameters, result = f"%m: i32, %a: {array}", vector
        body = f"  %r = {call(name, at, pointer, vector)}\n"
        head = declaration(name, pointer, vector)
    else:
        parameters, result = f"%m: i32, %a: {array}, %v: {vector}", ""
        body = f"  {call(name, f'{at}, %v', f'{pointer}, {vector}', '')}\n"
        head = declaration(name, f"{pointer}, {vector}", "")
    body = MASK + (through_pad(array, body) if parts["pad"] else body)
    return head + function(name, parameters, result, body)


def indexed_function(name: str, parts: re.Match[str]) -> str:
    kind, vector = parts["kind"], vector_of(parts["kind"])
    array, numbers = array_of(kind, "32", False), vector_of("i")
    # The arrays of words are the first two of the scratchpad: from 0, and from 64.
    body = f"""  %four = arith.constant dense<4> : {numbers}
  %first = arith.constant dense<{64 if kind == "f" else 0}> : {numbers}
  %bytes = arith.muli %n, %four : {numbers}
  %places = arith.addi %bytes, %first : {numbers}
"""
    parameters = f"%m: i32, %a: {array}, %n: {numbers}"
    if parts["what"] == "gather_load":
        body += f"  %r = {call(name, '%places', numbers, vector)}\n"
        head, result = declaration(name, numbers, vector), vector
    else:
        parameters += f", %v: {vector}"
        body += f"  {call(name, '%places, %v', f'{numbers}, {vector}', '')}\n"
        head, result = declaration(name, f"{numbers}, {vector}", ""), ""
    return head + function(name, parameters, result, MASK + through_pad(array, body))


def function(name: str, parameters: str, result: str, body: str) -> str:
    if not result:
        return f"func.func @{name}({parameters}) {{\n{body}  return\n}}\n"
    end = f"  return %r : {result}\n}}\n"
    return f"func.func @{name}({parameters}) -> {result} {{\n{body}{end}"


WORDS, FLOATS = vector_of("i"), vector_of("f")
SIMPLE: dict[str, tuple[Sequence[str], str]] = {
    "read_control_reg": (["i32"], "i32"),
    "makevectori32": (["i32"], WORDS),
    "makevectorf32": (["f32"], FLOATS),
    "shufflei32": ([WORDS, WORDS], WORDS),
    "shufflef32": ([FLOATS, WORDS], FLOATS),
    "createmaskv16i32": ([WORDS], "i32"),
    "clzi32": (["i32"], "i32"),
    "ctzi32": (["i32"], "i32"),
    "clzv16i32": ([WORDS], WORDS),
    "ctzv16i32": ([WORDS], WORDS),
}
"""Types of arguments and result of what needs nothing around it."""

ALIGNED = "{alignment = 64 : i64}"
SPECIAL = f"""
func.func private @__builtin_npu_write_mask_reg(i32)
func.func private @__builtin_npu_read_mask_reg() -> i32
func.func private @__builtin_npu_write_mask_regv16i32({WORDS})
func.func private @__builtin_npu_vector_mixi32({WORDS}, {WORDS}) -> {WORDS}
func.func private @__builtin_npu_vector_mixf32({FLOATS}, {FLOATS}) -> {FLOATS}
func.func private @__builtin_npu_write_control_reg(i32, i32)
func.func private @__builtin_npu_barrier(i32, i32)
func.func private @__builtin_npu_flush(memref<4xi32>)
memref.global "private" @memref_16xi32_ : memref<16xi32, 68> = uninitialized {ALIGNED}
memref.global "private" @memref_16xf32_ : memref<16xf32, 68> = uninitialized {ALIGNED}
memref.global "private" @memref_16xi16_ : memref<16xi16, 68> = uninitialized
memref.global "private" @memref_16xi8_ : memref<16xi8, 68> = uninitialized
func.func @write_mask_reg(%m: i32) -> i32 {{
{MASK}  %r = {call("read_mask_reg", "", "", "i32")}
  return %r : i32
}}
func.func @read_mask_reg() -> i32 {{
  %r = {call("read_mask_reg", "", "", "i32")}
  return %r : i32
}}
func.func @write_mask_regv16i32(%v: {WORDS}) -> i32 {{
  {call("write_mask_regv16i32", "%v", WORDS, "")}
  %r = {call("read_mask_reg", "", "", "i32")}
  return %r : i32
}}
func.func @vector_mixi32(%m: i32, %v: {WORDS}, %w: {WORDS}) -> {WORDS} {{
{MASK}  %s = arith.addi %v, %w : {WORDS}
  %r = {call("vector_mixi32", "%s, %w", f"{WORDS}, {WORDS}", WORDS)}
  return %r : {WORDS}
}}
func.func @vector_mixf32(%m: i32, %v: {FLOATS}, %w: {FLOATS}) -> {FLOATS} {{
{MASK}  %r = {call("vector_mixf32", "%v, %w", f"{FLOATS}, {FLOATS}", FLOATS)}
  return %r : {FLOATS}
}}
func.func @write_control_reg(%v: i32) -> i32 {{
  %debug = arith.constant 21 : i32
  {call("write_control_reg", "%v, %debug", "i32, i32", "")}
  %r = {call("read_control_reg", "%debug", "i32", "i32")}
  return %r : i32
}}
func.func @barrier(%id: i32) {{
  %others = arith.constant 0 : i32
  {call("barrier", "%id, %others", "i32, i32", "")}
  return
}}
func.func @flush(%a: memref<4xi32>) {{
  {call("flush", "%a", "memref<4xi32>", "")}
  return
}}
"""


def program() -> str:
    parts = [SPECIAL]
    for name in NAMES:
        if found := ACCESS.fullmatch(name):
            parts.append(access_function(name, found))
        elif found := INDEXED.fullmatch(name):
            parts.append(indexed_function(name, found))
        elif name in SIMPLE or name.startswith("mask_cmp"):
            lanes = vector_of(name.removeprefix("mask_cmp")[0])
            types, result = SIMPLE.get(name, ([lanes, lanes], "i32"))
            names = [f"%a{number}" for number in range(len(types))]
            pairs = ", ".join(f"{a}: {t}" for a, t in zip(names, types))
            arguments = ", ".join(names), ", ".join(types)
            parts.append(declaration(name, arguments[1], result))
            body = f"  %r = {call(name, *arguments, result)}\n"
            parts.append(function(name, pairs, result, body))
    return "\n".join(parts)


PROGRAM = program()

# endregion
# region What must come out


def enabled(mask: int) -> np.ndarray:
    return np.array([mask >> lane & 1 for lane in range(LANES)], bool)


def bits(lanes: np.ndarray) -> int:
    return sum(int(lane) << number for number, lane in enumerate(lanes))


def leading_zeros(x: int) -> int:
    return 32 - (int(x) & 0xFFFFFFFF).bit_length()


def trailing_zeros(x: int) -> int:
    x = int(x) & 0xFFFFFFFF
    return (x & -x).bit_length() - 1 if x else 32


def access(name: str, parts: re.Match[str]):
    def load(m, a):
        if parts["kind"] == "u":
            a = a.view(f"u{a.dtype.itemsize}")
        lanes = a.astype(np.float32 if parts["kind"] == "f" else np.int64)
        return np.where(enabled(m) if parts["masked"] else True, lanes, 0)

    def store(m, a, v):
        lanes = v if parts["kind"] == "f" else v.astype(f"i{a.dtype.itemsize}")
        a[:] = np.where(enabled(m) if parts["masked"] else True, lanes, a)

    return load if parts["what"] == "load" else store


def indexed(parts: re.Match[str]):
    def gather(m, a, n):
        return np.where(enabled(m) if parts["masked"] else True, a[n], 0)

    def scatter(m, a, n, v):
        on = enabled(m) if parts["masked"] else [True] * LANES
        for lane in range(LANES):
            if on[lane]:
                a[n[lane]] = v[lane]

    return gather if parts["what"] == "gather_load" else scatter


def comparison(name: str):
    kind, _, condition = name.removeprefix("mask_cmp").partition("_")
    compare = COMPARISONS[condition.removeprefix("s")]
    view = np.uint32 if condition.startswith("u") else np.int32

    def oracle(a, b):
        return bits(
            compare(a, b) if kind == "f32" else compare(a.view(view), b.view(view))
        )

    return oracle


ORACLES: dict[str, Callable[..., object]] = {
    "write_mask_reg": lambda m: m & 0xFFFF,
    "read_mask_reg": lambda: 0xFFFF,
    "write_mask_regv16i32": lambda v: bits(v & 1),
    "vector_mixi32": lambda m, v, w: np.where(enabled(m), v + w, w),
    "vector_mixf32": lambda m, v, w: np.where(enabled(m), v, w),
    "write_control_reg": lambda v: v,
    "read_control_reg": lambda i: {2: 0, 6: 1, 14: 8}[i],
    "barrier": lambda _: None,
    "flush": lambda _: None,
    "makevectori32": lambda x: np.full(LANES, x),
    "makevectorf32": lambda x: np.full(LANES, x),
    "shufflei32": lambda v, n: v[n & 15],
    "shufflef32": lambda v, n: v[n & 15],
    "createmaskv16i32": lambda v: bits(v & 1),
    "clzi32": leading_zeros,
    "ctzi32": trailing_zeros,
    "clzv16i32": lambda v: np.array([leading_zeros(x) for x in v]),
    "ctzv16i32": lambda v: np.array([trailing_zeros(x) for x in v]),
}


def oracle_of(name: str) -> Callable[..., object]:
    if found := ACCESS.fullmatch(name):
        return access(name, found)
    if found := INDEXED.fullmatch(name):
        return indexed(found)
    return comparison(name) if name.startswith("mask_cmp") else ORACLES[name]


# endregion
# region Operands

MASKS = (0, 0xFFFF, 0xA5C3, 0x1, 0x8000, 0xFFFF1234)


def floats(rng: np.random.Generator, count: int) -> np.ndarray:
    special = np.array([0, -0.0, np.inf, -np.inf, np.nan, 1e-40], np.float32)
    return rng.choice([*special, *rng.normal(size=6)], count).astype(np.float32)


def integers(rng: np.random.Generator, count: int, width: int = 32) -> np.ndarray:
    low, high = -(1 << width - 1), (1 << width - 1) - 1
    chosen = rng.integers(low, high, count, endpoint=True)
    few = rng.choice([0, 1, -1, low, high], count)
    return np.where(rng.random(count) < 0.5, chosen, few).astype(f"i{width // 8}")


def operands(name: str, rng: np.random.Generator, mask: int) -> list[object]:
    def lanes(kind: str, width: int = 32) -> np.ndarray:
        return floats(rng, LANES) if kind == "f" else integers(rng, LANES, width)

    if found := ACCESS.fullmatch(name):
        array = lanes(found["kind"], int(found["width"]))
        given: list[object] = [mask, array]
        return [*given, lanes(found["kind"])] if found["what"] == "store" else given
    if found := INDEXED.fullmatch(name):
        numbers = rng.integers(0, LANES, LANES).astype(np.int32)
        given = [mask, lanes(found["kind"]), numbers]
        scatters = found["what"] == "scatter_store"
        return [*given, lanes(found["kind"])] if scatters else given
    if name.startswith("mask_cmp"):
        first = lanes(name[len("mask_cmp")])
        second = np.where(enabled(mask), first, lanes(name[len("mask_cmp")]))
        return [first, second]
    match name:
        case "read_mask_reg":
            return []
        case "read_control_reg":
            return [int(rng.choice([2, 6, 14]))]
        case "flush":
            return [np.arange(4, dtype=np.int32)]
        case "vector_mixi32" | "vector_mixf32":
            return [mask, lanes(name[-3]), lanes(name[-3])]
        case "write_mask_reg" | "barrier" | "write_control_reg":
            return [mask]
        case "write_mask_regv16i32":
            return [lanes("i")]
        case _:
            types, _ = SIMPLE[name]
            scalars = {"i32": integers(rng, 1)[0], "f32": floats(rng, 1)[0]}
            return [scalars[t] if t in scalars else lanes(t[-4]) for t in types]


# endregion


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.every(40, first=20)
def test_intrinsic(agree, name: str):
    rng = np.random.default_rng(len(name))
    inputs = [operands(name, rng, mask) for mask in MASKS]
    agree(PROGRAM, name, oracle_of(name), inputs)


def test_all_that_the_vendor_translates_are_here():
    assert len(intrinsics()) == 166
    assert len(NAMES) == 77 - 1 + 2  # no cross product; two splats that have no record


NO_ERRATA = ("-strided-narrow-loads", "-stores-ignore-mask", "-no-gather-scatter")


@cache
def signatures() -> dict[str, FunctionType]:
    functions = definitions(parse_module(context(), PROGRAM, "intrinsics.mlir"))
    return {name: signature_of(function) for name, function in functions.items()}


@cache
def image_for(features: tuple[str, ...]) -> Image:
    """The program, compiled for a machine with these features."""
    module = parse_module(context(), PROGRAM, "intrinsics.mlir")
    set_subtarget(module, "naplespu", features)
    return link([object_of(compile(module, "naplespu"))], startup=False)


def pattern(type: Attribute, value: object) -> int:
    """The bits of a word, or of a vector of words."""
    dtype = np.float32 if "f32" in str(type) else np.int64
    words = np.asarray(value, dtype)
    words = words.view(np.uint32) if dtype is np.float32 else words & 0xFFFFFFFF
    return pack(INTS, 32, [int(word) for word in np.atleast_1d(words)])


def argument(type: Attribute, value: object) -> Argument:
    if (array := array_type(type)) is not None:
        assert isinstance(value, np.ndarray)
        return Array(array, "", value.copy())
    return Scalar(type, pattern(type, value))


@pytest.mark.parametrize("features", ((), NO_ERRATA), ids=("errata", "none"))
@pytest.mark.parametrize("name", [n for n in NAMES if intrinsics()[n].library])
@pytest.mark.every(20, first=10)
def test_with_the_memory_that_the_compiler_means(
    monkeypatch: pytest.MonkeyPatch, name: str, features: tuple[str, ...]
):
    monkeypatch.setattr(naplespu, "system_of", lambda *_: System(1, memory="compiler"))
    signature = signatures()[name]
    rng = np.random.default_rng(len(name))
    for mask in MASKS[2:4]:
        given = operands(name, rng, mask)
        mine = [v.copy() if isinstance(v, np.ndarray) else v for v in given]
        expected = oracle_of(name)(*mine)
        arguments = [*map(argument, signature.inputs, given)]
        done = naplespu.run(image_for(features), name, signature, arguments)
        for position, array in done.arrays.items():
            np.testing.assert_array_equal(array, mine[position])
        for type, found in zip(signature.outputs, done.outcome.results, strict=True):
            assert text_of(type, found) == text_of(type, pattern(type, expected))

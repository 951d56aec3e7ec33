"""
Vectors of other shapes than sixteen lanes, at every level down to the machine.

The interpreter of the source executes them as they are; what it gives is compared with
the same program on scalars or with numpy, and every level below with it.
"""

from functools import lru_cache
from itertools import cycle
from random import Random

import numpy as np
import pytest
from levels import parsed
from random_values import bits_of
from work import calls_in
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.lanes import pack
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.verifier import verify_module
from circ.dialects.source.layout import (
    array_type,
)
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Argument, Array, Scalar
from circ.transforms.conversion.func_to_circuit import convert_module
from circ.transforms.llvlir.legalize import LlvlirLegalizePass
from circ.transforms.llvlir.parts import lane_count
from circ.transforms.pipelines import LEVELS, compile

FEWER_VERIFICATIONS = True

SHAPES = ("3", "4", "8", "32", "1", "2x3", "17", "4x8", "15")

OPERATIONS = (
    ("arith.addi %a0, %a1 : TYPE", ("i32", "i32"), "i32"),
    ("arith.muli %a0, %a1 : TYPE", ("i8", "i8"), "i8"),
    ("arith.divsi %a0, %a1 : TYPE", ("i32", "i32"), "i32"),
    ("arith.remui %a0, %a1 : TYPE", ("i16", "i16"), "i16"),
    ("arith.shrsi %a0, %a1 : TYPE", ("i32", "i32"), "i32"),
    ("arith.addf %a0, %a1 : TYPE", ("f32", "f32"), "f32"),
    ("arith.divf %a0, %a1 : TYPE", ("f32", "f32"), "f32"),
    ("arith.maxnumf %a0, %a1 : TYPE", ("f32", "f32"), "f32"),
    ("arith.cmpi slt, %a0, %a1 : TYPE", ("i32", "i32"), "i1"),
    ("arith.cmpf ole, %a0, %a1 : TYPE", ("f32", "f32"), "i1"),
    ("arith.andi %a0, %a1 : TYPE", ("i1", "i1"), "i1"),
    ("arith.extsi %a0 : TYPE to RESULT", ("i8",), "i32"),
    ("arith.trunci %a0 : TYPE to RESULT", ("i32",), "i8"),
    ("arith.sitofp %a0 : TYPE to RESULT", ("i32",), "f32"),
    ("arith.fptosi %a0 : TYPE to RESULT", ("f32",), "i32"),
    ("arith.bitcast %a0 : TYPE to RESULT", ("f32",), "i32"),
    ("vector.bitcast %a0 : TYPE to RESULT", ("i32",), "f32"),
    ("math.absi %a0 : TYPE", ("i32",), "i32"),
    ("math.sqrt %a0 : TYPE", ("f32",), "f32"),
    ("arith.index_cast %a0 : TYPE to RESULT", ("index",), "i32"),
    ("arith.addi %a0, %a1 : TYPE", ("i64", "i64"), "i64"),
    ("arith.cmpi ult, %a0, %a1 : TYPE", ("i64", "i64"), "i1"),
    ("arith.extui %a0 : TYPE to RESULT", ("i16",), "i64"),
    ("arith.trunci %a0 : TYPE to RESULT", ("i64",), "i32"),
    ("arith.addf %a0, %a1 : TYPE", ("f64", "f64"), "f64"),
    ("vector.bitcast %a0 : TYPE to RESULT", ("i64",), "f64"),
)
CASES = list(zip(OPERATIONS, cycle(SHAPES)))


def run(module: ModuleOp, level: str, *values: int | np.ndarray):
    """The results of `@f` as bits, and its arrays afterwards, at a level."""
    return results_of(module, level, compile(module, level), *values)


def results_of(
    module: ModuleOp, level: str, lowered: ModuleOp, *values: int | np.ndarray
) -> tuple[list[int], list[object]]:
    signature = signature_of(definitions(module)["f"])
    arguments: list[Argument] = []
    for type, value in zip(signature.inputs, values, strict=True):
        array = array_type(type)
        if array is None:
            assert isinstance(value, int)
            arguments.append(Scalar(type, value))
        else:
            assert not isinstance(value, int)
            arguments.append(Array(array, "", value))
    done = execute(level, lowered, "f", signature, arguments, {})
    after = [done.arrays[k].tolist() for k in sorted(done.arrays)]
    return list(done.outcome.results), after


def packed(type: str, lanes: list[int]) -> int:
    return pack(INTS, 32 if type == "index" else int(type[1:]), lanes)


def program(body: str, inputs: tuple[str, ...], result: str, shape: str) -> str:
    def typed(type: str) -> str:
        return f"vector<{shape}x{type}>" if shape else type

    if not shape:
        body = body.replace("vector.bitcast", "arith.bitcast")
    arguments = ", ".join(f"%a{i}: {typed(type)}" for i, type in enumerate(inputs))
    body = body.replace("TYPE", typed(inputs[0])).replace("RESULT", typed(result))
    return (
        f"func.func @f({arguments}) -> {typed(result)} {{\n"
        f"  %r = {body}\n  return %r : {typed(result)}\n}}\n"
    )


@pytest.mark.parametrize(
    ("operation", "shape"), CASES, ids=lambda value: str(value)[:40]
)
def test_operation_is_that_of_each_lane(
    operation: tuple[str, tuple[str, ...], str], shape: str
):
    body, inputs, result = operation
    random = Random(f"{body} {shape}")
    count = int(np.prod([int(extent) for extent in shape.split("x")]))
    lanes = [[bits_of(random, type) for type in inputs] for _ in range(count)]
    scalar = parsed(program(body, inputs, result, ""))
    expected = packed(result, [run(scalar, "source", *row)[0][0] for row in lanes])
    columns = zip(*lanes, strict=True)
    values = [packed(type, list(c)) for type, c in zip(inputs, columns, strict=True)]
    vector = parsed(program(body, inputs, result, shape))
    for level in LEVELS:
        assert run(vector, level, *values)[0] == [expected], level


@lru_cache(maxsize=1)
def at_all_levels(text: str) -> dict[str, ModuleOp]:
    """A text is tested with several arguments, one after the other."""
    module = parsed(text)
    return {level: compile(module, level) for level in LEVELS}


def agree(text: str, *values: int | np.ndarray) -> tuple[list[int], list[object]]:
    """What all levels give."""
    modules = at_all_levels(text)
    module = modules["source"]
    runs = {
        level: results_of(module, level, lowered, *values)
        for level, lowered in modules.items()
    }
    for level in LEVELS[1:]:
        assert runs[level] == runs["source"], level
    return runs["source"]


CONTROL = """
func.func @g(%v: VECTOR, %k: TYPE) -> (VECTOR, TYPE) {
  %b = vector.broadcast %k : TYPE to VECTOR
  %s = arith.addi %v, %b : VECTOR
  %r = vector.reduction <add>, %s : VECTOR into TYPE
  return %s, %r : VECTOR, TYPE
}
func.func @f(%a: VECTOR, %n: index, %c: i1) -> (VECTOR, TYPE) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %start = arith.constant dense<3> : VECTOR
  %k = arith.constant 7 : TYPE
  %v = scf.for %i = %zero to %n step %one iter_args(%x = %a) -> (VECTOR) {
    %y = scf.if %c -> (VECTOR) {
      %p = arith.muli %x, %start : VECTOR
      scf.yield %p : VECTOR
    } else {
      %q, %t = func.call @g(%x, %k) : (VECTOR, TYPE) -> (VECTOR, TYPE)
      scf.yield %q : VECTOR
    }
    scf.yield %y : VECTOR
  }
  %many = arith.cmpi ugt, %n, %one : index
  cf.cond_br %many, ^left(%v, %k : VECTOR, TYPE), ^right(%start : VECTOR)
^left(%l: VECTOR, %m: TYPE):
  %o = arith.subi %l, %start : VECTOR
  cf.br ^right(%o : VECTOR)
^right(%w: VECTOR):
  %less = arith.cmpi slt, %w, %a : VECTOR
  %z = arith.select %less, %w, %a : MASK, VECTOR
  %chosen = arith.select %c, %z, %w : VECTOR
  %g = func.constant @g : (VECTOR, TYPE) -> (VECTOR, TYPE)
  %u, %r = func.call_indirect %g(%chosen, %k) : (VECTOR, TYPE) -> (VECTOR, TYPE)
  return %u, %r : VECTOR, TYPE
}
"""


@pytest.mark.parametrize(
    ("type", "count"),
    [("i32", 3), ("i32", 8), ("i8", 20), ("i8", 4), ("i64", 3), ("i64", 5)],
)
@pytest.mark.every(3)
def test_control_and_calls(type: str, count: int):
    text = CONTROL.replace("VECTOR", f"vector<{count}x{type}>")
    text = text.replace("MASK", f"vector<{count}xi1>").replace("TYPE", type)
    width, random = int(type[1:]), Random(count)
    lanes = [random.getrandbits(width) for _ in range(count)]
    for n, c in ((0, 1), (1, 0), (3, 0), (2, 1)):
        results, _ = agree(text, packed(type, lanes), n, c)
        ones = (1 << width) - 1
        v = list(lanes)
        for _ in range(n):
            v = [(x * 3 if c else x + 7) & ones for x in v]
        w = [(x - 3) & ones for x in v] if n > 1 else [3] * count

        def signed(x: int) -> int:
            return x - (ones + 1) if x >> (width - 1) else x

        z = [min(x, a, key=signed) for x, a in zip(w, lanes, strict=True)]
        u = [(x + 7) & ones for x in (z if c else w)]
        assert results == [packed(type, u), sum(u) & ones]


def test_regions_without_blocks():
    """A declaration has none, and neither has a condition without an `else`."""
    text = """
    func.func private @unused(vector<3xi32>)
    func.func @f(%v: vector<3xi32>, %a: memref<3xi32>, %c: i1) {
      %z = arith.constant 0 : index
      scf.if %c {
        vector.store %v, %a[%z] : memref<3xi32>, vector<3xi32>
      }
      return
    }
    """
    for c in (0, 1):
        after = agree(text, packed("i32", [1, 2, 3]), np.zeros(3, np.int32), c)[1]
        assert after == [[c, 2 * c, 3 * c]]


@pytest.mark.parametrize("type", ["i32", "i8", "f32", "i1", "f64"])
@pytest.mark.parametrize("count", [1, 3, 16, 20])
@pytest.mark.every(3, first=1)
def test_accesses_touch_the_lanes_alone(type: str, count: int):
    """The array ends behind the last lane; what is beside what is written stays."""
    size = count + 3
    text = f"""
    func.func @f(%a: memref<2x{size}x{type}>, %b: memref<{size}x{type}>, %i: index) {{
      %one = arith.constant 1 : index
      %v = vector.load %a[%one, %i] : memref<2x{size}x{type}>, vector<{count}x{type}>
      vector.store %v, %b[%one] : memref<{size}x{type}>, vector<{count}x{type}>
      return
    }}
    """
    names = {"i1": bool, "i8": np.int8, "i32": np.int32, "f32": np.float32}
    kind = names.get(type, np.float64)
    generator = np.random.default_rng(count)
    a = generator.integers(0, 2 if type == "i1" else 100, (2, size)).astype(kind)
    b = generator.integers(0, 2 if type == "i1" else 100, size).astype(kind)
    _, after = agree(text, a, b, 3)
    b[1 : 1 + count] = a[1, 3:]
    assert after == [a.tolist(), b.tolist()]


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_lanes_outside_the_array_are_diagnosed(level: str):
    text = """
    func.func @f(%a: memref<8xi32>, %i: index) -> vector<3xi32> {
      %v = vector.load %a[%i] : memref<8xi32>, vector<3xi32>
      return %v : vector<3xi32>
    }
    """
    a = np.arange(8, dtype=np.int32)
    module = parsed(text)
    assert run(module, level, a, 5)[0] == [packed("i32", [5, 6, 7])]
    with pytest.raises(Diagnostic):
        run(module, level, a, 6)


PLACES = """
func.func @f(%a: vector<SHAPExTYPE>, %x: TYPE, %i: index)
    -> (TYPE, vector<SHAPExTYPE>) {
  %c = arith.constant CONSTANT : vector<SHAPExTYPE>
  %o = arith.OP %a, %c : vector<SHAPExTYPE>
  %y = vector.extract %o[PLACE] : TYPE from vector<SHAPExTYPE>
  %b = vector.insert %x, %o[PLACE] : TYPE into vector<SHAPExTYPE>
  %d = vector.insert %y, %b[LAST] : TYPE into vector<SHAPExTYPE>
  return %y, %d : TYPE, vector<SHAPExTYPE>
}
"""


@pytest.mark.parametrize("type", ["i32", "i64"])
@pytest.mark.parametrize("shape", [(3,), (8,), (20,), (2, 3), (5, 4)])
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.every(4)
def test_positions(type: str, shape: tuple[int, ...], dynamic: bool):
    """A variable one counts modulo the extent."""
    count, width = int(np.prod(shape)), int(type[1:])
    numbers = np.arange(count).reshape(shape)
    place = ", ".join(["%i" if dynamic else "1"] * len(shape))
    text = PLACES.replace("SHAPE", "x".join(map(str, shape))).replace("TYPE", type)
    text = text.replace("PLACE", place).replace("OP", "addi")
    text = text.replace("LAST", ", ".join(str(extent - 1) for extent in shape))
    text = text.replace("CONSTANT", f"dense<{numbers.tolist()}>")
    lanes = [(1 << width) - 1 - 5 * i for i in range(count)]
    for i in (1, 7, 2**32 - 1) if dynamic else (0,):
        where = tuple((i if dynamic else 1) % extent for extent in shape)
        results, _ = agree(text, packed(type, lanes), 77, i)
        changed = [(x + k) % (1 << width) for k, x in enumerate(lanes)]
        lane = int(numbers[where])
        y, changed[lane] = changed[lane], 77
        changed[-1] = y
        assert results == [y, packed(type, changed)]


@pytest.mark.parametrize("counts", [(3, 5, 4), (16, 16, 5), (4, 16, 16), (20, 3, 18)])
@pytest.mark.parametrize("type", ["i16", "f64"])
def test_shuffle(counts: tuple[int, int, int], type: str):
    one, other, result = counts
    random = Random(one)
    mask = [random.randrange(one + other) for _ in range(result)]
    text = f"""
    func.func @f(%a: vector<{one}x{type}>, %b: vector<{other}x{type}>)
        -> vector<{result}x{type}> {{
      %r = vector.shuffle %a, %b {mask} : vector<{one}x{type}>, vector<{other}x{type}>
      return %r : vector<{result}x{type}>
    }}
    """
    a, b = ([bits_of(random, type) for _ in range(n)] for n in (one, other))
    results, _ = agree(text, packed(type, a), packed(type, b))
    assert results == [packed(type, [[*a, *b][place] for place in mask])]


@pytest.mark.parametrize("kind", ["add", "mul", "minsi", "maxui", "xor"])
@pytest.mark.parametrize("type", ["vector<3xi32>", "vector<20xi16>", "vector<5xi64>"])
@pytest.mark.every(4, first=1)
def test_reduction(kind: str, type: str):
    """From lane 0 up, behind the start value; lanes that are not there do not count."""
    element = type.split("x")[1].rstrip(">")
    text = f"""
    func.func @f(%a: {type}, %x: {element}) -> ({element}, {element}) {{
      %r = vector.reduction <{kind}>, %a : {type} into {element}
      %s = vector.reduction <{kind}>, %a, %x : {type} into {element}
      return %r, %s : {element}, {element}
    }}
    """
    width = int(element[1:])
    count = int(type.removeprefix("vector<").split("x")[0])
    random = Random(kind)
    lanes = [bits_of(random, element) for _ in range(count)]
    start = bits_of(random, element)
    sign = 1 << (width - 1)
    combine = {
        "add": lambda x, y: x + y,
        "mul": lambda x, y: x * y,
        "minsi": lambda x, y: min(x, y, key=lambda v: v ^ sign),
        "maxui": max,
        "xor": lambda x, y: x ^ y,
    }[kind]
    total = lanes[0]
    for lane in lanes[1:]:
        total = combine(total, lane) % (1 << width)
    results, _ = agree(text, packed(element, lanes), start)
    assert results == [total, combine(total, start) % (1 << width)]


def test_legalized_module_is_right_and_has_no_other_vectors():
    module = parsed(
        CONTROL.replace("VECTOR", "vector<20xi32>")
        .replace("TYPE", "i32")
        .replace("MASK", "vector<20xi1>")
    )
    lowered = compile(module, "llvlir")
    assert any(lane_count(type) == 20 for type in types_in(lowered))
    LlvlirLegalizePass().apply(Context(), lowered)
    verify_module(lowered)
    assert {lane_count(type) for type in types_in(lowered)} == {0, 16}


def types_in(module: ModuleOp) -> set[Attribute]:
    values = [v for op in module.walk() for v in (*op.operands, *op.results)]
    return {value.type for value in values}


def test_module_stays_where_something_is_not_supported():
    module = parsed("""
    func.func @f(%a: vector<8xi32>) -> vector<8xi32> {
      return %a : vector<8xi32>
    }
    func.func @g(%a: memref<2x4xi32>, %i: index) {
      %v = vector.load %a[%i, %i] : memref<2x4xi32>, vector<2x4xi32>
      return
    }
    """)
    before = str(module)
    with pytest.raises(Diagnostic, match=r"'vector.load': a value of type v"):
        convert_module(module)
    assert str(module) == before


def work_for(operations: int) -> int:
    lines = "\n".join(
        f"  %v{i + 1} = arith.addi %v{i}, %v0 : vector<4xi32>"
        for i in range(operations)
    )
    module = parsed(
        f"func.func @f(%v0: vector<4xi32>) -> vector<4xi32> {{\n{lines}\n"
        f"  return %v{operations} : vector<4xi32>\n}}"
    )
    lowered = compile(module, "llvlir")
    return calls_in(lambda: LlvlirLegalizePass().apply(Context(), lowered))


def test_work_is_linear():
    work_for(10)
    assert work_for(1000) < 12 * work_for(100)

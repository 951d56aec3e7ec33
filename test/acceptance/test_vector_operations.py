"""The operations on vectors that others define, at every level, against numpy."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import circ

Arrays = tuple[Any, ...]
TYPES = {"i8": np.int8, "i32": np.int32, "i64": np.int64, "f32": np.float32}
COUNTS = (1, 3, 5, 16, 17, 40)
"""As NaplesPU returns at most 96 words in vectors."""


def lanes(shape: int | tuple[int, ...], type: str, seed: int = 1) -> Any:
    random = np.random.default_rng(seed)
    if type == "f32":
        return random.standard_normal(shape).astype(np.float32)
    return random.integers(-100, 100, shape).astype(TYPES[type])


def check(text: str, arguments: Arrays, expected: Arrays, opt: int = 2) -> None:
    runs = circ.compare_levels(text, *arguments, opt=opt)
    assert len(runs) == 5
    for found, wanted in zip(runs["source"].results, expected, strict=True):
        wanted = np.asarray(wanted)
        assert np.array_equal(np.asarray(found, wanted.dtype), wanted), (found, wanted)


def function(body: str, arguments: str, results: str) -> str:
    *lines, last = body.strip().split("\n")
    code = "\n".join((*lines, last.replace("return", "func.return")))
    return f"func.func @f({arguments}) -> ({results}) {{\n{code} : {results}\n}}\n"


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.every(5, first=4)
def test_lanes_in_turn(count: int, type: str):
    v, w = f"vector<{count}x{type}>", f"vector<{2 * count}x{type}>"
    a, b = lanes(count, type, 1), lanes(count, type, 2)
    both = np.stack([a, b], 1).ravel()
    text = f"%r = vector.interleave %a, %b : {v} -> {w}\nreturn %r"
    check(function(text, f"%a: {v}, %b: {v}", w), (a, b), (both,))
    text = f"%r, %s = vector.deinterleave %a : {w} -> {v}\nreturn %r, %s"
    check(function(text, f"%a: {w}", f"{v}, {v}"), (both,), (a, b))


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.every(5)
def test_splats_and_elements(count: int, type: str):
    v, a = f"vector<{count}x{type}>", lanes(count, type)
    x = a[-1].item()
    text = f"%r = vector.splat %x : {v}\nreturn %r"
    check(function(text, f"%x: {type}", v), (x,), (np.full(count, a[-1]),))
    for index in ("index", "i32"):
        place = count // 2
        text = f"%r = vector.extractelement %a[%i : {index}] : {v}\nreturn %r"
        signature = f"%a: {v}, %i: {index}"
        check(function(text, signature, type), (a, place), (a[place],))
        text = f"%r = vector.insertelement %x, %a[%i : {index}] : {v}\nreturn %r"
        changed = a.copy()
        changed[place] = a[-1]
        check(function(text, f"%x: {type}, {signature}", v), (x, a, place), (changed,))


@pytest.mark.parametrize("count", (1, 3, 16, 40))
def test_steps_and_scalars(count: int):
    v = f"vector<{count}xindex>"
    check(
        function(f"%r = vector.step : {v}\nreturn %r", "", v),
        (),
        (np.arange(count, dtype=np.int32),),
    )
    v = "vector<3x1xi16>"
    text = f"%r = vector.from_elements %x, %y, %x : {v}\nreturn %r"
    check(function(text, "%x: i16, %y: i16", v), (-4, 9), ([[-4], [9], [-4]],))


def test_vectors_without_dimensions():
    text = """
    %s = vector.splat %x : vector<i32>
    %e = vector.extractelement %s[] : vector<i32>
    %i = vector.insertelement %e, %s[] : vector<i32>
    %f = vector.from_elements %e : vector<i32>
    %r = vector.extractelement %f[] : vector<i32>
    return %r
    """
    check(function(text, "%x: i32", "i32"), (-77,), (-77,))


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("order", ([1, 0], [0, 1], [2, 0, 1], [1, 2, 0], [3, 1, 0, 2]))
@pytest.mark.every(5)
def test_transposes(order: list[int], type: str):
    shape = (2, 5, 3, 2)[: len(order)]
    a = lanes(shape, type)
    v = f"vector<{'x'.join(map(str, shape))}x{type}>"
    transposed = a.transpose(order)
    w = f"vector<{'x'.join(map(str, transposed.shape))}x{type}>"
    text = f"%r = vector.transpose %a, {order} : {v} to {w}\nreturn %r"
    check(function(text, f"%a: {v}", w), (a,), (transposed,))


def test_matrices_in_column_major_order():
    a, b = lanes(6, "f32", 1), lanes(12, "f32", 2)  # 2 x 3 and 3 x 4
    text = """
    %t = vector.flat_transpose %a {columns = 3 : i32, rows = 2 : i32}
      : vector<6xf32> -> vector<6xf32>
    %m = vector.matrix_multiply %a, %b
      {lhs_columns = 3 : i32, lhs_rows = 2 : i32, rhs_columns = 4 : i32}
      : (vector<6xf32>, vector<12xf32>) -> vector<8xf32>
    return %t, %m
    """
    left, right = a.reshape(3, 2).T, b.reshape(4, 3).T
    product = left[:, :1] * right[:1]
    for k in (1, 2):
        product = product + left[:, k : k + 1] * right[k : k + 1]
    check(
        function(
            text,
            "%a: vector<6xf32>, %b: vector<12xf32>",
            "vector<6xf32>, vector<8xf32>",
        ),
        (a, b),
        (left.ravel(), product.T.ravel()),
    )


KINDS: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "add": ("i8 i64 f32", np.add),
    "mul": ("i32 f32", np.multiply),
    "minsi": ("i32", np.minimum),
    "maxsi": ("i8", np.maximum),
    "minui": (
        "i32",
        lambda a, b: np.minimum(a.view(np.uint32), b.view(np.uint32)).view(np.int32),
    ),
    "maxui": ("i8", lambda a, b: np.maximum(a.view("u1"), b.view("u1")).view("i1")),
    "and": ("i64", np.bitwise_and),
    "or": ("i8", np.bitwise_or),
    "xor": ("i32", np.bitwise_xor),
    "minimumf": ("f32", np.minimum),
    "maximumf": ("f32", np.maximum),
    "minnumf": ("f32", np.fmin),
    "maxnumf": ("f32", np.fmax),
}
CASES = [(kind, type) for kind in KINDS for type in KINDS[kind][0].split()]


DIMENSIONS = ([0], [1], [0, 2], [0, 1, 2])
REDUCTIONS = [
    pytest.param(
        *(kind, type, dimensions),
        # Each case once, and addition in all dimensions, are enough for `make test`.
        marks=[] if kind == "add" or (case + at) % 4 == 0 else pytest.mark.long,
    )
    for case, (kind, type) in enumerate(CASES)
    for at, dimensions in enumerate(DIMENSIONS)
]


@pytest.mark.parametrize(("kind", "type", "dimensions"), REDUCTIONS)
@pytest.mark.every(4)
def test_reductions_of_dimensions(kind: str, type: str, dimensions: list[int]):
    a, combine = lanes((2, 3, 5), type), KINDS[kind][1]
    kept = [i for i in range(3) if i not in dimensions]
    rows = a.transpose(kept + dimensions).reshape(*(a.shape[i] for i in kept), -1)
    start = lanes(rows.shape[:-1] or (1,), type, 2)
    total = start if kept else start[0]
    for k in range(rows.shape[-1]):
        total = combine(total, rows[..., k])
    shape = "".join(f"{a.shape[i]}x" for i in kept)
    v, w = f"vector<2x3x5x{type}>", f"vector<{shape}{type}>" if kept else type
    text = f"%r = vector.multi_reduction <{kind}>, %a, %s {dimensions} : {v} to {w}"
    check(
        function(f"{text}\nreturn %r", f"%a: {v}, %s: {w}", w),
        (a, start if kept else start[0].item()),
        (total,),
    )


@pytest.mark.parametrize(("kind", "type"), CASES)
@pytest.mark.every(3)
def test_outer_products(kind: str, type: str):
    a, b, c = lanes(3, type, 1), lanes(4, type, 2), lanes((3, 4), type, 3)
    va, vb, vc = (f"vector<{n}x{type}>" for n in ("3", "4", "3x4"))
    arguments = f"%a: {va}, %b: {vb}, %c: {vc}"
    text = f"""
    %r = vector.outerproduct %a, %b, %c {{kind = #vector.kind<{kind}>}} : {va}, {vb}
    %s = vector.outerproduct %a, %b : {va}, {vb}
    return %r, %s
    """
    product = a[:, None] * b[None, :]
    expected = KINDS[kind][1](c, product)
    check(function(text, arguments, f"{vc}, {vc}"), (a, b, c), (expected, product))
    text = f"%r = vector.outerproduct %a, %x : {va}, {type}\nreturn %r"
    x = b[1].item()
    check(function(text, f"%a: {va}, %x: {type}", va), (a, x), (a * b[1],))


@pytest.mark.parametrize("kind", ("add", "maxsi"))
@pytest.mark.parametrize("inclusive", (True, False))
@pytest.mark.parametrize("dimension", (0, 1))
def test_scans(dimension: int, inclusive: bool, kind: str):
    a, combine = lanes((3, 4), "i32"), KINDS[kind][1]
    rows = [*np.moveaxis(a, dimension, 0)]
    start = lanes(rows[0].shape, "i32", 2)
    if not inclusive:
        rows = [start, *rows[:-1]]
    sums = [rows[0]]
    for row in rows[1:]:
        sums.append(combine(sums[-1], row))
    v, w = "vector<3x4xi32>", f"vector<{len(start)}xi32>"
    flags = f"inclusive = {str(inclusive).lower()}, reduction_dim = {dimension} : i64"
    text = f"%r, %s = vector.scan <{kind}>, %a, %b {{{flags}}} : {v}, {w}"
    text += "\nreturn %r, %s"
    check(
        function(text, f"%a: {v}, %b: {w}", f"{v}, {w}"),
        (a, start),
        (np.moveaxis(np.array(sums), 0, dimension), sums[-1]),
    )


CONTRACTIONS = {
    "matmul": ("i,k", "k,j", "i,j", "i j -k"),
    "transposed": ("k,i", "j,k", "j,i", "i j -k"),
    "matvec": ("i,k", "k", "i", "i -k"),
    "dot": ("k", "k", "", "-k"),
    "batch": ("b,i,k", "b,k,j", "b,i,j", "b i j -k"),
    "two": ("i,k,l", "l,k", "i", "i -k -l"),
    "elementwise": ("i,j", "j,i", "i,j", "i j"),
}
EXTENTS = {"b": 2, "i": 3, "j": 4, "k": 5, "l": 2}


@pytest.mark.parametrize("name", CONTRACTIONS)
@pytest.mark.parametrize(
    ("type", "to"), (("f32", "f32"), ("i32", "i32"), ("i8", "i32"), ("f32", "f64"))
)
@pytest.mark.parametrize("opt", (pytest.param(0, marks=pytest.mark.long), 2))
@pytest.mark.every(33, first=30)
def test_contractions(name: str, type: str, to: str, opt: int):
    *indices, iterators = CONTRACTIONS[name]
    letters = [each.removeprefix("-") for each in iterators.split()]
    dtype = np.float64 if to == "f64" else TYPES[to]
    shapes = [[EXTENTS[i] for i in each.split(",") if i] for each in indices]
    a, b = (lanes(tuple(shape), type, k) for k, shape in enumerate(shapes[:2]))
    c = lanes(tuple(shapes[2]) or 1, "i8", 3).astype(dtype)
    types = [
        f"vector<{''.join(f'{n}x' for n in shape)}{each}>" if shape else each
        for shape, each in zip(shapes, (type, type, to), strict=True)
    ]
    maps = ", ".join(f"affine_map<({','.join(letters)}) -> ({i})>" for i in indices)
    kinds = ", ".join(
        '"reduction"' if each[0] == "-" else '"parallel"' for each in iterators.split()
    )
    text = f"""
    %r = vector.contract {{indexing_maps = [{maps}], iterator_types = [{kinds}],
      kind = #vector.kind<add>}} %a, %b, %c : {types[0]}, {types[1]} into {types[2]}
    return %r
    """
    total = c.reshape(shapes[2]).copy()
    for point in np.ndindex(*(EXTENTS[letter] for letter in letters)):
        at = dict(zip(letters, point, strict=True))
        x, y, z = (tuple(at[i] for i in each.split(",") if i) for each in indices)
        total[z] = dtype(total[z] + dtype(dtype(a[x]) * dtype(b[y])))
    arguments = ", ".join(f"%{n}: {t}" for n, t in zip("abc", types, strict=True))
    given = c if shapes[2] else c[0].item()
    check(function(text, arguments, types[2]), (a, b, given), (total,), opt)


@pytest.mark.parametrize("opt", (0, 2))
@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("count", (1, 5, 16))
@pytest.mark.every(5, first=2)
def test_compressed_lanes(count: int, type: str, opt: int):
    v, mask = f"vector<{count}x{type}>", f"vector<{count}xi1>"
    text = f"""
    vector.compressstore %m[%i, %j], %mask, %v : memref<2x20x{type}>, {mask}, {v}
    %r = vector.expandload %n[%j], %mask, %v : memref<17x{type}>, {mask}, {v} into {v}
    return %r
    """
    arguments = (
        f"%m: memref<2x20x{type}>, %n: memref<17x{type}>, %mask: {mask}, %v: {v}"
    )
    m, n, a = lanes((2, 20), type), lanes(17, type, 2), lanes(count, type, 3)
    bits = np.random.default_rng(count).integers(0, 2, count).astype(bool)
    runs = circ.compare_levels(
        function(text, f"{arguments}, %i: index, %j: index", v),
        *(m, n, bits, a, 1, 1),
        opt=opt,
    )
    stored, loaded = m.copy(), a.copy()
    stored[1, 1 : 1 + bits.sum()] = a[bits]
    loaded[bits] = n[1 : 1 + bits.sum()]
    assert np.array_equal(runs["source"].arrays[0], stored)
    assert np.array_equal(runs["source"].results[0], loaded)


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("shape", ((4,), (3, 5), (2, 2, 3)))
@pytest.mark.every(3)
def test_arrays_as_vectors(shape: tuple[int, ...], type: str):
    whole = f"{'x'.join(map(str, shape))}x{type}"
    text = f"""
    %t = vector.type_cast %m : memref<{whole}> to memref<vector<{whole}>>
    %r = memref.load %t[] : memref<vector<{whole}>>
    memref.store %v, %t[] : memref<vector<{whole}>>
    return %r
    """
    m, v = lanes(shape, type, 1), lanes(shape, type, 2)
    arguments = f"%m: memref<{whole}>, %v: vector<{whole}>"
    runs = circ.compare_levels(function(text, arguments, f"vector<{whole}>"), m, v)
    assert np.array_equal(runs["source"].results[0], m)
    assert np.array_equal(runs["source"].arrays[0], v)


def test_an_array_of_vectors_is_only_accessed():
    text = """
    %t = vector.type_cast %m : memref<4xi32> to memref<vector<4xi32>>
    %d = memref.cast %t : memref<vector<4xi32>> to memref<vector<4xi32>>
    return
    """
    with pytest.raises(circ.Diagnostic, match="is loaded and stored only"):
        circ.run(f"func.func @f(%m: memref<4xi32>) {{{text}}}", np.zeros(4, np.int32))


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("vector.transpose %a, [0, 0] : V to V", "a permutation of the dimensions"),
        ("vector.transpose %a, [1, 0] : V to V", "must be of type vector<3x2xi32>"),
        ("vector.interleave %a, %a : V -> V", "must be of type vector<2x6xi32>"),
        ("vector.extractelement %a[%i : index] : V", "at most one dimension"),
        ("vector.step : vector<2x2xindex>", "must have one dimension"),
        (
            "vector.expandload %m[%i], %f, %f : memref<4xf32>, vector<2xf32>, "
            "vector<2xf32> into vector<2xf32>",
            "the mask must be of type vector<2xi1>, but is vector<2xf32>",
        ),
        (
            "vector.type_cast %m : memref<4xf32> to memref<vector<2xf32>>",
            "must be of type memref<vector<4xf32>>",
        ),
        ("vector.multi_reduction <add>, %a, %a [2] : V to V", "has no dimensions [2]"),
        ("vector.multi_reduction <and>, %f, %g [0] : vector<2xf32> to f32", "by and"),
        ("vector.from_elements %i : vector<2xindex>", "must have 2 elements"),
        (
            "vector.scan <add>, %a, %a {inclusive = true, reduction_dim = 0 : i64} "
            ": V, V",
            "the initial value must be of type vector<3xi32>",
        ),
        (
            "vector.contract {indexing_maps = [affine_map<(i) -> (i)>, "
            "affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = "
            '["reduction"]} %f, %f, %f : vector<2xf32>, vector<2xf32> '
            "into vector<2xf32>",
            "the reduction iterator 0 does not fit the maps",
        ),
    ),
)
def test_wrong_operations(text: str, message: str):
    arguments = "%a: vector<2x3xi32>, %i: index, %f: vector<2xf32>, %g: f32"
    arguments += ", %m: memref<4xf32>"
    line = f"%r = {text.replace('V', 'vector<2x3xi32>')}"
    if "deinterleave" in text or "scan" in text:
        line = line.replace("%r", "%r, %s", 1)
    with pytest.raises(circ.Diagnostic) as error:
        circ.load(f"func.func @f({arguments}) {{\n{line}\nreturn\n}}\n")
    assert message in error.value.message
    assert str(error.value).startswith("<string>:2:1: error: 'vector.")

"""Switches, from the source to tables of addresses on the machine, at every level."""

from collections.abc import Iterable, Mapping

import pytest

from circ.transforms.conversion.to_llvlir.switch import Range as ValueRange
from circ.transforms.conversion.to_llvlir.switch import Table, parts_of
from circ.transforms.pipelines import compile

DENSE = {0: 0, 1: 1, 2: 2, 3: 1, 4: 0, 6: 3, 7: 4}
SIGNED = {-3: 0, -2: 1, -1: 2, 0: 3, 1: 4, 2: 5}
CLUSTERS = {
    **{value: value % 5 for value in range(10, 20)},
    **{value: (value * 3) % 5 for value in range(1000, 1020, 2)},
    -100: 1,
    500: 2,
    2000: 3,
    2001: 3,
    2002: 3,
    2003: 3,
    2004: 3,
}
SPARSE = {value * value * value: value % 5 for value in range(-5, 6)}
LIMITS = {-128: 0, -127: 1, -126: 2, 123: 3, 124: 4, 125: 0, 126: 1, 127: 2}
FULL = {value: value * 7 % 11 for value in range(-128, 128)}
FIVE = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4}
SWITCHES = {
    "dense": DENSE,
    "signed": SIGNED,
    "clusters": CLUSTERS,
    "sparse": SPARSE,
    "limits": LIMITS,
    "full": FULL,
    "five": FIVE,
    "one": {7: 2},
    "none": {},
}


WORDS = """
  %c32 = arith.constant 32 : i64
  %low64 = arith.extui %low : i32 to i64
  %high64 = arith.extui %high : i32 to i64
  %upper = arith.shli %high64, %c32 : i64
  %x = arith.ori %low64, %upper : i64"""


def blocks_text(type: str, cases: Mapping[int, int]) -> str:
    """A `cf.switch` whose edges pass values to blocks that other edges share."""
    blocks = sorted(set(cases.values()))
    listed = ",\n    ".join(
        ["default: ^bbx(%y : i32)"]
        + [
            f"{value}: ^bb{block}(%{'xy'[value % 2]}32 : i32)"
            for value, block in cases.items()
        ]
    )
    extended = {
        "i8": "arith.extsi %x : i8 to i32",
        "i16": "arith.extsi %x : i16 to i32",
        "i64": "arith.trunci %x : i64 to i32",
        "i32": "arith.addi %x, %zero : i32",
    }[type]
    bodies = "\n".join(
        f"""^bb{block}(%a{block}: i32):
  %c{block} = arith.constant {block * 1000 + 17} : i32
  %r{block} = arith.addi %a{block}, %c{block} : i32
  cf.br ^end(%r{block}, %y : i32, i32)"""
        for block in blocks
    )
    parameters, start = f"%x: {type}", ""
    if type == "i64":  # its words, since callers have no more
        parameters, start = "%low: i32, %high: i32", WORDS
    return f"""
func.func @f({parameters}, %y: i32) -> (i32, i32) {{{start}
  %zero = arith.constant 0 : i32
  %x32 = {extended}
  %y32 = arith.muli %y, %y : i32
  cf.switch %x : {type}, [
    {listed}
  ]
{bodies}
^bbx(%ax: i32):
  %rx = arith.subi %zero, %ax : i32
  cf.br ^end(%rx, %x32 : i32, i32)
^end(%r: i32, %s: i32):
  return %r, %s : i32, i32
}}"""


def wrapped(value: int) -> int:
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


def meaning(cases: Mapping[int, int]):
    def f(x: int, y: int) -> tuple[int, int]:
        if x not in cases:
            return -y, wrapped(x)
        passed = y * y if x % 2 else x
        return wrapped(passed + cases[x] * 1000 + 17), y

    return f


def inputs_of(cases: Iterable[int], width: int) -> list[tuple[int, int]]:
    low, high = -(1 << width - 1), (1 << width - 1) - 1
    values = {low, high, -1, 0, 1, *cases}
    values |= {value + step for value in values for step in (-1, 1)}
    return [(value, 5) for value in sorted(values) if low <= value <= high]


@pytest.mark.parametrize(
    ("name", "width"),
    [
        *((name, 8) for name in ("limits", "full", "five")),
        ("signed", 16),
        *((name, 32) for name in ("dense", "clusters", "sparse", "one", "none")),
        *((name, 64) for name in ("dense", "clusters", "sparse")),
    ],
)
@pytest.mark.every(10)
def test_switch(agree, name: str, width: int):
    cases = SWITCHES[name]
    text = blocks_text(f"i{width}", cases)
    inputs, f = inputs_of(cases, width), meaning(cases)
    if width < 64:
        agree(text, "f", f, inputs)
        return
    words = [(x, x >> 32, y) for x, y in inputs]
    agree(text, "f", lambda low, high, y: f(low % 2**32 | high << 32, y), words)


INTERPRETER = """
func.func @run(%code: memref<24xi8>, %x: i32) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %limit = arith.constant 200 : i32
  %r:4 = scf.while (%pc = %zero, %a = %x, %b = %c1, %n = %c0)
      : (index, i32, i32, i32) -> (index, i32, i32, i32) {
    %in = arith.cmpi slt, %n, %limit : i32
    %op = memref.load %code[%pc] : memref<24xi8>
    %stop = arith.constant 9 : i8
    %going = arith.cmpi ne, %op, %stop : i8
    %both = arith.andi %in, %going : i1
    scf.condition(%both) %pc, %a, %b, %n : index, i32, i32, i32
  } do {
  ^bb0(%pc: index, %a: i32, %b: i32, %n: i32):
    %op = memref.load %code[%pc] : memref<24xi8>
    %i = arith.index_cast %op : i8 to index
    %m = arith.addi %n, %c1 : i32
    %next:3 = scf.index_switch %i -> index, i32, i32
    case 0 {
      %s = arith.addi %a, %b : i32
      %p = arith.addi %pc, %one : index
      scf.yield %p, %s, %b : index, i32, i32
    }
    case 1 {
      %s = arith.muli %a, %b : i32
      %p = arith.addi %pc, %one : index
      scf.yield %p, %s, %b : index, i32, i32
    }
    case 2 {
      %p = arith.addi %pc, %one : index
      scf.yield %p, %b, %a : index, i32, i32
    }
    case 3 {
      %s = arith.subi %b, %c1 : i32
      %p = arith.addi %pc, %one : index
      scf.yield %p, %a, %s : index, i32, i32
    }
    case 4 {
      %t = arith.cmpi sgt, %b, %c0 : i32
      %p = arith.addi %pc, %one : index
      %q = arith.select %t, %zero, %p : index
      scf.yield %q, %a, %b : index, i32, i32
    }
    case 5 {
      %s = arith.addi %b, %b : i32
      %p = arith.addi %pc, %one : index
      scf.yield %p, %a, %s : index, i32, i32
    }
    default {
      %p = arith.addi %pc, %one : index
      scf.yield %p, %a, %b : index, i32, i32
    }
    scf.yield %next#0, %next#1, %next#2, %m : index, i32, i32, i32
  }
  return %r#1, %r#3 : i32, i32
}
"""


def run(code, x: int) -> tuple[int, int]:
    pc, a, b, n = 0, int(x), 1, 0
    while n < 200 and code[pc] != 9:
        op, pc, n = int(code[pc]), pc + 1, n + 1
        if op == 0:
            a = wrapped(a + b)
        elif op == 1:
            a = wrapped(a * b)
        elif op == 2:
            a, b = b, a
        elif op == 3:
            b = wrapped(b - 1)
        elif op == 4 and b > 0:
            pc = 0
        elif op == 5:
            b = wrapped(b + b)
    return a, n


def test_interpreter_in_a_loop(agree):
    import numpy as np

    def code(*ops: int):
        return np.array([*ops, *[9] * (24 - len(ops))], dtype=np.int8)

    programs = [
        code(0, 5, 0, 5, 0, 1, 2, 3, 8, -1, 5),
        code(0, 3, 4),
        code(5, 5, 2, 5, 1, 3, 4),
        code(),
    ]
    agree(INTERPRETER, "run", run, [(c, x) for c in programs for x in (3, -7)])


def test_what_becomes_a_table():
    """Dense intervals are tables, what is far apart is not, and gaps part them."""
    block = object()

    def parts(*values: int) -> list[tuple[int, int, bool]]:
        ranges = [ValueRange(v, v, (block, (i,))) for i, v in enumerate(values)]
        return [(p.low, p.high, isinstance(p, Table)) for p in parts_of(ranges)]

    assert parts(0, 1, 2, 3) == [(v, v, False) for v in range(4)]
    assert parts(0, 1, 2, 3, 4) == [(0, 4, True)]
    assert parts(*range(0, 10, 2), 11) == [(0, 11, True)]
    assert parts(*range(0, 40, 4)) == [(v, v, False) for v in range(0, 40, 4)]
    assert parts(-90, *range(5), 50, *range(100, 106)) == [
        (-90, -90, False),
        (0, 4, True),
        (50, 50, False),
        (100, 105, True),
    ]


def test_machine_uses_a_table_and_few_comparisons():
    from circ.targets.mlir.parser import parse_module
    from circ.targets.naplespu.emission import emit_assembly
    from circ.tools.formats import context

    text = blocks_text("i32", CLUSTERS)
    module = parse_module(context(), text, "switch.mlir")
    assembly = emit_assembly(compile(module, "naplespu"))
    assert assembly.count("\tjmp s") == 3
    assert assembly.count("\t.word\t.Lf.case") == 10 + 19 + 5
    # Five parts: a tree of depth three, and the comparisons of the tables.
    assert assembly.count("\tcmp") <= 8

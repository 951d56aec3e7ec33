"""
More live values than registers: straight on, across calls, in loops and branches.

The programs are made here: all values are there before the first is used.
"""

from collections.abc import Callable

import numpy as np
import pytest

F32 = np.float32


def long(*values: object):
    """A size for the long tests."""
    return pytest.param(*values, marks=pytest.mark.long)


HELPERS = """
func.func private @mix(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 1103515245 : i32
  %x = arith.muli %a, %c : i32
  %y = arith.xori %x, %b : i32
  return %y : i32
}
"""


def mix(a: int, b: int) -> int:
    return (a * 1103515245 & 0xFFFFFFFF) ^ b & 0xFFFFFFFF


def order(n: int) -> list[int]:
    """Neither first in, first out, nor the opposite."""
    return sorted(range(n), key=lambda k: k * 37 % n)


def straight(n: int) -> str:
    """Integers and floats in turn, folded in another order."""
    made, used = [], []
    for k in range(n):
        made += [
            f"%c{k} = arith.constant {k * 77777 + 3} : i32",
            f"%v{k} = arith.muli %x, %c{k} : i32",
            f"%w{k} = arith.xori %v{k}, %y : i32",
            f"%g{k} = arith.constant {k}.25 : f32",
            f"%f{k} = arith.mulf %z, %g{k} : f32",
        ]
    total, sum = "%x", "%z"
    for k in order(n):
        used += [
            f"%t{k} = arith.subi %w{k}, {total} : i32",
            f"%s{k} = arith.subf %f{k}, {sum} : f32",
        ]
        total, sum = f"%t{k}", f"%s{k}"
    return f"""
    func.func @f(%x: i32, %y: i32, %z: f32) -> (i32, f32) {{
      {chr(10).join(made + used)}
      return {total}, {sum} : i32, f32
    }}"""


def straight_meaning(n: int) -> Callable[..., object]:
    def meaning(x: int, y: int, z: float) -> tuple[int, np.float32]:
        z = F32(z)
        total, sum = x, z
        for k in order(n):
            total = (x * (k * 77777 + 3) ^ y) - total
            sum = z * F32(k + 0.25) - sum
        return total, sum

    return meaning


@pytest.mark.parametrize("n", (10, 65, 200, long(500)))
@pytest.mark.every(12)
def test_straight_line(agree, n: int):
    values = [(1, 2, 0.5), (-(2**31), 123456789, -1e-3)]
    agree(straight(n), "f", straight_meaning(n), values)


def across(n: int) -> str:
    """All values are live across calls in the middle; half of them are results."""
    made, used = [], []
    for k in range(n):
        made.append(f"%c{k} = arith.constant {k * 99991 + 1} : i32")
        if k % 2:
            made.append(f"%v{k} = func.call @mix(%x, %c{k}) : (i32, i32) -> i32")
        else:
            made.append(f"%v{k} = arith.addi %x, %c{k} : i32")
    total = "%x"
    for k in order(n):
        used += [
            f"%m{k} = func.call @mix({total}, %v{k}) : (i32, i32) -> i32"
            if k % 3 == 0
            else f"%m{k} = arith.subi %v{k}, {total} : i32"
        ]
        total = f"%m{k}"
    return f"""{HELPERS}
    func.func @f(%x: i32) -> i32 {{
      {chr(10).join(made + used)}
      return {total} : i32
    }}"""


def across_meaning(n: int) -> Callable[..., object]:
    def meaning(x: int) -> int:
        constants = [k * 99991 + 1 for k in range(n)]
        values = [mix(x, c) if k % 2 else x + c for k, c in enumerate(constants)]
        total = x
        for k in order(n):
            total = mix(total, values[k]) if k % 3 == 0 else values[k] - total
        return total

    return meaning


@pytest.mark.parametrize("n", (12, 70, 120, long(500)))
@pytest.mark.every(3)
def test_across_calls(agree, n: int):
    agree(across(n), "f", across_meaning(n), [(0,), (-1,), (7654321,)])


def carried(n: int, called: bool) -> str:
    """A loop that rotates n values by one and changes each, beside n that it reads."""
    names = [f"%a{k} = %i{k}" for k in range(n)]
    types = ", ".join(["i32"] * n)
    start, body, end = [], [], []
    for k in range(n):
        start += [
            f"%c{k} = arith.constant {k * k * 5 + 1} : i32",
            f"%i{k} = arith.xori %x, %c{k} : i32",
            f"%r{k} = arith.muli %x, %c{k} : i32",
        ]
        if called and k % 8 == 0:
            body.append(f"%b{k} = func.call @mix(%a{k}, %r{k}) : (i32, i32) -> i32")
        else:
            body.append(f"%b{k} = arith.subi %a{k}, %r{k} : i32")
    total = "%x"
    for k in range(n):
        end.append(f"%s{k} = arith.subi %o#{k}, {total} : i32")
        total = f"%s{k}"
    yielded = ", ".join(f"%b{(k + 1) % n}" for k in range(n))
    return f"""{HELPERS}
    func.func @f(%n: index, %x: i32) -> i32 {{
      {chr(10).join(start)}
      %begin = arith.constant 0 : index
      %one = arith.constant 1 : index
      %o:{n} = scf.for %i = %begin to %n step %one
          iter_args({", ".join(names)}) -> ({types}) {{
        {chr(10).join(body)}
        scf.yield {yielded} : {types}
      }}
      {chr(10).join(end)}
      return {total} : i32
    }}"""


def carried_meaning(n: int, called: bool) -> Callable[..., object]:
    def meaning(rounds: int, x: int) -> int:
        constants = [k * k * 5 + 1 for k in range(n)]
        a, r = [x ^ c for c in constants], [x * c for c in constants]
        for _ in range(rounds):
            b = [
                mix(a[k], r[k]) if called and k % 8 == 0 else a[k] - r[k]
                for k in range(n)
            ]
            a = b[1:] + b[:1]
        total = x
        for value in a:
            total = value - total
        return total

    return meaning


@pytest.mark.parametrize(
    ("n", "called"), ((5, True), (40, True), (60, False), long(250, True))
)
@pytest.mark.every(6)
def test_carried_by_a_loop(agree, n: int, called: bool):
    values = [(0, 5), (1, 5), (3, -77), (n + 1, 2**31 - 1)]
    agree(carried(n, called), "f", carried_meaning(n, called), values)


def branches(n: int) -> str:
    """Values that live through one side of a branch only, and a switch that swaps."""
    made, left, right = [], [], []
    for k in range(n):
        made += [
            f"%c{k} = arith.constant {k * 31337 + 11} : i32",
            f"%v{k} = arith.xori %x, %c{k} : i32",
        ]
    a, b = "%x", "%x"
    for k in range(n):
        left.append(f"%l{k} = arith.subi %v{k}, {a} : i32")
        right.append(f"%r{k} = arith.muli %v{n - 1 - k}, {b} : i32")
        a, b = f"%l{k}", f"%r{k}"
    args = ", ".join(f"%v{k}" for k in range(n))
    swapped = ", ".join(f"%v{k ^ 1}" for k in range(n))
    types = ", ".join(["i32"] * n)
    params = ", ".join(f"%p{k}: i32" for k in range(n))
    end, total = [], "%q"
    for k in range(n):
        end.append(f"%e{k} = arith.subi %p{k}, {total} : i32")
        total = f"%e{k}"
    return f"""
    func.func @f(%x: i32, %way: i8) -> i32 {{
      {chr(10).join(made)}
      %zero = arith.constant 0 : i32
      cf.switch %way : i8, [
        default: ^join(%zero, {args} : i32, {types}),
        1: ^left,
        -1: ^right,
        100: ^join(%x, {swapped} : i32, {types})
      ]
    ^left:
      {chr(10).join(left)}
      cf.br ^join({a}, {args} : i32, {types})
    ^right:
      {chr(10).join(right)}
      cf.br ^join({b}, {swapped} : i32, {types})
    ^join(%q: i32, {params}):
      {chr(10).join(end)}
      return {total} : i32
    }}"""


def branches_meaning(n: int) -> Callable[..., object]:
    def meaning(x: int, way: int) -> int:
        v = [x ^ k * 31337 + 11 for k in range(n)]
        q = {1: x, -1: x, 100: x}.get(way, 0)
        if way == 1:
            for value in v:
                q = value - q
        if way == -1:
            for value in reversed(v):
                q = value * q
        if way in (-1, 100):
            v = [v[k ^ 1] for k in range(n)]
        for value in v:
            q = value - q
        return q

    return meaning


@pytest.mark.parametrize("n", (6, 80, long(500)))
@pytest.mark.every(3)
def test_branches(agree, n: int):
    values = [(x, way) for x in (0, -3, 2**31 - 1) for way in (0, 1, -1, 100, -128)]
    agree(branches(n), "f", branches_meaning(n), values)


def test_a_frame_beyond_the_reach_of_an_offset(agree):
    """Arrays of more bytes than an instruction's offset can say, with spills above."""
    n = 70
    made = "\n".join(
        f"%v{k} = func.call @mix(%x, %x) : (i32, i32) -> i32" for k in (0,)
    )
    more = "\n".join(
        f"%v{k} = func.call @mix(%v{k - 1}, %x) : (i32, i32) -> i32"
        for k in range(1, n)
    )
    total, folded = "%old", []
    for k in range(n):
        folded.append(f"%t{k} = arith.subi %v{k}, {total} : i32")
        total = f"%t{k}"
    text = f"""{HELPERS}
    func.func @f(%x: i32, %i: index) -> (i32, i8) {{
      %a = memref.alloca() : memref<9000xi32>
      %b = memref.alloca() : memref<70000xi8>
      %last = arith.constant 69999 : index
      %byte = arith.constant -3 : i8
      memref.store %x, %a[%i] : memref<9000xi32>
      memref.store %byte, %b[%last] : memref<70000xi8>
      {made}
      {more}
      %old = memref.load %a[%i] : memref<9000xi32>
      %z = memref.load %b[%last] : memref<70000xi8>
      {chr(10).join(folded)}
      return {total}, %z : i32, i8
    }}"""

    def meaning(x: int, i: int) -> tuple[int, int]:
        value, total = x, x
        for _ in range(n):
            value = mix(value, x)
            total = value - total
        return total, -3

    agree(text, "f", meaning, [(5, 0), (-9, 8999)])


@pytest.mark.long
def test_a_branch_farther_than_an_offset(agree):
    """A loop whose body has more bytes than a branch's displacement can say."""
    count = 35_000
    lines, value = [], "%a"
    for k in range(count):
        op = ("addi", "xori", "subi", "muli")[k % 4]
        lines.append(f"%v{k} = arith.{op} {value}, %x : i32")
        value = f"%v{k}"
    text = f"""
    func.func @f(%n: i32, %x: i32) -> i32 {{
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      cf.br ^head(%zero, %x : i32, i32)
    ^head(%i: i32, %a: i32):
      %go = arith.cmpi slt, %i, %n : i32
      cf.cond_br %go, ^body, ^out
    ^body:
      {chr(10).join(lines)}
      %j = arith.addi %i, %one : i32
      cf.br ^head(%j, {value} : i32, i32)
    ^out:
      return %a : i32
    }}"""

    def meaning(n: int, x: int) -> int:
        value = x
        for k in range(n * count):
            k %= 4
            value = (value + x, value ^ x, value - x, value * x)[k] & 0xFFFFFFFF
        return value

    agree(text, "f", meaning, [(0, 3), (2, 0x12345677)])

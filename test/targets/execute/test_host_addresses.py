"""Level host: what an address is the sum of may leave its 32 bits on the way."""

import random
from collections.abc import Callable

import pytest
from llvlir_programs import verified

from circ.targets.execute.host.arena import Arena
from circ.targets.execute.host.interpreter import Program, run
from circ.targets.llvm.export.addresses import address_of

REGISTER = "!llvlir.r<i32>"
# A store by the sum that is left at the end, between two accesses by the number itself.
HEAD = "llvlir.func @f(%place: {r}, {arguments}) -> {r} {{\n"
TAIL = """
  %p = llvlir.mva %place
  %one = llvlir.const.I 1 : i32
  %two = llvlir.const.I 2 : i32
  llvlir.st.I %p, 0, %one : i32
  %q = llvlir.mva %s
  llvlir.st.I %q, OFFSET, %two : i32
  %x = llvlir.ld.I %p, 0 : i32
  llvlir.ret %x : !llvlir.r<i32>
}
"""
SUMS: dict[str, tuple[str, Callable[[int, int, int], int] | None]] = {
    # The sum, and what is to be added for it to be the place.
    "a + b": (
        "%s = llvlir.add.I %a, %b : i32",
        lambda a, b, c: b,
    ),
    "a + 4 b": (
        "%n = llvlir.slli.I %b, 2 : i32\n %s = llvlir.add.I %a, %n : i32",
        lambda a, b, c: 4 * b,
    ),
    "8 (b + 5) + a": (
        "%m = llvlir.addi.I %b, 5 : i32\n %n = llvlir.slli.I %m, 3 : i32\n"
        "%s = llvlir.add.I %n, %a : i32",
        lambda a, b, c: 8 * b + 40,
    ),
    "4 (b + c) + a - 7": (
        "%m = llvlir.add.I %b, %c : i32\n %n = llvlir.slli.I %m, 2 : i32\n"
        "%t = llvlir.add.I %n, %a : i32\n %s = llvlir.subi.I %t, 7 : i32",
        lambda a, b, c: 4 * b + 4 * c - 7,
    ),
    "8 (b + c) + a": (
        "%m = llvlir.add.I %b, %c : i32\n %n = llvlir.slli.I %m, 3 : i32\n"
        "%s = llvlir.add.I %n, %a : i32",
        lambda a, b, c: 8 * b + 8 * c,
    ),
    "(a - b) + c": (
        "%t = llvlir.sub.I %a, %b : i32\n %s = llvlir.add.I %t, %c : i32",
        lambda a, b, c: c - b,
    ),
    # Bits that are lost in a shift, which LLVM sees.
    "a + 4 (b | 0x40000000)": (
        "%k = llvlir.const.I 0x40000000 : i32\n %l = llvlir.or.I %b, %k : i32\n"
        "%n = llvlir.slli.I %l, 2 : i32\n %s = llvlir.add.I %a, %n : i32",
        lambda a, b, c: 4 * (b | 0x40000000),
    ),
    "a + 4 (b + 0x40000000)": (
        "%k = llvlir.const.I 0x40000000 : i32\n %l = llvlir.add.I %b, %k : i32\n"
        "%n = llvlir.slli.I %l, 2 : i32\n %s = llvlir.add.I %a, %n : i32",
        lambda a, b, c: 4 * b,
    ),
    "a + 0x7fffffff + b": (
        "%k = llvlir.const.I 0x7fffffff : i32\n %t = llvlir.add.I %a, %k : i32\n"
        "%s = llvlir.add.I %t, %b : i32",
        lambda a, b, c: 0x7FFFFFFF + b,
    ),
    # Nothing that is a pointer.
    "4 a + 8 b": (
        "%m = llvlir.slli.I %a, 2 : i32\n %n = llvlir.slli.I %b, 3 : i32\n"
        "%s = llvlir.add.I %m, %n : i32",
        None,
    ),
}


def source_of(sum: str, offset: int = 0) -> str:
    arguments = ", ".join(f"%{name}: {REGISTER}" for name in "abc")
    head = HEAD.format(r=REGISTER, arguments=arguments)
    return head + SUMS[sum][0] + TAIL.replace("OFFSET", str(offset))


@pytest.mark.parametrize("sum", SUMS)
@pytest.mark.parametrize("offset", (0, 12, -4096))
@pytest.mark.every(5, first=1)
def test_sums_find_the_byte_that_they_mean(sum: str, offset: int):
    """For whatever numbers: the one that is left over makes the sum the place."""
    rest = SUMS[sum][1]
    source = random.Random(sum)
    memory = Arena()
    place = memory.allocate(8)
    program = Program(verified(source_of(sum, offset)), memory, {}, None).prepare("f")
    edges = (0, 1, 3, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x40000000, 0xC0000001)
    for _ in range(40):
        a, b, c = (
            source.choice((source.choice(edges), source.getrandbits(32)))
            for _ in range(3)
        )
        if rest is None:
            b = (b & ~7) | (place - offset - 4 * a) // 4 % 2
            a = ((place - offset - 8 * b) // 4) % (1 << 32)
        else:
            a = (place - offset - rest(a, b, c)) % (1 << 32)
        assert program([place, a, b, c], None).results == [2], (a, b, c)


WRAPPED = """
llvlir.func @f(%place: !llvlir.r<i32>, %i: !llvlir.r<i32>) -> !llvlir.r<i32> {
  %most = llvlir.const.I 15 : i32
  %j = llvlir.and.I %i, %most : i32
  %near = llvlir.slli.I %j, 2 : i32
  %n = llvlir.add.I %place, %near : i32
  %p = llvlir.mva %n
  %one = llvlir.const.I 1 : i32
  %two = llvlir.const.I 2 : i32
  llvlir.st.I %p, 0, %one : i32
  SUM
  %q = llvlir.mva %s
  llvlir.st.I %q, 0, %two : i32
  %x = llvlir.ld.I %p, 0 : i32
  llvlir.ret %x : !llvlir.r<i32>
}
"""


@pytest.mark.parametrize(
    "sum",
    (
        "%d = llvlir.const.I 0x7fffffff : i32\n %e = llvlir.const.I 2 : i32\n"
        "%l = llvlir.add.I %near, %d : i32\n %k = llvlir.add.I %l, %d : i32\n"
        "%m = llvlir.add.I %k, %e : i32",
        "%k = llvlir.or.I %j, %c : i32\n %m = llvlir.slli.I %k, 2 : i32",
        "%k = llvlir.xor.I %j, %c : i32\n %m = llvlir.slli.I %k, 2 : i32",
        "%k = llvlir.add.I %j, %c : i32\n %m = llvlir.slli.I %k, 2 : i32",
        "%k = llvlir.sub.I %j, %c : i32\n %m = llvlir.slli.I %k, 2 : i32",
        "%k = llvlir.slli.I %c, 1 : i32\n %l = llvlir.add.I %near, %k : i32\n"
        "%m = llvlir.add.I %l, %k : i32",
        "%d = llvlir.const.I -0x40000000 : i32\n %l = llvlir.add.I %near, %c : i32\n"
        "%m = llvlir.add.I %l, %d : i32",
    ),
)
def test_two_sums_are_the_same_byte(sum: str):
    """LLVM, which takes what differs in 64 bits for different bytes, is not misled."""
    constant = "%c = llvlir.const.I 0x40000000 : i32\n "
    last = "\n %s = llvlir.add.I %place, %m : i32"
    source = WRAPPED.replace("SUM", constant + sum + last)
    memory = Arena()
    place = memory.allocate(64)
    assert run(verified(source), "f", [place, 7], memory).results == [2]


def test_parts_of_a_sum():
    """A pointer, counters and a constant; what is too long or large is left whole."""

    def parts(lines: str) -> tuple[str | None, list[tuple[str | None, int]], int]:
        source = source_of("a + b").replace(SUMS["a + b"][0], lines)
        (func,) = verified(source).ops
        value = next(r for op in func.walk() for r in op.results if r.name_hint == "s")
        found = address_of(value, 4)
        name = None if found.base is None else found.base.name_hint
        return name, [(v.name_hint, n) for v, n in found.added], found.constant

    shifted = SUMS["4 (b + c) + a - 7"][0]
    assert parts(shifted) == ("a", [("b", 2), ("c", 2)], -3)
    assert parts(SUMS["4 a + 8 b"][0]) == ("m", [("n", 0)], 4)
    assert parts(SUMS["a + 0x7fffffff + b"][0]) == ("s", [], 4)

"""Uniformity, by executing functions on lanes that wait for each other."""

import pytest
from gen_lanes import LANES, alone, random_function, side_by_side
from work import calls_in
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.parser import Parser

from circ.dialects.common.memory import Circ
from circ.dialects.gen import (
    FuncOp,
    Gen,
    Instruction,
    read_by,
    written_by,
)
from circ.transforms.gen.uniformity import Uniformity


def compare(func: FuncOp) -> Uniformity | None:
    """Compare lanes together with each alone; None if one takes too long."""
    func.verify()
    expected: list[list[int]] = []
    for lane in range(LANES):
        shown = alone(func, lane)
        if shown is None:
            return None
        expected.append(shown)
    found = Uniformity.compute(func)
    for block in found.order:
        for op in block.ops:
            if isinstance(op, Instruction) and found.varying & {*read_by(op)}:
                assert found.varying.issuperset(written_by(op))
    assert side_by_side(func, found) == expected
    return found


def test_lanes_together_show_what_each_shows_alone():
    compared = divergent = uniform = 0
    for seed in range(250):
        func = random_function(seed, 3 + seed % 12)
        if (found := compare(func)) is not None:
            compared += 1
            divergent += len(found.divergent)
            uniform += len(func.registers) - len(found.varying)
    assert compared > 120
    assert divergent > compared
    assert uniform > 5 * compared


# endregion
# region What is varying

HEAD = """
gen.func @f() {
  %r = gen.register : !gen.reg<dword>
  %i = gen.register : !gen.reg<dword>
  %lane = gen.register : !gen.reg<dword>
  %one = gen.register : !gen.reg<dword>
  %five = gen.register : !gen.reg<dword>
  %c = gen.register : !gen.reg<bool>
  %d = gen.register : !gen.reg<bool>
  gen.simd_id uint32 %lane
  gen.loadi uint32 %one {value = 1}
  gen.loadi uint32 %five {value = 5}
  gen.lt uint32 %d = %lane, %five
"""


def varying(text: str) -> set[str]:
    """The names of the varying registers but for %lane and those of branches."""
    context = Context()
    for dialect in (Builtin, Circ, Gen):
        context.load_dialect(dialect)
    (func,) = Parser(context, HEAD + text + "}").parse_module().ops
    assert isinstance(func, FuncOp)
    found = compare(func)
    assert found is not None
    names = {register.name_hint or "" for register in found.varying}
    return names & {"r", "i"}


@pytest.mark.parametrize(
    ("text", "names"),
    (
        pytest.param(
            """
  gen.bra_if %d, ^then, ^join
^then:
  gen.loadi uint32 %i {value = 0}
  gen.bra ^loop
^loop:
  gen.add uint32 %i = %i, %one
  gen.store uint32 %one, %i {space = global}
  gen.lt uint32 %c = %i, %five
  gen.bra_if %c, ^loop, ^join
^join:
  gen.ret
""",
            set[str](),
            id="a uniform loop that only some lanes execute",
        ),
        pytest.param(
            """
  gen.bra_if %d, ^then, ^join
^then:
  gen.add uint32 %r = %r, %one
  gen.bra ^join
^join:
  gen.store uint32 %one, %r {space = global}
  gen.ret
""",
            {"r"},
            id="written on one way and read where the ways join",
        ),
        pytest.param(
            """
  gen.loadi uint32 %r {value = 1}
  gen.bra_if %d, ^then, ^else
^then:
  gen.loadi uint32 %r {value = 2}
  gen.store uint32 %one, %r {space = global}
  gen.ret
^else:
  gen.store uint32 %one, %r {space = global}
  gen.ret
""",
            {"r"},
            id="written on one way and read on another",
        ),
        pytest.param(
            """
  gen.bra ^loop
^loop:
  gen.add uint32 %r = %r, %one
  gen.add uint32 %i = %i, %one
  gen.store uint32 %one, %i {space = global}
  gen.lt uint32 %c = %r, %lane
  gen.bra_if %c, ^loop, ^exit
^exit:
  gen.store uint32 %one, %r {space = global}
  gen.ret
""",
            {"r"},
            id="read where some lanes have left a loop before others",
        ),
        pytest.param(
            """
  gen.bra ^loop
^loop:
  gen.add uint32 %r = %r, %one
  gen.lt uint32 %c = %lane, %r
  gen.bra_if %c, ^rest, ^latch
^rest:
  gen.store uint32 %one, %r {space = global}
  gen.bra ^latch
^latch:
  gen.lt uint32 %c = %r, %five
  gen.bra_if %c, ^loop, ^exit
^exit:
  gen.ret
""",
            set[str](),
            id="some lanes skip a part of an iteration",
        ),
        pytest.param(
            """
  gen.bra ^loop
^loop:
  gen.add uint32 %r = %r, %one
  gen.lt uint32 %c = %lane, %r
  gen.bra_if %c, ^rest, ^loop
^rest:
  gen.store uint32 %one, %r {space = global}
  gen.lt uint32 %c = %r, %five
  gen.bra_if %c, ^loop, ^exit
^exit:
  gen.ret
""",
            {"r"},
            id="some lanes begin another iteration before the others",
        ),
        pytest.param(
            """
  gen.lt uint32 %c = %one, %five
  gen.bra_if %c, ^a, ^b
^a:
  gen.add uint32 %r = %r, %one
  gen.bra ^b
^b:
  gen.lt uint32 %c = %r, %lane
  gen.bra_if %c, ^a, ^c
^c:
  gen.store uint32 %one, %r {space = global}
  gen.add uint32 %i = %i, %five
  gen.lt uint32 %c = %i, %one
  gen.bra_if %c, ^b, ^exit
^exit:
  gen.ret
""",
            {"r", "i"},
            id="a cycle of two entries",
        ),
        pytest.param(
            """
  gen.bra ^outer
^outer:
  gen.add uint32 %r = %r, %one
  gen.bra ^inner
^inner:
  gen.add uint32 %i = %i, %one
  gen.lt uint32 %c = %lane, %i
  gen.bra_if %c, ^after, ^latch
^latch:
  gen.lt uint32 %c = %lane, %five
  gen.bra_if %c, ^inner, ^done
^after:
  gen.lt uint32 %c = %r, %five
  gen.bra_if %c, ^outer, ^done
^done:
  gen.store uint32 %one, %r {space = global}
  gen.ret
""",
            {"r", "i"},
            id="some lanes leave two loops at once",
        ),
        pytest.param(
            """
  gen.bra ^outer
^outer:
  gen.add uint32 %i = %i, %one
  gen.loadi uint32 %r {value = 0}
  gen.bra_if %d, ^left, ^right
^left:
  gen.add uint32 %r = %r, %one
  gen.lt uint32 %c = %r, %five
  gen.bra_if %c, ^right, ^after
^right:
  gen.add uint32 %r = %r, %five
  gen.lt uint32 %c = %r, %lane
  gen.bra_if %c, ^left, ^after
^after:
  gen.store uint32 %one, %i {space = global}
  gen.lt uint32 %c = %i, %five
  gen.bra_if %c, ^outer, ^done
^done:
  gen.ret
""",
            {"r"},
            id="lanes meet behind a cycle of two entries in a loop",
        ),
    ),
)
def test_what_is_varying(text: str, names: set[str]):
    assert varying(text) == names


# endregion


def test_work_is_near_linear():
    small, large = (random_function(3, blocks) for blocks in (300, 3000))
    work = calls_in(lambda: Uniformity.compute(small))
    assert calls_in(lambda: Uniformity.compute(large)) < 14 * work

"""Fences, memory orders, reservations and conditional exchanges at every level."""

from collections.abc import Callable, Sequence

import pytest

import circ
from circ.transforms.pipelines import compile

LEVELS = ("llvlir", "host", "gen", "naplespu")


def runs(source: str, *arguments: int) -> dict[str, Sequence[object]]:
    return {
        level: circ.run(source, *arguments, entry="f", level=level).results
        for level in LEVELS
    }


def agree(source: str, arguments: list[int], expected: list[int]) -> None:
    for level, results in runs(source, *arguments).items():
        assert results == expected, level


CONDITIONS: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "ge": lambda a, b: a >= b,
    "ugt": lambda a, b: a % 2**32 > b % 2**32,
    "ule": lambda a, b: a % 2**32 <= b % 2**32,
    "fa": lambda a, b: False,
    "tr": lambda a, b: True,
}


def exchange(condition: str, type: str) -> str:
    return f"""
    llvlir.func @f(%old: !llvlir.r<{type}>, %x: !llvlir.r<{type}>,
        %new: !llvlir.r<{type}>) -> (!llvlir.r<{type}>, !llvlir.r<{type}>)
        attributes {{circ.signature = ({type}, {type}, {type}) -> ({type}, {type})}} {{
      %a = llvlir.slot 8, 8
      llvlir.st.I %a, 0, %old order 15 : {type}
      %was = llvlir.cmpswap.I {condition}, %a, %x, %new order 15 : {type}
      %is = llvlir.ld.I %a, 0 order 5 : {type}
      llvlir.ret %was, %is : !llvlir.r<{type}>, !llvlir.r<{type}>
    }}
    """


@pytest.mark.parametrize("type", ("i32", "i8", "i64"))
@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.every(5, first=4)
def test_exchange_under_each_condition(condition: str, type: str):
    source = exchange(condition, type)
    for old, x in ((3, 3), (-3, 5), (7, -1)):
        new = 42 if CONDITIONS[condition](old, x) else old
        agree(source, [old, x, 42], [old, new])


@pytest.mark.parametrize("type", ("i32", "i8", "i16", "i64", "i1"))
@pytest.mark.every(3, first=1)
def test_reservations(type: str):
    """Stored once after its load; not again, nor where the value has changed."""
    source = f"""
    llvlir.func @f(%old: !llvlir.r<{type}>, %x: !llvlir.r<{type}>,
        %new: !llvlir.r<{type}>)
        -> (!llvlir.r<{type}>, !llvlir.r<{type}>, !llvlir.r<{type}>, !llvlir.r<{type}>)
        attributes {{circ.signature = ({type}, {type}, {type})
                        -> ({type}, {type}, {type}, {type})}} {{
      %a = llvlir.slot 16, 8
      llvlir.st.I %a, 8, %old : {type}
      %none = llvlir.sc.I %a, 8, %new : {type}
      %one = llvlir.ll.I %a, 8 order 5 : {type}
      %first = llvlir.sc.I %a, 8, %new order 10 : {type}
      %two = llvlir.llu.I %a, 8 : {type}
      llvlir.st.I %a, 8, %x : {type}
      %second = llvlir.sc.I %a, 8, %old : {type}
      %is = llvlir.ld.I %a, 8 : {type}
      llvlir.ret %none, %first, %second, %is
        : !llvlir.r<{type}>, !llvlir.r<{type}>, !llvlir.r<{type}>, !llvlir.r<{type}>
    }}
    """
    true = 1
    if type == "i1":
        agree(source, [0, 0, 1], [true, 0, true, 0])
    else:
        agree(source, [5, 6, 7], [true, 0, true, 6])
        agree(source, [5, 7, 7], [true, 0, 0, 5])


def test_a_reservation_is_the_activations():
    source = """
    llvlir.func @f(%n: !llvlir.r<i32>) -> (!llvlir.r<i32>, !llvlir.r<i32>)
        attributes {circ.signature = (i32) -> (i32, i32)} {
      %a = llvlir.slot 4, 4
      llvlir.st.I %a, 0, %n : i32
      %v = llvlir.ll.I %a, 0 : i32
      %there = llvlir.call @other(%a) : (!llvlir.a) -> !llvlir.r<i32>
      %here = llvlir.sc.I %a, 0, %n : i32
      llvlir.ret %there, %here : !llvlir.r<i32>, !llvlir.r<i32>
    }
    llvlir.func private @other(%a: !llvlir.a) -> !llvlir.r<i32> {
      %one = llvlir.const.I 1 : i32
      %r = llvlir.sc.I %a, 0, %one : i32
      llvlir.ret %r : !llvlir.r<i32>
    }
    """
    agree(source, [4], [1, 0])


FENCES = """
llvlir.section "data"
llvlir.label.L @a : global
llvlir.word.I 1 : i32
llvlir.label.L @b : global
llvlir.word.I 2 : i32
llvlir.section "text"
llvlir.func @f(%x: !llvlir.r<i32>) -> !llvlir.r<i32>
    attributes {circ.signature = (i32) -> i32} {
  %p = llvlir.consta.L @a : global
  %q = llvlir.consta.L @b : global
  STORE
  %y = llvlir.ld.I %q, 0 LOAD memory<4, alias "b"> : i32
  llvlir.ret %y : !llvlir.r<i32>
}
"""


@pytest.mark.parametrize(
    ("store", "load", "fences"),
    (
        ("", "", 0),
        ("order 12", "", 1),
        ("order 3", "order 1", 2),
        ("order 15", "order 15", 4),
    ),
)
def test_orders_are_fences_of_the_machine(store: str, load: str, fences: int):
    """In gen SYNC, on NaplesPU a barrier that waits for nobody."""
    row = f'llvlir.st.I %p, 0, %x {store} memory<4, alias "a"> : i32'
    source = FENCES.replace("STORE", row).replace("LOAD", load)
    agree(source, [9], [2])
    module = circ.load(source).module
    assert str(compile(module, "gen")).count("gen.sync") == fences
    assert str(circ.emit(source, "naplespu-asm")).count("barrier") == fences


@pytest.mark.parametrize(("order", "mask"), ((5, 10), (10, 20), (15, 30), (0, None)))
def test_fence(order: int, mask: int | None):
    source = FENCES.replace("STORE", f"llvlir.fence order {order}").replace("LOAD", "")
    agree(source, [9], [2])
    text = str(compile(circ.load(source).module, "gen"))
    if mask is None:
        assert "gen.sync" not in text
    else:
        assert f"gen.sync {{mask = {mask}}}" in text


def test_accesses_stay_on_their_side_of_a_fence():
    """The machine's store stands before the barrier, its load after it."""
    row = 'llvlir.st.I %p, 0, %x memory<4, alias "a"> : i32\n llvlir.fence order 15'
    source = FENCES.replace("STORE", row).replace("LOAD", "")
    text = str(circ.emit(source, "naplespu-asm"))
    places = [text.index(name) for name in ("store32", "barrier", "load32")]
    assert places == sorted(places)

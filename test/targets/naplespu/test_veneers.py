"""Branches between sections that are further apart than a branch reaches."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.naplespu.register_file import RA, SP
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.branch_relaxation import REACH
from circ.targets.naplespu.object.image import Image
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Machine
from circ.targets.naplespu.simulator.system import System

FAR = 3 * REACH
CALLER = """
        .globl  main
main:   move_i32 s50, ra
        jmpsr   add_one
        jmpsr   add_one
        jmpsr   add_two
        jmp     back
        .globl  home
home:   jret
"""
FAR_CODE = """
        .globl  add_one, add_two, back
add_one: addi   s0, s0, 1
        jret
add_two: addi   s0, s0, 2
        jret
back:   move_i32 ra, s50
        jmp     home
"""


def linked(texts: Sequence[str]) -> Image:
    """With code in front, so that the texts are placed in their order."""
    start = assemble(".globl _start\n_start: lea tr, main\n jmp tr", "start.s")
    texts = list(enumerate(texts))
    return link([start, *(assemble(text, f"{number}.s") for number, text in texts)])


def call(image: Image, *arguments: int, entry: str = "main") -> Machine:
    machine = Machine()
    load(image, machine)
    machine.scalar[: len(arguments)] = arguments
    machine.scalar[RA] = 4
    machine.run(image.symbols[entry].address, stop=4)
    return machine


def space(size: int) -> str:
    return f".space {size}"


def veneers(image: Image) -> list[str]:
    return [name for name in image.symbols if name.endswith(".veneer")]


def called(image: Image) -> set[int]:
    """Where the calls of a program go."""
    (segment,) = image.segments
    words = [
        (at, int.from_bytes(segment.data[at : at + 4], "little"))
        for at in range(0, len(segment.data), 4)
    ]
    return {
        segment.address + at + (word & 0x3FFFF ^ REACH) - REACH
        for at, word in words
        if word >> 24 == 0x79
    }


@pytest.mark.parametrize("order", ((0, 1, 2), (2, 1, 0), (1, 0, 2), (0, 2, 1)))
def test_calls_and_jumps_forwards_and_backwards(order: Sequence[int]):
    texts = (CALLER, space(FAR), FAR_CODE)
    image = linked([texts[number] for number in order])
    assert call(image, 10).scalar[0] == 14
    if abs(order.index(0) - order.index(2)) > 1:
        # Two calls of one function share its veneer.
        names = ("add_one", "add_two", "back", "home")
        assert {*veneers(image)} >= {f"{name}.veneer" for name in names}


@pytest.mark.parametrize("test", ("beqz", "bnez"))
@pytest.mark.parametrize("value", (0, 1))
def test_conditional_branches(test: str, value: int):
    image = linked(
        [
            f".globl main\nmain: {test} s0, away\n movei s0, 100\n jret",
            space(FAR),
            ".globl away\naway: movei s0, 200\n jret",
        ]
    )
    assert call(image, value).scalar[0] == 100 + 100 * (
        (value == 0) == (test == "beqz")
    )


@pytest.mark.parametrize("instruction", ("jmp", "jmpsr", "beqz s0,", "bnez s1,"))
@pytest.mark.parametrize(
    ("distance", "count"), ((REACH - 4, 0), (REACH, 1), (REACH + 4, 1))
)
def test_exactly_at_the_limit_forwards(instruction: str, distance: int, count: int):
    caller = f".globl main\nmain: move_i32 s50, ra\nhere: {instruction} away\n nop"
    between = distance - 8
    texts = [caller, space(between), ".globl away\naway: movei s0, 7\n jmp s50"]
    image = linked(texts)
    assert len(veneers(image)) == count
    moved = 12 * count
    assert image.symbols["away"].address - image.symbols["here"].address == (
        distance + moved
    )
    assert call(image, 0, 1).scalar[0] == 7


@pytest.mark.parametrize(
    ("distance", "count"), ((REACH - 4, 0), (REACH, 0), (REACH + 4, 1))
)
def test_exactly_at_the_limit_backwards(distance: int, count: int):
    image = linked(
        [
            ".globl away\naway: movei s0, 7\n jmp s50",
            space(distance - 12),
            ".globl main\nmain: move_i32 s50, ra\nhere: jmp away",
        ],
    )
    assert len(veneers(image)) == count
    assert call(image).scalar[0] == 7


def test_a_veneer_that_moves_others_out_of_reach():
    """The second branch reaches until a veneer for the first stands between."""
    image = linked(
        [
            ".globl main\nmain: move_i32 s50, ra\n jmpsr far\n beqz s0, near",
            space(REACH - 4),
            ".globl near\nnear: addi s0, s0, 3\n jmp s50",
            space(FAR),
            ".globl far\nfar: addi s0, s0, -5\n jret",
        ]
    )
    assert veneers(image) == ["far.veneer", "near.veneer"]
    assert call(image, 5).scalar[0] == 3


def test_many_callers_share_veneers():
    """Those that are further apart than a branch reaches have one each."""
    caller = "f{0}: addi s0, s0, 1\n jmpsr leaf\n jmp f{1}\n" + space(REACH // 4)
    count = 12
    texts = [f".globl f{n}\n" + caller.format(n, n + 1) + "\n" for n in range(count)]
    texts[0] = f".globl main\nmain: move_i32 s50, ra\n{texts[0]}"
    texts.append(f".globl f{count}\nf{count}: jmp s50")
    texts.append(f"{space(FAR)}\n.globl leaf\nleaf: addi s0, s0, 100\n jret")
    image = linked(texts)
    assert call(image, 0).scalar[0] == 101 * count
    assert 2 <= len(called(image)) <= 5


@settings(max_examples=20)
@given(st.data())
def test_any_layout_computes_the_same(draws: st.DataObject):
    """Functions that call others, in sections of any size and order."""
    count = draws.draw(st.integers(2, 7), "count")
    expected: dict[int, int] = {}
    texts: list[str] = []
    for number in reversed(range(count)):
        called = draws.draw(
            st.lists(st.integers(number + 1, count - 1), max_size=3)
            if number + 1 < count
            else st.just([])
        )
        expected[number] = number + 1 + sum(expected[each] for each in called)
        calls = "".join(f" jmpsr f{each}\n" for each in called)
        before, after = (
            4 * draws.draw(st.integers(0, 9 * REACH // 80) | st.just(0)) for _ in "ab"
        )
        texts.append(
            f" .space {before}\n .globl f{number}\nf{number}: addi sp, sp, -64\n"
            f" store32 ra, (sp)\n addi s0, s0, {number + 1}\n{calls} load32 ra, (sp)\n"
            f" addi sp, sp, 64\n jret\n .space {after}"
        )
    order = draws.draw(st.permutations(texts))
    main = ".globl main\nmain: move_i32 s50, ra\n jmpsr f0\n jmp s50"
    image = linked([main, *order])
    machine = Machine()
    load(image, machine)
    machine.scalar[SP] = 0xF00000
    machine.scalar[RA] = 4
    machine.run(image.symbols["main"].address, stop=4)
    assert machine.scalar[0] == expected[0]


def test_local_symbols_addends_and_weak_ones():
    image = linked(
        [
            ".globl main\nmain: move_i32 s50, ra\n jmpsr far + 4\n jmpsr none\n"
            ' jmpsr local\n jmp s50\n .weak none\n .section .text.z,"ax"\n'
            f".space {FAR}\nlocal: addi s0, s0, 50\n jret",
            ".globl far\nfar: addi s0, s0, 1\n addi s0, s0, 2\n jret",
        ]
    )
    assert call(image, 1).scalar[0] == 53


def test_branches_within_a_section_that_do_not_reach():
    """They go to a veneer behind the section, or to one in front of it."""
    far = REACH + REACH // 2
    image = linked(
        [
            ".globl main\nmain: jmp start",
            ".globl start\nstart: addi s0, s0, 1\n jmp end\n"
            f" .space {far}\n bnez s1, start\n"
            "end: addi s1, s1, -1\n bnez s1, start\n jret",
        ]
    )
    assert len(veneers(image)) == 2
    assert call(image, 0, 3).scalar[0] == 3


def test_with_startup_code_and_archives_of_threads():
    image = link([assemble(text) for text in (CALLER, space(REACH + 64), FAR_CODE)])
    system = System(2)
    system.load(image)
    system.run(image.entry)
    assert system.result == 4


@pytest.mark.parametrize("alignment", (4, 64))
@pytest.mark.parametrize("entry", ("main", "second"))
def test_veneers_in_front_of_the_code(alignment: int, entry: str):
    """Of a first section whose end is far; where it begins is jumped to."""
    first = (
        f".globl main, second\n .balign {alignment}\nmain: move_i32 s50, ra\n"
        f"second: move_i32 s50, ra\n jmpsr far\n jmp s50\n .space {FAR}"
    )
    far = ".globl far\nfar: addi s0, s0, 5\n jret"
    image = link([assemble(first, "0.s"), assemble(far, "1.s")], entry=entry)
    assert image.symbols["main"].address % alignment == 0
    assert image.symbols["far.veneer"].address == 0x404
    assert call(image, 2, entry=entry).scalar[0] == 7
    # The hardware starts at 0x400.
    machine = Machine()
    load(image, machine)
    machine.scalar[RA] = 4
    machine.run(0x400, stop=4)
    assert machine.scalar[0] == 5


def test_what_no_veneer_helps():
    texts = (
        f".globl main\nmain: .space {2 * REACH}\n jmp far\n.space {2 * REACH}",
        f".space {FAR}\n.globl far\nfar: jret",
    )
    with pytest.raises(Diagnostic) as error:
        linked(texts)
    assert str(error.value) == (
        f"0.s: byte {2 * REACH} of section '.text': error: BRANCH of 'far': the target "
        f"must be within {-REACH}..{REACH - 1} bytes, but is at distance "
        f"{2 * REACH + 4 + FAR}, and no section ends near enough for a veneer"
    )

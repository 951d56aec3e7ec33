"""Branches that do not reach take a long form, and only those."""

import pytest
from xdsl.dialects.builtin import UnknownLoc

from circ.targets.naplespu.description.instructions import instructions
from circ.targets.naplespu.object.branch_relaxation import (
    REACH,
    WORD_BYTES,
    Emitted,
    Item,
    Label,
    relax,
)

WORDS = REACH // WORD_BYTES


def emitted(record: str, target: str | None = None, **operands: int) -> Emitted:
    return Emitted(instructions()[record], operands, UnknownLoc(), target)


def gap(words: int) -> list[Item]:
    return [emitted("NOP")] * words


def shown(items: list[Item]) -> list[str]:
    """Labels, and mnemonics with their targets, without the gaps."""
    return [
        f"{item.name}:"
        if isinstance(item, Label)
        else f"{item.instruction.mnemonic} {item.target or ''}".strip()
        for item in items
        if isinstance(item, Label) or item.instruction.record != "NOP"
    ]


@pytest.mark.parametrize(
    ("record", "long"),
    (
        ("JMP", ["leah far", "leal far", "jmp"]),
        ("BEQZ", ["bnez .Lnear_0", "leah far", "leal far", "jmp", ".Lnear_0:"]),
        ("BNEZ", ["beqz .Lnear_0", "leah far", "leal far", "jmp", ".Lnear_0:"]),
        ("JMPSR_OFF", ["leah far", "leal far", "addi", "jmp"]),
    ),
)
def test_forward(record: str, long: list[str]):
    branch = emitted(record, "far")
    mnemonic = f"{branch.instruction.mnemonic} far"
    near: list[Item] = [branch, *gap(WORDS - 2), Label("far"), *gap(9)]
    assert shown(relax(near)) == [mnemonic, "far:"]
    far: list[Item] = [branch, *gap(WORDS - 1), Label("far"), *gap(9)]
    assert shown(relax(far)) == [*long, "far:"]


def test_backward():
    jump = emitted("JMP", "far")
    near: list[Item] = [Label("far"), *gap(WORDS), jump]
    assert shown(relax(near)) == ["far:", "jmp far"]
    far: list[Item] = [Label("far"), *gap(WORDS + 1), jump]
    assert shown(relax(far)) == ["far:", "leah far", "leal far", "jmp"]


def test_a_longer_branch_pushes_another_out_of_reach():
    inner, outer = emitted("JMP", "inner"), emitted("JMP", "outer")
    items: list[Item] = [
        outer,
        inner,
        *gap(WORDS - 3),
        Label("outer"),
        *gap(9),
        Label("inner"),
    ]
    assert shown(relax(items))[:3] == ["leah outer", "leal outer", "jmp"]


def test_symbols_of_other_objects():
    """The linker puts veneers for them at the end of the code, if that is near."""
    call = emitted("JMPSR_OFF", "elsewhere")
    items: list[Item] = [*gap(2 * WORDS), call, *gap(WORDS - 5000)]
    assert relax(items) == items
    items = [call, *gap(WORDS - 4000)]
    assert shown(relax(items))[:4] == [
        "leah elsewhere",
        "leal elsewhere",
        "addi",
        "jmp",
    ]

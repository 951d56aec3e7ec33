"""
Functions of basic blocks compute the same as circuits as they did at source.

Jumps go anywhere, so that loops have several entries, back edges and exits.
"""

from random import Random

import pytest
from levels import check_source
from random_source import source_program

from circ.transforms.conversion.to_circuit.blocks_to_circuit import Head


def agree(seed: int) -> None:
    blocks = 6 if seed % 2 else 14
    check_source(source_program(Random(seed), reducible=False, blocks=blocks))


@pytest.mark.parametrize("count", (6, pytest.param(30, marks=pytest.mark.long)))
def test_random_functions(monkeypatch: pytest.MonkeyPatch, count: int):
    heads: list[Head] = []
    make = Head.of

    def of(*arguments: object) -> Head:
        heads.append(make(*arguments))
        return heads[-1]

    monkeypatch.setattr(Head, "of", of)
    for seed in range(count):
        agree(seed)
    assert len(heads) > count // 3
    assert any(len(head.numbers) > 2 for head in heads)
    assert any(len(head.types) > 1 for head in heads)


@pytest.mark.long
@pytest.mark.parametrize("start", range(1_000_000, 1_001_000, 250))
def test_many_random_functions(start: int):
    for seed in range(start, start + 250):
        try:
            agree(seed)
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise

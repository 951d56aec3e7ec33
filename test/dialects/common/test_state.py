"""Memories of integers and of terms, as the meanings of accesses see them."""

from random import Random

import pytest

from circ.dialects.common.algebra import INTS
from circ.dialects.common.state import State, element, load, store, update
from circ.dialects.common.terms import TERMS, Bytes, assert_equal, symbol, value_of
from circ.targets.execute.memory import Memory
from circ.targets.naplespu.simulator.memory import Memory as SimulatedMemory

WIDTHS = (1, 8, 16, 32, 64)


def memory() -> tuple[State[int], int]:
    made = Memory()
    return made, made.allocate(32)


def simulated() -> tuple[State[int], int]:
    return SimulatedMemory(32), 0x40


@pytest.mark.parametrize("make", (memory, simulated))
def test_integers_and_terms_agree(make):
    """The same random accesses of all widths see the same values."""
    random = Random(1)
    numbers, base = make()
    terms = Bytes("memory")
    at = TERMS.const(32, base)
    for offset in range(32):
        terms.store(TERMS.add(32, at, TERMS.const(32, offset)), 1, TERMS.const(8, 0))
    widths = WIDTHS[: 4 if make is simulated else 5]
    for _ in range(60):
        width = random.choice(widths)
        # Aligned, as the simulator's memory has it.
        index = random.randrange(32 * 8 // max(width, 8))
        value = random.getrandbits(width)
        place = element(INTS, width, base, index)
        term = element(TERMS, width, at, index)
        assert value_of(term) == place
        if random.random() < 0.5:
            store(INTS, numbers, width, place, value)
            store(TERMS, terms, width, term, TERMS.const(width, value))
        found = load(INTS, numbers, width, place)
        assert value_of(load(TERMS, terms, width, term)) == found


@pytest.mark.parametrize("width", WIDTHS)
def test_a_load_gives_what_was_stored(width: int):
    state, address = Bytes("memory"), symbol("address", 32)
    value, other = symbol("value", width), symbol("other", width)
    store(TERMS, state, width, address, value)
    assert_equal(load(TERMS, state, width, address), value)
    store(TERMS, state, width, element(TERMS, width, address, 1), other)
    assert_equal(load(TERMS, state, width, address), value)


def test_bytes_are_little_endian():
    state, address = Bytes("memory"), symbol("address", 32)
    value = symbol("value", 32)
    store(TERMS, state, 32, address, value)
    for index in range(4):
        byte = load(TERMS, state, 8, element(TERMS, 8, address, index))
        assert_equal(byte, TERMS.extract(32, 8 * index + 7, 8 * index, value))


def test_other_bytes_stay():
    state, before = Bytes("memory"), Bytes("memory")
    address, elsewhere = symbol("address", 32), symbol("elsewhere", 32)
    store(TERMS, state, 16, address, symbol("value", 16))
    distance = TERMS.sub(32, elsewhere, address)
    outside = TERMS.ult(32, TERMS.const(32, 1), distance)
    assert_equal(state.load(elsewhere, 1), before.load(elsewhere, 1), outside)
    with pytest.raises(AssertionError, match="address = "):
        assert_equal(state.load(elsewhere, 1), before.load(elsewhere, 1))


def test_update_gives_the_old_value():
    numbers, address = memory()
    store(INTS, numbers, 8, address, 200)
    assert update(INTS, numbers, 8, address, lambda old: INTS.add(8, old, 100)) == 200
    assert load(INTS, numbers, 8, address) == 44

"""Sparse memory with wrapping addresses and watched pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circ.targets.naplespu.simulator.memory import PAGE_SIZE, CodeWritten, Memory


@given(
    st.lists(
        st.tuples(st.integers(0, 3 * PAGE_SIZE), st.binary(max_size=2 * PAGE_SIZE))
    )
)
def test_reads_what_was_written(writes: list[tuple[int, bytes]]):
    memory, flat = Memory(32), bytearray(6 * PAGE_SIZE)
    for address, data in writes:
        memory.write(address, data)
        flat[address : address + len(data)] = data
    assert memory.read(0, len(flat)) == flat


def test_addresses_wrap():
    memory = Memory(16)
    memory.write(0x1FFFE, b"abcd")
    assert memory.read(0xFFFE, 4) == b"abcd"
    assert memory.load(0x10000, 2) == int.from_bytes(b"cd", "little")


def test_elements_are_little_endian():
    memory = Memory(32)
    memory.store(0x100, 4, 0x01020304)
    assert memory.read(0x100, 4) == bytes((4, 3, 2, 1))
    assert memory.load(0x102, 2) == 0x0102
    assert memory.load(0x900000, 4) == 0
    memory.store_lanes(0x200, 2, list(range(16)))
    assert memory.load_lanes(0x200, 2) == list(range(16))
    assert memory.load_lanes(0x200, 1)[:4] == [0, 0, 1, 0]


def test_watched_pages_report_changes():
    memory = Memory(32)
    calls: list[int] = []
    memory.translators.append(lambda: calls.append(1))
    memory.watched.add(1)
    memory.write(0, bytes(PAGE_SIZE))
    memory.store(0, 4, 1)
    assert not calls
    memory.write(PAGE_SIZE - 1, b"ab")
    assert calls == [1]
    assert not memory.watched
    memory.watched.add(1)
    with pytest.raises(CodeWritten):
        memory.store(PAGE_SIZE, 4, 7)
    with pytest.raises(CodeWritten):
        memory.store_lanes(PAGE_SIZE + 64, 4, [7] * 16)
    assert memory.load(PAGE_SIZE, 4) == memory.load(PAGE_SIZE + 124, 4) == 7

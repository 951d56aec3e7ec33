"""The interpreters' memory: little-endian objects between gaps."""

import pytest

from circ.dialects.common.diagnostics import Diagnostic, located
from circ.targets.execute.memory import BASE, GAP, Memory
from circ.targets.execute.outcome import ExecutionLimit


def test_values_are_little_endian():
    memory = Memory()
    address = memory.allocate(8)
    memory.store(address, 4, 0x11223344)
    assert memory.read(address, 8) == bytes([0x44, 0x33, 0x22, 0x11, 0, 0, 0, 0])
    assert memory.load(address + 1, 2) == 0x2233


def test_store_truncates_to_its_size():
    memory = Memory()
    address = memory.allocate(4)
    memory.store(address, 1, 0x1FF)
    assert memory.read(address, 4) == b"\xff\0\0\0"


@pytest.mark.parametrize("align", (1, 8, 64, 4096))
def test_objects_are_aligned_and_apart(align: int):
    memory = Memory()
    first, second = memory.allocate(3, align), memory.allocate(3, align)
    assert first % align == second % align == 0
    assert first >= BASE and second - (first + 3) >= GAP


@pytest.mark.parametrize(
    ("offset", "size"), ((-1, 1), (0, 9), (5, 4), (8, 1), (8 + GAP, 4), (-BASE, 4))
)
def test_access_outside_any_object(offset: int, size: int):
    memory = Memory()
    address = memory.allocate(8)
    place = located("t.mlir", 3, 5)
    message = f"at {address + offset:#x} is outside any object"
    with pytest.raises(Diagnostic, match=message) as load:
        memory.load(address + offset, size, place)
    assert str(load.value).startswith("t.mlir:3:5: error: access of ")
    with pytest.raises(Diagnostic, match=message):
        memory.store(address + offset, size, 0, place)
    with pytest.raises(Diagnostic, match=message):
        memory.read(address + offset, size)
    with pytest.raises(Diagnostic, match=message):
        memory.write(address + offset, bytes(size))
    assert memory.read(address, 8) == bytes(8)


def test_released_object_is_gone_and_stack_order_reuses_addresses():
    memory = Memory()
    first, second = memory.allocate(16), memory.allocate(16)
    memory.store(second, 4, 1)
    memory.release(second)
    with pytest.raises(Diagnostic, match="outside any object"):
        memory.load(second, 4)
    assert memory.allocate(16) == second
    assert memory.load(second, 4) == 0
    memory.release(first)
    assert memory.size_of(first) is None
    assert memory.size_of(second) == 16


def test_release_of_what_is_no_start():
    memory = Memory()
    address = memory.allocate(16)
    with pytest.raises(Diagnostic, match="is not the start of an object"):
        memory.release(address + 4)


def test_empty_objects_and_accesses():
    memory = Memory()
    empty, other = memory.allocate(0), memory.allocate(0)
    assert empty != other
    assert memory.read(empty, 0) == b""
    memory.write(empty, b"")
    with pytest.raises(Diagnostic, match="access of 1 byte at"):
        memory.load(empty, 1)


def test_address_space_is_32_bits():
    memory = Memory()
    with pytest.raises(Diagnostic, match="no memory left for an object of"):
        memory.allocate(1 << 32)


def test_limit_names_the_count():
    assert str(ExecutionLimit(None, 5)) == "error: execution stopped after 5 operations"

"""Sets of numbers as integers, small ones and ones with gaps of any size."""

from hypothesis import given
from hypothesis import strategies as st

from circ.transforms.common.liveness import bits_of, numbers_of

NUMBERS = st.sets(st.integers(0, 300) | st.integers(0, 20_000), max_size=60)


@given(NUMBERS)
def test_members_are_found_in_order(numbers: set[int]):
    bits = bits_of(numbers, 20_001)
    assert bits == sum(1 << number for number in numbers)
    assert list(numbers_of(bits)) == sorted(numbers)

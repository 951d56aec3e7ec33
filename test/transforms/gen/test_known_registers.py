"""Each meaning of gen, over ranges, holds what it gives for members of these."""

from random import Random

import pytest

from circ.dialects.common.algebra import INTS
from circ.dialects.common.known_bits import BITS, Range, unsigned_range
from circ.dialects.gen.semantics import meaning
from circ.dialects.gen.table import ROW_OF_OPCODE
from circ.dialects.gen.types import SCALARS

TYPES = ("bool", "uint8", "int8", "uint32", "int32", "half", "float", "double")
FIXED = {"F16TO32": 16, "F32TO16": 32}
OPCODES = [o for o, row in ROW_OF_OPCODE.items() if row.types != "none"]


def some_range(rng: Random, width: int) -> Range:
    bounds = sorted(rng.getrandbits(rng.randint(0, width)) for _ in range(2))
    if rng.random() < 0.3:
        bounds[1] = bounds[0]
    return unsigned_range(width, *bounds)


@pytest.mark.parametrize("opcode", OPCODES)
def test_ranges_of_meanings(opcode: str):
    rng = Random(opcode)
    row = ROW_OF_OPCODE[opcode]
    for type, source in [(t, s) for t in TYPES for s in TYPES]:
        if not (row.accepts(SCALARS[type]) and row.accepts(SCALARS[source])):
            continue
        if row.kind != "Convert" and type != source:
            continue
        of_ints = meaning(INTS, opcode, type, source)
        if of_ints is None:
            continue
        of_ranges = meaning(BITS, opcode, type, source)
        assert of_ranges is not None
        width = FIXED.get(opcode, SCALARS[source].width)
        widths = [width] * row.sources[0]
        if row.kind == "Select":
            widths[0] = 1
        for _ in range(20):
            ranges = [some_range(rng, width) for width in widths]
            found = of_ranges(*ranges)
            for _ in range(5):
                result = of_ints(*[rng.randint(r.low, r.high) for r in ranges])
                assert found.low <= result <= found.high, (type, source, ranges)
                signed = INTS.sext(found.width, found.width + 1, result)
                half = 1 << found.width
                assert found.least <= (signed ^ half) - half <= found.largest

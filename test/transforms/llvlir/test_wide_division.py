"""Division of more than 64 bits, against Python's integers."""

from random import Random

import pytest
from llvlir_programs import verified

from circ.dialects.common.algebra import INTS
from circ.targets.execute.gen import interpreter as gen
from circ.targets.execute.memory import Memory
from circ.transforms.pipelines import compile

ROWS = {"divu": "udiv", "remu": "urem", "div": "sdiv", "rem": "srem"}


def program(width: int) -> str:
    type = f"!llvlir.r<i{width}>"
    rows = "\n".join(f"%{row} = llvlir.{row}.I %x, %y : i{width}" for row in ROWS)
    results = ", ".join(f"%{row}" for row in ROWS)
    types = ", ".join([type] * len(ROWS))
    return f"""
    llvlir.func @f(%x: {type}, %y: {type}) -> ({types}) {{
      {rows}
      llvlir.ret {results} : {types}
    }}
    """


def number(random: Random, width: int) -> int:
    """Of any length, of digits at which a guess of the quotient is too large."""
    size = random.randrange(width + 1)
    if random.random() < 0.5:
        return random.getrandbits(size) if size else 0
    digits = (0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFE, 0xFFFF)
    found = 0
    for _ in range(width // 16 + 1):
        found = found << 16 | random.choice(digits)
    return found % (1 << size)


@pytest.mark.parametrize(
    ("width", "trials"),
    [
        (100, 25),
        (128, 60),
        pytest.param(65, 400, marks=pytest.mark.long),
        pytest.param(128, 1000, marks=pytest.mark.long),
        pytest.param(200, 200, marks=pytest.mark.long),
        pytest.param(1000, 40, marks=pytest.mark.long),
    ],
)
@pytest.mark.every(2)
def test_division(width: int, trials: int):
    module, random = compile(verified(program(width)), "gen"), Random(width)
    count = -(-width // 32)
    least, ones = 1 << width - 1, (1 << width) - 1
    cases = [(least, ones), (least, 0), (5, 0), (0, 0), (ones, ones), (ones, 3)]
    cases += [(number(random, width), number(random, width)) for _ in range(trials)]
    # Of 16-bit digits: the dividend is just below a multiple of the divisor.
    cases += [(0x7FFF_8000_0000_0000, 0x8000_0000_0001)]
    for x, y in cases:
        words = [n >> 32 * i & 0xFFFFFFFF for n in (x, y) for i in range(count)]
        found = gen.run(module, "f", words, Memory()).results
        for place, name in enumerate(ROWS.values()):
            part = found[place * count : (place + 1) * count]
            result = sum(word << 32 * i for i, word in enumerate(part))
            assert result == getattr(INTS, name)(width, x, y), (name, hex(x), hex(y))

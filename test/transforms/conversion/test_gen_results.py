"""
Every opcode at every type, in one lane and in sixteen, at gen and on NaplesPU.

What runs agrees with an oracle that knows nothing of circ's semantics; what does not is
diagnosed, for the reason that the documentation gives.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest
from gen_loops import COUNT, program, run
from gen_opcodes import reason
from gen_oracle import WIDTHS, expected, is_float, values_of

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.gen.table import ROW_OF_OPCODE, ROWS
from circ.dialects.gen.types import SCALARS

COMPUTING = ("Unary", "Binary", "Ternary", "Select", "Compare", "Convert")
OPCODES = [
    row.opcode
    for row in ROWS
    if row.kind in COMPUTING and not row.opcode.startswith("SIMD_")
]
FIXED = {"F16TO32": ("float", "uint16"), "F32TO16": ("uint16", "float")}


def pairs_of(opcode: str) -> Iterator[tuple[str, str]]:
    """The types of an instruction and of its sources."""
    row = ROW_OF_OPCODE[opcode]
    types = [scalar.name for scalar in SCALARS.values() if row.accepts(scalar)]
    if opcode in FIXED:
        yield FIXED[opcode]
    elif row.kind == "Convert":
        yield from product(types, types)
    else:
        yield from ((type, type) for type in types)


def operands(opcode: str, type: str, source: str) -> tuple[list[str], str]:
    """The types of what is read, and of what is written."""
    row = ROW_OF_OPCODE[opcode]
    match row.kind:
        case "Select":
            return ["bool", type, type], type
        case "Compare":
            return [type, type], "bool"
        case _:
            return [source] * row.sources[0], type


def rows_of(reads: Sequence[str], random: Random) -> list[tuple[int, ...]]:
    """Values of the sources: each number that is special, and some at random."""
    columns: list[list[int]] = []
    for type in reads:
        values = values_of(type)
        column = random.sample(values, len(values))
        while len(column) < COUNT:
            some = random.getrandbits(WIDTHS[type])
            column.append(random.choice((some, random.choice(values))))
        columns.append(column[:COUNT])
        random.shuffle(columns[-1])
    return list(zip(*columns, strict=True))


def is_nan(type: str, bits: int) -> bool:
    if not is_float(type):
        return False
    exponent = {"half": 0x7C00, "float": 0xFF << 23, "double": 0x7FF << 52}[type]
    return bits & (1 << WIDTHS[type] - 1) - 1 > exponent


def check(opcode: str, type: str, source: str, lanes: int) -> None:
    """What runs at a level is right, and what does not is diagnosed."""
    reads, write = operands(opcode, type, source)
    values = ", ".join(f"%v{i}" for i in range(len(reads)))
    types = f"{type} from {source}" if is_conversion(opcode) else type
    code = f"gen.{opcode.lower()} {types} %r = {values}"
    text = program([code], reads, write, lanes)
    rows = rows_of(reads, Random(f"{opcode} {type} {source}"))
    columns = [*zip(*rows, strict=True), [0] * COUNT]
    result = "half" if opcode == "F32TO16" else write
    for level in ("gen", "naplespu"):
        if reason(opcode, type) is not None:
            with pytest.raises(Diagnostic, match=f"'gen.{opcode.lower()}'"):
                run(level, text, *columns)
            continue
        found = run(level, text, *columns)[-1]
        for row, bits in zip(rows, found, strict=True):
            right = expected(opcode, type, source, row)
            if is_nan(result, right[0]) and is_nan(result, bits):
                continue
            what = f"{opcode}.{type} from {source} x{lanes} at {level}"
            assert bits in right, (what, [*map(hex, row)], hex(bits), right)


def is_conversion(opcode: str) -> bool:
    return ROW_OF_OPCODE[opcode].kind == "Convert"


@pytest.mark.long
@pytest.mark.parametrize("lanes", (1, 16))
@pytest.mark.parametrize("opcode", OPCODES)
def test_every_type(opcode: str, lanes: int):
    for type, source in pairs_of(opcode):
        check(opcode, type, source, lanes)


@pytest.mark.parametrize("opcode", OPCODES)
@pytest.mark.every(7, first=3)
def test_some_types(opcode: str):
    """Two of words or halves, and one of 64 bits, each in one number of lanes."""
    random = Random(opcode)
    by_width: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
    for pair in pairs_of(opcode):
        by_width[64 in map(WIDTHS.get, pair)].append(pair)
    for wide, count in ((False, 2), (True, 1)):
        pairs = by_width[wide]
        for lanes, pair in enumerate(random.sample(pairs, min(count, len(pairs)))):
            check(opcode, *pair, 16 if (lanes + wide) % 2 else 1)

"""Gen's operations across lanes, on tuples and in memory, against plain Python."""

from collections.abc import Callable, Sequence
from random import Random

import pytest
from gen_loops import COUNT, program, run
from gen_oracle import WIDTHS, integer

from circ.dialects.gen.types import SCALARS

LEVELS = ("gen", "naplespu")
LANES = (1, 16)
VALUES = [name for name in SCALARS if name != "bool"]
INTEGERS = [name for name in VALUES if "int" in name]


def numbers(type: str, seed: int = 0) -> list[int]:
    random = Random(f"{type} {seed}")
    return [random.choice((0, random.getrandbits(WIDTHS[type]))) for _ in range(COUNT)]


def check(
    text: str,
    columns: Sequence[Sequence[int]],
    right: Sequence[int],
    levels: Sequence[str] = LEVELS,
) -> None:
    for level in levels:
        assert run(level, text, *columns, [0] * COUNT)[-1] == list(right), level


def in_rows(
    lanes: int, compute: Callable[..., list[int]], *columns: Sequence[int]
) -> list[int]:
    """What each row of lanes computes, one after the other."""
    found: list[int] = []
    for start in range(0, COUNT, lanes):
        found += compute(*(column[start : start + lanes] for column in columns))
    return found


# region Across lanes


@pytest.mark.parametrize("lanes", LANES)
def test_votes_of_bools(lanes: int):
    values = [1] * 16 + [0] * 16 + [n % 3 // 2 for n in range(32)]
    for name, compute in (("any", any), ("all", all)):
        text = program([f"gen.simd_{name} bool %r = %v0"], ["bool"], "bool", lanes)
        right = in_rows(lanes, lambda row: [int(compute(row))] * lanes, values)
        check(text, [values], right)


@pytest.mark.parametrize("lanes", LANES)
@pytest.mark.parametrize("type", VALUES)
@pytest.mark.every(4)
def test_lanes(type: str, lanes: int):
    values = numbers(type)
    values[16:32] = [0] * 16
    values[32:48] = [number or 1 for number in values[32:48]]
    operations: dict[str, Callable[..., list[int]]] = {
        "simd_any": lambda row: [int(any(row))] * lanes,
        "simd_all": lambda row: [int(all(row))] * lanes,
    }
    for name, compute in operations.items():
        text = program([f"gen.{name} {type} %r = %v0"], [type], type, lanes)
        check(text, [values], in_rows(lanes, compute, values))
    for name, found in (("simd_id", range(lanes)), ("simd_size", [lanes] * lanes)):
        text = program([f"gen.{name} {type} %r"], [], type, lanes)
        check(text, [], [*found] * (COUNT // lanes))
    places = numbers("uint32", 1)
    text = program(
        [f"gen.simd_shuffle {type} %r = %v0, %v1"], [type, "uint32"], type, lanes
    )
    right = in_rows(lanes, lambda row, at: [row[i % lanes] for i in at], values, places)
    check(text, [values, places], right)


@pytest.mark.parametrize("lanes", LANES)
def test_region(lanes: int):
    values = numbers("uint32")
    text = program(["gen.region %r = %v0 {offset = 21}"], ["uint32"], "uint32", lanes)
    right = in_rows(lanes, lambda row: [row[21 % lanes]] * lanes, values)
    check(text, [values], right)


@pytest.mark.parametrize("lanes", LANES)
@pytest.mark.parametrize("type", VALUES)
def test_indirect_mov(type: str, lanes: int):
    """A table of two registers, each of all its lanes; beyond it there is 0."""
    first, second, size = numbers(type), numbers(type, 1), WIDTHS[type] // 8
    random = Random(type)
    at = [random.randrange(0, (2 * lanes + 2) * size) for _ in range(COUNT)]
    code = f"gen.indirect_mov {type} %r = %v0, %v1, %v2 {{offset = {size}}}"
    text = program([code], [type, type, "uint32"], type, lanes)

    def compute(a: list[int], b: list[int], at: list[int]) -> list[int]:
        table = [*a, *b, 0, 0, 0, 0]
        return [table[byte // size + 1] for byte in at]

    right = in_rows(lanes, compute, first, second, at)
    check(text, [first, second, at], right)


# endregion
# region Constants and tuples


@pytest.mark.parametrize("lanes", LANES)
@pytest.mark.parametrize("type", SCALARS)
def test_constants(type: str, lanes: int):
    bits = 0xFEDC_BA98_7654_3211 & (1 << WIDTHS[type]) - 1
    text = program([f"gen.loadi {type} %r {{value = {bits}}}"], [], type, lanes)
    check(text, [], [bits] * COUNT)


TUPLES = (
    *(("int8", "half"), ("uint8", "float"), ("uint8", "int64"), ("int16", "double")),
    *(("half", "uint64"), ("half", "int16"), ("float", "double"), ("int32", "uint64")),
    *(("float", "int32"), ("double", "int64"), ("int8", "uint8")),
)


@pytest.mark.parametrize("lanes", LANES)
@pytest.mark.parametrize(("narrow", "wide"), TUPLES)
@pytest.mark.every(4, first=2)
def test_tuples(narrow: str, wide: str, lanes: int):
    """A tuple as one value, and one value as a tuple."""
    width, part = WIDTHS[wide], WIDTHS[narrow]
    count = width // part
    values = [numbers(narrow, seed) for seed in range(count)]
    names = ", ".join(f"%v{i}" for i in range(count))
    text = program(
        [f"gen.bitcast {wide} from {narrow} %r = {names}"],
        [narrow] * count,
        wide,
        lanes,
    )
    right = [
        sum(each << part * place for place, each in enumerate(row))
        for row in zip(*values, strict=True)
    ]
    check(text, values, right)
    for place in range(count):
        names = ", ".join("%r" if i == place else f"%x{i}" for i in range(count))
        code = f"gen.bitcast {narrow} from {wide} {names} = %v0"
        text = program([code], [wide], narrow, lanes, [narrow] * count)
        check(text, [right], values[place])


# endregion
# region Memory

COPY = """
gen.func @f(dword, dword) {lanes}
    attributes {{circ.signature = (memref<64xi{width}>, memref<64xi{width}>) -> ()}} {{
  %from = gen.register : !gen.reg<dword{uniform}>
  %to = gen.register : !gen.reg<dword{uniform}>
  %n = gen.register : !gen.reg<dword>
  %k = gen.register : !gen.reg<dword>
  %a = gen.register : !gen.reg<dword>
  %b = gen.register : !gen.reg<dword>
  %x0 = gen.register : !gen.reg<{family}>
  %x1 = gen.register : !gen.reg<{family}>
  %x2 = gen.register : !gen.reg<{family}>
  %x3 = gen.register : !gen.reg<{family}>
  gen.inputs %from, %to
  gen.simd_id int32 %n
  gen.loadi int32 %k {{value = {bytes}}}
  gen.mul int32 %n = %n, %k
  gen.add int32 %a = %from, %n
  gen.add int32 %b = %to, %n
  gen.load {type} %x0, %x1, %x2, %x3 = {source} {{space = global{load}}}
  gen.store {type} {target}, %x3, %x0, %x1, %x2 {{space = global{store}}}
  gen.ret
}}
"""


@pytest.mark.parametrize("lanes", LANES)
@pytest.mark.parametrize("type", SCALARS)
@pytest.mark.every(2)
def test_several_elements_and_blocks(type: str, lanes: int):
    """Four elements a lane: in a row, or a row of all lanes for each."""
    values = [number & (1 << WIDTHS[type]) - 1 for number in numbers(type)]
    width = max(8, WIDTHS[type])
    for load, store in ((0, 0), (1, 0), (0, 1)):
        text = COPY.format(
            lanes="lanes 16" if lanes > 1 else "",
            uniform=" uniform" if lanes > 1 else "",
            width=width,
            bytes=width // 2,
            family=SCALARS[type].family,
            type=type,
            source="%from" if load else "%a",
            target="%to" if store else "%b",
            load=", block" if load else "",
            store=", block" if store else "",
        )
        right = [0] * COUNT
        for lane in range(lanes):
            for to, place in enumerate((3, 0, 1, 2)):
                source = place * lanes + lane if load else 4 * lane + place
                target = to * lanes + lane if store else 4 * lane + to
                right[target] = values[source]
        for level in LEVELS:
            found = run(level, text, values, [0] * COUNT)
            assert found == [values, right], (level, load, store)


ATOMICS: dict[str, Callable[..., int]] = {
    "AND": lambda t, old, a: old & a,
    "OR": lambda t, old, a: old | a,
    "XOR": lambda t, old, a: old ^ a,
    "XCHG": lambda t, old, a: a,
    "INC": lambda t, old: old + 1,
    "DEC": lambda t, old: old - 1,
    "ADD": lambda t, old, a: old + a,
    "SUB": lambda t, old, a: old - a,
    "IMAX": lambda t, old, a: max(old, a, key=lambda x: integer(t, x)),
    "IMIN": lambda t, old, a: min(old, a, key=lambda x: integer(t, x)),
    "UMAX": lambda t, old, a: max(old, a),
    "UMIN": lambda t, old, a: min(old, a),
    "CMPXCHG": lambda t, old, a, b: b if old == a else old,
}


@pytest.mark.parametrize("lanes", LANES)
@pytest.mark.parametrize("operation", ATOMICS)
@pytest.mark.every(4, first=2)
def test_atomics(operation: str, lanes: int):
    """Lanes update one after the other, also where several have one address."""
    for type in ("uint8", "int16", "int32", "uint64") if lanes > 1 else INTEGERS:
        width = WIDTHS[type]
        count = ATOMICS[operation].__code__.co_argcount - 2
        random, table = Random(type), numbers(type, 9)
        places = [random.randrange(8) for _ in range(COUNT)]
        given = [numbers(type, seed) for seed in range(count)]
        if operation == "CMPXCHG":
            given[0] = [random.choice((table[p], 7)) for p in places]
        reads = ["uint32", *[type] * count, type]
        last = f"%p{len(reads) - 1}"
        code = [
            f"gen.loadi int32 %x0 {{value = {width // 8}}}",
            "gen.mul int32 %x0 = %v0, %x0",
            f"gen.add int32 %x0 = {last}, %x0",
            f"gen.atomic {type} %r = "
            + ", ".join(["%x0", *(f"%v{i + 1}" for i in range(count))])
            + f" {{operation = {operation}, space = global}}",
        ]
        text = program(code, reads, type, lanes, ["uint32"])
        memory, old = [*table], list[int]()
        mask = (1 << width) - 1
        for place, *row in zip(places, *given, strict=True):
            old.append(memory[place])
            signed = f"int{width}"
            memory[place] = ATOMICS[operation](signed, memory[place], *row) & mask
        for level in LEVELS:
            found = run(level, text, places, *given, table, [0] * COUNT)
            assert found[-2:] == [memory, old], (level, type)


@pytest.mark.parametrize("type", VALUES)
@pytest.mark.every(3, first=2)
def test_accesses_of_some_lanes(type: str):
    random = Random(type)
    flags = [int(n % 16 == 5 or random.random() < 0.5) for n in range(COUNT)]
    values, size = numbers(type), WIDTHS[type] // 8
    code = [
        "gen.loadi uint8 %x0 {value = 0}",
        "gen.ne uint8 %x1 = %v0, %x0",
        f"gen.loadi {type} %r {{value = 7}}",
        f"gen.loadi {type} %x2 {{value = 9}}",
        f"gen.load {type} %r = %a, %x1 {{space = global, predicated}}",
        f"gen.store {type} %a, %x2, %x1 {{space = global, predicated}}",
    ]
    text = program(code, ["uint8", type], type, 16, ["uint8", "bool", type])
    pairs = list(zip(flags, values, strict=True))
    loaded = [value if flag else 7 for flag, value in pairs]
    stored = [9 if flag else value for flag, value in pairs]
    for level in LEVELS:
        found = run(level, text, flags, values, [0] * COUNT)
        assert found[1:] == [stored, loaded], level
    if type not in INTEGERS:
        return
    # All lanes with a flag count in one of four elements.
    code = [
        *code[:3],
        "gen.loadi uint32 %x2 {value = 3}",
        "gen.and uint32 %x2 = %n, %x2",
        f"gen.loadi uint32 %x3 {{value = {size}}}",
        "gen.mul uint32 %x2 = %x2, %x3",
        "gen.add uint32 %x2 = %p1, %x2",
        f"gen.atomic {type} %r = %x2, %x1 "
        "{operation = INC, space = global, predicated}",
    ]
    text = program(
        code, ["uint8", type], type, 16, ["uint8", "bool", "uint32", "uint32"]
    )
    counts, old = [*values], [7] * COUNT
    for n, flag in enumerate(flags):
        if flag:
            old[n] = counts[n % 4]
            counts[n % 4] = (old[n] + 1) % (1 << WIDTHS[type])
    for level in LEVELS:
        found = run(level, text, flags, values, [0] * COUNT)
        assert found[1:] == [counts, old], level


# endregion

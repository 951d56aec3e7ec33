"""
Each pattern of NaplesPU's table is proved: what its result computes is what its source
means, for all values of its operands, whatever the alternatives beside it.

The source is built from the table itself: inner nodes are selected, constants are those
of a list that the pattern's checks accept, other operands registers of which just so
much is known that the pattern matches. Of vectors one lane is looked at
(`machine_terms`); what takes another lane is executed in `test/acceptance`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import pytest
from machine_terms import LANE, bit_of
from selection_bench import Bench, Kind, Known, assert_holds, number
from xdsl.dialects.builtin import StringAttr

from circ.dialects.common.arithmetic import fcmp
from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.common.terms import TERMS, Bytes, Term, assert_equal, symbol
from circ.dialects.gen.semantics import load_elements, store_elements
from circ.dialects.naplespu.semantics import (
    FLOAT_COMPARISONS,
    IEEE,
    INTEGER_COMPARISONS,
    complement,
    exchanged_if_negative,
    ftoi_without_byte,
)
from circ.targets.naplespu.generated.selection import ROOTS
from circ.targets.tablegen.matching import (
    Alternative,
    Complex,
    Constant,
    Holds,
    Literal,
    Node,
    Same,
    Signature,
)
from circ.transforms.common.pattern_matcher import constant_width
from circ.transforms.gen.signatures import meaning_of, of_one_lane
from circ.transforms.naplespu.selection.selector import MATCHER
from circ.transforms.naplespu.selection.values import FrameObject

Inputs = Sequence[Term]


@dataclass(frozen=True)
class Claim:
    """What a node of the machine's own computes, and of which operands it is asked."""

    means: Callable[..., Term]
    given: Callable[..., Term] = lambda *inputs: TERMS.const(1, 1)


def _all_sign_bits(value: Term, sign: Term) -> Term:
    return TERMS.eq(32, sign, TERMS.ashr(32, value, TERMS.const(32, 31)))


def _top_bit(value: Term, top: Term) -> Term:
    return TERMS.eq(32, top, TERMS.lshr(32, value, TERMS.const(32, 31)))


def _float(name: str) -> Callable[..., Term]:
    function = meaning_of(TERMS, Signature.parse(name))
    assert function is not None
    return function


def _at_least_two_to_31(value: Term, large: Term) -> Term:
    """... and not negative: the select around it takes 0 there."""
    two_to_31 = TERMS.const(32, 0x4F00_0000)
    is_large = fcmp(TERMS, "oge", 32, value, two_to_31)
    negative = fcmp(TERMS, "olt", 32, value, TERMS.const(32, 0))
    return TERMS.and_(1, TERMS.eq(1, large, is_large), complement(TERMS, negative))


def _least(signed_less: Callable[[Term, Term], Term]) -> Callable[[Term, Term], Term]:
    return lambda x, y: TERMS.ite(32, signed_less(x, y), x, y)


def _flips(x: Term, y: Term, flips: Term) -> Term:
    """What exchanges two floats and changes their signs where the first is negative."""
    sign = TERMS.const(32, 1 << 31)
    both = TERMS.xor(32, sign, TERMS.xor(32, x, y))
    negative = TERMS.extract(32, 31, 31, x)
    return TERMS.eq(32, flips, TERMS.ite(32, negative, both, TERMS.const(32, 0)))


def _order(name: str) -> Claim:
    return Claim(lambda x, y, flips: fcmp(TERMS, f"o{name}", 32, x, y), _flips)


CLAIMS = {
    "naplespu.splat": Claim(lambda value: value),
    "SIMD_ID": Claim(lambda: TERMS.const(32, LANE)),
    "naplespu.float_bit": Claim(lambda value: TERMS.extract(32, 0, 0, value)),
    "naplespu.smin": Claim(_least(lambda x, y: TERMS.slt(32, x, y))),
    "naplespu.smax": Claim(_least(lambda x, y: TERMS.slt(32, y, x))),
    "naplespu.abs_by_sign": Claim(
        lambda value, sign: _float("ABS.int i32 -> i32")(value), _all_sign_bits
    ),
    "naplespu.halved_to_fp": Claim(
        lambda value, top: _float("CVT.float.uint i32 -> f32")(value), _top_bit
    ),
    "naplespu.reduced_to_int": Claim(
        lambda value, large: _float("CVT.uint.float f32 -> i32")(value),
        _at_least_two_to_31,
    ),
    "naplespu.whole_or_half": Claim(
        lambda whole, twice: TERMS.ite(
            32,
            TERMS.eq(32, whole, TERMS.const(32, 0)),
            TERMS.sdiv(32, twice, TERMS.const(32, 2)),
            whole,
        )
    ),
    **{f"naplespu.swap_{name}": _order(name) for name in ("lt", "le", "gt", "ge")},
}

NUMBERS = (0, 1, 2, 7, 8, 31, 33, 100, 200, 255, 256, 0x7FFF, 0xFFFF, 0x1_0000)
EXTREME = (1 << 31, (1 << 31) - 1, 0xC000_0000)
CONSTANTS = tuple(sorted({*NUMBERS, *(-n for n in NUMBERS), *EXTREME}))
FEW = (0, 1, 100, 200, -1, -3)

RANGES = (
    Known(),
    Known(unsigned=1),
    Known(unsigned=5),
    Known(unsigned=31),
    Known(signed=8),
    Known(signed=16),
)


# region Building a source


@dataclass
class Place:
    """An operand of the source, by its slot in the pattern."""

    type: str
    node: Signature | None = None
    operands: Sequence[int] = ()
    is_constant: bool = False
    literal: int | None = None
    same: int | None = None
    """The slot of an operand that is the same one."""


def places_of(signature: Signature, alternative: Alternative) -> dict[int, Place]:
    """The operands of a source; slots that checks add for numbers are left out."""
    places = {slot: Place(type) for slot, type in enumerate(signature.operands)}
    count = len(places)
    for check in alternative.checks:
        match check:
            case Node(slot, text):
                node = Signature.parse(text)
                added = range(count, count + len(node.operands))
                places[slot].node, places[slot].operands = node, added
                places |= {s: Place(t) for s, t in zip(added, node.operands)}
                count += len(node.operands)
            case Constant(slot):
                places[slot].is_constant = True
                count += 1
            case Literal(slot, width, value):
                places[slot].literal = value & ((1 << width) - 1)
            case Same(first, second):
                places[second].same = first
            case Complex(results=more):
                count += more
            case _:
                pass
    return places


Choice = dict[int, Callable[[Bench], object]]


def choices(places: dict[int, Place], ranges: Sequence[Known]) -> Iterator[Choice]:
    """The ways to make the leaves of a source."""
    constants = [slot for slot, place in places.items() if place.is_constant]
    numbers = CONSTANTS if len(constants) < 2 else FEW
    kinds: dict[int, Sequence[Callable[[Bench], object]]] = {}
    for slot, place in places.items():
        mask = (1 << constant_width(place.type)) - 1
        if place.node is not None:
            continue
        if place.literal is not None:
            kinds[slot] = (number(place.literal),)
        elif place.is_constant:
            kinds[slot] = tuple(map(number, sorted({n & mask for n in numbers})))
        elif place.type == "i1":
            kinds[slot] = (Known(unsigned=1),)
        elif place.type == "v16i1":
            kinds[slot] = (Known(unsigned=16),)
        elif place.type == "OtherVT":
            kinds[slot] = (lambda bench: "label",)
        elif place.type.startswith("v16"):
            kinds[slot] = tuple(replace(known, vector=True) for known in ranges)
        else:
            kinds[slot] = ranges
    slots = list(kinds)
    for found in product(*kinds.values()):
        yield dict(zip(slots, found))


class Source:
    """The operands of a pattern's root in a bench, and what they mean."""

    def __init__(self, places: dict[int, Place], choice: Choice, count: int):
        self.bench = Bench()
        self.places = places
        self.choice = choice
        self.made: dict[int, object] = {}
        self.operands = [self.make(slot) for slot in range(count)]

    def make(self, slot: int) -> object:
        place = self.places[slot]
        if slot in self.made:
            return self.made[slot]
        if place.same is not None:
            self.made[slot] = self.make(place.same)
        elif place.node is None:
            self.made[slot] = self.choice[slot](self.bench)
        elif place.node.opcode == "SIMD_ID":
            self.made[slot] = self.bench.lane_numbers()
        elif place.node.opcode == "naplespu.float_bit":
            # Its operand is 0 or 0xFFFF: what a comparison of floats gives.
            bit = self.bench.float_comparison()
            self.made[slot] = bit
            (self.made[place.operands[0]],) = self.bench.selector.nodes[bit][1]
        else:
            inner = [self.make(each) for each in place.operands]
            self.made[slot] = self.bench.compute(str(place.node), *inner)
        return self.made[slot]

    def meaning(self, slot: int) -> Term:
        """What an operand is, at its type."""
        place = self.places[slot]
        if place.node is None:
            term = self.bench.term(self.made[slot])
            if place.type == "v16i1":
                return bit_of(term)
            return TERMS.extract(32, constant_width(place.type) - 1, 0, term)
        return means(place.node)(*map(self.meaning, place.operands))


def means(signature: Signature) -> Callable[..., Term]:
    """What a node computes: gen's meaning of it, or the machine's own claim."""
    claim = CLAIMS.get(signature.opcode)
    if claim is not None:
        return claim.means
    function = meaning_of(TERMS, of_one_lane(signature) or signature)
    assert function is not None, signature
    return function


# endregion

PATTERNS = [
    (text, index) for text, found in ROOTS.items() for index in range(len(found))
]
VALUES = [
    (text, index)
    for text, index in PATTERNS
    if text.partition(" ")[0].partition(".")[0]
    not in ("LOAD", "STORE", "SYMBOL", "FRAME", "BRA", "BRA_ZERO")
    and not text.startswith(("SIMD_", "naplespu.any_lane", "naplespu.all_lanes"))
]


def sources(signature: Signature, alternative: Alternative) -> Iterator[Source]:
    """The sources that a pattern may match: with knowledge only where it needs it."""
    places = places_of(signature, alternative)
    asks = any(isinstance(check, Holds) and check.slots for check in alternative.checks)
    for choice in choices(places, RANGES if asks else RANGES[:1]):
        yield Source(places, choice, len(signature.operands))


def name(pattern: tuple[str, int]) -> str:
    return ROOTS[pattern[0]][pattern[1]].source


@pytest.mark.parametrize("test", ("any", "all"))
def test_pattern_tests_all_bits_of_a_mask(test: str):
    bench = Bench()
    mask = bench.argument(unsigned=16)
    name = {"any": "naplespu.any_lane", "all": "naplespu.all_lanes"}[test]
    found = bench.compute(f"{name} v16i1 -> i1", mask)
    bench.run()
    limit = TERMS.const(32, 0 if test == "any" else 0xFFFF)
    same = TERMS.eq(32, bench.term(mask), limit)
    assert_holds(
        "i1", bench.term(found), complement(TERMS, same) if test == "any" else same
    )


@pytest.mark.parametrize("pattern", VALUES, ids=name)
@pytest.mark.every(12)
def test_pattern_computes_its_source(pattern: tuple[str, int]):
    text, index = pattern
    alternative, signature = ROOTS[text][index], Signature.parse(text)
    proved = 0
    for source in sources(signature, alternative):
        bench = source.bench
        results = MATCHER.attempt(
            bench.selector, MATCHER.root(text), alternative, source.operands
        )
        if results is None:
            continue
        bench.run()
        inputs = [source.meaning(slot) for slot in range(len(signature.operands))]
        claim = CLAIMS.get(signature.opcode)
        given = () if claim is None else (claim.given(*inputs),)
        expected = means(signature)(*inputs)
        assert_holds(signature.results[0], bench.term(results[0]), expected, *given)
        proved += 1
    assert proved, "the pattern never matches"


FAULTY = replace(
    IEEE,
    unary={**IEEE.unary, "ftoi_i32": ftoi_without_byte},
    comparisons={
        name: exchanged_if_negative(predicate)
        for name, predicate in IEEE.comparisons.items()
        if name in FLOAT_COMPARISONS
    }
    | INTEGER_COMPARISONS,
)
"""The machine that orders negative floats wrongly, and loses a byte of integers."""

FLOATS = (
    Known(),
    Known(unsigned=31),
    *map(number, (0, 1 << 31, 0x3F80_0000, 0xC000_0000, 0x7FC0_0000, 0xFFC0_0000)),
)


@pytest.mark.parametrize("lanes", ("", "v16"))
@pytest.mark.parametrize("opcode", ("EQ", "NE", "LT", "LE", "GT", "GE", "ORD"))
@pytest.mark.every(3, first=2)
def test_comparisons_are_right_where_negative_floats_are_swapped(
    opcode: str, lanes: str
):
    """On the chip with that erratum, and on one without."""
    for kinds in product(FLOATS, repeat=2):
        bench = Bench()
        operands = [
            replace(kind, vector=bool(lanes))(bench)
            if isinstance(kind, Known)
            else kind(bench)
            for kind in kinds
        ]
        text = f"{opcode} {lanes}f32, {lanes}f32 -> {lanes}i1"
        found = bench.compute(text, *operands)
        meaning = meaning_of(TERMS, Signature.parse(f"{opcode} f32, f32 -> i1"))
        assert meaning is not None
        expected = meaning(*map(bench.term, operands))
        for operations in (IEEE, FAULTY):
            bench.run(operations)
            assert_holds(f"{lanes}i1", bench.term(found), expected)


@pytest.mark.parametrize("lanes", ("", "v16"))
@pytest.mark.parametrize(
    "type", ("int i8", "int i16", "int i32", "uint i8", "uint i32")
)
@pytest.mark.every(3, first=1)
def test_conversions_are_right_where_a_byte_is_lost(type: str, lanes: str):
    kind, to = type.split()
    bench = Bench()
    value = bench.argument(vector=bool(lanes))
    found = bench.compute(f"CVT.{kind}.float {lanes}f32 -> {lanes}{to}", value)
    meaning = meaning_of(TERMS, Signature.parse(f"CVT.{kind}.float f32 -> {to}"))
    assert meaning is not None
    bench.run(FAULTY)
    assert_holds(f"{lanes}{to}", bench.term(found), meaning(bench.term(value)))


def test_only_floats_that_may_both_be_negative_cost_more():
    def size(*kinds: Kind) -> int:
        bench = Bench()
        bench.compute("LT f32, f32 -> i1", *(kind(bench) for kind in kinds))
        return sum(1 for op in bench.block.ops)

    plain = size(Known(), Known(unsigned=31))
    assert size(Known(unsigned=31), Known()) == plain
    assert size(Known(), number(0)) == plain + 1  # which is loaded
    assert size(Known(), number(0xBF80_0000)) == plain + 3
    assert size(Known(), Known()) > plain + 3


def access_of(type: str, space: int) -> MemoryAttr:
    """The memory operand of an access that is as aligned as it can be."""
    if type.startswith("v16"):
        return memory(64, space=space)
    return memory(max(constant_width(type) // 8, 1), space=space)


def place_of(type: str, address: Term) -> Term:
    """Where the element, or that of the lane, is."""
    offset = 4 * LANE if type.startswith("v16") else 0
    return TERMS.add(32, address, TERMS.const(32, offset))


@pytest.mark.parametrize(
    "pattern",
    [(text, index) for text, index in PATTERNS if text.startswith("LOAD")],
    ids=str,
)
def test_pattern_of_load(pattern: tuple[str, int]):
    text, index = pattern
    alternative, signature = ROOTS[text][index], Signature.parse(text)
    width = constant_width(signature.results[0])
    for space in (0, 68):
        (source,) = sources(signature._replace(operands=("i32",)), alternative)
        bench = source.bench
        bench.selector.access = access_of(signature.results[0], space)
        found = MATCHER.attempt(
            bench.selector, MATCHER.root(text), alternative, source.operands
        )
        if found is None:
            continue
        bench.run()
        place = place_of(signature.results[0], bench.term(source.operands[0]))
        (expected,) = load_elements(TERMS, Bytes("memory"), width, 1, place)
        assert_holds(signature.results[0], bench.term(found[0]), expected)
        return
    raise AssertionError("the pattern never matches")


@pytest.mark.parametrize(
    "pattern",
    [(text, index) for text, index in PATTERNS if text.startswith("STORE")],
    ids=str,
)
def test_pattern_of_store(pattern: tuple[str, int]):
    text, index = pattern
    alternative, signature = ROOTS[text][index], Signature.parse(text)
    width = constant_width(signature.operands[0])
    for space in (0, 68):
        (source,) = sources(signature, alternative)
        bench, expected = source.bench, Bytes("memory")
        bench.selector.access = access_of(signature.operands[0], space)
        root = MATCHER.root(text)
        if (
            MATCHER.attempt(bench.selector, root, alternative, source.operands)
            is not None
        ):
            bench.run()
            value, address = map(bench.term, source.operands)
            stored = TERMS.extract(32, width - 1, 0, value)
            place = place_of(signature.operands[0], address)
            store_elements(TERMS, expected, width, place, [stored])
            anywhere = symbol("anywhere", 32)
            assert_equal(bench.memory.load(anywhere, 1), expected.load(anywhere, 1))
            return
    raise AssertionError("the pattern never matches")


@pytest.mark.parametrize(
    "pattern",
    [(text, index) for text, index in PATTERNS if text.startswith("BRA")],
    ids=name,
)
def test_pattern_of_branch(pattern: tuple[str, int]):
    text, index = pattern
    alternative, signature = ROOTS[text][index], Signature.parse(text)
    (source,) = sources(signature, alternative)
    bench = source.bench
    root = MATCHER.root(text)
    found = MATCHER.attempt(bench.selector, root, alternative, source.operands)
    assert found == ()
    test = bench.selector.test
    assert test is not None
    bench.run()
    width = constant_width(signature.operands[0])
    zero = TERMS.eq(width, source.meaning(0), TERMS.const(width, 0))
    tested = TERMS.eq(32, bench.term(test.register), TERMS.const(32, 0))
    same = (test.record == "BEQZ") == (signature.opcode == "BRA_ZERO")
    assert_equal(tested, zero if same else complement(TERMS, zero))


def test_patterns_of_addresses_emit_what_stands_for_them():
    bench = Bench()
    bench.compute("SYMBOL i32 -> i32", StringAttr("f"))
    bench.compute("FRAME i32 -> i32", FrameObject(0, 4, 4))
    names = [op.name for op in bench.block.ops]
    assert names == ["naplespu.LoadI32", "naplespu.frame_address"]

"""
Selection is proved: what the instructions compute is what the gen instruction does.

Every opcode that patterns start at, at every type, on registers and constants, with and
without what may be known of a register. The claims about known ranges of the values
that come out are proved on the way. Pattern by pattern: `test_patterns.py`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import pytest
from selection_bench import Bench, Kind, Known, Source, assert_holds, number
from xdsl.ir import SSAValue

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.terms import TERMS, Bytes, assert_equal, symbol
from circ.dialects.gen import RegisterOp, create, load, store
from circ.dialects.gen.semantics import compute, load_elements, meaning, store_elements
from circ.dialects.gen.table import ROW_OF_OPCODE, TWO_TYPES
from circ.dialects.gen.types import SCALARS, Scalar
from circ.dialects.naplespu.semantics import complement
from circ.targets.naplespu.generated.selection import ROOTS
from circ.transforms.gen.signatures import type_of

BOOL = SCALARS["bool"]
TYPES = tuple(s for s in SCALARS.values() if s.width <= 32 and s.name != "half")
OPCODES = sorted(
    {
        signature.partition(" ")[0].partition(".")[0]
        for signature in ROOTS
        if not signature.startswith("SIMD_")
    }
    & set(ROW_OF_OPCODE)
)


def kinds_of(scalar: Scalar) -> Sequence[Kind]:
    """The ways in which a source of a type can be there."""
    if scalar.is_bool:
        return (Known(unsigned=1), Bench.float_comparison, *map(number, (0, 1)))
    if scalar.is_float:
        return (Known(), number(0), number(0x3F80_0000), number(0x8000_0000))
    width = scalar.width
    low = {0, 1, 200, 1 << (width - 1)}
    constants = [number(value) for value in sorted(low)]
    # Amounts that are below the width, and those that need not be.
    amounts = [Known(unsigned=width.bit_length() - extra) for extra in (1, 0)]
    if width == 32:
        shifts = map(number, (31, 37, 0xFFFF_FFFF))
        return (Known(), Known(signed=8), *amounts, *shifts, *constants)
    # Bits above the type's are not specified, of a constant neither.
    known = (Known(unsigned=width), Known(signed=width))
    return (Known(), *known, *amounts, number(0xFFFF_FFFF), *constants)


@dataclass(frozen=True)
class Case:
    """An opcode at a type, and the types of its sources."""

    opcode: str
    type: Scalar
    sources: tuple[Scalar, ...]

    def __str__(self) -> str:
        return f"{self.opcode}.{self.type.name}({self.sources[-1].name})"

    @property
    def result(self) -> Scalar:
        return BOOL if ROW_OF_OPCODE[self.opcode].kind == "Compare" else self.type

    def select(
        self, bench: Bench, kinds: Sequence[Kind]
    ) -> tuple[Source, list[Source]]:
        """The value of the instruction, and those of its sources."""
        target = RegisterOp.of(self.result.family).handle
        two_types = ROW_OF_OPCODE[self.opcode].kind in TWO_TYPES
        src_type = self.sources[0].name if two_types else None
        registers = [RegisterOp.of(source.family).handle for source in self.sources]
        op = create(self.opcode, self.type.name, [target], registers, src_type=src_type)
        sources = bench.select(op, kinds)
        return bench.selector.current[target], sources

    def prove(self, kinds: Sequence[Kind]) -> None:
        bench = Bench()
        result, sources = self.select(bench, kinds)
        bench.run()
        inputs = [
            TERMS.extract(32, scalar.width - 1, 0, bench.term(source))
            for scalar, source in zip(self.sources, sources, strict=True)
        ]
        name, source = self.type.name, self.sources[0].name
        expected = compute(TERMS, self.opcode, name, source, inputs)
        assert_holds(type_of(self.result), bench.term(result), expected)
        bench.check_ranges()


def cases() -> Iterator[Case]:
    """The opcodes with a meaning that selection knows, at the types it accepts."""
    for opcode, scalar, source in product(OPCODES, TYPES, TYPES):
        row = ROW_OF_OPCODE[opcode]
        if not row.accepts(scalar) or not row.accepts(source):
            continue
        if row.kind not in TWO_TYPES and source is not scalar:
            continue
        if meaning(TERMS, opcode, scalar.name, source.name) is None:
            continue
        sources = (source,) * row.sources[-1]
        yield Case(opcode, scalar, (BOOL, *sources[1:]) if opcode == "SEL" else sources)


def combinations(sources: Sequence[Scalar]) -> Iterator[tuple[Kind, ...]]:
    """Each way for each source: with the first two for the others, or alike in all."""
    choices = [kinds_of(source) for source in sources]
    for place, kinds in enumerate(choices):
        others = [
            kinds if other == place else choice[:2]
            for other, choice in enumerate(choices)
        ]
        yield from product(*others)
    if len(sources) > 1:
        yield from zip(*choices, strict=False)


def is_supported(case: Case) -> bool:
    try:
        case.select(Bench(), [kinds_of(source)[0] for source in case.sources])
    except Diagnostic:
        return False
    return True


CASES = [case for case in cases() if is_supported(case)]
HARD = ("MUL_HI.int16(int16)", "MUL_HI.int32(int32)")
"""Whose proofs take the solver long: products with signs."""


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=pytest.mark.long if str(case) in HARD else ())
        for case in CASES
    ],
    ids=str,
)
@pytest.mark.every(25, first=15)
def test_selected_instructions(case: Case):
    for kinds in combinations(case.sources):
        case.prove(kinds)


def address_with_offset(offset: int) -> Kind:
    """An address that was computed by adding a constant."""

    def address(bench: Bench) -> Source:
        return bench.compute(
            "ADD i32, i32 -> i32", bench.argument(), offset % (1 << 32)
        )

    return address


ADDRESSES = (Known(), *map(address_with_offset, (8, 255, -256)), number(0x1_0000))


@pytest.mark.parametrize("address", range(len(ADDRESSES)))
@pytest.mark.parametrize("count", (1, 3))
@pytest.mark.parametrize("type", TYPES, ids=lambda type: type.name)
def test_selected_loads(type: Scalar, count: int, address: int):
    bench = Bench()
    targets = [RegisterOp.of(type.family).handle for _ in range(count)]
    op = load(targets, RegisterOp.of("dword").handle, type.name)
    (source,) = bench.select(op, [ADDRESSES[address]])
    bench.run()
    place = bench.term(source)
    expected = load_elements(TERMS, Bytes("memory"), type.width, count, place)
    for target, value in zip(targets, expected, strict=True):
        found = bench.term(bench.selector.current[target])
        assert_holds(type_of(type), found, value)
    bench.check_ranges()


def prove_store(type: Scalar, address: Kind, values: Sequence[Kind]) -> None:
    """Every byte of the memory is what it should be."""
    bench, expected = Bench(), Bytes("memory")
    registers = [RegisterOp.of(type.family).handle for _ in values]
    op = store(RegisterOp.of("dword").handle, registers, type.name)
    sources = bench.select(op, [address, *values])
    bench.run()
    place, *terms = map(bench.term, sources)
    stored = [TERMS.extract(32, type.width - 1, 0, term) for term in terms]
    store_elements(TERMS, expected, type.width, place, stored)
    anywhere = symbol("anywhere", 32)
    assert_equal(bench.memory.load(anywhere, 1), expected.load(anywhere, 1))
    bench.check_ranges()


@pytest.mark.parametrize("address", range(len(ADDRESSES)))
@pytest.mark.parametrize("type", TYPES, ids=lambda type: type.name)
def test_selected_stores(type: Scalar, address: int):
    kinds = kinds_of(type)
    for kind in kinds:
        prove_store(type, ADDRESSES[address], [kind])
    prove_store(type, ADDRESSES[address], kinds[:3])


@pytest.mark.parametrize("condition", (Known(unsigned=1), Bench.float_comparison))
def test_selected_branches(condition: Kind):
    """A branch is taken exactly where the bool is set."""
    bench = Bench()
    value = condition(bench)
    assert isinstance(value, SSAValue)
    test = bench.selector.branch_test(value)
    bench.run()
    assert test.record == "BNEZ"
    zero = TERMS.eq(32, bench.term(test.register), TERMS.const(32, 0))
    taken = complement(TERMS, zero)
    assert_equal(taken, TERMS.extract(32, 0, 0, bench.term(value)))

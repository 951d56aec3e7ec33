"""
Selection is proved: what the instructions compute is what the gen instruction does.

Every opcode that selection knows, at every type, on registers and constants, with and
without what the emitter may know of a register. The claims about known ranges of the
values that come out are proved on the way.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import machine_terms
import pytest
from machine_terms import Values
from xdsl.ir import Block, SSAValue

from circ.dialects.common.arithmetic import canonical_nan, is_nan
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dominance import DominatorTree, LoopForest
from circ.dialects.common.terms import TERMS, Bytes, Term, assert_equal, symbol
from circ.dialects.gen import Instruction, RegisterOp, create, load, store
from circ.dialects.gen.semantics import compute, load_elements, meaning, store_elements
from circ.dialects.gen.table import ROW_OF_OPCODE, TWO_TYPES
from circ.dialects.gen.types import SCALARS, Scalar
from circ.dialects.naplespu.registers import SCALAR
from circ.dialects.naplespu.semantics import complement
from circ.transforms.naplespu import selection
from circ.transforms.naplespu.emitter import ANY, Emitter, Placement, Source
from circ.transforms.naplespu.selection import SELECT, Selector

BOOL = SCALARS["bool"]
TYPES = tuple(s for s in SCALARS.values() if s.width <= 32 and s.name != "half")


Kind = Callable[["Bench"], Source]
"""Makes a source of an instruction, in a register or as a constant."""


class Bench:
    """A block into which one instruction is selected, and terms for its values."""

    def __init__(self) -> None:
        self.block = Block()
        tree = DominatorTree.compute([[]])
        loops = LoopForest.compute([[]], tree)
        self.emitter = Emitter(Placement([self.block], tree, loops))
        self.selector = Selector(self.emitter, {}, lambda register, value: None)
        self.values: Values = {}
        self.memory = Bytes("memory")

    def argument(self, *, unsigned: int = ANY, signed: int = ANY) -> SSAValue:
        """A register of which the emitter knows so many bits, and no more is so."""
        index = len(self.block.args)
        value = self.block.insert_arg(SCALAR, index)
        bits = min(unsigned, signed)
        extend = TERMS.zext if unsigned < signed else TERMS.sext
        self.values[value] = extend(bits, 32, symbol(f"x{index}", bits))
        self.emitter.learn(value, unsigned=unsigned, signed=signed)
        return value

    def float_comparison(self) -> SSAValue:
        """A bool that the machine has as 0 or 0xFFFF."""
        return self.emitter.emit("SLTFOSSS_32", self.argument(), self.argument())

    def select(self, op: Instruction, kinds: Sequence[Kind]) -> list[Source]:
        """Select an instruction whose sources are of these kinds; gives them."""
        sources = [kind(self) for kind in kinds]
        self.selector.current.update(zip(op.srcs, sources, strict=True))
        op.verify()
        self.selector.select(op)
        return sources

    def term(self, source: Source) -> Term:
        if isinstance(source, int):
            return TERMS.const(32, source)
        return self.values[source]

    def run(self) -> None:
        machine_terms.run(self.block.ops, self.values, self.memory)

    def check_ranges(self) -> None:
        """What the emitter claims to know of each value is so."""
        one = TERMS.const(1, 1)
        for value, bits in self.emitter.unsigned_bits.items():
            assert_equal(fits_unsigned(self.values[value], bits), one)
        for value, bits in self.emitter.signed_bits.items():
            assert_equal(fits_signed(self.values[value], bits), one)


def fits_unsigned(term: Term, bits: int) -> Term:
    low = TERMS.and_(32, term, TERMS.const(32, (1 << bits) - 1))
    return TERMS.eq(32, term, low)


def fits_signed(term: Term, bits: int) -> Term:
    low = TERMS.sext(bits, 32, TERMS.extract(32, bits - 1, 0, term))
    return TERMS.eq(32, term, low)


def without_payload(term: Term) -> Term:
    """A float whose NaN is the canonical one: no level preserves payloads."""
    nan = canonical_nan(TERMS, 32)
    return TERMS.ite(32, is_nan(TERMS, 32, term), nan, term)


@dataclass(frozen=True)
class Known:
    """A register of which something is known."""

    unsigned: int = ANY
    signed: int = ANY

    def __call__(self, bench: Bench) -> Source:
        return bench.argument(unsigned=self.unsigned, signed=self.signed)


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


def number(value: int) -> Kind:
    return lambda bench: value


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
        if self.result.is_bool:
            result = bench.emitter.bit(result)
        bench.run()
        inputs = [
            TERMS.extract(32, scalar.width - 1, 0, bench.term(source))
            for scalar, source in zip(self.sources, sources, strict=True)
        ]
        name, source = self.type.name, self.sources[0].name
        expected = compute(TERMS, self.opcode, name, source, inputs)
        found, width = bench.term(result), self.result.width
        if self.result.is_bool:  # 0 or 1 once its bit is asked for
            assert_equal(found, TERMS.zext(1, 32, expected))
        else:
            found = TERMS.extract(32, width - 1, 0, found)
            if self.result.is_float:
                found, expected = without_payload(found), without_payload(expected)
            assert_equal(found, expected)
        bench.check_ranges()


def cases() -> Iterator[Case]:
    """The opcodes with a meaning that selection knows, at the types it accepts."""
    for opcode, scalar, source in product(SELECT, TYPES, TYPES):
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


@pytest.mark.parametrize("case", CASES, ids=str)
def test_selected_instructions(case: Case):
    for kinds in combinations(case.sources):
        case.prove(kinds)


def address_with_offset(offset: int) -> Kind:
    """An address that was computed by adding a constant."""

    def address(bench: Bench) -> Source:
        return bench.emitter.binary("ADDSSS_32", bench.argument(), offset % (1 << 32))

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
    place, width = bench.term(source), type.width
    expected = load_elements(TERMS, Bytes("memory"), width, count, place)
    for target, value in zip(targets, expected, strict=True):
        found = bench.term(bench.selector.current[target])
        if type.is_bool:
            assert_equal(found, TERMS.zext(1, 32, value))
        else:
            assert_equal(TERMS.extract(32, width - 1, 0, found), value)
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


# region Branches

Condition = Callable[[Bench], Source]


def compared_with_zero(record: str) -> Condition:
    return lambda bench: bench.emitter.binary(record, bench.argument(), 0)


def bit_of_float_comparison(bench: Bench) -> Source:
    return bench.emitter.bit(bench.float_comparison())


def inverted(condition: Condition) -> Condition:
    """Not, as `xor` with 1 of a bool or as a comparison of its bit with 0."""
    return lambda bench: bench.emitter.binary(
        "XORSSS_32", bench.emitter.bit(condition(bench)), 1
    )


def is_zero(condition: Condition) -> Condition:
    return lambda bench: bench.emitter.binary(
        "SEQSISSS_32", bench.emitter.bit(condition(bench)), 0
    )


PLAIN = (
    Known(unsigned=1),
    compared_with_zero("SEQSISSS_32"),
    compared_with_zero("SNESISSS_32"),
    compared_with_zero("SLTSISSS_32"),
    Bench.float_comparison,
    bit_of_float_comparison,
)
INVERTED = (*map(inverted, PLAIN), *map(is_zero, PLAIN))
CONDITIONS = (*PLAIN, *INVERTED, *map(inverted, INVERTED), *map(is_zero, INVERTED))


@pytest.mark.parametrize("index", range(len(CONDITIONS)))
def test_branches_look_through_conditions(index: int):
    """A branch is taken exactly where the bool is set, whatever it tests instead."""
    bench = Bench()
    condition = CONDITIONS[index](bench)
    assert isinstance(condition, SSAValue)
    test = selection.test_of(bench.emitter, condition)
    bench.run()
    zero = TERMS.eq(32, bench.term(test.register), TERMS.const(32, 0))
    taken = zero if test.record == "BEQZ" else complement(TERMS, zero)
    assert_equal(taken, TERMS.extract(32, 0, 0, bench.term(condition)))


# endregion

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
from circ.dialects.common.terms import TERMS, Term, assert_equal, symbol
from circ.dialects.gen import RegisterOp, create
from circ.dialects.gen.semantics import compute, meaning
from circ.dialects.gen.table import ROW_OF_OPCODE, TWO_TYPES
from circ.dialects.gen.types import SCALARS, Scalar
from circ.dialects.naplespu.registers import SCALAR
from circ.transforms.naplespu.emitter import ANY, Emitter, Placement, Source
from circ.transforms.naplespu.selection import SELECT, Selector

BOOL = SCALARS["bool"]
TYPES = tuple(s for s in SCALARS.values() if s.width <= 32 and s.name != "half")


class Bench:
    """A block into which one instruction is selected, and terms for its values."""

    def __init__(self) -> None:
        self.block = Block()
        tree = DominatorTree.compute([[]])
        loops = LoopForest.compute([[]], tree)
        self.emitter = Emitter(Placement([self.block], tree, loops))
        self.selector = Selector(self.emitter, {}, lambda register, value: None)
        self.values: Values = {}

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

    def term(self, source: Source) -> Term:
        if isinstance(source, int):
            return TERMS.const(32, source)
        return self.values[source]

    def run(self) -> None:
        machine_terms.run(self.block.ops, self.values)

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


Kind = Callable[[Bench], Source]


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
    low = {0, 1, 200, (1 << width) - 1, 1 << (width - 1)}
    constants = [number(value) for value in sorted(low)]
    # Amounts that are below the width, and those that need not be.
    amounts = [Known(unsigned=width.bit_length() - extra) for extra in (1, 0)]
    if width == 32:
        shifts = map(number, (31, 32, 37))
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
        registers = [RegisterOp.of(source.family).handle for source in self.sources]
        sources = [kind(bench) for kind in kinds]
        bench.selector.current.update(zip(registers, sources, strict=True))
        target = RegisterOp.of(self.result.family).handle
        two_types = ROW_OF_OPCODE[self.opcode].kind in TWO_TYPES
        src_type = self.sources[0].name if two_types else None
        op = create(self.opcode, self.type.name, [target], registers, src_type=src_type)
        op.verify()
        bench.selector.select(op)
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

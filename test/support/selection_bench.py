"""A block into which NaplesPU's selection emits, and z3 terms for what it computes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce

import machine_terms
from machine_terms import Values, bit_of
from xdsl.ir import Block, SSAValue

from circ.dialects.common.arithmetic import canonical_nan, is_nan
from circ.dialects.common.known_bits import Range, signed_range, unknown, unsigned_range
from circ.dialects.common.terms import TERMS, Bytes, Term, assert_equal, symbol
from circ.dialects.gen import Instruction
from circ.dialects.naplespu.register_file import LANES
from circ.dialects.naplespu.registers import SCALAR, VECTOR
from circ.dialects.naplespu.semantics import IEEE, Operations
from circ.transforms.naplespu.selection.selector import MATCHER, Selector
from circ.transforms.naplespu.selection.values import Source

ANY = 32
"""Nothing known: a value of up to 32 bits."""

Kind = Callable[["Bench"], Source]
"""Makes a source of an instruction, in a register or as a constant."""


class Bench:
    """The block, the selector that fills it, and terms for its values."""

    def __init__(self) -> None:
        self.block = Block()
        self.selector = Selector(blocks=[self.block])
        self.values: Values = {}
        self.memory = Bytes("memory")

    def argument(
        self, *, unsigned: int = ANY, signed: int = ANY, vector: bool = False
    ) -> SSAValue:
        """A register of which so many bits are known, and no more is so."""
        index = len(self.block.args)
        value = self.block.insert_arg(VECTOR if vector else SCALAR, index)
        bits = min(unsigned, signed)
        extend = TERMS.zext if unsigned < signed else TERMS.sext
        self.values[value] = extend(bits, 32, symbol(f"x{index}", bits))
        fact = unsigned_range(32, 0, (1 << unsigned) - 1)
        half = 1 << signed - 1
        self.selector.learn(value, fact.meet(signed_range(32, -half, half - 1)))
        return value

    def compute(self, signature: str, *operands: object) -> Source:
        """The value of a node, selected by the patterns."""
        root = MATCHER.root(signature)
        (value,) = MATCHER.select(self.selector, root, operands)
        assert isinstance(value, SSAValue | int)
        return value

    def lane_numbers(self) -> SSAValue:
        """The number of each lane, as what it is known."""
        value = self.selector.lanes(tuple(range(LANES)))
        self.selector.nodes[value] = (frozenset({"SIMD_ID -> v16i32"}), ())
        return value

    def float_comparison(self) -> Source:
        """A bool that the machine has as 0 or 0xFFFF before its bit is taken."""
        return self.compute("LT f32, f32 -> i1", self.argument(), self.argument())

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

    def run(self, operations: Operations = IEEE) -> None:
        machine_terms.run(self.block.ops, self.values, self.memory, operations)

    def check_ranges(self) -> None:
        """What is claimed to be known of each value is so."""
        one = TERMS.const(1, 1)
        for value, term in self.values.items():
            known = self.selector.range(value)
            if known != unknown(32):
                assert_equal(fits(term, known), one)


def fits(term: Term, known: Range) -> Term:
    """Is a term within both pairs of bounds?"""
    low, high, least, largest = (TERMS.const(32, bound) for bound in known[1:])
    outside = [
        *(TERMS.ult(32, term, low), TERMS.ult(32, high, term)),
        *(TERMS.slt(32, term, least), TERMS.slt(32, largest, term)),
    ]
    return TERMS.eq(1, reduce(partial(TERMS.or_, 1), outside), TERMS.const(1, 0))


def without_payload(term: Term) -> Term:
    """A float whose NaN is the canonical one: no level preserves payloads."""
    nan = canonical_nan(TERMS, 32)
    return TERMS.ite(32, is_nan(TERMS, 32, term), nan, term)


def assert_holds(type: str, found: Term, expected: Term, *given: Term) -> None:
    """A register holds a value of a pattern's type; of vectors, its lane does."""
    if type == "v16i1":
        assert_equal(bit_of(found), expected, *given)
        upper = TERMS.extract(32, 31, LANES, found)
        assert_equal(upper, TERMS.const(32 - LANES, 0), *given)
        return
    type = type.removeprefix("v16")
    match type:
        case "i1":  # as 0 or 1
            assert_equal(found, TERMS.zext(1, 32, expected), *given)
        case "f32":
            assert_equal(without_payload(found), without_payload(expected), *given)
        case _:
            width = int(type[1:])
            low = TERMS.extract(32, width - 1, 0, found)
            assert_equal(low, expected, *given)


@dataclass(frozen=True)
class Known:
    """A register of which something is known."""

    unsigned: int = ANY
    signed: int = ANY
    vector: bool = False

    def __call__(self, bench: Bench) -> Source:
        return bench.argument(
            unsigned=self.unsigned, signed=self.signed, vector=self.vector
        )


def number(value: int) -> Kind:
    return lambda bench: value

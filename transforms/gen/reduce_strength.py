"""
`gen-reduce-strength`: divisions and products by constants as cheaper instructions.

A quotient or remainder of integers of up to 32 bits by a constant becomes shifts, or a
multiplication by a reciprocal (`constant_division`). A product by a constant becomes
shifts and sums where these are cheaper than the multiplication and what brings its
factor to a register (`constant_product`): that is loaded once for all products in the
same loops, in front of them. Both in all lanes, where the constant is the same in them.
Divisions by variables are `gen-legalize`'s.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from circ.dialects.common.algebra import to_signed
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.machine import Costs
from circ.dialects.common.reports import count, done, missed
from circ.dialects.gen import FuncOp, Instruction, instructions_in
from circ.targets.machines import machine_of
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.constant_division import quotient, remainder
from circ.transforms.gen.constant_product import (
    Recipe,
    cycles,
    loading,
    product,
    recipe_for,
)
from circ.transforms.gen.emitter import (
    WORD,
    Emitter,
    Instructions,
    declare,
    widened,
    write,
)
from circ.transforms.gen.known_registers import KnownRegisters

ITERATION_BITS, MOST_LOOPS = 3, 10
"""The assumed iterations of a loop are 2^3; deeper nesting is not counted."""


@dataclass(frozen=True)
class GenReduceStrengthPass(ModulePass):
    """Divide and multiply by constants with shifts, sums and reciprocals."""

    name = "gen-reduce-strength"

    multiplier: int = 0
    """Cycles of an integer multiplication; by default the machine's."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.multiplier < 0:
            raise Diagnostic(None, "the cycles of a product cannot be negative")
        costs = machine_of(op).costs()
        if self.multiplier:
            costs = replace(costs, multiply=self.multiplier)
        for function in op.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                reduce_strength(function, costs)


def reduce_strength(function: FuncOp, costs: Costs) -> None:
    """Rewrite one function; near-linear in its instructions."""
    flow = ControlFlow(function.body)
    work = _Work(function)
    # What a remainder multiplies by is a constant, too: products come second.
    for op, divisor in _by_constant(function, flow, ("DIV", "REM")):
        count("divisions by constants reduced")
        done(op, f"divides by {_shown(op, divisor)} without a division")
        work.divide(op, divisor)
    products = list(_by_constant(function, flow, ("MUL", "MUL_HI")))
    halves = [(op, bits) for op, bits in products if op.ROW.opcode == "MUL_HI"]
    for op, factor in halves:
        work.take_half(op, factor)
    whole = [(op, bits) for op, bits in products if op.ROW.opcode == "MUL"]
    chosen = dict(_chosen(whole, flow, costs))
    count("products by constants kept", len(whole) - len(chosen))
    for op, factor in whole:
        if op not in chosen and factor.bit_count() > 1:
            what = f"multiplies by {_shown(op, factor)}"
            missed(op, f"{what}: shifts and sums would not be cheaper")
    for op, recipe in chosen.items():
        count("products by constants reduced")
        done(op, "multiplies by a constant with shifts and sums")
        work.multiply(op, recipe)


def _shown(op: Instruction, bits: int) -> int:
    """A constant operand as a number of the operation's type."""
    return to_signed(op.scalar.width, bits) if op.scalar.signed else bits


def _by_constant(
    function: FuncOp, flow: ControlFlow, opcodes: tuple[str, ...]
) -> list[tuple[Instruction, int]]:
    """The operations on integers whose second operand, or either, is a constant."""
    ops = [
        op
        for op in instructions_in(function, *opcodes)
        if op.scalar.is_integer and op.scalar.width <= WORD
    ]
    if not ops:
        return []
    known = KnownRegisters(function, flow)
    found: list[tuple[Instruction, int]] = []
    for op in ops:
        bits = known.constant(op.srcs[1], op)
        if bits is None and op.ROW.opcode in ("MUL", "MUL_HI"):
            bits = known.constant(op.srcs[0], op)
            if bits is not None:
                op.operands = (*op.dsts, op.srcs[1], op.srcs[0])
        if bits is not None:
            found.append((op, bits % (1 << op.scalar.width)))
    return found


def _chosen(
    products: list[tuple[Instruction, int]], flow: ControlFlow, costs: Costs
) -> Iterator[tuple[Instruction, Recipe]]:
    """The products that recipes make cheaper, grouped by shared factors."""
    sharing: dict[tuple[int, int, int], list[Instruction]] = {}
    for op, factor in products:
        block = op.parent
        assert block is not None
        outside = flow.outside_loops(flow.number[block])
        sharing.setdefault((factor, op.scalar.width, outside), []).append(op)
    for (factor, width, outside), ops in sharing.items():
        load = loading(factor, width, costs)
        limit = costs.multiply + load - 1
        recipe = recipe_for(factor, width, costs, limit) if factor else None
        if recipe is None:
            continue
        runs = sum(_frequency(flow, flow.number[op.parent]) for op in ops if op.parent)
        kept = costs.multiply * runs + load * _frequency(flow, outside)
        if cycles(recipe, costs) * runs < kept:
            yield from ((op, recipe) for op in ops)


def _frequency(flow: ControlFlow, number: int) -> int:
    """The assumed execution frequency of a block."""
    return 1 << ITERATION_BITS * min(flow.loops.depth[number], MOST_LOOPS)


class _Work:
    """The rewriting of one function."""

    def __init__(self, function: FuncOp):
        self.function = function
        self.declare = declare(function)

    def _instructions(self, op: Instruction) -> Instructions:
        """The algebra that appends the replacement of an instruction."""
        emit = Emitter.like(self.function, op, self.declare)
        return Instructions(emit, op.scalar.signed)

    def divide(self, op: Instruction, divisor: int) -> None:
        """Replace a quotient or remainder by a constant."""
        scalar = op.scalar
        k = self._instructions(op)
        n = widened(k, op, op.srcs[0])
        if scalar.signed:
            divisor = to_signed(scalar.width, divisor) % (1 << WORD)
        divide = quotient if op.ROW.opcode == "DIV" else remainder
        write(k, op, divide(k, WORD, scalar.signed, n, divisor))
        k.emit.replace(op)

    def take_half(self, op: Instruction, factor: int) -> None:
        """Replace the upper half of a product by a power of two, which is a shift."""
        scalar = op.scalar
        power = factor.bit_length() - 1
        sign = scalar.signed and power == scalar.width - 1
        if factor.bit_count() != 1 or power == 0 or sign:
            return
        k = self._instructions(op)
        opcode = "ASR" if scalar.signed else "SHR"
        amount = k.const(scalar.width, scalar.width - power)
        k.emit.put(opcode, scalar.name, op.dsts[0], op.srcs[0], amount)
        k.emit.replace(op)

    def multiply(self, op: Instruction, recipe: Recipe) -> None:
        """Replace a product by the instructions of a recipe."""
        k = self._instructions(op)
        result = product(k, op.scalar.width, op.srcs[0], recipe)
        k.emit.moves(op.dsts, [result])
        k.emit.replace(op)

"""
`naplespu-shorten-choices`: choices that a loop waits for, in two steps.

The choice between two values is selected as `((a ^ b) * c) ^ b`, of which each of three
instructions waits for the one before. With the inverse comparison `d`, `a * c | b * d`
is the same: an instruction more, and two in a row. That pays where nothing else can
issue meanwhile: in a block of a loop whose longest chain of results goes through the
choice, if the scheduler then saves more cycles than there are new instructions, since
other threads wait for these. Programs with barriers run on several threads, which issue
meanwhile: their choices stay. Runs before register allocation.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import add

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from circ.dialects.common.dominance import NONE
from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count
from circ.dialects.naplespu.generated.operations import operations
from circ.dialects.naplespu.ops import FuncOp, instruction
from circ.dialects.naplespu.registers import SCALAR
from circ.targets.naplespu.description.subtarget import subtarget_of
from circ.targets.naplespu.generated.subtarget import SchedulingModel
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.naplespu.analysis.dependences import Dependences, issue_cycles
from circ.transforms.naplespu.optimization.dead_code import is_allocated
from circ.transforms.naplespu.optimization.schedule import list_schedule, regions

PAIRS = (("eq", "ne"), ("lt", "ge"), ("gt", "le"), ("ult", "uge"), ("ugt", "ule"))
INVERSE: Mapping[str, str] = {
    f"cmp{one}_i32": f"cmp{other}_i32"
    for pair in PAIRS
    for one, other in (pair, pair[::-1])
}
"""By comparison: the one that holds where it does not."""


@dataclass(frozen=True)
class ShortenChoicesPass(ModulePass):
    """Compute choices that loops wait for in two steps instead of three."""

    name = "naplespu-shorten-choices"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        model = subtarget_of(op).model
        functions = operations_in(op.body, FuncOp)
        barrier = operations()["BARRIER"]
        if any(operations_in(func.body, barrier) for func in functions):
            return
        for func in functions:
            if not is_allocated(func.body):
                shorten_choices(func, model)


@dataclass(frozen=True)
class Choice:
    """`((then ^ otherwise) * comparison) ^ otherwise`."""

    then: SSAValue
    otherwise: SSAValue | None
    """None for the constant that is the immediate of both differences."""
    comparison: RecordOp
    instructions: tuple[RecordOp, RecordOp, RecordOp]
    """The last one first."""

    @staticmethod
    def of(op: Operation) -> "Choice | None":
        """The choice that an operation is the last one of."""
        if (last := _scalar(op, ("xor_i32",))) is None:
            return None
        for place, value in enumerate(last.operands):
            product = _inner(value, "mull_i32", last)
            if product is None or product.imm is not None:
                continue
            otherwise = None if last.imm is not None else last.operands[1 - place]
            for at, factor in enumerate(product.operands):
                difference = _inner(factor, "xor_i32", last)
                comparison = _scalar(product.operands[1 - at].owner, INVERSE)
                if difference is None or comparison is None:
                    continue
                then = [each for each in difference.operands if each is not otherwise]
                if difference.imm == last.imm and len(then) == 1:
                    parts = last, product, difference
                    return Choice(then[0], otherwise, comparison, parts)
        return None

    def shorten(self, inverse: SSAValue) -> Sequence[RecordOp]:
        """Compute it in two steps; the new instructions, the last one in its place."""
        last, (condition,) = self.instructions[0], self.comparison.results
        immediate = None if last.imm is None else last.imm.data

        def made(name: str, *operands: SSAValue, imm: int | None = None) -> RecordOp:
            return instruction(
                name, operands, [SCALAR], imm=imm, location=last.location
            )

        one = made("MULLSSS_32", self.then, condition)
        if self.otherwise is None:
            other = made("MULLSSI", inverse, imm=immediate)
        else:
            other = made("MULLSSS_32", self.otherwise, inverse)
        new = (one, other, made("ORSSS_32", *one.results, *other.results))
        _insert(new, last)
        last.results[0].replace_all_uses_with(new[-1].results[0])
        return new


def _scalar(op: object, operations: Container[str]) -> RecordOp | None:
    """An operation of scalar registers, if it computes one of these."""
    if not isinstance(op, RecordOp) or op.RECORD.operation not in operations:
        return None
    return op if all(v.type == SCALAR for v in (*op.operands, *op.results)) else None


def _inner(value: SSAValue, operation: str, user: RecordOp) -> RecordOp | None:
    """The same of a value that only another operation of the block uses."""
    op = _scalar(value.owner, (operation,))
    if op is None or op.parent is not user.parent or not value.has_one_use():
        return None
    return op


def _insert(ops: Sequence[RecordOp], before: Operation) -> None:
    assert before.parent is not None
    before.parent.insert_ops_before(ops, before)


@cache
def _inverse_records() -> Mapping[str, str]:
    """By the name of a comparison, that of its inverse."""
    names = {
        (record.RECORD.operation, record.RECORD.shape): name
        for name, record in operations().items()
        if record.RECORD.operation in INVERSE
    }
    return {
        name: names[INVERSE[operation], shape]
        for (operation, shape), name in names.items()
    }


def inverse_of(comparison: RecordOp) -> RecordOp:
    """A comparison that holds where another one does not, behind it."""
    new = instruction(
        _inverse_records()[comparison.RECORD.name],
        comparison.operands,
        [SCALAR],
        imm=None if comparison.imm is None else comparison.imm.data,
        location=comparison.location,
    )
    assert comparison.next_op is not None
    _insert([new], comparison.next_op)
    return new


def shorten_choices(func: FuncOp, model: SchedulingModel) -> int:
    """Shorten what pays in one function; how many choices."""
    shortened = 0
    flow: ControlFlow | None = None
    for block in func.body.blocks:
        if all(Choice.of(op) is None for op in block.ops):
            continue
        flow = flow or ControlFlow(func.body)
        if flow.loops.header[flow.number[block]] != NONE:
            for ops in [*regions(block)]:
                shortened += _shorten(ops, model)
    count("choices shortened", shortened)
    return shortened


def _shorten(ops: Sequence[Operation], model: SchedulingModel) -> int:
    """Shorten the choices that the end of a region waits for, if that pays."""
    end = ops[-1].next_op
    graph = Dependences(ops, model, end)
    inverses: dict[Operation, RecordOp] = {}
    short: dict[Operation, Sequence[RecordOp]] = {}
    gone: dict[Operation, None] = {}
    for op in _late(graph):
        # What it chooses between may be an earlier choice, which has changed by now.
        if (choice := Choice.of(op)) is not None:
            comparison = choice.comparison
            if comparison not in inverses:
                inverses[comparison] = inverse_of(comparison)
            short[op] = choice.shorten(inverses[comparison].results[0])
            gone.update(dict.fromkeys(choice.instructions))
    if not short:
        return 0
    changed: list[Operation] = []
    for op in ops:
        changed += short.get(op, () if op in gone else (op,))
        changed += [inverses[op]] if op in inverses else []
    other = Dependences(changed, model, end)
    before, after = (issue_cycles(g, list_schedule(g))[0] for g in (graph, other))
    if before - after > len(changed) - len(ops):
        for op in gone:
            Rewriter.erase_op(op)
        return len(short)
    for op, new in short.items():
        new[-1].results[0].replace_all_uses_with(op.results[0])
        for each in reversed(new):
            Rewriter.erase_op(each)
    for inverse in inverses.values():
        Rewriter.erase_op(inverse)
    return 0


def _late(graph: Dependences) -> list[Operation]:
    """The instructions for which the end waits, or would if they took twice as long."""
    heights, depths = graph.heights(), [0] * len(graph.ops)
    for i, edges in enumerate(graph.waiting):
        for later, latency in edges.items():
            depths[later] = max(depths[later], depths[i] + latency)
    longest = max(map(add, heights, depths))
    return [
        op
        for i, op in enumerate(graph.ops)
        if depths[i] + heights[i] > longest - graph.latency[i]
    ]

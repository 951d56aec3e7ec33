"""
Kernels of source level or llvlir with barriers, cut into steps that have none.

A barrier is a call of `circ.barrier`. What lies between barriers becomes a function of
its own, a *step*: it begins at the kernel's start or behind one barrier, and ends where
the kernel does or at the next barriers. All items of a group execute one step before
any executes the next (`dispatch.py` has the loops), which is what a barrier asks for.

Values that live across a barrier are kept in the group's *context*, in memory. A value
that all items share (`shared_values.py`) has one place, which is read before the items
of a step are executed, since they write it again for the next one. Others have a place
an item, side by side, so that lanes access them together. Constants and cheap values of
the parameters are computed again. The objects of a kernel are in the context, too.

Where the next step is not known the context begins with a word for each step: an item
sets that of the step that it is going to execute next, step 0 where it has ended. What
reads them (`dispatch.py`) diagnoses items that are not at the same barrier.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects import func
from xdsl.dialects.builtin import i32
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriteWalker,
)
from xdsl.transforms.convert_scf_to_cf import (
    ForLowering,
    IfLowering,
    SwitchLowering,
)

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.dominance import reverse_postorder
from circ.dialects.common.kernel import KernelAttr
from circ.dialects.common.module_functions import FunctionOp
from circ.dialects.source.pointer import bytes_of
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.common.liveness import bits_of, numbers_of, solve
from circ.transforms.kernels.shared_values import values_by_item
from circ.transforms.kernels.step_code import SourceCode, StepCode, is_pure

MOST_COMPUTED = 8
"""Operations that are executed again rather than kept in memory."""

WORD_BYTES = 4
BY_ITEM = "local_id_", "global_id_", "lane"
"""The first letters of the hidden parameters that differ between items."""

LINE = 64
"""Bytes: where the items' part of a context begins, in the group's part."""


@dataclass(frozen=True)
class Step:
    """A part of a kernel between barriers, a function that each item executes."""

    name: str
    number: int | None = None
    """Of a kernel with barriers; the first one is 0."""
    shared: Sequence[tuple[int, Attribute]] = ()
    """Values that all items share: where they are in the context, and their types."""


@dataclass(frozen=True)
class KernelContext:
    """What lives across barriers: bytes of a group, and bytes of an item."""

    group: int = 0
    item: int = 0
    in_sequence: bool = True
    """Does each step follow the one before it? Else the context has their words."""

    def bytes(self, items: int) -> int:
        return self.group + self.item * items


def cut_at_barriers(
    function: func.FuncOp | FunctionOp, kernel: KernelAttr
) -> tuple[list[Step], KernelContext]:
    """
    The steps of a kernel; with barriers they take its place in the module.

    It is of source level or llvlir. The steps have its parameters, then the address of
    the context, how many items the group has and which one this is, all `i32`, then the
    shared values.
    Raises a Diagnostic for values of types that memory does not hold.
    """
    code: StepCode
    if isinstance(function, func.FuncOp):
        code, name = SourceCode(), function.sym_name.data
    else:
        from circ.transforms.kernels.llvlir_step_code import LlvlirCode

        code, name = LlvlirCode(), function.sym_name.data
    if not any(map(code.is_barrier, function.walk())):
        return [Step(name)], KernelContext()
    PatternRewriteWalker(
        GreedyRewritePatternApplier([SwitchLowering(), IfLowering(), ForLowering()])
    ).rewrite_region(function.body)
    barriers = [op for op in function.walk() if code.is_barrier(op)]
    for op in barriers:
        if op.parent_region() is not function.body:
            raise unsupported(op, "a barrier in this operation")
    return _Cutter(function, kernel, barriers, code).run()


def sequence_of(
    flow: ControlFlow, starts: Sequence[Block], cuts: Mapping[Block, int]
) -> list[int]:
    """
    The steps in their order, if there is only one; else none.

    They begin at the blocks `starts`; a block of `cuts` ends where that step begins.
    """
    sequence = [0]
    while True:
        following: set[int] = set()
        seen: set[int] = set()
        work = [flow.number[starts[sequence[-1]]]]
        while work:
            node = work.pop()
            if node in seen:
                continue
            seen.add(node)
            block = flow.blocks[node]
            if block in cuts:
                following.add(cuts[block])
            elif flow.successors[node]:
                work += flow.successors[node]
            else:
                following.add(0)
        if following == {0}:
            return sequence
        if len(following) != 1 or not following.isdisjoint(sequence):
            return []
        sequence += following


@dataclass(frozen=True)
class _Object:
    """An object of each item: where it is in an item's part, and its padded size."""

    offset: int
    size: int


class _Cutter:
    """Cuts one kernel, whose blocks have their numbers from after the cuts."""

    def __init__(
        self,
        function: func.FuncOp | FunctionOp,
        kernel: KernelAttr,
        barriers: Sequence[Operation],
        code: StepCode,
    ):
        self.function, self.code = function, code
        entry = function.body.blocks[0]
        self.parameters = entry.args
        # No branch goes to a block that a step begins with.
        self.starts = [
            entry.split_before(first) if (first := entry.first_op) else entry
        ]
        entry.add_op(code.jump(self.starts[0]))
        self.cuts: dict[Block, int] = {}
        """By block that ends at a barrier: the step behind that."""
        for number, op in enumerate(barriers, 1):
            block = op.parent_block()
            assert block is not None and op.next_op is not None
            self.starts.append(block.split_before(op.next_op))
            op.detach()
            block.add_op(code.jump(self.starts[-1]))
            self.cuts[block] = number
        self.flow = ControlFlow(function.body)
        self.sequence = sequence_of(self.flow, self.starts, self.cuts)
        hidden = kernel.names("hidden")
        first = len(self.parameters) - len(hidden)
        seeds = [
            value
            for value, name in zip(self.parameters[first:], hidden, strict=True)
            if name.startswith(BY_ITEM)
        ]
        self.by_item = values_by_item(self.flow, seeds, code)
        self.live_in = self._live_in()
        self.computed = self._computed()
        self.objects: dict[Operation, _Object] = {}
        """The objects that live across barriers, by what makes them."""
        self.places: dict[SSAValue, int] = {}
        """Where other values are: of the group's part, or of an item's."""
        self.context = self._laid_out()

    def run(self) -> tuple[list[Step], KernelContext]:
        module = self.function.parent_block()
        assert module is not None
        steps = [self._step(n) for n in self.sequence or range(len(self.starts))]
        for step, _ in steps:
            module.insert_op_before(step, self.function)
        self.function.detach()
        return [described for _, described in steps], self.context

    # region What is kept

    def _live_in(self) -> list[list[SSAValue]]:
        """By step: the values that it reads of those before it, without parameters."""
        index: dict[SSAValue, int] = {}
        exposed: list[int] = []
        written: list[int] = []
        parameters = set(self.parameters)
        for block in self.flow.blocks:
            # In order: what is numbered first has the first place in memory.
            own: dict[SSAValue, None] = {
                value: None for value in block.args if value not in parameters
            }
            read: dict[SSAValue, None] = {}
            for op in block.ops:
                for inner in op.walk() if op.regions else (op,):
                    for value in inner.operands:
                        if value not in own and value not in parameters:
                            read[value] = None
                own.update(dict.fromkeys(op.results))
            for value in (*own, *read):
                index.setdefault(value, len(index))
            exposed.append(bits_of((index[value] for value in read), len(index)))
            written.append(bits_of((index[value] for value in own), len(index)))
        live, _ = solve(self.flow.successors, exposed, written)
        values = [*index]
        self.live = [{values[n] for n in numbers_of(bits)} for bits in live]
        number = self.flow.number
        return [
            [values[n] for n in numbers_of(live[number[start]])]
            for start in self.starts
        ]

    def _computed(self) -> dict[SSAValue, int]:
        """Values that a step computes again, and how many operations that takes."""
        cost: dict[SSAValue, int] = dict.fromkeys(self.parameters, 0)
        for node in self.flow.tree.reverse_postorder:
            for op in self.flow.blocks[node].ops:
                if self.code.object_of(op) is not None:
                    cost[op.results[0]] = 1
                elif len(op.results) == 1 and is_pure(op):
                    parts = [cost.get(operand) for operand in op.operands]
                    total = 1 + sum(part or 0 for part in parts)
                    if None not in parts and total <= MOST_COMPUTED:
                        cost[op.results[0]] = total
        return cost

    def _laid_out(self) -> KernelContext:
        kept = dict.fromkeys(v for values in self.live_in[1:] for v in values)
        group = 0 if self.sequence else WORD_BYTES * len(self.starts)
        item, widest = 0, 8
        for value in kept:
            if value not in self.computed:
                size = bytes_of(self.code.stored(value))
                if value in self.by_item:
                    item += -item % size
                    self.places[value] = item
                    item += size
                else:
                    group += -group % size
                    self.places[value] = group
                    group += size
        for block in self.flow.blocks:
            for op in block.ops:
                if (found := self.code.object_of(op)) is not None:
                    size, align = found
                    item += -item % align
                    size += -size % align
                    self.objects[op] = _Object(item, size)
                    item += size
                    widest = max(widest, align)
        group += -group % LINE
        item += -item % widest
        return KernelContext(group, item, bool(self.sequence))

    # endregion

    def _step(self, number: int) -> tuple[Operation, Step]:
        name, stored = f"{self.function.sym_name.data}.step{number}", self.code.stored
        shared = [v for v in self.live_in[number] if self._is_shared(v)] * (number > 0)
        further = [*[i32] * 3, *map(stored, shared)]
        made, body = self.code.function(self.function, name, further)
        _StepWriter(self, number, body, shared).run()
        places = [(self.places[value], stored(value)) for value in shared]
        return made, Step(name, number, places)

    def _is_shared(self, value: SSAValue) -> bool:
        return value in self.places and value not in self.by_item


class _StepWriter:
    """Copies what a step executes, and what its values are in memory."""

    def __init__(
        self,
        cutter: _Cutter,
        number: int,
        body: Region,
        shared: Sequence[SSAValue],
    ):
        self.cutter, self.number, self.body = cutter, number, body
        self.flow, self.code = cutter.flow, cutter.code
        self.code.block = body.block
        arguments = [*body.block.args]
        count = len(cutter.parameters)
        self.now: dict[SSAValue, SSAValue] = dict(
            zip(cutter.parameters, arguments, strict=False)
        )
        """What a value of the kernel is at the place where operations are added."""
        self.context, self.items, self.item = arguments[count : count + 3]
        self.shared = dict(zip(shared, arguments[count + 3 :], strict=True))
        self.unchanged: set[SSAValue] = set()
        """Values that are as they were read."""
        start = self.flow.number[cutter.starts[number]]
        self.successors = [
            [] if self.flow.blocks[node] in cutter.cuts else targets
            for node, targets in enumerate(self.flow.successors)
        ]
        self.order = reverse_postorder(self.successors, start)
        self.copies: dict[Block, Block] = {}
        self.joined: dict[Block, list[SSAValue]] = {}
        """By block: the values that are arguments of its copy, after its own."""
        self.changed = self._changed()
        """Values that the step has from before and may compute anew."""

    def _changed(self) -> list[SSAValue]:
        made = set[SSAValue]()
        for node in self.order:
            block = self.flow.blocks[node]
            made.update(block.args)
            for op in block.ops:
                made.update(op.results)
        computed = self.cutter.computed
        before = self.cutter.live_in[self.number] if self.number else ()
        return [v for v in before if v in made and v not in computed]

    def run(self) -> None:
        self._begin()
        before: dict[int, set[int]] = {node: set() for node in self.order}
        for node in self.order:
            for target in self.successors[node]:
                before[target].add(node)
        for node in self.order:
            block, joined = self.flow.blocks[node], list[SSAValue]()
            if len(before[node]) > 1:
                live = self.cutter.live[node]
                joined = [value for value in self.changed if value in live]
            types = [value.type for value in (*block.args, *joined)]
            self.copies[block] = Block(arg_types=types)
            self.joined[block] = joined
            self.body.add_block(self.copies[block])
        self.code.add(self.code.jump(self.copies[self.flow.blocks[self.order[0]]]))
        at_end: dict[int, dict[SSAValue, SSAValue]] = {}
        for node in self.order:
            block = self.flow.blocks[node]
            self.code.block = self.copies[block]
            for above in before[node]:
                self.now.update(at_end.get(above, {}))
            values = [*block.args, *self.joined[block]]
            self.now.update(zip(values, self.copies[block].args, strict=True))
            self._copy(block)
            at_end[node] = {v: self.now[v] for v in self.changed if v in self.now}

    def _begin(self) -> None:
        """What the step has from those before it."""
        cutter = self.cutter
        for op, found in cutter.objects.items():
            place = self._place_of_item(found.offset, found.size)
            self.now[op.results[0]] = self.code.object_at(place)
        if not self.number:
            return
        wanted = [v for v in cutter.live_in[self.number] if v in cutter.computed]
        for value in self._with_operands(wanted):
            op = value.owner
            assert isinstance(op, Operation)
            self.code.add(op.clone(self.now))
        for value in cutter.live_in[self.number]:
            if value not in cutter.computed:
                self.now[value] = self._read(value)
                self.unchanged.add(self.now[value])

    def _with_operands(self, values: Sequence[SSAValue]) -> list[SSAValue]:
        """Values to be computed again, each after what it is computed from."""
        found: dict[SSAValue, None] = {}
        work = [*reversed(values)]
        while work:
            value = work[-1]
            if value in self.now or value in found:
                work.pop()
                continue
            assert isinstance(value, OpResult)
            missing = [
                operand
                for operand in value.op.operands
                if operand not in self.now and operand not in found
            ]
            if missing:
                work += missing
            else:
                found[value] = None
                work.pop()
        return [*found]

    def _copy(self, block: Block) -> None:
        number = self.cutter.cuts.get(block)
        for op in block.ops:
            if op.next_op is None:
                if number is not None:
                    self._end(number)
                elif op.successors:
                    self._branch(op)
                else:
                    self._end(0)
            elif op not in self.cutter.objects:
                self.code.add(op.clone(self.now))

    def _branch(self, op: Operation) -> None:
        """A branch whose blocks get the values that they join, too."""
        edges = [
            (
                self.copies[block],
                [self.now[v] for v in (*values, *self.joined[block])],
            )
            for block, values in self.code.edges_of(op)
        ]
        self.code.add(self.code.branch(op, self.now, edges))

    def _end(self, number: int) -> None:
        """Keep what later steps read, say which step is next, and return."""
        code = self.code
        for value in self.cutter.live_in[number] if number else ():
            if value not in self.cutter.computed:
                self._keep(value)
        if not self.cutter.sequence:
            word = code.sum(self.context, code.constant(WORD_BYTES * number))
            code.store(code.constant(1), word)
        code.add(code.leave())

    # region Memory

    def _read(self, value: SSAValue) -> SSAValue:
        if value in self.shared:
            found = self.shared[value]
        else:
            type = self.code.stored(value)
            place = self._place_of_item(self.cutter.places[value], bytes_of(type))
            found = self.code.load(place, type)
        return self.code.from_stored(found, value.type)

    def _keep(self, value: SSAValue) -> None:
        code, now, offset = self.code, self.now[value], self.cutter.places[value]
        type = code.stored(value)
        if now in self.unchanged:
            return
        if value in self.cutter.by_item:
            place = self._place_of_item(offset, bytes_of(type))
        else:
            place = code.sum(self.context, code.constant(offset))
        code.store(code.to_stored(now, type), place)

    def _place_of_item(self, offset: int, size: int) -> SSAValue:
        """The address of what each item has one of, side by side."""
        code = self.code
        rows = code.product(self.items, code.constant(offset))
        step = code.product(self.item, code.constant(size))
        group = code.sum(self.context, code.constant(self.cutter.context.group))
        return code.sum(code.sum(group, rows), step)

    # endregion

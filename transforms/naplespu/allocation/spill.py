"""
Spilling: values are kept on the stack until every point has enough registers.

Where more values of a class are live than there are registers (`Pressure`), the
cheapest one by uses weighted with loop depth is spilled: `naplespu.spill` after its
definition, `naplespu.reload` before each use. A spilled block argument or result of a
call is on the stack from its definition, and branches, calls and returns pass on stack
slots. Accesses in a loop weigh more than any outside it.

A live range that `naplespu.split` splits before a loop is reloaded once, before the
loop, and is then a value like any other: if the loop itself lacks registers it is
spilled next, and reloaded inside. So a loop has spill code only if every value that is
live there in a register is used there. Splits with both live ranges in registers are
removed.

Values that can be recomputed cost no store: `naplespu-rematerialize` removes it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from heapq import nsmallest
from itertools import islice

from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue, Use

from circ.dialects.common.dominance import NONE
from circ.dialects.common.loop_nest import LoopNest
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, is_remarking, missed
from circ.dialects.naplespu.ops import CallOp, FuncOp
from circ.dialects.naplespu.pseudos import (
    REMATERIALIZABLE,
    is_rematerializable,
    takes_one_instruction,
)
from circ.dialects.naplespu.registers import SCALAR, VECTOR, is_vector
from circ.dialects.naplespu.spilling import ReloadOp, SpillOp, SplitOp, StackType
from circ.targets.naplespu.description.calling_convention import (
    StackPlace,
    argument_places,
)
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.common.replace_operands import replace_operands
from circ.transforms.common.retype import retype
from circ.transforms.naplespu.allocation.passing import register_operands
from circ.transforms.naplespu.allocation.register_supply import (
    Pressure,
    RegisterSupply,
    is_variadic,
)
from circ.transforms.naplespu.analysis.live_values import (
    block_of,
    home_of,
    location_of,
)
from circ.transforms.naplespu.function_pass import FunctionPass
from circ.transforms.naplespu.optimization.dead_code import erase_unreachable_blocks
from circ.transforms.naplespu.optimization.preheaders import Preheaders

LOOP_WEIGHT_BITS = 16
"""Accesses in a loop always outweigh those outside it."""
MAX_DEPTH = 64
"""The deepest nesting of loops that raises the weight of a use."""
MAX_USES = 32
"""Values with more uses have one cost for all points, computed once."""
INFINITE = float("inf")


@dataclass(frozen=True)
class SpillPass(FunctionPass):
    """Spill values where more are live than there are registers."""

    name = "naplespu-spill"
    disable: tuple[str, ...] = ()
    """Without `spill-weights` uses count the same at any loop depth."""

    def run(self, func: FuncOp) -> None:
        spill(func.body, weighted="spill-weights" not in self.disable)


def spill(body: Region, weighted: bool = True) -> int:
    """
    Spill one function's values until every point has enough registers.

    Returns the number of spills.
    """
    erase_unreachable_blocks(body)
    flow = ControlFlow(body)
    supply = RegisterSupply.of(body)
    spills = _Spills(body, weighted)
    spills.merge_splits(flow)
    spilled = 0
    while True:
        chosen = _choose(Pressure(flow, supply), _Costs(flow, spills))
        if not chosen:
            count("values spilled", spilled)
            if spilled and (func := body.parent) is not None:
                missed(func, f"values spilled: {spilled}", values=spilled)
            return spilled
        spilled += len(chosen)
        code = _Code(_Costs(flow, spills))
        for value, point in chosen.items():
            code.spill(value, point)
        code.finish()
        flow = ControlFlow(body)


class _Spills:
    """The spilled values of one function, and the splits of live ranges."""

    def __init__(self, body: Region, weighted: bool):
        self.weighted = weighted
        self.body = body
        self.entry = body.blocks[0]
        self.stacked: dict[SSAValue, SSAValue] = {}
        """By spilled value, its copy on the stack."""
        self.origin: dict[SSAValue, SSAValue] = {}
        """By reload before a loop, the spilled value that it reloads."""
        self.inside: dict[SSAValue, Block] = {}
        """By such a reload, the header of its loop."""
        self.temporary: set[SSAValue] = set()
        """Reloads for one operation, and spills right after a definition."""
        self.parts: dict[SSAValue, set[Block]] = {}
        """By value, the headers of loops before which its live range was split."""
        self.places = argument_places(
            [is_vector(value.type) for value in self.entry.args], is_variadic(body)
        )[0]

    def merge_splits(self, flow: ControlFlow) -> None:
        """Remove the splits, but record their positions."""
        nest = LoopNest(flow.loops)
        number = flow.number
        splits = [op for block in flow.blocks for op in operations_in(block, SplitOp)]
        loops: list[set[int]] = []
        for split in splits:
            outside = nest.around(number[block_of(split)])
            uses = islice(split.result.uses, MAX_USES)
            users = {number[block_of(use.operation)] for use in uses}
            loops.append({nest.outermost(user, outside) for user in users} - {NONE})
        whole: dict[SSAValue, SSAValue] = {}
        for split in splits:
            path: list[SSAValue] = [split.result]
            while path[-1] not in whole and isinstance(path[-1].owner, SplitOp):
                path.append(path[-1].owner.value)
            value = whole.get(path[-1], path[-1])
            whole.update(dict.fromkeys(path[:-1], value))
        for split, headers in zip(splits, loops):
            value = whole[split.result]
            self.parts.setdefault(value, set()).update(
                flow.blocks[header] for header in headers
            )
            split.result.replace_all_uses_with(value)
        for split in splits:
            split.detach()
            split.erase()

    def is_from_caller(self, value: SSAValue) -> bool:
        """Is it an incoming argument on the stack?"""
        if not isinstance(value, BlockArgument) or value.block is not self.entry:
            return False
        return isinstance(self.places[value.index], StackPlace)


def _choose(pressure: Pressure, costs: "_Costs") -> dict[SSAValue, int]:
    """
    The values to spill so that no point has more live ones than registers.

    Each comes with the loop around the point where it was chosen.
    """
    chosen: dict[SSAValue, int] = {}
    simple = costs.simple
    for values, excess in pressure.excesses():
        loop = costs.nest.around(pressure.block)

        def cost(value: SSAValue, loop: int = loop) -> float:
            known = simple.get(value)  # most are: asked once for each at each point
            return costs.of(value, loop) if known is None else known

        for victim in nsmallest(excess, values, key=cost):
            assert cost(victim) < INFINITE, "only reloads are left"
            chosen[victim] = loop
            pressure.drop(victim, values)
    return chosen


Plan = tuple[dict[int, list[Use]], list[Use]]
"""Uses by the loop before which they are reloaded, and the other uses."""


class _Costs:
    """The cost of spilling a value at a point, and the loops of its reloads."""

    def __init__(self, flow: ControlFlow, spills: _Spills):
        self.flow = flow
        self.spills = spills
        self.nest = LoopNest(flow.loops)
        self.costs: dict[tuple[SSAValue, int], float] = {}
        self.simple: dict[SSAValue, float] = {}
        """Costs of values that are the same at every point."""

    def plan(self, value: SSAValue, point: int) -> Plan:
        """
        The loops before which a value that is spilled in a loop is reloaded.

        A loop around uses, but neither around the definition nor around the point, gets
        one reload before it if there was a split.
        """
        spills = self.spills
        hoisted: dict[int, list[Use]] = {}
        origin = spills.origin.get(value, value)
        headers = spills.parts.get(origin)
        if headers is None:
            return hoisted, list(value.uses)
        number = self.flow.number
        loops = {number[header] for header in headers}
        direct: list[Use] = []
        home = self._home(value)
        constant = is_rematerializable(origin)
        for use in value.uses:
            user = use.operation
            loop = self._outermost(number[block_of(user)], (point, home), loops)
            # A constant that is passed on is made where it goes.
            if loop == NONE or (constant and use.index not in register_operands(user)):
                direct.append(use)
            else:
                hoisted.setdefault(loop, []).append(use)
        return hoisted, direct

    def _home(self, value: SSAValue) -> int:
        """The innermost loop around a definition; for a reload, the loop after it."""
        header = self.spills.inside.get(value)
        if header is not None:
            return self.flow.number[header]
        return self.nest.around(self.flow.number[home_of(value)])

    def _outermost(self, block: int, others: tuple[int, int], of: set[int]) -> int:
        """The outermost loop of a set around a block without any of `others`."""
        inner, contains = self.nest.around(block), self.nest.contains
        around = [
            loop
            for loop in of
            if contains(loop, inner) and not any(contains(loop, o) for o in others)
        ]
        return min(around, key=self.flow.loops.depth.__getitem__, default=NONE)

    def of(self, value: SSAValue, point: int) -> float:
        """The cost of spilling a value at a point in a loop, weighted by depth."""
        known = self.simple.get(value)
        if known is None:
            known = self.costs.get((value, point))
        if known is None:
            known = self._compute(value, point)
        return known

    def _compute(self, value: SSAValue, point: int) -> float:
        if value in self.spills.temporary:
            self.simple[value] = INFINITE
            return INFINITE
        depth, number = self.flow.loops.depth, self.flow.number
        hoisted, direct = self.plan(value, point)
        cost = sum(self._weight(depth[loop] - 1) for loop in hoisted)
        again = self._to_make(self.spills.origin.get(value, value))
        for use in direct:
            user = use.operation
            # A constant that is passed on is made where it would be copied to.
            saved = again is not None and use.index not in register_operands(user)
            instructions = (again or 1) - saved
            cost += instructions * self._weight(depth[number[block_of(user)]])
        if self._is_stored(value):
            cost += self._weight(depth[number[home_of(value)]])
        if len(direct) > MAX_USES or (not hoisted and self._is_simple(value, direct)):
            self.simple[value] = cost
        else:
            self.costs[value, point] = cost
        return cost

    @staticmethod
    def _to_make(value: SSAValue) -> int | None:
        """The instructions that compute a constant again."""
        owner = value.owner
        if not isinstance(owner, REMATERIALIZABLE):
            return None
        return 1 if takes_one_instruction(owner) else 2

    def _is_simple(self, value: SSAValue, direct: list[Use]) -> bool:
        """Is the value reloaded before each use, at whichever point it is spilled?"""
        if self.spills.origin.get(value, value) not in self.spills.parts:
            return True
        number = self.flow.number
        around = {self.nest.around(number[block_of(u.operation)]) for u in direct}
        return around <= {NONE, self._home(value)}

    def _weight(self, depth: int) -> int:
        """The weight of an access at a loop depth."""
        if not self.spills.weighted:
            return 1
        return 1 << LOOP_WEIGHT_BITS * min(depth, MAX_DEPTH)

    def _is_stored(self, value: SSAValue) -> bool:
        """Does it need a store, since memory does not have its value yet?"""
        if value in self.spills.origin or is_rematerializable(value):
            return False
        return not self.spills.is_from_caller(value)


class _Code:
    """
    Inserts stores and reloads; the control-flow analysis stays valid.

    Operands change after all is inserted: a call may have thousands that do.
    """

    def __init__(self, costs: _Costs):
        self.costs = costs
        self.spills = costs.spills
        self.preheaders = Preheaders(costs.flow)
        self.operands: dict[Operation, dict[int, SSAValue]] = {}
        """Replacements of an operation's operands, by index."""
        self.dead: list[Operation] = []

    def spill(self, value: SSAValue, point: int) -> None:
        """Spill a value, and reload it for its uses."""
        spills = self.spills
        hoisted, direct = self.costs.plan(value, point)
        origin = spills.origin.get(value, value)
        stacked = spills.stacked.get(origin)
        count("reloads in front of loops", len(hoisted))
        if stacked is None:
            _remark(origin)
            stacked = spills.stacked[origin] = self._store(origin)
        make = partial(_reload, stacked)
        for loop, uses in hoisted.items():
            reload = make()
            self.preheaders.insert(loop, reload)
            spills.origin[reload.result] = origin
            spills.inside[reload.result] = self.costs.flow.blocks[loop]
            for use in uses:
                self._replace(use.operation, use.index, reload.result)
        by_user: dict[Operation, list[int]] = {}
        for use in direct:
            by_user.setdefault(use.operation, []).append(use.index)
        for user, indices in by_user.items():
            self._load(user, indices, stacked, make)
        if value is not origin:
            assert isinstance(value.owner, Operation)
            self.dead.append(value.owner)

    def finish(self) -> None:
        """Replace operands by what was inserted; erase reloads that are replaced."""
        for op, operands in self.operands.items():
            replace_operands(op, operands)
        for op in self.dead:
            op.detach()
            op.erase()

    def _replace(self, op: Operation, index: int, value: SSAValue) -> None:
        self.operands.setdefault(op, {})[index] = value

    def _store(self, value: SSAValue) -> SSAValue:
        """The value on the stack, from its definition on or right after it."""
        owner = value.owner
        type = StackType.of(is_vector(value.type))
        if isinstance(owner, Block | CallOp):
            retype(value, type)
            return value
        spill = SpillOp.create(
            operands=[value], result_types=[type], location=owner.location
        )
        spill.result.name_hint = value.name_hint
        block_of(owner).insert_op_after(spill, owner)
        self.spills.temporary.add(value)
        return spill.result

    def _load(
        self,
        user: Operation,
        indices: list[int],
        stacked: SSAValue,
        make: Callable[[], ReloadOp],
    ) -> None:
        """Let an operation use a fresh reload, or pass on the value on the stack."""
        reload: ReloadOp | None = None
        in_registers = register_operands(user)
        for index in sorted(indices):
            if index not in in_registers:
                self._replace(user, index, stacked)
                continue
            if reload is None:
                reload = make()
                block_of(user).insert_op_before(reload, user)
                self.spills.temporary.add(reload.result)
            self._replace(user, index, reload.result)


def _remark(value: SSAValue) -> None:
    """Remark that a value is spilled, but for constants, which are recomputed."""
    if not is_remarking() or is_rematerializable(value):
        return
    what = "vector" if is_vector(value.type) else "value"
    name = "" if value.name_hint is None else f" %{value.name_hint}"
    owner = value.owner
    if isinstance(owner, Operation):
        missed(owner, f"{what}{name} is spilled: too few registers")
    elif (first := owner.first_op) is not None:
        place = "an argument of the block that begins here"
        missed(first, f"{what}{name}, {place}, is spilled: too few registers")


def _reload(stacked: SSAValue) -> ReloadOp:
    reload = ReloadOp.create(
        operands=[stacked],
        result_types=[VECTOR if is_vector(stacked.type) else SCALAR],
        location=location_of(stacked),
    )
    reload.result.name_hint = stacked.name_hint
    return reload

"""
Loops that are not executed in lanes, since all they do is known: tables of constants.

A loop that fills an object of the function with constants is written out where it is
short, and so are others that use the object. What is loaded of it is a constant then,
and nothing is stored. From vectors that a loop stores it would have to be loaded.
"""

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import ValueSelectorOp
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.memory import AllocaOp, LoadOp, StoreOp
from circ.dialects.common.dominance import NONE
from circ.dialects.common.reports import missed
from circ.transforms.circuit.alias import Aliases
from circ.transforms.circuit.induction import counter_of
from circ.transforms.circuit.lane_plans import Plan
from circ.transforms.circuit.loops import Loop
from circ.transforms.circuit.unroll import obstacle_of


def without_tables(
    plans: Sequence[Plan], aliases: Aliases, accesses: Sequence[LoadOp | StoreOp]
) -> list[Plan]:
    """
    The plans but for those of loops that fill tables of constants.

    If the loops around all other accesses are written out too, and none of these is in
    lanes, the tables are no objects then: what is loaded of them is known.
    """
    tables: dict[AllocaOp, list[Plan]] = {}
    for each in plans:
        for table in _tables_of(each, aliases):
            tables.setdefault(table, []).append(each)
    if not tables:
        return [*plans]
    loops = plans[0].loop.loops
    written_out = {NONE} | {
        each.number
        for each in loops.found
        if isinstance(each, Loop) and each.is_outermost and obstacle_of(each) is None
    }

    def around(access: Operation) -> int:
        return loops.around[loops.graph.index[id(access)]]

    in_lanes = {id(row): each for each in plans for row in each.rows}
    kept = set[AllocaOp]()
    for access in accesses:
        base = aliases.of(access).base
        if not isinstance(base, AllocaOp) or base not in tables or base in kept:
            continue
        filling = in_lanes.get(id(access))
        if filling in tables[base]:
            continue
        if filling is not None or around(access) not in written_out:
            kept.add(base)
    needed = {id(each) for table in kept for each in tables[table]}
    left_out = {id(each) for filling in tables.values() for each in filling} - needed
    for each in plans:
        if id(each) in left_out:
            missed(each.loop.head, "not in lanes: what it stores is known where used")
    return [each for each in plans if id(each) not in left_out]


def _tables_of(plan: Plan, aliases: Aliases) -> list[AllocaOp]:
    """The objects that a loop fills with constants; none if it does anything else."""
    loop, tables = plan.loop, list[AllocaOp]()
    if plan.reductions or obstacle_of(loop) is not None:
        return []
    for access in plan.rows:
        base = aliases.of(access).base if isinstance(access, StoreOp) else None
        if not isinstance(base, AllocaOp) or base not in aliases.private:
            return []
        tables.append(base)
    values = [access.value for access in plan.rows if isinstance(access, StoreOp)]
    return tables if _are_known(values, loop) else []


def _are_known(values: Sequence[SSAValue], loop: Loop) -> bool:
    """Are values known once it is known which iteration of a loop it is?"""
    work, seen = [*values], set[SSAValue]()
    while work:
        if (value := work.pop()) in seen or constant_of(value) is not None:
            continue
        seen.add(value)
        gate = gate_of(value)
        if isinstance(gate, ValueSelectorOp):
            counter = counter_of(loop, gate) if gate in loop.selectors else None
            if counter is None or constant_of(counter.start) is None:
                return False
        elif isinstance(gate, PureGate) and loop.computes(gate):
            work += gate.operands
        else:
            return False
    return True

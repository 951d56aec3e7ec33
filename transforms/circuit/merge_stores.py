"""
Stores to one address at the end of all ways to a merge: one behind the merge.

    if (c) *p = x; else *p = y;     becomes     *p = c ? x : y;

What the merge selects as memory comes from a STORE on each way, of the same bytes, that
nothing but the selector sees. The STORE behind it takes memory and values as they were
selected before these.
"""

from collections.abc import Sequence

from xdsl.ir import Operation

from circ.dialects.circuit.control import (
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    MergeOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.memory import StoreOp
from circ.dialects.circuit.types import DEPEND
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, done
from circ.transforms.circuit.alias import is_volatile
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.dead_gates import erase_gates


def merge_stores(func: FuncOp) -> int:
    """Merge the stores of one function; returns how many are new. Linear."""
    work = [
        gate
        for gate in operations_in(func.body, DependSelectorOp)
        if isinstance(gate_of(gate.merge), MergeOp)
    ]
    changed: list[Operation] = []
    merged = 0
    while work:
        selector = work.pop()
        if (stores := _stores(selector)) is None:
            continue
        changed += _merge(selector, stores)
        merged += 1
        work.append(selector)  # for the stores before these
    count("stores merged", merged)
    if merged:
        simplify(func, changed)
    return merged


def _stores(selector: DependSelectorOp) -> Sequence[StoreOp] | None:
    """The stores on each way, if they can be merged."""
    stores: list[StoreOp] = []
    for flow in selector.flows:
        gate = gate_of(flow)
        if not isinstance(gate, StoreOp) or not flow.has_one_use() or is_volatile(gate):
            return None
        stores.append(gate)
    first = stores[0]
    for store in stores:
        if (
            store.address is not first.address
            or store.value.type != first.value.type
            or store.properties != first.properties
        ):
            return None
    return stores


def _merge(selector: DependSelectorOp, stores: Sequence[StoreOp]) -> list[Operation]:
    """Put one store behind a merge; what has changed."""
    first, block = stores[0], selector.parent_block()
    assert block is not None
    value = ValueSelectorOp.create(
        operands=[selector.merge, *(store.value for store in stores)],
        result_types=[first.value.type],
        location=first.location,
    )
    store = StoreOp.create(
        operands=[selector.depend, value.result, first.address],
        result_types=[DEPEND],
        properties=dict(first.properties),
        location=first.location,
    )
    block.insert_ops_before([value, store], selector)
    uses = [use for use in selector.depend.uses if use.operation is not store]
    for use in uses:
        use.operation.operands[use.index] = store.depend
    done(first, f"merged with the stores on {len(stores) - 1} other ways")
    ways = gate_of(selector.merge).operands
    gone: dict[Operation, None] = dict.fromkeys(stores)
    for place, (each, way) in enumerate(zip(stores, ways, strict=True)):
        flow = each.flow
        relay = gate_of(flow)
        if isinstance(relay, DependRelayOp) and relay.operands[0] is way:
            flow = relay.flow  # behind the merge is behind the way to it, too
            if relay.depend.has_one_use():
                gone[relay] = None
        selector.operands[1 + place] = flow
    erase_gates(gone)
    return [selector, value, store, *(use.operation for use in uses)]

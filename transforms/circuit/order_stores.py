"""
One order for stores that follow each other and touch different bytes.

By the ranks of their addresses, as far as each may go before the others.
"""

from collections.abc import Callable, Iterable, Iterator
from operator import is_not, le

from xdsl.ir import SSAValue

from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import CircuitGraph
from circ.dialects.circuit.memory import StoreOp
from circ.dialects.common.operation_search import operations_in
from circ.transforms.circuit.alias import Aliases, is_volatile

MOST_STEPS = 32
"""Stores that one goes before."""


def order_stores(func: FuncOp, rank: Callable[[SSAValue], int]) -> int:
    """Put stores in order; returns how many have moved. Near-linear."""
    aliases: Aliases | None = None
    moved = 0
    for chain in [*_chains(operations_in(func.body, StoreOp))]:
        ranks = [rank(store.address) for store in chain]
        if all(map(le, ranks, ranks[1:])):
            continue
        aliases = aliases or Aliases(CircuitGraph.of(func), {}, ())
        order: list[StoreOp] = []
        for store in chain:
            place = len(order)
            while (
                len(order) - place < MOST_STEPS
                and place
                and rank(order[place - 1].address) > rank(store.address)
                and aliases.distinct(aliases.of(order[place - 1]), aliases.of(store))
            ):
                place -= 1
            order.insert(place, store)
        if order != chain:
            moved += sum(map(is_not, order, chain))
            _link(chain, order)
    return moved


def _chains(stores: Iterable[StoreOp]) -> Iterator[list[StoreOp]]:
    """Stores of which each is all that follows the one before, two or more."""
    for store in stores:
        if _previous(store) is None:
            chain = [store]
            while (following := _next(chain[-1])) is not None:
                chain.append(following)
            if len(chain) > 1:
                yield chain


def _next(store: StoreOp) -> StoreOp | None:
    """The store that alone needs the memory after another."""
    if not store.depend.has_one_use():
        return None
    (use,) = store.depend.uses
    gate = use.operation
    if not isinstance(gate, StoreOp) or is_volatile(gate) or is_volatile(store):
        return None
    return gate


def _previous(store: StoreOp) -> StoreOp | None:
    before = gate_of(store.flow)
    return before if isinstance(before, StoreOp) and _next(before) else None


def _link(chain: list[StoreOp], order: list[StoreOp]) -> None:
    """Let stores follow each other in another order."""
    memory, uses = chain[0].flow, [*chain[-1].depend.uses]
    for use in uses:
        use.operation.operands[use.index] = order[-1].depend
    for store in order:
        store.operands[0] = memory
        memory = store.depend

"""
Which accesses of a circuit may touch the same bytes.

An address is a polynomial over the values that it is computed from (`linear.py`). Of
two that differ by a constant the offsets decide; others are told apart by the objects
that they are in. Different ALLOCAs and globals never overlap, and neither do different
alias classes. An ALLOCA whose address is only computed with, compared and accessed is
private: no call, and no access through another address, touches it. An address computed
from that of an object stays in the object.

Schedulers know what `alias_classes.py` makes of it: the alias classes of accesses.

What is said of two addresses is true while their values are: not between iterations of
a loop in which they change (`Aliases.is_invariant`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import ArgOp, SymbolOp
from circ.dialects.circuit.conversions import BitcastOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import CircuitGraph
from circ.dialects.circuit.integers import AddOp, SubOp
from circ.dialects.circuit.memory import AllocaOp, GlobalOp, LoadOp, StoreOp
from circ.dialects.circuit.types import ARCH_WIDTH
from circ.dialects.common.linkage import COMMON, WEAK, aliases_of, linkage_of
from circ.dialects.common.memory import is_private, may_overlap
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.linear import Polynomials, Product, is_integer

SPACE = 1 << ARCH_WIDTH
"""The number of addresses where they are NaplesPU's."""


@dataclass(frozen=True, eq=False)
class Location:
    """Bytes that accesses touch; one object for all that touch the same."""

    width: int
    """Bits of the address."""
    key: tuple[int, tuple[tuple[Product, int], ...]]
    """The space and the terms; equal for addresses that differ by a constant."""
    offset: int
    size: int
    alias: str
    base: AllocaOp | GlobalOp | None
    """The object that the bytes are in, if it is known."""
    from_argument: bool
    """Is the address computed from an argument, and from no other address?"""
    atoms: tuple[SSAValue, ...]
    """What the address is computed from."""

    @property
    def terms(self) -> tuple[tuple[Product, int], ...]:
        """The address but for its constant, by the numbers of its atoms."""
        return self.key[1]

    def covers(self, other: "Location") -> int | None:
        """Where in these bytes all of the others are; None if it is unknown."""
        if self.key != other.key:
            return None
        distance = (other.offset - self.offset) % (1 << self.width)
        return distance if distance + other.size <= self.size else None

    def overlaps(self, offset: int, size: int) -> bool:
        """Are any of these bytes among others that are at an offset of the same key?"""
        space = 1 << self.width
        distance = (offset - self.offset) % space
        return distance < self.size or space - distance < size


def module_objects(module: ModuleOp) -> dict[str, GlobalOp]:
    """The globals that only one name has; nothing is known of others."""
    return {
        op.sym_name.data: op
        for op in module.body.ops
        if isinstance(op, GlobalOp)
        and not aliases_of(op)
        and not op.is_declaration
        and linkage_of(op) not in (WEAK, COMMON)
        and op.size.data > 0
    }


def is_volatile(access: LoadOp | StoreOp) -> bool:
    return access.memory is not None and bool(access.memory.volatile.data)


class Aliases:
    """The accesses of a circuit by what they touch."""

    def __init__(
        self,
        graph: CircuitGraph,
        objects: Mapping[str, GlobalOp],
        accesses: Iterable[LoadOp | StoreOp],
    ):
        self.graph = graph
        self._objects = objects
        self.polynomials = Polynomials()
        self._location: dict[Operation, Location] = {}
        self._unique: dict[tuple[object, ...], Location] = {}
        allocas: dict[AllocaOp, None] = {}
        for access in accesses:
            base = self.of(access).base
            if isinstance(base, AllocaOp):
                allocas[base] = None
        self.private = {alloca for alloca in allocas if self._is_private(alloca)}

    def of(self, access: LoadOp | StoreOp) -> Location:
        """The bytes that an access touches."""
        if (found := self._location.get(access)) is None:
            found = self._location[access] = self._locate(access)
        return found

    def _locate(self, access: LoadOp | StoreOp) -> Location:
        terms = self.polynomials.of(access.address)
        symbolic = sorted(item for item in terms.items() if item[0])
        offset = terms.get((), 0)
        value = access.result if isinstance(access, LoadOp) else access.value
        size = (width_of(value.type) + 7) // 8
        memory = access.memory
        alias = "" if memory is None else memory.alias.data
        space = 0 if memory is None else memory.space.data
        key = (space, tuple(symbolic))
        if (found := self._unique.get((key, offset, size, alias))) is None:
            atoms = self.polynomials.atoms
            used = {number for product, _ in symbolic for number in product}
            found = Location(
                width_of(access.address.type),
                *(key, offset, size, alias, self._base(symbolic)),
                self._is_from_argument(symbolic),
                tuple(atoms[number] for number in sorted(used)),
            )
            self._unique[key, offset, size, alias] = found
        return found

    def object_of(self, number: int) -> AllocaOp | GlobalOp | None:
        """The object whose address an atom is."""
        gate = gate_of(self.polynomials.atoms[number])
        if isinstance(gate, SymbolOp):
            return self._objects.get(gate.symbol.string_value())
        return gate if isinstance(gate, AllocaOp) else None

    def _base(self, terms: Iterable[tuple[Product, int]]) -> AllocaOp | GlobalOp | None:
        """The object of an address, if it is computed from that of one object."""
        found: AllocaOp | GlobalOp | None = None
        for product, factor in terms:
            for number in product:
                gate = gate_of(self.polynomials.atoms[number])
                if not isinstance(gate, AllocaOp | SymbolOp):
                    continue
                base = self.object_of(number)
                if found or base is None or len(product) > 1 or factor != 1:
                    return None
                found = base
        return found

    def _is_from_argument(self, terms: Iterable[tuple[Product, int]]) -> bool:
        atoms = self.polynomials.atoms
        pointers = [product for product, factor in terms if factor == 1]
        return len(pointers) == 1 and all(
            isinstance(gate_of(atoms[number]), ArgOp) for number in pointers[0]
        )

    def _is_private(self, alloca: AllocaOp) -> bool:
        """Is an object's address only computed with, compared and accessed?"""
        seen: set[SSAValue] = {alloca.result}
        work: list[SSAValue] = [alloca.result]
        while work:
            for use in work.pop().uses:
                gate = use.operation
                match gate:
                    case ICmpOp():
                        continue
                    case LoadOp():
                        if self.of(gate).base is not alloca:
                            return False
                    case StoreOp():
                        if use.index != 2 or self.of(gate).base is not alloca:
                            return False
                    case AddOp() | BitcastOp() | SubOp():
                        result = gate.results[0]
                        is_sum = is_integer(result) and not (
                            isinstance(gate, SubOp) and use.index
                        )
                        if not is_sum:
                            return False
                        if result not in seen:
                            seen.add(result)
                            work.append(result)
                    case _:
                        return False
        return True

    def distinct(self, one: Location, other: Location) -> bool:
        """Do two locations certainly not overlap?"""
        if not may_overlap(one.alias, other.alias):
            return True
        if one.key == other.key:
            return not one.overlaps(other.offset, other.size)
        if one.base is not None and other.base is not None:
            return one.base is not other.base
        return self._is_apart(one, other) or self._is_apart(other, one)

    def _is_apart(self, one: Location, other: Location) -> bool:
        """Is one in an object that the other, whose object is unknown, is not in?"""
        base = one.base
        if not isinstance(base, AllocaOp):
            return False
        return base in self.private or other.from_argument

    def is_touched_by_calls(self, location: Location) -> bool:
        """May a call read or write a location?"""
        if is_private(location.alias):
            return False
        base = location.base
        return not isinstance(base, AllocaOp) or base not in self.private

    def is_invariant(self, location: Location, state: int) -> bool:
        """Is its address the same in all iterations of the loop of a LOOP_BEGIN?"""
        graph = self.graph
        earliest, tree = graph.earliest, graph.tree
        return all(
            tree.strictly_dominates(earliest[graph.at(atom)], state)
            for atom in location.atoms
        )

    def is_safe(self, location: Location, align: int) -> bool:
        """Is an access to it valid wherever it is made?"""
        base = location.base
        if base is None or len(location.terms) != 1 or location.offset % align:
            return False
        given = base.align
        known = 8 if given is None else given.data
        return location.offset + location.size <= base.size.data and known >= align

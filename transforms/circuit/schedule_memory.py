"""
Anti-dependencies, which wires leave open: a LOAD precedes writes to its memory.

A LOAD on the memory `d` and a STORE or CALL on `d` are not ordered by wires where the
write does not take the LOAD's own dependency (docs/reference/circuit.md, section 7;
upstream's scheduler leaves the hazard open). Here the LOAD has to come first; where it
cannot there is a diagnostic. Accesses of different alias classes never overlap: where a
LOAD cannot come before a write of another class it need not. Else it does, since what
follows the write, on other wires, may be of its class.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from heapq import heappop, heappush

from xdsl.ir import Operation

from circ.dialects.circuit.control import (
    DependAndOp,
    DependRelayOp,
    DependSelectorOp,
    ReturnOp,
    ThrowOp,
)
from circ.dialects.circuit.gate import depends_of, gate_of
from circ.dialects.circuit.memory import CallOp, LoadOp, StoreOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dominance import NONE
from circ.dialects.common.memory import may_overlap
from circ.transforms.circuit.control_flow import ControlFlow
from circ.transforms.circuit.schedule_wires import Wires

_End = tuple[int, set[str]]
"""What ended a version, `NONE` where it begins, and the alias classes written."""

_Ended = tuple[set[int], set[str]]
"""The versions before a merge or loop, and the alias classes written since."""

_Late = tuple[int, int, int]
"""
A LOAD that is too late, what it must precede, and the block at whose end it must have
been executed; `NONE` where it must be so right before the write.
"""


class MemoryOrder:
    """The live accesses of a circuit by the memory that they see."""

    def __init__(self, wires: Wires, flow: ControlFlow, strict: bool):
        self.wires = wires
        self.flow = flow
        self.strict = strict
        self.loads: list[int] = []
        self.writes: list[int] = []
        self.others: list[int] = []
        """DEPEND_SELECTORs and DEPEND_ANDs."""
        for i, gate in enumerate(wires.gates):
            if not wires.live[i]:
                continue
            opcode = type(gate)
            if opcode is LoadOp:
                self.loads.append(i)
            elif opcode is StoreOp or opcode is CallOp:
                self.writes.append(i)
            elif opcode is DependSelectorOp or opcode is DependAndOp:
                self.others.append(i)
        self.needed = bool(self.loads) and bool(self.writes)
        self.version: dict[int, int] = {}
        self.same: dict[int, int] = {}
        """Selectors whose flows all carry one version, with that version."""
        self.moved: set[_Late] = set()
        self.lost: list[int] = []
        if self.needed:
            for i in (*self.loads, *self.writes):
                self._version(wires.index[gate_of(wires.gates[i].operands[0])])
            self.lost = self._lost_writes()

    def _lost_writes(self) -> list[int]:
        """
        Writes of which no selector, later write, RETURN or THROW knows.

        They happen where a relay demands them, and what control reaches from there sees
        an older memory on its wires all the same.
        """
        wires = self.wires
        known: set[int] = set()
        work = [gate for states in self.flow.states for gate in states]
        work = [gate for gate in work if isinstance(gate, ReturnOp | ThrowOp)]
        work += [wires.gates[i] for i in self.writes]
        work += [
            wires.gates[i]
            for i in self.others
            if isinstance(wires.gates[i], DependSelectorOp)
        ]
        while work:
            for wire in depends_of(work.pop()):
                flow = wires.index[gate_of(wire)]
                if not wires.live[flow]:
                    continue
                version = self._version(flow)
                if version not in known:
                    known.add(version)
                    if isinstance(wires.gates[version], DependAndOp):
                        work.append(wires.gates[version])
        return [i for i in self.writes if i not in known]

    def _version(self, wire: int) -> int:
        """
        The gate that last changed the memory on a dependency wire.

        It is seen through LOADs and relays, and through a DEPEND_AND whose flows all
        carry one version; others are versions of their own.
        """
        version, gates, index = self.version, self.wires.gates, self.wires.index
        path = [wire]
        entered: set[int] = set()
        while path:
            i = path[-1]
            if i in version:
                path.pop()
                continue
            gate = gates[i]
            flows: Sequence[int] = ()
            if isinstance(gate, LoadOp):
                flows = (index[gate_of(gate.flow)],)
            elif isinstance(gate, DependRelayOp):
                flows = (index[gate_of(gate.flow)],)
            elif isinstance(gate, DependAndOp):
                flows = [index[gate_of(v)] for v in gate.operands]
            unknown = [j for j in flows if j not in version]
            if unknown:
                entered.add(i)
                if any(j in entered for j in unknown):
                    message = f"'{gate.name}' is part of a cycle without a selector"
                    raise Diagnostic(gate.location, message)
                path.extend(unknown)
                continue
            seen = {version[j] for j in flows}
            version[i] = seen.pop() if len(seen) == 1 else i
            path.pop()
        return version[wire]

    def _seen(self, access: int) -> int:
        """The version of the memory that an access finds."""
        gate = self.wires.gates[access]
        return self._resolve(self._version(self.wires.index[gate_of(gate.operands[0])]))

    def _resolve(self, version: int) -> int:
        while version in self.same:
            version = self.same[version]
        return version

    def require(self, place: list[int]) -> bool:
        """
        Add the wires that LOADs lack which were placed too late; were there any?

        Called again with the next placement until nothing is too late.
        """
        late = self._overtaken(place) if self.needed else []
        for load, by, above in late:
            if (load, by, above) in self.moved:
                load_gate = self.wires.gates[load]
                raise Diagnostic(
                    load_gate.location,
                    f"'{load_gate.name}' cannot come before what overwrites its memory",
                )
            self.moved.add((load, by, above))
            if above != NONE:
                self.wires.demands.append((load, above, by))
            else:
                self.wires.inputs[by].append(load)
        return bool(late)

    def _ended_by_selectors(self, place: list[int]) -> dict[int, _Ended]:
        """
        What `_ended` says of each DEPEND_SELECTOR, inner merges and loops first.

        Those are the ones whose last predecessor comes first.
        """
        order = self.flow.tree.reverse_postorder
        number = {block: i for i, block in enumerate(order)}
        selectors = [
            (max(number[block] for block in self.flow.predecessors[place[i]]), i)
            for i in self.others
            if isinstance(self.wires.gates[i], DependSelectorOp)
        ]
        ended: dict[int, _Ended] = {}
        for _, i in sorted(selectors):
            ended[i] = self._ended(i, place, ended)
        return ended

    def _ended(
        self, selector: int, place: list[int], ended: Mapping[int, _Ended]
    ) -> _Ended:
        """
        The versions before a merge or loop, and the alias classes written since.

        Goes from the flows of a selector up to what dominates it strictly, and skips
        what the selectors of merges and loops within enclose, which are in `ended`.
        """
        gates, tree = self.wires.gates, self.flow.tree
        merge = place[selector]
        versions: set[int] = set()
        classes: set[str] = set()
        seen = {selector}
        work = self._flows(selector)
        while work:
            i = work.pop()
            if i in seen:
                continue
            seen.add(i)
            if tree.strictly_dominates(place[i], merge):
                versions.add(i)
            elif i in ended:
                before, written = ended[i]
                classes |= written
                work += before
            elif isinstance(gates[i], StoreOp | CallOp):
                classes.add(alias_class(gates[i]))
                work.append(self._seen(i))
            elif isinstance(gates[i], DependSelectorOp | DependAndOp):
                work.extend(self._flows(i))
        return versions, classes

    def _flows(self, gate: int) -> list[int]:
        """The versions that flow into a DEPEND_SELECTOR or DEPEND_AND."""
        index = self.wires.index
        flows = [index[gate_of(v)] for v in depends_of(self.wires.gates[gate])]
        return [self._version(i) for i in flows if self.wires.live[i]]

    def _overtaken(self, place: list[int]) -> list[_Late]:
        """
        LOADs in blocks to which only what ends their memory leads, with what does.

        Walks the dominator tree with, for each version, what ended it.
        """
        blocks: dict[int, list[int]] = {}
        for i in (*self.others, *self.writes, *self.loads):
            blocks.setdefault(place[i], []).append(i)
        late: list[_Late] = []
        ends: dict[int, list[_End]] = {}
        ended = self._ended_by_selectors(place)
        children = self.flow.tree.children
        work: list[tuple[int, list[int] | None]] = [(0, None)]
        while work:
            block, changed = work.pop()
            if changed is not None:
                for version in reversed(changed):
                    ends[version].pop()
                continue
            undo: list[int] = []
            if block in blocks:
                late.extend(self._enter(blocks[block], place, ends, ended, undo))
            work.append((block, undo))
            work.extend((child, None) for child in children[block])
        late.extend(self._behind_lost_writes(place))
        return list(dict.fromkeys(late))

    def _behind_lost_writes(self, place: list[int]) -> Iterator[_Late]:
        """
        LOADs that control reaches from lost writes of the memory they see.

        Such a LOAD has to come before all that dominates those writes, so that a walk
        over the blocks serves all writes to one version and alias class.
        """
        if not self.lost:
            return
        writes: dict[int, dict[str, list[int]]] = {}
        for write in self.lost:
            classes = writes.setdefault(self._seen(write), {})
            classes.setdefault(alias_class(self.wires.gates[write]), []).append(write)
        loads: dict[int, list[int]] = {}
        for load in self.loads:
            if (version := self._seen(load)) in writes:
                loads.setdefault(version, []).append(load)
        for version, later in loads.items():
            for name, group in writes[version].items():
                seeing = [j for j in later if self._may_see(j, {name})]
                if seeing:
                    yield from self._behind(seeing, group, place)

    def _behind(
        self, loads: Sequence[int], writes: Sequence[int], place: list[int]
    ) -> Iterator[_Late]:
        """LOADs behind some of the writes, which any of them may overtake."""
        tree, successors = self.flow.tree, self.flow.successors
        at: dict[int, list[int]] = {}
        for write in writes:
            at.setdefault(place[write], []).append(write)
        above: dict[int, int] = {}
        """By block, the lowest that dominates the writes from which it is reached."""
        order = tree.reverse_postorder
        number = {block: i for i, block in enumerate(order)}
        work = sorted(number[block] for block in at)
        queued = set(work)
        while work:
            # Predecessors first, but for those around loops: most blocks come once.
            queued.remove(i := heappop(work))
            block = order[i]
            top = above.get(block, block)
            if block in at:
                top = tree.common(top, block)
            for after in successors[block]:
                known = above.get(after)
                found = top if known is None else tree.common(known, top)
                if found != known:
                    above[after] = found
                    if number[after] not in queued:
                        queued.add(number[after])
                        heappush(work, number[after])
        for load in loads:
            if (top := above.get(place[load])) is None:
                continue
            if top in at:
                yield from ((load, write, NONE) for write in at[top])
            else:
                yield load, writes[0], top

    def _enter(
        self,
        accesses: list[int],
        place: list[int],
        ends: dict[int, list[_End]],
        ended: Mapping[int, _Ended],
        changed: list[int],
    ) -> list[_Late]:
        """Go through one block; `changed` lists what to undo when leaving it."""

        def push(version: int, end: _End) -> None:
            ends.setdefault(version, []).append(end)
            changed.append(version)

        gates = self.wires.gates
        for i in accesses:
            if isinstance(gates[i], DependSelectorOp):
                versions, classes = ended[i]
                if classes or len(versions) > 1:
                    for version in versions:
                        push(self._resolve(version), (i, classes or {""}))
                elif versions:
                    (self.same[i],) = versions
        for i in accesses:
            if not isinstance(gates[i], LoadOp):
                push(i, (NONE, set()))
        late: list[_Late] = []
        for i in accesses:
            if isinstance(gates[i], LoadOp):
                for by, classes in reversed(ends.get(self._seen(i), ())):
                    if by == NONE:
                        break
                    if self._may_see(i, classes) and not (
                        self._is_in_loop_of(by, place, i)
                        and not may_see(gates[i], classes)
                    ):
                        above = NONE
                        if isinstance(gates[by], DependSelectorOp):
                            above = self.flow.tree.idom[place[by]]
                        late.append((i, by, above))
                        break
        for i in accesses:
            if isinstance(gates[i], StoreOp | CallOp):
                push(self._seen(i), (i, {alias_class(gates[i])}))
        return late

    def _may_see(self, load: int, written: Set[str]) -> bool:
        return self.strict or may_see(self.wires.gates[load], written)

    def _is_in_loop_of(self, end: int, place: list[int], load: int) -> bool:
        """Is a load in the loop whose head has the selector that ends its memory?"""
        loops = self.flow.loops
        if not isinstance(self.wires.gates[end], DependSelectorOp):
            return False
        return loops.contains(place[end], loops.header[place[load]])

    def order_in_blocks(self, place: list[int]) -> dict[int, list[int]]:
        """
        By write, the LOADs of its block that must come before it.

        Writes of one version and alias class share a group: an index from the number of
        gates on.
        """
        before: dict[int, list[int]] = {}
        if not self.needed:
            return before
        loads: dict[tuple[int, int], list[int]] = {}
        for i in self.loads:
            loads.setdefault((place[i], self._seen(i)), []).append(i)
        groups: dict[tuple[int, int, str], int] = {}
        for i in self.writes:
            key = (place[i], self._seen(i))
            if key not in loads:
                continue
            gates = self.wires.gates
            full = (*key, alias_class(gates[i]))
            if full not in groups:
                groups[full] = len(gates) + len(groups)
                before[groups[full]] = [
                    j for j in loads[key] if self._may_see(j, {full[2]})
                ]
            before[i] = [groups[full]]
        return before


def alias_class(gate: Operation) -> str:
    """The alias class of an access, empty where unknown."""
    if isinstance(gate, LoadOp | StoreOp) and gate.memory is not None:
        return gate.memory.alias.data
    return ""


def may_see(load: Operation, written: Set[str]) -> bool:
    """May a LOAD see what was written in some alias classes?"""
    own = alias_class(load)
    return any(may_overlap(own, each) for each in written)

"""Where the time of a run on NaplesPU goes: by line of the source, and by block."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields

from circ.dialects.common.diagnostics import place_of
from circ.targets.naplespu.object.debug_lines import lines_of
from circ.targets.naplespu.object.image import Image
from circ.targets.naplespu.simulator.decoding import decode
from circ.targets.naplespu.simulator.statistics import costs_of
from circ.targets.naplespu.simulator.system import System
from circ.targets.naplespu.simulator.timing import Cost
from circ.targets.naplespu.simulator.words import word_of

MOST_ROWS = 40
"""Of one table; the most expensive ones are shown."""
UNKNOWN = "(unknown)"
_REASONS = [each.name for each in fields(Cost) if each.name != "runs"]
_NOTES = """\
# Cycles, instructions, and the cycles in which none was issued: after a branch that is
# taken, for sources, for results still being written, for a unit, for the caches."""
_BRANCH = "Branch"
_WORD = 4


@dataclass
class Row:
    """A line or a block."""

    name: str
    cost: Cost = field(default_factory=Cost)
    detail: str = ""


def profile_of(system: System, image: Image) -> str:
    """The tables as text; cycles of several threads are added up."""
    costs: dict[int, Cost] = {}
    words: dict[int, int] = {}
    for thread in system.threads:
        if thread.timing is None:
            return ""
        executed = thread.executed()
        words.update(executed.keys())
        for address, cost in costs_of(executed, thread.timing.costs()).items():
            _add(costs.setdefault(address, Cost()), cost)
    locations = lines_of(image.debug)
    places = {
        address: _line(place_of(locations.get(address))) or UNKNOWN for address in costs
    }
    by_line: dict[str, Row] = {}
    for address, cost in costs.items():
        place = places[address]
        _add(by_line.setdefault(place, Row(place)).cost, cost)
    by_block = [
        _block(block, costs, places, image) for block in _blocks(sorted(costs), words)
    ]
    total = Cost()
    for cost in costs.values():
        _add(total, cost)
    text = [_NOTES]
    text += _table("line", list(by_line.values()), total)
    text += _table("block", by_block, total)
    return "\n".join(text) + "\n"


def _add(total: Cost, cost: Cost) -> None:
    for name in ("runs", *_REASONS):
        setattr(total, name, getattr(total, name) + getattr(cost, name))


def _line(place: str | None) -> str | None:
    """A place without its column."""
    return None if place is None else place.rpartition(":")[0] or place


def _blocks(addresses: Sequence[int], words: Mapping[int, int]) -> Iterator[list[int]]:
    """Addresses in a row, up to branches and to where others lead."""
    decoded = {address: decode(words[address]) for address in addresses}
    targets = {
        address + it.immediate
        for address, it in decoded.items()
        if it.format in ("J", "JR")
    }
    block: list[int] = []
    for address in addresses:
        if block:
            ends = word_of(words[block[-1]]).schedule_class == _BRANCH
            begins = address != block[-1] + _WORD or address in targets
            if ends or begins:
                yield block
                block = []
        block.append(address)
    if block:
        yield block


def _block(
    block: Sequence[int],
    costs: Mapping[int, Cost],
    places: Mapping[int, str],
    image: Image,
) -> Row:
    found = Row(_name(block[0], image))
    for address in block:
        _add(found.cost, costs[address])
    seen = dict.fromkeys(places[address] for address in block)
    found.detail = f"{len(block)} instructions, {next(iter(seen))}"
    return found


def _name(address: int, image: Image) -> str:
    """The address, from the function in which it is."""
    before = [
        (symbol.address, name)
        for name, symbol in image.symbols.items()
        if symbol.is_function and symbol.address <= address
    ]
    if not before:
        return f"0x{address:x}"
    start, name = max(before)
    return f"{name}+0x{address - start:x}" if address > start else name


def _table(what: str, rows: list[Row], total: Cost) -> list[str]:
    """Most cycles first; equal ones as they come."""
    rows.sort(key=lambda row: -row.cost.cycles)
    headings = ["cycles", "%", "instructions", *_REASONS]
    lines = [" ".join(f"{name:>12}" for name in headings) + f"  {what}"]
    for row in rows[:MOST_ROWS]:
        cost = row.cost
        share = 100 * cost.cycles / max(total.cycles, 1)
        numbers = [cost.runs, *(getattr(cost, name) for name in _REASONS)]
        cells = [f"{cost.cycles:>12,}", f"{share:>12.1f}"]
        cells += [f"{number:>12,}" for number in numbers]
        line = " ".join(cells) + f"  {row.name}"
        lines.append(line + f" ({row.detail})" * bool(row.detail))
    if len(rows) > MOST_ROWS:
        lines.append(f"{len(rows) - MOST_ROWS} more, which take less")
    return lines

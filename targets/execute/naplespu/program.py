"""
Runs a NaplesPU program image on the simulator, by the calling convention.

`values` says where arguments and results are, `memory` where arrays are. At the address
of an external function lies a word that the hardware does not define: the machine
traps, the hook runs, and execution goes on at the return address.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from xdsl.dialects.builtin import FunctionType, i32

from circ.dialects.common.diagnostics import Diagnostic, place_of
from circ.dialects.naplespu.register_file import RA
from circ.targets.execute.environment import Environment
from circ.targets.execute.hooks import External
from circ.targets.execute.marshal import Argument, Execution, arrays_after
from circ.targets.execute.marshal import place as place_arrays
from circ.targets.execute.naplespu.host import Host
from circ.targets.execute.naplespu.memory import (
    ARRAYS,
    AddressNames,
    MainMemory,
    NamedRange,
    code_of,
    regions_of,
    scratchpad_of,
)
from circ.targets.execute.naplespu.profile import profile_of
from circ.targets.execute.naplespu.values import (
    check_words,
    pass_arguments,
    passed_arguments,
    results_of,
    struct_of,
)
from circ.targets.execute.outcome import ExecutionLimit, Outcome, Trace
from circ.targets.naplespu.description.calling_convention import WORD
from circ.targets.naplespu.description.errata import PUBLISHED, Errata
from circ.targets.naplespu.description.memory_map import (
    LARGE_STACK_SIZE as STACK_SIZE,
)
from circ.targets.naplespu.description.memory_map import (
    LARGE_STACK_TOP as STACK_TOP,
)
from circ.targets.naplespu.description.memory_map import (
    LARGE_STACKS as STACKS,
)
from circ.targets.naplespu.description.memory_map import stacks_moved
from circ.targets.naplespu.object.debug_lines import LineTable, lines_of
from circ.targets.naplespu.object.image import LINE, RESET_PC, Image
from circ.targets.naplespu.simulator.control_steps import END_OF_KERNEL
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import (
    Engine,
    Machine,
    MachineTrap,
    TraceEvent,
)
from circ.targets.naplespu.simulator.system import (
    NO_LIMIT,
    RETURNED,
    System,
    ThreadTrap,
)

STUBS = 0x100
"""Addresses of external functions begin here, below the code."""
STACK_GUARD = 0x0010_0000
"""So much at the end of each stack is not used."""
UNDEFINED_WORD = 0x6FFF_FFFF


@dataclass(frozen=True)
class Settings:
    """How a program is run."""

    externals: Mapping[str, External] = field(default_factory=dict[str, External])
    """The image is linked with `stubs` of them."""
    max_operations: int | None = None
    """Of all threads together."""
    trace: Trace | None = None
    threads: int = 1
    engine: Engine | Literal["auto"] = "auto"
    errata: Errata = PUBLISHED
    guarded: bool = False
    """
    Are only the program's objects memory? In any case execution does not leave its
    code, and no stack becomes larger than there is room for it.
    """
    trap_handler: bool = False
    """Do traps go on at 0x380 (`System`)?"""
    environment: Environment = field(default_factory=Environment)
    """What the host gives to the program."""
    timed: bool = False
    """Does it find out how many cycles it takes?"""


DEFAULTS = Settings()


def run(
    image: Image,
    entry: str,
    signature: FunctionType,
    arguments: Sequence[Argument],
    settings: Settings = DEFAULTS,
) -> Execution:
    """
    Load the image, call `entry`, and read results and arrays back.

    All threads are given the same arguments; each has a stack of its own. Control goes
    from one to the next where it ends or waits at a barrier, as at the other levels.
    """
    check_words(signature, entry)
    system, moved = system_of(settings), room_above(image)
    stacks = stacks_of(settings.threads, moved)
    names = supervise(system, image, stacks, settings)
    if settings.guarded:
        system.scratchpad.confine(scratchpad_of(image))
        system.core.bounds = image.bounds
        system.core.reads_lines = image.reads_lines
    load(image, system.threads[0])
    heap = MainMemory(system.memory, moved, names)
    values, layout = place_arrays(arguments, heap), struct_of(signature)
    heap.name(arguments, values)
    for thread in system.threads:
        stack = stacks[thread.thread].stop
        types, hidden = signature.inputs.data, list[int]()
        if layout is not None:
            types = (i32, *types)
            hidden.append(heap.allocate(layout.size))
        pass_arguments(thread, types, [*hidden, *values], stack)
        thread.scalar[RA] = RETURNED
    if "circ_exit" in image.symbols:
        system.memory.add_region(END_OF_KERNEL, LINE)
    call(system, image, image.symbols[entry].address, settings, names, heap)
    threads = system.threads
    results, *others = [
        [] if each.ended else results_of(each, signature) for each in threads
    ]
    status = system.result if threads[0].ended else None
    outcome = Outcome(
        results,
        system.instructions,
        lambda: costs_of(system),
        lambda: profile_of(system, image),
        others,
        status,
    )
    return Execution(outcome, arrays_after(arguments, values, heap), heap)


def stacks_of(threads: int, moved: int) -> list[range]:
    """Where the threads' stacks are; the last one has all the room that is left."""
    tops = [STACK_TOP + moved - STACK_SIZE * number for number in range(threads)]
    ends = [*tops[1:], STACKS + moved]
    return [range(end + STACK_GUARD, top) for top, end in zip(tops, ends, strict=True)]


def supervise(
    system: System,
    image: Image,
    stacks: Sequence[range],
    settings: Settings,
) -> AddressNames:
    """Trap where execution leaves the code, or `sp` a stack; names for addresses."""
    names = AddressNames.of(image)
    called = range(STUBS, STUBS + WORD * len(settings.externals))
    system.core.code = [*code_of(image), called]
    if settings.guarded:
        system.memory.confine((*regions_of(image, stacks), called))
    for thread, stack in zip(system.threads, stacks):
        thread.stack = stack
        name = f"the stack of thread {thread.thread}"
        if len(system.threads) == 1:
            name = "the stack"
        names.data.append(NamedRange(stack.start, len(stack), name))
    return names


def room_above(image: Image) -> int:
    """By how much stacks and arrays must move up to be above a large image."""
    below = [segment for segment in image.segments if segment.address < ARRAYS]
    end = max((segment.end for segment in below), default=0)
    moved = stacks_moved(end)
    if ARRAYS + moved > RETURNED:
        message = f"the program ends at 0x{end:x}, which leaves no room for stacks"
        raise Diagnostic(None, message)
    return moved


def system_of(settings: Settings) -> System:
    """The threads; a Diagnostic where there cannot be so many, or no such engine."""
    try:
        return System(
            settings.threads,
            fp=settings.errata.fp,
            engine=settings.engine,
            errata=settings.errata,
            trap_handler=settings.trap_handler,
            timed=settings.timed,
        )
    except ValueError as error:
        raise Diagnostic(None, str(error)) from None


def add_trace(system: System, trace: Trace | None, locations: LineTable) -> None:
    """Trace all threads; where there are several, each line names its thread."""
    if trace is None:
        return
    for thread in system.threads:
        name = f"thread {thread.thread}: " if len(system.threads) > 1 else ""
        thread.trace = lambda event, name=name: trace(
            name + line_of(event, place_of(locations.get(event.pc)))
        )


def costs_of(system: System) -> dict[str, int]:
    """The statistics of all threads, one number a name."""
    found = system.statistics()
    memory = found.memory
    costs = {} if found.cycles is None else {"cycles": found.cycles}
    costs |= {
        "loads": memory.loads,
        "stores": memory.stores,
        "bytes loaded": memory.loaded,
        "bytes stored": memory.stored,
    }
    return costs | {f"class {name}": n for name, n in sorted(found.classes.items())}


def stubs(names: Iterable[str]) -> dict[str, int]:
    """Addresses that stand for external functions."""
    addresses = {name: STUBS + WORD * i for i, name in enumerate(names)}
    assert not addresses or max(addresses.values()) < RESET_PC
    return addresses


def call(
    system: System,
    image: Image,
    address: int,
    settings: Settings,
    names: AddressNames,
    heap: MainMemory,
) -> None:
    """Run from `address` until all threads have returned, hooks included."""
    externals, locations = settings.externals, lines_of(image.debug)
    system.core.host = Host(settings.environment, heap, locations)
    add_trace(system, settings.trace, locations)
    external_at = {at: name for name, at in stubs(externals).items()}
    for at in external_at:
        system.memory.write(at, UNDEFINED_WORD.to_bytes(WORD, "little"))

    def service(thread: Machine, trap: MachineTrap) -> bool:
        if (name := external_at.get(trap.pc)) is None:
            return False
        thread.pc = thread.scalar[RA]
        hook = externals[name]
        try:
            hook(passed_arguments(thread, hook.types))
        except Diagnostic as error:
            place = error.location or locations.get(thread.pc - WORD)
            raise Diagnostic(place, error.message) from None
        return True

    limit = settings.max_operations
    limit = NO_LIMIT if limit is None else limit
    try:
        system.run(address, limit, NO_LIMIT, service)
    except MachineTrap as trap:
        place = locations.get(trap.pc) or locations.get(trap.pc - WORD)
        if system.instructions >= limit:
            raise ExecutionLimit(place, limit) from None
        who = "the machine"
        if len(system.threads) > 1 and isinstance(trap, ThreadTrap):
            who = f"thread {trap.thread}"
        raise Diagnostic(place, f"{who} {names.message(trap)}") from None


def line_of(event: TraceEvent, place: str | None = None) -> str:
    """One retired instruction: address, word, text, what it changed, its source."""
    changes = ", ".join(
        f"{name} = {value:#x}"
        if isinstance(value, int)
        else f"{name} = [{', '.join(f'{lane:#x}' for lane in value)}]"
        for name, value in event.writes
    )
    line = f"{event.pc:08x}: {event.word:08x}  {event.text}"
    if changes:
        line += f" -> {changes}"
    return f"{line}  # {place}" if place else line

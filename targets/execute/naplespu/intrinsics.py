"""
NaplesPU's intrinsics above the machine level.

What each does comes from the machine: from the meaning of its record, and, for control
registers and barriers, from the simulator's machine of the thread that calls it. Memory
is that of the interpreters: elements lie in a row, aligned as the machine asks.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from xdsl.dialects.builtin import FunctionType, IndexType, f32, i32
from xdsl.ir import Attribute

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.lanes import pack, unpack
from circ.dialects.common.memory import SCRATCHPAD_SPACE
from circ.dialects.naplespu import semantics
from circ.dialects.naplespu.generated.operations import RECORDS
from circ.dialects.naplespu.intrinsics import (
    LACKING,
    NO_RECORD,
    Intrinsic,
    program_mask,
    with_program_mask,
)
from circ.dialects.naplespu.register_file import ALL_LANES, LANES, RM
from circ.dialects.naplespu.semantics import ACCESSES, IEEE, Access
from circ.dialects.source.layout import space_of, vector_type, view_type
from circ.targets.execute.gen.steps import SYNCHRONIZE
from circ.targets.execute.hooks import External
from circ.targets.execute.machines import Job
from circ.targets.execute.memory import CheckedMemory, Memory
from circ.targets.execute.naplespu.threads import Team, machines
from circ.targets.execute.outcome import (
    ExecutionLimit,
    Hook,
    Outcome,
    Run,
)
from circ.targets.naplespu.description.intrinsic_names import intrinsic_of
from circ.targets.naplespu.simulator.control_steps import END_OF_KERNEL, LINE_MASK
from circ.targets.naplespu.simulator.steps import MachineTrap

Threads: TypeAlias = Team[Outcome]

Effect: TypeAlias = Callable[[Sequence[int]], Sequence[int] | None]


@dataclass(frozen=True)
class Builtin(External):
    """An intrinsic, which does something only on the threads of a run."""

    intrinsic: Intrinsic

    def on(self, team: Threads, memory: Memory) -> External:
        """The function itself, for the thread of the team that runs."""
        return External(self.types, effect_of(self.intrinsic, team, memory))


def builtin(name: str, declared: FunctionType, location: Attribute) -> External:
    """The hook of a declared intrinsic; a diagnostic where there is none."""
    intrinsic = check(name, declared, location)
    message = f"the intrinsic '{name}' is called through its address"
    return Builtin(declared.inputs.data, partial(_refuse, message), intrinsic)


def _refuse(message: str, arguments: Sequence[int]) -> None:
    raise Diagnostic(None, message)


def check(name: str, declared: FunctionType, location: Attribute) -> Intrinsic:
    """The intrinsic of that name, if there is one, and if its type is right."""
    intrinsic = intrinsic_of(name)
    if intrinsic is None:
        raise Diagnostic(location, f"there is no intrinsic '{name}'")
    if not intrinsic.record:
        message = f"the intrinsic '{name}' is not supported: {NO_RECORD}"
        raise Diagnostic(location, message)
    given = (*declared.outputs, *declared.inputs)
    wanted = (*intrinsic.results, *intrinsic.arguments)
    if (
        len(declared.outputs) != len(intrinsic.results)
        or len(given) != len(wanted)
        or not all(map(_fits, wanted, given))
    ):
        arguments = ", ".join(intrinsic.arguments)
        result = "".join(intrinsic.results) or "void"
        message = f"the intrinsic '{name}' is of type {result} ({arguments})"
        raise Diagnostic(location, f"{message}, but is declared as {declared}")
    return intrinsic


def _fits(kind: str, type: Attribute) -> bool:
    """May a value of a type in source terms be given or taken where C has `kind`?"""
    match kind:
        case "int":
            return type == i32 or isinstance(type, IndexType)
        case "float":
            return type == f32
        case "v16i32" | "v16f32":
            vector = vector_type(type)
            lane = f32 if kind == "v16f32" else i32
            if vector is None or vector.get_shape() != (LANES,):
                return False
            return vector.element_type == lane
        case "address" if type == i32:
            return True
        case "pointer" | "scratchpad" | "address":
            if isinstance(type, IndexType):
                return True
            space = SCRATCHPAD_SPACE if kind == "scratchpad" else 0
            array = view_type(type)
            return array is not None and space_of(array) == space
        case _:
            return False


def run_threads(
    job: Job, prepare: Callable[..., Run], values: Sequence[int], memory: Memory
) -> Outcome:
    """
    Run a program on several threads.

    `prepare` makes it ready, with external functions. Lines of the trace begin with
    the thread.
    """
    team, trace = Team[Outcome](machines(job.threads)), job.trace
    hooks: dict[str, Hook] = {
        name: external.on(team, memory) if isinstance(external, Builtin) else external
        for name, external in job.externals.items()
    }
    hooks[SYNCHRONIZE] = partial(_synchronize, team)

    def named(line: str) -> None:
        assert trace is not None
        trace(f"thread {team.current}: {line}")

    several = trace is not None and job.threads > 1
    run = prepare(hooks=hooks, trace=named if several else trace)
    limit = job.max_operations
    outcomes = team.run(lambda: run(values, limit))
    operations = sum(outcome.operations for outcome in outcomes)
    if limit is not None and operations > limit:
        raise ExecutionLimit(None, limit)
    first, *others = outcomes
    results = [outcome.results for outcome in others]
    return Outcome(first.results, operations, others=results, status=first.status)


def effect_of(intrinsic: Intrinsic, team: Threads, memory: Memory) -> Effect:
    """What an intrinsic does with the bit patterns of its arguments."""
    operation = RECORDS[intrinsic.record].operation
    match operation:
        case _ if operation in LACKING:
            message = f"'{intrinsic.name}' cannot be executed: {LACKING[operation]}"
            return partial(_refuse, message)
        case "read_cr" | "write_cr" | "barrier" | "flush":
            return partial(CONTROL[operation], team)
        case _ if operation in ACCESSES:
            space = memory.space(SCRATCHPAD_SPACE if intrinsic.in_scratchpad else 0)
            lanes = _Lanes(ACCESSES[operation], space, team, intrinsic)
            return lanes.load if lanes.access.load else lanes.store
        case "move_i32":
            return partial(MOVES[intrinsic.record], team)
        case "crt_mask_i32" if not intrinsic.results:
            return partial(_write_lane_mask, team)
        case "crt_mask_i32":
            return lambda given: [semantics.create_mask(INTS, _lanes(given[0]))]
        case "shuffle_i32":
            return lambda given: [_vector(semantics.shuffle(INTS, *map(_lanes, given)))]
        case _ if operation in IEEE.comparisons:
            predicate = IEEE.comparisons[operation]
            return lambda given: [
                semantics.compare_lanes(INTS, predicate, *map(_lanes, given))
            ]
        case _ if intrinsic.arguments == ("int",):
            return lambda given: [semantics.compute(INTS, operation, *given)]
        case _:
            return lambda given: [
                _vector(
                    semantics.compute(INTS, operation, *column)
                    for column in zip(*map(_lanes, given), strict=True)
                )
            ]


def _lanes(value: int) -> list[int]:
    return unpack(INTS, LANES, 32, value)


def _vector(lanes: Iterable[int]) -> int:
    return pack(INTS, 32, [*lanes])


# region The mask


def _mask(team: Threads) -> int:
    return program_mask(INTS, team.machine.scalar[RM])


def _read_mask(team: Threads, given: Sequence[int]) -> Sequence[int]:
    return [_mask(team)]


def _write_mask(team: Threads, given: Sequence[int]) -> None:
    (mask,) = given
    team.machine.scalar[RM] = with_program_mask(INTS, mask)


def _write_lane_mask(team: Threads, given: Sequence[int]) -> None:
    (vector,) = given
    _write_mask(team, [semantics.create_mask(INTS, _lanes(vector))])


def _mix(team: Threads, given: Sequence[int]) -> Sequence[int]:
    new, old = map(_lanes, given)
    return [_vector(semantics.blend(INTS, _mask(team), old, new))]


def _splat(team: Threads, given: Sequence[int]) -> Sequence[int]:
    (value,) = given
    return [_vector([value] * LANES)]


MOVES: dict[str, Callable[[Threads, Sequence[int]], Sequence[int] | None]] = {
    "READMR": _read_mask,
    "WRITEMR": _write_mask,
    "MOVE_VV_M_32": _mix,
    "MOVE_VS_32": _splat,
}

# endregion
# region Control


def _read_control(team: Threads, given: Sequence[int]) -> Sequence[int]:
    (index,) = given
    try:
        return [team.machine.read_control(index, 0)]
    except MachineTrap as trap:
        raise Diagnostic(None, trap.reason) from None


def _write_control(team: Threads, given: Sequence[int]) -> None:
    value, index = given
    team.machine.write_control(index, value)


def _barrier(team: Threads, given: Sequence[int]) -> None:
    try:
        team.arrive(*given)
    except MachineTrap as trap:
        raise Diagnostic(None, trap.reason) from None


def _synchronize(team: Threads, given: Sequence[int]) -> Sequence[int]:
    team.synchronize()
    return ()


def _flush(team: Threads, given: Sequence[int]) -> None:
    """Nothing: there is no cache in front of the interpreters' memory."""
    (address,) = given
    _check_aligned(address, 4)
    if address & LINE_MASK == END_OF_KERNEL & LINE_MASK:
        raise Diagnostic(None, "the line that ends the kernel is the startup code's")


CONTROL: dict[str, Callable[[Threads, Sequence[int]], Sequence[int] | None]] = {
    "read_cr": _read_control,
    "write_cr": _write_control,
    "barrier": _barrier,
    "flush": _flush,
}

# endregion
# region Memory


def _check_aligned(address: int, alignment: int) -> None:
    if address % alignment:
        message = f"address {address:#x} must be a multiple of {alignment}"
        raise Diagnostic(None, message)


@dataclass(frozen=True)
class _Lanes:
    """What a load or store of vectors does."""

    access: Access
    memory: Memory
    team: Threads
    intrinsic: Intrinsic

    def load(self, given: Sequence[int]) -> Sequence[int]:
        """Lanes that the mask disables are 0."""
        (address,) = given
        state, lanes = CheckedMemory(self.memory, None), [0] * LANES
        for lane, place in self._places(address):
            lanes[lane] = self.access.read(INTS, state, place)
        return [_vector(lanes)]

    def store(self, given: Sequence[int]) -> None:
        """In the order of the lanes: the last one of those at one address stays."""
        address, value = given
        state, lanes = CheckedMemory(self.memory, None), _lanes(value)
        for lane, place in self._places(address):
            self.access.write(INTS, state, place, lanes[lane])

    def _places(self, address: int) -> list[tuple[int, int]]:
        """The lanes that are touched, each with its address."""
        element = self.access.element
        if self.access.indexed:
            places = _lanes(address)
        else:
            scratchpad = self.intrinsic.in_scratchpad
            _check_aligned(address, element if scratchpad else self.access.alignment)
            places = [address + element * lane for lane in range(LANES)]
        mask = _mask(self.team) if self.intrinsic.is_masked else ALL_LANES
        touched = [(lane, places[lane]) for lane in range(LANES) if mask >> lane & 1]
        for _, place in touched:
            _check_aligned(place, element)
        return touched


# endregion

"""
Words of NaplesPU to Python closures, one a word and address.

Decoding follows the hardware, not the compiler's records (`naplespu_isa` section 2):
the masked bit is ignored, every operation with a vector operand is masked, and what
only the hardware has (`not`, a scalar first source of a vector operation) is executed.
What an operation computes comes from `circ.dialects.naplespu.semantics`. A word whose
effect the hardware leaves undefined traps when it is executed.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple, NoReturn, Protocol

from circ.dialects.common.algebra import INTS, Ints, to_signed
from circ.dialects.naplespu import semantics
from circ.dialects.naplespu.instructions import instructions
from circ.dialects.naplespu.register_file import LANES, PC, RA, RM
from circ.dialects.naplespu.semantics import ACCESSES, Access, Operations
from circ.targets.naplespu.memory import CodeWritten, Memory

WORD_MASK = 0xFFFFFFFF
ALL_LANES = (1 << LANES) - 1
LINE_MASK = ~63
END_OF_KERNEL = 0xFFFFFFC0
"""Flushing this line ends the thread (section 3.5)."""
LAST_JUMP_OPCODE = 6
"""The branch unit takes opcodes 0..6 of an instruction that writes `pc` (5.9)."""
SCRATCHPAD_TRAP, MEMORY_TRAP = 0x40, 0x80
"""Trap reasons of control register 10 (section 3.6)."""

Scalars = list[int]
Vectors = list[list[int]]
Step = Callable[[Scalars, Vectors], int | None]
"""Does one instruction; a step that ends a block returns the next pc."""


class MachineTrap(Exception):
    """The program did what the machine cannot do; `pc` is the instruction's address."""

    def __init__(self, reason: str, pc: int, code: int | None = None):
        super().__init__(f"at 0x{pc:08x}: {reason}")
        self.reason = reason
        self.pc = pc
        self.code = code
        """The hardware's trap reason, None for what only the simulator refuses."""


class ThreadEnd(Exception):
    """The thread flushed the line that ends the kernel."""


class State(Protocol):
    """What a step needs of the machine beyond its registers."""

    mask: int
    memory: Memory
    scratchpad: Memory
    hardware_memory: bool
    operations: Operations

    def read_control(self, index: int, pc: int) -> int: ...
    def write_control(self, index: int, value: int) -> None: ...


class Translated(NamedTuple):
    step: Step
    ends_block: bool


@cache
def _names(format: str) -> Mapping[int, str]:
    """Operations of a format by opcode."""
    return {
        instruction.opcode: semantics.operation_of(instruction)
        for instruction in instructions().values()
        if instruction.format == format
        and instruction.opcode is not None
        and not instruction.asm_parser_only
    }


def _signed(value: int, width: int) -> int:
    """The low `width` bits of `value`, read as two's complement."""
    return to_signed(width, value & ((1 << width) - 1))


def translate(state: State, word: int, address: int) -> Translated:
    """The step that executes `word` as if it were fetched at `address`."""
    if word >> 30 == 0b00:
        return _register_form(state, word, address)
    if word >> 30 == 0b10:
        return _memory_form(state, word, address)
    if word >> 29 == 0b010:
        return _immediate_form(state, word, address)
    match word >> 27:
        case 0b01100:
            return _move_immediate(state, word, address)
        case 0b01101:
            return _control(state, word, address)
        case 0b01110:
            return _jump_register(word, address)
        case 0b01111:
            return _jump(word, address)
        case _:  # 11 at the top: decoded as invalid and dropped
            return Translated(_nothing, False)


def _nothing(scalar: Scalars, vector: Vectors) -> None:
    pass


def _trap(reason: str, address: int) -> Translated:
    def step(scalar: Scalars, vector: Vectors) -> NoReturn:
        raise MachineTrap(reason, address)

    return Translated(step, True)


def _undefined(word: int, address: int) -> Translated:
    return _trap(f"the hardware does not define the word 0x{word:08x}", address)


def _with_pc(step: Step, address: int) -> Step:
    """`pc` as an operand reads the address of the reading instruction."""

    def with_pc(scalar: Scalars, vector: Vectors) -> int | None:
        scalar[PC] = address
        return step(scalar, vector)

    return with_pc


def _then_mask(state: State, step: Step) -> Step:
    """Writing `rm` sets the lane mask that the pipeline uses."""

    def then_mask(scalar: Scalars, vector: Vectors) -> None:
        step(scalar, vector)
        state.mask = scalar[RM] & ALL_LANES

    return then_mask


class _Sources(NamedTuple):
    """Register numbers of up to two sources; a scalar second may be an immediate."""

    first: int
    first_is_vector: bool
    second: int
    second_is_vector: bool
    immediate: int | None

    def lanes(self) -> Callable[[Scalars, Vectors], tuple[list[int], list[int]]]:
        """Both sources with scalars and immediates replicated to all lanes."""
        first, second, immediate = self.first, self.second, self.immediate
        first_is_vector, second_is_vector = self.first_is_vector, self.second_is_vector

        def lanes(scalar: Scalars, vector: Vectors) -> tuple[list[int], list[int]]:
            xs = vector[first] if first_is_vector else [scalar[first]] * LANES
            if immediate is not None:
                return xs, [immediate] * LANES
            return xs, vector[second] if second_is_vector else [scalar[second]] * LANES

        return lanes

    def reads_pc(self) -> bool:
        return (not self.first_is_vector and self.first == PC) or (
            self.immediate is None and not self.second_is_vector and self.second == PC
        )


def _register_form(state: State, word: int, address: int) -> Translated:
    sources = _Sources(
        word >> 12 & 63, bool(word & 4), word >> 6 & 63, bool(word & 2), None
    )
    destination = word >> 18 & 63
    opcode = word >> 24 & 63
    if destination == PC and opcode <= LAST_JUMP_OPCODE:
        return _trap(
            "an instruction of format R with destination 63 acts as a branch", address
        )
    return _operation(state, word, address, opcode, destination, sources)


def _immediate_form(state: State, word: int, address: int) -> Translated:
    immediate = _signed(word >> 3, 9) & WORD_MASK
    sources = _Sources(word >> 12 & 63, bool(word & 2), 0, False, immediate)
    opcode = word >> 24 & 31
    if opcode not in _names("I"):
        return _undefined(word, address)
    # The destination's kind is bit 2 here and bit 3 in format R.
    return _operation(state, (word & 4) << 1, address, opcode, word >> 18 & 63, sources)


def _operation(
    state: State,
    word: int,
    address: int,
    opcode: int,
    destination: int,
    sources: _Sources,
) -> Translated:
    name = semantics.operation(opcode)
    if name is None:
        return _undefined(word, address)
    if name in semantics.IEEE and name not in state.operations:
        return _trap(f"fp='rtl' does not model '{name}'", address)
    to_vector = bool(word & 8)
    any_vector = sources.first_is_vector or (
        sources.second_is_vector and name not in state.operations.unary
    )
    if to_vector:
        step = _vector_operation(state, name, address, destination, sources)
    elif not any_vector:
        step = _scalar_operation(state, name, destination, sources)
    elif sources.first_is_vector:
        step = _lanes_to_scalar(state, name, address, destination, sources)
    else:
        step = None
    if step is None:
        return _undefined(word, address)
    if destination == RM and not to_vector:
        step = _then_mask(state, step)
    if sources.reads_pc():
        step = _with_pc(step, address)
    return Translated(step, False)


def _scalar_operation(
    state: State, name: str, destination: int, sources: _Sources
) -> Step | None:
    first, second, immediate = sources.first, sources.second, sources.immediate
    if unary := state.operations.unary.get(name):

        def step_unary(scalar: Scalars, vector: Vectors) -> None:
            scalar[destination] = unary(INTS, scalar[first])

        return step_unary
    binary = _scalar_binary(state, name)
    if binary is None:
        return None
    if immediate is not None:

        def step_immediate(scalar: Scalars, vector: Vectors) -> None:
            scalar[destination] = binary(INTS, scalar[first], immediate)

        return step_immediate

    def step_binary(scalar: Scalars, vector: Vectors) -> None:
        scalar[destination] = binary(INTS, scalar[first], scalar[second])

    return step_binary


def _scalar_binary(state: State, name: str) -> Callable[[Ints, int, int], int] | None:
    if predicate := state.operations.comparisons.get(name):
        return lambda k, x, y: semantics.truth(k, name, predicate(k, x, y))
    return state.operations.binary.get(name)


def _lanes_to_scalar(
    state: State, name: str, address: int, destination: int, sources: _Sources
) -> Step | None:
    """Vector sources and a scalar destination: these ignore the mask."""
    first, second, immediate = sources.first, sources.second, sources.immediate
    if name == "crt_mask_i32":

        def step_mask(scalar: Scalars, vector: Vectors) -> None:
            scalar[destination] = semantics.create_mask(INTS, vector[first])

        return step_mask
    if name == "getlane_i32" and not sources.second_is_vector:

        def step_lane(scalar: Scalars, vector: Vectors) -> None:
            index = scalar[second] if immediate is None else immediate
            if index >= LANES:
                raise MachineTrap(f"lane {index} of a vector is undefined", address)
            scalar[destination] = semantics.get_lane(INTS, vector[first], index)

        return step_lane
    predicate = state.operations.comparisons.get(name)
    if predicate is None:
        return None
    lanes = sources.lanes()

    def step_compare(scalar: Scalars, vector: Vectors) -> None:
        xs, ys = lanes(scalar, vector)
        scalar[destination] = semantics.compare_lanes(INTS, predicate, xs, ys)

    return step_compare


def _write_lanes(
    state: State, destination: int
) -> Callable[[Vectors, list[int]], None]:
    """Write-back of a vector; `v59` shares its number with the mask (section 5.1)."""

    def write(vector: Vectors, lanes: list[int]) -> None:
        mask = state.mask
        if mask == ALL_LANES:
            vector[destination] = lanes
        else:
            old = vector[destination]
            vector[destination] = semantics.blend(INTS, mask, old, lanes)

    if destination != RM:
        return write

    def write_mask(vector: Vectors, lanes: list[int]) -> None:
        write(vector, lanes)
        state.mask = lanes[0] & ALL_LANES

    return write_mask


def _vector_operation(
    state: State, name: str, address: int, destination: int, sources: _Sources
) -> Step | None:
    write, lanes = _write_lanes(state, destination), sources.lanes()
    if unary := state.operations.unary.get(name):

        def step_unary(scalar: Scalars, vector: Vectors) -> None:
            xs, _ = lanes(scalar, vector)
            write(vector, [unary(INTS, x) for x in xs])

        return step_unary
    if name == "shuffle_i32" and sources.first_is_vector and sources.second_is_vector:

        def step_shuffle(scalar: Scalars, vector: Vectors) -> None:
            xs, indices = lanes(scalar, vector)
            for lane, index in enumerate(indices):
                if index >= LANES and state.mask >> lane & 1:
                    raise MachineTrap(f"lane {index} of a vector is undefined", address)
            write(vector, semantics.shuffle(INTS, xs, indices))

        return step_shuffle
    binary = state.operations.binary.get(name)
    if binary is None:
        return None

    def step_binary(scalar: Scalars, vector: Vectors) -> None:
        xs, ys = lanes(scalar, vector)
        pairs = zip(xs, ys, strict=True)
        write(vector, [binary(INTS, x, y) for x, y in pairs])

    return step_binary


def _move_immediate(state: State, word: int, address: int) -> Translated:
    name = _names("MOVEI").get(word >> 24 & 7)
    if name is None:
        return _undefined(word, address)
    move, immediate = semantics.IMMEDIATE_MOVES[name], word >> 2 & 0xFFFF
    destination = word >> 18 & 63
    if word & 2:
        write = _write_lanes(state, destination)

        def step_vector(scalar: Scalars, vector: Vectors) -> None:
            write(vector, [move(INTS, x, immediate) for x in vector[destination]])

        step = step_vector
    else:

        def step_scalar(scalar: Scalars, vector: Vectors) -> None:
            scalar[destination] = move(INTS, scalar[destination], immediate)

        step = step_scalar
    if destination != RM:
        return Translated(step, False)
    # The mask takes the low half that is written back, which is 0 of `moveih`.
    written = move(INTS, 0, immediate) & ALL_LANES

    def step_mask(scalar: Scalars, vector: Vectors) -> None:
        step(scalar, vector)
        state.mask = written

    return Translated(step_mask, False)


# Memory.


def _memory_form(state: State, word: int, address: int) -> Translated:
    name = _names("M").get(word >> 24 & 63)
    if name is None:
        return _undefined(word, address)
    access = ACCESSES[name]
    register, base = word >> 18 & 63, word >> 12 & 63
    offset = _signed(word >> 3, 9)
    scratchpad = bool(word & 2)
    if access.indexed and state.hardware_memory:
        return _trap(f"the hardware does not implement '{name}'", address)
    if access.indexed and not scratchpad:
        return _undefined(word, address)
    if access.vector:
        step = _vector_access(
            state, access, register, base, offset, scratchpad, address
        )
    else:
        step = _scalar_access(
            state, access, register, base, offset, scratchpad, address
        )
    if (base == PC and not access.indexed) or (register == PC and not access.load):
        step = _with_pc(step, address)
    if access.load and register == RM and not access.vector:
        step = _then_mask(state, step)
    return Translated(step, False)


def _misaligned(at: int, alignment: int, scratchpad: bool, address: int) -> MachineTrap:
    space = "scratchpad" if scratchpad else "memory"
    return MachineTrap(
        f"{space} access to 0x{at:08x} must be aligned to {alignment} bytes",
        address,
        SCRATCHPAD_TRAP if scratchpad else MEMORY_TRAP,
    )


def _scalar_access(
    state: State,
    access: Access,
    register: int,
    base: int,
    offset: int,
    scratchpad: bool,
    address: int,
) -> Step:
    memory = state.scratchpad if scratchpad else state.memory
    size, low_bits = access.element, access.element - 1
    load, store = memory.load, memory.store

    def check(at: int) -> None:
        if at & low_bits:
            raise _misaligned(at & WORD_MASK, size, scratchpad, address)

    if access.load and size == 4:

        def step_word(scalar: Scalars, vector: Vectors) -> None:
            at = scalar[base] + offset
            if at & 3:
                check(at)
            scalar[register] = load(at, 4)

        return step_word
    if access.load:

        def step_load(scalar: Scalars, vector: Vectors) -> None:
            at = scalar[base] + offset
            check(at)
            scalar[register] = access.extend(INTS, load(at, size))

        return step_load

    def step_store(scalar: Scalars, vector: Vectors) -> None:
        at = scalar[base] + offset
        if at & low_bits:
            check(at)
        store(at, size, access.truncate(INTS, scalar[register]))

    return step_store


def _vector_access(
    state: State,
    access: Access,
    register: int,
    base: int,
    offset: int,
    scratchpad: bool,
    address: int,
) -> Step:
    hardware = state.hardware_memory
    memory = state.scratchpad if scratchpad else state.memory
    size = access.element
    alignment = size if scratchpad else access.alignment
    stride = semantics.lane_stride(access, hardware, scratchpad)
    write = _write_lanes(state, register)
    masked_store = semantics.store_honours_mask(hardware, scratchpad)
    hangs = access.load and scratchpad and hardware

    def places(scalar: Scalars, vector: Vectors) -> list[int]:
        """The address of each lane's element."""
        mask = state.mask
        if access.indexed:
            found = [x + offset for x in vector[base]]
        else:
            first = semantics.lane_base(
                access, hardware, scratchpad, scalar[base] + offset
            )
            found = [first + stride * lane for lane in range(LANES)]
        if scratchpad:
            checked = [at for lane, at in enumerate(found) if mask >> lane & 1]
        else:
            checked = [scalar[base] + offset]
        for at in checked:
            if at % alignment:
                raise _misaligned(at & WORD_MASK, alignment, scratchpad, address)
        return found

    def step_load(scalar: Scalars, vector: Vectors) -> None:
        if hangs and not state.mask:
            raise MachineTrap(
                "a vector load from scratchpad with no lane enabled hangs", address
            )
        found = places(scalar, vector)
        write(vector, [access.extend(INTS, memory.load(at, size)) for at in found])

    def step_store(scalar: Scalars, vector: Vectors) -> None:
        mask = state.mask if masked_store else ALL_LANES
        changed = False
        values = vector[register]
        for lane, at in enumerate(places(scalar, vector)):
            if mask >> lane & 1:
                try:
                    memory.store(at, size, access.truncate(INTS, values[lane]))
                except CodeWritten:  # after the last lane
                    changed = True
        if changed:
            raise CodeWritten

    return step_load if access.load else step_store


# Control.


def _control(state: State, word: int, address: int) -> Translated:
    first, second = word >> 18 & 63, word >> 12 & 63
    match _names("C").get(word >> 24 & 7):
        case "barrier":

            def step(scalar: Scalars, vector: Vectors) -> int:
                others = scalar[second] & 127
                if others:
                    raise MachineTrap(
                        f"barrier waits for {others} other threads", address
                    )
                return address + 4

        case "flush":

            def step(scalar: Scalars, vector: Vectors) -> int:
                at = scalar[first]
                if at & 3:
                    raise _misaligned(at, 4, False, address)
                if at & LINE_MASK == END_OF_KERNEL:
                    raise ThreadEnd
                return address + 4

        case "read_cr":

            def step(scalar: Scalars, vector: Vectors) -> int:
                scalar[first] = state.read_control(scalar[second] & 63, address)
                if first == RM:
                    state.mask = scalar[RM] & ALL_LANES
                return address + 4

        case "write_cr":

            def step(scalar: Scalars, vector: Vectors) -> int:
                state.write_control(scalar[second] & 63, scalar[first])
                return address + 4

        case _:
            return _undefined(word, address)
    return Translated(_with_pc(step, address) if PC in (first, second) else step, True)


def _jump_register(word: int, address: int) -> Translated:
    register = word >> 18 & 63
    following = address + 4 & WORD_MASK
    taken = address + _signed(word, 18) & WORD_MASK
    match _names("JR").get(word >> 24 & 7):
        case "jmp":

            def step(scalar: Scalars, vector: Vectors) -> int:
                return scalar[register]

        case "jmpsr":

            def step(scalar: Scalars, vector: Vectors) -> int:
                target = scalar[register]
                scalar[RA] = following
                return target

        case "jret":

            def step(scalar: Scalars, vector: Vectors) -> int:
                return scalar[RA]

        case "beqz":

            def step(scalar: Scalars, vector: Vectors) -> int:
                return following if scalar[register] else taken

        case "bnez":

            def step(scalar: Scalars, vector: Vectors) -> int:
                return taken if scalar[register] else following

        case _:
            return _undefined(word, address)
    return Translated(_with_pc(step, address) if register == PC else step, True)


def _jump(word: int, address: int) -> Translated:
    taken = address + _signed(word, 18) & WORD_MASK
    match _names("J").get(word >> 24 & 7):
        case "jmp":

            def step(scalar: Scalars, vector: Vectors) -> int:
                return taken

        case "jmpsr":

            def step(scalar: Scalars, vector: Vectors) -> int:
                scalar[RA] = address + 4 & WORD_MASK
                return taken

        case _:
            return _undefined(word, address)
    return Translated(step, True)

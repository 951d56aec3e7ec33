"""
Steps of the format M: loads and stores (docs/reference/naplespu-isa.md, sections 5.5 to
5.7).
"""

from circ.dialects.common.algebra import INTS
from circ.dialects.naplespu import semantics
from circ.dialects.naplespu.register_file import ALL_LANES, LANES, PC, RM
from circ.dialects.naplespu.semantics import ACCESSES, Access
from circ.targets.naplespu.object.objectfile import ObjectBounds
from circ.targets.naplespu.simulator.decoding import Decoded, decode, signed
from circ.targets.naplespu.simulator.memory import CodeWritten
from circ.targets.naplespu.simulator.steps import (
    WORD_MASK,
    MachineTrap,
    Scalars,
    State,
    Step,
    Translated,
    Vectors,
    misaligned,
    then_mask,
    timed,
    trap,
    undefined,
    with_pc,
    write_lanes,
)


def memory_form(state: State, it: Decoded, address: int) -> Translated:
    if it.operation is None:
        return undefined(it.word, address)
    access, register, base = ACCESSES[it.operation], it.destination, it.first
    if access.indexed and state.errata.no_gather_scatter:
        return trap(f"the hardware does not implement '{it.operation}'", address)
    if access.indexed and not it.scratchpad:
        return undefined(it.word, address)
    access_step = _vector_access if access.vector else _scalar_access
    step = access_step(state, access, it, address)
    if (base == PC and not access.indexed) or (register == PC and not access.load):
        step = with_pc(step, address)
    if access.load and register == RM and not access.vector:
        step = then_mask(state, step)
    if (bounds := state.bounds.get(address)) is not None:
        step = within(bounds, access, it, step, address)
    if state.timing is not None and not (it.scratchpad or access.indexed):
        step = timed(state.timing, it, step, address)
    return Translated(step, False)


def within(
    bounds: ObjectBounds,
    access: Access,
    it: Decoded,
    step: Step,
    address: int,
) -> Step:
    """`step`, an access with one address, after the check that it meets its object."""
    base, offset = it.first, it.immediate
    register, start, end = bounds
    size = access.alignment
    most = end - start - size

    def within(scalar: Scalars, vector: Vectors) -> None:
        at = scalar[base] + offset
        if not 0 <= (at - scalar[register] - start & WORD_MASK) <= most:
            raise outside_object(bounds, at - scalar[register], size, at, address)
        step(scalar, vector)

    return within


def outside_object(
    bounds: ObjectBounds, offset: int, size: int, at: int, address: int
) -> MachineTrap:
    """The trap of an access at `at`, `offset` from the register of the bounds."""
    trap = outside(at & WORD_MASK, size, False, address)
    beyond = signed(offset - bounds.start, 32)
    length = bounds.end - bounds.start
    where = f"{beyond} bytes into" if beyond >= 0 else f"{-beyond} bytes before"
    reason = f"{trap.reason}, {where} an array of {length} bytes on the stack"
    return MachineTrap(reason, address)


def outside(at: int, size: int, scratchpad: bool, address: int) -> MachineTrap:
    plural = "" if size == 1 else "s"
    space = " of the scratchpad" * scratchpad
    message = f"access of {size} byte{plural} at 0x{at:08x}{space}"
    accessed = None if scratchpad else (at, size)
    return MachineTrap(f"{message} is outside any object", address, accessed=accessed)


def outside_memory(
    state: State, scalar: Scalars, vector: Vectors, word: int, address: int
) -> MachineTrap:
    """The trap of an access that found no memory, before it wrote a register."""
    it = decode(word)
    assert it.operation is not None
    access, scratchpad = ACCESSES[it.operation], it.scratchpad
    base, offset, size = it.first, it.immediate, access.element
    memory = state.scratchpad if scratchpad else state.memory
    first = (address if base == PC else scalar[base]) + offset
    if not access.vector:
        return outside(first & WORD_MASK, size, scratchpad, address)
    stride = semantics.lane_stride(
        access, state.errata.strided_narrow_loads, scratchpad
    )
    places = [first + stride * lane for lane in range(LANES)]
    if access.indexed:
        places = [at + offset for at in vector[base]]
    for lane, at in enumerate(places):
        if state.mask >> lane & 1 and not memory.exists(at & memory.mask, size):
            return outside(at & WORD_MASK, size, scratchpad, address)
    return outside(first & WORD_MASK, access.alignment, scratchpad, address)


def _scalar_access(state: State, access: Access, it: Decoded, address: int) -> Step:
    register, base, offset = it.destination, it.first, it.immediate
    scratchpad = it.scratchpad
    memory = state.scratchpad if scratchpad else state.memory
    size, low_bits = access.element, access.element - 1
    load = memory.load

    def check(at: int) -> None:
        if at & low_bits:
            raise misaligned(at & WORD_MASK, size, scratchpad, address)

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
            scalar[register] = access.read(INTS, memory, at)

        return step_load

    def step_store(scalar: Scalars, vector: Vectors) -> None:
        at = scalar[base] + offset
        if at & low_bits:
            check(at)
        access.write(INTS, memory, at, scalar[register])

    return step_store


def _vector_access(state: State, access: Access, it: Decoded, address: int) -> Step:
    register, base, offset = it.destination, it.first, it.immediate
    scratchpad = it.scratchpad
    errata, strided = state.errata, state.errata.strided_narrow_loads
    memory = state.scratchpad if scratchpad else state.memory
    size = access.element
    alignment = size if scratchpad else access.alignment
    stride = semantics.lane_stride(access, strided, scratchpad)
    write = write_lanes(state, register)
    masked_store = semantics.store_honours_mask(errata.stores_ignore_mask, scratchpad)
    hangs = access.load and scratchpad and errata.empty_mask_hangs

    def places(scalar: Scalars, vector: Vectors) -> list[int]:
        """The address of each lane's element."""
        mask = state.mask
        if access.indexed:
            found = [x + offset for x in vector[base]]
        else:
            first = semantics.lane_base(
                INTS, access, strided, scratchpad, scalar[base] + offset
            )
            found = [first + stride * lane for lane in range(LANES)]
        if scratchpad:
            checked = [at for lane, at in enumerate(found) if mask >> lane & 1]
        else:
            checked = [scalar[base] + offset]
        for at in checked:
            if at % alignment:
                raise misaligned(at & WORD_MASK, alignment, scratchpad, address)
        return found

    # In one piece where the lanes' elements lie in a row, aligned as a whole.
    in_a_row = stride == size and not scratchpad
    partly = address in state.reads_lines

    def step_load(scalar: Scalars, vector: Vectors) -> None:
        if hangs and not state.mask:
            raise MachineTrap(
                "a vector load from scratchpad with no lane enabled hangs", address
            )
        mask = state.mask
        if in_a_row and (mask == ALL_LANES or partly or memory.regions is None):
            at = scalar[base] + offset
            if at % alignment:
                raise misaligned(at & WORD_MASK, alignment, scratchpad, address)
            elements = memory.load_lanes(at, size, partly)
        else:
            elements = [
                memory.load(at, size) if mask >> lane & 1 else 0
                for lane, at in enumerate(places(scalar, vector))
            ]
        if size < 4:
            elements = [access.extend(INTS, element) for element in elements]
        write(vector, elements)

    def step_store(scalar: Scalars, vector: Vectors) -> None:
        mask = state.mask if masked_store else ALL_LANES
        values = vector[register]
        if size < 4:
            values = [access.truncate(INTS, value) for value in values]
        found = places(scalar, vector)
        if in_a_row and mask == ALL_LANES:
            memory.store_lanes(found[0], size, values)
            return
        changed = False
        for lane, at in enumerate(found):
            if mask >> lane & 1:
                try:
                    memory.store(at, size, values[lane])
                except CodeWritten:  # after the last lane
                    changed = True
        if changed:
            raise CodeWritten

    return step_load if access.load else step_store

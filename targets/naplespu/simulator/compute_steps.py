"""
Steps of the formats R, I and MOVEI: registers to registers.

The masked bit of a word is ignored and every vector result masked; what only the
hardware has (`not`, a scalar first source of a vector operation) is executed.
"""

from collections.abc import Callable
from typing import NamedTuple

from circ.dialects.common.algebra import INTS, Ints
from circ.dialects.naplespu import semantics
from circ.dialects.naplespu.register_file import ALL_LANES, LANES, PC, RM
from circ.targets.naplespu.simulator.steps import (
    WORD_MASK,
    MachineTrap,
    Scalars,
    State,
    Step,
    Translated,
    Vectors,
    names,
    signed,
    then_mask,
    trap,
    undefined,
    with_pc,
    write_lanes,
)


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


def register_form(state: State, word: int, address: int) -> Translated:
    sources = _Sources(
        word >> 12 & 63, bool(word & 4), word >> 6 & 63, bool(word & 2), None
    )
    destination = word >> 18 & 63
    opcode = word >> 24 & 63
    if state.errata.branches(word):
        return trap(
            "an instruction of format R with destination 63 acts as a branch", address
        )
    return _operation(state, word, address, opcode, destination, sources)


def immediate_form(state: State, word: int, address: int) -> Translated:
    immediate = signed(word >> 3, 9) & WORD_MASK
    sources = _Sources(word >> 12 & 63, bool(word & 2), 0, False, immediate)
    opcode = word >> 24 & 31
    if opcode not in names("I"):
        return undefined(word, address)
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
    name = names("R").get(opcode)
    if name is None:
        return undefined(word, address)
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
        return undefined(word, address)
    if destination == RM and not to_vector:
        step = then_mask(state, step)
    if sources.reads_pc():
        step = with_pc(step, address)
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


def _vector_operation(
    state: State, name: str, address: int, destination: int, sources: _Sources
) -> Step | None:
    write, lanes = write_lanes(state, destination), sources.lanes()
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


def move_immediate(state: State, word: int, address: int) -> Translated:
    name = names("MOVEI").get(word >> 24 & 7)
    if name is None:
        return undefined(word, address)
    move, immediate = semantics.IMMEDIATE_MOVES[name], word >> 2 & 0xFFFF
    destination = word >> 18 & 63
    if word & 2:
        write = write_lanes(state, destination)

        def step_vector(scalar: Scalars, vector: Vectors) -> None:
            write(vector, [move(INTS, x, immediate) for x in vector[destination]])

        step = step_vector
    else:

        def step_scalar(scalar: Scalars, vector: Vectors) -> None:
            scalar[destination] = move(INTS, scalar[destination], immediate)

        step = step_scalar
    if not state.errata.sets_mask(destination, bool(word & 2)):
        return Translated(step, False)
    # The mask takes the low half that is written back, which is 0 of `moveih`.
    written = move(INTS, 0, immediate) & ALL_LANES

    def step_mask(scalar: Scalars, vector: Vectors) -> None:
        step(scalar, vector)
        state.mask = written

    return Translated(step_mask, False)

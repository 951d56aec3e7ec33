"""
Steps of the formats R, I and MOVEI: registers to registers.

The masked bit of a word is ignored and every vector result masked; what only the
hardware has (`not`, a scalar first source of a vector operation) is executed.
"""

from collections.abc import Callable

from circ.dialects.common.algebra import INTS, Ints
from circ.dialects.naplespu import semantics
from circ.dialects.naplespu.register_file import ALL_LANES, LANES, PC, RM
from circ.targets.naplespu.simulator.decoding import Decoded
from circ.targets.naplespu.simulator.steps import (
    WORD_MASK,
    MachineTrap,
    Scalars,
    State,
    Step,
    Translated,
    Vectors,
    then_mask,
    trap,
    undefined,
    with_pc,
    write_lanes,
)


def _lanes_of(it: Decoded) -> Callable[[Scalars, Vectors], tuple[list[int], list[int]]]:
    """Both sources with scalars and immediates replicated to all lanes."""
    first, second, immediate = it.first, it.second, it.immediate & WORD_MASK
    first_is_vector, second_is_vector = it.first_is_vector, it.second_is_vector

    def lanes(scalar: Scalars, vector: Vectors) -> tuple[list[int], list[int]]:
        xs = vector[first] if first_is_vector else [scalar[first]] * LANES
        if second is None:
            return xs, [immediate] * LANES
        return xs, vector[second] if second_is_vector else [scalar[second]] * LANES

    return lanes


def _reads_pc(it: Decoded) -> bool:
    return (not it.first_is_vector and it.first == PC) or (
        not it.second_is_vector and it.second == PC
    )


def register_form(state: State, it: Decoded, address: int) -> Translated:
    """Formats R and I."""
    if it.format == "R" and state.errata.branches(
        it.opcode, it.destination, it.to_vector
    ):
        return trap(
            "an instruction of format R with destination 63 acts as a branch", address
        )
    name = it.operation
    if name is None:
        return undefined(it.word, address)
    any_vector = it.first_is_vector or (
        it.second_is_vector and name not in state.operations.unary
    )
    if it.to_vector:
        step = _vector_operation(state, name, it, address)
    elif not any_vector:
        step = _scalar_operation(state, name, it)
    elif it.first_is_vector:
        step = _lanes_to_scalar(state, name, it, address)
    else:
        step = None
    if step is None:
        return undefined(it.word, address)
    if it.destination == RM and not it.to_vector:
        step = then_mask(state, step)
    if _reads_pc(it):
        step = with_pc(step, address)
    return Translated(step, False)


def _scalar_operation(state: State, name: str, it: Decoded) -> Step | None:
    destination, first, second = it.destination, it.first, it.second
    if unary := state.operations.unary.get(name):

        def step_unary(scalar: Scalars, vector: Vectors) -> None:
            scalar[destination] = unary(INTS, scalar[first])

        return step_unary
    binary = _scalar_binary(state, name)
    if binary is None:
        return None
    if second is None:
        immediate = it.immediate & WORD_MASK

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


def _lanes_to_scalar(state: State, name: str, it: Decoded, address: int) -> Step | None:
    """Vector sources and a scalar destination: these ignore the mask."""
    destination, first, second = it.destination, it.first, it.second
    if name == "crt_mask_i32":

        def step_mask(scalar: Scalars, vector: Vectors) -> None:
            scalar[destination] = semantics.create_mask(INTS, vector[first])

        return step_mask
    if name == "getlane_i32" and not it.second_is_vector:
        immediate = it.immediate & WORD_MASK

        def step_lane(scalar: Scalars, vector: Vectors) -> None:
            index = immediate if second is None else scalar[second]
            if index >= LANES:
                raise MachineTrap(f"lane {index} of a vector is undefined", address)
            scalar[destination] = semantics.get_lane(INTS, vector[first], index)

        return step_lane
    predicate = state.operations.comparisons.get(name)
    if predicate is None:
        return None
    lanes = _lanes_of(it)

    def step_compare(scalar: Scalars, vector: Vectors) -> None:
        xs, ys = lanes(scalar, vector)
        scalar[destination] = semantics.compare_lanes(INTS, predicate, xs, ys)

    return step_compare


def _vector_operation(
    state: State, name: str, it: Decoded, address: int
) -> Step | None:
    write, lanes = write_lanes(state, it.destination), _lanes_of(it)
    if unary := state.operations.unary.get(name):

        def step_unary(scalar: Scalars, vector: Vectors) -> None:
            xs, _ = lanes(scalar, vector)
            write(vector, [unary(INTS, x) for x in xs])

        return step_unary
    if name == "shuffle_i32" and it.first_is_vector and it.second_is_vector:

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


def move_immediate(state: State, it: Decoded, address: int) -> Translated:
    if it.operation is None:
        return undefined(it.word, address)
    move, immediate = semantics.IMMEDIATE_MOVES[it.operation], it.immediate
    destination = it.destination
    if it.to_vector:
        write = write_lanes(state, destination)

        def step_vector(scalar: Scalars, vector: Vectors) -> None:
            write(vector, [move(INTS, x, immediate) for x in vector[destination]])

        step = step_vector
    else:

        def step_scalar(scalar: Scalars, vector: Vectors) -> None:
            scalar[destination] = move(INTS, scalar[destination], immediate)

        step = step_scalar
    if not state.errata.sets_mask(destination, it.to_vector):
        return Translated(step, False)
    # The mask takes the low half that is written back, which is 0 of `moveih`.
    written = move(INTS, 0, immediate) & ALL_LANES

    def step_mask(scalar: Scalars, vector: Vectors) -> None:
        step(scalar, vector)
        state.mask = written

    return Translated(step_mask, False)

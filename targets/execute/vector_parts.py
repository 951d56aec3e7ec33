"""
Vectors of other shapes on the machine: as vectors of sixteen lanes, or as scalars.

The lanes of a vector, in row-major order, are put into vectors of `LANES` lanes, the
last of which may have more than are used; what is in those is not specified. Lanes of
64 bits, which no machine vector has, are scalars. A parameter or result of such a type
is one for each part.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import FunctionType, ModuleOp, VectorType
from xdsl.ir import Attribute

from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.signatures import WIDE, layout
from circ.dialects.source.layout import (
    LANES,
    lane_count,
    lane_of,
    vector_type,
    width_of,
)
from circ.targets.execute.marshal import Argument, Execution, Scalar
from circ.targets.execute.outcome import Outcome

if TYPE_CHECKING:
    from circ.targets.execute.arrays import Data


def has_parts(type: Attribute) -> bool:
    """Is it a vector that the machine has not?"""
    if (vector := vector_type(type)) is None:
        return False
    return vector.get_shape() != (LANES,) or width_of(vector.element_type) == WIDE


def parts_of(type: Attribute) -> list[Attribute]:
    """The types of a value's parts; of a type without, itself."""
    match type:
        case FunctionType():
            return [split_signature(type)]
        case _ if not has_parts(type):
            return [type]
        case _:
            element = lane_of(type)
            count, lanes = layout(lane_count(type), width_of(element) or 0)
            return [element if lanes == 1 else VectorType(element, [LANES])] * count


def is_split(type: Attribute) -> bool:
    """Has a value of the type another one, or several, below the source?"""
    return parts_of(type) != [type]


def split_types(types: Sequence[Attribute]) -> list[Attribute]:
    return [part for type in types for part in parts_of(type)]


def split_signature(signature: FunctionType) -> FunctionType:
    """A function's type with the parts of its parameters and results."""
    return FunctionType.from_lists(
        split_types(signature.inputs.data), split_types(signature.outputs.data)
    )


def _bits(part: Attribute) -> int:
    return (width_of(lane_of(part)) or 0) * lane_count(part)


def has_whole(
    level: str, module: ModuleOp, entry: str, signature: FunctionType
) -> bool:
    """
    Has a function at a level the vectors of its signature themselves?

    What has become of parts says so in its own signature; without one, circuits and
    llvlir are as they were written.
    """
    function = definitions(module).get(entry)
    if function is None:
        return False
    own = function.attributes.get(SIGNATURE)
    if own is not None:
        return own == signature
    if level != "llvlir":
        return level == "circuit"
    from circ.dialects.llvlir.ops import FuncOp
    from circ.dialects.llvlir.types import MaskType
    from circ.dialects.llvlir.types import VectorType as Register
    from circ.dialects.llvlir.types import width_of as register_width

    assert isinstance(function, FuncOp)
    types = function.function_type
    return any(
        type.lanes.data != LANES
        or (isinstance(type, Register) and register_width(type.element) == WIDE)
        for type in (*types.inputs, *types.outputs)
        if isinstance(type, Register | MaskType)
    )


def split_arguments(arguments: Sequence[Argument]) -> list[Argument]:
    """The arguments, one for each part."""
    found: list[Argument] = []
    for argument in arguments:
        if not isinstance(argument, Scalar) or not has_parts(argument.type):
            found.append(argument)
            continue
        rest = argument.bits
        for part in parts_of(argument.type):
            size = _bits(part)
            found.append(Scalar(part, rest & ((1 << size) - 1)))
            rest >>= size
    return found


def _joined(type: Attribute, parts: Iterator[int]) -> int:
    if not has_parts(type):
        return next(parts)
    bits = place = 0
    for part in parts_of(type):
        bits |= next(parts) << place
        place += _bits(part)
    return bits & ((1 << (width_of(lane_of(type)) or 0) * lane_count(type)) - 1)


def _join_results(signature: FunctionType, results: Sequence[int]) -> list[int]:
    parts = iter(results)
    return [_joined(type, parts) for type in signature.outputs]


def join(signature: FunctionType, execution: Execution) -> Execution:
    """What ran on parts, in terms of the signature itself."""
    arrays: dict[int, Data] = {}
    place = 0
    for position, type in enumerate(signature.inputs):
        if place in execution.arrays:
            arrays[position] = execution.arrays[place]
        place += len(parts_of(type))
    done = execution.outcome
    results = _join_results(signature, done.results)
    others = [_join_results(signature, each) for each in done.others]
    return Execution(Outcome(results, done.operations, done.costs, others), arrays)

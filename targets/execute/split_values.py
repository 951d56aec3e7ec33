"""
Arguments and results that a level holds in several registers.

A vector that gen does not have is split into vectors of legal length in row-major
order; excess lanes are unspecified. Lanes of 64 bits become scalars (`VECTORS`). Where
a level has words of 32 bits, a 64-bit number becomes two, the low one first (`WORDS`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import (
    FunctionType,
    IndexType,
    IntegerType,
    ModuleOp,
    VectorType,
    i32,
)
from xdsl.ir import Attribute, Operation

from circ.dialects.common.algebra import INTS
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.module_functions import definitions, functions_of, name_of
from circ.dialects.common.signatures import WIDE, dynamic_words, layout
from circ.dialects.common.widths import WORD
from circ.dialects.gen.types import LANES
from circ.dialects.source.layout import (
    lane_count,
    lane_of,
    register_width,
    scalar_width,
    vector_type,
)
from circ.targets.execute.hooks import External
from circ.targets.execute.marshal import Argument, Array, Execution, Scalar
from circ.targets.machines import machine_of

if TYPE_CHECKING:
    from circ.targets.execute.arrays import Data


@dataclass(frozen=True)
class Splitting:
    """A way to split values, by the types of the parts."""

    parts_of: Callable[[Attribute], list[Attribute]]
    """The parts of a type; the type itself if it is not split."""

    def is_split(self, type: Attribute) -> bool:
        return self.parts_of(type) != [type]

    def types(self, types: Sequence[Attribute]) -> list[Attribute]:
        return [part for type in types for part in self.parts_of(type)]

    def signature(self, signature: FunctionType) -> FunctionType:
        """A function type with its parameters and results split."""
        return FunctionType.from_lists(
            self.types(signature.inputs.data), self.types(signature.outputs.data)
        )

    def arguments(
        self, arguments: Sequence[Argument], word: int = WORD
    ) -> list[Argument]:
        """The arguments, split into parts; words of arrays have so many bits."""
        found: list[Argument] = []
        for argument in arguments:
            if not isinstance(argument, Scalar) or not self.is_split(argument.type):
                found.append(argument)
                if isinstance(argument, Array) and self is ARRAYS:
                    words = (INTS.const(word, number) for number in argument.words)
                    found += (Scalar(IntegerType(word), bits) for bits in words)
                continue
            rest = argument.bits
            for part in self.parts_of(argument.type):
                size = _bits(part, word)
                found.append(Scalar(part, rest & ((1 << size) - 1)))
                rest >>= size
        return found

    def external(self, external: External) -> External:
        """An external function that is called with parts."""
        if not any(map(self.is_split, external.types)):
            return external

        def effect(parts: Sequence[int]) -> None:
            external.effect(self.values(external.types, parts))

        return External(tuple(self.types(external.types)), effect)

    def values(
        self, types: Sequence[Attribute], parts: Sequence[int], word: int = WORD
    ) -> list[int]:
        """Values of these types, assembled from their parts."""
        rest = iter(parts)
        return [self._joined(type, rest, word) for type in types]

    def _joined(self, type: Attribute, parts: Iterator[int], word: int) -> int:
        if not self.is_split(type):
            return next(parts)
        bits = low = 0
        for part in self.parts_of(type):
            bits |= next(parts) << low
            low += _bits(part, word)
        return bits & ((1 << _bits(type, word)) - 1)

    def join(
        self, signature: FunctionType, execution: Execution, word: int = WORD
    ) -> Execution:
        """Convert the outcome of a run on parts to the signature's own types."""
        arrays: dict[int, Data] = {}
        first = 0
        for position, type in enumerate(signature.inputs):
            if first in execution.arrays:
                arrays[position] = execution.arrays[first]
            first += len(self.parts_of(type))
        done, types = execution.outcome, signature.outputs.data
        # A program that has called `circ_exit` has no results.
        is_done = done.status is None
        results = self.values(types, done.results, word) if is_done else []
        others = [self.values(types, each, word) for each in done.others]
        outcome = replace(done, results=results, others=others)
        return Execution(outcome, arrays, execution.space)


def _bits(type: Attribute, word: int) -> int:
    if isinstance(type, IndexType):
        return word
    if words := dynamic_words(type):
        return word * (1 + words)
    width = register_width(type)
    assert width is not None, type
    return width


# region Vectors


def _vectors_of(type: Attribute) -> list[Attribute]:
    if isinstance(type, FunctionType):
        return [VECTORS.signature(type)]
    vector, element = vector_type(type), lane_of(type)
    width = scalar_width(element)
    if vector is None or (vector.get_shape() == (LANES,) and width != WIDE):
        return [type]
    count, lanes = layout(lane_count(type), width or 0)
    return [element if lanes == 1 else VectorType(element, [LANES])] * count


VECTORS = Splitting(_vectors_of)


def has_whole_vectors(
    level: str, module: ModuleOp, entry: str, signature: FunctionType
) -> bool:
    """
    Does a function at a level have the vectors of its signature themselves?

    A function whose vectors were split says so in its own signature; without one,
    circuits and llvlir are as they were written.
    """
    function = definitions(module).get(entry)
    if function is None:
        return False
    own = function.attributes.get(SIGNATURE)
    if isinstance(own, FunctionType):
        return ARRAYS.signature(own) == signature
    if level != "llvlir":
        return level == "circuit"
    from circ.dialects.llvlir.ops import FuncOp
    from circ.dialects.llvlir.types import shape_of

    assert isinstance(function, FuncOp)
    types = function.function_type
    return any(
        shape.lanes not in (0, LANES) or (shape.lanes and shape.width == WIDE)
        for shape in map(shape_of, (*types.inputs, *types.outputs))
    )


# endregion
# region Arrays of dynamic shape


def _arrays_of(type: Attribute) -> list[Attribute]:
    words = dynamic_words(type)
    return [IndexType()] * (1 + words) if words else [type]


ARRAYS = Splitting(_arrays_of)
"""An array's address and its dynamic extents and strides, a word each."""

# endregion
# region Words


def is_wide(type: Attribute) -> bool:
    """Is it a number of more than a word?"""
    return scalar_width(type) == WIDE


def _words_of(type: Attribute) -> list[Attribute]:
    return [i32, i32] if is_wide(type) else [type]


WORDS = Splitting(_words_of)


def has_words(
    level: str,
    module: ModuleOp,
    entry: str,
    signature: FunctionType,
    externals: Mapping[str, External],
) -> bool:
    """
    Are the module's wide numbers words, as far as its interface has any?

    Functions of llvlir and gen then have more parameters and results than the
    signature.
    """
    wide = {
        name: external.types
        for name, external in externals.items()
        if any(map(is_wide, external.types))
    }
    types = (*signature.inputs, *signature.outputs)
    if any(map(is_wide, types)):
        wide[entry] = types
    if not wide:
        return False
    if level not in ("llvlir", "gen"):
        return machine_of(module).word < WIDE
    functions = {name_of(function): function for function in functions_of(module)}
    return any(
        _arity(functions[name]) > len(types)
        for name, types in wide.items()
        if name in functions
    )


def _arity(function: Operation) -> int:
    """How many parameters and results a function of llvlir or gen has."""
    from circ.dialects.gen import FuncOp as GenFuncOp
    from circ.dialects.llvlir.control import FuncOp as LlvlirFuncOp

    match function:
        case LlvlirFuncOp():
            types = function.function_type
            return len(types.inputs) + len(types.outputs)
        case GenFuncOp():
            return len(function.input_families) + len(function.result_families)
        case _:
            return 0


# endregion

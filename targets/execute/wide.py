"""
Numbers of 64 bits where a level has words of 32: two arguments, two results.

The low word comes first. Whether a function has words is seen from its parameters and
results: there are more of them than the signature has.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import FunctionType, ModuleOp, i32
from xdsl.ir import Attribute, Operation

from circ.dialects.common.module_functions import functions_of, name_of
from circ.dialects.gen import FuncOp as GenFuncOp
from circ.dialects.llvlir.control import FuncOp as LlvlirFuncOp
from circ.dialects.source.layout import width_of
from circ.targets.execute.hooks import External
from circ.targets.execute.marshal import Argument, Execution, Scalar
from circ.targets.execute.outcome import Outcome
from circ.targets.machines import machine_of

if TYPE_CHECKING:
    from circ.targets.execute.arrays import Data

WORD = 32
WIDE = 64


def is_wide(type: Attribute) -> bool:
    """Is it a number of more than a word?"""
    return width_of(type) == WIDE


def has_words(
    level: str,
    module: ModuleOp,
    entry: str,
    signature: FunctionType,
    externals: Mapping[str, External],
) -> bool:
    """Are the module's wide numbers words, as far as it has any outside?"""
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
    """How many parameters and results a function has, where it may have words."""
    match function:
        case LlvlirFuncOp():
            types = function.function_type
            return len(types.inputs) + len(types.outputs)
        case GenFuncOp():
            return len(function.input_families) + len(function.result_families)
        case _:
            return 0


def split_external(external: External) -> External:
    """An external function, called with words."""
    if not any(map(is_wide, external.types)):
        return external

    def effect(words: Sequence[int]) -> None:
        rest = iter(words)
        external.effect([_joined(type, rest) for type in external.types])

    return External(tuple(_split_types(external.types)), effect)


def _joined(type: Attribute, words: Iterator[int]) -> int:
    low = next(words)
    return low | next(words) << WORD if is_wide(type) else low


def split_signature(signature: FunctionType) -> FunctionType:
    """The signature with two words for each wide number."""
    return FunctionType.from_lists(
        _split_types(signature.inputs.data), _split_types(signature.outputs.data)
    )


def _split_types(types: Sequence[Attribute]) -> list[Attribute]:
    found: list[Attribute] = []
    for type in types:
        found += (i32, i32) if is_wide(type) else (type,)
    return found


def split_arguments(arguments: Sequence[Argument]) -> list[Argument]:
    """The arguments with two words for each wide number."""
    found: list[Argument] = []
    for argument in arguments:
        if isinstance(argument, Scalar) and is_wide(argument.type):
            low, high = argument.bits % (1 << WORD), argument.bits >> WORD
            found += (Scalar(i32, low), Scalar(i32, high))
        else:
            found.append(argument)
    return found


def join_words(signature: FunctionType, results: Sequence[int]) -> list[int]:
    """The results of a function, from their words."""
    words = iter(results)
    return [_joined(type, words) for type in signature.outputs]


def join(signature: FunctionType, execution: Execution) -> Execution:
    """What ran on words, in terms of the signature itself."""
    results = join_words(signature, execution.outcome.results)
    arrays: dict[int, Data] = {}
    place = 0
    for position, type in enumerate(signature.inputs):
        if place in execution.arrays:
            arrays[position] = execution.arrays[place]
        place += 2 if is_wide(type) else 1
    done = execution.outcome
    others = [join_words(signature, words) for words in done.others]
    outcome = Outcome(results, done.operations, done.costs, others)
    return Execution(outcome, arrays)

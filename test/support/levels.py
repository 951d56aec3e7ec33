"""Random programs at all levels, for the campaigns and the property tests."""

from random import Random

import numpy as np
from llvm_functions import MASK, Host, words
from random_circuits import CircuitProgram
from random_llvm import random_function
from random_source import SourceProgram
from xdsl.context import Context
from xdsl.dialects.builtin import FunctionType, ModuleOp, i64

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.verifier import verify_module
from circ.dialects.source.layout import array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.arrays import DTYPES
from circ.targets.execute.marshal import Argument, Array, Scalar
from circ.targets.llvm import read_llvm
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.compare_levels import compare_levels

LIMIT = 2_000_000
"""Operations at each level: a program that does not end is a failure."""

_CONTEXT: list[Context] = []


def parsed(text: str) -> ModuleOp:
    """The module, verified; dialects are loaded once for all programs."""
    if not _CONTEXT:
        _CONTEXT.append(context())
    module = parse_module(_CONTEXT[0], text, "random.mlir")
    verify_module(module)
    return module


def arguments_of(
    signature: FunctionType, patterns: tuple[tuple[int, ...], ...]
) -> list[Argument]:
    arguments: list[Argument] = []
    for type, bits in zip(signature.inputs, patterns, strict=True):
        if (array := array_type(type)) is None:
            arguments.append(Scalar(type, bits[0]))
            continue
        dtype = np.dtype(DTYPES[str(array.element_type)][0])
        words = np.array(bits, dtype=f"u{dtype.itemsize}")
        data = words.view(dtype).reshape(array.get_shape())
        arguments.append(Array(array, "", data))
    return arguments


def check_source(program: SourceProgram, verify: bool = True) -> None:
    """All levels agree on a program, in results, arrays and printed output."""
    try:
        module = parsed(program.text)
        signature = signature_of(definitions(module)["main"])
        inputs = [arguments_of(signature, bits) for bits in program.arguments]
        compare_levels(
            *(module, "main", signature, inputs, program.opt, LIMIT), verify=verify
        )
    except Diagnostic as error:
        runs = "\n".join(f"// run: {bits}" for bits in program.arguments)
        message = f"{error}\n// opt {program.opt}\n{runs}\n{program.text}"
        raise AssertionError(message) from error


def check_circuits(program: CircuitProgram, verify: bool = True) -> None:
    """All levels from circuit on agree on a program."""
    signature = signature_of(definitions(program.module)["main"])
    inputs = [arguments_of(signature, bits) for bits in program.arguments]
    try:
        compare_levels(
            *(program.module, "main", signature, inputs, program.opt, LIMIT),
            verify=verify,
        )
    except Diagnostic as error:
        message = f"{error}\n// opt {program.opt}\n{program.arguments}"
        raise AssertionError(f"{message}\n{program.module}") from error


def check_llvm(seed: int, verify: bool = True) -> None:
    """All levels give what LLVM's machine code for the host does."""
    random = Random(seed)
    text = random_function(random, random.randrange(4, 20))
    given, opt = [words(random) for _ in range(4)], seed % 4
    host = Host(text)
    module = read_llvm(text.encode(), "random.ll")
    signature = signature_of(definitions(module)["f"])
    inputs: list[list[Argument]] = [[Scalar(i64, w) for w in row] for row in given]
    try:
        found = compare_levels(
            *(module, "f", signature, inputs, opt, LIMIT), verify=verify
        )
    except Diagnostic as error:
        raise AssertionError(f"{error}\n; opt {opt}\n; {given}\n{text}") from error
    for row, runs in zip(given, found, strict=True):
        (result,) = runs["source"].execution.outcome.results
        assert result & MASK == host.function("f")(*row), (
            f"{hex(result)} for {row}\n{text}"
        )

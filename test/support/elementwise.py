"""Operations on all elements of arrays, at every level: a loop over lists of inputs."""

from collections.abc import Sequence

import numpy as np
from levels import parsed

from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.targets.execute.arrays import DTYPES
from circ.targets.execute.marshal import Argument, Array
from circ.targets.naplespu.description.errata import Floats, set_floats
from circ.targets.naplespu.description.subtarget import set_subtarget
from circ.targets.naplespu.simulator.machine import Engine
from circ.transforms.compare_levels import compare_levels


def program(
    operations: Sequence[str], inputs: Sequence[str], outputs: Sequence[str], count: int
) -> str:
    """
    `main` stores what each operation gives for each element in an array of its own.

    An operation is the text behind `%r =`, of `%x0`, `%x1` ...; it may be several lines
    of which the last is so.
    """
    arguments = [f"%a{i}: memref<{count}x{type}>" for i, type in enumerate(inputs)]
    arguments += [f"%o{i}: memref<{count}x{type}>" for i, type in enumerate(outputs)]
    lines = [
        f"func.func @main({', '.join(arguments)}) {{",
        "  %zero = arith.constant 0 : index",
        "  %one = arith.constant 1 : index",
        f"  %count = arith.constant {count} : index",
        "  scf.for %i = %zero to %count step %one {",
    ]
    for i, type in enumerate(inputs):
        lines.append(f"    %x{i} = memref.load %a{i}[%i] : memref<{count}x{type}>")
    for i, (operation, type) in enumerate(zip(operations, outputs, strict=True)):
        *before, last = operation.replace("$", f"_{i}").splitlines()
        lines += [f"    {line}" for line in before]
        lines.append(f"    %r{i} = {last}")
        lines.append(f"    memref.store %r{i}, %o{i}[%i] : memref<{count}x{type}>")
    return "\n".join([*lines, "  }", "  func.return", "}", ""])


def run_everywhere(
    operations: Sequence[str],
    inputs: Sequence[tuple[str, np.ndarray]],
    output: str | Sequence[str],
    opt: int = 2,
    features: Sequence[str] = (),
    engine: Engine = "blocks",
    fp: Floats = "ieee",
) -> list[np.ndarray]:
    """What the operations give: the same at every level, or an error says where not."""
    count = len(inputs[0][1])
    types = [type for type, _ in inputs]
    outputs = [output] * len(operations) if isinstance(output, str) else output
    module = parsed(program(operations, types, outputs, count))
    set_subtarget(module, None, features)
    set_floats(module, fp)
    signature = signature_of(definitions(module)["main"])
    data = [values for _, values in inputs]
    data += [np.zeros(count, DTYPES[type][0]) for type in outputs]
    arguments: list[Argument] = [
        Array(type, "", values)
        for type, values in zip(signature.inputs, data, strict=True)
    ]
    (runs,) = compare_levels(module, "main", signature, [arguments], opt, engine=engine)
    arrays = runs["source"].execution.arrays
    return [arrays[len(inputs) + i] for i in range(len(operations))]


def bit_patterns(width: int, values: np.ndarray) -> np.ndarray:
    """Floats of their bits."""
    unsigned = {32: np.uint32, 64: np.uint64}[width]
    return values.astype(unsigned).view({32: np.float32, 64: np.float64}[width])

"""Programs of gen that compute an instruction for each element of arrays."""

from collections.abc import Sequence

import numpy as np
from gen_oracle import UINTS, WIDTHS

from circ.dialects.gen.types import SCALARS
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Array
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.pipelines import passes, run_passes

COUNT = 64
"""Elements of each array."""


def element(type: str) -> int:
    return max(8, WIDTHS[type])


def program(
    code: Sequence[str],
    reads: Sequence[str],
    write: str,
    lanes: int,
    further: Sequence[str] = (),
) -> str:
    """
    A loop over arrays: `code` computes `%r` of `%v0`, `%v1` … for each element.

    It may use `%x0`, `%x1` …, registers of the further types, `%n`, the number of the
    element, and `%a`, the address of the last one read.
    """
    types = [*reads, write]
    uniform = " uniform" if lanes > 1 else ""
    bases = [f"%p{i}" for i in range(len(types))]
    values = [*(f"%v{i}" for i in range(len(reads))), "%r"]
    arrays = ", ".join(f"memref<{COUNT}xi{element(type)}>" for type in types)
    lines = [
        f"gen.func @f({', '.join(['dword'] * len(types))})",
        f"lanes {lanes}" if lanes > 1 else "",
        f"attributes {{circ.signature = ({arrays}) -> ()}} {{",
    ]
    for name in (*bases, "%i", "%step", "%end", "%size"):
        lines.append(f"{name} = gen.register : !gen.reg<dword{uniform}>")
    lines.append(f"%more = gen.register : !gen.reg<bool{uniform}>")
    for name in ("%n", "%a"):
        lines.append(f"{name} = gen.register : !gen.reg<dword>")
    values += [f"%x{i}" for i in range(len(further))]
    for name, type in zip(values, [*types, *further], strict=True):
        family = SCALARS[type].family
        lines.append(f"{name} = gen.register : !gen.reg<{family}>")
    lines += [
        f"gen.inputs {', '.join(bases)}",
        f"gen.loadi int32 %step {{value = {lanes}}}",
        f"gen.loadi int32 %end {{value = {COUNT}}}",
        "gen.bra ^loop",
        "^loop:",
        "gen.simd_id int32 %n",
        "gen.add int32 %n = %n, %i",
    ]

    def address(base: str, type: str) -> list[str]:
        return [
            f"gen.loadi int32 %size {{value = {element(type) // 8}}}",
            "gen.mul int32 %a = %n, %size",
            f"gen.add int32 %a = {base}, %a",
        ]

    for base, value, type in zip(bases, values, reads, strict=False):
        lines += address(base, type)
        lines.append(f"gen.load {type} {value} = %a {{space = global}}")
    lines += code
    lines += address(bases[-1], write)
    lines.append(f"gen.store {write} %a, %r {{space = global}}")
    lines += [
        "gen.add int32 %i = %i, %step",
        "gen.lt int32 %more = %i, %end",
        "gen.bra_if %more, ^loop, ^out",
        "^out:",
        "gen.ret",
        "}",
    ]
    return "\n".join(lines)


def run(level: str, text: str, *columns: Sequence[int]) -> list[list[int]]:
    """The arrays after the program has run at a level; it stores to the last one."""
    module = parse_module(context(), text, "f.mlir")
    signature = signature_of(next(iter(module.ops)))
    arrays = [
        Array(type, "", np.array(column, UINTS[type.element_type.width.data]))
        for type, column in zip(signature.inputs, columns, strict=True)
    ]
    run_passes(passes("gen", level, 0), module)
    done = execute(level, module, "f", signature, arrays, {})
    return [
        [int(value) for value in done.arrays[place].ravel().view(array.data.dtype)]
        for place, array in enumerate(arrays)
    ]

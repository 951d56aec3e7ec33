"""
Every opcode at every type, in one lane and in sixteen, at gen and on NaplesPU.

What runs agrees with an oracle that knows nothing of circ's semantics; what does not is
diagnosed, for the reason that the documentation gives.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import numpy as np
import pytest
from gen_opcodes import reason
from gen_oracle import UINTS, WIDTHS, expected, is_float, values_of

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.gen.table import ROW_OF_OPCODE, ROWS
from circ.dialects.gen.types import SCALARS
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Array
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.pipelines import passes, run_passes

COMPUTING = ("Unary", "Binary", "Ternary", "Select", "Compare", "Convert")
OPCODES = [
    row.opcode
    for row in ROWS
    if row.kind in COMPUTING and not row.opcode.startswith("SIMD_")
]
FIXED = {"F16TO32": ("float", "uint16"), "F32TO16": ("uint16", "float")}
COUNT = 64
"""Elements of each array."""


def pairs_of(opcode: str) -> Iterator[tuple[str, str]]:
    """The types of an instruction and of its sources."""
    row = ROW_OF_OPCODE[opcode]
    types = [scalar.name for scalar in SCALARS.values() if row.accepts(scalar)]
    if opcode in FIXED:
        yield FIXED[opcode]
    elif row.kind == "Convert":
        yield from product(types, types)
    else:
        yield from ((type, type) for type in types)


def operands(opcode: str, type: str, source: str) -> tuple[list[str], str]:
    """The types of what is read, and of what is written."""
    row = ROW_OF_OPCODE[opcode]
    match row.kind:
        case "Select":
            return ["bool", type, type], type
        case "Compare":
            return [type, type], "bool"
        case _:
            return [source] * row.sources[0], type


def element(type: str) -> int:
    return max(8, WIDTHS[type])


def program(code: Sequence[str], reads: Sequence[str], write: str, lanes: int) -> str:
    """
    A loop over arrays: `code` computes `%r` of `%v0`, `%v1` … for each element.

    The code may use `%w`, a further register of words.
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
    for name in ("%n", "%a", "%w"):
        lines.append(f"{name} = gen.register : !gen.reg<dword>")
    for name, type in zip(values, types, strict=True):
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

    for base, value, type in zip(bases, values[:-1], reads):
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


def run(level: str, text: str, columns: Sequence[Sequence[int]], to: int) -> list[int]:
    """The elements that the program stores at a level."""
    module = parse_module(context(), text, "f.mlir")
    signature = signature_of(next(iter(module.ops)))
    data = [*columns, [0] * COUNT]
    arrays = [
        Array(type, "", np.array(column, UINTS[type.element_type.width.data]))
        for type, column in zip(signature.inputs, data, strict=True)
    ]
    run_passes(passes("gen", level, 0), module)
    done = execute(level, module, "f", signature, arrays, {})
    mask = (1 << to) - 1
    return [int(value) & mask for value in done.arrays[len(columns)].ravel()]


def rows_of(reads: Sequence[str], random: Random) -> list[tuple[int, ...]]:
    """Values of the sources: each number that is special, and some at random."""
    columns: list[list[int]] = []
    for type in reads:
        values = values_of(type)
        column = random.sample(values, len(values))
        while len(column) < COUNT:
            some = random.getrandbits(WIDTHS[type])
            column.append(random.choice((some, random.choice(values))))
        columns.append(column[:COUNT])
        random.shuffle(columns[-1])
    return list(zip(*columns, strict=True))


def is_nan(type: str, bits: int) -> bool:
    if not is_float(type):
        return False
    exponent = {"half": 0x7C00, "float": 0xFF << 23, "double": 0x7FF << 52}[type]
    return bits & (1 << WIDTHS[type] - 1) - 1 > exponent


@pytest.mark.parametrize("lanes", (1, 16))
@pytest.mark.parametrize("opcode", OPCODES)
def test_results(opcode: str, lanes: int):
    ran = 0
    for type, source in pairs_of(opcode):
        reads, write = operands(opcode, type, source)
        values = ", ".join(f"%v{i}" for i in range(len(reads)))
        types = f"{type} from {source}" if opcode in CONVERSIONS else type
        is_unary = len(reads) == 1
        code = f"gen.{opcode.lower()} {types} %r = {values}"
        text = program([code], reads, write, lanes)
        rows = rows_of(reads, Random(f"{opcode} {type} {source}"))
        why = reason(opcode, type)
        for level in ("gen", "naplespu"):
            if why is not None:
                with pytest.raises(Diagnostic, match=f"'gen.{opcode.lower()}'"):
                    run(level, text, list(zip(*rows, strict=True)), 1)
                continue
            found = run(level, text, list(zip(*rows, strict=True)), WIDTHS[write])
            ran += 1
            result = "half" if opcode == "F32TO16" else write
            for row, bits in zip(rows, found, strict=True):
                right = expected(opcode, type, source, row)
                if is_nan(result, right[0]):
                    right = [bits] if is_nan(result, bits) else right
                what = f"{opcode}.{type} from {source} x{lanes} at {level}"
                assert bits in right, (what, [*map(hex, row)], hex(bits), right)
        assert is_unary or len(reads) > 1
    assert ran


CONVERSIONS = {row.opcode for row in ROWS if row.kind == "Convert"}

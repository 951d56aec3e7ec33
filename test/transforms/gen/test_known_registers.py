"""
What is known of registers: constants are what operations read, in random programs; and
each meaning of gen, over ranges, holds what it gives for members of these.
"""

from random import Random

import pytest
from random_gen import random_module

from circ.dialects.common.algebra import INTS
from circ.dialects.common.known_bits import BITS, Range, unsigned_range
from circ.dialects.gen import FuncOp, Instruction, RegisterOp, loadi
from circ.dialects.gen.semantics import meaning
from circ.dialects.gen.table import ROW_OF_OPCODE
from circ.dialects.gen.types import SCALARS
from circ.targets.execute.gen import interpreter
from circ.targets.execute.memory import Memory
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.known_registers import KnownRegisters

TYPES = ("bool", "uint8", "int8", "uint32", "int32", "half", "float", "double")
FIXED = {"F16TO32": 16, "F32TO16": 32}
OPCODES = [o for o, row in ROW_OF_OPCODE.items() if row.types != "none"]


def some_range(rng: Random, width: int) -> Range:
    bounds = sorted(rng.getrandbits(rng.randint(0, width)) for _ in range(2))
    if rng.random() < 0.3:
        bounds[1] = bounds[0]
    return unsigned_range(width, *bounds)


@pytest.mark.parametrize("opcode", OPCODES)
def test_ranges_of_meanings(opcode: str):
    rng = Random(opcode)
    row = ROW_OF_OPCODE[opcode]
    for type, source in [(t, s) for t in TYPES for s in TYPES]:
        if not (row.accepts(SCALARS[type]) and row.accepts(SCALARS[source])):
            continue
        if row.kind != "Convert" and type != source:
            continue
        of_ints = meaning(INTS, opcode, type, source)
        if of_ints is None:
            continue
        of_ranges = meaning(BITS, opcode, type, source)
        assert of_ranges is not None
        width = FIXED.get(opcode, SCALARS[source].width)
        widths = [width] * row.sources[0]
        if row.kind == "Select":
            widths[0] = 1
        for _ in range(20):
            ranges = [some_range(rng, width) for width in widths]
            found = of_ranges(*ranges)
            for _ in range(5):
                result = of_ints(*[rng.randint(r.low, r.high) for r in ranges])
                assert found.low <= result <= found.high, (type, source, ranges)
                signed = INTS.sext(found.width, found.width + 1, result)
                half = 1 << found.width
                assert found.least <= (signed ^ half) - half <= found.largest


TYPE_OF = {"bool": "bool", "byte": "uint8", "word": "uint16", "dword": "uint32"}


def read_constants_apart(func: FuncOp) -> int:
    """Let operations read what is known from registers of their own; how often."""
    known = KnownRegisters(func, ControlFlow(func.body))
    instructions = [op for op in func.walk() if isinstance(op, Instruction)]
    found = [
        (op, len(op.dsts) + i, bits)
        for op in instructions
        for i, register in enumerate(op.srcs)
        if len(known.writers.get(register, ())) > 1
        and (bits := known.constant(register, op)) is not None
    ]
    for op, index, bits in found:
        register, first = op.operands[index].owner, func.body.blocks[0].first_op
        assert isinstance(register, RegisterOp) and first is not None
        apart = RegisterOp.of(register.family)
        func.body.blocks[0].insert_op_before(apart, first)
        load = loadi(apart.handle, TYPE_OF[register.family], bits)
        assert op.parent is not None
        op.parent.insert_op_before(load, op)
        op.operands[index] = apart.handle
    return len(found)


def test_constants_of_registers_with_several_writers():
    total = 0
    for seed in range(40):
        module, parameters = random_module(seed, 8)
        values = [Random(seed).getrandbits(32) for _ in range(parameters)]
        before = interpreter.run(module, "main", values, Memory()).results
        for func in module.ops:
            assert isinstance(func, FuncOp)
            total += read_constants_apart(func)
        after = interpreter.run(module, "main", values, Memory()).results
        assert after == before, seed
    assert total > 500

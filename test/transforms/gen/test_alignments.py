"""Alignments of registers divide what a loop of random instructions writes to them."""

from random import Random

import pytest

import circ
from circ.dialects.common.algebra import INTS
from circ.dialects.gen import FuncOp, InputsOp, Instruction
from circ.dialects.gen.semantics import meaning
from circ.transforms.gen.alignments import Alignments

OPCODES = ("add", "sub", "mul", "shl", "shr", "and", "or", "xor", "mov", "loadi")
REGISTERS = [f"%r{k}" for k in range(8)]


def instruction(random: Random) -> str:
    opcode, dst = random.choice(OPCODES), random.choice(REGISTERS)
    lhs, rhs = random.choices([*REGISTERS, "%x"], k=2)
    match opcode:
        case "loadi":
            value = random.randrange(1 << random.choice((4, 32))) << random.randrange(8)
            return f"gen.loadi uint32 {dst} {{value = {value % (1 << 32)}}}"
        case "mov":
            return f"gen.mov uint32 {dst} = {lhs}"
        case "shl" | "shr":
            return f"gen.{opcode} uint32 {dst} = {lhs}, %three"
        case _:
            return f"gen.{opcode} uint32 {dst} = {lhs}, {rhs}"


@pytest.mark.parametrize("seed", range(200))
def test_alignments_divide_what_is_written(seed: int) -> None:
    random = Random(seed)
    names = [*REGISTERS, "%x", "%three"]
    body = "\n".join(instruction(random) for _ in range(random.randrange(2, 20)))
    registers = "\n".join(f"{name} = gen.register : !gen.reg<dword>" for name in names)
    module = circ.load(f"""
      gen.func @f(dword) {{
        {registers}
        %again = gen.register : !gen.reg<bool>
        gen.inputs %x
        gen.loadi uint32 %three {{value = 3}}
        gen.bra ^loop
      ^loop:
        {body}
        gen.bra_if %again, ^loop, ^end
      ^end:
        gen.ret
      }}
    """).module
    function = next(op for op in module.walk() if isinstance(op, FuncOp))
    alignments = Alignments(function)
    values = dict.fromkeys((op.handle for op in function.registers), 0)
    (inputs,) = (op for op in function.walk() if isinstance(op, InputsOp))
    values[inputs.registers[0]] = random.getrandbits(32)
    for op in [op for op in function.walk() if isinstance(op, Instruction)] * 3:
        (dst,) = op.dsts
        if op.ROW.opcode == "LOADI":
            values[dst] = op.integer("value")
        else:
            compute = meaning(INTS, op.ROW.opcode, "uint32", "uint32")
            assert compute is not None
            values[dst] = compute(*(values[src] for src in op.srcs))
        assert values[dst] % alignments.of(dst) == 0, str(op)
    found = (alignments.of(op.handle) for op in function.registers)
    assert any(align > 1 for align in found)

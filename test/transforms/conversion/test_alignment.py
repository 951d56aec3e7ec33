"""
Alignment of vector accesses: what is claimed is so, and what is known is claimed.

An access that says more than is true traps on the machine, at whatever level it was
claimed: random subscripts are executed at all levels.
"""

from random import Random

import numpy as np
import pytest
from levels import parsed

from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.layout import array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.marshal import Array, Scalar
from circ.transforms.compare_levels import compare_levels
from circ.transforms.pipelines import compile

STEPS = (1, 2, 3, 4, 8, 12, 16, 24, 32, 48)
OPERATIONS = ("addi", "subi", "muli", "andi", "ori", "xori", "minui", "maxsi", "remui")
SIZE = 1024


def program(random: Random) -> str:
    """A vector loaded at one subscript and stored at another, in two loops."""
    lines: list[str] = []
    constants = sorted({0, 1, 5, 16, 32, 48, 1008, *STEPS})
    for number in constants:
        lines.append(f"%c{number} = arith.constant {number} : index")
    first, second = random.choice((0, 0, 5, 16)), random.choice((0, 0, 1, 32))
    steps = random.choice(STEPS), random.choice(STEPS)
    ends = [f"%n{i}" for i in range(2)]
    for end, start, step in zip(ends, (first, second), steps, strict=True):
        lines.append(f"{end} = arith.constant {start + 2 * step} : index")
    lines.append(
        f"%q = scf.for %i = %c{first} to %n0 step %c{steps[0]}"
        f" iter_args(%p = %c{random.choice((0, 16, 32, 5))}) -> index {{"
    )
    lines.append(f"scf.for %j = %c{second} to %n1 step %c{steps[1]} {{")
    values = ["%i", "%j", "%p", "%n", *(f"%c{number}" for number in constants)]
    for number in range(random.randrange(1, 7)):
        operation = random.choice(OPERATIONS)
        lhs = random.choice(values[-4:] + values[:4])
        rhs = random.choice(values)
        if operation == "remui":
            rhs = f"%c{random.choice((16, 32, 48))}"
        if random.random() < 0.2:
            operation, rhs = "shli", f"%c{random.choice((1, 4, 5))}"
        lines.append(f"%x{number} = arith.{operation} {lhs}, {rhs} : index")
        values.append(f"%x{number}")
    for name in ("from", "to"):
        chosen = random.choice(values[-3:] + values[:3])
        lines.append(f"%{name} = arith.remui {chosen}, %c1008 : index")
    lines.append("%v = vector.load %b[%from] : memref<1024xi32>, vector<16xi32>")
    lines.append("%w = vector.load %g[%to] : memref<1024xi32>, vector<16xi32>")
    lines.append("%s = arith.subi %v, %w : vector<16xi32>")
    lines.append("vector.store %s, %b[%to] : memref<1024xi32>, vector<16xi32>")
    lines.append("vector.store %v, %g[%from] : memref<1024xi32>, vector<16xi32>")
    lines.append("}")
    lines.append(f"%t = arith.addi %p, {random.choice(['%i', '%c16', '%c48'])} : index")
    lines += ["scf.yield %t : index", "}"]
    body = "\n  ".join(lines)
    return f"""memref.global @g : memref<1024xi32> = dense<3>
func.func @main(%a: memref<1024xi32>, %n: index) -> index {{
  %b = memref.assume_alignment %a, 64 : memref<1024xi32>
  %g = memref.get_global @g : memref<1024xi32>
  {body}
  return %q : index
}}
"""


def claims(text: str) -> list[int]:
    circuit = compile(parsed(text), "circuit", 0)
    accesses = [op for op in circuit.walk() if isinstance(op, LoadOp | StoreOp)]
    return [op.memory.align.data for op in accesses]


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.every(6, first=1)
def test_no_access_says_more_than_is_true(seed: int):
    random = Random(seed)
    module = parsed(text := program(random))
    signature = signature_of(definitions(module)["main"])
    array, number = signature.inputs.data
    type = array_type(array)
    assert type is not None
    data = np.array([random.getrandbits(31) for _ in range(SIZE)], np.int32)
    inputs = [
        Array(type, "", data),
        Scalar(number, random.choice((7, 16))),
    ]
    (run,) = compare_levels(module, "main", signature, [inputs], random.choice((0, 2)))
    assert "naplespu" in run, text


def test_the_programs_have_aligned_accesses_and_others():
    found = [align for seed in range(25) for align in claims(program(Random(seed)))]
    assert 20 < found.count(64) < len(found) - 20
    assert found.count(4) > 10


SUM = """func.func @main(%a: memref<256xi32>) -> vector<16xi32> {
  %b = memref.assume_alignment %a, ALIGN : memref<256xi32>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0> : vector<16xi32>
  %r = scf.for %i = %c0 to %c256 step %c16 iter_args(%s = %zero) -> vector<16xi32> {
    %v = vector.load %b[%i] : memref<256xi32>, vector<16xi32>
    %t = arith.addi %s, %v : vector<16xi32>
    scf.yield %t : vector<16xi32>
  }
  return %r : vector<16xi32>
}"""


def test_a_promise_takes_the_question_away():
    """Of each of the sixteen accesses of a loop that is written out."""
    names: dict[int, list[str]] = {}
    for align in (4, 64):
        machine = compile(parsed(SUM.replace("ALIGN", str(align))), "naplespu")
        names[align] = [op.name for op in machine.walk()]
    assert names[4].count("naplespu.LV32WMainmem_U") >= 3 * 16
    assert names[64].count("naplespu.LV32WMainmem_U") == 16
    assert "naplespu.SHUFFLEI_32" not in names[64]
    assert len(names[64]) < 60

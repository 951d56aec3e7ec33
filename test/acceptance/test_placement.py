"""
What is expensive is computed as often as the program says, or less.

The programs compute an exponential, a division or a load before a loop or on some of
several paths. The limits are of instructions of NaplesPU at `opt=2`.
"""

import numpy as np
import pytest
from mlir_programs import PLACED, PLACEMENT

import circ

LIMITS = {
    "ddiv": 1_552,
    "ddiv64": 2_115,
    "div": 57,
    "exponential": 2_128,
    "gvnif": 12,
    "gvnspec": 14,
    "normalise": 2_057,
    "sine": 276,
}


@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.every(2)
def test_instructions(name: str):
    arguments = PLACED[name]
    program = PLACEMENT / f"{name}.mlir"
    optimized = circ.run(program, *arguments)
    assert optimized.counters["instructions"] <= LIMITS[name]
    plain = circ.run(program, *arguments, opt=0)
    assert optimized.results == plain.results
    for position, array in plain.arrays.items():
        assert np.array_equal(optimized.arrays[position], array)


@pytest.mark.parametrize(
    ("text", "static"),
    (
        # Both sides of a branch compute it: once, before the branch.
        ("scf.if %a -> f32 { A } else { B }", 1),
        # The second one is only reached where the first one was computed.
        ("scf.if %a -> f32 { C } else { Z }", 1),
        # One side of three: each by itself.
        ("scf.if %a -> f32 { A } else { scf.if %b -> f32 { B } else { Z } Y }", 2),
    ),
)
def test_equal_expensive_gates(text: str, static: int):
    parts = {
        "A": "%e = math.exp %x : f32 scf.yield %e : f32",
        "B": "%e = math.exp %x : f32 %s = arith.addf %e, %x : f32 scf.yield %s : f32",
        "C": "%d = math.exp %x : f32 %p = scf.if %b -> f32 { B } else { Z } "
        "%t = arith.addf %p, %d : f32 scf.yield %t : f32",
        "Z": "scf.yield %x : f32",
        "Y": "scf.yield %q : f32",
    }
    text = text.replace("{ scf.if", "{ %q = scf.if")
    for _ in range(2):
        for name, part in parts.items():
            text = text.replace(f"{{ {name} }}", f"{{ {part} }}")
            text = text.replace(f"}} {name} }}", f"}} {part} }}")
    module = f"""func.func @f(%a: i1, %b: i1, %x: f32) -> f32 {{
      %r = {text}
      return %r : f32
    }}"""
    circuit = str(circ.compile(module, level="circuit"))
    assert circuit.count("circuit.math exp") == static, circuit
    for a in (0, 1):
        for b in (0, 1):
            circ.compare_levels(module, a, b, 1.5)

"""Circuits on vectors of any number of lanes do the same at every level below."""

from random import Random

import pytest
from random_values import bits_of

from circ.dialects.common.algebra import INTS
from circ.dialects.common.lanes import pack, unpack
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.targets.circuit.gates_reader import read_gates
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Argument, Scalar
from circ.transforms.pipelines import LEVELS, compile

PROGRAM = """
a = ARG[VECTOR] {0}
b = ARG[VECTOR] {1}
i = ARG[ARCH] {2}
s = ADD[VECTOR] : | | a, b
m = ICMP[VMASK] {ULT} : | | a, b
t = SELECT[VECTOR] : | | m, s, a
x = LANE[ELEMENT] : | | t, i
u = SET_LANE[VECTOR] : | | b, x, i
c = BROADCAST[VECTOR] : | | x
w = XOR[VECTOR] : | | u, c
r = RETURN : SE | DE | w, x
"""


@pytest.mark.parametrize(
    ("lanes", "element"),
    [
        (1, "i32"),
        (5, "i32"),
        (16, "i64"),
        (20, "i16"),
        (3, "i64"),
        (1, "i64"),
        (48, "i8"),
    ],
)
@pytest.mark.every(3, first=1)
def test_lengths(lanes: int, element: str):
    name, width = element.upper(), int(element[1:])
    text = PROGRAM.replace("VECTOR", f"V{lanes}{name}").replace("ELEMENT", name)
    module = read_gates(text.replace("VMASK", f"V{lanes}I1"), "f.circuit")
    random = Random(lanes)
    a, b = ([bits_of(random, element) for _ in range(lanes)] for _ in range(2))
    signature = signature_of(definitions(module)["f"])
    for i in (0, lanes - 1, 7, 2**32 - 1):
        t = [(x + y) % (1 << width) if x < y else x for x, y in zip(a, b, strict=True)]
        x = t[i % lanes]
        u = [*b[: i % lanes], x, *b[i % lanes + 1 :]]
        values = [pack(INTS, width, a), pack(INTS, width, b), i]
        arguments: list[Argument] = [
            Scalar(type, bits)
            for type, bits in zip(signature.inputs, values, strict=True)
        ]
        for level in LEVELS[1:]:
            lowered = compile(module, level)
            done = execute(level, lowered, "f", signature, arguments, {})
            found, lane = done.outcome.results
            assert unpack(INTS, lanes, width, found) == [v ^ x for v in u], level
            assert lane == x, level

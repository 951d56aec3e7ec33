"""Signatures of gen's instructions, and that they keep what is computed."""

from itertools import product

import pytest

from circ.dialects.common.algebra import INTS
from circ.dialects.gen.semantics import meaning
from circ.dialects.gen.table import ROW_OF_OPCODE, ROWS, TWO_TYPES
from circ.dialects.gen.types import SCALARS
from circ.targets.tablegen.matching import Signature
from circ.transforms.gen.signatures import meaning_of, signature_of

VALUES = (0, 1, 2, 3, 100, 128, 200, 0x7FFF, 0x8000, 0x3F80_0000, 0xFFFF_FFFF)
TYPES = [s for s in SCALARS.values() if s.width <= 32 and s.name != "half"]


@pytest.mark.parametrize(
    ("opcode", "type", "source", "expected"),
    [
        ("ADD", "uint32", "uint32", "ADD.uint i32, i32 -> i32"),
        ("LT", "int8", "int8", "LT.int i8, i8 -> i1"),
        ("EQ", "bool", "bool", "EQ.uint i1, i1 -> i1"),
        ("SEL", "float", "float", "SEL.float i1, f32, f32 -> f32"),
        ("CVT", "float", "int16", "CVT.float.int i16 -> f32"),
        ("LOAD", "int8", "int8", "LOAD.int i32 -> i8"),
        ("STORE", "uint16", "uint16", "STORE.uint i16, i32"),
        ("SYMBOL", "uint32", "uint32", "SYMBOL.uint i32 -> i32"),
    ],
)
def test_signatures(opcode: str, type: str, source: str, expected: str):
    assert signature_of(opcode, type, source) == expected


@pytest.mark.parametrize("opcode", [row.opcode for row in ROWS])
def test_signatures_keep_the_meaning(opcode: str):
    row = ROW_OF_OPCODE[opcode]
    for scalar, source in product(TYPES, TYPES):
        if not row.accepts(scalar) or not row.accepts(source):
            continue
        if row.kind not in TWO_TYPES and source is not scalar:
            continue
        expected = meaning(INTS, opcode, scalar.name, source.name)
        if expected is None or row.kind in ("Load", "Symbol", "Frame"):
            continue
        signature = Signature.parse(signature_of(opcode, scalar.name, source.name))
        found = meaning_of(INTS, signature)
        assert found is not None
        for value in VALUES:
            bits = value & ((1 << source.width) - 1)
            inputs = [bits, *([bits >> 1 | 1] * (len(signature.operands) - 1))]
            if row.kind == "Select":
                inputs[0] &= 1
            assert found(*inputs) == expected(*inputs), (str(signature), inputs)

"""What meanings ask an `Algebra` for is the same at every level, at every width."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from own_dialect import parse_with
from xdsl.dialects.builtin import StringAttr
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    prop_def,
    var_operand_def,
    var_result_def,
)

import circ
from circ.dialects.common.algebra import INTS, float_to_bits
from circ.dialects.common.meaning import HasMeaning

FEWER_VERIFICATIONS = True


@irdl_op_definition
class CallOp(IRDLOperation, HasMeaning):
    """The method of the algebra with that name, and numbers before its operands."""

    name = "own.call"
    operands_ = var_operand_def()
    results_ = var_result_def()
    call = prop_def(StringAttr)

    def compute(self, k: Any, operands: Sequence[Any]) -> Sequence[Any]:
        method, *numbers = self.call.data.split()
        return (getattr(k, method)(*map(int, numbers), *operands),)


BINARY = ("add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "and_", "or_", "xor")
SHIFTS = ("shl", "lshr", "ashr")
COMPARISONS = ("eq", "ult", "slt")
WIDTHS = (8, 16, 32, 64)
FLOATS = ("fadd", "fsub", "fmul", "fdiv", "frem")
TO_INTEGER, TO_FLOAT = ("fptosi", "fptoui"), ("sitofp", "uitofp")

CALLS: list[tuple[str, list[int], int]] = [
    *((f"{name} {w}", [w, w], w) for name, w in product((*BINARY, *SHIFTS), WIDTHS)),
    *((f"{name} {w}", [w, w], 1) for name, w in product(COMPARISONS, WIDTHS)),
    *((f"{name} {w}", [w], w) for name, w in product(("clz", "ctz"), WIDTHS)),
    *(
        (f"{name} {a} {b}", [a], b)
        for name in ("zext", "sext")
        for a, b in product(WIDTHS, WIDTHS)
        if a < b
    ),
    *((f"extract {w} {w - 1} {w // 2}", [w], w // 2) for w in (16, 32, 64)),
    *((f"{name} {w}", [w, w], w) for name, w in product(FLOATS, (32, 64))),
    *(
        (f"{name} {w}", [w, w], 1)
        for name, w in product(("feq", "flt", "fle"), (32, 64))
    ),
    *((f"fsqrt {w}", [w], w) for w in (32, 64)),
    *((f"fconvert {a} {b}", [a], b) for a, b in ((32, 64), (64, 32))),
    *(
        (f"{name} {w} {to}", [w], to)
        for name, w, to in product(TO_INTEGER, (32, 64), WIDTHS)
    ),
    *(
        (f"{name} {w} {to}", [w], to)
        for name, w, to in product(TO_FLOAT, WIDTHS, (32, 64))
    ),
    *((f"concat {w} {w}", [w, w], 2 * w) for w in (8, 16, 32)),
]
NUMBERS = (0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 40, 63, 64, 100, -1, -2, -100)

REALS = (0.0, -0.0, 1.0, -1.5, 0.5, 3e9, -3e9, 1e19, -1e38, 1e-38, 1e-42, 255.5, -129.0)
REALS += (float("inf"), -float("inf"), float("nan"))

LOOP = """
func.func @f(%x: memref<NxX>, %y: memref<NxY>, %z: memref<NxZ>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %n = arith.constant N : index
  scf.for %i = %0 to %n step %1 {
    %a = memref.load %x[%i] : memref<NxX>
    %b = memref.load %y[%i] : memref<NxY>
    %c = "own.call"(OPERANDS) <{call = "CALL"}> : (TYPES) -> Z
    memref.store %c, %z[%i] : memref<NxZ>
  }
  return
}
"""


def edges(call: str, width: int) -> list[int]:
    if call.startswith("f"):
        return [float_to_bits(width, number) for number in REALS]
    half = 1 << width - 1
    return sorted({INTS.const(width, n) for n in (*NUMBERS, half, half - 1, half + 1)})


@pytest.mark.parametrize(("call", "widths", "to"), CALLS, ids=str)
@pytest.mark.every(8, first=4)
def test_method(call: str, widths: list[int], to: int):
    inputs = [edges(call, width) for width in widths]
    rows = [*product(*inputs)]
    types = [f"i{width}" for width in widths]
    text = LOOP.replace("TYPES", ", ".join(types)).replace("CALL", call)
    text = text.replace("OPERANDS", ", ".join(("%a", "%b")[: len(widths)]))
    for letter, type in zip("XYZ", (types[0], types[-1], f"i{to}"), strict=True):
        text = text.replace(f"x{letter}>", f"x{type}>").replace(
            f"> {letter}", f"> {type}"
        )
    columns = [*zip(*rows, strict=True)]
    arrays = [
        np.array(column, f"uint{width}")
        for column, width in ((columns[0], widths[0]), (columns[-1], widths[-1]))
    ]
    result = np.zeros(len(rows), f"uint{to}" if to > 1 else "bool")
    module = parse_with([CallOp], text.replace("N", str(len(rows))))
    runs = circ.compare_levels(module, *arrays, result)
    method, *numbers = call.split()
    expected = [getattr(INTS, method)(*map(int, numbers), *row) for row in rows]
    for run in runs.values():
        assert run.arrays[2].tolist() == expected

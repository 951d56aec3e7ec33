"""
Instructions of NaplesPU that an operation takes which is computed in words.

The peer is the same operation on the widest number that the run-time library has.
"""

import numpy as np
import pytest
from conftest import Table
from pytest_benchmark.fixture import BenchmarkFixture

import circ

CASES = (
    ("add.F", "f16", "f64"),
    *((f"{base}.F", "f128", "f64") for base in ("add", "mul", "div", "sqrt", "frem")),
    ("madd.F", "f128", "f64"),
    ("mul.F", "!llvlir.fv<8, 56>", "f64"),
    ("divu.I", "i128", "i64"),
)
SOURCE = """
llvlir.func @f(%p: !llvlir.a) attributes {{circ.signature = (memref<16xi32>) -> ()}} {{
  %x = llvlir.ld.{letter} %p, 0 : {type}
  %y = llvlir.ld.{letter} %p, 16 : {type}
  {row}
  llvlir.st.{letter} %p, 32, %z : {type}
  llvlir.ret
}}
"""
VALUES = {
    "f16": (0x4900, 0x4200),
    "f64": (0x4025 << 48, 0x4008 << 48),
    "f128": (0x4002_5 << 108, 0x4000_8 << 108),
    "!llvlir.fv<8, 56>": (0x412800 << 40, 0x404000 << 40),
    "i64": (10**15 + 7, 10**9 + 9),
    "i128": (10**35 + 7, 10**19 + 9),
}


def instructions(name: str, type: str) -> int:
    """Those of the operation alone: without it, a copy of a number is left."""
    counts: list[int] = []
    operands = {"sqrt.F": "%x", "madd.F": "%x, %y, %x"}.get(name, "%x, %y")
    letter = "I" if type[0] == "i" else "F"
    data = b"".join(value.to_bytes(16, "little") for value in VALUES[type])
    array = np.frombuffer(data + bytes(32), np.int32)
    for row in (f"llvlir.{name} {operands}", f"llvlir.mv.{letter} %x"):
        if row.startswith("llvlir.mv.I"):
            row = "llvlir.or.I %x, %y"
        source = SOURCE.format(letter=letter, type=type, row=f"%z = {row} : {type}")
        done = circ.run(source, array, entry="f", level="naplespu")
        counts.append(done.counters["instructions"])
    return counts[0] - counts[1]


@pytest.mark.parametrize("case", CASES, ids=" ".join)
def test_operation(
    case: tuple[str, str, str], table: Table, benchmark: BenchmarkFixture
):
    name, type, peer = case
    what = f"{name} of {type}, beside {peer}"
    count = benchmark.pedantic(instructions, args=(name, type), rounds=1)
    table.record(what, "instructions", "", count)
    table.record(what, "instructions", "peer", instructions(name, peer))

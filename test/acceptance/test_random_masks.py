"""
Random programs that change the mask between vector operations, at every level.

Only what asks for the mask may see it: sums and copies between, values that are spilled
because there are many, and what a callee does must not.
"""

from random import Random

import numpy as np
import pytest

from circ.dialects.common.algebra import INTS
from circ.dialects.common.lanes import pack
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.layout import array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.marshal import Argument, Array, Scalar
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.compare_levels import compare_levels

VECTOR = "vector<16xi32>"
PART, PAD_PART = "memref<16xi32>", "memref<16xi32, 68>"
HEAD = f"""
memref.global "private" @pad : {PAD_PART} = uninitialized {{alignment = 64 : i64}}
func.func private @__builtin_npu_write_mask_reg(i32)
func.func private @__builtin_npu_read_mask_reg() -> i32
func.func private @__builtin_npu_write_mask_regv16i32({VECTOR})
func.func private @__builtin_npu_vector_mixi32({VECTOR}, {VECTOR}) -> {VECTOR}
func.func private @__builtin_npu_mask_cmpi32_ult({VECTOR}, {VECTOR}) -> i32
func.func private @__builtin_npu_shufflei32({VECTOR}, {VECTOR}) -> {VECTOR}
func.func private @__builtin_npu_clzv16i32({VECTOR}) -> {VECTOR}
func.func private @__builtin_npu_block_loadv16i32_masked({PART}) -> {VECTOR}
func.func private @__builtin_npu_block_storev16i32_masked({PART}, {VECTOR})
func.func private @__builtin_npu_block_loadv16i32_scratchpad_masked({PAD_PART})
  -> {VECTOR}
func.func private @__builtin_npu_block_storev16i32_scratchpad_masked(
  {PAD_PART}, {VECTOR})
func.func private @__builtin_npu_block_loadv16u8({PART}) -> {VECTOR}

func.func @callee(%v: {VECTOR}, %m: i32) -> {VECTOR} {{
  %old = func.call @__builtin_npu_read_mask_reg() : () -> i32
  func.call @__builtin_npu_write_mask_reg(%m) : (i32) -> ()
  %w = arith.muli %v, %v : {VECTOR}
  %x = func.call @__builtin_npu_vector_mixi32(%w, %v) : ({VECTOR}, {VECTOR}) -> {VECTOR}
  %n = arith.xori %old, %m : i32
  func.call @__builtin_npu_write_mask_reg(%n) : (i32) -> ()
  return %x : {VECTOR}
}}
"""


class Program:
    """A random function of two vectors, a number and an array."""

    def __init__(self, seed: int):
        self.random = Random(seed)
        self.lines: list[str] = []
        self.vectors = ["%a", "%b"]
        self.words = ["%m"]

    def text(self) -> str:
        for _ in range(self.random.randint(10, 60)):
            self.random.choice(STEPS)(self)
        # All that was computed is used again: much is alive at once.
        total = "%a"
        for number, vector in enumerate(self.vectors):
            sum = f"%sum{number}"
            self.lines.append(f"{sum} = arith.addi {total}, {vector} : {VECTOR}")
            total = sum
        body = "\n  ".join(self.lines)
        return f"""{HEAD}
func.func @main(%a: {VECTOR}, %b: {VECTOR}, %m: i32, %array: {PART})
    -> ({VECTOR}, i32) {{
  %pad = memref.get_global @pad : {PAD_PART}
  memref.copy %array, %pad : {PART} to {PAD_PART}
  {body}
  %last = func.call @__builtin_npu_read_mask_reg() : () -> i32
  memref.copy %pad, %array : {PAD_PART} to {PART}
  return {total}, %last : {VECTOR}, i32
}}"""

    def vector(self) -> str:
        return self.random.choice(self.vectors[-12:] + self.vectors[:2])

    def new_vector(self, text: str) -> None:
        self.vectors.append(f"%v{len(self.vectors)}")
        self.lines.append(f"{self.vectors[-1]} = {text}")

    def new_word(self, text: str) -> None:
        self.words.append(f"%w{len(self.words)}")
        self.lines.append(f"{self.words[-1]} = {text}")

    def word(self) -> str:
        return self.random.choice(self.words)


def call(name: str, operands: str, types: str, result: str = "()") -> str:
    return f"func.call @__builtin_npu_{name}({operands}) : ({types}) -> {result}"


def plain(p: Program) -> None:
    operation = p.random.choice(("addi", "muli", "xori", "subi", "shli", "minui"))
    p.new_vector(f"arith.{operation} {p.vector()}, {p.vector()} : {VECTOR}")


def select(p: Program) -> None:
    name = f"%c{len(p.lines)}"
    p.lines.append(f"{name} = arith.cmpi slt, {p.vector()}, {p.vector()} : {VECTOR}")
    both = f"{p.vector()}, {p.vector()}"
    p.new_vector(f"arith.select {name}, {both} : vector<16xi1>, {VECTOR}")


def insert(p: Program) -> None:
    lane = p.random.randrange(16)
    p.new_vector(f"vector.insert {p.word()}, {p.vector()}[{lane}] : i32 into {VECTOR}")


def write(p: Program) -> None:
    p.lines.append(call("write_mask_reg", p.word(), "i32"))


def write_lanes(p: Program) -> None:
    p.lines.append(call("write_mask_regv16i32", p.vector(), VECTOR))


def read(p: Program) -> None:
    p.new_word(call("read_mask_reg", "", "", "i32"))


def compare(p: Program) -> None:
    both = f"{p.vector()}, {p.vector()}"
    p.new_word(call("mask_cmpi32_ult", both, f"{VECTOR}, {VECTOR}", "i32"))


def two(p: Program) -> None:
    name = p.random.choice(("vector_mixi32", "vector_mixi32", "shufflei32"))
    both = f"{p.vector()}, {p.vector()}"
    p.new_vector(call(name, both, f"{VECTOR}, {VECTOR}", VECTOR))


def one(p: Program) -> None:
    p.new_vector(call("clzv16i32", p.vector(), VECTOR, VECTOR))


def load(p: Program) -> None:
    if p.random.random() < 0.5:
        p.new_vector(call("block_loadv16i32_masked", "%array", PART, VECTOR))
    elif p.random.random() < 0.3:
        p.new_vector(call("block_loadv16u8", "%array", PART, VECTOR))
    else:
        name = "block_loadv16i32_scratchpad_masked"
        p.new_vector(call(name, "%pad", PAD_PART, VECTOR))


def store(p: Program) -> None:
    value = p.vector()
    if p.random.random() < 0.5:
        types = f"{PART}, {VECTOR}"
        p.lines.append(call("block_storev16i32_masked", f"%array, {value}", types))
    else:
        name, types = "block_storev16i32_scratchpad_masked", f"{PAD_PART}, {VECTOR}"
        p.lines.append(call(name, f"%pad, {value}", types))


def callee(p: Program) -> None:
    both = f"{p.vector()}, {p.word()}"
    p.new_vector(f"func.call @callee({both}) : ({VECTOR}, i32) -> {VECTOR}")


STEPS = (
    *(plain, plain, plain, select, insert, write, write, write_lanes, read, compare),
    *(two, two, one, load, store, callee),
)


@pytest.mark.parametrize("opt", (0, 2))
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.every(9, first=6)
def test_masks(seed: int, opt: int):
    text = Program(seed).text()
    module = parse_module(context(), text, f"masks{seed}.mlir")
    signature = signature_of(definitions(module)["main"])
    types = signature.inputs.data
    array = array_type(types[3])
    assert array is not None
    rng = np.random.default_rng(seed)
    inputs: list[list[Argument]] = []
    for _ in range(3):
        lanes = [pack(INTS, 32, rng.integers(0, 1 << 32, 16).tolist()) for _ in "ab"]
        words = rng.integers(-(2**31), 2**31, 16).astype(np.int32)
        inputs.append(
            [
                *(Scalar(types[i], lanes[i]) for i in range(2)),
                Scalar(types[2], int(rng.integers(0, 1 << 17))),
                Array(array, "", words),
            ]
        )
    compare_levels(module, "main", signature, inputs, opt, 200_000)

"""The run-time library: its sources, what it adds to modules, and how long it takes."""

from functools import cache

import numpy as np
import pytest
from levels import parsed
from vectors import VECTORS
from xdsl.dialects.builtin import IntegerType, ModuleOp

from circ.dialects.circuit.verifier import verify_circuit
from circ.dialects.common.algebra import INTS
from circ.dialects.common.directed import MODES
from circ.dialects.common.functions import FUNCTIONS
from circ.dialects.common.module_functions import definitions, entries
from circ.dialects.source.signature import signature_of
from circ.targets.execute.circuit import interpreter as circuit
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Scalar
from circ.targets.execute.memory import Memory
from circ.targets.machines import machine_of
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Machine
from circ.transforms.pipelines import LEVELS, compile
from circ.transforms.runtime.library import (
    GENERATED,
    circuit_of,
    is_known,
    library_function,
)
from circ.transforms.runtime.square_root import square_root

ON_MACHINE = [name for name in GENERATED if name.endswith("_f32")]
ONE_MODE = [name for name in GENERATED if not name.endswith(MODES[1:])]
"""Without those that differ in how they round."""
NAPLESPU = machine_of(ModuleOp([]))
FILES = ("__circ_pow32", "__circ_fmod_f32")


def test_square_root_is_exact():
    rng = np.random.default_rng(1)
    special = [0, 1, 2, 0x7FFFFF, 0x800000, 0x7F7FFFFF, 0x7F800000, 0x7FC00000]
    signs = [bits | 1 << 31 for bits in special[:-1]]
    # All significands of two neighbouring exponents decide all normal numbers.
    significands = rng.integers(0, 1 << 24, 400_000, dtype=np.uint64)
    significands |= np.uint64(127 << 23)
    squares = (np.arange(1, 1 << 12, dtype=np.float32) ** 2).view(np.uint32)
    near = [squares - 1, squares, squares + 1]
    bits = np.concatenate(
        [
            np.array([*special, *signs], np.uint64),
            *(part.astype(np.uint64) for part in near),
            significands,
            rng.integers(0, 1 << 24, 100_000, dtype=np.uint64),
            rng.integers(0, 1 << 32, 100_000, dtype=np.uint64),
        ]
    )
    check_square_root(bits)


def check_square_root(bits: np.ndarray) -> None:
    with np.errstate(all="ignore"):
        expected = VECTORS.fsqrt(32, bits)
        assert (square_root(VECTORS, 32, bits) == expected).all()


@pytest.mark.long
def test_square_root_of_all_significands():
    """Normal numbers of two neighbouring exponents, and all subnormal ones."""
    for base in (0, 127 << 23, 128 << 23):
        for first in range(base, base + (1 << 23), 1 << 21):
            check_square_root(np.arange(first, first + (1 << 21), dtype=np.uint64))


@pytest.mark.parametrize("name", GENERATED)
def test_circuits_compute_their_meaning(name: str):
    function = GENERATED[name]
    module = ModuleOp([circuit_of(name, function)])
    verify_circuit(next(iter(module.ops)))
    rng = np.random.default_rng(len(name))
    widths = [type.bitwidth for type in function.inputs]
    for row in rng.uniform(0.1, 0.9, (3, len(widths))):
        columns = zip(widths, row, strict=True)
        bits = [int(VECTORS.bits(width, np.array(x))) for width, x in columns]
        result = circuit.run(module, name, bits, Memory()).results
        assert result == [function.meaning(INTS, *bits)]


@pytest.mark.parametrize("name", (*ONE_MODE, *FILES, "__circ_pow64"))
@pytest.mark.every(5, first=3)
def test_functions_stand_alone(name: str):
    """At llvlir and, of 32 bits, at gen they call nothing that is not there."""
    function = library_function(name, "llvlir")
    assert "circ.runtime" in function.attributes
    assert function is not library_function(name, "llvlir")
    module = ModuleOp([function])
    compile(module, "gen" if "64" in name else "naplespu")


def test_no_program_begins_in_the_library():
    text = (
        "func.func @main(%x: f32) -> f32 {\n"
        "  %r = math.rsqrt %x : f32\n"
        "  func.return %r : f32\n}\n"
    )
    for level in LEVELS:
        module = compile(parsed(text), level)
        assert list(entries(module)) == ["main"]
    names = [*definitions(module)]
    assert names == ["main", "__circ_rsqrt_f32", "__circ_sqrt_f32"]


def test_names():
    assert is_known("__circ_exp_f32", NAPLESPU)
    assert is_known("__circ_udiv32", NAPLESPU)
    assert not is_known("__circ_nothing", NAPLESPU)
    assert not is_known("exp_f32", NAPLESPU)
    assert set(ON_MACHINE) == {
        *(f"__circ_{name}_f32" for name in (*FUNCTIONS, "pow", "sqrt"))
    }


# region Files


@pytest.mark.parametrize("level", ("llvlir", "gen"))
@pytest.mark.parametrize("width", (32, 64))
def test_integer_power(width: int, level: str):
    name = f"__circ_pow{width}"
    module = ModuleOp([library_function(name, level)])
    signature = signature_of(definitions(module)[name])
    top = 1 << width
    for values in ((0, 0), (0, 3), (3, 40), (top - 1, top - 1), (2, width - 1)):
        arguments = [Scalar(IntegerType(width), value) for value in values]
        done = execute(level, module, name, signature, arguments, {})
        assert done.outcome.results == [pow(*values, top)]


# endregion
# region On the machine

STOP = 0xFFFF_FFF0
RETURN_ADDRESS = 62


@cache
def machine_with_library() -> tuple[Machine, dict[str, int]]:
    names = (*ON_MACHINE, *FILES)
    module = ModuleOp([library_function(name, "llvlir") for name in names])
    image = link([object_of(compile(module, "naplespu"))])
    machine = Machine()
    load(image, machine)
    return machine, {name: image.symbols[name].address for name in names}


def run_machine(name: str, *operands: int) -> tuple[int, int]:
    """The result and the number of instructions."""
    machine, addresses = machine_with_library()
    machine.scalar[: len(operands)] = operands
    machine.scalar[1] = operands[1] if len(operands) > 1 else machine.scalar[1]
    machine.scalar[RETURN_ADDRESS] = STOP
    before = machine.instructions
    machine.run(addresses[name], limit=before + 20_000, stop=STOP)
    return machine.scalar[0], machine.instructions - before


def test_fmod_on_the_machine():
    rng = np.random.default_rng(2)
    for x, y in rng.integers(0, 1 << 32, (400, 2), dtype=np.uint64):
        bits = int(VECTORS.fadd(32, x, 0)), int(VECTORS.fadd(32, y, 0))
        assert run_machine("__circ_fmod_f32", *bits)[0] == INTS.frem(32, *bits)


def test_power_on_the_machine():
    rng = np.random.default_rng(3)
    for base, exponent in rng.integers(0, 1 << 32, (50, 2)).tolist():
        exponent >>= int(rng.integers(0, 32))
        result, _ = run_machine("__circ_pow32", base, exponent)
        assert result == pow(base, exponent, 1 << 32)


INSTRUCTIONS = {
    "exp": 65,
    "exp2": 62,
    "expm1": 77,
    "log": 94,
    "log2": 102,
    "log10": 109,
    "log1p": 118,
    "sinh": 132,
    "cosh": 115,
    "tanh": 106,
    "sin": 219,
    "cos": 211,
    "tan": 221,
    "asin": 242,
    "acos": 242,
    "atan": 85,
    "atan2": 153,
    "rsqrt": 86,
    "asinh": 234,
    "acosh": 234,
    "atanh": 141,
    "erf": 106,
    "cbrt": 69,
    "fma": 229,
    "pow": 321,
    "sqrt": 77,
}
"""What a call takes on NaplesPU at most: docs/math.md says so too."""

OPERANDS = (
    (0x3F000000, 0x3E800000, 0x3F400000),
    (0x461C4000, 0xC0E00000, 0x40000000),
    (0x7FC00000, 0x3F800000, 0x00000001),
)


@pytest.mark.parametrize("name", INSTRUCTIONS)
def test_instructions_on_the_machine(name: str):
    """They are straight code: all operands take the same."""
    symbol = f"__circ_{name}_f32"
    function = GENERATED[symbol]
    counts: set[int] = set()
    for operands in OPERANDS:
        operands = operands[: len(function.inputs)]
        result, count = run_machine(symbol, *operands)
        assert result == function.meaning(INTS, *operands)
        counts.add(count)
    (count,) = counts
    assert count <= INSTRUCTIONS[name]


def test_instructions_are_listed():
    assert {f"__circ_{name}_f32" for name in INSTRUCTIONS} == set(ON_MACHINE)


@pytest.mark.parametrize(
    ("operands", "most"),
    [
        ((0x3F800000, 0x40000000), 30),
        ((0x40B00000, 0x40000000), 112),
        ((0x7F7FFFFF, 0x00000001), 1320),
    ],
)
def test_instructions_of_fmod(operands: tuple[int, int], most: int):
    """About 36 for each 8 bits that the quotient has."""
    result, count = run_machine("__circ_fmod_f32", *operands)
    assert result == INTS.frem(32, *operands)
    assert count <= most


# endregion

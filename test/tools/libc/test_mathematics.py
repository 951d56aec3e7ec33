"""math.h: results at a level and on the machine, against the host's."""

import math
import random
import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from c_compiler import Compiler, needs_clang
from circ_run_inputs import Run

SOURCE = Path(__file__).parent / "programs" / "mathematics.c"

Function = Callable[..., float]

WIDE = (-1e4, 1e4)
UNARY: dict[str, tuple[Function, tuple[float, float]]] = {
    "sin": (math.sin, WIDE),
    "cos": (math.cos, WIDE),
    "tan": (math.tan, WIDE),
    "asin": (math.asin, (-1, 1)),
    "acos": (math.acos, (-1, 1)),
    "atan": (math.atan, (-30, 30)),
    "sinh": (math.sinh, (-20, 20)),
    "cosh": (math.cosh, (-20, 20)),
    "tanh": (math.tanh, (-2, 2)),
    "asinh": (math.asinh, (-100, 100)),
    "acosh": (math.acosh, (1, 100)),
    "atanh": (math.atanh, (-1, 1)),
    "exp": (math.exp, (-80, 80)),
    "exp2": (math.exp2, (-100, 100)),
    "expm1": (math.expm1, (-2, 5)),
    "log": (math.log, (0, 1e6)),
    "log2": (math.log2, (0, 1e6)),
    "log10": (math.log10, (0, 1e6)),
    "log1p": (math.log1p, (-0.9, 10)),
    "sqrt": (math.sqrt, (0, 1e9)),
    "cbrt": (math.cbrt, WIDE),
    "erf": (math.erf, (-3, 3)),
    "erfc": (math.erfc, (-3, 3)),
    "tgamma": (math.gamma, (0.1, 20)),
    "lgamma": (math.lgamma, (3, 100)),
    "floor": (math.floor, WIDE),
    "ceil": (math.ceil, WIDE),
    "trunc": (math.trunc, WIDE),
    "rint": (round, WIDE),
    "fabs": (math.fabs, WIDE),
}
BINARY: dict[str, Function] = {
    "pow": lambda x, y: math.pow(abs(x), y),
    "atan2": math.atan2,
    "hypot": math.hypot,
    "fmod": math.fmod,
    "remainder": math.remainder,
    "copysign": math.copysign,
    "fmax": max,
    "fmin": min,
    "fdim": lambda x, y: max(x - y, 0.0),
}
EXACT = frozenset(
    (
        *("sqrt", "floor", "ceil", "trunc", "rint", "fabs"),
        *("fmod", "remainder", "copysign", "fmax", "fmin", "fdim"),
    )
)
LOOSE = {"tgamma": 8, "lgamma": 8, "cbrt": 4}
"""Units in the last place, of the host's library or of ours."""


def calls(count: int) -> list[tuple[str, float, float]]:
    """Functions and arguments, which a float represents too."""
    chosen = random.Random(5)
    found: list[tuple[str, float, float]] = []
    for _ in range(count):
        for name, (_, (low, high)) in UNARY.items():
            found.append((name, single(chosen.uniform(low, high)), 0.0))
        for name in BINARY:
            x, y = chosen.uniform(-20, 20), chosen.uniform(-20, 20)
            found.append((name, single(abs(x) if name == "pow" else x), single(y)))
    return found


def single(x: float) -> float:
    return float(np.float32(x))


def place(bits: int, width: int) -> int:
    """The number of a float among all of its width, in order."""
    top = 1 << width - 1
    return bits if bits < top else top - bits


def check(printed: str, made: list[tuple[str, float, float]]) -> None:
    lines = printed.split("\n")[:-1]
    assert len(lines) == len(made)
    for line, (name, x, y) in zip(lines, made, strict=True):
        function = UNARY[name][0] if name in UNARY else BINARY[name]
        expected = float(function(x) if name in UNARY else function(x, y))
        wide, narrow = (int(word, 16) for word in line.split())
        allowed = 0 if name in EXACT else LOOSE.get(name, 2)
        (bits,) = struct.unpack("<Q", struct.pack("<d", expected))
        what = f"{name}({x!r}, {y!r}) is {expected!r}, not {line}"
        assert abs(place(wide, 64) - place(bits, 64)) <= allowed, what
        (bits,) = struct.unpack("<I", struct.pack("<f", expected))
        assert abs(place(narrow, 32) - place(bits, 32)) <= allowed, what


def given(made: list[tuple[str, float, float]], path: Path) -> None:
    lines = (f"{name} {x.hex()} {y.hex()}\n" for name, x, y in made)
    path.write_text("".join(lines))


@needs_clang
@pytest.mark.parametrize(
    "count, level",
    [
        (12, "source"),
        (1, "machine"),
        pytest.param(12, "circuit", marks=pytest.mark.long),
    ],
)
@pytest.mark.every(2, first=1)
def test_results_are_those_of_the_host(
    count: int,
    level: str,
    cc: Compiler,
    run: Run,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    made = calls(count)
    given(made, tmp_path / "stdin")
    arguments = [str(SOURCE), "--level", level]
    if level == "machine":
        assert cc("-O1", SOURCE, "-o", "p.elf") == (0, "", "")
        arguments = ["p.elf"]
    with (tmp_path / "stdin").open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert run(*arguments) == 0
    check(capfd.readouterr().out, made)

"""
Random functions of sixteen lanes in gen do the same on NaplesPU.

Registers are mutable, uniform or of all lanes, and instructions mix both; there are
branches, and a loop. Programs come from seeds, which a failure names.
"""

from collections.abc import Collection
from random import Random

import pytest

from circ.dialects.common.module_functions import definitions
from circ.dialects.common.verifier import verify_module
from circ.dialects.source.layout import register_width
from circ.dialects.source.signature import signature_of
from circ.targets.execute.marshal import Scalar
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.compare_levels import compare_levels
from circ.transforms.naplespu.passes import OPTIMIZATIONS

FAMILIES = {
    "dword": ("int32", "uint32", "float"),
    "word": ("int16", "uint16"),
    "byte": ("int8", "uint8"),
    "bool": ("bool",),
}
BINARY = "add sub mul mul_hi and or xor shl shr asr div rem".split()
FLOAT_BINARY = "add sub mul div".split()
UNARY = "abs lzd ctz".split()
COMPARE = "eq ne lt le gt ge".split()
EDGES = (0, 1, 2, 31, 255, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x3F80_0000)
WIDTH = {"dword": 32, "word": 16, "byte": 8, "bool": 1}
UNIFORM = ("", " uniform")
SHARD = 40


class Program:
    """Writes the text of one function; each register has a family and a flag."""

    def __init__(self, random: Random):
        self.random = random
        self.registers: dict[str, list[str]] = {}
        """By family: names, of which those with a `u` are uniform."""
        self.lines: list[str] = []
        for family in FAMILIES:
            names = [f"{family}{i}" for i in range(3)]
            self.registers[family] = [*names, *(f"{name}u" for name in names[:2])]

    def any(self, family: str) -> str:
        return "%" + self.random.choice(self.registers[family])

    def emit(self, text: str) -> None:
        self.lines.append(f"  gen.{text}")

    def instruction(self) -> None:
        random = self.random
        family = random.choice(tuple(FAMILIES))
        type = random.choice(FAMILIES[family])
        dst, one, other = (self.any(family) for _ in range(3))
        kind = random.randrange(10)
        if kind == 0:
            bits = random.choice((*EDGES, random.getrandbits(32)))
            self.emit(f"loadi {type} {dst} {{value = {bits % (1 << WIDTH[family])}}}")
        elif kind == 1:
            self.emit(f"mov {type} {dst} = {one}")
        elif kind == 2:
            self.emit(f"sel {type} {dst} = {self.any('bool')}, {one}, {other}")
        elif kind == 3 and family != "bool":
            condition = random.choice(COMPARE)
            self.emit(f"{condition} {type} {self.any('bool')} = {one}, {other}")
        elif kind == 4 and family != "bool":
            self.emit(f"simd_shuffle {type} {dst} = {one}, {self.any('dword')}")
        elif kind == 5 and family != "bool":
            source = random.choice(("dword", "word", "byte"))
            wanted = [t for t in FAMILIES[source] if (t, type) != ("float", "float")]
            src_type = random.choice(wanted)
            self.emit(f"cvt {type} from {src_type} {dst} = {self.any(source)}")
        elif kind == 6 and family != "bool":
            name = random.choice(("simd_id", "simd_any", "simd_all"))
            self.emit(
                f"{name} {type} {dst}" + (f" = {one}" if name[5:] != "id" else "")
            )
        elif family == "bool":
            self.emit(
                f"{random.choice(('and', 'or', 'xor'))} bool {dst} = {one}, {other}"
            )
        elif type == "float":
            self.emit(f"{random.choice(FLOAT_BINARY)} float {dst} = {one}, {other}")
        elif random.random() < 0.2:
            self.emit(f"{random.choice(UNARY)} {type} {dst} = {one}")
        else:
            self.emit(f"{random.choice(BINARY)} {type} {dst} = {one}, {other}")

    def instructions(self, most: int) -> None:
        for _ in range(self.random.randrange(1, most)):
            self.instruction()

    def text(self) -> str:
        self.instructions(12)
        self.lines += [
            "  gen.loadi int32 %count {value = 3}",
            "  gen.bra ^loop",
            "^loop:",
        ]
        self.instructions(8)
        self.emit("bra_if %bool0u, ^then, ^next")
        self.lines.append("^then:")
        self.instructions(6)
        self.lines += ["  gen.bra ^next", "^next:"]
        self.instructions(6)
        self.lines += [
            "  gen.loadi int32 %one {value = 1}",
            "  gen.sub int32 %count = %count, %one",
            "  gen.loadi int32 %one {value = 0}",
            "  gen.ne int32 %again = %count, %one",
            "  gen.bra_if %again, ^loop, ^exit",
            "^exit:",
        ]
        self.instructions(6)
        inputs = ("dword0", "word0", "byte0", "bool0", "dword0u", "bool0u")
        results = ("dword1", "word1", "byte1", "bool1", "dword0u", "byte0u")
        flags = {
            name: "u" in name[-1] for names in self.registers.values() for name in names
        }
        declared = [
            f"  %{name} = gen.register : !gen.reg<{family}{UNIFORM[flags[name]]}>"
            for family, names in self.registers.items()
            for name in names
        ]
        declared += [
            "  %count = gen.register : !gen.reg<dword uniform>",
            "  %one = gen.register : !gen.reg<dword uniform>",
            "  %again = gen.register : !gen.reg<bool uniform>",
        ]

        def kinds(names: tuple[str, ...], source: bool) -> str:
            return ", ".join(
                kind_of(name.rstrip("u01"), flags[name], source) for name in names
            )

        signature = f"({kinds(inputs, True)}) -> ({kinds(results, True)})"
        head = (
            f"gen.func @f({kinds(inputs, False)}) -> ({kinds(results, False)}) lanes 16"
        )
        given = ", ".join(f"%{name}" for name in inputs)
        given_back = ", ".join(f"%{name}" for name in results)
        return "\n".join(
            [
                f"{head} attributes {{circ.signature = {signature}}} {{",
                *declared,
                f"  gen.inputs {given}",
                *self.lines,
                f"  gen.ret {given_back}",
                "}",
            ]
        )


def kind_of(family: str, uniform: bool, source: bool) -> str:
    if not source:
        return family if uniform else f"{family}x16"
    return f"i{WIDTH[family]}" if uniform else f"vector<16xi{WIDTH[family]}>"


def check(seed: int, disable: Collection[str] | None = None) -> None:
    random = Random(seed)
    text = Program(random).text()
    module = parse_module(context(), text, "t.mlir")
    verify_module(module)
    signature = signature_of(definitions(module)["f"])
    inputs = [
        [
            Scalar(type, bits_of(random, register_width(type) or 0))
            for type in signature.inputs
        ]
        for _ in range(2)
    ]
    opt = random.choice((0, 2)) if disable is None else 2
    compare_levels(
        *(module, "f", signature, inputs, opt), verify=False, disable=disable or ()
    )


def bits_of(random: Random, width: int) -> int:
    words = [
        random.choice((*EDGES, random.getrandbits(32))) for _ in range(width // 32)
    ]
    packed = sum(word << 32 * i for i, word in enumerate(words))
    return packed or random.getrandbits(width)


def checked(seeds: range, disable: Collection[str] | None = None) -> None:
    for seed in seeds:
        try:
            check(seed, disable)
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise


def test_programs():
    checked(range(25))


@pytest.mark.parametrize(
    "name", ("combine", "fuse-branches", "hoist-constants", "dead-code")
)
@pytest.mark.every(2, first=1)
def test_programs_with_one_pass_behind_selection(name: str):
    """Each alone, with what selection gives it."""
    checked(range(100, 106), tuple(other for other in OPTIMIZATIONS if other != name))


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 2_000, SHARD))
def test_campaign(start: int):
    checked(range(start, start + SHARD))

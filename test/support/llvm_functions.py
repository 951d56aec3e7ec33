"""
Functions of LLVM IR that compute one thing, and what LLVM's own compiler makes of them.

Every function takes `WORDS` words of 64 bits and gives one, so that the host's machine
code and circ's interpreters are called in the same way: arguments are made of words and
results taken apart inside. Which operands an operation is defined for, `guards` says.
"""

import ctypes
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

import llvmlite.binding as llvm

from circ.targets.llvm.canonical import new_context

WORDS = 6
MASK = 2**64 - 1
FLOATS = {"half": (16, 10), "float": (32, 23), "double": (64, 52)}
"""Widths, and bits of the fraction."""


@dataclass(frozen=True)
class Type:
    """An integer, a float, or a vector of them."""

    element: str
    lanes: int = 0

    def __str__(self) -> str:
        return f"<{self.lanes} x {self.element}>" if self.lanes else self.element

    @property
    def lane_bits(self) -> int:
        floats = FLOATS.get(self.element)
        return floats[0] if floats else int(self.element[1:])

    @property
    def bits(self) -> int:
        return self.lane_bits * max(1, self.lanes)

    @property
    def words(self) -> int:
        return -(-self.bits // 64)

    @property
    def suffix(self) -> str:
        """As the names of intrinsics have it."""
        name = {"half": "f16", "float": "f32", "double": "f64"}
        element = name.get(self.element, self.element)
        return f"v{self.lanes}{element}" if self.lanes else element

    def of(self, element: str) -> "Type":
        return Type(element, self.lanes)

    def lanes_of(self, bits: int) -> list[int]:
        mask = (1 << self.lane_bits) - 1
        return [
            bits >> self.lane_bits * lane & mask for lane in range(max(1, self.lanes))
        ]


Guard = Callable[..., bool]
"""Of the operands' lanes: is the operation defined?"""


@dataclass(frozen=True)
class Case:
    """One operation: `body` computes `%r` of `%a`, `%b`, `%c`."""

    name: str
    operands: tuple[Type, ...]
    result: Type
    body: str
    guard: Guard | None = None
    declarations: tuple[str, ...] = ()
    loose: str = ""
    """`nan`: all NaNs are the same; `zero`: both zeros are, too."""

    def function(self, word: int) -> str:
        """The function that gives one of the result's words."""
        words = ", ".join(f"i64 %w{index}" for index in range(WORDS))
        lines = [f'define i64 @"{self.name}.{word}"({words}) {{']
        position = 0
        for name, type in zip("abc", self.operands, strict=False):
            lines += _made(name, type, position)
            position += type.words
        lines += [self.body, *_taken(self.result, word), "}"]
        return "\n".join(lines)

    def accepts(self, words: Sequence[int]) -> bool:
        if self.guard is None:
            return True
        position, operands = 0, list[list[int]]()
        for type in self.operands:
            bits = sum(
                words[position + index] << 64 * index for index in range(type.words)
            )
            operands.append(type.lanes_of(bits & (1 << type.bits) - 1))
            position += type.words
        lanes = max(map(len, operands))
        filled = [each * lanes if len(each) == 1 else each for each in operands]
        return all(self.guard(*each) for each in zip(*filled, strict=True))

    def canonical(self, words: Sequence[int]) -> list[int]:
        """The result's lanes, where NaNs may be one."""
        bits = sum(word << 64 * index for index, word in enumerate(words))
        lanes = self.result.lanes_of(bits)
        if self.loose and self.result.element in FLOATS:
            width, fraction = FLOATS[self.result.element]
            infinity = (1 << width - 1) - (1 << fraction)
            top = 1 << width - 1
            lanes = [-1 if lane % top > infinity else lane for lane in lanes]
            if self.loose == "zero":
                lanes = [0 if lane == top else lane for lane in lanes]
        return lanes


def _made(name: str, type: Type, position: int) -> list[str]:
    """Instructions that make a value of words."""
    bits = f"i{type.bits}"
    raw = f"%{name}.bits"
    if type.bits == 64:
        lines = [f"  {raw} = add i64 %w{position}, 0"]
    elif type.bits < 64:
        lines = [f"  {raw} = trunc i64 %w{position} to {bits}"]
    else:
        lines = [f"  %{name}.0 = zext i64 %w{position} to {bits}"]
        for word in range(1, type.words):
            size = min(64, type.bits - 64 * word)
            given, part = f"%w{position + word}", f"%{name}.part{word}"
            if size < 64:
                lines.append(f"  {part}.cut = trunc i64 {given} to i{size}")
                given = f"{part}.cut"
            last = raw if word == type.words - 1 else f"%{name}.{word}"
            lines += [
                f"  {part} = zext i{size} {given} to {bits}",
                f"  {part}.up = shl {bits} {part}, {64 * word}",
                f"  {last} = or {bits} %{name}.{word - 1}, {part}.up",
            ]
    if type.lanes or type.element in FLOATS:
        return [*lines, f"  %{name} = bitcast {bits} {raw} to {type}"]
    return [*lines[:-1], lines[-1].replace(raw, f"%{name}")]


def _taken(type: Type, word: int) -> list[str]:
    """Instructions that return a word of the result."""
    bits, raw, lines = f"i{type.bits}", "%r", list[str]()
    if type.lanes or type.element in FLOATS:
        raw = "%r.bits"
        lines.append(f"  {raw} = bitcast {type} %r to {bits}")
    if word:
        lines.append(f"  %r.up = lshr {bits} {raw}, {64 * word}")
        raw = "%r.up"
    if type.bits < 64:
        lines.append(f"  %r.word = zext {bits} {raw} to i64")
    elif type.bits > 64:
        lines.append(f"  %r.word = trunc {bits} {raw} to i64")
    else:
        return [*lines, f"  ret i64 {raw}"]
    return [*lines, "  ret i64 %r.word"]


def module_of(cases: Iterable[Case]) -> str:
    """All functions and declarations, for circ's data layout."""
    cases = list(cases)
    declarations = sorted({line for case in cases for line in case.declarations})
    functions = [case.function(w) for case in cases for w in range(case.result.words)]
    layout = 'target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"'
    return "\n".join([layout, *declarations, *functions])


class Host:
    """Functions of a module as machine code of the host, without optimisation."""

    def __init__(self, text: str):
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        lines = text.splitlines()
        text = "\n".join(line for line in lines if not line.startswith("target "))
        module = llvm.parse_assembly(text, new_context())
        module.verify()
        # With native halves LLVM's saturating conversions are wrong for NaN.
        features = llvm.get_host_cpu_features()
        features["avx512fp16"] = False
        features = features.flatten()
        target = llvm.Target.from_default_triple()
        machine = target.create_target_machine(
            llvm.get_host_cpu_name(), features, opt=0, jit=True
        )
        self._engine = llvm.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()

    def function(self, name: str) -> Callable[..., int]:
        prototype = ctypes.CFUNCTYPE(ctypes.c_uint64, *[ctypes.c_uint64] * WORDS)
        return prototype(self._engine.get_function_address(name))


INTERESTING = (
    *(0, 1, 2, 3, 7, 8, 31, 32, 33, 63, 64, 127, 128, 255, 256, 0x7FFF, 0x8000, 0xFFFF),
    *(2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, MASK, MASK - 1),
    *(
        0x3F800000,
        0xBF800000,
        0x7F800000,
        0xFF800000,
        0x7FC00000,
        0x7FA00000,
        0x80000000,
    ),
    *(
        0x4F000000,
        0xCF000000,
        0x5F000000,
        0x4B000001,
        0x3F000000,
        0x3FC00000,
        0x00000001,
    ),
    *(0x3FF0000000000000, 0xBFF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000),
    *(0x7FF8000000000000, 0x7FF4000000000000, 0x3FE0000000000000, 0x3FF8000000000000),
    *(0x41E0000000000000, 0xC1E0000000000000, 0x43E0000000000000, 0x4330000000000001),
    *(0x47EFFFFFE0000000, 0x36A0000000000000, 0x3C00, 0xBC00, 0x7C00, 0x7E00, 0x0001),
)
"""Words with the limits of integers, and floats with special values."""


def words(random: Random) -> tuple[int, ...]:
    """Operands: limits, small numbers, floats of similar size, any bits."""
    return tuple(_word(random) for _ in range(WORDS))


def _word(random: Random) -> int:
    match random.randrange(6):
        case 0:
            return random.choice(INTERESTING)
        case 1:
            return random.randrange(100)
        case 2:
            return -random.randrange(1, 100) & MASK
        case 3:  # two floats around one, negative ones among them
            return sum(
                (random.getrandbits(1) << 31 | random.randrange(0x3E000000, 0x4F000000))
                << shift
                for shift in (0, 32)
            )
        case 4:  # a double around one
            exponent = random.randrange(0x3F0, 0x43F)
            sign = random.getrandbits(1) << 63
            return sign | exponent << 52 | random.getrandbits(52)
        case _:
            return random.getrandbits(64)

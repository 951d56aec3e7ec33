"""Code is right on a machine with the chip's errata, by the work-arounds."""

import re
from collections.abc import Iterator
from typing import Literal

import numpy as np
import pytest
from elementwise import run_everywhere
from levels import parsed
from naplespu_description import ROOT

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.layout import array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Argument, Array, Scalar
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.description.subtarget import set_subtarget, subtarget
from circ.targets.naplespu.generated.subtarget import FEATURES
from circ.targets.naplespu.simulator import system
from circ.targets.naplespu.simulator.fault_models import FaultyMachine
from circ.targets.naplespu.simulator.machine import MachineTrap
from circ.transforms.pipelines import compile

NEXT_ELEMENT = """
func.func @main(%a : memref<4xf32>, %i : i32) -> f32 {
  %j = arith.index_cast %i : i32 to index
  %x = memref.load %a[%j] : memref<4xf32>
  %y = func.call @half(%x) : (f32) -> f32
  %z = arith.addf %y, %x : f32
  return %z : f32
}
func.func @half(%x : f32) -> f32 {
  %c = arith.constant 0.5 : f32
  %y = arith.mulf %x, %c : f32
  %z = arith.addf %y, %c : f32
  return %z : f32
}
"""

THROUGH_POINTER = """
func.func @main(%x : i32) -> i32 {
  %f = func.constant @add : (i32) -> i32
  %g = func.constant @double : (i32) -> i32
  %zero = arith.constant 0 : i32
  %c = arith.cmpi slt, %x, %zero : i32
  %h = arith.select %c, %f, %g : (i32) -> i32
  %y = func.call_indirect %h(%x) : (i32) -> i32
  %z = func.call_indirect %f(%y) : (i32) -> i32
  return %z : i32
}
func.func @add(%x : i32) -> i32 {
  %c = arith.constant 1 : i32
  %y = arith.addi %x, %c : i32
  return %y : i32
}
func.func @double(%x : i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
"""

UNDER_EMPTY_MASK = """
func.func private @__builtin_npu_write_mask_reg(i32)
func.func private @__builtin_npu_block_loadv16i32_scratchpad_masked(
  memref<16xi32, 68>) -> vector<16xi32>
memref.global "private" @pad : memref<16xi32, 68> = dense<7>
func.func @main(%mask : i32, %x : i32) -> i32 {
  %pad = memref.get_global @pad : memref<16xi32, 68>
  func.call @__builtin_npu_write_mask_reg(%mask) : (i32) -> ()
  %v = func.call @__builtin_npu_block_loadv16i32_scratchpad_masked(%pad)
     : (memref<16xi32, 68>) -> vector<16xi32>
  %r = vector.reduction <add>, %v : vector<16xi32> into i32
  %s = arith.addi %r, %x : i32
  return %s : i32
}
"""


@pytest.fixture(autouse=True)
def faulty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(system, "Machine", FaultyMachine)
    yield


def run(text: str, arguments: list[object], features: tuple[str, ...] = (), opt=2):
    """The results of `main`, on the machine with faults."""
    module = parsed(text)
    set_subtarget(module, None, features)
    signature = signature_of(definitions(module)["main"])
    values: list[Argument] = [
        Array(array, "", np.array(value, np.float32))
        if (array := array_type(type)) is not None
        else Scalar(type, int(str(value)) % (1 << 32))
        for type, value in zip(signature.inputs, arguments, strict=True)
    ]
    machine = compile(module, "naplespu", opt)
    found = execute(
        *("naplespu", machine, "main", signature, values, {}),
        max_operations=10_000,
        engine="reference",
    )
    return found.outcome.results[0]


def bits(value: float) -> int:
    return int(np.float32(value).view(np.uint32))


ARRAY = [1.5, 2.5, -3.0, 8.0]


@pytest.mark.parametrize("opt", (0, 2))
@pytest.mark.parametrize("index", range(4))
def test_results_are_not_read_too_early(index: int, opt: int):
    x = ARRAY[index]
    expected = bits(x * 0.5 + 0.5 + x)
    assert run(NEXT_ELEMENT, [ARRAY, index], opt=opt) == expected


def test_without_the_work_around_they_are():
    without = ("-stale-read-after-branch",)
    assert run(NEXT_ELEMENT, [ARRAY, 1], without) != bits(2.5 * 1.5 + 0.5)


@pytest.mark.parametrize(("mask", "expected"), ((0, 1), (5, 15), (0xFFFF, 113)))
def test_loads_under_an_empty_mask_end(mask: int, expected: int):
    assert run(UNDER_EMPTY_MASK, [mask, 1]) == expected


@pytest.mark.parametrize(("x", "expected"), ((4, 9), (-7, -5)))
def test_calls_through_pointers_return(x: int, expected: int):
    assert run(THROUGH_POINTER, [x]) == expected % (1 << 32)


def test_without_the_work_around_they_do_not():
    try:
        found = run(THROUGH_POINTER, [4], ("-indirect-call-link",))
    except Diagnostic:
        return
    assert found != 9


def machine_after(text: str, count: int) -> FaultyMachine:
    """The machine with faults after the first instructions of an assembly text."""
    machine = FaultyMachine()
    machine.memory.write(0, bytes(assemble(text, "t.s").sections[0].data))
    machine.advance(count)
    return machine


def test_model_of_the_stale_read():
    text = "load32 s1, (s0)\njmp next\nnop\nnext: addi s2, s1, 0\n" + "nop\n" * 10
    machine = machine_after(text + "addi s3, s1, 0\n", 0)
    machine.memory.write(0x1000, (77).to_bytes(4, "little"))
    machine.scalar[0] = 0x1000
    machine.advance(14)
    assert machine.scalar[1:4] == [77, 0, 77]


def test_model_of_vector_registers_that_are_not_data():
    with pytest.raises(MachineTrap, match="v63 branches"):
        machine_after("add_i32 v63, v1, v2\n", 1)
    with pytest.raises(MachineTrap, match="v59 changes the lane mask"):
        machine_after("move_i32 v59, s1\n", 1)
    text = "movei rm, 0\nload_v16i32_scratchpad v1, (s0)\n"
    with pytest.raises(MachineTrap, match="never ends"):
        machine_after(text, 2)
    assert machine_after(text.replace("_scratchpad", ""), 2).instructions == 2


ORDERS = "olt ole ogt oge oeq one ult ule ugt uge ueq une ord uno".split()
FLOATS = np.array(
    [
        0.0,
        -0.0,
        1.0,
        -1.0,
        1.5,
        -1.5,
        -2.0,
        1e-40,
        -1e-40,
        -3e38,
        np.inf,
        -np.inf,
        np.nan,
    ],
    np.float32,
)
PAIRS = [("f32", axis.ravel()) for axis in np.meshgrid(FLOATS, FLOATS)]
IN_LANES = """%v$ = vector.broadcast %x0 : f32 to vector<16xf32>
%w$ = vector.broadcast %x1 : f32 to vector<16xf32>
%m$ = {} %v$, %w$ : vector<16xf32>
{}"""
LAST = "vector.extract %{}$[15] : {} from vector<16x{}>"
EXTEND = "%c$ = arith.cmpf {} : f32\narith.extui %c$ : i1 to i32"
BRANCH = """%c$ = arith.cmpf {} : f32
%k$ = arith.constant 7 : i32
%z$ = arith.constant 9 : i32
%b$ = scf.if %c$ -> (i32) {{
  scf.yield %k$ : i32
}} else {{
  %q$ = arith.muli %k$, %z$ : i32
  scf.yield %q$ : i32
}}
arith.addi %b$, %b$ : i32"""
LIMITS = ("-1.25", "0.0", "1.25")
COMPARED = [
    *(EXTEND.format(f"{order}, %x0, %x1") for order in ORDERS),
    *(BRANCH.format(f"{order}, %x0, %x1") for order in ORDERS[:4]),
    *(
        f"%l$ = arith.constant {limit} : f32\n" + EXTEND.format(operands)
        for limit in LIMITS
        for order in ORDERS[:4]
        for operands in (f"{order}, %x0, %l$", f"{order}, %l$, %x1")
    ),
    *(
        f"%s$ = {known} : f32\n" + EXTEND.format(f"{order}, %s$, %x1")
        for known in ("math.absf %x0", "arith.mulf %x0, %x0", "arith.negf %x0")
        for order in ORDERS[:4]
    ),
    *(
        IN_LANES.format(f"arith.cmpf {order},", "%e$ = " + extend)
        for order in ORDERS
        for extend in (
            "arith.extui %m$ : vector<16xi1> to vector<16xi32>\n"
            + LAST.format("e", "i32", "i32"),
        )
    ),
]
CHOSEN = (
    [
        text
        for name in ("minimumf", "maximumf", "minnumf", "maxnumf")
        for text in (
            f"arith.{name} %x0, %x1 : f32",
            IN_LANES.format(f"arith.{name}", LAST.format("m", "f32", "f32")),
        )
    ]
    + [
        f"math.{name} %x0 : f32"
        for name in ("exp", "log", "sin", "tanh", "floor", "roundeven")
    ]
    + ["math.powf %x0, %x1 : f32", "arith.remf %x0, %x1 : f32", "math.sqrt %x0 : f32"]
)
"""What compares floats on the way."""


WHOLE = np.array(
    [
        s * x
        for s in (1, -1)
        for x in (0, 0.75, 1.5, 127.99, 128, 200.7, 255.99, 256, 3e9)
    ],
    np.float32,
)
CONVERSIONS = {
    (name, type): [
        f"arith.{name} %x0 : f32 to {type}",
        "%v$ = vector.broadcast %x0 : f32 to vector<16xf32>\n"
        f"%m$ = arith.{name} %v$ : vector<16xf32> to vector<16x{type}>\n"
        + LAST.format("m", type, type),
    ]
    for type in ("i8", "i16", "i32")
    for name in ("fptosi", "fptoui")
}


@pytest.mark.parametrize(("name", "type"), CONVERSIONS)
@pytest.mark.every(3, first=1)
def test_no_byte_of_a_conversion_is_lost(name: str, type: str):
    operations = CONVERSIONS[name, type]
    inputs = [("f32", WHOLE)]
    run_everywhere(operations, inputs, type, engine="reference")
    with pytest.raises(Diagnostic, match="naplespu"):
        run_everywhere(operations, inputs, type, 2, ["-ftoi-loses-byte"], "reference")


@pytest.mark.parametrize("opt", (0, 2))
@pytest.mark.every(2)
def test_negative_floats_are_in_order(opt: int):
    """Scalars, branches, lanes, constants, and what is known not to be negative."""
    run_everywhere(COMPARED, PAIRS, "i32", opt, engine="reference")


def test_negative_floats_are_in_order_on_the_hardware():
    """Ordinary ones: there NaN is a number, zeros differ, and products wrap."""
    numbers = FLOATS[(np.abs(FLOATS) > 1e-38) & (np.abs(FLOATS) < 1e18)]
    pairs = [("f32", axis.ravel()) for axis in np.meshgrid(numbers, numbers)]
    run_everywhere(COMPARED, pairs, "i32", engine="reference", fp="rtl")


def test_what_compares_floats_on_the_way_is_right():
    run_everywhere(CHOSEN, PAIRS, "f32", engine="reference")


def test_without_the_work_around_negative_floats_are_not_in_order():
    for text, output in (
        (COMPARED[0], "i32"),
        (COMPARED[-14], "i32"),
        (CHOSEN[0], "f32"),
    ):
        with pytest.raises(Diagnostic, match="naplespu"):
            run_everywhere(
                [text], PAIRS, output, 2, ["-fcmp-swaps-negative"], "reference"
            )


FULL = vars(subtarget())
RELIED_ON = "masks-all-vectors"
FLAGS = {
    name: next(
        flag
        for flag, value in vars(subtarget(features=(f"-{name}",))).items()
        if value is False and FULL[flag] is True and flag != "IsRTL"
    )
    for name in FEATURES
    if name not in ("rtl", RELIED_ON)
}
"""The flag of each erratum."""

WITNESSES: dict[str, tuple[str, Literal["ieee", "rtl"]]] = {
    "empty-mask-hangs": ("movei rm, 0\nload_v16i32_scratchpad v1, (s0)", "ieee"),
    "fcmp-swaps-negative": ("cmpflt_f32 s1, s10, s11", "ieee"),
    "fmul-wraps": ("fmul_f32 s1, s12, s12", "rtl"),
    "ftoi-loses-byte": ("ftoi_i32 s1, s13", "ieee"),
    "indirect-call-link": ("movei s1, 12\njmpsr s1\nnop\nnop", "ieee"),
    "no-cross-product": ("crp v1, v2, v3", "ieee"),
    "no-gather-scatter": ("loadg32_scratchpad v1, (v0)", "ieee"),
    "stale-read-after-branch": ("load32 s1, (s0)\njmp next\nnop\nnext: nop", "ieee"),
    "stores-ignore-mask": (
        "movei rm, 1\nstore_v16i32 v1, 64(s0)\nload32 s1, 100(s0)\nnop",
        "ieee",
    ),
    "strided-narrow-loads": ("load_v16u8 v1, (s0)\nnop", "ieee"),
    "v59-writes-mask": ("move_i32 v59, s0", "ieee"),
    "v63-branches": ("add_i32 v63, v1, v2", "ieee"),
}
"""What an erratum is seen by; the floats are negative, tiny, and 200."""


def outcome(name: str, features: tuple[str, ...]) -> object:
    """All registers after the code, or the trap, on a machine of these features."""
    text, fp = WITNESSES[name]

    class Chip(FaultyMachine):
        faults = subtarget(features=features)

    machine = Chip(fp)
    code = bytes(assemble(text + "\n", "t.s").sections[0].data)
    machine.memory.write(0, code)
    machine.memory.write(0x1000, bytes(range(1, 129)))
    machine.scalar[0] = 0x1000
    machine.scalar[10:14] = map(bits, (-1.0, -2.0, 2.0**-125, 200.0))
    machine.vector[1] = list(range(100, 116))
    try:
        machine.advance(1 + text.count("\n"))
    except MachineTrap as trap:
        return str(trap)
    return machine.scalar, machine.vector


@pytest.mark.parametrize("name", FLAGS)
def test_every_erratum_is_modelled(name: str):
    found = outcome(name, ())
    if name == "no-cross-product":  # no machine has it
        assert isinstance(found, str)
        return
    assert found != outcome(name, (f"-{name}",))


def test_every_erratum_is_worked_around_or_documented_as_left():
    """The row in docs/naplespu.md of what no code reads says that nothing is done."""
    rows = dict(
        re.findall(
            r"^\| `([\w-]+)` \| (.*) \|$", (ROOT / "docs/naplespu.md").read_text(), re.M
        )
    )
    sources = [
        *(ROOT / "transforms").rglob("*.py"),
        ROOT / "targets/naplespu/description/calling_convention.py",
    ]
    sources += (ROOT / "targets/naplespu").glob("*Patterns.td")
    code = "\n".join(path.read_text() for path in sources)
    for name, flag in FLAGS.items():
        row = rows.get(name, "")
        assert row, f"{name} is not in the table"
        assert (flag in code) != row.startswith("nothing"), name

"""Objects that accesses reach from the stack pointer, in frames of all kinds."""

from random import Random

import pytest
from levels import parsed
from machine_runs import FINISH, run_function
from random_machine import Signature
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.naplespu.pseudos import FrameAddressOp
from circ.dialects.naplespu.spilling import FRAME
from circ.targets.naplespu.description.subtarget import set_subtarget
from circ.transforms.naplespu.passes import ALLOCATE
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import run_passes

CHANGED = 1000
"""What a called function adds to the words of an object."""


def lowered(text: str, *passes: str) -> ModuleOp:
    text = text.replace("!s", "!naplespu.scalar").replace("!f", "!naplespu.frame")
    module = parsed(text)
    set_subtarget(module, None, ())
    run_passes([make_pass(name) for name in passes], module)
    return module


def objects_code(rng: Random) -> tuple[str, int, int]:
    """
    Objects that are written, passed to a function that changes them, and read.

    Many values are live across the calls, so that some are spilled; some calls have
    arguments on the stack. The text, the result for 7, and how many objects there are.
    """
    lines: list[str] = []
    words: list[tuple[str, int]] = []
    """Of each word of an object, its value now: by address and offset."""
    values: dict[tuple[str, int], int] = {}
    count = rng.randrange(1, 24)
    for k in range(count):
        align = rng.choice((4, 4, 8, 16, 64))
        size = 4 * rng.choice((1, 1, 2, 3, 8, 30, 80))
        lines.append(
            f"%p{k} = naplespu.frame_address {k} size {size} align {align}: !s"
        )
        for offset in {0, size - 4}:
            if offset <= 255:
                words.append((f"%p{k}", offset))
    live = rng.choice((0, 5, 20, 70))
    for k in range(live):
        lines.append(f"%v{k} = naplespu.MULLSSI(%x), {k + 1} : (!s) -> !s")
    for k, (address, offset) in enumerate(words):
        lines += [
            f"%c{k} = naplespu.ADDSSI(%x), {k} : (!s) -> !s",
            f"naplespu.S32W_Mainmem(%c{k}, {address}), {offset} : (!s, !s) -> ()",
        ]
        values[address, offset] = 7 + k
    for _ in range(rng.randrange(4)):
        address, _ = rng.choice(words)
        others = ["%x"] * rng.choice((0, 0, 12))
        operands = ", ".join([address, *others])
        types = ", ".join(["!s"] * (len(others) + 1))
        lines.append(
            f"naplespu.JMPSR_OFF @change{len(others)}({operands}) : ({types}) -> ()"
        )
        values[address, 0] += CHANGED
    total, last = 0, "%x"
    for k, (address, offset) in enumerate(words):
        lines += [
            f"%l{k} = naplespu.L32W_Mainmem({address}), {offset} : (!s) -> !s",
            f"%m{k} = naplespu.MULLSSI({last}), 3 : (!s) -> !s",
            f"%s{k} = naplespu.ADDSSS_32(%m{k}, %l{k}) : (!s, !s) -> !s",
        ]
        last = f"%s{k}"
    total = 7
    for word in words:
        total = 3 * total + values[word]
    for k in range(live):
        lines.append(f"%t{k} = naplespu.XORSSS_32({last}, %v{k}) : (!s, !s) -> !s")
        last = f"%t{k}"
        total ^= 7 * (k + 1)
    body = "\n".join(lines)
    functions = "".join(
        f"""
        naplespu.func @change{n} {{
        ^bb0({", ".join(f"%a{k} : !s" for k in range(n + 1))}):
          %old = naplespu.L32W_Mainmem(%a0), 0 : (!s) -> !s
          %by = naplespu.LoadI32 {CHANGED} : !s
          %new = naplespu.ADDSSS_32(%old, %by) : (!s, !s) -> !s
          naplespu.S32W_Mainmem(%new, %a0), 0 : (!s, !s) -> ()
          naplespu.JRET
        }}"""
        for n in (0, 12)
    )
    main = f"naplespu.func @main {{ ^bb0(%x : !s): {body} naplespu.JRET {last} : !s }}"
    return functions + main, total % (1 << 32), count


@pytest.mark.parametrize(
    "seed",
    [*range(12), *(pytest.param(n, marks=pytest.mark.long) for n in range(12, 200))],
)
def test_objects(seed: int):
    text, expected, _ = objects_code(Random(seed))
    module = lowered(text, *(step.pass_name for step in ALLOCATE), *FINISH)
    signature = Signature("main", [False], [False])
    assert run_function(module, signature, [7], 1_000_000, "rtl") == [expected]


def test_most_objects_are_reached():
    reached = count = 0
    for seed in range(40):
        text, _, objects = objects_code(Random(seed))
        module = lowered(text, "naplespu-rematerialize")
        count += objects
        reached += len(
            {
                op.number.data
                for op in module.walk()
                if isinstance(op, FrameAddressOp) and op.result.type == FRAME
            }
        )
    assert 0.4 * count < reached < count


MISUSED = """
naplespu.func @f {
^bb0(%x : !s):
  %p = naplespu.frame_address 0 size 512 align 4 : !f
  USE
  naplespu.JRET
}
"""


@pytest.mark.parametrize(
    ("use", "message"),
    (
        (
            "naplespu.S32W_Mainmem(%x, %p), 255 : (!s, !f) -> ()",
            "offset 263 in the frame needs a register",
        ),
        (
            "%q = naplespu.ADDSSI(%p), 4 : (!f) -> !s",
            "'naplespu.ADDSSI' does not access the frame",
        ),
        (
            "naplespu.S32W_Mainmem(%p, %x), 0 : (!f, !s) -> ()",
            "'naplespu.S32W_Mainmem' does not access the frame",
        ),
    ),
)
def test_what_is_out_of_reach_is_diagnosed(use: str, message: str):
    text = MISUSED.replace("USE", "naplespu.JMPSR_OFF @g() : () -> ()\n" + use)
    with pytest.raises(Diagnostic, match=message) as raised:
        lowered(text, *(step.pass_name for step in ALLOCATE), *FINISH)
    assert ":6:1: " in str(raised.value)

"""Traces and diagnostics of runs say where in the source an instruction is from."""

import sys
from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.builtin import FunctionType, i32

from circ.dialects.common.diagnostics import Diagnostic, place_of
from circ.dialects.naplespu.register_file import RA
from circ.targets.execute.marshal import Scalar
from circ.targets.execute.naplespu.program import Settings, run
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.image import RESET_PC
from circ.targets.naplespu.simulator.machine import Engine, Machine, TraceEvent
from circ.tools.circ_run import main

STOP = 0x1000

VECTORS = """
        .text
        .globl f
        .file 1 "f.c"
        .loc 1 7 5
f:      move_i32 v3, s0
        movei   rm, 2
        .loc 1 8 2
        addi    v3, v3, 1
        movei   rm, -1
        .loc 1 0
        jret
"""
LANES = ", ".join(["0x5"] * 16)
CHANGED = ", ".join(["0x5", "0x6", *["0x5"] * 14])


def traced(text: str, value: int) -> list[str]:
    image = link([assemble(text)], startup=False)
    lines: list[str] = []
    signature = FunctionType.from_lists([i32], [])
    arguments = [Scalar(i32, value)]
    run(image, "f", signature, arguments, Settings(trace=lines.append))
    return lines


def test_a_trace_shows_words_writes_and_lines():
    expected = [
        f"00000400: 200c0008  move_i32 v3, s0 -> v3 = [{LANES}]  # f.c:7:5",
        "00000404: 62ec0008  movei rm, 2 -> rm = 0x2  # f.c:7:5",
        f"00000408: 440c300e  addi v3, v3, 1 -> v3 = [{CHANGED}]  # f.c:8:2",
        "0000040c: 62effffc  movei rm, -1 -> rm = 0xffff  # f.c:8:2",
        "00000410: 73000000  jret",
    ]
    assert traced(VECTORS, 5) == expected
    assert traced(VECTORS, 5) == expected  # the same every time


def events_of(engine: Engine) -> list[TraceEvent]:
    machine = Machine(engine=engine)
    (segment,) = link([assemble(VECTORS)], startup=False).segments
    machine.memory.write(RESET_PC, segment.data)
    machine.scalar[RA] = STOP
    events: list[TraceEvent] = []
    machine.trace = events.append
    machine.run(RESET_PC, stop=STOP)
    return events


@pytest.mark.parametrize("engine", ("blocks", "native"))
def test_traces_do_not_depend_on_the_engine(engine: Engine):
    events = events_of(engine)
    assert events == events_of("reference")
    assert [event.pc for event in events] == [RESET_PC + 4 * i for i in range(5)]


PROGRAM = """\
func.func @f(%a: memref<4xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i32 {
    %x = memref.load %a[%i] : memref<4xi32>
    %t = arith.addi %s, %x : i32
    scf.yield %t : i32
  }
  return %r : i32
}
"""


def test_a_program_traces_its_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    path, array = tmp_path / "f.mlir", tmp_path / "a.npy"
    path.write_text(PROGRAM)
    np.save(array, np.arange(4, dtype=np.int32))
    arguments = ["circ-run", str(path), "--trace", "--", str(array), "4"]
    monkeypatch.setattr(sys, "argv", arguments)
    assert main() == 0
    lines = capsys.readouterr().err.splitlines()
    loads = [line for line in lines if " load32 " in line]
    assert loads and all(line.endswith(f"  # {path}:6:5") for line in loads)


def test_a_limit_names_the_line():
    text = VECTORS.replace("jret", "jmp f")
    image = link([assemble(text)], startup=False)
    with pytest.raises(Diagnostic) as error:
        run(
            image,
            "f",
            FunctionType.from_lists([i32], []),
            [Scalar(i32, 1)],
            Settings(max_operations=13),
        )
    assert place_of(error.value.location) == "f.c:8:2"


def test_a_trap_names_the_line():
    text = VECTORS.replace("addi    v3, v3, 1", "load32 s1, 1(s0)")
    image = link([assemble(text)], startup=False)
    with pytest.raises(Diagnostic, match="must be aligned to 4 bytes") as error:
        run(
            image,
            "f",
            FunctionType.from_lists([i32], []),
            [Scalar(i32, 0)],
        )
    assert place_of(error.value.location) == "f.c:8:2"


def test_assembly_without_lines_is_the_source(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "f.s"
    path.write_text("\t.globl f\nf:\tmovei s1, 3\n\tload32 s0, (s1)\n\tjret\n")
    arguments = ["circ-run", str(path), "--entry", "f", "--trace"]
    monkeypatch.setattr(sys, "argv", arguments)
    assert main() == 1
    trace, error, line, caret = capsys.readouterr().err.splitlines()
    assert trace.endswith(f"movei s1, 3 -> s1 = 0x3  # {path}:2:4")
    assert error.startswith(f"{path}:3:2: error: the machine trapped at 0x00000404: ")
    assert "load32 s0, (s1)" in line and caret.strip() == "^"

"""Images run by the calling convention, with hooks as external functions."""

from collections.abc import Sequence

import numpy as np
import pytest
from xdsl.dialects.builtin import (
    FunctionType,
    MemRefType,
    VectorType,
    f32,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.naplespu.register_file import SP
from circ.targets.execute.hooks import External, by_name
from circ.targets.execute.marshal import Argument, Array, Execution, Scalar
from circ.targets.execute.naplespu import program as naplespu
from circ.targets.execute.outcome import ExecutionLimit
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.description.memory_map import DATA_BASE
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.image import Image, Segment
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Engine, MachineTrap


def run(
    code: str,
    inputs: Sequence[Attribute] = (),
    outputs: Sequence[Attribute] = (),
    arguments: Sequence[Argument] = (),
    externals: dict[str, External] | None = None,
    limit: int = 10_000,
    lines: list[str] | None = None,
) -> Execution:
    text = f"\t.text\n\t.globl f\n\t.type f,@function\nf:\n{code}"
    definitions = naplespu.stubs(externals or {})
    image = link([assemble(text, "t.s")], definitions=definitions)
    types = FunctionType.from_lists(inputs, outputs)
    trace = None if lines is None else lines.append
    settings = naplespu.Settings(externals or {}, limit, trace)
    return naplespu.run(image, "f", types, arguments, settings)


def numbers(*values: int) -> list[Argument]:
    return [Scalar(i32, value) for value in values]


def test_arguments_and_results_in_registers():
    code = "\tsub_i32 s0, s6, s7\n\tadd_i32 s1, s1, s2\n\tjret\n"
    execution = run(code, [i32] * 8, [i32, i8], numbers(0, 250, 10, 0, 0, 0, 3, 5))
    assert execution.outcome.results == [0xFFFFFFFE, 4], "an i8 is its low byte"
    assert execution.outcome.operations == 3


def test_arguments_on_the_stack():
    code = "\tload32 s0, (sp)\n\tload32 s1, 4(sp)\n\tmove_i32 s2, sp\n\tjret\n"
    execution = run(code, [i32] * 10, [i32] * 3, numbers(*range(100, 110)))
    first, second, sp = execution.outcome.results
    assert (first, second) == (108, 109)
    assert sp % 64 == 0


def test_arrays_in_main_memory():
    code = "\tload32 s1, 4(s0)\n\taddi s1, s1, 1\n\tstore32 s1, (s0)\n\tjret\n"
    array = Array(MemRefType(i32, [2]), "in.npy", np.array([5, 6], np.int32))
    execution = run(code, [array.type], [], [array])
    assert execution.arrays[0].tolist() == [7, 6]
    assert array.data.tolist() == [5, 6]


def test_external_function():
    code = "\tmove_i32 s50, ra\n\tjmpsr print_i32\n\taddi s0, s0, 1\n"
    code += "\tjmpsr print_i32\n\tmove_i32 ra, s50\n\tjret\n"
    written: list[str] = []
    hooks = by_name(written.append)
    run(code, [i32], [], numbers(41), hooks)
    assert written == ["41\n", "42\n"]


def test_external_function_that_fails():
    code = "\tmovei s0, 0\n\tjmpsr assert\n\tjret\n"
    with pytest.raises(Diagnostic, match="assertion failed"):
        run(code, externals=by_name(print))


def test_arguments_of_external_functions_on_the_stack():
    code = "\tmove_i32 s50, ra\n\tjmpsr take\n\tmove_i32 ra, s50\n\tjret\n"
    seen: list[int] = []
    take = External((i1, *[i32] * 8), seen.extend)
    run(code, [i32] * 9, [], numbers(3, *range(8)), {"take": take})
    assert seen == [1, *range(8)]


def test_limit_and_trap():
    loop = ".L: jmp .L\n"
    with pytest.raises(ExecutionLimit, match="execution stopped after 100 operations"):
        run(loop, limit=100)
    with pytest.raises(Diagnostic, match="the machine trapped at 0x00000404: "):
        run("\tmovei s0, 1\n\tload32 s0, 1(s0)\n\tload32 s0, (s0)\n\tjret\n")


def test_trace():
    lines: list[str] = []
    run("\tmovei s3, 17\n\tjret\n", lines=lines)
    assert lines == [
        "00000400: 620c0044  movei s3, 17 -> s3 = 0x11",
        "00000404: 73000000  jret",
    ]


def test_what_the_convention_cannot_pass():
    with pytest.raises(Diagnostic, match="'f': type i64 at level naplespu is not supp"):
        run("\tjret\n", [i64], [], [Scalar(i64, 1)])
    vector = VectorType(f32, [16])
    with pytest.raises(Diagnostic, match="more than 6 results are not supported"):
        run("\tjret\n", [], [vector] * 7)


def test_results_in_memory():
    """The address of a struct comes in front of the arguments, and back as result."""
    stores = "".join(f"\tstore32 s1, {4 * i}(s0)\n" for i in range(1, 7))
    text = f"\tstore32_8 s1, (s0)\n{stores}\tjret\n"
    execution = run(text, [i32], [i8, *[i32] * 6], numbers(0x1234))
    assert execution.outcome.results == [0x34, *[0x1234] * 6]


LARGE = """
        .globl f
f:      lea     s3, object
        add_i32 s0, s0, s3
        movei   s4, 77
        store32 s4, -64(sp)
        store32 s1, (s0)
        load32  s0, -64(sp)
        load32  s1, (s2)
        jret
        .bss
object: .space  0x0f800004
"""


@pytest.mark.parametrize("address", (naplespu.STACK_TOP - 64, naplespu.ARRAYS))
def test_stacks_and_arrays_are_above_a_large_image(address: int):
    image = link([assemble(LARGE)])
    array = MemRefType(i32, [1])
    signature = FunctionType.from_lists([i32, i32, array], [i32, i32])
    arguments = [
        Scalar(i32, address - DATA_BASE),
        Scalar(i32, 5),
        Array(array, "", np.array([10], np.int32)),
    ]
    done = naplespu.run(image, "f", signature, arguments)
    assert done.outcome.results == [77, 10]


def test_image_that_leaves_no_room_for_stacks():
    image = Image([Segment(0x400, b"", 0xF800_0000)], 0x400)
    with pytest.raises(Diagnostic, match="ends at 0xf8000400, which leaves no room"):
        naplespu.room_above(image)


GROWS = """
        .globl f
f:      lea s1, 0x10000
        sub_i32 sp, sp, s1
        addi s0, s0, 1
        store32 ra, (sp)
        store_v16i32 v0, 64(sp)
        jmpsr f
"""


@pytest.mark.parametrize("engine", ("reference", "blocks", "native"))
def test_stack_that_is_full(engine: Engine):
    """`sp` does not leave the stack at its end; the instruction is not executed."""
    image = link([assemble(GROWS)])
    room = naplespu.STACK_SIZE * 8 - naplespu.STACK_GUARD
    system = naplespu.system_of(naplespu.Settings(engine=engine))
    (thread,) = system.threads
    (thread.stack,) = naplespu.stacks_of(1, 0)
    thread.scalar[SP] = naplespu.STACK_TOP
    load(image, thread)
    with pytest.raises(MachineTrap, match="the stack is full: it ends at") as error:
        thread.run(image.entry)
    calls = room // 0x10000
    assert thread.scalar[0] == calls and error.value.pc == 0x408
    assert thread.scalar[SP] == naplespu.STACK_TOP - room
    assert thread.instructions == 7 * calls + 2


@pytest.mark.parametrize("engine", ("reference", "blocks", "native"))
@pytest.mark.parametrize("threads", (1, 3, 8))
def test_every_thread_has_a_stack(engine: Engine, threads: int):
    types, image = FunctionType.from_lists([], [i32]), link([assemble(GROWS)])
    message = r"trapped at 0x00000408: the stack is full: .* \(in 'f' \+ 8\)"
    with pytest.raises(Diagnostic, match=message):
        settings = naplespu.Settings(threads=threads, engine=engine)
        naplespu.run(image, "f", types, (), settings)

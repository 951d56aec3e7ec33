"""Accesses outside of what a program has end its run at level naplespu too."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from levels import parsed
from xdsl.dialects.builtin import FunctionType, i32

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.layout import array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.arrays import DTYPES
from circ.targets.execute.marshal import Argument, Array, Scalar
from circ.targets.execute.naplespu import program as naplespu
from circ.targets.execute.naplespu.image import run_program
from circ.targets.execute.naplespu.program import Settings
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.simulator.machine import Engine
from circ.targets.naplespu.simulator.memory import Memory, OutsideMemory
from circ.transforms.compare_levels import run_lowered
from circ.transforms.pipelines import compile

ENGINES: tuple[Engine, ...] = ("reference", "blocks", "native")
LEVELS = ("source", "circuit", "llvlir", "gen", "naplespu")


def result_of(
    text: str, numbers: Sequence[int], level: str, engine: Engine = "blocks"
) -> int | str:
    """The first result of the program's last function, or what is wrong."""
    module = parsed(text)
    entry = [*definitions(module)][-1]
    signature, rest = signature_of(definitions(module)[entry]), iter(numbers)
    arguments: list[Argument] = []
    for type in signature.inputs:
        if (array := array_type(type)) is None:
            arguments.append(Scalar(type, next(rest) % (1 << 32)))
        else:
            dtype = DTYPES[str(array.element_type)][0]
            data = np.ones(array.get_shape(), dtype)
            arguments.append(Array(array, "data.npy", data))
    lowered = compile(module, level, opt=1)  # of 2, some are not executed
    try:
        run = run_lowered(
            *(module, level, lowered, entry, signature, arguments),
            max_operations=1_000_000,
            engine=engine,
        )
    except Diagnostic as error:
        return str(error)
    return run.execution.outcome.results[0]


ARGUMENT = """
func.func @f(%a: memref<NxT>, %i: index, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<NxT>
    memref.store %x, %a[%i] : memref<NxT>
  }
  %r = arith.constant 5 : i32
  return %r : i32
}
"""
ALLOCATED = """
func.func @f(%i: index, %n: index) -> i32 {
  %a = memref.OP() : memref<NxT>
  %b = memref.OP() : memref<NxT>
  %z = arith.constant 3 : T
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    memref.store %z, %b[%c0] : memref<NxT>
    memref.store %z, %a[%i] : memref<NxT>
    %y = memref.load %a[%i] : memref<NxT>
    memref.store %y, %b[%c1] : memref<NxT>
  }
  %x = memref.load %b[%c1] : memref<NxT>
  %r = arith.constant 5 : i32
  return %r : i32
}
"""
GLOBAL = """
memref.global "private" @before : memref<NxT> = dense<1>
memref.global "private" KIND @a : memref<NxT> = dense<2>
memref.global "private" @after : memref<NxT> = dense<3>
func.func private @read(%a: memref<NxT>, %i: index) -> T {
  %x = memref.load %a[%i] : memref<NxT>
  return %x : T
}
func.func @f(%i: index, %n: index) -> i32 {
  %a = memref.get_global @a : memref<NxT>
  %b = memref.get_global @before : memref<NxT>
  %c = memref.get_global @after : memref<NxT>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %x = func.call @read(%a, %i) : (memref<NxT>, index) -> T
    memref.store %x, %b[%c0] : memref<NxT>
    memref.store %x, %c[%c0] : memref<NxT>
  }
  %r = arith.constant 5 : i32
  return %r : i32
}
"""
PROGRAMS = {
    "argument": ARGUMENT,
    "alloca": ALLOCATED.replace("OP", "alloca"),
    "alloc": ALLOCATED.replace("OP", "alloc"),
    "global": GLOBAL.replace("KIND", ""),
    "constant": GLOBAL.replace("KIND", "constant"),
}


@pytest.mark.parametrize("size", ((4, "i32"), (7, "i8"), (5, "i16"), (1024, "i32")))
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.every(12, first=9)
def test_both_ends_of_an_object(program: str, size: tuple[int, str]):
    count, element = size
    text = PROGRAMS[program].replace("NxT", f"{count}x{element}")
    text = text.replace(": T", f": {element}").replace("> T", f"> {element}")
    for index in (0, count - 1):
        for engine in ENGINES:
            assert result_of(text, (index, 3), "naplespu", engine) == 5
    width = int(element[1:]) // 8
    what = f"access of {width} byte{'s' * (width > 1)} at 0x"
    for index in (count, -1, count + 1, 1 << 20):
        assert "outside any object" in str(result_of(text, (index, 3), "source"))
        found = {
            str(result_of(text, (index, 3), "naplespu", engine)) for engine in ENGINES
        }
        (message,) = found
        assert what in message and "is outside any object" in message
        assert "random.mlir:" in message and "(in '" in message


LATE = """
func.func @f(%a: memref<3000xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %x = memref.load %a[%k] : memref<3000xi32>
    memref.store %x, %a[%k] : memref<3000xi32>
    %t = arith.addi %s, %x : i32
    scf.yield %t : i32
  }
  return %r : i32
}
"""


def test_hot_code_finds_the_end():
    """Of generated and of compiled code: the loop is hot long before the end."""
    for engine in ENGINES:
        assert result_of(LATE, (3000,), "naplespu", engine) == 3000
    (message,) = {
        str(result_of(LATE, (3001,), "naplespu", engine)) for engine in ENGINES
    }
    assert "access of 4 bytes at 0x10002ee0 is outside any object" in message
    assert "at the end of 'data.npy' (in 'f' + " in message


VECTORS = """
func.func @f(%a: memref<NxT>, %i: index) -> i32 {
  %v = vector.load %a[%i] : memref<NxT>, vector<16xT>
  vector.store %v, %a[%i] : memref<NxT>, vector<16xT>
  %r = arith.constant 5 : i32
  return %r : i32
}
"""


@pytest.mark.parametrize("element", ("i32", "f32", "i16", "i8"))
@pytest.mark.every(4)
def test_vectors_end_with_the_array(element: str):
    """Rows are loaded by lines, which may reach beyond the array; stores never do."""
    text = VECTORS.replace("NxT", f"47x{element}").replace("xT>", f"x{element}>")
    for engine in ENGINES:
        for index in (0, 16, 31):
            assert result_of(text, (index,), "naplespu", engine) == 5
        for index in (32, 33, 48, -16):
            message = str(result_of(text, (index,), "naplespu", engine))
            assert "is outside any object" in message


TAIL = """
func.func @f(%a: memref<20xi32>, %i: index, %n: index) -> i32 {
  %m = vector.create_mask %n : vector<16xi1>
  %z = arith.constant dense<0> : vector<16xi32>
  %v = vector.maskedload %a[%i], %m, %z
    : memref<20xi32>, vector<16xi1>, vector<16xi32> into vector<16xi32>
  vector.maskedstore %a[%i], %m, %v
    : memref<20xi32>, vector<16xi1>, vector<16xi32>
  %r = vector.reduction <add>, %v : vector<16xi32> into i32
  return %r : i32
}
"""


def test_only_enabled_lanes_count():
    for engine in ENGINES:
        assert result_of(TAIL, (16, 4), "naplespu", engine) == 4
        assert "outside any" in str(result_of(TAIL, (16, 5), "naplespu", engine))


def test_stack_objects_of_a_function_with_a_large_frame():
    text = """
func.func @f(%i: index) -> i32 {
  %a = memref.alloca() : memref<400xi32>
  %b = memref.alloca() : memref<400xi32>
  %z = arith.constant 3 : i32
  memref.store %z, %b[%i] : memref<400xi32>
  memref.store %z, %a[%i] : memref<400xi32>
  %r = memref.load %a[%i] : memref<400xi32>
  %s = memref.load %b[%i] : memref<400xi32>
  %t = arith.addi %r, %s : i32
  return %t : i32
}
"""
    assert result_of(text, (399,), "naplespu") == 6
    for index in (400, -1):
        assert "an array of 1600 bytes on the stack" in str(
            result_of(text, (index,), "naplespu")
        )


def test_loads_behind_the_epilogue_are_checked():
    text = """
func.func @f(%i: index) -> i32 {
  %a = memref.alloca() : memref<4xi32>
  %r = memref.load %a[%i] : memref<4xi32>
  return %r : i32
}
"""
    assert result_of(text, (3,), "naplespu") == 0
    assert "16 bytes into an array of 16" in str(result_of(text, (4,), "naplespu"))


def test_objects_of_any_size_beside_those_of_known_size():
    text = """
func.func @f(%n: index, %i: index) -> i32 {
  %a = memref.alloca(%n) : memref<?xi32>
  %b = memref.alloca() : memref<4xi32>
  %z = arith.constant 3 : i32
  %c0 = arith.constant 0 : index
  memref.store %z, %a[%c0] : memref<?xi32>
  memref.store %z, %b[%i] : memref<4xi32>
  %r = memref.load %b[%i] : memref<4xi32>
  return %r : i32
}
"""
    assert result_of(text, (6, 3), "naplespu") == 3
    assert "outside any object" in str(result_of(text, (6, 4), "naplespu"))


SCRATCHPAD = """
memref.global "private" @s : memref<8xi32, 68 : i64> = dense<1>
func.func @f(%i: index) -> i32 {
  %a = memref.get_global @s : memref<8xi32, 68 : i64>
  %r = memref.load %a[%i] : memref<8xi32, 68 : i64>
  memref.store %r, %a[%i] : memref<8xi32, 68 : i64>
  return %r : i32
}
"""


def test_the_scratchpad_ends_with_what_is_in_it():
    for engine in ENGINES:
        assert result_of(SCRATCHPAD, (7,), "naplespu", engine) == 1
        for index in (8, -1, 1 << 13):
            message = str(result_of(SCRATCHPAD, (index,), "naplespu", engine))
            assert "of the scratchpad is outside any object" in message


# Machine code.


def trap_of(text: str, engine: Engine, guarded: bool = False, threads: int = 1) -> str:
    image = link([assemble(text, "f.s")])
    with pytest.raises(Diagnostic) as error:
        limit = 1_000_000
        settings = Settings({}, limit, None, threads, engine, guarded=guarded)
        run_program(image, [], settings)
    return str(error.value)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("main: movei s0, 1", "has left the program's code (at the end of 'main')"),
        (
            "main: lea s0, 0x12345678\n jmp s0",
            "at 0x12345678: execution has left the program's code",
        ),
        ("main: lea s0, x\n jmpsr s0\n .data\nx: .word 5", "at 0x00800000: execution"),
        ("main: lea ra, 0x20000\n jret", "at 0x00020000: execution has left"),
        ("main: jmp main+0x1000", "execution has left the program's code"),
        (
            "main: lea s0, main+2\n jmp s0",
            "an instruction must be aligned to 4 bytes",
        ),
    ),
)
def test_execution_stays_in_the_code(text: str, message: str, engine: Engine):
    assert message in trap_of(f".globl main\n{text}", engine)


STACK = """
        .globl main
main:   addi sp, sp, -64
        store32 ra, (sp)
        jmpsr main
        load32 ra, (sp)
        addi sp, sp, 64
        jret
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("threads", (1, 2, 8))
def test_stacks_of_start_up_code_are_full(engine: Engine, threads: int):
    message = trap_of(STACK, engine, threads=threads)
    assert "f.s:3:" in message or "trapped at" in message
    assert "the stack is full: it ends at 0x000" in message and "'main'" in message


WILD = """
        .globl main
main:   lea s1, ADDRESS
        load32 s0, (s1)
        store32 s0, (s1)
        jret
        .data
x:      .word 7, 8
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_plain_images_have_all_memory_unless_asked(engine: Engine):
    wild, inside = (WILD.replace("ADDRESS", at) for at in ("0x30000000", "x+4"))
    limited = Settings(max_operations=10_000)
    assert run_program(link([assemble(wild)]), [], limited).outcome.results == [0]
    done = run_program(link([assemble(inside)]), [], replace(limited, guarded=True))
    assert done.outcome.results == [8]
    beyond = WILD.replace("ADDRESS", "x+8")
    for text, near in ((wild, "after the end of 'x'"), (beyond, "at the end of 'x'")):
        message = trap_of(text, engine, guarded=True)
        assert "is outside any object" in message and near in message


def test_a_function_of_an_image_is_guarded_if_asked():
    code = "\t.globl f\nf:\tload32 s0, (s0)\n\tjret\n"
    image, types = link([assemble(code)]), FunctionType.from_lists([i32], [i32])
    arguments = [Scalar(i32, 0x4000_0000)]
    assert naplespu.run(image, "f", types, arguments).outcome.results == [0]
    with pytest.raises(Diagnostic, match="0x40000000 is outside any object"):
        naplespu.run(image, "f", types, arguments, Settings(guarded=True))


def test_confined_memory():
    memory = Memory(32)
    memory.confine([range(0x1000, 0x1006), range(0x5000, 0x8010)])
    memory.write(0x1000, bytes(range(16)))
    assert memory.read(0x1000, 8) == bytes(range(6)) + bytes(2)
    assert memory.load(0x1004, 2) == 0x0504 and memory.load(0x7FFC, 4) == 0
    memory.store(0x800C, 4, 5)
    assert memory.exists(0x1005, 1) and not memory.exists(0x1005, 2)
    assert memory.exists(0x6FFF, 0x1011) and not memory.exists(0x7FFF, 0x12)
    for address in (0xFFC, 0x4FFC, 0x2000, 0x9000):
        with pytest.raises(OutsideMemory):
            memory.load(address, 4)
        with pytest.raises(OutsideMemory):
            memory.store(address, 4, 1)
    memory.add_region(0x10000, 3)
    memory.store(0x10002, 1, 9)
    assert memory.load_lanes(0x1000, 4, partly=True)[:2] == [0x03020100, 0x0504]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("view", "element", "bad"), (("i32", 4, 1), ("i16", 2, 3), ("f64", 4, 2))
)
@pytest.mark.every(2, first=1)
def test_levels_agree_on_alignment(level: str, view: str, element: int, bad: int):
    text = f"""
memref.global "private" @a : memref<3xi8> = dense<1>
memref.global "private" @b : memref<64xi8> = dense<0>
func.func @f(%p: index) -> i32 {{
  %x = memref.alloca() : memref<i1>
  %y = memref.alloc() : memref<64xi8>
  %g = memref.get_global @b : memref<64xi8>
  %c0 = arith.constant 0 : index
  %u = memref.view %y[%p][] : memref<64xi8> to memref<4x{view}>
  %v = memref.view %g[%p][] : memref<64xi8> to memref<4x{view}>
  %t = arith.constant true
  memref.store %t, %x[] : memref<i1>
  %z = memref.load %v[%c0] : memref<4x{view}>
  memref.store %z, %u[%c0] : memref<4x{view}>
  %q = memref.load %x[] : memref<i1>
  %r = arith.extui %q : i1 to i32
  return %r : i32
}}
"""
    for offset in (0, element, 3 * element):
        assert result_of(text, (offset,), level) == 1
    message = str(result_of(text, (bad,), level))
    assert "memory access to 0x" in message and ":13:3" in message
    assert f"must be aligned to {element} bytes" in message


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("element", ("i32", "i16"))
@pytest.mark.every(3, first=1)
def test_levels_agree_on_alignment_of_vectors(level: str, element: str):
    text = f"""
func.func @f(%p: index) -> i32 {{
  %y = memref.alloc() : memref<256xi8>
  %c0 = arith.constant 0 : index
  %v = memref.view %y[%p][] : memref<256xi8> to memref<20x{element}>
  %z = vector.load %v[%c0] : memref<20x{element}>, vector<16x{element}>
  vector.store %z, %v[%c0] : memref<20x{element}>, vector<16x{element}>
  %r = arith.constant 5 : i32
  return %r : i32
}}
"""
    for offset in (0, 4, 36, 64):
        assert result_of(text, (offset,), level) == 5
    for offset in (1, 35):
        message = str(result_of(text, (offset,), level))
        assert "memory access to 0x" in message and "must be aligned to" in message

"""The simulator against single instructions measured on the hardware's RTL."""

import csv
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from circ.dialects.naplespu.generated.operations import SCALAR_NUMBERS, VECTOR_NUMBERS
from circ.dialects.naplespu.register_file import PC
from circ.targets.naplespu.assembler.instruction_text import parse_instruction
from circ.targets.naplespu.description.encoding import decode, encode
from circ.targets.naplespu.description.errata import Errata
from circ.targets.naplespu.simulator.machine import Machine, MachineTrap, TraceEvent

Row = dict[str, str]


def rows(name: str) -> list[Row]:
    """A measured table; the last comment line names the columns."""
    with Path(__file__).with_name(name).open(newline="") as file:
        lines = file.read().splitlines()
    comments = sum(line.startswith("#") for line in lines)
    columns = lines[comments - 1].lstrip("#").split("\t")
    table = csv.reader(lines[comments:], delimiter="\t")
    return [dict(zip(columns, values, strict=True)) for values in table]


def lanes(text: str) -> list[int]:
    return [int(value, 16) for value in text.split(",")]


def write_register(machine: Machine, name: str, text: str) -> None:
    if name in VECTOR_NUMBERS:
        machine.vector[VECTOR_NUMBERS[name]] = lanes(text)
    elif name == "pc":
        machine.pc = int(text, 16)
    else:
        machine.scalar[SCALAR_NUMBERS[name]] = int(text, 16)


def destination(word: int) -> str:
    """
    The register that a word writes, by the hardware's bits
    (docs/reference/naplespu-isa.md, section 2).

    Words without a record are of format R here.
    """
    number = word >> 18 & 63
    decoded = decode(word)
    if decoded is None:
        return f"v{number}" if word & 8 else list(SCALAR_NUMBERS)[number]
    is_vector = decoded[0].operands[0].register_class == "VR512W"
    return f"v{number}" if is_vector else list(SCALAR_NUMBERS)[number]


def prepare(machine: Machine, row: Row) -> str:
    """Set the registers that the row names; the name of its destination."""
    for register in row["inputs"].split(";") if row["inputs"] != "-" else ():
        write_register(machine, *register.split("=", 1))
    name = destination(int(row["word"], 16))
    if row["old"] != "-":
        write_register(machine, name, row["old"])
    machine.scalar[SCALAR_NUMBERS["rm"]] = int(row["rm"], 16)
    if name == "rm" and row["old"] != "-":
        machine.scalar[SCALAR_NUMBERS["rm"]] = int(row["old"], 16)
    return name


def value(machine: Machine, name: str) -> list[int]:
    if name in VECTOR_NUMBERS:
        return machine.vector[VECTOR_NUMBERS[name]]
    return [machine.scalar[SCALAR_NUMBERS[name]]]


def test_integer_instructions_agree_with_the_hardware():
    table = rows("semantics_int.tsv")
    assert len(table) == 1150
    for row in table:
        machine = Machine()
        name = prepare(machine, row)
        machine.execute(int(row["word"], 16))
        assert value(machine, name) == lanes(row["result"]), row


@pytest.mark.parametrize("table", ("semantics_int.tsv", "semantics_memory.tsv"))
def test_measured_text_is_the_measured_word(table: str):
    for row in rows(table):
        if row["asm"] != "-":
            parsed = parse_instruction(row["asm"])
            word = encode(parsed.instruction.record, parsed.operands)
            assert word == int(row["word"], 16), row


def test_memory_instructions_agree_with_the_hardware():
    table = rows("semantics_memory.tsv")
    assert len(table) == 284
    for row in table:
        machine = Machine()
        name = prepare(machine, row)
        memory = machine.scratchpad if "_scratchpad" in row["asm"] else machine.memory
        line = int(row["address"], 16) & ~63
        memory.write(line, bytes.fromhex(row["line_before"]))
        machine.execute(int(row["word"], 16))
        assert memory.read(line, 64).hex() == row["line_after"], row
        if row["result"] != "-":
            assert value(machine, name) == lanes(row["result"]), row


def test_ieee_floats_agree_with_the_standard():
    table = rows("semantics_fp_rtl.tsv")
    assert len(table) == 630
    for row in table:
        machine = Machine(fp="ieee")
        name = prepare(machine, row)
        machine.execute(int(row["word"], 16))
        assert value(machine, name) == lanes(row["ieee"]), row


def test_hardware_floats_agree_with_the_hardware():
    for row in rows("semantics_fp_rtl.tsv"):
        machine = Machine(fp="rtl")
        name = prepare(machine, row)
        machine.execute(int(row["word"], 16))
        assert value(machine, name) == lanes(row["result"]), row


def words(*lines: str) -> bytes:
    parsed = [parse_instruction(line) for line in lines]
    codes = [encode(p.instruction.record, p.operands) for p in parsed]
    return b"".join(code.to_bytes(4, "little") for code in codes)


def machine_with(*lines: str, memory: Literal["rtl", "compiler"] = "rtl") -> Machine:
    """A machine with a program at 0x400."""
    machine = Machine(memory=memory)
    machine.memory.write(0x400, words(*lines))
    return machine


def execute(machine: Machine, line: str) -> None:
    machine.execute(int.from_bytes(words(line), "little"))


def test_initial_state():
    machine = Machine()
    assert machine.scalar[59] == 0xFFFF
    assert sum(machine.scalar) == 0xFFFF
    assert machine.vector == [[0] * 16] * 64
    assert machine.memory.read(0xFFFFFFFE, 4) == bytes(4)


def test_loop_call_and_count():
    machine = machine_with(
        "movei s0, 5",
        "jmpsr 12",
        "jmp 4",
        "nop",
        "addi s1, s1, 3",
        "addi s0, s0, -1",
        "bnez s0, -8",
        "jret",
    )
    machine.run(0x400, stop=0x40C)
    assert machine.pc == 0x40C
    assert machine.scalar[:2] == [0, 15]
    assert machine.instructions == 2 + 5 * 3 + 2


def test_calls_return_behind_themselves():
    for call in ("jmpsr 64", "jmpsr s5"):
        machine = machine_with(call)
        machine.scalar[5] = 0x440
        machine.memory.write(0x440, words("addi s0, ra, 0", "jret"))
        machine.run(0x400, stop=0x404)
        assert machine.scalar[0] == 0x404
        assert machine.instructions == 3


def test_pc_is_read_as_the_address_of_the_instruction():
    machine = machine_with("add_i32 s0, pc, pc", "store32 pc, (s1)", "load32 s2, 4(pc)")
    machine.memory.write(0x40C, bytes((1, 2, 3, 4)))
    machine.run(0x400, stop=0x40C)
    assert machine.scalar[0] == 0x800
    assert machine.memory.load(0, 4) == 0x404
    assert machine.scalar[2] == 0x04030201
    assert machine.scalar[PC] == machine.pc == 0x40C


def test_registers_may_be_replaced_between_runs():
    machine = machine_with("add_i32 s2, s0, s1")
    machine.run(0x400, stop=0x404)
    machine.scalar = list(range(64))
    machine.run(0x400, stop=0x404)
    assert machine.scalar[2] == 1
    machine.scalar[1] = 7
    machine.execute(int.from_bytes(words("add_i32 s2, s2, s1"), "little"))
    assert machine.scalar[2] == 8


def test_lane_mask_is_rm_however_it_is_written():
    machine = Machine()
    machine.scalar[59] = 0x8001
    execute(machine, "addi v1, v1, 5")
    assert machine.vector[1] == [5, *[0] * 14, 5]
    execute(machine, "movei rm, 2")
    execute(machine, "addi v1, v1, 1")
    assert machine.vector[1] == [5, 1, *[0] * 13, 5]
    execute(machine, "moveih rm, 1")  # the mask takes the low half that is written
    execute(machine, "addi v1, v1, 1")
    assert machine.vector[1] == [5, 1, *[0] * 13, 5]
    assert machine.scalar[59] == 0x10002
    execute(machine, "moveil rm, 4")
    execute(machine, "addi v1, v1, 1")
    assert machine.vector[1] == [5, 1, 1, *[0] * 12, 5]


def test_writing_v59_changes_the_mask():
    machine = Machine()
    machine.vector[2] = [3] * 16
    execute(machine, "move_i32 v59, v2")
    execute(machine, "addi v1, v1, 1")
    assert machine.vector[1] == [1, 1, *[0] * 14]
    machine = Machine(errata=Errata(v59_writes_mask=False))
    execute(machine, "move_i32 v59, v2")
    execute(machine, "addi v1, v59, 1")
    assert machine.vector[1] == [1] * 16


def test_gather_and_scatter_are_the_compilers():
    machine = Machine(memory="compiler")
    machine.vector[1] = [4 * (lane * 5 % 16) for lane in range(16)]
    machine.vector[2] = list(range(16))
    execute(machine, "stores32_scratchpad v2, 64(v1)")
    execute(machine, "loadg32_scratchpad v3, 64(v1)")
    assert machine.vector[3] == list(range(16))
    assert machine.scratchpad.load(64 + 4 * 5, 4) == 1
    with pytest.raises(MachineTrap, match="does not implement 'loadg32'"):
        execute(Machine(), "loadg32_scratchpad v3, (v1)")


def test_small_lanes_of_the_compiler_are_consecutive():
    machine = Machine(memory="compiler")
    machine.vector[1] = [0x180 + lane for lane in range(16)]
    machine.scalar[59] = 0x7FFF
    execute(machine, "store_v16i8 v1, 16(s0)")
    assert machine.memory.read(16, 16) == bytes(range(0x80, 0x8F)) + b"\0"
    machine.scalar[59] = 0xFFFF
    execute(machine, "load_v16i8 v2, 16(s0)")
    assert machine.vector[2] == [0xFFFFFF80 + lane for lane in range(15)] + [0]


@pytest.mark.parametrize(
    ("line", "code"),
    (
        ("load32 s1, 2(s0)", 0x80),
        ("load32_u16 s1, 1(s0)", 0x80),
        ("store32_16 s1, 3(s0)", 0x80),
        ("load32_scratchpad s1, 1(s0)", 0x40),
        ("load_v16i32 v1, 32(s0)", 0x80),
        ("store_v16i16 v1, 16(s0)", 0x80),
        ("load_v16u8 v1, 8(s0)", 0x80),
        ("load_v16i32_scratchpad v1, 2(s0)", 0x40),
    ),
)
def test_misaligned_accesses_trap(line: str, code: int):
    machine = Machine()
    machine.pc = 0x1234
    with pytest.raises(MachineTrap, match="must be aligned to") as trap:
        execute(machine, line)
    assert (trap.value.pc, trap.value.code) == (0x1234, code)
    assert machine.pc == 0x1234


@pytest.mark.parametrize(
    ("word", "reason"),
    (
        (0x3F000000, "the hardware does not define the word 0x3f000000"),
        (0x454CFE2B, "the hardware does not define the word 0x454cfe2b"),
        (0x83000000, "the hardware does not define the word 0x83000000"),
        (0x04FC0000, "an instruction of format R with destination 63 acts as a branch"),
        (0x19000004, "lane 36 of a vector is undefined"),
        (0x6B000000, "control register 36 is undefined"),
        (0x68000000, "barrier waits for 36 other threads"),
    ),
)
def test_what_the_hardware_does_not_define_traps(word: int, reason: str):
    machine = Machine()
    machine.scalar[0] = 36
    with pytest.raises(MachineTrap) as trap:
        machine.execute(word)
    assert trap.value.reason == reason
    assert machine.instructions == 0


def test_a_trap_in_a_block_counts_what_was_done():
    machine = machine_with("movei s0, 1", "addi s1, s0, 1", "load32 s2, (s0)", "jret")
    with pytest.raises(MachineTrap):
        machine.run(0x400)
    assert (machine.pc, machine.instructions, machine.scalar[1]) == (0x408, 2, 2)


@pytest.mark.parametrize("limit", (0, 1, 2, 5, 100))
def test_limit_counts_exactly(limit: int):
    machine = machine_with("addi s0, s0, 1", "addi s0, s0, 1", "jmp -8")
    with pytest.raises(MachineTrap, match=f"not at an end after {limit} instructions"):
        machine.run(0x400, limit=limit)
    assert machine.instructions == limit
    assert machine.scalar[0] == limit - limit // 3


def test_the_kernel_ends_with_the_flush_of_the_last_line():
    machine = machine_with("movei s0, -64", "moveih s0, -1", "flush s0", "jret")
    machine.run(0x400)
    assert (machine.pc, machine.instructions) == (0x40C, 3)


def test_code_that_writes_code_runs_the_new_code():
    machine = machine_with(
        "load32 s1, 64(pc)",
        "store32 s1, 8(pc)",
        "nop",
        "addi s0, s0, 1",  # becomes what lies at 0x440
        "jmp 16",
    )
    machine.memory.write(0x440, words("addi s0, s0, 100"))
    machine.run(0x400, stop=0x420)
    assert machine.scalar[0] == 100
    machine.memory.write(0x40C, words("addi s0, s0, 1"))
    machine.run(0x40C, stop=0x420)
    assert machine.scalar[0] == 101


def test_control_registers():
    machine = Machine()
    machine.scalar[1], machine.scalar[2] = 13, 0x55
    execute(machine, "write_cr s2, s1")
    execute(machine, "read_cr s3, s1")
    assert machine.scalar[3] == 0x55
    machine.scalar[1] = 17  # the host's
    execute(machine, "write_cr s2, s1")
    execute(machine, "read_cr s3, s1")
    assert machine.scalar[3] == 0
    machine.scalar[1] = 4
    execute(machine, "read_cr s3, s1")
    assert machine.scalar[3] == 4


def test_trace():
    machine = machine_with("movei s1, 3", "addi v2, v2, 1", "nop", "jmp 4")
    events: list[TraceEvent] = []
    machine.trace = events.append
    machine.run(0x400, stop=0x410)
    assert [(e.pc, e.text, e.writes) for e in events] == [
        (0x400, "movei s1, 3", (("s1", 3),)),
        (0x404, "addi v2, v2, 1", (("v2", (1,) * 16),)),
        (0x408, "nop", ()),
        (0x40C, "jmp 4", ()),
    ]


def test_trace_has_every_retired_instruction():
    machine = machine_with("movei s1, -64", "moveih s1, -1", "flush s1")
    events: list[TraceEvent] = []
    machine.trace = events.append
    machine.run(0x400)
    assert [event.text for event in events][2:] == ["flush s1"]
    machine = machine_with("jmp 0")
    machine.trace = events.append
    with pytest.raises(MachineTrap):
        machine.run(0x400, limit=3)
    assert [event.text for event in events][3:] == ["jmp 0"] * 3


def test_options_are_checked():
    machine: Any = Machine
    with pytest.raises(ValueError, match="fp must be 'ieee' or 'rtl'"):
        machine(fp="fast")
    with pytest.raises(ValueError, match="memory must be 'rtl' or 'compiler'"):
        machine(memory="fast")


@given(
    st.integers(0, 0xFFFFFFFF),
    st.lists(st.integers(0, 0xFFFFFFFF), min_size=64, max_size=64),
    st.sampled_from(("rtl", "compiler")),
    st.sampled_from(("rtl", "ieee")),
)
@settings(max_examples=300)
def test_any_word_is_executed_or_traps(
    word: int,
    scalar: list[int],
    memory: Literal["rtl", "compiler"],
    fp: Literal["rtl", "ieee"],
):
    machine = Machine(fp=fp, memory=memory)
    machine.scalar = scalar
    machine.vector = [[(i * 7919 + j) % 2**32 for j in range(16)] for i in scalar]
    try:
        machine.execute(word)
    except MachineTrap as trap:
        assert trap.pc == machine.pc == 0
    else:
        assert machine.instructions == 1
    assert all(0 <= value <= 0xFFFFFFFF for value in machine.scalar)
    for lanes in machine.vector:
        assert len(lanes) == 16
        assert all(0 <= value <= 0xFFFFFFFF for value in lanes)

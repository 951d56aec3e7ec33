"""The simulator against single instructions measured on the hardware's RTL."""

import csv
from pathlib import Path

import pytest

from circ.dialects.naplespu.register_file import SCALAR_NUMBERS, VECTOR_NUMBERS
from circ.targets.naplespu.assembly import parse_instruction
from circ.targets.naplespu.encoding import decode, encode
from circ.targets.naplespu.simulator import Machine, MachineTrap

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
    The register that a word writes, by the hardware's bits (formats, section 2).

    Words without a record are of format R here.
    """
    number = word >> 18 & 63
    decoded = decode(word)
    if decoded is None:
        return f"v{number}" if word & 8 else list(SCALAR_NUMBERS)[number]
    kind = decoded[0].outs[0].kind if decoded[0].outs else decoded[0].ins[0].kind
    return f"v{number}" if kind == "VR512W" else list(SCALAR_NUMBERS)[number]


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


def test_hardware_floats_agree_with_the_hardware_or_trap():
    executed = set[str]()
    for row in rows("semantics_fp_rtl.tsv"):
        machine = Machine(fp="rtl")
        name = prepare(machine, row)
        mnemonic = row["asm"].split()[0].removesuffix(".m")
        try:
            machine.execute(int(row["word"], 16))
        except MachineTrap as trap:
            assert trap.reason == f"fp='rtl' does not model '{mnemonic}'"
            continue
        executed.add(mnemonic)
        assert value(machine, name) == lanes(row["result"]), row
    comparisons = {f"cmpf{c}_f32" for c in ("eq", "ne", "gt", "ge", "lt", "le")}
    assert executed == comparisons | {"ftoi_i32"}

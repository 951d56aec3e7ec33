"""
A target with compressed instructions, from its description to words and back.

`riscv.json` has the words of llvm-mc 19 by line of assembly.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tablegen_modules import INCLUDE, module_of, parsed
from xdsl.utils.exceptions import VerifyException

from circ.targets.tablegen import load
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends import BACKENDS

HERE = Path(__file__).parent
GOLDEN = HERE / "riscv.json"
ORACLE = "llvm-mc-19"
LINES = {
    "add": ("a0, s11, t6",),
    "sub": ("zero, ra, sp",),
    "addi": ("a0, a1, -2048", "a0, a1, 2047"),
    "lw": ("t0, -4(sp)",),
    "sw": ("t0, 2046(s0)", "a7, -1(s0)"),
    "beq": ("a0, a1, -4096", "s2, s3, 4094", "t3, t4, 2048"),
    "bltu": ("a0, zero, 30",),
    "lui": ("gp, 1048575", "gp, 74565"),
    "jal": ("ra, -1048576", "zero, 1048574", "ra, 2048", "ra, 349524"),
    "c.nop": ("",),
    "c.addi": ("a0, -32", "t6, 31"),
    "c.li": ("s11, -1", "ra, 21"),
    "c.slli": ("a0, 31",),
    "c.mv": ("a0, t6",),
    "c.add": ("s10, a0",),
    "c.sub": ("s0, a5",),
    "c.and": ("a2, s1",),
    "c.beqz": ("a3, -256", "s0, 254", "a5, 84"),
    "c.bnez": ("a4, 170",),
    "c.lw": ("a0, 124(a5)", "s0, 84(s1)"),
    "c.sw": ("a0, 40(a1)",),
    "c.addi4spn": ("a0, sp, 1020", "s1, sp, 340"),
    "c.addi16sp": ("sp, -512", "sp, 496", "sp, 336"),
    "c.lwsp": ("ra, 252(sp)", "t6, 84(sp)"),
    "c.j": ("-2048", "2046", "1364"),
}


@dataclass
class Written:
    """An operand as it is written."""

    token: str | None = None
    register: int = 0
    value: int | None = None


def bounds(method: str) -> tuple[int, int, int]:
    """Lowest and highest value and the step of `isSImm_13__2_`."""
    found = re.fullmatch(r"(?:is|decode)([SU])Imm_(\d+)__(\d+)_", method)
    assert found, method
    width, step = int(found[2]), int(found[3])
    if found[1] == "U":
        return 0, (1 << width) - step, step
    return -1 << width - 1, (1 << width - 1) - step, step


class Machine:
    """All modules of the description, and what it leaves to code."""

    def __init__(self):
        self.records = load(HERE / "riscv.td", [INCLUDE])
        self.target = Target(self.records)
        for option in BACKENDS:
            name = option.removeprefix("gen-").replace("-", "_")
            setattr(self, name, module_of(option, self.records))

    asm_matcher: Any
    asm_writer: Any
    disassembler: Any
    emitter: Any
    register_info: Any
    instr_info: Any
    xdsl_dialect: Any
    dag_isel: Any

    def assemble(self, mnemonic: str, operands: str) -> tuple[int, tuple[int, ...]]:
        matcher = self.asm_matcher
        written = [
            Written(register=matcher.REGISTER_NUMBERS[text])
            if text in matcher.REGISTER_NUMBERS
            else Written(token=text)
            if text in "()"
            else Written(value=int(text))
            for text in re.findall(r"[()]|[\w-]+", operands)
        ]

        def predicate(method: str):
            low, high, step = bounds(method)
            return lambda operand: operand.value in range(low, high + 1, step)

        predicates = map(predicate, matcher.Predicates._fields)
        hooks = matcher.Hooks(
            matcher.Predicates(*predicates),
            matcher.Renderers(lambda operand: (operand.value,)),
        )
        found = matcher.match(mnemonic, written, hooks, features=1)
        assert isinstance(found, matcher.Match), found
        return found.opcode, found.operands

    def decode(self, word: int, size: int) -> Any:
        module = self.disassembler

        def decoder(method: str):
            low, high, _ = bounds(method)
            span = 2 * -low
            return lambda value, _: (value - span if value > high else value,)

        hooks = module.Hooks(*map(decoder, module.Hooks._fields))
        table = getattr(module, f"DECODER_TABLE_{size * 8}")
        return module.decode(word, table, hooks, features=1)


@pytest.fixture(scope="module")
def machine() -> Machine:
    return Machine()


def words_of_llvm(lines: Sequence[str]) -> dict[str, int]:
    """Words by line; instructions that are not compressed stay so."""
    words: dict[str, int] = {}
    for line in lines:
        feature = "+c" if line.startswith("c.") else "-c"
        done = subprocess.run(
            [ORACLE, "-triple=riscv32", f"-mattr={feature}", "-show-encoding"],
            input=f"{line}\n".encode(),
            capture_output=True,
            check=True,
        )
        (text,) = re.findall(r"encoding: \[(.*?)\]", done.stdout.decode())
        word = bytes(int(byte, 16) for byte in text.split(","))
        words[line] = int.from_bytes(word, "little")
    return words


def lines() -> list[str]:
    return [
        f"{mnemonic} {operands}".rstrip()
        for mnemonic, each in LINES.items()
        for operands in each
    ]


@pytest.mark.skipif(shutil.which(ORACLE) is None, reason="needs llvm-mc-19")
def test_golden_is_what_llvm_assembles(request: pytest.FixtureRequest):
    words = words_of_llvm(lines())
    if request.config.getoption("--regenerate"):
        GOLDEN.write_text(json.dumps(words, indent=1) + "\n")
    assert words == json.loads(GOLDEN.read_text())


def test_assembly_to_words_and_back(machine: Machine):
    words: dict[str, int] = json.loads(GOLDEN.read_text())
    assert list(words) == lines()
    for line, word in words.items():
        mnemonic, _, operands = line.partition(" ")
        opcode, values = machine.assemble(mnemonic, operands)
        assert machine.emitter.encode(opcode, values) == word, line
        size = machine.instr_info.INSTRUCTIONS[opcode].size
        decoded = machine.decode(word, size)
        assert (decoded.opcode, decoded.operands) == (opcode, values), line
        text = machine.asm_writer.print_instruction(opcode, values)
        assert text.replace("\t", " ") == line


def test_all_values_of_operands(machine: Machine):
    """Each operand with all its values, up to 13 bits, the others at random."""
    random = Random(3)
    emitter = machine.emitter
    count = 0
    for instruction in machine.target.instructions:
        if instruction.opcode not in emitter.BITS:
            continue
        recipe = emitter.RECIPES[emitter.RECIPE[instruction.opcode]]
        limits = {number: limit for number, _, limit, _ in recipe}
        domains: list[list[int]] = []
        for part in instruction.machine_operands:
            domain: list[int] = []
            if part.register_class is not None:
                infos = machine.register_info.REGISTER_CLASSES
                (found,) = [c for c in infos if c.name == part.register_class.name]
                domain = [int(member) for member in found.members]
            elif part.number in limits:
                low, high, step = range_of(part.record)
                domain = list(range(low, high + 1, step))
                if len(domain) > 4096:
                    domain = [*random.sample(domain, 200), domain[0], domain[-1]]
            domains.append(domain)
        for place, domain in enumerate(domains):
            for value in domain:
                operands = [random.choice(each) for each in domains]
                operands[place] = value
                for part in instruction.machine_operands:
                    if part.tied_to is not None:
                        operands[part.number] = operands[part.tied_to]
                word = emitter.encode(instruction.opcode, operands)
                decoded = machine.decode(word, instruction.record.integer("Size"))
                count += 1
                assert decoded.opcode == instruction.opcode, (
                    instruction.name,
                    operands,
                )
                assert list(decoded.operands) == operands, instruction.name
                assert emitter.encode(decoded.opcode, decoded.operands) == word
    assert count > 20000


def range_of(record: Any) -> tuple[int, int, int]:
    name = record.record("ParserMatchClass").string("PredicateMethod")
    return bounds(re.sub(r"\W", "_", name))


@pytest.mark.parametrize(
    ("name", "operands"),
    (
        ("C_J", (2048 * 2,)),
        ("C_J", (3,)),
        ("C_LW", ("s0", "s1", 2)),
        ("C_LW", ("zero", "s1", 4)),
        ("C_SUB", ("s0", "s0", "a6")),
        ("ADDI", ("zero", "zero", 4096)),
        ("JAL", ("zero", 1 << 21)),
    ),
)
def test_what_no_word_can_hold(machine: Machine, name: str, operands: Sequence[Any]):
    numbers = machine.asm_matcher.REGISTER_NUMBERS
    values = [numbers[each] if isinstance(each, str) else each for each in operands]
    opcode = machine.target.by_name[name].opcode
    with pytest.raises(ValueError, match=rf"of opcode {opcode} cannot be"):
        machine.emitter.encode(opcode, values)


def test_sub_classes_of_registers(machine: Machine):
    info = machine.register_info
    classes = info.RegisterClass
    assert info.has_sub_class(classes.GPR, classes.GPRC)
    assert info.has_sub_class(classes.GPRNoX0, classes.GPRC)
    assert info.common_sub_class(classes.GPR, classes.GPRC) == classes.GPRC


OPERATIONS = """\
%c, %x, %r, %p = "test.op"() : () -> (
  !rvtarget.gprc, !rvtarget.gpr, !rvtarget.gpr<s1>, !rvtarget.gpr<t0>)
"""
GOOD = (
    "%y = rvtarget.ADD(%c, %r) : (!rvtarget.gprc, !rvtarget.gpr<s1>) -> !rvtarget.gprc",
    "%y = rvtarget.C_LW(%r), 124 : (!rvtarget.gpr<s1>) -> !rvtarget.gprc",
    "%y = rvtarget.ADDI(%c), -2048 : (!rvtarget.gprc) -> !rvtarget.gprnox0",
    "%y = rvtarget.C_ADDI(%r), 31 : (!rvtarget.gpr<s1>) -> !rvtarget.gprnox0<s1>",
)
BAD = {
    "%y = rvtarget.C_LW(%x), 4 : (!rvtarget.gpr) -> !rvtarget.gprc": (
        "operand 0 must be of type !rvtarget.gprc, but is !rvtarget.gpr"
    ),
    "%y = rvtarget.C_LW(%p), 4 : (!rvtarget.gpr<t0>) -> !rvtarget.gprc": (
        "operand 0 must be of type !rvtarget.gprc, but is !rvtarget.gpr<t0>"
    ),
    "%y = rvtarget.C_LW(%c), 126 : (!rvtarget.gprc) -> !rvtarget.gprc": (
        "imm of C_LW cannot be 126"
    ),
    "%y = rvtarget.C_LW(%c), 128 : (!rvtarget.gprc) -> !rvtarget.gprc": (
        "imm of C_LW cannot be 128"
    ),
    "%y = rvtarget.ADDI(%c), 2048 : (!rvtarget.gprc) -> !rvtarget.gpr": (
        "imm of ADDI cannot be 2048"
    ),
    "%y = rvtarget.C_ADDI(%r), 1 : (!rvtarget.gpr<s1>) -> !rvtarget.gprnox0<s0>": (
        "rd and rs must be one register"
    ),
}


@pytest.mark.parametrize("line", GOOD)
def test_operations(machine: Machine, line: str):
    parsed(machine.xdsl_dialect, OPERATIONS + line, "rvtarget").verify()


@pytest.mark.parametrize("line", BAD)
def test_bad_operations(machine: Machine, line: str):
    with pytest.raises(VerifyException, match=BAD[line]):
        parsed(machine.xdsl_dialect, OPERATIONS + line, "rvtarget").verify()


def test_selection(machine: Machine):
    assert set(machine.dag_isel.ROOTS) == {"ADD i32, i32 -> i32", "SUB i32, i32 -> i32"}

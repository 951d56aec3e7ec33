"""
`-gen-emitter` against what llvm-tblgen generates: words of random operands.

`encodings.json` has the statements of llvm-tblgen 19's encoder for `encodings.td`; the
tests here run them.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tablegen_modules import (
    DATA,
    INCLUDE,
    LLVM_INCLUDE,
    module_of,
    records_of,
    reference_records,
)
from tablegen_oracle import HAS_ORACLE, run_oracle
from tablegen_rejections import assert_rejected, rejection

from circ.targets.tablegen import load
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.records import RecordKeeper

HERE = Path(__file__).parent
GOLDEN = HERE / "encodings.json"
DESCRIPTION = HERE / "encodings.td"
MINI = DATA / "mini.gen-emitter.inc"
TOY = """
include "circ/Target.td"
def R0 : Register<"r0"> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
class I : Instruction {
  let Namespace = "Toy";
  let Size = 1;
  let OutOperandList = (outs);
  let InOperandList = (ins i32imm:$imm);
}
"""


def encoder_of_llvm(text: str) -> dict[str, Any]:
    """The fixed bits and the statements of each of the target's instructions."""
    bits = {
        name: int(number)
        for number, name in re.findall(r"UINT64_C\((\d+)\),\s*// (\w+)", text)
    }
    found: dict[str, Any] = {}
    body = text[text.index("switch (opcode)") : text.index("default:")]
    for labels, statements in re.findall(
        r"((?:case \w+::\w+:\s*)+)\{(.*?)break;\s*\}", body, re.DOTALL
    ):
        steps = [
            line.strip()
            for line in statements.splitlines()
            if line.strip() and not line.strip().startswith("//")
        ]
        for name in re.findall(r"::(\w+):", labels):
            found[name] = {"bits": bits[name], "steps": steps}
    return found


def value_of(method: str, number: int, operand: int) -> int:
    """What the tests' methods make of an operand: something of all that they get."""
    return operand * 3 + number + len(method)


def word_of_llvm(
    encoder: dict[str, Any], operands: list[int], encodings: dict[int, int]
) -> int:
    """Run the statements; `encodings` has the operands that are registers."""
    word, op = encoder["bits"], 0
    for step in encoder["steps"]:
        if found := re.fullmatch(r"op = getMachineOpValue\(.*\((\d+)\), .*", step):
            number = int(found[1])
            op = encodings.get(number, operands[number])
        elif found := re.fullmatch(r"op = (\w+)\(MI, (\d+), Fixups, STI\);", step):
            op = value_of(found[1], int(found[2]), operands[int(found[2])])
        elif found := re.fullmatch(r"op &= UINT64_C\((\d+)\);", step):
            op &= int(found[1])
        elif found := re.fullmatch(r"op (<<|>>)= (\d+);", step):
            op = op << int(found[2]) if found[1] == "<<" else op >> int(found[2])
        elif step == "Value |= op;":
            word |= op
        elif found := re.fullmatch(
            r"Value \|= \(op & UINT64_C\((\d+)\)\)(?: (<<|>>) (\d+))?;", step
        ):
            part = op & int(found[1])
            places = int(found[3] or 0)
            word |= part << places if found[2] == "<<" else part >> places
        else:
            found = re.fullmatch(r"Value = (\w+)\(MI, Value, STI\);", step)
            assert found, step
            word = value_of(found[1], 0, word) & 0xFFFF
    return word


def hooks_of(module: Any) -> tuple[Any, ...]:
    """The tests' methods, for a module that has some."""
    if not hasattr(module, "Hooks"):
        return ()

    def hook(name: str):
        if name == "fixUp":
            return lambda opcode, operands, word: value_of(name, 0, word) & 0xFFFF
        return lambda opcode, operands, number: value_of(name, number, operands[number])

    return (module.Hooks(*map(hook, module.Hooks._fields)),)


def fitting(module: Any, opcode: int, number: int, random: Random) -> int:
    """A value that the fields of an operand can hold."""
    value = random.randrange(1 << 16)
    for place, _, limit, _ in module.RECIPES[module.RECIPE[opcode]]:
        if place == number and limit >= 0:
            allowed, absent, wanted = module.LIMITS[limit]
            value = random.choice(allowed) & ~absent | wanted
    return value


def assert_same_words(records: RecordKeeper, encoders: dict[str, Any]) -> None:
    module = module_of("gen-emitter", records)
    target = Target(records)
    by_opcode = {target.by_name[name].opcode: name for name in encoders}
    assert list(module.BITS) == sorted(by_opcode)
    random = Random(1)
    for name, encoder in encoders.items():
        instruction = target.by_name[name]
        for _ in range(20):
            operands: list[int] = []
            encodings: dict[int, int] = {}
            for part in instruction.machine_operands:
                if part.register_class is None:
                    operands.append(
                        fitting(module, instruction.opcode, part.number, random)
                    )
                else:
                    register = random.randrange(1, len(module.REGISTER_ENCODINGS))
                    operands.append(register)
                    encodings[part.number] = module.REGISTER_ENCODINGS[register]
            word = module.encode(instruction.opcode, operands, *hooks_of(module))
            assert word == word_of_llvm(encoder, operands, encodings), name


def test_reference_target(tmp_path: Path):
    encoders = encoder_of_llvm(MINI.read_text())
    assert len(encoders) == 9
    assert_same_words(reference_records("mini.td", tmp_path), encoders)


@pytest.mark.skipif(not HAS_ORACLE, reason="needs llvm-tblgen")
def test_golden_is_what_llvm_generates(tmp_path: Path, request: pytest.FixtureRequest):
    source = tmp_path / "encodings.td"
    text = DESCRIPTION.read_text()
    source.write_text(text.replace("circ/Target.td", "llvm/Target/Target.td"))
    outcome = run_oracle(source, "-gen-emitter", f"-I{LLVM_INCLUDE}")
    encoders = encoder_of_llvm(outcome.stdout)
    if request.config.getoption("--regenerate"):
        GOLDEN.write_text(json.dumps(encoders, indent=1) + "\n")
    assert encoders == json.loads(GOLDEN.read_text())


def test_fields_of_all_kinds():
    encoders = json.loads(GOLDEN.read_text())
    assert len(encoders) == 13
    assert_same_words(load(DESCRIPTION, [INCLUDE]), encoders)


def test_words_worked_out_by_hand():
    module = module_of("gen-emitter", load(DESCRIPTION, [INCLUDE]))
    opcodes = Target(load(DESCRIPTION, [INCLUDE])).by_name
    # r0 to r2 and r10 are registers 1 to 4, with encodings 4, 5, 6 and 1.
    assert module.REGISTER_ENCODINGS == (0, 4, 5, 6, 1)
    hooks = hooks_of(module)
    plain = module.encode(opcodes["PLAIN"].opcode, (4, 1, 63), *hooks)
    assert plain == 0b0001_001_100_111111
    split = module.encode(opcodes["SPLIT"].opcode, (1, 0b1010_110_01), *hooks)
    assert split == 0b0010_100_110_1010_1_0
    for name in ("NOTHING", "COPY"):
        with pytest.raises(KeyError):
            module.encode(opcodes[name].opcode, (0, 0), *hooks)


def test_bits_numbered_from_the_other_end(tmp_path: Path):
    body = """
    def X : I {
      field bits<8> Inst;
      bits<6> imm;
      let Inst{0-1} = 0b01;
      let Inst{2-7} = imm;
    }
    """
    text = TOY.replace(
        "def ToyInstrInfo : InstrInfo;",
        "def ToyInstrInfo : InstrInfo { let isLittleEndianEncoding = true; }",
    )
    records = records_of(text + body, tmp_path)
    module = module_of("gen-emitter", records)
    opcode = Target(records).by_name["X"].opcode
    # Bit 0 of Inst is the highest of the word, so that it reads from left to right.
    assert module.encode(opcode, (0b110100,)) == 0b01_110100


@pytest.mark.parametrize(
    ("body", "message"),
    (
        (
            "field bits<8> Inst; bits<8> other; let Inst = other;",
            "No operand named other in record X",
        ),
        (
            "field bits<8> Inst; bits<8> imm; let Inst = imm; "
            'let DisableEncoding = "$imm";',
            "Operand imm used but also marked as not emitted!",
        ),
    ),
)
def test_rejections(body: str, message: str, tmp_path: Path):
    text = f"{TOY}\ndef X : I {{ {body} }}"
    assert_rejected("gen-emitter", text, message, tmp_path)


def test_hardware_modes_are_not_supported(tmp_path: Path):
    body = "def X : I { field bits<8> Inst = 1; int EncodingInfos = 1; }"
    assert rejection("gen-emitter", TOY + body, tmp_path) == (
        "encodings by hardware mode are not supported"
    )


def test_an_instruction_needs_bits(tmp_path: Path):
    message = "Record `X' does not have a field named `Inst'!"
    assert_rejected("gen-emitter", TOY + "def X : I;", message, tmp_path, by_llvm=False)


# Registers whose encodings are wider than their field.

NARROW = """
foreach i = 0...31 in def X#i : Register<"x"#i> { let HWEncoding = i; }
def Some : RegisterClass<"Toy", [i32], 32, (MEMBERS)>;
def MV : I {
  let InOperandList = (ins Some:$s); field bits<8> Inst; bits<3> s; let Inst{7-3} = 3;
  let Inst{2-0} = s;
}
"""


def narrow(members: str) -> str:
    return TOY + NARROW.replace("MEMBERS", members)


@pytest.mark.parametrize(
    ("members", "codes"),
    (
        ('sequence "X%u", 8, 15', range(8, 16)),
        ("add X9, X18, X27, X4", (9, 18, 27, 4)),
    ),
)
def test_low_bits_tell_registers_apart(
    members: str, codes: Iterable[int], tmp_path: Path
):
    records = records_of(narrow(members), tmp_path)
    encoder = module_of("gen-emitter", records)
    decoder = module_of("gen-disassembler", records)
    opcode = Target(records).by_name["MV"].opcode
    numbers = {code: n for n, code in enumerate(encoder.REGISTER_ENCODINGS) if n > 1}
    for code in codes:
        word = encoder.encode(opcode, (numbers[code],))
        assert word == 3 << 3 | code & 7
        found = decoder.decode(word, decoder.DECODER_TABLE_8)
        assert found.operands == (numbers[code],)
    for code in set(range(32)) - set(codes):
        with pytest.raises(ValueError, match="cannot be"):
            encoder.encode(opcode, (numbers[code],))


@pytest.mark.parametrize("option", ("gen-emitter", "gen-disassembler"))
def test_low_bits_that_are_the_same(option: str, tmp_path: Path):
    text = narrow('add (sequence "X%u", 8, 15), X16')
    assert rejection(option, text, tmp_path) == (
        "'MV' has 3 bits for a register of Some, in which X8 and X16 are the same"
    )


def test_registers_of_a_class_that_only_code_knows(tmp_path: Path):
    text = """
    def pointer : PointerLikeRegClass<2>;
    def MV : I {
      let InOperandList = (ins pointer:$s); field bits<8> Inst; bits<4> s;
      let Inst{7-4} = 3; let Inst{3-0} = s;
    }
    def R5 : Register<"r5"> { let HWEncoding = 5; }
    """
    records = records_of(TOY + text, tmp_path)
    encoder = module_of("gen-emitter", records)
    decoder = module_of("gen-disassembler", records)
    opcode = Target(records).by_name["MV"].opcode
    assert encoder.encode(opcode, (encoder.REGISTER_ENCODINGS.index(5),)) == 0x35
    assert decoder.Hooks._fields == ("DecodePointerLikeRegClass2",)

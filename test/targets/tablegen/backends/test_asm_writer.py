"""
`-gen-asm-writer` against what llvm-tblgen generates, and texts worked out by hand.

`printing.json` has the printers of llvm-tblgen 19 for both variants of `assembly.td`.
"""

import json
from collections.abc import Sequence
from pathlib import Path
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
from tablegen_printer import printer_of_llvm, text_of_llvm
from tablegen_rejections import assert_rejected, rejection

from circ.targets.tablegen import load
from circ.targets.tablegen.analysis.registers import Registers
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.records import RecordKeeper

HERE = Path(__file__).parent
GOLDEN = HERE / "printing.json"
DESCRIPTION = HERE / "assembly.td"
MINI = DATA / "mini.gen-asm-writer.inc"
TOY = """
include "circ/Target.td"
def R0 : Register<"r0"> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
class I<string asm> : Instruction {
  let Namespace = "Toy";
  let Size = 4;
  let OutOperandList = (outs GPR:$d);
  let InOperandList = (ins i32imm:$i);
  let AsmString = asm;
}
def ADD : I<"add $d, $i">;
"""


def hook(name: str) -> Any:
    """The tests' methods show all that they are given."""

    def show(
        opcode: int, operands: Sequence[int | str], number: int, modifier: str
    ) -> str:
        operand = operands[number] if number >= 0 else ""
        return f"<{name}{f'[{modifier}]' if modifier else ''} {number} {operand}>"

    return show


def hooks_of(module: Any) -> tuple[Any, ...]:
    if not hasattr(module, "Hooks"):
        return ()
    return (module.Hooks(*map(hook, module.Hooks._fields)),)


def assert_same_texts(
    records: RecordKeeper, printer: dict[str, Any], variant: int | None = None
) -> int:
    """All instructions that LLVM numbers too print the same; how many have a text."""
    module = module_of("gen-asm-writer", records)
    target, registers = Target(records), Registers(records).registers
    more = () if variant is None else (0, variant)
    texts = 0
    for name in printer["words"]:
        if name not in target.by_name:
            continue  # a generic one that our base file does not have
        instruction = target.by_name[name]
        # No registers by number, so that no alias fits.
        operands = [f"o{number}" for number in range(9)]

        def shown(method: str, number: int, operands: Sequence[str] = operands) -> str:
            if method == "printOperand":
                return operands[number]
            plain, _, modifier = method.rstrip("]").partition("[")
            return hook(plain)(0, operands, number, modifier)

        expected = text_of_llvm(printer, name, shown)
        if expected is None:
            assert instruction.opcode not in module.TEXTS
            continue
        found = module.print_instruction(
            instruction.opcode, operands, *hooks_of(module), *more
        )
        assert found == expected, name
        texts += 1
    assert len(module.REGISTER_NAMES) == len(registers) + 1
    return texts


def test_reference_target(tmp_path: Path):
    records = reference_records("mini.td", tmp_path)
    printer = printer_of_llvm(MINI.read_text())
    assert assert_same_texts(records, printer) == 10  # nine, and BUNDLE
    module = module_of("gen-asm-writer", records)
    assert module.REGISTER_NAMES == ("", "r0", "r1", "r2")
    opcode = Target(records).by_name["ADD_pt"].opcode
    assert module.print_instruction(opcode, (1, 3, -7)) == "ADD.t\tr0, r2, -7"


@pytest.mark.skipif(not HAS_ORACLE, reason="needs llvm-tblgen")
def test_golden_is_what_llvm_generates(tmp_path: Path, request: pytest.FixtureRequest):
    source = tmp_path / "assembly.td"
    text = DESCRIPTION.read_text()
    source.write_text(text.replace("circ/Target.td", "llvm/Target/Target.td"))
    found = [
        printer_of_llvm(
            run_oracle(
                source,
                "-gen-asm-writer",
                f"-asmwriternum={variant}",
                f"-I{LLVM_INCLUDE}",
            ).stdout
        )
        for variant in range(2)
    ]
    for printer in found:  # LLVM's own generic instructions are not ours
        printer["words"] = {
            name: word for name, word in printer["words"].items() if name.isupper()
        }
    if request.config.getoption("--regenerate"):
        GOLDEN.write_text(json.dumps(found, indent=1) + "\n")
    assert found == json.loads(GOLDEN.read_text())


@pytest.mark.parametrize("variant", (0, 1))
def test_texts_are_those_of_llvm(variant: int):
    records = load(DESCRIPTION, [INCLUDE])
    printer = json.loads(GOLDEN.read_text())[variant]
    assert assert_same_texts(records, printer, variant) == 27


class Printer:
    def __init__(self) -> None:
        records = load(DESCRIPTION, [INCLUDE])
        self.module = module_of("gen-asm-writer", records)
        self.opcodes = {each.name: each.opcode for each in Target(records).instructions}

    def __call__(self, name: str, *operands: int | str, **more: int) -> str:
        hooks = hooks_of(self.module)
        opcode = self.opcodes[name]
        return self.module.print_instruction(opcode, operands, *hooks, **more)


@pytest.fixture(scope="module")
def printer() -> Printer:
    return Printer()


FLAGS, R0, R1, R2, R10 = range(1, 6)
X = 1


@pytest.mark.parametrize(
    ("text", "name", "operands"),
    (
        ("add\tr2, r1, 5", "ADDB", (R2, R1, 5)),
        ("add\tr2, here, label+4", "ADDB", (R2, "here", "label+4")),
        ("load r1, [r2]-5", "LOAD", (R1, R2, -5)),
        ("store r1, <printMemory 1 3>", "STORE", (R1, R2 - 1, 5)),
        ("exact 100%", "EXACT", ()),
        ("marked <printRegister 0 3>, label", "MARKED", (R1, "label")),
        ("move.w r1, <printHex 1 255>", "MOVE", (R1, 255)),
        (
            "modified $<printOperand[low] 0 7>, <printHex[up] 1 8><PrintSpecial[note] "
            "-1 >",
            "MODIFIED",
            (7, 8),
        ),
    ),
)
def test_texts(printer: Printer, text: str, name: str, operands: tuple[int | str, ...]):
    if name == "MARKED":  # its alias has the same operands and comes first
        text = "show <printRegister 0 3>, <printHex 1 label>"
    assert printer(name, *operands) == text


def test_variants(printer: Printer):
    assert printer("MOVE", R1, 255, variant=1) == "mov.w r1 <- <printHex 1 255>"
    with pytest.raises(KeyError):
        printer("COPY", R1, R2)


@pytest.mark.parametrize(
    ("text", "operands", "features"),
    (
        ("li r2, 7", (R2, R0, 7), 0),  # of higher priority than what follows
        ("li r2, 0", (R2, R0, 0), 0),
        ("copy r2, r1", (R2, R1, 0), 0),
        ("double r2", (R2, R2, 1), 0),
        ("add\tr2, r1, 1", (R2, R1, 1), 0),
        ("lower r0, r1", (R0, R1, 2), X),
        ("add\tr0, r1, 2", (R0, R1, 2), 0),
        ("add\tr2, r1, 2", (R2, R1, 2), X),
        ("add\tr2, r1, 3", (R2, R1, 3), 0),  # of priority 0
        ("add\tr2, r1, zero", (R2, R1, "zero"), 0),
    ),
)
def test_aliases(
    printer: Printer, text: str, operands: tuple[int | str, ...], features: int
):
    assert printer("ADDW", *operands, features=features) == text


def test_more_aliases(printer: Printer):
    assert printer("TIE", R1, R1, R1) == "self r1"
    assert printer("TIE", R1, R1, R2) == "tie r1, r2"
    assert printer("STORE", R1, R2, -4) == "push r1"
    assert printer("STORE", R1, R2, -8) == "store r1, <printMemory 1 4>"


def test_alternative_names_of_registers(printer: Printer):
    assert printer.module.REGISTER_NAMES == ("", "flags", "r0", "r1", "r2", "r10")
    assert printer.module.ALTERNATIVE_NAMES == {
        "ABI": ("", "cc", "zero", "ra", "sp", "tp")
    }


@pytest.mark.parametrize(
    ("asm", "message"),
    (
        ("x $", "Stray '$' in 'X' asm string, maybe you want $$?"),
        ("x ${}", "Stray '$' in 'X' asm string, maybe you want $$?"),
        ("x ${d", "Reached end of string before terminating curly brace in 'X'"),
        ("x ${d:", "Reached end of string before terminating curly brace in 'X'"),
        ("x ${d:}", "Bad operand modifier name in 'X'"),
        ("x ${d+}", "Variable name beginning with '{' did not end with '}' in 'X'"),
        ("x $z", "'X' does not have an operand named '$z'!"),
        (
            "x \\\\z",
            "Non-supported escaped character found in instruction 'X'!",
        ),
    ),
)
def test_rejected_strings(asm: str, message: str, tmp_path: Path):
    text = f'{TOY}\ndef X : I<"{asm}">;'
    assert_rejected("gen-asm-writer", text, message, tmp_path)


def test_other_rejections(tmp_path: Path):
    # LLVM asserts here.
    assert rejection("gen-asm-writer", TOY + 'def X : I<"x {a|b">;', tmp_path) == (
        "Unterminated variants in assembly string of 'X'"
    )
    alias = 'def : InstAlias<"x $d", (ADD GPR:$d, 0x1ffffffff)>;'
    message = (
        "Matching an alias with an immediate out of the range of int32_t is not "
        "supported"
    )
    assert rejection("gen-asm-writer", TOY + alias, tmp_path) == message


def test_escapes(tmp_path: Path):
    records = records_of(TOY + r'def X : I<"x\\n\\t\\{\\|\\}\\\\\\$ 5%$$">;', tmp_path)
    module = module_of("gen-asm-writer", records)
    opcode = Target(records).by_name["X"].opcode
    assert module.print_instruction(opcode, (1, 2)) == "x\n\t{|}\\$ 5%$"

"""
`-gen-instr-info` against what llvm-tblgen generates: numbers, flags and operands.

`instructions.json` has the descriptors that llvm-tblgen 19 makes of `instructions.td`
over its own base file; circ makes the same over its base file.
"""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tablegen_modules import (
    DATA,
    LLVM_INCLUDE,
    executed,
    generate,
    llvm_include,
    module_of,
    records_of,
    reference_records,
)
from tablegen_oracle import HAS_ORACLE, ORACLE

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen import load

HERE = Path(__file__).parent
GOLDEN = HERE / "instructions.json"
MINI = DATA / "mini.gen-instr-info.inc"
EXTRA = """
class PredicateOp;
class PredicateOperand<ValueType ty, dag types, dag always>
    : Operand<ty>, PredicateOp { let MIOperandInfo = types; dag DefaultOps = always; }
class OptionalDefOperand<ValueType ty, dag types, dag always> : Operand<ty> {
  let MIOperandInfo = types;
  dag DefaultOps = always;
}
class SchedWrite : SchedReadWrite;
class SchedRead : SchedReadWrite;
class Sched<list<SchedReadWrite> rw> { list<SchedReadWrite> SchedRW = rw; }
def sdiv : SDNode<"DIV", SDTIntBinOp>;
"""
TOY = """
include "circ/Target.td"
def R0 : Register<"r0"> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
class I<list<dag> pattern = []> : Instruction {
  let Namespace = "Toy";
  let Size = 4;
  let OutOperandList = (outs GPR:$d);
  let InOperandList = (ins GPR:$a);
  let Pattern = pattern;
}
"""


def operand_row(text: str) -> list[Any]:
    """[class, flags, type, tie, early clobber] of LLVM's MCOperandInfo."""
    register_class, flags, kind, constraint = re.split(r", (?![^(]*\))", text.strip())
    tie = re.fullmatch(r"MCOI_TIED_TO\((\d+)\)", constraint)
    named = re.fullmatch(r"\w+::(\w+)RegClassID", register_class)
    return [
        named[1] if named else None,
        re.findall(r"MCOI::(\w+)", flags),
        kind,
        int(tie[1]) if tie else -1,
        constraint == "MCOI_EARLY_CLOBBER",
    ]


def rows_of_llvm_19(text: str) -> dict[str, list[Any]]:
    """The descriptors of the target's own instructions in LLVM 19's layout, by name."""
    schedule = re.search(r"namespace Sched \{(.*?)SCHED_LIST_END", text, re.DOTALL)
    assert schedule
    classes: list[str] = re.findall(r"(\w+)\t= \d+", schedule[1])
    tables = re.search(r"Descs = \{(.*?)\n\};", text, re.DOTALL)
    assert tables
    parts = tables[1].split("\n  }, {")
    operands = [operand_row(each) for each in re.findall(r"\{ (.*?) \}", parts[1])]
    implicit = re.findall(r"\w+::(\w+)", re.sub(r"/\*.*?\*/", "", parts[2]))
    found: dict[str, list[Any]] = {}
    for line in parts[0].split("\n"):
        row = re.match(r"\s*\{ (.*) \},  // Inst #\d+ = (\w+)", line)
        if row is None:
            continue
        cells = [cell.strip() for cell in row[1].split(",")]
        count, definitions, size, number, uses, clobbers = map(int, cells[1:7])
        start = int(cells[7].split("+")[1])
        offset = int(cells[8])
        used = implicit[start : start + uses + clobbers]
        found[row[2]] = [
            definitions,
            size,
            classes[number],
            sorted(name.upper() for name in re.findall(r"MCID::(\w+)", cells[9])),
            int(cells[10].removesuffix("ULL"), 16),
            used[:uses],
            used[uses:],
            operands[offset : offset + count],
        ]
    return found


def rows_of_circ(module: Any) -> dict[str, list[Any]]:
    """The same of our module."""
    found: dict[str, list[Any]] = {}
    for each in module.INSTRUCTIONS:
        assert each.operand_count == len(each.operands)
        found[each.name] = [
            each.definition_count,
            each.size,
            module.SCHEDULE_CLASSES[each.schedule_class],
            sorted(f.name.replace("_", "") for f in module.Flag if f in each.flags),
            each.target_flags,
            list(each.implicit_uses),
            list(each.implicit_definitions),
            [
                [
                    operand.register_class,
                    list(operand.flags),
                    operand.operand_type,
                    operand.tied_to,
                    operand.is_early_clobber,
                ]
                for operand in each.operands
            ],
        ]
    return found


@pytest.fixture
def instructions(tmp_path: Path) -> Any:
    text = (HERE / "instructions.td").read_text()
    description = f'include "circ/Target.td"\n{EXTRA}{text}'
    return module_of("gen-instr-info", records_of(description, tmp_path))


def test_descriptors(instructions: Any, request: pytest.FixtureRequest, tmp_path: Path):
    if request.config.getoption("--regenerate") and HAS_ORACLE:
        text = (HERE / "instructions.td").read_text()
        path = tmp_path / "oracle.td"
        path.write_text(f'include "llvm/Target/Target.td"\n{text}')
        command = [ORACLE, "-gen-instr-info", f"-I{LLVM_INCLUDE}", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        rows = rows_of_llvm_19(done.stdout)
        kept = {name: row for name, row in rows.items() if f"def {name} :" in text}
        GOLDEN.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
    wanted: dict[str, list[Any]] = json.loads(GOLDEN.read_text())
    found = rows_of_circ(instructions)
    assert len(wanted) == 28
    assert {name: found[name] for name in wanted} == wanted


def test_enumeration(instructions: Any):
    names = [each.name for each in instructions.INSTRUCTIONS]
    assert [instructions.Opcode[name] for name in names] == list(range(len(names)))
    assert len(names) == instructions.INSTRUCTION_LIST_END
    assert names.index("REST") < names.index("ADD")  # a pseudo


def test_named_operands(instructions: Any):
    index = instructions.getNamedOperandIdx
    tied = instructions.Opcode.TIED
    assert [index(tied, name) for name in ("d", "e", "a", "m", "n")] == [0, 1, 2, 3, -1]
    assert index(instructions.Opcode.MULTIPLE, "n") == 1
    assert index(instructions.Opcode.ADD, "d") == -1


def test_operands_have_names(instructions: Any):
    names = [
        each.name
        for each in instructions.INSTRUCTIONS[instructions.Opcode.TIED].operands
    ]
    assert names == ["d", "e", "a", "m.0", "m.1"] or names[3:] == ["m.base", "m.off"]


def test_reference_target(tmp_path: Path):
    """All that LLVM 14 says of the target's own instructions."""
    text = MINI.read_text()
    module = module_of("gen-instr-info", reference_records("mini.td", tmp_path))
    infos = {
        name: [operand_row(each) for each in re.findall(r"\{ ([^{}]*) \}", row)]
        for name, row in re.findall(r"MCOperandInfo (\w+)\[\] = \{(.*)\};", text)
    }
    found = rows_of_circ(module)
    own = list(found)[-9:]
    rows = re.findall(r"\n  \{ (\d+),(.*?) \},  // Inst #\d+ = (\w+)", text)
    seen = 0
    for _, row, name in rows:
        if name not in own:
            continue
        seen += 1
        cells = [cell.strip() for cell in row.split(",")]
        assert found[name][:2] == [int(cells[1]), int(cells[2])]
        flags = sorted(each.upper() for each in re.findall(r"MCID::(\w+)", cells[4]))
        assert found[name][3:5] == [flags, int(cells[5].removesuffix("ULL"), 16)]
        assert found[name][7] == infos[cells[8]]
    assert seen == 9
    order = [name for _, _, name in rows if name in own]
    assert [each.name for each in module.INSTRUCTIONS[-9:]] == order


@pytest.mark.skipif(
    not (HAS_ORACLE and LLVM_INCLUDE.exists()), reason="llvm-tblgen 19 is absent"
)
def test_all_instructions_of_llvm(tmp_path: Path):
    """Over LLVM's own base file, the generic instructions agree as well."""
    include = llvm_include(tmp_path)
    options = [f"-I{folder}" for folder in include]
    command = [ORACLE, "-gen-instr-info", *options, str(DATA / "mini.td")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    wanted = rows_of_llvm_19(done.stdout)
    module = module_of("gen-instr-info", load(DATA / "mini.td", include=include))
    assert list(wanted) == [each.name for each in reversed(module.INSTRUCTIONS)]
    assert rows_of_circ(module) == wanted


def test_names_that_python_keeps(tmp_path: Path):
    text = f"{TOY} def and_op : I; def mro : I; def is : I; def 8i : I;"
    module = module_of("gen-instr-info", records_of(text, tmp_path))
    assert {each.name for each in module.INSTRUCTIONS} >= {"mro", "is", "8i"}
    assert module.Opcode.is_.name == "is_"
    assert module.Opcode.mro_ < module.INSTRUCTION_LIST_END
    assert module.INSTRUCTIONS[module.Opcode["_8i"]].name == "8i"


def test_registers_may_be_renamed(tmp_path: Path):
    text = TOY.replace(
        "ToyInstrInfo; }", "ToyInstrInfo; let AllowRegisterRenaming = 1; }"
    )
    module = module_of("gen-instr-info", records_of(f"{text} def X : I;", tmp_path))
    flags = module.INSTRUCTIONS[module.Opcode.X].flags
    assert flags == module.Flag.UNMODELED_SIDE_EFFECTS


def test_generated_text_is_the_same_each_time(tmp_path: Path):
    first = generate("gen-instr-info", reference_records("mini.td", tmp_path))
    second = generate("gen-instr-info", reference_records("mini.td", tmp_path))
    assert first == second
    executed(first)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def X : I { let TSFlags{3} = ?; }", "Invalid TSFlags bit in X"),
        (
            "def is : I; def is_ : I;",
            "'is' and 'is_' are one name in Python",
        ),
        (
            'def ld_ : SDNode<"LD", SDTUnaryOp, [SDNPMayLoad]>;'
            "def X : I<[(set GPR:$d, (ld_ GPR:$a))]> { let mayLoad = 0; }",
            "Pattern doesn't match mayLoad = 0",
        ),
        (
            'def st_ : SDNode<"ST", SDTUnaryOp, [SDNPMayStore]>;'
            "def X : I<[(set GPR:$d, (st_ GPR:$a))]> { let mayStore = 0; }",
            "Pattern doesn't match mayStore = 0",
        ),
        (
            "def X : I<[(set GPR:$d, (sub GPR:$a, GPR:$a))]> { let mayStore = 1; }",
            "Pattern doesn't match mayStore = 1",
        ),
        (
            'def odd : SDNode<"ODD", SDTUnaryOp, [SDNPSideEffect]>;'
            "def X : I<[(set GPR:$d, (odd GPR:$a))]> { let hasSideEffects = 0; }",
            "Pattern doesn't match hasSideEffects = 0",
        ),
    ],
)
def test_wrong_instructions(text: str, message: str, tmp_path: Path):
    with pytest.raises(Diagnostic) as error:
        generate("gen-instr-info", records_of(TOY + text, tmp_path))
    assert error.value.message == message


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ("", "hasSideEffects"),
        ("let hasSideEffects = 0;", "mayStore"),
        ("let hasSideEffects = 0; let mayStore = 0;", "mayLoad"),
    ],
)
def test_effects_are_not_guessed(given: str, missing: str, tmp_path: Path):
    toy = TOY.replace(
        ": InstrInfo;", ": InstrInfo { let guessInstructionProperties = 0; }"
    )
    with pytest.raises(Diagnostic) as error:
        text = f"{toy} def X : I {{ {given} }}"
        generate("gen-instr-info", records_of(text, tmp_path))
    assert error.value.message == f"Can't infer {missing} from patterns"

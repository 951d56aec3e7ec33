"""
Function predicates, against the C++ that llvm-tblgen 19 makes of the same records.

`predicates.json` has the bodies of LLVM's functions, by layer and name. They are read
as Python and must answer as ours do, on every instruction of a family.
"""

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tablegen_modules import LLVM_INCLUDE, module_of, records_of
from tablegen_oracle import HAS_ORACLE, ORACLE

from circ.dialects.common.diagnostics import Diagnostic

HERE = Path(__file__).parent
GOLDEN = HERE / "predicates.json"
REGISTERS = {"R0": 1, "R1": 2}
VIRTUAL = 1 << 31


class Number(int):
    """A register's number, which LLVM asks whether it is virtual."""

    def isVirtual(self) -> bool:
        return self >= VIRTUAL


@dataclass
class Operand:
    kind: str
    value: int

    def is_reg(self) -> bool:
        return self.kind == "reg"

    def is_imm(self) -> bool:
        return self.kind == "imm"

    def is_global(self) -> bool:
        return self.kind == "global"

    def is_virtual(self) -> bool:
        return self.value >= VIRTUAL

    def get_reg(self) -> int:
        return Number(self.value)

    def get_imm(self) -> int:
        return self.value

    isReg, isImm, isGlobal, getReg, getImm = (
        is_reg,
        is_imm,
        is_global,
        get_reg,
        get_imm,
    )


@dataclass
class Machine:
    opcode: int
    operands: tuple[Operand, ...]

    def get_opcode(self) -> int:
        return self.opcode

    def get_num_operands(self) -> int:
        return len(self.operands)

    def get_operand(self, index: int) -> Operand:
        return self.operands[index]

    getOpcode, getNumOperands, getOperand = (
        get_opcode,
        get_num_operands,
        get_operand,
    )


def half(value: int) -> int:
    return value // 2


def is_odd(mi: Machine, *_: object) -> bool:
    return mi.operands[2].value % 2 == 1


def is_even(mi: Machine, *_: object) -> bool:
    return mi.operands[2].value % 2 == 0


FUNCTIONS = SimpleNamespace(
    Space_TWO=2,
    ONE=1,
    Space_half=half,
    Space_odd=is_odd,
    odd=is_even,
    calledMC=is_odd,
    calledMI=is_even,
)


def machines(opcodes: Any) -> Iterator[Machine]:
    """Every opcode with registers, virtual ones, none, small numbers and a symbol."""
    kinds = [
        *(Operand("reg", value) for value in (0, 1, 2, 3, VIRTUAL)),
        *(Operand("imm", value) for value in (-2, 0, 2)),
        Operand("global", 0),
    ]
    last = [Operand("imm", value) for value in range(-3, 4)] + [kinds[1], kinds[-1]]
    for name in "ABCPQ":
        for first, second, third in product(kinds, kinds, last):
            yield Machine(opcodes[name], (first, second, third))
        yield Machine(opcodes[name], (*kinds[:3], kinds[0]))


def python_of(statement: str) -> str:
    """A C++ statement of LLVM's functions as a Python expression over MI."""
    statement = statement.strip()
    if statement.startswith("return"):
        text = statement.removeprefix("return").strip().rstrip(";")
        text = re.sub(r"Toy\w*::", "", text).replace("MCII", "None")
        text = text.replace("::", "_").replace("TheTII->", "")
        text = re.sub(r"!(?!=)", " not ", text)
        text = text.replace("&&", " and ").replace("||", " or ")
        text = re.sub(r"\btrue\b", "True", re.sub(r"\bfalse\b", "False", text))
        return f"bool({text})"
    found = re.fullmatch(
        r"switch\(MI\.getOpcode\(\)\) \{(.*)default:(.*)\} // end of switch-stmt",
        statement,
        re.DOTALL,
    )
    assert found, statement
    cases, default = found[1], found[2]
    if "switch" in cases:  # the innermost default belongs to the nested switch
        cases, default = found[1].split("default:", 1)
        default = f"{default}default:{found[2]}"
    result = python_of(default)
    for labels, body in re.findall(r"((?:\s*case \w+::\w+:)+)(.*?;)", cases, re.DOTALL):
        names = re.findall(r"::(\w+):", labels)
        result = (
            f"({python_of(body)} if MI.opcode in ({', '.join(names)},) else {result})"
        )
    return result


def bodies_of(text: str) -> dict[str, dict[str, str]]:
    """The functions of both layers in what llvm-tblgen writes."""
    found: dict[str, dict[str, str]] = {}
    for layer, guard in (("mi", "HELPERS"), ("mc", "MC_HELPERS")):
        part = text.split(f"#ifdef GET_INSTRINFO_{guard}\n")[1].split("\n#endif")[0]
        functions = re.findall(
            r"bool (?:\w+::)?(\w+)\(const \w+ &MI\) *\{\n(.*?)\n\}\n", part, re.DOTALL
        )
        found[layer] = {name: " ".join(body.split()) for name, body in functions}
    return found


@pytest.fixture
def module(tmp_path: Path) -> Any:
    text = (HERE / "predicates.td").read_text()
    records = records_of(f'include "circ/Target.td"\n{text}', tmp_path)
    return module_of("gen-instr-info", records)


def test_answers_of_llvm(module: Any, request: pytest.FixtureRequest, tmp_path: Path):
    if request.config.getoption("--regenerate") and HAS_ORACLE:
        path = tmp_path / "oracle.td"
        text = (HERE / "predicates.td").read_text()
        path.write_text(f'include "llvm/Target/Target.td"\n{text}')
        command = [ORACLE, "-gen-instr-info", f"-I{LLVM_INCLUDE}", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        GOLDEN.write_text(json.dumps(bodies_of(done.stdout), indent=1) + "\n")
    wanted: dict[str, dict[str, str]] = json.loads(GOLDEN.read_text())
    family = list(machines(module.Opcode))
    count = 0
    for layer, suffix in (("mi", ""), ("mc", "_mc")):
        names: dict[str, Any] = {**vars(FUNCTIONS), **REGISTERS}
        names |= {each.name: each.value for each in module.Opcode}
        for name, body in wanted[layer].items():
            names[name] = eval(f"lambda MI: {python_of(body)}", names)
        for name in wanted[layer]:
            ours: Callable[[Machine, Any], bool] = vars(module)[name + suffix]
            theirs: Callable[[Machine], bool] = names[name]
            for each in family:
                assert ours(each, FUNCTIONS) == theirs(each), (layer, name, each)
            count += 1
    assert count > 200


def test_three_operands(module: Any):
    """LLVM's example: registers, and a number or a symbol that counts."""
    a, c = module.Opcode.A, module.Opcode.C
    register, none = Operand("reg", 1), Operand("reg", 0)
    for opcode, operands, wanted in (
        (a, (register, register, Operand("imm", 4)), True),
        (a, (register, register, Operand("global", 0)), True),
        (a, (register, register, Operand("imm", 0)), False),
        (a, (register, none, Operand("imm", 4)), False),
        (c, (register, register, Operand("imm", 4)), False),
    ):
        assert module.isThreeOperands(Machine(opcode, operands), FUNCTIONS) is wanted
    symbol = Machine(a, (register, register, Operand("global", 0)))
    assert module.isThreeOperands_mc(symbol, FUNCTIONS) is False


BASE = """
include "circ/Target.td"
def R0 : Register<"r0"> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
def A : Instruction {
  let Namespace = "Toy";
  let OutOperandList = (outs);
  let InOperandList = (ins);
}
class Asks<string name, MCInstPredicate p>
    : TIIPredicate<name, MCReturnStatement<p>>;
"""


@pytest.mark.parametrize(
    ("predicate", "wanted"),
    [
        ('CheckNot<CheckNonPortable<"MI.get_num_operands() == 0">>', (False, True)),
        ("CheckNot<CheckPseudo<[A]>>", (False, True)),
        ("CheckAll<[]>", (True, True)),
        ("CheckAny<[]>", (False, False)),
        ("CheckNot<CheckAll<[]>>", (False, False)),
        ("CheckOpcode<[]>", (False, False)),
    ],
)
def test_where_llvm_has_no_code_to_compile(
    predicate: str, wanted: tuple[bool, bool], tmp_path: Path
):
    text = f'{BASE} def : Asks<"asked", {predicate}>;'
    found = module_of("gen-instr-info", records_of(text, tmp_path))
    machine = Machine(found.Opcode.A, ())
    assert (found.asked(machine), found.asked_mc(machine)) == wanted


def test_negated_functions(tmp_path: Path):
    text = f'{BASE} def : Asks<"asked", CheckNot<CheckFunctionPredicate<"a", "b">>>;'
    found = module_of("gen-instr-info", records_of(text, tmp_path))
    functions = SimpleNamespace(a=lambda mi: True, b=lambda mi: False)
    machine = Machine(found.Opcode.A, ())
    assert found.asked(machine, functions) is True
    assert found.asked_mc(machine, functions) is False


def test_names_of_predicates_keep_away_from_the_module(tmp_path: Path):
    text = """
def Inner : Asks<"Opcode", CheckOpcode<[A]>>;
def Outer : Asks<"mi", Inner>;
"""
    found = module_of("gen-instr-info", records_of(BASE + text, tmp_path))
    assert found.mi_(Machine(found.Opcode.A, ())) is True
    assert found.mi_(Machine(0, ())) is False


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            'def x : Asks<"same", TruePred>; def y : Asks<"same", FalsePred>;',
            "TIIPredicate same is multiply defined.",
        ),
        (
            "class Mine : MCInstPredicate; def mine : Mine;"
            'def x : Asks<"asked", mine>;',
            "No known rules to expand the predicate 'mine'",
        ),
        (
            'class Mine : MCOperandPredicate<0> { string FunctionMapper = ""; }'
            'def mine : Mine; def x : Asks<"asked", mine>;',
            "No known rules to expand the predicate 'mine'",
        ),
        (
            "class Mine : MCStatement; def mine : Mine;"
            'def x : TIIPredicate<"asked", mine>;',
            "No known rules to expand the statement 'mine'",
        ),
        (
            'def x : Asks<"asked", CheckNonPortable<"MI->isGlobal()">>;',
            "CheckNonPortable needs a Python expression over MI, not 'MI->isGlobal()'",
        ),
        (
            'def x : Asks<"asked", CheckNonPortable<"isGood(MI)">>;',
            "CheckNonPortable may only name MI, not 'isGood'",
        ),
        (
            'def x : Asks<"asked", CheckImmOperand_s<0, "1 + 2">>;',
            "the value of CheckImmOperand_s is no number and no name: '1 + 2'",
        ),
        (
            'def x : Asks<"asked", CheckImmOperand_s<0, "">>;',
            "the value of CheckImmOperand_s is no number and no name: ''",
        ),
        (
            'def x : Asks<"a1", CheckImmOperand_s<0, "f">>;'
            'def y : Asks<"a2", CheckFunctionPredicate<"f", "f">>;',
            "predicates use 'f' in different ways",
        ),
        (
            "def c : MCOpcodeSwitchCase<[A], MCReturnStatement<TruePred>>;"
            'def x : TIIPredicate<"asked", MCOpcodeSwitchStatement<[c, c], '
            "MCReturnStatement<FalsePred>>>;",
            "two cases of 'asked' have 'A'",
        ),
        (
            "def mine : CheckNot<TruePred> { let Pred = mine; }"
            'def x : Asks<"asked", mine>;',
            "'mine' is nested too deeply, or holds itself",
        ),
        (
            "def s : MCOpcodeSwitchStatement<[], MCReturnStatement<FalsePred>> "
            "{ let DefaultCase = s; }"
            'def x : TIIPredicate<"asked", s>;',
            "'s' is nested too deeply, or holds itself",
        ),
    ],
)
def test_wrong_predicates(text: str, wanted: str, tmp_path: Path):
    with pytest.raises(Diagnostic) as error:
        module_of("gen-instr-info", records_of(BASE + text, tmp_path))
    assert error.value.message == wanted

"""
`-gen-asm-matcher` against what llvm-tblgen generates: tables, then what they match.

`assembly.json` has the match tables of llvm-tblgen 19 for `assembly.td`.
"""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tablegen_matcher import class_of_token, matcher_of_llvm
from tablegen_modules import (
    DATA,
    INCLUDE,
    LLVM_INCLUDE,
    generate,
    module_of,
    records_of,
    reference_records,
)
from tablegen_oracle import HAS_ORACLE, run_oracle
from tablegen_rejections import assert_rejected, rejection

from circ.targets.tablegen import load
from circ.targets.tablegen.analysis.registers import Registers
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.match_classes import (
    REGISTER_CLASS,
    TOKEN,
    MatchClass,
)
from circ.targets.tablegen.backends.matchables import MatchableReader
from circ.targets.tablegen.backends.predicates import Predicates
from circ.targets.tablegen.records import RecordKeeper

HERE = Path(__file__).parent
GOLDEN = HERE / "assembly.json"
DESCRIPTION = HERE / "assembly.td"
MINI = DATA / "mini.gen-asm-matcher.inc"
TOY = """
include "circ/Target.td"
def R0 : Register<"r0"> { let Namespace = "Toy"; }
def R1 : Register<"r1"> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i32], 32, (add R0, R1)>;
def LOW : RegisterClass<"Toy", [i32], 32, (add R0)>;
def ToyInstrInfo : InstrInfo;
def ToyParser : AsmParser;
def ToyVariant : AsmParserVariant { let CommentDelimiter = ";"; }
def Toy : Target {
  let InstructionSet = ToyInstrInfo;
  let AssemblyParsers = [ToyParser];
  let AssemblyParserVariants = [ToyVariant];
}
class I<string asm, dag outs = (outs), dag ins = (ins)> : Instruction {
  let Namespace = "Toy";
  let Size = 4;
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = asm;
}
def ADD : I<"add $d, $s, $i", (outs GPR:$d), (ins GPR:$s, i32imm:$i)>;
"""


class Written(NamedTuple):
    """An operand as the tests write it."""

    token: str | None = None
    register: int = 0
    value: int | None = None


def tables(records: RecordKeeper) -> list[list[dict[str, Any]]]:
    """Our entries as the golden has LLVM's, of modules and of classes."""
    module = module_of("gen-asm-matcher", records)
    target, registers = Target(records), Registers(records)
    variants = target.record.records("AssemblyParserVariants")
    (parser,) = target.record.records("AssemblyParsers")
    names = {register.number: register.name for register in registers.registers}

    def steps(conversion: int) -> list[list[Any]]:
        found: list[list[Any]] = []
        ours, equal = module.CONVERSIONS[conversion]
        pairs = iter(equal)
        for how, argument in ours:
            if how >= 0:
                renderer = module.Renderers._fields[how]
                found.append([renderer, argument])
            elif how == module.TIED:
                found.append(["tied", argument])
                found += [["equal", *pair] for pair in pairs]
            elif how == module.CONSTANT:
                found.append(["constant", argument])
            else:
                found.append(["register", argument])
        return found

    def name_of(match_class: MatchClass) -> str:
        if match_class.kind == TOKEN:
            return class_of_token(match_class.name)
        if match_class.kind == REGISTER_CLASS:
            return f"MCK_{match_class.name}"
        return f"MCK_{records[match_class.name].string('Name')}"

    found: list[list[dict[str, Any]]] = []
    for variant in variants:
        table = "MATCHES"
        if len(variants) > 1:
            table += f"_{variant.string('Name')}"
        entries = getattr(module, table)
        reader = MatchableReader(target, Predicates(target), parser, variant)
        classes: dict[str, list[Any]] = {}
        for each in reader.read():
            classes.setdefault(each.mnemonic.lower(), []).append(each)
        rows: list[dict[str, Any]] = []
        for mnemonic, ours in entries.items():
            for entry, each in zip(ours, classes[mnemonic], strict=True):
                opcode, conversion, _, _ = entry
                assert opcode == each.instruction.opcode
                features = [
                    predicate.name for predicate in each.record.records("Predicates")
                ]
                rows.append(
                    {
                        "mnemonic": mnemonic,
                        "name": each.instruction.name,
                        "steps": steps(conversion),
                        "features": "_".join(features) or "None",
                        "classes": [name_of(w.match_class) for w in each.written],
                    }
                )
        found.append(rows)
    assert names
    return found


def without_fixed(
    llvm: list[list[dict[str, Any]]], records: RecordKeeper
) -> list[list[dict[str, Any]]]:
    """LLVM's tables with the numbers of registers that conversions give."""
    registers = Registers(records)
    for row in (row for table in llvm for row in table):
        for step in row["steps"]:
            if step[0] == "fixed":
                step[:] = ["constant", registers[records[step[1]]].number]
    return llvm


def test_reference_target(tmp_path: Path):
    records = reference_records("mini.td", tmp_path)
    text = MINI.read_text()
    llvm = matcher_of_llvm(text)
    assert [len(table) for table in llvm] == [9]
    assert tables(records) == llvm
    module = module_of("gen-asm-matcher", records)
    names = re.findall(r"return (\d+);\t // \"(\w+)\"", text)
    assert module.REGISTER_NUMBERS == {name: int(number) for number, name in names}


@pytest.mark.skipif(not HAS_ORACLE, reason="needs llvm-tblgen")
def test_golden_is_what_llvm_generates(tmp_path: Path, request: pytest.FixtureRequest):
    source = tmp_path / "assembly.td"
    text = DESCRIPTION.read_text()
    source.write_text(text.replace("circ/Target.td", "llvm/Target/Target.td"))
    outcome = run_oracle(source, "-gen-asm-matcher", f"-I{LLVM_INCLUDE}")
    found = matcher_of_llvm(outcome.stdout)
    if request.config.getoption("--regenerate"):
        GOLDEN.write_text(json.dumps(found, indent=1) + "\n")
    assert found == json.loads(GOLDEN.read_text())


def test_tables_are_those_of_llvm():
    records = load(DESCRIPTION, [INCLUDE])
    llvm = without_fixed(json.loads(GOLDEN.read_text()), records)
    assert [len(table) for table in llvm] == [35, 36]
    assert tables(records) == llvm


# What the tables match.


class Matcher:
    """The module of `assembly.td` with methods over `Written`, giving names."""

    def __init__(self, text: str = "", folder: Path | None = None):
        records = (
            load(DESCRIPTION, [INCLUDE]) if folder is None else records_of(text, folder)
        )
        self.module = module_of("gen-asm-matcher", records)
        self.names = {each.opcode: each.name for each in Target(records).instructions}
        fits = {
            "isAny": lambda written: True,
            "isImm": lambda written: written.value is not None,
            "isImm16": lambda written: self.fits(written, 16),
            "isImm8": lambda written: self.fits(written, 8),
            "fitsFourBits": lambda written: self.fits(written, 4),
            "isMem": lambda written: written.value is not None and written.value > 99,
            "isRegisterLike": lambda written: written.register != 0,
        }
        renders = {
            "addMemOperands": lambda written: (
                written.value // 100,
                written.value % 100,
            ),
            "addRegisterLikeOperands": lambda written: (written.register,),
        }
        self.hooks: list[Any] = []
        more: dict[str, Any] = {}
        if hasattr(self.module, "Defaults"):
            defaults = [lambda: Written(value=77)] * len(self.module.Defaults._fields)
            more["defaults"] = self.module.Defaults(*defaults)
        if hasattr(self.module, "Converters"):
            more["converters"] = self.module.Converters(
                *[lambda written: tuple(each.register for each in reversed(written))]
                * len(self.module.Converters._fields)
            )
        if hasattr(self.module, "Predicates"):
            self.hooks = [
                self.module.Hooks(
                    self.module.Predicates(
                        *(fits[name] for name in self.module.Predicates._fields)
                    ),
                    self.module.Renderers(
                        *(
                            renders.get(name, lambda written: (written.value,))
                            for name in self.module.Renderers._fields
                        )
                    ),
                    **more,
                )
            ]

    @staticmethod
    def fits(written: Written, width: int) -> bool:
        return written.value is not None and 0 <= written.value < 1 << width

    def written(self, text: str) -> Written:
        if text in self.module.REGISTER_NUMBERS:
            return Written(register=self.module.REGISTER_NUMBERS[text])
        if text.lstrip("-").isdigit():
            return Written(value=int(text))
        return Written(token=text)

    def __call__(self, line: str, *more: int) -> Any:
        mnemonic, *operands = line.split()
        written = [self.written(text) for text in operands]
        found = self.module.match(mnemonic, written, *self.hooks, *more)
        if isinstance(found, self.module.Match):
            return self.names[found.opcode], found.operands
        return found


@pytest.fixture(scope="module")
def matcher() -> Matcher:
    return Matcher()


X, Y, BOTH = 1, 2, 3
"""Features by the bits of their enumeration."""
# Registers by number: flags, r0, r1, r2, r10.
FLAGS, R0, R1, R2, R10 = range(1, 6)


@pytest.mark.parametrize(
    ("line", "features", "name", "operands"),
    (
        ("add r2 r1 3", 0, "ADDQ", (R2, R1, 3)),
        ("add r0 r1 3", 0, "ADDL", (R0, R1, 3)),
        ("add r2 r1 3", X, "ADDX", (R2, R1, 3)),
        ("add r2 r1 3", Y, "ADDQ", (R2, R1, 3)),
        ("add r2 r1 3", BOTH, "ADDXY", (R2, R1, 3)),
        ("add r2 r1 20", BOTH, "ADDB", (R2, R1, 20)),
        ("add r2 r1 300", 0, "ADDW", (R2, R1, 300)),
        ("add r2 r1 r10", 0, "ADDR", (R2, R1, R10)),
        ("add 1 2 70000", 0, "ADDANY", (1, 2, 70000)),
        ("add r10", 0, "ADDONE", (R10,)),
        ("load r1 [ r2 ] 5", 0, "LOAD", (R1, R2, 5)),
        ("store r1 342", 0, "STORE", (R1, 3, 42)),
        ("swap r1 342", 0, "SWAP", (R1, 3, 42)),
        ("parts r1 42", 0, "PARTS", (R1, 42)),
        ("setf flags 5", 0, "SETF", (5,)),
        ("shift r1 lsl # 5", 0, "SHIFT", (R1, 5)),
        ("shift r1 asl # 5", 0, "SHIFT", (R1, 5)),
        ("exact 100%", 0, "EXACT", ()),
        ("marked r1 5 h", 0, "MARKED", (R1, 5)),
        ("tie r1 r2", 0, "TIE", (R1, R1, R2)),
        ("inc r1", 0, "INC", (R1, R1)),
        ("both r1 r1 7", 0, "BOTH", (R1, R1, 7)),
        ("li r2 300", 0, "ADDW", (R2, R0, 300)),
        ("copy r1 r2", 0, "ADDW", (R1, R2, 0)),
        ("double r1", 0, "ADDW", (R1, R1, 1)),
        ("lower r0 r1", X, "ADDW", (R0, R1, 2)),
        ("push r1", 0, "STORE", (R1, R2, -4)),
        ("all 7 ( r1 )", 0, "PARTS", (R1, 7)),
        ("same r1 r1 r2", 0, "TIE", (R1, R1, R2)),
        ("self r1", 0, "TIE", (R1, R1, R1)),
        ("sub r1 r2 7", 0, "SUB", (R1, R2, 7)),
        ("sub r1 7", 0, "SUB", (R1, R1, 7)),
        ("plus r10", 0, "ADDONE", (R10,)),
        ("sum r1 r2", 0, "TIE", (R1, R1, R2)),
        ("sum r2 r1 3", X, "ADDX", (R2, R1, 3)),
    ),
)
def test_matches(
    matcher: Matcher, line: str, features: int, name: str, operands: tuple[int, ...]
):
    assert matcher(line, features) == (name, operands)


def test_variants_have_tables_of_their_own(matcher: Matcher):
    assert matcher("move.w r1 5", 0, 0) == ("MOVE", (R1, 5))
    assert matcher("mov.w r1 <- 5", 0, 1) == ("MOVE", (R1, 5))
    assert matcher("mov.w r1 <- 5", 0, 0).reason == matcher.module.NO_MNEMONIC
    assert matcher("other", 0, 1) == ("OTHER", ())
    assert matcher("other", 0, 0).reason == matcher.module.NO_MNEMONIC
    assert matcher("odd", 0, 1).reason == matcher.module.NO_MNEMONIC  # means `even`
    assert matcher.module.PARSERS_plain == {
        "keep": {1: ("parseMemory",)},
        "store": {1: ("parseMemory",)},
        "swap": {1: ("parseMemory",)},
    }
    assert matcher.module.ALTERNATIVE_REGISTER_NUMBERS["zero"] == R0


@pytest.mark.parametrize(
    ("line", "reason", "place", "diagnostic", "message"),
    (
        ("nothing", "NO_MNEMONIC", 0, "", ""),
        ("twice r1 r1", "NO_MNEMONIC", 0, "", ""),
        ("inc 5", "NO_OPERAND", 0, "GPR", "expected a register"),
        ("tie r1 5", "NO_OPERAND", 1, "GPR", "expected a register"),
        ("tie r1", "NO_OPERAND", 1, "", ""),
        ("tie r1 r2 r10", "NO_OPERAND", 2, "", ""),
        ("setf flags 999", "NO_OPERAND", 1, "Imm8", "expected 8 bits"),
        ("setf r1 1", "NO_OPERAND", 0, "", ""),
        ("lower r0 r2", "NO_OPERAND", 1, "", ""),  # the feature is missing, too
        ("onlyy r1", "NO_FEATURES", 0, "", ""),
        ("both r1 r2 7", "NO_TIE", 1, "", ""),
        ("shift r1 rol # 5", "NO_OPERAND", 1, "", ""),
    ),
)
def test_what_does_not_match(
    matcher: Matcher, line: str, reason: str, place: int, diagnostic: str, message: str
):
    code = getattr(matcher.module, reason)
    assert matcher(line) == (code, place, diagnostic, message)


def test_the_operand_that_the_best_entry_got_to_is_told(matcher: Matcher):
    assert matcher("lower r0 r2", X) == (matcher.module.NO_OPERAND, 1, "NotLow", "")


def test_optional_operands_have_defaults(tmp_path: Path):
    matcher = Matcher(
        TOY
        + """
        class Optional<string name> : AsmOperandClass {
          let Name = name;
          let IsOptional = true;
        }
        def first : Operand<i32> { let ParserMatchClass = Optional<"Imm8">; }
        def second : Operand<i32> {
          let ParserMatchClass = Optional<"Any">;
        }
        def X : I<"x $d $a $s $b", (outs GPR:$d), (ins first:$a, GPR:$s, second:$b)>;
        """,
        tmp_path,
    )
    assert matcher("x r0 5 r1 6") == ("X", (1, 5, 2, 6))
    assert matcher("x r0 r1 6") == ("X", (1, 77, 2, 6))
    assert matcher("x r0 5 r1") == ("X", (1, 5, 2, 77))
    assert matcher("x r0 r1") == ("X", (1, 77, 2, 77))
    assert matcher("x r0").reason == matcher.module.NO_OPERAND


def test_converters_make_all_operands(tmp_path: Path):
    matcher = Matcher(
        TOY
        + """
        let AsmMatchConverter = "convert" in
        def X : I<"x $d, $s, $d", (outs GPR:$d), (ins GPR:$s)>;
        """,
        tmp_path,
    )
    assert matcher("x r0 r1 r0") == ("X", (1, 2, 1))
    assert matcher("x r0 r1 r1") == ("X", (2, 2, 1))


def test_smaller_instructions_may_be_preferred(tmp_path: Path):
    short = TOY + (
        'def SHORT : I<"add $d, $s, $i", (outs GPR:$d), (ins GPR:$s, i32imm:$i)> '
        "{ let Size = 2; }"
    )
    assert Matcher(short, tmp_path)("add r0 r1 5")[0] == "ADD"
    small = short.replace(
        "def ToyParser : AsmParser;",
        "def ToyParser : AsmParser { let PreferSmallerInstructions = true; }",
    )
    assert Matcher(small, tmp_path)("add r0 r1 5")[0] == "SHORT"


@pytest.mark.parametrize(
    ("body", "message"),
    (
        ('def X : I<"">;', "Instruction 'X' has no tokens"),
        (
            'def X : I<"a\\nb">;',
            "multiline instruction is not valid for the asmparser, mark it "
            "isCodeGenOnly",
        ),
        (
            'def X : I<"a ; b">;',
            "asmstring for instruction has comment character in it, mark it "
            "isCodeGenOnly",
        ),
        ('def X : I<" ">;', "Instruction 'X' has no tokens"),
        (
            'def X : I<"$x", (outs), (ins GPR:$x)>;',
            "Invalid instruction mnemonic '$x'!",
        ),
        (
            'def X : I<"x ${x:mod}", (outs), (ins GPR:$x)>;',
            "matchable with operand modifier '${x:mod}' not supported by asm matcher. "
            " Mark isCodeGenOnly!",
        ),
        (
            'def X : I<"x $y", (outs), (ins GPR:$x)>;',
            "error: unable to find operand: 'y'",
        ),
        (
            'def : InstAlias<"x $y", (ADD GPR:$d, GPR:$d, 1)>;',
            "error: unable to find operand: 'y'",
        ),
        (
            'def Y : InstAlias<"x", (ADD GPR:$d, GPR:$d, 1)>;',
            "Instruction 'Y' has operand 'd' that doesn't appear in asm string!",
        ),
        (
            'def : InstAlias<"x $d, $d", (ADD GPR:$d, GPR:$d, 1)>;',
            "Operand 'd' can never be matched",
        ),
        (
            'def : InstAlias<"x", (GPR)>;',
            "result of inst alias should be an instruction",
        ),
        (
            'def : InstAlias<"x $d", (ADD GPR:$d, LOW:$d, 1)>;',
            "result value $d is both GPR and LOW!",
        ),
        (
            'def : InstAlias<"x $d", (ADD GPR:$d)>;',
            "not enough arguments for instruction!",
        ),
        (
            'def : InstAlias<"x $d", (ADD GPR:$d, R0, 1, 2)>;',
            "too many operands for instruction!",
        ),
        (
            'def : InstAlias<"x $d", (ADD GPR:$d, 5, 1)>;',
            "result argument #1 does not match instruction operand class GPR",
        ),
        (
            'def : InstAlias<"x $d", (ADD GPR:$d, GPR, 1)>;',
            "result argument #1 must have a name!",
        ),
        (
            'def : InstAlias<"x $d", (ADD GPR:$d, R0, 1:$i)>;',
            "result argument #2 must not have a name!",
        ),
        (
            'def : InstAlias<"x $d", (ADD GPR:$d, R0:$r, 1)>;',
            "result fixed register argument must not have a name!",
        ),
        (
            'def Y : I<"y $x", (outs), (ins LOW:$x)>; def : InstAlias<"x", (Y R1)>;',
            "fixed register R1 is not a member of the LOW register class!",
        ),
        (
            'def : TokenAlias<"a", "a">;',
            "error: Destination value identical to source value.",
        ),
        (
            'def : MnemonicAlias<"a", "b">; def : MnemonicAlias<"a", "c">;',
            "two different MnemonicAliases with the same 'from' mnemonic!",
        ),
        (
            'def F : SubtargetFeature<"f", "HasF", "true", "">;'
            'def On : Predicate<"on()">, AssemblerPredicate<(all_of F)>;'
            'let Predicates = [On] in def : MnemonicAlias<"a", "a">;',
            "MnemonicAlias to the same string",
        ),
    ),
)
def test_rejections(body: str, message: str, tmp_path: Path):
    assert_rejected("gen-asm-matcher", f"{TOY}\n{body}", message, tmp_path)


def test_alias_of_a_mnemonic_to_itself(tmp_path: Path):
    """As in LLVM only one under a predicate is refused."""
    text = f'{TOY}\ndef : MnemonicAlias<"a", "a">;'
    generate("gen-asm-matcher", records_of(text, tmp_path))


@pytest.mark.parametrize(
    ("constraint", "message"),
    (
        ("$a = $b", "unknown source two-operand alias operand 'a'."),
        ("$d = $z", "unknown destination two-operand alias operand 'z'."),
        ("$a", "missing '=' in two-operand alias constraint"),
        ("$d = s", "expected '$' prefix on asm operand name"),
    ),
)
def test_rejected_two_operand_aliases(constraint: str, message: str, tmp_path: Path):
    body = f"""
    def X : I<"x $d, $s", (outs GPR:$d), (ins GPR:$s)> {{
      let TwoOperandAliasConstraint = "{constraint}";
    }}
    """
    assert_rejected("gen-asm-matcher", TOY + body, message, tmp_path)


@pytest.mark.parametrize(
    ("body", "message"),
    (
        (
            'def Y : AsmOperandClass { let Name = "Y"; let SuperClasses = [Y]; }',
            "Invalid super class reference: 'Y' is among its own super classes",
        ),
    ),
)
def test_what_is_not_supported(body: str, message: str, tmp_path: Path):
    assert rejection("gen-asm-matcher", f"{TOY}\n{body}", tmp_path) == message


def test_texts_need_a_mnemonic_in_front(tmp_path: Path):
    text = TOY.replace(
        "def ToyParser : AsmParser;",
        "def ToyParser : AsmParser { let HasMnemonicFirst = 0; }",
    )
    message = "texts without a mnemonic in front are not supported"
    assert rejection("gen-asm-matcher", text, tmp_path) == message

"""
`-gen-disassembler` against what llvm-tblgen generates: every 16-bit word.

`decoding.json` has the tables of llvm-tblgen 19's disassembler for `decoding.td`; the
tests here run them.
"""

import json
from collections.abc import Mapping
from itertools import chain, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tablegen_decoder import Hook, Outcome, decode_as_llvm, decoder_of_llvm
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
from circ.targets.tablegen.analysis.registers import Registers
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.decode_tree import Conflict, Encoding, add_tree
from circ.targets.tablegen.records import RecordKeeper

HERE = Path(__file__).parent
GOLDEN = HERE / "decoding.json"
DESCRIPTION = HERE / "decoding.td"
MINI = DATA / "mini.gen-disassembler.inc"
FEATURES = ("FeatureX", "FeatureY")
TOY = """
include "circ/Target.td"
def R0 : Register<"r0"> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
def mem : Operand<i32> { let MIOperandInfo = (ops GPR:$base, i32imm:$offset); }
def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
class I : Instruction {
  let Namespace = "Toy";
  let Size = 1;
  field bits<8> Inst;
  let OutOperandList = (outs);
  let InOperandList = (ins);
}
"""
HOOKS: Mapping[str, Hook] = {
    "decodeLow": lambda value: (value + 100,) if value < 6 else None,
    "decodeEven": lambda value: None if value % 2 else (value // 2,),
    "decodeOdd": lambda value: (value,) if value % 2 else None,
    "decodeWhole": lambda value: (value & 7, value >> 3),
    "decodeAll": lambda value: (value,) if value % 3 == 0 else None,
}


def with_classes(records: RecordKeeper) -> Mapping[str, Hook]:
    """The methods, and those of register classes: by encoding."""
    registers = Registers(records)
    hooks = dict(HOOKS)
    for record in records.derived("RegisterClass"):
        members = registers.evaluate(record["MemberList"], record)
        numbers = {member.encoding: member.number for member in members}
        hooks[f"Decode{record.name}RegisterClass"] = lambda value, numbers=numbers: (
            (numbers[value],) if value in numbers else None
        )
    return hooks


class Decoder:
    """A generated module with the tests' methods, giving names."""

    def __init__(self, records: RecordKeeper):
        self.module = module_of("gen-disassembler", records)
        self.names = {each.opcode: each.name for each in Target(records).instructions}
        self.hooks: list[Any] = []
        if hasattr(self.module, "Hooks"):
            names = self.module.Hooks._fields
            hooks = [lambda value, _, name=name: HOOKS[name](value) for name in names]
            self.hooks = [self.module.Hooks(*hooks)]

    def __call__(self, word: int, table: str, features: int = 0) -> Outcome | None:
        tree = getattr(self.module, f"DECODER_TABLE_{table}")
        found = self.module.decode(word, tree, *self.hooks, features=features)
        if found is None:
            return None
        return Outcome(self.names[found.opcode], found.operands, found.soft_fail)


@pytest.fixture(scope="module")
def mini(tmp_path_factory: pytest.TempPathFactory) -> RecordKeeper:
    return reference_records("mini.td", tmp_path_factory.mktemp("mini"))


def test_reference_target(mini: RecordKeeper):
    decoder, llvm = Decoder(mini), decoder_of_llvm(MINI.read_text())
    hooks = with_classes(mini)
    random = Random(1)
    known: set[str] = set()
    tops = (top << 20 | random.randrange(1 << 16) for top in range(1 << 12))
    for word in chain(tops, (random.randrange(1 << 32) for _ in range(1000))):
        expected = decode_as_llvm(llvm, "32", word, hooks, {})
        assert decoder(word, "32") == expected, hex(word)
        if expected:
            known.add(expected.name)
    assert len(known) == 9


@given(word=st.integers(0, 0xFFFFFFFF), top=st.sampled_from((16, 17, 32, 48, 64, 65)))
def test_what_decodes_encodes_to_the_same_word(mini: RecordKeeper, word: int, top: int):
    # Descriptions are read once, and bits that no instruction fixes are zero.
    decoder = CACHE.setdefault("decoder", Decoder(mini))
    encoder = CACHE.setdefault("encoder", module_of("gen-emitter", mini))
    word = word & 0x00F0FFFF | top << 24
    found = decoder.module.decode(word, decoder.module.DECODER_TABLE_32)
    if found is None:
        assert word >> 22 & 3 == 3 or word >> 20 & 3 == 3  # no such register
    else:
        assert encoder.encode(found.opcode, found.operands) == word


CACHE: dict[str, Any] = {}


@pytest.mark.skipif(not HAS_ORACLE, reason="needs llvm-tblgen")
def test_golden_is_what_llvm_generates(tmp_path: Path, request: pytest.FixtureRequest):
    source = tmp_path / "decoding.td"
    text = DESCRIPTION.read_text()
    source.write_text(text.replace("circ/Target.td", "llvm/Target/Target.td"))
    outcome = run_oracle(source, "-gen-disassembler", f"-I{LLVM_INCLUDE}")
    decoder = decoder_of_llvm(outcome.stdout)
    if request.config.getoption("--regenerate"):
        GOLDEN.write_text(json.dumps(decoder, indent=1) + "\n")
    assert decoder == json.loads(GOLDEN.read_text())


def test_every_word_is_what_llvm_says():
    records = load(DESCRIPTION, [INCLUDE])
    decoder, llvm = Decoder(records), json.loads(GOLDEN.read_text())
    hooks = with_classes(records)
    conditional = range(0x5000, 0x7000)
    sets = [(range(1 << 16), 0), *product([conditional], (1, 2, 3))]
    known: set[str] = set()
    for words, features in sets:
        have = {name: bool(features >> bit & 1) for bit, name in enumerate(FEATURES)}
        for word in words:
            expected = decode_as_llvm(llvm, "16", word, hooks, have)
            found = decoder(word, "16", features)
            assert found == expected, (hex(word), features)
            if found:
                known.add(found.name)
    everything = {entry[-1] for entry in llvm["tables"]["16"] if entry[1] == "Decode"}
    assert known == everything | {"EVEN", "ALL"}


def test_namespaces_and_sizes_have_tables_of_their_own():
    decoder = Decoder(load(DESCRIPTION, [INCLUDE]))
    assert decoder(0x1400, "16") == ("NOP", (), False)
    assert decoder(0x1400, "Other_16") == ("OTHER", (), False)
    assert decoder(0x5A, "Other_8") == ("SHORT", (), False)
    assert decoder(0x5B, "Other_8") is None


def test_special_forms_win_and_soft_bits_are_told():
    decoder = Decoder(load(DESCRIPTION, [INCLUDE]))
    assert decoder(0x1000, "16") is None  # no register has the encoding 0
    assert decoder(0x1600, "16") == ("CLEAR", (2,), False)
    assert decoder(0x1681, "16") == ("ALU1", (2, 1, 1), False)
    assert decoder(0x80A3, "16") == ("SOFT", (3,), False)
    assert decoder(0x80E3, "16") == ("SOFT", (3,), True)
    assert decoder(0x80B3, "16") is None
    assert decoder(0x5001, "16", 1) == ("WITHX", (), False)
    assert decoder(0x5001, "16", 2) == ("WITHOUT", (1,), False)


def test_without_encodings_no_word_is_an_instruction(tmp_path: Path):
    module = module_of("gen-disassembler", records_of(TOY + "def A : I;", tmp_path))
    assert module.LEAVES == ()
    assert module.decode(0, -1) is None


def encoding(instructions: Any, pattern: str) -> Encoding:
    value = int(pattern.replace("_", "0"), 2)
    known = int("".join("0" if bit == "_" else "1" for bit in pattern), 2)
    return Encoding(next(instructions), 0, value, known)


@pytest.mark.parametrize(
    "patterns",
    (
        ("0_1_", "01__", "_011"),  # no run that one fixes parts them; three may
        ("00__", "0__1", "1___"),
        ("____", "1___", "11__", "111_", "1111"),
    ),
)
def test_trees_of_overlapping_patterns_end(patterns: tuple[str, ...], mini: Any):
    instructions = iter(Target(mini).instructions)
    add_tree([], [encoding(instructions, pattern) for pattern in patterns])


@pytest.mark.parametrize(
    ("patterns", "start", "width"),
    (
        (("00_0", "11_1"), 0, 1),  # the lowest of two runs that part alike
        (("0_00", "1_01"), 0, 2),
        (("00_0", "01_0", "10_1"), 2, 2),  # one that parts more
        (("0_0_", "1_1_"), 1, 1),
    ),
)
def test_the_field_that_is_asked_first(
    patterns: tuple[str, ...], start: int, width: int, mini: Any
):
    instructions = iter(Target(mini).instructions)
    nodes: list[Any] = []
    tree = add_tree(nodes, [encoding(instructions, pattern) for pattern in patterns])
    assert tree == -1 - len(nodes)
    assert nodes[-1][:2] == (start, hex((1 << width) - 1))


def test_what_no_bit_tells_apart_is_a_conflict(mini: RecordKeeper):
    instructions = iter(Target(mini).instructions)
    # Also where bits side by side are fixed by one instruction each, as with LLVM.
    for patterns in (("01__", "01__", "1___"), ("00__", "0_1_", "1___")):
        with pytest.raises(Conflict):
            add_tree([], [encoding(instructions, pattern) for pattern in patterns])


def test_conflicts_show_the_bits(tmp_path: Path):
    text = """
    class J<bits<4> op> : I { let Inst{7-4} = op; let Inst{3-1} = ?; let Inst{0} = 1; }
    def A : J<1>;
    def B : J<1>;
    def C : J<2>;
    """
    message = rejection("gen-disassembler", TOY + text, tmp_path)
    assert message == ("Decoding Conflict:\n\t\t0001...1\n\tA 0001___1\n\tB 0001___1")


@pytest.mark.parametrize(
    ("body", "message"),
    (
        (
            "bits<8> x; let Inst = x; let InOperandList = (ins mem:$x);",
            'DecoderEmitter: operand "x" uses MIOperandInfo with multiple ops, but '
            "doesn't have a custom decoder!",
        ),
        (
            "bits<4> b; bits<4> o; let Inst{7-4} = b; let Inst{3-0} = o; "
            "let InOperandList = (ins (custom $b, $o):$x);",
            'DecoderEmitter: operand "x" has type "custom" with a custom '
            "DecoderMethod, but also named sub-operands.",
        ),
    ),
)
def test_rejections(body: str, message: str, tmp_path: Path):
    custom = """
    def custom : Operand<i32> {
      let MIOperandInfo = (ops GPR:$base, i32imm:$offset);
      let DecoderMethod = "decodeCustom";
    }
    """
    text = f"{TOY}{custom}\ndef X : I {{ {body} let Inst{{7}} = 1; }}"
    assert_rejected("gen-disassembler", text, message, tmp_path)


def test_other_rejections(tmp_path: Path):
    soft = TOY + "def X : I { field bits<8> SoftFail = 1; let Inst{7-1} = 3; }"
    assert rejection("gen-disassembler", soft, tmp_path) == (
        "SoftFail Conflict: bit SoftFail{0} in X is set but Inst{0} is unset!"
    )
    condition = """
    def P : Predicate<"">, AssemblerPredicate<(ops P)>;
    def X : I { let Inst = 3; let Predicates = [P]; }
    """
    message = "Invalid AssemblerCondDag!"
    assert_rejected("gen-disassembler", TOY + condition, message, tmp_path)


def test_conditions_as_strings(tmp_path: Path):
    text = """
    def FeatureX : SubtargetFeature<"x", "HasX", "true", "X">;
    def FeatureY : SubtargetFeature<"y", "HasY", "true", "Y">;
    class Condition<string condition> : Predicate<""> {
      let AssemblerMatcherPredicate = true;
      string AssemblerCondString = condition;
    }
    def XNotY : Condition<"FeatureX,!FeatureY">;
    def X : I { let Inst = 3; let Predicates = [XNotY]; }
    """
    decoder = Decoder(records_of(TOY + text, tmp_path))
    found = [decoder(3, "8", features) is not None for features in range(4)]
    assert found == [False, True, False, False]
    wrong = TOY + text.replace("!FeatureY", "!Other")
    assert rejection("gen-disassembler", wrong, tmp_path) == (
        "'!Other' in AssemblerCondString is no feature"
    )


def test_predicates_number_features_as_the_subtarget_does(tmp_path: Path):
    text = """
    def F2 : SubtargetFeature<"f2", "Two", "true", "">;
    def F10 : SubtargetFeature<"f10", "Ten", "true", "">;
    def P : Predicate<""> { let AssemblerMatcherPredicate = 1;
                            let AssemblerCondDag = (all_of F10); }
    def X : I { let Inst = 3; let Predicates = [P]; }
    """
    records = records_of(TOY + text, tmp_path)
    feature = module_of("gen-subtarget", records).Feature
    module = module_of("gen-disassembler", records)
    found = [
        module.decode(3, module.DECODER_TABLE_8, features=1 << each) is not None
        for each in (feature.F2, feature.F10)
    ]
    assert found == [False, True]

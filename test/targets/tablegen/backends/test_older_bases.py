"""
Descriptions on bases of older releases: `--compat=9`, and fields that came later.

`llvm9.td` is a target on a base as small as that of LLVM 9.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tablegen_modules import INCLUDE, executed, generate, module_of
from tablegen_run import run_circ

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen import load
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends import BACKENDS
from circ.targets.tablegen.base_fields import ADDED_FIELDS, Default
from circ.targets.tablegen.cache import Cache, Request, load_cached
from circ.targets.tablegen.records import Bits, Record, RecordKeeper, Value

HERE = Path(__file__).parent
OLD = HERE / "llvm9.td"
LLVM = Path("/usr/lib/llvm-19/include")


@pytest.fixture(scope="module")
def old() -> RecordKeeper:
    return load(OLD, compat=9)


@pytest.mark.parametrize("option", BACKENDS)
def test_all_backends(option: str):
    outcome = run_circ(OLD, "--compat=9", f"--{option}")
    assert (outcome.status, outcome.stderr) == (0, "")
    assert executed(outcome.stdout)


def test_positional_operands(old: RecordKeeper):
    encode = module_of("gen-emitter", old).encode
    decoder = module_of("gen-disassembler", old)
    opcodes = {name: each.opcode for name, each in Target(old).by_name.items()}
    # Registers are numbered from 1 and encoded from 0.
    for name, operands, word in (
        ("ADD", (2, 3, 4), 0x1000 | 1 << 4 | 2 << 2 | 3),
        ("INS", (4, 4, 17, 30), 0x2000 | 30 << 7 | 17 << 2 | 3),
        ("MOV", (3, 2), 0x3000 | 2 << 2 | 1),
    ):
        assert encode(opcodes[name], operands) == word
        found = decoder.decode(word, decoder.DECODER_TABLE_16, features=1)
        assert (found.opcode, found.operands) == (opcodes[name], operands)
    for operands in ((4, 4, 32, 1), (4, 4, 1, 32)):
        with pytest.raises(ValueError):
            encode(opcodes["INS"], operands)
    # r2 is of no class that MOV reads: the word has two bits for it nevertheless.
    assert decoder.decode(0x3002, decoder.DECODER_TABLE_16) is None


def test_named_operands_may_be_left_out(tmp_path: Path):
    text = OLD.read_text().replace(
        "def OldInfo : InstrInfo;",
        "def OldInfo : InstrInfo { let noNamedPositionallyEncodedOperands = 1; }",
    )
    mixed = """
    def MIX : I<4, (outs GPR:$dst), (ins GPR:$a, GPR:$b), "mix $dst, $a, $b"> {
      bits<2> first; bits<2> dst; bits<2> second;
      let Inst{1-0} = first; let Inst{3-2} = second; let Inst{5-4} = dst;
      let Inst{11-6} = 0;
    }
    """
    path = tmp_path / "mixed.td"
    path.write_text(text + mixed)
    records = load(path, compat=9)
    opcode = Target(records).by_name["MIX"].opcode
    word = module_of("gen-emitter", records).encode(opcode, (1, 2, 3))
    assert word == 0x4000 | 0 << 4 | 1 | 2 << 2


def test_types_are_known_by_name(old: RecordKeeper):
    roots = module_of("gen-dag-isel", old).ROOTS
    assert list(roots) == ["ISD::ADD i32, i32 -> i32"]


def test_several_immediates_of_an_operation(old: RecordKeeper):
    shape = module_of("gen-xdsl-dialect", old).RECORDS["INS"].shape
    assert [name for name, _ in shape.immediates] == ["from", "count"]
    assert all(kind is not None and kind.width == 5 for _, kind in shape.immediates)


def test_conditions_are_strings(old: RecordKeeper):
    (predicate,) = module_of("gen-disassembler", old).PREDICATES
    assert predicate(1) and not predicate(0)


@pytest.mark.parametrize("option", BACKENDS)
@pytest.mark.parametrize("name", ("riscv", "assembly"))
@pytest.mark.every(4, first=2)
def test_fields_with_their_defaults_may_be_missing(name: str, option: str):
    """A module is the same without all fields that only have their defaults."""
    path = HERE / f"{name}.td"
    whole, stripped = load(path, [INCLUDE]), load(path, [INCLUDE])
    count = sum(map(strip, stripped))
    assert count > 1000
    assert outcome_of(option, stripped) == outcome_of(option, whole)


def outcome_of(option: str, records: RecordKeeper) -> str:
    try:
        return generate(option, records)
    except Diagnostic as error:
        return str(error)


def strip(record: Record) -> int:
    """Take away what the table knows; the number of fields."""
    known: dict[str, Default] = {}
    for name in record.superclasses:
        known |= ADDED_FIELDS.get(name, {})
    gone = {n for n, v in record.fields.items() if n in known and plain(v) == known[n]}
    record.fields = {n: v for n, v in record.fields.items() if n not in gone}
    return len(gone)


def plain(value: Value) -> Any:
    return value.value if isinstance(value, Bits) else value


def defaults_of(base: str, include: Path, folder: Path) -> dict[str, Record]:
    """A record of each class of a base that needs no arguments."""
    names = [
        name
        for name in ADDED_FIELDS
        if name not in ("CheckOperandBase", "ComplexPattern", "GenericTable")
    ]
    arguments = {
        "Register": '<"r">',
        "RegisterClass": '<"", [i32], 32, (add)>',
        "RegisterTuples": "<[], []>",
        "SubRegIndex": "<8>",
        "Operand": "<i32>",
        "RegisterOperand": '<RegisterClass<"", [i32], 32, (add)>>',
        "CallingConv": "<[]>",
        "CalleeSavedRegs": "<(add)>",
        "MnemonicAlias": '<"a", "b">',
        "InstAlias": '<"a", (ops)>',
        "Predicate": '<"">',
        "SubtargetFeature": '<"", "", "", "">',
        "Processor": '<"", NoItineraries, []>',
        "InstrItinData": "<NoItinerary, []>",
        "Pattern": "<(ops), []>",
    }
    text = [f'include "{base}"', f'include "{base.split("/")[0]}/SearchableTable.td"']
    if base.startswith("llvm"):
        text[1] = 'include "llvm/TableGen/SearchableTable.td"'
    text += [f"def My{name} : {name}{arguments.get(name, '')};" for name in names]
    path = folder / "defaults.td"
    path.write_text("\n".join(text))
    records = load(path, [include])
    return {name: records[f"My{name}"] for name in names}


@pytest.mark.parametrize("base", ("circ/Target.td", "llvm/Target/Target.td"))
def test_defaults_are_those_of_the_base(base: str, tmp_path: Path):
    if base.startswith("llvm") and not LLVM.exists():
        pytest.skip("needs llvm-19-dev")
    include = LLVM if base.startswith("llvm") else INCLUDE
    count = 0
    for name, record in defaults_of(base, include, tmp_path).items():
        for field, value in ADDED_FIELDS[name].items():
            if field in record.fields and field not in ("Itinerary", "RegInfos"):
                found = plain(record.fields[field])
                assert found == value or (not found and not value), f"{name}.{field}"
                count += 1
    assert count > 80


# Where circ/Target.td is found.

INCLUDES = 'include "circ/Target.td"\ninclude "circ/Gen.td"\n'


@pytest.mark.parametrize("compat", (9, 19))
def test_own_base_needs_no_option(tmp_path: Path, compat: int):
    path = tmp_path / "own.td"
    path.write_text(INCLUDES)
    code = "import sys; from circ.tools.circ_tblgen import main; sys.exit(main())"
    command = [
        sys.executable,
        "-c",
        code,
        path.name,
        f"--compat={compat}",
        "--no-cache",
    ]
    done = subprocess.run(
        [*command, "--null-backend"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": ""},
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_given_folders_come_first(tmp_path: Path):
    own = tmp_path / "circ"
    own.mkdir()
    main = tmp_path / "main.td"
    main.write_text('include "circ/Target.td"\n')
    request = Request(str(main), (str(tmp_path),))
    cache = Cache(tmp_path / "cache")
    assert "PHI" in load_cached(request, cache)
    assert cache.find(request) is not None
    # A file that is found earlier takes its place, also where the cache has the other.
    (own / "Target.td").write_text("def Mine;\n")
    assert list(load_cached(request, cache).definitions) == ["Mine"]

"""
`-gen-register-info` against what llvm-tblgen generates: every number and every set.

`parts.json` has what llvm-tblgen 19 makes of `parts.td` over its own base file; circ
makes the same over its base file.
"""

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from register_tables import Facts, facts_of_inc, facts_of_module
from tablegen_modules import (
    DATA,
    LLVM_INCLUDE,
    executed,
    generate,
    module_of,
    records_of,
    reference_records,
)
from tablegen_oracle import HAS_ORACLE, ORACLE

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen import load

HERE = Path(__file__).parent
GOLDEN = HERE / "parts.json"


def oracle_facts(text: str, folder: Path) -> Facts:
    """What llvm-tblgen makes of a description over its own base file."""
    path = folder / "oracle.td"
    path.write_text(text.replace("circ/Target.td", "llvm/Target/Target.td"))
    command = [ORACLE, f"-I{LLVM_INCLUDE}", "-gen-register-info", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(json.dumps(facts_of_inc(done.stdout)))


def same(expected: Facts, module: Any) -> None:
    found = json.loads(json.dumps(facts_of_module(module)))
    for what, value in found.items():
        assert value == expected[what], what
    # LLVM's table has a name too where no register has both parts.
    names = ["", *expected["indices"]]
    for (outer, inner), both in module.COMPOSED_INDICES.items():
        assert expected["compositions"][outer - 1][inner - 1] == names[both]


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Any:
    text = (HERE / "parts.td").read_text()
    return module_of(
        "gen-register-info", records_of(text, tmp_path_factory.mktemp("parts"))
    )


def test_golden_of_overlapping_registers(
    parts: Any, request: pytest.FixtureRequest, tmp_path: Path
):
    if request.config.getoption("--regenerate") and HAS_ORACLE:
        facts = oracle_facts((HERE / "parts.td").read_text(), tmp_path)
        rows = (f"{json.dumps(key)}: {json.dumps(facts[key])}" for key in facts)
        GOLDEN.write_text("{\n" + ",\n".join(rows) + "\n}\n")
    same(json.loads(GOLDEN.read_text()), parts)


def test_reference_target(tmp_path: Path):
    text = (DATA / "mini.gen-register-info.inc").read_text()
    module = module_of("gen-register-info", reference_records("mini.td", tmp_path))
    same(json.loads(json.dumps(facts_of_inc(text))), module)


def random_target(seed: int) -> str:
    """Leaves, pairs of leaves and tuples of anything, in classes of many shapes."""
    draw = random.Random(seed)
    lines = ['include "circ/Target.td"', 'let Namespace = "Toy" in {']
    for i in range(6):
        lines.append(f"def p{i} : SubRegIndex<{8 << i // 2}, {8 * (i % 2) << i // 2}>;")
    leaves = [f"L{i}" for i in range(draw.randint(6, 12))]
    lines += [f'def {name} : Register<"{name}">;' for name in leaves]
    levels = [leaves]
    for level in range(draw.randint(1, 3)):
        below = levels[-1]
        made: list[str] = []
        for i in range(0, len(below) - 1, 2):
            name = f"M{level}_{i}x"
            covered = draw.choice(["true", "true", "false"])
            lines.append(
                f'def {name} : RegisterWithSubRegs<"", [{below[i]}, {below[i + 1]}]> '
                f"{{ let SubRegIndices = [p{2 * level}, p{2 * level + 1}]; "
                f"let CoveredBySubRegs = {covered}; }}"
            )
            made.append(name)
        if len(made) < 2:
            break
        levels.append(made)
    lines.append("}")
    tuples: list[str] = []
    if draw.random() < 0.7:
        pool = draw.choice(levels)
        place = levels.index(pool)
        lists = f"[(add {', '.join(pool[1::2])}), (add {', '.join(pool[2::2])})]"
        if pool[2::2] and place < 3:
            names = f"[p{2 * place}, p{2 * place + 1}]"
            lines.append(f"def T : RegisterTuples<{names}, {lists}>;")
            tuples = ["T"]
    for number in range(draw.randint(2, 7)):
        pool = draw.choice([*levels, tuples] if tuples else levels)
        members = draw.sample(pool, draw.randint(1, len(pool)))
        size, alignment = draw.choice([(8, 8), (16, 8), (16, 16), (32, 32)])
        # LLVM wants one class at least that is allocatable.
        allocatable = draw.choice(["true", "false"]) if number else "true"
        lines.append(
            f'def C{number} : RegisterClass<"Toy", [i32], {alignment}, '
            f"(add {', '.join(members)})> {{ let Size = {size}; "
            f"let isAllocatable = {allocatable}; }}"
        )
    lines.append("def ToyInfo : InstrInfo;")
    lines.append("def Toy : Target { let InstructionSet = ToyInfo; }")
    return "\n".join(lines)


@pytest.mark.skipif(not HAS_ORACLE, reason=f"{ORACLE} is not installed")
@pytest.mark.parametrize("seed", range(5))
def test_random_targets_as_llvm(seed: int, tmp_path: Path):
    text = random_target(seed)
    module = module_of("gen-register-info", records_of(text, tmp_path))
    same(oracle_facts(text, tmp_path), module)


def test_sub_registers(parts: Any):
    r, i = parts.Register, parts.SubRegisterIndex
    assert parts.sub_register(r.Q1, i.word_1) == r.D3
    assert parts.sub_register(r.Q1, i.word_1_then_half_lo) == r.F6
    assert parts.sub_register(r.R0, i.word_1) == r.NoRegister
    assert parts.sub_register_index(r.Q1, r.F6) == i.word_1_then_half_lo
    assert parts.sub_register_index(r.Q1, r.F0) == i.NoSubRegister
    assert parts.compose_indices(i.word_1, i.half_lo) == i.word_1_then_half_lo
    assert parts.compose_indices(i.quad_1, i.word_0) == i.word_2
    assert parts.compose_indices(0, i.low) == i.low == parts.compose_indices(i.low, 0)
    assert parts.compose_indices(i.low, i.quad_0) == i.NoSubRegister


def test_tuples(parts: Any):
    r, i, c = parts.Register, parts.SubRegisterIndex, parts.RegisterClass
    assert parts.REGISTER_CLASSES[c.Pair].members == (
        r.R0_R1,
        r.R2_R3,
        r.R4_R5,
        r.R6_SP,
    )
    assert parts.register_named("r6sp") == r.R6_SP
    pair = parts.REGISTERS[r.R6_SP]
    assert dict(pair.sub_registers) == {i.even: r.R6, i.odd: r.SP}
    assert pair.dwarf_numbers == () and pair.encoding == 6
    # D1_D2 straddles two quads: it is a part of Q0_Q1 all the same.
    assert r.D1_D2 in parts.REGISTERS[r.Q0_Q1].sub_registers.values()


def test_overlap(parts: Any):
    r = parts.Register
    assert parts.overlaps(r.Q0, r.F3) and parts.overlaps(r.F3, r.Q0)
    assert parts.overlaps(r.D1_D2, r.Q0) and not parts.overlaps(r.D1, r.D2)
    assert parts.overlaps(r.STATUS, r.SP) and not parts.overlaps(r.LR, r.SP)
    assert parts.overlaps(r.R0, r.R0) and not parts.overlaps(0, 0)
    assert set(parts.REGISTERS[r.AL].aliases) == {r.AX, r.EAX}
    assert parts.matching_super_register(r.AH, parts.SubRegisterIndex.high, 0) == 0
    assert (
        parts.matching_super_register(
            r.AH, parts.SubRegisterIndex.high, parts.RegisterClass.Long
        )
        == r.EAX
    )


def test_classes(parts: Any):
    r, i, c = parts.Register, parts.SubRegisterIndex, parts.RegisterClass
    general = parts.REGISTER_CLASSES[c.GPR]
    assert general.types == ("i32",)
    assert general.alternative_orders[0] == (r.LR, r.R0, r.R1, r.R2)
    assert general.alternative_orders[1][:2] == (r.R4, r.R5)
    assert (general.allocation_priority, general.flags) == (3, 5)
    assert parts.contains(c.LowGPR, r.R4) and not parts.contains(c.LowGPR, r.R5)
    assert parts.has_sub_class(c.GPR, c.LowGPR)
    assert not parts.has_sub_class(c.LowGPR, c.GPR)
    assert parts.common_sub_class(c.LowGPR, c.SomeGPR) == c.LowGPR_and_SomeGPR
    assert parts.common_sub_class(c.LowGPR, c.FPR) is None
    assert parts.sub_class_with(c.Short, i.high) == c.Short_with_high
    assert parts.sub_class_with(c.GPR, i.high) is None
    inferred = parts.matching_super_class(c.Pair, c.SomeGPR, i.odd)
    # The odd ones without SP are those whose even ones are low: one class, one name.
    assert inferred == c.Pair_with_even_in_LowGPR
    assert parts.matching_super_class(c.Pair, c.FPR, i.odd) is None


def test_debug_numbers(parts: Any):
    r = parts.Register
    assert parts.dwarf_number(r.D1) == 257 and parts.dwarf_number(r.D1, 1) == 7
    assert parts.dwarf_number(r.F1, 1) == -1 and parts.dwarf_number(r.F1, 9) == -1
    assert parts.dwarf_number(r.D5, 1) == -2  # not in this flavour
    assert parts.dwarf_number(r.LR) == 7 and parts.register_of_dwarf(7) == r.R7
    assert parts.register_of_dwarf(99) == 0 == parts.register_of_dwarf(0, 9)


def test_names(tmp_path: Path):
    text = """
    include "circ/Target.td"
    def Numeric : RegAltNameIndex;
    def Spoken : RegAltNameIndex { let FallbackRegAltNameIndex = Numeric; }
    def Other : RegAltNameIndex;
    def A0 : Register<"a0", ["x10", "first"]> {
      let RegAltNameIndices = [Numeric, Spoken];
    }
    def A1 : Register<"a1", ["x11"]> { let RegAltNameIndices = [Numeric]; }
    def A2 : Register<"">;
    def A3 : Register<"a1">;
    def is : Register<"is">;
    def All : RegisterClass<"", [i32], 32, (add A0, A1, A2, A3, is)>;
    """
    module = module_of("gen-register-info", records_of(text, tmp_path))
    r, names = module.Register, module.AlternativeName
    assert [name.name for name in names] == [
        "NoRegAltName",
        "Numeric",
        "Other",
        "Spoken",
    ]
    assert [module.name_of(r.A0, name) for name in names] == [
        "a0",
        "x10",
        None,
        "first",
    ]
    assert [module.name_of(r.A1, name) for name in names] == ["a1", "x11", None, "x11"]
    assert module.name_of(r.A1) == "a1" and module.name_of(r.A2) == "A2"
    # A register without a name of its own cannot be written; the first name wins.
    assert module.REGISTER_OF_NAME == {"a0": r.A0, "a1": r.A1, "is": r.is_}
    assert module.register_named("A2") == 0


def test_sizes_by_mode(tmp_path: Path):
    if not LLVM_INCLUDE.exists():
        pytest.skip("needs LLVM's base file, which has modes")
    text = """
    include "llvm/Target/Target.td"
    def Wide : HwMode<"+64", []>;
    def XLen : ValueTypeByHwMode<[DefaultMode, Wide], [i32, i64]>;
    def XInfo : RegInfoByHwMode<[Wide, DefaultMode],
                                [RegInfo<64, 64, 64>, RegInfo<32, 64, 16>]>;
    def Part : SubRegIndex<1> {
      let SubRegRanges = SubRegRangeByHwMode<[DefaultMode], [SubRegRange<7, 9>]>;
    }
    def A : Register<"a">;
    def All : RegisterClass<"", [XLen, f32], 32, (add A)> { let RegInfos = XInfo; }
    def Lone : RegisterClass<"", [i8], 16, (add A)>;
    """
    path = tmp_path / "modes.td"
    path.write_text(text)
    records = load(path, include=[LLVM_INCLUDE])
    module = executed(generate("gen-register-info", records))
    all_registers = module.REGISTER_CLASSES[module.RegisterClass.All]
    assert all_registers[3:7] == (("i32", "f32"), 32, 64, 16)
    assert module.REGISTER_CLASSES[module.RegisterClass.Lone][4:7] == (8, 8, 16)
    assert module.SUB_REGISTER_INDICES[1][1:] == (7, 9)


REGISTERS = """
def Spoken : RegAltNameIndex;
def i : SubRegIndex<8>; def j : SubRegIndex<8, 8>; def k : SubRegIndex<16>;
def R0 : Register<"r0">; def R1 : Register<"r1">; def R2 : Register<"r2">;
class Super<list<Register> parts, list<SubRegIndex> by> : Register<""> {
  let SubRegs = parts;
  let SubRegIndices = by;
  let CoveredBySubRegs = true;
}
def All : RegisterClass<"", [i32], 32, (add R0, R1, R2)>;
"""

ERRORS = {
    "def X : RegisterClass<'', [], 32, (add R0)>;": "RegTypes list must not be empty!",
    "def X : RegisterClass<'', [i32], 32, (add i)>;": "'i' is not a register",
    "def X : RegisterClass<'', [i32], 32, (add 'x')>;": 'Invalid set element: "x"',
    "def X : RegisterClass<'', [iPTR], 32, (add R0)>;": (
        "Impossible to determine register size"
    ),
    "def X : RegisterClass<'', [i32], 32, (add R0)> { let AltOrders = [(add R1)]; }": (
        "AltOrder register R1 is not a class member"
    ),
    "def X : RegisterClass<'', [i32], 32, (add R0)> { let AllocationPriority = 32; }": (
        "AllocationPriority out of range [0,31]"
    ),
    "def X : Super<[R0, R1], [i]>;": (
        "SubRegs and SubRegIndices must have the same size"
    ),
    "def X : Super<[R0, R1], [i, i]>;": "SubRegIndex i appears twice in Register X",
    "def X : Super<[R0, R0], [i, j]>;": (
        "Sub-register can't have two names: R0 available as j and i"
    ),
    "def X : RegisterTuples<[i, j], [(add R0)]>;": (
        "SubRegs and SubRegIndices must have the same size"
    ),
    "def X : RegisterTuples<[i, j], [(add R0, R1), (add R1, R2)], ['n']>;": (
        "Register tuple definition missing name for 'R1_R2'."
    ),
    "def X : RegisterTuples<[i, j], [(add R0), (add R1)]>;"
    "def Y : RegisterTuples<[i, j], [(add R0), (add R1)]>;": (
        "register 'R0_R1' is defined twice"
    ),
    "def X : RegisterTuples<[], []>;": "Tuples must have at least 2 sub-registers",
    "def X : RegisterTuples<[i], [(add R0)]>;": (
        "Tuples must have at least 2 sub-registers"
    ),
    "def X : RegisterClass<'', [i32], -32, (add R0)>;": (
        "Size and Alignment must not be negative"
    ),
    "def X : RegisterClass<'', [i32], 32, (add R0)> { let Size = -8; }": (
        "Size and Alignment must not be negative"
    ),
    "def A : Super<[R0, R1], [i, j]>; def B : Super<[R2, R1], [i, j]>;"
    "def X : RegisterClass<'', [i16], 0, (add A, B)>;"
    "def Y : RegisterClass<'', [i8], 8, (add R0)>;": (
        "Alignment 0 does not allow the sub-class 'X_with_i_in_Y', which is inferred"
    ),
    "def X : SubRegIndex<8> { let ComposedOf = [i]; }": (
        "ComposedOf must have exactly two entries"
    ),
    "def X : ComposedSubRegIndex<i, j>; def Y : ComposedSubRegIndex<i, j>;": (
        "Ambiguous ComposedOf entries"
    ),
    "def X : SubRegIndex<8> { let CoveringSubRegIndices = [i]; }": (
        "CoveredBySubRegs must have two or more entries"
    ),
    "def jj : ComposedSubRegIndex<j, j>; def A : Super<[R1, R0], [jj, j]>;"
    "def X : Super<[R2, A], [i, j]>;": "No SubRegIndex for R1 in X",
    "def A : Super<[R0, R1], [j, k]>; def X : Super<[A], [i]>;"
    "def B : Super<[R0, R2], [i, k]>; def Y : Super<[B], [j]>;": (
        "SubRegIndex i is part of itself"
    ),
    "def X : Register<'x'> { let RegAltNameIndices = [Spoken]; }": (
        "Register definition missing alt name for 'Spoken'."
    ),
}


@pytest.mark.parametrize("text", ERRORS)
def test_errors(text: str, tmp_path: Path):
    text = 'include "circ/Target.td"' + REGISTERS + text
    records = records_of(text.replace("'", '"'), tmp_path)
    with pytest.raises(Diagnostic) as caught:
        generate("gen-register-info", records)
    assert caught.value.message == ERRORS[text.partition(REGISTERS)[2]]
    assert "description.td:" in str(caught.value)


def test_a_register_inside_itself(tmp_path: Path):
    text = 'include "circ/Target.td"' + REGISTERS + "def X : Super<[R0], [i]>;"
    records = records_of(text, tmp_path)
    changed = {**records["R0"].fields, **records["X"].fields}
    records["R0"].fields = {**changed, "SubRegs": (records["X"],)}
    with pytest.raises(Diagnostic, match="has itself as a sub-register"):
        generate("gen-register-info", records)


def test_a_target_without_register_classes(tmp_path: Path):
    records = records_of('include "circ/Target.td"', tmp_path)
    with pytest.raises(Diagnostic, match="No 'RegisterClass' subclasses defined!"):
        generate("gen-register-info", records)


def test_unset_bits_of_an_encoding_are_zero(tmp_path: Path):
    text = """
    include "circ/Target.td"
    def A : Register<"a"> {
      let HWEncoding{15-4} = 0;
      let HWEncoding{3-0} = {?, ?, 1, 0};
    }
    def All : RegisterClass<"", [i32], 32, (add A)>;
    """
    module = module_of("gen-register-info", records_of(text, tmp_path))
    assert module.REGISTERS[module.Register.A].encoding == 2


def test_an_older_base_file():
    records = load(HERE / "old.td", include=[], compat=9)
    module = executed(generate("gen-register-info", records))
    r0 = module.REGISTERS[module.Register.R0]
    assert (r0.assembly_name, r0.costs, r0.dwarf_numbers) == ("r0", (2,), ())
    assert module.REGISTER_CLASSES[0].members == (1, 2)


def test_classes_without_alignment_or_members(tmp_path: Path):
    """Alone, alignment 0 is none at all; nothing fits a class without registers."""
    text = (
        'include "circ/Target.td"'
        + REGISTERS
        + """
    def Loose : RegisterClass<"", [i16], 0, (add R0)>;
    def Empty : RegisterClass<"", [i32], 32, (add)>;
    def Gone : RegisterClass<"", [i32], 32, (sub R0, R0)> { let AltOrders = [(add)]; }
    """
    )
    module = module_of("gen-register-info", records_of(text, tmp_path))
    classes, infos = module.RegisterClass, module.REGISTER_CLASSES
    assert infos[classes.Loose].spill_alignment == 0
    assert infos[classes.Empty].members == infos[classes.Gone].members == ()
    assert module.contains(classes.Loose, module.Register.R0)
    assert not any(module.contains(classes.Empty, each) for each in module.Register)

"""`-gen-callingconv`: where values go, beside what llvm-tblgen generates."""

import random
import re
import subprocess
from pathlib import Path
from typing import Any

import calling_conventions_in_cpp as cpp
import pytest
from tablegen_modules import (
    DATA,
    INCLUDE,
    LLVM_INCLUDE,
    generate,
    module_of,
    records_of,
    reference_records,
)
from tablegen_oracle import HAS_ORACLE, ORACLE

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen import load
from circ.targets.tablegen.runtime.calling_convention import State

HERE = Path(__file__).parent
GOLDEN = HERE / "conventions.gen-callingconv.inc"
NAPLESPU = INCLUDE.parents[1] / "naplespu" / "NaplesPU.td"

BASE = """
include "circ/Target.td"
let Namespace = "Toy" in {
  foreach i = 0...5 in def R#i : Register<"r"#i>;
  foreach i = 0...3 in def F#i : Register<"f"#i>;
  def lo : SubRegIndex<32>; def hi : SubRegIndex<32, 32>;
  def P0 : RegisterWithSubRegs<"p0", [R0, R1]> {
    let SubRegIndices = [lo, hi];
    let CoveredBySubRegs = true;
  }
}
def GPR : RegisterClass<"Toy", [i32], 32, (sequence "R%u", 0, 5)>;
"""


def toy(text: str, folder: Path) -> Any:
    return module_of("gen-callingconv", records_of(BASE + text, folder))


def places(module: Any, convention: str, *values: Any, **options: Any) -> list[Any]:
    """
    Where values go: names of registers, offsets on the stack, None for no place.

    A value is a type, or a type with flags.
    """
    state = module.CallingState(**options)
    found: list[Any] = []
    for number, value in enumerate(values):
        type, flags = (value, {}) if isinstance(value, str) else value
        argument = module.Argument(number, type, module.ArgumentFlags(**flags))
        if not getattr(module, convention)(argument, state):
            found.append(None)
            continue
        place = state.locations[-1]
        assert (place.number, place.value_type) == (number, type)
        found.append(
            place.offset
            if place.register is None
            else module.Register(place.register).name
        )
    return found


def test_reference_target(tmp_path: Path):
    text = (DATA / "mini.gen-callingconv.inc").read_text()
    registers = re.findall(r"Mini::(\w+)", text)
    size, alignment = map(
        int, re.findall(r"AllocateStack\((\d+), Align\((\d+)\)", text)[0]
    )
    assert set(re.findall(r"LocVT == MVT::(\w+)", text)) == {"i32"}
    module = module_of("gen-callingconv", reference_records("mini.td", tmp_path))
    expected = [*registers, 0, size, 2 * size]
    assert places(module, "CC_Mini", *["i32"] * 5) == expected
    assert size % alignment == 0
    assert places(module, "CC_Mini", "i32", "i64", "i32") == ["R0", None, "R1"]


# Our flags, and what LLVM calls them.
FLAGS = {
    "sign_extend": "isSExt",
    "zero_extend": "isZExt",
    "in_register": "isInReg",
    "struct_return": "isSRet",
    "by_value": "isByVal",
    "nest": "isNest",
    "split": "isSplit",
    "consecutive_registers": "isInConsecutiveRegs",
    "pointer": "isPointer",
}


def test_every_action_as_llvm(request: pytest.FixtureRequest, tmp_path: Path):
    """Random calls go to the same places as in the functions of llvm-tblgen 19."""
    source = (HERE / "conventions.td").read_text()
    if request.config.getoption("--regenerate") and HAS_ORACLE:
        path = tmp_path / "oracle.td"
        path.write_text(source.replace("circ/Target.td", "llvm/Target/Target.td"))
        command = [ORACLE, f"-I{LLVM_INCLUDE}", "-gen-callingconv", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        GOLDEN.write_text(done.stdout)
    theirs = cpp.conventions(GOLDEN.read_text())
    module = module_of("gen-callingconv", records_of(source, tmp_path))
    overlaps = {f"P{n}": {f"R{n}", f"R{n + 1}"} for n in (0, 2, 4)}
    overlaps |= {f"R{n}": {f"P{n - n % 2}"} for n in range(6)}
    draw = random.Random(0)
    types = ["i1", "i8", "i16", "i32", "i64", "f16", "f32", "f64"]
    handled = 0
    for call in range(400):
        variadic = call % 3 == 0
        state = cpp.State(overlaps, variadic)
        ours = module.CallingState(variadic=variadic)
        for number in range(draw.randint(1, 9)):
            type = draw.choice(types)
            flags = {name for name in FLAGS if draw.random() < 0.15}
            size, alignment = draw.randint(0, 20), draw.choice([1, 2, 8, 16])
            space = draw.choice([0, 3])
            failed = theirs.CC_Everything(
                number,
                type,
                type,
                "Full",
                cpp.Flags(size, alignment, space, **{FLAGS[f]: True for f in flags}),
                state,
            )
            values = dict.fromkeys(flags, True)
            argument = module.Argument(
                number,
                type,
                module.ArgumentFlags(
                    by_value_size=size,
                    by_value_alignment=alignment,
                    address_space=space,
                    **values,
                ),
            )
            assert module.CC_Everything(argument, ours) != failed
            handled += not failed
        found = [
            (
                place.number,
                place.value_type,
                module.Register(place.register).name
                if place.register
                else place.offset,
                place.type,
                place.conversion.value,
            )
            for place in ours.locations
        ]
        assert found == state.places
        assert ours.stack_size == state.size
    assert handled > 1000


def test_base_files_agree(tmp_path: Path):
    """LLVM's conditions, in C++, and ours, in Python, are one."""
    if not LLVM_INCLUDE.exists():
        pytest.skip("needs LLVM's base file")
    names = "ByVal InReg Nest Split SRet VarArg NotVarArg Ptr ConsecutiveRegs".split()
    text = BASE + "\n".join(
        f"def CC_{name} : CallingConv<[CCIf{name}<CCAssignToReg<[R0]>>]>;"
        for name in names
    )
    text += """
    def CC_Fast : CallingConv<[CCIfCC<"Fast", CCAssignToReg<[R0]>>]>;
    def CC_Space : CallingConv<[CCIfPtrAddrSpace<3, CCAssignToReg<[R0]>>]>;
    """
    theirs = text.replace("circ/Target.td", "llvm/Target/Target.td")
    (tmp_path / "theirs.td").write_text(
        theirs.replace('CCIfCC<"Fast"', 'CCIfCC<"CallingConv::Fast"')
    )
    ours = module_of("gen-callingconv", records_of(text, tmp_path))
    records = load(tmp_path / "theirs.td", include=[LLVM_INCLUDE])
    theirs = module_of("gen-callingconv", records)
    flags = [
        {},
        *({name: True} for name in ours.ArgumentFlags._fields),
        {"pointer": True, "address_space": 3},
        {"address_space": 3},
    ]
    for name in [*names, "Fast", "Space"]:
        taken: set[bool] = set()
        for options in (
            {},
            {"variadic": True},
            {"calling_convention": "Fast"},
        ):
            for each in flags:
                value = ("i32", each)
                found = places(ours, f"CC_{name}", value, **options)
                assert found == places(theirs, f"CC_{name}", value, **options)
                taken.add(found == ["R0"])
        assert taken == {True, False}


def test_stock_conditions_in_cpp(tmp_path: Path):
    condition = "ArgFlags.isSExt() && !(State.isVarArg() || ArgFlags.isZExt())"
    module = toy(
        f'def CC : CallingConv<[CCIf<"{condition}", CCAssignToReg<[R0]>>]>;', tmp_path
    )
    signed = ("i32", {"sign_extend": True})
    assert places(module, "CC", signed) == ["R0"]
    assert places(module, "CC", signed, variadic=True) == [None]
    assert places(
        module, "CC", ("i32", {"sign_extend": True, "zero_extend": True})
    ) == [None]


def test_naplespu():
    module = module_of("gen-callingconv", load(NAPLESPU, include=[INCLUDE]))
    scalars = [f"S{i}" for i in range(8)]
    assert places(module, "CC_NaplesPU", *["i32", "f32"] * 5) == [*scalars, 0, 4]
    # Vectors have registers of their own, and aligned slots.
    assert places(
        module, "CC_NaplesPU", *["v16i32"] * 9, *["i8"] * 9, "i32", "v16i8"
    ) == [*(f"V{i}" for i in range(8)), 0, *scalars, 64, 68, 128]
    variadic = places(module, "CC_NaplesPU", "i32", "f32", "i16", variadic=True)
    assert variadic == [0, 4, 8]
    results = ["S0", "V0", "S1", "S2", "S3", "S4", "S5", None]
    assert places(module, "RetCC_NaplesPU", "i32", "v16f32", *["f32"] * 6) == results
    saved = [register.name for register in module.CALLEE_SAVED["CSR_NaplesPU"]]
    assert saved[:2] == ["S50", "S51"] and saved[8:12] == [
        "MR_REG",
        "FP_REG",
        "RA_REG",
        "V56",
    ]
    kept = module.PRESERVED["CSR_NaplesPU"]
    # The 19 registers, and the pairs that are made of them.
    assert kept.bit_count() == len(saved) + 4
    assert all(kept >> register & 1 for register in module.CALLEE_SAVED["CSR_NaplesPU"])


def test_promotion(tmp_path: Path):
    module = toy(
        """
        def CC : CallingConv<[
          CCIfType<[i1, i8], CCPromoteToType<i32>>,
          CCIfType<[i16], CCPromoteToUpperBitsInType<i32>>,
          CCIfType<[f16], CCPromoteToType<f32>>,
          CCIfType<[f32], CCBitConvertToType<i32>>,
          CCIfType<[i64], CCTruncToType<i32>>,
          CCIfType<[f64], CCPassIndirect<i32>>,
          CCIfType<[i32], CCAssignToStack<4, 4>>
        ]>;
        """,
        tmp_path,
    )
    state = module.CallingState()
    flags = module.ArgumentFlags
    values = [
        ("i32", flags()),
        ("i8", flags()),
        ("i8", flags(sign_extend=True)),
        ("i1", flags(zero_extend=True)),
        ("i16", flags()),
        ("i16", flags(sign_extend=True)),
        ("i16", flags(zero_extend=True)),
        ("f32", flags()),
        ("i64", flags()),
        ("f64", flags()),
    ]
    assert state.analyze(module.CC, values)
    assert {place.type for place in state.locations} == {"i32"}
    assert [place.conversion.value for place in state.locations] == [
        "Full",
        "AExt",
        "SExt",
        "ZExt",
        "AExtUpper",
        "SExtUpper",
        "ZExtUpper",
        "BCvt",
        "Trunc",
        "Indirect",
    ]
    half = module.Argument(0, "f16")
    assert module.CC(half, state) and half.conversion.value == "BCvt"  # the last counts
    assert half.value_type == "f16"
    assert not state.analyze(module.CC, [("i32", flags()), ("v16i32", flags())])


def test_floats_are_extended_as_floats(tmp_path: Path):
    module = toy("def CC : CallingConv<[CCPromoteToType<f64>]>;", tmp_path)
    argument = module.Argument(0, "f32", module.ArgumentFlags(sign_extend=True))
    assert not module.CC(argument, module.CallingState())
    assert (argument.type, argument.conversion.value) == ("f64", "FPExt")


def test_shadows_and_overlap(tmp_path: Path):
    module = toy(
        """
        def CC : CallingConv<[
          CCIfType<[f32], CCAssignToRegWithShadow<[F0, F1, F2], [R0, R1, R2]>>,
          CCIfType<[i64], CCAssignToReg<[P0]>>,
          CCIfType<[i32], CCAssignToReg<[R0, R1, R2, R3]>>,
          CCIfType<[i16], CCAssignToStackWithShadow<2, 4, [R1, R3]>>,
          CCIfType<[i8], CCAssignToRegAndStack<[R4, R5], 8, 8>>,
          CCAssignToStack<4, 4>
        ]>;
        """,
        tmp_path,
    )
    assert places(module, "CC", "f32", "i32", "f32", "i32") == ["F0", "R1", "F1", "R2"]
    # P0 is R0 and R1: taking one takes the other.
    assert places(module, "CC", "i64", "i32", "i64") == ["P0", "R2", 0]
    assert places(module, "CC", "i32", "i64") == ["R0", 0]
    assert places(module, "CC", "i16", "i32", "i32", "i32", "i16") == [
        0,
        "R0",
        "R2",
        4,
        8,
    ]
    assert places(module, "CC", "i8", "i16", "i8", "i8") == ["R4", 8, "R5", 24]


def test_aggregates(tmp_path: Path):
    module = toy(
        """
        def CC : CallingConv<[CCIfByVal<CCPassByVal<8, 4>>, CCAssignToStack<1, 1>]>;
        def Bytes : CallingConv<[CCIfByVal<CCPassByVal<0, 0>>, CCAssignToStack<1, 1>]>;
        """,
        tmp_path,
    )

    def copy(size: int, alignment: int) -> Any:
        flags = {"by_value_size": size, "by_value_alignment": alignment}
        return ("i32", {"by_value": True, **flags})

    # At least 8 bytes, a multiple of 4, aligned to 4 or what it needs.
    found = places(module, "CC", "i8", copy(3, 1), "i8", copy(9, 16), "i8")
    assert found == [0, 4, 12, 16, 28]
    # As large as it is, at any byte.
    assert places(module, "Bytes", "i8", copy(3, 1), copy(1, 1), "i8") == [0, 1, 4, 5]


def test_slots_of_the_type(tmp_path: Path):
    module = toy("def CC : CallingConv<[CCAssignToStack<0, 0>]>;", tmp_path)
    assert places(module, "CC", "i1", "i32", "i16", "i64", "v16f32") == [
        0,
        4,
        8,
        16,
        64,
    ]
    with pytest.raises(LookupError, match="no size for type 'i33'"):
        places(module, "CC", "i33")
    plain = toy("def CC : CallingConv<[CCAssignToStack<4, 4>]>;", tmp_path)
    assert plain.TYPE_SIZES == {}


def test_delegation_and_custom_functions(tmp_path: Path):
    module = toy(
        """
        def Elsewhere : CustomCallingConv;
        def CC_Sub : CallingConv<[
          CCIfType<[i8], CCPromoteToType<i32>>,
          CCIfType<[i32], CCAssignToReg<[R0]>>
        ]>;
        def CC : CallingConv<[
          CCCustom<"special">, CCDelegateTo<CC_Sub>, CCDelegateTo<Elsewhere>,
          CCIfType<[i8], CCAssignToStack<1, 1>>
        ]>;
        """,
        tmp_path,
    )
    seen: list[str] = []

    def special(argument: Any, state: Any) -> bool:
        seen.append(argument.type)
        return argument.type == "f64" and state.on_stack(argument, 8, 8)

    def elsewhere(argument: Any, state: Any) -> bool:
        if argument.type == "f32":
            return state.in_register(argument, module.Register.R0)
        return False

    custom = {"special": special, "Elsewhere": elsewhere}
    found = places(module, "CC", "i8", "i8", "f64", "f32", "i64", custom=custom)
    # The second i8 is promoted in CC_Sub only, which has no second register.
    assert found == ["R0", 0, 8, "R0", None]
    assert seen == ["i8", "i8", "f64", "f32", "i64"]
    assert not hasattr(module, "Elsewhere")
    with pytest.raises(LookupError, match="no function 'special' was given"):
        places(module, "CC", "i8")


def test_conditions_of_the_target(tmp_path: Path):
    condition = (
        "'wide' in state.features and argument.number < 2 "
        "and not flags.address_space & 1"
    )
    module = toy(
        f'def CC : CallingConv<[CCIf<"{condition}", CCAssignToReg<[R0, R1, R2]>>]>;',
        tmp_path,
    )
    odd = ("i32", {"address_space": 1})
    assert places(module, "CC", odd, "i32", "i32", features={"wide"}) == [
        None,
        "R0",
        None,
    ]
    assert places(module, "CC", "i32") == [None]


def test_an_action_that_always_places_ends_the_convention(tmp_path: Path):
    text = "def CC : CallingConv<[CCAssignToStack<4, 4>, CCAssignToReg<[R0]>]>;"
    generated = generate("gen-callingconv", records_of(BASE + text, tmp_path))
    assert generated.endswith("    return state.on_stack(argument, 4, 4)\n")


ERRORS = {
    'CCIf<"static_cast<X>(State).isY()", CCAssignToReg<[R0]>>': "condition",
    'CCIf<"flags.unknown", CCAssignToReg<[R0]>>': "condition",
    'CCIf<"state.locations.clear()", CCAssignToReg<[R0]>>': "condition",
    'CCIf<"exit()", CCAssignToReg<[R0]>>': "condition",
    'CCIf<"ArgFlags.isByVal() &&", CCAssignToReg<[R0]>>': "condition",
    'CCIf<"", CCAssignToReg<[R0]>>': "condition",
    "CCAssignToRegWithShadow<[R0, R1], [R2]>": (
        "Invalid length of list of shadowed registers"
    ),
    "CCPromoteToUpperBitsInType<f32>": (
        "CCPromoteToUpperBitsInType does not handle floating point"
    ),
    "MyAction<>": "Unknown CCAction!",
    "MyPredicate<CCAssignToReg<[R0]>>": "Unknown CCPredicateAction!",
}


@pytest.mark.parametrize("action", ERRORS)
def test_errors(action: str, tmp_path: Path):
    text = """
    class MyAction : CCAction;
    class MyPredicate<CCAction A> : CCPredicateAction<A>;
    """
    records = records_of(f"{BASE}{text}def CC : CallingConv<[{action}]>;", tmp_path)
    with pytest.raises(Diagnostic) as caught:
        generate("gen-callingconv", records)
    message = caught.value.message
    assert message.startswith(ERRORS[action])
    if ERRORS[action] == "condition":
        assert message.endswith(
            " is neither one of TargetCallingConv.td nor a Python expression over "
            "argument, flags and state"
        )
    assert "description.td:" in str(caught.value)


def test_saved_registers_must_be_registers(tmp_path: Path):
    text = BASE + "def Saved : CalleeSavedRegs<(add lo)>;"
    with pytest.raises(Diagnostic, match="'lo' is not a register"):
        generate("gen-callingconv", records_of(text, tmp_path))


def test_the_shared_state_works_by_itself():
    state = State()
    assert state.allocate([3, 4]) == 3 and state.allocate([3]) == 0
    assert state.allocate_stack(4, 8) == 0 and state.allocate_stack(4, 8) == 8
    assert (state.stack_size, state.stack_alignment) == (12, 8)


def test_an_older_base_file():
    module = module_of("gen-callingconv", load(HERE / "old.td", include=[], compat=9))
    state = module.CallingState()
    flags = module.ArgumentFlags(sign_extend=True)
    assert state.analyze(module.CC, [("i8", flags), ("f16", flags)])
    first, second = state.locations
    assert (first.type, first.conversion.value, first.register) == ("i32", "SExt", 2)
    assert (second.type, second.conversion.value) == ("v4f32", "FPExt")
    assert module.PRESERVED == {"Saved": 1 << 2}


def test_names_that_the_module_uses_itself(tmp_path: Path):
    module = toy(
        """
        def Argument : CallingConv<[CCAssignToReg<[R0]>]>;
        def is : CallingConv<[CCDelegateTo<Argument>]>;
        """,
        tmp_path,
    )
    assert places(module, "is_", "i32", "i32") == ["R0", None]
    assert places(module, "Argument_", "i32") == ["R0"]

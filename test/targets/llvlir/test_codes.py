"""One-byte codes: every one is chosen; programs of profile 2 with either profile's."""

import random
from pathlib import Path

import pytest
from bytecode_reader import bodies
from hypothesis import given, settings
from hypothesis import strategies as st
from llvlir_examples import example
from llvlir_programs import parse, text
from mlir_programs import KERNELS, kernel_arrays
from second_profile import to_second_profile
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Region, SSAValue

import circ
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.verifier import verify_module
from circ.dialects.llvlir.ops import (
    CompareBranchOp,
    FuncOp,
    PredicateBranchOp,
    RetOp,
    create,
)
from circ.dialects.llvlir.profiles import PROFILE, profile_attribute
from circ.dialects.llvlir.table import Row, rows
from circ.dialects.llvlir.types import integer
from circ.targets.llvlir import body_encoder, decode, encode, shapes
from circ.targets.llvlir.code_table import (
    FIRST,
    Code,
    CodeTable,
    Step,
    code_table,
    natural_memory,
)
from circ.targets.llvlir.decoder import Bytecode
from circ.targets.llvlir.dump import dump, sizes
from circ.targets.llvlir.encoder import OWN_CODES
from circ.targets.llvlir.light import decode_light
from circ.targets.llvlir.plans import TWO_WAY
from circ.tools.formats import read_module
from circ.transforms.pipelines import compile

QUEENS = Path(__file__).parents[2] / "data" / "llvlir" / "queens.mlir"
SECOND = [row for row in rows(2) if row.profile == 2]
FLAGS = 6
"""The byte of the header with its flags."""
CODES = [
    (profile, code)
    for profile in (1, 2)
    for code in code_table(profile).codes
    if code is not None
]


@pytest.fixture(scope="module")
def programs() -> list[ModuleOp]:
    """Programs of profile 1."""
    kernels = sorted(KERNELS.glob("*.scf.mlir"))
    lowered = [compile(read_module(str(path)), "llvlir") for path in kernels]
    return [read_module(str(QUEENS)), *lowered]


def first_table(profile: int) -> CodeTable:
    return code_table(1)


def with_first_codes(module: ModuleOp) -> bytes:
    """A module of profile 2 with the codes of profile 1, as it was once written."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(body_encoder, "code_table", first_table)
        patch.setattr(shapes, "_known", {})
        data = bytearray(encode(module))
    data[FLAGS] &= ~OWN_CODES
    return bytes(data)


# region Every code


def test_every_code_extends_another():
    for profile in (1, 2):
        codes = [code for code in code_table(profile).codes if code is not None]
        texts = {code.text for code in codes}
        assert len(texts) == len(codes) == 256 - FIRST
        for code in codes:
            assert all(step.row.is_of(profile) for step in code.steps)
            if len(code.steps) > 1:
                assert "; ".join(code.text.split("; ")[:-1]) in texts, code.text
                assert all(step.links for step in code.steps[1:]), code.text


def immediate_of(step: Step) -> int | None:
    """The first immediate of an operation; where it is free, one without a code."""
    if step.immediate is not None or "i" not in step.row.inputs:
        return step.immediate
    if step.row.name == "slot":
        return 16
    return -1 if step.atom.types[0] == integer(1) else 77


def module_of(profile: int, code: Code) -> ModuleOp:
    """A function of the operations of a code; what is not linked are parameters."""
    entry, after, last = Block(), Block([RetOp.create_()]), Block([RetOp.create_()])
    result: SSAValue | None = None
    for step in code.steps:
        operands = list[SSAValue]()
        for index, type in enumerate(step.operands):
            linked = step.links >> index & 1
            operands.append(
                result if linked and result else entry.insert_arg(type, len(entry.args))
            )
        condition = step.atom.condition
        taken, next = (last, after) if step.atom.falls else (after, last)
        if step.row.name == "cmpbr.I":
            assert condition is not None
            lhs, rhs = operands
            op = CompareBranchOp.branch(condition, lhs, rhs, taken, [], next, [])
        elif step.row.name == "brl.L":
            op = PredicateBranchOp.of(operands[0], (taken, []), (next, []))
        else:
            own = step.atom.types[: len(step.row.parameters)]
            op = create(
                *(step.row.name, operands, own),
                imm=immediate_of(step),
                imm1=4 if step.row.name == "slot" else None,
                condition=condition,
                label="f" if "l" in step.row.inputs else None,
                memory=natural_memory(step.row, own) if step.row.is_access else None,
            )
        entry.add_op(op)
        result = op.results[0] if op.results else None
    branches = code.steps[-1].row.name in TWO_WAY
    if not branches:
        entry.add_op(RetOp.create_())
    types: list[Attribute] = [value.type for value in entry.args]
    blocks = [entry, after, last] if branches else [entry]
    module = ModuleOp([FuncOp.create_("f", types, [], Region(blocks))])
    if profile == 2:
        module.attributes[PROFILE] = profile_attribute(2)
    return module


@pytest.mark.parametrize(
    ("profile", "code"), CODES, ids=lambda x: getattr(x, "text", x)
)
@pytest.mark.every(3)
def test_each_code_is_chosen_and_read(profile: int, code: Code):
    module = module_of(profile, code)
    verify_module(module)
    data = encode(module)
    assert decode_light(data)[0].instructions[0][0] == code.number
    decoded = decode(data, canonical=True)
    assert text(decoded) == text(module)
    assert encode(decoded) == data
    operations = [name for name, *_ in bodies(data)["f"].operations]
    assert operations[: len(code.steps)] == [step.row.name for step in code.steps]


# endregion
# region Profile 2


def kept(module: ModuleOp) -> None:
    """A module of profile 2 is the same from both encodings, by all readers."""
    data, old = encode(module), with_first_codes(module)
    assert data[FLAGS] & OWN_CODES and data[FLAGS] ^ OWN_CODES == old[FLAGS]
    assert text(decode(data, canonical=True)) == text(module)
    assert text(decode(old)) == text(module)
    assert encode(decode(old)) == data
    with pytest.raises(Diagnostic, match="byte 6: error: profile 2 must have its own"):
        decode(old, canonical=True)
    for file in (data, old):
        assert dump(file).startswith("     0  00 4c 56 4c 02 02")
        assert f"{len(file)} bytes" in sizes(file)
        light = decode_light(file)
        assert sum(light.sizes["instructions"] for light in light) == sum(
            len(piece) for light in light for piece in light.instructions
        )
        one = Bytecode(file).function(len(light) - 1)
        *_, whole = (op for op in decode(file).ops if isinstance(op, FuncOp))
        assert one.is_structurally_equivalent(whole)


@pytest.mark.parametrize(
    ("row", "width"),
    [(row, width) for row in SECOND for width in (32, 64)[: 1 + row.has_address]],
    ids=lambda x: getattr(x, "name", x),
)
@pytest.mark.every(2)
def test_rows_are_kept_in_both_encodings(row: Row, width: int):
    kept(example(row, width, profile=2))


def test_programs_are_smaller_with_their_own_codes(programs: list[ModuleOp]):
    first = second = before = 0
    for module in programs:
        other = to_second_profile(module)
        verify_module(other)
        kept(other)
        first += len(encode(module))
        second += len(encode(other))
        before += len(with_first_codes(other))
    assert second < 0.75 * before
    assert second < 1.02 * first


def test_the_second_decoder_reads_both_encodings(programs: list[ModuleOp]):
    for module in programs:
        other = to_second_profile(module)
        for op in other.ops:
            op.attributes.clear()
        own, old = bodies(encode(other)), bodies(with_first_codes(other))
        assert own and own.keys() == old.keys()
        for name, body in own.items():
            assert body.operations == old[name].operations


@pytest.mark.parametrize("name", ("conv2d_i32", "relu_bias_f32"))
def test_programs_of_profile_2_compute_the_same(name: str):
    module = compile(read_module(str(KERNELS / f"{name}.scf.mlir")), "llvlir")
    data = encode(to_second_profile(module))
    runs = [
        circ.run(each, *kernel_arrays(name), entry=name, level="llvlir")
        for each in (module, decode(data))
    ]
    first, second = runs
    for number, array in first.arrays.items():
        assert array.tobytes() == second.arrays[number].tobytes()


def test_format_1_is_not_the_canonical_encoding():
    module = parse("llvlir.func @f() {\n  llvlir.ret\n}")
    data = encode(module, version=1)
    assert text(decode(data)) == text(module)
    with pytest.raises(Diagnostic, match="byte 4: error: version 1 is not the one"):
        decode(data, canonical=True)
    assert text(decode(encode(module), canonical=True)) == text(module)


# endregion
# region Hostile input

NUMBERS = {code.text: code.number for profile, code in CODES if profile == 2}
EQUAL, NEXT = NUMBERS["cmp.CI i32 eq"], NUMBERS["brl.L next"]
HEADER = bytes([0, 0x4C, 0x56, 0x4C, 2, 2])


def function(body: bytes, flags: int = OWN_CODES) -> bytes:
    """A file of profile 2 with a function `f` of one i32 and this body."""
    sections = {
        1: b"f\0",
        2: b"\1\1\1\5\0",
        3: bytes([1, 0, 1, 0, 1, len(body)]),
        4: bytes([0x96, 4, 1]),
        5: body,
    }
    data = HEADER + bytes([flags])
    for number, content in sections.items():
        data += bytes([number, len(content)]) + content
    return data


@pytest.mark.parametrize(
    ("body", "flags", "message"),
    (
        (
            b"\2\0" + bytes([EQUAL, 0x11, NEXT, 1, 1, 6, 6]),
            2,
            "'brl.L' must be part of",
        ),
        (b"\1\0\xb7\2\5\1\x11\6", 2, "'cmp.CI' must be written with its code"),
        (bytes([1, NUMBERS["const.I i32"], 8, 6]), 2, "8 has a code of its own"),
        (bytes([1, 46, 0x11, 6]), 0, "46 is no code"),
        (b"\1\6", 4, "byte 6: error: flags 4 is not known"),
        (b"\1\6", 7, "byte 6: error: flags 7 is not known"),
    ),
)
def test_other_encodings_are_diagnosed(body: bytes, flags: int, message: str):
    with pytest.raises(Diagnostic, match=message):
        decode(function(body, flags))


def test_profile_1_has_no_codes_of_profile_2():
    data = bytearray(encode(example(rows()[100])))
    data[FLAGS] |= OWN_CODES
    with pytest.raises(Diagnostic, match="byte 6: error: flags 2 is not known"):
        decode(bytes(data))


def accepted(data: bytes) -> bool:
    """Is it a module? Then no other bytes with these codes are."""
    try:
        module = decode(data)
    except Diagnostic:
        return False
    verify_module(module)
    has_own = Bytecode(data).codes == 2
    assert (encode(module) if has_own else with_first_codes(module)) == data
    return True


@settings(max_examples=300)
@given(st.binary(max_size=60), st.sampled_from((0, OWN_CODES)))
def test_random_bodies(body: bytes, flags: int):
    accepted(function(b"\1" + body, flags))


@pytest.mark.parametrize("flags", (0, OWN_CODES))
def test_random_codes(flags: int):
    """Short distances, so that many bodies are valid."""
    chance, count = random.Random(7), 0
    for _ in range(3000):
        pieces = (
            bytes([chance.randrange(FIRST, 256), *chance.choice(OPERANDS)])
            for _ in range(chance.randrange(1, 5))
        )
        count += accepted(function(b"\1" + b"".join(pieces) + b"\6", flags))
    assert count > 20


OPERANDS = (b"", b"\1", b"\1\1", b"\x11", b"\x12", b"\x21", b"\x11\1", b"\5")


def test_mutated_programs(programs: list[ModuleOp]):
    chance, count = random.Random(3), 0
    modules = [to_second_profile(programs[0]), *(example(row) for row in SECOND)]
    files = [file for m in modules for file in (encode(m), with_first_codes(m))]
    for _ in range(1500):
        mutant = bytearray(chance.choice(files))
        place = chance.randrange(FLAGS + 1, len(mutant))
        mutant[place] = chance.choice((chance.randrange(256), mutant[place] ^ 1))
        count += accepted(bytes(mutant))
    assert count > 15


# endregion

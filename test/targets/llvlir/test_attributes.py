"""Attributes in bytecode: each is kept, or diagnosed when the module is encoded."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from source_text import read
from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    i1,
    i8,
    i64,
)
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import RUNTIME, SIGNATURE
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.variadic import VARIADIC
from circ.dialects.llvlir.ops import FuncOp
from circ.targets.llvlir import decode, encode
from circ.targets.llvlir.encoder import MAGIC, VISIBILITIES
from circ.transforms.pipelines import passes

FUNCTION = "llvlir.func @f() {\n  llvlir.ret\n}\n"
DECLARATION = "llvlir.func private @f()\n"

VALUES = st.recursive(
    st.builds(UnitAttr)
    | st.builds(StringAttr, st.text(st.characters(codec="utf-8"), max_size=20))
    | st.builds(IntegerAttr, st.integers(-(2**63), 2**63 - 1), st.just(i64))
    | st.builds(IntegerAttr, st.integers(-128, 127), st.just(i8))
    | st.builds(IntegerAttr, st.just(-1), st.just(i1))
    | st.lists(st.integers(-(2**63), 2**63 - 1), max_size=3).map(
        lambda numbers: DenseArrayBase.from_list(i64, numbers)
    ),
    lambda values: st.lists(values, max_size=3).map(ArrayAttr[Attribute]),
    max_leaves=6,
)
NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1)
ATTRIBUTES = st.dictionaries(
    NAMES.filter(
        lambda name: len(name.encode()) < 256 and name not in (SIGNATURE, VARIADIC)
    ),
    VALUES,
    max_size=3,
)


@settings(max_examples=100)
@given(ATTRIBUTES, ATTRIBUTES, st.sampled_from(VISIBILITIES), st.booleans())
def test_attributes_are_kept(
    of_module: dict[str, Attribute],
    of_function: dict[str, Attribute],
    visibility: str | None,
    variadic: bool,
):
    module = read(FUNCTION + DECLARATION.replace("@f", "@g"))
    module.attributes |= of_module
    for function in module.ops:
        assert isinstance(function, FuncOp)
        function.attributes |= of_function
        function.sym_visibility = StringAttr(visibility) if visibility else None
        if variadic:
            function.attributes[VARIADIC] = UnitAttr()
    data = encode(module)
    decoded = decode(data)
    assert module.is_structurally_equivalent(decoded)
    assert encode(decoded) == data


@pytest.mark.parametrize(
    "text",
    (
        "#circ.kernel<[]>",
        '#circ.kernel<["global dst", "byval.8 point"], {group = array<i64: 16, 1, 1>, '
        'hidden = ["local_id_0"], local_bytes = 64 : i64, takes_turns}>',
    ),
)
def test_kernels_are_kept(text: str):
    module = read(FUNCTION.replace("()", f"() attributes {{circ.kernel = {text}}}"))
    data = encode(module)
    assert module.is_structurally_equivalent(decode(data))
    assert encode(decode(data)) == data


def test_module_and_its_name_are_kept():
    module = read('builtin.module @m attributes {circ.cpu = "generic"} {}')
    decoded = decode(encode(module))
    assert module.is_structurally_equivalent(decoded)
    assert decoded.sym_name == StringAttr("m")


@pytest.mark.parametrize(
    "text",
    (
        DECLARATION.replace("()", "() attributes {a = {b}}"),
        FUNCTION.replace("()", "() attributes {a = 1.0 : f32}"),
        FUNCTION.replace("()", "() attributes {a = i32}"),
        FUNCTION.replace("()", "() attributes {a = @f}"),
        FUNCTION.replace("()", "() attributes {a = array<i32: 1>}"),
        FUNCTION.replace("()", "() attributes {a = 1 : index}"),
        FUNCTION.replace("()", f"() attributes {{a = {'[' * 9}{']' * 9}}}"),
        FUNCTION.replace("()", "() attributes {a = 0x8000000000000000 : i128}"),
        FUNCTION.replace("llvlir.ret", "llvlir.ret {a}"),
        FUNCTION.replace("llvlir.ret", "%x = llvlir.const.I 1 {a} : i32\nllvlir.ret"),
        FUNCTION.replace("llvlir.ret", "llvlir.call @f() {a} : () -> ()\nllvlir.ret"),
        'llvlir.section "data" {a}',
        "builtin.module attributes {a = [f32]} {}",
    ),
)
def test_what_is_not_kept_is_diagnosed(text: str):
    module = read(text)
    with pytest.raises(Diagnostic, match=r"'a' of '.*has no bytecode") as info:
        encode(module)
    assert info.value.location is not None


def stream(*parts: bytes) -> bytes:
    data = b"".join(parts)
    return MAGIC + bytes([1, 1, 0, len(data)]) + data


ATTRIBUTE, MODULE = bytes([0xAE, 4]), bytes([0xAF, 4])


@pytest.mark.parametrize(
    ("data", "message"),
    (
        (stream(ATTRIBUTE, b"\1a\1\0"), "byte 14: error: a label must follow"),
        (stream(ATTRIBUTE, b"\1a\2\0\0"), "byte 12: error: bytes are left"),
        (stream(ATTRIBUTE, b"\1a\1\6"), "byte 13: error: 6 is no code of an attribute"),
        (stream(ATTRIBUTE, b"\1a\5\5\1\1a\0"), "byte 13: error: a kernel: 'a' is not"),
        (stream(ATTRIBUTE, b"\1a\x09\5\0\2\1b\0\1b\0"), "'b' must not be given twice"),
        (stream(ATTRIBUTE, b"\1a\x05\5\0\2\1b\0"), "more bytes are needed"),
        (stream(ATTRIBUTE, b"\1a\2\1\1"), "1 bytes are announced, but 0 are left"),
        (stream(ATTRIBUTE, b"\1a\3\1\1\xff"), "a string must be UTF-8"),
        (
            stream(ATTRIBUTE, b"\1a\4\2\2\xff\1"),
            "byte 15: error: a number must fit 8 signed bits",
        ),
        (stream(ATTRIBUTE, b"\1a\2\3\1"), "more bytes are needed"),
        (stream(ATTRIBUTE, b"\1a\3\4\2\0"), "more bytes are needed"),
        (stream(ATTRIBUTE, b"\1a\x13", b"\3\1" * 9, b"\0"), "3 is no code"),
        (stream(ATTRIBUTE, b"\1a\1\0", ATTRIBUTE, b"\1a\1\0"), "must not be given"),
        (stream(ATTRIBUTE, b"\x0dcirc.variadic\1\0"), "must not be given"),
        (stream(ATTRIBUTE, b"\1a\1\0", MODULE, b"\1a\1\0"), "'module' must not be"),
        (stream(MODULE, b"\x08sym_name\1\0"), "the module's name must be a string"),
        (
            stream(MODULE, b"\x08sym_name\2\1\0", MODULE, b"\1a\1\0"),
            "'module' must not",
        ),
        (stream(ATTRIBUTE, b"\1a\1\0", b"\1\4data"), "'section' must not be"),
    ),
)
def test_hostile_attributes(data: bytes, message: str):
    with pytest.raises(Diagnostic, match=message):
        decode(data)


FUNCTIONS = ("sin", "exp", "log", "tanh", "fma", "sqrt", "atan2", "ctpop", "rsqrt")


def test_functions_of_the_library_reach_the_machine():
    """By bytecode as by text; no program may begin in them."""
    arity = {"fma": 3, "atan2": 2}
    text = ""
    for name in FUNCTIONS:
        type = "i32" if name == "ctpop" else "f32"
        values = ", ".join(["%a"] * arity.get(name, 1))
        text += f"""func.func private @{name}(%a: {type}) -> {type} {{
          %r = math.{name} {values} : {type}
          func.return %r : {type}
        }}\n"""
    module = read(text)
    for step in passes("source", "llvlir", 2):
        step.apply(Context(), module)
    decoded = decode(encode(module))
    assert module.is_structurally_equivalent(decoded)
    assert any(RUNTIME in op.attributes for op in definitions(decoded).values())
    for step in passes("llvlir", "naplespu", 2):
        step.apply(Context(), module)
        step.apply(Context(), decoded)
    assert module.is_structurally_equivalent(decoded)


def test_files_without_attributes_are_as_before():
    data = stream(b"\n\1\1f", bytes([0x96, 4]), b"\2\0\0", bytes([0x89, 4]))
    assert encode(read(FUNCTION), version=1) == data
    assert decode(data).is_structurally_equivalent(read(FUNCTION))


@pytest.mark.parametrize(
    "type",
    (
        *("index", "i32", "f32", "memref<f32>", "memref<0x4xi8>", "memref<4xi32, 68>"),
        *("memref<4xvector<2x3xi7>>", "(vector<2xi32>, index) -> (() -> i1)"),
        "memref<2x3xindex, strided<[7, -1], offset: ?>, 3>",
        "memref<2xbf16, strided<[5]>>",
    ),
)
def test_signatures_are_kept(type: str):
    register = "!llvlir.f<f32>" if type == "f32" else "!llvlir.r<i32>"
    text = f"llvlir.func @f({register}) attributes {{circ.signature = ({type}) -> ()}}"
    module = read(text)
    decoded = decode(encode(module))
    assert module.is_structurally_equivalent(decoded)


@pytest.mark.parametrize(
    "type",
    (
        *('memref<4xi32, "far">', "memref<4xi32, 3 : i32>", "memref<4xsi32>", "none"),
        *("memref<4xi32, affine_map<(d0) -> (d0)>>", "memref<4x() -> ()>", "ui32"),
    ),
)
def test_signatures_that_are_not_kept_are_diagnosed(type: str):
    text = (
        f"llvlir.func @f(!llvlir.r<i32>) attributes {{circ.signature = ({type}) -> ()}}"
    )
    with pytest.raises(Diagnostic, match="has no bytecode"):
        encode(read(text))

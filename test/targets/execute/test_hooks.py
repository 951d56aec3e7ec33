"""External functions: which names are known, with which types."""

import pytest
from xdsl.dialects.builtin import FunctionType, UnknownLoc, f32, i1, i8, i32, i64
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.hooks import bind, by_name


def declared(*inputs: Attribute) -> FunctionType:
    return FunctionType.from_lists(inputs, ())


@pytest.mark.parametrize(
    ("name", "types", "bits", "text"),
    (
        ("print_i32", (i32,), [0xFFFFFFFF], "-1\n"),
        ("printI64", (i64,), [5], "5\n"),
        ("printF32", (f32,), [0x3DCCCCCD], "0.1\n"),
        ("print_f32", (f32,), [0x7FC00000], "nan\n"),
        ("print", (i8, i1), [0x80, 1], "-128 1\n"),
        ("printNewline", (), [], "\n"),
    ),
)
def test_print(name: str, types: tuple[Attribute, ...], bits: list[int], text: str):
    written: list[str] = []
    hook = bind(name, declared(*types), UnknownLoc(), written.append)
    assert hook is not None and hook(bits) == ()
    assert written == [text]
    if name != "print":
        assert by_name(written.append)[name].types == types


def test_assert():
    hook = bind("assert", declared(i1), UnknownLoc(), print)
    assert hook is not None
    hook([1])
    with pytest.raises(Diagnostic, match="assertion failed"):
        hook([0])


@pytest.mark.parametrize("name", ("prints", "print_i5", "exit", "assert_i32", ""))
def test_unknown_names(name: str):
    assert bind(name, declared(i32), UnknownLoc(), print) is None
    assert name not in by_name(print)


@pytest.mark.parametrize(
    ("name", "types", "message"),
    (
        (
            "print_i32",
            declared(f32),
            "the external function 'print_i32' takes (i32) and gives nothing",
        ),
        ("assert", declared(), "'assert' takes (i1) and"),
        ("print", FunctionType.from_lists([i32], [i32]), "'print' takes scalars and"),
    ),
)
def test_wrong_types(name: str, types: FunctionType, message: str):
    with pytest.raises(Diagnostic) as error:
        bind(name, types, UnknownLoc(), print)
    assert message in error.value.message

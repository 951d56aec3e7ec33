"""Errors that no input leads to while all passes and packages are whole."""

import importlib.metadata
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import NoReturn

import pytest
from levels import parsed
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, i64
from xdsl.dialects.func import ReturnOp
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.utils.arg_spec import ArgSpec

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import Diagnostic
from circ.tools import circ_opt, circ_reduce
from circ.tools.command import UsageError
from circ.tools.formats import installed
from circ.transforms.pipelines import VERIFY_EACH, run_passes

GOOD = "func.func @f(%x: i32) -> i32 {\n  func.return %x : i32\n}\n"


@dataclass(frozen=True)
class WrongTypePass(ModulePass):
    """Lets a function return what it must not."""

    name = "test-wrong-type"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in op.walk():
            if isinstance(inner, ReturnOp):
                Rewriter.replace_value_with_new_type(inner.arguments[0], i64)
                return


def test_result_of_a_pass_that_is_no_ir():
    with pytest.raises(Diagnostic) as error:
        run_passes([WrongTypePass()], parsed(GOOD))
    assert str(error.value).startswith("random.mlir:")
    assert error.value.message.endswith("(after pass 'test-wrong-type')")


def test_result_of_a_pass_that_is_no_ir_in_circ_opt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "f.mlir"
    file.write_text(GOOD)
    monkeypatch.setattr("sys.argv", ["circ-opt", str(file), "-p", "dce"])
    monkeypatch.setattr(
        "xdsl.transforms.dead_code_elimination.DeadCodeElimination.apply",
        WrongTypePass.apply,
    )
    assert circ_opt.main() == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "f.mlir:" in captured.err and "(after pass 'dce')" in captured.err


@pytest.mark.parametrize(
    ("options", "after"),
    (
        ([], "(after passes 'dce' to 'cse'; --verify-each says after which)"),
        (["--verify-each"], "(after pass 'dce')"),
    ),
)
def test_verify_each(
    options: list[str],
    after: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    file = tmp_path / "f.mlir"
    file.write_text(GOOD)
    monkeypatch.setattr("sys.argv", ["circ-opt", str(file), "-p", "dce,cse", *options])
    monkeypatch.setattr(
        "xdsl.transforms.dead_code_elimination.DeadCodeElimination.apply",
        WrongTypePass.apply,
    )
    with bound(VERIFY_EACH, False):
        assert circ_opt.main() == 1
    assert after in capsys.readouterr().err


def test_pass_whose_package_is_missing():
    def factory() -> NoReturn:
        raise ModuleNotFoundError("No module named 'z3'", name="z3")

    with pytest.raises(Diagnostic, match="pass 'prove' needs the package 'z3'"):
        circ_opt.configured(factory, ArgSpec("prove", {}), "pass")


def test_parser_that_fails_at_the_end():
    def parse(text: str) -> NoReturn:
        raise StopIteration

    with pytest.raises(UsageError, match="malformed -p 'dce': unexpected end"):
        circ_opt.specs("dce", "-p", parse)


@pytest.mark.parametrize(
    ("name", "status", "message"),
    (
        ("f.ll", 1, "f.ll:1:1: error: expected top-level entity"),
        ("f.s", 1, "'f.s': naplespu-asm is not read as a module"),
        ("f.txt", 1, "cannot tell the format of 'f.txt' by its contents or name"),
    ),
)
def test_formats_that_circ_reduce_does_not_take(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    status: int,
    message: str,
):
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("words")
    script = Path("test.sh")
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    arguments = ["circ-reduce", name, "--test", "./test.sh"]
    monkeypatch.setattr("sys.argv", arguments)
    assert circ_reduce.main() == status
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("plugins", "message"),
    (
        (
            {"mine": "no_such_module:UNIVERSE"},
            "the plug-in 'mine' (no_such_module:UNIVERSE) cannot be used: "
            "ModuleNotFoundError: No module named 'no_such_module'",
        ),
        (
            {
                "one": "circ.tools.universe:CIRC_UNIVERSE",
                "two": "circ.tools.universe:CIRC_UNIVERSE",
            },
            "plug-ins cannot be used together: Duplicate definition of ",
        ),
    ),
)
def test_plug_ins_that_cannot_be_used(
    plugins: dict[str, str], message: str, monkeypatch: pytest.MonkeyPatch
):
    found = [EntryPoint(name, at, "xdsl.universe") for name, at in plugins.items()]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda **_: found)
    installed.cache_clear()
    with pytest.raises(Diagnostic) as error:
        installed()
    assert error.value.message.startswith(message)

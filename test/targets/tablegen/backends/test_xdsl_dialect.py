"""Generated dialects: what the records say is in the module, and it works."""

from pathlib import Path
from typing import Any

import pytest
from naplespu_description import INCLUDE, records_of
from tablegen_modules import generate, module_of, parsed
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.machine_operations import Effects

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def module() -> Any:
    return module_of("gen-xdsl-dialect", records_of(HERE / "dialect.td", INCLUDE))


def test_types_are_the_register_classes_of_operands(module: Any):
    assert [type.name for type in module.TYPES] == ["machine.mask", "machine.wide_file"]
    # In allocation order, with the numbers of the word.
    assert list(module.WIDE_FILE_NUMBERS.items()) == [("a2", 6), ("a0", 4), ("a1", 5)]
    assert module.WideFileType.from_name("a1").index.data == 5


def test_records(module: Any):
    records = module.RECORDS
    wide, mask = module.WideFileType, module.MaskType
    assert list(records) == ["ADD", "ADDM", "JUMP", "LOAD", "STORE"]
    add = records["ADD"]
    assert (add.operation, add.defs, add.uses) == ("add", ("flags",), ())
    assert add.shape == ((("dst", wide),), (("a", wide), ("b", wide)), ())
    masked = records["ADDM"]
    assert masked.shape.ties == (("dst", "old"),)
    assert masked.shape.sources == (mask, wide)
    assert (masked.operation, masked.uses) == ("ADDM", ("flags", "b0"))
    load, store = records["LOAD"], records["STORE"]
    assert load.shape.ins == (("at_base", wide), ("at_offset", None))
    assert load.shape.immediate == "at_offset"
    assert store.shape.ins == (("value", wide), ("base", wide), ("offset", None))
    assert load.effects is Effects.LOAD and add.effects is Effects.NONE
    assert store.effects == Effects.STORE | Effects.OTHER
    assert records["JUMP"].is_control and not store.is_control


def test_operations_are_those_without_control_flow(module: Any):
    operations = module.operations()
    assert list(operations) == ["ADD", "ADDM", "LOAD", "STORE"]
    assert operations["ADD"].name == "machine.ADD"
    assert operations["ADD"].RECORD is module.RECORDS["ADD"]


PROGRAM = """\
%a, %m = "test.op"() : () -> (!machine.wide_file<a2>, !machine.mask)
%b = machine.LOAD(%a), -4 : (!machine.wide_file<a2>) -> !machine.wide_file
%c = machine.ADDM(%m, %b) : (!machine.mask, !machine.wide_file) -> !machine.wide_file
machine.STORE(%c, %a) @there, 8 : (!machine.wide_file, !machine.wide_file<a2>) -> ()
"""


def test_text(module: Any):
    program = parsed(module, PROGRAM, "machine")
    program.verify()
    body = "\n".join(line.strip() for line in str(program).splitlines()[1:-1]) + "\n"
    assert body == PROGRAM


@pytest.mark.parametrize(
    ("line", "message"),
    (
        (
            "machine.STORE(%a), 4 : (!machine.wide_file) -> ()",
            "needs 2 operands, but has 1",
        ),
        (
            "%x = machine.ADD(%m, %a) : (!machine.mask, !machine.wide_file)"
            " -> !machine.wide_file",
            "operand 0 must be of type !machine.wide_file, but is !machine.mask",
        ),
        (
            "%x = machine.LOAD(%a) : (!machine.wide_file) -> !machine.wide_file",
            "LOAD has an immediate",
        ),
        (
            "%x = machine.ADD(%a, %a), 1 : (!machine.wide_file, !machine.wide_file)"
            " -> !machine.wide_file",
            "ADD has no immediate",
        ),
        (
            "%b = machine.ADD(%a, %a) : (!machine.wide_file, !machine.wide_file)"
            " -> !machine.wide_file<a0>\n"
            "%x = machine.ADDM(%m, %b) : (!machine.mask, !machine.wide_file<a0>)"
            " -> !machine.wide_file<a1>",
            "dst and old must be one register, but are !machine.wide_file<a1> and "
            "!machine.wide_file<a0>",
        ),
    ),
)
def test_verification(module: Any, line: str, message: str):
    inputs = '%a, %m = "test.op"() : () -> (!machine.wide_file, !machine.mask)\n'
    with pytest.raises(VerifyException, match=message):
        parsed(module, inputs + line, "machine").verify()


def test_what_is_no_operation(tmp_path: Path):
    bad = tmp_path / "bad.td"
    text = (HERE / "dialect.td").read_text()
    bad.write_text(f"{text}\ndef BAD : I<(outs i32imm:$x), (ins)>;\n")
    with pytest.raises(Diagnostic, match="output 'x' of 'BAD' is no register"):
        generate("gen-xdsl-dialect", records_of(bad, INCLUDE))

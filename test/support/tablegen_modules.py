"""Descriptions written in a test, and the modules that backends make of them."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.test import Test
from xdsl.ir import Dialect
from xdsl.parser import Parser

from circ.targets.tablegen import backends, load
from circ.targets.tablegen.records import RecordKeeper

INCLUDE = Path(__file__).resolve().parents[2] / "targets" / "tablegen" / "include"
LLVM_INCLUDE = Path("/usr/lib/llvm-19/include")
DATA = Path(__file__).resolve().parents[1] / "data" / "tablegen"

INTRINSICS = """
include "llvm/CodeGen/ValueTypes.td"
include "llvm/CodeGen/SDNodeProperties.td"
class IntrinsicProperty;
class Intrinsic : SDPatternOperator;
"""


def llvm_include(folder: Path) -> list[Path]:
    """LLVM's include folder, behind one that leaves out its 15,000 intrinsics."""
    path = folder / "intrinsics" / "llvm" / "IR" / "Intrinsics.td"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(INTRINSICS)
    return [folder / "intrinsics", LLVM_INCLUDE]


def records_of(text: str, folder: Path) -> RecordKeeper:
    """The records of a description that may include `circ/Target.td`."""
    path = folder / "description.td"
    path.write_text(text)
    return load(path, include=[INCLUDE])


def reference_records(name: str, folder: Path) -> RecordKeeper:
    """A reference description, over our own base file in place of LLVM's."""
    text = (DATA / name).read_text()
    text = text.replace("llvm/Target/Target.td", "circ/Target.td")
    text = text.replace("llvm/TableGen/SearchableTable.td", "circ/SearchableTable.td")
    return records_of(text, folder)


def generate(option: str, records: RecordKeeper) -> str:
    """What a backend generates: all tests do so here, since it has to be Python."""
    text = backends.generate(option, records)
    compile(text, option, "exec")
    return text


def executed(text: str) -> Any:
    """A generated module, executed."""
    names: dict[str, Any] = {"__name__": "generated"}
    exec(compile(text, "generated", "exec"), names)
    return SimpleNamespace(**names)


def module_of(option: str, records: RecordKeeper) -> Any:
    """What a backend generates from records, executed."""
    return executed(generate(option, records))


def parsed(module: Any, text: str, dialect: str) -> ModuleOp:
    """A program over the operations of a generated dialect."""
    context = Context()
    machine = Dialect(dialect, [*module.operations().values()], [*module.TYPES])
    for each in (Builtin, Test, machine):
        context.load_dialect(each)
    return Parser(context, text).parse_module()

"""
The backends of circ-tblgen: what is generated from a target's records, by option.

Each backend is a function from the records to one Python module, and is imported only
when it is asked for. What the modules offer is in docs/tablegen-backends.md,
tablegen-registers.md, tablegen-encoding.md and instruction-selection.md; numbers,
orders and messages are those of LLVM 19.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from circ.targets.tablegen.backends.python_text import PythonText
    from circ.targets.tablegen.records import RecordKeeper


class Backend(NamedTuple):
    """The module of this package with the function `generate`, and what it makes."""

    module: str
    result: str


BACKENDS = {
    "gen-asm-matcher": Backend("asm_matcher", "the matcher of assembly"),
    "gen-asm-writer": Backend("asm_writer", "the printer of assembly"),
    "gen-callingconv": Backend("calling_convention", "calling conventions"),
    "gen-dag-isel": Backend("dag_isel", "the tables of instruction selection"),
    "gen-disassembler": Backend("disassembler", "the decoder"),
    "gen-emitter": Backend("emitter", "the encoder"),
    "gen-instr-info": Backend("instr_info", "descriptions of instructions"),
    "gen-register-info": Backend("register_info", "descriptions of registers"),
    "gen-searchable-tables": Backend("searchable_tables", "tables that are searched"),
    "gen-subtarget": Backend("subtarget", "features and processors"),
    "gen-xdsl-dialect": Backend("xdsl_dialect", "a dialect of xDSL"),
}
"""By option of circ-tblgen."""


def generate(option: str, records: "RecordKeeper") -> str:
    """The text of the module that a backend makes; KeyError for an unknown option."""
    module = import_module(f"{__name__}.{BACKENDS[option].module}")
    backend: Callable[[RecordKeeper], PythonText] = module.generate
    return backend(records).text(option)

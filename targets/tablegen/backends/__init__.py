"""
What can be generated from the records of a target, by the option that asks for it.

Each backend is a function from the records to the text of one Python module, and is
imported only when it is asked for.
"""

from collections.abc import Callable
from importlib import import_module

from circ.targets.tablegen.records import RecordKeeper

BACKENDS = {
    "gen-asm-matcher": "asm_matcher",
    "gen-asm-writer": "asm_writer",
    "gen-callingconv": "calling_convention",
    "gen-dag-isel": "dag_isel",
    "gen-disassembler": "disassembler",
    "gen-emitter": "emitter",
    "gen-instr-info": "instr_info",
    "gen-register-info": "register_info",
    "gen-searchable-tables": "searchable_tables",
    "gen-subtarget": "subtarget",
    "gen-xdsl-dialect": "xdsl_dialect",
}
"""The module of this package that holds each option's `generate`."""


def generate(option: str, records: RecordKeeper) -> str:
    """The text of the module that a backend makes; KeyError for an unknown option."""
    module = import_module(f"{__name__}.{BACKENDS[option]}")
    backend: Callable[[RecordKeeper], str] = module.generate
    return backend(records)

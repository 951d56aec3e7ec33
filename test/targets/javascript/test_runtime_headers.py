"""The generated files of JavaScript's run-time library are those of the tables."""

from circ.targets.javascript.builtins import (
    FOLDER,
    builtins,
    builtins_header,
    builtins_source,
    installed,
)
from circ.targets.javascript.bytecode_header import HEADER, bytecode_header


def test_prototypes_of_bytecodes():
    assert HEADER.read_text(encoding="utf-8") == bytecode_header()


def test_builtins():
    runtime = FOLDER / "runtime"
    assert (runtime / "builtins.h").read_text(encoding="utf-8") == builtins_header()
    assert (runtime / "builtins.c").read_text(encoding="utf-8") == builtins_source()


def test_rows_are_known():
    for row in builtins():
        if row.kind == "value":
            assert row.symbol == "undefined" or isinstance(float(row.symbol), float)
        else:
            assert row.symbol.isidentifier(), row


def test_program_has_what_it_names():
    always = [row for row in builtins() if row.always]
    assert installed(set()) == always
    rows = installed({"Error", "exit", "valueOf"})
    names = {(row.holder, row.name) for row in rows if not row.always}
    assert ("globalThis", "Error") in names
    assert ("Object.prototype", "valueOf") in names
    assert ("process", "exit") not in names

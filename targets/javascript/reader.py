"""JavaScript and TypeScript become bytecode."""

from circ.dialects.common.diagnostics import Diagnostic, raise_errors
from circ.dialects.common.recursion import READING, frames
from circ.targets.javascript import (
    exceptions,
    literals,
    loops,
    objects,
    operators,
    statements,
)
from circ.targets.javascript.binding import Analysis
from circ.targets.javascript.bytecode import Program
from circ.targets.javascript.checks import check, check_globals
from circ.targets.javascript.classes import (
    assign_parameters,
    begin_constructor,
    default_constructor,
    define_fields,
    write_statics,
)
from circ.targets.javascript.emitter import Emitter, Unit
from circ.targets.javascript.functions import begin, receive
from circ.targets.javascript.resolution import resolve
from circ.targets.javascript.scopes import THIS, FunctionInfo
from circ.targets.javascript.syntax import is_typescript, parse
from circ.targets.javascript.typescript import erase_types
from circ.targets.javascript.variables import load_special

SCRIPT = "script"
"""The name of a program's first function."""

WRITERS = (exceptions, literals, loops, objects, operators, statements)
"""Modules that fill the tables of what is written for a node."""

NAMES = frozenset(
    {
        "identifier",
        "property_identifier",
        "shorthand_property_identifier",
        "shorthand_property_identifier_pattern",
    }
)
"""Kinds of nodes that are names of variables and properties."""


def read_javascript(text: str, filename: str) -> Program:
    """
    The bytecode of a script; TypeScript if the file's name says so.

    Syntax errors and what is not supported are diagnostics with their places.
    """
    with frames(READING):
        source, root = parse(text, filename)
        if is_typescript(filename):
            erase_types(root)
        analysis = Analysis(source)
        errors = check(source, root)
        script = analysis.run(root)
        resolve(analysis)
        errors += check_globals(analysis)
        raise_errors([*errors, *analysis.errors])
        unit = Unit(source)
        unit.program.names = {node.text for node in root.walk() if node.kind in NAMES}
        unit.program.source = source.data.decode()
        unit.define(script, SCRIPT, ())
        for info, function, environments in unit.work:
            emitter = Emitter(unit, info, function, environments)
            try:
                _write(emitter, info)
                emitter.finish()
            except Diagnostic as error:
                unit.errors.append(error)
        raise_errors(unit.errors)
        return unit.program


def _write(emitter: Emitter, info: FunctionInfo):
    """The code of a function."""
    begin(emitter)
    class_info = info.class_info
    if class_info is not None and not info.is_statics:
        begin_constructor(emitter, class_info)
        if not info.is_derived:
            define_fields(emitter, class_info)
    receive(emitter)
    if info.kind == "base":
        assign_parameters(emitter, info)
    body = info.body
    if info.is_statics:
        write_statics(emitter, info)
    elif class_info is not None and info.is_derived and info.is_implicit:
        default_constructor(emitter)
    elif body is not None and body.kind in BLOCKS:
        emitter.statements(body.children)
    elif body is not None:
        emitter.at(body)
        emitter.value(body)
        emitter.emit("return")
        return
    if info.is_derived:
        load_special(emitter, THIS)
        emitter.emit("return")
    else:
        emitter.emit("returnundefined")


BLOCKS = ("program", "statement_block")

"""
The built-in objects and functions of JavaScript, as data.

`builtins.csv` lists them; a program has those whose names occur in it. The column
`symbol` is the C function, or the value of what is a constant. `python -m
circ.targets.javascript.builtins` writes `runtime/builtins.h` and `runtime/builtins.c`.
"""

import csv
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent

FUNCTIONS = ("function", "getter", "setter", "constructor")
"""The kinds of rows whose symbol is a C function."""

GLOBAL = "globalThis"

ERRORS = ("Type", "Range", "Reference", "Syntax", "Eval", "URI")

UNNAMED_CONSTRUCTORS = frozenset(
    ["Object", "Function", "Array", "String", "Number", "Boolean", "Error"]
    + [f"{name}Error" for name in ERRORS[:3]]
)
"""Those of objects that programs have without a name."""

HOLDERS = (
    GLOBAL,
    "Object.prototype",
    "Function.prototype",
    "Array.prototype",
    "String.prototype",
    "Number.prototype",
    "Boolean.prototype",
    "Error.prototype",
    *(f"{name}Error.prototype" for name in ERRORS),
    "ArrayIterator.prototype",
    "TypedArray.prototype",
)
"""Objects with numbers of their own besides those that the table makes, in order."""


@dataclass(frozen=True)
class Builtin:
    """One row of the table."""

    holder: str
    """`globalThis` where the table has nothing."""
    name: str
    kind: str
    """
    `function`, `getter`, `setter`, `constructor`, `value` (the symbol is a number or
    undefined) or `object` (the symbol is a holder).
    """
    length: int
    symbol: str
    always: bool


@cache
def builtins() -> tuple[Builtin, ...]:
    """The rows of the table, in its order."""
    text = (FOLDER / "builtins.csv").read_text(encoding="utf-8")
    return tuple(
        Builtin(
            holder=row["holder"] or GLOBAL,
            name=row["name"],
            kind=row["kind"],
            length=int(row["length"] or 0),
            symbol=row["symbol"],
            always=row["always"] == "yes",
        )
        for row in csv.DictReader(text.splitlines())
    )


@cache
def holders() -> dict[str, int]:
    """The objects that have built-in properties, by name: their numbers in C."""
    names = dict.fromkeys(HOLDERS)
    for row in builtins():
        if row.kind == "constructor":
            names |= dict.fromkeys((row.name, f"{row.name}.prototype"))
        elif row.kind == "object":
            names[row.symbol] = None
        names[row.holder] = None
    return {name: number for number, name in enumerate(names)}


def installed(names: AbstractSet[str]) -> list[Builtin]:
    """
    The rows that a program with these names has, constructors before what they hold.

    Functions of an object that is a global are left out if the program does not name
    that: it cannot reach them. A program that reads `constructor` has those of the
    objects that it can make without naming them.
    """
    if "constructor" in names:
        names = names | UNNAMED_CONSTRUCTORS
    objects = {row.name for row in builtins() if row.kind in ("constructor", "object")}
    objects.discard(GLOBAL)
    rows = [
        row
        for row in builtins()
        if row.always
        or (row.name in names and (row.holder not in objects or row.holder in names))
    ]
    return sorted(rows, key=lambda row: row.kind != "constructor")


def builtins_header() -> str:
    """The text of `builtins.h`."""
    numbers = "\n".join(f"    {_holder_constant(name)}," for name in holders())
    symbols = sorted({row.symbol for row in builtins() if row.kind in FUNCTIONS})
    return f"""\
/* Generated from builtins.csv by builtins.py. */
#ifndef JS_BUILTINS_H
#define JS_BUILTINS_H

#include "calls.h"

/* Objects that have built-in properties: js_holder gives the object. */
enum holder {{
{numbers}
    HOLDERS,
}};

/* What a program's install calls, a row of the table each. Names are interned. */
void js_install_function(uint64_t holder, value name, code *code, uint64_t length);
void js_install_getter(uint64_t holder, value name, code *code, uint64_t length);
void js_install_setter(uint64_t holder, value name, code *code, uint64_t length);
/* self and prototype: the constructor and its property prototype as holders. */
void js_install_constructor(uint64_t holder, value name, code *code, uint64_t length,
                            uint64_t self, uint64_t prototype);
void js_install_value(uint64_t holder, value name, value content);
void js_install_object(uint64_t holder, value name, uint64_t object);

/* All properties of the table: holder + 1, name, 0; an empty one at the end. */
extern const char js_builtin_names[];

{chr(10).join(f"code {symbol};" for symbol in symbols)}

#endif
"""


def builtins_source() -> str:
    """The text of `builtins.c`: all properties, to tell missing from absent ones."""
    rows = {(row.holder, row.name) for row in builtins()}
    for row in builtins():
        if row.kind == "constructor":
            rows.add((f"{row.name}.prototype", "constructor"))
    numbers = holders()
    lines = "\n".join(
        f'    "\\{numbers[holder] + 1:o}" "{name}\\0"' for holder, name in sorted(rows)
    )
    return f"""\
/* Generated from builtins.csv by builtins.py. */
#include "builtins.h"

const char js_builtin_names[] =
{lines}
    "";
"""


def _holder_constant(name: str) -> str:
    return "HOLDER_" + name.replace(".", "_")


if __name__ == "__main__":
    runtime = FOLDER / "runtime"
    (runtime / "builtins.h").write_text(builtins_header(), encoding="utf-8")
    (runtime / "builtins.c").write_text(builtins_source(), encoding="utf-8")

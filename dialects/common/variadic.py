"""
Functions that take any number of arguments.

Such a function has the attribute `circ.variadic`, and so has every call of it. Its type
is that of the named arguments; the further ones are words, numbers of 64 bits two of
them with the low one first, which `circ.va_arg_TYPE` reads by the number of the word.
Attribute and names are the same at all levels.
"""

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Operation

VARIADIC = "circ.variadic"
MARK = {VARIADIC: UnitAttr()}
"""The attribute of variadic functions and of calls of them."""

ARGUMENT = "circ.va_arg_"
WORDS = {"i32": 1, "f32": 1, "index": 1, "i64": 2, "f64": 2}
"""Types of further arguments by name, with their words."""


def is_variadic(op: Operation) -> bool:
    """Is it a function that takes any number of arguments, or a call of one?"""
    return VARIADIC in op.attributes


def words_read(name: str) -> int:
    """How many words the external function of that name reads; 0 for any other."""
    if not name.startswith(ARGUMENT):
        return 0
    return WORDS.get(name.removeprefix(ARGUMENT), 0)


def reads_argument(name: str, arguments: int, results: int) -> bool:
    """Does a call of that function read an argument, in one result or one per word?"""
    words = words_read(name)
    return words > 0 and arguments == 1 and results in (1, words)

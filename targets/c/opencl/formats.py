"""
Formats of OpenCL C's printf as those of C, in the text of a module of LLVM IR.

A vector is printed as its lanes with commas between them, which are passed one by one
(`circ.targets.llvm.calls`); `long` has 64 bits, which is C's `long long` here.
"""

import re

_FORMAT = re.compile(r"@printf\(ptr addrspace\(2\)[^@(),]* (@[\w.$-]+)[,)]")
_CONSTANT = re.compile(
    r'^(@[\w.$-]+)( = [^\n"]* constant )\[\d+ x i8\] c"([^"\n]*)"', re.MULTILINE
)
_CONVERSION = re.compile(
    r"%([-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?)(?:v(\d+))?(hh|hl|h|ll|l)?([a-zA-Z%])"
)
_ESCAPE = re.compile(r"\\[0-9A-Fa-f]{2}")


def with_formats_of_c(text: str) -> str:
    """The module with other constants where they are formats."""
    formats = set(_FORMAT.findall(text))

    def constant(found: re.Match[str]) -> str:
        name, head, value = found.groups()
        if name not in formats:
            return found[0]
        value = format_of_c(value)
        size = len(_ESCAPE.sub("x", value))
        return f'{name}{head}[{size} x i8] c"{value}"'

    return _CONSTANT.sub(constant, text)


def format_of_c(text: str) -> str:
    """The format of C for what one of OpenCL C prints."""
    return _CONVERSION.sub(_conversion, text)


def conversions(text: str) -> list[tuple[str, str]]:
    """The length and the letter of each value that a format of C prints."""
    found = [(length, kind) for *_, length, kind in _CONVERSION.findall(text)]
    return [each for each in found if each[1] != "%"]


def _conversion(found: re.Match[str]) -> str:
    flags, lanes, length, kind = found.groups()
    if length == "hl":
        length = ""
    elif length == "l" and kind in "diouxX":
        length = "ll"
    return ",".join([f"%{flags}{length or ''}{kind}"] * int(lanes or 1))

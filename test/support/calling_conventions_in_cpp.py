"""
The functions that `llvm-tblgen -gen-callingconv` writes, run as Python.

Their C++ has so few forms that it can be rewritten line by line; what they call is
modelled after `CCState`, and knows nothing of circ's.
"""

import re
from types import SimpleNamespace
from typing import Any

_LINES = (
    (r"static const MCPhysReg (\w+)\[\] = \{(.*)\};", r"\1 = [\2]"),
    (r"if \(unsigned (\w+) = (.*)\) \{", r"if \1 := \2:"),
    (r"else if \((.*)\)", r"elif \1:"),
    (r"if \((.*)\) \{", r"if \1:"),
    (r"if \((.*)\)", r"if \1:"),
    (r"else", "else:"),
    (r"(?:int64_t |\(void\))?(.*);.*", r"\1"),
)
_WORDS = (
    (r"\b\w+::(\w+)\((.*)\)", r"\1(\2)"),
    (r"\b\w+::(\w+)", r'"\1"'),
    (r"&&", " and "),
    (r"\|\|", " or "),
    (r"!(?!=)", " not "),
    (r"\b(true|false)\b", lambda found: found[1].capitalize()),
)


class Flags:
    """`ISD::ArgFlagsTy`: what is not given is false."""

    def __init__(
        self, size: int = 0, alignment: int = 1, space: int = 0, **flags: bool
    ):
        self.size, self.alignment, self.space = size, alignment, space
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        return lambda: self.flags.get(name, False)

    def getPointerAddrSpace(self) -> int:
        return self.space


class State:
    """`CCState`, with the registers that overlap each register."""

    def __init__(self, overlaps: dict[str, set[str]], variadic: bool):
        self.overlaps, self.variadic = overlaps, variadic
        self.used: set[str] = set()
        self.size = 0
        self.places: list[tuple[Any, ...]] = []

    def isVarArg(self) -> bool:
        return self.variadic

    def MarkAllocated(self, register: str) -> None:
        self.used |= {register, *self.overlaps.get(register, ())}

    def AllocateReg(self, registers: Any, shadows: Any = ()) -> str | None:
        if isinstance(registers, str):
            registers, shadows = [registers], [shadows] if shadows else ()
        for position, register in enumerate(registers):
            if register not in self.used:
                self.MarkAllocated(register)
                if shadows:
                    self.MarkAllocated(shadows[position])
                return register
        return None

    def AllocateStack(self, size: int, alignment: int, shadows: Any = ()) -> int:
        for register in shadows:
            self.MarkAllocated(register)
        while self.size % alignment:
            self.size += 1
        self.size += size
        return self.size - size

    def HandleByVal(self, *values: Any) -> None:
        number, value_type, type, info, minimum, alignment, flags = values
        size = max(flags.size, minimum)
        while size % alignment:
            size += 1
        offset = self.AllocateStack(size, max(flags.alignment, alignment))
        self.addLoc((number, value_type, offset, type, info))

    def addLoc(self, place: tuple[Any, ...]) -> None:
        self.places.append(place)


def conventions(text: str) -> SimpleNamespace:
    """The calling conventions of the C++ text; False is success, as in LLVM."""
    text = re.sub(r"\|\|\n\s*", "|| ", text)
    text = re.sub(r"\{\n\s*([^;{}]*?)\n\s*\};", r"{\1};", text)
    names: dict[str, Any] = {
        "Align": int,
        "getReg": lambda *place: place,
        "getMem": lambda *place: place,
    }
    functions = r"static bool (\w+)\([^;{]*\) \{\n(.*?)\n\}"
    for name, body in re.findall(functions, text, re.DOTALL):
        lines = [f"def {name}(ValNo, ValVT, LocVT, LocInfo, ArgFlags, State):"]
        lines += [_python(line) for line in body.splitlines() if line.strip("} ")]
        exec("\n".join(lines), names)
    return SimpleNamespace(**names)


def _python(line: str) -> str:
    code = line.strip()
    indent = " " * (len(line) - len(code))
    for pattern, replacement in _LINES:
        if re.fullmatch(pattern, code):
            code = re.sub(pattern, replacement, code)
            break
    for pattern, replacement in _WORDS:
        code = re.sub(pattern, replacement, code)
    return indent + code.strip()

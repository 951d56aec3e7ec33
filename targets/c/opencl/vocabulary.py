"""
Names of OpenCL C that say types: `float4`, `as_float4`, `convert_uchar4_sat_rte`.

There are too many of them to be functions: each is a macro that names a type, over
functions of the header that know all types of an argument.
"""

from collections.abc import Iterator
from functools import cache

INTEGERS = ("char", "short", "int", "long")
FLOATS = ("half", "float", "double")
TYPES = (*INTEGERS, *(f"u{name}" for name in INTEGERS), *FLOATS)
LANES = (2, 3, 4, 8, 16)
ROUNDINGS = ("", "_rte", "_rtz", "_rtp", "_rtn")


@cache
def vocabulary() -> str:
    """Definitions of types with lanes, and macros for what converts to a type."""
    return "".join(f"{line}\n" for line in _macros())


def _macros() -> Iterator[str]:
    for scalar in TYPES:
        for lanes in ("", *LANES):
            name = f"{scalar}{lanes}"
            yield f"#define as_{name}(x) __builtin_astype(x, {name})"
            for rounding in ROUNDINGS:
                yield _conversion(scalar, name, "", rounding)
                if scalar not in FLOATS:
                    yield _conversion(scalar, name, "_sat", rounding)


def _conversion(scalar: str, name: str, saturation: str, rounding: str) -> str:
    """One macro; what is there to be rounded depends on which side has integers."""
    value = "x"
    if scalar in FLOATS and rounding not in ("", "_rte"):
        value = f"__to_{scalar}{rounding}(__wide(x))"
    elif scalar not in FLOATS and rounding not in ("", "_rtz"):
        value = f"__integral{rounding}(__wide(x))"
    if saturation:
        value = f"__{scalar}_sat({value if '(' in value else '__wide(x)'})"
    macro = f"#define convert_{name}{saturation}{rounding}(x)"
    if name == scalar:
        return f"{macro} (({name})({value}))"
    return f"{macro} __builtin_convertvector({value}, {name})"

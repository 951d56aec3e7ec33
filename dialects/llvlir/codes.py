"""Names of the small codes of llvlir: conditions, rounding modes, memory orders."""

CONDITIONS = {
    "fa": 0,
    "eq": 1,
    "lt": 2,
    "le": 3,
    "gt": 4,
    "ge": 5,
    "ne": 6,
    "tr": 7,
    "ult": 10,
    "ule": 11,
    "ugt": 12,
    "uge": 13,
}
"""Comparison codes: the bits eq 1, lt 2, gt 4, unsigned 8; the others are reserved."""

FLOAT_CONDITIONS = frozenset(name for name, code in CONDITIONS.items() if code < 8)
"""Conditions of floats: no unsigned ones; false on NaN, except `ne` and `tr`."""

ROUNDINGS = {"rne": 0, "rtz": 1, "rdn": 2, "rup": 3, "rmm": 4, "dyn": 7}

MAX_ORDER = 15
"""Memory orders are unions of apl 1, aps 2, bsl 4, bss 8."""

"""How ArkCompiler's code names gates, beside the specification."""

from xdsl.ir import Attribute

from circ.dialects.circuit.comparisons import FCmpOp, ICmpOp
from circ.dialects.circuit.types import is_float

BOTH = {"ADD": "FADD", "SUB": "FSUB", "MUL": "FMUL", "EXP": "FEXP", "SMOD": "FMOD"}
"""The code's names that stand for gates of integers and, here, those of floats."""

NAMES = {
    "SMOD": "SREM",
    "UMOD": "UREM",
    "LSL": "SHL",
    "LSR": "LSHR",
    "ASR": "ASHR",
    "SIGNED_INT_TO_FLOAT": "SITOFP",
    "UNSIGNED_INT_TO_FLOAT": "UITOFP",
    "FLOAT_TO_SIGNED_INT": "FPTOSI",
    "UNSIGNED_FLOAT_TO_INT": "FPTOUI",
    "LOAD_WITHOUT_BARRIER": "LOAD",
    "STORE_WITHOUT_BARRIER": "STORE",
    "RETURN_VOID": "RETURN",
    "CLZ32": "CLZ",
}
"""The code's names with the specification's."""

SWAPPED = "STORE_WITHOUT_BARRIER"
"""It takes the address before the value."""

_SPECIFIED = {new: old for old, new in NAMES.items()}
_OF_FLOATS = {new: old for old, new in BOTH.items()}


def opcode_read(name: str, type: Attribute | None) -> str:
    """The specification's name for one of a dump, given the type of the result."""
    if type is not None and is_float(type) and name in BOTH:
        return BOTH[name]
    return NAMES.get(name, name)


def opcode_written(opcode: str, type: Attribute | None, has_values: bool) -> str:
    """The code's name for a gate, given its result's type and whether it has values."""
    if opcode == "RETURN" and has_values:
        return opcode
    if opcode == "CLZ" and str(type) != "i32":
        return opcode
    return _OF_FLOATS.get(opcode) or _SPECIFIED.get(opcode, opcode)


_SIGNED = {"sgt": 7, "sge": 8, "slt": 9, "sle": 10}

CONDITIONS: dict[str, dict[str, int]] = {
    "ICMP": ICmpOp.CONDITIONS | _SIGNED,
    "FCMP": FCmpOp.CONDITIONS,
}
"""The numbers of conditions in the code, by gate."""

"""
The syntax of each instruction of gen-text: one form for writer and reader.

docs/reference/gen.md, section 7 (what Beignet prints with OCL_OUTPUT_GEN_IR=1), and
circ's extensions of it: docs/gen-text.md. A form is text with fields in braces; both
directions go through the same list of fields.
"""

import re
from functools import cache

from circ.dialects.common.algebra import INTS, bits_to_float, float_to_bits, to_signed
from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.gen import Instruction, Scalar
from circ.dialects.gen.rules import further_sources
from circ.dialects.gen.semantics import float_to_half, half_to_float
from circ.dialects.gen.table import Row

FORMS = {
    "Convert": "{op}.{type}.{src_type} {d} {s}",
    "BitCast": "{op}.{type}.{src_type} {dlist} {slist}",
    "LoadImm": "{op}.{type} {d} {literal}",
    "Load": "{block}{op}{guard}.{type}.{space}.{aligned} {dlist} {s}{bti}{memory}",
    "Store": "{block}{op}{guard}.{type}.{space}.{aligned} {s} {stored}{bti}{memory}",
    "Atomic": "{op}{guard}{atomic_type}.{space}.{operation} {d} {address}{srcs}{bti}"
    "{memory}",
    "Sync": "{op}{mask}",
    "ReadARF": "{op}{dword_type} {d} arf:{arf}",
    "Region": "{op} {d} {s} offset: {offset}",
    "IndirectMov": "{op}.{type} {d}{srcs} offset: {offset}",
    "Sample": "{op}.{type}.{src_type} surface id {surface}{coordinates}{dsts}"
    " sampler idx {sampler}",
    "TypedWrite": "{op}.{type}{coordinate_type} surface id {surface}{coordinates}"
    "{srcs}",
    "GetImageInfo": "{op}.{info} {d} surface id {surface} info reg {s}",
    "Vme": "{op} src_surface id {surface} ref_surface id {reference}{dsts}{srcs}"
    " msg_type {msg_type} vme_search_path_lut {lut} lut_sub {lut_sub}",
    "Ime": "{op} src_surface id {surface} ref_surface id {reference}{dsts}{srcs}"
    " msg_type {msg_type}",
    # The blank that is missing here is missing in Beignet.
    "CalcTimestamp": "{op}TimeStamp pointer {point} (Type {timestamp_type})",
    "StoreProfiling": "{op} BTI {bti_number} (Type {profiling_type})",
    "WorkGroup": "{op}_{operation}{group_type} {d}{srcs}{locals}"
    " (TheadID Map at SLM: {slm})",
    "SubGroup": "{op}_{operation}{group_type} {d} {s}{lane}",
    "MediaBlockRead": "{op}.{type}.{width} {dlist} 2D surface id {surface}"
    " byte coord x {s} row coord y {s}",
    "MediaBlockWrite": "{op}.{type}.{width} 2D surface id {surface}"
    " byte coord x {s} row coord y {s} {slist}",
    "Wait": "{op}",
    "Printf": "{op} {d} {slist} bti:{bti_number} num:{number}",
    "Symbol": "{op}.{type} {d} {symbol}",
    "Frame": "{op}.{type} {d} size:{size} align:{align}",
}
"""The syntax of instructions by class."""

NARY = "{op}.{type} {d}{srcs}"
"""The syntax of all other instructions: destination, then sources."""

SYNC_BITS = (
    "workgroup",
    "local_read",
    "local_write",
    "global_read",
    "global_write",
    "image",
)
"""The names of the bits of SYNC's mask, from bit 0."""

COORDINATES = " coord u ", " coord v ", " coord w "
LOCALS = " Local X: ", " Local Y: ", " Local Z: "
LANE = " Local ID: "

ARGUMENT = re.compile(
    r"(global|local|constant|value|structure\.(0|[1-9][0-9]*)|image|pipe|)"
)
"""The kinds of arguments; that of a sampler is empty."""

UNSIGNED = {
    "bool": "bool",
    "byte": "uint8",
    "word": "uint16",
    "dword": "uint32",
    "qword": "uint64",
}
"""The default type of each family, where Beignet prints none."""

_FIELD = re.compile(r"\{(\w+)\}")


@cache
def parts_of(row: Row) -> tuple[tuple[str, str], ...]:
    """A row's form: pairs of the text before a field and the field; the last is ""."""
    form = FORMS.get(row.kind, NARY)
    pieces = _FIELD.split(form)
    return tuple(
        (pieces[i], pieces[i + 1] if i + 1 < len(pieces) else "")
        for i in range(0, len(pieces), 2)
    )


# region Alignment


def unaligned(scalar: Scalar, count: int) -> MemoryAttr:
    """The memory operand that "unaligned" means, for `count` elements."""
    return memory(scalar.bytes * count, 1)


def is_unaligned(op: Instruction) -> bool:
    """Is the memory operand of a LOAD or STORE the one that "unaligned" means?"""
    count = len(op.dsts) or len(op.srcs) - 1 - further_sources(op)
    return op.access == unaligned(op.scalar, count)


def is_aligned(op: Instruction) -> bool:
    """Is a LOAD or STORE printed as aligned?"""
    access, size = op.access, op.scalar.bytes
    return access is None or (access.align.data >= size and not is_unaligned(op))


def may_be_written(op: Instruction, aligned: bool) -> bool:
    """Does the word fit the memory operand? Unaligned bytes may be called aligned."""
    if aligned and op.scalar.bytes == 1 and is_unaligned(op):
        return True
    return is_aligned(op) == aligned


# endregion
# region Literals


def literal_text(scalar: Scalar, bits: int) -> str:
    """
    An immediate as text that reads back as the same bits.

    Floats have the six digits of C++ streams where these suffice, else as many as are
    needed; a NaN other than the canonical one is written by its bits.
    """
    if scalar.is_float:
        text = _float_text(scalar, bits)
        return f"half({text})" if scalar.name == "half" else text
    return str(to_signed(scalar.width, bits) if scalar.signed else bits)


def _float_text(scalar: Scalar, bits: int) -> str:
    width = scalar.width
    if scalar.name == "half":
        wide, width = half_to_float(INTS, bits), 32
        value = bits_to_float(32, wide)
    else:
        value = bits_to_float(width, bits)
    for digits in range(6, 18):
        text = f"{value:.{digits}g}"
        if _float_bits(scalar, text) == bits:
            return text
    return f"{bits:#x}"


def literal_bits(scalar: Scalar, text: str) -> int | None:
    """The bits of an immediate; None if the text is no literal of the type."""
    if scalar.is_float:
        if scalar.name == "half":
            if not (text.startswith("half(") and text.endswith(")")):
                return None
            text = text[5:-1]
        return _float_bits(scalar, text)
    if re.fullmatch(r"-?[1-9][0-9]{0,19}|0", text) is None:
        return None
    value = int(text)
    low = -(1 << (scalar.width - 1)) if scalar.signed else 0
    high = 1 << (scalar.width - 1 if scalar.signed else scalar.width)
    return value & ((1 << scalar.width) - 1) if low <= value < high else None


_INFINITE = {"half": 0x7C00, "float": 0xFF << 23, "double": 0x7FF << 52}
_FLOAT = re.compile(r"-?((0|[1-9][0-9]*)(\.[0-9]*)?([eE][-+]?[0-9]+)?|inf|nan)")


def _float_bits(scalar: Scalar, text: str) -> int | None:
    if re.fullmatch(r"0x[0-9a-fA-F]{1,16}", text):
        bits = int(text, 16)
        return bits if bits < 1 << scalar.width else None
    if _FLOAT.fullmatch(text) is None:
        return None
    value, infinite = float(text), _INFINITE[scalar.name]
    if scalar.name == "half":
        bits = float_to_half(INTS, 64, float_to_bits(64, value))
    else:
        bits = float_to_bits(scalar.width, value)
    is_infinite = bits & (1 << scalar.width - 1) - 1 == infinite
    return None if is_infinite and "inf" not in text else bits


# endregion

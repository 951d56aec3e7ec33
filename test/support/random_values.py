"""Types, operations and interesting values of random source programs."""

from random import Random

from circ.dialects.common.algebra import bits_to_float

WIDTHS = {
    "i1": 1,
    "i8": 8,
    "i16": 16,
    "i32": 32,
    "index": 32,
    "i64": 64,
    "f32": 32,
    "f64": 64,
}
FLOATS = ("f32", "f64")
INTEGERS = tuple(type for type in WIDTHS if type not in FLOATS)
BINARY = (
    *("addi", "subi", "andi", "xori", "ori", "muli", "shli", "shrui", "shrsi"),
    *("divui", "divsi", "remui", "remsi", "ceildivui", "ceildivsi", "floordivsi"),
    *("maxsi", "maxui", "minsi", "minui"),
)
FLOAT_BINARY = (
    *("addf", "subf", "mulf", "divf"),
    *("minimumf", "maximumf", "minnumf", "maxnumf"),
)
CMPI = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
CMPF = (
    *("oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "false", "true"),
)
_FLOAT_BITS = {
    "f32": (
        *(0, 0x3F800000, 0x80000000, 0xBFC00000, 0x7F800000, 0xFF800000, 0x7FC00000),
        *(1, 0x7F7FFFFF, 0x00800000, 0x4F000000, 0xCF000001, 0x4B800001, 0x3EAAAAAB),
    ),
    "f64": (
        *(0, 0x3FF << 52, 1 << 63, 0xBFF8 << 48, 0x7FF << 52, 0xFFF << 52),
        *(0x7FF8 << 48, 1, (0x7FF << 52) - 1, 0x41E << 52, 0x43E << 52),
    ),
}


def bits_of(random: Random, type: str) -> int:
    """A value's bit pattern: often zero, small, or where something overflows."""
    width = WIDTHS[type]
    if type in FLOATS:
        if random.randrange(4):
            return random.choice(_FLOAT_BITS[type])
        bits = random.getrandbits(width)
        # A payload of NaN is not kept: only the one quiet NaN is made.
        value = bits_to_float(width, bits)
        return bits if value == value else _FLOAT_BITS[type][6]
    match random.randrange(4):
        case 0 | 1:
            return random.randrange(min(1 << width, 10))
        case 2:
            top = 1 << (width - 1)
            edges = (1, top - 1, top, 2 * top - 1, 2 * top - 2, top >> (width // 2))
            return random.choice(edges) % (1 << width)
        case _:
            return random.getrandbits(width)


def constant_text(type: str, bits: int) -> str:
    """`bits : type`, in the form that MLIR reads."""
    width = WIDTHS[type]
    if type == "i1":
        return "true" if bits else "false"
    if type in FLOATS:
        return f"0x{bits:0{width // 4}X} : {type}"
    bits %= 1 << width
    value = bits - (1 << width) if bits >> (width - 1) else bits
    return f"{value} : {type}"

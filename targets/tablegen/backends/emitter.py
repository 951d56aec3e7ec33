"""
`-gen-emitter`: encodes instructions.

The module has the fixed bits of each instruction and the bit fields of its operands. An
operand is encoded as it is, a register by its `HWEncoding`; where the description names
an EncoderMethod, the caller's function of that name encodes it. Values that a field
cannot hold are rejected; if the encodings of a register class are wider than the field,
their low bits must be distinct.
"""

from typing import NamedTuple

from circ.targets.tablegen.analysis.encoding import (
    Piece,
    encoding_bits,
    extent_of,
    fields_of,
    has_encoding,
    numbers_by_encoding,
    pieces_of,
)
from circ.targets.tablegen.analysis.instruction import Instruction, MachineOperand
from circ.targets.tablegen.analysis.registers import Registers
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.python_text import (
    Code,
    PythonText,
    literal,
    mask,
    numbered,
)
from circ.targets.tablegen.records import Bits, RecordKeeper

_IMPORTS = {
    "typing": "NamedTuple",
    "circ.targets.tablegen.runtime.encoding": (
        "PLAIN REGISTER Encoder EncoderTables Field Limit"
    ),
}


class _Field(NamedTuple):
    """The bit fields of one operand."""

    number: int
    method: str
    is_register: bool
    limit: str
    """The entry in LIMITS, empty for none."""
    pieces: tuple[Piece, ...]


def generate(records: RecordKeeper) -> PythonText:
    """The module of the encoder."""
    target = Target(records)
    words: list[tuple[Instruction, int]] = []
    recipes: dict[tuple[_Field, ...], list[Instruction]] = {}
    names: list[str] = []
    post: dict[int, str] = {}
    for instruction in target.instructions:
        if not has_encoding(instruction):
            continue
        bits = encoding_bits(target, instruction.record)
        words.append((instruction, bits.known[0]))
        fields = _fields(target, instruction, bits)
        recipe = tuple(field for field, _ in fields)
        if recipe not in recipes:
            names.append(f"{len(recipes)}: {', '.join(name for _, name in fields)}")
        recipes.setdefault(recipe, []).append(instruction)
        if method := instruction.record.fields.get("PostEncoderMethod"):
            post[instruction.opcode] = str(method)
    limits = numbered(field.limit for recipe in recipes for field in recipe)
    out = PythonText(f"Encodings of the instructions of {target.name}.", _IMPORTS)
    methods = {field.method for recipe in recipes for field in recipe}
    hooks = out.hooks([*methods, *post.values()], "Encoder")
    encodings = [0, *(each.encoding for each in target.registers.registers)]
    out.packed("REGISTER_ENCODINGS", encodings, "By register number; 0 is no register.")
    width = max((word.bit_length() + 3) // 4 for _, word in words) if words else 1
    bits = {each.opcode: Code(f"0x{word:0{width}x}") for each, word in words}
    what = "By opcode, the bits that are always the same."
    out.table("BITS", bits, what, [each.name for each, _ in words])
    fields = [[_field(each, hooks, limits) for each in recipe] for recipe in recipes]
    what = "How operands are encoded; equal recipes are shared."
    out.table("RECIPES: tuple[tuple[Field, ...], ...]", fields, what, names)
    numbers = {
        instruction.opcode: number
        for number, found in enumerate(recipes.values())
        for instruction in found
    }
    out.packed("RECIPE", dict(sorted(numbers.items())))
    tables = ["BITS", "RECIPES", "RECIPE", "REGISTER_ENCODINGS"]
    if limits:
        out.table("LIMITS: tuple[Limit, ...]", [Code(limit) for limit in limits])
        tables.append("limits=LIMITS")
    if post:
        table = {opcode: hooks[method] for opcode, method in post.items()}
        out.packed("POST_ENCODERS", table)
        tables.append("post_encoders=POST_ENCODERS")
    out.methods("EncoderTables", tables, "encode")
    return out


def _fields(
    target: Target, instruction: Instruction, bits: Bits
) -> list[tuple[_Field, str]]:
    """The encoded operands, and the names of their fields."""
    fields: list[tuple[_Field, str]] = []
    for name, part in fields_of(target, instruction, bits).items():
        pieces = pieces_of(bits, frozenset((name,)))
        method = part.encoder_method
        limit = _limit(target.registers, instruction, name, part, pieces)
        field = _Field(part.number, method, part.is_register, limit, pieces)
        fields.append((field, name))
    return sorted(fields)


def _limit(
    registers: Registers,
    instruction: Instruction,
    name: str,
    part: MachineOperand,
    pieces: tuple[Piece, ...],
) -> str:
    """The entry in LIMITS: the values that a field can hold; empty for all."""
    if part.encoder_method:
        return ""
    record = instruction.record
    extent = extent_of(record, name, pieces)
    if part.register_class is not None:
        low = extent.low_bits
        known = numbers_by_encoding(registers, part.register_class, low, record)
        highest = max((each.encoding for each in registers.registers), default=0)
        if highest & ~low == 0:
            return ""
        codes = {registers.registers[number - 1].encoding for number in known.values()}
        return literal((frozenset(codes), 0, 0))
    least = 0 if part.is_register else -1 << extent.width - 1
    values = range(least, 1 << extent.width)
    return literal((values, mask(extent.absent), mask(extent.fixed)))


def _field(
    field: _Field, hooks: dict[str, int], limits: dict[str, int]
) -> tuple[object, ...]:
    pieces = [
        (piece.offset, mask((1 << piece.width) - 1), piece.start)
        for piece in field.pieces
    ]
    how = hooks.get(field.method, Code("REGISTER" if field.is_register else "PLAIN"))
    return field.number, how, limits.get(field.limit, -1), pieces

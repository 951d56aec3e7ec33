"""
`-gen-emitter`: instructions with their operands to words.

The module has the fixed bits of each instruction, and for each operand the bits of the
word it goes to. An operand is taken as it is, a register by its `HWEncoding`; where the
description names an EncoderMethod, the caller's function of that name is asked. What
the word cannot hold is refused; of a class of registers whose encodings are wider than
the field, the low bits must tell them apart.

Facts: `tablegen` section 1c.
"""

from typing import NamedTuple

from circ.targets.tablegen.analysis.encoding import (
    Piece,
    encoding_bits,
    extent_of,
    fields_of,
    has_encoding,
    pieces_of,
)
from circ.targets.tablegen.analysis.instruction import Instruction, MachineOperand
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.python_text import (
    Code,
    PythonText,
    literal,
    mask,
    numbered,
)
from circ.targets.tablegen.backends.register_tables import RegisterTables
from circ.targets.tablegen.records import Bits, RecordKeeper

_IMPORTS = {
    "typing": "NamedTuple",
    "collections.abc": "Sequence",
    "circ.targets.tablegen.runtime.encoding": (
        "PLAIN REGISTER Encoder EncoderTables Field Limit"
    ),
}


class _Field(NamedTuple):
    """One operand in the word."""

    number: int
    method: str
    is_register: bool
    limit: str
    """The entry in LIMITS, empty for none."""
    pieces: tuple[Piece, ...]


def generate(records: RecordKeeper) -> str:
    """The text of the encoder."""
    target = Target(records)
    registers = RegisterTables(records)
    words: list[tuple[Instruction, int]] = []
    recipes: dict[tuple[_Field, ...], list[Instruction]] = {}
    names: dict[tuple[_Field, ...], str] = {}
    post: list[tuple[Instruction, str]] = []
    for instruction in target.instructions:
        if not has_encoding(instruction):
            continue
        bits = encoding_bits(target, instruction.record)
        words.append((instruction, bits.known[0]))
        fields = _fields(target, registers, instruction, bits)
        recipe = tuple(field for field, _ in fields)
        recipes.setdefault(recipe, []).append(instruction)
        names.setdefault(recipe, ", ".join(name for _, name in fields))
        if method := instruction.record.fields.get("PostEncoderMethod"):
            post.append((instruction, str(method)))
    methods = {field.method for recipe in recipes for field in recipe}
    hooks = numbered([*methods, *(method for _, method in post)])
    limits = numbered(field.limit for recipe in recipes for field in recipe)
    out = PythonText(
        "gen-emitter", f"Encodings of the instructions of {target.name}.", _IMPORTS
    )
    out.hooks(hooks, "Encoder")
    out.add("")
    registers.add_encodings(out)
    width = max((word.bit_length() + 3) // 4 for _, word in words) if words else 1
    bits = {each.opcode: Code(f"0x{word:0{width}x}") for each, word in words}
    out.add("")
    out.table("BITS", bits, [each.name for each, _ in words])
    out.add('"""By opcode, the bits that are always the same."""')
    if limits:
        out.add("")
        out.table("LIMITS: tuple[Limit, ...]", [Code(limit) for limit in limits])
    fields = [[_field(each, hooks, limits) for each in recipe] for recipe in recipes]
    out.add("")
    notes = [f"{place}: {names[each]}" for place, each in enumerate(recipes)]
    out.table("RECIPES: tuple[tuple[Field, ...], ...]", fields, notes)
    out.add('"""Where operands go: instructions with equal recipes share one."""', "")
    numbers = {
        instruction.opcode: place
        for place, found in enumerate(recipes.values())
        for instruction in found
    }
    out.packed("RECIPE", dict(sorted(numbers.items())))
    arguments = ["BITS", "RECIPES", "RECIPE", "REGISTER_ENCODINGS"]
    arguments += ["limits=LIMITS"] * bool(limits)
    if post:
        out.add("")
        table = {each.opcode: hooks[method] for each, method in post}
        out.packed("POST_ENCODERS", table)
        arguments.append("post_encoders=POST_ENCODERS")
    out.add("", f"_TABLES = EncoderTables({', '.join(arguments)})")
    out.function(
        "encode",
        ["opcode: int", "operands: Sequence[int]", *["hooks: Hooks"] * bool(hooks)],
        "int",
        "The word of an instruction.",
        f"_TABLES.encode(opcode, operands{', hooks' * bool(hooks)})",
    )
    return out.text()


def _fields(
    target: Target, registers: RegisterTables, instruction: Instruction, bits: Bits
) -> list[tuple[_Field, str]]:
    """The operands that fields of the word are named after, and the names."""
    fields: list[tuple[_Field, str]] = []
    for name, part in fields_of(target, instruction, bits).items():
        pieces = pieces_of(bits, frozenset((name,)))
        limit = ""
        if not part.encoder_method:
            limit = _limit(registers, instruction, name, part, pieces)
        method = part.encoder_method
        field = _Field(part.number, method, part.is_register, limit, pieces)
        fields.append((field, name))
    return sorted(fields)


def _limit(
    registers: RegisterTables,
    instruction: Instruction,
    name: str,
    part: MachineOperand,
    pieces: tuple[Piece, ...],
) -> str:
    """The entry in LIMITS: what a field can hold, as an expression; empty for all."""
    extent = extent_of(instruction.record, name, pieces)
    if part.register_class is not None:
        low = extent.low_bits
        known = registers.by_encoding(part.register_class, low, instruction.record)
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
    if field.method:
        hook = hooks[field.method]
    else:
        hook = Code("REGISTER" if field.is_register else "PLAIN")
    pieces = [
        (piece.offset, mask((1 << piece.width) - 1), piece.start)
        for piece in field.pieces
    ]
    return field.number, hook, limits[field.limit] if field.limit else -1, pieces

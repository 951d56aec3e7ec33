"""
`-gen-emitter`: instructions with their operands to words.

The module has the fixed bits of each instruction, and for each operand the bits of the
word it goes to. An operand is taken as it is, a register by its `HWEncoding`; where the
description names an EncoderMethod, the caller's function of that name is asked.

Facts: `tablegen` section 1c.
"""

from typing import NamedTuple

from circ.targets.tablegen.analysis.encoding import (
    Piece,
    encoding_bits,
    field_names,
    has_encoding,
    pieces_of,
)
from circ.targets.tablegen.analysis.instruction import Instruction, MachineOperand
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.python_text import (
    PythonText,
    escaped,
    numbered,
    tuple_of,
)
from circ.targets.tablegen.backends.register_tables import RegisterTables
from circ.targets.tablegen.records import Bits, RecordKeeper

_HOOKS = '''
Encoder = Callable[[int, Sequence[int], int], int]
"""Called with the opcode, the operands, and the number of the operand to encode."""


class Hooks(NamedTuple):
    """What the description leaves to code, by the names that it gives."""
'''
_TABLES_HEAD = '''
PLAIN, REGISTER = -1, -2
"""In place of a hook: the operand's own value, or its register's encoding."""

Field = tuple[int, int, tuple[tuple[int, int, int], ...]]
"""Operand number, index of the hook, and pieces (right shift, mask, left shift)."""
'''
_ENCODE = '''
def encode(opcode: int, operands: Sequence[int]{parameter}) -> int:
    """
    The word of an instruction.

    Operands are those of the machine instruction, in order: registers by their number,
    anything else by its value. KeyError for an opcode without an encoding.
    """
    word = BITS[opcode]
    for number, hook, pieces in RECIPES[RECIPE[opcode]]:
{value}
        for right, mask, left in pieces:
            word |= (value >> right & mask) << left
'''
_PLAIN_VALUE = """\
        value = operands[number]
        if hook == REGISTER:
            value = REGISTER_ENCODINGS[value]"""
_HOOKED_VALUE = """\
        if hook >= 0:
            value = hooks[hook](opcode, operands, number)
        else:
            value = operands[number]
            if hook == REGISTER:
                value = REGISTER_ENCODINGS[value]"""


class _Field(NamedTuple):
    """One operand in the word."""

    number: int
    method: str
    is_register: bool
    pieces: tuple[Piece, ...]


def generate(records: RecordKeeper) -> str:
    """The text of the encoder."""
    target = Target(records)
    words: list[tuple[Instruction, int]] = []
    recipes: dict[tuple[_Field, ...], list[Instruction]] = {}
    names: dict[tuple[_Field, ...], str] = {}
    post: list[tuple[Instruction, str]] = []
    for instruction in target.instructions:
        if not has_encoding(instruction):
            continue
        bits = encoding_bits(target, instruction.record)
        words.append((instruction, bits.known[0]))
        fields = _fields(instruction, bits)
        recipe = tuple(field for field, _ in fields)
        recipes.setdefault(recipe, []).append(instruction)
        names.setdefault(recipe, ", ".join(name for _, name in fields))
        if method := instruction.record.fields.get("PostEncoderMethod"):
            post.append((instruction, str(method)))
    methods = {field.method for recipe in recipes for field in recipe}
    hooks = numbered([*methods, *(method for _, method in post)])
    out = PythonText(
        "gen-emitter",
        f"Encodings of the instructions of {target.name}.",
        {"collections.abc": "Callable Sequence", "typing": "NamedTuple"},
    )
    out.hooks(_HOOKS, hooks, "Encoder")
    out.add(_TABLES_HEAD)
    RegisterTables(target.records).add_encodings(out)
    out.add("", "BITS = {  # opcode: the bits that are always the same")
    width = max((word.bit_length() + 3) // 4 for _, word in words) if words else 1
    for instruction, word in words:
        number = f"0x{word:0{width}x}"
        out.add(f"    {instruction.opcode}: {number},  # {escaped(instruction.name)}")
    out.add("}", "", "RECIPES: tuple[tuple[Field, ...], ...] = (")
    for place, recipe in enumerate(recipes):
        texts = [_field_text(field, hooks) for field in recipe]
        out.tuple("    ", texts, ",")
        out.lines[-1] += f"  # {place}: {names[recipe] or 'no operands'}"
    out.add(")", "")
    numbers = sorted(
        (instruction.opcode, place)
        for place, found in enumerate(recipes.values())
        for instruction in found
    )
    out.table("RECIPE = {", (f"{opcode}: {place}" for opcode, place in numbers), "}")
    if post:
        out.add("")
        rows = (f"{each.opcode}: {hooks[method]}" for each, method in post)
        out.table("POST_ENCODERS = {", rows, "}")
        out.add(
            '"""The hook that gets the word, in place of a number, and changes it."""'
        )
    out.add(
        "",
        _ENCODE.format(
            parameter=", hooks: Hooks" if hooks else "",
            value=_HOOKED_VALUE if hooks else _PLAIN_VALUE,
        ).rstrip("\n"),
    )
    if post:
        out.add("    if (hook := POST_ENCODERS.get(opcode)) is not None:")
        out.add("        word = hooks[hook](opcode, operands, word)")
    out.add("    return word")
    return out.text()


def _fields(instruction: Instruction, bits: Bits) -> list[tuple[_Field, str]]:
    """The operands that fields of the word are named after, and the names."""
    record = instruction.record
    fields: list[tuple[_Field, str]] = []
    for name in field_names(bits):
        found = instruction.find(name)
        if found is None:
            raise record.error(f"No operand named {name} in record {record.name}")
        part = found if isinstance(found, MachineOperand) else found.parts[0]
        if not part.is_encoded:
            raise record.error(f"Operand {name} used but also marked as not emitted!")
        pieces = pieces_of(bits, frozenset((name,)))
        is_register = part.register_class is not None
        field = _Field(part.number, part.encoder_method, is_register, pieces)
        fields.append((field, name))
    return sorted(fields)


def _field_text(field: _Field, hooks: dict[str, int]) -> str:
    if field.method:
        hook = str(hooks[field.method])
    else:
        hook = "REGISTER" if field.is_register else "PLAIN"
    pieces = tuple_of(
        [
            f"({piece.offset}, {(1 << piece.width) - 1:#x}, {piece.start})"
            for piece in field.pieces
        ]
    )
    return f"({field.number}, {hook}, {pieces})"

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

Field = tuple[int, int, int, tuple[tuple[int, int, int], ...]]
"""
Operand number, indices of the hook and in LIMITS (-1 for none), and pieces (right
shift, mask, left shift).
"""
'''
_LIMITS = """
LIMITS: tuple[tuple[Container[int], int, int], ...] = ("""
_LIMITS_END = '''\
)
"""Values that a word can hold: among these, and bits that are not in it with these."""
'''
_ENCODE = '''
def encode(opcode: int, operands: Sequence[int]{parameter}) -> int:
    """
    The word of an instruction.

    Operands are those of the machine instruction, in order: registers by their number,
    anything else by its value. KeyError for an opcode without an encoding{raises}.
    """
    word = BITS[opcode]
    for number, hook, {limit}, pieces in RECIPES[RECIPE[opcode]]:
{value}{check}
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


_CHECK = """
        if limit >= 0:
            allowed, absent, wanted = LIMITS[limit]
            if value not in allowed or value & absent != wanted:
                raise ValueError(
                    f"operand {number} of opcode {opcode} cannot be {operands[number]}"
                )"""


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
        "gen-emitter",
        f"Encodings of the instructions of {target.name}.",
        {"collections.abc": "Callable Container Sequence", "typing": "NamedTuple"},
    )
    out.hooks(_HOOKS, hooks, "Encoder")
    out.add(_TABLES_HEAD)
    registers.add_encodings(out)
    out.add("", "BITS = {  # opcode: the bits that are always the same")
    width = max((word.bit_length() + 3) // 4 for _, word in words) if words else 1
    for instruction, word in words:
        number = f"0x{word:0{width}x}"
        out.add(f"    {instruction.opcode}: {number},  # {escaped(instruction.name)}")
    out.add("}")
    if limits:
        out.add(_LIMITS, *(f"    {limit}," for limit in limits), _LIMITS_END.rstrip())
    out.add("", "RECIPES: tuple[tuple[Field, ...], ...] = (")
    for place, recipe in enumerate(recipes):
        texts = [_field_text(field, hooks, limits) for field in recipe]
        out.add(f"    # {place}: {names[recipe] or 'no operands'}")
        out.tuple("    ", texts, ",")
    out.add(")", "")
    numbers = sorted(
        (instruction.opcode, place)
        for place, found in enumerate(recipes.values())
        for instruction in found
    )
    out.items("RECIPE = {", (f"{opcode}: {place}" for opcode, place in numbers), "}")
    if post:
        out.add("")
        rows = (f"{each.opcode}: {hooks[method]}" for each, method in post)
        out.items("POST_ENCODERS = {", rows, "}")
        out.add(
            '"""The hook that gets the word, in place of a number, and changes it."""'
        )
    out.add(
        "",
        _ENCODE.format(
            parameter=", hooks: Hooks" if hooks else "",
            value=_HOOKED_VALUE if hooks else _PLAIN_VALUE,
            limit="limit" if limits else "_",
            raises=",\n    ValueError for an operand that its field cannot hold"
            if limits
            else "",
            check=_CHECK if limits else "",
        ).rstrip("\n"),
    )
    if post:
        out.add("    if (hook := POST_ENCODERS.get(opcode)) is not None:")
        out.add("        word = hooks[hook](opcode, operands, word)")
    out.add("    return word")
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
        codes = sorted({registers.registers[n - 1].encoding for n in known.values()})
        return f"(frozenset({tuple_of(list(map(str, codes)))}), 0, 0)"
    if part.is_register:
        return f"(range({1 << extent.width}), {extent.absent:#x}, {extent.fixed:#x})"
    low = -1 << extent.width - 1
    return f"(range({low}, {1 << extent.width}), {extent.absent:#x}, {extent.fixed:#x})"


def _field_text(field: _Field, hooks: dict[str, int], limits: dict[str, int]) -> str:
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
    limit = limits[field.limit] if field.limit else -1
    return f"({field.number}, {hook}, {limit}, {pieces})"

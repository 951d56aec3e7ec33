"""
`-gen-disassembler`: decodes instruction words.

The module has a decision tree for each DecoderNamespace and size (`decode_tree.py`),
the instructions at its leaves, and how operands are decoded. An operand is the value of
its field, a register that of its class with this `HWEncoding`; where the description
names a DecoderMethod, the caller's function of that name decodes it.
"""

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from circ.targets.tablegen.analysis.encoding import (
    Piece,
    encoding_bits,
    extent_of,
    fields_by_position,
    has_encoding,
    numbers_by_encoding,
    pieces_of,
)
from circ.targets.tablegen.analysis.instruction import (
    POINTER_CLASS,
    Instruction,
    Operand,
    register_class_of,
)
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.decode_tree import Conflict, Encoding, add_tree
from circ.targets.tablegen.backends.predicates import Predicates
from circ.targets.tablegen.backends.python_text import Code, PythonText, mask
from circ.targets.tablegen.records import Bits, Record, RecordKeeper

_IMPORTS = {
    "collections.abc": "Callable",
    "typing": "NamedTuple",
    "circ.targets.tablegen.runtime.encoding": (
        "PLAIN +Decoded Decoder DecoderTables Leaf Node Source"
    ),
}


class _Source(NamedTuple):
    """How one operand is decoded."""

    method: str
    register_class: tuple[str, int] | None
    """The class, and a mask of the bits of its encodings that are in the word."""
    initial: int
    goes_on: bool
    pieces: tuple[Piece, ...]


class _Reader:
    """Collects the tables of a target's instructions."""

    def __init__(self, target: Target):
        self.target = target
        self.predicates = Predicates(target)
        self.trees: dict[tuple[str, int], list[Encoding]] = {}
        self.leaves: list[tuple[int, ...]] = []
        self.names: list[str] = []
        """The numbers of the leaves with the names of their instructions."""
        self.recipes: dict[tuple[_Source, ...], int] = {}
        self.classes: dict[tuple[str, int], dict[int, int]] = {}
        """Registers of each class by the bits of their encodings."""

    def read(self, instruction: Instruction) -> None:
        record = instruction.record
        if not has_encoding(instruction) or (
            record.flag("isCodeGenOnly") or record.flag("isAsmParserOnly")
        ):
            return
        size = record.integer("Size") * 8
        bits = Bits(encoding_bits(self.target, record)[:size])
        value, known = bits.known
        if not size or not known:
            return
        clear, set = self.soft_fail(record, value, known)
        tree = self.trees.setdefault((record.string("DecoderNamespace"), size), [])
        known &= ~(clear | set)
        value &= known
        leaf = len(self.leaves)
        tree.append(Encoding(instruction, leaf, value, known))
        predicate = self.predicates.number(record.records("Predicates"))
        recipe = self.recipes.setdefault(
            self.recipe(instruction, bits), len(self.recipes)
        )
        row = (known, value, instruction.opcode, recipe, predicate, clear, set)
        self.leaves.append(row)
        self.names.append(f"{leaf}: {record.name}")

    def soft_fail(self, record: Record, value: int, known: int) -> tuple[int, int]:
        """The SoftFail bits, by their value in `Inst`: zeros and ones."""
        if "SoftFail" not in record.fields:
            return 0, 0
        bits, mask = record.bits("SoftFail").known
        soft = bits & mask
        if open := soft & ~known:
            bit = (open & -open).bit_length() - 1
            raise record.error(
                f"SoftFail Conflict: bit SoftFail{{{bit}}} in {record.name} is set but "
                f"Inst{{{bit}}} is unset!"
            )
        return soft & ~value, soft & value

    def recipe(self, instruction: Instruction, bits: Bits) -> tuple[_Source, ...]:
        record = instruction.record
        if method := record.string("DecoderMethod"):
            whole = (Piece(0, record.integer("Size") * 8, 0),)
            goes_on = not record.flag("hasCompleteDecoder")
            return (_Source(method, None, 0, goes_on, whole),)
        found: list[_Source] = []
        for operand in instruction.operands:
            found.extend(self.sources(instruction, operand, bits))
        return tuple(found)

    def sources(
        self, instruction: Instruction, operand: Operand, bits: Bits
    ) -> Iterator[_Source]:
        """An operand's sources, in order; none for one that is not encoded."""
        record = instruction.record
        method = decoder_method(operand.record)
        infos = operand.record.fields.get("MIOperandInfo")
        if operand.is_explicit and infos is not None:
            if method:
                raise record.error(
                    f'DecoderEmitter: operand "{operand.name}" has type '
                    f'"{operand.record.name}" with a custom DecoderMethod, but also '
                    "named sub-operands."
                )
            for part in operand.parts:
                yield from self.source(instruction, part.name, part.record, bits)
            return
        if len(operand.parts) > 1 and not method:
            raise record.error(
                f'DecoderEmitter: operand "{operand.name}" uses MIOperandInfo with '
                "multiple ops, but doesn't have a custom decoder!"
            )
        parts = list(operand.parts)
        kind = operand.record if method else parts[0].record
        yield from self.source(instruction, operand.name, kind, bits)

    def source(
        self, instruction: Instruction, name: str, kind: Record, bits: Bits
    ) -> Iterator[_Source]:
        record = instruction.record
        names = {name, *tied_names(instruction, name)}
        by_position = fields_by_position(self.target, instruction, bits).items()
        fields = names | {field for field, part in by_position if part.name in names}
        pieces = pieces_of(bits, frozenset(fields))
        if not pieces:
            return
        initial = 0
        for field in fields:
            value = record.fields.get(field)
            initial |= value.known[0] if isinstance(value, Bits) else 0
        register_class = None
        method = decoder_method(kind)
        if not method and (found := register_class_of(kind)) is not None:
            low = extent_of(record, name, pieces).low_bits
            register_class = found.name, low
            if register_class not in self.classes:
                self.classes[register_class] = numbers_by_encoding(
                    self.target.registers, found, low, record
                )
        yield _Source(
            method,
            register_class,
            initial,
            kind.fields.get("hasCompleteDecoder") == 0,
            pieces,
        )


def tied_names(instruction: Instruction, name: str) -> Iterator[str]:
    """The operands that must be the same register as one."""
    parts = instruction.machine_operands
    for part in parts:
        if part.tied_to is not None:
            pair = (part.name, parts[part.tied_to].name)
            if name in pair:
                yield pair[pair[0] == name]


def decoder_method(kind: Record) -> str:
    """The DecoderMethod of an operand type, or of the class that it wraps."""
    method = kind.fields.get("DecoderMethod")
    if isinstance(method, str) and method:
        return method
    if kind.is_a("RegisterOperand"):
        return decoder_method(kind.record("RegClass"))
    if kind.is_a(POINTER_CLASS):
        return f"DecodePointerLikeRegClass{kind.integer('RegClassKind')}"
    return ""


def generate(records: RecordKeeper) -> PythonText:
    """The module of the decoder."""
    target = Target(records)
    reader = _Reader(target)
    for instruction in target.instructions:
        reader.read(instruction)
    out = PythonText(f"Decoding of the instructions of {target.name}.", _IMPORTS)
    methods = (source.method for recipe in reader.recipes for source in recipe)
    hooks = out.hooks(methods, "Decoder")
    out.add("")
    nodes: list[tuple[object, ...]] = []
    for (namespace, size), encodings in sorted(reader.trees.items()):
        try:
            tree = add_tree(nodes, encodings)
        except Conflict as conflict:
            raise _conflict(conflict, size) from None
        middle = f"{namespace}_" if namespace else ""
        out.add(f"{out.claim(f'DECODER_TABLE_{middle}{size}')} = {tree}")
    what = "The nodes of the decision trees, by number."
    out.table("NODES: tuple[Node, ...]", nodes, what, count(-2, -1))
    digits = max(((max(row).bit_length() + 3) // 4 for row in reader.leaves), default=1)
    leaves = [
        (
            *(Code(f"0x{bits:0{digits}x}") for bits in (known, value)),
            *(opcode, recipe, predicate, mask(clear), mask(set)),
        )
        for known, value, opcode, recipe, predicate, clear, set in reader.leaves
    ]
    out.table("LEAVES: tuple[Leaf, ...]", leaves, comments=reader.names)
    predicates = reader.predicates.add(out)
    # Hooks count from 0, PLAIN is -1, register classes go on below it.
    classes = {each: -2 - number for number, each in enumerate(sorted(reader.classes))}
    recipes = [
        [_source(source, hooks, classes) for source in recipe]
        for recipe in reader.recipes
    ]
    what = "How operands are decoded; equal recipes are shared."
    out.table("RECIPES: tuple[tuple[Source, ...], ...]", recipes, what, count())
    registers = {number: reader.classes[each] for each, number in classes.items()}
    what = "Registers by encoding, by the number of their class in recipes."
    names = [name for name, _ in classes]
    out.table("REGISTERS: dict[int, dict[int, int]]", registers, what, names)
    tables = ["NODES", "LEAVES", "RECIPES", "REGISTERS", *predicates]
    out.methods("DecoderTables", tables, "decode")
    return out


def _source(
    source: _Source, hooks: dict[str, int], classes: dict[tuple[str, int], int]
) -> tuple[object, ...]:
    how: object = Code("PLAIN")
    if source.method:
        how = hooks[source.method]
    elif source.register_class is not None:
        how = classes[source.register_class]
    pieces = [
        (piece.start, mask((1 << piece.width) - 1), piece.offset)
        for piece in source.pieces
    ]
    return how, mask(source.initial), source.goes_on, pieces


def _conflict(conflict: Conflict, size: int) -> Exception:
    """LLVM's report: the bits that were tested, and the instructions left."""
    first = conflict.encodings[0]
    lines = [
        "Decoding Conflict:",
        "\t\t" + _bits(first.value, conflict.asked, size, "."),
    ]
    for encoding in conflict.encodings:
        bits = _bits(encoding.value, encoding.known, size, "_")
        lines.append(f"\t{encoding.instruction.name} {bits}")
    return conflict.encodings[-1].instruction.record.error("\n".join(lines))


def _bits(value: int, known: int, size: int, unknown: str) -> str:
    return "".join(
        str(value >> bit & 1) if known >> bit & 1 else unknown
        for bit in reversed(range(size))
    )

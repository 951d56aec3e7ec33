"""Reads one instruction of gen-text, field by field of its form."""

import re
from collections.abc import Callable

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.gen import SCALARS, create, family_of
from circ.dialects.gen.rules import verify_instruction
from circ.dialects.gen.table import HAND_WRITTEN, ROW_OF_OPCODE, Row
from circ.dialects.gen.unsupported_features import STATELESS
from circ.targets.gen.cursor import Cursor, Registers
from circ.targets.gen.forms import (
    COORDINATES,
    LANE,
    LOCALS,
    SYNC_BITS,
    UNSIGNED,
    literal_bits,
    may_be_written,
    parts_of,
    unaligned,
)

_MNEMONIC = re.compile(r"[A-Z0-9_]+")
_LITERAL = re.compile(r"[^ ]+")
_DOT_WORD = re.compile(r"\.(\w+)")
_ALIGNED = re.compile(r"aligned|unaligned")


def read_instruction(registers: Registers, cursor: Cursor) -> Operation:
    """The instruction at the cursor, verified; the cursor is left after it."""
    return _Draft(registers, cursor).read()


class _Draft:
    """One instruction while it is read, field by field."""

    def __init__(self, registers: Registers, cursor: Cursor):
        self.registers = registers
        self.cursor = cursor
        self.location = cursor.start
        self.dsts: list[SSAValue] = []
        self.srcs: list[SSAValue] = []
        self.types: dict[str, str] = {}
        self.properties: dict[str, Attribute | int | str | bool] = {}
        self.guard: list[SSAValue] = []
        self.aligned: bool | None = None
        self.row = self.opcode()

    def opcode(self) -> Row:
        cursor = self.cursor
        if cursor.optional("BLOCK"):
            self.properties["block"] = True
        start = cursor.position
        opcode = cursor.match(_MNEMONIC, "an opcode")
        for prefix in ("CALC_TIMESTAMP", "WORKGROUP", "SUBGROUP"):
            if opcode.startswith(prefix):  # what follows is joined to the opcode
                opcode = prefix
        row = ROW_OF_OPCODE.get(opcode)
        wrong = row is None or opcode in HAND_WRITTEN
        if wrong or (self.properties and opcode not in ("LOAD", "STORE")):
            cursor.position = 0
            cursor.fail(f"'{opcode}' is not an instruction")
        assert row is not None
        cursor.position = start + len(opcode)
        return row

    def read(self) -> Operation:
        for before, name in parts_of(self.row):
            if before:
                self.cursor.expect(before)
            if name in _FIELDS:
                _FIELDS[name](self)
            elif name:
                self.properties[name] = self.cursor.integer()
        if self.aligned is False and "memory" not in self.properties:
            count = len(self.dsts) or len(self.srcs) - 1 - self.is_dynamic
            if count < 1:
                self.cursor.fail("expected a register to load or store")
            self.properties["memory"] = unaligned(SCALARS[self.types["type"]], count)
        op = create(
            self.row.opcode,
            self.types.get("type"),
            self.dsts,
            [*self.srcs, *self.guard],
            src_type=self.types.get("src_type"),
            location=self.location,
            **self.properties,
        )
        try:
            # The form gives every property its kind: only gen's own rules can fail.
            verify_instruction(op, self.row, op.dsts, op.srcs)
        except VerifyException as error:
            raise Diagnostic(self.location, f"'{op.name}': {error}") from None
        if self.aligned is not None and not may_be_written(op, self.aligned):
            message = "the memory operand contradicts the alignment"
            raise Diagnostic(self.location, f"'{op.name}': {message}")
        return op

    @property
    def is_dynamic(self) -> bool:
        return "dynamic_bti" in self.properties

    def one(self, registers: list[SSAValue]) -> None:
        registers.append(self.registers.one(self.cursor))

    def listed(self, registers: list[SSAValue]) -> None:
        registers += self.registers.listed(self.cursor)

    def following(self, registers: list[SSAValue], most: int | None = None) -> None:
        registers += self.registers.following(self.cursor, most)

    def guarded(self) -> None:
        if self.cursor.optional("<"):
            self.one(self.guard)
            self.cursor.expect(">")
            self.properties["predicated"] = True

    def wrapped(self, before: str, after: str) -> None:
        self.cursor.expect(before)
        self.one(self.srcs)
        self.cursor.expect(after)

    def labelled(self, labels: tuple[str, ...]) -> None:
        for label in labels:
            if not self.cursor.optional(label):
                break
            self.one(self.srcs)

    def type(self, name: str) -> None:
        cursor = self.cursor
        start = cursor.position
        type = cursor.word("a type")
        if type not in SCALARS:
            cursor.fail(f"'{type}' is not a type of gen", start)
        self.types[name] = type

    def optional_type(self, name: str, default: str | None) -> None:
        """`.type` where Beignet prints none; without a default by the destination."""
        cursor = self.cursor
        found = _DOT_WORD.match(cursor.text, cursor.position)
        if found is not None and found.group(1) in SCALARS:
            cursor.position = found.end()
            self.types[name] = found.group(1)
        elif default is not None:
            self.types[name] = default

    def destination(self) -> None:
        self.one(self.dsts)
        if self.row.kind in ("Atomic", "WorkGroup", "SubGroup"):
            self.types.setdefault("type", UNSIGNED[family_of(self.dsts[0])])

    def name(self, name: str) -> None:
        self.properties[name] = self.cursor.word("a name")

    def literal(self) -> None:
        cursor = self.cursor
        scalar = SCALARS[self.types["type"]]
        start = cursor.position
        text = cursor.match(_LITERAL, "a number")
        bits = literal_bits(scalar, text)
        if bits is None:
            cursor.fail(f"'{text}' is not a value of {scalar.name}", start)
        self.properties["value"] = bits

    def alignment(self) -> None:
        word = self.cursor.match(_ALIGNED, "'aligned' or 'unaligned'")
        self.aligned = word == "aligned"

    def surface(self) -> None:
        self.cursor.expect(" bti:")
        if self.cursor.optional(" "):
            surface = self.registers.one(self.cursor)
            self.properties["dynamic_bti"] = True
            if self.row.kind != "Atomic":
                self.srcs.append(surface)
            elif not self.srcs or self.srcs[-1] is not surface:
                self.cursor.fail("the surface must be the last source too")
        else:
            index = self.cursor.integer()
            if index != STATELESS:
                self.properties["bti"] = index

    def memory(self) -> None:
        cursor = self.cursor
        if not cursor.text.startswith(" #", cursor.position):
            return
        cursor.position += 1
        start = cursor.position
        attribute = cursor.attribute()
        if not isinstance(attribute, MemoryAttr):
            cursor.fail("expected a memory operand such as #circ.memory<4>", start)
        self.properties["memory"] = attribute

    def mask(self) -> None:
        mask = 0
        while self.cursor.optional("."):
            start = self.cursor.position
            name = self.cursor.word("a part of the mask")
            if name not in SYNC_BITS:
                self.cursor.fail(f"'{name}' is not a part of SYNC's mask", start)
            mask |= 1 << SYNC_BITS.index(name)
        self.properties["mask"] = mask

    def locals(self) -> None:
        """Read the ids of a broadcast, which repeat sources."""
        cursor = self.cursor
        if self.properties["operation"] != "BROADCAST":
            return
        for label, source in zip(LOCALS, self.srcs[1:], strict=False):
            cursor.expect(label)
            start = cursor.position
            if self.registers.one(cursor) is not source:
                cursor.fail("expected the source again", start)

    def symbol(self) -> None:
        self.properties["symbol"] = self.cursor.symbol()

    def surface_number(self) -> None:
        self.properties["bti"] = self.cursor.integer()


def _nothing(draft: _Draft) -> None:
    """The opcode is read before the fields."""


_FIELDS: dict[str, Callable[[_Draft], None]] = {
    "op": _nothing,
    "block": _nothing,
    "type": lambda draft: draft.type("type"),
    "src_type": lambda draft: draft.type("src_type"),
    "space": lambda draft: draft.name("space"),
    "operation": lambda draft: draft.name("operation"),
    "d": _Draft.destination,
    "s": lambda draft: draft.one(draft.srcs),
    "dsts": lambda draft: draft.following(draft.dsts, draft.row.destinations.start),
    "srcs": lambda draft: draft.following(draft.srcs),
    "dlist": lambda draft: draft.listed(draft.dsts),
    "slist": lambda draft: draft.listed(draft.srcs),
    "stored": lambda draft: draft.listed(draft.srcs),
    "address": lambda draft: draft.wrapped("{", "}"),
    "guard": _Draft.guarded,
    "coordinates": lambda draft: draft.labelled(COORDINATES),
    "locals": _Draft.locals,
    "lane": lambda draft: draft.labelled((LANE,)),
    "literal": _Draft.literal,
    "aligned": _Draft.alignment,
    "bti": _Draft.surface,
    "bti_number": _Draft.surface_number,
    "memory": _Draft.memory,
    "mask": _Draft.mask,
    "symbol": _Draft.symbol,
    "atomic_type": lambda draft: draft.optional_type("type", None),
    "group_type": lambda draft: draft.optional_type("type", None),
    "dword_type": lambda draft: draft.optional_type("type", "uint32"),
    "coordinate_type": lambda draft: draft.optional_type("src_type", "uint32"),
}
"""The reader of each field; other fields are integer properties."""

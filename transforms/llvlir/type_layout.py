"""
Layouts of the types that rows of profile 2 define (docs/llvlir.md, "Types").

A type is the result of a row of the category `types`. Members of structures, unions and
the like are the rows of the same function that have the T of their owner.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.state import size_of
from circ.dialects.llvlir.ops import TableOp
from circ.dialects.llvlir.rules import immediate_of, type_parameters
from circ.dialects.llvlir.types import is_number

SAME = frozenset(("typedef", "qualifier", "attribute", "alias"))
"""Rows whose type is that of the operand."""
INTEGERS = frozenset(("intrinsic", "set", "enum"))
"""Rows of numbers, whose bits are the first immediate."""
MOST_ALIGNED = 8
"""Bytes to which a number is aligned at most."""


@dataclass(frozen=True)
class Layout:
    """What a type takes in memory, in bytes."""

    size: int
    align: int


@dataclass(frozen=True)
class Field:
    """A member of a structure or union."""

    offset: int
    layout: Layout


def is_type(op: object) -> bool:
    """Does an operation define a type?"""
    return isinstance(op, TableOp) and op.ROW.category == "types"


def tag_of(op: TableOp) -> int:
    """The T of a row; the first one."""
    tag = type_parameters(op.properties)[op.ROW.parameters.index("T")]
    assert is_number(tag)
    return tag.data


class Layouts:
    """The layouts of one function's types, computed when they are asked for."""

    def __init__(self, ops: Iterable[TableOp], address_width: int):
        """`ops` are the rows of the function that define types, in order."""
        self._ops = list(ops)
        self._address_width = address_width
        self._known: dict[TableOp, Layout] = {}

    @cached_property
    def _fields(self) -> dict[int, list[TableOp]]:
        found: dict[int, list[TableOp]] = {}
        for op in self._ops:
            if op.ROW.base == "field":
                found.setdefault(tag_of(op), []).append(op)
        return found

    def defining(self, value: SSAValue, user: TableOp) -> TableOp:
        """The row that defines a type, without names and qualifiers around it."""
        seen = set[Operation | Block]()  # code that is never reached may go in circles
        while is_type(op := value.owner) and op not in seen:
            assert isinstance(op, TableOp)
            if op.ROW.base not in SAME:
                return op
            seen.add(op)
            value = op.operands[0]
        raise unsupported(user, "a type that no row of the function defines")

    def layout(self, value: SSAValue, user: TableOp) -> Layout:
        """The layout of a type; a Diagnostic for one that has none."""
        op = self.defining(value, user)
        work, begun = [op], set[TableOp]()
        while work:
            current = work[-1]
            needed = [
                inner
                for part in self._parts(current)
                if (inner := self.defining(part, current)) not in self._known
            ]
            if needed:
                begun.add(current)
                if not begun.isdisjoint(needed):
                    message = f"'{current.name}': a type must not contain itself"
                    raise Diagnostic(current.location, message)
                work += needed
                continue
            work.pop()
            begun.discard(current)
            self._known.setdefault(current, self._computed(current))
        return self._known[op]

    def _parts(self, op: TableOp) -> list[SSAValue]:
        """The types whose layouts a type's own depends on."""
        match op.ROW.base:
            case "array":
                return [op.operands[0]]
            case "struct" | "union":
                return [field.operands[0] for field in self.members(op)]
            case _:
                return []

    def _computed(self, op: TableOp) -> Layout:
        base = op.ROW.base
        if base in INTEGERS or base == "pointer":
            bits = immediate_of(op)
            if base == "pointer" and not bits:
                bits = self._address_width
            size = size_of(bits)
            align = min(size & -size, MOST_ALIGNED)
        elif base == "array":
            element = self._known[self.defining(op.operands[0], op)]
            size, align = element.size * immediate_of(op), element.align
        elif base in ("struct", "union"):
            fields = self.fields(op)
            align = max(field.layout.align for field in fields)
            end = max(field.offset + field.layout.size for field in fields)
            size = -(-end // align) * align
        else:
            raise unsupported(op, "the size of this type")
        # A difference of addresses has a sign.
        most = self._address_width - 1
        if not 0 < size < 1 << most:
            message = f"'{op.name}': a type must have 1 to 2^{most} - 1 bytes"
            raise Diagnostic(op.location, message)
        return Layout(size, align)

    def members(self, op: TableOp) -> list[TableOp]:
        """The fields of a structure or union, in the order of their indexes."""
        found = sorted(self._fields.get(tag_of(op), ()), key=immediate_of)
        if [immediate_of(field) for field in found] != list(range(len(found))) or (
            op.operands[0].owner not in found
        ):
            message = (
                f"'{op.name}': the fields with T {tag_of(op)} must have the indexes "
                "from 0 on, and the operand must be one of them"
            )
            raise Diagnostic(op.location, message)
        return found

    def fields(self, op: TableOp) -> list[Field]:
        """Offsets and layouts of the fields, whose layouts are known."""
        found: list[Field] = []
        offset = 0
        for member in self.members(op):
            layout = self._known[self.defining(member.operands[0], member)]
            offset = -(-offset // layout.align) * layout.align
            found.append(Field(offset, layout))
            offset = 0 if op.ROW.base == "union" else offset + layout.size
        return found

    def check_tag(self, op: TableOp, type: SSAValue) -> None:
        """Diagnose a T that is not that of the type; 0 names none."""
        owner = type.owner
        assert isinstance(owner, TableOp)
        given, own = tag_of(op), tag_of(owner)
        if given not in (0, own):
            message = f"'{op.name}': T is {given}, but that of the type is {own}"
            raise Diagnostic(op.location, message)

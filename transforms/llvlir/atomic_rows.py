"""
Replaces what gen lacks of atomic rows: memory orders, reservations, conditions.

An access with a memory order gets a `fence` before it, after it, or both. `ll` notes
address, width and value in a stack slot of the function; `sc` is a compare and swap
with that value, which stores the value itself where nothing may be stored. `cmpswap`
under another condition than equality computes and swaps until nothing came between.
"""

from collections.abc import Collection, Sequence

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.common.reports import count
from circ.dialects.common.state import size_of
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import CompareBranchOp, FuncOp, JumpOp, RowOp, create
from circ.dialects.llvlir.rules import immediate_of, type_parameters
from circ.dialects.llvlir.table import rows
from circ.dialects.llvlir.types import integer, is_number
from circ.transforms.llvlir.maker import Maker

LOCKED = ("ll.I", "llu.I", "sc.I")
EXCHANGED = (8, 16, 32)
"""Widths of the exchanges that gen has."""
ORDERED = frozenset(row.name for row in rows() if "o" in row.operands)
"""Rows with a memory order."""
EARLIER, LATER = 1 | 2, 4 | 8
"""Bits of a memory order: the accesses before it, and those after it."""


def needs_expansion(function: FuncOp, names: Collection[str]) -> bool:
    """Has a function of these rows what gen lacks?"""
    if "cmpswap.I" in names or any(name in names for name in LOCKED):
        return True
    return not ORDERED.isdisjoint(names) and any(
        "order" in op.properties for block in function.body.blocks for op in block.ops
    )


def expand_atomic_rows(function: FuncOp) -> None:
    """Replace the rows and the orders that gen lacks in a function."""
    maker, reservation = Maker(), Reservation(function)
    ops = [op for block in function.body.blocks for op in block.ops]
    for op in ops:
        if not isinstance(op, RowOp):
            continue
        if op.ROW.name != "fence" and "order" in op.properties:
            _fence(op)
        if op.ROW.name in LOCKED:
            maker.move(op)
            count("operations expanded")
            _replace(op, reservation.expand(maker, op))
        elif op.ROW.name == "cmpswap.I" and _needs_loop(op):
            maker.move(op)
            count("operations expanded")
            _replace(op, _loop(maker, op))


def _replace(op: Operation, value: SSAValue) -> None:
    value.name_hint = value.name_hint or op.results[0].name_hint
    op.results[0].replace_all_uses_with(value)
    op.detach()
    op.erase()


def _fence(op: RowOp) -> None:
    """Fences around an access in place of its order."""
    order, block = op.properties.pop("order"), op.parent
    assert is_number(order) and block is not None
    before, after = order.data & EARLIER, order.data & LATER
    if before:
        fence = create("fence", order=before | LATER, location=op.location)
        block.insert_op_before(fence, op)
    if after:
        fence = create("fence", order=after | EARLIER, location=op.location)
        block.insert_op_after(fence, op)


def _memory_of(op: RowOp) -> MemoryAttr | None:
    found = op.properties.get("memory")
    assert found is None or isinstance(found, MemoryAttr)
    return found


def _exchange(
    maker: Maker, op: RowOp, address: SSAValue, expected: SSAValue, new: SSAValue
) -> SSAValue:
    """Store the new value where the expected one is; gives the old one."""
    type, where = _type_of(op), _memory_of(op)
    if width_of(type) in EXCHANGED:
        operands = (address, expected, new)
        made = maker.make("cmpswap.I", operands, (type,), condition="eq", memory=where)
        return made.results[0]
    old = maker.make("ld.I", (address,), (type,), imm=0, memory=where).results[0]
    stored = maker.choose(maker.compare("eq", old, expected), new, old)
    maker.make("st.I", (address, stored), (type,), imm=0, memory=where)
    return old


def _type_of(op: RowOp) -> Attribute:
    (type,) = type_parameters(op.properties)
    return type


class Reservation:
    """What the last `ll` of an activation was of: a slot of the function."""

    ADDRESS, WIDTH, VALUE = 0, 4, 8

    def __init__(self, function: FuncOp):
        self._function = function
        self._slot: SSAValue | None = None

    def slot(self) -> SSAValue:
        """The slot's address; its width is 0, of no access, where a call begins."""
        if self._slot is None:
            block = self._function.body.first_block
            assert block is not None and block.first_op is not None
            maker, first = Maker(), block.first_op
            maker.move(first)
            made = maker.make("slot", imm=self._size(), imm1=4)
            self._slot = made.results[0]
            self._store(maker, self.WIDTH, maker.constant(0))
        return self._slot

    def _size(self) -> int:
        """With room for the widest value, and at least for 64 bits."""
        ops = (op for block in self._function.body.blocks for op in block.ops)
        locked = (op for op in ops if isinstance(op, RowOp) and op.ROW.name in LOCKED)
        sizes = [size_of(width_of(_type_of(op))) for op in locked]
        return self.VALUE + -(-max(8, *sizes) // 4) * 4

    def _store(self, maker: Maker, offset: int, value: SSAValue) -> None:
        width = width_of(value.type)
        self._access(maker, "st.I", width, offset, [self.slot(), value])

    def _load(self, maker: Maker, offset: int, width: int) -> SSAValue:
        return self._access(maker, "ld.I", width, offset, [self.slot()])[0]

    @staticmethod
    def _access(
        maker: Maker, row: str, width: int, offset: int, operands: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        size = size_of(width)
        where, types = memory(size, min(size & -size, 4)), (integer(width),)
        return maker.make(row, operands, types, imm=offset, memory=where).results

    def expand(self, maker: Maker, op: RowOp) -> SSAValue:
        """The result of `ll` or `sc`."""
        self.slot()
        type, width = _type_of(op), width_of(_type_of(op))
        offset = maker.constant(immediate_of(op))
        place = maker.row("mvr", op.operands[0], types=())
        place = maker.row("add.I", place, offset)
        address = maker.row("mva", place, types=())
        if op.ROW.base != "sc":
            made = maker.make("ld.I", (address,), (type,), imm=0, memory=_memory_of(op))
            value = made.results[0]
            self._store(maker, self.ADDRESS, place)
            self._store(maker, self.WIDTH, maker.constant(width))
            self._store(maker, self.VALUE, value)
            return value
        same = maker.compare("eq", self._load(maker, self.ADDRESS, 32), place)
        of_width = self._load(maker, self.WIDTH, 32)
        of_width = maker.compare("eq", of_width, maker.constant(width))
        kept = maker.bit("and", same, of_width)
        expected = self._load(maker, self.VALUE, width)
        new = maker.choose(kept, op.operands[1], expected)
        old = _exchange(maker, op, address, expected, new)
        self._store(maker, self.WIDTH, maker.constant(0))
        stored = maker.bit("and", kept, maker.compare("eq", old, expected))
        failed = maker.bit("not", stored)
        if width == 1:
            return failed
        return maker.row("zext.II", failed, types=(type, integer(1)))


def _needs_loop(op: RowOp) -> bool:
    condition = op.properties["condition"]
    assert isinstance(condition, StringAttr)
    return condition.data != "eq" and width_of(_type_of(op)) in EXCHANGED


def _loop(maker: Maker, op: RowOp) -> SSAValue:
    """The old value, which was still there when the new one was stored."""
    block, following = op.parent, op.next_op
    assert block is not None and following is not None
    condition = op.properties["condition"]
    assert isinstance(condition, StringAttr)
    address, expected, new = op.operands
    loop, rest = Block(), block.split_before(following)
    region = block.parent
    assert region is not None
    region.insert_block_before(loop, rest)
    block.insert_op_before(JumpOp.create_(loop, (), op.location), op)
    end = JumpOp.create_(rest, (), op.location)
    loop.add_op(end)
    maker.move(end)
    types, where = (_type_of(op),), _memory_of(op)
    old = maker.make("ld.I", (address,), types, imm=0, memory=where).results[0]
    holds = maker.compare(condition.data, old, expected)
    found = _exchange(maker, op, address, old, maker.choose(holds, new, old))
    branch = CompareBranchOp.branch("eq", found, old, rest, (), loop, (), op.location)
    loop.add_op(branch)
    end.detach()
    end.erase()
    return old

"""
`naplespu-combine`: constants and sums as part of the instructions that use them.

Selection has every operand in a register. Here an instruction with a constant in one of
them becomes the record of the same operation with an immediate, if the constant fits
its nine bits (docs/reference/naplespu-isa.md, section 2.1); constants are added once
where sums have several; and what is added to an address becomes the offset of the
access, or of a symbol whose address has no other use. Loads of which only the low bits
are used extend with zeros, and block arguments that are extended already are not
extended again (`extensions.py`). Then lanes that come from one vector, whose numbers
are known now, become shuffles.

Which record is another one's form with an immediate, which operands may be exchanged,
and what comparison is another one with exchanged operands, say the mappings of
`InstrMappings.td`; `test_combine.py` proves that the forms agree. What has lost its
last use stays, for `naplespu-dead-code`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Operation, Region, SSAValue, Use
from xdsl.rewriter import Rewriter

from circ.dialects.common.algebra import to_signed
from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count
from circ.dialects.naplespu.generated.operations import ScalarType, operations
from circ.dialects.naplespu.masked import InsertElementOp
from circ.dialects.naplespu.ops import FuncOp
from circ.dialects.naplespu.pseudos import LoadConstantOp, constant_of
from circ.targets.naplespu.generated.instr_info import (
    INSTRUCTIONS,
    Opcode,
    getGreaterOpcode,
    getImmediateOpcode,
    getLessOpcode,
)
from circ.targets.tablegen.runtime.target import Flag
from circ.transforms.naplespu.analysis.accesses import offset_from
from circ.transforms.naplespu.analysis.value_ranges import fits_immediate
from circ.transforms.naplespu.function_pass import FunctionPass
from circ.transforms.naplespu.optimization.dead_code import is_allocated
from circ.transforms.naplespu.optimization.extensions import combine_extensions
from circ.transforms.naplespu.selection.lane_shuffles import combine_insertions

Class = type[RecordOp]
"""The class of a record's operations."""

SUM, DIFFERENCE = "add_i32", "sub_i32"
"""Operations whose second operand may be negated for the other one."""


@dataclass(frozen=True)
class CombinePass(FunctionPass):
    """Fold constants into instructions, and sums into the offsets of accesses."""

    name = "naplespu-combine"

    def run(self, func: FuncOp) -> None:
        if not is_allocated(func.body):
            combine(func.body)


# region Forms


@dataclass(frozen=True)
class Form:
    """The immediate form of an instruction with a constant operand."""

    record: Class
    place: int
    """The index of the operand that stays in a register."""
    negates: bool = False
    """Is the immediate the negative of the constant?"""

    def immediate(self, constant: int) -> int | None:
        """The immediate for a constant, given as its bits; None if there is none."""
        value = to_signed(32, (-constant if self.negates else constant) % (1 << 32))
        return value if fits_immediate(value) else None


@cache
def forms() -> Mapping[Class, tuple[tuple[Form, ...], tuple[Form, ...]]]:
    """By record and index of the constant operand: its forms, the best one first."""
    found: dict[Class, tuple[tuple[Form, ...], tuple[Form, ...]]] = {}
    for record in operations().values():
        immediate = _mapped(getImmediateOpcode, record)
        sources = record.RECORD.shape.sources
        if immediate is None or len(sources) != 2:  # the old value of masked ones
            continue
        second = [Form(immediate, 0)]
        if record.RECORD.operation == DIFFERENCE:
            (sum,) = [each for each in sums() if _shape(each) == _shape(immediate)]
            second.insert(0, Form(sum, 0, negates=True))
        first: list[Form] = []
        exchanged = _exchanged(record)
        if exchanged is not None and sources[0] is sources[1]:
            immediate = _mapped(getImmediateOpcode, exchanged)
            assert immediate is not None
            first = [Form(immediate, 1)]
        found[record] = (tuple(first), tuple(second))
    return found


@cache
def sums() -> frozenset[Class]:
    """The records that add an immediate."""
    adding = [each for each in operations().values() if each.RECORD.operation == SUM]
    mapped = [_mapped(getImmediateOpcode, each) for each in adding]
    return frozenset(
        each for each in mapped if each is not None and len(_shape(each)) == 1
    )


def _mapped(mapping: Callable[[int], int], record: Class) -> Class | None:
    number = mapping(record.RECORD.opcode)
    return None if number < 0 else operations()[Opcode(number).name]


def _exchanged(record: Class) -> Class | None:
    """By record, the record with exchanged operands."""
    if INSTRUCTIONS[record.RECORD.opcode].flags & Flag.COMMUTABLE:
        return record
    return _mapped(getLessOpcode, record) or _mapped(getGreaterOpcode, record)


def _shape(record: Class) -> tuple[type, ...]:
    return record.RECORD.shape.sources


# endregion


def combine(body: Region) -> int:
    """
    Combine the instructions of one function, before register allocation.

    How many have changed. A worklist of what gives constants and sums, each with its
    uses: linear, since what is changed refers to an earlier sum.
    """
    adding = sums()
    work: list[Operation] = []
    inserts = False
    for block in body.blocks:
        for op in block.ops:
            if op.__class__ is LoadConstantOp or op.__class__ in adding:
                work.append(op)
            elif op.__class__ is InsertElementOp:
                inserts = True
    work.reverse()  # so that the first one is taken first
    changed = 0
    while work:
        op = work.pop()
        if op.parent is None:
            continue
        for use in list(op.results[0].uses):
            user = _combined(op, use)
            if user is not None:
                changed += 1
                if user.__class__ in adding:
                    work.append(user)
    changed += _add_to_symbols(body) + combine_extensions(body)
    if inserts:
        combine_insertions(body)
    count("instructions combined", changed)
    return changed


def _add_to_symbols(body: Region) -> int:
    """Sums of an address that has no other use and a constant become one address."""
    changed = 0
    for op in operations_in(body, LoadConstantOp):
        if op.symbol is None:
            continue
        users = [use.operation for use in op.result.uses]
        users = [user for user in users if not _is_dead_sum(user)]
        if len(users) != 1:
            continue
        added = _constant_added(users[0], op.result)
        if added is None:
            continue
        before = 0 if op.addend is None else op.addend.data
        addend = IntAttr(to_signed(32, (before + added) % (1 << 32)))
        address = LoadConstantOp.create(
            result_types=op.result_types,
            properties={"symbol": op.symbol, "addend": addend},
            location=users[0].location,
        )
        Rewriter.replace_op(users[0], address)
        changed += 1
    return changed


def _is_dead_sum(op: Operation) -> bool:
    return op.__class__ in sums() and not op.results[0].uses


def _constant_added(op: Operation, address: SSAValue) -> int | None:
    """The constant that a sum adds to an address; None for other operations."""
    if not isinstance(op, RecordOp) or op.symbol is not None:
        return None
    if op.__class__ in sums() and _shape(op.__class__) == (ScalarType,):
        return None if op.imm is None else op.imm.data
    if op.RECORD.operation != SUM or _shape(op.__class__) != (ScalarType,) * 2:
        return None
    (other,) = [each for each in op.operands if each is not address] or (address,)
    return constant_of(other)


def _combined(op: Operation, use: Use) -> Operation | None:
    """Fold a constant or sum into its user; None if impossible."""
    if isinstance(op, LoadConstantOp):
        if op.value is None:
            return None
        return _with_immediate(op.value.data, use)
    assert isinstance(op, RecordOp) and op.imm is not None
    base = op.operands[0]
    if base is op.results[0]:  # in code that nothing reaches
        return None
    return _with_sum(base, op.imm.data, use)


def _with_immediate(constant: int, use: Use) -> Operation | None:
    user = use.operation
    if not isinstance(user, RecordOp) or user.parent is None:
        return None
    found = forms().get(user.__class__)
    if found is None:
        return None
    for form in found[use.index]:
        value = form.immediate(constant)
        if value is not None:
            new = form.record.create(
                operands=[user.operands[form.place]],
                result_types=user.result_types,
                properties={"imm": IntAttr(value)},
                location=user.location,
            )
            Rewriter.replace_op(user, new)
            return new
    return None


def _with_sum(base: SSAValue, offset: int, use: Use) -> Operation | None:
    """Let the user read the base of a sum, with the rest as its immediate."""
    user = use.operation
    if not isinstance(user, RecordOp) or user.imm is None or user.symbol is not None:
        return None
    if user.__class__ not in sums() and offset_from(user, use.index) is None:
        return None
    total = user.imm.data + offset
    if not fits_immediate(total):
        return None
    user.operands[use.index] = base
    user.properties["imm"] = IntAttr(total)
    return user

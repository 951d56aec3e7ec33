"""
Random programs of llvlir on vectors of several lengths, with 64-bit lanes among them.

A program is one function of three blocks, two of which meet in the third: operations on
what there is so far, under random masks, and a value of each kind as result.
"""

from collections.abc import Sequence
from random import Random

from vector_rows import immediates_of, source_type, types_of_row
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import (
    CallOp,
    CompareBranchOp,
    FuncOp,
    JumpOp,
    RetOp,
    create,
)
from circ.dialects.llvlir.rules import is_float_row
from circ.dialects.llvlir.semantics import lane_meaning
from circ.dialects.llvlir.table import Row, rows
from circ.dialects.llvlir.types import (
    R32,
    MaskType,
    VectorType,
    f,
    integer,
    mask,
    r,
    vector,
)
from circ.dialects.llvlir.typing import value_types

WIDTHS = (8, 32, 64)
CATEGORIES = ("vec-memory", "ext-stream")


def has_meaning(row: Row) -> bool:
    """Can the interpreter execute a row on vectors?"""
    if not row.suffix.startswith("V") or row.category in CATEGORIES:
        return False
    if row.name in ("lane.VI", "lane.VF", "setlane.VI", "setlane.VF", "mv.x.x.VI"):
        return True
    condition = "lt" if "c" in row.operands else None
    immediates = {"field": (1, 2), "lanes": (0,)}.get(row.immediate, (1,))
    types = types_of_row(row, 8, 32, 16 if row.base in ("sext", "zext") else 64)
    if row.suffix in ("VFI", "VIF", "VFF", "VII") and row.base not in ("sext", "zext"):
        types = types_of_row(row, 8, 32, 64 if row.base == "trunc" else 32)
    immediates = immediates if row.immediate else ()
    return lane_meaning(INTS, row, types, immediates, condition) is not None


NOT_LOWERED = ("comp", "madd", "msub", "mnadd", "mnsub")
"""Not at all widths: test_coverage.py has these rows."""
ROWS = [row for row in rows() if has_meaning(row) and row.base not in NOT_LOWERED]


class Program:
    """What there is to compute with, in the block that is being written."""

    def __init__(self, random: Random, lanes: Sequence[int]):
        self.random = random
        self.lanes = lanes
        self.inputs: list[Attribute] = [R32, r(64), f(32), f(64), r(8)]
        for count in lanes:
            self.inputs += [vector(count, integer(width)) for width in WIDTHS]
            self.inputs += [vector(count, f(width).element) for width in (32, 64)]
            self.inputs.append(mask(count))
        self.entry = Block(arg_types=self.inputs)
        self.values: list[SSAValue] = list(self.entry.args)
        self.block = self.entry

    def add(self, op: Operation) -> None:
        self.block.add_op(op)
        self.values += op.results

    def pick(self, type: Attribute) -> SSAValue | None:
        """A value of a type, mostly a late one."""
        found = [value for value in self.values if value.type == type]
        if not found:
            return None
        return self.random.choice(found[-4:] if self.random.random() < 0.7 else found)

    def step(self) -> None:
        """Add an operation, if there are operands for the one that was drawn."""
        random, row = self.random, self.random.choice(ROWS)
        lanes, width = random.choice(self.lanes), random.choice(WIDTHS)
        second = random.choice(WIDTHS)
        letters = [letter for letter in row.parameters if letter != "V"]
        if letters[0] == "F":
            width = random.choice((32, 64))
        if letters[-1] == "F":
            second = random.choice((32, 64))
        types = types_of_row(row, lanes, width, second)
        relation = {"sext": width > second, "zext": width > second}
        relation |= {"trunc": width < second, "bits": width == second}
        if not relation.get(row.base, True):
            return
        if "D" in row.suffix and width != 8 and row.base.startswith("mul"):
            return  # a product of 64 or 128 bits, which words do not have
        text = " ".join(row.values)
        if not (8 if "/4" in text else 4 if "/2" in text else 2) <= lanes <= 32:
            return
        wanted = value_types(row, tuple(types))[1:]
        operands = [self.pick(type or R32) for type in wanted]
        if any(operand is None for operand in operands):
            return
        immediates = immediates_of(row, random, width, lanes)
        condition = None
        if "c" in row.inputs:
            names = ("eq", "ne", "lt", "le", "gt", "ge")
            condition = random.choice(names + (() if is_float_row(row) else ("ult",)))
        self.add(
            create(
                row.name,
                [operand for operand in operands if operand is not None],
                [lanes, *types[1:]],
                imm=immediates[0] if immediates else None,
                imm1=immediates[1] if len(immediates) > 1 else None,
                condition=condition,
            )
        )

    def mask_of_constant(self) -> None:
        count = self.random.choice(self.lanes)
        bits = self.random.choice((-1, -1, self.random.getrandbits(count - 1)))
        number = create("const.I", types=(integer(count),), imm=bits)
        self.block.add_op(number)
        self.add(create("mvm", number.results))

    def steps(self, count: int) -> None:
        for _ in range(count):
            if self.random.random() < 0.1:
                self.mask_of_constant()
            self.step()

    def some(self, count: int) -> list[SSAValue]:
        """Late values of several types, at most two of them vectors of many lanes."""
        late = self.values[-30:]
        return self.random.sample(late, min(count, len(late)))


def program(random: Random, lanes: Sequence[int], length: int = 12) -> ModuleOp:
    """A module with the function `f`, which calls a copy of itself without the call."""
    p = Program(random, lanes)
    p.steps(length)
    known = list(p.values)
    passed = p.some(3)
    left, right = Block(), Block()
    end = Block(arg_types=[value.type for value in passed])
    condition = random.choice(("lt", "ult", "eq", "ge"))
    zero = create("const.I", types=(integer(32),), imm=random.randrange(-3, 4))
    p.block.add_op(zero)
    p.block.add_op(
        CompareBranchOp.branch(
            condition, p.entry.args[0], zero.results[0], left, [], right, []
        )
    )
    for block in (left, right):
        p.block, p.values = block, list(known)
        p.steps(length // 2)
        edge = [p.pick(value.type) or value for value in passed]
        block.add_op(JumpOp.create_(end, edge))
    p.block, p.values = end, [*known, *end.args]
    p.steps(length)
    # The machine returns six vectors at most.
    results = [value for value in p.values[-5:] if _fits(value.type)]
    results = results[-3:] or [p.entry.args[0]]
    end.add_op(RetOp.create_(results))
    types = [value.type for value in results]
    body = Region([p.entry, left, right, end])
    function = FuncOp.create_("g", p.inputs, types, body)
    caller = Block(arg_types=p.inputs)
    call = CallOp.create_("g", caller.args, types)
    caller.add_ops((call, RetOp.create_(call.results)))
    signature = FunctionType.from_lists(
        [source_type(type) for type in p.inputs], [source_type(type) for type in types]
    )
    main = FuncOp.create_("f", p.inputs, types, Region(caller))
    main.attributes[SIGNATURE] = signature
    function.attributes[SIGNATURE] = signature
    return ModuleOp([function, main])


def _fits(type: Attribute) -> bool:
    """Is a value two vectors at most, or not many scalars?"""
    if isinstance(type, VectorType) and width_of(type.element) == 64:
        return type.lanes.data <= 16
    return not isinstance(type, VectorType | MaskType) or type.lanes.data <= 32

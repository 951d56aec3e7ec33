"""
`llvlir-to-profile-1`: the rows that profile 2 adds or changes, as rows of profile 1.

Interpreter, host, gen and machines know profile 1 alone, and so execute both.
docs/llvlir.md says what each row becomes, and why where the document says little. Types
are laid out (`type_layout`) and vanish.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.common.address_width import address_width
from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.module_functions import functions_of, name_of
from circ.dialects.common.reports import count
from circ.dialects.common.state import size_of
from circ.dialects.common.widths import WORD, width_of
from circ.dialects.llvlir.ops import (
    CallIndirectOp,
    CallOp,
    CompareBranchOp,
    FuncOp,
    JumpLabelOp,
    JumpOp,
    PredicateBranchOp,
    RetOp,
    RowOp,
    TableOp,
    create,
)
from circ.dialects.llvlir.profiles import PROFILE, profile_of
from circ.dialects.llvlir.rules import type_parameters
from circ.dialects.llvlir.types import (
    R1,
    R32,
    GeneralType,
    PredicateType,
    ProcedureType,
    TypeType,
    address,
    integer,
    is_number,
)
from circ.transforms.llvlir.maker import Maker
from circ.transforms.llvlir.runtime import add_runtime
from circ.transforms.llvlir.second_accesses import Accesses
from circ.transforms.llvlir.second_values import Values, condition_of, own_types
from circ.transforms.llvlir.type_layout import Layouts, is_type, tag_of

UNSPECIFIED = frozenset(("send", "recv", "wait"))
"""Rows of which the document says nothing."""

ALLOCATE, FREE, FILL, CLOCK = "malloc", "free", "memset", "circ_clock"
HEADER = 16
"""
Bytes in front of an object: the number of its references, and its size, as wide as
addresses.
"""
STATE, SEED = "__circ_random", 2_463_534_242
"""The state of `random`, and what it begins with (xorshift: any number but 0)."""


def first_type(type: Attribute, address_width: int) -> Attribute:
    """The register type of profile 1 that holds what one of either profile does."""
    match type:
        case TypeType():
            return R32
        case PredicateType():
            return R1
        case ProcedureType():
            return address(address_width)
        case _:
            return type


def to_first_profile(module: ModuleOp) -> None:
    """Replace rows and registers of profile 2 in a module, which has profile 1 then."""
    if profile_of(module) == 1:
        return
    lowering = Lowering(module)
    functions = [op for op in module.ops if isinstance(op, FuncOp)]
    for function in functions:
        lowering.function(function)
    del module.attributes[PROFILE]
    lowering.finish()
    add_runtime(module)


class Lowering:
    """Replaces operations; `maker` builds in front of the one being replaced."""

    def __init__(self, module: ModuleOp):
        self.module = module
        self.width = address_width(module)
        self.maker = Maker(self.width)
        self.values = Values(self.maker)
        self.declared: dict[str, FuncOp | None] = {}
        self.uses_random = False
        self.compared: set[Operation] = set()
        """Comparisons that branches have taken over."""

    def function(self, function: FuncOp) -> None:
        """Replace rows and types of a function."""
        type = function.function_type
        function.properties["function_type"] = FunctionType.from_lists(
            [first_type(each, self.width) for each in type.inputs],
            [first_type(each, self.width) for each in type.outputs],
        )
        ops = [op for block in function.body.blocks for op in block.ops]
        values = [value for block in function.body.blocks for value in block.args]
        for value in (*values, *(result for op in ops for result in op.results)):
            value._type = first_type(value.type, self.width)  # pyright: ignore
        found = [op for op in ops if isinstance(op, RowOp) and op.ROW.profile == 2]
        types = [op for op in found if isinstance(op, TableOp) and is_type(op)]
        self.layouts = Layouts(types, self.width)
        self.accesses = Accesses(self.maker, self.layouts)
        # Types last: accesses look at what defines theirs.
        for op in (*(op for op in found if not is_type(op)), *types):
            self.maker.move(op)
            count("operations expanded")
            self.replace(op)
        self.maker.erase_unused()
        for op in self.compared:
            if op.results[0].first_use is None:
                op.detach()
                op.erase()
        self.compared.clear()

    def replace(self, op: RowOp) -> None:
        """Replace one row, whose operands have their types of profile 1."""
        value = self.lowered(op)
        if op.results:
            result = op.results[0]
            if value is not None:
                value.name_hint = value.name_hint or result.name_hint
                result.replace_all_uses_with(value)
            assert result.first_use is None, op.name
        op.detach()
        op.erase()

    def lowered(self, op: RowOp) -> SSAValue | None:
        """What computes the result of a row, or does what it does."""
        match op:
            case JumpLabelOp():
                self.maker.add(JumpOp.create_(op.target, op.arguments, op.location))
                return None
            case PredicateBranchOp():
                owner = op.predicate.owner
                if isinstance(owner, TableOp) and owner.ROW.name == "cmps.I":
                    self.compared.add(owner)
                self.maker.add(_compare_branch(self.maker, op))
                return None
            case TableOp():
                pass
            case _:
                raise unsupported(op, "in profile 1, it")
        row = op.ROW
        if row.name in UNSPECIFIED:
            message = f"'{op.name}' is not specified, so it cannot be executed"
            raise Diagnostic(op.location, message)
        self.check_addresses(op)
        if row.becomes:
            return self.renamed(op, row.becomes)
        if is_type(op):
            used = op.results[0].first_use is not None
            return self.maker.constant(tag_of(op)) if used else None
        if row.is_access and row.category != "atomic":
            return self.accesses.lower(op)
        match row.category:
            case "object":
                return self.object(op)
            case "branch-safe" | "branch-unsafe":
                return self.goto(op)
            case "system":
                return self.time(op) if row.parameters == "" else self.random(op)
            case _:
                return self.values.lower(op)

    def check_addresses(self, op: TableOp) -> None:
        types = type_parameters(op.properties)
        for letter, type in zip(op.ROW.parameters, types, strict=True):
            if letter in "AP" and is_number(type) and type.data != self.width:
                message = f"an address of {type.data} bits among those of {self.width}"
                raise unsupported(op, message)

    def finish(self) -> None:
        """Add what the rows use to the module, after the last one."""
        for declaration in self.declared.values():
            if declaration is not None:
                self.module.body.block.add_op(declaration)
        if self.uses_random:
            self.module.body.block.add_ops(
                (
                    create("section", data=b"data"),
                    create("label.L", types=(1,), label=STATE),
                    create("word.I", (), (integer(WORD),), imm=SEED - (1 << WORD)),
                )
            )

    def renamed(self, op: TableOp, name: str) -> SSAValue | None:
        """The row of profile 1 with the same operands and properties."""
        new = self.maker.make(name, op.operands, own_types(op))
        for property in ("imm", "imm1", "condition", "order", "label", "memory"):
            if (attribute := op.properties.get(property)) is not None:
                new.properties[property] = attribute
        return new.results[0] if new.results else None

    # region Calls

    def random(self, op: TableOp) -> SSAValue:
        """As many steps of a 32-bit xorshift as the integer has words."""
        self.uses_random = True
        maker, k, width = self.maker, self.values.algebra, width_of(own_types(op)[0])
        place = create(
            *("consta.L", (), (1,)),
            label=STATE,
            address_width=self.width,
            location=op.location,
        )
        maker.add(place)
        word = (integer(WORD),)
        state = maker.make("ld.I", place.results, word, imm=0).results[0]
        whole = -(-width // WORD) * WORD
        found: SSAValue | None = None
        for low in range(0, whole, WORD):
            for row, distance in (("sll.I", 13), ("srl.I", 17), ("sll.I", 5)):
                moved = maker.row(row, state, maker.constant(distance))
                state = maker.row("xor.I", state, moved)
            part = state
            if whole > WORD:
                part = k.zext(WORD, whole, state)
                part = k.shl(whole, part, k.const(whole, low))
            found = part if found is None else k.or_(whole, found, part)
        maker.make("st.I", (*place.results, state), word, imm=0)
        assert found is not None
        return found if whole == width else k.extract(whole, width - 1, 0, found)

    def time(self, op: TableOp) -> SSAValue:
        return self.call(op, CLOCK, (), [op.results[0].type])[0]

    # endregion
    # region Objects

    def object(self, op: TableOp) -> SSAValue | None:
        """Allocation, initialisation and references of objects."""
        maker, base = self.maker, op.ROW.base
        type, operand = op.operands
        self.layouts.check_tag(op, type)
        size = maker.constant(self.layouts.layout(type, op).size, self.width)
        head, word = maker.constant(HEADER, self.width), (integer(self.width),)
        if base == "alloc":
            wanted = maker.row("mul.I", operand, size, types=word)
            wanted = maker.row("add.I", wanted, head, types=word)
            place = self.call(op, ALLOCATE, (wanted,), [wanted.type])[0]
            header, one = maker.address(place), maker.constant(1, self.width)
            maker.make("st.I", (header, one), word, imm=0)
            maker.make("st.I", (header, wanted), word, imm=size_of(self.width))
            return maker.address(maker.row("add.I", place, head, types=word))
        place = maker.address_number(operand)
        header = maker.row("sub.I", place, head, types=word)
        match base:
            case "init":
                arguments = (place, maker.constant(0), size)
                self.call(op, FILL, arguments, [place.type])
                return None
            case "uninit":
                return None
            case "dealloc":
                self.call(op, FREE, (header,), [])
                return None
            case _:
                return self.count_reference(op, place, header)

    def count_reference(
        self, op: TableOp, place: SSAValue, header: SSAValue
    ) -> SSAValue:
        maker, operand, width = self.maker, op.operands[1], self.width
        change = maker.constant(1 if op.ROW.base == "ref" else -1, width)
        operands = maker.address(header), change
        old = maker.make("amoadd.I", operands, (integer(width),)).results[0]
        if op.ROW.base == "ref":
            return operand
        is_last = maker.compare("eq", old, maker.constant(1, width))
        left = maker.choose(is_last, maker.constant(0, width), place)
        left = maker.address(left)
        call = CallOp.create_(FREE, (header,), (), op.location)
        self.declare(op, FREE, [header.type], [])
        self.conditional(op, is_last, [call])
        return left

    # endregion
    # region Control

    def conditional(
        self, op: TableOp, bit: SSAValue, body: Sequence[Operation]
    ) -> None:
        """Do something in a block of its own where a bit is set, and go on at `op`."""
        block = op.parent
        assert block is not None and block.parent is not None
        region = block.parent
        rest = block.split_before(op)
        then = Block(body)
        region.insert_block_before(then, rest)
        last = then.last_op
        if not isinstance(last, RetOp):
            then.add_op(JumpOp.create_(rest, (), op.location))
        zero = create("const.I", (), (integer(1),), imm=0, location=op.location)
        branch = CompareBranchOp.branch(
            "ne", bit, zero.results[0], then, (), rest, (), op.location
        )
        block.add_ops((zero, branch))

    def goto(self, op: TableOp) -> SSAValue | None:
        """Jumps to procedures, and calls of them: through an address, perhaps if."""
        maker, row, operands = self.maker, op.ROW, list(op.operands)
        bit = operands.pop(0) if row.values[1] == "q" else None
        function = op.parent_op()
        assert isinstance(function, FuncOp)
        links = row.result is not None
        outputs = [] if links else list(function.function_type.outputs.data)
        call: CallOp | CallIndirectOp
        if operands:
            call = CallIndirectOp.create_(operands[0], (), outputs, op.location)
        else:
            assert op.label is not None
            name = op.label.root_reference.data
            call = CallOp.create_(name, (), outputs, op.location)
        body: list[Operation] = [call]
        if not links:
            body.append(RetOp.create_(call.results, op.location))
        if bit is None:
            for each in body:
                maker.add(each)
        else:
            self.conditional(op, bit, body)
            maker.move(op)
        return maker.address(maker.constant(0, self.width)) if links else None

    def call(
        self,
        op: TableOp,
        name: str,
        arguments: Sequence[SSAValue],
        results: Sequence[Attribute],
    ) -> Sequence[OpResult]:
        """Call a function that is declared where the module has none of that name."""
        self.declare(op, name, [value.type for value in arguments], results)
        call = CallOp.create_(name, arguments, results, op.location)
        self.maker.add(call)
        return call.results

    def declare(
        self,
        op: TableOp,
        name: str,
        inputs: Sequence[Attribute],
        outputs: Sequence[Attribute],
    ) -> None:
        if not self.declared:
            for function in functions_of(self.module):
                self.declared[name_of(function)] = None
        if name not in self.declared:
            signature = FunctionType.from_lists(
                [element_of_register(type) for type in inputs],
                [element_of_register(type) for type in outputs],
            )
            self.declared[name] = FuncOp.create_(
                *(name, inputs, outputs, None, "private"),
                {SIGNATURE: signature},
                op.location,
            )

    # endregion


def element_of_register(type: Attribute) -> Attribute:
    """The type of an integer in a general register in source terms."""
    assert isinstance(type, GeneralType)
    return type.element


def _compare_branch(maker: Maker, op: PredicateBranchOp) -> CompareBranchOp:
    """A branch on what the predicate compares, if it is of integers."""
    owner = op.predicate.owner
    condition, lhs = "ne", op.predicate
    if isinstance(owner, TableOp) and owner.ROW.name == "cmps.I":
        condition, (lhs, rhs) = condition_of(owner), owner.operands
    else:
        rhs = maker.constant(0, 1)
    weights = None
    if op.weights is not None:
        taken, next = op.weights.get_values()
        weights = (taken, next)
    return CompareBranchOp.branch(
        *(condition, lhs, rhs, op.taken, op.taken_arguments),
        *(op.next, op.next_arguments, op.location, weights),
    )


@dataclass(frozen=True)
class LlvlirToProfile1Pass(ModulePass):
    """Replace the rows that profile 2 adds or changes by rows of profile 1."""

    name = "llvlir-to-profile-1"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        to_first_profile(op)

"""
`convert-llvlir-to-gen`: mutable registers in place of SSA values.

Values that may share a register with a block argument do (`coalescing`); what is left
of an edge's arguments becomes moves, in an order that does what a parallel copy does:
before the jump where that is the only way on, else in a block of the edge's own.
Constants that only edges need are loaded there. A branch by table is a load from a
constant array of addresses of blocks, after a comparison. Copies between address,
general and float registers vanish, since gen's registers have no type.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from circ.dialects.common.diagnostics import for_each, unsupported
from circ.dialects.common.memory import memory
from circ.dialects.common.operation_search import blocks_of
from circ.dialects.common.relocations import ADDRESS_BYTES, table_of
from circ.dialects.common.variadic import MARK, is_variadic
from circ.dialects.common.widths import width_of
from circ.dialects.gen import control as gen
from circ.dialects.gen.function import FuncOp as GenFuncOp
from circ.dialects.gen.function import GlobalOp
from circ.dialects.gen.instructions import load, symbol
from circ.dialects.gen.types import FAMILY, FAMILY_WIDTH, LANES, SIGNED
from circ.dialects.llvlir.data import data_objects
from circ.dialects.llvlir.ops import (
    CallIndirectOp,
    CallOp,
    CompareBranchOp,
    FuncOp,
    JumpOp,
    RetOp,
    TableBranchOp,
    TableOp,
)
from circ.dialects.llvlir.profiles import UNOPTIMIZED
from circ.targets.machines import machine_of
from circ.transforms.common.parallel_copy import sequentialize
from circ.transforms.conversion.to_gen.emitter import (
    FunctionEmitter,
    family_of,
    is_varying,
)
from circ.transforms.conversion.to_gen.lanes import (
    LANE_STORES,
    is_full,
    is_lane_row,
    lane_row,
    needs_no_mask,
    store_lanes,
)
from circ.transforms.conversion.to_gen.rows import (
    COPIES,
    ROWS,
    STORES,
    fence_row,
    store_row,
)
from circ.transforms.gen.emitter import compare_into
from circ.transforms.llvlir.coalescing import coalesce, edges_of

CONSTANTS = frozenset({"const.I", "constu.I", "const.F"})


@dataclass(frozen=True)
class ConvertLlvlirToGenPass(ModulePass):
    """Convert every `llvlir.func`."""

    name = "convert-llvlir-to-gen"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        machine_of(op).check_addresses(op)
        tables: list[GlobalOp] = []
        functions = [func for func in op.ops if isinstance(func, FuncOp)]
        converted = for_each(lambda func: convert_function(func, tables), functions)
        data = [func for func in op.ops if isinstance(func, TableOp)]
        objects = [item.as_global(GlobalOp) for item in data_objects(data)] + tables
        for func, new in zip(functions, converted, strict=True):
            Rewriter.replace_op(func, new, [])
        for old in data:
            old.detach()
            old.erase()
        for item in reversed(objects):
            _prepend(op, item)
        op.attributes.pop(UNOPTIMIZED, None)


def _prepend(module: ModuleOp, op: Operation) -> None:
    block = module.body.block
    if block.first_op is None:
        block.add_op(op)
    else:
        block.insert_op_before(op, block.first_op)


def convert_function(func: FuncOp, tables: list[GlobalOp]) -> GenFuncOp:
    """
    Convert a function of SSA blocks to one on registers.

    The jump tables of its branches are added to `tables`.
    """
    type = func.function_type
    visibility = func.sym_visibility
    lanes = has_lanes(func)
    defined = func.body.first_block is not None
    new = GenFuncOp.of(
        func.sym_name.data,
        [kind_of(func, t) for t in type.inputs.data],
        [kind_of(func, t) for t in type.outputs.data],
        _Function(func, lanes, tables).convert() if defined else None,
        private=visibility is not None and visibility.data == "private",
        lanes=LANES if lanes and defined else 1,
        location=func.location,
    )
    new.attributes |= func.attributes
    return new


def kind_of(func: FuncOp, type: Attribute) -> str:
    """The family of a parameter or result, with the lanes of a vector."""
    family = family_of(func, type)
    return f"{family}x{LANES}" if is_varying(type) else family


def has_lanes(func: FuncOp) -> bool:
    """Has a function values of several lanes?"""
    type = func.function_type
    if any(map(is_varying, (*type.inputs.data, *type.outputs.data))):
        return True
    return any(
        is_varying(value.type)
        for block in func.body.blocks
        for values in (block.args, *(op.results for op in block.ops))
        for value in values
    )


class _Function:
    """The conversion of one function's body."""

    def __init__(self, func: FuncOp, lanes: bool, tables: list[GlobalOp]):
        self.func = func
        self.tables = tables
        self.labels = 0
        self.emit = FunctionEmitter(lanes)
        self.copies: dict[SSAValue, SSAValue] = {}
        self.constants: dict[SSAValue, TableOp] = {}
        self.on_edges: set[SSAValue] = set()
        """Constants that only edges and tests for zero use."""
        self.left_out: set[SSAValue] = set()
        """Full masks that no operation needs as an operand."""
        self.blocks: dict[Block, Block] = {}
        self.code: dict[Block, list[Operation]] = {}

    def convert(self) -> Region:
        blocks = blocks_of(self.func.body)
        self._look(blocks)
        self._assign(coalesce(self.func, self.copies, self.on_edges))
        for block in blocks:
            self.blocks[block] = Block()
        kept: list[Block] = []
        for block in blocks:
            self.emit.ops = []
            for op in block.ops:
                self.emit.location = op.location
                self._operation(op)
            split = self._terminate(block.last_op)
            new = self.blocks[block]
            new.add_ops(self.emit.ops)
            kept.append(new)
            kept.extend(split)
        inputs = [self._register(argument) for argument in blocks[0].args]
        head = [*self.emit.registers, gen.InputsOp.of(inputs)]
        first = kept[0].first_op
        assert first is not None
        kept[0].insert_ops_before(head, first)
        return Region(kept)

    # region Registers

    def _look(self, blocks: Sequence[Block]) -> None:
        """Find copies, and the constants that need no register."""
        for block in blocks:
            for op in block.ops:
                if not isinstance(op, TableOp):
                    continue
                if op.ROW.name in COPIES:
                    self.copies[op.results[0]] = op.operands[0]
                elif op.ROW.name in CONSTANTS:
                    self.constants[op.results[0]] = op
                elif op.ROW.name == "mvm" and is_full(mask := op.results[0]):
                    if all(needs_no_mask(u.operation, u.index) for u in mask.uses):
                        self.left_out.add(mask)
        for copy in self.copies:
            value = self.copies[copy]
            while value in self.copies:
                value = self.copies[value]
            self.copies[copy] = value
        for value in self.constants:
            if all(
                _needs_no_register(use.operation, use.index)
                or any(result in self.left_out for result in use.operation.results)
                for use in value.uses
            ):
                self.on_edges.add(value)

    def _assign(self, leader: dict[SSAValue, SSAValue]) -> None:
        """A register for all coalesced values of a leader, named after one of them."""
        register_of = self.emit.register_of
        for value, first in leader.items():
            if first not in register_of:
                register_of[first] = self._new(first)
            register = register_of[value] = register_of[first]
            if register.name_hint is None:
                register.name_hint = value.name_hint

    def _new(self, value: SSAValue) -> SSAValue:
        owner = value.owner
        op = owner if isinstance(owner, Operation) else self.func
        varying = is_varying(value.type)
        register = self.emit.register(family_of(op, value.type), varying)
        register.name_hint = value.name_hint
        return register

    def _register(self, value: SSAValue) -> SSAValue:
        """The register of a value."""
        value = self.copies.get(value, value)
        register = self.emit.register_of.get(value)
        if register is None:
            register = self.emit.register_of[value] = self._new(value)
        return register

    # endregion
    # region Operations

    def _operation(self, op: Operation) -> None:
        if isinstance(op, TableOp):
            self._row(op)
        elif isinstance(op, CallOp):
            srcs = [self._register(v) for v in op.arguments]
            dsts = [self._register(v) for v in op.outputs]
            call = gen.CallOp.of(op.callee, dsts, srcs, op.location)
            call.attributes |= MARK if is_variadic(op) else {}
            self.emit.ops.append(call)
        elif isinstance(op, CallIndirectOp):
            address, *srcs = [self._register(v) for v in op.operands]
            dsts = [self._register(v) for v in op.outputs]
            call = gen.CallIndirectOp.of(address, dsts, srcs, op.location)
            call.attributes |= MARK if is_variadic(op) else {}
            self.emit.ops.append(call)
        elif not isinstance(op, JumpOp | CompareBranchOp | TableBranchOp | RetOp):
            raise unsupported(op, "this operation in gen")

    def _row(self, op: TableOp) -> None:
        name = op.ROW.name
        if name in COPIES or (op.results and op.results[0] in self.on_edges):
            return
        if is_lane_row(op.ROW):
            self.emit.uniform = False
            self._lane_row(op)
            self.emit.uniform = True
            return
        if name in STORES:
            store_row(self.emit, op, [self._register(v) for v in op.operands])
            return
        if name == "fence":
            fence_row(self.emit, op)
            return
        convert = ROWS.get(name)
        if convert is None:
            raise unsupported(op, "this operation in gen")
        srcs = [self._register(v) for v in op.operands]
        convert(self.emit, op, self._register(op.results[0]), srcs)

    def _lane_row(self, op: TableOp) -> None:
        """A row on vectors or masks."""
        if op.ROW.name in LANE_STORES:
            srcs = [self._source(op, i) for i in range(len(op.operands))]
            store_lanes(self.emit, op, srcs)
            return
        if op.ROW.name == "mvm" and op.results[0] in self.left_out:
            return
        convert = lane_row(op.ROW)
        if convert is None:
            raise unsupported(op, "this operation in gen")
        srcs = [self._source(op, i) for i in range(len(op.operands))]
        convert(self.emit, op, self._register(op.results[0]), srcs)

    def _source(self, op: TableOp, index: int) -> SSAValue:
        """The register of an operand; any register for an omitted mask."""
        value = op.operands[index]
        if value in self.left_out and needs_no_mask(op, index):
            return self._register(op.operands[0])
        return self._register(value)

    # endregion
    # region Control flow

    def _terminate(self, last: Operation | None) -> list[Block]:
        """Append a block's terminator; the blocks of its edges."""
        emit = self.emit
        match last:
            case RetOp():
                srcs = [self._register(v) for v in last.arguments]
                emit.ops.append(gen.RetOp.of(srcs, last.location))
            case JumpOp():
                self._moves(last.target, last.arguments)
                target = self.blocks[last.target]
                emit.ops.append(gen.BranchOp.of(target, last.location))
            case CompareBranchOp():
                return self._branch(last)
            case TableBranchOp():
                return self._branch_by_table(last)
            case _:
                assert last is not None
                raise unsupported(last, "this terminator in gen")
        return []

    def _edge(
        self,
        target: Block,
        passed: Sequence[SSAValue],
        added: list[Block],
        label: str | None = None,
    ) -> Block:
        """The target of an edge, or a block of its own in `added`."""
        emit, block = self.emit, self.blocks[target]
        ops, emit.ops = emit.ops, []
        if label is not None:
            emit.ops.append(gen.LabelOp.of(label, emit.location))
        self._moves(target, passed)
        if emit.ops:
            split = Block()
            emit.ops.append(gen.BranchOp.of(block, emit.location))
            split.add_ops(emit.ops)
            added.append(split)
            block = split
        emit.ops = ops
        return block

    def _branch_by_table(self, last: TableBranchOp) -> list[Block]:
        """
        Check the bounds, load the address of the target's block, and branch to it.

        Each target has a block that only this branch reaches, so that arguments cannot
        clash with those of other edges.
        """
        emit, added, cases = self.emit, list[Block](), list[Block]()
        number, prefix = self._register(last.number), f".L{self.func.sym_name.data}"
        default = self._edge(last.default, last.default_arguments, added)
        names: dict[tuple[object, ...], str] = {}
        entries: list[str] = []
        for target, passed in last.edges:
            key = (target, *passed)
            if key not in names:
                names[key] = f"{prefix}.case{self.labels}"
                self.labels += 1
                self._edge(target, passed, cases, names[key])
            entries.append(names[key])
        table = f"{prefix}.table{self.labels}"
        self.labels += 1
        size = ADDRESS_BYTES * len(entries)
        self.tables.append(
            GlobalOp.of(
                table,
                size,
                ADDRESS_BYTES,
                location=last.location,
                constant=True,
                addresses=table_of(entries),
            )
        )
        found = Block()
        inside = emit.compare(
            "LT", "uint32", number, emit.constant("uint32", len(entries))
        )
        emit.ops.append(
            gen.CondBranchOp.of(inside, found, default, location=last.location)
        )
        ops, emit.ops = emit.ops, []
        start, address = emit.new("dword"), emit.new("dword")
        emit.ops.append(symbol(start, table, location=last.location))
        shift = emit.constant("int32", ADDRESS_BYTES.bit_length() - 1)
        offset = emit.temporary("SHL", "int32", number, shift)
        place = emit.temporary("ADD", "int32", start, offset)
        access = memory(ADDRESS_BYTES)
        emit.ops.append(
            load((address,), place, "uint32", memory=access, location=last.location)
        )
        emit.ops.append(gen.IndirectBranchOp.of(address, cases, last.location))
        found.add_ops(emit.ops)
        emit.ops = ops
        return [*added, found, *cases]

    def _branch(self, last: CompareBranchOp) -> list[Block]:
        emit = self.emit
        condition, inverted = self._condition(last)
        added: list[Block] = []
        weights = last.weights
        # The block of the edge to `next` comes first: it is next in layout.
        taken_edge, next_edge = edges_of(last)
        next = self._edge(*next_edge, added)
        taken = self._edge(*taken_edge, added)
        if inverted:
            taken, next = next, taken
            if weights is not None:
                first, second = weights.get_values()
                weights = type(weights).from_list(weights.elt_type, (second, first))
        emit.ops.append(
            gen.CondBranchOp.of(condition, taken, next, weights, last.location)
        )
        return added

    def _condition(self, last: CompareBranchOp) -> tuple[SSAValue, bool]:
        """The bool that a branch tests, and whether the branch is taken on zero."""
        condition = last.condition.data
        if is_test(last):
            return self._register(last.lhs), condition == "eq"
        width = width_of(last.lhs.type)
        if width not in FAMILY:
            raise unsupported(last, f"type {last.lhs.type} in gen")
        dst = self.emit.new("bool")
        srcs = (self._register(last.lhs), self._register(last.rhs))
        compare_into(self.emit, condition, width, dst, srcs)
        return dst, False

    def _moves(self, target: Block, passed: Sequence[SSAValue]) -> None:
        """Append the moves to a block's arguments."""
        copies: dict[tuple[str, bool], list[tuple[SSAValue, SSAValue]]] = {}
        loads: list[tuple[SSAValue, TableOp]] = []
        for argument, value in zip(target.args, passed, strict=True):
            if argument.first_use is None:
                continue
            value = self.copies.get(value, value)
            dst = self._register(argument)
            constant = self.constants.get(value)
            if constant is not None and self.emit.register_of.get(value) is not dst:
                loads.append((dst, constant))
            elif constant is None:
                src = self._register(value)
                if src is not dst:
                    family = family_of(self.func, argument.type)
                    kind = (family, is_varying(argument.type))
                    copies.setdefault(kind, []).append((dst, src))
        for (family, varying), group in copies.items():
            self._copy(family, varying, group)
        for dst, constant in loads:
            ROWS[constant.ROW.name](self.emit, constant, dst, ())

    def _copy(
        self, family: str, varying: bool, copies: list[tuple[SSAValue, SSAValue]]
    ) -> None:
        type = SIGNED[FAMILY_WIDTH[family]]
        if len(copies) == 1:
            self.emit.put("MOV", type, *copies[0])
            return
        scratch = self.emit.register(family, varying)
        for dst, src in sequentialize(copies, scratch):
            self.emit.put("MOV", type, dst, src)
        if scratch.first_use is None:
            self.emit.registers.pop()

    # endregion


def is_test(branch: CompareBranchOp) -> bool:
    """Does a branch compare one bit with the constant 0?"""
    if branch.condition.data not in ("eq", "ne") or width_of(branch.lhs.type) != 1:
        return False
    zero = branch.rhs.owner
    return (
        isinstance(zero, TableOp)
        and zero.ROW.name in CONSTANTS
        and zero.imm is not None
        and not zero.imm.data
    )


def _needs_no_register(user: Operation, index: int) -> bool:
    """Is a constant operand loaded on an edge, or part of a test?"""
    if isinstance(user, JumpOp):
        return True
    if isinstance(user, CompareBranchOp):
        return index > 1 or (index == 1 and is_test(user))
    if isinstance(user, TableBranchOp):
        return index > 0
    return False

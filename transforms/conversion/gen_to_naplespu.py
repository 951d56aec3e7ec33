"""
gen → naplespu: instruction selection while SSA form is rebuilt.

gen's registers are mutable; machine values before allocation are not. Pruned SSA is
built after Cytron et al. (TOPLAS 1991): a block argument where a register that is live
there has several definitions, then one walk down the dominator tree that selects each
instruction with the registers' current values at hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ModuleOp,
    StringAttr,
    UnitAttr,
)
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from circ.dialects.common.diagnostics import Diagnostic, for_each, unsupported
from circ.dialects.common.dominance import NONE, DominatorTree
from circ.dialects.common.linkage import LINKAGE, WEAK, linkage_of
from circ.dialects.common.operation_search import blocks_of
from circ.dialects.common.stack_maps import letters_of
from circ.dialects.common.variadic import is_variadic
from circ.dialects.gen import (
    BranchOp,
    CallIndirectOp,
    CallOp,
    CondBranchOp,
    FuncOp,
    GlobalOp,
    IndirectBranchOp,
    InputsOp,
    Instruction,
    LabelOp,
    RegisterOp,
    RetOp,
    family_of,
    is_uniform,
)
from circ.dialects.gen.unsupported_features import (
    CONSTANTS,
    special_registers,
    unsupported_feature,
)
from circ.dialects.naplespu.labels import IndirectJumpOp
from circ.dialects.naplespu.labels import LabelOp as MachineLabelOp
from circ.dialects.naplespu.ops import (
    DirectCallOp,
    IndirectCallOp,
    JumpOp,
    ReturnOp,
    branch,
)
from circ.dialects.naplespu.ops import FuncOp as MachineFuncOp
from circ.dialects.naplespu.ops import GlobalOp as MachineGlobalOp
from circ.dialects.naplespu.register_file import LANES
from circ.dialects.naplespu.registers import SCALAR, VECTOR, ScalarType, VectorType
from circ.dialects.naplespu.spilling import StackMapOp
from circ.targets.machines import machine_of
from circ.targets.naplespu.description.subtarget import subtarget_of
from circ.transforms.gen.emitter import SCALED
from circ.transforms.gen.isolate_labels import isolate_labels
from circ.transforms.gen.lower_arguments import load_structs
from circ.transforms.gen.merges import merged_registers
from circ.transforms.gen.structure import expand_structure
from circ.transforms.naplespu.analysis.value_ranges import BOOL, LANE_BOOLS
from circ.transforms.naplespu.optimization.dead_code import erase_unreachable_blocks
from circ.transforms.naplespu.selection.dynamic_objects import select_dynamic_object
from circ.transforms.naplespu.selection.frame_objects import frame_objects
from circ.transforms.naplespu.selection.intrinsics import add_library, select_intrinsic
from circ.transforms.naplespu.selection.lane_accesses import VectorSelector
from circ.transforms.naplespu.selection.lane_selector import is_mask
from circ.transforms.naplespu.selection.selector import Selector
from circ.transforms.naplespu.selection.values import Source
from circ.transforms.naplespu.selection.variable_arguments import select_argument


@dataclass(frozen=True)
class ConvertGenToNaplespuPass(ModulePass):
    """Select machine instructions for gen functions."""

    name = "convert-gen-to-naplespu"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = machine_of(op)
        if target.name != "naplespu":
            message = f"the module is compiled for {target.title}"
            raise Diagnostic(op.location, message)
        add_library(op)
        for func in op.ops:
            if isinstance(func, FuncOp):
                expand_structure(func)
                load_structs(func)
                isolate_labels(func)
                if not func.is_declaration:
                    target.check_definition(func.sym_name.data, func.location)
        functions = [
            func
            for func in op.ops
            if isinstance(func, FuncOp) and not func.is_declaration
        ]
        converted = for_each(convert_function, functions)
        for func in op.ops:
            if isinstance(func, FuncOp) and func.is_declaration:
                if linkage_of(func) == WEAK:
                    op.body.block.insert_op_before(_weak_name(func), func)
                func.detach()
                func.erase()
            elif isinstance(func, GlobalOp):
                Rewriter.replace_op(func, convert_global(func), [])
        for func, machine in zip(functions, converted, strict=True):
            block = func.parent
            assert block is not None
            block.insert_op_before(machine, func)
            func.detach()
            func.erase()


def _weak_name(func: FuncOp) -> MachineGlobalOp:
    """A function that may be missing: of other declarations only uses are left."""
    return MachineGlobalOp.of(
        func.sym_name.data,
        0,
        1,
        location=func.location,
        external=True,
        attributes={LINKAGE: func.attributes[LINKAGE]},
    )


def convert_global(op: GlobalOp) -> MachineGlobalOp:
    """Convert a global object."""
    return MachineGlobalOp.create(
        properties=dict(op.properties),
        attributes=dict(op.attributes),
        location=op.location,
    )


def convert_function(func: FuncOp) -> MachineFuncOp:
    """
    Select the machine function of a gen function, which stays as it is.

    Raises a Diagnostic for what the machine cannot do.
    """
    conversion = _Conversion(func)
    machine = MachineFuncOp.create(
        properties={"sym_name": func.sym_name},
        attributes=dict(func.attributes),
        regions=[Region(conversion.blocks)],
        location=func.location,
    )
    erase_unreachable_blocks(machine.body)  # constant conditions leave some
    machine.objects = frame_objects(machine.body)
    return machine


class _Conversion:
    """One function's conversion: numbered blocks, arguments, then the walk."""

    def __init__(self, func: FuncOp):
        self.func = func
        self.has_lanes = func.lane_count > 1
        self.special = special_registers(func)
        if func.lane_count not in (1, LANES):
            raise unsupported(func, f"a function of {func.lane_count} lanes")
        self.sources = blocks_of(func.body)
        number = {block: i for i, block in enumerate(self.sources)}
        self.successors = [
            [number[next] for next in _terminator(block).successors]
            for block in self.sources
        ]
        self.tree = DominatorTree.compute(self.successors)
        self.blocks = [Block() for _ in self.sources]
        self.merged = merged_registers(func, self.successors, self.tree)
        for block, registers in zip(self.blocks, self.merged):
            for i, register in enumerate(registers):
                block.insert_arg(self._type_of(register), i)
        self.selector = (VectorSelector if self.has_lanes else Selector)(
            blocks=self.blocks,
            features=subtarget_of(func),
            defined=self._remember,
        )
        self.undo: list[tuple[SSAValue, Source | None]] = []
        self._walk()
        self._drop_unreachable()

    def _drop_unreachable(self) -> None:
        self.blocks = [
            block for i, block in enumerate(self.blocks) if self.tree.is_reachable(i)
        ]

    def _remember(self, register: SSAValue, value: Source) -> None:
        """Record the definition that a new one hides, to restore it for siblings."""
        self.undo.append((register, self.selector.current.get(register)))

    def _walk(self) -> None:
        """Walk down the dominator tree; definitions are undone on the way back."""
        work: list[tuple[int, int]] = [(0, NONE)]
        current = self.selector.current
        while work:
            number, mark = work.pop()
            if mark != NONE:
                while len(self.undo) > mark:
                    register, value = self.undo.pop()
                    if value is None:
                        del current[register]
                    else:
                        current[register] = value
                continue
            work.append((number, len(self.undo)))
            self._fill(number)
            work.extend((child, NONE) for child in reversed(self.tree.children[number]))

    def _fill(self, number: int) -> None:
        selector = self.selector
        selector.block = number
        block = self.blocks[number]
        for register, argument in zip(self.merged[number], block.args):
            self._enter(register, argument)
        for op in self.sources[number].ops:
            selector.location = op.location
            if (what := unsupported_feature(op, self.special)) is not None:
                raise unsupported(op, f"{what} on NaplesPU")
            match op:
                case Instruction():
                    selector.is_scaled = SCALED in op.attributes
                    selector.select(op)
                case RegisterOp():
                    if op.special is not None and op.special.data in CONSTANTS:
                        selector.write(op.handle, CONSTANTS[op.special.data])
                    if op.handle.first_use is not None:
                        self._require_word(op.handle)
                case InputsOp():
                    for register in op.registers:
                        type = self._type_of(register)
                        argument = block.insert_arg(type, len(block.args))
                        self._enter(register, argument)
                case CallOp() | CallIndirectOp():
                    self._call(op)
                case LabelOp():
                    selector.append(MachineLabelOp.of(op.label_name, op.location))
                case BranchOp() | CondBranchOp() | IndirectBranchOp() | RetOp():
                    self._terminate(number, op)
                case _:
                    raise unsupported(op, "the operation")

    def _enter(self, register: SSAValue, argument: SSAValue) -> None:
        self._require_word(register)
        if family_of(register) == "bool":
            of_lanes = self.has_lanes and is_mask(register)
            self.selector.learn(argument, LANE_BOOLS if of_lanes else BOOL)
        argument.name_hint = register.name_hint
        self.selector.write(register, argument)

    def _require_word(self, register: SSAValue) -> None:
        if family_of(register) == "qword":
            message = "a 64-bit value is not supported on NaplesPU"
            raise Diagnostic(self.func.location, message)

    def _value(self, register: SSAValue) -> SSAValue:
        """A register's value in a machine register."""
        if isinstance(self.selector, VectorSelector):
            return self.selector.register_of(register)
        return self.selector.register(self.selector.current.get(register, 0))

    def _type_of(self, register: SSAValue) -> ScalarType | VectorType:
        """The type of the machine register that a register of gen becomes."""
        if not self.has_lanes or is_uniform(register) or is_mask(register):
            return SCALAR
        return VECTOR

    def _call(self, op: CallOp | CallIndirectOp) -> None:
        current = self.selector.current
        if isinstance(op, CallOp):
            sources = [current.get(register, 0) for register in op.srcs]
            made = select_dynamic_object(self.selector, op, sources)
            if made is not None:
                for register, value in zip(op.dsts, made, strict=True):
                    self._enter(register, value)
                return
            if (letters := letters_of(op.callee_name)) is not None:
                self._stack_map(op, letters)
                return
        values: Sequence[SSAValue] | None = None
        if isinstance(op, CallOp) and op.srcs:
            number = current.get(op.srcs[0], 0)
            values = select_argument(self.selector, self.func, op, number)
        operands: list[SSAValue] = []
        if values is None:
            operands = [self._value(register) for register in op.srcs]
            if isinstance(op, CallOp):
                values = select_intrinsic(self.selector, op, operands)
        if values is not None:
            for register, value in zip(op.dsts, values, strict=True):
                self._enter(register, value)
            return
        results = [self._type_of(register) for register in op.dsts]
        if isinstance(op, CallOp):
            call = DirectCallOp.create(
                operands=operands,
                result_types=results,
                properties={"callee": StringAttr(op.callee_name)},
                location=op.location,
            )
        else:
            call = IndirectCallOp.create(
                operands=operands, result_types=results, location=op.location
            )
        if is_variadic(op):
            call.variadic = UnitAttr()
        self.selector.append(call)
        for register, result in zip(op.dsts, call.results):
            self._enter(register, result)

    def _stack_map(self, op: CallOp, letters: str) -> None:
        """Keep the words of a stack map, constants too."""
        words = [self._value(register) for register in op.srcs]
        self.selector.append(
            StackMapOp.create(
                operands=words,
                properties={"kinds": StringAttr(letters)},
                location=op.location,
            )
        )

    def _terminate(self, number: int, op: Operation) -> None:
        targets = [
            (self.blocks[next], [self._value(r) for r in self.merged[next]])
            for next in self.successors[number]
        ]
        selector = self.selector
        match op:
            case RetOp():
                values = [self._value(register) for register in op.srcs]
                selector.append(ReturnOp.create(operands=values, location=op.location))
            case CondBranchOp():
                condition = selector.current.get(op.condition, 0)
                if isinstance(condition, int):
                    self._jump(op, *targets[0 if condition & 1 else 1])
                    return
                test = selector.branch_test(condition)
                taken, next = targets
                where = op.location, op.weights
                selector.append(branch(test.record, test.register, taken, next, *where))
            case IndirectBranchOp():
                blocks = [block for block, _ in targets]
                address = self._value(op.address)
                selector.append(IndirectJumpOp.of(address, blocks, op.location))
            case _:
                self._jump(op, *targets[0])

    def _jump(self, op: Operation, block: Block, values: Sequence[SSAValue]) -> None:
        self.selector.append(
            JumpOp.create(operands=values, successors=[block], location=op.location)
        )


def _terminator(block: Block) -> Operation:
    last = block.last_op
    assert last is not None, "a verified block has a terminator"
    return last

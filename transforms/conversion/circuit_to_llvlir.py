"""
`convert-circuit-to-llvlir`: basic blocks from the scheduled graph.

Selectors become block arguments. A branch on a comparison that nothing else needs
becomes one compare-and-branch; a block that would hold nothing but a jump is skipped by
the branches to it. Blocks stand in the order of the schedule's layout, and a two-way
branch has as its second successor the one that comes first in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    DenseArrayBase,
    FunctionType,
    IntegerType,
    LocationAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
    i8,
    i64,
)
from xdsl.dialects.func import FuncOp as SourceFuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit.calls import check_calls, name_callees, passed_type
from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import ArgOp
from circ.dialects.circuit.control import (
    FuncOp,
    IfBranchOp,
    MergingState,
    ReturnOp,
    SwitchBranchOp,
    SwitchCaseOp,
    TerminalState,
    ThrowOp,
    arch_of,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.gate_types import Gc
from circ.dialects.circuit.integers import RevOp
from circ.dialects.circuit.language import LoadElementOp, StoreElementOp
from circ.dialects.circuit.memory import GlobalOp
from circ.dialects.circuit.types import ARCH, ARCH64, is_float
from circ.dialects.common.address_width import (
    ADDRESS_WIDTH,
    WIDE,
    address_width_attr,
    checked_width,
)
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.diagnostics import Diagnostic, for_each, unsupported
from circ.dialects.common.dominance import NONE
from circ.dialects.common.kernel import IN_LANES
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.module_functions import functions_of, name_of
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count
from circ.dialects.common.stack_maps import (
    MANAGED,
    PERHAPS,
    letters_of,
    map_name,
)
from circ.dialects.common.widths import WORD, width_of
from circ.dialects.llvlir import ops as llvlir
from circ.dialects.llvlir.data import (
    CONSTANT_SECTION,
    DATA_SECTION,
    EXTERNAL_SECTION,
    SCRATCHPAD_SECTION,
)
from circ.dialects.llvlir.profiles import UNOPTIMIZED
from circ.dialects.llvlir.types import RegisterType
from circ.dialects.source.signature import signature_of, source_type
from circ.targets.execute.hooks import THROW
from circ.targets.machines import machine_of
from circ.transforms.circuit.schedule import Schedule, schedule
from circ.transforms.circuit.stack_maps import (
    StackMap,
    has_managed_values,
    maps_of,
)
from circ.transforms.conversion.to_circuit.circuit_builder import parameter_types
from circ.transforms.conversion.to_llvlir.emitter import Emitter
from circ.transforms.conversion.to_llvlir.gates import (
    CONDITIONS,
    INVERSE,
    convert_gate,
)
from circ.transforms.conversion.to_llvlir.switch import Target, convert_switch
from circ.transforms.llvlir.circuit_registers import element_of, register_of
from circ.transforms.llvlir.runtime import add_runtime


@dataclass(frozen=True)
class ConvertCircuitToLlvlirPass(ModulePass):
    """Convert every `circuit.func`, and declarations of external functions."""

    name = "convert-circuit-to-llvlir"
    optimized: bool = True
    """Were the circuits optimised? If not, the module has `circ.unoptimized`."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        check_calls(op)
        name_callees(op)
        symbols = [
            symbol
            for symbol in op.ops
            if isinstance(symbol, FuncOp | GlobalOp)
            or (isinstance(symbol, SourceFuncOp) and symbol.is_declaration)
        ]
        width = address_width_of(op)
        converted = for_each(partial(convert_symbol, width=width), symbols)
        throwers = throwers_of(op)
        markers = _markers(op, [new for news in converted for new in news])
        for func, new in zip(symbols, converted, strict=True):
            Rewriter.replace_op(func, new, [])
        op.body.block.add_ops((*throwers, *markers))
        if width != WORD:
            op.attributes[ADDRESS_WIDTH] = address_width_attr(width)
        op.attributes.pop(UNOPTIMIZED, None)
        if not self.optimized:
            op.attributes[UNOPTIMIZED] = UnitAttr()
        add_runtime(op)


def address_width_of(module: ModuleOp) -> int:
    """
    The width of a module's addresses: what it states, or what its circuits have.

    One of another width is a `Diagnostic`.
    """
    stated = module.attributes.get(ADDRESS_WIDTH)
    try:
        width = None if stated is None else checked_width(stated)
    except VerifyException as error:
        raise Diagnostic(module.location, str(error)) from None
    for func in module.ops:
        if not isinstance(func, FuncOp) or (arch := arch_of(func)) is None:
            continue
        own = width_of(arch)
        if width not in (None, own):
            message = f"@{func.sym_name.data} has {own}-bit addresses, but the module"
            raise Diagnostic(func.location, f"{message} {width}-bit ones")
        width = own
    return WORD if width is None else width


def convert_symbol(
    op: FuncOp | SourceFuncOp | GlobalOp, width: int = WORD
) -> Sequence[Operation]:
    """What a symbol becomes in a module whose addresses have so many bits."""
    match op:
        case FuncOp():
            return [convert_function(op)]
        case SourceFuncOp():
            return [convert_declaration(op, width)]
        case GlobalOp():
            return convert_global(op, width // 8)


def thrower_of(gate: ThrowOp) -> str:
    """The external function that a THROW calls, by the type of its value."""
    return f"{THROW}{source_type(gate.value.type)}"


def throwers_of(module: ModuleOp) -> list[llvlir.FuncOp]:
    """Declarations of what the THROW gates of a module call."""
    present = {name_of(function) for function in functions_of(module)}
    declared: dict[str, llvlir.FuncOp] = {}
    for func in module.ops:
        if not isinstance(func, FuncOp):
            continue
        for gate in operations_in(func.body, ThrowOp):
            name, type = thrower_of(gate), gate.value.type
            if name not in present and name not in declared:
                declared[name] = llvlir.FuncOp.create_(
                    name,
                    [register_of(type)],
                    [],
                    visibility="private",
                    attributes={
                        SIGNATURE: FunctionType.from_lists([source_type(type)], [])
                    },
                    location=gate.location,
                )
    return list(declared.values())


def _markers(module: ModuleOp, made: Sequence[Operation]) -> list[llvlir.FuncOp]:
    """Declarations of what stands for the stack maps of functions."""
    present = {name_of(function) for function in functions_of(module)}
    declared: dict[str, llvlir.FuncOp] = {}
    for func in made:
        if not isinstance(func, llvlir.FuncOp):
            continue
        for call in operations_in(func.body, llvlir.CallOp):
            name = call.callee.root_reference.data
            if letters_of(name) is None or name in present or name in declared:
                continue
            inputs = [value.type for value in call.arguments]
            type = FunctionType.from_lists([i64] * len(inputs), [])
            declared[name] = llvlir.FuncOp.create_(
                name,
                inputs,
                [],
                visibility="private",
                attributes={SIGNATURE: type},
                location=call.location,
            )
    return list(declared.values())


def convert_declaration(func: SourceFuncOp, width: int) -> llvlir.FuncOp:
    """A private declaration of the same name; its type is kept as signature."""
    type = func.function_type
    attributes = {
        name: attribute
        for name, attribute in func.attributes.items()
        if name not in ("sym_name", "function_type", "sym_visibility")
    }
    attributes.setdefault(SIGNATURE, type)
    return llvlir.FuncOp.create_(
        func.sym_name.data,
        [r for t in type.inputs.data for r in _registers(func, t, width)],
        [r for t in type.outputs.data for r in _registers(func, t, width)],
        visibility="private",
        attributes=attributes,
        location=func.location,
    )


def convert_global(op: GlobalOp, address_bytes: int) -> list[Operation]:
    """A label with its bytes, in the section that says whether they may change."""
    section = DATA_SECTION if op.constant is None else CONSTANT_SECTION
    if op.is_declaration:
        section = EXTERNAL_SECTION
    elif op.address_space:
        section = SCRATCHPAD_SECTION
    place = op.location
    label = llvlir.create("label.L", label=op.sym_name.data, location=place)
    label.attributes |= op.attributes
    rows: list[Operation] = [
        llvlir.create("section", data=section.encode(), location=place),
        llvlir.create("align", imm=op.align.data, location=place),
        label,
    ]
    if op.is_declaration:
        return rows
    content, done = bytes.fromhex(op.data.data), 0
    for offset, symbol, addend in op.relocations:
        if offset < done or offset + address_bytes > op.size.data:
            what = f"an address of {8 * address_bytes} bits at offset {offset}"
            raise Diagnostic(op.location, f"@{op.sym_name.data}: {what} does not fit")
        rows += _bytes(content[done:offset], offset - done, place)
        rows.append(llvlir.create("address", label=symbol, imm=addend, location=place))
        done = offset + address_bytes
    return rows + _bytes(content[done:], op.size.data - done, place)


def _bytes(content: bytes, size: int, place: LocationAttr) -> list[Operation]:
    """`size` bytes of data that begin with `content`."""
    rows: list[Operation] = []
    if written := len(content.rstrip(b"\0")):
        shape, data = (written, i8), content[:written]
        rows.append(llvlir.create("array.NI", (), shape, data=data, location=place))
    if size > written:
        rows.append(llvlir.create("zero", imm=size - written, location=place))
    return rows


def _registers(func: Operation, type: Attribute, width: int) -> list[RegisterType]:
    """The registers of a value of a source type; `index` is as wide as addresses."""
    if not (wires := parameter_types(type)):
        raise unsupported(func, f"a value of type {type}")
    if width == WIDE:
        wires = [ARCH64 if wire == ARCH else wire for wire in wires]
    return [*map(register_of, wires)]


def _signature(func: FuncOp) -> FunctionType:
    """The type in source terms, in which each parameter has a type."""
    type = signature_of(func)
    return FunctionType.from_lists([*map(passed_type, type.inputs)], type.outputs.data)


def convert_function(func: FuncOp) -> llvlir.FuncOp:
    """The function of basic blocks that a circuit describes; `func` is not changed."""
    return _Function(func).convert()


@dataclass(frozen=True)
class _Edge:
    """The final target of a branch to a block, and the last block on the way."""

    target: int
    source: int


class _Function:
    """The conversion of one function."""

    def __init__(self, func: FuncOp):
        self.func = func
        self.plan: Schedule = schedule(func, machine_of(func))
        self.flow = self.plan.flow
        self.emit = Emitter()
        self.position = [0] * len(self.flow.layout)
        for position, block in enumerate(self.flow.layout):
            self.position[block] = position
        self.fused: dict[int, tuple[ICmpOp | None, SSAValue, bool]] = {}
        """By block with an IF_BRANCH: comparison, condition, and is it inverted?"""
        self.skip: set[Operation] = set()
        self.blocks: list[Block] = []
        self.code: list[list[Operation]] = []
        self.flow_number: dict[int, dict[int, int]] = {}
        self.edges: dict[int, _Edge] = {}
        self.results = [register_of(type) for type in func.type.outputs]

    def convert(self) -> llvlir.FuncOp:
        func, emit = self.func, self.emit
        inputs = [register_of(passed_type(type)) for type in func.type.inputs]
        for number, states in enumerate(self.flow.states):
            self._check(states)
            selectors = self.plan.selectors[number]
            types = [register_of(s.result.type) for s in selectors]
            block = Block(arg_types=types)
            for argument, selector in zip(block.args, selectors, strict=True):
                emit.give(selector.result, argument)
            self.blocks.append(block)
            self._fuse(number, states[-1])
        entry = self.blocks[0] = Block(arg_types=inputs)
        for gate in self.plan.gates[0]:
            if type(gate) is ArgOp:
                emit.give(gate.result, entry.args[gate.index.data])
        self.code = [[] for _ in self.blocks]
        maps: dict[Operation, StackMap] = {}
        if has_managed_values(func):
            maps = {map.call: map for map in maps_of(self.plan)}
        for number in self.flow.layout:
            emit.ops = self.code[number]
            for gate in self.plan.gates[number]:
                if type(gate) is not ArgOp and gate not in self.skip:
                    convert_gate(emit, gate)
                    if gate in maps:
                        self._record(maps[gate])
        body = self._finish()
        if emit.head:
            entry.insert_ops_before(emit.head, cast(Operation, entry.first_op))
        emit.erase_unused_bits()
        attributes = dict(self.func.attributes)
        visibility = attributes.pop("sym_visibility", None)
        return llvlir.FuncOp.create_(
            func.sym_name.data,
            inputs,
            self.results,
            body,
            visibility.data if isinstance(visibility, StringAttr) else None,
            attributes=attributes | {SIGNATURE: _signature(func)},
            location=func.location,
        )

    def _record(self, map: StackMap) -> None:
        """What stands for a stack map, behind its call."""
        count("stack maps")
        letters = (MANAGED if gc is Gc.YES else PERHAPS for _, gc in map.values)
        values = [self.emit.values[value] for value, _ in map.values]
        call = llvlir.CallOp.create_(map_name(letters), values, [], map.call.location)
        self.emit.ops.append(call)

    def _check(self, states: Sequence[Operation]) -> None:
        for state in states:
            if isinstance(state, LoadElementOp | StoreElementOp) or (
                isinstance(state, TerminalState)
                and not isinstance(state, ReturnOp | ThrowOp)
            ):
                raise unsupported(state, "this gate in llvlir")

    # region Branches

    def _fuse(self, number: int, last: Operation) -> None:
        """Find the comparison to fuse with a branch."""
        if not isinstance(last, IfBranchOp):
            return
        value, inverted = last.condition, False
        chain: list[Operation] = []
        while True:
            gate = gate_of(value)
            alone = value.has_one_use() and self.plan.block_of[gate] == number
            if not alone or not isinstance(gate, RevOp | ICmpOp):
                break
            chain.append(gate)
            if isinstance(gate, ICmpOp):
                count("comparisons fused with branches")
                self.fused[number] = (gate, value, inverted)
                self.skip.update(chain)
                return
            value, inverted = gate.value, not inverted
        self.skip.update(chain)
        self.fused[number] = (None, value, inverted)

    def _edge(self, source: int, target: int) -> _Edge:
        """Thread branches through blocks that only jump."""
        seen: set[int] = set()
        while target not in seen and self._only_jumps(target):
            seen.add(target)
            source, target = target, self.flow.successors[target][0]
        return _Edge(target, source)

    def _only_jumps(self, number: int) -> bool:
        return (
            number != 0
            and not self.code[number]
            and not self.plan.selectors[number]
            and len(self.flow.successors[number]) == 1
            and not isinstance(self.flow.states[number][-1], SwitchBranchOp)
        )

    def arguments(self, edge: _Edge) -> list[SSAValue]:
        """The arguments of an edge: each selector's value that flows along it."""
        selectors = self.plan.selectors[edge.target]
        if not selectors:
            return []
        numbers = self.flow_number.get(edge.target)
        if numbers is None:
            merge = self.flow.states[edge.target][0]
            assert isinstance(merge, MergingState)
            blocks = self.flow.flow_blocks(merge)
            numbers = {b: i + 1 for i, b in enumerate(blocks) if b != NONE}
            self.flow_number[edge.target] = numbers
        flow = numbers[edge.source]
        return [self.emit.values[s.operands[flow]] for s in selectors]

    def _finish(self) -> Region:
        """End each block that is still reached; the blocks in the layout's order."""
        needed = bytearray(len(self.blocks))
        needed[0] = True
        kept: list[Block] = []
        for number in self.flow.layout:
            if not needed[number]:
                continue
            block = self.blocks[number]
            kept.append(block)
            self.emit.ops = self.code[number]
            kept.extend(self._terminate(number, needed))
            block.add_ops(self.code[number])
        return Region(kept)

    def _terminate(self, number: int, needed: bytearray) -> list[Block]:
        """Append the terminator of a block; the further blocks that it takes."""
        last = self.flow.states[number][-1]
        if isinstance(last, ReturnOp):
            values = [self.emit.values[v] for v in last.values]
            self.emit.ops.append(llvlir.RetOp.create_(values, last.location))
            return []
        if isinstance(last, ThrowOp):
            self._throw(last)
            return []
        edges = [self._edge(number, s) for s in self.flow.successors[number]]
        for edge in edges:
            needed[edge.target] = True
        if isinstance(last, IfBranchOp):
            self._branch(number, last, edges[0], edges[1])
            return []
        if isinstance(last, SwitchBranchOp):
            return self._switch(number, last, edges)
        self.jump(edges[0], last.location)
        return []

    def _switch(
        self, number: int, last: SwitchBranchOp, edges: Sequence[_Edge]
    ) -> list[Block]:
        type = last.selector.type
        width = width_of(type)
        cases: dict[int, Target] = {}
        default: Target | None = None
        for edge, successor in zip(edges, self.flow.successors[number], strict=True):
            side = self.flow.states[successor][0]
            target = (self.blocks[edge.target], tuple(self.arguments(edge)))
            if isinstance(side, SwitchCaseOp):
                value = to_signed(width, side.value.data % (1 << width))
                cases.setdefault(value, target)
            else:
                default = target
        if default is None:
            raise Diagnostic(last.location, "SWITCH_BRANCH must have one DEFAULT_CASE")
        selector = self.emit.values[last.selector]
        if is_float(type):  # its cases are bits
            types = (IntegerType(width), element_of(type))
            selector = self.emit.compute(last, "bits.IF", [selector], types)
        return convert_switch(
            *(self.emit, selector, cases, default, last.location),
            tables=IN_LANES not in self.func.attributes,
        )

    def _throw(self, last: ThrowOp) -> None:
        """Call a function that ends the program; the results are never used."""
        emit, location = self.emit, last.location
        value = emit.values[last.value]
        emit.ops.append(llvlir.CallOp.create_(thrower_of(last), [value], [], location))
        zeros = [emit.constant(type, 0, location) for type in self.results]
        emit.ops.append(llvlir.RetOp.create_(zeros, location))

    def jump(self, edge: _Edge, location: LocationAttr | None) -> None:
        target = self.blocks[edge.target]
        arguments = self.arguments(edge)
        self.emit.ops.append(llvlir.JumpOp.create_(target, arguments, location))

    def _branch(self, number: int, last: IfBranchOp, then: _Edge, other: _Edge) -> None:
        comparison, value, inverted = self.fused[number]
        values = self.emit.values
        if comparison is not None:
            condition = CONDITIONS[comparison.condition.data]
            lhs, rhs = values[comparison.lhs], values[comparison.rhs]
        else:
            condition = "ne"
            lhs = values[value]
            rhs = self.emit.constant(register_of(value.type), 0, last.location)
        if inverted:
            condition = INVERSE[condition]
        weights = None
        if last.weights is not None:
            counts = cast("DenseArrayBase[IntegerType]", last.weights).get_values()
            weights = (counts[0], counts[1])
        self.branch(number, condition, lhs, rhs, then, other, last.location, weights)

    def branch(
        self,
        number: int,
        condition: str,
        lhs: SSAValue,
        rhs: SSAValue,
        then: _Edge,
        other: _Edge,
        location: LocationAttr | None,
        weights: tuple[int, int] | None = None,
    ) -> None:
        """A conditional branch, or a jump if both targets are the same."""
        passed, others = self.arguments(then), self.arguments(other)
        if then.target == other.target and passed == others:
            self.jump(then, location)
            return
        if self._comes_next(number, then.target, other.target):
            then, other, passed, others = other, then, others, passed
            condition = INVERSE[condition]
            weights = None if weights is None else (weights[1], weights[0])
        self.emit.ops.append(
            llvlir.CompareBranchOp.branch(
                condition,
                lhs,
                rhs,
                self.blocks[then.target],
                passed,
                self.blocks[other.target],
                others,
                location,
                weights,
            )
        )

    def _comes_next(self, number: int, first: int, second: int) -> bool:
        """Does `first` follow a block sooner than `second` in the layout?"""
        here = self.position[number]
        sooner, later = self.position[first], self.position[second]
        return sooner > here and (sooner < later or later <= here)

    # endregion

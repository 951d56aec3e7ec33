"""
The interpreter of llvlir.

A function is compiled once: every value gets a slot of the frame, every operation a
closure over slots, constants are in the frame from the start. Frames lie on an explicit
stack, so the depth of the interpreted program's recursion is not Python's. What an
operation computes comes from `circ.dialects.llvlir.semantics`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import itemgetter
from typing import TypeAlias

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dynamic_objects import is_allocation
from circ.dialects.common.variadic import is_variadic, reads_argument
from circ.dialects.llvlir.ops import (
    CallIndirectOp,
    CallOp,
    CompareBranchOp,
    FuncOp,
    JumpOp,
    RetOp,
    RowOp,
    TableBranchOp,
    TableOp,
)
from circ.dialects.llvlir.semantics import integer_condition
from circ.dialects.llvlir.symbols import check_types
from circ.dialects.llvlir.types import width_of
from circ.targets.execute import variable_arguments as further_arguments
from circ.targets.execute.dynamic_objects import allocate, release
from circ.targets.execute.llvlir.data import place_data
from circ.targets.execute.llvlir.steps import Frame, Step, Steps, constant_of
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import (
    ExecutionLimit,
    Hooks,
    Outcome,
    Run,
    Runner,
    Trace,
)
from circ.targets.execute.variable_arguments import NONE, packed

MAX_DEPTH = 250_000
"""Frames that may be active at once."""

Gather: TypeAlias = Callable[[Frame], Sequence[int]]


@dataclass
class Segment:
    """Operations that run one after the other, up to a call or the block's end."""

    steps: list[Step] = field(default_factory=list[Step])
    size: int = 0
    end: "Jump | Branch | Table | Call | Return | None" = None


@dataclass
class Edge:
    """Where control goes, and what it takes along."""

    target: Block
    gather: Gather | None
    slots: list[int]
    segment: Segment = field(default_factory=Segment)


@dataclass
class Jump:
    edge: Edge


@dataclass
class Branch:
    condition: Callable[[int, int], int]
    lhs: int
    rhs: int
    taken: Edge
    next: Edge


@dataclass
class Table:
    number: int
    targets: list[Edge]
    default: Edge


@dataclass
class Call:
    op: CallOp | CallIndirectOp
    gather: Gather
    """Of the arguments."""
    address: int | None
    """The slot of an indirect callee's address."""
    results: list[int]
    next: Segment
    callee: "Code | None" = None
    """The direct callee's code once it is known."""


@dataclass
class Return:
    gather: Gather


@dataclass
class Code:
    """A compiled function."""

    name: str
    parameters: list[int]
    frame: Frame
    """What a new frame holds: constants, and zero elsewhere."""
    entry: Segment
    stack_slots: list[tuple[int, int, int, Operation]]
    """Frame slot, size, alignment and operation of each stack slot."""
    dynamic: int
    """The frame's slot of the addresses of `dynamic_objects`."""
    further: int | None = None
    """Of a variadic function, the slot of its further arguments."""


def prepare(
    module: ModuleOp,
    entry: str,
    memory: Memory,
    hooks: Hooks | None = None,
    trace: Trace | None = None,
) -> Run:
    """Find a function, and put the module's data into memory."""
    interpreter = Interpreter(module, memory, hooks or {}, trace)
    return partial(interpreter.run, entry)


run = Runner(prepare)


class Interpreter:
    """One module being executed."""

    def __init__(
        self,
        module: ModuleOp,
        memory: Memory,
        hooks: Hooks,
        trace: Trace | None,
    ):
        self.memory = memory
        self.hooks = hooks
        self.functions = {
            op.sym_name.data: op for op in module.ops if isinstance(op, FuncOp)
        }
        addresses = place_data(module, memory)
        self.names: dict[int, str] = {}
        """Functions by address, of those whose address is taken."""
        for name in _addressed(self.functions):
            addresses[name] = memory.allocate(0)
            self.names[addresses[name]] = name
        self.steps = Steps(memory, addresses, trace)
        self.codes: dict[str, Code] = {}

    def run(
        self, entry: str, arguments: Sequence[int], max_operations: int | None
    ) -> Outcome:
        func = self.functions.get(entry)
        if func is None or not func.body.blocks:
            raise Diagnostic(None, f"there is no function '{entry}' to execute")
        expected = len(func.function_type.inputs)
        if len(arguments) != expected:
            raise Diagnostic(
                func.location,
                f"'{entry}' takes {expected} arguments, but is given {len(arguments)}",
            )
        return self._execute(self._code(entry), arguments, max_operations)

    # region Execution

    def _execute(
        self, code: Code, arguments: Sequence[int], max_operations: int | None
    ) -> Outcome:
        stack: list[tuple[Frame, Code, Call]] = []
        limit = float("inf") if max_operations is None else max_operations
        operations = 0
        frame = self._enter(code, arguments)
        segment = code.entry
        while True:
            operations += segment.size
            if operations > limit:
                raise ExecutionLimit(_place(segment), int(limit))
            for step in segment.steps:
                step(frame)
            end = segment.end
            if isinstance(end, Branch):
                holds = end.condition(frame[end.lhs], frame[end.rhs])
                edge = end.taken if holds else end.next
            elif isinstance(end, Jump):
                edge = end.edge
            elif isinstance(end, Call):
                values = end.gather(frame)
                name = self._name(end, frame)
                callee = end.callee or self._callee(end, name)
                if callee is not None:
                    if len(stack) >= MAX_DEPTH:
                        message = f"more than {MAX_DEPTH} calls are active"
                        raise Diagnostic(end.op.location, message)
                    stack.append((frame, code, end))
                    code, frame = callee, self._enter(callee, values)
                    if code.further is not None:
                        widths = [width_of(v.type) for v in end.op.arguments]
                        named = len(code.parameters)
                        frame[code.further] = packed(values[named:], widths[named:])
                    segment = code.entry
                else:
                    place, count = end.op.location, len(end.results)
                    if is_allocation(name, len(values), count):
                        size, align = values
                        made, frame[code.dynamic] = allocate(
                            self.memory, frame[code.dynamic], size, align, place
                        )
                        given = [made]
                    elif (
                        reads_argument(name, len(values), count)
                        and code.further is not None
                    ):
                        further = frame[code.further]
                        given = further_arguments.argument(
                            further, name, values[0], place, count
                        )
                    else:
                        given = self._external(end.op, name, values)
                    self._return_values(end, frame, given)
                    segment = end.next
                continue
            elif isinstance(end, Table):
                number, targets = frame[end.number], end.targets
                edge = targets[number] if number < len(targets) else end.default
            else:
                assert isinstance(end, Return)
                values = end.gather(frame)
                if objects := frame[code.dynamic]:
                    release(self.memory, objects)
                if code.stack_slots:
                    self._leave(code, frame)
                if not stack:
                    return Outcome([*values], operations)
                frame, code, call = stack.pop()
                self._return_values(call, frame, values)
                segment = call.next
                continue
            if edge.gather is not None:
                for slot, value in zip(edge.slots, edge.gather(frame), strict=True):
                    frame[slot] = value
            segment = edge.segment

    def _enter(self, code: Code, arguments: Sequence[int]) -> Frame:
        frame = code.frame.copy()
        for slot, value in zip(code.parameters, arguments, strict=False):
            frame[slot] = value
        for slot, size, align, op in code.stack_slots:
            frame[slot] = self.memory.allocate(size, align, op.location)
        return frame

    def _leave(self, code: Code, frame: Frame) -> None:
        for slot, _, _, op in reversed(code.stack_slots):
            self.memory.release(frame[slot], op.location)

    def _return_values(self, call: Call, frame: Frame, values: Sequence[int]) -> None:
        for slot, value in zip(call.results, values, strict=True):
            frame[slot] = value

    def _name(self, call: Call, frame: Frame) -> str:
        """The function to call."""
        if isinstance(call.op, CallOp):
            return call.op.callee.root_reference.data
        assert call.address is not None
        address = frame[call.address]
        name = self.names.get(address)
        if name is None:
            message = f"there is no function at {address:#x}"
            raise Diagnostic(call.op.location, message)
        return name

    def _callee(self, call: Call, name: str) -> Code | None:
        """The code to call; None of an external function."""
        op = call.op
        func = self.functions.get(name)
        if func is None:
            raise Diagnostic(op.location, f"there is no function '{name}' to call")
        check_types(op, func)
        if not func.body.blocks:
            return None
        code = self._code(name)
        if isinstance(op, CallOp):
            call.callee = code
        return code

    def _external(
        self, op: Operation, name: str, arguments: Sequence[int]
    ) -> Sequence[int]:
        hook = self.hooks.get(name)
        if hook is None:
            message = f"the external function '{name}' has no implementation here"
            raise Diagnostic(op.location, message)
        try:
            results = hook(arguments)
        except Diagnostic as error:
            raise Diagnostic(error.location or op.location, error.message) from None
        assert len(results) == len(op.results), f"hook {name}"
        return results

    # endregion
    # region Compilation

    def _code(self, name: str) -> Code:
        code = self.codes.get(name)
        if code is None:
            code = self.codes[name] = self._compile(self.functions[name])
        return code

    def _compile(self, func: FuncOp) -> Code:
        slots: dict[SSAValue, int] = {}
        frame: Frame = []
        blocks = list(func.body.blocks)
        stack_slots: list[tuple[int, int, int, Operation]] = []
        for block in blocks:
            for argument in block.args:
                slots[argument] = len(slots)
                frame.append(0)
            for op in block.ops:
                for result in op.results:
                    slots[result] = len(slots)
                    frame.append(constant_of(op) or 0)
                    if op.name == "llvlir.slot":
                        assert isinstance(op, TableOp) and op.imm and op.imm1
                        stack_slots.append(
                            (slots[result], op.imm.data, op.imm1.data, op)
                        )
        dynamic = len(frame)
        frame.append(0)
        further = None
        if is_variadic(func):
            further = len(frame)
            frame.append(NONE)
        edges: list[Edge] = []
        starts = {block: self._compile_block(block, slots, edges) for block in blocks}
        for edge in edges:
            edge.segment = starts[edge.target]
        return Code(
            func.sym_name.data,
            [slots[argument] for argument in blocks[0].args],
            frame,
            starts[blocks[0]],
            stack_slots,
            dynamic,
            further,
        )

    def _compile_block(
        self, block: Block, slots: dict[SSAValue, int], edges: list[Edge]
    ) -> Segment:
        start = segment = Segment()
        for op in block.ops:
            segment.size += 1
            operands = [slots[operand] for operand in op.operands]
            results = [slots[result] for result in op.results]
            trace = self.steps.tracer(op, operands, results)
            if isinstance(op, CallOp | CallIndirectOp):
                if trace:
                    segment.steps.append(trace)
                following = Segment()
                address = None
                if isinstance(op, CallIndirectOp):
                    address, *operands = operands
                gather = _gather(operands)
                segment.end = Call(op, gather, address, results, following)
                segment = following
            elif isinstance(op, RetOp | JumpOp | CompareBranchOp | TableBranchOp):
                if trace:
                    segment.steps.append(trace)
                segment.end = self._compile_end(op, operands, slots, edges)
            else:
                step = self.steps.compile(op, operands, results)
                if step is not None:
                    segment.steps.append(step)
                if trace:
                    segment.steps.append(trace)
        assert segment.end is not None or segment.steps, "a block without terminator"
        return start

    def _compile_end(
        self,
        op: RowOp,
        operands: list[int],
        slots: dict[SSAValue, int],
        edges: list[Edge],
    ) -> Jump | Branch | Table | Return:
        def edge(block: Block, arguments: Sequence[SSAValue]) -> Edge:
            sources = [slots[argument] for argument in arguments]
            targets = [slots[argument] for argument in block.args]
            made = Edge(block, _gather(sources) if sources else None, targets)
            edges.append(made)
            return made

        if isinstance(op, JumpOp):
            return Jump(edge(op.target, op.arguments))
        if isinstance(op, CompareBranchOp):
            width = width_of(op.lhs.type)
            return Branch(
                integer_condition(INTS, op.condition.data, width),
                operands[0],
                operands[1],
                edge(op.taken, op.taken_arguments),
                edge(op.next, op.next_arguments),
            )
        if isinstance(op, TableBranchOp):
            targets = [edge(*target) for target in op.edges]
            default = edge(op.default, op.default_arguments)
            return Table(operands[0], targets, default)
        return Return(_gather(operands))

    # endregion


def _addressed(functions: Mapping[str, FuncOp]) -> list[str]:
    """Functions whose address some operation takes."""
    found: dict[str, None] = {}
    for func in functions.values():
        for block in func.body.blocks:
            for op in block.ops:
                if op.name == "llvlir.consta.L" and isinstance(op, TableOp):
                    assert op.label is not None
                    if (name := op.label.root_reference.data) in functions:
                        found[name] = None
    return list(found)


def _gather(slots: list[int]) -> Gather:
    """The values of several slots, read before any is written."""
    if not slots:
        return _nothing
    if len(slots) == 1:
        slot = slots[0]
        return lambda frame: (frame[slot],)
    return itemgetter(*slots)


def _nothing(frame: Frame) -> Sequence[int]:
    return ()


def _place(segment: Segment) -> Attribute | None:
    end = segment.end
    return end.op.location if isinstance(end, Call) else None

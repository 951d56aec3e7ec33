"""
Executes circuits without a schedule: walks the states and demands values.

A state demands the gates anchored to it: the dependencies of relays, the condition of a
branch, the operands of a RETURN and, on an edge to a merge, the operands of its
selectors, which all change at once. A demanded gate is computed with all its operands,
once until control returns to the earliest state in which it can be computed. Nothing is
placed or ordered beforehand, so the interpreter checks the scheduler independently.

Effects happen when their dependency is demanded, after the effects that it depends on;
but a LOAD that takes the same dependency as a write sees the memory before the write,
and is executed then if it can be. Neither long chains of gates nor deep calls of the
program use Python's stack.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias, cast

from xdsl.dialects.builtin import ModuleOp

from circ.dialects.circuit.calls import check_call, check_calls, passed_type
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.gate import value_results
from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import declarations
from circ.dialects.common.widths import width_of
from circ.dialects.source.signature import source_type
from circ.targets.execute.circuit.code import CallSite, Code, End, Node
from circ.targets.execute.circuit.compiler import Compiler
from circ.targets.execute.circuit.steps import DONE
from circ.targets.execute.expressions import Slots
from circ.targets.execute.frame_machine import (
    DYNAMIC,
    MAX_DEPTH,
    external_step,
    leave,
)
from circ.targets.execute.hooks import thrown
from circ.targets.execute.jumps import (
    LongJump,
    Mark,
    Marks,
    Request,
    SetJump,
    clock_words,
    is_active,
)
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import (
    ExecutionLimit,
    Hook,
    Hooks,
    Interpreter,
    Outcome,
    ProgramExit,
    Run,
    Trace,
    check_arity,
)
from circ.targets.execute.steps import Frame, Step
from circ.targets.execute.symbols import Symbols, objects_of
from circ.targets.execute.variable_arguments import packed

Activation: TypeAlias = tuple[Code, Slots, Node, list[int]]
"""A function that runs: its values, its state, and the slots that are demanded."""


def _masked(func: FuncOp, arguments: Sequence[int]) -> list[int]:
    types = map(passed_type, func.type.inputs)
    return [
        INTS.const(width_of(type), value)
        for type, value in zip(types, arguments, strict=True)
    ]


def _number(value: int | None) -> int:
    """The value of a demanded gate, which has been computed."""
    assert value is not None
    return value


class Program:
    """A module with the addresses of its symbols and the code of its functions."""

    def __init__(
        self, module: ModuleOp, memory: Memory, hooks: Hooks, trace: Trace | None
    ):
        self.memory, self.hooks, self.trace = memory, hooks, trace
        self.functions = {
            func.sym_name.data: func
            for func in module.body.ops
            if isinstance(func, FuncOp)
        }
        check_calls(module)
        self.symbols = Symbols(module, memory, hooks, objects_of(module))
        self.declared = declarations(module)
        self.codes: dict[str, Code] = {}

    def prepare(self, entry: str) -> Run:
        """Compile a function."""
        func = self.functions.get(entry)
        if func is None:
            raise Diagnostic(None, f"there is no function @{entry} to execute")
        code = self.code_of(entry)

        def run(arguments: Sequence[int], max_operations: int | None) -> Outcome:
            check_arity(entry, len(func.type.inputs), len(arguments), func.location)
            return self.execute(code, _masked(func, arguments), max_operations)

        return run

    def code_of(self, name: str) -> Code:
        if (code := self.codes.get(name)) is None:
            func = self.functions[name]
            compiler = Compiler(func, self.memory, self.symbols, self.trace)
            code = self.codes[name] = compiler.compile()
        return code

    def execute(
        self, code: Code, arguments: Sequence[int], limit: int | None
    ) -> Outcome:
        operations = 0
        callers: list[Activation] = []
        marks = Marks[_Mark](self.memory)
        slots, node = _enter(code, arguments), code.entry
        work: list[int] | None = None
        """The slots that are demanded; None on arrival at a node."""
        while True:
            if work is None:
                operations += node.weight
                if limit is not None and operations > limit:
                    raise ExecutionLimit(node.state.location, limit)
                if node.forget:
                    first = node.first
                    slots[first : first + len(node.forget)] = node.forget
                work = []
                if node.plan is None:
                    work.extend(reversed(node.demands))
                else:
                    for slot, step in node.plan:
                        if slots[slot] is None:
                            slots[slot] = step(slots)
                            operations += 1
            callee = None
            while work:
                slot = work[-1]
                if slots[slot] is not None:
                    work.pop()
                    continue
                for need in code.needs[slot]:
                    if slots[need] is None:
                        work.append(need)
                if work[-1] != slot:
                    continue
                operations += 1
                step = code.steps[slot]
                if step is not None:
                    slots[slot] = step(slots)
                    work.pop()
                    continue
                site = code.calls[slot]
                for before in site.before:
                    before(slots)
                callee = self.callee(site, _number(slots[site.callee]))
                if isinstance(callee, Code):
                    if len(callers) == MAX_DEPTH:
                        message = f"calls are nested more than {MAX_DEPTH} deep"
                        raise Diagnostic(site.gate.location, message)
                    callers.append((code, slots, node, work))
                    values = [_number(slots[argument]) for argument in site.arguments]
                    code, slots, node = callee, _enter(callee, values), callee.entry
                    if code.further is not None:
                        widths = [width_of(a.type) for a in site.gate.arguments]
                        n = len(code.func.type.inputs)
                        slots[code.further] = packed(values[n:], widths[n:])
                    work = None
                    break
                # All that the call needs has been computed.
                try:
                    self.external(code, site, callee)(cast(Frame, slots))
                    slots[slot] = DONE
                except ProgramExit as ended:
                    return Outcome([], operations, status=ended.status)
                except Request as request:
                    callers.append((code, slots, node, work))
                    self.answer(request, callers, marks, operations)
                    code, slots, node, work = callers.pop()
            if work is None:
                continue
            work = None
            match node.end:
                case End.GOTO:
                    node = _target(node.next)
                case End.BRANCH:
                    side = node.taken if slots[node.condition] else node.next
                    node = _target(side)
                case End.MERGE:
                    selected = [slots[flow] for flow in node.flows]
                    first = node.target
                    selected += node.changed
                    slots[first : first + len(selected)] = selected
                    node = _target(node.next)
                case End.SWITCH:
                    value = _number(slots[node.condition])
                    node = node.cases.get(value) or _target(node.next)
                case End.RETURN:
                    results = [_number(slots[value]) for value in node.values]
                    leave(code.allocas, slots, self.memory)
                    if not callers:
                        return Outcome(results, operations)
                    code, slots, node, work = callers.pop()
                    slot = work.pop()
                    _give(code.calls[slot], slots, results)
                    slots[slot] = DONE
                case End.THROW:
                    (slot,) = node.values
                    type = source_type(node.state.operands[-1].type)
                    raise thrown(type, _number(slots[slot]), node.state.location)

    def answer(
        self,
        request: Request,
        activations: list[Activation],
        marks: "Marks[_Mark]",
        operations: int,
    ) -> None:
        """Do what a call of the last activation asks for; the last one then goes on."""
        code, slots, node, work = activations[-1]
        site = code.calls[work[-1]]
        results, active = [0], partial(is_active, activations)
        try:
            match request:
                case SetJump():
                    depth, values = len(activations), slots.copy()
                    mark = _Mark(depth, slots, values, node, work.copy())
                    marks.add(request, mark, active)
                case LongJump():
                    mark = marks.find(request, active)
                    for code, slots, _, _ in reversed(activations[mark.depth :]):
                        leave(code.allocas, slots, self.memory)
                    del activations[mark.depth :]
                    code, slots, _, _ = activations.pop()
                    mark.restore(code, slots)
                    work = mark.work.copy()
                    activations.append((code, slots, mark.node, work))
                    results, site = [request.result], code.calls[work[-1]]
                case _:
                    results = clock_words(operations, len(site.results))
        except Diagnostic as error:
            raise Diagnostic(site.gate.location, error.message) from None
        _give(site, slots, results)
        slots[work[-1]] = DONE

    # region Calls

    def callee(self, site: CallSite, address: int) -> Code | str:
        """The function at an address, or the name of an external one."""
        name = self.symbols.function_at(address, site.gate.location)
        if name not in self.functions:
            if name not in site.externals and name in self.declared:
                check_call(site.gate, self.declared[name])
            return name
        code = self.code_of(name)
        if code not in site.checked:
            check_call(site.gate, code.func)
            site.checked.add(code)
        return code

    def external(self, code: Code, site: CallSite, name: str) -> Step:
        """A call of an external function, which acts on the caller's slots."""
        step = site.externals.get(name)
        if step is None:
            step = site.externals[name] = external_step(
                code.further,
                self.memory,
                name,
                partial(self.hook, site),
                site.arguments,
                site.results,
                site.gate.location,
            )
        return step

    def hook(self, site: CallSite, name: str) -> Hook:
        """An external function with the interface of a CALL."""
        widths = [width_of(result.type) for result in value_results(site.gate)]

        def call(arguments: Sequence[int]) -> Sequence[int]:
            if (hook := self.hooks.get(name)) is None:
                raise Diagnostic(None, f"there is no function @{name} to call")
            results = hook(arguments)
            if len(results) != len(widths):
                expected = f"the call expects {len(widths)} results"
                message = f"{expected}, but @{name} gives {len(results)}"
                raise Diagnostic(site.gate.location, message)
            return [*map(INTS.const, widths, results)]

        return call

    # endregion


@dataclass(eq=False)
class _Mark(Mark):
    values: Slots
    node: Node
    work: list[int]

    def restore(self, code: Code, slots: Slots) -> None:
        """The values at the call, but all objects that there are by now."""
        places = [*code.allocas, DYNAMIC]
        objects = [slots[place] for place in places]
        slots[:] = self.values
        for place, address in zip(places, objects, strict=True):
            slots[place] = address


def _target(node: Node | None) -> Node:
    assert node is not None
    return node


def _enter(code: Code, arguments: Sequence[int]) -> Slots:
    slots = code.template.copy()
    for slot, index in code.parameters:
        slots[slot] = arguments[index]
    return slots


def _give(site: CallSite, slots: Slots, results: Sequence[int]) -> None:
    for slot, value in zip(site.results, results, strict=True):
        slots[slot] = value


run = Interpreter(Program)

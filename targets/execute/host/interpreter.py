"""
llvlir as machine code of the host: the fast way to run a program.

A module is what `convert-circuit-to-llvlir` gives for any machine; it is translated to
LLVM (`circ.targets.llvm.export`), with the addresses of its objects as numbers, and
called with the arguments. Operations are only counted where there is a limit, or the
run is to say how many there were.
"""

import ctypes
import time
from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation

from circ.dialects.common.address_width import WIDE
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.setjmp import LONGJMP
from circ.dialects.llvlir.float_flags import reads_flags
from circ.dialects.llvlir.linking import SYSTEM_RETURN
from circ.dialects.llvlir.ops import FuncOp, TableOp
from circ.targets.execute.host import outside
from circ.targets.execute.host.apart import Apart, record_of
from circ.targets.execute.host.arena import HostMemory
from circ.targets.execute.host.compiler import Compiled
from circ.targets.execute.host.kept_functions import (
    COUNT,
    EXTERNAL,
    FAILURE,
    LIMIT,
    MOST_VALUES,
    TRAP,
    KeptFunctions,
)
from circ.targets.execute.host.module_code import (
    SLOT,
    as_number,
    entry_text,
    load_slot,
    slot_size,
    store_slot,
)
from circ.targets.execute.host.signals import (
    FAULT,
    FIRST,
    OVERFLOW,
    STOPPED,
    Running,
    support,
)
from circ.targets.execute.jumps import (
    Clock,
    LongJump,
    SetJump,
    clock_words,
)
from circ.targets.execute.llvlir.entry import function_to_run
from circ.targets.execute.llvlir.float_environment import FloatEnvironment
from circ.targets.execute.llvlir.steps import Steps
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import (
    ExecutionLimit,
    Hooks,
    Interpreter,
    Outcome,
    ProgramExit,
    Run,
    Trace,
)
from circ.targets.execute.steps import Step
from circ.targets.llvm.export.environment import Call
from circ.targets.llvm.export.frames import declaration
from circ.targets.llvm.export.module import function_text, name_of
from circ.targets.llvm.export.types import bits_of, llvm_type
from circ.targets.llvm.export.values import Code, Parts, Value

MARK, FORGET, COMPUTED = -1, -2, -3
"""
What Python is called for by a number that is no external function's: from `COMPUTED`
down an operation that it computes.
"""


class Program(KeptFunctions):
    """A module with the addresses of its symbols, and its functions as text."""

    counted, mirrored, accrues, calls_pointers = False, True, False, False

    def __init__(
        self, module: ModuleOp, memory: Memory, hooks: Hooks, trace: Trace | None
    ):
        if trace is not None:
            raise Diagnostic(None, "level host does not trace: level llvlir does")
        assert isinstance(memory, HostMemory)
        super().__init__(module, memory, hooks)
        self.hooks = hooks
        self._floats = FloatEnvironment(accrues=False)
        self._steps = Steps(memory, self.symbols, None, self._floats)
        self._computed: list[tuple[Step, Sequence[Attribute], Sequence[Attribute]]] = []
        """The steps of operations, and the types of their operands and results."""
        self._segments: list[Sequence[Attribute]] = []
        """The locations of the operations of each."""
        self._compiled: dict[tuple[str, bool], tuple[int, int]] = {}
        self._kept: list[Compiled] = []
        self._marks: dict[int, tuple[int, int]] = {}
        self._next_mark = 1
        self._error: BaseException | None = None
        self._running: Running | None = None
        prototype = ctypes.CFUNCTYPE(
            ctypes.c_int32, ctypes.c_int32, ctypes.POINTER(ctypes.c_uint64)
        )
        self.callback = prototype(self._called)

    # region Runs

    def prepare(self, entry: str) -> Run:
        """Find a function, to be compiled when it is run."""

        def run(arguments: Sequence[int], max_operations: int | None) -> Outcome:
            func = function_to_run(self.definitions, entry, len(arguments))
            return self._run(func, arguments, max_operations)

        return run

    def _run(
        self, func: FuncOp, arguments: Sequence[int], limit: int | None
    ) -> Outcome:
        place_of_code, layout = self._code(func, limit is not None)
        types = func.function_type
        values = (ctypes.c_uint64 * (layout // SLOT or 1))()
        place, start = memoryview(values).cast("B"), 0
        for type, bits in zip(types.inputs, arguments, strict=True):
            size = slot_size(type)
            place[start : start + size] = bits.to_bytes(size, "little")
            start += size
        self._floats.reset()
        self.shared.numbers[COUNT] = 0
        self.shared.numbers[LIMIT] = (1 << 63) if limit is None else limit
        outer, self._running = self._running, Running(self.memory.ranges)
        stack = self.shared.stack.value
        own = self.shared.stack.value = self.memory.take_stack()
        try:
            why = self._running.call(place_of_code, values)
            address = self._running.address
        finally:
            self._running, self.shared.stack.value = outer, stack
            self.memory.give_stack(own)
        if why:
            try:
                self._raise(why, address)
            except ProgramExit as ended:
                count = self.shared.numbers[COUNT]
                return Outcome([], count, status=ended.status)
        results: list[int] = []
        for type in types.outputs:
            size = slot_size(type)
            results.append(int.from_bytes(place[start : start + size], "little"))
            start += size
        return Outcome(results, self.shared.numbers[COUNT])

    def _raise(self, why: int, address: int) -> None:
        """Raise what made compiled code come back."""
        numbers = self.shared.numbers
        if (error := self._error) is not None:
            self._error = None
            raise error
        if why == OVERFLOW:
            raise Diagnostic(None, "the stack of calls is exhausted (level host)")
        if why == STOPPED:
            raise KeyboardInterrupt
        if why == FAULT:
            found = self.memory.address_at(address)
            message = f"access at {found:#x} is outside any object"
            raise Diagnostic(None, f"{message} (level llvlir says where)")
        number = why - FIRST
        if number & 1:
            segment = self._segments[number >> 1]
            beyond: int = numbers[COUNT] - numbers[LIMIT]
            raise ExecutionLimit(segment[-beyond], numbers[LIMIT])
        location, message = self.failures[number >> 1]
        values = numbers[TRAP : TRAP + MOST_VALUES]
        raise Diagnostic(location, message.format(*values))

    # endregion
    # region Calls of Python

    def _called(self, number: int, values: "ctypes._Pointer[ctypes.c_uint64]") -> int:  # pyright: ignore[reportPrivateUsage]
        running = self._running
        assert running is not None
        stack = self.shared.stack.value

        def function() -> int:
            try:
                return self._external_call(number, values)
            except BaseException as error:
                self._error = error
                return 1

        try:
            return running.outside(function)
        finally:
            self.shared.stack.value = stack
            self._running = running

    def _clock(self) -> int:
        """Operations where they are counted, else nanoseconds."""
        return self.shared.numbers[COUNT] if self.counted else time.process_time_ns()

    def _external_call(
        self,
        number: int,
        values: "ctypes._Pointer[ctypes.c_uint64]",  # pyright: ignore[reportPrivateUsage]
    ) -> int:
        if number == FORGET:
            gone = {values[0]}
            self._marks = {n: m for n, m in self._marks.items() if m[0] not in gone}
            return 0
        if number == MARK:
            self.memory.store(values[0], 4, self._next_mark)
            self._marks[self._next_mark] = values[1], values[2]
            self._next_mark += 1
            return 0
        if number <= COMPUTED:
            self._compute(COMPUTED - number, values)
            return 0
        name, count, results, location = self.externals[number]
        arguments = [values[n] for n in range(count)]
        hook = self.hooks.get(name)
        try:
            if hook is None and name == SYSTEM_RETURN:
                raise ProgramExit(*arguments)
            if hook is None:
                message = f"the external function '{name}' has no implementation here"
                raise Diagnostic(None, message)
            found = hook(arguments)
        except Clock:
            done = (
                self.shared.numbers[COUNT] if self.counted else time.process_time_ns()
            )
            found = clock_words(done, results)
        except LongJump as request:
            mark = self._marks.get(self.memory.load(request.buffer, 4))
            if mark is None:
                message = "longjmp goes to a function that has returned"
                raise Diagnostic(location, message) from None
            # What the functions have noted that are left now is forgotten.
            self._marks = {n: m for n, m in self._marks.items() if m[0] >= mark[0]}
            values[0], values[1] = mark[0], request.result
            return 0
        except SetJump:
            raise Diagnostic(location, f"'{name}' is called by its address") from None
        except Diagnostic as error:
            raise Diagnostic(error.location or location, error.message) from None
        for slot, bits in enumerate(found):
            values[slot] = bits
        return 0

    def _compute(
        self,
        number: int,
        values: "ctypes._Pointer[ctypes.c_uint64]",  # pyright: ignore[reportPrivateUsage]
    ) -> None:
        """What an operation does by the interpreter's step for it."""
        step, operands, results = self._computed[number]
        frame, start = list[int](), 0
        for type in operands:
            count = slot_size(type) // SLOT
            words = range(count)
            frame.append(sum(values[start + n] << 64 * n for n in words))
            start += count
        step(frame := [*frame, *[0] * len(results)])
        start = 0
        for type, bits in zip(results, frame[len(operands) :], strict=True):
            for n in range(slot_size(type) // SLOT):
                values[start] = bits >> 64 * n & (1 << 64) - 1
                start += 1

    # endregion
    # region Code

    def _code(self, func: FuncOp, counted: bool) -> tuple[int, int]:
        """The address of the code for a function, and the bytes of its values."""
        key = func.sym_name.data, counted
        if key not in self._compiled:
            self.compile([func], counted)
        return self._compiled[key]

    def compile(self, entries: Sequence[FuncOp], counted: bool) -> None:
        """Compile functions, with all that they call, at once."""
        self.counted = counted
        self.apart = Apart()
        text, layouts = self.text_of(entries)
        code = Compiled(text, objects=self.apart.objects, symbols=self.apart.symbols)
        self._kept.append(code)
        for number, (func, layout) in enumerate(zip(entries, layouts, strict=True)):
            place = code.address(f"circ.body.{number}")
            self._compiled[func.sym_name.data, counted] = place, layout

    def text_of(self, entries: Sequence[FuncOp]) -> tuple[str, list[int]]:
        """The module of LLVM for functions and all they call; bytes of their values."""
        functions = self.reached([func.sym_name.data for func in entries])
        self._floats.accrues = self.accrues = reads_flags(functions)
        apart, parts = self.apart, Parts()
        apart.choose(functions, entries, self.counted or self.accrues)
        for func in apart.functions:
            self.link(record_of(func) or self.recorded(func))
        texts, layouts = list[str](), list[int]()
        for func in (*functions, *apart.callers.values()):
            if func not in apart.functions:
                internal = func not in apart.called
                texts.append(function_text(self, func, parts, internal))
        for number, func in enumerate(entries):
            if apart.has(func):
                parts.declarations[name_of(func)] = declaration(func, name_of(func))
            text, layout = entry_text(func, f"circ.body.{number}")
            texts.append(text)
            layouts.append(layout)
        return "\n".join([parts.text(), *texts]), layouts

    # endregion
    # region The environment of the code

    def base(self, code: Code, space: int) -> str:
        return self.pointer(code, f"space.{space}")

    def stack(self, code: Code) -> str:
        return self.pointer(code, "stack")

    def computed(
        self, code: Code, op: TableOp, values: Sequence[Value]
    ) -> Value | None:
        operands = [value.type for value in op.operands]
        results = [result.type for result in op.results]
        numbers = range(len(operands) + len(results))
        slots = numbers[: len(operands)], numbers[len(operands) :]
        step = self._steps.compile(op, *slots)
        assert step is not None, op.name
        number = COMPUTED - len(self._computed)
        self._computed.append((step, operands, results))
        sizes = [sum(map(slot_size, types)) for types in (operands, results)]
        place = code.local(f"[{max(*sizes, SLOT)} x i8]", 16)
        start = 0
        for type, value in zip(operands, values, strict=True):
            store_slot(code, type, value, place, start)
            start += slot_size(type)
        self._call(code, number, place)
        return load_slot(code, results[0], place, 0) if results else None

    def external(
        self, code: Code, op: Call, name: str, values: Sequence[Value]
    ) -> list[Value]:
        number = len(self.externals)
        self.externals.append((name, len(values), len(op.results), op.location))
        widths = [bits_of(value.type) for value in op.arguments]
        results = [bits_of(result.type) for result in op.results]
        if any(width > 64 for width in (*widths, *results)):
            message = f"'{name}' takes or gives a value of more than 64 bits"
            raise Diagnostic(op.location, f"{message}, which level host does not pass")
        place = self._slots(code, max(len(values), len(results), MOST_VALUES))
        for slot, (value, operand) in enumerate(zip(values, op.arguments, strict=True)):
            number64 = as_number(code, value, operand.type)
            code.add(f"store {number64}, ptr {place[slot]}")
        self._call(code, number, place[0])
        if name in LONGJMP:
            pointer = code.let("ptr", f"load ptr, ptr {place[0]}")
            value = code.let("i64", f"load i64, ptr {place[1]}")
            short = code.let("i32", f"trunc {value} to i32")
            head = "declare void @siglongjmp(ptr, i32) noreturn"
            code.parts.declarations["siglongjmp"] = head
            code.add(f"call void @siglongjmp({pointer}, {short})")
            code.add("unreachable")
            code.label(code.fresh("after"))
        found: list[Value] = []
        for slot, result in enumerate(op.results):
            number_type = f"i{bits_of(result.type)}"
            bits = code.let(number_type, f"load {number_type}, ptr {place[slot]}")
            type = llvm_type(result.type)
            found.append(
                bits
                if type == number_type
                else code.let(type, f"bitcast {bits} to {type}")
            )
        return found

    def _slots(self, code: Code, count: int) -> list[str]:
        place = code.local(f"[{count} x i64]", 16)
        return [
            code.let("ptr", f"getelementptr i64, ptr {place}, i64 {n}").text
            for n in range(count)
        ]

    def _call(self, code: Code, number: int, place: str) -> None:
        """Call Python, and leave where it says so."""
        callback = self.pointer(code, "callback")
        kind = EXTERNAL
        if number < 0:
            kind = "mark" if number > COMPUTED else outside.COMPUTED
        text = self.outside.number(code, kind, number)
        status = code.let("i32", f"call i32 {callback}(i32 {text}, ptr {place})")
        bad = code.let("i1", f"icmp ne {status}, 0")
        good, wrong = code.fresh("ok"), code.fresh("bad")
        code.add(f"br {bad}, label %{wrong}, label %{good}")
        code.label(wrong)
        self._leave(code, FIRST)
        code.add("unreachable")
        code.label(good)

    def _leave(self, code: Code, number: int, kind: str = "why") -> None:
        leave = self.pointer(code, "leave")
        text = self.outside.number(code, kind, number)
        code.add(f"call void {leave}(i32 {text})")

    def _shared(self, code: Code, number: int) -> str:
        return self.pointer(code, f"shared.{number}")

    def fail(
        self, code: Code, location: Attribute, message: str, values: Sequence[Value]
    ) -> None:
        for number, value in enumerate(values):
            code.add(f"store {value}, ptr {self._shared(code, TRAP + number)}")
        number = FIRST + 2 * len(self.failures)
        self.failures.append((location, message))
        self._leave(code, number, FAILURE)

    def count(self, code: Code, operations: Sequence[Operation]) -> None:
        place, limit = self._shared(code, COUNT), self._shared(code, LIMIT)
        old = code.let("i64", f"load i64, ptr {place}")
        new = code.let("i64", f"add {old}, {len(operations)}")
        code.add(f"store {new}, ptr {place}")
        most = code.let("i64", f"load i64, ptr {limit}")
        over = code.let("i1", f"icmp ugt {new}, {most.text}")
        good, bad = code.fresh("ok"), code.fresh("limit")
        code.add(f"br {over}, label %{bad}, label %{good}")
        code.label(bad)
        number = FIRST + 2 * len(self._segments) + 1
        self._segments.append([op.location for op in operations])
        self._leave(code, number)
        code.add("unreachable")
        code.label(good)

    def set_jump(
        self, code: Code, op: Call, buffer: Value, marks: list[str], place: str
    ) -> Value:
        if self.address_width == WIDE:
            message = "setjmp is not supported at level host with 64-bit addresses"
            raise Diagnostic(op.location, message)
        stack = self.stack(code)
        marks.append(place)
        old = code.let("i32", f"load i32, ptr {stack}")
        name = support().setjmp
        head = f"declare i32 @{name}(ptr, i32) returns_twice"
        code.parts.declarations[name] = head
        result = code.let("i32", f"call i32 @{name}(ptr {place}, i32 0) returns_twice")
        code.add(f"store {old}, ptr {stack}")
        first = code.let("i1", f"icmp eq {result}, 0")
        note, go_on = code.fresh("note"), code.fresh("on")
        code.add(f"br {first}, label %{note}, label %{go_on}")
        code.label(note)
        slots = self._slots(code, 3)
        wide = code.let("i64", f"zext {buffer} to i64")
        code.add(f"store {wide}, ptr {slots[0]}")
        code.add(f"store ptr {place}, ptr {slots[1]}")
        self._call(code, MARK, slots[0])
        code.add(f"br label %{go_on}")
        code.label(go_on)
        return result

    def leave(self, code: Code, marks: Sequence[str]) -> None:
        for place in marks:
            slots = self._slots(code, 1)
            code.add(f"store ptr {place}, ptr {slots[0]}")
            self._call(code, FORGET, slots[0])

    # endregion


run = Interpreter(Program)

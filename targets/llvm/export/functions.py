"""
One function of llvlir as a function of LLVM.

Block arguments become phis; a row that LLVM has becomes an instruction, every other one
its meaning over `Llvm` (`rows`). Addresses are numbers of 32 bits in the memory that an
`Environment` gives; it also says how external functions and failed checks are called.
"""

from collections.abc import Sequence

from xdsl.ir import Attribute, Block, Operation, SSAValue

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dynamic_objects import (
    ALLOCATE,
    MAX_BYTES,
    is_allocation,
    is_release,
)
from circ.dialects.common.setjmp import LONGJMP, SETJMP
from circ.dialects.common.variadic import is_variadic, reads_argument, words_read
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.linking import (
    CONTROL_ROWS,
    LINKING,
    SYSTEM_CALL,
    SYSTEM_RETURN,
    check_linked,
    linked_name,
    system_number,
)
from circ.dialects.llvlir.ops import (
    CallIndirectOp,
    CallOp,
    CompareBranchOp,
    FuncOp,
    JumpOp,
    RetOp,
    TableBranchOp,
    TableOp,
    create,
)
from circ.dialects.llvlir.semantics import attributes_of, integer_condition
from circ.dialects.llvlir.symbols import check_types
from circ.dialects.llvlir.types import R32
from circ.targets.llvm.export.environment import Call, Environment
from circ.targets.llvm.export.frames import (
    declaration,
    is_dynamic,
    reached_blocks,
    slot_layout,
)
from circ.targets.llvm.export.raw_floats import raw_arguments
from circ.targets.llvm.export.rows import Rows
from circ.targets.llvm.export.types import llvm_type
from circ.targets.llvm.export.values import Code, Llvm, Parts, Value, joined, lanes_in


class FunctionText:
    """See the module's docstring."""

    def __init__(
        self,
        environment: Environment,
        func: FuncOp,
        parts: Parts,
        name: str,
        linkage: str,
    ):
        self.environment, self.func = environment, func
        self.name, self.linkage = name, linkage
        self.code = Code(parts)
        self.k = Llvm(self.code)
        self.values: dict[SSAValue, Value] = {}
        self._blocks = reached_blocks(func)
        self._labels = {block: f"b{n}" for n, block in enumerate(self._blocks)}
        self._incoming: dict[Block, list[tuple[str, list[Value]]]] = {
            block: [] for block in self._blocks
        }
        self._starts: dict[Block, int] = {}
        self.rows = Rows(self, environment)
        self._raw = raw_arguments(func, self._blocks)
        self._slots = slot_layout(self._blocks, self.rows.promoted)
        self._begin_edges()
        self._marks: list[str] = []
        """Where setjmp has noted something."""
        self._has_marks = any(
            isinstance(op, CallOp) and op.callee.root_reference.data in SETJMP
            for block in self._blocks
            for op in block.ops
        )
        self._dynamic = any(is_dynamic(op) for b in self._blocks for op in b.ops)

    # region The whole

    def text(self) -> str:
        func, code = self.func, self.code
        entry = self._blocks[0]
        types = func.function_type
        parameters = list[str]()
        for number, argument in enumerate(entry.args):
            value = Value(f"%p{number}", llvm_type(argument.type))
            self.values[argument] = value
            parameters.append(str(value))
        if is_variadic(func):
            parameters += ["ptr %further", "i32 %words"]
        self._name_arguments()
        code.label("entry")
        self._prologue()
        code.add(f"br label %{self._labels[entry]}")
        for block in self._blocks:
            self._block(block)
        self._phis()
        code.lines[1:1] = code.locals
        result = joined([llvm_type(type) for type in types.outputs])
        head = f"define {self.linkage} {result} @{self.name}({', '.join(parameters)})"
        return "\n".join([f"{head} nounwind {{", *code.lines, "}", ""])

    def _name_arguments(self) -> None:
        count = 0
        for block in self._blocks[1:]:
            for argument in block.args:
                raw = argument in self._raw
                name = f"%a{count}"
                count += 1
                type = llvm_type(argument.type)
                self.values[argument] = Value(name, type, raw)

    def _phis(self) -> None:
        """Insert the phis at the heads of their blocks, the last block first."""
        lines = self.code.lines
        for block in reversed(self._blocks[1:]):
            incoming = self._incoming[block]
            phis = [
                f"  {self.values[argument].text} = phi {self.values[argument].type} "
                + ", ".join(f"[ {v[n].text}, %{label} ]" for label, v in incoming)
                for n, argument in enumerate(block.args)
            ]
            start = self._starts[block]
            lines[start:start] = phis

    def _prologue(self) -> None:
        code, slots = self.code, self._slots
        self.rows.prologue()
        if not (slots.size or self._dynamic):
            return
        stack = self.environment.stack(code)
        self._old = code.let("i32", f"load i32, ptr {stack}")
        if not slots.size:
            return
        lower = code.let("i32", f"sub {self._old}, {slots.size}")
        self.frame = code.let("i32", f"and {lower}, {-slots.align}")
        code.add(f"store {self.frame}, ptr {stack}")
        # Touched, so that a stack that is too large is noticed before it is used.
        if slots.size > 4096:
            pointer = self.rows.pointer(self.frame, 0)
            code.add(f"store volatile i8 0, ptr {pointer}")

    def _block(self, block: Block) -> None:
        code = self.code
        code.label(self._labels[block])
        self._starts[block] = len(code.lines)
        segment = list[Operation]()
        counted = self.environment.counted
        if counted:
            for op in block.ops:
                segment.append(op)
                if self._leaves(op):
                    break
            self.environment.count(code, segment)
        for op in block.ops:
            match op:
                case CallOp() | CallIndirectOp():
                    self._call(op)
                    if counted and self._leaves(op):
                        self._count_after(op)
                case RetOp():
                    self._return(op)
                case JumpOp():
                    self._begin_edges()
                    code.add(f"br label %{self._edge(op.target, op.arguments)}")
                case CompareBranchOp():
                    self._branch(op)
                case TableBranchOp():
                    self._table(op)
                case TableOp() if op.ROW.name == "slot":
                    self.values[op.results[0]] = self._slot(op)
                case TableOp():
                    self._row(op)
                    if counted and self._leaves(op):
                        self._count_after(op)
                case _:
                    raise Diagnostic(op.location, f"'{op.name}' is no llvlir")

    def _row(self, op: TableOp) -> None:
        """What is not supported is diagnosed when it is executed."""
        try:
            if op.ROW.name in CONTROL_ROWS:
                self._control_row(op)
            else:
                self.rows.emit(op)
        except Diagnostic as error:
            self._fail(op, error)
            if op.next_op is not None:
                self.code.label(self.code.fresh("after"))
            for result in op.results:
                self.values[result] = Value("poison", llvm_type(result.type))

    def _fail(self, op: TableOp, error: Diagnostic) -> None:
        message = error.message.replace("{", "{{").replace("}", "}}")
        self.environment.fail(self.code, op.location, message, ())
        self.code.add("unreachable")

    def _leaves(self, op: Operation) -> bool:
        """Does the interpreter's segment end at a call?"""
        if isinstance(op, TableOp):
            return op.ROW.name in LINKING
        if isinstance(op, CallIndirectOp):
            return True
        if not isinstance(op, CallOp):
            return False
        name = op.callee.root_reference.data
        if name in SETJMP or name in LONGJMP or name in ("circ_clock", "circ_exit"):
            return True
        definition = self.environment.definition(name)
        return definition is not None and bool(definition.body.blocks)

    def _count_after(self, op: Operation) -> None:
        segment = list[Operation]()
        following = op.next_op
        while following is not None:
            segment.append(following)
            if self._leaves(following):
                break
            following = following.next_op
        self.environment.count(self.code, segment)

    # endregion
    # region Control

    def operand(self, value: SSAValue, exact: bool = True) -> Value:
        """A register's value; with the bits of llvlir unless it may be raw."""
        found = self.values[value]
        if exact and found.raw:
            return Llvm(self.code, lanes_in(found.type)).exact(found)
        return found

    def check(
        self,
        holds: Value,
        location: Attribute,
        message: str,
        values: Sequence[Value] = (),
    ) -> None:
        """End the program unless a bit is set."""
        code = self.code
        good, bad = code.fresh("ok"), code.fresh("bad")
        code.add(f"br {holds}, label %{good}, label %{bad}, !prof !0")
        code.label(bad)
        self.environment.fail(code, location, message, values)
        code.add("unreachable")
        code.label(good)

    def _edge(self, block: Block, arguments: Sequence[SSAValue]) -> str:
        """Note what is passed from here; the label to branch to."""
        values = self._passed(block, arguments)
        label, target = self.code.block, self._labels[block]
        if target in self._taken:
            # A phi has one value for each block: this edge gets one of its own.
            label = self.code.fresh("e")
            self._edges.append((label, target))
            target = label
        self._taken.add(target)
        self._incoming[block].append((label, values))
        return target

    def _begin_edges(self) -> None:
        self._edges: list[tuple[str, str]] = []
        """Blocks of an edge alone: their labels and those of their targets."""
        self._taken = set[str]()

    def _passed(self, block: Block, arguments: Sequence[SSAValue]) -> list[Value]:
        return [
            self.operand(value, exact=argument not in self._raw)
            for value, argument in zip(arguments, block.args, strict=True)
        ]

    def _write_edges(self) -> None:
        for label, target in self._edges:
            self.code.label(label)
            self.code.add(f"br label %{target}")

    def _branch(self, op: CompareBranchOp) -> None:
        code = self.code
        self._begin_edges()
        holds = integer_condition(self.k, op.condition.data, width_of(op.lhs.type))
        bit = holds(self.operand(op.lhs), self.operand(op.rhs))
        taken = op.taken, op.taken_arguments
        other = op.next, op.next_arguments
        taken_label, next_label = self._edge(*taken), self._edge(*other)
        code.add(f"br {bit}, label %{taken_label}, label %{next_label}")
        self._write_edges()

    def _table(self, op: TableBranchOp) -> None:
        self._begin_edges()
        edges = [(op.default, op.default_arguments), *op.edges]
        first, *labels = [self._edge(*edge) for edge in edges]
        number = self.operand(op.number)
        cases = " ".join(f"i32 {n}, label %{label}" for n, label in enumerate(labels))
        self.code.add(f"switch {number}, label %{first} [{cases}]")
        self._write_edges()

    def _return(self, op: RetOp) -> None:
        code = self.code
        values = [self.operand(value) for value in op.arguments]
        if self._has_marks:
            self.environment.leave(code, self._marks)
        if self._slots.size or self._dynamic:
            stack = self.environment.stack(code)
            code.add(f"store {self._old}, ptr {stack}")
        if len(values) < 2:
            code.add(f"ret {values[0]}" if values else "ret void")
            return
        type = joined([value.type for value in values])
        whole = "poison"
        for number, value in enumerate(values):
            text = f"insertvalue {type} {whole}, {value}, {number}"
            whole = code.let(type, text).text
        code.add(f"ret {type} {whole}")

    def _slot(self, op: TableOp) -> Value:
        if op in self.rows.promoted:
            return Value("0", "i32")  # accesses name the variable
        offset = self._slots.offsets[op]
        return self.code.let("i32", f"add {self.frame}, {offset}")

    def _control_row(self, op: TableOp) -> None:
        """A jump that links, or a row of the system."""
        code, k, name = self.code, self.k, op.ROW.name
        for link in op.results:
            self.values[link] = k.const(32, 0)
        match name:
            case "syscall.I":
                self._call_system(op, SYSTEM_CALL)
            case "sysret.I":
                self._call_system(op, SYSTEM_RETURN)
                code.add("unreachable")
            case "jalr":
                call = CallIndirectOp.create_(op.operands[0], (), (), op.location)
                self._call_indirect(call)
                call.erase()
            case "jal.L":
                self._call_linked(op)
            case _:
                types, _, condition, _ = attributes_of(op)
                assert condition is not None
                holds = integer_condition(k, condition, width_of(types[0]))
                bit = holds(*[self.operand(value) for value in op.operands])
                taken, after = code.fresh("linked"), code.fresh("after")
                code.add(f"br {bit}, label %{taken}, label %{after}")
                code.label(taken)
                try:
                    self._call_linked(op)
                except Diagnostic as error:
                    self._fail(op, error)
                else:
                    code.add(f"br label %{after}")
                code.label(after)

    def _call_system(self, op: TableOp, name: str) -> None:
        constant = create("const.I", types=(R32.element,), imm=system_number(op))
        value = self.values[constant.results[0]] = self.k.const(32, system_number(op))
        call = CallOp.create_(name, constant.results, (), op.location)
        self.environment.external(self.code, call, name, [value])

    def _call_linked(self, op: TableOp) -> None:
        name = linked_name(op)
        func = self.environment.definition(name)
        if func is None:
            raise Diagnostic(op.location, f"there is no function '{name}' to call")
        check_linked(op, func)
        self._call_named(CallOp.create_(name, (), (), op.location), name)

    # endregion
    # region Calls

    def _call(self, op: Call) -> None:
        if isinstance(op, CallOp):
            name = op.callee.root_reference.data
            results = self._call_named(op, name)
        else:
            results = self._call_indirect(op)
        for result, value in zip(op.results, results, strict=True):
            self.values[result] = value

    def _arguments(self, op: Call) -> list[Value]:
        return [self.operand(value) for value in op.arguments]

    def _call_named(self, op: Call, name: str) -> list[Value]:
        func = self.environment.definition(name)
        if func is None:
            raise Diagnostic(op.location, f"there is no function '{name}' to call")
        check_types(op, func)
        values = self._arguments(op)
        if func.body.blocks:
            return self._call_function(op, func, values)
        return self._external(op, name, values)

    def _call_function(
        self, op: Call, func: FuncOp, values: Sequence[Value]
    ) -> list[Value]:
        code = self.code
        given = [str(value) for value in values]
        if is_variadic(func):
            named = len(func.function_type.inputs)
            given[named:] = self._further(values[named:])
        types = [llvm_type(result.type) for result in op.results]
        name = self.rows.name_of(func)
        if self.environment.is_apart(func):
            code.parts.declarations[name] = declaration(func, name)
        text = f"call fastcc {joined(types)} @{name}({', '.join(given)})"
        return self._results(types, text)

    def _results(self, types: Sequence[str], text: str) -> list[Value]:
        """The results of a call."""
        code = self.code
        if not types:
            code.add(text)
            return []
        whole = code.let(joined(types), text)
        if len(types) == 1:
            return [whole]
        return [
            code.let(type, f"extractvalue {whole}, {number}")
            for number, type in enumerate(types)
        ]

    def _further(self, values: Sequence[Value]) -> list[str]:
        """The arguments beyond the named ones, as words in memory."""
        code, words = self.code, list[Value]()
        for value in values:
            bits = self.k.as_bits(value)
            width = int(bits.type[1:])
            if width <= 32:
                words.append(self.k.zext(width, 32, bits))
            else:
                pieces = range(0, width, 32)
                words += [self.k.extract(width, low + 31, low, bits) for low in pieces]
        if not words:
            return ["ptr null", "i32 0"]
        place = self.code.local(f"[{len(words)} x i32]", 4)
        for number, word in enumerate(words):
            where = code.let("ptr", f"getelementptr i32, ptr {place}, i64 {number}")
            code.add(f"store {word}, ptr {where.text}")
        return [f"ptr {place}", f"i32 {len(words)}"]

    def _call_indirect(self, op: CallIndirectOp) -> list[Value]:
        """One of the functions of that type, by its address."""
        code = self.code
        address = self.operand(op.callee)
        types = [llvm_type(result.type) for result in op.results]
        values = self._arguments(op)
        if (name := self.environment.caller(op)) is not None:
            given = [address.type, *(value.type for value in values)]
            head = f"declare fastcc {joined(types)} @{name}({', '.join(given)})"
            code.parts.declarations[name] = head
            given = ", ".join(map(str, (address, *values)))
            text = f"call fastcc {joined(types)} @{name}({given})"
            return self._results(types, text)
        end, wrong = code.fresh("join"), code.fresh("wrong")
        cases, found = list[str](), list[tuple[str, list[Value]]]()
        place = len(code.lines)
        here = code.block
        for number, func in self.environment.functions():
            try:
                check_types(op, func)
            except Diagnostic:
                continue
            label = code.fresh("callee")
            cases.append(f"i32 {number}, label %{label}")
            code.label(label)
            if func.body.blocks:
                results = self._call_function(op, func, values)
            else:
                results = self._external(op, func.sym_name.data, values)
            found.append((code.block, results))
            code.add(f"br label %{end}")
        switch = f"  switch {address}, label %{wrong} [{' '.join(cases)}]"
        code.lines.insert(place, switch)
        code.block = here
        code.label(wrong)
        wide = self.k.zext(32, 64, address)
        message = "there is no function at {0:#x}"
        self.environment.fail(code, op.location, message, [wide])
        code.add("unreachable")
        code.label(end)
        if not found:
            return [Value("poison", type) for type in types]
        return [
            code.let(
                type,
                f"phi {type} "
                + ", ".join(f"[ {r[number].text}, %{label} ]" for label, r in found),
            )
            for number, type in enumerate(types)
        ]

    def _external(self, op: Call, name: str, values: Sequence[Value]) -> list[Value]:
        counts = len(values), len(op.results)
        if is_allocation(name, *counts):
            return [self._allocate(op, values[0], values[1])]
        if is_release(name, *counts):
            stack = self.environment.stack(self.code)
            self.code.add(f"store {values[0]}, ptr {stack}")
            return []
        if is_variadic(self.func) and reads_argument(name, *counts):
            return self._read_argument(op, name, values[0])
        if name in SETJMP:
            place = self.code.local("[64 x i64]", 16)
            marks = self._marks
            return [self.environment.set_jump(self.code, op, values[0], marks, place)]
        return self.environment.external(self.code, op, name, values)

    def _allocate(self, op: Call, size: Value, align: Value) -> Value:
        code, k = self.code, self.k
        fits = k.icmp("ule", 32, size, k.const(32, MAX_BYTES))
        wide = k.zext(32, 64, size)
        message = "an object of {0} bytes does not fit the stack"
        self.check(fits, op.location, message, [wide])
        bits = code.call("i32", "llvm.ctpop.i32", [align])
        one = k.icmp("eq", 32, bits, k.const(32, 1))
        wide = k.zext(32, 64, align)
        message = "alignment must be a power of two, but is {0}"
        self.check(one, op.location, message, [wide])
        stack = self.environment.stack(code)
        old = code.let("i32", f"load i32, ptr {stack}")
        fits = k.icmp("ult", 32, size, old)
        message = f"'{ALLOCATE}': no memory left for an object of {{0}} bytes"
        self.check(fits, op.location, message, [k.zext(32, 64, size)])
        lower = k.sub(32, old, size)
        place = k.and_(32, lower, k.sub(32, k.const(32, 0), align))
        code.add(f"store {place}, ptr {stack}")
        return place

    def _read_argument(self, op: Call, name: str, number: Value) -> list[Value]:
        code, k = self.code, self.k
        words = words_read(name)
        count = Value("%words", "i32")
        enough = k.icmp("sge", 32, count, k.const(32, words))
        last = k.sub(32, count, k.const(32, words))
        inside = k.icmp("ule", 32, number, last)
        both = k.and_(1, enough, inside)
        message = "there is no argument number {0}: {1} words were passed"
        wide = [k.zext(32, 64, number), k.zext(32, 64, count)]
        self.check(both, op.location, message, wide)
        index = k.zext(32, 64, number)
        found = list[Value]()
        for n in range(words):
            place = k.add(64, index, k.const(64, n))
            where = code.let("ptr", f"getelementptr i32, ptr %further, {place}")
            found.append(code.let("i32", f"load i32, ptr {where.text}"))
        if len(op.results) == words:
            whole = found
        else:
            whole = [k.concat(32, 32, found[1], found[0])] if words > 1 else found
        return [
            self.rows.of_type(value, result.type)
            for value, result in zip(whole, op.results, strict=True)
        ]

    # endregion

"""
Bytecode as llvlir modules.

The input may be hostile: every read is checked, nothing is trusted, and what is wrong
is a `Diagnostic` that names the byte. A stream that is accepted is spelt in the one way
in which `encode` would spell it.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    ArrayAttr,
    ModuleOp,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.memory import SIGNATURE, MemoryAttr, memory
from circ.dialects.common.variadic import MARK
from circ.dialects.common.verifier import verify_module
from circ.dialects.llvlir.codes import CONDITIONS, MAX_ORDER, ROUNDINGS
from circ.dialects.llvlir.ops import (
    CallIndirectOp,
    CallOp,
    CompareBranchOp,
    FuncOp,
    JumpOp,
    RetOp,
    TableBranchOp,
    TableOp,
    any_result,
    op_class,
)
from circ.dialects.llvlir.rows import data_attr, int_attr, string_attr
from circ.dialects.llvlir.rules import data_of, immediate_bits, is_access
from circ.dialects.llvlir.symbols import check_symbols
from circ.dialects.llvlir.table import Row, row_of_number
from circ.dialects.llvlir.types import R32, REGISTER_CLASSES, VectorType, width_of
from circ.dialects.llvlir.typing import value_types
from circ.targets.llvlir.encoder import (
    HAS_SIGNATURE,
    IS_DECLARATION,
    IS_VARIADIC,
    LABEL_NAME,
    MAGIC,
    PROFILE,
    VERSION,
    VISIBILITIES,
)
from circ.targets.llvlir.function import (
    Branch,
    Edge,
    End,
    Function,
    PendingCall,
    Table,
)
from circ.targets.llvlir.leb import Reader
from circ.targets.llvlir.type_codes import (
    CLASSES,
    check_size,
    read_float,
    read_integer,
    read_lanes,
    read_registers,
    read_signature,
)

MAX_MODULE = 64 << 20
MAX_OPERATIONS = 1 << 20
MAX_LABELS = 1 << 16
"""Bytes of a module, operations and labels of a function (facts section 5.25)."""

PASSING = ("j.L", "cmpbr.I", "entry", "variadic", "call", "call_indirect", "ret")
"""Operations to which values are passed."""

CONDITION_NAMES = {code: name for name, code in CONDITIONS.items()}
ROUNDING_NAMES = {code: name for name, code in ROUNDINGS.items()}


def decode(data: bytes, filename: str | None = None) -> ModuleOp:
    """The module that the bytecode stands for; it is verified."""
    reader = Reader(data, filename)
    if len(data) > MAX_MODULE:
        raise reader.error(0, f"a module has at most {MAX_MODULE} bytes")
    if data[: len(MAGIC)] != MAGIC:
        raise reader.error(0, "no llvlir bytecode: the first bytes are not 00 4C 56 4C")
    reader.position = len(MAGIC)
    for what, expected in (("version", VERSION), ("profile", PROFILE), ("flags", 0)):
        start = reader.position
        number = reader.unsigned()
        if number != expected:
            raise reader.error(start, f"{what} {number} is not known")
    start = reader.position
    length = reader.unsigned()
    if length != reader.end - reader.position:
        left = reader.end - reader.position
        raise reader.error(start, f"{length} bytes must follow, but {left} do")
    module = ModuleOp(Decoder(reader).module())
    check_symbols(module)
    verify_module(module)
    return module


class Decoder:
    """Reads one operation stream."""

    def __init__(self, reader: Reader):
        self.reader = reader
        self.section = "text"
        self.ops: list[FuncOp | TableOp] = []
        self.function: Function | None = None

    def module(self) -> list[FuncOp | TableOp]:
        reader = self.reader
        while reader.position < reader.end:
            start = reader.position
            row = self._row(start)
            function = self.function
            if function is not None and not self._ends_function(row):
                function.operations += 1
                if function.operations > MAX_OPERATIONS:
                    message = f"a function has at most {MAX_OPERATIONS} operations"
                    raise reader.error(start, message)
                self._in_function(function, row, start)
            else:
                self._end_function()
                self._outside(row, start)
        self._end_function()
        return self.ops

    def _row(self, start: int) -> Row:
        number = self.reader.unsigned()
        row = row_of_number().get(number)
        if row is None:
            raise self.reader.error(start, f"{number} is no opcode")
        return row

    def _ends_function(self, row: Row) -> bool:
        if row.name == "section":
            return True
        reader = self.reader
        # The linkage of a label is the one byte after the opcode.
        return (
            row.name == "label.L"
            and reader.position < reader.end
            and reader.data[reader.position] == 1
        )

    # region Outside functions

    def _outside(self, row: Row, start: int) -> None:
        reader = self.reader
        if row.name == "label.L" and self.section == "text":
            linkage = reader.position
            if reader.unsigned() != 1:
                raise reader.error(linkage, "a local label must be in a function")
            self._start_function(reader.name(), start)
        elif row.name == "section":
            op = self._table_op(row, start, {})
            self.section = _section_name(op, reader, start)
            self.ops.append(op)
        elif self.section != "text" and (
            row.category == "data" or row.name == "label.L"
        ):
            self.ops.append(self._table_op(row, start, {}))
        else:
            where = f"in section '{self.section}' outside functions"
            raise reader.error(start, f"'{row.name}' must not be {where}")

    def _start_function(self, name: str, start: int) -> None:
        reader = self.reader
        opcode = reader.position
        if reader.position >= reader.end or self._row(opcode).name != "function":
            message = "'function' must follow a global label in section 'text'"
            raise reader.error(opcode, message)
        function = Function(name, start)
        size_at = reader.position
        size = reader.unsigned()
        if size > reader.end - reader.position:
            left = reader.end - reader.position
            message = f"{size} bytes are announced, but {left} are left"
            raise reader.error(size_at, message)
        outer_end, reader.end = reader.end, reader.position + size
        flags_at = reader.position
        flags = reader.unsigned()
        if flags >= 2 * IS_VARIADIC:
            raise reader.error(flags_at, f"{flags} are no flags of a function")
        inputs = read_registers(reader) if flags & IS_DECLARATION else None
        function.outputs = [*read_registers(reader)]
        function.visibility = VISIBILITIES[flags // 2 % 4]
        function.variadic = bool(flags & IS_VARIADIC)
        if flags & HAS_SIGNATURE:
            function.signature = read_signature(reader)
        if reader.position != reader.end:
            raise reader.error(reader.position, "bytes are left in 'function'")
        reader.end = outer_end
        if inputs is None:
            self.function = function
        else:
            self._add_function(function, [*inputs], Region())

    def _end_function(self) -> None:
        function, self.function = self.function, None
        if function is None:
            return
        reader = self.reader
        self._finish_parameters(function)
        self._finish_call(function)
        if function.block is not None:
            message = f"function '{function.name}' does not end in a terminator"
            raise reader.error(reader.position, message)
        for label, position in function.wanted.items():
            if label not in function.labels:
                raise reader.error(position, f"label '{label}' is not defined")
        for end in function.ends:
            end.block.add_op(self._terminator(function, end))
        inputs = [argument.type for argument in function.blocks[0].args]
        self._add_function(function, inputs, Region(function.blocks))

    def _add_function(
        self, function: Function, inputs: list[Attribute], body: Region
    ) -> None:
        attributes: dict[str, Attribute] = dict(MARK) if function.variadic else {}
        if function.signature is not None:
            attributes[SIGNATURE] = function.signature
        self.ops.append(
            FuncOp.create_(
                function.name,
                inputs,
                function.outputs,
                body,
                function.visibility,
                attributes,
                self.reader.location(function.start),
            )
        )

    # endregion
    # region In functions

    def _in_function(self, function: Function, row: Row, start: int) -> None:
        base = row.base
        if row.category == "ext-stream" and base == "arg":
            self._arg(function, row, start)
            return
        self._finish_parameters(function)
        self._finish_call(function)
        if row.name == "label.L":
            self._label(function, start)
            return
        if function.block is None:
            message = f"'{row.name}' follows the end of a block without a label"
            raise self.reader.error(start, message)
        self._check_order(function, row, start)
        match row.name:
            case "j.L":
                self._jump(function, start)
            case "cmpbr.I":
                self._branch(function, start)
            case "brtab":
                self._table(function, start)
            case "entry":
                self._entry(function, start)
            case "call":
                self._call(function, self.reader.name(), start)
            case "call_indirect":
                self._call(function, self._value(function, "a"), start)
            case "variadic":
                function.marked = True
            case "ret":
                location = self.reader.location(start)
                function.block.add_op(RetOp.create_(function.passes, location))
                function.passes = []
                self._end_block(function, None)
            case "natural" | "memory":
                function.memory = self._memory(row, start)
            case "weights":
                bits = 31
                weights = self.reader.unsigned(bits), self.reader.unsigned(bits)
                function.weights = weights
            case _ if base == "pass":
                function.passes.append(self._pass(function, row, start))
            case _:
                self._operation(function, row, start)

    def _check_order(self, function: Function, row: Row, start: int) -> None:
        """What comes before an operation belongs to it, or it must not be there."""
        reader = self.reader
        is_pass = row.base == "pass" and row.category == "ext-stream"
        in_table = isinstance(function.branch, Table) and row.name == "entry"
        if function.branch and not (is_pass or in_table or row.name == "j.L"):
            message = f"'{row.name}' must not follow a branch: a label or a jump must"
            raise reader.error(start, message)
        takes_passes = is_pass or row.name in PASSING
        if function.passes and not takes_passes:
            message = f"a value is passed to '{row.name}', which takes none"
            raise reader.error(start, message)
        if function.marked and row.name not in ("call", "call_indirect"):
            message = f"'variadic' precedes '{row.name}', which is no call"
            raise reader.error(start, message)
        if function.memory and not is_access(row):
            message = f"a memory operand precedes '{row.name}', which is no access"
            raise reader.error(start, message)
        if function.weights and not (is_pass or row.name == "cmpbr.I"):
            message = f"weights precede '{row.name}', which is no two-way branch"
            raise reader.error(start, message)

    def _arg(self, function: Function, row: Row, start: int) -> None:
        types = self._types(row, start)
        type = value_types(row, types)[0]
        assert type is not None
        if function.call is not None:
            function.call.results.append(type)
        elif function.parameters is not None:
            function.parameters.append(type)
        else:
            message = "'arg' must follow a label or a call directly"
            raise self.reader.error(start, message)

    def _pass(self, function: Function, row: Row, start: int) -> SSAValue:
        types = self._types(row, start)
        expected = value_types(row, types)[1]
        value = self._value(function, row.inputs)
        if value.type != expected:
            message = f"a value of type {expected} is passed, but is {value.type}"
            raise self.reader.error(start, message)
        return value

    def _call(self, function: Function, callee: str | SSAValue, start: int) -> None:
        function.call = PendingCall(callee, function.passes, start, function.marked)
        function.passes, function.marked = [], False

    def _finish_call(self, function: Function) -> None:
        call, function.call = function.call, None
        if call is None or function.block is None:
            return
        location = self.reader.location(call.start)
        if isinstance(call.callee, str):
            op = CallOp.create_(call.callee, call.arguments, call.results, location)
        else:
            op = CallIndirectOp.create_(
                call.callee, call.arguments, call.results, location
            )
        if call.variadic:
            op.attributes |= MARK
        function.block.add_op(op)
        self._define(function, op.results)

    def _define(self, function: Function, values: Sequence[SSAValue]) -> None:
        for value in values:
            function.values[REGISTER_CLASSES[type(value.type)]].append(value)

    def _finish_parameters(self, function: Function) -> None:
        """Start the block of the label before, now that its parameters are known."""
        types, function.parameters = function.parameters, None
        if types is None:
            return
        block = function.block = Block(arg_types=types)
        self._define(function, block.args)
        function.blocks.append(block)
        name, function.label = function.label, None
        if name is not None:
            function.labels[name] = block
            if not name.isdigit():
                block.name_hint = name

    def _label(self, function: Function, start: int) -> None:
        """The start of a block; control falls into it unless the last one ended."""
        reader = self.reader
        linkage = reader.position
        if reader.unsigned() != 0:
            raise reader.error(linkage, "the linkage of a label is 0 or 1")
        at = reader.position
        name = reader.name()
        index = len(function.blocks)
        if function.jumped == name:
            message = f"a jump to '{name}', which follows, must be left out"
            raise reader.error(start, message)
        if name in function.labels:
            raise reader.error(at, f"label '{name}' is defined twice")
        if index > MAX_LABELS:
            raise reader.error(at, f"a function has at most {MAX_LABELS} labels")
        if name != str(index) and not is_label_hint(name):
            message = f"label '{name}' is neither {index}, its number, nor a name"
            raise reader.error(at, message)
        if function.block is not None:
            before = function.memory or function.marked
            if before or (function.weights and not function.branch):
                message = "a memory operand, weights or mark must not precede a label"
                raise reader.error(start, message)
            self._go_to(function, name, start)
        function.label, function.parameters = name, []
        function.jumped = None

    def _jump(self, function: Function, start: int) -> None:
        reader = self.reader
        linkage = reader.position
        if reader.unsigned() != 0:
            raise reader.error(linkage, "a jump must be to a local label")
        name = self._target(function)
        self._go_to(function, name, start)
        self._end_block(function, name)

    def _target(self, function: Function) -> str:
        position = self.reader.position
        name = self.reader.name()
        function.wanted.setdefault(name, position)
        return name

    def _go_to(self, function: Function, name: str, start: int) -> None:
        """End a block with its branch if it has one, else with a jump."""
        assert function.block is not None
        next = Edge(name, function.passes)
        function.ends.append(End(function.block, function.branch, next, start))
        function.branch, function.passes = None, []

    def _terminator(
        self, function: Function, end: End
    ) -> JumpOp | CompareBranchOp | TableBranchOp:
        next, branch = function.labels[end.next.label], end.branch
        if branch is None:
            location = self.reader.location(end.start)
            return JumpOp.create_(next, end.next.arguments, location)
        if isinstance(branch, Table):
            location = self.reader.location(branch.start)
            edges = [(function.labels[e.label], e.arguments) for e in branch.entries]
            default = (next, end.next.arguments)
            return TableBranchOp.of(branch.number, default, edges, location)
        return CompareBranchOp.branch(
            branch.condition,
            branch.lhs,
            branch.rhs,
            function.labels[branch.taken.label],
            branch.taken.arguments,
            next,
            end.next.arguments,
            self.reader.location(branch.start),
            branch.weights,
        )

    def _end_block(self, function: Function, jumped: str | None) -> None:
        function.block = None
        function.jumped = jumped

    def _branch(self, function: Function, start: int) -> None:
        reader = self.reader
        at = reader.position
        element = read_integer(reader)
        condition = self._condition()
        lhs, rhs = self._value(function, "r"), self._value(function, "r")
        if lhs.type != rhs.type or width_of(lhs.type) != width_of(element):
            message = f"values of type {element} must be compared"
            raise reader.error(at, message)
        taken = Edge(self._target(function), function.passes)
        weights, function.weights = function.weights, None
        function.passes = []
        function.branch = Branch(condition, lhs, rhs, taken, weights, start)

    def _table(self, function: Function, start: int) -> None:
        at = self.reader.position
        number = self._value(function, "r")
        if number.type != R32:
            raise self.reader.error(at, "the number of a target must be of type i32")
        function.branch = Table(number, start)

    def _entry(self, function: Function, start: int) -> None:
        if not isinstance(function.branch, Table):
            raise self.reader.error(start, "'entry' must follow 'brtab'")
        label = self._target(function)
        function.branch.entries.append(Edge(label, function.passes))
        function.passes = []

    def _memory(self, row: Row, start: int) -> MemoryAttr:
        reader = self.reader
        size = align = reader.unsigned(32)
        space = volatile = 0
        alias = b""
        if row.name == "memory":
            align, space = reader.unsigned(32), reader.unsigned(32)
            volatile, alias = reader.unsigned(1), reader.string()
        try:
            attribute = memory(size, align, space, alias.decode(), bool(volatile))
        except (VerifyException, UnicodeDecodeError) as error:
            raise reader.error(start, f"no memory operand: {error}") from None
        is_natural = align == size and not (space or volatile or alias)
        if row.name == "memory" and is_natural:
            message = "a natural memory operand must be written as 'natural'"
            raise reader.error(start, message)
        return attribute

    # endregion
    # region Operations

    def _operation(self, function: Function, row: Row, start: int) -> None:
        assert function.block is not None
        if row.category in ("data", "ext-stream"):
            message = f"'{row.name}' must not be in a function"
            raise self.reader.error(start, message)
        properties: dict[str, Attribute] = {}
        memory, function.memory = function.memory, None
        if memory is not None:
            properties["memory"] = memory
        op = self._table_op(row, start, properties)
        function.block.add_op(op)
        self._define(function, op.results)
        if op.has_trait(IsTerminator):
            self._end_block(function, None)

    def _table_op(self, row: Row, start: int, extra: dict[str, Attribute]) -> TableOp:
        """The operation of a row: type parameters, then operands."""
        reader = self.reader
        types = self._types(row, start)
        properties: dict[str, Attribute] = {}
        if types:
            properties["types"] = ArrayAttr(types)
        operands: list[SSAValue] = []
        for letter in row.inputs:
            if letter in CLASSES:
                assert self.function is not None
                operands.append(self._value(self.function, letter))
            elif letter == "i":
                name = "imm1" if "imm" in properties else "imm"
                properties[name] = int_attr(self._immediate(row, types))
            else:
                self._code(letter, properties)
        properties.update(extra)
        try:
            result = value_types(row, types)[0]
            results: list[Attribute] = [] if result is None else [result]
            if result is None and row.result:
                results = [any_result(row, operands[0].type)]
        except VerifyException as error:
            raise reader.error(start, f"'{row.name}': {error}") from None
        op = op_class(row.name).create(
            operands=operands,
            result_types=results,
            properties=properties,
            location=reader.location(start),
        )
        assert isinstance(op, TableOp)
        return op

    def _types(self, row: Row, start: int) -> tuple[Attribute, ...]:
        reader = self.reader
        types: list[Attribute] = []
        for letter in row.parameters:
            match letter:
                case "I":
                    types.append(read_integer(reader))
                case "F":
                    types.append(read_float(reader))
                case "V":
                    types.append(int_attr(read_lanes(reader)))
                case "N":
                    types.append(int_attr(reader.unsigned(32)))
                case _:
                    types.append(int_attr(reader.unsigned(1)))
        try:
            for type in value_types(row, tuple(types)):
                if isinstance(type, VectorType):
                    check_size(reader, start, type.lanes.data, type.element)
        except VerifyException as error:
            raise reader.error(start, f"'{row.name}': {error}") from None
        return tuple(types)

    def _value(self, function: Function, letter: str) -> SSAValue:
        start = self.reader.position
        delta = self.reader.unsigned()
        values = function.values[letter]
        if not 1 <= delta <= len(values):
            message = (
                f"distance {delta} is not from 1 to {len(values)}, "
                f"the values of class {letter}"
            )
            raise self.reader.error(start, message)
        return values[-delta]

    def _immediate(self, row: Row, types: tuple[Attribute, ...]) -> int:
        match row.immediate:
            case "signed":
                return self.reader.signed(immediate_bits(row, types))
            case "unsigned" | "bits" | "lanes":
                return self.reader.unsigned(immediate_bits(row, types))
            case "offset":
                return self.reader.signed()
            case _:
                return self.reader.unsigned()

    def _code(self, letter: str, properties: dict[str, Attribute]) -> None:
        reader = self.reader
        start = reader.position
        match letter:
            case "c":
                properties["condition"] = string_attr(self._condition())
            case "d":
                code = reader.unsigned()
                if code not in ROUNDING_NAMES:
                    raise reader.error(start, f"{code} is no code of a rounding mode")
                if code:
                    properties["rounding"] = string_attr(ROUNDING_NAMES[code])
            case "o":
                order = reader.unsigned()
                if order > MAX_ORDER:
                    raise reader.error(start, f"{order} is no memory order")
                if order:
                    properties["order"] = int_attr(order)
            case "l":
                properties["label"] = SymbolRefAttr(reader.name())
            case _:
                properties["data"] = data_attr(reader.string())

    def _condition(self) -> str:
        start = self.reader.position
        code = self.reader.unsigned()
        name = CONDITION_NAMES.get(code)
        if name is None:
            raise self.reader.error(start, f"{code} is no code of a condition")
        return name

    # endregion


def is_label_hint(name: str) -> bool:
    """Is it a name that a block keeps as its hint?"""
    return (
        LABEL_NAME.fullmatch(name) is not None
        and not Block.is_default_block_name(name)
        and Block.extract_valid_name(name) == name
    )


def _section_name(op: TableOp, reader: Reader, start: int) -> str:
    try:
        return data_of(op.data).decode()
    except UnicodeDecodeError:
        raise reader.error(start, "the name of a section must be UTF-8") from None

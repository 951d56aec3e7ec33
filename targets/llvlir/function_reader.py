"""
Reads functions of the bytecode, in which several records make one call or branch.

The reader's state is the prefixes of the next operation, and the block read so far.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.traits import IsTerminator

from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.variadic import MARK
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir import ops as llvlir
from circ.dialects.llvlir.table import Row
from circ.dialects.llvlir.types import R32, REGISTER_CLASSES
from circ.dialects.llvlir.typing import value_types
from circ.targets.llvlir.format1_encoder import is_label_hint
from circ.targets.llvlir.leb import Reader
from circ.targets.llvlir.operation_reader import OperationReader
from circ.targets.llvlir.type_codes import read_integer

MAX_OPERATIONS = 1 << 20
MAX_LABELS = 1 << 16
"""Operations and labels of a function (docs/llvlir-bytecode.md)."""

PASSING = ("j.L", "cmpbr.I", "entry", "variadic", "call", "call_indirect", "ret")
"""Operations to which values are passed."""


Edge: TypeAlias = tuple[str, list[SSAValue]]
"""A successor, by the name of its label, and the values passed to it."""
Terminator: TypeAlias = llvlir.JumpOp | llvlir.CompareBranchOp | llvlir.TableBranchOp
CompleteBranch: TypeAlias = Callable[[Edge], Terminator]
"""Creates a branch from its last edge, when all labels are known."""


class FunctionReader(OperationReader):
    """Reads the body of a function, one operation after the other."""

    def __init__(self, reader: Reader, name: str):
        super().__init__(reader)
        self.name = name
        self.blocks: list[Block] = []
        self.labels: dict[str, Block] = {}
        self.wanted: dict[str, int] = {}
        """The labels that branches name, with the position of the first use."""
        self.ends: list[tuple[Block, CompleteBranch, Edge]] = []
        """Blocks that end in a branch, with its last edge."""
        self.operations = 0
        self.block: Block | None = None
        """The block being filled, None after a terminator."""
        self.label: str | None = None
        self.parameters: list[Attribute] | None = []
        """
        The parameters of the block that `label` starts, None after them.

        A block is made when all are known; adding them one by one would be quadratic.
        """
        self.passes: list[SSAValue] = []
        self.memory: MemoryAttr | None = None
        self.weights: tuple[int, int] | None = None
        self.marked = False
        """Is the call that follows one of a variadic function?"""
        self.call: (
            Callable[[list[Attribute]], llvlir.CallOp | llvlir.CallIndirectOp] | None
        ) = None
        """Creates the pending call from the types of its results."""
        self.results: list[Attribute] = []
        """The result types of the pending call read so far."""
        self.branch: CompleteBranch | None = None
        """The pending branch, whose last edge follows."""
        self.entries: list[Edge] | None = None
        """The targets of the pending branch if it is a table branch."""
        self.jumped: str | None = None
        """The target of the jump that was read last."""

    def read(self, row: Row, start: int) -> None:
        """Read an operation of the function, after its opcode."""
        self.operations += 1
        if self.operations > MAX_OPERATIONS:
            message = f"a function has at most {MAX_OPERATIONS} operations"
            raise self.reader.error(start, message)
        base = row.base
        if row.category == "ext-stream" and base == "arg":
            self._arg(row, start)
            return
        self._finish_parameters()
        self._finish_call()
        if row.name == "label.L":
            self._label(start)
            return
        if self.block is None:
            message = f"'{row.name}' follows the end of a block without a label"
            raise self.reader.error(start, message)
        self._check_order(row, start)
        match row.name:
            case "j.L":
                self._jump(start)
            case "cmpbr.I":
                self._branch(start)
            case "brtab":
                self._table(start)
            case "entry":
                self._entry(start)
            case "call":
                self._call(self.reader.name(), start)
            case "call_indirect":
                self._call(self.read_value("a"), start)
            case "variadic":
                self.marked = True
            case "ret":
                location = self.reader.location(start)
                self.block.add_op(llvlir.RetOp.create_(self.passes, location))
                self.passes = []
                self._end_block(None)
            case "natural" | "memory":
                self.memory = self.read_memory(row, start)
            case "weights":
                bits = 31
                weights = self.reader.unsigned(bits), self.reader.unsigned(bits)
                self.weights = weights
            case _ if base == "pass":
                self.passes.append(self._pass(row, start))
            case _:
                self._operation(row, start)

    def finish(self) -> Region:
        """The body, once all of it is read."""
        self._finish_parameters()
        self._finish_call()
        if self.block is not None:
            message = f"function '{self.name}' does not end in a terminator"
            raise self.reader.error(self.reader.position, message)
        for label, position in self.wanted.items():
            if label not in self.labels:
                raise self.reader.error(position, f"label '{label}' is not defined")
        for block, branch, edge in self.ends:
            block.add_op(branch(edge))
        return Region(self.blocks)

    def _check_order(self, row: Row, start: int) -> None:
        """Check that the prefixes read so far may precede this operation."""
        reader = self.reader
        is_pass = row.base == "pass" and row.category == "ext-stream"
        in_table = self.entries is not None and row.name == "entry"
        if self.branch and not (is_pass or in_table or row.name == "j.L"):
            message = f"'{row.name}' must not follow a branch: a label or a jump must"
            raise reader.error(start, message)
        takes_passes = is_pass or row.name in PASSING
        if self.passes and not takes_passes:
            message = f"a value is passed to '{row.name}', which takes none"
            raise reader.error(start, message)
        if self.marked and row.name not in ("call", "call_indirect"):
            message = f"'variadic' precedes '{row.name}', which is no call"
            raise reader.error(start, message)
        if self.memory and not row.is_access:
            message = f"a memory operand precedes '{row.name}', which is no access"
            raise reader.error(start, message)
        if self.weights and not (is_pass or row.name == "cmpbr.I"):
            message = f"weights precede '{row.name}', which is no two-way branch"
            raise reader.error(start, message)

    def _arg(self, row: Row, start: int) -> None:
        types = self.read_types(row, start)
        type = value_types(row, types)[0]
        assert type is not None
        if self.call is not None:
            self.results.append(type)
        elif self.parameters is not None:
            self.parameters.append(type)
        else:
            message = "'arg' must follow a label or a call directly"
            raise self.reader.error(start, message)

    def _pass(self, row: Row, start: int) -> SSAValue:
        types = self.read_types(row, start)
        expected = value_types(row, types)[1]
        value = self.read_value(row.inputs)
        if value.type != expected:
            message = f"a value of type {expected} is passed, but is {value.type}"
            raise self.reader.error(start, message)
        return value

    def _call(self, callee: str | SSAValue, start: int) -> None:
        arguments, mark = self.passes, MARK if self.marked else {}
        location = self.reader.location(start)
        self.passes, self.marked, self.results = [], False, []

        def complete(results: list[Attribute]) -> llvlir.CallOp | llvlir.CallIndirectOp:
            if isinstance(callee, str):
                op = llvlir.CallOp.create_(callee, arguments, results, location)
            else:
                op = llvlir.CallIndirectOp.create_(callee, arguments, results, location)
            op.attributes |= mark
            return op

        self.call = complete

    def _finish_call(self) -> None:
        if self.call is not None and self.block is not None:
            op = self.call(self.results)
            self.block.add_op(op)
            self._define(op.results)
        self.call = None

    def _define(self, values: Sequence[SSAValue]) -> None:
        for value in values:
            self.values[REGISTER_CLASSES[type(value.type)]].append(value)

    def _finish_parameters(self) -> None:
        """Create the block of the last label, now that its parameters are known."""
        types, self.parameters = self.parameters, None
        if types is None:
            return
        block = self.block = Block(arg_types=types)
        self._define(block.args)
        self.blocks.append(block)
        name, self.label = self.label, None
        if name is not None:
            self.labels[name] = block
            if not name.isdigit():
                block.name_hint = name

    def _label(self, start: int) -> None:
        """Read the label of a block; an open block before it falls through."""
        reader = self.reader
        linkage = reader.position
        if reader.unsigned() != 0:
            raise reader.error(linkage, "the linkage of a label is 0 or 1")
        at = reader.position
        name = reader.name()
        index = len(self.blocks)
        if self.jumped == name:
            message = f"a jump to '{name}', which follows, must be left out"
            raise reader.error(start, message)
        if name in self.labels:
            raise reader.error(at, f"label '{name}' is defined twice")
        if index > MAX_LABELS:
            raise reader.error(at, f"a function has at most {MAX_LABELS} labels")
        if name != str(index) and not is_label_hint(name):
            message = f"label '{name}' is neither {index}, its number, nor a name"
            raise reader.error(at, message)
        if self.block is not None:
            before = self.memory or self.marked
            if before or (self.weights and not self.branch):
                message = "a memory operand, weights or mark must not precede a label"
                raise reader.error(start, message)
            self._go_to(name, start)
        self.label, self.parameters = name, []
        self.jumped = None

    def _jump(self, start: int) -> None:
        reader = self.reader
        linkage = reader.position
        if reader.unsigned() != 0:
            raise reader.error(linkage, "a jump must be to a local label")
        name = self._target()
        self._go_to(name, start)
        self._end_block(name)

    def _target(self) -> str:
        position = self.reader.position
        name = self.reader.name()
        self.wanted.setdefault(name, position)
        return name

    def _go_to(self, name: str, start: int) -> None:
        """End a block with its branch if it has one, else with a jump."""
        assert self.block is not None
        location = self.reader.location(start)

        def jump(next: Edge) -> llvlir.JumpOp:
            return llvlir.JumpOp.create_(*self._resolved(next), location)

        self.ends.append((self.block, self.branch or jump, (name, self.passes)))
        self.branch, self.entries, self.passes = None, None, []

    def _resolved(self, edge: Edge) -> tuple[Block, list[SSAValue]]:
        label, arguments = edge
        return self.labels[label], arguments

    def _end_block(self, jumped: str | None) -> None:
        self.block = None
        self.jumped = jumped

    def _branch(self, start: int) -> None:
        reader = self.reader
        at = reader.position
        element = read_integer(reader)
        condition = self.read_condition()
        lhs, rhs = self.read_value("r"), self.read_value("r")
        if lhs.type != rhs.type or width_of(lhs.type) != width_of(element):
            message = f"values of type {element} must be compared"
            raise reader.error(at, message)
        taken = self._target(), self.passes
        weights, self.weights = self.weights, None
        self.passes = []
        location = reader.location(start)

        def complete(next: Edge) -> llvlir.CompareBranchOp:
            edges = (*self._resolved(taken), *self._resolved(next))
            return llvlir.CompareBranchOp.branch(
                condition, lhs, rhs, *edges, location, weights
            )

        self.branch = complete

    def _table(self, start: int) -> None:
        at = self.reader.position
        number = self.read_value("r")
        if number.type != R32:
            raise self.reader.error(at, "the number of a target must be of type i32")
        location = self.reader.location(start)
        entries = self.entries = list[Edge]()

        def complete(default: Edge) -> llvlir.TableBranchOp:
            targets = [self._resolved(entry) for entry in entries]
            return llvlir.TableBranchOp.of(
                number, self._resolved(default), targets, location
            )

        self.branch = complete

    def _entry(self, start: int) -> None:
        if self.entries is None:
            raise self.reader.error(start, "'entry' must follow 'brtab'")
        self.entries.append((self._target(), self.passes))
        self.passes = []

    def _operation(self, row: Row, start: int) -> None:
        assert self.block is not None
        if row.category in ("data", "ext-stream"):
            message = f"'{row.name}' must not be in a function"
            raise self.reader.error(start, message)
        properties: dict[str, Attribute] = {}
        memory, self.memory = self.memory, None
        if memory is not None:
            properties["memory"] = memory
        op = self.read_operation(row, start, properties)
        self.block.add_op(op)
        self._define(op.results)
        if op.has_trait(IsTerminator):
            self._end_block(None)

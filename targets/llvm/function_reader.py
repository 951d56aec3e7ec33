"""
One function of LLVM IR becomes a `func.func` of the source level.

Blocks are read in reverse postorder, so that values are known before they are used;
phis become block arguments. Constants and addresses of symbols are made once, at the
head of the function. Poison and undef are zero.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, Protocol, TypeAlias

from xdsl.dialects import arith, func, vector
from xdsl.dialects.builtin import (
    DenseArrayBase,
    FunctionType,
    IntAttr,
    LocationAttr,
    SymbolRefAttr,
    UnknownLoc,
    VectorType,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.kernel import KERNEL
from circ.dialects.common.programs import MAIN
from circ.dialects.source.pointer import AddressOfOp, ObjectOp
from circ.dialects.source.vector_lanes import FromElementsOp, SplatOp
from circ.targets.llvm.any_width import AnyWidth
from circ.targets.llvm.constants import Address, Scalar
from circ.targets.llvm.module_text import (
    BlockText,
    FunctionText,
    cursor_of,
    skip_attributes,
)
from circ.targets.llvm.source_algebra import INTEGERS, SourceAlgebra, constant
from circ.targets.llvm.tokens import Cursor
from circ.targets.llvm.types import (
    POINTER,
    Array,
    Struct,
    Type,
    Vector,
)
from circ.targets.llvm.values import lanes_of, parts_of

if TYPE_CHECKING:
    from circ.targets.llvm.kernels import Kernel
    from circ.targets.llvm.reader import ModuleReader

Parts: TypeAlias = Sequence[SSAValue]


OPAQUE_ZERO = "@circ.zero"


class Handler(Protocol):
    """Reads the rest of an instruction; gives the parts of its result, if any."""

    def __call__(self, f: "FunctionReader", cursor: Cursor, /) -> Parts | None: ...


class FunctionReader:
    """A function while its instructions are read."""

    def __init__(
        self,
        module: "ModuleReader",
        text: FunctionText,
        handlers: Mapping[str, Handler],
    ):
        self.module = module
        self.text = text
        self.signature = module.signature(text)
        self.location: LocationAttr = text_location(module, text)
        self.token = next(token for token in text.header if token[0] == "@")
        """The name of the function, with its sigil."""
        self._handlers = handlers
        self._values: dict[str, Parts] = {}
        self._blocks: dict[str, Block] = {}
        self._phis: dict[str, list[tuple[Type, dict[str, int], Cursor]]] = {}
        """Of each block: types, and where in the cursor the value from a block is."""
        self._prologue: list[Operation] = []
        self._constants: dict[object, SSAValue] = {}
        self._algebras: dict[int, SourceAlgebra] = {}
        self._ops: list[Operation] = []
        """The operations of the block that is being made."""
        self._current: Block
        self._further: dict[str, list[Block]] = {}
        """Blocks into which one of LLVM's is split, after its first."""
        self.block: BlockText
        """The block that is being read."""
        self.instruction = ""
        """The name of the instruction that is being read, for diagnostics."""
        self.second_returns: list[tuple[str, Block]] = []
        """Where calls of `setjmp` return: LLVM's block, and the one after the call."""
        self.variable_area: SSAValue | None = None
        """The address of the further arguments of a variadic function."""
        self.argument_alignment = 1
        """What all pointers among the arguments of the last call are aligned to."""
        self._shared: dict[str, ObjectOp] = {}
        self._known: dict[SSAValue, int] = {}
        self.kernel: Kernel | None = None
        """What only a kernel has."""
        self._reached_without: dict[str, frozenset[str]] = {}
        """The blocks that are reached without passing through one."""

    # region Blocks

    def read(self) -> func.FuncOp:
        """The function; what it cannot say is a `Diagnostic` with its place."""
        blocks = {block.name: block for block in self.text.blocks}
        self._name_entry()
        blocks = {block.name: block for block in self.text.blocks}
        entry = self.text.blocks[0]
        order = _reverse_postorder(entry.name, blocks)
        for name in order:
            self._blocks[name] = self._block(blocks[name])
        self._enter_function(entry.name)
        region = Region()
        for name in order:
            self._read_block(blocks[name])
        for name in order:
            region.add_block(self._blocks[name])
            for block in self._further.get(name, ()):
                region.add_block(block)
        first = self._blocks[entry.name]
        if first.first_op is not None:
            first.insert_ops_before(self._prologue, first.first_op)
        properties = self.module.function_properties(self.text)
        attributes = self.module.function_attributes(self.text)
        if self.kernel is not None:
            properties["function_type"] = FunctionType.from_lists(first.arg_types, [])
            attributes[KERNEL] = self.kernel.attribute()
        return func.FuncOp.create(
            properties=properties,
            attributes=attributes,
            regions=[region],
            location=text_location(self.module, self.text),
        )

    def _name_entry(self) -> None:
        """Without a label, the first block has the number after the parameters."""
        if not self.text.blocks[0].name:
            unnamed = [n for n in self.signature.names if n[1:].isdigit()]
            self.text.blocks[0].name = f"%{len(unnamed)}"

    def _block(self, block: BlockText) -> Block:
        """The block with arguments for its phis, which are taken from its lines."""
        types: list[Attribute] = []
        phis = self._phis[block.name] = []
        count = 0
        for line in block.lines:
            name, _, rest = line.partition(" = ")
            if not rest.startswith("phi "):
                break
            count += 1
            cursor = cursor_of(rest)
            cursor.index += 1
            skip_attributes(cursor)
            type = self.module.types.read(cursor)
            sources: dict[str, int] = {}
            while cursor.accept("["):
                start = cursor.index
                while cursor.next != ",":
                    cursor.skip_group()
                cursor.index += 1
                sources[cursor.take()] = start
                cursor.expect("]")
                cursor.accept(",")
            phis.append((type, sources, cursor))
            own = parts_of(type)
            self._values[name] = range(len(types), len(types) + len(own))  # type: ignore
            types += own
        made = Block(arg_types=types)
        for line in block.lines[:count]:
            name = line.partition(" = ")[0]
            self._values[name] = [made.args[k] for k in self._values[name]]  # type: ignore
        block.lines = block.lines[count:]
        return made

    def _enter_function(self, entry: str) -> None:
        block = self._blocks[entry]
        signature = self.signature
        for name, type in zip(signature.names, signature.parameters, strict=True):
            if isinstance(type, Vector) and self.kernel and not lanes_of(type):
                self._values[name] = self._lanes_of_argument(block, type)
                continue
            self._values[name] = [
                block.insert_arg(part, len(block.args)) for part in parts_of(type)
            ]
        if signature.is_variadic:
            self.variable_area = block.insert_arg(parts_of(POINTER)[0], len(block.args))

    def _lanes_of_argument(self, block: Block, type: Vector) -> Parts:
        """The lanes of a vector that the kernel gets whole."""
        (lane,) = parts_of(type.element)
        whole = block.insert_arg(VectorType(lane, [type.lanes]), len(block.args))
        return [
            self._prologue_op(
                vector.ExtractOp.create(
                    operands=[whole],
                    result_types=[lane],
                    properties={"static_position": DenseArrayBase.from_list(i64, [k])},
                    location=self.location,
                )
            )
            for k in range(type.lanes)
        ]

    def _read_block(self, block: BlockText) -> None:
        self.block = block
        self._current, self._ops = self._blocks[block.name], []
        if self.is_first_block and self.signature.name == MAIN:
            self.call_constructors()
        if self.is_first_block and self.kernel is not None:
            for name, parts in self.kernel.own_structs():
                self._values[name] = parts
        for line in block.lines:
            self._read_line(line)
        self._current.add_ops(self._ops)

    @property
    def is_first_block(self) -> bool:
        """Is the block executed once in an activation, at its beginning?"""
        return self.block is self.text.blocks[0]

    def is_dominated_by(self, name: str) -> bool:
        """Is the present block reached only through the one of that name?"""
        if self.block.name == name:
            return True
        without = self._reached_without.get(name)
        if without is None:
            blocks = {block.name: block for block in self.text.blocks}
            entry = self.text.blocks[0].name
            without = frozenset(_reverse_postorder(entry, blocks, name))
            self._reached_without[name] = without
        return self.block.name not in without

    def new_block(self, types: Sequence[Attribute] = ()) -> Block:
        """A block that comes next in the function, within one of LLVM's."""
        made = Block(arg_types=types)
        self._further.setdefault(self.block.name, []).append(made)
        return made

    def continue_in(self, block: Block) -> None:
        """End the block that is being made, and go on with another."""
        self._current.add_ops(self._ops)
        self._current, self._ops = block, []

    def _read_line(self, line: str) -> None:
        cursor = cursor_of(line)
        tokens = cursor.tokens
        name = ""
        if len(tokens) > 1 and tokens[1] == "=":
            name = tokens[0]
            cursor.index = 2
        if "!dbg" in tokens:
            node = tokens[tokens.index("!dbg") + 1]
            self.location = self.module.text.location(node) or self.location
        opcode = cursor.take()
        if opcode in ("tail", "musttail", "notail"):
            opcode = cursor.take()
        self.instruction = opcode
        if (handler := self._handlers.get(opcode)) is None:
            self.fail(f"'{opcode}'")
        try:
            parts = handler(self, cursor)
        except Diagnostic as error:
            if error.location is None:
                raise Diagnostic(self.place, error.message) from None
            raise
        if name:
            assert parts is not None, line
            self._values[name] = parts

    def fail(self, what: str) -> NoReturn:
        """Diagnose something that the function does."""
        raise Diagnostic(self.place, f"{what} is not supported")

    @property
    def place(self) -> Attribute | str:
        """Where the instruction is, or at least in which function."""
        if isinstance(self.location, UnknownLoc):
            return f"{self.module.text.name}: in function {self.signature.name}"
        return self.location

    def successor(self, label: str) -> tuple[Block, list[SSAValue]]:
        """A block, and what it is given from this one."""
        values: list[SSAValue] = []
        for type, sources, cursor in self._phis[label]:
            cursor.index = sources[self.block.name]
            values += self.value(type, cursor)
        return self._blocks[label], values

    # endregion
    # region Operations and values

    def algebra(self, lanes: int = 0) -> SourceAlgebra:
        """What computes on scalars, or on vectors of some lanes."""
        if (k := self._algebras.get(lanes)) is None:
            k = self._algebras[lanes] = SourceAlgebra(self.emit, lanes)
            k.constant = lambda type, bits: self.constant_part(type, bits, lanes)
            k.known = self.known
        k.location = self.location
        return k

    def integers(self, type: Type) -> AnyWidth:
        """What computes on integers of a type, or a vector's lanes."""
        return AnyWidth(self.algebra(lanes_of(type)))

    def emit(self, op: Operation) -> None:
        self._ops.append(op)

    @contextmanager
    def collected(self) -> Generator[Sequence[Operation]]:
        """What is appended, in one block, goes to a list instead."""
        outer, self._ops = self._ops, list[Operation]()
        yield self._ops
        self._ops = outer

    def make(
        self,
        kind: type[Operation],
        operands: Sequence[SSAValue],
        results: Sequence[Attribute],
        properties: Mapping[str, Attribute] | None = None,
    ) -> Parts:
        """Append an operation; its results."""
        op = kind.create(
            operands=operands,
            result_types=results,
            properties=properties or {},
            location=self.location,
        )
        self._ops.append(op)
        return op.results

    def typed(self, cursor: Cursor) -> tuple[Type, Parts]:
        """A type, attributes if any, and a value of it."""
        type = self.module.types.read(cursor)
        skip_attributes(cursor)
        return type, self.value(type, cursor)

    def value(self, type: Type, cursor: Cursor) -> Parts:
        """The parts of a value: of an instruction, or a constant."""
        token = cursor.next
        if token.startswith("%"):
            cursor.index += 1
            return self._values[token]
        constant = self.module.constants.read(type, cursor)
        leaves = iter(self.module.constants.leaves(type, constant))
        return self._parts(type, leaves)

    def _parts(self, type: Type, leaves: Iterator[Scalar]) -> Parts:
        match type:
            case Array(count, element):
                types: Sequence[Type] = [element] * count
            case Struct(fields):
                types = fields
            case Vector(lanes, element) if not lanes_of(type):
                types = [element] * lanes
            case Vector(lanes):
                scalars = [next(leaves) for _ in range(lanes)]
                return [self._vector(type, scalars)]
            case _:
                return self.scalar(type, next(leaves))
        return [part for each in types for part in self._parts(each, leaves)]

    def scalar(self, type: Type, value: Scalar) -> Parts:
        """A constant number or address."""
        types = parts_of(type)
        if isinstance(value, Address):
            return [self._address(value)]
        if len(types) == 1:
            return [self.constant_part(types[0], value)]
        return [
            self.constant_part(part, value >> 64 * k & (1 << 64) - 1)
            for k, part in enumerate(types)
        ]

    def _vector(self, type: Type, lanes: Sequence[Scalar]) -> SSAValue:
        (vector,) = parts_of(type)
        numbers = [lane for lane in lanes if isinstance(lane, int)]
        if len(numbers) < len(lanes):
            elements = [part for lane in lanes for part in self.scalar(POINTER, lane)]
            return self.make(FromElementsOp, elements, [vector])[0]
        key = vector, tuple(numbers)
        if (made := self._constants.get(key)) is None:
            made = self._prologue_op(constant(vector, numbers, UnknownLoc()))
            self._constants[key] = made
        return made

    def constant_part(self, type: Attribute, bits: int, lanes: int = 0) -> SSAValue:
        """A constant of a type of the source level, the same in all lanes."""
        key = type, bits, lanes
        if (made := self._constants.get(key)) is None:
            op = constant(type, [bits] * max(lanes, 1), UnknownLoc())
            made = self._constants[key] = self._prologue_op(op)
            self._known[made] = bits
        return made

    def known(self, value: SSAValue) -> int | None:
        """The bits of a constant, in all lanes; None for other values."""
        return self._known.get(value)

    def splat(self, value: SSAValue, lanes: int) -> SSAValue:
        """A value in all lanes."""
        type = VectorType(value.type, [lanes])
        if (bits := self.known(value)) is not None:
            return self.constant_part(type, bits, lanes)
        return self.make(SplatOp, [value], [type])[0]

    def shared_object(self, purpose: str, size: int, align: int) -> SSAValue:
        """The object of the frame for a purpose, as large as its largest use."""
        if (made := self._shared.get(purpose)) is None:
            made = self._shared[purpose] = ObjectOp.create(
                properties={"size": IntAttr(size), "align": IntAttr(align)},
                result_types=[INTEGERS[32]],
                location=UnknownLoc(),
            )
            self._prologue.append(made)
        made.properties["size"] = IntAttr(max(size, made.size.data))
        return made.result

    def parts(self, name: str) -> Parts:
        """The parts of an instruction's result or of a parameter."""
        return self._values[name]

    def _prologue_op(self, op: Operation) -> SSAValue:
        self._prologue.append(op)
        return op.results[0]

    def word(self, value: int) -> SSAValue:
        """A constant of 32 bits."""
        return self.algebra().const(32, value)

    def symbol(self, token: str) -> SSAValue:
        """The address of a function or global, by its name with the sigil."""
        if (made := self._constants.get(token)) is None:
            if token in self.module.local_objects:
                made = self._constants[token] = self._local_object(token)
                return made
            name = self.module.reference(token)
            op = AddressOfOp.create(
                properties={"symbol": SymbolRefAttr(name)},
                result_types=[INTEGERS[32]],
                location=self.location,  # that of its first use
            )
            made = self._constants[token] = self._prologue_op(op)
        return made

    def _local_object(self, token: str) -> SSAValue:
        if self.kernel is None:
            self.fail("local memory outside of a kernel")
        base, offset = self.kernel.place(token)
        operands = [base, self.word(offset)]
        op = arith.AddiOp.create(operands=operands, result_types=[INTEGERS[32]])
        return self._prologue_op(op)

    def add_argument(self) -> SSAValue:
        """One more parameter, a word."""
        block = self._blocks[self.text.blocks[0].name]
        return block.insert_arg(INTEGERS[32], len(block.args))

    def opaque_zero(self) -> SSAValue:
        """The address of a number that is always 0, which optimisers do not know."""
        self.module.uses_opaque_zero = True
        return self.symbol(OPAQUE_ZERO)

    def call_constructors(self) -> None:
        """Call what the module wants called before `main`."""
        for token in self.module.constructors:
            callee: dict[str, Attribute] = {
                "callee": SymbolRefAttr(self.module.reference(token))
            }
            self.make(func.CallOp, [], [], callee)

    def _address(self, address: Address) -> SSAValue:
        k = self.algebra()
        total: SSAValue | None = None
        for token, count in address.terms.items():
            term = self.symbol(token)
            if count not in (1, -1):
                term = k.mul(32, term, self.word(count))
            if total is None:
                total = term if count != -1 else k.sub(32, self.word(0), term)
            else:
                total = (k.sub if count == -1 else k.add)(32, total, term)
        assert total is not None
        return k.add(32, total, self.word(address.offset))

    def zeros(self, type: Type) -> Parts:
        """Zero of a type."""
        return self._parts(type, iter(self.module.constants.leaves(type, None)))

    # endregion


def text_location(module: "ModuleReader", text: FunctionText) -> LocationAttr:
    return module.text.subprogram(text) or UnknownLoc()


def _reverse_postorder(
    entry: str, blocks: Mapping[str, BlockText], without: str = ""
) -> list[str]:
    """The reachable blocks, without passing through one."""
    if entry == without:
        return []
    order: list[str] = []
    seen = {entry, without}
    stack = [(entry, iter(labels_of(blocks[entry])))]
    while stack:
        name, following = stack[-1]
        for label in following:
            if label not in seen:
                seen.add(label)
                stack.append((label, iter(labels_of(blocks[label]))))
                break
        else:
            order.append(name)
            stack.pop()
    return order[::-1]


def labels_of(block: BlockText) -> list[str]:
    """The blocks that a terminator may branch to."""
    tokens = cursor_of(block.lines[-1]).tokens
    return [tokens[k + 1] for k in range(len(tokens) - 1) if tokens[k] == "label"]

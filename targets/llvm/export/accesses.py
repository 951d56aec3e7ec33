"""
Loads, stores and atomic operations as instructions of LLVM.

An address is a number: the pointer is that of address 0 plus the number, or, of 32
bits, plus what the number is the sum of where the memory appears again before and
behind its 4 GiB. A stack slot that is only loaded and stored is a variable of LLVM.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation, SSAValue

from circ.dialects.common.address_width import WIDE
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import MemoryAttr, is_private, may_overlap
from circ.dialects.common.setjmp import SETJMP
from circ.dialects.common.state import size_of
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import CallOp, FuncOp, TableOp
from circ.dialects.llvlir.rules import immediate_of
from circ.dialects.llvlir.semantics import (
    attributes_of,
    integer_condition,
    meaning,
)
from circ.dialects.llvlir.table import row_of_name
from circ.dialects.llvlir.types import VectorType
from circ.targets.llvm.export.addresses import Address, address_of
from circ.targets.llvm.export.types import element_type, llvm_type
from circ.targets.llvm.export.values import Llvm, Value, vector_type

if TYPE_CHECKING:
    from circ.targets.llvm.export.environment import Environment
    from circ.targets.llvm.export.functions import FunctionText

MOST_LOCAL = 4096
"""Bytes of a variable: the guard of the host's stack must not be jumped over."""
NAMES = {
    "half": "f16",
    "bfloat": "bf16",
    "float": "f32",
    "double": "f64",
    "fp128": "f128",
}
"""Of types in those of intrinsic functions."""
ATOMIC_WIDTHS = (8, 16, 32, 64)
EXCHANGES = {
    **{name: name for name in ("add", "and", "or", "xor", "min", "max")},
    "minu": "umin",
    "maxu": "umax",
    "swap": "xchg",
}
"""The operations of `atomicrmw`, by the rows' names without `amo`."""


class Accesses:
    """Writes the accesses of one function."""

    def __init__(self, function: "FunctionText", environment: "Environment"):
        self.function, self.environment = function, environment
        self.code, self.k = function.code, function.k
        self.width = environment.address_width
        """Bits of an address."""
        self.promoted: dict[Operation, str] = {}
        """Stack slots that are variables."""
        self._reservation: tuple[str, str] | None = None
        self._aliasing: dict[str, str] = {}
        """The metadata of an access by its alias class."""
        self._promote(function.func)

    def prologue(self) -> None:
        """Say which alias classes the function has, of which accesses have one each."""
        classes = sorted(
            {
                op.memory.alias.data
                for op in _operations(self.function.func)
                if isinstance(op, TableOp) and op.memory is not None
            }
            - {""}
        )
        if not classes or (len(classes) < 2 and not is_private(classes[0])):
            return
        parts, code = self.code.parts, self.code
        domain = parts.node("distinct !{{{self}}}")
        scopes = {
            name: parts.node(f"distinct !{{{{{{self}}, {domain}}}}}")
            for name in classes
        }
        name = "llvm.experimental.noalias.scope.decl"
        parts.declarations[name] = f"declare void @{name}(metadata)"
        for scope in scopes.values():
            node = parts.node(f"!{{{{{scope}}}}}")
            code.add(f"call void @{name}(metadata {node})")
        for name in ("", *classes):
            others = [
                scope
                for other, scope in scopes.items()
                if other != name and not may_overlap(name, other)
            ]
            text = ""
            if name:
                text += f", !alias.scope {parts.node(f'!{{{{{scopes[name]}}}}}')}"
            if others:
                text += f", !noalias {parts.node('!{{' + ', '.join(others) + '}}')}"
            self._aliasing[name] = text

    # region Pointers

    def pointer(self, address: Value, space: int, offset: int = 0) -> str:
        """The pointer to an address plus a number."""
        wide = self._wide(address)
        code = self.code
        base = self.environment.base(code, space)
        text = f"getelementptr i8, ptr {base}, {wide}"
        found = code.let("ptr", text).text
        if offset:
            found = code.let("ptr", f"getelementptr i8, ptr {found}, i64 {offset}").text
        return found

    def _wide(self, address: Value) -> Value:
        if address.type == "i64" or address.text.isdigit():
            return Value(address.text, "i64")
        key = address.text, "wide"
        if (known := self.code.known.get(key)) is None:
            known = self.code.let("i64", f"zext {address} to i64")
            self.code.known[key] = known
        return known

    def _place(self, address: SSAValue, space: int, offset: int) -> str:
        """The pointer of an access; constants of a sum are added to the pointer."""
        owner = address.owner
        if isinstance(owner, TableOp) and owner in self.promoted:
            name = self.promoted[owner]
            if not offset:
                return name
            text = f"getelementptr i8, ptr {name}, i64 {offset}"
            return self.code.let("ptr", text).text
        if self.width == WIDE:
            return self.pointer(self.function.operand(address), space, offset)
        if space or not self.environment.mirrored:
            value = self.function.operand(address)
            if offset:
                value = self.k.add(32, value, self.k.const(32, offset))
            return self.pointer(value, space)
        return self._sum(address_of(address, offset))

    def _sum(self, address: Address) -> str:
        """The pointer to an address in the memory that is there several times."""
        code, k = self.code, self.k
        pointer = self.environment.base(code, 0)
        steps = list[Value]()
        if address.base is not None:
            steps.append(self._wide(self.function.operand(address.base)))
        for number, shift in address.added:
            wide = k.sext(32, 64, self.function.operand(number))
            steps.append(k.shl(64, wide, k.const(64, shift)) if shift else wide)
        if address.constant:
            steps.append(Value(str(address.constant), "i64"))
        for step in steps:
            text = f"getelementptr inbounds i8, ptr {pointer}, {step}"
            pointer = code.let("ptr", text).text
        return pointer

    # endregion

    def access(self, op: TableOp) -> Value | None:
        """Write an access; the result of a load."""
        match op.ROW.category, op.ROW.base:
            case "memory", ("ld" | "ldu"):
                return self._load(op)
            case "memory", "st":
                return self._store(op)
            case "vec-memory", _:
                return self._vector_access(op)
            case "memory", ("ldidx" | "ldidxu" | "stidx"):
                return self._indexed(op)
            case "memory", ("ll" | "llu" | "sc"):
                return self._locked(op)
            case "atomic", _:
                return self._atomic(op)
            case _:
                raise refused(op)

    def _attributes(self, memory: MemoryAttr | None) -> str:
        return self._aliasing.get("" if memory is None else memory.alias.data, "")

    def _load(self, op: TableOp) -> Value:
        type = op.results[0].type
        width = width_of(type)
        pointer = self._place(op.operands[0], _space(op), immediate_of(op))
        return self._loaded(op, llvm_type(type), width, pointer)

    def _loaded(self, op: TableOp, type: str, width: int, pointer: str) -> Value:
        bits = 8 * size_of(width)
        name = type if bits == width else f"i{bits}"
        how = f"load {_volatile(op)}{name}, ptr {pointer}, align 1"
        value = self.code.let(name, how + self._attributes(op.memory))
        return value if bits == width else self.k.extract(bits, width - 1, 0, value)

    def _store(self, op: TableOp) -> None:
        address, given = op.operands
        width = width_of(given.type)
        pointer = self._place(address, _space(op), immediate_of(op))
        self._stored(op, self.function.operand(given), width, pointer)

    def _stored(self, op: TableOp, value: Value, width: int, pointer: str) -> None:
        bits = 8 * size_of(width)
        if bits != width:
            value = self.k.zext(width, bits, value)
        how = f"store {_volatile(op)}{value}, ptr {pointer}, align 1"
        self.code.add(how + self._attributes(op.memory))

    def _indexed(self, op: TableOp) -> Value | None:
        """Base plus index times stride plus offset."""
        operands = [self.function.operand(value) for value in op.operands]
        base, index, stride, offset, *value = operands
        k, width = self.k, self.width
        product = k.mul(width, index, stride)
        address = k.add(width, k.add(width, base, product), offset)
        pointer = self.pointer(address, _space(op))
        if not value:
            type = op.results[0].type
            return self._loaded(op, llvm_type(type), width_of(type), pointer)
        self._stored(op, value[0], width_of(op.operands[4].type), pointer)
        return None

    def _locked(self, op: TableOp) -> Value:
        """As the interpreter's: by compare and swap."""
        code, k = self.code, self.k
        width = width_of(op.results[0].type)
        if width > 64:
            raise refused(op)
        is_atomic = width in ATOMIC_WIDTHS
        offset = k.const(self.width, immediate_of(op))
        address = k.add(self.width, self.function.operand(op.operands[0]), offset)
        self._check_aligned(op, address, size_of(width))
        pointer = self.pointer(address, _space(op))
        tag = k.concat(32, self.width, k.const(32, width), address)
        place, known = self._reserved()
        if op.ROW.base != "sc":
            if is_atomic:
                how = f"load atomic i{width}, ptr {pointer} seq_cst, align {width // 8}"
                value = code.let(f"i{width}", how)
            else:
                value = self._loaded(op, f"i{width}", width, pointer)
            code.add(f"store {k.zext(width, 64, value)}, ptr {known}")
            code.add(f"store {tag}, ptr {place}")
            return value
        there = code.let(tag.type, f"load {tag.type}, ptr {place}")
        old = code.let("i64", f"load i64, ptr {known}")
        code.add(f"store {tag.type} 0, ptr {place}")
        expected = k.extract(64, width - 1, 0, old)
        same = k.icmp("eq", 32 + self.width, there, tag)
        before, swap, done = code.block, code.fresh("swap"), code.fresh("done")
        code.add(f"br {same}, label %{swap}, label %{done}")
        code.label(swap)
        new = self.function.operand(op.operands[1])
        if is_atomic:
            _, stored = self._exchanged(pointer, expected, new)
        else:
            found = self._loaded(op, f"i{width}", width, pointer)
            stored = k.icmp("eq", width, found, expected)
            new = k.ite(width, stored, new, found)
            self._stored(op, new, width, pointer)
        code.add(f"br label %{done}")
        code.label(done)
        text = f"phi i1 [ {stored.text}, %{swap} ], [ false, %{before} ]"
        failed = k.xor(1, code.let("i1", text), k.const(1, 1))
        return k.zext(1, width, failed)

    def _reserved(self) -> tuple[str, str]:
        """Variables: what the last load-locked was of, and its value."""
        if self._reservation is None:
            type = f"i{32 + self.width}"
            names = self.code.local(type, 8), self.code.local("i64", 8)
            self.code.locals.append(f"  store {type} 0, ptr {names[0]}")
            self._reservation = names
        return self._reservation

    def _check_aligned(self, op: TableOp, address: Value, size: int) -> None:
        if size % 2:
            return
        k = self.k
        rest = self.code.let(f"i{self.width}", f"urem {address}, {size & -size}")
        fits = k.icmp("eq", self.width, rest, k.const(self.width, 0))
        message = f"atomic access of {size} bytes at {{0:#x}} is not aligned"
        self.function.check(fits, op.location, message, [self.number(address)])

    def number(self, address: Value) -> Value:
        """An address as a number of 64 bits."""
        return address if self.width == WIDE else self.k.zext(32, 64, address)

    # region Vectors

    def _vector_access(self, op: TableOp) -> Value | None:
        given = op.results[0] if op.results else op.operands[-2]
        type = given.type
        assert isinstance(type, VectorType)
        width, lanes = width_of(type.element), type.lanes.data
        k = Llvm(self.code, lanes)
        mask = self.function.operand(op.operands[-1])
        bits = 8 * size_of(width)
        natural = bits != width
        element = f"i{bits}" if natural else element_type(type.element)
        whole = vector_type(lanes, element)
        if op.ROW.base in ("ld", "ldu", "st"):
            pointer = self._place(op.operands[0], _space(op), immediate_of(op))
            place, suffix, kinds = Value(pointer, "ptr"), "p0", ("load", "store")
        else:
            place = self._by_index(op, bits // 8)
            suffix, kinds = f"v{lanes}p0", ("gather", "scatter")
        align = Value("1", "i32")
        name = f"v{lanes}{NAMES.get(element, element)}"
        if op.results:
            full = f"llvm.masked.{kinds[0]}.{name}.{suffix}"
            zero = Value("zeroinitializer", whole)
            found = self.code.call(whole, full, [place, align, mask, zero])
            return k.extract(bits, width - 1, 0, found) if natural else found
        value = self.function.operand(given)
        if natural:
            value = k.zext(width, bits, value)
        full = f"llvm.masked.{kinds[1]}.{name}.{suffix}"
        self.code.call("void", full, [value, place, align, mask])
        return None

    def _by_index(self, op: TableOp, size: int) -> Value:
        """The pointers of gather and scatter, whose indices are signed elements."""
        index = op.operands[1]
        assert isinstance(index.type, VectorType)
        width, lanes = width_of(index.type.element), index.type.lanes.data
        k, code = Llvm(self.code, lanes), self.code
        found = self.function.operand(index)
        to = self.width
        if width < to:
            found = k.sext(width, to, found)
        elif width > to:
            found = k.extract(width, to - 1, 0, found)
        found = k.mul(to, found, k.const(to, size))
        base = code.splat(self.function.operand(op.operands[0]), lanes)
        wide = k.add(to, found, base)
        if to != WIDE:
            wide = k.zext(to, WIDE, wide)
        pointer = self.environment.base(code, _space(op))
        type = vector_type(lanes, "ptr")
        return code.let(type, f"getelementptr i8, ptr {pointer}, {wide}")

    # endregion
    # region Atomic operations

    def _atomic(self, op: TableOp) -> Value:
        code = self.code
        width = width_of(op.results[0].type)
        address, *values = [self.function.operand(v) for v in op.operands]
        size = size_of(width)
        self._check_aligned(op, address, size)
        pointer = self.pointer(address, _space(op))
        base, condition = op.ROW.base.removeprefix("amo"), attributes_of(op)[2]
        if width not in ATOMIC_WIDTHS:
            old = self._loaded(op, f"i{width}", width, pointer)
            self._stored(op, self._changed(op, old, values), width, pointer)
            return old
        if base in EXCHANGES:
            text = f"atomicrmw {EXCHANGES[base]} ptr {pointer}, {values[0]} seq_cst"
            return code.let(f"i{width}", text)
        if condition == "eq":
            return self._exchanged(pointer, values[0], values[1])[0]
        return self._looped(op, pointer, width, values)

    def _exchanged(
        self, pointer: str, expected: Value, new: Value
    ) -> tuple[Value, Value]:
        """Compare and swap: the old value, and whether it was as expected."""
        text = f"cmpxchg ptr {pointer}, {expected}, {new} seq_cst seq_cst"
        both = self.code.let(f"{{ {expected.type}, i1 }}", text)
        old = self.code.let(expected.type, f"extractvalue {both}, 0")
        return old, self.code.let("i1", f"extractvalue {both}, 1")

    def _looped(
        self, op: TableOp, pointer: str, width: int, values: Sequence[Value]
    ) -> Value:
        """Compute and swap until nothing came in between."""
        code = self.code
        again, done = code.fresh("again"), code.fresh("done")
        code.add(f"br label %{again}")
        code.label(again)
        text = f"load atomic i{width}, ptr {pointer} seq_cst, align {size_of(width)}"
        old = code.let(f"i{width}", text)
        new = self._changed(op, old, values)
        _, unchanged = self._exchanged(pointer, old, new)
        code.add(f"br {unchanged}, label %{done}, label %{again}")
        code.label(done)
        return old

    def _changed(self, op: TableOp, old: Value, values: Sequence[Value]) -> Value:
        """What an atomic operation stores (`targets/execute/llvlir/steps.py`)."""
        types, _, condition, _ = attributes_of(op)
        base, width = op.ROW.base.removeprefix("amo"), width_of(types[0])
        if base == "swap":
            return values[0]
        if base == "cmpswap":
            assert condition is not None
            holds = integer_condition(self.k, condition, width)
            return self.k.ite(width, holds(old, values[0]), values[1], old)
        function = meaning(self.k, row_of_name()[f"{base}.I"], types)
        assert function is not None, op.name
        return function(old, *values)

    # endregion

    def _promote(self, func: FuncOp) -> None:
        """Make slots variables that only accesses within them name."""
        slots = list[TableOp]()
        for op in _operations(func):
            if isinstance(op, CallOp) and op.callee.root_reference.data in SETJMP:
                return  # memory must stay as it is where control goes back
            if isinstance(op, TableOp) and op.ROW.name == "slot":
                slots.append(op)
        for op in slots:
            size, align = immediate_of(op), immediate_of(op, "imm1")
            if size <= MOST_LOCAL and all(
                _is_within(use.operation, use.index, size) for use in op.results[0].uses
            ):
                self.promoted[op] = self.code.local(f"[{size} x i8]", align)


def refused(op: Operation) -> Diagnostic:
    """What the interpreter says of an operation that it does not support."""
    rounding = op.properties.get("rounding")
    how = f" with rounding {rounding.data}" if isinstance(rounding, StringAttr) else ""
    return Diagnostic(op.location, f"'{op.name}'{how} cannot be executed yet")


def _is_within(op: Operation, index: int, size: int) -> bool:
    """Is a use of a slot an access within it?"""
    if not isinstance(op, TableOp) or op.ROW.category != "memory" or index:
        return False
    if op.ROW.base not in ("ld", "ldu", "st"):
        return False
    given = op.results[0] if op.results else op.operands[1]
    start = immediate_of(op)
    return 0 <= start and start + size_of(width_of(given.type)) <= size


def _operations(func: FuncOp) -> Iterator[Operation]:
    for block in func.body.blocks:
        yield from block.ops


def _space(op: TableOp) -> int:
    return op.memory.space.data if op.memory is not None else 0


def _volatile(op: TableOp) -> str:
    return "volatile " if op.memory is not None and op.memory.volatile.data else ""

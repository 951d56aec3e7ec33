"""
New instructions and registers, and the algebra whose values are registers.

`quotient(Instructions(emit), 32, False, register, 10)` appends the instructions that
compute a quotient: each writes a new register.
"""

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import LocationAttr, UnitAttr, UnknownLoc
from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.builder import Builder, operation
from circ.dialects.common.widths import width_of
from circ.dialects.gen import (
    SCALARS,
    FuncOp,
    Instruction,
    RegisterOp,
    create,
    is_uniform,
    loadi,
)
from circ.dialects.gen.types import FLOAT, SIGNED, UNSIGNED

WORD = 32
"""Width of a division on the machine."""

SCALED = "circ.scaled"
"""The attribute of a CVT whose lowest byte is not needed: the hardware may lose it."""

NewRegister = Callable[[str, bool], SSAValue]
"""Declares a register of a family, uniform or not."""


def declare(function: FuncOp) -> NewRegister:
    """A function that declares further registers of a function."""
    last: RegisterOp | None = None

    def new(family: str, uniform: bool) -> SSAValue:
        nonlocal last
        entry = function.body.first_block
        assert entry is not None
        if last is None:
            last = next(reversed(function.registers), None)
        register = RegisterOp.of(family, uniform=uniform, location=function.location)
        if last is not None:
            entry.insert_op_after(register, last)
        else:
            assert entry.first_op is not None, "a block ends in a terminator"
            entry.insert_op_before(register, entry.first_op)
        last = register
        return register.handle

    return new


def has_lanes(function: FuncOp, op: Instruction) -> bool:
    """Is an instruction executed in each of several lanes?"""
    return function.lane_count > 1 and not all(map(is_uniform, op.operands))


class Emitter:
    """Appends instructions, each of which writes a new register or a given one."""

    def __init__(
        self,
        declare: NewRegister,
        location: LocationAttr = UnknownLoc(),
        uniform: bool = False,
    ):
        self.declare = declare
        self.location = location
        self.uniform = uniform
        """Are new registers uniform?"""
        self.ops: list[Operation] = []

    @staticmethod
    def like(function: FuncOp, op: Instruction, declare: NewRegister) -> "Emitter":
        """An emitter for an instruction's replacement: uniform if its registers are."""
        uniform = function.lane_count > 1 and not has_lanes(function, op)
        return Emitter(declare, op.location, uniform)

    def new(self, family: str) -> SSAValue:
        """A new register."""
        return self.declare(family, self.uniform)

    def put(
        self,
        opcode: str,
        type: str,
        dst: SSAValue,
        *srcs: SSAValue,
        src_type: str | None = None,
    ) -> None:
        """Append an instruction that writes one register."""
        self.ops.append(
            create(
                opcode, type, (dst,), srcs, src_type=src_type, location=self.location
            )
        )

    def temporary(
        self,
        opcode: str,
        type: str,
        *srcs: SSAValue,
        family: str | None = None,
        src_type: str | None = None,
    ) -> SSAValue:
        """Append an instruction; the new register that it writes."""
        dst = self.new(SCALARS[type].family if family is None else family)
        self.put(opcode, type, dst, *srcs, src_type=src_type)
        return dst

    def compare(self, opcode: str, type: str, *srcs: SSAValue) -> SSAValue:
        """Append a comparison; the new bool that it writes."""
        return self.temporary(opcode, type, *srcs, family="bool")

    def load_constant(self, dst: SSAValue, type: str, bits: int) -> None:
        """Append an immediate; negative numbers as their bits."""
        bits &= (1 << SCALARS[type].width) - 1
        self.ops.append(loadi(dst, type, bits, location=self.location))

    def constant(self, type: str, bits: int) -> SSAValue:
        """A new register with an immediate."""
        dst = self.new(SCALARS[type].family)
        self.load_constant(dst, type, bits)
        return dst

    def offset(self, address: SSAValue, distance: int) -> SSAValue:
        """The address some bytes after another one."""
        if not distance:
            return address
        amount = self.constant("uint32", distance)
        return self.temporary("ADD", "uint32", address, amount)

    def moves(self, dsts: Sequence[SSAValue], srcs: Sequence[SSAValue]) -> None:
        """Append a copy of each source to its destination."""
        for dst, src in zip(dsts, srcs, strict=True):
            self.put("MOV", SIGNED[width_of(dst.type)], dst, src)

    def insert_before(self, op: Operation) -> Block:
        """Insert the instructions before an operation; its block."""
        block = op.parent
        assert block is not None
        block.insert_ops_before(self.ops, op)
        self.ops = []
        return block

    def replace(self, op: Operation) -> None:
        """Replace an operation by the instructions."""
        self.insert_before(op)
        op.detach()
        op.erase()


CONDITIONS = {"eq": "EQ", "ne": "NE", "lt": "LT", "le": "LE", "gt": "GT", "ge": "GE"}
FLOAT_CONDITIONS = {
    **{f"o{name}": opcode for name, opcode in CONDITIONS.items() if name != "ne"},
    "une": "NE",
    "ord": "ORD",
}


def negation(emit: Emitter, bit: SSAValue) -> SSAValue:
    """The negation of a bool."""
    return emit.temporary("XOR", "bool", bit, emit.constant("bool", 1))


def compare_into(
    emit: Emitter, condition: str, width: int, dst: SSAValue, srcs: Sequence[SSAValue]
) -> None:
    """Write the comparison of two integers, by a condition of llvlir, to a bool."""
    if condition in ("fa", "tr"):
        emit.load_constant(dst, "bool", int(condition == "tr"))
        return
    unsigned = condition.startswith("u")
    opcode = CONDITIONS[condition.removeprefix("u")]
    if width == 1 and opcode not in ("EQ", "NE"):
        # Signed, 1 is less than 0; gen's bools have no sign.
        lhs, rhs = srcs if unsigned else tuple(reversed(srcs))
        if opcode in ("GT", "GE"):
            lhs, rhs = rhs, lhs
        logic = "AND" if opcode in ("LT", "GT") else "OR"
        emit.put(logic, "bool", dst, negation(emit, lhs), rhs)
        return
    emit.put(opcode, (UNSIGNED if unsigned else SIGNED)[width], dst, *srcs)


Types = dict[int, str]
OF_CODE: Types = {}
"""The type of words where the sign makes no difference."""

INSTRUCTIONS: dict[str, tuple[str, Types]] = {
    "add": ("ADD", OF_CODE),
    "sub": ("SUB", OF_CODE),
    "mul": ("MUL", OF_CODE),
    "mulhu": ("MUL_HI", UNSIGNED),
    "mulhs": ("MUL_HI", SIGNED),
    "udiv": ("DIV", UNSIGNED),
    "sdiv": ("DIV", SIGNED),
    "urem": ("REM", UNSIGNED),
    "srem": ("REM", SIGNED),
    "and_": ("AND", OF_CODE),
    "or_": ("OR", OF_CODE),
    "xor": ("XOR", OF_CODE),
    "shl": ("SHL", OF_CODE),
    "lshr": ("SHR", UNSIGNED),
    "ashr": ("ASR", SIGNED),
    "abs_": ("ABS", SIGNED),
    "clz": ("LZD", UNSIGNED),
    "ctz": ("CTZ", UNSIGNED),
    "ite": ("SEL", OF_CODE),
    "fadd": ("ADD", FLOAT),
    "fsub": ("SUB", FLOAT),
    "fmul": ("MUL", FLOAT),
    "fdiv": ("DIV", FLOAT),
    "frem": ("REM", FLOAT),
    "fsqrt": ("SQR", FLOAT),
}
"""The instruction that computes an operation, and its types."""

CONVERSIONS: dict[str, tuple[Types, Types]] = {
    "sext": (OF_CODE, SIGNED),
    "zext": (OF_CODE, UNSIGNED),
    "fconvert": (FLOAT, FLOAT),
    "sitofp": (FLOAT, SIGNED),
    "uitofp": (FLOAT, UNSIGNED),
    "fptosi": (SIGNED, FLOAT),
    "fptoui": (UNSIGNED, FLOAT),
    "scaled_fptosi": (SIGNED, FLOAT),
}
"""The types to and from which a CVT computes an operation."""


@operation
def scaled_fptosi(k: Algebra[V], width: int, value: V) -> V:
    """A float as an integer as wide whose lowest byte is not needed."""
    return k.fptosi(width, width, value)


class Instructions(Builder[SSAValue]):
    """An algebra on registers, whose operations append instructions."""

    own = frozenset(("mulhu", "mulhs", "abs_", "scaled_fptosi"))

    def __init__(self, emit: Emitter, signed: bool = True):
        self.emit = emit
        self.types = SIGNED if signed else UNSIGNED
        self._constants: dict[tuple[int, int], SSAValue] = {}
        self._bits: dict[SSAValue, int] = {}

    def const(self, width: int, value: int) -> SSAValue:
        key = (width, value % (1 << width))
        if (known := self._constants.get(key)) is None:
            known = self._constants[key] = self.emit.constant(SIGNED[width], key[1])
            self._bits[known] = key[1]
        return known

    def known(self, value: SSAValue) -> int | None:
        return self._bits.get(value)

    def _type(self, types: Types, width: int) -> str:
        return (types or self.types)[width]

    def build(
        self, name: str, widths: Sequence[int], operands: Sequence[SSAValue]
    ) -> SSAValue:
        if name not in CONVERSIONS:
            opcode, types = INSTRUCTIONS[name]
            return self.emit.temporary(opcode, self._type(types, widths[0]), *operands)
        types, source_types = CONVERSIONS[name]
        type, source = self._type(types, widths[-1]), source_types[widths[0]]
        result = self.emit.temporary("CVT", type, *operands, src_type=source)
        if name == "scaled_fptosi":
            self.emit.ops[-1].attributes[SCALED] = UnitAttr()
        return result

    def zext(self, width: int, to: int, value: SSAValue) -> SSAValue:
        if width == 1:
            return self.ite(to, value, self.const(to, 1), self.const(to, 0))
        return self.build("zext", (width, to), (value,))

    def extract(self, width: int, high: int, low: int, value: SSAValue) -> SSAValue:
        """One bit, or as many as a type has."""
        if low:
            value = self.lshr(width, value, self.const(width, low))
        if high == low:
            bit = self.and_(width, value, self.const(width, 1))
            return self.icmp("ne", width, bit, self.const(width, 0))
        type = self._type(OF_CODE, high - low + 1)
        return self.emit.temporary("CVT", type, value, src_type=UNSIGNED[width])

    def icmp(
        self, condition: str, width: int, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        result = self.emit.new("bool")
        compare_into(self.emit, condition.removeprefix("s"), width, result, (lhs, rhs))
        return result

    def fcmp(
        self, condition: str, width: int, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        opcode = FLOAT_CONDITIONS[condition]
        return self.emit.compare(opcode, FLOAT[width], lhs, rhs)


def widened(k: Instructions, op: Instruction, source: SSAValue) -> SSAValue:
    """A source of an instruction on integers as a word."""
    if op.scalar.width == WORD:
        return source
    extend = k.sext if op.scalar.signed else k.zext
    return extend(op.scalar.width, WORD, source)


def write(k: Instructions, op: Instruction, result: SSAValue) -> None:
    """Write a word to an instruction's destination, narrowed to its type."""
    (dst,), type = op.dsts, op.scalar.name
    if op.scalar.width == WORD:
        k.emit.put("MOV", type, dst, result)
    else:
        k.emit.put("CVT", type, dst, result, src_type=k.types[WORD])

# pyright: basic, reportArgumentType=false, reportCallIssue=false
"""
The algebra over values of LLVM, of one lane or of all sixteen.

llvmlite has no types, therefore this file is not checked strictly.
"""

from llvmlite import ir

from circ.dialects.naplespu.register_file import LANES

BIT, BYTE, WORD, LONG = (ir.IntType(width) for width in (1, 8, 32, 64))
POINTER = BYTE.as_pointer()
_FLOAT = ir.FloatType()


def _instruction(name: str):
    """The method of the algebra that one instruction of LLVM computes."""

    def method(self, width, lhs, rhs):
        return getattr(self.b, name)(lhs, rhs)

    return method


def _float_instruction(name: str):
    """The same of floats, in the bits of words."""

    def method(self, width, lhs, rhs):
        value = getattr(self.b, name)(self._float(lhs), self._float(rhs))
        return self._bits(value)

    return method


def _float_comparison(operator: str):
    def method(self, width, lhs, rhs):
        return self.b.fcmp_ordered(operator, self._float(lhs), self._float(rhs))

    return method


class Values:
    """
    The algebra over LLVM values of the width in question
    (docs/reference/architecture.md, section 2).
    """

    suffix = ""
    """Of a type in the name of an intrinsic function, in front of the element's."""

    def __init__(self, builder: ir.IRBuilder):
        self.b = builder

    def of(self, element):
        """The type of a value with such lanes."""
        return element

    def const(self, width, value):
        return ir.Constant(ir.IntType(width), value & ((1 << width) - 1))

    add = _instruction("add")
    sub = _instruction("sub")
    mul = _instruction("mul")
    and_ = _instruction("and_")
    or_ = _instruction("or_")
    xor = _instruction("xor")

    def shl(self, width, lhs, rhs):
        return self._shift(width, self.b.shl(lhs, rhs), rhs)

    def lshr(self, width, lhs, rhs):
        return self._shift(width, self.b.lshr(lhs, rhs), rhs)

    def _shift(self, width, shifted, amount):
        inside = self.ult(width, amount, self.const(width, width))
        return self.b.select(inside, shifted, self.const(width, 0))

    def eq(self, width, lhs, rhs):
        return self.b.icmp_unsigned("==", lhs, rhs)

    def ult(self, width, lhs, rhs):
        return self.b.icmp_unsigned("<", lhs, rhs)

    def slt(self, width, lhs, rhs):
        return self.b.icmp_signed("<", lhs, rhs)

    def ite(self, width, condition, then, otherwise):
        return self.b.select(condition, then, otherwise)

    def zext(self, width, to, value):
        if width == to:
            return value
        return self.b.zext(value, self.of(ir.IntType(to)))

    def sext(self, width, to, value):
        if width == to:
            return value
        return self.b.sext(value, self.of(ir.IntType(to)))

    def extract(self, width, high, low, value):
        if low:
            value = self.b.lshr(value, self.const(width, low))
        size = high - low + 1
        if size == width:
            return value
        return self.b.trunc(value, self.of(ir.IntType(size)))

    def concat(self, width, low_width, high, low):
        to = width + low_width
        high = self.b.shl(self.zext(width, to, high), self.const(to, low_width))
        return self.b.or_(high, self.zext(low_width, to, low))

    def clz(self, width, value):
        return self._counted("ctlz", width, value)

    def ctz(self, width, value):
        return self._counted("cttz", width, value)

    def _counted(self, name, width, value):
        name = f"llvm.{name}.{self.suffix}i{width}"
        return self._call(name, value.type, [value, ir.Constant(BIT, 0)])

    def _call(self, name, type, operands):
        """What an intrinsic function of LLVM gives."""
        module = self.b.module
        function = module.globals.get(name)
        if function is None:
            kind = ir.FunctionType(type, [operand.type for operand in operands])
            function = ir.Function(module, kind, name)
        return self.b.call(function, operands)

    def _float(self, bits):
        return self.b.bitcast(bits, self.of(_FLOAT))

    def _word(self, value):
        return self.b.bitcast(value, self.of(WORD))

    def _bits(self, value):
        nan = self.b.fcmp_unordered("uno", value, value)
        return self.b.select(nan, self.const(32, 0x7FC00000), self._word(value))

    fadd = _float_instruction("fadd")
    fsub = _float_instruction("fsub")
    fmul = _float_instruction("fmul")
    fdiv = _float_instruction("fdiv")
    feq = _float_comparison("==")
    flt = _float_comparison("<")
    fle = _float_comparison("<=")

    def sitofp(self, width, to, value):
        return self._word(self.b.sitofp(value, self.of(_FLOAT)))

    def fptosi(self, width, to, value):
        number = self._float(value)
        name = f"llvm.fptosi.sat.{self.suffix}i32.{self.suffix}f32"
        saturated = self._call(name, self.of(WORD), [number])
        nan = self.b.fcmp_unordered("uno", number, number)
        return self.b.select(nan, self.const(32, 0x7FFFFFFF), saturated)


class Lanes(Values):
    """The same for all lanes of a vector register at once."""

    suffix = f"v{LANES}"

    def of(self, element):
        return ir.VectorType(element, LANES)

    def const(self, width, value):
        lane = super().const(width, value)
        return ir.Constant(self.of(lane.type), [lane] * LANES)

    def same(self, value):
        """A scalar in every lane."""
        undefined = ir.Constant(self.of(value.type), ir.Undefined)
        first = self.b.insert_element(undefined, value, ir.Constant(WORD, 0))
        zeros = ir.Constant(self.of(WORD), [ir.Constant(WORD, 0)] * LANES)
        return self.b.shuffle_vector(first, undefined, zeros)

    def lane(self, values, index):
        """One lane; `index` is a number or a value below 16."""
        if isinstance(index, int):
            index = ir.Constant(WORD, index)
        return self.b.extract_element(values, index)

    def joined(self, bits):
        """One-bit lanes as a register, lane 0 lowest: `semantics.lane_bits`."""
        return self.b.zext(self.b.bitcast(bits, ir.IntType(LANES)), WORD)

    def parted(self, mask):
        """The bits of a register as lanes: `semantics.enabled` of each."""
        half = self.b.trunc(mask, ir.IntType(LANES))
        return self.b.bitcast(half, self.of(BIT))

"""
Functions for rows of floats that are computed in integers.

What such a row computes is hundreds of operations on words. So a module has one
function for each row, types and rounding among its rows, and each row becomes a call.
These functions are private, and weak in objects, as those of the run-time library are.
"""

from collections.abc import Generator, Iterator
from contextlib import contextmanager

from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Attribute, Block, Region, SSAValue

from circ.dialects.common import soft_floats
from circ.dialects.common.exact_floats import MODES
from circ.dialects.common.memory import RUNTIME
from circ.dialects.common.module_functions import functions_of, name_of
from circ.dialects.common.runtime import OWN_PREFIX
from circ.dialects.common.soft_floats import Soft
from circ.dialects.llvlir.ops import CompareBranchOp, FuncOp, JumpOp, RetOp, RowOp
from circ.dialects.llvlir.semantics import attributes_of
from circ.dialects.llvlir.soft import is_long
from circ.dialects.llvlir.types import (
    R32,
    FloatType,
    FormatType,
    format_of,
    general,
    integer,
)
from circ.transforms.llvlir.maker import WORD, Maker
from circ.transforms.llvlir.row_algebra import RowAlgebra
from circ.transforms.runtime.library import taken


def text_of(type: Attribute) -> str:
    """A type in the name of a function."""
    if isinstance(type, FormatType):
        return f"fv{type.exponent.data}_{type.significand.data}"
    return str(type)


def function_name(op: RowOp) -> str | None:
    """The name of the function of a row; None of a row that is written out."""
    types, _, _, rounding = attributes_of(op)
    if rounding not in MODES or not is_long(op.ROW, types, rounding):
        return None
    return "_".join((f"{OWN_PREFIX}soft", op.ROW.base, *map(text_of, types), rounding))


class ModuleFunctions:
    """Functions that the rows of a module need, by name."""

    def __init__(self) -> None:
        self.made: dict[str, FuncOp] = {}

    def added_to(self, module: ModuleOp) -> Iterator[FuncOp]:
        """
        Add the functions to a module that has not got them; gives each of these.

        Further ones may be made meanwhile.
        """
        present = {name_of(function): function for function in functions_of(module)}
        done = 0
        while done < len(self.made):
            for name, function in [*self.made.items()][done:]:
                done += 1
                other = present.get(name)
                if other is None:
                    module.body.block.add_op(function)
                    yield function
                elif RUNTIME not in other.attributes:
                    raise taken(other, name)


class FloatFunctions(ModuleFunctions):
    """The functions of rows that are computed in integers."""

    def callee(self, op: RowOp, caller: FuncOp) -> str | None:
        """The function that computes a row, for a call in another function."""
        name = function_name(op)
        if name is None or name == caller.sym_name.data:
            return None
        if name not in self.made:
            self.made[name] = _function(name, op)
        return name


def _function(name: str, op: RowOp) -> FuncOp:
    """The function of a row, with its operands as parameters."""
    inputs, outputs = [value.type for value in op.operands], op.result_types
    if op.ROW.base == "frem":
        blocks = _remainder(outputs[0])
    elif op.ROW.base == "sqrt":
        blocks = _root(outputs[0], attributes_of(op)[-1])
    else:
        block = Block(arg_types=inputs)
        row = op.clone(dict(zip(op.operands, block.args, strict=True)))
        block.add_ops((row, RetOp.create(operands=row.results, location=op.location)))
        blocks = [block]
    return FuncOp.create_(
        name,
        inputs,
        outputs,
        Region(blocks),
        visibility="private",
        attributes={RUNTIME: UnitAttr()},
        location=op.location,
    )


# region Loops


@contextmanager
def at_the_end(maker: Maker, block: Block) -> Generator[None]:
    """Make operations at the end of a block that has no terminator yet."""
    place = RetOp.create()
    block.add_op(place)
    maker.move(place)
    yield
    place.detach()
    place.erase()


def _remainder(type: Attribute) -> list[Block]:
    """
    C's fmod, for any exponents.

    With a leading one in both significands, the result is `a * 2**n mod b`, in units of
    the lowest bit of `b`, and `n` is not negative where the first number is the larger.
    The power modulo `b` is squared once for each bit of `n` but the highest ones, which
    make a power that is a significand itself.
    """
    assert isinstance(type, FloatType)
    maker = Maker()
    k = RowAlgebra(maker)
    s = Soft(k, format_of(type.element))
    p, e = s.precision, s.exponents
    entry = Block(arg_types=(type, type))
    head = Block(arg_types=(general(integer(p)), general(integer(e))))
    body, end = Block(), Block()
    with at_the_end(maker, entry):
        x, y = map(maker.integer_of, entry.args)
        (power, a), (unit, b) = (s.normalized(p, *s.unpacked(n)) for n in (x, y))
        is_less = k.ult(s.width, s.abs(x), s.abs(y))
        is_nan = s.either(s.is_nan(x), s.is_nan(y))
        is_nan = s.either(is_nan, s.either(s.is_infinite(x), s.is_zero(y)))
        n = k.sub(e, power, unit)
        n = k.ite(e, s.either(is_less, is_nan), s.power(0), n)
        known = s.power(p.bit_length() - 1)  # of so many bits an exponent is below p
        length = k.sub(e, s.power(e), k.clz(e, n))
        is_short = k.ult(e, length, known)
        steps = k.ite(e, is_short, s.power(0), k.sub(e, length, known))
        first = s.moved("shl", p, k.const(p, 1), k.lshr(e, n, steps))
        maker.add(JumpOp.create_(head, (first, steps)))
    rest, left = head.args
    with at_the_end(maker, head):
        again = CompareBranchOp.branch("ne", left, s.power(0), body, (), end, ())
        maker.add(again)
    with at_the_end(maker, body):
        left = k.sub(e, left, s.power(1))
        bit = k.extract(e, 0, 0, k.lshr(e, n, left))
        square = _product(k, p, 2 * p + 1, rest, rest)
        twice = k.shl(2 * p + 1, square, k.const(2 * p + 1, 1))
        square = k.ite(2 * p + 1, bit, twice, square)
        maker.add(JumpOp.create_(head, (_modulo(k, p, 2 * p + 1, square, b), left)))
    with at_the_end(maker, end):
        rest = _modulo(k, p, 2 * p, _product(k, p, 2 * p, a, rest), b)
        result = s.rounded(s.sign(x), unit, p, rest)
        result = k.ite(s.width, is_less, x, result)
        result = k.ite(s.width, is_nan, s.bits(s.format.nan), result)
        maker.add(RetOp.create(operands=[maker.float_of(result, type.element)]))
    return [entry, head, body, end]


def _root(type: Attribute, mode: str) -> list[Block]:
    """`soft_floats.square_root`, its bits in a loop."""
    assert isinstance(type, FloatType)
    maker = Maker()
    k = RowAlgebra(maker)
    r = Soft(k, format_of(type.element), mode)
    p, size = r.precision, soft_floats.whole(r.precision + 4)
    number = general(integer(size))
    entry, end = Block(arg_types=(type,)), Block()
    body = Block(arg_types=(number, number, number, R32))
    with at_the_end(maker, entry):
        x = maker.integer_of(entry.args[0])
        exponent, radicand = soft_floats.root_start(r, x)
        above = k.const(size, size - (p + 1))
        radicand = k.shl(size, k.zext(p + 1, size, radicand), above)
        zero = k.const(size, 0)
        maker.add(JumpOp.create_(body, (zero, zero, radicand, maker.constant(p + 2))))
    root, rest, radicand, left = body.args
    with at_the_end(maker, body):
        digits = k.lshr(size, radicand, k.const(size, size - 2))
        root, rest = soft_floats.root_bit(r, size, root, rest, digits)
        radicand = k.shl(size, radicand, k.const(size, 2))
        left = k.sub(WORD, left, maker.constant(1))
        passed, zero = (root, rest, radicand, left), maker.constant(0)
        maker.add(CompareBranchOp.branch("ne", left, zero, body, passed, end, ()))
    with at_the_end(maker, end):
        result = soft_floats.root_end(r, x, exponent, size, root, rest)
        maker.add(RetOp.create(operands=[maker.float_of(result, type.element)]))
    return [entry, body, end]


def _product(
    k: RowAlgebra, width: int, to: int, lhs: SSAValue, rhs: SSAValue
) -> SSAValue:
    return k.mul(to, k.zext(width, to, lhs), k.zext(width, to, rhs))


def _modulo(
    k: RowAlgebra, width: int, wide: int, value: SSAValue, by: SSAValue
) -> SSAValue:
    rest = k.urem(wide, value, k.zext(width, wide, by))
    return k.extract(wide, width - 1, 0, rest)


# endregion

"""Operations of other packages run at every level by their meaning alone."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import (
    IndexType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    VectorType,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    prop_def,
    var_operand_def,
    var_result_def,
)
from xdsl.transforms.canonicalize import CanonicalizePass

import circ
from circ.dialects.common import arithmetic, bits, rounding
from circ.dialects.common.meaning import HasMeaning, HasMemoryMeaning
from circ.transforms.pipelines import LEVELS

INDEX = IndexType()
Meaning = Callable[..., Any]


def mean(k: Any, x: Any, y: Any) -> Any:
    """The mean of two i16 without overflow."""
    wide = k.add(32, k.sext(16, 32, x), k.sext(16, 32, y))
    return k.extract(32, 15, 0, k.ashr(32, wide, k.const(32, 1)))


def saturating_sum(k: Any, x: Any, y: Any) -> Any:
    total = k.add(32, k.sext(16, 32, x), k.sext(16, 32, y))
    least, most = k.const(32, -(1 << 15)), k.const(32, (1 << 15) - 1)
    total = arithmetic.mins(k, 32, arithmetic.maxs(k, 32, total, least), most)
    return k.extract(32, 15, 0, total)


def clamp(k: Any, x: Any, low: Any, high: Any) -> Any:
    return arithmetic.mins(k, 32, arithmetic.maxs(k, 32, x, low), high)


def sign(k: Any, x: Any) -> Any:
    minus = k.const(32, -1)
    positive = k.ite(32, k.eq(32, x, k.const(32, 0)), k.const(32, 0), k.const(32, 1))
    return k.ite(32, k.slt(32, x, k.const(32, 0)), minus, positive)


def polynomial(k: Any, x: Any) -> Any:
    """3 x^2 + 2 x - 1 in binary32."""
    floats = (0x40400000, 0x40000000, 0x3F800000)
    three, two, one = (k.const(32, value) for value in floats)
    square = k.fmul(32, three, k.fmul(32, x, x))
    return k.fsub(32, k.fadd(32, square, k.fmul(32, two, x)), one)


def gray(k: Any, x: Any) -> Any:
    return k.xor(32, x, k.lshr(32, x, k.const(32, 1)))


def collatz(k: Any, x: Any) -> Any:
    odd = k.eq(32, k.and_(32, x, k.const(32, 1)), k.const(32, 1))
    triple = k.add(32, k.mul(32, x, k.const(32, 3)), k.const(32, 1))
    return k.ite(32, odd, triple, k.lshr(32, x, k.const(32, 1)))


def product_high(k: Any, x: Any, y: Any) -> Any:
    wide = k.mul(64, k.zext(32, 64, x), k.zext(32, 64, y))
    return k.extract(64, 63, 32, wide)


def nand(k: Any, x: Any, y: Any) -> Any:
    return k.xor(1, k.and_(1, x, y), k.const(1, 1))


def hypotenuse(k: Any, x: Any, y: Any) -> Any:
    return k.fsqrt(32, k.fadd(32, k.fmul(32, x, x), k.fmul(32, y, y)))


def divide(k: Any, x: Any, y: Any) -> Any:
    return k.sdiv(32, x, y), k.srem(32, x, y)


# Name: types of operands, types of results, meaning, arguments, results.
VALUES: dict[str, tuple[Any, Any, Meaning, Any, Any]] = {
    "square": ([i32], [i32], lambda k, x: k.mul(32, x, x), [-7], [49]),
    "mean": ([i16, i16], [i16], mean, [32767, 32765], [32766]),
    "saturate": ([i16, i16], [i16], saturating_sum, [32767, 2], [32767]),
    "clamp": ([i32, i32, i32], [i32], clamp, [50, -3, 10], [10]),
    "sign": ([i32], [i32], sign, [-9], [-1]),
    "gray": ([i32], [i32], gray, [5], [7]),
    "collatz": ([i32], [i32], collatz, [7], [22]),
    "high": ([i32, i32], [i32], product_high, [-1, 16], [15]),
    "divide": ([i32, i32], [i32, i32], divide, [-7, 2], [-3, -1]),
    "nand": ([i1, i1], [i1], nand, [1, 1], [0]),
    "byte": ([i32], [i8], lambda k, x: k.extract(32, 15, 8, x), [0x1234], [0x12]),
    "pack": ([i8, i8], [i16], lambda k, x, y: k.concat(8, 8, x, y), [1, 2], [258]),
    "ones": ([i32], [i32], lambda k, x: bits.population_of_any(k, 32, x), [255], [8]),
    "zeros": ([i16], [i16], lambda k, x: k.clz(16, x), [1], [15]),
    "wide": ([i64, i64], [i64], lambda k, x, y: k.sub(64, x, y), [1 << 40, 9], [(1 << 40) - 9]),  # noqa: E501
    "equal": ([i64, i64], [i1], lambda k, x, y: k.eq(64, x, y), [5, 5], [1]),
    "next": ([INDEX], [INDEX], lambda k, x: k.add(32, x, k.const(32, 1)), [41], [42]),
    "to_index": ([i32], [INDEX], lambda k, x: k.mul(32, x, k.const(32, 4)), [3], [12]),
    "polynomial": ([f32], [f32], polynomial, [2.0], [15.0]),
    "hypot": ([f32, f32], [f32], hypotenuse, [3.0, 4.0], [5.0]),
    "floor": ([f32], [f32], lambda k, x: rounding.floor(k, 32, x), [-1.5], [-2.0]),
    "less": ([f32, f32], [i1], lambda k, x, y: k.flt(32, x, y), [1.0, 2.0], [1]),
    "truncate": ([f32], [i32], lambda k, x: k.fptosi(32, 32, x), [-3.9], [-3]),
    "float": ([i16], [f32], lambda k, x: k.sitofp(16, 32, x), [-3], [-3.0]),
    "bits": ([f32], [i32], lambda k, x: x, [1.0], [0x3F800000]),
    "double": ([f64, f64], [f64], lambda k, x, y: k.fdiv(64, x, y), [1, 3], [1 / 3]),
    "widen": ([f32], [f64], lambda k, x: k.fconvert(32, 64, x), [0.5], [0.5]),
    "shift_out": ([i32, i32], [i32], lambda k, x, y: k.shl(32, x, y), [1, 40], [0]),
    "shift_in": ([i8, i8], [i8], lambda k, x, y: k.lshr(8, x, y), [-1, 7], [1]),
    "sign_fill": ([i16, i16], [i16], lambda k, x, y: k.ashr(16, x, y), [-8, 99], [-1]),
    "modulo": ([i32, i32], [i32], lambda k, x, y: arithmetic.shl(k, 32, x, y), [1, 40], [256]),  # noqa: E501
    "all_out": ([i32], [i32], lambda k, x: k.lshr(32, x, k.const(32, 32)), [-1], [0]),
    "constant": ([], [i32], lambda k: k.const(32, 17), [], [17]),
}  # fmt: skip


def function_of(op: Operation) -> ModuleOp:
    """A function that computes one operation of its arguments."""
    block = Block(arg_types=[value.type for value in op.operands])
    own = type(op).create(
        operands=block.args,
        result_types=[result.type for result in op.results],
        properties=op.properties,
    )
    block.add_ops((own, ReturnOp(*own.results)))
    inputs = [value.type for value in block.args]
    outputs = [result.type for result in own.results]
    return ModuleOp([FuncOp("own", (inputs, outputs), Region(block))])


def operation(
    meaning: Meaning, inputs: Sequence[Attribute], outputs: Sequence[Attribute]
) -> Operation:
    """An operation of a class of its own, detached."""

    @irdl_op_definition
    class OwnOp(IRDLOperation, HasMeaning):
        name = "own.operation"
        inputs = var_operand_def()
        outputs = var_result_def()

        def compute(self, k: Any, operands: Sequence[Any]) -> Sequence[Any]:
            results = meaning(k, *operands)
            return results if isinstance(results, tuple) else (results,)

    block = Block(arg_types=inputs)
    return OwnOp.create(operands=block.args, result_types=outputs)


@pytest.mark.parametrize("name", VALUES)
def test_numbers(name: str):
    inputs, outputs, meaning, arguments, results = VALUES[name]
    runs = circ.compare_levels(
        function_of(operation(meaning, inputs, outputs)), *arguments
    )
    assert tuple(runs) == LEVELS
    assert [*runs["source"].results] == results


def shifted_out(x: Any, y: Any) -> Any:
    """A shift, whose amounts are those of `test_vectors` or more."""
    return np.where(y < 32, x >> np.minimum(y, 31), 0)


ELEMENTWISE = (
    (i16, 16, saturating_sum, np.add),
    (i32, 16, lambda k, x, y: k.mul(32, x, y), np.multiply),
    (f32, 5, lambda k, x, y: k.fmul(32, x, y), np.multiply),
    (i64, 3, lambda k, x, y: k.add(64, x, y), np.add),
    (i32, 16, lambda k, x, y: k.lshr(32, x, y), shifted_out),
    (
        i64,
        3,
        lambda k, x, y: k.ashr(64, k.sub(64, x, y), k.mul(64, y, k.const(64, 40))),
        lambda x, y: np.where(y == 0, x, -1),
    ),
)


@pytest.mark.parametrize(("element", "lanes", "meaning", "expected"), ELEMENTWISE)
def test_vectors(element: Attribute, lanes: int, meaning: Meaning, expected: Any):
    vector = VectorType(element, [lanes])
    module = function_of(operation(meaning, [vector, vector], [vector]))
    dtype = {i16: np.int16, i32: np.int32, i64: np.int64, f32: np.float32}[element]
    x, y = np.arange(lanes).astype(dtype), np.arange(lanes)[::-1].astype(dtype) * 3
    runs = circ.compare_levels(module, x, np.ascontiguousarray(y))
    assert tuple(runs) == LEVELS
    for run in runs.values():
        assert np.array_equal(run.results[0], expected(x, y))


@irdl_op_definition
class ExchangeOp(IRDLOperation, HasMemoryMeaning):
    """Exchanges two neighbouring elements and gives their sum."""

    name = "own.exchange"
    operands_ = var_operand_def()
    sum = var_result_def()
    step = prop_def(IntegerAttr)

    def compute(self, k: Any, memory: Any, operands: Sequence[Any]) -> Sequence[Any]:
        array, index = operands
        size = self.step.value.data
        place = k.add(32, array, k.mul(32, index, k.const(32, size)))
        after = k.add(32, place, k.const(32, size))
        first, second = memory.load(place, size), memory.load(after, size)
        memory.store(place, size, second)
        memory.store(after, size, first)
        return (k.add(8 * size, first, second),)


@pytest.mark.parametrize(("type", "size"), ((i8, 1), (i16, 2), (i32, 4), (i64, 8)))
def test_memory(type: Attribute, size: int):
    array = MemRefType(type, [4])
    block = Block(arg_types=[array, INDEX])
    properties = {"step": IntegerAttr(size, i32)}
    op = ExchangeOp.create(
        operands=block.args, result_types=[type], properties=properties
    )
    data = np.array([1, 2, 3, 4], f"int{8 * size}")
    runs = circ.compare_levels(function_of(op), data, 1)
    assert tuple(runs) == LEVELS
    for run in runs.values():
        assert run.results == [5] and run.arrays[0].tolist() == [1, 3, 2, 4]


def test_memory_is_guarded_at_the_source():
    block = Block(arg_types=[MemRefType(i32, [2]), INDEX])
    properties = {"step": IntegerAttr(4, i32)}
    op = ExchangeOp.create(
        operands=block.args, result_types=[i32], properties=properties
    )
    with pytest.raises(circ.Diagnostic, match="outside"):
        circ.run(function_of(op), np.zeros(2, np.int32), 1, level="source")


@irdl_op_definition
class GatherOp(IRDLOperation, HasMemoryMeaning):
    """
    Elements of an array at the lanes of a vector, to which a number is added in memory.

    The results are the elements as a vector, and the number of lanes.
    """

    name = "own.gather"
    operands_ = var_operand_def()
    results_ = var_result_def()

    def compute(self, k: Any, memory: Any, operands: Sequence[Any]) -> Sequence[Any]:
        array, *indices, number = operands
        found: list[Any] = []
        for index in indices:
            wide = k.zext(8, 32, index)
            place = k.add(32, array, k.shl(32, wide, k.const(32, 1)))
            found.append(memory.load(place, 2))
            memory.store(place, 2, k.add(16, found[-1], number))
        return (*found, k.const(32, len(indices)))


@pytest.mark.parametrize("lanes", (1, 3, 16))
def test_memory_and_vectors(lanes: int):
    vector = VectorType(i8, [lanes])
    op = GatherOp.create(
        operands=Block(arg_types=[MemRefType(i16, [8]), vector, i16]).args,
        result_types=[VectorType(i16, [lanes]), i32],
    )
    array, indices = [3, 1, 4, 1, 5, 9, 2, 6], [7 * i % 8 for i in range(lanes)]
    arguments = np.array(array, np.int16), np.array(indices, np.int8), -10
    runs = circ.compare_levels(function_of(op), *arguments)
    assert tuple(runs) == LEVELS
    expected: list[int] = []
    for index in indices:
        expected.append(array[index])
        array[index] -= 10
    for run in runs.values():
        found, count = run.results
        assert isinstance(found, np.ndarray) and found.tolist() == expected
        assert count == lanes and run.arrays[0].tolist() == array


def wrong(k: Any, x: Any) -> Any:
    return (x, x)


MISTAKES = (
    (
        [i32],
        [i32],
        wrong,
        "computes 2 results instead of 1",
        "computes 2 results instead of 1",
    ),
    (
        [i32],
        [i8],
        lambda k, x: x,
        "computes 0x1ff for result 0, which has 8 bits",
        "computes a value of 32 bits where one has 8",
    ),
    (
        [i32],
        [i32],
        lambda k, x: k.zext(24, 32, k.extract(32, 23, 0, x)),
        "",
        "a meaning that computes with 24 bits is not supported",
    ),
    (
        [VectorType(i32, [4])],
        [i32],
        lambda k, x: x,
        "different numbers of lanes",
        "different numbers of lanes",
    ),
)


@pytest.mark.parametrize(("inputs", "outputs", "meaning", "run", "lowered"), MISTAKES)
def test_mistakes_of_meanings(
    inputs: Any, outputs: Any, meaning: Meaning, run: str, lowered: str
):
    module = function_of(operation(meaning, inputs, outputs))
    vector = isinstance(inputs[0], VectorType)
    argument = np.arange(4, dtype=np.int32) if vector else 0x1FF
    if run:
        with pytest.raises(circ.Diagnostic, match=run):
            circ.run(module, argument, level="source")
    with pytest.raises(circ.Diagnostic, match=lowered):
        circ.compile(module, "circuit")


def test_mistakes_are_not_folded():
    """They are diagnosed where the operation is executed."""
    numbers = ([i32], [i8], lambda k, x: x), ([i32], [i32], wrong)
    for inputs, outputs, meaning in numbers:
        module = function_of(operation(meaning, inputs, outputs))
        (function,) = module.ops
        block = function.regions[0].block
        constant = ConstantOp.from_int_and_width(511, i32)
        block.insert_op_before(constant, block.first_op)
        block.args[0].replace_all_uses_with(constant.result)
        CanonicalizePass().apply(Context(), module)
        assert "own.operation" in str(module)


@irdl_op_definition
class BareOp(IRDLOperation, HasMeaning):
    """Its meaning gives a value in the place of a sequence."""

    name = "own.bare"
    inputs = var_operand_def()
    outputs = var_result_def()

    def compute(self, k: Any, operands: Sequence[Any]) -> Any:
        return k.const(32, 1)


@irdl_op_definition
class NestedOp(IRDLOperation, HasMeaning):
    """Its meaning gives a sequence in the place of a value."""

    name = "own.nested"
    inputs = var_operand_def()
    outputs = var_result_def()

    def compute(self, k: Any, operands: Sequence[Any]) -> Any:
        return ([k.const(32, 1)],)


@pytest.mark.parametrize("level", ("source", "circuit"))
def test_a_meaning_that_gives_sequences(level: str):
    module = function_of(NestedOp.create(result_types=[i32]))
    with pytest.raises(circ.Diagnostic, match="gives a sequence of sequences"):
        circ.run(module, level=level)


@pytest.mark.parametrize("level", ("source", "circuit"))
def test_a_meaning_that_gives_no_sequence(level: str):
    module = function_of(BareOp.create(result_types=[i32]))
    with pytest.raises(circ.Diagnostic, match="must give a tuple or list, but gives"):
        circ.run(module, level=level)


def test_an_operation_without_a_meaning():
    @irdl_op_definition
    class SilentOp(IRDLOperation):
        name = "own.silent"
        inputs = var_operand_def()

    module = function_of(SilentOp.create())
    for level in ("source", "circuit"):
        with pytest.raises(circ.Diagnostic, match=r"has no meaning \(HasMeaning"):
            circ.run(module, level=level)

"""One operation in a function: the same bits at llvlir, legalized, and at gen."""

from random import Random

from vector_rows import joined, registers_of
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute

from circ.dialects.common.exact_floats import Format
from circ.dialects.common.verifier import verify_module
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import FuncOp, TableOp
from circ.dialects.llvlir.types import (
    R1,
    A,
    FloatType,
    MaskType,
    VectorType,
    format_of,
    is_integer,
    register_type,
    shape_of,
)
from circ.targets.execute.gen import interpreter as gen
from circ.targets.execute.llvlir import interpreter as llvlir
from circ.targets.execute.memory import Memory
from circ.transforms.conversion.llvlir_to_gen import ConvertLlvlirToGenPass
from circ.transforms.llvlir.legalize import LlvlirLegalizePass

LOCKED = ("ll.I", "llu.I", "sc.I")


def float_bits(random: Random, f: Format) -> int:
    """An infinity, a zero, a subnormal number, or one near one."""
    fraction, bias = random.getrandbits(f.fraction), (1 << f.exponent - 1) - 1
    if random.random() < 0.3:
        fraction = random.choice((0, 1, (1 << f.fraction) - 1, 1 << f.fraction - 1))
    near = bias + random.randrange(-f.fraction, f.fraction + 1)
    field = random.choice((max(0, near), max(0, near), bias, 0, 2 * bias + 1))
    field = min(field, 2 * bias + 1)
    return random.getrandbits(1) << f.width - 1 | field << f.fraction | fraction


def bits_of(random: Random, type: Attribute) -> int:
    lanes, width = shape_of(type)
    if lanes:
        element = R1 if isinstance(type, MaskType) else register_type(type.element)  # pyright: ignore
        assert element is not None
        each = (bits_of(random, element) << i * width for i in range(lanes))
        return sum(each)
    if isinstance(type, FloatType) and random.random() < 0.7:
        return float_bits(random, format_of(type.element))
    edges = (0, 1, (1 << width) - 1, 1 << width - 1, width, width - 1, 0x7F)
    value = random.getrandbits(width)
    return random.choice(edges) % (1 << width) if random.random() < 0.4 else value


def number_of(type: Attribute, bits: int) -> int:
    """The bits of a value; those of the one NaN for any."""
    if isinstance(type, VectorType) and not is_integer(type.element):
        lane, width = register_type(type.element), width_of(type.element)
        assert lane is not None
        each = (bits >> i * width & (1 << width) - 1 for i in range(type.lanes.data))
        return sum(number_of(lane, n) << i * width for i, n in enumerate(each))
    if not isinstance(type, FloatType):
        return bits
    format = format_of(type.element)
    return format.nan if format.is_nan(bits) else bits


def check(function: FuncOp, random: Random, trials: int) -> None:
    """
    Payloads of NaN are not compared. Locked accesses are aligned, and of zeros: what
    memory has above an odd width is zeros once such an integer has been stored there.
    """
    (op, *_) = function.body.block.ops
    locked = isinstance(op, TableOp) and op.ROW.name in LOCKED
    distance = 64 - (op.imm.data if locked and op.imm else 0)
    module = ModuleOp([function])
    verify_module(module)
    types = function.function_type
    inputs, outputs = types.inputs.data, types.outputs.data
    legalized = module.clone()
    LlvlirLegalizePass().apply(Context(), legalized)
    verify_module(legalized)
    lowered = legalized.clone()
    ConvertLlvlirToGenPass().apply(Context(), lowered)
    for _ in range(trials):
        content = bytes(256) if locked else random.randbytes(256)
        values = [None if type == A else bits_of(random, type) for type in inputs]
        if inputs[1:2] and {*inputs[:2]} == {A} and len(inputs) > 3:  # by an index
            values[1:4] = (random.randrange(4) for _ in range(3))
        found: list[object] = []
        for level, made in ((llvlir, module), (llvlir, legalized), (gen, lowered)):
            memory = Memory()
            start = memory.allocate(256, 16)
            memory.write(start, content)
            bits = [start + distance if value is None else value for value in values]
            if made is not module:
                bits = registers_of(random, inputs, bits)
            results = level.run(made, "f", bits, memory).results
            if made is not module:
                results = joined(outputs, results)
            results = list(map(number_of, outputs, results))
            found.append((results, bytes(memory.read(start, 256))))
        assert found[0] == found[1] == found[2], (str(module), values)

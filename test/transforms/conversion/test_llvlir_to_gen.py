"""Each scalar row of llvlir means the same as what it becomes in gen."""

import random
from collections.abc import Sequence
from itertools import product

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, f32, f64
from xdsl.ir import Attribute, Block, Region

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.widths import width_of
from circ.dialects.gen import Instruction
from circ.dialects.llvlir.ops import FuncOp, RetOp, create
from circ.dialects.llvlir.table import Row, row_of_name
from circ.dialects.llvlir.types import FloatType, integer
from circ.dialects.llvlir.typing import value_types
from circ.targets.execute.gen import interpreter as gen
from circ.targets.execute.llvlir import interpreter as llvlir
from circ.targets.execute.memory import Memory
from circ.transforms.conversion.llvlir_to_gen import ConvertLlvlirToGenPass
from circ.transforms.conversion.to_gen.rows import ATOMIC_OPERATIONS, ROWS

WIDTHS = (1, 8, 16, 32, 64)
FLOATS = (f32, f64)
MEMORY = {
    *("ld.I", "ldu.I", "ld.F", "slot", "consta.L"),
    *(f"{base}.I" for base in ATOMIC_OPERATIONS),
}
SPECIAL = {
    32: (0, 1 << 31, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000, 1),
    64: (0, 1 << 63, 0x3FF << 52, 0xBFF << 52, 0x7FF << 52, 0xFFF << 52, 0x7FF8 << 48),
}


def parameters(row: Row) -> list[tuple[Attribute, ...]]:
    """All type parameters that a row may have in gen."""
    integers = [integer(width) for width in WIDTHS]
    choices: list[Sequence[Attribute]] = [
        integers if letter == "I" else FLOATS for letter in row.parameters
    ]
    found = list(product(*choices))
    base = row.base
    if base in ("sext", "zext"):
        return [t for t in found if width_of(t[0]) > width_of(t[1])]
    if base == "trunc":
        return [t for t in found if width_of(t[0]) < width_of(t[1])]
    if base in ("addp", "subp", "pdiff"):
        return [t for t in found if width_of(t[0]) > 1]
    return found


def variants(row: Row, types: tuple[Attribute, ...]) -> list[dict[str, object]]:
    """The immediates and conditions to try."""
    width = width_of(types[0]) if types else 32
    if "c" in row.inputs:
        conditions = ["fa", "eq", "lt", "le", "gt", "ge", "ne", "tr"]
        if row.base == "cmps" and row.suffix == "I":
            conditions += ["ult", "ule", "ugt", "uge"]
        return [{"condition": condition} for condition in conditions]
    if row.immediate == "field":
        fields = {(0, 1), (0, width), (width - 1, 1), (width // 2, width // 2 or 1)}
        return [{"imm": offset, "imm1": count} for offset, count in fields]
    if "i" in row.inputs:
        top = {"amount": width - 1, "signed": (1 << (width - 1)) - 1}
        return [{"imm": 0}, {"imm": top.get(row.immediate, (1 << width) - 1)}]
    return [{}]


def function(row: Row, types: tuple[Attribute, ...], **more: object) -> ModuleOp:
    result, *operands = value_types(row, types)
    assert result is not None and None not in operands
    block = Block(arg_types=[t for t in operands if t is not None])
    op = create(row.name, block.args, types, **more)  # pyright: ignore
    block.add_ops([op, RetOp.create_(op.results)])
    inputs = [argument.type for argument in block.args]
    return ModuleOp([FuncOp.create_("f", inputs, [result], Region(block))])


def inputs_of(module: ModuleOp, rng: random.Random) -> list[list[int]]:
    func = module.body.block.first_op
    assert isinstance(func, FuncOp)
    pools: list[list[int]] = []
    for type in func.function_type.inputs.data:
        width = width_of(type)
        pool = {0, 1, (1 << width) - 1, 1 << (width - 1), rng.getrandbits(width)}
        pool |= {x % (1 << width) for x in SPECIAL.get(width, ())}
        pools.append(sorted(pool))
    every = [list(arguments) for arguments in product(*pools)]
    return every if len(every) <= 40 else rng.sample(every, 40)


def is_nan(type: Attribute, bits: int) -> bool:
    if not isinstance(type, FloatType):
        return False
    width = width_of(type)
    magnitude = bits & ((1 << (width - 1)) - 1)
    return magnitude > {32: 0x7F800000, 64: 0x7FF << 52}[width]


@pytest.mark.parametrize("name", sorted(set(ROWS) - MEMORY))
@pytest.mark.every(3)
def test_row_means_the_same(name: str):
    row = row_of_name()[name]
    rng = random.Random(name)
    for types in parameters(row):
        for more in variants(row, types):
            module = function(row, types, **more)
            module.verify()
            inputs = inputs_of(module, rng)
            expected = [
                llvlir.run(module, "f", list(x), Memory()).results for x in inputs
            ]
            result = value_types(row, types)[0]
            assert result is not None
            ConvertLlvlirToGenPass().apply(Context(), module)
            module.verify()
            for arguments, wanted in zip(inputs, expected, strict=True):
                found = gen.run(module, "f", arguments, Memory()).results
                same = found == wanted or (
                    is_nan(result, found[0]) and is_nan(result, wanted[0])
                )
                assert same, (types, more, arguments, found, wanted)


def test_row_without_counterpart_is_diagnosed():
    module = function(row_of_name()["fsll.I"], (integer(32),))
    with pytest.raises(Diagnostic, match=r"'llvlir.fsll.I': .* is not supported"):
        ConvertLlvlirToGenPass().apply(Context(), module)


def test_width_without_family_is_diagnosed():
    module = function(row_of_name()["add.I"], (integer(24),))
    with pytest.raises(Diagnostic, match="is not supported"):
        ConvertLlvlirToGenPass().apply(Context(), module)


def test_function_is_left_alone_where_another_is_diagnosed():
    module = function(row_of_name()["add.I"], (integer(32),))
    other = function(row_of_name()["fsll.I"], (integer(32),))
    func = other.body.block.first_op
    assert func is not None
    func.detach()
    module.body.block.add_op(func)
    before = str(module)
    with pytest.raises(Diagnostic):
        ConvertLlvlirToGenPass().apply(Context(), module)
    assert str(module) == before


def test_only_the_last_instruction_writes_the_result():
    """A result may share a register with an operand of the same row."""
    for name in sorted(set(ROWS) - MEMORY):
        row = row_of_name()[name]
        for types in parameters(row):
            for more in variants(row, types):
                module = function(row, types, **more)
                ConvertLlvlirToGenPass().apply(Context(), module)
                ops = [op for op in module.walk() if isinstance(op, Instruction)]
                result = ops[-1].dsts[0]
                writers = [op for op in ops if result in op.dsts]
                assert writers == ops[-1:], (name, types)

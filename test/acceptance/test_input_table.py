"""
The table of operations in docs/input.md, for all that xDSL has of these dialects.

An operation is supported where the front end converts it, and then some test must use
it; any other is diagnosed, once, with its name and its place.
"""

import re
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region
from xdsl.universe import Universe

from circ.dialects.common.diagnostics import Diagnostic, located
from circ.dialects.common.meaning import HasExpansion
from circ.dialects.source import dialect_named
from circ.dialects.source.advice import LOWERED_BY
from circ.targets.execute.memory import Memory
from circ.targets.execute.source import interpreter as source
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.conversion.func_to_circuit import CONVERSIONS, convert_module

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "input.md"
DIALECTS = (
    "arith",
    "cf",
    "scf",
    "memref",
    "func",
    "math",
    "affine",
    "vector",
    "index",
    "ub",
)
BEGIN, END = "<!-- operations -->\n", "<!-- end -->\n"

STRUCTURE = {
    *("func.func", "func.return", "memref.global"),
    *("cf.br", "cf.cond_br", "cf.switch", "affine.yield"),
    *("scf.yield", "scf.condition", "scf.reduce", "scf.reduce.return"),
    "scf.forall.in_parallel",
}
"""Supported, but converted by the operation around them and not by name."""


def operations(dialect: str) -> list[type[Operation]]:
    factory = Universe.get_multiverse().all_dialects[dialect]
    return list(dialect_named(dialect, factory)().operations)


OPERATIONS = {op.name: op for name in DIALECTS for op in operations(name)}
SUPPORTED = STRUCTURE | {
    *(op.name for op in CONVERSIONS if hasattr(op, "name")),
    *(
        name
        for name, op in OPERATIONS.items()
        if not CONVERSIONS.keys().isdisjoint(op.__mro__) or issubclass(op, HasExpansion)
    ),
}
"""By the class of the operation or one that it extends."""


OTHERS = {
    "affine": ("delinearize_index dma_start dma_wait prefetch"),
    "memref": ("atomic_yield generic_atomic_rmw prefetch realloc reshape"),
    "vector": (
        "mask reshape scalable.extract scalable.insert vscale "
        "warp_execute_on_lane_0 yield"
    ),
    "complex": (
        "abs add angle atan2 bitcast conj constant cos create div eq exp expm1 "
        "im log log1p mul neg neq pow re rsqrt sign sin sqrt sub tan tanh"
    ),
    "tensor": (
        "bitcast cast collapse_shape concat dim empty expand_shape extract "
        "extract_slice from_elements gather generate insert insert_slice pack "
        "pad parallel_insert_slice rank reshape scatter splat unpack yield"
    ),
    "linalg": (
        "add batch_matmul broadcast conv_1d conv_2d conv_2d_nhwc_hwcf copy div "
        "dot exp fill generic index map matmul matvec mul pooling_nhwc_max "
        "pooling_nhwc_sum reduce softmax sub transpose vecmat yield"
    ),
    "bufferization": (
        "alloc_tensor clone dealloc dealloc_tensor materialize_in_destination "
        "to_memref to_tensor"
    ),
}
"""Operations of MLIR 19 that no conversion knows, by dialect."""


@cache
def texts() -> list[tuple[str, str]]:
    """Tests that run programs at every level, those of whole programs first."""
    here = ROOT / "test" / "acceptance"
    conversion = ROOT / "test" / "transforms" / "conversion"
    files = chain(
        sorted((here / "programs").glob("*.mlir")),
        sorted((here / "recipes").glob("*.lowered.mlir")),
        sorted(here.glob("test_*.py")),
        sorted(conversion.glob("test_*_at_every_level.py")),
        sorted(conversion.glob("test_*_to_circuit.py")),
    )
    return [
        (str(path.relative_to(ROOT)), path.read_text())
        for path in files
        if path != Path(__file__)
    ]


def where_used(name: str) -> str | None:
    """The first test that has the operation."""
    dialect, _, short = name.partition(".")
    spelling = rf"\b{re.escape(name)}\b"
    if dialect == "func":
        spelling += rf"|^\s*{re.escape(short)}\b"
    in_program = re.compile(spelling, re.MULTILINE)
    # A test that makes its programs may have the names in a table: "addi".
    in_test = re.compile(rf'{spelling}|"{re.escape(short)}"', re.MULTILINE)
    for path, text in texts():
        if (in_test if path.endswith(".py") else in_program).search(text):
            return path
    return None


def refused(name: str) -> str:
    dialect = name.partition(".")[0]
    if (passes := LOWERED_BY.get(name) or LOWERED_BY.get(dialect)) is None:
        return f"| `{name}` | refused | |"
    return f"| `{name}` | lowered by `mlir-opt {passes}` | |"


def table() -> str:
    lines = ["| operation | | test |", "|---|---|---|"]
    for name in OPERATIONS:
        if name in SUPPORTED:
            lines.append(f"| `{name}` | supported | `{where_used(name)}` |")
        else:
            lines.append(refused(name))
    for dialect, names in OTHERS.items():
        lines += [refused(f"{dialect}.{name}") for name in names.split()]
    return "\n".join(lines) + "\n"


def test_table_is_up_to_date(request: pytest.FixtureRequest):
    text = DOCUMENT.read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    expected = before + BEGIN + table() + END + after
    if request.config.getoption("--regenerate"):
        DOCUMENT.write_text(expected)
    assert expected == DOCUMENT.read_text()


@pytest.mark.parametrize("name", sorted(SUPPORTED & OPERATIONS.keys()))
def test_supported_operation_has_a_test(name: str):
    assert where_used(name) is not None


def module_with(name: str) -> ModuleOp:
    """A function with an operation of that name, which nothing verifies."""
    place = located("t.mlir", 3, 5)
    op = OPERATIONS[name].create(regions=[Region(Block())], location=place)
    block = Block([op, ReturnOp()])
    return ModuleOp([FuncOp("f", FunctionType.from_lists([], []), Region(block))])


@pytest.mark.parametrize("name", sorted(OPERATIONS.keys() - SUPPORTED))
def test_other_operation_is_diagnosed(name: str):
    module = module_with(name)
    func = module.body.block.first_op
    with pytest.raises(Diagnostic) as error:
        convert_module(module)
    message = f"'{name}': this operation is not supported"
    assert str(error.value).startswith(f"t.mlir:3:5: error: {message}")
    assert (": mlir-opt" in str(error.value)) == ("mlir-opt" in refused(name))
    assert module.body.block.first_op is func
    if name.startswith("math."):
        return  # the interpreter of the source may know more functions
    with pytest.raises(Diagnostic, match=f"t.mlir:3:5: error: '{re.escape(name)}'"):
        source.run(module, "f", [], Memory())


@pytest.mark.parametrize(
    "name", [f"{d}.{name}" for d, names in OTHERS.items() for name in names.split()]
)
def test_further_operation_is_refused_once(name: str):
    text = f'func.func @f() {{\n  "{name}"() : () -> ()\n  return\n}}\n'
    with pytest.raises(Diagnostic, match=re.escape(f"'{name}'")) as error:
        convert_module(parse_module(context(), text, "t.mlir"))
    assert str(error.value).startswith("t.mlir:2:3: error: ")

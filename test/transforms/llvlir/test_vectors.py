"""
Every row on vectors of every length: legalized it computes what it did before.

One operation in a function, whose operands are its parameters; what is behind the end
of a legal vector is anything. On the machine too, where programs come in as bytecode.
"""

from collections.abc import Sequence
from random import Random

import pytest
from random_llvlir import ROWS, program
from vector_rows import (
    function_of,
    joined,
    numbers_of,
    registers_of,
    signed,
    types_of_row,
    value_of,
)
from work import calls_in
from xdsl.context import Context
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Attribute, Block, Region
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.verifier import verify_module
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import FuncOp, RetOp, create
from circ.dialects.llvlir.table import Row, rows
from circ.dialects.llvlir.types import AddressType, VectorType, integer, mask, vector
from circ.dialects.source.signature import signature_of
from circ.targets.execute.gen import interpreter as gen
from circ.targets.execute.llvlir import interpreter as llvlir
from circ.targets.execute.marshal import Scalar
from circ.targets.execute.memory import Memory
from circ.targets.llvlir.decoder import decode
from circ.targets.llvlir.encoder import encode
from circ.transforms.compare_levels import compare_levels
from circ.transforms.conversion.llvlir_to_gen import ConvertLlvlirToGenPass
from circ.transforms.llvlir.legalize import LlvlirLegalizePass
from circ.transforms.pipelines import compile

LANES = (2, 4, 8, 16, 32)
WIDTHS = (1, 8, 16, 32, 64)
ACCESSES = [row for row in rows() if row.category == "vec-memory"]
MACHINE = ("add.VI", "div.VI", "mul.VF", "cvt.VIF", "cmps.VI", "permute.VII")
MACHINE += ("cumsum.VF", "fsll.VI", "lane.VF", "setlane.VI", "popc.VI", "select.VIF")


def typed(row: Row, random: Random, lanes: Sequence[int]) -> list[Attribute] | None:
    """Random type parameters; None of types that the row, or gen, has not."""
    letters = [letter for letter in row.parameters if letter != "V"]
    widths = [
        random.choice((32, 64) if letter == "F" else WIDTHS) for letter in letters
    ]
    if "D" in row.suffix and widths[0] not in (8, 16, 32) and "zip" not in row.base:
        return None
    return types_of_row(row, random.choice(lanes), widths[0], widths[-1])


def functions(row: Row, count: int, lanes: Sequence[int] = LANES) -> list[FuncOp]:
    """Functions of one operation of the row, every third under a constant mask."""
    random = Random(row.name)
    found: list[FuncOp] = []
    while len(found) < count:
        types = typed(row, random, lanes)
        if types is None:
            continue
        try:
            function = function_of(row, types, random, constants=len(found) % 3 == 0)
            verify_module(ModuleOp([function]))
        except (VerifyException, Diagnostic):
            continue  # too few lanes, or a conversion to the same width
        function.detach()
        found.append(function)
    return found


def legal(module: ModuleOp) -> tuple[ModuleOp, ModuleOp]:
    """The module legalized, and at gen."""
    legalized = module.clone()
    LlvlirLegalizePass().apply(Context(), legalized)
    verify_module(legalized)
    lowered = legalized.clone()
    ConvertLlvlirToGenPass().apply(Context(), lowered)
    verify_module(lowered)
    return legalized, lowered


def work_for(rows: int, lanes: int, width: int) -> int:
    """The work of legalizing additions in a row."""
    element = integer(width)
    type = vector(lanes, element)
    block = Block(arg_types=[type, mask(lanes)])
    value, on = block.args
    for _ in range(rows):
        row = create("add.VI", (value, value, on), (lanes, element))
        block.add_op(row)
        (value,) = row.results
    block.add_op(RetOp.create(operands=[value]))
    function = FuncOp.create_("f", [type, mask(lanes)], [type], Region([block]))
    module = ModuleOp([function])
    return calls_in(lambda: LlvlirLegalizePass().apply(Context(), module))


@pytest.mark.parametrize(("lanes", "width"), [(32, 32), (8, 64)])
@pytest.mark.every(2)
def test_work_is_linear_in_rows(lanes: int, width: int):
    work_for(5, lanes, width)
    assert work_for(200, lanes, width) < 8.1 * work_for(25, lanes, width)


def test_rows_with_a_meaning():
    assert len(ROWS) == 136


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
@pytest.mark.every(8, first=3)
def test_row(row: Row):
    random = Random(f"operands of {row.name}")
    for function in functions(row, 6):
        module = ModuleOp([function])
        types = function.function_type
        inputs, outputs = types.inputs.data, types.outputs.data
        legalized, lowered = legal(module)
        for _ in range(2):
            bits = [value_of(random, type) for type in inputs]
            expected = llvlir.run(module, "f", bits, Memory()).results
            registers = registers_of(random, inputs, bits)
            for level, made in ((llvlir, legalized), (gen, lowered)):
                found = joined(
                    outputs, level.run(made, "f", registers, Memory()).results
                )
                assert numbers_of(outputs, found) == numbers_of(outputs, expected), (
                    level.__name__,
                    str(module),
                    bits,
                )


@pytest.mark.parametrize("lanes", (16, 32, 64))
@pytest.mark.parametrize("width", (8, 64))
@pytest.mark.parametrize("name", ("lane.VI", "setlane.VI"))
def test_every_lane_by_its_number(name: str, width: int, lanes: int):
    (row,) = (row for row in ROWS if row.name == name)
    random = Random(lanes)
    types = types_of_row(row, lanes, width, width)
    module = ModuleOp([function := function_of(row, types, random)])
    function_type = function.function_type
    inputs, outputs = function_type.inputs.data, function_type.outputs.data
    legalized, _ = legal(module)
    for lane in range(lanes):
        bits = [value_of(random, type) for type in inputs]
        bits[-1] = lane
        expected = llvlir.run(module, "f", bits, Memory()).results
        registers = registers_of(random, inputs, bits)
        found = llvlir.run(legalized, "f", registers, Memory()).results
        assert numbers_of(outputs, joined(outputs, found)) == numbers_of(
            outputs, expected
        )


@pytest.mark.parametrize("row", ACCESSES, ids=lambda row: row.name)
@pytest.mark.every(2, first=1)
def test_access(row: Row):
    """Of the bytes around the lanes none is read or written."""
    random = Random(f"places of {row.name}")
    in_a_row = row.base in ("ld", "ldu", "st")
    for function in functions(row, 8, (*LANES, 64)):
        module = ModuleOp([function])
        types = function.function_type
        inputs, outputs = types.inputs.data, types.outputs.data
        legalized, lowered = legal(module)
        data = outputs[0] if outputs else inputs[1 if in_a_row else 2]
        assert isinstance(data, VectorType)
        size = (width_of(data.element) + 7) // 8
        count = data.lanes.data + 2 * (8 // size) if in_a_row else 64
        first = 8 if in_a_row else 32 * size
        content = random.randbytes(count * size if in_a_row else 64 * size)
        bits = [
            _index(random, type)
            if i == 1 and not in_a_row
            else value_of(random, type)
            if not isinstance(type, AddressType)
            else None
            for i, type in enumerate(inputs)
        ]
        expected = _run(llvlir, module, outputs, bits, content, first)
        for level, made in ((llvlir, legalized), (gen, lowered)):
            found = _run(level, made, outputs, bits, content, first, inputs)
            assert found == expected, (level.__name__, str(module), bits)


def _index(random: Random, type: Attribute) -> int:
    """Lanes from -32 to 31, as far as they have bits for that."""
    assert isinstance(type, VectorType)
    width = width_of(type.element)
    limit = min(32, 1 << width - 1)
    lanes = [random.randrange(-limit, limit) for _ in range(type.lanes.data)]
    return sum(lane % (1 << width) << i * width for i, lane in enumerate(lanes))


def _run(
    level: object,
    module: ModuleOp,
    outputs: Sequence[Attribute],
    bits: Sequence[int | None],
    content: bytes,
    first: int,
    inputs: Sequence[Attribute] | None = None,
) -> tuple[list[int], bytes]:
    """The results and the bytes after a run; with `inputs` of a legal function."""
    memory = Memory()
    start = memory.allocate(len(content), 8)
    memory.write(start, content)
    values = [start + first if value is None else value for value in bits]
    if inputs is not None:
        values = registers_of(Random(1), inputs, values)
    results = level.run(module, "f", values, memory).results  # pyright: ignore
    if inputs is not None:
        results = joined(outputs, results)
    return results, bytes(memory.read(start, len(content)))


def arguments(
    random: Random, function: FuncOp, signature: FunctionType
) -> list[Scalar]:
    return [
        Scalar(source, value_of(random, type))
        for source, type in zip(
            signature.inputs, function.function_type.inputs, strict=True
        )
    ]


def check_machine(row: Row, count: int) -> None:
    random = Random(f"machine of {row.name}")
    # The machine returns six vectors at most.
    lanes = LANES[:-1] if "xI*4" in row.values else LANES
    for function in functions(row, count, lanes):
        signature = signed(function)
        module = decode(encode(ModuleOp([function])))
        inputs = [arguments(random, function, signature) for _ in range(3)]
        compare_levels(module, "f", signature, inputs, verify=False)


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.name in MACHINE], ids=lambda row: row.name
)
@pytest.mark.every(2, first=1)
def test_row_on_the_machine(row: Row):
    check_machine(row, 2)


@pytest.mark.long
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_row_on_the_machine(row: Row):
    check_machine(row, 6)


def check_program(seed: int) -> None:
    random = Random(seed)
    lanes = random.choice(((8, 16), (4,), (2, 8), (32,), (16,), (4, 32)))
    module = program(random, lanes)
    signature = signature_of(definitions(module)["f"])
    function = definitions(module)["f"]
    assert isinstance(function, FuncOp)
    inputs = [arguments(random, function, signature) for _ in range(2)]
    try:
        compare_levels(module, "f", signature, inputs, verify=False)
    except BaseException as error:
        error.add_note(f"seed {seed}")
        raise


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.every(2, first=1)
def test_random_programs(seed: int):
    check_program(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4, 104))
def test_campaign_of_random_programs(seed: int):
    check_program(seed)


# region Programs


LOOP = """
llvlir.func @sum(%x: !llvlir.x<32xi16>, %n: !llvlir.r<i32>, %m: !llvlir.m<32>)
    -> (!llvlir.x<32xi16>, !llvlir.m<32>) {
  %one = llvlir.const.I 1 : i32
  %zero = llvlir.const.I 0 : i32
  llvlir.j.L ^loop(%n, %x, %m
      : !llvlir.r<i32>, !llvlir.x<32xi16>, !llvlir.m<32>)
^loop(%i: !llvlir.r<i32>, %s: !llvlir.x<32xi16>, %on: !llvlir.m<32>):
  %t = llvlir.add.VI %s, %x, %on : 32xi16
  %next = llvlir.cmps.VI lt, %t, %x, %m : 32xi16
  %j = llvlir.subi.I %i, 1 : i32
  llvlir.brtab %j, ^loop(%j, %t, %next
      : !llvlir.r<i32>, !llvlir.x<32xi16>, !llvlir.m<32>)
    [^end(%t, %next : !llvlir.x<32xi16>, !llvlir.m<32>)]
^end(%r: !llvlir.x<32xi16>, %last: !llvlir.m<32>):
  llvlir.ret %r, %last : !llvlir.x<32xi16>, !llvlir.m<32>
}
llvlir.func @f(%x: !llvlir.x<32xi16>, %y: !llvlir.x<4xi64>, %n: !llvlir.r<i32>,
    %b: !llvlir.r<i64>) -> (!llvlir.x<32xi16>, !llvlir.r<i64>)
    attributes {circ.signature =
      (vector<32xi16>, vector<4xi64>, i32, i64) -> (vector<32xi16>, i64)} {
  %low = llvlir.trunc.II %b : i32, i64
  %m = llvlir.mvm %low : i32
  %address = llvlir.consta.L @sum : global
  %s, %last = llvlir.call_indirect %address(%x, %n, %m)
    : (!llvlir.x<32xi16>, !llvlir.r<i32>, !llvlir.m<32>)
      -> (!llvlir.x<32xi16>, !llvlir.m<32>)
  %t, %again = llvlir.call @sum(%s, %n, %last)
    : (!llvlir.x<32xi16>, !llvlir.r<i32>, !llvlir.m<32>)
      -> (!llvlir.x<32xi16>, !llvlir.m<32>)
  %four = llvlir.trunc.II %b : i4, i64
  %few = llvlir.mvm %four : i4
  %all = llvlir.pair.add.VI2 %y, %few : 4xi64
  %sum = llvlir.lane.VI %all, %n : 2xi64
  llvlir.ret %t, %sum : !llvlir.x<32xi16>, !llvlir.r<i64>
}
"""


def test_control_flow_and_calls():
    """Of bytecode, at every level down to the machine."""
    from circ.targets.mlir.parser import parse_module
    from circ.tools.formats import context

    module = decode(encode(parse_module(context(), LOOP, "loop.mlir")))
    function = definitions(module)["f"]
    signature, random = signature_of(function), Random(3)
    assert isinstance(function, FuncOp)
    inputs = [arguments(random, function, signature) for _ in range(4)]
    for values, n in zip(inputs, (1, 2, 3, 5), strict=True):
        values[2] = Scalar(signature.inputs.data[2], n)
    runs = compare_levels(module, "f", signature, inputs)
    assert all("naplespu" in run for run in runs)


def test_signature_is_that_of_the_source():
    """A function of the source and one of llvlir are called alike."""
    from circ.tools.formats import read_mlir

    text = b"""func.func @f(%x: vector<20xi32>, %y: vector<2xf64>) -> vector<20xi32> {
      return %x : vector<20xi32>
    }"""
    source = compile(read_mlir(text, "f.mlir"), "naplespu")
    (function,) = definitions(source).values()
    written = """
    llvlir.func @f(%x: !llvlir.x<32xi32>, %y: !llvlir.x<2xf64>) -> !llvlir.x<32xi32>
        attributes {circ.signature =
          (vector<32xi32>, vector<2xf64>) -> vector<32xi32>} {
      llvlir.ret %x : !llvlir.x<32xi32>
    }"""
    direct = compile(read_mlir(written.encode(), "f.mlir"), "naplespu")
    (other,) = definitions(direct).values()
    assert signature_of(function) == signature_of(other)


# endregion

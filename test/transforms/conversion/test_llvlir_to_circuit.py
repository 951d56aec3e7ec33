"""
The way back from llvlir: rows and programs compute as circuits what they did.

Each row is executed in a function of its own, on the bits of its operands and on memory
where it accesses that; programs go through bytecode, as code from elsewhere does.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from itertools import product
from math import log
from pathlib import Path
from random import Random

import pytest
from levels import parsed
from source_arguments import Value, argument_of
from vector_rows import F64, function_of, types_of_row, value_of
from work import calls_in
from xdsl.context import Context
from xdsl.dialects.builtin import FunctionType, ModuleOp, StringAttr, i32
from xdsl.ir import Attribute, Block, Region
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import FuncOp, IfBranchOp, ReturnOp
from circ.dialects.circuit.gate import Gate, PureGate
from circ.dialects.circuit.integers import AddOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.verifier import verify_module
from circ.dialects.llvlir.control import CompareBranchOp
from circ.dialects.llvlir.exact import FUSED
from circ.dialects.llvlir.table import Row, rows
from circ.dialects.llvlir.types import A
from circ.dialects.source.signature import signature_of
from circ.targets.execute.circuit import interpreter as circuit
from circ.targets.execute.llvlir import interpreter as llvlir
from circ.targets.execute.memory import Memory
from circ.targets.llvlir.decoder import decode
from circ.targets.llvlir.encoder import encode
from circ.targets.naplespu.emission import object_of
from circ.tools.formats import read_module
from circ.transforms.circuit.gate_algebra import GATES
from circ.transforms.circuit.gate_maker import CircuitMaker
from circ.transforms.compare_levels import Run, difference_of, run_lowered
from circ.transforms.conversion.llvlir_to_circuit import ConvertLlvlirToCircuitPass
from circ.transforms.conversion.to_circuit.row_builder import wire_of
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import compile, run_passes

FEWER_VERIFICATIONS = True
CONTROL = ("j.L", "cmpbr.I", "brtab", "call", "call_indirect", "ret", "label.L")
"""Rows that programs have."""
REFUSED = {
    *("syscall.I", "sysret.I", "jalr", "jal.L", "cmpbrlr.I", "addpc.I"),
    *("fgetrm", "fgetex", "fsetrm", "fsetex"),
    *("fence", "ll.I", "llu.I", "sc.I", "comp.FI", "comp.VFI", "consta.L"),
    *(row.name for row in rows() if row.category == "atomic"),
}
"""What circuits do not have, no level executes, or names another function."""
ROWS = [
    row
    for row in rows()
    if row.category not in ("ext-stream", "data")
    and row.name not in (*CONTROL, *REFUSED)
]
SIZE = 1 << 12


def types_for(row: Row) -> list[list[Attribute]]:
    """Type parameters that the row accepts, of the widths that circuits have."""
    found: list[list[Attribute]] = []
    for lanes, width, second in ((4, 32, 8), (16, 32, 64), (4, 64, 32), (8, 8, 32)):
        for one, other in ((width, second), (second, width)):
            try:
                types = types_of_row(row, lanes, one, other)
                func = function_of(row, types, Random(1))
                verify_module(ModuleOp([func]))
            except (VerifyException, Diagnostic):
                continue
            registers = (*func.function_type.inputs, *func.function_type.outputs)
            if None in map(wire_of, registers):
                continue
            if row.base in FUSED and types[-1] == F64:
                continue  # it takes more bits than circuits compute with
            if row.suffix.endswith("FF") and types[-1] == types[-2]:
                continue  # the bits of NaN are free
            if types not in found:
                found.append(types)
    return found


def lifted(module: ModuleOp, name: str = "convert-llvlir-to-circuit") -> ModuleOp:
    made = module.clone()
    run_passes([make_pass(name)], made)
    return made


def outcome(
    is_circuit: bool, module: ModuleOp, operands: Sequence[int | None], seed: int
) -> tuple[Sequence[int], bytes]:
    """Results, and memory after the run; an operand that is None is an address."""
    memory = Memory()
    start = memory.allocate(SIZE, 64)
    memory.write(start, Random(seed).randbytes(SIZE))
    place = start + SIZE // 2
    given = [place if operand is None else operand for operand in operands]
    run = circuit.run if is_circuit else llvlir.run
    results = run(module, "f", given, memory).results
    return [*results], bytes(memory.read(start, SIZE))


def check(row: Row, types: Sequence[Attribute], constants: bool, runs: int) -> None:
    func = function_of(row, types, Random(str(types)), constants=constants)
    module = ModuleOp([func])
    made = lifted(module)
    for seed in range(runs):
        random = Random(seed)
        operands = [
            None if type == A else value_of(random, type)
            for type in func.function_type.inputs
        ]
        if "idx" in row.base:  # index, stride and offset stay inside
            operands[2:4] = [random.randrange(16), random.randrange(64)]
            operands[1] = None
        try:
            expected = outcome(False, module, operands, seed)
        except Diagnostic:
            continue  # outside of memory
        assert outcome(True, made, operands, seed) == expected, (row.name, types)


REPRESENTATIVE = ROWS[::6]


@pytest.mark.parametrize("row", REPRESENTATIVE, ids=lambda row: row.name)
def test_some_rows(row: Row):
    types = types_for(row)
    check(row, types[0], True, 4)


@pytest.mark.long
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_all_rows(row: Row):
    for types in types_for(row):
        for constants in (True, False):
            check(row, types, constants, 8)


PROGRAMS = Path(__file__).parents[2] / "acceptance" / "programs"
SOME = ("control.lexer", "recursion.quicksort")
"""Switches, memory, calls."""


def meaning_of(path: Path) -> Mapping[str, Sequence[Sequence[Value]]]:
    """The inputs of the functions of a program."""
    spec = spec_from_file_location(path.stem, path.with_suffix(".py"))
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.INPUTS


CASES = {
    f"{path.stem}.{entry}": (path, entry, inputs)
    for path in sorted(PROGRAMS.glob("*.mlir"))
    for entry, inputs in meaning_of(path).items()
}


@cache
def lowered(path: Path) -> tuple[ModuleOp, ModuleOp, ModuleOp]:
    """The source; machine code, and that of the lifted bytecode."""
    source = read_module(str(path))
    bytecode = decode(encode(compile(source, "llvlir")))
    again = compile(lifted(bytecode, "lift-llvlir"), "naplespu")
    plain, direct = compile(bytecode, "naplespu"), compile(source, "naplespu")
    assert object_of(plain).sections[0].data == object_of(direct).sections[0].data
    return source, plain, again


def check_program(name: str) -> float:
    """The lifted program has the results; the ratio of instructions."""
    path, entry, inputs = CASES[name]
    source, plain, again = lowered(path)
    signature = signature_of(definitions(source)[entry])
    counts: list[int] = []
    runs: list[Run] = []
    for module in (plain, again):
        count = 0
        for values in inputs:
            pairs = zip(signature.inputs, values, strict=True)
            arguments = [argument_of(*pair) for pair in pairs]
            run = run_lowered(
                *(source, "naplespu", module, entry, signature, arguments), 1 << 24
            )
            runs.append(run)
            count += run.execution.outcome.operations
        counts.append(count)
    for one, other in zip(runs[: len(inputs)], runs[len(inputs) :], strict=True):
        assert difference_of(signature, one, other) is None
    return counts[1] / counts[0]


@pytest.mark.parametrize("name", SOME)
@pytest.mark.every(2, first=1)
def test_some_programs(name: str):
    assert check_program(name) <= 1


@pytest.mark.long
def test_all_programs():
    ratios = {name: check_program(name) for name in CASES}
    assert {n: r for n, r in ratios.items() if r > 1} == {}
    assert sum(map(log, ratios.values())) < len(ratios) * log(0.97)


SEVERAL_ENTRIES = """
llvlir.func @f(%s: !llvlir.r<i32>, %n: !llvlir.r<i32>) -> !llvlir.r<i32> {
  %zero = llvlir.const.I 0 : i32
  llvlir.brtab %s, ^d(%n : !llvlir.r<i32>) [
    ^a(%zero : !llvlir.r<i32>), ^d(%n : !llvlir.r<i32>),
    ^b(%n, %s : !llvlir.r<i32>, !llvlir.r<i32>)
  ]
^a(%i: !llvlir.r<i32>):
  %j = llvlir.addi.I %i, 1 : i32
  llvlir.j.L ^b(%j, %i : !llvlir.r<i32>, !llvlir.r<i32>)
^b(%k: !llvlir.r<i32>, %l: !llvlir.r<i32>):
  %m = llvlir.add.I %k, %l : i32
  llvlir.cmpbr.I ult, %m, %n : i32, ^a(%m : !llvlir.r<i32>),
    ^d(%k : !llvlir.r<i32>) weights 9, 1
^d(%x: !llvlir.r<i32>):
  %y = llvlir.addi.I %x, 3 : i32
  llvlir.cmpbr.I lt, %y, %n : i32, ^b(%y, %y : !llvlir.r<i32>, !llvlir.r<i32>), ^e
^e:
  llvlir.ret %y : !llvlir.r<i32>
}
"""


def test_cycles_with_several_entries():
    module = parsed(SEVERAL_ENTRIES)
    made, again = lifted(module), lifted(module, "lift-llvlir")
    for s, n in product(range(5), (0, 1, 7, 40)):
        expected = llvlir.run(module, "f", [s, n], Memory()).results
        assert circuit.run(made, "f", [s, n], Memory()).results == expected
        assert llvlir.run(again, "f", [s, n], Memory()).results == expected


SWITCH = """
llvlir.func @f(%x: !llvlir.r<i32>, %y: !llvlir.r<i32>) -> !llvlir.r<i32> {
  %c7 = llvlir.const.I 7 : i32
  llvlir.cmpbr.I ge, %x, %c7 : i32, ^above, ^below
^below:
  %m3 = llvlir.const.I -3 : i32
  %d = llvlir.sub.I %x, %m3 : i32
  %c2 = llvlir.const.I 2 : i32
  llvlir.cmpbr.I ule, %d, %c2 : i32, ^end(%x : !llvlir.r<i32>), ^zero
^zero:
  %c0 = llvlir.const.I 0 : i32
  llvlir.cmpbr.I ne, %x, %c0 : i32, ^again, ^end(%y : !llvlir.r<i32>)
^again:
  %m2 = llvlir.const.I -2 : i32
  llvlir.cmpbr.I eq, %x, %m2 : i32, ^never, ^default
^above:
  %c9 = llvlir.const.I 9 : i32
  llvlir.cmpbr.I gt, %x, %c9 : i32, ^default, ^table
^table:
  %k = llvlir.sub.I %x, %c7 : i32
  llvlir.brtab %k, ^default [
    ^end(%y : !llvlir.r<i32>), ^double, ^end(%x : !llvlir.r<i32>)
  ]
^double:
  %two = llvlir.add.I %y, %y : i32
  llvlir.j.L ^end(%two : !llvlir.r<i32>)
^never:
  llvlir.j.L ^never
^default:
  llvlir.j.L ^end(%d2 : !llvlir.r<i32>)
^end(%r: !llvlir.r<i32>):
  llvlir.ret %r : !llvlir.r<i32>
}
""".replace("%d2", "%c7")


def test_comparisons_with_numbers_are_a_switch():
    module = parsed(SWITCH)
    made, again = lifted(module), lifted(module, "lift-llvlir")
    names = [gate.name for gate in made.walk()]
    assert names.count("circuit.switch_branch") == 1
    assert "circuit.if_branch" not in names
    for x in (*range(-6, 13), -(1 << 31), (1 << 31) - 1):
        given = [x % (1 << 32), 21]
        expected = llvlir.run(module, "f", given, Memory()).results
        assert circuit.run(made, "f", given, Memory()).results == expected
        assert llvlir.run(again, "f", given, Memory()).results == expected


COMPARED_AGAIN = SWITCH.replace("%m2 = llvlir.const.I -2", "%m2 = llvlir.const.I 5")
PASSED = SWITCH.replace("^again, ^end(%y", "^again, ^end(%c0")
ELSEWHERE = SWITCH.replace("add.I %y, %y", "add.I %y, %c9")


@pytest.mark.parametrize("text", (COMPARED_AGAIN, PASSED, ELSEWHERE))
def test_other_trees_compute_the_same(text: str):
    """Where a block ends the program's way, or others need what a test computes."""
    module = parsed(text)
    made = lifted(module)
    for x in (*(x for x in range(-6, 13) if x != 5), -(1 << 31)):
        given = [x % (1 << 32), 21]
        expected = llvlir.run(module, "f", given, Memory()).results
        assert circuit.run(made, "f", given, Memory()).results == expected


def test_sides_and_weights_are_kept():
    made = lifted(parsed(SEVERAL_ENTRIES))
    weights = [str(op.weights) for op in made.walk() if isinstance(op, IfBranchOp)]
    assert [text for text in weights if text != "None"] == ["array<i32: 9, 1>"]
    lowered = made.clone()
    run_passes([make_pass("convert-circuit-to-llvlir")], lowered)
    branches = [op for op in lowered.walk() if isinstance(op, CompareBranchOp)]
    (branch,) = (op for op in branches if op.weights is not None)
    assert (branch.condition.data, str(branch.weights)) in (
        ("ult", "array<i32: 9, 1>"),
        ("uge", "array<i32: 1, 9>"),
    )


SAME_TYPES = [
    (gate, type)
    for name, (gate, operands, results) in GATES.items()
    if operands is results and name not in ("zext", "sext")
    for width, type in operands.items()
    if name != "power" or width >= 32  # narrower ones are called with 32 bits
]


@pytest.mark.parametrize(
    ("gate", "type"), SAME_TYPES, ids=lambda each: getattr(each, "name", None)
)
def test_gates_come_back_as_themselves(gate: type[Gate], type: Attribute):
    """What computes in one row does so after lifting, too."""
    maker = CircuitMaker()
    count = len(gate.get_irdl_definition().operands)
    values = [maker.argument(number, type) for number in range(count)]
    result = maker.compute(gate, type, *values)
    maker.emit(ReturnOp, (maker.state, maker.depend, result))
    function = FuncOp.create(
        properties={
            "sym_name": StringAttr("f"),
            "function_type": FunctionType.from_lists([type] * count, [type]),
        },
        regions=[Region(Block(maker.gates))],
    )
    module = ModuleOp([function])
    run_passes([make_pass("convert-circuit-to-llvlir")], module)
    made = lifted(module)
    run_passes([make_pass("circuit-canonicalize")], made)
    computing = [op for op in made.walk() if isinstance(op, PureGate)]
    assert [op.name for op in computing] == [gate.name]


COMPARED = """
func.func @f(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 1000 : i32
  %b = arith.cmpi CONDITION, %x, %c : i32
  cf.cond_br %b, SIDES
^one:
  %d = arith.divsi %x, %y : i32
  cf.br ^end(%d : i32)
^end(%r: i32):
  return %r : i32
}
"""


@pytest.mark.parametrize("sides", ("^one, ^end(%x : i32)", "^end(%x : i32), ^one"))
@pytest.mark.parametrize("condition", ("slt", "sle", "sgt", "sge", "ult", "uge"))
def test_numbers_are_compared_as_they_were(condition: str, sides: str):
    """Not with the next number, which would be another constant."""
    text = COMPARED.replace("CONDITION", condition).replace("SIDES", sides)
    made = compile(parsed(text), "circuit", 1)
    again = lifted(compile(made, "llvlir", 1))
    run_passes([make_pass("circuit-canonicalize")], again)
    numbers = [
        [constant_of(gate.rhs) for gate in each.walk() if isinstance(gate, ICmpOp)]
        for each in (made, again)
    ]
    assert numbers[0] == numbers[1] != []


C_OF_LIBRARY = """
declare ptr @memset(ptr, i32, i32)
define void @f(ptr %p, i32 %i) {
  %cleared = call ptr @memset(ptr %p, i32 0, i32 %i)
  %q = getelementptr i8, ptr %p, i32 %i
  store i8 1, ptr %q
  ret void
}
"""


def test_addresses_of_c_stay_integers(tmp_path: Path):
    """Also where a function of the library, which takes arrays, is in the module."""
    source = tmp_path / "f.ll"
    source.write_text(C_OF_LIBRARY)
    lowered = compile(read_module(str(source)), "llvlir")
    assert "memset" in definitions(lowered)
    made = lifted(lowered)
    assert all(op.result.type == i32 for op in made.walk() if isinstance(op, AddOp))


STACK_MAP = """
llvlir.func @f(%x: !llvlir.r<i64>) -> !llvlir.r<i64> {
  %y = llvlir.call @g(%x) : (!llvlir.r<i64>) -> !llvlir.r<i64>
  llvlir.call @circ.stackmap.y(%x) : (!llvlir.r<i64>) -> ()
  %z = llvlir.add.I %x, %y : i64
  llvlir.ret %z : !llvlir.r<i64>
}
llvlir.func private @g(!llvlir.r<i64>) -> !llvlir.r<i64>
"""


def test_stack_maps_are_diagnosed():
    with pytest.raises(Diagnostic, match="a stack map in circuits"):
        lifted(parsed(STACK_MAP))


def work_for(iterations: int) -> int:
    """The work of lifting loops in a row."""
    rows = [
        f"""
  llvlir.j.L ^loop{i}(%x{i} : !llvlir.r<i32>)
^loop{i}(%v{i}: !llvlir.r<i32>):
  %w{i} = llvlir.addi.I %v{i}, {i} : i32
  llvlir.cmpbr.I lt, %w{i}, %n : i32, ^loop{i}(%w{i} : !llvlir.r<i32>),
    ^after{i}(%w{i} : !llvlir.r<i32>)
^after{i}(%x{i + 1}: !llvlir.r<i32>):"""
        for i in range(iterations)
    ]
    text = f"""
llvlir.func @f(%n: !llvlir.r<i32>, %x0: !llvlir.r<i32>) -> !llvlir.r<i32> {{
{"".join(rows)}
  llvlir.ret %x{iterations} : !llvlir.r<i32>
}}"""
    module = parsed(text)
    return calls_in(lambda: ConvertLlvlirToCircuitPass().apply(Context(), module))


def test_work_is_linear():
    work_for(5)
    assert work_for(200) < 8.4 * work_for(25)

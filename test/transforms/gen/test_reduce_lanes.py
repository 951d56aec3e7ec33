"""gen-reduce-lanes: the same result, however lanes are joined; fewer instructions."""

from random import Random

import pytest
from levels import parsed
from work import calls_in
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.module_functions import definitions
from circ.dialects.common.verifier import verify_module
from circ.dialects.gen import Instruction
from circ.dialects.gen.types import LANES
from circ.dialects.source.layout import register_width
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Scalar
from circ.targets.naplespu.description.subtarget import set_subtarget
from circ.transforms.compare_levels import compare_levels
from circ.transforms.gen.reduce_lanes import GenReduceLanesPass
from circ.transforms.pipelines import compile

KINDS = ("add", "mul", "and", "or", "xor", "minsi", "minui", "maxsi", "maxui")
OPERATIONS = {
    kind: f"arith.{kind if kind[0] == 'm' and kind != 'mul' else kind + 'i'}"
    for kind in KINDS
}


def reduction(kind: str, type: str, start: bool = False) -> str:
    vector = f"vector<16x{type}>"
    given = ", %x" if start else ""
    return f"""func.func @f(%v: {vector}, %x: {type}) -> {type} {{
  %r = vector.reduction <{kind}>, %v{given} : {vector} into {type}
  return %r : {type}
}}"""


def inputs(module: ModuleOp, random: Random, count: int) -> list[list[Scalar]]:
    signature = signature_of(definitions(module)["f"])
    return [
        [
            Scalar(type, random.getrandbits(register_width(type) or 0))
            for type in signature.inputs
        ]
        for _ in range(count)
    ]


def check(text: str, random: Random, cpu: str = "naplespu", opt: int = 2) -> None:
    """All levels agree, with and without the pass."""
    module = parsed(text)
    set_subtarget(module, cpu)
    signature = signature_of(definitions(module)["f"])
    values = inputs(module, random, 4)
    for disable in ((), ("reduce-lanes",)):
        runs = compare_levels(module, "f", signature, values, opt, disable=disable)
        assert all("naplespu" in run for run in runs)


@pytest.mark.parametrize("start", [False, True])
@pytest.mark.parametrize("type", ["i1", "i8", "i16", "i32"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.every(9, first=3)
def test_reductions(kind: str, type: str, start: bool):
    random = Random(f"{kind} {type} {start}")
    check(reduction(kind, type, start), random, random.choice(("naplespu", "generic")))


def shuffles(module: ModuleOp) -> int:
    """How many vectors are shuffled in gen, lanes that are taken alone not counted."""
    module = compile(module, "gen")
    GenReduceLanesPass().apply(Context(), module)
    verify_module(module)
    return sum(
        "uniform" not in str(op.dsts[0].type)
        for op in module.walk()
        if isinstance(op, Instruction) and op.ROW.opcode == "SIMD_SHUFFLE"
    )


def joined(random: Random, kind: str, order: list[str]) -> list[str]:
    """Brackets at any places around operands in an order."""
    lines: list[str] = []
    values = list(order)
    while len(values) > 1:
        at = random.randrange(len(values) - 1)
        name = f"%t{len(lines)}"
        lines.append(
            f"{name} = {OPERATIONS[kind]} {values[at]}, {values[at + 1]} : i32"
        )
        values[at : at + 2] = [name]
    return lines


def tree(random: Random, kind: str, lanes: list[int], others: list[str]) -> str:
    taken = [
        f"%e{i} = vector.extract %v[{i}] : i32 from vector<16xi32>" for i in range(16)
    ]
    order = [f"%e{lane}" for lane in lanes] + others
    random.shuffle(order)
    body = "\n  ".join([*taken, *joined(random, kind, order)])
    last = f"%t{len(order) - 2}"
    return f"""func.func @f(%v: vector<16xi32>, %x: i32, %y: i32) -> i32 {{
  {body}
  return {last} : i32
}}"""


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.every(4)
def test_any_order_and_any_brackets(seed: int):
    random = Random(seed)
    others = random.sample(["%x", "%y"], random.randrange(3))
    text = tree(random, random.choice(KINDS), [*range(LANES)], others)
    check(text, random, opt=random.choice((1, 2)))


def test_a_number_beside_the_lanes_comes_last():
    random = Random(1)
    for others in ([], ["%x"]):
        for kind in ("add", "xor"):
            text = tree(random, kind, [*range(LANES)], others)
            assert shuffles(parsed(text)) == 7, text


@pytest.mark.parametrize(
    "lanes", [[*range(15)], [*range(15), 0], [*range(16), 3]], ids=str
)
def test_other_lanes_are_no_reduction(lanes: list[int]):
    random = Random(2)
    text = tree(random, "add", lanes, [])
    assert shuffles(parsed(text)) == 0
    check(text, random)


def test_floats_and_different_operations_stay():
    text = reduction("add", "f32")
    assert shuffles(parsed(text)) == 0
    mixed = tree(Random(3), "add", [*range(LANES)], [])
    assert shuffles(parsed(mixed.replace("%t9 = arith.addi", "%t9 = arith.muli"))) == 0


def test_numbers_compared_as_floats_stay():
    """Of two negative floats the lower is the greater integer."""
    lines = ["func.func @f(%v: vector<16xf32>) -> f32 {"]
    lines += [
        f"%x{i} = vector.extract %v[{i}] : f32 from vector<16xf32>" for i in range(16)
    ]
    last = "%x0"
    for i in range(1, 16):
        lines += [
            f"%c{i} = arith.cmpf ogt, {last}, %x{i} : f32",
            f"%m{i} = arith.select %c{i}, {last}, %x{i} : f32",
        ]
        last = f"%m{i}"
    text = "\n".join([*lines, f"return {last} : f32", "}"])
    assert shuffles(parsed(text)) == 0
    check(text, Random(5))


LOOP = """func.func @f(%v: vector<16xi32>, %n: i8, %s: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i8
  %few = arith.andi %n, %seven : i8
  %end = arith.index_castui %few : i8 to index
  %r, %m, %w = scf.for %i = %c0 to %end step %c1
      iter_args(%a = %s, %b = %s, %u = %v) -> (i32, i32, vector<16xi32>) {
    %t = vector.reduction <add>, %u, %a : vector<16xi32> into i32
    %x = vector.broadcast %t : i32 to vector<16xi32>
    %y = arith.xori %x, %u : vector<16xi32>
    %p = vector.reduction <maxsi>, %u, %b : vector<16xi32> into i32
    %q = vector.reduction <xor>, %y : vector<16xi32> into i32
    %z = arith.addi %p, %q : i32
    scf.yield %t, %z, %y : i32, i32, vector<16xi32>
  }
  %k = vector.reduction <minui>, %w, %m : vector<16xi32> into i32
  return %r, %k : i32, i32
}"""


@pytest.mark.parametrize("opt", [1, 2])
@pytest.mark.every(2)
def test_in_loops_the_vector_is_that_of_the_iteration(opt: int):
    check(LOOP, Random(4), opt=opt)


def work_for(count: int) -> int:
    """The work for so many reductions of a vector that each of them changes."""
    lines = ["func.func @f(%v0: vector<16xi32>, %x0: i32) -> i32 {"]
    for i in range(count):
        lines.append(
            f"  %x{i + 1} = vector.reduction <add>, %v{i}, %x{i} "
            ": vector<16xi32> into i32"
        )
        lines.append(f"  %s{i} = vector.broadcast %x{i + 1} : i32 to vector<16xi32>")
        lines.append(f"  %v{i + 1} = arith.xori %v{i}, %s{i} : vector<16xi32>")
    lines += [f"  return %x{count} : i32", "}"]
    module = compile(parsed("\n".join(lines)), "gen", 0)
    work = calls_in(lambda: GenReduceLanesPass().apply(Context(), module))
    names = [op.name for op in module.walk()]
    assert names.count("gen.simd_id") == count
    return work


def test_work_is_linear():
    work_for(5)
    assert work_for(100) < 12 * work_for(10)


def instructions(text: str, disable: tuple[str, ...] = ()) -> int:
    module = parsed(text)
    signature = signature_of(definitions(module)["f"])
    values = inputs(module, Random(5), 1)[0]
    machine = compile(module, "naplespu", disable=disable)
    return execute("naplespu", machine, "f", signature, values, {}).outcome.operations


@pytest.mark.parametrize(
    ("kind", "type", "few", "many"),
    [
        *(("add", "i32", 16, 32), ("mul", "i32", 16, 32), ("xor", "i8", 16, 32)),
        *(("maxsi", "i32", 32, 78), ("minui", "i8", 40, 108), ("or", "i1", 10, 130)),
    ],
)
def test_instructions(kind: str, type: str, few: int, many: int):
    text = reduction(kind, type)
    assert instructions(text) == few
    assert instructions(text, ("reduce-lanes",)) >= many - 2

"""What the scheduler must not change, and what it gains."""

from levels import parsed

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.naplespu.ops import FuncOp
from circ.targets.naplespu.description.subtarget import subtarget
from circ.transforms.naplespu.analysis.dependences import (
    MOST_ACCESSES,
    Dependences,
    issue_cycles,
)
from circ.transforms.naplespu.optimization.schedule import (
    list_schedule,
    regions,
    schedule,
)


def function(lines: list[str]) -> FuncOp:
    """A function of one block with values in s0 and s1."""
    body = "\n  ".join(lines)
    text = f"""naplespu.func @f {{
^bb0(%a : !naplespu.scalar<s0>, %b : !naplespu.scalar<s1>):
  {body}
  naplespu.JRET
}}"""
    func = parsed(text).body.block.first_op
    assert isinstance(func, FuncOp)
    return func


def store(base: str, offset: int) -> str:
    type = "!naplespu.scalar"
    register = {"a": "<s0>", "b": "<s1>"}[base]
    return (
        f"naplespu.S32W_Mainmem(%a, %{base}), {offset} : "
        f"({type}<s0>, {type}{register}) -> ()"
    )


def compute(record: str, number: int) -> str:
    """A division or addition of floats, whose results are in registers from s2 on."""
    return (
        f"%v{number} = naplespu.{record}(%a, %b) : (!naplespu.scalar<s0>, "
        f"!naplespu.scalar<s1>) -> !naplespu.scalar<s{number}>"
    )


def test_many_accesses_that_may_meet_keep_their_order():
    count = 3 * MOST_ACCESSES
    lines = [store("ab"[i % 2], 4 * (i % 60)) for i in range(count)]
    for number in range(2, 12):
        lines.insert(count - 2 * number, compute("DIVFSSS_32", number))
    func = function(lines)
    (block,) = func.body.blocks
    before = [op for op in block.ops if "S32W" in op.name]
    (ops,) = regions(block)
    order = list_schedule(Dependences(ops, subtarget().model))
    stores = [ops[i] for i in order if "S32W" in ops[i].name]
    assert stores == before and sorted(order) == [*range(len(ops))]


def test_accesses_beside_each_other_are_free():
    func = function([store("a", 4 * i) for i in range(8)])
    (ops,) = regions(next(iter(func.body.blocks)))
    graph = Dependences(ops, subtarget().model)
    assert not any(graph.waiting) and not any(graph.count)


def test_long_operations_overlap():
    add = "%w = naplespu.ADDFSSS_32(%v2, %a) : (!naplespu.scalar<s2>, "
    add += "!naplespu.scalar<s0>) -> !naplespu.scalar<s20>"
    func = function([compute("DIVFSSS_32", 2), add, compute("ADDFSSS_32", 3)])
    (block,) = func.body.blocks
    model = subtarget().model
    (ops,) = regions(block)
    assert issue_cycles(Dependences(ops, model), range(3)) == (37, 37)
    assert schedule(func, model) == 1
    names = [op.results[0].name_hint for op in block.ops if isinstance(op, RecordOp)]
    assert names == ["v2", "v3", "w"]
    (ops,) = regions(block)
    assert issue_cycles(Dependences(ops, model), range(3)) == (36, 36)
    assert schedule(func, model) == 0


def test_a_stored_slot_is_there_after_one_cycle():
    func = function(["naplespu.slot_store %a, spill 0 : !naplespu.scalar<s0>"])
    op = func.body.block.first_op
    assert op is not None
    assert issue_cycles(Dependences([op], subtarget().model), [0]) == (1, 1)

"""More invariants than registers: cheap ones stay in the loop, nothing is spilled."""

import pytest
from levels import parsed

import circ
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.gate import gate_of
from circ.targets.machines import machine_of
from circ.transforms.circuit.control_flow import control_flow
from circ.transforms.circuit.schedule import schedule
from circ.transforms.pipelines import compile

TIMES = 20


def program(count: int, step: int = 3) -> str:
    """A loop that uses `count` values which are the same in each iteration."""
    lines: list[str] = []
    for k in range(count):
        operation, of = ("addi", "a") if k % 3 == 0 else ("xori", "ab"[k % 2])
        lines.append(f"%k{k} = arith.constant {(k + 1) * step} : i32")
        lines.append(f"%x{k} = arith.{operation} %{of}, %k{k} : i32")
    body: list[str] = []
    for k in range(count):
        body.append(f"%m{k} = arith.muli %s{k}, %x{k} : i32")
        body.append(f"%s{k + 1} = arith.addi %m{k}, %a : i32")
    head, inside = "\n  ".join(lines), "\n    ".join(body)
    return f"""func.func @f(%a: i32, %b: i32, %n: index) -> i32 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  {head}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s0 = %b) -> (i32) {{
    {inside}
    scf.yield %s{count} : i32
  }}
  return %r : i32
}}"""


def computed_in_loop(text: str) -> int:
    """How many of the gates that are the same in each iteration are in the loop."""
    module = compile(parsed(text), "circuit")
    (func,) = (op for op in module.ops if isinstance(op, FuncOp))
    plan = schedule(func, machine_of(func))
    flow = control_flow(func)
    return sum(
        flow.loops.depth[block] > 0
        for gate, block in plan.block_of.items()
        if gate.name in ("circuit.xor", "circuit.add")
        and all(gate_of(value).name in INVARIANT for value in gate.operands)
    )


INVARIANT = ("circuit.arg", "circuit.constant")


@pytest.mark.parametrize(
    ("count", "step", "stay"), [(30, 3, False), (80, 3, True), (80, 7919, False)]
)
def test_what_stays(count: int, step: int, stay: bool):
    """Only what is too much, and takes one instruction: constants must fit in it."""
    found = computed_in_loop(program(count, step))
    assert bool(found) == stay
    assert found < count


@pytest.mark.parametrize("count", (30, 60, 80, 120))
@pytest.mark.every(2)
def test_results(count: int):
    text = program(count)
    expected = circ.run(text, 5, 9, TIMES, entry="f", level="source").results
    found = circ.run(text, 5, 9, TIMES, entry="f")
    assert found.results == expected
    if count <= 80:
        # Spilled values would be loaded in each iteration.
        assert found.counters["loads"] < TIMES

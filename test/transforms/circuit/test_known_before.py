"""What branches say of a later comparison is true of every number that comes there."""

from itertools import product
from random import Random

import pytest

from circ.dialects.circuit.comparisons import ICMP_CONDITIONS, ICmpOp
from circ.dialects.circuit.control import FuncOp, IfFalseOp, IfTrueOp
from circ.dialects.common.algebra import INTS
from circ.dialects.common.arithmetic import icmp
from circ.dialects.common.operation_search import operations_in
from circ.tools.formats import read_mlir
from circ.transforms.circuit.induction import known_before

MASKS = (None, -4, -16, 12)
NUMBERS = (0, 1, 3, 4, 15, 16, 127, 128, 255)

Question = tuple[str, int | None, int]
"""A condition, the bits of x that are compared, and with which number."""

QUESTIONS: list[Question] = list(product(ICMP_CONDITIONS, MASKS, NUMBERS))


def circuit(facts: list[Question], asked: list[Question]) -> FuncOp:
    """A branch behind each fact but the last, and the comparisons that are asked."""
    lines = ["circuit.func @f {", "  %d = circuit.depend_entry"]
    lines += ["  %s0 = circuit.state_entry", "  %x = circuit.arg 0 : i8"]
    for i, (condition, mask, number) in enumerate([*facts, *asked]):
        value = "%x"
        if mask is not None:
            lines.append(f"  %m{i} = circuit.constant {mask} : i8")
            lines.append(f"  %a{i} = circuit.and %x, %m{i} : i8")
            value = f"%a{i}"
        lines.append(f"  %n{i} = circuit.constant {number} : i8")
        lines.append(f"  %c{i} = circuit.icmp {condition} {value}, %n{i} : i8")
    for i, _ in enumerate(facts):
        side = f"%s{i + 1}"
        lines.append(f"  %b{i} = circuit.if_branch %s{i}, %c{i}")
        lines.append(f"  {side} = circuit.if_true %b{i}")
        lines.append(f"  %o{i} = circuit.if_false %b{i}")
        lines.append(f"  circuit.return %o{i}, %d, %x : i8")
    lines += [f"  circuit.return %s{len(facts)}, %d, %x : i8", "}"]
    module = read_mlir("\n".join(lines).encode(), "f.mlir")
    (func,) = operations_in(module.body, FuncOp)
    return func


def holds(question: Question, x: int) -> bool:
    condition, mask, number = question
    bits = x if mask is None else x & mask % 256
    return bool(icmp(INTS, condition, 8, bits, number))


def check(facts: list[Question], asked: list[Question]) -> int:
    """How many comparisons are decided, all of them rightly."""
    func = circuit(facts, asked)
    comparisons = operations_in(func.body, ICmpOp)[len(facts) :]
    decided = 0
    for last in (True, False):
        side = operations_in(func.body, IfTrueOp if last else IfFalseOp)[-1]
        inputs = [
            x
            for x in range(256)
            if all(holds(fact, x) for fact in facts[:-1])
            if holds(facts[-1], x) is last
        ]
        for comparison, question in zip(comparisons, asked, strict=True):
            condition, *operands = comparison.condition.data, *comparison.operands
            answer = known_before(side.results[0], condition, *operands)
            if answer is not None:
                decided += 1
                assert {holds(question, x) for x in inputs} <= {answer}, question
    return decided


@pytest.mark.parametrize("fact", QUESTIONS[::19], ids=str)
def test_one_fact(fact: Question):
    check([fact], [fact, *Random(str(fact)).sample(QUESTIONS, 40)])


@pytest.mark.long
@pytest.mark.parametrize("fact", QUESTIONS[::2], ids=str)
def test_every_fact(fact: Question):
    check([fact], QUESTIONS)


def test_several_facts():
    random = Random(5)
    decided = sum(
        check(random.sample(QUESTIONS, 3), random.sample(QUESTIONS, 30))
        for _ in range(20)
    )
    assert decided > 150


def test_groups():
    """Where x is above 3 it has a group of four, and if it is above 15, too."""
    groups: Question = ("ne", -4, 0)
    for number in (3, 15):
        assert check([("ugt", None, number)], [groups]) == (2 if number == 3 else 1)
    assert check([("ugt", None, 3), ("ule", None, 15)], [("ne", -16, 0)]) == 2

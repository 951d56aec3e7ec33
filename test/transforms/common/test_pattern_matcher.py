"""The matcher over small tables, on a machine that only notes what it emits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from circ.targets.tablegen.matching import (
    Alternative,
    Complex,
    Constant,
    Emit,
    Holds,
    Known,
    Leaf,
    Literal,
    Name,
    Node,
    Number,
    Same,
    Select,
    Signature,
    Transform,
)
from circ.transforms.common.pattern_matcher import (
    Matcher,
    NoPatternError,
    Slots,
    constant_width,
    names_of,
)

ADD = "ADD i8, i8 -> i8"
NEG = "NEG i8 -> i8"


@dataclass
class Log:
    """What was emitted; a value is its text."""

    emitted: list[str] = field(default_factory=list[str])
    nodes: dict[object, tuple[frozenset[str], Sequence[object]]] = field(
        default_factory=dict[object, tuple[frozenset[str], Sequence[object]]]
    )
    address_space: int = 0
    alignment: int = 1
    finished: list[object] = field(default_factory=list[object])

    def unsigned_bits(self, value: object) -> int:
        return len(str(value))

    def signed_bits(self, value: object) -> int:
        return len(str(value)) + 1

    def holds(self, fact: str) -> bool:
        return False


class Machine:
    """Emits texts, and folds additions."""

    def emitter(self, step: Emit) -> Callable[[Log, Slots], None]:
        def emit(log: Log, slots: Slots) -> None:
            operands = ", ".join(str(slots[slot]) for slot in step.slots)
            log.emitted.append(f"{step.instruction} {operands}")
            slots.extend(
                f"{step.instruction}{len(log.emitted)}.{n}" for n in range(step.results)
            )

        return emit

    def finder(self, function: str) -> Callable[[Log, object], Sequence[object] | None]:
        assert function == "halves"
        return lambda log, value: str(value).split("/") if "/" in str(value) else None

    def folder(self, signature: Signature) -> Callable[..., int] | None:
        return (lambda a, b: (a + b) & 255) if signature.opcode == "ADD" else None

    def finisher(self, signature: Signature) -> Callable[[Log, object], None] | None:
        return lambda log, value: log.finished.append(value)


def alternative(
    *parts: Constant | Literal | Node | Holds | Same | Complex | Leaf,
    steps: Sequence[Emit | Select | Number | Transform | Name] = (),
    results: Sequence[int] = (),
    complexity: int = 1,
    features: tuple[str, ...] = (),
) -> Alternative:
    return Alternative("", parts, tuple(steps), tuple(results), complexity, features)


def select(
    table: dict[str, tuple[Alternative, ...]],
    signature: str,
    *operands: object,
    log: Log | None = None,
    features: Sequence[str] = (),
) -> tuple[tuple[object, ...], list[str]]:
    matcher: Matcher[Log] = Matcher(table, Machine(), features)
    log = log or Log()
    return matcher.select(log, matcher.root(signature), operands), log.emitted


PLAIN = alternative(steps=[Emit("add", (0, 1))], results=[2])


def test_alternatives_are_tried_in_order():
    small = Constant(1, 8, lambda imm: -4 <= imm < 4)
    immediate = alternative(
        small, steps=[Emit("addi", (0, 2), 0b10)], results=[3], complexity=5
    )
    table = {ADD: (immediate, PLAIN)}
    assert select(table, ADD, "x", 3)[1] == ["addi x, 3"]
    assert select(table, ADD, "x", 0xFE)[1] == ["addi x, -2"]
    assert select(table, ADD, "x", 100)[1] == ["add x, 100"]
    assert select(table, ADD, "x", "y")[1] == ["add x, y"]


def test_constants_are_folded():
    assert select({}, ADD, 200, 100) == ((44,), [])


def test_literals_are_bits():
    table = {ADD: (alternative(Literal(1, 8, -1), results=[0]), PLAIN)}
    assert select(table, ADD, "x", 255) == (("x",), [])
    assert select(table, ADD, "x", 1)[1] == ["add x, 1"]


def test_no_alternative():
    with pytest.raises(NoPatternError, match=ADD):
        select({ADD: (alternative(Constant(1, 8)),)}, ADD, "x", "y")


def test_inner_nodes_are_what_was_selected_before():
    nested = alternative(
        Node(0, NEG), steps=[Emit("sub", (1, 2))], results=[3], complexity=6
    )
    negate = alternative(steps=[Emit("neg", (0,))], results=[1])
    matcher: Matcher[Log] = Matcher({ADD: (nested, PLAIN), NEG: (negate,)}, Machine())
    log = Log()
    (value,) = matcher.select(log, matcher.root(NEG), ["x"])
    matcher.select(log, matcher.root(ADD), [value, "y"])
    matcher.select(log, matcher.root(ADD), ["z", "y"])
    assert log.emitted == ["neg x", "sub y, x", "add z, y"]


def test_an_operand_that_is_the_result_keeps_its_own_node():
    identity = alternative(Literal(1, 8, 0), results=[0], complexity=4)
    asks = alternative(Node(0, ADD), steps=[Emit("odd", (0,))], results=[3])
    log = Log()
    assert select({ADD: (identity, PLAIN), NEG: (asks,)}, ADD, "x", 0, log=log)[0] == (
        "x",
    )
    assert not log.nodes


def test_results_are_selected_in_turn():
    doubled = alternative(steps=[Select(ADD, (0, 0))], results=[1])
    inner = alternative(
        steps=[Number(-1), Select(ADD, (0, 1)), Emit("use", (2,))], results=[3]
    )
    assert select({"TWICE i8 -> i8": (doubled,), ADD: (PLAIN,)}, "TWICE i8 -> i8", "x")[
        1
    ] == ["add x, x"]
    assert select({"DEC i8 -> i8": (inner,), ADD: (PLAIN,)}, "DEC i8 -> i8", "x")[
        1
    ] == ["add x, 255", "use add1.0"]


def test_long_chains_of_selections_need_no_stack():
    """One turn of the loop a node, however many nodes of the source are taken."""
    peel = alternative(
        Node(0, NEG), steps=[Select("ODD i8", (1,))], results=[], complexity=6
    )
    end = alternative(steps=[Emit("end", (0,), results=0)])
    negate = alternative(steps=[Emit("neg", (0,))], results=[1])
    matcher: Matcher[Log] = Matcher({"ODD i8": (peel, end), NEG: (negate,)}, Machine())
    log = Log()
    value: object = "x"
    for _ in range(5_000):
        (value,) = matcher.select(log, matcher.root(NEG), [value])
    assert matcher.select(log, matcher.root("ODD i8"), [value]) == ()
    assert log.emitted[-1] == "end x"


def test_other_checks_and_steps():
    def fits(known: Known, value: object) -> bool:
        return known.unsigned_bits(value) < 3

    table = {
        "X i8, i8 -> i8": (
            alternative(Same(0, 1), results=[0]),
            alternative(Leaf(1, "eight"), steps=[Name("r8")], results=[2]),
            alternative(
                Complex(0, "halves", 2), steps=[Emit("join", (3, 2))], results=[4]
            ),
            alternative(
                Constant(1, 8),
                Holds(fits, (0,)),
                steps=[Transform(lambda imm: imm * 2, (2,)), Emit("two", (0, 3))],
                results=[4],
            ),
        )
    }
    signature = "X i8, i8 -> i8"
    assert select(table, signature, "x", "x") == (("x",), [])
    assert select(table, signature, "x", "eight") == (("r8",), [])
    assert select(table, signature, "a/b", "y")[1] == ["join b, a"]
    assert select(table, signature, "ab", 5)[1] == ["two ab, 10"]
    with pytest.raises(NoPatternError):
        select(table, signature, "abc", 5)


def test_several_results():
    both = alternative(steps=[Emit("divmod", (0, 1), results=2)], results=[3, 2])
    signature = "DIVMOD i8, i8 -> i8, i8"
    results, _ = select({signature: (both,)}, signature, "x", "y")
    assert results == ("divmod1.1", "divmod1.0")


def test_features_of_the_subtarget():
    fast = alternative(
        steps=[Emit("fast", (0, 1))], results=[2], complexity=9, features=("HasFast",)
    )
    table = {ADD: (fast, PLAIN)}
    assert select(table, ADD, "x", "y")[1] == ["add x, y"]
    assert select(table, ADD, "x", "y", features=["HasFast"])[1] == ["fast x, y"]


def test_one_alternative_alone():
    matcher: Matcher[Log] = Matcher({ADD: (PLAIN,)}, Machine())
    log, root = Log(), matcher.root(ADD)
    needs_constant = alternative(Constant(1, 8), results=[0])
    assert matcher.attempt(log, root, needs_constant, ["x", "y"]) is None
    assert matcher.attempt(log, root, needs_constant, ["x", 1]) == ("x",)
    assert matcher.attempt(log, root, PLAIN, ["x", 1]) == ("add1.0",)


def test_more_general_signatures_match_too():
    def names(text: str) -> list[str]:
        return [name.partition(" ")[0] for name in names_of(Signature.parse(text))]

    assert names("ADD i8, i8 -> i8") == ["ADD"]
    assert names("LT.int i8, i8 -> i1") == ["LT.int", "LT"]
    assert names("CVT.float.int i8 -> f32") == [
        "CVT.float.int",
        "CVT.float",
        "CVT..int",
        "CVT",
    ]
    assert names("naplespu.smin i32, i32 -> i32") == ["naplespu.smin"]
    assert [constant_width(type) for type in ("i1", "f32", "OtherVT")] == [1, 32, 32]

"""Placement of gates: the expectations in the data files, and one idea a circuit."""

import re
from pathlib import Path

import pytest
from work import calls_in
from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.ir import Operation

import circ
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import ROOTS, FuncOp
from circ.dialects.circuit.integers import AddOp
from circ.dialects.circuit.memory import StoreOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dominance import DominatorTree
from circ.targets.circuit.gates import read_gates
from circ.targets.machines import machine_of
from circ.tools.formats import read_mlir
from circ.transforms.circuit.schedule import Schedule, schedule
from circ.transforms.pipelines import compile

DATA = Path(__file__).parents[2] / "data" / "circuit"
PLACE = re.compile(r"place (\w+) @ (\w+)")

HOISTED = {("S4", "inv"): "SE", ("U1", "inv"): "SE"}
"""Invariants, which the files (late placement alone) leave in their loops."""


def read(text: str) -> tuple[FuncOp, dict[str, Operation]]:
    """The function in gate-list text, and its gates by name."""
    func = next(iter(read_gates(text, "t.circuit").ops))
    assert isinstance(func, FuncOp)
    lines = [line for line in text.splitlines() if re.match(r"\s*\w+\s*=", line)]
    names = [line.split("=")[0].strip() for line in lines]
    gates = list(func.body.block.ops)
    assert len(gates) == len(ROOTS) + len(names)
    return func, dict(zip(names, gates[len(ROOTS) :], strict=True)) | {"SE": gates[1]}


def placed(text: str) -> tuple[Schedule, dict[str, Operation]]:
    func, gates = read(text)
    return schedule(func), gates


def order(plan: Schedule, gates: dict[str, Operation], block: str) -> list[str]:
    """The names of a block's gates, in the order of execution."""
    names = {gate: name for name, gate in gates.items()}
    return [names[gate] for gate in plan.gates[plan.block_of[gates[block]]]]


def expectations() -> list[tuple[str, str, str]]:
    return [
        (path.stem, gate, state)
        for path in sorted(DATA.glob("*.circuit"))
        for gate, state in PLACE.findall(path.read_text())
    ]


@pytest.mark.parametrize(("file", "gate", "state"), expectations())
def test_placement_of_data(file: str, gate: str, state: str):
    plan, gates = placed((DATA / f"{file}.circuit").read_text())
    state = HOISTED.get((file, gate), state)
    expected = None if state == "none" else plan.block_of[gates[state]]
    assert plan.block_of.get(gates[gate]) == expected


LOOP = """
n   = ARG[I32] {{0}}
m   = ARG[I32] {{1}}
k0  = CONST[I32] {{0}}
k1  = CONST[I32] {{1}}
{before}
lb  = LOOP_BEGIN : SE, back
i   = VALUE_SELECTOR[I32] : lb | | k0, i1
c   = ICMP[I1] {{SLT}} : | | i, {bound}
br  = IF_BRANCH : lb | | c
t   = IF_TRUE : br
f   = IF_FALSE : br
i1  = ADD[I32] : | | i, {step}
back = LOOP_BACK : t
ret = RETURN : f | DE | i
"""


def test_division_leaves_a_loop():
    """Whether the loop needs it in its head, which is always reached, or its body."""
    text = LOOP.format(before="d = SDIV[I32] : | | n, m", bound="d", step="k1")
    plan, gates = placed(text)
    assert plan.block_of[gates["d"]] == plan.block_of[gates["SE"]]
    text = LOOP.format(before="d = SDIV[I32] : | | n, m", bound="n", step="d")
    plan, gates = placed(text)
    assert plan.block_of[gates["d"]] == plan.block_of[gates["SE"]]


def test_load_is_not_speculated():
    """The head of a loop is reached whenever the loop is, its body is not."""
    before = "a = BITCAST[ARCH] : | | m\nd = LOAD[I32] : | DE | a"
    plan, gates = placed(LOOP.format(before=before, bound="n", step="d"))
    assert plan.block_of[gates["d"]] == plan.block_of[gates["t"]]
    assert plan.block_of[gates["a"]] == plan.block_of[gates["SE"]]
    plan, gates = placed(LOOP.format(before=before, bound="d", step="k1"))
    assert plan.block_of[gates["d"]] == plan.block_of[gates["SE"]]


def test_invariant_leaves_all_loops_around_it():
    plan, gates = placed(
        """
n   = ARG[I32] {0}
k0  = CONST[I32] {0}
k1  = CONST[I32] {1}
l1  = LOOP_BEGIN : SE, bk1
i   = VALUE_SELECTOR[I32] : l1 | | k0, i1
c1  = ICMP[I1] {SLT} : | | i, n
b1  = IF_BRANCH : l1 | | c1
t1  = IF_TRUE : b1
f1  = IF_FALSE : b1
l2  = LOOP_BEGIN : t1, bk2
j   = VALUE_SELECTOR[I32] : l2 | | k0, j1
outer = XOR[I32] : | | i, n
all = MUL[I32] : | | n, n
c2  = ICMP[I1] {SLT} : | | j, outer
b2  = IF_BRANCH : l2 | | c2
t2  = IF_TRUE : b2
f2  = IF_FALSE : b2
j1  = ADD[I32] : | | j, all
bk2 = LOOP_BACK : t2
i1  = ADD[I32] : | | i, k1
bk1 = LOOP_BACK : f2
ret = RETURN : f1 | DE | i
"""
    )
    assert plan.block_of[gates["all"]] == plan.block_of[gates["SE"]]
    assert plan.block_of[gates["outer"]] == plan.block_of[gates["t1"]]
    assert plan.block_of[gates["j1"]] == plan.block_of[gates["t2"]]


def test_layout_keeps_loops_together():
    """The blocks of a loop come before what follows it."""
    plan, gates = placed((DATA / "D3.circuit").read_text())
    position = {block: i for i, block in enumerate(plan.flow.layout)}
    states = ["SE", "l1", "l2", "t2", "f2", "f1"]
    order = [position[plan.block_of[gates[state]]] for state in states]
    assert order == sorted(order)


def test_order_is_that_of_the_circuit_where_free():
    plan, gates = placed(
        """
x   = ARG[I32] {0}
d   = ADD[I32] : | | c, x
a   = MUL[I32] : | | x, x
b   = SUB[I32] : | | x, a
c   = XOR[I32] : | | b, b
ret = RETURN : SE | DE | d
"""
    )
    assert order(plan, gates, "SE") == ["x", "a", "b", "c", "d"]


def test_load_comes_before_an_overwriting_store():
    """Nothing but the rule orders the LOAD, which stands behind the STORE."""
    plan, gates = placed(
        """
p   = ARG[ARCH] {0}
k   = CONST[I32] {7}
st  = STORE : | DE | k, p
ld  = LOAD[I32] : | DE | p
ret = RETURN : SE | st | ld
"""
    )
    found = order(plan, gates, "SE")
    assert found.index("ld") < found.index("st")


def test_load_comes_before_a_store_in_an_earlier_block():
    plan, gates = placed(
        """
p   = ARG[ARCH] {0}
c   = ARG[I1] {1}
k   = CONST[I32] {7}
st  = STORE : | DE | k, p
ld  = LOAD[I32] : | DE | p
again = LOAD[I1] : | st | p
br  = IF_BRANCH : SE | | again
t   = IF_TRUE : br
f   = IF_FALSE : br
r1  = RETURN : t | again | ld
r2  = RETURN : f | again | k
"""
    )
    found = order(plan, gates, "SE")
    assert found.index("ld") < found.index("st") < found.index("again")


ARMS = """
p   = ARG[ARCH] {{0}}
c   = ARG[I1] {{1}}
k   = CONST[I32] {{7}}
ld  = LOAD[I32] {load} : | DE | p
br  = IF_BRANCH : SE | | c
t   = IF_TRUE : br
f   = IF_FALSE : br
rt  = DEPEND_RELAY : t | DE
rf  = DEPEND_RELAY : f | DE
s1  = STORE {store} : | rt | k, p
s2  = STORE {store} : | rf | k, p
m   = MERGE : t, f
d   = DEPEND_SELECTOR : m | s1, s2
ret = RETURN : m | d | ld
"""


def test_load_comes_before_stores_in_both_arms():
    plan, gates = placed(ARMS.format(load="", store=""))
    assert plan.block_of[gates["ld"]] == plan.block_of[gates["SE"]]


@pytest.mark.parametrize("load", ("", '{4, alias "a"}'))
@pytest.mark.parametrize("store", ("", '{4, alias "a"}', '{4, alias "b"}'))
def test_stores_of_all_classes_hold_a_load(load: str, store: str):
    """What follows the merge may be of the load's class, and waits for stores only."""
    plan, gates = placed(ARMS.format(load=load, store=store))
    assert plan.block_of[gates["ld"]] == plan.block_of[gates["SE"]]


def test_load_comes_before_a_store_behind_one_of_another_class():
    plan, gates = placed(
        """
p   = ARG[ARCH] {0}
q   = ARG[ARCH] {1}
c   = ARG[I1] {2}
k   = CONST[I32] {7}
ld  = LOAD[I32] {4, alias "a"} : | DE | p
s1  = STORE {4, alias "b"} : | DE | k, q
br  = IF_BRANCH : SE | | c
t   = IF_TRUE : br
f   = IF_FALSE : br
rt  = DEPEND_RELAY : t | s1
s2  = STORE {4, alias "a"} : | rt | k, p
m   = MERGE : t, f
d   = DEPEND_SELECTOR : m | s2, s1
ret = RETURN : m | d | ld
"""
    )
    assert plan.block_of[gates["ld"]] == plan.block_of[gates["SE"]]


def test_load_that_cannot_come_before_another_class_comes_behind():
    plan, gates = placed(
        """
p   = ARG[ARCH] {0}
k   = CONST[I32] {7}
st  = STORE {4, alias "b"} : | DE | k, p
q   = LOAD[ARCH] : | st | p
ld  = LOAD[I32] {4, alias "a"} : | DE | q
ret = RETURN : SE | st | ld
"""
    )
    order = plan.gates[plan.block_of[gates["ld"]]]
    assert order.index(gates["st"]) < order.index(gates["ld"])


def test_load_that_cannot_come_first_is_diagnosed():
    with pytest.raises(Diagnostic, match="cannot be ordered"):
        placed(
            """
p   = ARG[ARCH] {0}
k   = CONST[I32] {7}
st  = STORE : | DE | k, p
q   = LOAD[ARCH] : | st | p
ld  = LOAD[I32] : | DE | q
ret = RETURN : SE | st | ld
"""
        )


def test_use_that_inputs_do_not_dominate_is_diagnosed():
    """The shape that the reference verifier accepts by mistake."""
    text = """
c   = ARG[I1] {0}
p   = ARG[ARCH] {1}
br  = IF_BRANCH : SE | | c
t   = IF_TRUE : br
f   = IF_FALSE : br
r   = DEPEND_RELAY : t | DE
l   = LOAD[I32] : | r | p
m   = MERGE : t, f
ret = RETURN : m | DE | l
"""
    func, _ = read_unverified(text)
    with pytest.raises(Diagnostic, match="not all its inputs dominate"):
        schedule(func)


def read_unverified(text: str) -> tuple[FuncOp, dict[str, Operation]]:
    """A circuit that the verifier rejects: read right, then bent."""
    valid = text.replace("RETURN : m | DE | l", "RETURN : t | DE | l").replace(
        "m   = MERGE : t, f\n", "m   = RETURN : f | DE | k\n"
    )
    valid = valid.replace("p   =", "k   = CONST[I32] {1}\np   =")
    func, gates = read(valid)
    # Move the use to the other side.
    gates["ret"].operands, gates["m"].operands = (
        [gates["f"].results[0], *gates["ret"].operands[1:]],
        [gates["t"].results[0], *gates["m"].operands[1:]],
    )
    return func, gates


def test_write_comes_before_the_relay_that_passes_it_on():
    """`s1` may sink past the branch, but not behind what its relay leads to."""
    plan, gates = placed(
        """
p   = ARG[ARCH] {0}
c   = ARG[I32] {1}
s2  = STORE : | r | c, p
s1  = STORE : | DE | k, p
k   = CONST[I32] {7}
sw  = SWITCH_BRANCH : SE | | c
df  = DEFAULT_CASE : sw
r   = DEPEND_RELAY : df | s1
ret = RETURN : df | s2 | c
"""
    )
    assert plan.block_of[gates["s1"]] == plan.block_of[gates["df"]]
    found = order(plan, gates, "df")
    assert found.index("s1") < found.index("s2")


def test_merge_of_one_memory_is_that_memory():
    """Both sides leave the memory alone, so that the LOAD precedes the STORE."""
    plan, gates = placed(
        """
p   = ARG[ARCH] {0}
c   = ARG[I1] {1}
k   = CONST[I32] {7}
br  = IF_BRANCH : SE | | c
t   = IF_TRUE : br
f   = IF_FALSE : br
rt  = DEPEND_RELAY : t | DE
rf  = DEPEND_RELAY : f | DE
m   = MERGE : t, f
d   = DEPEND_SELECTOR : m | rt, rf
st  = STORE : | d | k, p
ld  = LOAD[I32] : | DE | p
ret = RETURN : m | st | ld
"""
    )
    found = order(plan, gates, "m")
    assert found.index("ld") < found.index("st")


def test_load_comes_before_a_write_that_nothing_behind_it_knows_of():
    """The loop has no selector of memory: behind it the wires show the old one."""
    plan, gates = placed(
        """
p   = ARG[ARCH] {0}
k0  = CONST[I32] {0}
k1  = CONST[I32] {1}
lb  = LOOP_BEGIN : SE, back
i   = VALUE_SELECTOR[I32] : lb | | k0, k1
c   = ICMP[I1] {SLT} : | | i, k1
br  = IF_BRANCH : lb | | c
t   = IF_TRUE : br
f   = IF_FALSE : br
r   = DEPEND_RELAY : t | DE
st  = STORE : | r | k1, p
r2  = DEPEND_RELAY : t | st
b   = DEPEND_AND : | r2, r2
back = LOOP_BACK : t
ld  = LOAD[I32] : | DE | p
ret = RETURN : f | DE | ld
"""
    )
    assert plan.block_of[gates["ld"]] == 0


def lost_stores(count: int) -> str:
    """LOADs of the memory that STOREs overwrite of which only relays know."""
    lines = ["p = ALLOCA {8}", "c = ARG[I32] {0}", "k = CONST[I32] {7}"]
    lines.append("s = STORE : | DE | c, p")
    before, total = "SE", "k"
    for i in range(count):
        lines += [
            f"s{i} = STORE : | s | k, p",
            f"j{i} = CONST[I32] {{{1 << i % 8}}}",
            f"a{i} = AND[I32] : | | c, j{i}",
            f"n{i} = ICMP[I1] {{EQ}} : | | a{i}, j{i}",
            f"b{i} = IF_BRANCH : {before} | | n{i}",
            f"t{i} = IF_TRUE : b{i}",
            f"f{i} = IF_FALSE : b{i}",
            f"r{i} = DEPEND_RELAY : t{i} | s{i}",
            f"m{i} = MERGE : t{i}, f{i}",
            f"l{i} = LOAD[I32] : | s | p",
            f"x{i} = ADD[I32] : | | {total}, l{i}",
        ]
        before, total = f"m{i}", f"x{i}"
    return "\n".join([*lines, f"ret = RETURN : {before} | s | {total}"])


def stores_in_branches(depth: int) -> str:
    """Branches in each other that store, and skip to the end of the one around."""
    lines = ["func.func @f(%m: memref<2xi32>, %i: index, %x: i32) -> i32 {"]
    for k in range(depth):
        lines += [
            f"%k{k} = arith.constant {k} : i32",
            f"%c{k} = arith.cmpi slt, %k{k}, %x : i32",
            f"scf.if %c{k} {{",
            f"memref.store %k{k}, %m[%i] : memref<2xi32>",
        ]
    lines += ["}"] * depth
    lines += ["%r = memref.load %m[%i] : memref<2xi32>", "return %r : i32", "}"]
    return "\n".join(lines)


def test_skipping_branches_take_linear_work():
    work: list[int] = []
    for depth in (30, 60, 120):
        module = read_mlir(stores_in_branches(depth).encode(), "f.mlir")
        (func,) = compile(module, "circuit", opt=0).ops
        assert isinstance(func, FuncOp)
        work.append(calls_in(lambda func=func: schedule(func)))
    assert work[2] - work[1] < 2.2 * (work[1] - work[0])


@pytest.mark.parametrize("argument", (0, 2, 5, 7))
def test_loads_see_what_lost_stores_overwrite(argument: int):
    module = read_gates(lost_stores(3), "t.circuit")
    runs = circ.compare_levels(module, argument)
    assert runs["circuit"].results == [7 + 3 * argument]


def test_lost_stores_are_ordered_in_linear_work(monkeypatch: pytest.MonkeyPatch):
    visits = 0
    common = DominatorTree.common

    def counted(tree: DominatorTree, a: int, b: int) -> int:
        nonlocal visits
        visits += 1
        return common(tree, a, b)

    monkeypatch.setattr(DominatorTree, "common", counted)
    work: list[int] = []
    for count in (50, 100):
        placed(lost_stores(count))
        work.append(visits - sum(work))
    assert work[1] < 2.5 * work[0]


RENEWED = """
func.func @f(%a: memref<8xi32>, %x: i32, %go: i1) -> i32 {
  %one = arith.constant 1 : i32
  %r = scf.if %go -> i32 {
    %next = arith.addi %x, %one : i32
    %at = arith.index_cast %x : i32 to index
    memref.store %one, %a[%at] : memref<8xi32>
    scf.yield %next : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
"""


def block_of_stores(module: ModuleOp) -> list[Operation]:
    """The gates of the only block with stores, in a module of one function."""
    func = next(op for op in module.ops if isinstance(op, FuncOp))
    (block,) = (
        gates
        for gates in schedule(func, machine_of(module)).gates
        if any(isinstance(gate, StoreOp) for gate in gates)
    )
    return block


def test_a_value_that_a_branch_renews_comes_after_uses_of_the_old_one():
    """Both may have one register then."""
    module = compile(read_mlir(RENEWED.encode(), "renewed.mlir"), "circuit")
    block = block_of_stores(module)
    names = [gate.name for gate in block]
    (renewed,) = (
        at
        for at, gate in enumerate(block)
        if isinstance(gate, AddOp) and gate.result.type == i32
    )
    assert names.index("circuit.shl") < renewed


STEPPED = """
define void @f(ptr %p, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %q = phi ptr [ %p, %0 ], [ %r, %loop ]
  %r = getelementptr i8, ptr %q, i32 8
  %second = getelementptr i8, ptr %q, i32 4
  store i32 %i, ptr %q
  store i32 %n, ptr %second
  %j = add i32 %i, 1
  %again = icmp ult i32 %j, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
"""


def test_the_next_address_comes_after_accesses_at_offsets_of_the_old_one(
    tmp_path: Path,
):
    """Also where the sum with the offset is an integer that becomes an address."""
    source = tmp_path / "stepped.ll"
    source.write_text(STEPPED)
    module = compile(circ.load(source).module, "circuit", 1)
    block = block_of_stores(module)
    stores = [at for at, gate in enumerate(block) if isinstance(gate, StoreOp)]
    (stepped,) = (
        at
        for at, gate in enumerate(block)
        if isinstance(gate, AddOp) and constant_of(gate.rhs) == 8
    )
    assert len(stores) == 2
    assert max(stores) < stepped

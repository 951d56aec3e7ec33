"""The circuit interpreter: what is demanded when, loops, effects, calls, limits."""

import re
from pathlib import Path

import pytest

import circ
from circ.dialects.circuit.control import FuncOp, ReturnOp
from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.widths import width_of
from circ.targets.circuit.gates import read_gates
from circ.targets.execute.circuit.interpreter import run
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import ExecutionLimit, Hooks

DATA = Path(__file__).parents[2] / "data" / "circuit"
RUN = re.compile(r"f\(([^)]*)\)=(-?\d+)")


def cases() -> list[tuple[str, list[int], int]]:
    found: list[tuple[str, list[int], int]] = []
    for file in sorted(DATA.glob("*.circuit")):
        for line in file.read_text().splitlines():
            if line.startswith(";; run"):
                for arguments, result in RUN.findall(line):
                    values = [int(value) for value in arguments.split(",")]
                    found.append((file.stem, values, int(result)))
    return found


def outcome_of(
    text: str,
    arguments: list[int],
    entry: str = "f",
    hooks: Hooks | None = None,
    memory: Memory | None = None,
    limit: int | None = None,
) -> list[int]:
    module = read_gates(text, f"{entry}.circuit")
    memory = Memory() if memory is None else memory
    return run(module, entry, arguments, memory, hooks, limit).results


@pytest.mark.parametrize(("name", "arguments", "result"), cases())
def test_expectations(name: str, arguments: list[int], result: int):
    module = read_gates((DATA / f"{name}.circuit").read_text(), f"{name}.circuit")
    func = module.body.block.first_op
    assert isinstance(func, FuncOp)
    types = [
        gate.values[0].type
        for gate in func.body.block.ops
        if isinstance(gate, ReturnOp)
    ]
    outcome = run(module, name, arguments, Memory())
    assert outcome.results == [INTS.const(width_of(types[0]), result)]


def test_there_are_expectations():
    assert len(cases()) == 31


def test_selectors_change_at_once():
    swap = """
        n = ARG[I32] {0}
        a0 = CONST[I32] {1}
        b0 = CONST[I32] {2}
        k1 = CONST[I32] {1}
        k0 = CONST[I32] {0}
        lb = LOOP_BEGIN : SE, back
        a = VALUE_SELECTOR[I32] : lb | | a0, b
        b = VALUE_SELECTOR[I32] : lb | | b0, a
        i = VALUE_SELECTOR[I32] : lb | | n, i1
        i1 = SUB[I32] : | | i, k1
        c = ICMP[I1] {NE} : | | i, k0
        br = IF_BRANCH : lb | | c
        t = IF_TRUE : br
        f = IF_FALSE : br
        back = LOOP_BACK : t
        ret = RETURN : f | DE | a, b
    """
    assert outcome_of(swap, [0]) == [1, 2]
    assert outcome_of(swap, [1]) == [2, 1]
    assert outcome_of(swap, [4]) == [1, 2]


MEMORY_LOOP = """
    ; a side of the branch has a load of its own and leads right to a merge in a loop
    n = ARG[I32] {0}
    p = ALLOCA[ARCH] {4}
    k0 = CONST[I32] {0}
    k1 = CONST[I32] {1}
    st = STORE : | DE | k1, p
    lb = LOOP_BEGIN : SE, back
    d = DEPEND_SELECTOR : lb | st, d2
    i = VALUE_SELECTOR[I32] : lb | | k0, i1
    s = VALUE_SELECTOR[I32] : lb | | k0, s2
    c = ICMP[I1] {ULT} : | | i, n
    br = IF_BRANCH : lb | | c
    t = IF_TRUE : br
    f = IF_FALSE : br
    rt = DEPEND_RELAY : t | d
    odd = AND[I32] : | | i, k1
    isodd = ICMP[I1] {EQ} : | | odd, k1
    br2 = IF_BRANCH : t | | isodd
    t2 = IF_TRUE : br2
    f2 = IF_FALSE : br2
    rt2 = DEPEND_RELAY : t2 | rt
    x = LOAD[I32] : | rt2 | p
    x2 = ADD[I32] : | | x, x
    st2 = STORE : | x | x2, p
    s1 = ADD[I32] : | | s, x
    m = MERGE : t2, f2
    d2 = DEPEND_SELECTOR : m | st2, rt
    s2 = VALUE_SELECTOR[I32] : m | | s1, s
    i1 = ADD[I32] : | | i, k1
    back = LOOP_BACK : m
    y = LOAD[I32] : | d | p
    ret = RETURN : f | y | s, y
"""


def test_loads_and_stores_happen_once_an_iteration():
    for n in range(9):
        count = n // 2
        assert outcome_of(MEMORY_LOOP, [n]) == [2**count - 1, 2**count]


def test_late_use_of_a_value_of_the_last_iteration():
    text = """
        n = ARG[I32] {0}
        k0 = CONST[I32] {0}
        k1 = CONST[I32] {1}
        lb = LOOP_BEGIN : SE, back
        i = VALUE_SELECTOR[I32] : lb | | k0, i1
        i1 = ADD[I32] : | | i, k1
        sq = MUL[I32] : | | i, i
        c = ICMP[I1] {ULT} : | | i, n
        br = IF_BRANCH : lb | | c
        t = IF_TRUE : br
        f = IF_FALSE : br
        back = LOOP_BACK : t
        ob = ORDINARY_BLOCK : f
        ret = RETURN : ob | DE | sq, i1
    """
    assert outcome_of(text, [7]) == [49, 8]


def test_what_nobody_demands_is_not_executed():
    text = """
        p = ARG[ARCH] {0}
        x = LOAD[I32] : | DE | p
        y = STORE : | x | p, p
        ret = RETURN : SE | DE
    """
    assert outcome_of(text, [4]) == []


def test_access_outside_any_object():
    text = "p = ARG[ARCH] {0}\nx = LOAD[I32] : | DE | p\nr = RETURN : SE | x | x\n"
    with pytest.raises(Diagnostic, match=r"f\.circuit:2:1: .* outside any object"):
        outcome_of(text, [4])


def test_memory_of_the_caller():
    memory = Memory()
    address = memory.allocate(8)
    memory.store(address, 4, 0x80)
    text = """
        p = ARG[ARCH] {0}
        x = LOAD[I8] : | DE | p
        w = SEXT[I64] : | | x
        d = STORE : | x | w, p
        r = RETURN : SE | d
    """
    assert outcome_of(text, [address], memory=memory) == []
    assert memory.load(address, 8) == 0xFFFF_FFFF_FFFF_FF80


RECURSION = """
    n = ARG[I32] {0}
    k0 = CONST[I32] {0}
    k1 = CONST[I32] {1}
    p = ALLOCA[ARCH] {4}
    st = STORE : | DE | n, p
    c = ICMP[I1] {EQ} : | | n, k0
    br = IF_BRANCH : SE | | c
    t = IF_TRUE : br
    f = IF_FALSE : br
    r0 = RETURN : t | st | k0
    me = SYMBOL[ARCH] {@f}
    n1 = SUB[I32] : | | n, k1
    d = DEPEND_RELAY : f | st
    call = CALL[I32] : | d | me, n1
    mine = LOAD[I32] : | call | p
    s = ADD[I32] : | | call, mine
    r1 = RETURN : f | mine | s
"""


def test_recursion_deeper_than_python_and_memory_of_each_activation():
    memory = Memory()
    assert outcome_of(RECURSION, [20_000], memory=memory) == [200_010_000]
    # All activations have given their memory back.
    assert memory.allocate(8) < 0x10200


def test_endless_recursion():
    text = "s = SYMBOL[ARCH] {@f}\nc = CALL : | DE | s\nr = RETURN : SE | c\n"
    with pytest.raises(Diagnostic, match=r"f\.circuit:2:1: .* nested more than"):
        outcome_of(text, [])


def test_several_results_and_functions():
    text = """
;; function f
x = ARG[I32] {0}
y = ARG[F32] {1}
g = SYMBOL[ARCH] {@g}
c = CALL[F32, I32] : | DE | g, x, y
r = RETURN : SE | c | c#1, c
;; function g
x = ARG[I32] {0}
y = ARG[F32] {1}
r = RETURN : SE | DE | y, x
"""
    assert outcome_of(text, [7, 0x3F800000]) == [7, 0x3F800000]


@pytest.mark.parametrize(
    ("call", "message"),
    (
        ("CALL[F32] : | DE | g, x", r"expects \(f32\), but @g returns \(i32\)"),
        ("CALL[I32] : | DE | g", "takes 1 argument, but the call gives 0"),
        ("CALL[I32] : | DE | g, g", "takes i32 as argument 0, but the call gives"),
        ("CALL[I32] : | DE | h, x", "there is no function @h to call"),
        ("CALL[I32] : | DE | a, x", "there is no function at 0x7"),
    ),
)
def test_calls_that_do_not_fit(call: str, message: str):
    text = f"""
;; function f
x = ARG[I32] {{0}}
a = BITCAST[ARCH] : | | x
g = SYMBOL[ARCH] {{@g}}
h = SYMBOL[ARCH] {{@h}}
c = {call}
r = RETURN : SE | c
;; function g
x = ARG[I32] {{0}}
r = RETURN : SE | DE | x
"""
    with pytest.raises(Diagnostic, match=rf"f\.circuit:7:1: error: .*{message}"):
        outcome_of(text, [7])


def test_hooks_get_and_give_bits():
    seen: list[list[int]] = []

    def hook(values: object) -> list[int]:
        assert isinstance(values, list)
        seen.append(values)
        return [-1]

    text = """
        x = ARG[I16] {0}
        g = SYMBOL[ARCH] {@print}
        c = CALL[I8] : | DE | g, x
        r = RETURN : SE | c | c
    """
    assert outcome_of(text, [-2], hooks={"print": hook}) == [0xFF]
    assert seen == [[0xFFFE]]


def test_effects_before_an_endless_loop_happen():
    seen: list[int] = []

    def hook(values: object) -> list[int]:
        seen.append(1)
        return []

    text = """
        g = SYMBOL[ARCH] {@print}
        call = CALL : | DE | g
        ob = ORDINARY_BLOCK : SE
        lb = LOOP_BEGIN : ob, back
        d = DEPEND_SELECTOR : lb | call, d
        k = CONST[I1] {1}
        br = IF_BRANCH : lb | | k
        t = IF_TRUE : br
        f = IF_FALSE : br
        back = LOOP_BACK : t
        r = RETURN : f | d
    """
    with pytest.raises(ExecutionLimit, match="stopped after 1000 operations"):
        outcome_of(text, [], hooks={"print": hook}, limit=1000)
    assert seen == [1]


def test_a_chain_longer_than_the_stack():
    count = 20_000
    lines = ["x0 = ARG[I32] {0}", "k = CONST[I32] {1}"]
    lines += [f"x{i + 1} = ADD[I32] : | | x{i}, k" for i in range(count)]
    lines += [f"r = RETURN : SE | DE | x{count}"]
    assert outcome_of("\n".join(reversed(lines)), [5]) == [count + 5]


ELEMENTS = """\
;; function f
a = ARG[I64] {0}
i = ARG[I64] {1}
l = LOAD_ELEMENT[I64] {0} : SE | DE | a, i
ok = IF_SUCCESS : l
ex = IF_EXCEPTION : l
s = STORE_ELEMENT {0} : ok | l | a, i, l
ok2 = IF_SUCCESS : s
ex2 = IF_EXCEPTION : s
m = MERGE : ex, ex2
d = DEPEND_SELECTOR : m | l, s
v = VALUE_SELECTOR[I64] : m | | k1, k2
k1 = CONST[I64] {-1}
k2 = CONST[I64] {-2}
g = SYMBOL[ARCH] {@cell}
n = LOAD[I64] : | s | g
r = RETURN : ok2 | n | n
q = RETURN : m | d | v
;; operation circuit.global @cell 8 align 8
;; function js_ldobjbyvalue
a = ARG[I64] {0}
i = ARG[I64] {1}
none = CONST[I64] {0}
c = ICMP {EQ} : | | i, none
thrown = CONST[I64] {10}
sum = ADD[I64] : | | a, i
v = SELECT[I64] : | | c, thrown, sum
r = RETURN : SE | DE | v
;; function js_stownbyvalue
a = ARG[I64] {0}
i = ARG[I64] {1}
x = ARG[I64] {2}
g = SYMBOL[ARCH] {@cell}
s = STORE : | DE | x, g
c = ICMP {EQ} : | | a, i
thrown = CONST[I64] {10}
fine = CONST[I64] {2}
v = SELECT[I64] : | | c, thrown, fine
r = RETURN : SE | s | v
"""
"""The library's functions: the sum or, at 0, an exception; and if both are equal."""


@pytest.mark.parametrize("level", ("circuit", "llvlir", "naplespu"))
@pytest.mark.parametrize(
    ("arguments", "expected"), (((30, 4), 34), ((30, 0), -1), ((7, 7), -2))
)
def test_elements(level: str, arguments: tuple[int, int], expected: int):
    """LOAD_ELEMENT and STORE_ELEMENT call the library, and throw as it does."""
    program = circ.compile(read_gates(ELEMENTS, "f.circuit"), level)
    assert circ.run(program, *arguments, entry="f").results == [expected]


def test_elements_need_the_library():
    text = ELEMENTS[: ELEMENTS.index(";; operation")].replace("{@cell}", "{@f}")
    with pytest.raises(Diagnostic, match="there is no function @js_ldobjbyvalue to"):
        outcome_of(text, [1, 2])


def test_number_of_arguments():
    text = "x = ARG[I32] {2}\nr = RETURN : SE | DE | x\n"
    assert outcome_of(text, [0, 0, 9]) == [9]
    with pytest.raises(Diagnostic, match="'f' takes 3 arguments, but 1 is given"):
        outcome_of(text, [9])
    named = f";; function f\n;; signature (i32, i32, i32, i32) -> i32\n{text}"
    assert outcome_of(named, [0, 0, 9, 0]) == [9]


def test_unknown_entry():
    with pytest.raises(Diagnostic, match="there is no function @g to execute"):
        run(read_gates("r = RETURN : SE | DE\n", "f"), "g", [], Memory())


def test_trace_and_count():
    lines: list[str] = []
    text = (DATA / "D1.circuit").read_text()
    module = read_gates(text, "D1.circuit")
    outcome = run(module, "D1", [2], Memory(), trace=lines.append)
    assert outcome == run(module, "D1", [2], Memory())
    assert lines == [
        "circuit.icmp %c = 0x1",
        "circuit.add %i1 = 0x2",
        "circuit.add %s1 = 0x1",
        "circuit.icmp %c = 0x1",
        "circuit.add %i1 = 0x3",
        "circuit.add %s1 = 0x3",
        "circuit.icmp %c = 0x0",
    ]
    # Each of three rounds enters the loop with two selectors, compares and branches;
    # two of them add twice and go back.
    assert outcome.operations == 1 + 3 * (1 + 2 + 1 + 1 + 1) + 2 * (2 + 1) + 1


BEFORE_THE_WRITE = """
    p = ALLOCA[ARCH] {4}
    old = CONST[I32] {1}
    new = CONST[I32] {2}
    st0 = STORE : | DE | old, p
    ld = LOAD[I32] : | st0 | p
"""


def test_free_load_sees_the_memory_before_the_store():
    text = f"""{BEFORE_THE_WRITE}
        st1 = STORE : | st0 | new, p
        ret = RETURN : SE | st1 | ld
    """
    assert outcome_of(text, []) == [1]


def test_free_load_behind_a_free_load_and_a_computed_address():
    text = f"""{BEFORE_THE_WRITE}
        four = CONST[ARCH] {{4}}
        q = ADD[ARCH] : | | p, four
        q0 = SUB[ARCH] : | | q, four
        ld2 = LOAD[I32] : | ld | q0
        st1 = STORE : | st0 | new, p
        st2 = STORE : | st1 | new, p
        ret = RETURN : SE | st2 | ld2, ld
    """
    assert outcome_of(text, []) == [1, 1]


@pytest.mark.parametrize(("side", "expected"), ((1, [2, 1]), (0, [1, 1])))
def test_free_load_before_a_branch_that_writes(side: int, expected: list[int]):
    """Only one side writes; the value is used behind the merge, or not at all."""
    text = f"""{BEFORE_THE_WRITE}
        c = ARG[I1] {{0}}
        br = IF_BRANCH : SE | | c
        t = IF_TRUE : br
        f = IF_FALSE : br
        rt = DEPEND_RELAY : t | st0
        rf = DEPEND_RELAY : f | st0
        st1 = STORE : | rt | new, p
        m = MERGE : t, f
        d = DEPEND_SELECTOR : m | st1, rf
        now = LOAD[I32] : | d | p
        ret = RETURN : m | now | now, ld
    """
    assert outcome_of(text, [side]) == expected


def test_free_load_before_a_write_behind_a_merge():
    text = f"""{BEFORE_THE_WRITE}
        c = ARG[I1] {{0}}
        br = IF_BRANCH : SE | | c
        t = IF_TRUE : br
        f = IF_FALSE : br
        rt = DEPEND_RELAY : t | st0
        rf = DEPEND_RELAY : f | st0
        side = LOAD[I32] : | rt | p
        m = MERGE : t, f
        d = DEPEND_SELECTOR : m | side, rf
        st1 = STORE : | d | new, p
        ret = RETURN : m | st1 | ld
    """
    assert outcome_of(text, [0]) == outcome_of(text, [1]) == [1]


def test_free_load_behind_a_relay_that_the_write_does_not_pass():
    text = f"""{BEFORE_THE_WRITE}
        k0 = CONST[I32] {{0}}
        k1 = CONST[I32] {{1}}
        ob = ORDINARY_BLOCK : SE
        r0 = DEPEND_RELAY : ob | st0
        side = LOAD[I32] : | r0 | p
        lb = LOOP_BEGIN : ob, back
        d = DEPEND_SELECTOR : lb | st0, st1
        i = VALUE_SELECTOR[I32] : lb | | k0, k1
        c = ICMP[I1] {{SLT}} : | | i, k1
        br = IF_BRANCH : lb | | c
        t = IF_TRUE : br
        f = IF_FALSE : br
        r = DEPEND_RELAY : t | d
        st1 = STORE : | r | new, p
        back = LOOP_BACK : t
        ret = RETURN : f | d | side
    """
    assert outcome_of(text, []) == [1]


def test_free_load_in_a_loop_sees_each_turn():
    """total = 0 + 1 + ... of what the memory held before each turn's store."""
    text = """
        n = ARG[I32] {0}
        p = ALLOCA[ARCH] {4}
        k0 = CONST[I32] {0}
        k1 = CONST[I32] {1}
        st0 = STORE : | DE | k0, p
        lb = LOOP_BEGIN : SE, back
        d = DEPEND_SELECTOR : lb | st0, st1
        i = VALUE_SELECTOR[I32] : lb | | k0, i1
        total = VALUE_SELECTOR[I32] : lb | | k0, sum
        c = ICMP[I1] {SLT} : | | i, n
        br = IF_BRANCH : lb | | c
        t = IF_TRUE : br
        f = IF_FALSE : br
        r = DEPEND_RELAY : t | d
        ld = LOAD[I32] : | r | p
        sum = ADD[I32] : | | total, ld
        i1 = ADD[I32] : | | i, k1
        st1 = STORE : | r | i1, p
        back = LOOP_BACK : t
        ret = RETURN : f | d | total
    """
    assert outcome_of(text, [4]) == [0 + 1 + 2 + 3]


def test_free_load_before_a_loop_that_writes_behind_a_joined_dependency():
    """The memory comes to the write twice, and through the loop's selector."""
    text = f"""{BEFORE_THE_WRITE}
        k0 = CONST[I32] {{0}}
        k1 = CONST[I32] {{1}}
        lb = LOOP_BEGIN : SE, back
        d = DEPEND_SELECTOR : lb | st0, st1
        i = VALUE_SELECTOR[I32] : lb | | k0, k1
        c = ICMP[I1] {{SLT}} : | | i, k1
        br = IF_BRANCH : lb | | c
        t = IF_TRUE : br
        f = IF_FALSE : br
        r = DEPEND_RELAY : t | d
        both = DEPEND_AND : | r, r
        st1 = STORE : | both | new, p
        back = LOOP_BACK : t
        ret = RETURN : f | d | ld
    """
    assert outcome_of(text, []) == [1]


def test_free_load_that_cannot_be_done_is_diagnosed_when_demanded():
    text = """
        c = ARG[I1] {0}
        nowhere = CONST[ARCH] {0}
        p = ALLOCA[ARCH] {4}
        k = CONST[I32] {5}
        st0 = STORE : | DE | k, p
        bad = LOAD[I32] : | st0 | nowhere
        st1 = STORE : | st0 | k, p
        br = IF_BRANCH : SE | | c
        t = IF_TRUE : br
        f = IF_FALSE : br
        r0 = RETURN : f | st1 | k
        r1 = RETURN : t | st1 | bad
    """
    assert outcome_of(text, [0]) == [5]
    with pytest.raises(Diagnostic, match="access"):
        outcome_of(text, [1])

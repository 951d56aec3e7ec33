"""Canonicalisation: every rule on all inputs of narrow types, and whole programs."""

import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from circ.dialects.circuit.constants import ArgOp, ConstantOp
from circ.dialects.circuit.control import FuncOp, ReturnOp
from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.verifier import verify_circuit
from circ.dialects.common.algebra import INTS
from circ.targets.circuit.gates import read_gates, write_gates
from circ.targets.execute.circuit.interpreter import run
from circ.targets.execute.memory import Memory
from circ.transforms.circuit.canonicalize import PATTERNS, canonicalize
from circ.transforms.common.worklist import rewrite_region

DATA = Path(__file__).parents[2] / "data" / "circuit"
BINARY = (
    "ADD SUB MUL MULHS MULHU SDIV SREM UDIV UREM AND OR XOR SHL LSHR ASHR"
).split()
CONDITIONS = "EQ NE ULT ULE UGT UGE SLT SLE SGT SGE".split()


def function_of(text: str, name: str = "f") -> FuncOp:
    func = read_gates(text, f"{name}.circuit").body.block.first_op
    assert isinstance(func, FuncOp)
    return func


def canonical(text: str, name: str = "f") -> FuncOp:
    """The canonical form; the driver's invariant and the verifier hold."""
    func = function_of(text, name)
    canonicalize(func)
    verify_circuit(func)
    assert rewrite_region(func.body, PATTERNS) == 0
    return func


def results_of(func: FuncOp, *arguments: int) -> list[int]:
    module = func.parent_op()
    assert isinstance(module, ModuleOp)
    return run(module, func.sym_name.data, arguments, Memory()).results


def gates_of(func: FuncOp) -> list[str]:
    """Opcodes of the gates that compute."""
    return [gate.OPCODE for gate in func.body.block.ops if isinstance(gate, PureGate)]


def values_of(func: FuncOp, arguments: tuple[int, ...]) -> list[int]:
    """What straight-line code without memory returns; its gates are in order."""
    values: dict[SSAValue, int] = {}
    for gate in func.body.block.ops:
        match gate:
            case ConstantOp():
                values[gate.result] = gate.bits.data
            case ArgOp():
                values[gate.result] = arguments[gate.index.data]
            case PureGate():
                operands = [values[operand] for operand in gate.operands]
                values[gate.results[0]] = gate.evaluate(INTS, operands)
            case ReturnOp():
                return [values[value] for value in gate.values]
            case _:
                pass
    raise AssertionError("no RETURN")


def agree(text: str, inputs: list[tuple[int, ...]]) -> FuncOp:
    """Straight-line code computes the same before and after."""
    before, after = function_of(text), canonical(text)
    for arguments in inputs:
        expected = values_of(before, arguments)
        assert values_of(after, arguments) == expected, (text, arguments)
    return after


def run_alike(text: str, inputs: list[tuple[int, ...]]) -> FuncOp:
    """Any function runs the same before and after."""
    before, after = function_of(text), canonical(text)
    for arguments in inputs:
        expected = results_of(before, *arguments)
        assert results_of(after, *arguments) == expected, (text, arguments)
    return after


def returning(*lines: str, args: str = "I8", result: str = "r") -> str:
    arguments = [f"{n} = ARG[{args}] {{{i}}}" for i, n in enumerate("xy")]
    return "\n".join([*arguments, *lines, f"ret = RETURN : SE | DE | {result}"])


BYTES = [(x, 0) for x in range(256)]


@pytest.mark.parametrize("opcode", BINARY)
@pytest.mark.every(9, first=6)
def test_every_constant_on_either_side(opcode: str):
    constants = range(256) if opcode != "SUB" else range(0, 256, 5)
    for k in constants:
        lines = [
            f"k = CONST[I8] {{{k}}}",
            f"a = {opcode}[I8] : | | x, k",
            f"b = {opcode}[I8] : | | k, x",
            f"c = {opcode}[I8] : | | k, k",
        ]
        agree(returning(*lines, result="a, b, c"), BYTES[k % 9 :: 9] + BYTES[-1:])


@pytest.mark.parametrize("opcode", BINARY)
def test_same_operands_and_bits(opcode: str):
    agree(returning(f"r = {opcode}[I8] : | | x, x"), BYTES)
    for k in (0, 1):
        lines = [
            f"k = CONST[I1] {{{k}}}",
            f"a = {opcode}[I1] : | | x, k",
            f"b = {opcode}[I1] : | | k, x",
            f"c = {opcode}[I1] : | | x, x",
        ]
        text = returning(*lines, args="I1", result="a, b, c")
        agree(text, [(0, 0), (1, 0)])


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.every(3, first=1)
def test_comparisons(condition: str):
    for k in (*range(4), *range(126, 131), 254, 255):
        lines = [
            f"k = CONST[I8] {{{k}}}",
            f"a = ICMP[I1] {{{condition}}} : | | x, k",
            f"b = ICMP[I1] {{{condition}}} : | | k, x",
            f"c = ICMP[I1] {{{condition}}} : | | x, x",
            "d = REV[I1] : | | a",
            "e = REV[I1] : | | d",
        ]
        agree(returning(*lines, result="a, b, c, d, e"), BYTES)
    for k in (0, 1):
        lines = [
            f"k = CONST[I1] {{{k}}}",
            f"k8 = CONST[I8] {{{k}}}",
            f"a = ICMP[I1] {{{condition}}} : | | x, k",
            f"b = ICMP[I1] {{{condition}}} : | | k, x",
            "w = ZEXT[I8] : | | x",
            f"c = ICMP[I1] {{{condition}}} : | | w, k8",
        ]
        text = returning(*lines, args="I1", result="a, b, c")
        agree(text, [(0, 0), (1, 0)])


def test_inverse_float_comparisons():
    numbers = (0, 1 << 31, 0x3F800000, 0xBF800000, 0x7F800000, 0x7FC00000)
    inputs = list(product(numbers, repeat=2))
    conditions = "FALSE OEQ OGT OGE OLT OLE ONE ORD UNO UEQ UGT UGE ULT ULE UNE TRUE"
    for condition in conditions.split():
        lines = [
            f"c = FCMP[I1] {{{condition}}} : | | x, y",
            "r = REV[I1] : | | c",
        ]
        after = agree(returning(*lines, args="F32", result="c, r"), inputs)
        assert "REV" not in gates_of(after)


@pytest.mark.parametrize("opcode", ("ADD", "MUL", "AND", "OR", "XOR"))
@pytest.mark.every(2, first=1)
def test_constants_are_collected(opcode: str):
    for a, b in product((1, 3, 100, 254), repeat=2):
        lines = [
            f"a = CONST[I8] {{{a}}}",
            f"b = CONST[I8] {{{b}}}",
            f"s = {opcode}[I8] : | | a, x",
            f"r = {opcode}[I8] : | | s, b",
        ]
        after = agree(returning(*lines), BYTES)
        assert len(gates_of(after)) <= 1


def test_negated_operands():
    zero = "z = CONST[I8] {0}"
    inputs = [(x, y) for x in range(0, 256, 3) for y in range(0, 256, 5)]
    for line, opcode in (
        ("r = ADD[I8] : | | n, y", "SUB"),
        ("r = ADD[I8] : | | y, n", "SUB"),
        ("r = SUB[I8] : | | y, n", "ADD"),
    ):
        after = agree(returning(zero, "n = SUB[I8] : | | z, x", line), inputs)
        assert gates_of(after) == [opcode]


@pytest.mark.parametrize(
    ("outer", "inner"), list(product(("SHL", "LSHR", "ASHR"), repeat=2))
)
@pytest.mark.every(9)
def test_shifts_of_shifts(outer: str, inner: str):
    for a, b in product(range(9), repeat=2):
        lines = [
            f"a = CONST[I8] {{{a}}}",
            f"b = CONST[I8] {{{b}}}",
            f"s = {inner}[I8] : | | x, a",
            f"r = {outer}[I8] : | | s, b",
        ]
        after = agree(returning(*lines), BYTES)
        if outer == inner:
            assert len(gates_of(after)) <= 1


def test_conversions_of_conversions():
    """All pairs of integer conversions between all widths."""
    widths = {"I1": 1, "I8": 8, "I16": 16, "I32": 32, "ARCH": 32, "I64": 64}

    def conversions(source: str) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        for target, width in widths.items():
            if width < widths[source]:
                found.append(("TRUNC", target))
            elif width > widths[source]:
                found += [("ZEXT", target), ("SEXT", target)]
            else:
                found.append(("BITCAST", target))
        return found

    for source, width in widths.items():
        ones = (1 << width) - 1
        edges = (0, 1, 0x7F, 0x80, 0x8000_0000, ones // 2, ones)
        inputs = [(x & ones, 0) for x in edges]
        for first, middle in conversions(source):
            for second, target in conversions(middle):
                text = returning(
                    f"m = {first}[{middle}] : | | x",
                    f"r = {second}[{target}] : | | m",
                    args=source,
                )
                after = agree(text, inputs)
                if (first, second) in JOINED or first == "BITCAST":
                    assert len(gates_of(after)) <= 1, text


JOINED = (
    ("TRUNC", "TRUNC"),
    ("ZEXT", "ZEXT"),
    ("SEXT", "SEXT"),
    ("ZEXT", "SEXT"),
    ("ZEXT", "TRUNC"),
    ("SEXT", "TRUNC"),
)
"""Pairs of conversions (first, second) that one conversion replaces."""


def test_select():
    for a, b in product((0, 1), repeat=2):
        lines = [
            f"a = CONST[I1] {{{a}}}",
            f"b = CONST[I1] {{{b}}}",
            "n = REV[I1] : | | x",
            "p = SELECT[I1] : | | x, a, b",
            "q = SELECT[I1] : | | n, x, y",
            "r = SELECT[I1] : | | a, x, y",
            "s = SELECT[I1] : | | x, y, y",
        ]
        text = returning(*lines, args="I1", result="p, q, r, s")
        after = agree(text, list(product((0, 1), repeat=2)))
        assert gates_of(after).count("SELECT") == 1


def test_float_negation():
    lines = ["n = FNEG[F32] : | | x", "r = FNEG[F32] : | | n"]
    numbers = [(0, 0), (1 << 31, 0), (0x7FC00000, 0), (0xFFC00001, 0)]
    assert gates_of(agree(returning(*lines, args="F32"), numbers)) == []


def test_strength_reduction():
    for opcode, constant, expected in (
        ("MUL", 8, "SHL"),
        ("UDIV", 8, "LSHR"),
        ("UREM", 8, "AND"),
        ("MUL", 255, "SUB"),
        ("MUL", 7, "MUL"),
        ("UDIV", 7, "UDIV"),
        ("SDIV", 8, "SDIV"),
        ("SREM", 8, "SREM"),
    ):
        lines = [f"k = CONST[I8] {{{constant}}}", f"r = {opcode}[I8] : | | x, k"]
        assert gates_of(agree(returning(*lines), BYTES)) == [expected]


@given(
    st.sampled_from(BINARY),
    st.sampled_from(("I16", "I32", "I64")),
    st.integers(0, 2**64 - 1) | st.integers(0, 63).map(lambda n: 1 << n),
    st.lists(st.integers(0, 2**64 - 1), min_size=3, max_size=3),
)
@settings(max_examples=150)
def test_wide_constants(opcode: str, type: str, k: int, values: list[int]):
    width = int(type[1:])
    ones = (1 << width) - 1
    lines = [
        f"k = CONST[{type}] {{{k & ones}}}",
        f"a = {opcode}[{type}] : | | x, k",
        f"b = {opcode}[{type}] : | | k, x",
    ]
    edges = [0, 1, ones, ones // 2, ones // 2 + 1]
    inputs = [(x & ones, 0) for x in (*values, *edges)]
    agree(returning(*lines, args=type, result="a, b"), inputs)


RUN = re.compile(r"f\(([^)]*)\)=")


@pytest.mark.parametrize(
    "file", sorted(DATA.glob("[DSUO]*.circuit")), ids=lambda p: p.stem
)
def test_programs_run_as_before(file: Path):
    text = file.read_text()
    before, after = function_of(text, file.stem), canonical(text, file.stem)
    for match in RUN.findall(text):
        arguments = [int(value) for value in match.split(",")]
        assert results_of(after, *arguments) == results_of(before, *arguments)


BRANCH = """
    x = ARG[I8] {{0}}
    k = CONST[I1] {{{known}}}
    p = ALLOCA[ARCH] {{1}}
    st = STORE : | DE | x, p
    br = IF_BRANCH {{1, 9}} : SE | | k
    t = IF_TRUE : br
    f = IF_FALSE : br
    rt = DEPEND_RELAY : t | st
    one = CONST[I8] {{1}}
    s1 = STORE : | rt | one, p
    m = MERGE : t, f
    d = DEPEND_SELECTOR : m | s1, st
    v = VALUE_SELECTOR[I8] : m | | one, x
    l = LOAD[I8] : | d | p
    ret = RETURN : m | l | l, v
"""


@pytest.mark.parametrize("known", (0, 1))
def test_known_branch(known: int):
    after = run_alike(BRANCH.format(known=known), [(7,), (8,)])
    text = write_gates(after)
    for word in ("IF_", "MERGE", "SELECTOR", "ORDINARY"):
        assert word not in text


@pytest.mark.parametrize("known", (1, 2, 3))
def test_known_switch(known: int):
    text = (DATA / "D4.circuit").read_text()
    text = text.replace("ARG[I32] {0}", f"CONST[I32] {{{known}}}")
    after = run_alike(text, [()])
    assert "SWITCH" not in write_gates(after)


def test_switch_without_cases():
    text = """
        x = ARG[I8] {0}
        sw = SWITCH_BRANCH : SE | | x
        df = DEFAULT_CASE : sw
        ret = RETURN : df | DE | x
    """
    assert "SWITCH" not in write_gates(run_alike(text, [(3,)]))


def test_inverted_branch_keeps_weights_with_their_sides():
    text = """
        x = ARG[I1] {0}
        n = REV[I1] : | | x
        br = IF_BRANCH {1, 9} : SE | | n
        t = IF_TRUE : br
        f = IF_FALSE : br
        k1 = CONST[I8] {1}
        k2 = CONST[I8] {2}
        r1 = RETURN : t | DE | k1
        r2 = RETURN : f | DE | k2
    """
    after = run_alike(text, [(0,), (1,)])
    assert "IF_BRANCH {9, 1}" in write_gates(after)
    assert gates_of(after) == []


LOOP = """
    n = ARG[I8] {0}
    no = CONST[I1] {0}
    k1 = CONST[I8] {1}
    ob = ORDINARY_BLOCK : SE
    lb = LOOP_BEGIN : ob, back
    d = DEPEND_SELECTOR : lb | DE, rt
    i = VALUE_SELECTOR[I8] : lb | | n, i1
    same = VALUE_SELECTOR[I8] : lb | | n, same
    i1 = ADD[I8] : | | i, k1
    br = IF_BRANCH : lb | | no
    t = IF_TRUE : br
    f = IF_FALSE : br
    rt = DEPEND_RELAY : t | d
    rf = DEPEND_RELAY : f | d
    back = LOOP_BACK : t
    ret = RETURN : f | rf | i1, same
"""


def test_a_loop_that_never_goes_back_is_straight_line():
    text = write_gates(run_alike(LOOP, [(5,)]))
    for word in ("LOOP", "SELECTOR", "BRANCH", "RELAY", "ORDINARY"):
        assert word not in text


def test_a_load_stays_below_the_branch_that_guards_it():
    """The relay, and the block where it must hang, stay."""
    text = """
        p = ARG[ARCH] {0}
        k0 = CONST[ARCH] {0}
        v0 = CONST[I8] {9}
        c = ICMP[I1] {NE} : | | p, k0
        br = IF_BRANCH : SE | | c
        t = IF_TRUE : br
        f = IF_FALSE : br
        r1 = RETURN : f | DE | v0
        one = MERGE : t
        d = DEPEND_SELECTOR : one | DE
        l = LOAD[I8] : | d | p
        r2 = RETURN : one | l | l
    """
    after = run_alike(text, [(0,)])
    assert "DEPEND_RELAY : t | DE" in write_gates(after)
    assert "MERGE" not in write_gates(after)


def test_a_block_whose_relay_cannot_move_stays():
    text = """
        c = ARG[I1] {0}
        p = ARG[ARCH] {1}
        br = IF_BRANCH : SE | | c
        t = IF_TRUE : br
        f = IF_FALSE : br
        m = MERGE : t, f
        s = VALUE_SELECTOR[ARCH] : m | | p, q
        ob = ORDINARY_BLOCK : m
        r = DEPEND_RELAY : ob | DE
        l = LOAD[I8] : | r | s
        ret = RETURN : ob | l | l
    """
    text = text.replace("br =", "q = ARG[ARCH] {2}\n        br =")
    assert "ORDINARY_BLOCK" in write_gates(canonical(text))


@pytest.mark.parametrize(
    "branch",
    (
        "br = IF_BRANCH : SE | | c\nt = IF_TRUE : br\nf = IF_FALSE : br",
        "br = SWITCH_BRANCH : SE | | c\nt = SWITCH_CASE {1} : br\n"
        "f = DEFAULT_CASE : br",
    ),
)
def test_branch_with_empty_sides(branch: str):
    """Also where they become empty: the relay orders nothing, the sum is not used."""
    text = f"""
        c = ARG[I1] {{0}}
        x = ARG[I32] {{1}}
        {branch}
        r = DEPEND_RELAY : t | DE
        y = ADD[I32] : | | x, x
        m = MERGE : t, f
        d = DEPEND_SELECTOR : m | r, DE
        v = VALUE_SELECTOR[I32] : m | | x, x
        ret = RETURN : m | d | v
    """
    func = run_alike(text, [(0, 5), (1, 7)])
    text = write_gates(func)
    assert "MERGE" not in text and "BRANCH" not in text and "RELAY" not in text


def test_branch_with_a_side_that_does_something_stays():
    text = """
        c = ARG[I1] {0}
        p = ARG[ARCH] {1}
        br = IF_BRANCH : SE | | c
        t = IF_TRUE : br
        f = IF_FALSE : br
        r = DEPEND_RELAY : t | DE
        s = STORE : | r | k, p
        k = CONST[I8] {1}
        m = MERGE : t, f
        d = DEPEND_SELECTOR : m | s, DE
        ret = RETURN : m | d | c
    """
    assert "IF_BRANCH" in write_gates(canonical(text))


def test_effects_before_an_endless_loop_stay():
    text = """
        g = SYMBOL[ARCH] {@g}
        call = CALL : | DE | g
        lb = LOOP_BEGIN : SE, back
        d = DEPEND_SELECTOR : lb | call, d
        back = LOOP_BACK : lb
    """
    assert "CALL" in write_gates(canonical(text))


def test_joins():
    text = """
        p = ARG[ARCH] {0}
        a = LOAD[I8] : | DE | p
        b = LOAD[I8] : | DE | p
        j = DEPEND_AND : | a, b, a
        o = DEPEND_AND : | j, j
        s = STORE : | o | a, p
        r = RETURN : SE | s | b
    """
    assert "DEPEND_AND : | a, b\n" in write_gates(canonical(text))


def test_limit_stops_after_so_many_rewrites():
    lines = ["z = CONST[I8] {0}", "x0 = ARG[I8] {0}"]
    lines += [f"x{i + 1} = ADD[I8] : | | x{i}, z" for i in range(9)]
    text = "\n".join([*lines, "r = RETURN : SE | DE | x9"])
    func = function_of(text)
    assert canonicalize(func, limit=4) == 4
    assert gates_of(func) == ["ADD"] * 5
    assert results_of(func, 7) == [7]


def test_any_order_of_the_block():
    lines = ["z = CONST[I8] {0}", "x0 = ARG[I8] {0}"]
    lines += [f"x{i + 1} = ADD[I8] : | | x{i}, z" for i in range(2000)]
    text = "\n".join(reversed([*lines, "r = RETURN : SE | DE | x2000"]))
    assert gates_of(canonical(text)) == []


def test_locations_are_kept():
    func = canonical(
        "x = ARG[I8] {0}\nk = CONST[I8] {8}\nr = MUL[I8] : | | x, k\n"
        "ret = RETURN : SE | DE | r\n"
    )
    (shift,) = (g for g in func.body.block.ops if isinstance(g, PureGate))
    assert str(shift.location) == 'loc("f.circuit":3:1)'

"""The verifier of circuits: every rule, with its number, at the offending gate."""

import re
from pathlib import Path

import pytest

from circ.dialects.circuit.control import ROOTS, FuncOp, RootGate, StateEntryOp
from circ.dialects.circuit.verifier import verify_circuit
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.circuit.gates import read_gates

DATA = Path(__file__).parents[2] / "data" / "circuit"
HOLES = {"N27": "G12", "N31": "rule 4"}
"""Circuits that the reference compiler accepts, with the rule that rejects them."""


@pytest.mark.parametrize("name", sorted(file.stem for file in DATA.glob("*.circuit")))
def test_expectations(name: str):
    text = (DATA / f"{name}.circuit").read_text()
    if name in HOLES:
        rule = HOLES[name]
    elif found := re.search(r"^;; reject (G?)(\d+)", text, re.MULTILINE):
        rule = f"G{found[2]}" if found[1] else f"rule {found[2]}"
    else:
        assert ";; accept" in text
        read_gates(text, name)
        return
    with pytest.raises(Diagnostic, match=rf"\({rule}\)$"):
        read_gates(text, name)


PRELUDE = """\
x = ARG[I32] {0}
w = ARG[I64] {1}
h = ARG[F32] {2}
e = ARG[F64] {3}
p = ARG[ARCH] {4}
b = ARG[I1] {5}
"""

BRANCH = "br = IF_BRANCH : SE | | b\nt = IF_TRUE : br\nf = IF_FALSE : br\n"
ENDS = "r1 = RETURN : t | DE\nr2 = RETURN : f | DE\n"
END = "ret = RETURN : SE | DE\n"


@pytest.mark.parametrize(
    ("gates", "line", "message"),
    (
        (
            "t = SWITCH_CASE {1} : SE\nr = RETURN : t | DE",
            1,
            "SWITCH_BRANCH .*rule 3",
        ),
        (
            "m = MERGE : \nr = RETURN : m | DE",
            1,
            r"at least one .*rule 1\)",
        ),
        (f"{END}a = ARG[I32] {{65536}}", 2, r"index must be in 0 \.\.\. 65535, but is"),
        (f"{END}a = AND[F32] : | | h, h", 2, r"a value of type f32 \(rule 6\)"),
        (f"{END}a = FADD[I32] : | | x, x", 2, r"a value of type i32 \(rule 6\)"),
        (
            f"{END}a = SELECT[I32] : | | x, x, x",
            2,
            r"but has i32 of ARG %[xwheb] \(rule 6\)",
        ),
        (f"{END}a = ADD[I32] : | | x, DE", 2, r"needs a value, but has DEPEND_ENTRY"),
        (
            f"{END}a = LOAD[I32] : | DE | x",
            2,
            r"address .* but has i32 of ARG %[xwheb] \(rule 8\)",
        ),
        (
            f"{END}a = STORE : | DE | p, x",
            2,
            r"address .* but has i32 of ARG %[xwheb] \(rule 9\)",
        ),
        (
            f"{END}a = ICMP[I1] {{EQ}} : | | x, w",
            2,
            r"two integers .* i64 of ARG %[xwheb] \(rule 13\)",
        ),
        (
            f"{END}a = FCMP[I1] {{OEQ}} : | | h, e",
            2,
            r"two floats .* f64 of ARG %[xwheb] \(rule 13\)",
        ),
        (
            f"{END}a = FCMP[I1] {{OEQ}} : | | x, x",
            2,
            r"two floats .* i32 of ARG %[xwheb] \(rule 13\)",
        ),
        (f"{END}a = TRUNC[I64] : | | x", 2, "narrower integer, but i32 becomes i64"),
        (f"{END}a = ZEXT[I32] : | | w", 2, "wider integer, but i64 becomes i32"),
        (f"{END}a = BITCAST[F64] : | | x", 2, "keep the width, but i32 becomes f64"),
        (f"{END}a = FPTOSI[I32] : | | x", 2, "float must become an integer"),
        (
            f"{END}a = CALL : | DE | x",
            2,
            r"CALL .* but has i32 of ARG %[xwheb] \(rule 6\)",
        ),
        (
            f"{END}a = ARG[I64] {{0}}",
            2,
            "ARG 0 must have one type, but has i32",
        ),
        (
            f"{END}k = LOOP_BACK : SE",
            0,
            "one state successor, but has 2",
        ),
        ("", 0, "STATE_ENTRY needs one state successor, but has 0"),
        (f"{BRANCH}r1 = RETURN : t | DE", 3, "IF_FALSE needs one state successor"),
        (
            "br = IF_BRANCH : SE | | b\nt = IF_TRUE : br\nr = RETURN : t | DE",
            1,
            "rule 17",
        ),
        ("br = IF_BRANCH : SE | | b\nr = RETURN : br | DE", 2, "but has IF_BRANCH"),
        (f"{BRANCH}{ENDS}d = DEPEND_SELECTOR : t | DE", 6, r"MERGE or LOOP_.*rule 20"),
        (f"{END}d = DEPEND_RELAY : SE | DE", 2, r"side of a branch .*rule 21"),
        (
            f"{BRANCH}m = MERGE : t, f\nd = DEPEND_RELAY : m | DE\nr = RETURN : m | d",
            5,
            r"side of a branch .* but has MERGE %m \(rule 21\)",
        ),
        (
            f"{BRANCH}{ENDS}d = DEPEND_RELAY : br | DE",
            6,
            "has IF_BRANCH %\\w+ .rule 21",
        ),
        (
            "sw = SWITCH_BRANCH : SE | | x\nd = DEFAULT_CASE : sw\n"
            "y = DEPEND_RELAY : sw | DE\nr = RETURN : d | y",
            3,
            "has SWITCH_BRANCH %\\w+ .rule 21",
        ),
        (
            "lb = LOOP_BEGIN : SE, k\nk = LOOP_BACK : lb\ny = DEPEND_RELAY : lb | DE",
            3,
            "has LOOP_BEGIN %\\w+ .rule 21",
        ),
        (
            "lb = LOOP_BEGIN : SE, k\nk = LOOP_BACK : lb\ny = DEPEND_RELAY : k | DE",
            3,
            "has LOOP_BACK %\\w+ .rule 21",
        ),
        (
            "l = LOAD_ELEMENT[I64] {0} : SE | DE | w, w\n"
            "y = DEPEND_RELAY : l | l\nr = RETURN : l | y | l",
            2,
            "has LOAD_ELEMENT %\\w+ .rule 21",
        ),
        (
            f"{BRANCH}lb = LOOP_BEGIN : t, f\nr = RETURN : lb | DE",
            4,
            "needs LOOP_BACK",
        ),
        ("lb = LOOP_BEGIN : SE\nr = RETURN : lb | DE", 1, "at least one LOOP_BACK"),
        (
            f"{BRANCH}lb = LOOP_BACK : t\nr = RETURN : lb | DE\nq = RETURN : f | DE",
            5,
            "but has LOOP_BACK",
        ),
        (
            f"{BRANCH}k = LOOP_BACK : t\nm = MERGE : f, k\nr = RETURN : m | DE",
            5,
            "but has LOOP_BACK",
        ),
        (
            "sw = SWITCH_BRANCH : SE | | x\nc = SWITCH_CASE {1} : sw\n"
            "r = RETURN : c | DE",
            1,
            "needs one DEFAULT_CASE, but has 0",
        ),
        (
            "sw = SWITCH_BRANCH : SE | | x\nc = DEFAULT_CASE : sw\n"
            "d = DEFAULT_CASE : sw\n"
            "r = RETURN : c | DE\nq = RETURN : d | DE",
            1,
            "DEFAULT_CASE, but has 2",
        ),
        (
            "sw = SWITCH_BRANCH : SE | | x\nc = SWITCH_CASE {1} : sw\n"
            "d = SWITCH_CASE {1} : sw\ng = DEFAULT_CASE : sw\nr = RETURN : c | DE\n"
            "q = RETURN : d | DE\ns = RETURN : g | DE",
            (2, 3),
            "1 must be the only one",
        ),
        (
            "sw = SWITCH_BRANCH : SE | | b\nc = SWITCH_CASE {2} : sw\n"
            "g = DEFAULT_CASE : sw\nr = RETURN : c | DE\ns = RETURN : g | DE",
            2,
            "2 does not fit i1",
        ),
        (
            "l = LOAD_ELEMENT[I64] {0} : SE | DE | w, w\ns = IF_EXCEPTION : l\n"
            "r = RETURN : s | l | l",
            1,
            r"LOAD_ELEMENT needs both sides .* IF_EXCEPTION %s alone \(rule 18\)",
        ),
        (
            "l = STORE_ELEMENT {0} : SE | DE | w, w, w\ns = IF_SUCCESS : l\n"
            "r = RETURN : s | l | w",
            1,
            r"STORE_ELEMENT needs both .* IF_SUCCESS %s alone \(rule 18\)",
        ),
        (
            "l = JS_BYTECODE {createemptyobject} : SE | DE\ns = IF_SUCCESS : l\n"
            "t = IF_EXCEPTION : l\nr = RETURN : s | l\nq = RETURN : t | l",
            1,
            r"JS_BYTECODE needs one state successor, but has 2 \(rule 17\)",
        ),
        (
            "l = JS_BYTECODE {mul2} : SE | DE | w, w\nr = RETURN : l | l | l",
            1,
            r"needs the successors IF_SUCCESS and IF_EXCEPTION \(rule 18\)",
        ),
        (
            "s = IF_EXCEPTION : SE\nr = RETURN : s | DE",
            1,
            "IF_EXCEPTION needs a gate that may throw .* but has STATE_ENTRY",
        ),
        (
            f"{END}l = JS_BYTECODE {{mul2}} : SE | DE | x, w",
            2,
            r"JS_BYTECODE .* value operand 0, but has i32 of ARG %x \(rule 6\)",
        ),
        (
            f"{END}k = LOOP_BACK : ob\nob = ORDINARY_BLOCK : lb\n"
            "lb = LOOP_BEGIN : ob, k",
            3,
            "rule 17",
        ),
        (
            "o1 = ORDINARY_BLOCK : SE\nm = MERGE : o1, o2\no2 = ORDINARY_BLOCK : u\n"
            "u = ORDINARY_BLOCK : v\nv = ORDINARY_BLOCK : u\nr = RETURN : m | DE",
            4,
            "rule 17",
        ),
        (
            "m = MERGE : SE, dead\nr = RETURN : m | DE\nlb = LOOP_BEGIN : out, k\n"
            "out = ORDINARY_BLOCK : other\nother = IF_TRUE : br\nq = IF_FALSE : br\n"
            "k = LOOP_BACK : q\nbr = IF_BRANCH : lb | | b\ndead = ORDINARY_BLOCK : z\n"
            "z = MERGE : y\ny = ORDINARY_BLOCK : z",
            10,
            "rule 17",
        ),
        (
            "m = MERGE : SE, ob\nbr = IF_BRANCH : m | | b\nob = IF_TRUE : br\n"
            "f = IF_FALSE : br\nr = RETURN : f | DE",
            1,
            r"cycle of states .*G5",
        ),
        (f"{END}y = ADD[I32] : | | y, x", 2, r"cycle of data .*G9"),
        (
            f"{BRANCH}r = DEPEND_RELAY : t | s\ns = STORE : | r | x, p\n"
            "q1 = RETURN : t | s\nq2 = RETURN : f | DE",
            (4, 5),
            r"cycle of data .*G9",
        ),
        (
            f"{BRANCH}{ENDS}u = DEPEND_RELAY : t | DE\nv = DEPEND_RELAY : f | DE\n"
            "l = LOAD[I32] : | u | p\nk = LOAD[I32] : | v | p\ny = ADD[I32] : | | l, k",
            10,
            r"LOAD %k and a value of a separate path \(G12\)",
        ),
        (
            f"{BRANCH}d = DEPEND_RELAY : t | DE\ns = STORE : | d | x, p\n"
            "q = RETURN : t | s\nu = DEPEND_RELAY : f | s\nr = RETURN : f | u",
            7,
            r"DEPEND_RELAY uses STORE %s, which is not available there \(G12\)",
        ),
        (
            f"{BRANCH}o = ORDINARY_BLOCK : t\nd = DEPEND_RELAY : o | DE\n"
            "q = RETURN : o | d\nu = DEPEND_RELAY : f | d\nr = RETURN : f | DE",
            7,
            r"DEPEND_RELAY uses DEPEND_RELAY %d, which is not available there \(G12\)",
        ),
    ),
)
def test_rules(gates: str, line: int | tuple[int, int], message: str):
    text = PRELUDE + gates.replace("MERGE : \n", "MERGE\n") + "\n"
    with pytest.raises(Diagnostic, match=message) as error:
        read_gates(text, "f.circuit")
    first = PRELUDE.count("\n")
    lines = (line,) if isinstance(line, int) else line
    places = [f"f.circuit:{first + n if n else 1}:1" for n in lines]
    assert str(error.value).split(": error")[0] in places


@pytest.mark.parametrize(
    ("gate", "message"),
    (
        ("ADD[V16I32] : | | v, x", "needs operands of its own type vector<16xi32>"),
        ("ADD[V16F32] : | | n, n", "cannot give a value of type vector<16xf32>"),
        ("FADD[F32] : | | n, n", "needs operands of its own type f32, but has vector"),
        (
            "ICMP[I1] {EQ} : | | v, v",
            "a comparison of vector<16xi32> must give vector<16xi1>, but gives i1",
        ),
        ("ICMP[V16I8] {EQ} : | | v, v", "ICMP gives I1, but has V16I8"),
        (
            "SELECT[I32] : | | m, x, x",
            "a condition of type vector<16xi1> must choose between vectors",
        ),
        ("REV[V16I1] : | | b", "needs an operand of type i1, but has i1"),
        ("TRUNC[I8] : | | v", "a scalar must become a scalar, a vector a vector"),
        ("TRUNC[V16I32] : | | v", "an integer must become a narrower integer"),
        ("BITCAST[V16I16] : | | v", "a bit cast must keep the width"),
        ("BROADCAST[V16F32] : | | x", "a lane of vector<16xf32> is not of type i32"),
        ("BROADCAST[I32] : | | x", "cannot give a value of type i32"),
        ("LANE[I8] : | | v, p", "a lane of vector<16xi32> is not of type i8"),
        ("LANE[I32] : | | v, x", "cannot take its value operand 1, but has i32"),
        (
            "SET_LANE[V16I32] : | | v, h, p",
            "a lane of vector<16xi32> is not of type f32",
        ),
        ("SET_LANE[V16F32] : | | v, x, p", "must be of type vector<16xi32>, but is"),
        ("MATH[V16F64] {SIN} : | | n", "cannot give a value of type vector<16xf64>"),
        ("CONST[V16I8] {[1, 2]}", "expected ','"),
        ("CONST[V16I8] {300}", "300 does not fit I8"),
        ("TRUNC[V8I8] : | | v", "a vector a vector of as many lanes, but"),
        (
            "SELECT[V8I32] : | | m, eight, eight",
            "vectors of 16 lanes, but the values are of",
        ),
        ("ICMP[V8I1] {EQ} : | | v, v", "vector<16xi1>, but gives vector<8xi1>"),
        ("CONST[V257I8] {0}", "'V257I8' is not a type"),
        ("CONST[V0I8] {0}", "'V0I8' is not a type"),
        ("CONST[V3I8] {[1, 2, 3, 4]}", "expected ']'"),
        ("IF_BRANCH : SE | | m", "needs a condition of type i1, but has vector"),
        ("SWITCH_BRANCH : SE | | v", "cannot take its value operand 0, but has vector"),
        ("THROW : SE | DE | v", "cannot take its value operand 0, but has vector"),
    ),
)
def test_rules_of_vectors(gate: str, message: str):
    arguments = "v = ARG[V16I32] {6}\nn = ARG[V16F32] {7}\nm = ARG[V16I1] {8}\n"
    arguments += "eight = ARG[V8I32] {9}\n"
    text = PRELUDE + arguments + END + f"y = {gate}\n"
    with pytest.raises(Diagnostic) as error:
        read_gates(text, "f.circuit")
    assert message in str(error.value)


@pytest.mark.parametrize(
    "gates",
    (
        # Several back edges (an extension), and an endless loop.
        "lb = LOOP_BEGIN : SE, k1, k2\nbr = IF_BRANCH : lb | | b\nt = IF_TRUE : br\n"
        "f = IF_FALSE : br\nk1 = LOOP_BACK : t\nk2 = LOOP_BACK : f",
        # A state that may throw.
        "l = LOAD_ELEMENT[I64] {0} : SE | DE | w, w\ns = IF_SUCCESS : l\n"
        "e1 = IF_EXCEPTION : l\nr = RETURN : s | l | l\nq = THROW : e1 | l | w",
        # A relay on every state that may have one.
        "sw = SWITCH_BRANCH : SE | | x\nc = SWITCH_CASE {1} : sw\n"
        "d = DEFAULT_CASE : sw\nrc = DEPEND_RELAY : c | DE\n"
        "rd = DEPEND_RELAY : d | DE\n"
        "l = LOAD_ELEMENT[I64] {0} : c | rc | w, w\ns = IF_SUCCESS : l\n"
        "e1 = IF_EXCEPTION : l\nrs = DEPEND_RELAY : s | l\nre = DEPEND_RELAY : e1 | l\n"
        "o = ORDINARY_BLOCK : s\nro = DEPEND_RELAY : o | rs\nq = THROW : e1 | re | w\n"
        "br = IF_BRANCH : o | | b\nt = IF_TRUE : br\nf = IF_FALSE : br\n"
        "rt = DEPEND_RELAY : t | ro\nrf = DEPEND_RELAY : f | ro\n"
        "r1 = RETURN : t | rt\nr2 = RETURN : f | rf\nr3 = RETURN : d | rd",
        # Dead control that touches nothing live.
        f"{END}lb = LOOP_BEGIN : z, k\nbr = IF_BRANCH : lb | | b\nt = IF_TRUE : br\n"
        "f = IF_FALSE : br\nk = LOOP_BACK : t\nz = ORDINARY_BLOCK : f",
    ),
)
def test_accepted(gates: str):
    read_gates(PRELUDE + gates + "\n", "f.circuit")


@pytest.mark.parametrize("missing", ROOTS, ids=lambda root: root.OPCODE)
def test_roots(missing: type[RootGate]):
    """A circuit has each root once."""
    module = read_gates("lb = LOOP_BEGIN : SE, k\nk = LOOP_BACK : lb\n", "f.circuit")
    (func,) = module.ops
    assert isinstance(func, FuncOp)
    verify_circuit(func)
    root = next(gate for gate in func.body.block.ops if isinstance(gate, missing))
    twin = root.clone()
    func.body.block.add_op(twin)
    with pytest.raises(Diagnostic, match=r"only one of its kind \(rule 16\)$"):
        verify_circuit(func)
    twin.detach()
    root.detach()
    if missing is StateEntryOp:
        for gate in [*func.body.block.ops]:
            if not isinstance(gate, RootGate):
                gate.detach()
    with pytest.raises(Diagnostic, match=rf"@f has no {missing.OPCODE} \(rule 16\)$"):
        verify_circuit(func)


def test_deep_graphs_do_not_recurse():
    count = 20_000
    lines = [f"o{i + 1} = ORDINARY_BLOCK : o{i}" for i in range(count)]
    lines += ["o0 = ORDINARY_BLOCK : SE", f"r = RETURN : o{count} | DE"]
    read_gates("\n".join(lines), "f.circuit")

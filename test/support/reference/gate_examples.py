"""
Examples of gates: gate lists that are executed, and what they are executed with.

An example of a pure gate is its line but for the operands, which are the arguments x, y
and z of these types.
"""

from math import inf, nan
from typing import NamedTuple, TypeAlias

Value: TypeAlias = int | float | list[int]


class Example(NamedTuple):
    """A gate, the types of its operands, and values of these."""

    gate: str
    types: str
    rows: tuple[tuple[Value, ...], ...]


def _of(gate: str, types: str, *rows: tuple[Value, ...]) -> Example:
    return Example(gate, types, rows)


MINIMUM = -128
"""Of I8."""

PURE = {
    "CONSTANT": _of("CONST[F32] {0.5}", "", ()),
    "ADD": _of("ADD[I8]", "I8 I8", (100, 27), (100, 28)),
    "SUB": _of("SUB[I8]", "I8 I8", (5, 7), (MINIMUM, 1)),
    "MUL": _of("MUL[I8]", "I8 I8", (-3, 5), (16, 17)),
    "MULHS": _of("MULHS[I8]", "I8 I8", (100, 100), (-1, 1)),
    "MULHU": _of("MULHU[I8]", "I8 I8", (100, 100), (-1, -1)),
    "EXP": _of("EXP[I32]", "I32 I32", (3, 4), (-2, 31), (0, 0)),
    "SDIV": _of("SDIV[I8]", "I8 I8", (-7, 2), (7, 0), (MINIMUM, -1)),
    "SREM": _of("SREM[I8]", "I8 I8", (-7, 2), (7, 0), (MINIMUM, -1)),
    "UDIV": _of("UDIV[I8]", "I8 I8", (-1, 16), (7, 0)),
    "UREM": _of("UREM[I8]", "I8 I8", (-1, 16), (7, 0)),
    "AND": _of("AND[I8]", "I8 I8", (12, 10)),
    "OR": _of("OR[I8]", "I8 I8", (12, 10)),
    "XOR": _of("XOR[I8]", "I8 I8", (12, 10), (12, -1)),
    "SHL": _of("SHL[I8]", "I8 I8", (3, 4), (3, 7), (3, 9)),
    "LSHR": _of("LSHR[I8]", "I8 I8", (-1, 4), (3, 9)),
    "ASHR": _of("ASHR[I8]", "I8 I8", (-16, 2), (-16, 10)),
    "CLZ": _of("CLZ[I8]", "I8", (1,), (-1,), (0,)),
    "CTZ": _of("CTZ[I8]", "I8", (8,), (0,)),
    "REV": _of("REV[I1]", "I1", (0,), (1,)),
    "ICMP": _of("ICMP[I1] {ULT}", "I8 I8", (1, -1), (-1, 1), (1, 1)),
    "FCMP": _of("FCMP[I1] {UGE}", "F32 F32", (2.0, 1.0), (1.0, 2.0), (nan, 1.0)),
    "SELECT": _of("SELECT[F32]", "I1 F32 F32", (1, 1.5, 2.5), (0, 1.5, 2.5)),
    "TRUNC": _of("TRUNC[I8]", "I32", (511,), (-129,)),
    "ZEXT": _of("ZEXT[I32]", "I8", (-1,), (5,)),
    "SEXT": _of("SEXT[I32]", "I8", (-1,), (5,)),
    "SITOFP": _of("SITOFP[F32]", "I32", (-3,), (16777217,)),
    "UITOFP": _of("UITOFP[F32]", "I32", (-1,), (3,)),
    "FPTOSI": _of("FPTOSI[I8]", "F32", (-1.75,), (300.0,), (-inf,), (nan,)),
    "FPTOUI": _of("FPTOUI[I8]", "F32", (1.75,), (300.0,), (-1.0,), (nan,)),
    "BITCAST": _of("BITCAST[I32]", "F32", (1.0,), (-0.0,)),
    "FEXT": _of("FEXT[F64]", "F32", (0.1,), (-inf,)),
    "FTRUNC": _of("FTRUNC[F32]", "F64", (0.1,), (1e300,)),
    "FADD": _of("FADD[F32]", "F32 F32", (0.5, 0.25), (1e8, 1.0), (inf, -inf)),
    "FSUB": _of("FSUB[F32]", "F32 F32", (0.5, 0.25), (1.0, 1.0)),
    "FMUL": _of("FMUL[F32]", "F32 F32", (1.5, -2.0), (1e30, 1e30)),
    "FDIV": _of("FDIV[F32]", "F32 F32", (1.0, 3.0), (-1.0, 0.0), (0.0, 0.0)),
    "FMOD": _of("FMOD[F32]", "F32 F32", (5.5, -2.0), (-5.5, 2.0), (1.0, 0.0)),
    "FEXP": _of("FEXP[F32]", "F32 F32", (2.0, 0.5), (-8.0, 3.0), (-8.0, 0.5)),
    "SQRT": _of("SQRT[F32]", "F32", (2.0,), (-1.0,), (-0.0,)),
    "FNEG": _of("FNEG[F32]", "F32", (1.5,), (-0.0,)),
    "ABS": _of("ABS[I8]", "I8", (-5,), (MINIMUM,)),
    "MATH": _of("MATH[F32] {SIN}", "F32", (1.0,), (1e10,)),
    "BROADCAST": _of("BROADCAST[V4I32]", "I32", (7,)),
    "LANE": _of("LANE[I32]", "V4I32 ARCH", ([1, 2, 3, 4], 2), ([1, 2, 3, 4], 5)),
    "SET_LANE": _of("SET_LANE[V4I32]", "V4I32 I32 ARCH", ([1, 2, 3, 4], 9, 2)),
}


class Program(NamedTuple):
    """A gate list, and the arguments of its runs; none where it cannot be executed."""

    title: str
    text: str
    runs: tuple[tuple[Value, ...], ...]


PROGRAMS = (
    Program(
        "Two branches",
        """\
x = ARG[I32] {0}
zero = CONST[I32] {0}
c = ICMP[I1] {SLT} : | | x, zero
br = IF_BRANCH {1, 9} : SE | | c
t = IF_TRUE : br
f = IF_FALSE : br
n = SUB[I32] : | | zero, x
m = MERGE : t, f
v = VALUE_SELECTOR[I32] : m | | n, x
r = RETURN : m | DE | v
""",
        ((-5,), (7,)),
    ),
    Program(
        "A loop",
        """\
n = ARG[I32] {0}
zero = CONST[I32] {0}
one = CONST[I32] {1}
ob = ORDINARY_BLOCK : SE
lb = LOOP_BEGIN : ob, back
i = VALUE_SELECTOR[I32] : lb | | zero, next
s = VALUE_SELECTOR[I32] : lb | | zero, sum
more = ICMP[I1] {ULT} : | | i, n
br = IF_BRANCH : lb | | more
t = IF_TRUE : br
f = IF_FALSE : br
next = ADD[I32] : | | i, one
sum = ADD[I32] : | | s, next
back = LOOP_BACK : t
r = RETURN : f | DE | s
""",
        ((4,), (0,)),
    ),
    Program(
        "A switch",
        """\
x = ARG[I32] {0}
ten = CONST[I32] {10}
twenty = CONST[I32] {20}
zero = CONST[I32] {0}
sw = SWITCH_BRANCH : SE | | x
c1 = SWITCH_CASE {1} : sw
c2 = SWITCH_CASE {4294967295} : sw
df = DEFAULT_CASE : sw
m = MERGE : c1, c2, df
v = VALUE_SELECTOR[I32] : m | | ten, twenty, zero
r = RETURN : m | DE | v
""",
        ((1,), (-1,), (2,)),
    ),
    Program(
        "Memory",
        """\
x = ARG[I32] {0}
a = ALLOCA[ARCH] {8, align 8}
four = CONST[ARCH] {4}
b = ADD[ARCH] : | | a, four
one = CONST[I32] {1}
zero = CONST[I32] {0}
st = STORE {4} : | DE | x, a
st2 = STORE {4} : | st | one, b
c = ICMP[I1] {SLT} : | | x, zero
br = IF_BRANCH : SE | | c
t = IF_TRUE : br
f = IF_FALSE : br
rt = DEPEND_RELAY : t | st2
st3 = STORE {4} : | rt | zero, a
m = MERGE : t, f
d = DEPEND_SELECTOR : m | st3, st2
l = LOAD[I32] {4} : | d | a
l2 = LOAD[I32] {4} : | d | b
both = DEPEND_AND : | l, l2
s = ADD[I32] : | | l, l2
r = RETURN : m | both | s
""",
        ((5,), (-5,)),
    ),
    Program(
        "A call",
        """\
;; function f
x = ARG[I32] {0}
g = SYMBOL[ARCH] {@double}
call = CALL[I32] : | DE | g, x
r = RETURN : SE | call | call
;; function double
x = ARG[I32] {0}
y = ADD[I32] : | | x, x
r = RETURN : SE | DE | y
""",
        ((21,),),
    ),
    Program(
        "An exception",
        """\
x = ARG[I32] {0}
zero = CONST[I32] {0}
c = ICMP[I1] {SLT} : | | x, zero
br = IF_BRANCH : SE | | c
t = IF_TRUE : br
f = IF_FALSE : br
thrown = THROW : t | DE | x
r = RETURN : f | DE | x
""",
        ((3,), (-3,)),
    ),
    Program(
        "Elements of a language's arrays",
        """\
array = ARG[I64] {0}
index = ARG[I64] {1}
el = LOAD_ELEMENT[I64] {3} : SE | DE | array, index
ok = IF_SUCCESS : el
ex = IF_EXCEPTION : el
st = STORE_ELEMENT {3} : ok | el | array, index, index
r = RETURN : st | st | el
thrown = THROW : ex | el | index
""",
        (),
    ),
    Program(
        "What a bytecode of JavaScript does, and what it throws",
        """a = ARG[I64] {0}
text = CONSTSTRING[I64] {0, "total: "}
sum = JS_BYTECODE[I64] {add2} : SE | DE | text, a
ok = IF_SUCCESS : sum
ex = IF_EXCEPTION : sum
what = GET_EXCEPTION[I64] : | sum
r = RETURN : ok | sum | sum
thrown = THROW : ex | what | what
""",
        (),
    ),
)
